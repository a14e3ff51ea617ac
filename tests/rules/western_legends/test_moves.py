"""Moving, the locations and the turn (sections 3 to 6)."""

import random

import pytest

import sim
from sim.western_legends import loader
from sim.western_legends import words as w
from tests.rules import rule
from tests.rules.western_legends.scene import (
    DATA,
    GAME,
    HIDEOUTS,
    ITEM_IDS,
    at,
    cards,
    hand_size,
    here,
    options,
    play,
    scene,
)

THREE = "annie_oakley bass_reeves kit_carson"


def goals_of(game):
    play(game, "Move")
    return {one.removeprefix("go to ") for one in options(game) if one.startswith("go to ")}


@rule("WL-6.1", "WL-6.2", "WL-6.4", "WL-6.6")
def test_x21_the_sheriff_shuts_an_outlaw_out():
    game = scene(THREE, place=["DR_SALOON_N", "DR_MID"], wanted=[1], items=["mustang"], sheriff="DR_STORE_W")
    found = goals_of(game)
    assert "DR_STORE_W" not in found and "DR_BANK" in found
    assert not any("mesa" in one for one in options(game))  # WL-6.2: not even at a mesa's foot
    foot = scene(THREE, place=["DR_EAST"])
    assert "RF_CABARET" not in goals_of(foot) and not any("mesa" in one for one in options(foot))


@rule("WL-6.3", "WL-6.5")
def test_x22_a_bandit_ends_the_move():
    game = scene(THREE, place=["SV_N4"], items=["mustang"], bandits="DIXON_CREEK")
    found = goals_of(game)
    assert "DIXON_CREEK" in found
    without = goals_of(scene(THREE, place=["SV_N4"], items=["mustang"]))
    assert "CJ_WEST" in without
    play(game, "go to DIXON_CREEK")
    assert at(game, 0) == "DIXON_CREEK" and here(game, "fight")["kind"] == w.FIGHT_BANDIT


@rule("WL-6.1", "WL-6.20")
@pytest.mark.parametrize(
    ("mount", "extra", "free", "blocked"),
    [("", 0, 15, 15), ("mule", 0, 27, 25), ("mustang", 0, 43, 39), ("mustang+", 0, 52, 45)],
)
def test_k11_how_far_a_move_reaches(mount, extra, free, blocked):
    bandits = "MP_HIDEOUT_A SH_HIDEOUT_A SH_HIDEOUT_B DIXON_CREEK SV_HIDEOUT_C CJ_HIDEOUT_C"
    assert len(goals_of(scene(THREE, place=["DR_BANK"], items=[mount])) - {"DR_BANK"}) == free
    assert len(goals_of(scene(THREE, place=["DR_BANK"], items=[mount], bandits=bandits)) - {"DR_BANK"}) == blocked


@rule("WL-6.20")
def test_a_move_may_end_where_it_began_but_takes_a_step():
    assert "DR_BANK" in goals_of(scene(THREE, place=["DR_BANK"]))
    assert "DR_BANK" not in goals_of(scene(THREE, place=["DR_BANK"], rules={"move_may_return": False}))
    assert "DR_BANK" not in goals_of(scene(THREE, place=["DR_BANK"], rules={"foot_speed": 1}))


@rule("WL-10.9")
@pytest.mark.parametrize(("steps", "ends"), list(enumerate([1, 5, 17, 25, 35, 44, 55])))
def test_k10_walks_of_the_sheriff(steps, ends):
    game = scene(THREE, hands=["4♥"], wanted=[0, 1], place=["MP_W", "CJ_S2"], rules={"manhunt_steps": steps})
    play(game, "play 4♥")
    if steps == 0:
        assert game.view()["phase"] == w.ACTION
    else:
        assert len(options(game)) == ends


@rule("WL-6.2")
def test_x42_bloody_knife_crosses_a_mesa():
    game = scene("bloody_knife bass_reeves kit_carson", place=["DR_STORE_E"], lp=[5], wounds=[1])
    play(game, "Move", "cross the mesa to RF_CABARET")
    assert at(game, 0) == "RF_CABARET" and here(game, "wounds")[0] == 0


@rule("WL-6.2")
def test_bloody_knife_crosses_both_mesas_in_one_move():
    game = scene("bloody_knife bass_reeves kit_carson", place=["SH_GULLY"], lp=[5], items=["mustang"])
    play(game, "Move")
    assert "cross the mesa to SV_N5" in options(game)
    slow = scene("bloody_knife bass_reeves kit_carson", place=["SH_GULLY"], lp=[5], items=["mule"])
    play(slow, "Move")
    assert "cross the mesa to SV_N5" not in options(slow)


def walks(start, steps, stops, shut):
    """Every walk of Bloody Knife, step by step: where he can end without a mesa, and across one."""
    board = loader.board(DATA)
    ends, at = {False: set(), True: set()}, {(start, False)}
    for _ in range(steps):
        onward = set()
        for place, across in at:
            if place < 0:  # on a mesa
                onward |= {(other, True) for other in board["mesas"][-1 - place]}
            else:
                onward |= {(other, across) for other in board["neighbours"][place]}
                onward |= {(-1 - m, True) for m, rim in enumerate(board["mesas"]) if place in rim}
        onward = {one for one in onward if one[0] not in shut}
        for place, across in onward:
            if place >= 0:
                ends[across].add(place)
        at = {one for one in onward if one[0] not in stops}
    return ends[False], ends[True]


@rule("WL-6.1", "WL-6.2", "WL-6.3", "WL-6.4")
def test_every_place_that_bloody_knife_can_walk_to():
    luck = random.Random(7)
    board = loader.board(DATA)
    for mount, steps in [("", 2), ("mule", 3), ("mustang", 4), ("mustang+", 5)] * 6:
        start, sheriff = luck.randrange(65), luck.randrange(65)
        gangs = [h for h in range(6) if luck.random() < 0.5 and board["hideouts"][h] != start]
        game = scene(
            "bloody_knife bass_reeves kit_carson",
            place=[w.place(start)],
            lp=[5],
            items=[mount],
            wanted=[1],
            sheriff=w.place(sheriff),
            bandits=" ".join(HIDEOUTS[h] for h in gangs),
        )
        play(game, "Move")
        plain = {w.place_number(one.removeprefix("go to ")) for one in options(game) if one.startswith("go to ")}
        across = {w.place_number(one.split()[-1]) for one in options(game) if one.startswith("cross")}
        assert (plain, across) == walks(start, steps, {board["hideouts"][h] for h in gangs}, {sheriff})


@rule("WL-10.7")
def test_x43_manhunt_without_outlaws():
    game = scene(THREE, hands=["4♥"], marshal=[2], lp=[3])
    play(game, "play 4♥")
    assert (
        w.place(here(game, "sheriff")) == "DR_SHERIFF" and here(game, "lp")[0] == 4 and here(game, "actions_left") == 2
    )
    assert here(game, "discard") == [w.card_number("4♥")]


@rule("WL-5.1", "WL-4.3", "WL-11.1")
def test_x44_the_mule_rests():
    game = scene(THREE, items=["mule mustang"], nuggets=[4], actions=0, phase=w.EQUIP_MOUNT)
    view = game.view()
    view["mount"][0], view["nuggets"][0] = 3, 6
    game = sim.Game.from_view(GAME, view, characters="assign")
    play(game, "ride the Mustang")
    assert here(game, "nuggets")[0] == 4


@rule("WL-6.7", "WL-6.23", "WL-3.10", "WL-6.19")
def test_x45_one_visit_to_the_store():
    game = scene(THREE, hands=["2♣"], place=["DR_STORE_N"], money=[120])
    play(game, "shop in the store", "buy the Mustang and use it", "upgrade the Mustang", "buy the Provisions")
    assert here(game, "money")[0] == 0 and hand_size(game, 0) == 2 and here(game, "actions_left") == 2
    assert game.view()["phase"] == w.ACTION and here(game, "mount")[0] == 4 and here(game, "upgraded")[0] == [4]
    assert "shop in the store" not in options(game)


@rule("WL-11.2", "WL-4.3")
def test_three_belongings_and_one_of_each():
    game = scene(THREE, place=["DR_STORE_N"], money=[120], items=["ten_gallon whiskey provisions"])
    play(game, "shop in the store")
    assert not any("Map" in one or "Whiskey" in one for one in options(game))
    game = scene(THREE, items=["provisions"], wounds=[1])
    play(game, "use ability 2 of Provisions")
    assert (
        here(game, "items")[0] == []
        and here(game, "store")[8] == 6
        and here(game, "wounds")[0] == 0
        and hand_size(game, 0) == 1
    )


@rule("WL-6.10")
def test_x18_deposit():
    game = scene(THREE, place=["DR_BANK"], money=[100], nuggets=[3])
    play(game, "sell 3 nuggets")
    assert here(game, "lp")[0] == 3 and here(game, "money")[0] == 120


@rule("WL-6.15")
def test_x19_revel():
    game = scene(THREE, place=["RF_CABARET"], money=[80])
    assert not any("3 legend points" in one for one in options(game))
    play(game, "revel for 2 legend points")
    assert here(game, "lp")[0] == 2 and here(game, "money")[0] == 20


@rule("WL-6.14")
def test_x20_the_doctor():
    game = scene(THREE, hands=["2♣"], place=["RF_DOCTOR"], money=[10], wounds=[3])
    play(game, "see the Doctor")
    assert here(game, "wounds")[0] == 0 and here(game, "money")[0] == 0 and hand_size(game, 0) == 4


@rule("WL-6.16", "WL-6.17")
def test_work_is_done_at_locations_only():
    for place, works in (
        ("DR_BANK", True),
        ("SV_STATION", True),
        ("DR_SHERIFF", False),
        ("DIXON_CREEK", False),
        ("DR_MID", False),
    ):
        game = scene(THREE, place=[place])
        assert ("work" in options(game)) == works
    play(scene(THREE, place=["DR_BANK"]), "work")


@rule("WL-6.9", "WL-6.22")
def test_x29_prospecting():
    game = scene(THREE, place=["SV_MINE"], nuggets=[3])
    game.force("dice", [0, 2, 3])
    play(game, "prospect")
    assert here(game, "nuggets")[0] == 4 and here(game, "money")[0] == 10


@rule("WL-6.22")
def test_the_map_rolls_one_die_again():
    game = scene(THREE, place=["SV_MINE"], items=["miners_map"])
    game.force("dice", [3, 0, 0])
    play(game, "prospect", "roll die 0 again")
    assert here(game, "nuggets")[0] == 2


@rule("WL-6.9")
def test_x30_k1_what_prospecting_gives():
    counts, money, n = [0, 0, 0], 0, 3000
    luck = random.Random(1)
    start = scene(THREE, place=["SV_MINE"])
    for _ in range(n):
        game = start.copy()
        game.redeal(0, luck.getrandbits(63))
        game.position.apply(w.ACT_PROSPECT << 24)
        view = game.position.view()
        counts[view["nuggets"][0]] += 1
        money += view["money"][0]
    for found, share in zip(counts, (0.16, 0.48, 0.36), strict=True):
        assert abs(found / n - share) < 4 * (share * (1 - share) / n) ** 0.5
    assert abs(money / n - 8) < 0.8


@rule("WL-6.12", "WL-6.13", "WL-6.18")
def test_x39_an_outlaw_drives_cattle():
    game = scene(THREE, place=["SV_N4"], wanted=[1], cattle=["green c20"])
    play(game, "Move", "go to SV_STATION")
    assert here(game, "money")[0] == 20 and here(game, "marshal")[0] == 0 and here(game, "stock")[0] == 3
    game = scene(THREE, place=["MP_RANCH"])
    play(game, "acquire cattle")
    assert here(game, "cattle")[0] >= 0 and "acquire cattle" not in options(game)
    play(game, "Move", "go to MP_RANCH")
    assert here(game, "cattle")[0] >= 0  # the own ranch takes nothing
    optional = scene(THREE, place=["SV_N4"], cattle=["green c20"], rules={"delivery_optional": True})
    play(optional, "Move", "go to SV_STATION", "keep the cattle")
    assert here(optional, "cattle")[0] == 0


@rule("WL-12.2", "WL-6.13", "WL-6.21")
def test_x49_saddle_up_leaves_no_reaction_for_reputation():
    game = scene(THREE, hands=["6♥ 7♣"], place=["SH_NW"], wanted=[1], cattle=["green c20"])
    play(game, "Move", "react with 6♥", "go to SH_RANCH")
    assert here(game, "wanted")[0] == 2 and here(game, "money")[0] == 20 and hand_size(game, 0) == 2
    assert game.view()["phase"] == w.ACTION


@rule("WL-6.21", "WL-6.18")
def test_kit_carson_steps_on():
    game = scene("kit_carson bass_reeves annie_oakley", place=["DR_MID"], lp=[5])
    play(game, "Move", "go to DR_BANK", "go to SV_N3")
    assert at(game, 0) == "SV_N3" and here(game, "actions_left") == 2


@rule("WL-6.18")
def test_a_free_move_delivers_cattle_but_is_no_move_action():
    rider = "annie_oakley y_b_rowdy kit_carson"
    game = scene(
        rider, place=["MP_W", "SV_N4"], lp=[0, 5], hands=["", "9♥"], cattle=["", "green c20"], stories=["ST33"]
    )
    play(game, "pass", "use ability 1 of Y. B. Rowdy", "discard 9♥", "go to SV_STATION")
    assert here(game, "marshal")[1] == 1 and here(game, "money")[1] == 40  # the track's $20 and the token's
    assert game.view()["phase"] == w.INCOME and here(game, "met") == 0  # no Move has ended in Spike's View
    idle = scene(rider, place=["MP_W", "SV_STATION"], lp=[0, 5], hands=["", "9♥"], cattle=["", "green c20"])
    play(idle, "pass", "use ability 1 of Y. B. Rowdy", "discard 9♥")
    stays, returns = play(idle.copy(), "stay"), play(idle.copy(), "go to SV_STATION")
    assert here(stays, "cattle")[8] == 0 and here(returns, "cattle")[8] == -1  # only a movement delivers


@rule("WL-5.3", "WL-5.5")
def test_only_actions_cost_actions():
    game = scene(THREE, hands=["A♥ 5♥"], place=["SV_N1"], bandits="SV_HIDEOUT_C", queue="8 3", stories=["ST02"])
    play(game, "Move", "go to SV_HIDEOUT_C", "lay A♥", "the fight card 8", "legend points", "a marker onto pile 0")
    assert here(game, "actions_left") == 2  # the Move; not the fight, not the marker
    play(game, "play 5♥")
    assert here(game, "actions_left") == 1
    play(game, "Move", "go to SV_HIDEOUT_C")
    assert game.to_move == 1


@rule("WL-5.2", "WL-5.4")
def test_x02_the_hand_limit():
    game = scene("billy_the_kid bass_reeves kit_carson", hands=["2♣ 3♣ 4♣ 5♣ 6♣ 8♣"], wounds=[2])
    play(game, "pass", "discard 2♣", "discard 3♣", "discard 4♣")
    assert hand_size(game, 0) == 3 and game.to_move == 1


@rule("WL-5.4", "WL-9.5")
def test_x03_x05_outlaws_score_at_the_end_of_their_turns():
    game = scene("billy_the_kid bass_reeves kit_carson", wanted=[2], lp=[3])
    play(game, "pass")
    assert here(game, "lp")[0] == 4
    game = scene("billy_the_kid bass_reeves kit_carson", wanted=[5], place=["SH_N"], cattle=["green c20"], actions=1)
    play(game, "Move", "go to SH_RANCH")
    assert here(game, "wanted")[0] == 6 and here(game, "lp")[0] == 2 and hand_size(game, 0) == 1


@rule("WL-5.1")
def test_income():
    for word, money, n in (("income: money", 20, 0), ("income: cards", 0, 2), ("income: money and cards", 10, 1)):
        game = play(scene(THREE), "pass")
        play(game, word)
        assert here(game, "money")[1] == money and hand_size(game, 1) == n


@rule("WL-3.3", "WL-3.10", "WL-3.11", "WL-3.12")
def test_packages():
    met = set()
    for seed in range(12):
        game = sim.Game(GAME, 6, seed=seed, characters="assign", variants={"extras": True, "handsome": True})
        while game.view()["phase"] not in (w.INCOME, w.START_EFFECT):
            if game.view()["phase"] == w.START_RANCH:
                assert options(game) == ["a green token", "a blue token"]
                play(game, "a blue token")
            else:
                game.apply(game.legal()[0])
        view = game.view()
        for p in range(6):
            row = DATA["characters"]["characters"][view["character"][p]]
            start, rules = row["start"], game.setting["rules"]
            met.add(row["id"])
            for name in ("money", "nuggets", "wounds"):
                assert view[name][p] == start.get(name, 0)  # start points bring no rewards
            assert view["marshal"][p] == rules.get(f"start_marshal_{row['id']}", 0)
            assert view["wanted"][p] == rules.get(f"start_wanted_{row['id']}", 0)
            assert [ITEM_IDS[k] for k in view["items"][p]] == sorted(
                (name.rstrip("+") for name in start["items"]), key=ITEM_IDS.index
            )
            assert [ITEM_IDS[k] + "+" for k in view["upgraded"][p]] == [one for one in start["items"] if one[-1] == "+"]
            supplies = "provisions" in start["items"]  # they act when gained, and are gained now
            assert len(view["hand"][p]) == start.get("poker", 0) + supplies
            assert view["cattle"][8 * p] >= 8 if start.get("cattle") else view["cattle"][8 * p] == -1
    assert {"pearl_hart", "calamity_jane", "billy_the_kid", "doc_holliday"} <= met


@rule("WL-3.1", "WL-3.2", "WL-3.4", "WL-3.7", "WL-3.8", "WL-3.9", "WL-3.12")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_set_up(players):
    game = sim.Game(GAME, players, seed=players)
    assert [one.startswith("keep ") for one in options(game)] == [True, True]
    while game.view()["phase"] not in (w.INCOME, w.START_EFFECT):
        game.apply(game.legal()[0])
    view = game.view()
    for p in range(players):
        row = DATA["characters"]["characters"][view["character"][p]]
        assert w.place(view["place"][p]) in row["start_any_of"]
        assert view["money"][p] == row["start"].get("money", 0) and view["lp"][p] == 0
        assert view["weapon"][p] in view["items"][p]
    taken = {view["place"][p] for p in range(players)} | ({view["place"][w.MIB]} if players == 2 else set())
    hideouts = [name for letter in "ABC" for name in DATA["board"]["hideouts"][letter]]
    assert view["bandits"] == [h for h, name in enumerate(hideouts) if w.place_number(name) not in taken]
    assert w.place(view["sheriff"]) == "DR_SHERIFF" and view["left"][:2] == [20, 20]


@rule("WL-3.5", "WL-3.6")
def test_x10_the_most_wanted_begins():
    firsts = set()
    for seed in range(60):
        game = sim.Game(GAME, 5, seed=seed, characters="assign", rules={"seat_outlaws_first": True})
        while game.view()["phase"] not in (w.INCOME, w.START_EFFECT):
            game.position.apply(game.position.legal()[0])
        view = game.view()
        order = [view["wanted"][p] for p in view["order"][:5]]
        assert order[0] == max(order) and sorted(order[1:], reverse=True)[:1] == order[1:2]
        firsts.add(view["order"][0])
    assert len(firsts) == 5


@rule("WL-4.1", "WL-4.2", "WL-4.4")
def test_hands_are_hidden_and_the_discard_pile_becomes_the_deck():
    game = scene(THREE, hands=["2♣", "3♣ 4♣"])
    others = [game.copy() for _ in range(12)]
    for seed, other in enumerate(others):
        other.redeal(0, seed)
        view = other.view()
        assert view["hand"][0] == cards("2♣") and len(view["hand"][1]) == 2
        assert sorted([*view["deck"], *view["hand"][0], *view["hand"][1]]) == list(range(52))
        assert [view[name] for name in ("place", "money", "lp")] == [
            game.view()[name] for name in ("place", "money", "lp")
        ]
    assert len({tuple(other.view()["hand"][1]) for other in others}) > 6  # seat 0 knows nothing of them
    shown = game.view()
    shown["seen"][w.card_number("3♣")] = 1
    shown = sim.Game.from_view(GAME, shown, characters="assign")
    for seed in range(6):
        shown.redeal(0, seed)
        assert w.card_number("3♣") in here(shown, "hand")[1]  # but what it was shown, it knows
    view = game.view()
    view["discard"], view["deck"] = view["deck"], []
    game = sim.Game.from_view(GAME, view, characters="assign")
    play(game, "pass", "income: cards")
    assert hand_size(game, 1) == 4 and here(game, "discard") == []


@rule("WL-4.6", "WL-15.4")
def test_an_ability_stays_and_points_never_fall_below_zero():
    game = scene(THREE, hands=["10♣"], place=["SV_N1"], lp=[0], bandits="SV_HIDEOUT_C", queue="2 4")
    play(game, "Move", "go to SV_HIDEOUT_C", "lay 10♣", "the fight card 2", "legend points")
    assert here(game, "lp")[0] == 1  # a point that was not there could not be lost
    game = scene("bass_reeves annie_oakley kit_carson", place=["DR_BANK"], nuggets=[2], lp=[4])
    play(game, "sell 2 nuggets")
    assert here(game, "legend")[0] == 1
    for lost, kept in ((False, 1), (True, 0)):
        game = scene(
            THREE, place=["SV_N1"], lp=[5], bandits="SV_HIDEOUT_C", queue="2 4", rules={"ability_lost_below": lost}
        )
        play(game, "Move", "go to SV_HIDEOUT_C", "the fight card 2")
        assert here(game, "lp")[0] == 4 and here(game, "legend")[0] == kept


@rule("WL-1.1", "WL-1.2", "WL-1.3", "WL-1.4", "WL-1.5", "WL-1.6")
def test_player_counts_and_boxes():
    for players in (2, 5, 6):
        with pytest.raises(ValueError, match="3 or 4"):
            sim.Game(GAME, players, variants={"first_game": True})
    with pytest.raises(ValueError, match="goals"):
        sim.Game(GAME, 3, variants={"first_game": True, "goals": True})
    game = sim.Game(GAME, 4, variants={"first_game": True})
    assert sorted(game.view()["character"][:4]) == [0, 1, 2, 3] and sum(game.view()["stock"]) == 0
    assert len(sim.Game(GAME, 6, variants={"extras": True, "handsome": True, "goals": True}).legal()) == 2


@rule("WL-12.1", "WL-6.12")
def test_round_up_brings_a_token_of_the_ranch_that_its_player_names():
    game = scene(THREE, hands=["5♣"], stories=["ST27"])
    play(game, "play 5♣")
    assert options(game) == ["a green token", "a blue token"]
    for word, ranch in (("a green token", 0), ("a blue token", 1)):
        taken = play(game.copy(), word)
        assert here(taken, "cattle")[0] >> 3 == ranch and taken.view()["phase"] == w.MARKER
    full = scene(THREE, hands=["5♣"], cattle=["green c20"])
    play(full, "play 5♣")
    assert full.view()["phase"] == w.ACTION and here(full, "cattle")[:2] == [0, -1]


@rule("WL-12.3", "WL-12.5")
def test_instinct_is_used_or_lost():
    game = scene(THREE, hands=["9♥"])
    play(game, "play 9♥")
    assert hand_size(game, 0) == 2
    forced = scene("annie_oakley bass_reeves kit_carson", hands=["K♠", "9♥"], place=["DR_MID", "DR_MID"], lp=[6])
    play(forced, "challenge seat 1", "use it", "discard 9♥", "lay K♠")
    if forced.view()["phase"] == w.DEFEND:
        play(forced, "decline to fight")
    assert hand_size(forced, 1) == 2  # Instinct's card, and the loser's


@rule("WL-4.8")
def test_x53_what_cannot_be_paid_cannot_be_chosen():
    game = scene(THREE, place=["DR_BANK"], stories=["ST15"], markers=[[1]], actions=1)
    play(game, "work", "a marker onto pile 0")
    assert [one[:8] for one in options(game)] == ["option 1"]  # with $10 nobody pays $20
    play(game, "option 1")
    assert here(game, "money")[0] == 30
    rich = scene(THREE, place=["DR_BANK"], money=[10], stories=["ST15"], markers=[[1]], actions=1)
    play(rich, "work", "a marker onto pile 0", "option 2")
    assert here(rich, "money")[0] == 0 and here(rich, "lp")[0] == 1
