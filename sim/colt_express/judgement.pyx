"""What a sensible player looks at. One look at the table, no search:

    what will happen        the cards that lie open in the pile are played out in thought: others walk towards loot, take
                            the best token, send the Marshal against rivals; what lies face down is unknown
    where I shall be        my own cards among them at their best, ways and robberies
    where loot will lie     every space is worth its best token, a share of the rest, and a share of what is next to it
    how the round ends      its event is known: Rebellion hits those inside, the Conductor is in the locomotive
    what a card adds        the best that it can do from there; shots and punches count less without a target in reach
    whom it hurts           rivals by what they show, the own side never; the Marshal player counts what his goals need

It uses only what the seat can know: what lies open, its own cards in the pile, the hand that it holds, the Marshal his goals.
"""
from libc.string cimport memcpy, memset
from sim.colt_express.state cimport *
from sim.colt_express.train cimport *
from sim.core.types cimport i8, i32, u8, u32, u64

cdef enum:                      # in the order of weights.yaml
    PURSE_GUESS, BAG_GUESS, FLASK_VALUE, REST, MOVE_SHARE, NEAR_SHARE, CROWD, SHOT, SHOT_BEHIND, HARM, LEADER_HARM, WOUND, DROP
    MAYBE, LATE, DRAW_VALUE, DRAW_PER_BULLET, LAST_TURN_DRAW, HIDE_VALUE, HOSTAGE_SHARE, SAFETY, FREEDOM, FEAR
    GOAL, ARREST_VALUE, MARSHAL_SHOT, CHASE, BRAWL, PRISONER_VALUE, FOIL

cdef enum:
    NOWHERE = -1000000          # a space that cannot be reached

cdef enum:                      # events that treat a bandit by where he is (see round_end), bit an event
    EVENTS_BY_PLACE = (1 << REBELLION | 1 << ANGRY_MARSHAL | 1 << CONDUCTOR | 1 << MARSHALS_REVENGE | 1 << SHOTGUN_RAGE
                       | 1 << PICKPOCKETING | 1 << ESCAPE)

cdef enum:                      # kinds of cards that move somebody or take loot, bit a kind: the others leave the train as it is
    WALKS = 1 << MOVE | 1 << FLOOR | 1 << MOVE_PLUS | 1 << FLOOR_PLUS | 1 << ROBBERY
    STIRS = WALKS | 1 << MARSHAL

cdef struct Mind:               # the table in thought, as far as the cards of the pile have been played out
    int me                      # the pawn that is thought about
    u8  rivals                  # pawns of other sides
    bint law                    # it is the Marshal of a Marshal player
    int marshal                 # where the Marshal that nobody plays is expected
    Loot floor[FLOORS]
    u8  at[SPACES]
    i8  space[PAWNS]
    double hostage              # what the best hostage is worth to me
    u32 rich                    # spaces with something to take
    double best[SPACES]         # the best token of each space and a share of the rest
    int event                   # of the round
    u32 weighed                 # spaces of which the worth is known
    double worth[SPACES]        # what it is worth to be there when the round ends
    u32 there                   # spaces where I may be
    double reach[SPACES]        # and the most that I can have by being there

# ---- the bandits against the Marshal player: all know which goals there are, not which are his (CE-4.18)

cdef double feared(const Table* t, const State* s, int goal) noexcept nogil:
    """How likely it is that this is one of his goals, as far as Rumors have told (CE-9.22)."""
    cdef int i, kind = goal >= SCRATCH, seen = 0, left = t.specials if kind else t.warrants
    for i in range(s.n_goals):
        if s.goals_shown >> i & 1:
            if s.goal[i] == goal:
                return 1
            seen += (s.goal[i] >= SCRATCH) == kind
    if kind and not t.special_pool >> goal & 1:
        return 0
    i = (popcount(t.special_pool) if kind else t.bandits) - seen
    return <double>(left - seen) / i if i > 0 and left > seen else 0

cdef double foils_dodge(const Table* t, const State* s, const double* w, int p) noexcept nogil:
    """A bullet of p for the Marshal: the nearer he is to one too many from the same gun, the better."""
    cdef int q, most = 0, had = s.pawn[0].bullets[p]
    for q in range(1, t.pawns):
        if s.pawn[0].bullets[q] > most:
            most = s.pawn[0].bullets[q]
    if most > t.rules.mp_dodge_limit or had + s.pawn[p].gun <= t.rules.mp_dodge_limit:
        return 0
    return w[FOIL] * feared(t, s, DODGE) / (t.rules.mp_dodge_limit + 1 - had)

cdef double foils_scratch(const Table* t, const State* s, const double* w) noexcept nogil:
    """A punch for the Marshal: without a Brawler card left he fails."""
    return w[FOIL] * feared(t, s, SCRATCH) / s.brawlers_left if s.brawlers_left else 0

cdef double foils_mail(const Table* t, const State* s, const double* w) noexcept nogil:
    """A mailbag in a bandit's hands: he fails if he gets neither."""
    return 0.5 * w[FOIL] * feared(t, s, MAIL) if s.delivered == 0 else 0

cdef double foils_key(const Table* t, const State* s, const double* w) noexcept nogil:
    """A prisoner less beside the prison car, or among the Marshal's achievements."""
    cdef int too_many = popcount(s.prisoners | s.caught) - t.rules.mp_key_count + 1
    if too_many <= 0 or popcount(s.caught) >= t.rules.mp_key_count:
        return 0
    return w[FOIL] * feared(t, s, KEY) / too_many

cdef double foils_warrant(const Table* t, const State* s, const double* w, int p) noexcept nogil:
    """Not to be arrested for the first time."""
    return w[FOIL] * feared(t, s, s.pawn[p].character) if s.wanted >> p & 1 else 0

cdef double price(const Table* t, const double* w, int kind) noexcept nogil:
    """A token of this class."""
    if kind == PURSE:
        return w[PURSE_GUESS]
    if kind == JEWEL:
        return t.rules.jewel_value
    if kind == STRONGBOX:
        return t.rules.strongbox_value
    if kind == MAILBAG:
        return w[BAG_GUESS]
    return w[FLASK_VALUE] if kind < NO_LOOT else 0

cdef double shows(const Table* t, const State* s, const double* w, int p) noexcept nogil:
    """What a pawn owns, as far as everybody sees it."""
    cdef const Loot* loot = &s.pawn[p].loot
    return (popcount(loot.purses) * w[PURSE_GUESS] + loot.jewels * t.rules.jewel_value
            + popcount(loot.boxes) * t.rules.strongbox_value + popcount(loot.bags) * w[BAG_GUESS])

cdef double hurts(const Table* t, const State* s, const double* w, const Mind* m, int p) noexcept nogil:
    """A bullet, or something like it, for somebody."""
    if not m.rivals >> p & 1:
        return -w[WOUND] - w[LEADER_HARM] * shows(t, s, w, p)
    return w[HARM] + w[LEADER_HARM] * shows(t, s, w, p)

cdef double ransom_guess(const Table* t, const State* s, const double* w, int p, int hostage) noexcept nogil:
    """A hostage for a bandit: the ransom, less what the drawback will cost in the rounds to come."""
    cdef const Loot* loot = &s.pawn[p].loot
    cdef double each = t.ransom[hostage], rounds = t.rules.rounds - 1 - s.round, shots = 0
    cdef int q
    if hostage == POODLE:
        return each - rounds * w[WOUND]
    if hostage == BANKER:
        return each if loot.boxes else 0.25 * each
    if hostage == MINISTER:
        return each - 40 * rounds
    if hostage == TEACHER:
        return each - 60 * rounds
    if hostage == ZEALOT:
        return each - 50 * rounds
    if hostage == OLD_LADY:
        return each * (loot.jewels + 0.3 * rounds) - 30 * rounds
    if hostage == GAMBLER:
        return each * (popcount(loot.purses) + 0.4 * rounds) - 30 * rounds
    for q in range(t.pawns):
        if side(t, q) != side(t, p):
            shots += s.pawn[p].bullets[q]
    return each * (shots + 0.7 * rounds)

cdef inline void think_of(const Table* t, int p, Mind* m) noexcept nogil:
    """Whom the question is about, and against whom he plays."""
    m.me = p
    m.law = t.mp and p == 0
    m.rivals = ((1 << t.pawns) - 1) & ~(3 << (p & 6) if t.two or t.team else 1 << p)

cdef bint is_about_places(int phase) noexcept nogil:
    """Robberies, shots and punches are judged by the people alone: no look at the whole train is needed."""
    return (phase == MOVING or phase == CLIMBING or phase == MARSHAL_MOVING or phase == RIDING or phase == FLEEING
            or phase == BREAKING_OUT or phase == ATTACK or phase == ANGRY_MOVE or phase == EVADING or phase == PLACING)

# ---- the Marshal player: what his goals need (CE-11.17)

cdef double wish(const Table* t, const State* s, int goal) noexcept nogil:
    """How likely it is that this is one of his goals: he holds it, or it may still come up."""
    cdef int i, kind = goal >= SCRATCH, seen = 0, left = t.specials if kind else t.warrants
    for i in range(s.n_goals):
        if s.goal[i] == goal:
            return 1
        seen += (s.goal[i] >= SCRATCH) == kind
    i = (popcount(t.special_pool) if kind else t.bandits) - seen
    return <double>(left - seen) / i if i > 0 and left > seen else 0

cdef double arrest_gain(const Table* t, const State* s, const double* w, int p) noexcept nogil:
    """CE-11.5: the warrant counts the first time only."""
    if s.wanted >> p & 1:
        return w[ARREST_VALUE] + w[GOAL] * wish(t, s, s.pawn[p].character)
    return w[ARREST_VALUE]

cdef double shot_gain(const Table* t, const State* s, const double* w, int p, int pile) noexcept nogil:
    """A bullet for a bandit: what it does for each goal that it serves."""
    cdef int had = s.pawn[p].bullets[OF_MARSHAL], q, unhurt = 0, most = 0
    cdef int effect = t.bullet[pile][t.rules.marshal_bullets_per_pile - s.piles[pile]] if s.piles[pile] > 0 else GOLDEN
    cdef double v = w[MARSHAL_SHOT]
    for q in range(1, t.pawns):
        unhurt += s.pawn[q].bullets[OF_MARSHAL] == 0
        if s.pawn[q].bullets[OF_MARSHAL] > most:
            most = s.pawn[q].bullets[OF_MARSHAL]
    if s.piles[pile] > 0 and s.piles[pile] <= s.piles[1 - pile]:
        v += w[GOAL] * wish(t, s, GOLDEN_GOAL) / (1 + s.piles[pile])            # the shorter pile, and the more the shorter
    if had == 0:
        v += w[GOAL] * wish(t, s, FULL_OF_LEAD) / (1 + unhurt)
    if most < t.rules.mp_arch_enemy and had == most:
        v += w[GOAL] * wish(t, s, ARCH_ENEMY) / (t.rules.mp_arch_enemy - had)
    if effect == DROP_THE_BAG and s.pawn[p].loot.bags and s.delivered == 0:
        v += 0.6 * w[GOAL] * wish(t, s, MAIL)
    if effect == GOTCHA and s.pawn[p].prisoner >= 0 and popcount(s.caught | s.prisoners) < t.rules.mp_key_count:
        v += 0.6 * w[GOAL] * wish(t, s, KEY)
    return v

# ---- the table in thought

cdef inline double lying(const Table* t, const State* s, const double* w, const Loot* loot, u8 guarded) noexcept nogil:
    """The best token of a space and a share of the rest."""
    cdef double best = 0, sum = 0, each
    cdef u32 beside
    if loot.purses:
        best = w[PURSE_GUESS]
        sum = best * popcount(loot.purses)
    memcpy(&beside, &loot.jewels, 4)
    if beside == 0:                                         # nothing but purses, as mostly
        return best + w[REST] * (sum - best)
    if loot.jewels:
        each = t.rules.jewel_value
        best = each if each > best else best
        sum += each * loot.jewels
    if loot.boxes & ~guarded:
        each = t.rules.strongbox_value
        best = each if each > best else best
        sum += each * popcount(loot.boxes & ~guarded)
    if loot.bags:
        each = w[BAG_GUESS] + foils_mail(t, s, w)
        best = each if each > best else best
        sum += each * popcount(loot.bags)
    if loot.flasks:
        each = w[FLASK_VALUE]
        best = each if each > best else best
        sum += each * popcount(loot.flasks)
    return best + w[REST] * (sum - best)

cdef inline u8 guarded(const State* s, int x) noexcept nogil:
    return COACH_BOX if x == COACH_ROOF and s.guard == 0 else 0

cdef inline bint bare(const Loot* loot) noexcept nogil:
    cdef u64 all
    memcpy(&all, loot, 8)
    return all == 0

cdef inline void weigh(const Table* t, const State* s, const double* w, Mind* m, int x) noexcept nogil:
    """What lies in this space, in thought."""
    m.best[x] = lying(t, s, w, &m.floor[x], guarded(s, x))
    if m.best[x] > 0:
        m.rich |= <u32>1 << x
    else:
        m.rich &= ~(<u32>1 << x)

cdef inline void look_at(const Table* t, const State* s, const double* w, Mind* m, int x) noexcept nogil:
    """The same for a space that has not been looked at."""
    m.floor[x] = s.floor[x]
    m.best[x] = 0
    if not bare(&m.floor[x]) and not m.law:
        weigh(t, s, w, m, x)

cdef void begin(const Table* t, const State* s, const double* w, Mind* m) noexcept nogil:
    """As it lies now."""
    cdef int x, k
    cdef double one_value
    m.marshal = s.marshal
    m.event = round_card(t, s).event if s.card >= 0 else NO_EVENT
    if not EVENTS_BY_PLACE >> m.event & 1:
        m.event = NO_EVENT
    m.weighed = 0
    memcpy(m.at, s.at, sizeof(m.at))
    for k in range(t.pawns):
        m.space[k] = s.pawn[k].space
    m.hostage = 0
    if s.hostages and s.pawn[m.me].hostage < 0 and not m.law:
        for k in range(HOSTAGES):
            if s.hostages >> k & 1:
                one_value = ransom_guess(t, s, w, m.me, k) * w[HOSTAGE_SHARE]
                if one_value > m.hostage:
                    m.hostage = one_value
    m.rich = 0
    m.best[CELL] = m.best[OUT] = 0
    for x in range(t.last + 1):
        look_at(t, s, w, m, x)
        look_at(t, s, w, m, ROOF + x)
    look_at(t, s, w, m, COACH_IN)
    look_at(t, s, w, m, COACH_ROOF)
    if m.law:
        chase(t, s, w, m)

cdef void chase(const Table* t, const State* s, const double* w, Mind* m) noexcept nogil:
    """For the Marshal player it is bandits that lie about."""
    cdef int p
    m.rich = 0
    memset(m.best, 0, sizeof(m.best))
    for p in range(1, t.pawns):
        if m.space[p] < CELL:
            m.best[m.space[p]] += w[CHASE] * arrest_gain(t, s, w, p)
            m.rich |= <u32>1 << m.space[p]

cdef inline double for_me(const double* w, const Mind* m, int x) noexcept nogil:
    """What I can expect to find there: each other bandit spoils a part."""
    cdef u8 others = m.at[x] & m.rivals
    if others == 0 or m.law:
        return m.best[x]
    return m.best[x] * (1 - w[CROWD] * (popcount(others) if popcount(others) < 3 else 3))

cdef void take_best(const Table* t, const State* s, const double* w, Mind* m, int x) noexcept nogil:
    """Somebody robs: the best token goes."""
    cdef Loot* loot = &m.floor[x]
    if loot.boxes & ~guarded(s, x):
        loot.boxes &= guarded(s, x)
    elif loot.bags:
        loot.bags &= loot.bags - 1
    elif loot.jewels:
        loot.jewels -= 1
    elif loot.purses:
        loot.purses &= loot.purses - 1
    else:
        loot.flasks &= loot.flasks - 1
    if not m.law:
        weigh(t, s, w, m, x)

cdef inline u32 steps(const Table* t, const State* s, int x, bint swift) noexcept nogil:
    """Where a Move leads (CE-7.4, CE-12.1)."""
    cdef u32 ways
    if x >= COACH_IN:
        return <u32>roofs(within(t, s.coach, 2)) if x == COACH_ROOF else 0
    ways = t.step[x]
    if swift:
        ways = <u32>(within(t, x & 7, t.rules.silk_move_max) << (x & ROOF) & ~bit(x))
    if x >= ROOF and x - ROOF == s.coach:
        ways |= 1 << COACH_ROOF
    return ways

cdef inline int other_floor(int x) noexcept nogil:
    return x ^ ROOF if x < COACH_IN else x ^ 1

cdef inline void shift_pawn(Mind* m, int q, int x) noexcept nogil:
    if x == m.marshal:
        x += ROOF                                           # CE-7.12
    m.at[m.space[q]] &= ~(1 << q)
    m.at[x] |= 1 << q
    m.space[q] = x

cdef inline void imagine(const Table* t, const State* s, const double* w, Mind* m, int q, int kind) noexcept nogil:
    """An open card of somebody else: what he will probably do with it."""
    cdef int x = m.space[q], y, to = x
    cdef u32 ways
    cdef double lure, most = -1
    if x >= CELL:
        return
    if kind == FLOOR or kind == FLOOR_PLUS:
        shift_pawn(m, q, other_floor(x))
    elif kind == MOVE or kind == MOVE_PLUS:
        ways = steps(t, s, x, t.silk == SILK_MOVE and can(s, q, SILK))
        while ways:
            y = lowest(ways)
            ways &= ways - 1
            lure = m.best[y] + 0.5 * m.best[other_floor(y)] if y != m.marshal else 0
            if lure > most:
                most, to = lure, y
        shift_pawn(m, q, to)
    elif kind == ROBBERY:
        if m.floor[x].purses or m.best[x] > 0:
            take_best(t, s, w, m, x)
    elif kind == MARSHAL:
        y = m.marshal + 1
        if y > t.last or (m.marshal > 0 and popcount(m.at[m.marshal - 1] & ~(1 << q)) > popcount(m.at[y] & ~(1 << q))):
            y = m.marshal - 1
        m.marshal = y
        while m.at[y]:
            shift_pawn(m, lowest(m.at[y]), y)

cdef inline void spread(double* to, u32* set, int space, double value) noexcept nogil:
    if not set[0] >> space & 1 or value > to[space]:
        to[space] = value
        set[0] |= <u32>1 << space

cdef inline void enter(const State* s, const double* w, const Mind* m, double* b, u32* set, int x, double value) noexcept nogil:
    """Ending there costs a bullet where the Marshal is inside, or the guard on the roof; in the stagecoach wait hostages."""
    if x == COACH_IN:
        spread(b, set, x, value + m.hostage)
    elif x == m.marshal:
        spread(b, set, ROOF + x, value - w[WOUND])
    elif s.guard == 1 and x == ROOF + s.coach and not m.law:
        spread(b, set, x, value - w[WOUND])
    else:
        spread(b, set, x, value)

cdef u32 walk(const Table* t, const State* s, const double* w, const Mind* m, int kind, double* b) noexcept nogil:
    """One card of mine that walks or robs, in thought: from where I may be before it to where I may be after it."""
    cdef u32 left = m.there, ways, out = 0
    cdef int x
    if kind == ROBBERY:
        while left:
            x = lowest(left)
            left &= left - 1
            b[x] = m.reach[x] if m.law else m.reach[x] + for_me(w, m, x)
        return m.there
    while left:
        x = lowest(left)
        left &= left - 1
        if x >= CELL:
            spread(b, &out, x, m.reach[x])
        elif kind == FLOOR or kind == FLOOR_PLUS:
            enter(s, w, m, b, &out, other_floor(x), m.reach[x])
        else:
            ways = steps(t, s, x, t.silk == SILK_MOVE and can(s, m.me, SILK))
            if ways == 0:
                spread(b, &out, x, m.reach[x])
            while ways:
                enter(s, w, m, b, &out, lowest(ways), m.reach[x])
                ways &= ways - 1
    return out

cdef inline bint mine(const Table* t, const State* s, int i, int pawn) noexcept nogil:
    """A card of this pawn in the pile that the seat to move knows: it lies open, or the seat laid it."""
    cdef int player = owner(t, pawn)
    if s.pile[i] >> 4 != pawn:
        return False
    if not s.down >> i & 1:
        return True
    if s.by_partner >> i & 1 and t.rules.team_card_actor == 0:
        player ^= 1
    return player == s.head.to_move

cdef void foresee(const Table* t, const State* s, const double* w, Mind* m, int start, double value) noexcept nogil:
    """The pile played out in thought, card by card, with me beginning in this space."""
    cdef double after[SPACES]
    cdef int i, q, x, kind, n_pile = s.n_pile, me = m.me
    cdef u32 left
    cdef u64 down = s.down >> s.next
    m.there = 0
    enter(s, w, m, m.reach, &m.there, start, value)
    for i in range(s.next, n_pile):
        q = s.pile[i] >> 4
        kind = s.pile[i] & 15
        if q != me:
            if STIRS >> kind & 1 and not down & 1:
                imagine(t, s, w, m, q, kind)
                if kind == MARSHAL and m.there >> m.marshal & 1:        # he may come upon me
                    m.there &= ~(<u32>1 << m.marshal)
                    spread(m.reach, &m.there, ROOF + m.marshal, m.reach[m.marshal] - w[WOUND])
        elif WALKS >> kind & 1 and (not down & 1 or mine(t, s, i, q)):
            left = walk(t, s, w, m, kind, after)
            if kind == ROBBERY and not m.there & (m.there - 1):
                x = lowest(m.there)
                if m.best[x] > 0 and x < FLOORS:
                    take_best(t, s, w, m, x)
            m.there = left
            while left:
                x = lowest(left)
                left &= left - 1
                m.reach[x] = after[x]
        down >>= 1

cdef inline double round_end(const Table* t, const State* s, const double* w, const Mind* m, int x) noexcept nogil:
    """What the event of the round does to a bandit who is there (section 9)."""
    cdef int event = m.event
    if event == REBELLION:
        return -w[WOUND] if x < ROOF else 0
    if event == ANGRY_MARSHAL and m.marshal >= 0:
        return -w[WOUND] if x == ROOF + m.marshal or x == m.marshal + 1 else 0
    if event == CONDUCTOR:
        return t.rules.conductor_ransom if x == 0 or x == ROOF else 0
    if event == MARSHALS_REVENGE and m.marshal >= 0:
        return -w[PURSE_GUESS] if x == ROOF + m.marshal and s.pawn[m.me].loot.purses else 0
    if event == SHOTGUN_RAGE:
        return -w[WOUND] if position(s, x) == s.coach else 0
    if event == PICKPOCKETING:
        return w[PURSE_GUESS] if x < FLOORS and m.floor[x].purses and not m.at[x] & m.rivals else 0
    if event == ESCAPE:
        return w[SAFETY] if x >= COACH_IN else 0
    return 0

cdef double worth_of(const Table* t, const State* s, const double* w, Mind* m, int x) noexcept nogil:
    """What it is worth to be there once the pile is played."""
    cdef u32 near
    cdef double bonus = 0, here
    if x >= CELL:
        return 0
    near = (steps(t, s, x, False) | <u32>1 << other_floor(x)) & m.rich
    while near:
        here = m.best[lowest(near)]
        near &= near - 1
        bonus = here if here > bonus else bonus
    if x == COACH_ROOF and m.hostage > bonus:
        bonus = m.hostage
    here = for_me(w, m, x) + w[NEAR_SHARE] * bonus
    if m.law:
        return here
    if x == m.marshal:
        here -= w[WOUND]
    if m.event != NO_EVENT:
        here += round_end(t, s, w, m, x) / w[MOVE_SHARE]
    if t.mp and s.wanted >> m.me & 1 and m.space[0] == x:
        here -= w[FEAR] + foils_warrant(t, s, w, m.me)
    return here

cdef double best_end(const Table* t, const State* s, const double* w, Mind* m, const double* reach, u32 left) noexcept nogil:
    """The most that can be had, a share of the place where one ends included."""
    cdef double best = NOWHERE, here
    cdef int x
    while left:
        x = lowest(left)
        left &= left - 1
        if not m.weighed >> x & 1:
            m.weighed |= <u32>1 << x
            m.worth[x] = worth_of(t, s, w, m, x)
        here = reach[x] + w[MOVE_SHARE] * m.worth[x]
        if here > best:
            best = here
    return best

cdef double shot_value(const Table* t, const State* s, const double* w, int p) noexcept nogil:
    """CE-14.2 in sight, or not."""
    cdef int q, most = 0
    if s.pawn[p].gun == 0:
        return 0
    for q in range(t.pawns):
        if q != p and s.pawn[q].fired > most:
            most = s.pawn[q].fired
    return w[SHOT] * (1 if s.pawn[p].fired + 2 > most else w[SHOT_BEHIND])

cdef inline u8 in_view(const Table* t, const Mind* m, int x) noexcept nogil:
    """Whom I expect to see from this space."""
    cdef u8 seen = 0
    cdef u64 there
    if x < ROOF:                                            # CE-7.9
        if x > 0:
            seen |= m.at[x - 1]
        if x < t.last:
            seen |= m.at[x + 1]
    elif x < CELL:                                          # CE-7.10, roughly: somebody on another roof
        memcpy(&there, &m.at[ROOF], 8)
        if x < COACH_IN:
            there &= ~(<u64>0xFF << 8 * (x - ROOF))
        there |= there >> 32
        there |= there >> 16
        seen = <u8>(there | there >> 8)
    return seen & m.rivals

cdef double ride_value(const Table* t, const State* s, const double* w, Mind* m, int start) noexcept nogil:
    """CE-10.2: the best that a horse beside this position can lead to, if there is one."""
    cdef u64 ways
    cdef double best = 0, here
    if start < 0 or s.horses[start] == 0:
        return 0
    if station_event(t, s) == ESCAPE:
        return w[SAFETY]                                    # CE-10.33
    ways = within(t, start, t.rules.hs_ride_max)
    if s.coach >= 0 and ways >> s.coach & 1:
        best = m.hostage
    while ways:
        here = w[MOVE_SHARE] * for_me(w, m, lowest(ways))
        ways &= ways - 1
        best = here if here > best else best
    return best

cdef double best_shot(const Table* t, const State* s, const double* w, u8 seen) noexcept nogil:
    """The Marshal's best shots among those whom he sees: two guns (CE-11.6)."""
    cdef double best = 0, second = 0, v
    cdef int p, pile = 0 if s.piles[0] and (s.piles[0] <= s.piles[1] or not s.piles[1]) else 1
    while seen:
        p = lowest(seen)
        seen &= seen - 1
        v = shot_gain(t, s, w, p, pile)
        if v > best:
            best, second = v, best
        elif v > second:
            second = v
    return best + (second if s.piles[0] and s.piles[1] else 0)

cdef double card_value(const Table* t, const State* s, const double* w, Mind* m, int kind, double before) noexcept nogil:
    """What one more card of this kind adds after the pile as it lies."""
    cdef double after[SPACES]
    cdef double value = 0, sure = 0, foiled = 0, here
    cdef int x, y, k, p = m.me
    cdef u32 left
    cdef u8 whom
    if s.pawn[p].space == OUT:
        return 0
    if s.pawn[p].space == CELL:
        return w[FREEDOM] if kind == IDEA else 0
    if WALKS >> kind & 1:
        left = walk(t, s, w, m, kind, after)
        value = best_end(t, s, w, m, after, left) - before
        return value + (40 if kind >= MOVE_PLUS else 0)
    left = m.there
    while left:                                             # the rest depends on who is near where I shall be
        x = lowest(left)
        left &= left - 1
        here = 0
        if kind == FIRE:
            whom = in_view(t, m, x)
            if m.law:
                here = best_shot(t, s, w, whom)
            elif whom:
                here = 1
                if t.mp and whom & 1:
                    foiled = foils_dodge(t, s, w, p)
        elif kind == PUNCH:
            whom = m.at[x] & m.rivals
            if t.mp and whom & 1 and s.brawlers_left:
                here = (w[BRAWL] * t.brawler[3 - s.brawlers_left] + foils_scratch(t, s, w)) / w[PURSE_GUESS] / w[DROP]
            elif whom:
                here = 1
        elif kind == ARREST:
            whom = m.at[x] & m.rivals
            while whom:
                value = arrest_gain(t, s, w, lowest(whom))
                whom &= whom - 1
                if value > here:
                    here = value
        elif kind == RIDE:
            here = ride_value(t, s, w, m, position(s, x))
        if here > sure:
            sure = here
    if kind == ARREST:
        return sure if sure > 0 else w[MAYBE] * w[ARREST_VALUE]
    if kind == RIDE:
        return sure if s.pawn[p].hostage != ZEALOT else 0
    if kind == FIRE and m.law:
        return (sure if sure > 0 else w[MAYBE] * w[MARSHAL_SHOT]) + w[LATE] * s.n_pile if s.piles[0] or s.piles[1] else 0
    sure = sure if sure > 0 else w[MAYBE]
    if kind == FIRE:
        value = shot_value(t, s, w, p)
        return sure * (value + w[HARM]) + foiled + w[LATE] * s.n_pile if value > 0 else 0
    if kind == PUNCH:
        if s.pawn[p].hostage == TEACHER:
            return 0
        return sure * w[DROP] * (w[PURSE_GUESS] if not can(s, p, CHEYENNE) else 2 * w[PURSE_GUESS]) + w[LATE] * s.n_pile
    value = 0
    if kind == MARSHAL:
        for k in range(2):
            y = m.marshal + 1 if k else m.marshal - 1
            if 0 <= y <= t.last:
                here = 0
                whom = m.at[y]
                while whom:
                    here += hurts(t, s, w, m, lowest(whom))
                    whom &= whom - 1
                if here > value:
                    value = here
        return 0.7 * value + w[LATE] * s.n_pile + (0.1 * m.best[m.marshal] if m.marshal >= 0 else 0)
    return idea_value(t, s, w, m, before)

cdef double idea_value(const Table* t, const State* s, const double* w, Mind* m, double before) noexcept nogil:
    """CE-11.20: beside the prison car it frees somebody; elsewhere it copies the bandit's card that lies before it."""
    cdef int i, kind
    if m.there >> t.last & 1 or m.there >> (ROOF + t.last) & 1:
        return w[PRISONER_VALUE] + foils_key(t, s, w) if s.prisoners and s.pawn[m.me].prisoner < 0 else 0
    for i in range(s.n_pile - 1, s.next - 1, -1):
        kind = s.pile[i] & 15
        if s.pile[i] >> 4 == 0:
            continue                                        # the Marshal's cards are skipped
        if s.down >> i & 1 and not mine(t, s, i, m.me):
            break
        if kind != IDEA:
            return 0.9 * card_value(t, s, w, m, kind, before)
    return w[MAYBE] * w[SHOT]

cdef double hand_card(const Table* t, const double* w, int kind) noexcept nogil:
    """A card that might be kept for the next round."""
    if kind == BULLET:
        return -20
    if kind == ROBBERY:
        return 60
    if kind == FIRE:
        return 35
    if kind == MOVE or kind == RIDE or kind == IDEA or kind == ARREST:
        return 25
    return 5

cdef double follow_up(const Table* t, const State* s, const double* w, Mind* m, int space) noexcept nogil:
    """What it is worth to stand in this space now, with the cards still to come."""
    cdef Mind then
    if space == OUT:
        return w[SAFETY] if station_event(t, s) == ESCAPE else 0
    memcpy(&then, m, sizeof(Mind))
    foresee(t, s, w, &then, space, 0)
    return best_end(t, s, w, &then, then.reach, then.there)

cdef int coming(const Table* t, const State* s, int p, int kind) noexcept nogil:
    """My next card in the pile: is it of this kind?"""
    cdef int i
    for i in range(s.next, s.n_pile):
        if mine(t, s, i, p):
            return (s.pile[i] & 15) == kind
    return False

cdef double punch_value(const Table* t, const State* s, const double* w, Mind* m, int k) noexcept nogil:
    cdef int victim = k >> 6, kind = k >> 3 & 7, where = k & 7, to
    cdef double value = 0, loot
    if victim == GUARD_TARGET:
        return w[DROP] * t.rules.strongbox_value
    if t.mp and victim == 0:
        return w[BRAWL] * t.brawler[3 - s.brawlers_left] + foils_scratch(t, s, w) if s.brawlers_left else 0
    loot = price(t, w, kind)
    if can(s, m.me, CHEYENNE) and kind == PURSE:
        value = loot
    elif coming(t, s, m.me, ROBBERY):
        value = 0.9 * loot
    value += w[DROP] * loot
    if t.mp and kind == MAILBAG and not coming(t, s, m.me, ROBBERY):
        value -= foils_mail(t, s, w)                        # a bag that lies on the train is the Marshal's in the end (CE-11.18)
    if not m.rivals >> victim & 1:
        return -value - 1
    if where == PUSH_OFF:
        return value + 0.3 * shows(t, s, w, victim) + w[SHOT]
    to = pushed_to(t, s, s.pawn[victim].space, where)
    if to == s.marshal or (s.guard == 1 and to == ROOF + s.coach):
        value += hurts(t, s, w, m, victim)
    if where == PUSH_ACROSS and s.pawn[victim].hostage < 0 and to == COACH_IN:
        value -= 300
    return value

cdef inline void prepare(const Table* t, const State* s, const double* w, Mind* m) noexcept nogil:
    """All that is needed to judge one more card."""
    begin(t, s, w, m)
    foresee(t, s, w, m, s.pawn[m.me].space, 0)
    if m.law:
        chase(t, s, w, m)

cdef int thinker(const Table* t, const State* s, int seat) noexcept nogil:
    """The pawn about which the question is."""
    cdef int phase = s.phase
    if phase == LOSING or phase == TAKING_HOSTAGE or phase == FLEEING or phase == RANSOM or phase == PICKING or phase == EVADING or phase == PLACING:
        return s.whom
    if phase < MOVING or phase == REFLEX:
        return first_pawn(t, seat)
    return s.actor

cdef void judge(const Table* t, const State* s, const double* w, const i32* codes, int n, double* value) noexcept nogil:
    cdef Mind m
    cdef Mind second
    cdef int i, act, k, seat = s.head.to_move, p = thinker(t, s, seat)
    cdef double before = 0, before2 = 0, v
    cdef double known[SECOND + KINDS]                       # by card, once it has been judged
    cdef u32 judged = 0
    cdef bint scheming = SCHEME <= s.phase <= COVER or s.phase == REFLEX
    think_of(t, p, &m)
    if scheming:
        prepare(t, s, w, &m)
        before = best_end(t, s, w, &m, m.reach, m.there)
        if t.two or t.team:
            think_of(t, second_pawn(t, seat), &second)
            prepare(t, s, w, &second)
            before2 = best_end(t, s, w, &second, second.reach, second.there)
    elif is_about_places(s.phase):
        begin(t, s, w, &m)
    for i in range(n):
        act = codes[i] >> 24
        k = codes[i] & 0xFFFFFF
        v = 0
        if act == ACT_PLAY or act == ACT_HIDE:
            if act == ACT_HIDE and judged >> k & 1:
                v = known[k]
            elif k < SECOND:
                v = card_value(t, s, w, &m, k, before)
            else:
                v = card_value(t, s, w, &second, k - SECOND, before2)
            known[k] = v
            judged |= <u32>1 << k
            if act == ACT_HIDE:
                v += w[HIDE_VALUE]
        elif act == ACT_DRAW or act == ACT_FETCH:
            v = w[DRAW_VALUE] + w[DRAW_PER_BULLET] * <double>(s.cards[seat].hand >> BULLET_SHIFT)
            if act == ACT_FETCH and s.pawn[p].space == CELL:
                v += w[FREEDOM]
            if s.turn + 1 == round_card(t, s).n_turns:
                v += w[LAST_TURN_DRAW]
        elif act == ACT_FLASK:
            v = 1.5 * w[DRAW_VALUE] + (100 if k & 3 == 2 else 0)
        elif act == ACT_STOP:
            v = 1
        elif act == ACT_MOVE or act == ACT_FLOOR or act == ACT_RIDE or act == ACT_FLEE or act == ACT_BREAK_OUT or act == ACT_PLACE:
            v = follow_up(t, s, w, &m, k)
        elif act == ACT_ROB:
            v = price(t, w, k)
            if t.mp and k == MAILBAG:
                v += foils_mail(t, s, w)
        elif act == ACT_LOSE or act == ACT_PAY:
            v = -price(t, w, k)
            if t.mp and act == ACT_LOSE and k == MAILBAG:
                v -= foils_mail(t, s, w)
        elif act == ACT_PUNCH:
            v = punch_value(t, s, w, &m, k)
        elif act == ACT_FIRE:
            v = hurts(t, s, w, &m, k)
            if t.mp and k == 0:
                v += foils_dodge(t, s, w, p)
        elif act == ACT_FIRE_OFF:
            v = hurts(t, s, w, &m, k) + (w[SHOT] if m.rivals >> k & 1 else -w[SAFETY])
        elif act == ACT_SHOOT:
            v = shot_gain(t, s, w, k & 7, k >> 3)
        elif act == ACT_SHOOT_TWO:
            v = shot_gain(t, s, w, k >> 3, 0) + shot_gain(t, s, w, k & 7, 1)
        elif act == ACT_MARSHAL:
            v = marshal_value(t, s, w, &m, s.marshal + 1 if k else s.marshal - 1)
        elif act == ACT_HOSTAGE:
            v = ransom_guess(t, s, w, p, k)
        elif act == ACT_ARREST:
            v = arrest_gain(t, s, w, k)
        elif act == ACT_FREE_PRISONER:
            v = w[PRISONER_VALUE] + foils_key(t, s, w)
        elif act == ACT_FREE_BANDIT:
            v = 0.5 * w[PURSE_GUESS] if s.pawn[k].loot.purses else 0
        elif act == ACT_PICK:
            v = k
        elif act == ACT_EVADE:
            v = hurts(t, s, w, &m, k) + (w[MOVE_SHARE] * worth_of(t, s, w, &m, s.pawn[k].space) if t.rules.silk_evasion_mode == 0 else 0)
        elif act == ACT_ATTACK:
            v = attack_value(t, s, w, &m, k)
        elif act == ACT_OPENING or act == ACT_KEEP:
            v = 0 if k == KEEP_NO_MORE else hand_card(t, w, BULLET if k == SECOND + SECOND_BULLET else k & 15)
        elif act == ACT_HOLD:
            v = (k & 31) * hand_card(t, w, k >> 5 & 15)
        value[i] = v

cdef double marshal_value(const Table* t, const State* s, const double* w, const Mind* m, int to) noexcept nogil:
    """CE-7.11: whom the step hurts, and whether it opens the way to loot."""
    cdef double v = 0
    cdef u8 whom = s.at[to]
    while whom:
        v += hurts(t, s, w, m, lowest(whom))
        whom &= whom - 1
    return v + 0.05 * (m.best[s.marshal] - m.best[to])

cdef double attack_value(const Table* t, const State* s, const double* w, Mind* m, int k) noexcept nogil:
    """D3: board where the loot is; fewer cars are left, the longer one rides."""
    cdef double here = worth_of(t, s, w, m, s.turn), ahead = 0
    cdef int x
    for x in range(1, s.turn):
        if worth_of(t, s, w, m, x) > ahead:
            ahead = worth_of(t, s, w, m, x)
    return (ahead * 0.9 if k else here)
