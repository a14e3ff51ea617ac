"""The files of Gold Rush agree with each other, and a wrong list is refused with everything that is wrong with it."""
import copy
import re

import pytest

from sim.core.rulebook import RuleError, book, resolve
from sim.gold_rush import box, drawing, words
from tests.rules import header, rule

BOOK = book("gold_rush")
DATA = BOOK.data
DEFAULT = {name: rule["default"] for name, rule in BOOK.rules.items()}


def names_of(enum):
    return header.names_of("gold_rush", enum)


def test_words_know_every_phase_and_act():
    needed = [*names_of("Phase"), *names_of("Act"), *names_of("Place"), "SEATS", "TILES", "PARTS", "COUNTS"]
    assert [name for name in needed if not hasattr(words, name)] == []
    assert len(words.PHASES) == len(names_of("Phase"))
    assert len(words.COLOURS) == len(drawing.SEAT_PAINT) == words.SEATS


@pytest.mark.parametrize(("rule_name", "prefix"), [
    ("token_split", "SPLIT"), ("unplaceable_tile", "UNFIT"), ("majority_tie", "TIE"), ("train_rule", "TRAIN"),
    ("token_tie_split", "SHARE"), ("unclaimed_tokens", "UNCLAIMED"), ("tie_break", "FINAL")])
def test_switches_have_as_many_values_as_positions(rule_name, prefix):
    positions = [name for name in header.enumerators("gold_rush") if name.startswith(prefix + "_")]
    assert len(BOOK.rules[rule_name]["values"]) == len(positions)


def test_columns_are_parts_counts_and_the_final_table():
    parts = [name.replace("PART_", "vp_").lower() for name in names_of("Part")[:-1]]
    counts = [name.lower() for name in names_of("Count")[:-1]]
    final = ["n_tokens_mined", "n_tokens_won", "n_cowboys_left", "n_tiles_discarded"]
    assert list(BOOK.outcome["columns"]) == parts + counts + final
    assert BOOK.outcome["sources"] == [name.removeprefix("LUCK_").lower() for name in names_of("Source")[:-1]]
    assert BOOK.outcome["end_reasons"] == [name.lower() for name in names_of("End")]


def test_room_is_the_room_of_the_state():
    numbers = header.enumerators("gold_rush")
    assert {what: numbers[name] for what, name in (
        ("tiles", "TILES"), ("mountain_segments", "MOUNTAINS"), ("rail_segments", "RAILS"),
        ("prairie_segments", "PRAIRIES"), ("cities", "CITIES"))} == box.ROOM
    assert numbers["FRONTIER"] == 2 * numbers["TILES"] + 2
    assert numbers["TOKENS"] == box.MOST_TOKENS == BOOK.rules["tokens_total"]["high"]


@rule("GR-3.3", "GR-3.4")
def test_the_box_is_that_of_the_rulebook():
    pieces, tokens = DATA["pieces"], DATA["gold_tokens"]
    assert DEFAULT["cowboys_usable"] == pieces["cowboys_per_colour"] - 1
    assert DEFAULT["tents_per_player"] == pieces["tents_per_colour"]
    assert DEFAULT["tokens_total"] == tokens["total"]
    assert BOOK.players == list(range(pieces["players"]["min"], pieces["players"]["max"] + 1))
    assert tuple(pieces["colours"]) == words.COLOURS
    assert [DEFAULT[f"token_count_{value}"] for value in tokens["values"]] == tokens["splits"][0]["counts"]
    assert [row["id"] for row in tokens["splits"]] == BOOK.rules["token_split"]["values"][:-1]


def test_every_rule_has_a_number_and_one_line_of_help():
    for name, entry in {**BOOK.rules, **BOOK.variants}.items():
        assert re.fullmatch(r"GR-\d+\.\d+", entry["rule"]), name
        assert entry["help"] and "\n" not in entry["help"]


def test_estimates_are_counted():
    """The tile list and the token split are estimates: they show in `fairdraw games`."""
    assert BOOK.sources()["E"] > 150


# Lists that drop in ---------------------------------------------------------------------------------------------------

def test_every_list_with_every_variant_can_be_read():
    for tile_list in BOOK.rules["tile_list"]["values"]:
        for variant in BOOK.rules["tile_variant"]["values"]:
            found = box.tile_list(DATA, tile_list, variant)
            assert sum(tile.count for tile in found) == 72


@pytest.mark.parametrize(("variant", "what", "n"), [
    ("sparse_prairie", "camps", 10), ("sparse_prairie", "herds", 6), ("few_trains", "trains", 6),
    ("many_trains", "trains", 18),
    ("more_cities", "cities", 9), ("lean_gold", "nuggets", 56), ("bare_mountains", "nuggets", 55)])
def test_variants_of_the_list(variant, what, n):
    assert box.count(box.tile_list(DATA, "tiles", variant))[what] == n


def spoilt(change):
    data = copy.deepcopy(dict(DATA))
    change(data)
    with pytest.raises(ValueError) as error:
        box.tile_list(data, "tiles")
    return str(error.value)


def shape(data, name):
    return next(row for row in data["archetypes"]["archetypes"] if row["id"] == name)


def row(data, name):
    return next(one for one in data["tiles"]["tiles"] if one["id"] == name)


@pytest.mark.parametrize(("change", "message"), [
    (lambda d: row(d, "T05").update(nuggets=[1, 1]), "T05: nuggets has 2 entries, C1RR has 1 mountains"),
    (lambda d: row(d, "T05").update(camps=[1, -1]), "T05: camps are [1, -1]"),
    (lambda d: row(d, "T05").update(camp=[1]), "T05: there is no key camp (did you mean camps?)"),
    (lambda d: row(d, "T05").update(archetype="C1RX"), "T05: there is no shape C1RX"),
    (lambda d: row(d, "T05").update(count=2), "tiles are 73, the file promises 72"),
    (lambda d: row(d, "T05").update(count="one"), "T05: count is 'one'"),
    (lambda d: row(d, "T06").update(id="T05"), "T05: there are two rows of this id"),
    (lambda d: row(d, "T02").update(trains=[0]), "trains are 11, the file promises 12"),
    (lambda d: row(d, "T00").update(start=False), "start tiles: []"),
    (lambda d: row(d, "T00").update(archetype="RS", nuggets=[]), "the start tile has 0 mountains, not 1 (GR-3.7)"),
    (lambda d: row(d, "T14").update(count=80), "there is room for 84"),
    (lambda d: [one.update(nuggets=[9] * len(one["nuggets"])) for one in d["tiles"]["tiles"] if "nuggets" in one],
     "441 nuggets: there is room for 255"),
    (lambda d: shape(d, "C1").update(mountains=[["E"]]),
     "C1: mountain segments take the edges ['E'], the tile has ['N']"),
    (lambda d: shape(d, "RS").update(prairies=[[1, 2, 3, 4], [0, 5, 6]]), "shape RS: prairies touch the half-edges"),
    (lambda d: shape(d, "C1").update(prairies=[[2, 4, 5, 6, 7], [3]]), "shape C1: the prairie edge E has two prairies"),
    (lambda d: shape(d, "RS")["rails"][0].update(end="tunnel"), "shape RS: railroad r0 ends at 'tunnel'"),
    (lambda d: shape(d, "RS")["rails"][0].update(end="station"), "RS: railroad r0 has 2 edges and ends at station"),
    (lambda d: shape(d, "CI3").update(city=False), "shape CI3: a city and railroads that end in it belong together"),
    (lambda d: shape(d, "RS")["edges"].update(N="X"), "shape RS: edges are"),
    (lambda d: shape(d, "M3R").update(mountains=[]), "shape M3R"),
])
@rule("GR-3.7")
def test_a_wrong_list_is_refused(change, message):
    assert message in spoilt(change)


def test_all_that_is_wrong_is_said_at_once():
    def change(data):
        row(data, "T05").update(nuggets=[1, 1])
        row(data, "T08").update(archetype="NO")
    assert "T05" in spoilt(change) and "T08" in spoilt(change)


def test_an_unknown_list_or_variant_is_refused():
    with pytest.raises(ValueError, match=r"no tile list data/tilez\.yaml"):
        box.tile_list(DATA, "tilez")
    with pytest.raises(ValueError, match="there is no variant sparse"):
        box.tile_list(DATA, "tiles", "sparse")
    data = {**DATA, "tiles_variants": {"variants": [{"id": "x", "rows": {"T99": {"count": 1}}}]}}
    with pytest.raises(ValueError, match="variant x changes the row T99"):
        box.tile_list(data, "tiles", "x")


# Gold tokens ----------------------------------------------------------------------------------------------------------

def counts(**rules):
    return box.tokens(resolve(BOOK, 2, rules))[1]


@rule("GR-3.3")
def test_token_splits():
    assert counts() == [12, 17, 18, 10, 6]
    assert counts(token_split="flat") == [13, 13, 13, 12, 12]
    assert counts(token_split="poor") == [20, 20, 13, 6, 4]
    assert counts(token_split="rich") == [6, 12, 20, 15, 10]
    assert counts(token_split="custom", token_count_0=0, token_count_5=18) == [0, 17, 18, 10, 18]
    assert counts(token_split="custom", **{f"token_count_{value}": n for value, n in zip(
        (0, 1, 2, 3, 5), (20, 20, 13, 6, 4), strict=True)}) == counts(token_split="poor")


@rule("GR-3.3")
def test_a_custom_split_with_more_tokens_than_there_is_room_for_is_refused():
    with pytest.raises(RuleError, match=r"token_count_0, .* make 91 tokens in all, at most 90"):
        counts(token_split="custom", token_count_0=40)
    assert sum(counts(token_split="custom", token_count_0=39)) == 90
    with pytest.raises(RuleError, match="token_count_0 has no effect without token_split: custom"):
        counts(token_count_0=40)


def test_a_split_is_scaled_to_another_total():
    assert counts(tokens_total=90) == [17, 24, 26, 14, 9]
    assert sum(counts(tokens_total=40, token_split="rich")) == 40
    assert box.scaled([1, 1, 1], 4) == [2, 1, 1]            # lower value first


def test_a_wrong_split_is_refused():
    setting = resolve(BOOK, 2)
    splits = [{"id": "default", "counts": [1, 2, 3, 4, 5]}]
    setting["data"] = {**DATA, "gold_tokens": {**DATA["gold_tokens"], "splits": splits}}
    with pytest.raises(ValueError, match="the split default has"):
        box.tokens(setting)
