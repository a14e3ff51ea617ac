"""The run folder: manifest.json, chunks/ while games are played, outcomes/ when they are done.

Every file is written whole or not at all, so that whatever a crash leaves behind can be gone on with.
"""
from __future__ import annotations

import errno
import fcntl
import hashlib
import io
import json
import os
import platform
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sim.core.rulebook import GAMES_FOLDER, Book

if TYPE_CHECKING:
    import polars as pl

    from sim.cells import Cell
    from sim.question import Inquiry

FORMAT = 1
PART = 100_000                  # games in one file of outcomes/: a constant, so that files do not depend on chunks
LOCK = ".lock"
NAME = re.compile(r"cell-(\d+)-blocks-(\d+)-(\d+)\.parquet")


class RunError(Exception):
    """A run that cannot go on, in words; `code` is the exit code of the command line."""

    def __init__(self, message: str, code: int = 1):
        self.code = code
        super().__init__(message)


class Chunk(NamedTuple):
    """A file with whole blocks first .. stop - 1 of a cell."""
    cell: int
    first: int
    stop: int
    file: str                   # below the run folder


# Files ---------------------------------------------------------------------------------------------------------------

def write_whole(file: Path, content: bytes) -> str:
    """Write a file so that it is there completely or not at all; returns its checksum."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        with open(draft, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)                    # the new name, too
    finally:
        os.close(folder)
    return hashlib.sha256(content).hexdigest()


def write_table(file: Path, rows: pl.DataFrame, compression: Any = "lz4") -> str:
    buffer = io.BytesIO()
    rows.write_parquet(buffer, compression=compression)
    return write_whole(file, buffer.getvalue())


def checksum(file: Path) -> str:
    with open(file, "rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def read_chunk(folder: Path, chunk: Chunk, sha256: str | None, rows_a_block: int) -> pl.DataFrame | None:
    """The rows of a chunk; None where the file is damaged or is not what its name says."""
    import polars as pl

    file = folder / chunk.file
    try:
        if sha256 is not None and checksum(file) != sha256:
            return None
        rows = pl.read_parquet(file)
        blocks = rows["block"]
        whole = (rows.height == (chunk.stop - chunk.first) * rows_a_block and rows["cell"].n_unique() == 1
                 and rows["cell"][0] == chunk.cell and (blocks[0], blocks[-1]) == (chunk.first, chunk.stop - 1))
    except (OSError, pl.exceptions.PolarsError, IndexError):
        return None
    return rows if whole else None


def chunk_file(folder: str, cell: int, first: int, stop: int) -> str:
    return f"{folder}/cell-{cell:04}-blocks-{first:010}-{stop:010}.parquet"


def chunks_in(folder: Path) -> list[Chunk]:
    """What has been played already, finished files included, by cell and block."""
    found = []
    for file in [*folder.glob("outcomes/*.parquet"), *folder.glob("chunks/*.parquet")]:
        if name := NAME.fullmatch(file.name):
            cell, first, stop = map(int, name.groups())
            if first < stop:
                found.append(Chunk(cell, first, stop, f"{file.parent.name}/{file.name}"))
    return sorted(found)


def digest(rows: pl.DataFrame) -> str:
    """Hash of a table's content: the same whatever the file format, its version or its compression."""
    sha = hashlib.sha256()
    for series in rows.iter_columns():
        sha.update(f"{series.name} {series.dtype}\n".encode())
        values = series.to_physical()
        sha.update(values.is_null().to_numpy().tobytes())
        sha.update(values.fill_null(0).to_numpy().tobytes())
    return sha.hexdigest()


# The manifest --------------------------------------------------------------------------------------------------------

def read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"{folder}: there is no manifest.json, so this is no run folder", 2) from None
    except (OSError, ValueError) as error:
        raise RunError(f"{folder}/manifest.json cannot be read ({error})", 2) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise RunError(f"{folder}/manifest.json: not a manifest of this version of fairdraw", 2)
    return manifest


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    write_whole(folder / "manifest.json", json.dumps(manifest, indent=1, ensure_ascii=False).encode())


def new_manifest(inquiry: Inquiry) -> dict[str, Any]:
    asked = inquiry.asked
    return {
        "format": FORMAT,
        "status": "open",
        "title": asked.title,
        "file": inquiry.file,
        "question": inquiry.text,
        "set": list(inquiry.settings),
        "data": inquiry.data,
        "fingerprint": inquiry.fingerprint,
        "game": asked.game,
        "seed": asked.design.seed,
        "stop": asked.stop.model_dump(),
        "lines": inquiry.lines,
        "versions": versions(),
        "behaviour_version": inquiry.book.behaviour_version,
        "kernel_hash": kernel_hash(inquiry.book),
        "sources": inquiry.book.sources(),
        "cpu": cpu(),
        "timings": {"seconds": 0.0, "games": 0, "games_per_second": None, "runs": []},
        "cells": [about(cell) for cell in inquiry.cells],
        "chunks": [],
        "table_hash": None,
    }


def about(cell: Cell) -> dict[str, Any]:
    return {
        "cell": cell.id, "label": cell.label, "players": cell.players, "variants": cell.variants,
        "rule_set": cell.rule_set, "rules": cell.rules, "bots": cell.lineup, "characters": cell.characters,
        "rotations": cell.rotations, "at_most": cell.at_most, "blocks": 0, "games": 0, "stopped": None,
    }


def versions() -> dict[str, str]:
    try:
        own = metadata.version("fairdraw")
    except metadata.PackageNotFoundError:
        own = "not installed"
    return {"fairdraw": own, "python": platform.python_version(),
            **{name: metadata.version(name) for name in ("numpy", "polars", "joblib")}}


def kernel_hash(book: Book) -> str:
    """Of all that decides how a game goes: the compiled kernel and driver, rules, cards and weights."""
    sha = hashlib.sha256()
    folders = [GAMES_FOLDER / "core", GAMES_FOLDER / "bots", book.folder]
    compiled = [file for folder in folders for file in [*folder.glob("*.so"), *folder.glob("*.pyd")]]
    for file in sorted([*compiled, *book.folder.rglob("*.yaml")]):
        sha.update(f"{file.relative_to(GAMES_FOLDER)}\n".encode())
        sha.update(file.read_bytes())
    return sha.hexdigest()


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


# Opening a folder ----------------------------------------------------------------------------------------------------

def open_folder(folder: Path, inquiry: Inquiry, resume: bool) -> dict[str, Any]:
    """The manifest of a run that may begin or go on here; the folder exists and is locked."""
    manifest = new_manifest(inquiry)
    if resume and (folder / "manifest.json").exists():
        old = read_manifest(folder)
        if said := differences(old, manifest):
            raise RunError(f"{folder} was made for something else: {'; '.join(said)} (take another folder, "
                           f"or run the question as it was)", 2)
        for draft in [*folder.glob(".*.tmp"), *folder.glob("*/.*.tmp")]:
            draft.unlink(missing_ok=True)
        make_rooms(folder)
        return old
    if not unused(folder):
        hint = "it holds no manifest.json, so nothing can be gone on with" if resume else \
            "--resume goes on with it, --out takes another one"
        raise RunError(f"{folder} is not empty ({hint})", 2)
    write_manifest(folder, manifest)        # first: a folder with a manifest can always be gone on with
    make_rooms(folder)
    return manifest


def unused(folder: Path) -> bool:
    """Nothing but what a run leaves behind that never got to its first chunk."""
    return {file.name for file in folder.rglob("*")} <= {"manifest.json", "chunks", "outcomes", LOCK}


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One run at a time: a second one would take away the chunks of the first."""
    with open(folder / LOCK, "wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(f"{folder}: another run is at work here (wait for it, or end it)", 2) from None
        try:
            yield
        finally:
            (folder / LOCK).unlink(missing_ok=True)


def make_rooms(folder: Path) -> None:
    for name in ("chunks", "outcomes"):
        (folder / name).mkdir(parents=True, exist_ok=True)


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Why what was played under one manifest cannot be taken for what another one asks."""
    said = []
    if old["fingerprint"] != new["fingerprint"]:
        before, after = dict(leaves(old["data"])), dict(leaves(new["data"]))
        said = [f"{name} was {before.get(name, 'not there')} and is {after.get(name, 'not there')}"
                for name in dict.fromkeys([*before, *after]) if before.get(name) != after.get(name)]
        said = said or ["its parts come in another order"]
    for name, what in (("behaviour_version", "behaviour version"), ("kernel_hash", "compiled kernel or its data")):
        if old[name] != new[name]:
            said.append(f"the {what} was {str(old[name])[:12]} and is {str(new[name])[:12]}")
    if old["versions"]["fairdraw"] != new["versions"]["fairdraw"]:
        said.append(f"fairdraw was {old['versions']['fairdraw']} and is {new['versions']['fairdraw']}")
    return said


def leaves(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(node, dict | list) and node:
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    else:
        yield path, node


# The end of a run ----------------------------------------------------------------------------------------------------

def finish(folder: Path, manifest: dict[str, Any], played: dict[int, list[Chunk]],
           blocks: dict[int, int]) -> dict[str, Any]:
    """Write outcomes/ by fixed ranges of blocks, then the manifest, and only then let go of the chunks."""
    parts, table = [], hashlib.sha256()
    for entry in manifest["cells"]:
        cell = entry["cell"]
        size = max(1, PART // entry["rotations"])
        for first in range(0, blocks[cell], size):
            stop = min(first + size, blocks[cell])
            rows = gather(folder, played[cell], first, stop)
            file = chunk_file("outcomes", cell, first, stop)
            sha256 = write_table(folder / file, rows, "zstd")
            table.update(digest(rows).encode())
            parts.append({"file": file, "cell": cell, "first": first, "stop": stop, "rows": rows.height,
                          "sha256": sha256})
    manifest = {**manifest, "status": "finished", "chunks": parts, "table_hash": table.hexdigest()}
    write_manifest(folder, manifest)
    kept = {part["file"] for part in parts}
    for chunk in chunks_in(folder):
        if chunk.file not in kept:
            (folder / chunk.file).unlink()
    shutil.rmtree(folder / "chunks", ignore_errors=True)
    return manifest


def gather(folder: Path, chunks: Iterable[Chunk], first: int, stop: int) -> pl.DataFrame:
    """The rows of blocks first .. stop - 1, from files that may reach beyond them or overlap."""
    import polars as pl

    parts = []
    for chunk in sorted(chunks):
        if chunk.first < stop and chunk.stop > first:
            rows = pl.read_parquet(folder / chunk.file)
            parts.append(rows.filter(pl.col("block").is_between(first, min(stop, chunk.stop), closed="left")))
            first = chunk.stop
    return pl.concat(parts).rechunk()


def damaged(folder: Path, manifest: dict[str, Any]) -> list[str]:
    """Files of a finished run that are not what they were."""
    return [part["file"] for part in manifest["chunks"]
            if not (folder / part["file"]).exists() or checksum(folder / part["file"]) != part["sha256"]]


def outcomes(folder: Path | str) -> pl.LazyFrame:
    """The outcome table of a finished run."""
    import polars as pl

    folder = Path(folder)
    manifest = read_manifest(folder)
    if manifest["status"] != "finished":
        raise RunError(f"{folder} is not finished (--resume goes on with it)", 2)
    if broken := damaged(folder, manifest):
        raise RunError(f"{folder}: {', '.join(broken)} is damaged (--resume plays those games again)")
    return pl.scan_parquet([folder / part["file"] for part in manifest["chunks"]])


def cell_table(folder: Path | str) -> pl.DataFrame:
    """The cells of a run as a table: cell, players, one column a variant, rules, bots, stopped."""
    import polars as pl

    cells = read_manifest(Path(folder))["cells"]
    return pl.DataFrame([{"cell": cell["cell"], "players": cell["players"], **cell["variants"],
                          "rules": cell["rule_set"], "bots": cell["bots"], "stopped": cell["stopped"]}
                         for cell in cells], infer_schema_length=None)


def merge(folders: list[Path], out: Path) -> None:
    """Put what several folders of one question hold into a new one, for a run with --resume to finish.

    Blocks that more than one of them holds are the same games: one copy is taken.
    """
    manifests = [read_manifest(folder) for folder in folders]
    for folder, manifest in zip(folders[1:], manifests[1:], strict=True):
        if said := differences(manifests[0], manifest):
            raise RunError(f"{folders[0]} and {folder} do not belong together: {'; '.join(said)}", 2)
    if out.exists() and not unused(out):
        raise RunError(f"{out} is not empty (take another one)", 2)
    make_rooms(out)
    listed = []
    for folder, manifest in zip(folders, manifests, strict=True):
        sums = {part["file"]: part["sha256"] for part in manifest["chunks"]}
        for chunk in chunks_in(folder):
            file = chunk_file("chunks", chunk.cell, chunk.first, chunk.stop)
            shutil.copyfile(folder / chunk.file, out / file)
            listed += [{"file": file, "sha256": sums[chunk.file]}] if chunk.file in sums else []
    write_manifest(out, {**manifests[0], "status": "open", "chunks": listed, "table_hash": None})


def disk_is_full(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
