"""The statements on the audit log."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.areas.history.audit.policies import Checkpoint, Entry, Personal
from bridgework.areas.history.audit.records import (
    Head,
    ListedEntry,
    Seal,
    SealedEntry,
    StoredEntry,
    Unsealed,
)
from bridgework.areas.history.audit.schemas import AdminListLogsQuery
from bridgework.areas.history.audit.tables import entries, head, personal
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, IdColumn, Tx, reader_of, side_by_side
from bridgework.kit.data.pagination import Keyset, offset

Item = TypeVar("Item")

LOWEST_ID = Id("00000000-0000-0000-0000-000000000000")
LOWEST_KEY = (-(2**63), LOWEST_ID)
"""A number and an ID that sort before all entries."""

_add_entry = entries.insert()
_add_personal = personal.insert()
_with_personal = entries.outerjoin(personal)
_entries = sa.select(
    *(entries.c[name] for name in ListedEntry._fields if name in entries.c),
    *(personal.c.ip, personal.c.user_agent),
).select_from(_with_personal)
_is_unsealed = entries.c.number.is_(None)
# Uninterpreted: a manipulated SQLite row may contain neither a time nor JSON in these columns.
_stored = sa.select(
    *(entries.c[name] for name in ("id", "actor", "action", "target", "outcome", "request_id")),
    *(entries.c.personal, entries.c.digest),
    sa.type_coerce(entries.c.at, sa.Text).label("at"),
    sa.type_coerce(entries.c.changes, sa.Text).label("changes"),
    *(personal.c.ip, personal.c.user_agent, personal.c.salt),
).select_from(_with_personal)
_sealed = _stored.add_columns(entries.c.number, entries.c.mac)
_sealed_reader = side_by_side(SealedEntry, reader_of(StoredEntry), reader_of(Seal))
_head = sa.select(head.c.number, head.c.mac, head.c.seal)
_unsealed_before = (
    sa.select(entries.c.id).where(_is_unsealed, entries.c.at < sa.bindparam("before")).limit(1)
)
_by_id = Keyset(entries.c.id, entries.c.id)
_unsealed = sa.select(
    sa.func.count().label("total"),
    sa.func.min(entries.c.at, type_=entries.c.at.type).label("oldest"),
).where(_is_unsealed)
_any_unsealed = sa.select(entries.c.id).where(_is_unsealed).limit(1)
_seal = (
    entries.update()
    .where(entries.c.id == sa.bindparam("entry_id"))
    .values(number=sa.bindparam("next_number"), mac=sa.bindparam("next_mac"))
)


def add(tx: Tx, entry: Mapping[str, object], personal_values: Mapping[str, object]) -> None:
    """Add an entry and its personal values."""
    tx.execute(_add_entry, entry)
    tx.execute(_add_personal, {"entry_id": entry["id"], **personal_values})


def list_page(tx: Tx, query: AdminListLogsQuery) -> tuple[Sequence[ListedEntry], int]:
    """Return a page of the matching entries, newest first, and their total number."""
    newest_first = [entries.c.at.desc(), entries.c.id.desc()]
    return offset.read(tx, query, ListedEntry, _listed(query), newest_first)


def list_batches(
    database: Database, query: AdminListLogsQuery, to_item: Callable[[ListedEntry], Item]
) -> Iterator[Sequence[Item]]:
    """Yield the matching entries in batches, newest first."""
    return _by_id.pages(_listed(query), ListedEntry).batches(database, to_item)


def delete_personal(tx: Tx, account_id: Id) -> int:
    """Delete the personal values of an account's entries, and of anonymous entries about it.

    Returns the number of deleted rows.
    """
    concerns_account = sa.or_(
        entries.c.actor == account_id,
        sa.and_(entries.c.actor.is_(None), entries.c.target == account_id),
    )
    entry_ids = sa.select(entries.c.id).where(concerns_account)
    return tx.execute(personal.delete().where(personal.c.entry_id.in_(entry_ids))).rowcount


# --- the chain --------------------------------------------------------------------------------


def has_table(database: Database) -> bool:
    """Return whether the database has the log; a new one has no tables."""
    return sa.inspect(database.engine).has_table(entries.name)


def has_unsealed(tx: Tx) -> bool:
    return tx.value(_any_unsealed) is not None


def count_unsealed(tx: Tx) -> Unsealed:
    """Return the number of unsealed entries, and the time of the oldest."""
    (unsealed,) = tx.records(Unsealed, _unsealed)
    return unsealed


def has_unsealed_before(tx: Tx, before: datetime) -> bool:
    """Return whether an entry written before this time is unsealed."""
    return tx.value(_unsealed_before, {"before": before}) is not None


def update_overdue(tx: Tx, now: datetime) -> None:
    """Record that entries wait too long."""
    tx.execute(head.update().values(overdue_at=now))


def find_overdue_at(tx: Tx) -> datetime | None:
    """Return when entries last waited too long; None after the next seal."""
    value: datetime | None = tx.value(sa.select(head.c.overdue_at))
    return value


def find_head(tx: Tx) -> Head | None:
    return tx.record(Head, _head)


def lock_head(tx: Tx) -> Head | None:
    """Return the head, and lock it until the transaction ends."""
    return tx.record(Head, _head.with_for_update())


def list_unsealed(tx: Tx, *, after: Id = LOWEST_ID, limit: int) -> Sequence[StoredEntry]:
    """Return unsealed entries with all stored values, oldest first."""
    following = _stored.where(_is_unsealed, entries.c.id > after)
    return tx.records(StoredEntry, following.order_by(entries.c.id).limit(limit))


def update_seals(tx: Tx, checkpoints: Sequence[tuple[Id, Checkpoint]]) -> None:
    """Set the numbers and MACs of entries."""
    tx.execute(
        _seal,
        [
            {"entry_id": entry_id, "next_number": place.number, "next_mac": place.mac}
            for entry_id, place in checkpoints
        ],
    )


def update_head(tx: Tx, to: Checkpoint, seal: str) -> None:
    """Set the end of the chain."""
    values = {"number": to.number, "mac": to.mac, "seal": seal, "overdue_at": None}
    tx.execute(head.update().values(**values))


def update(tx: Tx, entry_id: Id, values: Mapping[str, object]) -> None:
    """Change the digests or the MAC of an entry."""
    tx.execute(entries.update().where(entries.c.id == entry_id).values(**values))


def to_entry(row: StoredEntry) -> Entry:
    """Convert a row. Raises TypeError, ValueError or RecursionError if it holds no valid entry."""
    return Entry(
        id=row.id,
        at=row.at if isinstance(row.at, datetime) else datetime.fromisoformat(row.at),
        actor=row.actor,
        action=row.action,
        target=row.target,
        outcome=row.outcome,
        request_id=row.request_id,
        changes=json.loads(row.changes) if isinstance(row.changes, str) else row.changes,
        personal=row.personal,
    )


def to_personal(row: StoredEntry) -> Personal | None:
    """Return the personal values of a row; None if they were erased."""
    if row.salt is None:
        return None
    return Personal(str(row.ip), str(row.user_agent), str(row.salt))


def get_last_number(tx: Tx) -> int:
    """Return the highest number of an entry; 0 if none is sealed."""
    return int(tx.value(sa.select(sa.func.max(entries.c.number))) or 0)


def list_sealed(tx: Tx, *, after: tuple[int, Id], upto: int, limit: int) -> Sequence[SealedEntry]:
    """Return sealed entries with all stored values, by number, then ID."""
    position = sa.tuple_(entries.c.number, entries.c.id)
    number, entry_id = after
    start = sa.tuple_(sa.literal(number, sa.BigInteger), sa.literal(entry_id, IdColumn))
    following = _sealed.where(position > start, entries.c.number <= upto)
    in_order = following.order_by(entries.c.number, entries.c.id)
    return tx.records(_sealed_reader, in_order.limit(limit))


def _listed(query: AdminListLogsQuery) -> sa.Select[Any]:
    return _entries.where(*_conditions(query))


def _conditions(query: AdminListLogsQuery) -> Iterator[sa.ColumnElement[bool]]:
    for name in ("actor", "action", "target"):
        if (value := getattr(query, name)) is not None:
            yield entries.c[name] == value
    if query.from_ is not None:
        yield entries.c.at >= query.from_
    if query.to is not None:
        yield entries.c.at < query.to
