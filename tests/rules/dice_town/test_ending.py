"""Section 12: end of the game, scoring, ties."""
from fractions import Fraction

import pytest

import sim
from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import add_up, deal, lay_bandits, lay_cards, lay_land, scene

HALF = Fraction(1, 2)


@rule("DT-12.3")
def test_example_3_ranches():
    assert finished(ranches={0: 4}).outcome().columns["vp_ranches"][0] == 10


def finished(rules=None, mode="base_ext", players=3, **state):
    """A game that is over, with these things in front of A, B and C."""
    cash, nuggets = state.pop("cash", [8] * players), state.pop("nuggets", [20, 10, 10])
    rules = {**add_up(sum(cash), players, True), "mine_nuggets_ext": sum(nuggets), **(rules or {})}
    view = deal(players, mode, **rules).view
    setting = deal(players, mode, **rules).game.setting
    view |= {
        "bank": 0,
        "stagecoach": 0,
        "mine": 0,
        "round": 9,
        "phase": w.OVER,
        "step": w.ROUND_END,
        "stage": 0,
        "turn": 0,
    }
    view["head"]["to_move"] = -1
    view["sheriff"] = state.pop("sheriff", 0)
    view["cash"][:players], view["nuggets"][:players] = cash, nuggets
    view["commit"], view["roll"], view["roll_index"] = [0] * 6, 0, 0
    lay_cards(view, setting, state.pop("cards", {}), [])
    lay_land(view, setting, state.pop("claims", {}), {}, state.pop("ranches", {}), None, None, [])
    lay_bandits(view, setting, {}, [], state.pop("caught", {}))
    assert not state
    return sim.Game.from_view("dice_town", view, rules=rules, variants={"mode": mode})


@rule("DT-12.3", "DT-8.6")
def test_example_36_scoring():
    """Caught bandits of $5 and $3 here, so one dollar less in cash than in the specification's example."""
    game = finished(nuggets=[7, 10, 10], cash=[4, 8, 8], caught={0: [0, 1]}, claims={0: [5, 2]}, ranches={0: 2},
                    cards={0: ["horse", "dog", "mule", "cancel"]})
    columns = game.outcome().columns
    assert {name: columns[name][0] for name in columns if name.startswith("vp_")} == {
        "vp_nuggets": 7, "vp_money": 6, "vp_badge": 5, "vp_equipment": 8, "vp_mule": 4, "vp_dog": 4, "vp_claims": 7,
        "vp_ranches": 3}
    assert game.outcome().scores[0] == 44


@rule("DT-12.3", "DT-8.6")
def test_example_37_odd_dollars_add_up_first():
    game = finished(cash=[3, 8, 8], caught={0: [0]})
    assert game.outcome().columns["vp_money"][0] == 3
    paid = finished(rules={"dollars_per_vp": 5}, cash=[9, 8, 8], caught={0: [0]})
    assert paid.outcome().columns["vp_money"][0] == 2


@rule("DT-14.17")
def test_other_values():
    rules = {"nugget_vp": 2, "sheriff_vp": 9, "mule_vp_per_card": 3, "dog_vp_per_bandit": 5}
    columns = finished(rules, cards={0: ["mule", "dog"]}, caught={0: [0, 1]}).outcome().columns
    assert [columns[name][0] for name in ("vp_nuggets", "vp_badge", "vp_mule", "vp_dog")] == [40, 9, 6, 10]


@rule("DT-14.7")
@pytest.mark.parametrize(("table", "points"), [("triangular", 6), ("linear_2", 6), ("linear_3", 9)])
def test_other_ranch_tables(table, points):
    assert finished({"ranch_vp_table": table}, ranches={0: 3}).outcome().columns["vp_ranches"][0] == points


@rule("DT-12.1", "DT-12.2", "DT-12.7")
def test_example_38_end_check():
    """One land card left: it is taken, the Doctor still comes, then the game ends although the Mine has 12."""
    start = dict(mine=12, mode="base", row=[3], land_left=[])
    game = scene("A A A K K", "9 9 9 9 10", "9 9 9 A A", **start).until("remedy")
    assert game.asked == "C remedy" and game.row_values() == [] and game.land_left == 0
    game.until()
    assert game.asked == "over" and game.outcome().reason == "land_gone" and game.mine > 0


@rule("DT-14.12", "DT-12.2")
def test_the_deck_alone_may_end_the_game():
    hands = ("A K K Q Q", "9 9 9 9 10", "9 9 9 10 10")
    start = dict(mode="base", row=[1, 2, 3], land_left=[4], mine=30)
    assert scene(*hands, **start).until().asked != "over"
    assert scene(*hands, property_end="deck_empty", **start).until().outcome().reason == "land_gone"


@rule("DT-12.7")
def test_both_ends_at_once_are_reported():
    game = scene(
        "A A A K K", "9 9 9 9 10", "9 9 9 10 10", mine=3, nuggets=[9, 0, 9], mode="base", row=[3], land_left=[]
    ).until()
    assert game.outcome().reason == "mine_and_land"


@rule("DT-12.6")
def test_the_safety_stop():
    game = scene("A K K Q Q", "9 9 9 9 10", "9 9 9 10 10", mode="base", max_rounds=5, round=4).until()
    assert game.outcome().reason == "truncated" and game.outcome().rounds == 5


@rule("DT-12.4", "DT-12.5")
@pytest.mark.parametrize(("choice", "badge", "shares"), [
    ("shared", 2, [HALF, HALF, 0]), ("sheriff", 1, [0, 1, 0]), ("sheriff", 2, [HALF, HALF, 0]),
    ("most_nuggets", 2, [1, 0, 0]), ("most_money", 2, [0, 1, 0]), ("most_property", 2, [0, 1, 0]),
    ("sheriff_then_nuggets", 2, [1, 0, 0]), ("sheriff_then_nuggets", 1, [0, 1, 0])])
def test_example_43_who_wins_among_equals(choice, badge, shares):
    """A and B tie; A has more nuggets, B more money and land."""
    game = finished({"final_tiebreak": choice, "sheriff_vp": 0}, nuggets=[20, 14, 5], cash=[4, 10, 6], claims={1: [3]},
                    sheriff=badge)
    assert game.outcome().scores[:2] == [22, 22]
    assert game.outcome().win_shares == shares


@rule("DT-12.4")
def test_most_points_win():
    assert finished(nuggets=[10, 30, 10]).outcome().winners == [1]


@pytest.mark.parametrize("mode", ["base", "base_ext", "base_ext_ind"])
def test_example_42_money_and_gold_are_closed_systems(mode):
    n = 5 if mode == "base" else 6
    game = deal(n, mode, seed=4)
    total = 43 if mode == "base" else 53
    while game.game.to_move >= 0:
        legal = game.game.position.legal()
        game.game.position.apply(legal[(7 * len(legal)) // 11])
        view = game.view
        assert view["bank"] + view["stagecoach"] + sum(view["cash"]) == total
        assert view["mine"] + sum(view["nuggets"]) == (30 if mode == "base" else 40)
