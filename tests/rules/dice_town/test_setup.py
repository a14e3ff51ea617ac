"""Section 1 to 3: modes and set-up."""
import pytest

import sim
from sim.bots.spec import bot_spec
from sim.core.rulebook import book, resolve
from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import deal, rolling, scene


def money(scene):
    return scene.bank + scene.stagecoach + sum(scene.cash)


@rule("DT-1.2", "DT-1.3", "DT-3.1", "DT-3.2", "DT-3.3", "DT-3.4", "DT-3.5", "DT-3.6", "DT-3.7")
@pytest.mark.parametrize(("mode", "cards"), [("base_ext", 29), ("base_ext_ind", 30)])
def test_example_4_four_players_with_the_extension(mode, cards):
    game = deal(4, mode)
    assert (game.mine, game.bank, game.stagecoach, game.cash) == (40, 3, 2, [8] * 4)
    assert money(game) == 37
    assert (len(game.bandit_deck), len(game.wanted)) == (10, 2)
    assert game.bandit_top in game.bandit_deck
    assert (len(game.row_values()), game.land_left, len(game.store_deck), sum(game.view["river"])) == (3, 32, cards, 12)
    assert game.nuggets == [0] * 4 and game.hand == [[]] * 4


@rule("DT-3.2", "DT-3.3")
def test_example_5_two_players_with_the_extension():
    game = deal(2)
    assert (game.mine, len(game.row_values()), game.land_left) == (30, 3, 22)
    assert len(game.land_deck) + game.land_ranches - game.land_left == 10      # nobody knows which lie in the box
    assert money(game) == 21


@rule("DT-1.1", "DT-3.3", "DT-3.5", "DT-3.7")
def test_example_6_five_players_base():
    game = deal(5, "base")
    assert (game.mine, game.bank, game.stagecoach, len(game.store_deck)) == (30, 3, 0, 19)
    assert (len(game.row_values()), game.land_left, money(game)) == (3, 22, 43)
    assert not game.wanted and not game.bandit_deck and sum(game.view["river"]) == 0


@rule("DT-3.6", "DT-14.17")
@pytest.mark.parametrize("wanted", [0, 6])
def test_other_numbers_of_wanted_bandits(wanted):
    game = deal(4, wanted_bandits_start=wanted)
    assert (len(game.view["wanted"]), len(game.view["bandit_deck"])) == (wanted, 12 - wanted)


@rule("DT-3.10")
def test_the_base_game_for_two_is_set_up_like_any_other():
    game = deal(2, "base")
    assert (game.mine, game.land_left, len(game.store_deck)) == (30, 22, 19)


@rule("DT-1.1")
def test_the_base_game_has_no_sixth_cup():
    with pytest.raises(ValueError, match=r"dice for 5 players, not for 6 .*base: 2 to 5 players"):
        deal(6, "base")


@rule("DT-1.4", "DT-3.9", "DT-9.1")
def test_the_indian_die_starts_in_the_village_and_only_with_the_extension():
    assert deal(3, "base_ext_ind").indian == w.NOBODY
    view = deal(3).view
    view["indian"] = 1
    with pytest.raises(ValueError, match="the Indian die, which is not in the game"):
        sim.Game.from_view("dice_town", view)


@rule("DT-3.8")
def test_the_first_sheriff():
    assert deal(4).sheriff == 0
    assert {deal(4, seed=seed, first_sheriff_mode="random").sheriff for seed in range(60)} == {0, 1, 2, 3}
    assert deal(4, first_sheriff_mode="none").sheriff == w.NOBODY


def test_the_data_and_the_rules_say_the_same():
    read = book("dice_town")
    default = {name: entry["default"] for name, entry in read.rules.items()}
    for row in read.data["property"]["claims"]:
        assert default[f"claim_value_copies_{row['value']}"] == row["copies"]
    assert default["ranch_copies"] == read.data["property"]["ranches"][0]["copies"]
    for row in read.data["river"]["cards"]:
        assert default["river_copies_" + row["id"]] == row["copies"]
    for row in read.data["indian_die"]["effects"]:
        assert default["indian_die_faces_" + row["id"]] == row["faces"]
    rewards = [card["reward"] for card in read.data["bandits"]["cards"]]
    assert set(rewards) == {default["bandit_reward_values_1"], default["bandit_reward_values_2"]}


@rule("DT-1.1", "DT-1.2", "DT-1.3")
@pytest.mark.parametrize(("mode", "copies", "cards"), [
    ("base", "components_11", 19), ("base_ext", "components_11", 29), ("base_ext_ind", "components_11", 30),
    ("base_ext", "text_12_plus_1", 31), ("base_ext_ind", "text_12_plus_1", 32)])
def test_the_store_deck_of_each_mode(mode, copies, cards):
    setting = resolve(book("dice_town"), 4, {"store_copies": copies}, {"mode": mode})
    assert len(w.kinds(setting)) == cards == len(deal(4, mode, store_copies=copies).store_deck)


def classes(game):
    """What a bot may be forbidden to do: the classes of the options that lie before it."""
    names = book("dice_town").outcome["action_classes"]
    return {option.words: names[game.game.position.action_class(option.code)] for option in game.game.legal()}


def test_playing_and_passing_can_be_forbidden_one_by_one():
    hands = ("9 9 9 J Q", "10 10 J K K", "J J J J A")
    game = scene(*hands, mode="base", cards={0: ["double_nuggets"], 1: ["cancel"]})
    assert classes(game) == {"do not play Double nuggets": "hold_card", "play Double nuggets": "play_double_nuggets"}
    game.do("play Double nuggets")
    assert classes(game) == {"let Double nuggets pass": "pass", "cancel Double nuggets": "cancel"}
    game = rolling("9 9", "A A", seat=1, roll="9 9 9", cards={0: ["loaded_die"]}, hired={1: [4]}, cash=[8, 8])
    game.do("lock nothing")
    assert (classes(game).pop("use no Loaded die"), set(classes(game).values())) == ("pass", {"pass", "loaded_die"})
    game.do("use no Loaded die")
    assert (classes(game).pop("use no bandit"), set(classes(game).values())) == ("pass", {"pass", "bandit"})
    game = scene("K K K K 9", "Q Q 10 10 J", "A A 9 9 10", mode="base_ext_ind", cards={1: ["thug"]}, bribe_mode="none")
    game.until("B action")
    while game.step < w.SALOON:
        game.game.apply(game.game.legal()[0])
    game.do("hire a bandit")
    assert (classes(game).pop("do not play Thug"), set(classes(game).values())) == ("pass", {"pass", "thug"})
    game.until("offer")
    assert (classes(game).pop("give nothing to the Indians"), set(classes(game).values())) == (
        "pass", {"pass", "indian_offer"})


def test_every_question_can_be_told_from_letting_it_be():
    """No class holds both an answer 0 (let it be) and another answer of the same question, where 0 lets it be."""
    free = {w.ASK_LOADED, w.ASK_BANDIT, w.ASK_KEEP, w.ASK_SHAMAN, w.ASK_BRIBE, w.ASK_PAY, w.ASK_CANCEL, w.ASK_THUG,
            w.ASK_OFFER, w.ASK_REMEDY, w.ASK_WIRE}
    position, names = deal(3).game.position, book("dice_town").outcome["action_classes"]
    for phase in free:
        none, some = (names[position.action_class(phase << 24 | k)] for k in (0, 4))
        assert none != some, names[phase]


def test_who_may_not_cancel_lets_everything_pass():
    game = scene("9 9 9 J Q", "10 10 J K K", "J J J J A", mode="base", cards={0: ["double_nuggets"], 1: ["cancel"]})
    game.do("play Double nuggets")
    for seed in range(10):
        bot = bot_spec(book("dice_town"), {"bot": "random", "restrict": ["cancel"]}).player().sit(seed, 0, 1)
        assert bot.choose(game.game.position) == game.game.legal()[0].code


def test_the_names_of_the_kernel_are_those_of_the_data():
    from tests.rules.dice_town.scene import CARD_IDS, EFFECTS, RIVER_IDS
    data = book("dice_town").data
    assert [row["id"] for row in data["general_store"]["cards"]] == CARD_IDS
    assert [row["id"] for row in data["river"]["cards"]] == RIVER_IDS
    assert [row["id"] for row in data["indian_die"]["effects"]] == EFFECTS
