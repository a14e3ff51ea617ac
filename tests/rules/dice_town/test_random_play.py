"""Where all bots are random, the kernel answers most questions itself: the games must be those of the bots."""
import numpy as np
import pytest

from sim.bots.spec import entrants
from sim.core.driver import play_blocks
from sim.core.game import table
from sim.core.play import recorded
from sim.core.rulebook import book, resolve

BOOK = book("dice_town")
COLUMNS = [column for column in recorded(BOOK) if column[1] != "half_score"]


def rows(players, mode, rules, lists):
    fixed = table(BOOK, resolve(BOOK, players, variants={"mode": mode}, rules=rules))
    bots = [spec.player() for spec in entrants(BOOK, players, "random")]
    found = np.empty((len(COLUMNS), 150 * players), dtype=np.int16)
    play_blocks(fixed, bots, [list(range(players))], 3, 0, 150, COLUMNS, found, lists=lists)
    return found


@pytest.mark.parametrize("mode, players", [("base", 2), ("base", 5), ("base_ext", 2), ("base_ext", 4),
                                           ("base_ext_ind", 6)])
def test_the_same_games_with_and_without_lists(mode, players):
    assert (rows(players, mode, {}, False) == rows(players, mode, {}, True)).all()


@pytest.mark.parametrize("rules", [
    {"bribe_binding": False}, {"bribe_mode": "none"}, {"sheriff_may_favour_self": False},
    {"first_sheriff_mode": "none"}, {"action_optional": True}, {"allow_null_action": False},
    {"doc_if_null_win": True}, {"doc_order": "random"},
    {"loaded_die_uses_free_keep": True}, {"keep_none_cost": 3, "extra_keep_cost": 2}, {"bandits_per_roll": 1},
    {"saloon_cards_kept": 2, "store_cards_kept": 2}, {"saloon_pick": "random"}, {"town_hall_extra_pick": "choice"},
    {"river_reshuffle": True}, {"cancel_chain": True}, {"property_row_refill": "sweep"},
], ids=str)
def test_the_same_under_other_rules(rules):
    assert (rows(4, "base_ext_ind", rules, False) == rows(4, "base_ext_ind", rules, True)).all()
