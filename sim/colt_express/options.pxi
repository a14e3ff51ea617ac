# What the seat to move may choose. Every list is a few segments of codes: base + (member >> shift) for the members of a
# set (packed cards have four bits a kind: shift 2). From the segments come the list (legal), its length (count) and its
# k-th entry (nth, pick) alike.

cdef struct Segment:
    i32 base
    i32 shift
    u64 members

cdef struct Options:
    int n
    Segment segment[16]

cdef inline i32 code(int act, int argument) noexcept nogil:
    return (act << 24) | argument

cdef inline void offer(Options* o, int act, int first, u64 members) noexcept nogil:
    """Codes of class `act` with the arguments first + member."""
    if members:
        o.segment[o.n].base = code(act, first)
        o.segment[o.n].shift = 0
        o.segment[o.n].members = members
        o.n += 1

cdef inline void offer_cards(Options* o, int act, int first, u64 kinds) noexcept nogil:
    """Codes of class `act` for kinds of cards, given as bits 4 * kind."""
    if kinds:
        o.segment[o.n].base = code(act, first)
        o.segment[o.n].shift = 2
        o.segment[o.n].members = kinds
        o.n += 1

# ---- cards in hand (CE-6)

cdef inline u64 playable(const Table* t, const State* s, int seat) noexcept nogil:
    """Kinds that can be played from the own hand: no bullets (CE-6.3), in a shaking turn no Fire or Punch (CE-6.6)."""
    cdef u64 kinds = kinds_in(s.cards[seat].hand & ACTION_CARDS)
    if t.mp and s.phase < MOVING and symbol(t, s) == SHAKING:
        kinds &= ~(one(FIRE) | one(PUNCH))
    return kinds

cdef inline u64 playable2(const State* s, int seat) noexcept nogil:
    """Of the second bandit or the partner."""
    return kinds_in(s.cards[seat].hand2 & SECOND_CARDS)

cdef inline int action_cards(const State* s, int seat) noexcept nogil:
    return n_cards(s.cards[seat].hand & ACTION_CARDS) + n_second(s.cards[seat].hand2 & SECOND_CARDS)

cdef inline bint may_hide(const Table* t, const State* s, int seat) noexcept nogil:
    """CE-8.1: Ghost's first card of the round, where it would not lie face down anyway. What he drew before, counts."""
    if s.turn >= t.rules.ghost_hidden_cards or s.act or symbol(t, s) == TUNNEL:
        return False
    if t.two:                                                       # CE-13.6: whichever bandit the card belongs to
        return can(s, 2 * seat, GHOST) or can(s, 2 * seat + 1, GHOST)
    return can(s, seat, GHOST)

cdef inline bint shows_all(const State* s, int pawn) noexcept nogil:
    return s.pawn[pawn].hostage == PHOTOGRAPHER                     # CE-10.25

cdef inline void offer_hand(const Table* t, const State* s, Options* o, int seat, bint first_card) noexcept nogil:
    """Every card that can be played now, face up or as the turn says, then face down by Ghost."""
    cdef u64 own = playable(t, s, seat), second = 0
    if t.two or t.team:
        second = playable2(s, seat)
    offer_cards(o, ACT_PLAY, 0, own)
    offer_cards(o, ACT_PLAY, SECOND, second)
    if first_card and may_hide(t, s, seat):
        if not shows_all(s, first_pawn(t, seat)):
            offer_cards(o, ACT_HIDE, 0, own)
        if second and not shows_all(s, second_pawn(t, seat)):
            offer_cards(o, ACT_HIDE, SECOND, second)

cdef inline void offer_flasks(const Table* t, const State* s, Options* o, int seat) noexcept nogil:
    """CE-6.7, CE-6.8: only in a standard turn."""
    cdef u64 members = 0
    cdef int p, i
    cdef u8 flasks
    for i in range(2 if t.two else 1):
        p = first_pawn(t, seat) + i
        flasks = s.pawn[p].loot.flasks
        if flasks == 0:
            continue
        if cards_left(t, s, seat):
            if flasks & s.full_flasks & ~s.old_flask:
                members |= bit(4 * i)
            if flasks & ~s.full_flasks & ~s.old_flask:
                members |= bit(4 * i + 1)
        if flasks & s.old_flask and action_cards(s, seat) >= t.rules.flask_old_cards:
            members |= bit(4 * i + 2)
    offer(o, ACT_FLASK, 0, members)

cdef inline void scheme_options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D4."""
    cdef int seat = s.head.to_move
    offer_hand(t, s, o, seat, True)
    if can_draw(t, s, seat):
        offer(o, ACT_DRAW, 0, 1)
    if t.mp and idea_in_reach(t, s, seat):
        offer(o, ACT_FETCH, 0, 1)
    if t.hs and s.phase == SCHEME and symbol(t, s) == STANDARD:
        offer_flasks(t, s, o, seat)

cdef inline void keep_options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D9, CE-6.12, CE-6.13: any card, or no further one. A partner's card stays in hand by itself (CE-13.15)."""
    cdef const Hand* h = &s.cards[s.head.to_move]
    cdef u64 bullets = one(BULLET) if h.hand >> BULLET_SHIFT else 0
    offer_cards(o, ACT_KEEP, 0, kinds_in(h.hand & ACTION_CARDS) | bullets)
    if t.two or t.rules.team_foreign_card:
        offer_cards(o, ACT_KEEP, SECOND, kinds_in(h.hand2))
    offer(o, ACT_KEEP, KEEP_NO_MORE, 1)

# ---- actions on the train (CE-7)

cdef inline u64 pushes(const Table* t, const State* s, int victim) noexcept nogil:
    """Where a punch can send him, bit PUSH_*."""
    cdef int x = s.pawn[victim].space, k
    cdef u64 out = 0
    for k in range(3):
        if pushed_to(t, s, x, k) >= 0:
            out |= bit(k)
    if t.mp and deadly(t, s) and ROOF <= x < COACH_IN:
        out |= bit(PUSH_OFF)                                        # CE-11.24
    return out

cdef inline u8 punch_targets(const Table* t, const State* s, int p) noexcept nogil:
    """CE-7.7, CE-8.2, CE-10.9: everybody in the own space; beside the guard Belle is safe."""
    cdef int x = s.pawn[p].space
    cdef u8 there = s.at[x] & ~(1 << p)
    if there == 0 or t.rules.belle_protection == BELLE_FIRE:
        return there
    if x == COACH_ROOF and s.guard == 0:
        there &= ~shielded(s, there, True)
        return there & ~shielded(s, there, False)
    return choosable(t, s, there)

cdef inline void punch_options(const Table* t, const State* s, Options* o, int p) noexcept nogil:
    """D14: target, class of loot, where to: one byte a class."""
    cdef u8 whom = punch_targets(t, s, p)
    cdef u64 where, members
    cdef u32 loot
    cdef int v
    while whom:
        v = lowest(whom)
        whom &= whom - 1
        where = pushes(t, s, v)
        loot = 0 if is_marshal(t, v) or t.rules.punch_loot_choice else classes(s, &s.pawn[v].loot, 0)
        if loot == 0:
            loot = 1 << NO_LOOT
        members = 0
        while loot:
            members |= where << 8 * lowest(loot)
            loot &= loot - 1
        offer(o, ACT_PUNCH, v << 6, members)
    if s.pawn[p].space == COACH_ROOF and s.guard == 0:
        offer(o, ACT_PUNCH, GUARD_TARGET << 6 | NO_LOOT << 3 | PUSH_ACROSS, 1)

cdef inline u8 throwable(const Table* t, const State* s, int p, u8 whom) noexcept nogil:
    """CE-11.25, CE-11.30: whom Django's bullet can throw off the train: targets on the first and the last roof."""
    if not (t.mp and deadly(t, s) and can(s, p, DJANGO)) or not ROOF <= s.pawn[p].space < COACH_IN:
        return 0
    return whom & (s.at[ROOF] | s.at[ROOF + t.last]) & ~s.at[s.pawn[p].space]

cdef inline void shoot_options(const Table* t, const State* s, Options* o) noexcept nogil:
    """D16, CE-11.6: one bandit from a pile of choice, or two different ones from both piles."""
    cdef u8 once = marshal_targets(t, s, False), both = 0, whom
    cdef u64 members = 0
    if s.piles[0]:
        members |= once
    if s.piles[1]:
        members |= <u64>once << 8
    offer(o, ACT_SHOOT, 0, members)
    if s.piles[0] and s.piles[1] and t.rules.marshal_shots_per_fire > 1:
        both = marshal_targets(t, s, True)
    members = 0
    whom = both
    while whom:
        members |= <u64>(both & ~(whom & -whom)) << 8 * lowest(whom)
        whom &= whom - 1
    offer(o, ACT_SHOOT_TWO, 0, members)

cdef inline u64 ride_spaces(const Table* t, const State* s, int p) noexcept nogil:
    """D18: with the way off the train under Escape (CE-10.33)."""
    cdef u64 out = rides(t, s, p)
    if out and station_event(t, s) == ESCAPE and not is_marshal(t, p):
        out |= bit(OUT)
    return out

cdef inline u64 flights(const Table* t, const State* s) noexcept nogil:
    """D20, CE-10.37: the neighbouring train roofs."""
    return roofs(within(t, s.coach, 1)) & ~bit(ROOF + s.coach)

cdef inline u8 evasions(const Table* t, const State* s, int silk) noexcept nogil:
    """D28, CE-12.2: bandits on the train or the stagecoach."""
    return t.crew & ~s.at[OUT] & ~(1 << silk)

# ---- all decisions

cdef void options(const Table* t, const State* s, Options* o) noexcept nogil:
    cdef int seat = s.head.to_move, p = s.actor, phase = s.phase, k
    cdef u64 some = 0
    o.n = 0
    if phase == SCHEME or phase == TURMOIL:
        scheme_options(t, s, o)
    elif phase == MOVING:
        offer(o, ACT_MOVE, 0, moves(t, s, p, True))
    elif phase == FIRING:
        some = targets(t, s, p)
        offer(o, ACT_FIRE, 0, some)
        if t.mp:
            offer(o, ACT_FIRE_OFF, 0, throwable(t, s, p, <u8>some))
    elif phase == ROBBING:
        if s.goes:                                                  # a further token is free to take (CE-11.22)
            offer(o, ACT_STOP, 0, 1)
        offer(o, ACT_ROB, 0, robbable(s, s.pawn[p].space))
    elif phase == MARSHAL_MOVING:
        if s.marshal > 0:
            some |= 1
        if s.marshal < t.last:
            some |= 2
        offer(o, ACT_MARSHAL, 0, some)
    elif phase == PUNCHING:
        punch_options(t, s, o, p)
    elif phase == CHOOSE_CHARACTER:
        for k in range(t.n_pool):
            some |= bit(t.pool[k])
        for k in range(t.pawns):
            if s.pawn[k].character >= 0:
                some &= ~bit(s.pawn[k].character)
        offer(o, ACT_CHARACTER, 0, some)
    elif phase == ATTACK:
        offer(o, ACT_ATTACK, 0, attack_choices(t, s, seat))
    elif phase == OPENING:
        offer_cards(o, ACT_OPENING, 0, kinds_in(s.cards[seat].deck & ACTION_CARDS))
        offer_cards(o, ACT_OPENING, SECOND, kinds_in(s.cards[seat].deck2))
    elif phase == FLASK_CARD:
        offer_hand(t, s, o, seat, True)
    elif phase == OLD_CARD:
        offer_hand(t, s, o, seat, s.left == t.rules.flask_old_cards)
    elif phase == PLUS_CARD:
        offer_cards(o, ACT_PLAY, 0, playable(t, s, seat))
        offer(o, ACT_STOP, 0, 1)
    elif phase == COVER:
        if s.whom & 1:                                              # the second bandit fired: a card of the first
            offer_cards(o, ACT_PLAY, 0, playable(t, s, seat) & ~one(MARSHAL))
        else:
            offer_cards(o, ACT_PLAY, SECOND, playable2(s, seat) & ~one(MARSHAL))
        offer(o, ACT_STOP, 0, 1)
    elif phase == KEEP:
        keep_options(t, s, o)
    elif phase == EXPERT_KEEP:
        k = held(s, seat, s.left)
        offer(o, ACT_HOLD, 32 * s.left, bit(k + 1) - 1)
    elif phase == CLIMBING:
        offer(o, ACT_FLOOR, 0, climbs(t, s, p))
    elif phase == LOSING:
        offer(o, ACT_LOSE, 0, classes(s, &s.pawn[s.whom].loot, 0))
    elif phase == MARSHAL_FIRING:
        shoot_options(t, s, o)
    elif phase == RIDING:
        offer(o, ACT_RIDE, 0, ride_spaces(t, s, p))
    elif phase == TAKING_HOSTAGE:
        offer(o, ACT_HOSTAGE, 0, s.hostages)
    elif phase == FLEEING:
        offer(o, ACT_FLEE, 0, flights(t, s))
    elif phase == ARRESTING:
        offer(o, ACT_ARREST, 0, s.at[s.pawn[0].space] & t.crew)
    elif phase == BREAKING_OUT:
        offer(o, ACT_BREAK_OUT, 0, bit(t.last) | bit(ROOF + t.last))
    elif phase == AT_PRISON:
        if s.pawn[p].prisoner < 0:
            offer(o, ACT_FREE_PRISONER, 0, s.prisoners)
        offer(o, ACT_FREE_BANDIT, 0, s.at[CELL])
    elif phase == RANSOM:
        offer(o, ACT_PAY, 0, classes(s, &s.pawn[s.whom].loot, 0))
    elif phase == PICKING:
        offer(o, ACT_PICK, 0, 3)
    elif phase == REFLEX:
        offer_cards(o, ACT_PLAY, 0, playable(t, s, seat))
        offer(o, ACT_STOP, 0, 1)
    elif phase == ANGRY_FIRE:
        offer(o, ACT_STOP, 0, 1)
        shoot_options(t, s, o)
    elif phase == ANGRY_MOVE:
        offer(o, ACT_STOP, 0, 1)
        offer(o, ACT_MOVE, 0, moves(t, s, 0, False))
    elif phase == EVADING:
        offer(o, ACT_EVADE, 0, evasions(t, s, s.whom))
    elif phase == PLACING:
        offer(o, ACT_PLACE, 0, span(1, t.cars))

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
            out[n] = o.segment[i].base + (lowest(m) >> o.segment[i].shift)
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

cdef inline i32 kth(const Options* o, int k) noexcept nogil:
    cdef int i, n
    for i in range(o.n):
        n = popcount(o.segment[i].members)
        if k < n:
            return o.segment[i].base + (nth_bit(o.segment[i].members, k) >> o.segment[i].shift)
        k -= n
    return -1

cdef i32 nth(const Table* t, const State* s, int k) noexcept nogil:
    cdef Options o
    options(t, s, &o)
    return kth(&o, k)

cdef i32 pick_card(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """The same as below for the commonest question: a card or a draw, one hand, no modules."""
    cdef int seat = s.head.to_move, k
    cdef const Hand* h = &s.cards[seat]
    cdef u64 kinds = kinds_in(h.hand & ACTION_CARDS)
    cdef bint draws = h.deck or t.rules.draw_from_empty_deck
    cdef int cards = popcount(kinds), hidden = cards if can(s, seat, GHOST) and may_hide(t, s, seat) else 0
    n[0] = cards + hidden + draws
    k = below(bits, n[0])
    if k < cards:
        return code(ACT_PLAY, nth_kind(kinds, k))
    if k < cards + hidden:
        return code(ACT_HIDE, nth_kind(kinds, k - cards))
    return code(ACT_DRAW, 0)

cdef i32 pick_any(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    cdef Options o
    cdef int i, all = 0
    options(t, s, &o)
    if o.n == 1:
        n[0] = popcount(o.segment[0].members)
        return o.segment[0].base + (nth_bit(o.segment[0].members, below(bits, n[0])) >> o.segment[0].shift)
    for i in range(o.n):
        all += popcount(o.segment[i].members)
    n[0] = all
    return kth(&o, below(bits, all))

cdef i32 pick(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """count and nth in one: the option that these random bits choose."""
    if t.plain and s.phase == SCHEME:
        return pick_card(t, s, bits, n)
    return pick_any(t, s, bits, n)
