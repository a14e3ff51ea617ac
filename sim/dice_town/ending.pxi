# After Town Hall: the Indians' offer (DT-9.3), the Doctor (7.7), Smoke Signals (DT-9.5), the end of the round and of the
# game (section 12), in this order (DT-9.8).

cdef bint indian_offer(const Table* t, State* s) noexcept nogil:
    """DT-9.3: the first of Town Hall may give a land card that he took there and take the die; if not, the second may.
    DT-9.6: with one place only the first. Table 10.5: none if Town Hall was closed."""
    cdef int p
    if s.stage == 0:
        s.acting = 0
        s.stage = 1
    if t.indians and s.closed != TOWN_HALL:
        while s.acting < 2:
            p = s.first if s.acting == 0 else s.second
            if p >= 0 and popcount(s.got[s.acting]) + s.got_ranches[s.acting] >= t.rules.indian_price:
                s.picks = t.rules.indian_price
                ask(s, ASK_OFFER, p)                        # D26
                return False
            s.acting += 1
    next_step(s)
    s.turn = 0
    return True

cdef bint give_to_indians(const Table* t, State* s, int p, int k) noexcept nogil:
    """D26. DT-9.7: what is given is out of the game. DT-14.8: the price. False: another card is due."""
    cdef int card, q
    if k == 0:
        s.picks = 0
        s.acting += 1
        return True
    if k == OFFER_RANCH:
        s.got_ranches[s.acting] -= 1
        s.ranches[p] -= 1
        s.box_ranches += 1
    elif k != OFFER_FREE:
        card = lowest(s.got[s.acting] & t.of_value[k])
        for q in range(t.players):
            lose_sight_of_claim(t, s, q, s.got[s.acting], card)
        s.got[s.acting] &= ~bit(card)
        s.claims[p] &= ~bit(card)
        s.box |= bit(card)
    if s.picks > 1:
        s.picks -= 1
        ask(s, ASK_OFFER, p)
        return False
    s.picks = 0
    s.indian = p
    s.die_given = 1
    next_step(s)
    s.turn = 0
    return True

# ---- 7.7 Doc Badluck

cdef inline int patient(const Table* t, const State* s, int i) noexcept nogil:
    """DT-7.7.1: who is the i-th to visit the Doctor."""
    if t.rules.doc_order == DOC_FROM_SHERIFF:
        return from_sheriff(t, s, i)
    return i if t.rules.doc_order == DOC_FROM_SEAT_0 else any_patient(t, s, i)

cdef int any_patient(const Table* t, const State* s, int i) noexcept nogil:
    cdef int q, k
    cdef u64 left = below_bit(t.players)
    q = 0
    for k in range(i + 1):
        q = nth_bit(left, draw(s.head.key, LUCK_DOC, address3(s.round, 0, k), popcount(left)))
        left &= ~bit(q)
    return q

cdef bint doctor(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """DT-7.7.1: who has won nothing may come; DT-10.9: who has won something only with the card."""
    cdef int p
    if s.stage == 1:                                        # the card was asked for
        s.stage = 0
        s.turn += 1
        if s.played:
            s.must = 1
            return ask_remedy(t, s, patient(t, s, s.turn - 1), r)
    if s.turn < t.players and s.won == below_bit(t.players) and not t.copies[VISIT_DOC] & ~(s.store_deck | s.store_discard):
        s.turn = t.players                                  # nobody can come
        s.played = 0
    while s.turn < t.players:
        p = patient(t, s, s.turn)
        if not (s.won >> p) & 1:
            s.turn += 1
            s.must = 0                                      # DT-7.7.2
            return ask_remedy(t, s, p, r)
        if not window(t, s, p, VISIT_DOC, True, 1):
            return False
        s.stage = 0
        s.turn += 1
    next_step(s)
    s.turn = 0
    return True

cdef inline bint ask_remedy(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """D13. False: he is asked."""
    if r != NULL:
        return remedy(t, s, p, any_of_few(r, p, remedy_options(t, s, p)))
    ask(s, ASK_REMEDY, p)
    return False

cdef bint remedy(const Table* t, State* s, int p, int k) noexcept nogil:
    """DT-7.7.3: one remedy; DT-7.7.5: even one that yields nothing. False: he is asked for claims."""
    cdef int q, n
    s.must = 0
    if k:
        note(s, p, N_DOCTOR, 1)
    if k == 1 + BARBED_WIRE:
        if open_claims(s, p) and t.rules.doc_protect_count:
            s.picks = t.rules.doc_protect_count
            s.chosen = 1
            ask(s, ASK_WIRE, p)                             # D14
            return False
    elif k == 1 + STORE_CARD:
        n = draw_store(t, s)
        if n >= 0:
            take_store(t, s, p, n)
    elif k == 1 + TWO_DOLLARS:
        for q in range(t.players):
            if q != p and not spared(t, s, q):
                pay(s, q, p, t.rules.doc_dollars_each)
    elif k == 1 + ONE_NUGGET:
        for q in range(t.players):
            if q != p and not spared(t, s, q):
                n = least(t.rules.doc_nuggets_each, s.nuggets[q])
                s.nuggets[q] -= n
                s.nuggets[p] += n
    return True

cdef bint protect(const Table* t, State* s, int p, int k) noexcept nogil:
    """D14: this claim lies face up from now on (DT-7.7.4). True: he is asked for another."""
    cdef int q, card
    if k:
        card = lowest(open_claims(s, p) & t.of_value[k])
        for q in range(t.players):
            lose_sight_of_claim(t, s, q, open_claims(s, p), card)
        s.wired |= bit(card)
        s.picks -= 1
        s.chosen = k
        if s.picks and values_of(t, open_claims(s, p)) & ~below_bit(k):
            ask(s, ASK_WIRE, p)
            return True
    s.picks = 0
    return False

# ---- Smoke Signals

cdef bint smoke(const Table* t, State* s) noexcept nogil:
    """DT-9.4: the die goes home if nobody gave a card. DT-9.5: then Smoke Signals may fetch it."""
    cdef int p
    if not t.indians:
        next_step(s)
        return True
    if s.stage == 0:
        if not s.die_given:
            s.indian = NOBODY
        s.stage = 1
    if s.stage == 2:
        if s.played:
            s.indian = from_sheriff(t, s, s.turn)
        s.turn += 1
        s.stage = 1
    while s.turn < t.players:
        p = from_sheriff(t, s, s.turn)
        if not window(t, s, p, SMOKE_SIGNALS, s.indian != p, 2):        # D30
            return False
        s.turn += 1
    next_step(s)
    return True

# ---- the end of the round (DT-12.1)

cdef inline bint land_gone(const Table* t, const State* s) noexcept nogil:
    return s.land_left == 0 and (s.row[0] < 0 or t.rules.property_end)          # DT-12.2, DT-14.12

cdef bint end_round(const Table* t, State* s) noexcept nogil:
    """DT-12.1: the round has been finished completely (DT-A20); DT-12.6: the safety stop."""
    s.round += 1
    if s.mine == 0 or land_gone(t, s) or s.round >= t.rules.max_rounds:
        ask(s, OVER, -1)
        return False
    begin_round(t, s)
    return True

# ---- scoring (DT-12.3)

cdef void outcome(const Table* t, const State* s, Outcome* o) noexcept nogil:
    """Scores, the keys that final_tiebreak looks at (DT-12.5) and the columns of outcome.yaml in their order."""
    cdef const Rules* r = &t.rules
    cdef int p, i, k, c, money
    cdef u32 cards
    cdef i8 chain[2]
    cdef int steps = 1
    for p in range(t.players):
        money = s.cash[p] + bounty(t, s, p)
        o.own[p][0] = s.nuggets[p] * r.nugget_vp
        o.own[p][1] = money // r.dollars_per_vp             # DT-A11: together, then halved
        o.own[p][2] = r.sheriff_vp if s.sheriff == p else 0
        for i in range(3, 6):
            o.own[p][i] = 0
        cards = s.hand[p]
        while cards:
            k = t.kind[lowest(cards)]
            cards &= cards - 1
            o.own[p][3] += t.vp[k]
            if k == MULE:
                o.own[p][4] += r.mule_vp_per_card * popcount(s.hand[p])
            elif k == DOG:
                o.own[p][5] += r.dog_vp_per_bandit * popcount(s.caught[p])
        o.own[p][6] = claim_points(t, s.claims[p])
        o.own[p][7] = t.ranch_vp[s.ranches[p]]
        o.score[p] = 0
        for i in range(8):
            o.score[p] += o.own[p][i]
        o.key[p][0] = s.sheriff == p
        o.key[p][1] = s.nuggets[p]
        o.key[p][2] = money
        o.key[p][3] = popcount(s.claims[p]) + s.ranches[p]
        c = 8
        for i in range(COUNTS):
            o.own[p][c] = s.n[p][i]
            c += 1
        o.own[p][c] = s.nuggets[p]
        o.own[p][c + 1] = s.cash[p]
        o.own[p][c + 2] = popcount(s.claims[p])
        o.own[p][c + 3] = s.ranches[p]
        o.own[p][c + 4] = popcount(s.caught[p])
        o.own[p][c + 5] = popcount(s.hand[p])
        k = 0
        for i in range(6):
            if s.n[p][i] > s.n[p][k]:
                k = i
        o.own[p][c + 6] = k if s.n[p][k] else -1
    chain[0] = 1
    chain[1] = 2
    if r.final_tiebreak == FINAL_SHARED:
        steps = 0
    elif r.final_tiebreak == FINAL_NUGGETS:
        chain[0] = 2
    elif r.final_tiebreak == FINAL_MONEY:
        chain[0] = 3
    elif r.final_tiebreak == FINAL_PROPERTY:
        chain[0] = 4
    elif r.final_tiebreak == FINAL_SHERIFF_NUGGETS:
        steps = 2
    rank(o, t.players, chain, steps)                        # DT-12.4
    o.rounds = s.round
    k = (1 if s.mine == 0 else 0) | (2 if land_gone(t, s) else 0)       # DT-12.7: both are reported
    o.end_reason = k - 1 if k else 3
