"""Carson City in a player's words."""
import random

import pytest

from sim import Game
from sim.carson_city import words as w


def code(act: int, argument: int = 0) -> int:
    return act << 24 | argument


@pytest.fixture(scope="module")
def game() -> Game:
    return Game("carson_city", players=3, seed=7)


@pytest.fixture
def view(game) -> dict:
    """An early moment of a game, to be changed at will."""
    return game.copy().view()


def test_seats_and_places():
    assert [w.seat(n) for n in (0, 1, 4, -1)] == ["A", "B", "E", "nobody"]
    assert w.place(w.AMMUNITION) == "Ammunition"
    assert w.place(w.SPACES + 28) == "parcel (3, 4)"
    assert w.place(w.BUILD + 6, {"building_price_12": 12}) == "the $12 building space"
    assert w.place(w.VP_BUY + 1, {"vp_buy_price_3": 3}) == "VP for $3 each"


def test_every_place_has_a_name_of_its_own(game):
    names = [w.place(p, game.setting["rules"]) for p in range(w.PLACES)]
    assert len(set(names)) == w.PLACES


@pytest.mark.parametrize(("line", "text"), [
    (0, "from corner (0, 0) to (0, 1)"), (71, "from corner (8, 7) to (8, 8)"),
    (72, "from corner (0, 0) to (1, 0)"), (143, "from corner (7, 8) to (8, 8)"),
])
def test_lines_join_two_corners(line, text):
    """CC-3.4."""
    assert w.line(line) == text


def test_price_of_a_parcel(game, view):
    """EX-02, EX-03 (CC-6.2)."""
    view.update(house=[36, 37], mountain=[53], built=[[], [], [], [], [38, 46], [], [], []])
    rules = game.setting["rules"]
    assert w.price(view, 45, rules) == 6
    assert w.price(view, 0, rules) == 1
    view.update(house=[18, 19, 20, 26, 27, 28, 34, 35, 36], mountain=[], built=[[]] * 8)
    assert w.price(view, 27, rules) == 10


def test_placing(game, view):
    view["phase"] = w.PLACE
    view["row"][2] = w.BANK
    view.update(house=[], mountain=[27], built=[[12], [], [], [], [], [], [], []])
    view["owned"][1] = [12]
    say = [w.action(code(*what), view, game.setting) for what in [
        (w.ACT_SPACE, w.AMMUNITION), (w.ACT_SPACE, w.BUILD + 2), (w.ACT_CLAIM, 28), (w.ACT_ATTACK, 12), (w.ACT_PASS,),
        (w.ACT_WHITE_SPACE, w.GAMBLING), (w.ACT_WHITE_CLAIM, 28)]]
    assert say == ["place a cowboy on Ammunition", "place a cowboy on the $5 building space (bank)",
                   "claim parcel (3, 4) for $2", "attack B's ranch on (1, 4)", "pass",
                   "place the white figure on Gambling", "claim parcel (3, 4) for $2 with the white figure"]
    view["phase"] = w.MOVE
    assert w.action(code(w.ACT_SPACE, w.WAGES), view, game.setting) == "move the cowboy to Wages"


def test_characters_and_their_powers(game, view):
    view["character"][0][0] = w.GROCER
    view["row"][3] = w.HOTEL
    say = [w.action(code(*what), view, game.setting) for what in [
        (w.ACT_CHARACTER, w.BANKER), (w.ACT_REWARD, 0), (w.ACT_REWARD, 1), (w.ACT_COOLIE, 3), (w.ACT_COOLIE, w.SLOTS),
        (w.ACT_RECRUIT, 2), (w.ACT_ARM, 1), (w.ACT_SETTLE, w.PARCELS), (w.ACT_DOUBLE, 1 + w.BANK), (w.ACT_BANKER, 2)]]
    assert say == ["take the Banker", "take $8 now", "wait for the building income",
                   "take the hotel from the $6 building space for $5",
                   "take no tile", "buy 2 cowboys for $4", "buy 1 revolver for $3", "settle nowhere",
                   "double the income of own banks", "buy 5 VP for $12"]


def test_building_and_money(game, view):
    view.update(tile=w.BANK, tile_slot=4, tile_from=w.FROM_ROW, builder=1, house_site=20, place=w.VP_BUY + 2)
    say = [w.action(code(*what), view, game.setting) for what in [
        (w.ACT_CONSTRUCT, 0), (w.ACT_CONSTRUCT, 1), (w.ACT_CONSTRUCT, 2), (w.ACT_SITE, 19), (w.ACT_HOUSE, 20),
        (w.ACT_CONSENT, 0), (w.ACT_KEPT, w.CHURCH), (w.ACT_BUY_VP, 3), (w.ACT_HAND_BACK, 30), (w.ACT_TOKEN, 4)]]
    assert say == ["decline the bank", "buy the bank for $8 and keep it", "buy the bank for $8 and build it",
                   "build a bank on (2, 3)", "put the house on (2, 4)", "refuse B's house on (2, 4)",
                   "build the kept church", "buy 3 VP for $12", "hand back $30 for 3 VP",
                   "lay the duel token 4 face down"]
    view["character"][0][0] = w.COOLIE                      # pays half, rounded up
    assert w.action(code(w.ACT_CONSTRUCT, 1), view, game.setting) == "buy the bank for $4 and keep it"


def test_an_unknown_code_is_refused(game, view):
    with pytest.raises(ValueError, match="no action"):
        w.action(code(99), view, game.setting)


def test_the_red_side_lies_up():
    sides = {"character_sides": 1, **{f"side_{name.lower()}": 0 for name in w.CHARACTER_NAMES}}
    setting = {"variants": {**sides, "side_banker": 1}}
    assert [w.red(card, setting) for card in (w.SHERIFF, w.BANKER)] == [True, False]
    setting = {"variants": {**sides, "character_sides": 0, "side_banker": 2}}
    assert [w.red(card, setting) for card in (w.SHERIFF, w.BANKER)] == [False, True]


def test_the_town_is_drawn_with_owners_tiles_and_roads(view):
    view.update(house=[27], mountain=[0], built=[[], [], [28], [], [], [], [], []])
    view["owned"][1] = [28]
    view["corners"] = [0, 0, 0, 24, 24, 0, 0, 0, 0]
    view["across"] = [0, 0, 0, 8, 8, 0, 0, 0, 0]
    view["down"] = [0, 0, 0, 24, 0, 0, 0, 0]
    lines = w.town(view).split("\n")
    assert len(lines) == 18
    assert lines[2] == "0   ^"
    assert lines[7:10] == ["  .   .   .   +---+   .   .   .   .", "3             | h |BD",
                           "  .   .   .   +---+   .   .   .   ."]


@pytest.mark.parametrize("variants", [{}, {"character_sides": "all_red", "might_is_right": True, "kit_carson": True}])
@pytest.mark.parametrize("rules", [{}, {"road_timing": "windows", "road_route_choice": "bot"}])
def test_no_two_options_read_alike(variants, rules):
    """Through whole random games; every table can be described."""
    for players in (2, 5):
        game = Game("carson_city", players=players, seed=11, variants=variants, rules=rules)
        luck = random.Random(players)
        while game.to_move >= 0:
            options = game.legal()
            said = [option.words for option in options]
            assert len(set(said)) == len(said), said
            assert str(game).count("\n") >= 22
            game.position.apply(luck.choice(options).code)
        assert "the game is over" in str(game)
