# Western Legends on the table: the rules and cards that lie fixed (Table) and one game (State), in the rulebook's order.
# Numbers WL-a.b are those of the rule specification. Territories, items, characters and stories are numbered in the
# order of data/*.yaml; a poker card is 4 * (rank - 2) + suit, a fight card is rank - 2.
from sim.core.types cimport i8, u8, i16, u16, i32, u32, u64, u128
from sim.core.contract cimport Head

cdef enum:
    SEATS = 6
    MIB = 6                     # the Man in Black, where a seat can be meant (WL-16.2)
    NOBODY = -1
    PLACES = 80                 # room for territories; the board has 65
    HIDEOUTS = 6
    CARDS = 54                  # 52 and two jokers
    JOKER = 52
    FIGHT_CARDS = 13
    ITEMS = 24                  # twelve kinds in the stores, twelve legendary
    CHARACTERS = 21
    EFFECTS = 26                # texts of poker cards
    STORIES = 96                # room for story cards; the boxes hold 80
    PILES = 3
    KINDS = 4                   # of cattle tokens
    SLOTS = 8                   # cattle tokens that a player can have
    GOALS = 4                   # goal cards of a character
    MIB_CARDS = 10
    TASKS = 64                  # room for what is still to do
    ROAD = 9                    # steps that a Move can have at most
    ALL = 99                    # "all" in a card's text

cdef enum:                      # Location, in the order of loader.LOCATIONS
    NOWHERE, STORE, SALOON, BANK, DOCTOR, CABARET, OFFICE, STATION, MINE, RANCH_GREEN, RANCH_BLUE, HIDEOUT

cdef enum:                      # Region, in the order of loader.REGIONS
    DARKROCK, RED_FALLS, DIXON_CREEK, MESITOS_POINT, SUNNY_HILLS, SPIKES_VIEW, CLIFF_JUNCTION

cdef enum:                      # Kind: of item
    WEAPON, MOUNT, BELONGING

# The vocabulary of the cards, in the order of data/effects.yaml
cdef enum:                      # Op
    OP_NOTHING, OP_GAIN_MONEY, OP_LOSE_MONEY, OP_GAIN_LP, OP_LOSE_LP, OP_DRAW_POKER, OP_DISCARD_POKER
    OP_DISCARD_POKER_RANDOM, OP_REFILL_HAND, OP_GAIN_WOUND, OP_HEAL_WOUND, OP_CANCEL_WOUNDS, OP_GAIN_NUGGET
    OP_LOSE_NUGGET, OP_MARSHAL_POINTS, OP_WANTED_POINTS, OP_TRACK_POINTS, OP_GAIN_CATTLE, OP_DISCARD_CATTLE
    OP_GAIN_LEGENDARY_ITEM, OP_STEAL_ITEM, OP_MOVE_SELF, OP_MOVE_SHERIFF, OP_PLACE_BANDIT, OP_REMOVE_BANDIT
    OP_ROLL_PROSPECT, OP_REROLL_PROSPECT, OP_EXTRA_ACTION, OP_OPP_VALUE, OP_OWN_VALUE, OP_WIN_TIES
    OP_DENY_REACTIONS, OP_OPP_DISCARD_OR_WOUND, OP_NPC_REVEALS_FIRST, OP_NPC_FEWER_CARDS, OP_PEEK_HAND
    OP_PEEK_AND_DISCARD, OP_STRIP_RANK, OP_DEMAND_MONEY_OR_CARD, OP_GIVE_WOUND, OP_TAKE_MONEY, OP_TAKE_HALF
    OP_WILD_IN_POKER, OP_KEEP_PLAYED_POKER, OP_REDRAW_FIGHT, OP_FORBID_MARSHAL_REWARD
    OP_BANDIT_WIN_WANTED_OPTION, OP_CAPACITY_NUGGETS, OP_CAPACITY_CATTLE, OP_CAPACITY_HAND
    OP_WOUNDS_IGNORE_HAND, OP_MESA_PASS, OP_MOVE_BONUS, OP_EXTRA_STEP, OP_DISCARD_FOR_VALUE, OP_CHOOSE, OP_IF
    OP_END, OP_JUMP, OP_OPTION

cdef enum:                      # Timing
    TIME_ACTION, TIME_TURN_START, TIME_TURN_END, TIME_ON_GAIN, TIME_FIGHT_START, TIME_FIGHT_REVEAL
    TIME_FIGHT_REACTION, TIME_FIGHT_WIN, TIME_FIGHT_LOSE, TIME_FIGHT_END, TIME_POKER_REVEAL, TIME_POKER_WIN
    TIME_POKER_LOSE, TIME_BEFORE_MOVE, TIME_MOVE_END, TIME_AFTER_PROSPECT, TIME_AFTER_TRACK_GAIN
    TIME_AFTER_WOUND, TIME_AFTER_STORY, TIME_AFTER_ACQUIRE, TIME_AFTER_ROB, TIME_AFTER_ARREST, TIME_AFTER_DRIVE
    TIME_AFTER_RUSTLE, TIME_FORCED_DISCARD, TIME_PASSIVE

cdef enum:                      # Condition
    IF_IS_MARSHAL, IF_IS_WANTED, IF_IS_NEUTRAL, IF_IN_TOWN, IF_OUTSIDE_TOWN, IF_VS_PLAYER, IF_VS_NPC
    IF_VS_BANDIT, IF_VS_SHERIFF, IF_VS_GUARD, IF_IS_ACTIVE, IF_OWN_TURN, IF_HAS_CATTLE, IF_FIGHT_TYPE_DUEL
    IF_FIGHT_TYPE_ARREST, IF_FIGHT_TYPE_ROB, IF_OPPONENT_IS_MARSHAL, IF_OPPONENT_IS_WANTED, IF_GE_WOUNDS

cdef enum:                      # Cost
    COST_NONE, COST_DISCARD_POKER_1, COST_DISCARD_SELF, COST_DISCARD_ALL_CATTLE_AT_TURN_END

cdef enum:                      # Limit
    LIMIT_NONE, LIMIT_ONCE_PER_TURN, LIMIT_ONCE_PER_FIGHT

cdef enum:                      # Scope: of win_ties
    SCOPE_PLAYER, SCOPE_NPC, SCOPE_ANY

cdef enum:                      # Colour: of cattle
    GREEN, BLUE, ANY_COLOUR, SAME_COLOUR

cdef enum:                      # Story: conditions of data/story_cards.yaml
    STORY_DEFEAT_BANDIT, STORY_PROSPECT, STORY_DEPOSIT, STORY_POKER, STORY_REVEL, STORY_HEAL, STORY_ACQUIRE
    STORY_DELIVER, STORY_BUY, STORY_WORK, STORY_HEIST, STORY_TRACK, STORY_SPEND80, STORY_END_MOVE_MESITOS
    STORY_END_MOVE_SUNNY, STORY_END_MOVE_SPIKES, STORY_END_MOVE_CLIFF, STORY_END_MOVE_DIXON, STORY_WOUND
    STORY_CARD_ACTION, STORY_FIGHT_PLAYER

cdef enum:                      # Goal: predicates of data/goal_cards.yaml
    GOAL_WANTED_GE, GOAL_MARSHAL_GE, GOAL_MONEY_GE, GOAL_NUGGETS_GE, GOAL_DEPOSIT_TURN, GOAL_BANDITS_TOTAL
    GOAL_DUELS_WON, GOAL_ROBS_WON, GOAL_ARRESTS_WON, GOAL_HEISTS_WON, GOAL_HEISTS_TRIED, GOAL_POKER_WON
    GOAL_POKER_PLAYED, GOAL_CATTLE_DRIVEN, GOAL_CATTLE_RUSTLED, GOAL_CATTLE_ANY, GOAL_REVEL_TURN
    GOAL_REVEL_TOTAL, GOAL_UPGRADED_GE, GOAL_ITEMS_GE, GOAL_STORIES_GE, GOAL_MINES_VISITED
    GOAL_SHERIFF_ESCAPED, GOAL_SPEED_GE, GOAL_HAND_GE, GOAL_WOUNDS_HEALED, GOAL_PROSPECTS, GOAL_PLAYER_FIGHTS
    GOAL_TOWN_BOTH, GOAL_CARD_ACTIONS

cdef enum:                      # Phase: what is being asked of the seat to move; D numbers are those of section 17
    OVER
    CHARACTER                   # D01
    START_PLACE                 # D02
    START_RANCH                 # D03
    START_EFFECT                # D35: which start-of-turn effect comes next
    INCOME                      # D04
    EQUIP_WEAPON                # D05
    EQUIP_MOUNT                 # D05
    ACTION                      # D06, D09, D23, D24
    BEFORE_MOVE                 # D40: Saddle Up
    GO                          # D07
    STEP_ON                     # D42
    DELIVERY                    # D08
    COMMIT                      # D10
    DEFEND                      # D11
    REACT                       # D12
    DISCARD_OR_WOUND            # D13
    NPC_CARD                    # D14
    REDRAW                      # D15
    PRIZE                       # D16
    LOOT                        # D17
    TAKE_CATTLE                 # D18
    SHOP                        # D19
    JOIN                        # D20
    PAIR                        # D21
    REROLL                      # D22
    CHOICE                      # D25, D27
    MARKER                      # D26
    BANDIT_TYPE                 # D28
    BANDIT_SITE                 # place_bandit, remove_bandit, bandit_letter_hideouts: one
    SHERIFF_GO                  # D29
    SHERIFF_VICTIM              # D30
    SHERIFF_STAND               # D31
    DISCARD                     # D32
    CLAIM                       # D33
    ROOM                        # D34
    USE                         # D35, D41: an optional ability
    DEMAND                      # D36
    STRIP                       # D37: the rank
    TARGET                      # D37, D38, D43: the player
    TRACK                       # D39
    AFTERWARDS                  # D40: Reputation, Pay Dirt
    PEEKED                      # D44
    HALF                        # D46
    GIVE_BACK                   # a cattle token too many (the Workhorse rests)
    WHICH_RANCH                 # a token of any colour: from which ranch
    PHASES

cdef enum:                      # Act: the classes of the action codes: code = class << 24 | argument
    ACT_CHARACTER = 1           # which of the dealt cards
    ACT_PLACE                   # territory
    ACT_RANCH                   # colour
    ACT_EFFECT                  # ability, or 1000: no more
    ACT_INCOME                  # 0 money, 1 cards, 2 both
    ACT_WEAPON                  # item, or ITEMS: none
    ACT_MOUNT                   # item, or ITEMS: none
    ACT_PASS                    # no more actions this turn
    ACT_MOVE
    ACT_CARD                    # card, or 64 + card that a joker copies: its Action
    ACT_FIGHT                   # 8 * type + target
    ACT_STORE
    ACT_POKER
    ACT_PROSPECT
    ACT_DEPOSIT                 # how many nuggets
    ACT_HEIST
    ACT_ACQUIRE
    ACT_HEAL
    ACT_REVEL                   # how many legend points
    ACT_WORK
    ACT_ABILITY                 # ability of an item or the character
    ACT_GO                      # territory
    ACT_GO_MESA                 # territory, across a mesa
    ACT_STAY                    # D42, and a free move that is not made
    ACT_DELIVER                 # 0 keep, 1 deliver
    ACT_LAY                     # card, or 64 + card that a joker copies: committed face down
    ACT_DECLINE                 # D11, D31: decline, surrender
    ACT_NO_REACTION
    ACT_REACT                   # card, or 64 + copied card
    ACT_HOLSTER                 # how many cards
    ACT_ITEM_REACTION           # ability
    ACT_WOUND                   # D13
    ACT_NPC_CARD                # fight card
    ACT_REDRAW                  # 0 keep, 1 begin anew
    ACT_PRIZE                   # 0 legend points, 1 Marshal, 2 Wanted
    ACT_LOOT                    # 0 money, 1 nuggets, 8 + item
    ACT_TAKE_CATTLE             # slot, or SLOTS: none
    ACT_BUY                     # item
    ACT_BUY_ACTIVE              # item, which becomes the active one
    ACT_UPGRADE                 # item
    ACT_LEAVE                   # the store
    ACT_JOIN                    # 0 no, 1 join
    ACT_PAIR                    # 64 * card + card (the higher one)
    ACT_PAIR_JOKER              # 64 * card + copied card
    ACT_PAIR_JOKERS             # 64 * copied + copied (not lower)
    ACT_SINGLE                  # card, or 64 + copied card; 128 none
    ACT_REROLL                  # die, or 7: none
    ACT_CHOICE                  # option
    ACT_MARKER                  # 8 * pile + 0 from hand, 1 + pile from there; 127: none
    ACT_BANDIT_TYPE             # type
    ACT_BANDIT_SITE             # hideout
    ACT_SHERIFF                 # territory
    ACT_VICTIM                  # seat
    ACT_DISCARD                 # card
    ACT_CLAIM                   # goal, or GOALS: wait
    ACT_ROOM                    # item that makes room, ITEMS: return the new one, ITEMS + 1: keep it
    ACT_USE                     # 0 no, 1 yes
    ACT_GIVE                    # card, or 64: the money
    ACT_STRIP                   # rank - 2
    ACT_TARGET                  # seat, or 7: nobody
    ACT_TRACK                   # 0 Marshal, 1 Wanted
    ACT_PEEKED                  # card
    ACT_HALF                    # 0 money, 1 nuggets, 2 none
    ACT_GIVE_BACK               # slot
    ACTS

cdef enum:
    NO_MORE = 1000              # ACT_EFFECT
    NO_MARKER = 127             # ACT_MARKER
    COPY = 64                   # a joker copies the card
    THE_MONEY = 64              # ACT_GIVE
    NO_DIE = 7                  # ACT_REROLL
    NO_TARGET = 7               # ACT_TARGET
    LOOT_ITEM = 8               # ACT_LOOT

cdef enum:                      # Task: what is still to do, on a stack; the argument in brackets
    NO_TASK
    DO_CHARACTER                # [seat] WL-3.2
    DO_PACKAGES                 # WL-3.3, WL-3.5
    DO_START_PLACE              # [position in turn order] WL-3.4
    DO_START_RANCH              # [position in turn order] WL-3.11
    DO_BEGIN                    # bandits, Sheriff, stories
    DO_TURN                     # the next turn begins
    DO_STARTS                   # start-of-turn effects
    DO_INCOME
    DO_WEAPON
    DO_MOUNT
    DO_ACTION                   # the next action, or the end of the turn
    DO_AFTER_ACTION             # [1: at the end of the action phase] story markers and goals
    DO_STORIES                  # [1: the turn's end effects are done, 2: a story was resolved] WL-5.4 a
    DO_HAND_LIMIT               # b
    DO_TURN_END                 # c to e
    DO_TEXT                     # [instruction]
    DO_ABILITY                  # [ability]
    DO_SADDLE                   # before a Move
    DO_MOVE                     # [steps; 64: a Move action] where to
    DO_BANDIT                   # a bandit stands where the figure came to
    DO_STEP_ON
    DO_DELIVER
    DO_MOVE_END                 # "after you end a Move action"
    DO_MOVED                    # story condition
    DO_SHOP                     # WL-6.7
    DO_DICE                     # [rerolls left] WL-6.22
    DO_AFTER_DICE
    DO_REACTION                 # [timing] a window for one Reaction
    DO_FIGHT                    # the stage of the fight
    DO_DISCARD                  # [how many] forced
    DO_DRAW                     # [how many]
    DO_WOUND                    # [how many]
    DO_MARSHAL                  # [how many] Marshal points
    DO_WANTED                   # [how many] Wanted points
    DO_LP                       # [32 * points + part]
    DO_PRIZE                    # D16
    DO_ARREST                   # WL-7.9
    DO_LOOT                     # D17
    DO_LOOT_CATTLE              # D18
    DO_WAITING_MOVES            # free moves that had to wait for the end of a fight or of a Move
    DO_POKER                    # the stage of the poker game
    DO_TURN_UP                  # [pile] WL-14.3
    DO_BANDITS                  # [bit a hideout] bandits appear
    DO_SHERIFF                  # [steps]
    DO_ARRIVE                   # the Sheriff has come to outlaws: who is caught
    DO_LEGENDARY                # WL-16.14
    DO_ROUND_END
    DO_MIB                      # the turn of the Man in Black
    DO_MIB_FIGHT                # he fights this seat
    DO_CATTLE_CAP               # a token too many
    LAST_TASK

cdef enum:                      # Fight
    NO_FIGHT, FIGHT_ARREST, FIGHT_DUEL, FIGHT_ROB, FIGHT_BANDIT, FIGHT_GUARD, FIGHT_SHERIFF, FIGHT_MIB

cdef enum:                      # Stage: of a fight (sections 7 and 10)
    START_A, START_D, DRAW_FIRST, SHOW_FIRST, COMMIT_A, COMMIT_D, DRAW_CARDS, CHOOSE_NPC, REVEAL, BONUS_D, REACTIONS
    CARD_TEXT, COMPARE, RESULT, AFTER_A, AFTER_D, FINISH

cdef enum:                      # PokerStage (section 8)
    POKER_JOIN, POKER_DEAL, POKER_CHOOSE, POKER_SHOW, POKER_DONE

cdef enum:                      # Half: of the turn
    BETWEEN, STARTING, ACTING, ENDING

cdef enum:                      # Part: of the score, the vp_* columns of outcome.yaml
    PART_MARSHAL, PART_WANTED, PART_DUEL, PART_BANDIT, PART_DEPOSIT, PART_REVEL, PART_POKER, PART_STORY, PART_CATTLE
    PART_OVERFLOW, PART_CARDS, PART_ITEMS, PART_MONEY, PART_WOUNDS, PART_WANTED_END, PART_MARSHAL_END, PART_GOALS
    PARTS

cdef enum:                      # Count: the n_* columns that are counted as they happen; goals look at them
    N_BANDITS, N_DUELS_WON, N_ROBS_WON, N_ARRESTS_WON, N_HEISTS, N_HEISTS_WON, N_POKER, N_POKER_WON, N_DRIVEN, N_RUSTLED
    N_REVEL, N_MARKERS, N_ESCAPES, N_HEALED, N_PROSPECTS, N_PLAYER_FIGHTS, N_CARD_ACTIONS, N_ARRESTED, N_MOVES, N_WORK
    N_DEPOSITED, N_WOUNDS, N_OUTLAW_TURNS, COUNTS

cdef enum:                      # Source: sources of luck
    LUCK_CHARACTERS, LUCK_FIRST, LUCK_POKER, LUCK_FIGHT_DECK, LUCK_FIGHT_BOTTOM, LUCK_CATTLE, LUCK_STORIES, LUCK_DICE
    LUCK_DISCARD, LUCK_PEEK, LUCK_BANDITS, LUCK_BANDIT_CARDS, LUCK_GOALS, LUCK_TOKENS, LUCK_LEGENDARY, LUCK_MIB
    LUCK_NPC, LUCK_KEEP, SOURCES

# Switches with more than two positions, in the order of their values in rules.yaml
cdef enum:
    POLICY_RIGHT_HAND, POLICY_HIGHEST, POLICY_RANDOM        # npc_policy
cdef enum:
    WALK_EXACT, WALK_UP_TO                                  # sheriff_move_mode
cdef enum:
    LETTER_BOTH, LETTER_ONE                                 # bandit_letter_hideouts

cdef struct Rules:              # every number and switch of rules.yaml, by its name; filled from the dict as it is
    # length and turn (sections 1, 5)
    i16 target_lp_short, target_lp, target_lp_long, extra_rounds_after_trigger, trigger_by_any, round_limit
    i16 actions_per_turn, income_money, income_cards, income_mixed_money, income_mixed_cards, characters_dealt
    i16 seat_outlaws_first
    # what a player can hold (section 4)
    i16 money_cap, nugget_cap, mule_extra_nuggets, wound_cap, wound_overflow_discard, hand_limit, wound_hand_penalty
    i16 belongings_cap, cattle_cap, workhorse_extra_cattle, ability_threshold, ability_lost_below
    i16 start_marshal_bass_reeves, start_wanted_billy_the_kid, start_wanted_jesse_james, start_marshal_wyatt_earp
    i16 start_marshal_judge_roy_bean, start_wanted_butch_cassidy
    # moving and locations (section 6)
    i16 foot_speed, move_may_return, work_money, prospect_dice, prospect_faces_nugget, prospect_faces_money
    i16 prospect_faces_money_reroll, prospect_faces_gravel, prospect_money, nugget_money, nugget_lp, revel_price
    i16 heal_price, heal_cards_per_wound, cattle_mp, cattle_wp, delivery_optional, cattle_tokens_c20
    i16 cattle_tokens_c30, cattle_tokens_c10d, cattle_tokens_clp
    # items (section 11)
    i16 item_price_revolver, item_price_rifle, item_price_shotgun, item_price_mule, item_price_mustang
    i16 item_price_miners_map, item_price_ten_gallon, item_price_whiskey, item_price_provisions, item_price_holster
    i16 item_price_peacekeeper, item_price_work_horse, item_speed_mule, item_speed_mule_upgraded, item_speed_mustang
    i16 item_speed_mustang_upgraded, item_speed_work_horse, item_speed_work_horse_upgraded, item_end_lp_revolver
    i16 item_end_lp_rifle, item_end_lp_shotgun, item_end_lp_mule, item_end_lp_mustang, item_end_lp_peacekeeper
    i16 item_end_lp_work_horse, upgrades_off
    # fights (sections 7, 10)
    i16 duel_lp, rob_wp, arrest_mp, rob_cattle, fight_loser_wounds, fight_loser_cards, active_wins_ties
    i16 npc_wins_ties, bandit_cards_drawn, guard_cards_drawn, sheriff_cards_drawn, npc_policy, bandit_lp, bandit_mp
    i16 heist_money, heist_wp, heist_fail_wp, heists_per_turn, sheriff_move_mode, sheriff_entry_discard
    i16 manhunt_steps, manhunt_lp
    # poker (sections 8, 12)
    i16 poker_ante, poker_house, poker_lp, poker_loser_cards, poker_flop_cards, dealer_cards, dealer_wins_ties
    i16 five_of_a_kind_top, ace_low_straight, reactions_per_action, poker_effects_off
    # the two tracks (section 9)
    i16 marshal_money_1, marshal_lp_1, marshal_money_2, marshal_lp_2, marshal_money_3, marshal_lp_3, marshal_money_4
    i16 marshal_lp_4, marshal_money_5, marshal_lp_5, marshal_money_6, marshal_lp_6, marshal_money_7, marshal_lp_7
    i16 marshal_money_8, marshal_lp_8, marshal_money_9, marshal_lp_9, wanted_cards_1, wanted_cards_2, wanted_cards_3
    i16 wanted_cards_4, wanted_cards_5, wanted_cards_6, wanted_cards_7, wanted_cards_8, wanted_cards_9
    i16 wanted_space3_lp, overflow_lp, wanted_row_lp_1, wanted_row_lp_2, wanted_row_lp_3, marshal_row_lp_1
    i16 marshal_row_lp_2, marshal_row_lp_3
    # stories (section 14)
    i16 stories_off, story_deck, story_markers_2to4, story_markers_5to6, story_markers_per_player, story_piles
    i16 story_placements_per_turn, bandit_letter_hideouts
    # the end (section 15)
    i16 most_wanted_lp, other_wanted_lp, money_per_end_lp, wound_end_lp, final_tie_chain
    # goals, the Man in Black (section 16)
    i16 goals_dealt, goals_kept, legend_tokens_1, legend_tokens_2, legend_tokens_3, legend_tokens_drawn
    i16 mib_fight_cards, mib_opp_value, mib_duel_lp, mib_start
    double rob_fraction, arrest_money_fraction

cdef struct Op:                 # one instruction of a card's text
    i8  op, x, part
    i16 n, jump

cdef struct Ability:
    i8  timing, optional, cost, limit
    u32 cond                    # bit a condition: all must hold
    i16 pc

cdef struct Rows:               # the abilities of one card
    i16 first, n
    u32 timings                 # bit a timing that one of them has

cdef enum:                      # Gift: what a card gives by lying there
    GIFT_NUGGETS, GIFT_CATTLE, GIFT_HAND, GIFT_IGNORE_WOUNDS, GIFT_MESA, GIFT_EXTRA_STEP, GIFT_REROLLS
    GIFT_WANTED_OPTION, GIFT_STEAL, GIFTS

cdef struct Gifts:
    i8  n[9]

cdef struct Item:
    i8  kind, copies, speed, speed_upgraded, end_lp, end_lp_upgraded, upgradable, legendary, inside
    i16 price

cdef struct Character:
    i16 money
    i8  poker, nuggets, cattle, wounds, marshal, wanted, inside, n_places
    u32 items, upgraded
    i8  places[8]

cdef struct Story:
    i8  condition, letters, sheriff, inside
    i16 pc

cdef struct BanditLine:
    i8  value, cards
    i16 win, lose

cdef struct MibCard:
    i8  destination, lp, money, cards, fight, letters, sheriff

cdef struct Table:
    Rules rules
    i8  players, assign, goals, jokers, bandit_cards, handsome, first_game, mib
    u8  figures                     # who has one, bit a seat, MIB included
    i16 target                      # legend points that end the game
    i8  markers_needed              # WL-14.2
    i8  chain[3]                    # tie-break (WL-15.3)
    i8  chain_steps
    # the board
    i8  places
    i8  location[PLACES]
    i8  region[PLACES]
    i8  in_town[PLACES]
    i8  work[PLACES]
    i8  hideout_at[PLACES]          # number of the hideout, or -1
    i8  near[80][80]                # distance
    i8  nearest[12][80]             # by location and territory: to the nearest such place
    u64 next_lo[PLACES]             # neighbours: territories 0..63
    u64 next_hi[PLACES]             # and the rest
    u64 ball_lo[800]                # 10 * territory + steps: all within so many steps
    u64 ball_hi[800]
    i8  mesas
    u64 mesa_lo[4]
    u64 mesa_hi[4]
    i8  hideouts[HIDEOUTS]
    u64 gang_lo[64]                 # the territories of a set of hideouts
    u64 gang_hi[64]
    i8  office, station, bank, doctor, cabaret
    i8  ranches[2]
    i8  mines[4]
    i8  n_mines
    # the cards
    Op  ops[900]
    Ability abilities[220]
    i8  ability_item[220]           # whose it is: item, or -1
    Character characters[CHARACTERS]
    Rows character_rows[CHARACTERS]
    Gifts character_gifts[CHARACTERS]
    Item items[ITEMS]
    Rows item_rows[48]              # 2 * item + upgraded
    Gifts item_gifts[48]
    u32 giving_items[9]             # by gift: items that have it on either side
    u32 giving_characters[9]
    u32 weapons, mounts, belongings, legendary
    u32 upgradable                  # weapons and mounts with another side
    u32 affordable[256]             # by money: items that cost no more
    i8  effect[CARDS]               # text of each poker card, EFFECTS: none
    Rows effect_rows[27]
    i8  lowers[CARDS]               # by how much a poker card's Bonus lowers the opposing card of a fight
    u64 at_timing[26]               # poker cards with such a text
    u64 wild                        # poker cards that count as any card (WL-8.8)
    i8  fight_value[FIGHT_CARDS]
    i16 fight_text[FIGHT_CARDS]
    i8  cattle_count[KINDS]
    i16 cattle_text[KINDS]
    Story stories[STORIES]
    i8  n_stories
    BanditLine lines[36]            # 6 * card + type
    MibCard mib_cards[MIB_CARDS]
    i8  goal[84]                    # 4 * character + k
    i16 goal_n[84]
    i16 marshal_money[10]
    i8  marshal_lp[10]
    i16 marshal_money_all, marshal_lp_all
    i8  wanted_cards[10]
    i8  faces                       # of a prospecting die

cdef struct Fight:
    i8  kind, stage                 # NO_FIGHT: none
    i8  a, d                        # who began it (against an NPC: the fighter), and the target: seat, MIB or NOBODY
    i8  declined                    # WL-7.5; or surrendered
    i8  card_a, card_d              # committed: whose value and text count; -1: none
    i8  real_a, real_d              # the card itself: the same, or a joker
    i8  value_a, value_d
    i8  holder                      # of the NPC's cards: the right-hand player
    i8  npc                         # the fight card played, or -1
    u16 held                        # fight cards drawn, bit a card
    i8  fewer, cards, shift         # changes to the number and value of the NPC's cards
    i8  shown_first                 # WL-10.13: Judge Roy Bean
    i8  ties_a, ties_d              # wins ties
    i8  denied_a, denied_d          # no Reactions
    i8  cancel_a, cancel_d          # wounds that are still cancelled
    i8  cancelled_a, cancelled_d
    i8  mend_a, mend_d              # wounds healed at the end if none was cancelled
    i8  forbid_mp, wanted_option
    i8  again                       # WL-10.16: it has been restarted
    i8  passes, turn                # Reactions: passes in succession, whose turn (0 a, 1 d)
    u32 used_a, used_d              # texts and items used as Reactions
    i8  a_marshal, a_wanted, d_marshal, d_wanted    # at the declaration (WL-7.13)
    i8  won                         # a has won
    i8  line                        # bandit card: 6 * card + type, or -1
    u64 played                      # poker cards shown, to be discarded

cdef struct PokerGame:
    i8  active, stage, turn
    u8  players                     # bit a seat
    u8  winners
    i16 pot
    i8  flop[5]
    i8  n_flop
    i8  card_1[SEATS]               # chosen: what counts; -1: none
    i8  card_2[SEATS]
    i8  real_1[SEATS]               # the card itself: the same, or a joker
    i8  real_2[SEATS]

cdef struct State:
    Head head
    # decks (WL-4.4, WL-4.5)
    u64 hand[SEATS]
    u64 deck, discard
    u8  seen[CARDS]                 # bit a seat that knows this card in another hand
    i16 drawn[7]                    # cards drawn so far by each seat, and onto the table
    i8  queue[FIGHT_CARDS]          # fight cards in order; -1 behind the last
    u8  bundle[FIGHT_CARDS]         # by card: which bundle was put under the deck together
    u8  queue_known[FIGHT_CARDS]    # by card: bit a seat that knows in which bundle it lies
    i8  queued
    u8  bundles
    i16 bottoms                     # how often cards went under the deck
    # in front of the players
    i16 money[SEATS]
    i16 lp[SEATS]
    i8  legend[SEATS]               # the ability is unlocked (WL-4.6)
    i8  marshal[SEATS]
    i8  wanted[SEATS]
    i8  nuggets[SEATS]
    i8  wounds[SEATS]
    i8  character[SEATS]
    u32 items[SEATS]
    u32 upgraded[SEATS]
    i8  weapon[SEATS]               # active, or -1
    i8  mount[SEATS]
    u32 timings[SEATS]              # of all that works for the seat: a shortcut, nothing new
    i8  cattle[48]                  # 8 * seat + slot: 8 * colour + kind, or -1
    u8  cattle_seen[48]             # bit a seat that knows the value
    i8  stock[8]                    # tokens on the ranches: 4 * colour + kind
    i8  store[ITEMS]                # copies left
    u32 legendary_left
    # the board
    i8  place[7]                    # figures, the Man in Black last
    i8  sheriff                     # directly behind them (company)
    u8  bandits                     # bit a hideout
    i8  bandit_type[HIDEOUTS]       # or -1
    i8  bandit_queue[6]             # bandit cards in order; a shown one goes to the bottom (WL-16.9)
    i8  bandit_shown                # how many different ones have been shown
    # stories
    u64 stories_lo, stories_hi      # cards not yet seen
    i8  top[PILES]                  # the visible card, or -1
    i8  left[PILES]                 # cards in the pile, the visible one included
    i8  marker[24]                  # 8 * pile + seat
    i8  turned                      # story cards turned up so far
    # goals
    u8  goals[SEATS]                # bit a goal card in hand
    u8  claimed[SEATS]
    i8  tokens[24]                  # 4 * seat + value - 1: legend tokens held
    i8  token_supply[4]
    u8  mines[SEATS]                # prospected there
    # set-up
    i8  dealt[24]                   # 4 * seat + k: characters to choose from, or -1
    i8  entrant[SEATS]
    # the round
    i16 round                       # 0 first
    i8  order[SEATS]                # seats in turn order
    i8  position[SEATS]             # of each seat in it
    i8  turn                        # position of the player whose turn it is
    i8  active                      # his seat
    i16 last_round                  # -1: the end is not triggered
    i8  reason
    # the turn
    i8  half                        # Half
    i8  actions_left
    i8  heists
    u8  fought                      # bit a target
    i8  reactions[SEATS]            # Reactions in this action (WL-12.2)
    u32 once[SEATS]                 # texts used this turn that work once a turn
    u8  ability_once[SEATS]
    u32 starts_done                 # abilities of the start phase, by their place among the seat's own
    i8  placements
    u8  met, met_asked              # stories whose condition has been met this turn
    u8  goals_asked
    i16 spent                       # in a town, with this action
    i8  sold, revelled              # with this action
    i8  bonus                       # Saddle Up
    i8  rolls                       # dice rolled this turn
    i8  dice[4]                     # faces shown
    i8  n_dice
    i8  towns                       # bit a town in which a location action was used this turn
    i8  dart                        # cattle is to be discarded at the end of the turn
    i8  waiting[SEATS]              # free moves that wait for the end of a fight or of a Move: how many
    i8  waiting_steps[SEATS]
    # what is being done
    i8  phase
    i16 about                       # what the question is about
    i8  about_seat
    u64 peeked                      # D44
    Fight fight
    PokerGame poker
    i8  n_tasks
    i32 tasks[TASKS]                # argument << 16 | seat << 8 | Task
    # the Man in Black
    i16 mib_lp
    u16 mib_deck                    # cards left
    i16 mib_drawn
    # what happened
    i16 parts[6][24]                # seat, part of the legend points
    i16 n[6][24]                    # seat, count
