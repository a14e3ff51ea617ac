"""What a sensible player thinks each option is worth, in legend points (weights.yaml names the beliefs).

One look at the table: no look-ahead, no memory, and nothing that the seat cannot see. Every place on the board has a worth
for this player now: what one action there would bring, for a ranch what the delivery would. A Move is worth the best of
them, less for each Move that it takes to get there; in the last turn what cannot be reached is worth nothing. Acting here
is worth what this place brings. So each path (marshal, outlaw, prospector, gambler, cattle) is walked when it pays, and
the weights say how much.
"""
from libc.string cimport memset

from sim.core.types cimport i8, i16, i32, u8, u32, u64
from sim.western_legends.board cimport *
from sim.western_legends.state cimport *

include "ranking.pxi"

cdef enum:                          # the order of weights.yaml
    DOLLAR, POKER_CARD, WOUND, NUGGET, MARSHAL, HUNT, OUTLAW, CAUGHT, HUNTED, PROSPECT, GAMBLE, CATTLE, DUEL, STORY, MOVE_ON
    SHERIFF_FEAR, ROBBER_FEAR, SPEED, ITEM, DENY, BENT, HIGH, PACE, TOMORROW, CHASE, GOAL

cdef enum:
    GOALS_MOST = 40                 # places worth going to
    FAR = 16                        # no two territories are further apart
    CONDITIONS = STORY_FIGHT_PLAYER + 1
    SHERIFF_WALK = 3                # what a story's hidden side sends him on the average
    ABOUT_NPC = 1 << IF_VS_NPC | 1 << IF_VS_BANDIT | 1 << IF_VS_GUARD | 1 << IF_OUTSIDE_TOWN
    ABOUT_PLAYER = 1 << IF_VS_PLAYER | 1 << IF_IS_ACTIVE

cdef double LAST_MOVE = 0.7         # the same as weight `move_on` in the last turn: first what can be done here, but nothing waits

cdef struct Look:                   # what the player takes in before he weighs the options
    const double* w
    int p
    double turns                    # own turns still to come, this one included
    double free                     # of them those in which an outlaw can hope to be at large
    double at_large                 # the chance to be so at the end
    double standing                 # what the Wanted points that we have are worth
    double dollar
    double nugget
    double lawful, outlaw           # taste for the two tracks: the player's, bent by his character
    double gamble, cattle, duel     # the same for poker, cattle and fights
    double space                    # what a space of the Marshal track brings on the average
    double prey                     # outlaws that a marshal could arrest, the best ones counting most
    int top                         # legend points of the leader of the others
    int most                        # Wanted points of the most wanted of the others
    int cards                       # in hand
    int room                        # for cards under the hand limit
    int best                        # value of the best card, with its weakening of the opponent
    int edge_npc, edge_player       # weakening by weapon, belongings and character
    double bandit, guard            # chance to beat them
    double against_one              # the same for one random card of a rival
    double wound
    double prize                    # what a fight with a bandit promises
    double wait                     # what a heist promises that has to wait for the next turn
    double token                    # what a head of cattle taken here is worth
    double left[16]                 # by distance: what is left of a plan's worth after the Moves that it needs
    double arrive[16]               # the same for what happens on arrival, without an action
    double chase[16]                # the same for those who ride on in their own turns
    double stake                    # what an outlaw has to lose
    u64 company[2]                  # territories where rivals stand
    i8  hunter[6]                   # by seat: how far a marshal rides; -1: no marshal
    double story[3]                 # by pile: what a marker on the visible card is worth
    double wants[CONDITIONS]        # what fulfilling a story's condition is worth, if a visible one asks for it
    double story_at[8]              # the same by region where a Move ends
    int n                           # places worth going to
    const i8* away[40]              # of each: how far it is, by territory
    double worth[40]
    const double* left_of[40]       # left, or arrive where it needs no action

# ---- chances and worths

cdef inline double greater(double a, double b) noexcept nogil:
    return a if a > b else b

cdef double beats_npc(int value, int n) noexcept nogil:
    """Chance that a card beats the highest of n fight cards, ties lost: C(v-2, n) / C(13, n)."""
    cdef double p = 1.0
    cdef int k
    for k in range(n):
        p *= <double>(value - 2 - k) / (13 - k) if value - 2 - k > 0 else 0.0
    return p

cdef inline int strength(const Table* t, int card) noexcept nogil:
    return 2 + (card >> 2) + t.lowers[card]

cdef double keep(const Table* t, const Look* k, int card) noexcept nogil:
    """What it costs to part with a card: high ones win fights, Actions are worth playing."""
    cdef double out = k.w[POKER_CARD] * 0.5
    if card >= JOKER:
        return k.w[POKER_CARD] * 2
    out += k.w[HIGH] * (card >> 2) / 12.0
    if t.wild & bit(card) or t.at_timing[TIME_FIGHT_REACTION] & bit(card):
        out += 0.25
    if t.at_timing[TIME_ACTION] & bit(card):
        out += 0.15
    return out

cdef inline double row_lp(const Table* t, int points) noexcept nogil:
    if points <= 0:
        return 0
    return t.rules.wanted_row_lp_1 if points <= 3 else t.rules.wanted_row_lp_2 if points <= 6 else t.rules.wanted_row_lp_3

cdef double wanted_worth(const Table* t, const State* s, const Look* k, int points) noexcept nogil:
    """What standing on this space of the Wanted track brings from now on: its row for every turn at large."""
    if points <= 0:
        return 0
    if points > 9:
        points = 9
    return k.outlaw * (row_lp(t, points) * k.free + 0.12 * points
                       + (t.rules.most_wanted_lp if points > k.most else t.rules.other_wanted_lp) * k.at_large)

cdef double more_wanted(const Table* t, const State* s, const Look* k, int n) noexcept nogil:
    """What n more Wanted points bring; a marshal gives up his own."""
    cdef int p = k.p
    cdef double out
    if n <= 0:
        return 0
    out = wanted_worth(t, s, k, s.wanted[p] + n) - k.standing
    if s.wanted[p] + n > 9:
        out += s.wanted[p] + n - 9
    if s.marshal[p] > 0:
        out -= k.lawful * (0.5 * k.space * s.marshal[p] + k.w[HUNT] * k.prey)
    elif s.wanted[p] == 0:
        out -= 0.5 * k.lawful * k.w[HUNT] * k.prey
    return out

cdef double more_marshal(const Table* t, const State* s, const Look* k, int n) noexcept nogil:
    """Marshal points: half of what the spaces give at once, half of what the track gives on the average (near the end only
    what they give at once); the first one lets him arrest."""
    cdef int m = s.marshal[k.p], i
    cdef double out = 0, once
    if s.wanted[k.p] > 0:
        return 0
    for i in range(n):
        if m >= 9:
            out += t.rules.overflow_lp
            continue
        m += 1
        once = t.marshal_lp[m] + t.marshal_money[m] * k.dollar
        out += once if k.turns < 2 else 0.5 * once + 0.5 * k.space
        if m == 1:
            out += k.w[HUNT] * k.prey
        if m == 1 or m == 4 or m == 7:
            out += 0.5 if k.turns > 2 else 1.0  # a row: its points come at the end
    return out * k.lawful

cdef double loss_of(const Table* t, const State* s, const Look* k, int q) noexcept nogil:
    """What an arrest would cost q."""
    return row_lp(t, s.wanted[q]) * k.free + t.rules.other_wanted_lp + 0.5 * (s.money[q] * k.dollar + s.nuggets[q])

cdef inline double denied(const Table* t, const State* s, const Look* k, int q, double loss) noexcept nogil:
    """What it is worth to us that q loses so much: most if he leads, little if he is far behind."""
    cdef int behind = k.top - s.lp[q]
    return k.w[DENY] * loss * (1.0 if behind <= 0 else 0.75 if behind <= 3 else 0.45)

cdef double caught_within(const Table* t, const State* s, const Look* k, int steps) noexcept nogil:
    """The best rival that the Sheriff could catch so many steps away, if he finds the way."""
    cdef double best = 0, one
    cdef int q
    for q in range(t.players):
        if q != k.p and s.wanted[q] > 0 and t.near[s.sheriff][s.place[q]] <= steps:
            one = 0.7 * denied(t, s, k, q, loss_of(t, s, k, q))
            if one > best:
                best = one
    return best

cdef double given(const Table* t, const State* s, const Look* k, int timing, u32 about) noexcept nogil:
    """What the own items and the ability bring at such a moment."""
    cdef u32 items
    cdef int i, p = k.p
    cdef double out = 0
    if not s.timings[p] >> timing & 1:
        return 0
    items = in_use(t, s, p)
    while items:
        i = lowest(items)
        items &= items - 1
        out += rows_worth(t, s, k, &t.item_rows[2 * i + ((s.upgraded[p] >> i) & 1)], timing, about)
    if s.legend[p]:
        out += rows_worth(t, s, k, &t.character_rows[s.character[p]], timing, about)
    return out

cdef double rows_worth(const Table* t, const State* s, const Look* k, const Rows* rows, int timing, u32 about) noexcept nogil:
    cdef int i
    cdef double out = 0
    if rows.timings >> timing & 1:
        for i in range(rows.first, rows.first + rows.n):
            if t.abilities[i].timing == timing and t.abilities[i].cond & ~about == 0:
                out += text_worth(t, s, k, t.abilities[i].pc, 0)
    return out

cdef int edge(const Table* t, const State* s, int p, u32 about) noexcept nogil:
    """How far weapon, belongings and character lower the opposing card."""
    cdef u32 items
    cdef int i, out = 0
    if not s.timings[p] >> TIME_FIGHT_REVEAL & 1:
        return 0
    items = in_use(t, s, p)
    while items:
        i = lowest(items)
        items &= items - 1
        out += lowered(t, &t.item_rows[2 * i + ((s.upgraded[p] >> i) & 1)], about)
    if s.legend[p]:
        out += lowered(t, &t.character_rows[s.character[p]], about)
    return out

cdef int lowered(const Table* t, const Rows* rows, u32 about) noexcept nogil:
    cdef int i, out = 0
    if rows.timings >> TIME_FIGHT_REVEAL & 1:
        for i in range(rows.first, rows.first + rows.n):
            if t.abilities[i].timing == TIME_FIGHT_REVEAL and t.abilities[i].cond & ~about == 0:
                if t.ops[t.abilities[i].pc].op == OP_OPP_VALUE:
                    out -= t.ops[t.abilities[i].pc].n
    return out

cdef double bandit_worth(const Table* t, const State* s, const Look* k) noexcept nogil:
    cdef double prize = t.rules.bandit_lp, mp = more_marshal(t, s, k, t.rules.bandit_mp)
    if mp > prize:
        prize = mp
    prize += given(t, s, k, TIME_FIGHT_WIN, ABOUT_NPC) + k.wants[STORY_DEFEAT_BANDIT]
    return k.bandit * prize - (1 - k.bandit) * (k.wound - k.w[POKER_CARD]) - 0.35

cdef double text_worth(const Table* t, const State* s, const Look* k, int pc, int depth) noexcept nogil:
    """What a text brings its owner, word by word; of a choice the best."""
    cdef const Op* op
    cdef int p = k.p, i
    cdef double out = 0, best, one
    while True:
        op = &t.ops[pc]
        if op.op == OP_END or op.op == OP_OPTION:
            return out
        if op.op == OP_JUMP:
            pc = op.jump
            continue
        if op.op == OP_IF:
            if (op.n == IF_IS_MARSHAL and s.marshal[p] > 0) or (op.n == IF_IS_WANTED and s.wanted[p] > 0):
                pc += 1
            else:
                pc = op.jump
            continue
        if op.op == OP_CHOOSE:
            best = -99
            for i in range(op.n):
                one = text_worth(t, s, k, t.ops[pc + 1 + i].jump, depth + 1) if depth < 3 else 0
                if one > best:
                    best = one
            return out + best
        if op.op == OP_GAIN_MONEY:
            i = t.rules.money_cap - s.money[p]
            out += (op.n if op.n < i else i) * k.dollar
        elif op.op == OP_LOSE_MONEY:
            out -= op.n * k.dollar
        elif op.op == OP_GAIN_LP:
            out += op.n
        elif op.op == OP_LOSE_LP:
            out -= op.n
        elif op.op == OP_DRAW_POKER:
            out += op.n * k.w[POKER_CARD]
        elif op.op == OP_DISCARD_POKER or op.op == OP_DISCARD_POKER_RANDOM:
            out -= op.n * k.w[POKER_CARD]
        elif op.op == OP_GAIN_WOUND:
            out -= (op.n * k.wound) if s.wounds[p] < t.rules.wound_cap else 0
        elif op.op == OP_HEAL_WOUND:
            out += (op.n if op.n < s.wounds[p] else s.wounds[p]) * k.wound
        elif op.op == OP_GAIN_NUGGET:
            i = nugget_room(t, s, p)
            out += (op.n if op.n < i else i) * k.nugget
        elif op.op == OP_MARSHAL_POINTS:
            out += more_marshal(t, s, k, op.n)
        elif op.op == OP_WANTED_POINTS:
            out += more_wanted(t, s, k, op.n)
        elif op.op == OP_TRACK_POINTS:
            out += more_wanted(t, s, k, op.n) if s.wanted[p] > 0 else more_marshal(t, s, k, op.n)
        elif op.op == OP_GAIN_CATTLE:
            out += 0.6 * k.cattle if herd(s, p) < cattle_cap(t, s, p) else 0
        elif op.op == OP_GAIN_LEGENDARY_ITEM:
            out += 1.0
        elif op.op == OP_MOVE_SELF:
            best = ride(k, s.place[p], op.n) - plan(k, s.place[p])
            out += best if best > 0 else 0
        elif op.op == OP_TAKE_MONEY:
            out += 1.3 * op.n * k.dollar
        elif op.op == OP_EXTRA_ACTION:
            out += 0.7
        elif op.op == OP_MOVE_SHERIFF:
            out += caught_within(t, s, k, op.n)
        pc += 1

cdef inline double plan(const Look* k, int x) noexcept nogil:
    """The best plan for one who stands at x."""
    cdef double best = 0
    cdef int i
    for i in range(k.n):
        best = greater(k.worth[i] * k.left_of[i][k.away[i][x]], best)
    return best

cdef double ride(const Look* k, int x, int steps) noexcept nogil:
    """The best plan that leads away from x, for one who first goes so many steps towards its place."""
    cdef double best = 0, value
    cdef int i, d
    for i in range(k.n):
        if k.away[i][x] > 0:
            d = k.away[i][x] - steps
            value = k.worth[i] * k.left_of[i][d if d > 0 else 0]
            if value > best:
                best = value
    return best

cdef double card_worth(const Table* t, const State* s, const Look* k, int card, int timing) noexcept nogil:
    """What a card's text brings at such a moment, less what it costs to part with it."""
    cdef const Rows* rows = &t.effect_rows[t.effect[card]]
    cdef int i
    for i in range(rows.first, rows.first + rows.n):
        if t.abilities[i].timing == timing:
            if timing == TIME_ACTION and t.ops[t.abilities[i].pc].op == OP_MOVE_SELF:
                return k.w[MOVE_ON] * ride(k, s.place[k.p], t.ops[t.abilities[i].pc].n) - 0.6 * keep(t, k, card)
            return text_worth(t, s, k, t.abilities[i].pc, 0) - 0.6 * keep(t, k, card)
    return 0

# ---- the look at the table

cdef inline void aim(Look* k, const i8* away, double worth, const double* left) noexcept nogil:
    if worth > 0.02 and k.n < GOALS_MOST:
        k.away[k.n] = away
        k.left_of[k.n] = left
        k.worth[k.n] = worth
        k.n += 1

cdef int hand_of(const State* s, int q) noexcept nogil:
    """How many cards somebody holds: that much is public."""
    return popcount(s.hand[q])

cdef double beats_player(double one, int n) noexcept nogil:
    """From the chance against one random card to that against the one that a holder of n cards lays."""
    if one >= 1:
        one = 1
    return 0.95 * one * (1.0 if n == 1 else one if n > 2 else 0.5 + 0.5 * one)

cdef double fight_chance(const Table* t, const State* s, const Look* k, int q) noexcept nogil:
    cdef int n
    if q == MIB:
        return beats_npc(k.best - 1, t.rules.mib_fight_cards)
    n = hand_of(s, q)
    return beats_player(k.against_one, n) if n > 0 else 1.0     # a rival with many cards has a good one among them

cdef double fight_worth(const Table* t, const State* s, const Look* k, int q, int kind, double chance) noexcept nogil:
    """What a fight with q would bring."""
    cdef int p = k.p
    cdef double prize
    if k.cards == 0 or s.fought >> q & 1:
        return -9
    if kind == FIGHT_DUEL:
        prize = t.rules.duel_lp
    elif kind == FIGHT_ARREST:
        prize = (more_marshal(t, s, k, t.rules.arrest_mp) + denied(t, s, k, q, loss_of(t, s, k, q))
                 + given(t, s, k, TIME_AFTER_ARREST, 1 << IF_IS_MARSHAL))
    else:
        prize = more_wanted(t, s, k, t.rules.rob_wp)
        if q == MIB:
            prize += 60 * k.dollar
        else:
            prize += (s.money[q] * k.dollar if s.money[q] * k.dollar > s.nuggets[q] * k.nugget else s.nuggets[q] * k.nugget) * 0.55
            prize += denied(t, s, k, q, 0.5 * s.money[q] * k.dollar)
    if q != MIB:
        prize += denied(t, s, k, q, k.wound)
    prize += given(t, s, k, TIME_FIGHT_WIN, ABOUT_PLAYER)
    return (1.0 if kind == FIGHT_ARREST else k.duel) * (
        chance * prize - (1 - chance) * (k.wound - k.w[POKER_CARD])) - k.w[POKER_CARD]

cdef double best_fight(const Table* t, const State* s, const Look* k, int q) noexcept nogil:
    """Of the fights that we may pick with q."""
    cdef double chance = fight_chance(t, s, k, q)
    cdef double best = greater(fight_worth(t, s, k, q, FIGHT_DUEL, chance), fight_worth(t, s, k, q, FIGHT_ROB, chance))
    if s.marshal[k.p] > 0 and s.wanted[q] > 0:
        best = greater(fight_worth(t, s, k, q, FIGHT_ARREST, chance), best)
    return best

cdef double poker_worth(const Table* t, const State* s, const Look* k) noexcept nogil:
    """One game as its starter: about even, better with a pair, a Cheat or high cards."""
    cdef u64 hand = real_cards(s, k.p)
    cdef double chance = 0.38
    cdef int ranks = 0, card
    if s.money[k.p] < t.rules.poker_ante:
        return 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if t.wild & bit(card):
            chance += 0.2
        if ranks & (1 << (card >> 2)):
            chance += 0.15
        ranks |= 1 << (card >> 2)
    if chance > 0.8:
        chance = 0.8
    if s.money[k.p] + 50 > t.rules.money_cap:
        return k.gamble * (chance * t.rules.poker_lp)
    return k.gamble * (chance * (t.rules.poker_lp + given(t, s, k, TIME_POKER_WIN, 0) + (t.rules.poker_house + 10) * k.dollar)
                          + (1 - chance) * t.rules.poker_loser_cards * k.w[POKER_CARD] - t.rules.poker_ante * k.dollar - 0.25)

cdef double shop_worth(const Table* t, const State* s, const Look* k, int i) noexcept nogil:
    """What buying an item (or upgrading one) brings, its price taken off."""
    cdef int p = k.p
    cdef double out = -t.items[i].price * k.dollar
    cdef bint own = (s.items[p] >> i) & 1
    if own:
        out += t.items[i].end_lp_upgraded
        if t.items[i].kind == MOUNT:
            out += 0.6 * k.w[SPEED] * (t.items[i].speed_upgraded - t.items[i].speed) * (k.turns - 1)
        else:
            out += 0.25 if k.turns > 1 else 0
    elif t.items[i].kind == MOUNT:
        if t.items[i].speed > speed_of(t, s, p):
            out += k.w[SPEED] * (t.items[i].speed - speed_of(t, s, p)) * (k.turns - 1)
        if t.item_gifts[2 * i].n[GIFT_NUGGETS]:
            out += 0.25 * k.w[PROSPECT]
    elif t.items[i].kind == WEAPON:
        out += 0.1 if s.weapon[p] >= 0 else 0.4
    else:
        out += k.w[ITEM] if k.turns > 2 else 0
        if t.item_rows[2 * i].timings >> TIME_ON_GAIN & 1:
            out += 0.15 + (0.5 if s.wounds[p] > 0 else 0)
    return out

cdef double best_buy(const Table* t, const State* s, const Look* k) noexcept nogil:
    """What a visit to a store brings: the best that can be bought or upgraded now."""
    cdef u32 wares = goods_for_sale(t, s, k.p) | upgrades_for_sale(t, s, k.p)
    cdef double best = -9, one
    while wares:
        one = shop_worth(t, s, k, lowest(wares))
        wares &= wares - 1
        if one > best:
            best = one
    return best

cdef void follow_calling(const Table* t, const Character* c, Look* k) noexcept nogil:
    """The start that is printed on the own card says what kind of life this is: whoever begins with a badge leans to the law,
    at a mine to gold, in a saloon to cards, on a ranch to cattle. Weight `bent` says how far."""
    cdef double more = 1 + k.w[BENT], less = 1 / more
    cdef int home = t.location[c.places[0]]
    if c.marshal > 0:
        k.lawful *= more
        k.outlaw *= less
    elif c.wanted > 0:
        k.outlaw *= more
        k.lawful *= less
    elif home == MINE or c.nuggets > 0:
        k.nugget *= more
        k.outlaw *= less
    elif home == SALOON or home == CABARET:
        k.gamble *= more
        k.outlaw *= less
    elif home == RANCH_GREEN or home == RANCH_BLUE or c.cattle > 0:
        k.cattle *= more
        k.outlaw *= less

cdef void follow_goals(const Table* t, const State* s, Look* k) noexcept nogil:
    """The own open goals (16B) bend the taste towards the paths that fulfil them."""
    cdef u32 open = s.goals[k.p] & ~s.claimed[k.p]
    cdef double more = 1 + k.w[GOAL]
    cdef int goal
    while open:
        goal = t.goal[GOALS * s.character[k.p] + lowest(open)]
        open &= open - 1
        if goal == GOAL_MARSHAL_GE or goal == GOAL_ARRESTS_WON or goal == GOAL_BANDITS_TOTAL or goal == GOAL_CATTLE_DRIVEN:
            k.lawful *= more
        elif (goal == GOAL_WANTED_GE or goal == GOAL_ROBS_WON or goal == GOAL_HEISTS_WON or goal == GOAL_HEISTS_TRIED
                or goal == GOAL_SHERIFF_ESCAPED or goal == GOAL_CATTLE_RUSTLED):
            k.outlaw *= more
        elif (goal == GOAL_NUGGETS_GE or goal == GOAL_DEPOSIT_TURN or goal == GOAL_MINES_VISITED or goal == GOAL_PROSPECTS):
            k.nugget *= more
        elif goal == GOAL_POKER_WON or goal == GOAL_POKER_PLAYED:
            k.gamble *= more
        if goal == GOAL_CATTLE_ANY or goal == GOAL_CATTLE_DRIVEN or goal == GOAL_CATTLE_RUSTLED:
            k.cattle *= more
        elif goal == GOAL_DUELS_WON or goal == GOAL_PLAYER_FIGHTS:
            k.duel *= more

cdef void look_at(const Table* t, const State* s, const double* w, Look* k) noexcept nogil:
    cdef int p = s.head.to_move, i, q, top, hunters = 0, outlaws = 1
    cdef u64 hand
    cdef double risk, safe = 1
    k.w = w
    k.p = p
    k.n = 0
    if s.phase == DISCARD or s.phase == EQUIP_WEAPON or s.phase == EQUIP_MOUNT or s.phase == PAIR:
        return                                  # the cards and items speak for themselves
    k.top = k.most = 0
    for q in range(t.players):
        if q != p:
            if s.wanted[q] > k.most:
                k.most = s.wanted[q]
            if s.lp[q] > k.top:
                k.top = s.lp[q]
            hunters += s.marshal[q] > 0
            outlaws += s.wanted[q] > 0
    top = k.top if k.top > s.lp[p] else s.lp[p]
    if t.mib and s.mib_lp > top:
        top = s.mib_lp
    if s.last_round >= 0:
        k.turns = s.last_round - s.round + (1 if s.position[p] >= s.turn else 0)
        if k.turns < 1:
            k.turns = 1
    else:
        k.turns = 2 + (t.target - top) / w[PACE]
        if k.turns > 8:
            k.turns = 8
        if k.turns < 2:
            k.turns = 2
    risk = (w[CAUGHT] * (t.players - 1) + w[HUNTED] * hunters) / outlaws    # a round: that we are arrested as an outlaw
    if risk > 0.9:
        risk = 0.9
    k.free = 0
    for i in range(<int>k.turns):
        k.free += safe
        safe *= 1 - risk
    k.free += safe * (k.turns - <int>k.turns)
    k.dollar = w[DOLLAR] if k.turns > 1.5 else 1.0 / t.rules.money_per_end_lp if t.rules.money_per_end_lp else 0
    k.wound = w[WOUND] if k.turns > 1.5 else -t.rules.wound_end_lp
    k.nugget = w[NUGGET] * w[PROSPECT] if k.turns > 1.5 else 0.35
    k.lawful = w[MARSHAL]
    k.outlaw = w[OUTLAW]
    k.gamble = w[GAMBLE]
    k.cattle = w[CATTLE]
    k.duel = w[DUEL]
    if s.character[p] >= 0:
        follow_calling(t, &t.characters[s.character[p]], k)
        if t.goals:
            follow_goals(t, s, k)
    k.at_large = k.free / k.turns
    k.standing = wanted_worth(t, s, k, s.wanted[p])
    k.space = (t.marshal_lp_all + t.marshal_money_all * k.dollar) / 9
    k.room = hand_limit(t, s, p) - popcount(s.hand[p])
    if s.phase == NPC_CARD:
        k.edge_npc = edge(t, s, s.fight.a, ABOUT_NPC)
    if s.phase == INCOME or s.phase == NPC_CARD:
        return                                  # nothing of the rest matters for these
    k.prey = 0
    for q in range(t.players):
        if q != p and s.wanted[q] > 0:
            k.prey += denied(t, s, k, q, loss_of(t, s, k, q)) + 0.5 * k.space
    k.prey *= 2.0 * (1 + hunters) / (hunters + outlaws)      # alone against a gang one holds nobody down
    if (s.phase == ACTION or s.phase == GO or s.phase == STEP_ON or s.phase == MARKER or s.phase == SHOP
            or s.phase == BEFORE_MOVE or s.phase == START_EFFECT):
        read_stories(t, s, k)
    k.cards = popcount(s.hand[p])
    k.best = 0
    hand = real_cards(s, p)
    while hand:
        i = strength(t, lowest(hand))
        hand &= hand - 1
        if i > k.best:
            k.best = i
    if (s.hand[p] & t.at_timing[TIME_FIGHT_REACTION]) != 0 and k.cards > 1:
        k.best += 1
    k.edge_npc = edge(t, s, p, ABOUT_NPC)
    k.edge_player = edge(t, s, p, ABOUT_PLAYER)
    k.against_one = (k.best + k.edge_player - 1) / 13.0
    k.bandit = beats_npc(k.best + k.edge_npc, t.rules.bandit_cards_drawn)
    k.guard = beats_npc(k.best + k.edge_npc, t.rules.guard_cards_drawn)

cdef void plan_moves(const Table* t, const State* s, Look* k) noexcept nogil:
    """What is the same for every place that a Move can end at."""
    cdef int d, q, speed = speed_of(t, s, k.p), moves = 0, reached = 0
    cdef double some = 1
    for d in range(FAR):
        if d > reached:
            reached += speed
            moves += 1
            some *= k.w[MOVE_ON] if k.turns > 1 else LAST_MOVE
        k.left[d] = some if k.turns > 1 or moves < s.actions_left else 0     # the last turn: what it does not reach is lost
        k.arrive[d] = some if k.turns > 1 or moves <= s.actions_left else 0
        k.chase[d] = some if moves < s.actions_left else k.w[CHASE] * k.left[d]
    k.stake = 1 + 0.2 * k.standing
    k.company[0] = k.company[1] = 0
    for q in range(t.players):
        k.hunter[q] = speed_of(t, s, q) if s.marshal[q] > 0 else -1
        if q != k.p:
            k.company[s.place[q] >> 6] |= <u64>1 << (s.place[q] & 63)
    k.story_at[DARKROCK] = k.story_at[RED_FALLS] = 0
    k.story_at[DIXON_CREEK] = k.wants[STORY_END_MOVE_DIXON]
    k.story_at[MESITOS_POINT] = k.wants[STORY_END_MOVE_MESITOS]
    k.story_at[SUNNY_HILLS] = k.wants[STORY_END_MOVE_SUNNY]
    k.story_at[SPIKES_VIEW] = k.wants[STORY_END_MOVE_SPIKES]
    k.story_at[CLIFF_JUNCTION] = k.wants[STORY_END_MOVE_CLIFF]

cdef void survey(const Table* t, const State* s, Look* k) noexcept nogil:
    """The worth of one action at every place that has one."""
    cdef int p = k.p, i, q, n
    cdef double value, best, drive, rustle
    cdef double fight[SEATS]
    cdef const double* w = k.w
    # the Bank
    value = s.nuggets[p] * (t.rules.nugget_lp + t.rules.nugget_money * k.dollar) * 0.95
    best = heist_worth(t, s, k) if k.cards > 0 else 0
    k.wait = 0
    if s.heists >= t.rules.heists_per_turn and s.actions_left > 0:      # one a turn: it has to wait for the next
        best *= w[TOMORROW] if k.turns > 1 else 0
        k.wait = best
    if best > value:
        best, value = value, best
    if best > 0 and value > 0 and s.actions_left != 1:      # gold to sell and a guard to beat: one visit for both
        value += 0.6 * best
    aim(k, t.near[t.bank], value, k.left)
    # the Cabaret
    n = s.money[p] // t.rules.revel_price
    aim(k, t.near[t.cabaret], n * (1 - t.rules.revel_price * k.dollar) * 1.05, k.left)
    # the Doctor
    if s.wounds[p] > 0 and s.money[p] >= t.rules.heal_price:
        aim(k, t.near[t.doctor], s.wounds[p] * (k.wound + w[POKER_CARD] * 0.8) - t.rules.heal_price * k.dollar, k.left)
    # the mines
    n = nugget_room(t, s, p)
    value = (1.2 if n > 1 else 0.8 if n == 1 else 0.0) * k.nugget + 8 * k.dollar
    if k.turns > 1.5:
        aim(k, t.nearest[MINE], value, k.left)
    # stores and saloons: the nearest counts
    aim(k, t.nearest[STORE], best_buy(t, s, k), k.left)
    aim(k, t.nearest[SALOON], poker_worth(t, s, k), k.left)
    # cattle: a token is worth its delivery, less the way there
    n = herd(s, p)
    drive = k.cattle * (0.6 + more_marshal(t, s, k, t.rules.cattle_mp) + k.wants[STORY_DELIVER])
    rustle = k.cattle * (0.6 + more_wanted(t, s, k, t.rules.cattle_wp) + k.wants[STORY_DELIVER])
    if n > 0:
        aim(k, t.near[t.station], n * drive, k.arrive)
        for i in range(SLOTS):
            if s.cattle[SLOTS * p + i] >= 0:
                aim(k, t.near[t.ranches[1 - (s.cattle[SLOTS * p + i] >> 3)]], n * rustle, k.arrive)
                break
    k.token = 0
    if n < cattle_cap(t, s, p) and not t.first_game and k.turns > 1.5:
        for i in range(2):
            value = drive * k.arrive[t.near[t.ranches[i]][t.station]]
            best = rustle * k.arrive[t.near[t.ranches[i]][t.ranches[1 - i]]]
            if best > value:
                value = best
            if value > k.token:
                k.token = value
            aim(k, t.near[t.ranches[i]], value + k.wants[STORY_ACQUIRE], k.left)
    # bandits and other players
    k.prize = bandit_worth(t, s, k)
    for i in range(HIDEOUTS):
        if s.bandits >> i & 1:
            aim(k, t.near[t.hideouts[i]], k.prize, k.arrive)
    for q in range(t.players):
        fight[q] = 0
        if q != p and s.place[q] != s.place[p]:
            fight[q] = best_fight(t, s, k, q)
    for q in range(t.players):
        if fight[q] > 0:
            value = fight[q]
            for i in range(t.players):          # one ride for all who are there
                if i != q and s.place[i] == s.place[q] and fight[i] > 0:
                    value += 0.5 * fight[i]
            aim(k, t.near[s.place[q]], value, k.chase)

cdef double heist_worth(const Table* t, const State* s, const Look* k) noexcept nogil:
    cdef int room = t.rules.money_cap - s.money[k.p]
    return (k.guard * ((t.rules.heist_money if room > t.rules.heist_money else room) * k.dollar
                       + more_wanted(t, s, k, t.rules.heist_wp))
            + (1 - k.guard) * (more_wanted(t, s, k, t.rules.heist_fail_wp) - k.wound + k.w[POKER_CARD]) - 0.3)

cdef double danger(const Table* t, const State* s, const Look* k, int x) noexcept nogil:
    """An outlaw keeps away from the Sheriff and from marshals, and everybody from others while he has something to lose;
    half as much where actions are left to leave again."""
    cdef int p = k.p, q, near
    cdef double out = 0
    if s.wanted[p] > 0:
        near = t.near[x][s.sheriff]
        if near <= 4:
            out += k.w[SHERIFF_FEAR] * k.stake * (5 - near) / 5.0
        for q in range(t.players):
            if t.near[x][s.place[q]] <= k.hunter[q]:
                out += k.w[HUNTED] * k.stake
    if (k.company[x >> 6] >> (x & 63)) & 1:
        for q in range(t.players):
            if q != p and s.place[q] == x:
                out += k.w[ROBBER_FEAR] * (1 + 0.5 * (s.money[p] * k.dollar + s.nuggets[p] * k.nugget))
    return out if s.actions_left <= 0 else 0.5 * out

cdef void read_stories(const Table* t, const State* s, Look* k) noexcept nogil:
    """What a marker on each visible card is worth. Its front is hidden: some reward, surer with the last marker; and whoever
    completes it moves the Sheriff some way, perhaps onto an outlaw."""
    cdef int pile, what
    cdef double best = 0.4 * caught_within(t, s, k, SHERIFF_WALK)
    memset(k.wants, 0, sizeof(k.wants))
    for pile in range(PILES):
        if <int>(eight(&s.marker[8 * pile]) * <u64>0x0101010101010101ULL >> 56) + 1 < t.markers_needed:
            k.story[pile] = 0.5 * k.w[STORY]
        else:
            k.story[pile] = k.w[STORY] + best
        if s.top[pile] >= 0 and not s.met >> pile & 1 and s.placements < t.rules.story_placements_per_turn:
            what = t.stories[s.top[pile]].condition
            k.wants[what] = greater(0.8 * k.story[pile], k.wants[what])

# ---- the options

cdef double action_worth(const Table* t, const State* s, Look* k, int act, int arg, double on_the_way) noexcept nogil:
    """D06."""
    cdef int p = k.p, i
    if act == ACT_PASS:
        return -0.05
    if act == ACT_MOVE:
        return on_the_way
    if act == ACT_CARD:
        return card_worth(t, s, k, arg & 63, TIME_ACTION) + k.wants[STORY_CARD_ACTION]
    if act == ACT_FIGHT:
        return (fight_worth(t, s, k, arg & 7, arg >> 3, fight_chance(t, s, k, arg & 7))
                + k.wants[STORY_FIGHT_PLAYER])
    if act == ACT_STORE:
        return best_buy(t, s, k) + k.wants[STORY_BUY]
    if act == ACT_POKER:
        return poker_worth(t, s, k) + k.wants[STORY_POKER]
    if act == ACT_PROSPECT:
        i = nugget_room(t, s, p)
        return ((1.2 if i > 1 else 0.8 if i == 1 else 0.0) * (k.nugget if k.turns > 1.5 else 0.1) + 8 * k.dollar
                + k.wants[STORY_PROSPECT])
    if act == ACT_DEPOSIT:
        i = t.rules.money_cap - s.money[p]
        return (arg * t.rules.nugget_lp + (arg * t.rules.nugget_money if arg * t.rules.nugget_money < i else i) * k.dollar
                + k.wants[STORY_DEPOSIT])
    if act == ACT_HEIST:
        return heist_worth(t, s, k) + k.wants[STORY_HEIST]
    if act == ACT_ACQUIRE:
        return k.token + k.wants[STORY_ACQUIRE]
    if act == ACT_HEAL:
        return (s.wounds[p] * (k.wound + k.w[POKER_CARD] * 0.8) - t.rules.heal_price * k.dollar
                + k.wants[STORY_HEAL])
    if act == ACT_REVEL:
        return arg * (1 - t.rules.revel_price * k.dollar) * 1.1 + 0.01 * arg + k.wants[STORY_REVEL]
    if act == ACT_WORK:
        i = t.rules.money_cap - s.money[p]
        return (t.rules.work_money if t.rules.work_money < i else i) * k.dollar + k.wants[STORY_WORK]
    return 0.4 + 0.5 * (s.wounds[p] > 0)        # ACT_ABILITY: Provisions, Pinkerton

cdef double stake_of(const Table* t, const State* s, const Look* k) noexcept nogil:
    """What hangs on the fight for the player who is asked."""
    cdef const Fight* f = &s.fight
    if f.kind == FIGHT_BANDIT:
        return 2.2
    if f.kind == FIGHT_GUARD:
        return (t.rules.heist_money * k.dollar + more_wanted(t, s, k, t.rules.heist_wp) + k.wound
                - more_wanted(t, s, k, t.rules.heist_fail_wp))
    if f.kind == FIGHT_SHERIFF:
        return 1.5 + wanted_worth(t, s, k, s.wanted[f.a]) + 0.5 * s.money[f.a] * k.dollar
    if k.p == f.a:
        return 2.5
    return 1.2 + (0.5 * s.money[k.p] * k.dollar if f.kind == FIGHT_ROB else 0) + (
        wanted_worth(t, s, k, s.wanted[k.p]) if f.kind == FIGHT_ARREST else 0)

cdef double lay_worth(const Table* t, const State* s, const Look* k, int card) noexcept nogil:
    cdef const Fight* f = &s.fight
    cdef int v = strength(t, card), n
    cdef double chance
    if f.npc >= 0:                              # it lies open
        chance = 1.0 if v > t.fight_value[f.npc] else 0.0
    elif f.kind == FIGHT_BANDIT:
        chance = beats_npc(v + k.edge_npc, f.cards if f.cards else t.rules.bandit_cards_drawn)
    elif f.kind == FIGHT_GUARD:
        chance = beats_npc(v + k.edge_npc, t.rules.guard_cards_drawn)
    elif f.kind == FIGHT_SHERIFF:
        chance = beats_npc(v + k.edge_npc, t.rules.sheriff_cards_drawn)
    elif f.d == MIB:
        chance = beats_npc(v - 1, t.rules.mib_fight_cards)
    elif k.p == f.a:
        chance = (v - 1) / 13.0
    else:
        chance = (v - 2) / 13.0 * 0.75          # the attacker came with a good card
    return chance * stake_of(t, s, k) - keep(t, k, card)

cdef int shift_of(const Table* t, int card) noexcept nogil:
    """How far a Reaction lowers the opposing card."""
    cdef const Rows* rows = &t.effect_rows[t.effect[card]]
    cdef int i
    for i in range(rows.first, rows.first + rows.n):
        if t.abilities[i].timing == TIME_FIGHT_REACTION and t.ops[t.abilities[i].pc].op == OP_OPP_VALUE:
            return -t.ops[t.abilities[i].pc].n
    return 0

cdef double turns_it(const Table* t, const State* s, int p, int shift) noexcept nogil:
    """Does lowering the opposing card by so much turn a lost fight into a won one? Half, if a second step would."""
    cdef const Fight* f = &s.fight
    cdef bint ties
    cdef int ahead = f.value_a - f.value_d if p == f.a else f.value_d - f.value_a
    if f.d == NOBODY or f.d == MIB:
        ties = f.ties_a or not t.rules.npc_wins_ties
    elif p == f.a:
        ties = f.ties_a or (t.rules.active_wins_ties and not f.ties_d)
    else:
        ties = not f.ties_a and (f.ties_d or not t.rules.active_wins_ties)
    if ahead > 0 or (ahead == 0 and ties):
        return 0
    ahead += shift
    return 1.0 if ahead > 0 or (ahead == 0 and ties) else 0.5 if ahead > -2 and popcount(s.hand[p]) > 1 else 0.0

cdef double harm(const Table* t, const State* s, const Look* k, int card) noexcept nogil:
    """What a fight card's text (18.3) does to the fighter, in the eyes of the player who picks it."""
    cdef int value = t.fight_value[card], room = t.rules.wound_cap - s.wounds[s.fight.a]
    cdef double wound = k.wound if room > 0 else 0
    if value >= 13:                             # K, A: a legend point
        return -1.0
    if value >= 9:                              # 9 pays a little, J and Q give something
        return 0.2 if value == 9 else -0.1 if value < 12 else -k.w[POKER_CARD]
    if value == 2:
        return wound + 1.0
    if value == 3:
        return wound + (k.wound if room > 1 else 0)
    return wound + 0.2 if value == 4 else 0.7 * wound if value == 7 else wound

cdef double at_stake(const Table* t, const State* s, const Look* k) noexcept nogil:
    """What the fighter loses if the NPC wins, in the eyes of the player who picks the NPC's card."""
    cdef int a = s.fight.a
    cdef double out = k.wound
    if s.fight.kind == FIGHT_GUARD:
        return out + t.rules.heist_money * k.dollar + 1 + k.free * (
            row_lp(t, s.wanted[a] + t.rules.heist_wp) - row_lp(t, s.wanted[a] + t.rules.heist_fail_wp))
    if s.fight.kind == FIGHT_SHERIFF:
        return out + loss_of(t, s, k, a)
    return out + t.rules.bandit_lp

cdef double sheriff_worth(const Table* t, const State* s, const Look* k, int place) noexcept nogil:
    """D29: whoever sends the Sheriff picks one of the outlaws whom he finds (D30); the others lose a card."""
    cdef double best = 0, near = 0, one, own = 0
    cdef int q, away
    for q in range(t.players):
        if s.wanted[q] == 0:
            continue
        away = t.near[place][s.place[q]]
        one = loss_of(t, s, k, q)
        if q == k.p:
            own = one if away == 0 else 0.05 * one * (6 - away) if away < 6 else 0
        else:
            one = denied(t, s, k, q, one)
            if away == 0 and one > best:
                best = one
            elif 0 < away < 6:
                near += 0.05 * (6 - away) * one
    if best > 0:
        return best - (k.w[POKER_CARD] if s.wanted[k.p] > 0 and s.place[k.p] == place else 0)
    return near - own

cdef double leads(const Table* t, const State* s, int q) noexcept nogil:
    """How far q is ahead, for choosing whom to hurt."""
    return 0.1 * s.lp[q] + 0.15 * s.wanted[q] if q < SEATS else 0

cdef double start_worth(const Table* t, const State* s, const Look* k, int character) noexcept nogil:
    """D01: what lies in the start package, and what the ability brings at the start of each turn once it is there."""
    cdef const Character* c = &t.characters[character]
    return (c.money * k.dollar + 0.5 * k.w[POKER_CARD] * c.poker + k.nugget * c.nuggets - k.wound * c.wounds
            + 0.6 * c.marshal - 0.15 * c.wanted + 0.4 * popcount(c.upgraded) + 0.1 * popcount(c.items)
            + 3 * rows_worth(t, s, k, &t.character_rows[character], TIME_TURN_START, 0))

cdef void weigh_plans(const Look* k, const i32* codes, int n, double* value) noexcept nogil:
    """`plan` for all places that a Move can end at: dozens, so that no comparison waits for the one before."""
    cdef double worth
    cdef const double* left
    cdef const i8* away
    cdef int i, j
    for j in range(n):
        value[j] = 0
    for i in range(k.n):
        worth, left, away = k.worth[i], k.left_of[i], k.away[i]
        for j in range(n):
            value[j] = greater(worth * left[away[codes[j] & 0xFFFFFF]], value[j])

cdef inline double arrival_worth(const Table* t, const State* s, const Look* k, int act, int x) noexcept nogil:
    """Beside the plan: what awaits us at x."""
    cdef double out = k.story_at[t.region[x]] - danger(t, s, k, x)
    if t.hideout_at[x] >= 0 and s.bandits >> t.hideout_at[x] & 1:
        out += k.prize
    if act == ACT_GO_MESA:
        out += 0.3 if s.wounds[k.p] > 0 else 0
    elif x == s.place[k.p]:                     # out and back
        out -= 0.5
    return out

cdef double option(const Table* t, const State* s, Look* k, i32 code, double on_the_way) noexcept nogil:
    cdef int act = code >> 24, arg = code & 0xFFFFFF, p = k.p, i, q
    cdef const Fight* f = &s.fight
    cdef double out
    if ACT_PASS <= act <= ACT_ABILITY:
        return action_worth(t, s, k, act, arg, on_the_way)
    if act == ACT_GO or act == ACT_GO_MESA:
        return plan(k, arg) + arrival_worth(t, s, k, act, arg)
    if act == ACT_STAY:
        return plan(k, s.place[p]) - danger(t, s, k, s.place[p])
    if act == ACT_LAY:
        return lay_worth(t, s, k, arg & 63) + (0.1 if arg & COPY else 0)
    if act == ACT_REACT:
        if s.phase == REACT:
            i = shift_of(t, arg & 63)
            return turns_it(t, s, p, i) * stake_of(t, s, k) - keep(t, k, arg & 63)
        if s.phase == BEFORE_MOVE:              # Saddle Up: two steps more
            i = speed_of(t, s, p)
            return ride(k, s.place[p], i + 2) - ride(k, s.place[p], i) - 0.6 * keep(t, k, arg & 63)
        return card_worth(t, s, k, arg & 63, s.about)
    if act == ACT_HOLSTER:
        q = f.value_a - f.value_d if p == f.a else f.value_d - f.value_a
        return stake_of(t, s, k) * 0.7 - 0.3 * arg if q <= 0 and arg + q == 1 else -0.5 - 0.1 * arg
    if act == ACT_NO_REACTION or act == ACT_LEAVE:
        return 0
    if act == ACT_INCOME:
        q = t.rules.money_cap - s.money[p]
        if arg == 0:
            return (t.rules.income_money if t.rules.income_money < q else q) * k.dollar
        i = t.rules.income_cards if arg == 1 else t.rules.income_mixed_cards
        if i > k.room + 1:
            i = k.room + 1 if k.room > -1 else 0
        out = i * k.w[POKER_CARD] * (1.5 - 0.2 * popcount(s.hand[p]) - 0.1 * (i - 1))   # the first cards count most
        if arg == 2:
            out += (t.rules.income_mixed_money if t.rules.income_mixed_money < q else q) * k.dollar
        return out
    if act == ACT_WEAPON:
        return 1 + 0.01 * t.items[arg].price + ((s.upgraded[p] >> arg) & 1) if arg < ITEMS else 0
    if act == ACT_MOUNT:
        if arg >= ITEMS:
            return 0
        return (t.items[arg].speed_upgraded if (s.upgraded[p] >> arg) & 1 else t.items[arg].speed) + (
            2.5 if s.nuggets[p] > t.rules.nugget_cap and t.item_gifts[2 * arg].n[GIFT_NUGGETS] else 0)
    if act == ACT_DISCARD or act == ACT_GIVE:
        if act == ACT_GIVE and arg == THE_MONEY:
            return -s.about * k.dollar
        return -keep(t, k, arg)
    if act == ACT_WOUND:
        return -k.wound
    if act == ACT_NPC_CARD:
        i = t.fight_value[arg] + f.shift - k.edge_npc       # his weapon lies open
        out = (i - 1) / 13.0 if i > 1 else 0
        q = popcount(s.hand[f.a])               # a fighter lays his best: with many cards it takes a high one to beat it
        return (out if q < 2 else out * out if q == 2 else out * out * out) * at_stake(t, s, k) + harm(t, s, k, arg)
    if act == ACT_REDRAW:
        return (0.5 if f.value_a > f.value_d else -0.5) if arg else 0
    if act == ACT_PRIZE:
        return t.rules.bandit_lp if arg == 0 else more_marshal(t, s, k, t.rules.bandit_mp) if arg == 1 else more_wanted(t, s, k, f.wanted_option)
    if act == ACT_LOOT:
        if arg >= LOOT_ITEM or f.d == MIB:
            return 1.0
        return 0.5 * (s.nuggets[f.d] * k.nugget if arg else s.money[f.d] * k.dollar)
    if act == ACT_TAKE_CATTLE:
        return 1 if arg < SLOTS else 0
    if act == ACT_BUY or act == ACT_BUY_ACTIVE or act == ACT_UPGRADE:
        out = shop_worth(t, s, k, arg) + k.wants[STORY_BUY]
        if act == ACT_BUY_ACTIVE:               # a better one is used at once
            i = s.weapon[p] if t.items[arg].kind == WEAPON else s.mount[p]
            out += 0.5 if i < 0 or t.items[arg].price > t.items[i].price else -0.5
        return out
    if act == ACT_JOIN:
        return poker_worth(t, s, k) - 0.2 - k.gamble * 0.3 if arg else 0
    if act == ACT_PAIR or act == ACT_PAIR_JOKER or act == ACT_PAIR_JOKERS:
        out = hand_worth(t, s, arg >> 6, arg & 63) / 1048576.0
        return out - 0.05 * (keep(t, k, arg >> 6) + keep(t, k, arg & 63))
    if act == ACT_SINGLE:
        return 0.1 if arg & COPY else 0
    if act == ACT_REROLL:
        if arg == NO_DIE:
            return 0
        i = s.dice[arg]
        return 0.7 if i == 3 else 0.25 if i == 1 else -0.3
    if act == ACT_CHOICE:
        return text_worth(t, s, k, t.ops[s.about + 1 + arg].jump, 0)
    if act == ACT_MARKER:
        return 0 if arg == NO_MARKER else k.story[arg >> 3] if arg & 7 == 0 else k.story[arg >> 3] - k.story[(arg & 7) - 1]
    if act == ACT_SHERIFF:
        return sheriff_worth(t, s, k, arg)
    if act == ACT_VICTIM:
        return -9.0 if arg == p else denied(t, s, k, arg, loss_of(t, s, k, arg))
    if act == ACT_TARGET:
        return -2.0 if arg == p else 0.0 if arg == NO_TARGET else 0.3 + leads(t, s, arg)
    if act == ACT_DECLINE:
        return 0
    if act == ACT_CLAIM:
        return 1 if arg < GOALS else 0
    if act == ACT_ROOM:
        return 0 if arg == ITEMS else 1.0 if arg > ITEMS else 0.4
    if act == ACT_USE or act == ACT_DELIVER:
        return 0.4 * arg
    if act == ACT_EFFECT:
        return 0 if arg == NO_MORE else text_worth(t, s, k, t.abilities[arg].pc, 0) - (
            0.6 if t.abilities[arg].cost == COST_DISCARD_ALL_CATTLE_AT_TURN_END else 0.2 if t.abilities[arg].cost else 0)
    if act == ACT_TRACK:
        return more_wanted(t, s, k, 1) if arg else more_marshal(t, s, k, 1)
    if act == ACT_PEEKED:
        return 0.1 * (arg >> 2)
    if act == ACT_STRIP:
        return popcount(s.hand[s.about_seat] & (<u64>15 << (4 * arg)))
    if act == ACT_HALF:
        return 0 if arg == 2 else s.money[s.about_seat] * k.dollar if arg == 0 else s.nuggets[s.about_seat] * k.nugget
    if act == ACT_ITEM_REACTION:
        return turns_it(t, s, p, 1) * stake_of(t, s, k) - 0.1
    if act == ACT_CHARACTER:
        return start_worth(t, s, k, s.dealt[4 * p + arg])
    return 0

cdef void judge(const Table* t, const State* s, const double* weights, const i32* codes, int n, double* value) noexcept nogil:
    cdef Look k
    cdef int i
    cdef double on_the_way = 0
    look_at(t, s, weights, &k)
    if s.phase == ACTION or s.phase == GO or s.phase == STEP_ON or s.phase == BEFORE_MOVE or s.phase == START_EFFECT:
        plan_moves(t, s, &k)
        survey(t, s, &k)
    if s.phase == ACTION:                       # a Move is worth the best plan that does not begin here
        on_the_way = ride(&k, s.place[k.p], 0)
        if s.wanted[k.p] > 0:
            on_the_way += 0.5 * danger(t, s, &k, s.place[k.p])
        if s.place[k.p] == t.bank and k.wait > 0:
            on_the_way -= k.wait * (1 - k.left[1])
    if s.phase == GO:
        if codes[n - 1] >> 24 == ACT_STAY:
            n -= 1
            value[n] = option(t, s, &k, codes[n], on_the_way)
        weigh_plans(&k, codes, n, value)
        for i in range(n):
            value[i] += arrival_worth(t, s, &k, codes[i] >> 24, codes[i] & 0xFFFFFF)
        return
    for i in range(n):
        value[i] = option(t, s, &k, codes[i], on_the_way)
