"""From what is asked to cells: every combination of players, variants, rule set and bots, each with its seatings."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from sim.bots.spec import KEYS, BotSpec, bot_spec
from sim.core.game import table
from sim.core.play import rotations, seatings
from sim.core.rulebook import Book, RuleError, nearest, resolve
from sim.yaml_lines import Located, Path_

if TYPE_CHECKING:
    from sim.question import Check, Question

MOST_CELLS = 1000
LINEUP = ("field", "sweep")


@dataclass(frozen=True)
class Cell:
    """One combination, checked: everything that its games depend on but the seed and the block."""
    id: int
    players: int
    variants: dict[str, Any]                # those that the question names
    rule_set: str
    rules: dict[str, Any]
    lineup: str                             # the bots in words
    bots: tuple[BotSpec, ...]               # one an entrant
    characters: str
    seatings: list[list[int]]               # a block is one deal, played once for each
    at_most: int                            # blocks

    @property
    def rotations(self) -> int:
        return len(self.seatings)

    @property
    def label(self) -> str:
        parts = [f"{self.players} players", *(f"{name} {said(value)}" for name, value in self.variants.items())]
        return ", ".join([*parts, self.rule_set, self.lineup])


@dataclass(frozen=True)
class Lineup:
    """Who plays: one bot everywhere, one an entrant, or one among others."""
    path: Path_
    bots: tuple[BotSpec, ...]
    field: BotSpec | None = None

    @property
    def label(self) -> str:
        names = [str(bot) for bot in self.bots]
        return f"{names[0]} among {self.field}" if self.field else " / ".join(names)

    def entrants(self, players: int) -> tuple[BotSpec, ...]:
        if self.field:
            return self.bots + (self.field,) * (players - 1)
        return self.bots * players if len(self.bots) == 1 else self.bots


def expand(located: Located, read: Book, asked: Question | Check) -> list[Cell]:
    """The cells, in the order of the file; what makes one impossible is added to the problems of the file."""
    lineups = line_up(located, read, asked.bots)
    n = len(asked.players) * prod(map(len, asked.variants.values())) * len(asked.rule_sets) * max(len(lineups), 1)
    if n > MOST_CELLS:
        located.problem((), f"{n:,} cells: players x variants x rule sets x bots is more than {MOST_CELLS:,}")
        return []
    for name, values in [("players", asked.players), *asked.variants.items()]:
        path = (name,) if name == "players" else ("variants", name)
        for i, value in enumerate(values):
            if any(type(other) is type(value) and other == value for other in values[:i]):
                located.problem((*path, i), f"{name} {said(value)} is there twice")
    cells: list[Cell] = []
    for players, variants, (name, named) in combinations(asked):
        around = None
        rules = {rule: value for rule, value in named.items() if not of_a_check(asked, read, rule)}
        variants |= {variant: value for variant, value in named.items() if variant not in rules}
        try:
            setting = resolve(read, players, rules, variants, asked.design.characters)
            table(read, setting)                # the game itself refuses what does not go together
            around = rotations(read, setting)
        except RuleError as error:
            for problem in error.problems:
                located.problem(*placed(problem.path, problem.message, asked, name, players, variants))
        except ValueError as error:
            located.problem(("variants",) if variants else ("players",), str(error))
        for lineup in lineups:
            bots = lineup.entrants(players)
            if len(bots) != players:
                message = f"{len(bots)} bots for {players} players (one for all, or one an entrant)"
                located.problem(lineup.path, message)
                continue
            seats = seatings(list(bots), asked.design.characters, around)
            cells.append(Cell(len(cells), players, variants, name, rules, lineup.label, bots, asked.design.characters,
                              seats, max(1, asked.stop.at_most // len(seats))))
    return cells


def of_a_check(asked: Question | Check, read: Book, name: str) -> bool:
    """The baseline and the tweak of a check may name variants, too: questions have a key of their own for them."""
    return name in read.variants and "tweak" in type(asked).model_fields


def combinations(asked: Question | Check) -> Iterator[tuple[int, dict[str, Any], tuple[str, dict[str, Any]]]]:
    for players in asked.players:
        for values in product(*asked.variants.values()):
            for rule_set in asked.rule_sets.items():
                yield players, dict(zip(asked.variants, values, strict=True)), rule_set


def placed(path: tuple[str, ...], message: str, asked: Question | Check, rule_set: str, players: int,
           variants: dict[str, Any]) -> tuple[Path_, str]:
    """A problem of the rulebook at its place in the file."""
    match path:
        case ["rules", *names]:
            return ("rules", rule_set, *names) if "rules" in type(asked).model_fields else (rule_set, *names), message
        case ["variants", name] if name in asked.rule_sets[rule_set]:
            return (rule_set, name), message
        case ["variants", name] if name in variants:
            values = asked.variants[name]
            i = next(i for i, value in enumerate(values) if type(value) is type(variants[name])
                     and value == variants[name])
            return ("variants", name, i), message
        case ["players"]:
            return ("players", asked.players.index(players)), message
        case ["characters"]:
            return ("design", "characters"), message
    return path, message


# Bots ----------------------------------------------------------------------------------------------------------------

def line_up(located: Located, read: Book, bots: Any) -> list[Lineup]:
    """The bots as the file names them: one value, one an entrant, or {field, sweep}."""
    def one(request: Any, path: Path_) -> BotSpec | None:
        try:
            return bot_spec(read, request)
        except RuleError as error:
            for problem in error.problems:
                inner = problem.path[1:] if isinstance(request, dict) else ()
                located.problem((*path, *inner), problem.message)
        except TypeError:                           # a list or a mapping where a word belongs
            located.problem(path, f"a bot's keys have words and numbers as values ({', '.join(KEYS)})")
        return None

    def each(requests: list[Any], path: Path_, make: Callable[[BotSpec, Path_], Lineup]) -> list[Lineup]:
        found = [(one(request, (*path, i)), (*path, i)) for i, request in enumerate(requests)]
        return [make(bot, at) for bot, at in found if bot]

    path: Path_ = ("bots",)
    if isinstance(bots, list):
        found = each(bots, path, lambda bot, at: Lineup(at, (bot,)))
        if not bots:
            located.problem(path, "there are no bots (one for all, or one an entrant)")
        return [Lineup(path, tuple(lineup.bots[0] for lineup in found))] if bots and len(found) == len(bots) else []
    if not isinstance(bots, dict) or "bot" in bots:
        alone = one(bots, path)
        return [Lineup(path, (alone,))] if alone else []
    for key in bots:
        if key not in LINEUP:
            located.problem((*path, str(key)), f"unknown key {key!r} ({nearest(key, [*LINEUP, *KEYS])})")
    sweep = bots.get("sweep")
    field = one(bots["field"], (*path, "field")) if "field" in bots else None
    if sweep is None and "field" in bots:
        return [Lineup(path, (field,))] if field else []
    if not isinstance(sweep, list) or not sweep:
        located.problem((*path, "sweep") if "sweep" in bots else path,
                        "sweep must be a list of bots, one cell for each (sweep: [random, heuristic])")
        return []
    found = each(sweep, (*path, "sweep"), lambda bot, at: Lineup(at, (bot,), field if field != bot else None))
    for i, lineup in enumerate(found):
        if lineup.bots in [earlier.bots for earlier in found[:i]]:
            located.problem(lineup.path, f"the bot {lineup.bots[0]} is there twice")
    return found


def said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
