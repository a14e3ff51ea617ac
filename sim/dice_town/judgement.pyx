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
    DOCTOR, OPEN_DIE, TIE_SHARE, RIVAL_BID, SPITE, LOADED_KEPT, INDIAN, WIRE, RANCH_HOPE

cdef double UP_TO[6][16]        # chance that at most k - 6 of n dice show a face

cdef void count_chances():
    cdef int n, k
    cdef double chance[6][6]
    for n in range(6):
        for k in range(6):
            chance[n][k] = 1 if n == 0 and k == 0 else 0
            if n:
                chance[n][k] = chance[n - 1][k] * 5 / 6 + (chance[n - 1][k - 1] / 6 if k else 0)
        for k in range(16):
            UP_TO[n][k] = 0 if k < 6 else 1 if k > 11 else UP_TO[n][k - 1] + chance[n][k - 6]

count_chances()

cdef inline double up_to(int n, int k) noexcept nogil:
    """The chance that at most k of n dice show a face; k from -6 on."""
    return UP_TO[n][k + 6]

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
    cdef int k, shown = faces_shown(dice)
    for k in range(REMEDIES):
        if shown & t.remedy_faces[k]:
            here = remedy_worth(t, s, w, p, k, over)
            if here > best:
                best = here
    return best

cdef double catch_worth(const Table* t, const State* s, const double* w, int dice) noexcept nogil:
    """Each die catches a bandit of its face with the chance of one in six for each wanted face."""
    cdef double sum = 0
    cdef int k, faces = 0
    for k in range(BANDITS):
        if (s.wanted >> k) & 1:
            sum += t.reward[k]
            faces |= 1 << t.wanted[k]
    if faces == 0:
        return 0
    return w[CATCHING] * dice * popcount(faces) / 6.0 * sum / popcount(s.wanted) * w[DOLLAR]

cdef double action_worth(const Table* t, const State* s, const double* w, int p, int step, int action, int c, u32 dice,
                         double over) noexcept nogil:
    """What an action would bring p now, with c dice of the location's face (Town Hall: c Aces)."""
    cdef double sum = 0
    cdef int i, n
    if step == MINE:
        if action == BASE:
            return least(c * t.rules.nuggets_per_nine, s.mine) * t.rules.nugget_vp
        return w[RIVER] if river_left(s) else 0
    if step == BANK:
        return (s.bank if action == BASE else least(c * t.rules.stagecoach_per_ten, s.stagecoach)) * w[DOLLAR]
    if step == STORE:
        if action == BASE:
            return w[STORE_DRAW] + w[STORE_CHOICE] * (c - 1)
        return best_remedy(t, s, w, p, dice, over)
    if step == SALOON:
        if action == BASE:
            return w[LOOT] + w[LOOT_CHOICE] * (c - 1) if victims(t, s, p) else 0
        return w[BANDIT] * (1 - over) if s.bandit_deck else 0
    if step == SHERIFF:
        if action == BASE:
            return badge_worth(t, w, over) if s.sheriff != p else 0.8 * badge_worth(t, w, over)
        return catch_worth(t, s, w, c)
    if action == EXTENSION:
        return unseen_land(t, s, w, p, over)
    n = t.rules.town_hall_base_cards + least(c * t.rules.town_hall_cards_per_ace, t.rules.town_hall_max_extra)
    for i in range(least(n, row_length(s))):
        sum += land_worth(t, s, w, p, s.row[i], over)
    return sum

# ---- who will be placed where

cdef struct Prospects:
    double face[5][6]           # a location with this number of dice of its face at the end
    float face_open[6][5][6]    # the same, with so many dice open and this number locked
    float hall[6][16]           # Town Hall with so many Aces and a hand of each level

cdef inline void two_places(const Table* t, const State* s, const double* w, int p, int step, int c, u32 dice, double over,
                            double* first, double* second) noexcept nogil:
    """What the first and the second place bring."""
    cdef double base = action_worth(t, s, w, p, step, BASE, c, dice, over), other
    first[0] = base
    second[0] = 0
    if t.extension:
        other = action_worth(t, s, w, p, step, EXTENSION, c, dice, over)
        first[0] = base if base > other else other
        second[0] = other if base > other else base

cdef void worth_of_places(const Table* t, const State* s, const double* w, int p, u32 dice, double over,
                          double[6][6] first, double[6][6] second) noexcept nogil:
    """The same for every location and every number of dice. Few actions grow other than evenly with the dice."""
    cdef int f, c
    cdef double base, more, other, growth, here, there
    for f in range(6):
        base = action_worth(t, s, w, p, MINE + f, BASE, 1, dice, over)
        more = action_worth(t, s, w, p, MINE + f, BASE, 2, dice, over) - base
        other = growth = 0
        if t.extension:
            other = action_worth(t, s, w, p, MINE + f, EXTENSION, 1, dice, over)
            growth = action_worth(t, s, w, p, MINE + f, EXTENSION, 2, dice, over) - other if f == TEN or f == KING else 0
        for c in range(6):
            here = base + more * (c - 1)
            if f == NINE or f == ACE:
                here = action_worth(t, s, w, p, MINE + f, BASE, c, dice, over)
            there = other + growth * (c - 1)
            first[f][c] = here if here > there else there
            second[f][c] = (there if here > there else here) if t.places == 2 else 0

cdef void look_ahead(const Table* t, const State* s, const double* w, int p, const u32* locked, int most,
                     double over, Prospects* o) noexcept nogil:
    """The chances of p at every location, with these dice locked by everybody; p may have up to `most` dice open."""
    cdef int f, c, q, k, m, b, own
    cdef int open[SEATS]
    cdef double first[6][6]
    cdef double second[6][6]
    cdef double above[16]
    cdef double one_above[16]
    cdef double less, at_most, one, mine, yours, tie, share, below
    cdef const float* level
    share = 1.0 if s.sheriff == p and t.rules.sheriff_may_favour_self else w[TIE_SHARE]
    worth_of_places(t, s, w, p, locked[p], over, first, second)
    for q in range(t.players):
        open[q] = DICE - how_many(locked[q])
    for f in range(5):
        own = showing(locked[p], f) if s.phase != ASK_SHAMAN else 0         # he may turn one of these away
        o.face[f][0] = 0
        for c in range(own if own else 1, DICE + 1):
            less = at_most = 1
            one = 0
            for q in range(t.players):
                if q != p:
                    k = c - showing(locked[q], f)
                    mine = up_to(open[q], k - 1)            # he has fewer
                    yours = up_to(open[q], k)
                    one = one * mine + less * (1 - yours)   # exactly one has more, the rest fewer
                    less *= mine
                    at_most *= yours
            tie = at_most - less
            o.face[f][c] = (less + tie * share) * first[f][c] + (one + tie * (1 - share)) * second[f][c]
        for c in range(own, DICE + 1):
            o.face_open[0][f][c] = o.face[f][c]
        for m in range(1, most + 1):                        # one die more that shows the face or does not
            for c in range(own, DICE + 1 - m):
                o.face_open[m][f][c] = (5 * o.face_open[m - 1][f][c] + o.face_open[m - 1][f][c + 1]) / 6
    for b in range(LEVELS):
        above[b] = 1
        one_above[b] = 0
    for q in range(t.players):
        if q != p:
            level = t.level[t.dice.low_part[DICE - open[q]][locked[q] & 511] + t.dice.high_part[locked[q] >> 9]]
            below = 0
            for b in range(LEVELS):
                mine = below + 0.5 * level[b]
                one_above[b] = one_above[b] * mine + above[b] * (1 - mine)
                above[b] *= mine
                below += level[b]
    for c in range(6):
        for b in range(LEVELS):
            o.hall[c][b] = above[b] * first[ACE][c] + one_above[b] * second[ACE][c]

cdef inline double combination_worth(const Table* t, const double* w, u32 dice, const Prospects* o) noexcept nogil:
    """All locations together, with these dice locked and the others rolled once more."""
    cdef int f, b, n = how_many(dice), m = DICE - n
    cdef float sum = 0
    cdef const float* level = t.level[t.dice.low_part[n][dice & 511] + t.dice.high_part[dice >> 9]]
    cdef const float* hall = o.hall[showing(dice, ACE)]
    for f in range(5):
        sum += o.face_open[m][f][showing(dice, f)]
    for b in range(LEVELS):
        sum += level[b] * hall[b]
    # who wins nothing can go to the Doctor: the less a combination promises, the likelier
    return sum + (1 - sum / 4) * w[DOCTOR] if sum < 4 else sum

# ---- single decisions

cdef double tie_gain(const Table* t, const State* s, const double* w, int p, double over) noexcept nogil:
    """What the place that is being settled brings p, beyond what he has without it."""
    cdef double first, second
    cdef int c = showing(s.locked[p], ACE if s.step == TOWN_HALL else s.step - MINE)
    two_places(t, s, w, p, s.step, c, s.locked[p], over, &first, &second)
    if s.stage == TIE_SECOND:
        return second
    if t.places == 2 and popcount(s.tied) == 2:
        return first - second                               # the other one is second by itself
    return first

cdef double lead(const Table* t, const State* s, int p) noexcept nogil:
    """How dangerous a player is: his public score above the table's mean."""
    cdef int q
    cdef double sum = 0
    for q in range(t.players):
        sum += public_score(t, s, q)
    return public_score(t, s, p) - sum / t.players

cdef double play_worth(const Table* t, const State* s, const double* w, int p, int card, double over) noexcept nogil:
    """Playing a card at its window, against keeping it for a better day."""
    cdef double now = 0, later = 0.6 * w[ACTION_CARD] * (1 - over)
    if card == DOUBLE_NUGGETS:
        now = least(s.mine - showing(s.locked[p], NINE), showing(s.locked[p], NINE)) * t.rules.nugget_vp
    elif card == HALF_BANK:
        now = s.loot * 0.5 * w[DOLLAR] * (1 + w[SPITE])
    elif card == DOUBLE_STORE:
        now = action_worth(t, s, w, p, STORE, BASE, showing(s.locked[p], JACK), s.locked[p], over)
    elif card == DOUBLE_SALOON:
        now = action_worth(t, s, w, p, SALOON, BASE, showing(s.locked[p], QUEEN), s.locked[p], over)
    elif card == SHERIFF_STAYS:
        now = badge_worth(t, w, over) if s.sheriff == p else -badge_worth(t, w, over)
    elif card == EXTRA_PROPERTY:
        now = unseen_land(t, s, w, p, over)
    elif card == VISIT_DOC:
        now = best_remedy(t, s, w, p, s.locked[p], over)
    elif card == INSURANCE:
        now = w[STORE_DRAW] if s.lost == LOST_STORE else unseen_land(t, s, w, p, over)
    elif card == TWO_PISTOLS:
        now = catch_worth(t, s, w, 1) * 1.5
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

cdef void judge_dice(const Table* t, const State* s, const double* w, const i32* codes, int n, double* value,
                     double over) noexcept nogil:
    """Everything that locks or turns dice: D01, D02, D03, D27, D28, D29."""
    cdef int p = s.head.to_move, i, k, b, q, f
    cdef u32 dice
    cdef u32 locked[SEATS]
    cdef Prospects o
    for q in range(t.players):
        locked[q] = s.locked[q]
    dice = s.locked[p] + (s.commit[p] if s.phase < ASK_KEEP else 0)
    look_ahead(t, s, w, p, locked, DICE - how_many(dice), over, &o)
    for i in range(n):
        k = codes[i] & 0xFFFFFF
        if s.phase == ASK_KEEP:
            value[i] = (combination_worth(t, w, dice + k, &o) - w[DOLLAR] * keep_cost(t, s, p, how_many(k))
                        + w[OPEN_DIE] * (DICE - how_many(dice + k)))
        elif s.phase == ASK_LOADED:
            value[i] = combination_worth(t, w, dice + (die(k - 1) if k else 0), &o)
            if k == 0:
                value[i] += w[LOADED_KEPT] * (1 - over) + w[OPEN_DIE]
        elif s.phase == ASK_BANDIT:
            b = k // 4 - 1
            if k:
                value[i] = combination_worth(t, w, dice + (die(t.front_1[b]) if k & 1 else 0)
                                             + (die(t.front_2[b]) if k & 2 else 0), &o)
                value[i] -= w[OPEN_DIE] * popcount(k & 3)
            else:
                value[i] = combination_worth(t, w, dice, &o) + w[BANDIT] * (1 - over)
        elif s.phase == ASK_SHAMAN:
            value[i] = combination_worth(t, w, dice + die((k - 1) % 6) - die((k - 1) // 6) if k else dice, &o)
        elif s.phase == ASK_AMBUSH:
            q = k // 6
            f = k % 6
            locked[q] -= die(f)
            look_ahead(t, s, w, p, locked, 0, over, &o)
            value[i] = combination_worth(t, w, dice, &o)
            locked[q] += die(f)
        else:                                               # the warpath: where others win and p does not
            value[i] = -o.face[k][showing(dice, k)] if k < 5 else -o.hall[showing(dice, ACE)][LEVELS // 2]
            if k < 5:
                for q in range(t.players):
                    if q != p and showing(locked[q], k) > showing(dice, k):
                        value[i] += w[SPITE]

cdef double worth_of(const Table* t, const State* s, const double* w, int p, int k, double over) noexcept nogil:
    """Everything else, option by option."""
    cdef int phase = s.phase, q, store, claims
    cdef double gain, bid, rivals
    if phase == ASK_BRIBE:
        gain = tie_gain(t, s, w, p, over)
        bid = (k & 15) * w[DOLLAR] + (k >> 4) * t.rules.nugget_vp
        rivals = popcount(s.tied) - 1
        if (s.tied >> s.sheriff) & 1 and t.rules.sheriff_may_favour_self:
            rivals += 1.5                                   # he will want it himself
        return (bid + 0.35) / (bid + 0.35 + rivals * w[RIVAL_BID]) * (gain - (bid if t.rules.bribe_binding else 0))
    if phase == ASK_NAME:
        if k == p:
            return tie_gain(t, s, w, p, over)
        gain = tie_gain(t, s, w, k, over)
        bid = (s.commit[k] & 15) * w[DOLLAR] + (s.commit[k] >> 4) * t.rules.nugget_vp
        return bid * (1.0 if t.rules.bribe_binding else 0.1) - w[SPITE] * (gain + 0.1 * lead(t, s, k))      # DT-6.8
    if phase == ASK_PAY:
        return 0 if k == 0 else -1
    if phase == ASK_ACTION:
        q = showing(s.locked[p], ACE if s.step == TOWN_HALL else s.step - MINE)
        return action_worth(t, s, w, p, s.step, k & 1, q, s.locked[p], over)
    if phase == ASK_ACT:
        return k & 1
    if phase == ASK_PLAY:
        return play_worth(t, s, w, p, k // 2, over) if k & 1 else 0
    if phase == ASK_CANCEL:
        return cancel_worth(t, s, w, p, over) if k else 0
    if phase == ASK_TARGET:
        return least(t.rules.steal_4_amount, s.cash[k]) * w[DOLLAR] + w[SPITE] * 0.1 * lead(t, s, k)
    if phase == ASK_GIFT:
        return 0.1 * popcount(s.hand[k]) + w[SPITE] * 0.1 * lead(t, s, k)
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
        return (w[CLAIM] if claims else w[STORE_DRAW]) + w[LOOT_CHOICE] * (least(q, store + claims) - 1) + (
            w[SPITE] * 0.2 * lead(t, s, k))
    if phase == ASK_SPLIT:
        return k * w[STORE_DRAW] + (s.picks - k) * w[CLAIM]
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
    cdef double over = gone(t, s)
    cdef int i
    if s.phase <= ASK_WARPATH:
        judge_dice(t, s, weights, codes, n, value, over)
        return
    for i in range(n):
        value[i] = worth_of(t, s, weights, s.head.to_move, codes[i] & 0xFFFFFF, over)
