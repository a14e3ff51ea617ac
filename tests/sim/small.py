"""Small questions and a stop rule to run them with, for the tests of the runner."""
import os
import signal
from pathlib import Path

import polars as pl

from sim.question import Inquiry, ask
from sim.run_folder import read_manifest

QUESTION = """\
question: What is the first seat worth among random players?
game: carson_city
players: [2, 3]
bots: {field: random, sweep: [random, {bot: random, restrict: [mining]}]}
design: {seed: 7}
stop: {half_width: 0.04, by: seat, at_most: 3000}
targets:
  - {measure: win_share, by: seat, within: 0.2}
""".replace("mining", "vp_buy")


def asked(folder: Path, *settings: str, text: str = QUESTION) -> Inquiry:
    folder.mkdir(exist_ok=True)
    (folder / "q.yaml").write_text(text)
    return ask(folder / "q.yaml", list(settings))


class Rule:
    """Stops when the mean score of all seats is known well enough. Plain sums: what matters here is the runner."""

    def __init__(self, half_width: float = 0.25):
        self.half_width = half_width

    def looks(self, at_most: int) -> list[int]:
        return [*range(100, at_most, 100), at_most]

    def count(self, rows: pl.DataFrame, looks) -> dict[int, "Sums"]:
        found: dict[int, Sums] = {}
        for block, score in rows.group_by("block", maintain_order=True).agg(pl.col("score").mean()).iter_rows():
            look = next(look for look in looks if look > block)
            found[look] = found.get(look, Sums()) + Sums(1, score, score**2)
        return found

    def enough(self, counted: "Sums") -> str:
        return "narrow" if counted.half_width <= self.half_width else ""

    def outlook(self, counted: "Sums") -> tuple[float, int]:
        return counted.half_width, round(counted.n * (counted.half_width / self.half_width) ** 2)


class Sums(tuple):
    def __new__(cls, n=0, total=0.0, squares=0.0):
        return super().__new__(cls, (n, total, squares))

    def __getnewargs__(self):
        return tuple(self)

    def __add__(self, other):
        return Sums(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def n(self) -> int:
        return self[0]

    @property
    def half_width(self) -> float:
        n, total, squares = self
        return 2 * max(squares / n - (total / n) ** 2, 0) ** 0.5 / n**0.5


class Deadly(Rule):
    """Kills the worker that counts a certain block: for ever, or once."""

    def __init__(self, cell: int, block: int, once: Path | None = None):
        super().__init__()
        self.cell, self.block, self.once, self.home = cell, block, once, os.getpid()

    def count(self, rows: pl.DataFrame, looks) -> dict[int, Sums]:
        hit = rows.filter((pl.col("cell") == self.cell) & (pl.col("block") == self.block)).height
        if hit and os.getpid() != self.home and not (self.once and self.once.exists()):
            if self.once:
                self.once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().count(rows, looks)


def table_hash(folder: Path) -> str:
    manifest = read_manifest(folder)
    assert manifest["status"] == "finished"
    return manifest["table_hash"]


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "outcomes").iterdir()}
