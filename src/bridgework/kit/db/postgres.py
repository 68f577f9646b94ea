"""PostgreSQL with psycopg 3: a connection pool for the threads that run requests.

Reads run in autocommit, since BEGIN and COMMIT would be two more round trips. Each statement sees
the commits before its start.
"""

import logging
from collections.abc import Mapping
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
_SESSION = {
    "timezone": "UTC",
    "jit": "off",  # the compilation would take longer than the statements
    "statement_timeout": "30000",
    "lock_timeout": "5000",
    "idle_in_transaction_session_timeout": "60000",
}
"""The settings of each session."""
_USER_SETTINGS = sa.text(
    "SELECT lower(name) AS name, setting, quote_ident(current_user) AS username FROM pg_settings"
    " WHERE lower(name) = ANY(:names)"
)
_CONTENDED = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)


class PostgresDatabase:
    """A PostgreSQL database with a bounded connection pool."""

    dialect: Literal["postgresql"] = "postgresql"
    reads_on_loop = False
    batch_source = None
    """PostgreSQL batches commits itself."""

    def __init__(self, url: sa.URL, *, threads: int, pooled: bool = False) -> None:
        """`pooled`: connections are those of a pooler in transaction mode.

        Its transactions share sessions. So none is opened with settings of its own, which are those
        of the user instead, and no statement is prepared.
        """
        options = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
        session: Mapping[str, object] = (
            {"prepare_threshold": None} if pooled else {"options": options}
        )
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
            connect_args={"connect_timeout": _WAIT_SECONDS, **session},
        )
        self._reader = _Reader(self.engine)
        self._writer = _Writer(self.engine)

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """Return a transaction in autocommit."""
        del on_loop  # PostgreSQL is used in threads only
        return Transaction(self._reader)

    def writing(self) -> Transaction:
        """Return a transaction at READ COMMITTED."""
        return Transaction(self._writer)

    def user_settings_to_change(self) -> str:
        """Return the statements that give the user the session settings; empty if it has them."""
        with self.engine.connect() as connection:
            rows = connection.execute(_USER_SETTINGS, {"names": list(_SESSION)}).all()
        return " ".join(
            f"ALTER USER {row.username} SET {row.name} = '{_SESSION[row.name]}';"
            for row in rows
            if row.setting != _SESSION[row.name]
        )

    def close(self) -> None:
        self.engine.dispose()


class _Reader(ConnectionSource):
    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        # SQLAlchemy does not detect a lost connection in statements that ran on the driver.
        if broken or (lease.driver.closed and not lease.connection.invalidated):
            _log.warning("a connection to PostgreSQL was lost; the pool is emptied")
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
        # Errors of a running server have an SQLSTATE; 08 is a connection error and 57P a shutdown.
        is_lost = isinstance(cause, psycopg.OperationalError) and (
            cause.sqlstate is None or cause.sqlstate.startswith(("08", "57P"))
        )
        return DatabaseUnavailable() if is_lost else None


class _Writer(_Reader):
    def begin(self, lease: ConnectionLease) -> None:
        lease.driver.execute("BEGIN")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        lease.driver.execute(word)
