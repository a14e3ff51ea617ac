"""The history of a check's baseline as a page: every recorded figure over time, with the steps that it made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.figure import Figure

from analysis.results import SHARES, figure
from analysis.steps import levels, steps
from reports.svg import GRID, MUTED, SERIES, SETTINGS, inline, text
from reports.words import group, measured

TEMPLATES = Path(__file__).parent / "templates"
MOST_FIGURES = 60


def history(title: str, game: str, entries: Sequence[Mapping[str, Any]]) -> str:
    """`entries`: the record of a check, oldest first. Figures are put together by measure, group and setting."""
    series: dict[tuple[str, str | None, str, str], list[tuple[int, Mapping[str, Any]]]] = {}
    for i, entry in enumerate(entries):
        for one in entry["figures"]:
            series.setdefault((one["measure"], one["by"], one["group"], one["where"]), []).append((i, one))
    found = [_figure(key, points, entries) for key, points in series.items()]
    found.sort(key=lambda one: -len(one["steps"]))  # what moved comes first
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    return environment.get_template("history.html.j2").render(
        title=title,
        game=game,
        entries=entries,
        figures=found[:MOST_FIGURES],
        left_out=max(0, len(found) - MOST_FIGURES),
        moved=[one for one in found if one["steps"]],
        style=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
    )


def _figure(
    key: tuple[str, str | None, str, str],
    points: Sequence[tuple[int, Mapping[str, Any]]],
    entries: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    measure, by, name, where = key
    values, errors = [one["estimate"] for _, one in points], [one["se"] for _, one in points]
    at = steps(values, errors)
    level = levels(values, errors, at)
    label = f"{measured(measure)}{f', {group(by, name)}' if by else ''} ({where})"
    said = []
    for i in at:
        entry, before = entries[points[i][0]], entries[points[i - 1][0]]
        because = (
            f"behaviour version {before['behaviour_version']} → {entry['behaviour_version']}"
            if before["behaviour_version"] != entry["behaviour_version"]
            else "the kernel or its data changed, not the behaviour version"
        )
        said.append(f"{entry['at'][:10]}: {_shown(level[i - 1], measure)} → {_shown(level[i], measure)} ({because})")
    alt = f"{label} over {len(points)} records: " + ("; ".join(said) or "no step")
    rows = [
        (entries[i]["at"], _shown(one["estimate"], measure), f"[{_shown(one['low'], measure)}, "
         f"{_shown(one['high'], measure)}]", one["blocks"], entries[i]["behaviour_version"]) for i, one in points
    ]  # fmt: skip
    return {"label": label, "steps": said, "svg": Markup(_plot(points, level, entries, measure, alt)), "rows": rows}


def _shown(value: float, measure: str) -> str:
    return figure(value, 0.001 if measure.startswith(SHARES) else None, measure.startswith(SHARES))


def _plot(
    points: Sequence[tuple[int, Mapping[str, Any]]],
    level: Sequence[float],
    entries: Sequence[Mapping[str, Any]],
    measure: str,
    alt: str,
) -> str:
    scale = 100 if measure.startswith(SHARES) else 1
    x = [i for i, _ in points]
    y = [scale * one["estimate"] for _, one in points]
    below = [scale * (one["estimate"] - one["low"]) for _, one in points]
    above = [scale * (one["high"] - one["estimate"]) for _, one in points]
    with rc_context(SETTINGS):
        drawn = Figure(figsize=(9.0, 2.1), layout="constrained")
        axes = drawn.subplots()
        axes.errorbar(x, y, [below, above], fmt="o", color=SERIES[0], markersize=4, linewidth=1.5)
        axes.step(x, [scale * value for value in level], where="mid", color=SERIES[1], linewidth=1.2, linestyle="--")
        axes.set_xticks(range(len(entries)), [text(entry["at"][:10]) for entry in entries], rotation=0, fontsize=7)
        axes.locator_params(axis="y", nbins=4)
        if len(entries) > 10:
            axes.set_xticks(range(0, len(entries), -(-len(entries) // 10)))
        axes.set_ylabel("%" if scale == 100 else "")
        axes.grid(axis="y", color=GRID, linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["left", "bottom"]].set_color(MUTED)
        return inline(drawn, _name(points), alt)


def _name(points: Sequence[tuple[int, Mapping[str, Any]]]) -> str:
    first = points[0][1]
    return "".join(c if c.isalnum() else "-" for c in f"{first['measure']}-{first['group']}-{first['where']}")
