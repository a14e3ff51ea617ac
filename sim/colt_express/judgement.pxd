# What a sensible player looks at, as one function for the bots (see judgement.pyx).
from sim.colt_express.state cimport State, Table
from sim.core.types cimport i32

cdef void judge(const Table* t, const State* s, const double* weights, const i32* codes, int n, double* value) noexcept nogil
