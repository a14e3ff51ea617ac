"""Setting up, and the draft of the first parcels (section 4)."""
import pytest

import sim
from sim.core.play import seatings
from tests.rules import rule
from tests.rules.carson_city.scene import CARDS, LETTERS, new_game, number, scene

ALL_NUMBERS = [2, 3, 4, 5]


@rule("CC-4.1")
@pytest.mark.parametrize("n", ALL_NUMBERS)
def test_everybody_starts_alike(n):
    game = new_game(n)
    for one in LETTERS[:n]:
        assert (game[one].money, game[one].guns, game[one].roads, game[one].cowboys) == (15, 1, 1, 3)
        assert (game[one].parcels, game[one].kept, game[one].vp) == (set(), [], 0)
    assert game.view["roads_left"] == 25 - n - 4
    assert game.view["guns_left"] == 27 - n


@rule("CC-4.2")
@pytest.mark.parametrize("block", range(5))
def test_the_row_opens_with_ranch_and_mine_at_both_ends(block):
    game = new_game(4, block=block)
    assert [game.row[i] for i in (0, 1, 5, 6)] == ["ranch", "mine", "ranch", "mine"]
    box = {"ranch": 6, "mine": 6, "drugstore": 4, "bank": 4, "saloon": 3, "hotel": 3, "church": 2, "prison": 2}
    assert {tile: game.bag[tile] + game.row.count(tile) for tile in box} == box
    assert sum(game.bag.values()) == 23


@rule("CC-4.2", "CC-5.20", "CC-10.4")
@pytest.mark.parametrize(("mines", "ranches"), [(1, 0), (2, 0), (2, 1), (0, 2)])
def test_a_box_with_too_few_tiles_leaves_the_dearest_spaces_empty(mines, ranches):
    """The tiles lie on the cheapest spaces, and the red Coolie may take one."""
    rules = {f"building_count_{tile}": 0 for tile in ("drugstore", "bank", "saloon", "hotel", "church", "prison")}
    rules |= {"building_count_mine": mines, "building_count_ranch": ranches, "start_parcels": 0}
    game = new_game(3, rules=rules, side_coolie="red")
    tiles = ["ranch"][:ranches] + ["mine"] * mines + ["ranch"][:ranches - 1]
    assert game.row == tiles + [""] * (7 - len(tiles))
    assert game.takes("A", "coolie").options == [*(3, 4, 5)[:len(tiles)], "none"]


@rule("CC-4.2")
@pytest.mark.parametrize(("space", "price"), [(f"build_{price}", price) for price in (3, 4, 5, 6, 8, 10, 12)])
def test_each_building_space_costs_what_is_printed_on_it(space, price):
    game = scene("A B", figures={"A": [space]}, money={"A": 20}, passed="B A").resolve(until="construct").keeps("A")
    assert game["A"].money == 20 - price


@rule("CC-4.3")
def test_the_town_centre_is_a_house_of_nobody_with_roads_on_its_four_sides():
    for block in range(20):
        game = new_game(3, block=block)
        (x,) = game.view["house"]
        r, c = divmod(x, 8)
        assert game.pieces == {((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)),
                               ((r, c + 1), (r + 1, c + 1))}
        assert len(game.connected) == 9
        assert game.owner((r, c)) == "nobody"


@rule("CC-4.3")
def test_the_centre_house_serves_everybody_until_somebody_owns_its_parcel():
    town = {(3, 3): "house", (3, 2): "A saloon", (3, 4): "B saloon"}
    game = scene("A B", town=town, centre=(3, 3), money={"A": 0, "B": 0}, passed="A B").resolve()
    assert (game["A"].money, game["B"].money) == (5, 5)
    game = scene("A B", town=town | {(3, 3): "B house"}, centre=(3, 3), money={"A": 0, "B": 0}, passed="A B").resolve()
    assert (game["A"].money, game["B"].money) == (0, 5)


@rule("CC-4.4")
def test_nine_mountains_lie_on_parcels_of_their_own():
    for block in range(50):
        view = new_game(2, block=block).view
        assert len(set(view["mountain"])) == 9
        assert not set(view["mountain"]) & set(view["house"])


@rule("CC-4.5")
def test_the_three_guns_lie_on_ammunition_and_all_purchase_spaces_are_open():
    game = scene(clear=[(3, 3)])
    assert game.view["three_guns"] == new_game().view["three_guns"] == -1
    assert [space for space in game.options if str(space).startswith("vp_buy")] == [
        "vp_buy_2", "vp_buy_3", "vp_buy_4", "vp_buy_5"]


@rule("CC-4.6")
def test_the_seats_are_the_first_turn_order_and_every_entrant_sits_on_each():
    """Nobody rolls for the order here: over the games of a block each entrant is once first, once second ..."""
    assert new_game(4).who == "A"
    assert [new_game(4)[one].vp for one in "ABCD"] == [0, 0, 0, 0]
    first = [seating.index(0) for seating in seatings(["a", "b", "c", "d"])]
    assert sorted(first) == [0, 1, 2, 3]


@rule("CC-4.6")
def test_a_seating_says_who_sits_where():
    game = sim.Game("carson_city", 3, seating=[2, 0, 1])
    assert game.view()["entrant"][:3] == [2, 0, 1]


@rule("CC-4.7")
def test_the_draft_goes_forward_and_then_back():
    game = new_game(3)
    claimed = []
    for parcel in [(0, c) for c in range(6)]:
        claimed.append(game.who)
        game.does(game.who, parcel)
    assert claimed == ["A", "B", "C", "C", "B", "A"]
    assert game["C"].parcels == {(0, 2), (0, 3)}
    assert game.asked == "A character"


@rule("CC-4.7")
def test_d1_any_unowned_parcel_may_be_claimed_also_a_mountain_or_the_centre():
    game = new_game(3)
    view = game.view
    mountain, centre = divmod(view["mountain"][0], 8), divmod(view["house"][0], 8)
    game.does("A", mountain).does("B", centre)
    assert len(game.options) == 62
    assert mountain not in game.options
    assert centre not in game.options
    assert (game["A"].money, game.tile(mountain), game.tile(centre)) == (15, "mountain", "house")


@rule("CC-4.8")
def test_seven_characters_are_there_in_every_round():
    game = scene("A B", starts="characters")
    assert game.options == CARDS
    game.takes("A", "banker").takes("B", "mercenary").resolve()
    assert (game.asked, game.options) == ("A character", CARDS)


@rule("CC-4.8")
@pytest.mark.parametrize("card", CARDS)
def test_each_card_lies_on_its_own_side(card):
    """Cash limits tell the sides apart, and for Sheriff and Coolie the power does."""
    yellow = {"sheriff": 20, "banker": 120, "grocer": 60, "coolie": 30, "settler": 30, "captain": 25, "mercenary": 20}
    red = {"sheriff": 20, "banker": 60, "grocer": 60, "coolie": 30, "settler": 20, "captain": 20, "mercenary": 30}
    for sides, limits in (("", yellow), (card, red)):
        other = "banker" if card != "banker" else "settler"
        game = scene("A B", cards=f"{card} {other}", red=sides, money={"A": 200, "B": 0}, passed="A B")
        game.resolve(until="hand_back")
        assert (game.who, game.options[0]) == ("A", 200 - limits[card])
        game = scene("A B", starts="characters", red=sides, clear=[(3, 3)]).takes("A", card)
        powers = {"sheriff": game.white == "card", "coolie": game["A"].roads == 1, "captain": game.question == "arm",
                  "banker": game["A"].money == 15, "settler": game.question == "reward"}
        assert powers.get(card, sides == card) == (sides == card)


@rule("CC-4.8")
def test_all_cards_can_be_turned_at_once_and_one_turned_back():
    game = scene("A B", cards="banker settler", character_sides="all_red", side_settler="yellow",
                 money={"A": 200, "B": 200}, passed="A B").resolve(until="A banker_vp").on("hand_back")
    assert game.options[0] == 200 - 60
    game.does("A", 140)
    assert game.options[0] == 200 - 30


@rule("CC-4.8")
def test_the_white_figure_stands_on_the_sheriff_card():
    game = scene("A B", starts="characters")
    assert game.white == "card"
    assert game.takes("A", "sheriff").white == "A"


@rule("CC-4.11")
def test_the_same_seed_sets_up_the_same_game():
    assert new_game(4, seed=7, block=3).view == new_game(4, seed=7, block=3).view
    assert new_game(4, seed=7, block=3).view != new_game(4, seed=7, block=4).view
    assert new_game(4, seed=7, block=3).view != new_game(4, seed=8, block=3).view


@rule("CC-4.11")
def test_each_random_draw_of_the_set_up_has_its_own_luck():
    """Fewer mountains leave the row and the centre as they were, and so do duel tokens."""
    full, few = new_game(3, seed=5), new_game(3, seed=5, rules={"mountains": 4})
    tokens = new_game(3, seed=5, might_is_right=True)
    assert full.row == few.row == tokens.row
    assert full.view["house"] == few.view["house"] == tokens.view["house"]
    assert set(few.view["mountain"]) < set(full.view["mountain"])
    assert tokens.view["mountain"] == full.view["mountain"]


def test_the_scene_builder_lays_out_what_it_is_told():
    game = scene("A B C", town={(3, 3): "house", (2, 3): "A saloon", (0, 0): "B mountain"}, money={"B": 7})
    assert (game.tile((2, 3)), game.owner((2, 3)), game.tile((3, 3))) == ("saloon", "A", "house")
    assert (game.owner((0, 0)), game["B"].money, game["A"].money) == ("B", 7, 15)
    assert number((2, 3)) in game.view["connected"]
