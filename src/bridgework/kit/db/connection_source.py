"""Where transactions get their connections: what each database provides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from bridgework.kit.errors import DatabaseBusy, DatabaseUnavailable


@dataclass(frozen=True, slots=True)
class ConnectionLease:
    """A connection while one transaction uses it: SQLAlchemy's and, below it, the driver's."""

    connection: sa.Connection
    driver: Any

    @classmethod
    def of(cls, connection: sa.Connection) -> "ConnectionLease":
        """A lease of this connection."""
        return cls(connection, connection.connection.dbapi_connection)


class ConnectionSource:
    """Connections of an engine's pool; here a transaction neither begins nor ends."""

    on_loop = False
    """Whether its transactions run on the event loop."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.dialect = engine.dialect.name
        """`sqlite` or `postgresql`."""

    def lease(self) -> ConnectionLease:
        """A connection that belongs to the transaction until it is given back.

        Raises DatabaseBusy if none is free in time.
        """
        try:
            return ConnectionLease.of(self.engine.connect())
        except sa.exc.TimeoutError as error:
            raise DatabaseBusy from error

    def begin(self, lease: ConnectionLease) -> None:
        """Begin a transaction, if it needs one. Raises DatabaseBusy if a lock can't be had."""
        del lease

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """End the transaction, and release what `begin` locked."""
        del lease, word

    def run_after_commit(self, acts: Sequence[Callable[[], None]]) -> None:
        """Call these after the commit."""
        for act in acts:
            act()

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Take the connection back; a broken one is closed."""
        if broken:
            lease.connection.invalidate()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        """What to raise in place of a driver's error, if anything."""
        del error
        return None

    def is_disconnect(self, error: BaseException) -> bool:
        """Whether `error` says that the connection is lost."""
        return isinstance(self.translate_error(error), DatabaseUnavailable)


def driver_error(error: BaseException) -> BaseException | None:
    """The driver's own error, if SQLAlchemy wrapped it."""
    return error.orig if isinstance(error, sa.exc.DBAPIError) else error
