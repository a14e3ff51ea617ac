"""The files of Carson City agree with each other: rules.yaml, outcome.yaml, data/*.yaml and state.pxd."""
import re
from pathlib import Path

import pytest

from sim.carson_city import words
from sim.core.rulebook import book

PXD = (Path(words.__file__).parent / "state.pxd").read_text()
BOOK = book("carson_city")
DATA = BOOK.data
DEFAULT = {name: rule["default"] for name, rule in BOOK.rules.items()}
BOX = {row["id"]: row for row in DATA["buildings"]["buildings"]}


def block(header: str) -> list[str]:
    """The lines below a header of state.pxd, without comments."""
    body = re.search(rf"^cdef {header}.*\n((?:(?: +.*)?\n)+)", PXD, re.MULTILINE)
    assert body, f"state.pxd has no {header}"
    return [line.split("#")[0].strip() for line in body[1].splitlines() if line.split("#")[0].strip()]


def enumerators() -> dict[str, int]:
    """Every name of every enumeration of state.pxd with its number."""
    found = {}
    for body in re.findall(r"^cdef enum\b.*\n((?:(?: +.*)?\n)+)", PXD, re.MULTILINE):
        number = 0
        for line in body.splitlines():
            for entry in line.split("#")[0].split(","):
                name, _, value = (part.strip() for part in entry.partition("="))
                if name:
                    number = int(value) if value else number
                    found[name] = number
                    number += 1
    return found


def names_of(enum: str) -> list[str]:
    entries = [entry for line in block(f"enum: +# {enum}") for entry in line.split(",")]
    return [entry.split("=")[0].strip() for entry in entries if entry.strip()]


def test_rules_are_the_fields_of_the_struct():
    fields = [name.strip() for line in block("struct Rules") for name in line.split(None, 1)[1].split(",")]
    assert len(fields) == len(set(fields))
    assert sorted(fields) == sorted(BOOK.rules)


def test_words_mirror_the_enumerations():
    numbers = enumerators()
    shared = [name for name in numbers if hasattr(words, name)]
    assert {name: getattr(words, name) for name in shared} == {name: numbers[name] for name in shared}
    needed = [*names_of("Phase"), *names_of("Act"), *names_of("Build"), "SEATS", "PLACES", "SPACES", "LINES", "NOBODY"]
    assert [name for name in needed if name not in shared] == []
    assert len(words.PHASES) == len(names_of("Phase"))


@pytest.mark.parametrize(("rule", "prefix"), [
    ("church_protects", "PROTECTS"), ("duel_tie_break", "TIE"), ("final_tie_break", "FINAL"),
    ("cash_limit_voluntary", "VOLUNTARY"), ("house_on_foreign_parcel", "FOREIGN"), ("road_route_choice", "ROUTE"),
    ("deferred_building_window", "DEFER"), ("vp_guns_pooling", "GUNS"), ("choice_order", "CHOICE"),
])
def test_switches_have_as_many_values_as_positions(rule, prefix):
    positions = [name for name in enumerators() if name.startswith(prefix + "_")]
    assert len(BOOK.rules[rule]["values"]) == len(positions)


def test_columns_are_characters_parts_counts_and_the_final_table():
    parts = [name.replace("PART_", "vp_").lower() for name in names_of("Part")[:-1]]
    counts = [name.lower() for name in names_of("Count")[:-1]]
    final = ["n_parcels", "n_buildings", "n_houses", "n_mountains", "n_guns", "n_money", "n_kept"]
    rounds = [f"character_{n + 1}" for n in range(words.ROUNDS)]
    assert list(BOOK.outcome["columns"]) == rounds + parts + counts + final


def test_sources_of_luck():
    assert BOOK.outcome["sources"] == [name.removeprefix("LUCK_").lower() for name in names_of("Source")[:-1]]


def test_buildings_are_those_of_the_box():
    """CC-2, CC-6.6, CC-6.9, CC-11.1, CC-11.6: thirty tiles."""
    assert tuple(BOX) == words.BUILDING_NAMES
    assert sum(row["count"] for row in BOX.values()) == 30
    for name, row in BOX.items():
        assert DEFAULT[f"building_count_{name}"] == row["count"]
        assert DEFAULT.get(f"guns_{name}", 0) == row["guns"]
        assert DEFAULT.get(f"{name}_house_units", 0) == row["house_units"]
        assert DEFAULT.get(f"cap_{name}", row["cap"]) == row["cap"]
        assert row["needs_road"] == row["needs_house"]
    assert DEFAULT["house_supply"] == DATA["buildings"]["house"]["count"]
    needing = sum(row["count"] for row in BOX.values() if row["needs_house"])
    assert needing + 1 <= DEFAULT["house_supply"]           # houses cannot run out


def test_characters_are_those_of_the_cards():
    """CC-5.3 and the table of section 10."""
    cards = DATA["characters"]["characters"]
    assert [card["id"] for card in cards[::2]] == BOOK.outcome["characters"]
    assert [name.lower() for name in words.CHARACTER_NAMES] == BOOK.outcome["characters"]
    for card in cards:
        assert DEFAULT[f"cash_limit_{card['id']}_{card['side']}"] == card["cash_limit"]
        assert DEFAULT[f"character_order_{card['id']}"] == card["order"]
        assert BOOK.rules[f"character_order_{card['id']}"]["source"] == card["order_source"]


def test_spaces_are_those_of_the_track():
    """Section 6 and CC-5.17."""
    steps = DATA["action_spaces"]["steps"]
    assert [row["step"] for row in steps] == list(range(1, 25))
    assert len(words.STEPS) == 26
    assert sum(row["kind"] == "space" for row in steps) == words.SPACES
    assert [row["id"] for row in steps if row.get("many")] == ["wages", "road"]
    prices = {row["id"]: row["price"] for row in steps if "price" in row}
    rules = {f"build_{name.rsplit('_', 1)[1]}": name for name in words.BUILDING_PRICES}
    rules |= {f"vp_buy_{name.rsplit('_', 1)[1]}": name for name in words.VP_PRICES}
    assert prices == {space: DEFAULT[rule] for space, rule in rules.items()}


def test_board_and_tokens():
    """CC-3.1, CC-3.4, CC-4.9."""
    board = DATA["board"]
    assert board["parcels"]["rows"] * board["parcels"]["columns"] == words.PARCELS
    assert board["corners"]["rows"] == board["corners"]["columns"] == words.CORNERS
    assert board["lines"]["across"]["count"] + board["lines"]["down"]["count"] == words.LINES
    tokens = DATA["duel_tokens"]["tokens"]
    assert [row["value"] for row in tokens] == list(range(words.VALUES))
    assert sum(row["count"] for row in tokens) == words.TOKENS
    editions = {row["name"]: row["here"] for row in DATA["components"]["edition_differences"]}
    assert editions["revolvers"] == DEFAULT["revolver_supply"]
    assert editions["duel_tokens"] == words.TOKENS


def test_every_rule_stands_in_the_rulebooks_range():
    for name, rule in BOOK.rules.items():
        assert re.fullmatch(r"CC-\d+\.\d+", rule["rule"]), name
        assert rule["help"] and "\n" not in rule["help"]
        assert ("needs" in rule) == name.startswith(("might_", "kc_")), name
