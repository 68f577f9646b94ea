"""Queries: conditions on documents, and the documents that meet all of them, with their points."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.kit.search import bitmaps, tokens
from bridgework.kit.search.bitmaps import Graded, Numbers
from bridgework.kit.text import tokenize

Rows = Mapping[str, Sequence[tuple[int, bytes]]]
"""For each token that was read from the index, its grades and the sets of documents."""
Points = Callable[[Graded, Graded], list[Numbers]]
"""The points for one word, a set for each binary digit, the least first: from the documents that
have the word itself, by grade, and those that have what may stand for it."""


@dataclass(frozen=True, slots=True)
class Term:
    """A document must have at least one of these tokens."""

    word: str = ""
    """The word that was searched for; empty for a filter, which gives no points."""
    others: tuple[str, ...] = ()
    """Tokens that may stand for the word, or that a filter allows."""
    start: str = ""
    """How further tokens begin that may stand for it."""

    @property
    def itself(self) -> str:
        """The token of the word as it was written."""
        return tokens.WORD + self.word if self.word else ""

    def tokens(self) -> Iterator[str]:
        """The tokens to read besides those that begin with `start`."""
        if self.word:
            yield self.itself
        yield from self.others

    def is_met(self, rows: Rows) -> bool:
        """Whether any document meets this."""
        return self.itself in rows or any(True for _ in self.of_others(rows))

    def of_others(self, rows: Rows) -> Iterator[tuple[int, bytes]]:
        """The grades and sets of what may stand for the word."""
        for token in self.others:
            yield from rows.get(token, ())
        if self.start:
            for token, stored in rows.items():
                if token != self.itself and token.startswith(self.start):
                    yield from stored


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number of the document must be at least this; a document without the number fails."""

    kind: str
    number: float

    def tokens(self) -> Iterator[str]:
        """The tokens to read: the one of every number, and all digits."""
        yield self.kind
        yield from (token for token, _ in tokens.digits(self.kind, self.number))

    def members(self, rows: Rows) -> Numbers:
        """The documents that meet this, compared digit by digit from the highest."""
        equal, above = _merged(rows, self.kind), Numbers()
        for token, is_set in tokens.digits(self.kind, self.number):
            having = _merged(rows, token)
            if is_set:
                equal &= having
            else:
                above |= equal & having
                equal -= having
        return above | equal


Condition = Term | AtLeast


@dataclass(frozen=True, slots=True)
class Found:
    """The documents that meet every condition, and their points, digit by digit."""

    members: Numbers
    points: Sequence[Numbers] = ()


def text_terms(search: str | None, location: str | None = None) -> list[Term] | None:
    """The terms of a search and of a place; None if a text that was sent contains no word.

    Such a text finds nothing. A text that was not sent adds no term.
    """
    words, places = tokenize(search or ""), tokenize(location or "")
    if (search and not words) or (location and not places):
        return None
    return [*search_terms(words), *place_terms(places)]


def search_terms(words: Sequence[str], same: Sequence[tuple[str, ...]] = ()) -> list[Term]:
    """Each word must be there, the last one as a beginning; a word that is repeated counts once.

    `same` are tokens that may stand for each of the words.
    """
    terms = [Term(word, same[at] if same else ()) for at, word in enumerate(words)]
    if terms:
        last = terms.pop()
        terms.append(_starting(tokens.WORD, last.word, last.others, word=last.word))
    return list(dict.fromkeys(terms))


def place_terms(words: Sequence[str], same: Sequence[tuple[str, ...]] = ()) -> list[Term]:
    """Each word must begin one of the document's places."""
    return [
        _starting(tokens.PLACE, word, same[at] if same else ()) for at, word in enumerate(words)
    ]


def any_of(kind: str, values: Sequence[str]) -> list[Term]:
    """One of these values must be there, if any are given."""
    return [Term(others=tuple(sorted({kind + value for value in values})))] if values else []


def all_of(kind: str, values: Sequence[str]) -> list[Term]:
    """Every one of these values must be there."""
    return [Term(others=(kind + value,)) for value in values]


def find(conditions: Sequence[Condition], rows: Rows, points: Points | None = None) -> Found:
    """The documents that meet every condition, by the rows of the index for their tokens."""
    members: Numbers | None = None
    sums: list[Numbers] = []
    for condition in conditions:
        if isinstance(condition, AtLeast):
            met = condition.members(rows)
        else:
            itself = bitmaps.union(rows.get(condition.itself, ()))
            others = bitmaps.union(condition.of_others(rows))
            met = Numbers.union(*itself, *others)
            if points is not None and condition.word:
                bitmaps.add(sums, points(itself, others))
        members = met if members is None else members & met
        if not members:
            break
    return Found(Numbers() if members is None else members, sums)


def _starting(kind: str, start: str, others: tuple[str, ...], *, word: str = "") -> Term:
    if len(start) <= tokens.LONGEST_START:
        return Term(word, (*others, tokens.start_of(kind, start)))
    return Term(word, others, kind + start)


def _merged(rows: Rows, token: str) -> Numbers:
    return bitmaps.together(stored for _, stored in rows.get(token, ()))
