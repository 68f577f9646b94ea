"""The statements on the change feed."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.history.changes.tables import changes, head
from bridgework.kit.data.db import Tx, UtcDateTimeColumn

Row = sa.Row[Any]

_add = changes.insert().inline()  # without RETURNING, since nothing needs the id
_is_unnumbered = changes.c.sequence.is_(None)
_any_unnumbered = sa.select(changes.c.id).where(_is_unnumbered).limit(1)
_last = sa.select(head.c.sequence)
_oldest = sa.select(sa.func.min(changes.c.sequence))
_first = (
    sa.select(changes.c.id)
    .where(_is_unnumbered)
    .order_by(changes.c.id)
    .limit(sa.bindparam("limit"))
    .subquery()
)
_positions = sa.select(
    _first.c.id, sa.func.row_number().over(order_by=_first.c.id).label("position")
).subquery()
_number = (
    changes.update()
    .where(changes.c.id == _positions.c.id)
    .values(
        sequence=sa.bindparam("last", type_=sa.BigInteger) + _positions.c.position,
        at=sa.bindparam("now", type_=UtcDateTimeColumn),
    )
)
_advance = head.update().values(sequence=head.c.sequence + sa.bindparam("count"))
_between = (
    sa.select(changes)
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


def has_unnumbered(tx: Tx) -> bool:
    return tx.value(_any_unnumbered) is not None


def lock_last(tx: Tx) -> int:
    """Return the last number, and lock it until the transaction ends."""
    return int(tx.value(_last.with_for_update()))


def get_last_number(tx: Tx) -> int:
    """Return the last number; 0 before the first change."""
    return int(tx.value(_last))


def find_oldest_number(tx: Tx) -> int | None:
    """Return the lowest number of a change that is kept; None if none is kept."""
    number: int | None = tx.value(_oldest)
    return number


def update_numbers(tx: Tx, last: int, now: datetime, limit: int) -> int:
    """Number unnumbered changes from `last` + 1 on, oldest first. Returns how many."""
    count = tx.execute(_number, {"last": last, "now": now, "limit": limit}).rowcount
    tx.execute(_advance, {"count": count})
    return count


def list_between(
    tx: Tx, after: int, upto: int, types: Collection[str], limit: int
) -> Sequence[Row]:
    """Return the changes of these types with numbers above `after` and up to `upto`, in order.

    Without `types`, changes of all types.
    """
    span = {"after": after, "upto": upto, "limit": limit}
    if types:
        return tx.rows(_of_types, {**span, "types": list(types)})
    return tx.rows(_between, span)


def delete_before(tx: Tx, before: datetime, limit: int) -> int:
    """Delete some changes that were numbered before a time. Returns how many."""
    return tx.execute(_delete, {"before": before, "limit": limit}).rowcount
