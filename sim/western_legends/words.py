"""Western Legends in a player's words: actions, places and the whole table, for replays, errors and tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from sim.western_legends.loader import RANKS, compiled

View = dict[str, Any]
Setting = dict[str, Any]

# The enumerations of state.pxd, under their names there.
SEATS, MIB, NOBODY, HIDEOUTS, CARDS, JOKER, FIGHT_CARDS, ITEMS, CHARACTERS = 6, 6, -1, 6, 54, 52, 13, 24, 21
PILES, KINDS, SLOTS, GOALS, MIB_CARDS, TASKS, COPY, NO_MORE, NO_MARKER = 3, 4, 8, 4, 10, 64, 64, 1000, 127
THE_MONEY, NO_DIE, NO_TARGET, LOOT_ITEM = 64, 7, 7, 8
(
    OVER,
    CHARACTER,
    START_PLACE,
    START_RANCH,
    START_EFFECT,
    INCOME,
    EQUIP_WEAPON,
    EQUIP_MOUNT,
    ACTION,
    BEFORE_MOVE,
    GO,
    STEP_ON,
    DELIVERY,
    COMMIT,
    DEFEND,
    REACT,
    DISCARD_OR_WOUND,
    NPC_CARD,
    REDRAW,
    PRIZE,
    LOOT,
    TAKE_CATTLE,
    SHOP,
    JOIN,
    PAIR,
    REROLL,
    CHOICE,
    MARKER,
    BANDIT_TYPE,
    BANDIT_SITE,
    SHERIFF_GO,
    SHERIFF_VICTIM,
    SHERIFF_STAND,
    DISCARD,
    CLAIM,
    ROOM,
    USE,
    DEMAND,
    STRIP,
    TARGET,
    TRACK,
    AFTERWARDS,
    PEEKED,
    HALF,
    GIVE_BACK,
    WHICH_RANCH,
    PHASES,
) = range(47)
(
    ACT_CHARACTER,
    ACT_PLACE,
    ACT_RANCH,
    ACT_EFFECT,
    ACT_INCOME,
    ACT_WEAPON,
    ACT_MOUNT,
    ACT_PASS,
    ACT_MOVE,
    ACT_CARD,
    ACT_FIGHT,
    ACT_STORE,
    ACT_POKER,
    ACT_PROSPECT,
    ACT_DEPOSIT,
    ACT_HEIST,
    ACT_ACQUIRE,
    ACT_HEAL,
    ACT_REVEL,
    ACT_WORK,
    ACT_ABILITY,
    ACT_GO,
    ACT_GO_MESA,
    ACT_STAY,
    ACT_DELIVER,
    ACT_LAY,
    ACT_DECLINE,
    ACT_NO_REACTION,
    ACT_REACT,
    ACT_HOLSTER,
    ACT_ITEM_REACTION,
    ACT_WOUND,
    ACT_NPC_CARD,
    ACT_REDRAW,
    ACT_PRIZE,
    ACT_LOOT,
    ACT_TAKE_CATTLE,
    ACT_BUY,
    ACT_BUY_ACTIVE,
    ACT_UPGRADE,
    ACT_LEAVE,
    ACT_JOIN,
    ACT_PAIR,
    ACT_PAIR_JOKER,
    ACT_PAIR_JOKERS,
    ACT_SINGLE,
    ACT_REROLL,
    ACT_CHOICE,
    ACT_MARKER,
    ACT_BANDIT_TYPE,
    ACT_BANDIT_SITE,
    ACT_SHERIFF,
    ACT_VICTIM,
    ACT_DISCARD,
    ACT_CLAIM,
    ACT_ROOM,
    ACT_USE,
    ACT_GIVE,
    ACT_STRIP,
    ACT_TARGET,
    ACT_TRACK,
    ACT_PEEKED,
    ACT_HALF,
    ACT_GIVE_BACK,
    ACTS,
) = range(1, 66)
(NO_FIGHT, FIGHT_ARREST, FIGHT_DUEL, FIGHT_ROB, FIGHT_BANDIT, FIGHT_GUARD, FIGHT_SHERIFF, FIGHT_MIB) = range(8)
BETWEEN, STARTING, ACTING, ENDING = range(4)
(
    NO_TASK,
    DO_CHARACTER,
    DO_PACKAGES,
    DO_START_PLACE,
    DO_START_RANCH,
    DO_BEGIN,
    DO_TURN,
    DO_STARTS,
    DO_INCOME,
    DO_WEAPON,
    DO_MOUNT,
    DO_ACTION,
    DO_AFTER_ACTION,
    DO_STORIES,
    DO_HAND_LIMIT,
    DO_TURN_END,
    DO_TEXT,
    DO_ABILITY,
    DO_SADDLE,
    DO_MOVE,
    DO_BANDIT,
    DO_STEP_ON,
    DO_DELIVER,
    DO_MOVE_END,
    DO_MOVED,
    DO_SHOP,
    DO_DICE,
    DO_AFTER_DICE,
    DO_REACTION,
    DO_FIGHT,
    DO_DISCARD,
    DO_DRAW,
    DO_WOUND,
    DO_MARSHAL,
    DO_WANTED,
    DO_LP,
    DO_PRIZE,
    DO_ARREST,
    DO_LOOT,
    DO_LOOT_CATTLE,
    DO_WAITING_MOVES,
    DO_POKER,
    DO_TURN_UP,
    DO_BANDITS,
    DO_SHERIFF,
    DO_ARRIVE,
    DO_LEGENDARY,
    DO_ROUND_END,
    DO_MIB,
    DO_MIB_FIGHT,
    DO_CATTLE_CAP,
    LAST_TASK,
) = range(52)
(
    START_A,
    START_D,
    DRAW_FIRST,
    SHOW_FIRST,
    COMMIT_A,
    COMMIT_D,
    DRAW_CARDS,
    CHOOSE_NPC,
    REVEAL,
    BONUS_D,
    REACTIONS,
    CARD_TEXT,
    COMPARE,
    RESULT,
    AFTER_A,
    AFTER_D,
    FINISH,
) = range(17)
POKER_JOIN, POKER_DEAL, POKER_CHOOSE, POKER_SHOW, POKER_DONE = range(5)

# Fields that are sets: a view shows them as lists of their members.
SETS = {
    "hand": CARDS,
    "deck": CARDS,
    "discard": CARDS,
    "played": CARDS,
    "peeked": CARDS,
    "items": ITEMS,
    "upgraded": ITEMS,
    "bandits": HIDEOUTS,
    "held": FIGHT_CARDS,
    "stories_lo": 64,
    "stories_hi": 64,
}

SUIT_SIGNS = "♥♦♣♠"
FIGHT_WORDS = {FIGHT_ARREST: "arrest", FIGHT_DUEL: "challenge", FIGHT_ROB: "rob"}
PHASE_WORDS = (
    "the game is over",
    "keep a character",
    "where to start",
    "which ranch",
    "start-of-turn effects",
    "income",
    "weapon",
    "mount",
    "an action",
    "before the Move",
    "where to",
    "one step more",
    "deliver the cattle",
    "lay a card",
    "defend or decline",
    "a Reaction",
    "discard or take a wound",
    "the fight card",
    "begin the fight anew",
    "the prize",
    "the loot",
    "a cattle token of the loser",
    "in the store",
    "join the poker game",
    "the poker hand",
    "roll a die again",
    "one of the options",
    "a story marker",
    "type of the bandit",
    "which hideout",
    "where the Sheriff goes",
    "whom the Sheriff catches",
    "stand or surrender",
    "discard a card",
    "claim a goal",
    "room for a legendary item",
    "use the ability",
    "pay with money or a card",
    "the rank",
    "which player",
    "which track",
    "a Reaction",
    "discard a card that was seen",
    "half of what is left",
    "return a cattle token",
    "from which ranch",
)


@cache
def names() -> dict[str, list[str]]:
    """What things are called, from the data files."""
    from sim.core.rulebook import book

    data = book("western_legends").data
    stories = data["story_cards"]
    return {
        "place": [row["id"] for row in data["board"]["territories"]],
        "item": [row["name"] for row in [*data["items"]["items"], *data["legendary_items"]["items"]]],
        "character": [row["name"] for row in data["characters"]["characters"]],
        "story": [row["name"] for box in ("base", "extras", "handsome") for row in stories[box]],
        "condition": [row["condition"] for box in ("base", "extras", "handsome") for row in stories[box]],
        "type": data["bandit_cards"]["types"],
        "goal": [f"{row['predicate']} {row['n']}" for row in data["goal_cards"]["goals"]],
        "cattle": [row["id"] for row in data["cattle"]["values"]],
    }


@cache
def effect_names() -> list[str]:
    """The name of each poker card's text."""
    from sim.core.rulebook import book

    found = [""] * CARDS
    for row in book("western_legends").data["poker_cards"]["effects"]:
        for suit in (0, 1) if row["colour"] == "red" else (2, 3):
            found[4 * RANKS.index(str(row["rank"])) + suit] = row["name"]
    return found


def card(k: int) -> str:
    """10♥, or a joker."""
    return f"joker {k - JOKER + 1}" if k >= JOKER else f"{RANKS[k >> 2]}{SUIT_SIGNS[k & 3]}"


def card_number(word: str) -> int:
    """The number of a card written as in the specification: "10♥"."""
    if word.startswith("joker"):
        return JOKER + int(word.partition(" ")[2] or 1) - 1
    return 4 * RANKS.index(word[:-1]) + SUIT_SIGNS.index(word[-1])


def place(k: int) -> str:
    return names()["place"][k]


def place_number(name: str) -> int:
    return names()["place"].index(name)


def seat(p: int) -> str:
    return "the Man in Black" if p == MIB else f"seat {p}"


def named_card(k: int) -> str:
    """A card with its text, or a joker that copies one."""
    if k & COPY:
        return f"a joker as {card(k & 63)} ({effect_names()[k & 63]})"
    return card(k) if k >= JOKER else f"{card(k)} ({effect_names()[k]})"


def owner_of(k: int, setting: Setting) -> tuple[str, int]:
    """Whose text an ability is, an item's or a character's, and its place among his."""
    made = compiled(setting["data"], setting["rules"], setting["variants"])
    for kind in ("item", "character"):
        for name, one in zip(names()[kind], made[f"{kind}s"], strict=True):
            for first, n in (one["rows"], one.get("rows_upgraded", (0, 0))):
                if first <= k < first + n:
                    return name, k - first + 1
    return f"the text of a card ({k})", 0


def ability(k: int, setting: Setting) -> str:
    name, number = owner_of(k, setting)
    return f"ability {number} of {name}" if number else name


def action(code: int, view: View, setting: Setting) -> str:
    """An option as a player would say it."""
    act, k = code >> 24, code & 0xFFFFFF
    p = view["head"]["to_move"]
    said = SIMPLE.get(act)
    if said:
        return said
    if act in COUNTED:
        return COUNTED[act].format(k)
    if act in CARD_WORDS:
        return f"{CARD_WORDS[act]} {named_card(k)}"
    if act in PLACE_WORDS:
        return f"{PLACE_WORDS[act]} {place(k)}"
    if act in ITEM_WORDS:
        return f"{ITEM_WORDS[act][0]} {names()['item'][k]}{ITEM_WORDS[act][1]}" if k < ITEMS else ITEM_WORDS[act][2]
    if act == ACT_USE:
        return f"{'use it' if k else 'do not use it'}: {owner_of(view['about'], setting)[0]}"
    if act in YES_NO:
        return YES_NO[act][k]
    if act == ACT_CHARACTER:
        return f"keep {names()['character'][view['dealt'][4 * p + k]]}"
    if act == ACT_EFFECT:
        return "no more effects" if k == NO_MORE else f"use {ability(k, setting)}"
    if act in (ACT_ABILITY, ACT_ITEM_REACTION):
        return f"{'use' if act == ACT_ABILITY else 'react with'} {ability(k, setting)}"
    if act == ACT_FIGHT:
        return f"{FIGHT_WORDS[k >> 3]} {seat(k & 7)}"
    if act in (ACT_PAIR, ACT_PAIR_JOKER, ACT_PAIR_JOKERS):
        first = named_card(k >> 6 | COPY) if act == ACT_PAIR_JOKERS else card(k >> 6)
        second = card(k & 63) if act == ACT_PAIR else named_card(k & 63 | COPY)
        return f"play {first} and {second}"
    return other_action(act, k, view, setting)


def other_action(act: int, k: int, view: View, setting: Setting) -> str:
    p = view["head"]["to_move"]
    if act == ACT_NPC_CARD:
        return f"the fight card {RANKS[k]}"
    if act == ACT_LOOT:
        return ("take money", "take nuggets")[k] if k < LOOT_ITEM else f"take the {names()['item'][k - LOOT_ITEM]}"
    if act == ACT_TAKE_CATTLE:
        return "take no cattle" if k == SLOTS else f"take cattle token {k}"
    if act == ACT_REROLL:
        return "leave the dice" if k == NO_DIE else f"roll die {k} again"
    if act == ACT_MARKER:
        if k == NO_MARKER:
            return "no marker"
        source = "" if k & 7 == 0 else f" from pile {(k & 7) - 1}"
        return f"a marker{source} onto pile {k >> 3} ({names()['condition'][view['top'][k >> 3]]})"
    if act == ACT_BANDIT_TYPE:
        return f"a {names()['type'][k]}"
    if act == ACT_BANDIT_SITE:
        return f"hideout {'ABC'[k >> 1]}{1 + (k & 1)}"
    if act in (ACT_VICTIM, ACT_TARGET):
        return "nobody" if act == ACT_TARGET and k == NO_TARGET else seat(k)
    if act == ACT_CLAIM:
        return "wait" if k == GOALS else f"claim the goal {names()['goal'][4 * view['character'][p] + k]}"
    if act == ACT_ROOM:
        new = names()["item"][view["about"]]
        if k >= ITEMS:
            return f"return the {new}" if k == ITEMS else f"keep the {new}"
        return f"discard the {names()['item'][k]} for the {new}"
    if act == ACT_GIVE:
        return "pay the money" if k == THE_MONEY else f"give {card(k)}"
    if act == ACT_STRIP:
        return f"all cards of rank {RANKS[k]}"
    if act == ACT_GIVE_BACK:
        return f"return cattle token {k}"
    if act == ACT_CHOICE:
        return f"option {k + 1}: {option_words(view['about'], k, setting)}"
    return f"action {act} {k}"


def option_words(pc: int, k: int, setting: Setting) -> str:
    """What the k-th option of a choose says."""
    ops = compiled(setting["data"], setting["rules"], setting["variants"])["ops"]
    words = list(setting["data"]["effects"]["ops"])
    said, at = [], ops[pc + 1 + k].jump
    while at < len(ops) and ops[at].op < len(words):
        said.append(effect(words[ops[at].op], ops[at].n))
        at += 1
    return ", ".join(said) or "nothing"


def effect(word: str, n: int) -> str:
    """A word of effects.yaml as a player would say it."""
    one, more = EFFECT_WORDS.get(word, (f"{word} {{}}".replace("_", " "),) * 2)
    return (one if n == 1 else more).format(n)


EFFECT_WORDS = {
    "gain_lp": ("a legend point", "{} legend points"),
    "lose_lp": ("lose a legend point", "lose {} legend points"),
    "gain_money": ("${}", "${}"),
    "lose_money": ("pay ${}", "pay ${}"),
    "draw_poker": ("draw a card", "draw {} cards"),
    "discard_poker": ("discard a card", "discard {} cards"),
    "discard_poker_random": ("discard a card at random", "discard {} cards at random"),
    "gain_wound": ("a wound", "{} wounds"),
    "heal_wound": ("heal a wound", "heal {} wounds"),
    "gain_nugget": ("a nugget", "{} nuggets"),
    "marshal_points": ("a Marshal point", "{} Marshal points"),
    "wanted_points": ("a Wanted point", "{} Wanted points"),
    "track_points": ("a point on the own track", "{} points on the own track"),
}
SIMPLE = {
    ACT_PASS: "pass",
    ACT_MOVE: "Move",
    ACT_STORE: "shop in the store",
    ACT_POKER: "start a poker game",
    ACT_PROSPECT: "prospect",
    ACT_HEIST: "rob the bank",
    ACT_ACQUIRE: "acquire cattle",
    ACT_HEAL: "see the Doctor",
    ACT_WORK: "work",
    ACT_STAY: "stay",
    ACT_NO_REACTION: "no Reaction",
    ACT_WOUND: "take the wound",
    ACT_LEAVE: "leave the store",
    ACT_DECLINE: "decline to fight",
}
COUNTED = {
    ACT_DEPOSIT: "sell {} nuggets",
    ACT_REVEL: "revel for {} legend points",
    ACT_HOLSTER: "Holster: discard {} cards",
}
CARD_WORDS = {
    ACT_CARD: "play",
    ACT_LAY: "lay",
    ACT_REACT: "react with",
    ACT_SINGLE: "play alone",
    ACT_DISCARD: "discard",
    ACT_PEEKED: "make him discard",
}
PLACE_WORDS = {
    ACT_PLACE: "start at",
    ACT_GO: "go to",
    ACT_GO_MESA: "cross the mesa to",
    ACT_SHERIFF: "the Sheriff goes to",
}
ITEM_WORDS = {
    ACT_WEAPON: ("take the", " as weapon", "no weapon"),
    ACT_MOUNT: ("ride the", "", "on foot"),
    ACT_BUY: ("buy the", "", ""),
    ACT_BUY_ACTIVE: ("buy the", " and use it", ""),
    ACT_UPGRADE: ("upgrade the", "", ""),
}
YES_NO = {
    ACT_RANCH: ("a green token", "a blue token"),
    ACT_INCOME: ("income: money", "income: cards", "income: money and cards"),
    ACT_DELIVER: ("keep the cattle", "deliver the cattle"),
    ACT_REDRAW: ("let the fight go on", "begin the fight anew"),
    ACT_PRIZE: ("legend points", "Marshal points", "Wanted points"),
    ACT_JOIN: ("stay out", "join the game"),
    ACT_TRACK: ("Marshal points", "Wanted points"),
    ACT_HALF: ("half the money", "half the nuggets", "nothing"),
}


# The table ------------------------------------------------------------------------------------------------------------


def describe(view: View, setting: Setting) -> str:
    """The whole table, as a few lines."""
    n = setting["players"]
    mover = view["head"]["to_move"]
    lines = [f"round {view['round'] + 1}, {PHASE_WORDS[view['phase']]}" + (f": {seat(mover)}" if mover >= 0 else "")]
    lines += [player(view, p) for p in range(n)]
    hideouts = [f"{'ABC'[h >> 1]}{1 + (h & 1)}" for h in view["bandits"]]
    lines.append(f"Sheriff at {place(view['sheriff'])}; bandits at {', '.join(hideouts) or 'no hideout'}")
    stories = [
        f"{names()['condition'][top]} ({sum(view['marker'][8 * i : 8 * i + n])} markers)"
        for i, top in enumerate(view["top"])
        if top >= 0
    ]
    lines.append(f"stories: {'; '.join(stories) or 'none'}")
    if n == 2:
        lines.append(f"the Man in Black: {view['mib_lp']} LP at {place(view['place'][MIB])}")
    if view["fight"]["kind"]:
        f = view["fight"]
        foe = ("", "", "", "", "a bandit", "the guard", "the Sheriff", "")[f["kind"]] or seat(f["d"])
        lines.append(f"{seat(f['a'])} fights {foe}")
    return "\n".join(lines)


def player(view: View, p: int) -> str:
    own = view["character"][p]
    who = names()["character"][own] if own >= 0 and view["phase"] != CHARACTER else "-"
    track = (
        f"{view['wanted'][p]} WP"
        if view["wanted"][p]
        else f"{view['marshal'][p]} MP"
        if view["marshal"][p]
        else "neutral"
    )
    has = [
        f"{view['lp'][p]} LP",
        track,
        f"${view['money'][p]}",
        f"{view['nuggets'][p]} nuggets",
        f"{view['wounds'][p]} wounds",
        f"{' '.join(card(k) for k in view['hand'][p]) or 'no cards'}",
    ]
    items = [
        names()["item"][i]
        + ("+" if i in view["upgraded"][p] else "")
        + ("*" if i in (view["weapon"][p], view["mount"][p]) else "")
        for i in view["items"][p]
    ]
    herd = sum(token >= 0 for token in view["cattle"][SLOTS * p : SLOTS * p + SLOTS])
    if herd:
        has.append(f"{herd} cattle")
    return f"{seat(p)} {who} at {place(view['place'][p])}: {', '.join([*has, *items])}"
