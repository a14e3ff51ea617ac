"""A game's folder as data: its rules, variants, cards and columns, and the checks on what a user asks for.

`book(name)` reads a folder once; `resolve` turns a request (players, rules, variants, characters) into the setting that
a kernel compiles, or says all that is wrong with it at once.
"""
from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

GAMES_FOLDER = Path(__file__).resolve().parents[1]
MARKS = "SPE"                   # the rulebook, published elsewhere, our own estimate: from strong to weak
LIMITS = {"keys": 6, "columns": 64, "action_classes": 128}      # room in contract.pxd and bot.pxd


class Problem(NamedTuple):
    """One thing that is wrong with a request, and where it stands: ("rules", "start_mony")."""
    path: tuple[str, ...]
    message: str


class RuleError(ValueError):
    """All that is wrong with a request."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        super().__init__("; ".join(problem.message for problem in problems))


def games() -> list[str]:
    """The games that can be played: the folders that hold a rules.yaml."""
    return sorted(file.parent.name for file in GAMES_FOLDER.glob("*/rules.yaml"))


def nearest(word: object, known: Any) -> str:
    """What somebody meant who wrote this word: "did you mean x?", or all that is known where it is short."""
    names = [str(name) for name in known]
    close = difflib.get_close_matches(str(word), names, n=1)
    if close:
        return f"did you mean {close[0]}?"
    return f"known: {', '.join(names)}" if len(names) <= 12 else f"none of the {len(names)} known names is like it"


@dataclass(frozen=True)
class Book:
    """Everything that a game's folder says, as it stands in the files."""
    name: str
    folder: Path
    rules_file: dict[str, Any]
    outcome: dict[str, Any]
    weights_file: dict[str, Any]

    @property
    def title(self) -> str:
        return self.rules_file["title"]

    @property
    def players(self) -> list[int]:
        return self.rules_file["players"]

    @property
    def behaviour_version(self) -> int:
        return self.rules_file["behaviour_version"]

    @property
    def variants(self) -> dict[str, dict[str, Any]]:
        return self.rules_file.get("variants") or {}

    @property
    def rules(self) -> dict[str, dict[str, Any]]:
        return self.rules_file.get("rules") or {}

    @property
    def weights(self) -> dict[str, float]:
        """The weights of the judgement, in the kernel's order."""
        return {name: float(entry["value"]) for name, entry in (self.weights_file.get("weights") or {}).items()}

    @property
    def personas(self) -> dict[str, dict[str, Any]]:
        return {"default": {}, **(self.weights_file.get("personas") or {})}

    @cached_property
    def data(self) -> dict[str, Any]:
        """data/*.yaml by name: read only when somebody plays, or counts the sources."""
        return {file.stem: read_yaml(file) for file in sorted((self.folder / "data").glob("*.yaml"))}

    def sources(self) -> dict[str, int]:
        """How many rules and rows of data come from the rulebook (S), from elsewhere (P), from us (E)."""
        count = dict.fromkeys(MARKS, 0)
        for entry in [*self.rules.values(), *self.variants.values()]:
            count[entry["source"]] += 1
        for file in self.data.values():
            for row in rows(file):
                count[weakest_mark(row, file.get("default_source", "S"))] += 1
        return count


def rows(node: Any) -> list[dict]:
    """The rows of a data file: entries of lists that say more than one thing."""
    if isinstance(node, dict):
        return [row for value in node.values() for row in rows(value)]
    if isinstance(node, list):
        return [row for row in node if isinstance(row, dict)]
    return []


def weakest_mark(row: dict, default: str) -> str:
    """The mark of a row. One that is partly estimated (order_source: E) counts as estimated."""
    marks = [value for key, value in row.items() if key.endswith("source") and value in MARKS]
    return max(marks or [default], key=MARKS.index)


def read_yaml(file: Path) -> Any:
    from ruamel.yaml import YAML
    return YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))


@cache
def book(name: str) -> Book:
    """A game's folder, read and checked."""
    if name not in games():
        raise RuleError([Problem(("game",), f"there is no game {name!r} ({nearest(name, games())})")])
    folder = GAMES_FOLDER / name
    weights = folder / "weights.yaml"
    read = Book(name, folder, read_yaml(folder / "rules.yaml"), read_yaml(folder / "outcome.yaml"),
                read_yaml(weights) if weights.exists() else {})
    faults = faults_of(read)
    if faults:
        raise ValueError(f"sim/{name}: " + "; ".join(faults))
    return read


def faults_of(read: Book) -> list[str]:
    """Slips of the author of a game, found when its folder is read."""
    faults = []
    for kind, entries in (("variants", read.variants), ("rules", read.rules)):
        for name, entry in entries.items():
            missing = {"default", "rule", "source", "help"} - set(entry)
            if missing:
                faults.append(f"{kind} {name}: no {', '.join(sorted(missing))}")
            elif entry["source"] not in MARKS:
                faults.append(f"{kind} {name}: source {entry['source']!r} is none of {', '.join(MARKS)}")
            elif "values" not in entry and not {"low", "high"} <= set(entry):
                faults.append(f"{kind} {name}: neither values nor low and high")
            elif complaint(entry, entry["default"]):
                faults.append(f"{kind} {name}: the default {complaint(entry, entry['default'])}")
            for needed in set(needs(entry)) - {*read.variants, *read.rules}:
                faults.append(f"{kind} {name}: needs the unknown variant or rule {needed!r}")
    for constraint in read.rules_file.get("constraints") or []:
        for name in set(named_by(constraint)) - set(read.rules):
            faults.append(f"constraints: unknown rule {name!r}")
    for name, most in LIMITS.items():
        if len(read.outcome.get(name) or ()) > most:
            faults.append(f"outcome.yaml: {len(read.outcome[name])} {name}, there is room for {most}")
    for name, persona in read.personas.items():
        for weight in set(persona) - set(read.weights) - {"temperature", "help"}:
            faults.append(f"weights.yaml: persona {name} sets the unknown weight {weight!r}")
    return faults


# A request -----------------------------------------------------------------------------------------------------------

def resolve(read: Book, players: int, rules: dict | None = None, variants: dict | None = None,
            characters: str = "draft") -> dict[str, Any]:
    """The setting that the kernel compiles: every rule as a number, every variant as a switch or an index."""
    problems: list[Problem] = []
    rules, variants = as_dict(rules, "rules", problems), as_dict(variants, "variants", problems)
    if isinstance(players, bool) or players not in read.players or not isinstance(players, int):
        allowed = ", ".join(map(str, read.players))
        problems.append(Problem(("players",), f"{read.title} cannot be played by {players!r} (players: {allowed})"))
    if characters not in ("draft", "assign"):
        problems.append(Problem(("characters",), f"characters is {characters!r} (draft, assign)"))
    elif characters == "assign" and not read.outcome.get("characters"):
        problems.append(Problem(("characters",), f"{read.title} has no characters to assign"))
    chosen = given(read.variants, variants, "variants", "variant", problems)
    numbers = given(read.rules, rules, "rules", "rule", problems)
    for name in rules:
        for needed, value in needs(read.rules.get(name, {})).items():
            if {**chosen, **numbers}[needed] != value:
                wanted = f"the variant {needed}" if value is True else f"{needed}: {value}"
                problems.append(Problem(("rules", name), f"rule {name} has no effect without {wanted}"))
    problems += broken_constraints(read, rules, numbers)
    if problems:
        raise RuleError(problems)
    return {
        "game": read.name,
        "players": players,
        "rules": {name: number(read.rules[name], value) for name, value in numbers.items()},
        "variants": {name: switch(read.variants[name], value) for name, value in chosen.items()},
        "assign": characters == "assign",
        "data": read.data,
        "weights": list(read.weights),
    }


def needs(entry: dict) -> dict[str, Any]:
    """What a rule has no effect without: a variant that is switched on, or variants and rules with these values."""
    needed = entry.get("needs") or {}
    return {needed: True} if isinstance(needed, str) else needed


def as_dict(request: Any, kind: str, problems: list[Problem]) -> dict:
    if request is None or isinstance(request, dict):
        return request or {}
    problems.append(Problem((kind,), f"{kind} must be names with values, not {request!r}"))
    return {}


def given(entries: dict, request: dict, kind: str, word: str, problems: list[Problem]) -> dict[str, Any]:
    """The default of every entry, or what the request says instead; wrong names and values become problems."""
    values = {name: entry["default"] for name, entry in entries.items()}
    for name, value in request.items():
        if name not in entries:
            problems.append(Problem((kind, str(name)), f"there is no {word} {name!r} ({nearest(name, entries)})"))
        elif wrong := complaint(entries[name], value):
            problems.append(Problem((kind, name), f"{word} {name} {wrong}"))
        else:
            values[name] = value
    return values


def complaint(entry: dict, value: Any) -> str:
    """Why a rule cannot have this value; empty when it can."""
    if "values" in entry:
        if any(type(value) is type(known) and value == known for known in entry["values"]):
            return ""
        allowed = ", ".join(str(known).lower() if isinstance(known, bool) else str(known) for known in entry["values"])
        return f"is {value!r} ({allowed})"
    low, high = entry["low"], entry["high"]
    whole = not isinstance(entry["default"], float)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return f"is {value!r}, not a {'whole ' if whole else ''}number ({low} to {high})"
    if math.isnan(value) or not low <= value <= high:
        return f"is {value} ({low} to {high})"
    return ""


def named_by(constraint: dict) -> list[str]:
    return constraint.get("ascending") or constraint.get("permutation") or []


def broken_constraints(read: Book, request: dict, numbers: dict) -> list[Problem]:
    """Rules that are fine each by itself and wrong together."""
    broken = []
    for constraint in read.rules_file.get("constraints") or []:
        names = named_by(constraint)
        values = [numbers[name] for name in names]
        if "ascending" in constraint:
            holds = all(a < b for a, b in pairwise(values))
        else:
            holds = len(set(values)) == len(values)
        if not holds:
            culprit = next((name for name in names if name in request), names[0])
            shown = ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
            broken.append(Problem(("rules", culprit), f"{constraint['help']} ({shown})"))
    return broken


def number(entry: dict, value: Any) -> float:
    """A rule as the kernel knows it: numbers as they are, switches as 1 or 0, words by their place among the values."""
    if "values" not in entry or isinstance(value, bool) or entry.get("kind") == "number":
        return int(value) if isinstance(value, bool) else value
    return entry["values"].index(value)


def switch(entry: dict, value: Any) -> int | bool:
    return value if isinstance(value, bool) else entry["values"].index(value)
