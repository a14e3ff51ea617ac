# The town: what follows from table and state alone, for the rulebook (kernel.pyx) and the judgement alike.
from libc.string cimport memcpy

from sim.core.bits cimport *
from sim.core.types cimport i8, i16, u16, i32, u32, u64
from sim.dice_town.state cimport *

cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b

cdef inline int most(int a, int b) noexcept nogil:
    return a if a > b else b

# ---- members of a set by chance: nth_bit without a branch, since nobody can predict which

cdef extern from *:
    """
    #define FD_EACH 0x0101010101010101ULL
    #define FD_TOPS 0x8080808080808080ULL
    """
    const u64 EACH "FD_EACH"    # one in every byte of a word
    const u64 TOPS "FD_TOPS"    # the top bit of every byte

cdef inline int bytes_up_to(u64 sums, u64 k) noexcept nogil:
    """How many of the eight bytes are at most k; all are below 128."""
    return popcount(((k * EACH | TOPS) - sums) & TOPS)

cdef inline int nth_of_few(u64 mask, u64 k) noexcept nogil:
    """The k-th member of a set of numbers below 8: every bit becomes a byte, and the bytes are added up."""
    cdef u64 ones = ((((mask * EACH) & <u64>0x8040201008040201ULL) + <u64>0x7F7F7F7F7F7F7F7FULL) >> 7) & EACH
    return bytes_up_to(ones * EACH, k)

cdef inline int nth_of(u64 mask, u64 k) noexcept nogil:
    """The k-th member of any set: first its byte, by the members up to each byte."""
    cdef u64 sums = mask - ((mask >> 1) & <u64>0x5555555555555555ULL)
    cdef int byte
    sums = (sums & <u64>0x3333333333333333ULL) + ((sums >> 2) & <u64>0x3333333333333333ULL)
    sums = ((sums + (sums >> 4)) & <u64>0x0F0F0F0F0F0F0F0FULL) * EACH
    byte = 8 * bytes_up_to(sums, k)
    return byte + nth_of_few((mask >> byte) & 255, k - (((sums << 8) >> byte) & 255))

# ---- dice

cdef inline int showing(u32 dice, int face) noexcept nogil:
    """How many dice show a face."""
    return (dice >> (3 * face)) & 7

cdef inline u32 die(int face) noexcept nogil:
    return (<u32>1) << (3 * face)

cdef inline int how_many(u32 dice) noexcept nogil:
    """Dice in a packed set: the three-bit counts added up."""
    dice = (dice & 0x71C7) + ((dice >> 3) & 0x71C7)         # pairs of faces, six bits each
    return ((dice * 0x1041) >> 12) & 63

cdef inline int unlocked(const State* s, int p) noexcept nogil:
    return DICE - how_many(s.locked[p])

cdef inline int combination(const Table* t, u32 dice, int n) noexcept nogil:
    """Which of the 462 combinations n packed dice are, those of five dice first."""
    return t.dice.low_part[n][dice & 511] + t.dice.high_part[dice >> 9]

cdef inline int hand_rank(const Table* t, u32 dice) noexcept nogil:
    """How good five dice are, 1 worst (DT-5.1)."""
    return t.hand[combination(t, dice, DICE)]

cdef inline int faces_shown(u32 dice) noexcept nogil:
    """Bit a face that shows."""
    cdef int f, shown = 0
    for f in range(FACES):
        if showing(dice, f):
            shown |= 1 << f
    return shown

cdef inline int keep_cost(const Table* t, const State* s, int p, int k) noexcept nogil:
    """DT-4.11: what locking k dice of one roll costs."""
    if k and t.rules.loaded_die_uses_free_keep and (s.loaded >> p) & 1 and k >= t.rules.free_keeps > 0:
        return t.lock_cost[k] + t.rules.extra_keep_cost     # DT-14.13: the free one is used up
    return t.lock_cost[k]

cdef inline u32 part(const Table* t, int roll, int k) noexcept nogil:
    """The k-th part of a combination that can be locked."""
    return t.dice.part[t.dice.first_part[roll] + k]

cdef inline u32 affordable(const Table* t, const State* s, int p) noexcept nogil:
    """D01: the parts of the roll under p's cup that p can pay for (DT-4.12), as members of the roll's subsets; the first
    of them is none."""
    cdef int cash = least(s.cash[p], 63), most = t.most_locks[cash]
    cdef u32 some
    if t.rules.loaded_die_uses_free_keep and (s.loaded >> p) & 1:
        most = 0
        while most < DICE and keep_cost(t, s, p, most + 1) <= cash:
            most += 1
    some = t.dice.up_to[s.roll_index][most] | t.may_lock_none[cash]
    return some if some else t.dice.of_size[s.roll_index][1]        # nothing is affordable: one die, free

# ---- cards

cdef inline bint holds(const Table* t, const State* s, int p, int kind) noexcept nogil:
    return (s.hand[p] & t.copies[kind]) != 0

cdef inline u64 open_claims(const State* s, int p) noexcept nogil:
    """Claims that can be stolen: face down, unprotected (DT-7.4.1)."""
    return s.claims[p] & ~s.wired

cdef inline int stealable(const State* s, int p) noexcept nogil:
    return popcount(s.hand[p]) + popcount(open_claims(s, p))

cdef inline u64 kinds_of(const Table* t, u32 cards) noexcept nogil:
    """Which kinds of store cards: equal cards are one option."""
    cdef u64 kinds = 0
    while cards:
        kinds |= bit(t.kind[lowest(cards)])
        cards &= cards - 1
    return kinds

cdef inline u64 values_of(const Table* t, u64 claims) noexcept nogil:
    """Which values of claims, as bits 1..5."""
    cdef u64 values = 0
    cdef int v
    for v in range(1, 6):
        if claims & t.of_value[v]:
            values |= bit(v)
    return values

cdef inline bint river_left(const State* s) noexcept nogil:
    """Is there a River card in the deck?"""
    cdef int k
    for k in range(RIVERS):
        if s.river[k]:
            return True
    return s.n_top > 0

cdef inline int row_length(const State* s) noexcept nogil:
    """Cards in the row: the slots that are not -1."""
    cdef u64 slots = 0
    memcpy(&slots, s.row, ROW)
    return ROW - popcount(slots & TOPS)

# ---- who can be robbed

cdef inline u64 within_reach(const State* s, int p) noexcept nogil:
    """Everybody but p himself and the bodyguard's master."""
    return ~(bit(p) | bit(s.bodyguard & 63))

cdef inline u64 victims(const Table* t, const State* s, int p) noexcept nogil:
    """D10: opponents with a stealable card and no bodyguard."""
    cdef u64 some = 0
    cdef int q
    for q in range(SEATS):                                  # an empty seat has nothing; without a branch
        some |= (<u64>((s.hand[q] | open_claims(s, q)) != 0)) << q
    return some & within_reach(s, p)

cdef inline u64 ranchers(const Table* t, const State* s, int p) noexcept nogil:
    """D19: opponents with a ranch and no bodyguard."""
    cdef u64 some = 0
    cdef int q
    for q in range(SEATS):
        some |= (<u64>(s.ranches[q] != 0)) << q
    return some & within_reach(s, p)

cdef inline bint spared(const Table* t, const State* s, int q) noexcept nogil:
    """DT-14.9: the bodyguard also watches over the purse."""
    return s.bodyguard == q and t.rules.bodyguard_scope

cdef inline u64 moneyed(const Table* t, const State* s, int p) noexcept nogil:
    """D15: opponents whose money a card can take."""
    cdef u64 some = 0
    cdef int q
    for q in range(t.players):
        if q != p and s.cash[q] > 0 and not spared(t, s, q):
            some |= bit(q)
    return some

cdef inline u64 givers(const Table* t, const State* s, int p) noexcept nogil:
    """D16: opponents with a store card."""
    cdef u64 some = 0
    cdef int q
    for q in range(t.players):
        if q != p and s.hand[q] and not spared(t, s, q):
            some |= bit(q)
    return some

cdef inline bint can_do(const Table* t, const State* s, int p, int step, int action) noexcept nogil:
    """DT-4.29: could this action of the first-placed player do anything at all?"""
    if step == MINE:
        if action == BASE:
            return s.mine > 0 and t.rules.nuggets_per_nine > 0
        return river_left(s) or t.rules.river_reshuffle
    if step == BANK:
        return s.bank > 0 if action == BASE else s.stagecoach > 0 and t.rules.stagecoach_per_ten > 0
    if step == STORE:
        return action == EXTENSION or (s.store_deck | s.store_discard) != 0
    if step == SALOON:
        if action == BASE:
            return victims(t, s, p) != 0 or (holds(t, s, p, WHISKEY) and ranchers(t, s, p) != 0)
        return s.bandit_deck != 0
    if step == SHERIFF:
        if action == BASE:                                  # DT-7.5.1: keeping the badge from a second place is an effect
            return s.sheriff != p or s.second >= 0
        return s.wanted != 0
    return s.row[0] >= 0 if action == BASE else s.land_left > 0

# ---- points (DT-12.3)

cdef inline int bounty(const Table* t, const State* s, int p) noexcept nogil:
    """Rewards of caught bandits that count as money at the end (DT-8.6)."""
    cdef int all = 0
    cdef u16 caught = s.caught[p]
    if t.rules.bounty_paid_as_cash:
        return 0
    while caught:
        all += t.reward[lowest(caught)]
        caught &= caught - 1
    return all

cdef inline int claim_points(const Table* t, u64 claims) noexcept nogil:
    cdef int v, points = 0
    for v in range(1, 6):
        points += v * popcount(claims & t.of_value[v])
    return points

cdef inline int public_score(const Table* t, const State* s, int p) noexcept nogil:
    """DT-6.11: what the table can see; a claim back counts 3, a store back 2."""
    return (s.nuggets[p] * t.rules.nugget_vp + (s.cash[p] + bounty(t, s, p)) // t.rules.dollars_per_vp
            + (t.rules.sheriff_vp if s.sheriff == p else 0) + t.ranch_vp[s.ranches[p]]
            + claim_points(t, s.claims[p] & s.wired) + 3 * popcount(open_claims(s, p)) + 2 * popcount(s.hand[p]))
