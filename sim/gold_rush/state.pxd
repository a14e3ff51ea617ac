# Gold Rush on the table: the rules and tiles that lie fixed (Table) and one game (State), in the rulebook's order.
# Numbers GR-a.b are those of the rule specification.
#
# A cell of the map is a key, (x + 128) << 8 | (y + 128), x east and y north of the start tile. Every mountain, railroad
# and prairie segment that lies on the table has a number, given in the order of placing; segments that touch are one
# feature (union-find), and a feature goes by its oldest segment: there its open edges, symbols and figures are counted.
# Cowboys of a feature are one u32, four bits a seat.
from sim.core.types cimport i8, u8, i16, u16, i32, u32, u64
from sim.core.contract cimport Head

cdef enum:
    SEATS = 5
    COWBOYS = 8                 # the most that a tweak gives a player
    TENTS = 3
    HAND = 3                    # tiles to choose from
    VALUES = 5                  # gold tokens come in five values
    TOKENS = 90
    # room on the table, checked by box.py
    TILES = 84                  # and kinds of tiles
    FRONTIER = 170              # 2 * TILES + 2: cells around a straight line
    MOUNTAINS = 60              # segments; below 64, so that a set of mountains is a u64
    RAILS = 96
    PRAIRIES = 168
    CITIES = 12
    GRID = 256                  # places of the hashed grid

cdef enum:                      # Terrain: two bits a side; 0: no tile there yet
    PRAIRIE = 1
    RAILROAD
    MOUNTAIN

cdef enum:                      # Side: the opposite one is side ^ 2
    NORTH, EAST, SOUTH, WEST

cdef enum:                      # Phase: what is being asked of the seat to move; D numbers are those of section 8
    OVER
    CHOOSE                      # tile_choice: which tile of the hand
    PLACE                       # D1
    ACT                         # D2

cdef enum:                      # Act: the classes of the action codes: code = class << 24 | argument
    ACT_LAY = 1                 # key << 2 | rotation
    ACT_COWBOY                  # place on the new tile: 0..3 mountains, 4..7 railroads, 8 the city, 9..16 prairies
    ACT_TENT                    # (0 from the supply, or 1 + the mountain that it leaves) << 8 | mountain
    ACT_MINE                    # mountain
    ACT_RECALL                  # prairie: take a farmer back (move_farmers_back)
    ACT_PASS
    ACT_CHOOSE                  # kind of tile

cdef enum:                      # Place: where a cowboy goes on the new tile
    ON_MOUNTAIN = 0
    ON_RAIL = 4
    IN_CITY = 8
    ON_PRAIRIE = 9
    PLACES = 17

cdef enum:
    NOBODY = -1
    NO_TILE = -1

cdef enum:                      # Part: parts of the score, the vp_* columns of outcome.yaml
    PART_RAILS, PART_RAILS_OPEN, PART_MOUNTAINS, PART_MOUNTAINS_OPEN, PART_CITIES, PART_CITIES_OPEN, PART_PRAIRIES
    PART_TOKENS_MINED, PART_TOKENS_WON, PARTS

cdef enum:                      # Count: the n_* columns of outcome.yaml that are counted as they happen
    N_RAILWAYMEN, N_MINERS, N_MERCHANTS, N_FARMERS, N_TENT_MOVES, N_MININGS, N_PASSES, N_RAILS_SCORED
    N_MOUNTAINS_SCORED, N_CITIES_SCORED, N_SHARED, N_BACK_AT_ONCE, COUNTS

cdef enum:                      # Source: sources of luck
    LUCK_TILES, LUCK_TOKENS, LUCK_LOT, SOURCES

cdef enum:                      # End: end_reasons of outcome.yaml
    LAST_TILE, NO_TILE_FITS

# Switches with more than two positions, in the order of their values in rules.yaml
cdef enum:
    SPLIT_DEFAULT, SPLIT_FLAT, SPLIT_POOR, SPLIT_RICH, SPLIT_CUSTOM     # token_split
cdef enum:
    UNFIT_DISCARD, UNFIT_RETURN                                         # unplaceable_tile
cdef enum:
    TIE_FULL, TIE_SPLIT, TIE_NONE                                       # majority_tie
cdef enum:
    TRAIN_EXACTLY_ONE, TRAIN_AT_LEAST_ONE, TRAIN_EACH                   # train_rule
cdef enum:
    SHARE_FROM_ACTIVE, SHARE_FROM_LEADER, SHARE_NONE                    # token_tie_split
cdef enum:
    UNCLAIMED_REMOVED, UNCLAIMED_TENTS, UNCLAIMED_ACTIVE                # unclaimed_tokens
cdef enum:
    FINAL_SHARED, FINAL_RANDOM, FINAL_FEWEST_TOKENS, FINAL_MOST_TOKENS, FINAL_LAST_SEAT     # tie_break

cdef struct Rules:              # every number and switch of rules.yaml, by its name; filled from the dict as it is
    # the box
    i16 tile_list, tile_variant, token_split, token_count_0, token_count_1, token_count_2, token_count_3, token_count_5
    i16 tokens_total, cowboys_usable, tents_per_player
    # the tile (section 4.1)
    i16 unplaceable_tile, tile_choice
    # the action (section 4.3)
    i16 occupy_completed_feature, move_farmers_back, tent_needs_free_segment, tent_and_mine_same_turn
    i16 mine_tokens_per_action, mine_on_completed_this_turn, tokens_visible_on_map
    # scoring (section 5)
    i16 majority_tie, rail_points_per_tile, rail_count_tiles_once, train_multiplier, train_rule
    i16 mountain_points_per_nugget, token_tie_split, unclaimed_tokens, tent_shares_at_completion
    i16 city_points_per_rail, city_loop_counts_once
    # prairies and the end (sections 6 and 7)
    i16 camp_points, herd_points, tokens_on_incomplete_mountains, mountain_points_incomplete_per_nugget
    i16 rail_points_incomplete_per_tile, city_points_incomplete_per_rail, tie_break

cdef struct Kind:                   # a kind of tile: what its segments show, in the order of the file
    i8  mountains, rails, prairies, city
    u8  nuggets[4]
    u8  mountain_edges[4]           # edges of the tile that each mountain segment takes
    u8  trains[4]
    u8  rail_edges[4]
    i8  to_city[4]                  # this railroad ends in the tile's city
    u8  camps[8]
    u8  herds[8]

cdef struct Laid:                   # a kind of tile in one of its four rotations
    u8  edges                       # terrain of N, E, S, W, two bits each from the lowest
    i8  segment[4]                  # the mountain or railroad segment of each side
    i8  prairie[8]                  # the prairie segment of each half-edge, clockwise from the west half of N

cdef struct Table:
    Rules rules
    i8  players
    i8  farmers                     # mode standard (GR-4.13)
    i8  kinds
    i8  start                       # kind of the start tile
    u8  box[TILES]                  # how many of each kind, the start tile left out
    i8  value[VALUES]               # of the gold tokens
    u8  tokens[VALUES]              # how many of each value
    Kind kind[TILES]
    Laid laid[336]                  # 4 * kind + rotation
    u8  fit[84][256]                # rotations of a kind that fit a cell which needs these edges, equal ones once (GR-4.2)

cdef struct State:
    Head head
    # where play stands
    i8  phase                       # Phase
    i8  tile                        # kind of the tile to place, or NO_TILE
    i8  placer                      # who laid the last tile
    i8  end_reason                  # End
    i16 turn                        # turns begun before this one
    # the pile (GR-3.2): what is left, in no order; the luck decides which one comes next
    i16 drawn                       # tiles drawn so far
    u8  left                        # tiles in the pile
    u8  discarded                   # GR-4.3
    u8  pile[TILES]
    i8  hand[5][5]                  # tile_choice: kinds held face up, NO_TILE where none
    # gold (GR-3.3)
    u8  supply                      # tokens beside the map
    u8  removed                     # tokens out of reach (GR-5.8, GR-7.2)
    u8  unseen[VALUES]              # tokens of each value that have never been shown to anybody
    i8  mined[5][5]                 # seat, value: tokens in front of the players that mining brought
    i8  won[5][5]                   # and those that came in other ways
    # in front of the players
    i8  cowboys[SEATS]
    i8  tents[SEATS]
    i16 vp[5][12]                   # seat, part
    i16 n[5][12]                    # seat, count
    # the map: the tiles in the order of placing
    u8  tiles
    u16 cell[TILES]
    u16 laid[TILES]                 # 4 * kind + rotation
    u8  first_mountain[TILES]       # number of the tile's segment m0
    u8  first_rail[TILES]
    u8  first_prairie[TILES]
    u8  grid[GRID]                  # hashed: 1 + the tile that lies on a cell, 0 none
    # the empty cells around it, ascending, and the edges that each one needs (GR-4.2)
    u8  open_cells
    u16 frontier[FRONTIER]
    u8  need[FRONTIER]
    # mountains
    u8  mountains                   # segments on the table
    u8  mountain_up[MOUNTAINS]      # the way to the oldest segment
    u8  mountain_open[MOUNTAINS]    # open edges; 0: complete (GR-5.5)
    u8  mountain_size[MOUNTAINS]    # segments
    u8  nuggets[MOUNTAINS]
    u8  stack[MOUNTAINS]            # tokens on the mountain (GR-4.7)
    u32 miners[MOUNTAINS]
    u16 tents_on[MOUNTAINS]         # two bits a seat
    u64 tent_sites[SEATS]           # the mountains where the seat has a tent
    u64 camp_grounds                # the mountains that a tent can go to (GR-4.17, GR-4.18)
    # face-up stacks, with tokens_visible_on_map only: 1 + token, 0 none
    u8  top[MOUNTAINS]
    u8  bottom[MOUNTAINS]
    u8  shown                       # tokens laid so far
    u8  token[TOKENS]               # value of each, by its place among the values
    u8  beneath[TOKENS]
    # railroads
    u8  rails
    u8  rail_up[RAILS]
    u8  rail_open[RAILS]            # open ends; 0: complete (GR-5.1)
    u8  rail_size[RAILS]            # segments
    u8  rail_next[RAILS]            # the segments of a railroad in a ring
    u8  rail_tile[RAILS]            # the tile of each segment
    u8  trains[RAILS]
    u32 railwaymen[RAILS]
    # prairies, not in first_game
    u8  prairies
    u8  prairie_up[PRAIRIES]
    u8  camps[PRAIRIES]
    u8  herds[PRAIRIES]
    u32 farmers[PRAIRIES]
    # cities
    u8  cities
    u8  city_tile[CITIES]
    i8  merchant[CITIES]            # seat, or NOBODY

cdef struct Shown:                  # a state as a view shows it: what a person would write down. The rest follows from it
    Head head
    i8  phase, tile, placer, end_reason
    i16 turn, drawn
    u8  left, discarded
    u8  pile[TILES]
    i8  hand[5][5]
    u8  supply, removed
    u8  unseen[VALUES]
    i8  mined[5][5]
    i8  won[5][5]
    i16 vp[5][12]
    i16 n[5][12]
    u8  tiles
    i8  x[TILES]
    i8  y[TILES]
    i8  kind[TILES]
    i8  rotation[TILES]
    i16 cowboys[5][12]              # seat, cowboy: -1 in the supply, -2 not in this game, or where it stands: 0 + mountain,
                                    # 256 + railroad, 512 + prairie, 768 + city, by the oldest segment
    i16 tents[5][12]                # the mountains, likewise
    u8  stack[MOUNTAINS]
    i16 face_up[TOKENS]             # tokens_visible_on_map: 8 * mountain + value, bottom first; -1 none
