"""The command line as a user meets it: data on stdout, one line on stderr when something is wrong."""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sim

ROOT = Path(__file__).parents[2]


def fairdraw(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(ROOT / "fairdraw.py"), *arguments], capture_output=True, text=True,
                          env={**os.environ, "NO_COLOR": "1", **environment}, cwd=ROOT)


def refused(*arguments: str) -> str:
    ran = fairdraw(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("fairdraw: ") and ran.stderr.count("\n") == 1
    return ran.stderr


def test_help_is_quick_and_lists_the_verbs():
    start = time.perf_counter()
    ran = fairdraw("--help")
    assert time.perf_counter() - start < 3          # generous: it shall not import polars, and machines are busy
    assert all(verb in ran.stdout for verb in ("games", "rules", "replay", "bench"))
    assert fairdraw().stdout == ran.stdout


def test_help_imports_nothing_heavy():
    code = "import sys, fairdraw; print([m for m in ('numpy', 'polars', 'sim', 'ruamel') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert ran.stdout.strip() == "[]"


def test_games_lists_every_game():
    listed = json.loads(fairdraw("games", "--json").stdout)
    assert [game["name"] for game in listed] == sim.games()
    for game in listed:
        assert set(game) >= {"name", "players", "variants", "characters", "tie_break", "action_classes",
                             "behaviour_version", "sources"}
        assert set(game["sources"]) == {"S", "P", "E"}
    assert all(name in fairdraw("games").stdout for name in sim.games())


@pytest.mark.parametrize("game", sim.games())
def test_rules_lists_every_rule(game):
    listed = json.loads(fairdraw("rules", game, "--json").stdout)
    for rule in listed:
        assert set(rule) >= {"name", "default", "rule", "source", "help"}
        assert "values" in rule or {"low", "high"} <= set(rule)
    assert len(fairdraw("rules", game).stdout.splitlines()) == len(listed) + 1


@pytest.mark.parametrize("game", sim.games())
def test_replay_tells_a_game_in_words(game):
    ran = fairdraw("replay", game, "--seed", "3", "--bots", "random")
    assert ran.returncode == 0, ran.stderr
    assert "A: " in ran.stdout and "Won by " in ran.stdout
    quiet = fairdraw("replay", game, "--seed", "3", "--bots", "random", "--quiet")
    assert ran.stdout.endswith(quiet.stdout) and "A: " not in quiet.stdout


def test_replay_takes_rules_and_variants():
    ran = fairdraw("replay", "carson_city", "--players", "2", "--bots", "random,random", "--rules", "rounds=3",
                   "--variant", "might_is_right=true", "--variant", "side_banker=red", "--quiet")
    assert "after 3 rounds" in ran.stdout, ran.stderr


def test_replay_seats_personas():
    ran = fairdraw("replay", "carson_city", "--players", "2", "--bots", "heuristic:hoarder,random", "--quiet")
    assert "heuristic, hoarder" in ran.stdout, ran.stderr


def test_bench_counts_games_per_cpu_second():
    (one,) = json.loads(fairdraw("bench", "carson_city", "--seconds", "0.05", "--players", "2", "--json").stdout)
    assert one["players"] == 2 and one["state_bytes"] > 0
    assert set(one["ways"]) >= {"random", "random lists", "random recorded"}
    assert all(rate["games_per_second"] > 0 for rate in one["ways"].values())


@pytest.mark.parametrize("arguments, message", [
    (["rulez"], "No such command 'rulez'"),
    (["rules", "carson"], "there is no game 'carson' (did you mean carson_city?)"),
    (["rules"], "Missing argument"),
    (["replay", "carson_city", "--players", "6"], "cannot be played by 6"),
    (["replay", "carson_city", "--players", "two"], "--players"),
    (["replay", "carson_city", "--rules", "start_mony=3"], "did you mean start_money?"),
    (["replay", "carson_city", "--rules", "start_money"], "is not NAME=VALUE"),
    (["replay", "carson_city", "--rules", "start_money=[1"], "is not NAME=VALUE"),
    (["replay", "carson_city", "--bots", "randm"], "did you mean random?"),
    (["replay", "carson_city", "--bots", "heuristic:horder"], "did you mean hoarder?"),
    (["replay", "carson_city", "--seed", "-1"], "seed is -1"),
    (["bench", "carson_city", "--players", "9"], "cannot be played by 9"),
])
def test_wrong_input_is_one_line_and_exit_2(arguments, message):
    assert message in refused(*arguments)
