"""The types of changes, and the requests and responses of the change feed."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.history.changes.fields import ChangeType, ChangeTypes, Sequence
from bridgework.areas.history.changes.fields import ChangeTypeName as ChangeTypeName
from bridgework.kit.validation import (
    ErrorBody,
    JsonObject,
    PageSize,
    QueryParams,
    ResponseModel,
    UtcDatetime,
    Uuid,
)

SubjectKindName = Literal[
    "account",
    "expert",
    "vendor",
    "blog",
    "role",
    "role_application",
    "job",
    "job_application",
    "consultation",
    "event_request",
    "event",
    "post",
    "comment",
    "profile",
    "candidate",
    "role_changed",
    "identity_changed",
    "report",
    "email",
]
SubjectKind = TypeAliasType("SubjectKind", SubjectKindName)
"""What a change is about. `post`, `comment` and `profile` occur in `content.…` only, `candidate`,
`role_changed`, `identity_changed`, `report` and `email` in `queue.…` only."""


class ListChangesQuery(QueryParams):
    """Parameters of the change feed."""

    after: Sequence | None = None
    """The `nextAfter` of the previous response, or the `sequence` of the last change that you
    processed. Without it, the list starts with the oldest change that is kept."""
    types: ChangeTypes
    """Only changes of these types, separated by commas. Without it, changes of all types."""
    limit: PageSize = 100


class ChangeSubject(ResponseModel):
    """The record that changed."""

    kind: SubjectKind
    """The kind of the record."""
    id: Uuid
    """The ID of the record. An expert, a candidate, a vendor and a profile have the ID of their
    account."""


class Change(ResponseModel):
    """A change of a record. Read the record to learn its present state."""

    sequence: int
    """The number of the change. Numbers have no gaps and never decrease."""
    type: ChangeType
    """The kind of the record, and what happened to it or which state it reached."""
    at: UtcDatetime
    """When the change was numbered, normally within seconds of its commit."""
    subject: ChangeSubject
    data: JsonObject
    """Further IDs: `jobId` or `roleId` of an application, `eventId` of an approved event request,
    `reportId` of reported content, `accountId` of the administrator of a claim. Otherwise empty.
    It contains no personal data."""


class ChangePage(ResponseModel):
    """Changes in the order of their numbers."""

    items: list[Change]
    next_after: int
    """The `after` of the next request."""
    has_more: bool
    """Whether further changes exist now. With `types`, a page may be empty although further changes
    exist."""


class ChangesExpiredError(ErrorBody):
    """The changes after `after` are no longer kept."""

    error: str
    message: str
    oldest: int
    """The `sequence` of the oldest change that is kept, or of the next one."""
