# What each option is worth, one kind after the other.

cdef double action_worth(const Table* t, const State* s, Look* k, int act, int arg, double on_the_way) noexcept nogil:
    """D06."""
    cdef int p = k.p, i
    if act == ACT_PASS:
        return -0.05
    if act == ACT_MOVE:
        return on_the_way
    if act == ACT_CARD:
        return card_worth(t, s, k, arg & 63, TIME_ACTION) + k.wants[STORY_CARD_ACTION]
    if act == ACT_FIGHT:
        return (fight_worth(t, s, k, arg & 7, arg >> 3, fight_chance(t, s, k, arg & 7))
                + k.wants[STORY_FIGHT_PLAYER])
    if act == ACT_STORE:
        return best_buy(t, s, k) + k.wants[STORY_BUY]
    if act == ACT_POKER:
        return poker_worth(t, s, k) + k.wants[STORY_POKER]
    if act == ACT_PROSPECT:
        i = nugget_room(t, s, p)
        return ((1.2 if i > 1 else 0.8 if i == 1 else 0.0) * (k.nugget if k.turns > 1.5 else 0.1) + 8 * k.dollar
                + k.wants[STORY_PROSPECT])
    if act == ACT_DEPOSIT:
        i = t.rules.money_cap - s.money[p]
        return (arg * t.rules.nugget_lp + (arg * t.rules.nugget_money if arg * t.rules.nugget_money < i else i) * k.dollar
                + k.wants[STORY_DEPOSIT])
    if act == ACT_HEIST:
        return heist_worth(t, s, k) + k.wants[STORY_HEIST]
    if act == ACT_ACQUIRE:
        return k.token + k.wants[STORY_ACQUIRE]
    if act == ACT_HEAL:
        return (s.wounds[p] * (k.wound + k.w[POKER_CARD] * 0.8) - t.rules.heal_price * k.dollar
                + k.wants[STORY_HEAL])
    if act == ACT_REVEL:
        return arg * (1 - t.rules.revel_price * k.dollar) * 1.1 + 0.01 * arg + k.wants[STORY_REVEL]
    if act == ACT_WORK:
        i = t.rules.money_cap - s.money[p]
        return (t.rules.work_money if t.rules.work_money < i else i) * k.dollar + k.wants[STORY_WORK]
    return 0.4 + 0.5 * (s.wounds[p] > 0)        # ACT_ABILITY: Provisions, Pinkerton

cdef double stake_of(const Table* t, const State* s, const Look* k) noexcept nogil:
    """What hangs on the fight for the player who is asked."""
    cdef const Fight* f = &s.fight
    if f.kind == FIGHT_BANDIT:
        return 2.2
    if f.kind == FIGHT_GUARD:
        return (t.rules.heist_money * k.dollar + more_wanted(t, s, k, t.rules.heist_wp) + k.wound
                - more_wanted(t, s, k, t.rules.heist_fail_wp))
    if f.kind == FIGHT_SHERIFF:
        return 1.5 + wanted_worth(t, s, k, s.wanted[f.a]) + 0.5 * s.money[f.a] * k.dollar
    if k.p == f.a:
        return 2.5
    return 1.2 + (0.5 * s.money[k.p] * k.dollar if f.kind == FIGHT_ROB else 0) + (
        wanted_worth(t, s, k, s.wanted[k.p]) if f.kind == FIGHT_ARREST else 0)

cdef double lay_worth(const Table* t, const State* s, const Look* k, int card) noexcept nogil:
    cdef const Fight* f = &s.fight
    cdef int v = strength(t, card), n
    cdef double chance
    if f.npc >= 0:                              # it lies open
        chance = 1.0 if v > t.fight_value[f.npc] else 0.0
    elif f.kind == FIGHT_BANDIT:
        chance = beats_npc(v + k.edge_npc, f.cards if f.cards else t.rules.bandit_cards_drawn)
    elif f.kind == FIGHT_GUARD:
        chance = beats_npc(v + k.edge_npc, t.rules.guard_cards_drawn)
    elif f.kind == FIGHT_SHERIFF:
        chance = beats_npc(v + k.edge_npc, t.rules.sheriff_cards_drawn)
    elif f.d == MIB:
        chance = beats_npc(v - 1, t.rules.mib_fight_cards)
    elif k.p == f.a:
        chance = (v - 1) / 13.0
    else:
        chance = (v - 2) / 13.0 * 0.75          # the attacker came with a good card
    return chance * stake_of(t, s, k) - keep(t, k, card)

cdef int shift_of(const Table* t, int card) noexcept nogil:
    """How far a Reaction lowers the opposing card."""
    cdef const Rows* rows = &t.effect_rows[t.effect[card]]
    cdef int i
    for i in range(rows.first, rows.first + rows.n):
        if t.abilities[i].timing == TIME_FIGHT_REACTION and t.ops[t.abilities[i].pc].op == OP_OPP_VALUE:
            return -t.ops[t.abilities[i].pc].n
    return 0

cdef double turns_it(const Table* t, const State* s, int p, int shift) noexcept nogil:
    """Does lowering the opposing card by so much turn a lost fight into a won one? Half, if a second step would."""
    cdef const Fight* f = &s.fight
    cdef bint ties
    cdef int ahead = f.value_a - f.value_d if p == f.a else f.value_d - f.value_a
    if f.d == NOBODY or f.d == MIB:
        ties = f.ties_a or not t.rules.npc_wins_ties
    elif p == f.a:
        ties = f.ties_a or (t.rules.active_wins_ties and not f.ties_d)
    else:
        ties = not f.ties_a and (f.ties_d or not t.rules.active_wins_ties)
    if ahead > 0 or (ahead == 0 and ties):
        return 0
    ahead += shift
    return 1.0 if ahead > 0 or (ahead == 0 and ties) else 0.5 if ahead > -2 and popcount(s.hand[p]) > 1 else 0.0

cdef double harm(const Table* t, const State* s, const Look* k, int card) noexcept nogil:
    """What a fight card's text (18.3) does to the fighter, in the eyes of the player who picks it."""
    cdef int value = t.fight_value[card], room = t.rules.wound_cap - s.wounds[s.fight.a]
    cdef double wound = k.wound if room > 0 else 0
    if value >= 13:                             # K, A: a legend point
        return -1.0
    if value >= 9:                              # 9 pays a little, J and Q give something
        return 0.2 if value == 9 else -0.1 if value < 12 else -k.w[POKER_CARD]
    if value == 2:
        return wound + 1.0
    if value == 3:
        return wound + (k.wound if room > 1 else 0)
    return wound + 0.2 if value == 4 else 0.7 * wound if value == 7 else wound

cdef double at_stake(const Table* t, const State* s, const Look* k) noexcept nogil:
    """What the fighter loses if the NPC wins, in the eyes of the player who picks the NPC's card."""
    cdef int a = s.fight.a
    cdef double out = k.wound
    if s.fight.kind == FIGHT_GUARD:
        return out + t.rules.heist_money * k.dollar + 1 + k.free * (
            row_lp(t, s.wanted[a] + t.rules.heist_wp) - row_lp(t, s.wanted[a] + t.rules.heist_fail_wp))
    if s.fight.kind == FIGHT_SHERIFF:
        return out + loss_of(t, s, k, a)
    return out + t.rules.bandit_lp

cdef double sheriff_worth(const Table* t, const State* s, const Look* k, int place) noexcept nogil:
    """D29: whoever sends the Sheriff picks one of the outlaws whom he finds (D30); the others lose a card."""
    cdef double best = 0, near = 0, one, own = 0
    cdef int q, away
    for q in range(t.players):
        if s.wanted[q] == 0:
            continue
        away = t.near[place][s.place[q]]
        one = loss_of(t, s, k, q)
        if q == k.p:
            own = one if away == 0 else 0.05 * one * (6 - away) if away < 6 else 0
        else:
            one = denied(t, s, k, q, one)
            if away == 0 and one > best:
                best = one
            elif 0 < away < 6:
                near += 0.05 * (6 - away) * one
    if best > 0:
        return best - (k.w[POKER_CARD] if s.wanted[k.p] > 0 and s.place[k.p] == place else 0)
    return near - own

cdef double leads(const Table* t, const State* s, int q) noexcept nogil:
    """How far q is ahead, for choosing whom to hurt."""
    return 0.1 * s.lp[q] + 0.15 * s.wanted[q] if q < SEATS else 0

cdef double start_worth(const Table* t, const State* s, const Look* k, int character) noexcept nogil:
    """D01: what lies in the start package, and what the ability brings at the start of each turn once it is there."""
    cdef const Character* c = &t.characters[character]
    return (c.money * k.dollar + 0.5 * k.w[POKER_CARD] * c.poker + k.nugget * c.nuggets - k.wound * c.wounds
            + 0.6 * c.marshal - 0.15 * c.wanted + 0.4 * popcount(c.upgraded) + 0.1 * popcount(c.items)
            + 3 * rows_worth(t, s, k, &t.character_rows[character], TIME_TURN_START, 0))

cdef void weigh_plans(const Look* k, const i32* codes, int n, double* value) noexcept nogil:
    """`plan` for all places that a Move can end at: dozens, so that no comparison waits for the one before."""
    cdef double worth
    cdef const double* left
    cdef const i8* away
    cdef int i, j
    for j in range(n):
        value[j] = 0
    for i in range(k.n):
        worth, left, away = k.worth[i], k.left_of[i], k.away[i]
        for j in range(n):
            value[j] = greater(worth * left[away[codes[j] & 0xFFFFFF]], value[j])

cdef inline double arrival_worth(const Table* t, const State* s, const Look* k, int act, int x) noexcept nogil:
    """Beside the plan: what awaits us at x."""
    cdef double out = k.story_at[t.region[x]] - danger(t, s, k, x)
    if t.hideout_at[x] >= 0 and s.bandits >> t.hideout_at[x] & 1:
        out += k.prize
    if act == ACT_GO_MESA:
        out += 0.3 if s.wounds[k.p] > 0 else 0
    elif x == s.place[k.p]:                     # out and back
        out -= 0.5
    return out

cdef double option(const Table* t, const State* s, Look* k, i32 code, double on_the_way) noexcept nogil:
    cdef int act = code >> 24, arg = code & 0xFFFFFF, p = k.p, i, q
    cdef const Fight* f = &s.fight
    cdef double out
    if ACT_PASS <= act <= ACT_ABILITY:
        return action_worth(t, s, k, act, arg, on_the_way)
    if act == ACT_GO or act == ACT_GO_MESA:
        return plan(k, arg) + arrival_worth(t, s, k, act, arg)
    if act == ACT_STAY:
        return plan(k, s.place[p]) - danger(t, s, k, s.place[p])
    if act == ACT_LAY:
        return lay_worth(t, s, k, arg & 63) + (0.1 if arg & COPY else 0)
    if act == ACT_REACT:
        if s.phase == REACT:
            i = shift_of(t, arg & 63)
            return turns_it(t, s, p, i) * stake_of(t, s, k) - keep(t, k, arg & 63)
        if s.phase == BEFORE_MOVE:              # Saddle Up: two steps more
            i = speed_of(t, s, p)
            return ride(k, s.place[p], i + 2) - ride(k, s.place[p], i) - 0.6 * keep(t, k, arg & 63)
        return card_worth(t, s, k, arg & 63, s.about)
    if act == ACT_HOLSTER:
        q = f.value_a - f.value_d if p == f.a else f.value_d - f.value_a
        return stake_of(t, s, k) * 0.7 - 0.3 * arg if q <= 0 and arg + q == 1 else -0.5 - 0.1 * arg
    if act == ACT_NO_REACTION or act == ACT_LEAVE:
        return 0
    if act == ACT_INCOME:
        q = t.rules.money_cap - s.money[p]
        if arg == 0:
            return (t.rules.income_money if t.rules.income_money < q else q) * k.dollar
        i = t.rules.income_cards if arg == 1 else t.rules.income_mixed_cards
        if i > k.room + 1:
            i = k.room + 1 if k.room > -1 else 0
        out = i * k.w[POKER_CARD] * (1.5 - 0.2 * popcount(s.hand[p]) - 0.1 * (i - 1))   # the first cards count most
        if arg == 2:
            out += (t.rules.income_mixed_money if t.rules.income_mixed_money < q else q) * k.dollar
        return out
    if act == ACT_WEAPON:
        return 1 + 0.01 * t.items[arg].price + ((s.upgraded[p] >> arg) & 1) if arg < ITEMS else 0
    if act == ACT_MOUNT:
        if arg >= ITEMS:
            return 0
        return (t.items[arg].speed_upgraded if (s.upgraded[p] >> arg) & 1 else t.items[arg].speed) + (
            2.5 if s.nuggets[p] > t.rules.nugget_cap and t.item_gifts[2 * arg].n[GIFT_NUGGETS] else 0)
    if act == ACT_DISCARD or act == ACT_GIVE:
        if act == ACT_GIVE and arg == THE_MONEY:
            return -s.about * k.dollar
        return -keep(t, k, arg)
    if act == ACT_WOUND:
        return -k.wound
    if act == ACT_NPC_CARD:
        i = t.fight_value[arg] + f.shift - k.edge_npc       # his weapon lies open
        out = (i - 1) / 13.0 if i > 1 else 0
        q = popcount(s.hand[f.a])               # a fighter lays his best: with many cards it takes a high one to beat it
        return (out if q < 2 else out * out if q == 2 else out * out * out) * at_stake(t, s, k) + harm(t, s, k, arg)
    if act == ACT_REDRAW:
        return (0.5 if f.value_a > f.value_d else -0.5) if arg else 0
    if act == ACT_PRIZE:
        return t.rules.bandit_lp if arg == 0 else more_marshal(t, s, k, t.rules.bandit_mp) if arg == 1 else more_wanted(t, s, k, f.wanted_option)
    if act == ACT_LOOT:
        if arg >= LOOT_ITEM or f.d == MIB:
            return 1.0
        return 0.5 * (s.nuggets[f.d] * k.nugget if arg else s.money[f.d] * k.dollar)
    if act == ACT_TAKE_CATTLE:
        return 1 if arg < SLOTS else 0
    if act == ACT_BUY or act == ACT_BUY_ACTIVE or act == ACT_UPGRADE:
        out = shop_worth(t, s, k, arg) + k.wants[STORY_BUY]
        if act == ACT_BUY_ACTIVE:               # a better one is used at once
            i = s.weapon[p] if t.items[arg].kind == WEAPON else s.mount[p]
            out += 0.5 if i < 0 or t.items[arg].price > t.items[i].price else -0.5
        return out
    if act == ACT_JOIN:
        return poker_worth(t, s, k) - 0.2 - k.gamble * 0.3 if arg else 0
    if act == ACT_PAIR or act == ACT_PAIR_JOKER or act == ACT_PAIR_JOKERS:
        out = hand_worth(t, s, arg >> 6, arg & 63) / 1048576.0
        return out - 0.05 * (keep(t, k, arg >> 6) + keep(t, k, arg & 63))
    if act == ACT_SINGLE:
        return 0.1 if arg & COPY else 0
    if act == ACT_REROLL:
        if arg == NO_DIE:
            return 0
        i = s.dice[arg]
        return 0.7 if i == 3 else 0.25 if i == 1 else -0.3
    if act == ACT_CHOICE:
        return text_worth(t, s, k, t.ops[s.about + 1 + arg].jump, 0)
    if act == ACT_MARKER:
        return 0 if arg == NO_MARKER else k.story[arg >> 3] if arg & 7 == 0 else k.story[arg >> 3] - k.story[(arg & 7) - 1]
    if act == ACT_SHERIFF:
        return sheriff_worth(t, s, k, arg)
    if act == ACT_VICTIM:
        return -9.0 if arg == p else denied(t, s, k, arg, loss_of(t, s, k, arg))
    if act == ACT_TARGET:
        return -2.0 if arg == p else 0.0 if arg == NO_TARGET else 0.3 + leads(t, s, arg)
    if act == ACT_DECLINE:
        return 0
    if act == ACT_CLAIM:
        return 1 if arg < GOALS else 0
    if act == ACT_ROOM:
        return 0 if arg == ITEMS else 1.0 if arg > ITEMS else 0.4
    if act == ACT_USE or act == ACT_DELIVER:
        return 0.4 * arg
    if act == ACT_EFFECT:
        return 0 if arg == NO_MORE else text_worth(t, s, k, t.abilities[arg].pc, 0) - (
            0.6 if t.abilities[arg].cost == COST_DISCARD_ALL_CATTLE_AT_TURN_END else 0.2 if t.abilities[arg].cost else 0)
    if act == ACT_TRACK:
        return more_wanted(t, s, k, 1) if arg else more_marshal(t, s, k, 1)
    if act == ACT_PEEKED:
        return 0.1 * (arg >> 2)
    if act == ACT_STRIP:
        return popcount(s.hand[s.about_seat] & (<u64>15 << (4 * arg)))
    if act == ACT_HALF:
        return 0 if arg == 2 else s.money[s.about_seat] * k.dollar if arg == 0 else s.nuggets[s.about_seat] * k.nugget
    if act == ACT_ITEM_REACTION:
        return turns_it(t, s, p, 1) * stake_of(t, s, k) - 0.1
    if act == ACT_CHARACTER:
        return start_worth(t, s, k, s.dealt[4 * p + arg])
    return 0
