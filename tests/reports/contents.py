"""Pages without games: made-up outcomes, analysed, with a manifest written by hand."""

import functools
from dataclasses import replace

import polars as pl

from analysis import Expectation, claims, judge, measure, tables, tally, variants
from reports import Content
from tests.analysis.outcome_tables import dice

NAMES = ("settler", "sheriff", "banker", "coolie")


@functools.cache
def analysed(blocks: int, skill: tuple[float, ...], n_cells: int, within: float | None):
    """The slow part, once."""
    outcomes = pl.concat(dice(blocks, 7, cell=i, skill=skill, characters=NAMES) for i in range(n_cells))
    frame = pl.DataFrame({"cell": range(n_cells), "rules": [str(i) for i in range(n_cells)]})
    found = tables(outcomes)
    if n_cells > 1:
        found["variants"] = variants(outcomes, frame.with_columns(players=4), by="character")
    judged = []
    if within is not None:
        wanted = Expectation("win_share", "within", within, "character")
        judged = claims(wanted, tally(outcomes, measure("win_share"), "character"))
    return found, judge(judged) if judged else None


def content(
    blocks: int = 150,
    skill: tuple[float, ...] = (0, 0, 0, 0),
    within: float | None = 0.1,
    names: tuple[str, ...] = NAMES,
    title: str = "Which character wins too often?",
    rule_sets: tuple[str, ...] = ("rulebook",),
    bots: str = "heuristic, temperature 0.15",
) -> Content:
    """One cell a rule set, four players; a target by character unless `within` is None."""
    found, verdict = analysed(blocks, skill, len(rule_sets), within)
    renamed = dict(zip(NAMES, names, strict=True))
    found = {name: replace(table, frame=rename(table.frame, renamed, rule_sets)) for name, table in found.items()}
    targets = []
    if verdict:
        verdict = replace(verdict, frame=rename(verdict.frame, renamed, rule_sets))
        targets = [{"measure": "win_share", "by": "character", "within": within, "lines": verdict.frame.height}]
    cells = [
        {"cell": i, "label": f"4 players, {name}", "players": 4, "variants": {}, "rule_set": name, "rules": {},
         "bots": bots, "characters": "assign", "rotations": 4, "blocks": blocks, "games": 4 * blocks,
         "stopped": "at_most"}
        for i, name in enumerate(rule_sets)
    ]  # fmt: skip
    manifest = {
        "title": title, "file": "q.yaml", "question": f"question: {title}\n", "set": ["stop.at_most=10"],
        "game": "dice", "seed": 7,
        "stop": {"half_width": 0.01, "of": "win_share", "by": "character", "confidence": 0.95,
                            "at_most": 1000},
        "versions": {"fairdraw": "0.1.0"}, "behaviour_version": 3, "kernel_hash": "abc123", "table_hash": "def456",
        "sources": {"S": 5, "P": 2, "E": 1}, "cpu": "a processor", "cells": cells,
    }  # fmt: skip
    game = {
        "title": "Dice", "tie_break": ["the higher key"], "columns": {"vp_gold": "points for gold"},
        "estimated": ["cap_mine: a mine never earns more"],
    }  # fmt: skip
    return Content(manifest, found, game, verdict, targets)


def rename(frame: pl.DataFrame, names: dict[str, str], rule_sets: tuple[str, ...]) -> pl.DataFrame:
    frame = frame.with_columns(pl.col("group").replace(names))
    if "factor" in frame.columns:
        sets = {str(i): name for i, name in enumerate(rule_sets)}
        frame = frame.with_columns(pl.col("before", "after").replace(sets))
    return frame


def many_cells(n: int) -> Content:
    """The same cell over and over."""
    one = content(blocks=150)
    [cell] = one.manifest["cells"]
    cells = [{**cell, "cell": i, "rule_set": f"a rule set with a long name, number {i}"} for i in range(n)]

    def copies(table):
        return replace(table, frame=pl.concat(table.frame.with_columns(cell=pl.lit(i, pl.Int64)) for i in range(n)))

    tables = {name: copies(one.tables[name]) for name in ("characters", "seats", "scores", "pace")}
    targets = [{**one.targets[0], "lines": len(NAMES) * n}]
    return Content({**one.manifest, "cells": cells}, tables, one.game, copies(one.verdict), targets)


@functools.cache
def usual() -> Content:
    """Two cells, one character too strong."""
    return content(skill=(5, 0, 0, 0), rule_sets=("rulebook", "richer_start"))
