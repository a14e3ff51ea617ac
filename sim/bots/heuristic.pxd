# The rule-of-thumb player of a club evening: one look at the options through the game's own judgement.
from sim.core.types cimport i32, u64
from sim.core.contract cimport Kernel, MAX_OPTIONS
from sim.core.luck cimport at, stream
from sim.bots.bot cimport Bot

cdef inline i32 heuristic(const Kernel* kernel, const void* t, const void* s, const Bot* bot, const i32* options,
                          int n) noexcept nogil:
    """The option with the best value + temperature * noise, noise in -1 .. 1; where two are level, the smaller noise.

    The noise of an option is addressed by its code, so that one more option does not disturb the others."""
    cdef double value[MAX_OPTIONS]
    cdef double here, best = 0, bar
    cdef u64 luck = stream(bot.key, bot.decisions), noise, least = 0
    cdef int i, pick = -1
    kernel.judge(t, s, bot.weights, options, n, value)
    bar = value[0]
    for i in range(n):
        if value[i] < bar:
            continue
        noise = at(luck, options[i])
        here = value[i] + bot.temperature * (<double>(noise >> 11) * (2.0 / 9007199254740992.0) - 1.0)      # 2**53
        if pick < 0 or here > best or (here == best and noise < least):
            pick, best, least = i, here, noise
            bar = best - bot.temperature    # no noise lifts an option from below this to the best
    return options[pick]
