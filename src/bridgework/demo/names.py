"""Names for the demo people: of many origins, accents kept, and seldom the same twice."""

from __future__ import annotations

import functools
import hashlib
import math
import unicodedata
from dataclasses import dataclass

from bridgework.demo import sheets

_GOLDEN = (math.sqrt(5) - 1) / 2
# Letters that Unicode does not take apart into a base letter and a mark.
_WITHOUT_MARKS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class PartOfName:
    """A given or family name, as written and in the plain letters of an address."""

    text: str
    plain: str


@dataclass(frozen=True, slots=True)
class Name:
    """The full name of one person."""

    given: PartOfName
    family: PartOfName


@dataclass(frozen=True, slots=True)
class _Family:
    """One family of names, and its place in the round in which the families take turns."""

    given: tuple[PartOfName, ...]
    family: tuple[PartOfName, ...]
    share: int
    stride: int


def name(n: int) -> Name:
    """Return the name of person `n`; the first 5,900 people have 5,900 different names.

    Each family walks through all its pairs in strides that share no divisor with their number, so
    it repeats one only when it has used them all.
    """
    round_ = _round()
    turn, slot = divmod(n, len(round_))
    family, rank = round_[slot]
    pair = (turn * family.share + rank) * family.stride % (len(family.given) * len(family.family))
    last, first = divmod(pair, len(family.given))
    return Name(family.given[first], family.family[last])


def plain(text: str) -> str:
    """Return a name in lower-case ASCII letters, for addresses: "Núñez" is "nunez"."""
    lowered = text.lower().translate(_WITHOUT_MARKS)
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", lowered) if "a" <= letter <= "z"
    )


@functools.cache
def _round() -> tuple[tuple[_Family, int], ...]:
    """Return who is next: every family as often as its share, scattered, with its rank within."""
    sheet = sheets.sheet("names")
    turns = [
        (family, rank)
        for family in (_family(sheet, line) for line in sheet.lines("Shares"))
        for rank in range(family.share)
    ]
    stride = _stride(len(turns))
    return tuple(turns[index * stride % len(turns)] for index in range(len(turns)))


def _family(sheet: sheets.Sheet, line: str) -> _Family:
    title, _, share = line.rpartition(" ")
    given, family = (_scattered(part.split(", ")) for part in sheet.lines(title))
    return _Family(given, family, int(share), _stride(len(given) * len(family)))


def _scattered(texts: list[str]) -> tuple[PartOfName, ...]:
    """Return the names out of their alphabet, by a digest, so that neighbours do not rhyme."""
    texts.sort(key=lambda text: hashlib.sha256(text.encode()).digest())
    return tuple(PartOfName(text, plain(text)) for text in texts)


def _stride(size: int) -> int:
    """Return the first number from the golden section of `size` on that is prime to it."""
    stride = max(1, int(size * _GOLDEN))
    while math.gcd(stride, size) != 1:
        stride += 1
    return stride
