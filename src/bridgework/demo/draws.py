"""Choices that look random and are not: a stream of numbers that follows from a name and a number.

The stream comes from SHAKE-128, so it does not depend on the machine, on the Python version, on
hash randomisation or on what was drawn for anybody else.
"""

import functools
import hashlib
import itertools
import struct
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

_NUMBERS = 128  # a person takes about ninety; past the end the stream starts over
_unpack = struct.Struct(f"<{_NUMBERS}H").unpack


class Draws:
    """The choices made for one person: the same series for the same stream and number."""

    __slots__ = ("_next",)

    _next: Callable[[], int]  # from struct, whose numbers have no type of their own

    def __init__(self, stream: str, number: int) -> None:
        digest = hashlib.shake_128(f"{stream} {number}".encode()).digest(2 * _NUMBERS)
        self._next = itertools.cycle(_unpack(digest)).__next__

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, a limit of at most 65,536."""
        return self._next() * limit >> 16

    def pick(self, among: Sequence[Item]) -> Item:
        return among[self._next() * len(among) >> 16]

    def happens(self, percent: int) -> bool:
        return self._next() * 100 >> 16 < percent

    def some(self, among: Sequence[Item], count: int) -> list[Item]:
        """Return `count` different items, or all of them where there are fewer.

        The items stand at equal steps around the ring, which keeps them apart without a shuffle.
        """
        size = len(among)
        count = min(count, size)
        start = self._next() * size >> 16
        step = 1 + (self._next() * (size // count) >> 16)
        return [among[(start + index * step) % size] for index in range(count)]


def fill_figures(draws: Draws, *texts: str) -> list[str]:
    """Return the texts with figures that agree in their slots, such as `{high}` and `{low}`."""
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
