"""The engine on counts: known widths, and what happens where nothing is known."""

import numpy as np
import pytest

from analysis import anytime
from analysis.anytime import Change, Sample, asymptotic, fixed_n, interval, unpaired
from tests.analysis.simulated import SCENARIOS, share

ONE = np.ones(1)


def width(sample: Sample, level: float = 0.05) -> float:
    low, high = interval(sample, level)
    return float(high - low) / 2


def expected(name: str, n: int) -> Sample:
    return SCENARIOS[name].sample(SCENARIOS[name].chances * n)


@pytest.mark.parametrize(("k", "low", "high"), [(1, 3.25, 3.36), (7, 3.83, 3.95), (30, 4.2, 4.35), (150, 4.6, 4.75)])
def test_sharpness(k, low, high):
    assert low <= width(expected("a: share", 10_000), 0.05 / k) / (share(0.25).sd / 100) <= high


TABLE = {  # half-width over that of the fixed-n z interval
    ("a: share", 1_000): 1.68, ("a: share", 10_000): 1.68, ("a: share", 100_000): 1.71,
    ("b: zero in 95%", 1_000): 1.96, ("b: zero in 95%", 10_000): 1.69, ("b: zero in 95%", 100_000): 1.68,
    ("c: zero in 99.5%", 1_000): 4.7, ("c: zero in 99.5%", 10_000): 1.95, ("c: zero in 99.5%", 100_000): 1.69,
    ("d: zero in 70%", 1_000): 1.69, ("d: zero in 70%", 10_000): 1.68, ("d: zero in 70%", 100_000): 1.68,
}  # fmt: skip


@pytest.mark.parametrize(("name", "n"), TABLE)
def test_width_against_a_fixed_number_of_blocks(name, n):
    ratio = width(expected(name, n)) / (1.96 * SCENARIOS[name].sd / np.sqrt(n))
    assert ratio == pytest.approx(TABLE[name, n], rel=0.04)


def test_many_replications_at_once_agree_with_one_by_one():
    rng = np.random.default_rng(0)
    counts = rng.multinomial(500, share(0.25).chances, size=4).astype(float)
    low, high = interval(share(0.25).sample(counts), 0.05)
    for i, row in enumerate(counts):
        assert interval(share(0.25).sample(row), 0.05) == (pytest.approx(low[i]), pytest.approx(high[i]))


def test_sums_only_is_wider_but_agrees(monkeypatch):
    exact = {n: width(expected("b: zero in 95%", n)) for n in (1_000, 10_000)}
    monkeypatch.setattr(anytime, "MANY", 1)
    wider = {n: width(expected("b: zero in 95%", n)) / exact[n] for n in exact}
    assert wider == {1_000: pytest.approx(1.34, abs=0.02), 10_000: pytest.approx(1.15, abs=0.02)}


@pytest.mark.parametrize(("w", "blocks"), [(0.01, 650), (0.002, 3_425)])
def test_no_block_ever_differed(w, blocks):
    still = Sample(ONE * blocks, ONE * 0, ONE, (-1, 1), w)
    assert 0.9 * w < width(still) <= w
    assert float(fixed_n(still, 0.05)[0]) == -np.inf, "never plus or minus zero"


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_all_blocks_on_a_bound(value):
    low, high = interval(Sample(ONE * 1_000, ONE * value, ONE, (0, 1)), 0.05)
    assert low <= value <= high
    assert 0 < high - low < 0.02


@pytest.mark.parametrize("counts", [np.zeros(0), np.zeros(2)])
def test_nothing_known(counts):
    empty = Sample(counts, counts, counts, (0, 1))
    assert [float(end) for end in interval(empty, 0.05)] == [0, 1]
    assert float(empty.log_e(0.3, True)) == float(empty.log_e(0.3, False)) == 0
    assert float(empty.se) == np.inf
    assert [float(end) for end in fixed_n(empty, 0.05)] == [-np.inf, np.inf]
    both = Change(counts, empty, empty)
    assert [float(end) for end in interval(both, 0.05)] == [-1, 1]
    assert float(both.se) == np.inf


def test_claims_beyond_the_bounds_are_refuted_by_any_block():
    sample = share(0.25).sample(np.array([3, 1, 0, 0, 0]))
    assert sample.log_e(-0.1, True) > 20
    assert sample.log_e(1.1, False) > 20
    assert np.isfinite(sample.log_e([0, 0.5, 1], True)).all()


def test_change_with_equal_appearances_is_the_paired_difference():
    rng = np.random.default_rng(5)
    counts, taken = rng.integers(1, 60, 40).astype(float), rng.integers(1, 5, 40) / 4
    before, after = rng.integers(0, 2, 40) * taken, rng.integers(0, 2, 40) * taken
    drafted = Change(counts, Sample(counts, before, taken, (0, 1), 0.01), Sample(counts, after, taken, (0, 1), 0.01))
    plain = Sample(counts, after - before, taken, (-1, 1), 0.01)
    assert drafted.test(0.05)[0](0.02, True) == pytest.approx(float(plain.log_e(0.02, True)))
    assert float(drafted.estimate) == pytest.approx(float(plain.estimate))
    assert float(drafted.se) == pytest.approx(float(plain.se))


def test_unpaired_change_holds_both_intervals():
    base, tweak = expected("a: share", 1_000), expected("a: share", 4_000)
    low, high = unpaired(base, tweak, 0.05)
    assert low < 0 < high
    assert float(high - low) / 2 == pytest.approx(width(base, 0.025) + width(tweak, 0.025))


def test_without_bounds_nothing_is_said_before_the_guard():
    points = np.arange(10.0)
    few = Sample(np.full(10, 5.0), points, np.ones(10), None)
    assert [float(end) for end in asymptotic(few, 0.05)] == [-np.inf, np.inf]
    many = Sample(np.full(10, 1_000.0), points, np.ones(10), None)
    low, high = interval(many, 0.05)
    assert float(high - low) / 2 / float(many.se) / 1.96 == pytest.approx(1.55, abs=0.02)
    with pytest.raises(ValueError, match="hard bounds"):
        many.log_e(3, True)
