"""How fast a game is, per CPU second: wall time says more about the machine's other work than about ours."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sim.bots.spec import entrants
from sim.core.driver import play_blocks
from sim.core.game import table
from sim.core.play import frame, recorded, seatings
from sim.core.rulebook import book, resolve

ROUNDS = 5


def speed(game: str, players: int | None = None, seconds: float = 1.0, characters: str = "draft") -> dict[str, Any]:
    """Games, actions and decisions per CPU second in each way of playing, one core: the best of five rounds.

    random: no list of options is built where the kernel can do without. random lists: the same games with lists,
    against which the heuristic is compared. random recorded: with the whole outcome table as a polars frame.
    """
    read = book(game)
    players = players or min(read.players, key=lambda n: abs(n - 4))
    fixed = table(read, resolve(read, players, characters=characters))
    columns = recorded(read)

    def way(bot: str, lists: bool = False, record: bool = False) -> Callable[[int, int], dict[str, int]]:
        specs = entrants(read, players, bot)
        bots, seats = [spec.player() for spec in specs], seatings(specs)

        def play(first: int, n: int) -> dict[str, int]:
            if not record:
                return play_blocks(fixed, bots, seats, 1, first, n, lists=lists)
            import numpy as np
            rows = np.empty((len(columns), n * len(seats) * players), dtype=np.int16)
            totals = play_blocks(fixed, bots, seats, 1, first, n, columns, rows)
            frame(read, specs, seats, first, [name for name, *_ in columns], rows)
            return totals
        return play

    ways = {
        "random": way("random"),
        "random recorded": way("random", record=True),
        "random lists": way("random", lists=True),
    }
    if fixed.has_judgement and read.weights:
        ways["heuristic"] = way("heuristic")
    best: dict[str, dict[str, float]] = {}
    for _ in range(ROUNDS):                 # in turn, so that what else the machine does falls on all of them alike
        for name, play in ways.items():
            now = rates(play, seconds / ROUNDS)
            if name not in best or now["games_per_second"] > best[name]["games_per_second"]:
                best[name] = now
    return {"game": game, "players": players, "state_bytes": fixed.state_size, "ways": best}


def rates(play: Callable[[int, int], dict[str, int]], seconds: float) -> dict[str, float]:
    """Play for about so long, in batches that grow until one takes a tenth of it."""
    play(0, 10)                             # touch all code and memory once
    total = {"games": 0, "actions": 0, "decisions": 0}
    spent, block, batch = 0.0, 0, 10
    while spent < seconds:
        start = time.process_time()
        done = play(block, batch)
        took = time.process_time() - start
        spent += took
        block += batch
        batch *= 2 if took < seconds / 10 else 1
        for name in total:
            total[name] += done[name]
    return {f"{name}_per_second": count / spent for name, count in total.items()}
