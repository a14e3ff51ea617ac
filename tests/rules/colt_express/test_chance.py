"""Random bots are played in loops of their own (chance.pxi): the games must be those of `legal` and `apply`."""

import numpy as np
import pytest

from sim.bots.spec import entrants
from sim.core.driver import play_blocks
from sim.core.game import table
from sim.core.play import recorded
from sim.core.rulebook import book, resolve


@pytest.mark.parametrize(
    ("players", "variants", "rules"),
    [
        (4, {}, {}),
        (3, {}, {"ghost_hidden_cards": 5}),
        (6, {"silk": "evasion"}, {}),
        (5, {"silk": "blocking"}, {"draw_from_empty_deck": True}),
        (7, {"mei": True}, {"hand_size": 9, "draw_instead_of_play": 5}),
        (4, {}, {"start_positions": "free", "punch_loot_choice": "victim"}),
        (4, {"hs": True}, {}),
    ],
)
def test_random_games_are_the_same_with_and_without_lists(players, variants, rules):
    read = book("colt_express")
    fixed = table(read, resolve(read, players, variants=variants, rules=rules))
    bots = [spec.player() for spec in entrants(read, players, "random")]
    columns = recorded(read)
    games = 300
    tables = []
    for lists in (False, True):
        rows = np.empty((len(columns), games * players), dtype=np.int16)
        totals = play_blocks(fixed, bots, [list(range(players))], 1, 0, games, columns, rows, lists=lists)
        tables.append((totals, rows.tobytes()))
    assert tables[0] == tables[1]
