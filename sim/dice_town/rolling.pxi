# The dice phase (DT-4.10..4.19) and the Indian die (DT-9.2). Stages of the dice phase: who has a Loaded die declares, the
# cards are shown and can be cancelled one by one, who has bandits declares, everybody rolls and chooses, the cups are
# lifted. All choices of one stage are made from what lay on the table before it: they are laid face down in `commit`.

cdef enum:
    DECLARE_LOADED, SHOW_LOADED, CANCEL_LOADED, DECLARE_BANDITS, ROLL

cdef bint rolling(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    cdef int p, n
    cdef u32 cups, owners
    cdef u64 luck
    if s.stage == DECLARE_LOADED:                           # DT-4.16, DT-4.19 (1)
        s.loaded = 0
        if t.copies[LOADED_DIE] & ~(s.store_deck | s.store_discard):    # somebody holds one
            while s.turn < t.players:
                p = s.turn
                if popcount(s.hand[p] & t.copies[LOADED_DIE]) > how_many(s.commit[p]) and unlocked(s, p) > how_many(s.commit[p]):
                    if r == NULL:
                        ask(s, ASK_LOADED, p)               # D03, until pass
                        return False
                    pledge_loaded(t, s, p, any_of(r, p, 1 + FACES))
                else:
                    s.turn += 1
            show_loaded(t, s)
            s.stage = SHOW_LOADED
            s.turn = 0
            s.played = 0
        else:
            s.stage = DECLARE_BANDITS
    if s.stage == SHOW_LOADED or s.stage == CANCEL_LOADED:
        if not lock_loaded(t, s):
            return False
        s.stage = DECLARE_BANDITS
        s.turn = 0
    if anybody_hired(s):                                    # DT-4.19 (2)
        owners = bandit_owners(s) & s.open
        while owners >> s.turn:
            p = s.turn + lowest(owners >> s.turn)
            if s.hired[p] & ~s.pledged[p] and unlocked(s, p) > how_many(s.commit[p]) and not (
                    s.pledged[p] and t.rules.bandits_per_roll == 0):
                s.turn = p
                if r == NULL:
                    ask(s, ASK_BANDIT, p)                   # D02, until pass
                    return False
                pledge_bandit(t, s, p, any_member(r, p, bandit_options(t, s, p)))
            else:
                s.turn = p + 1
        s.turn = t.players
        use_bandits(t, s, owners)
    if not begin_roll(t, s):                                # DT-4.19: nobody has an unlocked die left
        next_step(s)
        return True
    if r == NULL:
        s.stage = ROLL                                      # DT-4.19 (3)
        next_cup(t, s, 0)
        return False
    cups = s.open
    luck = dice_luck(s)
    while cups:
        p = lowest(cups)
        cups &= cups - 1
        n = unlocked(s, p)
        roll_dice(t, s, p, n, luck)
        lock_dice(t, s, p, any_part(t, s, r, p), n)
    end_roll(t, s)
    return True

cdef inline bint next_cup(const Table* t, State* s, int after) noexcept nogil:
    """DT-4.10: the next player with open dice rolls them and chooses in secret. False: everybody has."""
    cdef int p = s.open >> after
    if p == 0:
        return False
    p = after + lowest(p)
    roll_dice(t, s, p, unlocked(s, p), dice_luck(s))
    ask(s, ASK_KEEP, p)                                     # D01
    return True

cdef inline void begin_declaring(State* s) noexcept nogil:
    s.stage = DECLARE_LOADED
    s.turn = 0

cdef inline bint anybody_hired(const State* s) noexcept nogil:
    return (s.hired[0] | s.hired[1] | s.hired[2] | s.hired[3] | s.hired[4] | s.hired[5]) != 0

cdef inline u32 bandit_owners(const State* s) noexcept nogil:
    """Bit a seat: has a hired bandit."""
    cdef u32 some = 0
    cdef int p
    for p in range(SEATS):
        some |= (<u32>(s.hired[p] != 0)) << p
    return some

cdef void pledge_loaded(const Table* t, State* s, int p, int k) noexcept nogil:
    """D03: a face, or no more."""
    if k:
        s.commit[p] += die(k - 1)
    else:
        s.turn += 1

cdef void show_loaded(const Table* t, State* s) noexcept nogil:
    """The declared cards are shown and discarded (table 10.1); `commit` says on which faces their dice are to lie."""
    cdef int p, i
    for p in range(t.players):
        for i in range(how_many(s.commit[p])):
            spend(t, s, p, LOADED_DIE)

cdef bint lock_loaded(const Table* t, State* s) noexcept nogil:
    """DT-4.19: clockwise from the Sheriff every card has its Cancel window; a cancelled die stays unlocked."""
    cdef int p, f
    while s.turn < t.players:
        p = from_sheriff(t, s, s.turn)
        while s.commit[p]:
            f = lowest(s.commit[p]) // 3
            if s.stage == SHOW_LOADED:
                s.stage = CANCEL_LOADED
                if not open_to_cancel(t, s, p, LOADED_DIE):
                    return False
            s.stage = SHOW_LOADED
            s.commit[p] -= die(f)
            s.card = -1
            if s.played:
                s.locked[p] += die(f)
                s.loaded |= <u8>bit(p)
                if unlocked(s, p) == 0:
                    s.open &= ~(<u8>bit(p))
        s.turn += 1
    return True

cdef void pledge_bandit(const Table* t, State* s, int p, int k) noexcept nogil:
    """D02: a bandit with one or both of its dice, or no more."""
    cdef int b = k // 4 - 1
    if k == 0:
        s.turn += 1
        return
    s.pledged[p] |= <u16>bit(b)
    s.commit[p] += (die(t.front_1[b]) if k & 1 else 0) + (die(t.front_2[b]) if k & 2 else 0)

cdef inline void use_bandits(const Table* t, State* s, u32 owners) noexcept nogil:
    """DT-8.2: the dice are locked free of charge. DT-8.3: a used bandit is wanted from now on."""
    cdef int p
    while owners:
        p = lowest(owners)
        owners &= owners - 1
        if s.pledged[p]:
            s.locked[p] += s.commit[p]
            s.commit[p] = 0
            s.hired[p] &= ~s.pledged[p]
            s.wanted |= s.pledged[p]
            s.pledged[p] = 0
            if unlocked(s, p) == 0:
                s.open &= ~(<u8>bit(p))

cdef inline bint somebody_complete(const Table* t, const State* s) noexcept nogil:
    return s.open != bit(t.players) - 1

cdef inline bint begin_roll(const Table* t, State* s) noexcept nogil:
    """The next roll round. DT-4.17: five dice before it do not make it the last one, but the next. False: nobody rolls."""
    s.roll_round += 1
    if s.last_roll == 0 and somebody_complete(t, s):
        s.last_roll = s.roll_round + t.rules.last_roll_after_finish - (0 if t.rules.bandit_finish_delay else 1)
    if s.open == 0:
        return False
    if s.roll_round == s.last_roll or s.roll_round > t.rules.max_roll_rounds:
        last_roll(t, s)
        return False
    return True

cdef inline u64 dice_luck(const State* s) noexcept nogil:
    return stream(s.head.key, LUCK_DICE)

cdef inline void roll_dice(const Table* t, State* s, int p, int n, u64 luck) noexcept nogil:
    """DT-4.10: n dice under p's cup. DT-4.18: only p sees them."""
    s.roll_index = t.dice.roll_of[t.dice.start_of[n] + below(at(luck, address3(s.round, s.roll_round, p)), t.dice.sides[n])]
    s.roll = t.dice.packed[s.roll_index]

cdef inline void last_roll(const Table* t, State* s) noexcept nogil:
    """DT-4.14: all remaining dice are rolled once and locked, at no cost and without a choice."""
    cdef int p
    cdef u64 luck = dice_luck(s)
    while s.open:
        p = lowest(s.open)
        s.open &= s.open - 1
        roll_dice(t, s, p, unlocked(s, p), luck)
        s.locked[p] += s.roll

cdef inline u32 any_part(const Table* t, const State* s, RandomPlay* r, int p) noexcept nogil:
    """What a random bot locks of the roll under its cup."""
    cdef u32 some = affordable(t, s, p)
    cdef int k = any_of(r, p, popcount(some))
    if some & (some + 1):                                   # otherwise p can pay for every part, and the k-th is k
        k = nth_of(some, k)
    return part(t, s.roll_index, k)

cdef inline void lock_dice(const Table* t, State* s, int p, u32 dice, int rolled) noexcept nogil:
    """DT-4.12: what is locked is paid to the Stagecoach. DT-4.13: it lies open from now on."""
    cdef int k = how_many(dice), cost = keep_cost(t, s, p, k)
    if cost > s.cash[p]:                                    # nothing was affordable: one die is free (DT-4.12)
        cost = 0
    s.cash[p] -= cost
    s.stagecoach += cost
    note(s, p, N_SPENT, cost)
    s.locked[p] += dice
    s.open &= ~(<u8>((k == rolled) << p))

cdef inline void lift_cups(const Table* t, State* s) noexcept nogil:
    """All cups at once."""
    cdef int p
    cdef u8 cups = s.open
    while cups:
        p = lowest(cups)
        cups &= cups - 1
        lock_dice(t, s, p, s.commit[p], unlocked(s, p))
        s.commit[p] = 0
    end_roll(t, s)

cdef inline void end_roll(const Table* t, State* s) noexcept nogil:
    """Is it the last but one, and is anything left to roll?"""
    if s.open == 0:                                         # DT-4.14: everybody is complete
        next_step(s)
        return
    if s.last_roll == 0 and somebody_complete(t, s):
        s.last_roll = s.roll_round + t.rules.last_roll_after_finish     # DT-14.1
    begin_declaring(s)

# ---- the Indian die (section 9)

cdef bint indian_die(const Table* t, State* s) noexcept nogil:
    """DT-9.2: whoever holds it must roll it and apply the effect at once. DT-9.1: in the Village it does nothing."""
    cdef int effect, p = s.indian
    s.step = MINE
    s.stage = 0
    if p < 0:
        return True
    effect = indian_effect(t, s)
    if effect == SHAMAN:
        ask(s, ASK_SHAMAN, p)                               # D27
        return False
    if effect == AMBUSH:
        ask(s, ASK_AMBUSH, p)                               # D28
        return False
    if effect == WARPATH:
        ask(s, ASK_WARPATH, p)                              # D29
        return False
    if effect == BODYGUARD:
        s.bodyguard = p
    return True

cdef int indian_effect(const Table* t, const State* s) noexcept nogil:
    """A face of the die; -1: a tweak has left it blank."""
    cdef int k, n = 0
    for k in range(EFFECTS):
        n += t.effect_faces[k]
    if n == 0:
        return -1
    n = draw(s.head.key, LUCK_INDIAN, s.round, n)
    for k in range(EFFECTS):
        n -= t.effect_faces[k]
        if n < 0:
            return k
    return -1
