"""Tie-breaks: how often each step of the chain decides, whom it favours, and what another chain would have given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.blocks import Frame
from analysis.measures import GAME, WIN_UNIT, Measure, in_units, share_under, winners
from analysis.results import Result
from analysis.shares import ALPHA, FIXED, shares

SHARED: tuple[str, ...] = ()  # the chain that breaks no tie


def tiebreaks(outcomes: Frame, *, alpha: float = ALPHA, cells: pl.DataFrame | None = None) -> Result:
    """Share of games settled by each step: 0 none needed, 1... the step, shared: nobody could."""
    levels = outcomes.lazy().select(pl.col("tie_level").drop_nulls().unique().sort()).collect().to_series()
    steps = [-1, *range(max([0, *levels]) + 1)]
    names = [f"tie_level_{'shared' if step < 0 else step}" for step in steps[1:] + steps[:1]]
    n_cells = outcomes.lazy().select(pl.col("cell").n_unique()).collect().item()
    parts = [shares(outcomes, name, alpha=alpha, cells=cells, k=n_cells * len(names)).frame for name in names]
    return Result("how first place was settled", pl.concat(parts).sort("cell", maintain_order=True), (FIXED,))


def tie_favours(outcomes: Frame, by: str = "seat", **options: Any) -> Result:
    """What the chain gives to a group when it is among the tied: win share above an equal split, per tie."""
    tied = winners(SHARED) & (pl.col("tie_level") != 0)
    gained = shares(outcomes, _change("tie_gain", SHARED, -1), by, where=tied, **options)
    return Result(f"win share that the tie-break adds, per tie, by {by}", gained.frame, gained.notes)


def tie_chains(outcomes: Frame, chains: Mapping[str, Sequence[str]], by: str = "seat", **options: Any) -> Result:
    """Change of win share by group if the same games had been judged by other chains; `[]` shares every tie.

    Keys are named as in the table, "-key_1" turns one round.
    """
    parts = []
    for name, chain in chains.items():
        frame = shares(outcomes, _change("tie_gain", chain, 1), by, **options).frame
        parts.append(frame.select(pl.lit(name).alias("chain"), pl.all()))
    return Result(f"change of win share under another tie-break chain, by {by}", pl.concat(parts), (FIXED,))


def unexplained(outcomes: Frame, chain: Sequence[str]) -> float:
    """Share of games whose winners do not follow from score and chain: anything above 0 makes the rest moot."""
    wrong = share_under(chain) != in_units(pl.col("win_share"))
    games = outcomes.lazy().with_columns(wrong.alias("wrong")).group_by(GAME).agg(pl.col("wrong").any())
    return float(games.select(pl.col("wrong").mean()).collect().item())


def _change(name: str, chain: Sequence[str], sign: int) -> Measure:
    return Measure(name, (share_under(chain) - in_units(pl.col("win_share"))) * sign, WIN_UNIT, (-1, 1))
