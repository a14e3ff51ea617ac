"""pass, fail or undecided: a pure function of the counts at one look.

*inside*: the bets against every mean beyond a limit have paid at the line's own level. *outside*: a bet against every
mean within the limits has paid at the joint level alpha / K. A file passes when all its lines are inside at the same
look, which needs no correction for their number (intersection-union test, Berger 1982; two one-sided tests, Schuirmann
1987), and fails as soon as one is outside (Bonferroni on e-values). For any truth only one of the two can be wrong, so
alpha is not split between them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
import polars as pl

from analysis.anytime import GUARD, NUISANCE, Array, Change, Sample, fixed_n, interval, reaches
from analysis.blocks import Line, Tally
from analysis.results import Result, known

Truth = npt.NDArray[np.bool_]
Kind = Literal["within", "change_within", "at_most", "at_least", "improves"]
ON_A_CHANGE = ("change_within", "improves")
EDGE = "at the edge; more games may never settle it"


@dataclass(frozen=True)
class Expectation:
    """What a file wants of one measure. `value` is the tolerance, or the limit of a one-sided kind."""

    measure: str
    kind: Kind
    value: float
    by: str | None = None
    of: float | None = None  # the wanted value of `within`; None: the fair share

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise ValueError(f"unknown expectation {self.kind!r} (one of {', '.join(get_args(Kind))})")
        if self.kind in ("within", "change_within") and not self.value > 0:
            raise ValueError(f"{self.kind}: {self.value} can never be shown; a tolerance is above 0")
        if self.kind == "within" and self.of is None and self.measure != "win_share":
            raise ValueError(f"{self.measure} has no fair share: say of which value")

    @property
    def on_a_change(self) -> bool:
        return self.kind in ON_A_CHANGE

    @property
    def w(self) -> float | None:
        """The difference that matters, which sets the bets; one-sided kinds name none."""
        return self.value if self.kind in ("within", "change_within") else None

    def limits(self, players: int) -> tuple[float | None, float | None]:
        match self.kind:
            case "within":
                middle = 1 / players if self.of is None else self.of
                return middle - self.value, middle + self.value
            case "change_within":
                return -self.value, self.value
            case "at_most":
                return None, self.value
            case _:
                return self.value, None


@dataclass(frozen=True)
class Claim:
    """One line and the limits that it is held to."""

    expectation: Expectation
    line: Line
    data: Sample | Change
    low: float | None
    high: float | None
    games: int
    pairing: dict[str, float | None] = field(default_factory=dict)

    @property
    def limits(self) -> int:
        return (self.low is not None) + (self.high is not None)

    @property
    def approximate(self) -> bool:
        """Without hard bounds nobody can bet: the asymptotic sequence stands in, once enough blocks are unlike."""
        return self.data.bounds is None

    def inside(self, alpha: float) -> Truth:
        if self.approximate:
            low, high = interval(self.data, alpha)
            return (low > _or(self.low, -np.inf)) & (high < _or(self.high, np.inf))
        log_e, left = self.data.test(alpha)
        against = [log_e(m, up) for m, up in ((self.high, False), (self.low, True)) if m is not None]
        return np.all([reaches(e, math.log(self.limits / left)) for e in against], axis=0)

    def outside(self, level: float) -> Truth:
        """At the joint level alpha / K."""
        if self.approximate:
            low, high = interval(self.data, level)
            return (low > _or(self.high, np.inf)) | (high < _or(self.low, -np.inf))
        found, left = self._beyond(level)
        return np.any([reaches(e, math.log(self.limits / left)) for e in found], axis=0)

    def evidence(self, level: float) -> Array:
        """Log of the mean of the e-values that speak for outside; without bets there is none."""
        if self.approximate:
            return np.zeros(np.shape(self.data.n))
        return np.logaddexp.reduce(self._beyond(level)[0]) - math.log(self.limits)

    def needs(self, alpha: float, k: int) -> int | None:
        """About how many blocks in all would settle the line; None at the edge or where nothing is known."""
        estimate, se = float(self.data.estimate), float(self.data.se)
        if math.isnan(estimate):
            return None
        below = math.inf if self.low is None else estimate - self.low      # room between the estimate and its limits
        above = math.inf if self.high is None else self.high - estimate
        room = min(below, above)
        if room == 0 or (math.isfinite(se) and abs(room) < se / 2):
            return None
        low, high = interval(self.data, alpha if room > 0 else alpha / k)
        down, up = estimate - float(low), float(high) - estimate            # how far the interval reaches each way
        if not math.isfinite(down + up):
            return None
        if room < 0:                                                        # it has to let go of the limit it crossed
            below, above = (math.inf, -below) if below < 0 else (-above, math.inf)
        too_wide = max(down / below, up / above)
        n = int(self.data.n)
        return max(math.ceil(n * too_wide**2), n + 1)

    def _beyond(self, level: float) -> tuple[list[Array], float]:
        log_e, left = self.data.test(level)
        return [log_e(m, up) for m, up in ((self.high, True), (self.low, False)) if m is not None], left


@dataclass(frozen=True)
class Verdict(Result):
    verdict: str = "undecided"  # or "pass", "fail"

    def to_dict(self) -> dict[str, Any]:
        return {"verdict": self.verdict, **super().to_dict()}


def claims(expectation: Expectation, tally: Tally, groups: Sequence[str] | None = None) -> list[Claim]:
    """One claim per cell (or pair of cells) and group. `groups`: all that there are, seen or not, fixed beforehand.

    The table of a tally of several cells has them one after the other.
    """
    if expectation.on_a_change != tally.paired:
        raise ValueError(f"{expectation.kind} needs {'two rule sets' if expectation.on_a_change else 'one rule set'}")
    lines = tally.lines()
    if groups is not None:
        places = tally.cells.select("cell", base="base" if tally.paired else pl.lit(None)).rows()
        lines = [Line(cell, group, base) for cell, base in places for group in groups]
    found = []
    for line in lines:
        facts = tally.facts(line)
        data = tally.sample(line, expectation.w)
        low, high = expectation.limits(facts["players"])
        pairing = tally.pairing(line) if tally.paired else {}
        found.append(Claim(expectation, line, data, low, high, tally.games(line, data), pairing))
    return found


def settle(found: Sequence[Claim], alpha: float = 0.05, k: int | None = None) -> npt.NDArray[np.str_]:
    """The verdict alone, for every look (and every replication): four e-values a line.

    `k`: the lines of the file as declared before the run, where that is not their number: the two complementary shares
    of a two-player game are one line.
    """
    k = k or len(found)
    if not found:
        return np.asarray("undecided")
    failed = np.any([claim.outside(alpha / k) for claim in found], axis=0)
    passed = np.all([claim.inside(alpha) for claim in found], axis=0)
    return np.where(failed, "fail", np.where(passed, "pass", "undecided"))


def judge(found: Sequence[Claim], alpha: float = 0.05, k: int | None = None) -> Verdict:
    """The verdict with everything that a reader wants to know about each line."""
    k = k or len(found)
    verdict = str(settle(found, alpha, k))
    named = [False] * len(found)
    if verdict == "fail":
        named = e_holm([float(claim.evidence(alpha / k)) for claim in found], _left(found, alpha))
    rows = [_row(claim, alpha, k, name) for claim, name in zip(found, named, strict=True)]
    notes = [
        f"{verdict}: {len(found)} lines at {1 - alpha:.0%}; anytime intervals, valid however often one looks.",
        "fixed-n: as if the number of blocks had been chosen beforehand; no verdict leans on it.",
    ]
    if any(claim.approximate for claim in found):
        unbound = ", ".join(sorted({claim.expectation.measure for claim in found if claim.approximate}))
        notes.append(f"Approximate for {unbound}: without hard bounds, so the intervals hold for many blocks only.")
    if any(claim.limits == 1 for claim in found):
        notes.append(
            "A one-sided limit is judged one-sided; the printed interval has two sides and may still touch it."
        )
    if verdict != "pass" and any(row["verdict"] == "inside" for row in rows):
        notes.append("A line marked inside holds at its own level, not jointly with the others.")
    if verdict != "undecided":
        notes.append("A run that stops at its verdict leaves an estimate that leans away from the tolerance.")
    return Verdict("verdict", pl.DataFrame(rows, _SCHEMA, orient="row"), tuple(notes), verdict)


def e_holm(log_e: Sequence[float], alpha: float) -> list[bool]:
    """Which lines may be named with a joint risk of alpha (closed testing by averages, Vovk & Wang 2021).

    Line k is named if (E_k + the j smallest others) / (j + 1) >= 1 / alpha for every j.
    """
    named = []
    for i, own in enumerate(log_e):
        others = sorted([*log_e[:i], *log_e[i + 1 :]])
        sums = np.logaddexp.accumulate([own, *others])
        named.append(bool(reaches(sums - np.log(np.arange(1, len(sums) + 1)), math.log(1 / alpha)).all()))
    return named


def _or(limit: float | None, none: float) -> float:
    return none if limit is None else limit


def _left(found: Sequence[Claim], alpha: float) -> float:
    """Changes of drafted shares have spent a part of the level on the baseline share."""
    return alpha * (1 - NUISANCE) if any(isinstance(claim.data, Change) for claim in found) else alpha


_SCHEMA = {
    "measure": pl.String, "kind": pl.String, "by": pl.String, "cell": pl.Int64, "base": pl.Int64, "group": pl.String,
    "verdict": pl.String, "estimate": pl.Float64, "limit_low": pl.Float64, "limit_high": pl.Float64,
    "low": pl.Float64, "high": pl.Float64, "joint_low": pl.Float64, "joint_high": pl.Float64,
    "fixed_low": pl.Float64, "fixed_high": pl.Float64, "blocks": pl.Int64, "games": pl.Int64, "lines": pl.Int64,
    "needs_blocks": pl.Int64, "variance_ratio": pl.Float64, "blocks_that_differ": pl.Float64, "why": pl.String,
}  # fmt: skip


def _row(claim: Claim, alpha: float, k: int, named: bool) -> dict[str, Any]:
    outside, inside = named or claim.outside(alpha / k), claim.inside(alpha)
    verdict = "outside" if outside else "inside" if inside else "undecided"
    needs = claim.needs(alpha, k) if verdict == "undecided" else None
    row: dict[str, Any] = {
        "measure": claim.expectation.measure, "kind": claim.expectation.kind, "by": claim.expectation.by,
        "cell": claim.line.cell, "base": claim.line.base, "group": claim.line.group, "verdict": verdict,
        "estimate": known(claim.data.estimate), "limit_low": claim.low, "limit_high": claim.high,
        "blocks": int(claim.data.n), "games": claim.games, "lines": k, "needs_blocks": needs,
        "why": _why(claim, verdict, needs),
    } | claim.pairing  # fmt: skip
    levels = {"": (interval, alpha), "joint_": (interval, alpha / k), "fixed_": (fixed_n, alpha)}
    for name, (method, level) in levels.items():
        low, high = method(claim.data, level)
        row |= {name + "low": known(low), name + "high": known(high)}
    return row


def _why(claim: Claim, verdict: str, needs: int | None) -> str:
    if verdict != "undecided":
        return f"shown to be {verdict}"
    if claim.data.n == 0:
        return "never taken" if claim.expectation.by == "character" else "nothing played"
    if claim.approximate and claim.data.varied < GUARD:
        return f"too few blocks differ to tell ({int(claim.data.varied)} of {GUARD} wanted)"
    return EDGE if needs is None else f"about {needs:,} blocks would settle it"
