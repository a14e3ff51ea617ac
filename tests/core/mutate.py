"""Feeds damaged views to a game and plays on where one is accepted: python -m tests.core.mutate GAME SEED."""
import random
import sys

import sim
from sim.core.rulebook import book
from sim.core.view import leaves, replaced
from tests.battery import playable, walk

NUMBERS = [-2**63, -32768, -129, -128, -2, -1, 0, 1, 2, 5, 6, 8, 9, 30, 63, 64, 85, 99, 127, 255, 32767, 2**64 - 1]
VIEWS, DAMAGES = 4, 100


def mutate(name: str, seed: int) -> None:
    luck = random.Random(seed)
    read = book(name)
    for _ in range(VIEWS):
        variants = {variant: luck.choice(entry["values"]) for variant, entry in read.variants.items()}
        players = luck.choice(read.players)
        while not playable(name, players, variants):
            variants = {variant: luck.choice(entry["values"]) for variant, entry in read.variants.items()}
        game = sim.Game(name, players, seed=seed, block=luck.randrange(1000), variants=variants)
        view = luck.choice([one.view() for one in walk(game)])
        for _ in range(DAMAGES):
            damaged = view
            for _ in range(luck.choice([1, 1, 2])):
                path, value = luck.choice(leaves(view))
                damaged = replaced(damaged, path, luck.choice([*NUMBERS, value + 1, value - 1]))
            play_on(name, damaged, variants, luck)


def play_on(name: str, view: dict, variants: dict, luck: random.Random) -> None:
    try:
        game = sim.Game.from_view(name, view, variants=variants)
    except ValueError:
        return
    str(game)
    for seat in range(view["head"]["players"]):
        game.copy().redeal(seat, luck.getrandbits(64))
    for _ in range(30):
        if game.to_move < 0:
            game.outcome()
            return
        game.legal()
        game.apply(luck.choice(game.position.legal()))


if __name__ == "__main__":
    mutate(sys.argv[1], int(sys.argv[2]))
