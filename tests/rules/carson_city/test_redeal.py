"""What a seat cannot know is dealt anew: duel tokens in other hands, each deal that fits as likely as any other."""
from collections import Counter
from itertools import combinations

import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import LETTERS, new_game, scene

OFTEN = 4000


def deals_that_fit(hands: list[list[int]]) -> Counter:
    """Every way to deal these tokens into hands as large and with the same sums, counted by the values in each."""
    tokens = sorted(enumerate(value for hand in hands for value in hand))
    found: Counter = Counter()

    def deal(left: list, done: tuple) -> None:
        if len(done) == len(hands):
            found[done] += 1
            return
        hand = hands[len(done)]
        for some in combinations(left, len(hand)):
            if sum(value for _, value in some) == sum(hand):
                deal([one for one in left if one not in some], (*done, tuple(sorted(value for _, value in some))))

    deal(tokens, ())
    return found


def redealt(game, others: str, often: int = OFTEN) -> Counter:
    """The other hands as A, the first seat, may imagine them."""
    found: Counter = Counter()
    for key in range(often):
        position = game.game.position.copy()
        position.redeal(0, key)
        holder = position.view()["holder"]
        found[tuple(tuple(sorted(k % 6 for k, h in enumerate(holder) if h == LETTERS.index(one)))
                    for one in others.split())] += 1
    return found


def assert_even(found: Counter, expected: Counter) -> None:
    """All within 4 standard errors and a thousandth, which the last deals of a redeal may leave."""
    often, ways = sum(found.values()), sum(expected.values())
    assert set(found) <= set(expected)
    for hands, n in expected.items():
        p = n / ways
        assert abs(found[hands] / often - p) < 4 * (p * (1 - p) / often) ** 0.5 + 0.001, hands


@rule("CC-4.10")
@pytest.mark.parametrize("hands", [
    {"B": [0, 3, 3], "C": [2, 2, 2]},                   # no two tokens of B are worth as much as two of C
    {"B": [0, 4, 4], "C": [1, 2, 5]},
    {"B": [1, 1, 4, 5], "C": [2, 3, 3, 3]},
    {"B": [0, 4], "C": [1, 5], "D": [2, 3]},            # only all three together can have other tokens
    {"B": [0, 3, 3], "C": [2, 2, 2], "D": [1, 4, 4]},
])
def test_hands_with_the_announced_sums_are_equally_likely(hands):
    players = "A B C D"[:2 * len(hands) + 1]
    game = scene(players, might_is_right=True, hands={"A": [0], **hands})
    assert_even(redealt(game, " ".join(hands)), deals_that_fit(list(hands.values())))


@rule("CC-4.10")
@pytest.mark.parametrize("block", range(3))
def test_whole_hands_of_three_players_are_equally_likely(block):
    game = new_game(3, seed=3, block=block, might_is_right=True)
    assert_even(redealt(game, "B C"), deals_that_fit([game.hand("B"), game.hand("C")]))


@rule("CC-4.10")
def test_tokens_that_nobody_was_dealt_may_be_anybodys():
    """might_hand 3 with three players: nine tokens lie face down."""
    game = new_game(3, seed=8, rules={"might_hand": 3}, might_is_right=True)
    hands = [game.hand(one) for one in ("B", "C", "discard")]
    fitting: Counter = Counter()
    for (b, c, _), n in deals_that_fit(hands).items():
        fitting[b, c] += n
    assert_even(redealt(game, "B C", 8 * OFTEN), fitting)


@rule("CC-7.6")
def test_a_hand_drawn_from_the_discard_may_be_any_three_of_it():
    """EX-38 as B sees it: twelve tokens lay there, each is in A's hand in a quarter of the redeals."""
    game = scene("A B C", might_is_right=True, hands={"A": [3], "B": [1, 4, 5], "C": [0, 2, 5, 5]}, passed="C A B",
                 figures={"A": ["gambling"], "B": ["gambling"]}, cowboys=dict.fromkeys("ABC", 0))
    game.resolve(until="token").does("A", 3).does("B", 1)
    often = 4 * OFTEN
    held = Counter()
    for key in range(often):
        position = game.game.position.copy()
        position.redeal(1, key)
        held.update(k for k, h in enumerate(position.view()["holder"]) if h == 0)
    assert len(held) == 12
    for token, n in held.items():
        assert abs(n / often - 1 / 4) < 4 * (3 / 16 / often) ** 0.5, token


@rule("CC-8.6")
def test_a_redeal_says_that_it_keeps_a_board_that_the_player_has_not_seen():
    """In a stale ring A cannot know where B stands by now; the figures stay, and the redeal counts that."""
    for prob, kept in ((0.0, 0), (1.0, 1)):
        game = scene("A B", kit_carson=True, rules={"kc_stale_view_prob": prob}).place("A", "wages")
        while game.who != "A":
            game.does(game.who, "wait")
        assert [game.game.copy().redeal(seat, 7) for seat in (0, 1)] == [kept, 0]
