"""Section 16.3 of the specification: chances that can be worked out by hand, K1 to K8."""
from fractions import Fraction
from itertools import pairwise

import pytest

import sim
from sim.core.driver import Position
from sim.core.game import table
from sim.core.rulebook import book, resolve
from sim.gold_rush import box, words
from tests.rules import rule

BOOK = book("gold_rush")
FIXED = {players: table(BOOK, resolve(BOOK, players)) for players in BOOK.players}
TILES = box.tiles(resolve(BOOK, 2))
TILE, TOKEN = 0, 1              # sources of luck
DEALS = 20_000


def deals(n=DEALS, players=2, seed=99):
    for block in range(n):
        yield Position(FIXED[players], seed, block, list(range(players)))


@rule("GR-3.3", "GR-4.23")
def test_k1_k2_values_of_tokens():
    values = [position.peek(TOKEN)[:9] for position in deals()]
    first = [one[0] for one in values]
    mean = sum(first) / DEALS
    assert abs(mean - 113 / 63) < 4 * 1.416 / DEALS**0.5
    assert abs(first.count(0) / DEALS - 12 / 63) < 4 * 0.393 / DEALS**0.5
    assert abs(first.count(5) / DEALS - 6 / 63) < 4 * 0.294 / DEALS**0.5
    assert abs(sum(a == b for a, b, *_ in values) / DEALS - 830 / 3906) < 4 * 0.41 / DEALS**0.5
    assert abs(sum(map(sum, values)) / DEALS - 16.143) < 4 * 3.964 / DEALS**0.5
    assert abs(sum(5 not in one for one in values) / DEALS - 0.3801) < 4 * 0.486 / DEALS**0.5


@rule("GR-3.2", "GR-4.1")
def test_k3_the_first_tile():
    kinds = [TILES[position.view()["tile"]] for position in deals(8000)]
    assert abs(sum(bool(tile.mountains) for tile in kinds) / 8000 - 43 / 71) < 4 * 0.49 / 8000**0.5
    assert abs(sum(tile.city for tile in kinds) / 8000 - 7 / 71) < 4 * 0.3 / 8000**0.5
    closers = sum(any(len(segment) == 1 for segment in tile.mountains) for tile in kinds)
    assert abs(closers / 8000 - 22 / 71) < 4 * 0.463 / 8000**0.5


@rule("GR-4.15", "GR-5.6")
def test_k4_closing_the_start_mountain_on_turn_1():
    points = tokens = 0
    for position in deals(8000):
        tile = TILES[position.view()["tile"]]
        closing = [code for code in position.legal() if words.cell((code & 0xFFFFFF) >> 2) == (0, 1)
                   and any(segment == (2,) for segment in tile.turned(code & 3).mountains)]
        if closing:
            position.apply(closing[0])
            miner = next(i for i, segment in enumerate(tile.turned(closing[0] & 3).mountains) if segment == (2,))
            position.apply(words.code(words.ACT_COWBOY, miner))
            view = position.view()
            points += sum(view["vp"][0])
            tokens += sum(view["won"][0])
    assert abs(points / 8000 - 45 / 71) < 0.05
    assert points == tokens


@rule("GR-4.2")
def test_k5_options_of_the_first_turn():
    """Exactly: over all 71 tiles."""
    options = 0
    seen: dict[int, int] = {}
    for position in deals(4000):
        seen.setdefault(position.view()["tile"], len(position.legal()))
    for kind, tile in enumerate(TILES):
        options += seen[kind] * (tile.count - tile.start) if tile.count > tile.start else 0
    assert options == 354


@rule("GR-4.2", "GR-4.3")
def test_k6_the_second_tile():
    """Exactly: every first tile, every place of it, every second tile."""
    count = [tile.count - tile.start for tile in TILES]
    there = [kind for kind, n in enumerate(count) if n]
    misfits = options = Fraction(0)
    start = next(deals(1))

    def drawn(view, kind):
        position = start.copy()
        position.set_view({**view, "tile": kind, "phase": words.PLACE})
        return position

    for first in there:
        before = drawn(start.view(), first)
        for place in before.legal():
            after = before.copy()
            after.apply(place)
            view = after.view()
            for second in there:
                chance = Fraction(count[first] * (count[second] - (first == second)), 71 * 70 * len(before.legal()))
                n = len(drawn(view, second).legal())
                misfits += chance * (n == 0)
                options += chance * n
    assert misfits == Fraction(89, 139160)
    assert options == Fraction(1922986, 260925)


@rule("GR-5.5", "GR-5.1")
def test_k7_one_mountain_and_one_railroad_stay_open():
    """79 mountain edges and 113 railroad edges are odd, and close in pairs."""
    from sim.gold_rush import kernel
    for position in deals(30):
        while position.to_move >= 0:
            position.apply(position.legal()[len(position.legal()) // 2])
        if position.view()["discarded"] == 0:
            counted = kernel.features(position.tobytes())
            assert sum(one["open"] for one in counted["mountains"].values()) % 2 == 1
            assert sum(one["open"] for one in counted["rails"].values()) % 2 == 1
            assert position.view()["supply"] == 0


@rule("GR-7.8", "GR-7.9")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_k8_nobody_does_anything(players):
    """Bots that always pass: all scores 0, everybody shares the win."""
    idle = {"bot": "random", "restrict": ["railwayman", "miner", "merchant", "farmer", "tent", "mine"]}
    played = sim.play("gold_rush", players, 40, bots=idle)
    assert played["score"].sum() == 0
    assert (played["tie_level"] == -1).all()
    assert played["win_share"].to_list() == pytest.approx([1 / players] * played.height)
    assert played["n_tokens_mined"].sum() + played["n_tokens_won"].sum() == 0


@rule("GR-3.6")
@pytest.mark.parametrize(("players", "turns"), [(2, 36), (3, 24), (4, 18), (5, 15)])
def test_k8_turns_of_seat_0(players, turns):
    played = sim.play("gold_rush", players, 60, bots="random")
    assert played["rounds"].max() == turns
    m4 = next(kind for kind, tile in enumerate(TILES) if tile.shape == "M4")
    decks = ([position.view()["tile"], *position.peek(TILE)] for position in deals(3000, players))
    mine = sum(deck[::players].count(m4) for deck in decks)
    assert abs(mine / 3000 - turns / 71) < 4 * 0.5 / 3000**0.5


@rule("GR-4.1")
def test_a_deck_is_the_same_for_every_number_of_players():
    decks = [[position.view()["tile"], *position.peek(TILE)] for players in (2, 5) for position in deals(1, players)]
    assert all(a == b for a, b in pairwise(decks))
    assert len(decks[0]) == 71
