"""Questions and checks: the YAML that a designer writes, read, checked and explained where it is wrong.

`ask(file)` gives a Question or a Check with its cells, or a FileError with every fault of the file and its line.
"""
from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema

from sim.cells import Cell, expand
from sim.core.rulebook import Book, book, games, nearest, resolve
from sim.lines import groups
from sim.yaml_lines import FileError, Located, Path_, read

BY = ["character", "seat", "bot", "entrant", "variant"]         # and every column of the game that holds words
HALFWAY = ["comeback", "runaway"]           # need to know how the table stood in the middle of a game
SHARES = ["win_share", "tied_games", *HALFWAY]                  # every game has them
KINDS = ("within", "at_most", "at_least")
CHANGES = ("change_within", "improves")


# One value or the longer form ----------------------------------------------------------------------------------------

def many(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def nothing(value: Any) -> Any:
    """A key without a value, as in `rulebook:`, is an empty mapping."""
    return {} if value is None else value


def whole(value: Any) -> Any:
    """1e6 is a whole number to people."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def one_or_many(item: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [item, {"type": "array", "items": item, "minItems": 1}]}


SCALAR = {"type": ["string", "number", "boolean"]}
BOT = {"anyOf": [{"type": "string"}, {
    "type": "object", "additionalProperties": False, "required": ["bot"], "properties": {
        "bot": {"type": "string", "description": "which bot: random, heuristic"},
        "persona": {"type": "string", "description": "a set of weights that the game's weights.yaml names"},
        "temperature": {"type": "number", "minimum": 0, "description": "how often it errs, in points"},
        "restrict": {**one_or_many({"type": "string"}), "description": "classes of actions that it may not take"},
        "weights": {"type": "object", "additionalProperties": {"type": "number"}, "description": "weights to change"},
    }}]}
BOTS = {"anyOf": [BOT, {"type": "array", "items": BOT}, {
    "type": "object", "additionalProperties": False, "required": ["sweep"],
    "properties": {"field": BOT, "sweep": {"type": "array", "items": BOT, "minItems": 1}}}]}

Players = Annotated[list[int], BeforeValidator(many), Field(min_length=1), WithJsonSchema(
    one_or_many({"type": "integer", "minimum": 1}))]
Values = Annotated[list[Any], BeforeValidator(many), Field(min_length=1), WithJsonSchema(one_or_many(SCALAR))]
RuleSet = Annotated[dict[str, Any], BeforeValidator(nothing), WithJsonSchema(
    {"type": ["object", "null"], "additionalProperties": SCALAR})]
Bots = Annotated[Any, WithJsonSchema(BOTS)]
Count = Annotated[int, BeforeValidator(whole)]
Number = Annotated[float, Field(allow_inf_nan=False)]


# What a file may say -------------------------------------------------------------------------------------------------

class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Design(Strict):
    """How the games are set up."""
    seed: Count = Field(default=1, ge=0, lt=2**64, description="the root of all luck: same seed, same games")
    characters: Literal["draft", "assign"] = Field(default="draft", description=(
        "draft: the bots choose, as the rules say; assign: characters are dealt, to show what holding one is worth"))


class Stop(Strict):
    """When a cell has been played enough."""
    half_width: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(default=None, description=(
        "stop when every line's interval is the estimate plus or minus this; left out: play at_most games"))
    of: str = Field(default="win_share", description="the measure whose interval shall become so narrow")
    by: str | None = Field(default=None, description="one line for each: character, seat, bot, entrant, variant")
    confidence: Number = Field(default=0.95, ge=0.5, lt=1, description="of every interval")
    at_most: Count = Field(default=100_000, ge=1, le=10**9, description="games a cell, whatever has been reached")
    anytime: bool = Field(default=False, description="trust only intervals that stay valid however often one looks")


class Target(Strict):
    """What a designer wants to be true in every cell."""
    measure: str = Field(description=(
        "win_share, tied_games, margin, comeback (no winner led halfway), runaway (the sole leader halfway won), "
        "tie_level_1 …, or a measure of the game's outcome.yaml"))
    by: str | None = Field(default=None, description="one line for each: character, seat, bot, entrant, variant")
    within: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(default=None, description=(
        "the most that a line may differ from `of`"))
    at_most: Number | None = Field(default=None, description="no line is above this")
    at_least: Number | None = Field(default=None, description="no line is below this")
    of: Number | None = Field(default=None, description="the middle of `within`; left out: the fair share, 1 / players")


class Expectation(Target):
    """What a check expects of the tweak, or of the change from the baseline to it."""
    change_within: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(default=None, description=(
        "the most that a line may change"))
    improves: Number | None = Field(default=None, description="the line grows by at least this")

    @property
    def on_a_change(self) -> bool:
        return any(getattr(self, kind) is not None for kind in CHANGES)

    def limits(self, players: int) -> tuple[float, float]:
        """Between which values it holds."""
        if self.within is not None:
            middle = 1 / players if self.of is None else self.of
            return middle - self.within, middle + self.within
        if self.change_within is not None:
            return -self.change_within, self.change_within
        low = self.improves if self.improves is not None else self.at_least
        return -inf if low is None else low, inf if self.at_most is None else self.at_most


class Asked(Strict):
    """What questions and checks have in common."""
    game: str = Field(description="a name of `fairdraw games`")
    players: Players = Field(description="how many sit at the table; a list: one cell for each")
    variants: dict[str, Values] = Field(default={}, description=(
        "switches that the rulebook offers, with one value or a list of them: one cell for each combination"))
    bots: Bots = Field(default="heuristic", description=(
        "who plays. One bot: it sits on every seat. A list: one an entrant, rotated over the seats. "
        "{field, sweep}: one cell for each bot of sweep, where one entrant of that bot plays among the field bots, "
        "rotated over the seats; a bot equal to the field, or without one, sits on every seat"))
    design: Design = Design()
    record: Literal["all", "core"] = Field(default="all", description=(
        "core leaves out score parts (vp_*) and counters (n_*): smaller files"))
    stop: Stop = Stop()


class Question(Asked):
    """A thing that a designer asks: games are played until the answer is as sharp as wanted."""
    question: str = Field(min_length=1, description="the question in words; it heads the report")
    rules: Annotated[dict[str, RuleSet], Field(min_length=1)] = Field({"rulebook": {}}, description=(
        "rule sets by name, each with the rules that differ from the rulebook: one cell for each"))
    targets: list[Target] = Field(default=[], description="what should be true; judged on the games that were played")

    @property
    def title(self) -> str:
        return self.question

    @property
    def rule_sets(self) -> dict[str, dict[str, Any]]:
        return self.rules


class Check(Asked):
    """A claim about a tweak: both rule sets are played on the same deals until every expectation is settled."""
    check: str = Field(min_length=1, description="the claim in words")
    baseline: RuleSet = Field(default={}, description=(
        "rules and variants that differ from the rulebook before the tweak"))
    tweak: RuleSet = Field(description="rules and variants that differ from the rulebook with the tweak")
    expect: Annotated[list[Expectation], Field(min_length=1)] = Field(description="what must hold for a pass")

    @property
    def title(self) -> str:
        return self.check

    @property
    def rule_sets(self) -> dict[str, dict[str, Any]]:
        return {"baseline": self.baseline, "tweak": self.tweak}


MODELS: dict[str, type[Strict]] = {"design": Design, "stop": Stop, "targets": Target, "expect": Expectation}


def json_schema() -> dict[str, Any]:
    """JSON Schema of questions and checks, for editors."""
    schema = TypeAdapter(Question | Check).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "fairdraw question or check", **schema}


# From a file to cells ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Inquiry:
    """A checked file: what is asked, of which game, in which cells."""
    file: str                       # its name, without the folder
    text: str                       # as it was written
    data: dict[str, Any]            # what it says, with every --set applied
    settings: tuple[str, ...]
    asked: Question | Check
    book: Book
    cells: list[Cell]

    @property
    def fingerprint(self) -> str:
        """Of what is asked: comments and layout do not count, the order of cells does."""
        return hashlib.sha256(json.dumps(self.data, ensure_ascii=False).encode()).hexdigest()

    @property
    def is_check(self) -> bool:
        return isinstance(self.asked, Check)

    @property
    def wanted(self) -> Sequence[Target]:
        return self.asked.targets if isinstance(self.asked, Question) else self.asked.expect

    @property
    def halfway(self) -> bool:
        return any(measure in HALFWAY for measure in (self.asked.stop.of, *(target.measure for target in self.wanted)))

    @cached_property
    def together(self) -> list[tuple[Cell, ...]]:
        """Cells that are played block by block together, and stop together: a check's baseline and tweak."""
        if isinstance(self.asked, Question):
            return [(cell,) for cell in self.cells]
        found: dict[tuple[int, str, str], list[Cell]] = {}
        for cell in self.cells:
            shared = {name: cell.variants[name] for name in self.asked.variants}
            found.setdefault((cell.players, str(shared), cell.lineup), []).append(cell)
        return [tuple(cells) for cells in found.values()]

    @cached_property
    def groups(self) -> dict[tuple[int, str | None], tuple[str, ...]]:
        """The lines of every target, by the last cell of those played together and what they are told apart by."""
        return {(cells[-1].id, by): groups(self.book, cells, by)
                for cells in self.together for by in {target.by for target in self.wanted}}

    @cached_property
    def lines(self) -> int:
        """How many lines are judged, over all cells: fixed before the first game, as every verdict needs it."""
        return sum(self.counted(cells[-1], target) for cells in self.together for target in self.wanted)

    def counted(self, cell: Cell, target: Target) -> int:
        if cell.players == 2 and target.measure == "win_share" and target.by in ("seat", "entrant"):
            return 1                        # of two shares that add up to one, one says it all
        return len(self.groups[cell.id, target.by])


def ask(file: Path | str, settings: list[str] | None = None) -> Inquiry:
    """Read a question or a check with its --set overrides; a FileError says all that is wrong with it."""
    located = read(Path(file))
    if located.data is None:
        raise FileError([f"{file}:1:1: the file is empty (a question has at least question, game and players)"])
    if not isinstance(located.data, dict):
        raise FileError([f"{file}:1:1: this is {kind_of(located.data)} (a question is a mapping: question: ...)"])
    wrong: list[str] = []
    for setting in settings or []:
        try:
            located.override(setting)
        except FileError as error:
            wrong += error.lines
    if wrong:
        raise FileError(wrong)
    model = Check if "check" in located.data and "question" not in located.data else Question
    if "check" in located.data and "question" in located.data:
        located.problem(("check",), "a file asks a question or makes a check, not both")
    asked = validate(located, model)
    cells: list[Cell] = []
    if asked:
        read_book = book(asked.game)
        check_measures(located, read_book, asked)
        cells = expand(located, read_book, asked)
        if isinstance(asked, Check) and not located.problems:
            check_tweak(located, read_book, asked, cells)
    located.raise_problems()
    assert asked
    text = Path(file).read_text(encoding="utf-8-sig")
    return Inquiry(Path(file).name, text, located.data, tuple(settings or ()), asked, read_book, cells)


def validate(located: Located, model: type[Question] | type[Check]) -> Question | Check | None:
    """The file as its model. Where parts of it are wrong, they are reported and the rest comes with stand-ins for them,
    so that what is wrong with the rest can be said at the same time; None: nothing can be said about the rest."""
    data = located.data
    try:
        asked = model.model_validate(data)
    except ValidationError as error:
        for one in error.errors():
            located.problem(*in_words(one, model))
        sound = without(data, [one["loc"] for one in error.errors()], model)
        if "game" not in sound or sound["game"] not in games():
            check_game(located, sound)
            return None
        needed = {"question": "?", "check": "?", "players": book(sound["game"]).players[0], "tweak": {},
                  "expect": [{"measure": "win_share"}]}
        filled = {key: value for key, value in needed.items() if key in model.model_fields}
        return model.model_validate({**filled, **sound})
    return asked if check_game(located, data) else None


def without(data: dict[str, Any], wrong: list[Any], model: type[Strict]) -> dict[str, Any]:
    """The parts that are sound: of a mapping only the wrong entries are left out, all else goes as a whole."""
    sound = {key: value for key, value in data.items() if key in model.model_fields}
    for top, *rest in wrong:
        if rest and isinstance(sound.get(top), dict):
            sound[top] = {key: value for key, value in sound[top].items() if key != rest[0]}
        else:
            sound.pop(top, None)
    return {key: value for key, value in sound.items() if value != {} or key in ("baseline", "tweak", "variants")}


def check_game(located: Located, data: dict[str, Any]) -> bool:
    name = data.get("game")
    if name is not None and name not in games():
        located.problem(("game",), f"there is no game {name!r} ({nearest(name, games())})")
    return name in games()


def check_measures(located: Located, read_book: Book, asked: Question | Check) -> None:
    """Can these lines be measured in this game? Entries of a list are checked one by one: others may be broken."""
    stop = asked.stop
    if stop.model_fields_set & {"half_width", "of", "by"}:
        check_line(located, read_book, asked, ("stop",), stop.of, stop.by, "of")
    name, model = ("targets", Target) if isinstance(asked, Question) else ("expect", Expectation)
    entries = located.data.get(name)
    for i, entry in enumerate(entries if isinstance(entries, list) else []):
        try:
            target = model.model_validate(entry)
        except ValidationError:
            continue                                            # has been reported
        check_line(located, read_book, asked, (name, i), target.measure, target.by, "measure")
        kinds = [*KINDS, *CHANGES] if model is Expectation else list(KINDS)
        chosen = [kind for kind in kinds if getattr(target, kind) is not None]
        if len(chosen) != 1:
            said = " and ".join(chosen) or "no limit"
            located.problem((name, i), f"{said} for {target.measure} (exactly one of {', '.join(kinds)})")
        elif target.of is not None and chosen != ["within"]:
            located.problem((name, i, "of"), f"of says from where `within` counts; {chosen[0]} does not use it")
        elif chosen == ["within"] and target.of is None and target.measure != "win_share" \
                and target.measure in measures(read_book):
            located.problem((name, i, "within"), f"{target.measure} has no fair share (say of which value: of: ...)")


def check_line(located: Located, read_book: Book, asked: Question | Check, path: Path_, measure: str, by: str | None,
               key: str) -> None:
    known = measures(read_book)
    if measure not in known:
        located.problem((*path, key), f"{read_book.title} has no measure {measure!r} ({nearest(measure, known)})")
    elif asked.record == "core" and measure in (read_book.outcome.get("columns") or {}):
        located.problem((*path, key), f"{measure} is not written down with record: core (record: all)")
    words = [name for name, entry in (read_book.outcome.get("columns") or {}).items() if "labels" in entry]
    told = [*BY, *(name for name in words if not name.startswith("character"))]
    if by is not None and by not in told:
        located.problem((*path, "by"), f"lines cannot be told apart by {by!r} ({nearest(by, told)})")
    elif by == "character" and not read_book.outcome.get("characters"):
        located.problem((*path, "by"), f"{read_book.title} has no characters ({', '.join(BY[1:])})")
    elif by in (None, "variant") and measure == "win_share":
        located.problem((*path, "by") if by else path,
                        "the win share of all seats together is always 1 / players (say by: character, seat, bot …)")


def check_tweak(located: Located, read_book: Book, asked: Check, cells: list[Cell]) -> None:
    """Is there anything to compare, and can all that is expected be true at once?"""
    setting = {cell.id: resolve(read_book, cell.players, cell.rules, cell.variants, cell.characters) for cell in cells}
    old, new = ([cell for cell in cells if cell.rule_set == name] for name in ("baseline", "tweak"))
    if all(setting[a.id] == setting[b.id] for a, b in zip(old, new, strict=True)):
        located.problem(("tweak",), "the tweak changes nothing: both rule sets are the same (name a rule and another "
                                    f"value; fairdraw rules {read_book.name} lists them)")
    elif any(a.seatings != b.seatings for a, b in zip(old, new, strict=True)):
        located.problem(("tweak",), "the tweak seats the players in another way, so the two cannot be played on the "
                                    "same deals (ask a question with one rule set each)")
    for i, entry in enumerate(asked.expect):
        check_limits(located, read_book, asked, i, entry)


def check_limits(located: Located, read_book: Book, asked: Check, i: int, entry: Expectation) -> None:
    """A limit that nothing can break or nothing can keep, or that no line can keep beside an earlier one."""
    a, b = measures(read_book)[entry.measure] or (-inf, inf)
    bounds = (a - b, b - a) if entry.on_a_change else (a, b)
    for players in asked.players:
        low, high = entry.limits(players)
        if low > bounds[1] or high < bounds[0]:
            located.problem(("expect", i), f"{entry.measure} lies between {bounds[0]:g} and {bounds[1]:g}, so this can "
                                           f"never be true")
            return
        if low <= bounds[0] and high >= bounds[1]:
            located.problem(("expect", i), f"{entry.measure} lies between {bounds[0]:g} and {bounds[1]:g}, so this is "
                                           f"always true (take a narrower limit)")
            return
        for j, earlier in enumerate(asked.expect[:i]):
            same = (earlier.measure, earlier.by, earlier.on_a_change) == (entry.measure, entry.by, entry.on_a_change)
            other_low, other_high = earlier.limits(players)
            if same and (low > other_high or high < other_low):
                located.problem(("expect", i), f"no line can be true to this and to expectation {j + 1} at once "
                                               f"({low:g} to {high:g}, and {other_low:g} to {other_high:g})")
                return


def measures(read_book: Book) -> dict[str, tuple[float, float] | None]:
    """All that can be measured in a game, with its hard bounds; None where there are none."""
    def bounds(entry: dict[str, Any]) -> tuple[float, float] | None:
        return (entry["low"], entry["high"]) if {"low", "high"} <= set(entry) else None

    outcome = read_book.outcome
    own = {name: bounds(entry) for name, entry in (outcome.get("measures") or {}).items()}
    score = own.get("score")
    steps = [*range(len(outcome.get("keys") or {}) + 1), "shared"]
    return {
        **dict.fromkeys([*SHARES, *(f"tie_level_{step}" for step in steps)], (0.0, 1.0)),
        "margin": (0.0, score[1] - score[0]) if score else None,
        **own,
        **{name: bounds(entry) for name, entry in (outcome.get("columns") or {}).items() if "labels" not in entry},
    }


# Pydantic's findings in our words ------------------------------------------------------------------------------------

def in_words(error: Any, model: type[Strict]) -> tuple[Path_, str]:
    """Where a finding belongs, and what a person would say about it."""
    path: Path_ = tuple(step for step in error["loc"] if step != "[key]")
    name, value = str(path[-1]) if path else "", error["input"]
    if error["type"] == "extra_forbidden":
        inside = MODELS.get(str(path[0])) if len(path) > 1 else model
        return path, f"unknown key {name!r} ({nearest(name, inside.model_fields if inside else [])})"
    if error["type"] == "missing":
        return path[:-1], f"the key {name} is missing ({explained(name, path, model)})"
    if path and path[0] == "rules" and error["type"] == "dict_type" and len(path) == 2:
        return path, f"the rule set {name} is {kind_of(value)} (a rule set has a name: my_tweak: {{{name}: {value}}})"
    said = error["msg"].replace("Input should be", "it should be").replace("a valid dictionary", "a mapping")
    owner = f"an entry of {path[-2]}" if path and isinstance(path[-1], int) and len(path) > 1 else name
    return path, f"{owner} is {kind_of(value)} ({said})"


def explained(name: str, path: Path_, model: type[Strict]) -> str:
    inside = MODELS.get(str(path[0]), model) if len(path) > 1 else model
    return inside.model_fields[name].description or name


def kind_of(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else f"{value!r}" if not isinstance(value, bool) else str(value).lower()


__all__ = ["Check", "FileError", "Inquiry", "Question", "ask", "json_schema", "measures"]
