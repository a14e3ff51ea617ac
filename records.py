"""Baselines over time: what a check's baseline looked like when it was recorded, and whether it still does.

A record is a small file beside the check, one entry a time that somebody said --record. The same seed gives the same
games, so the first blocks of the baseline tell exactly whether the kernel plays as it did; the figures tell whether
that matters.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checking import Checked

FORMAT = 1
FIRST_BLOCKS = 128          # the first look: every check has played as many
ENDING = ".record.json"


class RecordError(ValueError):
    """A record that cannot be read, in words."""


@dataclass(frozen=True)
class Comparison:
    """What has changed between two entries of a record."""
    words: list[str]
    moved: list[dict[str, Any]]
    same_games: bool

    def to_dict(self) -> dict[str, Any]:
        return {"words": self.words, "moved": self.moved, "same_games": self.same_games}


def place(file: Path) -> Path:
    return file.with_name(file.stem + ENDING)


def read(file: Path) -> list[dict[str, Any]]:
    """The entries beside a check, oldest first; none where nothing has been recorded."""
    where = place(file)
    if not where.exists():
        return []
    try:
        content = json.loads(where.read_text(encoding="utf-8"))
        if content["format"] != FORMAT:
            raise RecordError(f"{where}: format {content['format']} (this fairdraw writes {FORMAT})")
        return list(content["entries"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{where} is not a record of fairdraw ({error}); move it away to begin anew") from None


def entry(checked: Checked, at: str | None = None) -> dict[str, Any]:
    """The baseline of a check as it is now: who played it, and what came out."""
    manifest = checked.manifest
    return {
        "at": at or datetime.now(UTC).isoformat(timespec="seconds"),
        "fairdraw": manifest["versions"]["fairdraw"],
        "game": manifest["game"],
        "behaviour_version": manifest["behaviour_version"],
        "kernel_hash": manifest["kernel_hash"],
        "fingerprint": checked.inquiry.fingerprint,
        "seed": manifest["seed"],
        "games": checked.games,
        "first_blocks": first_blocks(checked),
        "verdict": checked.verdict.verdict,
        "figures": figures(checked),
    }


def first_blocks(checked: Checked) -> str:
    """Hash of what the baseline's first blocks came to."""
    import polars as pl

    from sim.run_folder import digest, outcomes

    baselines = [cells[0].id for cells in checked.inquiry.together]
    rows = outcomes(checked.folder).filter(pl.col("cell").is_in(baselines) & (pl.col("block") < FIRST_BLOCKS))
    return digest(rows.sort("cell", "block", "rotation", "seat").collect())


def figures(checked: Checked) -> list[dict[str, Any]]:
    """Every line of the check in its baseline, with the intervals of that moment."""
    from analysis.anytime import interval
    from sim.run_folder import outcomes
    from stop_rules import alpha_of, wanted

    inquiry, alpha = checked.inquiry, alpha_of(checked.inquiry)
    rows = outcomes(checked.folder).collect()
    seen: set[tuple[str, str | None]] = set()
    found = []
    for target in inquiry.wanted:
        if (target.measure, target.by) in seen:
            continue
        seen.add((target.measure, target.by))
        one = wanted(inquiry, target)
        for cells in inquiry.together:
            tally = one.of_cell(rows, cells[0].id)
            for line in tally.lines():
                sample = tally.sample(line)
                low, high = interval(sample, alpha / max(inquiry.lines, 1))
                found.append({
                    "measure": target.measure, "by": target.by, "group": line.group, "where": setting(cells[0]),
                    "estimate": round(float(sample.estimate), 6), "se": round(float(sample.se), 8),
                    "low": round(float(low), 6), "high": round(float(high), 6), "blocks": int(sample.n)})
    return found


def setting(cell: Any) -> str:
    return ", ".join([f"{cell.players} players", *(f"{name} {value}" for name, value in cell.variants.items()),
                      cell.lineup])


def append(file: Path, new: dict[str, Any]) -> Path:
    from sim.run_folder import write_whole

    content = {"format": FORMAT, "entries": [*read(file), new]}
    write_whole(place(file), (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
    return place(file)


def compare(old: dict[str, Any], new: dict[str, Any]) -> Comparison:
    """Has the game moved since the record, and is it the kernel that moved it?"""
    date = old["at"][:10]
    if old["fingerprint"] != new["fingerprint"]:
        return Comparison([f"The check has been rewritten since the record of {date}: nothing is compared "
                           f"(--record begins anew)."], [], False)
    same = old["first_blocks"] == new["first_blocks"]
    words = []
    if old["behaviour_version"] != new["behaviour_version"]:
        words.append(f"The behaviour version went from {old['behaviour_version']} to {new['behaviour_version']} since "
                     f"the record of {date}.")
    if same:
        rebuilt = "" if old["kernel_hash"] == new["kernel_hash"] else " though the kernel has been built anew"
        return Comparison([*words, f"The baseline plays the same games as in the record of {date}{rebuilt}."], [], True)
    if old["behaviour_version"] == new["behaviour_version"]:
        words.append(f"The baseline no longer plays the games of {date} though the behaviour version is the same: the "
                     f"kernel, its data or its bots have changed, not a rule of this check.")
    else:
        words.append(f"The baseline no longer plays the games of {date}.")
    moved = [step for step in steps(old["figures"], new["figures"]) if step["moved"]]
    for step in moved:
        words.append(f"{step['name']} moved from {step['before']:.4g} [{step['before_low']:.4g}, "
                     f"{step['before_high']:.4g}] to {step['after']:.4g} [{step['low']:.4g}, {step['high']:.4g}].")
    if not moved:
        words.append("No figure of the baseline was shown to have moved: the intervals of both times overlap.")
    return Comparison(words, moved, False)


def steps(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Figure by figure; joint intervals that do not meet show that it moved."""
    before = {name_of(figure): figure for figure in old}
    found = []
    for figure in new:
        was = before.get(name_of(figure))
        if was:
            apart = figure["low"] > was["high"] or figure["high"] < was["low"]
            found.append({"name": name_of(figure), "before": was["estimate"], "before_low": was["low"],
                          "before_high": was["high"], "after": figure["estimate"], "low": figure["low"],
                          "high": figure["high"], "moved": apart})
    return found


def name_of(figure: dict[str, Any]) -> str:
    by = f" of {figure['by']} {figure['group']}" if figure["by"] else ""
    return f"{figure['measure']}{by} ({figure['where']})"
