# Changing the map: the frontier, the hashed grid, and segments that become one feature. Every step is local: no rescans.

cdef inline void frontier_remove(State* s, int i) noexcept nogil:
    cdef int n = s.open_cells - 1 - i
    memmove(&s.frontier[i], &s.frontier[i + 1], n * sizeof(u16))
    memmove(&s.need[i], &s.need[i + 1], n)
    s.open_cells -= 1

cdef inline void frontier_insert(State* s, int i, int cell, int edges) noexcept nogil:
    cdef int n = s.open_cells - i
    memmove(&s.frontier[i + 1], &s.frontier[i], n * sizeof(u16))
    memmove(&s.need[i + 1], &s.need[i], n)
    s.frontier[i] = cell
    s.need[i] = edges
    s.open_cells += 1

cdef inline void frontier_add(State* s, int i, int cell, int edges) noexcept nogil:
    """An empty cell, the i-th if it is there already, gets a neighbour: it needs these edges, too."""
    if i < s.open_cells and s.frontier[i] == cell:
        s.need[i] |= edges
    else:
        frontier_insert(s, i, cell, edges)

cdef inline int needed(int edges, int side) noexcept nogil:
    """What the neighbour on a side needs: on its opposite side the terrain that the tile has here."""
    return terrain(edges, side) << (2 * (side ^ 2))

cdef inline void frontier_advance(State* s, int i, int cell, int edges) noexcept nogil:
    """A tile with these edges takes the i-th empty cell; the empty cells beside it come in. In ascending order those in the
    south and north stand right beside it, so the first new one of them simply takes its place."""
    cdef int need = s.need[i]
    cdef bint taken = False
    if terrain(need, NORTH) == 0:
        if i + 1 < s.open_cells and s.frontier[i + 1] == cell + 1:
            s.need[i + 1] |= needed(edges, NORTH)
        else:
            s.frontier[i] = cell + 1
            s.need[i] = needed(edges, NORTH)
            taken = True
    if terrain(need, SOUTH) == 0:
        if i > 0 and s.frontier[i - 1] == cell - 1:
            s.need[i - 1] |= needed(edges, SOUTH)
        elif taken:
            frontier_insert(s, i, cell - 1, needed(edges, SOUTH))
        else:
            s.frontier[i] = cell - 1
            s.need[i] = needed(edges, SOUTH)
            taken = True
    if not taken:
        frontier_remove(s, i)
    if terrain(need, EAST) == 0:
        frontier_add(s, open_cell(s, cell + 256, i, s.open_cells - i), cell + 256, needed(edges, EAST))
    if terrain(need, WEST) == 0:
        frontier_add(s, open_cell(s, cell - 256, 0, i), cell - 256, needed(edges, WEST))

cdef inline void grid_add(State* s, int cell, int tile) noexcept nogil:
    cdef int h = hashed(cell)
    while s.grid[h]:
        h = (h + 1) & (GRID - 1)
    s.grid[h] = 1 + tile

cdef inline int climb(u8* up, int i) noexcept nogil:
    """The oldest segment, with the way to it halved."""
    while up[i] != i:
        up[i] = up[up[i]]
        i = up[i]
    return i

cdef inline void look_for_room(const Table* t, State* s, int m) noexcept nogil:
    """GR-4.17, GR-4.18: can a tent go to this mountain?"""
    if s.mountain_open[m] and (free_segments(s, m) > 0 or not t.rules.tent_needs_free_segment):
        s.camp_grounds |= bit(m)
    else:
        s.camp_grounds &= ~bit(m)

cdef inline void join_mountains(State* s, int a, int b) noexcept nogil:
    """Two segments touch: their mountains are one, with one stack (GR-4.7)."""
    cdef int p
    a = climb(s.mountain_up, a)
    b = climb(s.mountain_up, b)
    s.mountain_open[a] -= 1
    s.mountain_open[b] -= 1
    if a == b:
        return
    if a > b:
        a, b = b, a
    s.mountain_up[b] = a
    s.mountain_open[a] += s.mountain_open[b]
    s.mountain_size[a] += s.mountain_size[b]
    s.nuggets[a] += s.nuggets[b]
    s.stack[a] += s.stack[b]
    s.miners[a] += s.miners[b]
    if s.top[b]:                                        # A19: the older stack lies below
        if s.top[a]:
            s.beneath[s.bottom[b] - 1] = s.top[a]
        else:
            s.bottom[a] = s.bottom[b]
        s.top[a] = s.top[b]
        s.top[b] = s.bottom[b] = 0
    if s.tents_on[b]:
        s.tents_on[a] += s.tents_on[b]
        for p in range(SEATS):
            if s.tent_sites[p] & bit(b):
                s.tent_sites[p] = (s.tent_sites[p] & ~bit(b)) | bit(a)
        s.tents_on[b] = 0
    s.camp_grounds &= ~bit(b)
    s.mountain_open[b] = s.mountain_size[b] = s.nuggets[b] = s.stack[b] = 0
    s.miners[b] = 0

cdef inline void join_rails(State* s, int a, int b) noexcept nogil:
    a = climb(s.rail_up, a)
    b = climb(s.rail_up, b)
    s.rail_open[a] -= 1
    s.rail_open[b] -= 1
    if a == b:
        return                                          # a closed loop (GR-5.1)
    if a > b:
        a, b = b, a
    s.rail_up[b] = a
    s.rail_open[a] += s.rail_open[b]
    s.rail_size[a] += s.rail_size[b]
    s.trains[a] += s.trains[b]
    s.railwaymen[a] += s.railwaymen[b]
    s.rail_next[a], s.rail_next[b] = s.rail_next[b], s.rail_next[a]     # two rings become one
    s.rail_open[b] = s.rail_size[b] = s.trains[b] = 0
    s.railwaymen[b] = 0

cdef inline void join_prairies(State* s, int a, int b) noexcept nogil:
    a = climb(s.prairie_up, a)
    b = climb(s.prairie_up, b)
    if a == b:
        return
    if a > b:
        a, b = b, a
    s.prairie_up[b] = a
    s.camps[a] += s.camps[b]
    s.herds[a] += s.herds[b]
    s.farmers[a] += s.farmers[b]
    s.camps[b] = s.herds[b] = 0
    s.farmers[b] = 0

cdef inline void set_out(const Table* t, State* s, int kind, int tile) noexcept nogil:
    """The segments of a tile, each a feature by itself so far."""
    cdef const Kind* k = &t.kind[kind]
    cdef int i, j
    s.first_mountain[tile] = s.mountains
    s.first_rail[tile] = s.rails
    s.first_prairie[tile] = s.prairies
    for j in range(k.mountains):
        i = s.mountains
        s.mountain_up[i] = i
        s.mountain_open[i] = k.mountain_edges[j]
        s.mountain_size[i] = 1
        s.nuggets[i] = k.nuggets[j]
        s.mountains += 1
    for j in range(k.rails):
        i = s.rails
        s.rail_up[i] = s.rail_next[i] = i
        s.rail_open[i] = k.rail_edges[j]                # the other end, if there is one, is a station, city or mountain
        s.rail_size[i] = 1
        s.rail_tile[i] = tile
        s.trains[i] = k.trains[j]                       # GR-5.4: of this segment alone
        s.rails += 1
    if t.farmers:
        for j in range(k.prairies):
            i = s.prairies
            s.prairie_up[i] = i
            s.camps[i] = k.camps[j]                     # GR-6.4
            s.herds[i] = k.herds[j]
            s.prairies += 1
    if k.city:
        s.city_tile[s.cities] = tile
        s.merchant[s.cities] = NOBODY
        s.cities += 1

cdef inline void oldest_stacks_first(const Table* t, const State* s, int cell, int need, int* sides) noexcept nogil:
    """A19: face-up stacks are joined by age."""
    cdef int age[4]
    cdef int i, j, side, other
    for i in range(4):
        side = sides[i]
        age[side] = MOUNTAINS
        if terrain(need, side) == MOUNTAIN:
            other = tile_at(s, beside(cell, side))
            age[side] = mountain_of(s, s.first_mountain[other] + t.laid[s.laid[other]].segment[side ^ 2])
    for i in range(1, 4):
        side = sides[i]
        j = i
        while j > 0 and age[sides[j - 1]] > age[side]:
            sides[j] = sides[j - 1]
            j -= 1
        sides[j] = side

cdef void put_tile(const Table* t, State* s, int kind, int rotation, int cell, int i) noexcept nogil:
    """Onto the i-th empty cell around the map (GR-4.2): its segments join those that they touch."""
    cdef int tile = s.tiles, k, side, other, edge, need = s.need[i]
    cdef const Laid* here = &t.laid[4 * kind + rotation]
    cdef const Laid* there
    cdef int sides[4]
    frontier_advance(s, i, cell, here.edges)
    s.cell[tile] = cell
    s.laid[tile] = 4 * kind + rotation
    s.tiles += 1
    grid_add(s, cell, tile)
    set_out(t, s, kind, tile)
    for side in range(4):
        sides[side] = side
    if t.rules.tokens_visible_on_map:
        oldest_stacks_first(t, s, cell, need, sides)
    for k in range(4):
        side = sides[k]
        edge = terrain(need, side)
        if edge == 0:
            continue
        other = tile_at(s, beside(cell, side))
        there = &t.laid[s.laid[other]]
        if edge == MOUNTAIN:
            join_mountains(s, s.first_mountain[tile] + here.segment[side], s.first_mountain[other] + there.segment[side ^ 2])
            continue
        if edge == RAILROAD:
            join_rails(s, s.first_rail[tile] + here.segment[side], s.first_rail[other] + there.segment[side ^ 2])
        if t.farmers:                                   # GR-6.1: across a railroad edge the prairies of both its sides
            join_prairies(s, s.first_prairie[tile] + here.prairie[2 * side],
                          s.first_prairie[other] + there.prairie[2 * (side ^ 2) + 1])
            if edge == RAILROAD:
                join_prairies(s, s.first_prairie[tile] + here.prairie[2 * side + 1],
                              s.first_prairie[other] + there.prairie[2 * (side ^ 2)])
