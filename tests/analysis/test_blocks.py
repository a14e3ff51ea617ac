"""From rows to block values, on tables small enough to add up by hand."""

import pickle
from itertools import pairwise

import polars as pl
import pytest

from analysis import Line, measure, tally, tally_pair
from analysis.anytime import Change, Sample
from tests.analysis.outcome_tables import dice, table


def test_win_share_of_a_seat_is_the_mean_over_the_rotations_of_a_block():
    games = [
        {"block": 0, "rotation": 0, "scores": [5, 1]},
        {"block": 0, "rotation": 1, "scores": [5, 5], "tie_level": -1},
        {"block": 1, "rotation": 0, "scores": [0, 3]},
        {"block": 1, "rotation": 1, "scores": [0, 3]},
    ]
    counted = tally(table(games, 2), measure("win_share"), "seat")
    first = counted.sample(Line(0, "0"))
    assert sorted(first.total) == [0, 0.75]
    assert float(first.n) == 2, "blocks, not games"
    assert float(first.estimate) == 0.375


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("tied_games", 0.5), ("tie_level_0", 0.25), ("tie_level_1", 0.25), ("tie_level_shared", 0.25), ("margin", 1)],
)
def test_measures_of_a_game(name, wanted):
    games = [
        {"scores": [5, 1, 1]},  # margin 4
        {"scores": [7, 7, 1], "wins": [1, 0, 0], "tie_level": 1},  # 0
        {"scores": [7, 7, 1], "tie_level": -1},  # 0: shared
        {"scores": [1, 2, 9], "wins": [0, 0, 0]},  # nobody wins: 0
    ]
    assert float(tally(table(games, 3), measure(name)).sample(Line(0, "all")).estimate) == wanted


def test_margin_is_between_sides():
    games = [{"scores": [9, 8, 5, 4], "teams": [0, 0, 1, 1], "wins": [1, 1, 0, 0]}]
    assert float(tally(table(games, 4), measure("margin")).sample(Line(0, "all")).estimate) == 4


def test_columns_of_the_game_are_measures():
    games = [{"scores": [5, 1], "gold": [2, 1], "rounds": 3}, {"scores": [3, 9], "gold": [3, 0], "rounds": 6}]
    outcomes = table(games, 2)
    assert float(tally(outcomes, measure("rounds")).sample(Line(0, "all")).estimate) == 4.5
    assert float(tally(outcomes, measure("vp_gold"), "seat").sample(Line(0, "0")).estimate) == 2.5
    assert float(tally(outcomes, measure("vp_land"), "won").sample(Line(0, "winner")).estimate) == 6


def test_a_character_that_changes_every_round_counts_seat_rounds():
    held = {"character_1": ["Banker", "Sheriff"], "character_2": ["Banker", "Banker"], "character_3": [None, None]}
    counted = tally(table([{"scores": [4, 1], "characters": held}], 2), measure("win_share"), "character")
    banker = Line(0, "Banker")
    assert counted.appearances(banker) == 3
    assert float(counted.sample(banker).estimate) == pytest.approx(2 / 3)
    assert float(counted.choices(banker).estimate) == 1


def test_only_blocks_with_the_character_count_for_it():
    games = [
        {"scores": [4, 1, 0], "characters": {"character": ["Banker", "Sheriff", "Settler"]}},
        {"scores": [4, 1, 0], "characters": {"character": ["Sheriff", "Settler", "Chinese"]}},
    ]
    counted = tally(table(games, 3), measure("win_share"), "character")
    assert float(counted.sample(Line(0, "Banker")).n) == 1
    assert float(counted.choices(Line(0, "Banker")).estimate) == 0.5
    assert float(counted.sample(Line(0, "Grocer")).n) == 0, "never seen is empty, not an error"


def test_chunks_add_up_in_any_order():
    outcomes = dice(60, seed=1, characters=["A", "B", "C", "D", "E"])
    whole = tally(outcomes, measure("win_share"), "character")
    for cuts in ([0, 60], [0, 1, 2, 60], [0, 7, 14, 33, 60]):
        parts = [
            tally(outcomes.filter(pl.col("block").is_between(low, high - 1)), measure("win_share"), "character")
            for low, high in pairwise(cuts)
        ]
        for order in (parts, parts[::-1]):
            summed = sum(order[1:], order[0])
            assert summed.counts.equals(whole.counts)
            assert summed.cells.equals(whole.cells)


def test_tallies_travel_between_processes_and_only_like_ones_add_up():
    counted = tally(dice(10, seed=1), measure("win_share"), "seat")
    copy = pickle.loads(pickle.dumps(counted))
    assert (copy + counted).counts["blocks"].sum() == 2 * counted.counts["blocks"].sum()
    with pytest.raises(ValueError, match="do not add up"):
        counted + tally(dice(10, seed=1), measure("score"), "seat")
    with pytest.raises(ValueError, match="two numbers of players"):
        counted + tally(dice(10, seed=1, players=3), measure("win_share"), "seat")


def test_lazy_tables_give_the_same_counts():
    outcomes = dice(20, seed=1)
    assert tally(outcomes.lazy(), measure("score"), "seat").counts.equals(
        tally(outcomes, measure("score"), "seat").counts
    )


def test_paired_differences_are_taken_block_by_block():
    games = [
        {"cell": 0, "block": 0, "scores": [5, 1]},
        {"cell": 1, "block": 0, "scores": [5, 1]},
        {"cell": 0, "block": 1, "scores": [5, 1]},
        {"cell": 1, "block": 1, "scores": [1, 5]},
        {"cell": 1, "block": 2, "scores": [1, 5]},  # no partner: left out
    ]
    counted = tally_pair(table(games, 2), 0, 1, measure("win_share"), "seat")
    change = counted.sample(Line(1, "0", base=0))
    assert isinstance(change, Sample)
    assert change.bounds == (-1, 1)
    assert sorted(zip(change.total, change.counts, strict=True)) == [(-1, 1), (0, 1)]
    assert counted.pairing(Line(1, "0", base=0)) == {"variance_ratio": 1.0, "blocks_that_differ": 0.5}


def test_pairing_needs_like_cells():
    games = [{"cell": 0, "scores": [5, 1]}]
    with pytest.raises(ValueError, match="cannot be paired"):
        tally_pair(table(games, 2), 0, 1, measure("win_share"), "seat")


def test_characters_drafted_differently_leave_a_nuisance():
    games = [
        {"cell": 0, "block": 0, "scores": [5, 1], "characters": {"character": ["Banker", "Sheriff"]}},
        {"cell": 1, "block": 0, "scores": [5, 1], "characters": {"character": ["Settler", "Banker"]}},
        {"cell": 0, "block": 1, "scores": [5, 1], "characters": {"character": ["Banker", "Sheriff"]}},
        {"cell": 1, "block": 1, "scores": [5, 1], "characters": {"character": ["Sheriff", "Settler"]}},
    ]
    change = tally_pair(table(games, 2), 0, 1, measure("win_share"), "character").sample(Line(1, "Banker", base=0))
    assert isinstance(change, Change)
    assert float(change.estimate) == -1


def test_a_broken_block_is_refused():
    outcomes = dice(3, seed=1)
    with pytest.raises(ValueError, match="not whole"):
        tally(outcomes.slice(1), measure("win_share"), "seat")


def test_a_value_outside_its_bounds_is_an_error_and_never_clipped():
    counted = tally(table([{"scores": [50, 1]}], 2), measure("score", (0, 40)), "seat")
    with pytest.raises(ValueError, match="outside its bounds"):
        counted.sample(Line(0, "0"))
