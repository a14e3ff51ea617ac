# Roads (section 6a): the smallest sets of pieces that connect a building and its house, and laying them.

cdef struct Pieces:             # a set of grid lines, as in State.across and State.down
    u8  across[CORNERS]
    u16 down[8]

cdef enum:
    ROUTES = 64                 # D16 shows no more

cdef struct Routes:
    int n
    int most                    # stop after so many
    Pieces route[ROUTES]

cdef inline int distance(u128 a, u128 b) noexcept nogil:
    """Pieces between two sets of corner points. There are no obstacles (CC-6.14)."""
    cdef int k = 0
    while not (a & b):
        a = spread(a)
        k += 1
    return k

cdef int list_corners(u128 v, i8* out) noexcept nogil:
    """The members of a set of corner points, 9i + j, smallest first."""
    cdef int i, j, n = 0, row
    for i in range(CORNERS):
        row = <int>((v >> (10 * i)) & 0x1FF)
        while row:
            j = lowest(row)
            row &= row - 1
            out[n] = 9 * i + j
            n += 1
    return n

cdef inline int apart(int a, int b) noexcept nogil:
    cdef int di = a // 9 - b // 9, dj = a % 9 - b % 9
    return (di if di > 0 else -di) + (dj if dj > 0 else -dj)

cdef inline void join(Pieces* a, const Pieces* b) noexcept nogil:
    cdef int i
    for i in range(CORNERS):
        a.across[i] |= b.across[i]
    for i in range(8):
        a.down[i] |= b.down[i]

cdef inline void put_piece(Pieces* r, int a, int b) noexcept nogil:
    """The grid line between two neighbouring corner points."""
    cdef int i = a // 9 if a < b else b // 9, j = a % 9 if a % 9 < b % 9 else b % 9
    if a // 9 == b // 9:
        r.across[i] |= 1 << j
    else:
        r.down[i] |= 1 << j

cdef void walk(Routes* out, Pieces so_far, int c, int goal) noexcept nogil:
    """All shortest walks from c to goal, those that change the row first coming first (CC-6.15)."""
    cdef Pieces longer
    cdef int i
    if out.n >= out.most:
        return
    if c == goal:
        out.route[out.n] = so_far
        out.n += 1
        return
    i = goal // 9 - c // 9
    if i != 0:
        longer = so_far
        put_piece(&longer, c, c + (9 if i > 0 else -9))
        walk(out, longer, c + (9 if i > 0 else -9), goal)
    i = goal % 9 - c % 9
    if i != 0:
        longer = so_far
        put_piece(&longer, c, c + (1 if i > 0 else -1))
        walk(out, longer, c + (1 if i > 0 else -1), goal)

cdef void walks(Routes* out, u128 start, u128 goal, int most) noexcept nogil:
    """All shortest walks between two sets of corner points, by the smallest start, then the smallest goal (CC-6.15)."""
    cdef Pieces none
    cdef i8 starts[81]
    cdef i8 goals[81]
    cdef int d = distance(start, goal), a, b, n_starts, n_goals
    memset(&none, 0, sizeof(Pieces))
    out.n = 0
    out.most = most
    if d == 0:
        out.route[0] = none
        out.n = 1
        return
    n_starts = list_corners(start, starts)
    n_goals = list_corners(goal, goals)
    for a in range(n_starts):
        for b in range(n_goals):
            if apart(starts[a], goals[b]) == d:
                walk(out, none, starts[a], goals[b])
                if out.n >= most:
                    return

cdef bint same_pieces(const Pieces* a, const Pieces* b) noexcept nogil:
    return memcmp(a.across, b.across, sizeof(a.across)) == 0 and memcmp(a.down, b.down, sizeof(a.down)) == 0

cdef void add_route(Routes* out, const Pieces* a, const Pieces* b, const Pieces* c) noexcept nogil:
    cdef Pieces r = a[0]
    cdef int i
    if out.n >= out.most:
        return
    join(&r, b)
    join(&r, c)
    for i in range(out.n):
        if same_pieces(&r, &out.route[i]):
            return
    out.route[out.n] = r
    out.n += 1

cdef void find_routes(const State* s, int site, int house, Routes* out, int most) noexcept nogil:
    """The minimum sets of pieces that connect both parcels (CC-6.14), the canonical one first (CC-6.15), up to `most`."""
    cdef u128 n = network(s), a = corners_of(site), b = corners_of(house), branches = 0, point
    cdef u128 near_n[33]
    cdef u128 near_a[33]
    cdef u128 near_b[33]
    cdef Routes first, second, third
    cdef Pieces none
    cdef i8 branch[81]
    cdef int separate = distance(n, a) + distance(n, b), best = separate, i, j, k, v
    memset(&none, 0, sizeof(Pieces))
    out.n = 0
    out.most = most
    near_n[0] = n
    near_a[0] = a
    near_b[0] = b
    for k in range(1, separate + 1):
        near_n[k] = spread(near_n[k - 1])
        near_a[k] = spread(near_a[k - 1])
        near_b[k] = spread(near_b[k - 1])
    for k in range(separate + 1):               # the cheapest branch: d(N,v) + d(v,A) + d(v,B) = k
        for i in range(1, k + 1):
            for j in range(k - i + 1):
                branches |= near_n[i] & near_a[j] & near_b[k - i - j]
        if branches:
            best = k
            break
    if best == separate:                        # each on its own
        walks(&first, n, a, most)
        walks(&second, n, b, most)
        for i in range(first.n):
            for j in range(second.n):
                add_route(out, &first.route[i], &second.route[j], &none)
        if out.n >= most:
            return
    for v in range(list_corners(branches, branch)):        # or by a branch at v
        point = corner(branch[v] // 9, branch[v] % 9)
        walks(&first, n, point, most)
        walks(&second, point, a, most)
        walks(&third, point, b, most)
        for i in range(first.n):
            for j in range(second.n):
                for k in range(third.n):
                    add_route(out, &first.route[i], &second.route[j], &third.route[k])
        if out.n >= most:
            return

cdef int count_routes(const State* s, int site, int house) noexcept nogil:
    cdef Routes r
    find_routes(s, site, house, &r, ROUTES)
    return r.n

cdef void lay_piece(State* s, int line) noexcept nogil:
    """Put one piece on a grid line and see what it connects."""
    cdef int i, j
    if line < 72:
        i = line // 8
        j = line % 8
        s.across[i] |= 1 << j
        s.corners[i] |= 3 << j
    else:
        i = (line - 72) // 9
        j = (line - 72) % 9
        s.down[i] |= 1 << j
        s.corners[i] |= 1 << j
        s.corners[i + 1] |= 1 << j
    s.connected = parcels_at(network(s))

cdef int lay(State* s, const Pieces* r) noexcept nogil:
    """Lay a route; returns the number of pieces. Those that lie there already are not laid again."""
    cdef int i, j, used = 0
    for i in range(CORNERS):
        for j in range(8):
            if (r.across[i] >> j) & 1 and not (s.across[i] >> j) & 1:
                lay_piece(s, 8 * i + j)
                used += 1
    for i in range(8):
        for j in range(9):
            if (r.down[i] >> j) & 1 and not (s.down[i] >> j) & 1:
                lay_piece(s, 72 + 9 * i + j)
                used += 1
    return used

cdef inline bint line_is_open(const State* s, int line) noexcept nogil:
    """Free, and touching the network (CC-3.5); whose parcels lie beside it does not matter (CC-3.7)."""
    cdef int i, j
    if line < 72:
        i = line // 8
        j = line % 8
        return not (s.across[i] >> j) & 1 and ((s.corners[i] >> j) & 3) != 0
    i = (line - 72) // 9
    j = (line - 72) % 9
    return not (s.down[i] >> j) & 1 and (((s.corners[i] | s.corners[i + 1]) >> j) & 1) != 0

cdef void lay_road_options(const State* s, Options* o) noexcept nogil:
    cdef int line, first
    cdef u64 some
    for first in range(0, 144, 64):
        some = 0
        for line in range(first, first + 64 if first + 64 < LINES else LINES):
            if line_is_open(s, line):
                some |= bit(line - first)
        offer(o, ACT_LAY_ROAD, first, some)
    offer(o, ACT_LAY_ROAD, LINES, 1)
