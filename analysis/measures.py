"""A measure is a polars expression with a name: one integer for every row of the outcome table, and its unit.

Integers, because then the sums of a block are exact and can be added in any order.
"""

import re
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
        case "comeback":  # games whose winners were all behind halfway
            return _share(name, _won().any().over(GAME) & ~(_won() & _led_halfway()).any().over(GAME))
        case "runaway":  # games in which somebody led alone halfway, and won
            alone = _led_halfway().sum().over(GAME) == 1
            return _share(name, alone & (_won() & _led_halfway()).any().over(GAME))
        case "margin":
            return Measure(name, _margin(), 1, bounds)
    return Measure(name, pl.col(name).cast(pl.Int64), 1, bounds)


def in_units(share: pl.Expr) -> pl.Expr:
    return (share.cast(pl.Float64) * WIN_UNIT).round().cast(pl.Int64)


def _share(name: str, event: pl.Expr) -> Measure:
    return Measure(name, event.fill_null(False).cast(pl.Int64), 1, (0, 1))


def _won() -> pl.Expr:
    return pl.col("win_share") > 0


def _led_halfway() -> pl.Expr:
    return pl.col("half_score") == pl.col("half_score").max().over(GAME)


def _margin() -> pl.Expr:
    """By how much the winners' best score beats the best of the others; 0 where the score alone did not decide."""
    score, ahead = pl.col("score").cast(pl.Int64), _won()
    first, second = (pl.when(mask).then(score).max().over(GAME) for mask in (ahead, ~ahead))
    ahead_by = (first - second).clip(lower_bound=0)  # a Marshal wins by goals, an escaped bandit by being gone
    return pl.when(pl.col("tie_level") == 0).then(ahead_by).otherwise(0)
