# Phase 2, Stealin' (section 7): one card after the other, in the order in which they were played.

# ---- bullets

cdef void bullet(const Table* t, State* s, int pawn, int origin) noexcept nogil:
    """A bullet card for somebody. It enters play with the next round's deck (CE-7.15), in the expert game at once."""
    s.pawn[pawn].bullets[origin] += 1
    s.pawn[pawn].hit += 1
    if t.expert and t.rules.expert_bullet_destination == 0:
        s.cards[owner(t, pawn)].over += 1                       # CE-13.8

cdef bint deal_bullets(const Table* t, State* s, u8 group, int each, int evades) noexcept nogil:
    """CE-7.13: neutral bullets for all who are hit by one trigger, or for nobody. True: Silk is asked whom she names."""
    cdef int p, n
    cdef bint asked = False
    if s.neutral < popcount(group) * each and t.rules.neutral_shortage_rule == SHORT_NONE:
        return False
    while group:
        p = earliest(t, s, group)
        group &= ~(1 << p)
        n = each if s.neutral >= each else s.neutral
        s.neutral -= n
        if n and evades and t.silk == SILK_EVASION and can(s, p, SILK) and evasions(t, s, p):
            s.evading = evades                                  # CE-12.2, CE-12.8
            s.whom = p
            s.left = n
            asked = True
            continue
        while n:
            bullet(t, s, p, NEUTRAL)
            n -= 1
    if asked:
        ask(s, EVADING, owner(t, s.whom))
    return asked

cdef void evade(const Table* t, State* s, int silk, int victim) noexcept nogil:
    """D28: the bullet goes to another bandit, who takes her place (or, silk_evasion_mode: flee_only, just the bullet)."""
    cdef int here = s.pawn[silk].space, there = s.pawn[victim].space, why = s.evading
    s.evading = EVADES_NOTHING
    while s.left > 0:
        bullet(t, s, victim, NEUTRAL)
        s.left -= 1
    if t.rules.silk_evasion_mode == 0 and here != there:
        put(s, victim, here)
        arrive(t, s, silk, there)
    elif why == EVADES_PASSING:
        arrive(t, s, silk, s.goes)                              # only the bullet is gone: she walks on
        return
    if why == EVADES_MARSHAL:
        s.due |= DUE_FLIGHT
    elif why == EVADES_GUARD:
        s.fleeing = s.at[here] & t.crew
    else:
        s.fleeing = 1 << victim

# ---- moving about, and what it triggers (CE-7.12, CE-7.17)

cdef inline void arrive(const Table* t, State* s, int pawn, int space) noexcept nogil:
    """A pawn ends a movement: note the triggers. The Marshal player sets off none (CE-11.2, CE-12.6)."""
    put(s, pawn, space)
    if is_marshal(t, pawn):
        return
    if space == s.marshal:
        s.due |= DUE_ENCOUNTER
    elif space == ROOF + s.coach:
        if s.guard == 1:
            s.due |= DUE_GUARD                                  # CE-10.11
    elif space == COACH_IN and s.pawn[pawn].hostage < 0 and s.hostages:
        s.entering |= 1 << pawn                                 # CE-10.16

cdef void guard_arrives(const Table* t, State* s) noexcept nogil:
    """CE-10.13: first punched, or along with the stagecoach. Bandits there are treated as if they had come to him (A-6)."""
    if t.rules.hs_guard_arrival:
        s.fleeing |= s.at[ROOF + s.coach] & t.crew
    else:
        s.due |= DUE_GUARD

cdef bint settle(const Table* t, State* s) noexcept nogil:
    """All triggers, one group after the other. True: somebody is asked."""
    cdef u8 group
    cdef int p
    while s.due or s.fleeing or s.entering:
        if s.due & DUE_FLIGHT:                                  # CE-7.12: onto the roof of that position
            s.due &= ~DUE_FLIGHT
            group = s.at[s.marshal] & t.crew
            while group:
                p = lowest(group)
                group &= group - 1
                arrive(t, s, p, ROOF + s.marshal)
        elif s.fleeing:
            p = earliest(t, s, s.fleeing)
            s.whom = p
            group = <u8>popcount(flights(t, s))
            if group == 1:                                      # CE-10.37
                s.fleeing &= ~(1 << p)
                put(s, p, lowest(flights(t, s)))
            else:
                ask(s, FLEEING, owner(t, p))
                return True
        elif s.due & DUE_ENCOUNTER:
            s.due = (s.due & ~DUE_ENCOUNTER) | DUE_FLIGHT
            if deal_bullets(t, s, s.at[s.marshal] & t.crew, 1, EVADES_MARSHAL):
                s.due &= ~DUE_FLIGHT
                return True
        elif s.due & DUE_GUARD:
            s.due &= ~DUE_GUARD
            group = s.at[ROOF + s.coach] & t.crew               # CE-10.11, CE-10.13
            if group:
                if deal_bullets(t, s, group, t.rules.hs_guard_bullets, EVADES_GUARD):
                    return True
                s.fleeing = group
        elif s.entering:
            p = earliest(t, s, s.entering)
            s.entering &= ~(1 << p)
            if s.hostages & (s.hostages - 1):
                s.whom = p
                ask(s, TAKING_HOSTAGE, owner(t, p))             # D19
                return True
            if s.hostages:
                take_hostage(s, p, lowest(s.hostages))
    return False

cdef void take_hostage(State* s, int pawn, int hostage) noexcept nogil:
    """CE-10.16, CE-10.17: effects start at once."""
    s.hostages &= ~(1 << hostage)
    s.pawn[pawn].hostage = hostage
    if hostage == GAMBLER:                                      # CE-10.24; a freed prisoner's ability stays
        s.pawn[pawn].abilities = 0
        if s.pawn[pawn].prisoner >= 0 and s.pawn[pawn].prisoner != s.pawn[pawn].character:
            s.pawn[pawn].abilities = 1 << s.pawn[pawn].prisoner

# ---- the loop

cdef void go_on(const Table* t, State* s) noexcept nogil:
    """Until somebody is asked, or the game is over."""
    cdef int card
    while True:
        if s.due | s.fleeing | s.entering:
            if settle(t, s):
                return
        if s.phase == ROBBING and s.left > 0:                   # CE-11.22: a further token
            if robbable(s, s.pawn[s.actor].space):
                s.goes = 1
                ask(s, ROBBING, owner(t, s.actor))
                return
            s.left = 0
        if s.stage == STAGE_STEALIN:
            if s.next == s.n_pile:
                s.stage = STAGE_REFLEXES if reflexes_round(t, s) else STAGE_EVENT
                continue
            card = s.pile[s.next]
            s.down &= ~bit(s.next)
            s.next += 1
            if resolve_card(t, s, card >> 4, card & 15):
                return
        elif after_stealin(t, s):
            return

cdef inline bint wasted(State* s, int pawn) noexcept nogil:
    """No effect (CE-7.2)."""
    s.pawn[pawn].wasted += 1
    return False

cdef inline bint resolve_card(const Table* t, State* s, int pawn, int kind) noexcept nogil:
    """CE-7.1: the owner decides all details now. True: he is asked."""
    s.actor = pawn
    s.copying = 0
    s.phase = SCHEME                                            # nothing is open from the card before
    if kind == IDEA:
        s.known_idea &= ~(1 << pawn)
        return have_idea(t, s, pawn)
    if not is_marshal(t, pawn):
        s.last_kind = kind                                      # CE-11.28
        s.last_pawn = pawn
    if s.pawn[pawn].space >= CELL:                              # CE-11.19, CE-10.33
        return wasted(s, pawn)
    return perform(t, s, pawn, kind)

cdef bint perform(const Table* t, State* s, int p, int kind) noexcept nogil:
    """One action. With one way to do it, it is done; with several, the owner of the pawn is asked."""
    if kind == MOVE or kind == MOVE_PLUS:
        return move(t, s, p)
    elif kind == FLOOR or kind == FLOOR_PLUS:
        return climb(t, s, p)
    elif kind == FIRE:
        return fire(t, s, p)
    elif kind == PUNCH:
        return punch(t, s, p)
    elif kind == ROBBERY:
        return rob(t, s, p)
    elif kind == MARSHAL:
        return send_marshal(t, s, p)
    elif kind == RIDE:
        return ride(t, s, p)
    return arrest(t, s)

# ---- Move, Floor, Marshal

cdef bint move(const Table* t, State* s, int p) noexcept nogil:
    cdef u64 some = moves(t, s, p, True)
    if some == 0:
        return wasted(s, p)
    if some & (some - 1):
        ask(s, MOVING, owner(t, p))
        return True
    return do_move(t, s, p, lowest(some))

cdef bint climb(const Table* t, State* s, int p) noexcept nogil:
    cdef u64 some = climbs(t, s, p)
    if s.pawn[p].blocked & 2 and s.copying != 1:                # CE-11.10, CE-11.16
        return wasted(s, p)
    if some & (some - 1):
        ask(s, CLIMBING, owner(t, p))
        return True
    arrive(t, s, p, lowest(some))
    return False

cdef bint send_marshal(const Table* t, State* s, int p) noexcept nogil:
    """CE-7.11."""
    if 0 < s.marshal < t.last:
        ask(s, MARSHAL_MOVING, owner(t, p))
        return True
    do_marshal(t, s, 1 if s.marshal == 0 else 0)
    return False

cdef inline bint passes_guard(const State* s, int a, int b) noexcept nogil:
    """CE-10.12: does the way from space a to space b lead over the guard's roof, beginning and ending elsewhere?"""
    cdef int g = ROOF + s.coach
    if s.guard != 1 or a < ROOF or b < ROOF or a == g or b == g:
        return False
    if a < COACH_IN and b < COACH_IN:
        return (a < g) != (b < g)
    return (a < COACH_IN) != (b < COACH_IN)

cdef bint do_move(const Table* t, State* s, int p, int space) noexcept nogil:
    """CE-7.4. True: Silk is asked on the way."""
    if s.guard == 1 and not is_marshal(t, p) and passes_guard(s, s.pawn[p].space, space):
        s.goes = space
        if deal_bullets(t, s, 1 << p, t.rules.hs_guard_bullets, EVADES_PASSING):
            put(s, p, ROOF + s.coach)                           # CE-12.8: her Move ends at the swapped place
            return True
    arrive(t, s, p, space)
    return False

cdef void do_marshal(const Table* t, State* s, int back) noexcept nogil:
    """CE-7.11, CE-7.12. Interiors only, so never the stagecoach (CE-10.6)."""
    s.marshal += 1 if back else -1
    if s.at[s.marshal]:
        s.due |= DUE_ENCOUNTER

# ---- Robbery

cdef bint rob(const Table* t, State* s, int p) noexcept nogil:
    cdef u32 some = robbable(s, s.pawn[p].space)
    if some == 0:
        return wasted(s, p)
    s.goes = 0
    s.left = 1
    if t.mp and s.pawn[p].prisoner >= 0 and s.pawn[p].prisoner == s.pawn[p].character:
        s.left = t.rules.own_companion_rob
    if some & (some - 1):
        ask(s, ROBBING, owner(t, p))
        return True
    s.phase = ROBBING
    do_rob(t, s, p, lowest(some))
    return False

cdef inline u64 token_luck(const State* s, int salt) noexcept nogil:
    """Which of several tokens that are alike (CE-7.16)."""
    return at(stream(s.head.key, LUCK_TOKEN), address3(s.round, s.next, salt))

cdef void transfer(const Table* t, State* s, Loot* a, Loot* b, int kind, u8 guarded, int salt) noexcept nogil:
    """One token of a class from one place to another; which one is random (CE-7.16)."""
    cdef u64 bits = token_luck(s, salt)
    cdef u32 some
    cdef int k
    if kind == PURSE:
        if a.purses & (a.purses - 1) and a.purses & (STARTING_PURSES | s.mixed_purses):
            s.mixed_purses |= a.purses                          # CE-5.6: from now on it can be any of them
        k = nth_bit(a.purses, below(bits, popcount(a.purses)))
        a.purses &= ~(<u32>1 << k)
        b.purses |= <u32>1 << k
    elif kind == JEWEL:
        a.jewels -= 1
        b.jewels += 1
    elif kind == STRONGBOX:
        some = a.boxes & ~guarded
        k = nth_bit(some, below(bits, popcount(some)))
        a.boxes &= ~(1 << k)
        b.boxes |= 1 << k
    elif kind == MAILBAG:
        k = nth_bit(a.bags, below(bits, popcount(a.bags)))
        a.bags &= ~(1 << k)
        b.bags |= 1 << k
    elif kind < NO_LOOT:
        some = a.flasks
        if kind == FULL_FLASK:
            some &= s.full_flasks
        else:
            some &= ~s.full_flasks
            some &= s.old_flask if kind == HALF_OLD_FLASK else ~s.old_flask
        k = nth_bit(some, below(bits, popcount(some)))
        a.flasks &= ~(1 << k)
        b.flasks |= 1 << k

cdef void do_rob(const Table* t, State* s, int p, int kind) noexcept nogil:
    """CE-7.6."""
    cdef int x = s.pawn[p].space
    transfer(t, s, &s.floor[x], &s.pawn[p].loot, kind, COACH_BOX if x == COACH_ROOF and s.guard == 0 else 0, 8 + s.left)
    s.pawn[p].robbed += 1
    s.left -= 1

# ---- Punch (CE-7.7)

cdef bint punch(const Table* t, State* s, int p) noexcept nogil:
    cdef Options o
    if s.pawn[p].hostage == TEACHER or (s.pawn[p].blocked & 4 and s.copying != 1):      # CE-10.21, CE-11.11
        return wasted(s, p)
    if not s.at[s.pawn[p].space] & ~(1 << p) and not (s.pawn[p].space == COACH_ROOF and s.guard == 0):
        return wasted(s, p)
    o.n = 0
    punch_options(t, s, &o, p)
    if o.n > 1 or o.segment[0].members & (o.segment[0].members - 1):
        ask(s, PUNCHING, owner(t, p))
        return True
    return do_punch(t, s, p, (o.segment[0].base & 0xFFFFFF) + lowest(o.segment[0].members))

cdef void lose(const Table* t, State* s, int p, int victim, int kind) noexcept nogil:
    """The token lies down in that space; purses go to Cheyenne (CE-8.5)."""
    cdef Loot* to = &s.floor[s.pawn[victim].space]
    if can(s, p, CHEYENNE) and (kind == PURSE or t.rules.cheyenne_takes):
        to = &s.pawn[p].loot
    transfer(t, s, &s.pawn[victim].loot, to, kind, 0, victim)

cdef void push(const Table* t, State* s, int victim, int where) noexcept nogil:
    if where == PUSH_OFF:
        put(s, victim, OUT)                                     # CE-11.24
    else:
        arrive(t, s, victim, pushed_to(t, s, s.pawn[victim].space, where))

cdef bint do_punch(const Table* t, State* s, int p, int k) noexcept nogil:
    """True: the victim is asked (punch_loot_choice)."""
    cdef int victim = k >> 6, kind = k >> 3 & 7, where = k & 7
    cdef u32 some
    if victim == GUARD_TARGET:                                  # CE-10.9: for the rest of the game
        s.guard = 1
        guard_arrives(t, s)
        return False
    if is_marshal(t, victim):                                   # CE-11.4
        if s.brawlers_left:
            s.pawn[p].brawlers |= 1 << (3 - s.brawlers_left)
            s.brawlers_left -= 1
    elif t.rules.punch_loot_choice:
        some = classes(s, &s.pawn[victim].loot, 0)
        if some & (some - 1) and t.rules.punch_loot_choice == LOOT_VICTIM:
            s.whom = victim
            s.goes = where
            ask(s, LOSING, owner(t, victim))
            return True
        if some:
            lose(t, s, p, victim, nth_bit(some, below(token_luck(s, 24), popcount(some))))
    elif kind != NO_LOOT:
        lose(t, s, p, victim, kind)
    push(t, s, victim, where)
    return False

# ---- Fire (CE-7.8..7.10)

cdef bint fire(const Table* t, State* s, int p) noexcept nogil:
    cdef u64 some
    if is_marshal(t, p):
        if in_sight(t, s, 0) & t.crew and (s.piles[0] or s.piles[1]):
            ask(s, MARSHAL_FIRING, 0)
            return True
        return wasted(s, p)
    if s.pawn[p].gun == 0 or (s.pawn[p].blocked & 1 and s.copying != 1):                # CE-11.9
        return wasted(s, p)
    some = targets(t, s, p)
    if some == 0:
        return wasted(s, p)
    if some & (some - 1) or throwable(t, s, p, <u8>some):
        ask(s, FIRING, owner(t, p))
        return True
    do_fire(t, s, p, lowest(some), False)
    return False

cdef void do_fire(const Table* t, State* s, int p, int target, bint off) noexcept nogil:
    cdef int x, y, step
    s.pawn[p].gun -= 1
    bullet(t, s, target, p)
    if side(t, p) != side(t, target) or is_marshal(t, target):
        s.pawn[p].fired += 1
    elif t.team and t.rules.team_partner_shots:                 # CE-13.14; never the own second bandit (CE-13.5)
        s.pawn[p].fired += 1 if t.rules.team_partner_shots == SHOTS_COUNTED else -1
    if off:
        put(s, target, OUT)                                     # CE-11.25
        return
    x = s.pawn[p].space
    y = s.pawn[target].space
    if can(s, p, DJANGO) and t.rules.django_push and x < COACH_IN and y < COACH_IN and (x & 7) != (y & 7):
        for step in range(t.rules.django_push):                 # CE-8.3, CE-8.10: away, on the same level; CE-7.14: not off
            if (y & 7) > (x & 7):
                y += (y & 7) < t.last
            else:
                y -= (y & 7) > 0
        if y != s.pawn[target].space:
            arrive(t, s, target, y)

cdef void marshal_hits(const Table* t, State* s, int p, int pile) noexcept nogil:
    """CE-11.6, CE-11.8: a bullet with an effect; the golden one has none (CE-11.14)."""
    cdef int effect = t.bullet[pile][t.rules.marshal_bullets_per_pile - s.piles[pile]], k
    cdef u8 bags = s.pawn[p].loot.bags
    s.piles[pile] -= 1
    bullet(t, s, p, OF_MARSHAL)
    if effect <= SHOT_SHOULDER:
        s.pawn[p].blocked |= 1 << effect                        # CE-11.9..11.11
    elif effect == GOTCHA and s.pawn[p].prisoner >= 0:          # CE-11.12
        k = s.pawn[p].prisoner
        s.caught |= 1 << k
        s.pawn[p].prisoner = NOBODY
        if k != s.pawn[p].character:
            s.pawn[p].abilities &= ~(1 << k)
    elif effect == DROP_THE_BAG and bags:                       # CE-11.13
        k = nth_bit(bags, below(token_luck(s, 16 + p), popcount(bags)))
        s.pawn[p].loot.bags &= ~(1 << k)
        s.delivered |= 1 << k

# ---- Ride (CE-10.1 to CE-10.4: CE-10.3, no step at all, is legal), Arrest (CE-11.5), Brilliant Idea (CE-11.20)

cdef bint ride(const Table* t, State* s, int p) noexcept nogil:
    if s.pawn[p].hostage == ZEALOT or ride_spaces(t, s, p) == 0:       # CE-10.22, CE-10.26
        return wasted(s, p)
    ask(s, RIDING, owner(t, p))
    return True

cdef void do_ride(const Table* t, State* s, int p, int space) noexcept nogil:
    s.horses[position(s, s.pawn[p].space)] -= 1
    if space == OUT:                                            # CE-10.33: he and his horse
        put(s, p, OUT)
        return
    s.horses[s.coach if space == COACH_IN else space] += 1
    arrive(t, s, p, space)

cdef bint arrest(const Table* t, State* s) noexcept nogil:
    cdef u64 some = s.at[s.pawn[0].space] & t.crew
    if some == 0:
        return wasted(s, 0)
    if some & (some - 1):
        ask(s, ARRESTING, 0)
        return True
    do_arrest(t, s, lowest(some))
    return False

cdef void do_arrest(const Table* t, State* s, int p) noexcept nogil:
    put(s, p, CELL)
    s.wanted &= ~(1 << p)                                       # the first time for good

cdef bint have_idea(const Table* t, State* s, int p) noexcept nogil:
    cdef int x = s.pawn[p].space
    cdef u64 some
    if x == OUT:
        return wasted(s, p)
    if x == CELL:                                               # (a)
        ask(s, BREAKING_OUT, owner(t, p))
        return True
    if x == t.last or x == ROOF + t.last:                       # (b)
        some = <u64>s.at[CELL] << 8
        if s.pawn[p].prisoner < 0:
            some |= s.prisoners
        if some == 0:
            return wasted(s, p)
        if some & (some - 1):
            ask(s, AT_PRISON, owner(t, p))
            return True
        if some < 256:
            free_prisoner(s, p, lowest(some))
            return False
        return free_bandit(t, s, p, lowest(some) - 8)
    if s.last_kind < 0:                                         # (c)
        return wasted(s, p)
    s.copying = 2 if s.last_pawn == p else 1                    # CE-11.16, CE-11.21
    return perform(t, s, p, s.last_kind)

cdef void free_prisoner(State* s, int p, int prisoner) noexcept nogil:
    """CE-11.22: his ability, or a better Robbery with the own companion. Void where CE-11.27 says so."""
    s.prisoners &= ~(1 << prisoner)
    s.pawn[p].prisoner = prisoner
    if prisoner != s.pawn[p].character:
        s.pawn[p].abilities |= 1 << prisoner

cdef bint free_bandit(const Table* t, State* s, int p, int freed) noexcept nogil:
    """He comes along and gives a token of his choice. True: he is asked which."""
    cdef u32 some = classes(s, &s.pawn[freed].loot, 0)
    arrive(t, s, freed, s.pawn[p].space)
    if some & (some - 1):
        s.whom = freed
        ask(s, RANSOM, owner(t, freed))                         # D24
        return True
    if some:
        transfer(t, s, &s.pawn[freed].loot, &s.pawn[p].loot, lowest(some), 0, freed)
    return False
