"""The distinct terms of a text: the trade's own where it uses them, else its words, stripped."""

import functools
from collections.abc import Iterable, Iterator
from importlib import resources

from bridgework.areas.matching.formula import WHOLLY, Stated, Wanted
from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import terms

_MOST_TERMS = 60
"""Of a need; what stands after the first sixty distinct ones does not count."""
_SHORTEST = 3
_PLURAL_FROM = 5

_STOP_WORDS = frozenset(
    resources.files(__package__).joinpath("assets/stop_words.txt").read_text("utf-8").split()
)
"""Words that tell nothing of a need, or that everybody in this trade writes."""


def stated(*texts: str) -> Stated:
    """A need: half of its distinct terms, found in a record, earn all its points."""
    distinct = list(dict.fromkeys(term for text in texts for term in _terms(text)))[:_MOST_TERMS]
    wanted = [Wanted(label, {f"term:{term}": WHOLLY}) for term, label in distinct]
    return Stated(wanted, enough=(len(wanted) + 1) // 2)


def traits(texts: Iterable[str]) -> Iterator[str]:
    """What a record offers to needs."""
    for text in texts:
        yield from _traits(text)


@cache_short_texts(8_192)
def _traits(text: str) -> tuple[str, ...]:
    return tuple(f"term:{term}" for term, _ in _terms(text))


def _terms(text: str) -> Iterator[tuple[str, str]]:
    """Each term as it is compared, and as it is called."""
    said = tokenize(text)
    of_trade: set[int] = set()
    for span in terms.spans(said):
        of_trade.update(range(span.start, span.stop))
        for name in sorted(span.means):
            yield name, terms.TERMS[name].label
    for index, word in enumerate(said):
        if index not in of_trade and (stripped := _stripped(word)):
            yield stripped, word


@functools.lru_cache(maxsize=16_384)
def _stripped(word: str) -> str:
    """A word without the ending of its plural; empty if it tells nothing."""
    if len(word) < _SHORTEST or word in _STOP_WORDS or word.isdigit():
        return ""
    if len(word) < _PLURAL_FROM or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]
