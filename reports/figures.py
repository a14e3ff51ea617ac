"""From a result to its figure: which lines share a panel, what the dashed line and the shaded band mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analysis import Result, Verdict
from reports.plots import MOST_SERIES, Panel, dots, in_panels, is_known, stacks
from reports.sentences import extremes
from reports.svg import SERIES
from reports.words import Cells, Row, group, is_change, listed, measured

MOST_LABELS = 14  # of a legend
MOST_PANELS = 12
SEE_TABLE = "The table below holds every number."


@dataclass(frozen=True)
class Picture:
    svg: str
    caption: str


def win_shares(name: str, result: Result, cells: Cells, verdict: Verdict | None, most_dots: int) -> Picture:
    """Dots with intervals by group, against the fair share and what a target allows."""
    rows = result.frame.to_dicts()
    limits = _limits(verdict, "win_share", rows[0]["by"])
    panels = [
        panel
        for title, numbers, series in _by_cells(rows, cells)
        for panel in in_panels(title, series, middle=1 / cells.players(numbers[0]), band=limits.get(numbers[0]))
    ]
    caption = "Dashed: the fair share. " + ("Shaded: what the target allows. " if limits else "")
    return _dots(name, result.title, panels, rows, "win share", caption, most_dots)


def changes(name: str, result: Result, cells: Cells, verdict: Verdict | None, most_dots: int) -> Picture:
    """What one factor changes, a panel for each step of it, and what a check allows."""
    rows = result.frame.to_dicts()
    band = next(iter(_limits(verdict, "win_share", rows[0]["by"], of_a_change=True).values()), None)
    found: dict[str, dict[str, dict[str, Row]]] = {}
    for row in rows:
        title = f"{row['factor']}: {row['before']} → {row['after']}"
        others = cells.name(row["cell"], [factor for factor in cells.varying if factor != row["factor"]])
        found.setdefault(title, {}).setdefault(others, {})[group(row["by"], row["group"])] = row
    panels = [panel for title, series in found.items() for panel in in_panels(title, series, middle=0.0, band=band)]
    about = "Dashed: no change. " + ("Shaded: what the check allows. " if band else "")
    return _dots(name, result.title, panels, rows, "change of win share, in points", about, most_dots)


def tie_steps(name: str, result: Result, cells: Cells, names: Mapping[str, str], most_dots: int) -> Picture:
    """How often each step of the chain decides; games without a tie are left out, they would dwarf the rest."""
    rows = [row for row in result.frame.to_dicts() if row["measure"] != "tie_level_0"]
    rows = [{**row, "group": names.get(row["measure"], measured(row["measure"]))} for row in rows]
    panels = [panel for title, _, series in _by_cells(rows, cells) for panel in in_panels(title, series)]
    return _dots(name, result.title, panels, rows, "part of all games", "", most_dots, bars=True)


def favours(name: str, result: Result, cells: Cells, most_dots: int) -> Picture:
    """Whom the chain helps when it has to decide."""
    rows = result.frame.to_dicts()
    panels = [panel for title, _, series in _by_cells(rows, cells) for panel in in_panels(title, series, middle=0.0)]
    about = "Dashed: the tie-break favours nobody. "
    return _dots(name, result.title, panels, rows, "win share gained per tie, in points", about, most_dots)


def score_parts(name: str, result: Result, cells: Cells, most_dots: int) -> Picture | None:
    """Where the points come from, for winners and others; the smallest parts are put together. None: nothing but whole
    scores was written down."""
    found = [row for row in result.frame.to_dicts() if row["estimate"] is not None]
    rows = sorted(found, key=lambda row: (row["cell"], row["group"] != "winner"))
    weight: dict[str, float] = {}
    for row in rows:
        if row["measure"] != "score":
            weight[row["measure"]] = weight.get(row["measure"], 0.0) + abs(row["estimate"])
    order = [part for part in sorted(weight, key=lambda part: -weight[part]) if weight[part] > 0]
    if not order:
        return None
    kept, rest = order, []
    if len(order) > len(SERIES):
        kept, rest = order[: len(SERIES) - 1], order[len(SERIES) - 1 :]
    bars: dict[str, dict[str, Row]] = {}
    for row in rows:
        bar = bars.setdefault(", ".join(filter(None, [cells.name(row["cell"]), group("won", row["group"])])), {})
        part = measured(row["measure"] if row["measure"] in kept else "other parts")
        if row["measure"] in kept:
            bar[part] = row
        elif row["measure"] in rest:
            bar[part] = {**row, "estimate": row["estimate"] + (bar[part]["estimate"] if part in bar else 0.0)}
    parts = [measured(part) for part in kept] + ["other parts"] * bool(rest)
    whole = {bar: found for bar, found in bars.items() if all(part in found for part in parts)}
    shown = dict(list(whole.items())[: max(2, most_dots // 10)])
    alt = f"Points by source, stacked: {listed(parts, 7)}, for winners and others. {SEE_TABLE}"
    caption = "Mean points of a seat, from the largest source to the smallest. "
    if rest:
        caption += f"Other parts: {listed([measured(part) for part in rest], 20)}. "
    if len(shown) < len(whole):
        caption += f"The figure shows {len(shown)} of {len(whole)} bars."
    return Picture(stacks(shown, parts, "points", name, alt), caption.strip())


def _dots(
    name: str, title: str, panels: list[Panel], rows: Sequence[Row], xlabel: str, caption: str, most_dots: int,
    bars: bool = False,
) -> Picture:  # fmt: skip
    by = rows[0]["by"]
    groups = list(dict.fromkeys(label for panel in panels for found in panel.series.values() for label in found))
    if by == "character":  # no order of their own: from strong to weak
        means = {label: _mean([s[label] for p in panels for s in p.series.values() if label in s]) for label in groups}
        groups.sort(key=lambda label: -means[label])
    shown = panels[:1]
    for panel in panels[1:]:
        labels = {label for one in [*shown, panel] for label in one.series}
        lanes = sum(len(one.series) for one in [*shown, panel])
        if len(labels) > MOST_LABELS or len(shown) == MOST_PANELS or lanes * len(groups) > most_dots:
            break
        shown.append(panel)
    alt = f"{title.replace('_', ' ')}, dots with intervals: {extremes(rows, by)}. {SEE_TABLE}"
    about = f"Dot: estimate. Thick line: anytime interval; thin line: joint over {rows[0]['lines']} lines. {caption}"
    if len(shown) < len(panels):
        about += f"The figure shows the first {len(shown)} of {len(panels)} panels."
    svg = dots(shown, groups, xlabel, name, alt, unit="points" if is_change(rows[0]) else "%", bars=bars)
    return Picture(svg, about.strip())


def _mean(rows: list[Row]) -> float:
    known = [row["estimate"] for row in rows if is_known(row)]
    return sum(known) / len(known) if known else 0.0


def _by_cells(rows: Sequence[Row], cells: Cells) -> Iterator[tuple[str, list[int], dict[str, dict[str, Row]]]]:
    """Cells side by side: the title of a panel, its cells, and their lines by series and group.

    Numbers of players are never mixed, since their fair shares differ; then as many factors are taken out as it needs
    until the rest fits into one panel. The last one stays: its values are what is compared.
    """
    least = 1 if "players" in cells.varying else 0
    depths = range(least, max(least + 1, len(cells.varying)))
    fits = (d for d in depths if max(map(len, _split(cells, cells.varying[:d]).values())) <= MOST_SERIES)
    depth = next(fits, depths[-1])
    for title, numbers in _split(cells, cells.varying[:depth]).items():
        series: dict[str, dict[str, Row]] = {cells.name(cell, cells.varying[depth:]): {} for cell in numbers}
        for row in rows:
            if row["cell"] in numbers:
                series[cells.name(row["cell"], cells.varying[depth:])][group(row["by"], row["group"])] = row
        yield title, numbers, series


def _split(cells: Cells, factors: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for cell in cells.all:
        found.setdefault(cells.name(cell, factors), []).append(cell)
    return found


def _limits(
    verdict: Verdict | None, measure: str, by: str | None, of_a_change: bool = False
) -> dict[int, tuple[float | None, float | None]]:
    """What a target allows, by cell; changes are another scale."""
    rows = verdict.frame.to_dicts() if verdict else []
    return {
        row["cell"]: (row["limit_low"], row["limit_high"])
        for row in rows
        if (row["measure"], row["by"]) == (measure, by) and (row["base"] is not None) == of_a_change
    }
