# What the seat to move may choose: one set of arguments (one_set), or a few segments of codes, base + member for the
# members of a set (options). From them come the list (legal), its length (count), its k-th entry (nth) and a random one
# (pick) alike.

cdef struct Segment:
    i32 base
    int before                      # options in the segments before it
    u64 members

cdef struct Options:
    int n
    int all                         # options in all segments
    Segment segment[80]

cdef inline i32 code(int act, int argument) noexcept nogil:
    return (act << 24) | argument

cdef inline void offer(Options* o, int act, int first, u64 members) noexcept nogil:
    """Codes of class `act` with the arguments first + member. A segment without members is written over by the next one:
    that costs less than to foresee whether there are any."""
    o.segment[o.n].base = code(act, first)
    o.segment[o.n].before = o.all
    o.segment[o.n].members = members
    o.n += members != 0
    o.all += popcount(members)

cdef inline void offer_set(Options* o, int act, Set x) noexcept nogil:
    offer(o, act, 0, x.lo)
    offer(o, act, 64, x.hi)

cdef inline void offer_cards(const State* s, Options* o, int act, int p, u64 cards) noexcept nogil:
    """Cards, and jokers as copies of them: the copied card is shown and kept (D45)."""
    offer(o, act, 0, cards)
    if has_joker(s, p):
        offer(o, act, COPY, cards)

cdef inline u64 below_bit(int n) noexcept nogil:
    """The set 0 .. n-1."""
    return 0 if n <= 0 else ~(<u64>0) if n >= 64 else bit(n) - 1

cdef void action_options(const Table* t, const State* s, Options* o, int p) noexcept nogil:
    """D06, with D09, D23 and D24 in it."""
    cdef int where = s.place[p], here = t.location[where], k, n
    cdef u8 others
    cdef i16 found[64]
    cdef u64 some = 0
    offer(o, ACT_PASS, 0, 1)
    offer(o, ACT_MOVE, 0, 1)
    offer_cards(s, o, ACT_CARD, p, real_cards(s, p) & t.at_timing[TIME_ACTION])
    if real_cards(s, p):                                                # WL-7.1, A9
        others = company(t, s, p) & ~s.fought
        if others:
            for k in range(t.players):
                if others >> k & 1 and s.wanted[k] > 0:
                    some |= bit(k)
            if s.marshal[p] > 0:                                        # WL-7.2
                offer(o, ACT_FIGHT, 8 * FIGHT_ARREST, some)
            offer(o, ACT_FIGHT, 8 * FIGHT_DUEL, others)                 # WL-16.3a: the Man in Black, too
            offer(o, ACT_FIGHT, 8 * FIGHT_ROB, others)
    if here != NOWHERE:                                                 # WL-6.19
        if here == STORE:
            if goods_for_sale(t, s, p) or upgrades_for_sale(t, s, p):
                offer(o, ACT_STORE, 0, 1)
        elif may_poker(t, s, p):
            offer(o, ACT_POKER, 0, 1)
        elif here == MINE:
            offer(o, ACT_PROSPECT, 0, 1)
        elif here == BANK:
            offer(o, ACT_DEPOSIT, 1, below_bit(s.nuggets[p]))           # D23
            if may_heist(t, s, p):
                offer(o, ACT_HEIST, 0, 1)
        elif may_acquire(t, s, p):
            offer(o, ACT_ACQUIRE, 0, 1)
        elif may_heal(t, s, p):
            offer(o, ACT_HEAL, 0, 1)
        elif here == CABARET:
            offer(o, ACT_REVEL, 1, below_bit(s.money[p] // t.rules.revel_price))    # D24
        if t.work[where]:
            offer(o, ACT_WORK, 0, 1)                                    # WL-6.16
    if s.timings[p] & (<u32>1 << TIME_ACTION):
        n = own_rows(t, s, p, TIME_ACTION, found)
        sort_rows(found, n)
        for k in range(n):
            if holds(t, s, p, t.abilities[found[k]].cond) and useful(t, s, p, &t.abilities[found[k]]):
                offer(o, ACT_ABILITY, found[k], 1)

cdef void sort_rows(i16* found, int n) noexcept nogil:
    """Codes ascend."""
    cdef int i, j
    cdef i16 x
    for i in range(1, n):
        x = found[i]
        j = i
        while j > 0 and found[j - 1] > x:
            found[j] = found[j - 1]
            j -= 1
        found[j] = x

cdef void react_options(const Table* t, const State* s, Options* o, int p) noexcept nogil:
    """D12."""
    cdef i16 found[64]
    cdef int n, k
    cdef u32 used = s.fight.used_a if p == s.fight.a else s.fight.used_d
    cdef u64 some
    offer(o, ACT_NO_REACTION, 0, 1)
    offer_cards(s, o, ACT_REACT, p, reaction_cards(t, s, p, TIME_FIGHT_REACTION))
    if s.timings[p] >> TIME_FIGHT_REACTION & 1:
        if holster(t, s, p, used):
            n = popcount(s.hand[p])
            offer(o, ACT_HOLSTER, 1, below_bit(n if n < 12 else 12))
        some = item_reactions(t, s, p, used, found, &n)
        k = 0
        while some:
            found[k] = found[lowest(some)]
            some &= some - 1
            k += 1
        sort_rows(found, k)
        for n in range(k):
            offer(o, ACT_ITEM_REACTION, found[n], 1)

cdef void pair_options(const State* s, Options* o, int p) noexcept nogil:
    """D21: two cards; a joker copies a third one that stays in the hand (WL-16.13). A hand that no evening ever sees, of
    more than 22 cards, offers 22 of them: a list has room for 1,024 pairs."""
    cdef u64 real = real_cards(s, p), rest
    cdef int x, jokers = popcount(s.hand[p] >> JOKER)
    while popcount(real) > 22:
        real &= real - 1
    rest = real
    if popcount(real) == 1 and jokers < 2:                              # WL-8.6: one card is all he has
        offer(o, ACT_SINGLE, 0, real)
        if jokers:
            offer(o, ACT_SINGLE, COPY, real)
        return
    while rest:
        x = lowest(rest)
        rest &= rest - 1
        offer(o, ACT_PAIR, x << 6, rest)
    rest = real
    while rest and jokers:
        x = lowest(rest)
        rest &= rest - 1
        offer(o, ACT_PAIR_JOKER, x << 6, real & ~bit(x))
    rest = real
    while rest and jokers == 2:
        x = lowest(rest)
        offer(o, ACT_PAIR_JOKERS, x << 6, rest)
        rest &= rest - 1

cdef inline u64 own_tokens(const State* s, int p) noexcept nogil:
    cdef int k
    cdef u64 out = 0
    for k in range(SLOTS):
        if s.cattle[SLOTS * p + k] >= 0:
            out |= bit(k)
    return out

cdef u64 one_set(const Table* t, const State* s, int phase, int p, int* act) noexcept nogil:
    """The options of a question with one kind of answer, as a set of arguments; empty where there are several kinds."""
    cdef u64 some = 0
    cdef int k
    if phase == INCOME:
        act[0] = ACT_INCOME
        return 7
    if phase == EQUIP_WEAPON:
        act[0] = ACT_WEAPON
        return choice_of(s, p, t.weapons)
    if phase == EQUIP_MOUNT:
        act[0] = ACT_MOUNT
        return choice_of(s, p, t.mounts)
    if phase == DISCARD:
        act[0] = ACT_DISCARD
        return s.hand[p]
    if phase == COMMIT:
        act[0] = ACT_LAY
        return real_cards(s, p) if not has_joker(s, p) else 0
    if phase == NPC_CARD:
        act[0] = ACT_NPC_CARD
        return s.fight.held
    if phase == PRIZE:
        act[0] = ACT_PRIZE
        some = 1
        if s.wanted[p] == 0 and not s.fight.forbid_mp and t.rules.bandit_mp > 0:
            some |= 2
        if s.fight.wanted_option:
            some |= 4
        return some
    if phase == CHOICE:
        act[0] = ACT_CHOICE
        return open_choices(t, s, p, s.about)
    if phase == JOIN:
        act[0] = ACT_JOIN
        return 3
    if phase == USE:
        act[0] = ACT_USE
        return 3
    if phase == REROLL:
        act[0] = ACT_REROLL
        return below_bit(s.n_dice) | bit(NO_DIE)
    if phase == LOOT:
        act[0] = ACT_LOOT
        return loot_options(t, s, p)
    if phase == TAKE_CATTLE:
        act[0] = ACT_TAKE_CATTLE
        return own_tokens(s, s.fight.d) | bit(SLOTS)
    if phase == REDRAW:
        act[0] = ACT_REDRAW
        return 3
    if phase == SHERIFF_VICTIM:
        act[0] = ACT_VICTIM
        return outlaws_at(t, s, s.sheriff)
    if phase == TARGET:
        act[0] = ACT_TARGET
        some = targets(t, s, p, &t.ops[s.about])
        if t.ops[s.about].op == OP_DEMAND_MONEY_OR_CARD:                # D43: Billy may let all go
            some |= bit(NO_TARGET)
        return some
    if phase == STRIP:
        act[0] = ACT_STRIP
        for k in range(13):
            if s.hand[s.about_seat] & (<u64>15 << (4 * k)):
                some |= bit(k)
        return some if some else 1
    if phase == DELIVERY:
        act[0] = ACT_DELIVER
        return 3
    if phase == TRACK:
        act[0] = ACT_TRACK
        return 3
    if phase == PEEKED:
        act[0] = ACT_PEEKED
        return s.peeked
    if phase == HALF:
        act[0] = ACT_HALF
        return 7
    if phase == GIVE_BACK:
        act[0] = ACT_GIVE_BACK
        return own_tokens(s, p)
    if phase == BANDIT_TYPE:
        act[0] = ACT_BANDIT_TYPE
        return unused_types(s)
    if phase == BANDIT_SITE:
        act[0] = ACT_BANDIT_SITE
        if s.about == 0:
            return s.bandits
        some = free_hideouts(t, s)
        if s.about >= 2:
            some &= 3 << (2 * (s.about - 2))
        return some
    if phase == CLAIM:
        act[0] = ACT_CLAIM
        return open_goals(t, s, p) | bit(GOALS)
    if phase == ROOM:                                                   # WL-16.12
        act[0] = ACT_ROOM
        if t.items[s.about].kind == BELONGING and popcount(s.items[p] & t.belongings) >= t.rules.belongings_cap:
            some = s.items[p] & t.belongings
        else:
            some = bit(ITEMS + 1)
        return some | bit(ITEMS)
    if phase == CHARACTER:
        act[0] = ACT_CHARACTER
        for k in range(4):
            if s.dealt[4 * p + k] >= 0:
                some |= bit(k)
        return some
    if phase == START_RANCH or phase == WHICH_RANCH:
        act[0] = ACT_RANCH
        return 3
    return 0

cdef void options(const Table* t, const State* s, Options* o) noexcept nogil:
    """The options of any question."""
    cdef int p = s.head.to_move, phase = s.phase, k, n, act = 0
    cdef Set plain, mesa
    cdef u64 some
    cdef i16 found[64]
    cdef bint forced
    o.n = o.all = 0
    if phase == ACTION:
        action_options(t, s, o, p)
    elif phase == GO:
        plain = reach(t, s, p, s.about, &mesa)
        offer_set(o, ACT_GO, plain)
        offer_set(o, ACT_GO_MESA, mesa)
        if free_move(s):                                                # WL-6.20 binds Move actions only
            offer(o, ACT_STAY, 0, 1)
    elif phase == COMMIT:
        offer_cards(s, o, ACT_LAY, p, real_cards(s, p))
    elif phase == DEFEND or phase == SHERIFF_STAND:
        offer_cards(s, o, ACT_LAY, p, real_cards(s, p))
        offer(o, ACT_DECLINE, 0, 1)
    elif phase == REACT:
        react_options(t, s, o, p)
    elif phase == BEFORE_MOVE or phase == AFTERWARDS:
        offer(o, ACT_NO_REACTION, 0, 1)
        offer_cards(s, o, ACT_REACT, p, reaction_cards(t, s, p, TIME_BEFORE_MOVE if phase == BEFORE_MOVE else s.about))
    elif phase == SHOP:
        some = goods_for_sale(t, s, p)
        offer(o, ACT_BUY, 0, some)
        offer(o, ACT_BUY_ACTIVE, 0, some & (t.weapons | t.mounts))
        offer(o, ACT_UPGRADE, 0, upgrades_for_sale(t, s, p))
        offer(o, ACT_LEAVE, 0, 1)
    elif phase == MARKER:
        offer(o, ACT_MARKER, 0, marker_options(t, s, p))
        offer(o, ACT_MARKER, NO_MARKER, 1)
    elif phase == SHERIFF_GO:
        offer_set(o, ACT_SHERIFF, sheriff_walks(t, s, s.about))
    elif phase == PAIR:
        pair_options(s, o, p)
    elif phase == DISCARD_OR_WOUND:
        offer(o, ACT_WOUND, 0, 1)
        offer(o, ACT_DISCARD, 0, s.hand[p])
    elif phase == DEMAND:
        offer(o, ACT_GIVE, 0, s.hand[p])
        if s.money[p] >= s.about:
            offer(o, ACT_GIVE, THE_MONEY, 1)
    elif phase == STEP_ON:
        plain = reach(t, s, p, s.about, &mesa)
        offer_set(o, ACT_GO, plain)
        offer(o, ACT_STAY, 0, 1)
    elif phase == START_EFFECT:
        n = start_effects(t, s, p, found, &forced)
        sort_rows(found, n)
        for k in range(n):
            offer(o, ACT_EFFECT, found[k], 1)
        if not forced:
            offer(o, ACT_EFFECT, NO_MORE, 1)
    elif phase == START_PLACE:
        some = start_places(t, s, p)
        plain.lo = plain.hi = 0
        for k in range(t.characters[s.character[p]].n_places):
            if some >> k & 1:
                add(&plain, t.characters[s.character[p]].places[k])
        offer_set(o, ACT_PLACE, plain)
    else:
        some = one_set(t, s, phase, p, &act)
        offer(o, act, 0, some)
    if o.n == 0:                                                        # a question without an answer is passed over
        offer(o, ACT_STAY, 0, 1)

cdef int legal(const Table* t, const State* s, i32* out) noexcept nogil:
    cdef Options o
    cdef int i, n = 0
    cdef u64 m
    if s.phase == OVER:
        return 0
    options(t, s, &o)
    for i in range(o.n):
        m = o.segment[i].members
        while m:
            out[n] = o.segment[i].base + lowest(m)
            m &= m - 1
            n += 1
    return n

cdef int count(const Table* t, const State* s) noexcept nogil:
    cdef Options o
    if s.phase == OVER:
        return 0
    options(t, s, &o)
    return o.all

cdef i32 nth_of(const Options* o, int k) noexcept nogil:
    cdef int i = o.n - 1
    if not 0 <= k < o.all:
        return -1
    while o.segment[i].before > k:
        i -= 1
    k -= o.segment[i].before
    return o.segment[i].base + (nth_member(o.segment[i].members, k) if k else lowest(o.segment[i].members))     # mostly the first

cdef i32 pick(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """count and nth in one: the option that these random bits choose."""
    cdef Options o
    cdef int act = 0
    cdef u64 some
    cdef Set plain, mesa
    if s.phase == GO and not free_move(s):
        plain = reach(t, s, s.head.to_move, s.about, &mesa)
        if not mesa.lo | mesa.hi:               # one set of territories, in two words
            n[0] = size(&plain)
            if n[0] > 0:
                return code(ACT_GO, nth_place(&plain, below(bits, n[0])))
    elif s.phase != ACTION:
        some = one_set(t, s, s.phase, s.head.to_move, &act)
        if some:
            n[0] = popcount(some)
            return code(act, nth_member(some, below(bits, n[0])))
    options(t, s, &o)
    n[0] = o.all
    return nth_of(&o, below(bits, o.all))

cdef i32 nth(const Table* t, const State* s, int k) noexcept nogil:
    cdef Options o
    options(t, s, &o)
    return nth_of(&o, k)
