"""The statements that write postings and their search index, compiled once for each type."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.search import Documents
from bridgework.kit.data.search.documents import Document

_posting_id = sa.bindparam("this_posting", type_=IdColumn)
_account_id = sa.bindparam("this_account", type_=IdColumn)


class PostingWrites:
    """Writes the postings of one type."""

    def __init__(
        self,
        table: sa.Table,
        documents: Documents,
        *,
        removed_at: sa.Column[Any],
        to_document: Callable[[Mapping[str, Any]], Document],
    ) -> None:
        """`to_document` returns the search document of a row."""
        self._documents, self._to_document = documents, to_document
        is_this = table.c.id == _posting_id
        self._add = table.insert()
        self._change = table.update().where(is_this)
        self._there = sa.select(table).where(is_this, removed_at.is_(None))
        self._of_owner = sa.select(table.c.id).where(
            table.c.user_id == _account_id, removed_at.is_(None)
        )

    def add(self, tx: Tx, values: Mapping[str, Any]) -> None:
        """Add a posting."""
        self.add_many(tx, [values])

    def add_many(self, tx: Tx, several: Sequence[Mapping[str, Any]]) -> None:
        """Add postings. All must have the same columns."""
        tx.execute(self._add, several)
        self._documents.add(tx, [self._to_document(values) for values in several])

    def update(self, tx: Tx, posting_id: Id, changes: Mapping[str, Any]) -> None:
        """Change a posting."""
        tx.execute(self._change.values(**changes), {"this_posting": posting_id})
        self.update_document(tx, posting_id)

    def update_document(self, tx: Tx, posting_id: Id) -> None:
        """Update the search document of a posting, or remove it if the posting is removed."""
        row = tx.row(self._there, {"this_posting": posting_id})
        if row is None:
            self._documents.drop(tx, posting_id)
        else:
            self._documents.put(tx, *self._to_document(row._asdict()))

    def list_stale(self, tx: Tx) -> Sequence[Id]:
        """Return the ids of some postings that an earlier version of the software indexed."""
        return self._documents.list_stale(tx)

    def update_stale(self, tx: Tx, posting_id: Id) -> None:
        """Update the search document of a posting that is not locked."""
        self._documents.lock(tx)  # before the posting is read, so that no later text is lost
        self.update_document(tx, posting_id)

    def list_ids(self, tx: Tx, account_id: Id) -> Sequence[Id]:
        """Return the ids of all postings of an account that are not removed."""
        return tx.values(self._of_owner, {"this_account": account_id})

    def delete_documents(self, tx: Tx, account_id: Id) -> None:
        """Remove an account's postings from the index, before the account is erased."""
        for posting_id in self.list_ids(tx, account_id):
            self._documents.drop(tx, posting_id)
