"""The statements that write postings and their search index, compiled once for each type."""

from collections.abc import Callable, Sequence
from typing import Any, Generic

import sqlalchemy as sa

from bridgework.areas.work.postings.records import P
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, reader_of, to_values
from bridgework.kit.data.search import Documents
from bridgework.kit.data.search.documents import Document

_posting_id = sa.bindparam("this_posting", type_=IdColumn)
_account_id = sa.bindparam("this_account", type_=IdColumn)


class PostingWrites(Generic[P]):
    """Writes the postings of one type."""

    def __init__(
        self,
        record: type[P],
        table: sa.Table,
        documents: Documents,
        *,
        removed_at: sa.Column[Any],
        to_document: Callable[[P], Document],
    ) -> None:
        """`record` has the columns of `table`."""
        self._reader = reader_of(record)
        self._documents, self._to_document = documents, to_document
        is_this = table.c.id == _posting_id
        self._add = table.insert()
        self._change = table.update().where(is_this)
        self._there = sa.select(table).where(is_this, removed_at.is_(None))
        self._of_owner = sa.select(table.c.id).where(
            table.c.user_id == _account_id, removed_at.is_(None)
        )

    def add(self, tx: Tx, *postings: P) -> None:
        """Add postings."""
        tx.execute(self._add, [to_values(posting) for posting in postings])
        self._documents.add(tx, [self._to_document(posting) for posting in postings])

    def update(self, tx: Tx, posting: P) -> None:
        """Store a posting that was changed."""
        values = to_values(posting)
        del values["id"]
        tx.execute(self._change.values(values), {"this_posting": posting.id})
        self.update_document(tx, posting.id)

    def update_document(self, tx: Tx, posting_id: Id) -> None:
        """Update the search document of a posting, or remove it if the posting is removed."""
        posting = tx.record(self._reader, self._there, {"this_posting": posting_id})
        if posting is None:
            self._documents.drop(tx, posting_id)
        else:
            self._documents.put(tx, *self._to_document(posting))

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
