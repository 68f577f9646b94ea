"""The request and response models of the queue."""

from pydantic import MISSING

from bridgework.areas.back_office.queue.fields import (
    QueueDecision,
    QueueKind,
    QueueKinds,
    WaitsFor,
)
from bridgework.areas.history.changes.schemas import SubjectKind
from bridgework.areas.history.reviews.schemas import ChangeKind, MemberChange
from bridgework.areas.identity.accounts.schemas import Decider, DecisionOutcome
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.validation import (
    ErrorBody,
    OneTo100,
    Reason1000,
    RequestBody,
    ResponseModel,
    SafeInteger,
    Text1000,
    UtcDatetime,
    Uuid,
    UuidText,
)


class AdminQueueQuery(CursorQuery):
    kind: QueueKinds
    """Only items of these kinds, separated by commas. Without it, items of all kinds."""
    assigned_to: UuidText | None = None
    """Only items that are assigned to this administrator."""
    waits_for: WaitsFor = "administrator"
    """With `member`, the accounts whose owners an administrator asked for changes, until they make
    one. They are no part of the queue for administrators."""


class QueueSubject(ResponseModel):
    """The record that a decision is about."""

    kind: SubjectKind
    """`account` of an account to verify and of an e-mail; the reported content of a report;
    otherwise the kind of the item."""
    id: Uuid


class QueueClaim(ResponseModel):
    """The administrator who looks at an item."""

    id: Uuid
    """The ID of the administrator's account."""
    name: str
    """The administrator's name, or the e-mail address without one."""
    until: UtcDatetime
    """When the claim ends, unless it is renewed."""


class QueueAssignee(ResponseModel):
    """The administrator who shall decide an item."""

    id: Uuid
    """The ID of the administrator's account."""
    name: str
    """The administrator's name, or the e-mail address without one."""


class AssignRequest(RequestBody):
    """Who shall decide an item."""

    user_id: UuidText | None
    """The ID of an administrator's account, or null to remove the assignment."""


class QueueItemClaimedError(ErrorBody):
    """Another administrator has claimed the item."""

    error: str
    message: str
    claimed_by: QueueClaim


class QueueItem(ResponseModel):
    """An item that waits for an administrator."""

    kind: QueueKind
    """Why it waits. `expert`, `candidate` and `vendor`: an account that is not verified on the
    matchmaking, jobs or vendors platform. `role_changed`: an active role that its owner changed.
    `identity_changed`: a verified person who changed the name, credentials or licenses. `email`: an
    e-mail whose last attempt failed."""
    id: Uuid
    """The ID of the account, posting, consultation, event request, report or e-mail."""
    since: UtcDatetime
    """Since when it waits: the creation of the record, of a job its last change, of a change the
    first one since the last decision."""
    title: str
    """The name of a person, the title of a record, what is reported, or the recipient."""
    subtitle: str | None
    """The e-mail address of a person, the company of a role or job, the organization of a
    consultation, the location of an event, the reason of a report, or why an e-mail failed."""
    subject: QueueSubject | None
    """Null for an e-mail to an address without an account."""
    reporters: int | None
    """The number of members who reported the content of a report. Null for other kinds."""
    version: int | None
    """The version of what an administrator reads to decide: of an account with its profiles, of a
    report with what it is about. A decision that names it, as `version` or as
    `If-Match: "3-0000000000000000"` with the version in place of 3, is refused if that has changed
    since. Null if the record was deleted meanwhile."""
    changes_asked_at: UtcDatetime | None
    """When an administrator asked the owner of an account to change the profile, see
    `adminAskForChanges`. Null if no administrator did, and for other kinds."""
    changes_answered_at: UtcDatetime | None
    """When the owner made a change that was asked for. Null until then."""
    claimed_by: QueueClaim | None
    """Null if no administrator has claimed the item."""
    assigned_to: QueueAssignee | None
    """Null if the item is not assigned."""


class ChangeInReview(ResponseModel):
    """What changed of a record since an administrator accepted it last."""

    kind: ChangeKind
    """The kind of the item in the queue."""
    id: Uuid
    """The ID of the role, or of the account."""
    since: UtcDatetime
    """Since when a change waits."""
    title: str
    """The title of the role, or the name of the person, as it is now."""
    owner_id: Uuid
    """The ID of the account that made the changes."""
    version: int
    """Names exactly these changes."""
    members: list[MemberChange]
    """The members that differ."""


class ReverseChangeRequest(RequestBody):
    """Why a change is reversed. It is sent to the owner."""

    reason: Text1000 | MISSING = MISSING


class QueueCount(ResponseModel):
    """How many items of a kind wait."""

    count: int
    """The number of items."""
    oldest: UtcDatetime | None
    """Since when the oldest item waits. Null if none does."""
    waiting_for_member: int
    """The number of accounts that `waitsFor=member` lists. 0 for other kinds."""


class QueuePage(CursorPage[QueueItem]):
    """Items that wait, oldest first."""

    counts: dict[str, QueueCount]
    """What waits of each kind, whatever the filter."""


class QueueItemKey(RequestBody):
    """An item of the queue."""

    kind: QueueKind
    """The kind of the item, as in the queue."""
    id: UuidText
    """The ID of the item, as in the queue."""
    version: SafeInteger | MISSING = MISSING
    """The `version` of the item, as in the queue. If it has another one by now, the outcome is
    `failed` with `precondition_failed`."""


class DecideManyRequest(RequestBody):
    """The same decision on several items."""

    items: OneTo100[QueueItemKey]
    """The items, which may be of several kinds."""
    decision: QueueDecision
    """A decision that is possible for every item."""
    reason: Reason1000 | MISSING = MISSING
    """The reason, as the operation of the decision takes it. Required to disable, keep or hide, and
    to reject an event request."""


class DecidedItem(ResponseModel):
    """The outcome for one item."""

    kind: QueueKind
    """The kind of the item, as in the request."""
    id: Uuid
    """The ID of the item, as in the request."""
    outcome: DecisionOutcome
    """`failed`: nothing was changed."""
    error: str | None
    """The code of the error of the operation. Null without an error."""
    message: str | None
    """The message of the error. Null without an error."""
    decision: str | None
    """The last decision on the record, if the item failed because it was decided or changed, as the
    audit log names it: `job.approve`, for example."""
    decided_by: Decider | None
    """The administrator who made it."""
    decided_at: UtcDatetime | None
    """When it was made."""


class DecidedItems(ResponseModel):
    """The outcomes of a decision on several items."""

    results: list[DecidedItem]
    """One outcome for each item, in the order of the request."""
