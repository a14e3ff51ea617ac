# The train: who stands where, what lies there, who sees whom. Pure functions of table and state, in the rulebook's order.
from libc.string cimport memcpy
from sim.core.bits cimport *
from sim.core.types cimport i8, u8, u32, u64
from sim.colt_express.state cimport *

# ---- packed cards: four bits a kind, bullets from BULLET_SHIFT; of the second bandit or partner in 32 bits

cdef enum:
    ACTION_CARDS = 0xFFFFFFFFFFF        # the eleven kinds that can be played
    SECOND_CARDS = 0xFFFFFFF            # the seven that a second bandit or a partner has

cdef inline u64 running(u64 cards) noexcept nogil:
    """Running sums over pairs of kinds, a byte a pair; up to 15 bullets are the last of the twelve kinds."""
    return ((cards & 0x0F0F0F0F0F0FULL) + (cards >> 4 & 0x0F0F0F0F0F0FULL)) * 0x010101010101ULL

cdef inline int n_cards(u64 cards) noexcept nogil:
    return <int>(running(cards) >> 40 & 0xFF) + (<int>(cards >> 48) << 4)

cdef inline int n_second(u32 cards) noexcept nogil:
    cdef u64 pairs = (<u64>cards & 0x0F0F0F0FULL) + (<u64>cards >> 4 & 0x0F0F0F0FULL)
    return <int>((pairs * 0x01010101ULL >> 24) & 0xFF)

cdef inline u64 one(int kind) noexcept nogil:
    """One card of this kind."""
    return bit(4 * kind)                # bullets lie at bit 44, too

cdef inline int how_many(u64 cards, int kind) noexcept nogil:
    return <int>(cards >> BULLET_SHIFT) if kind == BULLET else <int>(cards >> 4 * kind & 15)

cdef inline u64 kinds_in(u64 cards) noexcept nogil:
    """The kinds of which there is at least one: bit 4 * kind."""
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & 0x1111111111111111ULL

cdef inline int nth_kind(u64 kinds, int k) noexcept nogil:
    """The k-th of at most seven kinds, 0 first. Without a loop: the first whose running sum is above k."""
    cdef u64 above = (kinds * 0x1111111111111111ULL | 0x8888888888888888ULL) - (k + 1) * 0x1111111111111111ULL
    return lowest(above & 0x8888888888888888ULL) >> 2

cdef inline u64 from_second(u32 cards) noexcept nogil:
    """A partner's cards as he himself would hold them."""
    return (cards & SECOND_CARDS) | <u64>(cards >> SECOND_SHIFT) << BULLET_SHIFT

cdef inline int take_kth(u64* cards, int k) noexcept nogil:
    """Take the k-th card out of a packed set; returns its kind. Without a loop: the first pair of kinds whose running sum
    is above k, then one of the two."""
    cdef u64 sums = running(cards[0]), above
    cdef int pair, kind
    above = ((sums | 0x808080808080ULL) - (k + 1) * 0x010101010101ULL) & 0x808080808080ULL
    if above == 0:
        kind = BULLET                                   # more than 15 of them
    else:
        pair = lowest(above) >> 3
        k -= <int>(sums << 8 >> 8 * pair & 0xFF)
        kind = 2 * pair + (k >= <int>(cards[0] >> 8 * pair & 15))
    cards[0] -= one(kind)
    return kind

cdef inline u64 in_a_row(u64 cards) noexcept nogil:
    """The first sixteen of these cards one after the other, the kind of each in four bits; not more than 15 bullets."""
    cdef u64 row = 0
    cdef int place = 0, kind
    while cards and place < 64:
        kind = lowest(cards) >> 2
        row |= <u64>kind << place
        cards -= one(kind)
        place += 4
    return row

cdef inline int take_from_row(u64* row, int k) noexcept nogil:
    """The kind of the k-th card of a row; the later ones move up."""
    cdef u64 later = ~<u64>0 << 4 * k
    cdef int kind = row[0] >> 4 * k & 15
    row[0] ^= (row[0] ^ row[0] >> 4) & later
    return kind

cdef inline int take_kth_second(u32* cards, int k) noexcept nogil:
    cdef u64 wide = cards[0]
    cdef int kind = take_kth(&wide, k)
    cards[0] = <u32>wide
    return kind

# ---- seats and pawns

cdef inline int owner(const Table* t, int pawn) noexcept nogil:
    return pawn >> 1 if t.two else pawn

cdef inline u8 pawns_of(const Table* t, int seat) noexcept nogil:
    return 3 << 2 * seat if t.two else 1 << seat

cdef inline int side(const Table* t, int pawn) noexcept nogil:
    """Who wins together: a player with two bandits, a team."""
    return pawn >> 1 if t.two or t.team else pawn

cdef inline int second_pawn(const Table* t, int seat) noexcept nogil:
    """Whose cards `hand2` holds: the second bandit's, or the partner's."""
    return 2 * seat + 1 if t.two else seat ^ 1

cdef inline int first_pawn(const Table* t, int seat) noexcept nogil:
    return 2 * seat if t.two else seat

cdef inline bint can(const State* s, int pawn, int ability) noexcept nogil:
    return s.pawn[pawn].abilities >> ability & 1

cdef inline int earliest(const Table* t, const State* s, u8 pawns) noexcept nogil:
    """The first of these pawns in seat order from the first player (CE-7.17)."""
    cdef int start = first_pawn(t, s.first)
    cdef u8 later = pawns >> start
    return start + lowest(later) if later else lowest(pawns)

cdef inline int received(const State* s, int pawn) noexcept nogil:
    """Bullet cards received, of all origins."""
    cdef u64 of_pawns
    memcpy(&of_pawns, s.pawn[pawn].bullets, 8)
    return (<int>(of_pawns * 0x0101010101010101ULL >> 56)
            + s.pawn[pawn].bullets[NEUTRAL] + s.pawn[pawn].bullets[OF_MARSHAL])

# ---- rounds (CE-5)

cdef inline bint last_round(const Table* t, const State* s) noexcept nogil:
    return s.round + 1 == t.rules.rounds

cdef inline const RoundCard* round_card(const Table* t, const State* s) noexcept nogil:
    """The card that lies open; the station in the last round."""
    return &t.card[t.shelf[s.round] + s.card]

cdef inline int station_event(const Table* t, const State* s) noexcept nogil:
    """CE-9.2: what waits at the end of the game, once the station lies open."""
    return round_card(t, s).event if last_round(t, s) and s.card >= 0 else NO_EVENT

# ---- spaces (CE-3)

cdef inline int position(const State* s, int space) noexcept nogil:
    """The train position of a space; of the stagecoach the one that it stands beside; NOBODY: not on the way."""
    if space < COACH_IN:
        return space & 7
    return s.coach if space <= COACH_ROOF else NOBODY

cdef inline void put(State* s, int pawn, int space) noexcept nogil:
    """A pawn goes somewhere, and that is all."""
    s.at[s.pawn[pawn].space] &= ~(1 << pawn)
    s.at[space] |= 1 << pawn
    s.pawn[pawn].space = space

cdef inline u64 span(int low, int high) noexcept nogil:
    """The positions low .. high."""
    return (bit(high + 1) - 1) & ~(bit(low) - 1)

cdef inline u64 within(const Table* t, int at, int steps) noexcept nogil:
    """Positions at most so many steps away, the own one included."""
    return span(at - steps if at > steps else 0, at + steps if at + steps < t.last else t.last)

cdef inline u64 roofs(u64 positions) noexcept nogil:
    return positions << ROOF

cdef inline bint door_shut(const Table* t, const State* s, int p, int into) noexcept nogil:
    """CE-12.3: Silk inside shuts the rear door of her car against Move cards of all others."""
    cdef u8 others = s.at[into] & ~(1 << p)
    if t.silk != SILK_BLOCKING:
        return False
    while others:
        if can(s, lowest(others), SILK):
            return True
        others &= others - 1
    return False

cdef inline u64 moves(const Table* t, const State* s, int p, bint by_card) noexcept nogil:
    """D11, CE-7.4: where a Move can end."""
    cdef int x = s.pawn[p].space
    return t.step[x] if t.on_foot and x < COACH_IN else moves_with(t, s, p, by_card)

cdef inline u64 moves_with(const Table* t, const State* s, int p, bint by_card) noexcept nogil:
    """The same with Silk, the stagecoach and hostages. Doors only stop Move cards (CE-12.9)."""
    cdef int x = s.pawn[p].space, here, i, most = t.rules.roof_move_max, inside = t.rules.inside_move_max
    cdef bint swift = t.silk == SILK_MOVE and can(s, p, SILK)           # CE-8.8, CE-12.1, CE-12.10
    cdef u64 out = 0
    if swift:
        most = inside = t.rules.silk_move_max
    if x < ROOF:                                                        # inside
        for i in range(x - 1, x - 1 - inside, -1):
            if i < 0 or (by_card and door_shut(t, s, p, i)):
                break
            out |= bit(i)
            if t.rules.silk_move_pass_marshal and s.marshal == i:
                break
        for i in range(x + 1, x + 1 + inside):
            if i > t.last:
                break
            out |= bit(i)
            if t.rules.silk_move_pass_marshal and s.marshal == i:
                break
        return out
    if x >= CELL or (x == COACH_IN and not (swift and t.rules.silk_coach_inside_step)):
        return 0
    if s.pawn[p].hostage == OLD_LADY and t.rules.old_lady_roof_max < most:
        most = t.rules.old_lady_roof_max                                # CE-10.23, CE-10.41
    if x < COACH_IN:
        here = x - ROOF
        out = roofs(within(t, here, most)) & ~bit(x)
        if s.coach >= 0:                                                # the step to the stagecoach (CE-3.4)
            i = (here - s.coach if here > s.coach else s.coach - here) + 1
            if i <= most:
                out |= bit(COACH_ROOF)
            if swift and t.rules.silk_coach_inside_step and i + 1 <= most:
                out |= bit(COACH_IN)
        return out
    i = most - 1 if x == COACH_ROOF else most - 2                       # steps left once on the train
    if i >= 0:
        out = roofs(within(t, s.coach, i))
    if x == COACH_IN:
        return out | bit(COACH_ROOF)
    if swift and most > 0 and t.rules.silk_coach_inside_step:
        out |= bit(COACH_IN)
    return out

cdef inline u64 climbs(const Table* t, const State* s, int p) noexcept nogil:
    """D12, CE-7.5: up or down; Mei also diagonally on the train (CE-8.7)."""
    cdef int x = s.pawn[p].space
    cdef u64 out
    if x >= CELL:
        return 0
    if x >= COACH_IN:
        return bit(x ^ 1)
    out = bit(x ^ ROOF)
    if can(s, p, MEI):
        if x & 7:
            out |= bit((x ^ ROOF) - 1)
        if (x & 7) < t.last:
            out |= bit((x ^ ROOF) + 1)
    return out

cdef inline int pushed_to(const Table* t, const State* s, int space, int where) noexcept nogil:
    """The space that a punch sends somebody to (CE-7.7, CE-10.5), or NOBODY."""
    if space >= COACH_IN:
        return s.coach + (ROOF if space == COACH_ROOF else 0) if where == PUSH_ACROSS else NOBODY
    if where == PUSH_FORWARD:
        return space - 1 if space & 7 else NOBODY
    if where == PUSH_BACK:
        return space + 1 if (space & 7) < t.last else NOBODY
    if s.coach >= 0 and (space & 7) == s.coach:                         # CE-3.5
        return COACH_ROOF if space >= ROOF else COACH_IN
    return NOBODY

# ---- loot (CE-7.16)

cdef inline u32 classes(const State* s, const Loot* loot, u8 guarded) noexcept nogil:
    """The classes of loot that are there, bit a class. Flasks are loot like any other (CE-10.28)."""
    cdef u32 out = 0
    if loot.purses:
        out |= 1 << PURSE
    if loot.jewels:
        out |= 1 << JEWEL
    if loot.boxes & ~guarded:
        out |= 1 << STRONGBOX
    if loot.bags:
        out |= 1 << MAILBAG
    if loot.flasks:
        if loot.flasks & s.full_flasks:
            out |= 1 << FULL_FLASK
        if loot.flasks & ~s.full_flasks & ~s.old_flask:
            out |= 1 << HALF_FLASK
        if loot.flasks & ~s.full_flasks & s.old_flask:
            out |= 1 << HALF_OLD_FLASK
    return out

cdef inline u32 robbable(const State* s, int space) noexcept nogil:
    """CE-10.10: nobody takes the strongbox from under the guard."""
    if space >= FLOORS:
        return 0
    return classes(s, &s.floor[space], COACH_BOX if space == COACH_ROOF and s.guard == 0 else 0)

cdef inline int worth(const Table* t, const State* s, int purse) noexcept nogil:
    """The value of a purse token."""
    return t.purse_value[6 if purse < FIRST_TRAIN_PURSE else s.purse[purse - FIRST_TRAIN_PURSE]]

cdef inline int purse_money(const Table* t, const State* s, u32 purses) noexcept nogil:
    cdef int sum = 0
    while purses:
        sum += worth(t, s, lowest(purses))
        purses &= purses - 1
    return sum

cdef inline int box_money(const Table* t, u8 boxes) noexcept nogil:
    return (popcount(boxes & ~SPARE_BOX) * t.rules.strongbox_value
            + (t.rules.take_it_all_value if boxes & SPARE_BOX else 0))

cdef inline int bag_money(const Table* t, u8 bags) noexcept nogil:
    return (t.bag[0] if bags & 1 else 0) + (t.bag[1] if bags & 2 else 0)

cdef inline int tokens(const Loot* loot) noexcept nogil:
    return popcount(loot.purses) + loot.jewels + popcount(loot.boxes) + popcount(loot.bags) + popcount(loot.flasks)

# ---- sight (CE-7.9, CE-7.10, CE-10.7, CE-10.14)

cdef inline u64 on_roofs(const State* s) noexcept nogil:
    """The pawns on the train roofs, a byte a position."""
    cdef u64 out
    memcpy(&out, &s.at[ROOF], 8)
    return out

cdef inline u8 in_sight(const Table* t, const State* s, int p) noexcept nogil:
    """Everybody whom a shot of p can reach, protections aside: the Marshal player, too (CE-8.9, CE-11.3), never the guard
    (CE-10.8)."""
    cdef int x = s.pawn[p].space, here, i
    cdef u64 there, side
    cdef u8 seen = 0
    if x < ROOF:                                                # CE-7.9
        for i in range(1, t.rules.fire_inside_range + 1):
            if x - i >= 0:
                seen |= s.at[x - i]
            if x + i <= t.last:
                seen |= s.at[x + i]
        if x == s.coach:
            seen |= s.at[COACH_IN]                              # CE-10.7
    elif x < COACH_IN:                                          # CE-7.10
        here = x - ROOF
        there = on_roofs(s)
        if s.coach >= 0:
            if s.guard == 1:
                there |= bit(8 * s.coach)                       # CE-10.14: he blocks the view; CE-10.40: not of the Marshal beside him
            seen = s.at[COACH_ROOF]
        if t.rules.roof_sight_blocked:
            side = there & (bit(8 * here) - 1)
            if side:
                seen |= s.at[ROOF + (highest(side) >> 3)]
            side = there >> 8 * here >> 8
            if side:
                seen |= s.at[x + 1 + (lowest(side) >> 3)]
        else:
            for i in range(t.last + 1):
                if i != here:
                    seen |= s.at[ROOF + i]
    elif x == COACH_IN:
        seen = s.at[s.coach]
    elif x == COACH_ROOF:
        for i in range(t.last + 1):
            seen |= s.at[ROOF + i]
    else:
        return 0
    if t.rules.tuco_through_roof and can(s, p, TUCO):           # CE-8.4
        seen |= s.at[x ^ ROOF if x < COACH_IN else x ^ 1]
    return seen

cdef inline u8 shielded(const State* s, u8 pawns, bint belle) noexcept nogil:
    """Those of the pawns that have Belle's protection: Belle herself, or a holder of her companion (CE-11.23)."""
    cdef u8 out = 0
    cdef int p
    while pawns:
        p = lowest(pawns)
        pawns &= pawns - 1
        if can(s, p, BELLE) and (s.pawn[p].character == BELLE) == belle:
            out |= 1 << p
    return out

cdef inline u8 choosable(const Table* t, const State* s, u8 pawns) noexcept nogil:
    """CE-8.2, CE-8.11, CE-11.23: who can be chosen among those in reach."""
    cdef u8 belle, holder
    if not pawns & (pawns - 1):
        return pawns
    belle = shielded(s, pawns, True)
    holder = shielded(s, pawns, False) if t.mp else 0
    if pawns & ~belle & ~holder:
        return pawns & ~belle & ~holder
    return pawns & ~belle if pawns & ~belle else pawns

cdef inline u8 targets(const Table* t, const State* s, int p) noexcept nogil:
    """D15: whom a bandit may shoot."""
    cdef u8 seen = in_sight(t, s, p) & ~(1 << p)
    return seen if t.rules.belle_protection == BELLE_PUNCH else choosable(t, s, seen)

cdef inline bint protects(const Table* t, int seen, bint twice, bint able) noexcept nogil:
    """CE-11.7, CE-11.32: is Belle, one of `seen` in sight, safe from a Marshal who fires twice or once, and is able to twice?"""
    if seen >= 3:
        return True
    return seen == 2 and not twice and (able or t.rules.belle_vs_single_gun)

cdef inline u8 marshal_targets(const Table* t, const State* s, bint twice) noexcept nogil:
    """D16: whom the Marshal may hit with one shot, or with one of two."""
    cdef u8 seen = in_sight(t, s, 0) & t.crew, belle, holder
    cdef bint able = s.piles[0] and s.piles[1] and t.rules.marshal_shots_per_fire > 1
    if t.rules.belle_protection == BELLE_PUNCH:
        return seen
    belle = shielded(s, seen, True)
    if belle and protects(t, popcount(seen), twice, able):
        seen &= ~belle
    holder = shielded(s, seen, False)
    if holder and protects(t, popcount(seen), twice, able):     # CE-11.26
        seen &= ~holder
    return seen

cdef inline u64 rides(const Table* t, const State* s, int p) noexcept nogil:
    """D18, CE-10.1..10.3: where a horse can carry a pawn, without leaving the train."""
    cdef int here = position(s, s.pawn[p].space)
    cdef u64 out
    if here < 0 or s.horses[here] == 0:
        return 0
    out = within(t, here, t.rules.hs_ride_max)
    if s.coach >= 0 and out >> s.coach & 1:
        out |= bit(COACH_IN)
    return out
