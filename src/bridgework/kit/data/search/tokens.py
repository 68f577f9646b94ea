"""Tokens: the values by which a document is found, each with a grade.

A token has a kind and a value: `word:dentist`, `status:active`. Words and places are also found by
prefixes. Prefixes of one or two letters are tokens, which are derived from the words and stored
only in the index; longer prefixes are ranges of the index.
"""

import functools
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

WORD, WORD_START = "word:", "head:"
PLACE, PLACE_START = "place:", "place-head:"
EVERY = "every:"
"""The token of all documents, for a query without conditions."""
MAX_START_LENGTH = 2
"""Letters of a prefix that is a token."""

_STARTS = {WORD: WORD_START, PLACE: PLACE_START}
_NUMBER_BITS = 64

Tokens = Mapping[str, int]
"""Tokens and their grades."""


def serialize(tokens: Tokens) -> str:
    """Return the tokens in the format of the document's row, one per line."""
    return "\n".join([f"{grade}{token}" for token, grade in tokens.items()])


def lines(stored: str) -> Set[str]:
    """Return the lines of serialized tokens."""
    return frozenset(stored.split("\n")) if stored else frozenset()


def parse(stored_lines: Iterable[str]) -> Tokens:
    """Return the tokens in these lines."""
    return {line[1:]: int(line[0]) for line in stored_lines}


def starts(tokens: Tokens) -> Tokens:
    """Return the tokens of the prefixes of words, each with the best grade of its words."""
    grades: dict[str, int] = {}
    for token, grade in tokens.items():
        for start in _starts_of(token):
            grades[start] = min(grade, grades.get(start, grade))
    return grades


def starting_like(tokens: Iterable[str], stored_lines: Set[str]) -> list[str]:
    """Return the lines of words that begin with the first letter of a word among these tokens.

    Only these words determine the grades of the prefixes.
    """
    prefixes = {
        token[: len(kind) + 1] for token in tokens for kind in _STARTS if token.startswith(kind)
    }
    return [line for line in stored_lines if line.startswith(tuple(prefixes), 1)]


def start_of(kind: str, prefix: str) -> str:
    """Return the token of words of a kind that begin with a prefix of one or two letters."""
    return _STARTS[kind] + prefix


def of_number(kind: str, number: float) -> Iterator[str]:
    """Yield the tokens of a non-negative number: for its presence, and for each set bit."""
    yield kind
    yield from (token for token, is_set in digits(kind, number) if is_set)


def digits(kind: str, number: float) -> Sequence[tuple[str, bool]]:
    """Return the tokens of all bits, highest first, each with whether it is set in `number`."""
    number_bits = bits(number)
    return [(f"{kind}{at}", bool(number_bits >> at & 1)) for at in reversed(range(_NUMBER_BITS))]


def bits(number: float) -> int:
    """Return a non-negative float as an integer with the same order; `abs` converts minus zero."""
    as_integer: int = struct.unpack(">Q", struct.pack(">d", abs(number)))[0]
    return as_integer


def to_bits(named: Set[str], kind: str) -> int:
    """Return the number that a document's tokens of a kind represent, as `bits` does."""
    return sum(1 << at for at in range(_NUMBER_BITS) if f"{kind}{at}" in named)


@functools.lru_cache(maxsize=16_384)
def _starts_of(token: str) -> Sequence[str]:
    """Return the tokens of the prefixes of a token's word; none for other tokens."""
    for kind, start in _STARTS.items():
        if token.startswith(kind):
            word = token.removeprefix(kind)
            longest = min(MAX_START_LENGTH, len(word))
            return [start + word[:length] for length in range(1, longest + 1)]
    return ()
