"""Leave notifications, with the e-mail about the same, list them, and mark them as read.

new = New("job.approved", owner, job_id, job.title)
notifications.leave_with_email(context, new, emails.job_decided(…))
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bridgework.areas.history.notifications import errors, kinds, queries, schemas, serializers
from bridgework.areas.history.notifications.fields import NotificationKindName
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import PATH, Email

kind_of = kinds.kind_of
UNNAMED_ACTOR = kinds.UNNAMED_ACTOR
KindName = NotificationKindName

RETENTION = timedelta(days=180)
_TITLE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class New:
    """A notification to leave for an account."""

    kind: NotificationKindName
    account_id: Id
    subject_id: Id
    title: str = ""
    """The title of the subject. It names no person."""
    actor_id: Id | None = None
    title_by: Id | None = None
    """Who wrote the title, if it was another account."""
    start_at: datetime | None = None
    """When the subject takes place, such as an event."""

    @property
    def path(self) -> str:
        """The path of the page that shows the subject."""
        return kinds.path_of(self.kind, self.subject_id)


def leave(tx: Tx, now: datetime, *new: New) -> None:
    """Leave notifications with one statement, in the transaction of what happened."""
    rows = [
        {
            "id": new_id(),
            "account_id": each.account_id,
            "kind": each.kind,
            "at": now,
            "subject_id": each.subject_id,
            "title": each.title[:_TITLE_LENGTH],
            "title_by": each.title_by,
            "start_at": each.start_at,
            "actor_id": each.actor_id,
        }
        for each in new
    ]
    if rows:
        queries.add(tx, rows)


def with_page(email: Email, new: New) -> Email:
    """Return an e-mail that leads to the same page as the notification that is left with it."""
    return replace(email, facts={**email.facts, PATH: new.path})


def leave_with_email(context: Context, new: New, email: Email | None) -> None:
    """Leave a notification and queue the e-mail about the same; None if it cannot be sent."""
    leave(context.tx, context.now, new)
    if email is not None:
        context.enqueue_email(with_page(email, new))


def leave_about_account(
    context: Context, kind: NotificationKindName, account_id: Id, email: Email
) -> None:
    """Leave a notification for an account about itself, and queue the e-mail about the same."""
    leave_with_email(context, New(kind, account_id, account_id), email)


def list_mine(context: Context, query: schemas.ListNotificationsQuery) -> schemas.NotificationPage:
    """Return a page of the caller's notifications, newest first."""
    owner, request = context.caller.account(), cursors.page_request(context, query, "notifications")
    found = queries.list_mine(context.tx, owner, request, unread_only=query.unread)
    return cursors.to_page(
        context,
        query,
        schemas.NotificationPage,
        found,
        "notifications",
        counts=count(context),
    )


def update(
    context: Context, notification_id: Id, body: schemas.UpdateNotificationRequest
) -> schemas.Notification:
    """Mark the caller's notification as read or unread. Raises NotificationNotFound.

    Once read, the time stays that of the first reading.
    """
    before = _get(context, notification_id)
    if (before.read_at is not None) == body.read:
        return before
    read_at = context.now if body.read else None
    queries.update_read(context.tx, context.caller.account(), notification_id, read_at)
    return _get(context, notification_id)


def read_all(
    context: Context, body: schemas.ReadAllNotificationsRequest
) -> schemas.NotificationCounts:
    """Mark the caller's notifications up to one as read. Raises NotificationNotFound."""
    up_to = _get(context, Id(body.up_to))
    owner = context.caller.account()
    queries.update_all_read(context.tx, owner, up_to.at, Id(body.up_to), context.now)
    return count(context)


def count(context: Context) -> schemas.NotificationCounts:
    """Return how many notifications the caller has."""
    unread = queries.count_unread(context.tx, context.caller.account())
    return schemas.NotificationCounts(unread=unread)


def forget_account(tx: Tx, account_id: Id) -> None:
    """Remove an account from the notifications of others, before it is erased."""
    queries.delete_account(tx, account_id)


def number(tx: Tx, _: datetime) -> int:
    """Number a batch of committed notifications. Returns how many. A periodic task."""
    return queries.number(tx)


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete some notifications that are older than 180 days. A periodic task."""
    return queries.delete_before(tx, now - RETENTION)


def _get(context: Context, notification_id: Id) -> schemas.Notification:
    row = queries.find(context.tx, context.caller.account(), notification_id)
    if row is None:
        raise errors.NotificationNotFound
    return serializers.to_schema(row)
