"""The start of a round and phase 1 (sections 5 and 6), expert, two players, teams (section 13)."""

import sim
from sim.colt_express import words as w
from tests.rules import rule
from tests.rules.colt_express.scene import card_index, dealt, scene


def start(players=4, card="", seed=0, rules=None, first=0, hand=None, **variants):
    """The first act of a round under this card."""
    game = dealt(sim.Game("colt_express", players, seed=seed, variants=variants, rules=rules))
    view = game.view()
    view["card"], view["first"], view["head"]["to_move"] = card_index(card, game.setting), first, first
    rows = game.setting["data"]["round_cards"]["rounds"]
    if next(row["turns"] for row in rows if row["id"] == card)[0] == "M":
        view["phase"] = w.TURMOIL
    if hand is not None:
        cards = view["cards"][first]
        whole = [a + b for a, b in zip(cards["hand"], cards["deck"], strict=True)]
        cards["hand"] = [hand.get(k, 0) for k in range(12)]
        cards["deck"] = [a - b for a, b in zip(whole, cards["hand"], strict=True)]
    return sim.Game.from_view("colt_express", view, variants=variants, rules=rules)


def seats_of_turn(game, turn):
    seen = []
    while game.view()["turn"] <= turn and game.view()["phase"] in (w.SCHEME, w.TURMOIL):
        if game.view()["turn"] == turn:
            seen.append(game.to_move)
        draw = [option for option in game.legal() if option.code >> 24 == w.ACT_DRAW]
        game.apply((draw or game.legal())[0])
    return seen


def codes(game):
    return {(option.code >> 24, option.code & 0xFFFFFF) for option in game.legal()}


@rule("CE-6.1", "CE-6.4", "CE-6.2", "CE-9.8", "CE-9.1")
def test_take_it_all_has_five_acts_x17():
    game = start(card="base_s_take_it_all", rules={"draw_from_empty_deck": True})
    acts = 0
    while game.view()["phase"] == w.SCHEME and game.view()["round"] == 0:
        play = [option for option in game.legal() if option.code >> 24 == w.ACT_PLAY]
        turn = game.view()["turn"]
        game.apply((play or game.legal())[0])
        if play and turn == 1 and game.view()["turn"] == 1:
            assert game.view()["n_pile"] - 1 in game.view()["down"]
        acts += 1
    assert acts == 20
    while game.view()["round"] == 0:
        game.apply(game.legal()[0])
    view = game.view()
    assert view["spare"] == 0 and any(w.BOX_SPARE in heap["boxes"] for heap in view["floor"])


@rule("CE-5.4", "CE-6.4")
def test_a_switching_turn_x18():
    game = start(5, "base_l_angry_marshal", first=2)
    assert seats_of_turn(game, 2) == [2, 1, 0, 4, 3]


@rule("CE-8.1")
def test_ghost_hides_his_first_card_x19():
    game = start(card="base_s_braking")
    view = game.view()
    view["pawn"][0]["character"], view["pawn"][0]["abilities"] = w.GHOST, [w.GHOST]
    for p in (1, 2, 3):
        view["pawn"][p]["character"], view["pawn"][p]["abilities"] = p + 1, [p + 1]
    game = sim.Game.from_view("colt_express", view)
    assert any(act == w.ACT_HIDE for act, _ in codes(game))
    game.apply(w.ACT_DRAW << 24)
    while game.to_move != 0:
        game.apply(game.legal()[0])
    assert game.view()["turn"] == 1 and not any(act == w.ACT_HIDE for act, _ in codes(game))


@rule("CE-6.3", "CE-6.14", "CE-6.6")
def test_an_empty_deck_x53():
    game = scene(
        "marshal tuco doc ghost",
        play=None,
        card="mp_s_plain_1",
        hands={1: ["fire", "punch"]},
        first=1,
        state={"turn": 1, "step": 0},
    )
    view = game.view
    view["head"]["to_move"] = 1
    view["pile"] = [1 << 4 | k for k in (w.MOVE, w.MOVE, w.FLOOR, w.FLOOR, w.FIRE, w.ROBBERY, w.ROBBERY, w.IDEA)] + [
        0
    ] * 56
    view["n_pile"] = 8
    view["cards"][1]["deck"] = [0] * 12
    view["turn"] = 0
    standard = sim.Game.from_view("colt_express", view, variants={"mp": True})
    assert codes(standard) == {(w.ACT_PLAY, w.FIRE), (w.ACT_PLAY, w.PUNCH)}
    for _ in range(4):
        standard.apply(next(o for o in standard.legal() if o.code >> 24 in (w.ACT_DRAW, w.ACT_PLAY)))
    assert standard.view()["turn"] == 1 and standard.to_move == 2  # shaking: he passes


@rule("CE-5.1", "CE-5.3")
def test_the_first_player_moves_on():
    game = sim.Game("colt_express", 3)
    firsts = {}
    while game.to_move >= 0:
        firsts.setdefault(game.view()["round"], game.view()["first"])
        game.apply(game.legal()[-1])
    assert list(firsts.values()) == [0, 1, 2, 0, 1]


@rule("CE-6.5")
def test_turmoil_is_committed_unseen_and_stacked_together():
    game = start(card="hs_s_quiet", hs=True)
    assert game.view()["phase"] == w.TURMOIL
    for _ in range(3):
        game.apply(game.legal()[0])
        assert game.view()["n_pile"] == 0
    game.apply(game.legal()[0])
    assert game.view()["n_pile"] == 4 and game.view()["down"] == []


@rule("CE-6.7", "CE-6.8", "CE-10.28")
def test_the_old_flask_x41():
    people = dict(
        variants={"hs": True},
        flasks={"tuco": [0]},
        card="base_s_bridge",
        first=0,
        state={"turn": 0, "step": 0, "old_flask": [0]},
    )
    game = scene("tuco doc ghost belle", hands={0: ["move", "robbery"]}, **people)
    game.do(w.ACT_FLASK, 2)
    game.do(w.ACT_PLAY, w.MOVE).do(w.ACT_PLAY, w.ROBBERY)
    view = game.view
    assert [card & 15 for card in view["pile"][:2]] == [w.MOVE, w.ROBBERY] and view["n_pile"] == 2
    assert view["uses"][0] == 1 and 0 not in view["full_flasks"]
    game = scene("tuco doc ghost belle", hands={0: ["move"]}, **people)
    assert not game.options(w.ACT_FLASK)


@rule("CE-6.7", "CE-6.8")
def test_an_ordinary_flask_draws_and_plays():
    game = scene(
        "tuco doc ghost belle",
        variants={"hs": True},
        flasks={"tuco": [0]},
        hands={0: ["move"]},
        first=0,
        state={"turn": 0, "step": 0, "old_flask": [3]},
    )
    game.do(w.ACT_FLASK, 0)
    assert game.phase == w.FLASK_CARD and sum(game.view["cards"][0]["hand"]) == 4
    assert not game.options(w.ACT_DRAW)


@rule("CE-6.9")
def test_fetching_the_brilliant_idea():
    game = scene("marshal tuco doc ghost", hands={1: ["move"]}, first=1, state={"turn": 0, "step": 0})
    view = game.view
    view["head"]["to_move"] = 1
    game = sim.Game.from_view("colt_express", view, variants={"mp": True})
    game.apply(w.ACT_FETCH << 24)
    assert game.view()["cards"][1]["hand"][w.IDEA] == 1


@rule("CE-6.15", "CE-6.5")
def test_the_brilliant_idea_is_fetched_in_a_turmoil_but_not_by_a_flask():
    both = {"hs": True, "mp": True}
    people = dict(variants=both, hands={1: ["move"]}, first=1, flasks={"tuco": [0]}, state={"turn": 0, "step": 0})

    def asked(card, phase):
        view = scene("marshal tuco doc ghost", card=card, **people).view
        view["head"]["to_move"], view["phase"], view["old_flask"] = 1, phase, [3]
        return sim.Game.from_view("colt_express", view, variants=both)

    game = asked("hs_s_quiet", w.TURMOIL)
    game.apply(w.ACT_FETCH << 24)
    while game.view()["phase"] == w.TURMOIL and game.view()["turn"] == 0:
        assert game.view()["cards"][1]["hand"][w.IDEA] == 0  # with all the others, not before
        game.apply(w.ACT_DRAW << 24)
    assert game.view()["cards"][1]["hand"][w.IDEA] == 1 and sum(game.view()["cards"][1]["hand"]) == 2
    game = asked("base_s_bridge", w.SCHEME)
    assert (w.ACT_FETCH, 0) in codes(game)
    game.apply(w.ACT_FLASK << 24)
    assert game.view()["phase"] == w.FLASK_CARD and not any(act == w.ACT_FETCH for act, _ in codes(game))
    assert sum(game.view()["cards"][1]["hand"]) == 4


@rule("CE-6.10")
def test_plus_cards():
    game = scene(
        "marshal tuco doc ghost", hands={0: ["move+", "floor+", "arrest"]}, first=0, state={"turn": 0, "step": 0}
    )
    game.do(w.ACT_PLAY, w.MOVE_PLUS)
    assert game.phase == w.PLUS_CARD
    game.do(w.ACT_PLAY, w.FLOOR_PLUS).do(w.ACT_PLAY, w.ARREST)
    assert game.view["n_pile"] == 3 and game.game.to_move == 1


@rule("CE-6.17", "CE-9.13", "CE-6.10")
def test_plus_cards_with_whiskey():
    def drunk(old, card="base_s_bridge"):
        return scene(
            "marshal tuco doc ghost",
            variants={"hs": True, "mp": True},
            card=card,
            flasks={"marshal": [0]},
            hands={0: ["move+", "floor+", "arrest", "arrest"]},
            first=0,
            state={"turn": 0, "step": 0, "old_flask": [0] if old else [3]},
        )

    game = drunk(False).do(w.ACT_FLASK, 0).do(w.ACT_PLAY, w.MOVE_PLUS)
    assert game.phase == w.PLUS_CARD
    game.do(w.ACT_PLAY, w.ARREST)
    assert game.view["n_pile"] == 2 and game.game.to_move == 1
    game = drunk(True).do(w.ACT_FLASK, 2).do(w.ACT_PLAY, w.MOVE_PLUS).do(w.ACT_PLAY, w.FLOOR_PLUS)
    assert game.view["n_pile"] == 2 and game.game.to_move == 1  # two cards and no more
    game = drunk(False, "base_s_angry_marshal")
    view = game.view
    view["turn"] = 3  # a switching turn
    game = sim.Game.from_view("colt_express", view, variants={"hs": True, "mp": True})
    game.apply(w.ACT_PLAY << 24 | w.MOVE_PLUS)
    assert game.to_move != 0  # there a plus is worth nothing


@rule("CE-6.12", "CE-6.11")
def test_kept_cards_x3_x4():
    for name, symbols, card in (("mei", 1, "hs_s_higher_speed"), ("doc", 2, "hs_s_quiet")):
        game = scene(
            f"{name} tuco ghost belle",
            variants={"hs": True},
            card=card,
            play=["tuco floor"],
            hands={0: ["move", "fire", "robbery"]},
        )
        while game.phase == w.KEEP:
            if game.game.to_move == 0 and game.view["left"]:
                game.do(w.ACT_KEEP, min(game.options(w.ACT_KEEP)))
            else:
                game.do(w.ACT_KEEP, w.KEEP_NO_MORE)
        while game.view["round"] == 0:
            game.game.apply(game.game.legal()[0])
        size = 7 if name == "doc" else 6
        assert sum(game.view["cards"][0]["hand"]) == size
        assert game.view["cards"][0]["hand"][w.MOVE] >= 1 and symbols


@rule("CE-6.13", "CE-6.12")
def test_any_card_may_be_kept_or_none_and_in_the_last_round_nobody_is_asked():
    def kept(card, choice, **kw):
        view = scene(
            "mei tuco ghost belle",
            variants={"hs": True},
            card=card,
            bullets={"mei": {"tuco": 1}},
            hands={0: ["move"], 1: ["floor"]},
            first=2,
            **kw,
        ).view
        view["cards"][0]["hand"][w.BULLET] = 1
        view["head"]["to_move"] = 1
        game = sim.Game.from_view("colt_express", view, variants={"hs": True, "mei": True})
        game.apply(w.ACT_PLAY << 24 | w.FLOOR)
        asked = []
        while game.view()["phase"] == w.KEEP:
            asked.append(game.to_move)
            if game.to_move == 0:
                assert codes(game) == {(w.ACT_KEEP, k) for k in (w.MOVE, w.BULLET, w.KEEP_NO_MORE)}
            game.apply(w.ACT_KEEP << 24 | (choice if game.to_move == 0 else w.KEEP_NO_MORE))
        return game, asked

    game, asked = kept("hs_s_higher_speed", w.BULLET)
    assert asked == [0] and game.view()["round"] == 1
    assert game.view()["cards"][0]["hand"][w.BULLET] == 1 and game.view()["cards"][0]["deck"][w.BULLET] == 0
    assert kept("hs_s_higher_speed", w.KEEP_NO_MORE)[1] == [0]
    last, asked = kept("hs_st_mortal_bullet", w.BULLET)
    assert asked == [] and last.to_move == -1


@rule("CE-6.16", "CE-13.18")
def test_two_players_keep_cards_for_both_bandits_together():
    game = scene(
        "tuco doc ghost belle",
        variants={"hs": True, "two": True},
        card="hs_s_higher_speed",  # one symbol
        hands={0: ["move", "fire", "2:move", "2:punch"]},
        play=["ghost floor"],
    )
    assert game.phase == w.KEEP and game.game.to_move == 0
    game.do(w.ACT_KEEP, w.SECOND + w.PUNCH)
    assert game.phase != w.KEEP or game.game.to_move != 0  # one card, not one for each bandit
    while game.phase != w.OPENING:
        game.game.apply(game.game.legal()[0])
    game.do(w.ACT_OPENING, w.ROBBERY)
    game.game.apply(game.game.legal()[0])
    hand = game.view["cards"][0]
    assert hand["hand2"][w.PUNCH] == 1 and hand["hand"][w.ROBBERY] == 1
    assert sum(hand["hand"]) + sum(hand["hand2"]) == 8  # seven for Doc, the kept card among them, and the opening card


@rule("CE-13.4", "CE-13.5", "CE-6.16")
def test_cover_x40():
    game = scene(
        "tuco doc ghost belle",
        variants={"two": True},
        hands={0: ["fire", "marshal", "2:robbery"]},
        first=0,
        state={"turn": 0, "step": 0},
    )
    game.do(w.ACT_PLAY, w.FIRE)
    assert game.options(w.ACT_PLAY) == {w.SECOND + w.ROBBERY} and game.options(w.ACT_STOP)
    game = scene(
        "tuco doc ghost belle",
        variants={"two": True},
        hands={0: ["fire", "2:fire", "marshal", "2:robbery"]},
        first=0,
        state={"turn": 0, "step": 0},
    )
    game.do(w.ACT_PLAY, w.SECOND + w.FIRE)
    assert game.options(w.ACT_PLAY) == {w.FIRE}  # not the Marshal card; and then no chain
    game.do(w.ACT_PLAY, w.FIRE)
    assert game.game.to_move == 1
    game = scene(
        "tuco doc ghost belle",
        variants={"two": True},
        card="base_s_tunnel",
        hands={0: ["fire", "2:robbery"]},
        first=0,
        state={"turn": 1, "step": 0},
    )
    game.do(w.ACT_PLAY, w.FIRE)
    assert game.game.to_move == 1  # in a tunnel: no cover


@rule("CE-6.16", "CE-6.7", "CE-13.4")
def test_cover_comes_on_top_of_the_old_flask():
    def drunk(*extra):
        return scene(
            "tuco doc ghost belle",
            variants={"hs": True, "two": True},
            flasks={"doc": [0]},
            hands={0: ["fire", "floor", "2:robbery", *extra]},
            first=0,
            state={"turn": 0, "step": 0, "old_flask": [0]},
        ).do(w.ACT_FLASK, 4 + 2)  # the second bandit's flask serves the first one's card, too

    game = drunk().do(w.ACT_PLAY, w.FIRE)
    assert game.phase == w.COVER
    game.do(w.ACT_PLAY, w.SECOND + w.ROBBERY)
    assert game.phase == w.OLD_CARD and game.game.to_move == 0  # the flask's second card is still to come
    game.do(w.ACT_PLAY, w.FLOOR)
    assert game.view["n_pile"] == 3 and game.game.to_move == 1
    game = drunk("2:fire").do(w.ACT_PLAY, w.FIRE).do(w.ACT_STOP)  # no cover for the first shot
    game.do(w.ACT_PLAY, w.SECOND + w.FIRE)
    assert game.options(w.ACT_PLAY) == {w.FLOOR}  # but for the second
    game.do(w.ACT_PLAY, w.FLOOR)
    assert game.view["n_pile"] == 3 and game.game.to_move == 1


@rule("CE-13.3", "CE-13.18", "CE-5.6")
def test_the_opening_card_of_two_players():
    game = sim.Game("colt_express", 2, seed=3)
    assert game.view()["phase"] == w.OPENING
    game.apply(w.ACT_OPENING << 24 | w.ROBBERY)
    game.apply(game.legal()[0])
    hand = game.view()["cards"][0]
    doc = any(game.view()["pawn"][p]["character"] == w.DOC for p in (0, 1))
    assert hand["hand"][w.ROBBERY] == 1 and sum(hand["hand"]) + sum(hand["hand2"]) == 7 + doc


@rule("CE-13.6", "CE-8.1")
def test_ghost_may_hide_either_card_of_two_players():
    game = scene(
        "ghost doc tuco belle",
        variants={"two": True},
        hands={0: ["move", "2:move"]},
        first=0,
        state={"turn": 0, "step": 0},
    )
    assert game.options(w.ACT_HIDE) == {w.MOVE, w.SECOND + w.MOVE}


@rule("CE-13.6", "CE-13.4")
def test_the_2014_edition_knows_no_cover():
    def after_fire(edition):
        seen = set()
        for seed in range(4):
            game = sim.Game("colt_express", 2, seed=seed, rules={"two_player_edition": edition})
            while game.to_move >= 0:
                seen.add(game.view()["phase"])
                fire = [a for a in game.legal() if a.code & 0xF == w.FIRE and a.code >> 24 == w.ACT_PLAY]
                game.apply((fire or game.legal())[0])
        return w.COVER in seen

    assert after_fire(2016) and not after_fire(2014)


@rule("CE-13.6", "CE-13.1", "CE-13.7")
def test_the_2014_edition_is_the_expert_game_without_opening_cards():
    game = sim.Game("colt_express", 2, seed=1, rules={"two_player_edition": 2014})
    hands = {}
    while game.to_move >= 0:
        view = game.view()
        assert view["phase"] != w.OPENING
        if view["round"] not in hands:
            hands[view["round"]] = [sum(cards["hand"]) + sum(cards["hand2"]) for cards in view["cards"][:2]]
        keeps = view["phase"] == w.EXPERT_KEEP  # everybody keeps nothing
        game.apply(game.legal()[0 if keeps else -1])
    doc = [any(view["pawn"][p]["character"] == w.DOC for p in pair) for pair in ((0, 1), (2, 3))]
    assert hands[0] == [6 + doc[0], 6 + doc[1]]  # in the later rounds bullets may go to the discard pile (CE-13.8)
    assert len(hands) == 5 and all(n <= 6 + d for hand in hands.values() for n, d in zip(hand, doc, strict=True))


@rule("CE-13.7", "CE-13.8", "CE-13.19")
def test_expert_bullets_come_first_x47():
    game = scene(
        "doc tuco ghost belle",
        variants={"expert": True},
        play=["tuco floor"],
        hands={0: ["move", "move", "fire"]},
        bullets={"doc": {"tuco": 2}},
    )
    view = game.view
    view["cards"][0]["over"] = 2
    again = sim.Game.from_view("colt_express", view, variants={"expert": True})
    while again.view()["phase"] == w.EXPERT_KEEP:
        again.apply(again.legal()[-1] if again.to_move == 0 else again.legal()[0])  # Doc keeps all
    hand = again.view()["cards"][0]
    assert again.view()["round"] == 1
    assert sum(hand["hand"]) == 5 and hand["hand"][w.BULLET] == 0 and hand["over"] == 0


@rule("CE-13.17")
def test_expert_after_reflexes():
    game = scene(
        "marshal doc tuco ghost",
        variants={"expert": True},
        card="mp_s_reflexes",
        play=["tuco floor"],
        hands={1: ["robbery", "move"]},
        at={"doc": "rf1"},
    )
    while game.view["round"] == 0 and game.phase != w.REFLEX:
        game.game.apply(game.game.legal()[0])
    assert game.game.to_move == 1
    game.do(w.ACT_STOP)
    assert game.view["cards"][1]["hand"][w.ROBBERY] + game.view["cards"][1]["hand"][w.MOVE] >= 2  # drawn first


@rule("CE-13.12", "CE-13.9")
def test_team_switching_turns_x46():
    for first, order in ((0, [1, 0, 3, 2]), (2, [3, 2, 1, 0])):
        game = start(4, "base_s_angry_marshal", first=first, team=True)
        assert seats_of_turn(game, 3) == order


@rule("CE-13.10")
def test_partners_draw_from_each_other():
    view = sim.Game("colt_express", 4, variants={"team": True}).view()
    doc = [view["pawn"][p]["character"] == w.DOC for p in range(4)]
    assert [sum(view["cards"][s]["hand2"]) for s in range(4)] == [1] * 4
    assert [sum(view["cards"][s]["hand"]) for s in range(4)] == [5 + d for d in doc]


def next_round(team_rules=None):
    """The next round of a team game in which Tuco (A) is left with a Move and a bullet of Doc's (B's)."""
    variants = {"team": True}
    view = scene(
        "tuco doc ghost belle",
        variants=variants,
        rules=team_rules,
        bullets={"doc": {"neutral": 1}},
        hands={0: ["2:move"], 3: ["floor"]},
        first=0,
    ).view
    view["cards"][0]["hand2"][7] = 1
    view["head"]["to_move"] = 3
    game = sim.Game.from_view("colt_express", view, variants=variants, rules=team_rules)
    game.apply(w.ACT_PLAY << 24 | w.FLOOR)
    assert game.view()["round"] == 1
    return game.view()["cards"]


@rule("CE-13.15", "CE-13.16")
def test_cards_of_the_partner_stay_x55():
    tuco, doc = next_round()[:2]
    assert tuco["hand2"][w.MOVE] >= 1 and tuco["hand2"][7] == 1  # both still in his hand
    assert (sum(tuco["hand2"]), sum(tuco["hand"])) == (3, 3)  # one new card of Doc's, three of his own: six
    assert (sum(doc["hand2"]), sum(doc["hand"])) == (1, 6)  # Doc's seventh card counts with it
    tuco = next_round({"team_foreign_card": "deck"})[0]
    n = sum(tuco["hand2"]) + sum(tuco["deck2"])
    assert sum(tuco["hand"]) + sum(tuco["hand2"]) == 6 and n in (2, 3)  # Doc may have drawn one back


@rule("CE-13.16")
def test_an_empty_deck_gives_the_partner_nothing():
    rules = {f"deck_{kind}": 0 for kind in ("move", "floor", "fire", "punch", "robbery", "marshal")} | {"deck_move": 1}
    game = sim.Game("colt_express", 4, variants={"team": True}, rules=rules)
    view = game.view()
    assert [sum(cards["hand2"]) for cards in view["cards"][:4]] == [1] * 4  # the only card of each is with his partner
    assert [sum(cards["hand"]) + sum(cards["deck"]) for cards in view["cards"][:4]] == [0] * 4
    view.update(turn=3, step=3, card=card_index("base_s_bridge", game.setting))
    view["head"]["to_move"] = 3
    game = sim.Game.from_view("colt_express", view, variants={"team": True}, rules=rules)
    game.apply(w.ACT_PLAY << 24 | w.SECOND + w.MOVE)
    while game.view()["round"] == 0:
        game.apply(game.legal()[0])
    cards = game.view()["cards"]
    assert [sum(cards[seat]["hand2"]) for seat in (0, 1, 2)] == [1, 1, 1]  # held on; nothing was there to draw


@rule("CE-13.11")
def test_a_partners_card_x39_x55():
    game = sim.Game("colt_express", 4, variants={"team": True})
    view = game.view()
    mate, me = view["cards"][1], view["cards"][0]
    for k in range(7):  # A holds B's Fire, and nothing else of his
        mate["deck"][k] += me["hand2"][k]
    mate["deck"][w.FIRE] += mate["hand"][w.FIRE] - 1
    mate["hand"][w.FIRE] = 0
    me["hand2"] = [1 if k == w.FIRE else 0 for k in range(8)]
    game = sim.Game.from_view("colt_express", view, variants={"team": True})
    game.apply(w.ACT_PLAY << 24 | w.SECOND + w.FIRE)
    view = game.view()
    assert view["pile"][0] == 1 << 4 | w.FIRE and view["by_partner"] == [0]
    while game.view()["round"] == 0:
        game.apply(game.legal()[0])
    view = game.view()  # what A did not play of B's cards, he still holds
    assert sum(view["cards"][0]["hand"]) + sum(view["cards"][0]["hand2"]) >= 6
