"""Duels: strength, ties, several players, losers (CC-7.1..7.5, CC-7.7, CC-7.14)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import scene


def duel(players="A B", guns=None, cowboys=None, **more):
    """All on gambling, without guns and figures in supply unless told; the last one is about to pass."""
    nothing = dict.fromkeys(players.split(), 0)
    more = {"figures": {one: ["gambling"] for one in nothing}, "passed": players, "round": 4} | more
    return scene(players, guns=nothing | (guns or {}), cowboys=nothing | (cowboys or {}), **more)


@rule("CC-7.1")
def test_die_guns_and_figures_in_supply_add_up():
    """EX-19: A 2 revolvers, the three guns, 1 figure, rolls 2; B Mercenary, 1 revolver, 3 figures, rolls 1: 8 each, and
    B passed first."""
    game = scene("A B", cards="banker mercenary", guns={"A": 2, "B": 1}, cowboys={"A": 1, "B": 3},
                 figures={"A": ["ammunition", "gambling"], "B": ["gambling"]}, passed="B A").resolve(until="A perform")
    game.rolls("gambling", A=2, B=1).performs("A")
    assert (game.asked, game["A"].cowboys) == ("B perform", 2)


@rule("CC-7.1")
def test_one_point_more_beats_the_first_passer():
    """EX-19 with a 3 for A: 9 against 8."""
    game = scene("A B", cards="banker mercenary", guns={"A": 2, "B": 1}, cowboys={"A": 1, "B": 3},
                 figures={"A": ["ammunition", "gambling"], "B": ["gambling"]}, passed="B A").resolve(until="A perform")
    assert game.rolls("gambling", A=3, B=1).performs("A").asked == "A perform"


@rule("CC-7.1")
@pytest.mark.parametrize(("guns", "cowboys", "winner"), [(2, 0, "A"), (1, 1, "A"), (0, 2, "A"), (0, 1, "B"),
                                                         (1, 0, "B")])
def test_a_gun_is_worth_as_much_as_a_figure_in_supply(guns, cowboys, winner):
    """B rolls 4 and passed first; A rolls 3 and needs 2 more to be better."""
    game = duel(passed="B A", guns={"A": guns}, cowboys={"A": cowboys, "B": 0}).rolls("gambling", A=3, B=4)
    assert game.resolve(until="perform").who == winner


@rule("CC-7.1")
def test_figures_on_the_board_do_not_count():
    """A has three figures elsewhere on the board, B one in supply."""
    game = duel(figures={"A": ["gambling", "vp_guns", "vp_parcels", "gun_income"], "B": ["gambling"]},
                cowboys={"A": 0, "B": 1}).rolls("gambling", A=2, B=2)
    assert game.resolve(until="perform").who == "B"


@rule("CC-7.1", "CC-5.24")
def test_the_white_figure_in_supply_counts():
    game = duel(cards="sheriff banker", passed="B A").rolls("gambling", A=2, B=2)
    assert game.resolve(until="perform").who == "A"
    game = duel(cards="sheriff banker", passed="B A", white="vp_buy_5").rolls("gambling", A=2, B=2)
    assert game.resolve(until="perform").who == "B"


@rule("CC-7.2")
@pytest.mark.parametrize("passed", ["A B C", "C B A", "B A C"])
def test_a_tie_goes_to_the_tied_player_who_passed_first(passed):
    game = duel(players="A B C", passed=passed).rolls("gambling", A=5, B=5, C=5)
    assert game.resolve(until="perform").who == passed[0]


@rule("CC-7.2")
def test_only_the_best_are_tied():
    """A passed first but has less than B and C."""
    game = duel(players="A B C", passed="A C B").rolls("gambling", A=4, B=5, C=5)
    assert game.resolve(until="perform").who == "C"


@rule("CC-7.3", "CC-7.4")
def test_three_on_a_place_fight_one_duel():
    """EX-20: strengths 7, 9, 9, passing order C A B: C wins; A and B take their figures back, C's goes to the
    reserve."""
    game = duel(players="A B C", passed="C A B", guns={"A": 4, "B": 5, "C": 6}, cowboys={"A": 0, "B": 1, "C": 0})
    game.rolls("gambling", A=3, B=3, C=3).resolve(until="perform")
    assert game.who == "C"
    assert [game[one].cowboys for one in "ABC"] == [1, 2, 0]
    game.performs("C")
    assert game["C"].cowboys == 0
    assert game.stands("C") == []


@rule("CC-7.4", "CC-7.5")
def test_a_loser_is_stronger_by_his_figure_in_the_next_duel():
    """EX-20: A lost on gambling and meets B on gun_income, his figure against B's gun: A passed first and wins the tie
    of 1 + 3 and 1 + 3; without his figure he would lose."""
    game = duel(players="A B C", passed="C A B", guns={"B": 1, "C": 6}, figures={
        "A": ["gambling", "gun_income"], "B": ["gun_income"], "C": ["gambling"]})
    game.rolls("gambling", A=1, B=1, C=1).resolve(until="C perform")
    assert (game["A"].cowboys, game["B"].cowboys) == (1, 0)
    assert game.rolls("gun_income", A=3, B=3).performs("C").who == "A"
    game = duel(players="A B C", passed="C B A", guns={"C": 6}, figures={
        "A": ["gambling", "gun_income"], "B": ["gun_income"], "C": ["gambling"]})
    game.rolls("gambling", A=1, B=1, C=1).resolve(until="C perform")
    assert game.rolls("gun_income", A=3, B=3).performs("C").who == "A"          # 4 against 3, though B passed before


@rule("CC-7.4")
def test_a_loser_keeps_his_figure_for_later_rounds():
    """B lost with nothing in supply: 1 and 4 new ones; A won: only the 4 new ones."""
    game = duel(round=1, passed="A B").rolls("gambling", A=6, B=1).resolve()
    assert (game["A"].cowboys, game["B"].cowboys) == (4, 5)


@rule("CC-7.5")
def test_the_three_guns_won_this_round_count():
    game = duel(figures={"A": ["ammunition", "gambling"], "B": ["gambling"]}, passed="B A").resolve(until="A perform")
    assert game.rolls("gambling", A=1, B=3).performs("A").asked == "A perform"


@rule("CC-7.14")
def test_nobody_fights_on_wages_and_road():
    game = scene("A B", figures={"A": ["wages", "road"], "B": ["wages", "road"]}, passed="B A").resolve()
    assert [game.view["n"][p][1] for p in (0, 1)] == [0, 0]
    assert (game["A"].roads, game["B"].roads) == (2, 2)


@rule("CC-5.24")
def test_the_white_figure_never_fights():
    """It stands alone on build_5; nobody is asked but A."""
    game = duel(cards="sheriff banker", white="build_5", figures={"B": ["build_6"]}, passed="B A")
    game.resolve(until="A construct").keeps("A").on()
    assert [game.view["n"][p][1] for p in (0, 1)] == [0, 0]


@rule("CC-7.7")
def test_the_red_sheriff_gets_three_points_for_each_lost_duel():
    """EX-32: he loses a duel of three on ammunition and one of two on a parcel: 6 VP, both figures back."""
    game = scene("A B C", cards="sheriff banker grocer", red="sheriff", round=4, cowboys={"A": 0, "B": 5, "C": 5},
                 guns={"A": 0, "B": 6, "C": 9}, figures={"A": ["ammunition", (4, 4)], "B": ["ammunition", (4, 4)],
                                                         "C": ["ammunition"]}, passed="B C A").resolve()
    assert (game.earned("A", "sheriff"), game["A"].cowboys) == (6, 2)
    assert game.earned("B", "sheriff") == 0


@rule("CC-7.7")
def test_the_yellow_sheriff_gets_nothing_for_losing():
    game = duel(cards="sheriff banker", guns={"B": 9}).resolve()
    assert game.earned("A", "sheriff") == 0


@rule("CC-7.7")
def test_the_red_sheriff_gets_nothing_for_winning():
    game = duel(cards="sheriff banker", red="sheriff", guns={"A": 9}).resolve()
    assert game.earned("A", "sheriff") == 0
