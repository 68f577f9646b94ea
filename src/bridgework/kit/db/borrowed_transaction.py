"""Statements in a transaction that the caller begins and ends, such as a backup."""

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.transaction import Transaction, Tx


class _Borrowed(ConnectionSource):
    """The caller begins and ends the transaction, and closes the connection."""

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__(connection.engine)
        self._lease = ConnectionLease.of(connection)

    def lease(self) -> ConnectionLease:
        return self._lease

    def run_after_commit(self, acts: Sequence[Callable[[], None]]) -> None:
        """Do nothing: the transaction goes on."""

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Do nothing: the connection stays open."""


def tx_on(connection: sa.Connection) -> Tx:
    """Statements on an open connection, in the transaction that it is in."""
    return Tx(Transaction(_Borrowed(connection)))


def refusal(tx: Tx, ask: Callable[[Tx], None]) -> str:
    """Why these statements fail on a database of an unknown schema; empty if they do not."""
    try:
        with tx.savepoint():
            ask(tx)
    except sa.exc.DBAPIError as error:
        return str(error.orig).strip().splitlines()[0]
    return ""
