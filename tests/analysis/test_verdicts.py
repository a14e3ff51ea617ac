"""What passes, what fails, what stays open, and what is said about it."""

import json

import numpy as np
import polars as pl
import pytest

from analysis import Expectation, claims, judge, measure, settle, tally, tally_pair
from analysis.anytime import Sample
from analysis.blocks import Line
from analysis.verdicts import EDGE, Claim, e_holm
from tests.analysis.outcome_tables import dice
from tests.analysis.simulated import jumps, limit, share, size

WITHIN = Expectation("win_share", "change_within", 0.01, by="character")


def claim(world, n: int, expectation: Expectation = WITHIN, players: int = 4, group: str = "Banker") -> Claim:
    low, high = expectation.limits(players)
    return Claim(expectation, Line(1, group, 0), world.sample(world.chances * n), low, high, n)


def line(world, n: int, **options) -> dict:
    return judge([claim(world, n, **options)]).frame.row(0, named=True)


def test_pass_means_that_the_printed_interval_lies_inside():
    for n in range(400, 4_000, 150):
        row = line(jumps(0.077), n)
        assert (row["verdict"] == "inside") == (row["low"] >= -0.01 and row["high"] <= 0.01)


def test_fail_means_that_the_joint_interval_lies_outside():
    for n in range(400, 4_000, 150):
        verdict = judge([claim(jumps(0.077, 0.02), n), claim(jumps(0.077), n)])
        row = verdict.frame.row(0, named=True)
        assert (verdict.verdict == "fail") == (row["joint_low"] > 0.01)


def test_one_sided_limits():
    at_most = Expectation("tied_games", "at_most", 0.3)
    assert line(share(0.25), 10_000, expectation=at_most)["verdict"] == "inside"
    assert line(share(0.35), 10_000, expectation=at_most)["verdict"] == "outside"
    assert line(share(0.30), 10_000, expectation=at_most)["verdict"] == "undecided"
    at_least = Expectation("tied_games", "at_least", 0.3)
    assert line(share(0.35), 10_000, expectation=at_least)["verdict"] == "inside"
    improves = Expectation("win_share", "improves", 0)
    assert line(jumps(0.1, 0.02), 10_000, expectation=improves)["verdict"] == "inside"
    assert line(jumps(0.1, -0.02), 10_000, expectation=improves)["verdict"] == "outside"


def test_within_the_fair_share():
    fair = Expectation("win_share", "within", 0.03, by="character")
    assert fair.limits(4) == (0.22, 0.28)
    assert line(share(0.25), 5_000, expectation=fair)["verdict"] == "inside"
    assert Expectation("rounds", "within", 0.5, of=6).limits(4) == (5.5, 6.5)


def test_no_effect_at_all_passes_at_the_floor():
    still = jumps(0)
    assert str(settle([claim(still, 640)])) == "undecided"
    assert str(settle([claim(still, 650)])) == "pass"


def test_an_open_line_says_what_it_needs():
    row = line(jumps(0.2), 2_000)
    assert row["verdict"] == "undecided"
    assert 2_000 < row["needs_blocks"] < 12_000
    assert f"{row['needs_blocks']:,} blocks" in row["why"]
    assert line(jumps(0.2, 0.01), 2_000)["why"] == EDGE


@pytest.mark.parametrize(("truth", "blocks"), [(0.10, 55), (0.11, 65), (0.17, 150), (0.25, 300), (0.33, 150)])
def test_an_open_line_needs_more_than_it_has(truth, blocks):
    """The interval of a share is not symmetric: what counts is how far it reaches towards the limit."""
    one = claim(share(truth), blocks, expectation=Expectation("win_share", "within", 0.03))
    assert str(settle([one], k=7)) == "undecided"
    assert one.needs(0.05, 7) > blocks


def test_a_character_that_was_never_taken_is_undecided():
    nothing = Sample(np.zeros(0), np.zeros(0), np.zeros(0), (-1, 1), 0.01)
    verdict = judge([Claim(WITHIN, Line(1, "Grocer", 0), nothing, -0.01, 0.01, 0)])
    row = verdict.frame.row(0, named=True)
    assert (verdict.verdict, row["why"], row["estimate"], row["low"]) == ("undecided", "never taken", None, -1)
    assert str(settle([])) == "undecided"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"kind": "change_within", "value": 0}, "tolerance is above 0"),
        ({"kind": "change_within", "value": float("nan")}, "tolerance is above 0"),
        ({"kind": "near", "value": 1}, "unknown expectation"),
        ({"kind": "within", "value": 1, "measure": "rounds"}, "no fair share"),
    ],
)
def test_what_cannot_be_judged_is_refused(options, reason):
    with pytest.raises(ValueError, match=reason):
        Expectation(**{"measure": "win_share", **options})


def test_a_change_needs_two_rule_sets():
    with pytest.raises(ValueError, match="two rule sets"):
        claims(WITHIN, tally(dice(5, seed=1), measure("win_share"), "seat"))


def test_e_holm_names_more_than_bonferroni_but_not_all():
    big, fair, small = np.log(1_000), np.log(35), np.log(0.5)
    assert e_holm([big, big, fair, small], 0.05) == [True, True, False, False]
    assert e_holm([big, np.log(70), small], 0.05) == [True, True, False]
    assert e_holm([np.log(20)], 0.05) == [True]


def pair(blocks: int, seed: int, shift: float = 0.0) -> pl.DataFrame:
    """Baseline and tweak on the same deals, the play of each with dice of its own."""
    cast = ["A", "B", "C", "D", "E", "F", "G"]
    skill = [shift, 0, 0, 0, 0, 0, 0]
    base = dice(blocks, seed, cell=0, characters=cast, deals=seed)
    return pl.concat([base, dice(blocks, seed, cell=1, characters=cast, deals=seed, skill=skill)])


def check(outcomes: pl.DataFrame, tolerance: float = 0.05) -> list[Claim]:
    expectation = Expectation("win_share", "change_within", tolerance, by="character")
    return claims(expectation, tally_pair(outcomes, 0, 1, measure("win_share"), "character"), list("ABCDEFG"))


def test_from_the_outcome_table_to_a_verdict():
    harmless, harmful = judge(check(pair(3_000, 1))), judge(check(pair(3_000, 1, shift=4)))
    assert harmless.verdict == "pass"
    assert harmful.verdict == "fail"
    assert harmful.frame.filter(pl.col("verdict") == "outside")["group"].to_list()[0] == "A"
    assert json.loads(json.dumps(harmful.to_dict()))["verdict"] == "fail"
    assert "fail: 7 lines at 95%" in str(harmful)


def test_groups_named_beforehand_are_judged_even_if_never_seen():
    expectation = Expectation("win_share", "within", 0.05, by="character")
    found = claims(expectation, tally(pair(300, 1), measure("win_share"), "character"), ["A", "Z"])
    verdict = judge(found)
    assert verdict.frame["group"].to_list() == ["A", "Z", "A", "Z"]
    assert verdict.verdict == "undecided"


def test_identical_play_raises_no_alarm_beyond_its_rate():
    """Independent play on the same deals: the truth is no change, the variance is real."""
    runs = size(40, 1_000)
    alarms = missed = 0
    for seed in range(runs):
        found = check(pair(200, 100 + seed), tolerance=0.002)
        alarms += str(settle(found)) == "fail"
        against = [max(claim.data.log_e(0, True), claim.data.log_e(0, False)) for claim in found]
        missed += max(against) >= np.log(2 * len(found) / 0.05)
    assert alarms <= limit(runs, 0.05)
    assert missed <= limit(runs, 0.05)


def test_coin_swapped_rule_sets_raise_no_alarm():
    """A harmful tweak, but a fair coin decides for every block which rule set is called the baseline."""
    outcomes, runs = pair(400, 7, shift=4), size(20, 1_000)
    alarms = 0
    for seed in range(runs):
        coin = np.random.default_rng(seed).integers(0, 2, 400)
        swapped = outcomes.with_columns(cell=(pl.col("cell") + pl.lit(pl.Series(coin)).gather(pl.col("block"))) % 2)
        alarms += str(settle(check(swapped, tolerance=0.01))) == "fail"
    assert alarms <= limit(runs, 0.05)


def test_the_verdict_depends_on_counts_only():
    outcomes = pair(300, 3)
    shuffled = outcomes.sample(fraction=1, shuffle=True, seed=1)
    assert judge(check(shuffled)).frame.equals(judge(check(outcomes)).frame)
