"""The state that a posting is for: most who look for a place look for one of these.

A place is looked for by its words, each of which has to begin one of the posting's. Where the words
are a state's name, the answer is worked out when the posting is written and stands in its row,
where the indexes of the open list have it. The names are those of the trade: should one of them
change, the rows have to be written anew.
"""

from collections.abc import Collection, Iterable, Mapping

from bridgework.kit.words import words
from bridgework.trade import states

SEVERAL = "*"
"""In the row of a posting that more than one state's name leads to."""

_CODES: Mapping[frozenset[str], str] = {
    frozenset(words(name)): code for code, name in states.NAMES.items()
}


def of(place_words: Collection[str]) -> str | None:
    """The two letters of the one state whose name leads to a posting with these words."""
    codes = [code for name, code in _CODES.items() if _leads(name, place_words)]
    return codes[0] if len(codes) == 1 else SEVERAL if codes else None


def named(said: Iterable[str]) -> str | None:
    """The two letters of the state whose name these words are, and nothing else."""
    return _CODES.get(frozenset(said))


def _leads(name: Iterable[str], place_words: Collection[str]) -> bool:
    return all(any(one.startswith(word) for one in place_words) for word in name)
