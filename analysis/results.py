"""What every table of the analysis is: a tidy frame that can print itself, become pandas or JSON."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

if TYPE_CHECKING:
    import pandas as pd

# printed as percentages
SHARES = ("win_share", "tied_games", "tie_level_", "tie_gain", "chosen", "comeback", "runaway")
NUMBER = ("estimate", "low", "high", "joint_low", "joint_high", "fixed_low", "fixed_high")


@dataclass(frozen=True)
class Result:
    title: str
    frame: pl.DataFrame
    notes: tuple[str, ...] = ()

    def to_pandas(self) -> pd.DataFrame:
        """By way of numpy: polars' own conversion needs pyarrow."""
        import pandas as pd

        return pd.DataFrame(
            {s.name: s.to_numpy() if s.dtype.is_numeric() else s.to_list() for s in self.frame.iter_columns()}
        )

    def to_dict(self) -> dict[str, Any]:
        return {"title": self.title, "rows": self.frame.to_dicts(), "notes": list(self.notes)}

    def __str__(self) -> str:
        return "\n".join([self.title, *text(self.frame), *self.notes])


def known(value: Any) -> float | None:
    """A number that may be shown: six digits after the point are all that a verdict promises; unknown is null."""
    number = float(value)
    return round(number, 6) if math.isfinite(number) else None


def figure(value: float | None, half_width: float | None, share: bool) -> str:
    """A number with digits that stop where the error begins."""
    if value is None:
        return "-"
    scale, unit = (100, "%") if share else (1, "")
    places = 1
    if half_width:
        places = max(0, math.ceil(-math.log10(half_width * scale)))
    return f"{value * scale:z.{places}f}{unit}"


def text(frame: pl.DataFrame) -> list[str]:
    """Plain lines: words first, then the estimate with its intervals, then counts."""
    rows = [_cells_of(row) for row in frame.iter_rows(named=True)]
    if not rows:
        return ["(nothing)"]
    heads = [name for name in rows[0] if any(row[name] for row in rows)]
    table = [heads, *([row[name] for name in heads] for row in rows)]
    widths = np.max([[len(item) for item in line] for line in table], axis=0)
    return ["  ".join(item.ljust(width) for item, width in zip(line, widths, strict=True)).rstrip() for line in table]


def _cells_of(row: dict[str, Any]) -> dict[str, str]:
    share = str(row.get("measure", "")).startswith(SHARES)
    low, high = row.get("low"), row.get("high")
    half = (high - low) / 2 if low is not None and high is not None else None
    cells = {}
    for name, value in row.items():
        if name.endswith("low") and name in NUMBER:
            label = {"low": "anytime", "joint_low": "joint", "fixed_low": "fixed-n"}[name]
            ends = (value, row[name.replace("low", "high")])
            cells[label] = "" if None in ends else f"[{', '.join(figure(end, half, share) for end in ends)}]"
        elif name in NUMBER and name != "estimate":
            continue
        elif name == "estimate":
            cells[name] = figure(value, half, share)
        elif isinstance(value, float):
            cells[name] = f"{value:.3g}"
        else:
            cells[name] = "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
    return cells
