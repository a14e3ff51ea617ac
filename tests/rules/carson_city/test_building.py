"""Buildings: buying a tile, where it can stand, its house, its roads, kept tiles (CC-6.5..6.17, section 6a)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import EVERY_PARCEL, around, scene

ROW = "ranch mine bank saloon hotel ranch mine"         # of EX-25: a bank for $5


def with_bank(town, *, centre=(3, 3), roads=0, **more):
    """A alone on build_5 with a bank, B passed first; A is asked what to do with it."""
    more = {"figures": {"A": ["build_5"]}, "row": ROW, "passed": "B A"} | more
    return scene("A B", centre=centre, town=town, roads={"A": roads}, **more).resolve(until="construct")


# Buying ---------------------------------------------------------------------------------------------------------------

@rule("CC-6.5")
def test_d13_decline_keep_or_build():
    game = with_bank({(2, 2): "A"})
    assert (game.asked, game.options) == ("A construct", ["decline", "keep", "build"])


@rule("CC-6.5", "CC-5.15")
def test_a_declined_tile_stays_in_the_row_and_costs_nothing():
    game = with_bank({(2, 2): "A"}, cowboys={"A": 0}).declines("A")
    assert (game["A"].money, game["A"].kept) == (15, [])
    assert game.row == ROW.split()
    assert game["A"].cowboys == 4                       # the figure is lost, these are the new ones


@rule("CC-6.5")
def test_a_kept_tile_is_paid_for_and_leaves_the_row():
    game = with_bank({(2, 2): "A"}, figures={"A": ["build_5", "gambling"]}).keeps("A").on("perform")
    assert (game["A"].money, game["A"].kept, game.row[2]) == (10, ["bank"], "")


@rule("CC-6.5")
def test_a_tile_is_built_at_once():
    game = with_bank({(2, 2): "A"}, figures={"A": ["build_5", "gambling"]}).builds("A", (2, 2), house=(2, 3))
    game.on("perform")
    assert (game.tile((2, 2)), game["A"].money, game["A"].kept, game.row[2]) == ("bank", 10, [], "")


# Where it can stand ---------------------------------------------------------------------------------------------------

@rule("CC-6.6")
@pytest.mark.parametrize(("space", "tile"), [("build_3", "ranch"), ("build_4", "mine")])
def test_ranch_and_mine_need_only_an_own_parcel_without_a_tile(space, tile):
    """D14. (0, 0) is far from any road; (2, 2) carries a mountain, (3, 3) the house, (7, 7) is B's."""
    town = {(0, 0): "A", (2, 2): "A mountain", (3, 3): "A house", (7, 7): "B", (5, 5): "A"}
    game = with_bank(town, figures={"A": [space]}).does("A", "build")
    assert (game.asked, game.options) == ("A site", [(0, 0), (5, 5)])
    game.does("A", (0, 0))
    assert game.tile((0, 0)) == tile
    assert len(game.view["house"]) == 1


@rule("CC-6.6")
@pytest.mark.parametrize("tile", ["drugstore", "bank", "saloon", "hotel", "church", "prison"])
def test_all_others_need_a_road_and_a_house(tile):
    """D14 without a road piece: (2, 2) is connected, (0, 0) is not."""
    row = f"ranch mine {tile} ranch mine ranch mine"
    game = with_bank({(2, 2): "A", (0, 0): "A"}, row=row).does("A", "build")
    assert game.options == [(2, 2)]
    game.does("A", (2, 2)).does("A", (2, 3))
    assert (game.tile((2, 2)), game.tile((2, 3))) == (tile, "house")
    assert game.view["houses_left"] == 20 - 2            # the centre's and this one


@rule("CC-6.6")
def test_without_an_own_free_parcel_a_tile_can_only_be_kept():
    assert with_bank({(3, 3): "A house"}).options == ["decline", "keep"]
    assert with_bank({(3, 3): "A house"}, figures={"A": ["build_3"]}).options == ["decline", "keep"]


@rule("CC-6.7")
def test_d15_the_house_goes_to_another_connected_parcel_without_a_tile():
    """No roads: of the eight around the centre one is A's site, two carry tiles; B's and the unowned ones are open."""
    town = {(2, 2): "A", (2, 3): "A", (2, 4): "mountain", (3, 4): "B ranch", (4, 4): "B"}
    game = with_bank(town).does("A", "build").does("A", (2, 2))
    assert (game.asked, game.options) == ("A house", [(2, 3), (3, 2), (4, 2), (4, 3), (4, 4)])


@rule("CC-6.7")
@pytest.mark.parametrize(("where", "owner"), [((2, 3), "A"), ((3, 2), "nobody")])
def test_the_house_is_free_and_changes_no_owner(where, owner):
    game = with_bank({(2, 2): "A", (2, 3): "A"}, money={"A": 5}).builds("A", (2, 2), house=where)
    assert (game.tile(where), game.owner(where)) == ("house", owner)
    assert game["A"].money == 0 + 3 * 2                 # paid for; the bank earns for two houses


@rule("CC-6.7", "CC-6.17")
def test_d17_a_house_on_a_foreign_parcel_needs_its_owners_word():
    game = with_bank({(2, 2): "A", (2, 3): "B"}).builds("A", (2, 2), house=(2, 3))
    assert (game.asked, game.options) == ("B consent", ["refuse", "agree"])
    game.does("B", "agree")
    assert (game.tile((2, 2)), game.tile((2, 3)), game.owner((2, 3))) == ("bank", "house", "B")


@rule("CC-6.17")
def test_after_a_refusal_nothing_is_paid_or_laid_and_that_parcel_is_out():
    """EX-45: the only parcel for the house is B's."""
    ring = {at: "mountain" for at in around((3, 3)) if at not in ((2, 2), (2, 3))}
    game = with_bank(ring | {(2, 2): "A", (2, 3): "B"}).builds("A", (2, 2), house=(2, 3)).does("B", "refuse")
    assert (game.asked, game.options) == ("A construct", ["decline", "keep"])
    assert (game["A"].money, game.view["row"][2], len(game.pieces)) == (15, 3, 4)


@rule("CC-6.17")
def test_a_builder_asks_for_each_parcel_once_in_a_decision():
    game = with_bank({(2, 2): "A", (2, 3): "B", (3, 2): "B"}).builds("A", (2, 2), house=(2, 3)).does("B", "refuse")
    game.does("A", "build").does("A", (2, 2))
    assert (2, 3) not in game.options
    assert (3, 2) in game.options
    game = with_bank({(2, 2): "A", (2, 3): "B"}, figures={"A": ["build_5", "build_6"]},
                     row="ranch mine bank bank hotel ranch mine")
    game.builds("A", (2, 2), house=(2, 3)).does("B", "refuse").declines("A").does("A", "build").does("A", (2, 2))
    assert (2, 3) in game.options                       # another tile, another decision


@rule("CC-6.8")
def test_without_enough_roads_a_tile_can_only_be_kept_but_a_ranch_can_be_built():
    """EX-28: (0, 0) is 4 pieces from the centre's roads, A has 3."""
    game = with_bank({(0, 0): "A"}, roads=3)
    assert game.options == ["decline", "keep"]
    game = with_bank({(0, 0): "A"}, roads=3, figures={"A": ["build_3"]}).builds("A", (0, 0))
    assert (game.tile((0, 0)), game["A"].roads) == ("ranch", 3)
    game = with_bank({(0, 0): "A"}, roads=4)
    assert game.options == ["decline", "keep", "build"]


# Guns -----------------------------------------------------------------------------------------------------------------

@rule("CC-6.9")
@pytest.mark.parametrize(("tile", "guns"), [("ranch", 1), ("mine", 1), ("prison", 2), ("drugstore", 0), ("bank", 0),
                                            ("saloon", 0), ("hotel", 0), ("church", 0)])
def test_ranch_and_mine_bring_one_gun_a_prison_two(tile, guns):
    game = with_bank({(2, 2): "A"}, row=f"ranch mine {tile} ranch mine ranch mine").does("A", "build").does("A", (2, 2))
    if game.question == "house":
        game.does("A", (2, 3))
    assert game["A"].guns == 1 + guns


@rule("CC-6.9")
def test_keeping_a_ranch_brings_no_gun():
    assert with_bank({(2, 2): "A"}, figures={"A": ["build_3"]}).keeps("A")["A"].guns == 1


@rule("CC-6.9")
def test_guns_that_the_reserve_does_not_have_are_lost():
    """26 of 27 revolvers are taken: the prison brings one."""
    game = with_bank({(2, 2): "A"}, row="ranch mine prison ranch mine ranch mine", guns={"A": 13, "B": 13})
    assert game.builds("A", (2, 2), house=(2, 3))["A"].guns == 14


@rule("CC-6.9", "CC-7.5")
def test_a_gun_counts_in_the_very_next_duel():
    """EX-26: A has 2 revolvers and builds the ranch of build_12; in the duel on build_3 he has 3, and as first passer
    wins 3 + 3 against 5 + 1. With 2 he would lose."""
    game = scene("A B", town={(0, 0): "A"}, row="mine mine bank saloon hotel ranch ranch", guns={"A": 2, "B": 5},
                 cowboys={"A": 0, "B": 0}, figures={"A": ["build_12", "build_3"], "B": ["build_3"]}, passed="A B")
    game.resolve(until="construct").rolls("build_3", A=3, B=1).builds("A", (0, 0))
    assert game["A"].guns == 3
    assert game.asked == "A construct"


# Kept tiles -----------------------------------------------------------------------------------------------------------

@rule("CC-6.10")
def test_d18_kept_tiles_are_built_after_the_building_spaces():
    """A holds two ranches, a mine, and a bank that he cannot complete."""
    game = scene("A B", town={(0, 0): "A", (0, 2): "A"}, centre=(5, 5), kept={"A": "ranch ranch mine bank"},
                 roads={"A": 0}, passed="B A").resolve(until="kept")
    assert (game.asked, game.options) == ("A kept", ["ranch", "mine", "stop"])
    game.builds("A", (0, 0), tile="ranch")
    assert (game["A"].kept, game["A"].guns, game.tile((0, 0))) == (["ranch", "mine", "bank"], 2, "ranch")
    assert game.asked == "A kept"
    game.builds("A", (0, 2), tile="mine")
    assert game["A"].kept == ["ranch", "bank"]


@rule("CC-6.10")
def test_kept_tiles_are_built_in_passing_order_and_also_those_bought_this_round():
    game = scene("A B", town={(0, 0): "A", (0, 7): "B"}, kept={"A": "mine"}, figures={"B": ["build_3"]}, passed="B A")
    game.resolve(until="construct").keeps("B")
    assert (game.asked, game.options) == ("B kept", ["ranch", "stop"])
    assert game.does("B", "stop").asked == "A kept"


@rule("CC-6.10")
def test_there_is_no_other_moment_for_kept_tiles():
    """The kept mine of round 1 can be built in step 13 of round 2, not before."""
    game = scene("A B", town={(0, 0): "A"}, kept={"A": "mine"}, passed="B A").resolve()
    assert game.asked == "B character"
    game.takes("B", "banker").takes("A", "mercenary")
    assert game.asked == "B place"
    assert game.resolve(until="kept").who == "A"


@rule("CC-6.10", "CC-6.17")
def test_a_refusal_in_step_13_leads_back_to_the_kept_tiles():
    game = scene("A B", town={(2, 2): "A", (2, 3): "B"}, centre=(3, 3), kept={"A": "bank"}, roads={"A": 0},
                 passed="B A")
    game.resolve(until="kept").builds("A", (2, 2), house=(2, 3), tile="bank").does("B", "refuse")
    assert (game.asked, game["A"].kept) == ("A kept", ["bank"])
    game.does("A", "bank").does("A", (2, 2))
    assert (2, 3) not in game.options


@rule("CC-6.10", "CC-6.7")
def test_a_kept_tile_costs_nothing_more():
    game = scene("A B", town={(2, 2): "A"}, centre=(3, 3), kept={"A": "prison"}, money={"A": 0}, passed="B A")
    game.resolve(until="kept").builds("A", (2, 2), house=(2, 3), tile="prison")
    assert (game["A"].money, game["A"].guns, game.tile((2, 3))) == (0, 3, "house")


# Roads ----------------------------------------------------------------------------------------------------------------

@rule("CC-6.14", "CC-6.13", "CC-6.12")
@pytest.mark.parametrize(("site", "house", "pieces"), [((3, 6), (3, 5), 2), ((6, 6), (5, 5), 4), ((2, 6), (5, 6), 4),
                                                       ((6, 3), (6, 4), 2), ((2, 2), (4, 4), 0), ((2, 2), (3, 5), 1),
                                                       ((0, 0), (0, 1), 4)])
def test_the_fewest_pieces_that_connect_both_parcels_are_laid(site, house, pieces):
    """EX-27, and: nothing for two connected parcels, one for a house next to them, 4 for the corner (0, 0): its corner
    point (1, 1) lies 2 + 2 from (3, 3)."""
    game = with_bank({site: "A"}, roads=6, clear=[house]).builds("A", site, house=house)
    assert (game["A"].roads, len(game.pieces)) == (6 - pieces, 4 + pieces)
    assert {site, house} <= game.connected


@rule("CC-6.14", "CC-6.13")
@pytest.mark.parametrize(("site", "house", "pieces"), [((3, 6), (3, 5), 2), ((6, 6), (5, 5), 4), ((2, 6), (5, 6), 4)])
def test_a_house_is_offered_exactly_when_the_roads_suffice(site, house, pieces):
    """EX-27"""
    game = with_bank({site: "A"}, roads=pieces, clear=[house]).does("A", "build").does("A", site)
    assert house in game.options
    game = with_bank({site: "A"}, roads=pieces - 1, clear=[house])
    if "build" in game.options:
        assert house not in game.does("A", "build").does("A", site).options


@rule("CC-6.14")
def test_the_reach_of_a_house_agrees_with_the_formula_everywhere():
    """min( d(N,A) + d(N,B), min over v of d(N,v) + d(v,A) + d(v,B) ), counted by hand for a site and every house."""
    def d(s, t):
        return min(apart(a, b) for a in s for b in t)

    network, every = corners((3, 3)), [(i, j) for i in range(9) for j in range(9)]
    site, roads = (6, 6), 5
    open_to = []
    for at in EVERY_PARCEL:
        a, b = corners(site), corners(at)
        branch = min(d(network, [v]) + d([v], a) + d([v], b) for v in every)
        if at != site and min(d(network, a) + d(network, b), branch) <= roads:
            open_to.append(at)
    game = with_bank({site: "A"}, roads=roads).does("A", "build").does("A", site)
    bare = [at for at in open_to if not game.tile(at)]
    assert game.options == bare


@rule("CC-6.15")
def test_the_canonical_route():
    """EX-48: to (3, 6) with the house on (3, 5) straight along the upper line."""
    game = with_bank({(3, 6): "A"}, roads=2, clear=[(3, 5)])
    before = game.pieces
    game.builds("A", (3, 6), house=(3, 5))
    assert game.pieces - before == {((3, 4), (3, 5)), ((3, 5), (3, 6))}


@rule("CC-6.15")
def test_the_canonical_route_changes_the_row_first():
    """Building (0, 0), house (1, 1): the site's corner (1, 1), from the network's (3, 3): up to (1, 3), then left; the
    house is touched on the way."""
    game = with_bank({(0, 0): "A"}, roads=4, clear=[(1, 1)])
    before = game.pieces
    game.builds("A", (0, 0), house=(1, 1))
    assert game.pieces - before == {((2, 3), (3, 3)), ((1, 3), (2, 3)), ((1, 2), (1, 3)), ((1, 1), (1, 2))}


def corners(at):
    return [(at[0] + i, at[1] + j) for i in (0, 1) for j in (0, 1)]


def apart(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def path(starts, goals):
    """path(S, T) of CC-6.15: the smallest start, the smallest goal at that distance, first along i, then along j."""
    _, at, goal = min((apart(s, t), s, t) for s in starts for t in goals)
    laid = set()
    while at != goal:
        move = (1 if goal[0] > at[0] else -1, 0) if at[0] != goal[0] else (0, 1 if goal[1] > at[1] else -1)
        new = (at[0] + move[0], at[1] + move[1])
        laid.add((min(at, new), max(at, new)))
        at = new
    return laid


def by_the_book(network, site, house):
    """The canonical set of pieces of CC-6.15, word by word."""
    a, b = corners(site), corners(house)

    def d(s, t):
        return min(apart(x, y) for x in s for y in t)

    separate = d(network, a) + d(network, b)
    branch, v = min((d(network, [v]) + d([v], a) + d([v], b), v) for v in [(i, j) for i in range(9) for j in range(9)])
    if separate <= branch:
        return path(network, a) | path(network, b)
    return path(network, [v]) | path([v], a) | path([v], b)


@rule("CC-6.15", "CC-6.14")
@pytest.mark.parametrize("centre", [(3, 3), (1, 5), (6, 6)])
def test_the_canonical_route_is_that_of_the_book(centre):
    """A third of all sites, each with a house somewhere else on the map."""
    for k in range(centre[0] % 3, 64, 3):
        site, house = EVERY_PARCEL[k], EVERY_PARCEL[(11 * k + 29) % 64]
        if centre in (site, house) or site == house:
            continue
        game = with_bank({site: "A"}, centre=centre, roads=16, clear=[house])
        before = game.pieces
        game.builds("A", site, house=house)
        assert game.pieces - before == by_the_book(corners(centre), site, house), (site, house)


@rule("CC-6.15")
def test_d16_the_builder_may_choose_among_the_shortest_routes():
    """To the corner (1, 1) from (3, 3) there are 6 shortest ways; the house on (1, 1) is touched in its corners (1, 1),
    (1, 2), (2, 1) or (2, 2), and every one of the 6 passes one of them."""
    game = with_bank({(0, 0): "A"}, roads=4, clear=[(1, 1)], rules={"road_route_choice": "bot"})
    before = game.pieces
    game.builds("A", (0, 0), house=(1, 1))
    assert (game.asked, game.options) == ("A route", [0, 1, 2, 3, 4, 5])
    routes = set()
    for k in game.options:
        choice = with_bank({(0, 0): "A"}, roads=4, clear=[(1, 1)], rules={"road_route_choice": "bot"})
        choice.builds("A", (0, 0), house=(1, 1)).does("A", k)
        assert choice["A"].roads == 0
        routes.add(frozenset(choice.pieces - before))
    assert len(routes) == 6
    assert all(len(route) == 4 for route in routes)


@rule("CC-6.13", "CC-6.12")
def test_roads_are_laid_only_for_a_building():
    """Lazy: nobody is ever asked to lay a road by itself."""
    game = scene("A B", centre=(3, 3), roads={"A": 5, "B": 5}, figures={"A": ["roads"]}, passed="B A").resolve()
    assert len(game.pieces) == 4


@rule("CC-6.16", "CC-6.12")
def test_windows_let_everybody_lay_roads_after_every_step_in_passing_order():
    game = scene("A B", centre=(3, 3), roads={"A": 1, "B": 1}, passed="B A", rules={"road_timing": "windows"})
    game.finish_placement()
    asked = []
    while game.question == "lay_road":
        asked.append((game.view["step"], game.who))
        game.does(game.who, "stop")
    assert asked == [(step, who) for step in range(1, 25) for who in ("B", "A")]


@rule("CC-6.16")
def test_a_piece_laid_in_a_window_connects_parcels():
    game = scene("A B", centre=(3, 3), town={(3, 5): "A"}, roads={"A": 1, "B": 0}, figures={"A": ["build_5"]}, row=ROW,
                 passed="B A", rules={"road_timing": "windows"}).resolve(until="lay_road")
    game.does("A", ((3, 4), (3, 5)))
    assert (3, 5) in game.connected
    assert game["A"].roads == 0
    assert game.on("construct").options == ["decline", "keep", "build"]


@rule("CC-6.20")
def test_each_building_space_is_finished_before_the_next():
    """A builds a hotel for $8 first; its house is on the board when the parcel of the saloon for $6 is chosen."""
    game = scene("A B", centre=(3, 3), town={(2, 2): "A", (2, 3): "A"}, figures={"A": ["build_8", "build_6"]}, row=ROW,
                 passed="B A").resolve(until="construct").builds("A", (2, 2), house=(2, 4))
    assert (game.tile((2, 2)), game.tile((2, 4)), game["A"].money) == ("hotel", "house", 7)
    assert game.view["tile"] == 4
    assert game.does("A", "build").options == [(2, 3)]
