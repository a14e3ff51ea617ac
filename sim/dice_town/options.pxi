# What the seat to move may choose. Every list is a few segments of codes: base + member, or base + a listed argument, for
# the members of a set. From the segments come the list (legal), its length (count) and its k-th entry (nth) alike.

cdef struct Segment:
    i32 base
    u64 members
    const i32* listed           # arguments of the members; NULL: their numbers

cdef struct Options:
    int n
    Segment segment[6]

cdef inline i32 code(int phase, int argument) noexcept nogil:
    return (phase << 24) | argument

cdef inline void offer(Options* o, int phase, int first, u64 members) noexcept nogil:
    """Codes of class `phase` with the arguments first + member."""
    o.segment[o.n].base = code(phase, first)
    o.segment[o.n].members = members
    o.segment[o.n].listed = NULL
    o.n += 1

cdef inline u64 below_bit(int n) noexcept nogil:
    """The set 0 .. n-1."""
    return bit(n) - 1

cdef u64 bandit_options(const Table* t, const State* s, int p) noexcept nogil:
    """D02: pass, or a bandit not yet pledged with one or both of its dice (DT-8.2), as far as dice are left."""
    cdef int k, room = unlocked(s, p) - how_many(s.commit[p])
    cdef u16 mine = s.hired[p] & ~s.pledged[p]
    cdef u64 some = 1, dice
    while mine:
        k = lowest(mine)
        mine &= mine - 1
        dice = bit(1) if t.front_1[k] == t.front_2[k] else bit(1) | bit(2)      # equal faces are one option
        if room >= 2 and t.rules.bandit_dice_max >= 2:
            dice |= bit(3)
        some |= dice << (4 * (1 + k))
    return some

cdef u64 shaman_options(const State* s, int p) noexcept nogil:
    """D27: unchanged, or a die from one face to another."""
    cdef u64 some = 1
    cdef int f
    for f in range(FACES):
        if showing(s.locked[p], f):
            some |= (below_bit(FACES) & ~bit(f)) << (1 + 6 * f)
    return some

cdef u64 ambush_options(const Table* t, const State* s, int p) noexcept nogil:
    """D28: an opponent and the face of a die."""
    cdef u64 some = 0
    cdef int q
    for q in range(t.players):
        if q != p:
            some |= (<u64>faces_shown(s.locked[q])) << (6 * q)
    return some

cdef void bribe_options(const Table* t, const State* s, Options* o, int p) noexcept nogil:
    """D07, D08: dollars and nuggets that p has, within the limits of the model (DT-6.6)."""
    cdef int g
    for g in range(least(s.nuggets[p], t.rules.bribe_max_nuggets) + 1):
        offer(o, ASK_BRIBE, 16 * g, below_bit(least(s.cash[p], t.rules.bribe_max_dollars) + 1))

cdef u64 nameable(const Table* t, const State* s, int p) noexcept nogil:
    """D05, D06: the tied players; DT-6.12: the Sheriff himself perhaps only when nobody else is left."""
    cdef u64 others = s.tied & ~bit(p)
    return others if others and not t.rules.sheriff_may_favour_self else s.tied

cdef u64 action_options(const Table* t, const State* s, int p) noexcept nogil:
    """D04: both actions; DT-4.29: perhaps only the one that can do something."""
    if not t.rules.allow_null_action:
        if not can_do(t, s, p, s.step, BASE) and can_do(t, s, p, s.step, EXTENSION):
            return 2
        if not can_do(t, s, p, s.step, EXTENSION) and can_do(t, s, p, s.step, BASE):
            return 1
    return 3

cdef u64 found_cards(const State* s) noexcept nogil:
    """D23: the kinds among the River cards being looked at, which lie on top of the deck."""
    cdef u64 some = 0
    cdef int i
    for i in range(s.n_top - s.picks, s.n_top):
        some |= bit(s.river_top[i])
    return some

cdef u64 coupon_options(const Table* t, const State* s) noexcept nogil:
    """D24: a land card of the discard, by its value; or a store card of the discard, by its kind (DT-14.11)."""
    cdef u64 land = values_of(t, s.land_discard) >> 1
    if s.discard_ranches:
        land |= bit(5)
    if t.rules.coupon_source == COUPON_LAND or (t.rules.coupon_source == COUPON_LAND_STORE and land):
        return land
    return kinds_of(t, s.store_discard) << STORE_COUPON

cdef u64 offer_options(const Table* t, const State* s, int p) noexcept nogil:
    """D26: pass, or a land card acquired there this round; one that is asked for a second card has agreed already."""
    cdef u64 some = values_of(t, s.got[s.acting])
    if t.rules.indian_price == 0:
        return 1 | bit(OFFER_FREE)
    if s.got_ranches[s.acting]:
        some |= bit(OFFER_RANCH)
    return some if s.picks < t.rules.indian_price else some | 1

cdef u64 remedy_options(const Table* t, const State* s, int p) noexcept nogil:
    """D13: remedies whose face is in the visitor's combination (DT-7.7.3), or none where that is allowed (DT-7.7.2)."""
    cdef int k, shown = faces_shown(s.locked[p])
    cdef u64 some = 0 if s.must else 1
    for k in range(REMEDIES):
        if shown & t.remedy_faces[k]:
            some |= bit(1 + k)
    return some

cdef u64 wire_options(const Table* t, const State* s, int p) noexcept nogil:
    """D14: the value of a claim to protect, ascending so that a choice of two is one option; no more after the first."""
    cdef u64 some = values_of(t, open_claims(s, p)) & ~below_bit(s.chosen)
    return some if s.picks == t.rules.doc_protect_count else some | 1

cdef inline void options(const Table* t, const State* s, Options* o) noexcept nogil:
    cdef int p = s.head.to_move, phase = s.phase, a, b
    o.n = 0
    if phase == ASK_KEEP:
        o.segment[0].base = code(ASK_KEEP, 0)
        o.segment[0].members = affordable(t, s, p)
        o.segment[0].listed = t.dice.subset[s.roll_index]
        o.n = 1
    elif phase == ASK_BRIBE:
        bribe_options(t, s, o, p)
    elif phase == ASK_NAME:
        offer(o, phase, 0, nameable(t, s, p))
    elif phase == ASK_ACTION:
        offer(o, phase, 2 * (s.step - MINE), action_options(t, s, p))
    elif phase == ASK_REMEDY:
        offer(o, phase, 0, remedy_options(t, s, p))
    elif phase == ASK_SHOP:
        offer(o, phase, 0, kinds_of(t, s.drawn))
    elif phase == ASK_VICTIM:
        offer(o, phase, 0, victims(t, s, p))
    elif phase == ASK_SPLIT:
        a = popcount(s.hand[s.victim])
        b = popcount(open_claims(s, s.victim))
        offer(o, phase, 0, below_bit(least(a, s.picks) + 1) & ~below_bit(s.picks - b if s.picks > b else 0))
    elif phase == ASK_LOOT:
        offer(o, phase, 0, kinds_of(t, s.drawn) | (values_of(t, s.drawn_claims) >> 1 << CLAIM_LOOT))
    elif phase == ASK_BANDIT:
        offer(o, phase, 0, bandit_options(t, s, p))
    elif phase == ASK_LOADED:
        offer(o, phase, 0, below_bit(1 + FACES))
    elif phase == ASK_PLAY:
        offer(o, phase, 2 * s.card, 3)
    elif phase == ASK_CANCEL or phase == ASK_PAY:
        offer(o, phase, 0, 3)
    elif phase == ASK_ACT:
        offer(o, phase, 2 * (s.step - MINE), 3)
    elif phase == ASK_TARGET:
        offer(o, phase, 0, moneyed(t, s, p))
    elif phase == ASK_GIFT:
        offer(o, phase, 0, givers(t, s, p))
    elif phase == ASK_GIVE:
        offer(o, phase, 0, kinds_of(t, s.hand[p]))
    elif phase == ASK_WIRE:
        offer(o, phase, 0, wire_options(t, s, p))
    elif phase == ASK_FIND or phase == ASK_FIND_ORDER:
        offer(o, phase, 0, found_cards(s))
    elif phase == ASK_COUPON:
        offer(o, phase, 0, coupon_options(t, s))
    elif phase == ASK_RANCH:
        offer(o, phase, 0, ranchers(t, s, p))
    elif phase == ASK_THUG:
        offer(o, phase, 0, 1 | ((<u64>s.bandit_deck) << 1))
    elif phase == ASK_PISTOL:
        offer(o, phase, 0, faces_shown(s.roll))
    elif phase == ASK_ROW:
        offer(o, phase, 0, below_bit(row_length(s)))
    elif phase == ASK_OFFER:
        offer(o, phase, 0, offer_options(t, s, p))
    elif phase == ASK_SHAMAN:
        offer(o, phase, 0, shaman_options(s, p))
    elif phase == ASK_AMBUSH:
        offer(o, phase, 0, ambush_options(t, s, p))
    elif phase == ASK_WARPATH:
        offer(o, phase, 0, below_bit(6))

cdef inline i32 member(const Segment* g, int m) noexcept nogil:
    return g.base + (m if g.listed == NULL else g.listed[m])

cdef int legal(const Table* t, const State* s, i32* out) noexcept nogil:
    cdef Options o
    cdef int i, n = 0
    cdef u64 m
    options(t, s, &o)
    for i in range(o.n):
        m = o.segment[i].members
        while m:
            out[n] = member(&o.segment[i], lowest(m))
            m &= m - 1
            n += 1
    return n

cdef int count(const Table* t, const State* s) noexcept nogil:
    cdef Options o
    cdef int i, n = 0
    options(t, s, &o)
    for i in range(o.n):
        n += popcount(o.segment[i].members)
    return n

cdef inline i32 kth(const Options* o, int k) noexcept nogil:
    cdef int i, n
    for i in range(o.n):
        n = popcount(o.segment[i].members)
        if k < n:
            return member(&o.segment[i], nth_bit(o.segment[i].members, k))
        k -= n
    return -1

cdef i32 nth(const Table* t, const State* s, int k) noexcept nogil:
    cdef Options o
    options(t, s, &o)
    return kth(&o, k)

cdef i32 pick(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """count and nth in one: the option that these random bits choose."""
    cdef Options o
    cdef int i, all = 0
    cdef u32 some
    if s.phase == ASK_KEEP:                                 # most decisions are this one
        some = affordable(t, s, s.head.to_move)
        n[0] = popcount(some)
        return code(ASK_KEEP, t.dice.subset[s.roll_index][nth_bit(some, below(bits, n[0]))])
    options(t, s, &o)
    for i in range(o.n):
        all += popcount(o.segment[i].members)
    n[0] = all
    return kth(&o, below(bits, all))
