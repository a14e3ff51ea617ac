"""Progress on stderr: a bar on a terminal, a line now and then elsewhere."""
from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.runner import Run

ON_A_TERMINAL = 0.5             # seconds between two updates
ELSEWHERE = 10.0


class Progress:
    """What a run shows of itself. Use it as a context manager."""

    def __init__(self, quiet: bool = False):
        from rich.console import Console

        self.quiet = quiet
        self.console = Console(stderr=True)
        self.bar = None
        if self.console.is_terminal and not quiet:
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            self.bar = Bar(TextColumn("{task.percentage:3.0f}%"), BarColumn(), TextColumn("{task.description}"),
                           console=self.console, transient=True)
            self.line = self.bar.add_task("dealing …", total=None)
        self.shown = time.monotonic()
        self.first: tuple[float, int] | None = None         # when the first games came: before that workers start up

    def __enter__(self) -> Progress:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    @property
    def due(self) -> bool:
        if self.first is None:
            return not self.quiet
        return not self.quiet and time.monotonic() > self.shown + (ON_A_TERMINAL if self.bar else ELSEWHERE)

    def show(self, run: Run) -> None:
        """How far, how fast, how long still, and the widest interval that keeps the run going."""
        self.shown = time.monotonic()
        standings = run.standings
        done, total = sum(one.games for one in standings), sum(one.games_to_play for one in standings)
        since, before = self.first = self.first or (self.shown, run.new_games)
        rate = (run.new_games - before) / max(self.shown - since, 1e-6)
        widths = [one.half_width for one in standings if one.half_width is not None and not one.stopped]
        words = [f"{done:,} of about {total:,} games"]
        if rate:
            words += [f"{rate:,.0f} games/s", f"{clock(max(total - done, 0) / rate)} left"]
        if widths:
            words.append(f"widest interval ±{max(widths):.2g}")
        if self.bar:
            self.bar.update(self.line, total=total, completed=done, description=", ".join(words))
        else:
            print(", ".join(words), file=sys.stderr, flush=True)

    def say(self, message: str) -> None:
        if self.bar:
            self.bar.console.print(message, markup=False, highlight=False)
        elif not self.quiet:
            print(message, file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """12 s, 3:05 min, 2:10 h."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"
