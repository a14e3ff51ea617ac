# What a poker hand is worth (WL-8.7, WL-8.8), for the rules and for the judgement.

cdef enum:                      # Hand, from weak to strong; five of a kind and royal flush may change places (A3)
    HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE, ROYAL

cdef inline int best_rank(int ranks) noexcept nogil:
    """The highest rank of a set, 0 for an empty one (WL-8.13: a missing kicker counts 0)."""
    return highest(ranks) if ranks else 0

cdef inline int straight_in(int ranks, int wild, bint low_ace) noexcept nogil:
    """The top of the best straight that these ranks and wild cards make, or 0. Bit a rank, 2..14."""
    cdef int top
    if popcount(ranks) + wild < 5:
        return 0
    if low_ace and ranks & (1 << 14):
        ranks |= 2
    if wild == 0:                               # five in a row, all at once
        top = best_rank(ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4)
        return top if top > (4 if low_ace else 5) else 0
    for top in range(14, 5 if not low_ace else 4, -1):
        if popcount(ranks & (31 << (top - 4))) + wild >= 5:
            return top
    return 0

cdef inline int kickers(int score, int ranks, int n, int wild) noexcept nogil:
    """Append the n best single cards: wild ones are the highest ranks that are missing from the hand (WL-8.8)."""
    cdef int k, best, gap = 14, hand = ranks
    for k in range(n):
        best = best_rank(ranks)
        score = score << 4
        if wild > 0:
            while gap > best and hand & (1 << gap):
                gap -= 1
            if gap > best:
                score |= gap
                gap -= 1
                wild -= 1
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
    if total >= 5 and twos and (threes or wild):
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
        r = best_rank(twos)
        r2 = best_rank(twos & ~(1 << r))
        return kickers((TWO_PAIRS << 4 | r) << 4 | r2, all & ~(1 << r) & ~(1 << r2), 1, 0) << 8
    if twos or wild:
        r = best_rank(twos) if twos else best_rank(all)
        return kickers(ONE_PAIR << 4 | r, all & ~(1 << r), 3, 0) << 4
    return kickers(HIGH_CARD, all, 5, 0)

cdef int hand_worth(const Table* t, const State* s, int card_1, int card_2) noexcept nogil:
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
