"""A result as a table of a page: words and numbers to read, values to sort by, and the frame to take away as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from analysis import Result
from reports.words import STOPPED, Cells, Row, estimate, group, measured, span, wanted

MARKS = {"inside": "●", "outside": "■", "undecided": "▲", "pass": "●", "fail": "■"}  # shapes that go with the words


class Item(NamedTuple):
    text: str
    sort: float | None = None
    mark: str = ""  # the name of a verdict


class Head(NamedTuple):
    text: str
    numeric: bool
    help: str = ""


@dataclass(frozen=True)
class Table:
    name: str
    heads: list[Head]
    rows: list[list[Item]]
    left_out: int
    csv: str  # a data: address
    remark: str = ""  # a note that goes for every row

    @property
    def long(self) -> bool:
        return len(self.rows) > 32


Column = tuple[Head, Callable[[Row], Item]]


def table(name: str, result: Result, cells: Cells, names: Mapping[str, str], most_rows: int) -> Table:
    """`names`: what the game calls its measures."""
    shown = result.frame.head(most_rows)
    rows = shown.to_dicts()
    remarks = {_note(row) for row in rows}
    columns = [column for column in _columns(cells, names, rows) if any(column[1](row).text for row in rows)]
    if len(remarks) > 1:
        columns.append(_words("note", _note))
    return Table(
        name,
        [head for head, _ in columns],
        [[make(row) for _, make in columns] for row in rows],
        result.frame.height - shown.height,
        "data:text/csv;charset=utf-8," + quote(shown.write_csv(), safe=",.-_:; "),
        remarks.pop() if len(remarks) == 1 else "",
    )


def _columns(cells: Cells, names: Mapping[str, str], rows: list[dict[str, Any]]) -> list[Column]:
    if not rows:
        return []
    first = rows[0]
    change = "factor" in first
    several = len({row["measure"] for row in rows}) > 1
    known = ["rules"] if first.get("base") is not None else []  # a change is always that to the tweak
    columns = [] if change else [_factor(name, cells) for name in cells.varying if name not in known]
    if change:
        columns = [
            _words("change", lambda row: f"{row['factor']}: {row['before']} → {row['after']}"),
            _words("where", lambda row: cells.name(row["cell"], [f for f in cells.varying if f != row["factor"]])),
        ]
    if several:
        columns.append(_words("measure", lambda row: names.get(row["measure"], measured(row["measure"]))))
    columns.append(_words("line", lambda row: group(row["by"], row["group"]) if row["by"] else ""))
    if "verdict" in first:
        columns.append((Head("verdict", False), lambda row: Item(row["verdict"], None, row["verdict"])))
        columns.append(_words("wanted", wanted))
    columns += [
        (Head("estimate", True), lambda row: Item(estimate(row), row["estimate"])),
        _interval("anytime", "", "valid however often one looks; this line alone"),
        _interval("joint", "joint_", f"anytime, and for all {first['lines']} lines together"),
        _interval("fixed-n", "fixed_", "as if the number of blocks had been chosen beforehand"),
    ]
    if "chosen" in first:
        columns.append((Head("chosen", True, "in how many of its chances somebody took it"), _chosen))
    if "part_of_score" in first:
        columns.append((Head("of the score", True), lambda row: _percent(row["part_of_score"])))
    columns += [
        (Head("games", True), lambda row: Item(f"{row['games']:,}", row["games"])),
        (Head("blocks", True), lambda row: Item(f"{row['blocks']:,}", row["blocks"])),
    ]
    if any(row.get("variance_ratio") is not None for row in rows):
        ratio = Head("variance ratio", True, "of the paired change to that of two independent runs: what pairing saves")
        differ = Head("blocks that differ", True, "in which the two rule sets came to another value")
        columns += [(ratio, _ratio), (differ, lambda row: _percent(row["blocks_that_differ"], 1))]
    return columns


def _ratio(row: Row) -> Item:
    value = row["variance_ratio"]
    return Item("" if value is None else f"{value:.2g}", value)


def _words(head: str, make: Callable[[Row], str]) -> Column:
    return Head(head, False), lambda row: Item(make(row))


def _note(row: Row) -> str:
    """Why a line says little, or why its cell stopped; a verdict that is there needs no reason."""
    if row.get("verdict") in ("inside", "outside"):
        return ""
    if row.get("needs_blocks"):
        return f"needs about {row['needs_blocks']:,} blocks"
    return STOPPED.get(row["why"], row["why"] or "")


def _factor(name: str, cells: Cells) -> Column:
    return _words(name, lambda row: cells.values[row["cell"]][name])


def _interval(head: str, kind: str, help_: str) -> Column:
    return Head(head, True, help_), lambda row: Item(span(row, kind), row[kind + "low"])


def _chosen(row: Row) -> Item:
    as_share = {"measure": "chosen", "low": row["chosen_low"], "high": row["chosen_high"], "estimate": row["chosen"]}
    return Item("" if row["chosen"] is None else f"{estimate(as_share)} {span(as_share)}", row["chosen"])


def _percent(value: float | None, digits: int = 0) -> Item:
    return Item("" if value is None else f"{value:.{digits}%}".replace("%", " %"), value)
