"""Every statement on the audit log."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.audit.policies import Entry, Personal, Point
from bridgework.areas.audit.schemas import AdminListLogsQuery
from bridgework.areas.audit.tables import entries, head, personal
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset

Row = sa.Row[Any]

FIRST = Id("00000000-0000-0000-0000-000000000000")
"""Comes before every id."""
BEFORE_ALL = (-(2**63), FIRST)
"""Comes before every number and id."""

_add_entry = entries.insert()
_add_personal = personal.insert()
_told = [
    *(entries.c[name] for name in ("id", "at", "actor", "action", "target", "outcome")),
    *(entries.c[name] for name in ("request_id", "changes")),
    *(personal.c.ip, personal.c.user_agent),
]
_with_personal = entries.outerjoin(personal)
_is_unsealed = entries.c.number.is_(None)
# As they are stored: what somebody wrote into SQLite past us need be no time and no JSON.
_as_stored = [
    *(column for column in entries.c if column.name not in {"at", "changes"}),
    sa.type_coerce(entries.c.at, sa.Text).label("at"),
    sa.type_coerce(entries.c.changes, sa.Text).label("changes"),
    *(personal.c.ip, personal.c.user_agent, personal.c.salt),
]
_head = sa.select(head.c.number, head.c.mac, head.c.seal)
_some_overdue = (
    sa.select(entries.c.id).where(_is_unsealed, entries.c.at < sa.bindparam("before")).limit(1)
)
_some_unsealed = sa.select(entries.c.id).where(_is_unsealed).limit(1)
_seal = (
    entries.update()
    .where(entries.c.id == sa.bindparam("entry_id"))
    .values(number=sa.bindparam("next_number"), mac=sa.bindparam("next_mac"))
)


def add(tx: Tx, entry: Mapping[str, object], of_person: Mapping[str, object]) -> None:
    """Add an entry, and beside it what in it is personal."""
    tx.execute(_add_entry, entry)
    tx.execute(_add_personal, {"entry_id": entry["id"], **of_person})


def page(tx: Tx, query: AdminListLogsQuery) -> tuple[Sequence[Row], int]:
    """One page of what fits, the newest first, and how many there are on all pages."""
    listed = sa.select(*_told).select_from(_with_personal).where(*_conditions(query))
    return offset.read(tx, query, listed, [entries.c.at.desc(), entries.c.id.desc()])


def drop_personal(tx: Tx, account_id: Id) -> int:
    """Drop what is personal to an account's owner, or to strangers who tried it. How many rows."""
    theirs = sa.or_(
        entries.c.actor == account_id,
        sa.and_(entries.c.actor.is_(None), entries.c.target == account_id),
    )
    of_them = sa.select(entries.c.id).where(theirs)
    dropped = personal.delete().where(personal.c.entry_id.in_(of_them))
    return tx.execute(dropped).rowcount


# --- the chain --------------------------------------------------------------------------------


def some_wait(tx: Tx) -> bool:
    """Whether there are entries to be sealed."""
    return tx.value(_some_unsealed) is not None


def some_overdue(tx: Tx, before: datetime) -> bool:
    """Whether an entry that was written before then is not sealed."""
    return tx.value(_some_overdue, {"before": before}) is not None


def note_overdue(tx: Tx, now: datetime) -> None:
    """Record that entries wait too long."""
    tx.execute(head.update().values(overdue_at=now))


def overdue_at(tx: Tx) -> datetime | None:
    """When entries were last found to wait too long, None once they are sealed."""
    found: datetime | None = tx.value(sa.select(head.c.overdue_at))
    return found


def head_row(tx: Tx) -> Row | None:
    """The head: number, mac and seal."""
    return tx.row(_head)


def locked_head_row(tx: Tx) -> Row | None:
    """The head, which nobody else moves until this transaction ends."""
    return tx.row(_head.with_for_update())


def unsealed(tx: Tx, *, after: Id = FIRST, most: int) -> Sequence[Row]:
    """Entries that are not sealed, with all that is stored of them, oldest first."""
    return tx.rows(
        sa.select(*_as_stored)
        .select_from(_with_personal)
        .where(_is_unsealed, entries.c.id > after)
        .order_by(entries.c.id)
        .limit(most)
    )


def seal(tx: Tx, sealed: Sequence[tuple[Id, Point]]) -> None:
    """Give entries their places in the chain."""
    tx.execute(
        _seal,
        [
            {"entry_id": entry_id, "next_number": point.number, "next_mac": point.mac}
            for entry_id, point in sealed
        ],
    )


def move_head(tx: Tx, point: Point, seal_of_it: str) -> None:
    """Have the chain end at `point`."""
    moved = {"number": point.number, "mac": point.mac, "seal": seal_of_it, "overdue_at": None}
    tx.execute(head.update().values(**moved))


def rewrite(tx: Tx, entry_id: Id, values: Mapping[str, object]) -> None:
    """Put other digests, or another mac, to an entry."""
    tx.execute(entries.update().where(entries.c.id == entry_id).values(**values))


def entry_of(row: Row) -> Entry:
    """The entry that a row holds. Raises TypeError, ValueError or RecursionError if it is none."""
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


def personal_of(row: Row) -> Personal | None:
    """What a row holds of a person; None once that was dropped."""
    if row.salt is None:
        return None
    return Personal(str(row.ip), str(row.user_agent), str(row.salt))


def last_number(tx: Tx) -> int:
    """The greatest number of an entry, 0 if none is sealed."""
    return int(tx.value(sa.select(sa.func.max(entries.c.number))) or 0)


def sealed(tx: Tx, *, after: tuple[int, Id], upto: int, most: int) -> Sequence[Row]:
    """Sealed entries by number, then id, with all that is stored of them."""
    place = sa.tuple_(entries.c.number, entries.c.id)
    number, entry_id = after
    start = sa.tuple_(sa.literal(number, sa.BigInteger), sa.literal(entry_id, IdColumn))
    return tx.rows(
        sa.select(*_as_stored)
        .select_from(_with_personal)
        .where(place > start, entries.c.number <= upto)
        .order_by(entries.c.number, entries.c.id)
        .limit(most)
    )


def _conditions(query: AdminListLogsQuery) -> Iterator[sa.ColumnElement[bool]]:
    for name in ("actor", "action", "target"):
        if (value := getattr(query, name)) is not None:
            yield entries.c[name] == value
    if query.from_ is not None:
        yield entries.c.at >= query.from_
    if query.to is not None:
        yield entries.c.at < query.to
