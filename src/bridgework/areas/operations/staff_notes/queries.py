"""The statements on notes, and on the accounts and postings that they are about."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.operations.staff_notes import schemas
from bridgework.areas.operations.staff_notes.tables import staff_notes
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.pagination import offset
from bridgework.kit.text import full_name

_subject = sa.bindparam("subject", type_=IdColumn)
_account = sa.bindparam("account", type_=IdColumn)
_owners: Mapping[schemas.NoteSubjectKind, sa.Select[Any]] = {
    "role": sa.select(roles.c.user_id).where(roles.c.id == _subject),
    "job": sa.select(jobs.c.user_id).where(jobs.c.id == _subject),
}
# Erasure locks the account, so that no note is added to one that is being erased.
_locked_account = (
    sa.select(accounts.c.id)
    .where(accounts.c.id == _account, accounts.c.email != ERASED_EMAIL)
    .with_for_update(key_share=True)
)
_notes = sa.select(staff_notes, accounts.c.first_name, accounts.c.last_name).outerjoin_from(
    staff_notes, accounts, accounts.c.id == staff_notes.c.author_id
)
_by_id = _notes.where(staff_notes.c.id == sa.bindparam("note", type_=IdColumn))
_of_subject = _notes.where(staff_notes.c.subject_id == _subject)
_add = staff_notes.insert()
_delete = (
    staff_notes.delete()
    .where(staff_notes.c.id == sa.bindparam("note", type_=IdColumn))
    .returning(staff_notes.c.account_id, staff_notes.c.subject_id)
)
_delete_author = (
    staff_notes.update().where(staff_notes.c.author_id == _account).values(author_id=None)
)


def lock_account(tx: Tx, kind: schemas.NoteSubjectKind, subject_id: Id) -> Id | None:
    """Return the account that a note about this subject belongs to, None if there is none.

    It is locked until the transaction ends: the subject itself, or the owner of the posting.
    """
    owner = subject_id if kind == "account" else tx.value(_owners[kind], {"subject": subject_id})
    account_id: Id | None = tx.value(_locked_account, {"account": owner})
    return account_id


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a note."""
    tx.execute(_add, values)


def find(tx: Tx, note_id: Id) -> schemas.Note | None:
    """Return a note, None if there is none."""
    row = tx.row(_by_id, {"note": note_id})
    return None if row is None else _to_schema(row)


def list_for_subject(tx: Tx, query: schemas.AdminListNotesQuery) -> tuple[list[schemas.Note], int]:
    """Return a page of the notes about an account or posting, newest first, and their total."""
    newest_first = [staff_notes.c.id.desc()]
    rows, total = offset.read(tx, query, _of_subject, newest_first, {"subject": query.subject})
    return [_to_schema(row) for row in rows], total


def delete(tx: Tx, note_id: Id) -> sa.Row[Any] | None:
    """Delete a note. Return what it was about and its account; None if there is no such note."""
    return tx.row(_delete, {"note": note_id})


def delete_author(tx: Tx, account_id: Id) -> None:
    """Remove an account as the author of notes."""
    tx.execute(_delete_author, {"account": account_id})


def _to_schema(row: sa.Row[Any]) -> schemas.Note:
    author = None
    if row.author_id is not None:
        author = {"id": row.author_id, "name": full_name(row.first_name, row.last_name)}
    return schemas.Note.from_row(
        row, subject={"kind": row.subject_kind, "id": row.subject_id}, author=author
    )
