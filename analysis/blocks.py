"""From the outcome table to block values: one pair of integers (appearances, total) per line and block.

The block is the unit of every interval. A line is one measure for one group (a character, a seat, ...) in one cell or
in one pair of cells played on the same blocks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.anytime import Change, Sample
from analysis.measures import Measure

Frame = pl.DataFrame | pl.LazyFrame
ALL = "all"
RARE = 0.002  # of the range: the difference that matters where nobody named one


@dataclass(frozen=True)
class Line:
    """Where a line stands in the table; `base` is the cell that `cell` is compared with, if any."""

    cell: int
    group: str
    base: int | None = None


@dataclass(frozen=True)
class Tally:
    """How often each block value occurred, for all lines of one measure. Tallies of disjoint blocks add up."""

    measure: Measure
    by: str | None
    counts: pl.DataFrame  # cell, (base,) group, (base_appearances, base_total,) appearances, total, blocks
    cells: pl.DataFrame  # cell, (base,) players, rotations, per_game, blocks

    def __add__(self, other: Tally) -> Tally:
        if (self.measure.name, self.by) != (other.measure.name, other.by):
            raise ValueError(f"{self.measure.name} by {self.by} and {other.measure.name} by {other.by} do not add up")
        cells = _add(self.cells, other.cells)
        if cells.select(self._place).is_duplicated().any():
            raise ValueError("one cell with two numbers of players or rotations")
        return Tally(self.measure, self.by, _add(self.counts, other.counts), cells)

    @property
    def paired(self) -> bool:
        return "base" in self.cells.columns

    @property
    def _place(self) -> list[str]:
        return ["base", "cell"] if self.paired else ["cell"]

    def lines(self) -> list[Line]:
        """Every line that occurred, in order."""
        places = self.counts.select(*self._place, "group").unique().sort(*self._place, "group")
        return [Line(**row) for row in places.iter_rows(named=True)]

    def facts(self, line: Line) -> dict[str, Any]:
        """players, rotations, per_game and blocks of the line's cell."""
        return self.cells.row(by_predicate=self._at(line), named=True)

    def sample(self, line: Line, w: float | None = None) -> Sample | Change:
        """The line's histogram as the engine takes it; a line that never occurred is empty, not an error.

        A pair is a plain difference while both cells have the same appearances in every block, as they do by design
        unless characters are drafted. From the first block in which they differ the baseline share no longer drops out.
        """
        rows = self._rows(line).sort(pl.all())
        facts = self.facts(line)
        limit = facts["rotations"] * facts["per_game"]
        number = {name: rows[name].to_numpy() for name in rows.columns if name.endswith(_NUMBERS)}
        counts = number["blocks"].astype(float)
        span = self.measure.bounds[1] - self.measure.bounds[0] if self.measure.bounds else 1.0
        w = RARE * span if w is None else w

        def side(prefix: str) -> Sample:
            weight = number[prefix + "appearances"] / limit
            total = number[prefix + "total"] / (limit * self.measure.unit)
            self._check(line, weight, total)
            return Sample(counts, total, weight, self.measure.bounds, w)

        tweak = side("")
        if not self.paired:
            return tweak
        base = side("base_")
        if not np.array_equal(number["base_appearances"], number["appearances"]):
            return Change(counts, base, tweak)
        change = (number["total"] - number["base_total"]) / (limit * self.measure.unit)
        bounds = (-span, span) if self.measure.bounds else None
        return Sample(counts, change, tweak.weight, bounds, w).merged()

    def games(self, line: Line, data: Sample | Change) -> int:
        """Games behind a line: those of the blocks in which it appeared, of both cells of a pair."""
        return int(data.n) * self.facts(line)["rotations"] * (2 if self.paired else 1)

    def choices(self, line: Line) -> Sample:
        """How often the group occurred: appearances as a part of all that a block could have."""
        rows = self._rows(line)
        facts = self.facts(line)
        table = rows.group_by("appearances").agg(pl.col("blocks").sum()).sort("appearances")
        taken = table["appearances"].to_numpy() / (facts["rotations"] * facts["per_game"])
        counts = table["blocks"].to_numpy().astype(float)
        never = facts["blocks"] - counts.sum()
        taken, counts = np.append(0.0, taken), np.append(never, counts)
        return Sample(counts, taken, np.ones_like(taken), (0, 1))

    def appearances(self, line: Line) -> int:
        rows = self._rows(line)
        return int((rows["appearances"] * rows["blocks"]).sum())

    def pairing(self, line: Line) -> dict[str, float | None]:
        """What pairing saves: variance of the paired change over that of two independent runs, and blocks that differ.

        Taken over W - mA, so that it also speaks of drafted characters.
        """
        rows = self._rows(line)
        blocks = rows["blocks"].to_numpy()
        away = []
        for prefix in ("base_", ""):
            seen, total = (rows[prefix + name].to_numpy().astype(float) for name in ("appearances", "total"))
            away.append(total - (blocks @ total) / max(blocks @ seen, 1) * seen)
        apart = blocks @ away[0] ** 2 + blocks @ away[1] ** 2
        same = (pl.col("appearances") == pl.col("base_appearances")) & (pl.col("total") == pl.col("base_total"))
        differ = rows.filter(~same)["blocks"].sum()
        return {
            "variance_ratio": float(blocks @ (away[1] - away[0]) ** 2 / apart) if apart > 0 else None,
            "blocks_that_differ": float(differ / self.facts(line)["blocks"]),
        }

    def _rows(self, line: Line) -> pl.DataFrame:
        return self.counts.filter(self._at(line) & (pl.col("group") == line.group))

    def _at(self, line: Line) -> pl.Expr:
        here = pl.col("cell") == line.cell
        return here & (pl.col("base") == line.base) if self.paired else here

    def _check(self, line: Line, weight: np.ndarray, total: np.ndarray) -> None:
        """Values outside their hard bounds are errors of the kernel and never clipped."""
        if (weight > 1).any():
            raise ValueError(f"{self.by} {line.group} appears more often than {self.by}s can in a block")
        if self.measure.bounds is None:
            return
        a, b = self.measure.bounds
        if (total < a * weight - 1e-9).any() or (total > b * weight + 1e-9).any():
            raise ValueError(f"{self.measure.name} of {line.group} in cell {line.cell} is outside its bounds {a}..{b}")


_NUMBERS = ("appearances", "total", "blocks")


def tally(outcomes: Frame, measure: Measure, by: str | None = None, where: pl.Expr | None = None) -> Tally:
    """Count the block values of a measure, per cell and group; `where` keeps some of the rows only."""
    return Tally(measure, by, _count(block_values(outcomes, measure, by, where)), _cells(outcomes, by))


def tally_pair(
    outcomes: Frame, base: int, tweak: int, measure: Measure, by: str | None = None, where: pl.Expr | None = None
) -> Tally:
    """The same for the change from one cell to another, on the blocks that both have played."""
    values, cells = _pairs(outcomes, base, tweak, measure, by, where)
    return Tally(measure, by, _count(values), cells)


def tally_by_look(
    outcomes: pl.DataFrame, looks: Sequence[int], measure: Measure, by: str | None, pair: tuple[int, int] | None = None
) -> dict[int, Tally]:
    """The tally of some neighbouring blocks in parts, by the first look (a number of blocks) that sees them."""
    if pair:
        values, cells = _pairs(outcomes, *pair, measure, by)
    else:
        values, cells = block_values(outcomes, measure, by), _cells(outcomes, by)
    first, last = int(outcomes["block"].min()), int(outcomes["block"].max())  # type: ignore[arg-type]
    which = np.searchsorted(looks, values["block"].to_numpy(), side="right")
    counts = _count(values.drop("block").with_columns(block=pl.lit(0), look=which))
    found = {}
    for i in range(bisect_right(looks, first), bisect_right(looks, last) + 1):
        blocks = min(looks[i], last + 1) - max(looks[i - 1] if i else 0, first)
        here = counts.filter(pl.col("look") == i).drop("look")
        found[looks[i]] = Tally(measure, by, here, cells.with_columns(blocks=pl.lit(blocks, pl.Int64)))
    return found


def _pairs(
    outcomes: Frame, base: int, tweak: int, measure: Measure, by: str | None, where: pl.Expr | None = None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Block values of both cells side by side, and what a block looks like."""
    both = outcomes.lazy().filter(pl.col("cell").is_in([base, tweak]))
    cells = _cells(both, by)
    shape = cells.select("players", "rotations", "per_game").unique()
    if cells.height != 2 or shape.height != 1:
        raise ValueError(f"cells {base} and {tweak} cannot be paired: other players or rotations, or not played")
    played = both.select("cell", "block").unique().group_by("block").len().collect()
    shared = played.filter(pl.col("len") == 2)
    values = block_values(both, measure, by, where)
    old, new = (values.filter(pl.col("cell") == cell).drop("cell") for cell in (base, tweak))
    old = old.rename({"appearances": "base_appearances", "total": "base_total"})
    pairs = (
        old.join(new, on=["block", "group"], how="full", coalesce=True)
        .join(shared, on="block", how="semi")
        .with_columns(pl.col("^(base_)?(appearances|total)$").fill_null(0))
        .select(pl.lit(base).alias("base"), pl.lit(tweak).alias("cell"), pl.all())
    )
    where_from = pl.DataFrame({"base": [base], "cell": [tweak]}).hstack(shape)
    return pairs, where_from.with_columns(blocks=pl.lit(shared.height, pl.Int64))


def block_values(outcomes: Frame, measure: Measure, by: str | None, where: pl.Expr | None = None) -> pl.DataFrame:
    """cell, block, group, appearances (rows) and total (of the measure, in its units)."""
    rows = outcomes.lazy().with_columns(measure.expr.alias("total"))
    if where is not None:
        rows = rows.filter(where)
    parts = [rows.select("cell", "block", group, "total") for group in _groups(rows, by)]
    return (
        pl.concat(parts)
        .drop_nulls("group")
        .group_by("cell", "block", "group")
        .agg(pl.len().cast(pl.Int64).alias("appearances"), pl.col("total").sum())
        .with_columns(pl.col("group").cast(pl.String))
        .collect()
    )


def _groups(rows: pl.LazyFrame, by: str | None) -> Iterator[pl.Expr]:
    """The group of a row; several where a seat has several characters, as in a game that changes them every round."""
    if by in (None, "cell", "variant"):  # a variant is a cell of its own
        yield pl.lit(ALL).alias("group")
    elif by == "character":
        for name in character_columns(rows):
            yield pl.col(name).alias("group")
    elif by == "won":
        yield pl.when(pl.col("win_share") > 0).then(pl.lit("winner")).otherwise(pl.lit("other")).alias("group")
    else:
        yield pl.col(by).alias("group")


def character_columns(rows: Frame) -> list[str]:
    names = rows.lazy().collect_schema().names()
    return [name for name in names if name == "character" or name.removeprefix("character_").isdigit()]


def _cells(outcomes: Frame, by: str | None) -> pl.DataFrame:
    """What every block of a cell looks like; refuses blocks that are not whole."""
    rows = outcomes.lazy()
    match by:
        case "seat" | "entrant":
            most = pl.lit(1)
        case "character":
            most = pl.lit(len(character_columns(rows)))
        case _:
            most = pl.col("players")
    cells = (
        rows.group_by("cell")
        .agg(
            pl.col("players").first().cast(pl.Int64),
            pl.col("rotation").n_unique().cast(pl.Int64).alias("rotations"),
            pl.col("block").n_unique().cast(pl.Int64).alias("blocks"),
            pl.len().alias("rows"),
        )
        .select("cell", "players", "rotations", most.cast(pl.Int64).alias("per_game"), "blocks", "rows")
        .sort("cell")
        .collect()
    )
    broken = cells.filter(pl.col("rows") != pl.col("blocks") * pl.col("rotations") * pl.col("players"))
    if broken.height:
        raise ValueError(f"cell {broken['cell'][0]} holds blocks that are not whole")
    return cells.with_columns(pl.col("cell").cast(pl.Int64)).drop("rows")


def _count(values: pl.DataFrame) -> pl.DataFrame:
    keys = [name for name in values.columns if name != "block"]
    return (
        values.group_by(keys)
        .agg(pl.len().cast(pl.Int64).alias("blocks"))
        .with_columns(pl.col("^(cell|base)$").cast(pl.Int64))
        .sort(keys)
    )


def _add(one: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    keys = [name for name in one.columns if name != "blocks"]
    return pl.concat([one, other]).group_by(keys).agg(pl.col("blocks").sum()).sort(keys)
