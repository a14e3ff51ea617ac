"""Phase 2: cowboys go out one by one (CC-5.4..5.12), and the white figure (CC-5.10)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import EVERY_PARCEL, SPACES, scene

ALL_SPACES = {*SPACES}          # with a full row in round 1


def targets(game):
    """Buildings that can be attacked or defended."""
    return {option for option in game.options if option[0] in ("attack", "defend")}


def spaces(game):
    return {option for option in game.options if option in ALL_SPACES}


def parcels(game):
    return {option for option in game.options if option in EVERY_PARCEL}


# Turns ----------------------------------------------------------------------------------------------------------------

@rule("CC-5.4", "CC-5.5", "CC-5.6")
def test_placing_and_passing_in_turn():
    """EX-11: A first; A and B place, A places, B passes, A places and passes."""
    game = scene("A B", cards="sheriff banker", figures={})
    game.place("A", "wages").place("B", "wages").place("A", "wages").passes("B").place("A", "wages").passes("A")
    assert game.passing_order == "B A"


@rule("CC-5.6", "CC-7.2", "CC-5.1")
def test_the_first_passer_wins_ties_and_chooses_first_next_round():
    """EX-11: B passed first."""
    game = scene("A B", figures={"A": ["gambling"], "B": ["gambling"]}, passed="B A").rolls("gambling", A=4, B=4)
    assert game.resolve(until="perform").who == "B"
    assert game.on().asked == "B character"


@rule("CC-5.4")
def test_one_figure_a_turn_and_players_who_passed_are_skipped():
    game = scene("A B C")
    game.place("A", "wages").passes("B").place("C", "road").place("A", "roads")
    assert game.who == "C"
    assert (game["A"].cowboys, game["B"].cowboys, game["C"].cowboys) == (1, 3, 2)


@rule("CC-5.5")
def test_who_has_no_figure_left_must_pass_when_his_turn_comes():
    game = scene("A B", cowboys={"A": 1}).place("A", "wages")
    assert (game.who, game.passing_order) == ("B", "")
    game.place("B", "road")
    assert (game.who, game.options) == ("A", ["pass"])


@rule("CC-5.6")
def test_figures_that_were_not_placed_stay_in_the_supply():
    """A passes with 3 cowboys and beats B's 1 gun and better die: 1 + 3 + 1 against 1 + 0 + 3."""
    game = scene("A B", cowboys={"A": 3, "B": 0}, figures={"A": ["gambling"], "B": ["gambling"]}, passed="B A")
    game.rolls("gambling", A=1, B=3).resolve(until="perform")
    assert (game.who, game["A"].cowboys) == ("A", 3)


@rule("CC-5.12")
def test_the_phase_ends_when_all_have_passed():
    game = scene("A B", figures={"A": ["ammunition"]}).passes("A")
    assert game.asked == "B place"
    assert game.passes("B").asked == "A perform"


# Where a cowboy may go ------------------------------------------------------------------------------------------------

@rule("CC-5.7", "CC-5.8")
def test_d9_open_spaces_unowned_parcels_attackable_buildings_or_pass():
    """C's church protects B's bank beside it; C's land and A's land without a building are closed."""
    town = {(3, 3): "house", (2, 3): "B saloon", (2, 2): "A ranch", (5, 5): "C church", (5, 6): "B bank", (6, 0): "B",
            (7, 0): "A", (6, 1): "B house", (0, 0): "C mountain", (0, 7): "C prison"}
    game = scene("A B C", town=town)
    owned = {at for at, text in town.items() if text[0] in "ABC"}
    assert spaces(game) == ALL_SPACES
    assert parcels(game) == set(EVERY_PARCEL) - owned
    assert targets(game) == {("attack", (2, 3)), ("defend", (2, 2))}
    assert len(game.options) == 21 + (64 - len(owned)) + 2 + 1


@rule("CC-5.7")
def test_any_number_of_own_figures_on_wages_and_road():
    game = scene("A B", cowboys={"A": 5}).place("A", "wages").passes("B")
    game.place("A", "wages").place("A", "road").place("A", "road")
    assert game.stands("A") == ["wages", "wages", "road", "road"]
    assert {"wages", "road"} <= {*game.options}


@rule("CC-5.7")
@pytest.mark.parametrize("where", ["ammunition", "roads", "build_5", "parcel_income", "gambling", "gun_income",
                                   "vp_parcels", "vp_buildings", "vp_guns", "vp_buy_3", (3, 4)])
def test_only_one_own_figure_elsewhere(where):
    game = scene("A B").place("A", where).passes("B")
    assert where not in game.options


@rule("CC-5.7")
def test_only_one_own_figure_on_a_building():
    game = scene("A B", town={(2, 2): "A ranch", (5, 5): "B mine"})
    game.attacks("A", (5, 5)).passes("B").defends("A", (2, 2))
    assert targets(game) == set()


@rule("CC-5.7")
@pytest.mark.parametrize("tile", ["ranch", "mine", "drugstore", "bank", "saloon", "hotel"])
def test_an_own_building_may_be_defended_before_anybody_attacks(tile):
    game = scene("A B", town={(2, 2): f"A {tile}"}).defends("A", (2, 2))
    assert game.stands("A") == [(2, 2)]
    assert ("attack", (2, 2)) in game.options


@rule("CC-5.8", "CC-7.8")
def test_prisons_churches_and_what_stands_beside_a_church_are_no_targets():
    """EX-24: for C, and no more for their owners."""
    town = {(1, 1): "A prison", (1, 6): "A church", (5, 5): "A bank", (5, 6): "B church"}
    assert targets(scene("A B C", town=town, turn="C")) == set()
    assert targets(scene("A B C", town=town, turn="A")) == set()


@rule("CC-5.8")
def test_land_without_a_building_is_closed_to_all_when_it_has_an_owner():
    game = scene("A B", town={(0, 0): "A", (1, 1): "A mountain", (3, 3): "A house", (5, 5): "B", (6, 6): "B mountain"})
    closed = {(0, 0), (1, 1), (3, 3), (5, 5), (6, 6)}
    assert not closed & parcels(game)
    assert targets(game) == set()


@rule("CC-5.8", "CC-5.20")
def test_a_building_space_without_a_tile_is_closed():
    """The row has six tiles."""
    tiles = ("ranch " * 5 + "mine " * 5 + "drugstore " * 3 + "bank " * 4 + "saloon " * 3 + "hotel " * 3 + "church")
    game = scene("A B", row="ranch mine drugstore church prison prison", kept={"B": tiles})
    assert ALL_SPACES - spaces(game) == {"build_12"}


@rule("CC-5.8", "CC-5.17")
@pytest.mark.parametrize(("round", "closed"), [(1, set()), (2, {"vp_buy_2"}), (3, {"vp_buy_2", "vp_buy_3"}),
                                               (4, {"vp_buy_2", "vp_buy_3", "vp_buy_4"})])
def test_one_purchase_space_closes_after_each_round(round, closed):
    """EX-13: open prices are 2 3 4 5, then 3 4 5, 4 5, 5."""
    assert ALL_SPACES - spaces(scene("A B", round=round)) == closed


@rule("CC-5.9")
def test_a_place_with_others_may_be_joined_and_money_is_not_needed():
    town = {(2, 2): "B bank"}
    game = scene("A B", town=town, money={"A": 0}, figures={"B": ["build_12", "vp_buy_5", (4, 4), (2, 2), "roads"]})
    assert {"build_12", "vp_buy_5", "roads", (4, 4), ("attack", (2, 2))} <= {*game.options}


@rule("CC-5.7")
@pytest.mark.parametrize(("town", "where"), [({}, (4, 4)), ({(4, 4): "mountain"}, (4, 4)), ({(4, 4): "house"}, (4, 4))])
def test_an_unowned_parcel_may_be_claimed_empty_or_with_mountain_or_house(town, where):
    assert scene("A B", town=town, clear=[(4, 4)]).place("A", where).stands("A") == [where]


# The white figure -----------------------------------------------------------------------------------------------------

def sheriff(**more):
    """A is the yellow Sheriff, B the Banker."""
    return scene("A B", cards="sheriff banker", **more)


def white_places(game):
    return {option[1] for option in game.options if option[0] == "white"}


@rule("CC-5.10")
def test_nobody_joins_the_white_figure():
    """EX-35: not on build_5, and not on a parcel."""
    assert "build_5" not in sheriff(white="build_5", turn="B").options
    assert (3, 3) not in sheriff(white=(3, 3), turn="B").options
    assert "build_5" not in sheriff(white="build_5", turn="A").options


@rule("CC-5.10")
def test_the_white_figure_goes_only_where_nobody_stands_and_never_on_a_building():
    """EX-35; D9 with the white figure."""
    town = {(2, 2): "B bank", (5, 5): "A ranch", (0, 0): "A"}
    busy = {"A": ["gambling", (6, 1), "wages"], "B": ["roads", (4, 4), "road"]}
    game = sheriff(town=town, figures=busy)
    assert white_places(game) == (ALL_SPACES | set(EVERY_PARCEL)) - {
        "gambling", (6, 1), "wages", "roads", (4, 4), "road", (2, 2), (5, 5), (0, 0)}
    assert not [option for option in game.options if option[0] == "white defend"]


@rule("CC-5.10")
def test_placing_the_white_figure_is_one_placement():
    game = sheriff().does("A", ("white", "build_5"))
    assert (game.who, game["A"].cowboys, game.white) == ("B", 3, "build_5")
    assert white_places(game.passes("B")) == set()


@rule("CC-5.10", "CC-5.5")
def test_the_white_figure_alone_is_enough_not_to_pass():
    game = sheriff(cowboys={"A": 0})
    assert "pass" in game.options
    assert white_places(game)
    assert not spaces(game)


@rule("CC-5.10", "CC-5.24", "CC-7.14")
def test_others_may_join_the_white_figure_on_wages():
    """EX-44: white on wages, two own cowboys later, and B's one: $12 and $4."""
    game = sheriff(money={"A": 0, "B": 0}).does("A", ("white", "wages"))
    game.place("B", "wages").place("A", "wages").passes("B").place("A", "wages").passes("A")
    assert (game["A"].money, game["B"].money) == (12, 4)


@rule("CC-5.10")
def test_the_white_figure_does_not_join_others_on_wages():
    assert "wages" not in white_places(sheriff(figures={"B": ["wages"]}))
    assert "road" not in white_places(sheriff(figures={"A": ["road"]}))


# The red Sheriff ------------------------------------------------------------------------------------------------------

def red_sheriff(**more):
    return scene("A B C", cards="sheriff banker grocer", red="sheriff", **more)


@rule("CC-5.11")
def test_the_red_sheriff_challenges_nobody():
    """EX-41: B stands alone on roads and on a parcel."""
    game = red_sheriff(figures={"B": ["roads", (4, 4)]})
    assert "roads" not in game.options
    assert (4, 4) not in game.options
    assert ALL_SPACES - spaces(game) == {"roads"}


@rule("CC-5.11")
def test_the_red_sheriff_attacks_nobody_but_defends_himself():
    """EX-41: C stands on A's ranch; B's mine is no target."""
    game = red_sheriff(town={(2, 2): "A ranch", (5, 5): "B mine"}, figures={"C": [(2, 2)]})
    assert targets(game) == {("defend", (2, 2))}


@rule("CC-5.11")
def test_others_may_challenge_the_red_sheriff():
    game = red_sheriff(figures={"A": ["roads", (4, 4)]}, turn="B")
    assert {"roads", (4, 4)} <= {*game.options}


@rule("CC-5.11")
def test_the_red_sheriff_may_still_join_wages_and_road():
    assert {"wages", "road"} <= {*red_sheriff(figures={"B": ["wages", "road"]}).options}
