"""Numbers, lines and cells in the words of a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.results import SHARES, figure

Row = Mapping[str, Any]
GAP = "\u00a0"  # a number and its unit stay on one line
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
STOPPED = {
    "fixed-n": "narrow enough, fixed-n",
    "anytime": "narrow enough, anytime",
    "at_most": "limit of games",
    "pass": "all lines inside",
    "fail": "a line outside",
}


def is_share(row: Row) -> bool:
    return str(row["measure"]).startswith(SHARES)


def number(value: float | None, row: Row) -> str:
    """Without its unit; digits stop where the error of the row begins."""
    return figure(value, half_width(row), is_share(row)).removesuffix("%")


def half_width(row: Row) -> float | None:
    low, high = row.get("low"), row.get("high")
    return None if low is None or high is None else (high - low) / 2


def is_change(row: Row) -> bool:
    """Differences of shares are counted in points, with their sign."""
    return "factor" in row or row.get("base") is not None or row["measure"] == "tie_gain"


def estimate(row: Row) -> str:
    shown = number(row["estimate"], row)
    grows = is_change(row) and shown.strip("0.") not in ("", "-") and not shown.startswith("-")
    return ("+" if grows else "") + shown + unit(row)


def span(row: Row, kind: str = "") -> str:
    """One interval of a row: its own (""), joint_ or fixed_."""
    low, high = row.get(kind + "low"), row.get(kind + "high")
    if low is None or high is None:
        return ""
    half = (high - low) / 20  # one digit more than the estimate has: an end close to a limit must not seem to touch it
    return f"[{', '.join(figure(end, half, is_share(row)).removesuffix('%') for end in (low, high))}]"


def unit(row: Row) -> str:
    if row["estimate"] is None or not is_share(row):
        return ""
    return f"{GAP}points" if is_change(row) else f"{GAP}%"


def exact(value: float, row: Row) -> str:
    """A limit or a fair share: no error, so its own digits."""
    if not is_share(row):
        return f"{value:.6g}"
    return points(value) if is_change(row) else f"{value * 100:.3g}{GAP}%"


def points(share: float) -> str:
    return f"{share * 100:.3g}{GAP}point" + ("" if round(share * 100, 6) == 1 else "s")


def wanted(row: Row) -> str:
    low, high = row["limit_low"], row["limit_high"]
    if low is None:
        return f"at most {exact(high, row)}"
    if high is None:
        return f"at least {exact(low, row)}"
    return f"{exact(low, row).partition(f'{GAP}point')[0]} to {exact(high, row)}"


def measured(name: str) -> str:
    if name.startswith("tie_level_"):
        step = name.removeprefix("tie_level_")
        ends = {"0": "games without a tie", "shared": "games with a shared win"}
        return ends.get(step, f"ties settled by step {step}")
    return name.removeprefix("vp_").replace("_", " ")


def group(by: str | None, name: str) -> str:
    """The label of a line: Settler, first seat (0 in the data)."""
    if by in ("seat", "entrant") and name.isdigit() and int(name) < len(ORDINALS):
        return f"{ORDINALS[int(name)]} {by}"
    if by == "won":
        return "winners" if name == "winner" else "others"
    if by == "character":
        return " ".join(word[:1].upper() + word[1:] for word in name.split("_"))
    return name


def subject(row: Row) -> str:
    """A line inside a sentence."""
    if row["by"] in (None, "cell", "variant"):
        return measured(row["measure"])
    name = {"bot": "the bot ", "won": "", "character": ""}.get(row["by"], "the ") + group(row["by"], row["group"])
    return name if row["measure"] == "win_share" else f"{measured(row['measure'])} of {name}"


def listed(items: Sequence[str], most: int = 6) -> str:
    shown, left = list(items[:most]), len(items) - most
    if left > 0:
        shown.append(f"{left} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def lines(count: int) -> str:
    return f"{count:,} line" if count == 1 else f"{count:,} lines"


class Cells:
    """The cells of a run by their factors; only what differs between them is worth naming."""

    def __init__(self, cells: Sequence[Mapping[str, Any]]):
        self.all = {cell["cell"]: cell for cell in cells}
        self.values = {
            number: {
                "players": str(cell["players"]),
                **{name: _said(value) for name, value in cell["variants"].items()},
                "rules": cell["rule_set"],
                "bots": cell["bots"],
            }
            for number, cell in self.all.items()
        }
        found = list(self.values.values())
        self.varying = [name for name in found[0] if any(values[name] != found[0][name] for values in found)]

    def players(self, cell: int) -> int:
        return self.all[cell]["players"]

    def name(self, cell: int, factors: Sequence[str] | None = None) -> str:
        values = self.values[cell]
        return ", ".join(_named(name, values[name]) for name in (self.varying if factors is None else factors))

    def setting(self, cell: int, change: bool = False) -> str:
        """How a sentence about one cell begins, or one about the change to it."""
        known = ("players", "bots", "rules") if change else ("players", "bots")
        others = self.name(cell, [name for name in self.varying if name not in known])
        players = self.name(cell, ["players"])
        return f"With {played_by(self.values[cell]['bots'])} at {players}" + (others and f", {others},")

    def setting_of_all(self, check: bool = False) -> str:
        if len(self.all) == 1:
            return self.setting(next(iter(self.all)))
        if check and self.varying == ["rules"]:
            first = next(iter(self.all))
            return f"With {played_by(self.values[first]['bots'])} at {self.name(first, ['players'])}"
        bots = next(iter(self.values.values()))["bots"]
        return f"In all {len(self.all)} cells" + ("" if "bots" in self.varying else f" with {played_by(bots)}")


def played_by(bots: str) -> str:
    """A line-up as the bots of a sentence: heuristic bots (temperature 0.15)."""
    if " among " in bots or " / " in bots:
        return f"the bots {bots}"
    name, _, settings = bots.partition(", ")
    return f"{name} bots ({settings})" if settings else f"{name} bots"


def _named(factor: str, value: str) -> str:
    """Rule sets and bots have names of their own."""
    if factor == "players":
        return f"{value} players"
    return value if factor in ("rules", "bots") else f"{factor} {value}"


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
