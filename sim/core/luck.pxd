# Luck has names. A draw is a hash of the game's key, the source of luck (a deck, a kind of dice) and its address:
# what it is for (round, seat, place), wherever the rules allow. So a tweak, another bot or another order of play does
# not disturb the draws it does not touch, and no generator is carried along: 8 bytes of key are all of a game's luck.
from sim.core.types cimport u32, u64, u128

cdef enum:
    BOT_SOURCE = 0x626F74       # above every game's own sources: what the bots draw never meets what the game draws

cdef inline u64 mix(u64 z) noexcept nogil:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014, constants of Stafford's variant 13)."""
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EBULL
    return z ^ (z >> 31)

cdef inline u64 stream(u64 key, u64 source) noexcept nogil:
    """The key of one source of luck within a game (or of one game within a run)."""
    return mix(key + (source + 1) * <u64>0xD1342543DE82EF95ULL)

cdef inline u64 at(u64 stream_key, u64 address) noexcept nogil:
    """64 random bits: the draw of a stream at an address."""
    return mix(stream_key + (address + 1) * <u64>0x9E3779B97F4A7C15ULL)

cdef inline u32 below(u64 bits, u32 n) noexcept nogil:
    """0 .. n-1 from 64 random bits (Lemire 2019; with 64 bits for n <= 1024 the bias is under 2**-53, so no rejection)."""
    return <u32>((<u128>bits * n) >> 64)

cdef inline u32 draw(u64 key, u64 source, u64 address, u32 n) noexcept nogil:
    """0 .. n-1 for what `address` says, from one source of luck of the game with this key."""
    return below(at(stream(key, source), address), n)

cdef inline u64 address3(u64 a, u64 b, u64 c) noexcept nogil:
    """One address from three small numbers, for instance round, place and seat."""
    return (a << 32) | (b << 16) | c

cdef inline u64 game_key(u64 seed, u64 block) noexcept nogil:
    """The luck of one deal: the same in every cell, rotation, chunk and process."""
    return at(mix(seed + <u64>0x9E3779B97F4A7C15ULL), block)

cdef inline u64 bot_key(u64 seed, u64 block, u64 entrant) noexcept nogil:
    """The luck of one entrant in one deal: it follows the entrant from seat to seat."""
    return at(stream(game_key(seed, block), BOT_SOURCE), entrant)
