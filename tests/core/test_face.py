"""The Python face: sim.Game and sim.play, and what they say to wrong input. The rules have tests of their own."""
import subprocess
import sys

import polars as pl
import pytest

import sim
from sim.bots.spec import bot_spec
from sim.core.play import seatings
from sim.core.rulebook import book

GAME = "carson_city"


@pytest.fixture
def game():
    return sim.Game(GAME, players=3, seed=7)


# One game ------------------------------------------------------------------------------------------------------------

def test_options_speak_a_players_words(game):
    first = game.legal()[0]
    assert str(first) == first.words and not first.words.isdigit()
    assert game.apply(first) == first
    assert (game.log[0].seat, game.log[0].action) == (0, first)


def test_an_action_and_its_code_are_the_same(game):
    other = game.copy()
    game.apply(game.legal()[3])
    other.apply(other.legal()[3].code)
    assert game.view() == other.view()


@pytest.mark.parametrize("code", [-1, 0, 2**31, 2**70, "pass", None, 1.0, True])
def test_an_illegal_action_is_refused_and_changes_nothing(game, code):
    before = game.position.tobytes()
    with pytest.raises(ValueError, match="is not open to A, whose options are "):
        game.apply(code)
    assert game.position.tobytes() == before and game.log == []


def test_the_outcome_waits_for_the_end(game):
    with pytest.raises(ValueError, match="the game is not over"):
        game.outcome()
    while game.to_move >= 0:
        game.apply(game.position.legal()[0])
    outcome = game.outcome()
    assert sum(outcome.win_shares) == 1 and min(outcome.places) == 1
    assert all(outcome.places[seat] == 1 for seat in outcome.winners)
    parts = [outcome.columns[name] for name in outcome.columns if name.startswith("vp_")]
    assert [sum(part[seat] for part in parts) for seat in range(3)] == outcome.scores
    with pytest.raises(ValueError, match="the game is over"):
        game.apply(0)


@pytest.mark.parametrize("wrong", [
    {"seed": -1}, {"seed": 1.5}, {"seed": True}, {"block": 2**64}, {"players": 6}, {"characters": "deal"},
    {"seating": [0, 0, 1]}, {"seating": [0, 1]}, {"seating": ["a", 1, 2]},
])
def test_a_wrong_address_is_a_value_error(wrong):
    with pytest.raises(ValueError):
        sim.Game(GAME, **{"players": 3, **wrong})


# Views ---------------------------------------------------------------------------------------------------------------

def changed(view, **fields):
    return {**view, **fields}


def test_a_view_comes_back_as_the_same_game(game):
    for _ in range(20):
        game.apply(game.legal()[0])
    again = sim.Game.from_view(GAME, game.view())
    assert again.view() == game.view() and again.legal() == game.legal()


def test_a_view_with_a_wrong_field_says_which(game):
    view = game.view()
    wrong = {
        "there is no field 'monney' (did you mean money?)": changed(view, monney=3),
        "the field 'money' is missing": {key: value for key, value in view.items() if key != "money"},
        "round: 2.7 is not a whole number": changed(view, round=2.7),
        "round: True is not a whole number": changed(view, round=True),
        "round: 300 is out of range": changed(view, round=300),
        "money: [1, 2] is not a list of 5": changed(view, money=[1, 2]),
        "house: [64] is not a list of numbers 0 to 63": changed(view, house=[64]),
        "house: [5, 5] names a number twice": changed(view, house=[5, 5]),
    }
    for message, bad in wrong.items():
        with pytest.raises(ValueError) as error:
            sim.Game.from_view(GAME, bad)
        assert message in str(error.value)


def test_all_wrong_fields_are_named_at_once(game):
    with pytest.raises(ValueError) as error:
        sim.Game.from_view(GAME, changed(game.view(), round=2.5, phase="draft", turn=None))
    assert all(name in str(error.value) for name in ("round:", "phase:", "turn:"))


@pytest.mark.parametrize("view", [None, 3, {}, {"head": 3}, {"head": {}}, {"head": {"players": 9}},
                                  {"head": {"players": 3}}])
def test_what_is_no_view_at_all(view):
    with pytest.raises(ValueError):
        sim.Game.from_view(GAME, view)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", sim.games())
def test_no_view_crashes_the_process(name, seed):
    """Mutated views are refused, or can be played on: in a process of its own, which has to survive."""
    ran = subprocess.run([sys.executable, "-m", "tests.core.mutate", name, str(seed)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]


# Luck ----------------------------------------------------------------------------------------------------------------

def test_an_unknown_source_of_luck_is_answered_with_the_nearest(game):
    with pytest.raises(ValueError, match=r"there is no source of luck 'gamblin' \(did you mean gambling\?\)"):
        game.force("gamblin", [3])


def test_impossible_draws_are_refused(game):
    with pytest.raises(ValueError, match="gambling"):
        game.force("gambling", [3, 99])
    with pytest.raises(ValueError, match="whole numbers"):
        game.force("gambling", [3.5])


# Many games ----------------------------------------------------------------------------------------------------------

def test_the_outcome_table_has_the_columns_of_the_design():
    table = sim.play(GAME, players=3, games=10, bots="random")
    head = ["cell", "block", "rotation", "seat", "entrant", "players"]
    core = ["bot", "team", "score", "place", "win_share", "tie_level", "key_1", "key_2", "rounds", "decisions",
            "actions", "end_reason"]
    own = list(book(GAME).outcome["columns"])
    characters = [name for name in own if name.startswith("character")]
    assert table.columns == head + characters + core + [name for name in own if name not in characters]
    assert table.height == 30
    assert table.group_by("block").agg(pl.col("win_share").sum())["win_share"].to_list() == [1.0] * 10
    assert table["team"].null_count() == 30
    assert (table.select(pl.sum_horizontal(pl.col("^vp_.*$").cast(pl.Int32))).to_series() == table["score"]).all()
    core_only = sim.play(GAME, players=3, games=10, bots="random", record="core")
    assert core_only.columns == head + characters + core
    assert core_only.equals(table.select(core_only.columns))


def test_equal_bots_play_each_deal_once_and_different_ones_on_every_seat():
    assert sim.play(GAME, players=3, games=10, bots="random")["rotation"].max() == 0
    mixed = sim.play(GAME, players=3, games=10, bots=["random", {"bot": "random", "restrict": ["attack"]}, "random"])
    assert mixed.height == 12 * 3                   # ten games are four blocks of three
    assert mixed.group_by("block", "entrant").agg(pl.col("seat").n_unique())["seat"].to_list() == [3] * 12
    assert set(mixed["bot"].unique()) == {"random", "random, no attack"}


def test_rotations_move_every_entrant_one_seat_on():
    one, other = bot_spec(book(GAME), "random"), bot_spec(book(GAME), {"bot": "random", "restrict": "attack"})
    assert seatings([one] * 3) == [[0, 1, 2]]
    assert seatings([one] * 3, "assign") == seatings([one, one, other]) == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_a_replay_is_the_game_of_the_table():
    bots = ["random", {"bot": "random", "restrict": ["gambling"]}, "random"]
    table = sim.play(GAME, players=3, games=6, seed=5, bots=bots)
    for block, rotation in [(0, 0), (0, 2), (1, 1)]:
        seating = seatings([bot_spec(book(GAME), bot) for bot in bots])[rotation]
        game = sim.Game(GAME, players=3, seed=5, block=block, seating=seating)
        players = [bot_spec(book(GAME), bot).player().sit(5, block, entrant) for entrant, bot in enumerate(bots)]
        while game.to_move >= 0:
            game.apply(players[seating[game.to_move]].choose(game.position))
        rows = table.filter(block=block, rotation=rotation)
        assert rows["score"].to_list() == game.outcome().scores
        assert rows["actions"].to_list() == [len(game.log)] * 3
        assert rows["decisions"].to_list() == [sum(step.options > 1 for step in game.log)] * 3


def test_a_restricted_bot_leaves_that_class_alone():
    read = book(GAME)
    classes = read.outcome["action_classes"]
    player = bot_spec(read, {"bot": "random", "restrict": ["wages", "claim_parcel"]}).player().sit(1, 0, 0)
    game = sim.Game(GAME, players=2, seed=1)
    while game.to_move >= 0:
        options = {classes[game.position.action_class(code)] for code in game.position.legal()}
        chosen = player.choose(game.position)
        if options - {"wages", "claim_parcel"}:
            assert classes[game.position.action_class(chosen)] not in ("wages", "claim_parcel")
        game.apply(chosen)


@pytest.mark.parametrize("bots, message", [
    ("randm", "there is no bot 'randm' (did you mean random?)"),
    (["random"] * 2, "2 bots for 3 players"),
    ({"bot": "random", "restrict": ["atack"]}, "there is no class of actions 'atack' (did you mean attack?)"),
    ({"bot": "random", "temprature": 1}, "a bot has no 'temprature' (did you mean temperature?)"),
    ({"bot": "random", "temperature": -1}, "temperature is -1"),
    ({"bot": "random", "persona": "hoarderr"}, "there is no persona 'hoarderr'"),
    (3, "a bot is a name or"),
])
def test_a_wrong_bot_is_answered_with_what_is_right(bots, message):
    with pytest.raises(sim.RuleError) as error:
        sim.play(GAME, players=3, games=1, bots=bots)
    assert message in str(error.value)


@pytest.mark.parametrize("wrong", [{"games": -1}, {"games": 2.5}, {"record": "some"}, {"first_block": 2**40}])
def test_a_wrong_number_of_games_is_a_value_error(wrong):
    with pytest.raises(ValueError):
        sim.play(GAME, **{"players": 3, "games": 3, "bots": "random", **wrong})


def test_pandas_without_pyarrow():
    table = sim.play(GAME, players=3, games=5, bots="random")
    pandas = sim.to_pandas(table)
    assert list(pandas.columns) == table.columns
    assert pandas["score"].tolist() == table["score"].to_list()
    assert pandas["character_1"].tolist() == table["character_1"].to_list()
    assert pandas["team"].isna().all()
