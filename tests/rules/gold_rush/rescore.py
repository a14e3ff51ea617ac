"""A slow and plain second opinion on Gold Rush, written apart from the kernel: flood fill over the final map of a view.

It reads the tile lists as they stand in the YAML files, fills every feature of the final map once, and works out from
the list of actions who scored what: features only ever grow, so each one is scored at its last tile, or at the end.
By the rulebook, with or without farmers, for any tile list.
"""
from collections import defaultdict
from dataclasses import dataclass, field

SIDES = "NESW"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}      # half-edges that touch across a border
LAY, COWBOY, TENT, MINE, RECALL, PASS = range(1, 7)


@dataclass
class Area:
    """One feature of the final map."""
    nodes: set = field(default_factory=set)         # (tile, segment)
    open: int = 0
    cowboys: list = field(default_factory=list)     # seats, in the order of placing
    mined: int = 0

    @property
    def tiles(self):
        return {tile for tile, _ in self.nodes}

    def owners(self):
        most = max((self.cowboys.count(seat) for seat in self.cowboys), default=0)
        return sorted({seat for seat in self.cowboys if self.cowboys.count(seat) == most})


class Second:
    """The second opinion on one game: its final view and its actions (seat, code)."""

    def __init__(self, view, actions, players, rows, shapes, farmers=True):
        self.players = players
        self.tiles = []
        for i in range(view["tiles"]):
            row = rows[view["kind"][i]]
            self.tiles.append((row, shapes[row["archetype"]], view["rotation"][i], (view["x"][i], view["y"][i])))
        self.at = {tile[3]: n for n, tile in enumerate(self.tiles)}
        self.mountains = self.fill("mountains")
        self.rails = self.fill("rails")
        self.prairies = self.fill("prairies") if farmers else []
        self.of = {kind: {node: area for area in areas for node in area.nodes}
                   for kind, areas in (("m", self.mountains), ("r", self.rails), ("p", self.prairies))}
        self.parts = [defaultdict(int) for _ in range(players)]
        self.won = [0] * players
        self.mined = [0] * players
        self.merchants = {}
        self.seat_of = {}
        self.play(actions)
        self.score()

    # the map --------------------------------------------------------------------------------------------------------

    def turned(self, n, side):
        """A side of the shape, as it lies on the table."""
        return SIDES[(SIDES.index(side) + self.tiles[n][2]) % 4]

    def borders(self, n, kind, i):
        """The sides (or half-edges) of a segment on the table."""
        shape, rotation = self.tiles[n][1], self.tiles[n][2]
        if kind == "prairies":
            return [(half + 2 * rotation) % 8 for half in shape["prairies"][i]]
        sides = shape["mountains"][i] if kind == "mountains" else shape["rails"][i]["edges"]
        return [self.turned(n, side) for side in sides]

    def neighbours(self, n, kind, i):
        """The segments that touch this one, None where its border is open."""
        x, y = self.tiles[n][3]
        for border in self.borders(n, kind, i):
            side = SIDES[border // 2] if kind == "prairies" else border
            other = self.at.get((x + STEP[side][0], y + STEP[side][1]))
            if other is None:
                yield None
                continue
            mate = ACROSS[border] if kind == "prairies" else SIDES[(SIDES.index(side) + 2) % 4]
            parts = range(len(self.tiles[other][1][kind]))
            yield next((other, j) for j in parts if mate in self.borders(other, kind, j))

    def fill(self, kind):
        areas, seen = [], set()
        for n, (_, shape, _, _) in enumerate(self.tiles):
            for i in range(len(shape[kind])):
                if (n, i) in seen:
                    continue
                area, todo = Area(), [(n, i)]
                while todo:
                    node = todo.pop()
                    if node in area.nodes:
                        continue
                    area.nodes.add(node)
                    for neighbour in self.neighbours(node[0], kind, node[1]):
                        if neighbour is None:
                            area.open += 1
                        else:
                            todo.append(neighbour)
                seen |= area.nodes
                areas.append(area)
        return areas

    def symbols(self, area, name):
        return sum(self.tiles[n][0].get(name, [0] * 8)[i] for n, i in area.nodes)

    def numbers(self, kind):
        """Segments by their numbers: in the order of the tiles, then of the file."""
        return [(n, i) for n, (_, shape, _, _) in enumerate(self.tiles) for i in range(len(shape[kind]))]

    # the game -------------------------------------------------------------------------------------------------------

    def play(self, actions):
        n = 0
        mountains = self.numbers("mountains")
        for seat, code in actions:
            act, a = code >> 24, code & 0xFFFFFF
            if act == LAY:
                n += 1
                self.seat_of[n] = seat
            elif act == COWBOY and a == 8:
                self.merchants[n] = seat
            elif act == COWBOY:
                kind, i = ("m", a) if a < 4 else ("r", a - 4) if a < 8 else ("p", a - 9)
                self.of[kind][n, i].cowboys.append(seat)
            elif act == MINE:
                self.of["m"][mountains[a]].mined += 1
                self.mined[seat] += 1

    def pay(self, area, value, part):
        for seat in area.owners():
            self.parts[seat][part] += value

    def score(self):
        for area in self.mountains:
            nuggets = self.symbols(area, "nuggets")
            if area.open:
                self.pay(area, nuggets, "vp_mountains_open")
                continue
            self.pay(area, nuggets, "vp_mountains")
            active = self.seat_of.get(max(area.tiles))
            order = [(active + i) % self.players for i in range(self.players)]
            order = [seat for seat in order if seat in area.owners()]
            if order:
                for i in range(nuggets - area.mined):
                    self.won[order[i % len(order)]] += 1
        for area in self.rails:
            if area.open:
                self.pay(area, len(area.tiles), "vp_rails_open")
            else:
                self.pay(area, len(area.tiles) * (2 if self.symbols(area, "trains") == 1 else 1), "vp_rails")
        for n, seat in self.merchants.items():
            rails = [self.of["r"][n, i] for i, rail in enumerate(self.tiles[n][1]["rails"]) if rail["end"] == "city"]
            done = {id(area) for area in rails if not area.open}
            self.parts[seat]["vp_cities" if all(not area.open for area in rails) else "vp_cities_open"] += 3 * len(done)
        for area in self.prairies:
            self.pay(area, 2 * self.symbols(area, "camps") + 4 * self.symbols(area, "herds"), "vp_prairies")

    def still_out(self, seat):
        """Cowboys that never came back."""
        areas = [area for area in (*self.mountains, *self.rails) if area.open] + self.prairies
        cities = [n for n, who in self.merchants.items() if who == seat and any(
            self.of["r"][n, i].open for i, rail in enumerate(self.tiles[n][1]["rails"]) if rail["end"] == "city")]
        return sum(area.cowboys.count(seat) for area in areas) + len(cities)
