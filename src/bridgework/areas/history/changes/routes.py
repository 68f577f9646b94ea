"""The operations of the change feed."""

from bridgework.areas.history.changes import actions, errors, schemas, stream
from bridgework.context import Context, RequestContext
from bridgework.kit.actions import EventStream
from bridgework.kit.core import EventStreamsInUse, TooManyEventStreams
from bridgework.kit.http.operations import EVENT_STREAM, Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Changes",
    administrators=Tag("Changes", "Follow what happens: one numbered feed of all changes."),
)

_admin_or_partner = admin.or_partner("changes:read")


@router.get("/changes", who=_admin_or_partner, pool="computing", errors=(errors.ChangesExpired,))
def list_changes(context: Context, query: schemas.ListChangesQuery) -> schemas.ChangePage:
    """List changes in the order of their numbers, oldest first.

    Store `nextAfter` together with the effects of the changes, and send it as `after` next time.
    While `hasMore` is true, continue at once; then ask again after a pause. A change that is
    committed later always has a higher number, so none is missed. Changes are kept for
    30 days, unless the installation is configured otherwise; 410 `changes_expired` names the oldest
    one that is kept.

    | Type | When |
    |---|---|
    | `account.registered` | An account was registered. |
    | `account.verified` | Its e-mail address was verified. |
    | `account.disabled` | An administrator disabled it. Its content stays, but is not public. |
    | `account.erased` | It was erased, with everything that it owned. |
    | `expert.listed`, `expert.unlisted` | An expert joined or left the directory. |
    | `expert.changed` | The public record of a listed expert changed. |
    | `vendor.listed`, `vendor.unlisted` | An entry was added to or removed from the vendor \
directory. |
    | `vendor.changed` | An entry of the vendor directory changed. |
    | `blog.published` | A post became public, also at its scheduled time. |
    | `content.reported` | A member reported content. |
    | `content.hidden`, `content.restored` | An administrator hid or restored content. |
    | `role.…`, `job.…` | A posting reached the state. `deleted` also with its account. |
    | `role_application.…`, `job_application.…` | An application reached the state. |
    | `consultation.…` | A consultation reached the state. |
    | `event_request.…` | An event request reached the state. `withdrawn`: it was deleted. |
    | `event.created`, `event.changed`, `event.cancelled` | An event was created, changed or \
cancelled. |
    | `queue.claimed`, `queue.released` | An administrator claimed an item of the queue, or \
released it. The subject is the item. |
    | `queue.assigned` | An item of the queue was assigned to an administrator, or the \
assignment was removed. |
    """
    return actions.list_changes(context, query)


@router.get(
    "/changes/stream",
    who=_admin_or_partner,
    pool="computing",
    media_type=EVENT_STREAM,
    response_model=schemas.Change,
    errors=(errors.ChangesExpired, TooManyEventStreams, EventStreamsInUse),
)
def stream_changes(context: RequestContext) -> EventStream:
    """Stream changes as Server-Sent Events.

    Each event has the number of a change as its `id`, the type of the change as its `event`, and
    the change as `listChanges` returns it as its `data`. Changes are sent within about a second.
    If the connection ends, send the last `id` that you received as `Last-Event-ID`, and no change
    is missed; 410 `changes_expired` means that older changes are no longer kept. Without the
    header, the stream starts now. The stream begins with an `id` without `data`: the number after
    which it starts. A comment every 15 seconds keeps the connection open. The stream ends when
    your session or API key ends, and when the server restarts.
    """
    return stream.open_stream(context, context.last_event_id)
