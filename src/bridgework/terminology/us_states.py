"""Finds US states, the District of Columbia and the territories, by name or abbreviation.

    in_place("Portland, OR") == {"OR"}
    spans_in_prose(tokenize("in or out of Texas")) == [the span of Texas]

Half of the abbreviations are also words or degrees (IN, OR, ME, MS, MD). These, and traditional
abbreviations (Mass., Ill.), are recognized only in locations.
"""

from collections.abc import Mapping, Sequence

from bridgework.kit.text import tokenize
from bridgework.terminology import data
from bridgework.terminology.phrase_matcher import (
    Phrase,
    PhraseMatcher,
    Span,
    meanings_by_phrase,
    to_phrase,
)

_NAMED: Mapping[str, Sequence[str]] = data.words()["states"]["named"]
_IN_PLACES_ONLY = frozenset(data.words()["states"]["in_places_only"])

NAMES: Mapping[str, str] = {code: names[0] for code, names in _NAMED.items()}
"""The name of each state by its two-letter code."""

_IN_PLACES = meanings_by_phrase(
    {code: [to_phrase(name) for name in (code, *names)] for code, names in _NAMED.items()}
)
_IN_PROSE = meanings_by_phrase(
    {
        code: [to_phrase(name)] + ([] if code in _IN_PLACES_ONLY else [to_phrase(code)])
        for code, name in NAMES.items()
    }
)
_EXCLUDED: Mapping[Phrase, frozenset[str]] = {
    to_phrase(form): frozenset() for form in data.words()["states"]["no_states"]
}
IN_PLACES: Mapping[Phrase, frozenset[str]] = {**_IN_PLACES, **_EXCLUDED}
"""The codes of the states that each phrase of a location means, none for "Kansas City"."""
_PLACES = PhraseMatcher(IN_PLACES)
IN_PROSE: Mapping[Phrase, frozenset[str]] = {**_IN_PROSE, **_EXCLUDED}
"""The same for prose, where "in" and "or" are no states."""
_PROSE = PhraseMatcher(IN_PROSE)


def in_place(text: str) -> frozenset[str]:
    """The two-letter codes of the states in a location."""
    return frozenset().union(*(span.means for span in spans_in_place(tokenize(text))))


def spans_in_place(words: Sequence[str]) -> list[Span]:
    """The occurrences of states in the normalized words of a location."""
    return _PLACES.find_longest(words)


def spans_in_prose(words: Sequence[str]) -> list[Span]:
    """The occurrences of states in the normalized words of a text."""
    return _PROSE.find_longest(words)
