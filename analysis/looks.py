"""When to look, when to stop, and what a run of a given size will be able to see."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from scipy import stats

from analysis.anytime import GUARD, Array, Bounds, Change, Sample, interval, reaches

FIRST = 128  # the grid is part of the file format: where a run stops must not depend on the machine
GROWTH = 105, 100

# Measured by simulation, against the number of lines K of the file: half-width of the anytime interval in sd / root n
# (10,000 blocks and more), and blocks in (sd / tolerance)^2 until a whole file of lines without effect passes.
_HALF_WIDTH = {1: 3.3, 7: 3.9, 30: 4.3, 150: 4.7}
_PASS_MEAN = {1: 17.0, 4: 23.0, 7: 26.0, 30: 35.0}
_PASS_MOST = {1: 28.0, 4: 34.0, 7: 36.0, 30: 44.0}
_FLOOR = 6.5  # half-width times n, per half range of the values, if no block ever differs


def looks(at_most: int) -> Iterator[int]:
    """Block counts at which a run is judged: 128, then 5% more, rounded up; the last is the limit itself."""
    n = min(FIRST, at_most)
    while n < at_most:
        yield n
        n = -(-n * GROWTH[0] // GROWTH[1])
    yield at_most


def narrow_enough(
    data: Sample | Change, half_width: float, alpha: float, k: int = 1, anytime: bool = False
) -> npt.NDArray[np.str_]:
    """Which interval is as narrow as wanted: "fixed-n", "anytime" or "" for none yet.

    Either (i) the fixed-width rule of Chow & Robbins (1965) once enough blocks differ from the commonest value, or
    (ii) the anytime half-width. Both look at the width alone and never at the result, which is what keeps (i) honest.
    """
    half = stats.t.ppf(1 - alpha / (2 * k), np.maximum(data.n - 1, 1)) * data.se
    fixed = (half <= half_width) & (data.varied >= GUARD) & (not anytime)
    if np.all(fixed | ~_may_be_narrow(data, half_width, alpha / k)):
        return np.where(fixed, "fixed-n", "")
    low, high = interval(data, alpha / k)
    return np.where(fixed, "fixed-n", np.where((high - low) / 2 <= half_width, "anytime", ""))


def _may_be_narrow(data: Sample | Change, half_width: float, level: float) -> npt.NDArray[np.bool_]:
    """Two e-values in place of a bisection at most looks: neither end may lie farther off than the whole width."""
    if data.bounds is None:
        return np.full(np.shape(data.n), True)
    log_e, left = data.test(level)
    centre = np.nan_to_num(data.estimate)
    ends = log_e(centre - 2 * half_width, True), log_e(centre + 2 * half_width, False)
    return reaches(np.minimum(*ends), np.log(2 / left))


def narrow(lines: Sequence[Sample | Change], half_width: float, alpha: float, k: int = 1, anytime: bool = False) -> str:
    """Why a cell may stop, or "": every line has to be narrow; the name is that of the weakest promise used."""
    reasons = set()
    for line in lines:
        reason = str(narrow_enough(line, half_width, alpha, k, anytime))
        if not reason:
            return ""
        reasons.add(reason)
    return "fixed-n" if "fixed-n" in reasons else "anytime" if reasons else ""


def half_width_at(n: int, sd: float, bounds: Bounds, k: int = 1) -> float:
    """Forecast of the anytime half-width after n blocks: the smallest effect that such a run can see."""
    return _of_k(k, _HALF_WIDTH) * sd / np.sqrt(n) + _floor(bounds, k) / n


def blocks_to_width(half_width: float, sd: float, bounds: Bounds, alpha: float = 0.05, anytime: bool = False) -> int:
    """Forecast of the blocks that a question needs until every interval is as narrow as wanted."""
    wide = (_of_k(1, _HALF_WIDTH) * sd / half_width) ** 2 + _floor(bounds, 1) / half_width
    if anytime:
        return int(np.ceil(wide))
    fixed = (stats.norm.ppf(1 - alpha / 2) * sd / half_width) ** 2
    return int(np.ceil(max(FIRST, min(wide, max(fixed, GUARD)))))


def blocks_to_pass(tolerance: float, sd: float, bounds: Bounds, k: int = 1) -> tuple[int, int]:
    """Forecast of the blocks until a file of k lines without effect passes: on average, and in 95% of runs."""
    floor = _floor(bounds, 1) / tolerance
    mean, most = (
        max(FIRST, np.hypot(floor, _of_k(k, measured) * (sd / tolerance) ** 2)) for measured in (_PASS_MEAN, _PASS_MOST)
    )
    return int(np.ceil(mean)), int(np.ceil(most))


def _floor(bounds: Bounds, k: int) -> float:
    return (_FLOOR + np.log(k)) * (bounds[1] - bounds[0]) / 2


def _of_k(k: int, measured: dict[int, float]) -> float:
    """The cost grows with log K: straight lines between the simulated files, and on beyond the last."""
    (k0, v0), (k1, v1) = list(measured.items())[-2:]
    if k > k1:
        return v1 + (v1 - v0) * float(np.log(k / k1) / np.log(k1 / k0))
    return float(np.interp(np.log(k), np.log(list(measured)), list(measured.values())))


def progress(lines: Sequence[Sample | Change], level: float) -> float:
    """The widest remaining half-width, for the progress bar."""
    return max((float(np.max(_half(line, level))) for line in lines), default=np.inf)


def _half(line: Sample | Change, level: float) -> Array:
    low, high = interval(line, level)
    return (high - low) / 2
