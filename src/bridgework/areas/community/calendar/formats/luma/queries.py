"""The statements on events that are to be synchronized with Luma."""

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.community.calendar.queries import guests_with_contact, is_published
from bridgework.areas.community.calendar.records import Guest, StoredEvent, Synchronization
from bridgework.areas.community.calendar.tables import events, guests, luma
from bridgework.kit.core import Id
from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery import LeaseQueue

queue = LeaseQueue(
    luma,
    Synchronization,
    waiting=luma.c.state == sa.literal_column("'waiting'"),
    until=luma.c.held_until,
    due=luma.c.due_at,
    set_by_take={"attempts": luma.c.attempts + 1},
)
"""An event that is changed during a lease is due at once, and taken after the lease."""


def add(tx: Tx, event_ids: Collection[Id], now: datetime) -> None:
    """Mark events for their first synchronization."""
    origin = request_origin.current_values()
    values = {"state": "waiting", "change_count": 1, "attempts": 0, "due_at": now, **origin}
    tx.execute(luma.insert(), [{"event_id": event_id, **values} for event_id in event_ids])


def mark_changed(tx: Tx, event_id: Id, now: datetime) -> None:
    """Mark an event for another synchronization with new attempts, if it is synchronized."""
    changes = {
        "change_count": luma.c.change_count + 1,
        "state": "waiting",
        "attempts": 0,
        "fault": None,
    }
    statement = luma.update().where(luma.c.event_id == event_id)
    tx.execute(statement.values(**changes, due_at=now, **request_origin.current_values()))


def list_unmarked(tx: Tx, now: datetime, limit: int) -> Sequence[Id]:
    """Return future events that were created while Luma was not connected."""
    return tx.values(
        sa.select(events.c.id)
        .outerjoin(luma, luma.c.event_id == events.c.id)
        .where(luma.c.event_id.is_(None), events.c.start_at > now, is_published)
        .order_by(events.c.start_at)
        .limit(limit)
    )


def get_event(tx: Tx, event_id: Id) -> StoredEvent:
    """Return an event as it is now."""
    [event] = tx.records(StoredEvent, sa.select(events).where(events.c.id == event_id))
    return event


def list_unsynchronized_guests(tx: Tx, event_id: Id, limit: int) -> Sequence[Guest]:
    """Return guests whose status on Luma differs from ours."""
    differs = guests.c.luma_status.is_distinct_from(guests.c.status)
    statement = guests_with_contact.where(guests.c.event_id == event_id, differs)
    return tx.records(Guest, statement.order_by(guests.c.id).limit(limit))


def update_luma_status(tx: Tx, guest_ids: Collection[Id], status: str) -> None:
    """Record the status that guests have on Luma."""
    tx.execute(guests.update().where(guests.c.id.in_(guest_ids)).values(luma_status=status))


def update_luma_event(tx: Tx, event_id: Id, luma_event_id: str, luma_url: str) -> None:
    """Record Luma's id and URL of an event."""
    values = {"luma_event_id": luma_event_id, "luma_url": luma_url}
    tx.execute(events.update().where(events.c.id == event_id).values(**values))


def update_state(tx: Tx, event_id: Id, **values: object) -> None:
    """Record the state of an event on Luma."""
    tx.execute(luma.update().where(luma.c.event_id == event_id).values(**values))


def release(tx: Tx, taken: Synchronization, **values: object) -> None:
    """End a lease with its result, except that of an event that was changed meanwhile: it waits."""
    is_unchanged = luma.c.change_count == taken.change_count
    results = {
        name: sa.case((is_unchanged, sa.literal(value, luma.c[name].type)), else_=luma.c[name])
        for name, value in values.items()
    }
    queue.update(tx, taken, held_until=None, **results)
