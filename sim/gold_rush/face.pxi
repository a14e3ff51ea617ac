# What the core needs besides the rules: action classes, redealing what is hidden, looking ahead at luck, and the way
# from Python and back.

cdef int action_class(const Table* t, i32 answer) noexcept nogil:
    """Which line of action_classes (outcome.yaml). A cowboy counts as what he becomes."""
    cdef int act = answer >> 24, k = answer & 0xFFFFFF
    if act == ACT_LAY:
        return 0
    if act == ACT_COWBOY:
        return 1 if ON_RAIL <= k < IN_CITY else 2 if k < ON_RAIL else 3 if k == IN_CITY else 4
    return 5 + act - ACT_TENT

# ---- redeal: hidden are the order of the pile and the tokens of others (GR-4.30)

cdef inline int draw_from(u8* pool, u64 bits) noexcept nogil:
    cdef int v, all = 0, k
    for v in range(VALUES):
        all += pool[v]
    k = below(bits, all)
    for v in range(VALUES):
        k -= pool[v]
        if k < 0:
            break
    pool[v] -= 1
    return v

cdef void redeal_tokens(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """All that the seat does not hold itself is equally likely to be anywhere: supply, map, removed, others' hands."""
    cdef int p, v, i
    cdef int mined[SEATS]
    cdef int won[SEATS]
    cdef u64 address = 0
    for p in range(t.players):
        mined[p] = won[p] = 0
        if p == seat:
            continue
        for v in range(VALUES):
            mined[p] += s.mined[p][v]
            won[p] += s.won[p][v]
            s.unseen[v] += s.mined[p][v] + s.won[p][v]
            s.mined[p][v] = s.won[p][v] = 0
    for p in range(t.players):
        for i in range(mined[p]):
            s.mined[p][draw_from(s.unseen, at(luck, address))] += 1
            address += 1
        for i in range(won[p]):
            s.won[p][draw_from(s.unseen, at(luck, address))] += 1
            address += 1

cdef int redeal(const Table* t, State* s, int seat, u64 key) noexcept nogil:
    s.head.key = key                                    # which is the order of the pile
    if s.phase != OVER and not t.rules.tokens_visible_on_map:
        redeal_tokens(t, s, seat, stream(key, SOURCES))
    return 0

# ---- luck to come, for staging draws in tests: the next tiles of the pile, the next tokens that seat `where` takes

cdef int peek(const Table* t, const State* s, int source, int where, i32* out) noexcept nogil:
    cdef State copy = s[0]
    cdef int i, n
    if source == LUCK_TILES:
        n = s.left
        for i in range(n):
            out[i] = draw_tile(&copy)
        return n
    if source == LUCK_TOKENS and not t.rules.tokens_visible_on_map and 0 <= where < t.players:
        n = 0
        for i in range(VALUES):
            n += s.unseen[i]
        for i in range(n):
            out[i] = t.value[draw_value(&copy, address3(where, 0, tokens_held(s, where) + i))]
        return n
    if source == LUCK_LOT:
        for i in range(t.players):
            out[i] = lot(t, s, i)
        return t.players
    return 0

# ---- from Python and back

cdef int compile_table(void* table, object setting) except -1:
    from sim.gold_rush import box
    cdef Table* t = <Table*>table
    cdef Kind* kind
    cdef Laid* laid
    cdef int k, i, turn, need, side, edges
    t.rules = setting["rules"]
    t.players = setting["players"]
    t.farmers = setting["variants"]["mode"] == 0        # GR-4.13
    values, counts = box.tokens(setting)
    for i in range(VALUES):
        t.value[i] = values[i]
        t.tokens[i] = counts[i]
    tiles, oriented = box.tiles(setting), box.turned(setting)
    t.kinds = len(tiles)
    for k, tile in enumerate(tiles):
        kind = &t.kind[k]
        t.box[k] = tile.count - tile.start
        if tile.start:
            t.start = k
        kind.mountains, kind.rails, kind.prairies = len(tile.mountains), len(tile.rails), len(tile.prairies)
        kind.city = tile.city
        for i in range(kind.mountains):
            kind.nuggets[i] = tile.nuggets[i]
            kind.mountain_edges[i] = len(tile.mountains[i])
        for i in range(kind.rails):
            kind.trains[i] = tile.trains[i]
            kind.rail_edges[i] = len(tile.rails[i])
            kind.to_city[i] = tile.ends[i] == "city"
        for i in range(kind.prairies):
            kind.camps[i] = tile.camps[i]
            kind.herds[i] = tile.herds[i]
        rotations, different = oriented[k]
        for turn in range(4):
            laid = &t.laid[4 * k + turn]
            turned = rotations[turn]
            for side in range(4):
                laid.edges |= (1 + box.TERRAINS.index(turned.edges[side])) << (2 * side)
                laid.segment[side] = -1
            for segments in (turned.mountains, turned.rails):
                for i, sides in enumerate(segments):
                    for one in sides:
                        laid.segment[<int>one] = i
            for i in range(8):
                laid.prairie[i] = -1
            for i, halves in enumerate(turned.prairies):
                for one in halves:
                    laid.prairie[<int>one] = i
            edges = laid.edges
            if turn not in different:
                continue
            for need in range(256):                     # GR-4.2: equal terrain wherever there is a neighbour
                for side in range(4):
                    if terrain(need, side) and terrain(need, side) != terrain(edges, side):
                        break
                else:
                    t.fit[k][need] |= 1 << turn
    return 0

cdef enum:                      # where a cowboy stands in a view: kind of feature, and its number
    SHOWN_RAIL = 256
    SHOWN_PRAIRIE = 512
    SHOWN_CITY = 768
    SHOWN_NONE = -2             # not in this game

cdef void show_figures(const Table* t, const State* s, Shown* v) noexcept nogil:
    cdef int p, i, c, n
    for p in range(SEATS):
        for i in range(12):
            v.cowboys[p][i] = v.tents[p][i] = SHOWN_NONE
    for p in range(t.players):
        n = 0
        for i in range(s.mountains):
            for c in range(cowboys_of(s.miners[i], p)):
                v.cowboys[p][n] = i
                n += 1
        for i in range(s.rails):
            for c in range(cowboys_of(s.railwaymen[i], p)):
                v.cowboys[p][n] = SHOWN_RAIL + i
                n += 1
        for i in range(s.prairies):
            for c in range(cowboys_of(s.farmers[i], p)):
                v.cowboys[p][n] = SHOWN_PRAIRIE + i
                n += 1
        for i in range(s.cities):
            if s.merchant[i] == p:
                v.cowboys[p][n] = SHOWN_CITY + i
                n += 1
        for c in range(s.cowboys[p]):
            v.cowboys[p][n] = -1
            n += 1
        n = 0
        for i in range(s.mountains):
            for c in range(tents_of(s.tents_on[i], p)):
                v.tents[p][n] = i
                n += 1
        for c in range(s.tents[p]):
            v.tents[p][n] = -1
            n += 1

cdef object view(const void* table, const void* state):
    """What a person would write down; features, frontier and grid follow from the tiles."""
    cdef const Table* t = <const Table*>table
    cdef const State* s = <const State*>state
    cdef Shown v
    cdef int i, m, n = 0, first
    memset(&v, 0, sizeof(Shown))
    v.head = s.head
    v.phase, v.tile, v.placer, v.end_reason = s.phase, s.tile, s.placer, s.end_reason
    v.turn, v.drawn, v.left, v.discarded = s.turn, s.drawn, s.left, s.discarded
    v.pile, v.hand, v.supply, v.removed, v.unseen = s.pile, s.hand, s.supply, s.removed, s.unseen
    v.mined, v.won, v.vp, v.n, v.tiles, v.stack = s.mined, s.won, s.vp, s.n, s.tiles, s.stack
    for i in range(s.tiles):
        v.x[i] = (s.cell[i] >> 8) - 128
        v.y[i] = (s.cell[i] & 255) - 128
        v.kind[i] = s.laid[i] >> 2
        v.rotation[i] = s.laid[i] & 3
    show_figures(t, s, &v)
    for i in range(TOKENS):
        v.face_up[i] = -1
    for m in range(s.mountains):
        first, i = n, s.top[m]
        while i:
            v.face_up[n] = 8 * m + s.token[i - 1]
            i = s.beneath[i - 1]
            n += 1
        i = n - 1
        while first < i:                                # bottom first
            v.face_up[first], v.face_up[i] = v.face_up[i], v.face_up[first]
            first += 1
            i -= 1
    return v

cdef int stand(const Table* t, State* s, int p, int place) except -1:
    """Put a cowboy of a view where it stands."""
    cdef u32 one = <u32>1 << (4 * p)
    cdef int i = place & 255
    if place == -1:
        s.cowboys[p] += 1
    elif 0 <= place < s.mountains and mountain_of(s, i) == i:
        s.miners[i] += one
    elif SHOWN_RAIL <= place < SHOWN_RAIL + s.rails and rail_of(s, i) == i:
        s.railwaymen[i] += one
    elif SHOWN_PRAIRIE <= place < SHOWN_PRAIRIE + s.prairies and prairie_of(s, i) == i:
        s.farmers[i] += one
    elif SHOWN_CITY <= place < SHOWN_CITY + s.cities and s.merchant[i] == NOBODY:
        s.merchant[i] = p
    elif place != SHOWN_NONE:
        raise ValueError(f"seat {p} has a cowboy on {place}, which is no free city nor the oldest segment of a feature")
    return 0

cdef int unview(const void* table, void* state, object view) except -1:
    """The tiles are laid again in their order, so that whatever follows from them is right whatever the view says."""
    cdef const Table* t = <const Table*>table
    cdef State* s = <State*>state
    cdef Shown v = view
    cdef int i, k, p, m, cell
    memset(s, 0, sizeof(State))
    s.head = v.head
    s.phase, s.tile, s.placer, s.end_reason = v.phase, v.tile, v.placer, v.end_reason
    s.turn, s.drawn, s.left, s.discarded = v.turn, v.drawn, v.left, v.discarded
    s.pile, s.hand, s.supply, s.removed, s.unseen = v.pile, v.hand, v.supply, v.removed, v.unseen
    s.mined, s.won, s.vp, s.n = v.mined, v.won, v.vp, v.n
    if not 1 <= v.tiles <= TILES or (v.x[0], v.y[0], v.kind[0], v.rotation[0]) != (0, 0, t.start, 0):
        raise ValueError("the map does not begin with the start tile at (0, 0)")
    start_map(t, s)
    for i in range(1, v.tiles):
        if not 0 <= v.kind[i] < t.kinds or not 0 <= v.rotation[i] < 4:
            raise ValueError(f"tile {i}: there is no kind {v.kind[i]} with rotation {v.rotation[i]}")
        if t.box[<int>v.kind[i]] == 0:
            raise ValueError(f"tile {i}: the box has no such tile any more")
        cell = cell_at(v.x[i], v.y[i]) if abs(v.x[i]) < TILES and abs(v.y[i]) < TILES else 0
        k = open_cell(s, cell, 0, s.open_cells)
        if k == s.open_cells or s.frontier[k] != cell or not (t.fit[<int>v.kind[i]][s.need[k]] >> v.rotation[i]) & 1:
            raise ValueError(f"tile {i} does not fit at ({v.x[i]}, {v.y[i]})")
        if (s.mountains + t.kind[<int>v.kind[i]].mountains > MOUNTAINS or s.rails + t.kind[<int>v.kind[i]].rails > RAILS
                or s.prairies + t.kind[<int>v.kind[i]].prairies > PRAIRIES or s.cities + t.kind[<int>v.kind[i]].city > CITIES):
            raise ValueError(f"tile {i}: there is no room for its segments")
        put_tile(t, s, v.kind[i], v.rotation[i], cell, k)
    for p in range(t.players):
        for i in range(COWBOYS):
            stand(t, s, p, v.cowboys[p][i])
        for i in range(TENTS):
            m = v.tents[p][i]
            if m == -1:
                s.tents[p] += 1
            elif 0 <= m < s.mountains and mountain_of(s, m) == m:
                s.tents_on[m] += 1 << (2 * p)
                s.tent_sites[p] |= bit(m)
            elif m != SHOWN_NONE:
                raise ValueError(f"seat {p} has a tent on {m}, which is not the oldest segment of a mountain")
    s.stack = v.stack
    for i in range(TOKENS):
        if v.face_up[i] < 0:
            continue
        m = v.face_up[i] >> 3
        if m >= s.mountains or (v.face_up[i] & 7) >= VALUES:
            raise ValueError(f"face-up token {i}: {v.face_up[i]} is no value on a mountain")
        s.token[i] = v.face_up[i] & 7
        s.beneath[i] = s.top[m]
        s.top[m] = 1 + i
        if s.bottom[m] == 0:
            s.bottom[m] = 1 + i
        s.shown = 1 + i
    for i in range(s.mountains):
        if s.phase != OVER and mountain_of(s, i) == i:
            look_for_room(t, s, i)
    return 0

def features(bytes state) -> dict:
    """The features as the kernel counts them, from Position.tobytes(): for tests and drawings."""
    cdef State s
    cdef int i
    if len(state) != sizeof(State):
        raise ValueError(f"{len(state)} bytes: a state has {sizeof(State)}")
    memmove(&s, <const char*>state, sizeof(State))
    return {
        "mountains": {i: {"segments": [j for j in range(s.mountains) if mountain_of(&s, j) == i], "open": s.mountain_open[i],
                          "size": s.mountain_size[i], "nuggets": s.nuggets[i], "stack": s.stack[i],
                          "free": free_segments(&s, i), "miners": [cowboys_of(s.miners[i], p) for p in range(SEATS)],
                          "tents": [tents_of(s.tents_on[i], p) for p in range(SEATS)]}
                      for i in range(s.mountains) if s.mountain_up[i] == i},
        "rails": {i: {"segments": [j for j in range(s.rails) if rail_of(&s, j) == i], "open": s.rail_open[i],
                      "size": s.rail_size[i], "ring": ring_of(&s, i), "trains": s.trains[i],
                      "railwaymen": [cowboys_of(s.railwaymen[i], p) for p in range(SEATS)]}
                  for i in range(s.rails) if s.rail_up[i] == i},
        "prairies": {i: {"segments": [j for j in range(s.prairies) if prairie_of(&s, j) == i], "camps": s.camps[i],
                         "herds": s.herds[i], "farmers": [cowboys_of(s.farmers[i], p) for p in range(SEATS)]}
                     for i in range(s.prairies) if s.prairie_up[i] == i},
        "cities": {i: {"tile": s.city_tile[i], "merchant": s.merchant[i]} for i in range(s.cities)},
        "frontier": {((s.frontier[i] >> 8) - 128, (s.frontier[i] & 255) - 128): s.need[i] for i in range(s.open_cells)},
    }

cdef list ring_of(const State* s, int r):
    cdef int i = s.rail_next[r]
    found = [r]
    while i != r:
        found.append(i)
        i = s.rail_next[i]
    return sorted(found)

cdef Kernel KERNEL
KERNEL.table_size = sizeof(Table)
KERNEL.state_size = sizeof(State)
KERNEL.setup = <setup_t>setup
KERNEL.legal = <legal_t>legal
KERNEL.apply = <apply_t>apply
KERNEL.outcome = <outcome_t>outcome
KERNEL.redeal = <redeal_t>redeal
KERNEL.action_class = <action_class_t>action_class
KERNEL.count = <count_t>count
KERNEL.nth = <nth_t>nth
KERNEL.pick = <pick_t>pick
KERNEL.play_out = <play_out_t>play_out
KERNEL.judge = <judge_t>judge
KERNEL.peek = <peek_t>peek
KERNEL.compile = <compile_t>compile_table
KERNEL.view = <view_t>view
KERNEL.unview = <unview_t>unview

def capsule():
    """The kernel for the driver."""
    return PyCapsule_New(&KERNEL, "fairdraw.kernel", NULL)
