"""One game as a self-contained HTML page: the set-up, every action, the result, a picture where the game has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.page import TEMPLATES
from reports.words import measured


@dataclass(frozen=True)
class Replay:
    """All that the page says. `story` holds, for each round, the table at its start and the steps played in it, each
    with who, action and the number of options."""

    title: str
    run: str  # the question that it was played for
    settings: Sequence[str]  # rules and variants that were asked for
    story: Sequence[tuple[str, Sequence[Any]]]
    end: str  # the final table
    result: str
    head: Sequence[str]
    rows: Sequence[Sequence[Any]]
    picture: str = ""  # SVG, in which all text has been escaped


def replay_page(replay: Replay) -> str:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    rounds = [
        (table, [(who, list(steps)) for who, steps in groupby(steps, lambda step: step.who)])
        for table, steps in replay.story
    ]
    return environment.get_template("replay.html.j2").render(
        replay=replay,
        rounds=rounds,
        heads=[measured(name) for name in replay.head],
        picture=Markup(replay.picture),
        style=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
    )
