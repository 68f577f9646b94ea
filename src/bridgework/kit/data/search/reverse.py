"""Reverse search: which stored queries find a document.

A stored query has keys (`keys_of`), and a document has keys (`Document.keys`). A query that finds
the document has at least one of the document's keys. So an index of the keys of stored queries
gives the candidates, and `ReverseSearch.is_found_by` decides about each with the conditions of the
list itself.
"""

from collections.abc import Sequence, Set

from bridgework.kit.data.db import Tx
from bridgework.kit.data.search import bitmaps, fuzzy, tokens
from bridgework.kit.data.search.index import Correct, SearchIndex
from bridgework.kit.data.search.query import AtLeast, Condition, Term

EVERY_DOCUMENT = ""
"""The key of queries without conditions. All documents have it."""

_START, _VARIANT = "start:", "variant:"
_PREFIXED = (tokens.WORD, tokens.PLACE)


class Document:
    """The tokens of one document, and the prefixes and variants of its words."""

    def __init__(self, number: int, found_by: str) -> None:
        """`found_by` are the serialized tokens."""
        stored = tokens.parse(tokens.lines(found_by))
        self.number = number
        self._numbers: dict[str, int] = {}
        self.tokens = stored.keys() | tokens.starts(stored).keys()
        self.words = frozenset(
            token.removeprefix(tokens.WORD) for token in stored if token.startswith(tokens.WORD)
        )
        self.prefixes = frozenset(
            token[:length]
            for token in stored
            for kind in _PREFIXED
            if token.startswith(kind)
            for length in range(len(kind) + 1, len(token) + 1)
        )

    def keys(self) -> Set[str]:
        """Return all keys that a query which finds the document can have."""
        variants = {
            form for word in filter(fuzzy.is_fuzzy, self.words) for form in fuzzy.deletions(word)
        }
        return {
            EVERY_DOCUMENT,
            *self.tokens,
            *(_START + prefix for prefix in self.prefixes),
            *(_VARIANT + form for form in variants),
        }

    def meets(self, condition: Condition) -> bool:
        """Whether the document meets a condition, without corrections."""
        if isinstance(condition, AtLeast):
            return self._is_at_least(condition)
        if condition.start and condition.start in self.prefixes:
            return True
        return any(token in self.tokens for token in condition.tokens())

    def _is_at_least(self, condition: AtLeast) -> bool:
        kind = condition.kind
        if kind not in self.tokens:
            return False
        if kind not in self._numbers:
            self._numbers[kind] = tokens.to_bits(self.tokens, kind)
        return self._numbers[kind] >= tokens.bits(condition.number)


class ReverseSearch:
    """Decides which queries find one document of an index."""

    def __init__(
        self, tx: Tx, index: SearchIndex, document: Document, correct: Correct | None = None
    ) -> None:
        """`correct` corrects the terms of the list's searches."""
        self._tx, self._index, self._document, self._correct = tx, index, document, correct
        self._similar = sorted(filter(fuzzy.is_fuzzy, document.words))
        self._in_index: dict[Term, bool] = {}

    def is_found_by(self, conditions: Sequence[Condition]) -> bool:
        """Whether a search with these conditions finds the document."""
        unmet = [each for each in conditions if not self._document.meets(each)]
        if not unmet:
            return True
        if self._correct is None or not all(map(self._is_met_when_corrected, unmet)):
            return False
        # The list corrects only words that no document contains, which the whole index knows.
        found = self._index.find(self._tx, conditions, correct=self._correct).members
        return bool(bitmaps.filter_members([self._document.number], found))

    def _is_met_when_corrected(self, condition: Condition) -> bool:
        if (
            not isinstance(condition, Term)
            or self._correct is None
            or not fuzzy.is_fuzzy(condition.word)
            or not self._document.meets(self._correct(condition, self._similar))
        ):
            return False
        if condition not in self._in_index:
            self._in_index[condition] = self._index.is_met(self._tx, condition)
        return not self._in_index[condition]


def keys_of(
    tx: Tx, index: SearchIndex, conditions: Sequence[Condition], correct: Correct | None = None
) -> Set[str]:
    """Return the keys of a query: those of the condition that the fewest documents meet now."""
    if not conditions:
        return {EVERY_DOCUMENT}

    def count(condition: Condition) -> int:
        return len(index.find(tx, [condition], correct=correct).members)

    return _keys_of_condition(min(conditions, key=count), correct)


def _keys_of_condition(condition: Condition, correct: Correct | None) -> Set[str]:
    if isinstance(condition, AtLeast):
        return {condition.kind}
    keys = set(condition.tokens())
    if condition.start:
        keys.add(_START + condition.start)
    if correct is not None and fuzzy.is_fuzzy(condition.word):
        keys.update(_VARIANT + form for form in fuzzy.deletions(condition.word))
        keys.update(correct(condition, ()).tokens())
    return keys
