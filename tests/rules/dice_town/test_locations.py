"""The locations: sections 7 and 8."""
import pytest

from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import RANCH, Scene, deal, scene

QUIET = {"bribe_mode": "none"}


def at(game, step):
    """First options until this location has been reached."""
    now = game.round
    while game.step < step and game.round == now and game.game.to_move >= 0:
        game.game.apply(game.game.legal()[0])
    return game


# 7.2 the Bank

@rule("DT-7.2.1", "DT-7.2.2", "DT-7.2.3", "DT-7.2.4")
def test_example_22_bank_and_stagecoach():
    game = scene("J J J Q K", "10 10 J Q K", "10 J J Q A", bank=3, stagecoach=7)
    assert game.asked == "B action"
    game.do("rob the bank")
    assert game.cash == [8, 11, 9] and (game.bank, game.stagecoach) == (6, 0)


@rule("DT-7.2.2", "DT-7.2.4")
def test_example_23_stagecoach_first():
    game = scene("J J J Q K", "10 10 J Q K", "10 J J Q A", bank=3, stagecoach=7).do("hold up the stagecoach")
    assert game.cash == [8, 10, 11] and (game.bank, game.stagecoach) == (5, 0)


@rule("DT-7.2.2", "DT-14.17")
def test_another_price_of_a_ten():
    hands = ("J J J Q K", "10 10 J Q K", "10 J J Q A")
    game = scene(*hands, bank=3, stagecoach=7, stagecoach_per_ten=3).do("hold up the stagecoach")
    assert game.cash == [8, 14, 11] and (game.bank, game.stagecoach) == (1, 0)
    short = scene(*hands, bank=3, stagecoach=4, stagecoach_per_ten=3).do("hold up the stagecoach")
    assert short.cash == [8, 12, 11]                        # no more than lies there


@rule("DT-7.1.1", "DT-14.17")
@pytest.mark.parametrize("each", [0, 2])
def test_another_yield_of_a_nine(each):
    game = scene("9 9 9 J Q", "10 10 J K K", "J J J J A", mode="base", nuggets_per_nine=each)
    assert game.nuggets == [3 * each, 0, 0]


@rule("DT-7.2.4", "DT-4.24")
def test_example_24_no_tens_at_all():
    game = scene("J J J Q K", "J J Q K K", "J Q Q A A", bank=4, stagecoach=3)
    assert game.step > w.BANK and (game.bank, game.stagecoach) == (7, 0) and game.cash == [8, 8, 8]


# 7.3 the General Store

@rule("DT-7.3.1")
def test_example_26_shop():
    game = scene("9 9 9 9 9", "J J J K Q", "A A K K Q").until("B action")
    game.force("store", "equip_2", "horse", "cancel").do("shop")
    assert game.options == ["keep Equipment 2", "keep Horse", "keep Cancel"]
    game.do("keep Horse")
    assert game.hand_of(1) == ["horse"] and sorted(game.discarded()) == ["cancel", "equip_2"]
    assert len(game.store_deck) == 26


@rule("DT-7.3.1", "DT-10.8")
def test_example_27_a_now_card():
    game = scene("9 9 9 9 9", "J K Q K Q", "A A K K Q", "A A A Q 10", cash=[5, 8, 1, 0], sheriff=1).until("B action")
    game.until("B action")
    before = game.cash
    game.force("store", "swindler").do("shop")
    assert game.cash[1] == before[1] + sum(min(2, before[p]) for p in (0, 2, 3))
    assert game.discarded() == ["swindler"] and game.hand_of(1) == []


@rule("DT-14.17")
def test_another_sum_of_the_swindler():
    hands = ("9 9 9 9 9", "J K Q K Q", "A A K K Q", "A A A Q 10")
    game = at(scene(*hands, cash=[5, 8, 1, 0], sheriff=1, swindler_amount=4), w.STORE)
    before = game.cash
    game.force("store", "swindler").do("shop")
    assert game.cash[1] == before[1] + sum(min(4, before[p]) for p in (0, 2, 3)) and max(before[0], before[2]) > 4


@rule("DT-7.3.1")
def test_an_empty_store_deck_is_made_anew_from_the_discard():
    game = scene(
        "9 9 9 9 9",
        "J J J K Q",
        "A A K K Q",
        mode="base",
        cards={
            0: [
                "equip_1",
                "equip_2",
                "equip_3",
                "equip_4",
                "equip_5",
                "horse",
                "loaded_die",
                "loaded_die",
                "double_nuggets",
                "half_bank",
                "double_saloon",
                "sheriff_stays",
                "extra_property",
                "visit_doc",
            ]
        },
        discard=["steal_4", "steal_4", "cancel", "double_store"],
    )
    game.until("B shop")
    assert len(game.view["drawn"]) == 3         # the one card of the deck, and two of the four in the discard
    assert len(game.store_deck) + len(game.store_discard) == 2


@rule("DT-7.3.3")
def test_example_28_the_first_round_of_the_store():
    game = scene("9 9 9 9 9", "J J K K Q", "J A A K Q", round=0, luck=[("store", ["horse", "cow", "equip_1"])])
    game.until("B shop").do("keep Cow")
    assert game.hand_of(1) == ["cow"] and game.hand_of(2) == ["equip_1"] and game.discarded() == ["horse"]
    assert {1, 2} <= set(game.won)
    assert game.view["n"][1][w.STORE - w.MINE] == game.view["n"][2][w.STORE - w.MINE] == 1
    assert game.view["n"][2][7] == 0                        # no remedy


@rule("DT-7.3.3", "DT-7.3.4")
def test_example_45_one_candidate_in_the_first_round():
    hands = ("9 9 9 9 9", "10 10 10 10 10", "J J K K Q", "A A K K Q")
    start = dict(round=0, luck=[("store", ["horse", "cow", "equip_1", "equip_2"])])
    game = scene(*hands, **start).until("C shop")
    assert game.options == ["keep Horse", "keep Cow"]       # not asked for an action
    game.do("keep Horse")
    assert len(game.store_deck) == 27 and game.view["n"][2][7] == 0
    twice = scene(*hands, store_first_round_mode="same_player_twice", **start).until("C action")
    twice.do("shop", "keep Horse")
    assert twice.options == ["keep Equipment 1", "keep Equipment 2"]
    twice.do("keep Equipment 2")
    assert sorted(twice.hand_of(2)) == ["equip_2", "horse"]
    assert (len(twice.store_deck), len(twice.store_discard)) == (25, 2)


@rule("DT-7.3.4")
def test_the_first_round_rule_can_be_off():
    game = scene("9 9 9 9 9", "J J K K Q", "J A A K Q", round=0, store_first_round_mode="off").until("B action")
    assert (game.asked, game.step) == ("B action", w.STORE)


@rule("DT-7.3.2")
def test_the_doctor_at_the_store():
    game = scene("9 9 9 9 9", "J J K A Q", "J 10 10 10 K", nuggets=[3, 0, 2]).until("B action")
    while game.step != w.STORE:
        game.game.apply(game.game.legal()[0])
    game.do("visit the Doctor")
    assert game.options == ["take a store card", "take $2 from everybody", "take 1 nugget from everybody"]  # no pass
    before = game.nuggets
    game.do("take 1 nugget")
    assert game.nuggets[1] == before[1] + 2
    assert 1 in game.won


# 7.4 the Saloon

def robbery(**changes):
    """B steals with three Queens from C, who has two store cards and three claims, one of them protected."""
    start = dict(cards={2: ["equip_1", "horse"]}, claims={2: [2, 4]}, wired={2: [5]}, **QUIET)
    game = scene("9 9 9 9 9", "Q Q Q 10 10", "K K A A 10", **{**start, **changes}).until("B action")
    while game.step != w.SALOON:
        game.game.apply(game.game.legal()[0])
    return game


@rule("DT-7.4.1", "DT-7.4.2")
def test_example_29_saloon():
    game = robbery()
    before = len(game.hand[2]) + len(game.claims[2])
    game.do("steal a card", "rob C")
    assert "draw 1 store card and 2 claims" in game.options
    game.do("draw 1 store card and 2 claims")
    assert {"keep a claim of 2", "keep a claim of 4"} < set(game.options)
    assert "keep a claim of 5" not in game.options and len(game.options) == 3
    game.do("keep a claim of 4")
    assert game.claims_of(1) == [4] and game.claims_of(2) == [2, 5]
    assert len(game.hand[2]) + len(game.claims[2]) == before - 1


@rule("DT-7.4.2", "DT-4.30")
def test_the_exchange_is_secret_to_thief_and_victim():
    game = robbery().do("steal a card", "rob C", "draw 1 store card and 2 claims", "keep a claim of 4")
    seen = game.view["claims"]
    third, victim, thief = ({tuple(map(tuple, redealt(game, seat, key)["claims"][1:3])) for key in range(20)}
                            for seat in (0, 2, 1))
    truth = tuple(map(tuple, seen[1:3]))
    assert victim == {truth} and thief == {truth}           # he gave it, he looked at the others
    assert len(third) > 5


def redealt(game, seat, key):
    other = game.game.copy()
    other.redeal(seat, key)
    return other.view()


@rule("DT-10.4", "DT-10.10")
def test_example_30_insurance():
    game = robbery(cards={2: ["insurance", "horse"]})
    left, mine = game.land_left, len(game.claims[2]) + game.ranches[2]
    game.do("steal a card", "rob C", "draw 1 store card and 2 claims", "keep a claim of 2")
    assert game.asked == "C play"
    game.do("play Insurance")
    assert game.land_left == left - 1 and len(game.claims[2]) + game.ranches[2] == mine
    assert "insurance" in game.discarded()


@rule("DT-10.4")
def test_stolen_insurance_cannot_be_used():
    game = robbery(cards={2: ["insurance"]}, claims={}).do("steal a card", "rob C")
    assert game.hand_of(1) == ["insurance"] and game.asked != "C play"


@rule("DT-10.7")
def test_two_insurances_are_offered_one_after_the_other():
    """C is robbed of a claim and holds both Insurances of the larger deck: he is asked about each of them, once."""
    def robbed():
        game = robbery(cards={2: ["insurance", "insurance"]}, store_copies="text_12_plus_1")
        return game.do("steal a card", "rob C", "draw 1 store card and 2 claims", "keep a claim of 2")
    both = robbed()
    left = both.land_left
    both.do("play Insurance")
    assert (both.asked, both.land_left) == ("C play", left - 1)
    both.do("play Insurance")
    assert both.land_left == left - 2 and both.discarded() == ["insurance", "insurance"] and both.asked != "C play"
    second = robbed().do("do not play Insurance", "play Insurance")
    assert second.land_left == left - 1 and second.hand_of(2) == ["insurance"] and second.asked != "C play"
    none = robbed().do("do not play Insurance", "do not play Insurance")
    assert none.land_left == left and none.asked != "C play"


@rule("DT-10.7")
def test_a_single_insurance_is_offered_once_even_if_it_comes_back():
    """The store deck is empty, so C's Insurance is shuffled into the new one. If he draws it again he is not asked."""
    everything = ["equip_1", "equip_2", "equip_3", "equip_4", "equip_5", "horse", "loaded_die", "loaded_die", "cancel",
                  "cancel", "double_nuggets", "half_bank", "double_store", "double_saloon", "sheriff_stays",
                  "extra_property", "visit_doc", "cow", "winchester", "mule", "dog", "two_pistols", "whiskey", "thug"]
    game = robbery(cards={0: everything[1:], 2: ["equip_1", "insurance"]}, claims={}, wired={},
                   discard=["steal_4", "steal_4", "gift", "swindler"])
    game.do("steal a card", "rob C", "keep Equipment 1")
    assert game.asked == "C play" and game.store_deck == []
    again = 0
    for key in range(40):
        other = Scene(game.game.copy())
        other.game.redeal(2, key)
        other.do("play Insurance")
        while "let Insurance pass" in other.options:
            other.do("let Insurance pass")
        if other.hand_of(2) == ["insurance"]:
            assert other.asked != "C play"
            again += 1
    assert again


@rule("DT-10.10")
def test_without_land_cards_insurance_pays_no_claim():
    game = robbery(cards={2: ["insurance", "horse"]}, land_left=[])
    game.do("steal a card", "rob C", "draw 1 store card and 2 claims", "keep a claim of 2")
    assert game.asked != "C play" and "insurance" in game.hand_of(2)


@rule("DT-7.4.3")
def test_without_a_victim_nothing_happens():
    game = robbery(cards={}, claims={}).do("steal a card")
    assert game.step > w.SALOON and game.view["n"][1][12] == 0


@rule("DT-14.15")
def test_a_blind_draw_among_all_cards():
    game = robbery(saloon_pick="random").do("steal a card", "rob C")
    assert game.asked == "B loot" and len(game.view["drawn"]) + len(game.view["drawn_claims"]) == 3


@rule("DT-14.16")
def test_a_thief_who_keeps_two():
    game = robbery(saloon_cards_kept=2).do("steal a card", "rob C", "draw 1 store card and 2 claims")
    game.do("keep a claim of 2", "keep a claim of 4")
    assert game.claims_of(1) == [2, 4]


@rule("DT-7.4.4", "DT-8.1")
def test_hiring_takes_the_top_bandit():
    game = robbery()
    top = game.bandit_top
    game.do("hire a bandit")
    assert game.hired[1] == [top] and game.bandit_top != top and game.bandit_top in game.bandit_deck
    empty = robbery(hired={0: list(range(12))}, cash=[8, 8, 8])
    while empty.asked != "B action":
        empty.game.apply(empty.game.legal()[0])
    empty.do("hire a bandit")
    assert empty.hired[1] == []


@rule("DT-7.4.4", "DT-3.6")
def test_a_bandit_deck_that_lies_face_down():
    game = robbery(bandit_top_public=False)
    assert game.bandit_top == -1
    assert len({tuple(after(game, key)["hired"][1]) for key in range(40)}) > 3
    assert len(robbery(bandits_hired_per_action=3).do("hire a bandit").hired[1]) == 3


def after(game, key):
    other = game.game.copy()
    other.redeal(1, key)
    other.apply(other.legal()[1])
    return other.view()


# 7.5 the Sheriff, section 8

@rule("DT-7.5.1")
def test_the_badge_moves_at_once_and_its_holder_may_win_it():
    game = at(scene("9 9 9 9 9", "K K K Q Q", "K J J A A", wanted=[0], **QUIET), w.SHERIFF)
    game.do("take the badge")
    assert game.sheriff == 1 and game.view["n"][1][11] == 1
    keeps = at(scene("K K K Q Q", "9 9 9 9 9", "K J J A A", wanted=[0], **QUIET), w.SHERIFF).do("take the badge")
    assert keeps.sheriff == 0 and 0 in keeps.won


@rule("DT-7.5.2", "DT-8.4", "DT-8.6")
def test_example_2_a_catch_of_the_rulebook():
    """Wanted 9, 9 and K; the roll 9, Q, Q catches the 9 with the higher reward."""
    game = at(scene("9 9 9 9 9", "K K K J J", "K Q Q A A", wanted=[2, 5, 0], **QUIET), w.SHERIFF)
    game.force("catch", "9", "Q", "Q", where=1).do("catch bandits")
    assert game.caught[1] == [5] and game.wanted == [0, 2]
    assert game.combination(1) == "J J K K K" and game.cash[1] == 8


@rule("DT-14.5")
def test_a_bounty_paid_at_once():
    game = at(
        scene("9 9 9 9 9", "K K K J J", "K Q Q A A", wanted=[2, 5, 0], bounty_paid_as_cash=True, **QUIET), w.SHERIFF
    )
    game.force("catch", "9", "Q", "Q", where=1).do("catch bandits")
    assert game.cash[1] == 13 and game.paid_in == 5


@rule("DT-8.5")
def test_two_pistols():
    game = at(
        scene("9 9 9 9 9", "K K K J J", "K Q Q A A", wanted=[2, 5, 0], cards={1: ["two_pistols"]}, **QUIET), w.SHERIFF
    )
    game.force("catch", "9", "Q", "Q", where=1).do("catch bandits").do("play Two Pistols")
    assert game.options == ["reroll a 9", "reroll a Q"]
    game.force("pistols", "9", where=1).do("reroll a Q")
    assert game.caught[1] == [2, 5] and game.combination(1) == "J J K K K"


@rule("DT-8.7")
def test_nobody_wanted_nobody_caught():
    game = at(scene("9 9 9 9 9", "K K K J J", "K Q Q A A", wanted=[], **QUIET), w.SHERIFF).do("catch bandits")
    assert game.caught == [[], [], []] and game.step > w.SHERIFF


@rule("DT-8.7")
def test_without_a_match_nobody_is_caught():
    game = at(scene("9 9 9 9 9", "K K K J J", "K Q Q A A", wanted=[2, 5, 0], **QUIET), w.SHERIFF)
    game.force("catch", "J", "Q", "Q", where=1).do("catch bandits")
    assert game.caught[1] == [] and game.wanted == [0, 2, 5]


@rule("DT-8.7")
def test_caught_bandits_never_return():
    """C catches one; then the game is played to its end, with hiring and using as often as possible."""
    game = at(scene("9 9 9 9 9", "Q Q Q J J", "K K K A A", wanted=[2, 5, 0], **QUIET), w.SHERIFF)
    game.force("catch", "9", "Q", "Q", where=2).do("catch bandits")
    caught, used = [set(own) for own in game.caught], 0
    assert caught == [set(), set(), {5}]
    while game.game.to_move >= 0:
        used += game.asked.endswith("bandit")
        game.game.apply(game.game.legal()[-1])
        now = [set(own) for own in game.caught]
        assert all(before <= after for before, after in zip(caught, now, strict=True))
        assert not set.union(*now) & {*game.wanted, *game.bandit_deck, *(k for own in game.hired for k in own)}
        caught = now
    assert used


@pytest.mark.parametrize("rewards", [(2, 6), (0, 10)])
@rule("DT-14.4")
def test_other_rewards(rewards):
    game = deal(3, bandit_reward_values_1=rewards[0], bandit_reward_values_2=rewards[1])
    assert w.rewards(game.game.setting) == list(rewards) * 6


# 7.6 Town Hall

def hall(*hands, **rest):
    return at(scene(*hands, **{**QUIET, **rest}), w.TOWN_HALL)


@rule("DT-7.6.1", "DT-7.6.4")
def test_example_31_town_hall_with_one_ace():
    game = hall("K K K A 9", "Q Q J J 10", "10 10 J 9 9", row=[2, 5, 4], mode="base")
    assert game.claims_of(0) == [2, 5] and game.row_values()[0] == 4 and len(game.row_values()) == 3
    assert game.land_left == 25 - 3 - 2


@rule("DT-7.6.1", "DT-7.6.2", "DT-7.6.3", "DT-7.6.5")
def test_example_32_two_places():
    game = hall("K K K K 9", "A A A 10 J", "Q Q J J 9", row=[1, 3, RANCH])
    game.force("land", 4).do("take a claim from the mayor's wife")
    assert game.claims_of(0) == [4] and game.claims_of(1) == [1, 3] and game.ranches == [0, 1, 0]
    assert len(game.row_values()) == 3


@rule("DT-7.6.2")
def test_the_mayors_wife_and_an_empty_deck():
    game = hall("K K K K 9", "A A A 10 J", "Q Q J J 9", row=[1, 3, 5], land_left=[])
    game.do("take a claim from the mayor's wife")
    assert game.claims_of(0) == [] and game.claims_of(1) == [1, 3, 5]


@rule("DT-7.6.4")
def test_sweeping_the_row():
    game = hall("K K K K 9", "Q Q J J 10", "10 10 J 9 9", row=[2, 5, 4], mode="base", property_row_refill="sweep")
    assert game.claims_of(0) == [2]
    assert len(game.view["land_discard"]) == 2 and game.land_left == 22 - 3


@rule("DT-14.14")
def test_choosing_the_extra_card():
    game = hall("K K K A 9", "Q Q J J 10", "10 10 J 9 9", row=[2, 5, 4], mode="base", town_hall_extra_pick="choice")
    assert game.options == ["take the claim 5 in slot 2", "take the claim 4 in slot 3"]
    game.do("take the claim 4")
    assert game.claims_of(0) == [2, 4] and game.row_values()[0] == 5


@rule("DT-14.16", "DT-7.6.1")
def test_more_cards_at_town_hall_and_at_the_store():
    game = hall("K K K A 9", "Q Q J J 10", "10 10 J 9 9", row=[2, 5, 4], mode="base", town_hall_base_cards=2)
    assert game.claims_of(0) == [2, 4, 5]
    none = hall("K K K A 9", "Q Q J J 10", "10 10 J 9 9", row=[2, 5, 4], mode="base", town_hall_cards_per_ace=0)
    assert none.claims_of(0) == [2]
    shop = (
        scene(
            "9 9 9 9 9",
            "J J J K Q",
            "A A K K Q",
            mode="base",
            store_cards_kept=2,
            luck=[("store", ["equip_1", "equip_2", "equip_3"])],
        )
        .until("B shop")
        .do("keep Equipment 1", "keep Equipment 3")
    )
    assert sorted(shop.hand_of(1)) == ["equip_1", "equip_3"]


# 7.7 Doc Badluck

@rule("DT-7.7.1", "DT-7.7.2", "DT-7.7.3", "DT-7.7.5")
def test_example_33_doctor_with_five_players():
    hands = ("9 9 9 9 9", "10 10 10 10 10", "J J J J J", "K K K Q Q", "A K 9 9 J")
    game = scene(*hands, nuggets=[3, 0, 2, 1, 0], cash=[4, 1, 0, 6, 8], bank=0, stagecoach=0, mode="base", **QUIET)
    game.until("E remedy")
    assert game.options == ["leave the Doctor alone", "barbed wire for up to 2 claims", "take a store card",
                            "take $2 from everybody", "take 1 nugget from everybody"]
    nuggets, cash = game.nuggets, game.cash
    gold = game.game.copy()
    gold.apply(gold.legal()[4])
    assert gold.view()["nuggets"][4] == nuggets[4] + sum(min(1, n) for n in nuggets[:4]) == 0 + 3
    game.do("take $2")
    assert game.view["cash"][4] == cash[4] + sum(min(2, n) for n in cash[:4])


@rule("DT-7.7.3")
def test_example_34_doctor_faces():
    game = scene("9 9 9 9 10", "9 9 9 10 10", "10 10 10 K K", mode="base").until("remedy")
    assert game.asked == "B remedy"
    assert game.options == ["leave the Doctor alone", "barbed wire for up to 2 claims"]


@rule("DT-7.7.3", "DT-7.7.4", "DT-7.7.5", "DT-10.5")
def test_barbed_wire():
    hands = ("9 9 9 9 10", "9 9 9 10 10", "10 10 10 K K")
    game = scene(*hands, mode="base", claims={1: [1, 3, 5]}).until("B remedy").do("barbed wire")
    assert game.options == ["protect a claim of 1", "protect a claim of 3", "protect a claim of 5"]
    game.do("protect a claim of 3")
    assert game.options == ["protect no more claims", "protect a claim of 5"]       # 1 and 3 are the pair named before
    game.do("protect a claim of 5")
    assert game.wired_of(1) == [3, 5] and game.claims_of(1) == [1, 3, 5]
    nothing = scene(*hands, mode="base").until("B remedy").do("barbed wire")        # allowed although it yields nothing
    assert nothing.wired == [] and nothing.view["n"][1][7] == 1


@rule("DT-7.7.3", "DT-14.17")
def test_other_numbers_of_the_remedies():
    hands = ("9 9 9 9 9", "10 10 10 10 10", "J J J J J", "K K K Q Q", "A K 9 9 J")
    start = dict(nuggets=[3, 0, 2, 1, 0], cash=[4, 1, 0, 6, 8], bank=0, stagecoach=0, mode="base",
                 claims={4: [1, 2, 3, 4]})
    rules = dict(doc_protect_count=3, doc_dollars_each=5, doc_nuggets_each=2)
    game = scene(*hands, **start, **rules, **QUIET).until("E remedy")
    assert game.options[1] == "barbed wire for up to 3 claims"
    nuggets, cash = game.nuggets, game.cash
    gold, money = Scene(game.game.copy()), Scene(game.game.copy())
    gold.do("take 2 nuggets from everybody")
    assert gold.nuggets[4] == sum(min(2, n) for n in nuggets[:4]) and max(nuggets[:4]) > 2
    money.do("take $5 from everybody")
    assert money.view["cash"][4] == cash[4] + sum(min(5, n) for n in cash[:4]) and max(cash[:4]) > 5 > min(cash[:4])
    game.do("barbed wire", "protect a claim of 1", "protect a claim of 2", "protect a claim of 4")
    assert game.wired_of(4) == [1, 2, 4] and game.asked != "E wire"
    none = scene(*hands, **start, doc_protect_count=0, **QUIET).until("E remedy").do("barbed wire")
    assert none.wired == [] and none.asked != "E wire"


@rule("DT-7.7.1")
def test_the_doctor_may_call_at_random():
    """B and C have won nothing: sometimes one comes first, sometimes the other, and nobody comes twice."""
    start = scene("9 9 9 9 10", "9 9 10 10 10", "9 9 9 10 10", "10 10 10 10 9", mode="base", doc_order="random",
                  town=False)
    orders = set()
    for key in range(30):
        game = Scene(start.game.copy())
        game.game.redeal(3, key)
        game.do("lock 9")
        seen = ""
        while game.game.to_move >= 0 and game.round == 2:
            if game.asked.endswith("remedy"):
                seen += game.asked[0]
            game.game.apply(game.game.legal()[0])
        orders.add(seen)
    assert orders == {"BC", "CB"}


@rule("DT-7.7.1")
@pytest.mark.parametrize(("order", "first"), [("from_sheriff", 2), ("from_seat_0", 0)])
def test_the_order_at_the_doctor(order, first):
    game = scene("9 10 J Q K", "9 9 9 10 10", "9 10 J Q A", "J J J Q Q", mode="base", sheriff=2, doc_order=order,
                 bribe_mode="none")
    seen = []
    while game.round == 2 and game.game.to_move >= 0:
        if game.asked.endswith("remedy"):
            seen.append(game.game.to_move)
        game.game.apply(game.game.legal()[-1] if game.asked.endswith("name") else game.game.legal()[0])
    order_of = [2, 3, 0, 1] if first == 2 else [0, 1, 2, 3]
    assert seen == [p for p in order_of if p in seen] and seen
