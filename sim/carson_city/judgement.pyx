"""What a sensible beginner thinks each option is worth, in points of the final score (weights.yaml names the beliefs).

One look at the table: no look-ahead, no memory, and nothing that the seat cannot see. A placement is worth

    chance to get it x (what the action brings - what the cowboy would be worth at home)

and passing is worth what an early place in the passing order brings. Money is worth more while it can still work, and
hardly anything above the cash limit of one's character.
"""
from libc.string cimport memcpy

from sim.carson_city.state cimport *
from sim.carson_city.town cimport *
from sim.core.types cimport i8, i16, i32, u32, u64

cdef enum:                          # the order of weights.yaml
    MONEY_GROWTH, MONEY_OVER_LIMIT, HOLD_COWBOY, HOLD_FOR_DUEL, PASS_FIRST, PASS_TIE, GUN, GUN_NOW, ROAD_PIECE, ROAD_NEEDED
    OPEN_SPACE, ATTACK_RISK, KEEP_TILE, SITE_NEAR, SITE_REMOTE, PARCEL, MOUNTAIN_SITE, DENY_MOUNTAIN, OWN_HOUSE, RIVAL_HOUSE
    TOKEN_PIP, CASH_CARD, CHURCH_WORTH, CONSENT_SITE, ROOM, RELOCATE, WHITE_FIGURE, LOST_DUEL, HIRED_GUN, SPARE_COWBOY, HALF_PRICE
    COOLIE_TILE, GUN_CASH, READY_MONEY, FREE_LAND

cdef enum:
    BUILD_SPACES = ((1 << SLOTS) - 1) << BUILD
    NO_LIMIT = 9999                 # dollars: more than anybody ever holds

cdef enum:                          # kinds of parcels: without a tile, apart from the roads or beside one; with a mountain, a house
    FAR_LAND, ROAD_LAND, MOUNTAIN_LAND, HOUSE_LAND, KINDS

# chance to win a duel by the difference in strength, -6 .. 6, ties counted half (section 17)
cdef double[13] DUEL = [0, 0.014, 0.056, 0.125, 0.222, 0.347, 0.5, 0.653, 0.778, 0.875, 0.944, 0.986, 1]

# how likely a rival with so many cowboys left is to pass next: 1 / (1 + cowboys)
cdef double[16] MAY_PASS = [1 / (1 + cowboys) for cowboys in range(16)]

cdef struct Land:                   # what a kind of parcel is worth to us, and how much more for each of certain neighbours
    double worth, each
    u64 beside

cdef struct Odds:                   # of our duels
    double beat[SEATS][2]           # chance to beat each rival where he stands ([1]); 1 where he does not

cdef struct Look:                   # what the player takes in before he weighs the options
    const double* w
    int p
    int later                       # rounds after this one
    int incomes                     # incomes still to come, this round's included while step 17 lies ahead
    double dollar, over             # what $1 is worth after this round, within the cash limit and beyond it
    double within, beyond           # likewise, but where we stand on a purchase space it may buy points there first
    double income                   # what $1 of the income of a building is worth, from now on
    double limit                    # cash limit of the own character
    int budget                      # money for purchases of this round: in hand, with wages, less what our figures will cost
    int cash                        # money at the end of the round as far as it can be foreseen
    int units                       # cowboys and guns, as the gun spaces count them
    int figure                      # what a cowboy in the supply adds to strength
    int strength                    # our own in a duel
    Odds placed, now                # with a cowboy fewer at home, and as we are
    int duels                       # of ours that are open
    double swing                    # what a cowboy fewer at home would lose for us in our duels, on average
    double guns_chance[2]           # that we get the gun income, the VP for guns, if our figure is there
    double cash_worth               # what that money is worth
    u64 own, tiles, all_owned
    u64 plain                       # own parcels without a tile, and those that our cowboys are about to buy
    u64 by_road                     # of these, where roads come by or can be laid to
    double keep                     # what a tile without guns is worth if we keep it
    int kept                        # tiles that we keep
    bint waits                      # one of them needs a road
    bint joins                      # so does a tile that a cowboy of ours is to buy
    int rooms                       # how many buildings `plain` will still take, besides those our cowboys are to buy
    u64 minable                     # mountains that would feed a mine of ours
    u64 payers                      # buildings that count houses
    u32 rivals_spaces
    u64 rivals_parcels
    double site[2]                  # what room is worth: apart from the roads, beside one
    double parcel                   # what any parcel is worth
    double mountain                 # and how much more for each mountain beside it
    Land land[KINDS]                # the same for all parcels, and more for room while tiles of ours have none at all
    u64 odd                         # kind of a parcel: 1 if odd, and 2 if it has a tile
    i16 pay[PARCELS]                # what each building pays its owner (placement only)

# ---- money

cdef inline double money_worth(const Look* k, double money) noexcept nogil:
    """At the end of this round: within the cash limit it works on, or counts; beyond it is nearly lost (CC-5.19)."""
    cdef double kept = money if money < k.limit else k.limit
    return kept * k.within + (money - kept) * k.beyond

cdef inline double cash_limit(const Table* t, const Look* k, int card) noexcept nogil:
    return t.cash_limit[card] if k.later or t.rules.cash_limit_in_last_round else NO_LIMIT

cdef inline double gain(const Look* k, double money) noexcept nogil:
    """What it is worth to end the round with so much more."""
    return money_worth(k, k.cash + money) - k.cash_worth

cdef inline int last_points(const Rules* r, int money, int back) noexcept nogil:
    """CC-5.19, CC-12.2: full points only, for what goes back to the bank and for what is kept."""
    return back // r.cash_limit_dollars_per_vp + (money - back) // r.final_dollars_per_vp

cdef double rest_worth(const Table* t, const Look* k, int money) noexcept nogil:
    """What is left after the last purchase of the round. After the last round it is points, and no more is guessed."""
    cdef const Rules* r = &t.rules
    cdef int excess = money - <int>k.limit, back = excess if excess > 0 else 0, best
    if k.later:
        return money_worth(k, money)
    best = last_points(r, money, back)
    if r.cash_limit_voluntary == VOLUNTARY_NEVER or (excess <= 0 and r.cash_limit_voluntary == VOLUNTARY_OVER_LIMIT):
        return best
    back += r.cash_limit_dollars_per_vp - back % r.cash_limit_dollars_per_vp
    while back <= money:                                # more than one must, in full tens
        if last_points(r, money, back) > best:
            best = last_points(r, money, back)
        back += r.cash_limit_dollars_per_vp
    return best

cdef inline int tiles_around(const Table* t, const Look* k, int x) noexcept nogil:
    return popcount((t.neighbours[x] | bit(x)) & k.tiles)

cdef inline int price(const Table* t, int around) noexcept nogil:
    return t.rules.parcel_base_price + t.rules.parcel_price_per_neighbour * around      # CC-6.2

# ---- duels

cdef inline double duel_chance(int difference) noexcept nogil:
    return DUEL[6 + (6 if difference > 6 else -6 if difference < -6 else difference)]

cdef inline double against(const Figures* f, int place, const Odds* odds) noexcept nogil:
    """Chance to beat all who stand there now; `odds` has it against each. Five factors, whoever is there: no branches."""
    cdef int x = place - SPACES
    if place < SPACES:
        return ((odds.beat[0][(f.spaces[0] >> place) & 1] * odds.beat[1][(f.spaces[1] >> place) & 1])
                * (odds.beat[2][(f.spaces[2] >> place) & 1] * odds.beat[3][(f.spaces[3] >> place) & 1])
                * odds.beat[4][(f.spaces[4] >> place) & 1])
    return ((odds.beat[0][(f.parcels[0] >> x) & 1] * odds.beat[1][(f.parcels[1] >> x) & 1])
            * (odds.beat[2][(f.parcels[2] >> x) & 1] * odds.beat[3][(f.parcels[3] >> x) & 1])
            * odds.beat[4][(f.parcels[4] >> x) & 1])

cdef inline double chance_on_parcel(const Look* k, const Figures* f, int x) noexcept nogil:
    """That we get what lies there if our figure goes there now."""
    if (k.rivals_parcels >> x) & 1:
        return against(f, SPACES + x, &k.placed)
    return k.w[OPEN_SPACE]

cdef inline void weigh_chances(const Look* k, const Figures* f, double* chance) noexcept nogil:
    """The same for all spaces."""
    cdef u32 taken = k.rivals_spaces
    cdef int i
    for i in range(SPACES + 1):                         # one more than there is: two at a time are quicker
        chance[i] = k.w[OPEN_SPACE]
    while taken:
        chance[lowest(taken)] = against(f, lowest(taken), &k.placed)
        taken &= taken - 1
    chance[WAGES] = chance[ROAD] = 1

# ---- land and buildings

cdef inline double gun_worth(const Look* k, int guns) noexcept nogil:
    return guns * k.w[GUN] * (k.later + 0.5)

cdef inline double tile_points(const Table* t) noexcept nogil:
    return t.rules.final_vp_per_tile                                    # CC-12.1

cdef double building_worth(const Table* t, const State* s, const Look* k, int b, int x) noexcept nogil:
    """Building b on parcel x: its income from now on, its points, its guns, and what it does for our other buildings."""
    cdef int pay = income_as(t, s, k.p, x, b), neighbours
    cdef double v
    if b == DRUGSTORE or b == BANK or b == SALOON:      # the house that comes with it will stand next to it if we can help it
        pay += t.rules.income_saloon_per_house if b == SALOON else t.rules.income_bank_per_unit
    v = pay * k.income * k.w[ATTACK_RISK] + tile_points(t) + gun_worth(k, t.guns[b])
    if t.needs_road[b]:
        v += 0.5 * tile_points(t) * k.w[OWN_HOUSE]      # its house may stand on another own parcel
    if b == RANCH:
        v += popcount(s.built[DRUGSTORE] & k.own) * t.rules.income_drugstore_per_unit * k.income
    elif b == MINE:
        v += popcount(s.built[BANK] & k.own) * t.rules.income_bank_per_unit * k.income
    elif b == CHURCH:
        v += k.w[CHURCH_WORTH]
    if t.house_units[b]:
        neighbours = popcount(t.neighbours[x] & k.own & (s.built[DRUGSTORE] | s.built[BANK] | s.built[SALOON]))
        v += neighbours * t.house_units[b] * t.rules.income_bank_per_unit * k.income
    return v

cdef inline double site_worth(const Table* t, const State* s, const Look* k, int x) noexcept nogil:
    """An own parcel without a tile, as room for something: what a mine would find, and whether a road comes by."""
    return k.site[(s.connected >> x) & 1] + k.mountain * popcount(t.neighbours[x] & k.minable)

cdef inline double parcel_worth(const Table* t, const Look* k, int x) noexcept nogil:
    """Owning parcel x, whatever lies on it."""
    cdef const Land* land = &k.land[((k.odd >> x) & 1) + 2 * ((k.tiles >> x) & 1)]
    return land.worth + land.each * popcount(t.neighbours[x] & land.beside)

cdef inline double room_worth(const Table* t, const Look* k, int x) noexcept nogil:
    """Keeping a parcel of ours without a tile free."""
    return parcel_worth(t, k, x) - k.parcel

cdef inline double purchase_worth(const Table* t, const Look* k, int x) noexcept nogil:
    return parcel_worth(t, k, x) + gain(k, -price(t, tiles_around(t, k, x)))

cdef double best_site(const Table* t, const State* s, const Look* k, int b) noexcept nogil:
    """The most that building b is worth on any parcel where it can be completed now; 0: nowhere."""
    cdef u64 m = k.by_road if t.needs_road[b] else k.plain
    cdef double best = 0, v
    while m:
        v = building_worth(t, s, k, b, lowest(m)) - 0.6 * site_worth(t, s, k, lowest(m))
        if v > best:
            best = v
        m &= m - 1
    return best

cdef double tile_worth(const Table* t, const State* s, const Look* k, int b) noexcept nogil:
    """Having the tile: built at once where there is room, otherwise kept for a later round."""
    cdef double built = best_site(t, s, k, b) if k.rooms > 0 else 0
    cdef double kept = k.keep + k.w[KEEP_TILE] * gun_worth(k, t.guns[b]) if k.later else 0
    return built if built > kept else kept

cdef inline double road_worth(const State* s, const Look* k, int pieces) noexcept nogil:
    """Pieces matter while a building waits for them, and little once there are some. In the last round nothing else will."""
    if k.later == 0 and not (k.waits or k.joins):
        return 0
    if k.by_road == 0 and (k.waits or s.step < 6) and k.plain:
        return k.w[ROAD_NEEDED] * (1 if k.waits else 0.5) * (pieces if pieces < 3 else 3)
    return k.w[ROAD_PIECE] * pieces * (0.5 if s.roads[k.p] >= 2 else 1.0) * (k.later if k.later < 2 else 2) * 0.5

cdef double house_worth(const Table* t, const State* s, const Look* k, int x) noexcept nogil:
    """Where the accompanying house goes: points if the parcel is ours, income for what stands around it."""
    cdef u64 around = t.neighbours[x]
    cdef int owner = owner_of(s, x), q, units
    cdef u64 payers = s.built[DRUGSTORE] | s.built[BANK] | s.built[SALOON]
    cdef double unit = t.rules.income_bank_per_unit * k.income, v = 0
    if s.tile == DRUGSTORE or s.tile == BANK or s.tile == SALOON:
        payers |= bit(s.site)
    if owner == k.p:
        v = k.w[OWN_HOUSE] * tile_points(t) - room_worth(t, k, x)
    elif owner >= 0:
        v = k.w[RIVAL_HOUSE] * tile_points(t)
    if owner == k.p or owner < 0:
        v += unit * popcount(around & payers & (k.own | bit(s.site)))
    for q in range(t.players):
        if q != k.p and (owner < 0 or owner == q):
            v -= 0.4 * unit * popcount(around & payers & s.owned[q])
    units = popcount(around & s.built[RANCH] & k.own)   # a ranch loses an empty neighbour
    return v - units * t.rules.income_ranch_per_empty * k.income

# ---- taking in the table

cdef inline int price_of_claims(const Table* t, const Look* k, u64 claims) noexcept nogil:
    cdef int sum = 0
    while claims:
        sum += price(t, tiles_around(t, k, lowest(claims)))
        claims &= claims - 1
    return sum

cdef inline void set_land(Land* land, double worth, double each, u64 beside) noexcept nogil:
    land.worth, land.each, land.beside = worth, each, beside

cdef void weigh_land(const Table* t, const State* s, Look* k) noexcept nogil:
    """Many parcels are looked at, but they differ in few ways: weigh each kind once."""
    cdef double rounds = k.later if k.later else 0.2, wanted = 0
    cdef u64 around_mines = (k.all_owned & ~k.own) & (s.built[MINE] | ~k.tiles)
    if s.phase == DRAFT:                                # the first land is dearer: there is nothing else to build on
        rounds *= 1.5
    k.parcel = k.w[PARCEL]
    if k.later == 0:                                    # now it counts on two spaces, or not at all
        k.parcel = (k.within * t.rules.parcel_income_per_parcel * ((s.figures.spaces[k.p] >> PARCEL_INCOME) & 1)
                    + 1.0 / t.rules.vp_parcels_divisor * ((s.figures.spaces[k.p] >> VP_PARCELS) & 1))
    k.mountain = k.w[MOUNTAIN_SITE] * t.rules.income_mine_per_mountain * k.dollar * rounds
    k.site[0] = k.w[SITE_REMOTE] * rounds
    k.site[1] = k.w[SITE_NEAR] * rounds
    if k.rooms < k.kept:                                # a tile of ours waits for room
        wanted = k.w[ROOM] * (tile_points(t) + 5 * k.income)
    k.keep = k.w[KEEP_TILE] * (tile_points(t) + 5 * k.dollar * k.later * k.w[ATTACK_RISK])
    set_land(&k.land[FAR_LAND], k.parcel + k.site[0] + (0 if k.waits else wanted), k.mountain, k.minable)
    set_land(&k.land[ROAD_LAND], k.parcel + k.site[1] + wanted, k.mountain, k.minable)
    set_land(&k.land[MOUNTAIN_LAND], k.parcel + tile_points(t), k.w[DENY_MOUNTAIN], around_mines)   # ours feeds our mines only (CC-11.2)
    set_land(&k.land[HOUSE_LAND], k.parcel + tile_points(t), 0.15, k.own & k.payers)
    k.odd = (s.connected & ~k.tiles) | s.house

cdef inline u64 with_neighbours(u64 parcels) noexcept nogil:
    cdef u64 row = parcels | ((parcels << 1) & <u64>0xFEFEFEFEFEFEFEFEULL) | ((parcels >> 1) & <u64>0x7F7F7F7F7F7F7F7FULL)
    return row | (row << 8) | (row >> 8)

cdef inline int weigh_type(const Table* t, const State* s, Look* k, int b, u64 where) noexcept nogil:
    """What each building of one type pays its owner; returns what those of ours pay."""
    cdef u64 m = s.built[b] & where
    cdef int x, pay, ours = 0
    while m:
        x = lowest(m)
        m &= m - 1
        pay = income_as(t, s, k.p if b == RANCH or b == HOTEL else owner_of(s, x), x, b)    # those pay anybody the same
        k.pay[x] = pay
        ours += pay * <int>((k.own >> x) & 1)
    return ours

cdef int weigh_estates(const Table* t, const State* s, Look* k, u64 where) noexcept nogil:
    """The income of step 17, on these parcels."""
    return (weigh_type(t, s, k, RANCH, where) + weigh_type(t, s, k, MINE, where) + weigh_type(t, s, k, DRUGSTORE, where)
            + weigh_type(t, s, k, BANK, where) + weigh_type(t, s, k, SALOON, where) + weigh_type(t, s, k, HOTEL, where))

cdef inline double attack_share(const Table* t, const Look* k, int x) noexcept nogil:
    """The part of a building's income that an attack is about (CC-7.12)."""
    return gain(k, k.pay[x] * t.rules.attack_share_percent * 0.01)

cdef inline double stake(const Table* t, const Look* k, const double* space, int place) noexcept nogil:
    """What the place that we stand on brings if we get it."""
    cdef int x = place - SPACES
    if place < SPACES:
        return space[place]
    return attack_share(t, k, x) if (k.all_owned >> x) & 1 else purchase_worth(t, k, x)

cdef inline double weigh_duels(const Table* t, const State* s, const Look* k, const Figures* f, const double* space) noexcept nogil:
    """What a cowboy fewer at home would lose for us in the duels that our figures stand in, on average."""
    cdef u64 spaces = k.rivals_spaces & s.figures.spaces[k.p], parcels = k.rivals_parcels & s.figures.parcels[k.p]
    cdef double swing = 0, consolation = 0
    cdef int place
    if t.red[SHERIFF] and character_of(s, k.p) == SHERIFF:              # CC-7.7
        consolation = t.rules.sheriff_red_vp_per_loss
    while spaces:
        place = lowest(spaces)
        spaces &= spaces - 1
        swing += (against(f, place, &k.now) - against(f, place, &k.placed)) * (stake(t, k, space, place) - consolation)
    while parcels:
        place = SPACES + lowest(parcels)
        parcels &= parcels - 1
        swing += (against(f, place, &k.now) - against(f, place, &k.placed)) * (stake(t, k, space, place) - consolation)
    return swing if swing > 0 else 0

cdef inline double foothold(const State* s, const Look* k, const Figures* f, int place) noexcept nogil:
    """The chance that we get this space; 0 if we do not stand there."""
    if not (s.figures.spaces[k.p] >> place) & 1:
        return 0
    return against(f, place, &k.now) if (k.rivals_spaces >> place) & 1 else 1

cdef inline void buy_points(const Table* t, const State* s, Look* k, const Figures* f) noexcept nogil:
    """Where we stand on a purchase space, the money of this round's end buys points there, if we get it."""
    cdef u32 ours = s.figures.spaces[k.p] >> VP_BUY
    cdef double chance, points
    if ours:
        chance = foothold(s, k, f, VP_BUY + lowest(ours))
        points = 1.0 / t.vp_price[lowest(ours)]
        if points > k.dollar:
            k.within += chance * (points - k.dollar)
        if points > k.over:
            k.beyond += chance * (points - k.over)

cdef void take_in(const Table* t, const State* s, const double* w, const Figures* f, int p, Look* k) noexcept nogil:
    cdef int q, b, more, rival
    cdef u64 reach, row, kept
    cdef bint placing = s.phase == PLACE or s.phase == MOVE
    k.w = w
    k.p = p
    k.later = t.rules.rounds - 1 - s.round
    k.incomes = k.later + (1 if s.step <= 17 else 0)
    k.dollar = t.vp_per_dollar + w[MONEY_GROWTH] * k.later
    k.limit = cash_limit(t, k, character_of(s, p)) if character_of(s, p) >= 0 else NO_LIMIT
    k.over = w[MONEY_OVER_LIMIT] if k.later else 1.0 / t.rules.cash_limit_dollars_per_vp    # in the last round all is known
    k.within, k.beyond = k.dollar, k.over
    k.income = k.dollar * k.incomes
    if s.phase == BUY_VP or s.phase == HAND_BACK or s.phase == BANKER_VP:
        return                                          # only money counts
    k.own = s.owned[p]
    k.tiles = tiles(s)
    k.all_owned = all_owned(s)
    k.plain = (k.own | (s.figures.parcels[p] & ~k.all_owned)) & ~k.tiles
    k.by_road = 0
    if s.houses_left:                                   # with a piece or two, about a parcel further than the roads go
        reach = with_neighbours(s.connected) if s.roads[p] else s.connected
        k.by_road = k.plain & reach
        reach &= ~k.tiles & (~k.all_owned | k.own)      # room for the house, on another parcel
        if reach & (reach - 1) == 0:
            k.by_road &= ~reach if reach else 0
    k.kept = 0
    k.waits = k.joins = False
    memcpy(&kept, s.kept[p], sizeof(kept))
    if kept:                                            # mostly there is none
        for b in range(BUILDINGS):
            k.kept += s.kept[p][b]
            if s.kept[p][b] > 0 and t.needs_road[b]:
                k.waits = True
    k.rooms = popcount(k.plain) - popcount(s.figures.spaces[p] & BUILD_SPACES)
    k.budget = s.money[p]
    k.cash = s.money[p]
    k.strength = strength(t, s, p)
    k.units = guns_for_income(t, s, p) + supply(t, s, p)
    k.figure = 1 if t.rules.duel_counts_cowboys else 0
    k.duels = 0
    k.rivals_spaces = 0
    k.rivals_parcels = 0
    if s.step <= 17:
        k.cash += weigh_estates(t, s, k, ~(<u64>0) if placing else k.own)
    k.cash_worth = money_worth(k, k.cash)
    k.minable = s.mountain & (~k.all_owned | k.own)
    k.payers = s.built[DRUGSTORE] | s.built[BANK] | s.built[SALOON]
    if not placing:
        weigh_land(t, s, k)
        return
    for q in range(t.players):                          # ourselves too, and then not: that is quicker than to ask each time
        rival = q != p
        k.rivals_spaces |= f.spaces[q] * rival
        k.rivals_parcels |= f.parcels[q] * rival
        more = k.strength - strength(t, s, q)
        k.placed.beat[q][1] = duel_chance(more - k.figure)
        k.now.beat[q][1] = duel_chance(more)
    for q in range(SEATS):
        k.placed.beat[q][0] = k.now.beat[q][0] = 1
    k.placed.beat[p][1] = k.now.beat[p][1] = 1
    k.budget += t.rules.wages_per_cowboy * s.figures.wages[p]
    k.budget -= price_of_claims(t, k, s.figures.parcels[p] & ~k.all_owned)
    row = s.figures.spaces[p] & BUILD_SPACES
    while row:
        k.budget -= building_price(t, s, p, lowest(row) - BUILD)
        b = s.row[lowest(row) - BUILD]
        if b >= 0 and t.needs_road[b]:
            k.joins = True
        row &= row - 1
    k.duels = popcount(k.rivals_spaces & s.figures.spaces[p]) + popcount(k.rivals_parcels & s.figures.parcels[p])
    k.guns_chance[0] = foothold(s, k, f, GUN_INCOME)
    k.guns_chance[1] = foothold(s, k, f, VP_GUNS)
    k.cash += k.budget - s.money[p] + <int>(
        t.rules.parcel_income_per_parcel * popcount(k.own) * foothold(s, k, f, PARCEL_INCOME)
        + 3.5 * t.rules.gambling_dice * foothold(s, k, f, GAMBLING)
        + w[GUN_CASH] * t.rules.gun_income_per_unit * k.units * k.guns_chance[0])
    if k.cash < 0:
        k.cash = 0
    buy_points(t, s, k, f)
    k.cash_worth = money_worth(k, k.cash)
    k.income = k.later * k.dollar + (k.within if k.cash <= k.limit else k.beyond)
    weigh_land(t, s, k)

# ---- placement (D9, D25)

cdef inline double money_kept(const Look* k, double money) noexcept nogil:
    """The worth of money that buys no points this round."""
    cdef double kept = money if money < k.limit else k.limit
    return kept * k.dollar + (money - kept) * k.over

cdef double vp_buy_worth(const Table* t, const State* s, const Look* k, int i) noexcept nogil:
    """Points for money at this price, with what will be left when the step comes (CC-6, steps 21-24)."""
    cdef int n = k.cash // t.vp_price[i], over
    cdef double now = money_kept(k, k.cash)
    cdef double v = n + money_kept(k, k.cash - n * t.vp_price[i]) - now, less
    if k.cash > k.limit:                                # or only what would be lost anyway
        over = (k.cash - <int>k.limit + t.vp_price[i] - 1) // t.vp_price[i]
        less = over + money_kept(k, k.cash - over * t.vp_price[i]) - now
        if over < n and less > v:
            v = less
    return v if v > 0 else 0

cdef inline void weigh_row(const Table* t, const State* s, Look* k, double* worth) noexcept nogil:
    """The building row: tiles of a kind are worth the same, less their price. What we cannot pay is worth nothing. Where
    we stand, room and money are laid by for it already."""
    cdef double tile[BUILDINGS]
    cdef u32 weighed = 0
    cdef int i, b, cost, ours
    for i in range(SLOTS):
        b = s.row[i]
        cost = building_price(t, s, k.p, i)
        ours = (s.figures.spaces[k.p] >> (BUILD + i)) & 1
        worth[i] = 0
        if b >= 0 and (cost <= k.budget or (ours and k.budget >= 0)):
            if ours:
                k.rooms += 1
                worth[i] = tile_worth(t, s, k, b) + gain(k, -cost)
                k.rooms -= 1
                continue
            if not (weighed >> b) & 1:
                tile[b] = tile_worth(t, s, k, b)
                weighed |= <u32>1 << b
            worth[i] = tile[b] + gain(k, -cost)

cdef void weigh_spaces(const Table* t, const State* s, Look* k, double* worth) noexcept nogil:
    """What the action of each space of the track brings us, whether or not it is open to us."""
    cdef const Rules* r = &t.rules
    cdef int i, p = k.p, units = k.units - 1
    worth[WAGES] = gain(k, r.wages_per_cowboy)
    worth[AMMUNITION] = 0                               # see weigh_ammunition
    worth[ROAD] = road_worth(s, k, r.road_space_pieces)
    worth[ROADS] = road_worth(s, k, r.roads_space_pieces)
    weigh_row(t, s, k, worth + BUILD)
    worth[PARCEL_INCOME] = gain(k, r.parcel_income_per_parcel * popcount(k.own))
    worth[GAMBLING] = gain(k, 3.5 * r.gambling_dice)
    worth[GUN_INCOME] = gain(k, r.gun_income_per_unit * units)
    worth[VP_PARCELS] = popcount(k.own) // r.vp_parcels_divisor
    worth[VP_BUILDINGS] = r.vp_buildings_per_building * popcount(buildings(s) & k.own)
    worth[VP_GUNS] = <double>units / r.vp_guns_divisor if r.vp_guns_pooling != GUNS_SETS else 0.25 * units
    for i in range(4):
        if (t.open_spaces[s.round] >> (VP_BUY + i)) & 1:
            worth[VP_BUY + i] = vp_buy_worth(t, s, k, i)

cdef inline int new_cowboys(const Table* t, const State* s) noexcept nogil:
    return t.rules.new_cowboys_r1 if s.round == 0 else t.rules.new_cowboys_r2 if s.round == 1 else t.rules.new_cowboys_r3

cdef inline double weigh_ammunition(const Table* t, const Look* k) noexcept nogil:
    """Three guns for this round: for our duels, for the gun spaces where we stand, and for what may come."""
    return t.rules.ammunition_guns * (k.w[GUN_NOW] + k.w[HOLD_FOR_DUEL] * k.swing + at_gun_spaces(t, k))

cdef inline double at_gun_spaces(const Table* t, const Look* k) noexcept nogil:
    """A cowboy at home or a gun, where we stand on a space that counts them."""
    return 0.85 * (k.guns_chance[1] / t.rules.vp_guns_divisor + k.guns_chance[0] * t.rules.gun_income_per_unit * k.dollar)

cdef inline double at_home(const Table* t, const State* s, const Look* k) noexcept nogil:
    """A cowboy in the supply: strength in the duels to come, half a point on the gun space, and the next round."""
    cdef double v = k.w[HOLD_FOR_DUEL] * k.swing * k.figure
    if k.later and s.cowboys[k.p] + new_cowboys(t, s) <= t.rules.cowboy_max:
        v += k.w[HOLD_COWBOY]
    return v + at_gun_spaces(t, k)

cdef inline u64 beside_two(u64 tiles) noexcept nogil:
    """Parcels with at least two of these tiles around them."""
    cdef u64 flat = ((tiles << 1) & <u64>0xFEFEFEFEFEFEFEFEULL), back = ((tiles >> 1) & <u64>0x7F7F7F7F7F7F7F7FULL)
    cdef u64 row = tiles | flat | back, pair = (tiles & (flat | back)) | (flat & back)
    cdef u64 above = row << 8, below = row >> 8, sides = flat | back
    return (flat & back) | (pair << 8) | (pair >> 8) | (above & below) | (sides & (above | below))

cdef void weigh_claims(const Table* t, const State* s, const Look* k, const Figures* f, double home, double* claim) noexcept nogil:
    """What a cowboy on each unowned parcel is worth: the bulk of all options.

    A closer look is for parcels with a tile, a road or two mountains beside them, or with a rival on them; the others
    are all alike."""
    cdef u64 tiles = k.tiles, odd = k.odd, notable = (tiles | s.connected | beside_two(k.minable)) & ~k.all_owned
    cdef u64 taken = k.rivals_parcels & ~k.all_owned, around
    cdef const Land* land
    cdef double open = k.w[OPEN_SPACE], plain
    cdef double pay[10]                                 # less what the cowboy is worth at home
    cdef int x, n, base = t.rules.parcel_base_price, more = t.rules.parcel_price_per_neighbour, budget = k.budget - base
    for n in range(10):
        pay[n] = gain(k, -(base + more * n)) - home
    plain = open * (k.land[FAR_LAND].worth + pay[1]) if more <= budget else -1
    for x in range(0, PARCELS, 4):
        claim[x] = claim[x + 1] = claim[x + 2] = claim[x + 3] = plain
    if budget < 0:
        return
    while notable:
        x = lowest(notable)
        notable &= notable - 1
        around = t.neighbours[x]
        n = popcount((around | bit(x)) & tiles)
        land = &k.land[((odd >> x) & 1) + 2 * ((tiles >> x) & 1)]       # parcel_worth, the loop that counts
        claim[x] = open * (land.worth + land.each * popcount(around & land.beside) + pay[n]) if more * n <= budget else -1
    while taken:
        x = lowest(taken)
        taken &= taken - 1
        n = tiles_around(t, k, x)
        claim[x] = against(f, SPACES + x, &k.placed) * (parcel_worth(t, k, x) + pay[n]) if more * n <= budget else -1

cdef double pass_worth(const Table* t, const State* s, const Look* k, double idle) noexcept nogil:
    """Passing ends all placing, and can wait: it is urgent as far as rivals, with few cowboys left, may pass before us.
    An early place brings the next choice, and the ties in the duels that are open. It gives up what each cowboy could earn
    besides this one: `idle`, if that is more than he is worth at home."""
    cdef double hurry = 0
    cdef double v = k.w[PASS_FIRST] * (1 if k.later else 0.1) + k.w[PASS_TIE] * k.duels
    cdef int q, i
    for q in range(t.players):
        hurry += MAY_PASS[s.cowboys[q]]
    hurry -= MAY_PASS[s.cowboys[k.p]]
    for i in range(s.n_passed):
        hurry -= MAY_PASS[s.cowboys[s.passed[i]]]
    if t.kit_carson and k.later == 0:
        v += t.rules.kc_bonus_per_later_player
    return v * hurry - (idle * (s.cowboys[k.p] - 1) if idle > 0 else 0)

# Kit Carson: is there a better place for a figure than where it stands?

cdef double stay_worth(const Table* t, const State* s, const Look* k, const Figures* f, const double* space, int place) noexcept nogil:
    """What leaving a place would cost. Its money is counted on already."""
    cdef int x = place - SPACES
    if place == WAGES:
        return -gain(k, -t.rules.wages_per_cowboy)
    if place == ROAD:
        return space[place]
    if place == PARCEL_INCOME:
        return -gain(k, -t.rules.parcel_income_per_parcel * popcount(k.own) * foothold(s, k, f, place))
    if place == GAMBLING:
        return -gain(k, -3.5 * t.rules.gambling_dice * foothold(s, k, f, place))
    if place == GUN_INCOME:
        return -gain(k, -k.w[GUN_CASH] * t.rules.gun_income_per_unit * k.units * k.guns_chance[0])
    if place < SPACES:
        return against(f, place, &k.now) * space[place]
    if k.all_owned & bit(x):
        return against(f, place, &k.now) * attack_share(t, k, x)
    return against(f, place, &k.now) * purchase_worth(t, k, x)

cdef inline bint joined(const Look* k, int place) noexcept nogil:
    """A rival has come to where our figure stands, or nothing is at stake there."""
    return (place == WAGES or place == ROAD or (k.rivals_spaces >> place) & 1 if place < SPACES
            else (k.rivals_parcels >> (place - SPACES)) & 1)

cdef double best_elsewhere(const Table* t, const State* s, const Look* k, const Figures* f, const double* space,
                           const double* chance, const double* claim, int place) noexcept nogil:
    """Of all places where no figure of ours stands. Who leaves a duel needs no ammunition for it."""
    cdef u32 open = t.open_spaces[s.round] & ~f.spaces[k.p] & ~(<u32>(place != WAGES and place != ROAD) << AMMUNITION)
    cdef u64 free = ~(k.all_owned | f.parcels[k.p])
    cdef double best = 0, v
    while open:
        v = (k.w[OPEN_SPACE] if lowest(open) == WAGES or lowest(open) == ROAD else chance[lowest(open)]) * space[lowest(open)]
        if v > best:
            best = v
        open &= open - 1
    while free:
        if claim[lowest(free)] > best:
            best = claim[lowest(free)]
        free &= free - 1
    return best

cdef void judge_placement(const Table* t, const State* s, Look* k, const Figures* f, const i32* codes, int n,
                          double* value) noexcept nogil:
    """D9, D25: spaces and parcels are weighed all at once, then each option finds its own. Options come by class, in
    the order of the codes."""
    cdef double space[SPACES]
    cdef double chance[SPACES + 1]
    cdef double claim[PARCELS]
    cdef double home
    cdef int x
    cdef Py_ssize_t i = 0
    weigh_spaces(t, s, k, space)
    k.swing = weigh_duels(t, s, k, f, space)
    space[AMMUNITION] = weigh_ammunition(t, k)
    home = at_home(t, s, k)
    weigh_chances(k, f, chance)
    weigh_claims(t, s, k, f, home, claim)
    if codes[0] == ACT_PASS << 24:
        value[0] = pass_worth(t, s, k, space[WAGES] - home)
        i = 1
    while i < n and codes[i] < ACT_CLAIM << 24:         # spaces
        x = codes[i] & 0xFFFFFF
        value[i] = chance[x] * (space[x] - home)
        i += 1
    while i + 3 < n and codes[i + 3] < ACT_ATTACK << 24:        # claims: more than half of all options
        value[i] = claim[codes[i] & 0xFFFFFF]
        value[i + 1] = claim[codes[i + 1] & 0xFFFFFF]
        value[i + 2] = claim[codes[i + 2] & 0xFFFFFF]
        value[i + 3] = claim[codes[i + 3] & 0xFFFFFF]
        i += 4
    while i < n and codes[i] < ACT_ATTACK << 24:
        value[i] = claim[codes[i] & 0xFFFFFF]
        i += 1
    while i < n and codes[i] < ACT_DEFEND << 24:        # attacks
        x = codes[i] & 0xFFFFFF
        value[i] = chance_on_parcel(k, f, x) * (attack_share(t, k, x) - home)
        i += 1
    while i < n and codes[i] < ACT_WHITE_SPACE << 24:   # defence, but only against somebody
        x = codes[i] & 0xFFFFFF
        value[i] = (chance_on_parcel(k, f, x) * attack_share(t, k, x) - home * 0.5 if (k.rivals_parcels >> x) & 1
                    else 0.1 * attack_share(t, k, x) - home)
        i += 1
    while i < n and codes[i] < ACT_WHITE_CLAIM << 24:   # the white figure: nobody can challenge it, and no cowboy is spent
        value[i] = space[codes[i] & 0xFFFFFF]
        i += 1
    while i < n and codes[i] < ACT_WHITE_DEFEND << 24:
        x = codes[i] & 0xFFFFFF
        value[i] = purchase_worth(t, k, x) if price(t, tiles_around(t, k, x)) <= k.budget else -1
        i += 1
    while i < n:
        if codes[i] >> 24 == ACT_LIFT:                  # Kit Carson
            x = codes[i] & 0xFFFFFF
            value[i] = -1
            if joined(k, x):                            # who stands alone has what he came for
                value[i] = (best_elsewhere(t, s, k, f, space, chance, claim, x) - stay_worth(t, s, k, f, space, x)
                            - k.w[RELOCATE])
        elif codes[i] >> 24 == ACT_WHITE_DEFEND:
            value[i] = 0.3
        else:                                           # waiting, or moving the white figure, which is safe where it is
            value[i] = -1
        i += 1

# ---- characters (D2)

cdef double recruits_worth(const Table* t, const State* s, const Look* k, int n) noexcept nogil:
    """D7: cowboys more, less their price. A figure can always earn wages; the fewer we have, the more it will do."""
    cdef const Rules* r = &t.rules
    cdef double spare = k.w[SPARE_COWBOY] / (1 + s.cowboys[k.p])
    cdef int price = 0 if n == 0 else r.captain_cowboy_price_1 if n == 1 else r.captain_cowboy_price_2 if n == 2 else r.captain_cowboy_price_3
    if s.money[k.p] < price:
        return 0
    return n * (r.wages_per_cowboy * k.dollar + spare) - price * k.dollar

cdef double best_tile(const Table* t, const State* s, const Look* k) noexcept nogil:
    """D6: the tile that the red Coolie would take, less his price."""
    cdef double best = 0, v
    cdef int i
    for i in range(SLOTS):
        if s.row[i] >= 0:
            v = tile_worth(t, s, k, s.row[i])
            if v > best:
                best = v
    best -= t.rules.coolie_red_price * k.dollar
    return best if best > 0 else 0

cdef double character_worth(const Table* t, const State* s, const double* w, const Look* k, int card) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef bint red = t.red[card]
    cdef int p = k.p, b, most = 0, sum
    cdef double v = 0, cash = k.cash + 8, limit = cash_limit(t, k, card), over      # some income will come on top of what is seen
    cdef u64 m
    if card == SHERIFF:
        v = (1 + s.round) * (w[WHITE_FIGURE] if not red else w[LOST_DUEL] * r.sheriff_red_vp_per_loss)
    elif card == BANKER:
        v = r.banker_money * k.dollar if not red else (
            r.banker_red_vp_1 - r.banker_red_price_1 * k.dollar if k.cash < r.banker_red_price_2 + 6
            else r.banker_red_vp_2 - r.banker_red_price_2 * k.dollar)
    elif card == GROCER:
        for b in range(CHURCH):                         # the type that pays us most
            sum = 0
            m = s.built[b] & k.own
            while m:
                sum += income_as(t, s, p, lowest(m), b)
                m &= m - 1
            if sum > most:
                most = sum
        v = r.grocer_money * k.dollar
        if not red and (r.grocer_multiplier - 1) * most > r.grocer_money:
            v = (r.grocer_multiplier - 1) * most * k.dollar
        if red:
            v += w[READY_MONEY] * k.later
        if red and r.grocer_red_vp_per_house * popcount(s.house & k.own) > v:
            v = r.grocer_red_vp_per_house * popcount(s.house & k.own)
    elif card == COOLIE:
        if red:
            v = w[COOLIE_TILE] * best_tile(t, s, k) if s.money[p] >= r.coolie_red_price else 0
        else:                                           # it halves what we spend on the buildings that we have room for
            sum = k.rooms + 1 if k.rooms < 3 else 4
            v = road_worth(s, k, r.coolie_roads) + w[HALF_PRICE] * k.dollar * sum
    elif card == SETTLER:
        if red:
            v = r.settler_red_money * k.dollar + w[READY_MONEY] * k.later
            if r.settler_red_mountain_reward and r.settler_red_per_mountain * popcount(s.mountain & k.own) > v:
                v = r.settler_red_per_mountain * popcount(s.mountain & k.own)
        else:
            v = w[FREE_LAND] * (w[PARCEL] + (tile_points(t) if k.tiles & ~k.all_owned else k.site[1]))
    elif card == CAPTAIN:
        if red:
            for b in range(1, 3):
                sum = r.captain_red_gun_price_1 if b == 1 else r.captain_red_gun_price_2
                if s.money[p] >= sum and gun_worth(k, b) - sum * k.dollar > v:
                    v = gun_worth(k, b) - sum * k.dollar
        else:
            for b in range(1, 4):
                if s.cowboys[p] + b <= r.cowboy_max and recruits_worth(t, s, k, b) > v:
                    v = recruits_worth(t, s, k, b)
    else:
        v = (1 + s.round) * w[HIRED_GUN] * (r.mercenary_guns_red if red else r.mercenary_guns_yellow)
    over = cash - limit if cash > limit else 0          # what the limit of this card would cost
    return v - w[CASH_CARD] * over * (k.dollar - 1.0 / r.cash_limit_dollars_per_vp)

# ---- Might is Right: which token (D19)

cdef double prize(const Table* t, const State* s, Look* k) noexcept nogil:
    """What the place in dispute is worth to us."""
    cdef int x = s.place - SPACES
    cdef double worth[SPACES]
    if s.place < SPACES:
        weigh_spaces(t, s, k, worth)
        return worth[s.place] if s.place != AMMUNITION else k.w[GUN_NOW] * 2 * t.rules.ammunition_guns
    if s.step <= 5:
        return purchase_worth(t, k, x)
    return gain(k, income_as(t, s, owner_of(s, x), x, building_on(s, x)) * t.rules.attack_share_percent * 0.01)

cdef double token_worth(const Table* t, const State* s, const Look* k, double stake, int value) noexcept nogil:
    cdef double c = 1
    cdef int q
    for q in range(t.players):
        if q != k.p and (s.duellists >> q) & 1:
            c *= duel_chance(k.strength + value - strength(t, s, q) - 2)
    return c * stake - k.w[TOKEN_PIP] * value

# ---- all decisions

cdef void judge(const Table* t, const State* s, const double* weights, const i32* codes, int n, double* value) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef int p = s.head.to_move, i, act, x, kept
    cdef Look k
    cdef double v = 0
    cdef Figures seen
    cdef const Figures* f = &s.figures
    if s.phase == PERFORM and (s.place < SPACES or s.step != 5):
        for i in range(n):
            value[i] = codes[i] & 1                     # what costs nothing is done
        return
    if s.stale:                                         # Kit Carson
        seen = board(s, p)
        f = &seen
    take_in(t, s, weights, f, p, &k)
    if s.phase == PLACE or s.phase == MOVE:
        judge_placement(t, s, &k, f, codes, n, value)
        return
    if s.phase == TOKEN:
        v = prize(t, s, &k)
    for i in range(n):
        act = codes[i] >> 24
        x = codes[i] & 0xFFFFFF
        if act == ACT_DRAFT:
            value[i] = parcel_worth(t, &k, x)
        elif act == ACT_SETTLE:
            value[i] = parcel_worth(t, &k, x) if x < PARCELS else 0
        elif act == ACT_CHARACTER:
            value[i] = character_worth(t, s, weights, &k, x)
        elif act == ACT_REWARD:
            value[i] = reward_worth(t, s, &k, x)
        elif act == ACT_COOLIE:
            value[i] = tile_worth(t, s, &k, s.row[x]) - r.coolie_red_price * k.dollar if x < SLOTS else 0
        elif act == ACT_RECRUIT:
            value[i] = recruits_worth(t, s, &k, x)
        elif act == ACT_ARM:
            v = r.captain_red_gun_price_1 if x == 1 else r.captain_red_gun_price_2
            value[i] = gun_worth(&k, x) - v * k.dollar if x else 0
        elif act == ACT_DUEL_ORDER or act == ACT_ATTACK_ORDER:
            # a lost duel brings the cowboy back, stronger for the next: small prizes of our own first
            value[i] = -parcel_worth(t, &k, x) if s.figures.parcels[p] & bit(x) else -10
        elif act == ACT_PERFORM:
            value[i] = x * purchase_worth(t, &k, s.place - SPACES)
        elif act == ACT_BUY_PARCEL:
            value[i] = purchase_worth(t, &k, x) if x < PARCELS else 0
        elif act == ACT_CONSTRUCT:
            value[i] = construct_worth(t, s, &k, x)
        elif act == ACT_SITE:
            value[i] = building_worth(t, s, &k, s.tile, x) - 0.6 * site_worth(t, s, &k, x)
        elif act == ACT_HOUSE:
            value[i] = house_worth(t, s, &k, x)
        elif act == ACT_CONSENT:                        # two points, against the room for a building
            value[i] = x * (tile_points(t) - weights[CONSENT_SITE] * room_worth(t, &k, s.house_site))
        elif act == ACT_KEPT:
            value[i] = best_site(t, s, &k, x) if x < BUILDINGS else 0
        elif act == ACT_TOKEN:
            value[i] = token_worth(t, s, &k, v, x)
        elif act == ACT_DOUBLE:
            value[i] = double_worth(t, s, &k, x)
        elif act == ACT_BUY_VP:
            value[i] = x + rest_worth(t, &k, s.money[p] - x * t.vp_price[s.place - VP_BUY])
        elif act == ACT_BANKER:
            kept = 0 if x == 0 else r.banker_red_price_1 if x == 1 else r.banker_red_price_2 if x == 2 else r.banker_red_price_3
            value[i] = rest_worth(t, &k, s.money[p] - kept) + (
                0 if x == 0 else r.banker_red_vp_1 if x == 1 else r.banker_red_vp_2 if x == 2 else r.banker_red_vp_3)
        elif act == ACT_HAND_BACK:
            value[i] = (x // r.cash_limit_dollars_per_vp + (s.money[p] - x) * k.dollar if k.later
                        else last_points(r, s.money[p], x))
        elif act == ACT_LAY_ROAD:
            value[i] = 0 if x == LINES else -0.1        # laying early only helps rivals (section 6a)
        else:
            value[i] = 0

cdef double construct_worth(const Table* t, const State* s, const Look* k, int answer) noexcept nogil:
    """D13: decline, keep or build."""
    cdef double cost = t.rules.coolie_red_price if s.tile_from == FROM_COOLIE else building_price(t, s, k.p, s.tile_slot)
    cdef double v
    if answer == 0:
        return 0
    if answer == 2:
        v = best_site(t, s, k, s.tile)
    else:
        v = k.w[KEEP_TILE] * (tile_points(t) + 5 * k.dollar * k.later + gun_worth(k, t.guns[s.tile])) if k.later else 0
    return v + gain(k, -cost)

cdef double reward_worth(const Table* t, const State* s, const Look* k, int wait) noexcept nogil:
    """D4, D5: the money now, or what waiting will bring as far as the table shows it."""
    cdef const Rules* r = &t.rules
    cdef int b, most = 0, sum
    cdef u64 m
    if character_of(s, k.p) == SETTLER:
        if not wait:
            return r.settler_red_money * k.dollar
        sum = r.settler_red_per_mountain * popcount(s.mountain & k.own)
        return sum if r.settler_red_mountain_reward else sum * k.dollar
    if not wait:
        return r.grocer_money * k.dollar
    if t.red[GROCER]:
        return r.grocer_red_vp_per_house * (popcount(s.house & k.own) + 0.5)
    for b in range(CHURCH):
        sum = 0
        m = s.built[b] & k.own
        while m:
            sum += income_as(t, s, k.p, lowest(m), b)
            m &= m - 1
        if sum > most:
            most = sum
    most = (r.grocer_multiplier - 1) * most
    return (most if most > r.grocer_money else r.grocer_money - 1) * k.dollar   # $8 stays possible, but later

cdef double double_worth(const Table* t, const State* s, const Look* k, int answer) noexcept nogil:
    """D21: $8, or one type once more."""
    cdef int sum = 0
    cdef u64 m
    if answer == 0:
        return t.rules.grocer_money
    m = s.built[answer - 1] & k.own
    while m:
        sum += income_as(t, s, k.p, lowest(m), answer - 1)
        m &= m - 1
    return (t.rules.grocer_multiplier - 1) * sum
