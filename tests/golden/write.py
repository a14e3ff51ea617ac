"""Writes the golden games anew, and those that are missing: python -m tests.golden.write"""
import json

import sim
from sim.core.rulebook import book
from tests.battery import most_players, playable
from tests.golden import FOLDER, choices, files, play


def addresses(game: str) -> dict[str, dict]:
    """By the rulebook with every number of players, and each kind of table that plays differently once."""
    read = book(game)
    few, many = read.players[0], most_players(game)
    last = {name: entry["values"][-1] for name, entry in read.variants.items()}
    plain = {"rules": {}, "variants": {}, "characters": "draft", "bots": "heuristic" if read.weights else "random"}
    found = {f"rulebook_{n}p": {**plain, "players": n} for n in read.players}
    found |= {f"random_{n}p": {**plain, "players": n, "bots": "random"} for n in (few, many)}
    for name, value in last.items():
        if isinstance(value, bool) and value != read.variants[name]["default"]:
            found |= {f"{name}_{n}p": {**plain, "players": n, "variants": {name: value}} for n in (few, many)}
    found["all_variants"] = {**plain, "players": many, "variants": last}
    if read.outcome.get("characters"):
        found["assigned"] = {**plain, "players": many, "characters": "assign"}
    return {name: {"game": game, "seed": 1858, **address} for name, address in found.items()
            if playable(game, address["players"], address["variants"])}


def written(golden: dict) -> str:
    """The file of a golden game. It keeps the codes of before, where they still are legal: another judgement of the
    bots shows in its choices alone."""
    game = {**play(golden, golden.get("codes", ())), "choices": choices(golden)}
    return json.dumps(game).replace('], "', '],\n"') + "\n"


if __name__ == "__main__":
    for game in sim.games():
        (FOLDER / game).mkdir(exist_ok=True)
        for name, address in addresses(game).items():
            file = FOLDER / game / f"{name}.json"
            if not file.exists():
                file.write_text(json.dumps(address))
    for file in files():                # those of before, whatever table they were written for, and the new ones
        file.write_text(written(json.loads(file.read_text())))
        print(file.relative_to(FOLDER))
