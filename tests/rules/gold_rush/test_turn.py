"""Rules of set-up, turn and end that no worked example shows."""
import copy

import pytest

import sim
from sim.gold_rush import checks, words
from sim.gold_rush.drawing import ROLES
from tests.rules import rule
from tests.rules.gold_rush.scene import Scene


@rule("GR-3.1", "GR-3.2", "GR-3.3", "GR-3.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up_does_not_depend_on_the_number_of_players(players):
    view = sim.Game("gold_rush", players).view()
    assert (view["tiles"], view["x"][0], view["y"][0]) == (1, 0, 0)
    assert (view["stack"][0], view["supply"]) == (1, 62)
    assert view["left"] + (view["tile"] >= 0) == 71
    for seat in range(players):
        assert view["cowboys"][seat].count(-1) == 4
        assert view["tents"][seat].count(-1) == 1


@rule("GR-3.5", "GR-3.6", "GR-3.7", "GR-4.1")
def test_seat_0_begins_and_play_goes_clockwise():
    game = sim.Game("gold_rush", 3, seed=4)
    order = []
    while len(order) < 7:
        if game.view()["phase"] == words.PLACE:
            order.append(game.to_move)
            assert game.view()["tile"] >= 0                 # revealed to everybody
        game.apply(game.legal()[0])
    assert order == [0, 1, 2, 0, 1, 2, 0]


@rule("GR-4.2")
def test_edges_must_match_and_corners_do_not_count():
    scene = Scene()
    scene.hold("C1")
    places = {words.cell((code & 0xFFFFFF) >> 2) for code in scene.position.legal()}
    assert places == {(0, 1), (0, -1)}                      # E and W of the start tile need a railroad
    assert words.lay_code(0, 1, 2) in scene.position.legal()
    assert words.lay_code(0, 1, 0) not in scene.position.legal()
    assert words.lay_code(1, 1, 0) not in scene.position.legal()


@rule("GR-4.2")
def test_rotations_that_look_alike_are_one_option():
    scene = Scene()
    scene.hold("RS")
    plain = len(scene.position.legal())
    scene = Scene()
    scene.hold("RS", c=[1, 0])                              # now the two sides differ
    assert (plain, len(scene.position.legal())) == (3, 6)


@rule("GR-4.4")
def test_the_game_ends_at_once_when_the_last_tile_fits_nowhere():
    scene = Scene(players=2, fillers=1).put("C1/2", (0, 1), 0, n=[1])
    view = scene.view()
    scene.kinds[1] = ("M4", ())                             # the one tile that is left
    scene.become(view)
    scene.act("m0")
    assert scene.over
    assert scene.outcome().reason == "no_tile_fits"
    assert scene.points()[0] == 2 + sum(scene.view()["vp"][0][7:9])
    assert scene.view()["discarded"] == 1


@rule("GR-4.5")
def test_advice_has_no_effect():
    """Nobody but the active player is ever asked."""
    game = sim.Game("gold_rush", 2, seed=1)
    first = game.to_move
    game.apply(game.legal()[0])
    assert game.to_move == first


@rule("GR-4.9")
def test_too_few_tokens():
    rules = {"token_split": "custom", **{f"token_count_{value}": 0 for value in (0, 2, 3, 5)}, "token_count_1": 2}
    scene = Scene(rules=rules).put("C1/2", (0, 1), 0, n=[3])
    assert (scene.mountain((0, 0))["stack"], scene.mountain((0, 0))["nuggets"], scene.view()["supply"]) == (2, 4, 0)
    scene.act("m0")
    assert scene.points() == [4, 0]                         # the points are not affected
    assert scene.tokens(0) == 2


@rule("GR-4.20")
def test_a_tent_may_go_to_an_empty_stack_and_never_home():
    scene = Scene().lay("C1/2", (0, -1), 1, n=[2])
    scene.camp(1, (0, -1))
    scene.has_mined(1, (0, -1), 2)
    scene.lay("M2O/1", (0, -2), 0, ("tent", (0, -2)), n=[0])
    assert scene.mountain((0, -1))["tents"] == [1, 1, 0, 0, 0]
    scene.put("C1/2", (1, -1), 0)
    origin, start, new = (scene.feature("mountain", at)[0] for at in ((0, -2), (0, 0), (1, -1)))
    moves = [code & 0xFFFFFF for code in scene.position.legal() if code >> 24 != words.ACT_COWBOY]
    assert moves == [(1 + origin) << 8 | start, (1 + origin) << 8 | new, 0]     # to a mountain, or pass: no gold there


@rule("GR-4.21")
def test_shifting_the_tent_within_a_mountain_is_left_out():
    scene = Scene().lay("M2O/1", (0, 1), n=[1])
    scene.camp(0, (0, 0))
    assert scene.mountain((0, 0))["free"] == 1
    scene.put("C1/2", (0, -1), 0)
    assert not scene.may(("tent", (0, 0)))
    assert scene.may(("tent", (0, -1)))


@rule("GR-4.26")
def test_the_action_may_always_be_skipped():
    game = sim.Game("gold_rush", 2, seed=3)
    while game.to_move >= 0:
        options = game.position.legal()
        if game.view()["phase"] == words.ACT:
            assert options[-1] == words.code(words.ACT_PASS)
        game.position.apply(options[0])


@rule("GR-4.28")
def test_what_nobody_owns_scores_for_nobody_and_is_lost_for_good():
    scene = Scene().lay("T3/0", (-1, 0)).lay("T3/0", (1, 0))
    assert scene.points() == [0, 0]
    assert scene.rail((0, 0))["open"] == 0
    scene = Scene(players=3).lay("CI3/0", (1, 0)).lay("T3/0", (-1, 0)).lay("T3/0", (2, 0))
    scene.put("T3/1", (1, -1))                              # the last railroad of a city without a merchant
    assert [scene.rail((1, 0), i)["open"] for i in range(3)] == [0, 0, 0]
    assert scene.cowboy_options() == {"r0", "r1", "r2", "p0", "p1", "p2"}       # not into the city of an older tile
    scene.act("pass")
    assert scene.points() == [0, 0, 0]


@rule("GR-4.30")
def test_a_redeal_changes_only_what_the_seat_cannot_know():
    game = sim.Game("gold_rush", 3, seed=8)
    for k in range(100):
        options = game.position.legal()
        mines = [code for code in options if code >> 24 in (words.ACT_MINE, words.ACT_TENT)]
        game.position.apply(mines[-1] if mines else options[k % len(options)])
    view = game.view()
    held = [sum(view["mined"][seat]) for seat in range(3)]
    assert min(held) > 1
    changed = set()
    for key in range(30):
        other = game.copy()
        other.redeal(1, key)
        after = other.view()
        assert after["mined"][1] == view["mined"][1]
        assert [sum(after["mined"][seat]) for seat in range(3)] == held
        assert checks.problems(after, game.setting) == []
        changed |= {name for name in view if after[name] != view[name]}
    assert changed == {"head", "mined", "unseen"}
    assert other.position.peek(0) != game.position.peek(0)  # the order of the pile follows from the key
    assert sorted(other.position.peek(0)) == sorted(game.position.peek(0))


@rule("GR-4.31")
def test_a_single_option_is_still_an_action():
    played = sim.play("gold_rush", 2, 50, bots="random")
    assert (played["actions"] >= played["decisions"]).all()
    assert played["actions"].max() == 142


@rule("GR-6.2", "GR-6.4")
def test_farmers_stay_and_symbols_belong_to_one_prairie():
    scene = Scene().lay("RS/1", (1, 0), 0, "p0", c=[1, 0], h=[0, 1])
    assert scene.cowboys(0) == 3
    assert scene.prairie((1, 0), 0)["camps"] == 1
    assert scene.prairie((1, 0), 0)["herds"] == 0
    scene.lay("T3/0", (2, 0)).lay("T3/0", (-1, 0))          # the railroad is complete, the farmer stays
    assert scene.cowboys(0) == 3
    assert scene.points() == [0, 0]


@rule("GR-7.1")
def test_the_last_tile_is_played_whole():
    scene = Scene().lay("C1/2", (0, 1), 1, "m0", n=[1], last=True)
    assert scene.over
    assert scene.view()["vp"][1][2] == 2                    # its action and its scoring
    assert scene.outcome().reason == "last_tile"


@rule("GR-7.2")
def test_tents_and_tokens_leave_the_map_at_the_end():
    scene = Scene().lay("M2O/1", (0, 1), 0, ("tent", (0, 0)), n=[2], last=True)
    assert scene.tent_at_home(0)
    assert (sum(scene.view()["stack"]), scene.view()["removed"]) == (0, 3)


@rule("GR-7.6")
def test_prairies_are_not_scored_in_the_first_game():
    played = sim.play("gold_rush", 4, 40, bots="random", variants={"mode": "first_game"})
    assert played["vp_prairies"].sum() == 0
    assert played["n_farmers"].sum() == 0


@rule("GR-5.12")
def test_trains_and_lengths_do_not_matter_to_a_city():
    scene = Scene().lay("CI3/0", (1, 0), 0, "c0", t=[1, 1, 1]).lay("T3/0", (-1, 0), last=True)
    assert scene.points() == [3, 0]


@rule("GR-5.13")
def test_a_railroad_between_two_cities_counts_for_both():
    scene = Scene().lay("CI3/0", (1, 0), 0, "c0").lay("CI3/0", (-1, 0), 1, "c0", last=True)
    assert scene.points() == [3, 3]


@rule("GR-5.13", "GR-5.10")
def test_one_railroad_completes_two_cities_at_once():
    scene = Scene().lay("CI3/0", (1, 0), 0, "c0").lay("T3/0", (2, 0)).lay("T3/3", (1, -1))      # only the west is open
    scene.lay("C1/2", (0, -1)).lay("T3/1", (-1, -1)).lay("T3/0", (-2, -1)).lay("T3/2", (-2, 0))
    assert scene.points() == [0, 0]
    scene.lay("CI3/0", (-1, 0), 1, "c0")                    # a city in a hole, at the other end
    assert scene.points() == [9, 9]
    assert [scene.cowboys(0), scene.cowboys(1)] == [4, 4]


@rule("GR-5.14")
def test_all_cowboys_of_a_scored_feature_come_home():
    scene = Scene(players=2).lay("T3/0", (-1, 0), 0, "r0")
    scene.stand(0, "railroad", (0, 0))
    scene.stand(1, "railroad", (0, 0))
    scene.lay("T3/0", (1, 0), 1)
    assert scene.points() == [3, 0]
    assert [scene.cowboys(0), scene.cowboys(1)] == [4, 4]


# Words and pictures ---------------------------------------------------------------------------------------------------

def test_a_game_in_words_and_as_a_picture():
    import xml.etree.ElementTree as ET

    game = sim.Game("gold_rush", 4, seed=2)
    for k in range(10_000):
        if game.to_move < 0:
            break
        options = game.legal()
        game.apply(options[k * 7 % len(options)])
        text = str(game)
        assert "Turn" in text
    root = ET.fromstring(words.picture(game.view(), game.setting))
    drawn = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(" at (" in text for text in drawn) == game.view()["tiles"]
    figures = sum(place >= 0 for seat in game.view()["cowboys"] for place in seat)
    assert sum(text.split(" of ")[0] in ROLES.values() for text in drawn) == figures


IMPOSSIBLE = [
    (lambda v: v["x"].__setitem__(3, 40), "tile 3 does not fit at (40"),
    (lambda v: v["kind"].__setitem__(3, 99), "no kind 99"),
    (lambda v: v["cowboys"][0].__setitem__(0, 700), "seat 0 has a cowboy on 700"),
    (lambda v: v["tents"][0].__setitem__(0, 50), "seat 0 has a tent on 50"),
    (lambda v: v.update(supply=v["supply"] + 1), "tokens are on the table, 63 in the box"),
    (lambda v: v.update(discarded=4), "discarded are not the 72 of the box"),
    (lambda v: v["vp"][0].__setitem__(6, 4), "points of the end already"),
]


def damage(view, change):
    damaged = copy.deepcopy(view)
    change(damaged)
    return damaged


def test_an_impossible_view_is_refused_in_words():
    game = sim.Game("gold_rush", 2, seed=2)
    for _ in range(20):
        game.position.apply(game.position.legal()[0])
    view = game.view()
    for change, message in IMPOSSIBLE:
        damaged = damage(view, change)
        with pytest.raises(ValueError) as error:
            sim.Game.from_view("gold_rush", damaged)
        assert message in str(error.value)


@rule("GR-5.14", "GR-5.6")
def test_what_was_completed_long_ago_holds_no_figure_and_no_gold():
    """On a complete feature figures and tokens wait for their scoring only in the turn that completed it."""
    scene = Scene().lay("C1/2", (0, 1), n=[1]).lay("CI3/0", (1, 0)).lay("T3/0", (-1, 0)).lay("T3/0", (2, 0))
    scene.put("T3/3", (1, -1))
    mountain, _ = scene.feature("mountain", (0, 0))
    assert checks.problems(damage(scene.view(), lambda v: v["cowboys"][0].__setitem__(0, 768)), scene.setting) == []
    scene.act("pass").put("C1/2", (0, -1))
    for change, message in [
        (lambda v: v["cowboys"][0].__setitem__(0, 768), "a merchant of seat 0 stands in a complete city"),
        (lambda v: (v["stack"].__setitem__(mountain, 1), v.update(removed=1)), "1 tokens on mountain 0, long complete"),
    ]:
        assert checks.problems(damage(scene.view(), change), scene.setting) == [message]


@rule("GR-4.19")
@pytest.mark.parametrize("needs", [True, False])
def test_a_segment_holds_one_miner_whatever_tents_may_do(needs):
    scene = Scene(rules={"tent_needs_free_segment": needs}).put("C1/2", (0, -1))
    number, _ = scene.feature("mountain", (0, -1))
    crowd = damage(scene.view(), lambda v: v["cowboys"][0].__setitem__(slice(0, 2), [number, number]))
    assert checks.problems(crowd, scene.setting) == [f"2 figures on the 1 segments of mountain {number} (GR-4.19)"]
