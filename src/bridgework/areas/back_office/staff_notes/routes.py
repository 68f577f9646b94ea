"""The operations on notes."""

from bridgework.areas.back_office.staff_notes import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Notes", "Notes of administrators about accounts and postings."),
)


@router.post("/admin/notes", who=admin, status=201)
def admin_add_note(context: Context, body: schemas.AdminAddNoteRequest) -> schemas.Note:
    """Add a note about an account, a role or a job. All administrators can read it.

    The person that the note is about finds its text in `exportMe`, without the author: for a
    posting, this is its owner. It is erased with that account. A note cannot be changed.
    """
    return actions.add(context, body)


@router.get("/admin/notes", who=admin)
def admin_list_notes(
    context: Context, query: schemas.AdminListNotesQuery
) -> OffsetPage[schemas.Note]:
    """List the notes about an account, a role or a job, newest first."""
    return actions.list_for_subject(context, query)


@router.delete("/admin/notes/{id}", who=admin, not_found=errors.NoteNotFound)
def admin_delete_note(context: Context, note_id: Id) -> Ok:
    """Delete a note of any administrator."""
    actions.delete(context, note_id)
    return OK
