"""Finds phrases of a list in text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bridgework.kit.text import tokenize

Phrase = tuple[str, ...]
"""Normalized words in order, as returned by `tokenize`."""

_END = ""


class Span(NamedTuple):
    """An occurrence of a phrase in words[start:stop], and its meanings."""

    start: int
    stop: int
    means: frozenset[str]


class PhraseMatcher:
    """Finds phrases with meanings. A phrase without a meaning excludes overlapping occurrences."""

    def __init__(self, meanings: Mapping[Phrase, frozenset[str]]) -> None:
        self._meanings = meanings
        self._lengths: dict[str, dict[str, list[int]]] = {}
        """The lengths of phrases by their first and second word, longest first."""
        for phrase in sorted(meanings, key=len, reverse=True):
            first, second = (*phrase, _END)[:2]
            lengths = self._lengths.setdefault(first, {}).setdefault(second, [])
            if len(phrase) not in lengths:
                lengths.append(len(phrase))

    def find_all(self, words: Sequence[str]) -> list[Span]:
        """All occurrences of phrases, including those within longer ones."""
        spans: list[Span] = []
        for start, word in enumerate(words):
            if word in self._lengths:
                spans += self._starting_at(words, start)
        excluding = [span for span in spans if not span.means]
        if not excluding:
            return spans
        return [
            span
            for span in spans
            if not any(span.start < other.stop and other.start < span.stop for other in excluding)
        ]

    def find_longest(self, words: Sequence[str]) -> list[Span]:
        """Non-overlapping occurrences: from the left, the longest phrase at each position."""
        spans = []
        stop = 0
        for start, word in enumerate(words):
            if start >= stop and word in self._lengths:
                span = next(self._starting_at(words, start), None)
                stop = start if span is None else span.stop
                if span is not None and span.means:
                    spans.append(span)
        return spans

    def _starting_at(self, words: Sequence[str], start: int) -> Iterator[Span]:
        """The phrases that start at a word, longest first."""
        lengths = self._lengths[words[start]]
        following = words[start + 1] if start + 1 < len(words) else _END
        for length in lengths.get(following, ()) if following else ():
            stop = start + length
            means = self._meanings.get(tuple(words[start:stop]))
            if means is not None and stop <= len(words):
                yield Span(start, stop, means)
        if _END in lengths:
            yield Span(start, start + 1, self._meanings[(words[start],)])


def to_phrase(text: str) -> Phrase:
    """The phrase of a text."""
    return tuple(tokenize(text))


def meanings_by_phrase(spellings: Mapping[str, Sequence[Phrase]]) -> dict[Phrase, frozenset[str]]:
    """The meanings of each phrase, from the phrases of each meaning."""
    meanings: dict[Phrase, frozenset[str]] = {}
    for meaning, phrases in spellings.items():
        for phrase in phrases:
            meanings[phrase] = meanings.get(phrase, frozenset()) | {meaning}
    return meanings
