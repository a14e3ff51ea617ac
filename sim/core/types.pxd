# The integers of the kernels. i8 and u8 are told to Cython as short: it would take arrays of real bytes for C strings
# when a state becomes a dict. In C they stay one byte wide, and 300 is still an OverflowError on the way back.
from libc.stdint cimport int16_t as i16, int32_t as i32, int64_t as i64
from libc.stdint cimport uint16_t as u16, uint32_t as u32, uint64_t as u64

cdef extern from *:
    """
    typedef signed char fd_i8;
    typedef unsigned char fd_u8;
    typedef unsigned __int128 fd_u128;
    """
    ctypedef short i8 "fd_i8"
    ctypedef unsigned short u8 "fd_u8"
    ctypedef unsigned long long u128 "fd_u128"
