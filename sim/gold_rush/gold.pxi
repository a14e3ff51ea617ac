# Gold: tokens onto mountains (section 4.2) and into the hands of the players.
#
# Nobody sees a token before somebody takes it, so a stack is a number, and a taken token is drawn from all that nobody
# has seen yet, wherever they lie: the same chances as with real stacks. With tokens_visible_on_map the stacks are real.

cdef int draw_value(State* s, u64 address) noexcept nogil:
    """A token that nobody has seen yet."""
    cdef int v, all = 0, k
    for v in range(VALUES):
        all += s.unseen[v]
    k = draw(s.head.key, LUCK_TOKENS, address, all)
    for v in range(VALUES):
        k -= s.unseen[v]
        if k < 0:
            break
    s.unseen[v] -= 1
    return v

cdef void show_token(State* s, int m, int beside_the_map) noexcept nogil:
    """Face up on top of a stack (tokens_visible_on_map). Its luck is addressed by how many lie beside the map."""
    cdef int i = s.shown
    s.token[i] = draw_value(s, address3(SEATS, 0, beside_the_map))
    s.beneath[i] = s.top[m]
    s.shown += 1
    s.top[m] = s.shown
    if s.bottom[m] == 0:
        s.bottom[m] = s.shown

cdef inline void lay_tokens(const Table* t, State* s) noexcept nogil:
    """GR-4.6: one token a nugget of each mountain segment of the new tile (GR-4.8: each its own), while there are any
    (GR-4.9)."""
    cdef int tile = s.tiles - 1, i, j, m, n
    cdef const Kind* k = &t.kind[s.laid[tile] >> 2]
    for i in range(k.mountains):
        m = mountain_of(s, s.first_mountain[tile] + i)
        n = k.nuggets[i] if k.nuggets[i] < s.supply else s.supply
        if t.rules.tokens_visible_on_map:
            for j in range(n):
                show_token(s, m, s.supply - j)
        s.supply -= n
        s.stack[m] += n
        look_for_room(t, s, m)

cdef inline void take_token(const Table* t, State* s, int p, int m, bint mining) noexcept nogil:
    """The top token of a mountain. Its luck is that of the seat's k-th token: whatever others take does not disturb it."""
    cdef int v, i
    if t.rules.tokens_visible_on_map:
        i = s.top[m] - 1
        v = s.token[i]
        s.top[m] = s.beneath[i]
        if s.top[m] == 0:
            s.bottom[m] = 0
    else:
        v = draw_value(s, address3(p, 0, tokens_held(s, p)))
    s.stack[m] -= 1
    if mining:
        s.mined[p][v] += 1
    else:
        s.won[p][v] += 1

cdef void take_tokens(const Table* t, State* s, int p, int m, int n, bint mining) noexcept nogil:
    while n > 0 and s.stack[m]:
        take_token(t, s, p, m, mining)
        n -= 1

cdef void remove_stack(State* s, int m) noexcept nogil:
    """Out of reach for good."""
    s.removed += s.stack[m]
    s.stack[m] = 0
    s.top[m] = s.bottom[m] = 0

cdef inline int next_of(const Table* t, int who, int p) noexcept nogil:
    """The first of some seats, clockwise, p himself included."""
    while not (who >> p) & 1:
        p = p + 1 if p + 1 < t.players else 0
    return p

cdef void deal_stack(const Table* t, State* s, int m, int who, int first) noexcept nogil:
    """GR-5.7: one at a time, clockwise, beginning with `first` or the next one after him, until none is left."""
    cdef int p = next_of(t, who, first)
    while s.stack[m]:
        take_token(t, s, p, m, False)
        p = next_of(t, who, p + 1 if p + 1 < t.players else 0)

cdef int first_to_take(const Table* t, const State* s, int who, int active, const int* standing) noexcept nogil:
    """token_tie_split: the active player, or the tied one who leads on the track (level: the first one clockwise)."""
    cdef int p, best
    best = next_of(t, who, active)
    if t.rules.token_tie_split == SHARE_FROM_LEADER:
        p = best
        while True:
            p = next_of(t, who, p + 1 if p + 1 < t.players else 0)
            if p == next_of(t, who, active):
                break
            if standing[p] > standing[best]:
                best = p
    return best

cdef void give_stack(const Table* t, State* s, int m, int who, int active, const int* standing) noexcept nogil:
    """GR-5.6, GR-5.7: to the owner, or shared among tied owners."""
    if who & (who - 1) and t.rules.token_tie_split == SHARE_NONE:
        remove_stack(s, m)
        return
    deal_stack(t, s, m, who, first_to_take(t, s, who, active, standing))
