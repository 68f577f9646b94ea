"""Tokens: what a document is found by, each graded by the best place it occurs in.

A token is a kind and a value: `word:dentist`, `status:active`. Words and places are also found by
how they begin. The first one or two letters are tokens of their own, which follow from the words
and are stored in the index alone; longer beginnings are ranges of the index.
"""

import functools
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

WORD, WORD_START = "word:", "head:"
PLACE, PLACE_START = "place:", "place-head:"
EVERY = "every:"
"""The token of every document, for a query without requirements."""
LONGEST_START = 2
"""Letters of a beginning that is a token."""

_STARTS = {WORD: WORD_START, PLACE: PLACE_START}
_NUMBER_BITS = 64

Tokens = Mapping[str, int]
"""Tokens and their grades."""


def serialize(tokens: Tokens) -> str:
    """Tokens as they are stored with their document, a line each."""
    return "\n".join([f"{grade}{token}" for token, grade in tokens.items()])


def lines(stored: str) -> Set[str]:
    """The lines of stored tokens."""
    return frozenset(stored.split("\n")) if stored else frozenset()


def parse(some: Iterable[str]) -> Tokens:
    """The tokens of these lines."""
    return {line[1:]: int(line[0]) for line in some}


def starts(tokens: Tokens) -> Tokens:
    """The tokens of how words begin, each with the best grade of a word that begins so."""
    found: dict[str, int] = {}
    for token, grade in tokens.items():
        for start in _starts_of(token):
            found[start] = min(grade, found.get(start, grade))
    return found


def starting_like(tokens: Iterable[str], some: Set[str]) -> list[str]:
    """The lines of words that begin with the first letter of a word among these tokens.

    Nothing else decides the grades of how those words begin.
    """
    letters = {
        each[: len(kind) + 1] for each in tokens for kind in _STARTS if each.startswith(kind)
    }
    return [line for line in some if line.startswith(tuple(letters), 1)]


def start_of(kind: str, letters: str) -> str:
    """The token of words of a kind that begin with one or two letters."""
    return _STARTS[kind] + letters


def of_number(kind: str, number: float) -> Iterator[str]:
    """The tokens of a number that is not negative: that there is one, and its binary digits."""
    yield kind
    yield from (token for token, is_set in digits(kind, number) if is_set)


def digits(kind: str, number: float) -> Sequence[tuple[str, bool]]:
    """The tokens of all digits, the highest first, each with whether `number` has it."""
    bits = _bits(number)
    return [(f"{kind}{at}", bool(bits >> at & 1)) for at in reversed(range(_NUMBER_BITS))]


def _bits(number: float) -> int:
    """A float that is not negative as an integer that sorts alike; `abs` for minus zero."""
    bits: int = struct.unpack(">Q", struct.pack(">d", abs(number)))[0]
    return bits


@functools.lru_cache(maxsize=16_384)
def _starts_of(token: str) -> Sequence[str]:
    """The tokens of how the word of a token begins; none if it is no word."""
    for kind, start in _STARTS.items():
        if token.startswith(kind):
            word = token.removeprefix(kind)
            longest = min(LONGEST_START, len(word))
            return [start + word[:length] for length in range(1, longest + 1)]
    return ()
