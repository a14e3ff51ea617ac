"""Phase 3: the steps of the track, parcels, money and points (CC-5.13..5.15, CC-5.24, CC-5.25, section 6)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import scene


def alone(where, *, last=True, **more):
    """A alone on a place (or several), B passed first; in round 4, so that nothing is refilled afterwards."""
    places = where if isinstance(where, list) else [where]
    return scene("A B", figures={"A": places}, passed="B A", **({"round": 4} if last else {}) | more)


# The order of the steps -----------------------------------------------------------------------------------------------

@rule("CC-5.13", "CC-6.19")
def test_the_track_is_resolved_in_its_order():
    """One figure on every space; wages and road ask nobody."""
    places = ["ammunition", "roads", "build_3", "build_4", "build_5", "build_6", "build_8", "build_10", "build_12"]
    later = ["parcel_income", "gambling", "gun_income", "vp_parcels", "vp_buildings", "vp_guns", "vp_buy_2", "vp_buy_3",
             "vp_buy_4", "vp_buy_5"]
    game = scene("A B", figures={"A": ["wages", *places], "B": ["road", (4, 4), *later]},
                 money={"A": 60, "B": 60}, cowboys={"A": 0, "B": 0}, cards="mercenary banker", passed="A B",
                 rules={"cowboy_max": 14}).finish_placement()
    seen = []
    while game.question != "character":
        view = game.view
        if game.question != "hand_back":
            seen.append((view["step"], game.question))
        game.does(game.who, {"perform": "perform", "buy_parcel": (4, 4), "construct": "decline"}.get(
            game.question, game.options[0]))
    assert seen == [(2, "perform"), (4, "perform"), (5, "buy_parcel"), *((step, "construct") for step in range(6, 13)),
                    *((step, "perform") for step in (14, 15, 16, 18, 19, 20)),
                    *((step, "buy_vp") for step in range(21, 25))]


@rule("CC-5.13", "CC-6.19")
def test_wages_come_first():
    """$3 and one day's wages of $4 pay for the parcel of $7: the order is wages, then parcels."""
    town = {(r, c): "mountain" for r in (0, 1, 2) for c in (0, 1)}
    game = alone(["wages", (1, 1)], town=town, money={"A": 3}).resolve(until="buy_parcel").does("A", (1, 1))
    assert game["A"].money == 0


@rule("CC-5.13", "CC-6.19")
def test_the_dearest_building_space_comes_first():
    """A-1: B has $12 and takes the tile for $12; nothing is left for the one for $3."""
    game = scene("A B", figures={"B": ["build_3", "build_12"]}, money={"B": 12}, passed="A B")
    game.resolve(until="construct").keeps("B")
    assert (game["B"].kept, game["B"].money) == (["mine"], 0)


@rule("CC-5.13", "CC-6.19")
def test_the_dearest_purchase_space_comes_first():
    """A-2: on $5 and $2, the first question is about $5."""
    game = alone(["vp_buy_2", "vp_buy_5"], last=False, money={"A": 20}).resolve(until="buy_vp")
    assert game.options == [0, 1, 2, 3, 4]
    game.does("A", 1)
    assert game.options == [0, 1, 2, 3, 4, 5, 6, 7]


# Performing and declining ---------------------------------------------------------------------------------------------

@rule("CC-5.14")
def test_the_figure_that_performs_goes_to_the_reserve():
    game = alone("gambling", cowboys={"A": 2}).gambles(3, 5).resolve()
    assert (game["A"].cowboys, game.stands("A")) == (2, [])


@rule("CC-5.14")
def test_on_a_space_with_several_one_duel_decides_and_losers_get_their_figure_back():
    game = scene("A B", round=4, figures={"A": ["roads"], "B": ["roads"]}, cowboys={"A": 2, "B": 2}, passed="B A")
    game.rolls("roads", A=6, B=1).resolve(until="perform")
    assert (game.who, game["B"].cowboys, game["A"].cowboys) == ("A", 3, 2)
    game.performs("A")
    assert (game["A"].cowboys, game["A"].roads) == (2, 4)


@rule("CC-5.15")
@pytest.mark.parametrize("where", ["ammunition", "roads", "parcel_income", "gambling", "gun_income", "vp_parcels",
                                   "vp_buildings", "vp_guns"])
def test_d11_a_lone_action_may_be_performed_or_declined(where):
    """Declining gains nothing, and the figure is lost all the same."""
    game = alone(where, town={(0, 0): "A ranch", (0, 2): "A"}, money={"A": 0}, cowboys={"A": 2})
    assert game.resolve(until="perform").options == ["decline", "perform"]
    game.declines("A")
    assert (game["A"].money, game["A"].roads, game["A"].cowboys) == (3, 1, 2)      # the ranch earns $3
    assert game["A"].vp == 2                                                       # and is a tile at the end


@rule("CC-5.15", "CC-6.18")
def test_who_cannot_pay_declines_without_a_question():
    """EX-40: $11 for build_12. The tile stays and slides down."""
    game = scene("A B", figures={"A": ["build_12", "build_3"]}, cowboys={"A": 0}, money={"A": 11}, passed="B A",
                 row="ranch mine bank saloon hotel ranch church")
    game.resolve(until="construct")
    assert game.view["place"] == 4                                                 # the question is about build_3
    game.keeps("A").on()
    assert game.row[:6] == ["mine", "bank", "saloon", "hotel", "ranch", "church"]
    assert game["A"].cowboys == 4                                                  # new ones only


@rule("CC-6.18")
def test_a_purchase_space_without_the_price_of_one_point_asks_nothing():
    assert alone("vp_buy_5", money={"A": 4}).finish_placement().asked == "over"


@rule("CC-5.25")
def test_a_duel_is_fought_even_if_nobody_could_pay():
    game = scene("A B", round=4, figures={"A": ["build_12"], "B": ["build_12"]}, money={"A": 0, "B": 0},
                 cowboys={"A": 2, "B": 2}, passed="B A").rolls("build_12", A=1, B=6).resolve()
    assert (game["A"].cowboys, game["B"].cowboys) == (3, 2)                        # A lost and took his figure back


@rule("CC-5.25")
def test_no_figure_is_left_on_the_board_at_the_end_of_the_round():
    places = {"A": ["wages", "ammunition", "build_5", (4, 4), "gambling", "vp_buy_2", (2, 2)],
              "B": ["road", "ammunition", "build_5", (4, 4), "gambling", "vp_buy_2", (2, 2)]}
    game = scene("A B", town={(2, 2): "A mine"}, figures=places, passed="B A").resolve()
    assert (game.stands("A"), game.stands("B")) == ([], [])


# The white figure -----------------------------------------------------------------------------------------------------

@rule("CC-5.24")
def test_the_white_figure_earns_wages_and_a_road_like_any_other():
    game = scene("A B", cards="sheriff banker", white="wages", money={"A": 0}, passed="B A").resolve()
    assert game["A"].money == 4
    game = scene("A B", cards="sheriff banker", white="road", passed="B A").resolve()
    assert game["A"].roads == 2


@rule("CC-5.24")
def test_the_white_figure_buys_a_parcel_and_goes_back_to_its_card():
    game = scene("A B", cards="sheriff banker", white=(4, 4), figures={"A": ["gambling"]}, passed="B A")
    game.resolve(until="buy_parcel").does("A", (4, 4))
    assert (game.owner((4, 4)), game.white, game["A"].cowboys) == ("A", "card", 3)


@rule("CC-5.24")
def test_the_white_figure_buys_a_tile_and_is_out_of_play_at_once():
    """On gun_income A then counts 3 cowboys and 1 gun, not the white figure."""
    game = scene("A B", cards="sheriff banker", white="build_3", figures={"A": ["gun_income"]}, money={"A": 3},
                 passed="B A").resolve(until="construct").keeps("A").on()
    assert game["A"].money == 2 * (3 + 1)


@rule("CC-5.24", "CC-7.1")
def test_the_unplaced_white_figure_counts_like_a_cowboy():
    """gun_income: 2 cowboys, the white figure, 1 gun; vp_guns: 4 // 2."""
    game = scene("A B", cards="sheriff banker", round=4, cowboys={"A": 2}, money={"A": 0},
                 figures={"A": ["gun_income", "vp_guns"]}, passed="B A").resolve()
    assert (game["A"].money, game.earned("A", "guns")) == (2 * 4, 2)


@rule("CC-5.24", "CC-5.21")
def test_the_unplaced_white_figure_goes_back_at_the_end_of_the_round():
    assert scene("A B", cards="sheriff banker", passed="B A").resolve().white == "card"


# Steps 1 to 4 ---------------------------------------------------------------------------------------------------------

@rule("CC-7.14", "CC-5.13")
def test_wages_pay_four_dollars_for_each_cowboy_and_nobody_fights():
    game = scene("A B", figures={"A": ["wages"] * 3, "B": ["wages"]}, money={"A": 0, "B": 0}, passed="B A").resolve()
    assert (game["A"].money, game["B"].money) == (12, 4)
    assert [game.view["n"][p][1] for p in (0, 1)] == [0, 0]                        # duels fought


@rule("CC-7.14", "CC-5.13")
def test_road_gives_a_piece_for_each_cowboy_and_nobody_fights():
    game = scene("A B", figures={"A": ["road"] * 3, "B": ["road"]}, passed="B A").resolve()
    assert (game["A"].roads, game["B"].roads) == (4, 2)


@rule("CC-6.11")
def test_scarce_roads_are_served_in_passing_order():
    """Four pieces are left: B, who passed first, gets 3, A the last one of his 3."""
    game = scene("A B", figures={"A": ["road"] * 3, "B": ["road"] * 3}, roads={"A": 7, "B": 7}, roads_left=4,
                 passed="B A").resolve()
    assert (game["A"].roads, game["B"].roads) == (8, 10)


@rule("CC-6.11")
def test_roads_and_the_coolie_give_what_is_left():
    game = scene("A B", figures={"A": ["roads"]}, roads={"A": 7, "B": 7}, roads_left=2, passed="B A").resolve()
    assert game["A"].roads == 9
    game = scene("A B", starts="characters", roads={"A": 7, "B": 8}, roads_left=1).takes("A", "coolie")
    assert game["A"].roads == 8


@rule("CC-5.13")
def test_roads_give_three_pieces():
    assert alone("roads").resolve()["A"].roads == 4


@rule("CC-5.13", "CC-5.21", "CC-10.1")
def test_ammunition_gives_three_guns_until_the_round_ends():
    """gun_income counts them: 3 cowboys, 1 revolver, 3 guns."""
    game = scene("A B", figures={"A": ["ammunition", "gun_income"]}, money={"A": 0}, passed="B A").resolve()
    assert game["A"].money == 2 * (3 + 1 + 3)
    assert (game["A"].guns, game.view["three_guns"]) == (1, -1)


# Step 5: parcels ------------------------------------------------------------------------------------------------------

@rule("CC-6.2")
def test_a_parcel_costs_a_dollar_and_one_for_each_tile_on_and_around_it():
    """EX-02"""
    town = {(4, 4): "house", (4, 5): "house", (4, 6): "B saloon", (5, 6): "B saloon", (6, 5): "mountain"}
    game = alone((5, 5), town=town).resolve(until="buy_parcel").does("A", (5, 5))
    assert game["A"].money == 15 - 6


@rule("CC-6.2")
def test_the_cheapest_parcel_costs_one_dollar_and_the_dearest_ten():
    """EX-03"""
    game = alone((0, 0)).resolve(until="buy_parcel").does("A", (0, 0))
    assert game["A"].money == 14
    town = {(2, 2): "mountain", (2, 3): "B ranch", (2, 4): "B mine", (3, 2): "house", (3, 3): "house", (3, 4): "B bank",
            (4, 2): "mountain", (4, 3): "B mountain", (4, 4): "B ranch"}
    game = alone((3, 3), town=town, centre=(3, 3)).resolve(until="buy_parcel").does("A", (3, 3))
    assert game["A"].money == 15 - 10


@rule("CC-6.2")
def test_property_alone_does_not_raise_the_price():
    game = alone((3, 3), town={(2, 2): "B", (2, 3): "B", (4, 4): "A"}).resolve(until="buy_parcel").does("A", (3, 3))
    assert game["A"].money == 14


@rule("CC-6.3")
def test_the_buyer_owns_the_parcel_with_whatever_stands_there():
    game = alone((3, 3), town={(3, 3): "mountain"}).resolve(until="buy_parcel").does("A", (3, 3))
    assert (game.owner((3, 3)), game.tile((3, 3)), game["A"].money) == ("A", "mountain", 13)


@rule("CC-6.3", "CC-6.18")
def test_who_has_twelve_parcels_buys_no_more():
    land = {(r, c): "A" for r in (0, 1) for c in range(6)}
    game = alone((7, 7), town=land).resolve()
    assert (game.asked, game["A"].money, len(game["A"].parcels)) == ("over", 15, 12)


@rule("CC-6.18")
def test_a_parcel_that_is_too_dear_is_not_offered():
    """$2: (0, 0) costs $1; (3, 3) with three mountains beside it costs $4."""
    town = {(2, 2): "mountain", (2, 3): "mountain", (2, 4): "mountain"}
    game = alone([(0, 0), (3, 3)], town=town, money={"A": 2}).resolve(until="buy_parcel")
    assert game.options == [(0, 0), "none"]


def three_claims(**more):
    """A, B and C, passing order C B A. (1, 1) and (4, 4) are contested, each of (6, 6) A, (6, 1) A, (1, 6) B is not."""
    return scene("A B C", figures={"A": [(1, 1), (4, 4), (6, 6), (6, 1)], "B": [(1, 1), (1, 6)], "C": [(4, 4)]},
                 passed="C B A", **more)


@rule("CC-6.4")
def test_d10_the_first_passer_chooses_the_next_parcel_duel():
    game = three_claims().resolve(until="duel_order")
    assert (game.who, game.options) == ("C", [(1, 1), (4, 4)])


@rule("CC-6.4", "CC-6.20")
def test_the_winner_buys_before_the_next_duel():
    game = three_claims().resolve(until="duel_order").rolls((4, 4), A=6, B=1, C=1).does("C", (4, 4))
    assert (game.asked, game.options) == ("A perform", ["decline", "perform"])
    game.performs("A")
    assert (game.owner((4, 4)), game["C"].cowboys) == ("A", 4)


@rule("CC-6.4")
def test_d12_then_the_uncontested_parcels_in_passing_order_each_in_his_own_sequence():
    game = three_claims().resolve(until="buy_parcel")
    assert (game.who, game.options) == ("B", [(1, 6), "none"])
    game.does("B", (1, 6))
    assert (game.who, game.options) == ("A", [(6, 1), (6, 6), "none"])
    game.does("A", (6, 6))
    assert (game.who, game.options) == ("A", [(6, 1), "none"])
    game.does("A", "none")
    assert (game.owner((6, 6)), game.owner((6, 1))) == ("A", "nobody")


# Steps 14 to 16 and 18 to 24 ------------------------------------------------------------------------------------------

@rule("CC-5.13")
def test_gambling_pays_the_sum_of_two_dice():
    """EX-09"""
    game = alone("gambling", money={"A": 0}).resolve(until="perform").gambles(3, 5).performs("A")
    assert game["A"].money == 8


@rule("CC-6.1", "CC-10.1")
def test_the_acting_figure_is_not_counted():
    """EX-21: 4 cowboys in supply, 3 revolvers and the three-gun token: $20, and 5 VP in the same state."""
    game = alone(["ammunition", "gun_income", "vp_guns"], cowboys={"A": 4}, guns={"A": 3}, money={"A": 0}).resolve()
    assert (game["A"].money, game.earned("A", "guns")) == (20, 5)


@rule("CC-5.13")
def test_points_and_dollars_for_parcels_and_points_for_buildings():
    """EX-39: 7 parcels with 4 buildings, 1 house and 1 mountain: $14, 3 VP, 4 VP."""
    town = {(0, 0): "A church", (0, 2): "A church", (0, 4): "A prison", (0, 6): "A prison", (2, 0): "A house",
            (2, 2): "A mountain", (2, 4): "A"}
    game = alone(["parcel_income", "vp_parcels", "vp_buildings"], town=town, money={"A": 0}).resolve()
    assert game["A"].money == 14
    assert (game.earned("A", "parcels"), game.earned("A", "buildings")) == (3, 4)


@rule("CC-5.13")
def test_cowboys_and_guns_are_one_pool():
    """EX-42: 3 cowboys and 2 revolvers: 2 VP."""
    assert alone("vp_guns", cowboys={"A": 3}, guns={"A": 2}).resolve().earned("A", "guns") == 2


@rule("CC-5.13")
@pytest.mark.parametrize(("pooling", "points"), [("pooled", 3), ("separate", 2), ("sets", 1)])
def test_readings_of_points_for_guns(pooling, points):
    """EX-43: 3 cowboys and 3 revolvers."""
    game = alone("vp_guns", cowboys={"A": 3}, guns={"A": 3}, rules={"vp_guns_pooling": pooling}).resolve()
    assert game.earned("A", "guns") == points


@rule("CC-5.13")
@pytest.mark.parametrize("price", [2, 3, 4, 5])
def test_d22_points_at_the_printed_price_as_many_as_one_can_pay(price):
    game = alone(f"vp_buy_{price}", last=False, money={"A": 11}).resolve(until="buy_vp")
    assert (game.who, game.options) == ("A", list(range(11 // price + 1)))
    game.does("A", 2)
    assert (game["A"].money, game["A"].vp) == (11 - 2 * price, 2)


@rule("CC-5.14", "CC-5.15")
def test_buying_no_points_loses_the_figure_too():
    game = alone("vp_buy_5", cowboys={"A": 1}).resolve(until="buy_vp").does("A", 0)
    assert (game["A"].cowboys, game["A"].money, game.earned("A", "bought")) == (1, 15, 0)
