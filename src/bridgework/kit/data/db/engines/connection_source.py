"""Connections for transactions, with the parts that differ between the databases."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Literal

import sqlalchemy as sa

from bridgework.kit.core import DatabaseBusy, DatabaseUnavailable

_log = logging.getLogger("bridgework.database")


class ConnectionLease:
    """A connection of SQLAlchemy, and of the driver below it, while a transaction uses it."""

    __slots__ = ("connection", "driver", "pool")

    def __init__(self, connection: sa.Connection, pool: sa.Pool) -> None:
        self.connection = connection
        self.pool = pool
        self.driver: Any = connection.connection.dbapi_connection


class ConnectionSource:
    """Connections of an engine's pool, without transactions. Subclasses begin and end them."""

    on_loop = False
    """Whether its transactions run on the event loop."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.dialect = engine.dialect.name

    def lease(self) -> ConnectionLease:
        """Return a connection for a transaction, which gives it back.

        Raises DatabaseBusy if no connection becomes free in time.
        """
        pool = self.engine.pool
        try:
            return ConnectionLease(self.engine.connect(), pool)
        except sa.exc.TimeoutError as error:
            raise DatabaseBusy from error

    def begin(self, lease: ConnectionLease) -> None:
        """Begin a transaction. Raises DatabaseBusy if a lock is not available in time."""
        del lease

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """End the transaction and release its locks."""
        del lease, word

    def run_after_commit(self, actions: Sequence[Callable[[], None]]) -> None:
        """Run actions after the commit. An error of an action does not affect the commit."""
        for action in actions:
            try:
                action()
            except Exception:  # noqa: BLE001 - the transaction is committed in any case
                _log.exception("an action after a commit failed")

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Return the connection to the pool, or close it if it is broken."""
        if broken:
            lease.connection.invalidate()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        """Return the error to raise instead of a driver's error, or None.

        `error` is an error of the driver, or one of SQLAlchemy that wraps it.
        """
        del error
        return None

    def is_disconnect(self, error: BaseException) -> bool:
        """Whether `error` means that the connection is lost."""
        return isinstance(self.translate_error(error), DatabaseUnavailable)

    def may_run_again(self, error: BaseException) -> bool:
        """Whether the first statement of a transaction may be executed again after `error`.

        It may if the server closed the connection while it was idle.
        """
        return self.is_disconnect(error)
