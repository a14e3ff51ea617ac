"""Who wins how often: any measure per character, seat, bot, entrant or cell, each line with its intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from analysis.anytime import Bounds, Change, Sample, fixed_n, interval
from analysis.blocks import Frame, Line, Tally, tally
from analysis.measures import Measure, measure
from analysis.results import Result, known

ALPHA = 0.05
FIXED = "fixed-n: as if the number of blocks had been chosen beforehand; targets and checks use the anytime intervals."
BY_DEEDS = "Who did what was not dealt: a share tells how those fared who came to it, not what it is worth."
DRAFTED = "Characters were drafted: a share tells how its choosers fared, not what the character is worth."

SCHEMA = {
    "cell": pl.Int64, "measure": pl.String, "by": pl.String, "group": pl.String, "estimate": pl.Float64,
    "low": pl.Float64, "high": pl.Float64, "joint_low": pl.Float64, "joint_high": pl.Float64,
    "fixed_low": pl.Float64, "fixed_high": pl.Float64, "blocks": pl.Int64, "games": pl.Int64,
    "appearances": pl.Int64, "lines": pl.Int64, "method": pl.String, "why": pl.String,
}  # fmt: skip


def shares(
    outcomes: Frame,
    of: str | Measure = "win_share",
    by: str | None = None,
    *,
    bounds: Bounds | None = None,
    groups: Sequence[str] | None = None,
    cells: pl.DataFrame | None = None,
    where: pl.Expr | None = None,
    w: float | None = None,
    alpha: float = ALPHA,
    k: int | None = None,
) -> Result:
    """One row per cell and group. `groups`: all that there are, so that one which never occurs is shown as unknown.

    `cells` is the cell table; its columns are added to the rows, and a column `stopped` says why a cell ended.
    `k`: the lines over which the joint interval holds, by default those of this table.
    """
    return shares_of(tally(outcomes, measure(of, bounds), by, where), groups=groups, cells=cells, w=w, alpha=alpha, k=k)


def shares_of(
    counted: Tally,
    *,
    groups: Sequence[str] | None = None,
    cells: pl.DataFrame | None = None,
    w: float | None = None,
    alpha: float = ALPHA,
    k: int | None = None,
) -> Result:
    """The same from counts, without the outcome table."""
    lines = counted.lines()
    if groups is not None:
        lines = [Line(cell, group) for cell in counted.cells["cell"] for group in groups]
    k = k or max(len(lines), 1)
    rows = [
        describe(counted, line, counted.sample(line, w), alpha, k) | {"appearances": counted.appearances(line)}
        for line in lines
    ]
    frame = with_cells(pl.DataFrame(rows, SCHEMA, orient="row"), cells)
    by = f" by {counted.by}" if counted.by else ""
    return Result(f"{counted.measure.name}{by}", frame, (FIXED,))


def seats(outcomes: Frame, **options: Any) -> Result:
    """Win share per position in the first turn order."""
    return shares(outcomes, by="seat", **options)


def bots(outcomes: Frame, **options: Any) -> Result:
    return shares(outcomes, by="bot", **options)


def entrants(outcomes: Frame, **options: Any) -> Result:
    return shares(outcomes, by="entrant", **options)


def characters(outcomes: Frame, *, drafted: bool = False, alpha: float = ALPHA, **options: Any) -> Result:
    """Win share per character and how often it was taken. Where characters change every round, a seat counts once for
    each round in which it held the character."""
    return taken(outcomes, "character", [DRAFTED] if drafted else [], alpha, **options)


def deeds(outcomes: Frame, by: str, *, alpha: float = ALPHA, **options: Any) -> Result:
    """Win share by a column of words of the game's own: a path walked, what was won most often."""
    return taken(outcomes, by, [BY_DEEDS], alpha, **options)


def taken(outcomes: Frame, by: str, notes: Sequence[str], alpha: float, **options: Any) -> Result:
    """Win share, and `chosen`: the part of all its chances (seats of games, or rounds of games) in which somebody took
    the group, with an anytime interval."""
    counted = tally(outcomes, measure("win_share"), by)
    won = shares_of(counted, alpha=alpha, **options)
    rows = []
    for cell, group in won.frame.select("cell", "group").iter_rows():
        chosen = counted.choices(Line(cell, group))
        low, high = interval(chosen, alpha)
        rows.append((known(chosen.estimate), known(low), known(high)))
    rates = pl.DataFrame(rows, dict.fromkeys(("chosen", "chosen_low", "chosen_high"), pl.Float64), orient="row")
    return Result(won.title, won.frame.hstack(rates), (*won.notes, *notes))


def describe(counted: Tally, line: Line, data: Sample | Change, alpha: float, k: int) -> dict[str, Any]:
    """The figures that are printed for every line, whatever it measures."""
    row: dict[str, Any] = {
        "cell": line.cell, "measure": counted.measure.name, "by": counted.by, "group": line.group,
        "estimate": known(data.estimate), "blocks": int(data.n),
        "games": counted.games(line, data), "lines": k,
        "method": "approximate" if data.bounds is None else "anytime", "why": unknown(data, counted.by),
    }  # fmt: skip
    levels = {"": (interval, alpha), "joint_": (interval, alpha / k), "fixed_": (fixed_n, alpha)}
    for name, (method, level) in levels.items():
        low, high = method(data, level)
        row |= {name + "low": known(low), name + "high": known(high)}
    return row


def unknown(data: Sample | Change, by: str | None) -> str | None:
    """Why a line says nothing, or nothing but its bounds."""
    if data.n == 0:
        return "never taken" if by == "character" else "nothing played"
    return "no block differs" if data.varied == 0 else None


def with_cells(frame: pl.DataFrame, cells: pl.DataFrame | None) -> pl.DataFrame:
    """Names for the cells, in front; why each stopped goes where nothing else has to be said."""
    if cells is None:
        return frame
    named = frame.join(flat(cells), on="cell", how="left", suffix="_of_cell", maintain_order="left")
    if "stopped" in named.columns:
        named = named.with_columns(why=pl.coalesce("why", "stopped")).drop("stopped")
    factors = [name for name in named.columns if name not in frame.columns]
    return named.select("cell", *factors, *frame.columns[1:])


def flat(cells: pl.DataFrame) -> pl.DataFrame:
    """The cell table with the variants as columns of their own."""
    nested = [name for name, kind in cells.schema.items() if isinstance(kind, pl.Struct)]
    return cells.with_columns(pl.col("cell").cast(pl.Int64)).unnest(nested)
