"""PostgreSQL with psycopg 3: a pool of connections for the threads that run requests.

Reads run in autocommit, since BEGIN and COMMIT would be two more round trips: each statement sees
what is committed when it runs.
"""

import logging
from typing import Literal

import psycopg
import sqlalchemy as sa
from pydantic_core import from_json

from bridgework.kit.db.columns import json_text
from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.transaction import Transaction
from bridgework.kit.errors import DatabaseBusy, DatabaseReadOnly, DatabaseUnavailable, NoRoomLeft

_log = logging.getLogger("bridgework.database")
_WAIT_SECONDS = 5
_CONTENDED = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)


class PostgresDatabase:
    """One database on a server, behind a bounded pool."""

    dialect: Literal["postgresql"] = "postgresql"
    reads_on_loop = False
    batch_source = None
    """PostgreSQL batches commits itself."""

    def __init__(self, url: sa.URL, *, threads: int) -> None:
        self.engine = sa.create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            json_serializer=json_text,
            json_deserializer=from_json,
            hide_parameters=True,  # no personal data in error messages
            pool_size=threads + 4,
            max_overflow=0,
            pool_timeout=_WAIT_SECONDS,
            pool_reset_on_return=None,  # transactions are ended in transaction.py
            connect_args={
                "connect_timeout": _WAIT_SECONDS,
                # No jit: compiling would take longer than any statement runs.
                "options": "-c timezone=UTC -c jit=off -c statement_timeout=30000"
                " -c lock_timeout=5000 -c idle_in_transaction_session_timeout=60000",
            },
        )
        self.reconnect_count = 0
        """A new connection may lead to a standby that lacks the last commits, so that versions read
        before and after can't be compared."""
        sa.event.listen(self.engine, "invalidate", self._count_reconnect)
        self._reader = _Reader(self.engine)
        self._writer = _Writer(self.engine)

    def _count_reconnect(self, *_connection: object) -> None:
        self.reconnect_count += 1

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """Statements in autocommit."""
        del on_loop  # round trips are made in threads only
        return Transaction(self._reader)

    def writing(self) -> Transaction:
        """A transaction at READ COMMITTED."""
        return Transaction(self._writer)

    def close(self) -> None:
        self.engine.dispose()


class _Reader(ConnectionSource):
    """Connections in autocommit."""

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        # SQLAlchemy does not notice it in statements that were run on the driver.
        if broken or (lease.driver.closed and not lease.connection.invalidated):
            _log.warning("a connection to PostgreSQL was lost, the pool is emptied")
            lease.connection.invalidate()
            self.engine.dispose()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        cause = getattr(error, "orig", error)
        if isinstance(cause, _CONTENDED):
            return DatabaseBusy()
        if isinstance(cause, psycopg.errors.ReadOnlySqlTransaction):
            return DatabaseReadOnly()
        if isinstance(cause, psycopg.errors.DiskFull):
            return NoRoomLeft()
        # An error of a server that goes on has an SQLSTATE; 57P is its shutdown.
        is_lost = isinstance(cause, psycopg.OperationalError) and (
            cause.sqlstate is None or cause.sqlstate.startswith(("08", "57P"))
        )
        return DatabaseUnavailable() if is_lost else None


class _Writer(_Reader):
    """The same with transactions."""

    def begin(self, lease: ConnectionLease) -> None:
        lease.driver.execute("BEGIN")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        lease.driver.execute(word)
