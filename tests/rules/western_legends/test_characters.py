"""The legendary abilities (section 18.1): each of them works from five legend points on, and not before."""

import pytest

import sim
from sim.western_legends import words as w
from sim.western_legends.loader import board
from tests.rules import rule
from tests.rules.western_legends.scene import DATA, GAME, at, cards, hand_size, here, options, play, scene

BANDIT = {"place": ["SV_N1"], "bandits": "SV_HIDEOUT_C"}


def his_turn(name, lp=5, **what):
    """Seat 1 plays this character and begins his turn."""
    game = scene(f"annie_oakley {name} kit_carson", lp=[0, lp], **what)
    return play(game, "pass")


@rule("WL-5.1")
@pytest.mark.parametrize(("lp", "drawn"), [(5, 1), (4, 0)])
def test_bass_reeves_draws_a_card_when_his_turn_begins(lp, drawn):
    assert hand_size(his_turn("bass_reeves", lp), 1) == drawn


@rule("WL-5.1")
@pytest.mark.parametrize(("lp", "money"), [(5, 10), (4, 0)])
def test_mary_is_paid_when_her_turn_begins_and_when_she_places_a_marker(lp, money):
    assert here(his_turn("stagecoach_mary", lp), "money")[1] == money
    game = scene("stagecoach_mary bass_reeves kit_carson", place=["DR_BANK"], lp=[lp], stories=["ST20"])
    play(game, "work", "a marker onto pile 0")
    assert here(game, "money")[0] == 10 + money


@rule("WL-5.1", "WL-6.17")
@pytest.mark.parametrize(("place", "nuggets"), [("SV_N1", 1), ("DIXON_CREEK", 1), ("DR_MID", 0)])
def test_buffalo_bill_finds_a_nugget_outside_the_towns(place, nuggets):
    assert here(his_turn("buffalo_bill", place=["MP_W", place]), "nuggets")[1] == nuggets


@rule("WL-6.21", "WL-4.2")
def test_billy_demands_money_or_a_card_where_his_move_ends():
    game = scene(
        "billy_the_kid bass_reeves kit_carson",
        place=["DR_MID", "DR_BANK", "DR_EAST"],
        money=[0, 30],
        hands=["", "K♠"],
        lp=[5],
    )
    play(game, "Move", "go to DR_BANK")
    assert options(game) == ["seat 1", "nobody"]
    play(game, "seat 1")
    assert game.to_move == 1 and options(game) == ["give K♠", "pay the money"]
    paid = play(game.copy(), "pay the money")
    assert here(paid, "money")[:2] == [10, 20] and hand_size(paid, 1) == 1
    play(game, "give K♠")
    assert here(game, "hand")[0] == cards("K♠") and here(game, "money")[:2] == [0, 30]


@rule("WL-4.2")
def test_nobody_else_learns_which_card_billy_was_given():
    game = scene("billy_the_kid bass_reeves kit_carson", place=["DR_MID", "DR_BANK"], hands=["", "K♠ 2♣"], lp=[5])
    view = game.view()
    two, king = cards("2♣ K♠")
    view["seen"][king] = 1 << 2 | 1 << 0  # Kit Carson and Billy once saw the king, Kit the two as well
    view["seen"][two] = 1 << 2
    game = sim.Game.from_view(GAME, view, characters="assign")
    play(game, "Move", "go to DR_BANK", "seat 1", "give K♠")
    assert here(game, "seen")[king] == 1 << 1  # the giver knows it
    assert here(game, "seen")[two] == 0  # Kit no longer knows which of the two is left
    last = scene("billy_the_kid bass_reeves kit_carson", place=["DR_MID", "DR_BANK"], hands=["", "K♠"], lp=[5])
    view = last.view()
    view["seen"][king] = 1 << 2
    last = sim.Game.from_view(GAME, view, characters="assign")
    play(last, "Move", "go to DR_BANK", "seat 1", "give K♠")
    assert here(last, "seen")[king] == 1 << 1 | 1 << 2  # an only card cannot be mistaken


@rule("WL-4.3", "WL-5.4")
@pytest.mark.parametrize(("lp", "kept"), [(5, 6), (4, 5)])
def test_calamity_jane_keeps_six_cards(lp, kept):
    game = scene("calamity_jane bass_reeves kit_carson", hands=["2♣ 3♣ 4♣ 5♣ 6♣ 8♣ 10♣"], lp=[lp])
    play(game, "pass")
    while game.to_move == 0:
        game.apply(game.legal()[0])
    assert hand_size(game, 0) == kept


@rule("WL-14.1")
def test_calamity_jane_draws_a_card_for_her_marker():
    game = scene("calamity_jane bass_reeves kit_carson", place=["DR_BANK"], lp=[5], stories=["ST20"])
    play(game, "work", "a marker onto pile 0")
    assert hand_size(game, 0) == 1


@rule("WL-13.1", "WL-4.3")
def test_doc_holliday_draws_for_a_wound_and_wounds_cost_him_no_cards():
    game = scene("doc_holliday bass_reeves kit_carson", lp=[5], queue="8 4", **BANDIT)
    play(game, "Move", "go to SV_HIDEOUT_C", "the fight card 8")
    assert here(game, "wounds")[0] == 2 and hand_size(game, 0) == 3  # one for each wound, and the loser's
    full = scene("doc_holliday bass_reeves kit_carson", lp=[5], wounds=[3], queue="8 4", **BANDIT)
    play(full, "Move", "go to SV_HIDEOUT_C", "the fight card 8")
    assert here(full, "wounds")[0] == 3 and hand_size(full, 0) == 1  # A25: no wound gained, no card
    hand = "2♣ 3♣ 4♣ 5♣ 6♣"
    kept = play(scene("doc_holliday bass_reeves kit_carson", lp=[5], wounds=[2], hands=[hand]), "pass")
    assert kept.to_move == 1 and hand_size(kept, 0) == 5


@rule("WL-8.9", "WL-8.12")
def test_wild_bill_wins_more_and_takes_a_card_back_when_he_loses():
    won = lost = False
    for seed in range(60):
        game = scene(
            "wild_bill_hickok bass_reeves kit_carson",
            hands=["9♠ 6♠ 4♠"],
            place=["DR_SALOON_N"],
            money=[10],
            lp=[5],
            rules={"poker_effects_off": True},
        )
        game.redeal(0, seed)
        play(game, "start a poker game", "play 6♠ and 9♠")
        if game.view()["phase"] == w.USE:
            lost = True
            before = set(here(game, "hand")[0])
            play(game, "use it")
            assert len(set(cards("6♠ 9♠")) & (set(here(game, "hand")[0]) - before)) == 1 and here(game, "money")[0] == 0
        else:
            won = True
            assert here(game, "lp")[0] == 6 and here(game, "money")[0] == 60 + 20
        if won and lost:
            break
    assert won and lost


@rule("WL-5.2")
def test_wyatt_earp_has_one_more_action_for_his_first_bandit_of_a_turn():
    game = scene(
        "wyatt_earp bass_reeves kit_carson",
        hands=["A♥"],
        lp=[5],
        queue="8 3",
        actions=2,
        **BANDIT,
    )
    play(game, "Move", "go to SV_HIDEOUT_C", "lay A♥", "the fight card 8", "legend points")
    assert here(game, "actions_left") == 2
    again = scene(
        "wyatt_earp bass_reeves kit_carson",
        hands=["A♥"],
        lp=[5],
        queue="8 3",
        actions=2,
        ability_once=[1, 0, 0, 0, 0, 0],
        **BANDIT,
    )
    play(again, "Move", "go to SV_HIDEOUT_C", "lay A♥", "the fight card 8", "legend points")
    assert here(again, "actions_left") == 1


@rule("WL-6.18", "WL-6.20", "WL-6.17")
def test_rowdy_pays_a_card_for_a_free_move_of_up_to_three():
    game = his_turn("y_b_rowdy", place=["MP_W", "SV_N1"], hands=["", "9♥ 2♣"])
    assert options(game) == ["use ability 1 of Y. B. Rowdy", "no more effects"]
    play(game, "use ability 1", "discard 9♥")
    assert hand_size(game, 1) == 1  # a price, not a forced discard: Instinct gives nothing
    far = board(DATA)["distance"][w.place_number("SV_N1")]
    reach = {w.place_number(one.removeprefix("go to ")) for one in options(game) if one != "stay"}
    assert reach == {place for place, steps in enumerate(far) if steps <= 3}
    play(game, "stay")
    assert at(game, 1) == "SV_N1" and game.view()["phase"] == w.INCOME
    in_town = his_turn("y_b_rowdy", place=["MP_W", "DR_MID"], hands=["", "9♥ 2♣"])
    assert in_town.view()["phase"] == w.INCOME


@rule("WL-10.1", "WL-10.4")
def test_belle_starr_weakens_npcs_and_may_take_wanted_points():
    game = scene("belle_starr bass_reeves kit_carson", hands=["9♠"], lp=[5], wanted=[1], queue="10 4", **BANDIT)
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 9♠", "the fight card 10", "let the fight go on")
    assert options(game) == ["legend points", "Wanted points"]  # 10 - 2 = 8
    play(game, "Wanted points")
    assert here(game, "wanted")[0] == 2 and here(game, "lp")[0] == 5


@rule("WL-5.2")
def test_isom_dart_sells_his_cattle_for_an_action():
    game = his_turn("isom_dart", place=["MP_W", "SV_N1"], cattle=["", "green c20"])
    play(game, "use ability 1 of Isom Dart", "income: money")
    assert here(game, "actions_left") == 4 and here(game, "cattle")[8] == 0
    play(game, "pass")
    assert here(game, "cattle")[8] == -1 and here(game, "stock")[0] == 3
    without = his_turn("isom_dart", place=["MP_W", "SV_N1"])
    assert without.view()["phase"] == w.INCOME


@rule("WL-16.13", "WL-4.2")
def test_pinkerton_sees_a_hand_and_strips_a_rank():
    game = scene(
        "allan_pinkerton bass_reeves kit_carson",
        place=["DR_MID", "DR_BANK", "MP_W"],
        hands=["", "8♥ 8♦ 2♣", "3♣"],
        lp=[5],
    )
    play(game, "use ability 1 of Allan Pinkerton")
    assert options(game) == ["seat 1"]  # within one territory
    play(game, "seat 1")
    assert options(game) == ["all cards of rank 2", "all cards of rank 8"]
    play(game, "all cards of rank 8")
    assert here(game, "hand")[1] == cards("2♣") and here(game, "actions_left") == 2
    assert here(game, "seen")[w.card_number("2♣")] == 1


@rule("WL-5.1", "WL-6.18", "WL-14.2")
def test_bat_masterson_places_or_removes_a_bandit_and_moves():
    game = his_turn("bat_masterson", place=["MP_W", "SV_N1"], bandits="DIXON_CREEK")
    play(game, "use ability 1 of Bat Masterson")
    placed = play(game.copy(), "option 1")
    assert "hideout B2" not in options(placed) and len(options(placed)) == 5
    play(placed, "hideout A1")
    assert here(placed, "bandits") == [0, 3] and placed.view()["phase"] == w.GO
    play(game, "option 2", "hideout B2", "stay")
    assert here(game, "bandits") == [] and at(game, 1) == "SV_N1" and game.view()["phase"] == w.INCOME


@rule("WL-10.13", "WL-10.1")
def test_judge_roy_bean_sees_the_fight_card_first_and_wins_ties():
    game = scene("judge_roy_bean bass_reeves kit_carson", hands=["Q♠ 2♣"], lp=[5], queue="Q 4", **BANDIT)
    play(game, "Move", "go to SV_HIDEOUT_C", "use it")
    assert game.to_move == 2 and options(game) == ["the fight card 4", "the fight card Q"]
    play(game, "the fight card Q")
    assert game.to_move == 0 and here(game, "fight")["npc"] == w.RANKS.index("Q")  # it lies open before he plays
    play(game, "lay Q♠", "legend points")
    assert here(game, "lp")[0] == 6 and here(game, "wounds")[0] == 0


@rule("WL-9.7", "WL-6.18")
def test_pearl_hart_draws_and_may_move_when_she_gains_points():
    game = scene("pearl_hart bass_reeves kit_carson", place=["SV_N4"], lp=[5], cattle=["green c20"])
    play(game, "Move", "go to SV_STATION")
    assert here(game, "marshal")[0] == 1 and hand_size(game, 0) == 1 and game.view()["phase"] == w.GO
    assert "go to SV_N4" in options(game)
    play(game, "stay")
    assert at(game, 0) == "SV_STATION" and game.view()["phase"] == w.ACTION and here(game, "actions_left") == 2


@rule("WL-6.21", "WL-6.18")
def test_pearl_harts_free_move_comes_after_the_end_of_her_move():
    game = scene(
        "pearl_hart bass_reeves kit_carson",
        hands=["A♥"],
        place=["DR_EAST"],
        lp=[5],
        bandits="DIXON_CREEK",
        queue="8 7",
        stories=["ST04"],
    )
    play(game, "Move", "go to DIXON_CREEK", "lay A♥", "the fight card 8", "Marshal points", "go to DR_BANK")
    assert at(game, 0) == "DR_BANK"
    assert options(game) == ["a marker onto pile 0 (end_move_dixon)", "no marker"]
    station = scene(
        "pearl_hart bass_reeves kit_carson",
        place=["SV_N4"],
        lp=[5],
        cattle=["green c20"],
        stories=["ST33"],
    )
    play(station, "Move", "go to SV_STATION", "go to CJ_RIVER")
    assert options(station) == ["a marker onto pile 0 (end_move_spikes)", "no marker"]
    whiskey = scene(
        "pearl_hart bass_reeves kit_carson",
        hands=["A♥"],
        place=["DR_EAST", "DIXON_CREEK", "DR_BANK"],
        lp=[5],
        items=["whiskey"],
        bandits="DIXON_CREEK",
        queue="8 7",
    )
    play(whiskey, "Move", "go to DIXON_CREEK", "lay A♥", "the fight card 8", "Marshal points", "use it")
    assert options(whiskey) == ["seat 1"]  # who stands where the Move ended, not where she rides next
