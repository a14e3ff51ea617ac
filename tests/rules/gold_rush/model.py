"""A second Gold Rush, written from the specification alone: every rule and every tweak, without any cleverness.

Tents stand on segments, tokens lie in real stacks, and every feature is filled anew after every tile. It draws no
tiles: they are told to it. `options` and `act` speak the kernel's action codes, the rest knows nothing of the kernel.
"""
from collections import Counter, defaultdict

SIDES = "NESW"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
ACROSS = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}      # half-edges that touch across a border (2.5)
LAY, COWBOY, TENT, MINE, RECALL, PASS = range(1, 7)
FIRST_PLACE = {"mountains": 0, "rails": 4, "prairies": 9}
CITY_PLACE = 8
UNKNOWN = None                                                  # the value of a token that nobody has seen


class Area:
    """A mountain, railroad or prairie. Its number is that of its oldest segment."""

    def __init__(self, kind):
        self.kind, self.nodes, self.open, self.number = kind, [], 0, -1


class Model:
    def __init__(self, rows, shapes, players, rules, farmers, tokens):
        self.rows, self.shapes, self.players, self.rules = rows, shapes, players, rules
        self.kinds = ("mountains", "rails", "prairies") if farmers else ("mountains", "rails")
        self.tiles = []                                         # (row, rotation, place)
        self.at = {}
        self.areas = {kind: [] for kind in self.kinds}
        self.cowboys = []                                       # (seat, kind or "city", tile, segment)
        self.tents = []                                         # (seat, tile, segment)
        self.in_supply = [rules["cowboys_usable"]] * players
        self.tents_in_supply = [rules["tents_per_player"]] * players
        self.supply, self.removed = tokens, 0
        self.stacks = {}                                        # by the number of the mountain, bottom first
        self.mined, self.won = ([[] for _ in range(players)] for _ in range(2))
        self.points = [defaultdict(int) for _ in range(players)]
        self.last_player = 0
        self.lay(next(i for i, row in enumerate(rows) if row.get("start")), 0, (0, 0))

    # the map --------------------------------------------------------------------------------------------------------

    def shape(self, row):
        return self.shapes[self.rows[row]["archetype"]]

    def segments(self, row, rotation, kind):
        """The sides (prairies: half-edges) of each segment of a tile as it lies."""
        shape = self.shape(row)
        if kind == "prairies":
            return [[(half + 2 * rotation) % 8 for half in segment] for segment in shape[kind]]
        sides = shape[kind] if kind == "mountains" else [rail["edges"] for rail in shape[kind]]
        return [[SIDES[(SIDES.index(side) + rotation) % 4] for side in segment] for segment in sides]

    def edge(self, row, rotation, side):
        return self.shape(row)["edges"][SIDES[(SIDES.index(side) - rotation) % 4]]

    def symbols(self, name, nodes):
        return sum((self.rows[self.tiles[n][0]].get(name) or [0] * 8)[i] for n, i in nodes)

    def look(self, row, rotation):
        def drawn(kind, *marks):
            return frozenset((frozenset(segment), *(mark[i] for mark in marks))
                             for i, segment in enumerate(self.segments(row, rotation, kind)))
        shown = {name: self.rows[row].get(name) or [0] * 8 for name in ("nuggets", "trains", "camps", "herds")}
        ends = [rail["end"] for rail in self.shape(row)["rails"]]
        return (drawn("mountains", shown["nuggets"]), drawn("rails", ends, shown["trains"]),
                drawn("prairies", shown["camps"], shown["herds"]))

    def places(self, row):
        """GR-4.2: cells that touch the map, rotations that fit; those that look alike once."""
        looks = [self.look(row, rotation) for rotation in range(4)]
        cells = {(x + dx, y + dy) for x, y in self.at for dx, dy in STEP.values()} - set(self.at)
        return [(cell, rotation) for cell in cells for rotation in range(4)
                if looks.index(looks[rotation]) == rotation and self.fits_at(row, rotation, cell)]

    def fits_at(self, row, rotation, cell):
        for side, (dx, dy) in STEP.items():
            other = self.at.get((cell[0] + dx, cell[1] + dy))
            if other is not None:
                there, turned, _ = self.tiles[other]
                if self.edge(there, turned, OPPOSITE[side]) != self.edge(row, rotation, side):
                    return False
        return True

    def fill(self, kind):
        parts = [self.segments(row, rotation, kind) for row, rotation, _ in self.tiles]
        nodes = [(n, i) for n, found in enumerate(parts) for i in range(len(found))]
        owner = {(n, border): (n, i) for n, i in nodes for border in parts[n][i]}
        found, areas = {}, []
        for node in nodes:
            if node in found:
                continue
            area, todo = Area(kind), [node]
            found[node] = area
            while todo:
                n, i = todo.pop()
                area.nodes.append((n, i))
                for border in parts[n][i]:
                    side = SIDES[border // 2] if kind == "prairies" else border
                    mate = ACROSS[border] if kind == "prairies" else OPPOSITE[border]
                    x, y = self.tiles[n][2]
                    other = self.at.get((x + STEP[side][0], y + STEP[side][1]))
                    if other is None:
                        area.open += 1
                    elif owner[other, mate] not in found:
                        found[owner[other, mate]] = area
                        todo.append(owner[other, mate])
            area.number = nodes.index(min(area.nodes))
            areas.append(area)
        return areas

    def area(self, kind, node):
        return next(area for area in self.areas[kind] if node in area.nodes)

    def mountain(self, number):
        return next(area for area in self.areas["mountains"] if area.number == number)

    def new_areas(self, kind):
        """The features that the last tile belongs to, each once, in the order of its segments."""
        n = len(self.tiles) - 1
        return list(dict.fromkeys(self.area(kind, (n, i)) for i in range(len(self.shape(self.tiles[n][0])[kind]))))

    def on(self, area):
        return [cowboy for cowboy in self.cowboys if cowboy[1] == area.kind and cowboy[2:] in area.nodes]

    def campers(self, area):
        return [tent for tent in self.tents if tent[1:] in area.nodes]

    def city_rails(self, tile):
        rails = self.shape(self.tiles[tile][0])["rails"]
        return [self.area("rails", (tile, i)) for i, rail in enumerate(rails) if rail["end"] == "city"]

    # 1: the tile ------------------------------------------------------------------------------------------------------

    def lay(self, row, rotation, cell):
        """GR-4.6..4.9, A19: joined stacks by age, the new tokens on top."""
        before = self.areas["mountains"]
        self.tiles.append((row, rotation, cell))
        self.at[cell] = n = len(self.tiles) - 1
        self.areas = {kind: self.fill(kind) for kind in self.kinds}
        old, self.stacks = self.stacks, {}
        for area in self.areas["mountains"]:
            joined = sorted(one.number for one in before if one.nodes[0] in area.nodes)
            self.stacks[area.number] = [token for number in joined for token in old[number]]
        for i in range(len(self.shape(row)["mountains"])):
            laid = min(self.symbols("nuggets", [(n, i)]), self.supply)
            self.supply -= laid
            self.stacks[self.area("mountains", (n, i)).number] += [UNKNOWN] * laid

    # 2: the action ----------------------------------------------------------------------------------------------------

    def free_segments(self, area):
        taken = [tent[1:] for tent in self.tents] + [cowboy[2:] for cowboy in self.cowboys if cowboy[1] == "mountains"]
        return [node for node in area.nodes if node not in taken]

    def own_mountains(self, p):
        return sorted({self.area("mountains", tent[1:]).number for tent in self.tents if tent[0] == p})

    def options(self, p):
        """GR-4.10..4.26 and section 11.1."""
        rules, n = self.rules, len(self.tiles) - 1
        found = []
        if self.in_supply[p]:
            for kind in self.kinds:
                for i in range(len(self.shape(self.tiles[n][0])[kind])):
                    area = self.area(kind, (n, i))
                    if not self.on(area) and (kind == "prairies" or area.open or rules["occupy_completed_feature"]):
                        found.append(COWBOY << 24 | FIRST_PLACE[kind] + i)
            rails = self.city_rails(n)
            if rails and (rules["occupy_completed_feature"] or any(area.open for area in rails)):
                found.append(COWBOY << 24 | CITY_PLACE)
        own = self.own_mountains(p)
        origins = [0] * bool(self.tents_in_supply[p]) + [1 + number for number in own]
        found += [TENT << 24 | origin << 8 | area.number for origin in origins for area in self.areas["mountains"]
                  if area.open and area.number not in own
                  and (self.free_segments(area) or not rules["tent_needs_free_segment"])]
        found += [MINE << 24 | number for number in own if self.stacks[number]
                  and (self.mountain(number).open or rules["mine_on_completed_this_turn"])]
        if rules["move_farmers_back"]:
            found += [RECALL << 24 | area.number for area in self.areas.get("prairies", ())
                      if any(cowboy[0] == p for cowboy in self.on(area))]
        return sorted([*found, PASS << 24])

    def take(self, p, number, heap):
        heap[p].append(self.stacks[number].pop())

    def dig(self, p, number):
        for _ in range(min(self.rules["mine_tokens_per_action"], len(self.stacks[number]))):
            self.take(p, number, self.mined)

    def act(self, p, code):
        act, a, n = code >> 24, code & 0xFFFFFF, len(self.tiles) - 1
        if act == COWBOY:
            self.in_supply[p] -= 1
            kind = max((kind for kind in self.kinds if FIRST_PLACE[kind] <= a), key=FIRST_PLACE.__getitem__)
            self.cowboys.append((p, "city", n, 0) if a == CITY_PLACE else (p, kind, n, a - FIRST_PLACE[kind]))
        elif act == TENT:
            origin, goal = a >> 8, self.mountain(a & 255)
            if origin:
                self.tents.remove(next(tent for tent in self.campers(self.mountain(origin - 1)) if tent[0] == p))
            else:
                self.tents_in_supply[p] -= 1
            self.tents.append((p, *(self.free_segments(goal) or goal.nodes)[0]))
            if self.rules["tent_and_mine_same_turn"]:
                self.dig(p, goal.number)
        elif act == MINE:
            self.dig(p, a)
        elif act == RECALL:
            prairie = next(area for area in self.areas["prairies"] if area.number == a)
            self.cowboys.remove(next(cowboy for cowboy in self.on(prairie) if cowboy[0] == p))
            self.in_supply[p] += 1
        self.last_player = p
        self.score(p)

    # 3: scoring -------------------------------------------------------------------------------------------------------

    def clockwise(self, p):
        return [(p + i) % self.players for i in range(self.players)]

    def owners(self, area):
        """GR-5.0."""
        counted = Counter(cowboy[0] for cowboy in self.on(area))
        return [p for p in sorted(counted) if counted[p] == max(counted.values())]

    def pay(self, who, value, part):
        if len(who) > 1:
            value = {"full": value, "split_down": value // len(who), "none": 0}[self.rules["majority_tie"]]
        for p in who:
            self.points[p][part] += value

    def deal(self, number, who, first):
        order = [p for p in self.clockwise(first) if p in who]
        for i in range(len(self.stacks[number])):
            self.take(order[i % len(order)], number, self.won)

    def remove(self, number):
        self.removed += len(self.stacks[number])
        self.stacks[number] = []

    def give(self, number, who, active, standing):
        """GR-5.6, GR-5.7."""
        if len(who) > 1 and self.rules["token_tie_split"] == "none":
            self.remove(number)
            return
        if self.rules["token_tie_split"] == "round_robin_leader":
            active = max((p for p in self.clockwise(active) if p in who), key=lambda p: standing[p])
        self.deal(number, who, active)

    def send_home(self, area):
        for cowboy in self.on(area):
            self.in_supply[cowboy[0]] += 1
            self.cowboys.remove(cowboy)

    def length(self, rail):
        return len({n for n, _ in rail.nodes} if self.rules["rail_count_tiles_once"] else rail.nodes)

    def factor(self, rail):
        trains, times = self.symbols("trains", rail.nodes), self.rules["train_multiplier"]
        return {"exactly_one": times if trains == 1 else 1, "at_least_one": times if trains else 1,
                "per_train": 1 + (times - 1) * trains}[self.rules["train_rule"]]

    def completed_rails(self, tile):
        done = [area for area in self.city_rails(tile) if not area.open]
        return len(set(done) if self.rules["city_loop_counts_once"] else done)

    def score(self, p):
        standing = [sum(parts.values()) for parts in self.points]
        for area in self.new_areas("mountains"):
            if not area.open:
                self.score_mountain(area, p, standing)
        for area in self.new_areas("rails"):
            if not area.open:
                self.pay(self.owners(area), self.rules["rail_points_per_tile"] * self.length(area) * self.factor(area),
                         "vp_rails")
                self.send_home(area)
        for cowboy in [cowboy for cowboy in self.cowboys if cowboy[1] == "city"]:
            if not any(area.open for area in self.city_rails(cowboy[2])):
                value = self.rules["city_points_per_rail"] * self.completed_rails(cowboy[2])
                self.points[cowboy[0]]["vp_cities"] += value
                self.in_supply[cowboy[0]] += 1
                self.cowboys.remove(cowboy)

    def score_mountain(self, area, p, standing):
        """GR-5.6..5.9."""
        rules, number, who = self.rules, area.number, self.owners(area)
        tents = {tent[0] for tent in self.campers(area)}
        if rules["tent_shares_at_completion"]:
            for one in self.clockwise(p):
                if one in tents and self.stacks[number]:
                    self.take(one, number, self.won)
        if who:
            self.give(number, who, p, standing)
            nuggets = self.symbols("nuggets", area.nodes)
            self.pay(who, rules["mountain_points_per_nugget"] * nuggets, "vp_mountains")
        elif rules["unclaimed_tokens"] == "active_player":
            self.deal(number, {p}, p)
        elif rules["unclaimed_tokens"] == "tents_share" and tents:
            self.deal(number, tents, p)
        self.remove(number)
        for tent in self.campers(area):
            self.tents_in_supply[tent[0]] += 1
            self.tents.remove(tent)
        self.send_home(area)

    def finish(self):
        """Section 7, without the tokens."""
        rules = self.rules
        standing = [sum(parts.values()) for parts in self.points]
        for area in self.areas["mountains"]:
            who = self.owners(area)
            if area.open and who and rules["tokens_on_incomplete_mountains"] == "to_owner":
                self.give(area.number, who, self.last_player, standing)
            self.remove(area.number)
            value = rules["mountain_points_incomplete_per_nugget"] * self.symbols("nuggets", area.nodes)
            self.pay(who, value, "vp_mountains_open")
        for tent in self.tents:
            self.tents_in_supply[tent[0]] += 1
        self.tents = []
        for area in self.areas["rails"]:
            self.pay(self.owners(area), rules["rail_points_incomplete_per_tile"] * self.length(area), "vp_rails_open")
        for cowboy in self.cowboys:
            if cowboy[1] == "city":
                value = rules["city_points_incomplete_per_rail"] * self.completed_rails(cowboy[2])
                self.points[cowboy[0]]["vp_cities_open"] += value
        for area in self.areas.get("prairies", ()):
            value = rules["camp_points"] * self.symbols("camps", area.nodes)
            value += rules["herd_points"] * self.symbols("herds", area.nodes)
            self.pay(self.owners(area), value, "vp_prairies")
