# Carson City on the table: the rules and cards that lie fixed (Table) and one game (State), in the rulebook's order.
# Numbers CC-a.b are those of the rule specification. A parcel is 8 * row + column (CC-3.1); a set of parcels is a u64.
from sim.core.types cimport i8, u8, i16, u16, i32, u32, u64
from sim.core.contract cimport Head

cdef enum:
    SEATS = 5
    ROUNDS = 6                  # the longest game that a tweak allows
    PARCELS = 64                # CC-3.1
    CORNERS = 9                 # corner points of the grid lines: 9 rows of 9 (CC-3.4)
    BUILDINGS = 8
    SLOTS = 7                   # spaces of the building row
    VALUES = 6                  # duel tokens 0..5
    TOKENS = 30

cdef enum:                      # buildings, in the order of data/buildings.yaml
    RANCH, MINE, DRUGSTORE, BANK, SALOON, HOTEL, CHURCH, PRISON

cdef enum:                      # characters, in the order of data/characters.yaml
    SHERIFF, BANKER, GROCER, COOLIE, SETTLER, CAPTAIN, MERCENARY, CHARACTERS

cdef enum:                      # the spaces of the track (section 6), then the parcels: 85 places in all
    WAGES, AMMUNITION, ROAD, ROADS
    BUILD                       # seven of them, cheapest first
    PARCEL_INCOME = 11
    GAMBLING, GUN_INCOME, VP_PARCELS, VP_BUILDINGS, VP_GUNS
    VP_BUY                      # four of them, cheapest first
    SPACES = 21
    PLACES = 85                 # place of parcel x = SPACES + x

cdef enum:                      # Phase: what is being asked of the seat to move; D numbers are those of section 9
    OVER
    DRAFT                       # D1
    CHARACTER                   # D2
    SETTLE                      # D3
    REWARD                      # D4, D5
    COOLIE_TAKE                 # D6
    RECRUIT                     # D7
    ARM                         # D8
    PLACE                       # D9, D25
    MOVE                        # D25: where the lifted figure goes
    DUEL_ORDER                  # D10
    PERFORM                     # D11
    BUY_PARCEL                  # D12
    CONSTRUCT                   # D13
    SITE                        # D14
    HOUSE                       # D15
    ROUTE                       # D16
    CONSENT                     # D17
    KEPT                        # D18
    TOKEN                       # D19
    ATTACK_ORDER                # D20
    DOUBLE                      # D21
    BUY_VP                      # D22
    BANKER_VP                   # D23
    HAND_BACK                   # D24
    LAY_ROAD                    # road_timing: windows

cdef enum:                      # Act: the classes of the action codes: code = class << 24 | argument
    ACT_DRAFT = 1               # parcel
    ACT_CHARACTER               # card
    ACT_SETTLE                  # parcel, or PARCELS: none
    ACT_REWARD                  # 0 the money now, 1 wait
    ACT_COOLIE                  # space of the row, or SLOTS: none
    ACT_RECRUIT                 # how many cowboys
    ACT_ARM                     # how many revolvers
    ACT_PASS                    # Kit Carson: finish
    ACT_SPACE                   # space: a cowboy goes there
    ACT_CLAIM                   # parcel: a cowboy goes there to buy it
    ACT_ATTACK                  # parcel
    ACT_DEFEND                  # parcel
    ACT_WHITE_SPACE             # the white figure, likewise
    ACT_WHITE_CLAIM
    ACT_WHITE_DEFEND
    ACT_LIFT                    # place: Kit Carson, lift the own cowboy from there
    ACT_LIFT_WHITE
    ACT_WAIT                    # Kit Carson
    ACT_DUEL_ORDER              # parcel
    ACT_PERFORM                 # 0 decline, 1 perform
    ACT_BUY_PARCEL              # parcel, or PARCELS: no more
    ACT_CONSTRUCT               # 0 decline, 1 keep, 2 build
    ACT_SITE                    # parcel
    ACT_HOUSE                   # parcel
    ACT_ROUTE                   # number of the route
    ACT_CONSENT                 # 0 refuse, 1 agree
    ACT_KEPT                    # building, or BUILDINGS: no more
    ACT_TOKEN                   # value
    ACT_ATTACK_ORDER            # parcel
    ACT_DOUBLE                  # 0 the money, 1 + building
    ACT_BUY_VP                  # how many
    ACT_BANKER                  # 0 none, 1..3 which offer
    ACT_HAND_BACK               # dollars
    ACT_LAY_ROAD                # grid line (CC-3.4), or LINES: no more

cdef enum:
    LINES = 144                 # grid lines that can carry a road piece: 72 across, then 72 down
    NO_PLACE = -1
    NOBODY = -1
    NO_CAP = 99                 # of the rules cap_*: no limit (section 15)

cdef enum:                      # Build: where the tile comes from that is being built
    FROM_ROW, FROM_COOLIE, FROM_KEPT

cdef enum:                      # Part: parts of the score, the vp_* columns of outcome.yaml
    PART_PARCELS, PART_BUILDINGS, PART_GUNS, PART_BOUGHT, PART_HAND_BACK, PART_BANKER, PART_SHERIFF, PART_GROCER
    PART_SETTLER, PART_TILES, PART_MONEY, PART_KIT_CARSON, PARTS

cdef enum:                      # Count: the n_* columns of outcome.yaml that are counted as they happen
    N_PLACED, N_DUELS, N_DUELS_WON, N_DUEL_TIES, N_ATTACKS, N_ATTACKS_WON, N_STOLEN, N_DECLINED, N_INCOME, N_ROADS_LAID
    N_HANDED_BACK, N_CONSENTED, COUNTS

cdef enum:                      # Source: sources of luck
    LUCK_TOKENS, LUCK_ROW, LUCK_CENTRE, LUCK_MOUNTAINS, LUCK_CHARACTERS, LUCK_CHOICE_ORDER, LUCK_BAG, LUCK_DUEL
    LUCK_DUEL_TIE, LUCK_GAMBLING, LUCK_REDRAW, LUCK_RING, LUCK_STALE, LUCK_ROUTE, SOURCES

# Switches with more than two positions, in the order of their values in rules.yaml
cdef enum:
    PROTECTS_ALL, PROTECTS_CHURCH_OWNER                             # church_protects
cdef enum:
    TIE_FIRST_PASSER, TIE_LAST_PASSER, TIE_RANDOM, TIE_DEFENDER     # duel_tie_break
cdef enum:
    FINAL_FIRST_PASSER, FINAL_LAST_PASSER, FINAL_MOST_MONEY, FINAL_SHARED
cdef enum:
    VOLUNTARY_OVER_LIMIT, VOLUNTARY_ANYONE, VOLUNTARY_NEVER         # cash_limit_voluntary
cdef enum:
    FOREIGN_CONSENT, FOREIGN_NEVER, FOREIGN_FREE                    # house_on_foreign_parcel
cdef enum:
    ROUTE_CANONICAL, ROUTE_RANDOM, ROUTE_BOT                        # road_route_choice
cdef enum:
    DEFER_AFTER_BUILD_3, DEFER_ALSO_BEFORE_PLACEMENT, DEFER_NEVER   # deferred_building_window
cdef enum:
    GUNS_POOLED, GUNS_SEPARATE, GUNS_SETS                           # vp_guns_pooling
cdef enum:
    CHOICE_PASSING, CHOICE_TURN_ORDER, CHOICE_RANDOM                # choice_order

cdef struct Rules:              # every number and switch of rules.yaml, by its name; filled from the dict as it is
    # set-up (section 4)
    i16 rounds, start_money, start_cowboys, start_revolvers, start_roads, start_parcels, draft_second_reverse
    i16 mountains, dice_block
    i16 building_count_ranch, building_count_mine, building_count_drugstore, building_count_bank
    i16 building_count_saloon, building_count_hotel, building_count_church, building_count_prison
    i16 initial_row_3, initial_row_4, initial_row_5, initial_row_6, initial_row_8, initial_row_10, initial_row_12
    # supplies
    i16 new_cowboys_r1, new_cowboys_r2, new_cowboys_r3, cowboy_max, property_max, road_supply, revolver_supply, house_supply
    # the track (section 6)
    i16 wages_per_cowboy, ammunition_guns, ammunition_guns_count_for_income, road_space_pieces, roads_space_pieces
    i16 parcel_base_price, parcel_price_per_neighbour
    i16 building_price_3, building_price_4, building_price_5, building_price_6, building_price_8, building_price_10, building_price_12
    i16 build_resolution, deferred_building_window, uncontested_parcels_first
    i16 parcel_income_per_parcel, gambling_dice, gun_income_per_unit
    i16 vp_parcels_divisor, vp_buildings_per_building, vp_guns_divisor, vp_guns_pooling
    i16 vp_buy_price_2, vp_buy_price_3, vp_buy_price_4, vp_buy_price_5, vp_buy_resolution
    i16 house_on_foreign_parcel, road_timing, road_route_choice
    # buildings (section 11)
    i16 income_ranch_per_empty, income_ranch_min, mountain_counts_as_empty, income_mine_per_mountain
    i16 income_drugstore_per_unit, income_bank_per_unit, income_saloon_per_house, income_hotel
    i16 ranch_house_units, church_house_units, hotel_house_units
    i16 cap_ranch, cap_mine, cap_drugstore, cap_bank, cap_saloon
    i16 guns_ranch, guns_mine, guns_prison
    # duels and attacks (section 7)
    i16 attack_share_percent, church_protects, church_cancel_timing, unattacked_defender
    i16 duel_tie_break, duel_counts_cowboys, duel_die_sides
    # characters (section 10)
    i16 choice_order
    i16 character_order_sheriff, character_order_banker, character_order_grocer, character_order_coolie
    i16 character_order_settler, character_order_captain, character_order_mercenary
    i16 cash_limit_sheriff_yellow, cash_limit_banker_yellow, cash_limit_grocer_yellow, cash_limit_coolie_yellow
    i16 cash_limit_settler_yellow, cash_limit_captain_yellow, cash_limit_mercenary_yellow
    i16 cash_limit_sheriff_red, cash_limit_banker_red, cash_limit_grocer_red, cash_limit_coolie_red
    i16 cash_limit_settler_red, cash_limit_captain_red, cash_limit_mercenary_red
    i16 sheriff_may_defend, sheriff_white_counts, sheriff_red_gets_white, sheriff_red_vp_per_loss
    i16 banker_money, banker_red_vp_1, banker_red_price_1, banker_red_vp_2, banker_red_price_2, banker_red_vp_3, banker_red_price_3
    i16 grocer_money, grocer_multiplier, grocer_red_vp_per_house
    i16 coolie_roads, coolie_price_divisor, coolie_red_price
    i16 settler_free_parcels, settler_red_money, settler_red_mountain_reward, settler_red_per_mountain
    i16 captain_cowboy_price_1, captain_cowboy_price_2, captain_cowboy_price_3, captain_red_gun_price_1, captain_red_gun_price_2
    i16 mercenary_guns_yellow, mercenary_guns_red
    # end of round and of the game (CC-5.19, section 12)
    i16 cash_limit_dollars_per_vp, cash_limit_voluntary, cash_limit_in_last_round
    i16 final_vp_per_tile, final_dollars_per_vp, final_tie_break
    # variants (CC-4.9, CC-4.10, section 8)
    i16 might_money_base, might_hand, might_redraw
    i16 kc_bonus_per_later_player, kc_extra_actions
    double kc_speed_1, kc_speed_2, kc_speed_3, kc_speed_4, kc_speed_5, kc_stale_view_prob

cdef struct Table:
    Rules rules
    i8  players
    i8  red[CHARACTERS]             # which side lies up (CC-4.8)
    i8  might_is_right, kit_carson
    i8  assign                      # characters are dealt, not chosen (design.characters)
    # compiled from the rules and the cards
    i16 cash_limit[CHARACTERS]
    i8  number[CHARACTERS]          # turn order of the round (CC-5.3)
    i16 building_price[SLOTS]
    i16 vp_price[4]
    double vp_per_dollar            # at the end (CC-12.2)
    i8  start_row[SLOTS]            # building, or -1: from the bag
    i8  count[BUILDINGS]
    i8  needs_road[BUILDINGS]       # and a house (CC-6.6)
    i8  attackable[BUILDINGS]
    i8  guns[BUILDINGS]             # CC-6.9
    i8  house_units[BUILDINGS]      # CC-11.1
    i16 cap[BUILDINGS]              # CC-11.6
    i8  build_order[SLOTS]          # steps 6-12: spaces of the row
    i8  vp_order[4]                 # steps 21-24
    u32 open_spaces[ROUNDS]         # spaces that can be open in that round (CC-5.17), the row counted as full
    u64 dice_parcels                # that the set-up dice can name (CC-3.3)
    u64 neighbours[PARCELS]         # CC-3.2
    u32 speed[SEATS]                # Kit Carson clocks, in thousandths
    u32 stale                       # kc_stale_view_prob in 2**-31

cdef struct Figures:                # who stands where in phases 2 and 3
    u64 parcels[SEATS]              # coloured figures on the map, at most one a parcel
    u32 spaces[SEATS]               # on the track: at most one a space ...
    i8  wages[SEATS]                # ... but any number here
    i8  road[SEATS]
    i8  white                       # the place of the white figure, or NO_PLACE
    i8  white_seat                  # who may place it or has placed it; NOBODY: it stands on its card

cdef struct Glance:                 # what a player remembers of the others' figures (CC-8.6): where, not whose
    u64 parcels
    u32 spaces
    i8  wages, road                 # somebody stood there
    i8  white

cdef struct State:
    Head head
    # the town (section 3)
    u64 owned[SEATS]                # parcels with a property tile
    u64 house, mountain
    u64 built[BUILDINGS]
    u64 connected                   # parcels touched by a road (CC-3.6)
    u16 corners[CORNERS]            # corner points that roads touch, a row of 9 bits each
    u8  across[CORNERS]             # laid pieces along the 9 horizontal lines, 8 bits each (CC-3.4)
    u16 down[8]                     # and between them, 9 bits each
    # the reserve
    i8  row[SLOTS]                  # building on each space of the row, or -1
    i8  bag[BUILDINGS]
    i16 roads_left, guns_left, houses_left
    i16 bag_draws                   # how many tiles have left the bag
    # in front of the players
    i16 money[SEATS]
    i16 vp[5][12]                   # seat, part
    i8  cowboys[SEATS]              # coloured figures in the supply
    i8  guns[SEATS]                 # revolver tokens
    i16 roads[SEATS]
    i8  kept[5][8]                  # seat, building
    i8  three_guns                  # who holds the three-gun token, or NOBODY
    # the round (section 5)
    i8  round                       # 0 first
    i8  character[5][8]             # seat, round; -1: none yet. As wide as `kept`: Cython confuses i8 tables of two widths
    i8  waits[SEATS]                # Grocer or red Settler: chose the delayed reward (D4, D5)
    i8  order[SEATS]                # seats in draft, choosing or turn order
    i8  passed[SEATS]               # seats in passing order (CC-5.6)
    i8  n_passed
    i8  entrant[SEATS]              # who sits here, for assigned characters
    # where play stands
    i8  phase                       # Phase
    i8  turn                        # position in the order of the phase
    i8  step                        # resolution step 1..24 (section 6); 0 before, 25 after
    i8  stage                       # where a step stands that asks more than once
    i8  place                       # the place being resolved, or NO_PLACE
    u64 todo                        # parcels still to resolve in steps 5 and 17
    Figures figures
    # a tile being built (CC-6.5..6.8)
    i8  builder                     # seat, or NOBODY
    i8  tile_from                   # Build
    i8  tile_slot                   # of the row; -1 for a kept tile
    i8  tile                        # building, or -1
    i8  site, house_site            # parcels, or -1
    u64 refused                     # house parcels whose owner said no (CC-6.17)
    # a duel (section 7)
    u8  duellists                   # bit a seat
    i8  duel_turn                   # whose token is asked (Might is Right), position in passing order
    i8  chosen[SEATS]               # token laid face down: its number, or -1
    # Might is Right (CC-4.10, CC-7.6): token k has the value k % 6
    i8  holder[TOKENS]              # seat, or -1: discard, or -2: not in this game
    i16 discarded_at[TOKENS]        # how many re-draws had happened when it last came to the discard
    i16 redrawn_at[SEATS]           # number of the seat's last re-draw, or -1: still its first hand
    i16 redraws
    i16 announced[SEATS]            # the sum that the seat told (CC-4.10)
    # Kit Carson (section 8)
    i8  lifted                      # the place a figure was lifted from (D25), or NO_PLACE
    i8  lifted_white                # it is the white one
    i8  rings[SEATS]                # actions left in the budget (CC-8.5)
    i16 ring                        # how many rings so far this round
    i8  stale                       # this ring decides on the board of the previous one (CC-8.6)
    i8  has_seen[SEATS]             # had a ring this round
    Glance seen[SEATS]              # the board at the seat's previous ring
    # what happened
    i16 n[5][12]                    # seat, count
