"""The statements on guests."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.community.calendar import queries
from bridgework.areas.community.calendar.policies import place_digest
from bridgework.areas.community.calendar.records import (
    Guest,
    GuestKey,
    Invitee,
    KnownAccount,
    StoredEvent,
)
from bridgework.areas.community.calendar.schemas import EventReply
from bridgework.areas.community.calendar.tables import EMAIL_DUE, events, guests
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import Id, new_id
from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import Keyset, Pages

_verified = sa.select(
    accounts.c.id,
    accounts.c.email,
    accounts.c.email_key,
    queries.can_sign_in.label("is_invitable"),
).where(accounts.c.is_email_verified)
_expects_emails = sa.and_(
    guests.c.status != "declined",
    sa.not_(guests.c.email_due),
    accounts.c.disabled_at.is_(None),
    accounts.c.erases_at.is_(None),
)
"""Guests who are e-mailed when their event changes: invited, not declined, and not leaving."""


def list_guests(event_id: Id) -> Pages[Guest]:
    """Return the guests of an event with contact, oldest first."""
    oldest_first = Keyset(guests.c.created_at, guests.c.id, descending=False)
    listed = queries.guests_with_contact.where(guests.c.event_id == event_id)
    return oldest_first.pages(listed, Guest)


def list_all_guests(event_id: Id | None) -> Pages[Guest]:
    """Return the guests of an event, or of all events, with contact, newest first."""
    listed = (
        queries.guests_with_contact
        if event_id is None
        else queries.guests_with_contact.where(guests.c.event_id == event_id)
    )
    return Keyset(guests.c.id, guests.c.id).pages(listed, Guest)


def list_accounts_by_email(tx: Tx, email_keys: Collection[str]) -> Sequence[KnownAccount]:
    """Return the verified accounts with these addresses, and whether they can be invited."""
    with_address = _verified.where(accounts.c.email_key.in_(email_keys))
    return tx.records(KnownAccount, with_address) if email_keys else []


def list_accounts_by_id(tx: Tx, account_ids: Collection[Id]) -> Sequence[KnownAccount]:
    """Return the verified accounts with these ids, and whether they can be invited."""
    chosen = _verified.where(accounts.c.id.in_(account_ids))
    return tx.records(KnownAccount, chosen) if account_ids else []


def list_uninvited(tx: Tx, event_id: Id, invitees: Iterable[Invitee]) -> list[Invitee]:
    """Return the invitees who are not guests of the event yet."""
    keys = {invitee: _guest_key(invitee) for invitee in invitees}
    statement = sa.select(guests.c.account_id, guests.c.email_key).where(
        guests.c.event_id == event_id,
        sa.or_(
            guests.c.account_id.in_([key.account_id for key in keys.values() if key.account_id]),
            guests.c.email_key.in_([key.email_key for key in keys.values() if key.email_key]),
        ),
    )
    present = set(tx.records(GuestKey, statement)) if keys else set()
    return [invitee for invitee, key in keys.items() if key not in present]


def add_invited(
    tx: Tx, event: StoredEvent, invited: Mapping[Id, Invitee], emailed: Container[Id], now: datetime
) -> None:
    """Add guests by their new ids, with `email_due` set for those not in `emailed`."""
    shared = {
        "event_id": event.id,
        "status": "invited",
        "invited_at": now,
        "created_at": now,
        "known_digest": place_digest(event),
    }
    rows = []
    for guest_id, invitee in invited.items():
        key = _guest_key(invitee)
        rows.append(
            {
                "id": guest_id,
                **key._asdict(),
                "email": invitee.email if key.account_id is None else None,
                "email_due": guest_id not in emailed,
                **shared,
                **request_origin.current_values(),
            }
        )
    if rows:
        tx.execute(guests.insert(), rows)


def add_uninvited(
    tx: Tx, event: StoredEvent, account_id: Id, reply: EventReply, now: datetime
) -> None:
    """Add a guest who replies without an invitation."""
    keys = {"id": new_id(), "event_id": event.id, "account_id": account_id, "email_due": False}
    known = {"known_digest": place_digest(event)}
    values = {**keys, **known, "status": reply, "answered_at": now, "created_at": now}
    tx.execute(guests.insert(), values)


def find_guest_of_account(tx: Tx, event_id: Id, account_id: Id) -> Guest | None:
    """Return the guest of an event with this account."""
    is_guest = sa.and_(guests.c.event_id == event_id, guests.c.account_id == account_id)
    return tx.record(Guest, queries.guests_with_contact.where(is_guest))


def find_guest(tx: Tx, guest_id: Id) -> Guest | None:
    """Return a guest with contact."""
    return tx.record(Guest, queries.guests_with_contact.where(guests.c.id == guest_id))


def count_going(tx: Tx, event_id: Id) -> int:
    """Return the number of guests with the reply `going`."""
    is_going = sa.and_(guests.c.event_id == event_id, guests.c.status == "going")
    return int(tx.value(sa.select(sa.func.count()).where(is_going)))


def update_reply(tx: Tx, guest_id: Id, reply: EventReply, now: datetime) -> None:
    """Set the reply of a guest."""
    statement = guests.update().where(guests.c.id == guest_id)
    tx.execute(statement.values(status=reply, answered_at=now))


def list_to_notify(tx: Tx, event: StoredEvent, limit: int) -> Sequence[Guest]:
    """Return guests of a cancelled event that were not notified yet, by id."""
    statement = queries.guests_with_contact.where(guests.c.event_id == event.id, _expects_emails)
    if event.notified_through is not None:
        statement = statement.where(guests.c.id > event.notified_through)
    return tx.records(Guest, statement.order_by(guests.c.id).limit(limit))


def lock_to_invite(tx: Tx, limit: int) -> Sequence[Guest]:
    """Return guests of published events whose invitation is not e-mailed yet, locked."""
    return tx.records(
        Guest,
        queries.guests_with_contact.join(events, events.c.id == guests.c.event_id)
        .where(EMAIL_DUE, queries.is_published)
        .order_by(guests.c.created_at)
        .limit(limit)
        .with_for_update(of=guests, skip_locked=True),
    )


def mark_emailed(tx: Tx, event: StoredEvent, guest_ids: Collection[Id]) -> None:
    """Record that these guests were e-mailed the present time and place of the event."""
    values = {"email_due": False, "known_digest": place_digest(event)}
    tx.execute(guests.update().where(guests.c.id.in_(guest_ids)).values(**values))


def list_to_notify_of_move(
    tx: Tx, event: StoredEvent, former_digest: str, limit: int
) -> Sequence[Guest]:
    """Return guests of a moved event who were e-mailed another time or place, by id."""
    known = sa.func.coalesce(guests.c.known_digest, former_digest)
    statement = queries.guests_with_contact.where(
        guests.c.event_id == event.id, _expects_emails, known != place_digest(event)
    )
    return tx.records(Guest, statement.order_by(guests.c.id).limit(limit))


def list_events_of(tx: Tx, invited: Iterable[Guest]) -> Mapping[Id, StoredEvent]:
    """Return the events of these guests, by id."""
    statement = sa.select(events).where(events.c.id.in_({guest.event_id for guest in invited}))
    return {event.id: event for event in tx.records(StoredEvent, statement)}


def lock_partly_notified_event(tx: Tx) -> StoredEvent | None:
    """Return a cancelled event with guests that were not notified yet, locked."""
    return tx.record(
        StoredEvent,
        sa.select(events)
        .where(events.c.cancelled_at.is_not(None), events.c.guests_notified_at.is_(None))
        .order_by(events.c.cancelled_at)
        .limit(1)
        .with_for_update(skip_locked=True),
    )


def update_account_of_guests(tx: Tx, account_id: Id) -> None:
    """Assign the guests with a newly verified address to its account.

    A guest of an event at which the account is already a guest is deleted.
    """
    verified_key = sa.select(accounts.c.email_key).where(
        accounts.c.id == account_id, accounts.c.is_email_verified
    )
    with_address = queries.guests_with_contact.where(
        guests.c.email_key == verified_key.scalar_subquery()
    )
    for guest in tx.records(Guest, with_address):
        is_row = guests.c.id == guest.id
        if find_guest_of_account(tx, guest.event_id, account_id) is None:
            claimed = {"account_id": account_id, "email": None, "email_key": None}
            tx.execute(guests.update().where(is_row).values(**claimed))
        else:
            tx.execute(guests.delete().where(is_row))


def _guest_key(invitee: Invitee) -> GuestKey:
    if invitee.account_id is not None:
        return GuestKey(invitee.account_id, None)
    return GuestKey(None, invitee.email_key)
