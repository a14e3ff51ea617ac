# The kernel contract: a game is a handful of C functions over two plain structs.
#
#   table   what lies fixed for a whole cell: rules, variants, cards, boards. Compiled once, never written to in play.
#   state   one game. Plain data without pointers: a copy is a memcpy. It begins with a Head.
#
# The driver and the bots know nothing else of a game. Every function takes the table first; in play none touches Python.
from sim.core.types cimport i8, i16, i32, u64

cdef enum:
    MAX_SEATS   = 8
    MAX_OPTIONS = 1024          # no decision offers more; larger ones are split into a chain
    MAX_KEYS    = 6             # steps of the longest tie-break chain
    MAX_OWN     = 64            # columns of outcome.yaml that are the game's own
    WHOLE_WIN   = 840           # a win in units that every number of winners from 1 to 8 divides

cdef struct Head:               # the first field of every state
    u64 key                     # all the luck of this game (luck.pxd)
    i8  to_move                 # the seat that decides; -1: the game is over
    i8  players

cdef struct Seating:            # who sits where in this rotation of the block
    i8 entrant[MAX_SEATS]

cdef struct RandomPlay:         # a table of random bots, seat by seat
    u64 key[MAX_SEATS]          # the luck of each
    u64 decided[MAX_SEATS]      # decisions that each has taken: the address of its next draw
    i32 at_most                 # actions: a game that takes more never ends
    i32 actions, decisions      # taken in all
    bint stuck                  # a seat had to move and had no option

cdef struct Outcome:
    i32 score[MAX_SEATS]
    i32 key[MAX_SEATS][MAX_KEYS]    # tie-break keys, in the order of outcome.yaml
    i32 place[MAX_SEATS]            # 1 is best; 0: no winner, no places
    i32 win[MAX_SEATS]              # in units of 1/WHOLE_WIN; they add up to WHOLE_WIN, or to 0 without a winner
    i32 team[MAX_SEATS]             # -1: plays for itself
    i32 own[MAX_SEATS][MAX_OWN]     # the game's own columns, in the order of outcome.yaml; -1 in a labelled one: null
    i32 tie_level                   # step of the chain that settled first place: 0 none needed, 1..., -1 shared, -2 no winner
    i32 rounds
    i32 end_reason                  # index into end_reasons of outcome.yaml

# deal a new game into a state that is all zeros
ctypedef void   (*setup_t)(const void* t, void* s, const Seating* seating, u64 key) noexcept nogil
# the options of the seat to move, ascending codes (class << 24 | arguments), at least one; never changes the state
ctypedef int    (*legal_t)(const void* t, const void* s, i32* out) noexcept nogil
# carry one out, with the chance that follows from it, up to the next decision or the end
ctypedef void   (*apply_t)(const void* t, void* s, i32 code) noexcept nogil
ctypedef void   (*outcome_t)(const void* t, const void* s, Outcome* out) noexcept nogil
# deal anew all that the seat cannot know, consistent with all that it has been shown, and give the game new luck from
# here on; returns how many hidden facts had to keep their truth because no other deal was found within the bound
ctypedef int    (*redeal_t)(const void* t, void* s, int seat, u64 key) noexcept nogil
# which kind of action (index into action_classes of outcome.yaml), for restrict and for counting
ctypedef int    (*action_class_t)(const void* t, i32 code) noexcept nogil
# how many options, and the k-th of `legal` without building the list. NULL: the kernel always builds it
ctypedef int    (*count_t)(const void* t, const void* s) noexcept nogil
ctypedef i32    (*nth_t)(const void* t, const void* s, int k) noexcept nogil
# the fast path of random play, both at once: the option below(bits, n) and n. NULL: none
ctypedef i32    (*pick_t)(const void* t, const void* s, u64 bits, int* n) noexcept nogil
# from here to the end where all bots are random, or until it gives up: the same choices as pick and apply, without a call an
# action (play_out.pxi has it for every kernel with a pick, play_along.pxi for those that take the bots along). NULL: the
# driver plays
ctypedef void   (*play_out_t)(const void* t, void* s, RandomPlay* r) noexcept nogil
# judgement: what a sensible player thinks each option is worth, higher is better, in points of the final score. `codes`
# are some or all of the legal options. It looks only at what the seat to move can know
ctypedef void   (*judge_t)(const void* t, const void* s, const double* weights, const i32* codes, int n, double* value) noexcept nogil
# the next draws of one source of luck, as they will come (for staging draws in tests); returns how many were written
ctypedef int    (*peek_t)(const void* t, const void* s, int source, int where, i32* out) noexcept nogil
# Python's side: fill the table from checked rules, variants and data; the state as a dict and back
ctypedef int    (*compile_t)(void* t, object setting) except -1
ctypedef object (*view_t)(const void* t, const void* s)
ctypedef int    (*unview_t)(const void* t, void* s, object view) except -1

cdef struct Kernel:
    size_t table_size
    size_t state_size
    setup_t setup
    legal_t legal
    apply_t apply
    outcome_t outcome
    redeal_t redeal
    action_class_t action_class
    count_t count
    nth_t nth
    pick_t pick
    play_out_t play_out
    judge_t judge
    peek_t peek
    compile_t compile
    view_t view
    unview_t unview

cdef inline int to_move(const void* s) noexcept nogil:
    return (<const Head*>s).to_move

cdef inline int compare(const Outcome* o, int a, int b, const i8* chain, int steps, int* level) noexcept nogil:
    """Is seat a ahead of seat b (1), behind (-1) or level with it (0)? chain: +k+1 the higher key k wins, -(k+1) the lower."""
    cdef int i, k, d
    level[0] = 0
    d = o.score[a] - o.score[b]
    if d != 0:
        return 1 if d > 0 else -1
    for i in range(steps):
        level[0] = i + 1
        k = chain[i] - 1 if chain[i] > 0 else -chain[i] - 1
        d = o.key[a][k] - o.key[b][k]
        if d != 0:
            return 1 if (d > 0) == (chain[i] > 0) else -1
    level[0] = -1
    return 0

cdef inline void rank(Outcome* o, int players, const i8* chain, int steps) noexcept nogil:
    """Places, win shares and the deciding step, from scores and keys: for games in which every seat plays for itself."""
    cdef int a, b, ahead, tied, level = 0, deepest = 0, winners = 0
    cdef bint shared = False
    for a in range(players):
        ahead = 0
        for b in range(players):
            if b != a and compare(o, b, a, chain, steps, &level) > 0:
                ahead += 1
        o.place[a] = ahead + 1
        o.win[a] = 0
        o.team[a] = -1
        winners += ahead == 0
    for a in range(players):
        if o.place[a] == 1:
            o.win[a] = WHOLE_WIN // winners
            for b in range(players):            # the deepest step that was needed against any rival for first place
                if b != a:
                    tied = compare(o, a, b, chain, steps, &level)
                    if tied == 0:
                        shared = True
                    elif level > deepest:
                        deepest = level
    o.tie_level = -1 if shared else deepest
