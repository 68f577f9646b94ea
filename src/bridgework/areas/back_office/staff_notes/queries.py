"""The statements on notes, and on the accounts and postings that they are about."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.staff_notes import schemas
from bridgework.areas.back_office.staff_notes.records import AuthorName, FoundNote, StoredNote
from bridgework.areas.back_office.staff_notes.tables import staff_notes
from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, reader_of, side_by_side
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
_reader = side_by_side(FoundNote, reader_of(StoredNote), reader_of(AuthorName))
_by_id = _notes.where(staff_notes.c.id == sa.bindparam("note", type_=IdColumn))
_of_subject = _notes.where(staff_notes.c.subject_id == _subject)
_add = staff_notes.insert()
_delete = (
    staff_notes.delete()
    .where(staff_notes.c.id == sa.bindparam("note", type_=IdColumn))
    .returning(staff_notes)
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


def add(tx: Tx, note: StoredNote) -> None:
    """Add a note."""
    tx.execute(_add, note._asdict())


def find(tx: Tx, note_id: Id) -> schemas.Note | None:
    """Return a note, None if there is none."""
    found = tx.record(_reader, _by_id, {"note": note_id})
    return None if found is None else _to_schema(found)


def list_for_subject(tx: Tx, query: schemas.AdminListNotesQuery) -> tuple[list[schemas.Note], int]:
    """Return a page of the notes about an account or posting, newest first, and their total."""
    newest_first = [staff_notes.c.id.desc()]
    of_subject = {"subject": query.subject}
    found, total = offset.read(tx, query, _reader, _of_subject, newest_first, of_subject)
    return [_to_schema(each) for each in found], total


def delete(tx: Tx, note_id: Id) -> StoredNote | None:
    """Delete a note, and return it; None if there is no such note."""
    return tx.record(StoredNote, _delete, {"note": note_id})


def delete_author(tx: Tx, account_id: Id) -> None:
    """Remove an account as the author of notes."""
    tx.execute(_delete_author, {"account": account_id})


def _to_schema(found: FoundNote) -> schemas.Note:
    (note, name), author = found, None
    if note.author_id is not None:
        author = {"id": note.author_id, "name": full_name(name.first_name, name.last_name)}
    return schemas.Note.from_row(
        note, subject={"kind": note.subject_kind, "id": note.subject_id}, author=author
    )
