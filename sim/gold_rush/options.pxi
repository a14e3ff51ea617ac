# What the seat to move may choose. Placing a tile (D1) walks the empty cells around the map; every other list is a few
# segments of codes: base + member for the members of a set. From these come the list (legal), its length (count) and its
# k-th entry (nth, pick) alike.

cdef struct Segment:
    i32 base
    u64 members

cdef struct Options:
    int n
    Segment segment[12]

cdef inline i32 code(int act, int argument) noexcept nogil:
    return (act << 24) | argument

cdef inline void offer(Options* o, int act, int first, u64 members) noexcept nogil:
    """Codes of class `act` with the arguments first + member."""
    if members:
        o.segment[o.n].base = code(act, first)
        o.segment[o.n].members = members
        o.n += 1

# ---- D1: the tile

cdef inline bint fits(const Table* t, const State* s, int kind) noexcept nogil:
    """GR-4.3: is there a place for this tile?"""
    cdef const u8* fit = t.fit[kind]
    cdef int i
    for i in range(s.open_cells):
        if fit[s.need[i]]:
            return True
    return False

cdef inline i32 lay_code(int cell, int rotation) noexcept nogil:
    return code(ACT_LAY, cell << 2 | rotation)

cdef inline int count_places(const Table* t, const State* s, u16* upto) noexcept nogil:
    """GR-4.2: cells and rotations; those that look alike count once. `upto`: how many there are up to each cell."""
    cdef const u8* fit = t.fit[s.tile]
    cdef int i, n = 0
    for i in range(s.open_cells):
        n += popcount(fit[s.need[i]])
        upto[i] = n
    return n

cdef inline i32 nth_place(const Table* t, const State* s, const u16* upto, int k) noexcept nogil:
    cdef int first = 0, n = s.open_cells, half
    while n > 0:                                        # the first cell up to which there are more than k
        half = n >> 1
        if upto[first + half] <= k:
            first += half + 1
            n -= half + 1
        else:
            n = half
    if first:
        k -= upto[first - 1]
    return lay_code(s.frontier[first], nth_bit(t.fit[s.tile][s.need[first]], k))

# ---- D2: the action

cdef inline u64 free_places(const Table* t, const State* s) noexcept nogil:
    """GR-4.10, GR-4.11: the segments of the new tile where a cowboy may go: no cowboy of any colour in the feature, the
    connections just made counted; tents do not count."""
    cdef int tile = s.tiles - 1, i, f
    cdef const Kind* k = &t.kind[s.laid[tile] >> 2]
    cdef bint completed = t.rules.occupy_completed_feature, complete      # GR-4.15
    cdef u64 free = 0
    for i in range(k.mountains):
        f = mountain_of(s, s.first_mountain[tile] + i)
        if s.miners[f] == 0 and (completed or s.mountain_open[f]):
            free |= bit(ON_MOUNTAIN + i)
    for i in range(k.rails):
        f = rail_of(s, s.first_rail[tile] + i)
        if s.railwaymen[f] == 0 and (completed or s.rail_open[f]):
            free |= bit(ON_RAIL + i)
    if k.city:                                                            # GR-4.12: it is always free
        complete = False
        if not completed:
            city_rails(t, s, tile, &complete)
        if not complete:
            free |= bit(IN_CITY)
    if t.farmers:                                                         # GR-4.13
        for i in range(k.prairies):
            f = prairie_of(s, s.first_prairie[tile] + i)
            if s.farmers[f] == 0:
                free |= bit(ON_PRAIRIE + i)
    return free

cdef inline u64 mines(const Table* t, const State* s, int p) noexcept nogil:
    """GR-4.22: mountains with an own tent and at least one token; GR-4.25: also one completed this turn."""
    cdef u64 sites = s.tent_sites[p], found = 0
    cdef int m
    while sites:
        m = lowest(sites)
        sites &= sites - 1
        if s.stack[m] and (s.mountain_open[m] or t.rules.mine_on_completed_this_turn):
            found |= bit(m)
    return found

cdef inline void offer_farmers(const State* s, Options* o, int p) noexcept nogil:
    """move_farmers_back: the prairies with an own farmer."""
    cdef u64 found[3]
    cdef int i
    memset(found, 0, sizeof(found))
    for i in range(s.prairies):
        if cowboys_of(s.farmers[i], p):
            found[i >> 6] |= bit(i & 63)
    for i in range(3):
        offer(o, ACT_RECALL, 64 * i, found[i])

cdef inline void options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D2, or which tile of the hand. A list of one is still asked for (GR-4.31)."""
    cdef int p = s.head.to_move, i, j
    cdef u64 grounds, sites
    o.n = 0
    if s.phase == CHOOSE:
        for i in range(t.kinds):                                          # ascending, each kind once
            for j in range(HAND):
                if s.hand[p][j] == i and fits(t, s, i):
                    offer(o, ACT_CHOOSE, i, 1)
                    break
        return
    if s.cowboys[p]:                                                      # GR-4.14
        offer(o, ACT_COWBOY, 0, free_places(t, s))
    if t.rules.tents_per_player:
        sites = s.tent_sites[p]
        grounds = s.camp_grounds & ~sites                                 # GR-4.21: shifting within a mountain is left out
        if s.tents[p]:
            offer(o, ACT_TENT, 0, grounds)                                # GR-4.16, GR-4.20
        while sites:
            offer(o, ACT_TENT, (1 + lowest(sites)) << 8, grounds)         # GR-4.29: also off a mountain just completed
            sites &= sites - 1
        offer(o, ACT_MINE, 0, mines(t, s, p))
    if t.rules.move_farmers_back:
        offer_farmers(s, o, p)
    offer(o, ACT_PASS, 0, 1)                                              # GR-4.26

cdef int legal(const Table* t, const State* s, i32* out) noexcept nogil:
    cdef Options o
    cdef const u8* fit
    cdef int i, n = 0
    cdef u64 m
    if s.phase == OVER:
        return 0
    if s.phase == PLACE:
        fit = t.fit[s.tile]
        for i in range(s.open_cells):
            m = fit[s.need[i]]
            while m:
                out[n] = lay_code(s.frontier[i], lowest(m))
                m &= m - 1
                n += 1
        return n
    options(t, s, &o)
    for i in range(o.n):
        m = o.segment[i].members
        while m:
            out[n] = o.segment[i].base + lowest(m)
            m &= m - 1
            n += 1
    return n

cdef inline int size_of(const Options* o) noexcept nogil:
    cdef int i, n = 0
    for i in range(o.n):
        n += popcount(o.segment[i].members)
    return n

cdef inline i32 nth_of(const Options* o, int k) noexcept nogil:
    cdef int i, n
    for i in range(o.n):
        n = popcount(o.segment[i].members)
        if k < n:
            return o.segment[i].base + nth_bit(o.segment[i].members, k)
        k -= n
    return -1

cdef int count(const Table* t, const State* s) noexcept nogil:
    cdef Options o
    cdef u16 upto[FRONTIER]
    if s.phase == OVER:
        return 0
    if s.phase == PLACE:
        return count_places(t, s, upto)
    options(t, s, &o)
    return size_of(&o)

cdef i32 nth(const Table* t, const State* s, int k) noexcept nogil:
    cdef Options o
    cdef u16 upto[FRONTIER]
    if s.phase == PLACE:
        count_places(t, s, upto)
        return nth_place(t, s, upto, k)
    options(t, s, &o)
    return nth_of(&o, k)

cdef i32 pick(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """count and nth in one: the option that these random bits choose."""
    cdef Options o
    cdef u16 upto[FRONTIER]
    if s.phase == PLACE:
        n[0] = count_places(t, s, upto)
        return nth_place(t, s, upto, below(bits, n[0]))
    options(t, s, &o)
    n[0] = size_of(&o)
    return nth_of(&o, below(bits, n[0]))
