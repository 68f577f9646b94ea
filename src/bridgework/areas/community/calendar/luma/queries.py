"""The statements on events that are to be synchronized with Luma."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.calendar.guest_queries import with_contact
from bridgework.areas.community.calendar.queries import is_published
from bridgework.areas.community.calendar.tables import events, guests, luma
from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.tracing import request_origin

Row = sa.Row[Any]

_is_waiting = luma.c.state == "waiting"


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


def find_next_due(tx: Tx) -> datetime | None:
    """Return when the next event is due, None if no event is waiting."""
    is_leased = luma.c.held_until > luma.c.due_at
    due_at = sa.case((is_leased, luma.c.held_until), else_=luma.c.due_at)
    earliest = sa.func.min(due_at, type_=UtcDateTimeColumn)
    next_time: datetime | None = tx.value(sa.select(earliest).where(_is_waiting))
    return next_time


def take(tx: Tx, now: datetime, lease: timedelta) -> Row | None:
    """Lease the event that is due first; no other worker can take it until the lease expires."""
    is_free = sa.or_(luma.c.held_until.is_(None), luma.c.held_until <= now)
    due = (
        sa.select(luma.c.event_id)
        .where(_is_waiting, luma.c.due_at <= now, is_free)
        .order_by(luma.c.due_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    taken = luma.update().where(luma.c.event_id == due.scalar_subquery())
    leased = {"held_until": now + lease, "attempts": luma.c.attempts + 1}
    return tx.row(taken.values(**leased).returning(luma))


def get_event(tx: Tx, event_id: Id) -> Row:
    """Return the current row of an event."""
    return tx.one(sa.select(events).where(events.c.id == event_id))


def list_unsynchronized_guests(tx: Tx, event_id: Id, limit: int) -> Sequence[Row]:
    """Return guests whose status on Luma differs from ours."""
    differs = guests.c.luma_status.is_distinct_from(guests.c.status)
    statement = with_contact.where(guests.c.event_id == event_id, differs)
    return tx.rows(statement.order_by(guests.c.id).limit(limit))


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


def release(tx: Tx, taken: Row, values: Mapping[str, object]) -> None:
    """End a lease with its result, unless another worker has taken the event meanwhile."""
    is_held = sa.and_(luma.c.event_id == taken.event_id, luma.c.held_until == taken.held_until)
    tx.execute(luma.update().where(is_held).values(held_until=None, **values))


def finish(tx: Tx, taken: Row) -> None:
    """End a lease with success; the event waits again if it was changed meanwhile."""
    state = sa.case((luma.c.change_count == taken.change_count, "synced"), else_="waiting")
    release(tx, taken, {"state": state, "attempts": 0, "fault": None})
