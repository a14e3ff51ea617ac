# The town: what follows from the tiles on the map alone. Pure functions of table and state, in the order of the rulebook.
from sim.core.bits cimport *
from sim.core.types cimport i8, i16, u16, i32, u64, u128
from sim.carson_city.state cimport *

# ---- parcels and tiles (section 3)

cdef inline u64 all_owned(const State* s) noexcept nogil:
    return s.owned[0] | s.owned[1] | s.owned[2] | s.owned[3] | s.owned[4]

cdef inline int owner_of(const State* s, int x) noexcept nogil:
    return (<int>((s.owned[0] >> x) & 1) + 2 * <int>((s.owned[1] >> x) & 1) + 3 * <int>((s.owned[2] >> x) & 1)
            + 4 * <int>((s.owned[3] >> x) & 1) + 5 * <int>((s.owned[4] >> x) & 1) + NOBODY)

cdef inline u64 buildings(const State* s) noexcept nogil:
    return (s.built[RANCH] | s.built[MINE] | s.built[DRUGSTORE] | s.built[BANK] | s.built[SALOON] | s.built[HOTEL]
            | s.built[CHURCH] | s.built[PRISON])

cdef inline u64 tiles(const State* s) noexcept nogil:
    return s.house | s.mountain | buildings(s)                          # CC-3.8

cdef inline int building_on(const State* s, int x) noexcept nogil:
    cdef int b
    for b in range(BUILDINGS):
        if s.built[b] & bit(x):
            return b
    return -1

cdef inline int free_property(const Table* t, const State* s, int p) noexcept nogil:
    return t.rules.property_max - popcount(s.owned[p])                  # CC-6.3

cdef inline int parcel_price(const Table* t, const State* s, int x) noexcept nogil:
    """CC-6.2: the land, and each tile on the parcel and around it."""
    return t.rules.parcel_base_price + t.rules.parcel_price_per_neighbour * popcount((t.neighbours[x] | bit(x)) & tiles(s))

# ---- churches and attacks (section 7)

cdef inline u64 protected_by_churches(const Table* t, const State* s) noexcept nogil:
    """Parcels whose buildings no one may attack: beside a church (CC-7.9)."""
    cdef u64 churches = s.built[CHURCH], safe = 0
    cdef int x, p
    while churches:
        x = lowest(churches)
        churches &= churches - 1
        if t.rules.church_protects == PROTECTS_ALL:
            safe |= t.neighbours[x]
        else:
            p = owner_of(s, x)
            safe |= t.neighbours[x] & s.owned[p]
    return safe

cdef inline u64 attackable(const Table* t, const State* s) noexcept nogil:
    """CC-7.8: buildings that can be attacked, whoever owns them."""
    cdef u64 mask = 0
    cdef int b
    for b in range(BUILDINGS):
        if t.attackable[b]:
            mask |= s.built[b]
    if s.built[CHURCH]:
        mask &= ~protected_by_churches(t, s)
    return mask

# ---- income (section 11)

cdef inline int house_units(const Table* t, const State* s, int p, int x) noexcept nogil:
    """H(p): houses around x, x itself not among them (CC-11.3), that count for p: not those of other owners (CC-11.1)."""
    cdef u64 around = t.neighbours[x] & ((~all_owned(s)) | s.owned[p])
    return (popcount(around & s.house) + t.house_units[RANCH] * popcount(around & s.built[RANCH])
            + t.house_units[HOTEL] * popcount(around & s.built[HOTEL])
            + t.house_units[CHURCH] * popcount(around & s.built[CHURCH]))

cdef inline int income_as(const Table* t, const State* s, int p, int x, int b) noexcept nogil:
    """What building b of player p pays, or would pay, on parcel x (the table of section 11), before any doubling."""
    cdef const Rules* r = &t.rules
    cdef int pay = 0
    cdef u64 around = t.neighbours[x]
    if b == RANCH:                              # parcels with no tile, whoever owns them (CC-11.7)
        pay = r.income_ranch_per_empty * popcount(around & ~(buildings(s) | s.house | (0 if r.mountain_counts_as_empty else s.mountain)))
        if pay < r.income_ranch_min:
            pay = r.income_ranch_min
    elif b == MINE:                             # CC-11.2
        pay = r.income_mine_per_mountain * popcount(around & s.mountain & ((~all_owned(s)) | s.owned[p]))
    elif b == DRUGSTORE:                        # own ranches anywhere, built ones (CC-11.4)
        pay = r.income_drugstore_per_unit * (house_units(t, s, p, x) + popcount(s.built[RANCH] & s.owned[p]))
    elif b == BANK:
        pay = r.income_bank_per_unit * (house_units(t, s, p, x) + popcount(s.built[MINE] & s.owned[p]))
    elif b == SALOON:
        pay = r.income_saloon_per_house * house_units(t, s, p, x)
    elif b == HOTEL:
        pay = r.income_hotel
    return pay if pay < t.cap[b] else t.cap[b]  # CC-11.6

# ---- guns and figures (CC-7.1, CC-10.1)

cdef inline int character_of(const State* s, int p) noexcept nogil:
    return s.character[p][s.round]

cdef inline bint has_white(const State* s, int p) noexcept nogil:
    """Holds the white figure unplaced."""
    return (s.figures.white_seat == p) & (s.figures.white == NO_PLACE)

cdef inline int supply(const Table* t, const State* s, int p) noexcept nogil:
    """Figures in the supply, as duels and the gun spaces count them."""
    return s.cowboys[p] + (1 if t.rules.sheriff_white_counts and has_white(s, p) else 0)

cdef inline int card_guns(const Table* t, const State* s, int p) noexcept nogil:
    return (character_of(s, p) == MERCENARY) * (t.rules.mercenary_guns_red if t.red[MERCENARY] else t.rules.mercenary_guns_yellow)

cdef inline int guns_of(const Table* t, const State* s, int p) noexcept nogil:
    return s.guns[p] + card_guns(t, s, p) + (t.rules.ammunition_guns if s.three_guns == p else 0)

cdef inline int guns_for_income(const Table* t, const State* s, int p) noexcept nogil:
    """The three-gun token counts on the gun spaces too, unless a tweak says no (CC-10.1)."""
    return s.guns[p] + card_guns(t, s, p) + (
        t.rules.ammunition_guns if s.three_guns == p and t.rules.ammunition_guns_count_for_income else 0)

cdef inline int strength(const Table* t, const State* s, int p) noexcept nogil:
    """CC-7.1 without the die or token."""
    return guns_of(t, s, p) + (supply(t, s, p) if t.rules.duel_counts_cowboys else 0)

cdef inline int vp_for_guns(const Table* t, const State* s, int p) noexcept nogil:
    """Step 20 (A-4)."""
    cdef int c = supply(t, s, p), g = guns_for_income(t, s, p), d = t.rules.vp_guns_divisor
    if t.rules.vp_guns_pooling == GUNS_POOLED:
        return (c + g) // d
    if t.rules.vp_guns_pooling == GUNS_SEPARATE:
        return c // d + g // d
    return c // d if c // d < g // d else g // d

# ---- figures on the board

cdef inline Figures board(const State* s, int p) noexcept nogil:
    """The figures as p sees them: in Kit Carson perhaps those of his previous ring, his own always as they are (CC-8.6).
    Of those he remembers where they stood, not whose they were: they are all shown as one rival's."""
    cdef Figures f = s.figures
    cdef int q, rival = (p + 1) % s.head.players
    if not s.stale:
        return f
    for q in range(s.head.players):
        if q != p:
            f.parcels[q] = 0
            f.spaces[q] = 0
            f.wages[q] = f.road[q] = 0
    f.parcels[rival] = s.seen[p].parcels
    f.spaces[rival] = s.seen[p].spaces
    f.wages[rival] = s.seen[p].wages
    f.road[rival] = s.seen[p].road
    if s.figures.white_seat != p:
        f.white = s.seen[p].white
    return f

# ---- roads (CC-3.4..3.6, section 6a): sets of corner points are 128-bit, 10 bits a row so that shifts fall off the edge

cdef inline u128 corner(int i, int j) noexcept nogil:
    return (<u128>1) << (10 * i + j)

cdef inline u128 every_corner() noexcept nogil:
    """Nine rows of nine points."""
    return ((<u128>0x1ff7fdfULL) << 64) | <u128>0xf7fdff7fdff7fdffULL

cdef inline u128 corners_of(int x) noexcept nogil:
    return ((<u128>0x3) | ((<u128>0x3) << 10)) << (10 * (x >> 3) + (x & 7))

cdef inline u128 network(const State* s) noexcept nogil:
    cdef u128 v = 0
    cdef int i
    for i in range(CORNERS):
        v |= (<u128>s.corners[i]) << (10 * i)
    return v

cdef inline u128 spread(u128 v) noexcept nogil:
    """All corner points at most one piece away."""
    return (v | (v << 1) | (v >> 1) | (v << 10) | (v >> 10)) & every_corner()

cdef inline u64 parcels_at(u128 v) noexcept nogil:
    """Parcels with at least one of these corner points (CC-3.6)."""
    cdef u128 w = v | (v >> 1) | (v >> 10) | (v >> 11)
    cdef u64 mask = 0
    cdef int r
    for r in range(8):
        mask |= (<u64>((w >> (10 * r)) & 0xFF)) << (8 * r)
    return mask

cdef inline u64 house_reach(const State* s, int site, int roads) noexcept nogil:
    """Parcels where the house can stand when the building stands on `site`: both connected with at most `roads` pieces
    (CC-6.14). 0 if the site itself is out of reach. With F(k) = points v with d(N,v) + d(v,A) <= k, a parcel is within
    the budget when it touches F(a) spread over the pieces that are left, or can be joined to the network on its own."""
    cdef u128 n = network(s), target = corners_of(site), branch, reach
    cdef u128 from_network[33]
    cdef u128 from_site[33]
    cdef int a = -1, k, i
    if roads > 32:
        roads = 32                              # no two parcels need more: no corner is more than 16 pieces away
    if s.connected & bit(site):
        for k in range(roads):
            n = spread(n)
        return parcels_at(n)
    if roads == 0:
        return 0
    from_network[0] = n
    from_site[0] = target
    for k in range(roads + 1):
        if k:
            from_network[k] = spread(from_network[k - 1])
            from_site[k] = spread(from_site[k - 1])
        if a < 0 and from_network[k] & target:
            a = k
    if a < 0:
        return 0
    branch = 0
    for k in range(a, roads + 1):
        branch = spread(branch)
        for i in range(k + 1):
            branch |= from_network[i] & from_site[k - i]
    reach = from_network[roads - a]
    return parcels_at(branch) | parcels_at(reach)

cdef inline u64 house_parcels(const Table* t, const State* s, int p) noexcept nogil:
    """Parcels that may take the accompanying house as far as tiles, owners and refusals go (CC-6.7, CC-6.17)."""
    cdef u64 open = ~tiles(s)
    cdef u64 others = all_owned(s) & ~s.owned[p]
    if t.rules.house_on_foreign_parcel == FOREIGN_NEVER:
        return open & ~others
    return open & ~s.refused

cdef inline u64 sites(const Table* t, const State* s, int p, int b) noexcept nogil:
    """Own parcels on which p can complete building b now (CC-6.6, CC-6.8)."""
    cdef u64 own = s.owned[p] & ~tiles(s), can = 0, room, joined, reach
    cdef int x
    if not t.needs_road[b]:
        return own
    if s.houses_left == 0:
        return 0
    room = house_parcels(t, s, p)
    joined = own & s.connected
    if joined:                                  # where roads come by, the reach of the house is the same for all
        reach = house_reach(s, lowest(joined), s.roads[p]) & room
        can = joined if reach & (reach - 1) else joined & ~reach if reach else 0
        own &= ~joined
    while own:
        x = lowest(own)
        own &= own - 1
        if house_reach(s, x, s.roads[p]) & room & ~bit(x):
            can |= bit(x)
    return can

# ---- building costs

cdef inline int building_price(const Table* t, const State* s, int p, int slot) noexcept nogil:
    """CC-6.5: the yellow Coolie pays half, rounded up."""
    cdef int price = t.building_price[slot], d = t.rules.coolie_price_divisor
    if character_of(s, p) == COOLIE and not t.red[COOLIE]:
        return (price + d - 1) // d
    return price
