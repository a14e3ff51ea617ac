# The card texts: which abilities work when (trigger), under what conditions (holds), and what their words do (say).

cdef bint condition(const Table* t, const State* s, int p, int which, bint looking_back) noexcept nogil:
    cdef const Fight* f = &s.fight
    cdef bint is_a = f.a == p
    if which == IF_IS_MARSHAL:
        if looking_back:                        # WL-7.13
            return f.a_marshal if is_a else f.d_marshal
        return s.marshal[p] > 0
    if which == IF_IS_WANTED:
        if looking_back:
            return f.a_wanted if is_a else f.d_wanted
        return s.wanted[p] > 0
    if which == IF_IS_NEUTRAL:
        return s.marshal[p] == 0 and s.wanted[p] == 0
    if which == IF_IN_TOWN:
        return t.in_town[s.place[p]]            # WL-6.17
    if which == IF_OUTSIDE_TOWN:
        return not t.in_town[s.place[p]]
    if which == IF_VS_PLAYER:
        return FIGHT_ARREST <= f.kind <= FIGHT_ROB or f.kind == FIGHT_MIB
    if which == IF_VS_NPC:
        return FIGHT_BANDIT <= f.kind <= FIGHT_SHERIFF
    if which == IF_VS_BANDIT:
        return f.kind == FIGHT_BANDIT
    if which == IF_VS_SHERIFF:
        return f.kind == FIGHT_SHERIFF
    if which == IF_VS_GUARD:
        return f.kind == FIGHT_GUARD
    if which == IF_IS_ACTIVE:
        return is_a and f.kind != FIGHT_MIB     # WL-7.15
    if which == IF_OWN_TURN:
        return s.active == p and s.half != BETWEEN
    if which == IF_HAS_CATTLE:
        return herd(s, p) > 0
    if which == IF_FIGHT_TYPE_DUEL:
        return f.kind == FIGHT_DUEL
    if which == IF_FIGHT_TYPE_ARREST:
        return f.kind == FIGHT_ARREST
    if which == IF_FIGHT_TYPE_ROB:
        return f.kind == FIGHT_ROB
    if which == IF_OPPONENT_IS_MARSHAL:
        return f.d_marshal if is_a else f.a_marshal
    if which == IF_OPPONENT_IS_WANTED:
        return f.d_wanted if is_a else f.a_wanted
    return s.wounds[p] > 0                      # IF_GE_WOUNDS

cdef bint holds(const Table* t, const State* s, int p, u32 all) noexcept nogil:
    while all:
        if not condition(t, s, p, lowest(all), False):
            return False
        all &= all - 1
    return True

cdef inline int add_rows(const Table* t, const Rows* rows, int timing, i16* found, int n) noexcept nogil:
    cdef int k
    if rows.timings & (<u32>1 << timing):
        for k in range(rows.first, rows.first + rows.n):
            if t.abilities[k].timing == timing and n < 32:
                found[n] = k
                n += 1
    return n

cdef int own_rows(const Table* t, const State* s, int p, int timing, i16* found) noexcept nogil:
    """The abilities that work for p at this moment: weapon and mount, belongings, character (WL-12.6)."""
    cdef u32 items
    cdef int i, n = 0
    if not s.timings[p] & (<u32>1 << timing):
        return 0
    items = s.items[p] & t.belongings
    if s.weapon[p] >= 0:
        n = add_rows(t, &t.item_rows[2 * s.weapon[p] + ((s.upgraded[p] >> s.weapon[p]) & 1)], timing, found, n)
    if s.mount[p] >= 0:
        n = add_rows(t, &t.item_rows[2 * s.mount[p] + ((s.upgraded[p] >> s.mount[p]) & 1)], timing, found, n)
    while items:
        i = lowest(items)
        items &= items - 1
        n = add_rows(t, &t.item_rows[2 * i], timing, found, n)
    if s.legend[p] and s.character[p] >= 0:
        n = add_rows(t, &t.character_rows[s.character[p]], timing, found, n)
    return n

cdef inline void trigger(const Table* t, State* s, int p, int timing, int effect) noexcept nogil:
    """A moment has come: everything of p that works then is put before what is still to do; a played card's text
    (`effect`) comes first."""
    if (s.timings[p] | (t.effect_rows[effect].timings if effect >= 0 else 0)) >> timing & 1:
        set_off(t, s, p, timing, effect)

cdef void set_off(const Table* t, State* s, int p, int timing, int effect) noexcept nogil:
    cdef i16 found[64]
    cdef int n = 0, k
    if effect >= 0:
        n = add_rows(t, &t.effect_rows[effect], timing, found, 0)
    n += own_rows(t, s, p, timing, found + n)
    for k in range(n - 1, -1, -1):
        push(s, DO_ABILITY, p, found[k])

# ---- one ability

cdef inline u8 company(const Table* t, const State* s, int p) noexcept nogil:
    """Other figures in the territory of p, bit a seat, the Man in Black included. All places are compared at once (the last
    one is the Sheriff's)."""
    return zeros(eight(s.place) ^ <u64>0x0101010101010101ULL * <u8>s.place[p]) & t.figures & ~(1 << p)

cdef inline u8 targets(const Table* t, const State* s, int p, const Op* op) noexcept nogil:
    """Whom this word can be meant for (outside a fight)."""
    cdef int q
    cdef u8 out = 0
    if op.op == OP_STRIP_RANK:
        for q in range(t.players):
            if q != p and s.hand[q] and t.near[s.place[p]][s.place[q]] <= op.x:
                out |= 1 << q
        return out
    out = company(t, s, p)
    if op.op == OP_GIVE_WOUND:
        out &= ~(1 << MIB)                      # WL-16.5a
    elif op.op == OP_TAKE_MONEY:
        for q in range(t.players):
            if s.money[q] == 0:
                out &= ~(1 << q)
    return out

cdef bint useful(const Table* t, const State* s, int p, const Ability* row) noexcept nogil:
    """Can an optional ability do anything now? (Nobody is asked about nothing.)"""
    cdef const Op* op = &t.ops[row.pc]
    if row.cost == COST_DISCARD_POKER_1 and s.hand[p] == 0:
        return False
    if op.op == OP_GIVE_WOUND or op.op == OP_TAKE_MONEY or op.op == OP_DEMAND_MONEY_OR_CARD or op.op == OP_STRIP_RANK:
        return s.fight.kind != NO_FIGHT or targets(t, s, p, op) != 0
    if op.op == OP_KEEP_PLAYED_POKER:
        return s.poker.real_1[p] >= 0
    return True

cdef inline bint spent_ability(const Table* t, const State* s, int p, int k) noexcept nogil:
    """Has a character's ability that works once a turn been used?"""
    cdef int first
    if t.abilities[k].limit != LIMIT_ONCE_PER_TURN or t.ability_item[k] >= 0 or s.character[p] < 0:
        return False
    first = t.character_rows[s.character[p]].first
    return 0 <= k - first < 8 and (s.ability_once[p] >> (k - first)) & 1

cdef void consider_ability(const Table* t, State* s, int p, int k) noexcept nogil:
    cdef const Ability* row = &t.abilities[k]
    if not holds(t, s, p, row.cond) or spent_ability(t, s, p, k):
        return
    if row.optional or row.timing == TIME_FIGHT_START:                  # WL-7.15
        if useful(t, s, p, row):
            s.about = k
            ask(s, USE, p)                                              # D35, D41
        return
    use_ability(t, s, p, k)

cdef void use_ability(const Table* t, State* s, int p, int k) noexcept nogil:
    cdef const Ability* row = &t.abilities[k]
    cdef int first
    if row.limit == LIMIT_ONCE_PER_TURN and t.ability_item[k] < 0 and s.character[p] >= 0:
        first = t.character_rows[s.character[p]].first
        if 0 <= k - first < 8:
            s.ability_once[p] |= 1 << (k - first)
    push(s, DO_TEXT, p, row.pc)
    if row.cost == COST_DISCARD_POKER_1:
        push(s, DO_DISCARD, p, -1)                                      # the own choice: not forced
    elif row.cost == COST_DISCARD_SELF:
        lose_item(t, s, p, t.ability_item[k])
    elif row.cost == COST_DISCARD_ALL_CATTLE_AT_TURN_END:
        s.dart = 1

# ---- the words

cdef inline void shift_value(i8* value, int n) noexcept nogil:
    """WL-7.8, WL-12.6: kept within 2..14 after every change; a missing card stays 0."""
    cdef int v = value[0]
    if v == 0:
        return
    v += n
    value[0] = 2 if v < 2 else 14 if v > 14 else v

cdef bint payable(const Table* t, const State* s, int p, int pc) noexcept nogil:
    """WL-4.8: an option that costs something must be paid in full; an outlaw may not choose Marshal points alone."""
    cdef const Op* op
    cdef bint marshal_only = True
    while True:
        op = &t.ops[pc]
        if op.op == OP_END or op.op == OP_JUMP:
            return not (marshal_only and s.wanted[p] > 0)
        if op.op == OP_LOSE_MONEY and s.money[p] < op.n:
            return False
        if (op.op == OP_DISCARD_POKER or op.op == OP_DISCARD_POKER_RANDOM) and popcount(s.hand[p]) < op.n:
            return False
        if op.op == OP_LOSE_NUGGET and s.nuggets[p] < op.n:
            return False
        if op.op == OP_DISCARD_CATTLE and herd(s, p) < (op.n if op.n < ALL else 1):
            return False
        marshal_only = marshal_only and op.op == OP_MARSHAL_POINTS
        pc += 1

cdef u64 open_choices(const Table* t, const State* s, int p, int pc) noexcept nogil:
    """The options of a choose that may be taken; all of them where none can be paid."""
    cdef int k, n = t.ops[pc].n
    cdef u64 out = 0
    for k in range(n):
        if payable(t, s, p, t.ops[pc + 1 + k].jump):
            out |= bit(k)
    return out if out else bit(n) - 1

cdef void say(const Table* t, State* s, int p, int pc) noexcept nogil:
    """Carry out a text from this word on. Where a word has to ask or sets other things going, the rest waits."""
    cdef const Op* op
    cdef Fight* f = &s.fight
    cdef bint is_a
    cdef int k, q, card
    while True:
        op = &t.ops[pc]
        if op.op == OP_END:
            return
        if op.op == OP_JUMP:
            pc = op.jump
            continue
        if op.op == OP_IF:
            pc = pc + 1 if condition(t, s, p, op.n, op.x) else op.jump
            continue
        is_a = f.a == p
        if op.op == OP_GAIN_MONEY:
            gain_money(t, s, p, op.n)
        elif op.op == OP_LOSE_MONEY:
            lose_money(s, p, op.n)
        elif op.op == OP_GAIN_LP:
            gain_lp(t, s, p, op.n, op.part)
        elif op.op == OP_LOSE_LP:
            lose_lp(t, s, p, op.n, op.part)
        elif op.op == OP_DRAW_POKER:
            draw_cards(s, p, op.n)
        elif op.op == OP_REFILL_HAND:
            draw_cards(s, p, hand_limit(t, s, p) - popcount(s.hand[p]))
        elif op.op == OP_HEAL_WOUND:
            if not op.x:
                heal(s, p, op.n)
            elif is_a:
                f.mend_a += op.n
            else:
                f.mend_d += op.n
        elif op.op == OP_CANCEL_WOUNDS:
            if is_a:
                f.cancel_a = op.n
            else:
                f.cancel_d = op.n
        elif op.op == OP_GAIN_NUGGET:
            gain_nuggets(t, s, p, op.n)
        elif op.op == OP_LOSE_NUGGET:
            s.nuggets[p] -= op.n if op.n < s.nuggets[p] else s.nuggets[p]
        elif op.op == OP_EXTRA_ACTION:
            s.actions_left += op.n
        elif op.op == OP_OPP_VALUE or op.op == OP_OWN_VALUE:
            if f.kind:
                if is_a == (op.op == OP_OPP_VALUE):
                    shift_value(&f.value_d, op.n)
                else:
                    shift_value(&f.value_a, op.n)
        elif op.op == OP_WIN_TIES:
            if op.x == SCOPE_ANY or (op.x == SCOPE_NPC) == (FIGHT_BANDIT <= f.kind <= FIGHT_SHERIFF):
                if is_a:
                    f.ties_a = 1
                else:
                    f.ties_d = 1
        elif op.op == OP_DENY_REACTIONS:
            if is_a:
                f.denied_d = 1
            else:
                f.denied_a = 1
        elif op.op == OP_NPC_REVEALS_FIRST:
            f.shown_first = 1
        elif op.op == OP_NPC_FEWER_CARDS:
            f.fewer += op.n
        elif op.op == OP_FORBID_MARSHAL_REWARD:
            f.forbid_mp = 1                                             # WL-10.5
        elif op.op == OP_MOVE_BONUS:
            s.bonus += op.n
        elif op.op == OP_PEEK_HAND:
            peek_at(s, p, f.d if is_a else f.a, op.n)
        elif (OP_CAPACITY_NUGGETS <= op.op <= OP_MESA_PASS or op.op == OP_EXTRA_STEP or op.op == OP_NOTHING
              or op.op == OP_WILD_IN_POKER or op.op == OP_REROLL_PROSPECT or op.op == OP_STEAL_ITEM
              or op.op == OP_BANDIT_WIN_WANTED_OPTION or op.op == OP_DISCARD_FOR_VALUE):
            pass                                                        # counted where they matter: see Passive
        else:
            if t.ops[pc + 1].op != OP_END and op.op != OP_CHOOSE:
                push(s, DO_TEXT, p, pc + 1)
            say_at_length(t, s, p, pc)
            return
        pc += 1

cdef void say_at_length(const Table* t, State* s, int p, int pc) noexcept nogil:
    """The words that ask somebody or set other things going."""
    cdef const Op* op = &t.ops[pc]
    cdef Fight* f = &s.fight
    cdef int k, q = f.d if f.a == p else f.a
    cdef u64 cards
    if op.op == OP_CHOOSE:
        s.about = pc
        ask(s, CHOICE, p)                                               # D25, D27: A17, A20
    elif op.op == OP_DISCARD_POKER:
        push(s, DO_DISCARD, p, op.n)
    elif op.op == OP_DISCARD_POKER_RANDOM:
        for k in range(op.n):
            if s.hand[p]:
                discard_card(t, s, p, random_card(s, p, LUCK_DISCARD, 8 * s.bottoms + k), True)
    elif op.op == OP_GAIN_WOUND:
        wound(t, s, p, op.n, op.x)
    elif op.op == OP_MARSHAL_POINTS:
        gain_marshal(t, s, p, op.n)
    elif op.op == OP_WANTED_POINTS:
        gain_wanted(t, s, p, op.n)
    elif op.op == OP_TRACK_POINTS:
        if s.wanted[p] > 0:
            gain_wanted(t, s, p, op.n)
        elif s.marshal[p] > 0:
            gain_marshal(t, s, p, op.n)
        else:
            s.about = op.n
            ask(s, TRACK, p)                                            # D39
    elif op.op == OP_GAIN_CATTLE:
        gain_cattle_by_text(t, s, p, op)
    elif op.op == OP_DISCARD_CATTLE:
        for k in range(SLOTS):
            if s.cattle[SLOTS * p + k] >= 0 and op.n == ALL:
                return_token(s, p, k)
        if op.n < ALL and herd(s, p) > 0:
            s.about = 0
            ask(s, GIVE_BACK, p)
    elif op.op == OP_GAIN_LEGENDARY_ITEM:
        for k in range(op.n):
            push(s, DO_LEGENDARY, p, 0)
    elif op.op == OP_MOVE_SELF:
        if f.kind or moving(s, p):                                      # neither is left before its end: the move waits
            s.waiting[p] += 1
            s.waiting_steps[p] = op.n
        else:
            begin_move(t, s, p, op.n, op.x)
    elif op.op == OP_MOVE_SHERIFF:
        push(s, DO_SHERIFF, p, op.n)
    elif op.op == OP_PLACE_BANDIT:
        if free_hideouts(t, s):
            s.about = 1
            ask(s, BANDIT_SITE, p)
    elif op.op == OP_REMOVE_BANDIT:
        if s.bandits:
            s.about = 0
            ask(s, BANDIT_SITE, p)
    elif op.op == OP_ROLL_PROSPECT:
        roll_dice(t, s, p, op.n)
        push(s, DO_DICE, p, 0)
    elif op.op == OP_OPP_DISCARD_OR_WOUND:
        if 0 <= q < SEATS:                                              # WL-16.5a: not the Man in Black
            if s.hand[q]:
                ask(s, DISCARD_OR_WOUND, q)                             # D13
            else:
                wound(t, s, q, 1, False)
    elif op.op == OP_PEEK_AND_DISCARD:
        cards = peek_at(s, p, q, op.n)
        if cards:
            s.peeked = cards
            s.about_seat = q
            ask(s, PEEKED, p)                                           # D44
    elif op.op == OP_GIVE_WOUND and f.kind:
        wound(t, s, q, op.n, False)
    elif op.op == OP_TAKE_HALF:
        if 0 <= q < SEATS and f.kind:
            s.about_seat = q
            ask(s, HALF, p)                                             # D46
    elif op.op == OP_KEEP_PLAYED_POKER:
        keep_played(s, p)
    elif op.op == OP_REDRAW_FIGHT:
        if FIGHT_BANDIT <= f.kind <= FIGHT_SHERIFF and not f.again:     # WL-10.16, WL-16.5a
            ask(s, REDRAW, f.holder)                                    # D15
    elif targets(t, s, p, op):                                          # give_wound, take_money, demand, strip
        s.about = pc
        ask(s, TARGET, p)                                               # D37, D38, D43

cdef u64 peek_at(State* s, int p, int q, int n) noexcept nogil:
    """p looks at n random cards of q's hand."""
    cdef u64 out = 0, hand
    cdef int k, card
    if not 0 <= q < SEATS:
        return 0
    hand = s.hand[q]
    for k in range(n):
        if hand == 0:
            break
        card = nth_member(hand, draw(s.head.key, LUCK_PEEK, address3(s.round, 8 * s.turn + p, 8 * s.actions_left + k),
                                  popcount(hand)))
        hand &= ~bit(card)
        out |= bit(card)
        s.seen[card] |= 1 << p
    return out

cdef void gain_cattle_by_text(const Table* t, State* s, int p, const Op* op) noexcept nogil:
    cdef int k, colour = op.x
    if colour == ANY_COLOUR:
        from_any_ranch(t, s, p, op.n)
        return
    if colour == SAME_COLOUR:                   # of the ranch where the figure stands
        colour = BLUE if t.location[s.place[p]] == RANCH_BLUE else GREEN
    for k in range(op.n):
        if gain_cattle(t, s, p, colour):
            happened(t, s, p, STORY_ACQUIRE)

cdef void from_any_ranch(const Table* t, State* s, int p, int n) noexcept nogil:
    """Tokens of any colour, with room for them: their owner names the ranch, where both have any left."""
    while n > 0 and herd(s, p) < cattle_cap(t, s, p):
        if cattle_left(s, GREEN) > 0 and cattle_left(s, BLUE) > 0:
            s.about = n
            ask(s, WHICH_RANCH, p)
            return
        if gain_cattle(t, s, p, BLUE if cattle_left(s, BLUE) > 0 else GREEN):
            happened(t, s, p, STORY_ACQUIRE)
        n -= 1

cdef void hit_target(const Table* t, State* s, int p, int pc, int q) noexcept nogil:
    """D38: the player meant by a word has been named."""
    cdef const Op* op = &t.ops[pc]
    cdef int n
    if op.op == OP_GIVE_WOUND:
        wound(t, s, q, op.n, False)
    elif op.op == OP_TAKE_MONEY:
        n = op.n
        if q != MIB:                            # WL-16.2: he owns $120 and loses nothing
            n = n if n < s.money[q] else s.money[q]
            s.money[q] -= n
        gain_money(t, s, p, n)
    elif op.op == OP_DEMAND_MONEY_OR_CARD:
        if q == MIB:
            gain_money(t, s, p, op.n)           # WL-16.5a
        elif s.money[q] >= op.n or s.hand[q]:
            s.about = op.n
            s.about_seat = p
            ask(s, DEMAND, q)                   # D36
    elif op.op == OP_STRIP_RANK:
        show_hand(s, q, p)
        s.about_seat = q
        ask(s, STRIP, p)                        # D37

cdef void show_hand(State* s, int q, int p) noexcept nogil:
    """p sees all cards of q."""
    cdef u64 hand = s.hand[q]
    while hand:
        s.seen[lowest(hand)] |= 1 << p
        hand &= hand - 1
