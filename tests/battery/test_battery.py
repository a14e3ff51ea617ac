"""One battery for every game, at every kind of table. A failing test names the cell; the deal is block 0 of seed 0."""
import hashlib
import random
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import sim
from sim.bots.spec import bot_spec
from sim.core.driver import Player, play_blocks
from sim.core.game import part, table
from sim.core.play import frame, recorded
from sim.core.rulebook import book, needs, resolve
from tests.battery import bots, cells, most_players, playable, walk

at_every_table = pytest.mark.parametrize("cell", cells(), ids=str)
in_every_game = pytest.mark.parametrize("game", sim.games())
RULEBOOK = [cell for cell in cells() if not cell.variants]
at_the_rulebooks_tables = pytest.mark.parametrize("cell", RULEBOOK, ids=str)


def problems(game: sim.Game) -> list[str]:
    return part(game.book.name, "checks").problems(game.view(), game.setting)


def visible(game: sim.Game, seat: int):
    return part(game.book.name, "checks").visible(game.view(), seat, game.setting)


# Rules of play -------------------------------------------------------------------------------------------------------

@at_every_table
def test_play_ends_and_nothing_gets_lost(cell):
    """Money, pieces and cards are conserved after every action, as the game's checks say."""
    for game in walk(cell.deal()):
        assert problems(game) == [], game.log
    outcome = game.outcome()
    assert sum(outcome.win_shares) in (0, 1)


@at_every_table
def test_options_are_in_order_and_looking_changes_nothing(cell):
    for game in walk(cell.deal()):
        before = game.position.tobytes()
        legal = game.position.legal()
        assert legal == sorted(set(legal))
        assert bool(legal) == (game.to_move >= 0)
        if game.position.count() is not None:
            assert game.position.count() == len(legal)
            assert [game.position.nth(k) for k in range(len(legal))] == legal
        classes = game.book.outcome["action_classes"]
        assert all(0 <= game.position.action_class(code) < len(classes) for code in legal)
        game.view()
        assert game.position.tobytes() == before


@at_the_rulebooks_tables
def test_every_option_has_words_of_its_own(cell):
    for game in walk(cell.deal()):
        words = [option.words for option in game.legal()]
        assert len(set(words)) == len(words)
        assert str(game)


@at_every_table
def test_illegal_codes_are_refused_and_change_nothing(cell):
    seen: set[int] = set()
    for game in walk(cell.deal()):
        before, legal = game.position.tobytes(), set(game.position.legal())
        for code in [-1, 0, 2**31 - 1, *sorted(seen - legal)[:20]]:
            with pytest.raises(ValueError):
                game.position.apply(code)
        assert game.position.tobytes() == before
        seen |= legal


@at_every_table
def test_a_copy_plays_on_like_the_original(cell):
    codes: list[int] = []
    copies = []
    for game in walk(cell.deal(), codes):
        if len(codes) % 25 == 0:
            copies.append((len(codes), game.copy()))
    for step, copy in copies:
        for code in codes[step:]:
            copy.position.apply(code)
        assert copy.position.tobytes() == game.position.tobytes()


@at_every_table
def test_a_view_is_the_whole_state(cell):
    for game in walk(cell.deal()):
        view = game.view()
        again = cell.from_view(view)
        assert again.view() == view
        assert again.position.legal() == game.position.legal()
        if game.to_move >= 0:               # what the view does not show would show in the next action
            code = game.position.legal()[0]
            ahead = game.copy()
            ahead.position.apply(code)
            again.position.apply(code)
            assert again.view() == ahead.view()


@at_every_table
def test_lists_and_the_fast_path_play_the_same_games(cell):
    """Random bots build no lists, and the kernel plays for them: with lists each column of the outcomes is the same."""
    read = book(cell.game)
    fixed = table(read, resolve(read, cell.players, variants=cell.variants, characters=cell.characters))
    columns, seating = recorded(read), list(range(cell.players))
    ways = []
    for lists in (False, True):
        rows = np.empty((len(columns), 40 * cell.players), dtype=np.int16)
        totals = play_blocks(fixed, [Player(0)] * cell.players, [seating], 1, 0, 40, columns, rows, lists)
        ways.append((totals, rows.tobytes()))
    assert ways[0] == ways[1]


# Secrets -------------------------------------------------------------------------------------------------------------

@at_every_table
def test_nobody_peeks(cell):
    """What a seat may do, and what a bot on it does, does not depend on what it cannot know."""
    for step, game in enumerate(walk(cell.deal())):
        if game.to_move < 0:
            break
        other = game.copy()
        other.redeal(game.to_move, step)
        assert other.position.legal() == game.position.legal()
        for name in bots(cell.game):
            spec = bot_spec(game.book, name)
            bot, same = (spec.player().sit(1, step, 0) for _ in range(2))
            assert bot.choose(game.position) == same.choose(other.position)
            if name == "heuristic":
                assert game.position.judge(spec.weights) == other.position.judge(spec.weights)


@at_every_table
def test_a_redeal_keeps_all_that_the_seat_knows(cell):
    for step, game in enumerate(walk(cell.deal())):
        seat = step % cell.players
        other = game.copy()
        other.redeal(seat, step)
        assert visible(other, seat) == visible(game, seat)
        assert problems(other) == []


# Luck ----------------------------------------------------------------------------------------------------------------

def outcomes(game: str, players: int, first: int, blocks: int, bot="random", seed=3) -> pl.DataFrame:
    return sim.play(game, players, blocks, seed=seed, bots=bot, first_block=first)


def fingerprint(table: pl.DataFrame) -> str:
    return hashlib.sha256(table.write_csv().encode()).hexdigest()


@in_every_game
def test_the_same_address_is_the_same_game_in_whatever_order(game):
    players = most_players(game)
    for bot in bots(game):
        whole = outcomes(game, players, 0, 40, bot)
        pieces = [outcomes(game, players, first, 10, bot) for first in (30, 0, 20, 10)]
        assert pl.concat(pieces).sort("block", "rotation", "seat").equals(whole)


@in_every_game
def test_the_same_address_is_the_same_game_in_another_process(game):
    players = most_players(game)
    code = (f"from tests.battery.test_battery import fingerprint, outcomes;"
            f"print(fingerprint(outcomes({game!r}, {players}, 0, 40, {bots(game)[-1]!r})))")
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for _ in range(2)]
    assert [run.stdout.strip() for run in runs] == [fingerprint(outcomes(game, players, 0, 40, bots(game)[-1]))] * 2


@at_the_rulebooks_tables
def test_another_bot_leaves_the_luck_untouched(cell):
    """Whoever plays, on whichever seat: the deal and every source of luck stay as they are."""
    read = book(cell.game)
    sources = range(len(read.outcome["sources"]))
    keys, coming = [], []
    for name in bots(cell.game):
        game = cell.deal(seed=5)
        coming.append([game.position.peek(source) for source in sources])
        players = [bot_spec(read, name).player().sit(5, 0, entrant) for entrant in range(cell.players)]
        while game.to_move >= 0:
            game.position.apply(players[game.to_move].choose(game.position))
        keys.append(game.view()["head"]["key"])
    rotated = sim.Game(cell.game, cell.players, 5, characters=cell.characters,
                       seating=[(seat + 1) % cell.players for seat in range(cell.players)])
    coming.append([rotated.position.peek(source) for source in sources])
    keys.append(rotated.view()["head"]["key"])
    assert all(one == keys[0] for one in keys)
    assert cell.characters == "assign" or all(one == coming[0] for one in coming)


@at_the_rulebooks_tables
def test_equal_random_bots_with_rotated_seats_win_equal_shares(cell):
    """Each within four standard errors of an equal share of the wins, over 1,500 blocks (1/players,
    where every game has a winner)."""
    read, n = book(cell.game), cell.players
    spec = [bot_spec(read, "random")] * n
    seats = [[(seat - r) % n for seat in range(n)] for r in range(n)]
    columns = recorded(read, "core")
    rows = np.empty((len(columns), 1500 * n * n), dtype=np.int16)
    fixed = table(read, resolve(read, n, characters=cell.characters))
    play_blocks(fixed, [one.player() for one in spec], seats, 11, 0, 1500, columns, rows)
    played = frame(read, spec, seats, 0, [name for name, *_ in columns], rows)
    shares = played.group_by("entrant", "block").agg(pl.col("win_share").mean()).group_by("entrant").agg(
        mean=pl.col("win_share").mean(), error=pl.col("win_share").std() / 1500**0.5)
    assert shares.filter((pl.col("mean") - played["win_share"].mean()).abs() > 4 * pl.col("error")).is_empty(), shares


# Tweaks --------------------------------------------------------------------------------------------------------------

def tweaked(game: str, luck: random.Random) -> tuple[dict, dict]:
    """A random rule set within all ranges and constraints, and random variants."""
    read = book(game)
    variants = {name: luck.choice(entry["values"]) for name, entry in read.variants.items()}
    rules = {}
    for name, entry in read.rules.items():
        if "values" in entry:
            rules[name] = luck.choice(entry["values"])
        else:
            low, high = entry["low"], entry["high"]
            between = luck.randint(low, high) if isinstance(low, int) else luck.uniform(low, high)
            rules[name] = luck.choice([low, high, between])
    for constraint in read.rules_file.get("constraints") or []:
        names = constraint.get("ascending") or constraint["permutation"]
        low, high = read.rules[names[0]]["low"], read.rules[names[0]]["high"]
        values = luck.sample(range(low, high + 1), len(names))
        rules.update(zip(names, sorted(values) if "ascending" in constraint else values, strict=True))
    chosen = {**variants, **rules}
    idle = {name for name in rules for needed, value in needs(read.rules[name]).items() if chosen[needed] != value}
    return {name: value for name, value in rules.items() if name not in idle}, variants


@in_every_game
@pytest.mark.parametrize("seed", range(40))
def test_any_rule_set_in_range_can_be_played(game, seed):
    luck = random.Random(seed)
    rules, variants = tweaked(game, luck)
    tables = [n for n in book(game).players if playable(game, n, variants, rules)]
    if not tables:
        pytest.skip(f"{game} refuses this rule set at every table")
    players = luck.choice(tables)
    characters = luck.choice(["draft", "assign"]) if book(game).outcome.get("characters") else "draft"
    played = sim.play(game, players, 20, seed, luck.choice(bots(game)), rules, variants, characters)
    assert played.height >= 20 * players
    for one in walk(sim.Game(game, players, seed, rules=rules, variants=variants, characters=characters)):
        if luck.random() < 0.1:
            assert problems(one) == []


@in_every_game
def test_defaults_written_out_change_nothing(game):
    read = book(game)
    rules = {name: entry["default"] for name, entry in read.rules.items() if not entry.get("needs")}
    variants = {name: entry["default"] for name, entry in read.variants.items()}
    players = read.players[0]
    assert sim.play(game, players, 20, bots="random", rules=rules, variants=variants).equals(
        sim.play(game, players, 20, bots="random"))


@in_every_game
def test_a_restriction_that_leaves_nothing_is_ignored_and_counted(game):
    """Whoever may do nothing at all plays like anybody else; forced actions count, too."""
    read = book(game)
    players = most_players(game)
    forbidden = range(len(read.outcome["action_classes"]))
    bots = [Player(0, forbidden=forbidden) for _ in range(players)]
    totals = play_blocks(table(read, resolve(read, players)), bots, [list(range(players))], 1, 0, 20)
    free = play_blocks(table(read, resolve(read, players)), [Player(0)] * players, [list(range(players))], 1, 0, 20)
    assert totals["ignored_restrictions"] == totals["actions"] == free["actions"] > 0
