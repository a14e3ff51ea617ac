# Any legal action: for speed tests, for fuzzing, and as the floor of the ladder.
from sim.core.luck cimport at, below
from sim.core.types cimport u64
from sim.bots.bot cimport Bot

cdef inline u64 random_bits(const Bot* bot) noexcept nogil:
    return at(bot.key, bot.decisions)

cdef inline int random_index(const Bot* bot, int n) noexcept nogil:
    return below(random_bits(bot), n)
