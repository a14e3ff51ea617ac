# The end and the scoring (section 14).

cdef enum:                      # parts of the score, the vp_* columns of outcome.yaml
    PART_PURSES, PART_JEWELS, PART_STRONGBOXES, PART_MAILBAGS, PART_EVENT, PART_GUNSLINGER, PART_RANSOM, PART_WANTED
    PART_PRISONER, PART_BRAWLERS, PART_MORTAL, PARTS

cdef enum:                      # the game's own columns: two characters, the parts, then these
    OWN_PARTS = 2
    OWN_COUNTS = 13             # OWN_PARTS + PARTS

cdef enum:                      # end_reasons of outcome.yaml
    END_BANDITS, END_MARSHAL, END_NO_WINNER

cdef enum:                      # who comes before whom, whatever the money
    TIER_MARSHAL_BEATEN, TIER_OUT, TIER_IN, TIER_MARSHAL_WINS

cdef void finish(const Table* t, State* s) noexcept nogil:
    """CE-11.18: what nobody holds is the Marshal's. Goals that never came up count, too (only a shorter game has such)."""
    cdef int x
    s.phase = OVER
    s.head.to_move = NOBODY
    if t.mp:
        while s.n_goals < t.goals:
            next_goal(t, s)
        s.caught |= s.prisoners
        s.prisoners = 0
        for x in range(FLOORS):
            if x < COACH_IN or t.rules.mp_mail_on_coach_counts:         # CE-11.29
                s.delivered |= s.floor[x].bags
                s.floor[x].bags = 0

cdef inline int loot_money(const Table* t, const State* s, int p) noexcept nogil:
    """What a bandit's tokens are worth now."""
    cdef const Loot* loot = &s.pawn[p].loot
    return (purse_money(t, s, loot.purses) + loot.jewels * t.rules.jewel_value + box_money(t, loot.boxes)
            + bag_money(t, loot.bags))

# ---- the Marshal's goals (CE-11.17)

cdef bint achieved(const Table* t, const State* s, int goal) noexcept nogil:
    cdef int p
    if goal < SCRATCH:                                          # a warrant: arrested at least once
        for p in range(1, t.pawns):
            if s.pawn[p].character == goal:
                return not s.wanted >> p & 1
        return False
    if goal == SCRATCH:
        return s.brawlers_left > 0
    if goal == DODGE:
        for p in range(1, t.pawns):
            if s.pawn[0].bullets[p] > t.rules.mp_dodge_limit:
                return False
        return True
    if goal == GOLDEN_GOAL:
        return s.piles[0] == 0 or s.piles[1] == 0
    if goal == MAIL:
        return s.delivered != 0
    if goal == KEY:
        return popcount(s.caught) >= t.rules.mp_key_count
    if goal == FULL_OF_LEAD:
        for p in range(1, t.pawns):
            if s.pawn[p].bullets[OF_MARSHAL] == 0:
                return False
        return True
    for p in range(1, t.pawns):                                 # ARCH_ENEMY
        if s.pawn[p].bullets[OF_MARSHAL] >= t.rules.mp_arch_enemy:
            return True
    return False

cdef int goals_achieved(const Table* t, const State* s) noexcept nogil:
    cdef int i, n = 0
    for i in range(s.n_goals):
        n += achieved(t, s, s.goal[i])
    return n

# ---- money

cdef int photographed(const Table* t, const State* s, int p) noexcept nogil:
    """CE-10.25: bullets of other bandits among the cards of the player; in teams those that he really holds (A-16)."""
    cdef int n = enemy_bullets(t, s, p)
    if t.two:                                                   # CE-10.38: the common deck
        n += enemy_bullets(t, s, p ^ 1)
    elif t.team:
        n += s.cards[p].foreign - s.cards[p ^ 1].foreign
    return n

cdef int ransom(const Table* t, const State* s, int p) noexcept nogil:
    """CE-10.18..10.25."""
    cdef int hostage = s.pawn[p].hostage, each
    if hostage < 0:
        return 0
    each = t.ransom[hostage]
    if hostage == BANKER:
        return each if s.pawn[p].loot.boxes else 0
    if hostage == OLD_LADY:
        return each * s.pawn[p].loot.jewels
    if hostage == GAMBLER:
        return each * popcount(s.pawn[p].loot.purses)
    if hostage == PHOTOGRAPHER:
        return each * photographed(t, s, p)
    return each

cdef void add_money(const Table* t, const State* s, int p, i32* part) noexcept nogil:
    """CE-14.1, all but the Gunslinger."""
    cdef const Pawn* b = &s.pawn[p]
    cdef int event = station_event(t, s), k
    part[PART_PURSES] += purse_money(t, s, b.loot.purses)
    part[PART_JEWELS] += b.loot.jewels * t.rules.jewel_value
    part[PART_STRONGBOXES] += b.station if event == SHARING else box_money(t, b.loot.boxes)
    part[PART_MAILBAGS] += bag_money(t, b.loot.bags)
    if event == CONDUCTOR:
        part[PART_EVENT] += b.station
    elif event == MORTAL_BULLET:
        part[PART_MORTAL] += b.station
    part[PART_RANSOM] += ransom(t, s, p)
    if t.mp:
        if s.wanted >> p & 1:
            part[PART_WANTED] += t.rules.mp_wanted_bounty
        if b.prisoner >= 0:
            part[PART_PRISONER] += t.rules.mp_prisoner_income
        for k in range(3):
            if b.brawlers >> k & 1:
                part[PART_BRAWLERS] += t.brawler[k]

cdef bint eligible(const Table* t, const State* s, int p) noexcept nogil:
    """CE-14.3 (4): can this bandit win? CE-9.19, CE-11.31: who is gone still keeps and counts all that he has."""
    cdef int event = station_event(t, s), x = s.pawn[p].space
    if event == ESCAPE:                                         # CE-10.32, CE-10.34
        return x == COACH_IN or x == COACH_ROOF or x == OUT
    if event == DEADLY_FALL:
        return x != OUT                                         # CE-11.24
    if event == CRIME:
        return x != CELL                                        # CE-9.25
    return True

# ---- who wins (CE-1.2): shares add up to one (CE-14.7); the Marshal's own bullets count for nothing (CE-14.6)

cdef inline int unit(const Table* t, int seat) noexcept nogil:
    """Seats that win together."""
    return seat >> 1 if t.team else seat

cdef void award_gunslinger(const Table* t, const State* s, Outcome* o) noexcept nogil:
    """CE-14.2: every side tied for the most bullets fired, or a tweak of that. In a team: to its better shot."""
    cdef int fired[SEATS]
    cdef int p, u, seat, most = -127, n = 0, money = t.rules.gunslinger_award, units = unit(t, t.players - 1) + 1
    memset(fired, 0, sizeof(fired))
    for p in range(t.mp, t.pawns):
        fired[unit(t, owner(t, p))] += s.pawn[p].fired
    for u in range(t.mp, units):
        if fired[u] > most:
            most = fired[u]
            n = 0
        n += fired[u] == most
    if n > 1:
        if t.rules.gunslinger_tie == AWARD_NONE:
            return
        if t.rules.gunslinger_tie == AWARD_SPLIT:
            money = money // n
    for u in range(t.mp, units):
        if fired[u] == most:
            seat = u
            if t.team:
                seat = 2 * u + (s.pawn[2 * u + 1].fired > s.pawn[2 * u].fired)
            o.own[seat][OWN_PARTS + PART_GUNSLINGER] = money

cdef inline int better(const Table* t, const i32* tier, const i32* money, const i32* key, int a, int b) noexcept nogil:
    """Is side a ahead of side b by tier (3), money (2) or the tie-break (1); 0 level; negative: behind."""
    if tier[a] != tier[b]:
        return 3 if tier[a] > tier[b] else -3
    if tier[a] == TIER_MARSHAL_WINS:
        return 0                                                # CE-9.23: they win together
    if money[a] != money[b]:
        return 2 if money[a] > money[b] else -2
    if key[a] != key[b]:
        return 1 if key[a] > key[b] else -1
    return 0

cdef void outcome(const Table* t, const State* s, Outcome* o) noexcept nogil:
    cdef i32 tier[SEATS]
    cdef i32 money[SEATS]
    cdef i32 key[SEATS]
    cdef int p, u, v, seat, k, units = unit(t, t.players - 1) + 1, n = 0, seats = 0, goals, ahead, way, one_winner
    cdef bint anybody = False, marshal_wins = False
    memset(tier, 0, sizeof(tier))
    memset(money, 0, sizeof(money))
    memset(key, 0, sizeof(key))
    for u in range(units):
        tier[u] = TIER_OUT
    for p in range(t.mp, t.pawns):
        if eligible(t, s, p):
            tier[unit(t, owner(t, p))] = TIER_IN
    if t.rules.side_ineligible and (t.two or t.team):           # CE-10.39
        for p in range(t.pawns):
            if not eligible(t, s, p):
                tier[unit(t, owner(t, p))] = TIER_OUT
    for u in range(t.mp, units):
        anybody |= tier[u] == TIER_IN                           # CE-10.34: else nobody wins
    way = not anybody and t.rules.escape_all_caught != 0 and station_event(t, s) == ESCAPE
    if way:                                                     # a tweak: as if all were safe
        anybody = True
        for u in range(t.mp, units):
            tier[u] = TIER_IN
    award_gunslinger(t, s, o)
    for p in range(t.mp, t.pawns):                              # a caught bandit adds nothing to his side; alone, his money
        if way or eligible(t, s, p) or not (t.two or t.team):   # is shown, but cannot win
            add_money(t, s, p, &o.own[owner(t, p)][OWN_PARTS])
    for seat in range(t.players):
        u = unit(t, seat)
        o.team[seat] = u if t.team else -1
        for k in range(PARTS):
            o.score[seat] += o.own[seat][OWN_PARTS + k]
        money[u] += o.score[seat]
        fill_columns(t, s, seat, o)
        if t.rules.tie_break == TIE_FEWEST_BULLETS:
            key[u] -= o.key[seat][0]                            # CE-14.4, CE-13.14, CE-13.18
        elif t.rules.tie_break == TIE_MOST_FIRED:
            key[u] += o.key[seat][1]
        elif t.rules.tie_break == TIE_MOST_TOKENS:
            key[u] += o.key[seat][2]
        elif t.rules.tie_break == TIE_FIRST_SEAT:
            key[u] = -u
    if t.mp:                                                    # CE-14.5
        goals = goals_achieved(t, s)
        marshal_wins = goals >= t.rules.mp_goals_needed and s.pawn[0].space != OUT
        tier[0] = TIER_MARSHAL_WINS if marshal_wins else TIER_MARSHAL_BEATEN
        if marshal_wins and station_event(t, s) == GUILTY_PLEA:
            plead(t, tier, money)
    o.rounds = s.round + 1
    o.end_reason = END_MARSHAL if marshal_wins else END_BANDITS
    o.tie_level = 0
    if not anybody and not marshal_wins:
        o.end_reason = END_NO_WINNER
        o.tie_level = -2
        return
    one_winner = -1
    for u in range(units):                                      # places by side
        ahead = 0
        for v in range(units):
            if v != u and better(t, tier, money, key, v, u) > 0:
                ahead += 1 + t.team
        for seat in range(t.players):
            if unit(t, seat) == u:
                o.place[seat] = ahead + 1
        if ahead == 0:
            n += 1
            seats += 1 + t.team
            if one_winner < 0:
                one_winner = u
    if n > 1 and not marshal_wins:
        o.tie_level = -1
        if t.rules.shared_victory == SHARED_NONE:
            o.end_reason = END_NO_WINNER
            o.tie_level = -2
            for seat in range(t.players):
                o.place[seat] = 0
            return
        if t.rules.shared_victory == SHARED_SEAT_ORDER:
            o.tie_level = 2
            seats = 1 + t.team
            for seat in range(t.players):
                if o.place[seat] == 1 and unit(t, seat) != one_winner:
                    o.place[seat] = 2 + t.team
    elif not marshal_wins:
        for v in range(units):
            if v != one_winner and better(t, tier, money, key, one_winner, v) == 1:
                o.tie_level = 1
    for seat in range(t.players):
        if o.place[seat] == 1:
            o.win[seat] = WHOLE_WIN // seats

cdef void plead(const Table* t, i32* tier, const i32* money) noexcept nogil:
    """CE-9.23: the one poorest bandit wins with the Marshal."""
    cdef int u, poorest = 1, n = 0
    for u in range(1, t.players):
        if money[u] < money[poorest]:
            poorest = u
    for u in range(1, t.players):
        n += money[u] == money[poorest]
    if n == 1:
        tier[poorest] = TIER_MARSHAL_WINS

cdef void fill_columns(const Table* t, const State* s, int seat, Outcome* o) noexcept nogil:
    """Characters, tie-break keys and counters, in the order of outcome.yaml."""
    cdef int p = first_pawn(t, seat), i, k
    cdef i32* n = &o.own[seat][OWN_COUNTS]
    o.own[seat][0] = CHARACTERS if is_marshal(t, p) else s.pawn[p].character
    o.own[seat][1] = s.pawn[p + 1].character if t.two else -1
    for i in range(2 if t.two else 1):
        k = p + i
        o.key[seat][0] += received(s, k)
        o.key[seat][1] += s.pawn[k].fired
        o.key[seat][2] += tokens(&s.pawn[k].loot)
        n[0] += t.rules.bullets_per_bandit - s.pawn[k].gun if not is_marshal(t, k) else (
            2 * t.rules.marshal_bullets_per_pile - s.piles[0] - s.piles[1])
        n[1] += s.pawn[k].bullets[NEUTRAL]
        n[2] += s.pawn[k].bullets[OF_MARSHAL]
        n[3] += s.pawn[k].robbed
        n[4] += s.pawn[k].wasted
        n[5] += popcount(s.pawn[k].loot.purses)
        n[6] += s.pawn[k].loot.jewels
        n[7] += popcount(s.pawn[k].loot.boxes)
        n[8] += s.pawn[k].hostage >= 0
        n[9] += s.pawn[k].prisoner >= 0
        if not is_marshal(t, k):
            if t.mp:
                n[10] += 1 - (s.wanted >> k & 1)
            n[11] += 0 if eligible(t, s, k) else 1
    if is_marshal(t, p):
        n[12] = goals_achieved(t, s)
