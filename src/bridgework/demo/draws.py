"""Choices that look random and are not: a stream of numbers that follows from a name and a number.

The stream comes from SHAKE-128, so it does not depend on the machine, on the Python version, on
hash randomisation or on what was drawn for anybody else.
"""

from __future__ import annotations

import hashlib
import itertools
import struct
from collections.abc import Callable
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
        """A whole number from 0 up to, but not including, a limit of at most 65,536."""
        return self._next() * limit >> 16

    def pick(self, among: tuple[Item, ...]) -> Item:
        return among[self._next() * len(among) >> 16]

    def happens(self, percent: int) -> bool:
        return self._next() * 100 >> 16 < percent

    def some(self, among: tuple[Item, ...], count: int) -> list[Item]:
        """Return `count` different items, or all of them where there are fewer.

        The items stand at equal steps around the ring, which keeps them apart without a shuffle.
        """
        size = len(among)
        count = min(count, size)
        start = self._next() * size >> 16
        step = 1 + (self._next() * (size // count) >> 16)
        return list((among + among)[start : start + count * step : step])
