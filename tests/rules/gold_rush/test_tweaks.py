"""One test for each tweak of section 11 of the specification: what a value other than the rulebook's means."""
from collections import Counter

import pytest

import sim
from sim.gold_rush import checks, words
from tests.rules import rule
from tests.rules.gold_rush.scene import BOOK, Scene
from tests.rules.gold_rush.test_examples import tied_mountain


def railroad(trains, **rules):
    """A completed railroad of 3 tiles with so many trains, owned by seat 0."""
    scene = Scene(rules=rules).lay("T3/0", (-1, 0), 0, "r0", t=[min(trains, 1), 0, 0])
    scene.lay("T3/0", (1, 0), t=[0, 0, max(trains - 1, 0)])
    return scene.points()[0]


@rule("GR-5.2", "GR-5.3")
@pytest.mark.parametrize(("rules", "points"), [
    ({}, [3, 6, 3, 3]),
    ({"rail_points_per_tile": 3}, [9, 18, 9, 9]),
    ({"train_multiplier": 3}, [3, 9, 3, 3]),
    ({"train_rule": "at_least_one"}, [3, 6, 6, 6]),
    ({"train_rule": "per_train"}, [3, 6, 9, 12]),
    ({"train_rule": "per_train", "train_multiplier": 3}, [3, 9, 15, 21]),
])
def test_trains_and_points_of_a_railroad(rules, points):
    assert [railroad(trains, **rules) for trains in range(4)] == points


@rule("GR-5.2")
def test_rail_count_tiles_once():
    for once, points in ((True, 4), (False, 5)):
        scene = Scene(rules={"rail_count_tiles_once": once}).lay("T3/0", (1, 0), 0, "r0").lay("RC/0", (2, 0))
        scene.lay("RC/1", (2, -1)).lay("RC/2", (1, -1))
        assert scene.points()[0] == points


@rule("GR-5.6", "GR-7.3", "GR-7.4", "GR-7.5", "GR-6.3")
def test_points_of_the_other_features():
    closed = Scene(rules={"mountain_points_per_nugget": 3}).lay("C1/2", (0, 1), 0, "m0", n=[1])
    assert closed.points() == [6, 0]
    rules = {"mountain_points_incomplete_per_nugget": 2, "rail_points_incomplete_per_tile": 2,
             "city_points_incomplete_per_rail": 5, "camp_points": 1, "herd_points": 7}
    assert Scene(rules=rules).lay("M2O/1", (0, 1), 0, "m0", n=[2], last=True).points() == [6, 0]
    assert Scene(rules=rules).lay("T3/0", (-1, 0), 0, "r0", last=True).points() == [4, 0]
    assert Scene(rules=rules).lay("CI3/0", (1, 0), 0, "c0").lay("T3/0", (-1, 0), last=True).points() == [5, 0]
    assert Scene(rules=rules).lay("C1/2", (0, -1), 0, "p0", c=[1], h=[1], last=True).points() == [8, 0]


@rule("GR-5.11")
def test_city_points_and_loops():
    def city(**rules):
        scene = Scene(rules=rules).lay("CI3/0", (1, 0), 0, "c0").lay("RC/0", (2, 0)).lay("RC/1", (2, -1))
        return scene.lay("RC/2", (1, -1)).lay("T3/0", (-1, 0)).points()[0]
    assert (city(), city(city_points_per_rail=5), city(city_loop_counts_once=False)) == (6, 10, 9)


@rule("GR-3.4")
def test_cowboys_and_tents():
    view = sim.Game("gold_rush", 2, rules={"cowboys_usable": 7, "tents_per_player": 3}).view()
    assert (view["cowboys"][1].count(-1), view["tents"][1].count(-1)) == (7, 3)
    bare = Scene(rules={"tents_per_player": 0}).put("C1/2", (0, -1), n=[1])
    assert {code >> 24 for code in bare.position.legal()} == {words.ACT_COWBOY, words.ACT_PASS}


@rule("GR-4.16")
def test_several_tents():
    scene = Scene(rules={"tents_per_player": 2}).lay("C1/2", (0, -1), 1, n=[2])
    scene.camp(0, (0, 0))
    scene.put("C1/2", (1, -1), 0, n=[1])
    start, second, third = (scene.feature("mountain", at)[0] for at in ((0, 0), (0, -1), (1, -1)))
    tents = [code & 0xFFFFFF for code in scene.position.legal() if code >> 24 == words.ACT_TENT]
    assert tents == [second, third, (1 + start) << 8 | second, (1 + start) << 8 | third]
    scene.camp(0, (0, -1))
    assert {code & 255 for code in scene.position.legal() if code >> 24 == words.ACT_MINE} == {start, second}


@rule("GR-4.22", "GR-4.24", "GR-4.25")
def test_mining_tweaks():
    scene = Scene(rules={"mine_tokens_per_action": 3}).lay("C1/2", (0, -1), 1, n=[2])
    scene.camp(0, (0, -1))
    scene.lay("C1/2", (1, -1), 0, ("mine", (0, -1)))
    assert scene.tokens(0) == 2                             # no more than there are
    scene = Scene(rules={"tent_and_mine_same_turn": True}).lay("C1/2", (0, -1), 0, ("tent", (0, -1)), n=[2])
    assert (scene.tokens(0), scene.mountain((0, -1))["stack"]) == (1, 1)
    scene = Scene(rules={"mine_on_completed_this_turn": False})
    scene.camp(0, (0, 0))
    scene.put("C1/2", (0, 1), 0, n=[1])
    assert not scene.may(("mine", (0, 0)))


@rule("GR-4.18")
def test_a_tent_without_a_free_segment():
    for needs in (True, False):
        scene = Scene(rules={"tent_needs_free_segment": needs}).lay("C1/2", (0, -1), 1, "m0", n=[2])
        scene.put("C1/2", (1, -1), 0)
        assert scene.may(("tent", (0, -1))) != needs


@rule("GR-5.9")
def test_tents_share_at_completion():
    scene = Scene(players=3, rules={"tent_shares_at_completion": True}).lay("M2O/1", (0, 1), 0, "m0", n=[3])
    scene.camp(1, (0, 0))
    scene.lay("C1/2", (0, 2), 2, n=[1])
    assert [scene.tokens(p) for p in range(3)] == [4, 1, 0]


@rule("GR-5.8")
@pytest.mark.parametrize(("value", "tokens", "removed"), [
    ("removed", [0, 0, 0], 2), ("tents_share", [1, 1, 0], 0), ("active_player", [0, 0, 2], 0)])
def test_unclaimed_tokens(value, tokens, removed):
    rules = {"unclaimed_tokens": value, "tent_needs_free_segment": False}
    scene = Scene(players=3, rules=rules)
    scene.camp(0, (0, 0))
    scene.camp(1, (0, 0))
    scene.lay("C1/2", (0, 1), 2, n=[1])
    assert [scene.tokens(p) for p in range(3)] == tokens
    assert scene.view()["removed"] == removed


@rule("GR-5.8")
def test_unclaimed_tokens_without_tents_are_removed():
    scene = Scene(rules={"unclaimed_tokens": "tents_share"}).lay("C1/2", (0, 1), n=[1])
    assert scene.view()["removed"] == 2


@rule("GR-7.2")
def test_tokens_on_incomplete_mountains():
    scene = Scene(rules={"tokens_on_incomplete_mountains": "to_owner"}).lay("M2O/1", (0, 1), 1, "m0", n=[2], last=True)
    assert (scene.tokens(1), scene.view()["removed"]) == (3, 0)
    scene = Scene(rules={"tokens_on_incomplete_mountains": "to_owner"}).lay("M2O/1", (0, 1), 1, n=[2], last=True)
    assert scene.view()["removed"] == 3


@rule("GR-5.7")
@pytest.mark.parametrize(("value", "leader", "tokens"), [
    ("round_robin_active", 1, [3, 2]), ("round_robin_leader", 1, [2, 3]), ("round_robin_leader", None, [3, 2]),
    ("none", 1, [0, 0])])
def test_token_tie_split(value, leader, tokens):
    scene = tied_mountain(2, 0, 1, token_tie_split=value)
    view = scene.view()
    if leader is not None:
        view["vp"][leader][0] = 9
    scene.become(view)
    scene.lay("M2O/1", (0, 2), 0, n=[1])
    assert [scene.tokens(0), scene.tokens(1)] == tokens


@rule("GR-5.0")
@pytest.mark.parametrize(("value", "points"), [("full", 3), ("split_down", 1), ("none", 0)])
def test_majority_tie(value, points):
    scene = Scene(rules={"majority_tie": value}).lay("T3/0", (-1, 0), 0, "r0")
    scene.stand(1, "railroad", (0, 0))
    scene.lay("T3/0", (1, 0))
    assert scene.points() == [points, points]


@rule("GR-4.15")
def test_occupy_completed_feature():
    scene = Scene(rules={"occupy_completed_feature": False}).lay("T3/0", (-1, 0)).put("T3/0", (1, 0))
    assert scene.cowboy_options() == {"r0", "r1", "p0", "p1", "p2"}     # not r2, which is complete
    rules = {"occupy_completed_feature": False}
    scene = Scene(rules=rules).lay("T3/0", (-1, 0)).lay("C1/2", (0, 1)).lay("C1/0", (1, 1)).lay("C1/0", (2, 1))
    scene.lay("T3/0", (2, 0)).lay("RS/0", (2, -1)).lay("T3/1", (1, -1)).put("CI3/0", (1, 0))
    assert scene.cowboy_options() == {"p0", "p1", "p2"}                 # the city is complete, too


@rule("GR-4.13")
def test_move_farmers_back():
    scene = Scene(rules={"move_farmers_back": True}).lay("C1/2", (0, -1), 0, "p0").put("C1/2", (1, -1), 0)
    number, _ = scene.feature("prairie", (0, -1))
    assert words.code(words.ACT_RECALL, number) in scene.position.legal()
    scene.position.apply(words.code(words.ACT_RECALL, number))
    assert scene.cowboys(0) == 4
    assert scene.prairie((0, -1))["farmers"] == [0] * 5


@rule("GR-4.3")
def test_a_tile_that_fits_nowhere_can_go_back():
    scene = Scene(rules={"unplaceable_tile": "return_redraw"}, fillers=1)
    scene.kinds.append(("M4", ()))
    scene.counts.append(1)
    view = scene.view()
    view["pile"][view["left"]] = 2
    view["left"] += 1
    scene.become(view)
    scene.lay("C1/2", (0, 1), 0, n=[1])
    after = scene.view()
    assert (after["discarded"], after["tile"], after["pile"][:after["left"]]) == (0, 1, [2])
    scene.position.apply(scene.position.legal()[0])
    scene.act("pass")
    assert scene.over                                       # none of the tiles that are left fits (GR-4.4)
    assert (scene.outcome().reason, scene.view()["left"]) == ("no_tile_fits", 1)


@rule("GR-4.1")
@pytest.mark.parametrize("choice", [2, 3])
def test_tile_choice(choice):
    game = sim.Game("gold_rush", 3, seed=5, rules={"tile_choice": choice})
    view = game.view()
    assert [sum(kind >= 0 for kind in hand[:3]) for hand in view["hand"][:3]] == [choice, choice - 1, choice - 1]
    assert view["phase"] == words.CHOOSE
    chosen = game.position.legal()[-1]
    game.apply(chosen)
    assert game.view()["tile"] == chosen & 0xFFFFFF
    while game.to_move >= 0:
        game.position.apply(game.position.legal()[0])
    view = game.view()
    assert view["left"] == 0
    assert all(kind < 0 for hand in view["hand"] for kind in hand[:3])
    assert view["tiles"] + view["discarded"] == 72


def hands_of_mountains(unplaceable):
    """Two players hold mountains that fit nowhere; in the pile are ten more of them and one straight, which fits."""
    scene = Scene(rules={"tile_choice": 2, "unplaceable_tile": unplaceable}, fillers=1)
    scene.kinds += [("C1", ()), ("M4", ())]
    scene.counts += [1, 12]
    view = scene.view()
    closer, mountain = 2, 3
    view["hand"] = [[closer, mountain, -1, 0, 0], [mountain, -1, -1, 0, 0], *view["hand"][2:]]
    view["pile"] = [1] + [mountain] * 10 + [0] * (len(view["pile"]) - 11)
    view["left"], view["drawn"] = 11, 3
    scene.become(view)
    scene.position.apply(words.code(words.ACT_CHOOSE, closer))
    scene.position.apply(words.lay_code(0, 1, 2))           # no open mountain edge is left
    return scene.position


@rule("GR-4.3", "GR-4.4")
@pytest.mark.parametrize("unplaceable", ["discard_redraw", "return_redraw"])
def test_who_has_no_tile_that_fits_skips_a_turn_but_the_game_goes_on(unplaceable):
    turns, reasons = Counter(), Counter()
    for key in range(100):
        game = hands_of_mountains(unplaceable).copy()
        game.redeal(0, key)
        game.apply(words.code(words.ACT_PASS))
        if game.to_move >= 0:                               # somebody has drawn the straight, whenever it was
            turns[game.view()["turn"]] += 1
            for code in (words.code(words.ACT_CHOOSE, 1), words.lay_code(1, 0, 1), words.code(words.ACT_PASS)):
                game.apply(code)
            assert game.to_move < 0                         # nothing that is left fits
            view = game.view()
            left = view["left"] + sum(kind >= 0 for hand in view["hand"] for kind in hand[:3])
            gone = (12, 0) if unplaceable == "discard_redraw" else (0, 12)
            assert (view["tiles"], view["discarded"], left) == (3, *gone)
        reasons[BOOK.outcome["end_reasons"][game.outcome()["end_reason"]]] += 1
    assert sum(turns.values()) == 100
    assert max(turns) > 2                                   # more than one skip a player
    assert reasons == {"no_tile_fits": 100}


@rule("GR-4.7")
def test_tokens_visible_on_map():
    """A19: stacks are real; the older stack lies below, new tokens on top."""
    scene = Scene(rules={"tokens_visible_on_map": True}).lay("RS/1", (1, 0)).lay("C1/1", (1, 1), n=[1])
    scene.lay("C1/1", (1, 2), n=[1]).lay("C1/2", (0, 2), n=[2])

    def stack(m):
        return [place & 7 for place in scene.view()["face_up"] if place >= 0 and place >> 3 == m]
    older, younger = (scene.feature("mountain", at)[0] for at in ((0, 0), (0, 2)))
    below, above = stack(older), stack(younger)
    scene.put("M3/3", (0, 1), n=[2])
    joined = stack(older)
    assert joined[:3] == below + above
    assert len(joined) == 5
    scene.camp(0, (0, 0))
    scene.act(("mine", (0, 0)))
    assert scene.view()["mined"][0][joined[-1]] == 1        # the top token
    assert sum(scene.view()["unseen"]) == scene.view()["supply"]


@rule("GR-4.7")
def test_a_view_of_face_up_stacks_is_the_whole_state():
    """Whoever goes on from a view sees the same tokens come."""
    rules = {"tokens_visible_on_map": True}
    game = sim.Game("gold_rush", 2, seed=3, rules=rules)
    laid = 0
    while game.to_move >= 0:
        again = sim.Game.from_view("gold_rush", game.view(), rules=rules)
        options = game.position.legal()
        code = max((code for code in options if code >> 24 <= words.ACT_MINE), default=options[-1])     # mine, or pitch
        laid += game.view()["supply"]
        game.position.apply(code)
        laid -= game.view()["supply"]
        again.position.apply(code)
        assert again.view() == game.view()
    assert laid > 40


@rule("GR-4.23", "GR-4.30")
def test_visible_tokens_are_no_secret():
    game = sim.Game("gold_rush", 2, seed=3, rules={"tokens_visible_on_map": True})
    for _ in range(60):
        options = game.position.legal()
        digging = [code for code in options if code >> 24 in (words.ACT_MINE, words.ACT_TENT)]
        game.position.apply([*options[:1], *digging][-1])
    other = game.copy()
    other.redeal(0, 5)
    assert {name for name in game.view() if game.view()[name] != other.view()[name]} == {"head"}
    assert checks.problems(other.view(), game.setting) == []


@rule("GR-7.9")
@pytest.mark.parametrize(("value", "winner"), [
    ("fewest_tokens", [0, 1]), ("most_tokens", [1, 0]), ("last_seat", [0, 1])])
def test_tie_breaks(value, winner):
    """Level on points; seat 0 holds a rock, seat 1 nothing."""
    scene = Scene(rules={"tie_break": value}).put("C1/2", (0, -1), n=[1])
    scene.has_mined(0, (0, -1), 1)
    scene.empty_the_pile()
    outcome = scene.act("pass").outcome()
    assert outcome.scores == [0, 0]
    assert outcome.win_shares == winner
    assert outcome.tie_level == 1


@pytest.mark.parametrize("rules", [
    {"tile_list": "tiles_crossings"}, {"tile_variant": "more_cities"}, {"token_split": "rich"}])
def test_other_boxes_change_the_game(rules):
    plain = sim.play("gold_rush", 2, 20, bots="random")
    other = sim.play("gold_rush", 2, 20, bots="random", rules=rules)
    assert not plain.equals(other)


def test_a_bridge_leads_one_railroad_over_another():
    scene = Scene().lay("XB", (1, 0), 0, "r1").lay("T3/0", (-1, 0))
    assert scene.feature("railroad", (1, 0), 0)[0] != scene.feature("railroad", (1, 0), 1)[0]
    scene.lay("T3/0", (2, 0))
    assert scene.points()[0] == 4                           # the bridge is one of its tiles
    assert scene.rail((1, 0), 0)["open"] == 2


def test_counters_count():
    played = sim.play("gold_rush", 3, 200, bots="random")
    names = ("railwaymen", "miners", "merchants", "farmers", "tent_moves", "minings", "passes")
    actions = sum(played[f"n_{name}"] for name in names)
    by_game = Counter(actions.to_list())
    assert set(by_game) <= {22, 23, 24}                     # one action a turn
    assert (played["n_tokens_mined"] == played["n_minings"]).all()
