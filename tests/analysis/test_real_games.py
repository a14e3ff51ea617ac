"""The promises of test_coverage on blocks that real games played, where the truth is known all the same.

Two ways to know it. Entrants that are alike and go round all seats share every win equally, whatever the rules: the
share of one of them is exactly 1 / players, and no tweak changes it, however much it stirs the games. And the changes
that a tweak made in real blocks can be weighted so that their mean lies exactly on the tolerance.
"""

from functools import cache

import numpy as np
import polars as pl
import pytest
from scipy.optimize import brentq

import sim
from analysis.anytime import Sample
from analysis.blocks import Line
from analysis.looks import looks
from analysis.verdicts import Claim, Expectation, settle
from tests.analysis.simulated import FULL, World, ever, limit, size

ALPHA = 0.05
TOL = 0.01
PLAYERS = 4

# One tweak a game that is felt in every game.
TWEAKS = {
    "carson_city": {"start_money": 20},
    "colt_express": {"hand_size": 7},
    "dice_town": {"starting_cash": 12},
    "gold_rush": {"cowboys_usable": 3},
    "western_legends": {"hand_limit": 4},
}
WITH_CHARACTERS = ["carson_city", "colt_express", "western_legends"] if FULL else ["colt_express"]


@cache
def shares(game: str, blocks: int, seed: int, tweaked: bool = False) -> np.ndarray:
    """The win share of entrant 0 in each block: the mean over its rotations."""
    characters = "assign" if game in ("carson_city", "colt_express", "western_legends") else "draft"
    rows = sim.play(game, PLAYERS, blocks * PLAYERS if characters == "assign" else blocks, seed, "random",
                    rules=TWEAKS[game] if tweaked else None, characters=characters, record="core")
    mine = rows.filter(pl.col("entrant") == 0).group_by("block").agg(pl.col("win_share").mean()).sort("block")
    return mine["win_share"].cast(pl.Float64).to_numpy()


def runs_of(values: np.ndarray, replications: int, bounds: tuple[float, float]):
    """Cut one long run into independent short ones, and look at all of them at every look."""
    support, which = np.unique(np.round(values, 9), return_inverse=True)
    pieces = which.reshape(replications, -1)
    hits = np.zeros((replications, len(support)))
    played = 0
    for look in looks(pieces.shape[1]):
        for value in range(len(support)):
            hits[:, value] += (pieces[:, played:look] == value).sum(1)
        played = look
        yield Sample(hits.copy(), support, np.ones_like(support), bounds, TOL)


def claim(sample: Sample, kind: str, value: float, low: float | None, high: float | None) -> Claim:
    return Claim(Expectation("win_share", kind, value, "entrant"), Line(0, "0"), sample, low, high, 0)


def held(sample: Sample) -> Claim:
    return claim(sample, "change_within", TOL, -TOL, TOL)


def ever_said(values: np.ndarray, replications: int, bounds: tuple[float, float], *limits: object) -> dict[str, int]:
    """How many of the short runs were at some look said to pass, and to fail."""
    said = {verdict: np.zeros(replications, bool) for verdict in ("pass", "fail")}
    for sample in runs_of(values, replications, bounds):
        now = settle([claim(sample, *limits)], ALPHA)
        for verdict, seen in said.items():
            seen |= now == verdict
    return {verdict: int(seen.sum()) for verdict, seen in said.items()}


@pytest.mark.parametrize("game", WITH_CHARACTERS)
def test_a_share_that_lies_exactly_on_its_limit(game):
    replications = size(100, 500)
    played = shares(game, replications * 500, seed=21)
    assert played.mean() == pytest.approx(1 / PLAYERS, abs=5 * played.std() / len(played) ** 0.5)
    said = ever_said(played, replications, (0, 1), "at_most", 1 / PLAYERS, None, 1 / PLAYERS)
    assert max(said.values()) <= limit(replications, ALPHA), said


@pytest.mark.parametrize("game", WITH_CHARACTERS)
def test_a_tweak_without_effect_never_fails_and_soon_passes(game):
    """Both rule sets on the same blocks; the tweak stirs the games and moves no entrant."""
    replications, blocks = size(50, 250), 800
    change = shares(game, replications * blocks, 21, True) - shares(game, replications * blocks, 21)
    tolerance = change.std() * (45 / blocks) ** 0.5         # the blocks that suffice in nearly all runs
    assert (change != 0).mean() > 0.3
    said = ever_said(change, replications, (-1, 1), "change_within", tolerance, -tolerance, tolerance)
    assert said["fail"] <= limit(replications, ALPHA)
    assert said["pass"] >= 0.98 * replications


def real_changes(game: str, mean: float) -> World:
    """The changes of real blocks, each as likely up as down, then weighted until their mean is the wanted one."""
    blocks = size(3_000, 30_000)
    change = shares(game, blocks, 22, True) - shares(game, blocks, 22)
    values, counts = np.unique(np.round(np.concatenate([change, -change]), 9), return_counts=True)

    def tilted(lean: float) -> np.ndarray:
        chances = counts * np.exp(lean * values)
        return chances / chances.sum()

    return World(values, tilted(brentq(lambda lean: tilted(lean) @ values - mean, -20, 20, xtol=1e-14)))


@pytest.mark.parametrize("game", TWEAKS)
@pytest.mark.parametrize("truth", [TOL, -TOL])
def test_wrong_verdicts_on_the_tolerance(game, truth):
    world, replications = real_changes(game, truth), size(500, 20_000)
    assert world.mean == pytest.approx(truth, abs=1e-9)
    wrong = {verdict: ever(lambda s, verdict=verdict: settle([held(s)], ALPHA) == verdict,
                           world, size(10_000, 60_000), replications, seed=23) for verdict in ("pass", "fail")}
    assert wrong["pass"] <= limit(replications, ALPHA / 2), wrong
    assert wrong["fail"] <= limit(replications, ALPHA), wrong


@pytest.mark.parametrize("game", TWEAKS)
@pytest.mark.parametrize(("truth", "wanted"), [(0, "pass"), (2 * TOL, "fail")])
def test_the_promised_power_in_the_promised_blocks(game, truth, wanted):
    world, replications = real_changes(game, truth), size(200, 5_000)
    seen = ever(lambda s: settle([held(s)], ALPHA, 7) == wanted,
                world, int(45 * (world.sd / TOL) ** 2), replications, seed=24)
    assert seen >= 0.98 * replications
