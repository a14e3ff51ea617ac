"""Made-up blocks with a known truth, drawn as counts: all replications of a run at once, look by look."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from scipy import stats

from analysis.anytime import Sample
from analysis.looks import looks

FULL = os.environ.get("FAIRDRAW_STATS") == "full"  # the same tests at ten times the size and more


def size(ci: int, full: int) -> int:
    return full if FULL else ci


def limit(runs: int, rate: float) -> int:
    """Errors that a method with this rate exceeds less than once in 10,000 test runs."""
    return int(stats.binom.ppf(0.9999, runs, rate))


@dataclass(frozen=True)
class World:
    """What one block may bring, and how likely."""

    values: np.ndarray
    chances: np.ndarray
    bounds: tuple[float, float] | None = (-1, 1)
    w: float = 0.01

    @property
    def mean(self) -> float:
        return float(self.chances @ self.values)

    @property
    def sd(self) -> float:
        return float(np.sqrt(self.chances @ (self.values - self.mean) ** 2))

    def sample(self, counts: np.ndarray) -> Sample:
        return Sample(counts.astype(float), self.values, np.ones_like(self.values), self.bounds, self.w)

    def runs(self, n: int, replications: int, seed: int, grid: list[int] | None = None) -> Iterator[tuple[int, Sample]]:
        """The counts of every replication at every look."""
        rng = np.random.default_rng(seed)
        counts, played = np.zeros((replications, len(self.values)), int), 0
        for look in grid or looks(n):
            counts = counts + rng.multinomial(look - played, self.chances, size=replications)
            played = look
            yield look, self.sample(counts)


def share(p: float, games: int = 4) -> World:
    """Win share over independent games of a block."""
    chances = [comb(games, k) * p**k * (1 - p) ** (games - k) for k in range(games + 1)]
    return World(np.arange(games + 1) / games, np.array(chances), (0, 1), 0.005)


def jumps(sd: float, mean: float = 0.0) -> World:
    """A paired difference: mostly zero, else a quarter (70%) or a half (30%) up or down; sd is that at no effect.

    The effect comes on top, as a quarter in some of the blocks that were zero.
    """
    steps, parts = np.array([0.25, 0.5]), np.array([0.7, 0.3])
    moved = sd**2 / (parts @ steps**2)
    half = moved / 2 * parts
    effect = abs(mean) / steps[0] * np.array([1, 0])
    up, down = (half + effect, half) if mean > 0 else (half, half + effect)
    return World(np.concatenate([-steps, [0], steps]), np.concatenate([down, [1 - up.sum() - down.sum()], up]))


def rare(step: float, chance: float) -> World:
    return World(np.array([0, step]), np.array([1 - chance, chance]))


SCENARIOS = {
    "a: share": share(0.25),
    "b: zero in 95%": jumps(0.077),
    "c: zero in 99.5%": jumps(0.024),
    "d: zero in 70%": jumps(0.19),
    "e: +1/4 in 4%": rare(0.25, 0.04),
    "f: +1/2 in 0.4%": rare(0.5, 0.004),
    "g: +1 in 0.2%": rare(1, 0.002),
}


def ever(happens: Callable[[Sample], np.ndarray], world: World, n: int, replications: int, seed: int, grid=None) -> int:
    """In how many replications something happens at some look."""
    seen = np.zeros(replications, bool)
    for _, sample in world.runs(n, replications, seed, grid):
        seen |= happens(sample)
    return int(seen.sum())
