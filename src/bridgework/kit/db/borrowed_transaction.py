"""Statements in a transaction that the caller begins and ends, as a backup or a restore does."""

from collections.abc import Callable, Sequence
from typing import Literal

import sqlalchemy as sa

from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.transaction import Tx


class _Borrowed(ConnectionSource):
    def __init__(self, connection: sa.Connection) -> None:
        self._lease = ConnectionLease.of(connection)
        self.dialect = connection.dialect.name

    def lease(self) -> ConnectionLease:
        return self._lease

    def begin(self, lease: ConnectionLease) -> None:
        """Nothing: the caller has begun the transaction."""

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """Nothing: the caller ends the transaction."""

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Nothing: the caller closes the connection."""

    def run_after_commit(self, acts: Sequence[Callable[[], None]]) -> None:
        """Nothing follows: the transaction goes on."""


def tx_on(connection: sa.Connection) -> Tx:
    """Statements on an open connection, in the transaction that it is in."""
    return Tx(_Borrowed(connection))


def refusal(tx: Tx, ask: Callable[[Tx], None]) -> str:
    """Why a database of an unknown schema can't be asked this; empty if it can."""
    try:
        with tx.savepoint():
            ask(tx)
    except sa.exc.DBAPIError as error:
        return str(error.orig).strip().splitlines()[0]
    return ""
