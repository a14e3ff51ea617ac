# Phase 3: the steps of section 6 in their order. A step that asks somebody stops here; the answer calls `resolve`, which
# enters the same step again and sees from the figures on the board how far it has come.

cdef enum:
    STEP_WAGES = 1, STEP_AMMUNITION, STEP_ROAD, STEP_ROADS, STEP_PARCELS
    STEP_BUILD                                          # seven of them
    STEP_KEPT = 13
    STEP_PARCEL_INCOME, STEP_GAMBLING, STEP_GUN_INCOME, STEP_ESTATES, STEP_VP_PARCELS, STEP_VP_BUILDINGS, STEP_VP_GUNS
    STEP_VP_BUY                                         # four of them
    STEP_END = 25

cdef void resolve(const Table* t, State* s) noexcept nogil:
    """CC-5.13: one step after the other, starting with wages."""
    while s.step < STEP_END:
        if not run_step(t, s):
            return
        s.stage = 0
        s.turn = 0
        s.place = NO_PLACE
        if t.rules.road_timing and not road_window(t, s):
            return
        s.step += 1
    end_round(t, s)

cdef bint run_step(const Table* t, State* s) noexcept nogil:
    """Carry the step out, or on; True when it is finished, False when somebody is asked."""
    cdef int step = s.step
    if step == STEP_WAGES:
        pay_wages(t, s)
        return True
    if step == STEP_AMMUNITION:
        return run_space(t, s, AMMUNITION)
    if step == STEP_ROAD:
        hand_out_roads(t, s)
        return True
    if step == STEP_ROADS:
        return run_space(t, s, ROADS)
    if step == STEP_PARCELS:
        return sell_parcels(t, s)
    if step < STEP_KEPT:
        return run_space(t, s, BUILD + t.build_order[step - STEP_BUILD])
    if step == STEP_KEPT:
        return build_kept_tiles(t, s)
    if step <= STEP_GUN_INCOME:
        return run_space(t, s, PARCEL_INCOME + step - STEP_PARCEL_INCOME)
    if step == STEP_ESTATES:
        return pay_estates(t, s)
    if step < STEP_VP_BUY:
        return run_space(t, s, VP_PARCELS + step - STEP_VP_PARCELS)
    return run_space(t, s, VP_BUY + t.vp_order[step - STEP_VP_BUY])

# ---- figures leave the board

cdef inline u32 standing(const State* s, int place) noexcept nogil:
    """Who stands on a place with duels, a bit a seat; the white figure stands for its seat."""
    cdef u32 who = 0
    cdef int p
    for p in range(s.head.players):
        if place < SPACES:
            who |= ((s.figures.spaces[p] >> place) & 1) << p
        else:
            who |= <u32>((s.figures.parcels[p] >> (place - SPACES)) & 1) << p
    if s.figures.white == place:
        who |= <u32>1 << s.figures.white_seat
    return who

cdef inline void white_to_card(State* s) noexcept nogil:
    """CC-5.24: out of play until the next round."""
    s.figures.white = NO_PLACE
    s.figures.white_seat = NOBODY

cdef inline void figure_to_reserve(State* s, int p, int place) noexcept nogil:
    """CC-5.14: the figure that acted goes to the reserve (the white one to its card)."""
    if s.figures.white == place and s.figures.white_seat == p:
        white_to_card(s)
    else:
        pick_up(s, p, place)

cdef inline void figure_back(State* s, int p, int place) noexcept nogil:
    """CC-7.4: the loser's figure goes back into his supply at once."""
    pick_up(s, p, place)
    s.cowboys[p] += 1

cdef inline void finish_place(State* s, int p, bint performed) noexcept nogil:
    figure_to_reserve(s, p, s.place)
    if not performed:
        s.n[p][N_DECLINED] += 1
    s.place = NO_PLACE

# ---- steps 1 and 3: no duels (CC-7.14)

cdef void pay_wages(const Table* t, State* s) noexcept nogil:
    cdef int p
    for p in range(t.players):
        s.money[p] += t.rules.wages_per_cowboy * (s.figures.wages[p] + (1 if s.figures.white == WAGES and s.figures.white_seat == p else 0))
        s.figures.wages[p] = 0
    if s.figures.white == WAGES:
        white_to_card(s)

cdef void hand_out_roads(const Table* t, State* s) noexcept nogil:
    """CC-6.11: in passing order while there are pieces."""
    cdef int i, p
    for i in range(t.players):
        p = s.passed[i]
        take_roads(s, p, t.rules.road_space_pieces * (s.figures.road[p] + (1 if s.figures.white == ROAD and s.figures.white_seat == p else 0)))
        s.figures.road[p] = 0
    if s.figures.white == ROAD:
        white_to_card(s)

# ---- a space with duels

cdef bint run_space(const Table* t, State* s, int place) noexcept nogil:
    """CC-5.14: one player performs or declines; several fight one duel first."""
    cdef u32 who = standing(s, place)
    cdef int p
    if who == 0:
        return True
    s.place = place
    if who & (who - 1):
        if not fight(t, s, who):
            return False
        who = standing(s, place)
    p = lowest(who)
    if BUILD <= place < BUILD + SLOTS:
        if s.money[p] < building_price(t, s, p, place - BUILD):         # CC-6.18
            finish_place(s, p, False)
            return True
        s.builder = p
        s.refused = 0
        consider_tile(s, p, FROM_ROW, place - BUILD, s.row[place - BUILD])
        return False
    if place >= VP_BUY:
        if s.money[p] < t.vp_price[place - VP_BUY]:
            finish_place(s, p, False)
            return True
        ask(s, BUY_VP, p)                                               # D22
        return False
    ask(s, PERFORM, p)                                                  # D11
    return False

cdef void perform(const Table* t, State* s, int p, bint yes) noexcept nogil:
    """D11: the entitled player performs the action or declines it (CC-5.15)."""
    cdef const Rules* r = &t.rules
    cdef int place = s.place, i
    if place >= SPACES:
        if s.step == STEP_PARCELS:
            if yes:
                buy_parcel(t, s, p, place - SPACES)
            finish_place(s, p, yes)
        else:
            settle_attack(s, p, yes)
        resolve(t, s)
        return
    if yes:
        if place == AMMUNITION:
            s.three_guns = p
        elif place == ROADS:
            take_roads(s, p, r.roads_space_pieces)
        elif place == PARCEL_INCOME:
            s.money[p] += r.parcel_income_per_parcel * popcount(s.owned[p])
        elif place == GAMBLING:
            for i in range(r.gambling_dice):
                s.money[p] += gambling_die(s, i)
        elif place == GUN_INCOME:                                       # CC-6.1: the acting figure is on the board
            s.money[p] += r.gun_income_per_unit * (supply(t, s, p) + guns_for_income(t, s, p))
        elif place == VP_PARCELS:
            s.vp[p][PART_PARCELS] += popcount(s.owned[p]) // r.vp_parcels_divisor
        elif place == VP_BUILDINGS:
            s.vp[p][PART_BUILDINGS] += r.vp_buildings_per_building * popcount(buildings(s) & s.owned[p])
        elif place == VP_GUNS:
            s.vp[p][PART_GUNS] += vp_for_guns(t, s, p)
    finish_place(s, p, yes)
    resolve(t, s)

cdef inline int gambling_die(const State* s, int i) noexcept nogil:
    return 1 + draw(s.head.key, LUCK_GAMBLING, address3(s.round, 0, i), 6)

# ---- duels (section 7)

cdef inline int duel_die(const Table* t, const State* s, int place, int p) noexcept nogil:
    """CC-7.1. Addressed by round, place and seat: another duel more or fewer leaves this die as it is."""
    return 1 + draw(s.head.key, LUCK_DUEL, address3(s.round, place, p), t.rules.duel_die_sides)

cdef bint fight(const Table* t, State* s, u32 who) noexcept nogil:
    """CC-7.3: one duel of all who stand on s.place. With dice it is settled at once; duel tokens are asked for first."""
    cdef int value[SEATS]
    cdef int p
    if t.might_is_right:
        s.duellists = who
        s.duel_turn = -1
        for p in range(t.players):
            s.chosen[p] = -1
        ask_next_token(t, s)
        return False
    for p in range(t.players):
        value[p] = duel_die(t, s, s.place, p) if (who >> p) & 1 else 0
    settle_duel(t, s, who, value)
    return True

cdef inline int pass_position(const State* s, int p) noexcept nogil:
    cdef int i
    for i in range(s.head.players):
        if s.passed[i] == p:
            return i
    return -1

cdef void settle_duel(const Table* t, State* s, u32 who, const int* value) noexcept nogil:
    cdef int best = -1, winner = -1, tied = 0, p, i, force, k
    cdef u32 top = 0
    for p in range(t.players):
        if (who >> p) & 1:
            force = strength(t, s, p) + value[p]                        # CC-7.5: as things are now
            if force > best:
                best = force
                top = 0
            if force == best:
                top |= <u32>1 << p
    tied = popcount(top)
    if tied == 1:
        winner = lowest(top)
    else:                                                               # CC-7.2
        for i in range(t.players):
            if (top >> s.passed[i]) & 1:
                winner = s.passed[i]
                if t.rules.duel_tie_break != TIE_LAST_PASSER:
                    break
        if t.rules.duel_tie_break == TIE_RANDOM:
            k = draw(s.head.key, LUCK_DUEL_TIE, address3(s.round, s.place, 0), tied)
            winner = nth_bit(top, k)
        elif t.rules.duel_tie_break == TIE_DEFENDER and s.place >= SPACES:
            p = owner_of(s, s.place - SPACES)
            if p >= 0 and (top >> p) & 1:
                winner = p
    s.n[winner][N_DUELS_WON] += 1
    for p in range(t.players):
        if (who >> p) & 1:
            s.n[p][N_DUELS] += 1
            if tied > 1 and (top >> p) & 1:
                s.n[p][N_DUEL_TIES] += 1
            if p != winner:
                figure_back(s, p, s.place)
                if t.red[SHERIFF] and character_of(s, p) == SHERIFF:    # CC-7.7
                    s.vp[p][PART_SHERIFF] += t.rules.sheriff_red_vp_per_loss

# ---- Might is Right: tokens instead of dice (CC-7.6)

cdef inline int token_value(int k) noexcept nogil:
    return k % VALUES

cdef u64 token_values(const State* s, int p) noexcept nogil:
    cdef u64 some = 0
    cdef int k
    for k in range(TOKENS):
        if s.holder[k] == p:
            some |= bit(token_value(k))
    return some

cdef void ask_next_token(const Table* t, State* s) noexcept nogil:
    """Each lays a token face down, in passing order; nobody sees the others' before all lie there."""
    while True:
        s.duel_turn += 1
        if (s.duellists >> s.passed[s.duel_turn]) & 1:
            ask(s, TOKEN, s.passed[s.duel_turn])
            return

cdef void lay_token(const Table* t, State* s, int p, int value) noexcept nogil:
    cdef int k, i
    cdef u32 missing = 0
    cdef int shown[SEATS]
    for k in range(TOKENS):
        if s.holder[k] == p and token_value(k) == value:
            s.chosen[p] = k
            break
    for i in range(t.players):
        if (s.duellists >> i) & 1 and s.chosen[i] < 0:
            missing |= 1
    if missing:
        ask_next_token(t, s)
        return
    for i in range(t.players):                                          # all are revealed together
        shown[i] = 0
        if (s.duellists >> i) & 1:
            shown[i] = token_value(s.chosen[i])
            s.holder[s.chosen[i]] = -1
            s.discarded_at[s.chosen[i]] = s.redraws
            s.chosen[i] = -1
    settle_duel(t, s, s.duellists, shown)
    for i in range(t.players):                                          # empty hands draw anew, in passing order
        if (s.duellists >> s.passed[i]) & 1 and token_values(s, s.passed[i]) == 0:
            redraw(t, s, s.passed[i])
    s.duellists = 0
    go_on_after_duel(t, s)

cdef void redraw(const Table* t, State* s, int p) noexcept nogil:
    cdef int n = 0, i, k, j
    cdef i8 pile[TOKENS]
    for k in range(TOKENS):
        if s.holder[k] == -1:
            pile[n] = k
            n += 1
    s.redrawn_at[p] = s.redraws
    for i in range(t.rules.might_redraw):                               # fewer if there are fewer (CC-7.16: there never are)
        if n == 0:
            break
        j = draw(s.head.key, LUCK_REDRAW, address3(s.redraws, p, i), n)
        s.holder[pile[j]] = p
        n -= 1
        pile[j] = pile[n]
    s.redraws += 1

cdef void go_on_after_duel(const Table* t, State* s) noexcept nogil:
    if s.step == STEP_PARCELS:
        offer_parcel(t, s)
    elif s.step == STEP_ESTATES:
        offer_attack(t, s)
    else:
        resolve(t, s)

# ---- step 5: parcels (CC-6.2..6.4)

cdef inline u64 claims_of(const State* s, int p) noexcept nogil:
    """Unowned parcels on which p stands."""
    cdef u64 mine = s.figures.parcels[p]
    if s.figures.white_seat == p and s.figures.white >= SPACES:
        mine |= bit(s.figures.white - SPACES)
    return mine & ~all_owned(s)

cdef u64 contested(const Table* t, const State* s) noexcept nogil:
    cdef u64 once = 0, twice = 0, c
    cdef int p
    for p in range(t.players):
        c = claims_of(s, p)
        twice |= once & c
        once |= c
    return twice

cdef inline bint can_buy(const Table* t, const State* s, int p, int x) noexcept nogil:
    return s.money[p] >= parcel_price(t, s, x) and free_property(t, s, p) > 0       # CC-6.3, CC-6.18

cdef inline void buy_parcel(const Table* t, State* s, int p, int x) noexcept nogil:
    s.money[p] -= parcel_price(t, s, x)
    s.owned[p] |= bit(x)

cdef void offer_parcel(const Table* t, State* s) noexcept nogil:
    """The winner of a contested parcel buys or declines at once (CC-6.20)."""
    cdef int p = lowest(standing(s, s.place))
    if can_buy(t, s, p, s.place - SPACES):
        ask(s, PERFORM, p)
    else:
        finish_place(s, p, False)
        resolve(t, s)

cdef bint sell_contested(const Table* t, State* s) noexcept nogil:
    """The first passer chooses the order of the duels, one after the other (CC-6.4)."""
    cdef u64 open
    cdef int p
    while True:
        if s.place == NO_PLACE:
            open = contested(t, s)
            if open == 0:
                return True
            if open & (open - 1):
                ask(s, DUEL_ORDER, s.passed[0])                         # D10
                return False
            s.place = SPACES + lowest(open)
        if not fight(t, s, standing(s, s.place)):
            return False
        p = lowest(standing(s, s.place))
        if can_buy(t, s, p, s.place - SPACES):
            ask(s, PERFORM, p)
            return False
        finish_place(s, p, False)

cdef u64 affordable_claims(const Table* t, const State* s, int p) noexcept nogil:
    cdef u64 mine = claims_of(s, p), can = 0
    if mine:
        mine &= ~contested(t, s)
    while mine:
        if can_buy(t, s, p, lowest(mine)):
            can |= bit(lowest(mine))
        mine &= mine - 1
    return can

cdef void give_up_claims(const Table* t, State* s, int p) noexcept nogil:
    cdef u64 mine = claims_of(s, p)
    if mine:
        mine &= ~contested(t, s)
    while mine:
        s.place = SPACES + lowest(mine)
        finish_place(s, p, False)
        mine &= mine - 1

cdef bint sell_uncontested(const Table* t, State* s) noexcept nogil:
    """Then the others, player by player in passing order, each in his own sequence (CC-6.4)."""
    cdef int p
    while s.turn < t.players:
        p = s.passed[s.turn]
        if affordable_claims(t, s, p):
            ask(s, BUY_PARCEL, p)                                       # D12
            return False
        give_up_claims(t, s, p)
        s.turn += 1
    return True

cdef void buy_uncontested(const Table* t, State* s, int p, int x) noexcept nogil:
    if x == PARCELS:
        give_up_claims(t, s, p)
    else:
        s.place = SPACES + x
        buy_parcel(t, s, p, x)
        finish_place(s, p, True)
    resolve(t, s)

cdef bint sell_parcels(const Table* t, State* s) noexcept nogil:
    if t.rules.uncontested_parcels_first:
        return sell_uncontested(t, s) and sell_contested(t, s)
    return sell_contested(t, s) and sell_uncontested(t, s)

include "building.pxi"

# ---- step 17: attacks and income (CC-7.8..7.15, section 11). Stages: 0 enter, 1 attacks, 2 Grocer, 3 and more: pay

cdef void send_home(const Table* t, State* s, u64 where) noexcept nogil:
    """CC-7.10: the attacks there are cancelled; attackers and defender take their figures back."""
    cdef int p
    cdef u64 mine
    for p in range(t.players):
        mine = s.figures.parcels[p] & where
        s.cowboys[p] += popcount(mine)
        s.figures.parcels[p] &= ~mine
    if s.figures.white >= SPACES and where & bit(s.figures.white - SPACES):
        s.figures.white = NO_PLACE                                      # a white defender (sheriff_may_defend), likewise

cdef u64 attacked(const Table* t, const State* s) noexcept nogil:
    cdef u64 where = 0
    cdef int p
    for p in range(t.players):
        where |= s.figures.parcels[p] & ~s.owned[p]
    return where & buildings(s)

cdef inline int lone_attacker(const State* s, int x, u32 who) noexcept nogil:
    """The seat of the only figure left if it is an attacker, else -1."""
    if who == 0 or who & (who - 1) or s.owned[lowest(who)] & bit(x):
        return -1
    return lowest(who)

cdef void offer_attack(const Table* t, State* s) noexcept nogil:
    """After the duel: an attacker who won may take his half or not; a defender who won goes to the reserve (CC-7.12)."""
    cdef int x = s.place - SPACES, p = lone_attacker(s, x, standing(s, s.place))
    if p >= 0:
        ask(s, PERFORM, p)
        return
    s.todo &= ~bit(x)
    finish_place(s, lowest(standing(s, s.place)), True)
    resolve(t, s)

cdef void settle_attack(State* s, int p, bint yes) noexcept nogil:
    """A winner who takes his half stays on the building until the income is paid; who declines leaves (CC-7.15)."""
    s.todo &= ~bit(s.place - SPACES)
    if yes:
        s.n[p][N_ATTACKS_WON] += 1
        s.place = NO_PLACE
    else:
        finish_place(s, p, False)

cdef bint fight_for_estates(const Table* t, State* s) noexcept nogil:
    cdef u32 who
    cdef int x, p
    while True:
        if s.place == NO_PLACE:
            if s.todo == 0:
                return True
            if s.todo & (s.todo - 1):
                ask(s, ATTACK_ORDER, s.passed[0])                       # D20 (CC-7.11)
                return False
            s.place = SPACES + lowest(s.todo)
        x = s.place - SPACES
        who = standing(s, s.place)
        for p in range(t.players):
            if (who >> p) & 1 and not s.owned[p] & bit(x):
                s.n[p][N_ATTACKS] += 1
        if who & (who - 1) and not fight(t, s, who):                    # alone: success without a duel
            return False
        who = standing(s, s.place)
        p = lone_attacker(s, x, who)
        if p >= 0:
            ask(s, PERFORM, p)
            return False
        s.todo &= ~bit(x)
        finish_place(s, lowest(who), True)

cdef void dismiss_defenders(const Table* t, State* s) noexcept nogil:
    """CC-7.13: defenders who were never attacked."""
    cdef int p
    cdef u64 mine
    for p in range(t.players):
        mine = s.figures.parcels[p] & s.owned[p]
        if t.rules.unattacked_defender:                                 # A-18: supply
            s.cowboys[p] += popcount(mine)
        s.figures.parcels[p] &= ~mine
    if s.figures.white >= SPACES:
        if t.rules.unattacked_defender:
            s.figures.white = NO_PLACE
        else:
            white_to_card(s)

cdef int waiting_grocer(const Table* t, const State* s) noexcept nogil:
    cdef int p
    if not t.red[GROCER]:
        for p in range(t.players):
            if character_of(s, p) == GROCER and s.waits[p]:
                return p
    return NOBODY

cdef void pay_income(const Table* t, State* s, int grocer, int doubled) noexcept nogil:
    """CC-11.5: all buildings of all players, once. CC-7.15: how an attacked one is split."""
    cdef int p, q, x, b, total, part
    cdef u64 estate
    for p in range(t.players):
        for b in range(CHURCH):
            estate = s.built[b] & s.owned[p]                            # CC-11.8: who owns the parcel owns the building
            while estate:
                x = lowest(estate)
                estate &= estate - 1
                total = income_as(t, s, p, x, b)
                if p == grocer and b == doubled:
                    total *= t.rules.grocer_multiplier
                part = 0
                for q in range(t.players):
                    if s.figures.parcels[q] & bit(x):                   # only winning attackers stand there now
                        part = total * t.rules.attack_share_percent // 100
                        s.money[q] += part
                        s.n[q][N_STOLEN] += part
                s.money[p] += total - part
                s.n[p][N_INCOME] += total - part
    for q in range(t.players):
        s.figures.parcels[q] = 0                                        # CC-7.12: to the reserve

cdef bint pay_estates(const Table* t, State* s) noexcept nogil:
    cdef int grocer = waiting_grocer(t, s), doubled = -1
    if s.stage == 0:
        if t.rules.church_cancel_timing and s.built[CHURCH]:            # A-31: only now
            send_home(t, s, protected_by_churches(t, s) & buildings(s))
        s.todo = attacked(t, s)
        s.stage = 1
    if s.stage == 1:
        if not fight_for_estates(t, s):
            return False
        dismiss_defenders(t, s)
        s.stage = 2
    if s.stage == 2 and grocer >= 0:
        ask(s, DOUBLE, grocer)                                          # D21, after the attacks (A-29)
        return False
    if s.stage == 3:
        s.money[grocer] += t.rules.grocer_money
    elif s.stage > 3:
        doubled = s.stage - 4
    pay_income(t, s, grocer, doubled)
    return True
