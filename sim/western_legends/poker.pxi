# Poker (section 8; WL-6.8: an action in a saloon).

include "ranking.pxi"

# ---- the game

cdef void start_poker(const Table* t, State* s, int p) noexcept nogil:
    """WL-8.1."""
    cdef PokerGame* g = &s.poker
    cdef int q
    memset(g, 0, sizeof(PokerGame))
    for q in range(SEATS):
        g.card_1[q] = g.card_2[q] = g.real_1[q] = g.real_2[q] = -1
    g.active = p
    g.stage = POKER_JOIN
    g.turn = 1
    sit_down(t, s, p)
    happened(t, s, p, STORY_POKER)
    push(s, DO_POKER, p, 0)

cdef void sit_down(const Table* t, State* s, int p) noexcept nogil:
    spend(t, s, p, t.rules.poker_ante)
    s.poker.pot += t.rules.poker_ante
    s.poker.players |= 1 << p
    s.n[p][N_POKER] += 1
    draw_cards(s, p, 1)

cdef inline int after_active(const State* s, int k) noexcept nogil:
    """The k-th seat from the player who started the game on, in turn order."""
    return s.order[(s.position[s.poker.active] + k) % s.head.players]

cdef void poker_on(const Table* t, State* s) noexcept nogil:
    cdef PokerGame* g = &s.poker
    cdef int q, town = t.region[s.place[g.active]], k
    push(s, DO_POKER, g.active, 0)
    if g.stage == POKER_JOIN:                                           # WL-8.2
        while g.turn < t.players:
            q = after_active(s, g.turn)
            g.turn += 1
            if t.in_town[s.place[q]] and t.region[s.place[q]] == town and s.money[q] >= t.rules.poker_ante:
                ask(s, JOIN, q)                                         # D20
                return
        g.stage = POKER_DEAL
    if g.stage == POKER_DEAL:
        g.pot += t.rules.poker_house                                    # WL-8.4
        for k in range(t.rules.poker_flop_cards):                       # WL-8.5
            q = draw_card(s, SEATS)
            if q >= 0:
                g.flop[g.n_flop] = q
                g.n_flop += 1
        g.turn = 0
        g.stage = POKER_CHOOSE
    if g.stage == POKER_CHOOSE:                                         # WL-8.6: in secret, one after the other
        while g.turn < t.players:
            q = after_active(s, g.turn)
            g.turn += 1
            if g.players >> q & 1 and real_cards(s, q):
                ask(s, PAIR, q)                                         # D21
                return
        g.stage = POKER_SHOW
    if g.stage == POKER_SHOW:
        g.stage = POKER_DONE
        show_down(t, s)
        return
    pop(s)                                                              # done: nothing more to do
    put_hands_away(t, s)

cdef void show_down(const Table* t, State* s) noexcept nogil:
    """WL-8.7 to WL-8.9, WL-8.11, WL-8.12. What winning and losing gives is pushed from the last to the first."""
    cdef PokerGame* g = &s.poker
    cdef int k, q, value, best = -1, dealer = -1, share
    cdef u8 winners = 0
    cdef bint alone = popcount(g.players) == 1
    for k in range(t.players):
        q = after_active(s, k)
        if not g.players >> q & 1:
            continue
        if g.card_1[q] >= 0:
            turn_up(s, q, g.real_1[q], g.card_1[q])
        if g.card_2[q] >= 0:
            turn_up(s, q, g.real_2[q], g.card_2[q])
        value = hand_worth(t, s, g.card_1[q], g.card_2[q])
        if value > best:
            best = value
            winners = 0
        if value == best:
            winners |= 1 << q
    if alone:                                                           # WL-8.3: the right-hand player deals for the house
        dealer = dealers_worth(t, s)
        if dealer > best or (dealer == best and t.rules.dealer_wins_ties):
            winners = 0
    elif winners >> g.active & 1:
        winners = 1 << g.active
    g.winners = winners
    if winners:
        share = g.pot // popcount(winners) // 10 * 10                   # A19
        for q in range(t.players):
            if winners >> q & 1:
                gain_money(t, s, q, share)
                s.n[q][N_POKER_WON] += 1
    g.pot = 0                                                           # the rest goes to the supply
    for k in range(t.players - 1, -1, -1):
        q = after_active(s, k)
        if g.players >> q & 1:
            settle(t, s, q, winners >> q & 1)
    if winners >> g.active & 1:
        gain_lp(t, s, g.active, t.rules.poker_lp, PART_POKER)

cdef inline void turn_up(State* s, int q, int real, int card) noexcept nogil:
    s.hand[q] &= ~bit(real)
    if real != card:
        s.seen[card] = 0x3F

cdef void settle(const Table* t, State* s, int q, bint won) noexcept nogil:
    """Bonuses of the own two cards, of items and of the character; a loser draws first."""
    cdef int timing = TIME_POKER_WIN if won else TIME_POKER_LOSE
    cdef int card_1 = s.poker.card_1[q], card_2 = s.poker.card_2[q]
    trigger(t, s, q, timing, t.effect[card_2] if card_2 >= 0 else -1)
    if card_1 >= 0 and t.effect_rows[t.effect[card_1]].timings >> timing & 1:
        push(s, DO_TEXT, q, text_of_card(t, card_1, timing))
    if not won:
        push(s, DO_DRAW, q, t.rules.poker_loser_cards)

cdef int dealers_worth(const Table* t, State* s) noexcept nogil:
    """WL-8.3, WL-8.11: drawn now, as nobody could look at them before; the best two are chosen by themselves."""
    cdef i8 cards[8]
    cdef int n = 0, k, j, card, best = -1, value
    for k in range(t.rules.dealer_cards):
        card = draw_card(s, SEATS)
        if card >= 0:
            cards[n] = card
            n += 1
    for k in range(n):
        for j in range(k):
            value = hand_worth(t, s, cards[j], cards[k])
            if value > best:
                best = value
        s.discard |= bit(cards[k])                                      # WL-8.10
    return best

cdef void keep_played(State* s, int p) noexcept nogil:
    """D41: Wild Bill takes a random one of his two cards back."""
    cdef PokerGame* g = &s.poker
    cdef int n = (g.real_1[p] >= 0) + (g.real_2[p] >= 0)
    if n == 0:
        return
    if n == 2 and draw(s.head.key, LUCK_KEEP, address3(s.round, s.turn, s.actions_left), 2) == 1:
        s.hand[p] |= bit(g.real_2[p])
        s.seen[g.real_2[p]] = 0x3F
        g.real_2[p] = -1
    else:
        s.hand[p] |= bit(g.real_1[p])
        s.seen[g.real_1[p]] = 0x3F
        g.real_1[p] = -1

cdef void put_hands_away(const Table* t, State* s) noexcept nogil:
    """WL-8.10."""
    cdef PokerGame* g = &s.poker
    cdef int q, k
    for q in range(t.players):
        if g.real_1[q] >= 0:
            s.discard |= bit(g.real_1[q])
        if g.real_2[q] >= 0:
            s.discard |= bit(g.real_2[q])
    for k in range(g.n_flop):
        s.discard |= bit(g.flop[k])
    memset(g, 0, sizeof(PokerGame))
    for q in range(SEATS):
        g.card_1[q] = g.card_2[q] = g.real_1[q] = g.real_2[q] = -1
    g.active = NOBODY
