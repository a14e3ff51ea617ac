# What the core needs besides the rules: action classes, redealing what is hidden, looking ahead at luck, and the way
# from Python and back.

cdef enum:                      # positions in action_classes of outcome.yaml, beyond the phases
    CLASS_ACTIONS = 31          # the two actions of each location
    CLASS_ACT = 43              # acting at a location at all
    CLASS_PLAY = 49             # playing a store card at its window
    CLASS_BRIBE = 60
    CLASS_PASS, CLASS_KEEP_NONE, CLASS_DOCTOR_PASS

cdef enum:                      # questions where 0 means to let it be, and has no class of its own
    PASSES = (1 << ASK_LOADED | 1 << ASK_BANDIT | 1 << ASK_SHAMAN | 1 << ASK_PAY | 1 << ASK_CANCEL | 1 << ASK_THUG
              | 1 << ASK_OFFER | 1 << ASK_WIRE)

cdef int action_class(const Table* t, i32 answer) noexcept nogil:
    """Which line of action_classes: what was asked; where a designer may want to forbid one answer, that answer."""
    cdef int phase = answer >> 24, k = answer & 0xFFFFFF
    if phase == ASK_ACTION:
        return CLASS_ACTIONS + k
    if phase == ASK_ACT and k & 1:
        return CLASS_ACT + k // 2
    if phase == ASK_PLAY and k & 1:
        return CLASS_PLAY + t.play_class[k // 2]
    if phase == ASK_BRIBE and k:
        return CLASS_BRIBE
    if phase == ASK_KEEP and k == 0:
        return CLASS_KEEP_NONE
    if phase == ASK_REMEDY and k == 0:
        return CLASS_DOCTOR_PASS
    if k == 0 and (PASSES >> phase) & 1:
        return CLASS_PASS
    return phase

# ---- redeal. Hidden from a seat (DT-4.30): the face-down cards of the others that it has not seen, which River cards lie on
# top unless it put them there, the dice under cups, what others have laid face down, and all luck to come.

cdef enum:                      # luck of a redeal, beyond the game's own sources
    REDEAL_STORE = 64
    REDEAL_CLAIMS, REDEAL_LOOT, REDEAL_RIVER, REDEAL_COMMIT

cdef inline int chance(u64 luck, u64* address, int n) noexcept nogil:
    address[0] += 1
    return below(at(luck, address[0]), n)

cdef u32 pinned(const Table* t, const State* s) noexcept nogil:
    """The card that the seat to move is being asked about: it is there, or the question would not be."""
    cdef int kind = -1
    if s.phase == ASK_PLAY:
        kind = s.card
    elif s.phase == ASK_CANCEL:
        kind = CANCEL
    elif s.phase == ASK_LOADED:
        kind = LOADED_DIE
    elif s.phase == ASK_THUG:
        kind = THUG
    return 0 if kind < 0 else <u32>bit(lowest(s.hand[s.head.to_move] & t.copies[kind]))

cdef int redeal_store(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """The unseen store cards of the others' hands, of a shopper and of the deck change places at random. A card that is
    resolved when taken never lies in a hand. Returns how many cards had to keep their place."""
    cdef u32 keep = 0, pool, fit
    cdef u32 unseen[SEATS]
    cdef int q, n, k, truth = 0
    cdef bint shopping = s.step == STORE and s.drawn and s.head.to_move != seat
    cdef u64 address = 0
    if s.head.to_move != seat:
        keep = pinned(t, s)
        truth = keep != 0 and not keep & s.knows_store[seat]
    pool = s.store_deck
    for q in range(t.players):
        unseen[q] = s.hand[q] & ~s.knows_store[seat] & ~keep if q != seat else 0
        pool |= unseen[q]
    if shopping:
        pool |= s.drawn
    for q in range(t.players):                              # nobody can be sure of cards that are dealt anew
        s.knows_store[q] &= ~pool
    for q in range(t.players):
        n = popcount(unseen[q])
        s.hand[q] &= ~unseen[q]
        while n:
            fit = pool & ~t.now
            k = nth_bit(fit, chance(luck, &address, popcount(fit)))
            pool &= ~(<u32>bit(k))
            s.hand[q] |= <u32>bit(k)
            n -= 1
    if shopping:
        n = popcount(s.drawn)
        s.drawn = 0
        while n:
            k = nth_bit(pool, chance(luck, &address, popcount(pool)))
            pool &= ~(<u32>bit(k))
            s.drawn |= <u32>bit(k)
            n -= 1
    s.store_deck = pool
    return truth

cdef void redeal_claims(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Likewise the unseen claims of the others and of the deck."""
    cdef u64 pool = s.land_deck, old, got, address = 0
    cdef u64 unseen[SEATS]
    cdef int q, k, was, i
    for q in range(t.players):
        unseen[q] = open_claims(s, q) & ~s.knows_claims[seat] if q != seat else 0
        pool |= unseen[q]
    for q in range(t.players):
        s.knows_claims[q] &= ~pool
    for q in range(t.players):
        old = unseen[q]
        s.claims[q] &= ~old
        got = 0
        while old:
            was = lowest(old)
            old &= old - 1
            k = nth_bit(pool, chance(luck, &address, popcount(pool)))
            pool &= ~bit(k)
            s.claims[q] |= bit(k)
            for i in range(2):                              # what he has just taken at Town Hall stays just taken
                if s.got[i] & bit(was) and q == (s.first if i == 0 else s.second):
                    s.got[i] &= ~bit(was)
                    got |= bit(k)
        if got:
            s.got[0 if q == s.first else 1] |= got
    s.land_deck = pool

cdef void redeal_loot(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """A third player does not see which cards the thief is looking at."""
    cdef int store = popcount(s.drawn), claims = popcount(s.drawn_claims), k, thief = s.head.to_move
    cdef u64 left = s.hand[s.victim], address = 0
    s.drawn = 0
    s.drawn_claims = 0
    while store:
        k = nth_bit(left, chance(luck, &address, popcount(left)))
        left &= ~bit(k)
        s.drawn |= <u32>bit(k)
        store -= 1
    left = open_claims(s, s.victim)
    while claims:
        k = nth_bit(left, chance(luck, &address, popcount(left)))
        left &= ~bit(k)
        s.drawn_claims |= bit(k)
        claims -= 1
    s.knows_store[thief] |= s.drawn
    s.knows_claims[thief] |= s.drawn_claims

cdef void redeal_river(State* s, u64 luck) noexcept nogil:
    """The River cards that somebody else has put back on top."""
    cdef int i, k, n = 0
    cdef u64 address = 0
    for i in range(s.n_top):
        s.river[s.river_top[i]] += 1
    for k in range(RIVERS):
        n += s.river[k]
    for i in range(s.n_top):
        k = chance(luck, &address, n)
        n -= 1
        s.river_top[i] = 0
        while k >= s.river[s.river_top[i]]:
            k -= s.river[s.river_top[i]]
            s.river_top[i] += 1
        s.river[s.river_top[i]] -= 1

cdef void redeal_commitments(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """What others have laid face down in this chain: any of their options would have been possible."""
    cdef int q, k, b
    cdef u64 address = 0
    cdef u32 some
    cdef u64 mine
    for q in range(t.players):
        if q == seat:
            continue
        if s.phase == ASK_KEEP:
            if q == s.head.to_move or (q < s.head.to_move and unlocked(s, q)):
                k = unlocked(s, q)
                s.roll_index = t.dice.roll_of[t.dice.start_of[k] + chance(luck, &address, t.dice.sides[k])]
                if q == s.head.to_move:
                    continue
                some = affordable(t, s, q)
                s.commit[q] = part(t, s.roll_index, nth_bit(some, chance(luck, &address, popcount(some))))
        elif s.phase == ASK_BRIBE:
            if q < s.head.to_move and (s.tied >> q) & 1 and q != s.sheriff:
                s.commit[q] = (16 * chance(luck, &address, least(s.nuggets[q], t.rules.bribe_max_nuggets) + 1)
                               + chance(luck, &address, least(s.cash[q], t.rules.bribe_max_dollars) + 1))
        elif s.phase == ASK_LOADED:                         # the seat to move may go on, so it has a card left
            s.commit[q] = 0
            k = popcount(s.hand[q] & t.copies[LOADED_DIE])
            if q == s.head.to_move:
                k -= 1
            elif q > s.head.to_move:
                k = 0
            k = least(k, unlocked(s, q) - (q == s.head.to_move))
            for b in range(chance(luck, &address, k + 1) if k > 0 else 0):
                s.commit[q] += die(chance(luck, &address, FACES))
        elif s.phase == ASK_BANDIT:
            s.commit[q] = 0
            s.pledged[q] = 0
            if q < s.head.to_move and s.hired[q] and unlocked(s, q):
                while unlocked(s, q) > how_many(s.commit[q]) and s.hired[q] & ~s.pledged[q]:
                    mine = bandit_options(t, s, q)
                    k = nth_bit(mine, chance(luck, &address, popcount(mine)))
                    if k == 0:
                        break
                    b = k // 4 - 1
                    s.pledged[q] |= <u16>bit(b)
                    s.commit[q] += (die(t.front_1[b]) if k & 1 else 0) + (die(t.front_2[b]) if k & 2 else 0)
                    if t.rules.bandits_per_roll == 0:
                        break

cdef int redeal(const Table* t, State* s, int seat, u64 key) noexcept nogil:
    cdef int truth, mine = s.roll_index
    s.head.key = key
    truth = redeal_store(t, s, seat, stream(key, REDEAL_STORE))
    redeal_claims(t, s, seat, stream(key, REDEAL_CLAIMS))
    if s.step == SALOON and (s.drawn or s.drawn_claims) and seat != s.head.to_move and seat != s.victim:
        redeal_loot(t, s, seat, stream(key, REDEAL_LOOT))
    if s.n_top and s.finder != seat:
        redeal_river(s, stream(key, REDEAL_RIVER))
    redeal_commitments(t, s, seat, stream(key, REDEAL_COMMIT))
    if s.phase == ASK_KEEP:
        if s.head.to_move == seat:
            s.roll_index = mine
        else:                                               # another's cup
            s.roll_index = t.dice.roll_of[t.dice.start_of[unlocked(s, s.head.to_move)] + below(
                at(stream(key, REDEAL_COMMIT), 0), t.dice.sides[unlocked(s, s.head.to_move)])]
        s.roll = t.dice.packed[s.roll_index]
    return truth

# ---- luck to come, for staging draws in tests. Cards are told by kind or value, dice by face

cdef int peek(const Table* t, const State* s, int source, int where, i32* out) noexcept nogil:
    """dice: the next roll of seat `where`, 9s first; a deck: its next cards; catch: the roll of seat `where`."""
    cdef State copy = s[0]
    cdef int i, k, n = 0, roll
    cdef u32 dice = 0
    if source == LUCK_STORE:
        while n < 8:
            k = draw_store(t, &copy)
            if k < 0:
                break
            out[n] = t.kind[k]
            n += 1
    elif source == LUCK_LAND:
        while n < 8:
            k = draw_land(&copy)
            if k < 0:
                break
            out[n] = 6 if k == RANCH else t.value[k]
            n += 1
    elif source == LUCK_RIVER:
        while n < 6:
            k = draw_river(t, &copy, NULL, 0)
            if k < 0:
                break
            out[n] = k
            n += 1
    elif source == LUCK_BANDITS:
        while n < 4 and copy.bandit_deck:
            out[n] = draw_bandit(t, &copy)
            n += 1
    elif source == LUCK_DICE and where < t.players:
        k = unlocked(s, where)
        roll = s.roll_round if s.phase == ASK_KEEP and where > s.head.to_move else s.roll_round + 1
        if s.step != ROLLING:
            return 0
        if s.phase == ASK_KEEP and where == s.head.to_move:
            k -= 1                                          # what is left of the roll under the cup, if he locks one
        i = t.dice.roll_of[t.dice.start_of[k] + draw(s.head.key, LUCK_DICE, address3(s.round, roll, where), t.dice.sides[k])]
        dice = t.dice.packed[i]
    elif source == LUCK_CATCH and where < t.players:
        k = showing(s.locked[where], KING)
        dice = t.dice.packed[t.dice.roll_of[t.dice.start_of[k] + draw(s.head.key, LUCK_CATCH, address3(s.round, 0, where), t.dice.sides[k])]]
    elif source == LUCK_PISTOLS and where < t.players:
        out[0] = draw(s.head.key, LUCK_PISTOLS, address3(s.round, 0, where), FACES)
        return 1
    elif source == LUCK_INDIAN:
        out[0] = indian_effect(t, s)
        return 1
    elif source == LUCK_AMBUSH:
        out[0] = draw(s.head.key, LUCK_AMBUSH, s.round, FACES)
        return 1
    for i in range(FACES):
        for k in range(showing(dice, i)):
            out[n] = i
            n += 1
    return n

# ---- from Python and back

cdef Dice DICE_TABLES                                       # filled once, then only read
cdef bint DICE_READY = False
LEVEL_TABLES = {}                                           # by the rules that order hands

cdef int compile_dice(Table* t, object rules) except -1:
    global DICE_READY
    cdef int i, j, parts = 0
    cdef float[::1] flat
    if not DICE_READY:
        tables = dice.tables()
        for i in range(9331):
            DICE_TABLES.roll_of[i] = tables.roll_of[i]
        for i in range(DICE + 1):
            DICE_TABLES.start_of[i] = tables.start_of[i]
            DICE_TABLES.sides[i] = len(dice.FACES) ** <object>i
        for i in range(ROLLS):
            DICE_TABLES.packed[i] = tables.dice[i]
            DICE_TABLES.first_part[i] = parts
            for packed in tables.subsets[i]:
                DICE_TABLES.part[parts] = packed
                parts += 1
            for j in range(DICE + 1):
                DICE_TABLES.of_size[i][j] = tables.of_size[i][j]
                DICE_TABLES.up_to[i][j] = sum(tables.of_size[i][1:j + 1])
        for i in range(512):
            for j in range(DICE + 1):
                DICE_TABLES.low_part[j][i] = tables.low_part[j][i]
            DICE_TABLES.high_part[i] = tables.high_part[i]
        DICE_READY = True
    t.dice = DICE_TABLES
    order = bool(rules["straight_beats_full_house"]), rules["hand_compare"]
    for i, hand in enumerate(dice.hand_ranks(*order)):
        t.hand[i] = hand
    levels = LEVEL_TABLES.get(order)
    if levels is None:
        levels = LEVEL_TABLES[order] = array("f", [chance for row in dice.hand_levels(*order) for chance in row])
    flat = levels
    memcpy(t.level, &flat[0], sizeof(t.level))
    for i in range(ROLLS):
        t.beaten[i][0] = 0.5 * t.level[i][0]
        for j in range(1, LEVELS):
            t.beaten[i][j] = t.beaten[i][j - 1] + 0.5 * (t.level[i][j - 1] + t.level[i][j])
    return 0

cdef int compile_store(Table* t, object rules, object cards, int mode) except -1:
    """DT-1.1..1.3: the cards of the mode, each copy a card of its own."""
    cdef int card = 0, k, i
    copies = "copies_alt" if rules["store_copies"] else "copies"
    if len(cards) != KINDS:
        raise ValueError(f"general_store.yaml: {len(cards)} kinds of cards, the kernel knows {KINDS}")
    for k, row in enumerate(cards):
        t.vp[k] = row["vp"]
        if mode < ("base", "ext", "ind").index(row["set"]):
            continue
        for i in range(row[copies]):
            if card == CARDS:
                raise ValueError(f"general_store.yaml: more than {CARDS} cards")
            t.kind[card] = k
            t.copies[k] |= <u32>bit(card)
            t.store |= <u32>bit(card)
            if row["timing"] == "now":
                t.now |= <u32>bit(card)
            card += 1
    return 0

cdef int compile_bandits(Table* t, object rules, object cards) except -1:
    cdef int k
    if len(cards) != BANDITS:
        raise ValueError(f"bandits.yaml: {len(cards)} bandits, not {BANDITS}")
    low, high = rules["bandit_reward_values_1"], rules["bandit_reward_values_2"]
    rewards = [card["reward"] for card in cards]
    if (low, high) != (3, 5):                               # DT-14.4: replaced by the rule
        for k, card in enumerate(cards):
            pair = [other["reward"] for other in cards if other["front"] == card["front"]]
            rewards[k] = low if card["reward"] == min(pair) else high
    for k, card in enumerate(cards):
        t.front_1[k], t.front_2[k] = [dice.FACES.index(face) for face in card["front"]]
        t.wanted[k] = dice.FACES.index(card["wanted"])
        t.wanted_for[t.wanted[k]] |= <u16>bit(k)
        t.reward[k] = rewards[k]
        t.bandits |= <u16>bit(k)
    for k, best in enumerate(sorted(range(BANDITS), key=lambda one: -rewards[one])):
        t.by_reward[k] = best
    return 0

cdef int compile_table(void* table, object setting) except -1:
    cdef Table* t = <Table*>table
    cdef int k, v, card = 0, mode = setting["variants"]["mode"]
    rules, data = setting["rules"], setting["data"]
    if mode == MODE_BASE and setting["players"] > 5:        # DT-1.1: the base game has five cups
        raise ValueError(f"the base game has dice for 5 players, not for {setting['players']} "
                         "(mode base: 2 to 5 players; base_ext and base_ext_ind: 2 to 6)")
    t.rules = rules
    t.players = setting["players"]
    t.extension = mode >= MODE_EXT
    t.indians = mode == MODE_IND
    t.places = 1 if mode == MODE_BASE else rules["places_ext_2p"] if t.players == 2 else rules["places_ext"]
    compile_dice(t, rules)
    compile_store(t, rules, data["general_store"]["cards"], mode)
    for k, name in enumerate(PLAY_CLASSES):
        t.play_class[name] = k
    for v in range(1, 6):
        for k in range(rules[f"claim_value_copies_{v}"]):
            t.value[card] = v
            t.of_value[v] |= bit(card)
            t.claims |= bit(card)
            card += 1
    t.ranches = rules["ranch_copies"] if t.extension else 0
    t.removed = 0
    if t.extension and t.players == 2:                      # DT-3.2
        t.removed = min(rules["property_removed_2p_ext"], card + t.ranches)
    for k in range(16):                                     # table 10.4, DT-14.7
        t.ranch_vp[k] = k * (k + 1) // 2 if rules["ranch_vp_table"] == RANCHES_TRIANGULAR else k * (1 + rules["ranch_vp_table"])
    for k, row in enumerate(data["river"]["cards"]):
        t.river[k] = rules["river_copies_" + row["id"]] if t.extension else 0
        t.river_gold[k] = row.get("nuggets", 0)
        t.river_dollars[k] = row.get("dollars", 0)
    if t.extension:
        compile_bandits(t, rules, data["bandits"]["cards"])
    for k, row in enumerate(data["indian_die"]["effects"]):
        t.effect_faces[k] = rules["indian_die_faces_" + row["id"]]
    for k, row in enumerate(data["locations"]["remedies"]):
        t.remedy_dice[k] = sum([7 << 3 * dice.FACES.index(face) for face in row["faces"]])
    for k in range(8):
        t.extra_cards[k] = min(k * rules["town_hall_cards_per_ace"], rules["town_hall_max_extra"])
    t.mine = rules["mine_nuggets_base"]                     # DT-3.3, DT-3.10
    if t.extension:
        t.mine = rules["mine_nuggets_ext_2p"] if t.players == 2 else rules["mine_nuggets_ext"]
    t.lock_cost[0] = rules["keep_none_cost"]
    for k in range(1, DICE + 1):
        t.lock_cost[k] = rules["extra_keep_cost"] * max(0, k - rules["free_keeps"])
    for k in range(64):
        t.most_locks[k] = sum([t.lock_cost[v] <= k for v in range(1, DICE + 1)])
        t.may_lock_none[k] = rules["allow_keep_none"] and rules["keep_none_cost"] <= k      # DT-14.3, DT-4.15
    t.stagecoach = rules["stagecoach_start"] if t.extension else 0      # DT-3.5
    return 0

# cards with a window of their own, in the order of the play_* classes of outcome.yaml
PLAY_CLASSES = (DOUBLE_NUGGETS, HALF_BANK, DOUBLE_STORE, DOUBLE_SALOON, SHERIFF_STAYS, EXTRA_PROPERTY, VISIT_DOC, INSURANCE,
                TWO_PISTOLS, WHISKEY, SMOKE_SIGNALS)

cdef object view(const void* t, const void* s):
    return (<const State*>s)[0]

cdef int unview(const void* t, void* s, object view) except -1:
    (<State*>s)[0] = view
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
