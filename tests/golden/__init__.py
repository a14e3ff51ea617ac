"""Golden games: the deal, every code, the outcome, and a hash of the state after every step, as JSON.

A change of speed leaves them as they are. A change of behaviour raises the game's behaviour version and writes them
anew (python -m tests.golden.write), so that its diff shows which games moved. `choices` is a hash of what the bots do
where nobody tells them: another judgement moves it, and it alone.
"""
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import sim
from sim.bots.spec import bot_spec

FOLDER = Path(__file__).parent


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/*.json"))


def fingerprint(view: dict) -> str:
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:8]


def deal(golden: dict) -> sim.Game:
    return sim.Game(golden["game"], golden["players"], golden["seed"], rules=golden["rules"],
                    variants=golden["variants"], characters=golden["characters"])


def outcome(game: sim.Game) -> dict:
    return json.loads(json.dumps(asdict(game.outcome()), default=str))


def choices(golden: dict) -> str:
    """What the bots of a golden game do where nobody tells them."""
    return hashlib.sha256(json.dumps(play(golden)["codes"]).encode()).hexdigest()[:8]


def play(golden: dict, follow: Sequence[int] = ()) -> dict:
    """The whole golden game from its address: the given codes as far as they are legal, then what its bots choose."""
    game = deal(golden)
    spec = bot_spec(game.book, golden["bots"])
    bots = [spec.player().sit(golden["seed"], 0, seat) for seat in range(golden["players"])]
    codes: list[int] = []
    states = [fingerprint(game.view())]
    while game.to_move >= 0:
        chosen = bots[game.to_move].choose(game.position)
        given = follow[len(codes)] if len(codes) < len(follow) else chosen
        codes.append(given if given in game.position.legal() else chosen)
        game.position.apply(codes[-1])
        states.append(fingerprint(game.view()))
    return {**golden, "behaviour_version": game.book.behaviour_version, "codes": codes, "states": states,
            "outcome": outcome(game)}
