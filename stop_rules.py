"""When a run has been played enough, for the runner: it plays, the analysis judges, and here they meet.

A question stops when every line is known well enough, a check when every line is settled.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from analysis import Claim, Expectation, Measure, Tally
    from analysis.anytime import Change, Sample
    from sim.cells import Cell
    from sim.question import Inquiry, Target


def alpha_of(inquiry: Inquiry) -> float:
    return round(1 - inquiry.asked.stop.confidence, 9)


# Narrow enough -------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class NarrowEnough:
    """The stop rule of a question: every line's interval is as narrow as wanted."""
    measure: Measure
    by: str | None
    half_width: float
    alpha: float
    anytime: bool

    def looks(self, at_most: int) -> Iterator[int]:
        from analysis.looks import looks

        return looks(at_most)

    def count(self, rows: pl.DataFrame, looks: Sequence[int]) -> dict[int, Tally]:
        from analysis.blocks import tally_by_look

        return tally_by_look(rows, looks, self.measure, self.by)

    def enough(self, counted: Tally) -> str:
        from analysis.looks import narrow

        reasons = set()
        for line in counted.lines():                    # one that is still wide settles it
            sample = counted.sample(line, self.half_width)
            reasons.add(narrow([sample], self.half_width, self.alpha, anytime=self.anytime))
            if "" in reasons:
                return ""
        return min(reasons, key=["fixed-n", "anytime"].index, default="")

    def outlook(self, counted: Tally) -> tuple[float, int]:
        from analysis.looks import progress

        samples = [counted.sample(line, self.half_width) for line in counted.lines()]
        blocks = int(counted.cells["blocks"].sum())
        return progress(samples, self.alpha), max((self.needs(sample, blocks) for sample in samples), default=0)

    def needs(self, sample: Sample | Change, blocks: int) -> int:
        """Forecast of the blocks of its cell until a line is narrow: it may appear in some of them only."""
        from analysis.looks import blocks_to_width

        n = float(sample.n)
        if n < 2:
            return 0
        sd = float(sample.se) * n**0.5
        own = blocks_to_width(self.half_width, sd, sample.bounds or (0, 0), self.alpha, self.anytime)
        return round(own * blocks / n)


def narrow_enough(inquiry: Inquiry) -> NarrowEnough | None:
    """None where a question names no half-width: it is played to its limit."""
    from analysis import measure
    from sim.question import measures

    stop = inquiry.asked.stop
    if stop.half_width is None:
        return None
    found = measure(stop.of, measures(inquiry.book)[stop.of])
    return NarrowEnough(found, stop.by, stop.half_width, alpha_of(inquiry), stop.anytime)


# Settled -------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Wanted:
    """One target or expectation as the analysis takes it, with its lines in the cells that are played together."""
    expectation: Expectation
    measure: Measure
    groups: dict[int, tuple[str, ...]]          # by the last of those cells

    def tally(self, rows: pl.DataFrame, cells: Sequence[int]) -> Tally:
        from analysis import tally_pair

        if self.expectation.on_a_change:
            return tally_pair(rows, cells[0], cells[-1], self.measure, self.expectation.by)
        return self.of_cell(rows, cells[-1])

    def of_cell(self, rows: pl.DataFrame, cell: int) -> Tally:
        import polars as pl

        from analysis import tally

        return tally(rows.filter(pl.col("cell") == cell), self.measure, self.expectation.by)

    def by_look(self, rows: pl.DataFrame, cells: Sequence[int], looks: Sequence[int]) -> dict[int, Tally]:
        import polars as pl

        from analysis.blocks import tally_by_look

        if self.expectation.on_a_change:
            return tally_by_look(rows, looks, self.measure, self.expectation.by, (cells[0], cells[-1]))
        return tally_by_look(rows.filter(pl.col("cell") == cells[-1]), looks, self.measure, self.expectation.by)

    def claims(self, counted: Tally) -> list[Claim]:
        from analysis import claims

        return claims(self.expectation, counted, self.groups[counted.cells["cell"][0]])


class Tallies(tuple):
    """One tally for each thing that is wanted; they add up one by one."""

    def __add__(self, other: tuple) -> Tallies:
        return Tallies(a + b for a, b in zip(self, other, strict=True))


@dataclass(frozen=True)
class Settled:
    """The stop rule of a check: for cells that are played together, all lines are inside or one is outside."""
    wanted: tuple[Wanted, ...]
    alpha: float
    lines: int                                  # of the whole file

    def looks(self, at_most: int) -> Iterator[int]:
        from analysis.looks import looks

        return looks(at_most)

    def count(self, rows: pl.DataFrame, looks: Sequence[int]) -> dict[int, Tallies]:
        cells = rows["cell"].unique().sort().to_list()
        found = [wanted.by_look(rows, cells, looks) for wanted in self.wanted]
        return {look: Tallies(one[look] for one in found) for look in found[0]}

    def enough(self, counted: Tallies) -> str:
        from analysis import settle

        verdict = str(settle(self.claims(counted), self.alpha, self.lines))
        return "" if verdict == "undecided" else verdict

    def outlook(self, counted: Tallies) -> tuple[float, int]:
        """The widest interval of what is not settled yet, and about how many blocks will settle it."""
        from analysis.looks import progress

        claims = self.claims(counted)
        open_ = [claim for claim in claims if not claim.inside(self.alpha) and claim.data.n > 1]
        n = int(counted[0].cells["blocks"].sum())
        needs = [claim.needs(self.alpha, self.lines) for claim in open_]
        blocks = [round(need * n / float(claim.data.n)) if need else 0
                  for need, claim in zip(needs, open_, strict=True)]
        return progress([claim.data for claim in open_ or claims], self.alpha), max(blocks, default=n)

    def claims(self, counted: Tallies) -> list[Claim]:
        return [claim for one, tally in zip(self.wanted, counted, strict=True) for claim in one.claims(tally)]


def settled(inquiry: Inquiry) -> Settled:
    return Settled(tuple(wanted(inquiry, target) for target in inquiry.wanted), alpha_of(inquiry), inquiry.lines)


def wanted(inquiry: Inquiry, target: Target) -> Wanted:
    from analysis import Expectation, measure
    from sim.question import CHANGES, KINDS, measures

    kind: Any = next(kind for kind in (*KINDS, *CHANGES) if getattr(target, kind, None) is not None)
    groups = {cells[-1].id: inquiry.groups[cells[-1].id, target.by] for cells in inquiry.together}
    found = measure(target.measure, measures(inquiry.book)[target.measure])
    return Wanted(Expectation(target.measure, kind, getattr(target, kind), target.by, target.of), found, groups)


# Beforehand ----------------------------------------------------------------------------------------------------------

def forecast(inquiry: Inquiry, cells: tuple[Cell, ...], rule: NarrowEnough | Settled | None) -> dict[str, Any]:
    """What cells that are played together will cost and see, from a fraction of a second of play."""
    import io
    from pathlib import Path

    from analysis import measure
    from analysis.looks import half_width_at
    from sim.chunks import sample
    from sim.question import measures
    from sim.runner import job_of

    stop = inquiry.asked.stop
    at_most = cells[0].at_most
    rows, rate = sample(job_of(inquiry, Path()), cells, min(0.3, 10 / len(inquiry.together)))
    trial = rows["block"].n_unique()
    if isinstance(rule, Settled):
        claims = rule.claims(rule.count(rows, [trial])[trial])
        lines, needs = [claim.data for claim in claims], [blocks_to_settle(claim, rule, trial) for claim in claims]
        named = ", ".join(dict.fromkeys(name_of(one.expectation.measure, one.expectation.by) for one in rule.wanted))
    else:
        by = stop.by or ("seat" if stop.of == "win_share" else None)
        counting = rule or NarrowEnough(measure(stop.of, measures(inquiry.book)[stop.of]), by, 0.0, 0.05, True)
        counted = counting.count(rows, [trial])[trial]
        lines = [counted.sample(line, counting.half_width or None) for line in counted.lines()]
        needs = [counting.needs(line, trial) for line in lines] if rule else [at_most]
        named = name_of(counting.measure.name, counting.by)
    blocks = min(at_most, max(needs, default=at_most))
    seen = [half_width_at(max(1, round(blocks * float(line.n) / trial)), float(line.se) * float(line.n) ** 0.5,
                          line.bounds or (0, 0)) for line in lines if line.n > 1]
    file = io.BytesIO()
    rows.write_parquet(file, compression="zstd")
    rotations = sum(cell.rotations for cell in cells)
    return {
        "cell": cells[0].id, "label": " and ".join(cell.label for cell in cells), "rotations": rotations,
        "games": blocks * rotations, "at_most": at_most * rotations,
        "games_per_second": round(rate * rotations, 1), "cpu_seconds": round(blocks / rate, 2),
        "bytes": round(len(file.getvalue()) / trial * blocks),
        "sees": max(seen, default=None), "line": named,
    }


def blocks_to_settle(claim: Claim, rule: Settled, trial: int) -> int:
    """If the tweak has no effect; a one-sided limit is as far from the estimate as the trial saw it."""
    from analysis.looks import blocks_to_pass

    n = float(claim.data.n)
    if n < 2:
        return trial
    value = claim.expectation.w or abs(float(claim.data.estimate) - claim.expectation.value) or claim.expectation.value
    _, most = blocks_to_pass(value, float(claim.data.se) * n**0.5, claim.data.bounds or (0, 0), rule.lines)
    return round(most * trial / n)


def name_of(measure: str, by: str | None) -> str:
    return measure + (f" by {by}" if by else "")
