"""A measure is a polars expression with a name: one integer for every row of the outcome table, and its unit.

Integers, because then the sums of a block are exact and can be added in any order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

import polars as pl

from analysis.anytime import Bounds

GAME = ["cell", "block", "rotation"]
WIN_UNIT = lcm(*range(1, 7))  # every 1/k of up to six winners is a whole number of sixtieths


@dataclass(frozen=True)
class Measure:
    name: str
    expr: pl.Expr  # integer per row, in units of 1/unit
    unit: int = 1
    bounds: Bounds | None = None  # hard, of one row; None: intervals are approximate and no verdict is possible


def measure(name: str | Measure, bounds: Bounds | None = None) -> Measure:
    """The measure of that name; bounds come from the game's outcome.yaml, shares bring their own."""
    if isinstance(name, Measure):
        return name
    if step := re.fullmatch(r"tie_level_(\d+|shared)", name):
        level = -1 if step[1] == "shared" else int(step[1])
        return _share(name, pl.col("tie_level") == level)
    match name:
        case "win_share":
            return Measure(name, in_units(pl.col("win_share")), WIN_UNIT, (0, 1))
        case "tied_games":
            return _share(name, pl.col("tie_level") != 0)
        case "margin":
            return Measure(name, _margin(), 1, bounds)
    return Measure(name, pl.col(name).cast(pl.Int64), 1, bounds)


def in_units(share: pl.Expr) -> pl.Expr:
    return (share.cast(pl.Float64) * WIN_UNIT).round().cast(pl.Int64)


def side() -> pl.Expr:
    """Who wins together: the team, or the seat alone (as a negative number, so that the two never meet)."""
    return pl.coalesce(pl.col("team").cast(pl.Int64), -1 - pl.col("seat").cast(pl.Int64))


def winners(chain: Sequence[str], score: str = "score") -> pl.Expr:
    """Who would win under another tie-break chain, as a mask over the rows: score first, then the keys in that order.

    More is better; "-key_1" turns a key round. A seat wins with its team. Games without a winner stay without.
    """
    mask = pl.col("place").is_not_null()
    for key in [score, *chain]:
        value = pl.col(key.removeprefix("-")).cast(pl.Float64) * (-1 if key.startswith("-") else 1)
        best = pl.when(mask).then(value).max().over(GAME)
        mask = mask & (value == best)
    return mask.any().over([*GAME, side()])


def share_under(chain: Sequence[str]) -> pl.Expr:
    """Win share under another chain, in units."""
    won = winners(chain).cast(pl.Int64)
    return won * (WIN_UNIT // pl.max_horizontal(won.sum().over(GAME), 1))


def measures(names: Sequence[str], bounds: Mapping[str, Bounds] | None) -> list[Measure]:
    return [measure(name, (bounds or {}).get(name)) for name in names]


def _share(name: str, event: pl.Expr) -> Measure:
    return Measure(name, event.fill_null(False).cast(pl.Int64), 1, (0, 1))


def _margin() -> pl.Expr:
    """Best score minus the best of another side; 0 where two sides share the top."""
    score = pl.col("score").cast(pl.Int64)
    top = side().get(score.arg_max()).over(GAME)
    return score.max().over(GAME) - pl.when(side() != top).then(score).max().over(GAME)
