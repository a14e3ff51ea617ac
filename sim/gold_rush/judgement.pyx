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
    RIVAL, COWBOY, LAST_COWBOY, PATIENCE, FARMER, MOUNTAIN_EDGE, RAIL_END, SLOW, MOUNTAIN_GROWTH, RAIL_GROWTH, PRAIRIE_GROWTH
    TOKEN, MINE, TENT, TENT_GROWTH
    MOST_OPEN = 8               # open edges beyond this many change no chance any more

cdef struct Outlook:            # what holds for all options of this decision
    const double* w
    int me
    double token                # expected value of a token that this seat has not seen
    double rival                # what a point of one rival costs
    double cowboy               # what a cowboy in the supply is worth now
    double turns                # own turns to come
    double to_come              # tiles to come
    double mountain[MOST_OPEN]  # chance that a mountain with so many open edges is completed
    double nugget[MOST_OPEN]    # what each of its nuggets is worth then
    double rail[MOST_OPEN]      # likewise railroads
    double tile[3][MOST_OPEN]   # and their tiles, without a train, with one, with more
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

cdef struct Rail:
    int open, tiles, trains
    u32 men
    double city

cdef struct Prairie:
    int camps, herds
    u32 farmers

cdef struct Around:             # the features that touch an empty cell
    int sides                   # how many sides have a neighbour
    int side[4]                 # which
    int edge[4]                 # their terrain
    int feature[4]              # the mountain or railroad there
    double worth[4]             # what it is worth as it is
    int prairie[4][2]           # the prairies there, by the half-edges of the new tile
    double prairie_worth[4][2]
    bint farmers                # somebody lies on one of them

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
        o.rail[i] = o.rail[i - 1] * w[RAIL_END] * chance
    for i in range(MOST_OPEN):
        o.nugget[i] = (o.mountain[i] * r.mountain_points_per_nugget
                       + (1 - o.mountain[i]) * r.mountain_points_incomplete_per_nugget)
        for n in range(3):
            o.tile[n][i] = (o.rail[i] * r.rail_points_per_tile * train_factor(t, n)
                            + (1 - o.rail[i]) * r.rail_points_incomplete_per_tile)
    o.nuggets_coming = w[MOUNTAIN_GROWTH] * o.mountain[1]
    o.tiles_coming = w[RAIL_GROWTH] * o.rail[1]
    o.farmer = w[PRAIRIE_GROWTH] * o.to_come - o.cowboy * w[FARMER]
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
    cdef int n = 0
    tents &= ~(3 << (2 * o.me))
    while tents:
        n += tents & 3
        tents >>= 2
    return n

cdef inline double mountain_points(const Outlook* o, int open, int nuggets, int stack, int owners) noexcept nogil:
    """What each of the owners of a mountain can expect of it."""
    return (nuggets + o.nuggets_coming * open) * o.nugget[few(open)] + o.mountain[few(open)] * stack * o.token / owners

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
    return (tiles + o.tiles_coming * open) * o.tile[trains if trains < 2 else 2][few(open)]

cdef inline double rail_worth(const Outlook* o, const Rail* r) noexcept nogil:
    cdef double worth = 0
    cdef int own, owners
    if r.men:
        worth = balance(o, r.men, &own, &owners) * rail_points(o, r.open, r.tiles, r.trains)
        worth += o.rail[few(r.open)] * o.cowboy * cowboys_of(r.men, o.me)
    if r.open == 0:
        worth += r.city
    return worth

cdef inline int prairie_points(const Table* t, int camps, int herds) noexcept nogil:
    return t.rules.camp_points * camps + t.rules.herd_points * herds

cdef inline double prairie_worth(const Table* t, const Outlook* o, const Prairie* f) noexcept nogil:
    cdef int own, owners
    return balance(o, f.farmers, &own, &owners) * prairie_points(t, f.camps, f.herds)

# ---- what a cowboy is worth on a free feature: its points, less the cowboy for as long as he is away

cdef inline double miner_gain(const Outlook* o, int open, int nuggets, int stack) noexcept nogil:
    return mountain_points(o, open, nuggets, stack, 1) - o.cowboy * (1 - o.mountain[few(open)])

cdef inline double railwayman_gain(const Outlook* o, int open, int tiles, int trains) noexcept nogil:
    return rail_points(o, open, tiles, trains) - o.cowboy * (1 - o.rail[few(open)])

cdef inline double farmer_gain(const Outlook* o, int points) noexcept nogil:
    return points + o.farmer

# ---- D1: a tile

cdef inline void read_mountain(const State* s, int f, Mountain* m) noexcept nogil:
    m.open, m.nuggets, m.stack = s.mountain_open[f], s.nuggets[f], s.stack[f]
    m.miners, m.tents = s.miners[f], s.tents_on[f]

cdef inline void read_rail(const State* s, const Outlook* o, int f, Rail* r) noexcept nogil:
    r.open, r.tiles, r.trains, r.men = s.rail_open[f], s.rail_size[f], s.trains[f], s.railwaymen[f]
    r.city = o.city[f] if o.merchants else 0

cdef inline void read_prairie(const State* s, int f, Prairie* r) noexcept nogil:
    r.camps, r.herds, r.farmers = s.camps[f], s.herds[f], s.farmers[f]

cdef void look_around(const Table* t, const State* s, const Outlook* o, int cell, int need, Around* a) noexcept nogil:
    """What touches the cell, and what it is worth before the tile lies there."""
    cdef const Laid* there
    cdef Mountain m
    cdef Rail r
    cdef Prairie f
    cdef int side, other, edge, n = 0, i, k
    a.farmers = False
    for side in range(4):
        edge = terrain(need, side)
        if edge == 0:
            continue
        other = tile_at(s, beside(cell, side))
        there = &t.laid[s.laid[other]]
        a.side[n] = side
        a.edge[n] = edge
        a.worth[n] = 0
        if edge == MOUNTAIN:
            k = mountain_of(s, s.first_mountain[other] + there.segment[side ^ 2])
            a.feature[n] = k
            if s.miners[k] or s.tents_on[k]:
                read_mountain(s, k, &m)
                a.worth[n] = mountain_worth(o, &m)
        else:
            if edge == RAILROAD:
                k = rail_of(s, s.first_rail[other] + there.segment[side ^ 2])
                a.feature[n] = k
                if s.railwaymen[k]:
                    read_rail(s, o, k, &r)
                    a.worth[n] = rail_worth(o, &r)
            if t.farmers:
                for i in range(2):
                    k = prairie_of(s, s.first_prairie[other] + there.prairie[2 * (side ^ 2) + 1 - i])
                    a.prairie[n][i] = k
                    a.prairie_worth[n][i] = 0
                    if s.farmers[k]:
                        a.farmers = True
                        read_prairie(s, k, &f)
                        a.prairie_worth[n][i] = prairie_worth(t, o, &f)
        n += 1
    a.sides = n

cdef inline double judge_mountains(const Table* t, const State* s, const Outlook* o, const Kind* k, const Laid* l,
                                   const Around* a, double* best) noexcept nogil:
    """What the tile changes on mountains; `best` rises to what a miner on it would bring."""
    cdef Mountain new[4]
    cdef Mountain* m
    cdef double change = 0, gain
    cdef int i, f
    cdef u64 seen = 0
    for i in range(k.mountains):
        new[i].open, new[i].nuggets, new[i].stack = k.mountain_edges[i], k.nuggets[i], k.nuggets[i]
        new[i].miners = 0
        new[i].tents = 0
    for i in range(a.sides):
        if a.edge[i] != MOUNTAIN:
            continue
        m = &new[l.segment[a.side[i]]]
        f = a.feature[i]
        m.open -= 2
        if (seen >> f) & 1:
            continue
        seen |= bit(f)
        m.open += s.mountain_open[f]
        m.nuggets += s.nuggets[f]
        m.stack += s.stack[f]
        m.miners += s.miners[f]
        m.tents += s.tents_on[f]
        change -= a.worth[i]
    for i in range(k.mountains):
        m = &new[i]
        if m.open < 0:                                  # two segments of the tile in one mountain: the other one has it
            m.open = 0
        if m.miners or m.tents:
            change += mountain_worth(o, m)
        if o.cowboys and m.miners == 0 and (m.open or t.rules.occupy_completed_feature):
            gain = miner_gain(o, m.open, m.nuggets, m.stack)
            if gain > best[0]:
                best[0] = gain
    return change

cdef inline double judge_rails(const Table* t, const State* s, const Outlook* o, const Kind* k, const Laid* l,
                               const Around* a, double* best) noexcept nogil:
    """Likewise railroads, and the city on the tile."""
    cdef Rail new[4]
    cdef Rail* r
    cdef double change = 0, gain, city = 0
    cdef int i, f
    cdef u64 low = 0, high = 0
    for i in range(k.rails):
        new[i].open, new[i].tiles, new[i].trains = k.rail_edges[i], 1, k.trains[i]
        new[i].men = 0
        new[i].city = 0
    for i in range(a.sides):
        if a.edge[i] != RAILROAD:
            continue
        r = &new[l.segment[a.side[i]]]
        f = a.feature[i]
        r.open -= 2
        if ((low >> f) & 1 if f < 64 else (high >> (f - 64)) & 1):
            continue                                    # a loop
        if f < 64:
            low |= bit(f)
        else:
            high |= bit(f - 64)
        r.open += s.rail_open[f]
        r.tiles += s.rail_size[f]
        r.trains += s.trains[f]
        r.men += s.railwaymen[f]
        if o.merchants:
            r.city += o.city[f]
        change -= a.worth[i]
    for i in range(k.rails):
        r = &new[i]
        if r.open < 0:
            r.open = 0
        if r.men:
            change += rail_worth(o, r)
        else:
            if r.open == 0:
                change += r.city
            if o.cowboys and (r.open or t.rules.occupy_completed_feature):
                gain = railwayman_gain(o, r.open, r.tiles, r.trains)
                if gain > best[0]:
                    best[0] = gain
        if k.to_city[i]:
            city += o.rail[few(r.open)]
    if k.city and o.cowboys:
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
                                  const Around* a, double* best) noexcept nogil:
    """Likewise prairies."""
    cdef Prairie new[8]
    cdef Prairie* r
    cdef double change = 0, gain
    cdef int i, j, f, points, most = -1
    cdef u64 seen[3]
    seen[0] = seen[1] = seen[2] = 0
    for i in range(k.prairies):
        new[i].camps, new[i].herds = k.camps[i], k.herds[i]
        new[i].farmers = 0
    for i in range(a.sides):
        if a.edge[i] == MOUNTAIN:
            continue
        for j in range(1 if a.edge[i] == PRAIRIE else 2):
            f = a.prairie[i][j]
            if (seen[f >> 6] >> (f & 63)) & 1:
                continue
            seen[f >> 6] |= bit(f & 63)
            r = &new[l.prairie[2 * a.side[i] + j]]
            r.camps += s.camps[f]
            r.herds += s.herds[f]
            r.farmers += s.farmers[f]
            change -= a.prairie_worth[i][j]
    for i in range(k.prairies):
        r = &new[i]
        if r.farmers:
            change += prairie_worth(t, o, r)
        else:
            points = prairie_points(t, r.camps, r.herds)
            if points > most:
                most = points
    if most >= 0 and o.cowboys:
        gain = farmer_gain(o, most)
        if gain > best[0]:
            best[0] = gain
    return change

cdef void judge_places(const Table* t, const State* s, const Outlook* o, const i32* codes, int n, double* value) noexcept nogil:
    """Every place of the tile: the difference that it makes, and the best action after it."""
    cdef const Kind* k = &t.kind[s.tile]
    cdef const Laid* l
    cdef Around a
    cdef double idle = best_tent(t, s, o), best
    cdef int i, cell, last = -1
    for i in range(n):
        cell = (codes[i] & 0xFFFFFF) >> 2
        if cell != last:
            last = cell
            look_around(t, s, o, cell, s.need[open_cell(s, cell)], &a)
        l = &t.laid[4 * s.tile + (codes[i] & 3)]
        best = idle
        value[i] = judge_mountains(t, s, o, k, l, &a, &best) + judge_rails(t, s, o, k, l, &a, &best)
        if t.farmers and (o.cowboys or a.farmers):
            value[i] += judge_prairies(t, s, o, k, l, &a, &best)
        value[i] += best

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
                closed += o.rail[few(s.rail_open[rail_of(s, s.first_rail[tile] + i)])]
        return merchant_gain(t, o, closed, k)
    if place >= ON_RAIL:
        f = rail_of(s, s.first_rail[tile] + place - ON_RAIL)
        return railwayman_gain(o, s.rail_open[f], s.rail_size[f], s.trains[f])
    f = mountain_of(s, s.first_mountain[tile] + place)
    return miner_gain(o, s.mountain_open[f], s.nuggets[f], s.stack[f])

cdef double action_gain(const Table* t, const State* s, const Outlook* o, i32 code) noexcept nogil:
    cdef int act = code >> 24, k = code & 0xFFFFFF
    if act == ACT_COWBOY:
        return cowboy_gain(t, s, o, k)
    if act == ACT_TENT:
        return own_tent(s, o, k & 255) - (own_tent(s, o, (k >> 8) - 1) if k >> 8 else 0)
    if act == ACT_MINE:
        return mine_gain(t, s, o, k)
    if act == ACT_RECALL:
        return o.cowboy - prairie_points(t, s.camps[k], s.herds[k])
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
