"""Section 1 to 3: modes and set-up."""
import pytest

import sim
from sim.core.rulebook import book, resolve
from sim.dice_town import words as w
from tests.rules import rule
from tests.rules.dice_town.scene import deal


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


def test_the_names_of_the_kernel_are_those_of_the_data():
    from tests.rules.dice_town.scene import CARD_IDS, EFFECTS, RIVER_IDS
    data = book("dice_town").data
    assert [row["id"] for row in data["general_store"]["cards"]] == CARD_IDS
    assert [row["id"] for row in data["river"]["cards"]] == RIVER_IDS
    assert [row["id"] for row in data["indian_die"]["effects"]] == EFFECTS
