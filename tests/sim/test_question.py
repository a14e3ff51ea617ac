"""Questions as designers write them, and what they are told when something is wrong."""
import json
from pathlib import Path

import pytest

from sim.core.rulebook import games
from sim.question import ask, json_schema
from sim.yaml_lines import FileError

ROOT = Path(__file__).parents[2]
GOOD = """\
question: Which character wins too often?
game: carson_city
players: [3, 4]
variants: {character_sides: [all_yellow, all_red], might_is_right: [false, true]}
rules:
  rulebook: {}
  richer_start: {start_money: 20}
bots: {field: heuristic, sweep: [random, heuristic]}
design: {seed: 1858, characters: assign}
stop: {half_width: 0.005, of: win_share, by: character, confidence: 0.95, at_most: 500_000}
targets:
  - {measure: win_share, by: character, within: 0.03}
  - {measure: tied_games, at_most: 0.05}
"""
CHECK = """\
check: A higher cash limit for the Banker moves nobody by more than a point
game: carson_city
players: 4
bots: heuristic
design: {characters: assign}
baseline: {}
tweak: {cash_limit_banker_yellow: 150}
expect:
  - {measure: win_share, by: character, change_within: 0.01}
  - {measure: rounds, change_within: 0.1}
stop: {confidence: 0.95, at_most: 1e6}
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file into the current folder, so that errors name it as short as a user would."""
    monkeypatch.chdir(tmp_path)

    def write(text: str | bytes, name: str = "q.yaml") -> str:
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name
    return write


@pytest.fixture
def faults(write):
    def faults(text: str | bytes, *settings: str) -> list[str]:
        with pytest.raises(FileError) as caught:
            ask(write(text), list(settings))
        return caught.value.lines
    return faults


def question(**keys: str) -> str:
    """A good question with some of its keys written anew; an empty value leaves one out."""
    lines = {"question": "Who wins?", "game": "carson_city", "players": "3", **keys}
    return "".join(f"{key}: {value}\n" for key, value in lines.items() if value)


# What a file means

def test_a_cell_is_one_combination(write):
    inquiry = ask(write(GOOD))
    assert len(inquiry.cells) == 2 * 2 * 2 * 2 * 2
    assert [cell.id for cell in inquiry.cells] == list(range(32))
    assert len({cell.label for cell in inquiry.cells}) == 32
    last = inquiry.cells[-1]
    assert (last.players, last.rule_set, last.rules) == (4, "richer_start", {"start_money": 20})
    assert last.variants == {"character_sides": "all_red", "might_is_right": True}
    assert last.at_most == 125_000, "games a cell, in whole blocks of four"


def test_sweep_puts_one_of_each_among_the_field(write):
    among, alone = ask(write(question(bots="{field: heuristic, sweep: [random, heuristic]}"))).cells
    assert [bot.bot for bot in among.bots] == ["random", "heuristic", "heuristic"]
    assert (among.rotations, alone.rotations) == (3, 1), "equal entrants need no rotation"
    each = ask(write(question(bots="{sweep: [random, {bot: heuristic, persona: hoarder}]}"))).cells
    assert [len(set(cell.bots)) for cell in each] == [1, 1], "without a field a bot sits on every seat"


def test_short_and_long_forms(write):
    short = ask(write(question(bots="random"))).cells
    long = ask(write(question(players="[3]", bots="{bot: random}", rules="{rulebook: }"))).cells
    assert short == long
    one_each = ask(write(question(bots="[random, heuristic, random]"))).cells[0]
    assert one_each.rotations == 3


def test_assigned_characters_rotate(write):
    assert ask(write(question(design="{characters: assign}"))).cells[0].rotations == 3


def test_a_check_has_two_rule_sets(write):
    inquiry = ask(write(CHECK))
    assert [(cell.rule_set, cell.rules) for cell in inquiry.cells] == [
        ("baseline", {}), ("tweak", {"cash_limit_banker_yellow": 150})]
    assert inquiry.asked.stop.at_most == 1_000_000


def test_layout_and_comments_do_not_make_another_question(write):
    one, other = ask(write(question())), ask(write("# a note\n" + question().replace("Who wins?", "'Who wins?'")))
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != ask(write(question()), ["design.seed=2"]).fingerprint


def test_set_overrides_the_file(write):
    inquiry = ask(write(GOOD), ["players=5", "design.seed=7", "targets.1.at_most=0.1", "rules.poor.start_money=8"])
    assert inquiry.asked.players == [5]
    assert inquiry.asked.design.seed == 7
    assert inquiry.asked.targets[1].at_most == 0.1
    assert list(inquiry.asked.rule_sets) == ["rulebook", "richer_start", "poor"]


@pytest.mark.parametrize("file", sorted(ROOT.glob("configs/*/*.yaml")), ids=lambda file: file.stem)
def test_the_questions_that_ship_are_right(file):
    assert file.parent.name in games()
    assert ask(file).cells


# What is wrong with it

def test_all_faults_of_a_file_at_once(faults):
    assert faults("""\
queston: Which?
game: carson_city
players: [3, 9, 3]
variants: {character_side: all_red, might_is_right: [1, true], kit_carson: maybe}
rules:
  rulebook:
  start_money: 20
  rich: {start_mony: 20, rounds: 99}
bots: {feild: heuristic, sweep: [randm, {bot: heuristic, person: x}]}
design: {seed: -1, characters: asign, sed: 3}
stop: {half_width: 0, of: winshare, by: charater, at_most: 1.5}
targets:
  - {measure: win_shar, by: sea, within: 0.03}
  - {measure: tied_games, at_mst: 0.05}
record: none
""", "stop.half_wdth=3") == [
        "q.yaml:1:1: the key question is missing (the question in words; it heads the report)",
        "q.yaml:1:1: unknown key 'queston' (did you mean question?)",
        "q.yaml:3:14: Carson City cannot be played by 9 (players: 2, 3, 4, 5)",
        "q.yaml:3:17: players 3 is there twice",
        "q.yaml:4:12: there is no variant 'character_side' (did you mean character_sides?)",
        "q.yaml:4:54: variant might_is_right is 1 (false, true)",
        "q.yaml:4:64: variant kit_carson is 'maybe' (false, true)",
        "q.yaml:7:3: the rule set start_money is 20 (a rule set has a name: my_tweak: {start_money: 20})",
        "q.yaml:8:10: there is no rule 'start_mony' (did you mean start_money?)",
        "q.yaml:8:26: rule rounds is 99 (3 to 6)",
        "q.yaml:9:8: unknown key 'feild' (did you mean field?)",
        "q.yaml:9:34: there is no bot 'randm' (did you mean random?)",
        "q.yaml:9:58: a bot has no 'person' (did you mean persona?)",
        "q.yaml:10:10: seed is -1 (it should be greater than or equal to 0)",
        "q.yaml:10:20: characters is 'asign' (it should be 'draft' or 'assign')",
        "q.yaml:10:39: unknown key 'sed' (did you mean seed?)",
        "q.yaml:11:8: half_width is 0 (it should be greater than 0)",
        "q.yaml:11:23: Carson City has no measure 'winshare' (did you mean win_share?)",
        "q.yaml:11:37: lines cannot be told apart by 'charater' (did you mean character?)",
        "q.yaml:11:51: at_most is 1.5 (it should be a valid integer)",
        "q.yaml:13:6: Carson City has no measure 'win_shar' (did you mean win_share?)",
        "q.yaml:13:25: lines cannot be told apart by 'sea' (did you mean seat?)",
        "q.yaml:14:27: unknown key 'at_mst' (did you mean at_most?)",
        "q.yaml:15:1: record is 'none' (it should be 'all' or 'core')",
        "--set stop.half_wdth: unknown key 'half_wdth' (did you mean half_width?)",
    ]


@pytest.mark.parametrize("text, message", [
    ("", "q.yaml:1:1: the file is empty"),
    ("# only a comment\n", "q.yaml:1:1: the file is empty"),
    ("- a\n- b\n", "q.yaml:1:1: this is a list (a question is a mapping"),
    ("42\n", "q.yaml:1:1: this is 42"),
    ("question: x\nplayers:\n\t- 3\n", "q.yaml:3:1: a tab (indent with spaces)"),
    ("question: x\nplayers: [3\n", "q.yaml:3:1: expected ',' or ']'"),
    ("question: x\n---\nquestion: y\n", "q.yaml:2:1: a second document begins here"),
    ("question: !!python/name:os.system x\n", "q.yaml:1:11: the tag"),
    (question() + "[[1]]: 3\n", "q.yaml:4:1: a key must be a word"),
    (question(rules="{: {}}"), "a key must be a word"),
    (question(bots="{bot: heuristic, persona: [x]}"), "q.yaml:4:1: a bot's keys have words and numbers as values"),
    ("question: *nobody\n", "q.yaml:1:11: found undefined alias"),
    ("question: &a [*a]\n", "q.yaml:1:11: an alias that contains itself"),
    ("[" * 1000, "q.yaml:1:1: lists within lists"),
    (b"question: \xff\xfe\n", "q.yaml:1:1: byte 10 is not text"),
    (question() + "players: 4\n", "q.yaml:3:1: the key players is there twice, in line 3 and in line 4"),
    (question(game="carson"), "q.yaml:2:1: there is no game 'carson' (did you mean carson_city?)"),
    (question(game=""), "q.yaml:1:1: the key game is missing (a name of `fairdraw games`)"),
    (question(players=""), "q.yaml:1:1: the key players is missing"),
    (question(players="three"), "q.yaml:3:1: an entry of players is 'three' (it should be a valid integer)"),
    (question(players="[]"), "q.yaml:3:1: players is a list"),
    (question(players="true"), "q.yaml:3:1: an entry of players is true"),
    (question(rules="{poor: {start_money: 2}}"), "q.yaml:4:16: rule start_money is 2 (8 to 25)"),
    (question(rules="{might: {might_hand: 4}}"), "might_hand has no effect without the variant might_is_right"),
    (question(rules="{dear: {building_price_3: 5}}"), "the building spaces cost more from left to right"),
    (question(rules="[]"), "q.yaml:4:1: rules is a list (it should be a mapping)"),
    (question(variants="{kit_carson: [true, true]}"), "q.yaml:4:31: kit_carson true is there twice"),
    (question(bots="[random, random]"), "q.yaml:4:1: 2 bots for 3 players"),
    (question(bots="[]"), "q.yaml:4:1: there are no bots"),
    (question(bots="{sweep: random}"), "q.yaml:4:8: sweep must be a list of bots"),
    (question(bots="{sweep: [random, random]}"), "q.yaml:4:24: the bot random is there twice"),
    (question(bots="{}"), "q.yaml:4:1: sweep must be a list of bots"),
    (question(stop="{half_width: .nan, by: seat}"), "q.yaml:4:8: half_width is nan"),
    (question(stop="{half_width: 0.01}"), "the win share of all seats together is always 1 / players"),
    (question(stop="{half_width: 0.1, of: n_duels}", record="core"), "n_duels is not written down with record: core"),
    (question(stop="{confidence: 95}"), "q.yaml:4:8: confidence is 95 (it should be less than 1)"),
    (question(targets="[{measure: tied_games}]"), "no limit for tied_games (exactly one of within, at_most, at_least)"),
    (question(targets="[{measure: tied_games, at_most: 0.1, at_least: 0}]"), "at_most and at_least for tied_games"),
    (question(targets="[{measure: rounds, within: 3}]"), "rounds has no fair share (say of which value"),
    (question(targets="[{measure: rounds, at_most: 3, of: 2}]"), "at_most does not use it"),
    (question(targets="[3]"), "q.yaml:4:11: an entry of targets is 3"),
    (question(check="too"), "q.yaml:4:1: a file asks a question or makes a check, not both"),
    (CHECK.replace("change_within: 0.1", "change_within: 0"), "q.yaml:10:23: change_within is 0"),
    (CHECK.replace("cash_limit_banker_yellow", "cash_limit_banker"), "q.yaml:7:9: there is no rule"),
    (question(variants="{" + ", ".join(f"side_{name}: [set, yellow, red]" for name in (
        "sheriff", "banker", "grocer", "coolie", "settler", "captain", "mercenary")) + "}"), "2,187 cells"),
])
def test_one_fault_at_its_place(faults, text, message):
    found = faults(text)
    assert any(message in line for line in found), found
    assert all(line.startswith(("q.yaml:", "--set")) for line in found)


def test_files_that_are_none(write):
    for name, message in (("no.yaml", "no.yaml: there is no such file"), (".", ".: this is a folder")):
        with pytest.raises(FileError, match=message):
            ask(name)


@pytest.mark.parametrize("setting, message", [
    ("players", "--set players: not a.b=value (for example design.seed=7)"),
    ("players=[3", "--set players: '[3' is no value"),
    ("players=9", "--set players: Carson City cannot be played by 9"),
    ("game.name=x", "--set game.name: there is nothing named name to be set, only the value 'carson_city'"),
    ("desgin.seed=3", "--set desgin.seed: unknown key 'desgin' (did you mean design?)"),
    ("design.seed=x", "--set design.seed: seed is 'x'"),
    ("targets.0.by=seat", "--set targets.0.by: 0 is no entry of a list of 0"),
])
def test_a_wrong_set_is_named(faults, setting, message):
    assert any(line.startswith(message) for line in faults(question(), setting)), faults(question(), setting)


# For editors

def test_the_schema_knows_both_kinds():
    schema = json_schema()
    assert set(schema["$defs"]) >= {"Question", "Check", "Target", "Expectation", "Stop", "Design"}
    for model in schema["$defs"].values():
        assert model["additionalProperties"] is False
        described = [key for key, value in model["properties"].items() if "description" in value or "$ref" in value]
        assert described == list(model["properties"]), "every key says what it is for"
    assert json.dumps(schema)
