"""The answer in plain words: what the first lines of a report say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis import Result, Verdict
from reports.words import Cells, Row, estimate, exact, group, is_share, lines, listed, points, span, subject, wanted


def answer(verdict: Verdict | None, tables: Mapping[str, Result], cells: Cells, by: str | None) -> list[str]:
    """One sentence that answers, and those that a reader asks for next."""
    games = sum(cell["games"] for cell in cells.all.values())
    if verdict is None or verdict.frame.is_empty():
        return [*_described(tables, cells, by), "The question names no target, so there is no verdict."]
    rows = verdict.frame.to_dicts()
    match verdict.verdict:
        case "pass":
            return _passed(rows, cells, games)
        case "fail":
            return _failed(rows, cells)
        case _:
            return _undecided(rows, cells, games)


def _failed(rows: list[dict[str, Any]], cells: Cells) -> list[str]:
    outside = [row for row in rows if row["verdict"] == "outside"]
    first = [row for row in outside if _target(row) == _target(outside[0])]
    worst = max(first, key=_beyond)
    setting = cells.setting(worst["cell"], change=worst["base"] is not None)
    said = [f"{setting} {finding(worst, cells)}, over {worst['games']:,} games."]
    others: dict[str, list[str]] = {}
    for row in sorted((row for row in outside if row is not worst), key=lambda row: row not in first):
        others.setdefault(_fault(row), []).append(_short(row, cells))
    said += [f"Also {fault}: {listed(found)}." for fault, found in others.items()]
    open_ = sum(row["verdict"] == "undecided" for row in rows)
    inside = len(rows) - len(outside) - open_
    said.append(f"Of {lines(len(rows))}, {len(outside)} shown to be outside, {inside} inside, {open_} undecided.")
    return said


def _passed(rows: list[dict[str, Any]], cells: Cells, games: int) -> list[str]:
    nearest = min(rows, key=lambda row: -_beyond(row))
    every = "its one line is" if len(rows) == 1 else f"all {lines(len(rows))} are"
    changes = all(row["base"] is not None for row in rows)
    holds = "the tweak keeps to what is expected" if changes else "every target holds"
    return [
        f"{cells.setting_of_all(changes)} {holds}: {every} shown to be inside, over {games:,} games.",
        f"Closest to its limit: {_short(nearest, cells, '')}, where {wanted(nearest)} is wanted.",
    ]


def _undecided(rows: list[dict[str, Any]], cells: Cells, games: int) -> list[str]:
    still = [row for row in rows if row["verdict"] == "undecided"]
    known = [row for row in still if row["estimate"] is not None]
    how_many = "none" if len(still) == len(rows) else f"{len(rows) - len(still)}"
    changes = all(row["base"] is not None for row in rows)
    said = [
        f"{cells.setting_of_all(changes)} it is not settled yet: after {games:,} games none of {lines(len(rows))} is "
        f"shown to be outside, {how_many} to be inside, {len(still)} undecided."
    ]
    if known:
        hardest = max(known, key=_beyond)
        said.append(f"Hardest to tell: {_short(hardest, cells)}, where {wanted(hardest)} is wanted ({hardest['why']}).")
    return said


def _described(tables: Mapping[str, Result], cells: Cells, by: str | None) -> list[str]:
    """Without a target: who differs from the fair share, if anybody does."""
    preferred = {"character": "characters", "bot": "bots", "entrant": "entrants"}.get(by or "", by or "seats")
    if preferred not in tables:
        preferred, by = "seats", "seat"
    table = tables[preferred]
    rows = [row for row in table.frame.to_dicts() if row["joint_low"] is not None]
    if not rows:
        return [f"{cells.setting_of_all()} too little was played to say anything."]

    def off(row: Row) -> float:
        fair = 1 / cells.players(row["cell"])
        return max(row["joint_low"] - fair, fair - row["joint_high"])

    furthest = max(rows, key=off)
    share = exact(1 / cells.players(furthest["cell"]), furthest)
    shown = f"{estimate(furthest)} {span(furthest, 'joint_')} against a fair share of {share}"
    if off(furthest) <= 0:
        return [
            f"{cells.setting_of_all()} no {by or 'seat'} is shown to differ from its fair share: every joint interval "
            f"holds it. Furthest off: {subject(furthest)}{_where(furthest, cells)} with {shown}."
        ]
    how = "more" if furthest["estimate"] * cells.players(furthest["cell"]) > 1 else "less"
    return [
        f"{cells.setting(furthest['cell'])} {subject(furthest)} wins {how} often than its fair share: {shown}, over "
        f"{furthest['games']:,} games."
    ]


def finding(row: Row, cells: Cells) -> str:
    """A line outside its target, as a clause: who, which way, by how much, against what. The interval is the joint
    one: this line was picked from many."""
    found = f"{estimate(row)} {span(row, 'joint_')}".rstrip()
    if row["kind"] in ("change_within", "improves"):
        return f"{_named(row)} {_fault(row)}: {found} where {wanted(row)} is wanted"
    if row["measure"] == "win_share":
        whose = "of its games" if row["by"] in ("character", "bot") else "of the games"
        return f"{subject(row)} wins {_fault(row)}: {found} {whose} against {_middle(row, cells)}"
    return f"{subject(row)} {_is(row)} {_fault(row)}: {found} where {wanted(row)} is wanted"


def _fault(row: Row) -> str:
    if row["kind"] in ("change_within", "improves"):
        return "grows by too little" if row["kind"] == "improves" else "changes by too much"
    high = row["limit_high"] is not None and row["estimate"] > row["limit_high"]
    if row["measure"] == "win_share":
        return "too often" if high else "too seldom"
    return "too high" if high else "too low"


def _named(row: Row) -> str:
    return f"the win share of {subject(row)}" if row["measure"] == "win_share" and row["by"] else subject(row)


def _is(row: Row) -> str:
    """Grammar: tied games are, the score is."""
    return "are" if row["by"] in (None, "cell", "variant") and row["measure"].endswith("s") else "is"


def _middle(row: Row, cells: Cells) -> str:
    low, high, fair = row["limit_low"], row["limit_high"], 1 / cells.players(row["cell"])
    if low is None or high is None:
        return f"{wanted(row)} as wanted"
    middle = (low + high) / 2
    return f"a fair share of {exact(fair, row)}" if abs(middle - fair) < 1e-6 else f"the wanted {exact(middle, row)}"


def _short(row: Row, cells: Cells, interval: str = "joint_") -> str:
    """A line in a list of several, with the interval that its verdict leans on."""
    found = "" if row["estimate"] is None else f" ({estimate(row)} {span(row, interval)})"
    return subject(row) + _where(row, cells) + found


def _where(row: Row, cells: Cells) -> str:
    factors = [name for name in cells.varying if row.get("base") is None or name != "rules"]  # a change is the tweak's
    name = cells.name(row["cell"], factors)
    return name and (" at " if "players" in cells.varying else " with ") + name


def _target(row: Row) -> tuple[Any, ...]:
    return row["measure"], row["kind"], row["by"]


def _beyond(row: Row) -> float:
    """How far an estimate is beyond its nearest limit (negative: inside), in half-widths of the tolerance."""
    low, high = row["limit_low"], row["limit_high"]
    scale = (high - low) / 2 if low is not None and high is not None else abs(high if low is None else low) or 1
    gaps: Sequence[float] = [
        *([row["estimate"] - high] if high is not None else []),
        *([low - row["estimate"]] if low is not None else []),
    ]
    return max(gaps) / scale


def claim(target: Mapping[str, Any]) -> str:
    """A target of the question, in words."""
    by = f" of every {target['by']}" if target.get("by") else ""
    what = {"measure": target["measure"]}
    said = target["measure"].replace("_", " ") + by
    for kind, words in (("at_most", "at most"), ("at_least", "at least")):
        if target.get(kind) is not None:
            return f"{said}: {words} {exact(target[kind], what)}"
    if target.get("within") is not None:
        middle = "the fair share" if target.get("of") is None else exact(target["of"], what)
        return f"{said}: within {_points(target['within'], what)} of {middle}"
    if target.get("change_within") is not None:
        return f"{said}: changes by at most {_points(target['change_within'], what)}"
    return f"{said}: grows by at least {_points(target['improves'], what)}"


def _points(value: float, row: Row) -> str:
    return points(value) if is_share(row) else f"{value:.6g}"


def extremes(rows: Sequence[Row], by: str | None) -> str:
    """The ends of a figure, for those who cannot see it."""
    known = [row for row in rows if row["estimate"] is not None]
    if not known:
        return "nothing is known"
    low, high = (pick(known, key=lambda row: row["estimate"]) for pick in (min, max))
    return f"highest {group(by, high['group'])} {estimate(high)}, lowest {group(by, low['group'])} {estimate(low)}"
