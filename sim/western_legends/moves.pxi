# Moving and the actions of the locations (section 6).

# ---- moving

cdef void begin_move(const Table* t, State* s, int p, int steps, bint is_action) noexcept nogil:
    """A Move action, or a free move (WL-6.18: it delivers cattle, but is no Move action)."""
    if is_action:
        push(s, DO_MOVED, p, 0)                                         # WL-6.21, from the last to the first
        push(s, DO_MOVE_END, p, 0)
        push(s, DO_DELIVER, p, 0)
        push(s, DO_STEP_ON, p, 0)
    else:
        push(s, DO_DELIVER, p, 0)
    push(s, DO_MOVE, p, steps)

cdef void saddle(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """A Move action: Saddle Up comes before it."""
    cdef int steps
    cdef Set plain, mesa
    if reaction_cards(t, s, p, TIME_BEFORE_MOVE):
        push(s, DO_SADDLE, p, 0)
        ask(s, BEFORE_MOVE, p)                                          # D40
        return
    steps = speed_of(t, s, p) + s.bonus
    begin_move(t, s, p, steps, True)
    pop(s)                                                              # DO_MOVE
    if r == NULL:
        ask_where(t, s, p, steps)
        return
    plain = reach(t, s, p, steps, &mesa)
    if mesa.lo | mesa.hi:                       # two kinds of answers
        s.about = steps
        ask(s, GO, p)
        return
    if plain.lo | plain.hi:
        go_to(t, s, p, any_place(r, p, plain), False)
    if follows(s, p, DO_STEP_ON):
        step_on(t, s, p)

cdef bint moving(const State* s, int p) noexcept nogil:
    """Is a Move action of p still to be brought to its end? A free move earned in it waits until then (WL-6.21)."""
    cdef int k
    for k in range(s.n_tasks):
        if s.tasks[k] & 0xFFFF == (p << 8 | DO_MOVED):
            return True
    return False

cdef inline bint free_move(const State* s) noexcept nogil:
    """Is the move that is being asked about no Move action? Then it is one of "up to" so many territories: also of none."""
    return s.n_tasks > 0 and s.tasks[s.n_tasks - 1] & 0xFF == DO_DELIVER

cdef void ask_where(const Table* t, State* s, int p, int steps) noexcept nogil:
    cdef Set mesa, plain = reach(t, s, p, 1 if steps > 1 else steps, &mesa)    # one step is enough to have a choice
    if not plain.lo | plain.hi:
        plain = reach(t, s, p, steps, &mesa)
    if plain.lo | plain.hi | mesa.lo | mesa.hi:
        s.about = steps
        ask(s, GO, p)                                                   # D07

cdef void go_to(const Table* t, State* s, int p, int place, bint across) noexcept nogil:
    s.place[p] = place
    if across:
        heal(s, p, 1)                                                   # A24: Bloody Knife
    if t.hideout_at[place] >= 0 and (s.bandits >> t.hideout_at[place]) & 1:
        push(s, DO_BANDIT, p, 0)                                        # WL-6.3

cdef void step_on(const Table* t, State* s, int p) noexcept nogil:
    """Kit Carson: after a Move action, also one that a bandit ended (A26). Without cattle to deliver here and anything that
    works at the end of a Move only DO_MOVED is left of it."""
    cdef int further = gift(t, s, p, GIFT_EXTRA_STEP)
    if further > 0:
        s.about = further
        ask(s, STEP_ON, p)                                              # D42
    elif not deliverable(t, s, p) and not s.timings[p] >> TIME_MOVE_END & 1:
        s.n_tasks -= 3
        moved(t, s, p)

cdef int deliverable(const Table* t, const State* s, int p) noexcept nogil:
    """Tokens that can be handed over here, bit a slot (WL-6.13)."""
    cdef int where = t.location[s.place[p]], slot, out = 0, token
    if where != STATION and where != RANCH_GREEN and where != RANCH_BLUE:
        return 0
    for slot in range(SLOTS):
        token = s.cattle[SLOTS * p + slot]
        if token >= 0 and (where == STATION or (token >> 3 == GREEN) != (where == RANCH_GREEN)):
            out |= 1 << slot
    return out

cdef void consider_delivery(const Table* t, State* s, int p) noexcept nogil:
    if not deliverable(t, s, p):
        return
    if t.rules.delivery_optional:
        ask(s, DELIVERY, p)                                             # D08
    else:
        deliver(t, s, p)

cdef void deliver(const Table* t, State* s, int p) noexcept nogil:
    """WL-6.13: drive to the station, or rustle to the other ranch; each token gives a point and its reward."""
    cdef int slots = deliverable(t, s, p), slot, n = 0, token
    cdef bint drive = t.location[s.place[p]] == STATION
    cdef i16 rewards[8]
    for slot in range(SLOTS):
        if slots >> slot & 1:
            token = s.cattle[SLOTS * p + slot]
            rewards[n] = t.cattle_text[token & 7]
            n += 1
            return_token(s, p, slot)
    s.n[p][N_DRIVEN if drive else N_RUSTLED] += n
    happened(t, s, p, STORY_DELIVER)
    trigger(t, s, p, TIME_AFTER_DRIVE if drive else TIME_AFTER_RUSTLE, -1)      # WL-7.14: after the basic points
    for slot in range(n):
        push(s, DO_TEXT, p, rewards[slot])
    push(s, DO_MARSHAL if drive else DO_WANTED, p, n * (t.rules.cattle_mp if drive else t.rules.cattle_wp))

cdef void moved(const Table* t, State* s, int p) noexcept nogil:
    """Stories that want a Move to end in a region."""
    cdef int region = t.region[s.place[p]]
    if region == MESITOS_POINT:
        happened(t, s, p, STORY_END_MOVE_MESITOS)
    elif region == SUNNY_HILLS:
        happened(t, s, p, STORY_END_MOVE_SUNNY)
    elif region == SPIKES_VIEW:
        happened(t, s, p, STORY_END_MOVE_SPIKES)
    elif region == CLIFF_JUNCTION:
        happened(t, s, p, STORY_END_MOVE_CLIFF)
    elif region == DIXON_CREEK:
        happened(t, s, p, STORY_END_MOVE_DIXON)
    if s.waiting[p]:
        push(s, DO_WAITING_MOVES, p, 0)

# ---- prospecting (WL-6.9, WL-6.22)

cdef inline int face(const Table* t, const State* s, int p, int roll) noexcept nogil:
    """0 nugget, 1 money, 2 money and another roll, 3 gravel."""
    cdef int k = draw(s.head.key, LUCK_DICE, address3(s.round, p, roll), t.faces)
    if k < t.rules.prospect_faces_nugget:
        return 0
    k -= t.rules.prospect_faces_nugget
    if k < t.rules.prospect_faces_money:
        return 1
    k -= t.rules.prospect_faces_money
    return 2 if k < t.rules.prospect_faces_money_reroll else 3

cdef inline int roll(const Table* t, State* s, int p) noexcept nogil:
    s.rolls += 1
    return face(t, s, p, s.rolls - 1)

cdef void roll_dice(const Table* t, State* s, int p, int n) noexcept nogil:
    cdef int k
    s.n_dice = n if n < 4 else 4
    for k in range(s.n_dice):
        s.dice[k] = roll(t, s, p)

cdef void take_dice(const Table* t, State* s, int p) noexcept nogil:
    cdef int k, shown, again
    for k in range(s.n_dice):
        shown = s.dice[k]
        again = 0
        while True:
            if shown == 0:
                gain_nuggets(t, s, p, 1)
            elif shown != 3:
                gain_money(t, s, p, t.rules.prospect_money)
            again += 1
            if shown != 2 or again == 20:       # a die that shows money and another roll twenty times is left lying
                break
            shown = roll(t, s, p)
    s.n_dice = 0

# ---- the store (WL-6.7)

cdef void go_shopping(const Table* t, State* s, int p) noexcept nogil:
    if goods_for_sale(t, s, p) or upgrades_for_sale(t, s, p):
        ask(s, SHOP, p)                                                 # D19

cdef void buy(const Table* t, State* s, int p, int i, bint active) noexcept nogil:
    spend(t, s, p, t.items[i].price)
    s.store[i] -= 1
    if active:                                                          # WL-6.23
        if t.items[i].kind == WEAPON:
            s.weapon[p] = i
        else:
            s.mount[p] = i
    push(s, DO_SHOP, p, 0)
    gain_item(t, s, p, i)
    happened(t, s, p, STORY_BUY)

cdef void upgrade(const Table* t, State* s, int p, int i) noexcept nogil:
    spend(t, s, p, t.items[i].price)
    s.upgraded[p] |= <u32>1 << i
    push(s, DO_SHOP, p, 0)
    refresh(t, s, p)
    happened(t, s, p, STORY_BUY)

# ---- what can be done where (WL-6.19)

cdef inline bint may_poker(const Table* t, const State* s, int p) noexcept nogil:
    return t.location[s.place[p]] == SALOON and s.money[p] >= t.rules.poker_ante

cdef inline bint may_heist(const Table* t, const State* s, int p) noexcept nogil:
    """WL-6.11, A9: a card is needed."""
    return t.location[s.place[p]] == BANK and s.heists < t.rules.heists_per_turn and real_cards(s, p) != 0

cdef inline bint may_acquire(const Table* t, const State* s, int p) noexcept nogil:
    """WL-6.12. The first game has no cattle (16E)."""
    cdef int where = t.location[s.place[p]]
    return ((where == RANCH_GREEN or where == RANCH_BLUE) and herd(s, p) < cattle_cap(t, s, p)
            and cattle_left(s, where == RANCH_BLUE) > 0)

cdef inline bint may_heal(const Table* t, const State* s, int p) noexcept nogil:
    return t.location[s.place[p]] == DOCTOR and s.wounds[p] > 0 and s.money[p] >= t.rules.heal_price

cdef void act_here(const Table* t, State* s, int p, int act, int n) noexcept nogil:
    """A location action; the action itself has been paid."""
    cdef int where = s.place[p], k
    if t.in_town[where]:
        s.towns |= 1 << t.region[where]
    if act == ACT_STORE:
        push(s, DO_SHOP, p, 0)
    elif act == ACT_POKER:
        start_poker(t, s, p)
    elif act == ACT_PROSPECT:                                           # WL-6.9
        s.n[p][N_PROSPECTS] += 1
        for k in range(t.n_mines):
            if t.mines[k] == where:
                s.mines[p] |= 1 << k
        happened(t, s, p, STORY_PROSPECT)
        roll_dice(t, s, p, t.rules.prospect_dice)
        push(s, DO_AFTER_DICE, p, 0)
        push(s, DO_DICE, p, gift(t, s, p, GIFT_REROLLS))
    elif act == ACT_DEPOSIT:                                            # WL-6.10, A18
        s.nuggets[p] -= n
        s.sold = n
        s.n[p][N_DEPOSITED] += n
        gain_money(t, s, p, n * t.rules.nugget_money)
        gain_lp(t, s, p, n * t.rules.nugget_lp, PART_DEPOSIT)
        happened(t, s, p, STORY_DEPOSIT)
    elif act == ACT_HEIST:                                              # WL-6.11
        s.heists += 1
        s.n[p][N_HEISTS] += 1
        happened(t, s, p, STORY_HEIST)
        start_fight(t, s, FIGHT_GUARD, p, NOBODY)
    elif act == ACT_ACQUIRE:                                            # WL-6.12
        gain_cattle(t, s, p, t.location[where] == RANCH_BLUE)
        happened(t, s, p, STORY_ACQUIRE)
        trigger(t, s, p, TIME_AFTER_ACQUIRE, -1)
    elif act == ACT_HEAL:                                               # WL-6.14
        k = s.wounds[p]
        spend(t, s, p, t.rules.heal_price)
        heal(s, p, k)
        draw_cards(s, p, k * t.rules.heal_cards_per_wound)
        happened(t, s, p, STORY_HEAL)
    elif act == ACT_REVEL:                                              # WL-6.15
        spend(t, s, p, n * t.rules.revel_price)
        gain_lp(t, s, p, n, PART_REVEL)
        s.revelled = n
        s.n[p][N_REVEL] += n
        happened(t, s, p, STORY_REVEL)
    else:                                                               # WL-6.16
        gain_money(t, s, p, t.rules.work_money)
        s.n[p][N_WORK] += 1
        happened(t, s, p, STORY_WORK)
