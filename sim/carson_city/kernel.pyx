"""Carson City: the rulebook. The order of the code is the order of play; numbers CC-a.b are those of the specification.

    setup       set-up and draft (section 4)
    phase 1     characters (CC-5.1..5.3, section 10)
    phase 2     placement (CC-5.4..5.12), or Kit Carson (section 8)
    phase 3     resolution (section 6), building.pxi, duels.pxi (section 7), income (section 11)
    phase 4     end of the round (CC-5.16..5.23), end of the game (section 12)

Play is one loop: `apply` carries out an answer and calls the function that goes on from there; that one runs until it
must `ask` somebody, or the game is over.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memcmp, memcpy, memset

from sim.carson_city.judgement cimport judge
from sim.carson_city.state cimport *
from sim.carson_city.town cimport *
from sim.core.contract cimport Kernel, MAX_SEATS, Outcome, RandomPlay, Seating, rank
from sim.core.contract cimport (action_class_t, apply_t, compile_t, count_t, judge_t, legal_t, nth_t, outcome_t, peek_t,
                                pick_t, play_out_t, redeal_t, setup_t, unview_t, view_t)
from sim.core.luck cimport address3, at, below, draw, stream
from sim.core.types cimport i8, i16, i32, u8, u16, u32, u64, u128

include "options.pxi"
include "roads.pxi"

cdef inline void ask(State* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.head.to_move = seat

cdef inline bint last_round(const Table* t, const State* s) noexcept nogil:
    return s.round + 1 == t.rules.rounds

# ---------------------------------------------------------------------------------------------- set-up (section 4)

cdef int draw_from_bag(State* s) noexcept nogil:
    """The next tile of the bag. Nobody ever sees its order, so it is drawn from what is left; -1: the bag is empty."""
    cdef int left = 0, b, k
    for b in range(BUILDINGS):
        left += s.bag[b]
    if left == 0:
        return -1
    k = draw(s.head.key, LUCK_BAG, s.bag_draws, left)
    s.bag_draws += 1
    for b in range(BUILDINGS):
        k -= s.bag[b]
        if k < 0:
            s.bag[b] -= 1
            return b
    return -1

cdef void deal_duel_tokens(const Table* t, State* s) noexcept nogil:
    cdef int n = 6 * t.players, k, i, p
    cdef i8 pile[TOKENS]
    for k in range(TOKENS):
        s.holder[k] = -2
    for p in range(SEATS):
        s.redrawn_at[p] = -1
        s.chosen[p] = -1
    if not t.might_is_right:
        return
    for k in range(n):
        pile[k] = k
        s.holder[k] = -1
        s.discarded_at[k] = -1                  # what is not dealt lies face down (might_hand below 6)
    if t.players > 2:                           # CC-4.10: all sets together, shuffled
        for k in range(n - 1, 0, -1):
            i = draw(s.head.key, LUCK_TOKENS, k, k + 1)
            pile[k], pile[i] = pile[i], pile[k]
        for p in range(t.players):
            for k in range(t.rules.might_hand):
                s.holder[pile[6 * p + k]] = p
                s.discarded_at[pile[6 * p + k]] = 0
                s.announced[p] += pile[6 * p + k] % VALUES
    else:                                       # CC-4.9: one set each
        for k in range(n):
            s.holder[k] = k // 6
            s.discarded_at[k] = 0
        for p in range(2):
            s.announced[p] = 15

cdef void fill_row(State* s) noexcept nogil:
    """CC-5.20: tiles slide to the cheapest spaces keeping their order, the rest is refilled from the bag, cheapest first."""
    cdef int i, n = 0
    for i in range(SLOTS):
        if s.row[i] >= 0:
            s.row[n] = s.row[i]
            n += 1
    while n < SLOTS:
        s.row[n] = draw_from_bag(s)
        n += 1

cdef void setup(const Table* t, State* s, const Seating* seating, u64 key) noexcept nogil:
    """In the order of CC-4.11; the draws themselves are addressed by their source, so the order moves none of them."""
    cdef const Rules* r = &t.rules
    cdef int p, i, k, x
    cdef u64 open
    memset(s, 0, sizeof(State))
    s.head.key = key
    s.head.players = t.players
    for p in range(SEATS):
        s.order[p] = p                          # CC-4.6: a seat is a position in the first turn order
        s.entrant[p] = seating.entrant[p] if p < t.players else -1
        for i in range(8):
            s.character[p][i] = -1
    deal_duel_tokens(t, s)
    s.roads_left = r.road_supply - 4            # the town centre's own
    s.guns_left = r.revolver_supply
    s.houses_left = r.house_supply - 1
    for p in range(t.players):                  # CC-4.1
        s.money[p] = r.start_money
        if t.might_is_right and t.players > 2:  # CC-4.10
            s.money[p] = r.might_money_base - s.announced[p] if r.might_money_base > s.announced[p] else 0
        s.cowboys[p] = r.start_cowboys
        take_guns(s, p, r.start_revolvers)
        take_roads(s, p, r.start_roads)
    for i in range(BUILDINGS):
        s.bag[i] = t.count[i]
    for i in range(SLOTS):                      # CC-4.2: the printed tiles first, then the bag
        s.row[i] = -1
        if t.start_row[i] >= 0 and s.bag[t.start_row[i]] > 0:
            s.row[i] = t.start_row[i]
            s.bag[t.start_row[i]] -= 1
    for i in range(SLOTS):
        if s.row[i] < 0:
            s.row[i] = draw_from_bag(s)
    fill_row(s)                                 # no gaps, should the box hold fewer tiles than the row has spaces
    x = nth_bit(t.dice_parcels, draw(key, LUCK_CENTRE, 0, popcount(t.dice_parcels)))      # CC-4.3
    s.house = bit(x)
    lay_piece(s, 8 * (x >> 3) + (x & 7))
    lay_piece(s, 8 * ((x >> 3) + 1) + (x & 7))
    lay_piece(s, 72 + 9 * (x >> 3) + (x & 7))
    lay_piece(s, 72 + 9 * (x >> 3) + (x & 7) + 1)
    open = t.dice_parcels & ~s.house
    for i in range(r.mountains):                # CC-4.4: re-rolling is drawing among the free ones
        k = nth_bit(open, draw(key, LUCK_MOUNTAINS, i, popcount(open)))
        s.mountain |= bit(k)
        open &= ~bit(k)
    s.three_guns = NOBODY                       # CC-4.5
    s.figures.white = NO_PLACE                  # CC-4.8
    s.figures.white_seat = NOBODY
    s.builder = NOBODY
    s.tile = s.tile_slot = s.site = s.house_site = -1
    s.place = NO_PLACE
    s.lifted = NO_PLACE
    go_on_drafting(t, s)

cdef void go_on_drafting(const Table* t, State* s) noexcept nogil:
    """CC-4.7: in turn order, the second time in reverse."""
    cdef int again, i
    again = s.turn // t.players
    i = s.turn % t.players
    if again >= t.rules.start_parcels:
        begin_round(t, s)
        return
    if again & 1 and t.rules.draft_second_reverse:
        i = t.players - 1 - i
    ask(s, DRAFT, s.order[i])

# ------------------------------------------------------------------------------------ phase 1: characters (section 10)

cdef void begin_round(const Table* t, State* s) noexcept nogil:
    cdef int p, k, i
    cdef i8 cards[CHARACTERS]
    s.turn = 0
    s.step = 0
    s.stage = 0
    s.n_passed = 0
    for p in range(t.players):
        s.waits[p] = 0
    if t.assign:                                # design.characters: assign. Dealt to entrants, not to seats
        for i in range(CHARACTERS):
            cards[i] = i
        for i in range(CHARACTERS - 1, 0, -1):
            k = draw(s.head.key, LUCK_CHARACTERS, address3(s.round, 0, i), i + 1)
            cards[i], cards[k] = cards[k], cards[i]
        for p in range(t.players):
            s.character[p][s.round] = cards[s.entrant[p]]
    go_on_choosing(t, s)

cdef void go_on_choosing(const Table* t, State* s) noexcept nogil:
    """CC-5.1: in choosing order; CC-10.2: each effect at once, before the next player chooses."""
    cdef int p
    if s.turn == t.players:
        end_of_choosing(t, s)
        return
    p = s.order[s.turn]
    if t.assign:
        take_character(t, s, p, s.character[p][s.round])
    else:
        ask(s, CHARACTER, p)

cdef void next_to_choose(const Table* t, State* s) noexcept nogil:
    s.turn += 1
    go_on_choosing(t, s)

cdef u64 recruits(const Table* t, const State* s, int p) noexcept nogil:
    """D7: how many figures the yellow Captain can pay for and take (CC-10.3, CC-10.4; A-26: the prices are totals)."""
    cdef const Rules* r = &t.rules
    cdef int left = r.cowboy_max - s.cowboys[p], money = s.money[p]
    return (1 | (2 if left >= 1 and money >= r.captain_cowboy_price_1 else 0)
            | (4 if left >= 2 and money >= r.captain_cowboy_price_2 else 0)
            | (8 if left >= 3 and money >= r.captain_cowboy_price_3 else 0))

cdef u64 revolvers(const Table* t, const State* s, int p) noexcept nogil:
    """D8: how many revolvers the red Captain can buy."""
    return (1 | (2 if s.guns_left >= 1 and s.money[p] >= t.rules.captain_red_gun_price_1 else 0)
            | (4 if s.guns_left >= 2 and s.money[p] >= t.rules.captain_red_gun_price_2 else 0))

cdef inline int take_roads(State* s, int p, int n) noexcept nogil:
    if n > s.roads_left:
        n = s.roads_left                        # CC-6.11
    s.roads_left -= n
    s.roads[p] += n
    return n

cdef inline void take_guns(State* s, int p, int n) noexcept nogil:
    if n > s.guns_left:
        n = s.guns_left                         # CC-6.9: if the reserve is empty the rest is lost
    s.guns_left -= n
    s.guns[p] += n

cdef void take_character(const Table* t, State* s, int p, int card) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef bint red = t.red[card]
    s.character[p][s.round] = card
    if card == SHERIFF:
        if not red or r.sheriff_red_gets_white:         # A-8
            s.figures.white_seat = p
    elif card == BANKER:
        if not red:
            s.money[p] += r.banker_money
    elif card == GROCER or (card == SETTLER and red):
        ask(s, REWARD, p)                               # D4, D5
        return
    elif card == COOLIE:
        if not red:
            take_roads(s, p, r.coolie_roads)
        elif s.money[p] >= r.coolie_red_price and s.row[0] >= 0:
            s.builder = p
            s.refused = 0
            ask(s, COOLIE_TAKE, p)                      # D6
            return
    elif card == SETTLER:
        s.stage = 0
        if go_on_settling(t, s, p):
            return
    elif card == CAPTAIN:
        if not red and recruits(t, s, p) != 1:
            ask(s, RECRUIT, p)                          # D7
            return
        if red and revolvers(t, s, p) != 1:
            ask(s, ARM, p)                              # D8
            return
    next_to_choose(t, s)

cdef bint go_on_settling(const Table* t, State* s, int p) noexcept nogil:
    """D3: a free parcel for the yellow Settler, if he has a property tile left (CC-10.4)."""
    if s.stage >= t.rules.settler_free_parcels or free_property(t, s, p) <= 0 or all_owned(s) == ~(<u64>0):
        return False
    ask(s, SETTLE, p)
    return True

cdef void end_of_choosing(const Table* t, State* s) noexcept nogil:
    """CC-5.3: from now on turn order is by the numbers on the cards, lowest first."""
    cdef int i, j
    cdef i8 p
    for i in range(t.players):
        s.order[i] = i
    for i in range(1, t.players):
        p = s.order[i]
        j = i
        while j > 0 and t.number[character_of(s, s.order[j - 1])] > t.number[character_of(s, p)]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p
    s.turn = 0
    if t.rules.deferred_building_window == DEFER_ALSO_BEFORE_PLACEMENT:
        go_on_with_kept_tiles(t, s)
    else:
        begin_placement(t, s)

# ---------------------------------------------------------------------------------------- phase 2: placement

cdef void begin_placement(const Table* t, State* s) noexcept nogil:
    cdef int p
    s.turn = 0
    if t.kit_carson:                                    # CC-8.1
        s.ring = 0
        s.stale = 0
        for p in range(t.players):
            s.has_seen[p] = 0
            s.rings[p] = s.cowboys[p] + (1 if has_white(s, p) else 0) + t.rules.kc_extra_actions        # CC-8.5
    ask(s, PLACE, s.order[0])

cdef inline bint has_passed(const State* s, int p) noexcept nogil:
    cdef int i
    for i in range(s.n_passed):
        if s.passed[i] == p:
            return True
    return False

cdef void next_to_place(const Table* t, State* s) noexcept nogil:
    """CC-5.4: round and round; players who passed are skipped."""
    if s.n_passed == t.players:                         # CC-5.12
        s.stale = 0
        s.step = 1
        s.stage = 0
        s.turn = 0
        s.place = NO_PLACE
        resolve(t, s)
        return
    if t.kit_carson:
        next_ring(t, s)
        return
    s.turn = (s.turn + 1) % t.players
    while has_passed(s, s.order[s.turn]):
        s.turn = (s.turn + 1) % t.players
    ask(s, PLACE, s.order[s.turn])

cdef void next_ring(const Table* t, State* s) noexcept nogil:
    """CC-8.4, CC-8.8: every unfinished player has an exponential clock. Clocks have no memory, so the next to ring is player i
    with the chance speed[i] / sum of the speeds, whatever rang before."""
    cdef int p = 0
    cdef u32 all = 0, k
    s.ring += 1
    for p in range(t.players):
        if not has_passed(s, p):
            all += t.speed[p]
    k = draw(s.head.key, LUCK_RING, address3(s.round, 0, s.ring), all)
    for p in range(t.players):
        if not has_passed(s, p):
            if k < t.speed[p]:
                break
            k -= t.speed[p]
    s.stale = (t.stale > 0 and s.has_seen[p]                                                            # CC-8.6
               and draw(s.head.key, LUCK_STALE, address3(s.round, 0, s.ring), <u32>1 << 31) < t.stale)
    ask(s, PLACE, p)

cdef inline void set_down(State* s, int p, int place) noexcept nogil:
    """A coloured figure onto a place."""
    if place == WAGES:
        s.figures.wages[p] += 1
    elif place == ROAD:
        s.figures.road[p] += 1
    elif place < SPACES:
        s.figures.spaces[p] |= <u32>1 << place
    else:
        s.figures.parcels[p] |= bit(place - SPACES)

cdef inline void pick_up(State* s, int p, int place) noexcept nogil:
    """What the figure barred is open again (CC-8.7)."""
    if place == WAGES:
        s.figures.wages[p] -= 1
    elif place == ROAD:
        s.figures.road[p] -= 1
    elif place < SPACES:
        s.figures.spaces[p] &= ~(<u32>1 << place)
    else:
        s.figures.parcels[p] &= ~bit(place - SPACES)

cdef void look_around(const Table* t, State* s, int p) noexcept nogil:
    """What p will remember of this ring."""
    cdef int q
    s.has_seen[p] = 1
    memset(&s.seen[p], 0, sizeof(Glance))
    for q in range(t.players):
        if q != p:
            s.seen[p].parcels |= s.figures.parcels[q]
            s.seen[p].spaces |= s.figures.spaces[q]
            s.seen[p].wages |= s.figures.wages[q] > 0
            s.seen[p].road |= s.figures.road[q] > 0
    s.seen[p].white = s.figures.white

cdef bint still_allowed(const Table* t, State* s, i32 answer) noexcept nogil:
    """Kit Carson: what looked possible on the board of the previous ring may have become illegal (CC-8.6)."""
    cdef Options o
    cdef int i
    cdef i32 base
    s.stale = 0
    options(t, s, &o)
    s.stale = 1                                         # the ring is not over when a figure has only been lifted
    for i in range(o.n):
        base = o.segment[i].base
        if answer >= base and answer - base < 64 and o.segment[i].members & bit(answer - base):
            return True
    return False

cdef void place_figure(const Table* t, State* s, i32 answer) noexcept nogil:
    """D9 and D25: place, pass; in Kit Carson also move, wait."""
    cdef int p = s.head.to_move, act = answer >> 24, argument = answer & 0xFFFFFF
    cdef bint allowed = True
    if s.stale:
        allowed = still_allowed(t, s, answer)
    if s.phase == MOVE:
        if not s.lifted_white:
            s.cowboys[p] += 1                           # the lifted one, set down again below
        if not allowed:                                 # it stays where it was
            act = ACT_WHITE_SPACE if s.lifted_white else ACT_SPACE
            argument = s.lifted
        s.lifted = NO_PLACE
        s.lifted_white = 0
    elif not allowed:
        act = ACT_WAIT
    if act == ACT_LIFT or act == ACT_LIFT_WHITE:        # the goal is asked next; both together are one action (CC-8.10)
        s.lifted = argument
        s.lifted_white = act == ACT_LIFT_WHITE
        if s.lifted_white:
            s.figures.white = NO_PLACE
        else:
            pick_up(s, p, argument)
        ask(s, MOVE, p)
        return
    if act == ACT_PASS:                                 # CC-5.6; finishing, in Kit Carson (CC-8.9)
        s.passed[s.n_passed] = p
        s.n_passed += 1
    elif act != ACT_WAIT:
        if act == ACT_WHITE_SPACE:
            s.figures.white = argument
        elif act == ACT_WHITE_CLAIM or act == ACT_WHITE_DEFEND:
            s.figures.white = SPACES + argument
        else:
            s.cowboys[p] -= 1
            set_down(s, p, argument if act == ACT_SPACE else SPACES + argument)
        s.n[p][N_PLACED] += s.phase == PLACE            # not when a figure only moves
    if t.kit_carson:
        if s.rings[p] > 0:
            s.rings[p] -= 1
        look_around(t, s, p)
    next_to_place(t, s)

include "resolution.pxi"
include "ending.pxi"

# ------------------------------------------------------------------------------------------------------- answers

cdef void apply(const Table* t, State* s, i32 answer) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef int p = s.head.to_move, act = answer >> 24, k = answer & 0xFFFFFF
    if ACT_PASS <= act <= ACT_WAIT:
        place_figure(t, s, answer)
    elif act == ACT_PERFORM:
        perform(t, s, p, k)
    elif act == ACT_DRAFT:                              # CC-4.7: the property tile goes under whatever lies there
        s.owned[p] |= bit(k)
        s.turn += 1
        go_on_drafting(t, s)
    elif act == ACT_CHARACTER:
        take_character(t, s, p, k)
    elif act == ACT_SETTLE:
        if k < PARCELS:
            s.owned[p] |= bit(k)
            s.stage += 1
            if go_on_settling(t, s, p):
                return
        next_to_choose(t, s)
    elif act == ACT_REWARD:                             # Grocer, red Settler: bound by the choice (CC-10.6)
        if k:
            s.waits[p] = 1
        else:
            s.money[p] += r.grocer_money if character_of(s, p) == GROCER else r.settler_red_money
        next_to_choose(t, s)
    elif act == ACT_COOLIE:                             # CC-10.5
        if k == SLOTS:
            s.builder = NOBODY
            s.refused = 0
            next_to_choose(t, s)
        else:
            consider_tile(s, p, FROM_COOLIE, k, s.row[k])
    elif act == ACT_RECRUIT:
        if k:
            s.money[p] -= (r.captain_cowboy_price_1 if k == 1 else r.captain_cowboy_price_2 if k == 2
                           else r.captain_cowboy_price_3)
            s.cowboys[p] += k
        next_to_choose(t, s)
    elif act == ACT_ARM:
        if k:
            s.money[p] -= r.captain_red_gun_price_1 if k == 1 else r.captain_red_gun_price_2
            take_guns(s, p, k)
        next_to_choose(t, s)
    elif act == ACT_DUEL_ORDER or act == ACT_ATTACK_ORDER:
        s.place = SPACES + k
        resolve(t, s)
    elif act == ACT_BUY_PARCEL:
        buy_uncontested(t, s, p, k)
    elif act == ACT_CONSTRUCT:
        construct(t, s, p, k)
    elif act == ACT_SITE:
        s.site = k
        if t.needs_road[s.tile]:
            ask(s, HOUSE, p)
        else:
            raise_building(t, s)
    elif act == ACT_HOUSE:
        choose_house(t, s, p, k)
    elif act == ACT_CONSENT:
        answer_builder(t, s, p, k)
    elif act == ACT_ROUTE:
        lay_route(s, k)
        raise_building(t, s)
    elif act == ACT_KEPT:
        choose_kept(t, s, p, k)
    elif act == ACT_TOKEN:
        lay_token(t, s, p, k)
    elif act == ACT_DOUBLE:
        s.stage = 3 + k                                 # 3: the money, 4 + building: doubled
        resolve(t, s)
    elif act == ACT_BUY_VP:
        s.money[p] -= k * t.vp_price[s.place - VP_BUY]
        s.vp[p][PART_BOUGHT] += k
        finish_place(s, p, k > 0)
        resolve(t, s)
    elif act == ACT_BANKER:
        if k:
            s.money[p] -= r.banker_red_price_1 if k == 1 else r.banker_red_price_2 if k == 2 else r.banker_red_price_3
            s.vp[p][PART_BANKER] += r.banker_red_vp_1 if k == 1 else r.banker_red_vp_2 if k == 2 else r.banker_red_vp_3
        s.stage = 1
        end_round(t, s)
    elif act == ACT_HAND_BACK:                          # CC-5.19
        s.money[p] -= k
        s.vp[p][PART_HAND_BACK] += k // r.cash_limit_dollars_per_vp
        s.n[p][N_HANDED_BACK] += k
        s.turn += 1
        end_round(t, s)
    elif act == ACT_LAY_ROAD:
        lay_in_window(t, s, p, k)

include "../core/play_out.pxi"
include "face.pxi"
