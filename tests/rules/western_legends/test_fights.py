"""Fights between players and against bandits, the guard and the Sheriff (sections 7 and 10)."""

import pytest

import sim
from sim.western_legends import words as w
from tests.rules import rule
from tests.rules.western_legends.scene import GAME, at, hand_size, here, options, play, scene

DUEL = ["DR_MID", "DR_MID", "MP_W"]
THREE = "annie_oakley bass_reeves kit_carson"


@rule("WL-7.1", "WL-7.3", "WL-7.4", "WL-7.5", "WL-7.6", "WL-7.8", "WL-7.9", "WL-7.11", "WL-12.6", "WL-11.1")
def test_x01_annie_duels_bass_and_wins_the_tie():
    game = scene(
        "annie_oakley bass_reeves kit_carson", hands=["K♠ 4♣", "Q♥ 3♠ 5♣"], place=DUEL, lp=[6], items=["", "shotgun+"]
    )
    play(game, "challenge seat 1", "use it", "discard 3♠", "lay K♠", "lay Q♥")
    assert here(game, "lp")[:2] == [8, 0]
    assert here(game, "wounds")[:2] == [0, 1]
    assert hand_size(game, 1) == 2 and w.card_number("5♣") in here(game, "hand")[1]
    assert not any("seat 1" in one for one in options(game))


@rule("WL-7.15")
def test_start_effects_may_be_waived():
    game = scene("annie_oakley bass_reeves kit_carson", hands=["K♠", "Q♥ 3♠"], place=DUEL, lp=[6])
    play(game, "challenge seat 1", "do not use it", "lay K♠", "lay Q♥", "no Reaction")
    assert here(game, "wounds")[1] == 1 and here(game, "lp")[0] == 8


@rule("WL-7.15")
def test_the_rifle_serves_the_attacker_only():
    game = scene(THREE, hands=["K♠", "Q♥ 3♠ 4♠"], place=DUEL, items=["rifle"])
    play(game, "challenge seat 1", "use it")
    assert sum(here(game, "seen")[card] & 1 for card in here(game, "hand")[1]) == 2  # two of the three cards
    target = scene(THREE, hands=["K♠", "Q♥ 3♠ 4♠"], place=DUEL, items=["", "rifle"])
    play(target, "challenge seat 1", "lay K♠")
    assert target.to_move == 1 and target.view()["phase"] == w.DEFEND and not any(here(target, "seen"))


@rule("WL-7.17", "WL-12.2")
def test_cold_stare_leaves_no_reaction_in_the_whole_fight():
    for card, reacts in (("Q♠", False), ("Q♥", True)):
        game = scene(THREE, hands=["K♠ 7♣", card], place=DUEL, money=[0, 20])
        play(game, "rob seat 1", "lay K♠", f"lay {card}")
        assert here(game, "wanted")[0] == 1
        assert ("react with 7♣ (Reputation)" in options(game)) == reacts


@rule("WL-9.6", "WL-9.1")
def test_an_arrested_outlaw_may_become_a_marshal():
    game = scene(
        THREE, hands=["K♠", "A♥ 3♥"], place=["DR_MID", "DR_MID"], marshal=[1], wanted=[0, 3], cattle=["", "green c20"]
    )
    play(game, "arrest seat 1", "lay K♠", "lay 3♥", "pass", "income: money")
    assert at(game, 1) == "DR_SHERIFF" and here(game, "wanted")[1] == 0
    view = game.view()
    view["place"][1], view["bandits"] = w.place_number("SV_N1"), [4]
    view["queue"] = [6, *(k for k in range(13) if k != 6)]
    game = sim.Game.from_view(GAME, view, characters="assign")
    play(game, "Move", "go to SV_HIDEOUT_C", "lay A♥", "the fight card 8", "Marshal points")
    assert here(game, "marshal")[1] == 1


@rule("WL-7.2", "WL-9.1")
def test_only_a_marshal_arrests_only_outlaws():
    game = scene("annie_oakley bass_reeves kit_carson", hands=["K♠"], place=["DR_MID"] * 3, wanted=[0, 0, 2])
    assert not any(one.startswith("arrest") for one in options(game))
    game = scene(
        "annie_oakley bass_reeves kit_carson", hands=["K♠"], place=["DR_MID"] * 3, marshal=[1], wanted=[0, 0, 2]
    )
    assert [one for one in options(game) if one.startswith("arrest")] == ["arrest seat 2"]


@rule("WL-7.9", "WL-7.17", "WL-9.2")
def test_x12_an_arrest():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["K♠", "3♥"],
        place=DUEL,
        marshal=[2],
        wanted=[0, 4],
        money=[0, 50],
        nuggets=[0, 3],
        cattle=["", "green c20"],
        sheriff="SV_MINE",
    )
    play(game, "arrest seat 1", "lay K♠", "lay 3♥")
    assert here(game, "marshal")[0] == 3 and here(game, "lp")[0] == 2
    assert [here(game, name)[1] for name in ("wanted", "money", "nuggets", "wounds")] == [0, 20, 1, 1]
    assert at(game, 1) == "DR_SHERIFF" and w.place(here(game, "sheriff")) == "DR_SHERIFF"
    assert here(game, "cattle")[8] == -1 and hand_size(game, 1) == 1


@rule("WL-7.9", "WL-7.10")
def test_x13_a_robbery():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["K♠", "3♥"],
        place=DUEL,
        money=[0, 70],
        nuggets=[0, 1],
        cattle=["", "green c20"],
    )
    play(game, "rob seat 1", "lay K♠", "lay 3♥", "take money", "take cattle token 0")
    assert here(game, "money")[:2] == [40, 30] and here(game, "nuggets")[1] == 1
    assert here(game, "wanted")[0] == 1 and here(game, "cattle")[0] == 0 and here(game, "cattle")[8] == -1
    lost = scene("annie_oakley bass_reeves kit_carson", hands=["3♥", "K♠"], place=DUEL, money=[0, 70])
    play(lost, "rob seat 1", "lay 3♥", "lay K♠")
    assert here(lost, "lp")[:2] == [0, 0] and here(lost, "wounds")[:2] == [1, 0] and here(lost, "wanted")[0] == 0


@rule("WL-9.1", "WL-9.4")
def test_x14_a_marshal_who_robs_turns_outlaw():
    game = scene("annie_oakley bass_reeves kit_carson", hands=["K♠"], place=DUEL, marshal=[5], money=[0, 10])
    play(game, "rob seat 1", "lay K♠", "take money")
    assert here(game, "marshal")[0] == 0 and here(game, "wanted")[0] == 1 and hand_size(game, 0) == 0


@rule("WL-10.6", "WL-9.2")
def test_x15_a_marshal_who_wins_a_heist():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["A♥"],
        place=["DR_BANK"],
        marshal=[7],
        queue="8 8 7".replace("8 8", "8 9"),
    )
    play(game, "rob the bank", "lay A♥", "the fight card 8")
    assert here(game, "marshal")[0] == 0 and here(game, "wanted")[0] == 3 and here(game, "money")[0] == 80
    assert hand_size(game, 0) == 1


@rule("WL-9.2", "WL-9.3")
def test_x04_and_x16_points_take_every_space():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        marshal=[1],
        cattle=["green c20, green c20"],
        place=["SV_N4"],
        rules={"cattle_cap": 2},
    )
    play(game, "Move", "go to SV_STATION")
    assert here(game, "marshal")[0] == 3 and here(game, "money")[0] == 60 and here(game, "lp")[0] == 2
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        marshal=[8],
        lp=[10],
        cattle=["green c20, green c20, green c20"],
        place=["SV_N4"],
        rules={"cattle_cap": 3},
    )
    play(game, "Move", "go to SV_STATION")
    assert here(game, "marshal")[0] == 9 and here(game, "lp")[0] == 18


@rule("WL-10.6", "WL-9.3", "WL-9.5")
def test_x17_a_heist_that_fails_at_the_end_of_the_track():
    game = scene(
        "annie_oakley bass_reeves kit_carson", hands=["5♥"], place=["DR_BANK"], wanted=[9], queue="Q J 10", actions=1
    )
    play(game, "rob the bank", "lay 5♥", "the fight card Q")
    assert here(game, "wanted")[0] == 9 and here(game, "lp")[0] == 1 + 3 and here(game, "wounds")[0] == 1
    assert hand_size(game, 0) == 2  # the loser's card, and the Queen's


@rule("WL-10.6", "WL-13.1", "WL-6.11")
def test_x06_bulletproof_in_a_heist():
    game = scene("billy_the_kid bass_reeves kit_carson", hands=["J♥ 2♣"], place=["DR_BANK"], wanted=[2], queue="3 4 5")
    play(game, "rob the bank", "lay J♥", "the fight card 3")
    assert here(game, "money")[0] == 80 and here(game, "wounds")[0] == 0 and here(game, "wanted")[0] == 5
    assert hand_size(game, 0) == 2 and "rob the bank" not in options(game)


@rule("WL-10.1", "WL-10.2", "WL-7.7", "WL-12.1", "WL-12.2", "WL-6.3")
def test_x07_annie_beats_a_bandit_with_stick_em_up():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["10♣ 3♠"],
        place=["SV_N1"],
        money=[20],
        bandits="SV_HIDEOUT_C",
        queue="J 4",
    )
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 10♣", "the fight card J", "react with 3♠", "legend points")
    assert here(game, "money")[0] == 30 and here(game, "lp")[0] == 1 and here(game, "bandits") == []
    assert len(here(game, "discard")) == 2 and here(game, "queued") == 13


@rule("WL-10.1", "WL-10.5")
def test_outlaws_and_victims_of_fight_card_5_get_no_marshal_points():
    for wanted, card in ((1, "2"), (0, "5")):
        game = scene(
            "annie_oakley bass_reeves kit_carson",
            hands=["10♣"],
            place=["SV_N1"],
            wanted=[wanted],
            bandits="SV_HIDEOUT_C",
            queue=f"{card} 4",
        )
        play(game, "Move", "go to SV_HIDEOUT_C", "lay 10♣", f"the fight card {card}")
        assert here(game, "lp")[0] == 1 and here(game, "marshal")[0] == 0 and game.view()["phase"] == w.ACTION


@rule("WL-10.3")
def test_without_a_card_a_bandit_wins_and_his_card_hurts():
    game = scene("annie_oakley bass_reeves kit_carson", place=["SV_N1"], bandits="SV_HIDEOUT_C", queue="2 4")
    play(game, "Move", "go to SV_HIDEOUT_C", "the fight card 2")
    assert here(game, "wounds")[0] == 2 and here(game, "bandits") == [] and hand_size(game, 0) == 1
    assert "rob the bank" not in options(scene("annie_oakley bass_reeves kit_carson", place=["DR_BANK"]))


@rule("WL-10.4", "WL-10.16", "WL-4.5")
def test_x41_card_10_begins_the_fight_anew_once():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["9♣ 2♣"],
        place=["SV_N1"],
        bandits="SV_HIDEOUT_C",
        queue="10 4 6 8",
    )
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 9♣", "the fight card 10", "begin the fight anew")
    assert hand_size(game, 0) == 2 and w.card_number("9♣") in here(game, "discard")
    play(game, "lay 2♣")
    assert options(game) == ["the fight card 6", "the fight card 8"]
    ranks = [w.RANKS[k] for k in here(game, "queue") if k >= 0]
    assert set(ranks[-2:]) == {"10", "4"}  # WL-4.5: under the deck
    play(game, "the fight card 8")
    ranks = [w.RANKS[k] for k in here(game, "queue")]
    assert set(ranks[-4:-2]) == {"10", "4"} and set(ranks[-2:]) == {"6", "8"}
    assert here(game, "bandits") == [] and here(game, "queued") == 13


@rule("WL-10.8", "WL-10.9", "WL-10.10", "WL-10.11", "WL-10.12", "WL-10.7")
def test_x23_the_sheriff_comes_to_two_outlaws():
    game = scene(
        "bass_reeves billy_the_kid jesse_james",
        hands=["4♥", "", "Q♣ 5♥"],
        place=["MP_W", "DR_BANK", "DR_BANK"],
        wanted=[0, 2, 1],
    )
    play(game, "play 4♥", "the Sheriff goes to DR_BANK", "discard 5♥", "seat 2", "decline to fight")
    assert at(game, 2) == "DR_SHERIFF" and here(game, "wanted")[:3] == [0, 2, 0] and hand_size(game, 2) == 1
    assert here(game, "wounds")[2] == 0 and at(game, 1) == "DR_BANK" and here(game, "n")[1][17] == 0


@rule("WL-10.8", "WL-10.13")
def test_x24_a_tie_with_the_sheriff():
    game = scene(
        "bass_reeves billy_the_kid kit_carson",
        hands=["4♥", "Q♣ 2♣"],
        place=["MP_W", "DR_BANK"],
        wanted=[0, 2],
        queue="Q J 9 8",
    )
    play(game, "play 4♥", "the Sheriff goes to DR_BANK", "discard 2♣", "lay Q♣")
    assert game.to_move == 0  # the right-hand player of the outlaw holds the cards
    play(game, "the fight card Q")
    assert here(game, "wanted")[1] == 0 and here(game, "wounds")[1] == 1 and hand_size(game, 1) == 2


@rule("WL-10.14", "WL-10.15")
def test_x55_placed_in_his_office_the_sheriff_arrests_nobody():
    game = scene(
        "bass_reeves billy_the_kid jesse_james",
        hands=["4♥", "A♣ 2♣", "5♥"],
        place=["MP_W", "DR_BANK", "DR_SHERIFF"],
        wanted=[0, 2, 1],
        queue="2 3 4 5",
        sheriff="DR_EAST",
        rules={"manhunt_steps": 1},
    )
    play(game, "play 4♥", "the Sheriff goes to DR_BANK", "discard 2♣", "lay A♣", "the fight card 4")
    assert w.place(here(game, "sheriff")) == "DR_SHERIFF" and at(game, 1) == "DR_BANK"
    assert hand_size(game, 2) == 1 and here(game, "wanted")[2] == 1


@rule("WL-7.8")
def test_x25_jesse_wins_ties_as_target():
    game = scene("annie_oakley jesse_james kit_carson", hands=["9♠", "9♥"], place=DUEL, lp=[0, 5])
    play(game, "challenge seat 1", "lay 9♠", "lay 9♥")
    assert here(game, "lp")[:2] == [0, 5] and here(game, "wounds")[0] == 1 and hand_size(game, 0) == 1


@rule("WL-6.17")
def test_x26_jesse_outside_town():
    game = scene("annie_oakley jesse_james kit_carson", hands=["10♣", "9♥"], place=["MP_W", "MP_W"], lp=[0, 5])
    play(game, "rob seat 1", "lay 10♣", "lay 9♥")
    assert here(game, "wounds")[0] == 1 and here(game, "wanted")[0] == 0


@rule("WL-7.5", "WL-7.12")
def test_x27_and_x50_no_card_no_fight():
    game = scene("annie_oakley bass_reeves kit_carson", hands=["Q♥"], place=DUEL, items=["shotgun+"])
    play(game, "challenge seat 1", "lay Q♥")
    assert here(game, "lp")[0] == 2 and here(game, "money")[0] == 0 and hand_size(game, 0) == 1
    assert here(game, "wounds")[1] == 1 and hand_size(game, 1) == 1 and w.card_number("Q♥") in here(game, "discard")
    game = scene("annie_oakley bass_reeves kit_carson", hands=["Q♥", "2♣"], place=DUEL)
    play(game, "challenge seat 1", "lay Q♥", "decline to fight")
    assert here(game, "lp")[0] == 2 and hand_size(game, 1) == 2


@rule("WL-13.1", "WL-4.3")
def test_x28_wounds_stop_at_three():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["2♣"],
        place=["SV_N1"],
        wounds=[2],
        bandits="SV_HIDEOUT_C",
        queue="3 4",
        rules={"poker_effects_off": True},
    )
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 2♣", "the fight card 3")
    assert here(game, "wounds")[0] == 3 and hand_size(game, 0) == 1


@rule("WL-4.7", "WL-4.3")
@pytest.mark.parametrize(
    ("what", "robber", "target"), [("take money", (120, 3), (40, 4)), ("take nuggets", (100, 4), (90, 2))]
)
def test_x54_loot_beyond_the_cap_goes_to_the_supply(what, robber, target):
    game = scene("annie_oakley bass_reeves kit_carson", hands=["K♠"], place=DUEL, money=[100, 90], nuggets=[3, 4])
    play(game, "rob seat 1", "lay K♠", what)
    assert (here(game, "money")[0], here(game, "nuggets")[0]) == robber
    assert (here(game, "money")[1], here(game, "nuggets")[1]) == target


@rule("WL-7.13", "WL-7.14")
def test_x48_murrieta_arrests():
    game = scene(
        "joaquin_murrieta bass_reeves kit_carson", hands=["K♠"], place=DUEL, lp=[5], marshal=[2], wanted=[0, 3]
    )
    play(game, "arrest seat 1", "lay K♠")
    assert here(game, "marshal")[0] == 3 and here(game, "lp")[0] == 8 and here(game, "wanted")[1] == 0


@rule("WL-7.16")
def test_butch_steals_a_belonging_in_place_of_half():
    game = scene(
        "butch_cassidy bass_reeves kit_carson",
        hands=["K♠"],
        place=DUEL,
        lp=[5],
        money=[0, 50],
        items=["", "provisions"],
    )
    play(game, "rob seat 1", "lay K♠", "take the Provisions")
    assert here(game, "items")[0] == [8] and here(game, "items")[1] == [] and here(game, "money")[1] == 50
    assert hand_size(game, 0) == 1  # Provisions act when gained


@rule("WL-7.14")
def test_peacekeeper_sees_the_points_just_gained():
    game = scene(
        "annie_oakley bass_reeves kit_carson",
        hands=["K♠"],
        place=DUEL,
        money=[0, 20],
        items=["peacekeeper"],
        variants={"extras": True},
    )
    play(game, "rob seat 1", "lay K♠", "take money")
    assert here(game, "wanted")[0] == 2


@rule("WL-9.7")
def test_reputation_after_points_once_a_turn():
    game = scene("annie_oakley bass_reeves kit_carson", hands=["K♠ 7♣ 7♠"], place=DUEL, money=[0, 20])
    play(game, "rob seat 1", "lay K♠", "react with 7♣", "take money")
    assert here(game, "wanted")[0] == 2 and w.card_number("7♠") in here(game, "hand")[0]


@rule("WL-7.14")
def test_peacekeeper_works_once_for_two_tokens():
    game = scene(
        THREE,
        place=["SV_N4"],
        items=["peacekeeper work_horse"],
        cattle=["green c20, green c20"],
        variants={"extras": True},
    )
    play(game, "Move", "go to SV_STATION")
    assert here(game, "marshal")[0] == 3  # one for each token, and one for the event


@rule("WL-10.12")
def test_an_outlaw_arrested_in_anothers_turn_keeps_his_story_markers():
    game = scene(
        "bass_reeves billy_the_kid jesse_james",
        hands=["4♥", "K♣"],
        place=["MP_W", "DR_BANK"],
        wanted=[0, 2],
        stories=["ST20"],
        markers=[[1]],
    )
    play(game, "play 4♥", "the Sheriff goes to DR_BANK", "discard K♣")  # no card left: arrested
    assert at(game, 1) == "DR_SHERIFF" and here(game, "marker")[1] == 1
    assert game.to_move == 0 and here(game, "actions_left") == 2


@rule("WL-10.13")
def test_who_surrenders_to_the_sheriff_leaves_the_fight_deck_alone():
    outlaw = {"hands": ["4♥", "Q♣ 2♣"], "place": ["MP_W", "DR_BANK"], "wanted": [0, 2], "queue": "Q J 9 8"}
    game = scene("bass_reeves billy_the_kid kit_carson", **outlaw)
    play(game, "play 4♥", "the Sheriff goes to DR_BANK", "discard 2♣")
    assert here(game, "queued") == 13 and here(game, "fight")["held"] == []
    before = here(game, "queue")
    stands = play(game.copy(), "lay Q♣")
    assert here(stands, "queued") == 9 and len(options(stands)) == 4
    play(game, "decline to fight")
    assert here(game, "queue") == before and here(game, "wanted")[1] == 0


@rule("WL-10.15")
def test_the_sheriff_leaves_an_outlaw_before_he_comes_back():
    outlaw = {"hands": ["4♥", "Q♣ 2♣"], "place": ["MP_W", "DR_BANK"], "wanted": [0, 2], "sheriff": "DR_BANK"}
    one = scene("bass_reeves billy_the_kid kit_carson", rules={"manhunt_steps": 1}, **outlaw)
    play(one, "play 4♥")
    assert "the Sheriff goes to DR_BANK" not in options(one) and "the Sheriff goes to DR_EAST" in options(one)
    two = scene("bass_reeves billy_the_kid kit_carson", rules={"manhunt_steps": 2}, **outlaw)
    play(two, "play 4♥", "the Sheriff goes to DR_BANK")
    assert game_asks(two) == (1, w.DISCARD)  # stepping back in is entering


def game_asks(game):
    return game.to_move, game.view()["phase"]
