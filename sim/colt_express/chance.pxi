# Random bots alone at the table: the same choices as `pick` and `apply`, without a call an action (see core/play_out.pxi).
# In the base game phase 1 is one loop: nobody is asked in between, so that what the next seat could look at (whose turn it
# is, how many cards lie in the pile) need not be written down after every card.

cdef inline int ghost_seat(const Table* t, const State* s) noexcept nogil:
    """The seat that may hide cards (CE-8.1), or NOBODY: without modules only one has this ability."""
    cdef int seat
    for seat in range(t.players):
        if can(s, seat, GHOST):
            return seat
    return NOBODY

cdef void scheme_by_chance(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """go_on_scheming, pick_card and scheme until phase 1 is over, for a table without modules."""
    cdef const RoundCard* card = round_card(t, s)
    cdef Hand* h
    cdef u8* top = &s.pile[s.n_pile]
    cdef u8* begun
    cdef u64 kinds
    cdef u32 order, n, k, cards
    cdef int seat, turn, act, acts, hider, ghost = ghost_seat(t, s), actions = 0, decisions = 0
    cdef bint draws
    while s.turn < card.n_turns:
        turn = card.turns[s.turn]
        begun = top
        acts = 2 if turn == SPEEDING_UP else 1                                  # CE-6.4
        hider = ghost if s.turn < t.rules.ghost_hidden_cards and turn != TUNNEL else NOBODY         # CE-8.1
        order = t.order[turn == SWITCHING][s.first] >> 4 * s.step
        act = s.act
        while order:
            seat = (order & 15) - 1
            h = &s.cards[seat]
            kinds = kinds_in(h.hand & ACTION_CARDS)
            n = cards = <u32>popcount(kinds)
            if seat == hider and act == 0:
                n += cards
            draws = h.deck or t.rules.draw_from_empty_deck                      # CE-6.14
            n += draws
            if n:                                                               # CE-6.3: else he passes
                actions += 1
                k = 0
                if n > 1:
                    k = below(at(r.key[seat], r.decided[seat]), n)
                    r.decided[seat] += 1
                    decisions += 1
                if k < cards:
                    k = nth_kind(kinds, k)
                    h.hand -= one(k)
                    top[0] = seat << 4 | k
                    top += 1
                elif draws and k + 1 == n:
                    draw_cards(t, s, seat, t.rules.draw_instead_of_play, 1 + 2 * s.turn + act)      # CE-6.2
                else:
                    k = nth_kind(kinds, k - cards)
                    h.hand -= one(k)
                    s.down |= bit(<int>(top - s.pile))
                    top[0] = seat << 4 | k
                    top += 1
            act += 1
            if act >= acts:
                act = 0
                order >>= 4
        if turn == TUNNEL:
            s.down |= bit(<int>(top - s.pile)) - bit(<int>(begun - s.pile))     # CE-6.4
        s.act = s.step = 0
        s.turn += 1
    s.turn = 0
    s.n_pile = <i8>(top - s.pile)
    r.actions += actions
    r.decisions += decisions
    end_scheming(t, s)

cdef bint steal_by_chance(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """pick_any and apply_other for the questions of phase 2 that the base game asks most. False: it is another one."""
    cdef int seat = s.head.to_move, p = s.actor, phase = s.phase, k
    cdef u64 some
    if phase == MOVING:
        some = moves(t, s, p, True)
    elif phase == MARSHAL_MOVING:
        some = 3                                                                # he can go both ways, else nobody is asked
    elif phase == FIRING:
        some = targets(t, s, p)
    elif phase == ROBBING:
        some = robbable(s, s.pawn[p].space)
    else:
        return False
    k = nth_bit(some, below(at(r.key[seat], r.decided[seat]), <u32>popcount(some)))
    r.decided[seat] += 1
    r.decisions += 1
    r.actions += 1
    if phase == MOVING:
        do_move(t, s, p, k)
    elif phase == MARSHAL_MOVING:
        do_marshal(t, s, k)
    elif phase == FIRING:
        do_fire(t, s, p, k, False)
    else:
        do_rob(t, s, p, k)
    go_on(t, s)
    return True

cdef void play_out(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    cdef int seat, n = 1
    cdef i32 answer
    r.actions = r.decisions = 0
    while s.head.to_move >= 0 and r.actions < r.at_most:
        if t.plain:
            if s.phase == SCHEME:
                scheme_by_chance(t, s, r)
                continue
            if steal_by_chance(t, s, r):
                continue
        seat = s.head.to_move
        answer = pick_any(t, s, at(r.key[seat], r.decided[seat]), &n)
        if n < 1:
            break
        apply(t, s, answer)
        r.decided[seat] += n > 1
        r.decisions += n > 1
        r.actions += 1
    r.stuck = n < 1
