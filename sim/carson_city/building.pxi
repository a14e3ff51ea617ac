# Buildings: buying a tile (steps 6-12, red Coolie), kept tiles (step 13), the parcel, the house, the roads (CC-6.5..6.17).

cdef void consider_tile(State* s, int p, int source, int slot, int tile) noexcept nogil:
    """D13: decline, keep or build. Nothing is paid before the last answer (CC-6.17)."""
    s.tile_from = source
    s.tile_slot = slot
    s.tile = tile
    ask(s, CONSTRUCT, p)

cdef void forget_tile(State* s) noexcept nogil:
    s.builder = NOBODY
    s.tile = s.tile_slot = s.site = s.house_site = -1
    s.refused = 0

cdef void pay_for_tile(const Table* t, State* s, int p) noexcept nogil:
    if s.tile_from == FROM_ROW:
        s.money[p] -= building_price(t, s, p, s.tile_slot)
        s.row[s.tile_slot] = -1
    elif s.tile_from == FROM_COOLIE:                    # the row slides and one tile is drawn at once
        s.money[p] -= t.rules.coolie_red_price
        s.row[s.tile_slot] = -1
        fill_row(s)
    else:
        s.kept[p][s.tile] -= 1

cdef void go_on_after_tile(const Table* t, State* s, bint bought) noexcept nogil:
    cdef int p = s.builder
    forget_tile(s)
    if s.tile_from == FROM_ROW:
        finish_place(s, p, bought)
        resolve(t, s)
    elif s.tile_from == FROM_COOLIE:
        next_to_choose(t, s)
    elif s.step == 0:
        go_on_with_kept_tiles(t, s)                     # before placement (deferred_building_window)
    else:
        resolve(t, s)

cdef void construct(const Table* t, State* s, int p, int answer) noexcept nogil:
    if answer == 2:
        ask(s, SITE, p)                                 # D14
        return
    if answer == 1:
        pay_for_tile(t, s, p)
        s.kept[p][s.tile] += 1
    go_on_after_tile(t, s, answer == 1)

cdef void choose_house(const Table* t, State* s, int p, int x) noexcept nogil:
    """D15; a foreign parcel needs its owner's word (CC-6.7)."""
    cdef int owner = owner_of(s, x)
    s.house_site = x
    if owner >= 0 and owner != p and t.rules.house_on_foreign_parcel == FOREIGN_CONSENT:
        ask(s, CONSENT, owner)                          # D17
    else:
        find_the_way(t, s)

cdef void answer_builder(const Table* t, State* s, int owner, bint agrees) noexcept nogil:
    """CC-6.17: after a refusal the builder decides again from D13, D6 or D18, without that parcel."""
    if agrees:
        s.n[owner][N_CONSENTED] += 1
        find_the_way(t, s)
        return
    s.refused |= bit(s.house_site)
    s.site = s.house_site = -1
    if s.tile_from == FROM_ROW:
        ask(s, CONSTRUCT, s.builder)
        return
    s.tile = s.tile_slot = -1
    if s.tile_from == FROM_COOLIE:
        ask(s, COOLIE_TAKE, s.builder)
    elif s.step == 0:
        go_on_with_kept_tiles(t, s)
    else:
        resolve(t, s)

cdef void find_the_way(const Table* t, State* s) noexcept nogil:
    """CC-6.13: the kernel lays a minimum set of pieces; which one, `road_route_choice` says (CC-6.15)."""
    cdef Routes r
    cdef int k = 0
    if s.connected & bit(s.site) and s.connected & bit(s.house_site):
        raise_building(t, s)
        return
    if t.rules.road_route_choice != ROUTE_CANONICAL:
        find_routes(s, s.site, s.house_site, &r, ROUTES)
        if t.rules.road_route_choice == ROUTE_BOT and r.n > 1:
            ask(s, ROUTE, s.builder)                    # D16
            return
        k = draw(s.head.key, LUCK_ROUTE, address3(s.round, s.site, s.house_site), r.n)
    lay_route(s, k)
    raise_building(t, s)

cdef void lay_route(State* s, int k) noexcept nogil:
    cdef Routes r
    cdef int used
    find_routes(s, s.site, s.house_site, &r, k + 1)
    used = lay(s, &r.route[k])
    s.roads[s.builder] -= used
    s.n[s.builder][N_ROADS_LAID] += used

cdef void raise_building(const Table* t, State* s) noexcept nogil:
    """The tile, its house, its guns (CC-6.9), and what a church does (CC-7.10)."""
    cdef int p = s.builder, b = s.tile, x = s.site
    cdef u64 beside
    pay_for_tile(t, s, p)
    s.built[b] |= bit(x)
    if s.house_site >= 0:
        s.house |= bit(s.house_site)
        s.houses_left -= 1
    take_guns(s, p, t.guns[b])
    if b == CHURCH and t.rules.church_cancel_timing == 0:
        beside = t.neighbours[x] & buildings(s)
        if t.rules.church_protects == PROTECTS_CHURCH_OWNER:
            beside &= s.owned[p]
        send_home(t, s, beside)
    go_on_after_tile(t, s, True)

# ---- step 13: kept tiles, in passing order (CC-6.10); with a tweak also before placement, in turn order

cdef u64 buildable_kept(const Table* t, const State* s, int p) noexcept nogil:
    cdef u64 can = 0
    cdef int b
    for b in range(BUILDINGS):
        if s.kept[p][b] > 0 and sites(t, s, p, b):
            can |= bit(b)
    return can

cdef bint ask_for_kept(const Table* t, State* s, const i8* order) noexcept nogil:
    cdef int p
    while s.turn < t.players:
        p = order[s.turn]
        if buildable_kept(t, s, p):
            s.builder = p
            s.tile_from = FROM_KEPT
            ask(s, KEPT, p)                             # D18
            return True
        forget_tile(s)                                  # and what was refused to this player
        s.turn += 1
    return False

cdef bint build_kept_tiles(const Table* t, State* s) noexcept nogil:
    if t.rules.deferred_building_window == DEFER_NEVER:
        return True
    return not ask_for_kept(t, s, s.passed)

cdef void go_on_with_kept_tiles(const Table* t, State* s) noexcept nogil:
    if not ask_for_kept(t, s, s.order):
        begin_placement(t, s)

cdef void choose_kept(const Table* t, State* s, int p, int b) noexcept nogil:
    if b < BUILDINGS:
        s.tile = b
        s.tile_slot = -1
        ask(s, SITE, p)
        return
    forget_tile(s)
    s.turn += 1
    if s.step == 0:
        go_on_with_kept_tiles(t, s)
    else:
        resolve(t, s)

# ---- road_timing: windows (CC-6.16): after every step each player, in passing order, may lay pieces

cdef bint road_window(const Table* t, State* s) noexcept nogil:
    """True when nobody lays any more. Passing order from s.turn on."""
    cdef int p
    while s.turn < t.players:
        p = s.passed[s.turn]
        if s.roads[p] > 0:
            s.stage = -1                                # the step itself is done
            ask(s, LAY_ROAD, p)
            return False
        s.turn += 1
    s.turn = 0
    s.stage = 0
    return True

cdef void lay_in_window(const Table* t, State* s, int p, int line) noexcept nogil:
    if line == LINES:
        s.turn += 1
    else:
        lay_piece(s, line)
        s.roads[p] -= 1
        s.n[p][N_ROADS_LAID] += 1
    if road_window(t, s):
        s.step += 1
        resolve(t, s)
