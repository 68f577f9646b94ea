"""The index of a list: which documents have a token, stored as bitmaps in the database.

A document is a row with a number, which the bitmaps hold, and with its tokens, by which it is
taken out of them again. On PostgreSQL a write holds the row of the list's topic, since many
documents share a bitmap; each change rewrites only the bitmaps of the tokens that differ.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, cast

import sqlalchemy as sa

from bridgework.kit.db import array_param, cache_versions
from bridgework.kit.db.columns import Bytes, Key, Number
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.data_ownership import no_personal_data
from bridgework.kit.db.tables import insert, metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.search import bitmaps, fuzzy, query, tokens
from bridgework.kit.search.query import Condition, Found, Points, Term
from bridgework.kit.search.spellings import Spellings
from bridgework.kit.search.tokens import Tokens

_DIALECTS = ("sqlite", "postgresql")
_LAST_CHARACTER = "\U0010ffff"
_BYTES_ON_LOOP = 2_000_000
"""Of bitmaps that are merged on the loop: more take as long as a slow query."""

Correct = Callable[[Term, Sequence[str]], Term]
"""A term that also takes words within one edit of its own: given the similar words of the index."""
_Entry = tuple[str, int]
"""A token, and the grade in which a document has it."""


class SearchIndex:
    """The bitmaps of one list."""

    def __init__(self, name: str, *, topic: str, spellings: Spellings | None = None) -> None:
        """Define the table `<name>_bitmaps`.

        `topic` is the topic whose row a write locks. With `spellings`, words can be
        corrected.
        """
        self._topic = topic
        self._spellings = spellings
        self.bitmaps = _define_bitmaps(name)
        self._statements = {dialect: _Statements(self.bitmaps, dialect) for dialect in _DIALECTS}

    def lock(self, tx: Tx) -> bool:
        """Keep others from writing until the transaction ends.

        Returns whether others may have written meanwhile.
        """
        return cache_versions.lock(tx, self._topic)

    def find(
        self,
        tx: Tx,
        conditions: Sequence[Condition],
        points: Points | None = None,
        correct: Correct | None = None,
    ) -> Found:
        """The documents that meet every condition; all of them if there is none.

        With `correct`, a word that no document has may be one edit away from a word of the index.
        """
        conditions = conditions or [Term(others=(tokens.EVERY,))]
        rows = self._rows(tx, conditions)
        unmet = [one for one in conditions if isinstance(one, Term) and not one.is_met(rows)]
        if unmet:
            corrected = self._corrected(tx, unmet, correct) if correct else {}
            if len(corrected) < len(unmet):
                return Found(bitmaps.Numbers())
            rows |= self._rows(tx, list(corrected.values()))
            conditions = [corrected.get(cast("Term", one), one) for one in conditions]
        if sum(len(stored) for held in rows.values() for _, stored in held) > _BYTES_ON_LOOP:
            tx.move_to_thread()
        return query.find(conditions, rows, points)

    def holders(self, tx: Tx, named: Set[str]) -> Mapping[str, bitmaps.Numbers]:
        """The documents that have each of these tokens; a token that none has is left out."""
        rows = self._rows(tx, [Term(others=tuple(named))])
        return {
            token: bitmaps.together(stored for _, stored in held) for token, held in rows.items()
        }

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
        """Change what a document is found by; both are tokens as they are stored with it."""
        old, new = tokens.lines(before), tokens.lines(after)
        if old == new:
            return
        added, removed = tokens.parse(new - old), tokens.parse(old - new)
        differing = added.keys() | removed.keys()
        new_starts, old_starts = (
            tokens.starts(tokens.parse(tokens.starting_like(differing, each))).items()
            for each in (new, old)
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
        """Rewrite the bitmaps of a part that documents come to or leave."""
        statements = self._statements[tx.dialect]
        named = sorted({token for token, _ in added.keys() | removed.keys()})
        rows = tx.rows(statements.part, {"named": named, "this_part": part})
        stored = {(row.token, row.grade): row.holders for row in rows}
        put: list[dict[str, Any]] = []
        empty: list[dict[str, Any]] = []
        for (token, grade), holders in bitmaps.rewritten(stored, added, removed).items():
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
            left = {row["this_token"] for row in empty}
            # Another part or grade may have the word.
            still = tx.values(statements.still, {"named": sorted(left)}) if left else ()
            self._spellings.drop(tx, left.difference(still))

    def _rows(self, tx: Tx, wanted: Sequence[Condition]) -> dict[str, list[tuple[int, bytes]]]:
        named = {token for one in wanted for token in one.tokens()}
        begun = {one.start for one in wanted if isinstance(one, Term) and one.start}
        # What begins like another beginning is read with that one.
        begun = {one for one in begun if not any(one.startswith(o) for o in begun - {one})}
        named = {token for token in named if not any(token.startswith(one) for one in begun)}
        found: dict[str, list[tuple[int, bytes]]] = {}
        given = {"named": sorted(named), "begun": sorted(begun)}
        read = tx.rows(self._statements[tx.dialect].read, given)
        for token, grade, stored in cast("Sequence[tuple[str, int, bytes]]", read):
            found.setdefault(token, []).append((grade, stored))
        return found

    def _corrected(self, tx: Tx, unmet: Sequence[Term], correct: Correct) -> dict[Term, Term]:
        """What may have been meant, for each term for which something may."""
        misspelt = [one for one in unmet if fuzzy.is_fuzzy(one.word)]
        if self._spellings is None or len(misspelt) < len(unmet):
            return {}
        whole = sorted({one.itself for one in misspelt if not one.start})
        if whole and tx.rows(self._statements[tx.dialect].begun, {"begun": whole}):
            return {}
        similar = self._spellings.near(tx, [one.word for one in misspelt])
        corrected = {one: correct(one, similar) for one in misspelt}
        return {one: instead for one, instead in corrected.items() if instead.others}


class _Statements:
    """The statements on the bitmaps of an index in one dialect."""

    def __init__(self, table: sa.Table, dialect: str) -> None:
        named = array_param.values("named", sa.Text(), dialect)
        begun = array_param.values("begun", sa.Text(), dialect)
        begins = sa.and_(table.c.token >= begun, table.c.token < begun + _LAST_CHARACTER)
        is_named = table.c.token == named
        columns = sa.select(table.c.token, table.c.grade, table.c.holders)
        self.read = CompiledStatement(sa.union_all(columns.where(is_named), columns.where(begins)))
        self.begun = sa.select(begun).where(sa.exists().where(begins))
        self.still = sa.select(named).where(sa.exists().where(is_named))
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
    """The documents that have a token in a grade, in parts."""
    return sa.Table(
        f"{name}_bitmaps",
        metadata,
        sa.Column("token", Key, primary_key=True),
        sa.Column("part", Number, primary_key=True, autoincrement=False),
        sa.Column("grade", Number, primary_key=True, autoincrement=False),
        sa.Column("holders", Bytes, nullable=False),
        info=no_personal_data("the index: words and numbers, and none of a deleted document"),
    )
