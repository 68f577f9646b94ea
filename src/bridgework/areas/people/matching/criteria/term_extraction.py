"""Extract the distinct terms of a text: terms of dentistry, and the stems of other words."""

import functools
from collections.abc import Iterable, Iterator, Sequence

from bridgework.areas.people.matching.criteria.asked import Asked
from bridgework.areas.people.matching.criteria.records import Trait
from bridgework.kit.text import cache_short_texts, locate_words, tokenize
from bridgework.terminology import general_words, terms, wording

MAX_TERMS = 60
"""Further distinct terms of a need do not count."""
_MIN_LENGTH = 3


def asked_terms(texts: Iterable[str], *, elsewhere: Iterable[str]) -> list[Asked]:
    """Return what texts ask for: their terms of dentistry first, then words for topics.

    A single word does not count again if it is part of a phrase of dentistry, or of a text whose
    words other criteria ask for.
    """
    asked: dict[frozenset[str], Asked] = {}
    others: dict[str, Asked] = {}
    counted = {general_words.stem(word) for text in elsewhere for word in tokenize(text)}
    for text in texts:
        located = locate_words(text)
        words = [word for word, _, _ in located]
        for span in terms.spans(words):
            if not all(map(general_words.is_stop_word, words[span.start : span.stop])):
                label = wording.quote(text, located[span.start : span.stop])
                asked.setdefault(span.means, Asked(label, span.means))
                counted.update(map(general_words.stem, words[span.start : span.stop]))
        for trait, start, stop in _traits(words):
            if not _names_a_term(trait) and general_words.is_topic(words[start]):
                label = wording.quote(text, located[start:stop])
                others.setdefault(trait, Asked(label, frozenset(), frozenset({trait})))
    rest = [one for trait, one in others.items() if trait.partition(":")[2] not in counted]
    return [*asked.values(), *rest]


@cache_short_texts(8_192)
def traits(text: str) -> tuple[Trait, ...]:
    """Return the traits of the terms and words of a text."""
    return tuple(_traits(tokenize(text)))


def term_traits(text: str) -> Iterator[Trait]:
    """Yield the traits of the terms of dentistry alone."""
    return (trait for trait in traits(text) if _names_a_term(trait[0]))


def word_traits(words: Sequence[str]) -> Iterator[Trait]:
    """Yield the traits of words that are not general, whether or not they are terms."""
    for index, word in enumerate(words):
        if value := _word(word):
            yield f"word:{value}", index, index + 1


def _traits(words: Sequence[str]) -> Iterator[Trait]:
    in_spans: set[int] = set()
    for span in terms.spans(words):
        in_spans.update(range(span.start, span.stop))
        for name in sorted(span.means):
            yield f"says:{name}", span.start, span.stop
    yield from (trait for trait in word_traits(words) if trait[1] not in in_spans)


def _names_a_term(trait: str) -> bool:
    return trait.startswith("says:")


@functools.lru_cache(maxsize=16_384)
def _word(word: str) -> str:
    """Return the stem of a word; empty for a stop word, a number or a short word."""
    if len(word) < _MIN_LENGTH or word.isdigit() or general_words.is_stop_word(word):
        return ""
    return general_words.stem(word)
