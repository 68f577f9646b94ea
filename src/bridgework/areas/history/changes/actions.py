"""Announce changes, number them, and read them in their order.

changes.announce(tx, "account.verified", account_id)
changes.announce_state(tx, "job", "approved", job_id)

page = changes.read(database, now, after=last_processed)   # for background workers
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bridgework.areas.history.changes import errors, policies, queries, schemas
from bridgework.areas.history.changes.fields import ChangeType
from bridgework.areas.history.changes.records import NumberedChange
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, Tx

last_sequence = queries.get_last_number
ChangesExpired = errors.ChangesExpired


@dataclass(frozen=True, slots=True)
class Announcement:
    """A change to announce. `data` contains only ids and states, never personal data."""

    type: ChangeType
    subject_id: Id
    data: Mapping[str, str] = field(default_factory=dict)
    subject_kind: schemas.SubjectKind | None = None
    """By default the part of the type before the dot."""


def announce(
    tx: Tx, change_type: ChangeType, subject_id: Id, data: Mapping[str, str] | None = None
) -> None:
    """Announce a change in the transaction of the change, after the row of its record is written.

    It enters the feed if and only if the transaction commits.
    """
    announce_all(tx, [Announcement(change_type, subject_id, data or {})])


def announce_state(
    tx: Tx, noun: str, state: str, subject_id: Id, data: Mapping[str, str] | None = None
) -> None:
    """Announce that a record reached a state. Raises LookupError for an unknown state."""
    announce(tx, policies.type_of_state(noun, state), subject_id, data)


def announce_states(tx: Tx, noun: str, state: str, subject_ids: Iterable[Id]) -> None:
    """Announce that several records reached a state. Raises LookupError for an unknown state."""
    change_type = policies.type_of_state(noun, state)
    announce_all(tx, [Announcement(change_type, subject_id) for subject_id in subject_ids])


def announce_all(tx: Tx, announcements: Iterable[Announcement]) -> None:
    """Announce several changes with one statement."""
    rows = [
        {
            "type": each.type,
            "subject_kind": each.subject_kind or policies.subject_kind_of(each.type),
            "subject_id": each.subject_id,
            "data": dict(each.data),
        }
        for each in announcements
    ]
    if rows:
        queries.add(tx, rows)


def number(tx: Tx, now: datetime) -> int:
    """Number a batch of committed changes. Returns how many. Also a periodic task."""
    return queries.number(tx, now)


def read(
    database: Database,
    now: datetime,
    *,
    after: int | None,
    types: Collection[ChangeType] = (),
    limit: int = 100,
) -> schemas.ChangePage:
    """Number what was committed, and return the changes after a number.

    `after=None` starts with the oldest change that is kept. Raises ChangesExpired, or
    ValidationFailed for a number above the last one. Call it outside a transaction.
    """
    number_pending(database, now)
    with database.reading() as tx:
        return _read_page(tx, after, types, limit)


def read_kept(
    database: Database,
    now: datetime,
    *,
    after: int | None,
    types: Collection[ChangeType],
    limit: int,
) -> schemas.ChangePage:
    """Do as `read`, but start with the oldest change that is kept if older ones are expired."""
    try:
        return read(database, now, after=after, types=types, limit=limit)
    except errors.ChangesExpired:
        return read(database, now, after=None, types=types, limit=limit)


def number_pending(database: Database, now: datetime) -> int:
    """Number what was committed, and return the last number. Call it outside a transaction."""
    return queries.number_pending(database, now)


def list_changes(context: Context, query: schemas.ListChangesQuery) -> schemas.ChangePage:
    """Return a page of changes. Raises ChangesExpired or ValidationFailed."""
    return read(
        context.app.database,
        context.now,
        after=query.after,
        types=query.types,
        limit=query.limit,
    )


def delete_expired(retention: timedelta, tx: Tx, now: datetime) -> int:
    """Delete some changes that were numbered longer ago than `retention`. A periodic task."""
    return queries.delete_before(tx, now - retention, policies.DELETED_AT_ONCE)


def _read_page(
    tx: Tx, after: int | None, types: Collection[ChangeType], limit: int
) -> schemas.ChangePage:
    # The last number is read first: on PostgreSQL each statement sees what is committed by then,
    # so every change up to this number is visible to the statements below.
    last = queries.get_last_number(tx)
    start = _before_oldest(tx, last) if after is None else after
    if start > last:
        raise errors.not_yet_numbered(last)
    upto = min(last, start + policies.SCANNED_AT_ONCE)
    found = queries.list_between(tx, start, upto, types, limit)
    # After these: the cleanup deletes the lowest numbers first, so none is missing among them.
    if after is not None and after < (before_oldest := _before_oldest(tx, last)):
        raise errors.ChangesExpired(before_oldest + 1)
    next_after = found[-1].sequence if len(found) == limit else upto
    items = [_to_schema(change) for change in found]
    return schemas.ChangePage(items=items, next_after=next_after, has_more=next_after < last)


def _before_oldest(tx: Tx, last: int) -> int:
    oldest = queries.find_oldest_number(tx)
    return last if oldest is None else oldest - 1


def _to_schema(change: NumberedChange) -> schemas.Change:
    subject = schemas.ChangeSubject(kind=change.subject_kind, id=change.subject_id)
    return schemas.Change(
        sequence=change.sequence,
        type=change.type,
        at=change.at,
        subject=subject,
        data=change.data,
    )
