# The start of a round (section 5) and phase 1, Schemin' (section 6).

# ---- decks: nobody ever sees their order, so cards are drawn from what is in them

cdef u64 all_cards(const Table* t, const State* s, int seat) noexcept nogil:
    """Every card of this seat's colour, bullets received included (CE-7.15)."""
    cdef int p = first_pawn(t, seat)
    cdef u64 bullets = received(s, p)
    if t.two:
        bullets += received(s, p + 1)
    return t.deck[1 if is_marshal(t, p) else 0] + (bullets << BULLET_SHIFT)

cdef void discards(const Table* t, const State* s, int seat, u64* own, u32* second) noexcept nogil:
    """Expert: the discard pile is all that is neither in hand nor in the deck nor waiting in the common pile (CE-13.7)."""
    cdef const Hand* h = &s.cards[seat]
    cdef int i
    own[0] = all_cards(t, s, seat) - h.hand - h.aside - h.deck - h.top - (<u64>(h.under + h.over) << BULLET_SHIFT)
    second[0] = t.deck2 - h.hand2 - h.aside2 - h.deck2
    for i in range(s.next, s.n_pile):
        if owner(t, s.pile[i] >> 4) == seat:
            if t.two and s.pile[i] >> 4 & 1:
                second[0] -= <u32>one(s.pile[i] & 15)
            else:
                own[0] -= one(s.pile[i] & 15)

cdef int cards_left(const Table* t, const State* s, int seat) noexcept nogil:
    """Cards that can still be drawn (CE-6.14)."""
    cdef const Hand* h = &s.cards[seat]
    cdef u64 own
    cdef u32 second
    cdef int n = n_cards(h.deck) + n_second(h.deck2)
    if t.expert:
        discards(t, s, seat, &own, &second)
        n += n_cards(own) + n_second(second) + n_cards(h.top) + h.under + h.over
    return n

cdef inline bint can_act(const Table* t, const State* s, int seat) noexcept nogil:
    """Who can neither play nor draw passes (CE-6.3, CE-6.14)."""
    cdef const Hand* h = &s.cards[seat]
    if h.deck or (h.hand & ACTION_CARDS and not t.mp):
        return True
    return playable(t, s, seat) != 0 or h.hand2 & SECOND_CARDS != 0 or can_draw(t, s, seat)

cdef inline bint can_draw(const Table* t, const State* s, int seat) noexcept nogil:
    """CE-6.14."""
    return s.cards[seat].deck != 0 or t.rules.draw_from_empty_deck or cards_left(t, s, seat) > 0

cdef bint idea_in_reach(const Table* t, const State* s, int seat) noexcept nogil:
    """CE-6.9: is the Brilliant Idea where it may be searched? Expert: CE-13.8."""
    cdef u64 own
    cdef u32 second
    if is_marshal(t, seat):
        return False
    if not t.expert:
        return how_many(s.cards[seat].deck, IDEA) > 0
    discards(t, s, seat, &own, &second)
    if t.rules.expert_idea_search:
        own += s.cards[seat].deck + s.cards[seat].top
    return how_many(own, IDEA) > 0

cdef bint draw_layer(const Table* t, State* s, int seat, u64* bits) noexcept nogil:
    """Expert, CE-13.19: what lies on top comes first; an empty deck is refilled from the discard pile (CE-13.7).
    True: a card came from the top. False: draw from the deck."""
    cdef Hand* h = &s.cards[seat]
    if h.over:
        h.over -= 1
        h.hand += one(BULLET)
        return True
    if h.top:
        h.hand += one(take_kth(&h.top, spend(bits, n_cards(h.top))))
        return True
    if h.under:
        h.under -= 1
        h.hand += one(BULLET)
        return True
    if h.deck == 0 and h.deck2 == 0:
        discards(t, s, seat, &h.deck, &h.deck2)
    return False

cdef inline u64 hand_luck(const State* s, int seat, int purpose) noexcept nogil:
    return at(stream(s.head.key, LUCK_HANDS), address3(s.round, seat, purpose))

cdef void draw_cards(const Table* t, State* s, int seat, int n, int purpose) noexcept nogil:
    """Draw so many, or as many as there are (CE-6.3). purpose: 0 the opening hand, then one for each act of the round.
    It is the same to draw those that stay, where these are fewer."""
    cdef Hand* h = &s.cards[seat]
    cdef int whose = is_marshal(t, seat), k, all
    cdef u32 fewer, left
    cdef u64 deck = h.deck, out = 0, bits, row
    if t.expert or h.deck2:
        draw_one_by_one(t, s, seat, n, purpose)
        return
    all = n_cards(deck)
    if n >= all:
        h.hand += deck
        h.deck = 0
        return
    if n <= 0:
        return
    fewer = n if 2 * n <= all else all - n
    left = all
    bits = hand_luck(s, seat, purpose)
    if deck & ACTION_CARDS == t.deck[whose] and fewer < 8 and all < 16:     # the whole deck; any bullets come last
        row = t.row[whose]
        while True:
            out += one(take_from_row(&row, spend(&bits, left)))
            left -= 1
            fewer -= 1
            if fewer == 0:
                break
    elif fewer < 8:                                 # a hash has bits for eight draws
        while fewer:
            out += one(take_kth(&deck, spend(&bits, left)))
            left -= 1
            fewer -= 1
    else:
        for k in range(<int>fewer):
            if k & 7 == 7:
                bits = hand_luck(s, seat, 64 + 16 * purpose + k)
            out += one(take_kth(&deck, spend(&bits, left - k)))
    if 2 * n > all:
        out = h.deck - out
    h.hand += out
    h.deck -= out

cdef void draw_one_by_one(const Table* t, State* s, int seat, int n, int purpose) noexcept nogil:
    """From the deck of two players or partners; in the expert game with all that lies on top of it or beside it."""
    cdef Hand* h = &s.cards[seat]
    cdef u64 bits = hand_luck(s, seat, purpose)
    cdef int own, all, k
    while n > 0:
        n -= 1
        if n & 7 == 7:
            bits = hand_luck(s, seat, 64 + 16 * purpose + n)
        if t.expert and draw_layer(t, s, seat, &bits):
            continue
        own = n_cards(h.deck)
        all = own + n_second(h.deck2)
        if all == 0:
            return
        k = spend(&bits, all)
        if k < own:
            h.hand += one(take_kth(&h.deck, k))
        else:
            h.hand2 += <u32>one(take_kth_second(&h.deck2, k - own))

cdef inline int purpose(const State* s) noexcept nogil:
    return 1 + 2 * s.turn + s.act

# ---------------------------------------------------------------------------------------- the start of a round (CE-5.1)

cdef void begin_round(const Table* t, State* s) noexcept nogil:
    cdef int p, seat
    cdef u32 left
    if last_round(t, s):                            # CE-4.5: the station lies at the bottom
        s.card = nth_bit(t.station_pool, draw(s.head.key, LUCK_STATION, 0, popcount(t.station_pool)))
    else:
        left = t.round_pool & ~s.used
        s.card = nth_bit(left, draw(s.head.key, LUCK_ROUNDS, s.round, popcount(left)))
        s.used |= <u32>1 << s.card
    s.n_pile = s.next = 0
    s.down = s.by_partner = 0
    s.last_kind = s.last_pawn = NOBODY              # CE-11.28
    s.known_idea = 0
    for p in range(t.pawns):
        s.pawn[p].hit = 0
        s.pawn[p].blocked = 0                       # CE-11.9..11.11: until the end of the round
        if s.pawn[p].hostage == POODLE:             # CE-10.27
            for seat in range(t.rules.poodle_bullets_per_round):
                if s.neutral > 0:
                    s.neutral -= 1
                    bullet(t, s, p, NEUTRAL)
    if t.mp:
        next_goal(t, s)
    if not t.expert:
        for seat in range(t.players):               # CE-7.3: played cards are back; shuffle all but the kept ones
            s.cards[seat].deck = all_cards(t, s, seat) - s.cards[seat].hand
            if t.two:
                s.cards[seat].deck2 = t.deck2 - s.cards[seat].hand2
        if t.team:
            for seat in range(t.players):           # what the partner holds is not here
                s.cards[seat].deck -= from_second(s.cards[seat ^ 1].hand2) + from_second(s.cards[seat ^ 1].deck2)
    s.turn = s.step = s.act = 0
    if t.two and not t.expert:                      # CE-13.6: the 2014 edition knows no opening card
        go_on_opening(t, s)
    else:
        deal_hands(t, s)

cdef void next_goal(const Table* t, State* s) noexcept nogil:
    """CE-4.18, CE-5.1: the top goal of a face-down pile of warrants and special goals."""
    cdef u64 bits = at(stream(s.head.key, LUCK_GOALS), s.n_goals)
    cdef int warrants = t.warrants, specials = t.specials, i, p
    cdef u32 pool = 0, special = t.special_pool
    if s.n_goals >= t.goals:
        return
    for p in range(1, t.pawns):
        pool |= 1 << s.pawn[p].character
    for i in range(s.n_goals):
        if s.goal[i] < SCRATCH:
            warrants -= 1
        else:
            specials -= 1
        pool &= ~(<u32>1 << s.goal[i])
        special &= ~(<u32>1 << s.goal[i])
    if spend(&bits, warrants + specials) >= <u32>warrants:
        pool = special
    s.goal[s.n_goals] = nth_bit(pool, spend(&bits, popcount(pool)))
    s.n_goals += 1

cdef void go_on_opening(const Table* t, State* s) noexcept nogil:
    """D8, CE-13.3: each of two players takes a card of choice out of his deck, unseen, before he draws (CE-5.6)."""
    cdef int seat, card
    while s.step < t.players:
        if (s.cards[s.step].deck & ACTION_CARDS) or s.cards[s.step].deck2:      # CE-13.18: no bullet
            ask(s, OPENING, s.step)
            return
        s.step += 1
    for seat in range(t.players):
        if s.commit[seat]:
            card = s.commit[seat] - 1
            if card < SECOND:
                s.cards[seat].deck -= one(card)
                s.cards[seat].aside += one(card)
            else:
                s.cards[seat].deck2 -= <u32>one(card - SECOND)
                s.cards[seat].aside2 += <u32>one(card - SECOND)
            s.commit[seat] = 0
    deal_hands(t, s)

cdef inline int hand_size(const Table* t, const State* s, int seat) noexcept nogil:
    """CE-5.2, CE-10.38: of the player, whichever of his bandits counts for it."""
    cdef int p = first_pawn(t, seat), n = t.rules.hand_size, i
    if is_marshal(t, p):
        return t.rules.marshal_hand_size
    for i in range(2 if t.two else 1):
        if can(s, p + i, DOC):
            n += t.rules.doc_extra_cards            # CE-8.6
        if s.pawn[p + i].hostage == MINISTER:
            n -= t.rules.minister_hand_penalty      # CE-10.20
    return n

cdef void deal_hands(const Table* t, State* s) noexcept nogil:
    """CE-5.1: draw up to the hand size, kept cards included (CE-6.12)."""
    cdef Hand* h
    cdef int seat, kept
    cdef u64 before
    if t.team:
        draw_from_partners(t, s)
    for seat in range(t.players):
        h = &s.cards[seat]
        before = h.hand >> BULLET_SHIFT
        kept = n_cards(h.hand) + n_second(h.hand2) if h.hand or h.hand2 else 0
        draw_cards(t, s, seat, hand_size(t, s, seat) - kept, 0)
        if t.expert and not t.rules.expert_opening_bullets:     # CE-13.8: discarded at once, not replaced
            h.hand = (h.hand & ACTION_CARDS) | before << BULLET_SHIFT
        h.hand += h.aside                           # the opening card of two players comes on top (CE-13.18)
        h.hand2 += h.aside2
        h.aside = h.aside2 = 0
    s.turn = s.step = s.act = 0
    go_on_scheming(t, s)

cdef int enemy_bullets(const Table* t, const State* s, int p) noexcept nogil:
    """Bullets in p fired by bandits of other sides."""
    cdef int i, n = 0
    for i in range(t.pawns):
        if side(t, i) != side(t, p):
            n += s.pawn[p].bullets[i]
    return n

cdef inline int second_bullets(const Hand* h) noexcept nogil:
    """Bullets of the partner's here."""
    return (h.hand2 >> SECOND_SHIFT) + (h.deck2 >> SECOND_SHIFT) + (h.aside2 >> SECOND_SHIFT)

cdef void hand_over(const Table* t, State* s, int giver, int taker) noexcept nogil:
    """A bullet of the giver's goes to his partner. Whose it was counts for the Photographer (CE-10.25), and is decided now,
    among those that the giver still has: a later one cannot have been it (A-16)."""
    cdef int bullets = received(s, giver) - second_bullets(&s.cards[taker])
    cdef int enemy = enemy_bullets(t, s, giver) - s.cards[taker].foreign
    if draw(s.head.key, LUCK_BULLETS, address3(s.round, giver, taker), bullets) < <u32>enemy:
        s.cards[taker].foreign += 1

cdef void take_back(State* s, int holder, int bullets) noexcept nogil:
    """One of so many bullets of the partner's returns to him (team_foreign_card: deck)."""
    if draw(s.head.key, LUCK_BULLETS, address3(s.round, holder, holder), bullets) < <u32>s.cards[holder].foreign:
        s.cards[holder].foreign -= 1

cdef void draw_from_partners(const Table* t, State* s) noexcept nogil:
    """CE-13.10: all at once, each one card from the partner's deck, if there is one (CE-13.16)."""
    cdef int seat, mate, k, own, all, bullets
    cdef Hand* h
    for seat in range(t.players):
        mate = seat ^ 1
        h = &s.cards[mate]
        own = n_cards(h.deck)
        all = own + n_second(h.deck2)
        if all == 0:
            continue
        k = draw(s.head.key, LUCK_PARTNER, address3(s.round, seat, 0), all)
        if k < own:
            k = take_kth(&h.deck, k)
            if k == BULLET:
                hand_over(t, s, mate, seat)
            s.cards[seat].hand2 += <u32>one(SECOND_BULLET if k == BULLET else k)
        else:                                       # an own card comes back (team_foreign_card: deck)
            bullets = second_bullets(h)
            k = take_kth_second(&h.deck2, k - own)
            if k == SECOND_BULLET:
                take_back(s, mate, bullets)
            s.cards[seat].hand += one(BULLET if k == SECOND_BULLET else k)

# --------------------------------------------------------------------------------------------------- phase 1: Schemin'

cdef inline int seat_of_step(const Table* t, const State* s, int step, int turn) noexcept nogil:
    """CE-5.4: clockwise from the first player; in a switching turn counter-clockwise, teams as in CE-13.12."""
    cdef int n = t.players, k
    if turn == SWITCHING:
        if t.team:
            k = (s.first >> 1) - (step >> 1)
            return 2 * (k + (n >> 1) if k < 0 else k) + 1 - (step & 1)
        k = s.first - step
        return k + n if k < 0 else k
    k = s.first + step
    return k - n if k >= n else k

cdef void go_on_scheming(const Table* t, State* s) noexcept nogil:
    """CE-6.1: per turn symbol every player acts once."""
    cdef const RoundCard* card = round_card(t, s)
    cdef int seat, turn
    s.phase = SCHEME
    while s.turn < card.n_turns:
        turn = card.turns[s.turn]
        while s.step < t.players:
            seat = seat_of_step(t, s, s.step, turn)
            if can_act(t, s, seat):
                ask(s, TURMOIL if turn == TURMOIL_TURN else SCHEME, seat)
                return
            advance(s, turn)
        if turn == TURMOIL_TURN:
            reveal_turmoil(t, s)
        s.step = 0
        s.turn += 1
    s.turn = 0
    end_scheming(t, s)

cdef inline void next_act(const Table* t, State* s, int turn) noexcept nogil:
    """go_on_scheming after an act. Mostly another player of this turn follows, and he has cards."""
    cdef int seat
    advance(s, turn)
    if s.step < t.players and turn != TURMOIL_TURN and not t.mp:
        seat = seat_of_step(t, s, s.step, turn)
        if s.cards[seat].deck or s.cards[seat].hand & ACTION_CARDS:
            ask(s, SCHEME, seat)
            return
    go_on_scheming(t, s)

cdef inline void advance(State* s, int turn) noexcept nogil:
    """CE-6.4: in a speeding-up turn everybody acts twice in a row."""
    if turn == SPEEDING_UP and s.act == 0:
        s.act = 1
    else:
        s.act = 0
        s.step += 1

cdef inline int play_card(const Table* t, State* s, int seat, int card, bint hidden) noexcept nogil:
    """A card from hand goes on top of the common pile; returns whose pawn it is for."""
    cdef Hand* h = &s.cards[seat]
    cdef int kind = card & 15, pawn
    if card >= SECOND:
        h.hand2 -= <u32>one(kind)
        pawn = second_pawn(t, seat)
        if t.team:                                  # CE-13.11: the card acts for the bandit of its colour
            s.by_partner |= bit(s.n_pile)
            if t.rules.team_card_actor:
                pawn = seat
    else:
        h.hand -= one(kind)
        pawn = first_pawn(t, seat)
    if hidden and not shows_all(s, pawn):
        s.down |= bit(s.n_pile)
    elif kind == IDEA:
        s.known_idea &= ~(1 << seat)
    s.pile[s.n_pile] = pawn << 4 | kind
    s.n_pile += 1
    return pawn

cdef void scheme(const Table* t, State* s, int seat, int act, int k) noexcept nogil:
    """D4 and what it leads to."""
    cdef int turn = symbol(t, s)
    if act == ACT_PLAY or act == ACT_HIDE:
        if t.plain:                                 # one hand, nothing to follow
            s.cards[seat].hand -= one(k)
            s.down |= <u64>(act == ACT_HIDE or turn == TUNNEL) << s.n_pile
            s.pile[s.n_pile] = seat << 4 | k
            s.n_pile += 1
            next_act(t, s, turn)
        else:
            s.left = 0
            play_and_follow(t, s, seat, k, act == ACT_HIDE or turn == TUNNEL)
    else:
        draw_or_drink(t, s, seat, act, k)

cdef void draw_or_drink(const Table* t, State* s, int seat, int act, int k) noexcept nogil:
    if act == ACT_DRAW:                             # CE-6.2
        draw_cards(t, s, seat, t.rules.draw_instead_of_play, purpose(s))
    elif act == ACT_FETCH:
        fetch_idea(t, s, seat)
    elif drink(t, s, seat, first_pawn(t, seat) + (k >> 2), k & 3):
        return
    next_act(t, s, symbol(t, s))

cdef void play_and_follow(const Table* t, State* s, int seat, int card, bint hidden) noexcept nogil:
    """A card, and the further one that it allows in a standard turn: cover, plus cards, the old flask."""
    cdef int pawn = play_card(t, s, seat, card, hidden), kind = card & 15
    cdef bint standard = symbol(t, s) == STANDARD
    if s.left > 0 and s.phase != COVER:             # CE-6.16: cover comes on top of the old flask's cards
        s.left -= 1
    if standard:
        if t.two and not t.expert and kind == FIRE and s.phase != COVER and not hidden:     # CE-13.4, CE-6.16; not 2014 (CE-13.6)
            s.whom = pawn
            if (playable(t, s, seat) if pawn & 1 else playable2(s, seat)) & ~one(MARSHAL):
                ask(s, COVER, seat)
                return
        if (kind == MOVE_PLUS or kind == FLOOR_PLUS) and s.phase != OLD_CARD and playable(t, s, seat):
            ask(s, PLUS_CARD, seat)                                             # CE-6.10, CE-6.17, CE-9.13
            return
    go_on_playing(t, s, seat)

cdef void go_on_playing(const Table* t, State* s, int seat) noexcept nogil:
    """The next card of the old flask (CE-6.7), or the next act."""
    if s.left > 0 and action_cards(s, seat) > 0:
        ask(s, OLD_CARD, seat)
        return
    s.left = 0
    next_act(t, s, symbol(t, s))

cdef void play_extra(const Table* t, State* s, int seat, int act, int k) noexcept nogil:
    """D5, D6, D7."""
    if act == ACT_STOP:
        go_on_playing(t, s, seat)
    else:
        play_and_follow(t, s, seat, k, act == ACT_HIDE)

cdef void fetch_idea(const Table* t, State* s, int seat) noexcept nogil:
    """CE-6.9, CE-6.15: instead of drawing, in any turn. All see it."""
    cdef Hand* h = &s.cards[seat]
    cdef u64 own
    cdef u32 second
    if t.expert:
        discards(t, s, seat, &own, &second)
        if how_many(own, IDEA) == 0:
            if how_many(h.deck, IDEA):
                h.deck -= one(IDEA)
            else:
                h.top -= one(IDEA)
    else:
        h.deck -= one(IDEA)
    h.hand += one(IDEA)
    s.known_idea |= 1 << seat

cdef bint drink(const Table* t, State* s, int seat, int pawn, int what) noexcept nogil:
    """CE-6.7: what 0 a full ordinary flask, 1 a half-empty one, 2 the old one. True: a card is asked for."""
    cdef u8 flasks = s.pawn[pawn].loot.flasks, flask
    if what == 2:
        flask = flasks & s.old_flask
    elif what == 1:
        flask = flasks & ~s.full_flasks & ~s.old_flask
    else:
        flask = flasks & s.full_flasks & ~s.old_flask
    flask &= -flask
    s.full_flasks &= ~flask
    s.uses[lowest(flask)] -= 1
    if s.uses[lowest(flask)] == 0:
        s.pawn[pawn].loot.flasks &= ~flask
        s.lost_flasks |= flask
    s.left = 0
    if what == 2:
        s.left = t.rules.flask_old_cards
        ask(s, OLD_CARD, seat)
        return True
    draw_cards(t, s, seat, t.rules.flask_ordinary_draw, purpose(s))
    if action_cards(s, seat) == 0:                  # CE-6.8
        return False
    ask(s, FLASK_CARD, seat)
    return True

# ---- turmoil (CE-6.5)

cdef enum:                      # commitments beside cards 0..31, and 32 + card: face down
    COMMIT_DRAW = 64
    COMMIT_FETCH = 65

cdef void commit_turmoil(const Table* t, State* s, int seat, int act, int k) noexcept nogil:
    if act == ACT_DRAW:
        k = COMMIT_DRAW
    elif act == ACT_FETCH:
        k = COMMIT_FETCH
    elif act == ACT_HIDE:
        k += 32
    s.commit[seat] = k + 1
    s.step += 1
    go_on_scheming(t, s)

cdef void reveal_turmoil(const Table* t, State* s) noexcept nogil:
    """Draws first; then the chosen cards are shown together and stacked in seat order."""
    cdef int seat, step, k
    for seat in range(t.players):
        if s.commit[seat] - 1 == COMMIT_DRAW:
            draw_cards(t, s, seat, t.rules.draw_instead_of_play, purpose(s))
        elif s.commit[seat] - 1 == COMMIT_FETCH:
            fetch_idea(t, s, seat)
    for step in range(t.players):
        seat = seat_of_step(t, s, step, TURMOIL_TURN)
        k = s.commit[seat] - 1
        if 0 <= k < COMMIT_DRAW:
            play_card(t, s, seat, k & 31, k >= 32)
        s.commit[seat] = 0

# ------------------------------------------------------------------------------------- between the phases: keeping cards

cdef inline bint reflexes_round(const Table* t, const State* s) noexcept nogil:
    return round_card(t, s).event == REFLEXES

cdef void end_scheming(const Table* t, State* s) noexcept nogil:
    """CE-6.11..6.13, CE-13.7: in the last round nothing is kept."""
    s.step = 0
    if not last_round(t, s) and not reflexes_round(t, s):
        if t.expert:
            s.left = 0
            s.phase = EXPERT_KEEP
            go_on_holding(t, s)
            return
        if round_card(t, s).keep and t.rules.keep_symbols_scale:
            s.left = round_card(t, s).keep * t.rules.keep_symbols_scale
            s.phase = KEEP
            go_on_keeping(t, s)
            return
    return_hands(t, s)

cdef void go_on_keeping(const Table* t, State* s) noexcept nogil:
    """D9: unseen by the others."""
    cdef int seat
    while s.step < t.players:
        seat = seat_of_step(t, s, s.step, STANDARD)
        if s.left and (s.cards[seat].hand or (s.cards[seat].hand2 and (t.two or t.rules.team_foreign_card))):
            ask(s, KEEP, seat)
            return
        s.left = round_card(t, s).keep * t.rules.keep_symbols_scale
        s.step += 1
    return_hands(t, s)

cdef void keep(const Table* t, State* s, int seat, int card) noexcept nogil:
    cdef Hand* h = &s.cards[seat]
    if card == KEEP_NO_MORE:
        s.left = 0
    elif card < SECOND:
        h.hand -= one(card)
        h.aside += one(card)
        s.left -= 1
    else:
        h.hand2 -= <u32>one(card - SECOND)
        h.aside2 += <u32>one(card - SECOND)
        s.left -= 1
    go_on_keeping(t, s)

cdef inline int held(const State* s, int seat, int card) noexcept nogil:
    """How many of this card are in hand."""
    if card < SECOND:
        return how_many(s.cards[seat].hand, card) if card < KINDS else 0
    return s.cards[seat].hand2 >> 4 * (card - SECOND) & 15

cdef void go_on_holding(const Table* t, State* s) noexcept nogil:
    """D10, CE-13.7: expert, unseen by the others, card by card: how many are kept."""
    cdef int seat
    while s.step < t.players:
        seat = seat_of_step(t, s, s.step, STANDARD)
        while s.left < SECOND + 8:
            if held(s, seat, s.left):
                ask(s, EXPERT_KEEP, seat)
                return
            s.left += 1
        s.left = 0
        s.step += 1
    return_hands(t, s)

cdef void hold(const Table* t, State* s, int seat, int k) noexcept nogil:
    cdef Hand* h = &s.cards[seat]
    cdef int card = k >> 5, n = k & 31
    if card < SECOND:
        h.hand -= n * one(card)
        h.aside += n * one(card)
    else:
        h.hand2 -= <u32>(n * one(card - SECOND))
        h.aside2 += <u32>(n * one(card - SECOND))
    s.left += 1
    go_on_holding(t, s)

cdef void return_hands(const Table* t, State* s) noexcept nogil:
    """CE-6.11: what was not kept goes back; under Reflexes all wait for the event (CE-9.20)."""
    cdef int seat
    s.step = 0
    s.left = 0
    if not reflexes_round(t, s):
        s.known_idea = 0                            # kept or not, nobody else knows
        for seat in range(t.players):
            return_hand(t, s, seat)
    s.stage = STAGE_STEALIN
    go_on(t, s)

cdef void return_hand(const Table* t, State* s, int seat) noexcept nogil:
    cdef Hand* h = &s.cards[seat]
    if not t.expert:                                # expert: onto the discard pile (see discards)
        h.deck += h.hand
    h.hand = h.aside
    h.aside = 0
    if t.two:
        if not t.expert:
            h.deck2 += h.hand2
        h.hand2 = h.aside2
        h.aside2 = 0
    elif t.team and t.rules.team_foreign_card:      # CE-13.15: among the other cards; else it stays in hand
        h.deck2 += h.hand2
        h.hand2 = h.aside2
        h.aside2 = 0
