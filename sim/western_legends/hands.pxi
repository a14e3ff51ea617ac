# What changes hands: cards, money, nuggets, wounds, legend points, items, cattle (section 4), and the two tracks (section 9).

# ---- poker cards (WL-4.4)

cdef int draw_card(State* s, int who) noexcept nogil:
    """The next card for a seat, or for the table (6). Nobody ever sees the order of the deck, so it is drawn from what is
    left; an empty deck is made anew from the discard pile. -1: no card anywhere (WL-4.4)."""
    cdef int card
    if s.deck == 0:
        s.deck = s.discard
        s.discard = 0
        if s.deck == 0:
            return -1
    card = nth_member(s.deck, draw(s.head.key, LUCK_POKER, address3(0, who, s.drawn[who]), popcount(s.deck)))
    s.drawn[who] += 1
    s.deck &= ~bit(card)
    s.seen[card] = 0
    return card

cdef void draw_cards(State* s, int p, int n) noexcept nogil:
    cdef int k, card
    for k in range(n):
        card = draw_card(s, p)
        if card < 0:
            return
        s.hand[p] |= bit(card)

cdef inline void put_away(State* s, int p, int card) noexcept nogil:
    """From the hand onto the discard pile, for all to see."""
    s.hand[p] &= ~bit(card)
    s.discard |= bit(card)
    s.seen[card] = 0

cdef void discard_card(const Table* t, State* s, int p, int card, bint forced) noexcept nogil:
    put_away(s, p, card)
    if forced and t.at_timing[TIME_FORCED_DISCARD] & bit(card):         # WL-12.5: Instinct
        push(s, DO_TEXT, p, text_of_card(t, card, TIME_FORCED_DISCARD))

cdef void give_card(State* s, int p, int q, int card) noexcept nogil:
    """From hand to hand. The two know which card it was; the others saw a card go, and what they knew of the giver's
    hand may have gone with it (WL-4.2), unless it was his only one."""
    cdef u64 rest = s.hand[p] & ~bit(card)
    s.hand[p] = rest
    s.hand[q] |= bit(card)
    s.seen[card] = 1 << p if rest else (s.seen[card] | 1 << p) & ~(1 << q)
    while rest:
        s.seen[lowest(rest)] &= 1 << q
        rest &= rest - 1

cdef int random_card(State* s, int p, int source, int address) noexcept nogil:
    return nth_member(s.hand[p], draw(s.head.key, source, address3(s.round, 8 * s.turn + p, address), popcount(s.hand[p])))

cdef inline int text_of_card(const Table* t, int card, int timing) noexcept nogil:
    """The first instruction of what a poker card says at this moment."""
    cdef const Rows* rows = &t.effect_rows[t.effect[card]]
    cdef int i
    for i in range(rows.first, rows.first + rows.n):
        if t.abilities[i].timing == timing:
            return t.abilities[i].pc
    return 0

# ---- money, nuggets (WL-4.3)

cdef inline void gain_money(const Table* t, State* s, int p, int n) noexcept nogil:
    s.money[p] += n
    if s.money[p] > t.rules.money_cap:
        s.money[p] = t.rules.money_cap          # the surplus is lost

cdef inline void lose_money(State* s, int p, int n) noexcept nogil:
    s.money[p] -= n if n < s.money[p] else s.money[p]

cdef inline void spend(const Table* t, State* s, int p, int n) noexcept nogil:
    s.money[p] -= n
    if p == s.active and t.in_town[s.place[p]]:
        s.spent += n

cdef inline void gain_nuggets(const Table* t, State* s, int p, int n) noexcept nogil:
    cdef int room = nugget_room(t, s, p)
    if n > room:
        n = room
    if n > 0:
        s.nuggets[p] += n

cdef inline int part_of(double fraction, int amount, int unit) noexcept nogil:
    """A fraction of an amount, rounded up to whole units (A8)."""
    cdef int units = <int>(fraction * amount / unit)
    if units * unit < fraction * amount:
        units += 1
    return units * unit if units * unit < amount else amount

# ---- legend points (WL-4.6, WL-15.4)

cdef void gain_lp(const Table* t, State* s, int p, int n, int part) noexcept nogil:
    s.lp[p] += n
    s.parts[p][part] += n
    if not s.legend[p] and s.lp[p] >= t.rules.ability_threshold:
        s.legend[p] = 1
        refresh(t, s, p)

cdef void lose_lp(const Table* t, State* s, int p, int n, int part) noexcept nogil:
    if n > s.lp[p]:
        n = s.lp[p]                             # WL-15.4: never below 0
    s.lp[p] -= n
    s.parts[p][part] -= n
    if t.rules.ability_lost_below and s.lp[p] < t.rules.ability_threshold and s.legend[p]:
        s.legend[p] = 0
        refresh(t, s, p)

# ---- wounds (section 13)

cdef void wound(const Table* t, State* s, int p, int n, bint uncancelable) noexcept nogil:
    cdef Fight* f = &s.fight
    cdef int room, saved
    if p == MIB or n <= 0:                      # WL-16.2
        return
    if f.kind and not uncancelable:             # A4: Bulletproof
        if p == f.a and f.cancel_a > 0:
            saved = n if n < f.cancel_a else f.cancel_a
            f.cancelled_a = 1
            f.cancel_a -= saved if f.cancel_a < ALL else 0
            n -= saved
        elif p == f.d and f.cancel_d > 0:
            saved = n if n < f.cancel_d else f.cancel_d
            f.cancelled_d = 1
            f.cancel_d -= saved if f.cancel_d < ALL else 0
            n -= saved
    room = t.rules.wound_cap - s.wounds[p]
    if n > room:                                # WL-13.1: more are ignored, or cost cards in the later edition
        if t.rules.wound_overflow_discard:
            push(s, DO_DISCARD, p, n - room)
        n = room
    if n > 0:
        s.wounds[p] += n
        s.n[p][N_WOUNDS] += n
        happened(t, s, p, STORY_WOUND)
        trigger(t, s, p, TIME_AFTER_WOUND, -1)

cdef inline void heal(State* s, int p, int n) noexcept nogil:
    if n > s.wounds[p]:
        n = s.wounds[p]
    s.wounds[p] -= n
    s.n[p][N_HEALED] += n

# ---- items (section 11)

cdef u32 timings_of(const Table* t, const State* s, int p) noexcept nogil:
    """The moments at which anything works for a player: weapon, mount, belongings, the ability."""
    cdef u32 items = in_use(t, s, p), timings = 0
    cdef int i
    while items:
        i = lowest(items)
        items &= items - 1
        timings |= t.item_rows[2 * i + ((s.upgraded[p] >> i) & 1)].timings
    if s.legend[p] and s.character[p] >= 0:
        timings |= t.character_rows[s.character[p]].timings
    return timings

cdef void refresh(const Table* t, State* s, int p) noexcept nogil:
    """After a change of what works for a player."""
    cdef int surplus
    s.timings[p] = timings_of(t, s, p)
    if s.nuggets[p] > t.rules.nugget_cap:       # else no card is needed to hold them
        surplus = -nugget_room(t, s, p)
        if surplus > 0:                         # WL-4.3: the Mule rests
            s.nuggets[p] -= surplus
    if herd(s, p) > t.rules.cattle_cap and herd(s, p) > cattle_cap(t, s, p):
        push(s, DO_CATTLE_CAP, p, 0)

cdef void gain_item(const Table* t, State* s, int p, int i) noexcept nogil:
    """WL-3.10, WL-7.16: an item that acts when gained does so at once."""
    cdef const Rows* rows = &t.item_rows[2 * i]
    cdef int k
    s.items[p] |= <u32>1 << i
    refresh(t, s, p)
    if rows.timings & (<u32>1 << TIME_ON_GAIN):
        for k in range(rows.first + rows.n - 1, rows.first - 1, -1):
            if t.abilities[k].timing == TIME_ON_GAIN:
                push(s, DO_ABILITY, p, k)

cdef void lose_item(const Table* t, State* s, int p, int i) noexcept nogil:
    """WL-11.2: a used-up belonging returns to the store, a legendary one to its pile."""
    s.items[p] &= ~(<u32>1 << i)
    s.upgraded[p] &= ~(<u32>1 << i)
    if t.items[i].legendary:
        s.legendary_left |= <u32>1 << i
    else:
        s.store[i] += 1
    refresh(t, s, p)

# ---- cattle (WL-6.12)

cdef bint gain_cattle(const Table* t, State* s, int p, int colour) noexcept nogil:
    """A random token of the ranch, if there is one and room for it."""
    cdef int left = 0, kind, k, slot
    if herd(s, p) >= cattle_cap(t, s, p):
        return False
    for kind in range(KINDS):
        left += s.stock[KINDS * colour + kind]
    if left == 0:
        return False
    k = draw(s.head.key, LUCK_CATTLE, address3(s.round, 8 * s.turn + p, 8 * colour + herd(s, p)), left)
    for kind in range(KINDS):
        k -= s.stock[KINDS * colour + kind]
        if k < 0:
            break
    s.stock[KINDS * colour + kind] -= 1
    take_token(s, p, 8 * colour + kind, 1 << p)
    return True

cdef void take_token(State* s, int p, int token, int known) noexcept nogil:
    cdef int slot
    for slot in range(SLOTS):
        if s.cattle[SLOTS * p + slot] < 0:
            s.cattle[SLOTS * p + slot] = token
            s.cattle_seen[SLOTS * p + slot] = known
            return

cdef void return_token(State* s, int p, int slot) noexcept nogil:
    """Back to its own ranch, shuffled."""
    cdef int token = s.cattle[SLOTS * p + slot]
    s.stock[KINDS * (token >> 3) + (token & 7)] += 1
    s.cattle[SLOTS * p + slot] = -1
    s.cattle_seen[SLOTS * p + slot] = 0

cdef inline int cattle_left(const State* s, int colour) noexcept nogil:
    cdef int kind, left = 0
    for kind in range(KINDS):
        left += s.stock[KINDS * colour + kind]
    return left

# ---- the Marshal and the Wanted track (section 9; WL-9.4: bandits, cattle, arrests, heists, robberies, Reputation, stories)

cdef void gain_marshal(const Table* t, State* s, int p, int n) noexcept nogil:
    cdef int i
    cdef bint gained = False
    if s.wanted[p] > 0:                         # WL-9.1: refused to outlaws
        return
    for i in range(n):
        if s.marshal[p] == 9:
            gain_lp(t, s, p, t.rules.overflow_lp, PART_OVERFLOW)        # WL-9.3
            continue
        s.marshal[p] += 1
        gained = True
        gain_money(t, s, p, t.marshal_money[s.marshal[p]])              # WL-9.2
        if t.marshal_lp[s.marshal[p]]:
            gain_lp(t, s, p, t.marshal_lp[s.marshal[p]], PART_MARSHAL)
    if gained:
        after_points(t, s, p)

cdef void gain_wanted(const Table* t, State* s, int p, int n) noexcept nogil:
    cdef int i
    cdef bint gained = False
    if n <= 0:
        return
    s.marshal[p] = 0                            # WL-9.1
    for i in range(n):
        if s.wanted[p] == 9:
            gain_lp(t, s, p, t.rules.overflow_lp, PART_OVERFLOW)
            continue
        s.wanted[p] += 1
        gained = True
        draw_cards(s, p, t.wanted_cards[s.wanted[p]])
        if s.wanted[p] == 3 and t.rules.wanted_space3_lp:
            gain_lp(t, s, p, t.rules.wanted_space3_lp, PART_WANTED)
    if gained:
        after_points(t, s, p)

cdef void after_points(const Table* t, State* s, int p) noexcept nogil:
    """WL-9.7: the points of one event are one gain."""
    happened(t, s, p, STORY_TRACK)
    trigger(t, s, p, TIME_AFTER_TRACK_GAIN, -1)
    if s.hand[p] & t.at_timing[TIME_AFTER_TRACK_GAIN]:
        push(s, DO_REACTION, p, TIME_AFTER_TRACK_GAIN)

cdef void arrest(const Table* t, State* s, int p) noexcept nogil:
    """WL-7.9: to jail, together with the Sheriff; the losses go to the supply. WL-9.6: no Wanted points any more. In another
    player's turn nothing else changes (WL-10.12): his story markers stay."""
    cdef int slot
    s.place[p] = t.office
    s.sheriff = t.office                        # WL-10.14: placed, not entering
    s.wanted[p] = 0
    for slot in range(SLOTS):
        if s.cattle[SLOTS * p + slot] >= 0:
            return_token(s, p, slot)
    s.money[p] -= part_of(t.rules.arrest_money_fraction, s.money[p], 10)
    s.nuggets[p] -= part_of(t.rules.arrest_money_fraction, s.nuggets[p], 1)
    s.n[p][N_ARRESTED] += 1
