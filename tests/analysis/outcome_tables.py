"""Outcome tables without games: small ones by hand, large ones by dice."""

from collections.abc import Sequence

import numpy as np
import polars as pl

BOTS = pl.Enum(["random", "heuristic"])
REASONS = pl.Enum(["rounds", "no_winner"])


def table(games: Sequence[dict], players: int) -> pl.DataFrame:
    """One dict a game: scores and optionally wins, tie_level, keys, characters; the rest is filled in."""
    rows = []
    for i, game in enumerate(games):
        wins = game.get("wins") or [float(s == max(game["scores"])) for s in game["scores"]]
        wins = [w / max(sum(wins), 1) for w in wins]
        for seat in range(players):
            row = {
                "cell": game.get("cell", 0), "block": game.get("block", i), "rotation": game.get("rotation", 0),
                "seat": seat, "entrant": (seat + game.get("rotation", 0)) % players, "players": players,
                "bot": game.get("bots", ["heuristic"] * players)[seat],
                "team": game.get("teams", [None] * players)[seat],
                "score": game["scores"][seat], "place": 1 if wins[seat] else 2 if sum(wins) else None,
                "win_share": wins[seat], "tie_level": game.get("tie_level", 0) if sum(wins) else None,
                "key_1": game.get("keys", [0] * players)[seat], "rounds": game.get("rounds", 4),
                "decisions": 10, "actions": 20, "end_reason": "rounds" if sum(wins) else "no_winner",
                "vp_gold": game.get("gold", game["scores"])[seat], "n_duels": seat,
            }  # fmt: skip
            row["vp_land"] = row["score"] - row["vp_gold"]
            for name, held in game.get("characters", {"character": [None] * players}).items():
                row[name] = held[seat]
            rows.append(row)
    kinds = {"win_share": pl.Float32, "bot": BOTS, "end_reason": REASONS, "team": pl.Int8}
    frame = pl.DataFrame(rows, infer_schema_length=None)
    texts = [name for name in frame.columns if name.startswith("character")]
    return frame.cast({**kinds, **dict.fromkeys(texts, pl.String)})


def dice(
    blocks: int,
    seed: int,
    players: int = 4,
    cell: int = 0,
    skill: Sequence[float] | None = None,
    characters: Sequence[str] = (),
    first_block: int = 0,
    deals: int | None = None,
) -> pl.DataFrame:
    """Whole blocks of a game that is decided by a roll per seat; the entrant's skill is added.

    `seed` drives the play; `deals`, if given, drives luck that belongs to the block, shared by all cells that name it.
    """
    rng = np.random.default_rng([seed, cell])
    luck = np.random.default_rng(seed if deals is None else deals)
    shape = (blocks, players, players)  # block, rotation, seat
    rotation, seat = np.indices(shape)[1:]
    entrant = (seat + rotation) % players
    held = luck.permuted(np.tile(np.arange(len(characters) or players), (blocks, 1)), axis=1)[:, :players]
    strength = np.asarray(skill if skill is not None else np.zeros(max(len(characters), players)), float)
    mine = np.take_along_axis(held[:, None, :].repeat(players, 1), entrant, 2) if characters else entrant
    score = rng.integers(0, 20, shape) + np.round(strength[mine]).astype(int)
    key = rng.integers(0, 3, shape)
    won = score == score.max(2, keepdims=True)
    tied = won.sum(2, keepdims=True) > 1
    best = np.where(won, key, -1)
    broken = won & (best == best.max(2, keepdims=True))
    settled = np.where(tied, np.where(broken.sum(2, keepdims=True) > 1, -1, 1), 0)
    share = broken / broken.sum(2, keepdims=True)
    columns = {
        "cell": np.full(shape, cell), "block": np.indices(shape)[0] + first_block, "rotation": rotation, "seat": seat,
        "entrant": entrant, "players": np.full(shape, players), "score": score, "place": np.where(broken, 1, 2),
        "win_share": share, "tie_level": np.broadcast_to(settled, shape), "key_1": key,
        "rounds": np.broadcast_to(rng.integers(3, 6, (blocks, players, 1)), shape), "decisions": np.full(shape, 9),
        "actions": rng.integers(10, 30, shape), "vp_gold": score // 2, "vp_land": score - score // 2,
    }  # fmt: skip
    frame = pl.DataFrame({name: np.ascontiguousarray(values).ravel() for name, values in columns.items()})
    names = pl.Series(characters, dtype=pl.String)[mine.ravel().tolist()] if characters else pl.lit(None, pl.String)
    return frame.with_columns(
        pl.col("win_share").cast(pl.Float32),
        pl.lit("heuristic").cast(BOTS).alias("bot"),
        pl.lit(None, pl.Int8).alias("team"),
        pl.lit("rounds").cast(REASONS).alias("end_reason"),
        names.alias("character"),
    )
