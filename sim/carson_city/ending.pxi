# Phase 4 (CC-5.16..5.23) and the end of the game (section 12). Stages: 0 Banker, 1 rewards and new cowboys, 2 cash limit.

cdef void end_round(const Table* t, State* s) noexcept nogil:
    cdef int p
    s.step = STEP_END
    if s.stage == 0:
        p = red_banker(t, s)
        if p >= 0:
            ask(s, BANKER_VP, p)                        # D23: all D23 before any D24 (CC-5.23)
            return
        s.stage = 1
    if s.stage == 1:
        pay_round_rewards(t, s)
        hire_cowboys(t, s)
        s.stage = 2
        s.turn = 0
    if not collect_excess(t, s):
        return
    s.three_guns = NOBODY                               # CC-5.21
    white_to_card(s)
    if last_round(t, s):
        score(t, s)                                     # CC-5.22
        return
    fill_row(s)                                         # CC-5.20
    order_for_choosing(t, s)
    s.round += 1                                        # CC-5.17: closes a purchase space (Table.open_spaces)
    begin_round(t, s)

cdef int red_banker(const Table* t, const State* s) noexcept nogil:
    """Who may buy points from the red Banker, if he can pay for any."""
    cdef const Rules* r = &t.rules
    cdef int p
    if t.red[BANKER]:
        for p in range(t.players):
            if character_of(s, p) == BANKER and (s.money[p] >= r.banker_red_price_1 or s.money[p] >= r.banker_red_price_2
                                                 or s.money[p] >= r.banker_red_price_3):
                return p
    return NOBODY

cdef void pay_round_rewards(const Table* t, State* s) noexcept nogil:
    """CC-5.16: red Grocer and red Settler who chose to wait."""
    cdef const Rules* r = &t.rules
    cdef int p, reward
    for p in range(t.players):
        if not s.waits[p]:
            continue
        if character_of(s, p) == GROCER and t.red[GROCER]:
            s.vp[p][PART_GROCER] += r.grocer_red_vp_per_house * popcount(s.house & s.owned[p])
        elif character_of(s, p) == SETTLER:
            reward = r.settler_red_per_mountain * popcount(s.mountain & s.owned[p])
            if r.settler_red_mountain_reward:           # A-7
                s.vp[p][PART_SETTLER] += reward
            else:
                s.money[p] += reward

cdef void hire_cowboys(const Table* t, State* s) noexcept nogil:
    """CC-5.18: none after the last round; never more than ten in the supply."""
    cdef int p, new = t.rules.new_cowboys_r3
    if last_round(t, s):
        return
    if s.round == 0:
        new = t.rules.new_cowboys_r1
    elif s.round == 1:
        new = t.rules.new_cowboys_r2
    for p in range(t.players):
        s.cowboys[p] += new
        if s.cowboys[p] > t.rules.cowboy_max:
            s.cowboys[p] = t.rules.cowboy_max

cdef bint collect_excess(const Table* t, State* s) noexcept nogil:
    """CC-5.19: who holds more than his character's limit hands back the excess, or more; in passing order."""
    cdef const Rules* r = &t.rules
    cdef int p
    if last_round(t, s) and not r.cash_limit_in_last_round:             # A-16
        return True
    while s.turn < t.players:
        p = s.passed[s.turn]
        if s.money[p] > t.cash_limit[character_of(s, p)] or (
                r.cash_limit_voluntary == VOLUNTARY_ANYONE and s.money[p] >= r.cash_limit_dollars_per_vp):
            ask(s, HAND_BACK, p)                        # D24
            return False
        s.turn += 1
    return True

cdef void order_for_choosing(const Table* t, State* s) noexcept nogil:
    """CC-5.1: the passing order of this round (A-11)."""
    cdef int i, k
    if t.rules.choice_order == CHOICE_TURN_ORDER:
        return
    for i in range(t.players):
        s.order[i] = s.passed[i]
    if t.rules.choice_order == CHOICE_RANDOM:
        for i in range(t.players):
            s.order[i] = i
        for i in range(t.players - 1, 0, -1):
            k = draw(s.head.key, LUCK_CHOICE_ORDER, address3(s.round, 0, i), i + 1)
            s.order[i], s.order[k] = s.order[k], s.order[i]

cdef void score(const Table* t, State* s) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef int p
    for p in range(t.players):
        s.vp[p][PART_TILES] = r.final_vp_per_tile * popcount(tiles(s) & s.owned[p])     # CC-12.1, CC-12.3
        s.vp[p][PART_MONEY] = s.money[p] // r.final_dollars_per_vp                      # CC-12.2
        if t.kit_carson:                                                                # CC-8.3, CC-12.4
            s.vp[p][PART_KIT_CARSON] = r.kc_bonus_per_later_player * (t.players - 1 - pass_position(s, p))
    ask(s, OVER, -1)

cdef void outcome(const Table* t, const State* s, Outcome* o) noexcept nogil:
    """Scores, the tie-break chain (CC-12.5) and the columns of outcome.yaml in their order."""
    cdef int p, i, c
    cdef i8 chain[2]
    cdef int steps = 1
    memset(o, 0, sizeof(Outcome))
    for p in range(t.players):
        for i in range(PARTS):
            o.score[p] += s.vp[p][i]
        o.key[p][0] = pass_position(s, p)
        o.key[p][1] = s.money[p]
        c = 0
        for i in range(ROUNDS):
            o.own[p][c] = s.character[p][i]
            c += 1
        for i in range(PARTS):
            o.own[p][c] = s.vp[p][i]
            c += 1
        for i in range(COUNTS):
            o.own[p][c] = s.n[p][i]
            c += 1
        o.own[p][c] = popcount(s.owned[p])
        o.own[p][c + 1] = popcount(buildings(s) & s.owned[p])
        o.own[p][c + 2] = popcount(s.house & s.owned[p])
        o.own[p][c + 3] = popcount(s.mountain & s.owned[p])
        o.own[p][c + 4] = s.guns[p]
        o.own[p][c + 5] = s.money[p]
        o.own[p][c + 6] = 0
        for i in range(BUILDINGS):
            o.own[p][c + 6] += s.kept[p][i]
    chain[0] = -1
    chain[1] = -1
    if t.rules.final_tie_break == FINAL_LAST_PASSER:
        chain[0] = 1
    elif t.rules.final_tie_break == FINAL_MOST_MONEY:
        chain[0] = 2
        steps = 2
    elif t.rules.final_tie_break == FINAL_SHARED:
        steps = 0
    rank(o, t.players, chain, steps)                                                    # CC-12.6
    o.rounds = s.round + 1
    o.end_reason = 0
