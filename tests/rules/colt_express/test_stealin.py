"""Phase 2: actions, encounters, characters (sections 3, 7, 8, 12)."""

from sim.colt_express import words as w
from tests.rules import rule
from tests.rules.colt_express.scene import scene

FOUR = "tuco doc ghost belle"


@rule("CE-7.10", "CE-7.8")
def test_only_the_nearest_occupied_roof_is_seen_x9():
    game = scene(
        "tuco doc ghost belle cheyenne",
        at={"tuco": "rf1", "doc": "rf3", "ghost": "rf3", "belle": "rf5"},
        play=["tuco fire"],
    )
    assert game.targets() == {"doc", "ghost"}
    game.fire("doc")
    assert game.received("doc") == 1 and game.pawn("tuco")["gun"] == 5


@rule("CE-8.2", "CE-7.10")
def test_belle_alone_in_sight_is_hit_x10():
    game = scene(
        "tuco doc ghost belle cheyenne",
        at={"tuco": "rf1", "belle": "rf3", "doc": "rf5", "ghost": "in4"},
        play=["tuco fire"],
    )
    assert game.received("belle") == 1  # the only target: no question


@rule("CE-8.2", "CE-7.9", "CE-8.11")
def test_belle_is_safe_beside_another_target_x11():
    game = scene(
        "cheyenne belle doc ghost", at={"cheyenne": "in2", "belle": "in3", "doc": "in1"}, play=["cheyenne fire"]
    )
    assert (game.received("doc"), game.received("belle")) == (1, 0)


@rule("CE-8.3", "CE-7.12", "CE-7.17")
def test_django_pushes_into_the_marshal_x12():
    game = scene("django ghost doc belle", at={"django": "in1", "ghost": "in2"}, marshal=3, play=["django fire"])
    assert game.at("ghost") == "rf3" and game.received("ghost") == 2


@rule("CE-8.3", "CE-7.14")
def test_django_pushes_nobody_off_the_train_x13():
    game = scene("django doc ghost belle", at={"django": "rf2", "doc": "rf4"}, play=["django fire"])
    assert game.at("doc") == "rf4" and game.received("doc") == 1


@rule("CE-8.4")
def test_only_tuco_shoots_through_the_roof():
    game = scene(
        "django tuco doc ghost", at={"django": "in2", "doc": "rf2"}, play=["django fire"], state={}, rules=None
    )
    assert game.received("doc") == 0  # only Tuco shoots through the roof
    game = scene("tuco django doc ghost", at={"tuco": "in2", "doc": "rf2"}, play=["tuco fire"])
    assert game.received("doc") == 1 and game.at("doc") == "rf2"


@rule("CE-8.10", "CE-8.3")
def test_a_shot_through_the_roof_pushes_nobody():
    """Django has freed Tuco's companion: he shoots through the roof, and pushes whom he hits along the train."""
    both = dict(prisoners={"django": "tuco"}, play=["django fire"])
    game = scene("marshal django doc ghost", at={"django": "in2", "doc": "rf2"}, **both)
    assert game.received("doc") == 1 and game.at("doc") == "rf2"
    game = scene("marshal django doc ghost", at={"django": "in2", "doc": "in3"}, **both)
    assert game.received("doc") == 1 and game.at("doc") == "in4"  # not asked whether


@rule("CE-8.5", "CE-7.7", "CE-7.16")
def test_cheyenne_takes_the_purse_x14():
    people = dict(at={"cheyenne": "in2", "doc": "in2"}, jewels={"doc": 1}, purses={"doc": [250, 250]})
    game = scene("cheyenne doc ghost belle", play=["cheyenne punch"], **people)
    game.punch("doc", "purse", "back")
    assert len(game.pawn("cheyenne")["loot"]["purses"]) == 1 and game.at("doc") == "in3"
    assert (len(game.pawn("doc")["loot"]["purses"]), game.pawn("doc")["loot"]["jewels"]) == (1, 1)
    game = scene("cheyenne doc ghost belle", play=["cheyenne punch"], **people)
    game.punch("doc", "jewel", "back")
    assert game.lying("in2")["jewels"] == 1 and game.pawn("cheyenne")["loot"]["jewels"] == 0


@rule("CE-7.13", "CE-7.11", "CE-7.12")
def test_too_few_neutral_bullets_x15():
    game = scene(
        "tuco doc ghost belle",
        at={"doc": "in3", "ghost": "in3", "tuco": "in3", "belle": "rf0"},
        marshal=2,
        neutral=2,
        play=["belle marshal"],
    )
    assert game.options(w.ACT_MARSHAL) == {0, 1}
    game.do(w.ACT_MARSHAL, 1)
    assert [game.at(name) for name in ("tuco", "doc", "ghost")] == ["rf3"] * 3
    assert game.view["neutral"] == 2


@rule("CE-7.4", "CE-3.4", "CE-7.2")
def test_where_a_move_leads_x16():
    assert scene(FOUR, at={"tuco": "rf0"}, play=["tuco move"]).spaces() == {"rf1", "rf2", "rf3"}
    game = scene(FOUR, at={"tuco": "in0"}, marshal=3, play=["tuco move"])
    assert game.at("tuco") == "in1"  # the only way: no question


@rule("CE-7.5")
def test_floor():
    assert scene(FOUR, at={"tuco": "in2"}, play=["tuco floor"]).at("tuco") == "rf2"
    assert scene(FOUR, at={"tuco": "rf2"}, marshal=2, play=["tuco floor"]).received("tuco") == 1  # CE-7.12


@rule("CE-7.6", "CE-3.6")
def test_robbery():
    game = scene(FOUR, at={"tuco": "in1"}, floor={"in1": {"purses": 1, "jewels": 1}}, play=["tuco robbery"])
    assert game.options(w.ACT_ROB) == {w.PURSE, w.JEWEL}
    game.do(w.ACT_ROB, w.JEWEL)
    assert game.pawn("tuco")["loot"]["jewels"] == 1
    assert scene(FOUR, at={"tuco": "rf1"}, play=["tuco robbery"]).pawn("tuco")["wasted"] == 1


@rule("CE-7.7")
def test_a_victim_without_loot_is_only_moved():
    game = scene(FOUR, at={"tuco": "rf2", "doc": "rf2"}, play=["tuco punch"])
    game.punch("doc", "nothing", "forward")
    assert game.at("doc") == "rf1"


@rule("CE-7.1", "CE-7.3", "CE-7.15")
def test_cards_are_resolved_in_order_and_return():
    game = scene(FOUR, at={"tuco": "in1", "doc": "in2"}, play=["tuco fire", "doc floor", "tuco floor"])
    assert game.received("doc") == 1 and game.at("doc") == "rf2" and game.at("tuco") == "rf1"
    view = game.view  # the next round has begun: all cards are back
    assert sum(view["cards"][1]["hand"]) + sum(view["cards"][1]["deck"]) == 11


@rule("CE-7.18", "CE-7.2")
def test_what_can_be_done_must_be_done():
    game = scene(FOUR, at={"tuco": "in0"}, marshal=1, play=["tuco move"])
    assert (game.at("tuco"), game.received("tuco")) == ("rf1", 1)  # straight into the Marshal
    own = dict(variants={"two": True}, at={"tuco": "in1", "ghost": "rf0", "belle": "rf0"}, marshal=3)
    game = scene(FOUR, **{**own, "at": {**own["at"], "doc": "in2"}}, play=["tuco fire"])
    assert game.received("doc") == 1  # the only target is his own second bandit
    game = scene(FOUR, **{**own, "at": {**own["at"], "doc": "in1"}}, jewels={"doc": 1}, play=["tuco punch"])
    assert game.punch_targets() == {"doc"} and not game.options(w.ACT_STOP)
    assert {k >> 3 & 7 for k in game.options(w.ACT_PUNCH)} == {w.JEWEL}


@rule("CE-8.7")
def test_mei_climbs_diagonally():
    game = scene("mei doc ghost belle", at={"mei": "in2"}, play=["mei floor"])
    assert game.spaces(w.ACT_FLOOR) == {"rf1", "rf2", "rf3"}


@rule("CE-8.6", "CE-5.2")
def test_doc_draws_seven():
    view = scene("doc tuco ghost belle", play=["doc floor"]).view  # the round after
    assert [sum(view["cards"][seat]["hand"]) for seat in range(4)] == [7, 6, 6, 6]


@rule("CE-12.3", "CE-8.8")
def test_silk_shuts_her_rear_door_x37():
    shut = {"silk": "blocking"}
    game = scene("silk doc ghost", at={"silk": "in2", "doc": "in3", "ghost": "rf0"}, variants=shut, play=["doc move"])
    assert game.at("doc") == "in3" and game.pawn("doc")["wasted"] == 1
    game = scene("silk doc ghost", at={"silk": "in2", "doc": "in1", "ghost": "rf0"}, variants=shut, play=["doc move"])
    assert "in2" in game.spaces()
    game = scene("silk doc ghost", at={"silk": "in2", "doc": "rf3", "ghost": "rf0"}, variants=shut, play=["silk move"])
    assert game.spaces() == {"in1", "in3"}  # leaving is free


@rule("CE-12.9")
def test_silks_door_stops_move_cards_of_all_kinds_but_no_angry_marshal():
    shut = dict(variants={"silk": "blocking"})
    game = scene(
        "marshal silk doc ghost",
        at={"silk": "in2", "doc": "in3", "ghost": "in0", "marshal": "in3"},
        play=["ghost move", "doc brilliant_idea", "marshal move+"],
        **shut,
    )
    assert game.at("doc") == "in4"  # the copy of a Move leads back only
    assert game.at("marshal") == "in4"  # and so does the Marshal's card
    game = scene(
        "marshal silk doc ghost",
        at={"silk": "in2", "doc": "rf0", "ghost": "rf0", "marshal": "in3"},
        card="base_s_angry_marshal",
        play=["doc floor"],
        **shut,
    )
    game.do(w.ACT_STOP)  # he does not fire at Silk
    assert game.phase == w.ANGRY_MOVE and game.spaces() == {"in2", "in4"}  # no card, no door


@rule("CE-12.1", "CE-8.8")
def test_silk_passes_the_marshal_x38():
    game = scene("silk doc ghost", at={"silk": "in1", "doc": "rf0"}, marshal=2, play=["silk move"])
    assert game.spaces() == {"in0", "in2", "in3"}
    assert (game.move("in3").received("silk"), game.at("silk")) == (0, "in3")
    game = scene("silk doc ghost", at={"silk": "in1", "doc": "rf0"}, marshal=2, play=["silk move"]).move("in2")
    assert (game.received("silk"), game.at("silk")) == (1, "rf2")


@rule("CE-12.2", "CE-12.8")
def test_silk_evades_by_swapping_places():
    play = dict(at={"silk": "in1", "doc": "rf3", "ghost": "rf0"}, marshal=2, play=["silk move"])
    game = scene("silk doc ghost", variants={"silk": "evasion"}, **play).move("in2")
    assert game.targets(w.ACT_EVADE) == {"doc", "ghost"}
    game.do(w.ACT_EVADE, 1)
    assert (game.at("silk"), game.at("doc")) == ("rf3", "rf2")
    assert (game.received("silk"), game.received("doc")) == (0, 1)
    game = scene("silk doc ghost", variants={"silk": "evasion"}, rules={"silk_evasion_mode": "flee_only"}, **play)
    game.move("in2").do(w.ACT_EVADE, 1)
    assert (game.at("silk"), game.at("doc"), game.received("doc")) == ("rf2", "rf3", 1)


@rule("CE-12.2")
def test_no_bullet_no_swap():
    game = scene(
        "silk doc ghost",
        variants={"silk": "evasion"},
        at={"silk": "in1", "doc": "rf3", "ghost": "rf0"},
        marshal=2,
        neutral=0,
        play=["silk move"],
    ).move("in2")
    assert game.at("silk") == "rf2" and game.received("silk") == 0


@rule("CE-8.9", "CE-11.3")
def test_abilities_act_on_the_marshal_player():
    game = scene("marshal django doc belle", at={"marshal": "in2", "django": "in1"}, play=["django fire"])
    assert game.at("marshal") == "in3" and game.received("marshal") == 1
    game = scene(
        "marshal django doc belle", at={"marshal": "in2", "django": "in1", "belle": "in2"}, play=["django fire"]
    )
    assert game.received("marshal") == 1  # he shields Belle
