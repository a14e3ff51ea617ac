# Who decides how: the one place that knows all kinds of bots.
from sim.core.types cimport i32
from sim.core.contract cimport Kernel
from sim.bots.bot cimport Bot, HEURISTIC, permitted
from sim.bots.heuristic cimport heuristic
from sim.bots.random cimport random_index

cdef inline i32 choose(const Kernel* kernel, const void* t, const void* s, Bot* bot, i32* options,
                       int n) noexcept nogil:
    """One of several options. The list is the bot's to shorten."""
    cdef i32 code
    if bot.restricted:
        n = permitted(kernel, t, bot, options, n)
    if n == 1:
        code = options[0]
    elif bot.kind == HEURISTIC:
        code = heuristic(kernel, t, s, bot, options, n)
    else:
        code = options[random_index(bot, n)]
    bot.decisions += 1
    return code
