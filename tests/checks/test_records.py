"""Baselines over time: what was recorded, and what has moved since."""
import json
from pathlib import Path

import pytest

import records
from reports import history
from tests.checks.small import played
from tests.reports.reader import Page


@pytest.fixture(scope="module")
def entry(tmp_path_factory):
    return records.entry(played(tmp_path_factory.mktemp("check")), at="2026-01-01T00:00:00+00:00")


def later(entry: dict, **changes) -> dict:
    return {**json.loads(json.dumps(entry)), "at": "2026-02-01T00:00:00+00:00", **changes}


def shifted(entry: dict, by: float) -> list[dict]:
    return [{**one, **{name: one[name] + by for name in ("estimate", "low", "high")}} for one in entry["figures"]]


def test_a_record_has_the_figures_of_the_baseline(entry):
    ghost = next(one for one in entry["figures"] if one["group"] == "ghost")
    assert ghost["measure"] == "win_share" and ghost["low"] < ghost["estimate"] < ghost["high"] and ghost["se"] > 0
    assert len(entry["figures"]) == 6 + 1
    assert {"behaviour_version", "kernel_hash", "seed", "first_blocks", "games"} <= set(entry)


def test_the_same_kernel_plays_the_same_games(entry):
    said = records.compare(entry, later(entry))
    assert said.same_games and said.moved == [] and "plays the same games" in said.words[0]
    rebuilt = records.compare(entry, later(entry, kernel_hash="other"))
    assert rebuilt.same_games and "built anew" in rebuilt.words[0]


def test_a_kernel_that_moved_the_game_is_told_from_a_rule(entry):
    new = later(entry, first_blocks="other", kernel_hash="other", figures=shifted(entry, 0.2))
    said = records.compare(entry, new)
    assert not said.same_games and len(said.moved) >= 6
    assert "though the behaviour version is the same" in said.words[0]
    assert any(word.startswith("win_share of character ghost (4 players") for word in said.words)
    raised = records.compare(entry, {**new, "behaviour_version": 99})
    assert "behaviour version went from" in raised.words[0]


def test_a_change_within_the_errors_is_not_called_a_move(entry):
    said = records.compare(entry, later(entry, first_blocks="other", figures=shifted(entry, 1e-4)))
    assert said.moved == [] and "shown to have moved" in said.words[-1]


def test_another_check_is_not_compared(entry):
    assert "rewritten" in records.compare(entry, later(entry, fingerprint="other")).words[0]


def test_record_and_compare_from_the_command_line(cli):
    from tests.checks.small import CHECK

    Path("c.yaml").write_text(CHECK)
    assert cli("check", "c.yaml", "--record")[0] == 0
    assert len(records.read(Path("c.yaml"))) == 1
    code, out, _ = cli("check", "c.yaml")
    assert code == 0 and "plays the same games as in the record" in out
    assert len(records.read(Path("c.yaml"))) == 1, "only --record writes"
    code, out, _ = cli("history", "c.yaml")
    assert code == 0 and "No figure of the baseline made a step in 1 record." in Path(out.strip()).read_text()
    Path("c.record.json").write_text("{}")
    code, _, err = cli("check", "c.yaml")
    assert code == 2 and "c.record.json is not a record" in err


def test_history_shows_steps(entry):
    moved = shifted(entry, 0.05)
    entries = [entry, later(entry), later(entry, at="2026-03-01T00:00:00+00:00", first_blocks="x", figures=moved),
               later(entry, at="2026-04-01T00:00:00+00:00", first_blocks="x", figures=moved, behaviour_version=2)]
    text = Page(history("A dearer conductor", "Colt Express", entries)).text()
    assert "made a step in 4 records" in text
    assert "2026-03-01" in text and "not the behaviour version" in text
