"""Colt Express in a player's words: actions, spaces and the whole table, for replays, errors and tests."""

from typing import Any

View = dict[str, Any]
Setting = dict[str, Any]

# The enumerations of state.pxd, under their names there.
SEATS, PAWNS, PILE, GOALS, FLASKS, HOSTAGES, TRAIN_PURSES, FIRST_TRAIN_PURSE = 8, 8, 64, 10, 6, 8, 20, 8
NOBODY = -1
ROOF, COACH_IN, COACH_ROOF, CELL, OUT, SPACES, FLOORS = 8, 16, 17, 18, 19, 20, 18
(MOVE, FLOOR, FIRE, PUNCH, ROBBERY, MARSHAL, RIDE, IDEA, MOVE_PLUS, FLOOR_PLUS, ARREST, BULLET, KINDS) = range(13)
SECOND, SECOND_BULLET = 16, 7
GHOST, BELLE, DJANGO, TUCO, CHEYENNE, DOC, MEI, SILK, CHARACTERS = range(9)
SILK_OFF, SILK_MOVE, SILK_EVASION, SILK_BLOCKING = range(4)
STANDARD, TUNNEL, SPEEDING_UP, SWITCHING, TURMOIL_TURN, SHAKING = range(6)
POODLE, BANKER, MINISTER, TEACHER, ZEALOT, OLD_LADY, GAMBLER, PHOTOGRAPHER = range(8)
PURSE, JEWEL, STRONGBOX, MAILBAG, FULL_FLASK, HALF_FLASK, HALF_OLD_FLASK, NO_LOOT = range(8)
BOX_OF_LOCOMOTIVE, BOX_OF_COACH, BOX_SPARE = range(3)     # in a view; the kernel has bits
NEUTRAL, OF_MARSHAL, ORIGINS = 8, 9, 10
SCRATCH, DODGE, GOLDEN_GOAL, MAIL, KEY, FULL_OF_LEAD, ARCH_ENEMY, SPECIAL_END = range(8, 16)
(
    OVER,
    CHOOSE_CHARACTER,
    ATTACK,
    OPENING,
    SCHEME,
    TURMOIL,
    FLASK_CARD,
    OLD_CARD,
    PLUS_CARD,
    COVER,
    KEEP,
    EXPERT_KEEP,
    MOVING,
    CLIMBING,
    ROBBING,
    PUNCHING,
    LOSING,
    FIRING,
    MARSHAL_FIRING,
    MARSHAL_MOVING,
    RIDING,
    TAKING_HOSTAGE,
    FLEEING,
    ARRESTING,
    BREAKING_OUT,
    AT_PRISON,
    RANSOM,
    PICKING,
    REFLEX,
    ANGRY_FIRE,
    ANGRY_MOVE,
    EVADING,
    PLACING,
) = range(33)
(
    ACT_CHARACTER,
    ACT_ATTACK,
    ACT_OPENING,
    ACT_PLAY,
    ACT_HIDE,
    ACT_DRAW,
    ACT_FETCH,
    ACT_FLASK,
    ACT_STOP,
    ACT_KEEP,
    ACT_HOLD,
    ACT_MOVE,
    ACT_FLOOR,
    ACT_ROB,
    ACT_PUNCH,
    ACT_LOSE,
    ACT_FIRE,
    ACT_FIRE_OFF,
    ACT_SHOOT,
    ACT_SHOOT_TWO,
    ACT_MARSHAL,
    ACT_RIDE,
    ACT_HOSTAGE,
    ACT_FLEE,
    ACT_ARREST,
    ACT_BREAK_OUT,
    ACT_FREE_PRISONER,
    ACT_FREE_BANDIT,
    ACT_PAY,
    ACT_PICK,
    ACT_EVADE,
    ACT_PLACE,
) = range(1, 33)
PUSH_FORWARD, PUSH_BACK, PUSH_ACROSS, PUSH_OFF = range(4)
GUARD_TARGET, KEEP_NO_MORE = 8, 31
COMMIT_DRAW, COMMIT_FETCH = 64, 65
(STAGE_STEALIN, STAGE_REFLEXES, STAGE_EVENT, STAGE_EVENT_MOVE, STAGE_PICK, STAGE_SHIFT, STAGE_AFTER_SHIFT) = range(7)

# Fields that are sets: a view shows them as lists of their members.
SETS = {
    "purses": 32,
    "lost_purses": 32,
    "boxes": 3,
    "bags": 2,
    "flasks": 6,
    "abilities": 8,
    "brawlers": 3,
    "blocked": 3,
    "at": 8,
    "hostages": 8,
    "full_flasks": 6,
    "old_flask": 6,
    "lost_flasks": 6,
    "prisoners": 8,
    "caught": 8,
    "delivered": 2,
    "wanted": 8,
    "mixed_purses": 32,
    "known_idea": 8,
    "goals_shown": 10,
    "used": 24,
    "down": 64,
    "by_partner": 64,
    "fleeing": 8,
    "entering": 8,
    "todo": 8,
}

CARD_NAMES = (
    "Move",
    "Floor",
    "Fire",
    "Punch",
    "Robbery",
    "Marshal",
    "Ride",
    "Brilliant Idea",
    "Move+",
    "Floor+",
    "Arrest",
    "bullet",
)
CHARACTER_NAMES = ("Ghost", "Belle", "Django", "Tuco", "Cheyenne", "Doc", "Mei", "Silk")
HOSTAGE_NAMES = ("Poodle", "Banker", "Minister", "Teacher", "Zealot", "Old Lady", "Gambler", "Photographer")
LOOT_NAMES = (
    "a purse",
    "a jewel",
    "a strongbox",
    "a mailbag",
    "a full flask",
    "a half-empty flask",
    "the half-empty old flask",
    "nothing",
)
GOAL_NAMES = (
    *(f"warrant for {name}" for name in CHARACTER_NAMES),
    "Just a Scratch",
    "Dodge Bullets",
    "Golden Bullet",
    "Mail",
    "Throw Away the Key",
    "Full of Lead",
    "Arch Enemy",
)
TURN_NAMES = ("standard", "tunnel", "speeding-up", "switching", "turmoil", "shaking")
PUSH_NAMES = ("forward", "back", "to the other side of the stagecoach's gap", "off the train")
FLASK_WORDS = ("a full flask", "a half-empty flask", "the old flask")

PHASES = (  # what the seat to move is asked, by phase
    "the game is over",
    "chooses a bandit",
    "boards or rides on",
    "takes an opening card",
    "plays a card or draws",
    "chooses a card in the turmoil",
    "plays a card with the flask",
    "plays a card with the old flask",
    "may play one more card",
    "may play a card as cover",
    "may keep a card",
    "keeps or discards cards",
    "moves",
    "changes floor",
    "robs",
    "punches",
    "chooses what to lose",
    "fires",
    "fires",
    "moves the Marshal",
    "rides",
    "takes a hostage",
    "flees from the guard",
    "arrests somebody",
    "breaks out of the cell",
    "frees somebody",
    "gives a token for being freed",
    "may pick a purse",
    "may play a card by reflex",
    "may fire",
    "may move",
    "names somebody for the bullet",
    "chooses a car to start in",
)


def seat(n: int) -> str:
    """A seat by its letter."""
    return "ABCDEFGH"[n] if n >= 0 else "nobody"


def two(setting: Setting) -> bool:
    return setting["players"] == 2


def owner(pawn: int, setting: Setting) -> int:
    """The seat of a pawn."""
    return pawn // 2 if two(setting) else pawn


def pawns(setting: Setting) -> int:
    return 4 if two(setting) else setting["players"]


def is_marshal(pawn: int, setting: Setting) -> bool:
    return bool(setting["variants"]["mp"]) and pawn == 0


def crew(setting: Setting) -> list[int]:
    """The bandits."""
    return [p for p in range(pawns(setting)) if not is_marshal(p, setting)]


def seatings(players: int, setting: Setting) -> list[list[int]]:
    """Who sits where in each game of a block, where entrants differ: the Marshal stays, teams rotate as units."""
    if setting["variants"]["mp"]:
        n = players - 1
        return [[0, *(1 + (k - r) % n for k in range(n))] for r in range(n)]
    step = 2 if setting["variants"]["team"] else 1
    return [[(k - r) % players for k in range(players)] for r in range(0, players, step)]


def name(pawn: int, view: View) -> str:
    """A pawn by its character."""
    if pawn == GUARD_TARGET:
        return "the guard"
    character = view["pawn"][pawn]["character"]
    return CHARACTER_NAMES[character] if character >= 0 else "the Marshal" if pawn == 0 else f"bandit {pawn}"


def space(x: int) -> str:
    if x < ROOF:
        return "inside the locomotive" if x == 0 else f"inside car {x}"
    if x < COACH_IN:
        return "the roof of the locomotive" if x == ROOF else f"the roof of car {x - ROOF}"
    return {COACH_IN: "inside the stagecoach", COACH_ROOF: "the roof of the stagecoach", CELL: "the cell"}.get(
        x, "off the train"
    )


def card(k: int, view: View, setting: Setting) -> str:
    """A card in the hand of the seat to move."""
    me = view["head"]["to_move"]
    kind = k % SECOND
    if k < SECOND:
        return f"{name(2 * me, view)}'s {CARD_NAMES[kind]}" if two(setting) else CARD_NAMES[kind]
    pawn = 2 * me + 1 if two(setting) else me ^ 1
    kind = BULLET if kind == SECOND_BULLET else kind
    return f"{name(pawn, view)}'s {CARD_NAMES[kind]}"


def action(code: int, view: View, setting: Setting) -> str:
    """One option of the seat to move, in words."""
    act, a = code >> 24, code & 0xFFFFFF
    phase, me = view["phase"], view["head"]["to_move"]
    who = name(view["actor"], view) if view["actor"] >= 0 else ""
    if act == ACT_CHARACTER:
        return f"play as {CHARACTER_NAMES[a]}"
    if act == ACT_ATTACK:
        if not two(setting):
            return "ride on" if a else "board the train here"
        bandits = [p for p in (2 * me, 2 * me + 1) if p in view["todo"]]
        return ", ".join(f"{name(p, view)} {'rides on' if a >> (p & 1) & 1 else 'boards'}" for p in bandits)
    if act == ACT_OPENING:
        return f"take {card(a, view, setting)} into the opening hand"
    if act in (ACT_PLAY, ACT_HIDE):
        verb = "resolve" if phase == REFLEX else "play"
        return f"{verb} {card(a, view, setting)}" + (" face down" if act == ACT_HIDE else "")
    if act == ACT_DRAW:
        return f"draw {setting['rules']['draw_instead_of_play']} cards"
    if act == ACT_FETCH:
        return "search the deck for Brilliant Idea"
    if act == ACT_FLASK:
        whose = f" of {name(2 * me + a // 4, view)}" if two(setting) else ""
        return f"drink from {FLASK_WORDS[a % 4]}{whose}"
    if act == ACT_STOP:
        return {
            ROBBING: "take no further token",
            REFLEX: "play no card",
            ANGRY_FIRE: "hold the fire",
            ANGRY_MOVE: "stay",
        }.get(phase, "play no further card")
    if act == ACT_KEEP:
        return "keep no further card" if a == KEEP_NO_MORE else f"keep {card(a, view, setting)}"
    if act == ACT_HOLD:
        return f"keep {a % 32} of {card(a // 32, view, setting)}, discard the others"
    if act == ACT_MOVE:
        return f"{who}: move to {space(a)}"
    if act == ACT_FLOOR:
        return f"{who}: change floor to {space(a)}"
    if act == ACT_ROB:
        return f"{who}: take {LOOT_NAMES[a]}"
    if act == ACT_PUNCH:
        target, kind, where = a >> 6, a >> 3 & 7, a & 7
        if target == GUARD_TARGET:
            return f"{who}: punch the guard off the stagecoach"
        loot = "" if kind == NO_LOOT else f", who drops {LOOT_NAMES[kind]},"
        return f"{who}: punch {name(target, view)}{loot} {PUSH_NAMES[where]}"
    if act == ACT_LOSE:
        return f"{name(view['whom'], view)}: drop {LOOT_NAMES[a]}"
    if act == ACT_FIRE:
        return f"{who}: shoot {name(a, view)}"
    if act == ACT_FIRE_OFF:
        return f"{who}: shoot {name(a, view)} off the train"
    if act == ACT_SHOOT:
        return f"the Marshal: shoot {name(a & 7, view)} from pile {(a >> 3) + 1}"
    if act == ACT_SHOOT_TWO:
        return f"the Marshal: shoot {name(a >> 3, view)} from pile 1 and {name(a & 7, view)} from pile 2"
    if act == ACT_MARSHAL:
        return f"{who}: the Marshal goes {'back' if a else 'forward'}"
    if act == ACT_RIDE:
        return f"{who}: leave the train on a horse" if a == OUT else f"{who}: ride to {space(a)}"
    if act == ACT_HOSTAGE:
        return f"{name(view['whom'], view)}: take the {HOSTAGE_NAMES[a]} hostage"
    if act == ACT_FLEE:
        return f"{name(view['whom'], view)}: flee to {space(a)}"
    if act == ACT_ARREST:
        return f"arrest {name(a, view)}"
    if act == ACT_BREAK_OUT:
        return f"{who}: break out to {space(a)}"
    if act == ACT_FREE_PRISONER:
        return f"{who}: free the prisoner {CHARACTER_NAMES[a]}'s companion"
    if act == ACT_FREE_BANDIT:
        return f"{who}: free {name(a, view)} from the cell"
    if act == ACT_PAY:
        return f"{name(view['whom'], view)}: give {LOOT_NAMES[a]} to {who}"
    if act == ACT_PICK:
        return f"{name(view['whom'], view)}: {'pick a purse' if a else 'leave the purses'}"
    if act == ACT_PLACE:
        return f"{name(view['whom'], view)}: start {space(a)}"
    return f"{name(view['whom'], view)}: the bullet is for {name(a, view)}"


# The table as text ----------------------------------------------------------------------------------------------------


def loot(heap: View) -> str:
    parts = [
        (len(heap["purses"]), "purse"),
        (heap["jewels"], "jewel"),
        (len(heap["boxes"]), "strongbox"),
        (len(heap["bags"]), "mailbag"),
        (len(heap["flasks"]), "flask"),
    ]
    return ", ".join(f"{n} {word}{'' if n == 1 else 'es' if word.endswith('x') else 's'}" for n, word in parts if n)


def asked(view: View) -> str:
    """Who is to decide what."""
    if view["phase"] == OVER:
        return PHASES[OVER]
    return f"{seat(view['head']['to_move'])} {PHASES[view['phase']]}"


def cards(counts: list[int]) -> str:
    return ", ".join(f"{n} {CARD_NAMES[kind]}" for kind, n in enumerate(counts) if n) or "nothing"


def last_position(setting: Setting) -> int:
    """N (CE-3.1)."""
    rules, mp = setting["rules"], bool(setting["variants"]["mp"])
    if mp:
        n = rules["mp_cars_large" if len(crew(setting)) > 4 else "mp_cars_small"]
    else:
        n = setting["data"]["modules"]["train"]["no_marshal_player"][setting["players"]]
    return min(max(n + rules["cars_per_player_offset"], 2), 6) + mp


def describe(view: View, setting: Setting) -> str:
    """The whole table: the train from the locomotive on, the bandits and what they have, the pile, who is asked."""
    rows = [f"Round {view['round'] + 1} of {setting['rules']['rounds']}: {asked(view)}"]
    spaces = [*range(last_position(setting) + 1), *range(ROOF, ROOF + last_position(setting) + 1)]
    if view["coach"] >= 0:
        spaces += [COACH_IN, COACH_ROOF]
    for x in [*spaces, CELL]:
        there = [name(p, view) for p in view["at"][x]]
        if x == view["marshal"]:
            there.append("the Marshal")
        if (view["guard"] == 0 and x == COACH_ROOF) or (view["guard"] == 1 and x == ROOF + view["coach"]):
            there.append("the guard")
        if x < ROOF and view["horses"][x]:
            there.append(f"horses beside it: {view['horses'][x]}")
        heap = loot(view["floor"][x]) if x < FLOORS else ""
        if there or heap:
            rows.append(f"{space(x)[0].upper()}{space(x)[1:]}: {', '.join([*there, *([heap] if heap else [])])}")
    if view["coach"] >= 0:
        rows.append(f"The stagecoach stands beside position {view['coach']}")
    for p in range(pawns(setting)):
        b = view["pawn"][p]
        has = [loot(b["loot"]) or "no loot", f"{b['gun']} bullets left", f"{sum(b['bullets'])} received"]
        if b["hostage"] >= 0:
            has.append(f"holds the {HOSTAGE_NAMES[b['hostage']]}")
        if b["prisoner"] >= 0:
            has.append(f"freed {CHARACTER_NAMES[b['prisoner']]}'s companion")
        rows.append(f"{name(p, view)} ({seat(owner(p, setting))}): {', '.join(has)}")
    for k in range(setting["players"]):
        rows.append(f"{seat(k)} holds {cards(view['cards'][k]['hand'])}")
    if view["n_pile"]:
        pile = [
            f"{name(c >> 4, view)} {CARD_NAMES[c & 15]}" + (" (face down)" if i in view["down"] else "")
            for i, c in enumerate(view["pile"][: view["n_pile"]])
        ]
        rows.append(f"Pile, {view['next']} resolved: {'; '.join(pile)}")
    return "\n".join(rows)
