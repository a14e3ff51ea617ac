"""The variant Might is Right: duel tokens instead of dice (CC-4.9, CC-4.10, CC-7.6, CC-7.16)."""
import random

import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import LETTERS, deals, new_game, scene

OFTEN = 4000


def duel(players="A B", guns=None, **more):
    """All on gambling, equally strong but for what is said; the last one is about to pass."""
    nothing = dict.fromkeys(players.split(), 0)
    more = {"figures": {one: ["gambling"] for one in nothing}, "passed": players} | more
    return scene(players, guns=nothing | (guns or {}), cowboys=nothing, might_is_right=True, **more)


# Set-up ---------------------------------------------------------------------------------------------------------------

@rule("CC-4.9")
def test_two_players_have_one_set_each_and_fifteen_dollars():
    game = new_game(2, might_is_right=True)
    for one in "AB":
        assert (game.hand(one), game[one].money) == ([0, 1, 2, 3, 4, 5], 15)


@rule("CC-4.10")
@pytest.mark.parametrize("n", [3, 4, 5])
def test_more_players_get_six_tokens_of_the_pool_and_thirty_dollars_less_their_sum(n):
    for block in range(30):
        game = new_game(n, block=block, might_is_right=True)
        hands = [game.hand(one) for one in LETTERS[:n]]
        assert all(len(hand) == 6 for hand in hands)
        assert sorted(token for hand in hands for token in hand) == sorted([0, 1, 2, 3, 4, 5] * n)
        assert [game[one].money for one in LETTERS[:n]] == [30 - sum(hand) for hand in hands]
        assert game.view["announced"][:n] == [sum(hand) for hand in hands]
        assert sum(map(sum, hands)) == 15 * n


@rule("CC-4.10")
def test_hands_of_eighteen_seventeen_and_ten():
    """EX-12: such hands come up, and have $12, $13 and $20."""
    found = [view for view in deals(3, 3000, might_is_right=True) if view["announced"][:3] == [18, 17, 10]]
    assert found
    assert all(view["money"][:3] == [12, 13, 20] for view in found)


# Duels ----------------------------------------------------------------------------------------------------------------

@rule("CC-7.6")
def test_d19_each_duellist_lays_one_of_his_tokens():
    game = duel(hands={"A": [0, 2, 2, 5], "B": [1, 4]}).resolve(until="token")
    assert (game.asked, game.options) == ("A token", [0, 2, 5])
    game.does("A", 2)
    assert (game.asked, game.options) == ("B token", [1, 4])


@rule("CC-7.6")
def test_tokens_are_shown_together():
    """Until B has laid his, A's token is still in his hand for all to see, and nothing is discarded."""
    game = duel(hands={"A": [0, 5], "B": [1, 4]}).resolve(until="token")
    before = game.hand("discard")
    game.does("A", 5)
    assert (game.hand("A"), game.hand("discard")) == ([0, 5], before)
    game.does("B", 4)
    assert (game.hand("A"), game.hand("B")) == ([0], [1])
    assert game.hand("discard") == sorted([*before, 4, 5])


@rule("CC-7.6", "CC-7.1")
@pytest.mark.parametrize(("guns", "token_a", "token_b", "winner"), [(0, 5, 4, "A"), (0, 3, 4, "B"), (2, 3, 4, "A"),
                                                                    (1, 3, 4, "B")])
def test_tokens_are_added_to_the_strength_in_place_of_a_die(guns, token_a, token_b, winner):
    """B passed first and wins ties."""
    game = duel(guns={"A": guns}, hands={"A": [0, 3, 5], "B": [1, 4]}, passed="B A").resolve(until="token")
    game.does("B", token_b).does("A", token_a)
    assert game.asked == f"{winner} perform"


@rule("CC-7.6", "CC-7.3")
def test_players_who_do_not_fight_lay_nothing():
    game = duel("A B C", figures={"A": ["gambling"], "C": ["gambling"]}, hands={"A": [1, 2], "B": [3], "C": [4, 5]})
    game.resolve(until="token").does("A", 1).does("C", 5)
    assert (game.asked, game.hand("B")) == ("C perform", [3])


def example_38():
    """C passed first and is not on gambling; A and B fight."""
    return duel("A B C", hands={"A": [3], "B": [1, 4, 5], "C": [0, 2, 5, 5]}, passed="C A B",
                figures={"A": ["gambling"], "B": ["gambling"]}).resolve(until="token")


@rule("CC-7.6")
def test_who_has_used_his_last_token_draws_three_from_the_discard():
    """EX-38"""
    game = example_38()
    assert game.hand("discard") == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    game.does("A", 3).does("B", 1)
    assert game.hand("B") == [4, 5]
    assert len(game.hand("A")) == 3
    assert len(game.hand("discard")) == 9
    assert sorted(game.hand("A") + game.hand("discard")) == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4]


@rule("CC-7.6")
def test_the_draw_is_random():
    """EX-38: no 4 among the three with probability 6/11; 4 standard errors."""
    game = example_38().does("A", 3)
    b_plays_1 = game.game.position.legal()[0]
    without = 0
    for key in range(OFTEN):
        position = game.again(key)
        position.apply(b_plays_1)
        holder = position.view()["holder"]
        without += not any(h == 0 and k % 6 == 4 for k, h in enumerate(holder))
    assert abs(without / OFTEN - 6 / 11) < 4 * (6 / 11 * 5 / 11 / OFTEN) ** 0.5


@rule("CC-7.6")
def test_several_empty_hands_draw_in_passing_order():
    game = duel("A B C", hands={"A": [3], "B": [1], "C": [0]}, passed="C B A").resolve(until="token")
    game.does("C", 0).does("B", 1).does("A", 3)
    assert [len(game.hand(one)) for one in "ABC"] == [3, 3, 3]
    assert game.view["redrawn_at"][:3] == [2, 1, 0]


@rule("CC-7.6")
def test_gambling_still_rolls_dice():
    """A-28"""
    game = scene("A B", figures={"A": ["gambling"]}, money={"A": 0}, passed="B A", might_is_right=True,
                 hands={"A": [1], "B": [2]}).resolve(until="perform").gambles(6, 4).performs("A")
    assert game["A"].money == 10


@rule("CC-7.16")
@pytest.mark.parametrize("n", [2, 3, 5])
def test_nobody_ever_stands_without_tokens(n):
    """Random games: hands of 1 to 6, tokens all there; two players have equally many outside of duels."""
    dice = random.Random(n)
    for block in range(6):
        position = new_game(n, block=block, might_is_right=True).game.position
        while position.to_move >= 0:
            position.apply(dice.choice(position.legal()))
            view = position.view()
            if view["step"] == 0:
                continue
            hands = [view["holder"].count(p) for p in range(n)]
            assert all(1 <= hand <= 6 for hand in hands)
            assert sum(hands) + view["holder"].count(-1) == 6 * n
            if n == 2:
                assert hands[0] == hands[1]
