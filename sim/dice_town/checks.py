"""What must be true of every state of Dice Town, and what each seat knows of it.

Money and nuggets are closed systems (section 19.2): every bill, nugget and card is somewhere, once.
"""
from __future__ import annotations

from collections import Counter
from typing import Any

from sim.dice_town import words as w
from sim.dice_town.dice import how_many, unpack

View = dict[str, Any]
Setting = dict[str, Any]

HIDDEN_CHAINS = (w.ASK_LOADED, w.ASK_BANDIT, w.ASK_KEEP, w.ASK_BRIBE)       # commitments laid face down


def problems(view: View, setting: Setting) -> list[str]:
    """Everything that is impossible about a state; empty for every state that play can reach."""
    wrong = range_problems(view, setting)
    if wrong:
        return wrong
    return [*money_problems(view, setting), *card_problems(view, setting), *land_problems(view, setting),
            *bandit_problems(view, setting), *river_problems(view, setting), *dice_problems(view, setting),
            *step_problems(view, setting)]


def range_problems(view: View, setting: Setting) -> list[str]:
    """Numbers that name nothing: everything else leans on these."""
    n, wrong = setting["players"], []
    limits = {"phase": (0, 30), "step": (0, 11), "stage": (0, 60), "turn": (0, n), "sheriff": (-1, n - 1),
              "closed": (-1, 7),
              "indian": (-1, n - 1), "bodyguard": (-1, n - 1), "first": (-1, n - 1), "second": (-1, n - 1),
              "victim": (-1, n - 1), "finder": (-1, n - 1), "n_top": (0, 5), "card": (-1, w.KINDS - 1),
              "now_seat": (0, n - 1), "now_card": (-1, w.KINDS - 1), "card_seat": (0, n - 1), "acting": (0, 2),
              "action": (0, 1), "picks": (0, 5), "runs": (0, 4), "chosen": (-1, 11), "roll_index": (0, 461),
              "bandit_top": (-1, 11), "land_left": (0, 75), "mine": (0, 80),
              "round": (0, setting["rules"]["max_rounds"])}
    for name, (low, high) in limits.items():
        if not low <= view[name] <= high:
            wrong.append(f"{name} is {view[name]} ({low} to {high})")
    wrong += [f"{name}: {x} is no River card" for name in ("river_top",) for x in view[name] if not 0 <= x < w.RIVERS]
    wrong += [f"row: {x} is no land card" for x in view["row"] if not -1 <= x <= w.RANCH]
    for name in ("locked", "commit"):
        limit = 1 << 18
        wrong += [f"{name} of {w.seat(p)} is {x}" for p, x in enumerate(view[name]) if not 0 <= x < limit]
    if not 0 <= view["roll"] < 1 << 18:
        wrong.append(f"roll is {view['roll']}")
    for name in ("won", "tied", "loaded", "open"):
        wrong += [f"{name}: there is no seat {p}" for p in view[name] if p >= n]
    if (view["phase"] == w.OVER) != (view["head"]["to_move"] < 0):
        wrong.append("somebody is to move in a game that is over, or nobody in one that is not")
    for p in range(n, w.SEATS):
        lies = ("cash", "nuggets", "ranches", "hand", "claims", "hired", "caught", "locked", "commit", "pledged")
        if any(view[name][p] for name in lies):
            wrong.append(f"there is no player {w.seat(p)}, but something lies in front of that seat")
    return wrong


def money_problems(view: View, setting: Setting) -> list[str]:
    """Bills and nuggets (section 19.2)."""
    rules, n, extension, wrong = setting["rules"], setting["players"], setting["variants"]["mode"] > 0, []
    bills = view["bank"] + view["stagecoach"] + sum(view["cash"])
    start = n * rules["starting_cash"] + rules["bank_start"] + (rules["stagecoach_start"] if extension else 0)
    if bills != start + view["paid_in"]:
        wrong.append(f"there are ${bills}, not ${start + view['paid_in']} (Bank, Stagecoach, players)")
    if min(view["bank"], view["stagecoach"], *view["cash"]) < 0:
        wrong.append("somebody owes money")
    paid = 0
    if rules["bounty_paid_as_cash"]:
        paid = sum(w.rewards(setting)[k] for caught in view["caught"] for k in caught)
    if view["paid_in"] != paid:
        wrong.append(f"${view['paid_in']} came from outside the game, not ${paid} (DT-14.5)")
    gold = view["mine"] + sum(view["nuggets"])
    name = "mine_nuggets_base" if not extension else "mine_nuggets_ext_2p" if n == 2 else "mine_nuggets_ext"
    if gold != rules[name]:
        wrong.append(f"there are {gold} nuggets, not {rules[name]} (DT-3.3)")
    if min(view["nuggets"]) < 0:
        wrong.append("somebody owes nuggets")
    if w.BANK < view["step"] < w.ROUND_END and view["stagecoach"]:
        wrong.append("bills lie on the Stagecoach after the Bank (DT-7.2.4)")
    return wrong


def zones(found: list[tuple[str, list[int]]], everything: set[int], what: str) -> list[str]:
    """Every card in exactly one place."""
    where: dict[int, list[str]] = {}
    for zone, cards in found:
        for card in cards:
            where.setdefault(card, []).append(zone)
    wrong = [f"{what} {card} lies in {' and '.join(places)}" for card, places in where.items() if len(places) > 1]
    if lost := sorted(everything - set(where)):
        wrong.append(f"{what} {lost} are nowhere")
    if strange := sorted(set(where) - everything):
        wrong.append(f"{what} {strange} are not in this game")
    return wrong


def stealing(view: View) -> bool:
    """Cards being looked at are the victim's: still in his hand."""
    return view["step"] == w.SALOON


def card_problems(view: View, setting: Setting) -> list[str]:
    n, box = setting["players"], w.kinds(setting)
    found = [(f"{w.seat(p)}'s hand", view["hand"][p]) for p in range(n)]
    found += [("the store deck", view["store_deck"]), ("the store discard", view["store_discard"]),
              ("the cards to resolve", view["queue"])]
    if not stealing(view):
        found.append(("the cards being looked at", view["drawn"]))
    wrong = zones(found, set(range(len(box))), "store cards")
    now = {k for k, row in enumerate(setting["data"]["general_store"]["cards"]) if row["timing"] == "now"}
    for p in range(n):
        for card in view["hand"][p]:
            if card < len(box) and box[card] in now:
                name = w.card_name(box[card], setting)
                wrong.append(f"{w.seat(p)} holds {name}, which is resolved at once (DT-10.8)")
    if stealing(view) and not set(view["drawn"]) <= set(view["hand"][view["victim"]]):
        wrong.append("the thief looks at store cards that the victim does not have")
    needed = {w.ASK_PLAY: view["card"], w.ASK_CANCEL: w.CANCEL, w.ASK_LOADED: w.LOADED_DIE, w.ASK_THUG: w.THUG}
    if view["phase"] in needed:
        p = view["head"]["to_move"]
        if needed[view["phase"]] not in [box[card] for card in view["hand"][p] if card < len(box)]:
            wrong.append(f"{w.seat(p)} is asked about {w.card_name(needed[view['phase']], setting)} without having it")
    return wrong


def land_problems(view: View, setting: Setting) -> list[str]:
    n, rules, extension = setting["players"], setting["rules"], setting["variants"]["mode"] > 0
    worth = w.values(setting)
    row = [card for card in view["row"] if card >= 0]
    found = [(f"{w.seat(p)}'s hand", view["claims"][p]) for p in range(n)]
    found += [("the land deck", view["land_deck"]), ("the land discard", view["land_discard"]),
              ("the box", view["box"]), ("the row", [card for card in row if card != w.RANCH])]
    wrong = zones(found, set(range(len(worth))), "claims")
    ranches = (sum(view["ranches"]) + view["land_ranches"] + row.count(w.RANCH) + view["discard_ranches"]
               + view["box_ranches"])
    if ranches != (rules["ranch_copies"] if extension else 0):
        wrong.append(f"there are {ranches} ranches")
    if min(*view["ranches"], view["land_ranches"], view["discard_ranches"], view["box_ranches"]) < 0:
        wrong.append("a negative number of ranches")
    removed = 0
    if extension and n == 2:
        removed = min(rules["property_removed_2p_ext"], len(worth) + rules["ranch_copies"])
    if len(view["land_deck"]) + view["land_ranches"] - view["land_left"] != removed:
        wrong.append(f"the land deck has {view['land_left']} cards; {removed} were removed blindly (DT-3.2)")
    if any(card >= 0 for card in view["row"][len(row):]):
        wrong.append(f"the row {view['row']} has gaps")
    if view["step"] != w.TOWN_HALL and len(row) < rules["property_row_size"] and view["land_left"]:
        wrong.append(f"the row has {len(row)} cards although the deck has some (DT-7.6.4)")
    owned = {card for claims in view["claims"] for card in claims}
    if not set(view["wired"]) <= owned:
        wrong.append("a protected claim belongs to nobody")
    for place, p in enumerate((view["first"], view["second"])):
        if view["got"][place] and (p < 0 or not set(view["got"][place]) <= set(view["claims"][p])):
            wrong.append("a claim just acquired at Town Hall is not its winner's")
    return wrong


def bandit_problems(view: View, setting: Setting) -> list[str]:
    n, extension = setting["players"], setting["variants"]["mode"] > 0
    found = [("the bandit deck", view["bandit_deck"]), ("the wanted area", view["wanted"])]
    found += [(f"{w.seat(p)}'s hired bandits", view["hired"][p]) for p in range(n)]
    found += [(f"{w.seat(p)}'s caught bandits", view["caught"][p]) for p in range(n)]
    wrong = zones(found, set(range(w.BANDITS)) if extension else set(), "bandits")
    for p in range(n):
        if not set(view["pledged"][p]) <= set(view["hired"][p]):
            wrong.append(f"{w.seat(p)} pledges bandits of others")
    top = view["bandit_top"]
    if setting["rules"]["bandit_top_public"] and extension:
        if (top >= 0) != bool(view["bandit_deck"]) or (top >= 0 and top not in view["bandit_deck"]):
            wrong.append("the top bandit is not in the deck (DT-3.6)")
    elif top >= 0:
        wrong.append("a bandit lies open on a deck that lies face down")
    return wrong


def river_problems(view: View, setting: Setting) -> list[str]:
    rules = setting["rules"]
    wrong = []
    count = Counter(view["river_top"][:view["n_top"]])
    for k, row in enumerate(setting["data"]["river"]["cards"]):
        copies = rules["river_copies_" + row["id"]] if setting["variants"]["mode"] else 0
        if not 0 <= view["river"][k] <= view["river"][k] + count[k] <= copies:
            wrong.append(f"River cards: more than the {copies} of {row['id']}, or fewer than none")
    if view["phase"] in (w.ASK_FIND, w.ASK_FIND_ORDER) and not 0 < view["picks"] <= view["n_top"]:
        wrong.append("no River cards are being looked at")
    return wrong


def dice_problems(view: View, setting: Setting) -> list[str]:
    """Five dice each, all locked after the dice phase."""
    wrong = []
    for p in range(setting["players"]):
        locked, laid = how_many(view["locked"][p]), how_many(view["commit"][p])
        if locked > w.DICE:
            wrong.append(f"{w.seat(p)} has {locked} dice")
        if view["step"] == w.ROLLING and locked + laid > w.DICE:
            wrong.append(f"{w.seat(p)} locks more dice than there are")
        if view["step"] > w.ROLLING and view["phase"] != w.OVER and locked != w.DICE:
            wrong.append(f"{w.seat(p)} has {locked} dice locked after the dice phase (section 19.2)")
    rolling = [p for p in range(setting["players"]) if how_many(view["locked"][p]) < w.DICE]
    if view["step"] == w.ROLLING and view["open"] != rolling:
        wrong.append(f"{view['open']} have dice to roll, not {rolling}")
    me = view["head"]["to_move"]
    if view["phase"] == w.ASK_KEEP and how_many(view["roll"]) != w.DICE - how_many(view["locked"][me]):
        wrong.append("the roll under the cup is not that of the unlocked dice")
    return wrong


def step_problems(view: View, setting: Setting) -> list[str]:
    rules, wrong = setting["rules"], []
    if view["sheriff"] < 0 and rules["first_sheriff_mode"] != 2:
        wrong.append("nobody has the badge")
    if view["indian"] >= 0 and setting["variants"]["mode"] != 2:
        wrong.append("somebody holds the Indian die, which is not in the game (DT-1.4)")
    if view["phase"] == w.ASK_NAME and len(view["tied"]) < 2:
        wrong.append("the Sheriff settles a tie between fewer than two")
    if view["phase"] in (w.ASK_BRIBE, w.ASK_NAME, w.ASK_PAY):       # DT-6.6
        for p in range(setting["players"]):
            gold, dollars = divmod(view["commit"][p], 16)
            if dollars > view["cash"][p] or gold > view["nuggets"][p]:
                wrong.append(f"{w.seat(p)} offers ${dollars} and {gold} nuggets, which he does not have")
    if view["phase"] == w.ASK_LOOT and not view["drawn"] and not view["drawn_claims"]:
        wrong.append("the thief looks at nothing")
    places = rules["places_ext_2p" if setting["players"] == 2 else "places_ext"] if setting["variants"]["mode"] else 1
    if places == 1 and view["second"] >= 0:
        wrong.append("there is a second place where only the first acts (DT-4.21, DT-4.23)")
    if view["first"] >= 0 and view["first"] == view["second"]:
        wrong.append("one player has both places")
    return wrong


# What a seat knows ----------------------------------------------------------------------------------------------------

def visible(view: View, me: int, setting: Setting) -> View:
    """The part of a state that a seat knows (DT-4.30): all that lies open, the own cards and dice, and those cards of
    the others that it has seen and whose place it can be sure of."""
    hidden = ("hand", "claims", "knows_store", "knows_claims", "store_deck", "land_deck", "river", "river_top",
              "commit", "pledged", "roll", "roll_index", "drawn", "drawn_claims", "got", "holdings")
    known = {name: value for name, value in view.items() if name not in hidden}
    known["head"] = {name: value for name, value in view["head"].items() if name != "key"}
    to_move, phase, n = view["head"]["to_move"], view["phase"], setting["players"]
    wired = set(view["wired"])
    own = {"hand": view["hand"][me], "claims": view["claims"][me], "commit": view["commit"][me],
           "pledged": view["pledged"][me]}
    seen = {
        "store": [sorted(set(view["hand"][p]) & set(view["knows_store"][me])) for p in range(n) if p != me],
        "claims": [sorted(set(view["claims"][p]) & (set(view["knows_claims"][me]) | wired))
                   for p in range(n) if p != me],
    }
    sizes = {
        "hands": [len(hand) for hand in view["hand"]], "claims": [len(claims) for claims in view["claims"]],
        "store_deck": len(view["store_deck"]), "land_deck": len(view["land_deck"]), "drawn": len(view["drawn"]),
        "drawn_claims": len(view["drawn_claims"]), "got": [len(got) for got in view["got"]],
        "river": sum(view["river"]) + view["n_top"],
    }
    river = [view["river"][k] + view["river_top"][:view["n_top"]].count(k) for k in range(w.RIVERS)]
    known |= {"own": own, "seen": seen, "sizes": sizes, "river": river}
    if phase not in HIDDEN_CHAINS:
        known |= {"commit": view["commit"], "pledged": view["pledged"]}
    if phase != w.ASK_KEEP or to_move == me:
        known |= {"roll": view["roll"], "roll_index": view["roll_index"]}
    if to_move == me or (stealing(view) and view["victim"] == me):
        known |= {"drawn": view["drawn"], "drawn_claims": view["drawn_claims"]}
    if view["finder"] == me:
        known["river_top"] = view["river_top"]
    known["got"] = [view["got"][i] for i, p in enumerate((view["first"], view["second"])) if p == me]
    return known


def combination(view: View, p: int) -> str:
    """A player's dice, for messages and tests."""
    return " ".join(w.FACES[face] for face in unpack(view["locked"][p]))
