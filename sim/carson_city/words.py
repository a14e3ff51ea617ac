"""Carson City in a player's words: actions, places and the whole table, for replays, errors and tests."""
from typing import Any

View = dict[str, Any]
Setting = dict[str, Any]

# The enumerations of state.pxd, under their names there.
SEATS, ROUNDS, PARCELS, CORNERS, BUILDINGS, SLOTS, VALUES, TOKENS, LINES = 5, 6, 64, 9, 8, 7, 6, 30, 144
NOBODY = NO_PLACE = -1
RANCH, MINE, DRUGSTORE, BANK, SALOON, HOTEL, CHURCH, PRISON = range(8)
SHERIFF, BANKER, GROCER, COOLIE, SETTLER, CAPTAIN, MERCENARY, CHARACTERS = range(8)
WAGES, AMMUNITION, ROAD, ROADS, BUILD = range(5)
PARCEL_INCOME, GAMBLING, GUN_INCOME, VP_PARCELS, VP_BUILDINGS, VP_GUNS, VP_BUY = range(11, 18)
SPACES, PLACES = 21, 85
(OVER, DRAFT, CHARACTER, SETTLE, REWARD, COOLIE_TAKE, RECRUIT, ARM, PLACE, MOVE, DUEL_ORDER, PERFORM, BUY_PARCEL,
 CONSTRUCT, SITE, HOUSE, ROUTE, CONSENT, KEPT, TOKEN, ATTACK_ORDER, DOUBLE, BUY_VP, BANKER_VP, HAND_BACK,
 LAY_ROAD) = range(26)
(ACT_DRAFT, ACT_CHARACTER, ACT_SETTLE, ACT_REWARD, ACT_COOLIE, ACT_RECRUIT, ACT_ARM, ACT_PASS, ACT_SPACE, ACT_CLAIM,
 ACT_ATTACK, ACT_DEFEND, ACT_WHITE_SPACE, ACT_WHITE_CLAIM, ACT_WHITE_DEFEND, ACT_LIFT, ACT_LIFT_WHITE, ACT_WAIT,
 ACT_DUEL_ORDER, ACT_PERFORM, ACT_BUY_PARCEL, ACT_CONSTRUCT, ACT_SITE, ACT_HOUSE, ACT_ROUTE, ACT_CONSENT, ACT_KEPT,
 ACT_TOKEN, ACT_ATTACK_ORDER, ACT_DOUBLE, ACT_BUY_VP, ACT_BANKER, ACT_HAND_BACK, ACT_LAY_ROAD) = range(1, 35)
FROM_ROW, FROM_COOLIE, FROM_KEPT = range(3)

# Fields that are sets of parcels: a view shows them as lists of parcel numbers.
SETS = {"owned": PARCELS, "house": PARCELS, "mountain": PARCELS, "built": PARCELS, "connected": PARCELS,
        "todo": PARCELS, "refused": PARCELS, "parcels": PARCELS}

BUILDING_NAMES = ("ranch", "mine", "drugstore", "bank", "saloon", "hotel", "church", "prison")
BUILDING_PLURALS = ("ranches", "mines", "drugstores", "banks", "saloons", "hotels", "churches", "prisons")
CHARACTER_NAMES = ("Sheriff", "Banker", "Grocer", "Coolie", "Settler", "Captain", "Mercenary")
BUILDING_PRICES = tuple(f"building_price_{n}" for n in (3, 4, 5, 6, 8, 10, 12))     # rules, cheapest space first
VP_PRICES = tuple(f"vp_buy_price_{n}" for n in (2, 3, 4, 5))

SPACE_NAMES = {WAGES: "Wages", AMMUNITION: "Ammunition", ROAD: "Road", ROADS: "Roads", PARCEL_INCOME: "Parcel income",
               GAMBLING: "Gambling", GUN_INCOME: "Gun income", VP_PARCELS: "VP for parcels",
               VP_BUILDINGS: "VP for buildings", VP_GUNS: "VP for guns"}

PHASES = (          # what the seat to move is asked, by phase
    "the game is over", "claims a free parcel", "takes a character", "settles a free parcel", "money now or wait",
    "may take a tile of the row", "may buy cowboys", "may buy revolvers", "places a figure or passes",
    "moves the lifted figure", "names the next parcel duel", "performs the action or declines", "buys a claimed parcel",
    "builds, keeps or declines the tile", "names the parcel of the building", "names the parcel of the house",
    "chooses the route of the roads", "is asked to let a house onto the own parcel", "may build kept tiles",
    "lays a duel token face down", "names the next attacked building", "money or more income", "buys victory points",
    "may buy the Banker's victory points", "hands back money", "may lay roads",
)
STEPS = (           # what is resolved in each step, 0 before and 25 after
    "before the track", "wages", "ammunition", "road", "roads", "parcels", *("building spaces",) * 7, "kept tiles",
    "parcel income", "gambling", "gun income", "attacks and building income", "VP for parcels", "VP for buildings",
    "VP for guns", *("purchase of VP",) * 4, "end of the round",
)


def seat(n: int) -> str:
    return "ABCDE"[n] if n >= 0 else "nobody"


def parcel(x: int) -> str:
    """A parcel as the rulebook writes it: row and column, counted from 0 at the top left."""
    return f"({x // 8}, {x % 8})"


def place(p: int, rules: dict[str, Any] | None = None) -> str:
    """A space of the track or a parcel. With the rules, spaces that cost money are named by their price."""
    if p < 0:
        return "nowhere"
    if p >= SPACES:
        return f"parcel {parcel(p - SPACES)}"
    if p >= VP_BUY:
        i = p - VP_BUY
        return f"VP for ${rules[VP_PRICES[i]]} each" if rules else f"purchase space {i + 1}"
    if BUILD <= p < BUILD + SLOTS:
        i = p - BUILD
        return f"the ${rules[BUILDING_PRICES[i]]} building space" if rules else f"building space {i + 1}"
    return SPACE_NAMES[p]


def red(card: int, setting: Setting) -> bool:
    """Does the red side of this character lie up?"""
    variants = setting["variants"]
    own = variants["side_" + CHARACTER_NAMES[card].lower()]
    return own == 2 or (own == 0 and bool(variants["character_sides"]))


def owner(view: View, x: int) -> int:
    return next((p for p, parcels in enumerate(view["owned"]) if x in parcels), NOBODY)


def building(view: View, x: int) -> int:
    return next((b for b, parcels in enumerate(view["built"]) if x in parcels), -1)


def price(view: View, x: int, rules: dict[str, Any]) -> int:
    """What parcel x costs (CC-6.2)."""
    tiles = {*view["house"], *view["mountain"]}.union(*view["built"])
    r, c = divmod(x, 8)
    near = sum(abs(y // 8 - r) <= 1 and abs(y % 8 - c) <= 1 for y in tiles)
    return rules["parcel_base_price"] + rules["parcel_price_per_neighbour"] * near


def tile_on(view: View, x: int) -> str:
    """The building on a parcel with its owner, for attacks."""
    b = building(view, x)
    return f"{seat(owner(view, x))}'s {BUILDING_NAMES[b]} on {parcel(x)}" if b >= 0 else f"parcel {parcel(x)}"


def space_with_tile(p: int, view: View, rules: dict[str, Any]) -> str:
    """A place, and what tile it sells."""
    if BUILD <= p < BUILD + SLOTS and view["row"][p - BUILD] >= 0:
        return f"{place(p, rules)} ({BUILDING_NAMES[view['row'][p - BUILD]]})"
    return place(p, rules)


def line(n: int) -> str:
    """A grid line by the corner points that it joins (CC-3.4)."""
    if n < 72:
        i, j = divmod(n, 8)
        return f"from corner ({i}, {j}) to ({i}, {j + 1})"
    i, j = divmod(n - 72, 9)
    return f"from corner ({i}, {j}) to ({i + 1}, {j})"


def plural(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def action(code: int, view: View, setting: Setting) -> str:
    """One option of the seat to move, in words."""
    act, a = code >> 24, code & 0xFFFFFF
    rules = setting["rules"]
    me = view["head"]["to_move"]
    verb = "move the cowboy to" if view["phase"] == MOVE else "place a cowboy on"
    white_verb = "move the white figure to" if view["phase"] == MOVE else "place the white figure on"
    moved = ", moving the cowboy there" if view["phase"] == MOVE else ""
    if act == ACT_DRAFT:
        return f"claim parcel {parcel(a)} for free"
    if act == ACT_CHARACTER:
        return f"take the {CHARACTER_NAMES[a]}"
    if act == ACT_SETTLE:
        return "settle nowhere" if a == PARCELS else f"settle on parcel {parcel(a)} for free"
    if act == ACT_REWARD:
        return reward(a, view["character"][me][view["round"]], setting)
    if act == ACT_COOLIE:
        if a == SLOTS:
            return "take no tile"
        tile, space = BUILDING_NAMES[view["row"][a]], place(BUILD + a, rules)
        return f"take the {tile} from {space} for ${rules['coolie_red_price']}"
    if act == ACT_RECRUIT:
        return f"buy {plural(a, 'cowboy')} for ${rules[f'captain_cowboy_price_{a}']}" if a else "buy no cowboys"
    if act == ACT_ARM:
        return f"buy {plural(a, 'revolver')} for ${rules[f'captain_red_gun_price_{a}']}" if a else "buy no revolvers"
    if act == ACT_PASS:
        return "finish placing" if setting["variants"]["kit_carson"] else "pass"
    if act == ACT_SPACE:
        return f"{verb} {space_with_tile(a, view, rules)}"
    if act == ACT_CLAIM:
        return f"claim parcel {parcel(a)} for ${price(view, a, rules)}{moved}"
    if act == ACT_ATTACK:
        return f"attack {tile_on(view, a)}{moved}"
    if act == ACT_DEFEND:
        return f"defend {tile_on(view, a)}{moved}"
    if act == ACT_WHITE_SPACE:
        return f"{white_verb} {space_with_tile(a, view, rules)}"
    if act == ACT_WHITE_CLAIM:
        return f"claim parcel {parcel(a)} for ${price(view, a, rules)} with the white figure"
    if act == ACT_WHITE_DEFEND:
        return f"defend {tile_on(view, a)} with the white figure"
    if act == ACT_LIFT:
        return f"lift the cowboy from {place(a, rules)}"
    if act == ACT_LIFT_WHITE:
        return f"lift the white figure from {place(a, rules)}"
    if act == ACT_WAIT:
        return "wait"
    if act == ACT_DUEL_ORDER:
        return f"fight next for parcel {parcel(a)}"
    if act == ACT_PERFORM:
        return perform(a, view, setting)
    if act == ACT_BUY_PARCEL:
        return "buy no more parcels" if a == PARCELS else f"buy parcel {parcel(a)} for ${price(view, a, rules)}"
    if act == ACT_CONSTRUCT:
        return construct(a, view, setting)
    if act == ACT_SITE:
        return f"build {a_tile(view['tile'])} on {parcel(a)}"
    if act == ACT_HOUSE:
        other = owner(view, a)
        whose = f", {seat(other)}'s parcel" if other not in (NOBODY, me) else ""
        return f"put the house on {parcel(a)}{whose}"
    if act == ACT_ROUTE:
        return f"lay the roads by route {a + 1}"
    if act == ACT_CONSENT:
        house = f"{seat(view['builder'])}'s house on {parcel(view['house_site'])}"
        return f"agree to {house}" if a else f"refuse {house}"
    if act == ACT_KEPT:
        return "build no more kept tiles" if a == BUILDINGS else f"build the kept {BUILDING_NAMES[a]}"
    if act == ACT_TOKEN:
        return f"lay the duel token {a} face down"
    if act == ACT_ATTACK_ORDER:
        return f"resolve next the attack on {tile_on(view, a)}"
    if act == ACT_DOUBLE:
        if a == 0:
            return f"take ${rules['grocer_money']}"
        times = {1: "take the plain", 2: "double the", 3: "triple the"}[rules["grocer_multiplier"]]
        return f"{times} income of own {BUILDING_PLURALS[a - 1]}"
    if act == ACT_BUY_VP:
        each = rules[VP_PRICES[view["place"] - VP_BUY]]
        return f"buy {a} VP for ${a * each}" if a else "buy no VP"
    if act == ACT_BANKER:
        if a == 0:
            return "buy nothing from the Banker"
        return f"buy {rules[f'banker_red_vp_{a}']} VP for ${rules[f'banker_red_price_{a}']}"
    if act == ACT_HAND_BACK:
        return f"hand back ${a} for {a // rules['cash_limit_dollars_per_vp']} VP" if a else "hand back nothing"
    if act == ACT_LAY_ROAD:
        return "lay no more roads" if a == LINES else f"lay a road {line(a)}"
    raise ValueError(f"code {code}: no action of Carson City")


def a_tile(b: int) -> str:
    return f"a {BUILDING_NAMES[b]}"


def reward(wait: int, card: int, setting: Setting) -> str:
    """D4 and D5: money now, or what waiting brings."""
    rules = setting["rules"]
    if not wait:
        return f"take ${rules['settler_red_money' if card == SETTLER else 'grocer_money']} now"
    if card == SETTLER:
        unit = "VP" if rules["settler_red_mountain_reward"] else "dollars"
        return f"wait for the end of the round: {rules['settler_red_per_mountain']} {unit} for each own mountain"
    if red(GROCER, setting):
        return f"wait for the end of the round: {rules['grocer_red_vp_per_house']} VP for each own house"
    return "wait for the building income"


def perform(yes: int, view: View, setting: Setting) -> str:
    """D11, by the place that is being resolved."""
    rules, p = setting["rules"], view["place"]
    if p >= SPACES:
        x = p - SPACES
        if building(view, x) >= 0:
            return f"take the share of {tile_on(view, x)}" if yes else f"leave the income of {tile_on(view, x)}"
        return f"buy parcel {parcel(x)} for ${price(view, x, rules)}" if yes else f"decline parcel {parcel(x)}"
    if not yes:
        return f"decline {place(p, rules)}"
    return {
        WAGES: f"take ${rules['wages_per_cowboy']} for each own figure",
        AMMUNITION: "take the three-gun token",
        ROAD: "take the road pieces",
        ROADS: f"take {plural(rules['roads_space_pieces'], 'road piece')}",
        PARCEL_INCOME: f"take ${rules['parcel_income_per_parcel']} for each own parcel",
        GAMBLING: f"roll {plural(rules['gambling_dice'], 'die').replace('dies', 'dice')} for money",
        GUN_INCOME: f"take ${rules['gun_income_per_unit']} for each cowboy and gun",
        VP_PARCELS: "take the VP for parcels",
        VP_BUILDINGS: "take the VP for buildings",
        VP_GUNS: "take the VP for guns",
    }.get(p, f"perform {place(p, rules)}")


def construct(a: int, view: View, setting: Setting) -> str:
    """D13: decline, keep or build, with the price where there is one to pay now (CC-6.5)."""
    rules, tile = setting["rules"], BUILDING_NAMES[view["tile"]]
    if a == 0:
        return f"decline the {tile}"
    if view["tile_from"] != FROM_ROW:
        return f"keep the {tile}" if a == 1 else f"build the {tile}"
    cost = rules[BUILDING_PRICES[view["tile_slot"]]]
    if view["character"][view["head"]["to_move"]][view["round"]] == COOLIE and not red(COOLIE, setting):
        cost = -(-cost // rules["coolie_price_divisor"])
    return f"buy the {tile} for ${cost} and {'keep' if a == 1 else 'build'} it"


def describe(view: View, setting: Setting) -> str:
    """The whole table as text: the town, the row, what lies in front of the players, who is asked what."""
    players, rules = setting["players"], setting["rules"]
    rows = [f"Round {view['round'] + 1} of {rules['rounds']}, {STEPS[view['step']]}: " + asked(view), town(view)]
    tiles = [f"${rules[BUILDING_PRICES[i]]} {BUILDING_NAMES[b]}" for i, b in enumerate(view["row"]) if b >= 0]
    rows.append(f"Row: {', '.join(tiles) or 'empty'}; {sum(view['bag'])} tiles in the bag")
    rows.append(f"Reserve: {plural(view['roads_left'], 'road')}, {plural(view['guns_left'], 'revolver')}, "
                f"{plural(view['houses_left'], 'house')}")
    rows += [supply(view, p) for p in range(players)]
    rows.append("Order: " + " ".join(seat(p) for p in view["order"][:players]))
    if view["n_passed"]:
        rows.append("Passed: " + " ".join(seat(p) for p in view["passed"][:view["n_passed"]]))
    where = figures(view["figures"], players, rules)
    if where:
        rows.append("Figures: " + "; ".join(where))
    return "\n".join(rows)


def asked(view: View) -> str:
    """Who is to decide what."""
    if view["phase"] == OVER:
        return PHASES[OVER]
    text = f"{seat(view['head']['to_move'])} {PHASES[view['phase']]}"
    if view["tile"] >= 0:
        text += f" ({BUILDING_NAMES[view['tile']]})"
    return text


def supply(view: View, p: int) -> str:
    """What lies in front of one player."""
    card = view["character"][p][view["round"]]
    has = [f"${view['money'][p]}", plural(view["cowboys"][p], "cowboy"), plural(view["guns"][p], "revolver"),
           plural(view["roads"][p], "road"), f"{sum(view['vp'][p])} VP", plural(len(view["owned"][p]), "parcel")]
    if view["figures"]["white_seat"] == p and view["figures"]["white"] == NO_PLACE:
        has.append("the white figure")
    if view["three_guns"] == p:
        has.append("the three-gun token")
    has += [f"keeps {a_tile(b)}" for b, n in enumerate(view["kept"][p]) for _ in range(n)]
    return f"{seat(p)}{', ' + CHARACTER_NAMES[card] if card >= 0 else ''}: {', '.join(has)}"


def figures(f: View, players: int, rules: dict[str, Any]) -> list[str]:
    """Who stands where."""
    stands: dict[int, list[str]] = {}
    for p in range(players):
        for x in f["parcels"][p]:
            stands.setdefault(SPACES + x, []).append(seat(p))
        for k in range(SPACES):
            if f["spaces"][p] >> k & 1:
                stands.setdefault(k, []).append(seat(p))
        for k, n in ((WAGES, f["wages"][p]), (ROAD, f["road"][p])):
            if n:
                stands.setdefault(k, []).append(seat(p) if n == 1 else f"{n} x {seat(p)}")
    if f["white"] >= 0:
        stands.setdefault(f["white"], []).append("white")
    return [f"{place(k, rules)}: {', '.join(stands[k])}" for k in sorted(stands)]


def town(view: View) -> str:
    """The map. Each parcel shows its owner and its tile (^ mountain, h house, first letter of a building); roads lie on
    the lines between."""
    tile = {x: "h" for x in view["house"]} | {x: "^" for x in view["mountain"]}
    for b, parcels in enumerate(view["built"]):
        tile |= {x: BUILDING_NAMES[b][0].upper() for x in parcels}
    own = {x: seat(p) for p, parcels in enumerate(view["owned"]) for x in parcels}
    rows = ["    " + "   ".join(str(c) for c in range(8))]
    for i in range(CORNERS):
        corners = ["+" if view["corners"][i] >> j & 1 else "." for j in range(CORNERS)]
        roads = ["---" if view["across"][i] >> j & 1 else "   " for j in range(8)]
        rows.append("  " + "".join(c + r for c, r in zip(corners, [*roads, ""], strict=True)))
        if i < 8:
            sides = ["|" if view["down"][i] >> j & 1 else " " for j in range(CORNERS)]
            cells = [f"{own.get(8 * i + j, ' ')}{tile.get(8 * i + j, ' ')} " for j in range(8)]
            rows.append(f"{i} " + "".join(s + c for s, c in zip(sides, [*cells, ""], strict=True)))
    return "\n".join(line.rstrip() for line in rows)
