# Poker (section 8).

# ---- what a hand is worth

cdef enum:                      # Hand, from weak to strong; five of a kind and royal flush may change places (A3)
    HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE, ROYAL

cdef inline int highest(int ranks) noexcept nogil:
    """The highest rank of a set, 0 for an empty one (WL-8.13: a missing kicker counts 0)."""
    return 31 - __builtin_clz(ranks) if ranks else 0

cdef inline int straight_in(int ranks, int wild, bint low_ace) noexcept nogil:
    """The top of the best straight that these ranks and wild cards make, or 0. Bit a rank, 2..14."""
    cdef int top
    if low_ace and ranks & (1 << 14):
        ranks |= 2
    for top in range(14, 5 if not low_ace else 4, -1):
        if popcount(ranks & (31 << (top - 4))) + wild >= 5:
            return top
    return 0

cdef inline int kickers(int score, int ranks, int n, int wild) noexcept nogil:
    """Append the n best single cards: wild ones are the highest ranks that are missing."""
    cdef int k, best, gap
    for k in range(n):
        best = highest(ranks)
        score = score << 4
        if wild > 0:
            gap = 14
            while gap > best and ranks & (1 << gap):
                gap -= 1
            if gap > best:
                score |= gap
                wild -= 1
                ranks &= (1 << gap) - 1
                continue
        score |= best
        ranks &= ~(1 << best)
    return score

cdef int worth(const Table* t, const i8* cards, int n, int wild) noexcept nogil:
    """The best five of these cards and so many wild ones, as a number to compare: kind, then ranks (WL-8.7, WL-8.8)."""
    cdef int count[15]
    cdef int suit[4]
    cdef int k, r, r2, all = 0, twos = 0, threes = 0, need, top, total = n + wild, flush = -1, best = 0, m
    cdef bint low_ace = t.rules.ace_low_straight
    memset(count, 0, sizeof(count))
    memset(suit, 0, sizeof(suit))
    for k in range(n):
        r = 2 + (cards[k] >> 2)
        count[r] += 1
        suit[cards[k] & 3] |= 1 << r
        if all & (1 << r):
            if twos & (1 << r):
                threes |= 1 << r
            twos |= 1 << r
        all |= 1 << r
    if total >= 5:
        top = 0
        for k in range(4):                      # straight flush, royal flush
            if popcount(suit[k]) + wild >= 5:
                if flush < 0:
                    flush = k
                r = straight_in(suit[k], wild, low_ace)
                if r > top:
                    top = r
        if top == 14 and not t.rules.five_of_a_kind_top:
            return ROYAL << 20
        if threes or wild >= 3 or (twos and wild):
            for r in range(14, 1, -1):
                if count[r] + wild >= 5 and count[r] > 0:
                    return (FIVE if not t.rules.five_of_a_kind_top else ROYAL) << 20 | r
        if top == 14:
            return FIVE << 20
        if top:
            return STRAIGHT_FLUSH << 20 | top
    if threes or wild >= 2 or (twos and wild):
        for r in range(14, 1, -1):              # four of a kind
            if count[r] + wild >= 4 and count[r] > 0:
                return kickers(FOUR << 4 | r, all & ~(1 << r), 1, 0) << 12
    if total >= 5 and twos:
        for r in range(14, 1, -1):              # full house
            need = 3 - count[r] if count[r] < 3 else 0
            if count[r] == 0 or need > wild:
                continue
            for r2 in range(14, 1, -1):
                if r2 != r and count[r2] > 0 and need + (2 - count[r2] if count[r2] < 2 else 0) <= wild:
                    return ((FULL_HOUSE << 4 | r) << 4 | r2) << 12
    if flush >= 0:
        for k in range(4):
            if popcount(suit[k]) + wild >= 5:
                m = kickers(FLUSH, suit[k], 5, wild)
                if m > best:
                    best = m
        return best
    if total >= 5:
        top = straight_in(all, wild, low_ace)
        if top:
            return STRAIGHT << 20 | top
    if threes or wild >= 2 or (twos and wild):
        for r in range(14, 1, -1):              # three of a kind
            if count[r] + wild >= 3 and count[r] > 0:
                return kickers(THREE << 4 | r, all & ~(1 << r), 2, 0) << 8
    if popcount(twos) >= 2:
        r = highest(twos)
        r2 = highest(twos & ~(1 << r))
        return kickers((TWO_PAIRS << 4 | r) << 4 | r2, all & ~(1 << r) & ~(1 << r2), 1, 0) << 8
    if twos or wild:
        r = highest(twos) if twos else highest(all)
        return kickers(ONE_PAIR << 4 | r, all & ~(1 << r), 3, 0) << 4
    return kickers(HIGH_CARD, all, 5, 0)

cdef int hand_worth(const Table* t, const State* s, int card_1, int card_2, bint dealer) noexcept nogil:
    """Two cards with the flop. A Cheat is wild in a hand and a plain two on the flop; a joker on the flop or in the
    dealer's hand is wild (WL-16.11)."""
    cdef i8 cards[8]
    cdef int n = 0, wild = 0, k, card
    for k in range(s.poker.n_flop):
        card = s.poker.flop[k]
        if card >= JOKER:
            wild += 1
        else:
            cards[n] = card
            n += 1
    for k in range(2):
        card = card_2 if k else card_1
        if card < 0:
            continue
        if card >= JOKER or t.wild & bit(card):
            wild += 1
        else:
            cards[n] = card
            n += 1
    return worth(t, cards, n, wild)

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
        value = hand_worth(t, s, g.card_1[q], g.card_2[q], False)
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
            value = hand_worth(t, s, cards[j], cards[k], True)
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
