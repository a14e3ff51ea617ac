"""Events and stations of the base game (section 9), scoring (section 14), exact chances (section 23.3)."""

import polars as pl
import pytest

import sim
from sim.colt_express import words as w
from tests.rules import rule
from tests.rules.colt_express.scene import dealt, scene

FOUR = "belle doc ghost tuco"


@rule("CE-9.4", "CE-9.2")
def test_angry_marshal_x20():
    game = scene(
        FOUR,
        card="base_s_angry_marshal",
        at={"belle": "rf4", "doc": "in3", "ghost": "in3", "tuco": "in1"},
        marshal=4,
        play=["tuco floor"],
    )
    assert game.received("belle") == 1 and game.view["marshal"] == 4 and game.received("doc") == 0


@rule("CE-9.7")
def test_braking_x21():
    game = scene(
        FOUR,
        card="base_s_braking",
        at={"belle": "rf0", "doc": "rf1", "ghost": "in2", "tuco": "in2"},
        play=["tuco floor"],
    )
    assert [game.at(name) for name in ("belle", "doc", "ghost", "tuco")] == ["rf0", "rf0", "in2", "rf1"]


@rule("CE-9.3", "CE-9.28")
def test_events_never_hit_the_marshal_player_nor_the_cell():
    people = "marshal doc ghost tuco belle"
    for card, level in (("base_s_braking", "rf"), ("base_s_swivel_arm", "rf"), ("base_s_rebellion", "in")):
        game = scene(
            people,
            card=card,
            at={"marshal": f"{level}2", "doc": f"{level}2", "ghost": "cell", "tuco": "in1"},
            play=["tuco floor"],
        )
        assert (game.at("marshal"), game.received("marshal")) == (f"{level}2", 0), card
        assert (game.at("ghost"), game.received("ghost")) == ("cell", 0), card
        assert game.at("doc") != "rf2" and game.received("doc") == (level == "in"), card  # Doc is hit by all of them


@rule("CE-9.6")
def test_swivel_arm():
    game = scene(
        FOUR,
        card="base_s_swivel_arm",
        at={"belle": "rf0", "doc": "in1", "ghost": "in2", "tuco": "in2"},
        play=["tuco floor"],
    )
    assert (game.at("belle"), game.at("tuco"), game.at("doc")) == ("rf4", "rf4", "in1")


@rule("CE-9.27", "CE-10.11")
def test_swept_past_the_guard():
    def swept(coach, **rules):
        game = scene(
            FOUR,
            variants={"hs": True},
            rules={"hs_coach_shift_per_round": 0, **rules},
            card="base_s_swivel_arm",
            at={"belle": "rf1", "doc": "in1", "ghost": "in2", "tuco": "in3"},
            coach=coach,
            guard=1,
            marshal=0,
            play=["doc floor"] if coach == 4 else ["tuco floor"],
        )
        return game.at("belle"), game.received("belle")

    assert swept(2) == ("rf4", 0)
    assert swept(2, event_sweep_passes_guard="bullet") == ("rf4", 1)
    assert swept(4) == ("rf3", 1)  # he ends on the guard's roof, and flees


@rule("CE-9.8", "CE-9.9", "CE-9.10")
def test_take_it_all_and_rebellion():
    game = scene(FOUR, card="base_s_take_it_all", marshal=2, play=["tuco floor"])
    assert w.BOX_SPARE in game.lying("in2")["boxes"]
    game = scene(FOUR, card="base_s_rebellion", at={"tuco": "in1", "belle": "rf0"}, play=["tuco floor"])
    assert [game.received(name) for name in ("belle", "doc", "ghost", "tuco")] == [0, 1, 1, 0]
    game = scene(FOUR, card="base_s_bridge", play=["tuco floor"])
    assert game.view["round"] == 1 and game.received("doc") == 0


@rule("CE-9.16")
def test_pickpocketing():
    game = scene(
        FOUR,
        card="base_st_pickpocketing",
        at={"belle": "in1", "doc": "in2", "ghost": "in2", "tuco": "in4"},
        floor={"in1": {"purses": 1}, "in2": {"purses": 1}},
        play=["tuco floor"],
    )
    assert game.phase == w.PICKING and game.game.to_move == 0
    game.do(w.ACT_PICK, 1)
    assert len(game.pawn("belle")["loot"]["purses"]) == 1 and game.phase == w.OVER


@rule("CE-9.17", "CE-9.18")
def test_revenge_and_conductor():
    game = scene(
        FOUR,
        card="base_st_marshals_revenge",
        at={"belle": "rf2", "doc": "rf3"},
        marshal=2,
        purses={"belle": [300, 250], "doc": [300]},
        play=["tuco floor"],
    )
    assert game.outcome().columns["vp_purses"][:2] == [300, 300] and len(game.view["lost_purses"]) == 1
    game = scene(
        FOUR, card="base_st_hostage_conductor", at={"belle": "rf0", "doc": "in0"}, marshal=2, play=["tuco floor"]
    )
    assert game.outcome().columns["vp_event"] == [250, 250, 0, 0]


def end(**kw):
    return scene("belle doc ghost", card="base_st_marshals_revenge", play=["ghost floor"], **kw).outcome()


@rule("CE-14.1", "CE-14.2")
def test_scores_x22():
    outcome = end(
        boxes={"belle": [0]},
        purses={"belle": [250, 300], "ghost": [250]},
        jewels={"doc": 3},
        fired={"belle": 2, "doc": 4, "ghost": 4},
    )
    assert outcome.scores == [1550, 2500, 1250] and outcome.winners == [1] and outcome.tie_level == 0


@rule("CE-14.3", "CE-10.24")
def test_the_station_comes_before_the_ransom():
    def gambler(card, **kw):
        return scene(
            FOUR, variants={"hs": True}, card=card, marshal=2, hostages={"belle": "gambler"}, play=["tuco floor"], **kw
        )

    game = gambler("base_st_marshals_revenge", at={"belle": "rf2"}, purses={"belle": [300, 250]})
    assert game.outcome().columns["vp_ransom"][0] == 250  # one of his two purses was lost before
    game = gambler("base_st_pickpocketing", at={"belle": "in1"}, floor={"in1": {"purses": 1}})
    game.do(w.ACT_PICK, 1)
    assert game.outcome().columns["vp_ransom"][0] == 250  # and this one came before


@rule("CE-14.4", "CE-14.7")
def test_fewest_bullets_win_x23():
    rich = dict(jewels={"belle": 2, "doc": 2}, fired={"belle": 0, "doc": 0, "ghost": 0})
    outcome = end(bullets={"belle": {"doc": 2, "neutral": 1}, "doc": {"belle": 2}}, **rich)
    assert outcome.scores[:2] == [2000, 2000] and outcome.winners == [1] and outcome.tie_level == 1
    outcome = end(bullets={"belle": {"doc": 2}, "doc": {"belle": 2}}, **rich)
    assert outcome.winners == [0, 1] and outcome.tie_level == -1 and sum(outcome.win_shares) == 1


@rule("CE-14.2")
def test_gunslinger_ties():
    fired = {"belle": 2, "doc": 2, "ghost": 0}
    assert end(fired=fired).columns["vp_gunslinger"] == [1000, 1000, 0]
    assert end(fired=fired, rules={"gunslinger_tie": "split"}).columns["vp_gunslinger"] == [500, 500, 0]
    assert end(fired=fired, rules={"gunslinger_tie": "none"}).columns["vp_gunslinger"] == [0, 0, 0]
    assert end().columns["vp_gunslinger"] == [1000, 1000, 1000]


@rule("CE-14.7")
def test_a_team_wins_together():
    outcome = scene(
        "belle doc ghost tuco",
        variants={"team": True},
        card="base_st_marshals_revenge",
        jewels={"doc": 3},
        fired={"doc": 1},
        play=["tuco floor"],
    ).outcome()
    assert outcome.winners == [0, 1] and outcome.teams == [0, 0, 1, 1] and sum(outcome.win_shares) == 1


@rule("CE-13.14")
def test_the_best_shots_among_teams():
    """Belle and Doc against Ghost and Tuco."""

    def shot(target, **rules):
        at = {"belle": "in1", target: "in2", **{x: "rf0" for x in ("doc", "ghost", "tuco") if x != target}}
        game = scene(
            FOUR,
            variants={"team": True},
            rules=rules,
            card="base_st_marshals_revenge",
            at=at,
            marshal=4,
            fired={"doc": 1, "ghost": 1, "tuco": 1},
            play=["belle fire"],
        )
        return game.outcome().columns["vp_gunslinger"]

    assert sum(shot("ghost")[:2]) == sum(shot("ghost")[2:]) == 1000  # two to two
    assert (sum(shot("doc")[:2]), sum(shot("doc")[2:])) == (0, 1000)  # the partner does not count
    assert sum(shot("doc", team_partner_shots="counted")[:2]) == 1000


@rule("CE-13.14", "CE-14.4")
def test_tied_teams_count_the_bullets_of_both():
    outcome = scene(
        FOUR,
        variants={"team": True},
        card="base_st_marshals_revenge",
        jewels={"belle": 1, "tuco": 1},
        bullets={"belle": {"neutral": 1}, "doc": {"neutral": 2}, "ghost": {"neutral": 2}},
        play=["tuco floor"],
    ).outcome()
    assert outcome.scores[0] + outcome.scores[1] == outcome.scores[2] + outcome.scores[3]
    assert outcome.winners == [2, 3] and outcome.tie_level == 1  # two bullets against three


# Exact chances --------------------------------------------------------------------------------------------------------


def near(share, n, p):
    return abs(share / n - p) < 4 * (p * (1 - p) / n) ** 0.5


@rule("CE-5.2", "CE-4.5")
def test_opening_hands():
    n, no_fire, punch, both = 0, 0, 0, 0
    for seed in range(700):
        view = sim.Game("colt_express", 3, seed=seed).view()
        for seat in range(3):
            if view["pawn"][seat]["character"] != w.DOC:
                hand = view["cards"][seat]["hand"]
                n, no_fire, punch, both = (
                    n + 1,
                    no_fire + (hand[w.FIRE] == 0),
                    punch + hand[w.PUNCH],
                    both + (hand[w.ROBBERY] == 2),
                )
    assert near(no_fire, n, 2 / 15) and near(punch, n, 0.6) and near(both, n, 1 / 3)


@rule("CE-4.12")
def test_the_horse_attack_by_fair_coins():
    played = [dealt_by_coin(seed) for seed in range(500)]
    places = [x for view in played for x in (view["pawn"][p]["space"] for p in range(4))]
    assert near(places.count(4), len(places), 1 / 2) and near(places.count(3), len(places), 1 / 4)
    assert near(places.count(1), len(places), 1 / 8)


def dealt_by_coin(seed):
    import random

    luck = random.Random(seed)
    game = sim.Game("colt_express", 4, seed=seed, variants={"hs": True})
    while game.view()["phase"] == w.ATTACK:
        game.position.apply(luck.choice(game.position.legal()))
    return game.view()


@rule("CE-4.18")
@pytest.mark.parametrize("players", [4, 6])
def test_goals_are_drawn_evenly(players):
    n = 400
    mail = warrant = 0
    for seed in range(n):
        view = sim.Game("colt_express", players, seed=seed, variants={"mp": True}).view()
        mail += view["goal"][0] == w.MAIL
        warrant += view["goal"][0] < w.SCRATCH
    assert near(warrant, n, 2 / 5) and near(mail, n, 3 / 5 / (5 if players == 4 else 7))


@rule("CE-14.7")
def test_two_players_are_one_row_each():
    table = sim.play("colt_express", 2, 20, bots="random")
    assert table.height == 40
    assert table["character_2"].null_count() == 0
    assert table.group_by("block").agg(pl.col("win_share").sum())["win_share"].round(3).to_list() == [1.0] * 20


@rule("CE-13.5", "CE-14.2")
def test_two_players_add_up_their_bandits():
    def shot(target):
        at = {"belle": "in1", target: "in2", **{x: "rf0" for x in ("doc", "ghost", "tuco") if x != target}}
        return scene(
            FOUR,
            variants={"two": True},
            card="base_st_marshals_revenge",
            at=at,
            marshal=3,
            jewels={"belle": 1, "doc": 2, "ghost": 1},
            fired={"doc": 1, "ghost": 1},
            play=["belle fire"],
        ).outcome()

    assert shot("ghost").scores == [1500 + 1000, 500]  # two shots to one; one award for both bandits
    assert shot("doc").scores == [1500 + 1000, 500 + 1000]  # at his own other bandit: level


@rule("CE-13.13", "CE-5.3")
def test_the_first_player_is_always_an_a():
    for seed in range(3):
        game = sim.Game("colt_express", 6, seed=seed, variants={"team": True})
        firsts = {}
        while game.to_move >= 0:
            firsts.setdefault(game.view()["round"], game.view()["first"])
            game.apply(game.legal()[-1])
        assert list(firsts.values()) == [0, 2, 4, 0, 2]


def redealt(game, seat, n=40):
    """The same moment of a game as a seat may imagine it."""
    for key in range(n):
        other = game.copy()
        other.redeal(seat, key)
        yield other.view()


@rule("CE-5.5")
def test_a_redeal_changes_only_what_is_hidden():
    game = dealt(sim.Game("colt_express", 4, seed=5))
    seen, others = game.view(), list(redealt(game, 0))
    for view in others:
        assert view["cards"][0] == seen["cards"][0]  # the own hand
        assert [sum(cards["hand"]) for cards in view["cards"]] == [sum(cards["hand"]) for cards in seen["cards"]]
        assert [len(heap["purses"]) for heap in view["floor"]] == [len(heap["purses"]) for heap in seen["floor"]]
        assert [view[name] for name in ("at", "round", "card", "neutral")] == [
            seen[name] for name in ("at", "round", "card", "neutral")
        ]
    for seat in (1, 2, 3):
        assert len({tuple(view["cards"][seat]["hand"]) for view in others}) > 5  # any hand
    assert len({tuple(view["purse"]) for view in others}) > 5  # any value of the purses in the cars


def punched(purses, rob=False):
    """Doc, whose first purse is token 1, loses one of these purses to Tuco's punch; then Ghost may rob one there."""
    play = ["tuco punch", "ghost robbery"] if rob else ["tuco punch"]
    at = {"tuco": "in2", "doc": "in2", "ghost": "in2", "belle": "in1"}
    scenery = dict(at=at, marshal=4, heap="in0", floor={"in2": {"purses": 0}})
    game = scene("tuco doc ghost belle", **scenery)
    view = game.view
    for heap in [*view["floor"], *(pawn["loot"] for pawn in view["pawn"])]:
        heap["purses"] = [x for x in heap["purses"] if x not in purses]
    view["pawn"][1]["loot"]["purses"] = purses
    view["pile"][: len(play)] = [w.PUNCH, 2 << 4 | w.ROBBERY][: len(play)]
    view["n_pile"] = len(play)
    view["cards"][0]["deck"][w.PUNCH] -= 1
    view["cards"][2]["deck"][w.ROBBERY] -= len(play) - 1
    view["cards"][3]["hand"] = [int(kind == w.FLOOR) for kind in range(12)]
    view["cards"][3]["deck"][w.FLOOR] -= 1
    view["head"]["to_move"], view["first"] = 3, 0
    game.game = sim.Game.from_view("colt_express", view)
    game.do(w.ACT_PLAY, w.FLOOR)
    return game.punch("doc", "purse", "back")


@rule("CE-5.6", "CE-5.5")
def test_nobody_knows_which_of_several_purses_is_the_first_one():
    game = punched([1, 8, 9])
    lying = [view["floor"][2]["purses"] for view in redealt(game.game, 3)]
    assert {len(purses) for purses in lying} == {1}
    assert {x for purses in lying for x in purses} == {1, 8, 9}  # Belle cannot tell which of the three he lost
    for view in redealt(game.game, 3):
        assert sorted(view["floor"][2]["purses"] + view["pawn"][1]["loot"]["purses"]) == [1, 8, 9]  # and no other
    mine = game.pawn("doc")["loot"]["purses"]
    assert all(view["pawn"][1]["loot"]["purses"] == mine for view in redealt(game.game, 1))  # Doc can


@rule("CE-5.6")
def test_an_only_purse_is_known_wherever_it_lies():
    game = punched([1])
    assert game.view["mixed_purses"] == []
    assert all(view["floor"][2]["purses"] == [1] for view in redealt(game.game, 3))
    game = punched([1], rob=True)  # and Ghost picked it up
    assert all(view["pawn"][2]["loot"]["purses"] == [1] for view in redealt(game.game, 3))


@rule("CE-5.6", "CE-7.16")
def test_a_purse_robbed_from_a_mixed_lot_may_be_the_first_one():
    game = punched([1, 8], rob=True)
    taken = {tuple(view["pawn"][2]["loot"]["purses"]) for view in redealt(game.game, 3)}
    assert taken == {(1,), (8,)}
    assert len({tuple(view["pawn"][2]["loot"]["purses"]) for view in redealt(game.game, 2)}) == 1  # Ghost has seen it


@rule("CE-9.2")
def test_a_station_counts_only_in_the_last_round():
    """Halfway through a game (for comeback and runaway) a round card is no station of the same number."""
    game = scene(FOUR, card="base_s_rebellion", boxes={"belle": [w.BOX_OF_LOCOMOTIVE]}, at={"belle": "rf1"}, round=1)
    assert game.game.position.outcome()["score"][0] == 2000  # the strongbox; all shot equally often
