# The end of the game (section 7), prairies (section 6) and the outcome.

cdef void score_open_mountains(const Table* t, State* s) noexcept nogil:
    """GR-7.2, GR-7.3."""
    cdef int m, who, p
    cdef int standing[SEATS]
    for p in range(t.players):
        standing[p] = board_score(s, p)
    for m in range(s.mountains):
        if s.mountain_open[m] == 0:
            continue
        who = leaders(s.miners[m])
        if who and t.rules.tokens_on_incomplete_mountains:
            give_stack(t, s, m, who, s.placer, standing)
        remove_stack(s, m)
        strike_tents(t, s, m)
        if who:
            pay(t, s, who, t.rules.mountain_points_incomplete_per_nugget * s.nuggets[m], PART_MOUNTAINS_OPEN)
    s.camp_grounds = 0

cdef void score_open_rails(const Table* t, State* s) noexcept nogil:
    """GR-7.4: trains are ignored."""
    cdef int r
    for r in range(s.rails):
        if s.railwaymen[r]:
            pay(t, s, leaders(s.railwaymen[r]), t.rules.rail_points_incomplete_per_tile * rail_tiles(t, s, r), PART_RAILS_OPEN)

cdef void score_open_cities(const Table* t, State* s) noexcept nogil:
    """GR-7.5: what is complete of them counts."""
    cdef int c, n
    cdef bint complete
    for c in range(s.cities):
        if s.merchant[c] != NOBODY:
            n = city_rails(t, s, s.city_tile[c], &complete)
            s.vp[s.merchant[c]][PART_CITIES_OPEN] += n * t.rules.city_points_incomplete_per_rail

cdef void score_prairies(const Table* t, State* s) noexcept nogil:
    """GR-6.2, GR-6.3, GR-7.6: only now; never completed, and farmers never return."""
    cdef int f
    for f in range(s.prairies):
        if s.farmers[f]:
            pay(t, s, leaders(s.farmers[f]), t.rules.camp_points * s.camps[f] + t.rules.herd_points * s.herds[f], PART_PRAIRIES)

cdef void score_tokens(const Table* t, State* s) noexcept nogil:
    """GR-7.7."""
    cdef int p, v
    for p in range(t.players):
        for v in range(VALUES):
            s.vp[p][PART_TOKENS_MINED] += t.value[v] * s.mined[p][v]
            s.vp[p][PART_TOKENS_WON] += t.value[v] * s.won[p][v]

cdef void end_game(const Table* t, State* s, int why) noexcept nogil:
    """The cowboys stay where they are, for the picture of the final map."""
    if s.placer == NOBODY:
        s.placer = s.head.to_move                       # no tile of the pile ever fitted
    s.end_reason = why
    score_open_mountains(t, s)
    score_open_rails(t, s)
    score_open_cities(t, s)
    score_prairies(t, s)
    score_tokens(t, s)
    s.tile = NO_TILE
    ask(s, OVER, -1)

cdef int lot(const Table* t, const State* s, int p) noexcept nogil:
    """The place of a seat in a staring contest of all (GR-7.8): a random order, the highest blinks last."""
    cdef i8 order[SEATS]
    cdef int i, k
    for i in range(t.players):
        order[i] = i
    for i in range(t.players - 1, 0, -1):
        k = draw(s.head.key, LUCK_LOT, i, i + 1)
        order[i], order[k] = order[k], order[i]
    return order[p]

cdef void outcome(const Table* t, const State* s, Outcome* o) noexcept nogil:
    """Scores, the tie-break (GR-7.9) and the columns of outcome.yaml in their order."""
    cdef int p, i, v, c, steps = 1
    cdef i8 chain[1]
    memset(o, 0, sizeof(Outcome))
    for p in range(t.players):
        c = 0
        for i in range(PARTS):
            o.score[p] += s.vp[p][i]
            o.own[p][c] = s.vp[p][i]
            c += 1
        for i in range(COUNTS):
            o.own[p][c] = s.n[p][i]
            c += 1
        for v in range(VALUES):
            o.own[p][c] += s.mined[p][v]
            o.own[p][c + 1] += s.won[p][v]
        o.own[p][c + 2] = s.cowboys[p]
        o.own[p][c + 3] = s.discarded
        o.key[p][0] = tokens_held(s, p)
        o.key[p][1] = p
        o.key[p][2] = lot(t, s, p)
    if t.rules.tie_break == FINAL_SHARED:
        chain[0] = 0
        steps = 0
    elif t.rules.tie_break == FINAL_RANDOM:
        chain[0] = 3
    elif t.rules.tie_break == FINAL_FEWEST_TOKENS:
        chain[0] = -1
    elif t.rules.tie_break == FINAL_MOST_TOKENS:
        chain[0] = 1
    else:
        chain[0] = 2
    rank(o, t.players, chain, steps)
    o.rounds = (s.turn + t.players - 1) // t.players
    if o.rounds == 0:
        o.rounds = 1
    o.end_reason = s.end_reason
