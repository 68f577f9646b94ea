"""PostgreSQL by psycopg 3: a pool of connections for the threads that calls run in.

A single read needs no transaction, and BEGIN and COMMIT would be two more round trips, so reads
go out in autocommit: each statement of one sees what is committed when it runs.
"""

import logging
from collections.abc import Sequence
from typing import Literal

import psycopg
import sqlalchemy as sa
from pydantic_core import from_json

from bridgework.kit.db.columns import json_text
from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.transaction import Transaction
from bridgework.kit.errors import DatabaseBusy, DatabaseReadOnly, NoRoomLeft

_log = logging.getLogger("bridgework.database")
_WAIT_SECONDS = 5
_CONTENDED = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)


class PostgresDatabase:
    """One database on a server, behind a bounded pool."""

    dialect = "postgresql"
    reads_on_loop = False
    batch_source = None
    """PostgreSQL batches commits itself."""

    def __init__(self, url: sa.URL, *, threads: int) -> None:
        self.engine = sa.create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            json_serializer=json_text,
            json_deserializer=from_json,
            hide_parameters=True,  # an error names its statement, and nobody's data
            pool_size=threads + 4,
            max_overflow=0,
            pool_timeout=_WAIT_SECONDS,
            pool_reset_on_return=None,  # every transaction is ended by the object that began it
            connect_args={
                "connect_timeout": _WAIT_SECONDS,
                # To compile a statement takes longer than any of ours runs, hence no jit.
                "options": "-c timezone=UTC -c jit=off -c statement_timeout=30000"
                " -c lock_timeout=5000 -c idle_in_transaction_session_timeout=60000",
            },
        )
        self.reconnect_count = 0
        sa.event.listen(self.engine, "invalidate", self._note_loss)
        self._reader = _Source(self.engine, transactional=False)
        self._writer = _Source(self.engine, transactional=True)

    def _note_loss(self, *_connection: object) -> None:
        self.reconnect_count += 1

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """Single statements, each in autocommit."""
        del on_loop  # a round trip is never made on the loop
        return Transaction(self._reader)

    def writing(self) -> Transaction:
        """A transaction at READ COMMITTED."""
        return Transaction(self._writer)

    def glance(self, sql: str, values: Sequence[str | None]) -> None:
        """Nothing: a round trip is never made on the loop."""
        del sql, values

    def close(self) -> None:
        """Close every connection of the pool."""
        self.engine.dispose()


class _Source(ConnectionSource):
    """How a transaction begins and ends on PostgreSQL."""

    dialect = "postgresql"

    def __init__(self, engine: sa.Engine, *, transactional: bool) -> None:
        self._engine = engine
        self._transactional = transactional

    def lease(self) -> ConnectionLease:
        try:
            connection = self._engine.connect()
        except sa.exc.TimeoutError as error:
            raise DatabaseBusy from error
        return ConnectionLease.of(connection)

    def begin(self, lease: ConnectionLease) -> None:
        if self._transactional:
            lease.driver.execute("BEGIN")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        if self._transactional:
            lease.driver.execute(word)

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        # What goes past SQLAlchemy, and has nothing to roll back, tells it by nothing else.
        if broken or (lease.driver.closed and not lease.connection.invalidated):
            _log.warning("a connection to PostgreSQL was lost; its pool starts anew")
            lease.connection.invalidate()
            self._engine.dispose()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        if isinstance(cause, _CONTENDED):
            return DatabaseBusy()
        if isinstance(cause, psycopg.errors.ReadOnlySqlTransaction):
            return DatabaseReadOnly()
        return NoRoomLeft() if isinstance(cause, psycopg.errors.DiskFull) else None

    def is_disconnect(self, error: BaseException) -> bool:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        # The server's own refusals carry an SQLSTATE; 57P is its "I am shutting down".
        return isinstance(cause, psycopg.OperationalError) and (
            cause.sqlstate is None or cause.sqlstate.startswith(("08", "57P"))
        )
