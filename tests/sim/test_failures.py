"""What goes wrong on real machines: each time a clear message, nothing lost, and --resume ends with the same data."""
import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim import run_folder, runner
from sim.run_folder import RunError, outcomes, read_manifest
from tests.sim.small import Deadly, Rule, asked, files, table_hash

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The question of these tests, played without trouble."""
    home = tmp_path_factory.mktemp("whole")
    runner.run(asked(home), home / "run", Rule(), jobs=1)
    return home / "run"


def broken_off(tmp_path: Path, after: int = 4) -> Path:
    """A folder whose run was interrupted after a few chunks."""
    class Impatient(Rule):
        left = after

        def count(self, rows, looks):
            if len(looks) > 1:                              # not the calibration
                self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().count(rows, looks)

    with pytest.raises(KeyboardInterrupt):
        runner.run(asked(tmp_path), tmp_path / "run", Impatient(), jobs=1)
    assert read_manifest(tmp_path / "run")["status"] == "open"
    return tmp_path / "run"


def test_resume_ends_with_the_same_bytes(whole, tmp_path):
    folder = broken_off(tmp_path)
    held = {file.name: file.stat().st_mtime_ns for file in (folder / "chunks").iterdir()}
    assert len(held) >= 4
    (folder / "chunks" / ".half.parquet.1.tmp").write_bytes(b"PAR1")
    manifest = runner.run(asked(tmp_path), folder, Rule(), resume=True, jobs=2, backend="threading")
    assert files(folder) == files(whole)
    assert len(manifest["timings"]["runs"]) == 2
    assert manifest["timings"]["runs"][1]["games"] < read_manifest(whole)["timings"]["games"], "it did not start anew"
    assert sorted(path.name for path in folder.iterdir()) == ["manifest.json", "outcomes"]


@pytest.mark.parametrize("damage", [
    lambda content: content[:-50],
    lambda content: content[:100] + bytes([content[100] ^ 1]) + content[101:],
    lambda content: b"",
], ids=["truncated", "flipped", "empty"])
def test_a_damaged_chunk_is_played_again(whole, tmp_path, capsys, damage):
    from sim.show_progress import Progress

    folder = broken_off(tmp_path)
    victim = sorted((folder / "chunks").iterdir())[0]
    victim.write_bytes(damage(victim.read_bytes()))
    with Progress() as progress:
        runner.run(asked(tmp_path), folder, Rule(), resume=True, jobs=1, progress=progress)
    assert f"chunks/{victim.name} is damaged: its games have been played again" in capsys.readouterr().err
    assert files(folder) == files(whole)


def test_a_damaged_result_is_found_and_mended(whole, tmp_path):
    runner.run(asked(tmp_path), tmp_path / "run", Rule(), jobs=1)
    victim = sorted((tmp_path / "run" / "outcomes").iterdir())[1]
    victim.write_bytes(victim.read_bytes()[:-1])
    with pytest.raises(RunError, match=f"outcomes/{victim.name} is damaged .--resume plays those games again"):
        outcomes(tmp_path / "run")
    runner.run(asked(tmp_path), tmp_path / "run", Rule(), resume=True, jobs=1)
    assert files(tmp_path / "run") == files(whole)


def test_another_question_is_refused(whole, tmp_path):
    folder = broken_off(tmp_path)
    before = sorted(file.name for file in (folder / "chunks").iterdir())
    with pytest.raises(RunError, match=r"design.seed was 7 and is 8; stop.at_most was 3000 and is 4000") as caught:
        runner.run(asked(tmp_path, "design.seed=8", "stop.at_most=4000"), folder, Rule(), resume=True)
    assert caught.value.code == 2
    assert sorted(file.name for file in (folder / "chunks").iterdir()) == before
    runner.run(asked(tmp_path), folder, Rule(), resume=True, jobs=1)
    assert files(folder) == files(whole)


def test_another_kernel_is_refused(tmp_path, monkeypatch):
    folder = broken_off(tmp_path)
    monkeypatch.setattr(run_folder, "kernel_hash", lambda _: "f" * 64)
    with pytest.raises(RunError, match=r"the compiled kernel or its data was .* and is ffffffffffff"):
        runner.run(asked(tmp_path), folder, Rule(), resume=True)


def test_two_runs_do_not_share_a_folder(tmp_path):
    folder = broken_off(tmp_path)
    with run_folder.locked(folder), pytest.raises(RunError, match="another run is at work here"):
        runner.run(asked(tmp_path), folder, Rule(), resume=True)


def test_a_folder_that_is_no_run_is_left_alone(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "letter.txt").write_text("dear")
    for resume in (False, True):
        with pytest.raises(RunError, match="is not empty") as caught:
            runner.run(asked(tmp_path), tmp_path / "run", Rule(), resume=resume)
        assert caught.value.code == 2
    with pytest.raises(RunError, match="is a file"):
        runner.run(asked(tmp_path), tmp_path / "run" / "letter.txt", Rule())
    assert (tmp_path / "run" / "letter.txt").read_text() == "dear"


def test_a_worker_that_dies_costs_its_chunk_only(whole, tmp_path):
    rule = Deadly(cell=2, block=150, once=tmp_path / "died")
    runner.run(asked(tmp_path), tmp_path / "run", rule, jobs=2, backend="loky")
    assert (tmp_path / "died").exists()
    assert files(tmp_path / "run") == files(whole)


def test_a_chunk_that_keeps_killing_is_named(whole, tmp_path):
    with pytest.raises(RunError, match=r"given up after 3 dead workers: cell 2 \(3 players.*\), blocks \d+ to \d+"):
        runner.run(asked(tmp_path), tmp_path / "run", Deadly(cell=2, block=150), jobs=2, backend="loky")
    assert len(list((tmp_path / "run" / "chunks").iterdir())) > 3, "the other cells have been played"
    runner.run(asked(tmp_path), tmp_path / "run", Rule(), resume=True, jobs=1)
    assert files(tmp_path / "run") == files(whole)


def test_an_error_of_the_kernel_gives_its_address(tmp_path):
    class Wrong(Rule):
        def count(self, rows, looks):
            raise RuntimeError("carson_city, 3 players, seed 7, block 5, rotation 0: score of seat 1 is 5000")

    with pytest.raises(RunError, match="a game went wrong: carson_city, 3 players, seed 7, block 5") as caught:
        runner.run(asked(tmp_path), tmp_path / "run", Wrong(), jobs=1)
    assert caught.value.code == 1


def test_a_full_disk(whole, tmp_path):
    """On a real, very small disk where one can be mounted; elsewhere the system's answer is staged."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if not sys.platform.startswith("linux") or subprocess.run(mount, capture_output=True).returncode:
        return staged_full_disk(whole, tmp_path)
    try:
        with pytest.raises(RunError, match=r"the disk is full: .*--resume goes on once there is room") as caught:
            runner.run(asked(tmp_path), disk / "run", Rule(), jobs=2, backend="threading")
        assert caught.value.code == 1
        held = list((disk / "run" / "chunks").glob("*.parquet"))
        assert held and not list((disk / "run").rglob("*.tmp"))
        subprocess.run(["mount", "-o", "remount,size=9m", str(disk)], check=True)
        runner.run(asked(tmp_path), disk / "run", Rule(), resume=True, jobs=1)
        assert files(disk / "run") == files(whole)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def staged_full_disk(whole: Path, tmp_path: Path) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch, pytest.raises(RunError, match="the disk is full"):
        patch.setattr(run_folder.os, "fsync", full)
        runner.run(asked(tmp_path), tmp_path / "run", Rule(), jobs=1)
    runner.run(asked(tmp_path), tmp_path / "run", Rule(), resume=True, jobs=1)
    assert files(tmp_path / "run") == files(whole)


def test_a_staged_full_disk(whole, tmp_path):
    staged_full_disk(whole, tmp_path)


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_ctrl_c_says_how_to_go_on(tmp_path, backend):
    """A real signal to the whole group, as from a terminal."""
    asked(tmp_path)
    long = ["--set", "stop={at_most: 40000}", "--set", "players=2", "--set", "bots=random"]
    command = [sys.executable, str(ROOT / "fairdraw.py"), "run", "q.yaml", "--out", "run", "--backend", backend,
               "--jobs", "2", *long]
    running = subprocess.Popen(command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "run").glob("chunks/*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, ""), err
    assert "Traceback" not in err
    assert err.splitlines()[-1] == ("fairdraw: interrupted; go on with: fairdraw run q.yaml --out run "
                                    "--set 'stop={at_most: 40000}' --set players=2 --set bots=random --resume")
    assert read_manifest(tmp_path / "run")["status"] == "open"
    assert list((tmp_path / "run" / "chunks").glob("*.parquet"))
    if backend == "threading":
        settings = ["stop={at_most: 40000}", "players=2", "bots=random"]
        runner.run(asked(tmp_path, *settings), tmp_path / "run", resume=True)
        runner.run(asked(tmp_path, *settings), tmp_path / "anew")
        assert table_hash(tmp_path / "run") == table_hash(tmp_path / "anew")
