"""The map as a picture: SVG from a view, for replays. North is up; every place can be read off the margins."""
from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from sim.gold_rush.atlas import Atlas
from sim.gold_rush.box import Tile

View = dict[str, Any]
Point = tuple[float, float]

SIZE = 80                       # of a tile, in pixels
MARGIN = 34
LINE = 30                       # of the legend
NARROWEST = 760                 # so that the legend finds room below a thin map
PAPER, INK = "#fbf8ef", "#2b2620"
PRAIRIE, GRID = "#dfe3b4", "#b4b98c"
ROCK, RIDGE, PEAK = "#b99c7c", "#7d6148", "#a48667"
SLEEPER, RAIL = "#8a7660", "#3c3833"
GOLD, GOLD_EDGE = "#f4bd16", "#7a5a00"
BRICK, BRICK_EDGE = "#c4573b", "#6f2917"
HIDE = "#6b3f1d"
COLOURS = ("yellow", "red", "green", "blue", "black")
SEAT_PAINT = (("#ffd92f", INK), ("#d7263d", "#fff"), ("#23874b", "#fff"), ("#2f66c4", "#fff"), ("#26262b", "#fff"))
ROLES = {"mountain": "miner", "railroad": "railwayman", "prairie": "farmer", "city": "merchant"}

# of a tile, clockwise from the north-west; y grows down
CORNERS: tuple[Point, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
MIDDLES: tuple[Point, ...] = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))      # of its sides N, E, S, W
CENTRE = (0.5, 0.5)
HALVES = ((0.2, 0.13), (0.8, 0.13), (0.87, 0.2), (0.87, 0.8), (0.8, 0.87), (0.2, 0.87), (0.13, 0.8), (0.13, 0.2))

DEFS = f"""<defs>
<pattern id="peaks" width="16" height="13" patternUnits="userSpaceOnUse"><rect width="16" height="13" fill="{ROCK}"/>
<path d="M1 11l4-7 4 7M9 5l3-4 3 4" fill="none" stroke="{PEAK}" stroke-width="1.3" stroke-linecap="round"/></pattern>
<g id="train">
<path d="M-8-4H1V-7H8V4H-8ZM-6-4V-8H-3V-4" fill="#fff" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>
<circle cx="-4.5" cy="5" r="2.4" fill="{INK}"/><circle cx="4" cy="5" r="2.4" fill="{INK}"/></g>
<g id="camp"><path d="M-7 7L1-8M7 7L-1-8M-7 7H7L0-6Z" fill="#f3e3c4" stroke="{HIDE}" stroke-width="1.5"/>
<path d="M-2 7L0 1 2 7Z" fill="{HIDE}"/></g>
<path id="herd" d="M-4.5 6.5C-8-2-5-7 0-7S8-2 4.5 6.5" fill="none" stroke="{HIDE}" stroke-width="3.4"/>
<g id="city"><rect x="-15" y="-3" width="13" height="15" fill="{BRICK}"/>
<path d="M-17-3L-8.5-12 0-3Z" fill="{BRICK_EDGE}"/>
<rect x="0" y="-7" width="15" height="19" fill="{BRICK}"/><path d="M-2-7H17V-11H-2Z" fill="{BRICK_EDGE}"/>
<path d="M-11 12V5H-6V12ZM3-3H6.5V1H3ZM9-3H12.5V1H9ZM5.5 12V5H10V12Z" fill="#f6e3c8"/></g>
<g id="station"><circle r="7" fill="#fff" stroke="{RAIL}" stroke-width="3"/><circle r="2" fill="{RAIL}"/></g>
<circle id="nugget" r="4" fill="{GOLD}" stroke="{GOLD_EDGE}" stroke-width="1.2"/>
</defs>"""


def picture(view: View, setting: dict[str, Any]) -> str:
    """The tiles with their symbols, the figures and gold that lie on them, and a legend."""
    atlas = Atlas(view, setting)
    xs, ys = [x for x, _ in atlas.places], [y for _, y in atlas.places]
    wide, high = (max(xs) - min(xs) + 1) * SIZE, (max(ys) - min(ys) + 1) * SIZE
    width = max(wide + 2 * MARGIN, NARROWEST)
    left = (width - wide) / 2
    height = high + 2 * MARGIN + 3 * LINE

    def corner(x: int, y: int) -> Point:
        return left + (x - min(xs)) * SIZE, MARGIN + (max(ys) - y) * SIZE

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" aria-label="the map" viewBox="0 0 {width:g} {height:g}" '
             f'width="{width:g}" height="{height:g}" font-family="system-ui, DejaVu Sans, sans-serif" font-size="13" '
             f'fill="{INK}">', DEFS, f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>']
    for column in range(min(xs), max(xs) + 1):
        x = corner(column, 0)[0] + SIZE / 2
        parts += [text(x, MARGIN - 12, str(column)), text(x, MARGIN + high + 21, str(column))]
    for row in range(min(ys), max(ys) + 1):
        y = corner(0, row)[1] + SIZE / 2 + 4
        parts += [text(left - 17, y, str(row)), text(left + wide + 17, y, str(row))]
    for tile, place in zip(atlas.tiles, atlas.places, strict=True):
        x, y = corner(*place)
        parts.append(f'<g transform="translate({x:g} {y:g})"><title>{tile.id} {tile.shape} at ({place[0]}, {place[1]})'
                     f"</title>{''.join(tile_parts(tile))}</g>")
    x, y = corner(*atlas.places[0])                     # the start tile has a frame
    parts.append(f'<rect x="{x:g}" y="{y:g}" width="{SIZE}" height="{SIZE}" fill="none" stroke="{INK}" '
                 'stroke-width="2"/>')
    for n, at, marks in standing(view, setting, atlas):
        x, y = corner(*atlas.places[n])
        for i, mark in enumerate(marks):                # side by side
            parts.append(mark(x + at[0] * SIZE + 21 * (i - (len(marks) - 1) / 2), y + at[1] * SIZE))
    parts += legend(view, setting, width, MARGIN + high + 36)
    return "".join([*parts, "</svg>"])


def text(x: float, y: float, words: str, anchor: str = "middle", paint: str = "#6d6557") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{paint}">{words}</text>'


def use(name: str, x: float, y: float) -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}"/>'


def point(at: Point) -> str:
    return f"{at[0] * SIZE:g} {at[1] * SIZE:g}"


def toward(at: Point, much: float, goal: Point = CENTRE) -> Point:
    """From a point so far towards another one, the middle of the tile."""
    return at[0] + (goal[0] - at[0]) * much, at[1] + (goal[1] - at[1]) * much


# A tile ---------------------------------------------------------------------------------------------------------------

def tile_parts(tile: Tile) -> list[str]:
    parts = [f'<rect width="{SIZE}" height="{SIZE}" fill="{PRAIRIE}" stroke="{GRID}"/>']
    parts += [f'<path d="{rock(sides)}" fill="url(#peaks)" stroke="{RIDGE}" stroke-width="1.5"/>'
              for sides in tile.mountains]
    for sides, end in zip(tile.rails, tile.ends, strict=True):
        goal = MIDDLES[sides[1]] if end == "through" else \
            toward(MIDDLES[sides[0]], 0.55) if end == "mountain" else CENTRE
        way = f'd="M{point(MIDDLES[sides[0]])} Q{point(CENTRE)} {point(goal)}" fill="none"'
        parts += [f'<path {way} stroke="{SLEEPER}" stroke-width="11" stroke-dasharray="2.5 3.5"/>',
                  f'<path {way} stroke="{RAIL}" stroke-width="5.6"/>',
                  f'<path {way} stroke="{PRAIRIE}" stroke-width="2.4"/>']
    if tile.city:
        parts.append(use("city", SIZE / 2, SIZE / 2))
    elif "station" in tile.ends:
        parts.append(use("station", SIZE / 2, SIZE / 2))
    for kind, symbol, counts in (("mountain", "nugget", tile.nuggets), ("railroad", "train", tile.trains),
                                 ("prairie", "camp", tile.camps), ("prairie", "herd", tile.herds)):
        step = 9 if symbol == "nugget" else 17
        for i, n in enumerate(counts):
            x, y = anchor(tile, kind, i)
            parts += [use(symbol, x * SIZE + step * (k - (n - 1) / 2), y * SIZE) for k in range(n)]
    return parts


def rock(sides: tuple[int, ...]) -> str:
    """The outline of a mountain segment: along its edges, and from one to the next in a bow over the prairie."""
    if len(sides) == 1:
        start, end = CORNERS[sides[0]], CORNERS[(sides[0] + 1) % 4]
        return f"M{point(start)} L{point(end)} C{point(toward(end, 0.8))} {point(toward(start, 0.8))} {point(start)}Z"
    order = sorted(sides)
    while len(order) < 4 and (order[-1] + 1) % 4 == order[0]:       # begin after a gap
        order = [*order[1:], order[0]]
    path = f"M{point(CORNERS[order[0]])}"
    for i, side in enumerate(order):
        corner, following = (side + 1) % 4, order[(i + 1) % len(order)]
        path += f" L{point(CORNERS[corner])}"
        if following != corner:
            path += f" Q{point(toward(CENTRE, -0.25, middle(order)))} {point(CORNERS[following])}" if len(order) == 2 \
                else f" Q{point(CENTRE)} {point(CORNERS[following])}"
    return path + "Z"


def middle(sides: list[int] | tuple[int, ...]) -> Point:
    """Between the middles of some sides."""
    return sum(MIDDLES[side][0] for side in sides) / len(sides), sum(MIDDLES[side][1] for side in sides) / len(sides)


def anchor(tile: Tile, kind: str, i: int) -> Point:
    """Where on a tile the symbols of a segment go."""
    if kind == "prairie":
        points = [HALVES[half] for half in tile.prairies[i]]
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        taken = [CENTRE] * bool(tile.rails or tile.mountains)           # by rails, a city, mountains
        taken += [MIDDLES[side] for sides in tile.mountains for side in sides]
        crowded = any(abs(x - there[0]) < 0.35 and abs(y - there[1]) < 0.25 for there in taken)
        return points[len(points) // 2] if crowded else (x, y)
    if kind == "mountain":
        sides = tile.mountains[i]
        return toward(MIDDLES[sides[0]], 0.27) if len(sides) == 1 else toward(middle(sides), 0.2)
    sides = tile.rails[i]
    return toward(MIDDLES[sides[0]], 0.4) if len(sides) == 1 else toward(middle(sides), 0.5)


# What lies and stands on the tiles ------------------------------------------------------------------------------------

Mark = Callable[[float, float], str]


def standing(view: View, setting: dict[str, Any], atlas: Atlas) -> list[tuple[int, Point, list[Mark]]]:
    """Gold and figures by tile and point. A feature shows all of them on one tile, the oldest one that is free."""
    found: dict[tuple[str, int], list[Mark]] = {}
    for number in atlas.features["mountain"]:
        if view["stack"][number]:
            found.setdefault(("mountain", number), []).append(coin(view["stack"][number]))
    for p in range(setting["players"]):
        for place in view["cowboys"][p]:
            if place >= 0:
                kind = ("mountain", "railroad", "prairie", "city")[place // 256]
                found.setdefault((kind, place % 256), []).append(cowboy(p, ROLES[kind]))
        for number in view["tents"][p]:
            if number >= 0:
                found.setdefault(("mountain", number), []).append(tent(p))
    marks = []
    used: set[int] = set()
    where = {(kind, number): [(atlas.cities[number], 0)] if kind == "city" else atlas.features[kind][number].segments
             for kind, number in found}
    for one in sorted(found, key=lambda one: len(where[one])):          # those with the least choice first
        n, part = next((place for place in where[one] if place[0] not in used), where[one][0])
        used.add(n)
        marks.append((n, beside(atlas.tiles[n], one[0], part), found[one]))
    return marks


def beside(tile: Tile, kind: str, i: int) -> Point:
    """Where figures of a segment stand: next to its symbols."""
    if kind == "city":
        return 0.5, 0.76
    x, y = anchor(tile, kind, i)
    if not {"mountain": tile.nuggets, "railroad": tile.trains, "prairie": tile.camps}[kind][i] and \
            not (kind == "prairie" and tile.herds[i]):
        return x, y
    if kind == "mountain":
        return toward((x, y), 0.62) if len(tile.mountains[i]) == 1 else (x, y + 0.22 if y < 0.6 else y - 0.22)
    return (x, y + 0.25) if y < 0.5 else (x, y - 0.25)


def cowboy(p: int, role: str) -> Mark:
    """Every seat has a colour, a shape and a letter. Farmers lie down: their letter does."""
    def mark(x: float, y: float) -> str:
        lie = f' transform="rotate(90 {x:g} {y:g})"' if role == "farmer" else ""
        return (f'<g{lie}><title>{role} of {"ABCDE"[p]}</title>{shape(p, x, y, 10)}{letter(p, x, y + 4)}</g>')
    return mark


def shape(p: int, x: float, y: float, r: float) -> str:
    paint = f'fill="{SEAT_PAINT[p][0]}" stroke="#fff" stroke-width="3.6" paint-order="stroke"'
    if p == 0:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {paint}/>'
    n, start, wider = {1: (4, pi / 4, 1.25), 2: (4, 0, 1.3), 3: (6, 0, 1.12), 4: (5, -pi / 2, 1.2)}[p]
    points = " ".join(f"{x + wider * r * cos(start + 2 * pi * k / n):.1f},"
                      f"{y + wider * r * sin(start + 2 * pi * k / n):.1f}" for k in range(n))
    return f'<polygon points="{points}" {paint}/>'


def letter(p: int, x: float, y: float) -> str:
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="12" font-weight="700" '
            f'fill="{SEAT_PAINT[p][1]}">{"ABCDE"[p]}</text>')


def tent(p: int) -> Mark:
    def mark(x: float, y: float) -> str:
        return (f'<g><title>tent of {"ABCDE"[p]}</title>{canvas(x, y)} fill="{SEAT_PAINT[p][0]}" stroke="#fff" '
                f'stroke-width="3.6" paint-order="stroke"/>{letter(p, x, y + 6)}</g>')
    return mark


def canvas(x: float, y: float) -> str:
    return f'<path d="M{x - 12:g} {y + 9:g}l12-22 12 22Z"'


def coin(n: int) -> Mark:
    def mark(x: float, y: float) -> str:
        return (f'<g><title>gold: {n} tokens</title><circle cx="{x:g}" cy="{y:g}" r="9" fill="{GOLD}" '
                f'stroke="{GOLD_EDGE}" stroke-width="2"/><text x="{x:g}" y="{y + 4:g}" text-anchor="middle" '
                f'font-size="11" font-weight="700" fill="{INK}">{n}</text></g>')
    return mark


# The legend -----------------------------------------------------------------------------------------------------------

def legend(view: View, setting: dict[str, Any], width: float, top: float) -> list[str]:
    players = setting["players"]
    step = min(200, (width - 2 * MARGIN) / players)
    start, y = (width - step * players) / 2, top + LINE / 2
    parts = ["<g>"]
    for p in range(players):
        x = start + p * step + 14
        parts += [shape(p, x, y, 10), letter(p, x, y + 4),
                  text(x + 17, y + 4, f"{COLOURS[p]}, {sum(view['vp'][p])} points", "start", INK)]
    symbols = [("nugget", "nugget"), ("train", "train"), ("station", "station"), ("city", "city"),
               ("camp", "Indian camp"), ("herd", "wild horses")]
    step = (width - 2 * MARGIN) / (len(symbols) + 2)
    y += LINE
    for i, (symbol, words) in enumerate(symbols):
        x = MARGIN + i * step + 14
        parts += [use(symbol, x, y), text(x + 22, y + 4, words, "start", INK)]
    x = MARGIN + len(symbols) * step + 14
    parts += [coin(3)(x, y), text(x + 17, y + 4, "gold", "start", INK)]
    x += step * 0.8
    parts += [f'{canvas(x, y)} fill="#fff" stroke="{INK}" stroke-width="1.5"/>',
              text(x + 18, y + 4, "tent", "start", INK)]
    parts.append(text(width / 2, y + LINE, "Figures are drawn on one tile of their mountain, railroad or prairie; "
                                           "farmers lie down. The start tile has a frame."))
    return [*parts, "</g>"]
