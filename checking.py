"""Checks: play a file until it is settled, and say what came out to people, to machines and to the next check.

A file is a check (a tweak against its baseline) or a question with targets (one rule set against what is wanted).
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from analysis import Verdict
    from records import Comparison
    from sim.question import Inquiry
    from sim.show_progress import Progress

CODES = {"pass": 0, "fail": 1, "undecided": 3}
MARKS = {"pass": "✅", "fail": "❌", "undecided": "❔", "inside": "✅", "outside": "❌"}


@dataclass(frozen=True)
class Checked:
    """A file that has been played and judged."""
    file: Path
    inquiry: Inquiry
    folder: Path
    report: Path
    verdict: Verdict
    manifest: dict[str, Any]
    since: Comparison | None = None         # what has changed since the last record

    @property
    def games(self) -> int:
        return sum(cell["games"] for cell in self.manifest["cells"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        return self.verdict.frame.to_dicts()

    def to_dict(self) -> dict[str, Any]:
        return {
            "file": str(self.file), "title": self.inquiry.asked.title, "game": self.inquiry.asked.game,
            "verdict": self.verdict.verdict, "confidence": self.inquiry.asked.stop.confidence, "games": self.games,
            "seconds": self.manifest["timings"]["seconds"], "behaviour_version": self.manifest["behaviour_version"],
            "report": str(self.report), "extra_games": extra_games(self), "lines": self.rows,
            "notes": list(notes(self)), "since": self.since.to_dict() if self.since else None,
        }


def check(file: Path, inquiry: Inquiry, folder: Path | None = None, *, jobs: int | None = None,
          backend: str | None = None, progress: Progress | None = None) -> Checked:
    """Play until every line is settled or the limit is reached. What has been played before is not played again."""
    from answer import answer
    from sim.run_folder import kernel_hash
    from sim.runner import run
    from stop_rules import settled

    if folder is None:
        folder = Path("runs") / f"{file.stem}-{inquiry.fingerprint[:8]}-{kernel_hash(inquiry.book)[:6]}"
    manifest = run(inquiry, folder, settled(inquiry), resume=True, jobs=jobs, backend=backend, progress=progress)
    found = answer(inquiry, folder)
    assert found.verdict
    return Checked(file, inquiry, folder, found.report, found.verdict, manifest)


def exit_code(checked: Sequence[Checked]) -> int:
    """One that fails outweighs one that is undecided."""
    found = {one.verdict.verdict for one in checked}
    return next((CODES[name] for name in ("fail", "undecided") if name in found), 0)


def extra_games(checked: Checked) -> int | None:
    """About how many more games would settle all that is undecided; None where no number can be named."""
    rotations = {cell["cell"]: cell["rotations"] for cell in checked.manifest["cells"]}
    more = 0
    for row in checked.rows:
        if row["verdict"] == "undecided":
            if row["needs_blocks"] is None:
                return None
            played = rotations[row["cell"]] * (1 if row["base"] is None else 2)
            blocks = next(cell["blocks"] for cell in checked.manifest["cells"] if cell["cell"] == row["cell"])
            share = max(row["blocks"], 1) / blocks      # it may appear in some of the blocks only
            more = max(more, round(max(row["needs_blocks"] - row["blocks"], 0) / share) * played)
    return more


def notes(checked: Checked) -> list[str]:
    """What a reader should know beyond the lines."""
    said = []
    paired = [row for row in checked.rows if row["base"] is not None]
    if paired and not any(row["blocks_that_differ"] for row in paired):
        said.append("No block differed in any measure: the tweak never mattered in these games.")
    if checked.verdict.verdict == "undecided":
        more = extra_games(checked)
        said.append("A line is at the edge of its tolerance; more games may never settle it." if more is None else
                    f"About {more:,} more games would settle what is undecided (stop.at_most counts games a cell).")
    return said + list(checked.verdict.notes)


# For people ----------------------------------------------------------------------------------------------------------

HEADS = ["verdict", "measure", "line", "estimate", "wanted", "anytime", "joint", "fixed-n", "blocks", "games",
         "var. ratio", "differ"]


def table(checked: Checked) -> list[list[str]]:
    """One row a line, as it is shown on a terminal and in a summary."""
    from reports.words import Cells, estimate, group, measured, span, wanted

    cells = Cells(checked.manifest["cells"])
    factors = [name for name in cells.varying if name != "rules"]
    shown = []
    for row in checked.rows:
        line = ", ".join(filter(None, [
            group(row["by"], row["group"]) if row["by"] not in (None, "variant") else "all games",
            cells.name(row["cell"], factors)]))
        shown.append([
            row["verdict"], measured(row["measure"]), line, estimate(row).replace("\u00a0", " "),
            wanted(row).replace("\u00a0", " "), span(row), span(row, "joint_"), span(row, "fixed_"),
            f"{row['blocks']:,}", f"{row['games']:,}", ratio(row["variance_ratio"]),
            percent(row["blocks_that_differ"])])
    return shown


def ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2g}"


def percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.3g} %"


def headline(checked: Checked) -> str:
    from sim.show_progress import clock

    return (f"{checked.verdict.verdict}: {checked.inquiry.asked.title} ({checked.games:,} games, "
            f"{clock(checked.manifest['timings']['seconds'])})")


def markdown(checked: Sequence[Checked]) -> str:
    """A summary as code hosts show it beside a change."""
    parts = []
    for one in checked:
        parts += [f"### {MARKS[one.verdict.verdict]} {one.verdict.verdict}: {escaped(one.inquiry.asked.title)}", "",
                  f"`{one.file}`, {one.games:,} games by bots, {one.inquiry.asked.stop.confidence:.0%} confidence, "
                  f"behaviour version {one.manifest['behaviour_version']} of {one.inquiry.book.title}", "",
                  "| " + " | ".join(["", *HEADS[1:]]) + " |", "|" + "---|" * len(HEADS)]
        parts += ["| " + " | ".join([MARKS[row[0]], *map(escaped, row[1:])]) + " |" for row in table(one)]
        parts += ["", *(f"- {escaped(note)}" for note in [*notes(one), *(one.since.words if one.since else [])]), ""]
    return "\n".join(parts)


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


# For machines --------------------------------------------------------------------------------------------------------

def junit(checked: Sequence[Checked]) -> bytes:
    """One suite a file and one case a line: outside is a failure, undecided an error, as CI servers count them."""
    suites = ElementTree.Element("testsuites", name="fairdraw check")
    for one in checked:
        cases = table(one)
        counts = [row[0] for row in cases]
        suite = ElementTree.SubElement(suites, "testsuite", {
            "name": one.inquiry.asked.title, "tests": str(len(cases)), "failures": str(counts.count("outside")),
            "errors": str(counts.count("undecided")), "time": str(one.manifest["timings"]["seconds"])})
        for row, shown in zip(one.rows, cases, strict=True):
            case = ElementTree.SubElement(suite, "testcase", {
                "classname": f"{one.inquiry.asked.game}.{one.file.stem}", "name": f"{shown[1]}, {shown[2]}"})
            words = ", ".join(f"{head} {value}" for head, value in zip(HEADS[3:], shown[3:], strict=True) if value)
            if shown[0] != "inside":
                kind = "failure" if shown[0] == "outside" else "error"
                found = ElementTree.SubElement(case, kind, {"message": row["why"], "type": shown[0]})
                found.text = words
            else:
                ElementTree.SubElement(case, "system-out").text = words
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
