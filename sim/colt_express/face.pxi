# What the core needs besides the rules: action classes, redealing what is hidden, looking ahead at luck, and the way
# from Python and back.

cdef enum:
    CLASS_PLAY = 3              # positions in action_classes of outcome.yaml: the eleven kinds of cards
    AFTER_PLAY = 9              # the classes after them: act + 9

cdef int action_class(const Table* t, i32 answer) noexcept nogil:
    """Which line of action_classes (outcome.yaml). Playing a card counts as its kind."""
    cdef int act = answer >> 24
    if act < ACT_PLAY:
        return act - 1
    if act == ACT_PLAY:
        return CLASS_PLAY + (answer & 15)
    return act + AFTER_PLAY

# ---- redeal: all that a seat cannot know (CE-5.5), consistent with all that it has been shown

cdef inline bint of_seat(const Table* t, int seat, int pawn) noexcept nogil:
    return owner(t, pawn) == seat

cdef void redeal_purses(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Face-down purses, on the train and before the others, against those that were left in the box (CE-4.3).
    A dropped purse is like any other: nobody follows it with his eyes (CE-7.16)."""
    cdef i8 kinds[6]
    cdef u32 hidden = 0, known = s.lost_purses
    cdef int i, p, n = 0, k
    for i in range(FLOORS):
        hidden |= s.floor[i].purses
    for p in range(t.pawns):
        if of_seat(t, seat, p):
            known |= s.pawn[p].loot.purses
        else:
            hidden |= s.pawn[p].loot.purses
    hidden >>= FIRST_TRAIN_PURSE                    # the starting purses have one value; where they are: mix_purses
    known >>= FIRST_TRAIN_PURSE
    for i in range(6):
        kinds[i] = t.purse_count[i]
        n += kinds[i]
    while known:
        kinds[s.purse[lowest(known)]] -= 1
        n -= 1
        known &= known - 1
    while hidden:
        i = lowest(hidden)
        hidden &= hidden - 1
        k = below(at(luck, i), n)
        s.purse[i] = 0
        while k >= kinds[s.purse[i]]:
            k -= kinds[s.purse[i]]
            s.purse[i] += 1
        kinds[s.purse[i]] -= 1
        n -= 1
    mix_purses(t, s, seat, luck)

cdef inline Loot* heap_unseen(const Table* t, State* s, int seat, int i) noexcept nogil:
    """What lies in space i, or before pawn i - FLOORS; NULL: the seat's own."""
    if i < FLOORS:
        return &s.floor[i]
    return NULL if of_seat(t, seat, i - FLOORS) else &s.pawn[i - FLOORS].loot

cdef void mix_purses(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """CE-5.6: which of several face-down purses the starting one is. All that it could be change places."""
    cdef i8 token[32]
    cdef u32 some, hidden = 0
    cdef Loot* heap
    cdef int i, k, n = 0, heaps = FLOORS + t.pawns
    for i in range(heaps):
        heap = heap_unseen(t, s, seat, i)
        if heap != NULL:
            hidden |= heap.purses & s.mixed_purses
    if not hidden & STARTING_PURSES:
        return
    some = hidden
    while some:
        token[n] = lowest(some)
        some &= some - 1
        n += 1
    for i in range(heaps):
        heap = heap_unseen(t, s, seat, i)
        if heap == NULL:
            continue
        some = heap.purses & hidden
        heap.purses &= ~hidden
        while some:                                 # so many of them lie here: draw which
            some &= some - 1
            k = below(at(luck, 32 + n), n)
            n -= 1
            heap.purses |= <u32>1 << token[k]
            token[k] = token[n]

cdef inline u8 swapped(u8 bags) noexcept nogil:
    return (bags & 1) << 1 | bags >> 1

cdef void redeal_tokens(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """The old flask, the mailbags."""
    cdef u8 own_flasks = 0, own_bags = 0, unknown
    cdef int i, p
    for p in range(t.pawns):
        if of_seat(t, seat, p):
            own_flasks |= s.pawn[p].loot.flasks
            own_bags |= s.pawn[p].loot.bags
    unknown = s.full_flasks & ~own_flasks           # CE-10.29: and those that never came onto the train
    for i in range(t.last, FLASKS):
        unknown |= 1 << i
    if s.old_flask & unknown:
        s.old_flask = 1 << nth_bit(unknown, below(at(luck, 0), popcount(unknown)))
    if t.mp and own_bags == 0 and below(at(luck, 1), 2):
        for i in range(FLOORS):
            s.floor[i].bags = swapped(s.floor[i].bags)
        for p in range(t.pawns):
            s.pawn[p].loot.bags = swapped(s.pawn[p].loot.bags)
        s.delivered = swapped(s.delivered)

cdef void redeal_goals(const Table* t, State* s, u64 luck) noexcept nogil:
    """CE-4.18: goals that only the Marshal has seen."""
    cdef int warrants = t.warrants, specials = t.specials, i, p
    cdef u32 pool = 0, special = t.special_pool, some
    cdef u64 bits
    for p in range(1, t.pawns):
        pool |= 1 << s.pawn[p].character
    for i in range(s.n_goals):
        if s.goals_shown >> i & 1:
            if s.goal[i] < SCRATCH:
                warrants -= 1
            else:
                specials -= 1
            pool &= ~(<u32>1 << s.goal[i])
            special &= ~(<u32>1 << s.goal[i])
    for i in range(s.n_goals):
        if s.goals_shown >> i & 1:
            continue
        bits = at(luck, i)
        if spend(&bits, warrants + specials) < <u32>warrants:
            some = pool
            warrants -= 1
        else:
            some = special
            specials -= 1
        s.goal[i] = nth_bit(some, spend(&bits, popcount(some)))
        pool &= ~(<u32>1 << s.goal[i])
        special &= ~(<u32>1 << s.goal[i])

# ---- cards: those in hands, in decks and face down in the pile

cdef inline bint choosing_a_card(const State* s, int seat) noexcept nogil:
    """He is being asked about the cards in his hand: they must stay as they are."""
    return s.head.to_move == seat and (OPENING <= s.phase <= EXPERT_KEEP or s.phase == REFLEX)

cdef inline int colour_of(const Table* t, const State* s, int i) noexcept nogil:
    """The seat to which a card of the pile belongs."""
    cdef int seat = owner(t, s.pile[i] >> 4)
    return seat ^ 1 if s.by_partner >> i & 1 and t.rules.team_card_actor else seat

cdef inline int player_of(const Table* t, const State* s, int i) noexcept nogil:
    """The seat that played it."""
    return colour_of(t, s, i) ^ <int>(s.by_partner >> i & 1)

cdef inline int draw_from(u64* pool, u32* pool2, bint actions, u64 bits) noexcept nogil:
    """A card out of two packed sets: kind, or SECOND + kind."""
    cdef u64 own = pool[0] & ACTION_CARDS if actions else pool[0]
    cdef u32 second = pool2[0] & SECOND_CARDS if actions else pool2[0]
    cdef int n = n_cards(own), k = below(bits, n + n_second(second))
    if k < n:
        k = take_kth(&own, k)
        pool[0] -= one(k)
        return k
    k = take_kth_second(&second, k - n)
    pool2[0] -= <u32>one(k)
    return SECOND + k

cdef int redeal_cards(const Table* t, State* s, int q, int seat, u64 luck) noexcept nogil:
    """All cards of one colour whose place the seat does not know. Returns 1 where they stay as they are."""
    cdef Hand* h = &s.cards[q]
    cdef Hand* mate = &s.cards[q ^ 1]
    cdef u64 pool = h.deck + h.top, address = 0, hand = 0, top = 0
    cdef u32 pool2 = h.deck2 if t.two else 0, hand2 = 0, foreign = 0, foreign_deck = 0
    cdef int i, card, n_hand = 0, n_top = n_cards(h.top), n_foreign = 0, n_foreign_deck = 0, n_down = 0, idea = -1, drawn
    cdef bint own = q != seat, theirs = t.team and (q ^ 1) != seat and not choosing_a_card(s, q ^ 1)
    if not own and not t.team:
        return 0
    if own and choosing_a_card(s, q):
        return 1
    if own:
        n_hand = n_cards(h.hand) + n_cards(h.aside)
        pool += h.hand + h.aside
        if t.two:
            n_hand += n_second(h.hand2) + n_second(h.aside2)
            pool2 += h.hand2 + h.aside2
    if theirs:
        n_foreign = n_second(mate.hand2) + n_second(mate.aside2)
        n_foreign_deck = n_second(mate.deck2)
        pool += from_second(mate.hand2) + from_second(mate.aside2) + from_second(mate.deck2)
    for i in range(s.next, s.n_pile):
        if s.down >> i & 1 and colour_of(t, s, i) == q and player_of(t, s, i) != seat:
            if t.team and player_of(t, s, i) != q and not theirs:
                continue
            n_down += 1
            if t.two and s.pile[i] >> 4 & 1:
                pool2 += <u32>one(s.pile[i] & 15)
            else:
                pool += one(s.pile[i] & 15)
    if own and s.known_idea >> q & 1:               # CE-6.9: all saw it fetched; it is in his hand or lies face down
        idea = below(at(luck, address), n_down + n_hand)
        address += 1
        pool -= one(IDEA)
        if idea >= n_down:
            hand += one(IDEA)
            n_hand -= 1
    card = 0
    for i in range(s.next, s.n_pile):
        if s.down >> i & 1 and colour_of(t, s, i) == q and player_of(t, s, i) != seat:
            if t.team and player_of(t, s, i) != q and not theirs:
                continue
            if card == idea:
                s.pile[i] = (s.pile[i] & 0xF0) | IDEA
            else:
                drawn = draw_from(&pool, &pool2, True, at(luck, address))
                address += 1
                if t.two:
                    s.pile[i] = (2 * q + (drawn >= SECOND)) << 4 | drawn & 15
                else:
                    s.pile[i] = (s.pile[i] & 0xF0) | drawn
            card += 1
    while n_hand > 0:
        card = draw_from(&pool, &pool2, False, at(luck, address))
        address += 1
        n_hand -= 1
        if card < SECOND:
            hand += one(card)
        else:
            hand2 += <u32>one(card - SECOND)
    while n_top > 0:
        top += one(draw_from(&pool, &pool2, False, at(luck, address)))
        address += 1
        n_top -= 1
    while n_foreign + n_foreign_deck > 0:
        card = draw_from(&pool, &pool2, False, at(luck, address))
        address += 1
        card = SECOND_BULLET if card == BULLET else card
        if n_foreign > 0:
            foreign += <u32>one(card)
            n_foreign -= 1
        else:
            foreign_deck += <u32>one(card)
            n_foreign_deck -= 1
    h.deck = pool
    h.top = top
    if own:
        h.hand = hand
        h.aside = 0
        if t.two:
            h.hand2 = hand2
            h.deck2 = pool2
            h.aside2 = 0
    if theirs:
        mate.hand2 = foreign
        mate.deck2 = foreign_deck
        mate.aside2 = 0
        mate.foreign = 0
        n_foreign, n_down = second_bullets(mate), received(s, q)
        for i in range(n_foreign):                  # A-16: whose bullets these are
            if below(at(luck, 128 + i), n_down - i) < <u32>(enemy_bullets(t, s, q) - mate.foreign):
                mate.foreign += 1
    return 0

cdef void set_aside_anew(const Table* t, State* s, int q, u64 luck) noexcept nogil:
    """What a seat has chosen to keep, unseen by the others: any of its cards."""
    cdef Hand* h = &s.cards[q]
    cdef int n, card
    cdef u32 second = h.hand2 if t.two or t.rules.team_foreign_card else 0, kept2 = 0
    cdef u64 hand = h.hand
    n = n_cards(hand) + n_second(second)
    if s.phase == KEEP and n > round_card(t, s).keep * t.rules.keep_symbols_scale:
        n = round_card(t, s).keep * t.rules.keep_symbols_scale
    n = below(at(luck, 0), n + 1)
    h.aside = 0
    while n > 0:
        card = draw_from(&hand, &second, False, at(luck, n))
        n -= 1
        if card < SECOND:
            h.hand -= one(card)
            h.aside += one(card)
        else:
            h.hand2 -= <u32>one(card - SECOND)
            kept2 += <u32>one(card - SECOND)
    h.aside2 = kept2

cdef void commit_anew(const Table* t, State* s, int q, u64 luck) noexcept nogil:
    """What a seat has committed unseen: anything that it could have."""
    cdef u64 own = 0
    cdef u32 second = 0
    cdef int n
    if s.phase == ATTACK:
        own = attack_choices(t, s, q)
        s.commit[q] = 1 + nth_bit(own, below(luck, popcount(own)))
        return
    if s.phase == OPENING:
        own = s.cards[q].deck
        second = s.cards[q].deck2
        s.commit[q] = 1 + draw_from(&own, &second, True, luck)
        return
    own = kinds_in(s.cards[q].hand & ACTION_CARDS)
    if t.two or t.team:
        second = s.cards[q].hand2 & SECOND_CARDS
    n = popcount(own) + n_second(second)
    if n == 0 or (can_draw(t, s, q) and below(at(luck, 1), n + 1) == 0):
        s.commit[q] = 1 + COMMIT_DRAW
    else:
        s.commit[q] = 1 + draw_from(&own, &second, True, luck)

cdef int redeal(const Table* t, State* s, int seat, u64 key) noexcept nogil:
    cdef int q, step, kept = 0
    s.head.key = key
    if s.phase == OVER:
        return 0                                    # all is on the table
    key = stream(key, SOURCES)
    redeal_purses(t, s, seat, stream(key, 0))
    redeal_tokens(t, s, seat, stream(key, 1))
    if t.mp and seat != 0:
        redeal_goals(t, s, stream(key, 2))
    for q in range(t.players):
        kept += redeal_cards(t, s, q, seat, stream(key, 3 + q))
    if s.phase == KEEP or s.phase == EXPERT_KEEP:
        for step in range(s.step):
            q = seat_of_step(t, s, step, STANDARD)
            if q != seat:
                set_aside_anew(t, s, q, stream(key, 16 + q))
    for q in range(t.players):
        if q != seat and s.commit[q]:
            commit_anew(t, s, q, at(stream(key, 24), q))
    return kept

# ---- luck to come, for staging draws in tests: the round cards, the station, the next random token

cdef int peek(const Table* t, const State* s, int source, int where, i32* out) noexcept nogil:
    cdef u32 left = t.round_pool & ~s.used
    cdef int n = 0, round
    if source == LUCK_ROUNDS:
        for round in range(s.round + (s.card >= 0), t.rules.rounds - 1):
            out[n] = nth_bit(left, draw(s.head.key, LUCK_ROUNDS, round, popcount(left)))
            left &= ~(<u32>1 << out[n])
            n += 1
        return n
    if source == LUCK_STATION:
        out[0] = nth_bit(t.station_pool, draw(s.head.key, LUCK_STATION, 0, popcount(t.station_pool)))
        return 1
    return 0

# ---- from Python and back

EVENTS = ("none", "angry_marshal", "swivel_arm", "braking", "take_it_all", "passengers_rebellion", "panting_horses",
          "whiskey_for_marshal", "higher_speed", "shotgun_rage", "safe_place", "rumors", "reflexes",
          "hostage_conductor", "pickpocketing", "marshals_revenge", "mortal_bullet", "sharing_loot", "escape",
          "guilty_plea", "deadly_fall", "crime_punished")
SYMBOLS = "STDXMK"


def refuse(setting):
    """CE-1.3: the combinations of modules and players that there are. All that is wrong is said at once."""
    players, variants, rules = setting["players"], setting["variants"], setting["rules"]
    mp, hs, team, expert = variants["mp"], variants["hs"], variants["team"], variants["expert"]
    mei, silk = variants["mei"], variants["silk"]
    wrong = []
    if mp and team:
        wrong.append("team cannot be combined with mp: the Marshal player has no partner (mp or team)")
    if expert and team:
        wrong.append("team cannot be combined with expert: no rules say whose discard pile a partner's card goes to (expert or team)")
    if mp and silk == SILK_EVASION:
        wrong.append("silk evasion cannot be combined with mp: she evades the Marshal that nobody plays (silk: move, blocking)")
    if mp:
        if not 3 <= players <= 8:
            wrong.append(f"mp cannot be played by {players}: one Marshal and 2 to 7 bandits (players: 3 to 8)")
    elif team:
        if players not in (4, 6):
            wrong.append(f"team cannot be played by {players}: teams of two (players: 4, 6)")
    elif players == 8:
        wrong.append("8 can only play with a Marshal player (mp: true), without one there are 2 to 7 bandits")
    elif players == 7 and not mei:
        wrong.append("7 without a Marshal player need the seventh bandit (mei: true, or mp: true); else players: 2 to 6")
    if expert and players == 2 and not rules["two_player_edition"]:
        wrong.append("expert cannot be played by 2 in the 2016 edition (players: 3 to 7, or rule two_player_edition: 2014)")
    last = 7 if wrong else last_position(setting)
    if hs and rules["hs_stagecoach"] and rules["hs_start_position"] > last:         # CE-3.2
        wrong.append(f"hs_start_position {rules['hs_start_position']} lies behind this train, whose last car is number {last} "
                     f"(hs_start_position: 0 to {last}, or more cars)")
    if players == 2:                                                                # CE-13.1: that deck has its own cards
        other = [f"deck_{kind}" for kind, n in setting["data"]["decks"]["bandit_base_deck"]["cards"].items()
                 if rules[f"deck_{kind}"] != n]
        if other:
            wrong.append(f"{', '.join(other)} cannot be changed for 2 players: their deck for two bandits is another one "
                         "(players: 3 to 8)")
    if wrong:
        raise ValueError("; ".join(wrong))


cdef int read_card(RoundCard* card, row) except -1:
    cdef int i
    card.n_turns = len(row["turns"])
    for i, turn in enumerate(row["turns"]):
        card.turns[i] = SYMBOLS.index(turn)
    card.keep = row.get("keep", 0)
    card.event = EVENTS.index(row["event"])
    return 0


cdef int compile_table(void* table, object setting) except -1:
    cdef Table* t = <Table*>table
    cdef int i, k
    refuse(setting)
    rules, variants, data = setting["rules"], setting["variants"], setting["data"]
    t.rules = rules
    t.players = setting["players"]
    t.hs, t.mp, t.team = variants["hs"], variants["mp"], variants["team"]
    t.two = t.players == 2
    t.expert = variants["expert"] or (t.two and rules["two_player_edition"])        # CE-13.6
    t.plain = not (t.hs or t.mp or t.team or t.expert or t.two)
    t.silk = variants["silk"]
    t.assign = bool(setting["assign"])
    t.pawns = 4 if t.two else t.players
    t.bandits = t.pawns - t.mp
    t.crew = ((1 << t.pawns) - 1) & ~(1 if t.mp else 0)
    t.horses = t.hs and rules["hs_horses"]
    t.coach = t.hs and rules["hs_stagecoach"]
    t.large = t.bandits > 4                                                         # CE-4.22
    for i in range(t.players):
        for k in range(t.players):
            t.order[0][i] |= <u32>((i + k) % t.players + 1) << 4 * k                # CE-5.4
            t.order[1][i] |= <u32>((i - k + t.players) % t.players + 1) << 4 * k

    modules = {"base"} | {name for name in ("hs", "mp") if variants[name]}
    with_mei = t.mp or variants["mei"]
    for i, row in enumerate(data["characters"]["characters"]):
        if row["module"] == "base" or (row["module"] == "mei_or_mp" and with_mei) or (row["module"] == "silk" and t.silk):
            t.pool[t.n_pool] = i
            t.n_pool += 1

    train = data["modules"]["train"]
    if t.mp:                                                                        # CE-4.16
        t.cars = rules["mp_cars_large" if t.large else "mp_cars_small"]
    else:                                                                           # CE-4.2, CE-13.1
        t.cars = train["no_marshal_player"][t.players]
    t.cars = min(max(t.cars + rules["cars_per_player_offset"], 2), 6)
    t.last = t.cars + t.mp                                                          # CE-3.3
    for i in range(t.last + 1):                                                     # CE-7.4
        t.step[i] = <u32>(within(t, i, rules["inside_move_max"]) & ~bit(i))
        t.step[ROOF + i] = <u32>(roofs(within(t, i, rules["roof_move_max"])) & ~bit(ROOF + i))
    t.on_foot = not t.hs and t.silk in (SILK_OFF, SILK_EVASION) and (
        rules["inside_move_max"] == 1 or not rules["silk_move_pass_marshal"])
    for i, row in enumerate(data["loot"]["cars"]):
        t.car_purses[i] = rules[row["id"] + "_purses"]
        t.car_jewels[i] = rules[row["id"] + "_jewels"]
    purses = [row for row in data["loot"]["tokens"] if row["type"] == "purse"]
    for i in range(6):
        t.purse_value[i] = rules[f"purse_value_{i + 1}"]
        t.purse_count[i] = purses[i]["count"]
    if with_mei and rules["mp_extra_purse"]:                                        # CE-2.8
        t.purse_count[0] += purses[6]["count"]
    t.purse_count[0] -= t.bandits                                                   # CE-4.1
    if t.purse_count[0] < 0:
        t.purse_count[0] = 0
    t.purse_value[6] = rules["starting_purse"]

    if t.two:
        first, second = data["decks"]["two_player_deck"]["bandit_a"], data["decks"]["two_player_deck"]["bandit_b"]
        ride = data["decks"]["two_player_deck"]["hs_addition"]["per_bandit"]["ride"] if t.horses else 0
        t.deck[0] = packed({**first, "ride": ride})
        t.deck2 = packed({**second, "ride": ride})
    else:
        own = {kind: rules[f"deck_{kind}"] for kind in ("move", "floor", "fire", "punch", "robbery", "marshal")}
        if t.horses:                                                                # CE-4.11
            own["ride"] = 1
        if t.mp:                                                                    # CE-4.15
            own["marshal"] = 0
            own["brilliant_idea"] = 1
        t.deck[0] = packed(own)
    marshal = {kind: rules[f"mp_marshal_deck_{kind}"] for kind in data["decks"]["marshal_deck"]["cards"]}
    t.deck[1] = packed({**marshal, "ride": 1 if t.horses else 0})                   # CE-11.1
    for i in range(2):
        t.row[i] = in_a_row(t.deck[i] | one(BULLET) * 15)

    for i, row in enumerate(data["hostages"]["hostages"]):
        t.ransom[i] = rules["hostage_ransom_" + row["id"]]
    for i in range(3):
        t.brawler[i] = rules[f"mp_brawler_value_{i + 1}"]
    for i in range(2):
        t.bag[i] = rules[f"mp_mailbag_value_{i + 1}"]
        for k in range(8):
            t.bullet[i][k] = rules[f"mp_bullet_{i + 1}_{min(k, 5) + 1}"]            # CE-11.15
    for i, row in enumerate(data["marshal"]["special_goals"]):                      # CE-4.18
        if t.bandits >= row["min_bandits"]:
            t.special_pool |= 1 << (SCRATCH + i)
    if t.mp:
        t.warrants = min(rules["mp_warrants"], t.bandits)
        t.specials = min(rules["mp_specials"], bin(t.special_pool).count("1"))
        t.goals = t.warrants + t.specials

    if not rules["hs_round_cards"]:                                                 # CE-4.10, CE-4.22
        modules -= {"hs"}
    if rules["mp_round_cards"]:
        modules -= {"mp"}
    size = "large" if t.large else "small"
    rounds = [row for row in data["round_cards"]["rounds"] if row["set"] == size]
    for i, row in enumerate(rounds):
        read_card(&t.card[i], row)
        if row["module"] in modules:
            t.round_pool |= <u32>1 << i
    for i, row in enumerate(data["round_cards"]["stations"]):
        read_card(&t.card[ROUND_CARDS + i], row)
        if row["module"] in modules:
            t.station_pool |= <u32>1 << i
    t.shelf[rules["rounds"] - 1] = ROUND_CARDS
    return 0


CARD_KINDS = ("move", "floor", "fire", "punch", "robbery", "marshal", "ride", "brilliant_idea", "move_plus", "floor_plus",
              "arrest", "bullet")


def packed(counts):
    """Cards by kind as the kernel holds them, from a dict of names or a list in the order of the kinds."""
    if isinstance(counts, dict):
        counts = [counts.get(kind, 0) for kind in CARD_KINDS]
    return sum(n << 4 * kind for kind, n in enumerate(counts))


def unpacked(cards, kinds):
    """How many of each kind."""
    return [cards >> 4 * kind & 15 for kind in range(kinds - 1)] + [cards >> 4 * (kinds - 1)]


OWN_SETS = ("hand", "deck", "top", "aside")
SECOND_SETS = ("hand2", "deck2", "aside2")


cdef object view(const void* t, const void* s):
    """The state as a dict. Packed cards become lists of twelve counts (of eight for a second bandit or a partner)."""
    cdef object shown = (<const State*>s)[0]
    for cards in shown["cards"]:
        for name in OWN_SETS:
            cards[name] = unpacked(cards[name], KINDS)
        for name in SECOND_SETS:
            cards[name] = unpacked(cards[name], 8)
    return shown


cdef int unview(const void* t, void* s, object view) except -1:
    hands = []
    for cards in view["cards"]:
        for name in OWN_SETS + SECOND_SETS:
            if min(cards[name]) < 0 or max(cards[name]) > (100 if name in OWN_SETS else 15):
                raise ValueError(f"cards.{name}: {cards[name]} is out of range")
        hands.append({**cards, **{name: packed(cards[name]) for name in OWN_SETS + SECOND_SETS}})
    (<State*>s)[0] = {**view, "cards": hands}
    return 0

cdef Kernel KERNEL
KERNEL.table_size = sizeof(Table)
KERNEL.state_size = sizeof(State)
KERNEL.setup = <setup_t>setup
KERNEL.legal = <legal_t>legal
KERNEL.apply = <apply_t>apply
KERNEL.outcome = <outcome_t>outcome
KERNEL.redeal = <redeal_t>redeal
KERNEL.action_class = <action_class_t>action_class
KERNEL.count = <count_t>count
KERNEL.nth = <nth_t>nth
KERNEL.pick = <pick_t>pick
KERNEL.play_out = <play_out_t>play_out
KERNEL.judge = <judge_t>judge
KERNEL.peek = <peek_t>peek
KERNEL.compile = <compile_t>compile_table
KERNEL.view = <view_t>view
KERNEL.unview = <unview_t>unview

def capsule():
    """The kernel for the driver."""
    return PyCapsule_New(&KERNEL, "fairdraw.kernel", NULL)
