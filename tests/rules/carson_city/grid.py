"""The grid of Carson City, for the referee: parcels 0..63, corner points 0..80, the 144 lines between these.

Numbers as in CC-3.1 and CC-3.4: parcel 8r + c; corner point 9i + j; the lines across first, then those down.
"""
SIDE, POINTS_A_ROW = 8, 9
PARCELS, POINTS, ACROSS, LINES = 64, 81, 72, 144


def around(x):
    """CC-3.2: the up to 8 parcels around a parcel."""
    r, c = divmod(x, SIDE)
    return {SIDE * i + j for i in range(r - 1, r + 2) for j in range(c - 1, c + 2)
            if 0 <= i < SIDE and 0 <= j < SIDE} - {x}


def corners(x):
    r, c = divmod(x, SIDE)
    return {POINTS_A_ROW * i + j for i in (r, r + 1) for j in (c, c + 1)}


def inner(x):
    """CC-3.3: can the dice name this parcel?"""
    return all(1 <= at <= 6 for at in divmod(x, SIDE))


def line(a, b):
    """The line between two neighbouring corner points."""
    i, j = divmod(min(a, b), POINTS_A_ROW)
    return SIDE * i + j if abs(a - b) == 1 else ACROSS + POINTS_A_ROW * i + j


def ends(n):
    """The corner points that a line joins."""
    if n < ACROSS:
        i, j = divmod(n, SIDE)
        return {POINTS_A_ROW * i + j, POINTS_A_ROW * i + j + 1}
    return {n - ACROSS, n - ACROSS + POINTS_A_ROW}


def sides(x):
    """The four lines around a parcel."""
    return {n for n in range(LINES) if ends(n) <= corners(x)}


def distance(a, b):
    """CC-3.7: nothing bars a road."""
    (i, j), (k, m) = divmod(a, POINTS_A_ROW), divmod(b, POINTS_A_ROW)
    return abs(i - k) + abs(j - m)


def distances(goal):
    """How far every corner point is from the nearest of these."""
    return [min(distance(v, u) for u in goal) for v in range(POINTS)]


AROUND = [around(x) for x in range(PARCELS)]
CORNERS = [corners(x) for x in range(PARCELS)]
TO_PARCEL = [distances(corners(x)) for x in range(PARCELS)]


def points(roads):
    """N of CC-6.14: the ends of all pieces on the board."""
    return {point for n in roads for point in ends(n)}


def reach(to_network, x):
    """CC-6.14, one target: pieces that connect a parcel."""
    return min(to_network[v] for v in CORNERS[x])


def pieces(to_network, x, y):
    """CC-6.14, two targets: each by itself, or both from a common point."""
    apart = reach(to_network, x) + reach(to_network, y)
    return min(apart, *map(sum, zip(to_network, TO_PARCEL[x], TO_PARCEL[y], strict=True)))


def path(start, goal):
    """CC-6.15: from the smallest of the nearest points to the smallest of the nearest; first i, then j."""
    _, a, b = min((distance(a, b), a, b) for a in start for b in goal)
    laid = set()
    while a != b:
        (i, j), (k, m) = divmod(a, POINTS_A_ROW), divmod(b, POINTS_A_ROW)
        down, right = (k > i) - (k < i), (m > j) - (m < j)
        step = POINTS_A_ROW * down or right
        laid.add(line(a, a + step))
        a += step
    return laid


def canonical(roads, x, y):
    """CC-6.15: the minimum set of pieces that two kernels agree on."""
    network = points(roads)
    to_network = distances(network)
    least = pieces(to_network, x, y)
    if reach(to_network, x) + reach(to_network, y) == least:
        return path(network, CORNERS[x]) | path(network, CORNERS[y])
    v = next(v for v in range(POINTS) if to_network[v] + TO_PARCEL[x][v] + TO_PARCEL[y][v] == least)
    return path(network, {v}) | path({v}, CORNERS[x]) | path({v}, CORNERS[y])
