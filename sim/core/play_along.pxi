# Random play from here to the end, for a kernel whose rules take the random bots along: `r` goes through the rules, and what
# is asked most is answered where it would be asked (any_of), without leaving them. `answer_to(t, s, answer, r)` is the
# kernel's apply with `r`; NULL: somebody else plays, and is asked.

cdef inline int any_of(RandomPlay* r, int p, int n) noexcept nogil:
    """p's choice among n."""
    cdef int k = below(at(r.key[p], r.decided[p]), n)                   # the draw of a random bot (sim/bots/random.pxd)
    r.decided[p] += n > 1
    r.actions += 1
    return k

cdef void play_out(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """From here to the end where all bots are random: most of their questions never come up here."""
    cdef int p, n = 1
    cdef i32 answer
    r.actions = 0
    r.decisions = 0
    for p in range(t.players):
        r.decisions -= r.decided[p]
    while s.head.to_move >= 0 and r.actions < r.at_most:
        p = s.head.to_move
        answer = pick(t, s, at(r.key[p], r.decided[p]), &n)
        if n < 1:
            break
        r.decided[p] += n > 1
        r.actions += 1
        answer_to(t, s, answer, r)
    r.stuck = n < 1
    for p in range(t.players):
        r.decisions += r.decided[p]
