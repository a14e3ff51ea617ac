"""The worked examples GR-X01 to GR-X43 of the specification, in their order."""
from collections import Counter
from fractions import Fraction

import pytest

import sim
from sim.core.rulebook import book, resolve
from sim.gold_rush import box, words
from tests.rules import rule
from tests.rules.gold_rush.scene import BLACK, BLUE, GREEN, RED, YELLOW, Scene


@rule("GR-X01", "GR-5.1", "GR-5.2", "GR-5.14")
def test_a_railroad_of_four_tiles():
    scene = Scene(players=4).lay("T3/0", (-1, 0), BLUE, "r0").lay("RS/1", (1, 0))
    scene.lay("T3/0", (2, 0))
    assert scene.rail((0, 0))["open"] == 0
    assert scene.points()[BLUE] == 4
    assert scene.cowboys(BLUE) == 4


@rule("GR-X02", "GR-5.2")
def test_a_railroad_of_three_tiles():
    scene = Scene(players=4).lay("T3/0", (-1, 0), BLUE, "r0").lay("T3/0", (1, 0))
    assert scene.points()[BLUE] == 3


@rule("GR-X03", "GR-5.3")
def test_exactly_one_train_doubles():
    scene = Scene(players=4).lay("T3/0", (-1, 0), BLUE, "r0").lay("RS/1", (1, 0), t=[1]).lay("T3/0", (2, 0))
    assert scene.points()[BLUE] == 8


@rule("GR-X04", "GR-5.3")
def test_two_trains_do_not_double():
    scene = Scene(players=4).lay("T3/0", (-1, 0), BLUE, "r0")
    scene.lay("RS/1", (1, 0), t=[1]).lay("RS/1", (2, 0), t=[1]).lay("RS/1", (3, 0)).lay("T3/0", (4, 0))
    assert scene.points()[BLUE] == 6


@rule("GR-X05", "GR-5.0", "GR-4.11", "GR-5.14")
def test_a_joined_railroad_pays_both():
    scene = Scene(players=4).lay("T3/0", (-1, 0), BLUE, "r0")
    for x in range(3):
        scene.lay("C1/2", (x, -1))
    scene.lay("RS/1", (2, 0), YELLOW, "r0").lay("T3/0", (3, 0))
    scene.put("RS/1", (1, 0), BLUE)
    assert not scene.may("r0")
    scene.act("pass")
    assert (scene.points()[BLUE], scene.points()[YELLOW]) == (5, 5)
    assert (scene.cowboys(BLUE), scene.cowboys(YELLOW)) == (4, 4)


@rule("GR-X06", "GR-7.10")
def test_points_beyond_the_track_are_plain_numbers():
    scene = Scene().lay("T3/0", (-1, 0), YELLOW, "r0")
    view = scene.view()
    view["vp"][YELLOW][0] = 49
    scene.become(view)
    scene.lay("T3/0", (1, 0))
    total = scene.points()[YELLOW]
    assert total == 52          # the example gains 2 from 49 to 51; here it is a railroad of 3
    track = book("gold_rush").data["pieces"]["score_track"]
    assert (total % track["lap"], total // track["lap"]) == (2, 1)
    assert (51 % track["lap"], 51 // track["lap"]) == (1, 1)


@rule("GR-X07", "GR-5.5", "GR-5.6", "GR-5.9")
def test_the_owner_of_a_mountain_takes_what_is_left():
    scene = Scene(players=4).lay("M2O/1", (0, 1), YELLOW, "m0", n=[2])
    scene.camp(BLUE, (0, 0))
    scene.lay("M2A/2", (0, 2), n=[1]).lay("M2O/0", (1, 2), n=[1])
    scene.has_mined(BLUE, (0, 0), 2)
    assert scene.mountain((0, 0))["stack"] == 3
    scene.put("C1/3", (2, 2), YELLOW, n=[2])
    mountain = scene.mountain((0, 0))
    assert (mountain["stack"], mountain["nuggets"], mountain["size"]) == (5, 7, 5)
    scene.act("pass")
    assert (scene.points()[YELLOW], scene.tokens(YELLOW)) == (7, 5)
    assert (scene.points()[BLUE], scene.tokens(BLUE), scene.tent_at_home(BLUE)) == (0, 2, True)


def tied_mountain(players, first, second, **rules):
    scene = Scene(players=players, rules=rules).lay("M2O/1", (0, 1), first, "m0", n=[2])
    for y in (1, 2, 3):
        scene.lay("C1/1", (1, y), n=[1])
    scene.lay("C1/2", (0, 3), second, "m0", n=[1])
    return scene


@rule("GR-X08", "GR-5.7")
def test_tied_miners_share_the_tokens_from_the_active_player_on():
    scene = tied_mountain(2, 0, 1)
    scene.camp(1, (0, 0))
    scene.has_mined(1, (0, 0), 2)
    scene.put("M2O/1", (0, 2), 0, n=[1])
    mountain = scene.mountain((0, 0))
    assert (mountain["nuggets"], mountain["size"], mountain["stack"]) == (5, 4, 3)
    scene.act("pass")
    assert scene.points() == [5, 5]
    assert [scene.tokens(0), scene.tokens(1)] == [2, 3]


@rule("GR-X09", "GR-5.10", "GR-5.11", "GR-5.2")
def test_a_loop_counts_once_for_the_city():
    scene = Scene(players=4).lay("CI3/0", (1, 0), BLUE, "c0").lay("RC/0", (2, 0)).lay("RC/1", (2, -1))
    scene.lay("RC/2", (1, -1), RED, "r0")
    assert scene.points()[RED] == 4
    assert scene.points()[BLUE] == 0
    scene.lay("T3/0", (-1, 0))
    assert scene.points()[BLUE] == 6
    assert scene.cowboys(BLUE) == 4


@rule("GR-X10", "GR-4.15")
def test_place_and_return_on_a_railroad():
    scene = Scene(players=4).lay("T3/0", (-1, 0)).lay("T3/0", (1, 0), BLUE, "r2")
    assert (scene.points()[BLUE], scene.cowboys(BLUE)) == (3, 4)
    assert scene.view()["n"][BLUE][11] == 1             # n_back_at_once


@rule("GR-X11", "GR-4.15", "GR-5.6")
def test_place_and_return_on_a_mountain():
    scene = Scene(players=4).lay("C1/2", (0, 1), BLUE, "m0", n=[1])
    assert (scene.points()[BLUE], scene.tokens(BLUE), scene.cowboys(BLUE)) == (2, 2, 4)
    assert scene.view()["supply"] == 61


@rule("GR-X12", "GR-7.4")
def test_an_open_railroad_at_the_end():
    scene = Scene().lay("T3/0", (-1, 0), RED, "r0", last=True)
    assert scene.over
    assert scene.points()[RED] == 2


@rule("GR-X13", "GR-7.5")
def test_an_open_city_at_the_end():
    scene = Scene().lay("CI3/0", (1, 0), YELLOW, "c0").lay("T3/0", (-1, 0), last=True)
    assert scene.points()[YELLOW] == 3


@rule("GR-X14", "GR-7.2", "GR-7.3")
def test_an_open_mountain_at_the_end():
    scene = Scene(players=4).lay("M2O/1", (0, 1), BLUE, "m0", n=[2], last=True)
    assert (scene.points()[BLUE], scene.tokens(BLUE)) == (3, 0)
    assert scene.view()["removed"] == 3


@rule("GR-X15", "GR-5.0", "GR-7.3")
def test_the_majority_of_an_open_mountain_at_the_end():
    scene = Scene(players=5).lay("M4", (0, 1), n=[3]).lay("M3/0", (1, 1), n=[2]).lay("M3/0", (-1, 1), n=[2])
    for seat in (GREEN, GREEN, BLACK):
        scene.stand(seat, "mountain", (0, 1))
    scene.lay("M3/2", (0, 2), n=[2], last=True)
    assert (scene.points()[GREEN], scene.points()[BLACK]) == (10, 0)


@rule("GR-X16", "GR-6.3")
def test_a_small_prairie():
    scene = Scene().lay("C1/2", (0, -1), RED, "p0", c=[1]).lay("C1/2", (1, -1), c=[1], last=True)
    assert scene.points()[RED] == 4


@rule("GR-X17", "GR-6.3", "GR-5.0")
def test_tied_farmers_each_get_all():
    scene = Scene(players=3).lay("C1/2", (0, -1), GREEN, "p0", c=[1])
    scene.stand(YELLOW, "prairie", (0, -1))
    scene.lay("C1/2", (1, -1), h=[1], last=True)
    assert (scene.points()[GREEN], scene.points()[YELLOW]) == (6, 6)


@rule("GR-X18", "GR-6.3")
def test_most_farmers_take_the_prairie():
    scene = Scene(players=4).lay("C1/2", (0, -1), BLUE, "p0", c=[1]).lay("C1/2", (1, -1), c=[1])
    scene.lay("C1/2", (-1, -1), h=[1]).lay("C1/2", (-2, -1), h=[1])
    scene.stand(BLUE, "prairie", (0, -1))
    scene.stand(YELLOW, "prairie", (0, -1))
    scene.lay("C1/2", (2, -1), h=[1], last=True)
    assert (scene.points()[BLUE], scene.points()[YELLOW]) == (16, 0)


@rule("GR-X19", "GR-7.7")
@pytest.mark.parametrize("values", [[1, 1, 1, 2, 2, 2, 2, 5, 0], [3, 2, 2, 2, 2, 5, 0, 0, 0]])
def test_tokens_count_at_the_end(values):
    scene = Scene().lay("M2O/1", (0, 1), n=[9]).put("C1/2", (0, -1), n=[1])
    number, _ = scene.feature("mountain", (0, 0))
    view = scene.view()
    for value in values:
        v = [0, 1, 2, 3, 5].index(value)
        view["mined"][0][v] += 1
        view["unseen"][v] -= 1
        view["stack"][number] -= 1
    scene.become(view)
    scene.empty_the_pile()
    scene.act("pass")
    assert scene.points() == [16, 0]


@rule("GR-X20", "GR-4.6", "GR-4.7")
def test_laying_tokens():
    scene = Scene().lay("C1/2", (0, -1), n=[2])
    assert scene.mountain((0, -1))["stack"] == 2
    scene.lay("M2O/1", (0, -2), n=[2])
    assert scene.mountain((0, -1))["stack"] == 4
    assert scene.view()["supply"] == 58


@rule("GR-X21", "GR-4.10", "GR-4.11")
def test_an_occupied_railroad():
    scene = Scene(players=4).lay("T3/0", (-1, 0), RED, "r0").put("C1RS/0", (1, 0), BLUE, n=[1])
    assert scene.cowboy_options() == {"m0", "p0", "p1"}


@rule("GR-X22", "GR-4.11", "GR-4.6")
def test_the_own_miner_is_in_the_way_too():
    scene = Scene(players=4).lay("M2O/1", (0, 1), BLUE, "m0", n=[2]).put("C1RS/2", (0, 2), BLUE, n=[1])
    assert scene.cowboy_options() == {"r0", "p0", "p1"}
    assert scene.mountain((0, 0))["stack"] == 4


@rule("GR-X23", "GR-4.18", "GR-4.19")
def test_the_last_free_segment():
    scene = Scene(players=5).lay("M4", (0, 1), BLUE, "m0", n=[1]).lay("M3/0", (1, 1), n=[1]).lay("M3/0", (-1, 1), n=[1])
    scene.stand(RED, "mountain", (0, 1))
    scene.camp(BLUE, (0, 0))
    assert scene.mountain((0, 0))["free"] == 1
    scene.put("C1/2", (0, -1), YELLOW, n=[1])
    assert scene.may(("tent", (0, 0)))
    scene.act(("tent", (0, 0)))
    assert scene.mountain((0, 0))["free"] == 0
    scene.put("C1/2", (1, -1), BLACK, n=[1])
    assert not scene.may(("tent", (0, 0)))


@rule("GR-X24", "GR-4.22", "GR-4.23")
def test_mining():
    scene = Scene(players=4).lay("M2O/1", (0, 1), BLUE, "m0", n=[2])
    scene.camp(YELLOW, (0, 0))
    scene.lay("C1/2", (0, -1), YELLOW, ("mine", (0, 0)), n=[1])
    assert (scene.tokens(YELLOW), scene.mountain((0, 0))["stack"], scene.tokens(BLUE)) == (1, 2, 0)
    assert scene.points() == [0, 0, 0, 0]


@rule("GR-X25", "GR-4.11", "GR-6.1")
def test_joined_prairies():
    scene = Scene(players=3).lay("C1/3", (0, -1), 0, "p0").lay("M2O/1", (1, -1)).lay("C1/1", (2, -1), 1, "p0")
    scene.lay("C1/3", (0, -2)).lay("C1/1", (2, -2))
    assert scene.feature("prairie", (0, -1))[0] != scene.feature("prairie", (2, -1))[0]
    scene.put("C1/0", (1, -2), 2)
    assert scene.prairie((0, -1))["farmers"] == [1, 1, 0, 0, 0]
    assert not scene.may("p0")
    assert scene.may("m0")


@rule("GR-X26", "GR-5.1")
def test_a_closed_loop():
    scene = Scene(players=4).lay("RC/3", (0, -1), BLUE, "r0").lay("RC/0", (1, -1)).lay("RC/1", (1, -2))
    scene.lay("RC/2", (0, -2))
    assert scene.points()[BLUE] == 4


@rule("GR-X27", "GR-5.2", "GR-5.4")
def test_both_ends_at_one_station():
    scene = Scene(players=4).lay("T3/0", (1, 0), BLUE, "r0", t=[0, 0, 1]).lay("RC/0", (2, 0)).lay("RC/1", (2, -1))
    scene.lay("RC/2", (1, -1))
    assert scene.points()[BLUE] == 4
    assert scene.rail((1, 0), 0)["trains"] == 0
    assert scene.rail((1, 0), 2)["trains"] == 1
    assert scene.feature("railroad", (1, 0), 2)[0] == scene.feature("railroad", (0, 0))[0]


@rule("GR-X28", "GR-5.8", "GR-5.9")
def test_nobodys_mountain():
    scene = Scene(players=4)
    scene.camp(RED, (0, 0))
    scene.lay("C1/2", (0, 1), BLUE, n=[1])
    assert scene.points() == [0, 0, 0, 0]
    assert [scene.tokens(p) for p in range(4)] == [0, 0, 0, 0]
    assert (scene.view()["removed"], scene.tent_at_home(RED)) == (2, True)


@rule("GR-X29", "GR-4.25", "GR-4.17")
def test_mining_at_completion():
    scene = Scene(players=4).lay("M2O/1", (0, 1), BLUE, "m0", n=[2])
    scene.camp(RED, (0, 0))
    scene.put("C1/2", (0, 2), RED, n=[1])
    assert scene.mountain((0, 0))["stack"] == 4
    assert not any(code >> 24 == words.ACT_TENT and code & 255 == scene.feature("mountain", (0, 0))[0]
                   for code in scene.position.legal())
    scene.act(("mine", (0, 0)))
    assert (scene.tokens(RED), scene.tent_at_home(RED)) == (1, True)
    assert (scene.points()[BLUE], scene.tokens(BLUE)) == (4, 3)


@rule("GR-X29", "GR-4.17")
def test_nobody_pitches_on_a_mountain_completed_this_turn():
    scene = Scene(players=4).lay("M2O/1", (0, 1), BLUE, "m0", n=[2]).put("C1/2", (0, 2), YELLOW, n=[1])
    assert not scene.may(("tent", (0, 0)))


@rule("GR-X30", "GR-5.7")
def test_a_tie_without_the_active_player():
    scene = tied_mountain(3, 0, 2).lay("M2O/1", (0, 2), 1, n=[1])
    assert [scene.tokens(p) for p in range(3)] == [2, 0, 3]
    assert scene.points() == [5, 0, 5]


@rule("GR-X31", "GR-3.2")
def test_totals_of_the_default_list():
    counted = box.count(box.tiles(resolve(book("gold_rush"), 2)))
    assert {name: n for name, n in counted.items() if name != "prairie_segments"} == {
        "tiles": 72, "mountain_tiles": 44, "mountain_segments": 49, "nuggets": 63, "rail_segments": 82, "trains": 12,
        "cities": 7, "city_rails": 23, "station_tiles": 8, "camps": 16, "herds": 12,
        "edges": {"M": 79, "R": 113, "P": 96}}


FIRST_TURN = {"M4": 1, "M3": 4, "M2A": 4, "C2A": 4, "C1": 4, "M3R": 5, "M2AR": 6, "C1RS": 6, "C1RR": 6, "C1RL": 6,
              "RC": 6, "M2O": 2, "C2O": 2, "T4": 2, "CI4": 2, "RS": 3, "C1T": 7, "T3": 7, "CI3": 7}


@rule("GR-X32", "GR-4.2")
@pytest.mark.parametrize("shape", FIRST_TURN)
def test_placements_of_the_first_turn(shape):
    scene = Scene()
    scene.hold(shape)
    assert len(scene.position.legal()) == FIRST_TURN[shape]


@rule("GR-X33", "GR-4.3")
def test_an_unplaceable_tile_is_discarded_and_another_one_drawn():
    scene = Scene(players=3, fillers=1)
    scene.kinds.append(("M4", ()))
    scene.counts.append(1)
    view = scene.view()
    view["pile"][view["left"]] = 2
    view["left"] += 1
    scene.become(view)
    scene.put("C1/2", (0, 1), 0, n=[1])
    for key in range(64):                               # some luck draws M4 first
        trial = scene.position.copy()
        trial.redeal(0, key)
        if trial.peek(0)[0] == 2:
            break
    trial.apply(words.code(words.ACT_PASS))
    after = trial.view()
    assert after["discarded"] == 1
    assert (after["head"]["to_move"], after["tile"]) == (1, 1)      # the same player has drawn the straight
    assert 2 not in after["pile"][:after["left"]]


@rule("GR-X34", "GR-4.7", "GR-4.19")
def test_joined_stacks_and_tents():
    scene = Scene(players=4).lay("RS/1", (1, 0)).lay("C1/1", (1, 1), n=[1]).lay("C1/1", (1, 2), n=[1])
    scene.lay("C1/2", (0, 2), n=[2])
    scene.camp(BLUE, (0, 0))
    scene.camp(RED, (0, 2))
    scene.put("M3/3", (0, 1), n=[2])
    mountain = scene.mountain((0, 0))
    assert (mountain["stack"], mountain["size"], mountain["free"], mountain["open"]) == (5, 3, 1, 1)
    assert mountain["tents"] == [0, 1, 0, 1, 0]
    assert scene.feature("mountain", (0, 0))[0] == scene.feature("mountain", (0, 2))[0]


@rule("GR-X35", "GR-5.10", "GR-5.13", "GR-4.12")
def test_a_city_filled_into_a_hole():
    scene = Scene(players=4).lay("T3/0", (-1, 0)).lay("C1/2", (0, 1)).lay("C1/0", (1, 1)).lay("C1/0", (2, 1))
    scene.lay("T3/0", (2, 0)).lay("RS/0", (2, -1)).lay("T3/1", (1, -1))
    scene.put("CI3/0", (1, 0), BLUE)
    assert scene.cowboy_options() == {"r0", "r1", "r2", "c0", "p0", "p1", "p2"}
    assert [scene.rail((1, 0), i)["open"] for i in range(3)] == [0, 0, 0]
    assert [scene.rail((1, 0), i)["size"] for i in range(3)] == [2, 2, 3]
    scene.act("c0")
    assert (scene.points()[BLUE], scene.cowboys(BLUE)) == (9, 4)


@rule("GR-X36", "GR-7.4")
def test_trains_do_not_count_at_the_end():
    scene = Scene(players=4).lay("T3/0", (-1, 0), BLUE, "r0").lay("RS/1", (1, 0), t=[1], last=True)
    assert scene.points()[BLUE] == 3


def final(scores, rules=None):
    """A finished game with these scores."""
    scene = Scene(players=len(scores), rules=rules).put("C1/2", (0, -1))
    view = scene.view()
    for seat, score in enumerate(scores):
        view["vp"][seat][0] = score
    scene.become(view)
    scene.empty_the_pile()
    return scene.act("pass")


@rule("GR-X37", "GR-7.8", "GR-7.9")
def test_a_shared_win():
    outcome = final([61, 61, 40]).outcome()
    assert outcome.win_shares == [Fraction(1, 2), Fraction(1, 2), 0]
    assert outcome.places == [1, 1, 3]
    assert outcome.tie_level == -1


@rule("GR-X37", "GR-7.9")
def test_a_staring_contest_is_a_fair_draw():
    scene = final([61, 61, 40], {"tie_break": "random"})
    winners = Counter()
    for key in range(400):
        trial = scene.position.copy()
        trial.redeal(0, key)
        winners[tuple(trial.outcome()["win"])] += 1
    assert set(winners) == {(840, 0, 0), (0, 840, 0)}
    assert abs(winners[(840, 0, 0)] - 200) < 50


@rule("GR-X38", "GR-4.14")
def test_no_cowboys_left():
    scene = Scene(players=4).lay("C1/2", (0, -1), BLUE, "p0", n=[1])
    for _ in range(3):
        scene.stand(BLUE, "prairie", (0, -1))
    scene.camp(BLUE, (0, 0))
    scene.put("C1/2", (1, -1), BLUE, n=[1])
    assert {code >> 24 for code in scene.position.legal()} == {words.ACT_TENT, words.ACT_MINE, words.ACT_PASS}


@rule("GR-X39", "GR-4.16", "GR-4.24")
def test_moving_the_tent():
    scene = Scene().lay("C1/2", (0, -1), 1, n=[2])
    scene.camp(0, (0, 0))
    assert scene.mountain((0, 0))["free"] == 0
    scene.lay("C1/2", (1, -1), 0, ("tent", (0, -1)))
    assert (scene.mountain((0, 0))["free"], scene.mountain((0, -1))["free"]) == (1, 0)
    assert (scene.tokens(0), scene.mountain((0, -1))["stack"]) == (0, 2)


@rule("GR-X40", "GR-4.13")
def test_the_first_game_has_no_farmers():
    scene = Scene(variants={"mode": "first_game"}).put("CI3/0", (1, 0))
    assert scene.cowboy_options() == {"r0", "r1", "r2", "c0"}


@rule("GR-X41", "GR-4.8", "GR-5.5")
def test_two_segments_of_one_tile_in_one_mountain():
    scene = Scene().lay("C2A/1", (0, -1), n=[1, 1]).lay("M2A/3", (1, -1), n=[1]).lay("M2A/1", (0, -2), n=[1])
    scene.put("M2A/0", (1, -2), n=[1])
    mountain = scene.mountain((0, -1))
    assert (mountain["open"], mountain["size"], mountain["nuggets"], mountain["stack"]) == (0, 5, 5, 5)
    assert scene.feature("mountain", (0, -1), 0)[0] == scene.feature("mountain", (0, -1), 1)[0]


@rule("GR-X42", "GR-4.27")
def test_a_railroad_touched_twice_scores_once():
    scene = Scene().lay("C1/2", (0, -1)).lay("RC/2", (1, -1), 0, "r0").lay("RC/1", (2, -1)).lay("RC/0", (2, 0))
    scene.put("CI3/0", (1, 0), 1)
    assert scene.cowboy_options() == {"r2", "c0", "p0", "p1", "p2"}
    scene.act("c0")
    assert scene.points() == [4, 0]
    assert scene.cowboys(1) == 3                        # the city is not complete


@rule("GR-X43", "GR-4.29")
def test_the_tent_leaves_a_mountain_just_completed():
    scene = Scene().lay("C1/2", (0, -1), 1, n=[2])
    scene.camp(0, (0, 0))
    scene.lay("C1/2", (0, 1), 0, ("tent", (0, -1)), n=[1])
    assert scene.view()["removed"] == 2
    assert scene.mountain((0, -1))["tents"][0] == 1
    assert not scene.tent_at_home(0)


def test_the_examples_run_on_the_rulebook():
    assert sim.Game("gold_rush", 2).setting["rules"] == Scene().setting["rules"]
