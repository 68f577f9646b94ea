"""Sets of numbers as roaring bitmaps, graded by how good a hit each number is, and kept in parts.

A set of a million numbers meets another in microseconds, and how many are left is known at once.
A part is a row of the database, so that a number that comes or goes rewrites one part, and a set
that is asked for is all of its parts.
"""

from collections.abc import Iterable, Iterator, Sequence

from pyroaring import BitMap64

PART_BITS = 16
"""2¹⁶ numbers a part, 8 KiB at most: smaller ones make a million slow to find, larger to change."""
GRADES = 3
"""How good a hit may be: 0 is the best."""

Numbers = BitMap64
"""A set of numbers, each moved by `_LOWEST`, since a bitmap holds none below nought."""
Graded = list[Numbers]
"""One set for each grade."""

_LOWEST = -(1 << 63)


def part_of(number: int) -> int:
    """The part that a number belongs to."""
    return number >> PART_BITS


def changed(stored: bytes, come: Iterable[int], gone: Iterable[int]) -> bytes:
    """A stored set, nothing if it was empty, with more in it and without some; nothing if empty."""
    held = Numbers.deserialize(stored) if stored else Numbers()
    held.difference_update(_moved(gone))
    held.update(_moved(come))
    return held.serialize() if held else b""


def union(held: Iterable[tuple[int, bytes]]) -> Graded:
    """The sets of each grade that stored ones make up.

    A number may be in several: it then counts for more than one grade.
    """
    graded = [Numbers() for _ in range(GRADES)]
    for grade, stored in held:
        graded[grade] |= Numbers.deserialize(stored)
    return graded


def numbers(some: Numbers) -> list[int]:
    """The numbers of a set, the lowest first."""
    return [each + _LOWEST for each in some]


def highest(some: Numbers, skipped: int, most: int) -> list[int]:
    """A stretch of a set's numbers, the highest first."""
    stop = max(0, len(some) - skipped)
    return numbers(some[max(0, stop - most) : stop])[::-1]


def among(several: Iterable[int], some: Numbers) -> list[int]:
    """Those of the numbers that are in the set, in their order."""
    return [number for number in several if number - _LOWEST in some]


def add(sums: list[Numbers], points: Sequence[Numbers]) -> None:
    """Add to each number's sum its points; both are binary, a set of numbers for each digit."""
    if not sums:
        sums += points
        return
    carry = Numbers()
    for digit in range(max(len(sums), len(points))):
        mine = sums[digit] if digit < len(sums) else Numbers()
        more = points[digit] if digit < len(points) else Numbers()
        either = mine ^ more
        total = either ^ carry
        carry = (mine & more) | (either & carry)
        if digit < len(sums):
            sums[digit] = total
        else:
            sums.append(total)
    if carry:
        sums.append(carry)


def descending(members: Numbers, sums: Sequence[Numbers]) -> Iterator[Numbers]:
    """`members` by their sums: the set of those with the highest first, each set not empty."""
    waiting = [(members, len(sums) - 1)]
    while waiting:
        some, digit = waiting.pop()
        if some and digit < 0:
            yield some
        elif some:
            high = some & sums[digit]
            waiting += [(some - high, digit - 1), (high, digit - 1)]


def _moved(some: Iterable[int]) -> Numbers:
    return Numbers([number - _LOWEST for number in some])
