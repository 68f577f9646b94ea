"""Which events are there for whom: the one condition that every reader goes by."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

import sqlalchemy as sa

from bridgework.areas.calendar.tables import events, guests, requests
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

Row = sa.Row[Any]
Kind = Literal["admin", "member", "partner"]

_reader = sa.bindparam("reader", type_=IdColumn)
_event_id = sa.bindparam("this_event", type_=IdColumn)

is_shown = sa.and_(events.c.hidden_at.is_(None), events.c.cancelled_at.is_(None))
_is_guest = sa.exists().where(guests.c.event_id == events.c.id, guests.c.account_id == _reader)
_OPEN: dict[Kind, sa.ColumnElement[bool]] = {
    "admin": sa.true(),
    "member": sa.or_(events.c.visibility != "private", events.c.owner_id == _reader, _is_guest),
    "partner": events.c.visibility == "public",
}


def kind_of(caller: Caller) -> Kind:
    """As what somebody looks at the calendar."""
    if caller.is_admin:
        return "admin"
    return "member" if caller.account_id is not None else "partner"


def open_to(kind: Kind) -> sa.ColumnElement[bool]:
    """Whether an event is open to readers of a kind; of members, to `reader`."""
    return _OPEN[kind]


def reading_as(caller: Caller) -> dict[str, object]:
    """What `open_to` needs to know of who reads."""
    return {"reader": caller.account_id} if kind_of(caller) == "member" else {}


@lru_cache(maxsize=6)
def _one(kind: Kind, *, locked: bool) -> sa.Select[Any]:
    found = sa.select(events).where(events.c.id == _event_id, is_shown, open_to(kind))
    return found.with_for_update(key_share=True, of=events) if locked else found


def event_for(tx: Tx, caller: Caller, event_id: Id) -> Row | None:
    """One event, if it is there for the caller."""
    statement = _one(kind_of(caller), locked=False)
    return tx.row(statement, {"this_event": event_id, **reading_as(caller)})


def locked_event_for(tx: Tx, caller: Caller, event_id: Id) -> Row | None:
    """The same, locked: whoever else would change it or its guests waits for this transaction."""
    statement = _one(kind_of(caller), locked=True)
    return tx.row(statement, {"this_event": event_id, **reading_as(caller)})


_now = sa.bindparam("at", type_=UtcDateTimeColumn)
_moderated = events.update().where(events.c.id == _event_id, events.c.cancelled_at.is_(None))
_changed = {"version": events.c.version + 1, "updated_at": _now}
_hide = _moderated.where(events.c.hidden_at.is_(None)).values(hidden_at=_now, **_changed)
_restore = _moderated.where(events.c.hidden_at.is_not(None)).values(hidden_at=None, **_changed)
_path = sa.bindparam("path", type_=sa.Text)
_needed = sa.select(
    sa.or_(
        sa.exists().where(events.c.cancelled_at.is_(None), events.c.cover_url.endswith(_path)),
        sa.exists().where(requests.c.status == "pending", requests.c.cover_url.endswith(_path)),
    )
)
_any = sa.select(events).where(events.c.id == _event_id)
_any_locked = _any.with_for_update(key_share=True)


def event(tx: Tx, event_id: Id) -> Row | None:
    """One event whoever asks, hidden and cancelled ones too."""
    return tx.row(_any, {"this_event": event_id})


def locked_event(tx: Tx, event_id: Id) -> Row | None:
    """The same, locked."""
    return tx.row(_any_locked, {"this_event": event_id})


def change(tx: Tx, event_id: Id, values: Mapping[str, object]) -> Row:
    """Change an event, and return it as it is now."""
    statement = events.update().where(events.c.id == event_id).values(**values).returning(events)
    return tx.one(statement)


def note_told(tx: Tx, event_id: Id, through: Id | None, done_at: datetime | None) -> None:
    """Note up to whom the guests of a cancelled event were told, and when that was all of them."""
    values = {"told_through": through, "guests_told_at": done_at}
    tx.execute(events.update().where(events.c.id == event_id).values(**values))


def hide(tx: Tx, event_id: Id, now: datetime) -> bool:
    """Hide an event from everybody; False if there was none to be seen."""
    return tx.execute(_hide, {"this_event": event_id, "at": now}).rowcount == 1


def restore(tx: Tx, event_id: Id, now: datetime) -> bool:
    """Show a hidden event again; False if there was none."""
    return tx.execute(_restore, {"this_event": event_id, "at": now}).rowcount == 1


def needs(tx: Tx, object_path: str) -> bool:
    """Whether the upload at this path is the picture of an event, or of a proposal that waits."""
    return bool(tx.value(_needed, {"path": f"/{object_path}"}))
