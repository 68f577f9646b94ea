"""The operations on the queue."""

from bridgework.areas.operations.queue import actions, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

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
`adminPatchUser`, `adminDisableUser` |
    | `candidate` | an account of the jobs platform is not verified | the same |
    | `vendor` | an account of the vendors platform is not verified | the same |
    | `role` | a role is `pending` | `approveRole`, `rejectRole` |
    | `job` | a job is `pending` | `approveJob`, `rejectJob` |
    | `consultation` | a consultation is `requested` | `adminUpdateConsultation` |
    | `event_request` | an event request is `pending` | `approveEventRequest`, \
`rejectEventRequest` |
    | `report` | a report is `open` | `adminDecideReport` |
    | `email` | an e-mail is `dead` and has not expired | `adminRetryEmail` |

    An account waits from its registration on, once its e-mail address is verified and while it is
    neither disabled nor about to be erased. It is in the queue once for each of its platforms.
    """
    return actions.list_waiting(context, query)
