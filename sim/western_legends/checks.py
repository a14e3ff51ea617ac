"""What must hold in every state of Western Legends, and what of a state one seat knows.

`unsafe` names what the kernel cannot stand: numbers out of range, a question about nothing. `unbalanced` names what no
game leads to: cards, money and tokens that do not add up (section 26 of the specification).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sim.western_legends import words as w
from sim.western_legends.loader import compiled
from sim.western_legends.words import NOBODY, SLOTS, Setting, View, seat

MOST_LP, MOST_COUNT = 3000, 20000
SIDES = ("a", "d")
FIGHT_PHASES = {
    w.COMMIT,
    w.DEFEND,
    w.REACT,
    w.NPC_CARD,
    w.REDRAW,
    w.PRIZE,
    w.LOOT,
    w.TAKE_CATTLE,
    w.SHERIFF_STAND,
    w.DISCARD_OR_WOUND,
    w.PEEKED,
    w.HALF,
}
PLAYER_FIGHTS = (w.FIGHT_ARREST, w.FIGHT_DUEL, w.FIGHT_ROB)
NPC_FIGHTS = (w.FIGHT_BANDIT, w.FIGHT_GUARD, w.FIGHT_SHERIFF)
TURN_TASKS = {
    w.DO_STARTS,
    w.DO_INCOME,
    w.DO_WEAPON,
    w.DO_MOUNT,
    w.DO_ACTION,
    w.DO_AFTER_ACTION,
    w.DO_STORIES,
    w.DO_HAND_LIMIT,
    w.DO_TURN_END,
}
SETUP_TASKS = {w.DO_CHARACTER, w.DO_PACKAGES, w.DO_START_PLACE, w.DO_START_RANCH, w.DO_BEGIN}
SETUP_PHASES = {w.CHARACTER, w.START_PLACE, w.START_RANCH}


class Box(NamedTuple):
    """What this table's box says that the checks need, compiled once."""

    ops: list
    choose: int
    abilities: int
    stories: list[dict]
    places: int
    hideouts: list[int]
    in_town: list[int]
    kinds: list[int]
    copies: list[int]
    legendary: list[int]
    cattle: list[int]
    characters: list[int]
    passive: dict[str, Any]


BOXES: dict[int, tuple[Setting, Box]] = {}  # by the identity of the setting, which is kept with it


def box(setting: Setting) -> Box:
    if id(setting) not in BOXES:
        if len(BOXES) >= 32:
            BOXES.clear()
        BOXES[id(setting)] = (setting, opened(setting))
    return BOXES[id(setting)][1]


def opened(setting: Setting) -> Box:
    data, v, players = setting["data"], setting["variants"], setting["players"]
    made = compiled(data, setting["rules"], v)
    boxes = (True, v["extras"], v["handsome"])
    barred = ("whiskey", "ten_gallon", "miners_map") if v["first_game"] else ()
    first = ("annie_oakley", "bass_reeves", "billy_the_kid", "bloody_knife")[:players]
    inside = [bool(boxes[item["expansion"]]) and item["id"] not in barred for item in made["items"]]
    return Box(
        ops=made["ops"],
        choose=list(data["effects"]["ops"]).index("choose"),
        abilities=len(made["abilities"]),
        stories=made["stories"],
        places=len(made["board"]["names"]),
        hideouts=made["board"]["hideouts"],
        in_town=made["board"]["in_town"],
        kinds=[item["type"] for item in made["items"]],
        copies=[item["copies"] if ok else 0 for item, ok in zip(made["items"], inside, strict=True)],
        legendary=[i for i, item in enumerate(made["items"]) if item["legendary"] and v["handsome"]],
        cattle=[n for n, _ in made["cattle"]],
        characters=[
            i
            for i, one in enumerate(made["characters"])
            if (one["id"] in first if v["first_game"] else boxes[one["expansion"]])
        ],
        passive={
            "mule": [i for i, item in enumerate(made["items"]) if item["id"] == "mule"],
            "work_horse": [i for i, item in enumerate(made["items"]) if item["id"] == "work_horse"],
            "lasso": [i for i, item in enumerate(made["items"]) if item["id"] == "lasso"],
        },
    )


def problems(view: View, setting: Setting) -> list[str]:
    """All that is wrong with a state; none in any state that a game leads to."""
    return unsafe(view, setting) or unbalanced(view, setting)


# What the kernel cannot stand -----------------------------------------------------------------------------------------


def unsafe(view: View, setting: Setting) -> list[str]:
    return out_of_range(view, setting) or out_of_place(view, setting)


def out_of_range(view: View, setting: Setting) -> list[str]:
    """Every number against its limits."""
    n, rules, has = setting["players"], setting["rules"], box(setting)
    last, far = n - 1, has.places - 1
    wrong: list[str] = []

    def within(name: str, values: Any, low: int, high: int) -> None:
        values = values if isinstance(values, list) else [values]
        if min(values) < low or max(values) > high:
            wrong.append(f"{name} is {values if len(values) > 1 else values[0]}, not within {low} to {high}")

    if view["head"]["players"] != n:
        wrong.append(f"head.players is {view['head']['players']}, not {n}")
    for name, low, high in (
        ("seen", 0, 63),
        ("drawn", 0, MOST_COUNT),
        ("queue", -1, 12),
        ("bundle", 0, 127),
        ("queue_known", 0, 63),
        ("queued", 0, 13),
        ("bundles", 0, 127),
        ("bottoms", 0, MOST_COUNT),
        ("money", 0, rules["money_cap"]),
        ("lp", 0, MOST_LP),
        ("legend", 0, 1),
        ("marshal", 0, 9),
        ("wanted", 0, 9),
        ("nuggets", 0, 12),
        ("wounds", 0, rules["wound_cap"]),
        ("character", -1, w.CHARACTERS - 1),
        ("weapon", -1, w.ITEMS - 1),
        ("mount", -1, w.ITEMS - 1),
        ("cattle", -1, 11),
        ("cattle_seen", 0, 63),
        ("stock", 0, 8),
        ("store", 0, 6),
        ("place", 0, far),
        ("sheriff", 0, far),
        ("bandit_type", -1, 5),
        ("bandit_queue", 0, 5),
        ("bandit_shown", 0, 6),
        ("top", -1, len(has.stories) - 1),
        ("left", 0, 96),
        ("marker", 0, rules["story_markers_per_player"]),
        ("turned", 0, 96),
        ("goals", 0, 15),
        ("claimed", 0, 15),
        ("tokens", 0, 18),
        ("token_supply", 0, 54),
        ("mines", 0, 15),
        ("dealt", -1, w.CHARACTERS - 1),
        ("entrant", -1, last),
        ("round", 0, rules["round_limit"] - 1),
        ("order", 0, w.SEATS - 1),
        ("position", 0, w.SEATS - 1),
        ("turn", 0, last),
        ("active", NOBODY, last),
        ("last_round", -1, rules["round_limit"] + 2),
        ("reason", 0, 1),
        ("half", 0, 3),
        ("actions_left", -9, 20),
        ("heists", 0, 9),
        ("fought", 0, 127),
        ("reactions", 0, 9),
        ("ability_once", 0, 255),
        ("placements", 0, 4),
        ("met", 0, 7),
        ("met_asked", 0, 7),
        ("goals_asked", 0, 15),
        ("spent", 0, 2000),
        ("sold", 0, 12),
        ("revelled", 0, 24),
        ("bonus", 0, 40),
        ("rolls", 0, 120),
        ("dice", 0, 3),
        ("n_dice", 0, 4),
        ("towns", 0, 3),
        ("dart", 0, 1),
        ("waiting", 0, 20),
        ("waiting_steps", 0, 9),
        ("phase", w.OVER, w.PHASES - 1),
        ("about", -32768, 32767),
        ("about_seat", NOBODY, last),
        ("n_tasks", 0, w.TASKS - 24),
        ("mib_lp", 0, MOST_LP),
        ("mib_deck", 0, (1 << w.MIB_CARDS) - 1),
        ("mib_drawn", 0, MOST_COUNT),
    ):
        within(name, view[name], low, high)
    for p in range(w.SEATS):
        within(f"parts of {seat(p)}", view["parts"][p], -MOST_LP, MOST_LP)
        within(f"n of {seat(p)}", view["n"][p], 0, MOST_COUNT)
    f, g = view["fight"], view["poker"]
    for name, low, high in (
        ("kind", 0, w.FIGHT_MIB),
        ("stage", 0, w.FINISH + 1),
        ("a", NOBODY, last),
        ("d", NOBODY, w.MIB),
        ("declined", 0, 1),
        ("card_a", -1, 51),
        ("card_d", -1, 51),
        ("real_a", -1, 53),
        ("real_d", -1, 53),
        ("value_a", 0, 14),
        ("value_d", 0, 14),
        ("holder", NOBODY, last),
        ("npc", -1, 12),
        ("fewer", 0, 20),
        ("cards", 0, 6),
        ("shift", -9, 9),
        ("shown_first", 0, 1),
        ("ties_a", 0, 1),
        ("ties_d", 0, 1),
        ("denied_a", 0, 1),
        ("denied_d", 0, 1),
        ("cancel_a", 0, 99),
        ("cancel_d", 0, 99),
        ("cancelled_a", 0, 1),
        ("cancelled_d", 0, 1),
        ("mend_a", 0, 20),
        ("mend_d", 0, 20),
        ("forbid_mp", 0, 1),
        ("wanted_option", 0, 9),
        ("again", 0, 1),
        ("passes", 0, 2),
        ("turn", 0, 1),
        ("a_marshal", 0, 1),
        ("a_wanted", 0, 1),
        ("d_marshal", 0, 1),
        ("d_wanted", 0, 1),
        ("won", 0, 1),
        ("line", -1, 35),
    ):
        within(f"fight.{name}", f[name], low, high)
    for name, low, high in (
        ("active", NOBODY, last),
        ("stage", 0, w.POKER_DONE),
        ("turn", 0, n),
        ("players", 0, (1 << n) - 1),
        ("winners", 0, (1 << n) - 1),
        ("pot", 0, 1000),
        ("flop", 0, 53),
        ("n_flop", 0, 5),
        ("card_1", -1, 51),
        ("card_2", -1, 51),
        ("real_1", -1, 53),
        ("real_2", -1, 53),
    ):
        within(f"poker.{name}", g[name], low, high)
    return wrong


def out_of_place(view: View, setting: Setting) -> list[str]:
    """Who sits, fights or is asked where that cannot be; what is still to do, and about what."""
    n, has = setting["players"], box(setting)
    phase, mover = view["phase"], view["head"]["to_move"]
    wrong = []
    if sorted(view["order"][:n]) != list(range(n)):
        wrong.append(f"order {view['order'][:n]} does not name every player once")
    elif [view["position"][p] for p in view["order"][:n]] != list(range(n)):
        wrong.append("position: not the places in the order")
    if sorted(view["entrant"][:n]) != list(range(n)):
        wrong.append(f"entrant {view['entrant'][:n]} does not name every entrant once")
    if phase == w.OVER:
        if mover != NOBODY or view["n_tasks"]:
            wrong.append("the game is over, but somebody is to move or something to do")
    elif not 0 <= mover < n:
        wrong.append(f"head.to_move is {mover}, not a seat")
    if (view["half"] == w.BETWEEN) != (view["active"] == NOBODY):
        wrong.append(f"active is {view['active']} in half {view['half']} of a turn")
    if view["active"] >= 0 and view["active"] != view["order"][view["turn"]]:
        wrong.append("active: not the seat whose turn it is")
    if phase != w.CHARACTER and min(view["character"][:n]) < 0:
        wrong.append("somebody has no character")
    if any(one >= 0 and one not in has.characters for one in [*view["character"], *view["dealt"]]):
        wrong.append("a character is not in this game")
    if view["queued"] != sum(card >= 0 for card in view["queue"]) or -1 in view["queue"][: view["queued"]]:
        wrong.append("queue: a gap in the fight deck")
    if any(token >= 0 and token & 7 >= w.KINDS for token in view["cattle"]):
        wrong.append("cattle: no such token")
    for p in range(n):
        for name, kind in (("weapon", 0), ("mount", 1)):
            item = view[name][p]
            if item >= 0 and (item not in view["items"][p] or has.kinds[item] != kind):
                wrong.append(f"{seat(p)} uses a {name} that he does not own (WL-11.1)")
    return wrong + fight_problems(view, setting) + task_problems(view, setting)


def fight_problems(view: View, setting: Setting) -> list[str]:
    n, f, g = setting["players"], view["fight"], view["poker"]
    kind, phase, wrong = f["kind"], view["phase"], []
    if kind and not 0 <= f["a"] < n:
        wrong.append("fight: nobody fights")
    if kind in PLAYER_FIGHTS and (f["d"] == f["a"] or not (0 <= f["d"] < n or (f["d"] == w.MIB and n == 2))):
        wrong.append(f"fight: {f['d']} is no target")
    if kind in NPC_FIGHTS and (f["d"] != NOBODY or f["holder"] == NOBODY):
        wrong.append("fight: nobody holds the fight cards")
    if kind == w.FIGHT_MIB and (f["d"] != w.MIB or n != 2):
        wrong.append("fight: the Man in Black is not there")
    for side in SIDES:
        if (f[f"card_{side}"] < 0) != (f[f"real_{side}"] < 0):
            wrong.append("fight: a card is laid and not laid")
    if f["npc"] >= 0 and f["npc"] not in f["held"]:
        wrong.append("fight: the fight card is not among those drawn")
    if kind == w.NO_FIGHT and (f["a"] != NOBODY or f["held"] or f["npc"] >= 0 or f["card_a"] >= 0 or f["card_d"] >= 0):
        wrong.append("fight: remains of a fight that is over")
    if phase in FIGHT_PHASES and kind == w.NO_FIGHT and phase not in (w.PEEKED, w.HALF, w.DISCARD_OR_WOUND):
        wrong.append(f"{w.PHASE_WORDS[phase]}: there is no fight")
    if phase in (w.LOOT, w.TAKE_CATTLE) and kind not in PLAYER_FIGHTS:
        wrong.append(f"{w.PHASE_WORDS[phase]}: nobody was robbed")
    if phase == w.TAKE_CATTLE and not 0 <= f["d"] < n:
        wrong.append("cattle token: nobody was robbed")
    if phase in (w.COMMIT, w.SHERIFF_STAND) and view["head"]["to_move"] != f["a"]:
        wrong.append(f"{w.PHASE_WORDS[phase]}: not asked of the fighter")
    if phase == w.DEFEND and view["head"]["to_move"] != f["d"]:
        wrong.append("defend: not asked of the target")
    if phase == w.REACT and view["head"]["to_move"] not in (f["a"], f["d"]):
        wrong.append("a Reaction: not asked of a fighter")
    if phase == w.NPC_CARD and not f["held"]:
        wrong.append("the fight card: none was drawn")
    if f["card_a"] >= 0 and f["real_a"] not in view["hand"][f["a"]] and f["real_a"] not in f["played"]:
        wrong.append("fight: the card laid is not in the hand")
    if (g["active"] == NOBODY) != (g["players"] == 0) or (g["active"] >= 0 and not g["players"] >> g["active"] & 1):
        wrong.append("poker: who plays?")
    if phase in (w.JOIN, w.PAIR) and g["active"] == NOBODY:
        wrong.append(f"{w.PHASE_WORDS[phase]}: there is no game")
    for p in range(w.SEATS):
        for k in "12":
            if (g[f"card_{k}"][p] < 0) != (g[f"real_{k}"][p] < 0) and g["stage"] != w.POKER_DONE:
                wrong.append("poker: a card is chosen and not chosen")
    if g["active"] == NOBODY and (g["pot"] or g["n_flop"] or max(g["real_1"]) >= 0 or max(g["real_2"]) >= 0):
        wrong.append("poker: remains of a game that is over (pot, flop or hands)")
    return wrong


def task_problems(view: View, setting: Setting) -> list[str]:
    """What is still to do."""
    n, has, wrong = setting["players"], box(setting), []
    about, phase, f = view["about"], view["phase"], view["fight"]
    limits = {
        w.DO_TEXT: (0, len(has.ops) - 1),
        w.DO_ABILITY: (0, has.abilities - 1),
        w.DO_REACTION: (0, 25),
        w.DO_TURN_UP: (0, w.PILES - 1),
        w.DO_CHARACTER: (0, n),
        w.DO_START_PLACE: (0, n),
        w.DO_START_RANCH: (0, n),
        w.DO_LP: (0, 32 * 20 + 16),
        w.DO_BANDITS: (0, 63),
        w.DO_STORIES: (0, 2),
        w.DO_AFTER_ACTION: (0, 3),
    }
    fights = pokers = 0
    for i, frame in enumerate(view["tasks"][: view["n_tasks"]]):
        task, who, arg = frame & 255, frame >> 8 & 255, frame >> 16
        low, high = limits.get(task, (-60, 200))
        if not 0 < task < w.LAST_TASK or not 0 <= who < n or not low <= arg <= high:
            wrong.append(f"tasks[{i}]: {frame} is nothing to do")
        if task == w.DO_LP and arg & 31 > 16:
            wrong.append(f"tasks[{i}]: points for nothing")
        if task in TURN_TASKS and who != view["active"]:
            wrong.append(f"tasks[{i}]: it is not that player's turn")
        if task in SETUP_TASKS and phase not in SETUP_PHASES:
            wrong.append(f"tasks[{i}]: the set-up is over")
        if task == w.DO_BANDIT and view["place"][who] not in has.hideouts:
            wrong.append(f"tasks[{i}]: no bandit lives there")
        if task in (w.DO_LOOT, w.DO_LOOT_CATTLE) and f["kind"] not in PLAYER_FIGHTS:
            wrong.append(f"tasks[{i}]: nobody was robbed")
        if task == w.DO_MIB_FIGHT and n != 2:
            wrong.append(f"tasks[{i}]: the Man in Black is not there")
        fights += task == w.DO_FIGHT
        pokers += task == w.DO_POKER
    if fights != (f["kind"] != w.NO_FIGHT):
        wrong.append("tasks: the fight does not go on")
    if pokers != (view["poker"]["active"] >= 0):
        wrong.append("tasks: the poker game does not go on")
    if f["kind"] == w.FIGHT_BANDIT and (view["place"][f["a"]] not in has.hideouts):
        wrong.append("fight: no bandit lives there")
    asked = {
        w.CHOICE: 0 <= about < len(has.ops) and has.ops[about].op == has.choose,
        w.TARGET: 0 <= about < len(has.ops),
        w.USE: 0 <= about < has.abilities,
        w.AFTERWARDS: 0 <= about <= 25,
        w.ROOM: 0 <= about < w.ITEMS,
        w.BANDIT_TYPE: 0 <= about < w.HIDEOUTS,
        w.BANDIT_SITE: 0 <= about <= 4,
        w.GO: 0 <= about <= 60,
        w.STEP_ON: 0 <= about <= 9,
        w.SHERIFF_GO: 0 <= about <= 9,
        w.DISCARD: -60 <= about <= 60,
        w.DEMAND: view["about_seat"] >= 0 and 0 <= about <= 200,
        w.STRIP: view["about_seat"] >= 0,
        w.PEEKED: view["about_seat"] >= 0,
        w.HALF: view["about_seat"] >= 0,
        w.TRACK: 0 <= about <= 9,
        w.REROLL: 0 <= about <= 9,
        w.TAKE_CATTLE: 0 <= about <= 9,
        w.WHICH_RANCH: 1 <= about <= 9,
    }
    if not asked.get(phase, True):
        wrong.append(f"{w.PHASE_WORDS[phase]}: about is {about}")
    if phase in (w.BEFORE_MOVE, w.CLAIM) and not view["n_tasks"]:
        wrong.append(f"{w.PHASE_WORDS[phase]}: nothing is to do after it")
    return wrong


# What no game leads to ------------------------------------------------------------------------------------------------


def unbalanced(view: View, setting: Setting) -> list[str]:
    return [*cards_astray(view, setting), *goods_astray(view, setting), *stories_astray(view, setting)]


def cards_astray(view: View, setting: Setting) -> list[str]:
    """WL-3.1, WL-4.5: every poker and every fight card lies in one place."""
    n, v, g = setting["players"], setting["variants"], view["poker"]
    wrong = []
    jokers = v["jokers"] == 2 or (v["jokers"] == 0 and bool(v["extras"]))
    lie = [*view["deck"], *view["discard"], *view["fight"]["played"], *g["flop"][: g["n_flop"]]]
    for hand in view["hand"]:
        lie += hand
    if g["stage"] == w.POKER_DONE and g["active"] >= 0:
        lie += [card for card in [*g["real_1"], *g["real_2"]] if card >= 0]
    if sorted(lie) != list(range(54 if jokers else 52)):
        wrong.append(f"poker cards: {len(lie)} in all, {len(set(lie))} different, not {54 if jokers else 52}")
    if any(view["hand"][n:]):
        wrong.append("a hand without a player")
    fight = [*view["queue"][: view["queued"]], *view["fight"]["held"]]
    if sorted(fight) != list(range(w.FIGHT_CARDS)):
        wrong.append("fight cards: not 13 different ones")
    if sorted(view["bandit_queue"]) != list(range(6)):
        wrong.append("bandit cards: not six different ones")
    return wrong


def goods_astray(view: View, setting: Setting) -> list[str]:
    """Money in tens, tracks, items, cattle, tokens, bandits."""
    n, rules, v, has = setting["players"], setting["rules"], setting["variants"], box(setting)
    wrong = []
    for p in range(n):
        who = seat(p)
        if view["money"][p] % 10:
            wrong.append(f"{who} has ${view['money'][p]}: money comes in tens")
        if view["marshal"][p] and view["wanted"][p]:
            wrong.append(f"{who} is marshal and outlaw (WL-9.1)")
        extra = rules["mule_extra_nuggets"] if view["mount"][p] in has.passive["mule"] else 0
        if view["nuggets"][p] > rules["nugget_cap"] + extra:
            wrong.append(f"{who} carries {view['nuggets'][p]} nuggets (WL-4.3)")
        if set(view["upgraded"][p]) - set(view["items"][p]):
            wrong.append(f"{who} has upgraded what he does not own")
        belongings = sum(has.kinds[i] == 2 for i in view["items"][p])
        if belongings > max(rules["belongings_cap"], 2):
            wrong.append(f"{who} has {belongings} belongings (WL-4.3)")
        if view["lp"][p] != sum(view["parts"][p]):
            wrong.append(f"{who} has {view['lp'][p]} LP, their sources add up to {sum(view['parts'][p])}")
        if view["claimed"][p] & ~view["goals"][p]:
            wrong.append(f"{who} has claimed a goal that is not his")
    for i in range(w.ITEMS):
        owners = sum(i in own for own in view["items"][:n])
        if i in has.legendary or not has.copies[i]:
            if owners > 1:
                wrong.append(f"{owners} players have the {w.names()['item'][i]}")
        elif owners + view["store"][i] != has.copies[i]:
            wrong.append(f"{w.names()['item'][i]}: {owners} with players, {view['store'][i]} in the store")
    for colour in range(2):
        for kind, number in enumerate(has.cattle):
            out = sum(token == 8 * colour + kind for token in view["cattle"])
            if out + view["stock"][w.KINDS * colour + kind] != (0 if v["first_game"] else number):
                wrong.append(f"cattle of colour {colour}, kind {kind}: {out} with players and the rest is missing")
    for k in range(3):
        total = sum(view["tokens"][4 * p + k] for p in range(w.SEATS)) + view["token_supply"][k]
        if total != rules[f"legend_tokens_{k + 1}"]:
            wrong.append(f"legend tokens worth {k + 1}: {total}")
    types = [view["bandit_type"][h] for h in view["bandits"] if view["bandit_type"][h] >= 0]
    if len(set(types)) != len(types):
        wrong.append("two bandits of one type (WL-16.10)")
    return wrong


def stories_astray(view: View, setting: Setting) -> list[str]:
    n, rules, has = setting["players"], setting["rules"], box(setting)
    wrong = []
    for p in range(n):
        placed = sum(view["marker"][8 * pile + p] for pile in range(w.PILES))
        if placed > rules["story_markers_per_player"]:
            wrong.append(f"{seat(p)} has {placed} story markers on cards")
    hidden = {*view["stories_lo"], *(64 + k for k in view["stories_hi"])}
    shown = [top for top in view["top"] if top >= 0]
    if len(set(shown)) != len(shown) or hidden & set(shown):
        wrong.append("a story lies in two places")
    if any(not has.stories[k]["inside"] for k in [*hidden, *shown] if k < len(has.stories)) or max(
        hidden, default=0
    ) >= len(has.stories):
        wrong.append("a story is not in this game")
    return wrong


# What one seat knows --------------------------------------------------------------------------------------------------


def visible(view: View, p: int, setting: Setting) -> dict[str, Any]:
    """All that seat p can know of a state (WL-4.1, WL-4.2)."""
    n, has = setting["players"], box(setting)
    phase, f, g = view["phase"], view["fight"], view["poker"]
    hidden = {
        "hand",
        "deck",
        "seen",
        "queue",
        "bundle",
        "queue_known",
        "cattle",
        "cattle_seen",
        "stock",
        "stories_lo",
        "stories_hi",
        "top",
        "goals",
        "tokens",
        "token_supply",
        "dealt",
        "character",
        "bandit_queue",
        "fight",
        "poker",
        "peeked",
        "head",
    }
    known = {name: value for name, value in view.items() if name not in hidden}
    known["to_move"] = view["head"]["to_move"]
    known["own hand"] = view["hand"][p]
    known["hands"] = [len(hand) for hand in view["hand"]]
    known["cards seen"] = [
        [card for card in view["hand"][q] if view["seen"][card] >> p & 1] for q in range(n) if q != p
    ]
    known["deck"] = len(view["deck"])
    choosing = phase == w.CHARACTER
    known["characters"] = view["character"][p] if choosing else view["character"]
    known["dealt"] = view["dealt"][4 * p : 4 * p + 4]
    known["stories"] = [has.stories[top]["condition"] if top >= 0 else -1 for top in view["top"]]
    known["unseen stories"] = len(view["stories_lo"]) + len(view["stories_hi"])
    known["own goals"] = view["goals"][p]
    known["own tokens"] = view["tokens"][4 * p : 4 * p + 4]
    known["tokens"] = [sum(view["tokens"][4 * q : 4 * q + 4]) for q in range(n)]
    known["cattle"] = [
        token if k // SLOTS == p or view["cattle_seen"][k] >> p & 1 else min(token, token & 8)
        for k, token in enumerate(view["cattle"])
    ]
    known["ranches"] = [sum(view["stock"][:4]), sum(view["stock"][4:])]
    known["bandit cards"] = view["bandit_queue"][6 - view["bandit_shown"] :]
    shown = f["stage"] > w.REVEAL or f["a"] == p
    known["fight"] = {name: value for name, value in f.items() if name not in ("held", "card_a", "real_a")}
    known["fight cards"] = f["held"] if f["holder"] == p else (len(f["held"]), f["npc"])
    known["laid"] = (f["card_a"], f["real_a"]) if shown else f["card_a"] >= 0
    secret = g["stage"] == w.POKER_CHOOSE
    known["poker"] = {name: value for name, value in g.items() if not name.startswith(("card", "real"))}
    known["poker hands"] = [
        (g["card_1"][q], g["card_2"][q], g["real_1"][q], g["real_2"][q])
        if q == p or not secret
        else g["card_1"][q] >= 0
        for q in range(n)
    ]
    known["peeked"] = view["peeked"] if view["head"]["to_move"] == p else len(view["peeked"])
    return known
