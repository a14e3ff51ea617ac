"""What a worker does: play some blocks of a cell, write them down, and say in a few numbers what came out."""
from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sim.cells import Cell
from sim.core.driver import play_blocks
from sim.core.game import table
from sim.core.play import frame, recorded
from sim.core.rulebook import book, resolve
from sim.run_folder import Chunk, chunk_file, read_chunk, write_table

if TYPE_CHECKING:
    import polars as pl

CALIBRATION = 0.02              # seconds a cell


class Stopping(Protocol):
    """When a cell has been played enough. It comes from outside: sim plays, it does not judge."""

    def looks(self, at_most: int) -> Iterable[int]:
        """The block counts at which a cell is judged, ascending up to at_most."""

    def count(self, rows: pl.DataFrame, looks: Sequence[int]) -> dict[int, Any]:
        """What the rule needs to know of these rows, by the first look that sees them: some blocks of all cells that
        are played together. Called in the workers; the values are small and add up with +."""

    def enough(self, counted: Any) -> str:
        """Why cells that are played together may stop with these counts; empty: they may not."""

    def outlook(self, counted: Any) -> tuple[float, int]:
        """The widest half-width so far, and how many blocks it will take about."""


@dataclass(frozen=True)
class Job:
    """What all chunks of a run have in common."""
    game: str
    seed: int
    record: str
    folder: Path
    bots: tuple[str, ...]               # all labels of the run, so that every file has the same columns
    stopping: Stopping | None
    halfway: bool = False               # also write down how the table stood in the middle of each game


@dataclass(frozen=True)
class Task:
    """Blocks first .. stop - 1 of cells that are played together, to be played or, where a file already holds those of
    a cell, to be counted."""
    cells: tuple[Cell, ...]
    first: int
    stop: int
    looks: tuple[int, ...]
    sources: tuple[Source | None, ...]  # one a cell

    def __str__(self) -> str:
        named = " and ".join(f"cell {cell.id} ({cell.label})" for cell in self.cells)
        return f"{named}, blocks {self.first} to {self.stop - 1}"


class Source(NamedTuple):
    """A file that holds some blocks already."""
    chunk: Chunk
    sha256: str | None                  # as the manifest has it


@dataclass(frozen=True)
class Done:
    """What comes back from a worker: small."""
    task: Task
    held: tuple[Source, ...]            # one a cell
    seconds: float                      # 0 where nothing had to be played
    games: int                          # that were played
    damaged: tuple[str, ...]            # files whose games have been played again
    counted: dict[int, Any]


def play_cell(job: Job, cell: Cell, first: int, blocks: int) -> pl.DataFrame:
    """The outcome table of some blocks of a cell."""
    import numpy as np
    import polars as pl

    read = book(job.game)
    columns = recorded(read, job.record, job.halfway)
    rows = np.empty((len(columns), blocks * cell.rotations * cell.players), dtype=np.int16)
    fixed = table(read, resolve(read, cell.players, cell.rules, cell.variants, cell.characters))
    play_blocks(fixed, [bot.player() for bot in cell.bots], cell.seatings, job.seed, first, blocks, columns, rows)
    shown = frame(read, list(cell.bots), cell.seatings, first, [name for name, *_ in columns], rows, cell.id)
    return shown.with_columns(pl.col("bot").cast(pl.String).cast(pl.Enum(job.bots)))


def do(job: Job, task: Task) -> Done:
    """Play a chunk of every cell and write it down, or count what a file holds; a damaged file is played again."""
    import polars as pl

    held, tables, damaged = [], [], []
    seconds, games = 0.0, 0
    for cell, source in zip(task.cells, task.sources, strict=True):
        rows = None
        if source:
            rows = read_chunk(job.folder, source.chunk, source.sha256, cell.rotations * cell.players)
            damaged += [source.chunk.file] if rows is None else []
        if rows is None or source is None:
            start = time.perf_counter()
            rows = play_cell(job, cell, task.first, task.stop - task.first)
            chunk = Chunk(cell.id, task.first, task.stop, chunk_file("chunks", cell.id, task.first, task.stop))
            source = Source(chunk, write_table(job.folder / chunk.file, rows))
            seconds += time.perf_counter() - start
            games += (task.stop - task.first) * cell.rotations
        held.append(source)
        tables.append(rows.filter(pl.col("block").is_between(task.first, task.stop, closed="left")))
    counted = job.stopping.count(pl.concat(tables), task.looks) if job.stopping else {}
    return Done(task, tuple(held), seconds, games, tuple(damaged), counted)


def start_worker() -> None:
    """A worker leaves Ctrl-C to the main process, and the other cores to the other workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["POLARS_MAX_THREADS"] = "1"


# How fast ------------------------------------------------------------------------------------------------------------

def calibrate(job: Job, cells: tuple[Cell, ...]) -> tuple[float, int]:
    """Blocks a second and core of cells played together, and a first guess of how many they need; 0: no guess."""
    rows, rate = sample(job, cells, CALIBRATION)
    if not job.stopping:
        return rate, 0
    blocks = rows["block"].n_unique()
    return rate, job.stopping.outlook(job.stopping.count(rows, [blocks])[blocks])[1]


def sample(job: Job, cells: tuple[Cell, ...], seconds: float) -> tuple[pl.DataFrame, float]:
    """The outcome table of as many blocks as can be played in about so long, and blocks a second."""
    import polars as pl

    def play(blocks: int) -> pl.DataFrame:
        return pl.concat(play_cell(job, cell, 0, blocks) for cell in cells)

    blocks, spent, rows = 1, 0.0, play(1)               # the first touches all code and memory once
    while spent < seconds and blocks < cells[0].at_most:
        blocks = min(blocks * 2, cells[0].at_most)
        start = time.perf_counter()
        rows = play(blocks)
        spent = time.perf_counter() - start
    return rows, blocks / max(spent, 1e-4)
