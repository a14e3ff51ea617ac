"""Places and ties: DT-4.20 to DT-4.28, section 6."""
import pytest

import sim
from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import Scene, rolling, rules_of, scene

# Combinations without a 9 that do not meet: fillers for scenes about the Mine
B_THREE, C_TWO = "9 9 9 Q K", "9 9 J J K"


@rule("DT-4.20", "DT-4.21", "DT-4.26", "DT-7.1.1")
def test_example_15_mine_base():
    game = scene("9 10 10 J Q", B_THREE, C_TWO, mode="base", mine=30).until("bribe", "name", "action", "remedy")
    assert game.nuggets == [0, 3, 0] and game.mine == 27
    assert (game.view["n"][1][0], game.view["n"][0][0], game.view["n"][2][0]) == (1, 0, 0)


@rule("DT-4.22", "DT-7.1.2", "DT-7.1.3", "DT-4.26")
def test_example_16_mine_with_two_places():
    game = scene("9 10 10 J Q", B_THREE, C_TWO, mine=40)
    assert game.asked == "B action" and game.options == ["mine gold", "explore the river"]
    game.force("river", "gold_4").do("mine gold")
    assert game.nuggets == [0, 3, 4] and game.mine == 33
    assert game.view["n"][0][0] == 0                    # A, with a single 9, is not placed


@rule("DT-7.1.1", "DT-12.1")
def test_example_17_mine_shortage():
    game = scene("9 9 9 9 J", "10 10 Q Q K", "J J K K A", mine=2, nuggets=[0, 9, 9], mode="base")
    assert game.nuggets[0] == 2 and game.mine == 0
    game.until()
    assert game.asked == "over" and game.outcome().reason == "mine_empty"


@rule("DT-6.1", "DT-6.2", "DT-6.10")
def test_example_18_tie_for_first():
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", "9 A A K Q", bribe_mode="none")
    assert game.asked == "A name"
    game.do("name C first at the Mine")
    assert (game.first, game.second) == (2, 1) and game.asked == "C action"
    game.do("mine gold")
    assert game.nuggets[2] == 2 and 3 not in game.won


@rule("DT-6.2")
def test_example_19_three_tied():
    game = scene("9 9 9 9 9", "Q 9 10 J A", "Q 10 10 J A", "Q J J K A", bribe_mode="none", nuggets=[0, 0, 0, 0])
    while game.step < w.SALOON:
        game.game.apply(game.game.legal()[0])
    assert game.asked == "A name" and game.options == [f"name {p} first at the Saloon" for p in "BCD"]
    game.do("name D first")
    assert game.asked == "A name" and game.options == [f"name {p} second at the Saloon" for p in "BC"]
    before = list(game.won)
    game.do("name B second")
    assert (game.first, game.second) == (3, 1)
    assert 2 not in set(game.won) - set(before)


@rule("DT-6.2")
def test_a_clear_first_and_a_tie_for_second():
    game = scene("J J Q K A", "9 9 9 J Q", "9 9 10 10 K", "9 9 A K Q", bribe_mode="none")
    assert game.asked == "A name" and game.options == ["name C second at the Mine", "name D second at the Mine"]


@rule("DT-6.5", "DT-6.6")
def test_example_20_only_the_named_player_pays():
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", cash=[5, 4, 3], nuggets=[1, 0, 2])
    assert game.asked == "B bribe" and len(game.options) == 5
    game.do("offer the Sheriff $2 and 0 nuggets")
    assert game.asked == "C bribe" and len(game.options) == 4 * 3
    game.do("offer the Sheriff $0 and 2 nuggets", "name C first at the Mine, for $0 and 2 nuggets")
    assert game.nuggets == [3, 0, 0] and game.cash == [5, 4, 3]


@rule("DT-6.6")
def test_offers_are_sealed_and_limited():
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", cash=[5, 9, 9], nuggets=[0, 5, 0])
    assert len(game.options) == 5 * 3                   # at most $4 and 2 nuggets
    game.do("offer the Sheriff $4 and 2 nuggets")
    offers = set()
    for key in range(30):
        other = game.game.copy()
        other.redeal(2, key)
        offers.add(other.view()["commit"][1])
    assert len(offers) > 5                              # C cannot know B's offer


@rule("DT-6.6")
@pytest.mark.parametrize(("dollars", "nuggets"), [(0, 0), (1, 4), (10, 0)])
def test_other_limits_of_an_offer(dollars, nuggets):
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", cash=[5, 9, 9], nuggets=[0, 5, 0],
                 bribe_max_dollars=dollars, bribe_max_nuggets=nuggets)
    assert len(game.options) == (min(dollars, 9) + 1) * (nuggets + 1)
    most = "nothing" if dollars == nuggets == 0 else f"${min(dollars, 9)} and {w.plural(nuggets, 'nugget')}"
    assert game.options[-1] == f"offer the Sheriff {most}"


@rule("DT-6.3", "DT-6.6")
def test_example_21_the_sheriff_favours_himself():
    game = scene("10 10 J Q K", "10 10 J K A", mode="base", bank=6)
    game.do("offer the Sheriff $3").do("name A first at the Bank")
    assert game.cash == [14, 8]


@rule("DT-6.12", "DT-6.6")
def test_a_sheriff_who_may_not_favour_himself():
    """Of two he must name the other; DT-6.6: that is automatic, so B is placed at once and bids nothing."""
    game = scene("10 10 J Q K", "10 10 J K A", mode="base", bank=6, sheriff_may_favour_self=False)
    assert game.cash == [8, 14] and game.view["n"][1][w.BANK - w.MINE] == 1
    three = scene("10 10 J Q K", "10 10 J K A", "10 10 Q K A", mode="base", bank=6, sheriff_may_favour_self=False)
    three.do("offer the Sheriff nothing", "offer the Sheriff nothing")
    assert three.options == ["name B first at the Bank", "name C first at the Bank"]


@rule("DT-6.7", "DT-6.11")
@pytest.mark.parametrize(("mode", "first"), [("fewest_cash", 2), ("lowest_score", 1)])
def test_ties_settled_by_a_rule(mode, first):
    game = scene("9 9 J Q K", "9 9 10 J Q", "9 9 10 10 K", cash=[8, 8, 4], nuggets=[0, 0, 9], bribe_mode=mode)
    assert game.asked.split()[0] == "ABC"[first] and game.first == first


@rule("DT-6.11")
def test_among_equals_the_nearest_clockwise_from_the_sheriff():
    game = scene("9 9 J Q K", "9 9 10 J Q", "9 9 10 10 K", bribe_mode="fewest_cash", sheriff=1)
    assert game.first == 1


@rule("DT-6.7", "DT-6.9", "DT-6.11", "DT-6.13")
@pytest.mark.parametrize("way", [{"bribe_mode": "random_sheriff"}, {"sheriff": -1}])
def test_ties_settled_by_chance(way):
    start = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", town=False, **way)
    first = set()
    for key in range(40):
        game = start.game.copy()
        game.redeal(0, key)
        game.apply(game.legal()[-1])
        first.add(game.view()["first"])
    assert first == {1, 2}


@rule("DT-6.13")
@pytest.mark.parametrize(("sheriff", "order"), [(-1, "BC"), (0, "BC"), (2, "CB")])
def test_without_a_badge_the_doctor_begins_with_seat_0(sheriff, order):
    """B and C have won nothing."""
    game = scene("9 9 9 9 10", "9 9 10 10 10", "9 9 9 10 10", "10 10 10 10 9", mode="base", sheriff=sheriff)
    seen = ""
    while game.game.to_move >= 0 and game.round == 2:
        if game.asked.endswith("remedy"):
            seen += game.asked[0]
        game.game.apply(game.game.legal()[0])
    assert seen == order


@rule("DT-6.13")
def test_without_a_badge_there_are_no_bribes():
    hands = ("J J Q K A", "9 9 10 J Q", "9 9 10 10 K")
    assert scene(*hands).asked == "B bribe"
    game = scene(*hands, sheriff=-1)
    assert game.asked in ("B action", "C action") and {game.first, game.second} == {1, 2}


@rule("DT-6.13")
def test_without_a_badge_nobody_scores_it():
    game = scene("9 9 9 9 J", "10 10 Q Q A", "J J A A A", mine=2, nuggets=[0, 9, 9], mode="base", sheriff=-1).until()
    assert game.outcome().columns["vp_badge"] == [0, 0, 0]


@rule("DT-6.7")
def test_cheap_talk():
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", bribe_binding=False)
    game.do("offer the Sheriff $4", "offer the Sheriff nothing", "name B first")
    assert game.asked == "B pay"
    broken = game.game.copy()
    broken.apply(broken.legal()[0])
    assert broken.view()["cash"][0] == 8
    game.do("pay the bribe")
    assert game.cash[:2] == [12, 4]


@rule("DT-6.4")
def test_the_outgoing_sheriff_settles_the_tie_for_the_badge():
    game = scene("9 9 10 10 J", "K K 9 Q A", "K K J J Q", mode="base", bribe_mode="none").until("name")
    while game.step < w.SHERIFF:
        game.game.apply(game.game.legal()[0])
    assert game.asked == "A name"
    game.do("name C first at the Sheriff")
    assert game.sheriff == 2


@rule("DT-6.4", "DT-7.1.3")
def test_a_badge_of_the_river_counts_from_the_bank_on():
    game = scene("9 9 J Q K", "10 10 9 Q A", "10 10 J J A", bribe_mode="none")
    game.force("river", "badge").do("mine gold")
    assert game.sheriff == 1 and game.asked == "B name"
    game.do("name B first at the Bank")


@rule("DT-4.23", "DT-14.2")
def test_with_two_players_only_the_first_acts():
    game = scene("9 9 9 J Q", "9 10 J K A")
    assert game.asked == "A action"
    game.do("mine gold")
    assert game.nuggets == [3, 0] and game.second == w.NOBODY
    both = scene("9 9 9 J Q", "9 10 J K A", places_ext_2p=2).force("river", "gold_2").do("mine gold")
    assert both.nuggets == [3, 2]


@rule("DT-14.2")
def test_one_place_for_more_players():
    game = scene("9 10 10 J Q", B_THREE, C_TWO, places_ext=1).do("mine gold")
    assert game.nuggets == [0, 3, 0] and sum(game.view["river"]) == 12


@rule("DT-4.24")
def test_a_single_candidate_and_none():
    game = scene("9 9 9 J Q", "J J K K A", "Q Q A A K").do("mine gold")
    assert sum(game.view["river"]) == 12                # nobody explores the river
    assert game.step == w.STORE                         # no 10s: the Bank is skipped, but the transfer happens
    assert (game.bank, game.stagecoach) == (5, 0)


@rule("DT-4.25", "DT-4.29")
def test_an_action_that_can_do_nothing():
    hands = ("Q Q 9 9 9", "K K 10 10 10", "K A A 10 10")
    game = scene(*hands, wanted=[0])
    while game.step < w.SALOON:
        game.game.apply(game.game.legal()[0])
    assert game.asked == "A action" and game.options == ["steal a card", "hire a bandit"]
    game.do("steal a card")                             # nobody has a card: no effect, but A is flagged
    assert 0 in game.won and game.hand[0] == []
    only = scene(*hands, wanted=[0], allow_null_action=False)
    while only.step < w.SALOON:
        only.game.apply(only.game.legal()[0])
    assert only.options == ["hire a bandit"]


@rule("DT-4.29", "DT-7.5.1")
def test_keeping_the_badge_is_an_effect_where_a_second_place_would_take_it():
    def at_the_sheriff(*hands, **rest):
        game = scene(*hands, allow_null_action=False, bribe_mode="none", wanted=[0], **rest)
        while game.step < w.SHERIFF:
            game.game.apply(game.game.legal()[0])
        return game
    game = at_the_sheriff("K K 9 9 9", "K 10 10 10 10", "A A A Q Q")
    assert game.asked == "A action" and game.options == ["take the badge", "catch bandits"]
    game.do("take the badge")
    assert game.sheriff == 0
    alone = at_the_sheriff("K K 9 9 9", "J 10 10 10 10", "A A A Q Q")
    assert alone.options == ["catch bandits"]           # nobody threatens his badge


@rule("DT-4.25")
def test_standing_aside_where_that_is_allowed():
    game = scene("9 10 10 J Q", B_THREE, C_TWO, action_optional=True).do("mine gold")
    assert game.asked == "B act" and game.options == ["do nothing", "act at the Mine"]
    game.do("do nothing")
    assert game.nuggets[1] == 0 and 1 in game.won and game.asked == "C act"


@rule("DT-4.26")
def test_a_place_that_brought_nothing_may_leave_the_way_to_the_doctor_open():
    hands = ("9 9 9 9 9", "10 10 10 10 K", "K K A A A")
    shut = scene(*hands, bank=0, mode="base")
    assert shut.view["n"][1][w.BANK - w.MINE] == 1 and shut.asked != "B remedy"
    door = scene(*hands, bank=0, mode="base", doc_if_null_win=True)
    assert door.asked == "B remedy"


@rule("DT-4.26")
def test_a_card_played_for_nothing_is_no_gain():
    """B's Whiskey is cancelled and there is nothing else to steal: he has lost a card and won nothing. Where the
    ordinary theft that is left to him brings a claim he has won."""
    def robber(**rest):
        game = scene("9 9 9 9 9", "Q Q 10 10 10", "K K A A 10", doc_if_null_win=True, bribe_mode="none",
                     places_ext=1, bank=0, stagecoach=0, ranches={2: 1}, cards={0: ["cancel"], 1: ["whiskey"]}, **rest)
        while game.step < w.SALOON:
            game.game.apply(game.game.legal()[0])
        return game.do("steal a card", "play Whiskey", "cancel Whiskey")
    assert 1 not in robber().won
    lucky = robber(claims={2: [3]}).do("rob C")
    assert lucky.claims_of(1) == [3] and 1 in lucky.won


@rule("DT-4.27", "DT-4.28")
def test_one_player_may_win_many_locations():
    game = scene("9 9 J J Q", "10 10 10 10 10", "K A A A A", mode="base").until()
    assert [game.view["n"][p][:6] for p in range(3)] == [[1, 0, 1, 1, 0, 0], [0, 1, 0, 0, 0, 1], [0, 0, 0, 0, 1, 0]]


@rule("DT-4.28")
def test_money_from_a_card_sets_no_flag():
    game = scene("9 9 9 10 10", "10 10 10 Q Q", "J J J K K", "9 9 A A Q", mode="base",
                 cards={3: ["half_bank"]}, bank=8, cash=[8, 8, 4, 4]).do("play Accomplice")
    assert game.cash[3] == 8
    game.until("D remedy")
    assert game.asked == "D remedy"


@rule("DT-4.30")
def test_what_is_public_and_what_is_not():
    game = scene("J J Q K A", "9 9 10 J Q", "9 9 10 10 K", cards={1: ["horse"], 2: ["cow"]}, claims={1: [5], 2: [1]})
    hands, claims = set(), set()
    for key in range(40):
        other = game.game.copy()
        other.redeal(0, key)
        view = other.view()
        assert [len(hand) for hand in view["hand"]] == [0, 1, 1, 0, 0, 0]
        assert (view["cash"], view["nuggets"], view["row"], view["wanted"]) == (
            game.view["cash"], game.view["nuggets"], game.view["row"], game.view["wanted"])
        hands.add(tuple(view["hand"][1]))
        claims.add(tuple(view["claims"][2]))
        mine = game.game.copy()
        mine.redeal(1, key)
        assert mine.view()["hand"][1] == game.view["hand"][1]
    assert len(hands) > 5 and len(claims) > 5


def knowing(game, seat, store=(), claims=()):
    """The same table, but this seat has seen these cards of the others, by their numbers."""
    view, variants = game.view, {"mode": ("base", "base_ext", "base_ext_ind")[game.game.setting["variants"]["mode"]]}
    view["knows_store"][seat], view["knows_claims"][seat] = sorted(store), sorted(claims)
    return Scene(sim.Game.from_view("dice_town", view, rules=rules_of(game.game), variants=variants))


def imagined(game, seat, name, owner):
    """What the owner may have left, as far as this seat knows."""
    found = set()
    for key in range(40):
        other = game.game.copy()
        other.redeal(seat, key)
        found.add(tuple(other.view()[name][owner]))
    return found


@rule("DT-4.30")
@pytest.mark.parametrize(("seen", "sure"), [([0], False), ([1], False), ([0, 1], True)])
def test_of_two_equal_cards_nobody_can_tell_which_was_used(seen, sure):
    """A has seen one of B's two Loaded dice. B uses one: the other may be anything, unless A had seen both."""
    game = rolling("9 9", "A A", seat=1, roll="9 9 9", cards={1: ["loaded_die", "loaded_die"]}, cash=[8, 8])
    pair = game.view["hand"][1]
    game = knowing(game, 0, store=[pair[k] for k in seen])
    game.do("lock nothing", "lock a Loaded die on K", "use no Loaded die")
    assert game.discarded() == ["loaded_die"]
    assert (len(imagined(game, 0, "hand", 1)) == 1) == sure


@rule("DT-4.30", "DT-7.7.4")
@pytest.mark.parametrize(("seen", "sure"), [([0], False), ([1], False), ([0, 1], True)])
def test_of_two_equal_claims_nobody_can_tell_which_was_protected(seen, sure):
    game = scene("9 9 9 9 10", "9 9 9 10 10", "10 10 10 K K", mode="base", claims={1: [3, 3]}).until("B remedy")
    pair = game.view["claims"][1]
    game = knowing(game, 0, claims=[pair[k] for k in seen])
    game.do("barbed wire", "protect a claim of 3", "protect no more claims")
    assert (len(imagined(game, 0, "claims", 1)) == 1) == sure


@rule("DT-4.30", "DT-10.8")
@pytest.mark.parametrize(("seen", "sure"), [([0], False), ([1], False), ([0, 1], True)])
def test_of_two_equal_cards_nobody_can_tell_which_was_given(seen, sure):
    """B has seen one of C's two Cancels and is given one as a gift."""
    game = scene("9 9 9 9 9", "J K K Q Q", "A A A A 10", mode="base_ext", cards={2: ["cancel", "cancel"]},
                 luck=[("store", ["gift"])], bribe_mode="none")
    while game.step < w.STORE:
        game.game.apply(game.game.legal()[0])
    pair = game.view["hand"][2]
    game = knowing(game, 1, store=[pair[k] for k in seen])
    game.do("shop").until("B gift")
    game.do("ask C for a gift").do("give Cancel")
    assert game.hand_of(1) == ["cancel"]
    assert (len(imagined(game, 1, "hand", 2)) == 1) == sure


@rule("DT-4.30", "DT-7.4.2")
@pytest.mark.parametrize(("seen", "sure"), [([0], False), ([1], False), ([0, 1], True)])
def test_a_thief_who_draws_a_claim_of_3_again_may_have_seen_this_very_one(seen, sure):
    """C has two claims of 3. B has seen one of them before and steals one now: what C has left may be anything."""
    game = scene("9 9 9 9 9", "Q 10 10 10 10", "K K A A 10", claims={2: [3, 3]}, bribe_mode="none")
    while game.step < w.SALOON:
        game.game.apply(game.game.legal()[0])
    pair = game.view["claims"][2]
    game = knowing(game, 1, claims=[pair[k] for k in seen]).do("steal a card", "rob C")
    assert game.claims_of(1) == [3]
    assert (len(imagined(game, 1, "claims", 2)) == 1) == sure


@rule("DT-4.30", "DT-7.6.3")
def test_a_claim_taken_from_the_row_was_seen_by_all():
    game = scene("A A A 9 9", "K K Q J 10", "Q Q J 10 9", mode="base", row=[1, 2, 5])
    while game.step <= w.TOWN_HALL:
        game.game.apply(game.game.legal()[0])
    for key in range(10):
        other = game.game.copy()
        other.redeal(1, key)
        assert other.view()["claims"][0] == game.view["claims"][0]
