"""Phase 1: choosing characters, and what each card does at once (CC-5.1..5.3, section 10)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import CARDS, EVERY_PARCEL, scene

ROW = "ranch mine bank saloon hotel ranch mine"         # of EX-25


def choosing(players="A B", **more):
    """Before the first choice of a round."""
    return scene(players, starts="characters", **more)


# Order ----------------------------------------------------------------------------------------------------------------

@rule("CC-5.1")
def test_round_one_is_chosen_in_the_order_of_the_set_up():
    game = choosing("A B C")
    chosen = []
    for card in ("mercenary", "banker", "sheriff"):
        chosen.append(game.who)
        game.takes(game.who, card)
    assert chosen == ["A", "B", "C"]


@rule("CC-5.1", "CC-5.6")
def test_later_rounds_are_chosen_in_passing_order():
    game = scene("A B C", passed="C A B").resolve()
    assert game.who == "C"
    game.takes("C", "banker").takes("A", "sheriff").takes("B", "mercenary")


@rule("CC-5.2")
def test_d2_a_card_that_somebody_took_is_gone():
    game = choosing("A B C").takes("A", "banker")
    assert game.options == [card for card in CARDS if card != "banker"]
    game.takes("B", "mercenary")
    assert game.options == ["sheriff", "grocer", "coolie", "settler", "captain"]


@rule("CC-5.3")
def test_turn_order_is_by_the_numbers_on_the_cards():
    """EX-10: C Sheriff, A Grocer, B Mercenary."""
    game = choosing("A B C").takes("A", "grocer").does("A", "money").takes("B", "mercenary").takes("C", "sheriff")
    assert (game.turn_order, game.asked) == ("C A B", "C place")


@rule("CC-5.3")
@pytest.mark.parametrize("red", ["", "sheriff banker grocer coolie settler captain mercenary"])
@pytest.mark.parametrize(("later", "earlier"), list(zip(CARDS[1:], CARDS, strict=False)))
def test_the_numbers_run_from_sheriff_to_mercenary_on_both_sides(later, earlier, red):
    game = choosing("A B", red=red, money={"A": 0, "B": 0})
    for who, card in (("A", later), ("B", earlier)):
        game.takes(who, card)
        if game.question in ("reward", "settle"):
            game.does(who, {"reward": "money", "settle": "none"}[game.question])
    assert game.turn_order == "B A"


@rule("CC-10.2", "CC-5.2")
def test_the_effect_comes_before_the_next_player_chooses():
    game = choosing("A B").takes("A", "banker")
    assert (game["A"].money, game.asked) == (24, "B character")
    game = choosing("A B").takes("A", "settler").does("A", (0, 0)).takes("B", "banker")
    assert game.asked == "B place"
    assert game.owner((0, 0)) == "A"


# Yellow sides ---------------------------------------------------------------------------------------------------------

@rule("CC-5.24")
def test_the_yellow_sheriff_takes_the_white_figure_beside_his_own():
    game = choosing("A B", cowboys={"A": 10}).takes("A", "sheriff").takes("B", "banker")
    assert (game.white, game["A"].cowboys) == ("A", 10)


@rule("CC-5.2")
def test_the_yellow_banker_gets_nine_dollars():
    assert choosing().takes("A", "banker")["A"].money == 15 + 9


@rule("CC-5.2")
def test_d4_the_yellow_grocer_takes_eight_dollars_or_waits():
    game = choosing().takes("A", "grocer")
    assert (game.asked, game.options) == ("A reward", ["money", "wait"])
    assert choosing().takes("A", "grocer").does("A", "money")["A"].money == 23
    assert choosing().takes("A", "grocer").does("A", "wait")["A"].money == 15


@rule("CC-5.2")
def test_the_yellow_grocer_who_took_the_money_is_not_asked_again():
    game = choosing("A B", town={(0, 0): "A ranch"}, money={"A": 0}).takes("A", "grocer").does("A", "money")
    game.takes("B", "banker").resolve()
    assert game["A"].money == 8 + 3


@rule("CC-6.5")
def test_the_yellow_coolie_gets_two_roads():
    assert choosing().takes("A", "coolie")["A"].roads == 3


@rule("CC-6.5")
@pytest.mark.parametrize(("space", "price"), [("build_3", 2), ("build_4", 2), ("build_5", 3), ("build_6", 3),
                                              ("build_8", 4), ("build_10", 5), ("build_12", 6)])
def test_the_yellow_coolie_pays_half_rounded_up(space, price):
    """EX-16"""
    game = scene("A B", cards="coolie banker", figures={"A": [space]}, money={"A": price}, passed="B A")
    assert game.resolve(until="construct").keeps("A")["A"].money == 0


@rule("CC-5.2")
def test_d3_the_yellow_settler_may_claim_any_unowned_parcel():
    game = choosing("A B", town={(0, 0): "B", (2, 2): "mountain", (3, 3): "house"}).takes("A", "settler")
    assert game.options == [*(at for at in EVERY_PARCEL if at != (0, 0)), "none"]
    game.does("A", (2, 2))
    assert (game["A"].parcels, game["A"].money, game.asked) == ({(2, 2)}, 15, "B character")


@rule("CC-5.2")
def test_the_yellow_settler_may_claim_nothing():
    game = choosing("A B").takes("A", "settler").does("A", "none")
    assert (game["A"].parcels, game.asked) == (set(), "B character")


@rule("CC-10.3")
@pytest.mark.parametrize(("money", "options"), [(1, [0, 1]), (3, [0, 1]), (4, [0, 1, 2]), (8, [0, 1, 2]),
                                                (9, [0, 1, 2, 3])])
def test_d7_the_yellow_captain_buys_what_he_can_pay(money, options):
    game = choosing("A B", money={"A": money}).takes("A", "captain")
    assert (game.asked, game.options) == ("A recruit", options)


@rule("CC-10.3")
@pytest.mark.parametrize(("figures", "price"), [(0, 0), (1, 1), (2, 4), (3, 9)])
def test_the_captains_prices_are_totals(figures, price):
    game = choosing("A B").takes("A", "captain").does("A", figures)
    assert (game["A"].cowboys, game["A"].money, game.asked) == (3 + figures, 15 - price, "B character")


@rule("CC-10.4")
def test_the_captain_never_has_more_than_ten_figures():
    """EX-36"""
    game = choosing("A B", cowboys={"A": 9}, money={"A": 9}).takes("A", "captain")
    assert game.options == [0, 1]
    assert game.does("A", 1)["A"].money == 8


@rule("CC-10.1")
@pytest.mark.parametrize(("red", "guns"), [("", 3), ("mercenary", 2)])
def test_the_mercenarys_guns_count_for_every_purpose(red, guns):
    """1 cowboy in the supply, 1 revolver and the card: $2 each on gun_income, half a VP each on vp_guns."""
    game = scene("A B", cards="mercenary banker", red=red, round=4, cowboys={"A": 1}, money={"A": 0},
                 figures={"A": ["gun_income", "vp_guns"]}, passed="B A").resolve()
    assert game["A"].money == 2 * (1 + 1 + guns)
    assert game.earned("A", "guns") == (1 + 1 + guns) // 2


@rule("CC-10.1", "CC-7.1")
@pytest.mark.parametrize(("red", "winner"), [("", "A"), ("mercenary", "B")])
def test_the_mercenarys_guns_count_in_duels(red, winner):
    """A 1 gun and the card, B 3 guns, no figures in supply: A has 1 + 3 against 3, or 1 + 2 and loses the tie."""
    game = scene("A B", cards="mercenary banker", red=red, guns={"A": 1, "B": 3}, cowboys={"A": 0, "B": 0},
                 figures={"A": ["gambling"], "B": ["gambling"]}, passed="B A")
    assert game.rolls("gambling", A=1, B=1).resolve(until="perform").who == winner


# Red sides ------------------------------------------------------------------------------------------------------------

@rule("CC-5.24")
def test_the_red_sheriff_gets_no_white_figure():
    assert choosing("A B", red="sheriff").takes("A", "sheriff").white == "card"


@rule("CC-5.16")
def test_the_red_banker_gets_nothing_at_once():
    assert choosing("A B", red="banker").takes("A", "banker")["A"].money == 15


@rule("CC-10.6", "CC-5.16")
def test_d5_the_red_grocer_takes_eight_dollars_or_a_point_for_each_own_house():
    town = {(3, 3): "A house", (3, 4): "A house", (2, 3): "A hotel", (0, 0): "A ranch", (2, 2): "house",
            (4, 4): "B house", (4, 3): "B drugstore", (2, 4): "B church"}
    game = choosing("A B", red="grocer", town=town).takes("A", "grocer")
    assert (game.asked, game.options) == ("A reward", ["money", "wait"])
    now = game.does("A", "wait").takes("B", "banker").resolve()
    assert now.earned("A", "grocer") == 2
    later = choosing("A B", red="grocer", town=town).takes("A", "grocer").does("A", "money")
    assert later["A"].money == 15 + 8
    assert later.takes("B", "banker").resolve().earned("A", "grocer") == 0


@rule("CC-10.6", "CC-5.16")
def test_d5_the_red_settler_takes_eight_dollars_or_a_dollar_for_each_own_mountain():
    town = {(2, 2): "A mountain", (5, 5): "A mountain", (3, 5): "B mountain", (5, 3): "mountain"}
    game = choosing("A B", red="settler", town=town, money={"A": 0}).takes("A", "settler")
    assert (game.asked, game.options) == ("A reward", ["money", "wait"])
    assert game.does("A", "wait").takes("B", "banker").resolve()["A"].money == 2
    game = choosing("A B", red="settler", town=town, money={"A": 0}).takes("A", "settler").does("A", "money")
    assert game.takes("B", "banker").resolve()["A"].money == 8


@rule("CC-10.6")
@pytest.mark.parametrize("card", ["grocer", "settler"])
def test_waiting_with_nothing_to_count_is_allowed_and_worth_nothing(card):
    game = choosing("A B", red=card, money={"A": 0}).takes("A", card).does("A", "wait").takes("B", "banker").resolve()
    assert (game["A"].money, game["A"].vp) == (0, 0)


@rule("CC-10.5")
def test_the_red_coolie_takes_a_tile_and_the_row_slides_at_once():
    """EX-34"""
    game = choosing("A B", red="coolie", row=ROW, money={"A": 6}).takes("A", "coolie")
    game.bag_gives("church").does("A", 8).keeps("A")
    assert game.row == ["ranch", "mine", "bank", "saloon", "ranch", "mine", "church"]
    assert (game["A"].money, game["A"].kept) == (1, ["hotel"])


@rule("CC-10.5")
def test_d6_the_red_coolie_may_take_any_tile_of_the_row_or_none():
    game = choosing("A B", red="coolie", money={"A": 5}).takes("A", "coolie")
    assert (game.asked, game.options) == ("A coolie_take", [3, 4, 5, 6, 8, 10, 12, "none"])
    game.does("A", "none")
    assert (game["A"].money, game.asked) == (5, "B character")


@rule("CC-10.5")
def test_the_red_coolie_builds_or_keeps_but_declines_no_more():
    game = choosing("A B", red="coolie", row=ROW, town={(0, 0): "A"}).takes("A", "coolie").does("A", 12)
    assert game.options == ["keep", "build"]
    game.builds("A", (0, 0))
    assert (game.tile((0, 0)), game["A"].money, game["A"].guns, game.asked) == ("mine", 10, 2, "B character")


@rule("CC-10.5")
def test_the_red_coolie_builds_with_road_and_house():
    game = choosing("A B", red="coolie", row=ROW, centre=(3, 3), town={(2, 2): "A"}).takes("A", "coolie").does("A", 5)
    game.builds("A", (2, 2), house=(2, 3))
    assert (game.tile((2, 2)), game.tile((2, 3)), game["A"].money, game["A"].roads) == ("bank", "house", 10, 1)


@rule("CC-10.5", "CC-6.13")
def test_the_red_coolie_lays_his_roads_for_it():
    game = choosing("A B", red="coolie", row=ROW, centre=(3, 3), town={(1, 3): "A"}).takes("A", "coolie").does("A", 5)
    game.builds("A", (1, 3), house=(2, 2))
    assert (game.tile((1, 3)), game["A"].roads, len(game.pieces)) == ("bank", 0, 5)


@rule("CC-10.5", "CC-6.17")
def test_a_red_coolie_who_was_refused_chooses_a_tile_anew():
    town = {(2, 2): "A", (2, 3): "B"}
    game = choosing("A B", red="coolie", row=ROW, centre=(3, 3), town=town).takes("A", "coolie").does("A", 5)
    game.builds("A", (2, 2), house=(2, 3)).does("B", "refuse")
    assert (game.asked, game["A"].money, game.row) == ("A coolie_take", 15, ROW.split())
    game.does("A", 5).does("A", "build").does("A", (2, 2))
    assert (2, 3) not in game.options


@rule("CC-10.5")
def test_the_red_coolie_buys_no_cheaper():
    game = scene("A B", cards="coolie banker", red="coolie", figures={"A": ["build_3"]}, passed="B A")
    assert game.resolve(until="construct").keeps("A")["A"].money == 12


@rule("CC-10.3")
def test_the_red_coolie_without_five_dollars_is_not_asked():
    game = choosing("A B", red="coolie", money={"A": 4}).takes("A", "coolie")
    assert game.asked == "B character"
    assert game["A"].roads == 1


@rule("CC-10.4")
def test_the_red_coolie_finds_nothing_in_an_empty_row():
    """All 30 tiles are in the players' hands."""
    tiles = ("ranch " * 6 + "mine " * 6 + "drugstore " * 4 + "bank " * 4 + "saloon " * 3 + "hotel " * 3
             + "church " * 2 + "prison " * 2)
    game = choosing("A B", red="coolie", kept={"B": tiles}).takes("A", "coolie")
    assert game.row == [""] * 7
    assert game.asked == "B character"


@rule("CC-10.3")
@pytest.mark.parametrize(("money", "options"), [(3, [0, 1]), (8, [0, 1]), (9, [0, 1, 2])])
def test_d8_the_red_captain_buys_revolvers(money, options):
    game = choosing("A B", red="captain", money={"A": money}).takes("A", "captain")
    assert (game.asked, game.options) == ("A arm", options)
    best = options[-1]
    game.does("A", best)
    assert (game["A"].guns, game["A"].money) == (1 + best, money - {1: 3, 2: 9}[best])


@rule("CC-10.3")
@pytest.mark.parametrize(("red", "money"), [("", 0), ("captain", 2)])
def test_a_captain_without_money_is_not_asked(red, money):
    assert choosing("A B", red=red, money={"A": money}).takes("A", "captain").asked == "B character"


@rule("CC-10.4")
def test_the_red_captain_buys_no_more_revolvers_than_there_are():
    game = choosing("A B", red="captain", guns={"A": 13, "B": 13}).takes("A", "captain")
    assert game.options == [0, 1]
    assert choosing("A B", red="captain", guns={"A": 13, "B": 14}).takes("A", "captain").asked == "B character"


@rule("CC-10.4")
def test_the_yellow_settler_needs_a_property_tile():
    land = {(r, c): "A" for r in (0, 1) for c in range(6)}
    assert choosing("A B", town=land).takes("A", "settler").asked == "B character"


@rule("CC-10.4")
def test_the_captain_with_ten_figures_is_not_asked():
    assert choosing("A B", cowboys={"A": 10}).takes("A", "captain").asked == "B character"
