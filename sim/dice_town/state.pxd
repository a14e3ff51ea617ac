# Dice Town on the table: the rules and cards that lie fixed (Table) and one game (State), in the rulebook's order.
# Numbers DT-a.b are those of the rule specification.
#
# Dice are packed: three bits a face, 9 lowest, so that five dice are one number below 2**18 and putting dice together is
# adding. A set of store cards, claims or bandits is a set of bits, one a card of the box; of equal cards any will do.
from sim.core.types cimport i8, u8, i16, u16, i32, u32, u64
from sim.core.contract cimport Head

cdef enum:
    SEATS = 6
    DICE = 5                    # each player's; fixed, the hands are those of five dice (DT-14.17)
    FACES = 6
    LEVELS = 16
    HANDS = 252                 # combinations of five dice (DT-5.5)
    ROLLS = 462                 # combinations of none to five dice
    ROW = 5                     # the longest row of land cards that a tweak allows
    RANCH = 60                  # a land card: a claim 0..59, or a ranch
    FOUND = 5                   # River cards that Find shows, at most
    NOBODY = -1

cdef enum:                      # faces, and the locations where they count, in the order of data/game.yaml
    NINE, TEN, JACK, QUEEN, KING, ACE

cdef enum:                      # Step: where the round stands (section 4); the six locations in their order
    ROLLING, INDIAN_DIE, MINE, BANK, STORE, SALOON, SHERIFF, TOWN_HALL, INDIAN_OFFER, DOC, SMOKE, ROUND_END

cdef enum:                      # the two actions of a location
    BASE, EXTENSION

cdef enum:                      # store cards, in the order of data/general_store.yaml
    EQUIP_1, EQUIP_2, EQUIP_3, EQUIP_4, EQUIP_5, HORSE, LOADED_DIE, STEAL_4, CANCEL, DOUBLE_NUGGETS, HALF_BANK
    DOUBLE_STORE, DOUBLE_SALOON, SHERIFF_STAYS, EXTRA_PROPERTY, VISIT_DOC, COW, WINCHESTER, MULE, DOG, INSURANCE, GIFT
    TWO_PISTOLS, SWINDLER, WHISKEY, THUG, SMOKE_SIGNALS, KINDS

cdef enum:
    CARDS = 32                  # store cards in the box, all copies

cdef enum:                      # River cards, in the order of data/river.yaml
    GOLD_2, GOLD_3, GOLD_4, GOLD_5, RIVER_BADGE, WALLET_3, WALLET_2, COUPON, FIND, NOTHING, RIVERS

cdef enum:
    BANDITS = 12

cdef enum:                      # the Doctor's remedies, in the order of data/locations.yaml
    BARBED_WIRE, STORE_CARD, TWO_DOLLARS, ONE_NUGGET, REMEDIES

cdef enum:                      # the Indian die, in the order of data/indian_die.yaml
    SHAMAN, AMBUSH, BODYGUARD, WARPATH, EFFECTS

cdef enum:                      # Phase: what is being asked of the seat to move; D numbers are those of section 11
    OVER
    ASK_LOADED                  # D03
    ASK_BANDIT                  # D02
    ASK_KEEP                    # D01
    ASK_SHAMAN                  # D27
    ASK_AMBUSH                  # D28
    ASK_WARPATH                 # D29
    ASK_BRIBE                   # D07, D08
    ASK_NAME                    # D05, D06
    ASK_PAY                     # bribe_binding: false
    ASK_ACTION                  # D04
    ASK_ACT                     # D31
    ASK_PLAY                    # D18, D30
    ASK_CANCEL                  # D22
    ASK_TARGET                  # D15
    ASK_GIFT                    # D16
    ASK_GIVE                    # D17
    ASK_FIND                    # D23: which card to use
    ASK_FIND_ORDER              # D23: which card to put back next
    ASK_COUPON                  # D24
    ASK_SHOP                    # D09
    ASK_VICTIM                  # D10
    ASK_SPLIT                   # D11
    ASK_LOOT                    # D12
    ASK_RANCH                   # D19
    ASK_THUG                    # D20
    ASK_PISTOL                  # D21
    ASK_ROW                     # D25
    ASK_OFFER                   # D26
    ASK_REMEDY                  # D13
    ASK_WIRE                    # D14

# An action's code is phase << 24 | argument: the class of an action is what was asked. Arguments:
#   loaded die  0 pass, 1 + face            bandit  0 pass, 4 * (1 + bandit) + bits of its two dice     keep  the dice, packed
#   shaman  0 unchanged, 1 + 6 * from + to  ambush  6 * seat + face         warpath  location 0..5
#   bribe  16 * nuggets + dollars           name, target, gift, victim, ranch  seat
#   action, act  2 * location + (0 base, 1 extension; 0 do nothing, 1 act)  play  2 * card + (0 keep it, 1 play it)
#   pay, cancel  0 no, 1 yes                give, shop  card                find, find order  River card
#   coupon  value - 1 of a claim, 5 a ranch, 8 + store card                 split  how many store cards
#   loot  store card, or 32 + value - 1     thug  0 pass, 1 + bandit        pistol  face        row  slot
#   offer  0 pass, value of a claim, 6 a ranch, 7 take the die for nothing  remedy  0 pass, 1 + remedy
#   wire  0 no more, value of a claim

cdef enum:
    CLAIM_LOOT = 32
    STORE_COUPON = 8
    OFFER_RANCH = 6
    OFFER_FREE = 7

cdef enum:                      # Stage: where a location stands; an action has its own from DO on
    TIE_FIRST, TIE_SECOND, PLACED, CHOOSE, WILLING, DO
    DONE = 60                   # the action is over
    BADGE = 50                  # the badge is about to move
    BADGE_ANSWERED = 51

cdef enum:                      # what a thief took: which deck Insurance draws from
    LOST_STORE, LOST_LAND

cdef enum:                      # Count: the n_* columns of outcome.yaml that are counted as they happen; the first six
    N_MINE, N_BANK, N_STORE, N_SALOON, N_SHERIFF, N_TOWN_HALL       # are places with the right to act, by location
    N_SECOND, N_DOCTOR, N_SPENT, N_BRIBES_PAID, N_BRIBES_TAKEN, N_BADGES, N_STOLEN, COUNTS

cdef enum:                      # Source: sources of luck
    LUCK_DICE, LUCK_STORE, LUCK_LAND, LUCK_RIVER, LUCK_BANDITS, LUCK_STEAL, LUCK_CATCH, LUCK_PISTOLS, LUCK_INDIAN
    LUCK_AMBUSH, LUCK_SHERIFF, LUCK_TIE, LUCK_DOC, SOURCES

# Switches with more than two positions, in the order of their values in rules.yaml
cdef enum:
    MODE_BASE, MODE_EXT, MODE_IND                                   # the variant `mode`
cdef enum:
    COMPARE_FULL, COMPARE_GROUPS, COMPARE_CATEGORY                  # hand_compare
cdef enum:
    FIRST_ROUND_OFF, FIRST_ROUND_BOTH, FIRST_ROUND_TWICE            # store_first_round_mode
cdef enum:
    COUPON_LAND, COUPON_LAND_STORE, COUPON_STORE                    # coupon_source
cdef enum:
    DOC_FROM_SHERIFF, DOC_FROM_SEAT_0, DOC_RANDOM                   # doc_order
cdef enum:
    BRIBE_NONE, BRIBE_SEALED, BRIBE_RANDOM, BRIBE_LOWEST, BRIBE_FEWEST      # bribe_mode
cdef enum:
    RANCHES_TRIANGULAR, RANCHES_LINEAR_2, RANCHES_LINEAR_3          # ranch_vp_table
cdef enum:
    FINAL_SHARED, FINAL_SHERIFF, FINAL_NUGGETS, FINAL_MONEY, FINAL_PROPERTY, FINAL_SHERIFF_NUGGETS  # final_tiebreak
cdef enum:
    SHERIFF_SEAT_0, SHERIFF_RANDOM, SHERIFF_NONE                    # first_sheriff_mode

cdef struct Rules:              # every number and switch of rules.yaml, by its name; filled from the dict as it is
    # set-up (section 3)
    i16 starting_cash, bank_start, stagecoach_start, mine_nuggets_base, mine_nuggets_ext, mine_nuggets_ext_2p
    i16 property_row_size, property_removed_2p_ext
    i16 claim_value_copies_1, claim_value_copies_2, claim_value_copies_3, claim_value_copies_4, claim_value_copies_5
    i16 ranch_copies, wanted_bandits_start, first_sheriff_mode, store_copies
    i16 river_copies_gold_2, river_copies_gold_3, river_copies_gold_4, river_copies_gold_5, river_copies_badge
    i16 river_copies_wallet_3, river_copies_wallet_2, river_copies_coupon, river_copies_find, river_copies_nothing
    # the dice (DT-4.10..4.19)
    i16 free_keeps, extra_keep_cost, keep_none_cost, allow_keep_none, last_roll_after_finish, max_roll_rounds
    i16 loaded_die_uses_free_keep, bandit_finish_delay, bandit_dice_max, bandits_per_roll
    # hands, places, ties (sections 5, 6)
    i16 straight_beats_full_house, hand_compare, places_ext, places_ext_2p, allow_null_action, action_optional
    i16 bribe_mode, bribe_max_dollars, bribe_max_nuggets, bribe_binding, sheriff_may_favour_self
    # locations (section 7)
    i16 nuggets_per_nine, stagecoach_per_ten, store_first_round_mode, store_cards_kept, saloon_pick, saloon_cards_kept
    i16 bandits_hired_per_action, bandit_top_public, bandit_reward_values_1, bandit_reward_values_2, bounty_paid_as_cash
    i16 town_hall_base_cards, town_hall_cards_per_ace, town_hall_max_extra, town_hall_extra_pick, property_row_refill
    i16 doc_protect_count, doc_dollars_each, doc_nuggets_each, doc_order, doc_if_null_win
    # cards (section 10)
    i16 river_reshuffle, find_draw, coupon_source, swindler_amount, steal_4_amount, half_bank_rounding
    i16 sheriff_stays_scope, cancel_chain
    # Indians (section 9)
    i16 indian_die_faces_shaman, indian_die_faces_ambush, indian_die_faces_bodyguard, indian_die_faces_warpath
    i16 indian_price, bodyguard_scope
    # the end (section 12)
    i16 property_end, max_rounds, nugget_vp, dollars_per_vp, sheriff_vp, ranch_vp_table, mule_vp_per_card
    i16 dog_vp_per_bandit, final_tiebreak

cdef struct Dice:               # compiled by dice.py, the same for every table
    u16 roll_of[9331]               # of n ordered dice, from start_of[n] on: which of the 462 combinations
    u16 start_of[6]
    u16 sides[6]                    # 6 ** n
    i32 packed[ROLLS]               # a combination
    u16 first_part[ROLLS]           # where its parts begin
    i32 part[6188]                  # the parts of every combination, ascending
    u32 of_size[462][6]             # which of those parts have k dice
    u32 up_to[462][6]               # and which have one to k
    u16 low_part[6][512]            # two halves of n packed dice: their sum is the number of the combination, those of
    u16 high_part[512]              # five dice first

cdef struct Table:
    Rules rules
    i8  players
    i8  extension, indians          # the mode (section 1)
    i8  places                      # players who act at a location (DT-4.21..4.23)
    Dice dice
    u16 hand[HANDS]                 # how good a hand is (DT-5.1..5.6)
    float level[462][16]            # what a combination may become with one roll more, for the judgement (dice.py)
    float beaten[462][16]           # and the chance that a hand of each level then beats it, ties halved
    # store cards
    i8  kind[CARDS]                 # of a card of the box
    u32 copies[KINDS]               # the cards of a kind
    u32 store                       # all that are in the game
    u32 now                         # those that are resolved when taken
    i8  vp[KINDS]
    i8  play_class[KINDS]           # of a card with a window: which play_* class of outcome.yaml
    # land
    u64 claims                      # all that are in the game
    i8  value[RANCH]
    u64 of_value[6]                 # the claims of each value 1..5
    i8  ranches
    i8  removed                     # blindly, into the box (DT-3.2)
    i16 ranch_vp[16]
    # the River and the bandits
    i8  river[RIVERS]
    i8  river_gold[RIVERS]
    i8  river_dollars[RIVERS]
    i8  front_1[BANDITS]            # the pair of dice on the front
    i8  front_2[BANDITS]
    i8  wanted[BANDITS]
    i8  reward[BANDITS]
    i8  by_reward[BANDITS]          # bandits, dearest first
    u16 wanted_for[FACES]           # those that a die of this face catches
    u16 bandits
    i8  effect_faces[EFFECTS]
    u32 remedy_dice[REMEDIES]       # the faces that it needs, as bits of packed dice (DT-7.7.3)
    i8  extra_cards[8]              # of the row, for so many Aces (DT-7.6.1)
    i16 mine, stagecoach
    i8  lock_cost[6]                # of so many dice of one roll (DT-4.11)
    i8  most_locks[64]              # dice of one roll that so many dollars can lock (DT-4.11); 0: not even one
    i8  may_lock_none[64]

cdef struct State:                  # 512 bytes: fields are sorted by their width, within a width by the rulebook
    Head head
    # claims
    u64 claims[SEATS]               # of the players, protected ones too
    u64 knows_claims[SEATS]         # what each seat has seen of the others', as long as it can be sure where they are
    u64 wired                       # protected: they lie face up and never change hands (DT-7.7.4)
    u64 land_deck                   # in the deck or removed blindly: nobody knows which
    u64 land_discard
    u64 box                         # given to the Indians
    u64 got[2]                      # acquired at Town Hall this round, by place
    u64 drawn_claims                # that a thief is looking at
    # store cards
    u32 hand[SEATS]
    u32 knows_store[SEATS]
    u32 store_deck, store_discard
    u32 drawn                       # that a shopper or thief is looking at
    u32 queue                       # to be resolved at once
    # dice
    u32 locked[SEATS]               # on the table; after the last roll the combination
    u32 commit[SEATS]               # laid face down: dice to be locked, or a bribe
    u32 roll                        # under the cup of the seat to move, or rolled by the catcher
    u32 holdings                    # mark of what the acting player had before the action (doc_if_null_win)
    # bandits
    u16 hired[SEATS]
    u16 caught[SEATS]
    u16 pledged[SEATS]              # to be used, laid face down
    u16 bandit_deck, wanted
    # money
    i16 cash[SEATS]
    i16 bank, stagecoach
    i16 paid_in                     # from outside the game (bounty_paid_as_cash)
    i16 loot                        # of the Bank
    i16 round                       # 0 first
    i16 store_draws, river_draws    # how many cards have left the deck
    i16 roll_index                  # which of the 462 combinations the dice under the cup are
    # in front of the players (DT-3.7)
    i8  nuggets[SEATS]
    i8  ranches[SEATS]
    i8  sheriff                     # seat, or NOBODY
    i8  indian                      # who holds the Indian die; NOBODY: the Village
    u8  won                         # bit a seat: the reminder card is closed
    # on the board
    i8  mine
    i8  land_left                   # cards in the land deck
    i8  land_ranches                # ranches in the deck or removed blindly
    i8  discard_ranches, box_ranches
    i8  row[ROW]                    # land cards, slot 1 first; -1: none
    u8  land_draws, bandit_draws    # how many cards have left the deck
    i8  river[RIVERS]               # River cards in the deck, less those on top that somebody knows
    i8  river_top[FOUND]            # cards of the deck that were put back; the last lies on top
    i8  n_top
    i8  finder                      # who knows them
    i8  bandit_top                  # the bandit that lies open on the deck; -1: none, or the deck lies face down
    # the round
    u8  roll_round                  # 1 first
    u8  last_roll                   # the roll round that is the last one; 0: not known yet
    u8  open                        # bit a seat: has dice to roll
    u8  loaded                      # bit a seat: locked a Loaded die before this roll
    i8  closed                      # step of the location on the warpath, or NOBODY
    i8  bodyguard                   # seat, or NOBODY
    i8  die_given                   # somebody took the Indian die this round
    # where play stands
    i8  phase, step, stage
    i8  turn                        # position in a chain of players
    i8  first, second               # who is placed, or NOBODY
    u8  tied                        # bit a seat: who is tied for the place being settled
    i8  acting                      # 0 the first, 1 the second
    i8  action                      # which action the acting player does
    i8  played                      # the card just played took effect
    i8  card                        # store card that is asked about or being played; -1: none
    i8  card_seat                   # who played last: the card, or a Cancel
    i8  runs                        # how often the action is still to be done; at the Mine: Finds of this exploration; at
                                    # Town Hall: Extra claim was played
    i8  picks                       # cards still to be taken from those shown
    i8  victim, lost                # of the theft
    i8  chosen                      # bandit that Thug takes; lowest claim value that barbed wire may still take; Insurances
                                    # that the victim kept back
    i8  must                        # the visitor may not leave the Doctor without a remedy
    i8  now_stage, now_seat, now_card       # a card that is resolved at once
    i8  got_ranches[2]
    u8  n[6][13]                    # seat, count; 255: that many or more
