"""What a sensible player thinks each option is worth, in legend points (weights.yaml names the beliefs).

One look at the table: no look-ahead, no memory, and nothing that the seat cannot see. Every place on the board has a worth
for this player now: what one action there would bring, for a ranch what the delivery would. A Move is worth the best of
them, less for each Move that it takes to get there; in the last turn what cannot be reached is worth nothing. Acting here
is worth what this place brings. So each path (marshal, outlaw, prospector, gambler, cattle) is walked when it pays, and
the weights say how much.

    judgement.pyx   the look at the table, and the worth of every place
    worths.pxi      what things are worth to the player who looks
    choices.pxi     what each option is worth
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
    const double* left_of[40]       # left; arrive where it needs no action, chase where it rides on

include "worths.pxi"

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

include "choices.pxi"

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
