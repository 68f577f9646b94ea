"""The request and response models of notes."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.back_office.staff_notes.fields import NoteText4000
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    RequestBody,
    ResponseModel,
    Schema,
    UtcDatetime,
    Uuid,
    UuidText,
)

NoteSubjectKind = TypeAliasType("NoteSubjectKind", Literal["account", "role", "job"])


class NoteSubject(Schema):
    """The account or posting that a note is about."""

    kind: NoteSubjectKind
    """Whether the note is about an account, a role or a job."""
    id: UuidText
    """The ID of the account, role or job."""


class AdminAddNoteRequest(RequestBody):
    """A note about an account or a posting."""

    subject: NoteSubject
    """What the note is about."""
    text: NoteText4000
    """Plain text. The person that the note is about can read it in an export."""


class AdminListNotesQuery(OffsetQuery):
    subject: UuidText
    """The ID of an account, a role or a job."""


class NoteAuthor(ResponseModel):
    """The administrator who wrote a note."""

    id: Uuid
    """The ID of the account."""
    name: str | None
    """The first and last name. Null if none is stated."""


class Note(ResponseModel):
    """A note of an administrator about an account or a posting."""

    id: Uuid
    subject: NoteSubject
    """What the note is about."""
    text: str
    """Plain text, as it was written."""
    author: NoteAuthor | None
    """Null after the account of the administrator was erased."""
    created_at: UtcDatetime
