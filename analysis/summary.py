"""All tables of a run in one JSON-able dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.anytime import Bounds
from analysis.blocks import Frame, character_columns
from analysis.results import Result
from analysis.scores import scores
from analysis.shares import ALPHA, bots, characters, entrants, seats, shares
from analysis.tiebreaks import tie_favours, tiebreaks

PACE = ("tied_games", "margin", "rounds", "decisions", "actions")


def summary(
    outcomes: Frame,
    cells: pl.DataFrame | None = None,
    *,
    bounds: Mapping[str, Bounds] | None = None,
    drafted: bool = False,
    alpha: float = ALPHA,
) -> dict[str, Any]:
    return {name: table.to_dict() for name, table in tables(outcomes, cells, bounds, drafted, alpha).items()}


def tables(
    outcomes: Frame,
    cells: pl.DataFrame | None = None,
    bounds: Mapping[str, Bounds] | None = None,
    drafted: bool = False,
    alpha: float = ALPHA,
) -> dict[str, Result]:
    """Every table that the outcome table alone can fill, by name; characters only where the game has them."""
    rows = outcomes.lazy()
    found = {
        "seats": seats(rows, alpha=alpha, cells=cells),
        "entrants": entrants(rows, alpha=alpha, cells=cells),
        "bots": bots(rows, alpha=alpha, cells=cells),
        "tiebreaks": tiebreaks(rows, alpha=alpha, cells=cells),
        "tie_favours": tie_favours(rows, "seat", alpha=alpha, cells=cells),
        "scores": scores(rows, alpha=alpha, cells=cells, bounds=bounds),
        "pace": _pace(rows, cells, bounds, alpha),
    }
    if _has_characters(rows):
        found["characters"] = characters(rows, drafted=drafted, alpha=alpha, cells=cells)
    return found


def _pace(rows: pl.LazyFrame, cells: pl.DataFrame | None, bounds: Mapping[str, Bounds] | None, alpha: float) -> Result:
    limits = bounds or {}
    k = len(PACE) * rows.select(pl.col("cell").n_unique()).collect().item()
    parts = [shares(rows, name, bounds=limits.get(name), cells=cells, alpha=alpha, k=k) for name in PACE]
    return Result("pace of the game", pl.concat(part.frame for part in parts), parts[0].notes)


def _has_characters(rows: pl.LazyFrame) -> bool:
    names = character_columns(rows)
    return bool(names) and rows.select(pl.any_horizontal(pl.col(names).is_not_null().any())).collect().item()
