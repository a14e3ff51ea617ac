"""What a sensible player of Dice Town looks at: one look at the options, in points of the final score.

While dice are open, every location is worth what it would bring now times the chance to be placed there. The chance is
exact for one more roll of all open dice, of the own and of the others': the number of dice of a face is what is locked plus
a binomial number of the open ones, and the hands that a combination may become are tabulated (Table.level). How much better
an open die is because it may be rolled more often is a weight. Nothing is looked at that the seat to move cannot know.
"""
from sim.core.types cimport i8, i32, u32, u64
from sim.dice_town.state cimport *
from sim.dice_town.town cimport *

cdef enum:                      # the weights, in the order of weights.yaml
    DOLLAR, RIVER, STORE_DRAW, STORE_CHOICE, ACTION_CARD, CLAIM, LOOT, LOOT_CHOICE, BANDIT, BADGE_EARLY, BADGE_LATE, CATCHING
    DOCTOR, OPEN_DIE, TIE_SHARE, RIVAL_BID, SPITE, LOADED_KEPT, INDIAN, WIRE, RANCH_HOPE, KEPT

cdef enum:
    LANES = 8                   # numbers of dice 0 .. 5, and two more so that a row is a whole number of vectors

# Eight numbers, worked on side by side: one for each number of dice of a face. Cython takes them for one, the compiler knows.
cdef extern from *:
    """
    typedef float fd_eight __attribute__((vector_size(32), aligned(4)));
    typedef float fd_four __attribute__((vector_size(16), aligned(4)));
    #ifdef __clang__
    #define fd_next(a, b) __builtin_shufflevector(a, b, 1, 2, 3, 4)
    #else
    typedef int fd_order __attribute__((vector_size(16)));
    #define fd_next(a, b) __builtin_shuffle(a, b, (fd_order){1, 2, 3, 4})
    #endif
    """
    ctypedef float eight "fd_eight"
    ctypedef float four "fd_four"
    four next_four "fd_next"(four, four) noexcept nogil     # of two rows of four the last three and the first

cdef struct Rival:              # the chance of another player to end with fewer dice of a face than c, at most c, more than c
    eight fewer, at_most, more

cdef Rival RIVAL[6][6]          # who has so many dice open and so many of the face locked
cdef eight COUNT                # 0 .. 7

cdef void count_chances():
    cdef int n, k, locked, c
    cdef double chance[6][6]
    for n in range(6):
        for k in range(6):
            chance[n][k] = 1 if n == 0 and k == 0 else 0
            if n:
                chance[n][k] = chance[n - 1][k] * 5 / 6 + (chance[n - 1][k - 1] / 6 if k else 0)
        for locked in range(6):
            for c in range(LANES):
                (<float*>&RIVAL[n][locked].fewer)[c] = sum([chance[n][k] for k in range(6) if locked + k < c])
                (<float*>&RIVAL[n][locked].at_most)[c] = sum([chance[n][k] for k in range(6) if locked + k <= c])
                (<float*>&RIVAL[n][locked].more)[c] = sum([chance[n][k] for k in range(6) if locked + k > c])
    for c in range(LANES):
        (<float*>&COUNT)[c] = c

count_chances()

# ---- what things are worth

cdef inline double gone(const Table* t, const State* s) noexcept nogil:
    """How much of the game is over, 0 to 1: by the Mine or by the land, whichever is nearer to its end."""
    cdef double mine = 1 - <double>s.mine / t.mine
    cdef int all = popcount(t.claims) + t.ranches - t.removed
    cdef double land = 1 - <double>(s.land_left + row_length(s)) / (all if all else 1)
    return mine if mine > land else land

cdef inline double card_worth(const Table* t, const State* s, const double* w, int p, int kind, double over) noexcept nogil:
    """A store card in p's hand."""
    if kind == MULE:
        return t.rules.mule_vp_per_card * (popcount(s.hand[p]) + 1.0)
    if kind == DOG:
        return t.rules.dog_vp_per_bandit * (popcount(s.caught[p]) + 0.8 * (1 - over))
    if kind == STEAL_4:
        return t.rules.steal_4_amount * w[DOLLAR]
    if kind == SWINDLER:
        return t.rules.swindler_amount * (t.players - 1) * 0.8 * w[DOLLAR]
    if kind == GIFT:
        return 1.2
    if t.vp[kind]:
        return t.vp[kind]
    return w[ACTION_CARD] * (1 - over)

cdef inline double ranch_worth(const Table* t, const State* s, const double* w, int p, double over) noexcept nogil:
    """The next ranch (table 10.4): one point more than the last, and hope for more."""
    cdef int n = s.ranches[p]
    return (t.ranch_vp[n + 1] - t.ranch_vp[n] if n < 15 else 0) + w[RANCH_HOPE] * (1 - over)

cdef inline double land_worth(const Table* t, const State* s, const double* w, int p, int card, double over) noexcept nogil:
    return ranch_worth(t, s, w, p, over) if card == RANCH else t.value[card]

cdef inline double unseen_land(const Table* t, const State* s, const double* w, int p, double over) noexcept nogil:
    """The top card of the land deck: a ranch with the chance that everybody can count."""
    cdef int left = popcount(s.land_deck) + s.land_ranches
    if s.land_left == 0:
        return 0
    return (s.land_ranches * ranch_worth(t, s, w, p, over) + (left - s.land_ranches) * w[CLAIM]) / left

cdef inline double badge_worth(const Table* t, const double* w, double over) noexcept nogil:
    return (w[BADGE_EARLY] + (w[BADGE_LATE] - w[BADGE_EARLY]) * over) * t.rules.sheriff_vp / 5.0

cdef inline double remedy_worth(const Table* t, const State* s, const double* w, int p, int remedy, double over) noexcept nogil:
    cdef double sum = 0
    cdef int q
    if remedy == STORE_CARD:
        return w[STORE_DRAW]
    if remedy == BARBED_WIRE:
        return w[WIRE] * w[CLAIM] * least(t.rules.doc_protect_count, popcount(open_claims(s, p))) * (1 - over)
    for q in range(t.players):
        if q != p and not spared(t, s, q):
            if remedy == TWO_DOLLARS:
                sum += least(t.rules.doc_dollars_each, s.cash[q]) * w[DOLLAR]
            else:
                sum += least(t.rules.doc_nuggets_each, s.nuggets[q]) * t.rules.nugget_vp
    return sum * (1 + w[SPITE])

cdef inline double best_remedy(const Table* t, const State* s, const double* w, int p, u32 dice, double over) noexcept nogil:
    cdef double here, best = 0
    cdef int k
    for k in range(REMEDIES):
        if dice & t.remedy_dice[k]:
            here = remedy_worth(t, s, w, p, k, over)
            if here > best:
                best = here
    return best

cdef inline double catch_worth(const Table* t, const State* s, const double* w) noexcept nogil:
    """A die catches a bandit of its face with the chance of one in six for each wanted face."""
    cdef int faces = 0, sum = 0
    cdef u64 wanted = s.wanted
    if wanted == 0:
        return 0
    while wanted:
        sum += t.reward[lowest(wanted)]
        faces |= 1 << t.wanted[lowest(wanted)]
        wanted &= wanted - 1
    return w[CATCHING] * popcount(faces) / 6.0 * sum / popcount(s.wanted) * w[DOLLAR]

cdef inline void grow(float* row, float none, float each) noexcept nogil:
    """What 0, 1, 2 ... dice bring: so much without one, so much more for each."""
    (<eight*>row)[0] = none + each * COUNT

cdef inline void grow_up_to(float* row, float each, float most) noexcept nogil:
    """So much for each die, at most so much."""
    cdef int c
    cdef float here
    for c in range(LANES):
        here = each * (<const float*>&COUNT)[c]
        row[c] = here if here < most else most

cdef inline void level_row(float* row, float always) noexcept nogil:
    (<eight*>row)[0] = always - 0 * COUNT

cdef inline void worth_at(const Table* t, const State* s, const double* w, int p, int step, u32 dice, double over, float* base,
                          float* other) noexcept nogil:
    """What the two actions of a location would bring p now, with 0 to 5 dice of its face (Town Hall: Aces)."""
    cdef int c, n
    cdef float row[ROW + 1]
    if step == MINE:
        grow_up_to(base, t.rules.nuggets_per_nine * t.rules.nugget_vp, s.mine * t.rules.nugget_vp)
        level_row(other, w[RIVER] if river_left(s) else 0)
    elif step == BANK:
        level_row(base, s.bank * w[DOLLAR])
        grow_up_to(other, t.rules.stagecoach_per_ten * w[DOLLAR], s.stagecoach * w[DOLLAR])
    elif step == STORE:
        grow(base, w[STORE_DRAW] - w[STORE_CHOICE], w[STORE_CHOICE])
        level_row(other, best_remedy(t, s, w, p, dice, over))
    elif step == SALOON:
        if victims(t, s, p):
            grow(base, w[LOOT] - w[LOOT_CHOICE], w[LOOT_CHOICE])
        else:
            level_row(base, 0)
        level_row(other, w[BANDIT] * (1 - over) if s.bandit_deck else 0)
    elif step == SHERIFF:
        level_row(base, badge_worth(t, w, over) * (0.8 if s.sheriff == p else 1))
        grow(other, 0, catch_worth(t, s, w))
    else:
        n = row_length(s)
        row[0] = 0
        for c in range(n):
            row[c + 1] = row[c] + land_worth(t, s, w, p, s.row[c], over)
        for c in range(6):
            base[c] = row[least(n, t.rules.town_hall_base_cards + t.extra_cards[c])]
        base[6] = base[7] = 0
        level_row(other, unseen_land(t, s, w, p, over))

cdef double action_worth(const Table* t, const State* s, const double* w, int p, int step, int action, double over) noexcept nogil:
    """What an action would bring p now, with his combination."""
    cdef float base[8]
    cdef float other[8]
    cdef int c = showing(s.locked[p], step - MINE)
    worth_at(t, s, w, p, step, s.locked[p], over, base, other)
    return base[c] if action == BASE else other[c]

# ---- who will be placed where

cdef struct Prospects:          # of the seat to move, for every combination that it may come to
    float face[6][48]           # so many dice open; 8 * face + dice of it locked: what the location promises
    float hall[6][16]           # Town Hall with so many Aces and a hand of each level

cdef void look_ahead(const Table* t, const State* s, const double* w, int p, const u32* locked, int most,
                     double over, int aces, int most_aces, Prospects* o) noexcept nogil:
    """What p can hope for at every location, with these dice locked by everybody; p may have up to `most` dice open and from
    `aces` to `most_aces` Aces.
    Rows of eight or sixteen numbers are worked on side by side."""
    cdef int f, c, q, i, m, b, n, rivals = 0
    cdef int open[SEATS]
    cdef u32 theirs[SEATS]
    cdef float base[48]
    cdef float other[48]
    cdef float first[48]
    cdef float second[48]
    cdef eight one, fewer, at_most, tie
    cdef four low, high
    cdef const Rival* rival
    cdef float above[16]
    cdef float one_above[16]
    cdef float share, no_share, two = 1 if t.places == 2 else 0, both = 1 if t.extension else 0, whole = 1, sixth = 1 / 6.0, rest = 5 / 6.0
    cdef const float* beaten
    share = 1.0 if s.sheriff == p and t.rules.sheriff_may_favour_self else w[TIE_SHARE]
    no_share = 1 - share
    for q in range(t.players):
        if q != p:
            theirs[rivals] = locked[q]
            open[rivals] = DICE - how_many(locked[q])
            rivals += 1
    for f in range(6):
        worth_at(t, s, w, p, MINE + f, locked[p], over, &base[LANES * f], &other[LANES * f])
    for i in range(48):                                     # the first place takes the better action
        other[i] = both * other[i]
        first[i] = base[i] if base[i] > other[i] else other[i]
        second[i] = two * (other[i] if other[i] < base[i] else base[i])
    for f in range(5):
        rival = &RIVAL[open[0]][showing(theirs[0], f)]
        fewer = rival.fewer
        at_most = rival.at_most
        one = rival.more
        for q in range(1, rivals):
            rival = &RIVAL[open[q]][showing(theirs[q], f)]
            one = one * rival.fewer + fewer * rival.more    # exactly one has more, the rest fewer
            fewer = fewer * rival.fewer
            at_most = at_most * rival.at_most
        tie = at_most - fewer
        (<eight*>&o.face[0][LANES * f])[0] = ((fewer + tie * share) * (<eight*>&first[LANES * f])[0]
                                              + (one + tie * no_share) * (<eight*>&second[LANES * f])[0])
        o.face[0][LANES * f] = 0                            # DT-4.20: no die of the face, no candidate
    for f in range(5):                                      # one die more that shows the face or does not
        low = (<four*>&o.face[0][LANES * f])[0]
        high = (<four*>&o.face[0][LANES * f + 4])[0]
        for m in range(1, most + 1):
            low = rest * low + sixth * next_four(low, high)
            high = rest * high + sixth * next_four(high, high)
            (<four*>&o.face[m][LANES * f])[0] = low
            (<four*>&o.face[m][LANES * f + 4])[0] = high
    for b in range(LEVELS):
        above[b] = 1
        one_above[b] = 0
    for q in range(rivals):
        beaten = t.beaten[combination(t, theirs[q], DICE - open[q])]
        for b in range(LEVELS):
            one_above[b] = one_above[b] * beaten[b] + above[b] * (whole - beaten[b])
            above[b] *= beaten[b]
    for c in range(aces, most_aces + 1):
        for b in range(LEVELS):
            o.hall[c][b] = above[b] * first[LANES * ACE + c] + one_above[b] * second[LANES * ACE + c]

cdef inline double combination_worth(const Table* t, const double* w, u32 dice, int n, const Prospects* o) noexcept nogil:
    """All locations together, with these n dice locked and the others rolled once more."""
    cdef int b, i
    cdef float sum
    cdef float part[4]
    cdef const float* face = o.face[DICE - n]
    cdef const float* level = t.level[combination(t, dice, n)]
    cdef const float* hall = o.hall[showing(dice, ACE)]
    sum = (face[dice & 7] + face[LANES + ((dice >> 3) & 7)] + face[2 * LANES + ((dice >> 6) & 7)]
           + face[3 * LANES + ((dice >> 9) & 7)] + face[4 * LANES + ((dice >> 12) & 7)])
    for i in range(4):
        part[i] = level[i] * hall[i]
    for b in range(4, LEVELS, 4):
        for i in range(4):
            part[i] += level[b + i] * hall[b + i]
    sum += (part[0] + part[1]) + (part[2] + part[3])
    # who wins nothing can go to the Doctor: the less a combination promises, the likelier
    return sum + (1 - sum / 4) * w[DOCTOR] if sum < 4 else sum

# ---- single decisions

cdef double tie_gain(const Table* t, const State* s, const double* w, int p, double over) noexcept nogil:
    """What the place that is being settled brings p, beyond what he has without it."""
    cdef double here = action_worth(t, s, w, p, s.step, BASE, over), there = 0, first, second
    if t.extension:
        there = action_worth(t, s, w, p, s.step, EXTENSION, over)
    first = here if here > there else there
    second = there if here > there else here
    if s.stage == TIE_SECOND:
        return second
    if t.places == 2 and popcount(s.tied) == 2:
        return first - second                               # the other one is second by itself
    return first

cdef double mean_score(const Table* t, const State* s) noexcept nogil:
    """How the table stands, as far as everybody can see: a player above it is dangerous."""
    cdef int q
    cdef double sum = 0
    for q in range(t.players):
        sum += public_score(t, s, q)
    return sum / t.players

cdef double play_worth(const Table* t, const State* s, const double* w, int p, int card, double over) noexcept nogil:
    """Playing a card at its window, against keeping it for a better day."""
    cdef double now = 0, later = 0.6 * w[ACTION_CARD] * (1 - over)
    if card == DOUBLE_NUGGETS:
        now = least(s.mine - showing(s.locked[p], NINE), showing(s.locked[p], NINE)) * t.rules.nugget_vp
    elif card == HALF_BANK:
        now = s.loot * 0.5 * w[DOLLAR] * (1 + w[SPITE])
    elif card == DOUBLE_STORE:
        now = action_worth(t, s, w, p, STORE, BASE, over)
    elif card == DOUBLE_SALOON:
        now = action_worth(t, s, w, p, SALOON, BASE, over)
    elif card == SHERIFF_STAYS:
        now = badge_worth(t, w, over) if s.sheriff == p else -badge_worth(t, w, over)
    elif card == EXTRA_PROPERTY:
        now = unseen_land(t, s, w, p, over)
    elif card == VISIT_DOC:
        now = best_remedy(t, s, w, p, s.locked[p], over)
    elif card == INSURANCE:
        now = w[STORE_DRAW] if s.lost == LOST_STORE else unseen_land(t, s, w, p, over)
    elif card == TWO_PISTOLS:
        now = catch_worth(t, s, w) * 1.5
    elif card == WHISKEY:
        now = ranch_worth(t, s, w, p, over) * (1 + w[SPITE])
        if victims(t, s, p):
            now -= w[LOOT]                                  # instead of the ordinary theft
    elif card == SMOKE_SIGNALS:
        now = w[INDIAN] * (1 - over)
    return now - later

cdef double cancel_worth(const Table* t, const State* s, const double* w, int p, double over) noexcept nogil:
    """What the card on the table costs p, against keeping the Cancel."""
    cdef double harm = w[SPITE] * 2.0
    if s.card == STEAL_4:
        harm = t.rules.steal_4_amount * w[DOLLAR] / (t.players - 1) + w[SPITE]
    elif s.card == SWINDLER:
        harm = least(t.rules.swindler_amount, s.cash[p]) * w[DOLLAR]
    elif s.card == GIFT:
        harm = 1.5 / (t.players - 1) if s.hand[p] else 0
    elif s.card == HALF_BANK and s.first == p:
        harm = s.loot * 0.5 * w[DOLLAR]
    elif s.card == SHERIFF_STAYS and s.first == p:
        harm = badge_worth(t, w, over)
    elif s.card == WHISKEY and s.ranches[p]:
        harm = s.ranches[p] / (t.players - 1.0)
    return harm - 0.8 * w[ACTION_CARD] * (1 - over)

cdef double river_worth(const Table* t, const State* s, const double* w, int k, double over) noexcept nogil:
    if k == RIVER_BADGE:
        return badge_worth(t, w, over) if s.sheriff != s.head.to_move else 0
    if k == COUPON:
        return w[CLAIM]
    if k == FIND:
        return w[RIVER]
    return least(t.river_gold[k], s.mine) * t.rules.nugget_vp + least(t.river_dollars[k], s.bank) * w[DOLLAR]

cdef double warpath_worth(const Table* t, const State* s, const double* w, int p, int k, const Prospects* o) noexcept nogil:
    """D29: a location is best closed where others win and p does not."""
    cdef int q, c = showing(s.locked[p], k)
    cdef double worth = -(o.face[0][LANES * k + c] if k < 5 else o.hall[c][LEVELS // 2])
    if k < 5:
        for q in range(t.players):
            if q != p and showing(s.locked[q], k) > c:
                worth += w[SPITE]
    return worth

cdef void judge_dice(const Table* t, const State* s, const double* w, const i32* codes, int n, double* value,
                     double over) noexcept nogil:
    """Everything that locks or turns dice: D01, D02, D03, D27, D28, D29."""
    cdef int p = s.head.to_move, phase = s.phase, i, k, b, q, own, locks, aces, most_aces
    cdef u32 dice, after
    cdef u32 locked[SEATS]
    cdef Prospects o
    for q in range(t.players):
        locked[q] = s.locked[q]
    dice = s.locked[p] + (s.commit[p] if phase < ASK_KEEP else 0)
    own = how_many(dice)
    aces = showing(dice, ACE)
    most_aces = aces
    if phase == ASK_KEEP:
        most_aces += showing(s.roll, ACE)
    elif phase == ASK_LOADED or phase == ASK_BANDIT:
        most_aces = least(aces + 2, DICE)
    elif phase == ASK_SHAMAN:                               # he may turn an Ace away, too
        aces = 0
        most_aces = DICE
    look_ahead(t, s, w, p, locked, DICE - own, over, aces, most_aces, &o)
    if phase == ASK_KEEP:
        for i in range(n):
            k = codes[i] & 0xFFFFFF
            locks = how_many(k)
            value[i] = -w[DOLLAR] * keep_cost(t, s, p, locks)
            value[i] += combination_worth(t, w, dice + k, own + locks, &o) + w[OPEN_DIE] * (DICE - own - locks)
        return
    for i in range(n):
        k = codes[i] & 0xFFFFFF
        after = dice
        locks = 0
        value[i] = 0
        if phase == ASK_LOADED:
            if k:
                after = dice + die(k - 1)
                locks = 1
            else:
                value[i] = w[LOADED_KEPT] * (1 - over)
        elif phase == ASK_BANDIT:
            b = k // 4 - 1
            if k:
                after = dice + (die(t.front_1[b]) if k & 1 else 0) + (die(t.front_2[b]) if k & 2 else 0)
                locks = popcount(k & 3)
            else:
                value[i] = w[BANDIT] * (1 - over)
        elif phase == ASK_SHAMAN:
            if k:
                after = dice + die((k - 1) % 6) - die((k - 1) // 6)
        elif phase == ASK_AMBUSH:
            locked[k // 6] -= die(k % 6)
            look_ahead(t, s, w, p, locked, 0, over, aces, aces, &o)
            locked[k // 6] += die(k % 6)
        else:
            value[i] = warpath_worth(t, s, w, p, k, &o)
            continue
        value[i] += combination_worth(t, w, after, own + locks, &o) + w[OPEN_DIE] * (DICE - own - locks)

cdef void judge_bribes(const Table* t, const State* s, const double* w, const i32* codes, int n, double* value,
                       double gain) noexcept nogil:
    """D07, D08: the place is worth `gain`; the more is offered, the likelier it comes."""
    cdef int i
    cdef double bid, rivals = popcount(s.tied) - 1
    if (s.tied >> s.sheriff) & 1 and t.rules.sheriff_may_favour_self:
        rivals += 1.5                                       # he will want it himself
    for i in range(n):
        bid = (codes[i] & 15) * w[DOLLAR] + ((codes[i] & 0xFFFFFF) >> 4) * t.rules.nugget_vp
        value[i] = (bid + 0.35) / (bid + 0.35 + rivals * w[RIVAL_BID]) * (gain - (bid if t.rules.bribe_binding else 0))

cdef double worth_of(const Table* t, const State* s, const double* w, int p, int k, double over, double gain,
                     double mean) noexcept nogil:
    """Everything else, option by option. gain: what a place in a tie brings p; mean: the mean public score."""
    cdef int phase = s.phase, q, store, claims
    cdef double bid
    if phase == ASK_NAME:
        if k == p:
            return gain
        gain = tie_gain(t, s, w, k, over)
        bid = (s.commit[k] & 15) * w[DOLLAR] + (s.commit[k] >> 4) * t.rules.nugget_vp
        return bid * (1.0 if t.rules.bribe_binding else 0.1) - w[SPITE] * (gain + 0.1 * (public_score(t, s, k) - mean))      # DT-6.8
    if phase == ASK_PAY:
        return 0 if k == 0 else -1
    if phase == ASK_ACTION:
        return action_worth(t, s, w, p, s.step, k & 1, over)
    if phase == ASK_ACT:
        return k & 1
    if phase == ASK_PLAY:
        return play_worth(t, s, w, p, k // 2, over) if k & 1 else 0
    if phase == ASK_CANCEL:
        return cancel_worth(t, s, w, p, over) if k else 0
    if phase == ASK_TARGET:
        return least(t.rules.steal_4_amount, s.cash[k]) * w[DOLLAR] + w[SPITE] * 0.1 * (public_score(t, s, k) - mean)
    if phase == ASK_GIFT:
        return 0.1 * popcount(s.hand[k]) + w[SPITE] * 0.1 * (public_score(t, s, k) - mean)
    if phase == ASK_GIVE:
        return -card_worth(t, s, w, p, k, over)
    if phase == ASK_SHOP:
        return card_worth(t, s, w, p, k, over)
    if phase == ASK_FIND:
        return river_worth(t, s, w, k, over)
    if phase == ASK_FIND_ORDER:
        return river_worth(t, s, w, k, over)                # the best goes deepest: somebody else may come first
    if phase == ASK_COUPON:
        if k >= STORE_COUPON:
            return card_worth(t, s, w, p, k - STORE_COUPON, over)
        return ranch_worth(t, s, w, p, over) if k == 5 else k + 1
    if phase == ASK_VICTIM:
        store = popcount(s.hand[k])
        claims = popcount(open_claims(s, k))
        q = showing(s.locked[p], QUEEN)
        return (w[KEPT] if store and (w[KEPT] > w[CLAIM] or not claims) else w[CLAIM]) + w[LOOT_CHOICE] * (least(q, store + claims) - 1) + (
            w[SPITE] * 0.2 * (public_score(t, s, k) - mean))
    if phase == ASK_SPLIT:
        return k * w[KEPT] + (s.picks - k) * w[CLAIM]
    if phase == ASK_LOOT:
        return k - CLAIM_LOOT + 1 if k >= CLAIM_LOOT else card_worth(t, s, w, p, k, over)
    if phase == ASK_RANCH:
        return s.ranches[k]
    if phase == ASK_THUG:
        if k == 0:
            return 0.5 * w[ACTION_CARD] * (1 - over)
        return 0.1 * t.front_1[k - 1]
    if phase == ASK_PISTOL:
        for q in range(BANDITS):
            if (s.wanted >> q) & 1 and t.wanted[q] == k:
                return 0
        return 1
    if phase == ASK_ROW:
        return land_worth(t, s, w, p, s.row[k], over)
    if phase == ASK_OFFER:
        if k == 0:
            return 0
        if k == OFFER_FREE:
            return 1
        return w[INDIAN] * (1 - over) - (ranch_worth(t, s, w, p, over) - 1 if k == OFFER_RANCH else k)
    if phase == ASK_REMEDY:
        return remedy_worth(t, s, w, p, k - 1, over) if k else 0
    return k                                                # barbed wire: the best claims

cdef void judge(const Table* t, const State* s, const double* weights, const i32* codes, int n, double* value) noexcept nogil:
    cdef double over = gone(t, s), gain = 0, mean = 0
    cdef int i, p = s.head.to_move, phase = s.phase
    if phase <= ASK_WARPATH:
        judge_dice(t, s, weights, codes, n, value, over)
        return
    if phase == ASK_BRIBE or phase == ASK_NAME:
        gain = tie_gain(t, s, weights, p, over)
    if phase == ASK_NAME or phase == ASK_TARGET or phase == ASK_GIFT or phase == ASK_VICTIM:
        mean = mean_score(t, s)
    if phase == ASK_BRIBE:
        judge_bribes(t, s, weights, codes, n, value, gain)
        return
    for i in range(n):
        value[i] = worth_of(t, s, weights, p, codes[i] & 0xFFFFFF, over, gain, mean)
