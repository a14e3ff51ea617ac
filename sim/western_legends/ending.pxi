# The end of the game (section 15) and the Man in Black (16A).

cdef void check_end(const Table* t, State* s, int p) noexcept nogil:
    """WL-15.1, WL-15.5, A6: checked after every turn, that of the Man in Black too; once set it stays."""
    cdef int q
    if s.last_round >= 0:
        return
    if p == MIB and s.mib_lp >= t.target:                               # WL-16.4
        s.last_round = s.round + t.rules.extra_rounds_after_trigger
        return
    for q in range(t.players):
        if s.lp[q] >= t.target and (q == p or t.rules.trigger_by_any):
            s.last_round = s.round + t.rules.extra_rounds_after_trigger

cdef void end_round(const Table* t, State* s) noexcept nogil:
    """The round is finished, and after the trigger so many more."""
    if t.mib:
        check_end(t, s, MIB)                                            # WL-15.5: after his fights, bandits and Sheriff
    s.turn = 0
    if s.last_round >= 0 and s.round >= s.last_round:
        s.reason = 0
        return
    if s.round + 1 >= t.rules.round_limit:                              # no game runs for ever
        s.reason = 1
        return
    s.round += 1
    push(s, DO_TURN, 0, 0)

# ---- the Man in Black

cdef int leader(const Table* t, const State* s) noexcept nogil:
    """WL-16.5: most legend points; a tie goes to the first in turn order."""
    cdef int k, best = s.order[0]
    for k in range(1, t.players):
        if s.lp[s.order[k]] > s.lp[best]:
            best = s.order[k]
    return best

cdef void mib_turn(const Table* t, State* s) noexcept nogil:
    """WL-16.1: a card, where he goes, his points, what he does there, bandits, Sheriff."""
    cdef const MibCard* card
    cdef int k, p
    for p in range(t.players):                                          # WL-12.2: a turn of its own, and one action
        s.reactions[p] = 0
        s.once[p] = 0
        s.ability_once[p] = 0
    if s.mib_deck == 0:
        s.mib_deck = (1 << MIB_CARDS) - 1
    k = nth_member(s.mib_deck, draw(s.head.key, LUCK_MIB, s.mib_drawn, popcount(s.mib_deck)))
    s.mib_deck &= ~(1 << k)
    s.mib_drawn += 1
    card = &t.mib_cards[k]
    s.place[MIB] = card.destination if card.destination >= 0 else s.place[leader(t, s)]
    s.mib_lp += card.lp
    push(s, DO_SHERIFF, s.order[0], card.sheriff)                       # WL-16.5: moved by the first player
    push(s, DO_BANDITS, s.order[0], card.letters)
    for k in range(t.players - 1, -1, -1):
        p = s.order[k]
        if s.place[p] == s.place[MIB]:
            if card.fight:
                push(s, DO_MIB_FIGHT, p, 0)
            lose_money(s, p, card.money)                                # WL-16.5
            if card.cards:
                push(s, DO_DISCARD, p, card.cards)

# ---- scoring (WL-15.2)

cdef int end_part(const Table* t, const State* s, int p, int part) noexcept nogil:
    cdef int q, i, n = 0, most = 0, row
    if part == PART_ITEMS:                                              # WL-11.3
        for i in range(ITEMS):
            if (s.items[p] >> i) & 1:
                n += t.items[i].end_lp_upgraded if (s.upgraded[p] >> i) & 1 else t.items[i].end_lp
        return n
    if part == PART_MONEY:
        return s.money[p] // t.rules.money_per_end_lp if t.rules.money_per_end_lp else 0
    if part == PART_WOUNDS:                                             # WL-13.1
        return s.wounds[p] * t.rules.wound_end_lp
    if part == PART_WANTED_END:
        if s.wanted[p] == 0:
            return 0
        for q in range(t.players):
            if q != p and s.wanted[q] >= s.wanted[p]:
                return t.rules.other_wanted_lp
        return t.rules.most_wanted_lp
    if part == PART_MARSHAL_END:                                        # WL-9.5
        if s.marshal[p] == 0:
            return 0
        row = row_of(s.marshal[p])
        return t.rules.marshal_row_lp_1 if row == 1 else t.rules.marshal_row_lp_2 if row == 2 else t.rules.marshal_row_lp_3
    if part == PART_GOALS:                                              # WL-16.8
        return s.tokens[4 * p] + 2 * s.tokens[4 * p + 1] + 3 * s.tokens[4 * p + 2]
    return s.parts[p][part]

cdef enum:                      # columns of outcome.yaml: character, path, turn_position, the parts, the counters, the table
    COLUMN_CHARACTER, COLUMN_PATH, COLUMN_POSITION, COLUMN_PARTS

cdef int path_of(const Table* t, const State* s, int p) noexcept nogil:
    """Where most of a player's legend points came from: lawful, outlaw, prospector, gambler, cattle, fighter, stories."""
    cdef int points[7]
    cdef int k, best = 0
    points[0] = s.parts[p][PART_MARSHAL] + end_part(t, s, p, PART_MARSHAL_END)
    points[1] = s.parts[p][PART_WANTED] + end_part(t, s, p, PART_WANTED_END)
    points[1 if s.wanted[p] > 0 else 0] += s.parts[p][PART_OVERFLOW]
    points[2] = s.parts[p][PART_DEPOSIT] + s.parts[p][PART_REVEL]
    points[3] = s.parts[p][PART_POKER]
    points[4] = s.parts[p][PART_CATTLE]
    points[5] = s.parts[p][PART_DUEL] + s.parts[p][PART_BANDIT]
    points[6] = s.parts[p][PART_STORY]
    for k in range(1, 7):
        if points[k] > points[best]:
            best = k
    return best if points[best] > 0 else -1

cdef void outcome(const Table* t, const State* s, Outcome* o) noexcept nogil:
    cdef int p, k, best = -32768
    for p in range(t.players):
        o.own[p][COLUMN_CHARACTER] = s.character[p]
        o.own[p][COLUMN_PATH] = path_of(t, s, p)
        o.own[p][COLUMN_POSITION] = s.position[p]
        o.score[p] = 0
        for k in range(PARTS):
            o.own[p][COLUMN_PARTS + k] = end_part(t, s, p, k)
            o.score[p] += o.own[p][COLUMN_PARTS + k]
        for k in range(COUNTS):
            o.own[p][COLUMN_PARTS + PARTS + k] = s.n[p][k]
        k = COLUMN_PARTS + PARTS + COUNTS
        o.own[p][k] = s.marshal[p]
        o.own[p][k + 1] = s.wanted[p]
        o.own[p][k + 2] = s.money[p]
        o.own[p][k + 3] = popcount(s.items[p])
        o.own[p][k + 4] = popcount(s.claimed[p])
        o.own[p][k + 5] = s.mib_lp
        o.key[p][0] = points_of(s, p)                                   # WL-15.3
        o.key[p][1] = s.nuggets[p]
        o.key[p][2] = s.wounds[p]
        if o.score[p] > best:
            best = o.score[p]
    o.rounds = s.round + 1
    o.end_reason = s.reason
    rank(o, t.players, t.chain, t.chain_steps)
    if t.mib and s.mib_lp >= best:                                      # WL-16.4: he wins ties, and all others lose
        o.end_reason = 2
        o.tie_level = -2
        for p in range(t.players):
            o.place[p] = 0
            o.win[p] = 0
