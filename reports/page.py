"""One self-contained HTML page from what the analysis found and the manifest of the run. Pure: the same content gives
the same bytes, and nothing is read but the templates beside this file."""

from __future__ import annotations

import base64
import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analysis import Result, Verdict
from reports.figures import Picture, changes, favours, score_parts, tie_steps, win_shares
from reports.sentences import answer, claim
from reports.tables import MARKS, Table, table
from reports.words import STOPPED, Cells, measured, played_by

TEMPLATES = Path(__file__).parent / "templates"
MOST_BYTES = 950_000  # so that a page stays below 1 MB whatever a mail program adds
ROOM = ((400, 240), (150, 120), (60, 60), (20, 30))  # rows of a table, dots of a figure: less, until the page fits

TITLES = {
    "characters": "Characters",
    "seats": "Seats",
    "bots": "Bots",
    "entrants": "Entrants",
    "variants": "Changes from cell to cell",
    "tiebreaks": "Tie-breaks: how first place was settled",
    "tie_favours": "Tie-breaks: whom they favour",
    "scores": "Where the points come from",
    "pace": "Ties, margins and length of the game",
}
TABLE_OF = {"character": "characters", "seat": "seats", "bot": "bots", "entrant": "entrants"}


@dataclass(frozen=True)
class Content:
    """All that a page is made of. `targets` are those of the question, each with the number of its `lines`, in the
    order of the verdict's rows; `game` holds title, tie_break (the steps in words), columns (help by name) and
    estimated (what of its data and rules is our own estimate); `tweaked` are the rules and variants in which the two
    rule sets of a check differ: name, help, number, source, rulebook, baseline, tweak."""

    manifest: Mapping[str, Any]
    tables: Mapping[str, Result]
    game: Mapping[str, Any]
    verdict: Verdict | None = None
    targets: Sequence[Mapping[str, Any]] = field(default=())
    tweaked: Sequence[Mapping[str, Any]] = field(default=())

    @property
    def is_check(self) -> bool:
        return bool(self.tweaked)


@dataclass(frozen=True)
class Section:
    name: str
    title: str
    picture: Picture | None
    table: Table
    notes: Sequence[str]


def page(content: Content) -> str:
    for most_rows, most_dots in ROOM:
        html = render(content, most_rows, most_dots)
        if len(html.encode()) < MOST_BYTES:
            break
    return html


def lines_asked_for(content: Content) -> str | None:
    return next((target.get("by") for target in content.targets), None) or content.manifest["stop"].get("by")


def answered(content: Content) -> list[str]:
    """The first words of the page, for those who read them elsewhere."""
    return answer(content.verdict, content.tables, Cells(content.manifest["cells"]), lines_asked_for(content))


def render(content: Content, most_rows: int, most_dots: int) -> str:
    manifest, verdict = content.manifest, content.verdict
    cells = Cells(manifest["cells"])
    names = measure_names(content.game)
    by = lines_asked_for(content)
    script = (TEMPLATES / "sort.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    judged = table("targets", verdict, cells, names, most_rows) if verdict else None
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters["svg"] = Markup  # our own drawing, in which all text has been escaped
    return environment.get_template("report.html.j2").render(
        manifest=manifest,
        game=content.game,
        answer=answered(content),
        verdict=verdict,
        is_check=content.is_check,
        tweaked=content.tweaked,
        targets=target_verdicts(content),
        judged=judged,
        sections=sections(content, cells, names, by, most_rows, most_dots),
        bots=list(dict.fromkeys(played_by(values["bots"]) for values in cells.values.values())),
        cells=[(cells.name(number) or cell["label"], cell) for number, cell in cells.all.items()],
        stopped=STOPPED,
        marks=MARKS,
        confidence=f"{manifest['stop']['confidence'] * 100:g} %",
        command=command(content),
        style=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
        script=Markup(script),
        script_hash=digest,
    )


def sections(
    content: Content, cells: Cells, names: Mapping[str, str], by: str | None, most_rows: int, most_dots: int
) -> list[Section]:
    """What was asked for first, then the rest in a fixed order. Tables that can say nothing are left out: bots and
    entrants that are all alike."""
    wanted = "variants" if content.is_check else TABLE_OF.get(by or "", by)
    found: list[Section] = []
    said: set[str] = set()  # a note is read once
    own = {name: name.replace("_", " ").capitalize() for name in content.tables if name not in TITLES}
    for name, usual in sorted({**own, **TITLES}.items(), key=lambda entry: entry[0] != wanted):
        result = content.tables.get(name)
        if result is None or result.frame.is_empty() or (name in ("bots", "entrants") and not mixed(content.tables)):
            continue
        shown = table(name, result, cells, names, most_rows)
        notes = [note for note in result.notes if note not in said]
        said.update(notes)
        title = "What the tweak changes" if content.is_check and name == "variants" else usual
        found.append(Section(name, title, picture(name, content, cells, names, most_dots), shown, notes))
    return found


def picture(name: str, content: Content, cells: Cells, names: Mapping[str, str], most_dots: int) -> Picture | None:
    result, figure = content.tables[name], f"figure-{name}"
    match name:
        case "variants":
            return changes(figure, result, cells, content.verdict, most_dots)
        case "tiebreaks":
            return tie_steps(figure, result, cells, names, most_dots)
        case "tie_favours":
            return favours(figure, result, cells, most_dots)
        case "scores":
            return score_parts(figure, result, cells, most_dots)
        case "pace":
            return None
    return win_shares(figure, result, cells, content.verdict, most_dots)


def mixed(tables: Mapping[str, Result]) -> bool:
    """Do different bots meet in any cell?"""
    bots = tables.get("bots")
    return bots is not None and bots.frame.select("cell", "group").unique()["cell"].is_duplicated().any()


def measure_names(game: Mapping[str, Any]) -> dict[str, str]:
    """What the game calls its measures."""
    steps = {f"tie_level_{i}": f"step {i}: {words}" for i, words in enumerate(game["tie_break"], 1)}
    fixed = {"tie_level_0": "no tie", "tie_level_shared": "nobody could: shared", "margin": "margin of the winner"}
    return fixed | steps | {name: f"{measured(name)} ({words})" for name, words in game["columns"].items()}


def target_verdicts(content: Content) -> list[dict[str, Any]]:
    """One row a target: it fails with one line outside and passes with all inside."""
    rows = content.verdict.frame.to_dicts() if content.verdict else []
    found = []
    for target in content.targets:
        mine, rows = rows[: target["lines"]], rows[target["lines"] :]
        count = {name: sum(row["verdict"] == name for row in mine) for name in ("outside", "inside", "undecided")}
        verdict = "fail" if count["outside"] else "pass" if mine and count["inside"] == len(mine) else "undecided"
        found.append({"words": claim(target), "verdict": verdict, **count})
    return found


def command(content: Content) -> str:
    manifest = content.manifest
    overrides = [word for setting in manifest["set"] for word in ("--set", setting)]
    settled = any(cell["stopped"] in ("pass", "fail") for cell in manifest["cells"])
    verb = "check" if content.is_check or settled else "run"
    return shlex.join(["fairdraw", verb, manifest["file"], *overrides])
