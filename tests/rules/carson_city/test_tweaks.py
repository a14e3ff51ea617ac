"""Every rule of rules.yaml moves what it should, and at its default leaves it alone.

A row says: with the default a small scene gives this, with the tweak that. The numbers are worked out by hand.
"""
from typing import Any, NamedTuple

import pytest

from sim.carson_city import words as w
from sim.core.rulebook import book
from tests.rules import rule
from tests.rules.carson_city.scene import CARDS, PRICES, TILES, code_of, deals, new_game, number, scene

ROW = "ranch mine bank saloon hotel ranch mine"
RULES = book("carson_city").rules


class Row(NamedTuple):
    name: str
    tweak: Any                  # a value, or the values of several rules that only make sense together
    measure: Any                # rules -> what the scene gives
    default: Any
    tweaked: Any


# What is measured -----------------------------------------------------------------------------------------------------

def of_new_game(read, n=3, **variants):
    return lambda rules: read(new_game(n, rules=rules, **variants))


def seen_on(slot):
    """Does one tile lie there in every game?"""
    return lambda rules: len({view["row"][slot] for view in deals(2, 60, rules=rules)}) == 1


def after(read, **given):
    """A and B, the round played to its end; nobody has money unless said."""
    def measure(rules):
        game = scene("A B", rules=rules, **{"money": {"A": 0, "B": 0}, "passed": "B A"} | given)
        return read(game.resolve())
    return measure


def at(question, read, **given):
    """The same, up to a question."""
    def measure(rules):
        game = scene("A B", rules=rules, **{"money": {"A": 0, "B": 0}, "passed": "B A"} | given)
        return read(game.resolve(until=question))
    return measure


def choosing(card, read, **given):
    """A takes a card; read what follows."""
    return lambda rules: read(scene("A B", rules=rules, starts="characters", **given).takes("A", card))


def income(town, **given):
    return after(money, town=town, **given)


def money(game):
    return game["A"].money


def cowboys(game):
    return game["A"].cowboys


def roads(game):
    return game["A"].roads


def points(part):
    return lambda game: game.earned("A", part)


def places(game):
    return game.game.outcome().places


def cost_of_space(slot):
    return at("construct", lambda game: 50 - game.keeps("A")["A"].money, figures={"A": [f"build_{PRICES[slot]}"]},
              money={"A": 50, "B": 0})


def dearer(i, names):
    """The i-th price and all above it cost one dollar more: prices stay in order."""
    return {name: RULES[name]["default"] + 1 for name in names[i:]}


def points_for_twelve(price):
    return at("buy_vp", lambda game: game.options[-1], figures={"A": [f"vp_buy_{price}"]}, money={"A": 12, "B": 0})


def guns_of_new(tile):
    def read(game):
        game.does("A", "build").does("A", (2, 2))
        if game.question == "house":
            game.does("A", (2, 3))
        return game["A"].guns
    return at("construct", read, figures={"A": ["build_5"]}, centre=(3, 3), town={(2, 2): "A"}, money={"A": 5, "B": 0},
              row=f"ranch mine {tile} ranch mine ranch mine")


def winner_of_tie(**given):
    """A (who passed last) and B meet and roll alike."""
    def measure(rules):
        game = scene("A B", rules=rules, cowboys={"A": 0, "B": 0}, guns={"A": 0, "B": 0}, passed="B A", **given)
        where = next(iter(given["figures"]["A"]))
        return game.rolls(where, A=3, B=3).finish_placement().view["n"][0][2]       # duels won by A
    return measure


def limit_of(card, side):
    other = "banker" if card != "banker" else "settler"
    return at("hand_back", lambda game: 200 - game.options[0], cards=f"{card} {other}",
              red=card if side == "red" else "", money={"A": 200, "B": 0})


def turn_order_of(first, second):
    def measure(rules):
        return scene("A B", cards=f"{first} {second}", rules=rules).turn_order
    return measure


def rings_first(seat):
    """Is this seat the next to ring in more than 45 % of the games after the opening?"""
    def measure(rules):
        game = scene("A B C D E", kit_carson=True, rules=rules)
        hits = 0
        for key in range(600):
            position = game.again(key)
            position.apply(code_of(w.ACT_SPACE, w.WAGES))
            hits += position.to_move == seat
        return hits > 270
    return measure


def best_of(often, perform_at, read):
    """The largest number over many lucks."""
    def measure(rules):
        game = perform_at(rules)
        code = game.game.position.legal()[-1]
        best = 0
        for key in range(often):
            position = game.again(key)
            position.apply(code)
            best = max(best, read(position.view()))
        return best
    return measure


def at_gambling(rules):
    game = scene("A B", figures={"A": ["gambling"]}, money={"A": 0, "B": 0}, passed="B A", rules=rules)
    return game.resolve("perform")


def at_unequal_duel(rules):
    """B is stronger by 9: only a die with more than 10 sides lets A win."""
    return scene("A B", figures={"A": ["gambling"], "B": ["gambling"]}, cowboys={"A": 0, "B": 0}, guns={"A": 0, "B": 9},
                 passed="B A", rules=rules)


def draft_order(rules):
    game, order = new_game(3, rules=rules), ""
    while game.question == "draft":
        order += game.who
        game.does(game.who, game.options[0])
    return order


BANK_ON_5 = {"figures": {"A": ["build_5"]}, "row": ROW, "centre": (3, 3), "money": {"A": 5, "B": 0}}
TIED = {"round": 4, "vp": {"A": 9, "B": 9}, "money": {"A": 5, "B": 4}}
PACKED = {(0, 0): "A ranch", (0, 1): "mountain", (1, 0): "B mine", (1, 1): "house"}
FIVE_MOUNTAINS = {(3, 3): "A mine", **{(2, c): "mountain" for c in (2, 3, 4)}, (3, 2): "mountain", (3, 4): "mountain"}

BUILDING_PRICES, VP_PRICES = list(w.BUILDING_PRICES), list(w.VP_PRICES)
CAPTAIN = [f"captain_cowboy_price_{k}" for k in (1, 2, 3)]
GUN_PRICES = [f"captain_red_gun_price_{k}" for k in (1, 2)]

TABLE = [
    # set-up
    Row("rounds", 3, after(lambda game: game.asked, round=3), "B character", "over"),
    Row("start_money", 20, of_new_game(money), 15, 20),
    Row("start_cowboys", 5, of_new_game(cowboys), 3, 5),
    Row("start_revolvers", 0, of_new_game(lambda game: game["A"].guns), 1, 0),
    Row("start_roads", 4, of_new_game(roads), 1, 4),
    Row("start_parcels", 3, draft_order, "ABCCBA", "ABCCBAABC"),
    Row("start_parcels", 0, draft_order, "ABCCBA", ""),
    Row("draft_second_reverse", False, draft_order, "ABCCBA", "ABCABC"),
    Row("mountains", 14, of_new_game(lambda game: len(game.view["mountain"])), 9, 14),
    Row("dice_block", "full8", lambda rules: any(view["house"] & 0xFF for view in deals(2, 200, rules=rules)),
        False, True),
    *(Row(f"building_count_{tile}", 9, of_new_game(lambda game, t=tile: game.bag[t] + game.row.count(t)),
          n, 9) for tile, n in zip(TILES, (6, 6, 4, 4, 3, 3, 2, 2), strict=True)),
    *(Row(f"initial_row_{PRICES[k]}", "church", of_new_game(lambda game, k=k: game.row[k]), tile, "church")
      for k, tile in ((0, "ranch"), (1, "mine"), (5, "ranch"), (6, "mine"))),
    *(Row(f"initial_row_{PRICES[k]}", "prison", seen_on(k), False, True) for k in (2, 3, 4)),
    *(Row(f"initial_row_{PRICES[k]}", "random", seen_on(k), True, False) for k in (0, 1, 5, 6)),
    # supplies
    *(Row(f"new_cowboys_r{r}", 2, after(cowboys, round=r, cowboys={"A": 0}), new, 2)
      for r, new in ((1, 4), (2, 5), (3, 5))),
    Row("cowboy_max", 12, after(cowboys, round=3, cowboys={"A": 9}), 10, 12),
    Row("property_max", 8, choosing("settler", lambda game: game.asked, town={(0, c): "A" for c in range(8)}),
        "A settle", "B character"),
    Row("road_supply", 30, of_new_game(lambda game: game.view["roads_left"]), 25 - 3 - 4, 30 - 3 - 4),
    Row("revolver_supply", 30, of_new_game(lambda game: game.view["guns_left"]), 27 - 3, 30 - 3),
    Row("house_supply", 12, of_new_game(lambda game: game.view["houses_left"]), 19, 11),
    # wages, ammunition, roads
    Row("wages_per_cowboy", 6, after(money, figures={"A": ["wages"]}), 4, 6),
    Row("ammunition_guns", 4, after(money, figures={"A": ["ammunition", "gun_income"]}), 2 * 7, 2 * 8),
    Row("ammunition_guns_count_for_income", False, after(money, figures={"A": ["ammunition", "gun_income"]}), 14, 8),
    Row("road_space_pieces", 2, after(roads, figures={"A": ["road", "road"]}), 3, 5),
    Row("roads_space_pieces", 5, after(roads, figures={"A": ["roads"]}), 4, 6),
    # parcels
    Row("parcel_base_price", 3, at("buy_parcel", lambda game: game.does("A", (0, 0))["A"].money,
                                   figures={"A": [(0, 0)]}, money={"A": 9, "B": 0}), 8, 6),
    Row("parcel_price_per_neighbour", 2, at("buy_parcel", lambda game: game.does("A", (3, 3))["A"].money,
                                            town={(3, 3): "mountain", (2, 2): "mountain"}, figures={"A": [(3, 3)]},
                                            money={"A": 9, "B": 0}), 9 - 3, 9 - 5),
    Row("uncontested_parcels_first", True, lambda rules: scene(
        "A B", figures={"A": [(1, 1), (6, 6)], "B": [(1, 1)]}, guns={"A": 9, "B": 1}, passed="B A", rules=rules)
        .finish_placement().asked, "A perform", "A buy_parcel"),
    # buildings of the row
    *(Row(name, dearer(i, BUILDING_PRICES), cost_of_space(i), PRICES[i], PRICES[i] + 1)
      for i, name in enumerate(BUILDING_PRICES)),
    Row("build_resolution", "ascending", at("construct", lambda game: game.view["tile_slot"], money={"A": 20, "B": 0},
                                            figures={"A": ["build_3", "build_12"]}), 6, 0),
    Row("deferred_building_window", "never", after(lambda game: len(game.game.log), kept={"A": "mine"},
                                                   town={(0, 0): "A"}), 2, 1),
    Row("deferred_building_window", "also_before_placement",
        choosing("banker", lambda game: game.takes("B", "mercenary").asked, kept={"A": "mine"}, town={(0, 0): "A"}),
        "A place", "A kept"),
    Row("house_on_foreign_parcel", "never", at("construct", lambda game: (2, 3) in game.does("A", "build").does(
        "A", (2, 2)).options, town={(2, 2): "A", (2, 3): "B"}, **BANK_ON_5), True, False),
    Row("house_on_foreign_parcel", "free", at("construct", lambda game: game.builds("A", (2, 2), house=(2, 3)).asked,
                                              town={(2, 2): "A", (2, 3): "B"}, **BANK_ON_5),
        "B consent", "B character"),
    Row("road_timing", "windows", lambda rules: scene("A B", passed="B A", rules=rules).finish_placement().asked,
        "B character", "B lay_road"),
    Row("road_route_choice", "bot", at("construct", lambda game: game.builds("A", (0, 0), house=(1, 1)).question,
                                       town={(0, 0): "A"}, clear=[(1, 1)], roads={"A": 4}, **BANK_ON_5),
        "character", "route"),
    # income of the track
    Row("parcel_income_per_parcel", 3, after(money, figures={"A": ["parcel_income"]}, town={(0, 0): "A", (0, 2): "A"}),
        4, 6),
    Row("gambling_dice", 1, best_of(800, at_gambling, lambda view: view["money"][0]), 12, 6),
    Row("gambling_dice", 3, best_of(3000, at_gambling, lambda view: view["money"][0]), 12, 18),
    Row("gun_income_per_unit", 3, after(money, figures={"A": ["gun_income"]}), 8, 12),
    # points of the track
    Row("vp_parcels_divisor", 1, after(points("parcels"), figures={"A": ["vp_parcels"]},
                                       town={(0, 0): "A", (0, 2): "A", (0, 4): "A"}), 1, 3),
    Row("vp_buildings_per_building", 2, after(points("buildings"), figures={"A": ["vp_buildings"]},
                                              town={(0, 0): "A mine", (0, 2): "A prison"}), 2, 4),
    Row("vp_guns_divisor", 4, after(points("guns"), figures={"A": ["vp_guns"]}), 2, 1),
    Row("vp_guns_pooling", "separate", after(points("guns"), figures={"A": ["vp_guns"]}), 2, 1),
    Row("vp_guns_pooling", "sets", after(points("guns"), figures={"A": ["vp_guns"]},
                                         cowboys={"A": 6}, guns={"A": 4}), 5, 2),
    *(Row(name, dearer(i, VP_PRICES), points_for_twelve(i + 2), 12 // (i + 2), 12 // (i + 3))
      for i, name in enumerate(VP_PRICES)),
    Row("vp_buy_resolution", "cheap_first", at("buy_vp", lambda game: game.options[-1], money={"A": 12, "B": 0},
                                               figures={"A": ["vp_buy_2", "vp_buy_5"]}), 2, 6),
    # income of buildings
    Row("income_ranch_per_empty", 2, income({(0, 0): "A ranch"}), 3, 6),
    Row("income_ranch_min", 3, income(PACKED), 1, 3),
    Row("mountain_counts_as_empty", True, income({(0, 0): "A ranch", (1, 1): "mountain"}), 2, 3),
    Row("income_mine_per_mountain", 5, income({(3, 3): "A mine", (2, 2): "mountain"}), 3, 5),
    Row("income_drugstore_per_unit", 5, income({(3, 3): "A drugstore", (2, 2): "house"}), 3, 5),
    Row("income_bank_per_unit", 5, income({(3, 3): "A bank", (2, 2): "house"}), 3, 5),
    Row("income_saloon_per_house", 7, income({(3, 3): "A saloon", (2, 2): "house"}), 5, 7),
    Row("income_hotel", 10, income({(3, 3): "A hotel"}), 6, 10),
    Row("ranch_house_units", 2, income({(3, 3): "A saloon", (2, 2): "A ranch"}), 5 + 7, 10 + 7),
    Row("church_house_units", 2, income({(3, 3): "A saloon", (2, 2): "A church"}), 5, 10),
    Row("hotel_house_units", 3, income({(3, 3): "A saloon", (2, 2): "A hotel"}), 10 + 6, 15 + 6),
    Row("cap_ranch", 4, income({(3, 3): "A ranch"}), 8, 4),
    Row("cap_mine", 12, income(FIVE_MOUNTAINS), 15, 12),
    Row("cap_drugstore", 12, income({(3, 3): "A drugstore", **{at: "A ranch" for at in ((0, 0), (0, 7), (7, 0))},
                                     (2, 2): "house", (2, 3): "house"}), 15 + 9, 12 + 9),
    Row("cap_bank", 12, income({(3, 3): "A bank", **{at: "A mine" for at in ((0, 0), (0, 7), (7, 0))},
                                (2, 2): "house", (2, 3): "house"}), 15, 12),
    Row("cap_saloon", 20, income({(3, 3): "A saloon", (2, 2): "A hotel", (2, 3): "A hotel", (2, 4): "house"}),
        25 + 12, 20 + 12),
    Row("guns_ranch", 2, guns_of_new("ranch"), 2, 3),
    Row("guns_mine", 0, guns_of_new("mine"), 2, 1),
    Row("guns_prison", 4, guns_of_new("prison"), 3, 5),
    # attacks
    Row("attack_share_percent", 100, after(lambda game: (game["A"].money, game["B"].money), town={(2, 2): "B hotel"},
                                           figures={"A": [(2, 2)]}), (3, 3), (6, 0)),
    Row("attack_share_percent", 0, after(money, town={(2, 2): "B hotel"}, figures={"A": [(2, 2)]}), 3, 0),
    Row("church_protects", "church_owner_only", lambda rules: ("attack", (3, 3)) in scene(
        "A B", town={(2, 2): "A church", (3, 3): "B ranch"}, rules=rules).options, False, True),
    Row("unattacked_defender", "supply", after(cowboys, town={(2, 2): "A hotel"}, round=4,
                                               cowboys={"A": 0}, figures={"A": [(2, 2)]}), 0, 1),
    # duels
    Row("duel_tie_break", "last_passer", winner_of_tie(figures={"A": ["gambling"], "B": ["gambling"]}), 0, 1),
    Row("duel_tie_break", "defender", winner_of_tie(figures={"A": [(2, 2)], "B": [(2, 2)]}, town={(2, 2): "A hotel"}),
        0, 1),
    Row("duel_counts_cowboys", False, lambda rules: scene(
        "A B", figures={"A": ["gambling"], "B": ["gambling"]}, cowboys={"A": 9, "B": 0}, guns={"A": 0, "B": 0},
        passed="B A", rules=rules).rolls("gambling", A=3, B=3).finish_placement().who, "A", "B"),
    Row("duel_die_sides", 20, best_of(300, at_unequal_duel, lambda view: view["n"][0][2]), 0, 1),
    # characters
    Row("choice_order", "previous_turn_order", after(lambda game: game.who), "B", "A"),
    *(Row(f"character_order_{card}", {f"character_order_{card}": k + 2, f"character_order_{CARDS[k + 1]}": k + 1},
          turn_order_of(card, CARDS[k + 1]), "A B", "B A") for k, card in enumerate(CARDS[:-1])),
    Row("character_order_mercenary", {"character_order_mercenary": 1, "character_order_sheriff": 7},
        turn_order_of("mercenary", "sheriff"), "B A", "A B"),
    *(Row(f"cash_limit_{card}_{side}", 50, limit_of(card, side), RULES[f"cash_limit_{card}_{side}"]["default"], 50)
      for card in CARDS for side in ("yellow", "red")),
    Row("sheriff_may_defend", True, lambda rules: ("white defend", (2, 2)) in scene(
        "A B", cards="sheriff banker", town={(2, 2): "A ranch"}, rules=rules).options, False, True),
    Row("sheriff_white_counts", False, after(money, cards="sheriff banker", figures={"A": ["gun_income"]}), 10, 8),
    Row("sheriff_red_gets_white", True, choosing("sheriff", lambda game: game.white, red="sheriff"), "card", "A"),
    Row("sheriff_red_vp_per_loss", 5, after(points("sheriff"), cards="sheriff banker", red="sheriff", guns={"B": 9},
                                            figures={"A": ["roads"], "B": ["roads"]}), 3, 5),
    Row("banker_money", 12, choosing("banker", money), 15 + 9, 15 + 12),
    *(Row(f"banker_red_vp_{k + 1}", 11, at("banker_vp", lambda game, k=k: game.options[k + 1], red="banker",
                                           money={"A": 30, "B": 0}), vp, 11) for k, vp in enumerate((3, 5, 7))),
    *(Row(f"banker_red_price_{k + 1}", 20, at("banker_vp", lambda game, vp=vp: game.does("A", vp)["A"].money,
                                              red="banker", money={"A": 30, "B": 0}), 30 - price, 10)
      for k, (vp, price) in enumerate(((3, 3), (5, 12), (7, 25)))),
    Row("grocer_money", 10, choosing("grocer", lambda game: game.does("A", "money")["A"].money), 23, 25),
    Row("grocer_multiplier", 3, at("double", lambda game: game.does("A", "hotel")["A"].money, cards="grocer banker",
                                   waits="A", town={(2, 2): "A hotel"}), 12, 18),
    Row("grocer_red_vp_per_house", 2, after(points("grocer"), cards="grocer banker", red="grocer",
                                            waits="A", town={(3, 3): "A house"}), 1, 2),
    Row("coolie_roads", 4, choosing("coolie", roads), 3, 5),
    Row("coolie_price_divisor", 4, at("construct", lambda game: 12 - game.keeps("A")["A"].money, cards="coolie banker",
                                      figures={"A": ["build_12"]}, money={"A": 12, "B": 0}), 6, 3),
    Row("coolie_red_price", 3, choosing("coolie", lambda game: game.does("A", 8).keeps("A")["A"].money, red="coolie"),
        10, 12),
    Row("settler_free_parcels", 2, choosing("settler", lambda game: game.does("A", (0, 0)).asked),
        "B character", "A settle"),
    Row("settler_red_money", 10, choosing("settler", lambda game: game.does("A", "money")["A"].money, red="settler"),
        23, 25),
    Row("settler_red_mountain_reward", "vp", after(lambda game: (game["A"].money, game["A"].vp), cards="settler banker",
                                                   red="settler", waits="A", town={(2, 2): "A mountain"}),
        (1, 0), (0, 1)),
    Row("settler_red_per_mountain", 4, after(money, cards="settler banker", red="settler", waits="A",
                                             town={(2, 2): "A mountain"}), 1, 4),
    *(Row(name, dearer(k, CAPTAIN), choosing("captain", lambda game, k=k: game.does("A", k + 1)["A"].money), 15 - price,
          14 - price) for k, (name, price) in enumerate(zip(CAPTAIN, (1, 4, 9), strict=True))),
    *(Row(name, dearer(k, GUN_PRICES), choosing("captain", lambda game, k=k: game.does("A", k + 1)["A"].money,
                                                red="captain"), 15 - price, 14 - price)
      for k, (name, price) in enumerate(zip(GUN_PRICES, (3, 9), strict=True))),
    Row("mercenary_guns_yellow", 5, after(money, cards="mercenary banker", figures={"A": ["gun_income"]}), 14, 18),
    Row("mercenary_guns_red", 5, after(money, cards="mercenary banker", red="mercenary", figures={"A": ["gun_income"]}),
        12, 18),
    # the end of a round and of the game
    Row("cash_limit_dollars_per_vp", 5, at("hand_back", lambda game: (game.options, game.does("A", 25).earned(
        "A", "hand_back")), cards="mercenary banker", money={"A": 45, "B": 0}), ([25, 30, 40], 2),
        ([25, 30, 35, 40, 45], 5)),
    Row("cash_limit_voluntary", "never", at("hand_back", lambda game: game.options, cards="mercenary banker",
                                            money={"A": 45, "B": 0}), [25, 30, 40], [25]),
    Row("cash_limit_voluntary", "anyone", lambda rules: scene("A B", cards="mercenary banker", money={"A": 20, "B": 0},
                                                              passed="B A", rules=rules).finish_placement().asked,
        "B character", "A hand_back"),
    Row("cash_limit_in_last_round", False, after(money, round=4, cards="mercenary banker",
                                                 money={"A": 45, "B": 0}), 20, 45),
    Row("final_vp_per_tile", 3, after(points("tiles"), round=4, town={(0, 0): "A mountain"}), 2, 3),
    Row("final_dollars_per_vp", 3, after(points("money"), round=4, money={"A": 17, "B": 0}), 2, 5),
    Row("final_tie_break", "last_passer", after(places, **TIED), [2, 1], [1, 2]),
    Row("final_tie_break", "most_money", after(places, **TIED), [2, 1], [1, 2]),
    Row("final_tie_break", "shared", after(places, **TIED), [2, 1], [1, 1]),
    # variants
    Row("might_money_base", 35, of_new_game(lambda game: game["A"].money + sum(game.hand("A")), might_is_right=True),
        30, 35),
    Row("might_hand", 4, of_new_game(lambda game: [len(game.hand(one)) for one in ("A", "B", "C", "discard")],
                                     might_is_right=True), [6, 6, 6, 0], [4, 4, 4, 6]),
    Row("might_redraw", 5, at("token", lambda game: len(game.does("B", 2).does("A", 1).hand("A")), might_is_right=True,
                              hands={"A": [1], "B": [2, 3]}, figures={"A": ["roads"], "B": ["roads"]}), 3, 5),
    Row("kc_bonus_per_later_player", 3, after(lambda game: game["B"].vp, kit_carson=True, round=4), 1, 3),
    Row("kc_extra_actions", 2, lambda rules: scene("A B", kit_carson=True, starts="characters", rules=rules).takes(
        "A", "banker").takes("B", "mercenary").view["rings"][0], 9, 5),
    *(Row(f"kc_speed_{k + 1}", 10.0, rings_first(k), False, True) for k in range(5)),
]


@pytest.mark.parametrize("row", TABLE, ids=[row.name for row in TABLE])
def test_a_tweak_moves_what_it_should(row):
    tweak = row.tweak if isinstance(row.tweak, dict) else {row.name: row.tweak}
    default = {name: RULES[name]["default"] for name in tweak}
    assert row.measure({}) == row.default
    assert row.measure(default) == row.default
    assert row.measure(tweak) == row.tweaked


# Those that need more than a row --------------------------------------------------------------------------------------

@rule("CC-8.6")
def test_kc_stale_view_prob_shows_the_board_of_the_ring_before():
    """B has gone to gambling; only a stale A thinks that his white figure could go there too."""
    for prob, welcome in ((0.0, False), (1.0, True)):
        game = scene("A B", cards="sheriff banker", kit_carson=True, rules={"kc_stale_view_prob": prob})
        game.place("A", "wages")
        for who in ("B", "A"):
            while game.who != who:
                game.does(game.who, "wait")
            if who == "B":
                game.place("B", "gambling")
        assert (("white", "gambling") in game.options) == welcome


@rule("CC-5.18", "CC-5.17")
def test_in_a_longer_game_the_last_supplies_repeat_and_the_dearest_space_stays_open():
    """Six rounds: 5 new cowboys after rounds 4 and 5; in round 5 only vp_buy_5 is open."""
    rules = {"rounds": 6}
    for round in (4, 5):
        assert scene("A B", round=round, cowboys={"A": 0}, passed="B A", rules=rules).resolve()["A"].cowboys == 5
    options = scene("A B", round=5, rules=rules).options
    assert [space for space in options if str(space).startswith("vp_buy")] == ["vp_buy_5"]
    assert scene("A B", round=6, passed="B A", rules=rules).resolve().asked == "over"


@rule("CC-7.10")
def test_church_cancel_timing_step_17_leaves_the_attackers_until_then():
    """A builds a church beside B's saloon, which C attacks; C comes home at once, or only in step 17."""
    given = {"town": {(4, 4): "B saloon", (3, 4): "house", (5, 5): "A", (5, 4): "house"}, "centre": (5, 4),
             "row": "ranch mine bank church ranch ranch mine", "roads": {"A": 2}, "cowboys": {"A": 0, "B": 0, "C": 0},
             "figures": {"A": ["build_6", "gambling"], "C": [(4, 4)]}, "passed": "B C A"}
    for timing, home in (("on_build", 1), ("step_17", 0)):
        game = scene("A B C", rules={"church_cancel_timing": timing}, **given).resolve("construct")
        game.builds("A", (5, 5), house=(6, 5)).on("perform")                # A gambles in step 15
        assert game["C"].cowboys == home
        money_of_b = game["B"].money
        assert game.on()["B"].money == money_of_b + 2 * 5                   # no attack either way


@rule("CC-7.9", "CC-7.10")
def test_church_protects_owner_only_cancels_no_attack_on_others():
    """A's new church stands beside B's saloon, which C attacks."""
    given = {"town": {(4, 4): "B saloon", (3, 4): "house", (5, 5): "A", (5, 4): "house"}, "centre": (5, 4),
             "row": "ranch mine bank church ranch ranch mine", "roads": {"A": 2}, "money": {"A": 6, "B": 0, "C": 0},
             "figures": {"A": ["build_6"], "C": [(4, 4)]}, "passed": "B C A"}
    for who, stolen in (("all_owners", 0), ("church_owner_only", 5)):
        game = scene("A B C", rules={"church_protects": who}, **given).resolve("construct")
        assert game.builds("A", (5, 5), house=(6, 5)).on()["C"].money == stolen


@rule("CC-7.2")
def test_duel_tie_break_random_gives_both_their_share_of_ties():
    """Both always roll alike in the games counted: each wins half of them; 4 standard errors."""
    game = scene("A B", figures={"A": ["gambling"], "B": ["gambling"]}, passed="B A",
                 rules={"duel_tie_break": "random"})
    ties = won = 0
    for key in range(9000):
        position = game.again(key)
        position.apply(code_of(w.ACT_PASS))
        n = position.view()["n"]
        ties += n[0][3]
        won += n[0][3] and n[0][2]
    assert abs(won / ties - 1 / 2) < 4 * (1 / 4 / ties) ** 0.5


@rule("CC-7.2")
def test_duel_tie_break_defender_is_first_passer_elsewhere():
    measure = winner_of_tie(figures={"A": ["gambling"], "B": ["gambling"]})
    assert measure({"duel_tie_break": "defender"}) == 0


@rule("CC-5.1")
def test_choice_order_random_gives_everybody_the_first_choice_alike():
    """Three players: each first in a third of the games; 4 standard errors."""
    game = scene("A B C", passed="C B A", rules={"choice_order": "random"})
    first = [0, 0, 0]
    often = 3000
    for key in range(often):
        position = game.again(key)
        position.apply(code_of(w.ACT_PASS))
        first[position.to_move] += 1
    assert all(abs(n / often - 1 / 3) < 4 * (2 / 9 / often) ** 0.5 for n in first)


@rule("CC-6.15")
def test_road_route_choice_random_lays_different_shortest_routes():
    """The six routes of D16 all come up; each takes 4 pieces."""
    routes = set()
    game = scene("A B", rules={"road_route_choice": "random"}, town={(0, 0): "A"}, clear=[(1, 1)], roads={"A": 4},
                 passed="B A", **BANK_ON_5).resolve("construct").does("A", "build").does("A", (0, 0))
    for key in range(200):
        position = game.again(key)
        position.apply(code_of(w.ACT_HOUSE, number((1, 1))))
        view = position.view()
        assert view["roads"][0] == 0
        routes.add((*view["across"], *view["down"]))
    assert len(routes) == 6


@rule("CC-6.7")
def test_with_no_house_left_a_building_that_needs_one_can_only_be_kept():
    """Nine buildings of B have used up ten houses (house_supply 10)."""
    block = [(r, c) for r in range(3) for c in range(3)]
    kinds = ["drugstore"] * 4 + ["saloon"] * 3 + ["prison"] * 2
    town = {at: f"B {tile}" for at, tile in zip(block, kinds, strict=True)} | {(5, 5): "A"}
    for supply, options in ((10, ["decline", "keep"]), (20, ["decline", "keep", "build"])):
        game = scene("A B", town=town, centre=(6, 6), rules={"house_supply": supply}, figures={"A": ["build_5"]},
                     row="ranch mine bank hotel hotel ranch mine", passed="B A").resolve("construct")
        assert game.options == options


@rule("CC-6.10")
def test_deferred_building_also_before_placement_goes_in_turn_order():
    """B is the Sheriff and comes first; what is left can still be built in step 13."""
    game = scene("A B", starts="characters", town={(0, 0): "A", (0, 7): "B"}, kept={"A": "mine", "B": "ranch"},
                 rules={"deferred_building_window": "also_before_placement"}).takes("A", "banker").takes("B", "sheriff")
    assert game.asked == "B kept"
    game.does("B", "stop").builds("A", (0, 0), tile="mine")
    assert (game.asked, game["A"].guns) == ("B place", 2)
    assert game.resolve("kept").who == "B"


@rule("CC-4.9")
def test_might_hand_leaves_two_players_their_sets():
    game = new_game(2, rules={"might_hand": 4}, might_is_right=True)
    assert game.hand("A") == game.hand("B") == [0, 1, 2, 3, 4, 5]


@rule("CC-5.10", "CC-7.13")
def test_a_white_defender_keeps_others_away_and_goes_back_to_its_card():
    given = {"cards": "sheriff banker", "town": {(2, 2): "A hotel"}, "rules": {"sheriff_may_defend": True}}
    game = scene("A B", **given).does("A", ("white defend", (2, 2)))
    assert ("attack", (2, 2)) not in game.options
    assert game.resolve().white == "card"


@rule("CC-7.10", "CC-7.1")
def test_a_white_defender_comes_home_when_a_church_is_built_beside_it():
    """Like a coloured one it goes back into the supply and counts there until the round is over."""
    game = scene("A B", cards="sheriff banker", white=(4, 4), rules={"sheriff_may_defend": True},
                 town={(4, 4): "A saloon", (5, 5): "B", (5, 4): "house"}, centre=(5, 4), money={"A": 0},
                 row="ranch mine bank church ranch ranch mine", cowboys={"A": 0}, guns={"A": 0},
                 figures={"B": ["build_6"], "A": ["gun_income"]}, passed="A B").resolve("construct")
    assert game.builds("B", (5, 5), house=(6, 5)).white == "A"
    assert (game.on("A perform").performs("A")["A"].money, game.white) == (2 + 5, "card")


@rule("CC-7.13", "CC-7.1")
def test_unattacked_defender_supply_means_the_white_figure_too():
    given = {"cards": "sheriff banker", "white": (2, 2), "town": {(2, 2): "A hotel"}, "figures": {"A": ["vp_guns"]},
             "cowboys": {"A": 0}, "guns": {"A": 1}, "passed": "B A"}
    for goes, vp in (("reserve", 0), ("supply", 1)):
        game = scene("A B", rules={"sheriff_may_defend": True, "unattacked_defender": goes}, **given).resolve()
        assert (game.earned("A", "guns"), game.white) == (vp, "card")


@rule("CC-11.6")
def test_a_cap_of_99_is_no_cap():
    """Eight own hotels of 3 house units around a saloon, $7 for each: $168, and $6 for each hotel."""
    town = {(r, c): "A hotel" for r in (2, 3, 4) for c in (2, 3, 4)} | {(3, 3): "A saloon"}
    rules = {"building_count_hotel": 8, "hotel_house_units": 3, "income_saloon_per_house": 7,
             "cash_limit_banker_yellow": 200}
    for cap, pay in ((98, 98), (99, 168)):
        game = scene("A B", town=town, money={"A": 0}, rules={"cap_saloon": cap, **rules}, passed="B A").resolve()
        assert game.view["n"][0][8] == pay + 8 * 6                          # n_income


@rule("CC-12.5")
def test_final_tie_break_shared_gives_each_half_a_win():
    game = scene("A B C", round=4, vp={"A": 9, "B": 9, "C": 1}, money=dict.fromkeys("ABC", 0), passed="A B C",
                 rules={"final_tie_break": "shared"}).resolve()
    assert [float(share) for share in game.game.outcome().win_shares] == [0.5, 0.5, 0]


@rule("CC-12.5")
def test_final_tie_break_most_money_then_the_first_passer():
    """$5 and $4 score nothing; A has more. With $5 each B passed first."""
    def by_money(of_b):
        return scene("A B", round=4, vp={"A": 9, "B": 9}, money={"A": 5, "B": of_b}, passed="B A",
                     rules={"final_tie_break": "most_money"}).resolve().game.outcome().places
    assert (by_money(4), by_money(5)) == ([1, 2], [2, 1])


@rule("CC-5.19")
def test_cash_limit_voluntary_anyone_may_also_hand_back_nothing():
    game = scene("A B", cards="mercenary banker", money={"A": 20, "B": 0}, passed="B A",
                 rules={"cash_limit_voluntary": "anyone"}).resolve("hand_back")
    assert game.options == [0, 10, 20]


def test_every_rule_has_a_tweak_test():
    elsewhere = {"church_cancel_timing", "kc_stale_view_prob"}
    assert sorted(set(RULES) - {row.name for row in TABLE} - elsewhere) == []
