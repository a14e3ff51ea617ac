"""Store cards: section 10."""
import pytest

from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import RANCH, rolling, scene

QUIET = {"bribe_mode": "none"}


def at(game, step):
    now = game.round
    while game.step < step and game.round == now and game.game.to_move >= 0:
        game.game.apply(game.game.legal()[0])
    return game


@rule("DT-10.10")
def test_example_25_half_bank():
    game = scene("9 9 9 J Q", "10 10 J K K", "J J J J A", "9 Q Q K A", bank=7, cash=[8, 2, 8, 8], mode="base",
                 cards={3: ["half_bank"]})
    assert game.asked == "D play"
    game.do("play Accomplice")
    assert game.cash[1] == 2 + 7 - 3 and game.cash[3] == 8 + 3


@rule("DT-10.10")
def test_half_bank_rounds_as_told_and_never_answers_the_stagecoach():
    start = dict(bank=7, cash=[8, 2, 8, 8], cards={3: ["half_bank"]})
    hands = ("9 9 9 J Q", "10 10 J K K", "J J J J A", "9 Q Q K A")
    up = scene(*hands, mode="base", half_bank_rounding="up", **start).do("play Accomplice")
    assert up.cash[3] == 12
    coach = at(scene(*hands, stagecoach=4, **start), w.BANK).do("hold up the stagecoach")
    assert coach.asked != "D play"
    small = scene(*hands, mode="base", **{**start, "bank": 1})
    assert small.asked != "D play"                          # half of $1 is nothing: no window


@rule("DT-10.1", "DT-10.6")
def test_example_35_double_nuggets_at_a_short_mine():
    game = scene(
        "9 9 9 J Q", "10 10 J K K", "J J J J A", mine=5, nuggets=[0, 5, 5], mode="base", cards={0: ["double_nuggets"]}
    )
    assert game.asked == "A play"
    game.do("play Double nuggets")
    assert game.nuggets[0] == 5 and game.mine == 0
    useless = scene("9 9 9 J Q", "10 10 J K K", "J J J J A", mine=3, nuggets=[0, 5, 5], mode="base",
                    cards={0: ["double_nuggets"]})
    assert useless.asked != "A play" and useless.nuggets[0] == 3


@rule("DT-10.2", "DT-10.3", "DT-10.9")
def test_a_cancelled_card_has_no_effect_and_is_used_up():
    game = scene("9 9 9 J Q", "10 10 J K K", "J J J J A", mode="base",
                 cards={0: ["double_nuggets"], 1: ["cancel"], 2: ["cancel"]})
    game.do("play Double nuggets")
    assert game.asked == "B cancel"                         # clockwise from the player
    game.do("let Double nuggets pass")
    assert game.asked == "C cancel"
    game.do("cancel Double nuggets")
    assert game.nuggets[0] == 3 and sorted(game.discarded()) == ["cancel", "double_nuggets"]
    assert game.hand_of(1) == ["cancel"]


@rule("DT-10.3")
def test_what_cannot_be_cancelled():
    """Somebody always holds a Cancel, and is never asked: bandits, River cards, remedies, the Indian die."""
    bandit = rolling("9 9 9 9", "K A", seat=1, roll="9 9 9", hired={1: [4]}, cards={0: ["cancel"]}, cash=[8, 8])
    bandit.do("lock nothing", "lock J J with bandit B05")
    assert bandit.asked == "A keep" and bandit.combination(1) == "J J K A"
    found = river("gold_3", cards={2: ["cancel"]})
    assert found.nuggets[1] == 3 and not found.asked.endswith("cancel")
    wire = scene("9 9 9 9 10", "9 9 9 10 10", "10 10 10 K K", mode="base", claims={1: [3]}, cards={0: ["cancel"]})
    wire.until("B remedy").do("barbed wire")
    assert wire.asked == "B wire"
    shaman = scene("K K K K 9", "A A A 10 J", "Q Q J J 9", mode="base_ext_ind", indian=1, cards={0: ["cancel"]},
                   luck=[("indian", ["shaman"])]).do("turn a 10 to A")
    assert shaman.combination(1) == "J A A A A" and not shaman.asked.endswith("cancel")


@rule("DT-14.10", "DT-10.2")
def test_a_cancel_can_be_cancelled_where_a_tweak_says_so():
    start = dict(mode="base", cards={0: ["double_nuggets"], 1: ["cancel"], 2: ["cancel"]})
    hands = ("9 9 9 J Q", "10 10 J K K", "J J J J A")
    game = scene(*hands, cancel_chain=True, **start).do("play Double nuggets", "cancel Double nuggets")
    assert game.asked == "C cancel" and game.options == ["let B's Cancel pass", "cancel B's Cancel"]
    game.do("cancel B's Cancel")
    assert game.nuggets[0] == 6
    plain = scene(*hands, **start).do("play Double nuggets", "cancel Double nuggets")
    assert plain.asked != "C cancel" and plain.nuggets[0] == 3


@rule("DT-10.6")
def test_double_store_and_example_48_a_card_just_drawn():
    hands = ("9 9 9 9 9", "J J K K Q", "A A 10 10 Q")
    luck = [("store", ["double_store", "horse", "equip_1"])]
    game = scene(*hands, mode="base", luck=luck).until("B shop").do("keep Double store")
    assert game.hand_of(1) == ["double_store"] and game.step > w.STORE
    twice = scene(*hands, mode="base", cards={1: ["double_store"]},
                  luck=[("store", ["equip_2", "horse", "equip_1", "equip_3"])])
    twice.until("B play").do("play Double store", "keep Horse")
    assert twice.options == ["keep Equipment 1", "keep Equipment 3"]
    twice.do("keep Equipment 3")
    assert sorted(twice.hand_of(1)) == ["equip_3", "horse"]


def thieves(**changes):
    """B holds a Queen; C has a ranch."""
    start = dict(ranches={2: 1}, cards={1: ["whiskey"]}, **QUIET)
    return at(scene("9 9 9 9 9", "Q Q 10 10 10", "K K A A 10", **{**start, **changes}), w.SALOON)


@rule("DT-7.4.3", "DT-10.9")
def test_example_49_whiskey_without_face_down_cards():
    game = thieves().do("steal a card", "play Whiskey")
    if game.asked == "B ranch":
        game.do("take a ranch from C")
    assert game.ranches == [0, 1, 0] and game.discarded() == ["whiskey"]
    dry = thieves(cards={}).do("steal a card")
    assert dry.ranches == [0, 0, 1]
    cancelled = thieves(cards={1: ["whiskey"], 0: ["cancel"]}, claims={2: [3]}).do(
        "steal a card", "play Whiskey", "cancel"
    )
    assert cancelled.asked == "B victim"                    # the ordinary theft goes on


@rule("DT-10.6", "DT-7.4.1")
def test_double_saloon_runs_two_thefts():
    game = thieves(cards={1: ["double_saloon"], 2: ["horse", "cow"]}, ranches={}).do(
        "steal a card", "play Double saloon"
    )
    game.do("rob C").do("keep Horse").do("rob C")
    assert sorted(game.hand_of(1)) == ["cow", "horse"]


@rule("DT-10.1")
@pytest.mark.parametrize(("start", "offered"), [
    (dict(cards={1: ["double_saloon"], 2: ["horse"]}, ranches={}), False),
    (dict(cards={1: ["double_saloon"], 2: ["horse"], 0: ["cow"]}, ranches={}), True),
    (dict(cards={1: ["double_saloon"]}, claims={2: [3]}, wired={2: [5]}, ranches={}), False),       # barbed wire
    (dict(cards={1: ["double_saloon"]}, claims={2: [3, 3]}, ranches={}), True),
    (dict(cards={1: ["double_saloon"], 2: ["horse"]}), False),              # C's ranch is safe without Whiskey
    (dict(cards={1: ["double_saloon", "whiskey"], 2: ["horse"]}), True),
    (dict(cards={1: ["double_saloon", "whiskey"]}), False)])                # a single Whiskey, nothing else
def test_double_saloon_needs_two_things_to_steal(start, offered):
    game = thieves(**start).do("steal a card")
    assert ("play Double saloon" in game.options) == offered


@rule("DT-10.1")
def test_what_the_bodyguard_watches_is_no_second_theft():
    game = thieves(mode="base_ext_ind", indian=0, luck=[("indian", ["bodyguard"])], ranches={},
                   cards={1: ["double_saloon"], 0: ["cow", "mule"], 2: ["horse"]}).do("steal a card")
    assert game.bodyguard == 0 and "play Double saloon" not in game.options


@rule("DT-10.4", "DT-10.6")
def test_whiskey_can_be_insured():
    game = thieves(cards={1: ["whiskey"], 2: ["insurance"]}).do("steal a card", "play Whiskey")
    game.until("C play")
    left = game.land_left
    game.do("play Insurance")
    assert game.land_left == left - 1


@rule("DT-7.4.4", "DT-10.6")
def test_thug_chooses_any_bandit():
    game = thieves(cards={1: ["thug"]}, ranches={}).do("hire a bandit")
    assert game.asked == "B thug" and len(game.options) == 13
    game.do("play Thug and hire bandit B12")
    assert game.hired[1] == [11] and game.bandit_top in game.bandit_deck
    stopped = thieves(cards={1: ["thug"], 2: ["cancel"]}, ranches={}).do("hire a bandit")
    top = stopped.bandit_top
    stopped.do("play Thug and hire bandit B12", "cancel")
    assert stopped.hired[1] == [top]


@rule("DT-7.5.1", "DT-10.7")
def test_example_44_sheriff_stays():
    game = at(
        scene("9 9 9 9 9", "10 10 10 10 10", "K K K J J", cards={0: ["sheriff_stays"]}, mode="base", **QUIET),
        w.SHERIFF,
    )
    assert game.asked == "A play"
    game.do("play Sheriff stays")
    assert game.sheriff == 0 and game.view["n"][2][w.SHERIFF - w.MINE] == 1


@rule("DT-10.7")
def test_the_player_who_acts_is_asked_himself():
    """C takes the badge and holds the card himself: he may leave it with A."""
    game = at(scene("9 9 9 9 9", "10 10 10 10 10", "K K K J J", cards={2: ["sheriff_stays"]}, mode="base", **QUIET),
              w.SHERIFF)
    assert game.asked == "C play"
    game.do("play Sheriff stays")
    assert game.sheriff == 0


@rule("DT-14.10")
def test_sheriff_stays_and_the_river():
    hands, start = ("9 9 J Q K", "10 10 9 Q A", "10 10 J J A"), dict(cards={2: ["sheriff_stays"]}, **QUIET)
    plain = scene(*hands, **start).force("river", "badge").do("mine gold")
    assert plain.sheriff == 1
    wide = scene(*hands, sheriff_stays_scope="any_transfer", **start).force("river", "badge").do("mine gold")
    assert wide.asked == "C play"
    wide.do("play Sheriff stays")
    assert wide.sheriff == 0


@rule("DT-10.6", "DT-9.3")
def test_extra_claim_comes_after_the_actions_own_cards():
    game = at(scene("K K K K 9", "10 10 J J 9", "9 9 9 J 10", row=[2, 5, 4], mode="base", cards={0: ["extra_property"]},
                    **QUIET), w.TOWN_HALL)
    assert game.asked == "A play"
    game.force("land", 4).do("play Extra claim")
    assert game.claims_of(0) == [2, 4]
    empty = at(
        scene(
            "K K K K 9",
            "10 10 J J 9",
            "9 9 9 J 10",
            row=[2, 5, 4],
            mode="base",
            cards={0: ["extra_property"]},
            land_left=[],
            **QUIET,
        ),
        w.TOWN_HALL,
    )
    assert empty.asked != "A play"


@rule("DT-10.9")
def test_visit_doc_is_for_those_who_have_won():
    game = scene("9 9 9 9 K", "10 10 10 10 10", "J J J J J", mode="base", cards={0: ["visit_doc"]}, **QUIET)
    game.until("A play")
    game.do("play Doctor's appointment")
    assert game.asked == "A remedy" and "leave the Doctor alone" not in game.options
    game.do("take $2")
    assert game.view["n"][0][7] == 1


@rule("DT-10.9")
def test_visit_doc_is_not_for_those_who_may_come_anyway():
    hands = ("9 9 9 9 10", "9 9 9 10 10", "10 10 10 K K")
    game = scene(*hands, mode="base", cards={1: ["visit_doc"]}).until("B remedy", "B play")
    assert game.asked == "B remedy"
    game.do("leave the Doctor alone")
    assert game.asked != "B play" and game.hand_of(1) == ["visit_doc"]


@rule("DT-14.17", "DT-10.8")
@pytest.mark.parametrize("amount", [1, 7])
def test_another_sum_of_the_pickpocket(amount):
    hands = ("9 9 9 9 9", "J K K Q Q", "A A A A 10")
    game = scene(*hands, mode="base", cash=[8, 8, 3], bank=0, steal_4_amount=amount, luck=[("store", ["steal_4"])])
    game.until("target")
    before = game.cash
    game.do(f"take up to ${amount} from A")
    assert [game.cash[0] - before[0], game.cash[1] - before[1]] == [-amount, amount]


@rule("DT-10.8", "DT-14.17")
def test_pickpocket():
    hands = ("9 9 9 9 9", "J K K Q Q", "A A A A 10")
    game = scene(*hands, mode="base", cash=[8, 8, 3], bank=0, luck=[("store", ["steal_4"])]).until("target")
    assert game.asked == "B target"
    before = game.cash
    game.do("take up to $4 from A")
    assert game.cash[1] == before[1] + 4 and game.cash[0] == before[0] - 4
    broke = scene(*hands, mode="base", cash=[0, 8, 0], bank=0, luck=[("store", ["steal_4"])])
    assert broke.asked != "B target" and "steal_4" in broke.discarded()


@rule("DT-10.8")
def test_gift_the_giver_chooses():
    game = scene("9 9 9 9 9", "J K K 10 10", "A A A A 10", cards={2: ["horse", "cow"]}, luck=[("store", ["gift"])])
    game.until("B action")
    while game.step != w.STORE:
        game.game.apply(game.game.legal()[0])
    game.do("shop")
    if game.asked == "B gift":
        game.do("ask C for a gift")
    assert game.asked == "C give"
    game.do("give Cow")
    assert game.hand_of(1) == ["cow"] and game.hand_of(2) == ["horse"]
    alone = scene("9 9 9 9 9", "J K K 10 10", "A A A A 10", luck=[("store", ["gift"])])
    at(alone, w.STORE).do("shop")
    assert alone.hand_of(1) == [] and alone.discarded() == ["gift"]


@rule("DT-10.3")
def test_now_cards_can_be_cancelled():
    game = at(
        scene("9 9 9 9 9", "J K K 10 10", "A A A A 10", cards={2: ["cancel"]}, luck=[("store", ["swindler"])]),
        w.STORE,
    )
    cash = game.cash
    game.do("shop")
    assert game.asked == "C cancel"
    game.do("cancel Swindler")
    assert game.cash == cash


def river(card, *more, **rest):
    """A mines, B explores the river."""
    game = scene("9 9 J Q K", "9 10 10 Q A", "10 J J K A", **rest)
    return game.force("river", card, *more).do("mine gold")


@rule("DT-7.1.3", "DT-7.1.2")
@pytest.mark.parametrize(("card", "gold"), [("gold_2", 2), ("gold_3", 3), ("gold_4", 4), ("gold_5", 5), ("nothing", 0)])
def test_gold_of_the_river(card, gold):
    game = river(card)
    assert game.nuggets == [2, gold, 0] and sum(game.view["river"]) == 11


@rule("DT-7.1.3")
def test_wallets_come_from_the_bank():
    game = river("wallet_3", bank=2, cash=[8, 8, 8])
    while game.step < w.BANK:
        game.game.apply(game.game.legal()[0])
    assert game.view["cash"][1] == 10


@rule("DT-7.1.3")
def test_find_shows_three_cards():
    game = river("find", "gold_2", "gold_5", "nothing")
    assert game.asked == "B find" and game.options == ["use 2 nuggets", "use 5 nuggets", "use nothing"]
    game.do("use 5 nuggets")
    assert game.asked == "B find_order"
    game.do("put nothing back below the others")
    assert game.nuggets[1] == 5 and [game.view["river_top"][i] for i in (0, 1)] == [w.NOTHING, w.GOLD_2]
    assert game.view["finder"] == 1 and sum(game.view["river"]) + game.view["n_top"] == 10
    assert game.game.position.peek(3)[:2] == [w.GOLD_2, w.NOTHING]
    orders = set()
    for key in range(30):
        other = game.game.copy()
        other.redeal(0, key)
        orders.add(tuple(other.view()["river_top"][:2]))
    assert len(orders) > 5


@rule("DT-14.16")
def test_find_with_fewer_cards():
    assert len(river("find", "gold_2", "gold_5", find_draw=2).options) == 2


@rule("DT-14.11")
@pytest.mark.parametrize(("source", "options"), [
    ("property_then_store", ["take a claim of 4 from the discard", "take a ranch from the discard"]),
    ("property_discard", ["take a claim of 4 from the discard", "take a ranch from the discard"]),
    ("store_discard", ["take Horse from the discard", "take Cow from the discard"])])
def test_the_coupon(source, options):
    game = river("coupon", land_discard=[4, 4, RANCH], discard=["horse", "cow"], coupon_source=source)
    assert game.options == options
    game.do(options[-1])
    assert game.ranches[1] == 1 if source != "store_discard" else game.hand_of(1) == ["cow"]


@rule("DT-14.11")
def test_the_coupon_falls_back_to_the_store():
    assert river("coupon", discard=["horse", "cow"]).options == [
        "take Horse from the discard",
        "take Cow from the discard",
    ]
    none = river("coupon", discard=["horse"], coupon_source="property_discard")
    assert none.hand_of(1) == [] and none.view["river"][w.COUPON] == 0


@rule("DT-14.6")
def test_used_river_cards_may_come_back():
    copies = {
        f"river_copies_{name}": 0
        for name in ("gold_3", "gold_4", "gold_5", "badge", "wallet_3", "wallet_2", "coupon", "find", "nothing")
    }
    hands = ("9 9 J Q K", "9 10 10 Q A", "10 J J K A")
    for again in (True, False):
        game = scene(*hands, river_reshuffle=again, river_copies_gold_2=1, **copies).do("mine gold")
        assert game.nuggets[1] == 2
        game.to_the_end_of_the_round()
        assert game.game.position.peek(3)[:1] == ([w.GOLD_2] if again else [])


@rule("DT-14.6")
def test_a_find_is_not_shuffled_into_the_deck_that_it_searches():
    """The River is one Find and two cards of nothing, and comes back when it is empty. The Find in B's hand shows the
    two others, never itself; a second Find does not bring back the first."""
    copies = {f"river_copies_{name}": 0
              for name in ("gold_2", "gold_3", "gold_4", "gold_5", "badge", "wallet_3", "wallet_2", "coupon")}
    game = river("find", river_reshuffle=True, river_copies_find=1, river_copies_nothing=2, find_draw=5, **copies)
    assert game.options == ["use nothing"] and game.view["picks"] == 2
    game.do("use nothing")
    assert game.step > w.MINE and game.runs == 0
    two = river("find", "find", river_reshuffle=True, river_copies_find=2, river_copies_nothing=1, find_draw=1,
                **copies)
    assert two.options == ["use Find"]
    two.do("use Find")
    assert two.options == ["use nothing"]
    two.do("use nothing")
    assert two.step > w.MINE


@rule("DT-10.5")
def test_no_hand_limit_and_points_cards_can_be_stolen():
    game = thieves(cards={2: ["horse", "cow", "equip_1", "equip_2", "equip_3", "equip_4", "equip_5", "winchester"]},
                   ranches={}).do("steal a card", "rob C")
    assert game.asked == "B loot" and len(game.options) == 2
