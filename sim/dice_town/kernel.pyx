"""Dice Town: the rulebook. The order of the code is the order of play; numbers DT-a.b are those of the specification.

    setup           set-up (section 3)
    rolling.pxi     the dice (DT-4.10..4.19) and the Indian die (section 9)
    places.pxi      who is placed, ties and bribes (DT-4.20..4.28, section 6)
    cards.pxi       store cards: windows, Cancel, cards that are resolved at once (DT-10.1..10.10)
    locations.pxi   Mine, Bank, Store, Saloon, Sheriff, Town Hall (sections 7, 8)
    ending.pxi      the Indians' offer, the Doctor, Smoke Signals, the end of the round and of the game (sections 7.7, 9, 12)

Play is one loop over the steps of the round (section 4). `apply` carries out an answer and calls `play`, which goes on
until it must `ask` somebody, or the game is over. A function of a step returns False when it has asked; `stage` says where
the step goes on then.
"""
from array import array

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memcpy, memset

from sim.core.contract cimport Kernel, Outcome, RandomPlay, Seating, rank
from sim.core.contract cimport (action_class_t, apply_t, compile_t, count_t, judge_t, legal_t, nth_t, outcome_t, peek_t,
                                pick_t, play_out_t, redeal_t, setup_t, unview_t, view_t)
from sim.core.luck cimport address3, at, below, draw, stream
from sim.core.types cimport i8, i16, i32, u8, u16, u32, u64
from sim.dice_town import dice
from sim.dice_town.judgement cimport judge
from sim.dice_town.state cimport *
from sim.dice_town.town cimport *

include "options.pxi"

cdef inline void ask(State* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.head.to_move = seat

cdef inline void note(State* s, int p, int what, int n) noexcept nogil:
    """Count what happened; a counter stops at 255."""
    cdef int now = s.n[p][what] + n
    s.n[p][what] = now if now < 255 else 255

cdef inline int from_sheriff(const Table* t, const State* s, int i) noexcept nogil:
    """The i-th seat clockwise from the Sheriff; without a badge from seat 0 (DT-6.13)."""
    cdef int p = i + (s.sheriff if s.sheriff >= 0 else 0)
    return p if p < t.players else p - t.players

# ---------------------------------------------------------------------------------------------- decks and hands
# Nobody ever sees the order of a deck, so its top card is drawn from what is left in it.

cdef inline void learn_store(State* s, int p, u32 cards) noexcept nogil:
    """Cards come from a deck into p's hand: what others knew of their earlier places is void."""
    cdef int q
    for q in range(SEATS):
        s.knows_store[q] &= ~cards

cdef inline void lose_sight(const Table* t, State* s, int q, u32 cards, int card) noexcept nogil:
    """DT-4.30: q sees a store card, which was one of these. Equal cards look alike, so of those that he knew he is sure of
    one less: it may have been this one."""
    cdef u32 same = s.knows_store[q] & cards & t.copies[t.kind[card]]
    if same and not same & <u32>bit(card):
        s.knows_store[q] &= ~(<u32>bit(lowest(same)))

cdef inline void lose_sight_of_claim(const Table* t, State* s, int q, u64 claims, int card) noexcept nogil:
    """Likewise a claim."""
    cdef u64 same = s.knows_claims[q] & claims & t.of_value[t.value[card]]
    if same and not same & bit(card):
        s.knows_claims[q] &= ~bit(lowest(same))

cdef int draw_store(const Table* t, State* s) noexcept nogil:
    """The top store card. DT-7.3.1: an empty deck is made anew from the discard; -1: there is no card at all."""
    cdef int card
    if s.store_deck == 0:
        s.store_deck = s.store_discard
        s.store_discard = 0
        if s.store_deck == 0:
            return -1
    card = nth_of(s.store_deck, draw(s.head.key, LUCK_STORE, s.store_draws, popcount(s.store_deck)))
    s.store_draws += 1
    s.store_deck &= ~(<u32>bit(card))
    return card

cdef inline void take_store(const Table* t, State* s, int p, int card) noexcept nogil:
    """A store card comes to p: into his hand, or to be resolved at once (DT-10.8)."""
    if (t.now >> card) & 1:
        s.queue |= <u32>bit(card)
        s.now_seat = p
    else:
        learn_store(s, p, <u32>bit(card))
        s.hand[p] |= <u32>bit(card)

cdef int draw_land(State* s) noexcept nogil:
    """The top land card: a claim or RANCH; -1: the deck is empty. Cards removed blindly (DT-3.2) are among those that can
    still come, only their number is known."""
    cdef int k
    if s.land_left == 0:
        return -1
    k = draw(s.head.key, LUCK_LAND, s.land_draws, popcount(s.land_deck) + s.land_ranches)
    s.land_draws += 1
    s.land_left -= 1
    if k < s.land_ranches:
        s.land_ranches -= 1
        return RANCH
    k = nth_of(s.land_deck, k - s.land_ranches)
    s.land_deck &= ~bit(k)
    return k

cdef inline void take_land(const Table* t, State* s, int p, int card, bint shown) noexcept nogil:
    """DT-7.6.3: a claim joins the hand face down, a ranch lies open. `shown`: everybody has seen which claim it is."""
    cdef int q
    if card == RANCH:
        s.ranches[p] += 1
        return
    s.claims[p] |= bit(card)
    for q in range(SEATS):
        if shown:
            s.knows_claims[q] |= bit(card)
        else:
            s.knows_claims[q] &= ~bit(card)

cdef inline int count_river(const State* s, u64* sums) noexcept nogil:
    """Cards in the River deck; the bytes of `sums` count those of the first one to eight kinds, before FIND."""
    memcpy(sums, s.river, 8)
    sums[0] *= EACH
    return <int>(sums[0] >> 56) + s.river[FIND] + s.river[NOTHING]

cdef int draw_river(const Table* t, State* s, const i8* shown, int n_shown) noexcept nogil:
    """The top River card, first those that were put back; -1: the deck is empty (DT-7.1.2). `shown`: cards that a finder
    holds in his hand; they and the Finds that gave them to him are not used yet."""
    cdef int k, n, i
    cdef u64 sums
    if s.n_top:
        s.n_top -= 1
        k = s.river_top[s.n_top]
        s.river_top[s.n_top] = 0
        return k
    n = count_river(s, &sums)
    if n == 0 and t.rules.river_reshuffle:                  # DT-14.6
        for k in range(RIVERS):
            s.river[k] = t.river[k]
        for i in range(n_shown):
            s.river[shown[i]] -= 1
        if s.step == MINE:                                  # a Find never finds itself
            s.river[FIND] -= s.runs
        n = count_river(s, &sums)
    if n <= 0:
        return -1
    i = draw(s.head.key, LUCK_RIVER, s.river_draws, n)
    s.river_draws += 1
    k = bytes_up_to(sums, i)
    if k == FIND:                                           # or beyond
        k += i >= <int>(sums >> 56) + s.river[FIND]
    s.river[k] -= 1
    return k

cdef inline int any_bandit(State* s) noexcept nogil:
    """A bandit of the deck by chance; -1: the deck is empty."""
    cdef int k
    if s.bandit_deck == 0:
        return -1
    k = nth_of(s.bandit_deck, draw(s.head.key, LUCK_BANDITS, s.bandit_draws, popcount(s.bandit_deck)))
    s.bandit_draws += 1
    return k

cdef inline int draw_bandit(const Table* t, State* s) noexcept nogil:
    """The top bandit; the next one then lies open, unless the deck lies face down (DT-A12)."""
    cdef int k = s.bandit_top if s.bandit_top >= 0 else any_bandit(s)
    if k >= 0:
        s.bandit_deck &= ~(<u16>bit(k))
        s.bandit_top = any_bandit(s) if t.rules.bandit_top_public else -1
    return k

cdef inline void fill_row(const Table* t, State* s) noexcept nogil:
    """The row is refilled from the deck (DT-7.6.4); what was left has slid towards slot 1 (take_from_row)."""
    cdef int i
    for i in range(row_length(s), t.rules.property_row_size):
        s.row[i] = draw_land(s)

# ---------------------------------------------------------------------------------------------- set-up (section 3)

cdef void setup(const Table* t, State* s, const Seating* seating, u64 key) noexcept nogil:
    cdef const Rules* r = &t.rules
    cdef int p, i
    memset(s, 0, sizeof(State))
    s.head.key = key
    s.head.players = t.players
    s.store_deck = t.store                                  # DT-3.1
    s.land_deck = t.claims                                  # DT-3.2
    s.land_ranches = t.ranches
    s.land_left = popcount(t.claims) + t.ranches - t.removed
    for i in range(ROW):
        s.row[i] = -1
    fill_row(t, s)
    s.mine = t.mine                                         # DT-3.3
    for i in range(RIVERS):                                 # DT-3.4
        s.river[i] = t.river[i]
    s.bank = r.bank_start                                   # DT-3.5
    s.stagecoach = t.stagecoach
    s.bandit_top = -1
    if t.extension:                                         # DT-3.6
        s.bandit_deck = t.bandits
        for i in range(r.wanted_bandits_start):
            p = any_bandit(s)
            s.bandit_deck &= ~(<u16>bit(p))
            s.wanted |= <u16>bit(p)
        if r.bandit_top_public:
            s.bandit_top = any_bandit(s)
    for p in range(t.players):                              # DT-3.7
        s.cash[p] = r.starting_cash
    s.sheriff = 0                                           # DT-3.8
    if r.first_sheriff_mode == SHERIFF_RANDOM:
        s.sheriff = draw(key, LUCK_SHERIFF, 0, t.players)
    elif r.first_sheriff_mode == SHERIFF_NONE:
        s.sheriff = NOBODY
    s.indian = NOBODY                                       # DT-3.9
    s.finder = NOBODY
    s.victim = NOBODY
    s.card = -1
    s.now_card = -1
    begin_round(t, s)
    carry_out(t, s, OVER, 0, NULL)                          # nobody has been asked yet

# ---------------------------------------------------------------------------------------------- the round (section 4)

cdef void begin_round(const Table* t, State* s) noexcept nogil:
    """DT-4.1: reminder cards open, dice unlocked, no location closed. DT-4.2: there is no turn order."""
    cdef int p
    s.won = 0
    s.closed = NOBODY
    s.bodyguard = NOBODY
    s.die_given = 0
    s.roll_round = 0
    s.last_roll = 0
    s.first = NOBODY
    s.second = NOBODY
    for p in range(SEATS):
        s.locked[p] = 0
        s.commit[p] = 0
    s.got[0] = s.got[1] = 0
    s.got_ranches[0] = s.got_ranches[1] = 0
    s.open = <u8>(bit(t.players) - 1)
    s.step = ROLLING
    s.stage = 0
    s.turn = 0

cdef inline void next_step(State* s) noexcept nogil:
    s.step += 1
    s.stage = 0

include "rolling.pxi"
include "places.pxi"
include "cards.pxi"
include "locations.pxi"
include "ending.pxi"

cdef void play(const Table* t, State* s, RandomPlay* r) noexcept nogil:
    """Go on until somebody must decide or the game is over."""
    cdef int step
    while True:
        step = s.step
        if (s.queue or s.now_stage) and not s.picks:        # a card that is resolved at once comes before all else
            if not resolve_now(t, s):
                return
        elif step == ROLLING:
            if not rolling(t, s, r):
                return
        elif step == INDIAN_DIE:
            if not indian_die(t, s):
                return
        elif step <= TOWN_HALL:
            if not location(t, s, r):
                return
        elif step == INDIAN_OFFER:
            if not indian_offer(t, s):
                return
        elif step == DOC:
            if not doctor(t, s, r):
                return
        elif step == SMOKE:
            if not smoke(t, s):
                return
        elif not end_round(t, s):
            return

# ------------------------------------------------------------------------------------------------------- answers

cdef void apply(const Table* t, State* s, i32 answer) noexcept nogil:
    answer_to(t, s, answer, NULL)

cdef inline void answer_to(const Table* t, State* s, i32 answer, RandomPlay* r) noexcept nogil:
    """What is laid face down is most of what is answered: then the next player is asked, and no more happens."""
    cdef int p = s.head.to_move, phase = s.phase, k = answer & 0xFFFFFF
    if phase == ASK_KEEP:
        s.commit[p] = k
        if next_cup(t, s, p + 1):
            return
    elif phase == ASK_BRIBE:
        s.commit[p] = k
        s.turn = p + 1
        if not settle(t, s, NULL):                          # it asks the next one, or the Sheriff
            return
    carry_out(t, s, phase, k, r)

cdef void carry_out(const Table* t, State* s, int phase, int k, RandomPlay* r) noexcept nogil:
    """The answer k, then play until the next question."""
    cdef int p = s.head.to_move
    if phase == ASK_KEEP:                                   # it was the last cup
        lift_cups(t, s)
    elif phase == ASK_NAME:
        if not name(t, s, k):
            return
    elif phase == ASK_ACTION:
        s.action = k & 1
        s.stage = WILLING
    elif phase == ASK_REMEDY:
        if not remedy(t, s, p, k):
            return
    elif phase == ASK_SHOP:
        keep_shopped(t, s, p, lowest(s.drawn & t.copies[k]))
    elif phase == ASK_VICTIM:
        if not rob(t, s, p, k, r):
            return
    elif phase == ASK_SPLIT:
        take_loot(t, s, p, k)
        if ask_loot(t, s, p, r):
            return
    elif phase == ASK_LOOT:
        keep_loot(t, s, p, k)
        if ask_loot(t, s, p, r):
            return
    elif phase == ASK_LOADED:
        pledge_loaded(t, s, p, k)
    elif phase == ASK_BANDIT:
        pledge_bandit(t, s, p, k)
    elif phase == ASK_PLAY:
        if k & 1:
            if not put_down(t, s, p, s.card):
                return
        else:
            s.chosen += s.card == INSURANCE                 # DT-10.7: kept back
            s.played = 0
            s.card = -1
    elif phase == ASK_CANCEL:
        if not answer_card(t, s, p, k):
            return
    elif phase == ASK_PAY:
        if k:
            pay_bribe(s, p)
        placed(t, s, p)
    elif phase == ASK_ACT:
        s.stage = DO if k & 1 else DONE
    elif phase == ASK_TARGET:
        pay(s, k, p, t.rules.steal_4_amount)
        s.now_stage = 0
        s.now_card = -1
    elif phase == ASK_GIFT:
        s.now_stage = 3
        ask(s, ASK_GIVE, k)
        return
    elif phase == ASK_GIVE:
        hand_over(t, s, p, s.now_seat, lowest(s.hand[p] & t.copies[k]))
        s.now_stage = 0
        s.now_card = -1
    elif phase == ASK_WIRE:
        if protect(t, s, p, k):
            return
    elif phase == ASK_FIND:
        use_found(t, s, p, k)
        if ask_find_order(s, p):
            return
        if not wash(t, s, p, s.chosen):
            return
    elif phase == ASK_FIND_ORDER:
        put_back(s, k)
        if ask_find_order(s, p):
            return
        if not wash(t, s, p, s.chosen):
            return
    elif phase == ASK_COUPON:
        redeem(t, s, p, k)
    elif phase == ASK_RANCH:
        s.ranches[k] -= 1
        s.ranches[p] += 1
        note(s, p, N_STOLEN, 1)
        s.victim = k
        s.lost = LOST_LAND
    elif phase == ASK_THUG:
        s.chosen = k - 1
        s.played = 0
        s.card = -1
        if k and not put_down(t, s, p, THUG):
            return
    elif phase == ASK_PISTOL:
        s.roll += die(draw(s.head.key, LUCK_PISTOLS, address3(s.round, 0, p), FACES)) - die(k)
    elif phase == ASK_ROW:
        take_from_row(t, s, p, k)
    elif phase == ASK_OFFER:
        if not give_to_indians(t, s, p, k):
            return
    elif phase == ASK_SHAMAN:
        if k:
            s.locked[p] += die((k - 1) % 6) - die((k - 1) // 6)
    elif phase == ASK_AMBUSH:
        s.locked[k // 6] += die(draw(s.head.key, LUCK_AMBUSH, s.round, FACES)) - die(k % 6)
    elif phase == ASK_WARPATH:
        s.closed = MINE + k
    play(t, s, r)

include "../core/play_along.pxi"

include "face.pxi"
