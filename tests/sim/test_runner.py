"""The runner: the same games whoever plays them, in whatever order, in one go or in several."""
import json
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import polars as pl
import pytest

import sim
from sim import runner, standing
from sim.chunks import do
from sim.run_folder import RunError, cell_table, merge, outcomes, read_manifest
from stop_rules import narrow_enough
from tests.sim.small import QUESTION, Rule, asked, files, table_hash


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """One question played by one worker: what all the others are compared with."""
    home = tmp_path_factory.mktemp("done")
    inquiry = asked(home)
    runner.run(inquiry, home / "run", Rule(), jobs=1)
    return home / "run"


def test_the_outcome_table_is_that_of_sim_play(done, tmp_path):
    rows = outcomes(done).collect()
    cells = read_manifest(done)["cells"]
    assert [cell["stopped"] for cell in cells].count("narrow") > 0
    for cell in asked(tmp_path).cells:
        mine = rows.filter(pl.col("cell") == cell.id)
        assert mine["block"].n_unique() == cells[cell.id]["blocks"]
        direct = sim.play("carson_city", cell.players, cells[cell.id]["games"], seed=7, bots=list(cell.bots))
        assert mine.drop("cell", "bot").equals(direct.drop("cell", "bot"))
    assert rows.equals(rows.sort("cell", "block", "rotation", "seat"))


def test_every_cell_gets_the_same_deals(tmp_path):
    twice = asked(tmp_path, "players=3", "bots=random", "rules.a={}", "rules.b={}")
    runner.run(twice, tmp_path / "run", Rule(), jobs=1)
    rows = outcomes(tmp_path / "run").collect()
    one, other = (rows.filter(pl.col("cell") == cell).drop("cell") for cell in (0, 1))
    assert one.equals(other)


@pytest.mark.parametrize("jobs, backend, seconds", [(2, "threading", 0.1), (4, "threading", 1.5), (2, "loky", 0.1)])
def test_workers_and_chunks_do_not_change_a_byte(done, tmp_path, monkeypatch, jobs, backend, seconds):
    monkeypatch.setattr(standing, "CHUNK_SECONDS", seconds)
    runner.run(asked(tmp_path), tmp_path / "run", Rule(), jobs=jobs, backend=backend)
    assert files(tmp_path / "run") == files(done)
    assert table_hash(tmp_path / "run") == table_hash(done)


def test_order_of_arrival_does_not_matter(done, tmp_path, monkeypatch):
    """Chunks come back last first: every look still sees the complete prefix only."""
    class Backwards:
        def __call__(self, tasks):
            def results():
                for pending in iter(lambda: list(islice(tasks, 7)), []):
                    yield from (do(*task[1]) for task in reversed(pending))
            return results()

    monkeypatch.setattr(runner, "pool", lambda *_: nullcontext(Backwards()))
    runner.run(asked(tmp_path), tmp_path / "run", Rule(), jobs=1)
    assert files(tmp_path / "run") == files(done)


def test_folders_with_different_blocks_merge(done, tmp_path):
    inquiry = asked(tmp_path)
    for name, blocks in (("low", range(0, 350)), ("high", range(300, 3000))):
        runner.run(inquiry, tmp_path / name, Rule(), jobs=1, blocks=blocks)
        assert read_manifest(tmp_path / name)["status"] == "open"
    merge([tmp_path / "low", tmp_path / "high"], tmp_path / "both")
    before = read_manifest(tmp_path / "both")["timings"]["games"]
    manifest = runner.run(inquiry, tmp_path / "both", Rule(), resume=True, jobs=1)
    assert manifest["timings"]["games"] == before, "nothing is left to play"
    assert files(tmp_path / "both") == files(done)
    other = asked(tmp_path, "design.seed=8")
    runner.run(other, tmp_path / "other", Rule(), jobs=1, blocks=range(0, 10))
    with pytest.raises(RunError, match=r"design.seed was 7 and is 8"):
        merge([tmp_path / "low", tmp_path / "other"], tmp_path / "mixed")


def test_the_manifest_says_all(done):
    manifest = read_manifest(done)
    assert manifest["question"] == QUESTION
    assert {"versions", "seed", "behaviour_version", "kernel_hash", "cpu", "timings"} <= set(manifest)
    assert manifest["timings"]["games"] >= sum(cell["games"] for cell in manifest["cells"])
    assert {part["file"] for part in manifest["chunks"]} == {f"outcomes/{name}" for name in files(done)}
    assert sum(part["rows"] for part in manifest["chunks"]) == outcomes(done).collect().height
    assert sorted(path.name for path in done.iterdir()) == ["manifest.json", "outcomes"]
    assert cell_table(done)["players"].to_list() == [2, 2, 3, 3]


def test_core_records_less(tmp_path):
    runner.run(asked(tmp_path, "record=core", "players=2"), tmp_path / "run", jobs=1)
    names = outcomes(tmp_path / "run").collect_schema().names()
    assert "score" in names and not [name for name in names if name.startswith(("vp_", "n_"))]


def test_without_a_half_width_all_games_are_played(tmp_path):
    manifest = runner.run(asked(tmp_path, "stop={at_most: 101}"), tmp_path / "run", jobs=1)
    assert [(cell["stopped"], cell["games"]) for cell in manifest["cells"]] == [
        ("at_most", 101), ("at_most", 100), ("at_most", 101), ("at_most", 99)]      # whole blocks only


# From the command line

def test_run_ends_with_a_summary(tmp_path, cli):
    asked(tmp_path)
    bots = "bots={sweep: [random, {bot: random, restrict: [vp_buy]}]}"
    command = ["run", "q.yaml", "--set", "players=3", "--set", bots]
    code, out, err = cli(*command, "--jobs", "2")
    assert code == 0, err
    (folder,) = Path("runs").iterdir()
    assert folder.name.startswith("q-") and folder.name in out
    assert "games in 2 cells" in err
    summary = json.loads((folder / "summary.json").read_text())
    assert "every target holds" in summary["answer"][0] and all(sentence in err for sentence in summary["answer"])
    assert {"seats", "targets"} <= set(summary)
    assert summary["targets"]["verdict"] == "pass"
    stops = {cell["stopped"] for cell in read_manifest(folder)["cells"]}
    assert stops <= {"fixed-n", "anytime"}, "the wanted width was reached before at_most"
    assert read_manifest(folder)["lines"] == 2 * 3

    code, out, err = cli(*command)
    assert (code, out) == (2, "") and "is not empty (--resume goes on with it" in err
    code, out, err = cli(*command, "--resume", "--quiet")
    assert (code, err) == (0, "")


def test_the_stop_rule_does_not_depend_on_chunks(tmp_path, monkeypatch):
    """The rule that ships, not the plain one of these tests: other chunks, other workers, the same stop."""
    inquiry = asked(tmp_path, "design.characters=assign", "stop.by=character", "players=3", "bots=random")
    rule = narrow_enough(inquiry)
    runner.run(inquiry, tmp_path / "one", rule, jobs=1)
    monkeypatch.setattr(standing, "CHUNK_SECONDS", 0.05)
    monkeypatch.setattr(standing, "FIRST_BLOCKS", 37)
    runner.run(inquiry, tmp_path / "other", rule, jobs=2, backend="threading")
    assert files(tmp_path / "one") == files(tmp_path / "other")
    (cell,) = read_manifest(tmp_path / "one")["cells"]
    assert cell["stopped"] == "fixed-n" and cell["blocks"] in list(rule.looks(1000))


def test_plan_says_what_it_will_cost(tmp_path, cli):
    asked(tmp_path)
    found = json.loads(cli("plan", "q.yaml", "--json")[1])
    assert [cell["cell"] for cell in found["cells"]] == [0, 1, 2, 3]
    assert 0 < found["games"] <= found["at_most"] <= 4 * 3000
    assert found["seconds"] > 0 and found["bytes"] > 0
    assert all(0.02 < cell["sees"] < 0.2 for cell in found["cells"])
    assert "games in 4 cells" in cli("plan", "q.yaml")[1]


def test_schema_is_json(cli):
    assert "Question" in json.loads(cli("schema")[1])["$defs"]


@pytest.mark.parametrize("verb", ["plan", "run"])
def test_faults_are_listed_and_end_with_2(tmp_path, cli, verb):
    (tmp_path / "q.yaml").write_text("question: x\ngame: carson\nplayers: [9]\nbot: random\n")
    code, out, err = cli(verb, "q.yaml")
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "q.yaml:2:1: there is no game 'carson' (did you mean carson_city?)",
        "q.yaml:4:1: unknown key 'bot' (did you mean bots?)"]
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("arguments, message", [
    (["--backend", "ray"], "there is no backend 'ray' (loky, threading, dask)"),
    (["--backend", "dask"], "the dask backend needs --scheduler ADDRESS"),
    (["--jobs", "0"], "--jobs"),
])
def test_wrong_options_leave_nothing_behind(tmp_path, cli, arguments, message):
    asked(tmp_path)
    code, out, err = cli("run", "q.yaml", *arguments)
    assert (code, out) == (2, "") and message in err
    assert not (tmp_path / "runs").exists()
