"""Cells in the making that are played together: which blocks are next, which are there, and at which look they stop.

A cell of a question stands alone; the baseline and the tweak of a check are played on the same blocks.
"""
from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from sim.cells import Cell
from sim.chunks import Done, Source, Stopping, Task
from sim.run_folder import Chunk

CHUNK_SECONDS = 1.5             # long enough that dispatching costs nothing, short enough to lose
FIRST_BLOCKS = 128              # of a cell whose need is not known yet


@dataclass
class Standing:
    """How far they have come. All have as many rotations and the same limit."""
    cells: tuple[Cell, ...]
    looks: tuple[int, ...]
    stopping: Stopping | None
    rate: float                                     # blocks a second and core
    sources: list[Chunk] = field(default_factory=list)          # files of earlier runs
    sums: dict[str, str] = field(default_factory=dict)
    within: range = range(0)                        # the blocks that shall be played here
    issued: int = 0
    prefix: int = 0                                 # blocks 0 .. prefix - 1 are all there
    done: dict[int, Done] = field(default_factory=dict)         # by first block: arrived, but not yet in the prefix
    chunks: list[Chunk] = field(default_factory=list)
    waiting: dict[int, Any] = field(default_factory=dict)       # counts by look
    counted: Any = None                             # up to the last look
    looked: int = 0                                 # how many looks have been taken
    needs: int = 0                                  # forecast of the blocks in all; 0: nothing known
    half_width: float | None = None
    foreseen: float = 0.0                           # when that was
    stopped: str = ""
    blocks: int = 0                                 # where it stopped
    stuck: bool = False

    @property
    def at_most(self) -> int:
        return self.cells[0].at_most

    @property
    def games_a_block(self) -> int:
        return sum(cell.rotations for cell in self.cells)

    @property
    def label(self) -> str:
        return " and ".join(cell.label for cell in self.cells)

    @property
    def idle(self) -> bool:
        return bool(self.stopped) or self.stuck or self.issued >= self.within.stop

    def next(self) -> Task:
        """The next chunk: what files hold already, or as much as takes CHUNK_SECONDS."""
        first = self.issued
        held = [self.held(cell, first) for cell in self.cells]
        ends = [self.within.stop, *(chunk.stop for chunk in held if chunk)]
        if None in held:
            size = max(1, min(int(self.rate * CHUNK_SECONDS), max(FIRST_BLOCKS, first // 2)))
            if first < self.needs:                  # do not play far beyond the look that will stop it
                size = min(size, max(FIRST_BLOCKS, int(self.rate * CHUNK_SECONDS / 4), self.needs - first))
            ends += [first + size, *(chunk.first for chunk in self.sources if chunk.first > first)]
        self.issued = min(ends)
        sources = tuple(Source(chunk, self.sums.get(chunk.file)) if chunk else None for chunk in held)
        return Task(self.cells, first, self.issued, self.looks, sources)

    def held(self, cell: Cell, block: int) -> Chunk | None:
        """The file that holds most of a cell from this block on."""
        mine = (chunk for chunk in self.sources if chunk.cell == cell.id and chunk.first <= block < chunk.stop)
        return max(mine, key=lambda chunk: chunk.stop, default=None)

    def take(self, done: Done) -> None:
        """Count a chunk that has arrived, and stop at the first look on the complete prefix whose rule holds."""
        self.done[done.task.first] = done
        if done.games == (done.task.stop - done.task.first) * self.games_a_block:
            self.rate = (done.task.stop - done.task.first) / max(done.seconds, 1e-6)
        while self.prefix in self.done and not self.stopped:
            arrived = self.done.pop(self.prefix)
            self.prefix = arrived.task.stop
            self.chunks += [source.chunk for source in arrived.held]
            for look, counted in arrived.counted.items():
                self.waiting[look] = self.waiting[look] + counted if look in self.waiting else counted
            self.look()

    def look(self) -> None:
        while not self.stopped and self.looks[self.looked] <= self.prefix:
            look = self.looks[self.looked]
            self.looked += 1
            if look in self.waiting:
                new = self.waiting.pop(look)
                self.counted = new if self.counted is None else self.counted + new
            reason = self.stopping.enough(self.counted) if self.stopping and self.counted is not None else ""
            if reason or look == self.at_most:
                self.stopped, self.blocks = reason or "at_most", look

    def forecast(self) -> None:
        self.foreseen = time.monotonic()
        if self.stopping and self.counted is not None and not self.stopped:
            self.half_width, self.needs = self.stopping.outlook(self.counted)

    @property
    def games_to_play(self) -> int:
        """About how many games there will be in the end."""
        expected = max(self.needs, self.prefix) if self.needs else self.at_most
        return (self.blocks or min(expected, self.at_most)) * self.games_a_block

    @property
    def games(self) -> int:
        beyond = sum(done.task.stop - done.task.first for done in self.done.values())
        return (self.blocks or self.prefix + beyond) * self.games_a_block
