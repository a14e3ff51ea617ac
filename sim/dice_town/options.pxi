# What the seat to move may choose. Every list but two is a set of small numbers added to a first argument. The two: the parts
# of a roll that can be locked are members of a table, and a bribe is so many dollars by so many nuggets. From these come
# the list (legal), its length (count) and its k-th entry (nth) alike.

cdef inline i32 code(int phase, int argument) noexcept nogil:
    return (phase << 24) | argument

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

cdef inline int most_dollars(const Table* t, const State* s, int p) noexcept nogil:
    """D07, D08: what p can offer, within the limits of the model (DT-6.6)."""
    return least(s.cash[p], t.rules.bribe_max_dollars)

cdef inline int most_nuggets(const Table* t, const State* s, int p) noexcept nogil:
    return least(s.nuggets[p], t.rules.bribe_max_nuggets)

cdef inline int offers(const Table* t, const State* s, int p) noexcept nogil:
    """How many different ones."""
    return (most_dollars(t, s, p) + 1) * (most_nuggets(t, s, p) + 1)

cdef u64 nameable(const Table* t, const State* s, int p) noexcept nogil:
    """D05, D06: the tied players; DT-6.12: the Sheriff himself perhaps only when nobody else is left."""
    cdef u64 others = s.tied & ~bit(p)
    return others if others and not t.rules.sheriff_may_favour_self else s.tied

cdef inline u64 action_options(const Table* t, const State* s, int p) noexcept nogil:
    """D04: both actions; DT-4.29: perhaps only the one that can do something."""
    return 3 if t.rules.allow_null_action else effective_actions(t, s, p)

cdef u64 effective_actions(const Table* t, const State* s, int p) noexcept nogil:
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
    cdef int k
    cdef u64 some = 0 if s.must else 1
    for k in range(REMEDIES):
        if s.locked[p] & t.remedy_dice[k]:
            some |= bit(1 + k)
    return some

cdef u64 wire_options(const Table* t, const State* s, int p) noexcept nogil:
    """D14: the value of a claim to protect, ascending so that a choice of two is one option; no more after the first."""
    cdef u64 some = values_of(t, open_claims(s, p)) & ~below_bit(s.chosen)
    return some if s.picks == t.rules.doc_protect_count else some | 1

cdef inline u64 split_options(const State* s) noexcept nogil:
    """D11: how many of the cards that are looked at are store cards."""
    cdef int store = popcount(s.hand[s.victim]), claims = popcount(open_claims(s, s.victim))
    return below_bit(least(store, s.picks) + 1) & ~below_bit(s.picks - claims if s.picks > claims else 0)

cdef inline u64 loot_options(const Table* t, const State* s) noexcept nogil:
    """D12: kinds of store cards and values of claims."""
    return kinds_of(t, s.drawn) | (values_of(t, s.drawn_claims) >> 1 << CLAIM_LOOT)

cdef u64 options(const Table* t, const State* s, int p, int* first) noexcept nogil:
    """What p may choose, as a set; the arguments are its members and `first` added. Not for dice to lock and bribes."""
    cdef int phase = s.phase
    first[0] = 0
    if phase == ASK_NAME:
        return nameable(t, s, p)
    if phase == ASK_ACTION:
        first[0] = 2 * (s.step - MINE)
        return action_options(t, s, p)
    if phase == ASK_REMEDY:
        return remedy_options(t, s, p)
    if phase == ASK_SHOP:
        return kinds_of(t, s.drawn)
    if phase == ASK_VICTIM:
        return victims(t, s, p)
    if phase == ASK_SPLIT:
        return split_options(s)
    if phase == ASK_LOOT:
        return loot_options(t, s)
    if phase == ASK_BANDIT:
        return bandit_options(t, s, p)
    if phase == ASK_LOADED:
        return below_bit(1 + FACES)
    if phase == ASK_PLAY:
        first[0] = 2 * s.card
        return 3
    if phase == ASK_CANCEL or phase == ASK_PAY:
        return 3
    if phase == ASK_ACT:
        first[0] = 2 * (s.step - MINE)
        return 3
    if phase == ASK_TARGET:
        return moneyed(t, s, p)
    if phase == ASK_GIFT:
        return givers(t, s, p)
    if phase == ASK_GIVE:
        return kinds_of(t, s.hand[p])
    if phase == ASK_WIRE:
        return wire_options(t, s, p)
    if phase == ASK_FIND or phase == ASK_FIND_ORDER:
        return found_cards(s)
    if phase == ASK_COUPON:
        return coupon_options(t, s)
    if phase == ASK_RANCH:
        return ranchers(t, s, p)
    if phase == ASK_THUG:
        return 1 | ((<u64>s.bandit_deck) << 1)
    if phase == ASK_PISTOL:
        return faces_shown(s.roll)
    if phase == ASK_ROW:
        return below_bit(row_length(s))
    if phase == ASK_OFFER:
        return offer_options(t, s, p)
    if phase == ASK_SHAMAN:
        return shaman_options(s, p)
    if phase == ASK_AMBUSH:
        return ambush_options(t, s, p)
    if phase == ASK_WARPATH:
        return below_bit(6)
    return 0

cdef inline i32 bribe(int k, int dollars) noexcept nogil:
    """The k-th offer where up to so many dollars can be offered."""
    return code(ASK_BRIBE, 16 * (k // (dollars + 1)) + k % (dollars + 1))

cdef int legal(const Table* t, const State* s, i32* out) noexcept nogil:
    cdef int p = s.head.to_move, phase = s.phase, first, n = 0, i, dollars
    cdef u64 some
    if phase == ASK_KEEP:
        some = affordable(t, s, p)
        while some:
            out[n] = code(ASK_KEEP, part(t, s.roll_index, lowest(some)))
            some &= some - 1
            n += 1
    elif phase == ASK_BRIBE:
        dollars = most_dollars(t, s, p)
        n = offers(t, s, p)
        for i in range(n):
            out[i] = bribe(i, dollars)
    else:
        some = options(t, s, p, &first)
        while some:
            out[n] = code(phase, first + lowest(some))
            some &= some - 1
            n += 1
    return n

cdef i32 pick_member(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """pick, where the options are a set."""
    cdef int first = 0
    cdef u64 some = options(t, s, s.head.to_move, &first)
    n[0] = popcount(some)
    return code(s.phase, first + nth_of(some, below(bits, n[0])))

cdef int count(const Table* t, const State* s) noexcept nogil:
    cdef int p = s.head.to_move, n = 0
    if s.phase == ASK_KEEP:
        return popcount(affordable(t, s, p))
    if s.phase == ASK_BRIBE:
        return offers(t, s, p)
    pick_member(t, s, 0, &n)
    return n

cdef i32 nth(const Table* t, const State* s, int k) noexcept nogil:
    cdef int p = s.head.to_move, first = 0
    cdef u64 some
    if s.phase == ASK_KEEP:
        return code(ASK_KEEP, part(t, s.roll_index, nth_of(affordable(t, s, p), k)))
    if s.phase == ASK_BRIBE:
        return bribe(k, most_dollars(t, s, p))
    some = options(t, s, p, &first)
    return code(s.phase, first + nth_of(some, k))

# ---- random bots. Where all are, `r` goes along through the rulebook and most questions are answered where they would be
# asked: the same answers as by `pick`, without leaving the round. Elsewhere `r` is NULL, and somebody is asked.

cdef inline int any_member(RandomPlay* r, int p, u64 some) noexcept nogil:
    """p's choice among the members of a set."""
    return nth_of(some, any_of(r, p, popcount(some)))

cdef inline int any_of_few(RandomPlay* r, int p, u64 some) noexcept nogil:
    """The same for numbers below 8."""
    return nth_of_few(some, any_of(r, p, popcount(some)))

cdef inline i32 pick(const Table* t, const State* s, u64 bits, int* n) noexcept nogil:
    """count and nth in one: the option that these random bits choose."""
    cdef int p = s.head.to_move, dollars, k
    cdef u64 some
    if s.phase == ASK_KEEP:
        some = affordable(t, s, p)
        n[0] = popcount(some)
        k = below(bits, n[0])
        if some & (some + 1):                               # otherwise p can pay for every part, and the k-th is k
            k = nth_of(some, k)
        return code(ASK_KEEP, part(t, s.roll_index, k))
    if s.phase == ASK_BRIBE:
        dollars = most_dollars(t, s, p)
        n[0] = offers(t, s, p)
        return bribe(below(bits, n[0]), dollars)
    return pick_member(t, s, bits, n)
