"""The tables of a report, on outcome tables with known answers."""

import json

import polars as pl
import pytest

import analysis
from analysis.results import figure
from analysis.tiebreaks import unexplained
from tests.analysis.outcome_tables import dice, table

CAST = ["Banker", "Chinese", "Grocer", "Settler", "Sheriff"]
ROWS = dice(500, seed=4, characters=CAST, skill=[3, 0, 0, 0, 0])


def by_group(result: analysis.Result) -> dict[str, dict]:
    return {row["group"]: row for row in result.frame.iter_rows(named=True)}


def test_seats_of_a_fair_game_cover_the_fair_share():
    frame = analysis.seats(ROWS).frame
    assert frame["group"].to_list() == ["0", "1", "2", "3"]
    assert frame["estimate"].sum() == pytest.approx(1, abs=1e-4)
    for row in frame.iter_rows(named=True):
        assert row["joint_low"] <= row["low"] <= 0.25 <= row["high"] <= row["joint_high"]
        assert row["low"] < row["fixed_low"] < row["fixed_high"] < row["high"]
        assert (row["blocks"], row["games"], row["lines"], row["method"]) == (500, 2_000, 4, "anytime")


def test_characters_show_worth_and_choice():
    result = analysis.characters(ROWS, drafted=True, groups=[*CAST, "Heroine"])
    rows = by_group(result)
    assert rows["Banker"]["low"] > 0.25
    assert rows["Banker"]["chosen"] == pytest.approx(0.8, abs=0.05)
    assert rows["Heroine"]["why"] == "never taken"
    assert rows["Heroine"]["estimate"] is None
    assert rows["Heroine"]["chosen"] == 0
    assert rows["Heroine"]["chosen_high"] > 0, "never seen is not impossible"
    assert "not what the character is worth" in str(result)


def test_bots_and_entrants():
    games = [{"scores": [5, 1], "bots": ["heuristic", "random"]}] * 3 + [{"scores": [1, 5], "bots": ["heuristic"] * 2}]
    rows = by_group(analysis.bots(table(games, 2)))
    assert rows["random"]["estimate"] == 0
    assert rows["heuristic"]["estimate"] == 0.8
    assert by_group(analysis.entrants(ROWS)).keys() == {"0", "1", "2", "3"}


def test_cells_bring_their_names_and_why_they_stopped():
    cells = pl.DataFrame({"cell": [0], "rules": ["rulebook"], "variants": [{"might": True}], "stopped": ["half_width"]})
    row = analysis.seats(ROWS, cells=cells).frame.row(0, named=True)
    assert (row["rules"], row["might"], row["why"]) == ("rulebook", True, "half_width")


def test_variants_are_compared_on_the_same_blocks():
    cells = pl.DataFrame(
        {
            "cell": [0, 1, 2],
            "players": [4, 4, 4],
            "variants": [
                {"might": False, "side": "red"},
                {"might": True, "side": "red"},
                {"might": True, "side": "yellow"},
            ],
        }
    )
    outcomes = pl.concat(
        [dice(300, 5, cell=cell, characters=CAST, deals=5, skill=[cell, 0, 0, 0, 0]) for cell in (0, 1, 2)]
    )
    frame = analysis.variants(outcomes, cells, by="character").frame
    assert set(frame.select("factor", "before", "after").rows()) == {
        ("might", "False", "True"),
        ("side", "red", "yellow"),
    }
    assert frame.height == 2 * len(CAST)
    banker = frame.filter(pl.col("group") == "Banker", pl.col("factor") == "might").row(0, named=True)
    assert banker["estimate"] > 0
    assert 0.5 < banker["variance_ratio"] < 1.5
    assert analysis.variants(outcomes, cells, of="rounds", by=None, bounds=(3, 5)).frame.height == 2


TIES = [
    {"scores": [7, 3, 1], "keys": [0, 0, 0]},
    {"scores": [7, 7, 1], "keys": [2, 1, 0], "wins": [1, 0, 0], "tie_level": 1},
    {"scores": [7, 7, 1], "keys": [2, 1, 0], "wins": [1, 0, 0], "tie_level": 1},
    {"scores": [5, 5, 5], "keys": [1, 1, 0], "wins": [1, 1, 0], "tie_level": -1},
    {"scores": [5, 5, 5], "wins": [0, 0, 0]},
]


def test_how_often_each_step_decides():
    frame = analysis.tiebreaks(table(TIES, 3)).frame
    assert dict(frame.select("measure", "estimate").rows()) == {
        "tie_level_0": 0.2,
        "tie_level_1": 0.4,
        "tie_level_shared": 0.2,
    }


def test_whom_the_tie_break_favours():
    rows = by_group(analysis.tie_favours(table(TIES, 3), "seat"))
    assert rows["0"]["estimate"] == pytest.approx((0.5 + 0.5 + 1 / 6) / 3, abs=1e-6)
    assert rows["1"]["estimate"] == pytest.approx((-0.5 - 0.5 + 1 / 6) / 3, abs=1e-6)
    assert rows["2"]["estimate"] == pytest.approx(-1 / 3, abs=1e-6)


def test_what_another_chain_would_have_given():
    frame = analysis.tie_chains(table(TIES, 3), {"shared": [], "reversed": ["-key_1"], "same": ["key_1"]}).frame
    change = {(chain, seat): value for chain, seat, value in frame.select("chain", "group", "estimate").iter_rows()}
    assert [change["same", seat] for seat in "012"] == [0, 0, 0]
    assert change["shared", "0"] == pytest.approx(-(0.5 + 0.5 + 1 / 6) / 5, abs=1e-6)
    assert change["reversed", "1"] == pytest.approx((1 + 1 - 0.5) / 5, abs=1e-6)


def test_winners_that_do_not_follow_from_the_chain_are_noticed():
    assert unexplained(table(TIES, 3), ["key_1"]) == 0
    assert unexplained(table(TIES, 3), []) == 0.6
    assert unexplained(ROWS, ["key_1"]) == 0


def test_teams_win_together_under_any_chain():
    games = [{"scores": [9, 2, 5, 4], "teams": [0, 0, 1, 1], "wins": [1, 1, 0, 0]}]
    assert unexplained(table(games, 4), []) == 0


def test_score_parts_of_winners_and_others():
    games = [{"scores": [10, 4], "gold": [8, 1]}, {"scores": [2, 6], "gold": [2, 3]}]
    frame = analysis.scores(table(games, 2)).frame
    parts = {(row["measure"], row["group"]): row for row in frame.iter_rows(named=True)}
    assert parts["vp_gold", "winner"]["estimate"] == 5.5
    assert parts["vp_gold", "winner"]["part_of_score"] == pytest.approx(11 / 16)
    assert parts["vp_land", "other"]["estimate"] == 1.5
    assert parts["score", "other"]["part_of_score"] == 1
    assert parts["score", "winner"]["method"] == "approximate"


def test_bounds_make_a_measure_exact():
    result = analysis.shares(ROWS, "score", bounds=(0, 25))
    assert by_group(result)["all"]["method"] == "anytime"


def test_pandas_without_arrow():
    frame = analysis.characters(ROWS).to_pandas()
    assert list(frame["group"]) == CAST
    assert frame["estimate"].dtype == float
    assert frame["why"].isna().all()


def test_the_summary_is_json():
    told = json.loads(json.dumps(analysis.summary(ROWS), allow_nan=False))
    assert told.keys() >= {"seats", "characters", "bots", "tiebreaks", "tie_favours", "scores", "pace"}
    assert told["characters"]["rows"][0]["group"] == "Banker"
    without = analysis.summary(dice(20, seed=1))
    assert "characters" not in without
    json.dumps(without, allow_nan=False)


def test_digits_stop_where_the_error_begins():
    assert figure(0.253123, 0.0049, share=True) == "25.3%"
    assert figure(0.253123, 0.012, share=True) == "25%"
    assert figure(6.12345, 0.03, share=False) == "6.12"
    assert figure(-0.001, 0.02, share=True) == "0%"
    assert figure(None, 0.1, share=True) == "-"
    lines = str(analysis.seats(ROWS)).splitlines()
    assert lines[0] == "win_share by seat"
    assert lines[1].split()[:5] == ["cell", "measure", "by", "group", "estimate"]
