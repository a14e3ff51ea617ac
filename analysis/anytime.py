"""Evidence and intervals that stay valid however often one looks.

One engine: a mixture of bets on the histogram of block values (betting: Waudby-Smith & Ramdas 2023; mixture of
constant bets: Robbins 1970, Orabona & Jun 2021). Against "the mean is at most m" a gambler stakes a fixed fraction u
of the wealth on every block; if the claim is true, the chance that the wealth ever exceeds 1/alpha is at most alpha
(Ville). The wealth is a product over blocks, so counts are all that is needed: chunks and their order cannot matter.

Everything here works on numpy arrays, for one line or for many replications of it at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
from scipy import stats

Array = npt.NDArray[np.float64]
Bounds = tuple[float, float]
LogE = Callable[[npt.ArrayLike, bool], Array]

MANY = 4096  # distinct block values from which the sums-only bound takes over
GUARD = 100  # blocks that must differ from the commonest value before a normal approximation is believed
NUISANCE = 0.1  # part of alpha spent on the baseline share when the change of a drafted share is judged
STEPS = 32  # halvings: less than 1e-9 of the range
TINY = 1e-12


@lru_cache
def bets(w: float, bounds: Bounds) -> Array:
    """Fractions of the wealth to stake: log-spaced from what a difference of w calls for up to nearly all."""
    low = min(0.05, max(1e-4, 2 * w / (bounds[1] - bounds[0])))
    return np.geomspace(low, 0.98, int(np.ceil(np.log(0.98 / low) / 0.2)) + 1)


def mixture(log_wealth: Array) -> Array:
    """Log of the average wealth over the bets (last axis)."""
    top = log_wealth.max(-1)
    return top + np.log(np.exp(log_wealth - top[..., None]).mean(-1))


def log_products(counts: Array, gains: Array, fractions: Array) -> Array:
    """Log wealth of every bet after all blocks; gains are at least -1, (V,) or one row per replication."""
    if gains.shape[-1] > MANY:
        return bernstein(_dot(counts, gains), _dot(counts, gains**2), fractions)
    growth = np.log1p(gains[..., None] * fractions)
    return counts @ growth if growth.ndim == 2 else np.einsum("...v,...vj->...j", counts, growth)


def bernstein(total: Array, squares: Array, fractions: Array) -> Array:
    """Log wealth bounded from below by sums only (Fan, Grama & Liu 2015; Howard et al. 2021).

    exp(u*y - psi(u)*y^2) <= 1 + u*y for y >= -1, psi(u) = -log(1-u) - u: never above the product, so exact as well.
    """
    psi = -np.log1p(-fractions) - fractions
    return total[..., None] * fractions - squares[..., None] * psi


def reaches(log_e: Array, threshold: float) -> npt.NDArray[np.bool_]:
    """Rounded, so that the last bits of a sum on another machine cannot turn a verdict."""
    return np.round(log_e, 9) >= round(threshold, 9)


@dataclass(frozen=True)
class Sample:
    """How often each block value occurred, and the bets against a claimed mean.

    A block has a weight (the appearances of a character, say, as a part of the most that a block can have) and a
    total (the sum of the measure over them, on the same scale). The mean is E[total] / E[weight]; the gambler bets on
    total - m * weight, whose mean is zero at the truth whether or not being taken and winning go together. The mean of
    the blocks' own ratios would be biased. Where every block appears in full the weight is 1.
    """

    counts: Array  # (..., V)
    total: Array  # (V,)
    weight: Array  # (V,)
    bounds: Bounds | None  # of one appearance; None: only approximate intervals
    w: float = 0.002  # the difference that matters: the tolerance or the wanted half-width

    @cached_property
    def n(self) -> Array:
        return self.counts @ (self.weight > 0).astype(float)

    @cached_property
    def estimate(self) -> Array:
        """NaN where the line never appeared; nothing below lets it out."""
        with np.errstate(invalid="ignore"):
            return np.asarray((self.counts @ self.total) / (self.counts @ self.weight))

    @cached_property
    def se(self) -> Array:
        """Standard error of the ratio by the delta method (Cochran 1977, 6.4); infinite below two blocks."""
        away = self.total - np.nan_to_num(self.estimate)[..., None] * self.weight
        with np.errstate(invalid="ignore", divide="ignore"):
            se = np.sqrt(_dot(self.counts, away**2) * self.n / (self.n - 1)) / (self.counts @ self.weight)
        return np.where(self.n > 1, se, np.inf)

    @cached_property
    def varied(self) -> Array:
        """Blocks that differ from the commonest value."""
        present = np.where(self.weight > 0, self.counts, 0)
        return self.n - (present.max(-1) if present.shape[-1] else 0)

    def merged(self) -> Sample:
        """The same with every value listed once, where the counts were kept by more than the value."""
        keys, back = np.unique(np.stack([self.total, self.weight]), axis=1, return_inverse=True)
        if keys.shape[1] == len(self.total):
            return self
        order = np.argsort(back, kind="stable")
        first = np.searchsorted(back[order], np.arange(keys.shape[1]))
        return Sample(np.add.reduceat(self.counts[..., order], first, axis=-1), keys[0], keys[1], self.bounds, self.w)

    def log_e(self, m: npt.ArrayLike, up: bool) -> Array:
        """Log wealth against "mean <= m" (up) or "mean >= m" (down)."""
        a, b = bounds = hard(self.bounds)
        m = np.asarray(m, float)
        gains = _gains(m, self.total, self.weight, up, m - a if up else b - m)
        return mixture(log_products(self.counts, gains, bets(self.w, bounds)))

    def test(self, level: float) -> tuple[LogE, float]:
        """The e-value and the part of the level that is left for it."""
        return self.log_e, level


@dataclass(frozen=True)
class Change:
    """Change of a share whose appearances differ between the two rule sets (a drafted character).

    The baseline share p is unknown and does not drop out of (W1 - (p+d) A1) - (W0 - p A0). It gets a tenth of the
    level for an interval of its own; each bet takes the worse of that interval's ends, which bounds all p between them
    because every log product is concave in p.
    """

    counts: Array  # (..., V)
    base: Sample
    tweak: Sample

    @property
    def bounds(self) -> Bounds | None:
        if self.base.bounds is None:
            return None
        span = self.base.bounds[1] - self.base.bounds[0]
        return -span, span

    @cached_property
    def n(self) -> Array:
        return self.counts @ ((self.base.weight > 0) | (self.tweak.weight > 0)).astype(float)

    @cached_property
    def estimate(self) -> Array:
        return self.tweak.estimate - self.base.estimate

    @cached_property
    def se(self) -> Array:
        """Delta method on the paired influence of every block."""
        parts = []
        for side in (self.base, self.tweak):
            away = side.total - np.nan_to_num(side.estimate)[..., None] * side.weight
            with np.errstate(divide="ignore", invalid="ignore"):
                parts.append(np.nan_to_num(away / (self.counts @ side.weight)[..., None]))
        with np.errstate(divide="ignore", invalid="ignore"):
            se = np.sqrt(_dot(self.counts, (parts[1] - parts[0]) ** 2) * self.n / (self.n - 1))
        return np.where((self.n > 1) & ~np.isnan(self.estimate), se, np.inf)

    @cached_property
    def varied(self) -> Array:
        """Blocks that the tweak touched at all."""
        touched = (self.base.total != self.tweak.total) | (self.base.weight != self.tweak.weight)
        return self.counts @ touched.astype(float)

    def test(self, level: float) -> tuple[LogE, float]:
        low, high = interval(self.base.merged(), NUISANCE * level)
        a, b = hard(self.base.bounds)
        fractions = bets(self.tweak.w, (a - b, b - a))

        def log_e(m: npt.ArrayLike, up: bool) -> Array:
            # A change that would carry some p of the interval beyond the bounds has the p side as its worst case.
            m = np.asarray(m, float)
            most = np.maximum(b - a + m, b - low) if up else np.maximum(b - a - m, high - a)
            ends = (_gains(m, self._at(p), self.tweak.weight, up, most) for p in (low, high))
            return mixture(np.minimum(*(log_products(self.counts, gains, fractions) for gains in ends)))

        return log_e, (1 - NUISANCE) * level

    def _at(self, p: Array) -> Array:
        """What remains of every block value once the baseline share is taken to be p."""
        return self.tweak.total - self.base.total - np.asarray(p)[..., None] * (self.tweak.weight - self.base.weight)


def hard(bounds: Bounds | None) -> Bounds:
    if bounds is None:
        raise ValueError("a verdict needs hard bounds of the measure")
    return bounds


def interval(data: Sample | Change, level: float) -> tuple[Array, Array]:
    """The anytime interval: all means that the bets have not made untenable at this level, two-sided.

    For K lines jointly, level = alpha / K. Without hard bounds the asymptotic sequence stands in.
    """
    if data.bounds is None:
        return asymptotic(data, level)
    a, b = data.bounds
    log_e, left = data.test(level)
    threshold = np.log(2 / left)
    known = ~np.isnan(data.estimate)
    low = _edge(lambda m: reaches(log_e(m, True), threshold), a, np.where(known, data.estimate, b))
    high = _edge(lambda m: reaches(log_e(m, False), threshold), b, np.where(known, data.estimate, a))
    return low, high


def unpaired(base: Sample, tweak: Sample, level: float) -> tuple[Array, Array]:
    """Change between cells that share no blocks (3 and 4 players): the two intervals at half the level each."""
    (low0, high0), (low1, high1) = interval(base, level / 2), interval(tweak, level / 2)
    return low1 - high0, high1 - low0


def asymptotic(data: Sample | Change, level: float, tuned: int = 10_000) -> tuple[Array, Array]:
    """Approximate sequence for measures without bounds (Waudby-Smith et al. 2024, theorem 2.2), tightest near `tuned`.

    Nothing is said before the guard: with few unlike blocks this sequence is badly wrong.
    """
    spread = -2 * np.log(level)
    rho2 = (spread + np.log(spread + 1)) / tuned
    grown = data.n * rho2 + 1
    with np.errstate(divide="ignore", invalid="ignore"):
        half = data.se * np.sqrt(2 * grown / (data.n * rho2) * np.log(np.sqrt(grown) / level))
    return _around(data.estimate, np.where(data.varied >= GUARD, half, np.inf))


def fixed_n(data: Sample | Change, level: float) -> tuple[Array, Array]:
    """Student's interval, as if the number of blocks had been chosen beforehand. Infinite where no block differed."""
    half = stats.t.ppf(1 - level / 2, np.maximum(data.n - 1, 1)) * data.se
    return _around(data.estimate, np.where(data.se > 0, half, np.inf))


def _around(estimate: Array, half: Array) -> tuple[Array, Array]:
    known = ~np.isnan(estimate) & np.isfinite(half)
    with np.errstate(invalid="ignore"):
        return np.where(known, estimate - half, -np.inf), np.where(known, estimate + half, np.inf)


def _gains(m: Array, total: Array, weight: Array, up: bool, most: Array) -> Array:
    """What a unit stake wins on each block value, if `most` is what a block can lose.

    A claim beyond the bounds leaves nothing to lose, and the first block refutes it.
    """
    away = total - m[..., None] * weight
    return (away if up else -away) / np.maximum(most, TINY)[..., None]


def _edge(rejected: Callable[[Array], npt.NDArray[np.bool_]], outside: float, inside: Array) -> Array:
    """Bisection for the end of the interval, from the rejected side so that rounding never narrows it."""
    inner = np.asarray(inside, float)
    outer = np.full_like(inner, outside)
    for _ in range(STEPS):
        middle = (outer + inner) / 2
        out = rejected(middle)
        outer, inner = np.where(out, middle, outer), np.where(out, inner, middle)
    return outer


def _dot(counts: Array, values: Array) -> Array:
    return counts @ values if values.ndim == 1 else np.einsum("...v,...v->...", counts, values)
