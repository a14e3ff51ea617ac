"""The files of Western Legends agree with each other, and a wrong card is refused with its file and line."""

import copy

import pytest

import sim
from sim.core.rulebook import book, resolve
from sim.western_legends import loader, words
from tests.rules import rule
from tests.rules.header import enumerators

BOOK = book("western_legends")
SETTING = resolve(BOOK, 4)


NUMBERS = enumerators("western_legends")


def test_words_know_every_act_and_task():
    needed = [name for name in NUMBERS if name.startswith(("ACT_", "DO_", "FIGHT_A", "POKER_"))]
    assert [name for name in needed if not hasattr(words, name)] == []
    assert len(words.PHASE_WORDS) == NUMBERS["PHASES"]


@rule("WL-12.1")
@pytest.mark.parametrize(
    ("file", "key", "prefix"),
    [
        ("effects", "ops", "OP_"),
        ("effects", "timings", "TIME_"),
        ("effects", "conditions", "IF_"),
        ("effects", "costs", "COST_"),
        ("effects", "limits", "LIMIT_"),
        ("story_cards", "conditions", "STORY_"),
        ("goal_cards", "predicates", "GOAL_"),
    ],
)
def test_the_vocabulary_is_the_kernels(file, key, prefix):
    for number, word in enumerate(BOOK.data[file][key]):
        assert NUMBERS[prefix + word.upper()] == number


def test_the_columns_are_the_kernels():
    own = list(BOOK.outcome["columns"])
    assert own.index("vp_goals") - own.index("vp_marshal") == NUMBERS["PARTS"] - 1
    assert own.index("n_outlaw_turns") - own.index("n_bandits") == NUMBERS["COUNTS"] - 1
    assert len(BOOK.outcome["sources"]) == NUMBERS["SOURCES"]
    classes = BOOK.outcome["action_classes"]
    assert len(classes) == NUMBERS["ACTS"] - 1 + 4 and classes[NUMBERS["ACT_GIVE_BACK"] - 1] == "give_back"
    assert BOOK.outcome["characters"] == [row["id"] for row in BOOK.data["characters"]["characters"]]


@rule("WL-6.5")
def test_the_board_has_the_distances_of_the_specification():
    at = loader.board(BOOK.data)
    far = at["distance"]
    assert {far[mine][at["bank"]] for mine in at["mines"]} == {4}
    green, blue = at["ranches"]
    assert [far[green][at["station"]], far[blue][at["station"]], far[green][blue]] == [6, 6, 6]
    assert (
        far[at["bank"]][at["cabaret"]] == 4
        and far[at["office"]][at["bank"]] == 3
        and max(max(row) for row in far) == 11
    )


def broken(file, change):
    data = copy.deepcopy(BOOK.data)
    change(data[file])
    return data


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        (
            "characters",
            lambda d: d["characters"][1]["legend_ability"][0]["effects"][0].update(op="draw_pokr"),
            r"characters.yaml:\d+: unknown effect 'draw_pokr' \(did you mean draw_poker\?\)",
        ),
        (
            "characters",
            lambda d: d["characters"][3].update(start_any_of=["SV_MINES"]),
            r"characters.yaml:\d+: unknown territory 'SV_MINES'",
        ),
        ("story_cards", lambda d: d["base"].pop(), r"story_cards.yaml: 39 base stories, the box has 40"),
        (
            "story_cards",
            lambda d: d["base"][0].update(condition="trak"),
            r"story_cards.yaml:\d+: unknown condition of a story 'trak'",
        ),
        (
            "items",
            lambda d: d["items"][0]["upgraded"]["abilities"][0].update(timing="fight_revel"),
            r"items.yaml:\d+: unknown timing",
        ),
        (
            "board",
            lambda d: d["edges"][0].__setitem__(0, "DR_STOR_N"),
            r"board.yaml: an edge names the unknown territory 'DR_STOR_N'",
        ),
        (
            "goal_cards",
            lambda d: d["goals"][0].update(predicate="duels"),
            r"goal_cards.yaml:\d+: unknown predicate 'duels'",
        ),
        (
            "bandit_cards",
            lambda d: d["cards"][0].update(robber="win$30"),
            r"bandit_cards.yaml:\d+: unknown line for the robber",
        ),
    ],
)
def test_a_wrong_card_is_refused(file, change, message):
    with pytest.raises(ValueError, match=message):
        loader.compile_cards(broken(file, change), SETTING["rules"], SETTING["variants"])


@rule("WL-12.4")
def test_a_corrected_card_drops_in():
    data = broken("cattle", lambda d: d["values"][0].update(effects=[{"op": "gain_money", "n": 70}]))
    made = loader.compile_cards(data, SETTING["rules"], SETTING["variants"])
    assert made["ops"][made["cattle"][0][1]].n == 70


def test_sensitivity_switches_play():
    for rules in (
        {"poker_effects_off": True},
        {"upgrades_off": True},
        {"stories_off": True},
        {"story_deck": "shuffled_rewards"},
    ):
        assert sim.play("western_legends", 3, 5, bots="random", rules=rules).height == 15


@rule("WL-1.4", "WL-1.5", "WL-14.2")
@pytest.mark.parametrize("extras", [False, True])
@pytest.mark.parametrize("handsome", [False, True])
def test_shuffled_rewards_come_from_the_stories_in_the_game(extras, handsome):
    variants = {"extras": extras, "handsome": handsome}
    decks = []
    for deck in ("listed", "shuffled_rewards"):
        at = resolve(BOOK, 4, rules={"story_deck": deck}, variants=variants)
        made = loader.compile_cards(at["data"], at["rules"], at["variants"])["stories"]
        decks.append([story for story in made if story["inside"]])
    listed, shuffled = decks
    assert len(listed) == 40 + 24 * extras + 16 * handsome
    assert sorted(story["pc"] for story in shuffled) == sorted(story["pc"] for story in listed)
    assert [story["condition"] for story in shuffled] == [story["condition"] for story in listed]
    assert all(one["pc"] != other["pc"] for one, other in zip(listed, shuffled, strict=True))


@rule("WL-12.4")
def test_twenty_six_texts_on_two_cards_each():
    made = loader.compile_cards(SETTING["data"], SETTING["rules"], SETTING["variants"])["card_effect"]
    cards: dict[int, list[int]] = {}
    for card, text in enumerate(made[:52]):
        cards.setdefault(text, []).append(card)
    assert len(cards) == 26
    for pair in cards.values():
        assert len(pair) == 2 and pair[0] >> 1 == pair[1] >> 1  # one rank, both suits of one colour


@rule("WL-6.7", "WL-11.3")
def test_only_prices_of_weapons_and_mounts_speak_of_an_upgrade():
    for row in BOOK.data["items"]["items"]:
        assert ("upgrade" in BOOK.rules[f"item_price_{row['id']}"]["help"]) == (row["type"] != "belonging")
