"""The map of a view in Python: which tiles lie where, which segments are one feature. For words, checks, drawings."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sim.gold_rush.box import Tile, turned

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))      # N, E, S, W
KINDS = ("mountain", "railroad", "prairie")


@dataclass
class Feature:
    """Segments that are one mountain, railroad or prairie. Its number is that of its oldest segment."""
    segments: list[tuple[int, int]] = field(default_factory=list)       # (tile, segment), oldest first
    open: int = 0                                                       # edges without a neighbour
    nuggets: int = 0
    trains: int = 0
    camps: int = 0
    herds: int = 0


class Atlas:
    """All that follows from the tiles of a view."""

    def __init__(self, view: dict[str, Any], setting: dict[str, Any]):
        oriented = turned(setting)
        self.tiles: list[Tile] = []
        self.places: list[tuple[int, int]] = []
        self.segments: dict[str, list[tuple[int, int]]] = {kind: [] for kind in KINDS}   # by number: (tile, segment)
        self.cities: list[int] = []                     # their tiles
        self.misfits: list[str] = []
        self._up: dict[str, list[int]] = {kind: [] for kind in KINDS}
        self._open: dict[str, list[int]] = {kind: [] for kind in KINDS}
        self._first: list[tuple[int, int, int]] = []
        self._at: dict[tuple[int, int], int] = {}
        self._farmers = setting["variants"]["mode"] == 0
        for i in range(view["tiles"]):
            self._lay(oriented[view["kind"][i]][0][view["rotation"][i]], (view["x"][i], view["y"][i]))
        self.features = {kind: self._features(kind) for kind in KINDS}

    def _lay(self, tile: Tile, place: tuple[int, int]) -> None:
        n = len(self.tiles)
        self.tiles.append(tile)
        self.places.append(place)
        if place in self._at:
            self.misfits.append(f"two tiles lie at {place}")
        self._at[place] = n
        self._first.append((len(self._up["mountain"]), len(self._up["railroad"]), len(self._up["prairie"])))
        for kind, parts in zip(KINDS, (tile.mountains, tile.rails, tile.prairies), strict=True):
            if kind != "prairie" or self._farmers:
                for j, part in enumerate(parts):
                    self._up[kind].append(len(self._up[kind]))
                    self._open[kind].append(len(part))
                    self.segments[kind].append((n, j))
        if tile.city:
            self.cities.append(n)
        touched = False
        for side, (dx, dy) in enumerate(STEPS):
            other = self._at.get((place[0] + dx, place[1] + dy))
            if other is not None:
                touched = True
                self._join(n, other, side)
        if n and not touched:
            self.misfits.append(f"the tile at {place} touches no other")

    def _join(self, n: int, other: int, side: int) -> None:
        here, there, back = self.tiles[n], self.tiles[other], (side + 2) % 4
        edge = here.edges[side]
        if edge != there.edges[back]:
            self.misfits.append(f"the tiles at {self.places[n]} and {self.places[other]} do not fit")
            return
        if edge == "M":
            self._unite("mountain", n, segment(here.mountains, side), other, segment(there.mountains, back))
            return
        if edge == "R":
            self._unite("railroad", n, segment(here.rails, side), other, segment(there.rails, back))
        if self._farmers:
            for half, mate in ((2 * side, 2 * back + 1), (2 * side + 1, 2 * back)):
                self._unite("prairie", n, segment(here.prairies, half), other, segment(there.prairies, mate))

    def _unite(self, kind: str, n: int, i: int, other: int, j: int) -> None:
        where = KINDS.index(kind)
        a, b = self.oldest(kind, self._first[n][where] + i), self.oldest(kind, self._first[other][where] + j)
        opened = self._open[kind]
        opened[a] -= 1
        opened[b] -= 1
        if a != b:
            a, b = min(a, b), max(a, b)
            self._up[kind][b] = a
            opened[a] += opened[b]

    def oldest(self, kind: str, i: int) -> int:
        up = self._up[kind]
        while up[i] != i:
            i = up[i]
        return i

    def number(self, kind: str, tile: int, part: int) -> int:
        """The feature of a segment of a tile."""
        return self.oldest(kind, self._first[tile][KINDS.index(kind)] + part)

    def _features(self, kind: str) -> dict[int, Feature]:
        found: dict[int, Feature] = {}
        for i, (n, j) in enumerate(self.segments[kind]):
            root = self.oldest(kind, i)
            one = found.setdefault(root, Feature())
            one.segments.append((n, j))
            tile = self.tiles[n]
            if kind == "mountain":
                one.nuggets += tile.nuggets[j]
            elif kind == "railroad":
                one.trains += tile.trains[j]
            else:
                one.camps += tile.camps[j]
                one.herds += tile.herds[j]
        for root, one in found.items():
            one.open = self._open[kind][root]
        return found

    def city_rails(self, tile: int) -> list[int]:
        """The railroads that leave the city on a tile."""
        return [self.number("railroad", tile, i) for i, end in enumerate(self.tiles[tile].ends) if end == "city"]

    def frontier(self) -> dict[tuple[int, int], list[str]]:
        """The empty cells around the map, and the terrain that each side needs ("" none)."""
        found: dict[tuple[int, int], list[str]] = {}
        for n, (x, y) in enumerate(self.places):
            for side, (dx, dy) in enumerate(STEPS):
                cell = (x + dx, y + dy)
                if cell not in self._at:
                    found.setdefault(cell, ["", "", "", ""])[(side + 2) % 4] = self.tiles[n].edges[side]
        return found


def segment(parts: tuple[tuple[int, ...], ...], edge: int) -> int:
    """Which of the segments has this edge or half-edge."""
    return next(i for i, part in enumerate(parts) if edge in part)


def fits(setting: dict[str, Any], kind: int, frontier: dict[tuple[int, int], list[str]]) -> bool:
    """Is there a place for a tile of this kind (GR-4.2)?"""
    needs = {tuple(need) for need in frontier.values()}
    return any(all(want in ("", have) for want, have in zip(need, tile.edges, strict=True))
               for tile in turned(setting)[kind][0] for need in needs)
