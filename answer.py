"""From a finished run folder to its answer: the tables of the analysis, the verdict, summary.json and report.html."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from stop_rules import alpha_of, wanted

if TYPE_CHECKING:
    import polars as pl

    from analysis import Claim, Result, Verdict
    from sim.core.rulebook import Book
    from sim.question import Inquiry, Target

MOST_COMPARED = 24      # cells; every pair that differs in one thing is a pass over the table


@dataclass(frozen=True)
class Answer:
    report: Path
    tables: dict[str, Result]
    verdict: Verdict | None         # none where nothing was wanted
    sentences: list[str]            # what the report says first


def answer(inquiry: Inquiry, folder: Path) -> Answer:
    """Write summary.json and report.html."""
    from analysis import judge
    from reports import Content, answered, page
    from sim.run_folder import outcomes, read_manifest, write_whole

    rows = outcomes(folder).collect()
    found = tables(inquiry, folder, rows)
    judged = [(target, claims_of(inquiry, target, rows)) for target in inquiry.wanted]
    claims = [claim for _, some in judged for claim in some]
    verdict = judge(claims, alpha_of(inquiry), inquiry.lines) if claims else None
    content = Content(
        manifest=read_manifest(folder), tables=found, game=in_words(inquiry.book), verdict=verdict,
        targets=[{**target.model_dump(), "lines": len(some)} for target, some in judged], tweaked=tweaked(inquiry))
    sentences = answered(content)
    summary = {"answer": sentences, **{name: table.to_dict() for name, table in found.items()}}
    if verdict:
        summary["targets"] = verdict.to_dict()
    write_whole(folder / "summary.json", json.dumps(summary, indent=1, ensure_ascii=False).encode())
    write_whole(folder / "report.html", page(content).encode())
    return Answer(folder / "report.html", found, verdict, sentences)


def asked_in(folder: Path) -> Inquiry:
    """The question that a run folder answers, read again from its manifest."""
    from sim.question import ask
    from sim.run_folder import read_manifest

    manifest = read_manifest(folder)
    with TemporaryDirectory() as place:
        file = Path(place) / Path(manifest["file"]).name
        file.write_text(manifest["question"], encoding="utf-8")
        return ask(file, manifest["set"])


def tables(inquiry: Inquiry, folder: Path, rows: pl.DataFrame) -> dict[str, Result]:
    from analysis import deeds, tables, variants
    from sim.question import BY, measures
    from sim.run_folder import cell_table

    cells, alpha = cell_table(folder), alpha_of(inquiry)
    bounds = {name: limits for name, limits in measures(inquiry.book).items() if limits}
    found = tables(rows, cells, bounds, inquiry.asked.design.characters == "draft", alpha)
    asked_by = [inquiry.asked.stop.by, *(target.by for target in inquiry.wanted)]
    for by in dict.fromkeys(name for name in asked_by if name and name not in BY):
        found[by] = deeds(rows, by, alpha=alpha, cells=cells)
    if 1 < cells.height <= MOST_COMPARED:
        by = "character" if "character" in asked_by else "seat"
        held = expected_change(inquiry, by)
        k = inquiry.lines if held else None             # the same intervals as those that the verdict leans on
        found["variants"] = variants(rows, cells, by=by, w=held, alpha=alpha, k=k)
    return found


def expected_change(inquiry: Inquiry, by: str) -> float | None:
    """By how much a check lets the win share of these lines change, if it says so."""
    held = (getattr(target, "change_within", None) for target in inquiry.wanted
            if (target.measure, target.by) == ("win_share", by))
    return next(filter(None, held), None)


def claims_of(inquiry: Inquiry, target: Target, rows: pl.DataFrame) -> list[Claim]:
    """All lines of a target, over all cells; the same that a check stops by."""
    one = wanted(inquiry, target)
    together = ([cell.id for cell in cells] for cells in inquiry.together)
    return [claim for cells in together for claim in one.claims(one.tally(rows, cells))]


def tweaked(inquiry: Inquiry) -> list[dict[str, Any]]:
    """The rules and variants in which the two rule sets of a check differ, side by side."""
    if not inquiry.is_check:
        return []
    baseline, tweak = inquiry.asked.rule_sets.values()
    known = {**inquiry.book.variants, **inquiry.book.rules}
    shared = {name: values[0] for name, values in inquiry.asked.variants.items() if len(values) == 1}
    found = []
    for name in dict.fromkeys([*baseline, *tweak]):
        entry = known[name]
        usual = shared.get(name, entry["default"])
        values = {"rulebook": entry["default"], "baseline": baseline.get(name, usual), "tweak": tweak.get(name, usual)}
        found.append({"name": name, "help": entry["help"], "number": entry["rule"], "source": entry["source"], **{
            rules: str(value).lower() if isinstance(value, bool) else str(value) for rules, value in values.items()}})
    return found


def in_words(book: Book) -> dict[str, Any]:
    """What a report says about the game itself."""
    return {
        "title": book.title,
        "tie_break": [step["help"] for step in book.outcome.get("tie_break") or []],
        "columns": {name: entry["help"] for name, entry in (book.outcome.get("columns") or {}).items()},
        "estimated": list(estimated(book)),
    }


def estimated(book: Book) -> Iterator[str]:
    """Rules and rows of data that no public source was found for."""
    from sim.core.rulebook import MARKS, rows, weakest_mark

    for name, entry in [*book.variants.items(), *book.rules.items()]:
        if entry["source"] == MARKS[-1]:
            yield f"{name}: {entry['help']}"
    for file, content in book.data.items():
        for row in rows(content):
            if weakest_mark(row, content.get("default_source", "S")) == MARKS[-1]:
                yield f"{file}: {' '.join(str(row[key]) for key in ('id', 'name', 'side') if key in row) or row}"
