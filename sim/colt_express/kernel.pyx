# distutils: extra_compile_args = -fno-inline-functions-called-once -fno-tree-slp-vectorize
"""Colt Express: the rulebook. The order of the code is the order of play; numbers CE-a.b are those of the specification.

    setup.pxi       the train, the bandits, the horse attack (section 4)
    schemin.pxi     the start of a round (section 5) and phase 1: cards go onto the common pile (section 6)
    stealin.pxi     phase 2: the pile is resolved card by card (section 7, with sections 8, 10, 11 and 12)
    events.pxi      the event of the round, the stagecoach falls back (section 9, CE-10.15)
    ending.pxi      the end and the scoring (section 14)
    chance.pxi      a table of random bots, without a question an action

Play is one loop: `apply` carries out an answer and calls the function that goes on from there; that one runs until it
must `ask` somebody, or the game is over. An action with only one way to do it is done without asking (CE-7.2, CE-7.18).
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from sim.colt_express.judgement cimport judge
from sim.colt_express.words import last_position
from sim.colt_express.state cimport *
from sim.colt_express.train cimport *
from sim.core.contract cimport Kernel, Outcome, RandomPlay, Seating, WHOLE_WIN
from sim.core.contract cimport (action_class_t, apply_t, compile_t, count_t, judge_t, legal_t, nth_t, outcome_t, peek_t,
                                pick_t, play_out_t, redeal_t, setup_t, unview_t, view_t)
from sim.core.luck cimport address3, at, below, draw, stream
from sim.core.types cimport i8, i16, i32, u8, u16, u32, u64, u128

cdef inline void ask(State* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.head.to_move = seat

cdef inline int symbol(const Table* t, const State* s) noexcept nogil:
    """The turn symbol that is being played."""
    return round_card(t, s).turns[s.turn]

cdef inline bint is_marshal(const Table* t, int pawn) noexcept nogil:
    return t.mp and pawn == 0

cdef inline u32 spend(u64* bits, u32 n) noexcept nogil:
    """0 .. n-1 from random bits, leaving the rest of them for the next draw: several small draws from one hash."""
    cdef u128 product = <u128>bits[0] * n
    bits[0] = <u64>product
    return <u32>(product >> 64)

include "options.pxi"
include "setup.pxi"
include "schemin.pxi"
include "stealin.pxi"
include "events.pxi"
include "ending.pxi"

# ------------------------------------------------------------------------------------------------------- answers

cdef void apply(const Table* t, State* s, i32 answer) noexcept nogil:
    if s.phase == SCHEME:
        scheme(t, s, s.head.to_move, answer >> 24, answer & 0xFFFFFF)
    else:
        apply_other(t, s, answer)

cdef void apply_other(const Table* t, State* s, i32 answer) noexcept nogil:
    cdef int seat = s.head.to_move, act = answer >> 24, k = answer & 0xFFFFFF, phase = s.phase
    if act == ACT_MOVE:
        if not do_move(t, s, s.actor, k):
            go_on(t, s)
    elif act == ACT_ROB:
        do_rob(t, s, s.actor, k)
        go_on(t, s)
    elif act == ACT_FIRE or act == ACT_FIRE_OFF:
        do_fire(t, s, s.actor, k, act == ACT_FIRE_OFF)
        go_on(t, s)
    elif act == ACT_PUNCH:
        if not do_punch(t, s, s.actor, k):
            go_on(t, s)
    elif act == ACT_MARSHAL:
        do_marshal(t, s, k)
        go_on(t, s)
    elif phase == TURMOIL:
        commit_turmoil(t, s, seat, act, k)
    elif phase == REFLEX:
        reflex(t, s, seat, act, k)
    elif FLASK_CARD <= phase <= COVER:
        play_extra(t, s, seat, act, k)
    elif phase == KEEP:
        keep(t, s, seat, k)
    elif phase == EXPERT_KEEP:
        hold(t, s, seat, k)
    elif phase == ATTACK or phase == OPENING:
        s.commit[seat] = k + 1
        s.step += 1
        if phase == ATTACK:
            go_on_attacking(t, s)
        else:
            go_on_opening(t, s)
    elif phase == PLACING:
        put(s, s.whom, k)
        go_on_placing(t, s)
    elif phase == CHOOSE_CHARACTER:
        take_character(s, s.step, k)
        s.step += 1
        go_on_choosing(t, s)
    else:
        if act == ACT_FLOOR:
            arrive(t, s, s.actor, k)
        elif act == ACT_LOSE:
            lose(t, s, s.actor, s.whom, k)
            push(t, s, s.whom, s.goes)
        elif act == ACT_SHOOT:
            marshal_hits(t, s, k & 7, k >> 3)
        elif act == ACT_SHOOT_TWO:
            marshal_hits(t, s, k >> 3, 0)
            marshal_hits(t, s, k & 7, 1)
        elif act == ACT_RIDE:
            do_ride(t, s, s.actor, k)
        elif act == ACT_HOSTAGE:
            take_hostage(s, s.whom, k)
        elif act == ACT_FLEE:
            s.fleeing &= ~(1 << s.whom)
            arrive(t, s, s.whom, k)
        elif act == ACT_ARREST:
            do_arrest(t, s, k)
        elif act == ACT_BREAK_OUT:
            arrive(t, s, s.actor, k)
        elif act == ACT_FREE_PRISONER:
            free_prisoner(s, s.actor, k)
        elif act == ACT_FREE_BANDIT:
            if free_bandit(t, s, s.actor, k):
                return
        elif act == ACT_PAY:
            transfer(t, s, &s.pawn[s.whom].loot, &s.pawn[s.actor].loot, k, 0, s.whom)
        elif act == ACT_PICK:
            if k:
                transfer(t, s, &s.floor[s.pawn[s.whom].space], &s.pawn[s.whom].loot, PURSE, 0, s.whom)
        elif act == ACT_EVADE:
            evade(t, s, s.whom, k)
        elif phase == ROBBING:                          # ACT_STOP: no further token
            s.left = 0
        go_on(t, s)

include "chance.pxi"
include "face.pxi"
