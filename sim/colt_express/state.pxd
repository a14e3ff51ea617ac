# Colt Express on the table: the rules and cards that lie fixed (Table) and one game (State), in the rulebook's order.
# Numbers CE-a.b are those of the rule specification.
#
# A pawn is a bandit, or the Marshal of a Marshal player (always pawn 0). With two players seat 0 has the pawns 0 and 1,
# seat 1 the pawns 2 and 3; otherwise pawn and seat are the same number. A set of pawns is a byte.
from sim.core.types cimport i8, u8, i16, i32, u32, u64
from sim.core.contract cimport Head

cdef enum:
    SEATS = 8
    PAWNS = 8
    NOBODY = -1
    PILE = 64                   # cards of one round, at most (CE-6; 8 seats play 40, and a few with flasks and plus cards)
    TURNS = 5                   # turn symbols of a round card, at most
    ROUND_CARDS = 24            # of one set, all modules together
    STATIONS = 12
    ROUNDS = 7                  # at most
    GOALS = 10
    FLASKS = 6
    PRISONERS = 8
    HOSTAGES = 8
    HORSES = 8                  # positions at which horses can stand
    TRAIN_PURSES = 20           # purse tokens on the train, at most
    FIRST_TRAIN_PURSE = 8       # token p below is the starting purse of pawn p
    STARTING_PURSES = 0xFF

cdef enum:                      # spaces (CE-3): interiors 0..7, roofs 8..15, and the special ones
    ROOF = 8
    COACH_IN = 16               # CE-3.2
    COACH_ROOF = 17
    FLOORS = 18                 # spaces on which loot can lie
    CELL = 18                   # CE-3.3
    OUT = 19                    # CE-3.6: left the game, or not yet on the train
    SPACES = 20

cdef enum:                      # kinds of cards (CE-2.3, CE-11.1); own kinds are packed four bits each, bullets above them
    MOVE, FLOOR, FIRE, PUNCH, ROBBERY, MARSHAL, RIDE, IDEA, MOVE_PLUS, FLOOR_PLUS, ARREST, BULLET, KINDS
    SECOND = 16                 # card = SECOND + kind: of the second bandit (two players) or of the partner (teams)
    SECOND_BULLET = 7           # among those: a bullet of the partner
    BULLET_SHIFT = 44
    SECOND_SHIFT = 28

cdef enum:                      # characters, in the order of data/characters.yaml; also their abilities, bit a character
    GHOST, BELLE, DJANGO, TUCO, CHEYENNE, DOC, MEI, SILK, CHARACTERS

cdef enum:                      # silk
    SILK_OFF, SILK_MOVE, SILK_EVASION, SILK_BLOCKING

cdef enum:                      # turn symbols (CE-6)
    STANDARD, TUNNEL, SPEEDING_UP, SWITCHING, TURMOIL_TURN, SHAKING

cdef enum:                      # events, in the order of EVENTS in words.py
    NO_EVENT, ANGRY_MARSHAL, SWIVEL_ARM, BRAKING, TAKE_IT_ALL, REBELLION
    PANTING_HORSES, WHISKEY_FOR_MARSHAL, HIGHER_SPEED, SHOTGUN_RAGE, SAFE_PLACE, RUMORS, REFLEXES
    CONDUCTOR, PICKPOCKETING, MARSHALS_REVENGE, MORTAL_BULLET, SHARING, ESCAPE, GUILTY_PLEA, DEADLY_FALL, CRIME

cdef enum:                      # hostages, in the order of data/hostages.yaml
    POODLE, BANKER, MINISTER, TEACHER, ZEALOT, OLD_LADY, GAMBLER, PHOTOGRAPHER

cdef enum:                      # classes of loot for every choice or naming (CE-7.16)
    PURSE, JEWEL, STRONGBOX, MAILBAG, FULL_FLASK, HALF_FLASK, HALF_OLD_FLASK, NO_LOOT

cdef enum:                      # strongboxes
    LOCOMOTIVE_BOX = 1
    COACH_BOX = 2
    SPARE_BOX = 4

cdef enum:                      # origins of bullets beside the pawns 0..7
    NEUTRAL = 8
    OF_MARSHAL = 9
    ORIGINS = 10

cdef enum:                      # effects of the Marshal's bullets (CE-11.9..11.14)
    LOST_WEAPON, WOUNDED_KNEE, SHOT_SHOULDER, GOTCHA, DROP_THE_BAG, GOLDEN

cdef enum:                      # goals (CE-11.17): warrant of character c = c, then the special ones
    SCRATCH = 8
    DODGE, GOLDEN_GOAL, MAIL, KEY, FULL_OF_LEAD, ARCH_ENEMY, SPECIAL_END

cdef enum:                      # Phase: what is being asked of the seat to move; D numbers are those of section 15
    OVER
    CHOOSE_CHARACTER            # D1
    ATTACK                      # D3
    OPENING                     # D8
    SCHEME                      # D4
    TURMOIL                     # D4, committed unseen
    FLASK_CARD                  # D5
    OLD_CARD                    # D5
    PLUS_CARD                   # D6
    COVER                       # D7
    KEEP                        # D9
    EXPERT_KEEP                 # D10
    MOVING                      # D11
    CLIMBING                    # D12
    ROBBING                     # D13
    PUNCHING                    # D14
    LOSING                      # punch_loot_choice: victim
    FIRING                      # D15
    MARSHAL_FIRING              # D16
    MARSHAL_MOVING              # D17
    RIDING                      # D18
    TAKING_HOSTAGE              # D19
    FLEEING                     # D20
    ARRESTING                   # D21
    BREAKING_OUT                # D22
    AT_PRISON                   # D23
    RANSOM                      # D24
    PICKING                     # D25
    REFLEX                      # D26
    ANGRY_FIRE                  # D27
    ANGRY_MOVE                  # D27
    EVADING                     # D28
    PLACING                     # start_positions: free

cdef enum:                      # Act: the classes of the action codes: code = class << 24 | argument
    ACT_CHARACTER = 1           # character
    ACT_ATTACK                  # bit a bandit of the seat: set = ride on
    ACT_OPENING                 # card
    ACT_PLAY                    # card
    ACT_HIDE                    # card, face down
    ACT_DRAW
    ACT_FETCH                   # Brilliant Idea
    ACT_FLASK                   # 4 * bandit of the seat + 0 full, 1 half-empty, 2 old
    ACT_STOP                    # no further card, no further token, not now
    ACT_KEEP                    # card; 31: no further one
    ACT_HOLD                    # expert: 32 * card + how many are kept
    ACT_MOVE                    # space
    ACT_FLOOR                   # space
    ACT_ROB                     # class of loot
    ACT_PUNCH                   # pawn << 6 | class of loot << 3 | where: see PUSH_*
    ACT_LOSE                    # class of loot
    ACT_FIRE                    # pawn
    ACT_FIRE_OFF                # pawn: thrown off the train by the shot
    ACT_SHOOT                   # Marshal: pile << 3 | pawn
    ACT_SHOOT_TWO               # Marshal: who is hit from pile 1 << 3 | who from pile 2
    ACT_MARSHAL                 # 0 forward, 1 back
    ACT_RIDE                    # space; OUT: leave the train
    ACT_HOSTAGE                 # hostage
    ACT_FLEE                    # space
    ACT_ARREST                  # pawn
    ACT_BREAK_OUT               # space
    ACT_FREE_PRISONER           # prisoner
    ACT_FREE_BANDIT             # pawn
    ACT_PAY                     # class of loot
    ACT_PICK                    # 1 take a purse, 0 leave it
    ACT_EVADE                   # pawn
    ACT_PLACE                   # space

cdef enum:                      # where a punched pawn goes
    PUSH_FORWARD, PUSH_BACK, PUSH_ACROSS, PUSH_OFF
    GUARD_TARGET = 8            # the guard as the target of a punch
    KEEP_NO_MORE = 31

cdef enum:                      # Stage: what goes on once nobody is asked any more
    STAGE_STEALIN, STAGE_REFLEXES, STAGE_EVENT, STAGE_EVENT_MOVE, STAGE_PICK, STAGE_SHIFT, STAGE_AFTER_SHIFT

cdef enum:                      # due: triggers to be looked at (CE-7.17)
    DUE_ENCOUNTER = 1
    DUE_GUARD = 2
    DUE_FLIGHT = 4              # the flight from the Marshal after Silk's evasion

cdef enum:                      # what Silk is evading
    EVADES_NOTHING, EVADES_MARSHAL, EVADES_GUARD, EVADES_PASSING

cdef enum:                      # Source: sources of luck
    LUCK_CHARACTERS, LUCK_CARS, LUCK_PURSES, LUCK_FLASKS, LUCK_HOSTAGES, LUCK_PRISONERS, LUCK_GOALS, LUCK_ROUNDS
    LUCK_STATION, LUCK_HANDS, LUCK_PARTNER, LUCK_TOKEN, LUCK_FIRST, LUCK_RUMORS, LUCK_BULLETS, SOURCES

# Switches with more than two positions, in the order of their values in rules.yaml
cdef enum:
    START_LAST_TWO, START_LAST, START_ALL_CARS, START_FREE          # start_positions
cdef enum:
    SHORT_NONE, SHORT_IN_ORDER                                      # neutral_shortage_rule
cdef enum:
    LOOT_ATTACKER, LOOT_VICTIM, LOOT_RANDOM                         # punch_loot_choice
cdef enum:
    BELLE_FULL, BELLE_FIRE, BELLE_PUNCH                             # belle_protection
cdef enum:
    FIRST_CLOCKWISE, FIRST_FIXED, FIRST_RANDOM, FIRST_POOREST       # first_player_rotation
cdef enum:
    SHOTS_NOT_COUNTED, SHOTS_MINUS_ONE, SHOTS_COUNTED               # team_partner_shots
cdef enum:
    AWARD_FULL, AWARD_SPLIT, AWARD_NONE                             # gunslinger_tie
cdef enum:
    TIE_FEWEST_BULLETS, TIE_MOST_FIRED, TIE_MOST_TOKENS, TIE_SHARED, TIE_FIRST_SEAT
cdef enum:
    SHARED_SPLIT, SHARED_SEAT_ORDER, SHARED_NONE                    # shared_victory

cdef struct Rules:              # every number and switch of rules.yaml, by its name; filled from the dict as it is
    i16 rounds, hand_size, doc_extra_cards, draw_instead_of_play, draw_from_empty_deck, deck_move, deck_floor
    i16 deck_fire, deck_punch, deck_robbery, deck_marshal, bullets_per_bandit, neutral_bullets
    i16 neutral_shortage_rule, character_choice, starting_purse, strongbox_value, jewel_value, purse_value_1
    i16 purse_value_2, purse_value_3, purse_value_4, purse_value_5, purse_value_6, car_a_purses, car_a_jewels
    i16 car_b_purses, car_b_jewels, car_c_purses, car_c_jewels, car_d_purses, car_d_jewels, car_e_purses
    i16 car_e_jewels, car_f_purses, car_f_jewels, cars_per_player_offset, start_positions, first_player_rotation
    i16 roof_move_max, inside_move_max, fire_inside_range, roof_sight_blocked, punch_loot_choice, ghost_hidden_cards
    i16 belle_protection, django_push, tuco_through_roof, cheyenne_takes, silk_move_max, silk_move_pass_marshal
    i16 silk_coach_inside_step, silk_evasion_mode, take_it_all_value, conductor_ransom, hs_horses, hs_stagecoach
    i16 hs_hostages, hs_whiskey, hs_round_cards, hs_neutral_bullets, hs_start_position, hs_coach_shift_per_round
    i16 hs_final_shift, hs_ride_max, hs_hostages_offset, hs_guard_bullets, hs_guard_arrival, horse_attack_start
    i16 event_sweep_passes_guard, whiskey_uses, flask_ordinary_draw, flask_old_cards, keep_symbols_scale
    i16 panting_horses_removed_small, panting_horses_removed_large, hostage_ransom_poodle, hostage_ransom_banker
    i16 hostage_ransom_minister, hostage_ransom_teacher, hostage_ransom_zealot, hostage_ransom_old_lady
    i16 hostage_ransom_gambler, hostage_ransom_photographer, poodle_bullets_per_round, minister_hand_penalty
    i16 old_lady_roof_max, mortal_bullet_loss, escape_all_caught, mp_round_cards, mp_extra_purse, mp_cars_small
    i16 mp_cars_large, marshal_hand_size, mp_marshal_deck_move, mp_marshal_deck_floor, mp_marshal_deck_fire
    i16 mp_marshal_deck_move_plus, mp_marshal_deck_floor_plus, mp_marshal_deck_arrest, marshal_shots_per_fire
    i16 marshal_bullets_per_pile, mp_bullet_1_1, mp_bullet_1_2, mp_bullet_1_3, mp_bullet_1_4, mp_bullet_1_5
    i16 mp_bullet_1_6, mp_bullet_2_1, mp_bullet_2_2, mp_bullet_2_3, mp_bullet_2_4, mp_bullet_2_5, mp_bullet_2_6
    i16 belle_vs_single_gun, mp_brawler_value_1, mp_brawler_value_2, mp_brawler_value_3, mp_wanted_bounty
    i16 mp_prisoner_income, mp_prisoners_dealt, mp_mailbag_value_1, mp_mailbag_value_2, mp_mail_on_coach_counts
    i16 own_companion_rob, mp_goals_needed, mp_warrants, mp_specials, mp_dodge_limit, mp_arch_enemy, mp_key_count
    i16 two_player_edition, expert_bullet_destination, expert_opening_bullets, expert_idea_search, team_card_actor
    i16 team_partner_shots, team_foreign_card, side_ineligible, gunslinger_award, gunslinger_tie, tie_break
    i16 shared_victory

cdef struct RoundCard:          # CE-9.1
    i8 turns[TURNS]
    i8 n_turns, keep, event

cdef struct Table:
    Rules rules
    i8  players, pawns, bandits     # seats, pawns, and how many of those are bandits
    i8  hs, mp, team, expert, two   # modules and ways to play
    i8  plain                       # none of them: the base game with one hand a player
    i8  silk                        # SILK_*
    i8  assign                      # characters are dealt to entrants (design.characters)
    i8  coach                       # is there a stagecoach
    i8  horses                      # is there a horse attack
    i8  large                       # set of round cards
    i8  last                        # N: position of the last car (CE-3.1)
    i8  cars                        # ordinary cars
    i8  pool[CHARACTERS]            # characters that can be dealt
    i8  n_pool
    u32 order[2][SEATS]             # who acts in a turn that this seat begins, seat + 1 in four bits; 1: switching (CE-5.4)
    u32 step[COACH_IN]              # where a Move leads from each space of the train (CE-7.4)
    i8  on_foot                     # and that is all there is to it: no stagecoach, no hostage, no Silk who moves or blocks
    u8  crew                        # the bandits, as a set of pawns
    u64 deck[2]                     # of a bandit, of the Marshal
    u64 row[2]                      # the same, card by card: see draw_cards
    u32 deck2                       # of the second bandit of a player
    i16 purse_value[8]              # by kind of purse; 6: a starting purse
    i8  purse_count[6]              # on the train or out of the game
    i8  car_purses[6]
    i8  car_jewels[6]
    i16 ransom[HOSTAGES]
    i16 brawler[3]
    i16 bag[2]
    i8  bullet[2][8]                # effects of the Marshal's bullets, first fired first
    i8  goals                       # the Marshal's goals in all
    i8  warrants, specials          # of them
    u32 special_pool                # special goals in the box for this number of bandits, bit a goal
    u32 round_pool, station_pool    # cards that can come up
    RoundCard card[ROUND_CARDS + STATIONS]      # the stations after the others
    i8  shelf[ROUNDS]               # where the cards of each round begin: 0, in the last one ROUND_CARDS

cdef struct Loot:                   # what lies in a space or before a bandit
    u32 purses                      # tokens; their kinds are in State.purse
    i8  jewels
    u8  boxes                       # strongboxes: LOCOMOTIVE_BOX, COACH_BOX, SPARE_BOX
    u8  bags                        # mailbags: 1 light, 2 heavy
    u8  flasks                      # tokens

cdef struct Pawn:
    Loot loot
    i16 station                     # money that the station's event gave or took, or the shared strongbox money
    i8  space
    i8  character                   # NOBODY: the Marshal
    i8  gun                         # own bullets left
    u8  abilities                   # bit a character
    i8  hostage, prisoner           # or NOBODY
    u8  brawlers                    # CE-11.4: 1 gold, 2 silver, 4 bronze
    u8  blocked                     # CE-11.9..11.11: 1 Fire, 2 Floor, 4 Punch
    i8  fired                       # shots that count for the Gunslinger
    i8  hit                         # bullets received in this round
    i8  bullets[ORIGINS]            # bullet cards received, by origin
    u8  robbed, wasted              # tokens taken by Robbery, cards without effect

cdef struct Hand:                   # the cards of a seat, packed (see KINDS)
    u64 hand, deck
    u64 top                         # expert: cards laid on top of the deck by Reflexes
    u64 aside                       # cards chosen to be kept
    u32 hand2, deck2, aside2        # of the second bandit or the partner
    i8  under, over                 # expert: bullets below and above `top`
    i8  foreign                     # teams: of the partner's bullets here, those fired by other teams (A-16)

cdef struct State:
    Head head
    Pawn pawn[PAWNS]
    Hand cards[SEATS]
    Loot floor[FLOORS]
    u8  at[SPACES]                  # pawns in each space
    i8  purse[TRAIN_PURSES]         # kind of each purse token of the train
    u32 lost_purses                 # out of the game (CE-9.17)
    # beside the train
    i8  marshal                     # position of the NPC Marshal; NOBODY with a Marshal player
    i8  neutral                     # neutral bullets left
    i8  spare                       # the second strongbox still waits (CE-4.4)
    i8  coach                       # position beside which the stagecoach stands; NOBODY: none
    i8  guard                       # 0 sits on his strongbox, 1 stands on the train; NOBODY: none
    i8  horses[HORSES]              # at each position
    u8  hostages                    # face up
    u8  full_flasks, old_flask      # never used; the old one, as a set of one
    i8  uses[FLASKS]                # that each flask is still good for
    u8  lost_flasks                 # spent, drunk by the Marshal, or never on the train
    u8  prisoners, caught           # beside the prison car; among the Marshal's achievements
    u8  delivered                   # mailbags among the achievements
    u8  wanted                      # bandits who still have their Wanted card
    i8  brawlers_left               # in the stack
    i8  piles[2]                    # the Marshal's bullets left
    i8  goal[GOALS]                 # as they came; NOBODY: not yet
    i8  n_goals
    u32 goals_shown                 # by Rumors
    u32 mixed_purses                # purses of which one or more may be starting purses, nobody knows which (CE-5.6)
    u8  known_idea                  # seats that fetched their Brilliant Idea and have not shown it since
    # the round (section 5)
    i8  round                       # 0 first
    i8  card                        # of the table; stations count for themselves in the last round
    u32 used                        # round cards that have come up
    i8  first                       # first player
    i8  turn                        # turn of the card; the position that the horse attack has reached
    i8  step                        # position in the order of the turn
    i8  act                         # in a speeding-up turn: 0 first, 1 second
    i8  left                        # cards to play with the old flask, tokens still to rob, cards to keep
    i8  entrant[SEATS]
    u8  commit[SEATS]               # what a seat chose unseen, + 1 (turmoil, horse attack, opening card)
    # the common pile
    i8  n_pile, next                # cards in it; the next to be resolved
    u8  pile[PILE]                  # pawn << 4 | kind
    u64 down                        # face down
    u64 by_partner                  # played by the partner of its owner (teams)
    # where play stands
    i8  phase, stage
    i8  actor                       # the pawn that acts
    i8  copying                     # Brilliant Idea: 1 another's card, 2 his own
    i8  last_kind, last_pawn        # the last card of a bandit that Brilliant Idea can copy (CE-11.28)
    i8  whom                        # the pawn that chooses, or is chosen about
    i8  goes                        # where a pawn goes after the question; class of loot to come
    u8  due                         # DUE_*
    u8  fleeing                     # bandits on the guard's roof who have to choose
    u8  entering                    # bandits who must take a hostage
    i8  evading                     # EVADES_*
    u8  todo                        # pawns still to be placed or asked
