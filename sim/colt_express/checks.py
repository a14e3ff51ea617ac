"""What must hold in every state of Colt Express, and what of a state one seat knows.

`unsafe` names what the kernel cannot stand: numbers out of range, pawns that are nowhere. `unbalanced` names what no
game leads to: tokens, bullets and cards that do not add up (section 23.2 of the specification, I-1 to I-8).
"""

from collections import Counter
from typing import Any

from sim.colt_express import words as w
from sim.colt_express.words import Setting, View, crew, is_marshal, last_position, owner, pawns, two

CARD_PHASES = range(w.OPENING, w.EXPERT_KEEP + 1)
BETWEEN = {w.SCHEME, w.TURMOIL, w.OPENING, w.KEEP, w.EXPERT_KEEP}  # no movement is going on


def problems(view: View, setting: Setting) -> list[str]:
    """All that is wrong with a state; none in any state that a game leads to."""
    return unsafe(view, setting) or unbalanced(view, setting)


# What the kernel cannot stand -----------------------------------------------------------------------------------------


def unsafe(view: View, setting: Setting) -> list[str]:
    return out_of_range(view, setting) or out_of_place(view, setting)


def out_of_range(view: View, setting: Setting) -> list[str]:
    """Every number against its limits."""
    n, rules, last = setting["players"], setting["rules"], last_position(setting)
    top = pawns(setting) - 1
    wrong = []

    def check(name: str, value: Any, low: int, high: int) -> None:
        values = value if isinstance(value, list) else [value]
        if min(values) < low or max(values) > high:
            wrong.append(f"{name} is {value}, not within {low} to {high}")

    if view["head"]["players"] != n:
        wrong.append(f"head.players is {view['head']['players']}, not {n}")
    over = view["phase"] == w.OVER
    check("head.to_move", view["head"]["to_move"], -1 if over else 0, -1 if over else n - 1)
    mp, coach = bool(setting["variants"]["mp"]), has_coach(setting)
    for name, low, high in (
        ("marshal", -1 if mp else 0, -1 if mp else last),
        ("neutral", 0, 60),
        ("spare", 0, 1),
        ("coach", 0 if coach else -1, last if coach else -1),
        ("guard", 0 if coach else -1, 1 if coach else -1),
        ("horses", 0, 7),
        ("uses", 0, 3),
        ("brawlers_left", 0, 3),
        ("piles", 0, rules["marshal_bullets_per_pile"]),
        ("goal", -1, w.SPECIAL_END - 1),
        ("n_goals", 0, w.GOALS),
        ("round", 0, rules["rounds"] - 1),
        ("card", -1, 23),
        ("first", 0, n - 1),
        ("turn", 0, 7),
        ("step", 0, 8),
        ("act", 0, 1),
        ("left", 0, 31),
        ("entrant", -1, n - 1),
        ("commit", 0, 66),
        ("n_pile", 0, w.PILE),
        ("next", 0, view["n_pile"]),
        ("pile", 0, 255),
        ("phase", 0, w.PLACING),
        ("stage", 0, w.STAGE_AFTER_SHIFT),
        ("actor", -1, top),
        ("copying", 0, 2),
        ("last_kind", -1, w.ARREST),
        ("last_pawn", -1, top),
        ("whom", -1, top),
        ("goes", -1, w.SPACES - 1),
        ("evading", 0, 3),
        ("purse", 0, 5),
        ("due", 0, 7),
    ):
        check(name, view[name], low, high)
    for p, pawn in enumerate(view["pawn"]):
        for name, low, high in (
            ("space", 0, w.SPACES - 1),
            ("character", -1, 7),
            ("gun", 0, rules["bullets_per_bandit"]),
            ("hostage", -1, 7),
            ("prisoner", -1, 7),
            ("fired", -10, 10),
            ("hit", 0, 60),
            ("bullets", 0, 60),
            ("robbed", 0, 255),
            ("wasted", 0, 255),
        ):
            check(f"pawn[{p}].{name}", pawn[name], low, high)
    for x, heap in enumerate([*view["floor"], *(pawn["loot"] for pawn in view["pawn"])]):
        check(f"loot[{x}].jewels", heap["jewels"], 0, 40)
    for seat, hand in enumerate(view["cards"]):
        for name in ("hand", "deck", "top", "aside"):
            check(f"cards[{seat}].{name}", hand[name][: w.BULLET], 0, 8)
        for name in ("under", "over"):
            check(f"cards[{seat}].{name}", hand[name], 0, 100)
        check(f"cards[{seat}].foreign", hand["foreign"], 0, sum(hand[name][7] for name in ("hand2", "deck2", "aside2")))
    if not wrong:
        for i, card in enumerate(view["pile"][: view["n_pile"]]):
            if card >> 4 > top or card & 15 > w.ARREST:
                wrong.append(f"pile[{i}] is {card}, no card of anybody")
    return wrong


def out_of_place(view: View, setting: Setting) -> list[str]:
    """Pawns and spaces say the same; what is asked belongs to a pawn of the seat that is asked."""
    wrong = []
    for p in range(pawns(setting)):
        if p not in view["at"][view["pawn"][p]["space"]]:
            wrong.append(f"{w.name(p, view)} is not among the pawns at {w.space(view['pawn'][p]['space'])}")
    if sum(len(there) for there in view["at"]) != pawns(setting):
        wrong.append("a pawn is in two spaces, or there are too many pawns")
    last, train = last_position(setting), []
    for p in range(pawns(setting)):
        x = view["pawn"][p]["space"]
        train.append(x)
        if x < w.COACH_IN and x % 8 > last:
            wrong.append(f"{w.name(p, view)} stands at position {x % 8} of a train that ends at {last}")
    if view["coach"] < 0 and (w.COACH_IN in train or w.COACH_ROOF in train):
        wrong.append("somebody is on a stagecoach that is not there")
    phase = view["phase"]
    if w.ATTACK < phase < w.PLACING and view["card"] < 0:
        wrong.append("no round card lies open")
    acting = w.MOVING <= phase <= w.PUNCHING or phase in (w.FIRING, w.RIDING)
    if acting and (view["actor"] < 0 or view["pawn"][view["actor"]]["space"] >= w.CELL):
        wrong.append("the pawn that acts is not on the train")
    if phase in (w.LOSING, w.TAKING_HOSTAGE, w.FLEEING, w.RANSOM, w.PICKING, w.EVADING, w.PLACING) and view["whom"] < 0:
        wrong.append("nobody is chosen about")
    if phase == w.FLEEING and view["guard"] != 1:
        wrong.append("somebody flees from a guard who is not on the train")
    return wrong


# What no game leads to ------------------------------------------------------------------------------------------------


def unbalanced(view: View, setting: Setting) -> list[str]:
    return [*tokens(view, setting), *bullets(view, setting), *cards(view, setting), *people(view, setting)]


def has_coach(setting: Setting) -> bool:
    return bool(setting["variants"]["hs"] and setting["rules"]["hs_stagecoach"])


def heaps(view: View) -> list[View]:
    return [*view["floor"], *(pawn["loot"] for pawn in view["pawn"])]


def tokens(view: View, setting: Setting) -> list[str]:
    """I-1, I-2: every token is in one place."""
    wrong = []

    def all_there(what: str, found: list[int], expected: set[int]) -> None:
        if len(found) != len(set(found)):
            wrong.append(f"a {what} is in two places")
        elif set(found) != expected:
            wrong.append(f"{what}: {sorted(found)} instead of {sorted(expected)}")

    piles = heaps(view)
    purses = [x for heap in piles for x in heap["purses"]] + view["lost_purses"]
    train = sorted(x for x in purses if x >= w.FIRST_TRAIN_PURSE)
    all_there("purse", purses, {*crew(setting), *range(w.FIRST_TRAIN_PURSE, w.FIRST_TRAIN_PURSE + len(train))})
    kinds = Counter(view["purse"][x - w.FIRST_TRAIN_PURSE] for x in train if x - w.FIRST_TRAIN_PURSE < w.TRAIN_PURSES)
    box = purse_counts(setting)
    wrong += [f"{n} purses of kind {kind}, there are {box[kind]}" for kind, n in kinds.items() if n > box[kind]]
    boxes = {w.BOX_OF_LOCOMOTIVE} if not setting["variants"]["mp"] else set()
    boxes |= {w.BOX_OF_COACH} if has_coach(setting) else set()
    boxes |= set() if view["spare"] else {w.BOX_SPARE}
    all_there("strongbox", [x for heap in piles for x in heap["boxes"]], boxes)
    mail = {0, 1} if setting["variants"]["mp"] else set()
    all_there("mailbag", [x for heap in piles for x in heap["bags"]] + view["delivered"], mail)
    flasks = set(range(w.FLASKS)) if setting["variants"]["hs"] else set()
    all_there("flask", [x for heap in piles for x in heap["flasks"]] + view["lost_flasks"], flasks)
    return wrong


def purse_counts(setting: Setting) -> list[int]:
    """Purses of each kind that can be on the train (CE-2.1, CE-2.8, CE-4.1)."""
    rows = [row["count"] for row in setting["data"]["loot"]["tokens"] if row["type"] == "purse"]
    counts = rows[:6]
    if (setting["variants"]["mp"] or setting["variants"]["mei"]) and setting["rules"]["mp_extra_purse"]:
        counts[0] += rows[6]
    counts[0] = max(counts[0] - len(crew(setting)), 0)
    return counts


def bullets(view: View, setting: Setting) -> list[str]:
    """I-3."""
    rules, wrong = setting["rules"], []
    received = [sum(pawn["bullets"][origin] for pawn in view["pawn"]) for origin in range(w.ORIGINS)]
    for p in crew(setting):
        if view["pawn"][p]["gun"] + received[p] != rules["bullets_per_bandit"]:
            wrong.append(f"{w.name(p, view)} has {view['pawn'][p]['gun']} bullets left and {received[p]} fired")
    supply = rules["neutral_bullets"] + (rules["hs_neutral_bullets"] if setting["variants"]["hs"] else 0)
    named = view["left"] if view["phase"] == w.EVADING else 0  # Silk's bullets, until she names somebody
    if view["neutral"] + received[w.NEUTRAL] + named != supply:
        wrong.append(f"{view['neutral']} neutral bullets left and {received[w.NEUTRAL]} received, of {supply}")
    piles = sum(view["piles"]) + received[w.OF_MARSHAL]
    if setting["variants"]["mp"] and piles != 2 * rules["marshal_bullets_per_pile"]:
        wrong.append(f"the Marshal has {view['piles']} bullets left and {received[w.OF_MARSHAL]} fired")
    return wrong


def full_deck(seat: int, setting: Setting) -> tuple[list[int], list[int]]:
    """The action cards of a seat, and those of its second bandit (CE-2.3, CE-4.11, CE-4.15, CE-11.1, CE-13.1)."""
    rules, data, variants = setting["rules"], setting["data"]["decks"], setting["variants"]
    names = (
        "move",
        "floor",
        "fire",
        "punch",
        "robbery",
        "marshal",
        "ride",
        "brilliant_idea",
        "move_plus",
        "floor_plus",
        "arrest",
    )
    ride = int(bool(variants["hs"] and rules["hs_horses"]))
    if two(setting):
        decks = data["two_player_deck"]
        return (
            [{**decks["bandit_a"], "ride": ride}.get(kind, 0) for kind in names],
            [{**decks["bandit_b"], "ride": ride}.get(kind, 0) for kind in names[:8]],
        )
    if is_marshal(seat, setting):
        own = {kind: rules[f"mp_marshal_deck_{kind}"] for kind in data["marshal_deck"]["cards"]}
    else:
        own = {kind: rules[f"deck_{kind}"] for kind in names[:6]}
        if variants["mp"]:
            own |= {"marshal": 0, "brilliant_idea": 1}
    return [{**own, "ride": ride}.get(kind, 0) for kind in names], [0] * 8


def in_pile(view: View, setting: Setting, seat: int, first: int = 0) -> tuple[list[int], list[int]]:
    """The cards of a seat in the common pile, and those of its second bandit."""
    own, second = [0] * w.BULLET, [0] * 8
    for i, card in enumerate(view["pile"][: view["n_pile"]]):
        if i >= first and colour(view, setting, i) == seat:
            (second if two(setting) and card >> 4 & 1 else own)[card & 15] += 1
    return own, second


def colour(view: View, setting: Setting, i: int) -> int:
    """The seat to which a card of the pile belongs."""
    seat = owner(view["pile"][i] >> 4, setting)
    return seat ^ 1 if i in view["by_partner"] and setting["rules"]["team_card_actor"] else seat


def player_of(view: View, setting: Setting, i: int) -> int:
    """The seat that played a card of the pile."""
    return colour(view, setting, i) ^ (i in view["by_partner"])


def is_expert(setting: Setting) -> bool:
    return bool(setting["variants"]["expert"] or (two(setting) and setting["rules"]["two_player_edition"]))


def cards(view: View, setting: Setting) -> list[str]:
    """I-4, I-5: hand, deck, kept cards and pile (expert: the discard pile takes the rest)."""
    wrong: list[str] = []
    if view["card"] < 0:
        return wrong
    for seat in range(setting["players"]):
        full, full2 = full_deck(seat, setting)
        hand = view["cards"][seat]
        expert = is_expert(setting)
        own, second = in_pile(view, setting, seat, view["next"] if expert else 0)
        for kind in range(w.BULLET):
            n = own[kind] + sum(hand[name][kind] for name in ("hand", "deck", "top", "aside"))
            if setting["variants"]["team"] and kind < 7:
                mate = view["cards"][seat ^ 1]
                n += sum(mate[name][kind] for name in ("hand2", "deck2", "aside2"))
            if n > full[kind] or (n < full[kind] and not expert):
                wrong.append(f"seat {seat} has {n} {w.CARD_NAMES[kind]} cards, not {full[kind]}")
        if two(setting):
            for kind in range(7):
                n = second[kind] + sum(hand[name][kind] for name in ("hand2", "deck2", "aside2"))
                if n > full2[kind] or (n < full2[kind] and not expert):
                    wrong.append(
                        f"the second bandit of seat {seat} has {n} {w.CARD_NAMES[kind]} cards, not {full2[kind]}"
                    )
        elif not setting["variants"]["team"] and any(any(hand[name]) for name in ("hand2", "deck2", "aside2")):
            wrong.append(f"seat {seat} holds cards of a second bandit or a partner, and has neither")
        got = sum(sum(view["pawn"][p]["bullets"]) for p in range(pawns(setting)) if owner(p, setting) == seat)
        n = sum(hand[name][w.BULLET] for name in ("hand", "deck", "top", "aside")) + hand["under"] + hand["over"]
        if setting["variants"]["team"]:
            n += sum(view["cards"][seat ^ 1][name][7] for name in ("hand2", "deck2", "aside2"))
        if n > got:
            wrong.append(f"seat {seat} has {n} bullet cards and received {got}")
    return wrong


def people(view: View, setting: Setting) -> list[str]:
    """I-6, I-7, I-8."""
    wrong = []
    bandits = crew(setting)
    if view["phase"] in BETWEEN:
        if view["marshal"] >= 0 and view["at"][view["marshal"]]:
            wrong.append("a bandit is in one car with the Marshal")
        if view["guard"] == 1 and [p for p in view["at"][w.ROOF + view["coach"]] if p in bandits]:
            wrong.append("a bandit is on one roof with the guard")
    if view["at"][w.CELL] and not setting["variants"]["mp"]:
        wrong.append("somebody is in a cell that is not there")
    if sum(view["horses"]) > len(bandits):
        wrong.append(f"{sum(view['horses'])} horses, there are {len(bandits)}")
    taken = [pawn["hostage"] for pawn in view["pawn"] if pawn["hostage"] >= 0]
    if len(set(taken) | set(view["hostages"])) != len(taken) + len(view["hostages"]):
        wrong.append("a hostage is in two places")
    freed = [pawn["prisoner"] for pawn in view["pawn"] if pawn["prisoner"] >= 0] + view["prisoners"] + view["caught"]
    if len(set(freed)) != len(freed):
        wrong.append("a prisoner is in two places")
    if setting["variants"]["mp"]:
        if view["brawlers_left"] + sum(len(pawn["brawlers"]) for pawn in view["pawn"]) != 3:
            wrong.append("there are three Brawler cards")
        known = [goal for goal in view["goal"] if goal >= 0]
        if len(set(known)) != len(known) or len(known) != view["n_goals"]:
            wrong.append("a goal came up twice, or is missing")
    characters = [view["pawn"][p]["character"] for p in bandits if view["pawn"][p]["character"] >= 0]
    if len(set(characters)) != len(characters):
        wrong.append("two bandits are the same character")
    return wrong


# What one seat knows ------------------------------------------------------------------------------------------------


def visible(view: View, me: int, setting: Setting) -> View:
    """The part of a state that a seat knows (CE-5.5): all but luck to come, the cards of the others and what they chose
    unseen, the values of face-down tokens, and the Marshal's goals."""
    if view["phase"] == w.OVER:
        return {name: value for name, value in view.items() if name != "head"}
    hidden = {"head", "cards", "pile", "purse", "old_flask", "goal", "commit", "floor", "pawn", "delivered", "left"}
    known = {name: value for name, value in view.items() if name not in hidden}
    known["to_move"] = view["head"]["to_move"]
    mine = [p for p in range(pawns(setting)) if owner(p, setting) == me]
    known["my purses"] = {x: view["purse"][x - 8] for p in mine for x in view["pawn"][p]["loot"]["purses"] if x >= 8}
    known["my flasks"] = {x: x in view["old_flask"] for p in mine for x in view["pawn"][p]["loot"]["flasks"]}
    known["used flasks"] = {
        x: x in view["old_flask"] for heap in heaps(view) for x in heap["flasks"] if x not in view["full_flasks"]
    }
    known["my bags"] = [view["pawn"][p]["loot"]["bags"] for p in mine]
    known["floor"] = [face_down(heap, view) for heap in view["floor"]]
    known["pawn"] = [
        {**pawn, "loot": without_bags(pawn["loot"]) if p in mine else face_down(pawn["loot"], view)}
        for p, pawn in enumerate(view["pawn"])
    ]
    known["delivered"] = len(view["delivered"])
    known["goal"] = (
        view["goal"] if me == 0 else [goal for i, goal in enumerate(view["goal"]) if i in view["goals_shown"]]
    )
    if view["head"]["to_move"] == me:
        known["left"] = view["left"]
        known["legal phase"] = view["phase"]
    known["my cards"] = {
        name: value
        for name, value in view["cards"][me].items()
        if not setting["variants"]["team"] or name not in ("deck",)
    }
    known["my commitment"] = view["commit"][me]
    known["others"] = [hand_sizes(hand) for hand in view["cards"]]
    known["pile"] = [
        card
        if i not in view["down"] or player_of(view, setting, i) == me or i < view["next"]
        else player_of(view, setting, i)
        for i, card in enumerate(view["pile"][: view["n_pile"]])
    ]
    return known


def without_bags(heap: View) -> View:
    """The number of mailbags shows, not which."""
    return {**heap, "bags": len(heap["bags"])}


def face_down(heap: View, view: View) -> View:
    """The number of purses shows, and which are starting purses as long as they have not been mixed with others."""
    sure = [x for x in heap["purses"] if x < w.FIRST_TRAIN_PURSE and x not in view["mixed_purses"]]
    return {**without_bags(heap), "purses": (len(heap["purses"]), sure)}


def hand_sizes(hand: View) -> tuple[int, int, int, int]:
    """How many cards: in hand or set aside, in the deck, and what lies on top of it for all to see."""
    return (
        sum(hand["hand"]) + sum(hand["aside"]) + sum(hand["hand2"]) + sum(hand["aside2"]),
        sum(hand["deck"]) + sum(hand["top"]) + sum(hand["deck2"]),
        hand["under"],
        hand["over"],
    )
