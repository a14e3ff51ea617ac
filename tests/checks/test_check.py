"""fairdraw check: a tweak against its baseline on the same blocks, until every line is settled."""
import json
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from checking import exit_code, extra_games, junit, markdown, notes
from reports.words import span
from sim import standing
from sim.run_folder import outcomes, read_manifest
from tests.checks.small import CHECK, played
from tests.reports.reader import Page
from tests.sim.small import files


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    return played(tmp_path_factory.mktemp("pass"))


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    return played(tmp_path_factory.mktemp("fail"), "tweak={doc_extra_cards: 3}", "bots=heuristic",
                  "expect=[{measure: win_share, by: character, change_within: 0.02}]")


# The verdict

def test_a_harmless_tweak_passes(passed):
    assert passed.verdict.verdict == "pass"
    rows = passed.rows
    assert {row["verdict"] for row in rows} == {"inside"} and len(rows) == 6 + 1
    for row in rows:
        assert row["limit_low"] < row["low"] <= row["estimate"] <= row["high"] < row["limit_high"]
        assert row["joint_low"] <= row["low"] and row["high"] <= row["joint_high"]


def test_a_harmful_tweak_fails_and_names_the_line(failed):
    assert failed.verdict.verdict == "fail"
    outside = {row["group"] for row in failed.rows if row["verdict"] == "outside"}
    assert "doc" in outside
    worst = next(row for row in failed.rows if row["group"] == "doc")
    assert worst["joint_low"] > worst["limit_high"]


def test_what_the_limit_leaves_open_is_undecided_and_says_what_it_needs(tmp_path):
    one = played(tmp_path, "expect=[{measure: win_share, by: character, change_within: 0.0005}]", "stop.at_most=800")
    assert one.verdict.verdict == "undecided" and exit_code([one]) == 3
    assert any("more games" in note for note in notes(one))
    assert extra_games(one) is None or extra_games(one) > 0


def test_both_rule_sets_are_played_on_the_same_blocks(passed):
    cells = read_manifest(passed.folder)["cells"]
    assert [cell["rule_set"] for cell in cells] == ["baseline", "tweak"]
    assert cells[0]["blocks"] == cells[1]["blocks"] > 0
    rows = outcomes(passed.folder).collect()
    old, new = (rows.filter(pl.col("cell") == cell) for cell in (0, 1))
    assert old["character"].equals(new["character"]), "the same deals"
    assert not old.drop("cell").equals(new.drop("cell")), "but not the same games"


def test_pairing_is_reported(passed):
    for row in passed.rows[:6]:
        assert 0 <= row["variance_ratio"] < 1 and 0 < row["blocks_that_differ"] < 1


def test_a_check_stops_where_it_does_whoever_plays_it(passed, tmp_path, monkeypatch):
    monkeypatch.setattr(standing, "CHUNK_SECONDS", 0.05)
    monkeypatch.setattr(standing, "FIRST_BLOCKS", 37)
    other = played(tmp_path, jobs=2, backend="threading")
    assert files(other.folder) == files(passed.folder)
    assert other.verdict.frame.equals(passed.verdict.frame)


def test_half_written_blocks_are_gone_on_with(passed, tmp_path):
    """The tweak's chunk is lost, the baseline's is there: only the tweak is played again."""
    from shutil import copytree

    copytree(passed.folder, tmp_path / "run")
    (lost,) = (tmp_path / "run" / "outcomes").glob("cell-0001-*")
    lost.unlink()
    before = read_manifest(tmp_path / "run")["timings"]["games"]
    again = played(tmp_path)
    assert files(again.folder) == files(passed.folder)
    tweak = again.manifest["cells"][1]
    assert again.manifest["timings"]["games"] - before == tweak["games"]


def test_every_number_of_players_comes_to_its_own_end(tmp_path):
    one = played(tmp_path, "players=[3, 4]")
    blocks = [cell["blocks"] for cell in one.manifest["cells"]]
    assert [cell["players"] for cell in one.manifest["cells"]] == [3, 3, 4, 4]
    assert blocks[0] == blocks[1] and blocks[2] == blocks[3]
    assert {row["cell"] for row in one.rows} == {1, 3} and one.verdict.verdict == "pass"


def test_a_variant_can_be_the_tweak(tmp_path):
    one = played(tmp_path, "tweak={silk: move}", "players=5", "expect=[{measure: rounds, change_within: 1}]")
    assert one.manifest["cells"][1]["variants"]["silk"] == "move"
    assert "silk" in Page(one.report.read_text()).text()


def test_a_question_with_targets_is_played_until_they_are_settled(tmp_path):
    text = """\
question: Does anybody win far too often?
game: colt_express
players: 4
bots: random
design: {characters: assign}
stop: {at_most: 50_000}
targets:
  - {measure: win_share, by: character, within: 0.2}
  - {measure: comeback, at_most: 0.95}
"""
    one = played(tmp_path, text=text)
    assert one.verdict.verdict == "pass" and one.manifest["cells"][0]["games"] < 50_000
    assert len(one.rows) == 6 + 1, "Mei, Silk and the Marshal are not in the base game"


@pytest.mark.parametrize("measure, value", [
    ("comeback", 0.9), ("runaway", 0.9), ("margin", 30_000), ("tied_games", 0.9), ("tie_level_1", 0.9),
    ("decisions", 400), ("score", 9_000), ("vp_purses", 500), ("n_shots", 500),
])
def test_measures(tmp_path, measure, value):
    one = played(tmp_path, f"expect=[{{measure: {measure}, change_within: {value}}}]", "stop.at_most=4000")
    assert one.rows[0]["measure"] == measure and one.rows[0]["estimate"] is not None


@pytest.mark.parametrize("game, by", [("western_legends", "path"), ("dice_town", "most_won")])
def test_lines_by_what_players_did(tmp_path, game, by):
    text = CHECK.replace("colt_express", game).replace("{conductor_ransom: 400}", {
        "western_legends": "{work_money: 20}", "dice_town": "{mine_nuggets_ext: 41}"}[game])
    one = played(tmp_path, f"expect=[{{measure: win_share, by: {by}, change_within: 0.9}}]", "stop.at_most=1200",
                 "design={seed: 3}", text=text)
    assert len(one.rows) > 1 and {row["by"] for row in one.rows} == {by}


# What it says

def test_the_report_compares_side_by_side(passed):
    read = Page(passed.report.read_text())
    text = read.text()
    assert "conductor_ransom" in text and "What the tweak changes" in text and "Expectations" in text
    assert "fairdraw check c.yaml" in text and "variance ratio" in text
    assert "In all 2 cells" not in text


def test_json_and_codes(cli, tmp_path):
    Path("c.yaml").write_text(CHECK)
    code, out, _ = cli("check", "c.yaml", "--json", "--jobs", "1")
    (one,) = json.loads(out)
    assert (code, one["verdict"], one["extra_games"]) == (0, "pass", 0)
    assert {"estimate", "low", "joint_low", "fixed_low", "variance_ratio", "why"} <= set(one["lines"][0])
    code, out, _ = cli("check", "c.yaml", "--quiet")
    assert (code, out) == (0, "pass\tc.yaml\n")


def test_a_fail_outweighs_what_is_undecided(passed, failed, tmp_path):
    open_ = played(tmp_path, "expect=[{measure: win_share, by: character, change_within: 0.0005}]", "stop.at_most=400")
    assert exit_code([passed]) == 0 and exit_code([passed, open_]) == 3 and exit_code([open_, failed, passed]) == 1


def test_junit_has_a_case_a_line(passed, failed):
    root = ElementTree.fromstring(junit([passed, failed]))
    good, bad = root.findall("testsuite")
    assert len(good.findall("testcase")) == 7 and not good.findall(".//failure")
    wrong = [case.get("name") for case in bad.findall("testcase") if case.find("failure") is not None]
    assert "win share, Doc" in wrong and int(bad.get("failures")) == len(wrong)


def test_the_summary_is_markdown(failed):
    text = markdown([failed])
    assert text.startswith("### ❌ fail: ")
    doc = next(line for line in text.splitlines() if "Doc" in line)
    row = next(row for row in failed.rows if row["group"] == "doc")
    assert doc.startswith("| ❌ |") and span(row, "joint_") in doc


def test_plan_of_a_check(cli, tmp_path):
    Path("c.yaml").write_text(CHECK)
    found = json.loads(cli("plan", "c.yaml", "--json")[1])
    assert len(found["cells"]) == 1 and 0 < found["games"] <= found["at_most"] == 120_000


# What is refused

@pytest.mark.parametrize("setting, message", [
    ("tweak={conductor_ransom: 250}", "the tweak changes nothing: both rule sets are the same"),
    ("tweak={}", "the tweak changes nothing"),
    ("tweak={conducter_ransom: 1}", "did you mean conductor_ransom?"),
    ("expect=[{measure: vp_gold, change_within: 1}]", "Colt Express has no measure 'vp_gold'"),
    ("expect=[{measure: win_share, by: seat, change_within: 0}]", "change_within is 0"),
    ("expect=[{measure: win_share, by: seat, change_within: 3}]", "so this is always true"),
    ("expect=[{measure: tied_games, at_least: 1.5}]", "so this can never be true"),
    ("expect=[{measure: rounds, change_within: 0.1}, {measure: rounds, improves: 0.5}]",
     "no line can be true to this and to expectation 1 at once"),
    ("expect=[{measure: rounds, at_most: 4}, {measure: rounds, at_least: 5}]", "at once (5 to inf, and -inf to 4)"),
    ("expect=[]", "expect"),
    ("tweak={team: true}", "seats the players in another way"),
])
def test_what_cannot_be_checked_is_refused_before_the_first_game(cli, setting, message):
    Path("c.yaml").write_text(CHECK)
    code, out, err = cli("check", "c.yaml", "--set", setting)
    assert (code, out) == (2, "") and message in err and "Traceback" not in err
    assert not Path("runs").exists()


def test_all_files_are_read_before_one_is_played(cli):
    Path("c.yaml").write_text(CHECK)
    Path("q.yaml").write_text("question: x\ngame: colt_express\nplayers: 4\n")
    Path("bad.yaml").write_text(CHECK.replace("tweak", "twaek"))
    code, out, err = cli("check", "c.yaml", "q.yaml", "bad.yaml", "none.yaml")
    assert (code, out) == (2, "")
    assert "q.yaml:1:1: the question has no targets" in err and "did you mean tweak?" in err and "none.yaml" in err
    assert not Path("runs").exists()


def test_run_sends_a_check_to_its_verb(cli):
    Path("c.yaml").write_text(CHECK)
    code, _, err = cli("run", "c.yaml")
    assert code == 2 and "fairdraw check" in err
