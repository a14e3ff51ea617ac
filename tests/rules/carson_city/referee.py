"""A second Carson City, written from the specification alone: every rule and every tweak, without any cleverness.

The referee plays along in the order of play. At each decision it says who decides and between what, lets the table
answer, and works out what comes of it. What chance brings (dice, tiles, tokens, clocks) is told by the table. It speaks
the kernel's action codes; the rest knows nothing of the kernel. Rules and variants are those of rules.yaml, in words.
"""
from collections import Counter
from functools import partial

from sim.carson_city import words as w
from tests.rules.carson_city import grid
from tests.rules.carson_city.grid import CORNERS
from tests.rules.carson_city.town import ATTACKABLE, EVERY_PARCEL, Town

NEED_A_HOUSE = {w.DRUGSTORE, w.BANK, w.SALOON, w.HOTEL, w.CHURCH, w.PRISON}                     # CC-6.6
NO_DUELS = {w.WAGES, w.ROAD}                                                                    # CC-7.14
BUILD_SPACES = range(w.BUILD, w.BUILD + w.SLOTS)                                                # cheapest first
PURCHASE_SPACES = range(w.VP_BUY, w.SPACES)
EMPTY = -1                                                                                      # of a space of the row
MOST_VP = 200                                                                                   # D22
NOW, LATER = 0, 1                                                                               # D4, D5
DECLINE, KEEP, BUILD = range(3)                                                                 # D13


def codes(act, arguments=(0,)):
    return [act << 24 | argument for argument in arguments]


def read(code):
    return code >> 24, code & 0xFFFFFF


def on_parcel(x):
    return w.SPACES + x


class Referee(Town):
    def __init__(self, table, players, rules, variants, dealt_characters):
        super().__init__(players, rules)
        self.table, self.variants, self.dealt_characters = table, variants, dealt_characters
        self.red = [self.is_red(name.lower()) for name in w.CHARACTER_NAMES]
        self.money = [rules["start_money"]] * players                                           # CC-4.1
        self.vp = [0] * players
        self.cowboys = [rules["start_cowboys"]] * players
        self.guns, self.roads = [0] * players, [0] * players
        self.kept = [Counter() for _ in self.seats]
        self.on_board = [Counter() for _ in self.seats]         # cowboys by place: 21 spaces, then the parcels
        self.white_holder, self.white_place = w.NOBODY, w.NO_PLACE
        self.three_guns = w.NOBODY
        self.refused = set()                                    # parcels whose owners want no house (CC-6.17)
        self.character, self.waits = [None] * players, [False] * players
        self.round, self.order, self.passed = 0, list(self.seats), []                           # CC-4.6
        self.stale, self.seen = False, {}                                                       # CC-8.6
        self.set_up()

    def is_red(self, name):
        """CC-4.8."""
        side = self.variants["side_" + name]
        return side == "red" or (side == "set" and self.variants["character_sides"] == "all_red")

    # asking -----------------------------------------------------------------------------------------------------------

    def ask(self, p, options):
        return self.table.answer(p, options)

    def choose(self, p, act, arguments):
        return read(self.ask(p, codes(act, arguments)))[1]

    def performs(self, p):
        """D11."""
        return self.choose(p, w.ACT_PERFORM, (0, 1)) == 1

    def must(self, holds, what):
        if not holds:
            self.table.complain(what)

    # 4: set-up --------------------------------------------------------------------------------------------------------

    def set_up(self):
        rules, deal = self.rules, self.table.deal()
        self.row, self.bag = list(deal["row"]), list(deal["bag"])                               # CC-4.2
        for tile, name in enumerate(w.BUILDING_NAMES):
            self.must(self.row.count(tile) + self.bag[tile] == rules["building_count_" + name], f"tiles of {name}")
        self.house, self.mountain = set(deal["house"]), set(deal["mountain"])
        self.must(len(self.house) == 1 and len(self.mountain) == rules["mountains"], "one centre, all mountains")
        self.must(not self.house & self.mountain, "a mountain on the centre")                   # CC-4.4
        if rules["dice_block"] == "inner6":                                                     # CC-3.3
            self.must(all(grid.inner(x) for x in self.house | self.mountain), "a tile on the rim")
        self.lines = grid.sides(*self.house)                                                    # CC-4.3
        self.roads_left = rules["road_supply"] - len(self.lines)
        self.guns_left, self.houses_left = rules["revolver_supply"], rules["house_supply"] - 1
        for p in self.seats:
            self.take_guns(p, rules["start_revolvers"])
            self.take_roads(p, rules["start_roads"])
        if self.variants["might_is_right"]:
            self.deal_tokens(deal)

    def deal_tokens(self, deal):
        """CC-4.9, CC-4.10."""
        self.hand, self.discard = deal["hands"], deal["discard"]
        size = self.rules["might_hand"] if self.players > 2 else w.VALUES
        self.must(all(hand.total() == size for hand in self.hand), "size of the hands")
        box = Counter(dict.fromkeys(range(w.VALUES), self.players))
        self.must(sum(self.hand, Counter(self.discard)) == box, "one set of tokens a player")
        if self.players > 2:
            self.money = [max(0, self.rules["might_money_base"] - sum(hand.elements())) for hand in self.hand]
        else:
            self.must(all(set(hand) == set(range(w.VALUES)) for hand in self.hand), "a set of tokens each")

    def take_roads(self, p, n):
        """CC-6.11: as many as are left."""
        n = min(n, self.roads_left)
        self.roads_left -= n
        self.roads[p] += n

    def take_guns(self, p, n):
        """CC-6.9, likewise."""
        n = min(n, self.guns_left)
        self.guns_left -= n
        self.guns[p] += n

    # the game ---------------------------------------------------------------------------------------------------------

    def play(self):
        self.draft()
        for number in range(self.rules["rounds"]):
            self.round = number
            self.table.new_round()
            self.characters()
            self.placement()
            self.resolution()
            self.round_end()
        self.final_scoring()

    def last_round(self):
        return self.round == self.rules["rounds"] - 1

    def draft(self):
        """CC-4.7."""
        for turn in range(self.rules["start_parcels"]):
            back = turn % 2 and self.rules["draft_second_reverse"]
            for p in reversed(self.order) if back else self.order:
                self.owned[p].add(self.choose(p, w.ACT_DRAFT, self.unowned()))

    # 5, phase 1: characters -------------------------------------------------------------------------------------------

    def characters(self):
        self.character, self.waits, self.passed = [None] * self.players, [False] * self.players, []
        for p in self.order:                                                                    # CC-5.1
            if self.dealt_characters:
                card = self.table.character(p)
            else:
                card = self.choose(p, w.ACT_CHARACTER, set(range(w.CHARACTERS)) - set(self.character))
            self.character[p] = card                                                            # CC-5.2
            self.take_card(p, card)
        self.order = sorted(self.seats, key=self.number)                                        # CC-5.3
        if self.rules["deferred_building_window"] == "also_before_placement":
            self.build_kept_tiles(self.order)

    def number(self, p):
        return self.rules["character_order_" + w.CHARACTER_NAMES[self.character[p]].lower()]

    def take_card(self, p, card):
        """Section 10: what the card does at once."""
        rules, red = self.rules, self.red[card]
        if card == w.SHERIFF and (not red or rules["sheriff_red_gets_white"]):
            self.white_holder = p
        elif card == w.BANKER and not red:
            self.money[p] += rules["banker_money"]
        elif card == w.GROCER or (card == w.SETTLER and red):
            self.money_or_wait(p, rules["grocer_money" if card == w.GROCER else "settler_red_money"])
        elif card == w.COOLIE and not red:
            self.take_roads(p, rules["coolie_roads"])
        elif card == w.COOLIE:
            self.red_coolie(p)
        elif card == w.SETTLER:
            self.settle(p)
        elif card == w.CAPTAIN and not red:
            self.recruit(p)
        elif card == w.CAPTAIN:
            self.arm(p)

    def money_or_wait(self, p, money):
        """D4, D5, CC-10.6."""
        if self.choose(p, w.ACT_REWARD, (NOW, LATER)) == LATER:
            self.waits[p] = True
        else:
            self.money[p] += money

    def settle(self, p):
        """D3."""
        for _ in range(self.rules["settler_free_parcels"]):
            if len(self.owned[p]) >= self.rules["property_max"] or not self.unowned():          # CC-10.4
                return
            x = self.choose(p, w.ACT_SETTLE, self.unowned() | {w.PARCELS})
            if x == w.PARCELS:
                return
            self.owned[p].add(x)

    def recruit(self, p):
        """D7, CC-10.3, CC-10.4."""
        price = {n: self.rules[f"captain_cowboy_price_{n}"] for n in (1, 2, 3)}
        offers = [n for n in price if self.cowboys[p] + n <= self.rules["cowboy_max"] and price[n] <= self.money[p]]
        n = self.choose(p, w.ACT_RECRUIT, [0, *offers]) if offers else 0
        if n:
            self.money[p] -= price[n]
            self.cowboys[p] += n

    def arm(self, p):
        """D8, likewise."""
        price = {n: self.rules[f"captain_red_gun_price_{n}"] for n in (1, 2)}
        offers = [n for n in price if n <= self.guns_left and price[n] <= self.money[p]]
        n = self.choose(p, w.ACT_ARM, [0, *offers]) if offers else 0
        if n:
            self.money[p] -= price[n]
            self.take_guns(p, n)

    def red_coolie(self, p):
        """D6, CC-10.5: takes any tile of the row, builds it at once or keeps it."""
        self.refused = set()
        while self.money[p] >= self.rules["coolie_red_price"] and any(tile != EMPTY for tile in self.row):
            slots = [slot for slot, tile in enumerate(self.row) if tile != EMPTY]
            slot = self.choose(p, w.ACT_COOLIE, [*slots, w.SLOTS])
            if slot == w.SLOTS:
                return
            tile = self.row[slot]
            answer = self.choose(p, w.ACT_CONSTRUCT, [KEEP, BUILD] if self.sites(p, tile) else [KEEP])
            plan = self.plan(p, tile) if answer == BUILD else None
            if answer == BUILD and plan is None:
                continue                                                                        # CC-6.17: refused
            self.money[p] -= self.rules["coolie_red_price"]
            self.row[slot] = EMPTY
            self.erect_or_keep(p, tile, plan)
            self.refill_row()
            return

    # 5, phase 2: placement --------------------------------------------------------------------------------------------

    def placement(self):
        if self.variants["kit_carson"]:
            self.kit_carson()
            return
        while len(self.passed) < self.players:                                                  # CC-5.12
            for p in self.order:                                                                # CC-5.4
                if p not in self.passed:
                    code = self.ask(p, codes(w.ACT_PASS) + self.placements(p))
                    if read(code)[0] == w.ACT_PASS:
                        self.passed.append(p)                                                   # CC-5.6
                    else:
                        self.put(p, code)

    def placements(self, p):
        """D9; CC-5.5: without figures there is nothing but to pass."""
        found = self.cowboy_options(p) if self.cowboys[p] else []
        if self.white_in_supply(p):
            found += self.white_options(p)
        return found

    def white_in_supply(self, p):
        return self.white_holder == p and self.white_place == w.NO_PLACE

    def open_spaces(self):
        """CC-5.8; CC-5.17: a purchase space closes after each round, the dearest never."""
        closed = {w.BUILD + slot for slot, tile in enumerate(self.row) if tile == EMPTY}
        closed |= set(PURCHASE_SPACES[:min(self.round, len(PURCHASE_SPACES) - 1)])
        return set(range(w.SPACES)) - closed

    def own_places(self, p):
        return set(+self.on_board[p])

    def sees(self, p):
        """Where cowboys of others stand, and the white figure. In a stale ring: as it was before (CC-8.6)."""
        if self.stale:
            others, white = self.seen[p]
            return others, self.white_place if self.white_holder == p else white
        others = set().union(*(self.own_places(q) for q in self.seats if q != p))
        return others, self.white_place

    def cowboy_options(self, p, leaves=None):
        """CC-5.7..5.11. A cowboy that is moved may not go back to the place that it leaves (CC-8.10)."""
        others, white = self.sees(p)
        barred = self.own_places(p) | {white, leaves}
        meek = self.character[p] == w.SHERIFF and self.red[w.SHERIFF]                           # CC-5.11
        challenges = others if meek else set()
        spaces = self.open_spaces()
        found = codes(w.ACT_SPACE, (spaces & NO_DUELS) - {leaves})                              # a
        found += codes(w.ACT_SPACE, spaces - NO_DUELS - barred - challenges)                    # b
        found += codes(w.ACT_CLAIM, [x for x in self.unowned() if on_parcel(x) not in barred | challenges])     # c
        targets = {x for x in self.attackable() if on_parcel(x) not in barred}
        if not meek:
            found += codes(w.ACT_ATTACK, targets - self.owned[p])                               # d
        return found + codes(w.ACT_DEFEND, targets & self.owned[p])                             # e

    def white_options(self, p, leaves=None):
        """CC-5.10: only where nobody stands."""
        barred = self.sees(p)[0] | self.own_places(p) | {leaves}
        found = codes(w.ACT_WHITE_SPACE, self.open_spaces() - barred)
        found += codes(w.ACT_WHITE_CLAIM, [x for x in self.unowned() if on_parcel(x) not in barred])
        if self.rules["sheriff_may_defend"]:
            own = self.attackable() & self.owned[p]
            found += codes(w.ACT_WHITE_DEFEND, [x for x in own if on_parcel(x) not in barred])
        return found

    def put(self, p, code):
        act, at = read(code)
        place = at if act in (w.ACT_SPACE, w.ACT_WHITE_SPACE) else on_parcel(at)
        if act in (w.ACT_WHITE_SPACE, w.ACT_WHITE_CLAIM, w.ACT_WHITE_DEFEND):
            self.white_place = place
        else:
            self.cowboys[p] -= 1
            self.on_board[p][place] += 1

    # 8: Kit Carson ----------------------------------------------------------------------------------------------------

    def kit_carson(self):
        extra = self.rules["kc_extra_actions"]
        rings = [self.cowboys[p] + (self.white_holder == p) + extra for p in self.seats]        # CC-8.5
        self.seen = {}
        opener = self.order[0]                                                                  # CC-8.1
        self.put(opener, self.ask(opener, self.placements(opener)))
        rings[opener] -= 1                                                                      # CC-8.10
        self.seen[opener] = self.sees(opener)
        while len(self.passed) < self.players:
            p, self.stale = self.table.ring()                                                   # CC-8.4
            self.must(p not in self.passed, "a clock rings for one who has finished")
            self.must(not self.stale or (p in self.seen and self.rules["kc_stale_view_prob"] > 0), "a stale ring")
            self.must(self.stale or p not in self.seen or self.rules["kc_stale_view_prob"] < 1, "a fresh ring")
            self.act_on_ring(p, rings[p])
            rings[p] = max(0, rings[p] - 1)
            self.stale = False
            self.seen[p] = self.sees(p)

    def ring_options(self, p, rings):
        """D25."""
        if rings == 0:                                                                          # CC-8.5
            return codes(w.ACT_PASS)
        found = codes(w.ACT_PASS) + codes(w.ACT_WAIT) + self.placements(p) + codes(w.ACT_LIFT, self.own_places(p))
        if self.white_holder == p and self.white_place != w.NO_PLACE and self.white_options(p, self.white_place):
            found += codes(w.ACT_LIFT_WHITE, [self.white_place])
        return found

    def act_on_ring(self, p, rings):
        code = self.ask(p, self.ring_options(p, rings))
        stale, self.stale = self.stale, False
        if code not in self.ring_options(p, rings):             # not possible any more: he waits (CC-8.6)
            return
        self.stale = stale
        act, place = read(code)
        if act == w.ACT_PASS:
            self.passed.append(p)
        elif act == w.ACT_LIFT:
            self.move_cowboy(p, place)
        elif act == w.ACT_LIFT_WHITE:
            self.move_white(p, place)
        elif act != w.ACT_WAIT:
            self.put(p, code)

    def move_cowboy(self, p, place):
        """CC-8.4: to another place that is legal with the figure lifted; stale: it may have to stay (CC-8.6)."""
        self.on_board[p][place] -= 1
        code = self.ask(p, self.cowboy_options(p, place))
        self.stale = False
        if code in self.cowboy_options(p, place):
            self.cowboys[p] += 1
            self.put(p, code)
        else:
            self.on_board[p][place] += 1

    def move_white(self, p, place):
        self.white_place = w.NO_PLACE
        code = self.ask(p, self.white_options(p, place))
        self.stale = False
        if code in self.white_options(p, place):
            self.put(p, code)
        else:
            self.white_place = place

    # 5, phase 3: resolution -------------------------------------------------------------------------------------------

    def resolution(self):
        for step in self.steps():
            step()
            self.road_window()

    def steps(self):
        """The order of section 6 (CC-5.13, CC-6.19)."""
        construction, purchases = list(BUILD_SPACES), list(PURCHASE_SPACES)
        if self.rules["build_resolution"] == "descending":
            construction.reverse()
        if self.rules["vp_buy_resolution"] == "expensive_first":
            purchases.reverse()
        parcels = [self.contested_parcels, self.uncontested_parcels]                            # CC-6.4
        if self.rules["uncontested_parcels_first"]:
            parcels.reverse()

        def buy_parcels():
            for part in parcels:
                part()

        def spaces(action, places):
            return [partial(self.resolve, place, action) for place in places]

        return [self.wages, *spaces(self.ammunition, [w.AMMUNITION]), self.road, *spaces(self.more_roads, [w.ROADS]),
                buy_parcels, *spaces(self.construct, construction), self.deferred_building,
                *spaces(self.income_space, [w.PARCEL_INCOME, w.GAMBLING, w.GUN_INCOME]), self.estate_income,
                *spaces(self.vp_space, [w.VP_PARCELS, w.VP_BUILDINGS, w.VP_GUNS]), *spaces(self.buy_vp, purchases)]

    def road_window(self):
        """CC-6.16."""
        if self.rules["road_timing"] != "windows":
            return
        for p in self.passed:
            while self.roads[p]:
                network = grid.points(self.lines)
                legal = [n for n in range(w.LINES) if n not in self.lines and grid.ends(n) & network]     # CC-3.5
                n = self.choose(p, w.ACT_LAY_ROAD, [*legal, w.LINES])
                if n == w.LINES:
                    break
                self.lines.add(n)
                self.roads[p] -= 1

    def contenders(self, place):
        found = [p for p in self.seats if self.on_board[p][place]]
        if self.white_place == place:
            self.must(not found, "somebody beside the white figure")                            # CC-5.10
            return [self.white_holder]
        return found

    def resolve(self, place, action):
        """CC-5.14: who is alone, or wins the duel, performs or declines."""
        contenders = self.contenders(place)
        if contenders:
            p = contenders[0] if len(contenders) == 1 else self.duel(place, contenders)
            action(p, place)
            self.to_reserve(p, place)

    def to_reserve(self, p, place):
        """CC-5.14; the white figure goes to its card (CC-5.24)."""
        if self.white_place == place and self.white_holder == p:
            self.white_to_card()
        else:
            self.on_board[p][place] -= 1

    def white_to_card(self):
        self.white_holder, self.white_place = w.NOBODY, w.NO_PLACE

    def all_figures_on(self, space):
        """Figures of each seat on wages or road, which all go to the reserve (CC-5.24)."""
        counted = [self.on_board[p][space] + (self.white_place == space and self.white_holder == p) for p in self.seats]
        for p in self.seats:
            self.on_board[p][space] = 0
        if self.white_place == space:
            self.white_to_card()
        return counted

    # 7: duels ---------------------------------------------------------------------------------------------------------

    def supply(self, p):
        """Figures in the supply, the white one too while it is not placed (CC-7.1, CC-5.24)."""
        return self.cowboys[p] + bool(self.rules["sheriff_white_counts"] and self.white_in_supply(p))

    def card_guns(self, p):
        if self.character[p] != w.MERCENARY:
            return 0
        return self.rules["mercenary_guns_red" if self.red[w.MERCENARY] else "mercenary_guns_yellow"]

    def all_guns(self, p):
        return self.guns[p] + self.card_guns(p) + (self.rules["ammunition_guns"] if self.three_guns == p else 0)

    def guns_for_income(self, p):
        """CC-10.1."""
        if self.rules["ammunition_guns_count_for_income"]:
            return self.all_guns(p)
        return self.guns[p] + self.card_guns(p)

    def duel(self, place, contenders):
        shown = self.show_tokens(contenders) if self.variants["might_is_right"] else self.table.duel_dice(place)
        strength = {p: shown[p] + self.all_guns(p) for p in contenders}                         # CC-7.1, CC-7.5
        if self.rules["duel_counts_cowboys"]:
            strength = {p: strength[p] + self.supply(p) for p in contenders}
        best = [p for p in self.passed if strength.get(p) == max(strength.values())]
        winner = best[0] if len(best) == 1 else self.break_tie(place, best)
        for p in contenders:
            if p != winner:
                self.on_board[p][place] -= 1                                                    # CC-7.4
                self.cowboys[p] += 1
                if self.character[p] == w.SHERIFF and self.red[w.SHERIFF]:                      # CC-7.7
                    self.vp[p] += self.rules["sheriff_red_vp_per_loss"]
        if self.variants["might_is_right"]:
            self.redraw_tokens(contenders)
        return winner

    def break_tie(self, place, best):
        """CC-7.2 and section 15; `best` is in passing order."""
        rule = self.rules["duel_tie_break"]
        if rule == "last_passer":
            return best[-1]
        if rule == "random":
            return self.table.tied_winner(place, best)
        if rule == "defender" and place >= w.SPACES and self.owner(place - w.SPACES) in best:
            return self.owner(place - w.SPACES)
        return best[0]

    def show_tokens(self, contenders):
        """D19, CC-7.6: used tokens lie in the discard before anybody draws."""
        shown = {p: self.choose(p, w.ACT_TOKEN, +self.hand[p]) for p in self.passed if p in contenders}
        for p, value in shown.items():
            self.hand[p][value] -= 1
            self.discard[value] += 1
        return shown

    def redraw_tokens(self, contenders):
        for p in [p for p in self.passed if p in contenders and not self.hand[p].total()]:
            drawn = self.table.hand(p)
            self.must(drawn.total() == min(self.rules["might_redraw"], self.discard.total()), "number of tokens drawn")
            self.must(drawn <= self.discard, "tokens drawn from nowhere")
            self.hand[p] = drawn
            self.discard -= drawn

    # 6: steps 1 to 4 --------------------------------------------------------------------------------------------------

    def wages(self):
        for p, figures in enumerate(self.all_figures_on(w.WAGES)):
            self.money[p] += self.rules["wages_per_cowboy"] * figures

    def ammunition(self, p, place):
        if self.performs(p):
            self.three_guns = p

    def road(self):
        """CC-6.11: in passing order."""
        figures = self.all_figures_on(w.ROAD)
        for p in self.passed:
            self.take_roads(p, self.rules["road_space_pieces"] * figures[p])

    def more_roads(self, p, place):
        if self.performs(p):
            self.take_roads(p, self.rules["roads_space_pieces"])

    # step 5: parcels --------------------------------------------------------------------------------------------------

    def claims(self, p):
        """Unowned parcels with a figure of p."""
        return {x for x in self.unowned() if p in self.contenders(on_parcel(x))}

    def contested(self):
        return {x for x in self.unowned() if len(self.contenders(on_parcel(x))) > 1}

    def can_buy(self, p, x):
        """CC-6.3, CC-6.18."""
        return self.money[p] >= self.price(x) and len(self.owned[p]) < self.rules["property_max"]

    def buy(self, p, x):
        self.money[p] -= self.price(x)
        self.to_reserve(p, on_parcel(x))
        self.owned[p].add(x)

    def contested_parcels(self):
        """CC-6.4: in the order of the first passer (D10)."""
        todo = self.contested()
        while todo:
            x = self.choose(self.passed[0], w.ACT_DUEL_ORDER, todo) if len(todo) > 1 else min(todo)
            todo.remove(x)
            p = self.duel(on_parcel(x), self.contenders(on_parcel(x)))
            if self.can_buy(p, x) and self.performs(p):                                         # CC-6.20
                self.buy(p, x)
            else:
                self.to_reserve(p, on_parcel(x))

    def uncontested_parcels(self):
        """CC-6.4: player by player in passing order (D12)."""
        for p in self.passed:
            mine = self.claims(p) - self.contested()
            while any(self.can_buy(p, x) for x in mine):
                x = self.choose(p, w.ACT_BUY_PARCEL, [x for x in mine if self.can_buy(p, x)] + [w.PARCELS])
                if x == w.PARCELS:
                    break
                self.buy(p, x)
                mine.remove(x)
            for x in mine:
                self.to_reserve(p, on_parcel(x))

    # steps 6 to 13: buildings -----------------------------------------------------------------------------------------

    def construct(self, p, place):
        """D13, CC-6.5."""
        slot = place - w.BUILD
        price, tile = self.rules[w.BUILDING_PRICES[slot]], self.row[slot]
        if self.character[p] == w.COOLIE and not self.red[w.COOLIE]:
            price = -(-price // self.rules["coolie_price_divisor"])
        self.refused = set()
        while self.money[p] >= price:                                                           # CC-6.18
            offers = [DECLINE, KEEP, BUILD] if self.sites(p, tile) else [DECLINE, KEEP]
            answer = self.choose(p, w.ACT_CONSTRUCT, offers)
            if answer == DECLINE:                                                               # CC-5.15
                return
            plan = self.plan(p, tile) if answer == BUILD else None
            if answer == BUILD and plan is None:
                continue                                                                        # CC-6.17: refused
            self.money[p] -= price
            self.row[slot] = EMPTY
            self.erect_or_keep(p, tile, plan)
            return

    def deferred_building(self):
        """Step 13."""
        if self.rules["deferred_building_window"] != "never":
            self.build_kept_tiles(self.passed)

    def build_kept_tiles(self, order):
        """D18, CC-6.10."""
        for p in order:
            self.refused = set()
            while True:
                tiles = [tile for tile in +self.kept[p] if self.sites(p, tile)]
                tile = self.choose(p, w.ACT_KEPT, [*tiles, w.BUILDINGS]) if tiles else w.BUILDINGS
                if tile == w.BUILDINGS:
                    break
                plan = self.plan(p, tile)
                if plan is not None:
                    self.kept[p][tile] -= 1
                    self.erect_or_keep(p, tile, plan)
                    self.refused = set()

    def sites(self, p, tile):
        """D14, CC-6.6, CC-6.8: own parcels on which this tile can be built."""
        free = self.owned[p] - self.tiles()
        if tile not in NEED_A_HOUSE:
            return free
        if not self.houses_left:
            return set()
        return {x for x in free if self.house_sites(p, x)}

    def house_sites(self, p, site):
        """D15, CC-6.7: parcels for the house that the own roads reach together with the building's."""
        to_network = grid.distances(grid.points(self.lines))
        if grid.reach(to_network, site) > self.roads[p]:
            return set()
        free = EVERY_PARCEL - self.tiles() - self.refused - {site}
        if self.rules["house_on_foreign_parcel"] == "never":
            free -= self.all_owned() - self.owned[p]
        return {y for y in free if grid.pieces(to_network, site, y) <= self.roads[p]}

    def plan(self, p, tile):
        """Where the building, the house and the roads go; None when the owner refuses the house (CC-6.17)."""
        site = self.choose(p, w.ACT_SITE, self.sites(p, tile))
        if tile not in NEED_A_HOUSE:
            return site, None, set()
        house = self.choose(p, w.ACT_HOUSE, self.house_sites(p, site))
        owner = self.owner(house)
        asked = owner not in (p, w.NOBODY) and self.rules["house_on_foreign_parcel"] == "consent"
        if asked and not self.choose(owner, w.ACT_CONSENT, (0, 1)):                             # D17
            self.refused.add(house)
            return None
        return site, house, self.route(p, site, house)

    def route(self, p, site, house):
        """CC-6.14, CC-6.15."""
        needed = grid.pieces(grid.distances(grid.points(self.lines)), site, house)
        if self.rules["road_route_choice"] == "canonical" or not needed:
            laid = grid.canonical(self.lines, site, house)
        else:
            laid = self.table.route(p, needed)                                                  # D16
        network = grid.points(self.lines | laid)
        self.must(len(laid) == needed and not laid & self.lines, "number of road pieces")
        self.must(CORNERS[site] & network and CORNERS[house] & network, "a parcel is not connected")
        return laid

    def erect_or_keep(self, p, tile, plan):
        if plan is None:
            self.kept[p][tile] += 1
            return
        site, house, laid = plan
        self.lines |= laid
        self.roads[p] -= len(laid)
        if house is not None:
            self.house.add(house)
            self.houses_left -= 1
        self.built[site] = tile
        self.take_guns(p, self.rules.get("guns_" + w.BUILDING_NAMES[tile], 0))                  # CC-6.9
        if tile == w.CHURCH and self.rules["church_cancel_timing"] == "on_build":
            self.cancel_attacks(self.protected(site))

    def cancel_attacks(self, where):
        """CC-7.10: attackers and defenders go home."""
        for x in where:
            for p in self.seats:
                self.cowboys[p] += self.on_board[p][on_parcel(x)]
                self.on_board[p][on_parcel(x)] = 0
            if self.white_place == on_parcel(x):
                self.white_place = w.NO_PLACE

    # steps 14 to 16, 18 to 24: money and points -----------------------------------------------------------------------

    def income_space(self, p, space):
        if not self.performs(p):
            return
        if space == w.PARCEL_INCOME:
            self.money[p] += self.rules["parcel_income_per_parcel"] * len(self.owned[p])
        elif space == w.GAMBLING:
            self.money[p] += sum(self.table.gambling_dice())
        else:
            self.money[p] += self.rules["gun_income_per_unit"] * (self.supply(p) + self.guns_for_income(p))   # CC-6.1

    def vp_space(self, p, space):
        if not self.performs(p):
            return
        if space == w.VP_PARCELS:
            self.vp[p] += len(self.owned[p]) // self.rules["vp_parcels_divisor"]
        elif space == w.VP_BUILDINGS:
            self.vp[p] += self.rules["vp_buildings_per_building"] * len(set(self.built) & self.owned[p])
        else:
            cowboys, guns, each = self.supply(p), self.guns_for_income(p), self.rules["vp_guns_divisor"]
            self.vp[p] += {"pooled": (cowboys + guns) // each, "separate": cowboys // each + guns // each,
                           "sets": min(cowboys // each, guns // each)}[self.rules["vp_guns_pooling"]]

    def buy_vp(self, p, space):
        """D22."""
        price = self.rules[w.VP_PRICES[space - w.VP_BUY]]
        most = min(self.money[p] // price, MOST_VP)
        bought = self.choose(p, w.ACT_BUY_VP, range(most + 1)) if most else 0
        self.money[p] -= bought * price
        self.vp[p] += bought

    # step 17: attacks and income --------------------------------------------------------------------------------------

    def estate_income(self):
        if self.rules["church_cancel_timing"] == "step_17":
            for church in [x for x, tile in self.built.items() if tile == w.CHURCH]:
                self.cancel_attacks(self.protected(church))
        robbers = self.attacks()
        self.dismiss_defenders()
        doubled = self.grocers_choice()
        pay = {x: self.income(x) for x in self.built}                                           # CC-11.5
        for x, total in pay.items():
            owner = self.owner(x)                                                               # CC-11.8
            if doubled == (owner, self.built[x]):
                total *= self.rules["grocer_multiplier"]
            share = total * self.rules["attack_share_percent"] // 100 if x in robbers else 0    # CC-7.12, CC-7.15
            self.money[owner] += total - share
            if x in robbers:
                self.money[robbers[x]] += share
                self.to_reserve(robbers[x], on_parcel(x))

    def attacks(self):
        """CC-7.11, D20: who takes a share of which building."""
        robbers = {}
        todo = {x for x in self.built if set(self.contenders(on_parcel(x))) - {self.owner(x)}}
        while todo:
            x = self.choose(self.passed[0], w.ACT_ATTACK_ORDER, todo) if len(todo) > 1 else min(todo)
            todo.remove(x)
            fighters = self.contenders(on_parcel(x))
            winner = fighters[0] if len(fighters) == 1 else self.duel(on_parcel(x), fighters)
            if winner != self.owner(x) and self.performs(winner):
                robbers[x] = winner
            else:
                self.to_reserve(winner, on_parcel(x))
        return robbers

    def dismiss_defenders(self):
        """CC-7.13: defenders whom nobody attacked."""
        home = self.rules["unattacked_defender"] == "supply"
        for p in self.seats:
            for x in self.owned[p] & set(self.built):
                self.cowboys[p] += self.on_board[p][on_parcel(x)] if home else 0
                self.on_board[p][on_parcel(x)] = 0
        if self.white_place >= w.SPACES:
            if home:
                self.white_place = w.NO_PLACE
            else:
                self.white_to_card()

    def grocers_choice(self):
        """D21: the yellow Grocer who waited; returns who multiplies the income of what."""
        for p in self.seats:
            if self.character[p] == w.GROCER and not self.red[w.GROCER] and self.waits[p]:
                kinds = [1 + tile for tile in ATTACKABLE if self.own_buildings(p, tile)]
                kind = self.choose(p, w.ACT_DOUBLE, [0, *kinds])
                if kind:
                    return p, kind - 1
                self.money[p] += self.rules["grocer_money"]
        return None

    # 5, phase 4: the end of a round -----------------------------------------------------------------------------------

    def round_end(self):
        self.must(not any(self.own_places(p) for p in self.seats), "figures left on the board")         # CC-5.25
        self.powers_at_round_end()
        if not self.last_round():
            new = self.rules[f"new_cowboys_r{min(self.round + 1, 3)}"]                          # CC-5.18
            self.cowboys = [min(self.rules["cowboy_max"], n + new) for n in self.cowboys]
        if not self.last_round() or self.rules["cash_limit_in_last_round"]:
            for p in self.passed:                                                               # CC-5.23
                self.hand_back(p)
        self.white_to_card()                                                                    # CC-5.21
        self.three_guns = w.NOBODY
        if not self.last_round():
            self.refill_row()
            self.next_choice_order()

    def powers_at_round_end(self):
        """CC-5.16."""
        rules = self.rules
        for p in self.seats:
            card = self.character[p]
            if card == w.BANKER and self.red[card]:                                             # D23
                offers = [n for n in (1, 2, 3) if rules[f"banker_red_price_{n}"] <= self.money[p]]
                n = self.choose(p, w.ACT_BANKER, [0, *offers]) if offers else 0
                if n:
                    self.money[p] -= rules[f"banker_red_price_{n}"]
                    self.vp[p] += rules[f"banker_red_vp_{n}"]
        for p in [p for p in self.seats if self.waits[p]]:
            if self.character[p] == w.GROCER and self.red[w.GROCER]:
                self.vp[p] += rules["grocer_red_vp_per_house"] * len(self.house & self.owned[p])
            elif self.character[p] == w.SETTLER:
                reward = rules["settler_red_per_mountain"] * len(self.mountain & self.owned[p])
                if rules["settler_red_mountain_reward"] == "vp":
                    self.vp[p] += reward
                else:
                    self.money[p] += reward

    def hand_back(self, p):
        """D24, CC-5.19."""
        card, money = self.character[p], self.money[p]
        side = "red" if self.red[card] else "yellow"
        excess = max(0, money - self.rules[f"cash_limit_{w.CHARACTER_NAMES[card].lower()}_{side}"])
        each, voluntary = self.rules["cash_limit_dollars_per_vp"], self.rules["cash_limit_voluntary"]
        if not excess and (voluntary != "anyone" or money < each):
            return
        more = [] if voluntary == "never" else [much for much in range(each, money + 1, each) if much > excess]
        paid = self.choose(p, w.ACT_HAND_BACK, [excess, *more])
        self.money[p] -= paid
        self.vp[p] += paid // each

    def refill_row(self):
        """CC-5.20: tiles slide to the cheapest spaces, the bag fills the rest from the cheapest up."""
        left = [tile for tile in self.row if tile != EMPTY]
        drawn = self.table.row()[len(left):][:sum(self.bag)]
        for tile in drawn:
            self.must(tile != EMPTY and self.bag[tile] > 0, "a tile from nowhere in the row")
            self.bag[tile] -= 1
        self.row = left + drawn
        self.row += [EMPTY] * (w.SLOTS - len(self.row))

    def next_choice_order(self):
        """CC-5.1."""
        if self.rules["choice_order"] == "passing":
            self.order = list(self.passed)
        elif self.rules["choice_order"] == "random":
            self.order = self.table.choice_order()

    # 12: the end of the game ------------------------------------------------------------------------------------------

    def final_scoring(self):
        for p in self.seats:
            self.vp[p] += self.rules["final_vp_per_tile"] * len(self.owned[p] & self.tiles())   # CC-12.1
            self.vp[p] += self.money[p] // self.rules["final_dollars_per_vp"]                   # CC-12.2
            if self.variants["kit_carson"]:                                                     # CC-8.3, CC-12.4
                later = self.players - 1 - self.passed.index(p)
                self.vp[p] += self.rules["kc_bonus_per_later_player"] * later

    def places(self):
        """CC-12.5, CC-12.6."""
        passed = self.passed.index
        rank = {"first_passer": lambda p: (-self.vp[p], passed(p)), "last_passer": lambda p: (-self.vp[p], -passed(p)),
                "most_money": lambda p: (-self.vp[p], -self.money[p], passed(p)), "shared": lambda p: -self.vp[p],
                }[self.rules["final_tie_break"]]
        return [1 + sum(rank(q) < rank(p) for q in self.seats) for p in self.seats]
