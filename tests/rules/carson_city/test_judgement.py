"""The rule-of-thumb player: it beats chance, and does not do what a player at the table would laugh at."""
import polars as pl
import pytest

import sim
from sim.bots.spec import bot_spec
from sim.carson_city import words as w
from sim.core.driver import Position
from sim.core.rulebook import book
from tests.rules.carson_city.scene import LETTERS, Scene, scene

CALM = bot_spec(book("carson_city"), {"bot": "heuristic", "temperature": 0})


def choice(game: Scene) -> int:
    """What the player to move takes, without a slip."""
    return CALM.player().sit(1858, 0, LETTERS.index(game.who)).choose(game.game.position)


def play_on(game: Scene, who: str, question: str) -> list:
    """What this player answers, as long as he is asked that."""
    answers = []
    while game.asked == f"{who} {question}":
        answers.append(game.spoken(code := choice(game)))
        game.game.apply(code)
    return answers


def test_three_random_players_are_beaten():
    outcomes = sim.play("carson_city", players=4, games=200, seed=5, bots=["heuristic", "random", "random", "random"])
    assert outcomes.filter(pl.col("entrant") == 0)["win_share"].mean() >= 0.85


# The last round: money is worth what it buys --------------------------------------------------------------------------

def test_the_open_purchase_space_is_taken_before_money_goes_back_to_the_bank():
    """Limit 20. On the $5 space $60 are 12 points, otherwise 4 for the $40 handed back and 3 for those kept. A mountain
    that costs $2 is no match for that."""
    game = scene("A B", round=4, cards="mercenary banker", passed="B", money={"A": 60, "B": 0},
                 cowboys={"A": 1, "B": 0})
    assert game.spoken(choice(game)) == "vp_buy_5"


def most_points(position: Position) -> int:
    """The best end of this game for A, when nobody else is asked: all his answers tried."""
    if position.to_move < 0:
        return sum(position.view()["vp"][0])
    ends = []
    for code in position.legal():
        ahead = position.copy()
        ahead.apply(code)
        ends.append(most_points(ahead))
    return max(ends)


@pytest.mark.parametrize("card", ["mercenary", "settler"])
@pytest.mark.parametrize("money", [4, 11, 16, 23, 29, 36])
def test_the_last_dollars_bring_as_many_points_as_they_can(card, money):
    """CC-5.19, CC-12.2: points at $5, money handed back at $10 and money kept at $6 each count when they are full."""
    for luck in range(20):
        game = scene("A B", round=4, cards=f"{card} banker", figures={"A": ["vp_buy_5"]}, money={"A": money, "B": 0},
                     cowboys={"A": 0, "B": 0}).finish_placement()
        best = most_points(game.game.position)
        bot = bot_spec(book("carson_city"), "heuristic").player().sit(luck, 0, 0)
        while game.who == "A":
            game.game.apply(bot.choose(game.game.position))
        assert game["A"].vp == best


@pytest.mark.parametrize(("kept", "wanted"), [("", False), ("bank", True)])
def test_roads_are_for_a_tile_that_needs_them(kept, wanted):
    game = scene("A B", round=4, cards="banker settler", passed="B", town={(0, 0): "A"}, kept={"A": kept},
                 roads={"A": 0}, money={"A": 0, "B": 0}, cowboys={"A": 9, "B": 0})
    assert ("roads" in play_on(game, "A", "place")) == wanted


# Choosing a card ------------------------------------------------------------------------------------------------------

def test_the_red_captain_arms_those_who_come_early():
    """A revolver for $3 works in every duel of the game."""
    outcomes = sim.play("carson_city", players=4, games=100, seed=5, variants={"character_sides": "all_red"})
    assert (outcomes["character_1"] == "captain").mean() > 0.1
    assert (outcomes["character_4"] == "captain").mean() < 0.05


# Kit Carson -----------------------------------------------------------------------------------------------------------

def returns(seed: int) -> int:
    """How often in a game somebody moves a cowboy to the very place that his last move has left."""
    game = sim.Game("carson_city", 4, seed=seed, variants={"kit_carson": True})
    bots = [CALM.player().sit(seed, 0, p) for p in range(4)]
    lifted: dict[int, int] = {}
    left: dict[int, int] = {}
    back = 0
    while game.to_move >= 0:
        seat, code = game.to_move, bots[game.to_move].choose(game.position)
        act, where = code >> 24, code & 0xFFFFFF
        if act == w.ACT_LIFT:
            lifted[seat] = where
        elif seat in lifted:
            place = where if act == w.ACT_SPACE else w.SPACES + where
            back += left.get(seat) == place
            left[seat] = lifted.pop(seat)
        game.apply(code)
    return back


def test_cowboys_do_not_run_to_and_fro():
    """What a cowboy's place brings, its room and its money are counted on already: to leave it costs that much."""
    assert sum(returns(seed) for seed in range(12, 16)) < 40
