"""The dice phase: DT-4.10 to DT-4.19, bandits before a roll (section 8), Loaded dice."""
import pytest

import sim
from sim.dice_town import words as w
from sim.dice_town.dice import how_many
from tests.rules import rule
from tests.rules.dice_town.scene import deal, dice, rolling, scene, shown


@rule("DT-4.11", "DT-4.12", "DT-14.3")
@pytest.mark.parametrize(("lock", "left"), [("nothing", 7), ("9", 8), ("9 10", 7), ("9 10 J", 6), ("9 10 J Q", 5),
                                            ("9 10 J Q K", 4)])
def test_example_7_the_cost_of_locking(lock, left):
    game = rolling("", "", seat=1, roll="9 10 J Q K", roll_round=1)
    before = game.stagecoach
    game.do(f"lock {lock} for ${8 - left}" if left < 8 else f"lock {lock}")
    assert game.cash == [7, left]               # A locked nothing
    assert game.stagecoach == before + 1 + 8 - left


@rule("DT-4.12")
@pytest.mark.parametrize(("cash", "sizes"), [(1, {0, 1, 2}), (0, {1}), (8, {0, 1, 2, 3, 4})])
def test_example_8_what_cannot_be_paid_cannot_be_locked(cash, sizes):
    game = rolling("A", "K", seat=1, roll="9 10 J Q", cash=[8, cash])
    assert {how_many(code & 0xFFFFFF) for code in game.game.position.legal()} == sizes


@rule("DT-4.12")
def test_where_nothing_is_affordable_one_die_is_free():
    game = rolling("A", "K", seat=1, roll="9 10 J Q", cash=[8, 0], free_keeps=0, extra_keep_cost=3)
    assert game.options == ["lock 9", "lock 10", "lock J", "lock Q"]
    game.do("lock Q")
    assert game.cash[1] == 0 and game.combination(1) == "Q K"


@rule("DT-4.14")
def test_example_9_the_last_roll_is_free_and_forced():
    game = rolling("9 9 9 9 9", "10 J Q", "J", seat=2, roll="9 9 10 J", roll_round=2, cash=[4, 8, 8])
    game.do("lock J")                           # C has two dice now, B locked none; A is complete: one last roll
    assert game.roll_round == 3
    assert [how_many(game.locked[p]) for p in range(3)] == [5, 5, 5]
    assert game.step > w.ROLLING and game.cash == [4, 7, 8]     # B's dollar is that of round 2


@rule("DT-4.14")
def test_if_everybody_is_complete_the_phase_ends_at_once():
    game = scene("9 9 9 10 10", "J J J Q Q", "K K K A A")
    assert game.roll_round == 5 and game.step > w.ROLLING


@rule("DT-14.1")
def test_more_roll_rounds_after_somebody_is_complete():
    game = rolling("9 9 9 9 9", "10", seat=1, roll="9 10 J J", roll_round=2, last_roll_after_finish=2, cash=[4, 8])
    game.do("lock J")
    assert (game.last_roll, game.roll_round, game.asked) == (4, 3, "B keep")
    game.do(game.options[1])
    assert game.step > w.ROLLING and game.roll_round == 4


@rule("DT-4.15")
def test_nobody_must_ever_finish():
    game = rolling("9 9", "10 J Q K", seat=1, roll="A", cash=[8, 3])
    assert game.options == ["lock nothing for $1", "lock A"]
    game.do("lock nothing")
    assert game.cash[1] == 2 and game.combination(1) == "10 J Q K"


@rule("DT-4.10", "DT-4.18")
def test_nobody_sees_the_dice_under_another_cup():
    game = deal(3).do("lock nothing")
    assert game.asked == "B keep"
    mine = game.view["roll"]
    other = game.game.copy()
    other.redeal(1, 99)
    assert other.view()["roll"] == mine
    rolls = {(view := redealt(game, seat=0, key=key))["roll"] for key in range(20)}
    assert len(rolls) > 5 and view["locked"] == game.view["locked"]
    laid = {redealt(game, seat=1, key=key)["commit"][0] for key in range(20)}
    assert len(laid) > 5                        # what A has laid face down may be anything


def redealt(game, seat, key):
    other = game.game.copy()
    other.redeal(seat, key)
    return other.view()


@rule("DT-4.13")
def test_locked_dice_stay_locked():
    game = deal(4, seed=5)
    locked = [0] * 4
    while game.step == w.ROLLING and game.round == 0:
        game.game.apply(game.game.legal()[-1])
        for p in range(4):
            if game.step == w.ROLLING and game.round == 0:
                assert all(game.locked[p] >> 3 * f & 7 >= locked[p] >> 3 * f & 7 for f in range(6))
        locked = game.locked


@rule("DT-4.16", "DT-8.2", "DT-8.3")
def test_example_1_a_bandit_of_the_rulebook():
    """Three dice to roll, a bandit J-J used for two of them: one die is rolled, the bandit is wanted."""
    game = rolling("9 9 9 9", "K A", seat=0, roll="9", hired={1: [4]}, cash=[8, 8], roll_round=1)
    game.do("lock nothing")
    game.do("lock nothing") if game.asked == "B keep" else None
    assert game.asked == "B bandit"
    paid = game.stagecoach
    game.do("lock J J with bandit B05")
    assert game.combination(1) == "J J K A" and game.wanted == [4] and game.hired[1] == []
    assert game.stagecoach == paid
    assert game.asked == "A keep"
    game.do("lock nothing")
    assert game.asked == "B keep" and how_many(game.view["roll"]) == 1


@rule("DT-8.2")
def test_a_bandit_may_turn_a_single_die_and_never_more_than_are_left():
    game = rolling("9 9 9 9", "K A Q J", seat=1, roll="9", hired={1: [4, 8]}, cash=[8, 8]).do("lock nothing")
    assert game.options == ["use no bandit", "lock J with bandit B05 (J-J, wanted on A for $3)",
                            "lock K with bandit B09 (K-K, wanted on J for $3)"]


@rule("DT-4.17")
def test_example_10_a_bandit_that_completes_five_dice():
    """Before roll round 3 A completes with Q-Q: round 3 is a normal one for B, round 4 is the last."""
    game = rolling("A A A", "K K", seat=1, roll="9 9 9", roll_round=2, hired={0: [6]}, cash=[8, 8])
    game.do("lock nothing").do("lock Q Q with")
    assert game.combination(0) == "Q Q A A A"
    assert (game.asked, game.roll_round, game.last_roll) == ("B keep", 3, 4)
    cash = game.cash[1]
    game.do("lock nothing")
    assert game.cash[1] == cash - 1             # chosen and paid as usual
    assert game.roll_round == 4 and game.step > w.ROLLING and how_many(game.locked[1]) == 5


@rule("DT-4.17")
def test_without_the_delay_the_roll_round_is_already_the_last():
    game = rolling("A A A", "K K", seat=1, roll="9 9 9", roll_round=2, hired={0: [6]}, cash=[8, 8],
                   bandit_finish_delay=False)
    game.do("lock nothing").do("lock Q Q with")
    assert game.roll_round == 3 and game.step > w.ROLLING


@rule("DT-4.16")
def test_example_46_a_bandit_before_the_last_roll():
    game = rolling("9 9 9 9 9", "A A Q", seat=1, roll="9 10", roll_round=3, last_roll=4, hired={1: [8]}, cash=[8, 8])
    game.do("lock nothing")
    cash = game.cash
    assert game.asked == "B bandit"
    game.do("lock K with")
    assert game.step > w.ROLLING and game.cash == cash and game.wanted == [8]
    assert how_many(game.locked[1]) == 5 and "K" in game.combination(1)


@rule("DT-8.2", "DT-14.4")
def test_several_bandits_before_one_roll():
    start = dict(seat=1, roll="9 9 9", roll_round=2, hired={1: [4, 8]}, cash=[8, 8])
    game = rolling("9 9", "A A", **start).do("lock nothing").do("lock J with")
    assert game.asked == "B bandit"
    game.do("lock K K with")
    assert game.combination(1) == "J K K A A" and game.wanted == [4, 8]
    once = rolling("9 9", "A A", **start, bandits_per_roll=1).do("lock nothing").do("lock J with")
    assert once.asked == "A keep" and once.wanted == [4]
    one_die = rolling("9 9", "A A", **start, bandit_dice_max=1).do("lock nothing")
    assert not [words for words in one_die.options if words.startswith(("lock J J", "lock K K"))]


@rule("DT-4.16", "DT-4.19")
def test_a_loaded_die_is_locked_free_before_bandits_and_roll():
    game = rolling("9 9", "A A", seat=1, roll="9 9 9", cards={0: ["loaded_die"]}, hired={1: [4]}, cash=[8, 8])
    game.do("lock nothing")
    assert game.asked == "A loaded_die"
    game.do("lock a Loaded die on K")
    assert game.combination(0) == "9 9 K" and game.discarded() == ["loaded_die"]
    assert game.cash[0] == 7                    # for locking none before, nothing for the Loaded die
    assert game.asked == "B bandit"


@rule("DT-4.19", "DT-10.2")
def test_a_cancelled_loaded_die_stays_unlocked():
    game = rolling("9 9", "A A", seat=1, roll="9 9 9", cards={0: ["loaded_die"], 1: ["cancel"]}, cash=[8, 8])
    game.do("lock nothing", "lock a Loaded die on K")
    assert game.asked == "B cancel"
    game.do("cancel Loaded die")
    assert game.combination(0) == "9 9" and sorted(game.discarded()) == ["cancel", "loaded_die"]
    assert game.asked == "A keep"


@rule("DT-4.19")
def test_loaded_dice_are_declared_all_at_once():
    game = rolling("9 9", "A A", seat=1, roll="9 9 9", cards={0: ["loaded_die"], 1: ["loaded_die"]}, cash=[8, 8])
    game.do("lock nothing", "lock a Loaded die on K")
    assert game.asked == "B loaded_die" and game.combination(0) == "9 9"        # B does not see A's
    game.do("use no Loaded die")
    assert game.combination(0) == "9 9 K"


@rule("DT-4.19", "DT-10.2")
def test_loaded_dice_face_cancel_clockwise_from_the_sheriff():
    """A and C show a Loaded die each. B is the Sheriff, so C's comes first; B's one Cancel can stop either."""
    game = rolling("9 9", "A A", "J J", seat=2, roll="9 9 9", sheriff=1, cash=[8, 8, 8],
                   cards={0: ["loaded_die"], 1: ["cancel"], 2: ["loaded_die"]})
    game.do("lock nothing", "lock a Loaded die on K", "lock a Loaded die on Q")
    assert (game.asked, game.card_seat) == ("B cancel", 2)
    game.do("let Loaded die pass")
    assert (game.asked, game.card_seat) == ("B cancel", 0) and game.combination(2) == "J J Q"
    game.do("cancel Loaded die")
    assert game.combination(0) == "9 9"


@rule("DT-14.13")
def test_a_loaded_die_may_use_up_the_free_lock():
    game = rolling("9 9", "A A", seat=1, roll="9 9 9", cards={0: ["loaded_die"]}, cash=[8, 8],
                   loaded_die_uses_free_keep=True)
    game.do("lock nothing", "lock a Loaded die on K")
    assert all("for $" in words for words in game.options)


@rule("DT-4.19")
def test_after_many_roll_rounds_the_next_is_the_last_for_everybody():
    game = rolling("9", "A", seat=1, roll="9 9 9 9", roll_round=5, max_roll_rounds=5, cash=[8, 8]).do("lock nothing")
    assert game.roll_round == 6 and game.step > w.ROLLING


@rule("DT-14.3", "DT-4.11")
def test_another_price_for_locking_none():
    game = rolling("A", "K", seat=1, roll="9 10 J Q", cash=[8, 3], keep_none_cost=3)
    before = game.stagecoach
    game.do("lock nothing for $3")
    assert game.cash == [5, 0] and game.stagecoach == before + 6        # A locked none as well
    poor = rolling("A", "K", seat=1, roll="9 10 J Q", cash=[8, 2], keep_none_cost=3)
    assert not [words for words in poor.options if words.startswith("lock nothing")]


@rule("DT-14.3")
def test_locking_none_can_be_forbidden():
    assert "lock nothing" not in " ".join(deal(3, allow_keep_none=False).options)


@rule("DT-4.2")
@pytest.mark.parametrize("sheriff", [0, 1, 2])
def test_the_town_is_resolved_from_left_to_right_whoever_is_sheriff(sheriff):
    game = scene("9 9 9 J J", "10 10 10 Q Q", "K K K A A", sheriff=sheriff, wanted=[0])
    asked = []
    while game.step <= w.TOWN_HALL and game.round == 2:
        if game.asked.endswith("action"):
            asked.append((game.asked[0], w.PLACES[game.step - w.MINE]))
        game.game.apply(game.game.legal()[0])
    assert asked == [("A", "the Mine"), ("B", "the Bank"), ("A", "the Store"), ("B", "the Saloon"),
                     ("C", "the Sheriff"), ("C", "Town Hall")]


@rule("DT-4.1", "DT-4.2")
def test_a_new_round_opens_all_dice_and_reminder_cards():
    game = scene("9 9 9 10 10", "J J J Q Q", "K K K A A").to_the_end_of_the_round()
    assert game.round == 3 and game.locked == [0, 0, 0] and game.won == []
    assert (game.asked, game.closed, game.bodyguard) == ("A keep", w.NOBODY, w.NOBODY)


def test_everybody_locks_five_dice_at_once():
    """Section 19.3, 1."""
    for mode, start in (("base", 0), ("base_ext", 2)):
        game = deal(4, mode)
        for _ in range(4):
            game.game.apply(game.game.legal()[-1])
        assert game.roll_round == 1 and game.step > w.ROLLING
        assert game.stagecoach + game.bank + sum(game.cash) == 35 + start
        if game.step == w.MINE:
            assert (game.cash, game.stagecoach) == ([4] * 4, 16 + start)


def test_everybody_always_locks_one_die():
    game = deal(4)
    rounds = set()
    while game.step == w.ROLLING:
        rounds.add(game.roll_round)
        game.do(next(words for words in game.options if len(words.split()) == 2 and words != "lock nothing"))
    assert rounds == {1, 2, 3, 4, 5}
    assert sum(game.cash) == 32 or game.step > w.BANK


def test_words_of_dice():
    assert shown(dice("A 9 9 10")) == "9 9 10 A"
    with pytest.raises(ValueError, match="is not open to"):
        deal(2).game.apply(1)
    assert isinstance(deal(2).game, sim.Game)
