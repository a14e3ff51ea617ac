"""From YAML to HTML, on a small run."""

import json

import pytest
from typer.testing import CliRunner

from answer import answer, asked_in, estimated
from fairdraw import app
from sim.core.rulebook import book, games
from sim.question import ask
from sim.run_folder import outcomes
from sim.runner import run
from tests.reports.reader import Page

QUESTION = """\
question: Does the <b>first</b> seat win too often among random players?
game: carson_city
players: 3
rules:
  rulebook: {}
  "rich & <i>idle</i>": {start_money: 20}
bots: random
design: {seed: 7, characters: assign}
stop: {by: seat, at_most: 99}
targets:
  - {measure: win_share, by: seat, within: 0.3}
  - {measure: tied_games, at_most: 0.9}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("run")
    (place / "q.yaml").write_text(QUESTION)
    inquiry = ask(place / "q.yaml", ["design.seed=8"])
    run(inquiry, place / "run", None, jobs=1, backend="threading")
    answer(inquiry, place / "run")
    return place / "run"


def test_a_question_by_what_players_did_is_answered_by_that(tmp_path):
    """Without a target, too, the page has its own table, with how often each was done, and speaks of it first."""
    (tmp_path / "q.yaml").write_text(
        "question: Which path wins?\ngame: western_legends\nplayers: 3\nbots: random\ndesign: {seed: 7}\n"
        "stop: {of: win_share, by: path, at_most: 60}\n")
    inquiry = ask(tmp_path / "q.yaml")
    run(inquiry, tmp_path / "run", None, jobs=1, backend="threading")
    found = answer(inquiry, tmp_path / "run")
    rows = outcomes(tmp_path / "run").collect()
    frame = found.tables["path"].frame
    for path, chosen in frame.select("group", "chosen").iter_rows():
        assert chosen == pytest.approx((rows["path"] == path).sum() / rows.height, abs=1e-6)
    assert set(frame["group"]) == set(rows["path"].drop_nulls())
    assert any(path in found.sentences[0] for path in [*frame["group"], "no path"]) and "seat" not in found.sentences[0]
    assert "Path" in Page(found.report.read_text(encoding="utf-8")).text("h2")


def test_the_answer_is_in_the_folder(folder):
    read = Page((folder / "report.html").read_text(encoding="utf-8"))
    text = read.text()
    assert "Does the <b>first</b> seat" in read.text("h1") and not read.all("b") and not read.all("i")
    assert "In all 2 cells with random bots" in text and "rich & <i>idle</i>" in read.text("text")
    assert "fairdraw run q.yaml --set design.seed=8" in text
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["targets"]["verdict"] in text
    assert {"seats", "characters", "variants", "scores"} <= set(summary)


def test_a_report_can_be_built_again_and_is_the_same(folder):
    before = (folder / "report.html").read_bytes()
    assert asked_in(folder).settings == ("design.seed=8",)
    shown = CliRunner().invoke(app, ["report", str(folder)])
    assert shown.exit_code == 0 and shown.stdout.split() == [str(folder / "report.html")]
    assert (folder / "report.html").read_bytes() == before


def test_what_is_no_run_folder_is_refused(tmp_path):
    shown = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert shown.exit_code == 2 and "no manifest.json" in shown.output


@pytest.mark.parametrize("game", games())
def test_every_estimate_is_named(game):
    assert len(list(estimated(book(game)))) == book(game).sources()["E"]
