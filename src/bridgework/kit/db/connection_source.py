"""Where transactions get their connections: what each database provides."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Literal

import sqlalchemy as sa

from bridgework.kit.errors import DatabaseBusy, DatabaseUnavailable

_log = logging.getLogger("bridgework.database")


class ConnectionLease:
    """A connection while one transaction uses it: SQLAlchemy's and, below it, the driver's."""

    __slots__ = ("connection", "driver")

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self.driver: Any = connection.connection.dbapi_connection


class ConnectionSource:
    """Connections of an engine's pool; here a transaction neither begins nor ends."""

    on_loop = False
    """Whether its transactions run on the event loop."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.dialect = engine.dialect.name

    def lease(self) -> ConnectionLease:
        """A connection that belongs to the transaction until it is given back.

        Raises DatabaseBusy if none is free in time.
        """
        try:
            return ConnectionLease(self.engine.connect())
        except sa.exc.TimeoutError as error:
            raise DatabaseBusy from error

    def begin(self, lease: ConnectionLease) -> None:
        """Begin a transaction, if it needs one. Raises DatabaseBusy if a lock can't be had."""
        del lease

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """End the transaction, and release what `begin` locked."""
        del lease, word

    def run_after_commit(self, acts: Sequence[Callable[[], None]]) -> None:
        """Call these after the commit, which stands even if one of them fails."""
        for act in acts:
            try:
                act()
            except Exception:  # noqa: BLE001 - the transaction is committed in any case
                _log.exception("an action after a commit failed")

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Take the connection back; a broken one is closed."""
        if broken:
            lease.connection.invalidate()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        """What to raise in place of a driver's error, if anything.

        `error` may be the driver's own, or SQLAlchemy's around it.
        """
        del error
        return None

    def is_disconnect(self, error: BaseException) -> bool:
        """Whether `error` says that the connection is lost."""
        return isinstance(self.translate_error(error), DatabaseUnavailable)
