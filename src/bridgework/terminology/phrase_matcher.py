"""Finding phrases of a list in what people write."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bridgework.kit.text import tokenize

Phrase = tuple[str, ...]
"""Folded words in order, as `kit/text.py` makes them."""

_NO_MORE = ""


class Span(NamedTuple):
    """A phrase that was found: the words from `start` to before `stop`, and what it means."""

    start: int
    stop: int
    means: frozenset[str]


class Phrases:
    """A list of phrases, each with what it means; one that means nothing hides what overlaps it."""

    def __init__(self, meanings: Mapping[Phrase, frozenset[str]]) -> None:
        self._meanings = meanings
        self._lengths: dict[str, dict[str, list[int]]] = {}
        """How long phrases are that begin with a word and go on with another, or with none."""
        for spelled in sorted(meanings, key=len, reverse=True):
            first, second = (*spelled, _NO_MORE)[:2]
            some = self._lengths.setdefault(first, {}).setdefault(second, [])
            if len(spelled) not in some:
                some.append(len(spelled))

    def every(self, said: Sequence[str]) -> list[Span]:
        """Every phrase in `said`, those within longer ones too."""
        found: list[Span] = []
        for start, word in enumerate(said):
            if word in self._lengths:
                found += self._beginning(said, start)
        hidden = [span for span in found if not span.means]
        if not hidden:
            return found
        return [
            span
            for span in found
            if not any(span.start < other.stop and other.start < span.stop for other in hidden)
        ]

    def longest(self, said: Sequence[str]) -> list[Span]:
        """The phrases in `said` that do not overlap: from the left, the longest at each place."""
        found = []
        stop = 0
        for start, word in enumerate(said):
            if start >= stop and word in self._lengths:
                span = next(self._beginning(said, start), None)
                stop = start if span is None else span.stop
                if span is not None and span.means:
                    found.append(span)
        return found

    def _beginning(self, said: Sequence[str], start: int) -> Iterator[Span]:
        """The phrases that begin at one word, the longest first."""
        lengths = self._lengths[said[start]]
        following = said[start + 1] if start + 1 < len(said) else _NO_MORE
        for length in lengths.get(following, ()) if following else ():
            stop = start + length
            means = self._meanings.get(tuple(said[start:stop]))
            if means is not None and stop <= len(said):
                yield Span(start, stop, means)
        if _NO_MORE in lengths:
            yield Span(start, start + 1, self._meanings[(said[start],)])


def phrase(text: str) -> Phrase:
    """`text` as a phrase."""
    return tuple(tokenize(text))


def meanings(spelled: Mapping[str, Sequence[Phrase]]) -> dict[Phrase, frozenset[str]]:
    """What each phrase means, from what each meaning is spelled like."""
    found: dict[Phrase, frozenset[str]] = {}
    for meaning, spellings in spelled.items():
        for each in spellings:
            found[each] = found.get(each, frozenset()) | {meaning}
    return found
