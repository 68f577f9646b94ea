"""Deterministic pseudo-random choices, derived from a stream name and a number.

The numbers come from SHAKE-128. They do not depend on the machine, the Python version, hash
randomisation or the draws of other people.
"""

import functools
import hashlib
import itertools
import struct
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

_NUMBERS = 128  # a person needs about ninety; after the last the stream repeats
_unpack = struct.Struct(f"<{_NUMBERS}H").unpack


class Draws:
    """The choices for one person; the same stream and number give the same choices."""

    __slots__ = ("_next",)

    _next: Callable[[], int]  # from struct, whose results are not typed

    def __init__(self, stream: str, number: int) -> None:
        digest = hashlib.shake_128(f"{stream} {number}".encode()).digest(2 * _NUMBERS)
        self._next = itertools.cycle(_unpack(digest)).__next__

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, `limit` (at most 65,536)."""
        return self._next() * limit >> 16

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self._next() * len(items) >> 16]

    def happens(self, percent: int) -> bool:
        return self._next() * 100 >> 16 < percent

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return `count` different items, or all if there are fewer.

        The items are taken at equal steps around the sequence, which spreads them without a
        shuffle.
        """
        size = len(items)
        count = min(count, size)
        start = self._next() * size >> 16
        step = 1 + (self._next() * (size // count) >> 16)
        return [items[(start + index * step) % size] for index in range(count)]


def fill_figures(draws: Draws, *texts: str) -> list[str]:
    """Fill slots such as `{high}` and `{low}` in the texts with figures that agree."""
    figures = draws.pick(_figures())
    return [text.format_map(figures) if "{" in text else text for text in texts]


@functools.cache
def _figures() -> list[dict[str, int]]:
    return [_set_of_figures(Draws("figures", number)) for number in range(97)]


def _set_of_figures(draws: Draws) -> dict[str, int]:
    high = 16 + draws.below(19)
    return {
        "pct": 12 + draws.below(27),
        "share": 68 + draws.below(27),
        "high": high,
        "low": high * (33 + draws.below(31)) // 100,
        "count": 60 + 10 * draws.below(43),
        "many": 200 + 20 * draws.below(21),
        "few": 3 + draws.below(4),
        "gain": 5 + draws.below(8),
        "months": 6 + draws.below(13),
        "weeks": 6 + draws.below(7),
    }
