"""What changes with a variant, a rule set or a bot: cells that differ in one thing, compared on the same blocks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import polars as pl

from analysis.anytime import Bounds
from analysis.blocks import Frame, tally_pair
from analysis.measures import Measure, measure
from analysis.results import Result
from analysis.shares import ALPHA, FIXED, SCHEMA, describe, flat

UNPAIRED = ("cell", "players", "stopped")  # other numbers of players are other deals

COLUMNS = {
    **dict.fromkeys(("factor", "before", "after"), pl.String),
    "base": pl.Int64,
    **SCHEMA,
    **dict.fromkeys(("variance_ratio", "blocks_that_differ"), pl.Float64),
}


def variants(
    outcomes: Frame,
    cells: pl.DataFrame,
    of: str | Measure = "win_share",
    by: str | None = "seat",
    *,
    bounds: Bounds | None = None,
    w: float | None = None,
    alpha: float = ALPHA,
    k: int | None = None,
) -> Result:
    """One row per pair of cells that differ in one factor, and group: the change, and what pairing saved."""
    found = measure(of, bounds)
    pairs = [pair for pair in neighbours(cells) if same_rotations(outcomes, pair)]
    tallies = [tally_pair(outcomes, pair["base"], pair["cell"], found, by) for pair in pairs]
    k = k or max(sum(len(counted.lines()) for counted in tallies), 1)
    rows: list[dict[str, Any]] = []
    for pair, counted in zip(pairs, tallies, strict=True):
        for line in counted.lines():
            row = describe(counted, line, counted.sample(line, w), alpha, k)
            rows.append(pair | row | {"appearances": counted.appearances(line)} | counted.pairing(line))
    title = f"change of {found.name}" + (f" by {by}" if by else "")
    return Result(title, pl.DataFrame(rows, COLUMNS, orient="row"), (FIXED,))


def same_rotations(outcomes: Frame, pair: dict[str, Any]) -> bool:
    """A cell of equal bots plays one game a block, one with a newcomer among them plays one for each seat of his: their
    blocks hold other games, and a difference of the two would compare nothing."""
    played = outcomes.lazy().filter(pl.col("cell").is_in([pair["base"], pair["cell"]]))
    counts = played.group_by("cell").agg(pl.col("rotation").max()).collect()["rotation"]
    return counts.n_unique() <= 1


def neighbours(cells: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Pairs of cells that agree in all but one factor; the one that comes first is the baseline."""
    table = flat(cells)
    factors = [name for name in table.columns if name not in UNPAIRED]
    for one, other in combinations(table.iter_rows(named=True), 2):
        differ = [name for name in factors if one[name] != other[name]]
        if len(differ) == 1 and one.get("players") == other.get("players"):
            (name,) = differ
            yield {
                "factor": name,
                "before": str(one[name]),
                "after": str(other[name]),
                "base": one["cell"],
                "cell": other["cell"],
            }
