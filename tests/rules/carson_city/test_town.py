"""The map: parcels, neighbours, roads (section 3)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import EVERY_PARCEL, deals, new_game, parcel, scene


@rule("CC-3.1")
def test_sixty_four_parcels_in_eight_rows_of_eight():
    game = new_game(3)
    assert game.options == EVERY_PARCEL
    game.does("A", (2, 5))
    assert game.view["owned"][0] == [8 * 2 + 5]


@rule("CC-3.2")
@pytest.mark.parametrize(("at", "neighbours"), [((0, 0), 3), ((7, 0), 3), ((0, 4), 5), ((3, 7), 5), ((3, 3), 8)])
def test_a_corner_has_three_neighbours_a_border_parcel_five_an_inner_one_eight(at, neighbours):
    """A ranch alone earns $1 for each parcel around it."""
    game = scene(town={at: "A ranch"}, money={"A": 0}, passed="A B C").resolve()
    assert game["A"].money == neighbours


@rule("CC-3.3")
def test_the_dice_name_the_inner_six_rows_and_columns():
    centres, mountains = set(), set()
    for view in deals(2, 600):
        centres |= {x for x in range(64) if view["house"] >> x & 1}
        mountains |= {x for x in range(64) if view["mountain"] >> x & 1}
    inner = {(r, c) for r in range(1, 7) for c in range(1, 7)}
    assert {parcel(x) for x in centres} == inner
    assert {parcel(x) for x in mountains} == inner


def at_the_first_road_window(**more):
    return scene(centre=(3, 3), roads={"A": 3, "B": 0, "C": 0}, passed="A B C", rules={"road_timing": "windows"},
                 **more).resolve(until="lay_road")


@rule("CC-3.4", "CC-3.5")
def test_a_road_begins_at_a_corner_that_roads_touch():
    """Around the centre (3, 3) every corner has two grid lines that lead away."""
    game = at_the_first_road_window()
    corners = [(3, 3), (3, 4), (4, 3), (4, 4)]
    away = {((2, 3), (3, 3)), ((3, 2), (3, 3)), ((2, 4), (3, 4)), ((3, 4), (3, 5)), ((4, 2), (4, 3)), ((4, 3), (5, 3)),
            ((4, 4), (4, 5)), ((4, 4), (5, 4))}
    assert {*game.options} == {*away, "stop"}
    assert all(any(end in corners for end in piece) for piece in away)


@rule("CC-3.4")
def test_a_grid_line_holds_one_piece():
    game = at_the_first_road_window().does("A", ((3, 4), (3, 5)))
    assert ((3, 4), (3, 5)) not in game.options
    assert ((3, 5), (3, 6)) in game.options


@rule("CC-3.4")
def test_roads_may_lie_on_the_outer_frame():
    game = scene(centre=(1, 1), roads={"A": 3, "B": 0, "C": 0}, passed="A B C", rules={"road_timing": "windows"})
    game.resolve(until="lay_road").does("A", ((0, 1), (1, 1))).does("A", ((0, 1), (0, 2)))
    assert ((0, 1), (0, 2)) in game.pieces


@rule("CC-3.6", "CC-4.3")
def test_the_centre_connects_nine_parcels():
    """EX-01"""
    game = scene(centre=(3, 3))
    assert game.connected == {(r, c) for r in (2, 3, 4) for c in (2, 3, 4)}


@rule("CC-3.6")
def test_touching_a_corner_is_enough():
    """(2, 2) touches the roads around (3, 3) in one point; (1, 1) does not."""
    game = scene("A B", centre=(3, 3), town={(2, 2): "A", (1, 1): "A"}, roads={"A": 0}, figures={"A": ["build_5"]},
                 row="ranch mine bank saloon hotel ranch mine", passed="B A")
    assert game.resolve(until="construct").does("A", "build").options == [(2, 2)]


@rule("CC-3.7")
def test_roads_run_past_mountains_and_other_peoples_land_for_nothing():
    """EX-27's building on (3, 6) with its house on (3, 5) takes 2 pieces, whatever lies on the way."""
    town = {(3, 6): "A", (2, 4): "B mountain", (3, 4): "B mountain", (2, 5): "B", (4, 5): "B"}
    game = scene("A B", centre=(3, 3), town=town, money={"A": 5, "B": 0}, roads={"A": 2}, figures={"A": ["build_5"]},
                 row="ranch mine bank saloon hotel ranch mine", passed="B A").resolve(until="construct")
    game.builds("A", (3, 6), house=(3, 5))
    assert (game["A"].roads, game["A"].money, game["B"].money) == (0, 3, 0)     # $5 - $5, and the bank earns 3 x 1


@rule("CC-3.7")
def test_a_laid_road_belongs_to_nobody():
    """A lays two pieces on build_6; B has none and builds on (2, 6), which A's roads touch."""
    game = scene("A B", centre=(3, 3), town={(3, 6): "A", (2, 6): "B"}, roads={"A": 2, "B": 0},
                 figures={"A": ["build_6"], "B": ["build_5"]}, row="ranch mine bank bank hotel ranch mine",
                 passed="B A")
    game.resolve(until="A construct").builds("A", (3, 6), house=(3, 5)).builds("B", (2, 6), house=(2, 5))
    assert game.tile((2, 6)) == "bank"


@rule("CC-3.8")
def test_a_parcel_holds_one_tile():
    """Own parcels with a house, a mountain or a building take no building (and no second owner)."""
    town = {(3, 3): "A house", (2, 2): "A mountain", (2, 3): "A ranch", (2, 4): "A"}
    game = scene("A B", town=town, centre=(3, 3), figures={"A": ["build_3"]}, passed="B A").resolve(until="construct")
    game.does("A", "build")
    assert game.options == [(2, 4)]
