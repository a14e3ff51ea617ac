# What the core needs besides the rules: action classes, redealing what is hidden, looking ahead at luck, and the way
# from Python and back.

cdef enum:
    # positions in action_classes of outcome.yaml: draft .. pass are 0..7, then the spaces, then the rest
    CLASS_SPACES = 8
    CLASS_CLAIM = 20
    CLASS_DECLINE = 44, CLASS_REWARD_LATER, CLASS_GROCER_MONEY, CLASS_KEEP_TILE, CLASS_REFUSE

cdef inline int other_answer(int act, int k) noexcept nogil:
    """The class of an answer that is not the action itself: to decline it, to wait, to keep the tile. -1: it is the action.
    With a class of its own it is what remains to a bot that may not take the action."""
    if act == ACT_REWARD:
        return CLASS_REWARD_LATER if k == 1 else -1
    if act == ACT_DOUBLE:
        return CLASS_GROCER_MONEY if k == 0 else -1
    if act == ACT_CONSENT:
        return CLASS_REFUSE if k == 0 else -1
    if act == ACT_CONSTRUCT and k == 1:
        return CLASS_KEEP_TILE
    if (((act == ACT_SETTLE or act == ACT_BUY_PARCEL) and k == PARCELS) or (act == ACT_COOLIE and k == SLOTS)
            or (act == ACT_KEPT and k == BUILDINGS) or (act == ACT_LAY_ROAD and k == LINES)
            or (k == 0 and (act == ACT_RECRUIT or act == ACT_ARM or act == ACT_PERFORM or act == ACT_CONSTRUCT
                            or act == ACT_BUY_VP or act == ACT_BANKER or act == ACT_HAND_BACK))):
        return CLASS_DECLINE
    return -1

cdef int action_class(const Table* t, i32 answer) noexcept nogil:
    """Which line of action_classes (outcome.yaml). A cowboy on a space counts as the action of that space."""
    cdef int act = answer >> 24, k = answer & 0xFFFFFF, other = other_answer(act, k)
    if other >= 0:
        return other
    if act <= ACT_PASS:
        return act - 1
    if act == ACT_SPACE:
        if k < BUILD:
            return CLASS_SPACES + k
        if k < BUILD + SLOTS:
            return CLASS_SPACES + BUILD                     # one class for the seven build spaces ...
        if k < VP_BUY:
            return CLASS_SPACES + BUILD + 1 + k - PARCEL_INCOME
        return CLASS_CLAIM - 1                              # ... and one for the four purchase spaces
    if act <= ACT_LIFT:
        return CLASS_CLAIM + act - ACT_CLAIM
    return CLASS_CLAIM + act - ACT_CLAIM - 1                # moving the white figure is moving a figure

# ---- redeal: everything is public but the duel tokens in other hands (section 5, Might is Right) and the luck to come

cdef inline bint in_first_hand(const State* s, int k, int seat) noexcept nogil:
    """A token that `seat` has never seen: dealt to somebody else or to nobody, and not played since."""
    cdef int q = s.holder[k]
    if q == -1:
        return s.discarded_at[k] < 0
    return q >= 0 and q != seat and s.redrawn_at[q] < 0

cdef enum:
    DEALS = 8                                               # of the hidden hands in a redeal
    HAND = 6                                                # tokens in the largest hand
    MOST = 29                                               # and their sum: five 5s and a 4, of five sets 0..5

cdef double deal_hands(const Table* t, const State* s, const i8* unseen, int n, i8* holder, bint anew, u64 luck) noexcept nogil:
    """Deal the unseen tokens, hand by hand, into hands as large and with sums as they have in s; what is left was never
    dealt (might_hand). Each hand is drawn evenly from those that the tokens still there can make; returns the product of
    their numbers. With `anew` false the hands stay as they are in s, and only the product is wanted."""
    cdef u32 ways[TOKENS + 1][HAND + 1][MOST + 1]           # from token i on: so many of them, with that sum
    cdef i8 left[TOKENS]
    cdef int q, i, c, k, v, total, size, m = n, kept
    cdef double product = 1
    for i in range(n):
        left[i] = i
        if anew:
            holder[i] = -1
    for q in range(t.players):
        size = total = 0
        for i in range(n):
            if s.holder[unseen[i]] == q:
                size += 1
                total += token_value(unseen[i])
        if size == 0:
            continue
        memset(ways[m], 0, sizeof(ways[m]))
        ways[m][0][0] = 1
        for i in range(m - 1, -1, -1):
            v = token_value(unseen[left[i]])
            memcpy(ways[i], ways[i + 1], sizeof(ways[i]))
            for c in range(1, size + 1):
                for k in range(v, total + 1):
                    ways[i][c][k] += ways[i + 1][c - 1][k - v]
        product *= ways[0][size][total]
        kept = 0
        for i in range(m):
            if anew:
                v = token_value(unseen[left[i]])
                if (size > 0 and total >= v and ways[i][size][total] > 0
                        and below(at(luck, 32 * q + i), ways[i][size][total]) < ways[i + 1][size - 1][total - v]):
                    holder[left[i]] = q
                    size -= 1
                    total -= v
            if holder[left[i]] != q:
                left[kept] = left[i]
                kept += 1
        m = kept
    return product

cdef void redeal_first_hands(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Deal the unseen tokens anew so that every hand keeps the sum it announced (CC-4.10), less what it has played. All
    deals that fit shall be equally likely. One dealt hand by hand comes up the more often the fewer ways its hands leave
    open to one another: so it replaces the last one only with the chance that this asks for (Metropolis and Hastings)."""
    cdef i8 unseen[TOKENS]
    cdef i8 holder[TOKENS]
    cdef int n = 0, k, deal
    cdef u64 hands = 0
    cdef double now, other
    for k in range(TOKENS):
        if in_first_hand(s, k, seat):
            unseen[n] = k
            holder[n] = s.holder[k]
            n += 1
            hands |= bit(1 + s.holder[k])
    if popcount(hands) < 2:
        return
    now = deal_hands(t, s, unseen, n, holder, False, luck)
    for deal in range(DEALS if popcount(hands) > 2 else 1):     # the first of two hands leaves nothing open
        other = deal_hands(t, s, unseen, n, holder, True, stream(luck, 1 + deal))
        if other > 0 and other >= now * (<double>(at(luck, deal) >> 11) / 9007199254740992.0):      # 2**53
            now = other
            for k in range(n):
                s.holder[unseen[k]] = holder[k]
                s.discarded_at[unseen[k]] = -1 if holder[k] < 0 else 0

cdef inline bint could_lie(const State* s, int k, int where) noexcept nogil:
    """Token k in that hand, drawn from the discard, or still in the discard (-1): it must have come there before the draw."""
    return where == -1 or s.discarded_at[k] <= s.redrawn_at[where]

cdef void redeal_redrawn_hands(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Tokens drawn from the discard change places with others that could have been drawn instead: they lay in the discard
    when that hand was drawn, and have not been shown since. Two at a time, picked alike, so that every such deal is as
    likely as any other."""
    cdef i8 loose[TOKENS]
    cdef int n = 0, x, y, here, there, attempt
    for x in range(6 * t.players):
        here = s.holder[x]
        if here == -1 or (here != seat and s.redrawn_at[here] >= 0):
            loose[n] = x
            n += 1
    if n == 0:
        return
    for attempt in range(10 * n):
        x = loose[below(at(luck, 2 * attempt), n)]
        y = loose[below(at(luck, 2 * attempt + 1), n)]
        here = s.holder[x]
        there = s.holder[y]
        if here != there and could_lie(s, x, there) and could_lie(s, y, here):
            s.holder[x] = there
            s.holder[y] = here

cdef void choose_tokens_anew(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Tokens that others have laid face down."""
    cdef int q, k, n
    cdef i8 hand[TOKENS]
    for q in range(t.players):
        if q != seat and s.chosen[q] >= 0:
            n = 0
            for k in range(TOKENS):
                if s.holder[k] == q:
                    hand[n] = k
                    n += 1
            s.chosen[q] = hand[below(at(luck, q), n)]

cdef int redeal(const Table* t, State* s, int seat, u64 key) noexcept nogil:
    s.head.key = key
    if t.might_is_right:
        redeal_first_hands(t, s, seat, stream(key, SOURCES))
        redeal_redrawn_hands(t, s, seat, stream(key, SOURCES + 1))
        choose_tokens_anew(t, s, seat, stream(key, SOURCES + 2))
    return s.stale and s.head.to_move == seat       # where the rivals stand by now, unseen in a stale ring, is kept (CC-8.6)

# ---- luck to come, for staging draws in tests: the gambling dice, the duel dice of all seats at a place, the bag

cdef int peek(const Table* t, const State* s, int source, int where, i32* out) noexcept nogil:
    cdef State copy
    cdef int i
    if source == LUCK_GAMBLING:
        for i in range(t.rules.gambling_dice):
            out[i] = gambling_die(s, i)
        return t.rules.gambling_dice
    if source == LUCK_DUEL:
        for i in range(t.players):
            out[i] = duel_die(t, s, where, i)
        return t.players
    if source == LUCK_BAG:
        copy = s[0]
        for i in range(SLOTS):
            out[i] = draw_from_bag(&copy)
        return SLOTS
    return 0

# ---- from Python and back

cdef int compile_table(void* table, object setting) except -1:
    cdef Table* t = <Table*>table
    cdef int i, x, dr, dc
    rules, variants, data = setting["rules"], setting["variants"], setting["data"]
    buildings = data["buildings"]["buildings"]
    characters = [row["id"] for row in data["characters"]["characters"] if row["side"] == "yellow"]
    slots = (3, 4, 5, 6, 8, 10, 12)
    t.rules = rules
    t.players = setting["players"]
    t.might_is_right = bool(variants["might_is_right"])
    t.kit_carson = bool(variants["kit_carson"])
    t.assign = bool(setting["assign"])
    for i, name in enumerate(characters):
        side = variants["side_" + name]                             # 0: as the whole set, 1 yellow, 2 red
        t.red[i] = variants["character_sides"] if side == 0 else side - 1
        t.cash_limit[i] = rules[f"cash_limit_{name}_{'red' if t.red[i] else 'yellow'}"]
        t.number[i] = rules[f"character_order_{name}"]
    for i, building in enumerate(buildings):
        name = building["id"]
        t.count[i] = rules[f"building_count_{name}"]
        t.needs_road[i] = building["needs_road"]
        t.attackable[i] = building["attackable"]
        t.guns[i] = rules.get(f"guns_{name}", 0)
        t.house_units[i] = rules.get(f"{name}_house_units", 0)
        t.cap[i] = rules.get(f"cap_{name}", NO_CAP)
        if t.cap[i] == NO_CAP:
            t.cap[i] = 9999                                         # more than any neighbourhood can pay
    for i, slot in enumerate(slots):
        t.building_price[i] = rules[f"building_price_{slot}"]
        t.start_row[i] = rules[f"initial_row_{slot}"] - 1
        t.build_order[i] = i if rules["build_resolution"] else SLOTS - 1 - i        # A-1: the dearest first
    for i in range(4):
        t.vp_price[i] = rules[f"vp_buy_price_{i + 2}"]
        t.vp_order[i] = i if rules["vp_buy_resolution"] else 3 - i                  # A-2
    t.vp_per_dollar = 1 / rules["final_dollars_per_vp"]
    for x in range(ROUNDS):                                                         # CC-5.17; section 15 for longer games
        t.open_spaces[x] = (1 << VP_BUY) - 1
        for i in range(4):
            if x <= i or i == 3:
                t.open_spaces[x] |= 1 << (VP_BUY + i)
    for x in range(PARCELS):
        t.neighbours[x] = 0                                                         # CC-3.2
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if (dr or dc) and 0 <= x // 8 + dr < 8 and 0 <= x % 8 + dc < 8:
                    t.neighbours[x] |= bit(x + 8 * dr + dc)
        if rules["dice_block"] or (1 <= x // 8 <= 6 and 1 <= x % 8 <= 6):           # CC-3.3
            t.dice_parcels |= bit(x)
    for i in range(SEATS):
        t.speed[i] = round(rules[f"kc_speed_{i + 1}"] * 1000)
    t.stale = round(rules["kc_stale_view_prob"] * 2**31)
    return 0

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
