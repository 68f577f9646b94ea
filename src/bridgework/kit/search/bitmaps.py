"""Sets of numbers as roaring bitmaps, graded by how good a hit each number is, and kept in parts.

A set of a million numbers meets another in microseconds, and how many are left is known at once.
A part is a row of the database, so that a number that comes or goes rewrites one part, and a set
that is asked for is all of its parts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

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

Place = TypeVar("Place", str, tuple[str, int])
"""What a set is stored under."""


def part_of(number: int) -> int:
    """The part that a number belongs to."""
    return number >> PART_BITS


def of(several: Iterable[int]) -> Numbers:
    """The set of these numbers."""
    return Numbers([number - _LOWEST for number in several])


def changed(stored: bytes, come: Iterable[int], gone: Iterable[int]) -> bytes:
    """A stored set, nothing if it was empty, with more in it and without some; nothing if empty."""
    held = Numbers.deserialize(stored) if stored else Numbers()
    held.difference_update(of(gone))
    held.update(of(come))
    return held.serialize() if held else b""


def rewritten(
    there: Mapping[Place, bytes],
    come: Mapping[Place, Iterable[int]],
    gone: Mapping[Place, Iterable[int]],
) -> dict[Place, bytes]:
    """The stored sets that others come to or leave, as they are then: nothing where one is empty.

    In the order of their places. A place at which nothing is stored has an empty set.
    """
    return {
        at: changed(there.get(at, b""), come.get(at, ()), gone.get(at, ()))
        for at in sorted(come.keys() | gone.keys())
    }


def together(stored: Iterable[bytes]) -> Numbers:
    """The set that the parts of it make up, as they are stored."""
    whole = Numbers()
    for part in stored:
        whole |= Numbers.deserialize(part)
    return whole


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


def stretches(some: Numbers, most: int) -> Iterator[list[int]]:
    """The numbers of a set, the lowest first, so many at a time."""
    for start in range(0, len(some), most):
        yield numbers(some[start : start + most])


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


def descending(members: Numbers, sums: Sequence[Numbers]) -> Iterator[tuple[int, Numbers]]:
    """`members` by their sums: the highest sum first, with the set of those who have it."""
    waiting = [(0, members, len(sums) - 1)]
    while waiting:
        total, some, digit = waiting.pop()
        if some and digit < 0:
            yield total, some
        elif some:
            high = some & sums[digit]
            waiting += [
                (total, some - high, digit - 1),
                (total + (1 << digit), high, digit - 1),
            ]
