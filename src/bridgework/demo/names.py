"""Names for the demo people: of many origins, accents kept, and seldom the same twice."""

import functools
import hashlib
import math
import unicodedata
from dataclasses import dataclass

from bridgework.demo.data import read

_GOLDEN = (math.sqrt(5) - 1) / 2
# Letters that Unicode does not take apart into a base letter and a mark.
_WITHOUT_MARKS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class Name:
    """A full name; `handle` is the same in the plain letters of an address, parted by a hyphen."""

    given: str
    family: str
    handle: str


@dataclass(frozen=True, slots=True)
class _Origin:
    """The names of one origin, and how often it takes its turn in a round."""

    given: list[tuple[str, str]]
    family: list[tuple[str, str]]
    share: int
    stride: int


def name(n: int) -> Name:
    """Return the name of person `n`; the first 5,900 people have 5,900 different names.

    Each origin walks through all its pairs in strides that share no divisor with their number, so
    it repeats one only when it has used them all.
    """
    round_ = _round()
    turn, slot = divmod(n, len(round_))
    origin, rank = round_[slot]
    pair = (turn * origin.share + rank) * origin.stride % (len(origin.given) * len(origin.family))
    last, first = divmod(pair, len(origin.given))
    given, family = origin.given[first], origin.family[last]
    return Name(given[0], family[0], f"{given[1]}-{family[1]}")


def plain(text: str) -> str:
    """Return a name in lower-case ASCII letters, for addresses: "Núñez" is "nunez"."""
    lowered = text.lower().translate(_WITHOUT_MARKS)
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", lowered) if "a" <= letter <= "z"
    )


@functools.cache
def _round() -> list[tuple[_Origin, int]]:
    """Return who is next: every origin as often as its share, scattered, with its rank within."""
    turns = []
    for listed in read("words/names")["origins"]:
        given, family = _scattered(listed["given"]), _scattered(listed["family"])
        origin = _Origin(given, family, listed["share"], _stride(len(given) * len(family)))
        turns += [(origin, rank) for rank in range(origin.share)]
    stride = _stride(len(turns))
    return [turns[index * stride % len(turns)] for index in range(len(turns))]


def _scattered(texts: list[str]) -> list[tuple[str, str]]:
    """Return the names out of their alphabet, by a digest, so that neighbors do not rhyme."""
    ordered = sorted(texts, key=lambda text: hashlib.sha256(text.encode()).digest())
    return [(text, plain(text)) for text in ordered]


def _stride(size: int) -> int:
    """Return the first number from the golden section of `size` on that is prime to it."""
    stride = max(1, int(size * _GOLDEN))
    while math.gcd(stride, size) != 1:
        stride += 1
    return stride
