"""The map as a picture: SVG from a view, for replays."""
from __future__ import annotations

from typing import Any

from sim.gold_rush.atlas import Atlas
from sim.gold_rush.box import Tile

SIZE = 72                       # of a tile, in pixels
PAINT = {"prairie": "#cfd8a0", "mountain": "#a98b6a", "railroad": "#4a4a4a", "city": "#c9583e", "station": "#4a4a4a",
         "nugget": "#f2b705", "edge": "#8a8f6d", "paper": "#f7f3e8"}
SEAT_PAINT = ("#f5d327", "#d62f2f", "#3a9b4b", "#3465c0", "#222222")
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))              # of a tile, clockwise from the north-west; y grows down
MIDDLES = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))      # of its sides N, E, S, W
HALVES = ((0.25, 0.12), (0.75, 0.12), (0.88, 0.25), (0.88, 0.75),       # half-edges
          (0.75, 0.88), (0.25, 0.88), (0.12, 0.75), (0.12, 0.25))


def svg(view: dict[str, Any], setting: dict[str, Any]) -> str:
    """The tiles with their symbols and the figures that stand on them, north up."""
    atlas = Atlas(view, setting)
    xs, ys = [x for x, _ in atlas.places], [y for _, y in atlas.places]
    left, top = min(xs) - 0.5, max(ys) + 0.5
    width, height = (max(xs) - min(xs) + 2) * SIZE, (max(ys) - min(ys) + 2) * SIZE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
             f'height="{height:g}" font-family="sans-serif" font-size="10">',
             f'<rect width="{width:g}" height="{height:g}" fill="{PAINT["paper"]}"/>']
    for tile, (x, y) in zip(atlas.tiles, atlas.places, strict=True):
        parts.append(f'<g transform="translate({(x - left) * SIZE:g} {(top - y) * SIZE:g})">'
                     f"<title>{tile.id} {tile.shape} at ({x}, {y})</title>{''.join(tile_parts(tile))}</g>")
    for n, (x, y) in enumerate(atlas.places):
        for i, (fx, fy, mark) in enumerate(standing(view, setting, atlas, n)):
            parts.append(mark((x - left + fx) * SIZE + 9 * (i % 2), (top - y + fy) * SIZE))
    return "".join([*parts, "</svg>"])


def point(at: tuple[float, float]) -> str:
    return f"{at[0] * SIZE:g},{at[1] * SIZE:g}"


def tile_parts(tile: Tile) -> list[str]:
    parts = [f'<rect width="{SIZE}" height="{SIZE}" fill="{PAINT["prairie"]}" stroke="{PAINT["edge"]}"/>']
    for sides in tile.mountains:
        for side in sides:                              # a wedge from the side; wider ones reach the middle
            tip = (0.5, 0.5) if len(sides) > 1 else toward(MIDDLES[side], 0.62)
            corners = " ".join(point(corner) for corner in (CORNERS[side], tip, CORNERS[(side + 1) % 4]))
            parts.append(f'<polygon points="{corners}" fill="{PAINT["mountain"]}" stroke="{PAINT["mountain"]}"/>')
    for sides, end in zip(tile.rails, tile.ends, strict=True):
        goal = MIDDLES[sides[1]] if end == "through" else (0.5, 0.5)
        parts.append(f'<path d="M{point(MIDDLES[sides[0]])} Q{point((0.5, 0.5))} {point(goal)}" fill="none" '
                     f'stroke="{PAINT["railroad"]}" stroke-width="4" stroke-dasharray="7 2"/>')
    if tile.city:
        parts.append(f'<rect x="{SIZE * 0.34:g}" y="{SIZE * 0.34:g}" width="{SIZE * 0.32:g}" height="{SIZE * 0.32:g}" '
                     f'fill="{PAINT["city"]}"/>')
    elif "station" in tile.ends:
        parts.append(f'<circle cx="{SIZE / 2:g}" cy="{SIZE / 2:g}" r="6" fill="{PAINT["station"]}"/>')
    symbols = (("mountain", tile.nuggets, "\u25cf", PAINT["nugget"], ""),
               ("railroad", tile.trains, "T", "#ffffff", ' stroke="#222" stroke-width="2" paint-order="stroke"'),
               ("prairie", tile.camps, "\u25b2", "#7a4a22", ""), ("prairie", tile.herds, "H", "#5b3a1a", ""))
    for kind, counts, sign, paint, outline in symbols:
        for i, n in enumerate(counts):
            if n:
                x, y = anchor(tile, kind, i)
                parts.append(f'<text x="{x * SIZE:g}" y="{y * SIZE + 4:g}" text-anchor="middle" '
                             f'fill="{paint}"{outline}>{sign * n}</text>')
    return parts


def toward(at: tuple[float, float], much: float) -> tuple[float, float]:
    """From a point so far towards the middle of the tile."""
    return at[0] + (0.5 - at[0]) * much, at[1] + (0.5 - at[1]) * much


def anchor(tile: Tile, kind: str, i: int) -> tuple[float, float]:
    """Where on a tile the symbols and figures of a segment go."""
    if kind == "prairie":
        points = [HALVES[half] for half in tile.prairies[i]]
    else:
        sides, much = (tile.mountains[i], 0.3) if kind == "mountain" else (tile.rails[i], 0.4)
        points = [toward(MIDDLES[side], much) for side in sides]
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    if kind == "prairie" and abs(x - 0.5) < 0.1 and abs(y - 0.5) < 0.1 and len(points) < 8:
        return points[0]                                # the middle belongs to something else
    return x, y


def standing(view: dict[str, Any], setting: dict[str, Any], atlas: Atlas, n: int) -> list[tuple[float, float, Any]]:
    """The figures drawn on a tile: those of every feature whose oldest segment it holds, and its merchant."""
    found = []
    for p in range(setting["players"]):
        for place in view["cowboys"][p]:
            if place < 0:
                continue
            kind, number = divmod(place, 256)
            if kind == 3:
                if atlas.cities[number] == n:
                    found.append((0.5, 0.5, meeple(p, "merchant")))
                continue
            name = ("mountain", "railroad", "prairie")[kind]
            tile, part = atlas.segments[name][number]
            if tile == n:
                x, y = anchor(atlas.tiles[n], name, part)
                found.append((x, y, meeple(p, ("miner", "railwayman", "farmer")[kind])))
        for number in view["tents"][p]:
            if number >= 0 and atlas.segments["mountain"][number][0] == n:
                x, y = anchor(atlas.tiles[n], "mountain", atlas.segments["mountain"][number][1])
                found.append((x, y, tent(p)))
    return found


def meeple(p: int, role: str):
    def mark(x: float, y: float) -> str:
        rx, ry = (9, 5) if role == "farmer" else (6.5, 6.5)         # farmers lie down
        return (f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx}" ry="{ry}" fill="{SEAT_PAINT[p]}" stroke="#111" '
                f'stroke-width="1.5"><title>{role} of seat {p}</title></ellipse>')
    return mark


def tent(p: int):
    def mark(x: float, y: float) -> str:
        return (f'<polygon points="{x - 7:g},{y + 6:g} {x:g},{y - 7:g} {x + 7:g},{y + 6:g}" fill="{SEAT_PAINT[p]}" '
                f'stroke="#111" stroke-width="1.5"><title>tent of seat {p}</title></polygon>')
    return mark
