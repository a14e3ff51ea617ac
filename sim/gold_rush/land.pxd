# The map: what lies where, and which segments are one feature. Looking only; what changes the map is in map.pxi.
from sim.core.bits cimport *
from sim.core.types cimport i8, i16, u8, i32, u32, u64
from sim.gold_rush.state cimport *

# ---- cells: sides are N, E, S, W = 0..3, and side ^ 2 is the opposite one

cdef inline int cell_at(int x, int y) noexcept nogil:
    return (x + 128) << 8 | (y + 128)

cdef inline int beside(int cell, int side) noexcept nogil:
    """The neighbouring cell on a side."""
    return cell + <i16>(<u64>0xFF00FFFF01000001 >> (16 * side))        # 1, 256, -1, -256

cdef inline int terrain(int edges, int side) noexcept nogil:
    return (edges >> (2 * side)) & 3

cdef inline int hashed(int cell) noexcept nogil:
    """Where the grid begins to look. With 27 a map of the usual 10 to 18 columns and rows has next to no collisions."""
    return ((cell >> 8) * 27 + (cell & 255)) & (GRID - 1)

cdef inline int tile_at(const State* s, int cell) noexcept nogil:
    """The tile on a cell that has one."""
    cdef int h = hashed(cell)
    while s.cell[s.grid[h] - 1] != cell:
        h = (h + 1) & (GRID - 1)
    return s.grid[h] - 1

cdef inline int open_cell(const State* s, int cell, int first, int n) noexcept nogil:
    """Where a cell stands among n of the empty cells around the map, or would stand."""
    cdef int half
    while n > 0:
        half = n >> 1
        if s.frontier[first + half] < cell:
            first += half + 1
            n -= half + 1
        else:
            n = half
    return first

# ---- features: the oldest segment stands for all

cdef inline int oldest(const u8* up, int i) noexcept nogil:
    i = up[up[i]]                                       # two steps nearly always suffice: no branch to guess wrong
    while up[i] != i:
        i = up[i]
    return i

cdef inline int mountain_of(const State* s, int i) noexcept nogil:
    return oldest(s.mountain_up, i)

cdef inline int rail_of(const State* s, int i) noexcept nogil:
    return oldest(s.rail_up, i)

cdef inline int prairie_of(const State* s, int i) noexcept nogil:
    return oldest(s.prairie_up, i)

# ---- figures

cdef inline int cowboys_of(u32 figures, int seat) noexcept nogil:
    return (figures >> (4 * seat)) & 15

cdef inline int tents_of(int tents, int seat) noexcept nogil:
    return (tents >> (2 * seat)) & 3

cdef inline int leaders(u32 figures) noexcept nogil:
    """GR-5.0: the seats with most cowboys on a feature, one bit each; 0 where nobody stands."""
    cdef int p, c, most = 1, who = 0
    if figures and figures & (figures - 1) == 0:        # mostly there is one cowboy
        return 1 << (lowest(figures) >> 2)
    for p in range(SEATS):
        c = (figures >> (4 * p)) & 15
        if c > most:
            most = c
            who = 1 << p
        elif c == most:
            who |= 1 << p
    return who

cdef inline int free_segments(const State* s, int m) noexcept nogil:
    """GR-4.18, GR-4.19: segments of a mountain without a figure. One figure a segment, so only their number matters."""
    cdef int p, taken = 0
    cdef u32 figures = s.miners[m]
    cdef int tents = s.tents_on[m]
    while figures:
        taken += figures & 15
        figures >>= 4
    while tents:
        taken += tents & 3
        tents >>= 2
    return s.mountain_size[m] - taken

# ---- points

cdef inline int rail_tiles(const Table* t, const State* s, int r) noexcept nogil:
    """GR-5.2: the tiles of a railroad; one that it touches twice counts once."""
    cdef u64 low = 0, high = 0
    cdef int i = r, tile
    if not t.rules.rail_count_tiles_once:
        return s.rail_size[r]                           # A9
    while True:
        tile = s.rail_tile[i]
        if tile < 64:
            low |= bit(tile)
        else:
            high |= bit(tile - 64)
        i = s.rail_next[i]
        if i == r:
            return popcount(low) + popcount(high)

cdef inline int train_factor(const Table* t, int trains) noexcept nogil:
    """GR-5.3: exactly one train doubles."""
    if t.rules.train_rule == TRAIN_EACH:
        return 1 + (t.rules.train_multiplier - 1) * trains
    if trains == 1 or (trains > 1 and t.rules.train_rule == TRAIN_AT_LEAST_ONE):
        return t.rules.train_multiplier
    return 1

cdef inline int city_rails(const Table* t, const State* s, int tile, bint* complete) noexcept nogil:
    """GR-5.11: the separate completed railroads that leave the city on a tile, and whether all of them are complete
    (GR-5.10). Trains, lengths and railwaymen are irrelevant (GR-5.12)."""
    cdef const Kind* k = &t.kind[s.laid[tile] >> 2]
    cdef int i, j, r, n = 0
    cdef int seen[4]
    cdef bint again
    complete[0] = True
    for i in range(k.rails):
        seen[i] = -1
        if not k.to_city[i]:
            continue
        r = rail_of(s, s.first_rail[tile] + i)
        if s.rail_open[r]:
            complete[0] = False
            continue
        again = False
        if t.rules.city_loop_counts_once:
            for j in range(i):
                again = again or seen[j] == r
        n += not again
        seen[i] = r
    return n

cdef inline int board_score(const State* s, int p) noexcept nogil:
    """Points on the track (GR-7.10: plain numbers, the track's laps do not matter)."""
    cdef int i, sum = 0
    for i in range(PARTS):
        sum += s.vp[p][i]
    return sum

cdef inline int tokens_held(const State* s, int p) noexcept nogil:
    """The number of tokens in front of a player is public (GR-4.23)."""
    cdef int v, n = 0
    for v in range(VALUES):
        n += s.mined[p][v] + s.won[p][v]
    return n
