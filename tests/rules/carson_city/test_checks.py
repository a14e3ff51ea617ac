"""What must hold in every state, and what a seat knows: clean games pass, broken views are refused."""
import random
from collections.abc import Callable

import pytest

from sim import Game
from sim.carson_city import checks
from sim.carson_city import words as w

ALL_RED = {"character_sides": "all_red"}
MIXES = [{}, ALL_RED, {"might_is_right": True}, {"kit_carson": True},
         {**ALL_RED, "might_is_right": True, "kit_carson": True}]


def until(stop: Callable[[dict], bool], players: int = 3, rules: dict | None = None, **variants) -> Game:
    """The first moment of random games at which the view fulfils a condition."""
    for seed in range(200):
        game = Game("carson_city", players, seed=seed, rules=rules, variants=variants)
        luck = random.Random(seed)
        while game.to_move >= 0:
            if stop(game.view()):
                return game
            game.position.apply(luck.choice(game.position.legal()))
        if stop(game.view()):
            return game
    raise AssertionError("no random game came there")


def in_phase(phase: int) -> Callable[[dict], bool]:
    return lambda view: view["phase"] == phase


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variants", MIXES)
def test_random_games_have_no_problems(players, variants):
    """The invariants of section 21 after every action."""
    rules = {"kc_stale_view_prob": 0.3} if "kit_carson" in variants else {}
    for seed in range(3):
        game = Game("carson_city", players, seed=seed, variants=variants, rules=rules)
        luck = random.Random(seed)
        while True:
            assert checks.problems(game.view(), game.setting) == []
            if game.to_move < 0:
                break
            game.position.apply(luck.choice(game.position.legal()))


# A change of a view in the placement of round 2, and a word of the complaint.
BROKEN = {
    "a parcel has two owners": (lambda v: v["owned"].__setitem__(1, v["owned"][0]), "somebody else"),
    "more parcels than property tiles": (lambda v: v["owned"].__setitem__(0, bare(v, 13)), "property tiles"),
    "a mountain too many": (lambda v: v["mountain"].append(bare(v, 1)[0]), "mountain"),
    "two tiles on a parcel": (lambda v: v["house"].append(v["mountain"][0]), "another tile"),
    "a building on nobody's land": (lambda v: v["built"][w.RANCH].append(bare(v, 1)[0]), "nobody owns"),
    "a road from nowhere": (lambda v: v["across"].__setitem__(0, v["across"][0] ^ 1), "corners"),
    "corners without a road": (lambda v: v["corners"].__setitem__(8, v["corners"][8] ^ 256), "corners"),
    "a parcel cut off": (lambda v: v["connected"].pop(), "connected"),
    "a road piece lost": (lambda v: v.update(roads_left=v["roads_left"] - 1), "roads"),
    "a revolver too many": (lambda v: v["guns"].__setitem__(0, v["guns"][0] + 1), "revolvers"),
    "a house lost": (lambda v: v.update(houses_left=v["houses_left"] - 1), "houses"),
    "a bank lost": (lambda v: v["bag"].__setitem__(w.BANK, v["bag"][w.BANK] - 1), "banks"),
    "a gap in the row": (lambda v: v["row"].__setitem__(0, -1), "row"),
    "debts": (lambda v: v["money"].__setitem__(0, -1), "money"),
    "too many cowboys": (lambda v: v["cowboys"].__setitem__(0, 11), "cowboys"),
    "somebody who does not play": (lambda v: v["money"].__setitem__(4, 5), "no player E"),
    "a character twice": (lambda v: v["character"][0].__setitem__(1, v["character"][1][1]), "same character"),
    "no character": (lambda v: v["character"][2].__setitem__(1, -1), "no character"),
    "a character too early": (lambda v: v["character"][2].__setitem__(2, 3), "to come"),
    "turn order against the cards": (lambda v: v["order"].__setitem__(slice(1, 3), v["order"][2:0:-1]), "CC-5.3"),
    "a seat twice in the order": (lambda v: v["order"].__setitem__(0, v["order"][1]), "order"),
    "passed twice": (lambda v: v.update(n_passed=2, passed=[0, 0, 0, 0, 0]), "passed"),
    "placing after passing": (lambda v: v.update(n_passed=1, passed=[v["head"]["to_move"]] * 5), "CC-5.6"),
    "nobody to move": (lambda v: v["head"].update(to_move=-1), "to_move"),
    "an unknown phase": (lambda v: v.update(phase=26), "phase"),
    "a step too early": (lambda v: v.update(step=3), "step"),
    "the three-gun token too early": (lambda v: v.update(three_guns=1), "CC-5.21"),
    "the white figure without a Sheriff": (lambda v: v["figures"].update(white_seat=not_sheriff(v)), "Sheriff"),
    "a figure on wages marked": (lambda v: v["figures"]["spaces"].__setitem__(0, 1), "counted, not marked"),
    "a figure on a closed space": (lambda v: v["figures"]["spaces"].__setitem__(0, 1 << w.VP_BUY), "CC-5.8"),
    "a figure on own bare land": (lambda v: v["figures"]["parcels"].__setitem__(0, v["owned"][0][:1]), "attacked"),
    "a duel token without the variant": (lambda v: v["holder"].__setitem__(0, 1), "Might is Right"),
    "a tile in hand": (lambda v: v.update(tile=w.BANK), "tile"),
    "points of the end of the game": (lambda v: v["vp"][0].__setitem__(9, 4), "section 12"),
    "more duels won than fought": (lambda v: v["n"][0].__setitem__(2, 99), "than were fought"),
    "a town without centre": (lambda v: move_house(v), "town centre"),
}


def bare(view: dict, n: int) -> list[int]:
    """Parcels with neither owner nor tile nor figure."""
    taken = {x for name in ("owned", "built") for parcels in view[name] for x in parcels}
    taken |= {x for parcels in view["figures"]["parcels"] for x in parcels} | {*view["house"], *view["mountain"]}
    return [x for x in range(w.PARCELS) if x not in taken][:n]


def not_sheriff(view: dict) -> int:
    return next(p for p in range(3) if view["character"][p][view["round"]] != w.SHERIFF)


def move_house(view: dict) -> None:
    """The house of the centre to a neighbour that roads only touch."""
    view["house"] = [next(x for x in view["connected"] if x in bare(view, 64))]


@pytest.fixture(scope="module")
def placing() -> Game:
    """Round 2, before the first figure; only ranches and mines stand, parcels are owned, row and bag are full."""
    def quiet(view: dict) -> bool:
        return (view["phase"] == w.PLACE and view["round"] == 1 and len(view["house"]) == 1 and not view["n_passed"]
                and not any(view["built"][w.RANCH]) and not any(view["built"][w.MINE]))
    return until(quiet)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_view_is_refused(placing, what):
    view = placing.view()
    assert checks.problems(view, placing.setting) == []
    change, word = BROKEN[what]
    change(view)
    found = checks.problems(view, placing.setting)
    assert any(word in problem for problem in found), found
    with pytest.raises(ValueError, match="no state of Carson City"):
        Game.from_view("carson_city", view)


QUESTIONS = {       # phase: variants, rules, and a change that leaves nobody to answer
    w.SETTLE: ({}, {}, lambda v, p: v["character"][p].__setitem__(v["round"], w.MERCENARY)),
    w.REWARD: ({}, {}, lambda v, p: v["character"][p].__setitem__(v["round"], w.BANKER)),
    w.COOLIE_TAKE: (ALL_RED, {}, lambda v, p: v["money"].__setitem__(p, 4)),
    w.RECRUIT: ({}, {}, lambda v, p: v.update(phase=w.ARM)),
    w.DUEL_ORDER: ({}, {}, lambda v, p: v["figures"].update(parcels=[[], [], [], [], []])),
    w.PERFORM: ({}, {}, lambda v, p: v.update(place=w.WAGES)),
    w.BUY_PARCEL: ({}, {}, lambda v, p: v["figures"]["parcels"].__setitem__(p, [])),
    w.CONSTRUCT: ({}, {}, lambda v, p: v["row"].__setitem__(v["tile_slot"], -1)),
    w.SITE: ({}, {}, lambda v, p: v.update(builder=-1)),
    w.HOUSE: ({}, {}, lambda v, p: v.update(site=v["mountain"][0])),
    w.ROUTE: ({}, {"road_route_choice": "bot"}, lambda v, p: v.update(house_site=v["site"])),
    w.CONSENT: ({}, {}, lambda v, p: v.update(house_site=v["house"][0])),
    w.KEPT: ({}, {}, lambda v, p: v["kept"].__setitem__(p, [0] * 8)),
    w.TOKEN: ({"might_is_right": True}, {}, lambda v, p: v.update(duellists=1 << p)),
    w.ATTACK_ORDER: ({}, {"rounds": 6}, lambda v, p: v.update(todo=[])),
    w.DOUBLE: ({}, {}, lambda v, p: v["waits"].__setitem__(p, 0)),
    w.BUY_VP: ({}, {}, lambda v, p: v.update(place=w.VP_GUNS)),
    w.BANKER_VP: (ALL_RED, {}, lambda v, p: v.update(step=24)),
    w.HAND_BACK: ({}, {}, lambda v, p: v.update(turn=3)),
    w.LAY_ROAD: ({}, {"road_timing": "windows"}, lambda v, p: v["roads"].__setitem__(p, 0)),
    w.MOVE: ({"kit_carson": True}, {}, lambda v, p: v.update(lifted=-1)),
    w.OVER: ({}, {}, lambda v, p: v["head"].update(to_move=0)),
}


@pytest.mark.parametrize("phase", QUESTIONS)
def test_a_question_that_nobody_can_answer_is_unsafe(phase):
    variants, rules, change = QUESTIONS[phase]
    game = until(in_phase(phase), rules=rules, **variants)
    view = game.view()
    assert checks.problems(view, game.setting) == []
    change(view, game.to_move)
    assert checks.unsafe(view, game.setting), w.PHASES[phase]


@pytest.mark.parametrize("variants", MIXES)
def test_what_passes_can_be_played_on(variants):
    """One number of a state is changed at random; a state that the checks let through never leads to one that they
    refuse, and always has an option."""
    luck = random.Random(str(variants))
    passed = 0
    for seed in range(12):
        game = Game("carson_city", 2 + seed % 4, seed=seed, variants=variants)
        for _ in range(luck.randrange(150)):
            if game.to_move >= 0:
                game.position.apply(luck.choice(game.position.legal()))
        for _ in range(12):
            view = game.view()
            name = luck.choice([name for name, value in view.items() if isinstance(value, int)])
            view[name] = luck.choice([view[name] - 1, view[name] + 1, luck.randint(-2, 90)])
            if checks.problems(view, game.setting):
                continue
            passed += 1
            changed = Game.from_view("carson_city", view, variants=variants)
            while changed.to_move >= 0:
                changed.position.apply(luck.choice(changed.position.legal()))
                assert checks.problems(changed.view(), changed.setting) == [], (name, view[name])
    assert passed


EVERYTHING = {"parcels": list(range(w.PARCELS)), "spaces": (1 << w.SPACES) - 1, "wages": 1, "road": 1, "white": -1}


@pytest.mark.parametrize(("changes", "complaint"), [
    ({"phase": w.PLACE, "ring": 0}, "before the opening"),
    ({"phase": w.MOVE, "ring": 3, "lifted": w.WAGES, "lifted_white": 1}, "no empty place"),
])
def test_a_white_figure_that_remembers_no_empty_place_is_not_asked_for_one(changes, complaint):
    """CC-8.6, CC-8.10: such a player would have no option at all."""
    rules, variants = {"kc_stale_view_prob": 1.0}, {"kit_carson": True}
    game = until(lambda v: (v["phase"], v["ring"], v["figures"]["white_seat"]) == (w.PLACE, 0, v["head"]["to_move"]),
                 rules=rules, kit_carson=True)
    view, me = game.view(), game.to_move
    view.update(changes, stale=1)
    view["has_seen"][me], view["seen"][me], view["cowboys"][me] = 1, EVERYTHING, 0
    with pytest.raises(ValueError, match=complaint):
        Game.from_view("carson_city", view, rules=rules, variants=variants)


@pytest.mark.parametrize(("name", "value", "complaint"), [("money", 999, "above the limit"), ("cowboys", 0, "cowboys")])
def test_who_has_handed_back_is_within_his_limit_and_has_his_new_cowboys(name, value, complaint):
    """CC-5.18, CC-5.19: the second player in passing order is asked, the first is done."""
    game = until(lambda v: v["phase"] == w.HAND_BACK and v["turn"] == 1 and v["round"] == 1)
    view = game.view()
    view[name][view["passed"][0]] = value
    with pytest.raises(ValueError, match=complaint):
        Game.from_view("carson_city", view)


def test_roads_in_reach():
    """EX-27 (CC-6.14): how many pieces connect a building and its house with the centre (3, 3) alone."""
    network = checks.corners_of(27)

    def pieces(site: int, house: int) -> int:
        return next(k for k in range(17) if checks.house_parcels_in_reach(network, site, k) >> house & 1)

    assert [pieces(30, 29), pieces(54, 45), pieces(22, 46), pieces(51, 52)] == [2, 4, 4, 2]
    assert checks.house_parcels_in_reach(network, 0, 3) == 0        # EX-28: (0, 0) needs four


def test_the_luck_to_come_is_hidden(placing):
    known = checks.visible(placing.view(), 0, placing.setting)
    assert "key" not in known["head"]
    assert known["money"] == placing.view()["money"]


def test_duel_tokens_of_others_are_hidden():
    """CC-4.10, CC-7.6: own hand, sizes, sums and what lies open; no more."""
    game = until(in_phase(w.TOKEN), players=3, might_is_right=True)
    view, me = game.view(), game.to_move
    known = checks.visible(view, me, game.setting)
    assert not {"holder", "chosen", "discarded_at"} & set(known)
    own = [k % 6 for k, holder in enumerate(view["holder"]) if holder == me]
    assert known["tokens"]["own"] == sorted(own)
    assert sum(known["tokens"]["hands"]) + len(known["tokens"]["discard"]) == 18
    tokens = known["tokens"]["own"] + known["tokens"]["discard"] + known["tokens"]["elsewhere"]
    assert sorted(tokens) == sorted(list(range(6)) * 3)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_redealing_changes_nothing_that_the_seat_knows(players):
    crowd = {"rounds": 6, "start_cowboys": 5, "new_cowboys_r1": 6, "new_cowboys_r2": 7, "new_cowboys_r3": 7}
    game = until(lambda view: view["redraws"] > 1 and view["phase"] == w.TOKEN, players, crowd, might_is_right=True)
    me = game.to_move
    known = checks.visible(game.view(), me, game.setting)
    for key in range(20):
        other = game.copy()
        other.redeal(me, key)
        assert checks.visible(other.view(), me, game.setting) == known
        assert checks.problems(other.view(), game.setting) == []
