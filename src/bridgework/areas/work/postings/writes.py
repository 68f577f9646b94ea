"""The statements that write postings and their search index, compiled once for each type.

Also those that write into applications when their posting ended.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.work.postings.records import OpenApplicant, P
from bridgework.areas.work.postings.visibility import NOW, Visibility
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, reader_of, to_values
from bridgework.kit.data.search import Documents
from bridgework.kit.data.search.documents import Document

_posting_id = sa.bindparam("this_posting", type_=IdColumn)
_account_id = sa.bindparam("this_account", type_=IdColumn)
_ids = sa.bindparam("ids", type_=IdColumn, expanding=True)


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


class EndingWrites:
    """Writes when the postings of one type ended, into their applications."""

    def __init__(
        self,
        table: sa.Table,
        posting_id: sa.Column[Any],
        visibility: Visibility[P],
        *,
        open_statuses: Sequence[str],
    ) -> None:
        """`table` has the applications, which refer to the posting by `posting_id`."""
        postings, ended_at = visibility.table, table.c.posting_ended_at
        is_open = sa.and_(ended_at.is_(None), table.c.status.in_(open_statuses))
        is_to_this = posting_id == _posting_id
        self._end = (
            table.update()
            .where(is_to_this, is_open)
            .values(posting_ended_at=NOW)
            .returning(table.c.id)
        )
        is_open_again = sa.exists().where(
            postings.c.id == _posting_id,
            visibility.is_present,
            visibility.has_open_status,
            visibility.is_owner_active,
        )
        self._reopen = (
            table.update()
            .where(is_to_this, ended_at.is_not(None), is_open_again)
            .values(posting_ended_at=None)
        )
        self._of_owner = (
            sa.select(postings.c.id)
            .where(
                postings.c.user_id == _account_id,
                sa.exists().where(posting_id == postings.c.id, is_open),
            )
            .order_by(postings.c.id)
            .with_for_update(of=postings)
        )
        self._applicants = (
            sa.select(table.c.id, table.c.applicant_id, table.c.applied_to, accounts.c.email)
            .join_from(table, accounts, accounts.c.id == table.c.applicant_id)
            .where(
                table.c.id.in_(_ids),
                accounts.c.disabled_at.is_(None),
                accounts.c.erases_at.is_(None),
                accounts.c.email != ERASED_EMAIL,
            )
            .order_by(table.c.id)
        )

    def mark_ended(self, tx: Tx, posting_id: Id, now: datetime) -> Sequence[Id]:
        """Mark the open applications to a posting that ended, and return those not marked before.

        The posting is locked, so no application is added meanwhile.
        """
        return tx.execute(self._end, {"this_posting": posting_id, "now": now}).scalars().all()

    def mark_reopened(self, tx: Tx, posting_id: Id) -> None:
        """Remove the marks of the applications to a posting if it is open."""
        tx.execute(self._reopen, {"this_posting": posting_id})

    def lock_of_owner(self, tx: Tx, account_id: Id) -> Sequence[Id]:
        """Lock an account's postings with open applications, and return their ids."""
        return tx.values(self._of_owner, {"this_account": account_id})

    def list_applicants(self, tx: Tx, application_ids: Sequence[Id]) -> Sequence[OpenApplicant]:
        """Return who sent applications, without accounts that are disabled or to be erased."""
        return tx.records(reader_of(OpenApplicant), self._applicants, {"ids": application_ids})
