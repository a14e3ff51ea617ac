# Small sets as bits of a word, for all kernels.
from sim.core.types cimport u64

cdef extern from *:
    int popcount "__builtin_popcountll"(u64) noexcept nogil
    int lowest "__builtin_ctzll"(u64) noexcept nogil        # the smallest member of a set that is not empty
    int leading "__builtin_clzll"(u64) noexcept nogil       # zeros before the largest member

cdef inline u64 bit(int x) noexcept nogil:
    return (<u64>1) << x

cdef inline int highest(u64 mask) noexcept nogil:
    """The largest member of a set that is not empty."""
    return 63 - leading(mask)

cdef inline int nth_bit(u64 mask, int k) noexcept nogil:
    """The k-th member of a set, 0 first."""
    cdef int c, base = 0
    while True:                                 # a byte at a time, then bit by bit
        c = popcount(mask & 0xFF)
        if k < c:
            break
        k -= c
        mask >>= 8
        base += 8
    while k:
        mask &= mask - 1
        k -= 1
    return base + lowest(mask)
