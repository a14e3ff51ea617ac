# Random play from here to the end, included by a kernel after its `pick` and `apply`: known to the compiler, they need no
# call through a pointer an action.

cdef void play_out(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    cdef int seat = s.head.to_move, n = 1, actions = 0, decisions = 0
    cdef i32 code
    while seat >= 0 and actions < r.at_most:
        code = pick(t, s, at(r.key[seat], r.decided[seat]), &n)     # the draw of a random bot (sim/bots/random.pxd)
        if n < 1:
            break
        apply(t, s, code)
        r.decided[seat] += n > 1
        decisions += n > 1
        actions += 1
        seat = s.head.to_move
    r.stuck = n < 1
    r.actions = actions
    r.decisions = decisions
