"""Five poker dice as tables: every roll, every part of it that can be locked, and how good a hand is (section 5).

Dice are packed as in the kernel: three bits a face, 9 lowest.
"""
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple

FACES = ("9", "10", "J", "Q", "K", "A")
DICE = 5
HANDS = 252
CATEGORIES = ("high card", "one pair", "two pair", "three of a kind", "straight", "full house", "four of a kind",
              "five of a kind")            # DT-5.1, low to high
STRAIGHTS = ((0, 1, 2, 3, 4), (1, 2, 3, 4, 5))      # DT-5.3
FULL, GROUPS_ONLY, CATEGORY_ONLY = range(3)         # hand_compare


class Tables(NamedTuple):
    dice: list[int]                 # the 462 combinations of none to five dice, packed
    roll_of: list[int]              # n ordered dice, from start_of[n] on: the number of their combination
    start_of: list[int]
    subsets: list[list[int]]        # what can be locked of each combination, packed, ascending
    of_size: list[list[int]]        # which of those have k dice: bit a subset
    low_part: list[list[int]]       # number of n dice = low_part[n][their low faces] + high_part[their high faces]
    high_part: list[int]
    hands: list[tuple[int, ...]]    # combinations by that number, as sorted faces: first the 252 hands of five dice


def pack(faces: Any) -> int:
    """Dice, given by their faces 0 to 5, as one number."""
    return sum(1 << 3 * face for face in faces)


def unpack(packed: int) -> list[int]:
    """The faces of packed dice, 9s first."""
    return [face for face in range(6) for _ in range(packed >> 3 * face & 7)]


def words(packed: int) -> str:
    """Dice as a player reads them."""
    return " ".join(FACES[face] for face in unpack(packed)) or "nothing"


def hand_key(faces: tuple[int, ...], straight_beats_full_house: bool = False, compare: int = FULL) -> tuple:
    """What a hand is compared by: a larger key is a better hand, equal keys are a tie (DT-5.1 to DT-5.6)."""
    groups = sorted(((faces.count(face), face) for face in set(faces)), reverse=True)      # DT-5.4: large groups first
    shape = tuple(count for count, _ in groups)
    straight = tuple(sorted(faces)) in STRAIGHTS
    category = {(5,): 7, (4, 1): 6, (3, 2): 5, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(
        shape, 4 if straight else 0
    )
    strength = {4: 5, 5: 4}.get(category, category) if straight_beats_full_house else category
    if compare == CATEGORY_ONLY:
        return (strength,)
    if compare == GROUPS_ONLY:                              # DT-5.6: single dice are ignored, but for a straight's top
        return (strength, *(face for count, face in groups if count > 1), *([max(faces)] if straight else []))
    return (strength, *(face for _, face in groups))


def category(faces: tuple[int, ...]) -> str:
    return CATEGORIES[hand_key(faces)[0]]


@cache
def hand_ranks(straight_beats_full_house: bool, compare: int) -> list[int]:
    """How good each of the 252 hands is, 1 worst; equal numbers are a tie."""
    keys = [hand_key(hand, straight_beats_full_house, compare) for hand in tables().hands[:HANDS]]
    order = {key: i + 1 for i, key in enumerate(sorted(set(keys)))}
    return [order[key] for key in keys]


# For judging what an unfinished combination may become, hands are sorted into levels, finer towards the top: the share
# of rolls of five dice that lie below each level.
LEVELS = (0, .15, .3, .45, .55, .65, .72, .78, .83, .87, .9, .93, .95, .97, .985, .995)


@cache
def hand_levels(straight_beats_full_house: bool, compare: int) -> list[list[float]]:
    """For each of the 462 combinations: with which chance one roll of the missing dice makes a hand of each level."""
    ranks = hand_ranks(straight_beats_full_house, compare)
    number = {hand: i for i, hand in enumerate(tables().hands)}
    ways = {n: count_rolls(n) for n in range(DICE + 1)}
    share: dict[int, float] = {}
    for roll, count in ways[DICE].items():
        share[ranks[number[roll]]] = share.get(ranks[number[roll]], 0) + count / 6**DICE
    level, below = {}, 0.0
    for rank in sorted(share):
        level[rank] = max(i for i, least in enumerate(LEVELS) if least <= below + share[rank] / 2)
        below += share[rank]
    chances = []
    for hand in tables().hands:
        missing = DICE - len(hand)
        row = [0.0] * len(LEVELS)
        for roll, count in ways[missing].items():
            row[level[ranks[number[tuple(sorted(hand + roll))]]]] += count / 6**missing
        chances.append(row)
    return chances


def count_rolls(n: int) -> dict[tuple[int, ...], int]:
    """In how many ways n dice show each combination."""
    count: dict[tuple[int, ...], int] = {}
    for roll in product(range(6), repeat=n):
        faces = tuple(sorted(roll))
        count[faces] = count.get(faces, 0) + 1
    return count


@cache
def tables() -> Tables:
    rolls = [faces for n in range(DICE + 1) for faces in combinations_with_replacement(range(6), n)]
    dice = [pack(faces) for faces in rolls]
    index = {packed: i for i, packed in enumerate(dice)}
    roll_of: list[int] = []
    start_of: list[int] = []
    for n in range(DICE + 1):
        start_of.append(len(roll_of))
        roll_of += [index[pack(faces)] for faces in product(range(6), repeat=n)]
    subsets, of_size = [], []
    for faces in rolls:
        parts = sorted({pack(part) for n in range(len(faces) + 1) for part in combinations(faces, n)})
        subsets.append(parts)
        of_size.append([sum(1 << i for i, part in enumerate(parts) if len(unpack(part)) == k) for k in range(DICE + 1)])
    hands: list[tuple[int, ...]] = []
    low_part, high_part = [[0] * 512 for _ in range(DICE + 1)], [0] * 512
    for n in range(DICE, -1, -1):
        for k in range(n + 1):                      # k dice among 9, 10, J; the others among Q, K, A
            highs = [pack(faces) for faces in combinations_with_replacement(range(3), n - k)]
            for low in (pack(faces) for faces in combinations_with_replacement(range(3), k)):
                low_part[n][low] = len(hands)
                for j, high in enumerate(highs):
                    high_part[high] = j
                    hands.append(tuple(unpack(low + (high << 9))))
    return Tables(dice, roll_of, start_of, subsets, of_size, low_part, high_part, hands)



def how_many(packed: int) -> int:
    """How many dice."""
    return len(unpack(packed))
