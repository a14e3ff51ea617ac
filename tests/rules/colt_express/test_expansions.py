"""Horses & Stagecoach (section 10), Marshal & Prisoners (section 11), both together (CE-12.6, CE-12.7)."""

import sim
from sim.colt_express import words as w
from tests.rules import rule
from tests.rules.colt_express.scene import HOSTAGE_NAMES, NAMES, scene

HS = {"hs": True}
STILL = {"hs_coach_shift_per_round": 0}
FOUR = "tuco doc ghost belle"
SIX = "tuco doc ghost belle cheyenne django"


def hs(people=FOUR, **kw):
    kw.setdefault("rules", STILL)
    return scene(people, variants=HS, **kw)


# Horses & Stagecoach --------------------------------------------------------------------------------------------------


@rule("CE-3.4", "CE-7.4", "CE-3.2")
def test_the_roof_graph_x24():
    game = hs(SIX, at={"tuco": "rf3"}, coach=1, play=["tuco move"])
    assert game.spaces() == {"rf0", "rf1", "rf2", "rf4", "rf5", "rf6", "coach_roof"}


@rule("CE-10.12", "CE-10.11", "CE-10.37")
def test_passing_and_meeting_the_guard_x25():
    scenery = dict(at={"tuco": "coach_roof"}, coach=1, guard=1, play=["tuco move"])
    game = hs(**scenery).move("rf2")
    assert (game.at("tuco"), game.received("tuco")) == ("rf2", 1)
    game = hs(**scenery).move("rf1")
    assert game.spaces(w.ACT_FLEE) == {"rf0", "rf2"} and game.received("tuco") == 1


@rule("CE-10.9", "CE-8.11", "CE-10.10")
def test_the_guard_must_be_punched_before_belle_x26():
    game = hs(
        at={"tuco": "coach_roof", "belle": "coach_roof"},
        floor={"coach_roof": {"boxes": [w.BOX_OF_COACH]}},
        coach=2,
        play=["tuco punch", "tuco robbery"],
    )
    assert game.view["guard"] == 1 and game.at("belle") == "coach_roof"
    assert game.pawn("tuco")["loot"]["boxes"] == [w.BOX_OF_COACH]  # free to rob
    game = hs(at={"tuco": "coach_roof"}, floor={"coach_roof": {"boxes": [w.BOX_OF_COACH]}}, play=["tuco robbery"])
    assert game.pawn("tuco")["wasted"] == 1


@rule("CE-10.8")
def test_the_guard_on_his_stagecoach_takes_no_part():
    game = hs(at={"tuco": "rf2", "doc": "in4"}, coach=2, play=["tuco move"]).move("coach_roof")
    assert (game.at("tuco"), game.received("tuco")) == ("coach_roof", 0)
    game = hs(at={"tuco": "rf2", "ghost": "in4", "belle": "in4", "doc": "in4"}, coach=2, play=["tuco fire"])
    assert game.pawn("tuco")["wasted"] == 1  # nobody to shoot at but the guard
    game = hs(at={"tuco": "coach_roof"}, coach=2, play=["tuco punch"])
    assert game.view["guard"] == 1  # but he can be punched


@rule("CE-10.13")
def test_the_guard_arrives_on_bandits():
    game = hs(at={"tuco": "coach_roof", "doc": "rf2"}, coach=2, play=["tuco punch"])
    assert game.received("doc") == 1 and game.spaces(w.ACT_FLEE) == {"rf1", "rf3"}


@rule("CE-10.13", "CE-10.11")
def test_the_guard_arrives_and_only_chases_them_away():
    """The other reading of A-6; walking into him still costs a bullet."""
    rules = {"hs_guard_arrival": "flee"}
    game = hs(at={"tuco": "coach_roof", "doc": "rf2"}, coach=2, play=["tuco punch"], rules=rules)
    assert game.received("doc") == 0 and game.spaces(w.ACT_FLEE) == {"rf1", "rf3"}
    game = hs(at={"tuco": "coach_roof"}, coach=1, guard=1, play=["tuco move"], rules={**STILL, **rules}).move("rf1")
    assert game.received("tuco") == 1 and game.spaces(w.ACT_FLEE) == {"rf0", "rf2"}


@rule("CE-10.1", "CE-10.2", "CE-10.3", "CE-10.16", "CE-10.17")
def test_riding_nowhere_x27():
    game = hs(at={"tuco": "rf2"}, coach=2, horses={2: 1}, play=["tuco ride"], rules={**STILL, "hs_ride_max": 1})
    assert {"in2", "coach_in"} <= game.spaces(w.ACT_RIDE)
    game.move("coach_in", w.ACT_RIDE)
    assert game.view["horses"][2] == 1 and game.phase == w.TAKING_HOSTAGE
    game.do(w.ACT_HOSTAGE, min(game.options(w.ACT_HOSTAGE)))
    assert game.pawn("tuco")["hostage"] >= 0
    assert hs(at={"tuco": "rf2"}, coach=2, horses={1: 1}, play=["tuco ride"]).pawn("tuco")["wasted"] == 1


@rule("CE-10.4")
def test_riding_into_the_marshal():
    game = hs(at={"tuco": "in2"}, horses={2: 1}, marshal=1, play=["tuco ride"]).move("in1", w.ACT_RIDE)
    assert (game.at("tuco"), game.received("tuco")) == ("rf1", 1)


@rule("CE-10.5", "CE-3.5", "CE-10.16")
def test_punched_into_the_stagecoach():
    game = hs(at={"tuco": "in2", "doc": "in2"}, coach=2, play=["tuco punch"])
    game.punch("doc", "nothing", "across")
    assert game.at("doc") == "coach_in" and game.phase == w.TAKING_HOSTAGE and game.game.to_move == 1
    game = hs(
        at={"tuco": "coach_in", "doc": "coach_in"},
        coach=2,
        hostages={"tuco": "banker", "doc": "poodle"},
        play=["tuco punch"],
    )
    assert game.at("doc") == "in2"
    assert hs(at={"tuco": "rf2", "doc": "rf2"}, coach=2, play=["tuco punch"]).options(w.ACT_PUNCH) == {
        1 << 6 | w.NO_LOOT << 3 | where for where in (w.PUSH_FORWARD, w.PUSH_BACK, w.PUSH_ACROSS)
    }


@rule("CE-10.7", "CE-10.14", "CE-3.5")
def test_shots_to_and_from_the_stagecoach():
    game = hs(
        SIX,
        at={"tuco": "coach_roof", "doc": "rf1", "ghost": "rf5", "belle": "in0", "django": "in0", "cheyenne": "in0"},
        coach=3,
        guard=1,
        marshal=2,
        play=["tuco fire"],
    )
    assert game.targets() == {"doc", "ghost"}
    game = hs(at={"tuco": "in2", "doc": "coach_in"}, coach=2, hostages={"doc": "banker"}, play=["tuco fire"])
    assert game.received("doc") == 1
    game = hs(SIX, at={"tuco": "rf1", "doc": "rf5", "ghost": "rf0"}, coach=3, guard=1, play=["tuco fire"])
    assert game.received("ghost") == 1  # the guard blocks the view of Doc


@rule("CE-7.5", "CE-7.4")
def test_floor_in_and_on_the_stagecoach():
    game = hs(at={"tuco": "coach_in"}, hostages={"tuco": "poodle"}, play=["tuco floor"])
    assert game.at("tuco") == "coach_roof"
    assert hs(at={"tuco": "coach_in"}, hostages={"tuco": "poodle"}, play=["tuco move"]).pawn("tuco")["wasted"] == 1


@rule("CE-10.6", "CE-12.6")
def test_the_marshal_player_enters_the_stagecoach_and_takes_no_hostage():
    game = scene(
        "marshal tuco doc ghost",
        variants={"hs": True, "mp": True},
        rules=STILL,
        at={"marshal": "coach_roof", "tuco": "in1"},
        coach=2,
        play=["marshal floor", "tuco floor"],
    )
    assert game.at("marshal") == "coach_in" and game.pawn("marshal")["hostage"] == -1
    assert len(game.view["hostages"]) == 2  # all are still there
    game = hs(at={"tuco": "coach_in"}, coach=0, marshal=0, hostages={"tuco": "banker"}, play=["doc marshal"])
    assert game.view["marshal"] == 1 and game.received("tuco") == 0  # the other Marshal stays on the train


@rule("CE-10.17", "CE-10.16")
def test_one_hostage_each_and_never_lost():
    game = hs(
        at={"tuco": "coach_in", "doc": "coach_in"},
        coach=2,
        hostages={"tuco": "banker", "doc": "poodle"},
        horses={2: 1},
        play=["tuco punch", "doc ride"],
    )
    left = game.view["hostages"]
    game.move("coach_in", w.ACT_RIDE)  # punched out, and back again
    assert game.pawn("doc")["hostage"] == HOSTAGE_NAMES.index("poodle") and game.view["hostages"] == left
    assert len(left) >= 1  # there would have been another one


@rule("CE-12.1", "CE-10.12")
def test_silk_leaves_the_stagecoach_x51():
    game = scene(
        "silk doc ghost belle",
        variants={"hs": True, "silk": "move"},
        rules=STILL,
        at={"silk": "coach_in"},
        coach=2,
        guard=1,
        hostages={"silk": "poodle"},
        play=["silk move"],
    )
    assert game.spaces() == {"coach_roof", "rf2"}
    game.move("rf2")
    assert game.received("silk") == 1 and game.spaces(w.ACT_FLEE) == {"rf1", "rf3"}


@rule("CE-9.14", "CE-10.15")
def test_higher_speed_x31():
    game = scene(
        "tuco doc ghost belle",
        variants=HS,
        at={"tuco": "rf2", "doc": "rf4"},
        coach=3,
        guard=1,
        horses={1: 1, 4: 1},
        card="hs_s_higher_speed",
        play=["ghost floor"],
        marshal=0,
    )
    while game.phase == w.KEEP:
        game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
    view = game.view
    assert view["coach"] == 4 and game.at("tuco") == "rf3" and game.at("doc") == "rf3"
    assert game.received("doc") == 1 and view["horses"][:5] == [0, 0, 1, 0, 1]


@rule("CE-10.21", "CE-10.22", "CE-10.26")
def test_teacher_and_zealot_waste_cards():
    game = hs(at={"tuco": "in2", "doc": "in2"}, hostages={"tuco": "teacher"}, play=["tuco punch"])
    assert game.pawn("tuco")["wasted"] == 1
    game = hs(at={"tuco": "in2"}, horses={2: 1}, hostages={"tuco": "zealot"}, play=["tuco ride"])
    assert game.pawn("tuco")["wasted"] == 1


@rule("CE-10.23", "CE-10.41")
def test_the_old_lady_walks_slowly():
    walk = dict(hostages={"tuco": "old_lady"}, coach=0, play=["tuco move"])
    assert hs(at={"tuco": "rf2"}, **walk).spaces() == {"rf1", "rf3"}
    assert hs(at={"tuco": "coach_roof"}, **walk).at("tuco") == "rf0"  # the only step
    assert hs(at={"tuco": "in2"}, marshal=0, **walk).spaces() == {"in1", "in3"}  # inside as ever
    for where in ("rf0", "rf2", "coach_roof"):
        stays = hs(at={"tuco": where}, rules={**STILL, "old_lady_roof_max": 0}, **walk)
        assert stays.at("tuco") == where and stays.pawn("tuco")["wasted"] == 1


@rule("CE-10.24", "CE-10.20", "CE-5.2")
def test_gambler_and_minister():
    game = hs(at={"tuco": "in2", "doc": "rf2"}, hostages={"tuco": "gambler", "doc": "minister"}, play=["tuco fire"])
    assert game.received("doc") == 0  # no shot through the roof any more
    assert sum(game.view["cards"][1]["hand"]) == 6  # Doc's seventh card is gone


@rule("CE-10.25")
def test_the_photographer_shows_all_cards():
    game = hs(
        "ghost doc tuco belle",
        hostages={"ghost": "photographer"},
        hands={0: ["move"]},
        first=0,
        state={"turn": 0, "step": 0},
    )
    assert not game.options(w.ACT_HIDE)
    game = hs(
        "ghost doc tuco belle",
        hostages={"ghost": "photographer"},
        hands={0: ["move"]},
        first=0,
        card="base_s_swivel_arm",
        state={"turn": 1, "step": 0},
    )
    assert game.do(w.ACT_PLAY, w.MOVE).view["down"] == []


@rule("CE-10.27", "CE-10.18")
def test_the_poodle_bites_every_round_x42():
    game = hs(hostages={"tuco": "poodle"}, round=1, at={"tuco": "coach_in"}, play=["doc floor"])
    assert game.view["round"] == 2 and game.pawn("tuco")["bullets"][w.NEUTRAL] == 1
    while game.game.to_move >= 0 and game.view["round"] < 4:
        game.game.apply(next((o for o in game.game.legal() if o.code >> 24 == w.ACT_DRAW), game.game.legal()[0]))
    assert game.pawn("tuco")["bullets"][w.NEUTRAL] >= 3


@rule("CE-10.33", "CE-10.32", "CE-9.19")
def test_leaving_by_horse_x43():
    game = scene(
        FOUR,
        variants=HS,
        card="hs_st_escape",
        at={"tuco": "in3", "doc": "in1"},
        horses={3: 1},
        boxes={"doc": [0, 1]},
        jewels={"doc": 2, "tuco": 4},
        play=["tuco ride", "tuco move", "tuco floor", "tuco robbery"],
        state={"spare": 1},
    )
    game.move("out", w.ACT_RIDE)
    outcome = game.outcome()
    assert game.pawn("tuco")["wasted"] == 3 and sum(game.view["horses"]) == 0
    assert outcome.winners == [0] and outcome.scores[1] > outcome.scores[0]


@rule("CE-10.34", "CE-10.32")
def test_all_are_caught():
    outcome = scene(FOUR, variants=HS, card="hs_st_escape", at={}, play=["tuco floor"]).outcome()
    assert outcome.winners == [] and outcome.reason == "no_winner" and outcome.places == [None] * 4
    outcome = scene(
        FOUR,
        variants=HS,
        rules={"escape_all_caught": "richest"},
        card="hs_st_escape",
        jewels={"doc": 3},
        play=["tuco floor"],
    ).outcome()
    assert outcome.winners == [1]


@rule("CE-10.35", "CE-9.19", "CE-10.36")
def test_mortal_bullet_and_the_last_shift_x30_x48():
    game = scene(
        FOUR,
        variants=HS,
        card="hs_st_mortal_bullet",
        at={"tuco": "rf4", "doc": "in0", "ghost": "in0"},
        coach=3,
        guard=1,
        marshal=2,
        bullets={"tuco": {"doc": 1, "neutral": 1}},
        play=["doc floor"],
        state={},
    )
    assert game.view["phase"] == w.OVER
    view = scene(
        FOUR,
        variants=HS,
        card="hs_st_mortal_bullet",
        at={"tuco": "rf4", "doc": "in0", "ghost": "in0"},
        coach=3,
        guard=1,
        marshal=2,
        bullets={"tuco": {"doc": 1, "neutral": 1}},
        hands={1: ["floor"]},
        first=2,
    ).view
    view["pawn"][0]["hit"], view["head"]["to_move"] = 2, 1
    again = sim.Game.from_view("colt_express", view, variants=HS)
    again.apply(w.ACT_PLAY << 24 | w.FLOOR)
    outcome = again.outcome()
    assert outcome.columns["vp_mortal"][0] == -300 and outcome.keys["key_1"][0] == 3
    assert again.view()["coach"] == 4 and again.view()["pawn"][0]["space"] == w.ROOF + 3


@rule("CE-10.31", "CE-9.19", "CE-10.19")
def test_sharing_the_loot_x29():
    at = {"tuco": "rf2", "doc": "rf2", "ghost": "rf2", "belle": "in0"}
    outcome = scene(
        FOUR,
        variants=HS,
        card="hs_st_sharing_loot",
        at=at,
        marshal=3,
        boxes={"doc": [0]},
        hostages={"doc": "banker"},
        play=["belle floor"],
    ).outcome()
    assert outcome.columns["vp_strongboxes"][:3] == [333, 333, 333] and outcome.columns["vp_ransom"][1] == 1000


@rule("CE-10.19", "CE-10.23", "CE-10.24", "CE-10.25", "CE-10.18")
def test_ransoms_x28():
    def ransom(hostage, **kw):
        return (
            hs(card="base_st_marshals_revenge", hostages={"tuco": hostage}, play=["doc floor"], **kw)
            .outcome()
            .columns["vp_ransom"][0]
        )

    assert ransom("old_lady", jewels={"tuco": 3}) == 1500
    assert ransom("gambler", purses={"tuco": [250] * 4}) == 1000
    assert ransom("photographer", bullets={"tuco": {"doc": 2, "neutral": 3}}) == 400
    assert ransom("banker") == 0 and ransom("banker", boxes={"tuco": [0, 1]}) == 1000
    assert [ransom(name) for name in ("poodle", "minister", "teacher", "zealot")] == [1000, 900, 800, 700]


@rule("CE-10.25", "CE-13.14", "CE-13.11")
def test_a_partner_can_only_have_drawn_a_bullet_that_was_there():
    """Doc drew two of Tuco's bullets in time; what Ghost has fired since then is still with Tuco."""
    team = {"hs": True, "team": True}

    def ransom(photographer, foreign, enemy):
        game = scene(
            FOUR,
            variants=team,
            rules=STILL,
            card="base_st_marshals_revenge",
            hostages={photographer: "photographer"},
            bullets={"tuco": {"neutral": 2 - enemy, "ghost": enemy + 2}},
            hands={3: ["floor"], 1: []},
        )
        view = game.view
        view["cards"][1]["hand2"][7] = 2
        view["cards"][1]["foreign"] = foreign
        view["head"]["to_move"], view["first"] = 3, 0
        again = sim.Game.from_view("colt_express", view, variants=team, rules=STILL)
        again.apply(w.ACT_PLAY << 24 | w.FLOOR)
        return again.outcome().columns["vp_ransom"]

    assert ransom("tuco", 0, 0)[0] == 400 and ransom("doc", 0, 0)[1] == 0
    assert ransom("tuco", 1, 1)[0] == 400 and ransom("doc", 1, 1)[1] == 200


@rule("CE-10.25", "CE-13.10")
def test_whose_bullet_a_partner_draws_is_decided_as_he_draws_it():
    drawn = {"neutral": set(), "ghost": set()}
    for origin, seen in drawn.items():
        for key in range(60):
            view = scene(
                FOUR, variants={"team": True}, bullets={"tuco": {origin: 3}}, hands={3: ["floor"]}, round=1
            ).view
            view["head"].update(key=key * 2**40 + 1, to_move=3)
            view["first"] = 0
            game = sim.Game.from_view("colt_express", view, variants={"team": True})
            game.apply(w.ACT_PLAY << 24 | w.FLOOR)
            doc = game.view()["cards"][1]
            seen.add((doc["hand2"][7], doc["foreign"]))
    assert drawn == {"neutral": {(0, 0), (1, 0)}, "ghost": {(0, 0), (1, 1)}}


@rule("CE-9.12")
def test_whiskey_for_the_marshal():
    def after(old):
        game = scene(
            FOUR,
            variants=HS,
            card="hs_s_whiskey",
            at={"tuco": "in2", "doc": "in4", "ghost": "rf0", "belle": "rf0"},
            marshal=1,
            floor={"in1": {"flasks": [0]}},
            play=["ghost floor"],
            state={"old_flask": [0] if old else [3]},
        )
        while game.phase == w.KEEP:
            game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
        return game

    assert after(False).view["marshal"] == 2 and 0 in after(False).view["lost_flasks"]
    game = after(True)
    assert game.view["marshal"] == 4 and (game.received("tuco"), game.received("doc")) == (1, 1)


def whiskey(flasks, marshal=1, **state):
    game = scene(
        FOUR,
        variants=HS,
        card="hs_s_whiskey",
        at={"tuco": "rf2", "doc": "rf3", "ghost": "rf0", "belle": "rf0"},
        marshal=marshal,
        heap="in0",
        floor={f"in{marshal}": {"flasks": flasks}},
        play=["ghost floor"],
        state={"old_flask": [3], **state},
    )
    while game.phase == w.KEEP:
        game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
    return game


@rule("CE-9.29")
def test_a_half_empty_flask_will_do_and_at_the_end_of_the_train_he_stays():
    game = whiskey([0], full_flasks=[1, 2, 3], uses=[1, 2, 2, 2, 0, 0])
    assert game.view["marshal"] == 2 and 0 in game.view["lost_flasks"]
    game = whiskey([0], marshal=4)
    assert game.view["marshal"] == 4 and 0 in game.view["lost_flasks"]


@rule("CE-10.30")
def test_of_several_flasks_the_marshal_drinks_any():
    drunk = set()
    for key in range(30):
        game = scene(FOUR, variants=HS, card="hs_s_whiskey", heap="in0", marshal=1, hands={0: ["floor"]}, first=1)
        view = game.view
        view["floor"][1]["flasks"], view["floor"][0]["flasks"] = [0, 1, 2], [3]
        view["head"]["key"], view["old_flask"] = key * 2**40 + 7, [3]
        game = sim.Game.from_view("colt_express", view, variants=HS)
        game.apply(w.ACT_PLAY << 24 | w.FLOOR)
        while game.view()["phase"] == w.KEEP:
            game.apply(w.ACT_KEEP << 24 | w.KEEP_NO_MORE)
        assert len(game.view()["floor"][1]["flasks"]) == 2
        drunk |= {0, 1, 2} - set(game.view()["floor"][1]["flasks"])
    assert drunk == {0, 1, 2}


@rule("CE-10.29", "CE-10.28")
def test_who_knows_the_old_flask():
    """Tuco has the old flask, never used; Doc's punch makes him drop it."""

    def imagined(game, seat):
        views = []
        for key in range(40):
            other = game.game.copy()
            other.redeal(seat, key)
            views.append(other.view()["old_flask"][0])
        return set(views)

    own = dict(at={"tuco": "in2", "doc": "in2"}, flasks={"tuco": [0]}, state={"old_flask": [0]})
    game = hs(play=["doc punch"], **own)
    assert imagined(game, 0) == {0} and len(imagined(game, 1)) > 3
    game.punch("tuco", "full_flask", "back")
    assert game.lying("in2")["flasks"] == [0] and len(imagined(game, 0)) > 3  # face down again
    used = {"full_flasks": [1, 2, 3], "uses": [1, 2, 2, 2, 0, 0], "old_flask": [0]}
    game = hs(play=["doc punch"], **{**own, "state": used})
    assert imagined(game, 1) == {0}  # half empty: all know it


@rule("CE-9.11", "CE-9.28")
def test_panting_horses():
    game = scene(FOUR, variants=HS, card="hs_s_panting", horses={1: 1, 3: 2}, play=["tuco floor"])
    assert game.view["horses"][:5] == [0, 1, 0, 1, 0]


@rule("CE-9.15")
def test_the_shotguns_rage():
    game = scene(
        FOUR,
        variants=HS,
        card="hs_s_shotgun_rage",
        at={"tuco": "coach_roof", "doc": "rf2", "ghost": "in2", "belle": "in3"},
        coach=2,
        play=["belle floor"],
    )
    while game.phase == w.KEEP:
        game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
    assert [game.received(name) for name in ("tuco", "doc", "ghost", "belle")] == [1, 1, 1, 0]


@rule("CE-10.39")
def test_two_players_and_the_caught_bandit():
    outcome = scene(
        FOUR,
        variants={**HS, "two": True},
        card="hs_st_escape",
        at={"tuco": "coach_roof", "doc": "in1"},
        boxes={"doc": [0]},
        jewels={"tuco": 1},
        play=["ghost floor"],
    ).outcome()
    assert (
        outcome.columns["vp_strongboxes"][0] == 0 and outcome.columns["vp_jewels"][0] == 500 and outcome.winners == [0]
    )


@rule("CE-10.38")
def test_whom_a_hostage_of_two_players_binds():
    def two(people=FOUR, **kw):
        return scene(people, variants={**HS, "two": True}, rules=STILL, **kw)

    pair = {"tuco": "in2", "doc": "in1", "ghost": "in2", "belle": "in1"}
    game = two(at=pair, hostages={"tuco": "teacher"}, marshal=3, play=["tuco punch", "doc punch"])
    assert game.pawn("tuco")["wasted"] == 1 and game.punch_targets() == {"belle"}  # Doc still punches
    game = two("tuco cheyenne ghost belle", hostages={"cheyenne": "minister"}, play=["ghost floor"])
    for code in (w.ROBBERY, w.ROBBERY):
        game.do(w.ACT_OPENING, code)
    hand = game.view["cards"][0]
    assert sum(hand["hand"]) + sum(hand["hand2"]) == 6  # one less for both bandits together
    outcome = two(
        card="base_st_marshals_revenge",
        hostages={"tuco": "photographer"},
        bullets={"tuco": {"ghost": 1, "doc": 1}, "doc": {"belle": 1, "tuco": 1, "neutral": 1}},
        play=["ghost floor"],
    ).outcome()
    assert outcome.columns["vp_ransom"] == [400, 0]  # in the common deck: Ghost's and Belle's, not those of his own
    outcome = two(
        card="base_st_marshals_revenge",
        hostages={"tuco": "old_lady", "doc": "banker"},
        jewels={"tuco": 1, "doc": 2},
        boxes={"tuco": [0]},
        play=["ghost floor"],
    ).outcome()
    assert outcome.columns["vp_ransom"] == [500, 0]  # each counts the tokens of his own bandit


@rule("CE-10.39", "CE-10.34")
def test_a_side_that_is_out_cannot_win():
    def escaped(at, **rules):
        return scene(
            FOUR,
            variants={**HS, "two": True},
            rules=rules,
            card="hs_st_escape",
            at=at,
            jewels={"tuco": 1, "ghost": 2},
            hostages={"doc": "poodle", "ghost": "minister"},
            play=["ghost floor"],
        ).outcome()

    halves = {"tuco": "coach_roof", "doc": "in1", "ghost": "coach_in", "belle": "in1"}  # one of each side is caught
    assert escaped(halves).winners == [1]
    outcome = escaped(halves, side_ineligible="side_out")
    assert outcome.winners == [] and outcome.reason == "no_winner" and outcome.places == [None, None]
    assert escaped(halves, side_ineligible="side_out", escape_all_caught="richest").winners == [1]
    whole = {**halves, "doc": "coach_in"}
    assert escaped(whole, side_ineligible="side_out").winners == [0]  # though the others have more


# Marshal & Prisoners --------------------------------------------------------------------------------------------------

MP = "marshal tuco doc ghost belle"


@rule("CE-11.20", "CE-11.28", "CE-11.21")
def test_a_brilliant_idea_skips_the_marshal_x2():
    game = scene(
        MP,
        at={"tuco": "in2", "ghost": "in3", "doc": "in3", "belle": "in2", "marshal": "in0"},
        play=["ghost punch", "marshal floor", "tuco brilliant_idea"],
    )
    game.punch("doc", "nothing", "back")
    assert game.game.to_move == 1 and game.punch_targets() == {"belle"}


@rule("CE-11.6", "CE-11.7")
def test_belle_and_the_marshals_two_guns_x32():
    game = scene(MP, at={"marshal": "rf2", "belle": "rf1", "doc": "rf3"}, play=["marshal fire"])
    assert {k & 7 for k in game.options(w.ACT_SHOOT)} == {2}
    assert game.options(w.ACT_SHOOT_TWO) == {2 << 3 | 4, 4 << 3 | 2}
    game = scene(MP, at={"marshal": "rf2", "belle": "rf1", "doc": "rf3", "ghost": "rf1"}, play=["marshal fire"])
    assert game.options(w.ACT_SHOOT_TWO) == {2 << 3 | 3, 3 << 3 | 2}
    assert {k & 7 for k in game.options(w.ACT_SHOOT)} == {2, 3}


@rule("CE-11.26", "CE-11.23")
def test_belles_companion_x49():
    game = scene(
        MP,
        at={"marshal": "rf2", "belle": "rf1", "doc": "rf3", "ghost": "rf1"},
        prisoners={"ghost": "belle"},
        play=["marshal fire"],
    )
    assert {k & 7 for k in game.options(w.ACT_SHOOT)} == {2}
    assert game.options(w.ACT_SHOOT_TWO) == {2 << 3 | 3, 3 << 3 | 2}
    game = scene(
        MP, at={"tuco": "rf2", "belle": "rf1", "ghost": "rf1"}, prisoners={"ghost": "belle"}, play=["tuco fire"]
    )
    assert game.received("ghost") == 1


@rule("CE-11.32", "CE-11.7")
def test_one_empty_pile_x54():
    shot = dict(bullets={"tuco": {"marshal": 10}}, state={"piles": [0, 2]}, play=["marshal fire"])
    game = scene(MP, at={"marshal": "rf2", "belle": "rf1", "ghost": "rf1"}, **shot)
    assert game.options(w.ACT_SHOOT) == {1 << 3 | 3, 1 << 3 | 4} and not game.options(w.ACT_SHOOT_TWO)
    game = scene(MP, at={"marshal": "rf2", "belle": "rf1", "ghost": "rf1", "doc": "rf3"}, **shot)
    assert game.options(w.ACT_SHOOT) == {1 << 3 | 3, 1 << 3 | 2}
    game = scene(
        MP, at={"marshal": "rf2", "belle": "rf1", "ghost": "rf1"}, rules={"belle_vs_single_gun": "protected"}, **shot
    )
    assert game.options(w.ACT_SHOOT) == {1 << 3 | 3}


@rule("CE-11.4")
def test_brawlers_x33():
    people = "marshal doc ghost tuco belle"
    game = scene(
        people,
        at={"marshal": "in2", "doc": "in2", "ghost": "in3", "tuco": "in3"},
        play=["doc punch", "ghost punch", "doc brilliant_idea", "tuco punch"],
    )
    game.punch("marshal", "nothing", "back")
    game.punch("marshal", "nothing", "forward")
    game.punch("marshal", "nothing", "back")
    assert game.view["brawlers_left"] == 0
    assert (game.pawn("doc")["brawlers"], game.pawn("ghost")["brawlers"]) == ([0, 2], [1])
    game.punch("marshal", "nothing", "forward")
    assert game.at("marshal") == "in2" and game.pawn("tuco")["brawlers"] == []
    assert game.outcome().columns["vp_brawlers"][1:4] == [1100, 500, 0]


@rule("CE-11.5", "CE-11.19", "CE-3.3")
def test_arrest_and_cell_x35():
    game = scene(
        MP,
        at={"marshal": "in1", "ghost": "in1", "doc": "in5"},
        play=["marshal arrest", "ghost robbery", "ghost brilliant_idea"],
    )
    assert game.at("ghost") == "cell" and game.pawn("ghost")["wasted"] == 1 and 3 not in game.view["wanted"]
    assert game.spaces(w.ACT_BREAK_OUT) == {"in5", "rf5"}
    game = scene(
        MP,
        at={"ghost": "cell", "doc": "in5"},
        purses={"ghost": [250]},
        jewels={"ghost": 1},
        play=["doc brilliant_idea"],
    )
    game.do(w.ACT_FREE_BANDIT, 3)
    assert game.at("ghost") == "in5" and game.phase == w.RANSOM and game.game.to_move == 3
    game.do(w.ACT_PAY, w.JEWEL)
    assert game.pawn("doc")["loot"]["jewels"] == 1


@rule("CE-11.20", "CE-11.22")
def test_freeing_a_prisoner():
    game = scene(MP, at={"doc": "in5"}, play=["doc brilliant_idea"], state={"prisoners": [w.DJANGO, w.MEI, w.DOC]})
    assert game.options(w.ACT_FREE_PRISONER) == {w.DJANGO, w.MEI, w.DOC}
    game.do(w.ACT_FREE_PRISONER, w.MEI)
    assert game.pawn("doc")["abilities"] == [w.DOC, w.MEI]
    game = scene(MP, at={"doc": "in2"}, prisoners={"doc": "doc"}, floor={"in2": {"jewels": 3}}, play=["doc robbery"])
    assert game.phase == w.ROBBING and game.options(w.ACT_STOP)  # a second token, if he likes
    game.do(w.ACT_ROB, w.JEWEL)
    assert game.pawn("doc")["loot"]["jewels"] == 2


@rule("CE-11.10", "CE-11.11", "CE-11.14", "CE-11.15")
def test_what_each_bullet_of_a_pile_blocks():
    """In the assumed order: weapon, prisoner, knee, bag, shoulder, and the golden bullet last."""

    def wasted(left, card):
        game = scene(
            MP,
            at={"marshal": "in2", "doc": "in3", "tuco": "in3"},
            bullets={"ghost": {"marshal": 6 - left}},
            play=["marshal fire", f"doc {card}"],
            state={"piles": [left, 6]},
        )
        return game.do(w.ACT_SHOOT, 0 << 3 | 2).pawn("doc")["wasted"]

    assert [wasted(left, "fire") for left in (6, 5, 4, 3, 2, 1)] == [1, 0, 0, 0, 0, 0]
    assert [wasted(left, "floor") for left in (6, 5, 4, 3, 2, 1)] == [0, 0, 1, 0, 0, 0]
    assert [wasted(left, "punch") for left in (6, 5, 4, 3, 2, 1)] == [0, 0, 0, 0, 1, 0]


@rule("CE-11.27")
def test_docs_companion_counts_from_the_next_hand():
    def hands(holder, companion):
        game = scene(
            MP,
            at={holder: "in5"},
            hands={MP.split().index(holder): ["move"]},
            play=[f"{holder} brilliant_idea"],
            state={"prisoners": [w.DJANGO, w.MEI, w.DOC]},
        )
        game.do(w.ACT_FREE_PRISONER, companion)
        return sum(game.view["cards"][MP.split().index(holder)]["hand"])

    assert hands("tuco", w.DOC) == 7 and hands("tuco", w.MEI) == 6
    assert hands("doc", w.DOC) == 7  # his own companion: not twice


@rule("CE-11.8", "CE-11.9", "CE-11.12", "CE-11.13", "CE-11.15", "CE-11.16")
def test_the_marshals_bullets():
    game = scene(MP, at={"marshal": "in2", "doc": "in3", "belle": "in4"}, play=["marshal fire", "doc fire"])
    game.do(w.ACT_SHOOT, 0 << 3 | 2)
    assert game.pawn("doc")["wasted"] == 1  # lost weapon
    game = scene(
        MP,
        at={"marshal": "in2", "doc": "in3", "belle": "in4", "tuco": "in0", "ghost": "in0"},
        play=["marshal fire", "belle fire", "doc brilliant_idea"],
    )
    game.do(w.ACT_SHOOT, 0 << 3 | 2)
    assert game.pawn("doc")["gun"] == 5  # a copy of another's Fire works
    game = scene(
        MP,
        at={"marshal": "in2", "doc": "in3"},
        bullets={"tuco": {"marshal": 2}},
        prisoners={"doc": "mei"},
        bags={"doc": [0]},
        play=["marshal fire"],
        state={"piles": [5, 5]},
    )
    game.do(w.ACT_SHOOT, 0 << 3 | 2)
    assert (
        game.pawn("doc")["prisoner"] == -1
        and game.view["caught"] == [w.MEI]
        and game.pawn("doc")["abilities"] == [w.DOC]
    )
    game = scene(
        MP,
        at={"marshal": "in2", "doc": "in3"},
        bullets={"tuco": {"marshal": 2}},
        bags={"doc": [0]},
        play=["marshal fire"],
        state={"piles": [5, 5]},
    )
    game.do(w.ACT_SHOOT, 1 << 3 | 2)
    assert game.view["delivered"] == [0]


@rule("CE-11.10", "CE-11.11", "CE-11.14", "CE-11.16")
def test_knee_shoulder_and_golden_bullet():
    def hit(effect, *play):
        game = scene(
            MP,
            rules={"mp_bullet_1_1": effect},
            at={"marshal": "in2", "doc": "in3", "ghost": "in3", "tuco": "in1", "belle": "rf0"},
            play=["marshal fire", *play],
        )
        return game.do(w.ACT_SHOOT, 0 << 3 | 2)

    game = hit("wounded_knee", "doc floor", "tuco floor")
    assert (game.at("doc"), game.at("tuco")) == ("in3", "rf1")
    game = hit("wounded_knee", "doc punch")
    assert game.phase == w.PUNCHING  # the shoulder is sound
    assert hit("wounded_knee", "tuco floor", "doc brilliant_idea").at("doc") == "rf3"  # another's Floor
    assert hit("wounded_knee", "doc floor", "doc brilliant_idea").at("doc") == "in3"  # his own
    game = hit("shot_shoulder", "doc punch", "doc floor")
    assert game.at("ghost") == "in3" and game.at("doc") == "rf3"
    game = hit("golden", "doc floor", "tuco floor")
    assert game.at("doc") == "rf3" and game.pawn("doc")["wasted"] == 0 and game.received("doc") == 1


@rule("CE-11.10")
def test_a_wound_lasts_to_the_end_of_the_round():
    game = scene(
        MP,
        rules={"mp_bullet_1_1": "wounded_knee"},
        at={"marshal": "in2", "doc": "in3", "tuco": "in1", "ghost": "rf0", "belle": "rf0"},
        play=["marshal fire", "tuco robbery"],
    )
    game.do(w.ACT_SHOOT, 0 << 3 | 2)
    assert game.view["round"] == 1 and game.pawn("doc")["blocked"] == []


def goals(*which, needed=4, state=None, **kw):
    view = scene(MP, card="mp_st_deadly_fall", hands={1: ["floor"]}, first=2, **kw).view
    view["head"]["to_move"] = 1
    view["goal"] = [*which, *[-1] * (10 - len(which))]
    view["n_goals"] = len(which)
    view.update(state or {})
    game = sim.Game.from_view("colt_express", view, variants={"mp": True}, rules={"mp_goals_needed": needed})
    game.apply(w.ACT_PLAY << 24 | w.FLOOR)
    return game.outcome()


@rule("CE-11.17", "CE-11.18", "CE-14.5", "CE-1.2")
def test_goals_x34():
    doc = NAMES.index("doc")
    outcome = goals(
        doc,
        w.DODGE,
        w.MAIL,
        w.KEY,
        w.FULL_OF_LEAD,
        bullets={"marshal": {"ghost": 3, "tuco": 1}, "tuco": {"marshal": 1}},
        heap="in0",
        state={"wanted": [1, 3, 4], "prisoners": [0], "caught": [1]},
    )
    assert outcome.columns["n_goals"][0] == 3  # the warrant, Mail and the Key; not Dodge, not Full of Lead
    assert outcome.reason == "bandits" and 0 not in outcome.winners
    outcome = goals(
        doc, w.SCRATCH, w.MAIL, w.KEY, w.GOLDEN_GOAL, heap="in0", state={"wanted": [1, 3, 4], "prisoners": [0, 1, 2]}
    )
    assert outcome.columns["n_goals"][0] == 4 and outcome.winners == [0] and outcome.reason == "marshal"


@rule("CE-11.31", "CE-14.2")
def test_who_was_thrown_off_still_counts():
    fallen = dict(at={"doc": "out"}, fired={"doc": 3, "tuco": 2}, jewels={"doc": 2})
    everybody = {name: {"marshal": 1} for name in ("tuco", "ghost", "belle")}
    failed = (w.GOLDEN_GOAL, NAMES.index("tuco"), NAMES.index("ghost"))
    outcome = goals(w.FULL_OF_LEAD, w.SCRATCH, *failed, bullets=everybody, **fallen)
    assert outcome.columns["n_goals"][0] == 1  # Full of Lead asks for Doc, too
    all_hit = goals(w.FULL_OF_LEAD, w.SCRATCH, *failed, bullets={**everybody, "doc": {"marshal": 1}}, **fallen)
    assert all_hit.columns["n_goals"][0] == 2
    assert outcome.columns["vp_gunslinger"] == [0, 0, 1000, 0, 0] and outcome.columns["vp_jewels"][2] == 1000
    assert 2 not in outcome.winners
    outcome = goals(w.ARCH_ENEMY, w.DODGE, *failed, bullets={"doc": {"marshal": 4}, "marshal": {"doc": 3}}, **fallen)
    assert outcome.columns["n_goals"][0] == 1  # he is the arch enemy, and nobody has dodged his bullets


@rule("CE-14.6", "CE-11.17")
def test_bullets_in_the_marshal_matter_for_dodging_only():
    warrants = [NAMES.index(name) for name in ("tuco", "doc", "ghost")]
    won = (w.SCRATCH, w.MAIL, w.KEY, w.GOLDEN_GOAL, warrants[0])
    state = {"prisoners": [0, 1, 2]}
    few = goals(*won, needed=3, heap="in0", state=state)
    many = goals(*won, needed=3, heap="in0", state=state, bullets={"marshal": {"ghost": 6, "tuco": 6}})
    assert few.winners == many.winners == [0] and few.columns["n_goals"][0] == many.columns["n_goals"][0] == 3
    failed = (w.GOLDEN_GOAL, *warrants)
    dodged = [goals(w.DODGE, *failed, bullets={"marshal": {"ghost": n}}).columns["n_goals"][0] for n in (2, 3)]
    assert dodged == [1, 0]


@rule("CE-11.29")
def test_mail_on_the_stagecoach_does_not_count():
    game = scene(
        "marshal tuco doc ghost",
        variants={"hs": True},
        card="mp_st_crime_punished",
        floor={"coach_in": {"bags": [0, 1]}},
        play=["tuco floor"],
    )
    game.outcome()
    assert game.view["delivered"] == []


@rule("CE-9.23")
def test_guilty_plea_x36():
    def plea(*money):
        view = scene(
            "marshal tuco doc ghost",
            card="mp_st_guilty_plea",
            hands={1: ["floor"]},
            first=2,
            jewels=dict(zip(("tuco", "doc", "ghost"), money, strict=True)),
        ).view
        view["head"]["to_move"] = 1
        view["goal"] = [w.SCRATCH, w.DODGE, w.MAIL, w.KEY, w.GOLDEN_GOAL, *[-1] * 5]
        view["n_goals"] = 5
        game = sim.Game.from_view("colt_express", view, variants={"mp": True})
        game.apply(w.ACT_PLAY << 24 | w.FLOOR)
        return game.outcome()

    assert plea(1, 1, 2).winners == [0]
    outcome = plea(0, 1, 2)
    assert outcome.winners == [0, 1] and [float(x) for x in outcome.win_shares] == [0.5, 0.5, 0, 0]


@rule("CE-11.24", "CE-9.24")
def test_thrown_off_the_train_x44():
    game = scene(
        MP, card="mp_st_deadly_fall", at={"tuco": "rf2", "doc": "rf2"}, boxes={}, jewels={"doc": 4}, play=["tuco punch"]
    )
    game.punch("doc", "jewel", "off")
    outcome = game.outcome()
    assert game.at("doc") == "out" and game.lying("rf2")["jewels"] == 1
    assert 2 not in outcome.winners and outcome.scores[2] == max(outcome.scores)


@rule("CE-11.25", "CE-11.30")
def test_django_shoots_somebody_off_the_train():
    game = scene(
        "marshal django doc ghost",
        card="mp_st_deadly_fall",
        at={"django": "rf2", "doc": "rf5", "ghost": "rf0"},
        play=["django fire"],
    )
    assert game.options(w.ACT_FIRE_OFF) == {2, 3}
    game.do(w.ACT_FIRE_OFF, 2)
    assert game.at("doc") == "out" and game.received("doc") == 1


@rule("CE-9.25")
def test_crime_must_be_punished():
    outcome = scene(
        MP,
        card="mp_st_crime_punished",
        at={"doc": "cell"},
        jewels={"doc": 4},
        bags={"doc": [0, 1]},
        play=["tuco floor"],
    ).outcome()
    assert 2 not in outcome.winners and outcome.scores[2] == max(outcome.scores)


@rule("CE-9.20", "CE-13.17")
def test_reflexes_x45():
    game = scene(
        MP,
        card="mp_s_reflexes",
        at={"doc": "in2"},
        floor={"in2": {"jewels": 2}},
        hands={2: ["robbery", "move"]},
        play=["tuco floor"],
    )
    while game.phase != w.REFLEX:
        game.game.apply(game.game.legal()[0])
    assert game.game.to_move == 2
    game.do(w.ACT_PLAY, w.ROBBERY)
    assert game.pawn("doc")["loot"]["jewels"] == 1 and game.game.to_move != 2  # exactly one


@rule("CE-9.5", "CE-12.7")
def test_the_angry_marshal_player():
    game = scene(MP, card="base_s_angry_marshal", at={"marshal": "in2", "doc": "in3"}, play=["tuco floor"])
    assert game.phase == w.ANGRY_FIRE
    game.do(w.ACT_SHOOT, 2)
    assert game.phase == w.ANGRY_MOVE and game.spaces() == {"in1", "in3"}
    game.move("in3")
    assert game.at("marshal") == "in3"


@rule("CE-9.21", "CE-9.22")
def test_safe_place_and_rumors():
    game = scene(
        MP,
        card="mp_s_safe_place",
        at={"marshal": "rf2"},
        floor={"in2": {"jewels": 2, "purses": 1}},
        play=["tuco floor"],
    )
    assert game.lying("in2")["jewels"] == 0 and game.lying("rf2")["jewels"] == 2
    game = scene(MP, card="mp_s_rumors", play=["tuco floor"])
    while game.phase == w.KEEP:
        game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
    assert len(game.view["goals_shown"]) == 1


@rule("CE-9.26")
def test_the_marshals_position_on_the_stagecoach():
    def event(card, **kw):
        game = scene(
            "marshal tuco doc ghost",
            variants={"hs": True, "mp": True},
            rules=STILL,
            card=card,
            coach=2,
            heap="in1",
            play=["ghost floor"],
            **kw,
        )
        while game.phase == w.KEEP:
            game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
        return game

    lot = {"coach_in": {"jewels": 2}, "in2": {"jewels": 1}}
    game = event("mp_s_safe_place", at={"marshal": "coach_roof"}, floor=lot)
    assert [game.lying(x)["jewels"] for x in ("coach_in", "coach_roof", "in2", "rf2")] == [0, 2, 1, 0]
    game = event("base_s_take_it_all", at={"marshal": "coach_roof"})
    assert w.BOX_SPARE in game.lying("coach_in")["boxes"] and game.lying("in2")["boxes"] == []
    game = event(
        "base_st_marshals_revenge",
        at={"marshal": "coach_in", "tuco": "coach_roof", "doc": "rf2"},
        purses={"tuco": [300], "doc": [300]},
    )
    assert game.outcome().columns["vp_purses"][1:3] == [0, 300]


@rule("CE-9.13", "CE-12.6", "CE-10.40", "CE-11.2")
def test_the_marshal_player_and_the_stagecoach():
    both = {"mp": True, "hs": True}
    game = scene(
        "marshal tuco doc ghost",
        variants=both,
        card="hs_s_whiskey",
        at={"marshal": "in1"},
        floor={"in1": {"flasks": [0]}},
        play=["tuco floor"],
    )
    while game.phase == w.KEEP:
        game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
    assert game.pawn("marshal")["loot"]["flasks"] == [0]
    game = scene(
        "marshal tuco doc ghost",
        variants=both,
        rules=STILL,
        at={"marshal": "rf1", "tuco": "rf3", "doc": "rf0"},
        coach=1,
        guard=1,
        play=["tuco fire"],
    )
    assert game.received("marshal") == 1  # visible beside the guard, who blocks the view of Doc
    game = scene(
        "marshal tuco doc ghost",
        variants=both,
        rules=STILL,
        at={"marshal": "rf3"},
        coach=1,
        guard=1,
        play=["marshal move"],
    ).move("rf1")
    assert game.received("marshal") == 0 and game.at("marshal") == "rf1"


@rule("CE-12.10", "CE-11.27")
def test_silks_companion():
    game = scene(
        "marshal tuco doc ghost",
        variants={"silk": "move"},
        at={"doc": "rf2"},
        prisoners={"doc": "silk"},
        play=["doc move"],
    )
    assert game.spaces() == {"rf0", "rf1", "rf3", "rf4"}


@rule("CE-12.10")
def test_silks_step_and_another_companion_add_up():
    """Silk has freed Mei's companion: she walks two cars, and climbs diagonally."""
    people = dict(variants={"silk": "move"}, at={"silk": "in2"}, prisoners={"silk": "mei"})
    game = scene("marshal silk doc ghost", play=["silk move"], **people)
    assert game.spaces() == {"in0", "in1", "in3", "in4"}
    game = scene("marshal silk doc ghost", play=["silk floor"], **people)
    assert game.spaces(w.ACT_FLOOR) == {"rf1", "rf2", "rf3"}
