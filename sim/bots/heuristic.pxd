# The rule-of-thumb player of a club evening: one look at the options through the game's own judgement.
from sim.core.types cimport i32, u64
from sim.core.contract cimport Kernel, MAX_OPTIONS
from sim.core.luck cimport at, stream
from sim.bots.bot cimport Bot

cdef inline double largest(const double* value, int n) noexcept nogil:
    """Four at a time, so that no comparison waits for the one before."""
    cdef double a = value[0], b = a, c = a, d = a
    cdef int i = 1
    while i + 3 < n:
        a = value[i] if value[i] > a else a
        b = value[i + 1] if value[i + 1] > b else b
        c = value[i + 2] if value[i + 2] > c else c
        d = value[i + 3] if value[i + 3] > d else d
        i += 4
    while i < n:
        a = value[i] if value[i] > a else a
        i += 1
    a = b if b > a else a
    c = d if d > c else c
    return c if c > a else a

cdef inline i32 heuristic(const Kernel* kernel, const void* t, const void* s, const Bot* bot, const i32* options,
                          int n) noexcept nogil:
    """The option with the best value + temperature * noise, noise in -1 .. 1; where two are level, the smaller noise.

    The noise of an option is addressed by its code, so that one more option does not disturb the others."""
    cdef double value[MAX_OPTIONS]
    cdef i32 able[MAX_OPTIONS]
    cdef double here, best = 0, bar
    cdef u64 luck = stream(bot.key, bot.decisions), noise, least = 0
    cdef int i, m = 0, pick = -1
    kernel.judge(t, s, bot.weights, options, n, value)
    bar = largest(value, n) - 2 * bot.temperature
    for i in range(n):                  # no noise lifts an option from below the bar to the best
        able[m] = i
        m += value[i] >= bar
    for i in range(m):
        noise = at(luck, options[able[i]])
        here = value[able[i]] + bot.temperature * (<double>(noise >> 11) * (2.0 / 9007199254740992.0) - 1.0)      # 2**53
        if pick < 0 or here > best or (here == best and noise < least):
            pick, best, least = able[i], here, noise
    return options[pick]
