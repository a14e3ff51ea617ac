"""The end of a round (CC-5.16..5.23) and of the game (section 12)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import LETTERS, scene

ROW = "ranch mine bank saloon hotel ranch mine"         # of EX-25


def ending(players="A B", **more):
    """Nobody has a figure on the board; the last one is about to pass."""
    return scene(players, **{"passed": players} | more)


# Round end ------------------------------------------------------------------------------------------------------------

@rule("CC-5.16")
@pytest.mark.parametrize(("money", "points"), [(3, [0, 3]), (11, [0, 3]), (12, [0, 3, 5]), (24, [0, 3, 5]),
                                               (25, [0, 3, 5, 7])])
def test_d23_the_red_banker_buys_what_he_can_pay_once(money, points):
    game = ending(red="banker", money={"A": money}).resolve(until="banker_vp")
    assert (game.who, game.options) == ("A", points)
    best = points[-1]
    game.does("A", best)
    assert (game.earned("A", "banker"), game["A"].money) == (best, money - {3: 3, 5: 12, 7: 25}[best])
    assert game.asked == "A character"


@rule("CC-5.16")
def test_the_red_banker_may_buy_nothing_and_without_three_dollars_is_not_asked():
    assert ending(red="banker", money={"A": 30}).resolve(until="banker_vp").does("A", 0)["A"].money == 30
    assert ending(red="banker", money={"A": 2}).resolve().asked == "A character"


@rule("CC-5.16", "CC-5.19")
def test_the_red_banker_buys_before_the_cash_limit():
    """EX-33: $90, 7 VP for $25, $65 left, limit 60: $5 for nothing, or $10 for a point."""
    game = ending(red="banker", money={"A": 90}).resolve(until="banker_vp").does("A", 7)
    assert (game.asked, game.options) == ("A hand_back", [5, 10, 20, 30, 40, 50, 60])
    assert game.does("A", 10).earned("A", "hand_back") == 1
    assert game["A"].money == 55


@rule("CC-5.16", "CC-5.19")
def test_the_red_settlers_money_comes_before_the_cash_limit():
    """Limit 20: $19 and two mountains make $21."""
    town = {(2, 2): "A mountain", (5, 5): "A mountain"}
    game = ending(cards="settler banker", red="settler", waits="A", town=town, money={"A": 19})
    assert game.resolve(until="hand_back").options == [1, 10, 20]


@rule("CC-5.17")
def test_the_round_marker_closes_the_purchase_space_for_two_dollars_after_round_one():
    """EX-13: played on from round 1 to round 2."""
    game = ending().resolve().takes("A", "banker").takes("B", "mercenary")
    assert "vp_buy_2" not in game.options
    assert {"vp_buy_3", "vp_buy_4", "vp_buy_5"} <= {*game.options}


@rule("CC-5.18")
@pytest.mark.parametrize(("round", "before", "after"), [(3, 7, 10), (1, 2, 6), (2, 1, 6), (3, 5, 10), (1, 9, 10),
                                                        (1, 0, 4), (2, 0, 5)])
def test_new_cowboys_never_more_than_ten(round, before, after):
    """EX-15 are the first two."""
    assert ending(round=round, cowboys={"A": before}).resolve()["A"].cowboys == after


@rule("CC-5.18")
def test_no_new_cowboys_after_round_four():
    assert ending(round=4, cowboys={"A": 2}).resolve()["A"].cowboys == 2


@rule("CC-5.19")
def test_who_holds_more_than_his_limit_hands_back_the_excess_or_more():
    """EX-14 and D24: limit 20, money $45; $24 would be too little."""
    game = ending(cards="mercenary banker", money={"A": 45}).resolve(until="hand_back")
    assert (game.who, game.options) == ("A", [25, 30, 40])


@rule("CC-5.19")
@pytest.mark.parametrize(("back", "points", "left"), [(25, 2, 20), (30, 3, 15), (40, 4, 5)])
def test_every_full_ten_dollars_handed_back_are_a_point(back, points, left):
    """EX-14"""
    game = ending(cards="mercenary banker", money={"A": 45}).resolve(until="hand_back").does("A", back)
    assert (game.earned("A", "hand_back"), game["A"].money) == (points, left)


@rule("CC-5.19")
def test_who_is_within_his_limit_hands_back_nothing():
    """EX-46 and D24: limit 30."""
    assert ending(cards="settler banker", money={"A": 30}).resolve().asked == "A character"
    game = ending(cards="settler banker", money={"A": 31}).resolve(until="hand_back")
    assert game.options == [1, 10, 20, 30]
    points = {back: ending(cards="settler banker", money={"A": 31}).resolve(until="hand_back").does("A", back)
              .earned("A", "hand_back") for back in game.options}
    assert points == {1: 0, 10: 1, 20: 2, 30: 3}


@rule("CC-5.19")
def test_the_cash_limit_holds_in_the_last_round_before_money_is_scored():
    """A-16: $40 and limit 20: $20 back for 2 VP, $20 left for 3 VP."""
    game = ending(cards="mercenary banker", round=4, money={"A": 40, "B": 0}).resolve(until="hand_back").does("A", 20)
    assert (game.earned("A", "hand_back"), game.earned("A", "money"), game["A"].vp) == (2, 3, 5)


@rule("CC-5.19")
@pytest.mark.parametrize(("card", "red", "limit"), [
    ("sheriff", "", 20), ("banker", "", 120), ("grocer", "", 60), ("coolie", "", 30), ("settler", "", 30),
    ("captain", "", 25), ("mercenary", "", 20), ("sheriff", "sheriff", 20), ("banker", "banker", 60),
    ("grocer", "grocer", 60), ("coolie", "coolie", 30), ("settler", "settler", 20), ("captain", "captain", 20),
    ("mercenary", "mercenary", 30)])
def test_the_limit_of_each_character(card, red, limit):
    other = "banker" if card != "banker" else "coolie"
    game = ending(cards=f"{card} {other}", red=red, money={"A": limit, "B": 0}).resolve(until="")
    assert game["A"].money == limit
    game = ending(cards=f"{card} {other}", red=red, money={"A": limit + 3, "B": 0}).resolve(until="hand_back")
    assert game.options[0] == 3


@rule("CC-5.20")
def test_the_row_slides_and_is_refilled_from_the_bag_cheapest_space_first():
    """EX-25: the tiles on 4, 8 and 10 are bought."""
    game = scene("A B", row=ROW, figures={"A": ["build_4", "build_8", "build_10"]}, money={"A": 22}, passed="B A")
    game.resolve(until="construct").keeps("A").keeps("A").bag_gives("church", "drugstore", "prison").keeps("A")
    assert game.row == ["ranch", "bank", "saloon", "mine", "church", "drugstore", "prison"]


@rule("CC-5.20")
def test_when_the_bag_is_empty_spaces_stay_empty():
    kept = ("ranch " * 4 + "mine " * 4 + "drugstore " * 4 + "bank " * 3 + "saloon " * 2 + "hotel " * 2 + "church " * 2
            + "prison " * 2)
    game = scene("A B", row=ROW, kept={"B": kept}, figures={"A": ["build_3"]}, passed="B A")
    game.resolve(until="construct").keeps("A")
    assert game.row == ["mine", "bank", "saloon", "hotel", "ranch", "mine", ""]


@rule("CC-5.20")
def test_the_row_is_not_refilled_after_round_four():
    game = scene("A B", row=ROW, round=4, figures={"A": ["build_3"]}, passed="B A").resolve()
    assert game.row == ["", *ROW.split()[1:]]


@rule("CC-5.21")
def test_cards_white_figure_and_three_guns_go_back():
    game = scene("A B", cards="sheriff mercenary", figures={"B": ["ammunition"]}, passed="B A").resolve()
    assert game.white == "card"
    assert game.view["three_guns"] == -1
    assert len(game.options) == 7
    game.takes("B", "banker").takes("A", "coolie")
    duel = game.place("B", "vp_guns").resolve()                 # 6 cowboys in supply, 1 revolver, no other guns
    assert duel.earned("B", "guns") == (6 + 1) // 2


@rule("CC-5.22", "CC-12.1")
def test_the_game_ends_after_round_four():
    assert ending(round=3).resolve().asked == "A character"
    assert ending(round=4).resolve().asked == "over"


@rule("CC-5.23")
def test_money_is_handed_back_in_passing_order_after_the_bankers_purchase():
    game = ending("A B C", cards="banker mercenary captain", red="banker", money={"A": 70, "B": 50, "C": 50},
                  passed="C B A").resolve(until="banker_vp")
    asked = []
    while game.question != "character":
        asked.append(game.asked)
        game.does(game.who, game.options[0])
    assert asked == ["A banker_vp", "C hand_back", "B hand_back", "A hand_back"]


# Final scoring --------------------------------------------------------------------------------------------------------

@rule("CC-12.1", "CC-12.2", "CC-12.3")
def test_two_points_for_each_tile_and_one_for_each_six_dollars():
    """EX-29: 38 VP; 3 buildings, 2 houses, 2 mountains, 2 empty parcels; a kept tile; $17: 38 + 14 + 2 = 54."""
    town = {(0, 0): "A church", (0, 2): "A prison", (0, 4): "A prison", (2, 0): "A house", (2, 2): "A house",
            (4, 0): "A mountain", (4, 2): "A mountain", (6, 0): "A", (6, 2): "A"}
    game = ending(round=4, town=town, vp={"A": 38}, kept={"A": "mine"}, money={"A": 17}).resolve()
    assert game["A"].kept == ["mine"]
    assert game.game.outcome().scores[0] == 54


@rule("CC-12.1")
@pytest.mark.parametrize("tile", ["ranch", "mine", "drugstore", "bank", "saloon", "hotel", "church", "prison", "house",
                                  "mountain"])
def test_every_kind_of_tile_scores_two(tile):
    game = ending(round=4, town={(7, 7): f"A {tile}"}, money={"A": 0}).resolve()
    assert game.earned("A", "tiles") == 2


@rule("CC-12.2")
@pytest.mark.parametrize(("money", "points"), [(5, 0), (6, 1), (17, 2), (18, 3)])
def test_money_scores_by_full_six_dollars(money, points):
    assert ending(round=4, money={"A": money}).resolve().earned("A", "money") == points


@rule("CC-12.5", "CC-12.6")
def test_a_tie_goes_to_the_first_passer_of_round_four():
    """EX-30: A and B 54 each, passing order C B A."""
    game = ending("A B C", round=4, vp={"A": 54, "B": 54, "C": 17}, money=dict.fromkeys("ABC", 0), passed="C B A")
    outcome = game.resolve().game.outcome()
    assert outcome.places == [2, 1, 3]
    assert [LETTERS[seat] for seat in outcome.winners] == ["B"]
    assert outcome.tie_level == 1


@rule("CC-12.5")
def test_most_points_win():
    game = ending("A B C", round=4, vp={"A": 10, "B": 12, "C": 11}, money=dict.fromkeys("ABC", 0)).resolve()
    assert (game.game.outcome().places, game.game.outcome().tie_level) == ([3, 1, 2], 0)


@rule("CC-12.6")
def test_lower_places_are_found_by_the_same_comparison():
    game = ending("A B C D", round=4, vp={"A": 5, "B": 9, "C": 5, "D": 5}, money=dict.fromkeys("ABCD", 0),
                  passed="D A B C").resolve()
    assert game.game.outcome().places == [3, 1, 4, 2]


@rule("CC-12.4")
def test_without_kit_carson_there_is_no_bonus_for_passing_early():
    game = ending(round=4, money={"A": 0, "B": 0}).resolve()
    assert (game["A"].vp, game["B"].vp) == (0, 0)
