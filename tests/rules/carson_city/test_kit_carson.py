"""The variant Kit Carson: all place at once, by a clock for each player (section 8)."""
from collections import Counter

import pytest

from sim.carson_city import words as w
from tests.rules import rule
from tests.rules.carson_city.scene import LETTERS, SPACES, code_of, scene

OFTEN = 3000


def carson(players="A B", **more):
    return scene(players, kit_carson=True, **more)


def opened(players="A B", **more):
    """A has placed his first figure, on wages."""
    return carson(players, **more).place("A", "wages")


def let_ring(game, who):
    """All others wait until this player's clock rings."""
    while game.who != who:
        game.does(game.who, "wait")
    return game


def places_of(options):
    return [option for option in options if option != "pass" and option != "wait" and option[0] != "lift"]


@rule("CC-8.1", "CC-8.10")
def test_the_first_player_opens_with_a_figure():
    """He can neither finish nor wait, and has nothing to move."""
    game = carson("A B C", cards="banker mercenary sheriff")
    assert game.who == "C"                              # the Sheriff has the lowest number
    assert not {"pass", "wait"} & {*game.options}
    assert set(SPACES) <= {*game.options}


@rule("CC-8.1", "CC-8.4")
def test_d25_then_whoever_rings_places_moves_waits_or_finishes():
    game = let_ring(opened("A B", town={(2, 2): "A ranch", (5, 5): "B mine"}), "A")
    base = scene("A B", town={(2, 2): "A ranch", (5, 5): "B mine"}, figures={"A": ["wages"]}, cowboys={"A": 2})
    assert {*game.options} == {*base.options, ("lift", "wages"), "wait"}


@rule("CC-8.1", "CC-8.7", "CC-8.4")
def test_placed_figures_may_be_moved_freely():
    game = let_ring(carson("A B").place("A", "gambling"), "A").does("A", ("lift", "gambling"))
    assert game.asked == "A move"
    assert "gambling" not in game.options
    game.does("A", (4, 4))
    assert (game.stands("A"), game["A"].cowboys) == ([(4, 4)], 2)
    assert "gambling" in let_ring(game, "A").options


@rule("CC-8.1")
def test_who_has_finished_neither_places_nor_moves():
    game = let_ring(opened("A B C"), "B").does("B", "pass")
    assert game.passing_order == "B"
    rung = Counter()
    while game.question == "place" and sum(rung.values()) < 12:
        rung[game.who] += 1
        game.does(game.who, "wait" if "wait" in game.options else "pass")
    assert rung["B"] == 0


@rule("CC-8.3", "CC-12.4")
def test_a_point_for_each_player_who_finished_later_in_the_last_round():
    """EX-31: finishing order C A D B."""
    game = carson("A B C D", round=4, passed="C A D B", money=dict.fromkeys("ABCD", 0)).resolve()
    assert [game.earned(one, "kit_carson") for one in "ABCD"] == [2, 0, 3, 1]
    assert [game[one].vp for one in "ABCD"] == [2, 0, 3, 1]


@rule("CC-8.3")
def test_earlier_rounds_give_no_bonus():
    game = carson("A B C D", round=3, passed="C A D B").resolve()
    assert [game[one].vp for one in "ABCD"] == [0, 0, 0, 0]


@rule("CC-8.4")
@pytest.mark.parametrize(("speed", "share"), [(1.0, 1 / 3), (2.0, 1 / 2), (10.0, 5 / 6)])
def test_the_next_to_ring_is_as_likely_as_his_clock_is_fast(speed, share):
    """B's speed against 1 of A and C: speed / (speed + 2) of the rings after the opening; 4 standard errors."""
    game = carson("A B C", rules={"kc_speed_2": speed})
    wages, hits = code_of(w.ACT_SPACE, w.WAGES), 0
    for key in range(OFTEN):
        position = game.again(key)
        position.apply(wages)
        hits += position.to_move == 1
    assert abs(hits / OFTEN - share) < 4 * (share * (1 - share) / OFTEN) ** 0.5


@rule("CC-8.4")
def test_legality_is_that_of_the_board_at_that_instant():
    """A's white figure stands on build_5: closed to B, until it moves away (CC-8.7)."""
    game = carson("A B", cards="sheriff banker").does("A", ("white", "build_5"))
    assert "build_5" not in let_ring(game, "B").options


@rule("CC-8.7")
def test_a_sheriff_who_leaves_opens_the_place_again():
    game = carson("A B", cards="sheriff banker").does("A", ("white", "build_5"))
    let_ring(game, "A").does("A", ("lift white", "build_5")).does("A", ("white", "gambling"))
    options = let_ring(game, "B").options
    assert "build_5" in options
    assert "gambling" not in options


def rings_until_only_finishing(game, who):
    """How often a player rings with something else to do than finish."""
    n = 0
    while "wait" in let_ring_or_finish(game, who).options and n < 50:
        game.does(who, "wait")
        n += 1
    return n


def let_ring_or_finish(game, who):
    while game.who != who:
        game.does(game.who, "wait" if "wait" in game.options else "pass")
    return game


@rule("CC-8.5", "CC-8.10")
@pytest.mark.parametrize("extra", [0, 2, 6])
def test_a_budget_of_figures_and_some_actions_more(extra):
    """3 figures: B has 3 + extra rings, A one less after his opening; then only finishing is left."""
    rules = {"kc_extra_actions": extra}
    assert rings_until_only_finishing(carson("A B", starts="characters", rules=rules).takes("A", "banker")
                                      .takes("B", "grocer").does("B", "money").place("A", "wages"), "B") == 3 + extra
    assert rings_until_only_finishing(carson("A B", starts="characters", rules=rules).takes("A", "banker")
                                      .takes("B", "grocer").does("B", "money").place("A", "wages"), "A") == 2 + extra


@rule("CC-8.5")
def test_who_has_used_up_his_budget_must_finish():
    game = carson("A B", figures={"A": ["wages"]}, rings={"A": 0, "B": 5}, turn="A")
    assert game.options == ["pass"]


@rule("CC-8.10", "CC-8.8")
def test_a_move_uses_one_ring():
    """With no extra action and 3 figures: placed, moved, placed; the third figure stays in the supply."""
    game = carson("A B", starts="characters", rules={"kc_extra_actions": 0})
    game.takes("A", "banker").takes("B", "mercenary").place("A", "gambling")
    let_ring(game, "A").does("A", ("lift", "gambling")).does("A", "roads")
    let_ring_or_finish(game, "A").does("A", "wages")
    assert let_ring_or_finish(game, "A").options == ["pass"]
    assert game["A"].cowboys == 1


@rule("CC-8.6")
def test_a_stale_ring_decides_on_the_board_of_the_ring_before():
    """B has gone to gambling since A last looked: A's white figure seems welcome there, but it turns into waiting."""
    game = carson("A B", cards="sheriff banker", rules={"kc_stale_view_prob": 1.0}).place("A", "wages")
    let_ring(game, "B").place("B", "gambling")
    let_ring(game, "A")
    assert ("white", "gambling") in game.options
    game.does("A", ("white", "gambling"))
    assert game.white == "A"
    assert game.stands("B") == ["gambling"]


@rule("CC-8.6")
def test_by_default_everybody_sees_the_board_as_it_is():
    game = let_ring(carson("A B", cards="sheriff banker").place("A", "wages"), "B").place("B", "gambling")
    assert ("white", "gambling") not in let_ring(game, "A").options


@rule("CC-8.6")
def test_a_stale_move_that_has_become_illegal_leaves_the_figure_where_it_was():
    """A looks, B goes to gambling, A moves his white figure there in vain."""
    game = carson("A B", cards="sheriff banker", rules={"kc_stale_view_prob": 1.0}).does("A", ("white", "roads"))
    let_ring(game, "B").place("B", "gambling")
    let_ring(game, "A").does("A", ("lift white", "roads")).does("A", ("white", "gambling"))
    assert game.white == "roads"


@rule("CC-8.6", "CC-8.10")
@pytest.mark.parametrize("stood", ["wages", "roads", (4, 4)])
def test_a_red_sheriff_who_moves_to_where_somebody_has_come_stays_where_he_was(stood):
    """He may not challenge B on gambling, but saw it empty. The ring is used up all the same."""
    game = carson("A B", cards="sheriff banker", red="sheriff", rules={"kc_stale_view_prob": 1.0}).place("A", stood)
    let_ring(game, "B").place("B", "gambling")
    rings = let_ring(game, "A").view["rings"][0]
    game.does("A", ("lift", stood)).does("A", "gambling")
    assert (game.stands("A"), game["A"].cowboys, game.view["rings"][0]) == ([stood], 2, rings - 1)


def finishing_orders(often, **rules):
    """All place on wages while they have figures and then finish, with other luck each time."""
    game = carson("A B C", rules=rules)
    wages, finish = code_of(w.ACT_SPACE, w.WAGES), code_of(w.ACT_PASS)
    orders = Counter()
    for key in range(often):
        position = game.again(key)
        left = [3, 3, 3]
        order = ""
        while len(order) < 3:
            seat = position.to_move
            if left[seat]:
                left[seat] -= 1
                position.apply(wages)
            else:
                order += LETTERS[seat]
                position.apply(finish)
        orders[order] += 1
    return orders


@rule("CC-8.8")
def test_with_equal_clocks_all_but_the_opener_finish_alike():
    """B and C have the same distribution of finishing places; 4 standard errors of the difference."""
    orders = finishing_orders(OFTEN)
    for place in range(3):
        b = sum(n for order, n in orders.items() if order[place] == "B")
        c = sum(n for order, n in orders.items() if order[place] == "C")
        assert abs(b - c) < 4 * (b + c) ** 0.5


@rule("CC-8.8")
def test_a_faster_clock_brings_haste_but_no_extra_figures():
    slow = finishing_orders(600)
    fast = finishing_orders(600, kc_speed_3=5.0)

    def c_first(orders):
        return sum(n for order, n in orders.items() if order[0] == "C") / 600

    assert c_first(fast) > 0.8 > 0.5 > c_first(slow)
    game = carson("A B C", starts="characters", rules={"kc_speed_3": 10.0})
    game.takes("A", "banker").takes("B", "mercenary").takes("C", "coolie")
    assert [game[one].cowboys for one in "ABC"] == [3, 3, 3]
    assert game.view["rings"][:3] == [9, 9, 9]


@rule("CC-8.9")
def test_the_finishing_order_decides_ties_and_who_chooses_first():
    game = carson("A B", figures={"A": ["gambling"], "B": ["gambling"]}, passed="B A").rolls("gambling", A=3, B=3)
    assert game.resolve(until="perform").who == "B"
    assert game.on().asked == "B character"


@rule("CC-8.9", "CC-7.6")
def test_both_variants_can_be_played_together():
    """A duel with tokens after a simultaneous placement; the first to finish wins the tie."""
    game = carson("A B", figures={"A": ["gambling"], "B": ["gambling"]}, passed="B A", might_is_right=True,
                  hands={"A": [2, 3], "B": [2, 3]}).resolve(until="token").does("B", 3).does("A", 3)
    assert game.asked == "B perform"
