"""Section 5: poker hands."""
from collections import Counter
from itertools import product

import pytest

from sim.dice_town import words as w
from sim.dice_town.dice import (
    CATEGORIES,
    CATEGORY_ONLY,
    FACES,
    FULL,
    GROUPS_ONLY,
    category,
    hand_key,
    hand_ranks,
    tables,
)
from tests.rules import rule
from tests.rules.dice_town.scene import scene


def faces(text):
    return tuple(sorted(FACES.index(face) for face in text.split()))


def compare(one, other, mode=FULL, straight=False):
    a, b = hand_key(faces(one), straight, mode), hand_key(faces(other), straight, mode)
    return (a > b) - (a < b)


@rule("DT-5.1")
def test_example_11_the_full_house_beats_the_straight():
    assert compare("9 9 9 10 10", "10 J Q K A") == 1
    assert compare("9 9 9 10 10", "10 J Q K A", straight=True) == -1


@rule("DT-5.3")
def test_example_12_five_faces_without_a_ten_are_a_high_card():
    assert category(faces("9 J Q K A")) == "high card"
    assert compare("9 J Q K A", "9 9 10 J Q") == -1
    assert category(faces("9 10 J Q K")) == category(faces("10 J Q K A")) == "straight"


@rule("DT-5.4", "DT-5.6")
def test_example_13_kickers():
    assert compare("K K A J 9", "K K Q J 10") == 1
    assert compare("K K A J 9", "K K Q J 10", GROUPS_ONLY) == 0


@rule("DT-5.1")
def test_example_14_the_census_of_all_rolls():
    count = Counter(category(roll) for roll in product(range(6), repeat=5))
    assert [count[name] for name in reversed(CATEGORIES)] == [6, 150, 300, 240, 1200, 1800, 3600, 480]


@rule("DT-5.2", "DT-5.4")
def test_groups_are_compared_before_kickers_and_aces_are_high():
    assert compare("Q Q Q 9 9", "J J J A A") == 1
    assert compare("K K 9 9 A", "Q Q J J A") == 1
    assert compare("A A 9 10 J", "K K Q J 10") == 1


@rule("DT-5.6")
@pytest.mark.parametrize(("one", "other", "results"), [
    ("K K Q Q A", "K K Q Q 9", [1, 0, 0]), ("K K Q Q 9", "K K J J A", [1, 1, 0]),
    ("A K Q J 9", "K Q J 10 9", [-1, -1, -1]),
    ("10 J Q K A", "9 10 J Q K", [1, 1, 0]), ("9 J Q K A", "9 10 J Q A", [1, 0, 0])])
def test_example_47_ways_to_compare(one, other, results):
    assert [compare(one, other, mode) for mode in (FULL, GROUPS_ONLY, CATEGORY_ONLY)] == results


@rule("DT-5.6", "DT-14.17")
@pytest.mark.parametrize(("compare_by", "tied"), [("full", []), ("groups_only", [0, 1]), ("category_only", [0, 1, 2])])
def test_the_kernel_compares_as_told(compare_by, tied):
    """Kings with an Ace, Kings with a Queen, Queens: who has to be named first at Town Hall?"""
    game = scene("K K A J 9", "K K Q J 10", "Q Q 10 9 J", mode="base", hand_compare=compare_by, bribe_mode="none")
    while game.step < w.TOWN_HALL and game.round == 2:
        game.game.apply(game.game.legal()[0])
    assert game.tied == tied if tied else game.view["n"][0][w.TOWN_HALL - w.MINE] == 1


@rule("DT-5.5")
def test_the_full_key_separates_all_252_hands():
    assert sum(len(hand) == 5 for hand in tables().hands) == 252
    assert sorted(hand_ranks(False, FULL)) == list(range(1, 253))


@pytest.mark.parametrize(("mode", "chance"), [(FULL, 0.006353), (GROUPS_ONLY, 0.047662), (CATEGORY_ONLY, 0.298357)])
def test_the_chance_of_a_tie_at_town_hall(mode, chance):
    """Section 19.3, 3."""
    count = Counter(hand_key(tuple(sorted(roll)), False, mode) for roll in product(range(6), repeat=5))
    assert sum((n / 7776) ** 2 for n in count.values()) == pytest.approx(chance, abs=1e-6)


@rule("DT-4.20", "DT-7.6.5")
def test_the_kernel_ranks_town_hall_by_the_hand():
    game = scene("9 9 9 10 10", "10 J Q K A", "A A A J Q")
    while game.step < w.TOWN_HALL:
        game.game.apply(game.game.legal()[0])
    assert (game.first, game.second) == (0, 1)
    game = scene("9 9 9 10 10", "10 J Q K A", "A A A J Q", straight_beats_full_house=True)
    while game.step < w.TOWN_HALL:
        game.game.apply(game.game.legal()[0])
    assert (game.first, game.second) == (1, 0)
