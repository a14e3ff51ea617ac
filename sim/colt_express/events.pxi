# After phase 2: Reflexes, the event of the round (section 9), the stagecoach falls back (CE-10.15).

cdef inline bint deadly(const Table* t, const State* s) noexcept nogil:
    """CE-9.24: in the last round, under this station."""
    return station_event(t, s) == DEADLY_FALL

cdef bint after_stealin(const Table* t, State* s) noexcept nogil:
    """One stage; True: somebody is asked, or the game is over."""
    cdef int stage = s.stage
    if stage == STAGE_REFLEXES:
        return go_on_reflexes(t, s)
    if stage == STAGE_EVENT:
        s.stage = STAGE_SHIFT
        return event(t, s)
    if stage == STAGE_EVENT_MOVE:
        return event_move(t, s)
    if stage == STAGE_PICK:
        return go_on_picking(t, s)
    if stage == STAGE_SHIFT:
        s.stage = STAGE_AFTER_SHIFT
        if t.coach:
            shift(t, s)
        return False
    return end_round(t, s)

# ---- Reflexes (CE-9.20)

cdef bint go_on_reflexes(const Table* t, State* s) noexcept nogil:
    cdef int seat
    while s.step < t.players:
        seat = s.first + s.step
        if seat >= t.players:
            seat -= t.players
        s.step += 1
        if s.cards[seat].hand & ACTION_CARDS:
            ask(s, REFLEX, seat)
            return True
    for seat in range(t.players):
        if t.expert:                                            # CE-13.17: on top of the deck, in random order
            s.cards[seat].under += s.cards[seat].over
            s.cards[seat].over = 0
            s.cards[seat].top += s.cards[seat].hand
            s.cards[seat].hand = 0
        else:
            return_hand(t, s, seat)
    s.known_idea = 0
    s.step = 0
    s.stage = STAGE_EVENT
    return False

cdef void reflex(const Table* t, State* s, int seat, int act, int k) noexcept nogil:
    """One card from hand, resolved at once. It lies with the pile of the round until all cards return."""
    if act == ACT_PLAY:
        play_card(t, s, seat, k, False)
        s.next = s.n_pile
        if resolve_card(t, s, seat, k):
            return
    go_on(t, s)

# ---- events

cdef inline u8 roof_bandits(const Table* t, const State* s) noexcept nogil:
    """Bandits on train roofs."""
    cdef u8 out = 0
    cdef int i
    for i in range(t.last + 1):
        out |= s.at[ROOF + i]
    return out & t.crew                                         # CE-9.3: never the Marshal player

cdef inline u8 inside_bandits(const Table* t, const State* s) noexcept nogil:
    """Bandits inside the train; not in the cell (CE-9.3)."""
    cdef u8 out = 0
    cdef int i
    for i in range(t.last + 1):
        out |= s.at[i]
    return out & t.crew

cdef inline int marshal_inside(const Table* t, const State* s) noexcept nogil:
    """The interior of the Marshal's position; the stagecoach where a Marshal player is in or on it (CE-9.26)."""
    cdef int x
    if not t.mp:
        return s.marshal                                        # CE-9.28
    x = s.pawn[0].space
    return COACH_IN if x >= COACH_IN else x & 7

cdef inline int roof_above(int inside) noexcept nogil:
    return COACH_ROOF if inside == COACH_IN else ROOF + inside

cdef inline bint marshal_gone(const Table* t, const State* s) noexcept nogil:
    return t.mp and s.pawn[0].space == OUT

cdef bint event(const Table* t, State* s) noexcept nogil:
    """CE-9.2; nothing happens under CE-9.10, and CE-9.19, CE-9.23..9.25 are for the end. True: somebody is asked."""
    cdef int what = round_card(t, s).event, x, p, i
    cdef u8 group
    if what == ANGRY_MARSHAL:
        if t.mp:                                                # CE-9.5, CE-12.7
            s.stage = STAGE_EVENT_MOVE
            s.actor = 0
            if in_sight(t, s, 0) & t.crew and (s.piles[0] or s.piles[1]):
                ask(s, ANGRY_FIRE, 0)
                return True
            return False
        deal_bullets(t, s, s.at[ROOF + s.marshal], 1, EVADES_NOTHING)           # CE-9.4
        if s.marshal < t.last:
            do_marshal(t, s, 1)
    elif what == SWIVEL_ARM or what == BRAKING:                 # CE-9.6, CE-9.7
        group = roof_bandits(t, s)
        sweep(t, s, group, what == SWIVEL_ARM)
    elif what == TAKE_IT_ALL:                                   # CE-9.8, CE-9.26
        if s.spare and not marshal_gone(t, s):
            s.floor[marshal_inside(t, s)].boxes |= SPARE_BOX
            s.spare = 0
    elif what == REBELLION:                                     # CE-9.9
        deal_bullets(t, s, inside_bandits(t, s), 1, EVADES_NOTHING)
    elif what == PANTING_HORSES:                                # CE-9.11, CE-9.28
        for i in range(t.rules.panting_horses_removed_large if t.large else t.rules.panting_horses_removed_small):
            x = t.last
            while x >= 0 and s.horses[x] == 0:
                x -= 1
            if x >= 0:
                s.horses[x] -= 1
    elif what == WHISKEY_FOR_MARSHAL:
        whiskey(t, s)
    elif what == HIGHER_SPEED:
        higher_speed(t, s)
    elif what == SHOTGUN_RAGE:                                  # CE-9.15
        if t.coach:
            group = s.at[COACH_IN] | s.at[COACH_ROOF] | s.at[s.coach] | s.at[ROOF + s.coach]
            deal_bullets(t, s, group & t.crew, 1, EVADES_NOTHING)
    elif what == SAFE_PLACE:                                    # CE-9.21
        if not marshal_gone(t, s):
            x = marshal_inside(t, s)
            pour(&s.floor[x], &s.floor[roof_above(x)])
    elif what == RUMORS:                                        # CE-9.22
        if s.n_goals:
            s.goals_shown |= <u32>1 << draw(s.head.key, LUCK_RUMORS, s.round, s.n_goals)
    elif what == PICKPOCKETING:                                 # CE-9.16
        s.todo = 0
        for p in range(t.pawns):
            x = s.pawn[p].space
            if x < FLOORS and s.at[x] & t.crew == 1 << p and s.floor[x].purses:
                s.todo |= 1 << p                                # A-25: only bandits count
        s.stage = STAGE_PICK
    elif what == MARSHALS_REVENGE:
        revenge(t, s)
    elif what == CONDUCTOR:                                     # CE-9.18
        for p in range(t.pawns):
            if (s.at[0] | s.at[ROOF]) & t.crew & 1 << p:
                s.pawn[p].station = t.rules.conductor_ransom
    elif what == MORTAL_BULLET:                                 # CE-10.35
        for p in range(t.pawns):
            if not is_marshal(t, p):
                s.pawn[p].station = -t.rules.mortal_bullet_loss * s.pawn[p].hit
    elif what == SHARING:
        share(t, s)
    return False

cdef void sweep(const Table* t, State* s, u8 group, bint back) noexcept nogil:
    """Swivel Arm: to the last roof. Braking: one roof forward. All at the same moment."""
    cdef int p, x, y
    cdef u8 passing = 0, all = group
    while group:
        p = lowest(group)
        group &= group - 1
        x = s.pawn[p].space
        y = ROOF + t.last if back else x - 1 if x > ROOF else x
        if t.rules.event_sweep_passes_guard and passes_guard(s, x, y):
            passing |= 1 << p                                   # CE-9.27
        if y != x:
            arrive(t, s, p, y)
    if passing:
        deal_bullets(t, s, passing, t.rules.hs_guard_bullets, EVADES_NOTHING)

cdef void whiskey(const Table* t, State* s) noexcept nogil:
    """CE-9.12, CE-9.29, CE-10.30; CE-9.13 with a Marshal player."""
    cdef Loot* floor
    cdef int k
    if t.mp:
        if s.pawn[0].space < FLOORS:
            floor = &s.floor[s.pawn[0].space]
            if floor.flasks:
                k = nth_bit(floor.flasks, below(token_luck(s, 32), popcount(floor.flasks)))
                floor.flasks &= ~(1 << k)
                s.pawn[0].loot.flasks |= 1 << k
        return
    floor = &s.floor[s.marshal]
    if not floor.flasks:
        return
    k = nth_bit(floor.flasks, below(token_luck(s, 32), popcount(floor.flasks)))
    floor.flasks &= ~(1 << k)
    s.lost_flasks |= 1 << k
    s.full_flasks &= ~(1 << k)
    s.uses[k] = 0
    if s.marshal < t.last:
        do_marshal(t, s, 1)
        if s.old_flask >> k & 1:
            s.stage = STAGE_EVENT_MOVE                          # he runs on to the last car

cdef bint event_move(const Table* t, State* s) noexcept nogil:
    """Angry Marshal: the Marshal player's Move (CE-9.5). Old whiskey: the Marshal runs (CE-9.12)."""
    if t.mp:
        s.stage = STAGE_SHIFT
        if moves(t, s, 0, False):
            s.actor = 0
            ask(s, ANGRY_MOVE, 0)
            return True
    elif s.marshal < t.last:
        do_marshal(t, s, 1)
    else:
        s.stage = STAGE_SHIFT
    return False

cdef void higher_speed(const Table* t, State* s) noexcept nogil:
    """CE-9.14: everything on the roofs and beside the train one position back, at the same moment."""
    cdef int i, p
    cdef u8 group = roof_bandits(t, s)
    while group:
        p = lowest(group)
        group &= group - 1
        if s.pawn[p].space < ROOF + t.last:
            put(s, p, s.pawn[p].space + 1)
    for i in range(t.last, 0, -1):
        s.horses[i] += s.horses[i - 1]
        s.horses[i - 1] = 0
    if t.coach and s.coach < t.last:
        s.coach += 1
    if s.guard == 1:
        guard_arrives(t, s)

cdef void pour(Loot* a, Loot* b) noexcept nogil:
    """All loot from one place to another."""
    b.purses |= a.purses
    b.jewels += a.jewels
    b.boxes |= a.boxes
    b.bags |= a.bags
    b.flasks |= a.flasks
    memset(a, 0, sizeof(Loot))

cdef bint go_on_picking(const Table* t, State* s) noexcept nogil:
    """D25."""
    if s.todo == 0:
        s.stage = STAGE_SHIFT
        return False
    s.whom = earliest(t, s, s.todo)
    s.todo &= ~(1 << s.whom)
    ask(s, PICKING, owner(t, s.whom))
    return True

cdef void revenge(const Table* t, State* s) noexcept nogil:
    """CE-9.17: the cheapest purse of each bandit on the roof of the Marshal's position; with mp also inside."""
    cdef int x, p, k, cheapest
    cdef u8 group
    cdef u32 left
    if marshal_gone(t, s):
        return
    x = marshal_inside(t, s)
    group = s.at[roof_above(x)]
    if t.mp:
        group |= s.at[x]
    group &= t.crew
    while group:
        p = lowest(group)
        group &= group - 1
        left = s.pawn[p].loot.purses
        cheapest = NOBODY
        while left:
            k = lowest(left)
            left &= left - 1
            if cheapest < 0 or worth(t, s, k) < worth(t, s, cheapest):
                cheapest = k
        if cheapest >= 0:
            s.pawn[p].loot.purses &= ~(<u32>1 << cheapest)
            s.lost_purses |= <u32>1 << cheapest

cdef void share(const Table* t, State* s) noexcept nogil:
    """CE-10.31: the strongbox money of all bandits in one space, in equal parts rounded down."""
    cdef int x, p, n, sum
    cdef u8 group
    for p in range(t.pawns):
        s.pawn[p].station = box_money(t, s.pawn[p].loot.boxes)
    for x in range(CELL + 1):
        n = popcount(s.at[x] & t.crew)
        if n > 1:
            sum = 0
            group = s.at[x] & t.crew
            while group:
                sum += s.pawn[lowest(group)].station
                group &= group - 1
            group = s.at[x] & t.crew
            while group:
                s.pawn[lowest(group)].station = sum // n
                group &= group - 1

cdef void shift(const Table* t, State* s) noexcept nogil:
    """CE-10.15, CE-10.36."""
    cdef int i
    if last_round(t, s) and not t.rules.hs_final_shift:
        return
    for i in range(t.rules.hs_coach_shift_per_round):
        if s.coach < t.last:
            s.coach += 1
    if s.guard == 1:
        guard_arrives(t, s)

# ---- the next round

cdef bint end_round(const Table* t, State* s) noexcept nogil:
    """CE-5.3. True always: a new round asks somebody, or the game is over."""
    if last_round(t, s):
        finish(t, s)
        return True
    s.round += 1
    next_first(t, s)
    begin_round(t, s)
    return True

cdef void next_first(const Table* t, State* s) noexcept nogil:
    cdef int way = t.rules.first_player_rotation, seat, p, money, least = 0, poorest = NOBODY
    if t.team:                                                  # CE-13.13
        s.first = (s.first + 2) % t.players
    elif way == FIRST_CLOCKWISE:
        s.first = s.first + 1 if s.first + 1 < t.players else 0
    elif way == FIRST_RANDOM:
        s.first = draw(s.head.key, LUCK_FIRST, s.round, t.players)
    elif way == FIRST_POOREST:
        for seat in range(t.mp, t.players):
            money = 0
            for p in range(t.pawns):
                if owner(t, p) == seat:
                    money += loot_money(t, s, p)
            if poorest < 0 or money < least:
                poorest, least = seat, money
        s.first = poorest
