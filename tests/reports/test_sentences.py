import re

import polars as pl
import pytest

from reports import Content, page
from reports.sentences import answer, claim, finding
from reports.words import Cells, group, listed, played_by
from tests.reports.contents import content, usual
from tests.reports.reader import Page


def first(**options) -> str:
    return said(content(**options))


def said(found: Content) -> str:
    """The answer, as one reads it."""
    cells = Cells(found.manifest["cells"])
    return " ".join(answer(found.verdict, found.tables, cells, "character")).replace("\u00a0", " ")


def test_a_fail_names_who_wins_too_often():
    text = first(skill=(5, 0, 0, 0), blocks=400)
    pattern = (
        r"With heuristic bots \(temperature 0\.15\) at 4 players Settler wins too often: "
        r"\d+ % \[[\d.]+, [\d.]+\] of its games against a fair share of 25 %, over 1,600 games\."
    )
    assert re.match(pattern, text), text


def test_a_fail_in_one_of_several_cells_says_in_which():
    text = said(usual())
    assert re.match(r"With heuristic bots \(temperature 0.15\) at 4 players, (rulebook|richer_start), Settler", text)
    assert "Also too often: Settler with" in text


def test_a_pass_says_that_nothing_is_outside():
    text = first(blocks=1500, within=0.1)
    assert "With heuristic bots (temperature 0.15) at 4 players every target holds: all 4 lines are" in text
    assert "over 6,000 games" in text and "where 15 % to 35 % is wanted" in text


def test_undecided_says_so_and_what_it_would_take():
    text = first(within=0.02)
    assert "it is not settled yet: after 600 games none of 4 lines is shown to be outside" in text
    assert "Hardest to tell: " in text


def test_without_a_target_it_describes_and_gives_no_verdict():
    strong = first(skill=(5, 0, 0, 0), within=None)
    assert "Settler wins more often than its fair share: " in strong
    assert "names no target, so there is no verdict" in strong
    even = first(within=None)
    assert "no character is shown to differ from its fair share" in even


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ({"measure": "tied_games", "at_most": 0.05}, "tied games: at most 5 %"),
        ({"measure": "rounds", "at_least": 4.0}, "rounds: at least 4"),
        ({"measure": "win_share", "by": "seat", "within": 0.025},
         "win share of every seat: within 2.5 points of the fair share"),
        ({"measure": "score", "within": 3, "of": 40}, "score: within 3 of 40"),
        ({"measure": "win_share", "by": "bot", "change_within": 0.01},
         "win share of every bot: changes by at most 1 point"),
    ],
)  # fmt: skip
def test_targets_in_words(target, words):
    assert claim(target).replace("\u00a0", " ") == words


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"measure": "tied_games", "kind": "at_most", "limit_high": 0.05, "estimate": 0.077},
         "tied games are too high: 7.7 % [7.40, 8.00] where at most 5 % is wanted"),
        ({"measure": "win_share", "by": "seat", "group": "0", "kind": "within", "limit_low": 0.22, "limit_high": 0.28,
          "estimate": 0.177},
         "the first seat wins too seldom: 17.7 % [17.40, 18.00] of the games against a fair share of 25 %"),
        ({"measure": "win_share", "by": "character", "group": "kit_carson", "kind": "within", "limit_low": 0.28,
          "limit_high": 0.32, "estimate": 0.377},
         "Kit Carson wins too often: 37.7 % [37.40, 38.00] of its games against the wanted 30 %"),
        ({"measure": "win_share", "by": "character", "group": "settler", "kind": "change_within", "limit_low": -0.01,
          "limit_high": 0.01, "estimate": 0.027, "base": 0},
         "the win share of Settler changes by too much: +2.7 points [2.40, 3.00] where -1 to 1 point is wanted"),
    ],
)  # fmt: skip
def test_findings_in_words(row, words):
    ends = {"low": row["estimate"] - 0.002, "high": row["estimate"] + 0.002}
    joint = {"joint_low": row["estimate"] - 0.003, "joint_high": row["estimate"] + 0.003}
    blank = {"by": None, "group": "all", "cell": 0, "base": None, "limit_low": None, "limit_high": None}
    cells = Cells(content().manifest["cells"])
    assert finding({**blank, **ends, **joint, **row}, cells).replace("\u00a0", " ") == words


def test_small_words():
    assert played_by("random among heuristic") == "the bots random among heuristic"
    assert group("seat", "3") == "fourth seat" and group("bot", "3") == "3"
    assert listed(["a"]) == "a" and listed(["a", "b", "c"], 2) == "a, b and 1 more"


def test_a_line_that_never_came_up_is_shown_as_unknown():
    base = content(within=None)
    frame = base.tables["characters"].frame
    gone = pl.when(pl.col("group") == "coolie").then(None)
    blank = [gone.otherwise(pl.col(name)).alias(name) for name in frame.columns if frame[name].dtype == pl.Float64]
    table = type(base.tables["characters"])("win_share by character", frame.with_columns(blank))
    text = Page(page(type(base)(base.manifest, {**base.tables, "characters": table}, base.game))).text()
    assert "Coolie - " in text
