"""The files of Carson City agree with each other: rules.yaml, outcome.yaml, data/*.yaml and state.pxd."""
import re

import pytest

from sim.carson_city import words
from sim.core.rulebook import book
from tests.rules import header

BOOK = book("carson_city")
DATA = BOOK.data
DEFAULT = {name: rule["default"] for name, rule in BOOK.rules.items()}
BOX = {row["id"]: row for row in DATA["buildings"]["buildings"]}


def names_of(enum: str) -> list[str]:
    return header.names_of("carson_city", enum)


def test_words_know_every_phase_and_act():
    needed = [*names_of("Phase"), *names_of("Act"), *names_of("Build"), "SEATS", "PLACES", "SPACES", "LINES", "NOBODY"]
    assert [name for name in needed if not hasattr(words, name)] == []
    assert len(words.PHASES) == len(names_of("Phase"))


@pytest.mark.parametrize(("rule", "prefix"), [
    ("church_protects", "PROTECTS"), ("duel_tie_break", "TIE"), ("final_tie_break", "FINAL"),
    ("cash_limit_voluntary", "VOLUNTARY"), ("house_on_foreign_parcel", "FOREIGN"), ("road_route_choice", "ROUTE"),
    ("deferred_building_window", "DEFER"), ("vp_guns_pooling", "GUNS"), ("choice_order", "CHOICE"),
])
def test_switches_have_as_many_values_as_positions(rule, prefix):
    positions = [name for name in header.enumerators("carson_city") if name.startswith(prefix + "_")]
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
