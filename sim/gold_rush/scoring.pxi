# 3: score what the new tile has completed (GR-4.27, section 5), in the order mountains, railroads, cities.

cdef inline void pay(const Table* t, State* s, int who, int value, int part) noexcept nogil:
    """GR-5.0: tied leaders each get the full value."""
    cdef int p, n = popcount(who)
    if n > 1 and t.rules.majority_tie != TIE_FULL:
        value = value // n if t.rules.majority_tie == TIE_SPLIT else 0
    for p in range(t.players):
        if (who >> p) & 1:
            s.vp[p][part] += value

cdef inline void note(const Table* t, State* s, int who, int what) noexcept nogil:
    cdef int p
    for p in range(t.players):
        if (who >> p) & 1:
            s.n[p][what] += 1
            s.n[p][N_SHARED] += (who & (who - 1)) != 0

cdef inline void send_home(const Table* t, State* s, u32* figures) noexcept nogil:
    """GR-5.14: all cowboys of a scored feature return, also those who scored nothing."""
    cdef int p
    for p in range(t.players):
        s.cowboys[p] += cowboys_of(figures[0], p)
    figures[0] = 0

cdef int tent_owners(const Table* t, const State* s, int m) noexcept nogil:
    cdef int p, who = 0
    for p in range(t.players):
        if tents_of(s.tents_on[m], p):
            who |= 1 << p
    return who

cdef void strike_tents(const Table* t, State* s, int m) noexcept nogil:
    """Back to their owners' supply (GR-5.9)."""
    cdef int p
    for p in range(t.players):
        s.tents[p] += tents_of(s.tents_on[m], p)
        s.tent_sites[p] &= ~bit(m)
    s.tents_on[m] = 0

cdef void score_mountain(const Table* t, State* s, int m, int active, const int* standing) noexcept nogil:
    """GR-5.6..5.9."""
    cdef int who = leaders(s.miners[m]), campers = tent_owners(t, s, m), p, i
    if t.rules.tent_shares_at_completion and campers:
        p = active
        for i in range(t.players):
            if (campers >> p) & 1:
                take_tokens(t, s, p, m, 1, False)
            p = p + 1 if p + 1 < t.players else 0
    if who:
        give_stack(t, s, m, who, active, standing)
        pay(t, s, who, t.rules.mountain_points_per_nugget * s.nuggets[m], PART_MOUNTAINS)
        note(t, s, who, N_MOUNTAINS_SCORED)
    elif t.rules.unclaimed_tokens == UNCLAIMED_ACTIVE:
        deal_stack(t, s, m, 1 << active, active)
    elif t.rules.unclaimed_tokens == UNCLAIMED_TENTS and campers:
        deal_stack(t, s, m, campers, active)
    else:
        remove_stack(s, m)                              # GR-5.8
    if campers:
        strike_tents(t, s, m)
    send_home(t, s, &s.miners[m])

cdef void score_rail(const Table* t, State* s, int r) noexcept nogil:
    """GR-5.1..5.3; without a railwayman it scores for nobody (GR-4.28)."""
    cdef int who = leaders(s.railwaymen[r])
    if who == 0:
        return
    pay(t, s, who, t.rules.rail_points_per_tile * rail_tiles(t, s, r) * train_factor(t, s.trains[r]), PART_RAILS)
    note(t, s, who, N_RAILS_SCORED)
    send_home(t, s, &s.railwaymen[r])

cdef void score_cities(const Table* t, State* s) noexcept nogil:
    """GR-5.10: a railroad has been completed, which may complete any city with a merchant, or two at once (GR-5.13)."""
    cdef int c, n, p
    cdef bint complete
    for c in range(s.cities):
        p = s.merchant[c]
        if p == NOBODY:
            continue
        n = city_rails(t, s, s.city_tile[c], &complete)
        if complete:
            s.vp[p][PART_CITIES] += n * t.rules.city_points_per_rail
            s.n[p][N_CITIES_SCORED] += 1
            s.merchant[c] = NOBODY
            s.cowboys[p] += 1

cdef void score_completed(const Table* t, State* s, int active, int placed) noexcept nogil:
    """Each feature once, even where the tile touches it with several segments (GR-4.27)."""
    cdef int tile = s.tiles - 1, i, j, f, p, at_once = 0
    cdef const Kind* k = &t.kind[s.laid[tile] >> 2]
    cdef int done[4]
    cdef int standing[SEATS]
    cdef bint again, closed = False
    if t.rules.token_tie_split == SHARE_FROM_LEADER:
        for p in range(t.players):
            standing[p] = board_score(s, p)             # before this phase
    for i in range(k.mountains):
        f = mountain_of(s, s.first_mountain[tile] + i)
        done[i] = f
        if s.mountain_open[f]:
            continue                                    # GR-5.5
        at_once |= placed == ON_MOUNTAIN + i
        again = False
        for j in range(i):
            again = again or done[j] == f
        if not again:
            score_mountain(t, s, f, active, standing)
    for i in range(k.rails):
        f = rail_of(s, s.first_rail[tile] + i)
        if s.rail_open[f] == 0:
            closed = True
            at_once |= placed == ON_RAIL + i
            score_rail(t, s, f)                         # a second time nobody stands there any more
    if closed:
        score_cities(t, s)
        at_once |= placed == IN_CITY and s.merchant[s.cities - 1] == NOBODY
    s.n[active][N_BACK_AT_ONCE] += at_once              # GR-4.15
