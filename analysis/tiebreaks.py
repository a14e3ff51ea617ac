"""Tie-breaks: how often each step of the chain decides, whom it favours, and what another chain would have given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.blocks import Frame
from analysis.measures import GAME, WIN_UNIT, Measure, in_units
from analysis.results import Result
from analysis.shares import ALPHA, FIXED, shares

SHARED: tuple[str, ...] = ()  # the chain that breaks no tie
GAIN = pl.col("judged") - in_units(pl.col("win_share"))


def tiebreaks(outcomes: Frame, *, alpha: float = ALPHA, cells: pl.DataFrame | None = None) -> Result:
    """Share of games settled by each step: 0 none needed, 1... the step, shared: nobody could."""
    last = outcomes.lazy().select(pl.col("tie_level").max()).collect().item() or 0
    names = [f"tie_level_{step}" for step in [*range(max(last, 0) + 1), "shared"]]
    n_cells = outcomes.lazy().select(pl.col("cell").n_unique()).collect().item()
    parts = [shares(outcomes, name, alpha=alpha, cells=cells, k=n_cells * len(names)).frame for name in names]
    return Result("how first place was settled", pl.concat(parts).sort("cell", maintain_order=True), (FIXED,))


def tie_favours(outcomes: Frame, by: str = "seat", **options: Any) -> Result:
    """What the chain gives to a group when it is among the tied: win share above an equal split, per tie."""
    tied = (pl.col("judged") > 0) & (pl.col("tie_level") != 0)
    gained = shares(judged(outcomes, SHARED), _gain(-GAIN), by, where=tied, **options)
    return Result(f"win share that the tie-break adds, per tie, by {by}", gained.frame, gained.notes)


def tie_chains(outcomes: Frame, chains: Mapping[str, Sequence[str]], by: str = "seat", **options: Any) -> Result:
    """Change of win share by group if the same games had been judged by other chains; `[]` shares every tie.

    Keys are named as in the table, "-key_1" turns one round.
    """
    parts = []
    for name, chain in chains.items():
        frame = shares(judged(outcomes, chain), _gain(GAIN), by, **options).frame
        parts.append(frame.select(pl.lit(name).alias("chain"), pl.all()))
    return Result(f"change of win share under another tie-break chain, by {by}", pl.concat(parts), (FIXED,))


def unexplained(outcomes: Frame, chain: Sequence[str]) -> float:
    """Share of games whose winners do not follow from score and chain: anything above 0 makes the rest moot."""
    games = _judge(outcomes.lazy(), chain).group_by(GAME).agg((GAIN != 0).any().alias("wrong"))
    return float(games.select(pl.col("wrong").mean()).collect().item())


def judged(outcomes: Frame, chain: Sequence[str]) -> pl.LazyFrame:
    """The table with the win share (in units) that another chain gives; games without a tie keep their winner."""
    rows, tied = outcomes.lazy(), pl.col("tie_level").fill_null(0) != 0
    untouched = rows.filter(~tied).with_columns(judged=in_units(pl.col("win_share")))
    return pl.concat([untouched, _judge(rows.filter(tied), chain)])


def _judge(rows: pl.LazyFrame, chain: Sequence[str]) -> pl.LazyFrame:
    """Score first, then the keys in that order; more is better. A seat wins with its team.

    Step by step, because a window inside a window would see only the rows of the outer one.
    """
    # A seat without a team is a side of its own; negative, so that it never meets a team's number.
    side = pl.coalesce(pl.col("team").cast(pl.Int64), -1 - pl.col("seat").cast(pl.Int64))
    rows = rows.with_columns(pl.col("place").is_not_null().alias("judged"), side.alias("side"))
    for key in ["score", *chain]:
        value = pl.col(key.removeprefix("-")).cast(pl.Int64) * (-1 if key.startswith("-") else 1)
        best = pl.when("judged").then(value).max().over(GAME)
        rows = rows.with_columns(judged=pl.col("judged") & (value == best).fill_null(False))
    rows = rows.with_columns(judged=pl.col("judged").any().over([*GAME, "side"]).cast(pl.Int64))
    winners = pl.col("judged").sum().over(GAME)
    return rows.with_columns(judged=pl.col("judged") * (WIN_UNIT // pl.max_horizontal(winners, 1))).drop("side")


def _gain(expr: pl.Expr) -> Measure:
    return Measure("tie_gain", expr, WIN_UNIT, (-1, 1))
