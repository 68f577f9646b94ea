"""Every statement on what Luma has yet to be told."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.calendar.tables import events, guests, luma
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.tracing import origins

Row = sa.Row[Any]

_event_id = sa.bindparam("this_event", type_=IdColumn)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)

_add = luma.insert()
_want = (
    luma.update()
    .where(luma.c.event_id == _event_id)
    .values(
        wanted=luma.c.wanted + 1,
        state="waiting",
        attempts=0,
        due_at=_now,
        fault=None,
        request_id=sa.bindparam("request_id"),
        traceparent=sa.bindparam("traceparent"),
    )
)
_may_be_tried_at = sa.case(
    (luma.c.held_until > luma.c.due_at, luma.c.held_until), else_=luma.c.due_at
)
_next_due = sa.select(sa.func.min(_may_be_tried_at, type_=UtcDateTimeColumn)).where(
    luma.c.state == "waiting"
)
_unknown = (
    sa.select(events.c.id)
    .outerjoin(luma, luma.c.event_id == events.c.id)
    .where(
        luma.c.event_id.is_(None),
        events.c.start_at > _now,
        events.c.cancelled_at.is_(None),
        events.c.hidden_at.is_(None),
    )
    .order_by(events.c.start_at)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_due = (
    sa.select(luma.c.event_id)
    .where(
        luma.c.state == "waiting",
        luma.c.due_at <= _now,
        sa.or_(luma.c.held_until.is_(None), luma.c.held_until <= _now),
    )
    .order_by(luma.c.due_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_take = (
    luma.update()
    .where(luma.c.event_id == _due.scalar_subquery())
    .values(held_until=sa.bindparam("until", type_=UtcDateTimeColumn), attempts=luma.c.attempts + 1)
    .returning(luma)
)
_event = sa.select(events).where(events.c.id == _event_id)
_untold_guests = (
    sa.select(
        guests.c.id,
        guests.c.status,
        guests.c.luma_status,
        sa.func.coalesce(guests.c.email, accounts.c.email).label("email"),
        accounts.c.first_name,
        accounts.c.last_name,
    )
    .select_from(guests.outerjoin(accounts, accounts.c.id == guests.c.account_id))
    .where(
        guests.c.event_id == _event_id,
        guests.c.luma_status.is_distinct_from(guests.c.status),
    )
    .order_by(guests.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


def add(tx: Tx, event_ids: Sequence[Id], now: datetime) -> None:
    """Have Luma told of events that it does not know."""
    first = {"state": "waiting", "wanted": 1, "attempts": 0, "due_at": now, **origins.here()}
    tx.execute(_add, [{"event_id": event_id, **first} for event_id in event_ids])


def want(tx: Tx, event_id: Id, now: datetime) -> None:
    """Have Luma told of an event once more, from its first try on, if it was ever to be told."""
    tx.execute(_want, {"this_event": event_id, "now": now, **origins.here()})


def unknown(tx: Tx, now: datetime, most: int) -> Sequence[Id]:
    """Some events to come that Luma was never to be told of."""
    return tx.execute(_unknown, {"now": now, "most": most}).scalars().all()


def next_due(tx: Tx) -> datetime | None:
    """When the next event is due, None if none waits."""
    due: datetime | None = tx.value(_next_due)
    return due


def take(tx: Tx, now: datetime, lease: timedelta) -> Row | None:
    """Take the event that is due first: nobody else gets it until the lease is over."""
    return tx.row(_take, {"now": now, "until": now + lease})


def event(tx: Tx, event_id: Id) -> Row:
    """The event as it is now."""
    return tx.one(_event, {"this_event": event_id})


def untold_guests(tx: Tx, event_id: Id, most: int) -> Sequence[Row]:
    """Some guests of whom Luma holds something else than we do."""
    return tx.rows(_untold_guests, {"this_event": event_id, "most": most})


def note_guests(tx: Tx, several: Mapping[Id, str]) -> None:
    """Note what Luma was told of guests."""
    for status in set(several.values()):
        these = [guest_id for guest_id, told in several.items() if told == status]
        tx.execute(guests.update().where(guests.c.id.in_(these)).values(luma_status=status))


def note_event(tx: Tx, event_id: Id, luma_event_id: str, luma_url: str) -> None:
    """Note what Luma calls an event, and where it shows it."""
    names = {"luma_event_id": luma_event_id, "luma_url": luma_url}
    tx.execute(events.update().where(events.c.id == event_id).values(**names))


def note(tx: Tx, event_id: Id, values: Mapping[str, object]) -> None:
    """Note how far Luma knows of an event."""
    tx.execute(luma.update().where(luma.c.event_id == event_id).values(**values))


def release(tx: Tx, taken: Row, **values: object) -> None:
    """Say what became of an event that was taken, unless its lease is over and another has it."""
    is_held = sa.and_(luma.c.event_id == taken.event_id, luma.c.held_until == taken.held_until)
    tx.execute(luma.update().where(is_held).values(held_until=None, **values))


def strike_out(tx: Tx, taken: Row) -> None:
    """Luma was told all that was wanted when the event was taken; it waits on if more is by now."""
    state = sa.case((luma.c.wanted == taken.wanted, "told"), else_="waiting")
    release(tx, taken, state=state, attempts=0, fault=None)
