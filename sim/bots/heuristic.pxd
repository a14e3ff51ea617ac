# The rule-of-thumb player of a club evening: one look at the options through the game's own judgement.
from libc.float cimport DBL_MAX

from sim.core.types cimport i32, u64
from sim.core.contract cimport Kernel, MAX_OPTIONS
from sim.core.luck cimport at, stream
from sim.bots.bot cimport Bot

cdef enum:
    EIGHT = 8
    EIGHTS = 129                # one more than eights of MAX_OPTIONS

cdef inline double larger(double a, double b) noexcept nogil:
    return a if a > b else b

cdef inline i32 heuristic(const Kernel* kernel, const void* t, const void* s, const Bot* bot, const i32* options,
                          int n) noexcept nogil:
    """The option with the best value + temperature * noise, noise in -1 .. 1; where two are level, the smaller noise.

    The noise of an option is addressed by its code, so that one more option does not disturb the others. Most options
    are so far behind that no noise lifts them to the best: they are passed over eight at a time."""
    cdef double value[MAX_OPTIONS + EIGHT]
    cdef double top[EIGHTS]
    cdef i32 near[EIGHTS]
    cdef i32 able[MAX_OPTIONS + EIGHT]
    cdef double here, best = 0, bar
    cdef const double* v
    cdef u64 luck = stream(bot.key, bot.decisions), noise, least = 0
    cdef int i, k, h = 0, m = 0, pick = -1, eights = (n + EIGHT - 1) // EIGHT
    kernel.judge(t, s, bot.weights, options, n, value)
    for i in range(EIGHT):
        value[n + i] = -DBL_MAX
    bar = value[0]
    for k in range(eights):
        v = value + EIGHT * k
        top[k] = larger(larger(larger(v[0], v[1]), larger(v[2], v[3])), larger(larger(v[4], v[5]), larger(v[6], v[7])))
        bar = larger(top[k], bar)
    bar -= 2 * bot.temperature
    for k in range(eights):
        near[h] = k
        h += top[k] >= bar
    for k in range(h):
        for i in range(EIGHT * near[k], EIGHT * near[k] + EIGHT):
            able[m] = i
            m += value[i] >= bar
    for i in range(m):
        noise = at(luck, options[able[i]])
        here = value[able[i]] + bot.temperature * (<double>(noise >> 11) * (2.0 / 9007199254740992.0) - 1.0)      # 2**53
        if pick < 0 or here > best or (here == best and noise < least):
            pick, best, least = able[i], here, noise
    return options[pick]
