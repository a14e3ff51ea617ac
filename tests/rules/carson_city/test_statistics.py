"""Luck has the frequencies of section 21 of the specification. Every tolerance is 4 standard errors."""
from collections import Counter

import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import EVERY_PARCEL, LETTERS, Scene, deals, new_game, scene

DUELS = 20_000
SET_UPS = 4_000


def near(hits: int, p: float, m: int) -> bool:
    """A frequency within 4 standard errors of its probability."""
    return abs(hits / m - p) < 4 * (p * (1 - p) / m) ** 0.5


def mean_near(values: list[int], mean: float, variance: float) -> bool:
    m = len(values)
    return abs(sum(values) / m - mean) < 4 * (variance / m) ** 0.5


def winners(players: str, passed: str, guns: dict[str, int]) -> Counter:
    """Who wins a duel on gambling, over many games."""
    nothing = dict.fromkeys(players.split(), 0)
    game = scene(players, figures={one: ["gambling"] for one in nothing}, cowboys=nothing, guns=nothing | guns,
                 passed=passed)
    (give_up,) = game.game.position.legal()
    won = Counter()
    for key in range(DUELS):
        position = game.again(key)
        position.apply(give_up)
        won[LETTERS[position.to_move]] += 1
    return won


@rule("CC-7.2", "CC-7.1")
def test_st1_the_first_of_two_equal_duellists_wins_21_of_36():
    assert near(winners("A B", "B A", {})["B"], 21 / 36, DUELS)


@rule("CC-7.2", "CC-7.1")
@pytest.mark.parametrize("gap", [0, 1, 3, 5, 6])
def test_st1_a_tie_comes_in_six_less_the_gap_of_36(gap):
    """And the holder of the tie-break wins 21, 26, 33, 36, 36 of 36 with the gap in his favour."""
    game = scene("A B", figures={"A": ["gambling"], "B": ["gambling"]}, cowboys={"A": 0, "B": 0},
                 guns={"A": gap, "B": 0}, passed="A B")
    (give_up,) = game.game.position.legal()
    often, ties, won = 8_000, 0, 0
    for key in range(often):
        position = game.again(key)
        position.apply(give_up)
        ties += position.view()["n"][0][3]
        won += position.to_move == 0
    p = (6 - gap) / 36
    assert near(ties, p, often) if p else ties == 0
    chance = {0: 21, 1: 26, 3: 33, 5: 36, 6: 36}[gap] / 36
    assert near(won, chance, often) if chance < 1 else won == often


@rule("CC-7.2", "CC-7.3")
def test_st2_four_equal_duellists_in_passing_order():
    won = winners("A B C D", "C A D B", {})
    for one, ways in zip("CADB", (441, 350, 280, 225), strict=True):
        assert near(won[one], ways / 1296, DUELS), one


@rule("CC-7.2", "CC-7.3")
def test_st3_three_duellists_one_of_them_stronger_by_two():
    won = winners("A B C", "B C A", {"A": 2})
    for one, ways in zip("BCA", (50, 40, 126), strict=True):
        assert near(won[one], ways / 216, DUELS), one


@rule("CC-5.13")
def test_st4_gambling():
    """Mean 7, variance 35/6, at least $10 in one of six."""
    game = scene("A B", figures={"A": ["gambling"]}, money={"A": 0}, passed="B A").resolve(until="perform")
    _, perform = game.game.position.legal()
    gains = []
    for key in range(6_000):
        position = game.again(key)
        position.apply(perform)
        gains.append(position.view()["money"][0])
    m = len(gains)
    assert {min(gains), max(gains)} == {2, 12}
    assert mean_near(gains, 7, 35 / 6)
    spread = sum((gain - 7) ** 2 for gain in gains) / m
    fourth = sum((a + b - 7) ** 4 for a in range(1, 7) for b in range(1, 7)) / 36
    assert abs(spread - 35 / 6) < 4 * ((fourth - (35 / 6) ** 2) / m) ** 0.5
    assert near(sum(gain >= 10 for gain in gains), 1 / 6, m)


@rule("CC-4.3", "CC-4.4")
def test_st5_mountains_next_to_the_town_centre():
    """Mean 11/7; 45/7 of the 9 connected parcels carry no tile."""
    beside, bare = [], []
    for view in deals(2, SET_UPS):
        (x,) = (x for x in range(64) if view["house"] >> x & 1)
        around = sum(1 << 8 * r + c for r in range(x // 8 - 1, x // 8 + 2) for c in range(x % 8 - 1, x % 8 + 2))
        beside.append((view["mountain"] & around).bit_count())
        bare.append((view["connected"] & ~view["mountain"] & ~view["house"]).bit_count())
    mean = sum(beside) / SET_UPS
    variance = sum((n - mean) ** 2 for n in beside) / SET_UPS
    assert mean_near(beside, 11 / 7, variance)
    assert mean_near(bare, 45 / 7, variance)


@rule("CC-4.3", "CC-4.4")
def test_the_centre_and_the_mountains_lie_anywhere_in_the_block_alike():
    """Each of the 36 parcels has the centre with 1/36 and a mountain with 9/36."""
    centre, mountain = Counter(), Counter()
    for view in deals(2, SET_UPS):
        centre.update(x for x in range(64) if view["house"] >> x & 1)
        mountain.update(x for x in range(64) if view["mountain"] >> x & 1)
    for x in (8 * r + c for r in range(1, 7) for c in range(1, 7)):
        assert near(centre[x], 1 / 36, SET_UPS), x
        assert near(mountain[x], 9 / 36, SET_UPS), x


@rule("CC-6.2", "CC-4.4")
@pytest.mark.parametrize("block", range(3))
def test_st6_the_mean_start_price_is_154_by_64_in_every_set_up(block):
    """A Banker with $24 buys each of the 64 parcels in turn, always as the first purchase of the game."""
    start = new_game(2, block=block, rules={"start_parcels": 0}).takes("A", "banker").takes("B", "mercenary")
    prices = 0
    for at in EVERY_PARCEL:
        game = Scene(start.game.copy()).place("A", at).resolve(until="buy_parcel").does("A", at)
        prices += 24 - game["A"].money
    assert prices == 154


@rule("CC-4.2")
def test_st7_the_opening_row():
    churches = alike = 0
    needing = []
    for view in deals(2, SET_UPS):
        drawn = view["row"][2:5]
        churches += 6 in drawn
        needing.append(sum(tile >= 2 for tile in drawn))
        alike += len(set(drawn)) == 1
    assert near(churches, 72 / 325, SET_UPS)
    assert mean_near(needing, 27 / 13, 3 * 18 / 26 * 8 / 26 * 23 / 25)
    assert near(alike, 9 / 1300, SET_UPS)


@rule("CC-4.10")
def test_st8_hands_of_duel_tokens_for_three_players():
    """Sum: mean 15, variance 210/17; no 5 in 55/204, all three 5s in 5/204 of the hands."""
    sums, without, all_three = [], 0, 0
    for view in deals(3, SET_UPS, might_is_right=True):
        hand = [k % 6 for k in range(18) if view["holder"][k] == 0]
        sums.append(sum(hand))
        without += 5 not in hand
        all_three += hand.count(5) == 3
    assert mean_near(sums, 15, 210 / 17)
    assert abs(sum((s - 15) ** 2 for s in sums) / SET_UPS - 210 / 17) < 4 * spread_of_variance(sums)
    assert near(without, 55 / 204, SET_UPS)
    assert near(all_three, 5 / 204, SET_UPS)


@rule("CC-4.10")
def test_st8_hands_of_duel_tokens_for_five_players():
    """Variance 420/29; no 5 in 1012/3393."""
    sums, without = [], 0
    for view in deals(5, SET_UPS, might_is_right=True):
        hand = [k % 6 for k in range(30) if view["holder"][k] == 2]
        sums.append(sum(hand))
        without += 5 not in hand
    assert mean_near(sums, 15, 420 / 29)
    assert abs(sum((s - 15) ** 2 for s in sums) / SET_UPS - 420 / 29) < 4 * spread_of_variance(sums)
    assert near(without, 1012 / 3393, SET_UPS)


def spread_of_variance(values: list[int]) -> float:
    """Standard error of a variance about the mean 15, from the data's fourth moment."""
    m = len(values)
    second = sum((v - 15) ** 2 for v in values) / m
    fourth = sum((v - 15) ** 4 for v in values) / m
    return ((fourth - second**2) / m) ** 0.5
