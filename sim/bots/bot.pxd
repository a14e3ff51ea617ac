# A bot is one function with a memory: it sees a game's options and takes one. It knows a game only through its kernel.
# A new kind of bot is one more file here, one more name in BotKind and in spec.py, one more line in choose.pxd.
from sim.core.types cimport i32, u64
from sim.core.contract cimport Kernel

cdef enum BotKind:              # in the order of KINDS in spec.py
    RANDOM, HEURISTIC

cdef enum:
    CLASSES = 128               # classes of actions that a restriction can name

cdef struct Bot:
    int kind                    # BotKind
    u64 key                     # the luck of this entrant in this deal (luck.pxd)
    u64 decisions               # taken so far: the address of the next draw
    const double* weights       # of the game's judgement, in the order of weights.yaml
    double temperature          # how far it may misjudge an option, in points of the final score
    bint restricted
    u64 forbidden[2]            # bit a class of actions
    u64 ignored                 # how often a restriction left no option and was ignored

cdef inline int permitted(const Kernel* kernel, const void* t, Bot* bot, i32* options, int n) noexcept nogil:
    """Drop the forbidden classes from the list, in place; returns how many remain, or all where none would."""
    cdef int i, kind, kept = 0
    for i in range(n):
        kind = kernel.action_class(t, options[i])
        if not (bot.forbidden[kind >> 6] >> (kind & 63)) & 1:
            options[kept] = options[i]
            kept += 1
    if kept == 0:
        bot.ignored += 1
        return n
    return kept
