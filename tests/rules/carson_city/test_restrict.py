"""Restricted play: what a bot may not do does not happen, as long as something else is left to do."""
import random

import pytest

import sim
from sim.bots.spec import bot_spec
from sim.core.rulebook import book

READ = book("carson_city")
CLASSES = READ.outcome["action_classes"]
# questions that have to be answered, whatever a bot may not do: any answer is of this class
MUST = {"draft", "character", "duel_order", "site", "house", "route", "token", "attack_order", "hand_back"}
GAMES = 5                       # at each table: so many that every class comes up
TABLES = [{"character_sides": sides, "might_is_right": both, "kit_carson": both}
          for sides in ("all_yellow", "all_red") for both in (False, True)]
RULES = {"road_timing": "windows", "road_route_choice": "bot", "sheriff_may_defend": True,
         "cash_limit_voluntary": "anyone"}


def game_at(table: dict, seed: int) -> sim.Game:
    return sim.Game("carson_city", 3, seed=seed, rules=RULES, variants=table)


@pytest.mark.parametrize("table", TABLES)
def test_every_other_question_can_be_answered_without_its_action(table):
    """Settling, buying, building, rewards: to decline, to wait or to refuse is of another class than to do it."""
    alone = set()
    for seed in range(6):
        game, luck = game_at(table, seed), random.Random(seed)
        while game.to_move >= 0:
            codes = game.position.legal()
            kinds = {CLASSES[game.position.action_class(code)] for code in codes}
            if len(codes) > 1 and len(kinds) == 1:
                alone |= kinds
            game.position.apply(luck.choice(codes))
    assert alone <= MUST


@pytest.mark.parametrize("name", sorted(set(CLASSES) - MUST))
def test_what_is_forbidden_does_not_happen(name):
    wanted = 0
    for seed in range(4 * GAMES):
        game = game_at(TABLES[seed % 4], seed)
        players = [bot_spec(READ, {"bot": "random", "restrict": [name]}).player().sit(seed, 0, p) for p in range(3)]
        while game.to_move >= 0:
            kinds = [CLASSES[game.position.action_class(code)] for code in game.position.legal()]
            code = players[game.to_move].choose(game.position)
            if name in kinds and len(kinds) > 1:
                wanted += 1
                assert CLASSES[game.position.action_class(code)] != name, game.legal()
            game.position.apply(code)
    assert wanted, "the class never came up"
