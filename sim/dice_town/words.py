"""Dice Town in a player's words: actions, cards and the whole table, for replays, errors and tests."""
from typing import Any

from sim.dice_town.dice import FACES, how_many, words

View = dict[str, Any]
Setting = dict[str, Any]

# The enumerations of state.pxd, under their names there.
SEATS, CARDS, KINDS, BANDITS, RIVERS, RANCH, ROW, DICE, NOBODY = 6, 32, 27, 12, 10, 60, 5, 5, -1
NINE, TEN, JACK, QUEEN, KING, ACE = range(6)
(ROLLING, INDIAN_DIE, MINE, BANK, STORE, SALOON, SHERIFF, TOWN_HALL, INDIAN_OFFER, DOC, SMOKE, ROUND_END) = range(12)
BASE, EXTENSION = range(2)
(EQUIP_1, EQUIP_2, EQUIP_3, EQUIP_4, EQUIP_5, HORSE, LOADED_DIE, STEAL_4, CANCEL, DOUBLE_NUGGETS, HALF_BANK,
 DOUBLE_STORE, DOUBLE_SALOON, SHERIFF_STAYS, EXTRA_PROPERTY, VISIT_DOC, COW, WINCHESTER, MULE, DOG, INSURANCE, GIFT,
 TWO_PISTOLS, SWINDLER, WHISKEY, THUG, SMOKE_SIGNALS) = range(KINDS)
GOLD_2, GOLD_3, GOLD_4, GOLD_5, RIVER_BADGE, WALLET_3, WALLET_2, COUPON, FIND, NOTHING = range(RIVERS)
BARBED_WIRE, STORE_CARD, TWO_DOLLARS, ONE_NUGGET = range(4)
SHAMAN, AMBUSH, BODYGUARD, WARPATH = range(4)
(OVER, ASK_LOADED, ASK_BANDIT, ASK_KEEP, ASK_SHAMAN, ASK_AMBUSH, ASK_WARPATH, ASK_BRIBE, ASK_NAME, ASK_PAY,
 ASK_ACTION, ASK_ACT, ASK_PLAY, ASK_CANCEL, ASK_TARGET, ASK_GIFT, ASK_GIVE, ASK_FIND, ASK_FIND_ORDER, ASK_COUPON,
 ASK_SHOP, ASK_VICTIM, ASK_SPLIT, ASK_LOOT, ASK_RANCH, ASK_THUG, ASK_PISTOL, ASK_ROW, ASK_OFFER, ASK_REMEDY,
 ASK_WIRE) = range(31)
CLAIM_LOOT, STORE_COUPON, OFFER_RANCH, OFFER_FREE = 32, 8, 6, 7

# Fields that are sets of cards or seats: a view shows them as lists of numbers.
SETS = {"hand": CARDS, "knows_store": CARDS, "store_deck": CARDS, "store_discard": CARDS, "queue": CARDS,
        "drawn": CARDS, "claims": RANCH, "wired": RANCH, "knows_claims": RANCH, "land_deck": RANCH,
        "land_discard": RANCH, "box": RANCH, "drawn_claims": RANCH, "got": RANCH, "hired": BANDITS,
        "caught": BANDITS, "pledged": BANDITS, "wanted": BANDITS, "bandit_deck": BANDITS, "won": SEATS,
        "tied": SEATS, "loaded": SEATS, "open": SEATS}

PLACES = ("the Mine", "the Bank", "the Store", "the Saloon", "the Sheriff", "Town Hall")
ACTIONS = (("mine gold", "explore the river"), ("rob the bank", "hold up the stagecoach"), ("shop", "visit the Doctor"),
           ("steal a card", "hire a bandit"), ("take the badge", "catch bandits"),
           ("take the mayor's claims", "take a claim from the mayor's wife"))
STEPS = ("the dice", "the Indian die", *PLACES, "the Indians", "Doc Badluck", "smoke signals", "the end of the round")
RIVER_CARDS = ("2 nuggets", "3 nuggets", "4 nuggets", "5 nuggets", "the badge", "a wallet with $3", "a wallet with $2",
               "the Coupon", "Find", "nothing")
PHASES = (          # what the seat to move is asked, by phase
    "the game is over", "may use a Loaded die", "may use a bandit", "locks dice",
    "turns a die with the shaman's blessing", "lays an ambush", "goes on the warpath",
    "may bribe the Sheriff", "names who is placed", "may honour the bribe",
    "chooses an action", "may act or not", "may play a card", "may cancel a card", "picks a pocket", "asks for a gift",
    "gives a card", "uses one of the found cards", "puts found cards back", "redeems the Coupon", "keeps a card",
    "chooses a victim", "says which backs to draw", "keeps one of the stolen cards", "steals a ranch", "may play Thug",
    "rerolls a die", "takes a card of the row", "may give land to the Indians", "visits the Doctor", "protects claims",
)


def seat(n: int) -> str:
    return "ABCDEF"[n] if n >= 0 else "nobody"


def plural(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def card_name(kind: int, setting: Setting) -> str:
    return setting["data"]["general_store"]["cards"][kind]["name"]


def kinds(setting: Setting) -> list[int]:
    """The kind of each store card of the box, by its number in the kernel."""
    mode, copies = setting["variants"]["mode"], "copies_alt" if setting["rules"]["store_copies"] else "copies"
    return [k for k, row in enumerate(setting["data"]["general_store"]["cards"])
            if ("base", "ext", "ind").index(row["set"]) <= mode for _ in range(row[copies])]


def values(setting: Setting) -> list[int]:
    """The value of each claim, by its number in the kernel."""
    return [v for v in range(1, 6) for _ in range(setting["rules"][f"claim_value_copies_{v}"])]


def land_name(card: int, setting: Setting) -> str:
    return "ranch" if card == RANCH else f"claim {values(setting)[card]}"


def bandit_name(k: int, setting: Setting) -> str:
    card = setting["data"]["bandits"]["cards"][k]
    return f"bandit {card['id']} ({'-'.join(card['front'])}, wanted on {card['wanted']} for ${rewards(setting)[k]})"


def rewards(setting: Setting) -> list[int]:
    """What each bandit is worth when caught (DT-14.4)."""
    cards, rules = setting["data"]["bandits"]["cards"], setting["rules"]
    low, high = rules["bandit_reward_values_1"], rules["bandit_reward_values_2"]
    if (low, high) == (3, 5):
        return [card["reward"] for card in cards]
    lowest = {tuple(card["front"]): min(c["reward"] for c in cards if c["front"] == card["front"]) for card in cards}
    return [low if card["reward"] == lowest[tuple(card["front"])] else high for card in cards]


def keep_cost(view: View, setting: Setting, p: int, k: int) -> int:
    """What locking k dice costs (DT-4.11)."""
    rules = setting["rules"]
    if k == 0:
        return rules["keep_none_cost"]
    free = rules["free_keeps"] - (rules["loaded_die_uses_free_keep"] and p in view["loaded"])
    return rules["extra_keep_cost"] * max(0, k - max(0, free))


def action(code: int, view: View, setting: Setting) -> str:
    """One option of the seat to move, in words."""
    phase, a = code >> 24, code & 0xFFFFFF
    me = view["head"]["to_move"]
    if phase == ASK_LOADED:
        return f"lock a Loaded die on {FACES[a - 1]}" if a else "use no Loaded die"
    if phase == ASK_BANDIT:
        return bandit(a, setting)
    if phase == ASK_KEEP:
        cost = keep_cost(view, setting, me, how_many(a))
        price = f" for ${cost}" if 0 < cost <= view["cash"][me] else ""
        return f"lock {words(a)}{price}"
    if phase == ASK_SHAMAN:
        return f"turn a {FACES[(a - 1) // 6]} to {FACES[(a - 1) % 6]}" if a else "leave all dice as they are"
    if phase == ASK_AMBUSH:
        return f"make {seat(a // 6)} reroll a {FACES[a % 6]}"
    if phase == ASK_WARPATH:
        return f"close {PLACES[a]}"
    if phase == ASK_BRIBE:
        return f"offer the Sheriff ${a & 15} and {plural(a >> 4, 'nugget')}" if a else "offer the Sheriff nothing"
    if phase == ASK_NAME:
        place = "second" if view["stage"] == 1 else "first"
        bribe = view["commit"][a]
        paid = f", for ${bribe & 15} and {plural(bribe >> 4, 'nugget')}" if bribe and a != me else ""
        return f"name {seat(a)} {place} at {PLACES[view['step'] - MINE]}{paid}"
    if phase == ASK_PAY:
        return "pay the bribe" if a else "pay nothing"
    if phase == ASK_ACTION:
        return ACTIONS[a // 2][a % 2]
    if phase == ASK_ACT:
        return f"act at {PLACES[a // 2]}" if a % 2 else "do nothing"
    if phase == ASK_PLAY:
        name = card_name(a // 2, setting)
        return f"play {name}" if a % 2 else f"do not play {name}"
    if phase == ASK_CANCEL:
        what = card_name(view["card"], setting)
        if not view["played"]:                              # somebody has cancelled it: now his Cancel is meant
            what = f"{seat(view['card_seat'])}'s {card_name(CANCEL, setting)}"
        return f"cancel {what}" if a else f"let {what} pass"
    if phase == ASK_TARGET:
        return f"take up to ${setting['rules']['steal_4_amount']} from {seat(a)}"
    if phase == ASK_GIFT:
        return f"ask {seat(a)} for a gift"
    if phase == ASK_GIVE:
        return f"give {card_name(a, setting)}"
    if phase == ASK_FIND:
        return f"use {RIVER_CARDS[a]}"
    if phase == ASK_FIND_ORDER:
        return f"put {RIVER_CARDS[a]} back below the others"
    if phase == ASK_COUPON:
        return f"take {card_name(a - STORE_COUPON, setting) if a >= STORE_COUPON else land(a + 1)} from the discard"
    if phase == ASK_SHOP:
        return f"keep {card_name(a, setting)}"
    if phase == ASK_VICTIM:
        return f"rob {seat(a)}"
    if phase == ASK_SPLIT:
        return f"draw {plural(a, 'store card')} and {plural(view['picks'] - a, 'claim')}"
    if phase == ASK_LOOT:
        return f"keep {land(a - CLAIM_LOOT + 1) if a >= CLAIM_LOOT else card_name(a, setting)}"
    if phase == ASK_RANCH:
        return f"take a ranch from {seat(a)}"
    if phase == ASK_THUG:
        return f"play Thug and hire {bandit_name(a - 1, setting)}" if a else "do not play Thug"
    if phase == ASK_PISTOL:
        return f"reroll a {FACES[a]}"
    if phase == ASK_ROW:
        slot = a + 1 + setting["rules"]["town_hall_base_cards"]     # slots as they were; the first cards are taken
        return f"take the {land_name(view['row'][a], setting)} in slot {slot}"
    if phase == ASK_OFFER:
        return offer(a)
    if phase == ASK_REMEDY:
        return remedy(a, setting)
    if phase == ASK_WIRE:
        return f"protect a claim of {a}" if a else "protect no more claims"
    raise ValueError(f"code {code}: no action of Dice Town")


def land(value: int) -> str:
    return "a ranch" if value == OFFER_RANCH else f"a claim of {value}"


def offer(a: int) -> str:
    """D26."""
    if a == 0:
        return "give nothing to the Indians"
    return "take the Indian die" if a == OFFER_FREE else f"give {land(a)} for the Indian die"


def bandit(a: int, setting: Setting) -> str:
    """D02: which dice a bandit turns."""
    if a == 0:
        return "use no bandit"
    front = setting["data"]["bandits"]["cards"][a // 4 - 1]["front"]
    turned = [face for i, face in enumerate(front) if a >> i & 1]
    return f"lock {' '.join(turned)} with {bandit_name(a // 4 - 1, setting)}"


def remedy(a: int, setting: Setting) -> str:
    """D13."""
    rules = setting["rules"]
    return ("leave the Doctor alone", f"barbed wire for up to {plural(rules['doc_protect_count'], 'claim')}",
            "take a store card", f"take ${rules['doc_dollars_each']} from everybody",
            f"take {plural(rules['doc_nuggets_each'], 'nugget')} from everybody")[a]


def describe(view: View, setting: Setting) -> str:
    """The whole table as text: the board, what lies in front of the players, who is asked what."""
    phase = view["phase"]
    asked = PHASES[phase] if phase == OVER else f"{seat(view['head']['to_move'])} {PHASES[phase]}"
    left = sum(view["river"]) + view["n_top"]
    row = ", ".join(land_name(card, setting) for card in view["row"] if card >= 0) or "empty"
    rows = [f"Round {view['round'] + (phase != OVER)}, {STEPS[view['step']]}: {asked}",
            f"Mine {view['mine']}, Bank ${view['bank']}, Stagecoach ${view['stagecoach']}; "
            f"row: {row}; {view['land_left']} in the land deck, {len(view['store_deck'])} in the store deck"]
    if setting["variants"]["mode"]:
        wanted = ", ".join(bandit_name(k, setting) for k in view["wanted"]) or "nobody"
        rows.append(f"River {left}, bandits {len(view['bandit_deck'])}; wanted: {wanted}")
    if setting["variants"]["mode"] == 2:
        rows.append(f"The Indian die: {seat(view['indian']) if view['indian'] >= 0 else 'in the Village'}")
    if phase == ASK_KEEP:
        rows.append(f"Under the cup: {words(view['roll'])}")
    rows += [player(view, p, setting) for p in range(setting["players"])]
    return "\n".join(rows)


def player(view: View, p: int, setting: Setting) -> str:
    """What lies in front of one player."""
    box, worth = kinds(setting), values(setting)
    has = [words(view["locked"][p]) if view["locked"][p] else "no dice locked", f"${view['cash'][p]}",
           plural(view["nuggets"][p], "nugget")]
    if view["sheriff"] == p:
        has.append("the badge")
    has += [card_name(box[card], setting) for card in view["hand"][p]]
    has += [f"claim {worth[card]}{' (wired)' if card in view['wired'] else ''}" for card in view["claims"][p]]
    if view["ranches"][p]:
        has.append(plural(view["ranches"][p], "ranch").replace("ranchs", "ranches"))
    has += [bandit_name(k, setting) for k in view["hired"][p]]
    if view["caught"][p]:
        has.append(f"{plural(len(view['caught'][p]), 'bandit')} caught")
    return f"{seat(p)}: {', '.join(has)}"
