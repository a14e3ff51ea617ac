# What the core needs besides the rules: action classes, redealing what is hidden, looking ahead at luck, and the way
# from Python and back.

cdef enum:
    # positions in action_classes of outcome.yaml: draft .. pass are 0..7, then the spaces, then the rest
    CLASS_SPACES = 8
    CLASS_CLAIM = 20

cdef int action_class(const Table* t, i32 answer) noexcept nogil:
    """Which line of action_classes (outcome.yaml). A cowboy on a space counts as the action of that space."""
    cdef int act = answer >> 24, k = answer & 0xFFFFFF
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

cdef void redeal_first_hands(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Deal the unseen tokens anew so that every hand keeps the sum it announced (CC-4.10), less what it has played: two
    hands exchange pairs of tokens of the same sum, many times at random. An exchange can be undone, so every deal that
    is reached is as likely as any other. (Dealing until all sums fit by chance takes too long with five players.)"""
    cdef i8 unseen[TOKENS]
    cdef int n = 0, k, a, b, c, d, attempt, here, there
    cdef u64 bits
    for k in range(TOKENS):
        if in_first_hand(s, k, seat):
            unseen[n] = k
            n += 1
    if n < 2:
        return
    for attempt in range(40 * n):
        bits = at(luck, attempt)
        a = unseen[(bits & 0xFFFF) * n >> 16]
        b = unseen[((bits >> 16) & 0xFFFF) * n >> 16]
        here = s.holder[a]
        there = s.holder[b]
        if here == there:
            continue
        c = unseen[((bits >> 32) & 0xFFFF) * n >> 16]
        d = unseen[((bits >> 48) & 0xFFFF) * n >> 16]
        if (c != a and d != b and s.holder[c] == here and s.holder[d] == there
                and token_value(a) + token_value(c) == token_value(b) + token_value(d)):
            swap_tokens(s, a, b)
            swap_tokens(s, c, d)

cdef inline void swap_tokens(State* s, int a, int b) noexcept nogil:
    s.holder[a], s.holder[b] = s.holder[b], s.holder[a]
    s.discarded_at[a], s.discarded_at[b] = s.discarded_at[b], s.discarded_at[a]

cdef void redeal_redrawn_hands(const Table* t, State* s, int seat, u64 luck) noexcept nogil:
    """Tokens drawn from the discard change places with others that could have been drawn instead: they lay in the discard
    when that hand was drawn, and have not been shown since. Swapping pairs at random keeps every such deal as likely."""
    cdef int x, y, q, other, turn
    cdef u64 address = 0
    for turn in range(4):
        for x in range(6 * t.players):
            q = s.holder[x]
            if q < 0 or q == seat or s.redrawn_at[q] < 0:
                continue
            y = below(at(luck, address), 6 * t.players)
            address += 1
            other = s.holder[y]
            if other == q or other == seat or (other >= 0 and s.redrawn_at[other] < 0):
                continue
            if s.discarded_at[y] <= s.redrawn_at[q] and (other < 0 or s.discarded_at[x] <= s.redrawn_at[other]):
                s.holder[x] = other
                s.holder[y] = q

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
    return 0

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
        t.cap[i] = rules.get(f"cap_{name}", 9999)
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
