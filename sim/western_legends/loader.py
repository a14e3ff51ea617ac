"""The cards of Western Legends, compiled: texts in the vocabulary of effects.yaml become a list of instructions.

A text that the kernel could not play is refused here, with the file and the line of the card.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from sim.core.rulebook import nearest

FOLDER = Path(__file__).parent / "data"
SUITS = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
COLOURS = {"red": (0, 1), "black": (2, 3)}
CATTLE_COLOURS = ("green", "blue", "any", "same")
SCOPES = ("player", "npc", "any")
REGIONS = ("darkrock", "red_falls", "dixon_creek", "mesitos_point", "sunny_hills", "spikes_view", "cliff_junction")
LOCATIONS = (
    "none",
    "store",
    "saloon",
    "bank",
    "doctor",
    "cabaret",
    "sheriff",
    "station",
    "mine",
    "ranch_green",
    "ranch_blue",
    "hideout",
)
LETTERS = ("A", "B", "C")
EXPANSIONS = ("base", "extras", "handsome")
TYPES = ("weapon", "mount", "belonging")
ALL = 99  # "all" in a text
PART_STORY, PART_CATTLE, PART_CARDS = 7, 8, 10  # as in state.pxd
TIE_CHAINS = (
    ("track", "nuggets", "wounds"),
    ("track", "wounds", "nuggets"),
    ("nuggets", "track", "wounds"),
    ("nuggets", "wounds", "track"),
    ("wounds", "track", "nuggets"),
    ("wounds", "nuggets", "track"),
    (),
)
LONG_WORDS = {"counts_as_move": 1, "uncancelable": 1, "if_none_cancelled": 1}
KEYS = {
    "op",
    "n",
    "options",
    "cond",
    "then",
    "else",
    "scope",
    "color",
    "mode",
    "at",
    "m",
    "range",
    "instead_of",
    *LONG_WORDS,
}
ROOM = {"ops": 900, "abilities": 220, "stories": 96, "territories": 80}


class Op(NamedTuple):
    """One instruction: the word, its number, a detail, and where to go on."""

    op: int
    n: int
    x: int
    jump: int
    part: int  # of the score, to which legend points of this text belong


class Ability(NamedTuple):
    timing: int
    optional: int
    cost: int
    limit: int
    cond: int  # bit a condition: all of them must hold
    pc: int  # first instruction


def line_of(file: str, word: str) -> str:
    """Where a card stands, as file:line, for messages."""
    text = (FOLDER / f"{file}.yaml").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(text, 1):
        if f"id: {word}," in line or f"rank: {word}," in line or f'"{word}":' in line:
            return f"{file}.yaml:{number}"
    return f"{file}.yaml"


class Loader:
    """Collects the instructions of all cards of one table."""

    def __init__(self, data: dict[str, Any], rules: dict[str, Any]):
        self.data, self.rules = data, rules
        words = data["effects"]
        self.op_words, self.timing_words = list(words["ops"]), list(words["timings"])
        self.condition_words = list(words["conditions"])
        self.costs, self.limits = words["costs"], words["limits"]
        self.end = len(self.op_words)  # OP_END, OP_JUMP, OP_OPTION follow the words
        self.abilities: list[Ability] = []
        self.place = ("", "")  # the card being read, for messages: file and id
        self.part = PART_CARDS
        self.looking_back = False  # fight_end: status at the declaration (WL-7.13)
        self.ops: list[Op] = [self.word(self.end)]  # instruction 0: nothing to do

    def word(self, op: int, n: int = 0, x: int = 0) -> Op:
        return Op(op, n, x, 0, self.part)

    def wrong(self, message: str) -> ValueError:
        return ValueError(f"{line_of(*self.place)}: {message}")

    def index(self, word: Any, known: Any, what: str) -> int:
        known = list(known)
        if word not in known:
            raise self.wrong(f"unknown {what} {word!r} ({nearest(word, known)})")
        return known.index(word)

    def number(self, effect: dict, default: int = 0) -> int:
        n = effect.get("n", default)
        if n == "all":
            return ALL
        if isinstance(n, str):
            if n not in self.rules:
                raise self.wrong(f"{effect['op']}: {n!r} is neither a number nor a rule")
            return int(self.rules[n])
        if not isinstance(n, int) or isinstance(n, bool) or not -200 <= n <= 200:
            raise self.wrong(f"{effect['op']}: n is {n!r}, not a number within -200 to 200")
        return n

    def detail(self, effect: dict) -> int:
        for word in LONG_WORDS:
            if effect.get(word):
                return 1
        if "scope" in effect:
            return self.index(effect["scope"], SCOPES, "scope")
        if "color" in effect:
            return self.index(effect["color"], CATTLE_COLOURS, "colour of cattle")
        if effect["op"] == "strip_rank":
            return int(effect.get("range", 0))
        return 0

    def text(self, effects: list[dict]) -> int:
        """The first instruction of a text; 0 for an empty one."""
        if not effects:
            return 0
        pc = len(self.ops)
        self.write(effects)
        self.ops.append(self.word(self.end))
        return pc

    def write(self, effects: list[dict]) -> None:
        for effect in effects:
            if not isinstance(effect, dict) or "op" not in effect:
                raise self.wrong(f"{effect!r} is no effect")
            for key in effect:
                if key not in KEYS:
                    raise self.wrong(f"{effect['op']}: unknown key {key!r} ({nearest(key, KEYS)})")
            word = self.index(effect["op"], self.op_words, "effect")
            if effect["op"] == "if":
                self.write_if(word, effect)
            elif effect["op"] == "choose":
                self.write_choice(word, effect)
            else:
                self.ops.append(self.word(word, self.number(effect), self.detail(effect)))

    def write_if(self, word: int, effect: dict) -> None:
        condition = self.index(effect.get("cond"), self.condition_words, "condition")
        test = len(self.ops)
        self.ops.append(self.word(word, condition, int(self.looking_back)))
        self.write(effect.get("then", []))
        leave = len(self.ops)
        self.ops.append(self.word(self.end + 1))
        self.ops[test] = self.ops[test]._replace(jump=len(self.ops))
        self.write(effect.get("else", []))
        self.ops[leave] = self.ops[leave]._replace(jump=len(self.ops))

    def write_choice(self, word: int, effect: dict) -> None:
        """choose, then one OPTION a line that says where its text begins; each text jumps behind the last."""
        options = effect.get("options") or []
        if not 2 <= len(options) <= 6:
            raise self.wrong(f"choose: {len(options)} options (2 to 6)")
        first = len(self.ops)
        self.ops.append(self.word(word, len(options)))
        self.ops += [self.word(self.end + 2)] * len(options)
        leaves = []
        for i, option in enumerate(options):
            self.ops[first + 1 + i] = self.word(self.end + 2)._replace(jump=len(self.ops))
            self.write(option)
            leaves.append(len(self.ops))
            self.ops.append(self.word(self.end + 1))
        for leave in leaves:
            self.ops[leave] = self.ops[leave]._replace(jump=len(self.ops))
        self.ops[first] = self.ops[first]._replace(jump=len(self.ops))

    def rows(self, abilities: list[dict]) -> tuple[int, int]:
        """The abilities of one card: where they begin and how many they are."""
        first = len(self.abilities)
        for one in abilities:
            unknown = set(one) - {"timing", "cond", "optional", "cost", "limit", "effects"}
            if unknown:
                raise self.wrong(f"unknown key {sorted(unknown)[0]!r} in an ability")
            cond = 0
            self.looking_back = one.get("timing") == "fight_end"
            for word in one.get("cond", []):
                cond |= 1 << self.index(word, self.condition_words, "condition")
            self.abilities.append(
                Ability(
                    self.index(one.get("timing"), self.timing_words, "timing"),
                    int(bool(one.get("optional"))),
                    self.index(one.get("cost", "none"), self.costs, "cost"),
                    self.index(one.get("limit", "none"), self.limits, "limit"),
                    cond,
                    self.text(one.get("effects", [])),
                )
            )
        self.looking_back = False
        return first, len(self.abilities) - first


def counted(file: str, what: str, found: int, expected: int) -> None:
    if found != expected:
        raise ValueError(f"{file}.yaml: {found} {what}, the box has {expected}")


def board(data: dict[str, Any]) -> dict[str, Any]:
    """The map as numbers: territories in the order of the file."""
    read = data["board"]
    names = [row["id"] for row in read["territories"]]
    number = {name: i for i, name in enumerate(names)}
    if len(number) != len(names):
        raise ValueError("board.yaml: a territory stands there twice")

    def at(name: Any, where: str) -> int:
        if name not in number:
            raise ValueError(f"board.yaml: {where} names the unknown territory {name!r} ({nearest(name, names)})")
        return number[name]

    counted("board", "territories", len(names), read["counts"]["territories"])
    counted("board", "edges", len(read["edges"]), read["counts"]["edges"])
    if len(names) > ROOM["territories"]:
        raise ValueError(f"board.yaml: {len(names)} territories, there is room for {ROOM['territories']}")
    region, location = [], []
    for row in read["territories"]:
        place = "hideout" if str(row["location"]).startswith("hideout") else row["location"] or "none"
        if row["region"] not in REGIONS:
            raise ValueError(f"board.yaml: {row['id']} lies in the unknown region {row['region']!r}")
        if place not in LOCATIONS:
            raise ValueError(f"board.yaml: {row['id']} has the unknown location {row['location']!r}")
        region.append(REGIONS.index(row["region"]))
        location.append(LOCATIONS.index(place))
    neighbours: list[set[int]] = [set() for _ in names]
    for a, b, _ in read["edges"]:
        x, y = at(a, "an edge"), at(b, "an edge")
        neighbours[x].add(y)
        neighbours[y].add(x)
    hideouts = [at(name, f"hideouts {letter}") for letter in LETTERS for name in read["hideouts"][letter]]
    counted("board", "hideouts", len(hideouts), 6)
    return {
        "names": names,
        "region": region,
        "location": location,
        "in_town": [int(bool(row["in_town"])) for row in read["territories"]],
        "work": [int(LOCATIONS[place] in read["work_locations"]) for place in location],
        "neighbours": neighbours,
        "distance": [distances(neighbours, x) for x in range(len(names))],
        "mesas": [[at(name, mesa) for name in around] for mesa, around in read["mesas"].items()],
        "hideouts": hideouts,
        "office": at(read["sheriff_office"], "sheriff_office"),
        "station": at(read["station"], "station"),
        "bank": at(read["bank"], "bank"),
        "doctor": at(read["doctor"], "doctor"),
        "cabaret": at(read["cabaret"], "cabaret"),
        "ranches": [at(read["ranches"][colour], "ranches") for colour in ("green", "blue")],
        "mines": [at(name, "mines") for name in read["mines"].values()],
    }


def distances(neighbours: list[set[int]], start: int) -> list[int]:
    """Steps from a territory to all others."""
    found = {start: 0}
    edge, steps = {start}, 0
    while edge:
        steps += 1
        edge = {y for x in edge for y in neighbours[x]} - set(found)
        found |= dict.fromkeys(edge, steps)
    return [found.get(x, 99) for x in range(len(neighbours))]


def compiled(data: dict[str, Any], rules: dict[str, Any], variants: dict[str, Any]) -> dict[str, Any]:
    """Everything that the kernel's table takes from the cards. The last few tables are remembered: a view that becomes
    a game again is at the same table as the one before."""
    key = (id(data), tuple(rules.items()), tuple(variants.items()))
    if key not in TABLES:
        if len(TABLES) >= 32:
            TABLES.clear()
        TABLES[key] = (data, compile_cards(data, rules, variants))  # holding the data keeps its id its own
    return TABLES[key][1]


TABLES: dict[tuple, tuple[dict[str, Any], dict[str, Any]]] = {}


def compile_cards(data: dict[str, Any], rules: dict[str, Any], variants: dict[str, Any]) -> dict[str, Any]:
    load = Loader(data, rules)
    places = board(data)
    number = {name: i for i, name in enumerate(places["names"])}
    made: dict[str, Any] = {"board": places}

    def territory(name: str) -> int:
        if name not in number:
            raise load.wrong(f"unknown territory {name!r} ({nearest(name, number)})")
        return number[name]

    # items: those of the stores, then the legendary ones
    items = [*data["items"]["items"], *data["legendary_items"]["items"]]
    ids = [row["id"] for row in items]
    for expansion, most in data["items"]["counts"].items():
        counted(
            "items",
            f"{expansion} items",
            sum(row["copies"] for row in data["items"]["items"] if row["expansion"] == expansion),
            most,
        )
    counted("legendary_items", "items", len(data["legendary_items"]["items"]), data["legendary_items"]["count"])
    made["items"] = []
    for row in items:
        load.place = ("items" if "copies" in row else "legendary_items", row["id"])
        upgraded = row.get("upgraded")
        made["items"].append(
            {
                "id": row["id"],
                "type": load.index(row["type"], TYPES, "type of item"),
                "copies": row.get("copies", 0),
                "expansion": EXPANSIONS.index(row.get("expansion", "handsome")),
                "price": rules.get(f"item_price_{row['id']}", 0),
                "speed": rules.get(f"item_speed_{row['id']}", row.get("speed") or 0),
                "speed_upgraded": rules.get(f"item_speed_{row['id']}_upgraded", 0),
                "end_lp": row.get("end_lp", 0),
                "end_lp_upgraded": rules.get(f"item_end_lp_{row['id']}", 0),
                "upgradable": int(bool(upgraded) and not rules["upgrades_off"]),
                "legendary": int("copies" not in row),
                "rows": load.rows(row["abilities"]),
                "rows_upgraded": load.rows(upgraded["abilities"] if upgraded else []),
            }
        )
    # characters
    characters = data["characters"]["characters"]
    for expansion, most in data["characters"]["counts"].items():
        counted("characters", f"{expansion} characters", sum(r["expansion"] == expansion for r in characters), most)
    made["characters"] = []
    for row in characters:
        load.place = ("characters", row["id"])
        start = row["start"]
        unknown = set(start) - {"money", "poker", "items", "nuggets", "cattle", "wounds"}
        if unknown:
            raise load.wrong(f"unknown start {sorted(unknown)[0]!r}")
        owned = [load.index(item.rstrip("+"), ids, "item") for item in start.get("items", [])]
        made["characters"].append(
            {
                "id": row["id"],
                "expansion": load.index(row["expansion"], EXPANSIONS, "expansion"),
                "money": start.get("money", 0),
                "poker": start.get("poker", 0),
                "nuggets": start.get("nuggets", 0),
                "cattle": start.get("cattle", 0),
                "wounds": start.get("wounds", 0),
                "marshal": rules.get(f"start_marshal_{row['id']}", 0),
                "wanted": rules.get(f"start_wanted_{row['id']}", 0),
                "items": sum(1 << i for i in owned),
                "upgraded": sum(
                    1 << i
                    for i, item in zip(owned, start.get("items", []), strict=True)
                    if item.endswith("+") and not rules["upgrades_off"]
                ),
                "places": [territory(name) for name in row["start_any_of"]],
                "rows": load.rows(row["legend_ability"]),
            }
        )
    # poker cards: card = 4 * rank + suit
    effects = data["poker_cards"]["effects"]
    counted("poker_cards", "effects", len(effects), data["poker_cards"]["counts"]["effects"])
    made["effects"], card_effect = [], [-1] * 52
    for i, row in enumerate(effects):
        load.place = ("poker_cards", row["id"])
        rank = load.index(str(row["rank"]), RANKS, "rank")
        for suit in COLOURS[list(COLOURS)[load.index(row["colour"], COLOURS, "colour")]]:
            if card_effect[4 * rank + suit] >= 0:
                raise load.wrong(f"{row['rank']} of {SUITS[suit]} has two texts")
            card_effect[4 * rank + suit] = i
        made["effects"].append(load.rows([] if rules["poker_effects_off"] else row["abilities"]))
    counted("poker_cards", "cards", sum(effect >= 0 for effect in card_effect), 52)
    made["card_effect"] = card_effect
    # fight cards
    counted("fight_cards", "cards", len(data["fight_cards"]["cards"]), data["fight_cards"]["count"])
    made["fight_cards"] = []
    for row in data["fight_cards"]["cards"]:
        load.place = ("fight_cards", str(row["rank"]))
        made["fight_cards"].append((row["value"], load.text(row["effects"])))
    # cattle
    made["cattle"] = []
    load.part = PART_CATTLE
    for row in data["cattle"]["values"]:
        load.place = ("cattle", row["id"])
        if f"cattle_tokens_{row['id']}" not in rules:
            raise load.wrong(f"no rule cattle_tokens_{row['id']} says how many there are")
        made["cattle"].append((rules[f"cattle_tokens_{row['id']}"], load.text(row["effects"])))
    load.part = PART_STORY
    made["stories"] = stories(load, data, rules, variants)
    load.part = PART_CARDS
    made["bandit_lines"] = bandit_lines(load, data)
    # the Man in Black
    counted("man_in_black", "cards", len(data["man_in_black"]["cards"]), data["man_in_black"]["count"])
    made["mib"] = []
    for row in data["man_in_black"]["cards"]:
        load.place = ("man_in_black", row["id"])
        made["mib"].append(
            {
                "destination": -1 if row["destination"] == "leader" else territory(row["destination"]),
                "lp": row["lp"],
                "money": row["take_money"],
                "cards": row["take_cards"],
                "fight": int(row["fight"]),
                "letters": letters(load, row["bandits"]),
                "sheriff": row["sheriff"],
            }
        )
    made["goals"] = goals(data, [row["id"] for row in characters])
    made["ops"], made["abilities"] = load.ops, load.abilities
    for name, most in (("ops", ROOM["ops"]), ("abilities", ROOM["abilities"]), ("stories", ROOM["stories"])):
        if len(made[name]) > most:
            raise ValueError(f"data: {len(made[name])} {name}, there is room for {most}")
    return made


def letters(load: Loader, names: list[str]) -> int:
    """A gang's letter stands for its hideouts; A1 or A2 names one of them. Bit a hideout, in the order of the board."""
    bits = 0
    for name in names:
        gang = load.index(name[:1], LETTERS, "gang")
        if name[1:] not in ("", "1", "2"):
            raise load.wrong(f"unknown hideout {name!r} (A, A1, A2, B, …)")
        bits |= (3 << 2 * gang) if len(name) == 1 else 1 << (2 * gang + int(name[1]) - 1)
    return bits


def stories(load: Loader, data: dict[str, Any], rules: dict[str, Any], variants: dict[str, Any]) -> list[dict]:
    """The story cards in this game: condition, reward, bandits, the Sheriff's steps."""
    read = data["story_cards"]
    conditions = list(read["conditions"])
    made = []
    for expansion, most in read["counts"].items():
        counted("story_cards", f"{expansion} stories", len(read[expansion]), most)
        for row in read[expansion]:
            load.place = ("story_cards", row["id"])
            if not 0 <= row["sheriff"] <= 6:
                raise load.wrong(f"the Sheriff moves {row['sheriff']} (0 to 6)")
            inside = (expansion == "base" or variants[expansion]) and (
                not variants["first_game"] or row.get("first_game", False)
            )
            made.append(
                {
                    "id": row["id"],
                    "condition": load.index(row["condition"], conditions, "condition of a story"),
                    "pc": load.text(row["reward"]),
                    "letters": letters(load, row["bandits"]),
                    "sheriff": row["sheriff"],
                    "inside": int(inside),
                }
            )
    if rules["story_deck"]:  # the alternative deck: every reward, with its bandits, moves 17 cards of this game on
        deck = [one for one in made if one["inside"]]
        turned = iter([*deck[17 % len(deck) :], *deck[: 17 % len(deck)]])
        made = [{**next(turned), "condition": one["condition"]} if one["inside"] else one for one in made]
    return made


def bandit_lines(load: Loader, data: dict[str, Any]) -> list[list[tuple[int, int, int, int]]]:
    """Card by type: change of the fight card's value, number of fight cards (0: as usual), texts after win and loss."""
    read = data["bandit_cards"]
    counted("bandit_cards", "cards", len(read["cards"]), read["count"])
    counted("bandit_cards", "types", len(read["types"]), 6)
    lines = {}
    for name, line in read["lines"].items():
        load.place = ("bandit_cards", name)
        when = load.index(line["when"], ("fight", "win", "lose"), "time")
        value = cards = 0
        if when == 0:
            for effect in line["effects"]:
                word = load.index(effect["op"], ("fight_value", "npc_cards", "nothing"), "effect")
                if word == 0:
                    value += load.number(effect)
                elif word == 1:
                    cards = load.number(effect)
            lines[name] = (value, cards, 0, 0)
        else:
            pc = load.text(line["effects"])
            lines[name] = (0, 0, pc if when == 1 else 0, pc if when == 2 else 0)
    made = []
    for row in read["cards"]:
        load.place = ("bandit_cards", row["id"])
        for kind in read["types"]:
            load.index(row.get(kind), lines, f"line for the {kind}")
        made.append([lines[row[kind]] for kind in read["types"]])
    return made


def goals(data: dict[str, Any], characters: list[str]) -> list[list[tuple[int, int]]]:
    """The four goals of each character: predicate and number."""
    read = data["goal_cards"]
    predicates = list(read["predicates"])
    made: list[list[tuple[int, int]]] = [[] for _ in characters]
    for row in read["goals"]:
        if row["character"] not in characters:
            where = line_of("goal_cards", row["id"])
            raise ValueError(
                f"{where}: unknown character {row['character']!r} ({nearest(row['character'], characters)})"
            )
        if row["predicate"] not in predicates:
            where = line_of("goal_cards", row["id"])
            raise ValueError(
                f"{where}: unknown predicate {row['predicate']!r} ({nearest(row['predicate'], predicates)})"
            )
        made[characters.index(row["character"])].append((predicates.index(row["predicate"]), row["n"]))
    for name, own in zip(characters, made, strict=True):
        counted("goal_cards", f"goals of {name}", len(own), 4)
    return made
