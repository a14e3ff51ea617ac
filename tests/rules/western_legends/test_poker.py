"""Poker (section 8)."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

import sim
from sim.western_legends import words as w
from sim.western_legends.kernel import worth_of
from tests.rules import rule
from tests.rules.western_legends.scene import GAME, cards, hand_size, here, options, play, scene

THREE = "annie_oakley bass_reeves kit_carson"
KINDS = [
    "high",
    "pair",
    "two pair",
    "three",
    "straight",
    "flush",
    "full house",
    "four",
    "straight flush",
    "five",
    "royal",
]


def table(**rules):
    return {"rules": sim.Game(GAME, 3, rules=rules).setting["rules"], "wild": [0, 1]}


def kind(hand, flop, **rules):
    return KINDS[
        worth_of(table(**rules), [w.card_number(c) for c in hand.split()], [w.card_number(c) for c in flop.split()])[0]
    ]


def beats(one, other, flop="3♥ 7♦ 9♣"):
    at = table()
    value = [
        worth_of(at, [w.card_number(c) for c in hand.split()], [w.card_number(c) for c in flop.split()])[1]
        for hand in (one, other)
    ]
    return value[0] > value[1]


@rule("WL-8.7", "WL-8.8", "WL-8.13")
@pytest.mark.parametrize(
    ("hand", "flop", "expected"),
    [
        ("10♥ 10♣", "J♦ 3♣ 10♠", "three"),
        ("J♥ 2♦", "J♦ 3♣ 10♠", "three"),
        ("3♣ 5♦", "A♠ 2♣ 4♥", "straight"),
        ("A♠ K♠", "Q♠ J♠ 10♠", "royal"),
        ("K♥ 2♥", "K♦ K♣ K♠", "five"),
        ("K♥ 3♥", "K♦ 3♣ 3♠", "full house"),
        ("4♥ 2♥", "6♥ 9♥ K♥", "flush"),
        ("4♥", "4♦ 9♥ K♥", "pair"),
        ("2♥ 2♦", "A♣ 9♥ K♥", "three"),
        ("2♥", "A♣ 9♥ K♥", "pair"),
        ("5♣ 4♣", "3♣ 6♣ 7♣", "straight flush"),
        ("5♣ 4♦", "5♥ 4♣ 9♠", "two pair"),
        ("3♣ 5♦", "A♠ 2♦ 4♥", "straight"),
    ],
)
def test_hands(hand, flop, expected):
    assert kind(hand, flop) == expected


@rule("WL-8.7")
def test_x38_x51_order_of_hands_and_its_tweaks():
    at, top = table(), table(five_of_a_kind_top=True)
    royal, five = (cards("A♠ K♠"), cards("Q♠ J♠ 10♠")), (cards("K♥ 2♥"), cards("K♦ K♣ K♠"))
    assert worth_of(at, *royal)[1] > worth_of(at, *five)[1]
    assert worth_of(top, *royal)[1] < worth_of(top, *five)[1]
    assert kind("3♣ 5♦", "A♠ 2♣ 4♥", ace_low_straight=False) == "high"
    assert beats("A♣ 4♠", "K♣ Q♠") and beats("9♠ 4♠", "7♠ A♣") and not beats("4♣ 5♣", "4♦ 5♦")


def census(n, wild, **rules):
    """How many hands of n cards beside so many Cheats are of each kind. All that counts is the ranks, and whether they
    are of one suit; beside a Cheat there are no other red twos."""
    at, found = table(**rules), Counter()
    for ranks in combinations_with_replacement(range(13), n):
        times = Counter(ranks)
        hands = prod(comb(2 if wild and rank == 0 else 4, count) for rank, count in times.items())
        if hands == 0:
            continue
        spades = [4 * rank + 3 - ranks[:i].count(rank) for i, rank in enumerate(ranks)]  # equals in other suits
        flushes = (2 if wild and 0 in times else 4) if len(times) == n else 0
        mixed = [spades[0] - 1, *spades[1:]] if flushes else spades
        for some, weight in ((mixed, hands - flushes), (spades, flushes)):
            if weight:
                hand = [0] * wild + some
                found[KINDS[worth_of(at, hand[:2], hand[2:])[0]]] += weight
    return found


@rule("WL-8.7")
def test_k6_five_random_cards():
    counts = {
        "high": 1302540,
        "pair": 1098240,
        "two pair": 123552,
        "three": 54912,
        "straight": 10200,
        "flush": 5108,
        "full house": 3744,
        "four": 624,
        "straight flush": 36,
        "royal": 4,
    }
    assert census(5, wild=0) == counts
    assert census(5, wild=0, ace_low_straight=False)["straight"] == 9180


@rule("WL-8.7", "WL-8.8")
def test_k7_a_cheat_and_four_cards():
    counts = {
        "pair": 143010,
        "three": 70752,
        "straight": 9450,
        "full house": 2448,
        "flush": 2270,
        "four": 2208,
        "straight flush": 130,
        "royal": 20,
        "five": 12,
    }
    assert census(4, wild=1) == counts
    high = census(4, wild=1, ace_low_straight=False)
    assert (high["pair"], high["straight"], high["flush"], high["straight flush"]) == (143640, 8820, 2280, 120)


@rule("WL-8.7", "WL-8.8")
def test_a_cheat_in_a_flush_is_a_rank_that_the_flush_lacks():
    assert beats("K♠ Q♠", "10♠ 2♥", "A♠ 5♠ 3♠")  # A K Q against A K 10: there is no second ace
    assert beats("10♠ 2♥", "Q♠ J♠", "A♠ 5♠ 3♠")
    assert not beats("2♥ 2♦", "K♠ Q♠", "A♠ 9♠ 4♠") and not beats("K♠ Q♠", "2♥ 2♦", "A♠ 9♠ 4♠")
    assert beats("2♥ 2♦", "K♠ J♠", "A♠ 9♠ 4♠")


@rule("WL-8.13")
def test_four_cards_are_no_straight_flush_or_full_house_and_lack_a_kicker():
    assert (
        kind("4♥", "5♥ 6♥ 7♥") == "high" and kind("4♥", "4♦ 9♥ 9♦") == "two pair" and kind("2♥", "5♥ 6♥ 7♥") == "pair"
    )
    assert beats("4♣ 3♣", "4♥", "4♦ 9♥ K♥")


@rule("WL-6.8", "WL-8.1", "WL-8.3", "WL-8.4", "WL-8.5", "WL-8.6", "WL-8.9", "WL-8.10", "WL-8.11")
def test_x08_x52_alone_against_the_house():
    won = lost = 0
    for seed in range(40):
        game = scene(THREE, hands=["A♥ A♣ K♣"], place=["DR_SALOON_N", "RF_DOCTOR"], money=[40, 50])
        game.redeal(0, seed)
        play(game, "start a poker game")
        play(game, "play A♥ and A♣" if "play A♥ and A♣" in options(game) else "play A♣ and A♥")
        view = game.view()
        assert view["poker"]["active"] == -1 and len(view["discard"]) == 2 + 3 + 4
        if view["lp"][0]:
            won += 1
            assert view["money"][0] >= 40 - 10 + 60 and view["drawn"][1] == view["drawn"][2] == 0
        else:
            lost += 1
            assert view["money"][0] == 30 and len(view["hand"][0]) == 3
    assert won > 20 and lost > 0


@rule("WL-8.2", "WL-8.9", "WL-8.12")
def test_x31_guests_share_a_tie():
    game = scene(
        "annie_oakley bass_reeves kit_carson doc_holliday",
        hands=["4♥ 5♥", "K♥ Q♦", "K♦ Q♥", "3♥ 5♦"],
        place=["DR_SALOON_N", "DR_BANK", "DR_MID", "DR_EAST"],
        money=[10, 10, 10, 10],
        items=["", "ten_gallon", "ten_gallon", "ten_gallon"],
    )
    view = game.view()
    view["discard"] = sorted(set(view["deck"]) - set(cards("K♣ Q♣ 8♠ 9♠ 6♠ 2♠ 10♠")))
    view["deck"] = cards("K♣ Q♣ 8♠ 9♠ 6♠ 2♠ 10♠")
    found = False
    for key in range(400):
        trial = sim.Game.from_view(GAME, {**view, "head": {**view["head"], "key": key}}, characters="assign")
        play(trial, "start a poker game", "join", "join", "join")
        flop = trial.view()["poker"]["flop"][:3]
        if {w.card_number("K♣"), w.card_number("Q♣")} <= set(flop):
            found = True
            break
    assert found and trial.view()["poker"]["pot"] == 90
    play(trial, "play 4♥ and 5♥", "play Q♦ and K♥", "play Q♥ and K♦", "play 3♥ and 5♦")
    assert here(trial, "money")[:4] == [0, 40, 40, 10]  # the Ten-Gallon pays its owner who loses
    assert here(trial, "lp")[:4] == [0, 1, 1, 0]  # and both who tie are winners for it
    assert [hand_size(trial, p) for p in range(4)] == [2, 1, 1, 2]


@rule("WL-8.2")
def test_only_players_in_that_town_are_asked():
    game = scene(THREE, hands=["4♥ 5♥"], place=["DR_SALOON_N", "RF_SALOON_N", "DIXON_CREEK"], money=[10, 10, 10])
    play(game, "start a poker game")
    assert game.view()["phase"] == w.PAIR and game.to_move == 0


@rule("WL-16.11", "WL-16.13")
def test_x33_a_joker_copies_a_card_that_stays():
    game = scene(THREE, hands=["joker A♠", "2♣"], place=["DR_MID", "DR_MID"], variants={"jokers": "always"})
    play(game, "challenge seat 1", "lay a joker as A♠", "lay 2♣")
    assert (
        here(game, "lp")[0] == 2 and here(game, "hand")[0] == [w.card_number("A♠")] and w.JOKER in here(game, "discard")
    )
    alone = scene(THREE, hands=["joker"], place=["DR_MID", "DR_MID"], variants={"jokers": "always"})
    assert not any("seat 1" in one for one in options(alone))
    poker = scene(THREE, hands=["joker K♥ K♦"], place=["DR_SALOON_N"], money=[10], variants={"jokers": "always"})
    play(poker, "start a poker game")
    assert "play K♦ and a joker as K♥ (Crowd Pleaser)" in options(poker)
    assert not any(one == "play K♥ and a joker as K♥ (Crowd Pleaser)" for one in options(poker))
