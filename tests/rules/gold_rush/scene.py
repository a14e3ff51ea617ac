"""Small scenes of Gold Rush: tiles of any shape with any symbols, laid one by one through the kernel.

The tile list of a scene is what the scene lays, dropped in as a list of its own, and a few plain straights in the pile.
    scene = Scene(players=3)
    scene.lay("T3/0", (-1, 0), seat=1, do="r0")         # a tile, and the action of the turn
    scene.put("M2O/1", (0, 1), n=[2], seat=0)           # only the tile: the action is open
    scene.act("m0")
"""
from sim.core.driver import Position, Table
from sim.core.game import read_outcome
from sim.core.rulebook import book, resolve
from sim.gold_rush import box, checks, kernel, words
from sim.gold_rush.atlas import Atlas

YELLOW, RED, GREEN, BLUE, BLACK = range(5)
BOOK = book("gold_rush")
SYMBOLS = {"n": "nuggets", "t": "trains", "c": "camps", "h": "herds"}
FILLER = ("RS", ())
LETTERS = {words.ON_MOUNTAIN: "m", words.ON_RAIL: "r", words.IN_CITY: "c", words.ON_PRAIRIE: "p"}


class Scene:
    def __init__(self, players=2, rules=None, variants=None, seed=0, fillers=3):
        self.setting = resolve(BOOK, players, rules, variants)
        self.kinds = [("C1RS", (("n", (1,)),)), FILLER]        # the start tile, and what is left in the pile
        self.counts = [1, fillers]
        self.position = Position(self.table(), seed, 0, list(range(players)))

    def table(self):
        rows = [{"id": f"{shape}{i}", "archetype": shape, "count": count, "start": i == 0,
                 **{SYMBOLS[name]: list(values) for name, values in symbols}}
                for i, ((shape, symbols), count) in enumerate(zip(self.kinds, self.counts, strict=True))]
        self.setting = {**self.setting, "data": {**BOOK.data, "tiles": {"tiles": rows}}}
        return Table(kernel.capsule(), self.setting)

    # the state ----------------------------------------------------------------------------------------------------

    def view(self):
        return self.position.view()

    def become(self, view):
        """Go on from this view, which must be a possible state."""
        self.position = Position(self.table(), 0, 0, list(range(self.setting["players"])))
        assert checks.problems(view, self.setting) == []
        self.position.set_view(view)
        assert self.position.view() == view

    def features(self):
        return kernel.features(self.position.tobytes())

    def feature(self, kind, at, part=0):
        """The feature of a segment of the tile at a place, with its number."""
        atlas = Atlas(self.view(), self.setting)
        number = atlas.number(kind, atlas.places.index(at), part)
        name = {"mountain": "mountains", "railroad": "rails", "prairie": "prairies"}[kind]
        return number, self.features()[name][number]

    def mountain(self, at, part=0):
        return self.feature("mountain", at, part)[1]

    def rail(self, at, part=0):
        return self.feature("railroad", at, part)[1]

    def prairie(self, at, part=0):
        return self.feature("prairie", at, part)[1]

    def points(self):
        return [sum(parts) for parts in self.view()["vp"][:self.setting["players"]]]

    def cowboys(self, seat):
        return self.view()["cowboys"][seat].count(-1)

    def tent_at_home(self, seat):
        return -1 in self.view()["tents"][seat]

    def tokens(self, seat):
        view = self.view()
        return sum(view["mined"][seat]) + sum(view["won"][seat])

    def outcome(self):
        return read_outcome(BOOK, self.position.outcome())

    @property
    def over(self):
        return self.position.to_move < 0

    # tiles --------------------------------------------------------------------------------------------------------

    def hold(self, shape, seat=0, **symbols):
        """The seat has drawn this tile."""
        kind = (shape, tuple(sorted((name, tuple(values)) for name, values in symbols.items())))
        if kind not in self.kinds[1:]:                  # the start tile is a kind of its own
            self.kinds.append(kind)
            self.counts.append(0)
        number = self.kinds.index(kind, 1)
        view = self.view()
        if view["tile"] >= 0:                           # what has been drawn goes back
            view["pile"][view["left"]] = view["tile"]
            view["left"] += 1
        self.counts[number] += 1
        view["tile"], view["phase"], view["head"]["to_move"] = number, words.PLACE, seat
        self.become(view)
        return box.tiles(self.setting)[number]

    def put(self, notation, at, seat=0, **symbols):
        """Lay the tile SHAPE/rotation; the action is still open."""
        shape, _, rotation = notation.partition("/")
        tile = self.hold(shape, seat, **symbols)
        looks = [tile.turned(r).look() for r in range(4)]
        self.position.apply(words.lay_code(*at, looks.index(looks[int(rotation or 0)])))
        return self

    def lay(self, notation, at, seat=0, do="pass", last=False, **symbols):
        self.put(notation, at, seat, **symbols)
        if last:
            self.empty_the_pile()
        self.act(do)
        return self

    def empty_the_pile(self):
        view = self.view()
        for kind in view["pile"][:view["left"]]:
            self.counts[kind] -= 1
        view["pile"], view["left"] = [0] * len(view["pile"]), 0
        self.become(view)

    # actions ------------------------------------------------------------------------------------------------------

    def code(self, do):
        """An action as the examples write it: m0, r2, c0, p1; pass; ("tent", place), ("mine", place[, segment])."""
        if do == "pass":
            return words.code(words.ACT_PASS)
        if isinstance(do, str):
            base = next(one for one, letter in LETTERS.items() if letter == do[0])
            return words.code(words.ACT_COWBOY, base + int(do[1:]))
        verb, at, *part = do
        number, _ = self.feature("mountain", at, *part)
        if verb == "mine":
            return words.code(words.ACT_MINE, number)
        here = [place for place in self.view()["tents"][self.position.to_move] if place >= 0]
        home = self.tent_at_home(self.position.to_move)
        return words.code(words.ACT_TENT, (0 if home else 1 + here[0]) << 8 | number)

    def act(self, do):
        self.position.apply(self.code(do))
        return self

    def may(self, do):
        return self.code(do) in self.position.legal()

    def cowboy_options(self):
        """Where a cowboy may go, as the examples write it."""
        found = []
        for code in self.position.legal():
            act, place = code >> 24, code & 0xFFFFFF
            if act == words.ACT_COWBOY:
                base = max(one for one in LETTERS if one <= place)
                found.append(f"{LETTERS[base]}{place - base}")
        return set(found)

    # what the examples simply say is there --------------------------------------------------------------------------

    def stand(self, seat, kind, at, part=0):
        """A cowboy of the seat stands there already."""
        number, _ = self.feature(kind, at, part)
        view = self.view()
        view["cowboys"][seat][view["cowboys"][seat].index(-1)] = 256 * words.SHOWN.index(kind) + number
        self.become(ordered(view))

    def camp(self, seat, at, part=0):
        """The tent of the seat stands there already."""
        number, _ = self.feature("mountain", at, part)
        view = self.view()
        view["tents"][seat][view["tents"][seat].index(-1)] = number
        self.become(ordered(view))

    def has_mined(self, seat, at, n, value=0):
        """The seat has taken n tokens of that mountain, all of this value."""
        number, _ = self.feature("mountain", at)
        view = self.view()
        view["stack"][number] -= n
        view["mined"][seat][value] += n
        view["unseen"][value] -= n
        self.become(view)


def ordered(view):
    """Figures as the kernel lists them: on the map first, by number."""
    for name in ("cowboys", "tents"):
        for seat, places in enumerate(view[name]):
            here = [place for place in places if place != -2]
            out = sorted(place for place in here if place >= 0)
            view[name][seat] = out + [-1] * here.count(-1) + [-2] * places.count(-2)
    return view
