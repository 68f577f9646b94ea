"""Queries: conditions on documents, and their evaluation, with points for ranking."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.kit.data.search import bitmaps, tokens
from bridgework.kit.data.search.bitmaps import Graded, Numbers
from bridgework.kit.text import tokenize

Rows = Mapping[str, Sequence[tuple[int, bytes]]]
"""The grades and sets of documents, by the tokens that were read from the index."""
Points = Callable[[Graded, Graded], list[Numbers]]
"""Computes the points for a word, one set per binary digit, lowest first: from the documents with
the word itself, by grade, and those with an alternative."""


@dataclass(frozen=True, slots=True)
class Term:
    """A document must have at least one of these tokens."""

    word: str = ""
    """The search word; empty for a filter, which gives no points."""
    others: tuple[str, ...] = ()
    """Alternatives to the word, or the values that a filter allows."""
    start: str = ""
    """The prefix of further alternatives."""

    @property
    def itself(self) -> str:
        """The token of the search word."""
        return tokens.WORD + self.word if self.word else ""

    def tokens(self) -> Iterator[str]:
        """Yield the tokens to read, except those that begin with `start`."""
        if self.word:
            yield self.itself
        yield from self.others

    def is_met(self, rows: Rows) -> bool:
        """Whether any document has one of the tokens."""
        return self.itself in rows or any(True for _ in self.alternatives(rows))

    def alternatives(self, rows: Rows) -> Iterator[tuple[int, bytes]]:
        """Yield the grades and sets of the alternatives."""
        for token in self.others:
            yield from rows.get(token, ())
        if self.start:
            for token, parts in rows.items():
                if token != self.itself and token.startswith(self.start):
                    yield from parts


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number of the document must be at least this. Documents without the number do not match."""

    kind: str
    number: float

    def tokens(self) -> Iterator[str]:
        """Yield the tokens to read: that of documents with the number, and those of all digits."""
        yield self.kind
        yield from (token for token, _ in tokens.digits(self.kind, self.number))

    def members(self, rows: Rows) -> Numbers:
        """Return the documents that match, compared digit by digit from the highest."""
        equal, above = _merged(rows, self.kind), Numbers()
        for token, is_set in tokens.digits(self.kind, self.number):
            with_digit = _merged(rows, token)
            if is_set:
                equal &= with_digit
            else:
                above |= equal & with_digit
                equal -= with_digit
        return above | equal


Condition = Term | AtLeast


@dataclass(frozen=True, slots=True)
class Found:
    """The documents that meet all conditions, and their points by binary digit."""

    members: Numbers
    points: Sequence[Numbers] = ()


def text_terms(search: str | None) -> list[Term] | None:
    """Return the terms of a search; None if a text that was sent contains no word.

    Such a text finds nothing. A text that was not sent adds no term.
    """
    words = tokenize(search or "")
    return None if search and not words else search_terms(words)


def search_terms(
    words: Sequence[str], synonyms: Sequence[tuple[str, ...]] = (), *, is_complete: bool = False
) -> list[Term]:
    """Return the terms of a search: all words, without duplicates, the last one as a prefix.

    `synonyms` are the alternative tokens of each word. With `is_complete`, the last word is whole.
    """
    terms = [Term(word, synonyms[at] if synonyms else ()) for at, word in enumerate(words)]
    if terms and not is_complete:
        last = terms.pop()
        terms.append(_starting(tokens.WORD, last.word, last.others, word=last.word))
    return list(dict.fromkeys(terms))


def place_terms(words: Sequence[str], synonyms: Sequence[tuple[str, ...]] = ()) -> list[Term]:
    """Return the terms of a location: each word must be a prefix of a place of the document."""
    return [
        _starting(tokens.PLACE, word, synonyms[at] if synonyms else ())
        for at, word in enumerate(words)
    ]


def any_of(kind: str, values: Sequence[str]) -> list[Term]:
    """Return a filter for any of these values; no filter without values."""
    return [Term(others=tuple(sorted({kind + value for value in values})))] if values else []


def all_of(kind: str, values: Sequence[str]) -> list[Term]:
    """Return a filter for all of these values."""
    return [Term(others=(kind + value,)) for value in values]


def find(conditions: Sequence[Condition], rows: Rows, points: Points | None = None) -> Found:
    """Return the documents that meet all conditions. `rows` are the index rows of their tokens."""
    members: Numbers | None = None
    sums: list[Numbers] = []
    for condition in conditions:
        if isinstance(condition, AtLeast):
            matching = condition.members(rows)
        else:
            itself = bitmaps.merge_by_grade(rows.get(condition.itself, ()))
            others = bitmaps.merge_by_grade(condition.alternatives(rows))
            matching = Numbers.union(*itself, *others)
            if points is not None and condition.word:
                bitmaps.add(sums, points(itself, others))
        members = matching if members is None else members & matching
        if not members:
            break
    return Found(Numbers() if members is None else members, sums)


def _starting(kind: str, start: str, others: tuple[str, ...], *, word: str = "") -> Term:
    if len(start) <= tokens.MAX_START_LENGTH:
        return Term(word, (*others, tokens.start_of(kind, start)))
    return Term(word, others, kind + start)


def _merged(rows: Rows, token: str) -> Numbers:
    return bitmaps.merge_shards(part for _, part in rows.get(token, ()))
