# What the core needs besides the rules: action classes, redealing what is hidden, looking ahead at luck, and the way
# from Python and back.

cdef enum:                      # positions in action_classes of outcome.yaml: the classes of the codes, then finer ones
    CLASS_FIGHTS = ACTS - 1
    CLASS_MARSHAL_PRIZE = ACTS + 2

cdef int action_class(const Table* t, i32 answer) noexcept nogil:
    cdef int act = answer >> 24, k = answer & 0xFFFFFF
    if act == ACT_FIGHT:
        return CLASS_FIGHTS + (k >> 3) - FIGHT_ARREST
    if act == ACT_PRIZE and k == 1:
        return CLASS_MARSHAL_PRIZE
    return act - 1

# ---- redeal: hands, deck orders, committed cards, values of cattle, story fronts, goals, legend tokens (WL-4.2)

cdef struct Dice:               # luck of a redeal, drawn one after the other
    u64 key
    u64 n

cdef inline int toss(Dice* dice, int sides) noexcept nogil:
    dice.n += 1
    return below(at(dice.key, dice.n), sides)

cdef inline int take_random(Dice* dice, u64* cards) noexcept nogil:
    cdef int card = nth_bit(cards[0], toss(dice, popcount(cards[0])))
    cards[0] &= ~bit(card)
    return card

cdef void redeal_characters(const Table* t, State* s, int seat, Dice* dice) noexcept nogil:
    """Before all have chosen: what the others were dealt, and which of it they kept."""
    cdef u64 pool = 0
    cdef int p, k, n
    for k in range(CHARACTERS):
        if t.characters[k].inside:
            pool |= bit(k)
    for k in range(4):
        if s.dealt[4 * seat + k] >= 0:
            pool &= ~bit(s.dealt[4 * seat + k])
    for p in range(t.players):
        if p == seat:
            continue
        n = 0
        for k in range(4):
            if s.dealt[4 * p + k] >= 0 and pool:
                s.dealt[4 * p + k] = take_random(dice, &pool)
                n += 1
        if s.character[p] >= 0 and n:
            s.character[p] = s.dealt[4 * p + toss(dice, n)]

cdef void redeal_hands(const Table* t, State* s, int seat, Dice* dice) noexcept nogil:
    cdef u64 pool = s.deck, known[SEATS], rest
    cdef int q, n[SEATS], card
    for q in range(t.players):
        if q == seat:
            continue
        known[q] = 0
        n[q] = 0
        rest = s.hand[q]
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if s.seen[card] >> seat & 1:
                known[q] |= bit(card)
            else:
                pool |= bit(card)
                n[q] += 1
    for q in range(t.players):
        if q == seat:
            continue
        while n[q] > 0:
            card = take_random(dice, &pool)
            if not (s.hand[q] >> card) & 1:
                s.seen[card] = 0
            known[q] |= bit(card)
            n[q] -= 1
        s.hand[q] = known[q]
    s.deck = pool
    while pool:
        s.seen[lowest(pool)] = 0
        pool &= pool - 1

cdef void ensure_card(State* s, int q, Dice* dice) noexcept nogil:
    """Somebody who has laid a card face down holds one that is no joker."""
    cdef u64 plain = s.deck & (bit(JOKER) - 1)
    cdef int card
    if real_cards(s, q) == 0 and plain:
        card = take_random(dice, &plain)
        s.deck &= ~bit(card)
        s.deck |= s.hand[q] & -s.hand[q]
        s.hand[q] &= s.hand[q] - 1
        s.hand[q] |= bit(card)

cdef void lay_anew(const Table* t, State* s, int seat, Dice* dice) noexcept nogil:
    """Cards that others have committed face down."""
    cdef Fight* f = &s.fight
    cdef PokerGame* g = &s.poker
    cdef u64 cards
    cdef int q
    if f.kind and f.a != seat and f.card_a >= 0 and not (f.played >> f.real_a) & 1 and f.stage <= REVEAL:
        ensure_card(s, f.a, dice)
        cards = real_cards(s, f.a)
        if cards:
            f.card_a = f.real_a = take_random(dice, &cards)
    if g.active >= 0 and g.stage == POKER_CHOOSE:
        for q in range(t.players):
            if q != seat and g.card_1[q] >= 0:
                ensure_card(s, q, dice)
                cards = real_cards(s, q)
                g.card_1[q] = g.card_2[q] = g.real_1[q] = g.real_2[q] = -1
                if cards:
                    g.card_1[q] = g.real_1[q] = take_random(dice, &cards)
                if cards:
                    g.card_2[q] = g.real_2[q] = take_random(dice, &cards)
    if s.phase == PEEKED and s.head.to_move != seat:
        q = popcount(s.peeked)
        cards = s.hand[s.about_seat]
        s.peeked = 0
        while q > 0 and cards:
            s.peeked |= bit(take_random(dice, &cards))
            q -= 1

cdef void redeal_fight_deck(State* s, int seat, Dice* dice) noexcept nogil:
    """Cards that the seat does not know change places: in the queue, and in the hand of whoever holds the NPC's cards.
    Those it knows to lie in a bundle stay in it, in any order."""
    cdef u64 pool = 0
    cdef u16 held = 0
    cdef Fight* f = &s.fight
    cdef int k, j, card
    for k in range(s.queued):
        if not s.queue_known[s.queue[k]] >> seat & 1:
            pool |= bit(s.queue[k])
    if f.held and f.holder != seat:
        held = f.held & ~(1 << f.npc if f.npc >= 0 else 0)
        pool |= held
        f.held &= ~held
    cdef u8 bundle[16]
    cdef u8 known[16]
    for k in range(FIGHT_CARDS):
        bundle[k] = s.bundle[k]
        known[k] = s.queue_known[k]
    for k in range(s.queued):
        if not known[s.queue[k]] >> seat & 1:
            card = take_random(dice, &pool)
            s.bundle[card] = bundle[s.queue[k]]
            s.queue_known[card] = known[s.queue[k]]
            s.queue[k] = card
    while held:
        card = take_random(dice, &pool)
        s.bundle[card] = bundle[lowest(held)]
        s.queue_known[card] = known[lowest(held)]
        f.held |= 1 << card
        held &= held - 1
    for k in range(s.queued):                   # within a bundle any order is as likely
        j = toss(dice, k + 1)
        if s.bundle[s.queue[j]] == s.bundle[s.queue[k]]:
            s.queue[k], s.queue[j] = s.queue[j], s.queue[k]

cdef void redeal_cattle(const Table* t, State* s, int seat, Dice* dice) noexcept nogil:
    cdef int k, kind, token, left
    for k in range(SLOTS * t.players):
        token = s.cattle[k]
        if token >= 0 and k // SLOTS != seat and not s.cattle_seen[k] >> seat & 1:
            s.stock[KINDS * (token >> 3) + (token & 7)] += 1
    for k in range(SLOTS * t.players):
        token = s.cattle[k]
        if token >= 0 and k // SLOTS != seat and not s.cattle_seen[k] >> seat & 1:
            left = toss(dice, cattle_left(s, token >> 3))
            for kind in range(KINDS):
                left -= s.stock[KINDS * (token >> 3) + kind]
                if left < 0:
                    break
            s.stock[KINDS * (token >> 3) + kind] -= 1
            s.cattle[k] = (token & 8) | kind

cdef void redeal_stories(const Table* t, State* s, Dice* dice) noexcept nogil:
    """The backs that show are known, the fronts are not."""
    cdef int pile, k, n, wanted
    for pile in range(PILES):
        if s.top[pile] < 0:
            continue
        wanted = t.stories[s.top[pile]].condition
        if s.top[pile] < 64:
            s.stories_lo |= bit(s.top[pile])
        else:
            s.stories_hi |= bit(s.top[pile] - 64)
        n = 0
        for k in range(t.n_stories):
            if t.stories[k].condition == wanted and ((s.stories_lo >> k) & 1 if k < 64 else (s.stories_hi >> (k - 64)) & 1):
                n += 1
                if toss(dice, n) == 0:
                    s.top[pile] = k
        if s.top[pile] < 64:
            s.stories_lo &= ~bit(s.top[pile])
        else:
            s.stories_hi &= ~bit(s.top[pile] - 64)

cdef void redeal_goals(const Table* t, State* s, int seat, Dice* dice) noexcept nogil:
    cdef u64 pool, open
    cdef int q, v, n, left, have[3]
    for v in range(3):
        have[v] = s.token_supply[v]
    for q in range(t.players):
        if q == seat:
            continue
        n = popcount(s.goals[q] & ~s.claimed[q])
        open = ((1 << GOALS) - 1) & ~s.claimed[q]
        pool = s.claimed[q]
        while n > 0 and open:
            pool |= bit(take_random(dice, &open))
            n -= 1
        s.goals[q] = pool
        for v in range(3):
            have[v] += s.tokens[4 * q + v]
    for q in range(t.players):
        if q == seat:
            continue
        n = s.tokens[4 * q] + s.tokens[4 * q + 1] + s.tokens[4 * q + 2]
        for v in range(3):
            s.tokens[4 * q + v] = 0
        while n > 0:
            left = toss(dice, have[0] + have[1] + have[2])
            v = 0 if left < have[0] else 1 if left < have[0] + have[1] else 2
            have[v] -= 1
            s.tokens[4 * q + v] += 1
            n -= 1
    for v in range(3):
        s.token_supply[v] = have[v]

cdef int redeal(const Table* t, State* s, int seat, u64 key) noexcept nogil:
    cdef Dice dice
    cdef int k, j
    s.head.key = key
    dice.key = stream(key, SOURCES)
    dice.n = 0
    if s.phase == CHARACTER:
        redeal_characters(t, s, seat, &dice)
    redeal_hands(t, s, seat, &dice)
    lay_anew(t, s, seat, &dice)
    redeal_fight_deck(s, seat, &dice)
    redeal_cattle(t, s, seat, &dice)
    redeal_stories(t, s, &dice)
    if t.goals:
        redeal_goals(t, s, seat, &dice)
    for k in range(5 - s.bandit_shown, 0, -1):
        j = toss(&dice, k + 1)
        s.bandit_queue[k], s.bandit_queue[j] = s.bandit_queue[j], s.bandit_queue[k]
    return 0

# ---- luck to come, for staging draws in tests: poker cards of a seat (6: the table), dice, cattle, the Man in Black

cdef int peek(const Table* t, const State* s, int source, int where, i32* out) noexcept nogil:
    cdef State copy
    cdef int i, n
    if source == LUCK_POKER and 0 <= where <= SEATS:
        copy = s[0]
        n = popcount(s.deck)
        n = n if n < 8 else 8
        for i in range(n):
            out[i] = draw_card(&copy, where)
        return n
    if source == LUCK_DICE and 0 <= where < SEATS:
        for i in range(8):
            out[i] = face(t, s, where, s.rolls + i)
        return 8
    if source == LUCK_CATTLE and 0 <= where < 16 and s.phase != OVER:
        copy = s[0]
        if gain_cattle(t, &copy, s.head.to_move, where & 1):
            for i in range(SLOTS):
                if copy.cattle[SLOTS * s.head.to_move + i] != s.cattle[SLOTS * s.head.to_move + i]:
                    out[0] = copy.cattle[SLOTS * s.head.to_move + i] & 7
                    return 1
        return 0
    if source == LUCK_MIB:
        out[0] = nth_bit(s.mib_deck, draw(s.head.key, LUCK_MIB, s.mib_drawn, popcount(s.mib_deck))) if s.mib_deck else -1
        return 1
    return 0

# ---- from Python and back

cdef int fill_rows(Table* t, Rows* rows, object made, int item) except -1:
    cdef int k
    rows.first, rows.n = made
    rows.timings = 0
    for k in range(rows.first, rows.first + rows.n):
        rows.timings |= <u32>1 << t.abilities[k].timing
        t.ability_item[k] = item
    return 0

cdef int fill_gifts(Table* t, Rows* rows, Gifts* out) except -1:
    """What works by lying there, and words that matter before their moment comes (a reroll, a choice of prize or loot)."""
    cdef const Op* op
    cdef int k, what
    for k in range(rows.first, rows.first + rows.n):
        op = &t.ops[t.abilities[k].pc]
        what = {OP_CAPACITY_NUGGETS: GIFT_NUGGETS, OP_CAPACITY_CATTLE: GIFT_CATTLE, OP_CAPACITY_HAND: GIFT_HAND,
                OP_WOUNDS_IGNORE_HAND: GIFT_IGNORE_WOUNDS, OP_MESA_PASS: GIFT_MESA, OP_EXTRA_STEP: GIFT_EXTRA_STEP,
                OP_REROLL_PROSPECT: GIFT_REROLLS, OP_BANDIT_WIN_WANTED_OPTION: GIFT_WANTED_OPTION,
                OP_STEAL_ITEM: GIFT_STEAL}.get(op.op, GIFTS)
        if what == GIFTS:
            if op.op == OP_TAKE_HALF:
                t.abilities[k].optional = 0         # D46 has its own "none"
            continue
        out.n[what] += 1 if what in (GIFT_IGNORE_WOUNDS, GIFT_MESA, GIFT_STEAL) else op.n
        t.abilities[k].timing = TIME_PASSIVE
    rows.timings = 0
    for k in range(rows.first, rows.first + rows.n):
        rows.timings |= <u32>1 << t.abilities[k].timing
    return 0

cdef int compile_board(Table* t, object board) except -1:
    cdef int x, y, k
    t.places = len(board["names"])
    for x in range(PLACES):
        t.hideout_at[x] = -1
        t.location[x] = NOWHERE
    for x in range(t.places):
        t.location[x] = board["location"][x]
        t.region[x] = board["region"][x]
        t.in_town[x] = board["in_town"][x]
        t.work[x] = board["work"][x]
        for y in range(t.places):
            t.near[x][y] = board["distance"][x][y]
            for k in range(10):
                if t.near[x][y] <= k:
                    if y < 64:
                        t.ball_lo[10 * x + k] |= bit(y)
                    else:
                        t.ball_hi[10 * x + k] |= bit(y - 64)
        for y in board["neighbours"][x]:
            if y < 64:
                t.next_lo[x] |= bit(y)
            else:
                t.next_hi[x] |= bit(y - 64)
    for x in range(t.places):
        for k in range(HIDEOUT + 1):
            t.nearest[k][x] = min([t.near[x][y] for y in range(t.places) if t.location[y] == k], default=t.places)
    t.mesas = len(board["mesas"])
    for k, places in enumerate(board["mesas"]):
        for y in places:
            if y < 64:
                t.mesa_lo[k] |= bit(y)
            else:
                t.mesa_hi[k] |= bit(y - 64)
    for k, x in enumerate(board["hideouts"]):
        t.hideouts[k] = x
        t.hideout_at[x] = k
    for k in range(64):
        for x in range(HIDEOUTS):
            if k >> x & 1:
                y = t.hideouts[x]
                if y < 64:
                    t.gang_lo[k] |= bit(y)
                else:
                    t.gang_hi[k] |= bit(y - 64)
    t.office, t.station, t.bank = board["office"], board["station"], board["bank"]
    t.doctor, t.cabaret = board["doctor"], board["cabaret"]
    for k in range(2):
        t.ranches[k] = board["ranches"][k]
    t.n_mines = len(board["mines"])
    for k in range(t.n_mines):
        t.mines[k] = board["mines"][k]
    return 0

cdef int compile_cards(Table* t, object cards, object variants) except -1:
    cdef int i, k, u
    cdef bint inside
    for i, op in enumerate(cards["ops"]):
        t.ops[i].op, t.ops[i].n, t.ops[i].x, t.ops[i].jump, t.ops[i].part = op
    for i, row in enumerate(cards["abilities"]):
        t.abilities[i].timing, t.abilities[i].optional, t.abilities[i].cost = row.timing, row.optional, row.cost
        t.abilities[i].limit, t.abilities[i].cond, t.abilities[i].pc = row.limit, row.cond, row.pc
    boxes = (True, variants["extras"], variants["handsome"])
    barred = ("whiskey", "ten_gallon", "miners_map") if variants["first_game"] else ()      # 16E
    for i, item in enumerate(cards["items"]):
        t.items[i].kind = item["type"]
        t.items[i].copies = item["copies"]
        t.items[i].price = item["price"]
        t.items[i].speed, t.items[i].speed_upgraded = item["speed"], item["speed_upgraded"]
        t.items[i].end_lp, t.items[i].end_lp_upgraded = item["end_lp"], item["end_lp_upgraded"]
        t.items[i].upgradable, t.items[i].legendary = item["upgradable"], item["legendary"]
        t.items[i].inside = boxes[item["expansion"]] and item["id"] not in barred
        fill_rows(t, &t.item_rows[2 * i], item["rows"], i)
        fill_rows(t, &t.item_rows[2 * i + 1], item["rows_upgraded"], i)
        for u in range(2):
            fill_gifts(t, &t.item_rows[2 * i + u], &t.item_gifts[2 * i + u])
            for k in range(GIFTS):
                if t.item_gifts[2 * i + u].n[k]:
                    t.giving_items[k] |= <u32>1 << i
        if t.items[i].kind == WEAPON:
            t.weapons |= <u32>1 << i
        elif t.items[i].kind == MOUNT:
            t.mounts |= <u32>1 << i
        else:
            t.belongings |= <u32>1 << i
        if t.items[i].legendary:
            t.legendary |= <u32>1 << i
            continue                            # not for sale
        if t.items[i].upgradable and t.items[i].kind != BELONGING:
            t.upgradable |= <u32>1 << i
        for k in range(256):
            if t.items[i].price <= k:
                t.affordable[k] |= <u32>1 << i
    first = ("annie_oakley", "bass_reeves", "billy_the_kid", "bloody_knife")[:t.players]
    for i, one in enumerate(cards["characters"]):
        t.characters[i].money, t.characters[i].poker, t.characters[i].nuggets = one["money"], one["poker"], one["nuggets"]
        t.characters[i].cattle, t.characters[i].wounds = one["cattle"], one["wounds"]
        t.characters[i].marshal, t.characters[i].wanted = one["marshal"], one["wanted"]
        t.characters[i].items, t.characters[i].upgraded = one["items"], one["upgraded"]
        t.characters[i].inside = one["id"] in first if variants["first_game"] else boxes[one["expansion"]]
        t.characters[i].n_places = len(one["places"])
        for k, place in enumerate(sorted(one["places"])):
            t.characters[i].places[k] = place
        fill_rows(t, &t.character_rows[i], one["rows"], -1)
        fill_gifts(t, &t.character_rows[i], &t.character_gifts[i])
        for k in range(GIFTS):
            if t.character_gifts[i].n[k]:
                t.giving_characters[k] |= <u32>1 << i
    for i in range(CARDS):
        t.effect[i] = cards["card_effect"][i] if i < 52 else EFFECTS
    for i, rows in enumerate(cards["effects"]):
        fill_rows(t, &t.effect_rows[i], rows, -1)
        for k in range(t.effect_rows[i].first, t.effect_rows[i].first + t.effect_rows[i].n):
            for u in range(52):
                if t.effect[u] == i:
                    t.at_timing[t.abilities[k].timing] |= bit(u)
                    if t.ops[t.abilities[k].pc].op == OP_WILD_IN_POKER:
                        t.wild |= bit(u)
                    if t.abilities[k].timing == TIME_FIGHT_REVEAL and t.ops[t.abilities[k].pc].op == OP_OPP_VALUE:
                        t.lowers[u] = -t.ops[t.abilities[k].pc].n
    for i, (value, pc) in enumerate(cards["fight_cards"]):
        t.fight_value[i], t.fight_text[i] = value, pc
    for i, (number, pc) in enumerate(cards["cattle"]):
        t.cattle_count[i], t.cattle_text[i] = number, pc
    t.n_stories = len(cards["stories"])
    for i, story in enumerate(cards["stories"]):
        t.stories[i].condition, t.stories[i].pc, t.stories[i].letters = story["condition"], story["pc"], story["letters"]
        t.stories[i].sheriff, t.stories[i].inside = story["sheriff"], story["inside"]
    for i, lines in enumerate(cards["bandit_lines"]):
        for k, (value, number, win, lose) in enumerate(lines):
            t.lines[6 * i + k].value, t.lines[6 * i + k].cards = value, number
            t.lines[6 * i + k].win, t.lines[6 * i + k].lose = win, lose
    for i, card in enumerate(cards["mib"]):
        t.mib_cards[i] = card
    for i, own in enumerate(cards["goals"]):
        for k, (goal, n) in enumerate(own):
            t.goal[4 * i + k], t.goal_n[4 * i + k] = goal, n
    return 0

def refusals(players, variants):
    """Combinations that the boxes do not allow, as problems: what is wrong, and what would be right (WL-1.6)."""
    found = []
    if variants["first_game"]:
        if players not in (3, 4):
            found.append(Problem(("players",), f"the first game has four fixed characters: {players} players cannot play it "
                                               "(first_game: 3 or 4 players)"))
        for name in ("goals", "extras", "bandit_cards", "handsome"):
            if variants[name]:
                found.append(Problem(("variants", name), f"the first game is played with the base game alone "
                                                         f"(first_game with {name}: switch one of them off)"))
        if variants["jokers"] == 2:
            found.append(Problem(("variants", "jokers"), "the first game has no jokers (jokers: with_extras or never)"))
    return found

cdef int compile_table(void* table, object setting) except -1:
    cdef Table* t = <Table*>table
    cdef int i
    rules, variants = setting["rules"], setting["variants"]
    problems = refusals(setting["players"], variants)
    if problems:
        raise RuleError(problems)
    cards = compiled(setting["data"], rules, variants)
    t.rules = rules
    t.players = setting["players"]
    t.assign = bool(setting["assign"])
    t.goals = bool(variants["goals"])
    t.jokers = variants["jokers"] == 2 or (variants["jokers"] == 0 and bool(variants["extras"]))
    t.bandit_cards = bool(variants["bandit_cards"])
    t.handsome = bool(variants["handsome"])
    t.first_game = bool(variants["first_game"])
    t.mib = t.players == 2                                              # WL-1.1
    t.figures = (1 << t.players) - 1 | t.mib << MIB
    t.target = (rules["target_lp_short"], rules["target_lp"], rules["target_lp_long"])[
        0 if t.first_game else variants["length"]]                      # WL-1.2
    t.markers_needed = rules["story_markers_2to4"] if t.players <= 4 else rules["story_markers_5to6"]
    chain = {"track": 1, "nuggets": 2, "wounds": -3}
    words = TIE_CHAINS[rules["final_tie_chain"]]
    t.chain_steps = len(words)
    for i, word in enumerate(words):
        t.chain[i] = chain[word]
    t.rules.goals_kept = min(rules["goals_kept"], rules["goals_dealt"])
    compile_board(t, cards["board"])
    compile_cards(t, cards, variants)
    for i in range(1, 10):
        t.marshal_money[i] = rules[f"marshal_money_{i}"]
        t.marshal_lp[i] = rules[f"marshal_lp_{i}"]
        t.marshal_money_all += t.marshal_money[i]
        t.marshal_lp_all += t.marshal_lp[i]
        t.wanted_cards[i] = rules[f"wanted_cards_{i}"]
    t.faces = (rules["prospect_faces_nugget"] + rules["prospect_faces_money"] + rules["prospect_faces_money_reroll"]
               + rules["prospect_faces_gravel"])
    return 0

cdef object view(const void* t, const void* s):
    return (<const State*>s)[0]

cdef int unview(const void* table, void* state, object view) except -1:
    """The shortcut of a player's timings follows from the rest."""
    cdef const Table* t = <const Table*>table
    cdef State* s = <State*>state
    cdef int p
    s[0] = view
    for p in range(SEATS):
        if -1 <= s.character[p] < CHARACTERS and -1 <= s.weapon[p] < ITEMS and -1 <= s.mount[p] < ITEMS:
            s.timings[p] = timings_of(t, s, p)
    return 0

def worth_of(table, hand, flop):
    """What a poker hand is worth at this table, for tests: two cards and the flop, as (kind, number to compare)."""
    cdef Table t
    cdef State s
    cdef int i, value
    memset(&t, 0, sizeof(Table))
    memset(&s, 0, sizeof(State))
    t.rules = table["rules"]
    for i in range(52):
        if i in table["wild"]:
            t.wild |= bit(i)
    s.poker.n_flop = len(flop)
    for i, card in enumerate(flop):
        s.poker.flop[i] = card
    value = hand_worth(&t, &s, hand[0] if hand else -1, hand[1] if len(hand) > 1 else -1)
    return value >> 20, value

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
