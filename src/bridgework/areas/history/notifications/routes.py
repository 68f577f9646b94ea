"""The operations of notifications."""

from bridgework.areas.history.notifications import actions, errors, schemas, stream
from bridgework.context import Context, RequestContext
from bridgework.kit.actions import EventStream
from bridgework.kit.core import EventStreamsInUse, Id, TooManyEventStreams
from bridgework.kit.http.operations import EVENT_STREAM, Router, Tag
from bridgework.kit.security import member

router = Router(
    "Notifications",
    members=Tag("Notifications", "See what happened to your records, and follow it live."),
)


@router.get("/notifications", who=member)
def list_notifications(
    context: Context, query: schemas.ListNotificationsQuery
) -> schemas.NotificationPage:
    """List the caller's notifications, newest first, with the number of unread ones.

    They are kept for 180 days.
    """
    return actions.list_mine(context, query)


@router.post("/notifications/read", who=member, errors=(errors.NotificationNotFound,))
def read_all_notifications(
    context: Context, body: schemas.ReadAllNotificationsRequest
) -> schemas.NotificationCounts:
    """Mark the notification `upTo` and all older ones of the caller as read.

    Newer ones, which the caller may not have seen, stay unread.
    """
    return actions.read_all(context, body)


@router.get(
    "/notifications/stream",
    who=member,
    pool="computing",
    media_type=EVENT_STREAM,
    response_model=schemas.Notification,
    errors=(TooManyEventStreams, EventStreamsInUse),
)
def stream_notifications(context: RequestContext) -> EventStream:
    """Stream the caller's notifications as Server-Sent Events.

    The event `notification` has a notification as `listNotifications` returns it as its `data`: a
    new one, or one that was marked as read or unread, also elsewhere. After
    `readAllNotifications` it is the newest one that was marked. The event `counts` follows, with
    the number of unread notifications; the stream begins with one. Events are sent within about a
    second. If the connection ends, send the last `id` that you received as `Last-Event-ID`, and no
    notification is missed. Without the header, the stream starts now. A comment every 15 seconds
    keeps the connection open. The stream ends when your session ends, and when the server restarts.
    """
    return stream.open_stream(context, context.last_event_id)


@router.patch("/notifications/{id}", who=member, not_found=errors.NotificationNotFound)
def update_notification(
    context: Context, notification_id: Id, body: schemas.UpdateNotificationRequest
) -> schemas.Notification:
    """Mark a notification of the caller as read or unread."""
    return actions.update(context, notification_id, body)
