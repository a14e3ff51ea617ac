"""Gold Rush in a player's words: actions and the whole table, for replays, errors and tests; picture draws the map."""
from __future__ import annotations

from typing import Any

from sim.gold_rush.atlas import Atlas
from sim.gold_rush.box import SIDES, Tile, tiles
from sim.gold_rush.drawing import picture

__all__ = ["action", "describe", "picture"]

View = dict[str, Any]
Setting = dict[str, Any]

# The enumerations of state.pxd, under their names there.
SEATS, COWBOYS, TENTS, HAND, VALUES, TOKENS = 5, 8, 3, 3, 5, 90
TILES, MOUNTAINS, RAILS, PRAIRIES, CITIES = 84, 60, 96, 168, 12
OVER, CHOOSE, PLACE, ACT = range(4)
ACT_LAY, ACT_COWBOY, ACT_TENT, ACT_MINE, ACT_RECALL, ACT_PASS, ACT_CHOOSE = range(1, 8)
ON_MOUNTAIN, ON_RAIL, IN_CITY, ON_PRAIRIE, PLACES = 0, 4, 8, 9, 17
NOBODY = NO_TILE = -1
PARTS, COUNTS = 9, 12
# where a figure of a view stands: 0 + mountain, 256 + railroad, 512 + prairie, 768 + city
IN_SUPPLY, NOT_IN_GAME = -1, -2
SHOWN = ("mountain", "railroad", "prairie", "city")

COLOURS = ("yellow", "red", "green", "blue", "black")
TURNED = ("", ", turned a quarter", ", turned a half", ", turned three quarters")      # clockwise
SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
PHASES = ("the game is over", "chooses a tile", "lays the tile", "acts")


def seat(n: int) -> str:
    """A player as the replays name him; in the picture he has the n-th of the colours."""
    return "ABCDE"[n] if n >= 0 else "nobody"


def code(act: int, argument: int = 0) -> int:
    """An action code; for tests and tools."""
    return act << 24 | argument


def lay_code(x: int, y: int, rotation: int) -> int:
    return code(ACT_LAY, ((x + 128) << 8 | (y + 128)) << 2 | rotation)


def cell(key: int) -> tuple[int, int]:
    return (key >> 8) - 128, (key & 255) - 128


def segment_place(kind: str, number: int, view: View, setting: Setting) -> str:
    """A segment by its tile: its place, and which segment where the tile has several of the kind."""
    found = tiles(setting)
    for i in range(view["tiles"]):
        tile = found[view["kind"][i]]
        parts = {"mountain": tile.mountains, "railroad": tile.rails, "prairie": tile.prairies}[kind]
        if number < len(parts):
            which = f", {kind[0]}{number}" if len(parts) > 1 else ""
            return f"({view['x'][i]}, {view['y'][i]}{which})"
        number -= len(parts)
    return "nowhere"


def sides_of(tile: Tile, parts: tuple[int, ...]) -> str:
    return "-".join(SIDE_NAMES[SIDES[side]] for side in parts)


def cowboy(place: int, view: View, setting: Setting) -> str:
    last = view["tiles"] - 1
    tile = tiles(setting)[view["kind"][last]].turned(view["rotation"][last])
    if place >= ON_PRAIRIE:
        i = place - ON_PRAIRIE
        return f"put a farmer on the prairie p{i}"
    if place == IN_CITY:
        return "put a merchant into the city"
    if place >= ON_RAIL:
        i = place - ON_RAIL
        return f"put a railwayman on the railroad {sides_of(tile, tile.rails[i])} (r{i})"
    return f"put a miner on the mountain {sides_of(tile, tile.mountains[place])} (m{place})"


def action(code: int, view: View, setting: Setting) -> str:
    """One option of the seat to move, in words."""
    act, a = code >> 24, code & 0xFFFFFF
    if act == ACT_LAY:
        tile = tiles(setting)[view["tile"]]
        x, y = cell(a >> 2)
        return f"lay {tile.id} ({tile.shape}) at ({x}, {y}){TURNED[a & 3]}"
    if act == ACT_COWBOY:
        return cowboy(a, view, setting)
    if act == ACT_TENT:
        goal = segment_place("mountain", a & 255, view, setting)
        if a >> 8 == 0:
            return f"pitch the tent on the mountain at {goal}"
        origin = segment_place("mountain", (a >> 8) - 1, view, setting)
        return f"move the tent from the mountain at {origin} to the one at {goal}"
    if act == ACT_MINE:
        return f"mine gold on the mountain at {segment_place('mountain', a, view, setting)}"
    if act == ACT_RECALL:
        return f"take a farmer back from the prairie at {segment_place('prairie', a, view, setting)}"
    if act == ACT_PASS:
        return "do nothing"
    if act == ACT_CHOOSE:
        tile = tiles(setting)[a]
        return f"choose the tile {tile.id} ({tile.shape})"
    raise ValueError(f"code {code}: no action of Gold Rush")


def describe(view: View, setting: Setting) -> str:
    """The whole table as text: the map, what lies in front of the players, who is asked what."""
    found = tiles(setting)
    lines = [f"Turn {view['turn'] + 1}: {asked(view)}"
             + (f" {found[view['tile']].id} ({found[view['tile']].shape})" if view["tile"] >= 0 else "")]
    lines += map_lines(view, setting)
    lines.append(f"Pile: {view['left']} tiles, {view['discarded']} discarded; gold: {view['supply']} in the supply, "
                 f"{sum(view['stack'])} on the map, {view['removed']} out of reach")
    lines += [supply(view, setting, p) for p in range(setting["players"])]
    atlas = Atlas(view, setting)
    for kind in ("mountain", "railroad", "prairie"):
        for number, one in atlas.features[kind].items():
            who = figures(view, setting, kind, number)
            if who:
                symbols = {"mountain": f"{one.nuggets} nuggets, {view['stack'][min(number, MOUNTAINS - 1)]} tokens",
                           "railroad": f"{len({n for n, _ in one.segments})} tiles, {one.trains} trains",
                           "prairie": f"{one.camps} camps, {one.herds} herds"}[kind]
                still = "" if kind == "prairie" else f", {one.open} open" if one.open else ", complete"
                where = segment_place(kind, number, view, setting)
                lines.append(f"{kind.capitalize()} at {where}: {symbols}{still}; {who}")
    for c, n in enumerate(atlas.cities):
        who = figures(view, setting, "city", c)
        if who:
            lines.append(f"City at {atlas.places[n]}: {who}")
    return "\n".join(lines)


def asked(view: View) -> str:
    if view["phase"] == OVER:
        return PHASES[OVER]
    return f"{seat(view['head']['to_move'])} {PHASES[view['phase']]}"


def figures(view: View, setting: Setting, kind: str, number: int) -> str:
    """Who stands on a feature."""
    place = 256 * SHOWN.index(kind) + number
    found = []
    for p in range(setting["players"]):
        cowboys, tents = view["cowboys"][p].count(place), view["tents"][p].count(place)
        found += [f"{seat(p)} {cowboys}"] * (cowboys > 0) + [f"{seat(p)}'s tent"] * (tents > 0 and kind == "mountain")
    return ", ".join(found)


def supply(view: View, setting: Setting, p: int) -> str:
    """What lies in front of one player."""
    values = setting["data"]["gold_tokens"]["values"]
    tokens = [a + b for a, b in zip(view["mined"][p], view["won"][p], strict=True)]
    worth = sum(n * value for n, value in zip(tokens, values, strict=True))
    hand = [tiles(setting)[kind].id for kind in view["hand"][p][:HAND] if kind >= 0]
    return (f"{seat(p)}: {sum(view['vp'][p])} points, {view['cowboys'][p].count(IN_SUPPLY)} cowboys, "
            f"{view['tents'][p].count(IN_SUPPLY)} tents, {sum(tokens)} tokens worth {worth}"
            + (f", tiles {', '.join(hand)}" if hand else ""))


def map_lines(view: View, setting: Setting) -> list[str]:
    """The map, three lines a tile: the terrain of its edges, and what is in the middle."""
    atlas = Atlas(view, setting)
    where = {place: tile for place, tile in zip(atlas.places, atlas.tiles, strict=True)}
    xs, ys = [x for x, _ in where], [y for _, y in where]
    lines = []
    for y in range(max(ys), min(ys) - 1, -1):
        rows = ["", "", ""]
        for x in range(min(xs), max(xs) + 1):
            tile = where.get((x, y))
            for i, part in enumerate(block(tile) if tile else ("    ",) * 3):
                rows[i] += part
        lines += [row.rstrip() for row in rows]
    return [line for line in lines if line]


def block(tile: Tile) -> tuple[str, str, str]:
    n, e, s, w = (edge.replace("P", ".") for edge in tile.edges)
    middle = "C" if tile.city else "+" if "station" in tile.ends else "M" if tile.mountains else " "
    return f" {n}  ", f"{w}{middle}{e} ", f" {s}  "
