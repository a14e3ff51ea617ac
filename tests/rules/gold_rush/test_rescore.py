"""The kernel and the second opinion agree on every feature and every score of thousands of random games."""
import pytest

from sim.core.driver import Player, Position
from sim.core.game import read_outcome, table
from sim.core.rulebook import book, resolve
from sim.gold_rush import kernel
from tests.rules import rule
from tests.rules.gold_rush.rescore import Second

BOOK = book("gold_rush")
PARTS = [name for name in BOOK.outcome["columns"] if name.startswith("vp_")]
TOKEN_PARTS = ("vp_tokens_mined", "vp_tokens_won")
SHAPES = {row["id"]: row for row in BOOK.data["archetypes"]["archetypes"]}


def listed(tile_list, variant):
    """The rows of a list, as the files have them."""
    rows = [dict(row) for row in BOOK.data[tile_list]["tiles"]]
    for one in BOOK.data["tiles_variants"]["variants"]:
        if one["id"] == variant:
            for row in rows:
                row.update(one["rows"].get(row["id"], {}))
    return rows


def play(fixed, players, seed, block):
    """One random game: its last position and its actions."""
    position = Position(fixed, seed, block, list(range(players)))
    bots = [Player(0).sit(seed, block, seat) for seat in range(players)]
    actions = []
    while (seat := position.to_move) >= 0:
        code = bots[seat].choose(position)
        actions.append((seat, code))
        position.apply(code)
    return position, actions


def compare(position, actions, players, rows, farmers):
    view, outcome = position.view(), read_outcome(BOOK, position.outcome())
    second = Second(view, actions, players, rows, SHAPES, farmers)
    counted = kernel.features(position.tobytes())
    for kind, areas in (("mountains", second.mountains), ("rails", second.rails), ("prairies", second.prairies)):
        numbers = {node: i for i, node in enumerate(second.numbers(kind))}
        expected = {}
        for area in areas:
            segments = sorted(numbers[node] for node in area.nodes)
            expected[segments[0]] = (segments, area)
        assert {root: one["segments"] for root, one in counted[kind].items()} == {
            root: segments for root, (segments, _) in expected.items()}
        for root, (segments, area) in expected.items():
            one = counted[kind][root]
            for name in {"mountains": ["nuggets"], "rails": ["trains"], "prairies": ["camps", "herds"]}[kind]:
                assert one[name] == second.symbols(area, name)
            if kind != "prairies":
                assert one["open"] == area.open
                assert one["size"] == len(segments)
            figures = one[{"mountains": "miners", "rails": "railwaymen", "prairies": "farmers"}[kind]]
            left = area.cowboys if area.open or kind == "prairies" else []
            assert figures == [left.count(seat) for seat in range(5)]
            if kind == "rails":
                assert one["ring"] == segments
                ends = sum(second.tiles[n][1]["rails"][i]["end"] != "through" for n, i in area.nodes)
                assert area.open + ends in (0, 2)                           # I5
    for seat in range(players):
        assert {part: outcome.columns[part][seat] for part in PARTS if part not in TOKEN_PARTS} == {
            part: second.parts[seat][part] for part in PARTS if part not in TOKEN_PARTS}
        assert outcome.columns["n_tokens_mined"][seat] == second.mined[seat]
        assert outcome.columns["n_tokens_won"][seat] == second.won[seat]
        worth = {name: sum(n * value for n, value in zip(view[name][seat], (0, 1, 2, 3, 5), strict=True))
                 for name in ("mined", "won")}
        assert [outcome.columns[part][seat] for part in TOKEN_PARTS] == [worth["mined"], worth["won"]]
        assert outcome.scores[seat] == sum(second.parts[seat].values()) + worth["mined"] + worth["won"]
        assert outcome.columns["n_cowboys_left"][seat] == 4 - second.still_out(seat)
    best = max(outcome.scores)
    assert outcome.winners == [seat for seat in range(players) if outcome.scores[seat] == best]
    in_use = {tile[3] for tile in second.tiles}
    around = {(x + dx, y + dy) for x, y in in_use for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - in_use
    assert set(counted["frontier"]) == around


@rule("GR-5.0", "GR-5.1", "GR-5.2", "GR-5.6", "GR-6.3", "GR-7.3", "GR-7.4", "GR-7.5", "GR-7.6", "GR-7.7")
@pytest.mark.parametrize(("players", "games", "rules", "mode"), [
    (2, 700, {}, "standard"), (3, 500, {}, "standard"), (4, 500, {}, "standard"), (5, 500, {}, "standard"),
    (3, 100, {}, "first_game"), (2, 150, {"tile_list": "tiles_crossings"}, "standard"),
    (4, 50, {"tile_variant": "more_cities"}, "standard"), (5, 50, {"tile_variant": "many_trains"}, "standard"),
    (2, 50, {"tile_variant": "bare_mountains"}, "first_game"),
])
def test_the_second_opinion_agrees(players, games, rules, mode):
    fixed = table(BOOK, resolve(BOOK, players, rules, {"mode": mode}))
    rows = listed(rules.get("tile_list", "tiles"), rules.get("tile_variant", "none"))
    for block in range(games):
        position, actions = play(fixed, players, 17, block)
        compare(position, actions, players, rows, mode == "standard")


@rule("GR-4.7", "GR-4.18")
@pytest.mark.parametrize("players", [2, 5])
def test_features_are_right_after_every_action(players):
    """I4, I6, I9 and the stacks, while the game goes on."""
    fixed = table(BOOK, resolve(BOOK, players))
    rows = listed("tiles", "none")
    for block in range(4):
        position = Position(fixed, 23, block, list(range(players)))
        bots = [Player(0).sit(23, block, seat) for seat in range(players)]
        actions = []
        while (seat := position.to_move) >= 0:
            actions.append((seat, bots[seat].choose(position)))
            position.apply(actions[-1][1])
            view, counted = position.view(), kernel.features(position.tobytes())
            second = Second(view, actions, players, rows, SHAPES)
            for kind, areas in (("mountains", second.mountains), ("rails", second.rails)):
                assert sorted(one["open"] for one in counted[kind].values()) == sorted(area.open for area in areas)
                assert sum(one["size"] for one in counted[kind].values()) == len(second.numbers(kind))
            for one in counted["mountains"].values():
                assert one["free"] == one["size"] - sum(one["miners"]) - sum(one["tents"]) >= 0
                assert one["stack"] <= one["nuggets"]
