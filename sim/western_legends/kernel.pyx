"""Western Legends: the rulebook. The order of the code is the order of play; numbers WL-a.b are those of the specification.

    hands.pxi       what changes hands: cards, money, wounds, points (sections 4, 9, 11, 13)
    texts.pxi       what is written on cards (sections 12, 18)
    this file       set-up (section 3), the turn (section 5), answers
    moves.pxi       moving and the locations (section 6)
    fights.pxi      fights (sections 7, 10)
    poker.pxi       poker (section 8), ranking.pxi what a hand is worth
    stories.pxi     stories, bandits, Sheriff, goals, legendary items (sections 14, 16)
    ending.pxi      end of the game (section 15), the Man in Black (16A)

What is still to do lies on a stack of tasks. `run` does the topmost one until somebody has to be asked; a task that
sets other things going puts them on top, the last of them first. An answer is carried out by `apply`, which then runs on.
The steps of a turn lie there, too; `turn_on` goes from one to the next by itself as long as nothing comes between.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from sim.core.contract cimport Kernel, MAX_SEATS, Outcome, RandomPlay, Seating, WHOLE_WIN, rank
from sim.core.contract cimport (action_class_t, apply_t, compile_t, count_t, judge_t, legal_t, nth_t, outcome_t, peek_t,
                                pick_t, play_out_t, redeal_t, setup_t, unview_t, view_t)
from sim.core.luck cimport address3, at, below, draw, stream
from sim.core.types cimport i8, i16, i32, u8, u16, u32, u64
from sim.western_legends.board cimport *
from sim.western_legends.judgement cimport judge
from sim.western_legends.state cimport *

from sim.core.rulebook import Problem, RuleError
from sim.western_legends.loader import TIE_CHAINS, compiled

# ---- what is still to do

cdef inline void push(State* s, int task, int seat, int arg) noexcept nogil:
    if s.n_tasks < TASKS:                       # the deepest chains of a game use half of it
        s.tasks[s.n_tasks] = (arg * 0x10000) | (seat << 8) | task      # the argument may be negative
        s.n_tasks += 1

cdef inline void pop(State* s) noexcept nogil:
    s.n_tasks -= 1

cdef inline bint follows(State* s, int p, i32 task) noexcept nogil:
    """Is this what comes next, with nobody asked and nothing put before it? Then it is taken off the stack."""
    if s.phase == OVER and s.n_tasks > 0 and s.tasks[s.n_tasks - 1] == (p << 8 | task):
        s.n_tasks -= 1
        return True
    return False

cdef inline void ask(State* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.head.to_move = seat

# ---- the k-th member of a set, 0 first

cdef int nth_member(u64 some, int k) noexcept nogil:
    """Counts all bytes at once, then the bits of one byte: no jump that depends on chance, which a processor guesses wrong
    as often as right (nth_bit has two such loops, and guesses wrong 900 times in a random game)."""
    cdef u64 ones = <u64>0x0101010101010101ULL, tops = <u64>0x8080808080808080ULL, n, one
    cdef int base
    n = some - (some >> 1 & <u64>0x5555555555555555ULL)
    n = (n & <u64>0x3333333333333333ULL) + (n >> 2 & <u64>0x3333333333333333ULL)
    n = (n + (n >> 4) & <u64>0x0F0F0F0F0F0F0F0FULL) * ones              # byte i: how many members lie in bytes 0 .. i
    base = 8 * popcount((ones * k | tops) - n & tops)                   # the bytes that lie wholly before it
    k -= n << 8 >> base & 0xFF
    one = (some >> base & 0xFF) * ones & <u64>0x8040201008040201ULL     # bit i of that byte in byte i
    n = ((one + <u64>0x7F7F7F7F7F7F7F7FULL) >> 7 & ones) * ones
    return base + popcount((ones * k | tops) - n & tops)

cdef inline int nth_place(const Set* x, int k) noexcept nogil:
    cdef int low = popcount(x.lo)
    return nth_member(x.lo, k) if k < low else 64 + nth_member(x.hi, k - low)

# ---- random bots. Where all are (play_out), `r` goes along through the turn, and what is asked most is answered where it
# would be asked: the same answers as by `pick`, without leaving the rules. Elsewhere `r` is NULL, and somebody is asked.

cdef inline int any_member(RandomPlay* r, int p, u64 some) noexcept nogil:
    """p's choice among the members of a set."""
    return nth_member(some, any_of(r, p, popcount(some)))

cdef inline int any_place(RandomPlay* r, int p, Set some) noexcept nogil:
    """p's choice among territories."""
    return nth_place(&some, any_of(r, p, size(&some)))

include "hands.pxi"
include "texts.pxi"
include "moves.pxi"
include "fights.pxi"
include "poker.pxi"
include "stories.pxi"
include "ending.pxi"
include "options.pxi"

# --------------------------------------------------------------------------------------------------- set-up (section 3)

cdef void setup(const Table* t, State* s, const Seating* seating, u64 key) noexcept nogil:
    cdef int p, i, k, j, n
    cdef i8 pool[CHARACTERS]
    memset(s, 0, sizeof(State))
    s.head.key = key
    s.head.players = t.players
    s.deck = bit(54 if t.jokers else 52) - 1                            # WL-3.1
    s.queued = FIGHT_CARDS
    for i in range(FIGHT_CARDS):
        s.queue[i] = i
    for i in range(FIGHT_CARDS - 1, 0, -1):
        k = draw(key, LUCK_FIGHT_DECK, i, i + 1)
        s.queue[i], s.queue[k] = s.queue[k], s.queue[i]
    for i in range(ITEMS):
        s.store[i] = t.items[i].copies if t.items[i].inside else 0
    s.legendary_left = t.legendary if t.handsome else 0
    if not t.first_game:
        for i in range(KINDS):
            s.stock[i] = s.stock[KINDS + i] = t.cattle_count[i]
    s.token_supply[0] = t.rules.legend_tokens_1
    s.token_supply[1] = t.rules.legend_tokens_2
    s.token_supply[2] = t.rules.legend_tokens_3
    for p in range(SEATS):
        s.entrant[p] = seating.entrant[p] if p < t.players else -1
        s.order[p] = s.position[p] = p
        s.character[p] = s.weapon[p] = s.mount[p] = -1
        s.poker.card_1[p] = s.poker.card_2[p] = s.poker.real_1[p] = s.poker.real_2[p] = -1
        for i in range(4):
            s.dealt[4 * p + i] = -1
        for i in range(SLOTS):
            s.cattle[SLOTS * p + i] = -1
    for i in range(HIDEOUTS):
        s.bandit_type[i] = -1
        s.bandit_queue[i] = i
    for i in range(5, 0, -1):
        k = draw(key, LUCK_BANDIT_CARDS, i, i + 1)
        s.bandit_queue[i], s.bandit_queue[k] = s.bandit_queue[k], s.bandit_queue[i]
    for i in range(PILES):
        s.top[i] = -1
    for i in range(7):
        s.place[i] = t.station
    s.place[MIB] = t.rules.mib_start                                    # WL-16.1
    s.mib_deck = (1 << MIB_CARDS) - 1
    s.sheriff = t.office                                                # WL-3.9
    s.last_round = -1
    s.active = NOBODY
    s.about_seat = NOBODY
    s.poker.active = NOBODY
    s.fight.a = s.fight.d = s.fight.holder = NOBODY
    s.fight.card_a = s.fight.card_d = s.fight.real_a = s.fight.real_d = s.fight.npc = s.fight.line = -1
    n = 0
    for i in range(CHARACTERS):
        if t.characters[i].inside:
            pool[n] = i
            n += 1
    for i in range(n - 1, 0, -1):
        k = draw(key, LUCK_CHARACTERS, i, i + 1)
        pool[i], pool[k] = pool[k], pool[i]
    k = t.rules.characters_dealt if t.rules.characters_dealt * t.players <= n else n // t.players
    if t.assign or t.first_game:                # design.characters: assign. Dealt to entrants, not to seats
        for p in range(t.players):
            s.character[p] = pool[s.entrant[p]]
        push(s, DO_PACKAGES, 0, 0)
    else:                                                               # WL-3.2
        for p in range(t.players):
            for j in range(k):
                s.dealt[4 * p + j] = pool[k * p + j]
        push(s, DO_CHARACTER, 0, 0)
    run(t, s, NULL)

cdef void choose_character(const Table* t, State* s, int p) noexcept nogil:
    """WL-3.2: each in secret; the next does not see what the last one kept."""
    if p == t.players:
        for p in range(4 * SEATS):
            s.dealt[p] = -1
        push(s, DO_PACKAGES, 0, 0)
        return
    push(s, DO_CHARACTER, 0, p + 1)
    ask(s, CHARACTER, p)                                                # D01

cdef void seat_players(const Table* t, State* s) noexcept nogil:
    """WL-3.5: the first player has most Wanted points; WL-3.6: perhaps the other outlaws follow him."""
    cdef int p, k, n = 0, most = 0, first
    cdef u8 best = 0
    for p in range(t.players):
        if s.wanted[p] > most:
            most = s.wanted[p]
            best = 0
        if s.wanted[p] == most:
            best |= 1 << p
    first = nth_member(best, draw(s.head.key, LUCK_FIRST, 0, popcount(best)))
    for k in range(t.players):
        p = (first + k) % t.players
        if k == 0 or not t.rules.seat_outlaws_first or s.wanted[p] > 0:
            s.order[n] = p
            n += 1
    if t.rules.seat_outlaws_first:
        for k in range(1, t.players):
            p = (first + k) % t.players
            if s.wanted[p] == 0:
                s.order[n] = p
                n += 1
    for k in range(t.players):
        s.position[s.order[k]] = k

cdef void hand_out(const Table* t, State* s) noexcept nogil:
    """WL-3.3, WL-3.7, WL-3.12: the packages; start points give no rewards, a starting weapon or mount is active."""
    cdef const Character* c
    cdef int p, i, k, n
    for p in range(t.players):
        c = &t.characters[s.character[p]]
        s.money[p] = c.money if c.money < t.rules.money_cap else t.rules.money_cap
        s.nuggets[p] = c.nuggets
        s.wounds[p] = c.wounds
        s.marshal[p] = c.marshal
        s.wanted[p] = c.wanted
        s.items[p] = c.items
        s.upgraded[p] = c.upgraded
        for i in range(ITEMS):
            if (c.items >> i) & 1:
                if t.items[i].inside and s.store[i] > 0:
                    s.store[i] -= 1
                else:
                    s.items[p] &= ~(<u32>1 << i)
                    s.upgraded[p] &= ~(<u32>1 << i)
                    continue
                if t.items[i].kind == WEAPON:
                    s.weapon[p] = i
                elif t.items[i].kind == MOUNT:
                    s.mount[p] = i
        s.legend[p] = t.rules.ability_threshold <= 0
        draw_cards(s, p, c.poker)
        refresh(t, s, p)
        if t.goals:                                                     # WL-16.6
            s.goals[p] = (1 << GOALS) - 1
            n = GOALS
            while n > t.rules.goals_kept:                               # never more than goals_dealt
                k = nth_member(s.goals[p], draw(s.head.key, LUCK_GOALS, address3(0, p, n), n))
                s.goals[p] &= ~(1 << k)
                n -= 1
    seat_players(t, s)
    push(s, DO_START_PLACE, 0, 0)

cdef u64 start_places(const Table* t, const State* s, int p) noexcept nogil:
    """WL-3.4: bit k = the k-th place of the card. Wyatt Earp needs a hideout without a player."""
    cdef const Character* c = &t.characters[s.character[p]]
    cdef int k, q
    cdef u64 out = 0
    for k in range(c.n_places):
        for q in range(t.players):
            if s.position[q] < s.position[p] and s.place[q] == c.places[k] and c.n_places == HIDEOUTS:
                break
        else:
            out |= bit(k)
    return out if out else 1

cdef void choose_start(const Table* t, State* s, int k) noexcept nogil:
    if k == t.players:
        push(s, DO_START_RANCH, 0, 0)
        return
    push(s, DO_START_PLACE, 0, k + 1)
    ask(s, START_PLACE, s.order[k])                                     # D02

cdef void choose_start_ranch(const Table* t, State* s, int k) noexcept nogil:
    """WL-3.10, WL-3.11: items that act when gained, and Pearl Hart's token."""
    cdef int p, i, j
    if k == t.players:
        push(s, DO_BEGIN, 0, 0)
        return
    p = s.order[k]
    push(s, DO_START_RANCH, 0, k + 1)
    for i in range(ITEMS):
        if (s.items[p] >> i) & 1:
            for j in range(t.item_rows[2 * i].first, t.item_rows[2 * i].first + t.item_rows[2 * i].n):
                if t.abilities[j].timing == TIME_ON_GAIN:
                    push(s, DO_ABILITY, p, j)
    if t.characters[s.character[p]].cattle > 0 and not t.first_game:
        ask(s, START_RANCH, p)                                          # D03

cdef void begin(const Table* t, State* s) noexcept nogil:
    """WL-3.8, WL-3.9."""
    cdef int h, k, n, i, pile, piles = 1 if t.first_game else t.rules.story_piles
    cdef i8 types[6]
    s.bandits = free_hideouts(t, s)
    for h in range(HIDEOUTS):
        types[h] = h
    for h in range(5, 0, -1):
        k = draw(s.head.key, LUCK_BANDITS, h, h + 1)
        types[h], types[k] = types[k], types[h]
    for h in range(HIDEOUTS):
        if t.bandit_cards and s.bandits >> h & 1:
            s.bandit_type[h] = types[h]                                 # WL-16.10
    if not t.rules.stories_off:
        n = 0
        for i in range(t.n_stories):
            if t.stories[i].inside:
                n += 1
                if i < 64:
                    s.stories_lo |= bit(i)
                else:
                    s.stories_hi |= bit(i - 64)
        for pile in range(piles):
            s.left[pile] = (n + piles - 1 - pile) // piles + 1          # one more: turning up takes one off
            turn_up_story(t, s, pile)
    push(s, DO_TURN, 0, 0)

# ----------------------------------------------------------------------------------------------------- the turn (section 5)

cdef void begin_turn(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    cdef int p = s.order[s.turn]
    cdef i32* tasks
    s.active = p
    s.half = STARTING
    s.actions_left = t.rules.actions_per_turn
    s.heists = s.placements = s.rolls = s.towns = s.dart = s.bonus = 0
    s.fought = s.met = s.met_asked = s.goals_asked = 0
    s.starts_done = 0
    s.spent = 0
    s.sold = s.revelled = 0
    memset(s.reactions, 0, sizeof(s.reactions))
    memset(s.once, 0, sizeof(s.once))
    memset(s.ability_once, 0, sizeof(s.ability_once))
    if s.n_tasks > TASKS - 9:
        return
    tasks = &s.tasks[s.n_tasks]                                         # from the last to the first
    tasks[0] = p << 8 | DO_TURN_END
    tasks[1] = p << 8 | DO_HAND_LIMIT
    tasks[2] = p << 8 | DO_STORIES
    tasks[3] = p << 8 | DO_ACTION
    tasks[4] = p << 8 | DO_AFTER_ACTION                                 # WL-14.5: the start phase counts
    tasks[5] = p << 8 | DO_MOUNT
    tasks[6] = p << 8 | DO_WEAPON
    tasks[7] = p << 8 | DO_INCOME
    tasks[8] = p << 8 | DO_STARTS
    s.n_tasks += 8
    turn_on(t, s, p, DO_STARTS, r)

cdef void turn_on(const Table* t, State* s, int p, int step, RandomPlay* r) noexcept nogil:
    """The turn from this step on, one step after the other as long as none asks anybody or sets other things going."""
    if step == DO_STARTS:
        start_on(t, s, p)                                               # WL-5.1 a
        if not follows(s, p, DO_INCOME):
            return
        step = DO_INCOME
    if step == DO_INCOME:
        choose_income(t, s, p, r)                                       # WL-5.1 b
        if not follows(s, p, DO_WEAPON):
            return
        step = DO_WEAPON
    if step == DO_WEAPON:
        choose_weapon(t, s, p, r)                                       # WL-5.1 c
        if not follows(s, p, DO_MOUNT):
            return
        step = DO_MOUNT
    if step == DO_MOUNT:
        choose_mount(t, s, p, r)
        if not follows(s, p, DO_AFTER_ACTION):
            return
        step = DO_AFTER_ACTION
    while True:                                                         # WL-5.2
        if step == DO_AFTER_ACTION:
            after_action(t, s, p, False)
            if not follows(s, p, DO_ACTION):
                return
            step = DO_ACTION
        if step != DO_ACTION:
            break
        if next_action(t, s, p):
            if r == NULL:
                ask(s, ACTION, p)                                       # D06
                return
            act_by_chance(t, s, p, r)
            if not follows(s, p, DO_AFTER_ACTION):
                return
            step = DO_AFTER_ACTION
        else:
            after_action(t, s, p, True)
            if not follows(s, p, DO_STORIES):
                return
            step = DO_STORIES
    if step == DO_STORIES:                                              # WL-5.4 a
        end_actions(t, s, p)
        if not follows(s, p, 1 << 16 | DO_STORIES):
            return
        complete_story(t, s, p, False)
        if not follows(s, p, DO_HAND_LIMIT):
            return
        step = DO_HAND_LIMIT
    if step == DO_HAND_LIMIT:
        discard_down(t, s, p, r)                                        # b
        if not follows(s, p, DO_TURN_END):
            return
    end_turn(t, s, p)                                                   # c to e

cdef int start_effects(const Table* t, const State* s, int p, i16* found, bint* forced) noexcept nogil:
    """WL-5.1 a: start-of-turn effects that are still to come; `forced`: one of them is no option."""
    cdef i16 all[64]
    cdef int n = own_rows(t, s, p, TIME_TURN_START, all), k, kept = 0
    forced[0] = False
    for k in range(n):
        if not (s.starts_done >> k) & 1 and holds(t, s, p, t.abilities[all[k]].cond):
            if t.abilities[all[k]].optional and not useful(t, s, p, &t.abilities[all[k]]):
                continue
            forced[0] = forced[0] or not t.abilities[all[k]].optional
            found[kept] = all[k]
            kept += 1
    return kept

cdef void start_on(const Table* t, State* s, int p) noexcept nogil:
    cdef i16 found[64]
    cdef bint forced
    cdef int n
    if not s.timings[p] >> TIME_TURN_START & 1:
        return
    n = start_effects(t, s, p, found, &forced)
    if n == 0:
        return
    push(s, DO_STARTS, p, 0)
    if n == 1 and forced:
        do_start_effect(t, s, p, found[0])
    else:
        ask(s, START_EFFECT, p)                                         # D35

cdef void do_start_effect(const Table* t, State* s, int p, int k) noexcept nogil:
    cdef i16 all[64]
    cdef int n = own_rows(t, s, p, TIME_TURN_START, all), i
    for i in range(n):
        if all[i] == k or k == NO_MORE:
            s.starts_done |= <u32>1 << i
    if k != NO_MORE:
        use_ability(t, s, p, k)

cdef void choose_income(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    if r == NULL:
        ask(s, INCOME, p)                                               # D04
    else:
        take_income(t, s, p, any_of(r, p, 3))

cdef void take_income(const Table* t, State* s, int p, int what) noexcept nogil:
    """Money, cards, or some of both."""
    if what != 1:
        gain_money(t, s, p, t.rules.income_money if what == 0 else t.rules.income_mixed_money)
    if what != 0:
        draw_cards(s, p, t.rules.income_cards if what == 1 else t.rules.income_mixed_cards)

cdef inline u64 choice_of(const State* s, int p, u32 kind) noexcept nogil:
    """What can be taken up: an item of this kind, or ITEMS: none."""
    return (s.items[p] & kind) | bit(ITEMS)

cdef void choose_weapon(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    if s.items[p] & t.weapons:
        if r == NULL:
            ask(s, EQUIP_WEAPON, p)                                     # D05
        else:
            take_up(t, s, p, s.weapon, any_member(r, p, choice_of(s, p, t.weapons)))

cdef void choose_mount(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    if s.items[p] & t.mounts:
        if r == NULL:
            ask(s, EQUIP_MOUNT, p)
        else:
            take_up(t, s, p, s.mount, any_member(r, p, choice_of(s, p, t.mounts)))

cdef void take_up(const Table* t, State* s, int p, i8* active, int item) noexcept nogil:
    """WL-11.1: one weapon and one mount are active. ITEMS: none."""
    if item == ITEMS:
        item = -1
    if active[p] != item:
        active[p] = item
        refresh(t, s, p)

cdef bint next_action(const Table* t, State* s, int p) noexcept nogil:
    """WL-5.2, WL-5.3: is there another action? What costs none is done by the way (WL-5.5): deliveries, bandits, markers,
    Reactions, goals."""
    s.half = ACTING
    if s.actions_left <= 0:
        push(s, DO_AFTER_ACTION, p, 1)          # done at once (turn_on), but a view still shows it
        pop(s)
        return False
    memset(s.reactions, 0, sizeof(s.reactions))                         # WL-12.2
    s.spent = 0
    s.sold = s.revelled = 0
    s.bonus = 0
    push(s, DO_ACTION, p, 0)
    push(s, DO_AFTER_ACTION, p, 0)
    return True

cdef inline void act_by_chance(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """A random bot's action; what is written on a card that it plays follows at once."""
    cdef Options o
    cdef i32 answer, top
    o.n = o.all = 0
    action_options(t, s, &o, p)
    answer = nth_of(&o, any_of(r, p, o.all))
    take_action(t, s, p, answer >> 24, answer & 0xFFFFFF, r)
    top = s.tasks[s.n_tasks - 1]
    if top & 0xFFFF == (p << 8 | DO_TEXT):
        pop(s)
        say(t, s, p, top >> 16)

cdef inline void end_actions(const Table* t, State* s, int p) noexcept nogil:
    """What comes "at the end of the turn"."""
    cdef int slot
    s.half = ENDING
    memset(s.reactions, 0, sizeof(s.reactions))                         # the end phase counts as one action
    push(s, DO_STORIES, p, 1)
    if s.dart:
        for slot in range(SLOTS):
            if s.cattle[SLOTS * p + slot] >= 0:
                return_token(s, p, slot)
    trigger(t, s, p, TIME_TURN_END, -1)

cdef inline void complete_story(const Table* t, State* s, int p, bint another) noexcept nogil:
    """WL-5.4 a, after that; what it brought may fulfil goals (WL-16.7). `another`: one has been resolved already."""
    cdef int pile = completed(t, s)
    if pile >= 0 and s.top[pile] >= 0:
        push(s, DO_STORIES, p, 2 if t.goals else 1)
        resolve_story(t, s, pile)
    elif t.goals:
        consider_goals(t, s, p, another)

cdef void discard_down(const Table* t, State* s, int p, RandomPlay* r) noexcept nogil:
    """WL-5.4 b."""
    cdef int limit
    if s.hand[p] == 0:
        return
    limit = hand_limit(t, s, p)
    if r != NULL:
        while popcount(s.hand[p]) > limit:
            discard_card(t, s, p, any_member(r, p, s.hand[p]), False)
    elif popcount(s.hand[p]) > limit:
        push(s, DO_HAND_LIMIT, p, 0)
        s.about = 0
        ask(s, DISCARD, p)                                              # D32

cdef inline int row_of(int points) noexcept nogil:
    return 1 if points <= 3 else 2 if points <= 6 else 3

cdef inline int wanted_row_lp(const Table* t, int points) noexcept nogil:
    cdef int row = row_of(points)
    return t.rules.wanted_row_lp_1 if row == 1 else t.rules.wanted_row_lp_2 if row == 2 else t.rules.wanted_row_lp_3

cdef void end_turn(const Table* t, State* s, int p) noexcept nogil:
    """WL-5.4 c to e."""
    if s.wanted[p] > 0:                                                 # WL-9.5
        s.n[p][N_OUTLAW_TURNS] += 1
        gain_lp(t, s, p, wanted_row_lp(t, s.wanted[p]), PART_WANTED)
    s.half = BETWEEN
    s.active = NOBODY
    check_end(t, s, p)
    if s.turn + 1 < t.players:
        s.turn += 1
        push(s, DO_TURN, 0, 0)
        return
    push(s, DO_ROUND_END, 0, 0)
    if t.mib:
        push(s, DO_MIB, 0, 0)                                           # WL-16.1

# ------------------------------------------------------------------------------------------------------- the loop

cdef void run(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """Do what is to do until somebody is asked or the game is over. Where the next task is known, it is done at once."""
    cdef int task, p, arg
    cdef i32 top
    s.phase = OVER
    s.head.to_move = -1
    while s.n_tasks > 0 and s.phase == OVER:
        s.n_tasks -= 1
        top = s.tasks[s.n_tasks]
        task = top & 0xFF
        p = (top >> 8) & 0xFF
        arg = top >> 16
        if task == DO_TEXT:
            say(t, s, p, arg)
        elif task == DO_FIGHT:
            if s.fight.kind:
                fight_on(t, s)
        elif task == DO_ABILITY:
            consider_ability(t, s, p, arg)
        elif task == DO_ACTION:
            turn_on(t, s, p, DO_ACTION, r)
        elif task == DO_AFTER_ACTION:
            if arg == 0:
                turn_on(t, s, p, DO_AFTER_ACTION, r)
            elif arg == 1:
                after_action(t, s, p, True)
            else:
                consider_goals(t, s, p, arg - 2)
        elif task == DO_MOVE:
            ask_where(t, s, p, arg)
        elif task == DO_SADDLE:
            saddle(t, s, p, r)
        elif task == DO_BANDIT:
            start_fight(t, s, FIGHT_BANDIT, p, NOBODY)
        elif task == DO_STEP_ON:
            step_on(t, s, p)
        elif task == DO_DELIVER:
            consider_delivery(t, s, p)
        elif task == DO_MOVE_END:
            trigger(t, s, p, TIME_MOVE_END, -1)
        elif task == DO_MOVED:
            moved(t, s, p)
        elif task == DO_DRAW:
            draw_cards(s, p, arg)
        elif task == DO_WOUND:
            wound(t, s, p, arg, False)
        elif task == DO_DISCARD:
            if s.hand[p] and arg:                                       # negative: the owner's own choice, not forced
                s.about = arg
                ask(s, DISCARD, p)
        elif task == DO_MARSHAL:
            gain_marshal(t, s, p, arg)
        elif task == DO_WANTED:
            gain_wanted(t, s, p, arg)
        elif task == DO_LP:
            gain_lp(t, s, p, arg >> 5, arg & 31)
        elif task == DO_PRIZE:
            consider_prize(t, s, p)
        elif task == DO_REACTION:
            if reaction_cards(t, s, p, arg):
                s.about = arg
                ask(s, AFTERWARDS, p)                                   # D40
        elif task == DO_SHOP:
            go_shopping(t, s, p)
        elif task == DO_DICE:
            if arg > 0 and s.n_dice > 0:
                s.about = arg
                ask(s, REROLL, p)                                       # D22
            else:
                take_dice(t, s, p)
        elif task == DO_AFTER_DICE:
            push(s, DO_REACTION, p, TIME_AFTER_PROSPECT)
            trigger(t, s, p, TIME_AFTER_PROSPECT, -1)
        elif task == DO_TURN:
            begin_turn(t, s, r)
        elif task == DO_STARTS or task == DO_INCOME or task == DO_WEAPON or task == DO_MOUNT:
            turn_on(t, s, p, task, r)
        elif task == DO_STORIES:
            if arg == 0:
                turn_on(t, s, p, DO_STORIES, r)
            else:
                complete_story(t, s, p, arg == 2)
        elif task == DO_HAND_LIMIT or task == DO_TURN_END:
            turn_on(t, s, p, task, r)
        elif task == DO_ROUND_END:
            end_round(t, s)
        elif task == DO_POKER:
            poker_on(t, s)
        elif task == DO_TURN_UP:
            turn_up_story(t, s, arg)
        elif task == DO_BANDITS:
            bring_bandits(t, s, p, arg)
        elif task == DO_SHERIFF:
            move_sheriff(t, s, p, arg)
        elif task == DO_ARRIVE:
            sheriff_catches(t, s, p)
        elif task == DO_ARREST:
            arrest(t, s, p)
        elif task == DO_LOOT:
            ask(s, LOOT, p)                                             # D17
        elif task == DO_LOOT_CATTLE:
            consider_cattle_loot(t, s, p, arg)
        elif task == DO_WAITING_MOVES:
            if s.waiting[p] > 0 and not s.fight.kind:
                s.waiting[p] -= 1
                push(s, DO_WAITING_MOVES, p, 0)
                begin_move(t, s, p, s.waiting_steps[p], False)
        elif task == DO_LEGENDARY:
            draw_legendary(t, s, p)
        elif task == DO_CATTLE_CAP:
            if herd(s, p) > cattle_cap(t, s, p):
                push(s, DO_CATTLE_CAP, p, 0)
                s.about = 1
                ask(s, GIVE_BACK, p)
        elif task == DO_MIB:
            mib_turn(t, s)
        elif task == DO_MIB_FIGHT:
            start_fight(t, s, FIGHT_MIB, p, MIB)
        elif task == DO_CHARACTER:
            choose_character(t, s, arg)
        elif task == DO_PACKAGES:
            hand_out(t, s)
        elif task == DO_START_PLACE:
            choose_start(t, s, arg)
        elif task == DO_START_RANCH:
            choose_start_ranch(t, s, arg)
        elif task == DO_BEGIN:
            begin(t, s)

# ------------------------------------------------------------------------------------------------------- answers

cdef inline void take_action(const Table* t, State* s, int p, int act, int k, RandomPlay* r) noexcept nogil:
    """D06: each costs one action."""
    cdef int card = k & 63
    if act == ACT_PASS:                                                 # WL-5.2
        s.actions_left = 0
        return
    s.actions_left -= 1
    if act == ACT_MOVE:
        s.n[p][N_MOVES] += 1
        if r == NULL:
            push(s, DO_SADDLE, p, 0)
        else:
            saddle(t, s, p, r)
    elif act == ACT_CARD:                                               # WL-12.1, WL-12.3: not a forced discard
        put_away(s, p, card if not k & COPY else lowest(s.hand[p] >> JOKER) + JOKER)
        if k & COPY:
            s.seen[card] = 0x3F
        s.n[p][N_CARD_ACTIONS] += 1
        happened(t, s, p, STORY_CARD_ACTION)
        push(s, DO_TEXT, p, text_of_card(t, card, TIME_ACTION))
    elif act == ACT_FIGHT:                                              # WL-7.1
        s.fought |= 1 << (k & 7)
        s.n[p][N_PLAYER_FIGHTS] += 1
        happened(t, s, p, STORY_FIGHT_PLAYER)
        start_fight(t, s, k >> 3, p, k & 7)
    elif act == ACT_ABILITY:
        use_ability(t, s, p, k)
    else:
        act_here(t, s, p, act, k)

cdef void apply(const Table* t, State* s, i32 answer) noexcept nogil:
    answer_to(t, s, answer, NULL)

cdef void answer_to(const Table* t, State* s, i32 answer, RandomPlay* r) noexcept nogil:
    cdef int p = s.head.to_move, act = answer >> 24, k = answer & 0xFFFFFF, q, n
    cdef Fight* f = &s.fight
    cdef u64 cards
    if ACT_PASS <= act <= ACT_ABILITY:
        take_action(t, s, p, act, k, NULL)
    elif act == ACT_GO or act == ACT_GO_MESA:
        go_to(t, s, p, k, act == ACT_GO_MESA)
    elif act == ACT_STAY or act == ACT_LEAVE:
        if s.phase == GO and free_move(s):
            pop(s)                                                      # WL-6.18: only a movement delivers cattle
    elif act == ACT_LAY:
        n = k & 63
        q = n if not k & COPY else lowest(s.hand[p] >> JOKER) + JOKER
        if p == f.a:
            f.card_a = n
            f.real_a = q
        else:
            f.card_d = n
            f.real_d = q
    elif act == ACT_DECLINE:
        f.declined = 1
    elif act == ACT_NO_REACTION:
        if s.phase == REACT:
            f.passes += 1
            f.turn ^= 1
            if npc_fight(s) or f.d == MIB:
                f.passes = 2
        elif s.phase == BEFORE_MOVE:
            pop(s)                                                      # the window; then the Move itself
            begin_move(t, s, p, speed_of(t, s, p) + s.bonus, True)
    elif act == ACT_REACT:
        if s.phase == REACT:
            f.passes = 0
            if not npc_fight(s) and f.d != MIB:
                f.turn ^= 1
            play_reaction(t, s, p, k, TIME_FIGHT_REACTION)
        elif s.phase == BEFORE_MOVE:
            play_reaction(t, s, p, k, TIME_BEFORE_MOVE)
        else:
            if s.about != TIME_AFTER_TRACK_GAIN:                        # a new gain opens its own window
                push(s, DO_REACTION, p, s.about)
            play_reaction(t, s, p, k, s.about)
    elif act == ACT_HOLSTER or act == ACT_ITEM_REACTION:
        f.passes = 0
        if p == f.a:
            f.used_a |= <u32>1 << (30 if act == ACT_HOLSTER else 29)
        else:
            f.used_d |= <u32>1 << (30 if act == ACT_HOLSTER else 29)
        if not npc_fight(s) and f.d != MIB:
            f.turn ^= 1
        if act == ACT_HOLSTER:
            shift_value(&f.value_d if p == f.a else &f.value_a, -k)
            push(s, DO_DISCARD, p, -k)
        else:
            use_ability(t, s, p, k)
    elif act == ACT_NPC_CARD:
        f.npc = k
    elif act == ACT_INCOME:                                             # WL-5.1 b
        take_income(t, s, p, k)
    elif act == ACT_WEAPON:                                             # WL-5.1 c
        take_up(t, s, p, s.weapon, k)
    elif act == ACT_MOUNT:
        take_up(t, s, p, s.mount, k)
    elif act == ACT_DISCARD:
        if s.phase == DISCARD_OR_WOUND:
            discard_card(t, s, p, k, True)
        else:
            n = s.about
            if n > 1 or n < -1:
                push(s, DO_DISCARD, p, n - 1 if n > 0 else n + 1)
            discard_card(t, s, p, k, n > 0)                             # 0: the hand limit
    elif act == ACT_WOUND:
        wound(t, s, p, 1, False)
    elif act == ACT_BUY or act == ACT_BUY_ACTIVE:
        buy(t, s, p, k, act == ACT_BUY_ACTIVE)
    elif act == ACT_UPGRADE:
        upgrade(t, s, p, k)
    elif act == ACT_CHOICE:
        n = s.about + 1 + k                                             # the option's line says where its text begins
        push(s, DO_TEXT, p, t.ops[n].jump)
    elif act == ACT_PRIZE:
        if k == 0:
            gain_lp(t, s, p, t.rules.bandit_lp, PART_BANDIT)
        elif k == 1:
            gain_marshal(t, s, p, t.rules.bandit_mp)
        else:
            gain_wanted(t, s, p, f.wanted_option)
    elif act == ACT_MARKER:
        if k != NO_MARKER:
            place_marker(t, s, p, k)
    elif act == ACT_EFFECT:
        do_start_effect(t, s, p, k)
    elif act == ACT_USE:
        if k:
            use_ability(t, s, p, s.about)
    elif act == ACT_REDRAW:
        if k:
            fight_again(t, s)
    elif act == ACT_LOOT:
        take_loot(t, s, p, k)
    elif act == ACT_TAKE_CATTLE:
        if k < SLOTS:
            n = s.cattle[SLOTS * f.d + k]
            s.cattle[SLOTS * f.d + k] = -1
            s.cattle_seen[SLOTS * f.d + k] = 0
            take_token(s, p, n, 1 << p | 1 << f.d)
            push(s, DO_LOOT_CATTLE, p, s.about - 1)
    elif act == ACT_JOIN:
        if k:
            sit_down(t, s, p)
    elif ACT_PAIR <= act <= ACT_SINGLE:
        choose_hand(t, s, p, act, k)
    elif act == ACT_REROLL:
        n = s.about
        if k != NO_DIE:
            s.dice[k] = roll(t, s, p)
        push(s, DO_DICE, p, n - 1 if k != NO_DIE else 0)
    elif act == ACT_DELIVER:
        if k:
            deliver(t, s, p)
    elif act == ACT_BANDIT_TYPE:
        s.bandit_type[s.about] = k
    elif act == ACT_BANDIT_SITE:
        if s.about == 0:
            s.bandits &= ~(1 << k)
            s.bandit_type[k] = -1
        else:
            place_bandit_later(t, s, p, k)
    elif act == ACT_SHERIFF:
        sheriff_comes(t, s, p, k)
    elif act == ACT_VICTIM:
        start_fight(t, s, FIGHT_SHERIFF, k, NOBODY)
    elif act == ACT_CLAIM:
        if k < GOALS:
            claim_goal(t, s, p, k)
        else:
            pop(s)                                                      # not asked again at this moment
    elif act == ACT_ROOM:
        make_room(t, s, p, s.about, k)
    elif act == ACT_TARGET:
        if k != NO_TARGET:
            s.phase = OVER
            hit_target(t, s, p, s.about, k)
            if s.phase != OVER:
                return                                                  # somebody is asked at once
    elif act == ACT_GIVE:                                               # D36
        if k == THE_MONEY:
            s.money[p] -= s.about
            gain_money(t, s, s.about_seat, s.about)
        else:
            give_card(s, p, s.about_seat, k)
    elif act == ACT_STRIP:                                              # D37: WL-16.13: no jokers
        q = s.about_seat
        cards = s.hand[q] & (<u64>15 << (4 * k))
        while cards:
            discard_card(t, s, q, lowest(cards), True)
            cards &= cards - 1
    elif act == ACT_TRACK:
        if k:
            gain_wanted(t, s, p, s.about)
        else:
            gain_marshal(t, s, p, s.about)
    elif act == ACT_PEEKED:
        discard_card(t, s, s.about_seat, k, True)
        s.peeked = 0
    elif act == ACT_HALF:
        if k < 2:
            take_half(t, s, p, s.about_seat, k)
    elif act == ACT_GIVE_BACK:
        return_token(s, p, k)
    elif act == ACT_CHARACTER:
        s.character[p] = s.dealt[4 * p + k]
    elif act == ACT_PLACE:
        s.place[p] = k
    elif act == ACT_RANCH and s.phase == WHICH_RANCH:
        s.phase = OVER
        if gain_cattle(t, s, p, k):
            happened(t, s, p, STORY_ACQUIRE)
        from_any_ranch(t, s, p, s.about - 1)
        if s.phase != OVER:
            return                                                      # the next token
    elif act == ACT_RANCH:
        for n in range(t.characters[s.character[p]].cattle):
            gain_cattle(t, s, p, k)
    run(t, s, r)

cdef void place_bandit_later(const Table* t, State* s, int p, int h) noexcept nogil:
    """A hideout has been named; its bandit comes at once, and his type is asked next."""
    push(s, DO_BANDITS, p, 1 << h)

cdef void choose_hand(const Table* t, State* s, int p, int act, int k) noexcept nogil:
    """D21: two cards, some of them perhaps jokers that copy a card which stays in the hand (WL-16.13)."""
    cdef PokerGame* g = &s.poker
    cdef int x = k >> 6, y = k & 63, joker = lowest(s.hand[p] >> JOKER) + JOKER if s.hand[p] >> JOKER else -1
    if act == ACT_SINGLE:
        g.card_1[p] = y
        g.real_1[p] = joker if x else y
        return
    g.card_1[p] = g.real_1[p] = x
    g.card_2[p] = g.real_2[p] = y
    if act == ACT_PAIR_JOKER:
        g.real_2[p] = joker
    elif act == ACT_PAIR_JOKERS:
        g.real_1[p] = JOKER
        g.real_2[p] = JOKER + 1

include "../core/play_along.pxi"

include "face.pxi"
