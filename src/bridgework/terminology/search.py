"""The tokens of texts in the search, and the terms of what people search for.

A text is found by its words, by the terms and professions that it names ("hygienist" finds "RDH"),
and by its regions and metropolitan areas: "Texas" finds "Plano, TX", and "DFW" does too. Lists of
people and of postings use the same functions, so that the same words find the same things.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from bridgework.kit.data.search import Term, fuzzy, query
from bridgework.kit.data.search.tokens import PLACE, WORD
from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import places, professions, terms
from bridgework.terminology.phrase_matcher import Span

TERM, REGION = "term:", "region:"
"""The terms that a text names, and the `places.search_keys` of locations and of other texts."""
PLACE_REGION = "place-region:"
"""The `places.search_keys` of the location."""
_TITLES = frozenset({"dr", "mr", "mrs", "ms", "prof", "doctor"})
"""Titles of people, which their names do not contain."""
_TERMS = fuzzy.WordList(terms.single_words())
"""The words of the terminology that a mistyped word may stand for."""
_SHORT = 5
"""Letters of a short form, such as "endo" or "perio": people do not go on typing it."""


@cache_short_texts(8_192)
def tokens_of_text(text: str) -> Set[str]:
    """Return the words of a text, and the terms and regions that it names."""
    words = tokenize(text)
    found = {WORD + word for word in words}
    found.update(TERM + name for name in terms.terms_among(words))
    found.update(REGION + key for span in places.spans_in_prose(words) for key in span.means)
    return found


@cache_short_texts(8_192)
def tokens_of_title(text: str) -> Set[str]:
    """Return the tokens of the title of a job, with the professions and specialties it names."""
    return tokens_of_text(text) | {TERM + name for name in professions.terms_of_title(text)}


@cache_short_texts(8_192)
def tokens_of_location(text: str) -> Set[str]:
    """Return the tokens by which a search finds a location."""
    words = {WORD + word for word in tokenize(text)}
    return words | {REGION + key for key in places.search_keys(text)}


def filters_of_location(text: str) -> Iterator[str]:
    """Yield the tokens by which a filter of locations finds a location."""
    yield from (PLACE + word for word in tokenize(text))
    yield from (PLACE_REGION + key for key in places.search_keys(text))


def text_terms(search: str | None, location: str | None = None) -> list[Term] | None:
    """Return the terms of a search and of a location; None if a text has no word.

    Such a text finds nothing. A text that was not sent adds no term.
    """
    words, place = tokenize(search or ""), tokenize(location or "")
    if (search and not words) or (location and not place):
        return None
    words = [word for word in words if word not in _TITLES] or words
    named = [(TERM, terms.spans(words)), (REGION, places.spans_in_prose(words))]
    synonyms = _synonyms(len(words), named)
    alternatives = [
        names or tuple(sorted(TERM + name for name in professions.terms_of_title(word)))
        for word, names in zip(words, synonyms, strict=True)
    ]
    regions = [(PLACE_REGION, places.spans_in_place(place))]
    # "endo" is a whole word, and not the beginning of "endorsement".
    last = " ".join(words[-1:])
    is_complete = len(last) <= _SHORT and bool(terms.named_by(last))
    return [
        *query.search_terms(words, alternatives, is_complete=is_complete),
        *query.place_terms(place, _synonyms(len(place), regions)),
    ]


def correct(term: Term, similar: Sequence[str]) -> Term:
    """Extend a term with similar words and their synonyms, as a correction of typing errors."""
    near = {word for word in similar if fuzzy.within_one_edit(word, term.word)}
    near |= _TERMS.near(term.word)
    synonyms = {TERM + name for word in near for name in terms.named_by(word)}
    return replace(term, others=tuple(sorted(synonyms | {WORD + word for word in near})))


def _synonyms(length: int, spans: Sequence[tuple[str, Sequence[Span]]]) -> list[tuple[str, ...]]:
    """Return for each word the tokens of the phrases that contain it.

    So a phrase matches texts with the token of the phrase and texts with each of its words.
    """
    return [
        tuple(
            kind + name
            for kind, spans_of_kind in spans
            for span in spans_of_kind
            if span.start <= place < span.stop
            for name in sorted(span.means)
        )
        for place in range(length)
    ]
