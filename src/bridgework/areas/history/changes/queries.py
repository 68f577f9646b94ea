"""The statements on the change feed."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.history.changes.records import NumberedChange
from bridgework.areas.history.changes.tables import changes, head
from bridgework.kit.data.db import Database, Numbering, Tx, UtcDateTimeColumn

_add = changes.insert().inline()  # without RETURNING, since nothing needs the id
_oldest = sa.select(sa.func.min(changes.c.sequence))
_numbering = Numbering(changes, head, {"at": sa.bindparam("now", type_=UtcDateTimeColumn)})
_between = (
    sa.select(*(changes.c[name] for name in NumberedChange._fields))
    .where(changes.c.sequence > sa.bindparam("after"), changes.c.sequence <= sa.bindparam("upto"))
    .order_by(changes.c.sequence)
    .limit(sa.bindparam("limit"))
)
_of_types = _between.where(changes.c.type.in_(sa.bindparam("types", expanding=True)))
_delete = changes.delete().where(
    changes.c.sequence < _oldest.scalar_subquery() + sa.bindparam("limit"),
    changes.c.at < sa.bindparam("before", type_=UtcDateTimeColumn),
)


def add(tx: Tx, rows: Sequence[Mapping[str, object]]) -> None:
    """Add changes without numbers."""
    tx.execute(_add, rows)


def get_last_number(tx: Tx) -> int:
    """Return the last number; 0 before the first change."""
    return _numbering.get_last(tx)


def number(tx: Tx, now: datetime) -> int:
    """Number a batch of committed changes. Returns how many."""
    return _numbering.number(tx, {"now": now})


def number_pending(database: Database, now: datetime) -> int:
    """Number what was committed, and return the last number."""
    return _numbering.number_pending(database, {"now": now})


def find_oldest_number(tx: Tx) -> int | None:
    """Return the lowest number of a change that is kept; None if none is kept."""
    number: int | None = tx.value(_oldest)
    return number


def list_between(
    tx: Tx, after: int, upto: int, types: Collection[str], limit: int
) -> Sequence[NumberedChange]:
    """Return the changes of these types with numbers above `after` and up to `upto`, in order.

    Without `types`, changes of all types.
    """
    span = {"after": after, "upto": upto, "limit": limit}
    if types:
        return tx.records(NumberedChange, _of_types, {**span, "types": list(types)})
    return tx.records(NumberedChange, _between, span)


def delete_before(tx: Tx, before: datetime, limit: int) -> int:
    """Delete some changes that were numbered before a time. Returns how many."""
    return tx.execute(_delete, {"before": before, "limit": limit}).rowcount
