# The two actions of each location (sections 7, 8). Each action is a little script of stages from DO on; DONE ends it.
# DT-4.25: an action is performed once it is placed; one that cannot do anything has no effect.

cdef bint act(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    cdef int step = s.step
    if s.stage >= BADGE:
        return move_badge(t, s, p)
    if step == MINE:
        return mine_gold(t, s, p) if s.action == BASE else explore_river(t, s, p)
    if step == BANK:
        return rob_bank(t, s, p) if s.action == BASE else hold_up_stagecoach(t, s, p)
    if step == STORE:
        return shop(t, s, p, r) if s.action == BASE else see_doctor(t, s, p, r)
    if step == SALOON:
        return steal_card(t, s, p, r) if s.action == BASE else hire_bandit(t, s, p)
    if step == SHERIFF:
        return take_badge(t, s, p) if s.action == BASE else catch_bandits(t, s, p)
    return mayor(t, s, p)

# ---- 7.1 the Mine

cdef inline void take_nuggets(State* s, int p, int n) noexcept nogil:
    """From the Mine, at most what is left; nothing ever comes back (DT-12.7)."""
    n = least(n, s.mine)
    s.mine -= n
    s.nuggets[p] += n

cdef inline bint mine_gold(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.1.1: a nugget for each 9."""
    cdef int gold = showing(s.locked[p], NINE) * t.rules.nuggets_per_nine
    if s.stage == DO and not window(t, s, p, DOUBLE_NUGGETS, gold > 0 and s.mine > gold, DO + 1):
        return False
    take_nuggets(s, p, 2 * gold if s.played else gold)
    s.stage = DONE
    return True

cdef bint explore_river(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.1.2: the top River card is applied at once and removed from the game."""
    cdef int k = draw_river(t, s, NULL, 0)
    s.stage = DONE
    return True if k < 0 else wash(t, s, p, k)

cdef bint wash(const Table* t, State* s, int p, int k) noexcept nogil:
    """DT-7.1.3: the effect of a River card (table 10.3). False: somebody is asked."""
    cdef int i, n
    cdef i8 shown[FOUND]
    s.runs = s.runs + 1 if k == FIND else 0                 # Finds of this exploration (DT-14.6)
    if k == RIVER_BADGE:
        s.turn = 0
        s.stage = BADGE
    elif k == COUPON:
        if coupon_options(t, s):
            ask(s, ASK_COUPON, p)                           # D24 (DT-A5)
            return False
    elif k == FIND:
        n = 0
        while n < t.rules.find_draw:
            i = draw_river(t, s, shown, n)
            if i < 0:
                break
            shown[n] = i
            n += 1
        if n == 0:
            s.runs = 0
            return True
        for i in range(n):                                  # they lie on top of the deck while p looks at them
            s.river_top[s.n_top] = shown[n - 1 - i]
            s.n_top += 1
        s.picks = n
        s.finder = p
        ask(s, ASK_FIND, p)                                 # D23
        return False
    else:
        take_nuggets(s, p, t.river_gold[k])
        n = least(t.river_dollars[k], s.bank)               # DT-A7: bills that lie on the Bank
        s.bank -= n
        s.cash[p] += n
    return True

cdef void pull_out(State* s, int k) noexcept nogil:
    """Take one card of a kind from those being looked at; the others close up."""
    cdef int i = s.n_top - 1
    while s.river_top[i] != k:
        i -= 1
    while i < s.n_top - 1:
        s.river_top[i] = s.river_top[i + 1]
        i += 1
    s.n_top -= 1
    s.picks -= 1
    s.river_top[s.n_top] = 0

cdef void use_found(const Table* t, State* s, int p, int k) noexcept nogil:
    """D23: this card will be applied; the others go back on top in an order that p chooses."""
    pull_out(s, k)
    s.chosen = k

cdef bint ask_find_order(State* s, int p) noexcept nogil:
    """The lowest of those still in hand goes back first; a single one needs no choice."""
    if s.picks > 1:
        ask(s, ASK_FIND_ORDER, p)
        return True
    s.picks = 0
    return False

cdef void put_back(State* s, int k) noexcept nogil:
    """k lies below the cards that are still in hand."""
    cdef int i, hand = s.n_top - s.picks
    pull_out(s, k)
    i = s.n_top
    while i > hand:
        s.river_top[i] = s.river_top[i - 1]
        i -= 1
    s.river_top[hand] = k
    s.n_top += 1

cdef void redeem(const Table* t, State* s, int p, int k) noexcept nogil:
    """D24: the Coupon takes a card of a discard pile; everybody has seen which."""
    cdef int card, q
    if k >= STORE_COUPON:
        card = lowest(s.store_discard & t.copies[k - STORE_COUPON])
        s.store_discard &= ~(<u32>bit(card))
        take_store(t, s, p, card)
        if not (t.now >> card) & 1:
            for q in range(t.players):
                s.knows_store[q] |= <u32>bit(card)
    elif k == 5:
        s.discard_ranches -= 1
        take_land(t, s, p, RANCH, True)
    else:
        card = lowest(s.land_discard & t.of_value[k + 1])
        s.land_discard &= ~bit(card)
        take_land(t, s, p, card, True)

# ---- 7.2 the Bank

cdef bint rob_bank(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.2.1: all bills on the Bank. Then half_bank may be played by others (DT-10.10), clockwise (DT-10.7)."""
    cdef int half, q
    if s.stage == DO:
        s.loot = s.bank
        s.cash[p] += s.bank
        s.bank = 0
        s.turn = 1
        s.played = 0
        s.stage = DO + 1
    half = (s.loot + (1 if t.rules.half_bank_rounding else 0)) // 2
    if s.stage == DO + 2:
        if s.played:
            pay(s, p, (p + s.turn) % t.players, half)
        else:
            s.turn += 1
        s.stage = DO + 1
    while s.turn < t.players and half > 0 and not spared(t, s, p):
        q = (p + s.turn) % t.players
        if not window(t, s, q, HALF_BANK, True, DO + 2):
            return False
        s.turn += 1
    s.stage = DONE
    return True

cdef inline bint hold_up_stagecoach(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.2.2: a dollar for each 10, from the Stagecoach (DT-7.2.3, DT-A6)."""
    cdef int n = least(showing(s.locked[p], TEN) * t.rules.stagecoach_per_ten, s.stagecoach)
    s.stagecoach -= n
    s.cash[p] += n
    s.stage = DONE
    return True

# ---- 7.3 the General Store

cdef bint shop(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """DT-7.3.1: as many cards as Jacks; keep one, discard the others face up, then resolve a card that is played now."""
    cdef int n, card
    if s.stage == DO:
        s.runs = 1
        if t.extension and s.round == 0 and t.rules.store_first_round_mode == FIRST_ROUND_TWICE:
            s.runs = 2                                      # DT-7.3.4
        if not window(t, s, p, DOUBLE_STORE, (s.store_deck | s.store_discard) != 0, DO + 1):     # DT-10.6
            return False
    if s.stage == DO + 1:
        if s.played:
            s.runs *= 2
        s.stage = DO + 2
    if s.stage == DO + 3 and s.picks == 0:                  # the others go to the discard
        s.store_discard |= s.drawn
        s.drawn = 0
        s.stage = DO + 2
    if s.stage == DO + 2:
        if s.runs == 0:
            s.stage = DONE
            return True
        s.runs -= 1
        for n in range(showing(s.locked[p], JACK)):
            card = draw_store(t, s)
            if card >= 0:
                s.drawn |= <u32>bit(card)
        if s.drawn == 0:
            return True
        s.picks = least(t.rules.store_cards_kept, popcount(s.drawn))
        s.stage = DO + 3
    if s.drawn & (s.drawn - 1) == 0:                        # a single card: nothing to choose
        keep_shopped(t, s, p, lowest(s.drawn))
        return True
    if r != NULL:
        keep_shopped(t, s, p, lowest(s.drawn & t.copies[any_member(r, p, kinds_of(t, s.drawn))]))
        return True
    ask(s, ASK_SHOP, p)                                     # D09
    return False

cdef inline bint see_doctor(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """DT-7.3.2: the Doctor at once, no pass."""
    s.must = 1
    s.stage = DONE
    return ask_remedy(t, s, p, r)

cdef void keep_shopped(const Table* t, State* s, int p, int card) noexcept nogil:
    s.drawn &= ~(<u32>bit(card))
    s.picks -= 1
    if s.picks == 0:                                        # shown before a kept card is resolved
        s.store_discard |= s.drawn
        s.drawn = 0
    take_store(t, s, p, card)

# ---- 7.4 the Saloon

cdef bint two_thefts(const Table* t, const State* s, int p) noexcept nogil:
    """DT-10.1: Double saloon has an effect if there are two things to steal; a ranch only with Whiskey."""
    cdef int q, things = 1 if holds(t, s, p, WHISKEY) and ranchers(t, s, p) else 0
    for q in range(t.players):
        if q != p and q != s.bodyguard:
            things += stealable(s, q)
    return things > 1

cdef bint steal_card(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """DT-7.4.1. Stages: Double saloon, the next theft, Whiskey, the loot, Insurance, another Insurance."""
    cdef bint possible
    cdef u64 some
    if s.stage == DO:
        possible = victims(t, s, p) != 0 or (holds(t, s, p, WHISKEY) and ranchers(t, s, p) != 0)
        if not possible:                                    # DT-7.4.3
            s.stage = DONE
            return True
        s.runs = 1
        if not window(t, s, p, DOUBLE_SALOON, holds(t, s, p, DOUBLE_SALOON) and two_thefts(t, s, p), DO + 1):   # DT-10.6
            return False
    if s.stage == DO + 1:
        s.runs += s.played
        s.stage = DO + 2
    if s.stage == DO + 2:
        if s.runs == 0:
            s.victim = NOBODY
            s.stage = DONE
            return True
        s.runs -= 1
        if not window(t, s, p, WHISKEY, holds(t, s, p, WHISKEY) and ranchers(t, s, p) != 0, DO + 3):
            return False
    if s.stage == DO + 3:
        if s.played:
            s.stage = DO + 4
            ask(s, ASK_RANCH, p)                            # D19
            return False
        some = victims(t, s, p)
        if some == 0:
            s.stage = DO + 2
            return True
        s.stage = DO + 4
        if r != NULL:
            return rob(t, s, p, any_of_few(r, p, some), r)
        ask(s, ASK_VICTIM, p)                               # D10
        return False
    if s.stage == DO + 4:
        s.turn = 0                                          # Insurances asked about
        s.chosen = 0                                        # and kept back
    elif s.stage == DO + 5 and s.played:                    # a card of the same type (DT-A19)
        if s.lost == LOST_LAND:
            take_land(t, s, s.victim, draw_land(s), False)
        else:
            take_store(t, s, s.victim, draw_store(t, s))
    s.stage = DO + 6
    if s.queue:                                             # it is resolved before the next Insurance
        return True
    # DT-10.4: an Insurance must still be in the victim's hand; DT-10.7: he is asked once per copy
    while s.turn < popcount(t.copies[INSURANCE]) and popcount(s.hand[s.victim] & t.copies[INSURANCE]) > s.chosen:
        s.turn += 1
        if not window(t, s, s.victim, INSURANCE, s.land_left > 0 if s.lost == LOST_LAND
                      else (s.store_deck | s.store_discard) != 0, DO + 5):      # DT-10.10
            return False
    s.stage = DO + 2
    return True

cdef bint rob(const Table* t, State* s, int p, int victim, RandomPlay* r) noexcept nogil:
    """D10: from this player. D11: how many of each back (DT-7.4.2). False: somebody is asked."""
    cdef int store = popcount(s.hand[victim]), claims = popcount(open_claims(s, victim)), q, i, n
    q = least(showing(s.locked[p], QUEEN), store + claims)
    s.victim = victim
    s.lost = -1
    s.picks = q
    if t.rules.saloon_pick:                                 # DT-14.15: among all cards, whatever their back
        n = 0
        for i in range(q):
            if <int>draw(s.head.key, LUCK_STEAL, address3(s.round, 8 + s.runs, i), store + claims - i) < store - n:
                n += 1
        take_loot(t, s, p, n)
    elif least(store, q) == (q - claims if q > claims else 0):
        take_loot(t, s, p, least(store, q))                 # a single way to do it
    elif r != NULL:
        take_loot(t, s, p, any_of_few(r, p, split_options(s)))
    else:
        ask(s, ASK_SPLIT, p)                                # D11
        return False
    return not ask_loot(t, s, p, r)

cdef u64 some_of(const State* s, u64 cards, int n, int purpose) noexcept nogil:
    """n of the cards, by chance."""
    cdef u64 some = 0
    cdef int i, k
    for i in range(n):
        k = nth_of(cards, draw(s.head.key, LUCK_STEAL, address3(s.round, 2 * s.runs + purpose, i), popcount(cards)))
        some |= bit(k)
        cards &= ~bit(k)
    return some

cdef void take_loot(const Table* t, State* s, int p, int store) noexcept nogil:
    """The thief looks at q cards of the victim, so many of them store cards; within a back they come by chance."""
    cdef u64 cards
    s.drawn = <u32>some_of(s, s.hand[s.victim], store, 0)
    s.drawn_claims = some_of(s, open_claims(s, s.victim), s.picks - store, 1)
    cards = s.drawn & ~s.knows_store[p]                     # DT-4.30: or has he seen them before?
    while cards:
        lose_sight(t, s, p, s.hand[s.victim] & ~s.drawn, lowest(cards))
        cards &= cards - 1
    cards = s.drawn_claims & ~s.knows_claims[p]
    while cards:
        lose_sight_of_claim(t, s, p, open_claims(s, s.victim) & ~s.drawn_claims, lowest(cards))
        cards &= cards - 1
    s.knows_store[p] |= s.drawn
    s.knows_claims[p] |= s.drawn_claims
    s.picks = least(s.picks, t.rules.saloon_cards_kept)

cdef bint ask_loot(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """D12: which of them he keeps; the others go back. True: he is asked."""
    cdef int seen = popcount(s.drawn) + popcount(s.drawn_claims)
    while r != NULL and s.picks and seen > 1:
        keep_loot(t, s, p, any_member(r, p, loot_options(t, s)))
        seen -= 1
    if s.picks and seen == 1:
        keep_loot(t, s, p, t.kind[lowest(s.drawn)] if s.drawn else CLAIM_LOOT + t.value[lowest(s.drawn_claims)] - 1)
    elif s.picks and seen:
        ask(s, ASK_LOOT, p)
        return True
    s.picks = 0
    s.drawn = 0
    s.drawn_claims = 0
    return False

cdef void keep_loot(const Table* t, State* s, int p, int k) noexcept nogil:
    """Only the type of the card is public (DT-7.4.2)."""
    cdef int card
    if k >= CLAIM_LOOT:
        card = lowest(s.drawn_claims & t.of_value[k - CLAIM_LOOT + 1])
        s.drawn_claims &= ~bit(card)
        hand_over_claim(t, s, s.victim, p, card)
    else:
        card = lowest(s.drawn & t.copies[k])
        s.drawn &= ~(<u32>bit(card))
        hand_over(t, s, s.victim, p, card)
    if s.lost < 0:                                          # the first card says what Insurance replaces
        s.lost = LOST_LAND if k >= CLAIM_LOOT else LOST_STORE
    s.picks -= 1
    note(s, p, N_STOLEN, 1)

cdef bint hire_bandit(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.4.4: the top bandit, or with Thug any of the deck, which is shuffled then. DT-8.1: they lie open."""
    cdef int i, k
    if s.stage == DO:
        s.stage = DO + 1
        s.played = 0
        if holds(t, s, p, THUG) and s.bandit_deck & (s.bandit_deck - 1):
            ask(s, ASK_THUG, p)                             # D20
            return False
    for i in range(t.rules.bandits_hired_per_action):
        if i == 0 and s.played:
            k = s.chosen
            s.bandit_deck &= ~(<u16>bit(k))
            s.bandit_top = any_bandit(s) if t.rules.bandit_top_public else -1
        else:
            k = draw_bandit(t, s)
        if k >= 0:
            s.hired[p] |= <u16>bit(k)
    s.stage = DONE
    return True

# ---- 7.5 the Sheriff

cdef inline bint take_badge(const Table* t, State* s, int p) noexcept nogil:
    s.stage = BADGE
    s.turn = 0
    return move_badge(t, s, p)

cdef bint move_badge(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.5.1: p becomes Sheriff at once, unless somebody plays Sheriff stays (DT-10.7; DT-14.10 for the River)."""
    cdef bint possible = s.step == SHERIFF or t.rules.sheriff_stays_scope
    if s.stage == BADGE_ANSWERED:
        if s.played:
            s.stage = DONE
            return True
        s.turn += 1
        s.stage = BADGE
    if s.sheriff != p:
        while possible and s.turn < t.players and s.sheriff >= 0:
            if not window(t, s, (p + s.turn) % t.players, SHERIFF_STAYS, True, BADGE_ANSWERED):
                return False
            s.turn += 1
        s.sheriff = p
        note(s, p, N_BADGES, 1)
    s.stage = DONE
    return True

cdef bint catch_bandits(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.5.2, DT-8.4: roll the Kings; each die catches a wanted bandit of its face. The combination stays (DT-A10)."""
    if s.stage == DO:
        if s.wanted == 0:                                   # DT-8.7
            s.stage = DONE
            return True
        s.roll_index = t.dice.roll_of[t.dice.start_of[showing(s.locked[p], KING)] + draw(
            s.head.key, LUCK_CATCH, address3(s.round, 0, p), t.dice.sides[showing(s.locked[p], KING)])]
        s.roll = t.dice.packed[s.roll_index]
        if not window(t, s, p, TWO_PISTOLS, True, DO + 1):  # DT-8.5
            return False
    if s.stage == DO + 1 and s.played:
        s.stage = DO + 2
        ask(s, ASK_PISTOL, p)                               # D21
        return False
    arrest(t, s, p)
    s.stage = DONE
    return True

cdef void arrest(const Table* t, State* s, int p) noexcept nogil:
    """One die a bandit, among equal faces the highest reward first."""
    cdef int i, f
    cdef u16 some
    while s.roll:
        f = lowest(s.roll) // 3
        s.roll -= die(f)
        some = s.wanted & t.wanted_for[f]
        if some:
            i = 0
            while not (some >> t.by_reward[i]) & 1:
                i += 1
            i = t.by_reward[i]
            s.wanted &= ~(<u16>bit(i))
            s.caught[p] |= <u16>bit(i)
            if t.rules.bounty_paid_as_cash:                 # DT-14.5; otherwise it counts at the end (DT-8.6)
                s.cash[p] += t.reward[i]
                s.paid_in += t.reward[i]
    s.roll_index = 0

# ---- 7.6 Town Hall

cdef inline void acquire(const Table* t, State* s, int p, int card, bint shown) noexcept nogil:
    """A land card of Town Hall: the Indians may want it (DT-9.3)."""
    if card < 0:
        return
    take_land(t, s, p, card, shown)
    if card == RANCH:
        s.got_ranches[s.acting] += 1
    else:
        s.got[s.acting] |= bit(card)

cdef void take_from_row(const Table* t, State* s, int p, int slot) noexcept nogil:
    """The cards above close up at once: slots are counted among those that still lie there."""
    cdef int i, card = s.row[slot]
    for i in range(slot, ROW - 1):
        s.row[i] = s.row[i + 1]
    s.row[ROW - 1] = -1
    acquire(t, s, p, card, True)

cdef inline void take_first(const Table* t, State* s, int p, int n) noexcept nogil:
    """The first n cards of the row, as far as there are so many."""
    cdef int i
    n = least(n, row_length(s))
    for i in range(n):
        acquire(t, s, p, s.row[i], True)
    for i in range(ROW):
        s.row[i] = s.row[i + n] if i + n < ROW else -1

cdef bint mayor(const Table* t, State* s, int p) noexcept nogil:
    """DT-7.6.1: the first card of the row, one more for each Ace. DT-7.6.2: or, from his wife, the top card of the deck.
    DT-7.6.5: with three and more players the other one goes to the second hand."""
    cdef int n
    if s.stage == DO:
        if not window(t, s, p, EXTRA_PROPERTY, s.land_left > (1 if s.action == EXTENSION else 0), DO + 1):
            return False
    if s.stage == DO + 1:
        s.runs = s.played
        s.stage = DO + 2
        if s.action == EXTENSION:
            acquire(t, s, p, draw_land(s), False)
        else:
            n = t.extra_cards[showing(s.locked[p], ACE)]
            if n == 1 and t.rules.town_hall_extra_pick:
                take_first(t, s, p, t.rules.town_hall_base_cards)
                if row_length(s) > 1:
                    ask(s, ASK_ROW, p)                      # D25 (DT-14.14)
                    return False
                take_first(t, s, p, 1)
            else:
                take_first(t, s, p, t.rules.town_hall_base_cards + n)
    if s.runs:                                              # DT-10.6: Extra claim, after the action's own cards
        acquire(t, s, p, draw_land(s), False)
        s.runs = 0
    s.stage = DONE
    return True
