"""Poker (section 8)."""

from collections import Counter
from itertools import combinations

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


@rule("WL-8.7")
def test_k6_k7_how_often_each_kind_comes():
    at = table()
    at["wild"] = [0, 1]
    found = Counter()
    plain = [card for card in range(52) if card not in (0, 1)]
    for some in combinations(plain[::2] + plain[1::4], 4):  # a large regular sample: every kind, and the sum
        found[KINDS[worth_of(at, [0, some[0]], list(some[1:]))[0]]] += 1
        if sum(found.values()) == 40000:
            break
    assert set(found) <= set(KINDS[1:]) - {"two pair"} and found["pair"] > found["three"] > found["straight"]


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
    assert here(trial, "money")[:4] == [0, 40, 40, 0] and here(trial, "lp")[0] == 0
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
