"""A transaction that somebody else began and will end, for acts that are written for a call's own.

A backup sees a database in one transaction, and a restore fills one; what they ask the areas to
do belongs into it.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import sqlalchemy as sa

from bridgework.kit.db.source import Lease
from bridgework.kit.db.transaction import Tx


def tx_on(connection: sa.Connection) -> Tx:
    """What may be done with an open connection, in the transaction that is on it."""
    return Tx(_AtHand(connection))


def refusal(tx: Tx, ask: Callable[[Tx], None]) -> str:
    """Why a database of whatever schema could not be asked this; empty if it could."""
    try:
        with tx.savepoint():
            ask(tx)
    except sa.exc.DBAPIError as error:
        return str(error.orig).strip().splitlines()[0]
    return ""


class _AtHand:
    on_loop = False

    def __init__(self, connection: sa.Connection) -> None:
        self._lease = Lease(connection, connection.connection.dbapi_connection)
        self.dialect = connection.dialect.name

    def lease(self) -> Lease:
        return self._lease

    def begin(self, lease: Lease) -> None:
        """It was begun."""

    def end(self, lease: Lease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """Who began it ends it."""

    def follow(self, acts: Sequence[Callable[[], None]]) -> None:
        """Who ends it knows what follows."""

    def give_back(self, lease: Lease, *, broken: bool) -> None:
        """It was only lent."""

    def refusal(self, error: BaseException) -> Exception | None:
        del error
        return None

    def lost(self, error: BaseException) -> bool:
        del error
        return False
