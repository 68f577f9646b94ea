"""PostgreSQL with psycopg 3: a connection pool for the threads that run requests.

Reads run in autocommit, since BEGIN and COMMIT would be two more round trips. Each statement sees
the commits before its start.

A server that hangs still acknowledges what it receives, so no timeout of TCP ends the wait for its
response. Each wait for a response is therefore limited here.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeVar

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from pydantic_core import from_json

from bridgework.kit.core import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseReadOnly,
    DatabaseUnavailable,
    NoRoomLeft,
    outages,
)
from bridgework.kit.data.db.columns import json_text
from bridgework.kit.data.db.engines.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.data.db.transaction import Transaction

_log = logging.getLogger("bridgework.database")
_WAIT_SECONDS = 5.0
"""The longest wait for a new connection, or for one of the pool."""
_LONG_SECONDS = 30.0
"""The longest statement outside requests."""
_NETWORK_SECONDS = 1.0
"""How much longer than the server the client waits for the end of a statement."""
_TCP = {
    "connect_timeout": int(_WAIT_SECONDS),
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A connection whose server does not acknowledge anything ends after about 20 seconds."""

Result = TypeVar("Result")

_USER_SETTINGS = sa.text(
    'SELECT lower(name COLLATE "C") AS name, setting, quote_ident(current_user) AS username'
    ' FROM pg_settings WHERE lower(name COLLATE "C") = ANY(:names)'
)
_DAMAGE = (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted)
_DAMAGE_SECONDS = 3600.0
"""How long damage counts as known: it may be repaired while this process runs."""
_CONTENDED = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.QueryCanceled,  # by statement_timeout
)


class _Connection(psycopg.Connection[Any]):
    """A connection that is closed if the server does not respond within `max_wait` seconds."""

    max_wait: float | None = None

    def wait(
        self,
        gen: PQGen[Result],
        interval: float = 0.1,
        timeout: float | None = None,
    ) -> Result:
        """Run one exchange with the server. Raises ConnectionTimeout after `max_wait` seconds."""
        if timeout is not None or self.max_wait is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.max_wait)
        except psycopg.errors._WaitTimeout:
            self.close()
            raise psycopg.errors.ConnectionTimeout(
                f"the server did not respond within {self.max_wait:g} seconds"
            ) from None


class PostgresDatabase:
    """A PostgreSQL database with a bounded connection pool."""

    dialect: Literal["postgresql"] = "postgresql"
    reads_on_loop = False
    batch_source = None
    """PostgreSQL batches commits itself."""

    def __init__(
        self,
        url: sa.URL,
        *,
        threads: int,
        pooled: bool = False,
        statement_seconds: float | None = None,
        session_name: str = "bridgework",
    ) -> None:
        """`pooled`: connections are those of a pooler in transaction mode.

        Its transactions share sessions. So none is opened with settings of its own, which are those
        of the user instead, and no statement is prepared.

        `statement_seconds` limits the statements of requests; without it, the wait for a response
        is not limited, as migrations require. `session_name` is shown in `pg_stat_activity`.
        """
        self._settings = _session_settings(statement_seconds or _LONG_SECONDS)
        options = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
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
            connect_args={**_TCP, **session, "application_name": session_name},
        )
        max_wait = None if statement_seconds is None else statement_seconds + _NETWORK_SECONDS
        _limit_waits(self.engine, max_wait)
        self._reader = _Reader(self.engine, damage := _Damage())
        self._writer = _Writer(self.engine, damage)
        self._long_writer = _LongWriter(self.engine, damage, max_wait)

    def has_damage(self) -> bool:
        """Whether a statement met a damaged page or index in the last hour.

        Other statements continue, writes among them: PostgreSQL refuses what it cannot read.
        """
        return time.monotonic() - self._reader.damage.found_at < _DAMAGE_SECONDS

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """Return a transaction in autocommit."""
        del on_loop  # PostgreSQL is used in threads only
        return Transaction(self._reader)

    def writing(self, *, long: bool = False) -> Transaction:
        """Return a transaction at READ COMMITTED. `long`: for statements outside requests."""
        return Transaction(self._long_writer if long else self._writer)

    def user_settings_to_change(self) -> str:
        """Return the statements that give the user the session settings; empty if it has them."""
        with self.engine.connect() as connection:
            rows = connection.execute(_USER_SETTINGS, {"names": list(self._settings)}).all()
        return " ".join(
            f"ALTER USER {row.username} SET {row.name} = '{self._settings[row.name]}';"
            for row in rows
            if row.setting != self._settings[row.name]
        )

    def close(self) -> None:
        self.engine.dispose()


@dataclass(slots=True)
class _Damage:
    found_at: float = float("-inf")


class _Reader(ConnectionSource):
    def __init__(self, engine: sa.Engine, damage: _Damage) -> None:
        super().__init__(engine)
        self.damage = damage

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        # SQLAlchemy does not detect a lost connection in statements that ran on the driver.
        if broken or (lease.driver.closed and not lease.connection.invalidated):
            outages.warn(
                _log, "database", "a connection to PostgreSQL was lost; the pool is emptied"
            )
            lease.connection.invalidate()
            self.engine.dispose()
        elif lease.pool is not self.engine.pool:
            # It would be kept in a pool that was emptied meanwhile and that nothing closes.
            lease.connection.invalidate()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        cause = getattr(error, "orig", error)
        if isinstance(cause, _CONTENDED):
            return DatabaseBusy()
        if isinstance(cause, psycopg.errors.ReadOnlySqlTransaction):
            return DatabaseReadOnly()
        if isinstance(cause, _DAMAGE):
            self.damage.found_at = time.monotonic()
            return DatabaseDamaged()
        if isinstance(cause, psycopg.errors.DiskFull):
            return NoRoomLeft()
        # Errors of a running server have an SQLSTATE; 08 is a connection error and 57P a shutdown.
        is_lost = isinstance(cause, psycopg.OperationalError) and (
            cause.sqlstate is None or cause.sqlstate.startswith(("08", "57P"))
        )
        return DatabaseUnavailable() if is_lost else None

    def may_run_again(self, error: BaseException) -> bool:
        # A second wait would last as long as the first.
        has_timed_out = isinstance(getattr(error, "orig", error), psycopg.errors.ConnectionTimeout)
        return self.is_disconnect(error) and not has_timed_out


class _Writer(_Reader):
    def begin(self, lease: ConnectionLease) -> None:
        lease.driver.execute("BEGIN")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        lease.driver.execute(word)


class _LongWriter(_Writer):
    """Transactions outside requests, whose statements may take longer."""

    _SET_TIMEOUT: ClassVar[str] = f"SET LOCAL statement_timeout = {_LONG_SECONDS * 1000:.0f}"

    def __init__(self, engine: sa.Engine, damage: _Damage, usual_wait: float | None) -> None:
        super().__init__(engine, damage)
        self._usual_wait = usual_wait

    def begin(self, lease: ConnectionLease) -> None:
        if self._usual_wait is not None:
            lease.driver.max_wait = _LONG_SECONDS + _NETWORK_SECONDS
        super().begin(lease)
        lease.driver.execute(self._SET_TIMEOUT)

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        lease.driver.max_wait = self._usual_wait
        super().give_back(lease, broken=broken)


def _limit_waits(engine: sa.Engine, max_wait: float | None) -> None:
    """Open connections that wait for a response at most `max_wait` seconds."""

    def connect(
        _dialect: object, _record: object, arguments: Sequence[Any], named: dict[str, Any]
    ) -> _Connection:
        connection = _Connection.connect(*arguments, **named)
        connection.max_wait = max_wait
        return connection

    sa.event.listen(engine, "do_connect", connect)


def _session_settings(statement_seconds: float) -> Mapping[str, str]:
    """The settings of each session."""
    return {
        "timezone": "UTC",
        "jit": "off",  # the compilation would take longer than the statements
        "statement_timeout": f"{statement_seconds * 1000:.0f}",
        "lock_timeout": f"{min(5.0, statement_seconds) * 1000:.0f}",
        "idle_in_transaction_session_timeout": "60000",
    }
