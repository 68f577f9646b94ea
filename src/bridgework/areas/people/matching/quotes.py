"""Quote the words of a profile that meet a requirement, with the member that they are from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bridgework.areas.people.matching.criteria.records import Statement
from bridgework.areas.people.matching.formula import Reason
from bridgework.kit.text import LocatedWord, locate_words
from bridgework.terminology.protected import names_any

MAX_LENGTH = 120
_ENDS = re.compile(r"[.!?;:,](?=\s|$)|\n")
_CONTACT = re.compile(r"@|://|www\.|\d(?:[ ().-]*\d){6}")
"""What a card does not show, and a quote must not show either."""
_PROSE = frozenset({"bio", "outcomes", "background"})
"""The members whose clauses are not quoted if they tell a protected characteristic."""
_MORE = "\N{HORIZONTAL ELLIPSIS}"


class Quote(NamedTuple):
    """The words of a profile, and the Python name of the member that they are from."""

    member: str
    text: str


class Quotes:
    """The quotes of one match. None of them is given as the reason for two shares of points."""

    def __init__(self, statements: Mapping[str, Sequence[Statement]]) -> None:
        """`statements` are those of the profile, by trait."""
        self._statements = statements
        self._given: set[Quote] = set()
        self._located: dict[str, Sequence[LocatedWord]] = {}

    def find(self, reason: Reason) -> Quote | None:
        """Return the quote for a reason; None if no words of the profile are the reason."""
        found: Quote | None = None
        for quote in self._quotes(reason.trait):
            if quote not in self._given:
                self._given.add(quote)
                return quote
            found = found or quote
        return found

    def _quotes(self, trait: str) -> Iterator[Quote]:
        """Yield what can be quoted for a trait: clauses first, then the words alone."""
        statements = self._statements.get(trait, ())
        for is_exact in (False, True):
            for statement in statements:
                text = self._text(statement, is_exact=is_exact)
                is_private = not is_exact and statement.member in _PROSE and names_any(text)
                if not (is_private or _CONTACT.search(text)):
                    yield Quote(statement.member, text)

    def _text(self, statement: Statement, *, is_exact: bool) -> str:
        located = self._located.get(statement.text)
        if located is None:
            located = self._located[statement.text] = locate_words(statement.text)
        words = located[statement.start : statement.stop]
        if not words:
            return _shorten(statement.text)
        clause = words if is_exact else _clause(statement.text, located, words)
        return _between(statement.text, clause)


def _clause(
    text: str, located: Sequence[LocatedWord], words: Sequence[LocatedWord]
) -> Sequence[LocatedWord]:
    """Return the words of the clause around some of its words, as many as a quote may have."""
    ends = [end.start() for end in _ENDS.finditer(text)]
    start = max((end for end in ends if end < words[0][1]), default=-1)
    stop = min((end for end in ends if end >= words[-1][2]), default=len(text))
    inside = [word for word in located if start < word[1] and word[2] <= stop]
    first, last = 0, len(inside) - 1
    while last - first >= len(words) and inside[last][2] - inside[first][1] > MAX_LENGTH:
        if words[0][1] - inside[first][1] > inside[last][2] - words[-1][2]:
            first += 1
        else:
            last -= 1
    return inside[first : last + 1]


def _between(text: str, words: Sequence[LocatedWord]) -> str:
    return _shorten(text[words[0][1] : words[-1][2]])


def _shorten(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= MAX_LENGTH else plain[: MAX_LENGTH - 1].rstrip() + _MORE
