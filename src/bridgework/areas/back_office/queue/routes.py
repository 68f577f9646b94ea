"""The operations on the queue."""

from bridgework.areas.back_office.queue import actions, changes, decisions, errors, schemas
from bridgework.areas.back_office.queue.fields import QueueKind
from bridgework.areas.history.reviews.schemas import ChangeKind
from bridgework.areas.identity.accounts.lifecycle.decisions import REFUSALS
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.http.operations import OK, Ok, Router, Tag, WithVersion
from bridgework.kit.security import admin
from bridgework.kit.validation import or_none

router = Router(
    "Administration",
    administrators=Tag("Queue", "Everything that waits for a decision, oldest first."),
)


@router.get("/admin/queue", who=admin, pool="computing")
def admin_queue(context: Context, query: schemas.AdminQueueQuery) -> schemas.QueuePage:
    """List what waits for administrators, oldest first over all kinds.

    | `kind` | Waits while | Decided by |
    |---|---|---|
    | `expert` | an account on the matchmaking platform with the role `expert` is not verified | \
`adminPatchUser`, `adminAskForChanges`, `adminDisableUser` |
    | `candidate` | an account of the jobs platform is not verified | the same |
    | `vendor` | an account of the vendors platform is not verified | the same, `adminSetVendor` |
    | `role` | a role is `pending` | `approveRole`, `rejectRole` |
    | `job` | a job is `pending` | `approveJob`, `rejectJob` |
    | `role_changed` | the owner of an active role changed it | `adminConfirmChange`, \
`adminReverseChange` |
    | `identity_changed` | a verified person changed the name, credentials or licenses | the same |
    | `consultation` | a consultation is `requested` | `adminUpdateConsultation` |
    | `event_request` | an event request is `pending` | `approveEventRequest`, \
`rejectEventRequest` |
    | `report` | reports of a content are `open`: the first of them | `adminDecideReport` |
    | `email` | an e-mail is `dead` and has not expired | `adminRetryEmail` |

    An account waits from its registration on, once its e-mail address is verified and while it is
    neither disabled nor about to be erased. It is in the queue once for each of its platforms. An
    account whose owner was asked for changes by `adminAskForChanges` is listed only with
    `waitsFor=member`, and counted as `waitingForMember`, until the owner makes one. It can be
    decided all the same.

    The operations that decide accept the version of the item as `If-Match`, so that a decision is
    about what was read. The response to a decision about another version, or to one that was made
    already, names who decided last, as `decidedBy`.
    """
    return actions.list_waiting(context, query)


@router.post(
    "/admin/queue/{queueKind}/{id}/claim",
    who=admin,
    not_found=errors.QueueItemNotFound,
    errors=(errors.QueueItemClaimed,),
)
def admin_claim(context: Context, kind: QueueKind, item_id: Id) -> schemas.QueueClaim:
    """Claim an item for ten minutes, so that other administrators see who is looking at it.

    Repeat the request to renew the claim. It is shown as `claimedBy` in the queue, and announced as
    `queue.claimed` in the changes. A claim refuses no decision on the item except by
    `adminDecideMany`. It ends with `adminRelease`, or by itself, without a change.
    """
    return actions.claim(context, kind, item_id)


@router.delete(
    "/admin/queue/{queueKind}/{id}/claim",
    who=admin,
    not_found=errors.QueueItemNotFound,
    errors=(errors.QueueItemClaimed,),
)
def admin_release(context: Context, kind: QueueKind, item_id: Id) -> Ok:
    """End your claim on an item. Without a claim, nothing happens."""
    actions.release(context, kind, item_id)
    return OK


@router.put(
    "/admin/queue/{queueKind}/{id}/assignee",
    who=admin,
    not_found=errors.QueueItemNotFound,
    errors=(errors.AssigneeNotAdministrator,),
)
def admin_assign(context: Context, kind: QueueKind, item_id: Id, body: schemas.AssignRequest) -> Ok:
    """Assign an item to an administrator. `userId` null removes the assignment.

    The queue shows it as `assignedTo` and filters by it, and the changes announce it as
    `queue.assigned`. Every administrator can still decide the item. The assignment ends when the
    item no longer waits.
    """
    actions.assign(context, kind, item_id, Id(body.user_id) if body.user_id else None)
    return OK


@router.get("/admin/queue/{changeKind}/{id}/change", who=admin, not_found=errors.QueueItemNotFound)
def admin_get_change(
    context: Context, kind: ChangeKind, record_id: Id
) -> WithVersion[schemas.ChangeInReview]:
    """Return what an owner changed of a reviewed record, before and after.

    The ID is that of the role or of the account. Every member of an active role is reviewed, and of
    a person who is verified on any platform the names, the credentials, the licenses and the
    company. Several changes are one: `before` is what an administrator accepted last. A change that
    the owner takes back no longer waits, nor does one of a role that is closed or of an account
    that is no longer verified. What an administrator sets needs no review.

    Until it is confirmed or reversed, the text is visible, and `isVerified` of the person is false.
    The tier and the entry in the directory stay.
    """
    return WithVersion(*changes.get(context, kind, record_id))


@router.post(
    "/admin/queue/{changeKind}/{id}/confirm",
    who=admin,
    not_found=errors.QueueItemNotFound,
    if_match=True,
    errors=REFUSALS,
)
def admin_confirm_change(context: RequestContext, kind: ChangeKind, record_id: Id) -> Ok:
    """Accept a role or a person as changed. The owner is notified.

    With `If-Match`, the response is 412 if the owner has changed more since.
    """
    changes.confirm(context, kind, record_id, context.check_version)
    return OK


@router.post(
    "/admin/queue/{changeKind}/{id}/reverse",
    who=admin,
    not_found=errors.QueueItemNotFound,
    if_match=True,
    errors=REFUSALS,
)
def admin_reverse_change(
    context: RequestContext,
    kind: ChangeKind,
    record_id: Id,
    body: schemas.ReverseChangeRequest,
) -> Ok:
    """Set what changed back to what an administrator accepted last. The owner is notified.

    Other members stay as they are. With `If-Match`, the response is 412 if the owner has changed
    more since.
    """
    reason = or_none(body.reason) or ""
    changes.reverse(context, kind, record_id, reason, context.check_version)
    return OK


@router.post("/admin/queue/decide", who=admin, pool="computing")
def admin_decide_many(context: Context, body: schemas.DecideManyRequest) -> schemas.DecidedItems:
    """Make the same decision on up to 100 items, each as by its own operation.

    | `kind` | `decision` |
    |---|---|
    | `expert`, `candidate`, `vendor` | `verify` sets the tier of the platform, `disable` disables \
the account |
    | `role`, `job`, `event_request` | `approve`, `reject` |
    | `role_changed`, `identity_changed` | `confirm`, `reverse` |
    | `report` | `keep`, `hide` |
    | `consultation` | `decline`; to schedule one, call `adminUpdateConsultation` with the time |
    | `email` | `retry` |

    Each item is decided on its own, with the effects, the e-mails and the audit entry of its
    operation. An item that no longer waits fails with `queue_item_not_found`, one that another
    administrator has claimed with `queue_item_claimed`, and one that is no longer in the `version`
    of the request with `precondition_failed`; the others are decided all the same. `decidedBy`
    names who decided before. The response is 422, and nothing is decided, if the decision is not
    possible for one of the kinds.
    """
    return decisions.decide_many(context, body)
