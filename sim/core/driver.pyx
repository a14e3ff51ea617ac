"""Plays games: any game, through its kernel, with any bots, without touching Python per game.

Table and Position are the thin skin between a kernel and Python; Player is a bot; play_blocks is the loop.
"""
from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from sim.bots.bot cimport Bot, CLASSES, HEURISTIC, RANDOM, permitted
from sim.bots.choose cimport choose
from sim.bots.random cimport random_bits
from sim.core.contract cimport (
    Head, Kernel, MAX_KEYS, MAX_OPTIONS, MAX_OWN, MAX_SEATS, Outcome, RandomPlay, Seating, to_move)
from sim.core.luck cimport at, below, bot_key, draw, game_key
from sim.core.types cimport i16, i32, u32, u64

cdef enum:
    ENDLESS = 1_000_000         # actions: no game that ends is as long
    SLICE = 200_000             # actions between two looks for Ctrl-C
    MAX_DEMANDS = 8             # sources of luck staged at once, for tests
    MAX_STAGED = 32             # draws of each
    MAX_COLUMNS = 96            # of the outcome table


cdef class Table:
    """What lies fixed for a whole cell: a game's kernel and its rules, cards and boards, compiled. Never changes."""
    cdef const Kernel* kernel
    cdef void* memory
    cdef object capsule         # owns the kernel
    cdef readonly dict setting
    cdef readonly int players

    def __cinit__(self, capsule, dict setting):
        self.kernel = <const Kernel*>PyCapsule_GetPointer(capsule, "fairdraw.kernel")
        self.capsule = capsule
        self.setting = setting
        self.players = setting["players"]
        if not 1 <= self.players <= MAX_SEATS:
            raise ValueError(f"{self.players} players: no table has more than {MAX_SEATS} seats")
        self.memory = calloc(1, self.kernel.table_size)
        if self.memory == NULL:
            raise MemoryError
        self.kernel.compile(self.memory, setting)

    def __dealloc__(self):
        free(self.memory)

    @property
    def state_size(self) -> int:
        return self.kernel.state_size

    @property
    def has_judgement(self) -> bool:
        return self.kernel.judge != NULL

    cdef Seating seated(self, seating) except *:
        """A seating as the kernel wants it: which entrant sits on each seat."""
        cdef Seating out
        if sorted(seating) != list(range(self.players)):
            raise ValueError(f"seating {list(seating)}: every entrant 0 .. {self.players - 1} needs one seat")
        memset(&out, 0, sizeof(Seating))
        for seat, entrant in enumerate(seating):
            out.entrant[seat] = entrant
        return out

    cdef void deal(self, void* state, const Seating* seating, u64 key) noexcept nogil:
        memset(state, 0, self.kernel.state_size)        # so that no byte of an earlier game shows, padding included
        self.kernel.setup(self.memory, state, seating, key)


cdef class Player:
    """A bot with its memory: the kind, its weights, what it may not do, and the luck of one entrant in one deal."""
    cdef Bot bot
    cdef double* weights
    cdef int n_weights

    def __cinit__(self, int kind, weights=(), double temperature=0, forbidden=()):
        self.weights = <double*>calloc(len(weights) + 1, sizeof(double))
        if self.weights == NULL:
            raise MemoryError
        self.n_weights = len(weights)
        for i, weight in enumerate(weights):
            self.weights[i] = weight
        memset(&self.bot, 0, sizeof(Bot))
        self.bot.kind = kind
        self.bot.weights = self.weights
        self.bot.temperature = temperature
        self.bot.restricted = len(forbidden) > 0
        for k in forbidden:
            if not 0 <= k < CLASSES:
                raise ValueError(f"class of actions {k}: not in 0 .. {CLASSES - 1}")
            self.bot.forbidden[<int>k >> 6] |= <u64>1 << (<int>k & 63)

    def __dealloc__(self):
        free(self.weights)

    def sit(self, u64 seed, u64 block, u64 entrant):
        """Take the luck of this entrant in this deal, and begin to count decisions."""
        self.bot.key = bot_key(seed, block, entrant)
        self.bot.decisions = 0
        return self

    cdef int check(self, Table table) except -1:
        """Can it play this game? The kernel reads as many weights as weights.yaml names."""
        if self.bot.kind != RANDOM:
            if table.kernel.judge == NULL:
                raise ValueError("this game has no judgement: only random bots can play it")
            if self.n_weights != len(table.setting["weights"]):
                raise ValueError(f"{self.n_weights} weights: the judgement has {len(table.setting['weights'])}")
        return 0

    def choose(self, Position position) -> int:
        """The option that this bot takes; it counts as one of its decisions where there is more than one."""
        cdef i32 options[MAX_OPTIONS]
        cdef int n = position.options(options)
        self.check(position.table)
        if n == 0:
            raise ValueError("the game is over: there is nothing to choose")
        if n == 1:
            return options[0]
        return choose(position.table.kernel, position.table.memory, position.state, &self.bot, options, n)


cdef struct Demand:             # draws that a test wants to see: the next ones of a source
    int source, where, n
    i32 value[MAX_STAGED]


cdef bint meets(Table table, const void* state, const Demand* d) noexcept nogil:
    cdef i32 out[MAX_OPTIONS]
    cdef int k
    table.kernel.peek(table.memory, state, d.source, d.where, out)
    for k in range(d.n):
        if out[k] != d.value[k]:
            return False
    return True


cdef class Position:
    """One game at one moment, in a buffer of its own."""
    cdef readonly Table table
    cdef void* state

    def __cinit__(self, Table table, *_, **__):
        self.table = table
        self.state = calloc(1, table.kernel.state_size)
        if self.state == NULL:
            raise MemoryError

    def __init__(self, Table table, u64 seed, u64 block, seating):
        cdef Seating seated = table.seated(seating)
        table.deal(self.state, &seated, game_key(seed, block))

    def __dealloc__(self):
        free(self.state)

    cdef int options(self, i32* out) except -1:
        if to_move(self.state) < 0:
            return 0
        return self.table.kernel.legal(self.table.memory, self.state, out)

    @property
    def to_move(self) -> int:
        return to_move(self.state)

    def legal(self) -> list:
        cdef i32 out[MAX_OPTIONS]
        cdef int i, n = self.options(out)
        return [out[i] for i in range(n)]

    def count(self):
        """How many options by the fast path of random play; None where the kernel has none."""
        if self.table.kernel.count == NULL:
            return None
        return 0 if to_move(self.state) < 0 else self.table.kernel.count(self.table.memory, self.state)

    def nth(self, int k):
        """The k-th option by the fast path; None where the kernel has none."""
        if self.table.kernel.nth == NULL:
            return None
        if not 0 <= k < self.count():
            raise ValueError(f"option {k}: there are {self.count()}")
        return self.table.kernel.nth(self.table.memory, self.state, k)

    def apply(self, code):
        cdef i32 out[MAX_OPTIONS]
        cdef int i, n = self.options(out)
        for i in range(n):
            if out[i] == code:
                self.table.kernel.apply(self.table.memory, self.state, out[i])
                return
        raise ValueError(f"{code} is not among the {n} options of seat {self.to_move}" if n else "the game is over")

    def action_class(self, i32 code) -> int:
        return self.table.kernel.action_class(self.table.memory, code)

    def judge(self, weights) -> list:
        """What the game's judgement thinks of each option, in the order of legal()."""
        cdef i32 out[MAX_OPTIONS]
        cdef double value[MAX_OPTIONS]
        cdef int i, n = self.options(out)
        cdef Player judge = Player(HEURISTIC, weights)
        judge.check(self.table)
        self.table.kernel.judge(self.table.memory, self.state, judge.weights, out, n, value)
        return [value[i] for i in range(n)]

    def view(self) -> dict:
        return self.table.kernel.view(self.table.memory, self.state)

    def set_view(self, dict view):
        """Become the position of this view. The caller has checked the view: the kernel believes it."""
        cdef Position new = Position.__new__(Position, self.table)
        cdef Head* head = <Head*>new.state
        self.table.kernel.unview(self.table.memory, new.state, view)
        if head.players != self.table.players or not -1 <= head.to_move < head.players:
            raise ValueError(f"head: seat {head.to_move} of {head.players} to move, at a table of {self.table.players}")
        memcpy(self.state, new.state, self.table.kernel.state_size)

    def outcome(self) -> dict:
        cdef Outcome o
        cdef int n = self.table.players
        memset(&o, 0, sizeof(Outcome))
        self.table.kernel.outcome(self.table.memory, self.state, &o)
        return {
            "score": [o.score[s] for s in range(n)],
            "place": [o.place[s] for s in range(n)],
            "win": [o.win[s] for s in range(n)],
            "team": [o.team[s] for s in range(n)],
            "key": [[o.key[s][k] for k in range(MAX_KEYS)] for s in range(n)],
            "own": [[o.own[s][k] for k in range(MAX_OWN)] for s in range(n)],
            "tie_level": o.tie_level,
            "rounds": o.rounds,
            "end_reason": o.end_reason,
        }

    def redeal(self, int seat, u64 key) -> int:
        """Deal anew what the seat cannot know; returns how many hidden facts had to keep their truth."""
        if not 0 <= seat < self.table.players:
            raise ValueError(f"seat {seat}: there are seats 0 .. {self.table.players - 1}")
        return self.table.kernel.redeal(self.table.memory, self.state, seat, key)

    def peek(self, int source, int where=0) -> list:
        """The next draws of one source of luck, as they will come."""
        cdef i32 out[MAX_OPTIONS]
        cdef int i, n = 0
        if self.table.kernel.peek != NULL:
            n = self.table.kernel.peek(self.table.memory, self.state, source, where, out)
        return [out[i] for i in range(n)]

    def stage(self, list demands, u64 tries=4_000_000):
        """Give the game luck from here on that meets every demand (source, where, values); found by searching a key."""
        cdef Position trial = self.copy()
        cdef Head* head = <Head*>trial.state
        cdef Demand demand[MAX_DEMANDS]
        cdef u64 start = head.key, i
        cdef int n = len(demands), d, k
        cdef bint found = False
        if n > MAX_DEMANDS:
            raise ValueError(f"{n} sources of luck: at most {MAX_DEMANDS} can be staged at once")
        for d, (source, where, values) in enumerate(demands):
            to_come = len(self.peek(source, where))
            if not len(values) <= min(to_come, MAX_STAGED):
                raise ValueError(f"{len(values)} draws: at most {min(to_come, MAX_STAGED)} can be staged here")
            demand[d].source, demand[d].where, demand[d].n = source, where, len(values)
            for k, value in enumerate(values):
                demand[d].value[k] = value
        with nogil:
            for i in range(tries):
                head.key = at(start, i)
                found = True
                for d in range(n):
                    if not meets(self.table, trial.state, &demand[d]):
                        found = False
                        break
                if found:
                    break
        if not found:
            raise ValueError(f"no luck in {tries:,} tries gives these draws")
        (<Head*>self.state).key = head.key

    def copy(self) -> Position:
        cdef Position new = Position.__new__(Position, self.table)
        memcpy(new.state, self.state, self.table.kernel.state_size)
        return new

    def tobytes(self) -> bytes:
        return (<char*>self.state)[:self.table.kernel.state_size]


# The loop ------------------------------------------------------------------------------------------------------------

cdef struct Record:             # a finished game, all i32: a column is an offset and a step from seat to seat
    Outcome outcome
    i32 decisions               # with more than one option
    i32 actions                 # all
    i32 half_score[MAX_SEATS]   # what the scores were after half of the actions; only where it is asked for

cdef struct Column:
    int offset, stride
    i32 low, high

cdef enum Trouble:
    NONE, NO_OPTION, TOO_LONG, OUT_OF_BOUNDS

cdef struct Progress:           # how far a run has come, and what stopped it
    u64 block
    u64 games, actions, decisions
    int trouble                 # Trouble
    int rotation, seat, column
    i32 value


cdef Column column_of(field, int index, low, high) except *:
    """Where a column of the outcome table lies in a record, and what it may hold."""
    cdef Record r
    cdef char* base = <char*>&r
    cdef Column c
    places = {
        "score": (<char*>&r.outcome.score[0] - base, 1),
        "place": (<char*>&r.outcome.place[0] - base, 1),
        "win": (<char*>&r.outcome.win[0] - base, 1),
        "team": (<char*>&r.outcome.team[0] - base, 1),
        "key": (<char*>&r.outcome.key[0][0] - base, MAX_KEYS),
        "own": (<char*>&r.outcome.own[0][0] - base, MAX_OWN),
        "tie_level": (<char*>&r.outcome.tie_level - base, 0),
        "rounds": (<char*>&r.outcome.rounds - base, 0),
        "end_reason": (<char*>&r.outcome.end_reason - base, 0),
        "decisions": (<char*>&r.decisions - base, 0),
        "actions": (<char*>&r.actions - base, 0),
        "half_score": (<char*>&r.half_score[0] - base, 1),
    }
    offset, c.stride = places[field]
    c.offset = offset // sizeof(i32) + index
    c.low, c.high = low, high
    return c


cdef inline int turn(const Kernel* kernel, const void* t, void* s, Bot* bot, bint lists) noexcept nogil:
    """One action of one bot; returns how many options it had. A single option is taken without asking."""
    cdef i32 options[MAX_OPTIONS]
    cdef i32 code
    cdef int n
    if bot.kind == RANDOM and kernel.pick != NULL and not bot.restricted and not lists:
        code = kernel.pick(t, s, random_bits(bot), &n)      # the same choice as from the list, without building it
        if n < 1:
            return n
        bot.decisions += n > 1
    else:
        n = kernel.legal(t, s, options)
        if n < 1:
            return n
        if n > 1:
            code = choose(kernel, t, s, bot, options, n)
        else:
            code = options[0]
            if bot.restricted:
                permitted(kernel, t, bot, options, n)       # one forbidden option is taken all the same, and counted
    kernel.apply(t, s, code)
    return n


cdef int play_game(Table table, void* s, const Seating* seating, Bot* bots, bint lists, Record* out) noexcept nogil:
    """From the first decision to the end; returns what went wrong."""
    cdef const Kernel* kernel = table.kernel
    cdef const void* t = table.memory
    cdef int n, seat
    out.actions = 0
    out.decisions = 0
    while True:
        seat = to_move(s)
        if seat < 0:
            return NONE
        if out.actions == ENDLESS:
            return TOO_LONG
        n = turn(kernel, t, s, &bots[seating.entrant[seat]], lists)
        if n < 1:
            return NO_OPTION
        out.actions += 1
        out.decisions += n > 1


cdef bint all_random(const Kernel* kernel, const Bot* bots, int players, bint lists) noexcept nogil:
    cdef int e
    for e in range(players):
        if bots[e].kind != RANDOM or bots[e].restricted:
            return False
    return kernel.play_out != NULL and not lists


cdef int play_random(Table table, void* s, const Seating* seating, Bot* bots, Record* out) noexcept nogil:
    """The same for random bots alone, which the kernel plays by itself."""
    cdef RandomPlay r
    cdef int seat
    for seat in range(table.players):
        r.key[seat] = bots[seating.entrant[seat]].key
        r.decided[seat] = 0
    r.at_most = ENDLESS
    table.kernel.play_out(table.memory, s, &r)
    out.actions = r.actions
    out.decisions = r.decisions
    if r.stuck:
        return NO_OPTION
    return NONE if to_move(s) < 0 else TOO_LONG


cdef void play_half(Table table, void* s, const Seating* seating, Bot* bots, bint lists, Record* out) noexcept nogil:
    """The same game again, up to the middle of its actions: how does the table stand there? Luck and bots have addresses,
    so it is the very same, and only a game that is asked for this pays for it."""
    cdef Outcome halfway
    cdef int i, seat
    for i in range(out.actions // 2):
        turn(table.kernel, table.memory, s, &bots[seating.entrant[to_move(s)]], lists)
    memset(&halfway, 0, sizeof(Outcome))
    table.kernel.outcome(table.memory, s, &halfway)
    for seat in range(table.players):
        out.half_score[seat] = halfway.score[seat]


cdef inline void sit_down(Bot* entrants, int players, u64 seed, u64 block) noexcept nogil:
    cdef int e
    for e in range(players):
        entrants[e].key = bot_key(seed, block, e)
        entrants[e].decisions = 0


cdef int record(const Record* game, int players, const Column* columns, int n, i16* rows, size_t length, size_t row,
                Progress* p) noexcept nogil:
    """Write the rows of one game, column by column; returns what went wrong."""
    cdef const i32* fields = <const i32*>game
    cdef int c, seat
    cdef i32 value
    for c in range(n):
        for seat in range(players):
            value = fields[columns[c].offset + seat * columns[c].stride]
            if value < columns[c].low or value > columns[c].high:
                p.seat, p.column, p.value = seat, c, value
                return OUT_OF_BOUNDS
            rows[c * length + row + seat] = <i16>value
    return NONE


def play_blocks(Table table, list bots, list seatings, u64 seed, u64 first, u64 n, list columns=None,
                i16[:, ::1] rows=None, bint lists=False) -> dict:
    """Play blocks first .. first + n - 1, each once for every seating, and fill one row of `rows` per column.

    bots: one Player an entrant. columns: (name, field of Record, index, low, high); a value outside is a kernel error.
    Within a column the rows come by block, seating and seat. lists: random bots build their option lists, too (the same
    games, for comparing speed). Returns the totals. The GIL is free while games are played.
    """
    cdef Column cols[MAX_COLUMNS]
    cdef Seating* seated = NULL
    cdef void* state = NULL
    cdef Bot entrants[MAX_SEATS]
    cdef Player player
    cdef Record game
    cdef Progress p
    cdef int e, r, n_columns = len(columns or ()), n_seatings = len(seatings), players = table.players
    cdef u64 stop = first + n, until
    cdef size_t length = n * n_seatings * players, row = 0
    cdef i16* out = NULL
    cdef bint halfway = any([column[1] == "half_score" for column in columns or ()])
    if len(bots) != players:
        raise ValueError(f"{len(bots)} bots for {players} players")
    for e in range(players):
        player = bots[e]
        player.check(table)
        entrants[e] = player.bot
        entrants[e].ignored = 0
    cdef bint randomly = all_random(table.kernel, entrants, players, lists)
    if n_columns > MAX_COLUMNS:
        raise ValueError(f"{n_columns} columns: the outcome table has room for {MAX_COLUMNS}")
    for e, (_, field, index, low, high) in enumerate(columns or ()):
        cols[e] = column_of(field, index, low, high)
    if n_columns:
        if rows is None or rows.shape[0] != n_columns or <size_t>rows.shape[1] != length:
            raise ValueError(f"rows must have the shape ({n_columns}, {length})")
        if length:
            out = &rows[0, 0]
    memset(&p, 0, sizeof(Progress))
    p.block = first
    try:
        state = calloc(1, table.kernel.state_size)
        seated = <Seating*>calloc(n_seatings + 1, sizeof(Seating))
        if state == NULL or seated == NULL:
            raise MemoryError
        for r, seating in enumerate(seatings):
            seated[r] = table.seated(seating)
        while p.block < stop and p.trouble == NONE:
            until = p.actions + SLICE
            with nogil:
                while p.block < stop and p.actions < until and p.trouble == NONE:
                    for r in range(n_seatings):
                        p.rotation = r
                        sit_down(entrants, players, seed, p.block)
                        table.deal(state, &seated[r], game_key(seed, p.block))
                        if randomly:
                            p.trouble = play_random(table, state, &seated[r], entrants, &game)
                        else:
                            p.trouble = play_game(table, state, &seated[r], entrants, lists, &game)
                        if p.trouble != NONE:
                            break
                        p.games += 1
                        p.actions += game.actions
                        p.decisions += game.decisions
                        if n_columns:
                            memset(&game.outcome, 0, sizeof(Outcome))
                            table.kernel.outcome(table.memory, state, &game.outcome)
                            if halfway:
                                sit_down(entrants, players, seed, p.block)
                                table.deal(state, &seated[r], game_key(seed, p.block))
                                play_half(table, state, &seated[r], entrants, lists, &game)
                            p.trouble = record(&game, players, cols, n_columns, out, length, row, &p)
                            if p.trouble != NONE:
                                break
                            row += players
                    if p.trouble == NONE:
                        p.block += 1
            PyErr_CheckSignals()
    finally:
        free(state)
        free(seated)
    if p.trouble != NONE:
        address = f"{table.setting['game']}, {players} players, seed {seed}, block {p.block}, rotation {p.rotation}"
        if p.trouble == OUT_OF_BOUNDS:
            name, _, _, low, high = columns[p.column]
            raise RuntimeError(f"{address}: {name} of seat {p.seat} is {p.value}, outside its bounds {low} .. {high}")
        if p.trouble == TOO_LONG:
            raise RuntimeError(f"{address}: no end after {ENDLESS:,} actions")
        raise RuntimeError(f"{address}: a seat has to move and has no option (after {game.actions} actions)")
    return {
        "games": p.games,
        "actions": p.actions,
        "decisions": p.decisions,
        "ignored_restrictions": sum([entrants[e].ignored for e in range(players)]),
    }


# Luck by itself, for tests and notebooks ------------------------------------------------------------------------------

def bits(u64 key, u64 first, u64 count) -> list:
    """64 random bits of a stream at each of `count` addresses."""
    cdef u64 i
    return [at(key, first + i) for i in range(count)]


def bounded(u64 random_bits, u32 n) -> int:
    """0 .. n - 1 from 64 random bits."""
    return below(random_bits, n)


def draws(u64 seed, u64 block, u64 source, u64 first, u64 count, u32 n) -> list:
    """What one source of luck of a game gives at `count` addresses, each 0 .. n - 1."""
    cdef u64 i
    return [draw(game_key(seed, block), source, first + i, n) for i in range(count)]
