# Who is placed at a location (DT-4.20..4.28), and ties (section 6). Stages: TIE_FIRST and TIE_SECOND settle a tie, PLACED
# begins the actions, CHOOSE asks which action, WILLING whether at all, DO performs it, DONE goes to the next player.

cdef bint location(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """One location from its candidates to its last action."""
    cdef int p
    if s.stage == TIE_FIRST and s.tied == 0 and not find_places(t, s):
        leave(t, s)                                         # DT-4.24: nobody, the location is skipped
        return True
    while s.stage <= TIE_SECOND:
        if not settle(t, s, r):
            return False
    if s.stage == PLACED:                                   # DT-6.10: all places are settled before the first action
        flag(t, s, s.first)
        if s.second >= 0:
            flag(t, s, s.second)
            note(s, s.second, N_SECOND, 1)
        s.acting = 0
        s.stage = CHOOSE
    while True:
        p = s.first if s.acting == 0 else s.second
        if s.stage == CHOOSE and not choose_action(t, s, p, r):
            return False
        if s.stage == WILLING:
            s.stage = DO
            if t.rules.doc_if_null_win:
                s.holdings = holdings(s, p)
            if t.rules.action_optional:
                ask(s, ASK_ACT, p)                          # D31 (DT-A8)
                return False
        while s.stage != DONE:
            if not act(t, s, p, r):
                return False
            if s.queue:                                     # a card to be resolved at once comes first
                return True
        if t.rules.doc_if_null_win and s.holdings != holdings(s, p):
            s.won |= <u8>bit(p)
        s.acting += 1
        if s.acting > 1 or s.second < 0:
            break
        s.stage = CHOOSE                                    # DT-4.22: the first player's action is over
    leave(t, s)
    return True

cdef inline bint find_places(const Table* t, State* s) noexcept nogil:
    """DT-4.20: candidates by the number of dice of the face, at Town Hall everybody by his hand. False: there are none."""
    cdef u32 top = 0, runners_up = 0
    s.first = NOBODY
    s.second = NOBODY
    if s.step == s.closed:                                  # table 10.5: on the warpath nobody is placed
        pass
    elif s.step == TOWN_HALL:
        rank_hands(t, s, &top, &runners_up)
    else:
        rank_counts(t, s, s.step - MINE, &top, &runners_up)
    if top == 0:
        return False
    if top & (top - 1):                                     # DT-6.2: a tie for first; nobody else can be second
        s.tied = top
        s.turn = 0
        return True
    s.first = lowest(top)
    if t.places < 2 or runners_up == 0:                     # DT-4.21, DT-4.23, DT-4.24
        s.stage = PLACED
    elif runners_up & (runners_up - 1):
        s.tied = runners_up
        s.stage = TIE_SECOND
        s.turn = 0
    else:
        s.second = lowest(runners_up)
        s.stage = PLACED
    return True

cdef inline void rank_counts(const Table* t, const State* s, int face, u32* top, u32* runners_up) noexcept nogil:
    """Who has most dice of a face, and who comes next: the seats with c dice of it are byte c of one word."""
    cdef int p
    cdef u64 seats = 0
    for p in range(t.players):
        seats |= bit(8 * showing(s.locked[p], face) + p)
    seats &= ~(<u64>255)                                    # no die, no candidate
    p = highest(seats | 1) & ~7                             # 0: nobody
    top[0] = <u32>(seats >> p)
    seats &= bit(p) - 1
    runners_up[0] = <u32>(seats >> (highest(seats | 1) & ~7))

cdef inline void rank_hands(const Table* t, const State* s, u32* top, u32* runners_up) noexcept nogil:
    """Likewise by the poker hand (section 5); again without a branch."""
    cdef int p, c, best = 0, next_best = 0
    cdef int hand[SEATS]
    for p in range(t.players):
        c = hand[p] = hand_rank(t, s.locked[p])
        next_best = most(next_best, least(best, c) if c != best else 0)
        best = most(best, c)
    for p in range(t.players):
        top[0] |= (<u32>(hand[p] == best)) << p
        runners_up[0] |= (<u32>(hand[p] == next_best)) << p

cdef bint settle(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """One place among the tied players: DT-6.1, by whoever holds the badge now (DT-6.4, DT-A16)."""
    cdef int p, mode = t.rules.bribe_mode
    cdef u64 some
    if s.sheriff < 0 or mode == BRIBE_RANDOM:               # DT-6.9, DT-6.13, DT-6.11
        placed(t, s, nth_bit(s.tied, draw(s.head.key, LUCK_TIE, address3(s.round, s.step, s.stage), popcount(s.tied))))
        return True
    if mode == BRIBE_LOWEST or mode == BRIBE_FEWEST:
        placed(t, s, poorest(t, s, mode))
        return True
    some = nameable(t, s, s.sheriff)
    if some & (some - 1) == 0:                              # DT-6.6: only one can be named (DT-6.12), nobody bids
        placed(t, s, lowest(some))
        return True
    if r != NULL:
        return name(t, s, any_name(t, s, r, some))
    if mode == BRIBE_SEALED:                                # DT-6.5, DT-6.6: one sealed offer of each
        p = (s.tied & ~(<u8>bit(s.sheriff))) >> s.turn
        if p:
            ask(s, ASK_BRIBE, s.turn + lowest(p))           # D07, D08
            return False
    ask(s, ASK_NAME, s.sheriff)                             # D05, D06; DT-6.3: himself, if he likes
    return False

cdef inline int any_name(const Table* t, State* s, RandomPlay* r, u64 some) noexcept nogil:
    """Offers and the Sheriff's choice where all bots are random: only the offer of the player named is made out, the others'
    will never matter."""
    cdef int p, n
    cdef u32 bidders = s.tied & ~(<u32>bit(s.sheriff)) if t.rules.bribe_mode == BRIBE_SEALED else 0
    r.actions += popcount(bidders)
    for p in range(t.players):                              # who can offer nothing has no choice
        r.decided[p] += ((most_dollars(t, s, p) | most_nuggets(t, s, p)) != 0) & (bidders >> p)
    p = any_of_few(r, s.sheriff, some)
    if (bidders >> p) & 1:
        n = offers(t, s, p)
        s.commit[p] = bribe(below(at(r.key[p], r.decided[p] - (n > 1)), n), most_dollars(t, s, p)) & 0xFFFFFF
    return p

cdef int poorest(const Table* t, const State* s, int mode) noexcept nogil:
    """DT-6.7, DT-6.11: the tied player with the least; among equals the nearest clockwise from the Sheriff."""
    cdef int i, p, here, best = -1, low = 0
    for i in range(t.players):
        p = from_sheriff(t, s, i)
        if (s.tied >> p) & 1:
            here = s.cash[p] if mode == BRIBE_FEWEST else public_score(t, s, p)
            if best < 0 or here < low:
                best, low = p, here
    return best

cdef bint name(const Table* t, State* s, int p) noexcept nogil:
    """The Sheriff names p, and only p pays (DT-6.6); cheap talk need not be honoured (DT-6.7)."""
    if p != s.sheriff and s.commit[p]:
        if not t.rules.bribe_binding:
            ask(s, ASK_PAY, p)
            return False
        pay_bribe(s, p)
    placed(t, s, p)
    return True

cdef void pay_bribe(State* s, int p) noexcept nogil:
    cdef int dollars = s.commit[p] & 15, gold = s.commit[p] >> 4
    s.cash[p] -= dollars
    s.cash[s.sheriff] += dollars
    s.nuggets[p] -= gold
    s.nuggets[s.sheriff] += gold
    note(s, p, N_BRIBES_PAID, 1)
    note(s, s.sheriff, N_BRIBES_TAKEN, 1)

cdef void placed(const Table* t, State* s, int p) noexcept nogil:
    """p has the place that was being settled. DT-6.2: after a tie for first the second comes from the others."""
    s.tied &= ~(<u8>bit(p))
    memset(s.commit, 0, sizeof(s.commit))
    s.turn = 0
    if s.stage == TIE_SECOND:
        s.second = p
    else:
        s.first = p
        if t.places == 2:
            if s.tied & (s.tied - 1):
                s.stage = TIE_SECOND
                return
            s.second = lowest(s.tied)
    s.tied = 0
    s.stage = PLACED

cdef inline void flag(const Table* t, State* s, int p) noexcept nogil:
    """DT-4.26: the reminder card is closed, even if the action will yield nothing. DT-4.27: any number of places.
    DT-4.28: nothing but a place does it."""
    if not t.rules.doc_if_null_win:
        s.won |= <u8>bit(p)
    note(s, p, s.step - MINE, 1)

cdef inline u32 holdings(const State* s, int p) noexcept nogil:
    """A mark of what p has, to see whether an action brought anything."""
    cdef u64 mark = s.claims[p] ^ (s.claims[p] & s.wired) * 31
    mark = mark * 1000003 + s.hand[p]
    mark = mark * 1000003 + s.cash[p] * 256 + s.nuggets[p]
    mark = mark * 1000003 + s.ranches[p] * 2 + (s.sheriff == p)
    mark = mark * 1000003 + s.hired[p] * 65536 + s.caught[p]
    return <u32>(mark ^ (mark >> 32))

cdef inline bint choose_action(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """DT-4.21: base, the base action. DT-4.22, DT-4.23: the first chooses one of two, the second has the other."""
    cdef u64 some
    s.stage = WILLING
    if not t.extension:
        s.action = BASE
    elif s.step == STORE and s.round == 0 and t.rules.store_first_round_mode == FIRST_ROUND_BOTH:
        s.action = BASE                                     # DT-7.3.3
    elif s.acting == 1:
        s.action = 1 - s.action
    elif r != NULL:
        some = action_options(t, s, p)
        s.action = any_of(r, p, 2) if some == 3 else any_of_few(r, p, some)
    else:
        s.stage = CHOOSE
        ask(s, ASK_ACTION, p)                               # D04
        return False
    return True

cdef inline void leave(const Table* t, State* s) noexcept nogil:
    """The location is done, or was skipped or closed."""
    if s.step == BANK:                                      # DT-7.2.4
        s.bank += s.stagecoach
        s.stagecoach = 0
    elif s.step == TOWN_HALL and s.closed != TOWN_HALL:     # DT-7.6.4
        if t.rules.property_row_refill:
            sweep_row(s)
        fill_row(t, s)
    next_step(s)

cdef void sweep_row(State* s) noexcept nogil:
    """DT-A4: what nobody took goes to the land discard."""
    cdef int i
    for i in range(ROW):
        if s.row[i] == RANCH:
            s.discard_ranches += 1
        elif s.row[i] >= 0:
            s.land_discard |= bit(s.row[i])
        s.row[i] = -1
