"""Many games at once: sim.play, and the outcome table that it returns."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.bots.spec import BotSpec, entrants
from sim.core.driver import play_blocks
from sim.core.game import WHOLE_WIN, check_address, part, table
from sim.core.rulebook import Book, Problem, RuleError, book, resolve

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl

I16 = (-32768, 32767)           # what a cell of the matrix can hold
LAST_BLOCK = 2**31 - 1          # what the column can hold


def play(game: str, players: int, games: int, seed: int = 0, bots: Any = "heuristic", rules: dict | None = None,
         variants: dict | None = None, characters: str = "draft", record: str = "all",
         first_block: int = 0, halfway: bool = False) -> pl.DataFrame:
    """Play at least so many games, in whole blocks, and return the outcome table: one row a game and seat.

    bots: one for all entrants, or a list of one each; then every block is played once for each rotation of the seats.
    record: "all", or "core" without the game's score parts and counters.
    halfway: also half_score, what the scores were after half of a game's actions (for comeback and runaway).
    """
    import numpy as np

    read = book(game)
    setting = resolve(read, players, rules, variants, characters)
    specs = entrants(read, players, bots)
    check_address({"games": games, "seed": seed, "first_block": first_block})
    seats = seatings(specs, characters, rotations(read, setting))
    blocks = -(-games // len(seats))
    if record not in ("all", "core"):
        raise RuleError([Problem(("record",), f"record is {record!r} (all, core)")])
    if first_block + blocks > LAST_BLOCK:
        raise RuleError([Problem(("games",), f"{first_block + blocks:,} blocks: there can be {LAST_BLOCK:,}")])
    columns = recorded(read, record, halfway)
    rows = np.empty((len(columns), blocks * len(seats) * players), dtype=np.int16)
    bot_players = [spec.player() for spec in specs]
    play_blocks(table(read, setting), bot_players, seats, seed, first_block, blocks, columns, rows)
    return frame(read, specs, seats, first_block, [name for name, *_ in columns], rows)


def rotations(read: Book, setting: dict) -> list[list[int]] | None:
    """A game with roles or teams says itself how entrants go round: roles stay, teams move as units."""
    own = getattr(part(read.name, "words"), "seatings", None)
    return own(setting["players"], setting) if own else None


def seatings(bots: list[BotSpec], characters: str = "draft", around: list[list[int]] | None = None) -> list[list[int]]:
    """Who sits where in each game of a block: the entrant on each seat.

    Entrants that differ (by their bot, or by the character assigned to them) go round, each over every seat unless the
    game has a way of its own; equal ones need no rotation.
    """
    n = len(bots)
    if around is None:
        around = [[(seat - r) % n for seat in range(n)] for r in range(n)]
    return around[:1] if characters == "draft" and len(set(bots)) == 1 else around


def recorded(read: Book, record: str = "all", halfway: bool = False) -> list[tuple[str, str, int, int, int]]:
    """The columns that the kernel fills, for play_blocks: name, field, index, and the bounds of outcome.yaml."""
    outcome = read.outcome
    measures, keys = outcome.get("measures") or {}, outcome.get("keys") or {}

    def column(name: str, field: str, index: int, entry: dict) -> tuple[str, str, int, int, int]:
        if "labels" in entry:
            return name, field, index, -1, len(outcome[entry["labels"]]) - 1
        return name, field, index, entry.get("low", I16[0]), entry.get("high", I16[1])

    own = [column(name, "own", i, entry) for i, (name, entry) in enumerate((outcome.get("columns") or {}).items())
           if record == "all" or "labels" in entry]
    return [
        *[one for one in own if is_character(read, one[0])],
        ("team", "team", 0, -1, 127),
        column("score", "score", 0, measures.get("score", {})),
        ("place", "place", 0, 0, 8),
        ("win_share", "win", 0, 0, WHOLE_WIN),
        ("tie_level", "tie_level", 0, -2, len(keys)),     # a tweak of the chain may use every key
        *[column(name, "key", i, entry) for i, (name, entry) in enumerate(keys.items())],
        *[column(name, name, 0, measures.get(name, {})) for name in ("rounds", "decisions", "actions")],
        ("end_reason", "end_reason", 0, 0, len(outcome["end_reasons"]) - 1),
        *([("half_score", "half_score", 0, *I16)] if halfway else []),
        *[one for one in own if not is_character(read, one[0])],
    ]


def is_character(read: Book, name: str) -> bool:
    return read.outcome["columns"][name].get("labels") == "characters"


def frame(read: Book, bots: list[BotSpec], seats: list[list[int]], first_block: int, names: list[str], rows: np.ndarray,
          cell: int = 0) -> pl.DataFrame:
    """The outcome table from the matrix of play_blocks, sorted by block, rotation and seat."""
    import numpy as np
    import polars as pl

    players, rotations = len(bots), len(seats)
    length = rows.shape[1]
    blocks = length // (players * rotations)
    entrant = np.tile(np.array(seats, dtype=np.int8).ravel(), blocks)
    labels = list(dict.fromkeys(str(bot) for bot in bots))
    which = np.array([labels.index(str(bot)) for bot in bots], dtype=np.int16)
    filled = {name: finished(read, name, rows[i]) for i, name in enumerate(names)}
    characters = {name: filled.pop(name) for name in list(filled) if name in (read.outcome.get("columns") or {})
                  and is_character(read, name)}
    return pl.DataFrame({
        "cell": np.full(length, cell, dtype=np.int16),
        "block": np.repeat(np.arange(first_block, first_block + blocks, dtype=np.int32), players * rotations),
        "rotation": np.tile(np.repeat(np.arange(rotations, dtype=np.int8), players), blocks),
        "seat": np.tile(np.arange(players, dtype=np.int8), blocks * rotations),
        "entrant": entrant,
        "players": np.full(length, players, dtype=np.int8),
        **characters,
        "bot": enum(which[entrant], labels),
        **filled,
    })


def finished(read: Book, name: str, values: np.ndarray) -> pl.Series:
    """One column as the outcome table shows it."""
    import numpy as np
    import polars as pl

    entry = (read.outcome.get("columns") or {}).get(name, {})
    if "labels" in entry:
        return enum(values, read.outcome[entry["labels"]])
    if name == "end_reason":
        return enum(values, read.outcome["end_reasons"])
    if name == "win_share":
        return pl.Series(name, values.astype(np.float32) / np.float32(WHOLE_WIN))
    series = pl.Series(name, values)
    null = {"place": 0, "team": -1, "tie_level": -2}.get(name)
    if null is not None:
        return pl.select(pl.when(series != null).then(series).cast(pl.Int8).alias(name)).to_series()
    return series


def enum(indices: np.ndarray, labels: list[str]) -> pl.Series:
    """Words from their places in a list; a negative place is null."""
    import numpy as np
    import polars as pl

    words = pl.Series([*labels, None], dtype=pl.Enum(labels))
    return words.gather(np.where(indices < 0, len(labels), indices).astype(np.uint32))


def to_pandas(table: pl.DataFrame) -> pd.DataFrame:
    """A polars frame for pandas, column by column through numpy: pyarrow is not needed. Enums become categories."""
    import pandas as pd
    import polars as pl

    def column(series: pl.Series) -> Any:
        if isinstance(series.dtype, pl.Enum):
            codes = series.to_physical().cast(pl.Int32).fill_null(-1).to_numpy()
            return pd.Categorical.from_codes(codes, categories=series.dtype.categories.to_list())
        if series.dtype.is_integer() and series.null_count():
            whole = series.dtype.__class__.__name__ if not isinstance(series.dtype, type) else series.dtype.__name__
            return pd.array(series.to_list(), dtype=whole)
        return series.to_numpy()

    return pd.DataFrame({series.name: column(series) for series in table.get_columns()})
