"""What buildings earn in step 17 (section 11)."""
import pytest

from tests.rules import rule
from tests.rules.carson_city.scene import EVERY_PARCEL, around, scene


def income(town, who="A", players="A B", **more):
    """What the buildings of a player earn in one round. Nobody else does anything."""
    game = scene(players, town=town, money=dict.fromkeys(players.split(), 0), passed=players, **more)
    return game.resolve()[who].money


@rule("CC-11.1")
def test_houses_count_when_they_are_unowned_or_own():
    """EX-04"""
    town = {(2, 2): "house", (2, 3): "house", (4, 2): "A house", (3, 2): "A saloon", (3, 3): "B saloon"}
    assert (income(town, "A"), income(town, "B")) == (15, 10)


@rule("CC-11.1")
def test_a_ranch_next_door_counts_twice_for_a_drugstore():
    """EX-05: 3 x (3 + 1 + 1) = $15, and the ranch's seven empty parcels."""
    town = {(3, 3): "A drugstore", (2, 2): "house", (2, 3): "house", (2, 4): "house", (4, 4): "A ranch"}
    assert income(town) == 15 + 7


@rule("CC-11.1")
def test_a_bank_counts_houses_and_own_mines_anywhere():
    """EX-06: 3 x (1 + 2 + 1) = $12, and the hotel's $6; the mine has no mountain."""
    town = {(3, 3): "A bank", (4, 4): "A hotel", (7, 0): "A mine", (2, 2): "house"}
    assert income(town) == 12 + 6


@rule("CC-11.1")
@pytest.mark.parametrize(("neighbour", "units"), [("house", 1), ("A house", 1), ("B house", 0), ("A ranch", 1),
                                                  ("B ranch", 0), ("A church", 1), ("B church", 0), ("A hotel", 2),
                                                  ("B hotel", 0), ("A mine", 0), ("A prison", 0), ("A mountain", 0),
                                                  ("A", 0)])
def test_house_units_beside_a_saloon(neighbour, units):
    own = {"A ranch": 7, "A hotel": 6}.get(neighbour, 0)        # what the neighbour earns itself
    assert income({(3, 3): "A saloon", (3, 4): neighbour}) == 5 * units + own


@rule("CC-11.2")
def test_mountains_serve_when_they_are_unowned_or_own():
    """EX-18: A's mine has (2, 2) and (2, 3); B's mine only his own (2, 4), for (2, 3) is A's."""
    town = {(3, 3): "A mine", (2, 2): "mountain", (2, 3): "A mountain", (2, 4): "B mountain", (3, 4): "B mine"}
    assert (income(town, "A"), income(town, "B")) == (6, 3)


@rule("CC-11.2")
def test_mines_may_share_a_mountain():
    town = {(3, 3): "A mine", (2, 3): "mountain", (2, 4): "A mine", (1, 3): "B mine"}
    assert (income(town, "A"), income(town, "B")) == (6, 3)


@rule("CC-11.3")
def test_a_building_is_not_its_own_neighbour():
    """A ranch alone on an inner parcel earns $8, not 9; a hotel or church feeds no saloon on itself; a mine alone earns
    nothing, a drugstore with one ranch far away $3."""
    assert income({(3, 3): "A ranch"}) == 8
    assert income({(3, 3): "A drugstore", (6, 6): "A ranch"}) == 3 + 8
    assert income({(3, 3): "A mine"}) == 0


@rule("CC-11.7")
def test_a_ranch_earns_for_empty_parcels_and_at_least_a_dollar():
    """EX-17"""
    assert income({(0, 0): "A ranch", (1, 1): "house"}) == 2
    assert income({(0, 0): "A ranch", (0, 1): "mountain", (1, 0): "B mine", (1, 1): "house"}) == 1


@rule("CC-11.7")
def test_a_mountain_is_not_empty_but_land_that_somebody_owns_is():
    assert income({(0, 0): "A ranch", (1, 1): "mountain"}) == 2
    assert income({(0, 0): "A ranch", (1, 1): "B", (0, 1): "A"}) == 3


@rule("CC-11.7")
def test_two_ranches_count_the_same_empty_parcel():
    """(0, 0) has (1, 0), (0, 1), (1, 1); (0, 2) has (0, 1), (1, 1), (0, 3), (1, 2), (1, 3)."""
    assert income({(0, 0): "A ranch", (0, 2): "A ranch"}) == 3 + 5


@rule("CC-11.4")
def test_kept_ranches_and_mines_do_not_count():
    town = {(3, 3): "A drugstore", (6, 6): "A bank"}
    assert income(town, kept={"A": "ranch mine"}) == 0
    town |= {(0, 0): "A ranch", (0, 7): "A mine"}
    assert income(town) == 3 + 3 + 3                    # 3 x 1, 3 x 1, and the corner ranch


@rule("CC-11.4")
def test_only_own_ranches_and_mines_count():
    town = {(3, 3): "A drugstore", (6, 6): "A bank", (0, 0): "B ranch", (0, 7): "B mine"}
    assert income(town) == 0


@rule("CC-11.5")
def test_every_building_of_every_player_pays_without_a_cowboy():
    town = {(3, 3): "A hotel", (6, 6): "B hotel", (0, 0): "B ranch"}
    assert (income(town, "A", cowboys={"A": 0, "B": 0}), income(town, "B", cowboys={"A": 0, "B": 0})) == (6, 6 + 3)


@rule("CC-11.5")
def test_income_is_that_of_the_board_in_step_17():
    """A builds a mine next to his ranch this round: the ranch earns $2, the mine nothing."""
    game = scene("A B", town={(0, 0): "A ranch", (0, 1): "A"}, figures={"A": ["build_4"]}, money={"A": 4}, passed="B A")
    game.resolve(until="construct").builds("A", (0, 1))
    assert game["A"].money == 2


@rule("CC-11.6")
def test_a_bank_never_pays_more_than_its_tile_says():
    """EX-37: 3 x (3 + 2 + 1 + 2) = $24, limit $21. The hotel pays $6."""
    town = {(3, 3): "A bank", (3, 2): "A hotel", (4, 4): "A church", (0, 0): "A mine", (0, 7): "A mine",
            (2, 2): "house", (2, 3): "house", (2, 4): "house"}
    assert income(town) == 21 + 6
    assert income(town, rules={"cap_bank": 99}) == 24 + 6


@rule("CC-11.6")
def test_a_mine_never_pays_more_than_its_tile_says():
    """Eight mountains: $24, limit $21."""
    town = {(3, 3): "A mine", **dict.fromkeys(around((3, 3)), "mountain")}
    assert income(town) == 21


@rule("CC-11.6")
def test_a_saloon_never_pays_more_than_its_tile_says():
    """Two hotels and four houses: 5 x 8 = $40, limit $35."""
    town = {(3, 3): "A saloon", (2, 2): "A hotel", (2, 3): "A hotel", (2, 4): "house", (3, 4): "house", (4, 4): "house",
            (4, 3): "house"}
    assert income(town) == 35 + 12


@rule("CC-11.6")
def test_a_drugstore_never_pays_more_than_its_tile_says():
    """Four houses beside it and four ranches in the corners: 3 x 8 = $24, limit $21; each ranch pays $3."""
    town = {(3, 3): "A drugstore", (2, 2): "house", (2, 3): "house", (2, 4): "house", (3, 4): "house",
            (0, 0): "A ranch", (0, 7): "A ranch", (7, 0): "A ranch", (7, 7): "A ranch", (5, 5): "B hotel",
            (5, 3): "B hotel"}
    assert income(town) == 21 + 4 * 3


@rule("CC-11.6")
def test_a_ranch_pays_eight_at_most_and_a_hotel_always_six():
    assert income({(3, 3): "A ranch"}) == 8
    assert income({(3, 3): "A hotel", (3, 4): "A hotel", (2, 2): "house"}) == 12


@rule("CC-11.6", "CC-11.1")
@pytest.mark.parametrize("tile", ["church", "prison"])
def test_church_and_prison_earn_nothing(tile):
    assert income({(3, 3): f"A {tile}", (3, 4): "house", (2, 2): "mountain"}) == 0


@rule("CC-11.8")
def test_the_owner_of_a_building_is_the_owner_of_its_parcel_for_good():
    """No owned parcel can be claimed, so a parcel never changes hands."""
    town = {(3, 3): "A hotel", (0, 0): "A", (1, 1): "B house"}
    game = scene("A B", town=town, money={"A": 0}, turn="B")
    assert {option for option in game.options if option in EVERY_PARCEL} == set(EVERY_PARCEL) - set(town)
    game = scene("A B", town=town, starts="characters").takes("A", "settler")
    assert not {*town} & {*game.options}
    assert income(town) == 6
