"""Set-up: the train, the loot, the expansions (sections 1 to 4)."""

import pytest

import sim
from sim.colt_express import checks
from sim.colt_express import words as w
from tests.rules import rule
from tests.rules.colt_express.scene import book_rows, dealt


def new(players=4, seed=0, **variants):
    return sim.Game("colt_express", players, seed=seed, variants=variants)


def spaces(view, n):
    return [view["pawn"][p]["space"] for p in range(n)]


@rule("CE-1.3", "CE-4.24", "CE-12.5")
@pytest.mark.parametrize(
    ("players", "variants", "why"),
    [
        (7, {}, "seventh bandit"),
        (8, {}, "Marshal player"),
        (8, {"mei": True}, "Marshal player"),
        (2, {"mp": True}, "2 to 7 bandits"),
        (5, {"team": True}, "teams of two"),
        (4, {"team": True, "mp": True}, "no partner"),
        (2, {"expert": True}, "2016"),
        (4, {"mp": True, "silk": "evasion"}, "evades"),
        (4, {"team": True, "expert": True}, "discard pile"),
        (7, {"silk": "move"}, "seventh bandit"),
    ],
)
def test_impossible_combinations_are_refused_with_the_reason(players, variants, why):
    with pytest.raises(ValueError, match=why):
        new(players, **variants)


@rule("CE-1.3", "CE-2.6", "CE-12.4")
@pytest.mark.parametrize(
    ("players", "variants"),
    [
        (2, {}),
        (6, {}),
        (7, {"mei": True}),
        (7, {"hs": True, "mei": True}),
        (8, {"mp": True}),
        (3, {"mp": True}),
        (8, {"mp": True, "hs": True}),
        (4, {"team": True, "hs": True}),
        (6, {"team": True}),
        (5, {"expert": True, "mp": True}),
        (6, {"silk": "evasion"}),
        (7, {"silk": "blocking", "mei": True}),
        (8, {"silk": "move", "mp": True, "hs": True}),
    ],
)
def test_every_supported_combination_can_be_dealt(players, variants):
    assert new(players, **variants).to_move >= 0


@rule("CE-4.2", "CE-4.6", "CE-4.3", "CE-2.1", "CE-4.1", "CE-3.1")
def test_four_players_x7():
    view = new().view()
    assert spaces(view, 4) == [4, 3, 4, 3]
    assert [view["pawn"][p]["loot"]["purses"] for p in range(4)] == [[0], [1], [2], [3]]
    counts = checks.purse_counts(new().setting)
    values = [row["value"] for row in book_rows("loot")["tokens"] if row["type"] == "purse"]
    assert sum(counts) == 14
    assert sum(n * v for n, v in zip(counts, values, strict=False)) == 5000
    assert w.last_position(new().setting) == 4


@rule("CE-2.2", "CE-4.3", "CE-4.4")
def test_six_players_use_all_cars_x8():
    view = new(6).view()
    on_train = [x for heap in view["floor"] for x in heap["purses"]]
    assert (len(on_train), sum(heap["jewels"] for heap in view["floor"])) == (12, 6)
    assert sum((250, 300, 350, 400, 450, 500)[view["purse"][x - 8]] for x in on_train) == 4500
    assert view["floor"][0]["boxes"] == [w.BOX_OF_LOCOMOTIVE] and view["spare"] == 1 and view["marshal"] == 0


@rule("CE-4.16", "CE-4.20", "CE-4.21", "CE-3.3", "CE-2.5", "CE-2.7", "CE-4.15", "CE-4.17")
def test_marshal_and_prisoners_with_four_bandits_x1():
    game = new(5, mp=True)
    view = game.view()
    assert w.last_position(game.setting) == 5
    assert (view["floor"][0]["bags"], view["floor"][0]["boxes"]) == ([0, 1], [])
    assert spaces(view, 5) == [0, 4, 3, 4, 3]
    assert view["floor"][5]["purses"] == [] and view["floor"][5]["jewels"] == 0
    assert view["first"] == 0 and view["wanted"] == [1, 2, 3, 4]
    assert view["piles"] == [6, 6] and view["brawlers_left"] == 3 and view["pawn"][0]["loot"]["purses"] == []


@rule("CE-2.8", "CE-4.16", "CE-4.24")
def test_seven_bandits_and_a_marshal_x50():
    game = next(
        g
        for g in (new(8, seed, mp=True) for seed in range(200))
        if sum(heap["jewels"] for heap in g.view()["floor"]) == 3
    )
    view = game.view()
    on_train = [x for heap in view["floor"] for x in heap["purses"]]
    assert len(on_train) == 12 and w.last_position(game.setting) == 6
    assert sum((250, 300, 350, 400, 450, 500)[view["purse"][x - 8]] for x in on_train) == 4500


ROUNDS, STATION = 7, 8  # sources of luck


@rule("CE-4.22", "CE-4.10")
def test_round_cards_of_all_modules_by_the_number_of_bandits():
    rows = book_rows("round_cards")
    tables = ((4, {}, "small"), (5, {}, "large"), (4, {"hs": True}, "small"), (5, {"mp": True}, "small"))
    for players, variants, size in (*tables, (6, {"mp": True, "hs": True}, "large"), (2, {"hs": True}, "small")):
        modules = {"base", *variants}
        own = [row for row in rows["rounds"] if row["set"] == size]
        rounds, stations = set(), set()
        for seed in range(60):
            game = dealt(new(players, seed, **variants))
            rounds.add(own[game.view()["card"]]["id"])
            rounds |= {own[card]["id"] for card in game.position.peek(ROUNDS)}
            stations |= {rows["stations"][card]["id"] for card in game.position.peek(STATION)}
        assert rounds == {row["id"] for row in own if row["module"] in modules}
        assert stations == {row["id"] for row in rows["stations"] if row["module"] in modules}


@rule("CE-2.4", "CE-4.7", "CE-4.8", "CE-4.9", "CE-4.11", "CE-3.2")
def test_horses_and_stagecoach_with_six_x5():
    view = dealt(new(6, hs=True)).view()
    assert len(view["hostages"]) == 5
    assert sum(len(heap["flasks"]) for heap in view["floor"]) == 6
    assert view["neutral"] == 16
    assert sum(view["cards"][0]["hand"]) + sum(view["cards"][0]["deck"]) == 11
    assert (view["coach"], view["guard"], view["floor"][w.COACH_ROOF]["boxes"]) == (0, 0, [w.BOX_OF_COACH])


@rule("CE-4.9", "CE-13.1", "CE-13.2", "CE-4.8")
def test_two_players_with_the_stagecoach_x6():
    view = dealt(new(2, hs=True)).view()
    assert len(view["hostages"]) == 3
    assert sum(len(heap["flasks"]) for heap in view["floor"]) == 3
    assert sum(view["cards"][0]["hand"]) + sum(view["cards"][0]["deck"]) == 7
    assert sum(view["cards"][0]["hand2"]) + sum(view["cards"][0]["deck2"]) == 6


@rule("CE-13.1", "CE-13.2")
def test_two_players_have_two_bandits_each():
    game = dealt(new(2))
    view = game.view()
    assert spaces(view, 4) == [3, 2, 3, 2] and w.last_position(game.setting) == 3
    assert sum(view["cards"][0]["hand"]) + sum(view["cards"][0]["deck"]) == 6
    assert sum(view["cards"][0]["hand2"]) + sum(view["cards"][0]["deck2"]) == 5


@rule("CE-13.9")
def test_partners_start_in_different_cars():
    view = new(4, team=True).view()
    assert spaces(view, 4) == [4, 3, 4, 3] and view["first"] == 0


@rule("CE-4.12", "CE-4.13")
def test_the_horse_attack_is_chosen_unseen_and_forced_at_the_first_car():
    game = new(3, hs=True)
    assert [option.words for option in game.legal()] == ["board the train here", "ride on"]
    for code in (0, 1, 1, 1, 1):  # A boards at 3; B and C ride on twice
        game.apply(w.ACT_ATTACK << 24 | code)
    view = game.view()
    assert spaces(view, 3) == [3, 1, 1]
    assert view["horses"][:4] == [0, 2, 0, 1]


@rule("CE-4.23", "CE-4.14")
def test_the_horse_attack_with_a_prison_car_starts_there():
    game = new(5, mp=True, hs=True)
    view = dealt(game).view()
    assert spaces(view, 5) == [0, 5, 5, 5, 5]
    assert view["first"] == 0 and view["horses"][5] == 4


@rule("CE-4.14")
def test_two_bandits_in_the_last_car_count_twice_x52():
    firsts = 0
    for seed in range(300):
        game = new(2, seed, hs=True)
        game.apply(w.ACT_ATTACK << 24 | 0)
        game.apply(w.ACT_ATTACK << 24 | 2)  # the second bandit of Q rides on
        firsts += dealt(game).view()["first"] == 0
    assert 200 - 4 * 8.2 < firsts < 200 + 4 * 8.2


@rule("CE-4.18", "CE-4.19")
def test_goals_and_prisoners():
    game = new(4, mp=True)
    assert len(game.view()["prisoners"]) == 3
    while game.to_move >= 0:
        game.apply(game.legal()[0])
    goals = [goal for goal in game.view()["goal"] if goal >= 0]
    assert len(goals) == 5 and sum(goal < 8 for goal in goals) == 2
    assert not {w.FULL_OF_LEAD, w.ARCH_ENEMY} & set(goals)  # three bandits


@rule("CE-4.5", "CE-1.1")
def test_four_round_cards_and_a_station():
    seen = []
    game = new(4, hs=True)
    while game.to_move >= 0:
        view = game.view()
        if view["card"] >= 0 and (view["round"], view["card"]) not in seen:
            seen.append((view["round"], view["card"]))
        game.apply(game.legal()[0])
    assert [number for number, _ in seen] == [0, 1, 2, 3, 4]
    assert len({card for _, card in seen[:4]}) == 4


@rule("CE-1.4")
def test_only_horses_and_flasks():
    game = sim.Game(
        "colt_express",
        4,
        variants={"hs": True},
        rules={"hs_stagecoach": False, "hs_hostages": False, "hs_round_cards": False},
    )
    view = dealt(game).view()
    assert view["coach"] == -1 and view["hostages"] == [] and sum(view["horses"]) == 4


@rule("CE-3.2")
def test_the_stagecoach_starts_beside_the_train():
    rules = {"hs_start_position": 3}
    assert dealt(sim.Game("colt_express", 3, variants={"hs": True}, rules=rules)).view()["coach"] == 3
    short = {**rules, "cars_per_player_offset": -1}
    with pytest.raises(ValueError, match="hs_start_position 3 lies behind this train"):
        sim.Game("colt_express", 3, variants={"hs": True}, rules=short)
    none = {**short, "hs_stagecoach": False}
    assert dealt(sim.Game("colt_express", 3, variants={"hs": True}, rules=none)).view()["coach"] == -1


@rule("CE-13.1", "CE-2.3")
def test_two_players_have_a_deck_of_their_own():
    for kind in ("move", "floor", "fire", "punch", "robbery", "marshal"):
        rules = {f"deck_{kind}": 3}
        with pytest.raises(ValueError, match=f"deck_{kind} cannot be changed for 2 players"):
            sim.Game("colt_express", 2, rules=rules)
        view = sim.Game("colt_express", 3, rules=rules).view()
        index = ("move", "floor", "fire", "punch", "robbery", "marshal").index(kind)
        assert view["cards"][0]["hand"][index] + view["cards"][0]["deck"][index] == 3


@rule("CE-2.3", "CE-11.1")
def test_decks():
    assert sum(checks.full_deck(0, new().setting)[0]) == 10
    marshal = checks.full_deck(0, new(4, mp=True).setting)[0]
    assert marshal == [2, 1, 3, 0, 0, 0, 0, 0, 1, 1, 2]
    assert sum(checks.full_deck(0, new(4, mp=True, hs=True).setting)[0]) == 11
    bandit = checks.full_deck(1, new(4, mp=True).setting)[0]
    assert (bandit[w.MARSHAL], bandit[w.IDEA], sum(bandit)) == (0, 1, 10)


@rule("CE-4.6", "CE-4.20")
def test_bandits_start_by_turns_in_all_cars_from_the_tail_on():
    def start(players, **variants):
        game = sim.Game("colt_express", players, variants=variants, rules={"start_positions": "alternating"})
        return spaces(game.view(), players)

    assert start(3) == [3, 2, 1]
    assert start(6) == [6, 5, 4, 3, 2, 1]
    assert start(7, mei=True) == [6, 5, 4, 3, 2, 1, 6]  # six cars for seven bandits
    assert start(4, mp=True) == [0, 4, 3, 2]  # nobody in the prison car, position 5


@rule("CE-4.6", "CE-4.20")
@pytest.mark.parametrize(("variants", "last"), [({}, 4), ({"mp": True}, 4), ({"team": True}, 4)])
def test_bandits_choose_the_car_to_start_in(variants, last):
    game = sim.Game("colt_express", 4, variants=variants, rules={"start_positions": "free"})
    bandits = range(1 if variants.get("mp") else 0, 4)
    for p in bandits:  # in seat order, from the first player
        assert (game.to_move, game.view()["phase"]) == (p, w.PLACING)
        assert {action.code for action in game.legal()} == {w.ACT_PLACE << 24 | car for car in range(1, last + 1)}
        game.apply(w.ACT_PLACE << 24 | (p % last + 1))
    view = game.view()
    assert [view["pawn"][p]["space"] for p in bandits] == [p % last + 1 for p in bandits]
    assert view["phase"] == w.SCHEME


@rule("CE-4.12", "CE-4.6")
def test_the_horse_attack_takes_the_place_of_all_start_positions():
    for way in ("all_last", "alternating", "free"):
        game = sim.Game("colt_express", 4, variants={"hs": True}, rules={"start_positions": way})
        assert game.view()["phase"] == w.ATTACK
