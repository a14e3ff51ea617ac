"""What a sensible player looks at in Gold Rush, in points of the final score. Weights are named in weights.yaml.

A feature is worth what it will bring its owners: now, or with the chance that its open edges get closed. Laying a tile
is worth the difference that it makes to the features it touches, its completing, joining and opening of own and others'
ones, and the best action that it allows. Nothing is copied: the merged features are added up on the side.
"""
from libc.string cimport memset

from sim.core.types cimport i8, i32, u8, u32, u64
from sim.gold_rush.land cimport *
from sim.gold_rush.state cimport *

cdef enum:                      # in the order of weights.yaml
    RIVAL, COWBOY, LAST_COWBOY, FARMER, MOUNTAIN_EDGE, RAIL_END, SLOW, MOUNTAIN_GROWTH, RAIL_GROWTH, PRAIRIE_GROWTH
    TOKEN, MINE, TENT, TENT_GROWTH
    MOST_OPEN = 16              # open edges beyond this many change no chance any more

cdef struct Outlook:            # what holds for all options of this decision
    const double* w
    int me
    double token                # expected value of a token that this seat has not seen
    double rival                # what a point of one rival costs
    double cowboy               # what a cowboy in the supply is worth now
    double turns                # own turns to come
    double to_come              # tiles to come
    double mountain[MOST_OPEN]  # chance that a mountain with so many open edges is completed
    double rail[MOST_OPEN]
    bint merchants              # somebody has one
    double city[RAILS]          # what closing a railroad brings by the cities at its ends

cdef struct Mountain:           # a mountain as it is, or as it would be
    int open, nuggets, stack
    u32 miners
    int tents

cdef struct Rail:
    int open, tiles, trains
    u32 men
    double city

cdef struct Prairie:
    int camps, herds
    u32 farmers

cdef struct Around:             # the features that touch an empty cell, by its sides and half-edges; -1 none
    int feature[4]
    int prairie[8]

# ---- chances

cdef void look_ahead(const Table* t, const State* s, const double* w, Outlook* o) noexcept nogil:
    cdef int me = s.head.to_move, v, n, tokens = 0, i
    cdef double worth = 0, chance
    o.w = w
    o.me = me
    for v in range(VALUES):
        n = t.tokens[v] - s.mined[me][v] - s.won[me][v]
        tokens += n
        worth += n * t.value[v]
    o.token = w[TOKEN] * worth / tokens if tokens else 0
    o.rival = w[RIVAL] / (t.players - 1)
    o.to_come = s.left
    o.turns = o.to_come / t.players
    o.cowboy = w[COWBOY] * o.to_come / (o.to_come + w[SLOW])
    if s.cowboys[me] == 1:
        o.cowboy += w[LAST_COWBOY] * o.to_come / (o.to_come + w[SLOW])
    chance = o.to_come / (o.to_come + w[SLOW])
    o.mountain[0] = o.rail[0] = 1
    for i in range(1, MOST_OPEN):
        o.mountain[i] = o.mountain[i - 1] * w[MOUNTAIN_EDGE] * chance
        o.rail[i] = o.rail[i - 1] * w[RAIL_END] * chance
    look_at_cities(t, s, o)

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
            memset(o.city, 0, sizeof(o.city))
        tile = s.city_tile[c]
        k = &t.kind[s.laid[tile] >> 2]
        for i in range(k.rails):
            if k.to_city[i]:
                r = rail_of(s, s.first_rail[tile] + i)
                if s.rail_open[r]:
                    o.city[r] += (t.rules.city_points_per_rail * (1 - o.rail[s.rail_open[r] & 15])
                                  * (1.0 if p == o.me else -o.rival))

cdef inline double closing(const double* chance, int open) noexcept nogil:
    return chance[open] if open < MOST_OPEN else 0

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
    cdef int n = 0
    tents &= ~(3 << (2 * o.me))
    while tents:
        n += tents & 3
        tents >>= 2
    return n

cdef inline double mountain_points(const Table* t, const Outlook* o, int open, int nuggets, int stack, int owners) noexcept nogil:
    """What each of the owners of a mountain can expect of it."""
    cdef double chance = closing(o.mountain, open)
    cdef double grown = nuggets + o.w[MOUNTAIN_GROWTH] * open * o.mountain[1]
    return (grown * (chance * t.rules.mountain_points_per_nugget + (1 - chance) * t.rules.mountain_points_incomplete_per_nugget)
            + chance * stack * o.token / owners)

cdef inline double mountain_worth(const Table* t, const Outlook* o, const Mountain* m) noexcept nogil:
    cdef double worth = 0, sign
    cdef int own, owners
    if m.miners:
        sign = balance(o, m.miners, &own, &owners)
        worth = sign * mountain_points(t, o, m.open, m.nuggets, m.stack, owners)
        worth += closing(o.mountain, m.open) * o.cowboy * cowboys_of(m.miners, o.me)
    if m.tents and tents_of(m.tents, o.me):
        worth += tent_worth(o, m.open, m.stack, other_tents(o, m.tents))
    return worth

cdef inline double rail_points(const Table* t, const Outlook* o, int open, int tiles, int trains) noexcept nogil:
    cdef double chance = closing(o.rail, open)
    cdef double grown = tiles + o.w[RAIL_GROWTH] * open * o.rail[1]
    return grown * (chance * t.rules.rail_points_per_tile * train_factor(t, trains)
                    + (1 - chance) * t.rules.rail_points_incomplete_per_tile)

cdef inline double rail_worth(const Table* t, const Outlook* o, const Rail* r) noexcept nogil:
    cdef double worth = 0
    cdef int own, owners
    if r.men:
        worth = balance(o, r.men, &own, &owners) * rail_points(t, o, r.open, r.tiles, r.trains)
        worth += closing(o.rail, r.open) * o.cowboy * cowboys_of(r.men, o.me)
    if r.open == 0:
        worth += r.city
    return worth

cdef inline double prairie_points(const Table* t, const Outlook* o, int camps, int herds) noexcept nogil:
    return t.rules.camp_points * camps + t.rules.herd_points * herds

cdef inline double prairie_worth(const Table* t, const Outlook* o, const Prairie* f) noexcept nogil:
    cdef int own, owners
    return balance(o, f.farmers, &own, &owners) * prairie_points(t, o, f.camps, f.herds)

# ---- what a cowboy is worth on a free feature: its points, less the cowboy for as long as he is away

cdef inline double miner_gain(const Table* t, const Outlook* o, int open, int nuggets, int stack) noexcept nogil:
    return mountain_points(t, o, open, nuggets, stack, 1) - o.cowboy * (1 - closing(o.mountain, open))

cdef inline double railwayman_gain(const Table* t, const Outlook* o, int open, int tiles, int trains) noexcept nogil:
    return rail_points(t, o, open, tiles, trains) - o.cowboy * (1 - closing(o.rail, open))

cdef inline double farmer_gain(const Table* t, const Outlook* o, int camps, int herds) noexcept nogil:
    return prairie_points(t, o, camps, herds) + o.w[PRAIRIE_GROWTH] * o.to_come - o.cowboy * o.w[FARMER]

# ---- D1: a tile

cdef void look_around(const Table* t, const State* s, int cell, int need, Around* a) noexcept nogil:
    cdef const Laid* there
    cdef int side, other, edge
    for side in range(4):
        a.feature[side] = -1
        edge = terrain(need, side)
        if edge == 0:
            continue
        other = tile_at(s, beside(cell, side))
        there = &t.laid[s.laid[other]]
        if edge == MOUNTAIN:
            a.feature[side] = mountain_of(s, s.first_mountain[other] + there.segment[side ^ 2])
            continue
        if edge == RAILROAD:
            a.feature[side] = rail_of(s, s.first_rail[other] + there.segment[side ^ 2])
        if t.farmers:
            a.prairie[2 * side] = prairie_of(s, s.first_prairie[other] + there.prairie[2 * (side ^ 2) + 1])
            a.prairie[2 * side + 1] = prairie_of(s, s.first_prairie[other] + there.prairie[2 * (side ^ 2)])

cdef inline void read_mountain(const State* s, int f, Mountain* m) noexcept nogil:
    m.open, m.nuggets, m.stack = s.mountain_open[f], s.nuggets[f], s.stack[f]
    m.miners, m.tents = s.miners[f], s.tents_on[f]

cdef inline void read_rail(const State* s, const Outlook* o, int f, Rail* r) noexcept nogil:
    r.open, r.tiles, r.trains, r.men = s.rail_open[f], s.rail_size[f], s.trains[f], s.railwaymen[f]
    r.city = o.city[f] if o.merchants else 0

cdef inline double judge_mountains(const Table* t, const State* s, const Outlook* o, const Kind* k, const Laid* l,
                                   int need, const Around* a, double* best) noexcept nogil:
    cdef Mountain new, old
    cdef double change = 0, gain
    cdef int i, side, f
    cdef u64 seen
    for i in range(k.mountains):
        new.open, new.nuggets, new.stack = k.mountain_edges[i], k.nuggets[i], k.nuggets[i]
        new.miners = 0
        new.tents = 0
        seen = 0
        for side in range(4):
            if terrain(need, side) != MOUNTAIN or l.segment[side] != i:
                continue
            f = a.feature[side]
            new.open -= 2
            if (seen >> f) & 1:
                continue
            seen |= bit(f)
            read_mountain(s, f, &old)
            new.open += old.open
            new.nuggets += old.nuggets
            new.stack += old.stack
            new.miners += old.miners
            new.tents += old.tents
            if old.miners or old.tents:
                change -= mountain_worth(t, o, &old)
        if new.miners or new.tents:
            change += mountain_worth(t, o, &new)
        if new.miners == 0 and (new.open or t.rules.occupy_completed_feature):
            gain = miner_gain(t, o, new.open, new.nuggets, new.stack)
            if gain > best[0]:
                best[0] = gain
    return change

cdef inline double judge_rails(const Table* t, const State* s, const Outlook* o, const Kind* k, const Laid* l,
                               int need, const Around* a, double* best) noexcept nogil:
    cdef Rail new, old
    cdef double change = 0, gain, city = 0
    cdef int i, side, f, first
    for i in range(k.rails):
        new.open, new.tiles, new.trains = k.rail_edges[i], 1, k.trains[i]
        new.men = 0
        new.city = 0
        first = -1
        for side in range(4):
            if terrain(need, side) != RAILROAD or l.segment[side] != i:
                continue
            f = a.feature[side]
            new.open -= 2
            if f == first:
                continue                                # a loop
            first = f
            read_rail(s, o, f, &old)
            new.open += old.open
            new.tiles += old.tiles
            new.trains += old.trains
            new.men += old.men
            new.city += old.city
            if old.men:
                change -= rail_worth(t, o, &old)
        change += rail_worth(t, o, &new)
        if new.men == 0 and (new.open or t.rules.occupy_completed_feature):
            gain = railwayman_gain(t, o, new.open, new.tiles, new.trains)
            if gain > best[0]:
                best[0] = gain
        if k.to_city[i]:
            city += closing(o.rail, new.open)
    if k.city:
        gain = merchant_gain(t, o, city, k)
        if gain > best[0]:
            best[0] = gain
    return change

cdef inline double merchant_gain(const Table* t, const Outlook* o, double closed, const Kind* k) noexcept nogil:
    """`closed`: how many of its railroads a city can expect to be completed."""
    cdef double all = 1
    cdef int i
    for i in range(k.rails):
        all *= closed / k.rails
    return t.rules.city_points_per_rail * closed - o.cowboy * (1 - all)

cdef inline double judge_prairies(const Table* t, const State* s, const Outlook* o, const Kind* k, const Laid* l,
                                  int need, const Around* a, double* best) noexcept nogil:
    cdef Prairie new, old
    cdef double change = 0, gain
    cdef int i, half, f, n, j
    cdef int seen[8]
    cdef bint again
    for i in range(k.prairies):
        new.camps, new.herds = k.camps[i], k.herds[i]
        new.farmers = 0
        n = 0
        for half in range(8):
            if l.prairie[half] != i or terrain(need, half >> 1) == 0:
                continue
            f = a.prairie[half]
            again = False
            for j in range(n):
                again = again or seen[j] == f
            if again:
                continue
            seen[n] = f
            n += 1
            old.camps, old.herds, old.farmers = s.camps[f], s.herds[f], s.farmers[f]
            new.camps += old.camps
            new.herds += old.herds
            if old.farmers:
                new.farmers += old.farmers
                change -= prairie_worth(t, o, &old)
        if new.farmers:
            change += prairie_worth(t, o, &new)
        elif best != NULL:
            gain = farmer_gain(t, o, new.camps, new.herds)
            if gain > best[0]:
                best[0] = gain
    return change

cdef void judge_places(const Table* t, const State* s, const Outlook* o, const i32* codes, int n, double* value) noexcept nogil:
    """Every place of the tile: the difference that it makes, and the best action after it."""
    cdef const Kind* k = &t.kind[s.tile]
    cdef const Laid* l
    cdef Around a
    cdef double idle = best_tent(t, s, o), best, none
    cdef int i, cell, last = -1, need = 0
    if idle < 0:
        idle = 0
    for i in range(n):
        cell = (codes[i] & 0xFFFFFF) >> 2
        if cell != last:
            last = cell
            need = s.need[open_cell(s, cell)]
            look_around(t, s, cell, need, &a)
        l = &t.laid[4 * s.tile + (codes[i] & 3)]
        best = none = idle
        value[i] = judge_mountains(t, s, o, k, l, need, &a, &best) + judge_rails(t, s, o, k, l, need, &a, &best)
        if t.farmers:
            value[i] += judge_prairies(t, s, o, k, l, need, &a, &best)
        value[i] += best if s.cowboys[o.me] else none

# ---- D2: the action

cdef double mine_gain(const Table* t, const State* s, const Outlook* o, int m) noexcept nogil:
    """A token now; one that the own miners would bring home anyway is worth less, one of a rival's mountain more."""
    cdef double chance = closing(o.mountain, s.mountain_open[m]), worth = o.token
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
        return farmer_gain(t, o, s.camps[f], s.herds[f])
    if place == IN_CITY:
        for i in range(k.rails):
            if k.to_city[i]:
                closed += closing(o.rail, s.rail_open[rail_of(s, s.first_rail[tile] + i)])
        return merchant_gain(t, o, closed, k)
    if place >= ON_RAIL:
        f = rail_of(s, s.first_rail[tile] + place - ON_RAIL)
        return railwayman_gain(t, o, s.rail_open[f], s.rail_size[f], s.trains[f])
    f = mountain_of(s, s.first_mountain[tile] + place)
    return miner_gain(t, o, s.mountain_open[f], s.nuggets[f], s.stack[f])

cdef double action_gain(const Table* t, const State* s, const Outlook* o, i32 code) noexcept nogil:
    cdef int act = code >> 24, k = code & 0xFFFFFF
    if act == ACT_COWBOY:
        return cowboy_gain(t, s, o, k)
    if act == ACT_TENT:
        return own_tent(s, o, k & 255) - (own_tent(s, o, (k >> 8) - 1) if k >> 8 else 0)
    if act == ACT_MINE:
        return mine_gain(t, s, o, k)
    if act == ACT_RECALL:
        return o.cowboy - prairie_points(t, o, s.camps[k], s.herds[k])
    return 0                                            # nothing

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
        for i in range(n):
            value[i] = action_gain(t, s, &o, codes[i])
