"""Which lines a measure has in a cell: the groups that can occur there, fixed before the first game that is judged.

Not every character of a game comes into play in every cell. Who does is found by a small trial on deals of its own, so
that the games that are judged have no part in choosing what they are judged by.
"""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sim.bots.spec import bot_spec
from sim.chunks import Job, play_cell
from sim.core.play import is_character
from sim.core.rulebook import Book

if TYPE_CHECKING:
    from sim.cells import Cell

TRIAL = 256                         # blocks: whoever is dealt in one game of twenty is missed once in a million trials
ELSEWHERE = 0x7B1A_1000_0000_0000   # the seed of the trial: no question's own, unless somebody means to


def groups(read: Book, cells: tuple[Cell, ...], by: str | None) -> tuple[str, ...]:
    """The groups that lines are told apart by, in cells that are played together."""
    first = cells[0]
    if by in ("seat", "entrant"):
        return tuple(str(n) for n in range(first.players))
    if by == "bot":
        return tuple(dict.fromkeys(str(bot) for bot in first.bots))
    if by in (None, "variant"):
        return ("all",)
    columns = read.outcome.get("columns") or {}
    if by == "character":
        names = [name for name in columns if is_character(read, name)]
        return occurring(read, [with_random_bots(read, cell) for cell in cells], names, read.outcome["characters"])
    return occurring(read, list(cells), [by], read.outcome[columns[by]["labels"]])


def with_random_bots(read: Book, cell: Cell) -> Cell:
    """Every character is taken by somebody who does not care which."""
    return replace(cell, bots=(bot_spec(read, "random"),) * cell.players)


def occurring(read: Book, cells: list[Cell], columns: list[str], labels: list[str]) -> tuple[str, ...]:
    seen: set[str] = set()
    for cell in cells:
        bots = tuple(dict.fromkeys(str(bot) for bot in cell.bots))
        rows = play_cell(Job(read.name, ELSEWHERE, "core", Path(), bots, None), cell, 0, TRIAL)
        for name in columns:
            seen |= set(rows[name].drop_nulls().unique().to_list())
    return tuple(label for label in labels if label in seen)
