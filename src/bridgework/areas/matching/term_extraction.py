"""Extract the distinct terms of a text: terms of dentistry, and other words in the singular."""

import functools
from collections.abc import Iterable, Iterator
from importlib import resources

from bridgework.areas.matching.formula import WHOLLY, Requirement, Stated
from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import terms

_MAX_TERMS = 60
"""Further distinct terms of a need do not count."""
_MIN_LENGTH = 3
_MIN_PLURAL_LENGTH = 5

_STOP_WORDS = frozenset(
    resources.files(__package__).joinpath("assets/stop_words.txt").read_text("utf-8").split()
)
"""Words without information on a need, in general or in texts on dentistry."""


def stated_need(*texts: str) -> Stated:
    """Return the criterion of a need. Half of its distinct terms earn all its points."""
    distinct = list(dict.fromkeys(term for text in texts for term in _terms(text)))[:_MAX_TERMS]
    requirements = [Requirement(label, {f"term:{term}": WHOLLY}) for term, label in distinct]
    return Stated(requirements, enough=(len(requirements) + 1) // 2)


def traits(texts: Iterable[str]) -> Iterator[str]:
    """Yield the traits of the terms in a record's texts."""
    for text in texts:
        yield from _traits(text)


@cache_short_texts(8_192)
def _traits(text: str) -> tuple[str, ...]:
    return tuple(f"term:{term}" for term, _ in _terms(text))


def _terms(text: str) -> Iterator[tuple[str, str]]:
    """Yield each term and its label."""
    words = tokenize(text)
    in_spans: set[int] = set()
    for span in terms.spans(words):
        in_spans.update(range(span.start, span.stop))
        for name in sorted(span.means):
            yield name, terms.TERMS[name].label
    for index, word in enumerate(words):
        if index not in in_spans and (singular := _singular(word)):
            yield singular, word


@functools.lru_cache(maxsize=16_384)
def _singular(word: str) -> str:
    """Return a word without a plural ending; empty for a stop word, a number or a short word."""
    if len(word) < _MIN_LENGTH or word in _STOP_WORDS or word.isdigit():
        return ""
    if (
        len(word) < _MIN_PLURAL_LENGTH
        or not word.endswith("s")
        or word.endswith(("ss", "us", "is"))
    ):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]
