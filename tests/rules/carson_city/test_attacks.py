"""Attacks and defence, churches, and how an income is split (CC-7.8..7.13, CC-7.15, D20, D21)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import scene

HOTEL = {(2, 2): "A hotel"}                             # pays $6, whatever stands around


def attack(town=HOTEL, players="A B", **more):
    """B attacks (2, 2) in round 4; nobody has money."""
    people = players.split()
    more = {"figures": {"B": [(2, 2)]}, "money": dict.fromkeys(people, 0), "cowboys": dict.fromkeys(people, 0),
            "guns": dict.fromkeys(people, 0), "passed": players, "round": 4} | more
    return scene(players, town=town, **more)


# What can be attacked -------------------------------------------------------------------------------------------------

@rule("CC-7.8")
@pytest.mark.parametrize("tile", ["ranch", "mine", "drugstore", "bank", "saloon", "hotel"])
def test_six_kinds_of_buildings_can_be_attacked(tile):
    game = scene("A B", town={(2, 2): f"B {tile}", (3, 3): "house"})
    assert ("attack", (2, 2)) in game.options


@rule("CC-7.8")
@pytest.mark.parametrize("tile", ["church", "prison", "house", "mountain"])
def test_churches_prisons_houses_and_mountains_cannot(tile):
    game = scene("A B", town={(2, 2): f"B {tile}"})
    assert ("attack", (2, 2)) not in game.options
    assert (2, 2) not in game.options


@rule("CC-7.9")
@pytest.mark.parametrize("owner", ["A", "B", "C"])
def test_a_church_protects_every_building_beside_it_whoever_owns_it(owner):
    game = scene("A B C", town={(2, 2): f"{owner} church", (3, 3): "B ranch", (2, 4): "B ranch"}, turn="A")
    assert ("attack", (3, 3)) not in game.options
    assert ("attack", (2, 4)) in game.options           # two parcels away


@rule("CC-7.10", "CC-6.20")
def test_a_new_church_sends_attackers_home_at_once():
    """EX-23: B attacks A's saloon on (4, 4); D builds a church on (5, 5) in step 9. In the duel on build_5 B has his
    figure back and beats C, who passed first, by 1 + 1 + 2 to 1 + 2. A receives the whole income."""
    town = {(4, 4): "A saloon", (3, 4): "house", (5, 5): "D", (5, 4): "house"}
    game = scene("A B C D", town=town, centre=(5, 4), roads={"D": 2}, row="ranch mine bank church ranch ranch mine",
                 money={"A": 0, "B": 5, "C": 5, "D": 6}, cowboys=dict.fromkeys("ABCD", 0), guns={"B": 1, "C": 1},
                 figures={"B": [(4, 4), "build_5"], "C": ["build_5"], "D": ["build_6"]}, passed="C B A D", round=4)
    game.resolve(until="D construct").rolls("build_5", A=1, B=2, C=2).builds("D", (5, 5), house=(6, 5))
    assert game.stands("B") == ["build_5"]
    assert game["B"].cowboys == 1
    assert game.asked == "B construct"
    game.declines("B").on()
    assert game["A"].money == 5 * 2


@rule("CC-7.10")
def test_a_new_church_sends_the_defender_home_too():
    town = {(4, 4): "A saloon", (3, 4): "house", (5, 5): "C", (5, 4): "house"}
    game = scene("A B C", town=town, centre=(5, 4), row="ranch mine bank church ranch ranch mine", roads={"C": 2},
                 cowboys={"A": 0, "B": 0, "C": 0}, figures={"A": [(4, 4)], "B": [(4, 4)], "C": ["build_6"]},
                 passed="A B C", round=4).resolve(until="construct").builds("C", (5, 5), house=(6, 5))
    assert (game["A"].cowboys, game["B"].cowboys) == (1, 1)


@rule("CC-7.10", "CC-6.10")
def test_a_church_built_from_the_hand_in_step_13_cancels_too():
    """B's figure is back in time for gun_income: 1 figure and 1 revolver."""
    town = {(4, 4): "A saloon", (3, 4): "house", (5, 5): "C", (5, 4): "house"}
    game = scene("A B C", town=town, centre=(5, 4), kept={"C": "church"}, roads={"C": 2}, money=dict.fromkeys("ABC", 0),
                 cowboys=dict.fromkeys("ABC", 0), figures={"B": [(4, 4), "gun_income"]}, passed="A B C", round=4)
    game.resolve(until="kept").builds("C", (5, 5), house=(6, 5), tile="church").on()
    assert (game["B"].money, game["A"].money) == (2 * 2, 5 * 2)


@rule("CC-7.10")
def test_a_new_church_elsewhere_cancels_nothing():
    town = {(4, 4): "A hotel", (1, 1): "C", (2, 2): "house"}
    game = scene("A B C", town=town, centre=(2, 2), row="ranch mine bank church ranch ranch mine",
                 figures={"B": [(4, 4)], "C": ["build_6"]}, passed="A B C", round=4, money={"A": 0, "B": 0, "C": 6})
    game.resolve(until="construct").builds("C", (1, 1), house=(1, 2)).on()
    assert (game["A"].money, game["B"].money) == (3, 3)


# Resolving ------------------------------------------------------------------------------------------------------------

@rule("CC-7.11", "CC-7.12")
def test_a_lone_attacker_succeeds_without_a_duel():
    game = attack(guns={"A": 9, "B": 0}).resolve()
    assert (game["A"].money, game["B"].money) == (3, 3)
    assert [game.view["n"][p][1] for p in (0, 1)] == [0, 0]
    assert game["B"].cowboys == 0                       # his figure went to the reserve


@rule("CC-7.12")
def test_the_owner_gets_the_odd_dollar():
    """EX-07: a saloon that earns $25: owner $13, attacker $12."""
    town = {(2, 2): "A saloon", (1, 1): "house", (1, 2): "house", (1, 3): "house", (2, 1): "house", (3, 3): "house",
            (7, 7): "C hotel", (7, 5): "C hotel", (7, 3): "C hotel"}
    game = attack(town, "A B C").resolve()
    assert (game["A"].money, game["B"].money) == (13, 12)


@rule("CC-7.11", "CC-7.12")
def test_owner_and_attackers_fight_one_duel():
    """EX-22: A's bank earns $9; strengths A 8, B 10, C 9. B gets $4, A $5; B's figure is lost, the others come back."""
    town = {(2, 2): "A bank", (1, 1): "house", (1, 2): "house", (0, 7): "A mine"}
    game = attack(town, "A B C", guns={"A": 5, "B": 7, "C": 6}, figures={"A": [(2, 2)], "B": [(2, 2)], "C": [(2, 2)]})
    game.rolls((2, 2), A=3, B=3, C=3).resolve()
    assert (game["A"].money, game["B"].money, game["C"].money) == (5, 4, 0)
    assert [game[one].cowboys for one in "ABC"] == [1, 0, 1]


@rule("CC-7.12")
def test_a_defender_who_wins_keeps_everything_and_loses_his_figure():
    game = attack(figures={"A": [(2, 2)], "B": [(2, 2)]}).rolls((2, 2), A=6, B=1).resolve()
    assert (game["A"].money, game["B"].money) == (6, 0)
    assert (game["A"].cowboys, game["B"].cowboys) == (0, 1)


@rule("CC-7.11")
def test_attackers_without_a_defender_fight_each_other():
    """A-19"""
    game = attack(HOTEL, "A B C", figures={"B": [(2, 2)], "C": [(2, 2)]}).rolls((2, 2), A=1, B=2, C=5).resolve()
    assert (game["A"].money, game["B"].money, game["C"].money) == (3, 0, 3)
    assert (game["B"].cowboys, game["C"].cowboys) == (1, 0)


@rule("CC-7.11")
def test_d20_the_first_passer_names_the_next_attacked_building():
    town = {(2, 2): "A hotel", (5, 5): "A hotel", (0, 7): "B ranch"}
    game = attack(town, "A B C", figures={"B": [(2, 2)], "C": [(5, 5), (0, 7)]}, passed="C A B").resolve(
        until="attack_order")
    assert (game.who, game.options) == ("C", [(0, 7), (2, 2), (5, 5)])
    game.does("C", (5, 5)).performs("C")
    assert (game.who, game.options) == ("C", [(0, 7), (2, 2)])


@rule("CC-7.13")
def test_a_defender_whom_nobody_attacked_is_lost_before_points_for_guns():
    """vp_guns counts 1 gun and no figure."""
    game = attack(figures={"A": [(2, 2), "vp_guns"]}, guns={"A": 1, "B": 0}).resolve()
    assert (game["A"].money, game["A"].cowboys, game.earned("A", "guns")) == (6, 0, 0)


# The split ------------------------------------------------------------------------------------------------------------

@rule("CC-7.15")
def test_a_winning_attacker_may_leave_the_income():
    game = attack().resolve(until="perform")
    assert (game.who, game.options) == ("B", ["decline", "perform"])
    game.declines("B")
    assert (game["A"].money, game["B"].money, game["B"].cowboys) == (6, 0, 0)


def fifteen_dollar_saloon(**more):
    town = {(2, 2): "A saloon", (1, 1): "house", (1, 2): "house", (1, 3): "house", (7, 7): "B church"}
    return attack(town, cards="grocer banker", waits="A", **more)


@rule("CC-7.15", "CC-7.12")
def test_a_doubled_building_pays_its_income_to_owner_and_attacker():
    """EX-08: $15 each."""
    game = fifteen_dollar_saloon().resolve(until="double").does("A", "saloon")
    assert (game["A"].money, game["B"].money) == (15, 15)


@rule("CC-7.15")
def test_a_doubled_building_without_attack_pays_twice():
    """EX-08: $30."""
    game = fifteen_dollar_saloon(figures={}).resolve(until="double").does("A", "saloon")
    assert game["A"].money == 30


@rule("CC-7.15")
def test_bank_of_nine_dollars_doubled_or_not():
    """EX-47"""
    town = {(2, 2): "A bank", (1, 1): "house", (1, 2): "house", (0, 7): "A mine"}
    doubled = attack(town, cards="grocer banker", waits="A").resolve(until="double").does("A", "bank")
    assert (doubled["A"].money, doubled["B"].money) == (9, 9)
    plain = attack(town).resolve()
    assert (plain["A"].money, plain["B"].money) == (5, 4)


@rule("CC-7.15")
def test_d21_the_grocer_who_waited_takes_eight_dollars_or_doubles_a_kind_he_owns():
    """After the attacks (A-29): B has had his answer before."""
    town = {(2, 2): "A hotel", (5, 5): "A ranch", (0, 7): "B mine", (7, 7): "A church", (0, 0): "A prison"}
    game = attack(town, cards="grocer banker", waits="A").resolve(until="perform").performs("B")
    assert (game.asked, game.options) == ("A double", ["money", "ranch", "hotel"])
    game.does("A", "money")
    assert game["A"].money == 8 + 3 + 8                 # the ranch has eight empty parcels around


@rule("CC-7.15")
def test_the_grocer_doubles_all_own_buildings_of_the_kind_and_no_others():
    town = {(2, 2): "A hotel", (2, 6): "A hotel", (5, 5): "A ranch", (6, 1): "B hotel"}
    game = attack(town, cards="grocer banker", waits="A", figures={}).resolve(until="double").does("A", "hotel")
    assert (game["A"].money, game["B"].money) == (2 * 6 + 2 * 6 + 8, 6)


@rule("CC-7.15")
def test_a_grocer_without_buildings_can_only_take_the_money():
    game = attack({(2, 2): "B hotel"}, cards="grocer banker", waits="A", figures={}).resolve(until="double")
    assert game.options == ["money"]


@rule("CC-7.15", "CC-11.6")
def test_doubling_comes_after_the_limit_of_the_tile():
    """EX-37's bank: 3 x 8 = $24, limit $21, doubled $42."""
    town = {(3, 3): "A bank", (3, 2): "A hotel", (4, 4): "A church", (0, 0): "A mine", (0, 7): "A mine",
            (2, 2): "house", (2, 3): "house", (2, 4): "house"}
    game = attack(town, cards="grocer banker", waits="A", figures={}).resolve(until="double").does("A", "bank")
    assert game["A"].money == 42 + 6
