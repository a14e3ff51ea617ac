# What things are worth to the player who looks: chances in fights, both tracks, texts of cards, items and characters, poker.

cdef inline double greater(double a, double b) noexcept nogil:
    return a if a > b else b

cdef double beats_npc(int value, int n) noexcept nogil:
    """Chance that a card beats the highest of n fight cards, ties lost: C(v-2, n) / C(13, n)."""
    cdef double p = 1.0
    cdef int k
    for k in range(n):
        p *= <double>(value - 2 - k) / (13 - k) if value - 2 - k > 0 else 0.0
    return p

cdef inline int strength(const Table* t, int card) noexcept nogil:
    return 2 + (card >> 2) + t.lowers[card]

cdef double keep(const Table* t, const Look* k, int card) noexcept nogil:
    """What it costs to part with a card: high ones win fights, Actions are worth playing."""
    cdef double out = k.w[POKER_CARD] * 0.5
    if card >= JOKER:
        return k.w[POKER_CARD] * 2
    out += k.w[HIGH] * (card >> 2) / 12.0
    if t.wild & bit(card) or t.at_timing[TIME_FIGHT_REACTION] & bit(card):
        out += 0.25
    if t.at_timing[TIME_ACTION] & bit(card):
        out += 0.15
    return out

cdef inline double row_lp(const Table* t, int points) noexcept nogil:
    if points <= 0:
        return 0
    return t.rules.wanted_row_lp_1 if points <= 3 else t.rules.wanted_row_lp_2 if points <= 6 else t.rules.wanted_row_lp_3

cdef double wanted_worth(const Table* t, const State* s, const Look* k, int points) noexcept nogil:
    """What standing on this space of the Wanted track brings from now on: its row for every turn at large."""
    if points <= 0:
        return 0
    if points > 9:
        points = 9
    return k.outlaw * (row_lp(t, points) * k.free + 0.12 * points
                       + (t.rules.most_wanted_lp if points > k.most else t.rules.other_wanted_lp) * k.at_large)

cdef double more_wanted(const Table* t, const State* s, const Look* k, int n) noexcept nogil:
    """What n more Wanted points bring; a marshal gives up his own."""
    cdef int p = k.p
    cdef double out
    if n <= 0:
        return 0
    out = wanted_worth(t, s, k, s.wanted[p] + n) - k.standing
    if s.wanted[p] + n > 9:
        out += s.wanted[p] + n - 9
    if s.marshal[p] > 0:
        out -= k.lawful * (0.5 * k.space * s.marshal[p] + k.w[HUNT] * k.prey)
    elif s.wanted[p] == 0:
        out -= 0.5 * k.lawful * k.w[HUNT] * k.prey
    return out

cdef double more_marshal(const Table* t, const State* s, const Look* k, int n) noexcept nogil:
    """Marshal points: half of what the spaces give at once, half of what the track gives on the average (near the end only
    what they give at once); the first one lets him arrest."""
    cdef int m = s.marshal[k.p], i
    cdef double out = 0, once
    if s.wanted[k.p] > 0:
        return 0
    for i in range(n):
        if m >= 9:
            out += t.rules.overflow_lp
            continue
        m += 1
        once = t.marshal_lp[m] + t.marshal_money[m] * k.dollar
        out += once if k.turns < 2 else 0.5 * once + 0.5 * k.space
        if m == 1:
            out += k.w[HUNT] * k.prey
        if m == 1 or m == 4 or m == 7:
            out += 0.5 if k.turns > 2 else 1.0  # a row: its points come at the end
    return out * k.lawful

cdef double loss_of(const Table* t, const State* s, const Look* k, int q) noexcept nogil:
    """What an arrest would cost q."""
    return row_lp(t, s.wanted[q]) * k.free + t.rules.other_wanted_lp + 0.5 * (s.money[q] * k.dollar + s.nuggets[q])

cdef inline double denied(const Table* t, const State* s, const Look* k, int q, double loss) noexcept nogil:
    """What it is worth to us that q loses so much: most if he leads, little if he is far behind."""
    cdef int behind = k.top - s.lp[q]
    return k.w[DENY] * loss * (1.0 if behind <= 0 else 0.75 if behind <= 3 else 0.45)

cdef double caught_within(const Table* t, const State* s, const Look* k, int steps) noexcept nogil:
    """The best rival that the Sheriff could catch so many steps away, if he finds the way."""
    cdef double best = 0, one
    cdef int q
    for q in range(t.players):
        if q != k.p and s.wanted[q] > 0 and t.near[s.sheriff][s.place[q]] <= steps:
            one = 0.7 * denied(t, s, k, q, loss_of(t, s, k, q))
            if one > best:
                best = one
    return best

cdef double given(const Table* t, const State* s, const Look* k, int timing, u32 about) noexcept nogil:
    """What the own items and the ability bring at such a moment."""
    cdef u32 items
    cdef int i, p = k.p
    cdef double out = 0
    if not s.timings[p] >> timing & 1:
        return 0
    items = in_use(t, s, p)
    while items:
        i = lowest(items)
        items &= items - 1
        out += rows_worth(t, s, k, &t.item_rows[2 * i + ((s.upgraded[p] >> i) & 1)], timing, about)
    if s.legend[p]:
        out += rows_worth(t, s, k, &t.character_rows[s.character[p]], timing, about)
    return out

cdef double rows_worth(const Table* t, const State* s, const Look* k, const Rows* rows, int timing, u32 about) noexcept nogil:
    cdef int i
    cdef double out = 0
    if rows.timings >> timing & 1:
        for i in range(rows.first, rows.first + rows.n):
            if t.abilities[i].timing == timing and t.abilities[i].cond & ~about == 0:
                out += text_worth(t, s, k, t.abilities[i].pc, 0)
    return out

cdef int edge(const Table* t, const State* s, int p, u32 about) noexcept nogil:
    """How far weapon, belongings and character lower the opposing card."""
    cdef u32 items
    cdef int i, out = 0
    if not s.timings[p] >> TIME_FIGHT_REVEAL & 1:
        return 0
    items = in_use(t, s, p)
    while items:
        i = lowest(items)
        items &= items - 1
        out += lowered(t, &t.item_rows[2 * i + ((s.upgraded[p] >> i) & 1)], about)
    if s.legend[p]:
        out += lowered(t, &t.character_rows[s.character[p]], about)
    return out

cdef int lowered(const Table* t, const Rows* rows, u32 about) noexcept nogil:
    cdef int i, out = 0
    if rows.timings >> TIME_FIGHT_REVEAL & 1:
        for i in range(rows.first, rows.first + rows.n):
            if t.abilities[i].timing == TIME_FIGHT_REVEAL and t.abilities[i].cond & ~about == 0:
                if t.ops[t.abilities[i].pc].op == OP_OPP_VALUE:
                    out -= t.ops[t.abilities[i].pc].n
    return out

cdef double bandit_worth(const Table* t, const State* s, const Look* k) noexcept nogil:
    cdef double prize = t.rules.bandit_lp, mp = more_marshal(t, s, k, t.rules.bandit_mp)
    if mp > prize:
        prize = mp
    prize += given(t, s, k, TIME_FIGHT_WIN, ABOUT_NPC) + k.wants[STORY_DEFEAT_BANDIT]
    return k.bandit * prize - (1 - k.bandit) * (k.wound - k.w[POKER_CARD]) - 0.35

cdef double text_worth(const Table* t, const State* s, const Look* k, int pc, int depth) noexcept nogil:
    """What a text brings its owner, word by word; of a choice the best."""
    cdef const Op* op
    cdef int p = k.p, i
    cdef double out = 0, best, one
    while True:
        op = &t.ops[pc]
        if op.op == OP_END or op.op == OP_OPTION:
            return out
        if op.op == OP_JUMP:
            pc = op.jump
            continue
        if op.op == OP_IF:
            if (op.n == IF_IS_MARSHAL and s.marshal[p] > 0) or (op.n == IF_IS_WANTED and s.wanted[p] > 0):
                pc += 1
            else:
                pc = op.jump
            continue
        if op.op == OP_CHOOSE:
            best = -99
            for i in range(op.n):
                one = text_worth(t, s, k, t.ops[pc + 1 + i].jump, depth + 1) if depth < 3 else 0
                if one > best:
                    best = one
            return out + best
        if op.op == OP_GAIN_MONEY:
            i = t.rules.money_cap - s.money[p]
            out += (op.n if op.n < i else i) * k.dollar
        elif op.op == OP_LOSE_MONEY:
            out -= op.n * k.dollar
        elif op.op == OP_GAIN_LP:
            out += op.n
        elif op.op == OP_LOSE_LP:
            out -= op.n
        elif op.op == OP_DRAW_POKER:
            out += op.n * k.w[POKER_CARD]
        elif op.op == OP_DISCARD_POKER or op.op == OP_DISCARD_POKER_RANDOM:
            out -= op.n * k.w[POKER_CARD]
        elif op.op == OP_GAIN_WOUND:
            out -= (op.n * k.wound) if s.wounds[p] < t.rules.wound_cap else 0
        elif op.op == OP_HEAL_WOUND:
            out += (op.n if op.n < s.wounds[p] else s.wounds[p]) * k.wound
        elif op.op == OP_GAIN_NUGGET:
            i = nugget_room(t, s, p)
            out += (op.n if op.n < i else i) * k.nugget
        elif op.op == OP_MARSHAL_POINTS:
            out += more_marshal(t, s, k, op.n)
        elif op.op == OP_WANTED_POINTS:
            out += more_wanted(t, s, k, op.n)
        elif op.op == OP_TRACK_POINTS:
            out += more_wanted(t, s, k, op.n) if s.wanted[p] > 0 else more_marshal(t, s, k, op.n)
        elif op.op == OP_GAIN_CATTLE:
            out += 0.6 * k.cattle if herd(s, p) < cattle_cap(t, s, p) else 0
        elif op.op == OP_GAIN_LEGENDARY_ITEM:
            out += 1.0
        elif op.op == OP_MOVE_SELF:
            best = ride(k, s.place[p], op.n) - plan(k, s.place[p])
            out += best if best > 0 else 0
        elif op.op == OP_TAKE_MONEY:
            out += 1.3 * op.n * k.dollar
        elif op.op == OP_EXTRA_ACTION:
            out += 0.7
        elif op.op == OP_MOVE_SHERIFF:
            out += caught_within(t, s, k, op.n)
        pc += 1

cdef inline double plan(const Look* k, int x) noexcept nogil:
    """The best plan for one who stands at x."""
    cdef double best = 0
    cdef int i
    for i in range(k.n):
        best = greater(k.worth[i] * k.left_of[i][k.away[i][x]], best)
    return best

cdef double ride(const Look* k, int x, int steps) noexcept nogil:
    """The best plan that leads away from x, for one who first goes so many steps towards its place."""
    cdef double best = 0, value
    cdef int i, d
    for i in range(k.n):
        if k.away[i][x] > 0:
            d = k.away[i][x] - steps
            value = k.worth[i] * k.left_of[i][d if d > 0 else 0]
            if value > best:
                best = value
    return best

cdef double card_worth(const Table* t, const State* s, const Look* k, int card, int timing) noexcept nogil:
    """What a card's text brings at such a moment, less what it costs to part with it."""
    cdef const Rows* rows = &t.effect_rows[t.effect[card]]
    cdef int i
    for i in range(rows.first, rows.first + rows.n):
        if t.abilities[i].timing == timing:
            if timing == TIME_ACTION and t.ops[t.abilities[i].pc].op == OP_MOVE_SELF:
                return k.w[MOVE_ON] * ride(k, s.place[k.p], t.ops[t.abilities[i].pc].n) - 0.6 * keep(t, k, card)
            return text_worth(t, s, k, t.abilities[i].pc, 0) - 0.6 * keep(t, k, card)
    return 0
