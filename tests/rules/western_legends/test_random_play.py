"""Where all bots are random, the kernel answers most questions itself: the games must be those of the bots."""
import numpy as np
import pytest

from sim.bots.spec import entrants
from sim.core.driver import play_blocks
from sim.core.game import table
from sim.core.play import recorded
from sim.core.rulebook import book, resolve

BOOK = book("western_legends")
COLUMNS = [column for column in recorded(BOOK) if column[1] != "half_score"]
EVERYTHING = {"goals": True, "extras": True, "handsome": True, "bandit_cards": True, "jokers": "always"}


def rows(players, variants, rules, lists):
    fixed = table(BOOK, resolve(BOOK, players, variants=variants, rules=rules))
    bots = [spec.player() for spec in entrants(BOOK, players, "random")]
    found = np.empty((len(COLUMNS), 100 * players), dtype=np.int16)
    play_blocks(fixed, bots, [list(range(players))], 5, 0, 100, COLUMNS, found, lists=lists)
    return found


@pytest.mark.parametrize("players, variants", [
    (2, {}), (3, {"first_game": True}), (4, {}), (4, {"extras": True}), (4, {"handsome": True}), (5, {"goals": True}),
    (6, EVERYTHING), (2, EVERYTHING),
], ids=str)
def test_the_same_games_with_and_without_lists(players, variants):
    assert (rows(players, variants, {}, False) == rows(players, variants, {}, True)).all()


@pytest.mark.parametrize("rules", [
    {"foot_speed": 1}, {"move_may_return": True}, {"delivery_optional": False}, {"actions_per_turn": 5},
    {"income_cards": 4, "income_mixed_cards": 0}, {"hand_limit": 3, "wound_hand_penalty": 2}, {"nugget_cap": 2},
    {"ability_threshold": 0}, {"story_placements_per_turn": 2}, {"stories_off": True}, {"cattle_cap": 1},
    {"reactions_per_action": 3}, {"sheriff_move_mode": "up_to"}, {"heists_per_turn": 3}, {"trigger_by_any": False},
], ids=str)
def test_the_same_under_other_rules(rules):
    assert (rows(4, EVERYTHING, rules, False) == rows(4, {**EVERYTHING}, rules, True)).all()
