"""Writes of documents whose rows contain their tokens.

The table has the columns `number`, assigned by the database and never reused, `found_by`, the
tokens, and `edition`, the one of the program that made them.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.kit.core import Id
from bridgework.kit.data.db import Number, Tx, metadata, other_than
from bridgework.kit.data.search import tokens
from bridgework.kit.data.search.index import SearchIndex
from bridgework.kit.data.search.tokens import Tokens

EDITION = "3"
"""Increment it when the tokens of a text change. All documents are then indexed again."""
_STALE_AT_ONCE = 50
"""Documents indexed again in one transaction, during which other writers wait."""

Document = tuple[Mapping[str, Any], Tokens]
"""The columns of a document except number and tokens, and its tokens."""


def define_documents(name: str, *items: sa.schema.SchemaItem, info: Mapping[str, Any]) -> sa.Table:
    """Define a table of documents; `items` are its further columns and its indexes."""
    return sa.Table(
        name,
        metadata,
        sa.Column("number", Number, primary_key=True),
        *items,
        sa.Column("found_by", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False, server_default="", index=True),
        sqlite_autoincrement=True,
        info=dict(info),
    )


class Documents:
    """The table of an index's documents."""

    def __init__(self, index: SearchIndex, table: sa.Table, id_name: str) -> None:
        """`id_name` is the unique column with the ID of the row of the list."""
        row_id = table.c[id_name]
        self._index = index
        self._id = id_name
        is_this = table.c.number == sa.bindparam("this_number")
        self._stored = sa.select(table.c.number, table.c.found_by).where(
            row_id == sa.bindparam("this_id", type_=row_id.type)
        )
        self._add = table.insert().returning(table.c.number, sort_by_parameter_order=True)
        self._change = table.update().where(is_this)
        self._drop = table.delete().where(is_this)
        self._stale = (
            sa.select(row_id).where(other_than(table.c.edition, EDITION)).limit(_STALE_AT_ONCE)
        )

    def add(self, tx: Tx, documents: Sequence[Document]) -> None:
        """Add documents that do not exist."""
        self._index.lock(tx)
        rows = [
            {**values, "found_by": tokens.serialize(found_by), "edition": EDITION}
            for values, found_by in documents
        ]
        numbers = tx.execute(self._add, rows).scalars()
        all_tokens = [found_by for _, found_by in documents]
        self._index.add(tx, list(zip(numbers, all_tokens, strict=True)))

    def put(self, tx: Tx, values: Mapping[str, Any], found_by: Tokens) -> None:
        """Add or update a document."""
        self._index.lock(tx)
        row = tx.row(self._stored, {"this_id": values[self._id]})
        if row is None:
            self.add(tx, [(values, found_by)])
            return
        text = tokens.serialize(found_by)
        changes = {**values, "found_by": text, "edition": EDITION}
        tx.execute(self._change, {"this_number": row.number, **changes})
        self._index.change(tx, row.number, row.found_by, text)

    def lock(self, tx: Tx) -> None:
        """Lock the index for writing until the transaction ends."""
        self._index.lock(tx)

    def list_stale(self, tx: Tx) -> Sequence[Id]:
        """Return the ids of some rows of the list whose documents are of another edition."""
        return tx.values(self._stale, {})

    def drop(self, tx: Tx, row_id: str) -> None:
        """Remove a document, if it exists."""
        if tx.row(self._stored, {"this_id": row_id}) is None:
            return
        self._index.lock(tx)
        row = tx.row(self._stored, {"this_id": row_id})
        if row is not None:
            self._index.change(tx, row.number, row.found_by, "")
            tx.execute(self._drop, {"this_number": row.number})


def reindex_stale(
    find_stale: Callable[[Tx], Sequence[Id]], reindex: Callable[[Tx, Id], None], tx: Tx, _: datetime
) -> int:
    """Reindex some rows that an earlier version of the software indexed. A periodic task.

    `find_stale` returns the ids of some of them. Returns how many those were.
    """
    stale = find_stale(tx)
    for row_id in stale:
        reindex(tx, row_id)
    return len(stale)
