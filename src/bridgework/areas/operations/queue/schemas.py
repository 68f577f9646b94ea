"""The request and response models of the queue."""

from bridgework.areas.history.changes.schemas import SubjectKind
from bridgework.areas.operations.queue.fields import QueueKind, QueueKinds
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.validation import ResponseModel, UtcDatetime, Uuid


class AdminQueueQuery(CursorQuery):
    kind: QueueKinds
    """Only items of these kinds, separated by commas. Without it, items of all kinds."""


class QueueSubject(ResponseModel):
    """The record that a decision is about."""

    kind: SubjectKind
    """`account` of an account to verify and of an e-mail; the reported content of a report;
    otherwise the kind of the item."""
    id: Uuid


class QueueItem(ResponseModel):
    """An item that waits for an administrator."""

    kind: QueueKind
    """Why it waits. `expert`, `candidate` and `vendor`: an account that is not verified on the
    matchmaking, jobs or vendors platform. `email`: an e-mail whose last attempt failed."""
    id: Uuid
    """The ID of the account, posting, consultation, event request, report or e-mail."""
    since: UtcDatetime
    """Since when it waits: the creation of the record, of a job its last change."""
    title: str
    """The name of a person, the title of a record, what is reported, or the recipient."""
    subtitle: str | None
    """The e-mail address of a person, the company of a role or job, the organization of a
    consultation, the location of an event, the reason of a report, or why an e-mail failed."""
    subject: QueueSubject | None
    """Null for an e-mail to an address without an account."""


class QueueCount(ResponseModel):
    """How many items of a kind wait."""

    count: int
    """The number of items."""
    oldest: UtcDatetime | None
    """Since when the oldest item waits. Null if none does."""


class QueuePage(CursorPage[QueueItem]):
    """Items that wait, oldest first."""

    counts: dict[str, QueueCount]
    """What waits of each kind, whatever the filter."""
