"""Do the promises hold? Simulated runs with a known truth, looked at over and over.

The sharp null is a truth exactly on the tolerance. Every limit allows a false alarm once in 10,000 test runs.
FAIRDRAW_STATS=full plays the same tests at full size.
"""

import numpy as np
import pytest
from scipy import stats

from analysis import looks as looking
from analysis.anytime import Change, Sample, fixed_n, interval, reaches
from analysis.blocks import Line
from analysis.looks import looks, narrow_enough
from analysis.verdicts import Claim, Expectation, settle
from tests.analysis.simulated import FULL, SCENARIOS, World, ever, jumps, limit, rare, share, size

ALPHA = 0.05
TOL = 0.01
RUNS = size(2_000, 20_000)
BLOCKS = size(20_000, 100_000)


def misses(truth: float, level: float = ALPHA):
    """The interval excludes the truth; asked of the bets directly, which is what the interval inverts."""
    return lambda s: reaches(np.maximum(s.log_e(truth, True), s.log_e(truth, False)), np.log(2 / level))


def z_misses(truth: float):
    return lambda s: np.abs(s.estimate - truth) > 1.96 * s.se


def claim(sample: Sample, tolerance: float = TOL) -> Claim:
    expectation = Expectation("win_share", "change_within", tolerance)
    return Claim(expectation, Line(1, "all", 0), sample, -tolerance, tolerance, 0)


def verdicts(
    worlds: list[World], n: int, runs: int, seed: int, k: int | None = None, tolerance: float = TOL
) -> tuple[np.ndarray, np.ndarray]:
    """First settled verdict of each run and the blocks that it took."""
    verdict, blocks = np.full(runs, "undecided"), np.full(runs, n)
    for lines in zip(*(world.runs(n, runs, seed + i) for i, world in enumerate(worlds)), strict=True):
        now = settle([claim(sample, tolerance) for _, sample in lines], ALPHA, k)
        first = (verdict == "undecided") & (now != "undecided")
        verdict[first], blocks[first] = now[first], lines[0][0]
        if (verdict != "undecided").all():
            break
    return verdict, blocks


@pytest.mark.parametrize("name", SCENARIOS)
def test_truth_is_rarely_ever_excluded(name):
    world = SCENARIOS[name]
    assert ever(misses(world.mean), world, BLOCKS, RUNS, seed=1) <= limit(RUNS, ALPHA)


@pytest.mark.parametrize("name", SCENARIOS)
def test_nor_when_looking_after_every_block(name):
    world, n, runs = SCENARIOS[name], size(600, 10_000), size(300, 2_000)
    assert ever(misses(world.mean), world, n, runs, 2, list(range(1, n + 1))) <= limit(runs, ALPHA)


@pytest.mark.parametrize("name", SCENARIOS)
def test_instrument_z_intervals_do_not_survive_peeking(name):
    world = SCENARIOS[name]
    assert ever(z_misses(world.mean), world, 20_000, 500, seed=1) > limit(500, ALPHA)


ON_THE_EDGE = {"sd 0.077": jumps(0.077, TOL), "sd 0.2": jumps(0.2, TOL), "e": rare(0.25, 0.04)}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", ON_THE_EDGE)
def test_wrong_pass_and_wrong_fail_on_the_tolerance(name, sign):
    edge = ON_THE_EDGE[name]
    world = World(sign * edge.values, edge.chances)
    passed = ever(lambda s: claim(s).inside(ALPHA), world, BLOCKS, RUNS, seed=3)
    failed = ever(lambda s: claim(s).outside(ALPHA), world, BLOCKS, RUNS, seed=4)
    assert passed <= limit(RUNS, ALPHA / 2)
    assert failed <= limit(RUNS, ALPHA)


def test_instrument_z_verdicts_pass_what_they_must_not():
    def z_inside(s: Sample) -> np.ndarray:
        return (np.abs(s.estimate) + 1.96 * s.se < TOL) & (s.se > 0)

    assert ever(z_inside, rare(0.5, 0.02), 20_000, 500, seed=3) > limit(500, ALPHA / 2)


@pytest.mark.parametrize("world", [jumps(0.077, TOL), jumps(0.2, TOL), rare(0.25, 0.04)], ids=["b", "d", "e"])
def test_without_bounds_wrong_verdicts_stay_rare_once_the_guard_is_met(world):
    """The asymptotic sequence that stands in for measures without bounds, with the truth on the tolerance."""
    unbound = World(world.values, world.chances, None, TOL)
    wrong = {name: ever(lambda s, name=name: settle([claim(s)], ALPHA) == name, unbound, BLOCKS, RUNS, seed=9)
             for name in ("pass", "fail")}
    assert max(wrong.values()) <= limit(RUNS, ALPHA), wrong


@pytest.mark.parametrize("k", [7, 30])
def test_files_with_lines_on_the_tolerance(k):
    runs, n = size(300, 5_000) if k == 7 else size(150, 1_500), size(8_000, 20_000)
    one = [jumps(0.077, TOL), *[jumps(0.077)] * (k - 1)]
    verdict, _ = verdicts(one, n, runs, seed=5)
    assert (verdict == "pass").sum() <= limit(runs, ALPHA / 2)
    six = [*[jumps(0.077, TOL)] * 3, *[jumps(0.077, -TOL)] * 3, *[jumps(0.077)] * (k - 6)]
    verdict, _ = verdicts(six, n, runs, seed=6)
    assert (verdict == "fail").sum() <= limit(runs, ALPHA)
    assert (verdict == "pass").sum() <= limit(runs, ALPHA / 2)


@pytest.mark.parametrize("sd", [0.2, 0.3])
@pytest.mark.parametrize(("truth", "wanted"), [(0, "pass"), (2 * TOL, "fail")])
def test_power(sd, truth, wanted):
    runs = size(500, 5_000)
    verdict, _ = verdicts([jumps(sd, truth)], int(45 * (sd / TOL) ** 2), runs, seed=7, k=7)
    assert (verdict == wanted).mean() >= 0.99


@pytest.mark.parametrize(("truth", "blocks"), [(0, 6_650), (2 * TOL, 6_750)])
def test_mean_blocks_to_the_verdict(truth, blocks):
    _, taken = verdicts([jumps(0.2, truth)], 100_000, RUNS, seed=8, k=7)
    assert taken.mean() == pytest.approx(blocks, rel=size(5, 3) / 100)


def test_a_file_of_harmless_lines_passes_in_the_blocks_that_plan_says():
    verdict, taken = verdicts([jumps(0.1)] * 7, 20_000, size(200, 2_000), seed=9)
    mean, most = looking.blocks_to_pass(TOL, 0.1, (-1, 1), k=7)
    assert (verdict == "pass").all()
    assert taken.mean() == pytest.approx(mean, rel=0.15)
    assert np.quantile(taken, 0.95) == pytest.approx(most, rel=0.15)


@pytest.mark.parametrize(("bound", "blocks"), [(5, 910), (30, 2_590), (100, 7_900)])
def test_what_wide_bounds_cost(bound, blocks):
    """Rounds with block sd 0.75 and tolerance 0.1."""
    world = World(np.array([-1.0, 0, 1]), np.array([0.28125, 0.4375, 0.28125]), (-bound, bound), 0.1)
    _, taken = verdicts([world], 40_000, size(300, 3_000), seed=10, k=7, tolerance=0.1)
    assert taken.mean() == pytest.approx(blocks, rel=0.1)


def test_joint_intervals_cover_all_lines_at_once():
    runs, k = size(500, 5_000), 7
    missed = np.zeros(runs, bool)
    for lines in zip(*(share(0.25).runs(20_000, runs, 40 + i) for i in range(k)), strict=True):
        missed |= np.any([misses(0.25, ALPHA / k)(sample) for _, sample in lines], axis=0)
    assert missed.sum() <= limit(runs, ALPHA)


# ---- drafted characters ---------------------------------------------------------------------------------------------

GAMES = 4


def binomial(n: int, p: float) -> np.ndarray:
    return stats.binom.pmf(np.arange(n + 1), n, p)


def draft(pick: float, win: float) -> dict[tuple[int, int], float]:
    """Chance of (taken, won) in a block of four games."""
    return {
        (a, w): taken * won for a, taken in enumerate(binomial(GAMES, pick)) for w, won in enumerate(binomial(a, win))
    }


DEALS = [(0.2, 0.18), (0.7, 0.33)]  # the deal that makes a character attractive also makes it strong


def test_drafted_share_is_covered_where_picking_and_winning_go_together():
    runs = size(1_000, 10_000)
    pairs = sorted({pair for deal in DEALS for pair in draft(*deal)})
    chances = np.mean([[draft(*deal)[pair] for pair in pairs] for deal in DEALS], axis=0)
    taken, won = np.array(pairs, float).T / GAMES
    truth = (chances @ won) / (chances @ taken)
    rng = np.random.default_rng(11)
    counts, played, missed = np.zeros((runs, len(pairs))), 0, np.zeros(runs, bool)
    for n in looks(10_000):
        counts += rng.multinomial(n - played, chances, size=runs)
        played = n
        sample = Sample(counts, won, taken, (0, 1), 0.005)
        missed |= misses(truth)(sample)
    assert missed.sum() <= limit(runs, ALPHA)
    low, high = interval(Sample(counts[:50], won, taken, (0, 1), 0.005), ALPHA)
    assert ((high - low) / 2 / sample.se[:50] / 1.96).mean() == pytest.approx(1.68, abs=0.05)
    biased = (counts[:, taken > 0] @ (won / np.maximum(taken, 1e-9))[taken > 0]) / counts[:, taken > 0].sum(1)
    assert abs(biased.mean() - truth) > 0.01, "the mean of ratios is not what is estimated"


def test_change_of_a_drafted_share_is_covered():
    runs = size(60, 2_000)
    deals = [draft(*deal) for deal in DEALS]
    tweaked = [draft(0.3, 0.20), draft(0.8, 0.33)]
    keys = [(*old, *new) for old in deals[0] for new in tweaked[0]]
    chances = np.mean([[d[key[:2]] * t[key[2:]] for key in keys] for d, t in zip(deals, tweaked, strict=True)], axis=0)
    a0, w0, a1, w1 = np.array(keys, float).T / GAMES
    truth = (chances @ w1) / (chances @ a1) - (chances @ w0) / (chances @ a0)
    rng = np.random.default_rng(12)
    counts, played, missed = np.zeros((runs, len(keys))), 0, np.zeros(runs, bool)
    for n in list(looks(10_000))[:: size(16, 1)]:
        counts += rng.multinomial(n - played, chances, size=runs)
        played = n
        change = Change(counts, Sample(counts, w0, a0, (0, 1), 0.01), Sample(counts, w1, a1, (0, 1), 0.01))
        log_e, left = change.test(ALPHA)
        missed |= reaches(np.maximum(log_e(truth, True), log_e(truth, False)), np.log(2 / left))
    assert missed.sum() <= limit(runs, ALPHA)
    one = Change(counts[0], Sample(counts[0], w0, a0, (0, 1), 0.01), Sample(counts[0], w1, a1, (0, 1), 0.01))
    low, high = interval(one, ALPHA)
    assert (high - low) / 2 / one.se / 1.96 == pytest.approx(1.75, abs=0.1)


# ---- stopping at a wanted half-width --------------------------------------------------------------------------------

WIDTHS = {
    "b: zero in 95%": 0.005,
    "e: +1/4 in 4%": 0.005,
    "f: +1/2 in 0.4%": 0.002,
    "g: +1 in 0.2%": 0.002,
}


def stopped(world: World, half_width: float, runs: int, seed: int, cap: int = 60_000) -> tuple[float, float]:
    """How often the interval that stopped a run is as narrow as wanted and covers the truth, and the mean blocks."""
    going, covered, blocks = np.arange(runs), np.zeros(runs, bool), np.full(runs, cap)
    for n, every in world.runs(cap, runs, seed):
        sample = world.sample(every.counts[going])
        why = narrow_enough(sample, half_width, ALPHA)
        for reason, method in (("fixed-n", fixed_n), ("anytime", interval)):
            done = why == reason
            if done.any():
                low, high = method(world.sample(sample.counts[done]), ALPHA)
                narrow = (high - low) / 2 <= half_width + 1e-9
                covered[going[done]] = (low <= world.mean) & (world.mean <= high) & narrow
                blocks[going[done]] = n
        going = going[why == ""]
        if not len(going):
            break
    return covered.mean(), blocks.mean()


@pytest.mark.parametrize("name", WIDTHS)
def test_half_width_stops_cover(name):
    cover, _ = stopped(SCENARIOS[name], WIDTHS[name], size(250, 20_000), seed=13)
    assert cover >= (0.94 if FULL else 0.93)


def test_the_fixed_width_rule_covers_at_its_nominal_rate():
    cover, blocks = stopped(share(0.25), 0.01, RUNS, seed=14)
    assert (0.94 if FULL else 0.935) <= cover <= 0.965
    assert blocks == pytest.approx(1_846, rel=0.03)


def test_instrument_without_the_guard_it_does_not(monkeypatch):
    monkeypatch.setattr(looking, "GUARD", 0)
    cover, _ = stopped(SCENARIOS["f: +1/2 in 0.4%"], 0.002, 500, seed=13)
    assert cover < 0.9


def test_seven_shares_stop_jointly():
    runs, k, cap = size(500, 5_000), 7, 20_000
    streams = [share(0.25).runs(cap, runs, 60 + i) for i in range(k)]
    settled, covered = np.zeros(runs, bool), np.zeros(runs, bool)
    for lines in zip(*streams, strict=True):
        half = stats.norm.ppf(1 - ALPHA / (2 * k)) * np.array([sample.se for _, sample in lines])
        first = ~settled & (half <= 0.01).all(0)
        if not first.any():
            continue
        narrow = [narrow_enough(share(0.25).sample(s.counts[first]), 0.0101, ALPHA, k) for _, s in lines]
        assert (np.array(narrow) == "fixed-n").all()
        ends = [fixed_n(sample, ALPHA / k) for _, sample in lines]
        covered[first] = np.all([(low <= 0.25) & (high >= 0.25) for low, high in ends], axis=0)[first]
        settled |= first
        if settled.all():
            break
    assert covered.mean() >= (0.935 if FULL else 0.92)
