"""The heuristic bot: what it does in scenes where a sensible player has no doubt."""
import polars as pl

import sim
from sim.bots.spec import bot_spec
from tests.rules import rule
from tests.rules.dice_town.scene import scene
from tests.rules.dice_town.test_locations import robbery


def choice(game):
    code = bot_spec(game.game.book, "heuristic").player().sit(1, 0, 0).choose(game.game.position)
    return next(option.words for option in game.game.legal() if option.code == code)


@rule("DT-6.8")
def test_the_sheriff_takes_the_better_bribe():
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", nuggets=[0, 2, 2])
    game.do("offer the Sheriff $1 and 0 nuggets", "offer the Sheriff $2 and 2 nuggets")
    assert choice(game).startswith("name C")


@rule("DT-6.8")
def test_a_tied_sheriff_names_himself_for_a_large_prize():
    game = scene("10 10 J Q K", "10 10 J K A", mode="base", bank=9).do("offer the Sheriff nothing")
    assert choice(game) == "name A first at the Bank"


@rule("DT-7.4.2")
def test_a_thief_would_rather_have_what_others_kept():
    """Store cards in a hand were chosen from several; claims are what the row had."""
    game = robbery().do("steal a card", "rob C")
    assert choice(game) == "draw 2 store cards and 1 claim"


def test_it_beats_random_bots():
    """At least 85 % of the wins against three of them."""
    played = sim.play("dice_town", 4, 800, seed=2, bots=["heuristic", "random", "random", "random"])
    assert played.filter(pl.col("entrant") == 0)["win_share"].mean() > 0.85
