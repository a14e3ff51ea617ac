import json

import pytest

from sim.core.rulebook import book, games
from tests.golden import choices, deal, files, fingerprint, outcome

golden_games = pytest.mark.parametrize("golden", [json.loads(file.read_text()) for file in files()],
                                       ids=[f"{file.parent.name}/{file.stem}" for file in files()])


@golden_games
def test_golden_games_play_as_they_were_written(golden):
    """Where this fails on purpose, raise behaviour_version in rules.yaml and run python -m tests.golden.write."""
    assert golden["behaviour_version"] == book(golden["game"]).behaviour_version
    game = deal(golden)
    for step, code in enumerate(golden["codes"]):
        assert fingerprint(game.view()) == golden["states"][step], f"before step {step}"
        game.apply(code)
    assert fingerprint(game.view()) == golden["states"][-1]
    assert outcome(game) == golden["outcome"]


@golden_games
def test_bots_still_choose_the_same(golden):
    """Where this fails on purpose, the judgement has changed, and with it every figure that leans on these bots."""
    assert choices(golden) == golden["choices"]


def test_every_game_has_golden_games():
    assert {file.parent.name for file in files()} == set(games())
