"""What a sensible player looks at in Gold Rush, in points of the final score. Weights are named in weights.yaml.

A feature is worth what it will bring its owners: now, or with the chance that its open edges get closed. Laying a tile
is worth the difference that it makes to the features it touches, its completing, joining and opening of own and others'
ones, and the best action that it allows. Nothing is copied: the merged features are added up on the side.
"""
from libc.string cimport memset

from sim.core.types cimport i8, i32, u8, u32, u64
from sim.gold_rush.land cimport *
from sim.gold_rush.state cimport *

cdef enum:
    NEVER = -1_000_000          # worse than any action

cdef enum:                      # in the order of weights.yaml
    RIVAL, COWBOY, LAST_COWBOY, PATIENCE, FARMER, MOUNTAIN_EDGE, RAIL_END, SLOW, MOUNTAIN_GROWTH, RAIL_GROWTH, PRAIRIE_GROWTH
    TOKEN, MINE, TENT, TENT_GROWTH
    MOST_OPEN = 8               # open edges beyond this many change no chance any more
    ENDS = 3                    # a railroad has 0, 1 or 2 open ends

cdef struct Outlook:            # what holds for all options of this decision
    const double* w
    int me
    double token                # expected value of a token that this seat has not seen
    double rival                # what a point of one rival costs
    double cowboy               # what a cowboy in the supply is worth now
    double turns                # own turns to come
    double to_come              # tiles to come
    double mountain[MOST_OPEN]  # chance that a mountain with so many open edges is completed
    double nugget, nugget_open  # what each of its nuggets brings then, and otherwise
    double rail[ENDS]           # likewise railroads
    double tile[3]              # and their tiles, without a train, with one, with more
    double tile_open
    double nuggets_coming       # an open edge
    double tiles_coming         # an open end
    double farmer               # what a farmer on a bare prairie is worth
    bint cowboys                # this seat has one to place
    bint merchants              # somebody has one
    double city[RAILS]          # what closing a railroad brings by the cities at its ends

cdef struct Mountain:           # a mountain as it is, or as it would be
    int open, nuggets, stack
    u32 miners
    int tents
    int number, side            # of the cell that it touches
    double worth                # as it is

cdef struct Rail:
    int open, tiles, trains
    u32 men
    double city
    int number, side
    double worth

cdef struct Prairie:
    int points
    u32 farmers
    int number, half            # half-edge of the cell
    double worth

cdef struct Alone:              # what a cowboy on the tile to lay would bring where it touches nothing
    double miner[16]            # the best one outside of a set of segments
    double railwayman[16]       # likewise
    double merchant
    int prairie[8]              # points of a segment
    int best_prairie

cdef struct Around:             # the features that touch an empty cell, by its sides; what touches it twice counts the first time
    int mountains, rails, prairies      # how many
    Mountain mountain[4]
    Rail rail[4]
    Prairie prairie[8]
    bint stakes                 # somebody has a figure on a mountain or railroad here, or waits for it in a city
    int farmed                  # how many prairies with farmers
    int most_points             # of a free prairie that joins all free ones

# ---- chances

cdef void look_ahead(const Table* t, const State* s, const double* w, Outlook* o) noexcept nogil:
    cdef int me = s.head.to_move, v, n, tokens = 0, i
    cdef const Rules* r = &t.rules
    cdef double worth = 0, chance
    o.w = w
    o.me = me
    o.cowboys = s.cowboys[me] > 0
    for v in range(VALUES):
        n = t.tokens[v] - s.mined[me][v] - s.won[me][v]
        tokens += n
        worth += n * t.value[v]
    o.token = w[TOKEN] * worth / tokens if tokens else 0
    o.rival = w[RIVAL] / (t.players - 1)
    o.to_come = s.left
    o.turns = o.to_come / t.players
    o.cowboy = (w[COWBOY] + (w[LAST_COWBOY] if s.cowboys[me] == 1 else 0)) * o.turns / (o.turns + w[PATIENCE])
    chance = o.to_come / (o.to_come + w[SLOW])
    o.mountain[0] = o.rail[0] = 1
    for i in range(1, MOST_OPEN):
        o.mountain[i] = o.mountain[i - 1] * w[MOUNTAIN_EDGE] * chance
    for i in range(1, ENDS):
        o.rail[i] = o.rail[i - 1] * w[RAIL_END] * chance
    o.nugget, o.nugget_open = r.mountain_points_per_nugget, r.mountain_points_incomplete_per_nugget
    for n in range(3):
        o.tile[n] = r.rail_points_per_tile * train_factor(t, n)
    o.tile_open = r.rail_points_incomplete_per_tile
    o.nuggets_coming = w[MOUNTAIN_GROWTH] * o.mountain[1]
    o.tiles_coming = w[RAIL_GROWTH] * o.rail[1]
    o.farmer = w[PRAIRIE_GROWTH] * o.to_come - o.cowboy * w[FARMER]

cdef void look_at_cities(const Table* t, const State* s, Outlook* o) noexcept nogil:
    """What closing each railroad is worth to the merchants at its ends."""
    cdef const Kind* k
    cdef int c, i, r, p, tile
    o.merchants = False
    for c in range(s.cities):
        p = s.merchant[c]
        if p == NOBODY:
            continue
        if not o.merchants:
            o.merchants = True
            memset(o.city, 0, s.rails * sizeof(double))
        tile = s.city_tile[c]
        k = &t.kind[s.laid[tile] >> 2]
        for i in range(k.rails):
            if k.to_city[i]:
                r = rail_of(s, s.first_rail[tile] + i)
                if s.rail_open[r]:
                    o.city[r] += (t.rules.city_points_per_rail * (1 - o.rail[s.rail_open[r]])
                                  * (1.0 if p == o.me else -o.rival))

cdef inline int few(int open) noexcept nogil:
    return open if open < MOST_OPEN else MOST_OPEN - 1

cdef inline double balance(const Outlook* o, u32 figures, int* own, int* owners) noexcept nogil:
    """How a point of a feature counts: for this seat if it is among the leaders, against it for every rival there."""
    cdef int who = leaders(figures), mine = (who >> o.me) & 1
    owners[0] = popcount(who)
    own[0] = mine
    return mine - o.rival * (owners[0] - mine)

# ---- what features are worth

cdef inline double tent_worth(const Outlook* o, int open, int stack, int tents) noexcept nogil:
    """What an own tent will still dig out here, with so many tents of others; nothing once the mountain is complete."""
    cdef double n
    if open == 0:
        return 0
    n = (stack + o.w[TENT_GROWTH] * open * o.mountain[1]) / (1 + tents)
    if n > o.turns:
        n = o.turns
    return o.w[TENT] * o.token * n

cdef inline int other_tents(const Outlook* o, int tents) noexcept nogil:
    tents &= ~(3 << (2 * o.me))
    return popcount(tents & 0x155) + 2 * popcount(tents & 0x2AA)        # two bits a seat

cdef inline double mountain_points(const Outlook* o, int open, int nuggets, int stack, int owners) noexcept nogil:
    """What each of the owners of a mountain can expect of it."""
    cdef double complete = o.mountain[few(open)]
    return ((nuggets + o.nuggets_coming * open) * (complete * o.nugget + (1 - complete) * o.nugget_open)
            + complete * stack * o.token / owners)

cdef inline double mountain_worth(const Outlook* o, const Mountain* m) noexcept nogil:
    cdef double worth = 0, sign
    cdef int own, owners
    if m.miners:
        sign = balance(o, m.miners, &own, &owners)
        worth = sign * mountain_points(o, m.open, m.nuggets, m.stack, owners)
        worth += o.mountain[few(m.open)] * o.cowboy * cowboys_of(m.miners, o.me)
    if m.tents and tents_of(m.tents, o.me):
        worth += tent_worth(o, m.open, m.stack, other_tents(o, m.tents))
    return worth

cdef inline double rail_points(const Outlook* o, int open, int tiles, int trains) noexcept nogil:
    cdef double complete = o.rail[open]
    return ((tiles + o.tiles_coming * open)
            * (complete * o.tile[trains if trains < 2 else 2] + (1 - complete) * o.tile_open))

cdef inline double rail_worth(const Outlook* o, const Rail* r) noexcept nogil:
    cdef double worth = 0
    cdef int own, owners
    if r.men:
        worth = balance(o, r.men, &own, &owners) * rail_points(o, r.open, r.tiles, r.trains)
        worth += o.rail[r.open] * o.cowboy * cowboys_of(r.men, o.me)
    if r.open == 0:
        worth += r.city
    return worth

cdef inline int prairie_points(const Table* t, int camps, int herds) noexcept nogil:
    return t.rules.camp_points * camps + t.rules.herd_points * herds

cdef inline double prairie_worth(const Outlook* o, u32 farmers, int points) noexcept nogil:
    cdef int own, owners
    return balance(o, farmers, &own, &owners) * points

# ---- what a cowboy is worth on a free feature: its points, less the cowboy for as long as he is away

cdef inline double miner_gain(const Outlook* o, int open, int nuggets, int stack) noexcept nogil:
    return mountain_points(o, open, nuggets, stack, 1) - o.cowboy * (1 - o.mountain[few(open)])

cdef inline double railwayman_gain(const Outlook* o, int open, int tiles, int trains) noexcept nogil:
    return rail_points(o, open, tiles, trains) - o.cowboy * (1 - o.rail[open])

cdef inline double farmer_gain(const Outlook* o, int points) noexcept nogil:
    return points + o.farmer

# ---- D1: a tile

cdef inline void meet_mountain(const State* s, const Outlook* o, int side, int f, Around* a) noexcept nogil:
    cdef int i, n = a.mountains
    cdef Mountain* m = &a.mountain[n]
    a.mountains += 1
    m.side, m.number = side, f
    m.worth = 0
    for i in range(n):
        if a.mountain[i].number == f:                   # a second edge of the same one
            m.open = m.nuggets = m.stack = m.tents = 0
            m.miners = 0
            return
    m.open, m.nuggets, m.stack = s.mountain_open[f], s.nuggets[f], s.stack[f]
    m.miners, m.tents = s.miners[f], s.tents_on[f]
    if m.miners or m.tents:
        m.worth = mountain_worth(o, m)
        a.stakes = True

cdef inline void meet_rail(const State* s, const Outlook* o, int side, int f, Around* a) noexcept nogil:
    cdef int i, n = a.rails
    cdef Rail* r = &a.rail[n]
    a.rails += 1
    r.side, r.number = side, f
    r.worth = 0
    for i in range(n):
        if a.rail[i].number == f:                       # a loop
            r.open = r.tiles = r.trains = 0
            r.men = 0
            r.city = 0
            return
    r.open, r.tiles, r.trains, r.men = s.rail_open[f], s.rail_size[f], s.trains[f], s.railwaymen[f]
    r.city = 0
    if o.merchants and o.city[f] != 0:
        r.city = o.city[f]
        a.stakes = True
    if r.men:
        r.worth = rail_worth(o, r)
        a.stakes = True

cdef inline void meet_prairie(const Table* t, const State* s, const Outlook* o, int half, int f, Around* a) noexcept nogil:
    cdef int i, n = a.prairies
    cdef Prairie* p = &a.prairie[n]
    for i in range(n):
        if a.prairie[i].number == f:                    # met already
            return
    a.prairies += 1
    p.half, p.number = half, f
    p.points, p.farmers = prairie_points(t, s.camps[f], s.herds[f]), s.farmers[f]
    p.worth = 0
    if p.farmers:
        a.farmed += 1
        p.worth = prairie_worth(o, p.farmers, p.points)
    else:
        a.most_points += p.points

cdef void look_around(const Table* t, const State* s, const Outlook* o, int cell, int need, Around* a) noexcept nogil:
    """What touches the cell, and what it is worth before the tile lies there."""
    cdef const Laid* there
    cdef int side, other, edge, neighbours = (need | need >> 1) & 0x55          # a bit for each side
    a.mountains = a.rails = a.prairies = a.farmed = a.most_points = 0
    a.stakes = False
    while neighbours:
        side = lowest(neighbours) >> 1
        neighbours &= neighbours - 1
        edge = terrain(need, side)
        other = tile_at(s, beside(cell, side))
        there = &t.laid[s.laid[other]]
        if edge == MOUNTAIN:
            meet_mountain(s, o, side, mountain_of(s, s.first_mountain[other] + there.segment[side ^ 2]), a)
            continue
        if edge == RAILROAD:
            meet_rail(s, o, side, rail_of(s, s.first_rail[other] + there.segment[side ^ 2]), a)
        if t.farmers:                                   # half ^ 5 is the half-edge opposite
            meet_prairie(t, s, o, 2 * side, prairie_of(s, s.first_prairie[other] + there.prairie[2 * side ^ 5]), a)
            if edge == RAILROAD:
                meet_prairie(t, s, o, 2 * side + 1, prairie_of(s, s.first_prairie[other] + there.prairie[2 * side + 1 ^ 5]), a)

cdef void look_at_tile(const Table* t, const Outlook* o, const Kind* k, Alone* alone) noexcept nogil:
    cdef double city = 0
    cdef int i, touched, all
    alone.best_prairie = -1
    for i in range(k.prairies):
        alone.prairie[i] = prairie_points(t, k.camps[i], k.herds[i])
        alone.best_prairie = max(alone.best_prairie, alone.prairie[i])
    all = (1 << k.mountains) - 1
    alone.miner[all] = NEVER
    for touched in range(all - 1, -1, -1):
        i = lowest(~touched)
        alone.miner[touched] = alone.miner[touched | 1 << i]
        if o.cowboys:
            alone.miner[touched] = max(alone.miner[touched],
                                       miner_gain(o, k.mountain_edges[i], k.nuggets[i], k.nuggets[i]))
    all = (1 << k.rails) - 1
    alone.railwayman[all] = alone.merchant = NEVER
    for touched in range(all - 1, -1, -1):
        i = lowest(~touched)
        alone.railwayman[touched] = alone.railwayman[touched | 1 << i]
        if o.cowboys:
            alone.railwayman[touched] = max(alone.railwayman[touched],
                                            railwayman_gain(o, k.rail_edges[i], 1, k.trains[i]))
    if k.city and o.cowboys:
        for i in range(k.rails):
            if k.to_city[i]:
                city += o.rail[k.rail_edges[i]]
        alone.merchant = merchant_gain(t, o, city, k)

cdef inline double judge_mountains(const Table* t, const Outlook* o, const Kind* k, const Laid* l,
                                   const Alone* alone, const Around* a, double* best) noexcept nogil:
    """What the tile changes on mountains; `best` rises to what a miner on it would bring."""
    cdef Mountain new[4]
    cdef Mountain* m
    cdef const Mountain* old
    cdef double change = 0
    cdef int i, j, touched = 0
    for i in range(a.mountains):
        old = &a.mountain[i]
        j = l.segment[old.side]
        m = &new[j]
        change -= old.worth
        if not (touched >> j) & 1:
            touched |= 1 << j
            m.open = k.mountain_edges[j] + old.open - 2
            m.nuggets = k.nuggets[j] + old.nuggets
            m.stack = k.nuggets[j] + old.stack
            m.miners = old.miners
            m.tents = old.tents
        else:
            m.open += old.open - 2
            m.nuggets += old.nuggets
            m.stack += old.stack
            m.miners += old.miners
            m.tents += old.tents
    best[0] = max(best[0], alone.miner[touched])
    while touched:
        m = &new[lowest(touched)]
        touched &= touched - 1
        if m.open < 0:                                  # two segments of the tile in one mountain: the other one has it
            m.open = 0
        if m.miners or m.tents:
            change += mountain_worth(o, m)
        if o.cowboys and m.miners == 0 and (m.open or t.rules.occupy_completed_feature):
            best[0] = max(best[0], miner_gain(o, m.open, m.nuggets, m.stack))
    return change

cdef inline double judge_rails(const Table* t, const Outlook* o, const Kind* k, const Laid* l,
                               const Alone* alone, const Around* a, double* best) noexcept nogil:
    """Likewise railroads, and the city on the tile."""
    cdef Rail new[4]
    cdef Rail* r
    cdef const Rail* old
    cdef double change = 0, city = 0
    cdef int i, j, touched = 0, left
    for i in range(a.rails):
        old = &a.rail[i]
        j = l.segment[old.side]
        r = &new[j]
        change -= old.worth
        if not (touched >> j) & 1:
            touched |= 1 << j
            r.open = k.rail_edges[j] + old.open - 2
            r.tiles = 1 + old.tiles
            r.trains = k.trains[j] + old.trains
            r.men = old.men
            r.city = old.city
        else:
            r.open += old.open - 2
            r.tiles += old.tiles
            r.trains += old.trains
            r.men += old.men
            r.city += old.city
    best[0] = max(best[0], alone.railwayman[touched])
    left = touched
    while left:
        r = &new[lowest(left)]
        left &= left - 1
        if r.open < 0:
            r.open = 0
        if r.men:
            change += rail_worth(o, r)
        else:
            if r.open == 0:
                change += r.city
            if o.cowboys and (r.open or t.rules.occupy_completed_feature):
                best[0] = max(best[0], railwayman_gain(o, r.open, r.tiles, r.trains))
    if k.city and o.cowboys:
        for i in range(k.rails):
            if k.to_city[i]:
                city += o.rail[new[i].open if (touched >> i) & 1 else k.rail_edges[i]]
        best[0] = max(best[0], merchant_gain(t, o, city, k))
    return change

cdef inline double merchant_gain(const Table* t, const Outlook* o, double closed, const Kind* k) noexcept nogil:
    """`closed`: how many of its railroads a city can expect to be completed."""
    cdef double all = 1
    cdef int i
    for i in range(k.rails):
        all *= closed / k.rails
    return t.rules.city_points_per_rail * closed - o.cowboy * (1 - all)

cdef inline double judge_prairies(const Outlook* o, const Kind* k, const Laid* l,
                                  const Alone* alone, const Around* a, double* best) noexcept nogil:
    """Likewise prairies."""
    cdef int points[8]
    cdef u32 farmers[8]
    cdef const Prairie* old
    cdef double change = 0
    cdef int i, n, most = -1
    for i in range(k.prairies):
        points[i] = alone.prairie[i]
        farmers[i] = 0
    for i in range(a.prairies):
        old = &a.prairie[i]
        n = l.prairie[old.half]
        points[n] += old.points
        farmers[n] += old.farmers
        change -= old.worth
    for i in range(k.prairies):
        if farmers[i]:
            change += prairie_worth(o, farmers[i], points[i])
        else:
            most = max(most, points[i])
    if most >= 0 and o.cowboys:
        best[0] = max(best[0], farmer_gain(o, most))
    return change

cdef void judge_places(const Table* t, const State* s, Outlook* o, const i32* codes, int n, double* value) noexcept nogil:
    """Every place of the tile: the difference that it makes, and the best action after it."""
    cdef const Kind* k = &t.kind[s.tile]
    cdef const Laid* l
    cdef Alone alone
    cdef Around a
    cdef double idle = best_tent(t, s, o), best, change, railman, farmer = NEVER
    cdef int i = 0, cell, points, where = 0, last
    cdef u8 places[FRONTIER]                            # the empty cells where it fits
    cdef bint prairies
    for cell in range(s.open_cells):
        places[where] = cell
        where += t.fit[s.tile][s.need[cell]] != 0
    where = 0
    look_at_cities(t, s, o)
    look_at_tile(t, o, k, &alone)
    railman = max(alone.railwayman[0], alone.merchant)
    while i < n:
        last = codes[i] | 3                             # rotation of the cell
        cell = (last & 0xFFFFFF) >> 2
        while s.frontier[places[where]] != cell:        # both ascend; `codes` may leave some out
            where += 1
        look_around(t, s, o, cell, s.need[places[where]], &a)
        where += 1
        # prairies matter where farmers meet or get more, and where a farmer of one's own might be the best action
        points = alone.best_prairie + a.most_points
        prairies = a.farmed > 1 or (a.farmed and points)
        if t.farmers and o.cowboys:
            farmer = farmer_gain(o, points)
        while i < n and codes[i] <= last:
            l = &t.laid[4 * s.tile + (codes[i] & 3)]
            change = 0
            best = idle
            if o.cowboys or a.stakes:
                if a.mountains:
                    change = judge_mountains(t, o, k, l, &alone, &a, &best)
                elif alone.miner[0] > best:
                    best = alone.miner[0]
                if a.rails:
                    change += judge_rails(t, o, k, l, &alone, &a, &best)
                elif railman > best:
                    best = railman
            if prairies or farmer > best:
                change += judge_prairies(o, k, l, &alone, &a, &best)
            value[i] = change + best
            i += 1

# ---- D2: the action

cdef double mine_gain(const Table* t, const State* s, const Outlook* o, int m) noexcept nogil:
    """A token now; one that the own miners would bring home anyway is worth less, one of a rival's mountain more."""
    cdef double chance = o.mountain[few(s.mountain_open[m])], worth = o.token
    cdef int own = 0, owners = 0
    if t.rules.tokens_visible_on_map and s.top[m]:
        worth = t.value[s.token[s.top[m] - 1]]
    if s.miners[m]:
        balance(o, s.miners[m], &own, &owners)
        worth *= 1 + chance * (o.rival * (owners - own) - own) / owners
    return o.w[MINE] * worth

cdef double own_tent(const State* s, const Outlook* o, int m) noexcept nogil:
    return tent_worth(o, s.mountain_open[m], s.stack[m], other_tents(o, s.tents_on[m]))

cdef double best_tent(const Table* t, const State* s, const Outlook* o) noexcept nogil:
    """The best that the tent can do next, by mining or by moving."""
    cdef double best = 0, here = 0, gain
    cdef u64 sites = s.tent_sites[o.me], grounds = s.camp_grounds & ~sites
    cdef int m
    if t.rules.tents_per_player == 0:
        return 0
    while sites:
        m = lowest(sites)
        sites &= sites - 1
        here = own_tent(s, o, m)
        if s.stack[m]:
            gain = mine_gain(t, s, o, m)
            if gain > best:
                best = gain
    while grounds:
        m = lowest(grounds)
        grounds &= grounds - 1
        gain = own_tent(s, o, m) - here
        if gain > best:
            best = gain
    return best

cdef double cowboy_gain(const Table* t, const State* s, const Outlook* o, int place) noexcept nogil:
    cdef int tile = s.tiles - 1, i, f
    cdef const Kind* k = &t.kind[s.laid[tile] >> 2]
    cdef double closed = 0
    if place >= ON_PRAIRIE:
        f = prairie_of(s, s.first_prairie[tile] + place - ON_PRAIRIE)
        return farmer_gain(o, prairie_points(t, s.camps[f], s.herds[f]))
    if place == IN_CITY:
        for i in range(k.rails):
            if k.to_city[i]:
                closed += o.rail[s.rail_open[rail_of(s, s.first_rail[tile] + i)]]
        return merchant_gain(t, o, closed, k)
    if place >= ON_RAIL:
        f = rail_of(s, s.first_rail[tile] + place - ON_RAIL)
        return railwayman_gain(o, s.rail_open[f], s.rail_size[f], s.trains[f])
    f = mountain_of(s, s.first_mountain[tile] + place)
    return miner_gain(o, s.mountain_open[f], s.nuggets[f], s.stack[f])

cdef void judge_actions(const Table* t, const State* s, const Outlook* o, const i32* codes, int n, double* value) noexcept nogil:
    cdef int i, act, k, origin = 0
    cdef double here = 0                                # what the tent will dig out where it stands
    for i in range(n):
        act, k = codes[i] >> 24, codes[i] & 0xFFFFFF
        if act == ACT_COWBOY:
            value[i] = cowboy_gain(t, s, o, k)
        elif act == ACT_TENT:
            if k >> 8 != origin:                        # the moves from one place stand together
                origin = k >> 8
                here = own_tent(s, o, origin - 1)
            value[i] = own_tent(s, o, k & 255) - here
        elif act == ACT_MINE:
            value[i] = mine_gain(t, s, o, k)
        elif act == ACT_RECALL:
            value[i] = o.cowboy - prairie_points(t, s.camps[k], s.herds[k])
        else:
            value[i] = 0                                # nothing

cdef double tile_gain(const Table* t, const State* s, const Outlook* o, int kind) noexcept nogil:
    """tile_choice: a tile is worth what its symbols may bring."""
    cdef const Kind* k = &t.kind[kind]
    cdef double worth = 0
    cdef int i
    for i in range(k.mountains):
        worth += k.nuggets[i] * o.token
    for i in range(k.rails):
        worth += k.trains[i]
    return worth

cdef void judge(const Table* t, const State* s, const double* weights, const i32* codes, int n, double* value) noexcept nogil:
    cdef Outlook o
    cdef int i
    look_ahead(t, s, weights, &o)
    if s.phase == PLACE:
        judge_places(t, s, &o, codes, n, value)
    elif s.phase == CHOOSE:
        for i in range(n):
            value[i] = tile_gain(t, s, &o, codes[i] & 0xFFFFFF)
    else:
        judge_actions(t, s, &o, codes, n, value)
