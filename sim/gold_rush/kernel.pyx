"""Carcassonne Gold Rush: the rulebook. The order of the code is the order of play; numbers GR-a.b are those of the
specification.

    setup       section 3
    1           draw and place a tile (GR-4.1..4.5), tokens onto its mountains (GR-4.6..4.9); map.pxi
    2           one action: a cowboy, the tent, mining, or nothing (GR-4.10..4.26)
    3           score what the tile has completed (section 5); scoring.pxi
    end         open features, prairies, tokens (sections 6 and 7); ending.pxi

Play is one loop: `apply` carries out an answer and goes on until it must `ask` somebody, or the game is over.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memmove, memset

from sim.core.contract cimport Kernel, Outcome, RandomPlay, Seating, rank
from sim.core.contract cimport (action_class_t, apply_t, compile_t, count_t, judge_t, legal_t, nth_t, outcome_t, peek_t,
                                pick_t, play_out_t, redeal_t, setup_t, unview_t, view_t)
from sim.core.luck cimport address3, at, below, draw, stream
from sim.core.types cimport i8, i16, i32, u8, u16, u32, u64, u128
from sim.gold_rush.judgement cimport judge
from sim.gold_rush.land cimport *
from sim.gold_rush.state cimport *

include "map.pxi"
include "options.pxi"
include "gold.pxi"
include "scoring.pxi"
include "ending.pxi"

cdef inline void ask(State* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.head.to_move = seat

# ---------------------------------------------------------------------------------------------- set-up (section 3)

cdef void start_map(const Table* t, State* s) noexcept nogil:
    """GR-3.1: the start tile at (0, 0)."""
    cdef int start = cell_at(0, 0)
    s.frontier[0] = start
    s.open_cells = 1
    put_tile(t, s, t.start, 0, start, 0)

cdef void setup(const Table* t, State* s, const Seating* seating, u64 key) noexcept nogil:
    """Nothing depends on the number of players. Seats are in turn order: seat 0 begins (GR-3.5, GR-3.7)."""
    cdef const Rules* r = &t.rules
    cdef int p, i, k, v
    s.head.key = key                                    # the rest of a new state is 0
    s.head.players = t.players
    for v in range(VALUES):                             # GR-3.3
        s.unseen[v] = t.tokens[v]
        s.supply += t.tokens[v]
    for k in range(t.kinds):                            # GR-3.2
        for i in range(t.box[k]):
            s.pile[s.left] = k
            s.left += 1
    for p in range(SEATS):
        for i in range(HAND):
            s.hand[p][i] = NO_TILE
    for p in range(t.players):                          # GR-3.4
        s.cowboys[p] = r.cowboys_usable
        s.tents[p] = r.tents_per_player
        for i in range(r.tile_choice - 1):
            s.hand[p][i] = draw_tile(s)
    s.placer = NOBODY
    start_map(t, s)
    lay_tokens(t, s)                                    # GR-3.1
    s.turn = -1
    next_turn(t, s, t.players - 1)

# ------------------------------------------------------------------------------- 1: draw and place (section 4.1, 4.2)

cdef int draw_tile(State* s) noexcept nogil:
    """The next tile of the pile, addressed by how many came before; NO_TILE: the pile is empty. Nobody sees its order, so
    it is drawn from what is left."""
    cdef int i, kind
    if s.left == 0:
        return NO_TILE
    i = draw(s.head.key, LUCK_TILES, s.drawn, s.left)
    kind = s.pile[i]
    s.drawn += 1
    s.left -= 1
    s.pile[i] = s.pile[s.left]
    s.pile[s.left] = 0
    return kind

cdef inline void put_back(State* s, int kind) noexcept nogil:
    s.pile[s.left] = kind
    s.left += 1

cdef void next_turn(const Table* t, State* s, int p) noexcept nogil:
    """GR-3.6: clockwise, after the turn of p. GR-7.1: the game ends with the turn of the last tile."""
    p = p + 1 if p + 1 < t.players else 0
    s.turn += 1
    s.head.to_move = p
    s.tile = NO_TILE
    if t.rules.tile_choice > 1:
        draw_to_choose(t, s, p)
    elif s.left == 0:
        end_game(t, s, LAST_TILE)
    else:
        reveal_tile(t, s, p)

cdef void reveal_tile(const Table* t, State* s, int p) noexcept nogil:
    """GR-4.1: reveal a tile; GR-4.3: one that fits nowhere is discarded, and another one drawn. Others may advise him
    (GR-4.5)."""
    cdef u8 aside[TILES]
    cdef int n = 0, i, kind
    while True:
        kind = draw_tile(s)
        if kind == NO_TILE or fits(t, s, kind):
            break
        if t.rules.unplaceable_tile == UNFIT_RETURN:
            aside[n] = kind
            n += 1
        else:
            s.discarded += 1
    for i in range(n):
        put_back(s, aside[i])
    if kind == NO_TILE:
        end_game(t, s, NO_TILE_FITS)                    # GR-4.4: no turn, the game ends at once
        return
    s.tile = kind
    ask(s, PLACE, p)

cdef inline int held(const State* s, int p) noexcept nogil:
    """Tiles in the hand of a player."""
    cdef int i, n = 0
    for i in range(HAND):
        n += s.hand[p][i] != NO_TILE
    return n

cdef inline bint hand_fits(const Table* t, const State* s, int p) noexcept nogil:
    cdef int i
    for i in range(HAND):
        if s.hand[p][i] != NO_TILE and fits(t, s, s.hand[p][i]):
            return True
    return False

cdef void fill_hand(const Table* t, State* s, int p) noexcept nogil:
    cdef int i
    for i in range(t.rules.tile_choice):
        if s.hand[p][i] == NO_TILE:
            s.hand[p][i] = draw_tile(s)

cdef bint play_goes_on(const Table* t, const State* s) noexcept nogil:
    """Is there a tile left for somebody? What goes back into the pile must fit, or it would go back for ever."""
    cdef bint returned = t.rules.unplaceable_tile == UNFIT_RETURN
    cdef int i, p
    for i in range(s.left):
        if not returned or fits(t, s, s.pile[i]):
            return True
    for p in range(t.players):
        if hand_fits(t, s, p) or (held(s, p) and not returned):
            return True
    return False

cdef void draw_to_choose(const Table* t, State* s, int p) noexcept nogil:
    """tile_choice: fill the hand and choose from it. A hand that fits nowhere is laid aside and drawn anew, once; if
    nothing fits even then, the turn is skipped. The game ends when no tile is left, or none that fits (GR-4.4)."""
    cdef u8 aside[HAND]
    cdef int i, n
    cdef bint misfit = False
    while True:
        fill_hand(t, s, p)
        if held(s, p) and not hand_fits(t, s, p):
            misfit = True
            n = 0
            for i in range(HAND):
                if s.hand[p][i] != NO_TILE:
                    aside[n] = s.hand[p][i]
                    n += 1
                    s.hand[p][i] = NO_TILE
            fill_hand(t, s, p)
            for i in range(n):
                if t.rules.unplaceable_tile == UNFIT_RETURN:
                    put_back(s, aside[i])
                else:
                    s.discarded += 1
        if hand_fits(t, s, p):
            ask(s, CHOOSE, p)
            return
        if not play_goes_on(t, s):
            end_game(t, s, NO_TILE_FITS if misfit else LAST_TILE)
            return
        p = p + 1 if p + 1 < t.players else 0
        s.turn += 1

cdef void choose_tile(State* s, int p, int kind) noexcept nogil:
    cdef int i
    for i in range(HAND):
        if s.hand[p][i] == kind:
            s.hand[p][i] = NO_TILE
            break
    s.tile = kind
    ask(s, PLACE, p)

cdef void lay_tile(const Table* t, State* s, int p, int cell, int rotation) noexcept nogil:
    put_tile(t, s, s.tile, rotation, cell, open_cell(s, cell, 0, s.open_cells))
    lay_tokens(t, s)
    s.tile = NO_TILE
    s.placer = p
    ask(s, ACT, p)                                      # D2

# -------------------------------------------------------------------------------------- 2: one action (section 4.3)

cdef void place_cowboy(const Table* t, State* s, int p, int place) noexcept nogil:
    """2a (GR-4.10): onto one segment of the new tile."""
    cdef int tile = s.tiles - 1
    cdef u32 one = <u32>1 << (4 * p)
    s.cowboys[p] -= 1
    if place >= ON_PRAIRIE:
        s.farmers[prairie_of(s, s.first_prairie[tile] + place - ON_PRAIRIE)] += one
        s.n[p][N_FARMERS] += 1
    elif place == IN_CITY:
        s.merchant[s.cities - 1] = p
        s.n[p][N_MERCHANTS] += 1
    elif place >= ON_RAIL:
        s.railwaymen[rail_of(s, s.first_rail[tile] + place - ON_RAIL)] += one
        s.n[p][N_RAILWAYMEN] += 1
    else:
        place = mountain_of(s, s.first_mountain[tile] + place)
        s.miners[place] += one
        s.n[p][N_MINERS] += 1
        look_for_room(t, s, place)

cdef void move_tent(const Table* t, State* s, int p, int origin, int m) noexcept nogil:
    """2b (GR-4.16): from the supply or from a mountain; no token is taken this turn (GR-4.24)."""
    cdef int one = 1 << (2 * p)
    if origin == 0:
        s.tents[p] -= 1
    else:
        origin -= 1
        s.tents_on[origin] -= one
        if tents_of(s.tents_on[origin], p) == 0:
            s.tent_sites[p] &= ~bit(origin)
        look_for_room(t, s, origin)
    s.tents_on[m] += one
    s.tent_sites[p] |= bit(m)
    look_for_room(t, s, m)
    s.n[p][N_TENT_MOVES] += 1
    if t.rules.tent_and_mine_same_turn:
        take_tokens(t, s, p, m, t.rules.mine_tokens_per_action, True)

cdef void apply(const Table* t, State* s, i32 answer) noexcept nogil:
    cdef int p = s.head.to_move, act = answer >> 24, k = answer & 0xFFFFFF, placed = -1
    if act == ACT_LAY:
        lay_tile(t, s, p, k >> 2, k & 3)
        return
    if act == ACT_CHOOSE:
        choose_tile(s, p, k)
        return
    if act == ACT_COWBOY:
        place_cowboy(t, s, p, k)
        placed = k
    elif act == ACT_TENT:
        move_tent(t, s, p, k >> 8, k & 255)
    elif act == ACT_MINE:                               # 2c (GR-4.22): face down in front of him (GR-4.23)
        take_tokens(t, s, p, k, t.rules.mine_tokens_per_action, True)
        s.n[p][N_MININGS] += 1
    elif act == ACT_RECALL:                             # move_farmers_back
        s.farmers[k] -= <u32>1 << (4 * p)
        s.cowboys[p] += 1
    else:
        s.n[p][N_PASSES] += 1
    score_completed(t, s, p, placed)
    next_turn(t, s, p)

include "../core/play_out.pxi"
include "face.pxi"
