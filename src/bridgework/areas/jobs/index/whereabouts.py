"""The state that a posting is for: most who look for a place look for one of these.

A place is looked for by its words, each of which has to begin one of the posting's. Where the words
are a state's name, the answer is worked out when the posting is written and stands in its row,
where the indexes of the open list have it. The names are those of the trade: should one of them
change, the rows have to be written anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from bridgework.kit.text import tokenize
from bridgework.terminology import us_states

SEVERAL = "*"
"""In the row of a posting that several states' names lead to."""

_CODES: Mapping[frozenset[str], str] = {
    frozenset(tokenize(name)): code for code, name in us_states.NAMES.items()
}


def of(place_words: Collection[str]) -> str | None:
    """The two letters of the one state whose name leads to a posting with these words.

    Names that go with it don't count: whatever "West Virginia" leads to, "Virginia" does too.
    """
    codes = {code for name, code in _CODES.items() if _leads(name, place_words)}
    alone = [code for code in codes if codes == _GOES_WITH[code]]
    return alone[0] if alone else SEVERAL if codes else None


def named(said: Iterable[str]) -> Sequence[str]:
    """The rows to look for where these words are a state's name: its own letters first.

    Nothing where they are none.
    """
    code = _CODES.get(frozenset(said))
    if code is None:
        return ()
    return [code, *sorted(other for other in _GOES_WITH if code in _GOES_WITH[other] - {other})]


def _leads(name: Iterable[str], place_words: Collection[str]) -> bool:
    return all(any(one.startswith(word) for one in place_words) for word in name)


_GOES_WITH: Mapping[str, frozenset[str]] = {
    code: frozenset(other for shorter, other in _CODES.items() if _leads(shorter, name))
    for name, code in _CODES.items()
}
"""Of each state, those whose names lead to whatever its own leads to, itself among them."""
