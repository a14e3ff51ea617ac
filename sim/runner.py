"""Plays the cells of a question: chunks of blocks over joblib's workers, until every cell has been played enough.

Where a cell stops depends on its blocks alone: looks happen at fixed block counts on the complete prefix, whatever came
first. So workers, chunk sizes, crashes and resumes cannot change the outcome table.
"""
from __future__ import annotations

import multiprocessing
import time
import warnings
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.cells import Cell
from sim.chunks import Done, Job, Stopping, Task, calibrate, do, start_worker
from sim.core.rulebook import book
from sim.run_folder import (
    RunError,
    chunks_in,
    damaged,
    disk_is_full,
    finish,
    kernel_hash,
    locked,
    open_folder,
    write_manifest,
)
from sim.standing import Standing

if TYPE_CHECKING:
    from sim.question import Inquiry
    from sim.show_progress import Progress

SMALL_SECONDS = 5.0             # of play in all: processes would take longer to start
TRIES = 3                       # of a chunk that kills its worker
FORECAST_SECONDS = 1.0          # between two forecasts of a cell
SAVE_SECONDS = 2.0              # between two manifests
DIED = (BrokenProcessPool, TimeoutError, multiprocessing.TimeoutError)      # a worker of loky, or of dask
DASK_TIMEOUT = 300.0            # seconds: joblib's dask backend waits for ever for a worker that was killed


def run(inquiry: Inquiry, folder: Path, stopping: Stopping | None = None, *, resume: bool = False,
        jobs: int | None = None, backend: str | None = None, scheduler: str | None = None,
        progress: Progress | None = None, blocks: range | None = None) -> dict[str, Any]:
    """Play a question into a folder and return its manifest.

    blocks: play only these blocks of every cell and leave the folder open; merge() puts several of them together.
    A KeyboardInterrupt leaves a folder that resume=True goes on with; so does a RunError, after its cause is gone.
    """
    folder = folder.absolute()
    if backend == "dask" and not scheduler:
        raise RunError("the dask backend needs --scheduler ADDRESS (tcp://host:8786)", 2)
    if folder.exists() and not folder.is_dir():
        raise RunError(f"{folder} is a file (name a folder that can be made)", 2)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            manifest = open_folder(folder, inquiry, resume)
            if manifest["status"] == "finished" and not damaged(folder, manifest):
                return manifest
            playing = Run(job_of(inquiry, folder, stopping), manifest, inquiry.together, blocks, progress)
            try:
                playing.play(jobs, backend, scheduler)
            finally:
                playing.record()
            return playing.finish()
    except RuntimeError as error:
        raise RunError(f"a game went wrong: {error}") from error
    except OSError as error:
        what = "the disk is full" if disk_is_full(error) else f"{error.strerror or error}"
        raise RunError(f"{what}: {folder} cannot be written. Nothing is lost that was written before; "
                       f"--resume goes on once there is room") from error


def job_of(inquiry: Inquiry, folder: Path, stopping: Stopping | None = None) -> Job:
    asked = inquiry.asked
    labels = dict.fromkeys(str(bot) for cell in inquiry.cells for bot in cell.bots)
    return Job(asked.game, asked.design.seed, asked.record, folder, tuple(labels), stopping, inquiry.halfway)


class Run:
    """One run in the making: the standings of its cells (those that are played together have one), and what its workers
    are at."""

    def __init__(self, job: Job, manifest: dict[str, Any], together: list[tuple[Cell, ...]], blocks: range | None,
                 progress: Progress | None):
        self.job, self.manifest, self.progress = job, manifest, progress
        self.partial = blocks is not None
        self.sums = {part["file"]: part["sha256"] for part in manifest["chunks"]}
        self.flying: dict[tuple[int, int], Task] = {}
        self.poison: list[Task] = []                # chunks that were given up
        self.new_games = 0
        self.started = self.saved = time.monotonic()
        held = chunks_in(job.folder)
        self.standings = []
        for cells in together:
            at_most = cells[0].at_most
            looks = tuple(job.stopping.looks(at_most)) if job.stopping else (at_most,)
            within = range(blocks.start, min(blocks.stop, at_most)) if blocks is not None else range(at_most)
            mine = [chunk for chunk in held if chunk.cell in {cell.id for cell in cells}]
            rate, needs = calibrate(job, cells)
            self.standings.append(Standing(cells, looks, job.stopping, rate, mine, self.sums, within, within.start,
                                           needs=needs))
        self.of_cell = {cell.id: standing for standing in self.standings for cell in standing.cells}

    def play(self, jobs: int | None, backend: str | None, scheduler: str | None) -> None:
        """Until every cell has stopped. A worker that dies costs its chunk only."""
        backend = backend or self.fitting_backend()
        with pool(self.job, jobs, backend, scheduler) as parallel:
            while not self.over:
                try:
                    self.take_all(parallel(self.tasks()))
                except DIED as error:
                    if backend == "dask":           # it has tried several workers by itself
                        named = "; ".join(map(str, self.flying.values()))
                        raise RunError(f"no answer from the cluster for {DASK_TIMEOUT:.0f} seconds about {named}. "
                                       f"All else is kept; --resume tries again") from error
                    self.one_by_one(parallel)
        if self.poison:
            named = "; ".join(map(str, self.poison))
            raise RunError(f"given up after {TRIES} dead workers: {named}. All else is kept; --resume tries again")

    @property
    def over(self) -> bool:
        return not self.flying and all(standing.idle for standing in self.standings)

    def fitting_backend(self) -> str:
        seconds = sum(one.games_to_play / one.games_a_block / one.rate for one in self.standings)
        return "threading" if seconds < SMALL_SECONDS else "loky"

    def tasks(self) -> Iterator[Any]:
        """Chunks of all open cells in turn. joblib asks for the next one whenever a worker is free."""
        from joblib import delayed

        while True:
            waiting = [one for one in self.standings if not one.idle]
            if not waiting:
                return
            for standing in waiting:
                if not standing.idle:               # it may have stopped in the meantime
                    task = standing.next()
                    self.flying[task.cells[0].id, task.first] = task
                    yield delayed(do)(self.job, task)

    def take_all(self, results: Any) -> None:
        try:
            for done in results:
                self.take(done)
                if all(one.stopped or one.stuck for one in self.standings):
                    break                           # what is still being played lies beyond every stop
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")     # joblib reports what we cancel on purpose
                results.close()
        self.flying.clear()

    def take(self, done: Done) -> None:
        self.flying.pop((done.task.cells[0].id, done.task.first), None)
        standing = self.of_cell[done.task.cells[0].id]
        self.new_games += done.games
        if self.progress:
            for file in done.damaged:
                self.progress.say(f"{file} is damaged: its games have been played again")
        self.sums |= {source.chunk.file: source.sha256 for source in done.held if source.sha256}
        standing.take(done)
        if time.monotonic() > standing.foreseen + FORECAST_SECONDS:
            standing.forecast()
        if self.progress and self.progress.due:
            self.progress.show(self)
        if time.monotonic() > self.saved + SAVE_SECONDS:
            self.save()

    def one_by_one(self, parallel: Any) -> None:
        """After a worker died: which of the chunks that were under way did it? Each plays alone, a few times."""
        from joblib import delayed

        for place, task in list(self.flying.items()):
            for _ in range(TRIES - 1):              # it has died with the others once
                try:
                    for done in parallel([delayed(do)(self.job, task)]):
                        self.take(done)
                    break
                except DIED:
                    continue
            if place in self.flying:
                self.poison.append(task)
                self.of_cell[task.cells[0].id].stuck = True
        self.flying.clear()

    # the manifest

    def save(self) -> None:
        self.saved = time.monotonic()
        self.manifest["chunks"] = [{"file": file, "sha256": sha256} for file, sha256 in self.sums.items()]
        write_manifest(self.job.folder, self.manifest)

    def record(self) -> None:
        seconds, timings = time.monotonic() - self.started, self.manifest["timings"]
        timings["runs"].append({"at": datetime.now(UTC).isoformat(timespec="seconds"), "seconds": round(seconds, 2),
                                "games": self.new_games})
        timings["seconds"] = round(timings["seconds"] + seconds, 2)
        timings["games"] += self.new_games
        timings["games_per_second"] = round(timings["games"] / max(timings["seconds"], 1e-6), 1)
        self.save()

    def finish(self) -> dict[str, Any]:
        if self.partial:
            return self.manifest
        if missing := [one.label for one in self.standings if not one.stopped]:
            raise RunError(f"not complete: {'; '.join(missing)} (--resume goes on)")
        for entry in self.manifest["cells"]:
            standing = self.of_cell[entry["cell"]]
            entry["stopped"], entry["blocks"] = standing.stopped, standing.blocks
            entry["games"] = standing.blocks * entry["rotations"]
        played = {cell: [chunk for chunk in standing.chunks if chunk.cell == cell]
                  for cell, standing in self.of_cell.items()}
        blocks = {cell: standing.blocks for cell, standing in self.of_cell.items()}
        return finish(self.job.folder, self.manifest, played, blocks)


@contextmanager
def pool(job: Job, jobs: int | None, backend: str, scheduler: str | None) -> Iterator[Any]:
    """joblib as we want it: results as they come, one task at a time to each worker.

    What it yields takes tasks and gives results, anew at every call: after a failure joblib's object cannot go on.
    """
    from joblib import Parallel, cpu_count, parallel_config

    options: dict[str, Any] = {"n_jobs": jobs or cpu_count(), "backend": backend, "batch_size": 1,
                               "return_as": "generator_unordered", "pre_dispatch": "2*n_jobs"}
    if backend == "dask":
        options |= {"n_jobs": jobs or -1, "backend": None, "timeout": DASK_TIMEOUT}
        with cluster(job, scheduler), parallel_config(backend="dask"):
            yield lambda tasks: Parallel(**options)(tasks)
        return
    if backend == "loky":
        options |= {"initializer": start_worker}
    yield lambda tasks: Parallel(**options)(tasks)


@contextmanager
def cluster(job: Job, scheduler: str | None) -> Iterator[None]:
    """A dask cluster whose workers play the same games as we would, into the same folder."""
    try:
        from distributed import Client
    except ImportError:
        raise RunError("dask is not installed: pip install 'fairdraw[cluster]' does it", 2) from None
    try:
        client = Client(scheduler, timeout=20)
    except (OSError, ValueError) as error:
        raise RunError(f"no dask scheduler answers at {scheduler} ({error})", 2) from None
    with client:
        own = kernel_hash(book(job.game))
        for worker, (theirs, sees) in client.run(same_place, job.game, str(job.folder)).items():
            if theirs != own:
                raise RunError(f"the worker {worker} has another kernel of {job.game} (install the same wheel)", 2)
            if not sees:
                raise RunError(f"the worker {worker} does not see {job.folder} (take a shared folder)", 2)
        yield


def same_place(game: str, folder: str) -> tuple[str, bool]:
    return kernel_hash(book(game)), (Path(folder) / "manifest.json").exists()
