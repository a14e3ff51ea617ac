"""One game in Python: for tests, replays and notebooks. For many games at speed there is sim.play."""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from sim.core import view as views
from sim.core.driver import Position, Table
from sim.core.rulebook import Book, Problem, RuleError, book, nearest, resolve

WHOLE_WIN = 840                 # contract.pxd


class Action(NamedTuple):
    """An option of the seat to move: the kernel's code, and what a player would say."""
    code: int
    words: str

    def __str__(self) -> str:
        return self.words


class Step(NamedTuple):
    """What has been played: who, what, and how many options there were."""
    seat: int
    action: Action
    options: int
    who: str

    def __str__(self) -> str:
        return f"{self.who}: {self.action.words}"


@dataclass(frozen=True)
class Outcome:
    """How a game ended. Lists are by seat."""
    places: list[int | None]        # None: nobody won, there are no places
    scores: list[int]
    win_shares: list[Fraction]
    teams: list[int | None]
    keys: dict[str, list[int]]      # of the tie-break chain
    tie_level: int | None           # the step that settled first place: 0 none needed, -1 nobody could
    rounds: int
    reason: str
    columns: dict[str, list]        # the game's own: characters, score parts, counters

    @property
    def winners(self) -> list[int]:
        return [seat for seat, share in enumerate(self.win_shares) if share]


def part(game: str, name: str) -> ModuleType:
    """A module of a game's folder: kernel, words or checks."""
    return import_module(f"sim.{game}.{name}")


def table(read: Book, setting: dict) -> Table:
    return Table(part(read.name, "kernel").capsule(), setting)


class Game:
    """One game, from its deal to its end. Its address (seed, block, seating) and the actions say all about it."""

    def __init__(self, game: str, players: int, seed: int = 0, block: int = 0, rules: dict | None = None,
                 variants: dict | None = None, characters: str = "draft", seating: list[int] | None = None):
        self.book = book(game)
        self.setting = resolve(self.book, players, rules, variants, characters)
        self.seating = list(range(players)) if seating is None else list(seating)
        if not all(views.whole(entrant) for entrant in self.seating):
            raise ValueError(f"seating {self.seating}: entrants are whole numbers")
        check_address({"seed": seed, "block": block})
        self.position = Position(table(self.book, self.setting), seed, block, self.seating)
        self.log: list[Step] = []
        self._staged: list[tuple[int, int, list[int]]] = []

    @classmethod
    def from_view(cls, game: str, view: dict, rules: dict | None = None, variants: dict | None = None,
                  characters: str = "draft") -> Game:
        """The game that a view shows; a ValueError says all that is impossible about it."""
        players = view["head"].get("players") if isinstance(view, dict) and isinstance(view.get("head"), dict) else None
        if players is None:
            raise ValueError("the view has no head.players")
        new = cls(game, players, rules=rules, variants=variants, characters=characters)
        new._become(view)
        return new

    def _become(self, view: dict) -> None:
        problems: list[str] = []
        like = self.position.view()
        raw = views.read(view, like, self._sets, problems)
        if not problems:
            problems = self._misfits(raw, like) or self._checks.problems(views.show(raw, self._sets), self.setting)
        if problems:
            raise ValueError(f"this is no state of {self.book.title}: " + "; ".join(problems))
        self.position.set_view(raw)

    def _misfits(self, raw: dict, like: dict) -> list[str]:
        """The numbers that do not fit into their fields: only C knows how wide those are, so it is asked one by one."""
        trial = self.position.copy()
        try:
            trial.set_view(raw)
            return []
        except OverflowError:
            pass
        except ValueError as error:
            return [str(error)]
        found = []
        for path, value in views.leaves(raw):
            try:
                trial.set_view(views.replaced(like, path, value))
            except OverflowError:
                found.append(f"{views.written(path)}: {value} is out of range")
            except ValueError:
                pass                    # fits into its field; what is wrong with it has been said
        return found

    @property
    def _checks(self) -> ModuleType:
        return part(self.book.name, "checks")

    @property
    def _words(self) -> ModuleType:
        return part(self.book.name, "words")

    @property
    def _sets(self) -> views.Sets:
        return getattr(self._words, "SETS", {})

    @property
    def to_move(self) -> int:
        """The seat that decides; -1: the game is over."""
        return self.position.to_move

    def seat_name(self, seat: int) -> str:
        """What the players at this table call the seat."""
        return self._words.seat(seat)

    def legal(self) -> list[Action]:
        """The options of the seat to move, by code; none when the game is over."""
        view = self.view()
        return [Action(code, self._words.action(code, view, self.setting)) for code in self.position.legal()]

    def apply(self, action: int | Action) -> Action:
        """Carry out one of the options, with the chance that follows from it."""
        code = action.code if isinstance(action, Action) else action
        options = self.position.legal()
        if not views.whole(code) or code not in options:
            raise ValueError(self._refusal(action, len(options)))
        done = Action(code, self._words.action(code, self.view(), self.setting))
        step = Step(self.to_move, done, len(options), self.seat_name(self.to_move))
        self.position.apply(code)
        self.log.append(step)
        self._staged.clear()
        return done

    def _refusal(self, action: int | Action, n: int) -> str:
        if self.to_move < 0:
            return f"{action}: the game is over"
        options = "; ".join(f"{option.code} {option.words}" for option in self.legal()[:5])
        more = f"; … ({n} in all)" if n > 5 else ""
        return f"{action!r} is not open to {self.seat_name(self.to_move)}, whose options are {options}{more}"

    def view(self) -> dict[str, Any]:
        """The whole state, hidden things included, as a dict that from_view takes back."""
        return views.show(self.position.view(), self._sets)

    def outcome(self) -> Outcome:
        if self.to_move >= 0:
            raise ValueError(f"the game is not over: {self.seat_name(self.to_move)} is to move")
        return read_outcome(self.book, self.position.outcome())

    def copy(self) -> Game:
        new = object.__new__(Game)
        own = {"position": self.position.copy(), "log": self.log.copy(), "_staged": self._staged.copy()}
        new.__dict__.update(self.__dict__, **own)
        return new

    def force(self, source: str, values: list[int], where: int = 0) -> None:
        """Stage the next draws of a source of luck, for tests: force("gambling", [3, 5]). Several sources can be
        staged before the same action; all other luck from here on is new."""
        sources = self.book.outcome.get("sources") or []
        if source not in sources:
            raise ValueError(f"there is no source of luck {source!r} ({nearest(source, sources)})")
        if not all(views.whole(value) and abs(value) < 2**31 for value in [*values, where]):
            raise ValueError(f"draws are whole numbers, not {values!r} at {where!r}")
        demands = [*self._staged, (sources.index(source), where, list(values))]
        try:
            self.position.stage(demands)
        except ValueError as error:
            raise ValueError(f"{source} {values}: {error}") from None
        self._staged = demands

    def redeal(self, seat: int, key: int) -> int:
        """Deal anew all that the seat cannot know; returns how many hidden facts had to keep their truth."""
        check_address({"seat": seat, "key": key})
        return self.position.redeal(seat, key)

    def __str__(self) -> str:
        return self._words.describe(self.view(), self.setting)


def check_address(numbers: dict[str, Any]) -> None:
    wrong = [Problem((name,), f"{name} is {value!r} (a whole number, 0 to 2**64 - 1)")
             for name, value in numbers.items() if not views.whole(value) or not 0 <= value < 2**64]
    if wrong:
        raise RuleError(wrong)


def read_outcome(read: Book, raw: dict) -> Outcome:
    """The kernel's numbers with the names of outcome.yaml."""
    own = read.outcome.get("columns") or {}
    keys = read.outcome.get("keys") or {}

    def label(entry: dict, value: int) -> Any:
        if "labels" not in entry:
            return value
        return None if value < 0 else read.outcome[entry["labels"]][value]

    return Outcome(
        places=[place or None for place in raw["place"]],
        scores=raw["score"],
        win_shares=[Fraction(win, WHOLE_WIN) for win in raw["win"]],
        teams=[None if team < 0 else team for team in raw["team"]],
        keys={name: [seat[i] for seat in raw["key"]] for i, name in enumerate(keys)},
        tie_level=None if raw["tie_level"] == -2 else raw["tie_level"],
        rounds=raw["rounds"],
        reason=read.outcome["end_reasons"][raw["end_reason"]],
        columns={name: [label(entry, seat[i]) for seat in raw["own"]] for i, (name, entry) in enumerate(own.items())},
    )
