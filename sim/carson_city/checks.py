"""What must hold in every state of Carson City, and what of a state one seat knows.

`unsafe` names what the kernel cannot stand: numbers out of range, a question that nobody could answer. `unbalanced`
names what no game leads to: tiles, figures and money that do not add up (section 21 of the specification).
"""
from collections.abc import Iterable
from typing import Any

from sim.carson_city import words as w
from sim.carson_city.words import NO_PLACE, NOBODY, Setting, View, red, seat

MOST_MONEY = 3000       # no player comes near it; beyond some 5000 the options to hand back would not fit a list
MOST_VP = 9000          # of one part of the score
MOST_RINGS = MOST_REDRAWS = 1000
EIGHT_BITS, NINE_BITS = 0xFF, 0x1FF

# the part of a round that a phase belongs to
CHOOSING = {w.CHARACTER, w.SETTLE, w.REWARD, w.COOLIE_TAKE, w.RECRUIT, w.ARM}
PLACING = {w.PLACE, w.MOVE}
TILE_IN_HAND = {w.CONSTRUCT, w.SITE, w.HOUSE, w.ROUTE, w.CONSENT}
ENDING = {w.BANKER_VP, w.HAND_BACK}
PARCEL_STEP, KEPT_STEP, ESTATE_STEP, END_STEP = 5, 13, 17, 25


def problems(view: View, setting: Setting) -> list[str]:
    """All that is wrong with a state; none in any state that a game leads to."""
    return unsafe(view, setting) or unbalanced(view, setting)


# Sets and places ------------------------------------------------------------------------------------------------------

def mask(parcels: Iterable[int]) -> int:
    bits = 0
    for x in parcels:
        bits |= 1 << x
    return bits


def neighbourhood(x: int) -> int:
    """The parcels around x (CC-3.2)."""
    r, c = divmod(x, 8)
    return mask(8 * i + j for i in range(max(r - 1, 0), min(r + 2, 8)) for j in range(max(c - 1, 0), min(c + 2, 8))
                if (i, j) != (r, c))


NEIGHBOURS = [neighbourhood(x) for x in range(w.PARCELS)]
INNER = mask(8 * r + c for r in range(1, 7) for c in range(1, 7))         # CC-3.3
EVERYWHERE = (1 << w.PARCELS) - 1
NEEDS_ROAD = (w.DRUGSTORE, w.BANK, w.SALOON, w.HOTEL, w.CHURCH, w.PRISON)      # and a house (CC-6.6)
ATTACKABLE = (w.RANCH, w.MINE, w.DRUGSTORE, w.BANK, w.SALOON, w.HOTEL)         # CC-7.8


def choosing(view: View) -> bool:
    """Phase 1 goes on: somebody may have no character yet."""
    return view["phase"] in CHOOSING or (view["phase"] in TILE_IN_HAND and view["tile_from"] == w.FROM_COOLIE)


def finished(view: View) -> int:
    """The last step that is over; roads are laid between two steps (CC-6.16)."""
    return view["step"] if view["phase"] == w.LAY_ROAD else view["step"] - 1


def place_of_step(step: int, rules: dict[str, Any]) -> int:
    """The space that a step resolves (section 6); NO_PLACE where it is not about one space."""
    if step in (1, 2, 3, 4):
        return step - 1
    if 6 <= step <= 12:
        return w.BUILD + (step - 6 if rules["build_resolution"] else 12 - step)
    if 14 <= step <= 16 or 18 <= step <= 20:
        return w.PARCEL_INCOME + step - (14 if step <= 16 else 15)
    if 21 <= step <= 24:
        return w.VP_BUY + (step - 21 if rules["vp_buy_resolution"] else 24 - step)
    return NO_PLACE


# Roads: corner points as bits of one number, ten a row, so that shifts fall off the edge ------------------------------

ROW = 10
CORNER_POINTS = sum(NINE_BITS << ROW * i for i in range(w.CORNERS))


def points(rows: list[int]) -> int:
    bits = 0
    for i, row in enumerate(rows):
        bits |= row << ROW * i
    return bits


def spread(v: int) -> int:
    """All corner points at most one piece away."""
    return (v | v << 1 | v >> 1 | v << ROW | v >> ROW) & CORNER_POINTS


def corners_of(x: int) -> int:
    return (3 | 3 << ROW) << (ROW * (x // 8) + x % 8)


def touching(v: int) -> int:
    """The parcels with one of these corner points (CC-3.6)."""
    at = v | v >> 1 | v >> ROW | v >> ROW + 1
    return sum((at >> ROW * r & EIGHT_BITS) << 8 * r for r in range(8))


def house_parcels_in_reach(network: int, site: int, budget: int) -> int:
    """Parcels that can be connected together with the site by so many pieces (CC-6.14)."""
    budget = min(budget, 16)                    # the grid is 8 by 8: nothing needs more
    target = corners_of(site)
    near_network, near_site = [network], [target]
    for _ in range(budget):
        near_network.append(spread(near_network[-1]))
        near_site.append(spread(near_site[-1]))
    alone = next((k for k, near in enumerate(near_network) if near & target), None)
    if alone is None:
        return 0
    branch = 0                                  # points of a shortest way to the site, and what can be laid from there
    for k in range(alone, budget + 1):
        branch = spread(branch)
        for i in range(k + 1):
            branch |= near_network[i] & near_site[k - i]
    return touching(branch | near_network[budget - alone])


# What the kernel cannot stand -----------------------------------------------------------------------------------------

def unsafe(view: View, setting: Setting) -> list[str]:
    return out_of_range(view, setting) or out_of_place(view, setting) or unanswerable(view, setting)


def out_of_range(view: View, setting: Setting) -> list[str]:
    """Every number against its limits."""
    n, rules = setting["players"], setting["rules"]
    last = n - 1
    wrong = []

    def check(name: str, values: list[int], low: int, high: int) -> None:
        if min(values) < low or max(values) > high:
            wrong.append(f"{name} is {values if len(values) > 1 else values[0]}, not within {low} to {high}")

    if view["head"]["players"] != n:
        wrong.append(f"head.players is {view['head']['players']}, not {n}")
    figures = rules["cowboy_max"]
    rings = figures + 1 + rules["kc_extra_actions"]
    for name, low, high in (
        ("roads_left", 0, rules["road_supply"]), ("guns_left", 0, rules["revolver_supply"]),
        ("houses_left", 0, rules["house_supply"]), ("bag_draws", 0, 80), ("three_guns", NOBODY, last),
        ("round", 0, rules["rounds"] - 1), ("n_passed", 0, n), ("phase", w.OVER, w.LAY_ROAD),
        ("turn", 0, max(n, n * rules["start_parcels"])), ("step", 0, END_STEP), ("stage", -1, 2),
        ("place", NO_PLACE, w.PLACES - 1), ("builder", NOBODY, last), ("tile_from", w.FROM_ROW, w.FROM_KEPT),
        ("tile_slot", -1, w.SLOTS - 1), ("tile", -1, w.BUILDINGS - 1), ("site", -1, w.PARCELS - 1),
        ("house_site", -1, w.PARCELS - 1), ("duellists", 0, (1 << n) - 1), ("duel_turn", -1, last),
        ("redraws", 0, MOST_REDRAWS),
        ("lifted", NO_PLACE, w.PLACES - 1), ("lifted_white", 0, 1), ("ring", 0, MOST_RINGS), ("stale", 0, 1),
    ):
        if not low <= view[name] <= high:
            wrong.append(f"{name} is {view[name]}, not within {low} to {high}")
    for name, low, high in (
        ("corners", 0, NINE_BITS), ("across", 0, EIGHT_BITS), ("down", 0, NINE_BITS), ("row", -1, w.BUILDINGS - 1),
        ("bag", 0, 10), ("money", 0, MOST_MONEY), ("cowboys", 0, figures), ("guns", 0, rules["revolver_supply"]),
        ("roads", 0, rules["road_supply"]), ("waits", 0, 1), ("order", 0, w.SEATS - 1), ("passed", -1, w.SEATS - 1),
        ("entrant", -1, last), ("chosen", -1, w.TOKENS - 1), ("holder", -2, last), ("discarded_at", -1, MOST_REDRAWS),
        ("redrawn_at", -1, MOST_REDRAWS), ("announced", 0, 30), ("rings", 0, rings), ("has_seen", 0, 1),
    ):
        check(name, view[name], low, high)
    for p in range(w.SEATS):
        check(f"vp of {seat(p)}", view["vp"][p], 0, MOST_VP)
        check(f"kept of {seat(p)}", view["kept"][p], 0, 10)
        check(f"character of {seat(p)}", view["character"][p], -1, w.CHARACTERS - 1)
        check(f"n of {seat(p)}", view["n"][p], 0, 32767)
    f = view["figures"]
    check("figures.spaces", f["spaces"], 0, (1 << w.SPACES) - 1)
    check("figures.wages", f["wages"], 0, figures)
    check("figures.road", f["road"], 0, figures)
    check("figures.white", [f["white"]], NO_PLACE, w.PLACES - 1)
    check("figures.white_seat", [f["white_seat"]], NOBODY, last)
    check("seen.spaces", [glance["spaces"] for glance in view["seen"]], 0, (1 << w.SPACES) - 1)
    check("seen.wages", [glance["wages"] for glance in view["seen"]], 0, 1)
    check("seen.road", [glance["road"] for glance in view["seen"]], 0, 1)
    check("seen.white", [glance["white"] for glance in view["seen"]], NO_PLACE, w.PLACES - 1)
    return wrong


def out_of_place(view: View, setting: Setting) -> list[str]:
    """What lies where it cannot lie, who stands or sits where he cannot."""
    n = setting["players"]
    wrong = [*town_problems(view), *order_problems(view, n)]
    f, phase = view["figures"], view["phase"]
    owned = mask(x for parcels in view["owned"] for x in parcels)
    targets = mask(x for b in ATTACKABLE for x in view["built"][b])
    for p in range(w.SEATS):
        here = mask(f["parcels"][p])
        if p >= n and (here or f["spaces"][p] or f["wages"][p] or f["road"][p] or view["owned"][p]):
            wrong.append(f"there is no player {seat(p)}, but a figure or parcel of that colour")
        if here & owned & ~targets:
            wrong.append(f"a figure of {seat(p)} stands on an owned parcel without a building that can be attacked")
        if finished(view) >= PARCEL_STEP and here & ~owned:
            wrong.append(f"a figure of {seat(p)} still claims a parcel after step 5")
        if f["spaces"][p] & (1 << w.WAGES | 1 << w.ROAD):
            wrong.append(f"spaces of {seat(p)}: wages and road are counted, not marked")
    if f["white"] != NO_PLACE and f["white_seat"] == NOBODY:
        wrong.append("the white figure stands on the board for nobody")
    if f["white"] >= w.SPACES:
        x = f["white"] - w.SPACES
        if owned >> x & 1 and x not in view["owned"][f["white_seat"]]:
            wrong.append(f"the white figure stands on a parcel of somebody else, {w.parcel(x)}")
        if owned >> x & 1 and not targets >> x & 1:
            wrong.append(f"the white figure defends {w.parcel(x)}, where no building can be attacked")
        if finished(view) >= PARCEL_STEP and not owned >> x & 1:
            wrong.append("the white figure still claims a parcel after step 5")

    for p in range(n):
        cards = view["character"][p]
        played = view["round"] + (phase != w.DRAFT and not choosing(view))
        if min(cards[:played], default=0) < 0:
            wrong.append(f"{seat(p)} has no character in a round that was played")
    now = [view["character"][p][view["round"]] for p in range(n)]
    if len({card for card in now if card >= 0}) != sum(card >= 0 for card in now):
        wrong.append(f"two players have the same character: {now}")
    return wrong


def town_problems(view: View) -> list[str]:
    """CC-3.4..3.8: one tile a parcel, one owner, buildings on own land; roads that hang together."""
    wrong = []
    owned = 0
    for p, parcels in enumerate(view["owned"]):
        bits = mask(parcels)
        if owned & bits:
            wrong.append(f"{seat(p)} owns a parcel of somebody else")
        owned |= bits
    tiles = mask(view["house"])
    for name, parcels in (("mountain", view["mountain"]), *zip(w.BUILDING_NAMES, view["built"], strict=True)):
        bits = mask(parcels)
        if tiles & bits:
            wrong.append(f"a {name} stands on a parcel with another tile (CC-3.8)")
        if name != "mountain" and bits & ~owned:
            wrong.append(f"a {name} stands on a parcel that nobody owns (CC-6.6)")
        tiles |= bits
    across, down = points(view["across"]), points(view["down"])
    ends = across | across << 1 | down | down << ROW
    if points(view["corners"]) != ends:
        wrong.append("corners: not the ends of the laid roads (CC-3.6)")
    elif mask(view["connected"]) != touching(ends):
        wrong.append("connected: not the parcels that the laid roads touch (CC-3.6)")
    if not ends:
        wrong.append("there is no road: nothing can be connected to it (CC-4.3)")
        return wrong
    reached, new = 0, ends & -ends
    while new != reached:
        reached = new
        new |= ((reached & across) << 1 | reached >> 1 & across | (reached & down) << ROW | reached >> ROW & down)
    if reached != ends:
        wrong.append("the roads do not hang together (CC-3.5)")
    return wrong


def order_problems(view: View, n: int) -> list[str]:
    """Who is to move, in what order, who has passed."""
    wrong = []
    everybody = list(range(n))
    phase, mover = view["phase"], view["head"]["to_move"]
    if sorted(view["order"][:n]) != everybody:
        wrong.append(f"order {view['order'][:n]} does not name every player once")
    if sorted(view["entrant"][:n]) != everybody:
        wrong.append(f"entrant {view['entrant'][:n]} does not name every entrant once")
    passed = view["passed"][:view["n_passed"]]
    if len(set(passed)) != len(passed) or any(not 0 <= p < n for p in passed):
        wrong.append(f"passed {passed} does not name players once each")
    if phase == w.OVER:
        if mover != NOBODY:
            wrong.append(f"the game is over, but head.to_move is {mover}")
    elif not 0 <= mover < n:
        wrong.append(f"head.to_move is {mover}, not a seat")
    resolving = phase not in CHOOSING | PLACING | {w.DRAFT} and view["step"] > 0
    if (resolving or phase == w.OVER) and view["n_passed"] != n:
        wrong.append("figures are resolved before everybody has passed (CC-5.12)")
    if phase in CHOOSING | {w.DRAFT} and view["n_passed"]:
        wrong.append("somebody has passed before placement began")
    if phase in PLACING and mover in passed:
        wrong.append(f"{seat(mover)} places after passing (CC-5.6)")
    return wrong


def standing(f: View, place: int) -> int:
    """Who stands on a place with duels, a bit a seat; the white figure stands for its seat."""
    who = 0
    for p in range(w.SEATS):
        on = f["spaces"][p] >> place & 1 if place < w.SPACES else place - w.SPACES in f["parcels"][p]
        who |= bool(on) << p
    return who | 1 << f["white_seat"] if f["white"] == place else who


def unanswerable(view: View, setting: Setting) -> list[str]:
    """The question of the phase: is it asked in its step, of the right player, and has it an answer?"""
    phase, step, stage, turn = view["phase"], view["step"], view["stage"], view["turn"]
    n, rules, mover = setting["players"], setting["rules"], view["head"]["to_move"]
    wrong = []

    def need(holds: object, message: str) -> None:
        if not holds:
            wrong.append(f"{w.PHASES[phase]}: {message}")

    before = phase in CHOOSING | PLACING | {w.DRAFT}
    early_tile = step == 0 and (phase in TILE_IN_HAND or phase == w.KEPT)
    late = phase in ENDING or phase == w.OVER
    need(step == 0 if before or early_tile else step == END_STEP if late else 1 <= step < END_STEP,
         f"cannot be in step {step}")
    if phase == w.LAY_ROAD:
        need(stage == -1, f"stage is {stage}, not -1")
    elif before or early_tile:
        need(0 <= stage <= 2, f"stage is {stage}")
    else:
        stages = {w.BANKER_VP: 0, w.HAND_BACK: 2, w.OVER: 2, w.DOUBLE: 2}
        need(stage == stages.get(phase, 1 if step == ESTATE_STEP else 0), f"stage is {stage} in step {step}")
    if phase != w.DRAFT:
        need(turn <= n, f"turn is {turn}")
    need((phase in TILE_IN_HAND) == (view["tile"] >= 0), f"tile is {view['tile']}")
    need(view["tile_slot"] < 0 or phase in TILE_IN_HAND, f"tile_slot is {view['tile_slot']}")
    need((phase in (w.HOUSE, w.ROUTE, w.CONSENT)) == (view["site"] >= 0), f"site is {view['site']}")
    need((phase in (w.ROUTE, w.CONSENT)) == (view["house_site"] >= 0), f"house_site is {view['house_site']}")
    need((phase == w.MOVE) == (view["lifted"] >= 0), f"lifted is {view['lifted']}")
    need(not view["lifted_white"] or phase == w.MOVE, "the white figure is lifted")
    if wrong:
        return wrong

    order = view["order"] if step == 0 else view["passed"]
    asked = view["builder"] if phase in TILE_IN_HAND else mover
    in_turn = (phase in CHOOSING or early_tile or phase in (w.KEPT, w.BUY_PARCEL, w.LAY_ROAD, w.HAND_BACK)
               or (phase in PLACING and not setting["variants"]["kit_carson"])
               or (phase in TILE_IN_HAND and view["tile_from"] == w.FROM_KEPT))
    if in_turn:
        need(turn < n and order[turn] == asked, f"it is not {seat(asked)}'s turn")
    card = view["character"][asked][view["round"]] if asked >= 0 else -1
    if phase in TILE_IN_HAND:
        wrong += tile_problems(view, setting)
    elif phase in (w.PERFORM, w.TOKEN, w.BUY_VP):
        wrong += place_problems(view, setting)
    if phase not in (w.PERFORM, w.TOKEN, w.BUY_VP) and (phase not in TILE_IN_HAND or view["tile_from"] != w.FROM_ROW):
        need(view["place"] == NO_PLACE, f"place is {view['place']}")

    if phase == w.DRAFT:
        again, i = divmod(turn, n)
        need(again < rules["start_parcels"], "all have claimed their parcels (CC-4.7)")
        i = n - 1 - i if again % 2 and rules["draft_second_reverse"] else i
        need(order[i] == mover, f"it is not {seat(mover)}'s turn")
    elif phase == w.CHARACTER:
        need(card < 0 and not setting["assign"], f"{seat(mover)} has a character")
    elif phase == w.SETTLE:
        need(card == w.SETTLER and not red(w.SETTLER, setting), f"{seat(mover)} is no yellow Settler")
        need(stage < rules["settler_free_parcels"] and len(view["owned"][mover]) < rules["property_max"],
             "no free parcel is left to claim (CC-10.4)")
    elif phase == w.REWARD:
        need(card == w.GROCER or (card == w.SETTLER and red(card, setting)), f"{seat(mover)} has no such character")
    elif phase == w.COOLIE_TAKE:
        need(card == w.COOLIE and red(card, setting), f"{seat(mover)} is no red Coolie")
        need(view["money"][mover] >= rules["coolie_red_price"] and max(view["row"]) >= 0, "nothing can be bought")
        need(view["builder"] == mover, "the builder is somebody else")
    elif phase in (w.RECRUIT, w.ARM):
        need(card == w.CAPTAIN and red(card, setting) == (phase == w.ARM), f"{seat(mover)} has no such character")
    elif phase == w.MOVE:
        need(setting["variants"]["kit_carson"], "figures are moved in Kit Carson only (CC-8.4)")
        need(not view["lifted_white"] or (view["figures"]["white_seat"], view["figures"]["white"]) == (mover, NO_PLACE),
             "the white figure is not lifted")
        need(not view["lifted_white"] or white_goals(view, setting), "the white figure finds no empty place (CC-5.10)")
    elif phase in (w.DUEL_ORDER, w.ATTACK_ORDER):
        need(mover == view["passed"][0], f"{seat(mover)} did not pass first (CC-6.4)")
        need(step == (PARCEL_STEP if phase == w.DUEL_ORDER else ESTATE_STEP), f"cannot be in step {step}")
        open_duels = contested(view, n) if phase == w.DUEL_ORDER else mask(view["todo"])
        need(open_duels & open_duels - 1, "there is no choice between duels")
    elif phase == w.BUY_PARCEL:
        need(step == PARCEL_STEP, f"cannot be in step {step}")
        need(claims(view, mover) & ~contested(view, n), f"{seat(mover)} claims no parcel alone")
    elif phase == w.KEPT:
        early = rules["deferred_building_window"] == 1
        need(step == KEPT_STEP or (step == 0 and early), f"cannot be in step {step} (CC-6.10)")
        need(any(view["kept"][mover]) and view["builder"] == mover, f"{seat(mover)} keeps no tile to build")
    elif phase == w.DOUBLE:
        need(step == ESTATE_STEP, f"cannot be in step {step}")
        need(card == w.GROCER and not red(card, setting) and view["waits"][mover],
             f"{seat(mover)} is no yellow Grocer who waits")
    elif phase == w.BANKER_VP:
        need(card == w.BANKER and red(card, setting), f"{seat(mover)} is no red Banker")
    elif phase == w.LAY_ROAD:
        need(rules["road_timing"] and view["roads"][mover] > 0, f"{seat(mover)} has no road to lay now")
    if view["stale"]:
        need(setting["variants"]["kit_carson"] and phase in (w.PLACE, w.MOVE) and view["has_seen"][mover],
             "nobody has an old view of the board (CC-8.6)")
    if phase in PLACING and setting["variants"]["kit_carson"] and view["ring"] == 0:
        need(not view["stale"] and not any_figure(view["figures"]), "figures stand before the opening (CC-8.10)")
    if step == PARCEL_STEP and phase != w.LAY_ROAD:
        shared = contested(view, n)
        shared |= 1 << view["place"] - w.SPACES if view["place"] >= w.SPACES else 0
        need(not any(claims(view, p) & ~shared for p in view["passed"][:turn]),
             "somebody still claims a parcel after his turn to buy (CC-6.4)")
        need(phase != w.BUY_PARCEL or not shared or rules["uncontested_parcels_first"],
             "a parcel duel is left to fight (CC-6.4)")
    building = phase in TILE_IN_HAND or phase in (w.COOLIE_TAKE, w.KEPT)
    others = {x for p, parcels in enumerate(view["owned"]) if p != view["builder"] for x in parcels}
    need(others.issuperset(view["refused"]) if building else not view["refused"], "refused: not parcels of others")
    todo = mask(view["todo"])
    if step == ESTATE_STEP and phase != w.LAY_ROAD:
        attacks = 0
        for p in range(n):
            attacks |= mask(view["figures"]["parcels"][p]) & ~mask(view["owned"][p])
        need(not todo & ~attacks, "an attack is to be resolved where nobody attacks")
    else:
        need(not todo, "parcels are to be resolved")
    return wrong


def any_figure(f: View) -> bool:
    return any(any(f[name]) for name in ("parcels", "spaces", "wages", "road")) or f["white"] != NO_PLACE


def white_goals(view: View, setting: Setting) -> bool:
    """Is there an empty place for the lifted white figure, other than its last, on the board that its player sees?"""
    me, f, avoid = view["head"]["to_move"], view["figures"], view["lifted"]
    spaces, parcels = f["spaces"][me], mask(f["parcels"][me])
    wages, road = f["wages"][me], f["road"][me]
    for other in [view["seen"][me]] if view["stale"] else [
            {name: f[name][p] for name in ("spaces", "parcels", "wages", "road")} for p in range(setting["players"])]:
        spaces |= other["spaces"]
        parcels |= mask(other["parcels"])
        wages, road = wages or other["wages"], road or other["road"]
    spaces |= closed_spaces(view, setting["rules"]) | bool(wages) << w.WAGES | bool(road) << w.ROAD
    land = EVERYWHERE & ~mask(x for mine in view["owned"] for x in mine)
    if setting["rules"]["sheriff_may_defend"]:
        churches = mask(y for x in view["built"][w.CHURCH] for y in range(w.PARCELS) if NEIGHBOURS[x] >> y & 1
                        and (not setting["rules"]["church_protects"] or w.owner(view, x) == me))
        land |= mask(view["owned"][me]) & mask(x for b in ATTACKABLE for x in view["built"][b]) & ~churches
    free = ~spaces & (1 << w.SPACES) - 1 | (land & ~parcels) << w.SPACES
    return bool(free & ~(1 << avoid))


def claims(view: View, p: int) -> int:
    """The unowned parcels on which p stands."""
    f = view["figures"]
    mine = mask(f["parcels"][p])
    if f["white_seat"] == p and f["white"] >= w.SPACES:
        mine |= 1 << f["white"] - w.SPACES
    return mine & ~mask(x for parcels in view["owned"] for x in parcels)


def contested(view: View, n: int) -> int:
    """Parcels that more than one player claims."""
    once = twice = 0
    for p in range(n):
        mine = claims(view, p)
        twice |= once & mine
        once |= mine
    return twice


def place_problems(view: View, setting: Setting) -> list[str]:
    """PERFORM, TOKEN and BUY_VP: the place being resolved, and who stands on it."""
    wrong = []
    phase, step, place, mover = view["phase"], view["step"], view["place"], view["head"]["to_move"]
    if step in (PARCEL_STEP, ESTATE_STEP):
        if place < w.SPACES:
            return [f"place is {place}, not a parcel"]
        x = place - w.SPACES
        built = w.building(view, x) >= 0
        if (step == ESTATE_STEP) != built or (step == PARCEL_STEP and w.owner(view, x) != NOBODY):
            wrong.append(f"{w.place(place)} cannot be resolved in step {step}")
        if step == ESTATE_STEP and x not in view["todo"]:
            wrong.append(f"todo: {w.place(place)} is not to be resolved")
        if phase == w.PERFORM and x in view["owned"][mover]:
            wrong.append(f"{seat(mover)} attacks his own {w.place(place)}")
    elif place != place_of_step(step, setting["rules"]) or place in (NO_PLACE, w.WAGES, w.ROAD):
        return [f"{w.place(place)} is not resolved in step {step}"]
    if phase != w.TOKEN and (phase == w.BUY_VP) != (w.VP_BUY <= place < w.SPACES):
        wrong.append(f"{w.PHASES[phase]}: not on {w.place(place)}")
    who = standing(view["figures"], place)
    if phase != w.TOKEN:
        if who != 1 << mover:
            wrong.append(f"{seat(mover)} does not stand alone on {w.place(place)}")
        if step == PARCEL_STEP and len(view["owned"][mover]) >= setting["rules"]["property_max"]:
            wrong.append(f"{seat(mover)} has no property tile left (CC-6.3)")
        return wrong
    if not setting["variants"]["might_is_right"]:
        wrong.append("duel tokens are used in Might is Right only")
    if view["duellists"] != who or not who & who - 1:
        wrong.append(f"duellists: not those who stand on {w.place(place)}, or not several")
    if view["duel_turn"] < 0 or view["passed"][view["duel_turn"]] != mover or not who >> mover & 1:
        wrong.append(f"it is not {seat(mover)}'s turn to lay a token")
    for i, p in enumerate(view["passed"][:setting["players"]]):
        laid = view["chosen"][p]
        if (laid >= 0) != (bool(who >> p & 1) and i < view["duel_turn"]):
            wrong.append(f"{seat(p)} has laid a token out of turn, or none")
        elif laid >= 0 and view["holder"][laid] != p:
            wrong.append(f"{seat(p)} laid a token of somebody else")
        if who >> p & 1 and p not in view["holder"]:
            wrong.append(f"{seat(p)} has no token for the duel (CC-7.16)")
    return wrong


def tile_problems(view: View, setting: Setting) -> list[str]:
    """The tile being built: where it comes from, that it can be paid for, and that it can be completed."""
    wrong: list[str] = []
    phase, step, p, tile, slot = view["phase"], view["step"], view["builder"], view["tile"], view["tile_slot"]
    rules, mover = setting["rules"], view["head"]["to_move"]
    if p == NOBODY or (mover != p) != (phase == w.CONSENT):
        return [f"{w.PHASES[phase]}: not asked of {seat(mover)} when {seat(p)} builds"]
    card = view["character"][p][view["round"]]
    coolie = card == w.COOLIE and red(w.COOLIE, setting)
    if view["tile_from"] == w.FROM_KEPT:
        if phase == w.CONSTRUCT or view["kept"][p][tile] < 1 or slot != -1:
            wrong.append(f"{seat(p)} does not keep a {w.BUILDING_NAMES[tile]}")
        if step != KEPT_STEP and (step or rules["deferred_building_window"] != 1):
            wrong.append(f"kept tiles are not built in step {step} (CC-6.10)")
    elif slot < 0 or view["row"][slot] != tile:
        wrong.append(f"there is no {w.BUILDING_NAMES[tile]} on space {slot} of the row")
    elif view["tile_from"] == w.FROM_COOLIE:
        if step or not coolie or view["money"][p] < rules["coolie_red_price"]:
            wrong.append(f"{seat(p)} cannot buy a tile as red Coolie now (CC-10.5)")
    else:
        cost = rules[w.BUILDING_PRICES[slot]]
        if card == w.COOLIE and not coolie:
            cost = -(-cost // rules["coolie_price_divisor"])
        if view["place"] != w.BUILD + slot or view["place"] != place_of_step(step, rules):
            wrong.append(f"building space {slot + 1} is not resolved in step {step}")
        elif standing(view["figures"], view["place"]) != 1 << p:
            wrong.append(f"{seat(p)} does not stand alone on {w.place(view['place'])}")
        if view["money"][p] < cost:
            wrong.append(f"{seat(p)} cannot pay ${cost} (CC-6.18)")
    if phase != w.CONSTRUCT and not wrong:
        wrong += site_problems(view, setting)
    return wrong


def site_problems(view: View, setting: Setting) -> list[str]:
    """D14..D17: a parcel for the tile, and one for its house (CC-6.6..6.8)."""
    phase, p, tile, rules = view["phase"], view["builder"], view["tile"], setting["rules"]
    owned = [mask(parcels) for parcels in view["owned"]]
    bare = EVERYWHERE & ~mask(x for parcels in (view["house"], view["mountain"], *view["built"]) for x in parcels)
    room = bare
    others = sum(owned) & ~owned[p]
    room &= ~others if rules["house_on_foreign_parcel"] == 1 else ~mask(view["refused"])
    needs = tile in NEEDS_ROAD
    network = points(view["corners"])

    def houses(site: int) -> int:
        return house_parcels_in_reach(network, site, view["roads"][p]) & room & ~(1 << site)

    if needs and view["houses_left"] < 1:
        return ["there is no house left to build with"]
    if phase == w.SITE:
        own = [x for x in view["owned"][p] if bare >> x & 1]
        if not (any(houses(x) for x in own) if needs else own):
            return [f"{seat(p)} has no parcel on which a {w.BUILDING_NAMES[tile]} can be completed (CC-6.6)"]
        return []
    site, house = view["site"], view["house_site"]
    if not needs or site < 0 or not (bare & owned[p]) >> site & 1:
        return [f"{seat(p)} cannot build a {w.BUILDING_NAMES[tile]} with a house on {w.parcel(site)} (CC-6.6)"]
    if phase == w.HOUSE:
        return [] if houses(site) else [f"no house can be put beside the building on {w.parcel(site)} (CC-6.7)"]
    if house < 0 or not houses(site) >> house & 1:
        return [f"the house cannot stand on {w.parcel(house)} (CC-6.7)"]
    if phase == w.CONSENT and (rules["house_on_foreign_parcel"] or not owned[view["head"]["to_move"]] >> house & 1):
        return [f"{seat(view['head']['to_move'])} is not asked about {w.parcel(house)} (CC-6.17)"]
    if phase == w.ROUTE and (rules["road_route_choice"] != 2 or {site, house} <= set(view["connected"])):
        return ["there is no route to choose (CC-6.15)"]
    return []


# What no game leads to ------------------------------------------------------------------------------------------------

def unbalanced(view: View, setting: Setting) -> list[str]:
    return [*tile_counts(view, setting), *piece_counts(view, setting), *board_problems(view, setting),
            *character_problems(view, setting), *token_problems(view, setting), *money_problems(view, setting)]


def tile_counts(view: View, setting: Setting) -> list[str]:
    """Buildings, houses, mountains, the row and the bag."""
    wrong = []
    rules, built = setting["rules"], view["built"]
    opening = [rules["initial_row_" + name.rsplit("_", 1)[1]] - 1 for name in w.BUILDING_PRICES]
    printed = 0
    total = 0
    for b, name in enumerate(w.BUILDING_NAMES):
        box = rules[f"building_count_{name}"]
        seen = view["bag"][b] + view["row"].count(b) + len(built[b]) + sum(kept[b] for kept in view["kept"])
        if seen != box:
            wrong.append(f"{seen} {w.BUILDING_PLURALS[b]} in bag, row, supplies and town, not {box}")
        printed += min(opening.count(b), box)
        total += box
    if sum(view["bag"]) + view["bag_draws"] != total - printed:
        wrong.append(f"{view['bag_draws']} tiles have left the bag, but {sum(view['bag'])} are in it")
    with_house = sum(len(built[b]) for b in NEEDS_ROAD)
    if len(view["house"]) != 1 + with_house:
        wrong.append(f"{len(view['house'])} houses stand, not the centre and {with_house} beside buildings (CC-6.7)")
    if len(view["house"]) + view["houses_left"] != rules["house_supply"]:
        wrong.append(f"houses: {len(view['house'])} stand, {view['houses_left']} left of {rules['house_supply']}")
    if len(view["mountain"]) != rules["mountains"]:
        wrong.append(f"{len(view['mountain'])} mountains, not {rules['mountains']} (CC-4.4)")
    if rules["dice_block"] == 0 and mask(view["mountain"]) & ~INNER:
        wrong.append("a mountain lies where the dice cannot put it (CC-3.3)")
    roadside = set(view["connected"])
    for name, parcels in (("house", view["house"]), *((w.BUILDING_NAMES[b], built[b]) for b in NEEDS_ROAD)):
        if not roadside.issuperset(parcels):
            wrong.append(f"a {name} stands where no road leads (CC-6.6)")
    if not any(ringed(view, x) for x in view["house"]):
        wrong.append("no house has roads on its four sides: there is no town centre (CC-4.3)")
    row = view["row"]
    filled = sum(b >= 0 for b in row)
    if view["step"] <= PARCEL_STEP and any(b < 0 for b in row[:filled]):
        wrong.append(f"the row {row} has gaps (CC-5.20)")
    return wrong


def ringed(view: View, x: int) -> bool:
    r, c = divmod(x, 8)
    return bool(view["across"][r] >> c & view["across"][r + 1] >> c & 1 and view["down"][r] >> c & 3 == 3)


def piece_counts(view: View, setting: Setting) -> list[str]:
    """Roads, revolvers, property tiles, cowboys."""
    wrong = []
    rules, f = setting["rules"], view["figures"]
    laid = sum(line.bit_count() for line in (*view["across"], *view["down"]))
    if laid + sum(view["roads"]) + view["roads_left"] != rules["road_supply"]:
        wrong.append(f"roads: {laid} laid, {sum(view['roads'])} in supplies, {view['roads_left']} left, "
                     f"not {rules['road_supply']} in all")
    if sum(view["guns"]) + view["guns_left"] != rules["revolver_supply"]:
        wrong.append(f"revolvers: {sum(view['guns'])} in supplies, {view['guns_left']} left, "
                     f"not {rules['revolver_supply']} in all")
    for p in range(setting["players"]):
        if len(view["owned"][p]) > rules["property_max"]:
            wrong.append(f"{seat(p)} owns {len(view['owned'][p])} parcels with {rules['property_max']} property tiles")
        lifted = view["phase"] == w.MOVE and view["head"]["to_move"] == p and not view["lifted_white"]
        board = len(f["parcels"][p]) + f["spaces"][p].bit_count() + f["wages"][p] + f["road"][p] + lifted
        if view["cowboys"][p] + board > rules["cowboy_max"]:
            wrong.append(f"{seat(p)} has {view['cowboys'][p]} cowboys and {board} on the board, "
                         f"more than {rules['cowboy_max']}")
    for p in range(setting["players"], w.SEATS):
        if (view["money"][p] or view["cowboys"][p] or view["guns"][p] or view["roads"][p] or any(view["kept"][p])
                or any(view["vp"][p]) or any(view["n"][p])):
            wrong.append(f"there is no player {seat(p)}, but something lies in front of that seat")
    return wrong


def board_problems(view: View, setting: Setting) -> list[str]:
    """Figures stand only where and while they can (CC-5.7..5.11, CC-5.25)."""
    wrong = []
    f, step, phase, rules = view["figures"], view["step"], view["phase"], setting["rules"]
    spaces = 0
    for bits in f["spaces"]:
        spaces |= bits
    for place, counts in ((w.WAGES, f["wages"]), (w.ROAD, f["road"])):
        if any(counts):
            spaces |= 1 << place
    parcels = mask(x for mine in f["parcels"] for x in mine)
    white = f["white"]
    if white >= w.SPACES:
        if parcels >> white - w.SPACES & 1:
            wrong.append("somebody joined the white figure on its parcel (CC-5.10)")
    elif white >= 0 and white not in (w.WAGES, w.ROAD) and spaces >> white & 1:
        wrong.append(f"somebody joined the white figure on {w.place(white)} (CC-5.10)")
    taken = spaces | (1 << white if 0 <= white < w.SPACES else 0)
    on_map = bool(parcels) or white >= w.SPACES
    if phase not in PLACING and step == 0 and (taken or on_map):
        wrong.append("figures stand on the board before placement")
    if phase in PLACING or step > 0:
        closed = closed_spaces(view, rules)
        if taken & closed:
            wrong.append(f"a figure stands on a closed space: {w.place((taken & closed).bit_length() - 1)} (CC-5.8)")
    for k in range(1, finished(view) + 1):
        place = place_of_step(k, rules)
        if place != NO_PLACE and taken >> place & 1:
            wrong.append(f"a figure is left on {w.place(place)} after its step (CC-5.25)")
    if step >= 1 and taken & 1:
        wrong.append("wages are paid, but figures are left there")
    if finished(view) >= ESTATE_STEP and on_map:
        wrong.append("a figure is left on the map after step 17 (CC-5.25)")
    if white != NO_PLACE or f["white_seat"] != NOBODY:
        card = view["character"][f["white_seat"]][view["round"]]
        if card != w.SHERIFF or (red(w.SHERIFF, setting) and not rules["sheriff_red_gets_white"]):
            wrong.append(f"the white figure is {seat(f['white_seat'])}'s, who is no Sheriff (CC-4.8)")
    churches = view["built"][w.CHURCH]
    if churches and on_map and step < ESTATE_STEP and (phase in PLACING or not rules["church_cancel_timing"]):
        owned = [mask(mine) for mine in view["owned"]]
        safe = 0
        for x in churches:
            whose = sum(owned) if rules["church_protects"] == 0 else owned[w.owner(view, x)]
            safe |= NEIGHBOURS[x] & whose
        if parcels & safe & mask(x for b in ATTACKABLE for x in view["built"][b]):
            wrong.append("a figure stands on a building that a church protects (CC-7.10)")
    return wrong


def closed_spaces(view: View, rules: dict[str, Any]) -> int:
    """Spaces that take no figure this round: building spaces without a tile, purchase spaces that were closed."""
    closed = 0
    for i in range(3):
        if view["round"] > i:
            closed |= 1 << w.VP_BUY + i                 # CC-5.17; the dearest stays open
    for i, b in enumerate(view["row"]):
        if b < 0:
            closed |= 1 << w.BUILD + i
    return closed


def character_problems(view: View, setting: Setting) -> list[str]:
    """Cards, turn order, delayed rewards, the three-gun token."""
    wrong = []
    n, rules, phase, step, now = setting["players"], setting["rules"], view["phase"], view["step"], view["round"]
    cards = view["character"]
    for p in range(w.SEATS):
        if max(cards[p][now + 1 if p < n else 0:]) >= 0:
            wrong.append(f"{seat(p)} has a character for a round to come, or does not play")
    for r in range(now + 1):
        chosen = [cards[p][r] for p in range(n) if cards[p][r] >= 0]
        if len(set(chosen)) != len(chosen):
            wrong.append(f"two players had the same character in round {r + 1}: {chosen}")
    if phase == w.DRAFT and (now or any(cards[p][0] >= 0 for p in range(n))):
        wrong.append("parcels are drafted before the first round (CC-4.7)")
    if choosing(view) and not setting["assign"]:
        ready = view["turn"] if phase == w.CHARACTER else view["turn"] + 1
        for i, p in enumerate(view["order"][:n]):
            if (cards[p][now] >= 0) != (i < ready):
                wrong.append(f"{seat(p)} chose a character out of turn (CC-5.1)")
    elif phase != w.DRAFT and not choosing(view):
        numbers = [rules["character_order_" + w.CHARACTER_NAMES[cards[p][now]].lower()] for p in view["order"][:n]]
        if numbers != sorted(numbers):
            wrong.append("turn order is not by the numbers on the cards (CC-5.3)")
    for p in range(n):
        card = cards[p][now]
        if view["waits"][p] and card != w.GROCER and not (card == w.SETTLER and red(w.SETTLER, setting)):
            wrong.append(f"{seat(p)} waits for a reward without such a character")
    if view["three_guns"] != NOBODY and (step < 2 or phase == w.OVER):
        wrong.append("the three-gun token lies on Ammunition outside of steps 2 to 25 (CC-5.21)")
    return wrong


def token_problems(view: View, setting: Setting) -> list[str]:
    """Might is Right: six tokens a player, in hands or in the discard (CC-7.16)."""
    wrong = []
    n, rules, holder = setting["players"], setting["rules"], view["holder"]
    duel = view["phase"] == w.TOKEN
    if max(view["chosen"][n if duel else 0:], default=-1) >= 0 or (view["duellists"] and not duel):
        wrong.append("tokens lie on the table without a duel")
    if not setting["variants"]["might_is_right"]:
        return ["duel tokens are dealt without Might is Right", *wrong] if max(holder) > -2 else wrong
    if min(holder[:6 * n]) < -1 or max(holder[6 * n:], default=-2) > -2:
        wrong.append(f"not exactly the {6 * n} tokens of {n} players are in the game (CC-4.9)")
    for p in range(n):
        hand = [k % w.VALUES for k, h in enumerate(holder) if h == p]
        if not 1 <= len(hand) <= 6:
            wrong.append(f"{seat(p)} holds {len(hand)} tokens")
        if view["redrawn_at"][p] < 0 and sum(hand) > view["announced"][p]:
            wrong.append(f"{seat(p)} holds more than the announced {view['announced'][p]} (CC-4.10)")
        if view["redrawn_at"][p] >= view["redraws"]:
            wrong.append(f"{seat(p)} drew again in a draw that has not happened")
    if max(view["discarded_at"]) > view["redraws"]:
        wrong.append("a token came to the discard after a draw that has not happened")
    if sum(view["announced"][:n]) > 15 * n or (rules["might_hand"] == 6 and sum(view["announced"][:n]) != 15 * n):
        wrong.append(f"the announced sums {view['announced'][:n]} are not those of the tokens (CC-4.10)")
    return wrong


def money_problems(view: View, setting: Setting) -> list[str]:
    """Cash limits, and what only the end of the game scores (CC-5.19, section 12)."""
    wrong = []
    n, rules, phase, now = setting["players"], setting["rules"], view["phase"], view["round"]
    fresh_round = phase == w.CHARACTER and view["turn"] == 0 and now > 0
    over = phase == w.OVER
    handing = phase == w.HAND_BACK              # new cowboys are there, and who had his turn is within the limit
    if fresh_round or handing or (over and rules["cash_limit_in_last_round"]):
        hired = fresh_round or (handing and now + 1 < rules["rounds"])
        new = rules[f"new_cowboys_r{min(now + handing, 3)}"] if hired else 0
        settled = view["passed"][:view["turn"]] if handing else range(n)
        for p in range(n):
            card = view["character"][p][now - fresh_round]
            side = "red" if red(card, setting) else "yellow"
            limit = rules[f"cash_limit_{w.CHARACTER_NAMES[card].lower()}_{side}"]
            if view["money"][p] > limit and p in settled:
                wrong.append(f"{seat(p)} has ${view['money'][p]} above the limit of ${limit} (CC-5.19)")
            if view["cowboys"][p] < min(new, rules["cowboy_max"]):
                wrong.append(f"{seat(p)} has {view['cowboys'][p]} cowboys after taking {new} new ones (CC-5.18)")
    tiles = mask(x for parcels in (view["house"], view["mountain"], *view["built"]) for x in parcels) if over else 0
    for p in range(n):
        _, duels, duels_won, duel_ties, attacks, attacks_won = view["n"][p][:6]
        if max(duels_won, duel_ties) > duels or attacks_won > attacks:
            wrong.append(f"{seat(p)} won more duels or attacks than were fought")
        scored = view["vp"][p][9:12]                    # tiles, money, Kit Carson
        due = [0, 0, 0]
        if over:
            later = n - 1 - view["passed"].index(p) if setting["variants"]["kit_carson"] else 0
            due = [rules["final_vp_per_tile"] * (mask(view["owned"][p]) & tiles).bit_count(),
                   view["money"][p] // rules["final_dollars_per_vp"], rules["kc_bonus_per_later_player"] * later]
        if scored != due:
            wrong.append(f"{seat(p)} has {scored} VP for tiles, money and finishing early, not {due} (section 12)")
    return wrong


# What a seat knows ----------------------------------------------------------------------------------------------------

def visible(view: View, me: int, setting: Setting) -> View:
    """The part of a state that a seat knows: all but the luck to come and the duel tokens of the others.

    What is certain about tokens in Might is Right: the own hand, how many the others hold, the sums that they told and
    what is left of them until the first re-draw, the discards since the last re-draw, and so what lies elsewhere.
    """
    known = {name: value for name, value in view.items()
             if name not in ("holder", "discarded_at", "chosen", "seen", "stale")}
    known["head"] = {name: value for name, value in view["head"].items() if name != "key"}
    if setting["variants"]["kit_carson"]:
        known["figures"] = figures_seen(view, me)
    if setting["variants"]["might_is_right"]:
        known["tokens"] = tokens_known(view, me, setting["players"])
    return known


def figures_seen(view: View, me: int) -> View:
    """The board as the seat sees it: in a stale ring what it remembers of the others, its own as they are (CC-8.6)."""
    now = view["figures"]
    if not view["stale"] or view["head"]["to_move"] != me:
        return now
    own = {name: now[name][me] for name in ("parcels", "spaces", "wages", "road")}
    own["white"] = now["white"] if now["white_seat"] == me else NO_PLACE
    return {"own": own, "others": view["seen"][me]}


def tokens_known(view: View, me: int, n: int) -> View:
    holder = view["holder"]
    hands = [[k % w.VALUES for k, h in enumerate(holder) if h == p] for p in range(n)]
    open_discard = [k for k, h in enumerate(holder) if h == -1 and view["discarded_at"][k] == view["redraws"]]
    elsewhere = [k % w.VALUES for k, h in enumerate(holder) if h > -2 and h != me and k not in open_discard]
    return {
        "own": sorted(hands[me]),
        "own_laid": view["chosen"][me] % w.VALUES if view["chosen"][me] >= 0 else None,
        "hands": [len(hand) for hand in hands],
        "laid": [view["chosen"][p] >= 0 for p in range(n)],
        "sums": [sum(hand) if view["redrawn_at"][p] < 0 else None for p, hand in enumerate(hands)],
        "discard": sorted(k % w.VALUES for k in open_discard),
        "elsewhere": sorted(elsewhere),
    }
