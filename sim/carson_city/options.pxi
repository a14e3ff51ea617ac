# What the seat to move may choose. Every list is a few segments of codes: base + step * member for the members of a
# set. From the segments come the list (legal), its length (count) and its k-th entry (nth) alike.

cdef struct Segment:
    i32 base
    i32 step
    u64 members

cdef struct Options:
    int n
    Segment segment[20]

cdef inline i32 code(int act, int argument) noexcept nogil:
    return (act << 24) | argument

cdef inline void offer(Options* o, int act, int first, u64 members) noexcept nogil:
    """Codes of class `act` with the arguments first + member."""
    if members:
        o.segment[o.n].base = code(act, first)
        o.segment[o.n].step = 1
        o.segment[o.n].members = members
        o.n += 1

cdef inline u64 below_bit(int n) noexcept nogil:
    """The set 0 .. n-1."""
    return ~(<u64>0) if n >= 64 else bit(n) - 1

cdef inline void offer_range(Options* o, int act, int n) noexcept nogil:
    """Arguments 0 .. n-1."""
    cdef int first = 0
    while n > 0:
        offer(o, act, first, below_bit(n))
        first += 64
        n -= 64

# ---- figures (CC-5.7..5.11)

cdef inline u32 open_spaces(const Table* t, const State* s) noexcept nogil:
    """Spaces that take figures this round: no build space without a tile, no closed purchase space (CC-5.8, CC-5.17)."""
    cdef u32 open = t.open_spaces[s.round]
    cdef int i
    for i in range(SLOTS):
        if s.row[i] < 0:
            open &= ~(<u32>1 << (BUILD + i))
    return open

cdef enum:
    MANY = (1 << WAGES) | (1 << ROAD)           # no duels, any number of figures (CC-5.7 a)

cdef inline void place_coloured(const Table* t, const State* s, Options* o, int p, const Figures* f, int avoid) noexcept nogil:
    """Where a cowboy of p may go, beside rivals too, and whether or not he can pay (CC-5.9);
    `avoid` is where he was lifted from: a move must end elsewhere (CC-8.10)."""
    cdef u32 spaces = open_spaces(t, s) & ~f.spaces[p], others_spaces = 0
    cdef u64 free = (~all_owned(s)) & ~f.parcels[p], strong = attackable(t, s) & ~f.parcels[p], others = 0
    cdef bint meek = t.red[SHERIFF] and character_of(s, p) == SHERIFF   # CC-5.11
    cdef int q
    if f.white >= 0:                                                    # nobody joins the white figure (CC-5.10)
        if f.white < SPACES:
            spaces &= ~(<u32>1 << f.white)
        else:
            free &= ~bit(f.white - SPACES)
            strong &= ~bit(f.white - SPACES)
    if meek:
        for q in range(t.players):
            if q != p:
                others |= f.parcels[q]
                others_spaces |= f.spaces[q]
        spaces &= ~others_spaces
        free &= ~others
    spaces |= MANY
    if avoid >= SPACES:
        free &= ~bit(avoid - SPACES)
        strong &= ~bit(avoid - SPACES)
    elif avoid >= 0:
        spaces &= ~(<u32>1 << avoid)
    offer(o, ACT_SPACE, 0, spaces)                                      # CC-5.7 a, b
    offer(o, ACT_CLAIM, 0, free)                                        # c
    if not meek:
        offer(o, ACT_ATTACK, 0, strong & ~s.owned[p])                   # d
    offer(o, ACT_DEFEND, 0, strong & s.owned[p])                        # e

cdef inline void place_white(const Table* t, const State* s, Options* o, int p, const Figures* f, int avoid) noexcept nogil:
    """The white figure goes only where no figure at all stands, never onto a building (CC-5.10)."""
    cdef u32 spaces = open_spaces(t, s)
    cdef u64 parcels = ~(<u64>0)
    cdef int q
    for q in range(t.players):
        spaces &= ~f.spaces[q]
        parcels &= ~f.parcels[q]
        if f.wages[q]:
            spaces &= ~(<u32>1 << WAGES)
        if f.road[q]:
            spaces &= ~(<u32>1 << ROAD)
    if avoid >= SPACES:
        parcels &= ~bit(avoid - SPACES)
    elif avoid >= 0:
        spaces &= ~(<u32>1 << avoid)
    offer(o, ACT_WHITE_SPACE, 0, spaces)
    offer(o, ACT_WHITE_CLAIM, 0, parcels & ~all_owned(s))
    if t.rules.sheriff_may_defend:
        offer(o, ACT_WHITE_DEFEND, 0, parcels & attackable(t, s) & s.owned[p])

cdef inline void place_options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D9, and D25 in Kit Carson."""
    cdef int p = s.head.to_move
    cdef Figures f = board(s, p)
    cdef bint figure = s.cowboys[p] > 0 or has_white(s, p)
    cdef bint opening = t.kit_carson and s.ring == 0 and figure         # compulsory (CC-8.10)
    if not opening:
        offer(o, ACT_PASS, 0, 1)                                        # all that is left without a figure (CC-5.5)
    if t.kit_carson and s.rings[p] == 0:
        return                                                          # the budget is used up (CC-8.5)
    if s.cowboys[p] > 0:
        place_coloured(t, s, o, p, &f, NO_PLACE)
    if has_white(s, p):
        place_white(t, s, o, p, &f, NO_PLACE)
    if t.kit_carson and not opening:
        offer(o, ACT_LIFT, 0, f.spaces[p] | (bit(WAGES) if f.wages[p] else 0) | (bit(ROAD) if f.road[p] else 0))
        offer(o, ACT_LIFT, SPACES, f.parcels[p])
        if s.figures.white_seat == p and s.figures.white >= 0 and white_can_move(t, s, p):
            offer(o, ACT_LIFT_WHITE, s.figures.white, 1)
        offer(o, ACT_WAIT, 0, 1)

cdef inline bint white_can_move(const Table* t, const State* s, int p) noexcept nogil:
    """A coloured cowboy always finds wages or road; the white figure may find no empty place."""
    cdef Options o
    cdef Figures f = board(s, p)
    o.n = 0
    place_white(t, s, &o, p, &f, s.figures.white)
    return o.n > 0

cdef inline void move_options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D25: where the lifted figure goes."""
    cdef int p = s.head.to_move
    cdef Figures f = board(s, p)
    if s.lifted_white:
        place_white(t, s, o, p, &f, s.lifted)
    else:
        place_coloured(t, s, o, p, &f, s.lifted)

# ---- money

cdef inline int most_vp(int money, int price) noexcept nogil:
    return money // price if money // price < 200 else 200

cdef inline void hand_back_options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D24: the excess, or a larger multiple of $10; other amounts are dominated (CC-5.19)."""
    cdef int p = s.head.to_move, ten = t.rules.cash_limit_dollars_per_vp, money = s.money[p]
    cdef int excess = money - t.cash_limit[character_of(s, p)], i, top
    cdef u64 members
    if excess < 0:
        excess = 0                              # only with cash_limit_voluntary: anyone
    offer(o, ACT_HAND_BACK, excess, 1)
    if t.rules.cash_limit_voluntary == VOLUNTARY_NEVER:
        return
    i = excess // ten + 1                       # the first multiple beyond the excess
    top = money // ten
    if top > i + 999:
        top = i + 999                           # no list exceeds 1,024 options
    while i <= top:
        members = below_bit(top - i + 1)
        o.segment[o.n].base = code(ACT_HAND_BACK, i * ten)
        o.segment[o.n].step = ten
        o.segment[o.n].members = members
        o.n += 1
        i += 64

# ---- all decisions

cdef void options(const Table* t, const State* s, Options* o) noexcept nogil:
    cdef int p = s.head.to_move, i, phase = s.phase
    cdef const Rules* r = &t.rules
    cdef u64 some = 0
    o.n = 0
    if phase == PLACE:
        place_options(t, s, o)
    elif phase == MOVE:
        move_options(t, s, o)
    elif phase == PERFORM:
        offer(o, ACT_PERFORM, 0, 3)
    elif phase == DRAFT:
        offer(o, ACT_DRAFT, 0, ~all_owned(s))                           # CC-4.7
    elif phase == CHARACTER:
        some = below_bit(CHARACTERS)
        for i in range(t.players):
            if s.character[i][s.round] >= 0:
                some &= ~bit(s.character[i][s.round])
        offer(o, ACT_CHARACTER, 0, some)                                # CC-5.2
    elif phase == SETTLE:
        offer(o, ACT_SETTLE, 0, ~all_owned(s))
        offer(o, ACT_SETTLE, PARCELS, 1)
    elif phase == REWARD:
        offer(o, ACT_REWARD, 0, 3)
    elif phase == COOLIE_TAKE:
        for i in range(SLOTS):
            if s.row[i] >= 0:
                some |= bit(i)
        offer(o, ACT_COOLIE, 0, some | bit(SLOTS))
    elif phase == RECRUIT:
        offer(o, ACT_RECRUIT, 0, recruits(t, s, p))
    elif phase == ARM:
        offer(o, ACT_ARM, 0, revolvers(t, s, p))
    elif phase == DUEL_ORDER:
        offer(o, ACT_DUEL_ORDER, 0, contested(t, s))
    elif phase == BUY_PARCEL:
        offer(o, ACT_BUY_PARCEL, 0, affordable_claims(t, s, p))
        offer(o, ACT_BUY_PARCEL, PARCELS, 1)
    elif phase == CONSTRUCT:
        some = 2                                                        # keep it (CC-6.5)
        if s.tile_from == FROM_ROW:
            some |= 1                                                   # decline; the red Coolie did so in D6 or not at all (CC-10.5)
        if sites(t, s, p, s.tile):
            some |= 4
        offer(o, ACT_CONSTRUCT, 0, some)
    elif phase == SITE:
        offer(o, ACT_SITE, 0, sites(t, s, p, s.tile))
    elif phase == HOUSE:
        offer(o, ACT_HOUSE, 0, house_reach(s, s.site, s.roads[p]) & house_parcels(t, s, p) & ~bit(s.site))
    elif phase == ROUTE:
        offer(o, ACT_ROUTE, 0, below_bit(count_routes(s, s.site, s.house_site)))
    elif phase == CONSENT:
        offer(o, ACT_CONSENT, 0, 3)
    elif phase == KEPT:
        offer(o, ACT_KEPT, 0, buildable_kept(t, s, p) | bit(BUILDINGS))
    elif phase == TOKEN:
        offer(o, ACT_TOKEN, 0, token_values(s, p))
    elif phase == ATTACK_ORDER:
        offer(o, ACT_ATTACK_ORDER, 0, s.todo)
    elif phase == DOUBLE:
        some = 1
        for i in range(CHURCH):                                         # the six types that pay
            if s.built[i] & s.owned[p]:
                some |= bit(1 + i)
        offer(o, ACT_DOUBLE, 0, some)
    elif phase == BUY_VP:
        offer_range(o, ACT_BUY_VP, 1 + most_vp(s.money[p], t.vp_price[s.place - VP_BUY]))
    elif phase == BANKER_VP:
        some = 1
        if s.money[p] >= r.banker_red_price_1:
            some |= 2
        if s.money[p] >= r.banker_red_price_2:
            some |= 4
        if s.money[p] >= r.banker_red_price_3:
            some |= 8
        offer(o, ACT_BANKER, 0, some)
    elif phase == HAND_BACK:
        hand_back_options(t, s, o)
    elif phase == LAY_ROAD:
        lay_road_options(s, o)

cdef int legal(const Table* t, const State* s, i32* out) noexcept nogil:
    cdef Options o
    cdef int i, n = 0
    cdef i32 base, step
    cdef u64 m
    if s.phase == OVER:
        return 0
    options(t, s, &o)
    for i in range(o.n):
        base = o.segment[i].base
        step = o.segment[i].step
        m = o.segment[i].members
        while m:
            out[n] = base + step * lowest(m)
            m &= m - 1
            n += 1
    return n

cdef int count(const Table* t, const State* s) noexcept nogil:
    cdef Options o
    cdef int i, n = 0
    if s.phase == OVER:
        return 0
    options(t, s, &o)
    for i in range(o.n):
        n += popcount(o.segment[i].members)
    return n

cdef i32 pick(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """count and nth in one: the option that these random bits choose."""
    cdef Options o
    cdef int i, k, all = 0
    options(t, s, &o)
    for i in range(o.n):
        all += popcount(o.segment[i].members)
    n[0] = all
    k = below(bits, all)
    for i in range(o.n):
        all = popcount(o.segment[i].members)
        if k < all:
            return o.segment[i].base + o.segment[i].step * nth_bit(o.segment[i].members, k)
        k -= all
    return -1

cdef i32 nth(const Table* t, const State* s, int k) noexcept nogil:
    cdef Options o
    cdef int i, n
    options(t, s, &o)
    for i in range(o.n):
        n = popcount(o.segment[i].members)
        if k < n:
            return o.segment[i].base + o.segment[i].step * nth_bit(o.segment[i].members, k)
        k -= n
    return -1
