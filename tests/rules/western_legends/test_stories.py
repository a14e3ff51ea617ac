"""Stories, the end of the game and the variants (sections 14 to 16)."""

import pytest

import sim
from sim.western_legends import words as w
from tests.rules import rule
from tests.rules.western_legends.scene import GAME, ITEM_IDS, at, hand_size, here, options, play, scene, task

THREE = "annie_oakley bass_reeves kit_carson"
FIVE = "annie_oakley bass_reeves billy_the_kid kit_carson doc_holliday"


@rule("WL-14.1", "WL-14.2", "WL-14.3", "WL-14.5", "WL-14.6")
def test_x09_five_players_complete_a_story():
    game = scene(
        FIVE,
        hands=["10♣"],
        place=["SV_N1", "DR_BANK", "CJ_S2"],
        wanted=[0, 0, 2],
        stories=["ST07", "ST15"],
        markers=[[1, 2]],
        bandits="SV_HIDEOUT_C",
        queue="8 4",
        actions=1,
    )
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 10♣", "the fight card 8", "legend points", "a marker onto pile 0")
    assert game.to_move == 0
    play(game, "option 2")
    assert here(game, "wounds")[0] == 2 and here(game, "money")[0] == 50
    play(game, "option 1", "option 1")
    assert here(game, "money")[1:3] == [30, 30]
    free = {0, 1, 5}  # A and C; seat 0 stands in C1
    assert set(here(game, "bandits")) == free and sum(here(game, "marker")) == 0
    assert game.view()["phase"] == w.SHERIFF_GO and game.to_move == 0
    game.apply(game.legal()[0])
    assert here(game, "top")[0] != 6 and here(game, "left")[0] == 19


@rule("WL-14.2")
def test_x40_x46_two_markers_one_reward():
    game = scene(THREE, place=["DR_BANK"], stories=["ST20"], markers=[[0]], actions=1)
    play(game, "work", "a marker onto pile 0", "option 1")
    assert here(game, "money")[0] == 40 and sum(here(game, "marker")) == 0
    five = scene(FIVE, place=["DR_BANK"], stories=["ST20"], markers=[[0, 1]], actions=1)
    play(five, "work", "a marker onto pile 0", "option 1", "option 1")
    assert here(five, "money")[:3] == [40, 30, 0]


@rule("WL-14.1", "WL-14.4")
def test_a_marker_moves_only_when_none_is_in_hand():
    game = scene(
        THREE, place=["DR_BANK"], stories=["ST20", "ST08"], markers=[[], [0, 0]], rules={"story_markers_2to4": 3}
    )
    play(game, "work")
    assert options(game) == ["a marker from pile 1 onto pile 0 (work)", "no marker"]
    play(game, "no marker")
    view = game.view()
    assert view["phase"] == w.ACTION
    play(game, "pass")
    assert "no marker" in options(game)  # asked once more at the end of the action phase


@rule("WL-14.2", "WL-10.7")
@pytest.mark.parametrize("mode", ["both", "one"])
def test_letters_bring_bandits(mode):
    game = scene(
        THREE, place=["DR_BANK"], stories=["ST15"], markers=[[1]], actions=1, rules={"bandit_letter_hideouts": mode}
    )
    play(game, "work", "a marker onto pile 0", "option 1")
    while game.view()["phase"] == w.CHOICE:
        play(game, "option 1")
    if mode == "one":
        play(game, "hideout A2")
    assert here(game, "bandits") == ([0, 1] if mode == "both" else [1])


@rule("WL-9.7")
def test_x47_pearl_hart_in_another_turn():
    game = scene(
        "annie_oakley pearl_hart kit_carson",
        place=["DR_BANK"],
        lp=[0, 6],
        wanted=[0, 2],
        stories=["ST31"],
        markers=[[1]],
        actions=1,
        hands=["2♣"],
        queue="8 9 10",
    )
    play(game, "rob the bank", "lay 2♣", "the fight card 8", "a marker onto pile 0")
    assert here(game, "wanted")[1] == 3 and hand_size(game, 1) == 0 and at(game, 1) == "SV_MID"


@rule("WL-15.1", "WL-15.5", "WL-3.5")
def test_x11_the_round_is_finished_and_one_more_is_played():
    game = scene(
        THREE, active=1, place=["MP_W", "DR_BANK"], nuggets=[0, 2], lp=[0, 13, 0], round=6, variants={"length": "short"}
    )
    play(game, "sell 2 nuggets", "pass")
    turns = []
    while game.to_move >= 0:
        view = game.view()
        if view["phase"] == w.ACTION:
            turns.append((view["round"], view["active"]))
            play(game, "pass")
        else:
            game.apply(game.legal()[0])
    assert turns == [(6, 2), (7, 0), (7, 1), (7, 2)]
    assert game.outcome().rounds == 8 and game.outcome().reason == "target"


def ended(**what):
    """The scene at the end of the last round."""
    variants = what.pop("variants", None)
    rules = what.pop("rules", None)
    names = what.pop("characters", "annie_oakley bass_reeves doc_holliday")
    game = scene(names, variants=variants, rules=rules, **what)
    view = game.view()
    view["phase"], view["head"]["to_move"], view["n_tasks"], view["half"], view["active"] = w.OVER, -1, 0, w.BETWEEN, -1
    view["tasks"] = [0] * w.TASKS
    return sim.Game.from_view(GAME, view, rules=rules, variants=variants, characters="assign").outcome()


@rule("WL-15.2", "WL-11.3", "WL-13.1", "WL-9.5")
def test_x34_final_scoring():
    outcome = ended(lp=[22], marshal=[6], money=[110], wounds=[2], items=["mustang+"])
    assert outcome.scores[0] == 25
    assert sum(outcome.columns[name][0] for name in outcome.columns if name.startswith("vp_")) == 25


@rule("WL-15.2")
def test_x35_most_wanted():
    assert ended(lp=[10, 10, 10], wanted=[5, 5, 2]).scores == [11, 11, 11]
    assert ended(lp=[10, 10, 10], wanted=[5, 4, 0]).scores == [13, 11, 10]


@rule("WL-15.3")
def test_x36_the_tie_break_chain():
    outcome = ended(lp=[22, 24, 23], marshal=[4], wanted=[0, 0, 4], nuggets=[0, 3, 1], rules={"most_wanted_lp": 1})
    assert outcome.scores == [24, 24, 24] and outcome.winners == [2] and outcome.tie_level == 2
    assert ended(lp=[24, 24, 0]).winners == [0, 1] and ended(lp=[24, 24, 0]).tie_level == -1
    assert ended(lp=[25, 24, 0], wounds=[1, 0]).winners == [1]
    assert ended(lp=[24, 24, 0], nuggets=[1, 0], rules={"final_tie_chain": "shared"}).winners == [0, 1]


@rule("WL-15.1")
def test_no_game_runs_for_ever():
    game = sim.Game(GAME, 3, rules={"round_limit": 20})
    while game.to_move >= 0:
        legal = {option.words: option for option in game.legal()}
        game.apply(legal.get("pass") or legal.get("decline to fight") or next(iter(legal.values())))
    assert game.outcome().reason in ("target", "round_limit") and game.outcome().rounds <= 20


@rule("WL-16.6", "WL-16.7", "WL-16.8")
def test_x32_goals_and_legend_tokens():
    game = scene(
        "stagecoach_mary bass_reeves kit_carson",
        place=["DR_BANK"],
        money=[110],
        variants={"goals": True},
        goals=[15 & ~4, 7, 7, 0, 0, 0],
        claimed=[10, 0, 0, 0, 0, 0],
        tokens=[1, 1, 0, 0] + [0] * 20,
        token_supply=[5, 8, 3, 0],
    )
    play(game, "work", "claim the goal money_ge 120")
    view = game.view()
    held = view["tokens"][:3]
    assert sum(held) == 3 and sum(k * n for k, n in zip((1, 2, 3), held, strict=True)) >= 4
    assert [view["tokens"][k] + view["token_supply"][k] for k in range(3)] == [6, 9, 3]


@rule("WL-16.9", "WL-16.10")
def test_bandit_cards():
    game = scene(
        THREE,
        hands=["10♣"],
        place=["SV_N1"],
        bandits="SV_HIDEOUT_C",
        queue="9 8",
        variants={"bandit_cards": True},
        bandit_queue=[0, 1, 2, 3, 4, 5],
    )
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 10♣")  # hideout C1 holds type 5 of the scene: the desperado, cards3
    assert len(options(game)) == 3 and here(game, "bandit_queue")[-1] == 0
    story = scene(THREE, place=["DR_BANK"], stories=["ST15"], markers=[[1]], actions=1, variants={"bandit_cards": True})
    play(story, "work", "a marker onto pile 0", "option 1")
    while story.view()["phase"] == w.CHOICE:
        play(story, "option 1")
    assert len(options(story)) == 6
    play(story, "a cardsharp")
    assert len(options(story)) == 5


@rule("WL-16.12", "WL-16.14")
def test_legendary_items():
    game = scene(
        "annie_oakley bass_reeves joaquin_murrieta",
        hands=["K♠"],
        place=["DR_MID", "DR_MID"],
        stories=["SG01"],
        markers=[[2]],
        actions=1,
    )
    play(game, "challenge seat 1", "lay K♠", "a marker onto pile 0")
    words = options(game)
    assert any(one.startswith("keep the ") for one in words) and any(one.startswith("return the ") for one in words)
    play(game, next(one for one in words if one.startswith("keep the ")))
    assert len(here(game, "items")[0]) == 1 and game.to_move == 2


@rule("WL-16.1", "WL-16.2", "WL-16.3", "WL-16.4", "WL-16.5")
def test_the_man_in_black():
    game = scene("annie_oakley bass_reeves", hands=["K♠"], queue="Q 5 2", place=["DR_BANK", "MP_W"])
    view = game.view()
    view["tasks"][:2], view["n_tasks"] = [task(w.DO_ROUND_END, 0), task(w.DO_MIB_FIGHT, 0)], 2
    view["phase"], view["half"], view["active"], view["turn"] = w.DISCARD, w.BETWEEN, -1, 1
    view["hand"][1] = [0]
    view["deck"].remove(0)
    view["head"]["to_move"], view["about"] = 1, 0
    game = sim.Game.from_view(GAME, view, characters="assign")
    play(game, "discard 2♥", "lay K♠")  # X37: K - 1 = Q, and he wins the tie
    assert here(game, "mib_lp") == 1 and here(game, "wounds")[0] == 1 and hand_size(game, 0) == 2
    robbed = scene("annie_oakley bass_reeves", hands=["A♥"], queue="3 5 2", place=["SV_STATION", "MP_W"])
    play(robbed, "rob the Man in Black", "lay A♥", "take money")
    assert (
        here(robbed, "money")[0] == 60
        and here(robbed, "wanted")[0] == 1
        and not any("arrest" in one for one in options(robbed))
    )


@rule("WL-16.4")
def test_the_man_in_black_wins_ties_and_then_nobody_wins():
    outcome = ended(characters="annie_oakley bass_reeves", lp=[20, 3], mib_lp=20)
    assert outcome.reason == "no_winner" and outcome.winners == [] and outcome.places == [None, None]
    assert ended(characters="annie_oakley bass_reeves", lp=[21, 3], mib_lp=20).winners == [0]


MINE = 1 << 2  # his third card: to SV_MINE, 1 point, he fights whom he meets


def last_round_after(**what):
    """Round 5 (the sixth) has only the turn of the Man in Black left; the round in which the game will end, or -1."""
    game = scene("bass_reeves annie_oakley", active=1, round=5, mib_deck=MINE, **what)
    play(game, "pass")
    while here(game, "round") == 5:
        play(game, "lay" if game.view()["phase"] == w.COMMIT else options(game)[0])
    return here(game, "last_round")


@rule("WL-15.1", "WL-15.5", "WL-16.4")
def test_the_end_is_looked_for_after_the_fights_of_the_man_in_black():
    there, away = ["SV_MINE", "MP_W"], ["CJ_MID", "MP_W"]
    assert last_round_after(hands=["2♠"], queue="Q 5 3", place=there, mib_lp=18) == 6  # his 20th point: the duel's
    assert last_round_after(hands=["2♠"], queue="Q 5 3", place=away, mib_lp=18) == -1
    assert last_round_after(hands=["A♠"], queue="8 5 3", place=there, lp=[19], mib_lp=1) == 6  # the player's 20th
    assert last_round_after(hands=["A♠"], queue="8 5 3", place=there, lp=[18], mib_lp=1) == -1
    only = {"rules": {"trigger_by_any": False}}
    assert last_round_after(hands=["A♠"], queue="8 5 3", place=there, lp=[19], mib_lp=1, **only) == -1


@rule("WL-16.1", "WL-16.5")
def test_the_man_in_black_takes_the_last_turn_of_each_round():
    game = scene(
        "annie_oakley bass_reeves", active=1, mib_deck=1 << 8, place=["DR_BANK", "MP_W"], lp=[2, 3], hands=["", "K♠"]
    )
    play(game, "pass")  # his ninth card: to the leader, 2 points, and a fight
    assert at(game, w.MIB) == "MP_W" and here(game, "mib_lp") == 2 and here(game, "mib_deck") == 0
    assert here(game, "fight")["a"] == 1 and here(game, "round") == 0
    tied = scene(
        "annie_oakley bass_reeves", active=1, mib_deck=1 << 8, place=["DR_BANK", "MP_W"], lp=[3, 3], hands=["K♠"]
    )
    assert at(play(tied, "pass"), w.MIB) == "DR_BANK"  # a tie: the next in turn order
    taken = scene("annie_oakley bass_reeves", active=1, mib_deck=1, place=["DR_BANK", "DR_BANK"], money=[50, 0])
    play(taken, "pass")  # his first card: to the Bank, and each there loses $10, as much as there is
    assert here(taken, "money")[:2] == [40, 0] and here(taken, "mib_lp") == 2


@rule("WL-12.2")
def test_reputation_may_be_played_anew_in_the_turn_of_the_man_in_black():
    used = [2**26 - 1] * 6  # every text that works once a turn
    game = scene(
        "bass_reeves annie_oakley",
        active=1,
        mib_deck=MINE,
        once=used,
        hands=["7♣ K♠"],
        queue="A 5 3",
        place=["SV_MINE", "MP_W"],
    )
    play(game, "pass", "lay K♠", "option 2")  # the ace's text: 1 Marshal point
    assert "react with 7♣ (Reputation)" in options(game)


@rule("WL-16.7", "WL-5.4")
def test_a_goal_that_a_story_fulfils_is_claimed_in_the_end_phase():
    game = scene(
        "stagecoach_mary bass_reeves kit_carson",
        place=["DR_BANK"],
        money=[90],
        stories=["ST20"],
        markers=[[1]],
        variants={"goals": True},
        goals=[15 & ~4, 7, 7, 0, 0, 0],
        actions=1,
    )
    play(game, "work", "a marker onto pile 0", "option 1", "option 1")
    assert game.to_move == 0 and options(game) == ["claim the goal money_ge 120", "wait"]
    waits = play(game.copy(), "wait")
    assert waits.to_move == 1
    play(game, "claim the goal money_ge 120")
    assert here(game, "claimed")[0] == 1 and sum(here(game, "tokens")[:3]) == 1 and game.to_move == 1


@rule("WL-16.7")
def test_a_full_hand_is_a_goal_at_the_end_of_the_actions_only():
    jane = {"variants": {"goals": True}, "goals": [7, 7, 7, 0, 0, 0], "place": ["DR_BANK"]}
    game = scene("calamity_jane bass_reeves kit_carson", hands=["2♣ 3♣ 4♣ 5♣ 6♣ 8♣"], **jane)
    play(game, "work")
    assert game.view()["phase"] == w.ACTION
    play(game, "pass")
    assert options(game) == ["claim the goal hand_ge 6", "wait"]
    late = scene(
        "calamity_jane bass_reeves kit_carson",
        hands=["2♣ 3♣ 4♣ 5♣ 6♣"],
        stories=["ST20"],
        markers=[[1]],
        actions=1,
        **jane,
    )
    play(late, "work", "a marker onto pile 0", "option 2", "option 1")
    assert hand_size(late, 0) == 6 and late.view()["phase"] == w.DISCARD  # the reward came after the actions


@rule("WL-16.7")
def test_nobody_claims_a_fourth_goal():
    mary = {"variants": {"goals": True}, "rules": {"goals_kept": 4}, "goals": [15, 15, 15, 0, 0, 0], "money": [110]}
    for claimed, asked in ((12, True), (14, False)):
        game = scene(
            "stagecoach_mary bass_reeves kit_carson", place=["DR_BANK"], claimed=[claimed, 0, 0, 0, 0, 0], **mary
        )
        play(game, "work")
        assert ("claim the goal money_ge 120" in options(game)) == asked


@rule("WL-16.6")
@pytest.mark.parametrize(("dealt", "kept"), [(4, 3), (4, 4), (3, 3), (2, 1), (1, 1)])
def test_goals_are_dealt_from_all_four(dealt, kept):
    met = set()
    for seed in range(12):
        game = sim.Game(
            GAME,
            3,
            seed=seed,
            characters="assign",
            variants={"goals": True},
            rules={"goals_dealt": dealt, "goals_kept": kept},
        )
        for own in game.view()["goals"][:3]:
            assert own.bit_count() == kept
            met |= {k for k in range(4) if own >> k & 1}
    assert met == {0, 1, 2, 3}


@rule("WL-16.7")
@pytest.mark.parametrize(("drawn", "sure"), [(4, True), (0, False)])
def test_how_many_legend_tokens_are_drawn(drawn, sure):
    best = []
    tweak = {"legend_tokens_1": 3, "legend_tokens_2": 0, "legend_tokens_3": 1, "legend_tokens_drawn": drawn}
    for round in range(12):
        game = scene(
            "stagecoach_mary bass_reeves kit_carson",
            place=["DR_BANK"],
            money=[110],
            variants={"goals": True},
            rules=tweak,
            goals=[7, 7, 7, 0, 0, 0],
            round=round,
        )
        play(game, "work", "claim the goal money_ge 120")
        assert sum(here(game, "tokens")[:3]) == 1
        best.append(here(game, "tokens")[2])
    assert all(best) == sure  # of all four tokens the three is among them; of one token it is luck


@rule("WL-14.1", "WL-14.5")
def test_two_placements_a_turn_also_at_the_end_of_the_action_phase():
    tweak = {"story_placements_per_turn": 2, "story_markers_2to4": 5}
    game = scene(THREE, place=["DR_BANK"], stories=["ST20", "ST10"], actions=1, rules=tweak)
    play(game, "work", "no marker", "a marker onto pile 0")
    assert options(game) == ["a marker onto pile 1 (work)", "no marker"]
    play(game, "a marker onto pile 1")
    assert sum(here(game, "marker")) == 2 and game.to_move == 1
    once = scene(THREE, place=["DR_BANK"], stories=["ST20", "ST10"], actions=1, rules={"story_markers_2to4": 5})
    play(once, "work", "no marker", "a marker onto pile 0")
    assert once.to_move == 1


@rule("WL-14.6", "WL-5.4")
@pytest.mark.parametrize(("goal", "lp"), [("DR_BANK", 0), ("DR_MID", 1)])
def test_the_sheriff_of_a_story_comes_before_the_wanted_points(goal, lp):
    game = scene(THREE, place=["DR_BANK"], wanted=[2], stories=["ST20"], markers=[[1]], actions=1, sheriff="DR_EAST")
    play(game, "work", "a marker onto pile 0", "option 1", "option 1", f"the Sheriff goes to {goal}")
    assert here(game, "lp")[0] == lp and (at(game, 0) == "DR_SHERIFF") == (lp == 0)


FEUD = "annie_oakley bass_reeves joaquin_murrieta"


def feud(**what):
    """Annie starts a fight and so completes a story that gives a legendary item to her and to seat 2."""
    place = ["DR_MID", "DR_MID"]
    game = scene(FEUD, hands=["K♠"], place=place, stories=["SG01"], markers=[[2]], actions=1, **what)
    return play(game, "challenge seat 1", "lay K♠", "a marker onto pile 0")


@rule("WL-16.12", "WL-16.14")
def test_a_full_player_makes_room_for_a_legendary_item_or_returns_it():
    lasso = 1 << 16  # the only one left: a belonging
    game = feud(items=["whiskey provisions ten_gallon"], legendary_left=lasso)
    assert options(game) == [
        "discard the Ten-Gallon for the Lasso",
        "discard the Whiskey for the Lasso",
        "discard the Provisions for the Lasso",
        "return the Lasso",
    ]
    back = play(game.copy(), "return the Lasso")
    assert back.to_move == 2 and "keep the Lasso" in options(back)  # shuffled back, and drawn by the next
    play(game, "discard the Whiskey")
    assert [ITEM_IDS[k] for k in here(game, "items")[0]] == ["ten_gallon", "provisions", "lasso"]
    assert here(game, "store")[ITEM_IDS.index("whiskey")] == 6
    assert here(game, "items")[2] == [] and game.view()["phase"] != w.ROOM  # nothing left for seat 2


@rule("WL-16.10")
def test_bandits_start_with_types_of_their_own():
    dealt = set()
    for seed in range(8):
        game = sim.Game(GAME, 3, seed=seed, characters="assign", variants={"bandit_cards": True})
        while game.view()["phase"] not in (w.INCOME, w.START_EFFECT):
            game.apply(game.legal()[0])
        types = [game.view()["bandit_type"][h] for h in here(game, "bandits")]
        assert len(set(types)) == len(types) and set(types) <= set(range(6))
        dealt.add(tuple(types))
    assert len(dealt) > 4  # at random
