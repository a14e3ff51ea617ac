"""What is in the box: the tile list and the split of the gold tokens, read from data/*.yaml and checked (GR-3.1..3.4).

A list is only a file: shapes, symbols and counts all come from it. `tiles` and `tokens` give what the setting chooses,
or a ValueError that says everything that is wrong with the file.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sim.core.rulebook import Problem, RuleError, book, nearest

SIDES = "NESW"
TERRAINS = "PRM"                # prairie, railroad, mountain: codes 1, 2, 3 in state.pxd
ENDS = ("through", "station", "city", "mountain")
HALVES = 8                      # half-edges, clockwise from the west half of N
# Room in state.pxd
ROOM = {"tiles": 84, "mountain_segments": 60, "rail_segments": 96, "prairie_segments": 168, "cities": 12}
ROOM_ON_A_TILE = {"mountains": 4, "rails": 4, "prairies": 8}
MOST_SYMBOLS = 9                # on one segment
ROOM_FOR_SYMBOLS = 255          # of one kind in all: they may end up in one feature
SYMBOLS = {"nuggets": "mountains", "trains": "rails", "camps": "prairies", "herds": "prairies"}
TILE_KEYS = {"id", "archetype", "count", "start", *SYMBOLS}
MOST_TOKENS = 90


@dataclass(frozen=True)
class Tile:
    """One kind of tile: a shape with its symbols. Segments are in the order of the file: m0, m1, .., r0, .., p0, .."""
    id: str
    shape: str
    count: int                              # of this kind in the box, the start tile included
    start: bool
    edges: str                              # terrain of N, E, S, W
    mountains: tuple[tuple[int, ...], ...]  # the sides that each segment takes
    rails: tuple[tuple[int, ...], ...]
    ends: tuple[str, ...]                   # of each railroad segment
    prairies: tuple[tuple[int, ...], ...]   # the half-edges that each segment touches
    city: bool
    nuggets: tuple[int, ...]
    trains: tuple[int, ...]
    camps: tuple[int, ...]
    herds: tuple[int, ...]

    def turned(self, rotation: int) -> Tile:
        """The tile turned clockwise by so many quarters: side e becomes e + 1, half-edge h becomes h + 2."""
        def turn(segments: tuple[tuple[int, ...], ...], step: int, around: int) -> tuple[tuple[int, ...], ...]:
            return tuple(tuple((part + step * rotation) % around for part in segment) for segment in segments)
        edges = "".join(self.edges[(side - rotation) % 4] for side in range(4))
        return replace(self, edges=edges, mountains=turn(self.mountains, 1, 4), rails=turn(self.rails, 1, 4),
                       prairies=turn(self.prairies, 2, HALVES))

    def look(self) -> tuple:
        """What one sees on the table, whatever the order of the segments: two rotations that look alike are one."""
        return (self.edges, self.city,
                frozenset((frozenset(m), n) for m, n in zip(self.mountains, self.nuggets, strict=True)),
                frozenset((frozenset(r), e, t) for r, e, t in zip(self.rails, self.ends, self.trains, strict=True)),
                frozenset((frozenset(p), c, h) for p, c, h in zip(self.prairies, self.camps, self.herds, strict=True)))

    def rotations(self) -> list[int]:
        """The rotations that differ from all smaller ones (GR-4.2)."""
        looks = [self.turned(rotation).look() for rotation in range(4)]
        return [rotation for rotation in range(4) if looks[rotation] not in looks[:rotation]]


_read: dict[tuple, tuple[Any, list[Tile]]] = {}
_turned: dict[int, list[tuple[list[Tile], list[int]]]] = {}


def chosen(setting: dict[str, Any], rule: str) -> str:
    """The word that a rule with words stands on."""
    return book("gold_rush").rules[rule]["values"][setting["rules"][rule]]


def tiles(setting: dict[str, Any]) -> list[Tile]:
    """The tile list of a setting, one entry a kind; read and checked once."""
    data = setting["data"]
    name, variant = chosen(setting, "tile_list"), chosen(setting, "tile_variant")
    key = (id(data), name, variant)
    if key not in _read:
        _read[key] = (data, tile_list(data, name, variant))     # keeps data alive, so that its id stays its own
    return _read[key][1]


def turned(setting: dict[str, Any]) -> list[tuple[list[Tile], list[int]]]:
    """Every kind of tile in its four rotations, and those among them that look different."""
    found = tiles(setting)              # lives as long as _read, so its id is its own
    if id(found) not in _turned:
        _turned[id(found)] = [([tile.turned(rotation) for rotation in range(4)], tile.rotations()) for tile in found]
    return _turned[id(found)]


def tile_list(data: dict[str, Any], name: str, variant: str = "none") -> list[Tile]:
    if name not in data:
        raise ValueError(f"there is no tile list data/{name}.yaml ({nearest(name, data)})")
    wrong: list[str] = []
    shapes = read_shapes(data["archetypes"]["archetypes"], wrong)
    rows = [dict(row) for row in data[name]["tiles"]]
    totals = dict(data[name].get("totals") or {})
    if variant != "none":               # of the totals of the list only the number of tiles is sure to hold still
        totals = {what: n for what, n in totals.items() if what == "tiles"}
        totals.update(overlay(rows, data["tiles_variants"]["variants"], variant, wrong))
    found = [tile for tile in (read_tile(row, shapes, wrong) for row in rows) if tile]
    ids = [tile.id for tile in found]
    wrong += [f"{one}: there are two rows of this id" for one in sorted({one for one in ids if ids.count(one) > 1})]
    if not wrong:
        wrong += misfits(found, totals)
    if wrong:
        file = f"data/{name}.yaml" + (f" with the variant {variant}" if variant != "none" else "")
        raise ValueError(f"{file}: " + "; ".join(wrong))
    return found


def overlay(rows: list[dict], variants: list[dict], name: str, wrong: list[str]) -> dict:
    """Put the rows of a variant over those of the list; returns the totals that it changes."""
    known = {variant["id"]: variant for variant in variants}
    if name not in known:
        wrong.append(f"there is no variant {name} ({nearest(name, known)})")
        return {}
    by_id = {row.get("id"): row for row in rows}
    for one, changed in known[name]["rows"].items():
        if one not in by_id:
            wrong.append(f"variant {name} changes the row {one}, which the list does not have")
        else:
            by_id[one].update(changed)
    return known[name].get("totals") or {}


# Shapes ---------------------------------------------------------------------------------------------------------------

def read_shapes(rows: list[dict], wrong: list[str]) -> dict[str, dict[str, Any]]:
    """The shapes of archetypes.yaml by id, with sides as numbers."""
    shapes: dict[str, dict[str, Any]] = {}
    for row in rows:
        name = str(row.get("id"))
        faults = shape_faults(row)
        if name in shapes:
            faults.append("there are two shapes of this id")
        wrong += [f"shape {name}: {fault}" for fault in faults]
        shapes[name] = {} if faults else {
            "edges": "".join(row["edges"][side] for side in SIDES),
            "mountains": tuple(tuple(SIDES.index(side) for side in segment) for segment in row["mountains"]),
            "rails": tuple(tuple(SIDES.index(side) for side in rail["edges"]) for rail in row["rails"]),
            "ends": tuple(rail["end"] for rail in row["rails"]),
            "prairies": tuple(tuple(segment) for segment in row["prairies"]),
            "city": bool(row["city"]),
        }
    return shapes


def shape_faults(row: dict) -> list[str]:
    """What is wrong with a shape: every edge and half-edge belongs to exactly one segment of its terrain."""
    missing = {"edges", "mountains", "rails", "prairies", "city"} - set(row)
    if missing:
        return [f"no {', '.join(sorted(missing))}"]
    edges = row["edges"]
    if set(edges) != set(SIDES) or not set(edges.values()) <= set(TERRAINS):
        return [f"edges are {edges}, not one of M, R, P for each of N, E, S, W"]
    faults = [f"{len(row[kind])} {kind}, at most {most}" for kind, most in ROOM_ON_A_TILE.items()
              if len(row[kind]) > most]
    faults += [f"railroad r{i} ends at {rail.get('end')!r} ({', '.join(ENDS)})" for i, rail in enumerate(row["rails"])
               if rail.get("end") not in ENDS]
    tracks = [rail["edges"] for rail in row["rails"]]
    for kind, terrain, segments in (("mountain", "M", row["mountains"]), ("railroad", "R", tracks)):
        taken = sorted(side for segment in segments for side in segment)
        printed = sorted(side for side in SIDES if edges[side] == terrain)
        if taken != printed:
            faults.append(f"{kind} segments take the edges {taken}, the tile has {printed}")
        if any(not segment for segment in segments):
            faults.append(f"a {kind} segment has no edge")
    for i, rail in enumerate(row["rails"]):
        if len(rail["edges"]) != (2 if rail.get("end") == "through" else 1):
            faults.append(f"railroad r{i} has {len(rail['edges'])} edges and ends at {rail.get('end')}")
    if any(rail.get("end") == "city" for rail in row["rails"]) != bool(row["city"]):
        faults.append("a city and railroads that end in it belong together")
    if any(rail.get("end") == "mountain" for rail in row["rails"]) and not row["mountains"]:
        faults.append("a railroad ends at a mountain that the tile does not have")
    touched = sorted(half for segment in row["prairies"] for half in segment)
    halves = [half for half in range(HALVES) if edges[SIDES[half // 2]] != "M"]
    if touched != halves:
        faults.append(f"prairies touch the half-edges {touched}, the tile has {halves}")
    of = {half: i for i, segment in enumerate(row["prairies"]) for half in segment}
    faults += [f"the prairie edge {side} has two prairies" for i, side in enumerate(SIDES)
               if edges[side] == "P" and of.get(2 * i) != of.get(2 * i + 1)]
    return faults


# Tiles ----------------------------------------------------------------------------------------------------------------

def read_tile(row: dict, shapes: dict[str, dict], wrong: list[str]) -> Tile | None:
    name, shape = str(row.get("id")), row.get("archetype")
    faults = [f"there is no key {key} ({nearest(key, TILE_KEYS)})" for key in sorted(set(row) - TILE_KEYS)]
    if shape not in shapes:
        wrong.append(f"{name}: there is no shape {shape} ({nearest(shape, shapes)})")
        return None
    geometry = shapes[shape]
    if not geometry:
        return None                         # its fault has been told
    if not natural(row.get("count"), ROOM["tiles"]):
        faults.append(f"count is {row.get('count')!r}, not a number from 0 to {ROOM['tiles']}")
    symbols: dict[str, Any] = {}
    for symbol, kind in SYMBOLS.items():
        there = row.get(symbol, [0] * len(geometry[kind]))
        symbols[symbol] = tuple(there)
        if len(there) != len(geometry[kind]):
            faults.append(f"{symbol} has {len(there)} entries, {shape} has {len(geometry[kind])} {kind}")
        elif not all(natural(n, MOST_SYMBOLS) for n in there):
            faults.append(f"{symbol} are {list(there)}, not numbers from 0 to {MOST_SYMBOLS}")
    wrong += [f"{name}: {fault}" for fault in faults]
    return None if faults else Tile(name, shape, row["count"], bool(row.get("start")), **geometry, **symbols)


def natural(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def misfits(found: list[Tile], totals: dict) -> list[str]:
    """What is wrong with a list of good tiles: the start tile, the room for it, the totals that the file promises."""
    starts = [tile for tile in found if tile.start]
    wrong = []
    if len(starts) != 1 or starts[0].count != 1:
        wrong.append(f"start tiles: {[tile.id for tile in starts]}; one row has start: true, with count 1")
    elif len(starts[0].mountains) != 1:                             # GR-3.7
        wrong.append(f"{starts[0].id}: the start tile has {len(starts[0].mountains)} mountains, not 1 (GR-3.7)")
    if len(found) > ROOM["tiles"]:
        wrong.append(f"{len(found)} kinds of tiles: there is room for {ROOM['tiles']}")
    counted = count(found)
    room = {**ROOM, **dict.fromkeys(SYMBOLS, ROOM_FOR_SYMBOLS)}
    wrong += [f"{counted[what]} {what.replace('_', ' ')}: there is room for {most}" for what, most in room.items()
              if counted[what] > most]
    wrong += [f"{what} are {counted.get(what)}, the file promises {promised}" for what, promised in totals.items()
              if counted.get(what) != promised]
    return wrong


def count(found: list[Tile]) -> dict[str, Any]:
    """Everything that can be counted on a list (section 2.3 of the specification)."""
    def total(of) -> int:
        return sum(tile.count * of(tile) for tile in found)
    return {
        "tiles": total(lambda tile: 1),
        "mountain_tiles": total(lambda tile: bool(tile.mountains)),
        "mountain_segments": total(lambda tile: len(tile.mountains)),
        "nuggets": total(lambda tile: sum(tile.nuggets)),
        "rail_segments": total(lambda tile: len(tile.rails)),
        "trains": total(lambda tile: sum(tile.trains)),
        "prairie_segments": total(lambda tile: len(tile.prairies)),
        "cities": total(lambda tile: tile.city),
        "city_rails": total(lambda tile: tile.ends.count("city")),
        "station_tiles": total(lambda tile: "station" in tile.ends),
        "camps": total(lambda tile: sum(tile.camps)),
        "herds": total(lambda tile: sum(tile.herds)),
        "edges": {terrain: total(lambda tile, terrain=terrain: tile.edges.count(terrain)) for terrain in "MRP"},
    }


# Gold tokens ----------------------------------------------------------------------------------------------------------

def tokens(setting: dict[str, Any]) -> tuple[list[int], list[int]]:
    """The values of the gold tokens and how many there are of each (section 2.2 of the specification)."""
    rules, file = setting["rules"], setting["data"]["gold_tokens"]
    values, splits = file["values"], {row["id"]: row["counts"] for row in file["splits"]}
    if values != sorted(set(values)) or len(values) != 5 or not all(natural(value, 9) for value in values):
        raise ValueError(f"data/gold_tokens.yaml: values are {values}, not five different ones from 0 to 9, ascending")
    name = chosen(setting, "token_split")
    if name == "custom":
        names = [f"token_count_{value}" for value in (0, 1, 2, 3, 5)]
        own = [rules[one] for one in names]
        if sum(own) > MOST_TOKENS:
            raise RuleError([Problem(("rules", max(names, key=rules.__getitem__)),
                                     f"{', '.join(names)} make {sum(own)} tokens in all, at most {MOST_TOKENS}")])
        return values, own
    if name not in splits:
        raise ValueError(f"data/gold_tokens.yaml: there is no split {name} ({nearest(name, splits)})")
    for one, counts in splits.items():
        good = len(counts) == len(values) and all(natural(n, MOST_TOKENS) for n in counts)
        if not good or sum(counts) != file["total"]:
            raise ValueError(f"data/gold_tokens.yaml: the split {one} has {counts}: "
                             f"one number a value, {file['total']} in all")
    return values, scaled(splits[name], rules["tokens_total"])


def scaled(counts: list[int], total: int) -> list[int]:
    """So many tokens in the same proportions: rounded down, the missing ones go to the largest fractions, lower values
    first (section 11.1 of the specification)."""
    whole = sum(counts)
    least = [n * total // whole for n in counts]
    fractions = sorted(range(len(counts)), key=lambda i: (-(counts[i] * total % whole), i))
    for i in fractions[:total - sum(least)]:
        least[i] += 1
    return least
