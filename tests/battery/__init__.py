"""What every game is put through, and the tables at which it is played."""
import random
from collections.abc import Iterator
from typing import NamedTuple

import sim
from sim.bots.spec import bot_spec
from sim.core.rulebook import book


class Cell(NamedTuple):
    """One way to play a game."""
    game: str
    players: int
    variants: dict
    characters: str

    def __str__(self) -> str:
        switched = [f"{name}={value}" for name, value in self.variants.items()]
        return " ".join([self.game, f"{self.players}p", self.characters, *(switched if len(switched) < 4 else ["mix"])])

    def deal(self, seed: int = 0, block: int = 0) -> sim.Game:
        return sim.Game(self.game, self.players, seed, block, variants=self.variants, characters=self.characters)

    def from_view(self, view: dict) -> sim.Game:
        return sim.Game.from_view(self.game, view, variants=self.variants, characters=self.characters)


def playable(game: str, players: int, variants: dict | None = None, rules: dict | None = None) -> bool:
    """Some variants do not go together, or not with every number of players: the game then refuses the table."""
    try:
        sim.Game(game, players, rules=rules, variants=variants)
    except ValueError:
        return False
    return True


def most_players(game: str) -> int:
    """As many as can play by the rulebook, without any variant."""
    return max(players for players in book(game).players if playable(game, players))


def cells() -> list[Cell]:
    """Every game with every number of players and both ways to get characters: by the rulebook, with every variant
    switched to its last value, and with a mix. And every value of every variant once by itself. Tables that the game
    refuses are left out; a variant alone is then tried with the next number of players."""
    found = []
    for game in sim.games():
        read = book(game)
        ways = ["draft", "assign"] if read.outcome.get("characters") else ["draft"]
        luck = random.Random(game)
        for players in read.players:
            for way in ways:
                everything = {name: entry["values"][-1] for name, entry in read.variants.items()}
                mix = {name: luck.choice(entry["values"]) for name, entry in read.variants.items()}
                found += [Cell(game, players, variants, way) for variants in ({}, everything, mix)]
        alone = [{name: value} for name, entry in read.variants.items() for value in entry["values"]
                 if value != entry["default"]]
        for i, variants in enumerate(alone):
            few = i % len(read.players)
            players = next(n for n in read.players[few:] + read.players[:few] if playable(game, n, variants))
            found.append(Cell(game, players, variants, ways[i // len(read.players) % len(ways)]))
    return [cell for cell in found if playable(cell.game, cell.players, cell.variants)]


def walk(game: sim.Game, codes: list[int] | None = None) -> Iterator[sim.Game]:
    """The game before every action, and once more at its end: sensible play, which gets further than random play into
    the rules, with a random action every now and then. The same game is always walked the same way."""
    luck = random.Random(0)
    sensible = bot_spec(game.book, bots(game.book.name)[-1]).player().sit(0, 0, 0)
    codes = [] if codes is None else codes
    while game.to_move >= 0:
        yield game
        codes.append(luck.choice(game.position.legal()) if luck.random() < 0.3 else sensible.choose(game.position))
        game.position.apply(codes[-1])
    yield game


def bots(game: str) -> list[str]:
    """The bots that can play it, the best one last."""
    return ["random", "heuristic"] if book(game).weights else ["random"]
