"""Numbers for the rows of a table, in the order of their commits.

Streams follow the numbers. A row has the number NULL until its transaction has committed and
another one numbers it.
"""

from collections.abc import Mapping

import sqlalchemy as sa

from bridgework.kit.data.db.database import Database
from bridgework.kit.data.db.transaction import Tx

_AT_ONCE = 1000
"""Rows numbered in one transaction, which holds the lock of the head."""


class Numbering:
    """Numbers the rows of a table in its column `sequence`.

    A transaction that numbers rows holds the lock of the head from before it looks for unnumbered
    rows until its commit. So the numbers become visible in their order, and a row that is committed
    later than a numbered one gets a higher number: a reader that has reached a number has missed
    no lower one. The numbers of rows that are deleted are gaps.
    """

    def __init__(
        self,
        table: sa.Table,
        head: sa.Table,
        values: Mapping[str, sa.ColumnElement[object]] | None = None,
    ) -> None:
        """`head` has one row, whose `sequence` is the last number.

        `values` are further columns that are set with the number, of the parameters of `number`.
        """
        is_unnumbered = table.c.sequence.is_(None)
        self._any_unnumbered = sa.select(table.c.id).where(is_unnumbered).limit(1)
        self._last = sa.select(head.c.sequence)
        first = (
            sa.select(table.c.id)
            .where(is_unnumbered)
            .order_by(table.c.id)
            .limit(sa.bindparam("limit"))
            .subquery()
        )
        positions = sa.select(
            first.c.id, sa.func.row_number().over(order_by=first.c.id).label("position")
        ).subquery()
        number = sa.bindparam("last", type_=sa.BigInteger) + positions.c.position
        self._number = (
            table.update()
            .where(table.c.id == positions.c.id)
            .values(sequence=number, **(values or {}))
        )
        self._highest = sa.select(sa.func.max(table.c.sequence))
        self._advance = head.update().values(sequence=sa.bindparam("last", type_=sa.BigInteger))

    def get_last(self, tx: Tx) -> int:
        """Return the last number; 0 before the first row."""
        return int(tx.value(self._last))

    def number(self, tx: Tx, parameters: Mapping[str, object] | None = None) -> int:
        """Number a batch of committed rows. Returns how many."""
        if not self._has_unnumbered(tx):  # lock nothing if there is nothing to number
            return 0
        last = int(tx.value(self._last.with_for_update()))
        numbered = {"last": last, "limit": _AT_ONCE, **(parameters or {})}
        count = tx.execute(self._number, numbered).rowcount
        # On PostgreSQL, a row that another transaction deletes meanwhile keeps its position, but
        # gets no number: the count can be lower than the highest number.
        tx.execute(self._advance, {"last": max(last, tx.value(self._highest) or 0)})
        return count

    def number_pending(
        self, database: Database, parameters: Mapping[str, object] | None = None
    ) -> int:
        """Number a batch of what was committed, and return the last number.

        Call it outside a transaction.
        """
        with database.reading() as tx:
            if not self._has_unnumbered(tx):
                return self.get_last(tx)
        with database.writing() as tx:
            self.number(tx, parameters)
            return self.get_last(tx)

    def _has_unnumbered(self, tx: Tx) -> bool:
        return tx.value(self._any_unnumbered) is not None
