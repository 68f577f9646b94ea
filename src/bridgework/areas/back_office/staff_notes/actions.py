"""Add, list and delete notes."""

from bridgework.areas.back_office.staff_notes import errors, queries, schemas
from bridgework.areas.back_office.staff_notes.records import StoredNote
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import OffsetPage, offset


def add(context: Context, body: schemas.AdminAddNoteRequest) -> schemas.Note:
    """Add a note of the caller. Raises ValidationFailed for an unknown subject."""
    subject = body.subject
    account_id = queries.lock_account(context.tx, subject.kind, Id(subject.id))
    if account_id is None:
        message = f"There is no {subject.kind} with this ID."
        raise ValidationFailed(FieldError("subject.id", "unknown", message))
    note = StoredNote(
        id=new_id(),
        account_id=account_id,
        subject_kind=subject.kind,
        subject_id=Id(subject.id),
        text=body.text,
        author_id=context.caller.account(),
        created_at=context.now,
    )
    queries.add(context.tx, note)
    terms.put(context.tx, account_id, note.id, terms.of_texts([body.text]))
    audit.note(context, "note.add", target=subject.id)
    added = queries.find(context.tx, note.id)
    if added is None:
        raise errors.NoteNotFound
    return added


def list_for_subject(
    context: Context, query: schemas.AdminListNotesQuery
) -> OffsetPage[schemas.Note]:
    """Return a page of the notes about an account or posting, newest first."""
    items, total = queries.list_for_subject(context.tx, query)
    return offset.to_page(query, OffsetPage[schemas.Note], items, total)


def delete(context: Context, note_id: Id) -> None:
    """Delete a note. Raises NoteNotFound."""
    deleted = queries.delete(context.tx, note_id)
    if deleted is None:
        raise errors.NoteNotFound
    terms.put(context.tx, deleted.account_id, note_id, set())
    audit.note(context, "note.delete", target=deleted.subject_id)


def forget_author(tx: Tx, account_id: Id) -> None:
    """Remove an account as the author of notes, before it is erased."""
    queries.delete_author(tx, account_id)
