"""E-mails to the guests of an event that moved in time or place.

A move waits two minutes for further ones; then each guest who knows another time or place is
e-mailed the present one. So a guest gets one e-mail, and none if the event moved back.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bridgework.areas.community.calendar import emails, policies, queries
from bridgework.areas.community.calendar.guests import guest_queries
from bridgework.areas.community.calendar.records import Guest, Invitee, StoredEvent
from bridgework.areas.history.notifications import actions as notifications
from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.security import Keyring

WAIT = timedelta(minutes=2)
"""How long a move waits for further ones."""


def note(tx: Tx, before: StoredEvent, after: StoredEvent, now: datetime) -> None:
    """Note that a locked event was changed, if its time or place is another one."""
    former = policies.place_digest(before)
    if policies.place_digest(after) != former:
        queries.add_move(tx, after.id, former, now, WAIT)


def send_emails(keyring: Keyring, tx: Tx, now: datetime, batch_size: int) -> int:
    """E-mail the next guests of an event that moved. Return 0 if no event waits."""
    event = queries.lock_moved_event(tx, now)
    if event is None:
        return 0
    move = queries.find_due_move(tx, event.id, now)
    if move is None:  # another process has e-mailed the guests
        return 1
    batch: Sequence[Guest] = []
    if event.cancelled_at is None and not policies.is_over(event, now):
        batch = guest_queries.list_to_notify_of_move(tx, event, move.former_digest, batch_size)
    if not batch:
        queries.delete_move(tx, event.id)
        return 1
    messages = [emails.event_changed(event, guest, keyring) for guest in batch]
    with request_origin.from_row(move).resume():
        outbox.add_many(tx, keyring, messages, now)
        notify_guests(tx, "event.moved", event, batch, now)
    guest_queries.mark_emailed(tx, event, [guest.id for guest in batch])
    return len(batch)


def notify_guests(
    tx: Tx,
    kind: notifications.KindName,
    event: StoredEvent,
    guests: Sequence[Guest | Invitee],
    now: datetime,
) -> None:
    """Leave a notification about an event for each guest who has an account."""
    left = [
        notifications.New(
            kind,
            guest.account_id,
            event.id,
            event.name,
            title_by=event.owner_id,
            start_at=event.start_at,
        )
        for guest in guests
        if guest.account_id is not None
    ]
    notifications.leave(tx, now, *left)
