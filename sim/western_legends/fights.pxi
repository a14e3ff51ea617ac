# Fights: between players (section 7), against bandits, the bank guard and the Sheriff (section 10), with the Man in Black
# (16A). One course of stages for all of them; each stage goes on to the next by itself.

cdef inline bint npc_fight(const State* s) noexcept nogil:
    return FIGHT_BANDIT <= s.fight.kind <= FIGHT_SHERIFF

cdef inline bint with_mib(const State* s) noexcept nogil:
    return s.fight.d == MIB

cdef void start_fight(const Table* t, State* s, int kind, int a, int d) noexcept nogil:
    cdef Fight* f = &s.fight
    cdef int hideout
    memset(f, 0, sizeof(Fight))
    f.kind = kind
    f.a = a
    f.d = d
    f.card_a = f.card_d = f.real_a = f.real_d = f.npc = f.line = -1
    f.holder = right_hand(s, a) if FIGHT_BANDIT <= kind <= FIGHT_SHERIFF else NOBODY        # A32
    f.a_marshal = s.marshal[a] > 0
    f.a_wanted = s.wanted[a] > 0
    if 0 <= d < SEATS:
        f.d_marshal = s.marshal[d] > 0
        f.d_wanted = s.wanted[d] > 0
    f.stage = START_A
    if kind == FIGHT_BANDIT and t.bandit_cards:                         # WL-16.9
        hideout = t.hideout_at[s.place[a]]
        f.line = 6 * next_bandit_card(s) + s.bandit_type[hideout]
        f.shift = t.lines[f.line].value
        f.cards = t.lines[f.line].cards
    push(s, DO_FIGHT, a, 0)

cdef int next_bandit_card(State* s) noexcept nogil:
    """The top bandit card; it goes to the bottom."""
    cdef int card = s.bandit_queue[0], k
    for k in range(5):
        s.bandit_queue[k] = s.bandit_queue[k + 1]
    s.bandit_queue[5] = card
    if s.bandit_shown < 6:
        s.bandit_shown += 1
    return card

# ---- the fight deck (WL-4.5)

cdef void draw_fight_cards(State* s, int n, int holder) noexcept nogil:
    """n cards from the top of the queue. Whoever knew which cards lay together no longer knows once some are drawn."""
    cdef int k, j, card
    if n > s.queued:
        n = s.queued
    for k in range(n):
        card = s.queue[k]
        s.fight.held |= 1 << card
        for j in range(s.queued):
            if s.bundle[s.queue[j]] == s.bundle[card]:
                s.queue_known[s.queue[j]] = 0
    for k in range(n):
        s.queue_known[s.queue[k]] = 1 << holder if holder >= 0 else 0
    for k in range(s.queued - n):
        s.queue[k] = s.queue[k + n]
    s.queued -= n
    for k in range(s.queued, FIGHT_CARDS):
        s.queue[k] = -1

cdef void return_fight_cards(State* s) noexcept nogil:
    """Under the deck, in random order. All know that the card played is among them, its holder knows them all."""
    cdef i8 cards[16]
    cdef int n = 0, k, j
    cdef u16 held = s.fight.held
    if held == 0:
        return
    while held:
        cards[n] = lowest(held)
        held &= held - 1
        n += 1
    for k in range(n - 1, 0, -1):
        j = draw(s.head.key, LUCK_FIGHT_BOTTOM, address3(0, s.bottoms, k), k + 1)
        cards[k], cards[j] = cards[j], cards[k]
    s.bottoms += 1
    s.bundles = (s.bundles + 1) & 0x7F
    for k in range(n):
        s.queue[s.queued] = cards[k]
        s.queued += 1
        s.bundle[cards[k]] = s.bundles
        if cards[k] == s.fight.npc:
            s.queue_known[cards[k]] = 0x3F
    s.fight.held = 0

cdef int npc_cards(const Table* t, const State* s) noexcept nogil:
    """How many fight cards are drawn against this fighter."""
    cdef const Fight* f = &s.fight
    cdef int n = t.rules.mib_fight_cards                                # WL-16.3
    if f.kind == FIGHT_BANDIT:
        n = f.cards if f.cards else t.rules.bandit_cards_drawn          # WL-10.1
    elif f.kind == FIGHT_GUARD:
        n = t.rules.guard_cards_drawn                                   # WL-10.6
    elif f.kind == FIGHT_SHERIFF:
        n = t.rules.sheriff_cards_drawn                                 # WL-10.8
    n -= f.fewer
    return n if n > 1 else 1

cdef void choose_npc_card(const Table* t, State* s) noexcept nogil:
    """D14: the right-hand player picks; the Man in Black plays his highest."""
    cdef Fight* f = &s.fight
    cdef int policy = t.rules.npc_policy
    if with_mib(s) or policy == POLICY_HIGHEST:
        f.npc = highest(f.held)
    elif policy == POLICY_RANDOM:
        f.npc = nth_member(f.held, draw(s.head.key, LUCK_NPC, address3(0, s.bottoms, 0), popcount(f.held)))
    else:
        ask(s, NPC_CARD, f.holder)

# ---- Reactions (WL-7.7)

cdef u64 reaction_cards(const Table* t, const State* s, int p, int timing) noexcept nogil:
    """Cards that p could play as a Reaction at this moment: one copy of each in a fight (A15), else so many an action."""
    cdef u64 cards = real_cards(s, p) & t.at_timing[timing], out = 0
    cdef u32 used = s.once[p]
    cdef int card, k
    cdef const Rows* rows
    if not cards:
        return 0
    if s.fight.kind:
        if s.fight.denied_a if p == s.fight.a else s.fight.denied_d:    # Cold Stare: none in this fight, its rewards included
            return 0
        used |= s.fight.used_a if p == s.fight.a else s.fight.used_d
    elif s.reactions[p] >= t.rules.reactions_per_action:                # WL-12.2, A38
        return 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if not (used >> t.effect[card]) & 1:
            out |= bit(card)
    return out

cdef void play_reaction(const Table* t, State* s, int p, int argument, int timing) noexcept nogil:
    """A card from the hand, or a joker that copies it (WL-16.11)."""
    cdef int card = argument & 63, effect = t.effect[card], k
    cdef const Rows* rows = &t.effect_rows[effect]
    if argument & COPY:
        put_away(s, p, lowest(s.hand[p] >> JOKER) + JOKER)
        s.seen[card] = 0x3F                     # shown, and kept
    else:
        put_away(s, p, card)
    if s.fight.kind:
        if p == s.fight.a:
            s.fight.used_a |= <u32>1 << effect
        else:
            s.fight.used_d |= <u32>1 << effect
    else:
        s.reactions[p] += 1
    for k in range(rows.first, rows.first + rows.n):
        if t.abilities[k].timing == timing:
            if t.abilities[k].limit == LIMIT_ONCE_PER_TURN:
                s.once[p] |= <u32>1 << effect
            push(s, DO_TEXT, p, t.abilities[k].pc)

cdef inline bint holster(const Table* t, const State* s, int p, u32 used) noexcept nogil:
    """An item that turns discarded cards into value; once a fight."""
    cdef i16 found[64]
    cdef int n = own_rows(t, s, p, TIME_FIGHT_REACTION, found), k
    for k in range(n):
        if t.ops[t.abilities[found[k]].pc].op == OP_DISCARD_FOR_VALUE:
            return s.hand[p] != 0 and not used >> 30 & 1
    return False

cdef u64 item_reactions(const Table* t, const State* s, int p, u32 used, i16* found, int* n) noexcept nogil:
    """Other item Reactions of this fight, by their place in `found`."""
    cdef int k
    cdef u64 out = 0
    n[0] = own_rows(t, s, p, TIME_FIGHT_REACTION, found)
    for k in range(n[0]):
        if t.ops[t.abilities[found[k]].pc].op != OP_DISCARD_FOR_VALUE and not used >> 29 & 1:
            if holds(t, s, p, t.abilities[found[k]].cond):
                out |= bit(k)
    return out

cdef bint can_react(const Table* t, const State* s, int p) noexcept nogil:
    cdef i16 found[64]
    cdef int n
    cdef bint is_a = p == s.fight.a
    cdef u32 used = s.fight.used_a if is_a else s.fight.used_d
    if s.fight.denied_a if is_a else s.fight.denied_d:
        return False
    return (reaction_cards(t, s, p, TIME_FIGHT_REACTION) != 0
            or (s.timings[p] >> TIME_FIGHT_REACTION & 1
                and (holster(t, s, p, used) or item_reactions(t, s, p, used, found, &n) != 0)))

# ---- the stages

cdef void show_card(const Table* t, State* s, int p, int real, int card) noexcept nogil:
    """A committed card is turned up: it leaves the hand; of a joker and its model the model is shown and kept."""
    s.hand[p] &= ~bit(real)
    s.fight.played |= bit(real)
    if real != card:
        s.seen[card] = 0x3F

cdef void fight_on(const Table* t, State* s) noexcept nogil:
    """Stage after stage, until one asks somebody, sets something going or is the last."""
    cdef int on = s.n_tasks + 1
    push(s, DO_FIGHT, s.fight.a, 0)
    while s.fight.stage < FINISH:
        fight_stage(t, s)
        if s.n_tasks != on or s.phase != OVER:
            return
    pop(s)
    finish_fight(t, s)

cdef void fight_stage(const Table* t, State* s) noexcept nogil:
    cdef Fight* f = &s.fight
    cdef int stage = f.stage, p, a = f.a, d = f.d
    cdef bint npc = npc_fight(s), rival = 0 <= d < SEATS
    f.stage = stage + 1
    if stage == START_A:                                                # WL-7.3, 10 (2)
        trigger(t, s, a, TIME_FIGHT_START, -1)
    elif stage == START_D:
        if rival:
            trigger(t, s, d, TIME_FIGHT_START, -1)
    elif stage == DRAW_FIRST:                                           # WL-10.13: Judge Roy Bean
        if f.shown_first and npc:
            draw_fight_cards(s, npc_cards(t, s), f.holder)
    elif stage == SHOW_FIRST:
        if f.held:
            choose_npc_card(t, s)
    elif stage == COMMIT_A:                                             # WL-7.4, 10 (3)
        if real_cards(s, a) == 0:
            f.declined = f.kind == FIGHT_SHERIFF                        # WL-10.11; else value 0 (WL-10.3, A11)
        elif f.kind == FIGHT_SHERIFF:
            ask(s, SHERIFF_STAND, a)                                    # D31
        else:
            ask(s, COMMIT, a)                                           # D10
    elif stage == COMMIT_D:                                             # WL-7.5
        if rival:
            if real_cards(s, d) == 0:
                f.declined = 1
            else:
                ask(s, DEFEND, d)                                       # D11
    elif stage == DRAW_CARDS:                                           # 10 (1): nobody else sees them before (4)
        if f.declined:
            f.stage = COMPARE                                           # WL-7.12: nothing is revealed
            if f.card_a >= 0:                                           # WL-7.5: laid face down, and discarded all the same
                show_card(t, s, a, f.real_a, f.real_a)
        elif (npc or d == MIB) and f.held == 0:
            draw_fight_cards(s, npc_cards(t, s), f.holder)
    elif stage == CHOOSE_NPC:                                           # 10 (4)
        if f.held and f.npc < 0:
            choose_npc_card(t, s)
    elif stage == REVEAL:                                               # WL-7.6
        if f.card_a >= 0:
            show_card(t, s, a, f.real_a, f.card_a)
            f.value_a = 2 + (f.card_a >> 2)
        if rival and f.card_d >= 0:
            show_card(t, s, d, f.real_d, f.card_d)
            f.value_d = 2 + (f.card_d >> 2)
        elif f.npc >= 0:
            f.value_d = t.fight_value[f.npc]
            shift_value(&f.value_d, f.shift)
            if d == MIB:
                shift_value(&f.value_a, t.rules.mib_opp_value)          # WL-16.3
        trigger(t, s, a, TIME_FIGHT_REVEAL, t.effect[f.card_a] if f.card_a >= 0 else -1)
    elif stage == BONUS_D:
        if rival:
            trigger(t, s, d, TIME_FIGHT_REVEAL, t.effect[f.card_d] if f.card_d >= 0 else -1)
    elif stage == REACTIONS:
        while f.passes < 2:                                             # WL-7.7: until both pass in succession
            p = d if f.turn else a
            if (f.turn == 0 or rival) and can_react(t, s, p):
                f.stage = REACTIONS
                ask(s, REACT, p)                                        # D12
                return
            f.passes += 1
            f.turn ^= 1
    elif stage == CARD_TEXT:                                            # 10 (8), A16: whoever wins
        if f.npc >= 0:
            push(s, DO_TEXT, a, t.fight_text[f.npc])
    elif stage == COMPARE:
        f.won = wins(t, s)
    elif stage == RESULT:
        if npc or f.kind == FIGHT_MIB:
            npc_result(t, s)
        else:
            result(t, s)
    elif stage == AFTER_A:                                              # WL-7.17
        after_fight(t, s, a, f.won, f.card_a)
    elif stage == AFTER_D:
        if rival:
            after_fight(t, s, d, not f.won, f.card_d)

cdef bint wins(const Table* t, const State* s) noexcept nogil:
    """WL-7.8; 10 (9): the NPC wins ties."""
    cdef const Fight* f = &s.fight
    if f.declined:
        return f.kind != FIGHT_SHERIFF
    if f.value_a != f.value_d:
        return f.value_a > f.value_d
    if f.d == MIB:
        return False                                                    # WL-16.3
    if npc_fight(s):
        return f.ties_a or not t.rules.npc_wins_ties
    if f.ties_a != f.ties_d:
        return f.ties_a
    return t.rules.active_wins_ties or f.ties_a

cdef void result(const Table* t, State* s) noexcept nogil:
    """WL-7.9, WL-7.10: a target that wins gets nothing. Pushed from the last to the first."""
    cdef Fight* f = &s.fight
    cdef int loser = f.d if f.won else f.a
    if f.won:
        if f.kind == FIGHT_ARREST:
            s.n[f.a][N_ARRESTS_WON] += 1
            push(s, DO_ARREST, f.d, 0)
            push(s, DO_MARSHAL, f.a, t.rules.arrest_mp)
        elif f.kind == FIGHT_DUEL:
            s.n[f.a][N_DUELS_WON] += 1
            push(s, DO_LP, f.a, 32 * t.rules.duel_lp + PART_DUEL)
        else:
            s.n[f.a][N_ROBS_WON] += 1
            push(s, DO_LOOT_CATTLE, f.a, t.rules.rob_cattle)
            push(s, DO_LOOT, f.a, 0)
            push(s, DO_WANTED, f.a, t.rules.rob_wp)
    if loser != MIB:
        push(s, DO_DRAW, loser, t.rules.fight_loser_cards)
        push(s, DO_WOUND, loser, t.rules.fight_loser_wounds)

cdef void npc_result(const Table* t, State* s) noexcept nogil:
    """The table of section 10; the Man in Black's attack (WL-16.3)."""
    cdef Fight* f = &s.fight
    cdef int p = f.a
    if f.won:
        if f.kind == FIGHT_BANDIT:
            s.n[p][N_BANDITS] += 1
            happened(t, s, p, STORY_DEFEAT_BANDIT)
            if f.line >= 0:
                push(s, DO_TEXT, p, t.lines[f.line].win)
            push(s, DO_PRIZE, p, 0)
        elif f.kind == FIGHT_GUARD:
            s.n[p][N_HEISTS_WON] += 1
            push(s, DO_WANTED, p, t.rules.heist_wp)
            gain_money(t, s, p, t.rules.heist_money)
        elif f.kind == FIGHT_SHERIFF:
            s.n[p][N_ESCAPES] += 1
            s.sheriff = t.office                                        # WL-10.14
        else:
            gain_lp(t, s, p, t.rules.mib_duel_lp, PART_DUEL)
        return
    if f.kind == FIGHT_BANDIT:
        if f.line >= 0:
            push(s, DO_TEXT, p, t.lines[f.line].lose)
    elif f.kind == FIGHT_GUARD:
        push(s, DO_WANTED, p, t.rules.heist_fail_wp)
    elif f.kind == FIGHT_SHERIFF:
        push(s, DO_ARREST, p, 0)
        if f.declined:
            return                                                      # WL-10.11: no fight, no wound
    else:
        s.mib_lp += t.rules.mib_duel_lp
    push(s, DO_DRAW, p, t.rules.fight_loser_cards)
    push(s, DO_WOUND, p, t.rules.fight_loser_wounds)

cdef void consider_prize(const Table* t, State* s, int p) noexcept nogil:
    """D16: outlaws get legend points, or with Belle Starr Wanted points."""
    cdef bint marshal = s.wanted[p] == 0 and not s.fight.forbid_mp and t.rules.bandit_mp > 0
    s.fight.wanted_option = gift(t, s, p, GIFT_WANTED_OPTION)
    if marshal or s.fight.wanted_option:
        ask(s, PRIZE, p)
    else:
        gain_lp(t, s, p, t.rules.bandit_lp, PART_BANDIT)

cdef void after_fight(const Table* t, State* s, int p, bint won, int card) noexcept nogil:
    """What cards, items and characters give after a fight. WL-7.12: a card that was not revealed gives nothing."""
    cdef Fight* f = &s.fight
    cdef int effect = t.effect[card] if card >= 0 and not f.declined else -1
    trigger(t, s, p, TIME_FIGHT_END, effect)
    if p == f.a and won and f.kind == FIGHT_ARREST:
        trigger(t, s, p, TIME_AFTER_ARREST, effect)
    elif p == f.a and won and f.kind == FIGHT_ROB:
        trigger(t, s, p, TIME_AFTER_ROB, effect)
    trigger(t, s, p, TIME_FIGHT_WIN if won else TIME_FIGHT_LOSE, effect)

cdef void finish_fight(const Table* t, State* s) noexcept nogil:
    """WL-7.11, 10 (11)."""
    cdef Fight* f = &s.fight
    cdef int hideout, p
    if f.mend_a and not f.cancelled_a:
        heal(s, f.a, f.mend_a)
    if f.mend_d and not f.cancelled_d and 0 <= f.d < SEATS:
        heal(s, f.d, f.mend_d)
    s.discard |= f.played
    return_fight_cards(s)
    if f.kind == FIGHT_BANDIT:                                          # WL-10.2
        hideout = t.hideout_at[s.place[f.a]]
        if hideout >= 0:
            s.bandits &= ~(1 << hideout)
            s.bandit_type[hideout] = -1
    memset(f, 0, sizeof(Fight))
    f.a = f.d = f.holder = NOBODY
    f.card_a = f.card_d = f.real_a = f.real_d = f.npc = f.line = -1
    for p in range(t.players):
        if s.waiting[p] and not moving(s, p):
            push(s, DO_WAITING_MOVES, p, 0)

cdef void fight_again(const Table* t, State* s) noexcept nogil:
    """WL-10.4: the fighter's cards are discarded, he draws one, new fight cards, from the start effects on."""
    cdef Fight* f = &s.fight
    s.discard |= f.played
    return_fight_cards(s)
    draw_cards(s, f.a, 1)
    f.played = 0
    f.card_a = f.real_a = f.npc = -1
    f.value_a = f.value_d = 0
    f.fewer = f.shown_first = f.ties_a = f.denied_a = f.cancel_a = f.cancelled_a = f.mend_a = f.forbid_mp = 0
    f.passes = f.turn = 0
    f.again = 1
    f.stage = START_A

# ---- loot (WL-7.9, WL-4.7)

cdef u64 loot_options(const Table* t, const State* s, int p) noexcept nogil:
    cdef int d = s.fight.d
    cdef u64 out = 0
    if d == MIB:                                # WL-16.2: $120 and four nuggets
        return 3
    if s.money[d] > 0:
        out |= 1
    if s.nuggets[d] > 0:
        out |= 2
    if gift(t, s, p, GIFT_STEAL) and popcount(s.items[p] & t.belongings) < t.rules.belongings_cap:    # WL-7.16
        out |= (<u64>(s.items[d] & ~s.items[p] & t.belongings)) << LOOT_ITEM
    return out if out else 1

cdef void take_half(const Table* t, State* s, int p, int d, bint nuggets) noexcept nogil:
    """Rounded up; what the taker cannot hold goes to the supply (WL-4.7)."""
    cdef int n
    if nuggets:
        n = part_of(t.rules.rob_fraction, 4 if d == MIB else s.nuggets[d], 1)
        if d != MIB:
            s.nuggets[d] -= n
        gain_nuggets(t, s, p, n)
    else:
        n = part_of(t.rules.rob_fraction, 120 if d == MIB else s.money[d], 10)
        if d != MIB:
            s.money[d] -= n
        gain_money(t, s, p, n)

cdef void take_loot(const Table* t, State* s, int p, int what) noexcept nogil:
    cdef int d = s.fight.d, i = what - LOOT_ITEM
    if what < LOOT_ITEM:
        take_half(t, s, p, d, what == 1)
        return
    s.items[d] &= ~(<u32>1 << i)
    refresh(t, s, d)
    gain_item(t, s, p, i)

cdef void consider_cattle_loot(const Table* t, State* s, int p, int n) noexcept nogil:
    """D18: only with room (A14)."""
    cdef int d = s.fight.d
    if n > 0 and 0 <= d < SEATS and herd(s, d) > 0 and herd(s, p) < cattle_cap(t, s, p):
        s.about = n
        ask(s, TAKE_CATTLE, p)
