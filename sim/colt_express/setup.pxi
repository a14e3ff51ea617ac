# Set-up (section 4): bandits, train, loot, what the expansions add; then the horse attack.

cdef void take_character(State* s, int pawn, int character) noexcept nogil:
    s.pawn[pawn].character = character
    s.pawn[pawn].abilities = 1 << character

cdef void setup(const Table* t, State* s, const Seating* seating, u64 key) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef int p, i, k, n, token
    cdef i8 kinds[6]
    cdef i8 cars[6]
    cdef u64 bits
    s.head.key = key                                            # the driver hands over a state of zeros
    s.head.players = t.players
    for i in range(SEATS):
        s.entrant[i] = seating.entrant[i] if i < t.players else NOBODY
    for p in range(PAWNS):
        s.pawn[p].space = OUT
        s.pawn[p].character = s.pawn[p].hostage = s.pawn[p].prisoner = NOBODY
    for p in range(t.pawns):
        s.at[OUT] |= 1 << p
        if t.crew >> p & 1:
            s.pawn[p].gun = r.bullets_per_bandit                # CE-4.1
            s.pawn[p].loot.purses = 1 << p
    s.neutral = r.neutral_bullets + (r.hs_neutral_bullets if t.hs else 0)       # CE-4.11
    s.spare = 1                                                 # CE-4.4
    s.marshal = NOBODY if t.mp else 0
    s.coach = s.guard = NOBODY
    s.card = s.last_kind = s.last_pawn = s.whom = s.goes = s.actor = NOBODY
    for i in range(GOALS):
        s.goal[i] = NOBODY

    # the train (CE-4.2): any cars in any order; the purses in them are shuffled face down (CE-4.3)
    for i in range(6):
        cars[i] = i
        kinds[i] = t.purse_count[i]
    n = 0
    for i in range(6):
        n += kinds[i]
    bits = at(stream(key, LUCK_CARS), 0)
    token = 0
    for i in range(t.cars):
        k = i + spend(&bits, 6 - i)
        cars[i], cars[k] = cars[k], cars[i]
        s.floor[i + 1].jewels = t.car_jewels[cars[i]]
        for k in range(t.car_purses[cars[i]]):
            if n == 0:
                break                                           # only a tweak of the cars can ask for more
            s.floor[i + 1].purses |= <u32>1 << (FIRST_TRAIN_PURSE + token)
            s.purse[token] = draw_purse(key, kinds, n, token)
            token += 1
            n -= 1
    if t.mp:
        setup_prison(t, s)
    else:
        s.floor[0].boxes = LOCOMOTIVE_BOX                       # CE-4.4
    if t.hs:
        setup_stagecoach(t, s)
    deal_characters(t, s)

cdef inline int draw_purse(u64 key, i8* kinds, int n, int token) noexcept nogil:
    """The kind of the next purse, from what is left of them."""
    cdef int k = below(at(stream(key, LUCK_PURSES), token), n), kind = 0
    while k >= kinds[kind]:
        k -= kinds[kind]
        kind += 1
    kinds[kind] -= 1
    return kind

cdef u64 draw_set(u64 key, int source, u64 pool, int n) noexcept nogil:
    """n members of a set, without order."""
    cdef u64 out = 0, bits = at(stream(key, source), 0)
    cdef int k
    while n > 0 and pool:
        k = nth_bit(pool, spend(&bits, popcount(pool)))
        out |= bit(k)
        pool &= ~bit(k)
        n -= 1
    return out

cdef void setup_stagecoach(const Table* t, State* s) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef int i, n = 0
    cdef u64 flasks
    if t.coach:                                                 # CE-4.7
        s.coach = r.hs_start_position
        s.guard = 0
        s.floor[COACH_ROOF].boxes = COACH_BOX
        if r.hs_hostages:                                       # CE-4.9
            s.hostages = <u8>draw_set(s.head.key, LUCK_HOSTAGES, 0xFF, t.bandits + r.hs_hostages_offset)
    s.lost_flasks = 0x3F
    if r.hs_whiskey:                                            # CE-4.8: one a car, the prison car included
        s.old_flask = 1 << draw(s.head.key, LUCK_FLASKS, 0, FLASKS)
        for i in range(1, t.last + 1):
            if n < FLASKS:
                s.floor[i].flasks = 1 << n
                s.uses[n] = r.whiskey_uses
                s.lost_flasks &= ~(1 << n)
                n += 1
        s.full_flasks = 0x3F & ~s.lost_flasks

cdef void setup_prison(const Table* t, State* s) noexcept nogil:
    s.floor[0].bags = 3                                         # CE-4.16: no strongbox; nothing in the prison car (CE-2.7)
    s.piles[0] = s.piles[1] = t.rules.marshal_bullets_per_pile  # CE-4.17
    s.brawlers_left = 3
    s.wanted = t.crew                                           # CE-4.15
    s.prisoners = <u8>draw_set(s.head.key, LUCK_PRISONERS, 0x7F | (0x80 if t.silk else 0), t.rules.mp_prisoners_dealt)  # CE-4.19
    put(s, 0, 0)                                                # CE-4.20

cdef void deal_characters(const Table* t, State* s) noexcept nogil:
    """CE-4.1, CE-4.24, CE-2.6: at random, to the seats or (design.characters: assign) to the entrants; or by choice."""
    cdef i8 cards[CHARACTERS]
    cdef u64 bits = at(stream(s.head.key, LUCK_CHARACTERS), 0)
    cdef int i, k, p
    s.step = t.mp
    if t.rules.character_choice and not t.assign:
        go_on_choosing(t, s)
        return
    for i in range(t.n_pool):
        cards[i] = t.pool[i]
    for i in range(t.bandits):
        k = i + spend(&bits, t.n_pool - i)
        cards[i], cards[k] = cards[k], cards[i]
    for p in range(t.mp, t.pawns):
        k = p - t.mp
        if t.assign:
            if t.two:
                k = 2 * s.entrant[p >> 1] + (p & 1)
            else:
                k = s.entrant[p]
                if t.mp and k > s.entrant[0]:
                    k -= 1                                      # the Marshal's entrant has no bandit
        take_character(s, p, cards[k])
    take_places(t, s)

cdef void go_on_choosing(const Table* t, State* s) noexcept nogil:
    """D1: one bandit after the other."""
    if s.step == t.pawns:
        take_places(t, s)
    else:
        ask(s, CHOOSE_CHARACTER, owner(t, s.step))

cdef void take_places(const Table* t, State* s) noexcept nogil:
    """CE-4.6, CE-4.20, CE-13.2, CE-13.9, or the horse attack."""
    cdef int p, back
    s.step = 0
    s.first = 0                                                 # CE-4.21; seat 0 is whoever became first player
    if t.horses:
        s.turn = t.last - (1 if t.mp and t.rules.horse_attack_start else 0)     # CE-4.12, CE-4.23
        s.todo = t.crew
        go_on_attacking(t, s)
        return
    if t.rules.start_positions == START_FREE:
        s.todo = t.crew
        go_on_placing(t, s)
        return
    for p in range(t.pawns):
        if not is_marshal(t, p):
            back = p & 1
            if t.mp:
                back = 1 if back else 2                         # CE-4.20: even numbers, that is odd seats, one before the prison car
            if t.rules.start_positions == START_LAST:
                back = t.mp
            elif t.rules.start_positions == START_ALL_CARS:
                back = t.mp + (p - t.mp) % t.cars
            put(s, p, t.last - back)
    begin_round(t, s)

cdef void go_on_placing(const Table* t, State* s) noexcept nogil:
    """start_positions: free. One bandit after the other, the first player's first; not in the locomotive, not in the prison car."""
    if s.todo == 0:
        begin_round(t, s)
        return
    s.whom = lowest(s.todo)
    s.todo &= s.todo - 1
    ask(s, PLACING, owner(t, s.whom))

# ------------------------------------------------------------------------------------------- the horse attack (CE-4.12)

cdef u64 attack_choices(const Table* t, const State* s, int seat) noexcept nogil:
    """D3: bit k of the argument: the k-th bandit of the seat rides on. Only those not yet placed choose."""
    if not t.two:
        return 3
    if (s.todo >> 2 * seat & 3) == 3:
        return 0xF
    return 3 if s.todo >> 2 * seat & 1 else 5                   # the second one alone: 0 or 2

cdef void go_on_attacking(const Table* t, State* s) noexcept nogil:
    """All choose unseen; then all choices are shown; who boards puts a horse beside the car (CE-4.13)."""
    cdef int p, seat
    while s.todo:
        while s.turn > 1 and s.step < t.players:
            if s.todo & pawns_of(t, s.step):
                ask(s, ATTACK, s.step)
                return
            s.step += 1
        for p in range(t.pawns):
            seat = owner(t, p)
            if s.todo >> p & 1 and (s.turn <= 1 or not (s.commit[seat] - 1) >> (p & 1 if t.two else 0) & 1):
                put(s, p, s.turn)
                s.horses[s.turn] += 1
        for p in range(t.pawns):
            if s.pawn[p].space != OUT:
                s.todo &= ~(1 << p)
        for seat in range(t.players):
            s.commit[seat] = 0
        s.step = 0
        s.turn -= 1
    first_after_attack(t, s)

cdef void first_after_attack(const Table* t, State* s) noexcept nogil:
    """CE-4.14: a bandit in the occupied car farthest from the locomotive. The Marshal, or the first team, otherwise."""
    cdef int i
    if not t.mp and not t.team:
        i = t.last
        while s.at[i] == 0:
            i -= 1
        s.first = owner(t, nth_bit(s.at[i], draw(s.head.key, LUCK_FIRST, 0, popcount(s.at[i]))))
    begin_round(t, s)
