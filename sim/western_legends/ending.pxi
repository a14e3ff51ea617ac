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

cdef enum:                      # paths of outcome.yaml
    LAWFUL, OUTLAW, PROSPECTOR, GAMBLER, DROVER, FIGHTER, TELLER, PATHS

cdef inline int most(const int* of, int n) noexcept nogil:
    """The first of the largest."""
    cdef int k, best = 0
    for k in range(1, n):
        if of[k] > of[best]:
            best = k
    return best

cdef int richest_path(const Table* t, const State* s, int p) noexcept nogil:
    """Where most of the money came from, as far as the counters tell."""
    cdef const i16* n = s.n[p]
    cdef int money[5]
    cdef int k
    money[LAWFUL] = 0
    for k in range(1, s.marshal[p] + 1):
        money[LAWFUL] += t.marshal_money[k]
    money[OUTLAW] = n[N_HEISTS_WON] * t.rules.heist_money
    money[PROSPECTOR] = n[N_DEPOSITED] * t.rules.nugget_money + n[N_PROSPECTS] * t.rules.prospect_money // 2
    money[GAMBLER] = n[N_POKER_WON] * (t.rules.poker_house + t.rules.poker_ante)
    money[DROVER] = (n[N_DRIVEN] + n[N_RUSTLED]) * 20           # what a token brings on the average
    return most(money, 5)

cdef int path_of(const Table* t, const State* s, int p) noexcept nogil:
    """Where most of a player's legend points came from. Those of a track belong to cattle as far as cattle moved him on it,
    those of the Cabaret to the path that earned him most of his money."""
    cdef const i16* n = s.n[p]
    cdef const i16* part = s.parts[p]
    cdef int points[PATHS]
    cdef int marshal = part[PART_MARSHAL] + end_part(t, s, p, PART_MARSHAL_END)
    cdef int wanted = part[PART_WANTED] + end_part(t, s, p, PART_WANTED_END)
    cdef int driven = 0, rustled = 0
    if s.wanted[p] > 0:
        wanted += part[PART_OVERFLOW]
    else:
        marshal += part[PART_OVERFLOW]
    if n[N_DRIVEN] > 0:
        driven = marshal * n[N_DRIVEN] // (n[N_DRIVEN] + n[N_ARRESTS_WON] + n[N_BANDITS])
    if n[N_RUSTLED] > 0:
        rustled = wanted * n[N_RUSTLED] // (n[N_RUSTLED] + n[N_ROBS_WON] + n[N_HEISTS])
    points[LAWFUL] = marshal - driven
    points[OUTLAW] = wanted - rustled
    points[PROSPECTOR] = part[PART_DEPOSIT]
    points[GAMBLER] = part[PART_POKER]
    points[DROVER] = part[PART_CATTLE] + driven + rustled
    points[FIGHTER] = part[PART_DUEL] + part[PART_BANDIT]
    points[TELLER] = part[PART_STORY]
    points[richest_path(t, s, p)] += part[PART_REVEL]
    return most(points, PATHS) if points[most(points, PATHS)] > 0 else -1

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
