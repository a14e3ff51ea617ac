"""Small scenes of Colt Express for tests: say who stands where with what and which cards are played; the rest adds up.

    game = scene("tuco doc ghost belle", at={"tuco": "rf1", "doc": "rf3"}, play=["tuco fire"])
    assert game.targets() == {"doc"}

Spaces are written as in the specification: in0 inside the locomotive, rf3 the roof of car 3, coach_in, coach_roof,
cell, out. `play` is the common pile; its last card is the one with which phase 1 ends, so that the pile is resolved up
to the first question. Nobody stands in anybody's way: who is not placed is inside the last car. All loot that the
scene does not name lies in the middle of nowhere: inside the car before the last one (or where `heap` says).
"""

from __future__ import annotations

from typing import Any

import sim
from sim.colt_express import checks
from sim.colt_express import words as w
from sim.core.rulebook import book

NAMES = [name.lower() for name in w.CHARACTER_NAMES]
KINDS = [name.lower().replace(" ", "_") for name in w.CARD_NAMES]
HOSTAGE_NAMES = [name.lower().replace(" ", "_") for name in w.HOSTAGE_NAMES]
LOOT = ["purse", "jewel", "strongbox", "mailbag", "full_flask", "half_flask", "half_old_flask", "nothing"]
PUSHES = ["forward", "back", "across", "off"]
PLAIN = {"small": "base_s_bridge", "large": "base_l_tunnel"}


def space(text: str) -> int:
    special = {"coach_in": w.COACH_IN, "coach_roof": w.COACH_ROOF, "cell": w.CELL, "out": w.OUT}
    if text in special:
        return special[text]
    return int(text[2:]) + (w.ROOF if text.startswith("rf") else 0)


def written(x: int) -> str:
    names = {w.COACH_IN: "coach_in", w.COACH_ROOF: "coach_roof", w.CELL: "cell", w.OUT: "out"}
    return names.get(x) or (f"rf{x - w.ROOF}" if x >= w.ROOF else f"in{x}")


def card_index(card: str, setting: dict) -> int:
    """The place of a round card or station in the kernel's table."""
    rows = setting["data"]["round_cards"]
    if card in [row["id"] for row in rows["stations"]]:
        return [row["id"] for row in rows["stations"]].index(card)
    size = next(row["set"] for row in rows["rounds"] if row["id"] == card)
    return [row["id"] for row in rows["rounds"] if row["set"] == size].index(card)


def dealt(game: sim.Game) -> sim.Game:
    """Play on to the first round, everybody boarding at once."""
    while game.view()["phase"] in (w.CHOOSE_CHARACTER, w.ATTACK, w.OPENING):
        game.apply(game.legal()[0])
    return game


class Scene:
    """A game with names."""

    def __init__(self, game: sim.Game, names: list[str]):
        self.game, self.names = game, names

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view()

    @property
    def phase(self) -> int:
        return self.view["phase"]

    def pawn(self, name: str) -> dict[str, Any]:
        return self.view["pawn"][self.names.index(name)]

    def at(self, name: str) -> str:
        return written(self.pawn(name)["space"])

    def received(self, name: str) -> int:
        return sum(self.pawn(name)["bullets"])

    def lying(self, where: str) -> dict[str, Any]:
        return self.view["floor"][space(where)]

    def options(self, act: int) -> set[int]:
        return {option.code & 0xFFFFFF for option in self.game.legal() if option.code >> 24 == act}

    def targets(self, act: int = w.ACT_FIRE) -> set[str]:
        return {self.names[k] for k in self.options(act)}

    def spaces(self, act: int = w.ACT_MOVE) -> set[str]:
        return {written(k) for k in self.options(act)}

    def do(self, act: int, argument: int = 0) -> Scene:
        self.game.apply(act << 24 | argument)
        return self

    def move(self, where: str, act: int = w.ACT_MOVE) -> Scene:
        return self.do(act, space(where))

    def fire(self, name: str) -> Scene:
        return self.do(w.ACT_FIRE, self.names.index(name))

    def punch(self, name: str, loot: str, where: str) -> Scene:
        return self.do(w.ACT_PUNCH, self.names.index(name) << 6 | LOOT.index(loot) << 3 | PUSHES.index(where))

    def punch_targets(self) -> set[str]:
        return {"guard" if k >> 6 == w.GUARD_TARGET else self.names[k >> 6] for k in self.options(w.ACT_PUNCH)}

    def outcome(self) -> sim.core.game.Outcome:
        """Play on by first options to the end."""
        game = self.game
        while game.to_move >= 0:
            game.apply(game.legal()[0])
        return game.outcome()


def scene(
    people: str,
    at: dict[str, str] | None = None,
    play: list[str] | None = None,
    *,
    rules: dict | None = None,
    variants: dict | None = None,
    card: str = "",
    marshal: int | None = None,
    coach: int = 0,
    guard: int = 0,
    purses: dict[str, list[int]] | None = None,
    jewels: dict[str, int] | None = None,
    boxes: dict[str, list[int]] | None = None,
    bags: dict[str, list[int]] | None = None,
    flasks: dict[str, list[int]] | None = None,
    floor: dict[str, dict[str, Any]] | None = None,
    hostages: dict[str, str] | None = None,
    prisoners: dict[str, str] | None = None,
    bullets: dict[str, dict[Any, int]] | None = None,
    neutral: int | None = None,
    horses: dict[int, int] | None = None,
    fired: dict[str, int] | None = None,
    round: int = 0,
    heap: str = "",
    state: dict[str, Any] | None = None,
    hands: dict[int, list[str]] | None = None,
    first: int | None = None,
) -> Scene:
    """people: the characters in pawn order; "marshal" first with a Marshal player."""
    names = people.split()
    variants = {"mei": "mei" in names and "marshal" not in names, "mp": "marshal" in names, **(variants or {})}
    if "silk" in names:
        variants = {"silk": "move", **variants}
    two = len(names) == 4 and variants.pop("two", False)
    players = 2 if two else len(names)
    game = dealt(sim.Game("colt_express", players, rules=rules, variants=variants))
    setting = game.setting
    view, last = game.view(), w.last_position(setting)
    large = len(w.crew(setting)) > 4
    card = card or PLAIN["large" if large else "small"]
    row = next(r for key in ("rounds", "stations") for r in setting["data"]["round_cards"][key] if r["id"] == card)
    station = card in [r["id"] for r in setting["data"]["round_cards"]["stations"]]
    view["round"] = setting["rules"]["rounds"] - 1 if station else round
    view["card"] = card_index(card, setting)

    for p, name in enumerate(names):  # people
        pawn = view["pawn"][p]
        if name != "marshal":
            pawn["character"] = NAMES.index(name)
            pawn["abilities"] = [NAMES.index(name)]
        pawn["space"] = space((at or {}).get(name, "in0" if name == "marshal" else f"in{last}"))
        pawn["fired"] = (fired or {}).get(name, 0)
        if hostages and name in hostages:
            pawn["hostage"] = HOSTAGE_NAMES.index(hostages[name])
            if hostages[name] == "gambler":
                pawn["abilities"] = []
        if prisoners and name in prisoners:
            pawn["prisoner"] = NAMES.index(prisoners[name])
            pawn["abilities"] = sorted({*pawn["abilities"], pawn["prisoner"]})
    taken = [pawn["hostage"] for pawn in view["pawn"]]
    view["hostages"] = [h for h in view["hostages"] if h not in taken]
    free = [pawn["prisoner"] for pawn in view["pawn"]]
    view["prisoners"] = [h for h in view["prisoners"] if h not in free]
    view["at"] = [[p for p in range(len(names)) if view["pawn"][p]["space"] == x] for x in range(w.SPACES)]
    if marshal is not None:
        view["marshal"] = marshal
    if view["coach"] >= 0:
        view["coach"], view["guard"] = coach, guard
    if horses is not None:
        view["horses"] = [horses.get(i, 0) for i in range(8)]

    heaps = {"floor": {space(where): what for where, what in (floor or {}).items()}}
    dump = view["floor"][space(heap) if heap else last - 1]  # loot
    everything = checks.heaps(view)
    for field in ("purses", "boxes", "bags", "flasks"):
        pool = [x for pile in everything for x in pile[field]]
        for pile in everything:
            pile[field] = []
        dump[field] = pool
    for pile in everything:
        pile["jewels"] = 0
    dump["jewels"] = 4

    def give(pile: dict, field: str, wanted: list[int]) -> None:
        for x in wanted:
            dump[field].remove(x)
        pile[field] = sorted([*pile[field], *wanted])

    for name in names:
        pile = view["pawn"][names.index(name)]["loot"]
        for value in (purses or {}).get(name, []):  # by value; 250 may be the starting purse
            token = next((x for x in dump["purses"] if x >= 8 and worth(view, setting, x) == value), None)
            if token is None:
                token = next(x for x in dump["purses"] if x < 8 or force(view, setting, x, value))
            give(pile, "purses", [token])
        pile["jewels"] = (jewels or {}).get(name, 0)
        give(pile, "boxes", (boxes or {}).get(name, []))
        give(pile, "bags", (bags or {}).get(name, []))
        give(pile, "flasks", (flasks or {}).get(name, []))
    for x, what in heaps["floor"].items():
        pile = view["floor"][x]
        pile["jewels"] = what.get("jewels", 0)
        give(pile, "purses", dump["purses"][: what.get("purses", 0)])
        for field in ("boxes", "bags", "flasks"):
            give(pile, field, what.get(field, []))

    supply = view["neutral"]  # bullets
    for name, origins in (bullets or {}).items():
        pawn = view["pawn"][names.index(name)]
        for origin, n in origins.items():
            k = {"neutral": w.NEUTRAL, "marshal": w.OF_MARSHAL}.get(origin)
            k = names.index(origin) if k is None else k
            pawn["bullets"][k] = n
            if k == w.NEUTRAL:
                supply -= n
            elif k == w.OF_MARSHAL:
                for _ in range(n):
                    view["piles"][0 if view["piles"][0] >= view["piles"][1] else 1] -= 1
            else:
                view["pawn"][k]["gun"] -= n
    view["neutral"] = supply
    if neutral is not None:  # somebody out of the way received the others
        view["pawn"][-1 if len(names) == 8 else len(names) - 1]["bullets"][w.NEUTRAL] += supply - neutral
        view["neutral"] = neutral

    pile = []  # cards
    for text in play or []:
        name, kind = text.split()
        pile.append((names.index(name), KINDS.index(kind)))
    owner = [p // 2 if two else p for p in range(len(names))]
    hand_lists: dict[int, list[str]] = hands or {}
    for seat in range(players):
        cards = view["cards"][seat]
        full, full2 = checks.full_deck(seat, setting)
        own, second = [0] * 12, [0] * 8
        for text in hand_lists.get(seat, []):
            if text.startswith("2:"):
                second[KINDS.index(text[2:])] += 1
            else:
                own[KINDS.index(text)] += 1
        if pile and owner[pile[-1][0]] == seat:
            (second if two and pile[-1][0] % 2 else own)[pile[-1][1]] += 1
        used, used2 = [0] * 12, [0] * 8
        for p, kind in pile[:-1]:
            if owner[p] == seat:
                (used2 if two and p % 2 else used)[kind] += 1
        cards["hand"], cards["hand2"] = own, second
        for name in ("top", "aside"):
            cards[name] = [0] * 12
        cards["aside2"], cards["over"], cards["under"] = [0] * 8, 0, 0
        cards["deck"] = [full[k] - own[k] - used[k] for k in range(11)] + [0]
        cards["deck2"] = [full2[k] - second[k] - used2[k] for k in range(8)] if two else [0] * 8
    if setting["variants"]["team"]:
        for seat in range(players):
            mate = view["cards"][seat ^ 1]
            view["cards"][seat]["deck"] = [
                n - (mate["hand2"][k] if k < 7 else 0) for k, n in enumerate(view["cards"][seat]["deck"])
            ]
    view["pile"] = [p << 4 | kind for p, kind in pile[:-1]] + [0] * (w.PILE - max(len(pile) - 1, 0))
    view["n_pile"], view["next"] = max(len(pile) - 1, 0), 0
    view["mixed_purses"] = []
    mover = owner[pile[-1][0]] if pile else 0
    view.update(
        phase=w.SCHEME,
        turn=len(row["turns"]) - 1,
        step=players - 1,
        act=0,
        left=0,
        first=(mover + 1) % players if first is None else first,
    )
    view["head"]["to_move"] = mover
    view.update(state or {})
    new = Scene(sim.Game.from_view("colt_express", view, rules=rules, variants=variants), names)
    if pile:
        second_card = two and pile[-1][0] % 2
        new.do(w.ACT_PLAY, pile[-1][1] + (w.SECOND if second_card else 0))
    return new


def worth(view: dict, setting: dict, token: int) -> int:
    return (
        setting["rules"][f"purse_value_{view['purse'][token - 8] + 1}"]
        if token >= 8
        else setting["rules"]["starting_purse"]
    )


def force(view: dict, setting: dict, token: int, value: int) -> bool:
    """Give a purse token another value, if one of that value is left in the box."""
    kind = next(k for k in range(6) if setting["rules"][f"purse_value_{k + 1}"] == value)
    used = [view["purse"][x] for x in range(w.TRAIN_PURSES)]
    if token < 8 or used.count(kind) >= checks.purse_counts(setting)[kind]:
        return False
    view["purse"][token - 8] = kind
    return True


def book_rows(name: str) -> Any:
    return book("colt_express").data[name]
