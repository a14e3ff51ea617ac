"""Where a series of figures makes a step: pieces of constant level, as few as the errors allow.

Optimal partitioning (Jackson et al. 2005) of estimates with known standard errors: the weighted squared distance from
the mean of each piece, plus a price for every step. The price is the most that chance would save with one step at any
of the n - 1 places, except with probability RISK (chi-square with one degree of freedom, Bonferroni over the places).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy import stats

RISK = 0.01


def steps(values: Sequence[float], errors: Sequence[float], risk: float = RISK) -> list[int]:
    """The indices at which a new level begins; none for a series that one level explains."""
    n = len(values)
    if n < 2:
        return []
    x = np.asarray(values, float)
    known = np.asarray(errors, float)
    least = known[known > 0].min(initial=np.inf)
    # a figure without any spread (nothing ever differed) is as sure as the surest of the others
    weights = 1 / np.where(known > 0, known, least if np.isfinite(least) else 1e-9) ** 2
    price = float(stats.chi2.isf(risk / (n - 1), 1))
    sums = [np.concatenate([[0.0], np.cumsum(weights * x**k)]) for k in range(3)]
    best = np.concatenate([[-price], np.full(n, np.inf)])
    came = np.zeros(n + 1, int)
    for end in range(1, n + 1):
        costs = [best[start] + _cost(sums, start, end) + price for start in range(end)]
        came[end] = int(np.argmin(costs))
        best[end] = costs[came[end]]
    found = []
    at = n
    while at > 0:
        at = int(came[at])
        found.append(at)
    return sorted(found)[1:]


def levels(values: Sequence[float], errors: Sequence[float], at: Sequence[int]) -> list[float]:
    """The weighted mean of the piece that each figure belongs to."""
    x, known = np.asarray(values, float), np.asarray(errors, float)
    weights = 1 / np.where(known > 0, known, known[known > 0].min(initial=1.0)) ** 2
    ends = [0, *at, len(x)]
    means = ((float(np.average(x[a:b], weights=weights[a:b])), b - a) for a, b in pairwise(ends))
    return [mean for mean, length in means for _ in range(length)]


def _cost(sums: list[npt.NDArray[np.float64]], start: int, end: int) -> float:
    weight, total, squares = (float(s[end] - s[start]) for s in sums)
    return max(squares - total**2 / weight, 0.0)
