# What follows from the table as it lies: sets of territories, what a player can carry, where he can go. Pure functions of
# table and state, for the rules and for the judgement alike.
from libc.string cimport memcpy

from sim.core.bits cimport *
from sim.core.types cimport i8, i16, i32, u32, u64
from sim.western_legends.state cimport *

# ---- sets of territories: 0..63 and the rest

cdef struct Set:
    u64 lo, hi

cdef inline bint has(const Set* x, int place) noexcept nogil:
    return (x.lo >> place) & 1 if place < 64 else (x.hi >> (place - 64)) & 1

cdef inline void add(Set* x, int place) noexcept nogil:
    if place < 64:
        x.lo |= bit(place)
    else:
        x.hi |= bit(place - 64)

cdef inline void remove(Set* x, int place) noexcept nogil:
    if place < 64:
        x.lo &= ~bit(place)
    else:
        x.hi &= ~bit(place - 64)

cdef inline int size(const Set* x) noexcept nogil:
    return popcount(x.lo) + popcount(x.hi)

cdef inline Set around(const Table* t, Set x) noexcept nogil:
    """All neighbours of the members (WL-6.5: the board counts corners as borders)."""
    cdef Set out
    cdef int place
    out.lo = out.hi = 0
    while x.lo:
        place = lowest(x.lo)
        x.lo &= x.lo - 1
        out.lo |= t.next_lo[place]
        out.hi |= t.next_hi[place]
    while x.hi:
        place = 64 + lowest(x.hi)
        x.hi &= x.hi - 1
        out.lo |= t.next_lo[place]
        out.hi |= t.next_hi[place]
    return out

# ---- what a player has (section 4)

cdef inline u32 in_use(const Table* t, const State* s, int p) noexcept nogil:
    """The items that work for a player: belongings, the active weapon and mount (WL-11.1)."""
    cdef u32 items = s.items[p] & t.belongings
    if s.weapon[p] >= 0:
        items |= <u32>1 << s.weapon[p]
    if s.mount[p] >= 0:
        items |= <u32>1 << s.mount[p]
    return items

cdef inline int gift(const Table* t, const State* s, int p, int what) noexcept nogil:
    """What lies in front of a player and works by itself: items in use, the unlocked ability."""
    cdef u32 items = s.items[p] & t.giving_items[what]
    cdef int i, out = 0
    if not items | (t.giving_characters[what] >> (s.character[p] & 31) & 1):    # rarely does anybody have such a thing at all
        return 0
    items &= in_use(t, s, p)
    while items:
        i = lowest(items)
        items &= items - 1
        out += t.item_gifts[2 * i + ((s.upgraded[p] >> i) & 1)].n[what]
    if s.legend[p] and s.character[p] >= 0 and t.giving_characters[what] >> s.character[p] & 1:
        out += t.character_gifts[s.character[p]].n[what]
    return out

cdef inline int nugget_room(const Table* t, const State* s, int p) noexcept nogil:
    return t.rules.nugget_cap + gift(t, s, p, GIFT_NUGGETS) - s.nuggets[p]

cdef inline u64 eight(const i8* x) noexcept nogil:
    """Eight small numbers as one word."""
    cdef u64 out
    memcpy(&out, x, 8)
    return out

cdef inline u32 zeros(u64 x) noexcept nogil:
    """Which of eight bytes are 0, bit a byte: all at once, without jumps that nobody could foresee."""
    cdef u64 low = <u64>0x7F7F7F7F7F7F7F7FULL
    x = ~(((x & low) + low) | x | low)
    return <u32>((x >> 7) * <u64>0x0102040810204080ULL >> 56)

cdef inline int herd(const State* s, int p) noexcept nogil:
    """Cattle tokens of a player: the slots that are not -1."""
    return popcount(~eight(&s.cattle[SLOTS * p]) & <u64>0x8080808080808080ULL)

cdef inline int cattle_cap(const Table* t, const State* s, int p) noexcept nogil:
    cdef int most = t.rules.cattle_cap + gift(t, s, p, GIFT_CATTLE)
    return most if most < SLOTS else SLOTS

cdef inline int hand_limit(const Table* t, const State* s, int p) noexcept nogil:
    """WL-4.3, WL-13.1."""
    cdef int limit = t.rules.hand_limit + gift(t, s, p, GIFT_HAND)
    if s.wounds[p] > 0 and not gift(t, s, p, GIFT_IGNORE_WOUNDS):
        limit -= s.wounds[p] * t.rules.wound_hand_penalty
    return limit if limit > 0 else 0

cdef inline int speed_of(const Table* t, const State* s, int p) noexcept nogil:
    """WL-6.1: on foot, or the active mount's if that is faster."""
    cdef int m = s.mount[p], fast = t.rules.foot_speed, ride
    if m >= 0:
        ride = t.items[m].speed_upgraded if (s.upgraded[p] >> m) & 1 else t.items[m].speed
        if ride > fast:
            fast = ride
    return fast if fast < ROAD else ROAD

cdef inline u64 real_cards(const State* s, int p) noexcept nogil:
    """The hand without jokers: those cannot be used by themselves (WL-16.11)."""
    return s.hand[p] & (bit(JOKER) - 1)

cdef inline bint has_joker(const State* s, int p) noexcept nogil:
    return (s.hand[p] >> JOKER) != 0

cdef inline int right_hand(const State* s, int p) noexcept nogil:
    """The previous seat in turn order."""
    cdef int n = s.head.players
    return s.order[(s.position[p] + n - 1) % n]

cdef inline int points_of(const State* s, int p) noexcept nogil:
    return s.marshal[p] if s.marshal[p] > s.wanted[p] else s.wanted[p]

cdef inline bint any_outlaw(const State* s) noexcept nogil:
    """WL-10.7: the Sheriff is active."""
    cdef int p
    for p in range(s.head.players):
        if s.wanted[p] > 0:
            return True
    return False

cdef inline u32 goods_for_sale(const Table* t, const State* s, int p) noexcept nogil:
    """WL-6.7: what this player could buy now."""
    cdef u32 wares = t.affordable[s.money[p]] & ~s.items[p]
    if popcount(s.items[p] & t.belongings) >= t.rules.belongings_cap:
        wares &= ~t.belongings
    return wares & ~(zeros(eight(s.store)) | zeros(eight(&s.store[8])) << 8 | zeros(eight(&s.store[16])) << 16)

cdef inline u32 upgrades_for_sale(const Table* t, const State* s, int p) noexcept nogil:
    return s.items[p] & ~s.upgraded[p] & t.upgradable & t.affordable[s.money[p]]

# ---- where a figure can go (section 6)

cdef inline Set reach(const Table* t, const State* s, int p, int steps, Set* mesa) noexcept nogil:
    """Where p can end a move of 1 to `steps` territories; in `mesa` what lies across one (Bloody Knife). Bandits end a
    move (WL-6.3), the Sheriff shuts an outlaw out (WL-6.4), other figures never block (WL-6.6), mesas cannot be entered (WL-6.2)."""
    cdef Set seen, edge, stops, shut, over
    cdef Set layer[10]
    cdef Set crossed[10]
    cdef int start = s.place[p], k, m
    mesa.lo = mesa.hi = 0
    stops.lo = t.gang_lo[s.bandits]
    stops.hi = t.gang_hi[s.bandits]
    shut.lo = shut.hi = 0
    if s.wanted[p] > 0:
        add(&shut, s.sheriff)
    if steps > ROAD:
        steps = ROAD
    if steps <= 0:
        seen.lo = seen.hi = 0
        return seen
    if not gift(t, s, p, GIFT_MESA):
        k = 10 * start + steps
        if not ((t.ball_lo[k - 1] & stops.lo) | (t.ball_hi[k - 1] & stops.hi)
                | (t.ball_lo[k] & shut.lo) | (t.ball_hi[k] & shut.hi)):
            seen.lo = t.ball_lo[k]              # nothing in the way
            seen.hi = t.ball_hi[k]
            if steps < 2 or not t.rules.move_may_return:
                remove(&seen, start)
            return seen
    seen.lo = seen.hi = 0
    edge.lo = edge.hi = 0
    add(&edge, start)
    layer[0] = edge
    for k in range(steps):
        edge = around(t, edge)
        edge.lo &= ~(shut.lo | seen.lo)
        edge.hi &= ~(shut.hi | seen.hi)
        seen.lo |= edge.lo
        seen.hi |= edge.hi
        edge.lo &= ~stops.lo
        edge.hi &= ~stops.hi
        layer[k + 1] = edge
    if gift(t, s, p, GIFT_MESA):                   # two steps from one side of a mesa to another: it counts as one territory
        for k in range(steps + 1):
            crossed[k].lo = crossed[k].hi = 0
        for k in range(2, steps + 1):
            crossed[k] = around(t, crossed[k - 1])
            for m in range(t.mesas):
                if (((layer[k - 2].lo | crossed[k - 2].lo) & t.mesa_lo[m])
                        | ((layer[k - 2].hi | crossed[k - 2].hi) & t.mesa_hi[m])):      # from one mesa to the next, too
                    crossed[k].lo |= t.mesa_lo[m]
                    crossed[k].hi |= t.mesa_hi[m]
            crossed[k].lo &= ~shut.lo
            crossed[k].hi &= ~shut.hi
            mesa.lo |= crossed[k].lo
            mesa.hi |= crossed[k].hi
            crossed[k].lo &= ~stops.lo
            crossed[k].hi &= ~stops.hi
        if not t.rules.move_may_return:
            remove(mesa, start)
    if not t.rules.move_may_return:             # WL-6.20
        remove(&seen, start)
    return seen

cdef inline Set outlaw_places(const State* s) noexcept nogil:
    cdef Set out
    cdef int p
    out.lo = out.hi = 0
    for p in range(s.head.players):
        if s.wanted[p] > 0:
            add(&out, s.place[p])
    return out

cdef inline Set sheriff_walks(const Table* t, const State* s, int steps) noexcept nogil:
    """WL-10.9: where a walk of exactly so many territories can end; he stops where outlaws are."""
    cdef Set ends, edge, outlaws = outlaw_places(s)
    cdef int k
    ends.lo = ends.hi = 0
    edge.lo = edge.hi = 0
    add(&edge, s.sheriff)
    for k in range(steps):
        edge = around(t, edge)
        ends.lo |= edge.lo & outlaws.lo
        ends.hi |= edge.hi & outlaws.hi
        edge.lo &= ~outlaws.lo
        edge.hi &= ~outlaws.hi
        if t.rules.sheriff_move_mode == WALK_UP_TO:
            ends.lo |= edge.lo
            ends.hi |= edge.hi
    ends.lo |= edge.lo
    ends.hi |= edge.hi
    if t.rules.sheriff_move_mode == WALK_UP_TO:
        add(&ends, s.sheriff)
    return ends
