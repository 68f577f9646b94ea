"""Every statement on guests."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.calendar import store
from bridgework.areas.calendar.guests.rules import Invitee
from bridgework.areas.calendar.guests.shapes import EventGuest
from bridgework.areas.calendar.tables import LETTER_DUE, events, guests
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice
from bridgework.kit.tracing import origins

Row = sa.Row[Any]

_event_id = sa.bindparam("this_event", type_=IdColumn)
_account_id = sa.bindparam("this_account", type_=IdColumn)
_guest_id = sa.bindparam("this_guest", type_=IdColumn)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_most = sa.bindparam("most", type_=sa.Integer)

_invitable = sa.select(
    accounts.c.id,
    accounts.c.email,
    accounts.c.email_key,
    accounts.c.is_email_verified,
    accounts.c.disabled_at,
    accounts.c.erases_at,
)
_by_keys = _invitable.where(accounts.c.email_key.in_(sa.bindparam("keys", expanding=True)))
_by_ids = _invitable.where(accounts.c.id.in_(sa.bindparam("ids", expanding=True, type_=IdColumn)))
_present = sa.select(guests.c.account_id, guests.c.email_key).where(
    guests.c.event_id == _event_id,
    sa.or_(
        guests.c.account_id.in_(sa.bindparam("ids", expanding=True, type_=IdColumn)),
        guests.c.email_key.in_(sa.bindparam("keys", expanding=True)),
    ),
)
_add = guests.insert()
_of_account = sa.select(guests).where(
    guests.c.event_id == _event_id, guests.c.account_id == _account_id
)
_reachable = sa.select(
    guests.c.id,
    guests.c.event_id,
    guests.c.account_id,
    guests.c.status,
    guests.c.request_id,
    guests.c.traceparent,
    sa.func.coalesce(guests.c.email, accounts.c.email).label("email"),
    sa.func.coalesce(guests.c.email_key, accounts.c.email_key).label("email_key"),
).select_from(guests.outerjoin(accounts, accounts.c.id == guests.c.account_id))
_by_id = _reachable.where(guests.c.id == _guest_id)
_going = sa.select(sa.func.count()).where(
    guests.c.event_id == _event_id, guests.c.status == "going"
)
_answer = (
    guests.update()
    .where(guests.c.id == _guest_id)
    .values(status=sa.bindparam("reply"), answered_at=_now)
)
_listed = Keyset(guests.c.created_at, guests.c.id, descending=False).pages(
    sa.select(
        guests.c.id,
        guests.c.account_id,
        guests.c.status,
        guests.c.invited_at,
        guests.c.answered_at,
        guests.c.created_at,
        sa.func.coalesce(guests.c.email, accounts.c.email).label("email"),
        accounts.c.first_name,
        accounts.c.last_name,
    )
    .select_from(guests.outerjoin(accounts, accounts.c.id == guests.c.account_id))
    .where(guests.c.event_id == _event_id)
)
_to_tell = (
    _reachable.where(
        guests.c.event_id == _event_id,
        guests.c.status != "declined",
        sa.not_(guests.c.letter_due),
        sa.or_(
            sa.bindparam("through", type_=IdColumn).is_(None),
            guests.c.id > sa.bindparam("through", type_=IdColumn),
        ),
    )
    .order_by(guests.c.id)
    .limit(_most)
)
_unwritten = (
    _reachable.join(events, events.c.id == guests.c.event_id)
    .where(LETTER_DUE, store.is_shown)
    .order_by(guests.c.created_at)
    .limit(_most)
    .with_for_update(of=guests, skip_locked=True)
)
_written = (
    guests.update()
    .where(guests.c.id.in_(sa.bindparam("these", expanding=True, type_=IdColumn)))
    .values(letter_due=False)
)
_these_events = sa.select(events).where(
    events.c.id.in_(sa.bindparam("these", expanding=True, type_=IdColumn))
)
_half_told = (
    sa.select(events)
    .where(events.c.cancelled_at.is_not(None), events.c.guests_told_at.is_(None))
    .order_by(events.c.cancelled_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_key_of = sa.select(accounts.c.email_key).where(
    accounts.c.id == _account_id, accounts.c.is_email_verified
)
_by_address = sa.select(guests.c.id, guests.c.event_id).where(
    guests.c.email_key == _key_of.scalar_subquery()
)


def accounts_of(tx: Tx, email_keys: Sequence[str]) -> Sequence[Row]:
    """What matters of the accounts with these addresses."""
    return tx.rows(_by_keys, {"keys": email_keys}) if email_keys else []


def accounts_by_id(tx: Tx, account_ids: Sequence[Id]) -> Sequence[Row]:
    """The same of the accounts with these ids."""
    return tx.rows(_by_ids, {"ids": account_ids}) if account_ids else []


def absent(tx: Tx, event_id: Id, people: Iterable[Invitee]) -> list[Invitee]:
    """Those of several people who are no guests of an event yet."""
    several = list(people)
    asked = {
        "ids": [each.account_id for each in several if each.account_id is not None],
        "keys": [each.email_key for each in several if each.account_id is None],
    }
    rows = tx.rows(_present, {"this_event": event_id, **asked}) if several else []
    here = {(row.account_id, row.email_key) for row in rows}
    return [each for each in several if _name_of(each) not in here]


def add(
    tx: Tx, event_id: Id, several: Mapping[Id, Invitee], written_to: Container[Id], now: datetime
) -> None:
    """Add guests who are invited now, by the ids they are to have."""
    first = {"event_id": event_id, "status": "invited", "invited_at": now, "created_at": now}
    origin = origins.here()
    rows = [
        {
            "id": guest_id,
            "account_id": each.account_id,
            "email": each.email if each.account_id is None else None,
            "email_key": each.email_key if each.account_id is None else None,
            "letter_due": guest_id not in written_to,
            **first,
            **origin,
        }
        for guest_id, each in several.items()
    ]
    if rows:
        tx.execute(_add, rows)


def of_account(tx: Tx, event_id: Id, account_id: Id) -> Row | None:
    """An account as a guest of an event."""
    return tx.row(_of_account, {"this_event": event_id, "this_account": account_id})


def guest(tx: Tx, guest_id: Id) -> Row | None:
    """One guest, and the address that mail reaches them at."""
    return tx.row(_by_id, {"this_guest": guest_id})


def going(tx: Tx, event_id: Id) -> int:
    """How many come."""
    return int(tx.value(_going, {"this_event": event_id}))


def answer(tx: Tx, guest_id: Id, reply: str, now: datetime) -> None:
    """Note a guest's answer."""
    tx.execute(_answer, {"this_guest": guest_id, "reply": reply, "now": now})


def add_uninvited(tx: Tx, event_id: Id, account_id: Id, reply: str, now: datetime) -> None:
    """Add somebody who answers without having been asked."""
    names = {"id": new_id(), "event_id": event_id, "account_id": account_id, "letter_due": False}
    tx.execute(_add, {**names, "status": reply, "answered_at": now, "created_at": now})


def listed(tx: Tx, event_id: Id, page_request: PageRequest) -> PageSlice[EventGuest]:
    """A page of an event's guests, the first invited first."""
    return _listed.read(tx, page_request, _to_guest, {"this_event": event_id})


def to_tell(tx: Tx, event: Row, most: int) -> Sequence[Row]:
    """Some guests of a cancelled event who have yet to be told, in order of id."""
    place = {"this_event": event.id, "through": event.told_through, "most": most}
    return tx.rows(_to_tell, place)


def unwritten(tx: Tx, most: int) -> Sequence[Row]:
    """Some guests who have yet to be written to, of events that are to be; locked."""
    return tx.rows(_unwritten, {"most": most})


def note_written(tx: Tx, guest_ids: Sequence[Id]) -> None:
    """Note that these guests were written to."""
    tx.execute(_written, {"these": guest_ids})


def events_of(tx: Tx, several: Iterable[Row]) -> Mapping[Id, Row]:
    """The events that these are the guests of, by their ids."""
    rows = tx.rows(_these_events, {"these": list({each.event_id for each in several})})
    return {row.id: row for row in rows}


def half_told(tx: Tx) -> Row | None:
    """A cancelled event some of whose guests have yet to be told, locked."""
    return tx.row(_half_told)


def claim(tx: Tx, account_id: Id) -> None:
    """Let an account be the guest that its proved address was, unless it is one already."""
    rows = tx.rows(_by_address, {"this_account": account_id})
    for row in rows:
        this = guests.c.id == row.id
        if of_account(tx, row.event_id, account_id) is None:
            now_theirs = {"account_id": account_id, "email": None, "email_key": None}
            tx.execute(guests.update().where(this).values(**now_theirs))
        else:
            tx.execute(guests.delete().where(this))


def _name_of(invitee: Invitee) -> tuple[Id | None, str | None]:
    if invitee.account_id is not None:
        return invitee.account_id, None
    return None, invitee.email_key


def _to_guest(row: Row) -> EventGuest:
    return EventGuest(
        id=row.id,
        account_id=row.account_id,
        name=" ".join(part for part in (row.first_name, row.last_name) if part) or None,
        email=row.email,
        status=row.status,
        invited_at=row.invited_at,
        answered_at=row.answered_at,
        created_at=row.created_at,
    )
