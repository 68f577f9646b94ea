"""The states, the district and the territories, by name and by their two letters.

    in_place("Portland, OR") == {"OR"}
    spans_in_prose(words("in or out of Texas")) == [that of Texas]

Half of the abbreviations are words or degrees as well (IN, OR, ME, MS, MD): those, and the older
ones (Mass., Ill.), mean a state only where a place is told.
"""

from collections.abc import Mapping, Sequence

from bridgework.kit.text import tokenize
from bridgework.terminology import data
from bridgework.terminology.phrase_matcher import Phrase, Phrases, Span, meanings, phrase

_NAMED: Mapping[str, Sequence[str]] = data.words()["states"]["named"]
_IN_PLACES_ONLY = frozenset(data.words()["states"]["in_places_only"])

NAMES: Mapping[str, str] = {code: spelled[0] for code, spelled in _NAMED.items()}
"""The name of each, by its two letters."""

_OF_PLACES = meanings(
    {code: [phrase(each) for each in (code, *spelled)] for code, spelled in _NAMED.items()}
)
_OF_PROSE = meanings(
    {
        code: [phrase(name)] + ([] if code in _IN_PLACES_ONLY else [phrase(code)])
        for code, name in NAMES.items()
    }
)
_NONE: Mapping[Phrase, frozenset[str]] = {
    phrase(each): frozenset() for each in data.words()["states"]["no_states"]
}
_PLACES, _PROSE = Phrases({**_OF_PLACES, **_NONE}), Phrases({**_OF_PROSE, **_NONE})


def in_place(text: str) -> frozenset[str]:
    """The states that a location names, by their two letters."""
    return frozenset().union(*(span.means for span in spans_in_place(tokenize(text))))


def spans_in_place(said: Sequence[str]) -> list[Span]:
    """Which of the folded words of a location name states."""
    return _PLACES.longest(said)


def spans_in_prose(said: Sequence[str]) -> list[Span]:
    """Which of the folded words of a text name states."""
    return _PROSE.longest(said)
