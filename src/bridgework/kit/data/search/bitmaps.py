"""Sets of document numbers as roaring bitmaps, by grade of the hit, stored in parts.

Intersecting two sets of a million numbers takes microseconds, and the size of the result is known.
A part is a row of the database: adding or removing a number rewrites one part, and reading a set
merges all of its parts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pyroaring import BitMap64

PART_BITS = 16
"""2¹⁶ numbers per part, at most 8 KiB: smaller parts slow down searches, larger ones writes."""
GRADES = 3
"""The number of grades of a hit; 0 is the best."""

Numbers = BitMap64
"""A set of numbers, offset by `_LOWEST`, since a bitmap contains no negative numbers."""
Graded = list[Numbers]
"""One set for each grade."""

_LOWEST = -(1 << 63)

Place = TypeVar("Place", str, tuple[str, int])
"""The key by which a set is stored."""


def part_of(number: int) -> int:
    """Return the part of a number."""
    return number >> PART_BITS


def from_ids(numbers: Iterable[int]) -> Numbers:
    """Return the set of these numbers."""
    return Numbers([number - _LOWEST for number in numbers])


def apply_changes(stored: bytes, added: Iterable[int], removed: Iterable[int]) -> bytes:
    """Return a serialized set after adding and removing numbers. An empty set is `b""`."""
    members = Numbers.deserialize(stored) if stored else Numbers()
    members.difference_update(from_ids(removed))
    members.update(from_ids(added))
    return members.serialize() if members else b""


def rewrite(
    stored: Mapping[Place, bytes],
    added: Mapping[Place, Iterable[int]],
    removed: Mapping[Place, Iterable[int]],
) -> dict[Place, bytes]:
    """Return the changed serialized sets, sorted by key. An empty set is `b""`, or not stored."""
    return {
        key: apply_changes(stored.get(key, b""), added.get(key, ()), removed.get(key, ()))
        for key in sorted(added.keys() | removed.keys())
    }


def merge_shards(parts: Iterable[bytes]) -> Numbers:
    """Return the union of the serialized parts of a set."""
    merged = Numbers()
    for part in parts:
        merged |= Numbers.deserialize(part)
    return merged


def merge_by_grade(parts: Iterable[tuple[int, bytes]]) -> Graded:
    """Return the union of serialized sets by grade. A number may have several grades."""
    graded = [Numbers() for _ in range(GRADES)]
    for grade, part in parts:
        graded[grade] |= Numbers.deserialize(part)
    return graded


def to_list(members: Numbers) -> list[int]:
    """Return the numbers of a set in ascending order."""
    return [number + _LOWEST for number in members]


def largest(members: Numbers) -> int:
    """Return the largest number of a set; of an empty one, 0."""
    return members.max() + _LOWEST if members else 0


def highest(members: Numbers, skipped: int, limit: int) -> list[int]:
    """Return a slice of a set's numbers in descending order."""
    stop = max(0, len(members) - skipped)
    return to_list(members[max(0, stop - limit) : stop])[::-1]


def batches(members: Numbers, size: int, first: int | None = None) -> Iterator[list[int]]:
    """Yield the numbers of a set in ascending order, in batches.

    With `first`, the numbers from it on come before those below it.
    """
    below = 0 if first is None else members.rank(first - 1 - _LOWEST)
    for start, stop in ((below, len(members)), (0, below)):
        for place in range(start, stop, size):
            yield to_list(members[place : min(place + size, stop)])


def filter_members(numbers: Iterable[int], members: Numbers) -> list[int]:
    """Return those of the numbers that are in the set, in their order."""
    return [number for number in numbers if number - _LOWEST in members]


def add(sums: list[Numbers], points: Sequence[Numbers]) -> None:
    """Add points to the sum of each number. Both are in binary: one set of numbers per digit."""
    if not sums:
        sums += points
        return
    carry = Numbers()
    for digit in range(max(len(sums), len(points))):
        left = sums[digit] if digit < len(sums) else Numbers()
        right = points[digit] if digit < len(points) else Numbers()
        exactly_one = left ^ right
        total = exactly_one ^ carry
        carry = (left & right) | (exactly_one & carry)
        if digit < len(sums):
            sums[digit] = total
        else:
            sums.append(total)
    if carry:
        sums.append(carry)


def descending(members: Numbers, sums: Sequence[Numbers]) -> Iterator[tuple[int, Numbers]]:
    """Yield the members by their sums: each sum, highest first, with the set of its members."""
    pending = [(0, members, len(sums) - 1)]
    while pending:
        total, subset, digit = pending.pop()
        if subset and digit < 0:
            yield total, subset
        elif subset:
            high = subset & sums[digit]
            pending += [
                (total, subset - high, digit - 1),
                (total + (1 << digit), high, digit - 1),
            ]
