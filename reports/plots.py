"""The figures: dots with intervals, and stacked bars. Colour is never alone: markers, order and labels say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.svg import BAND, GRID, INK, MUTED, PAPER, SERIES, SETTINGS, inline, text
from reports.words import Row, number

MARKERS = "osD^vPX"
MOST_SERIES = 6
WIDTH = 9.0  # inches; the page scales it


@dataclass(frozen=True)
class Panel:
    """One small chart: groups from top to bottom, in each a dot for every series."""

    title: str
    series: Mapping[str, Mapping[str, Row]]  # series → group → row
    middle: float | None = None  # a dashed line: the fair share, or no change
    band: tuple[float | None, float | None] | None = None  # what the target allows


def dots(
    panels: Sequence[Panel],
    groups: Sequence[str],
    xlabel: str,
    name: str,
    alt: str,
    *,
    unit: str = "",
    bars: bool = False,
) -> str:
    """All panels share the order of the groups and the meaning of markers. `unit` of a share: % or points; `bars` fills
    from zero to the dot."""
    styles = {label: i for i, label in enumerate(dict.fromkeys(s for p in panels for s in p.series))}
    columns = 1 if len(panels) == 1 else 2
    lanes = max(len(panel.series) for panel in panels)
    height = 0.5 + len(groups) * max(0.3, 0.17 * lanes + 0.08)
    legend = list(_legend(styles)) if len(styles) > 1 else []
    across = 1 if any(len(label) > 45 for label in styles) else 2
    above = 0.22 * -(-len(legend) // across)
    rows = -(-len(panels) // columns)
    total = rows * (height + 0.45) + above + 0.1
    with rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, total), layout="constrained")
        if above:
            figure.get_layout_engine().set(rect=(0, 0, 1, 1 - above / total))  # type: ignore[union-attr, call-arg]
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
        axes = list(grid.flat)
        for ax in axes[len(panels) :]:
            ax.remove()
        for ax, panel in zip(axes, panels, strict=False):
            _draw(ax, panel, groups, styles, bars)
            _finish(ax, groups, unit)
            ax.set_title(text(panel.title), loc="left", fontsize=9, fontweight="bold")
            ax.set_xlabel(xlabel)
        if legend:
            figure.legend(handles=legend, loc="upper left", ncols=across, borderaxespad=0, handletextpad=0.5)
        return inline(figure, name, alt)


def _draw(ax: Axes, panel: Panel, groups: Sequence[str], styles: Mapping[str, int], bars: bool) -> None:
    low, high = panel.band or (None, None)
    for lane, (label, rows) in enumerate(panel.series.items()):
        colour, marker = _style(styles[label])
        step = min(0.8 / len(panel.series), 0.25)
        offset = (lane - (len(panel.series) - 1) / 2) * step
        known = [(y + offset, rows[group]) for y, group in enumerate(groups) if is_known(rows.get(group))]
        where, values = [y for y, _ in known], [row["estimate"] for _, row in known]
        if bars:
            ax.barh(where, values, height=0.85 * step, color=BAND, linewidth=0)
        for kind, thickness in (("joint_", 1.0), ("", 2.6)):
            ends = [(y, row[kind + "low"], row[kind + "high"]) for y, row in known if row[kind + "low"] is not None]
            if ends:
                ax.hlines(*zip(*ends, strict=True), color=colour, linewidth=thickness)
        ax.plot(values, where, marker, color=colour, markeredgecolor=PAPER, markersize=6.5, zorder=3, clip_on=False)
    if panel.middle is not None:
        ax.axvline(panel.middle, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    if low is not None or high is not None:
        left, right = ax.get_xlim()
        left = min(left, *(limit for limit in (low, high) if limit is not None))
        right = max(right, *(limit for limit in (low, high) if limit is not None))
        ax.axvspan(left if low is None else low, right if high is None else high, color=BAND, linewidth=0, zorder=0)
        for limit in (low, high):
            if limit is not None:
                ax.axvline(limit, color=MUTED, linewidth=0.7, linestyle=":", zorder=1)


def is_known(row: Row | None) -> bool:
    return row is not None and row["estimate"] is not None


def _finish(ax: Axes, groups: Sequence[str], unit: str = "") -> None:
    ax.set_yticks(range(len(groups)), [text(group) for group in groups])
    ax.set_ylim(len(groups) - 0.5, -0.5)
    ax.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    if unit:  # of a share: per cent, or points where shares are compared
        shown = {"%": lambda value, _: f"{value * 100:.4g} %", "points": lambda value, _: f"{value * 100:.4g}"}[unit]
        ax.xaxis.set_major_formatter(FuncFormatter(shown))
    ax.grid(axis="x", color=GRID, linewidth=0.7)
    ax.set_axisbelow(True)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)


def _legend(styles: Mapping[str, int]) -> list[Line2D]:
    looks = {label: _style(i) for label, i in styles.items()}
    return [
        Line2D([], [], color=colour, marker=marker, markeredgecolor=PAPER, linewidth=2.6, label=text(label))
        for label, (colour, marker) in looks.items()
    ]


def _style(i: int) -> tuple[str, str]:
    """When the colours begin anew, each comes with another marker than before."""
    return SERIES[i % len(SERIES)], MARKERS[(i + i // len(SERIES)) % len(MARKERS)]


def stacks(bars: Mapping[str, Mapping[str, Row]], parts: Sequence[str], xlabel: str, name: str, alt: str) -> str:
    """One bar a row, its parts in the order of the legend and named where there is room."""
    above = 0.25 * -(-len(parts) // 4)
    total = 0.6 + 0.42 * len(bars) + above
    with rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, total), layout="constrained")
        figure.get_layout_engine().set(rect=(0, 0, 1, 1 - above / total))  # type: ignore[union-attr, call-arg]
        ax = figure.subplots()
        whole = max(sum(abs(row["estimate"]) for row in rows.values()) for rows in bars.values()) or 1
        for y, rows in enumerate(bars.values()):
            ends = {True: 0.0, False: 0.0}  # points that are lost go to the left
            for i, part in enumerate(parts):
                width = rows[part]["estimate"]
                left = ends[width > 0]
                ax.barh(y, width, left=left, height=0.72, color=SERIES[i], edgecolor=PAPER, linewidth=1)
                if abs(width) > whole * 0.035:
                    box = {"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
                    shown = min(f"{width:.1f}", number(width, rows[part]), key=len)
                    if abs(width) > whole * 0.012 * (len(part) + len(shown) + 2):
                        shown = f"{part} {shown}"
                    ax.annotate(text(shown), (left + width / 2, y), ha="center", va="center", fontsize=8, bbox=box)
                ends[width > 0] += width
        _finish(ax, list(bars))
        ax.set_xlabel(xlabel)
        handles = [Patch(facecolor=SERIES[i], label=text(part)) for i, part in enumerate(parts)]
        figure.legend(handles=handles, loc="upper left", ncols=4, borderaxespad=0, handletextpad=0.5)
        return inline(figure, name, alt)


def in_panels(title: str, series: Mapping[str, Mapping[str, Row]], **about: Any) -> list[Panel]:
    """As many panels as it takes to keep each of them readable."""
    labels = list(series)
    parts = [labels[i : i + MOST_SERIES] for i in range(0, len(labels), MOST_SERIES)]
    return [Panel(title, {label: series[label] for label in part}, **about) for part in parts]
