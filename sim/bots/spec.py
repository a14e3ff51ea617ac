"""Bots as a user writes them: "heuristic", "heuristic:lawful" or {bot, persona, temperature, restrict, weights}."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sim.core.driver import Player
from sim.core.rulebook import Book, Problem, RuleError, nearest

KINDS = ["random", "heuristic"]         # in the order of BotKind in bot.pxd
KEYS = ["bot", "persona", "temperature", "restrict", "weights"]


@dataclass(frozen=True)
class BotSpec:
    """One bot of one game, checked: all that distinguishes it from another one. It prints as its label."""
    bot: str
    persona: str = "default"
    temperature: float = 0.0
    restrict: tuple[str, ...] = ()
    changed: tuple[tuple[str, float], ...] = ()     # weights that the user set, by name
    weights: tuple[float, ...] = ()                 # all of them, in the kernel's order
    forbidden: tuple[int, ...] = ()                 # the classes of `restrict`
    usual: float = 0.0                              # the temperature of its persona

    def __str__(self) -> str:
        parts = [self.bot]
        if self.persona != "default":
            parts.append(self.persona)
        if self.temperature != self.usual:
            parts.append(f"temperature {self.temperature:g}")
        parts += [f"{name} {value:g}" for name, value in self.changed]
        parts += [f"no {name}" for name in self.restrict]
        return ", ".join(parts)

    def player(self) -> Player:
        return Player(KINDS.index(self.bot), self.weights, self.temperature, self.forbidden)


def bot_spec(book: Book, request: Any) -> BotSpec:
    """The bot that the user means, or everything that is wrong with it."""
    if isinstance(request, BotSpec):
        return request
    if isinstance(request, str):
        bot, colon, wanted = request.partition(":")
        request = {"bot": bot, "persona": wanted} if colon else {"bot": bot}
    problems: list[Problem] = []

    def wrong(key: str, message: str) -> None:
        problems.append(Problem(("bots", key), message))

    if not isinstance(request, dict):
        raise RuleError([Problem(("bots",), f"a bot is a name or {{bot: ..., persona: ...}}, not {request!r}")])
    for key in request:
        if key not in KEYS:
            wrong(str(key), f"a bot has no {key!r} ({nearest(key, KEYS)})")
    kind, name = request.get("bot"), request.get("persona", "default")
    if kind not in KINDS:
        wrong("bot", f"there is no bot {kind!r} ({nearest(kind, KINDS)})")
    elif kind != "random" and not book.weights:
        wrong("bot", f"{book.title} has no judgement yet: only random bots can play it")
    if name not in book.personas:
        wrong("persona", f"there is no persona {name!r} ({nearest(name, book.personas)})")
        name = "default"
    persona = {**book.personas["default"], **book.personas[name]}
    temperature = request.get("temperature", persona.get("temperature", 0.0))
    if not is_number(temperature) or temperature < 0:
        wrong("temperature", f"temperature is {temperature!r} (a number of points, 0 or more)")
    changed = request.get("weights") or {}
    if not isinstance(changed, dict):
        wrong("weights", f"weights must be names with numbers, not {changed!r}")
        changed = {}
    for weight, value in changed.items():
        if weight not in book.weights:
            wrong("weights", f"there is no weight {weight!r} ({nearest(weight, book.weights)})")
        elif not is_number(value):
            wrong("weights", f"weight {weight} is {value!r}, not a number")
    classes = book.outcome.get("action_classes") or []
    restrict = request.get("restrict") or []
    restrict = [restrict] if isinstance(restrict, str) else restrict
    if not isinstance(restrict, list | tuple):
        wrong("restrict", f"restrict must be a list of classes of actions, not {restrict!r}")
        restrict = []
    for one in restrict:
        if one not in classes:
            wrong("restrict", f"there is no class of actions {one!r} ({nearest(one, classes)})")
    if problems:
        raise RuleError(problems)
    if kind == "random":                # it does not judge: nothing of that distinguishes one from another
        return BotSpec("random", restrict=tuple(restrict), forbidden=tuple(classes.index(one) for one in restrict))
    values = {**book.weights, **{weight: persona[weight] for weight in book.weights if weight in persona}, **changed}
    return BotSpec(
        bot=str(kind),
        persona=name,
        temperature=float(temperature),
        restrict=tuple(restrict),
        changed=tuple((weight, float(value)) for weight, value in changed.items()),
        weights=tuple(float(value) for value in values.values()),
        forbidden=tuple(classes.index(one) for one in restrict),
        usual=float(persona.get("temperature", 0.0)),
    )


def entrants(book: Book, players: int, bots: Any) -> list[BotSpec]:
    """One bot an entrant: the same for all, or one each."""
    if not isinstance(bots, list | tuple):
        return [bot_spec(book, bots)] * players
    if len(bots) != players:
        raise RuleError([Problem(("bots",), f"{len(bots)} bots for {players} players (one for all, or one each)")])
    return [bot_spec(book, bot) for bot in bots]


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
