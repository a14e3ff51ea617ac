"""Instructions per action under valgrind: deterministic, so a gate for speed where timings are noise.

    python bench/callgrind.py [GAME ...] [--players 4] [--bots random] [--lists]

The difference of two run lengths leaves out start-up and loading.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
SHORT, LONG = 200, 1200         # blocks


def play(game: str, players: int, bots: str, lists: bool, blocks: int) -> dict:
    from sim.bots.spec import entrants
    from sim.core.driver import play_blocks
    from sim.core.game import table
    from sim.core.rulebook import book, resolve

    read = book(game)
    bot_players = [spec.player() for spec in entrants(read, players, bots)]
    seating = [list(range(players))]
    return play_blocks(table(read, resolve(read, players)), bot_players, seating, 1, 0, blocks, lists=lists)


def instructions(game: str, asked: argparse.Namespace, blocks: int) -> int:
    """What one run takes in all, counted by valgrind."""
    again = [game, "--players", str(asked.players), "--bots", asked.bots, "--blocks", str(blocks)]
    again += ["--lists"] * asked.lists
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", sys.executable, __file__, *again],
            capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"})
    counted = re.search(r"Collected : (\d+)", ran.stderr)
    if not counted:
        sys.exit(f"valgrind counted nothing: {ran.stderr[-500:]}")
    return int(counted[1])


def report(game: str, asked: argparse.Namespace) -> None:
    spent = instructions(game, asked, LONG) - instructions(game, asked, SHORT)
    short, long = (play(game, asked.players, asked.bots, asked.lists, blocks) for blocks in (SHORT, LONG))
    done = {name: long[name] - short[name] for name in ("games", "actions", "decisions")}
    print(f"{game}, {asked.players} players, {asked.bots}{' with lists' if asked.lists else ''}: "
          f"{spent / done['actions']:.0f} instructions an action, {spent / done['decisions']:.0f} a decision, "
          f"{spent / done['games']:,.0f} a game", flush=True)


def main() -> None:
    import sim

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sim.games(), metavar="GAME", help="left out: all of them")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--lists", action="store_true", help="random bots build their option lists, too")
    parser.add_argument("--blocks", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    for game in asked.games:
        if asked.blocks is not None:
            play(game, asked.players, asked.bots, asked.lists, asked.blocks)
        else:
            report(game, asked)


if __name__ == "__main__":
    main()
