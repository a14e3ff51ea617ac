"""Section 9: the Indian die."""
import pytest

from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import RANCH, scene

IND = {"mode": "base_ext_ind", "bribe_mode": "none"}
HANDS = ("K K K K 9", "A A A 10 J", "Q Q J J 9")


def hall(*hands, **rest):
    game = scene(*hands, **{**IND, **rest})
    while game.step < w.TOWN_HALL:
        game.game.apply(game.game.legal()[0])
    return game


@rule("DT-9.3", "DT-9.7", "DT-9.8")
def test_example_39_indian_offer():
    game = hall("K K K A A", "Q Q Q 10 J", "J J 9 9 10", row=[1, 4, 3], town_hall_max_extra=1)
    game.force("land", 2).do("take the mayor's claims")
    assert game.asked == "A offer"
    assert game.options == ["give nothing to the Indians", "give a claim of 1 for the Indian die",
                            "give a claim of 4 for the Indian die"]
    game.do("give nothing")
    assert game.asked == "B offer"
    game.do("give a claim of 2")
    assert game.indian == 1 and game.claims_of(1) == [] and len(game.box) == 1 and game.land_discard == []
    game.to_the_end_of_the_round()
    assert game.round == 3 and game.indian == 1             # it acts in the next round


@rule("DT-9.3")
def test_a_ranch_counts_as_a_land_card():
    game = hall(*HANDS, row=[RANCH, 4, 3]).do("take the mayor's claims").do("give a ranch")
    assert game.indian == 0 and game.ranches[0] == 0 and game.box_ranches == 1


@rule("DT-9.4")
def test_without_a_gift_the_die_goes_home():
    game = hall(*HANDS, indian=2, luck=[("indian", ["bodyguard"])]).do(
        "take the mayor's claims", "give nothing", "give nothing"
    )
    game.to_the_end_of_the_round()
    assert game.round == 3 and game.indian == w.NOBODY


@rule("DT-9.5", "DT-9.4")
def test_smoke_signals_fetch_the_die():
    game = (
        hall("K K K K 9", "A A A 10 J", "J J 9 9 10", cards={1: ["smoke_signals"]})
        .do("take the mayor's claims", "give a claim")
        .until("B play")
    )
    assert game.asked == "B play" and game.indian == 0
    game.do("play Smoke Signals")
    assert game.indian == 1 and game.round == 3


@rule("DT-9.8", "DT-7.6.4")
def test_the_row_is_refilled_before_the_indians_ask():
    game = hall("K K K A A", "Q Q Q 10 J", "J J 9 9 10", row=[1, 4, 3]).force("land", 5, 2, 2, 5)
    game.do("take the mayor's claims")
    assert game.asked == "A offer" and game.claims_of(0) == [1, 3, 4] and game.row_values() == [2, 2, 5]


@rule("DT-9.8", "DT-9.4", "DT-9.5")
def test_the_die_goes_home_before_smoke_signals():
    """C holds the die and the card. Nobody gave land, so the die is back in the Village and C may fetch it again."""
    game = hall(*HANDS, indian=2, luck=[("indian", ["bodyguard"])], cards={2: ["smoke_signals"]}).do(
        "take the mayor's claims", "give nothing", "give nothing").until("C play")
    assert game.asked == "C play" and game.indian == w.NOBODY and game.step == w.SMOKE
    game.do("play Smoke Signals")
    assert game.indian == 2 and game.round == 3


@rule("DT-9.6")
def test_with_two_players_only_the_winner_gets_the_offer():
    game = hall("K K K K 9", "A A A 10 J").do("take the mayor's claims", "give nothing")
    assert not game.asked.endswith("offer")


@rule("DT-14.8")
def test_other_prices():
    free = hall(*HANDS, indian_price=0).do("take the mayor's claims")
    assert free.options == ["give nothing to the Indians", "take the Indian die"]
    free.do("take the Indian die")
    assert free.indian == 0 and free.box == []
    dear = hall("K K K A A", "Q Q Q 10 J", "J J 9 9 10", indian_price=2, row=[1, 2, 3]).do("take the mayor's claims")
    dear.do("give a claim of 1")
    assert dear.asked == "A offer" and dear.indian == w.NOBODY and "give nothing to the Indians" not in dear.options
    dear.do("give a claim of 3")
    assert dear.indian == 0 and dear.claims_of(0) == [2]


def die(effect, *hands, holder=1, **rest):
    return scene(*hands, **{**IND, "indian": holder, "luck": [("indian", [effect])], **rest})


@rule("DT-9.2")
def test_the_shaman_turns_a_die():
    game = die("shaman", "K K K K 9", "A A A 10 J", "Q Q J J 9")
    assert game.asked == "B shaman" and len(game.options) == 1 + 3 * 5
    game.do("turn a 10 to A")
    assert game.combination(1) == "J A A A A"


@rule("DT-9.2")
def test_example_41_ambush():
    game = die("ambush", "9 J J K K", "A A A 10 10", "Q Q 9 10 A", luck=[("indian", ["ambush"]), ("ambush", ["K"])])
    assert game.asked == "B ambush" and not [words for words in game.options if "make B" in words]
    game.do("make C reroll a Q")
    assert game.combination(2) == "9 10 Q K A"


@rule("DT-9.2")
def test_the_bodyguard_keeps_thieves_away():
    hands = ("9 9 9 9 9", "A A K 10 10", "Q Q J K K")
    game = die("bodyguard", *hands, cards={1: ["horse"], 0: ["cow"]})
    while game.step < w.SALOON:
        game.game.apply(game.game.legal()[0])
    game.do("steal a card")
    assert game.asked != "C victim" or "rob B" not in game.options
    assert game.hand_of(1).count("horse") == 1
    dry = die("bodyguard", *hands, ranches={1: 1}, cards={2: ["whiskey"]})
    while dry.step < w.SALOON:
        dry.game.apply(dry.game.legal()[0])
    dry.do("steal a card")
    assert dry.ranches[1] == 1 and "whiskey" in dry.hand_of(2)          # example 49: not even offered


@rule("DT-14.9")
@pytest.mark.parametrize(("scope", "left"), [("saloon", 6), ("all_takings", 8)])
def test_what_the_bodyguard_prevents(scope, left):
    game = die("bodyguard", "K K 9 9 9", "A A A A 10", "9 9 K J J", bodyguard_scope=scope, cash=[8, 8, 8], bank=0,
               stagecoach=0, cards={2: ["visit_doc"]}).until("C play")
    cash = game.cash[1]
    game.do("play Doctor's appointment").do("take $2")
    assert cash - game.cash[1] == 8 - left


@rule("DT-9.2", "DT-9.3", "DT-9.4")
def test_example_40_warpath_on_town_hall():
    game = die("warpath", *HANDS)
    row, claims = game.row, game.claims
    assert game.options == [f"close {place}" for place in w.PLACES]
    game.do("close Town Hall")
    asked = []
    while game.round == 2:
        asked.append(game.asked)
        assert game.row == row
        game.game.apply(game.game.legal()[0])
    assert not [question for question in asked if question.endswith("offer")]
    assert game.claims == claims and game.indian == w.NOBODY
    assert all(game.view["n"][p][w.TOWN_HALL - w.MINE] == 0 for p in range(3))


@rule("DT-9.2", "DT-7.2.4")
def test_a_closed_bank_still_takes_in_the_stagecoach():
    game = die("warpath", "10 10 10 9 9", "A A A 10 J", "Q Q J J 9", bank=3, stagecoach=4, holder=0).do(
        "close the Bank"
    )
    while game.step <= w.BANK:
        game.game.apply(game.game.legal()[0])
    assert (game.bank, game.stagecoach) == (7, 0) and game.view["n"][0][1] == 0


@rule("DT-9.1", "DT-9.2")
def test_a_blank_die_does_nothing():
    blank = {f"indian_die_faces_{name}": 0 for name in ("shaman", "ambush", "bodyguard", "warpath")}
    game = scene(*HANDS, **IND, indian=1, **blank)
    assert game.step == w.MINE
