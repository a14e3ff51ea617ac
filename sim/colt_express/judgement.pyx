"""What a sensible player looks at. One look at the table, no search:

    where loot lies         every space is worth its best token, a share of the rest, and a share of what is next to it
    where I shall be        my own cards in the pile are played out in thought, ways and robberies at their best
    what a card adds        the best that it can do from there; shots and punches count less without a target in sight
    whom it hurts           rivals by what they show, the own side never

It uses only what the seat can know: what lies open, its own cards in the pile, the hand that it holds.
"""
from sim.colt_express.state cimport *
from sim.colt_express.train cimport *
from sim.core.types cimport i8, i32, u8, u32, u64

cdef enum:                      # in the order of weights.yaml
    PURSE_GUESS, BAG_GUESS, FLASK_VALUE, MOVE_SHARE, NEAR_SHARE, CROWD, SHOT, SHOT_BEHIND, HARM, LEADER_HARM, WOUND, DROP
    MAYBE, LATE, DRAW_VALUE, DRAW_PER_BULLET, LAST_TURN_DRAW, HIDE_VALUE, HOSTAGE_SHARE, SAFETY, FREEDOM, ARREST_VALUE
    MARSHAL_SHOT, CHASE, BRAWL, PRISONER_VALUE

cdef enum:
    NOWHERE = -1000000          # a space that cannot be reached

cdef struct Mind:               # one look at the table
    int me                      # the pawn that is thought about
    u8  rivals                  # pawns of other sides
    double best[SPACES]         # the best token of each space
    double worth[SPACES]        # what it is worth to be there
    double reach[SPACES]        # the most that can be had by being there once my own cards in the pile are played

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

cdef void think_of(const Table* t, int p, Mind* m) noexcept nogil:
    """Whom the question is about, and against whom he plays."""
    cdef int q
    m.me = p
    m.rivals = 0
    for q in range(t.pawns):
        if side(t, q) != side(t, p):
            m.rivals |= 1 << q

cdef bint is_about_places(int phase) noexcept nogil:
    """Robberies, shots and punches are judged by the people alone: no look at the whole train is needed."""
    return not (phase == ROBBING or phase == FIRING or phase == PUNCHING or phase == LOSING or phase == MARSHAL_FIRING
                or phase == KEEP or phase == EXPERT_KEEP or phase == OPENING or phase == PICKING or phase == ANGRY_FIRE)

cdef void look(const Table* t, const State* s, const double* w, int p, Mind* m) noexcept nogil:
    """best and worth of every space."""
    cdef int x, k, i
    cdef u32 there
    cdef double best, rest, one_value, hostage = 0, bonus
    cdef u8 others
    cdef bint law = t.mp and p == 0, escape = station_event(t, s) == ESCAPE
    for x in range(SPACES):
        m.best[x] = 0
        m.worth[x] = 0
    if s.hostages and s.pawn[p].hostage < 0 and not law:
        for k in range(HOSTAGES):
            if s.hostages >> k & 1:
                one_value = ransom_guess(t, s, w, p, k) * w[HOSTAGE_SHARE]
                if one_value > hostage:
                    hostage = one_value
    for x in range(FLOORS):
        if x < COACH_IN:
            if (x & 7) > t.last:
                continue
        elif s.coach < 0:
            continue
        others = s.at[x] & ~(1 << p)
        if law:
            m.best[x] = w[CHASE] * popcount(others & t.crew)
            continue
        there = robbable(s, x)
        best = rest = 0
        while there:
            k = lowest(there)
            there &= there - 1
            one_value = price(t, w, k)
            if k == PURSE:
                rest += one_value * (popcount(s.floor[x].purses) - 1)
            elif k == JEWEL:
                rest += one_value * (s.floor[x].jewels - 1)
            rest += one_value
            if one_value > best:
                best = one_value
        rest -= best
        best *= 1 - w[CROWD] * (popcount(others) if popcount(others) < 4 else 3)
        m.best[x] = best + 0.25 * rest
        if x == COACH_IN:
            m.best[x] += hostage
    for x in range(FLOORS):                                 # a share of what is next to it
        bonus = 0
        if x < COACH_IN:
            if (x & 7) > t.last:
                continue
            bonus = m.best[x ^ ROOF]
            i = 3 if x >= ROOF else 1
            for k in range(1, i + 1):
                if (x & 7) >= k and m.best[x - k] > bonus:
                    bonus = m.best[x - k]
                if (x & 7) + k <= t.last and m.best[x + k] > bonus:
                    bonus = m.best[x + k]
        elif s.coach >= 0:
            bonus = m.best[x ^ 1]
        m.worth[x] = m.best[x] + w[NEAR_SHARE] * bonus
        if escape and x >= COACH_IN:
            m.worth[x] += 2 * w[SAFETY]
        if x < ROOF and x == s.marshal:
            m.worth[x] -= w[WOUND]

cdef inline void spread(double* to, int space, double value) noexcept nogil:
    if value > to[space]:
        to[space] = value

cdef inline double landing(const Table* t, const State* s, const double* w, int x) noexcept nogil:
    """The cost of ending there: the Marshal inside, the guard on the roof."""
    if x == s.marshal or (s.guard == 1 and x == ROOF + s.coach):
        return w[WOUND]
    return 0

cdef void walk(const Table* t, const State* s, const double* w, Mind* m, int kind, const double* a, double* b) noexcept nogil:
    """One card played in thought: from what can be had at each space before it to what can be had after it."""
    cdef int x, y, k, most
    cdef double here
    for x in range(SPACES):
        b[x] = NOWHERE
    for x in range(SPACES):
        here = a[x]
        if here <= NOWHERE:
            continue
        if kind == ROBBERY:
            spread(b, x, here + m.best[x])
        elif (kind == FLOOR or kind == FLOOR_PLUS) and x < CELL:
            y = x ^ ROOF if x < COACH_IN else x ^ 1
            spread(b, ROOF + y if y == s.marshal else y, here - landing(t, s, w, y))
        elif (kind == MOVE or kind == MOVE_PLUS) and x < COACH_IN:
            most = t.rules.roof_move_max if x >= ROOF else t.rules.inside_move_max
            for k in range(1, most + 1):
                if (x & 7) >= k:
                    y = x - k
                    spread(b, ROOF + y if y == s.marshal else y, here - landing(t, s, w, y))
                if (x & 7) + k <= t.last:
                    y = x + k
                    spread(b, ROOF + y if y == s.marshal else y, here - landing(t, s, w, y))
        elif kind == MOVE and x == COACH_ROOF:
            spread(b, ROOF + s.coach, here)
        else:
            spread(b, x, here)

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

cdef void plan(const Table* t, const State* s, const double* w, Mind* m) noexcept nogil:
    """Where my cards in the pile can bring me, and what they bring: cards that I laid or that lie open."""
    cdef double next_reach[SPACES]
    cdef int i, x
    for x in range(SPACES):
        m.reach[x] = NOWHERE
    m.reach[s.pawn[m.me].space] = 0
    for i in range(s.next, s.n_pile):
        if not mine(t, s, i, m.me):
            continue
        walk(t, s, w, m, s.pile[i] & 15, m.reach, next_reach)
        for x in range(SPACES):
            m.reach[x] = next_reach[x]

cdef double best_end(const double* w, const Mind* m, const double* reach) noexcept nogil:
    """The most that can be had, a share of the place where one ends included."""
    cdef double best = NOWHERE, here
    cdef int x
    for x in range(SPACES):
        here = reach[x] + w[MOVE_SHARE] * m.worth[x]
        if reach[x] > NOWHERE and here > best:
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

cdef double aim(const Table* t, const State* s, const Mind* m, int x) noexcept nogil:
    """Will there be a target from this space, as they stand now?"""
    cdef u8 seen = 0
    cdef int i
    if x < ROOF:
        if x > 0:
            seen |= s.at[x - 1]
        if x < t.last:
            seen |= s.at[x + 1]
    elif x < CELL:
        for i in range(t.last + 1):
            if ROOF + i != x:
                seen |= s.at[ROOF + i]
    return 1 if seen & m.rivals else 0

cdef double card_value(const Table* t, const State* s, const double* w, Mind* m, int kind, double before) noexcept nogil:
    """What one more card of this kind adds after the pile as it lies."""
    cdef double after[SPACES]
    cdef double value = 0, sure = 0, here
    cdef int x, y, k, p = m.me
    cdef u8 whom
    if s.pawn[p].space == OUT:
        return 0
    if s.pawn[p].space == CELL:
        return w[FREEDOM] if kind == IDEA else 0
    if kind == ROBBERY or kind == MOVE or kind == FLOOR or kind == MOVE_PLUS or kind == FLOOR_PLUS:
        walk(t, s, w, m, kind, m.reach, after)
        value = best_end(w, m, after) - before
        return value + (40 if kind >= MOVE_PLUS else 0)
    for x in range(SPACES):                                 # the rest depends on who is near where I shall be
        if m.reach[x] <= NOWHERE:
            continue
        here = 0
        if kind == FIRE:
            here = aim(t, s, m, x)
        elif kind == PUNCH or kind == ARREST:
            here = 1 if s.at[x] & m.rivals else 0
        elif kind == RIDE:
            k = position(s, x)
            here = 1 if k >= 0 and s.horses[k] else 0
        if here > sure:
            sure = here
    sure = sure if sure > 0 else w[MAYBE]
    if kind == FIRE:
        if t.mp and p == 0:
            return sure * w[MARSHAL_SHOT] + w[LATE] * s.n_pile
        value = shot_value(t, s, w, p)
        return sure * (value + w[HARM]) + w[LATE] * s.n_pile if value > 0 else 0
    if kind == PUNCH:
        if s.pawn[p].hostage == TEACHER:
            return 0
        return sure * w[DROP] * (w[PURSE_GUESS] if not can(s, p, CHEYENNE) else 2 * w[PURSE_GUESS]) + w[LATE] * s.n_pile
    if kind == ARREST:
        return sure * w[ARREST_VALUE]
    if kind == MARSHAL:
        for k in range(2):
            y = s.marshal + 1 if k else s.marshal - 1
            if 0 <= y <= t.last:
                here = 0
                whom = s.at[y]
                while whom:
                    here += hurts(t, s, w, m, lowest(whom))
                    whom &= whom - 1
                if here > value:
                    value = here
        return 0.7 * value + w[LATE] * s.n_pile + (0.1 * m.best[s.marshal] if s.marshal >= 0 else 0)
    if kind == RIDE:
        if s.pawn[p].hostage == ZEALOT:
            return 0
        if station_event(t, s) == ESCAPE:
            return sure * w[SAFETY]
        for x in range(t.last + 1):
            if m.best[x] > value:
                value = m.best[x]
        if s.coach >= 0 and m.best[COACH_IN] > value:
            value = m.best[COACH_IN]
        return sure * w[MOVE_SHARE] * value
    return 70 + (w[PRISONER_VALUE] if position(s, s.pawn[p].space) == t.last and s.prisoners and s.pawn[p].prisoner < 0 else 0)

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
    """What it is worth to stand in this space now, with my cards still to come."""
    cdef double a[SPACES]
    cdef double b[SPACES]
    cdef int i, x
    if space == OUT:
        return w[SAFETY] if station_event(t, s) == ESCAPE else 0
    for x in range(SPACES):
        a[x] = NOWHERE
    a[ROOF + space if space == s.marshal else space] = -landing(t, s, w, space)
    for i in range(s.next, s.n_pile):
        if mine(t, s, i, m.me):
            walk(t, s, w, m, s.pile[i] & 15, a, b)
            for x in range(SPACES):
                a[x] = b[x]
    return best_end(w, m, a)

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
        return w[BRAWL] * t.brawler[3 - s.brawlers_left] if s.brawlers_left else 0
    loot = price(t, w, kind)
    if can(s, m.me, CHEYENNE) and kind == PURSE:
        value = loot
    elif coming(t, s, m.me, ROBBERY):
        value = 0.9 * loot
    value += w[DROP] * loot
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

cdef int thinker(const Table* t, const State* s, int seat) noexcept nogil:
    """The pawn about which the question is."""
    cdef int phase = s.phase
    if phase == LOSING or phase == TAKING_HOSTAGE or phase == FLEEING or phase == RANSOM or phase == PICKING or phase == EVADING:
        return s.whom
    if phase < MOVING or phase == REFLEX:
        return first_pawn(t, seat)
    return s.actor

cdef void judge(const Table* t, const State* s, const double* w, const i32* codes, int n, double* value) noexcept nogil:
    cdef Mind m
    cdef Mind second
    cdef int i, act, k, seat = s.head.to_move, p = thinker(t, s, seat), kind
    cdef double before = 0, before2 = 0, v
    cdef double known[KINDS]
    cdef double known2[KINDS]
    cdef bint scheming = SCHEME <= s.phase <= COVER or s.phase == REFLEX
    for k in range(KINDS):
        known[k] = known2[k] = NOWHERE
    think_of(t, p, &m)
    if is_about_places(s.phase):
        look(t, s, w, p, &m)
    if scheming:
        plan(t, s, w, &m)
        before = best_end(w, &m, m.reach)
        if t.two or t.team:
            think_of(t, second_pawn(t, seat), &second)
            look(t, s, w, second_pawn(t, seat), &second)
            plan(t, s, w, &second)
            before2 = best_end(w, &second, second.reach)
    for i in range(n):
        act = codes[i] >> 24
        k = codes[i] & 0xFFFFFF
        v = 0
        if act == ACT_PLAY or act == ACT_HIDE:
            kind = k & 15
            if k >= SECOND:
                if known2[kind] <= NOWHERE:
                    known2[kind] = card_value(t, s, w, &second, kind, before2)
                v = known2[kind]
            else:
                if known[kind] <= NOWHERE:
                    known[kind] = card_value(t, s, w, &m, kind, before)
                v = known[kind]
            if act == ACT_HIDE:
                v += w[HIDE_VALUE]
        elif act == ACT_DRAW or act == ACT_FETCH:
            v = w[DRAW_VALUE] + w[DRAW_PER_BULLET] * <double>(s.cards[seat].hand >> BULLET_SHIFT)
            if act == ACT_FETCH:
                v += 20
            if s.turn + 1 == round_card(t, s).n_turns:
                v += w[LAST_TURN_DRAW]
        elif act == ACT_FLASK:
            v = 1.5 * w[DRAW_VALUE] + (100 if k & 3 == 2 else 0)
        elif act == ACT_STOP:
            v = 1
        elif act == ACT_MOVE or act == ACT_FLOOR or act == ACT_FLEE or act == ACT_BREAK_OUT:
            v = follow_up(t, s, w, &m, k)
        elif act == ACT_RIDE:
            v = follow_up(t, s, w, &m, k)
            if k == COACH_IN:
                v += m.best[COACH_IN] * w[MOVE_SHARE]
        elif act == ACT_ROB:
            v = price(t, w, k)
        elif act == ACT_LOSE or act == ACT_PAY:
            v = -price(t, w, k)
        elif act == ACT_PUNCH:
            v = punch_value(t, s, w, &m, k)
        elif act == ACT_FIRE:
            v = hurts(t, s, w, &m, k)
        elif act == ACT_FIRE_OFF:
            v = hurts(t, s, w, &m, k) + (w[SHOT] if m.rivals >> k & 1 else -w[SAFETY])
        elif act == ACT_SHOOT:
            v = w[MARSHAL_SHOT] + w[LEADER_HARM] * shows(t, s, w, k & 7)
        elif act == ACT_SHOOT_TWO:
            v = 2 * w[MARSHAL_SHOT] + w[LEADER_HARM] * (shows(t, s, w, k & 7) + shows(t, s, w, k >> 3))
        elif act == ACT_MARSHAL:
            v = marshal_value(t, s, w, &m, s.marshal + 1 if k else s.marshal - 1)
        elif act == ACT_HOSTAGE:
            v = ransom_guess(t, s, w, p, k)
        elif act == ACT_ARREST:
            v = (2 if s.wanted >> k & 1 else 1) * w[ARREST_VALUE] + w[LEADER_HARM] * shows(t, s, w, k)
        elif act == ACT_FREE_PRISONER:
            v = w[PRISONER_VALUE]
        elif act == ACT_FREE_BANDIT:
            v = 0.5 * w[PURSE_GUESS] if s.pawn[k].loot.purses else 0
        elif act == ACT_PICK:
            v = k
        elif act == ACT_EVADE:
            v = hurts(t, s, w, &m, k) + (w[MOVE_SHARE] * m.worth[s.pawn[k].space] if t.rules.silk_evasion_mode == 0 else 0)
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

cdef double attack_value(const Table* t, const State* s, const double* w, const Mind* m, int k) noexcept nogil:
    """D3: board where the loot is; fewer cars are left, the longer one rides."""
    cdef double here = m.worth[s.turn], ahead = 0
    cdef int x
    for x in range(1, s.turn):
        if m.worth[x] > ahead:
            ahead = m.worth[x]
    return (ahead * 0.9 if k else here)
