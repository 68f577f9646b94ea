"""What the statements on notes return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.staff_notes.schemas import NoteSubjectKind
from bridgework.kit.core import Id


class StoredNote(NamedTuple):
    """A note (table `staff_notes`)."""

    id: Id
    account_id: Id
    subject_kind: NoteSubjectKind
    subject_id: Id
    text: str
    author_id: Id | None
    created_at: datetime


class AuthorName(NamedTuple):
    """The name of the author, if stated and not erased."""

    first_name: str | None
    last_name: str | None


class FoundNote(NamedTuple):
    """A note and the name of its author."""

    note: StoredNote
    author: AuthorName
