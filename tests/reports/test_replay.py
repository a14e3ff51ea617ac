"""One game as a page, and a game of a run played again."""

import pytest
from typer.testing import CliRunner

import sim
from answer import answer
from fairdraw import app
from sim.bots.spec import entrants
from sim.question import ask
from sim.run_folder import outcomes
from sim.runner import run
from tests.reports.reader import Page

QUESTION = """\
question: Does <b>mining</b> pay?
game: gold_rush
players: 3
variants: {mode: [standard, first_game]}
rules:
  rulebook: {}
  two_tents: {tents_per_player: 2}
bots: [heuristic, random, {bot: heuristic, restrict: [mine]}]
design: {seed: 11}
stop: {by: entrant, at_most: 12}
"""


def replay(*arguments):
    shown = CliRunner().invoke(app, ["replay", *map(str, arguments)])
    assert shown.exit_code == 0, shown.output + str(shown.exception)
    return shown.stdout


@pytest.mark.parametrize("game", sim.games())
def test_the_page_tells_the_whole_game(game, tmp_path):
    told = replay(game, "--seed", 5, "--bots", "random", "--html", tmp_path / "game.html")
    html = (tmp_path / "game.html").read_text(encoding="utf-8")
    read = Page(html)
    text = read.text()
    one = sim.Game(game, 4, seed=5)
    bots = [spec.player().sit(5, 0, entrant) for entrant, spec in enumerate(entrants(one.book, 4, "random"))]
    while one.to_move >= 0:
        one.apply(bots[one.to_move].choose(one.position))
    assert one.book.title in read.text("h1") and "seed 5, block 0" in read.text("h1")
    assert "http:" not in html.replace("http://www.w3.org/", "") and "https:" not in html, "it needs nothing else"
    items = [" ".join(said.split()) for tag, said in read.texts if tag == "li"]
    assert items == [" ".join(step.action.words.split()) for step in one.log]       # every action, in order
    result = next(line for line in told.splitlines() if line.startswith("Won by "))
    assert result in text
    at = 0
    for row in told.splitlines()[-4:]:      # the standings, in order
        at = text.index(" ".join(row.split("\t")[:4]), at)


def test_the_page_shows_the_final_map(tmp_path):
    told = replay("gold_rush", "--players", 2, "--seed", 3, "--html", tmp_path / "game.html")
    read = Page((tmp_path / "game.html").read_text(encoding="utf-8"))
    assert len(read.all("svg")) == 1
    laid = [line.split(" at ")[1].split(")")[0] + ")" for line in told.splitlines() if ": lay " in line]
    titles = [text for tag, text in read.texts if tag == "title"]
    assert [text.split(" at ")[1] for text in titles if " at (" in text] == ["(0, 0)", *laid]


def test_a_page_that_cannot_be_written_is_said_in_a_line(tmp_path):
    shown = CliRunner().invoke(app, ["replay", "gold_rush", "--html", str(tmp_path / "nowhere" / "game.html")])
    assert isinstance(shown.exception, ValueError) and "cannot be written" in str(shown.exception)


# A game of a run ------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("run")
    (place / "q.yaml").write_text(QUESTION)
    inquiry = ask(place / "q.yaml", ["design.seed=12"])
    run(inquiry, place / "run", None, jobs=1, backend="threading")
    answer(inquiry, place / "run")
    return place / "run"


@pytest.mark.parametrize("address", [(0, 0, 0), (1, 3, 1), (2, 2, 2), (3, 1, 0)])
def test_a_game_of_a_run_ends_as_its_row_says(folder, address):
    import polars as pl

    cell, block, rotation = address
    rows = outcomes(folder).collect().filter(
        (pl.col("cell") == cell) & (pl.col("block") == block) & (pl.col("rotation") == rotation)).sort("seat")
    told = replay(folder, "--game", f"{cell}/{block}/{rotation}", "--quiet").splitlines()
    head = told[1].split("\t")
    found = sorted((dict(zip(head, line.split("\t"), strict=True)) for line in told[2:]), key=lambda row: row["seat"])
    for row, shown in zip(rows.iter_rows(named=True), found, strict=True):
        assert {name: str(row[name]) for name in shown if name != "seat"} | {"seat": shown["seat"]} == shown
    assert f"after {rows['rounds'][0]} rounds" in told[0]


def test_the_first_game_is_replayed_where_none_is_named(folder, tmp_path):
    assert replay(folder) == replay(folder, "--game", "0/0/0", "--html", tmp_path / "game.html")
    text = Page((tmp_path / "game.html").read_text(encoding="utf-8")).text()
    assert "Does <b>mining</b> pay? (0/0/0)" in text and "seed 12" in text and "mode=standard" in text


@pytest.mark.parametrize("arguments, message", [
    (["--game", "4/0/0"], "no cell 4 (cells 0 to 3)"),
    (["--game", "0/4/0"], "no block 4 (blocks 0 to 3)"),
    (["--game", "0/0/3"], "no rotation 3 (rotations 0 to 2)"),
    (["--game", "0/0"], "cell/block/rotation, like 0/17/1"),
    (["--seed", "3"], "which says itself what was played: no --seed"),
])
def test_games_that_the_run_does_not_have_are_refused(folder, arguments, message):
    shown = CliRunner().invoke(app, ["replay", str(folder), *arguments])
    assert isinstance(shown.exception, ValueError) and message in str(shown.exception)


def test_an_address_needs_a_run(tmp_path):
    shown = CliRunner().invoke(app, ["replay", "gold_rush", "--game", "0/0/0"])
    assert isinstance(shown.exception, ValueError) and "--game 0/0/0 is for run folders" in str(shown.exception)
    shown = CliRunner().invoke(app, ["replay", str(tmp_path)])
    assert shown.exit_code == 2 and "no manifest.json" in shown.output + shown.stderr
