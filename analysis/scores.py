"""What a score is made of, for those who win and for the others."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from analysis.anytime import Bounds
from analysis.blocks import Frame
from analysis.measures import measure
from analysis.results import Result
from analysis.shares import ALPHA, FIXED, shares

PARTS = "vp_"


def scores(
    outcomes: Frame,
    *,
    bounds: Mapping[str, Bounds] | None = None,
    cells: pl.DataFrame | None = None,
    alpha: float = ALPHA,
) -> Result:
    """Mean points of every score part, for winners and others, and its part of their whole score."""
    names = [name for name in outcomes.lazy().collect_schema().names() if name == "score" or name.startswith(PARTS)]
    n_cells = outcomes.lazy().select(pl.col("cell").n_unique()).collect().item()
    k = 2 * n_cells * len(names)
    found = [measure(name, (bounds or {}).get(name)) for name in names]
    parts = [shares(outcomes, part, "won", cells=cells, alpha=alpha, k=k).frame for part in found]
    whole = parts[names.index("score")].select("cell", "group", pl.col("estimate").alias("whole"))
    frame = pl.concat(parts).join(whole, on=["cell", "group"], how="left", maintain_order="left")
    ratio = pl.when(pl.col("whole") != 0).then(pl.col("estimate") / pl.col("whole")).alias("part_of_score")
    note = "part_of_score: points of all such seats together over their scores together."
    return Result("points by source", frame.with_columns(ratio).drop("whole"), (FIXED, note))
