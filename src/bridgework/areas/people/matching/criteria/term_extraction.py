"""Extract the distinct terms of a text: terms of dentistry, and other words in the singular."""

import functools
from collections.abc import Iterable, Iterator, Sequence

from bridgework.areas.people.matching.formula import WHOLLY, Requirement, Stated
from bridgework.kit.text import LocatedWord, cache_short_texts, locate_words, tokenize
from bridgework.terminology import general_words, terms, wording

_MAX_TERMS = 60
"""Further distinct terms of a need do not count."""
_MIN_LENGTH = 3


def stated_need(texts: Sequence[str], *, location: str) -> Stated:
    """Return the criterion of a need. Half of its distinct terms earn all its points.

    A single word does not count again if it is part of a phrase of dentistry or of the location.
    """
    quotes: dict[str, tuple[str, Sequence[LocatedWord]]] = {}
    counted = {general_words.singular(word) for word in tokenize(location)}
    for text in texts:
        located = locate_words(text)
        for term, start, stop in _occurrences([word for word, _, _ in located]):
            words = located[start:stop]
            if not all(general_words.is_stop_word(word) for word, _, _ in words):
                quotes.setdefault(term, (text, words))
                if term in terms.TERMS:
                    counted.update(general_words.singular(word) for word, _, _ in words)
    distinct = [term for term in quotes if term in terms.TERMS]
    distinct += [term for term in quotes if term not in terms.TERMS and term not in counted]
    requirements = [
        Requirement(wording.quote(*quotes[term]), {f"term:{term}": WHOLLY})
        for term in distinct[:_MAX_TERMS]
    ]
    return Stated(requirements, enough=(len(requirements) + 1) // 2)


def traits(texts: Iterable[str]) -> Iterator[str]:
    """Yield the traits of the terms in a record's texts."""
    for text in texts:
        yield from _traits(text)


@cache_short_texts(8_192)
def _traits(text: str) -> tuple[str, ...]:
    return tuple(f"term:{term}" for term, _, _ in _occurrences(tokenize(text)))


def _occurrences(words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield the terms in words[start:stop]: first those of dentistry, then other words."""
    in_spans: set[int] = set()
    for span in terms.spans(words):
        in_spans.update(range(span.start, span.stop))
        for name in sorted(span.means):
            yield name, span.start, span.stop
    for index, word in enumerate(words):
        if index not in in_spans and (term := _term(word)):
            yield term, index, index + 1


@functools.lru_cache(maxsize=16_384)
def _term(word: str) -> str:
    """Return the singular of a word; empty for a stop word, a number or a short word."""
    if len(word) < _MIN_LENGTH or word.isdigit() or general_words.is_stop_word(word):
        return ""
    return general_words.singular(word)
