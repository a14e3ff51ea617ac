"""Small scenes of Carson City for tests: say what matters, the rest of the box is laid out so that everything adds up.

    game = scene("A B C", town={(3, 3): "house", (4, 4): "A bank"}, money={"A": 9}, figures={"B": [(4, 4)]})
    game.resolve()
    assert game["A"].money == ...

A town is a dict of parcels: an owner's letter, a tile, or both ("A", "house", "B mountain", "A saloon"). The roads that
houses and buildings need are laid. What the box still asks for stands out of the way, not beside any parcel that the
scene names: four mountains at least, one house for every building that needs one and one more, prisons of the last
player for houses without a building. So the town may lie anywhere: scenes are played with the rule dice_block full8.

Everybody has $15, 3 cowboys in the supply, 1 revolver and 1 road, as in the beginning, unless the scene says otherwise.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import sim
from sim.carson_city import words as w
from sim.core.driver import Position

Parcel = tuple[int, int]
Each = dict[str, int] | None            # a number for some of the players
LETTERS = "ABCDE"
PLAIN_CARDS = ("banker", "grocer", "settler", "captain", "coolie")      # no guns, no white figure
PLAIN_ROW = ("ranch", "mine", "drugstore", "bank", "saloon", "ranch", "mine")
CARDS = [name.lower() for name in w.CHARACTER_NAMES]
TILES = list(w.BUILDING_NAMES)
PRICES = (3, 4, 5, 6, 8, 10, 12)
SPACES = ["wages", "ammunition", "road", "roads", *(f"build_{price}" for price in PRICES), "parcel_income", "gambling",
          "gun_income", "vp_parcels", "vp_buildings", "vp_guns", "vp_buy_2", "vp_buy_3", "vp_buy_4", "vp_buy_5"]
PARTS = ["parcels", "buildings", "guns", "bought", "hand_back", "banker", "sheriff", "grocer", "settler", "tiles",
         "money", "kit_carson"]
QUESTIONS = ["over", "draft", "character", "settle", "reward", "coolie_take", "recruit", "arm", "place", "move",
             "duel_order", "perform", "buy_parcel", "construct", "site", "house", "route", "consent", "kept", "token",
             "attack_order", "double", "buy_vp", "banker_vp", "hand_back", "lay_road"]
NEED_A_HOUSE = {"drugstore", "bank", "saloon", "hotel", "church", "prison"}
LOOSE = {"dice_block": "full8", "mountains": 4}         # of the set-up: a scene lays its own town
EVERY_PARCEL = [(r, c) for r in range(8) for c in range(8)]


def number(parcel: Parcel) -> int:
    return 8 * parcel[0] + parcel[1]


def parcel(x: int) -> Parcel:
    return divmod(x, 8)


def place_number(where: str | Parcel) -> int:
    return SPACES.index(where) if isinstance(where, str) else w.SPACES + number(where)


def place_name(k: int) -> str | Parcel:
    return SPACES[k] if k < w.SPACES else parcel(k - w.SPACES)


def around(at: Parcel) -> set[Parcel]:
    return {(r, c) for r in range(at[0] - 1, at[0] + 2) for c in range(at[1] - 1, at[1] + 2)
            if 0 <= r < 8 and 0 <= c < 8 and (r, c) != at}


def seats(letters: str) -> list[int]:
    return [LETTERS.index(one) for one in letters.split()]


# Playing --------------------------------------------------------------------------------------------------------------

@dataclass
class Player:
    """What lies in front of one player."""
    money: int
    vp: int
    cowboys: int
    guns: int
    roads: int
    parcels: set[Parcel]
    kept: list[str]


class Scene:
    """A game in players' words. `does` is any answer to the question at hand; the verbs are the common ones."""

    def __init__(self, game: sim.Game):
        self.game = game
        self.n = game.setting["players"]

    # who is asked what

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view()

    @property
    def who(self) -> str:
        """Who decides."""
        return LETTERS[self.game.to_move] if self.game.to_move >= 0 else "nobody"

    @property
    def question(self) -> str:
        return QUESTIONS[self.game.position.view()["phase"]]

    @property
    def asked(self) -> str:
        """Who decides what: "A construct"."""
        return f"{self.who} {self.question}" if self.game.to_move >= 0 else "over"

    @property
    def options(self) -> list:
        """The open answers in a player's words; see `spoken`."""
        return [self.spoken(code) for code in self.game.position.legal()]

    def spoken(self, code: int) -> Any:
        act, k = code >> 24, code & 0xFFFFFF
        rules = self.game.setting["rules"]
        if act in (w.ACT_DRAFT, w.ACT_CLAIM, w.ACT_DUEL_ORDER, w.ACT_SITE, w.ACT_HOUSE, w.ACT_ATTACK_ORDER):
            return parcel(k)
        if act in (w.ACT_SETTLE, w.ACT_BUY_PARCEL):
            return parcel(k) if k < w.PARCELS else "none"
        if act in (w.ACT_RECRUIT, w.ACT_ARM, w.ACT_ROUTE, w.ACT_TOKEN, w.ACT_BUY_VP, w.ACT_HAND_BACK):
            return k
        if act == w.ACT_LAY_ROAD:
            return line_ends(k) if k < w.LINES else "stop"
        if act == w.ACT_BANKER:
            return rules[f"banker_red_vp_{k}"] if k else 0
        return {
            w.ACT_CHARACTER: lambda: CARDS[k],
            w.ACT_REWARD: lambda: ("money", "wait")[k],
            w.ACT_COOLIE: lambda: PRICES[k] if k < w.SLOTS else "none",
            w.ACT_PASS: lambda: "pass",
            w.ACT_SPACE: lambda: SPACES[k],
            w.ACT_ATTACK: lambda: ("attack", parcel(k)),
            w.ACT_DEFEND: lambda: ("defend", parcel(k)),
            w.ACT_WHITE_SPACE: lambda: ("white", SPACES[k]),
            w.ACT_WHITE_CLAIM: lambda: ("white", parcel(k)),
            w.ACT_WHITE_DEFEND: lambda: ("white defend", parcel(k)),
            w.ACT_LIFT: lambda: ("lift", place_name(k)),
            w.ACT_LIFT_WHITE: lambda: ("lift white", place_name(k)),
            w.ACT_WAIT: lambda: "wait",
            w.ACT_PERFORM: lambda: ("decline", "perform")[k],
            w.ACT_CONSTRUCT: lambda: ("decline", "keep", "build")[k],
            w.ACT_CONSENT: lambda: ("refuse", "agree")[k],
            w.ACT_KEPT: lambda: TILES[k] if k < w.BUILDINGS else "stop",
            w.ACT_DOUBLE: lambda: TILES[k - 1] if k else "money",
        }[act]()

    # verbs

    def does(self, who: str, what: Any) -> Scene:
        """The player gives this answer to the question at hand."""
        assert self.who == who, f"{self.asked}, not {who}"
        codes = self.game.position.legal()
        spoken = [self.spoken(code) for code in codes]
        assert what in spoken, f"{self.asked}: {what!r} is none of {spoken}"
        self.game.apply(codes[spoken.index(what)])
        return self

    def place(self, who: str, where: str | Parcel) -> Scene:
        """A cowboy onto a space or an unowned parcel."""
        return self.does(who, where)

    def attacks(self, who: str, where: Parcel) -> Scene:
        return self.does(who, ("attack", where))

    def defends(self, who: str, where: Parcel) -> Scene:
        return self.does(who, ("defend", where))

    def passes(self, who: str) -> Scene:
        return self.does(who, "pass")

    def takes(self, who: str, card: str) -> Scene:
        return self.does(who, card)

    def performs(self, who: str) -> Scene:
        return self.does(who, "perform")

    def declines(self, who: str) -> Scene:
        return self.does(who, "decline")

    def keeps(self, who: str) -> Scene:
        return self.does(who, "keep")

    def builds(self, who: str, site: Parcel, house: Parcel | None = None, tile: str = "build") -> Scene:
        """Build the tile at hand (or the kept one of this name) there, with its house there."""
        self.does(who, tile).does(who, site)
        return self.does(who, house) if house else self

    def finish_placement(self) -> Scene:
        """All who have not passed do so, in turn."""
        while self.question == "place":
            self.passes(self.who)
        return self

    def resolve(self, until: str = "") -> Scene:
        """Finish the placement and go on, performing what can be performed and buying nothing that can be left, until
        somebody is asked this ("construct", or "B construct") or the round is over."""
        self.finish_placement()
        return self.on(until)

    def on(self, until: str = "") -> Scene:
        """The same from the middle of the resolution."""
        quiet = {"perform": "perform", "construct": "keep", "kept": "stop", "double": "money", "buy_vp": 0,
                 "banker_vp": 0, "consent": "agree", "lay_road": "stop"}
        answers = 0
        while self.question not in ("character", "over", "place") and until not in (self.question, self.asked):
            self.does(self.who, quiet.get(self.question, self.options[0]))
            answers += 1
            assert answers < 500, f"the round does not end: {self.asked}"
        assert not until or until in (self.question, self.asked), f"{self.asked}; nobody was asked: {until}"
        return self

    # luck

    def rolls(self, where: str | Parcel, **dice: int) -> Scene:
        """The duel dice there, by player; the next answer brings them."""
        last = max(LETTERS.index(one) for one in dice)
        self.game.force("duel", [dice.get(LETTERS[p], 1) for p in range(last + 1)], place_number(where))
        return self

    def gambles(self, *dice: int) -> Scene:
        self.game.force("gambling", list(dice))
        return self

    def bag_gives(self, *tiles: str) -> Scene:
        self.game.force("bag", [TILES.index(tile) for tile in tiles])
        return self

    # what one sees

    def __getitem__(self, who: str) -> Player:
        p, v = LETTERS.index(who), self.game.position.view()
        kept = [TILES[b] for b, n in enumerate(v["kept"][p]) for _ in range(n)]
        return Player(v["money"][p], sum(v["vp"][p]), v["cowboys"][p], v["guns"][p], v["roads"][p],
                      {parcel(x) for x in range(w.PARCELS) if v["owned"][p] >> x & 1}, kept)

    def earned(self, who: str, part: str) -> int:
        """VP from one source."""
        return self.view["vp"][LETTERS.index(who)][PARTS.index(part)]

    def tile(self, at: Parcel) -> str:
        v, x = self.view, number(at)
        names = {"house": v["house"], "mountain": v["mountain"], **dict(zip(TILES, v["built"], strict=True))}
        return next((name for name, parcels in names.items() if x in parcels), "")

    def owner(self, at: Parcel) -> str:
        return next((LETTERS[p] for p, parcels in enumerate(self.view["owned"]) if number(at) in parcels), "nobody")

    @property
    def row(self) -> list[str]:
        return [TILES[b] if b >= 0 else "" for b in self.view["row"]]

    @property
    def bag(self) -> dict[str, int]:
        return dict(zip(TILES, self.view["bag"], strict=True))

    @property
    def turn_order(self) -> str:
        return " ".join(LETTERS[p] for p in self.view["order"][:self.n])

    @property
    def passing_order(self) -> str:
        return " ".join(LETTERS[p] for p in self.view["passed"][:self.view["n_passed"]])

    @property
    def connected(self) -> set[Parcel]:
        return {parcel(x) for x in self.view["connected"]}

    @property
    def pieces(self) -> set[tuple[Parcel, Parcel]]:
        """The laid roads, by the corner points that they join."""
        v = self.view
        across = {8 * i + j for i in range(9) for j in range(8) if v["across"][i] >> j & 1}
        down = {72 + 9 * i + j for i in range(8) for j in range(9) if v["down"][i] >> j & 1}
        return {line_ends(k) for k in across | down}

    def stands(self, who: str) -> list[str | Parcel]:
        """Where the cowboys of a player stand."""
        f, p = self.view["figures"], LETTERS.index(who)
        spaces = [SPACES[k] for k in range(w.SPACES) if f["spaces"][p] >> k & 1]
        return ["wages"] * f["wages"][p] + ["road"] * f["road"][p] + spaces + [parcel(x) for x in f["parcels"][p]]

    @property
    def white(self) -> str | Parcel:
        """Where the white figure is: a place, the letter of the player who holds it, or its card."""
        f = self.view["figures"]
        if f["white"] >= 0:
            return place_name(f["white"])
        return LETTERS[f["white_seat"]] if f["white_seat"] >= 0 else "card"

    def hand(self, who: str) -> list[int]:
        """Duel tokens; "discard" is nobody's."""
        holder = -1 if who == "discard" else LETTERS.index(who)
        return sorted(k % 6 for k, h in enumerate(self.view["holder"]) if h == holder)

    def again(self, key: int):
        """The same scene with other luck, bare and fast, for statistics."""
        position = self.game.position.copy()
        position.redeal(max(0, self.game.to_move), key)
        return position


def line_ends(k: int) -> tuple[Parcel, Parcel]:
    """The corner points that a grid line joins."""
    if k < 72:
        i, j = divmod(k, 8)
        return (i, j), (i, j + 1)
    i, j = divmod(k - 72, 9)
    return (i, j), (i + 1, j)


def code_of(act: int, argument: int = 0) -> int:
    return act << 24 | argument


# Laying out -----------------------------------------------------------------------------------------------------------

def new_game(players: int = 3, seed: int = 0, block: int = 0, rules: dict | None = None, **variants: Any) -> Scene:
    """A game at its beginning, as the box deals it."""
    return Scene(sim.Game("carson_city", players, seed=seed, block=block, rules=rules, variants=variants))


def deals(players: int, often: int, rules: dict | None = None, **variants: Any) -> Iterator[dict[str, Any]]:
    """Many set-ups as the kernel shows them: sets of parcels are numbers, one bit a parcel."""
    first = sim.Game("carson_city", players, rules=rules, variants=variants)
    for block in range(often):
        yield Position(first.position.table, 1858, block, first.seating).view()


def scene(players: str = "A B C", *, town: dict[Parcel, str] | None = None, centre: Parcel | None = None,
          clear: list[Parcel] | None = None, cards: str = "", red: str = "", round: int = 1, starts: str = "placement",
          passed: str = "", turn: str = "", figures: dict[str, list] | None = None, white: str | Parcel = "",
          money: Each = None, cowboys: Each = None, guns: Each = None, roads: Each = None, vp: Each = None,
          roads_left: int | None = None, kept: dict[str, str] | None = None, row: str = "", waits: str = "",
          hands: dict[str, list[int]] | None = None, rings: Each = None, rules: dict | None = None,
          **variants: Any) -> Scene:
    """A scene in the placement of a round ("characters": before its first choice).

    passed: who has passed; when all have, the last of them is just about to. turn: who places next.
    clear: parcels beside which nothing else may stand. red: cards with the red side up.
    """
    people = players.split()
    n = len(people)
    variants |= {f"side_{card}": "red" for card in red.split()}
    layout = Layout(town or {}, n, centre, {*(clear or []), *(at for here in (figures or {}).values() for at in here
                                                              if isinstance(at, tuple))})
    rules = {**LOOSE, "mountains": max(4, len(layout.mountains)), **(rules or {})}
    while len(layout.mountains) < rules["mountains"]:
        layout.mountains.append(layout.out_of_the_way(far=True))
    laid = len(layout.pieces)
    held = [(roads or {}).get(one, 1) for one in people]
    left = max(0, 25 - laid - sum(held)) if roads_left is None else roads_left
    if laid + sum(held) + left != 25:
        rules.setdefault("road_supply", laid + sum(held) + left)
    game = sim.Game("carson_city", n, rules=rules, variants=variants)
    setting, view = game.setting, game.view()

    def each(name: str, given: Each, default: int) -> None:
        view[name] = [(given or {}).get(one, default) if one in people else 0 for one in LETTERS]

    each("money", money, 15)
    each("cowboys", cowboys, 3)
    each("guns", guns, 1)
    each("roads", roads, 1)
    view["roads_left"] = left
    view["guns_left"] = setting["rules"]["revolver_supply"] - sum(view["guns"])
    for p, one in enumerate(people):
        view["vp"][p][PARTS.index("bought")] = (vp or {}).get(one, 0)
        view["kept"][p] = [(kept or {}).get(one, "").split().count(tile) for tile in TILES]
    layout.into(view, setting)
    lay_row(view, setting, row)

    view["round"] = round - 1
    held_cards = cards.split() or list(PLAIN_CARDS[:n])
    for p in range(n):
        for r in range(round if starts == "placement" else round - 1):
            view["character"][p][r] = CARDS.index(held_cards[p])
    if starts == "characters":
        order = list(range(n))
        view.update(phase=w.CHARACTER, turn=0)
    else:
        order = sorted(range(n), key=lambda p: setting["rules"][f"character_order_{held_cards[p]}"])
        view.update(phase=w.PLACE)
        gone, last = seats(passed)[:n - 1], seats(passed)[n - 1:]
        view["passed"][:len(gone)] = gone
        view["n_passed"] = len(gone)
        mover = (seats(turn) or last or [p for p in order if p not in gone])[0]
        view["turn"] = order.index(mover)
    view["order"][:n] = order
    view["head"]["to_move"] = order[view["turn"]]
    for one in waits.split():
        view["waits"][LETTERS.index(one)] = 1

    f = view["figures"]
    for one, where in (figures or {}).items():
        p = LETTERS.index(one)
        for at in where:
            if isinstance(at, tuple):
                f["parcels"][p].append(number(at))
            elif at in ("wages", "road"):
                f[at][p] += 1
            else:
                f["spaces"][p] |= 1 << SPACES.index(at)
        f["parcels"][p].sort()
    white_rule = "sheriff" not in red.split() or setting["rules"]["sheriff_red_gets_white"]
    if starts == "placement" and "sheriff" in held_cards and white_rule:
        f["white_seat"] = held_cards.index("sheriff")
        f["white"] = place_number(white) if white else -1
    if hands:
        deal(view, hands, n)
    if setting["variants"]["kit_carson"] and starts == "placement":
        view["ring"] = 1 if figures or passed or white else 0
        extra = setting["rules"]["kc_extra_actions"]
        for p, one in enumerate(people):
            figures_left = view["cowboys"][p] + (f["white_seat"] == p and f["white"] < 0)
            view["rings"][p] = (rings or {}).get(one, figures_left + extra)
    return Scene(sim.Game.from_view("carson_city", view, rules=rules, variants=variants))


def deal(view: dict, hands: dict[str, list[int]], n: int) -> None:
    """Duel tokens into these hands, the rest into the discard."""
    free = list(range(6 * n))
    view["holder"] = [-1] * (6 * n) + [-2] * (30 - 6 * n)
    view["discarded_at"] = [0] * 30
    view["announced"] = [15] * n + [0] * (5 - n)
    for one, values in hands.items():
        for value in values:
            k = next(k for k in free if k % 6 == value)
            free.remove(k)
            view["holder"][k] = LETTERS.index(one)
    for p in range(n):
        if not view["holder"].count(p):                 # nobody is without tokens (CC-7.16)
            view["holder"][free.pop()] = p


def lay_row(view: dict, setting: dict, row: str) -> None:
    """The row as given, or tiles that the box still has; the bag holds what is left."""
    rules = setting["rules"]
    box = [rules[f"building_count_{tile}"] for tile in TILES]
    left = [box[b] - len(view["built"][b]) - sum(kept[b] for kept in view["kept"]) for b in range(8)]
    view["row"] = [-1] * 7
    for i, tile in enumerate(row.split() or PLAIN_ROW):
        b = TILES.index(tile)
        if left[b] == 0 and not row:
            b = max(range(8), key=left.__getitem__)
        assert left[b] or not row, f"the box has no {tile} left for the row"
        if left[b]:
            view["row"][i] = b
            left[b] -= 1
    view["bag"] = left
    opening = [rules[f"initial_row_{price}"] - 1 for price in PRICES]
    printed = sum(min(opening.count(b), box[b]) for b in range(8))
    view["bag_draws"] = sum(box) - printed - sum(left)


class Layout:
    """The town of a scene: tiles, owners and roads, with what the box asks for besides."""

    def __init__(self, town: dict[Parcel, str], n: int, centre: Parcel | None, clear: set[Parcel]):
        self.owner: dict[Parcel, str] = {}
        self.houses: list[Parcel] = []
        self.mountains: list[Parcel] = []
        self.buildings: dict[Parcel, str] = {}
        self.pieces: set[tuple[Parcel, Parcel]] = set()
        for at, text in town.items():
            self.put(at, text)
        named = {*town, *clear, *([centre] if centre else [])}
        self.quiet = set(named).union(*(around(at) for at in named))
        if centre and centre not in self.houses:
            self.houses.append(centre)
        needing = sum(tile in NEED_A_HOUSE for tile in self.buildings.values())
        self.centre = centre or (self.houses[0] if self.houses else None)
        if self.centre is None:
            self.centre = self.out_of_the_way()
            self.houses.append(self.centre)
        r, c = self.centre
        self.pieces |= {((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)),
                        ((r, c + 1), (r + 1, c + 1))}
        while len(self.houses) < 1 + needing:
            self.houses.append(self.out_of_the_way())
        while len(self.houses) > 1 + needing:
            self.put(self.out_of_the_way(), f"{LETTERS[n - 1]} prison")
            needing += 1
        for at in [*self.houses, *(at for at, tile in self.buildings.items() if tile in NEED_A_HOUSE)]:
            self.connect(at)

    def put(self, at: Parcel, text: str) -> None:
        for word in text.split():
            if word in LETTERS:
                self.owner[at] = word
            elif word == "house":
                self.houses.append(at)
            elif word == "mountain":
                self.mountains.append(at)
            else:
                assert word in TILES, word
                self.buildings[at] = word

    def out_of_the_way(self, far: bool = False) -> Parcel:
        """A bare parcel that is not beside anything the scene names, near to the roads or far from them."""
        taken = {*self.houses, *self.mountains, *self.buildings, *self.owner}
        free = [at for at in EVERY_PARCEL if at not in self.quiet and at not in taken]
        assert free, "the scene leaves no room for the other tiles of the box"
        if not self.pieces:
            return free[-1]
        return (max if far else min)(free, key=lambda at: (self.way(at)[0], at))

    def corners(self) -> set[Parcel]:
        return {end for piece in self.pieces for end in piece}

    def way(self, at: Parcel) -> tuple[int, Parcel, Parcel]:
        """How far a parcel is from the roads, and between which corner points."""
        mine = [(at[0] + i, at[1] + j) for i, j in product((0, 1), (0, 1))]
        return min((abs(a[0] - b[0]) + abs(a[1] - b[1]), a, b) for a in self.corners() for b in mine)

    def connect(self, at: Parcel) -> None:
        _, a, b = self.way(at)
        while a != b:
            step = ((b[0] > a[0]) - (b[0] < a[0]), 0) if a[0] != b[0] else (0, (b[1] > a[1]) - (b[1] < a[1]))
            new = (a[0] + step[0], a[1] + step[1])
            self.pieces.add((min(a, new), max(a, new)))
            a = new

    def into(self, view: dict, setting: dict) -> None:
        view["owned"] = [sorted(number(at) for at, one in self.owner.items() if one == letter) for letter in LETTERS]
        view["house"] = sorted(map(number, self.houses))
        view["mountain"] = sorted(map(number, self.mountains))
        view["built"] = [sorted(number(at) for at, name in self.buildings.items() if name == tile) for tile in TILES]
        view["houses_left"] = setting["rules"]["house_supply"] - len(self.houses)
        view["across"], view["down"], view["corners"] = [0] * 9, [0] * 8, [0] * 9
        for (i, j), (k, m) in self.pieces:
            if i == k:
                view["across"][i] |= 1 << j
            else:
                view["down"][i] |= 1 << j
            view["corners"][i] |= 1 << j
            view["corners"][k] |= 1 << m
        touched = self.corners()
        view["connected"] = [number((r, c)) for r, c in EVERY_PARCEL
                             if touched & {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}]
