# Store cards in play (section 10): windows, Cancel, and cards that are resolved when they are taken.

cdef inline void pay(State* s, int giver, int taker, int amount) noexcept nogil:
    """Dollars from player to player, at most what there is."""
    amount = least(amount, s.cash[giver])
    s.cash[giver] -= amount
    s.cash[taker] += amount

cdef inline void spend(const Table* t, State* s, int p, int kind) noexcept nogil:
    """A card is played: single use, to the store discard. DT-4.26: what an action costs is no gain."""
    cdef int q, card = lowest(s.hand[p] & t.copies[kind])
    cdef bint counts = t.rules.doc_if_null_win and s.holdings == holdings(s, p)
    for q in range(t.players):
        lose_sight(t, s, q, s.hand[p], card)
    s.hand[p] &= ~(<u32>bit(card))
    s.store_discard |= <u32>bit(card)
    if counts:
        s.holdings = holdings(s, p)

cdef inline bint window(const Table* t, State* s, int p, int kind, bint useful, int stage) noexcept nogil:
    """D18: p may play a card, if he has it and it would have an effect (DT-10.1). Play goes on at `stage`, where `played`
    says whether it took effect. False: he is asked."""
    s.stage = stage
    s.played = 0
    if not useful or not holds(t, s, p, kind):
        return True
    s.card = kind
    ask(s, ASK_PLAY, p)
    return False

cdef bint put_down(const Table* t, State* s, int p, int kind) noexcept nogil:
    """p plays a card of his hand. False: somebody is asked for a Cancel."""
    spend(t, s, p, kind)
    return open_to_cancel(t, s, p, kind)

cdef bint open_to_cancel(const Table* t, State* s, int p, int kind) noexcept nogil:
    """DT-10.2, DT-10.3: a store action card lies on the table; the others may answer, clockwise from the player."""
    s.card = kind
    s.card_seat = p
    s.played = 1
    return seek_cancel(t, s, p)

cdef bint seek_cancel(const Table* t, State* s, int after) noexcept nogil:
    """The next player who could cancel is asked (D22). True: nobody could."""
    cdef int q = after
    while True:
        q = q + 1 if q + 1 < t.players else 0
        if q == s.card_seat:
            s.card = -1
            return True
        if holds(t, s, q, CANCEL):
            ask(s, ASK_CANCEL, q)
            return False

cdef bint answer_card(const Table* t, State* s, int p, int yes) noexcept nogil:
    """DT-10.2: the first Cancel ends the window; DT-14.10: unless a Cancel can be cancelled. DT-10.9: a cancelled card is
    used up."""
    if not yes:
        return seek_cancel(t, s, p)
    spend(t, s, p, CANCEL)
    s.played = 1 - s.played
    if t.rules.cancel_chain:
        s.card_seat = p
        return seek_cancel(t, s, p)
    s.card = -1
    return True

cdef void hand_over(const Table* t, State* s, int giver, int taker, int card) noexcept nogil:
    """A store card changes hands in secret (DT-7.4.2): both know which, the others no longer know what the giver has left,
    unless it was his only card."""
    cdef int q
    if popcount(s.hand[giver]) > 1:
        for q in range(t.players):
            if q != giver and q != taker:
                s.knows_store[q] &= ~s.hand[giver]
    lose_sight(t, s, taker, s.hand[giver], card)
    s.hand[giver] &= ~(<u32>bit(card))
    s.hand[taker] |= <u32>bit(card)
    s.knows_store[giver] |= <u32>bit(card)

cdef void hand_over_claim(const Table* t, State* s, int giver, int taker, int card) noexcept nogil:
    """Likewise a claim."""
    cdef int q
    if popcount(open_claims(s, giver)) > 1:
        for q in range(t.players):
            if q != giver and q != taker:
                s.knows_claims[q] &= ~open_claims(s, giver)
    lose_sight_of_claim(t, s, taker, open_claims(s, giver), card)
    s.claims[giver] &= ~bit(card)
    s.claims[taker] |= bit(card)
    s.knows_claims[giver] |= bit(card)

# ---- cards that are resolved at once. Stages: 0 next card, 1 it may have been cancelled, 2 its target, 3 the gift

cdef bint resolve_now(const Table* t, State* s) noexcept nogil:
    cdef int p = s.now_seat, q, card, kind = s.now_card
    if s.now_stage == 0:
        card = lowest(s.queue)
        s.queue &= ~(<u32>bit(card))
        s.store_discard |= <u32>bit(card)
        kind = t.kind[card]
        if (givers(t, s, p) if kind == GIFT else moneyed(t, s, p)) == 0:
            return True                                     # DT-10.8: no possible target
        s.now_card = kind
        s.now_stage = 1
        return open_to_cancel(t, s, p, kind)
    if s.played and kind == STEAL_4:
        s.now_stage = 2
        ask(s, ASK_TARGET, p)                               # D15
        return False
    if s.played and kind == GIFT:
        s.now_stage = 2
        ask(s, ASK_GIFT, p)                                 # D16; the giver chooses the card: D17
        return False
    if s.played:                                            # the Swindler
        for q in range(t.players):
            if q != p and not spared(t, s, q):
                pay(s, q, p, t.rules.swindler_amount)
    s.now_stage = 0
    s.now_card = -1
    return True
