# Stories (section 14), bandits, the Sheriff (WL-10.7 to WL-10.15), goals and legendary items (section 16).

cdef void happened(const Table* t, State* s, int p, int what) noexcept nogil:
    """Something that a visible story asks for: it counts in the own turn until the end of the action phase (WL-14.4)."""
    cdef int pile
    if p != s.active or not STARTING <= s.half <= ACTING:
        return
    for pile in range(t.rules.story_piles):
        if s.top[pile] >= 0 and t.stories[s.top[pile]].condition == what:
            s.met |= 1 << pile

cdef inline int markers_in_hand(const Table* t, const State* s, int p) noexcept nogil:
    cdef int pile, n = t.rules.story_markers_per_player
    for pile in range(PILES):
        n -= s.marker[8 * pile + p]
    return n

cdef u64 marker_options(const Table* t, const State* s, int p) noexcept nogil:
    """D26: bit 8 * pile + 0 from hand, + 1 + other pile: moved from there (WL-14.1)."""
    cdef int pile, other
    cdef u64 out = 0
    if s.placements >= t.rules.story_placements_per_turn:
        return 0
    for pile in range(PILES):
        if not s.met >> pile & 1 or s.top[pile] < 0:
            continue
        if markers_in_hand(t, s, p) > 0:
            out |= bit(8 * pile)
        else:
            for other in range(PILES):
                if other != pile and s.marker[8 * other + p] > 0:
                    out |= bit(8 * pile + 1 + other)
    return out

cdef void place_marker(const Table* t, State* s, int p, int what) noexcept nogil:
    cdef int pile = what >> 3, source = what & 7
    cdef bint another = s.placements + 1 < t.rules.story_placements_per_turn
    if another and s.n_tasks > 0 and s.tasks[s.n_tasks - 1] == (3 << 16 | p << 8 | DO_AFTER_ACTION):
        s.tasks[s.n_tasks - 1] = 1 << 16 | p << 8 | DO_AFTER_ACTION     # WL-14.5: asked once more, before the goals
    if source:
        s.marker[8 * (source - 1) + p] -= 1
    s.marker[8 * pile + p] += 1
    s.placements += 1
    s.met &= ~(1 << pile)
    s.n[p][N_MARKERS] += 1
    trigger(t, s, p, TIME_AFTER_STORY, -1)

cdef enum:
    SPENT_MUCH = 80                 # dollars in one town: the condition spend80 of data/story_cards.yaml

cdef inline void after_action(const Table* t, State* s, int p, bint last) noexcept nogil:
    """WL-14.5: asked after the step that met a condition, and once more at the end of the action phase; goals likewise. After
    most actions there is nothing to ask."""
    if (s.met if last else s.met & ~s.met_asked) or s.spent >= SPENT_MUCH or t.goals:
        ask_for_markers(t, s, p, last)

cdef void ask_for_markers(const Table* t, State* s, int p, bint last) noexcept nogil:
    cdef u8 fresh
    if s.spent >= SPENT_MUCH:
        happened(t, s, p, STORY_SPEND80)
        s.spent = 0
    fresh = s.met if last else s.met & ~s.met_asked
    if fresh:
        s.met_asked |= s.met
        if marker_options(t, s, p):
            push(s, DO_AFTER_ACTION, p, 2 + last)                       # goals come after that
            ask(s, MARKER, p)                                           # D26
            return
    consider_goals(t, s, p, last)

cdef int completed(const Table* t, const State* s) noexcept nogil:
    """A pile whose card has enough markers, or -1."""
    cdef int pile
    for pile in range(t.rules.story_piles):
        if eight(&s.marker[8 * pile]) * <u64>0x0101010101010101ULL >> 56 >= <u64>t.markers_needed:     # the sum of eight
            return pile
    return -1

cdef void resolve_story(const Table* t, State* s, int pile) noexcept nogil:
    """WL-14.2: rewards (the active player first, then clockwise), bandits, the Sheriff (WL-14.6), the next card."""
    cdef const Story* story = &t.stories[s.top[pile]]
    cdef int k, p
    push(s, DO_TURN_UP, s.active, pile)
    push(s, DO_SHERIFF, s.active, story.sheriff)
    push(s, DO_BANDITS, s.active, story.letters)
    for k in range(t.players - 1, -1, -1):
        p = s.order[(s.turn + k) % t.players]
        if s.marker[8 * pile + p] > 0:
            push(s, DO_TEXT, p, story.pc)                               # once, however many markers
            s.marker[8 * pile + p] = 0

cdef void turn_up_story(const Table* t, State* s, int pile) noexcept nogil:
    """WL-14.3. Which cards lie in which pile nobody knows, so the next one is drawn from all that have not been seen."""
    cdef int n, k
    if s.left[pile] > 0:
        s.left[pile] -= 1
    s.top[pile] = -1
    n = popcount(s.stories_lo) + popcount(s.stories_hi)
    if s.left[pile] <= 0 or n == 0:
        return
    k = draw(s.head.key, LUCK_STORIES, s.turned, n)
    s.turned += 1
    if k < popcount(s.stories_lo):
        k = nth_member(s.stories_lo, k)
        s.stories_lo &= ~bit(k)
    else:
        k = nth_member(s.stories_hi, k - popcount(s.stories_lo))
        s.stories_hi &= ~bit(k)
        k += 64
    s.top[pile] = k

# ---- bandits

cdef int free_hideouts(const Table* t, const State* s) noexcept nogil:
    """WL-14.2: hideouts that hold no bandit, player or Sheriff; bit a hideout. WL-16.5a: nor the Man in Black."""
    cdef int h, p, out = 0
    for h in range(HIDEOUTS):
        if s.bandits >> h & 1 or s.sheriff == t.hideouts[h]:
            continue
        for p in range(t.players + t.mib):
            if s.place[p if p < t.players else MIB] == t.hideouts[h]:
                break
        else:
            out |= 1 << h
    return out

cdef inline int unused_types(const State* s) noexcept nogil:
    cdef int h, out = 63
    for h in range(HIDEOUTS):
        if s.bandits >> h & 1 and s.bandit_type[h] >= 0:
            out &= ~(1 << s.bandit_type[h])
    return out

cdef void place_bandit(const Table* t, State* s, int p, int h) noexcept nogil:
    s.bandits |= 1 << h
    s.bandit_type[h] = -1
    if t.bandit_cards:
        s.about = h
        ask(s, BANDIT_TYPE, p)                                          # D28

cdef void bring_bandits(const Table* t, State* s, int p, int letters) noexcept nogil:
    """One hideout after the other. With bandit_letter_hideouts: one, the player picks among those of a gang (A21)."""
    cdef int open = letters & free_hideouts(t, s), gang, h
    if not open:
        return
    h = lowest(open)
    gang = 3 << (h & ~1)
    if t.rules.bandit_letter_hideouts == LETTER_ONE and (letters & gang) == gang:
        push(s, DO_BANDITS, p, letters & ~gang)
        if (open & gang) == gang:
            s.about = 2 + (h >> 1)
            ask(s, BANDIT_SITE, p)
            return
    else:
        push(s, DO_BANDITS, p, letters & ~(1 << h))
    place_bandit(t, s, p, h)

# ---- the Sheriff

cdef void move_sheriff(const Table* t, State* s, int p, int steps) noexcept nogil:
    """WL-10.7: only while somebody is wanted. WL-10.15: standing with an outlaw he leaves first."""
    if steps > 0 and any_outlaw(s):
        s.about = steps
        ask(s, SHERIFF_GO, p)                                           # D29

cdef inline u8 outlaws_at(const Table* t, const State* s, int place) noexcept nogil:
    cdef int p
    cdef u8 out = 0
    for p in range(t.players):
        if s.wanted[p] > 0 and s.place[p] == place:
            out |= 1 << p
    return out

cdef void sheriff_comes(const Table* t, State* s, int mover, int place) noexcept nogil:
    """WL-10.10: every outlaw there discards; then one of them is caught."""
    cdef bint stayed = place == s.sheriff and t.rules.sheriff_move_mode == WALK_UP_TO
    cdef u8 there
    cdef int k, p
    s.sheriff = place
    there = outlaws_at(t, s, place)
    if not there or stayed:
        return
    push(s, DO_ARRIVE, mover, 0)
    if t.rules.sheriff_entry_discard > 0:
        for k in range(t.players - 1, -1, -1):
            p = s.order[(s.turn + k) % t.players]
            if there >> p & 1:
                push(s, DO_DISCARD, p, t.rules.sheriff_entry_discard)

cdef void sheriff_catches(const Table* t, State* s, int mover) noexcept nogil:
    cdef u8 there = outlaws_at(t, s, s.sheriff)
    if not there:
        return
    if popcount(there) > 1:
        ask(s, SHERIFF_VICTIM, mover)                                   # D30
    else:
        start_fight(t, s, FIGHT_SHERIFF, lowest(there), NOBODY)         # WL-10.11

# ---- goals (16B)

cdef bint reached(const Table* t, const State* s, int p, int goal, int n) noexcept nogil:
    cdef const i16* count = s.n[p]
    if goal == GOAL_WANTED_GE:
        return s.wanted[p] >= n
    if goal == GOAL_MARSHAL_GE:
        return s.marshal[p] >= n
    if goal == GOAL_MONEY_GE:
        return s.money[p] >= n
    if goal == GOAL_NUGGETS_GE:
        return s.nuggets[p] >= n
    if goal == GOAL_DEPOSIT_TURN:
        return s.sold >= n
    if goal == GOAL_BANDITS_TOTAL:
        return count[N_BANDITS] >= n
    if goal == GOAL_DUELS_WON:
        return count[N_DUELS_WON] >= n
    if goal == GOAL_ROBS_WON:
        return count[N_ROBS_WON] >= n
    if goal == GOAL_ARRESTS_WON:
        return count[N_ARRESTS_WON] >= n
    if goal == GOAL_HEISTS_WON:
        return count[N_HEISTS_WON] >= n
    if goal == GOAL_HEISTS_TRIED:
        return count[N_HEISTS] >= n
    if goal == GOAL_POKER_WON:
        return count[N_POKER_WON] >= n
    if goal == GOAL_POKER_PLAYED:
        return count[N_POKER] >= n
    if goal == GOAL_CATTLE_DRIVEN:
        return count[N_DRIVEN] >= n
    if goal == GOAL_CATTLE_RUSTLED:
        return count[N_RUSTLED] >= n
    if goal == GOAL_CATTLE_ANY:
        return count[N_DRIVEN] + count[N_RUSTLED] >= n
    if goal == GOAL_REVEL_TURN:
        return s.revelled >= n
    if goal == GOAL_REVEL_TOTAL:
        return count[N_REVEL] >= n
    if goal == GOAL_UPGRADED_GE:
        return popcount(s.upgraded[p]) >= n
    if goal == GOAL_ITEMS_GE:
        return popcount(s.items[p]) >= n
    if goal == GOAL_STORIES_GE:
        return count[N_MARKERS] >= n
    if goal == GOAL_MINES_VISITED:
        return popcount(s.mines[p]) >= n
    if goal == GOAL_SHERIFF_ESCAPED:
        return count[N_ESCAPES] >= n
    if goal == GOAL_SPEED_GE:
        return s.mount[p] >= 0 and speed_of(t, s, p) >= n
    if goal == GOAL_HAND_GE:                    # 18.8: at the end of the actions
        return s.half == ACTING and s.actions_left <= 0 and popcount(s.hand[p]) >= n
    if goal == GOAL_WOUNDS_HEALED:
        return count[N_HEALED] >= n
    if goal == GOAL_PROSPECTS:
        return count[N_PROSPECTS] >= n
    if goal == GOAL_PLAYER_FIGHTS:
        return count[N_PLAYER_FIGHTS] >= n
    if goal == GOAL_TOWN_BOTH:
        return popcount(s.towns) >= 2
    return count[N_CARD_ACTIONS] >= n           # GOAL_CARD_ACTIONS

cdef int open_goals(const Table* t, const State* s, int p) noexcept nogil:
    """Goal cards in hand whose condition holds, bit a card."""
    cdef int k, out = 0
    if not t.goals or popcount(s.claimed[p]) >= 3:                      # WL-16.7: at most three, however many are held
        return 0
    for k in range(GOALS):
        if s.goals[p] >> k & 1 and not s.claimed[p] >> k & 1:
            if reached(t, s, p, t.goal[4 * s.character[p] + k], t.goal_n[4 * s.character[p] + k]):
                out |= 1 << k
    return out

cdef void consider_goals(const Table* t, State* s, int p, bint last) noexcept nogil:
    """WL-16.7: in the own turn, free, any number."""
    cdef int open
    if not t.goals:
        return
    open = open_goals(t, s, p)
    if open if last else open & ~s.goals_asked:
        s.goals_asked |= open
        push(s, DO_AFTER_ACTION, p, 2 + last)
        ask(s, CLAIM, p)                                                # D33

cdef void claim_goal(const Table* t, State* s, int p, int goal) noexcept nogil:
    """For the k-th goal k legend tokens; the best k of all are kept (WL-16.8: nobody would do otherwise)."""
    cdef int k, n, left, v, i
    s.claimed[p] |= 1 << goal
    n = popcount(s.claimed[p])
    for i in range(t.rules.legend_tokens_drawn if t.rules.legend_tokens_drawn else n):
        left = s.token_supply[0] + s.token_supply[1] + s.token_supply[2]
        if left == 0:
            break                                                       # WL-16.8a
        k = draw(s.head.key, LUCK_TOKENS, address3(s.round, 8 * p + n, i), left)
        for v in range(3):
            k -= s.token_supply[v]
            if k < 0:
                s.token_supply[v] -= 1
                s.tokens[4 * p + v] += 1
                break
    for v in range(3):                                                  # the lowest go back
        while s.tokens[4 * p] + s.tokens[4 * p + 1] + s.tokens[4 * p + 2] > n and s.tokens[4 * p + v] > 0:
            s.tokens[4 * p + v] -= 1
            s.token_supply[v] += 1

# ---- legendary items (16D)

cdef void draw_legendary(const Table* t, State* s, int p) noexcept nogil:
    """WL-16.14: drawn first, then its taker decides. The pile is shuffled: drawn from what is left."""
    cdef int k
    if s.legendary_left == 0:
        return
    k = nth_member(s.legendary_left, draw(s.head.key, LUCK_LEGENDARY, address3(s.round, s.turn, p), popcount(s.legendary_left)))
    s.legendary_left &= ~(<u32>1 << k)
    s.about = k
    ask(s, ROOM, p)                                                     # D34

cdef void make_room(const Table* t, State* s, int p, int new, int what) noexcept nogil:
    """D34: discard a belonging, return the new item, or simply keep it."""
    if what == ITEMS:
        s.legendary_left |= <u32>1 << new
        return
    if what < ITEMS:
        lose_item(t, s, p, what)
    if t.items[new].kind == WEAPON and s.weapon[p] < 0:
        s.weapon[p] = new
    elif t.items[new].kind == MOUNT and s.mount[p] < 0:
        s.mount[p] = new
    gain_item(t, s, p, new)
