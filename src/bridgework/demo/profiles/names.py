"""Generates names for the demo people: of many origins, with accents, and rarely repeated."""

import functools
import hashlib
import math
import unicodedata
from dataclasses import dataclass

from bridgework.demo.data import read

_GOLDEN = (math.sqrt(5) - 1) / 2
# Letters that Unicode does not decompose into a base letter and a mark.
_WITHOUT_MARKS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class Name:
    """A full name; `handle` is the name in ASCII letters for addresses, joined by a hyphen."""

    given: str
    family: str
    handle: str


@dataclass(frozen=True, slots=True)
class _Origin:
    """The names of one origin; `share` is the number of its turns per round."""

    given: list[tuple[str, str]]
    family: list[tuple[str, str]]
    share: int
    stride: int


def name(n: int) -> Name:
    """Return the name of person `n`; the first 5,900 people have 5,900 different names.

    Each origin steps through all its pairs with a stride that is coprime to their number, so a pair
    repeats only after all pairs were used.
    """
    round_ = _round()
    turn, slot = divmod(n, len(round_))
    origin, rank = round_[slot]
    pair = (turn * origin.share + rank) * origin.stride % (len(origin.given) * len(origin.family))
    last, first = divmod(pair, len(origin.given))
    given, family = origin.given[first], origin.family[last]
    return Name(given[0], family[0], f"{given[1]}-{family[1]}")


def to_ascii(text: str) -> str:
    """Return a name in lower-case ASCII letters: "Núñez" becomes "nunez"."""
    lowered = text.lower().translate(_WITHOUT_MARKS)
    return "".join(char for char in unicodedata.normalize("NFKD", lowered) if "a" <= char <= "z")


@functools.cache
def _round() -> list[tuple[_Origin, int]]:
    """Return the turns of one round, evenly spread, each with its rank within its origin."""
    turns = []
    for entry in read("words/names")["origins"]:
        given, family = _shuffled(entry["given"]), _shuffled(entry["family"])
        origin = _Origin(given, family, entry["share"], _stride(len(given) * len(family)))
        turns += [(origin, rank) for rank in range(origin.share)]
    stride = _stride(len(turns))
    return [turns[index * stride % len(turns)] for index in range(len(turns))]


def _shuffled(texts: list[str]) -> list[tuple[str, str]]:
    """Return the names in the order of a digest, so that neighbors do not start alike."""
    ordered = sorted(texts, key=lambda text: hashlib.sha256(text.encode()).digest())
    return [(text, to_ascii(text)) for text in ordered]


def _stride(size: int) -> int:
    """Return the first number from the golden section of `size` on that is coprime to it."""
    stride = max(1, int(size * _GOLDEN))
    while math.gcd(stride, size) != 1:
        stride += 1
    return stride
