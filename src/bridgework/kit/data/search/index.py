"""The index of a list: which documents have a token, stored as bitmaps in the database.

A document is a row with a number, which the bitmaps contain, and with its tokens, by which it can
be removed from them. Many documents share a bitmap, so on PostgreSQL a write locks the row of the
list's topic. A change rewrites only the bitmaps of the tokens that differ.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, cast

import sqlalchemy as sa

from bridgework.kit.data.db import (
    Bytes,
    CompiledStatement,
    Key,
    Number,
    Tx,
    array_param,
    cache_versions,
    insert,
    metadata,
    no_personal_data,
)
from bridgework.kit.data.search import bitmaps, fuzzy, query, tokens
from bridgework.kit.data.search.query import Condition, Found, Points, Term
from bridgework.kit.data.search.spellings import Spellings
from bridgework.kit.data.search.tokens import Tokens

_DIALECTS = ("sqlite", "postgresql")
_LAST_CHARACTER = "\U0010ffff"
_BYTES_ON_LOOP = 2_000_000
"""Bytes of bitmaps that are merged on the event loop; more take as long as a slow query."""

Correct = Callable[[Term, Sequence[str]], Term]
"""Extends a term by those of the given similar words of the index that are within one edit."""
_Entry = tuple[str, int]
"""A token, and the grade in which a document has it."""


class SearchIndex:
    """The bitmaps of one list."""

    def __init__(self, name: str, *, topic: str, spellings: Spellings | None = None) -> None:
        """Define the table `<name>_bitmaps`.

        `topic` is the topic whose row a write locks. `spellings` enables the correction of words.
        """
        self._topic = topic
        self._spellings = spellings
        self.bitmaps = _define_bitmaps(name)
        self._statements = {dialect: _Statements(self.bitmaps, dialect) for dialect in _DIALECTS}

    def lock(self, tx: Tx) -> bool:
        """Lock the index for writing until the transaction ends.

        Returns whether another transaction may have written since this one began.
        """
        return cache_versions.lock(tx, self._topic)

    def find(
        self,
        tx: Tx,
        conditions: Sequence[Condition],
        points: Points | None = None,
        correct: Correct | None = None,
    ) -> Found:
        """Return the documents that meet all conditions; all documents without conditions.

        With `correct`, a word that no document contains also matches words one edit away.
        """
        conditions = conditions or [Term(others=(tokens.EVERY,))]
        rows = self._rows(tx, conditions)
        unmet = [term for term in conditions if isinstance(term, Term) and not term.is_met(rows)]
        if unmet:
            corrected = self._corrected(tx, unmet, correct) if correct else {}
            if len(corrected) < len(unmet):
                return Found(bitmaps.Numbers())
            rows |= self._rows(tx, list(corrected.values()))
            conditions = [
                corrected.get(cast("Term", condition), condition) for condition in conditions
            ]
        if sum(len(part) for parts in rows.values() for _, part in parts) > _BYTES_ON_LOOP:
            tx.move_to_thread()
        return query.find(conditions, rows, points)

    def holders(self, tx: Tx, named: Set[str]) -> Mapping[str, bitmaps.Numbers]:
        """Return the documents of each of these tokens, without tokens that no document has."""
        rows = self._rows(tx, [Term(others=tuple(named))])
        return {
            token: bitmaps.merge_shards(stored for _, stored in parts)
            for token, parts in rows.items()
        }

    def is_met(self, tx: Tx, term: Term) -> bool:
        """Whether any document meets a term."""
        return term.is_met(self._rows(tx, [term]))

    def add(self, tx: Tx, documents: Sequence[tuple[int, Tokens]]) -> None:
        """Add documents that the index does not have, by their numbers."""
        by_part: dict[int, dict[_Entry, list[int]]] = {}
        for number, found_by in documents:
            added = by_part.setdefault(bitmaps.part_of(number), {})
            for entry in {**found_by, **tokens.starts(found_by)}.items():
                added.setdefault(entry, []).append(number)
        for part, added in sorted(by_part.items()):
            self._apply(tx, part, added, {})

    def change(self, tx: Tx, number: int, before: str, after: str) -> None:
        """Change the tokens of a document; `before` and `after` are serialized tokens."""
        old, new = tokens.lines(before), tokens.lines(after)
        if old == new:
            return
        added, removed = tokens.parse(new - old), tokens.parse(old - new)
        differing = added.keys() | removed.keys()
        new_starts, old_starts = (
            tokens.starts(tokens.parse(tokens.starting_like(differing, lines))).items()
            for lines in (new, old)
        )
        document = (number,)
        self._apply(
            tx,
            bitmaps.part_of(number),
            dict.fromkeys(added.items() | (new_starts - old_starts), document),
            dict.fromkeys(removed.items() | (old_starts - new_starts), document),
        )

    def _apply(
        self,
        tx: Tx,
        part: int,
        added: Mapping[_Entry, Sequence[int]],
        removed: Mapping[_Entry, Sequence[int]],
    ) -> None:
        """Rewrite the bitmaps of a part with the added and removed documents."""
        statements = self._statements[tx.dialect]
        named = sorted({token for token, _ in added.keys() | removed.keys()})
        rows = tx.rows(statements.part, {"named": named, "this_part": part})
        stored = {(row.token, row.grade): row.holders for row in rows}
        put: list[dict[str, Any]] = []
        empty: list[dict[str, Any]] = []
        for (token, grade), holders in bitmaps.rewrite(stored, added, removed).items():
            if holders:
                put.append({"token": token, "part": part, "grade": grade, "holders": holders})
            else:
                empty.append({"this_token": token, "this_part": part, "this_grade": grade})
        if put:
            tx.execute(statements.put, put)
        if empty:
            tx.execute(statements.drop, empty)
        if self._spellings is not None:
            self._spellings.add(tx, {token for token, _ in added} - {token for token, _ in stored})
            emptied = {row["this_token"] for row in empty}
            # Another part or grade may still contain the word.
            used = tx.values(statements.used, {"named": sorted(emptied)}) if emptied else ()
            self._spellings.drop(tx, emptied.difference(used))

    def _rows(self, tx: Tx, conditions: Sequence[Condition]) -> dict[str, list[tuple[int, bytes]]]:
        named = {token for condition in conditions for token in condition.tokens()}
        starts = {term.start for term in conditions if isinstance(term, Term) and term.start}
        # A start that extends another start is read with that one.
        starts = {s for s in starts if not any(s.startswith(other) for other in starts - {s})}
        named = {token for token in named if not any(token.startswith(s) for s in starts)}
        by_token: dict[str, list[tuple[int, bytes]]] = {}
        params = {"named": sorted(named), "starts": sorted(starts)}
        rows = tx.rows(self._statements[tx.dialect].read, params)
        for token, grade, part in cast("Sequence[tuple[str, int, bytes]]", rows):
            by_token.setdefault(token, []).append((grade, part))
        return by_token

    def _corrected(self, tx: Tx, unmet: Sequence[Term], correct: Correct) -> dict[Term, Term]:
        """Return the corrected terms, by the unmet terms for which there is a correction."""
        misspelt = [term for term in unmet if fuzzy.is_fuzzy(term.word)]
        if self._spellings is None or len(misspelt) < len(unmet):
            return {}
        complete = sorted({term.itself for term in misspelt if not term.start})
        if complete and tx.rows(self._statements[tx.dialect].existing_starts, {"starts": complete}):
            return {}
        similar = self._spellings.near(tx, [term.word for term in misspelt])
        corrected = {term: correct(term, similar) for term in misspelt}
        return {term: correction for term, correction in corrected.items() if correction.others}


class _Statements:
    """The statements on the bitmaps of an index in one dialect."""

    def __init__(self, table: sa.Table, dialect: str) -> None:
        named = array_param.values("named", sa.Text(), dialect)
        starts = array_param.values("starts", sa.Text(), dialect)
        begins = sa.and_(table.c.token >= starts, table.c.token < starts + _LAST_CHARACTER)
        is_named = table.c.token == named
        columns = sa.select(table.c.token, table.c.grade, table.c.holders)
        self.read = CompiledStatement(sa.union_all(columns.where(is_named), columns.where(begins)))
        self.existing_starts = sa.select(starts).where(sa.exists().where(begins))
        self.used = sa.select(named).where(sa.exists().where(is_named))
        self.part = columns.where(
            is_named, table.c.part == sa.bindparam("this_part", type_=sa.BigInteger)
        )
        self.put = _put(table, dialect)
        self.drop = table.delete().where(
            table.c.token == sa.bindparam("this_token"),
            table.c.part == sa.bindparam("this_part"),
            table.c.grade == sa.bindparam("this_grade"),
        )


def _put(table: sa.Table, dialect: str) -> sa.Insert:
    new = insert(dialect, table)
    return new.on_conflict_do_update(
        index_elements=["token", "part", "grade"], set_={"holders": new.excluded.holders}
    )


def _define_bitmaps(name: str) -> sa.Table:
    """Return the table of the documents of each token and grade, in parts."""
    return sa.Table(
        f"{name}_bitmaps",
        metadata,
        sa.Column("token", Key, primary_key=True),
        sa.Column("part", Number, primary_key=True, autoincrement=False),
        sa.Column("grade", Number, primary_key=True, autoincrement=False),
        sa.Column("holders", Bytes, nullable=False),
        info=no_personal_data(
            "the index: words and document numbers; those of deleted documents are removed"
        ),
    )
