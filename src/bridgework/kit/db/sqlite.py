"""SQLite: one file, many readers, one writer at a time.

Short reads run on the event loop, on a connection of its own. Writes run in threads only: a lock in
this process stands in front of SQLite's, so that its threads wait for each other without polling.
"""

import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from pydantic_core import from_json

from bridgework.kit.db.columns import json_text
from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.transaction import NotOnLoop, Transaction
from bridgework.kit.errors import DatabaseBusy, DatabaseReadOnly, NoRoomLeft

Durability = Literal["full", "normal"]

_WAIT_SECONDS = 5.0
_OTHER_PROCESSES_SECONDS = 0.1
"""How often a commit of another process is looked for."""
_MAX_GLANCES = 10_000
"""Rows that `glance` caches until the next commit."""
_CACHE_OF_LOOP, _CACHE_OF_OTHERS = 16_000, 2_000
"""Kilobytes of pages that a connection keeps for good: the loop's has most of the reads, the others
may be many. Behind all of them stands the system's own cache, and with it two megabytes serve a
ranking of 100,000 as well as eight or sixteen."""
_REFUSALS: Mapping[int | None, type[DatabaseBusy | DatabaseReadOnly | NoRoomLeft]] = {
    sqlite3.SQLITE_BUSY: DatabaseBusy,
    sqlite3.SQLITE_READONLY: DatabaseReadOnly,
    sqlite3.SQLITE_FULL: NoRoomLeft,
}
_DISK_FAULTS = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})


class SqliteDatabase:
    """One file: a connection for the event loop, and a pool of them for threads."""

    dialect = "sqlite"
    reconnect_count = 0
    reads_on_loop = True

    def __init__(self, path: Path, *, durability: Durability, threads: int) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.engine = _engine(path, durability, threads)
        self._reader = _Reader(self.engine)
        self._loop_reader = _LoopReader(self.engine)
        self.batch_source = self._writer = _Writer(self.engine)
        self._checked_at = 0.0
        self._glances: dict[tuple[str, Sequence[str | None]], Any] = {}
        self._glances_at = 0
        """The commit that the cached rows were read after."""

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """A transaction that sees one snapshot and writes nothing."""
        return Transaction(self._loop_reader if on_loop else self._reader)

    def writing(self) -> Transaction:
        """A transaction that holds the write lock from its first statement on."""
        return Transaction(self._writer)

    def glance(self, sql: str, values: Sequence[str | None]) -> Any:
        """The row in the newest snapshot; None if there is none, or not without waiting.

        Commits of this process are seen at once, those of other processes within 100 ms.
        """
        try:
            self._check_other_processes()
            # The count is read before the row, so the row is at least as new.
            commits = self._writer.commits
            if commits != self._glances_at or len(self._glances) > _MAX_GLANCES:
                self._glances.clear()
                self._glances_at = commits
            key = sql, values
            if key not in self._glances:
                self._glances[key] = self._loop_reader.driver.execute(sql, values).fetchone()
            return self._glances[key]
        except sqlite3.OperationalError:
            return None

    def _check_other_processes(self) -> None:
        """Read the rows anew if another connection has committed (`PRAGMA data_version`)."""
        now = time.monotonic()
        if now - self._checked_at >= _OTHER_PROCESSES_SECONDS:
            self._checked_at = now
            if self._loop_reader.has_new_data():
                self._glances.clear()

    def close(self) -> None:
        """Close every connection; the last one to close also empties the WAL."""
        self._loop_reader.close()
        self.engine.dispose()


class _Source(ConnectionSource):
    """What readers and writers have in common: connections of the pool, and errors."""

    dialect = "sqlite"

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def lease(self) -> ConnectionLease:
        return ConnectionLease.of(self._engine.connect())

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        if broken:
            lease.connection.invalidate()
        lease.connection.close()

    def translate_error(self, error: BaseException) -> Exception | None:
        refusal = _REFUSALS.get(_code(error))
        return None if refusal is None else refusal()

    def is_disconnect(self, error: BaseException) -> bool:
        # A file has no server that could go away, but a disk may, or have a fault.
        return _code(error) in _DISK_FAULTS


class _Reader(_Source):
    """Transactions that see one snapshot."""

    def begin(self, lease: ConnectionLease) -> None:
        lease.driver.execute("BEGIN")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        if word == "COMMIT" or lease.driver.in_transaction:
            lease.driver.execute(word)


class _LoopReader(_Reader):
    """The same on the event loop: one connection that stays open and never waits for a lock."""

    on_loop = True

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
        self._lease: ConnectionLease | None = None
        self._data_version = -1

    def lease(self) -> ConnectionLease:
        if self._lease is None:
            self._lease = super().lease()
            self._lease.driver.execute("PRAGMA busy_timeout = 0")
            self._lease.driver.execute(f"PRAGMA cache_size = -{_CACHE_OF_LOOP}")
            self._data_version = -1
        return self._lease

    @property
    def driver(self) -> Any:
        """The connection, for a statement outside a transaction."""
        return self.lease().driver

    def has_new_data(self) -> bool:
        """Whether any other connection has committed since the last call."""
        [version] = self.driver.execute("PRAGMA data_version").fetchone()
        is_new: bool = version != self._data_version
        self._data_version = version
        return is_new

    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        if broken:
            self._lease = None
            super().give_back(lease, broken=True)

    def close(self) -> None:
        if self._lease is not None:
            self.give_back(self._lease, broken=True)

    def translate_error(self, error: BaseException) -> Exception | None:
        # Another process may hold the whole file for a moment, as when it recovers the log after a
        # crash. This connection does not wait for it; a thread's does.
        problem = super().translate_error(error)
        return NotOnLoop() if isinstance(problem, DatabaseBusy) else problem


class _Writer(_Source):
    """Transactions that hold the write lock: one at a time in this process."""

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
        self._lock = threading.Lock()
        self.commits = 0
        """The commits of this process."""

    def begin(self, lease: ConnectionLease) -> None:
        if not self._lock.acquire(timeout=_WAIT_SECONDS):
            raise DatabaseBusy
        try:
            lease.driver.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._lock.release()
            busy = self.translate_error(error)
            raise (busy if isinstance(busy, DatabaseBusy) else error) from None

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        ended = False
        try:
            if word == "COMMIT" or lease.driver.in_transaction:
                lease.driver.execute(word)
            if word == "COMMIT":
                # Before the lock is released and any write is acknowledged.
                self.commits += 1
            ended = True
        finally:
            # A failed COMMIT has still to be rolled back, so the lock is held until then.
            if ended or word == "ROLLBACK":
                self._lock.release()


def _code(error: BaseException | None) -> int | None:
    """SQLite's primary result code; None if the error is not SQLite's."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    code: int | None = getattr(cause, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _engine(path: Path, durability: Durability, threads: int) -> sa.Engine:
    engine = sa.create_engine(
        f"sqlite:///{path}",
        isolation_level="AUTOCOMMIT",
        json_serializer=json_text,
        json_deserializer=from_json,
        hide_parameters=True,  # an error names its statement, and nobody's data
        pool_use_lifo=True,
        pool_size=2 * threads + 4,  # a slow call may read and write at once; some to spare
        max_overflow=0,
        pool_timeout=_WAIT_SECONDS,
        pool_reset_on_return=None,  # every transaction is ended by the object that began it
        connect_args={"isolation_level": None, "check_same_thread": False},
    )
    synchronous = {"full": "FULL", "normal": "NORMAL"}[durability]

    def prepare(driver: Any, _record: object) -> None:
        driver.execute(f"PRAGMA busy_timeout = {int(_WAIT_SECONDS * 1000)}")
        driver.execute("PRAGMA journal_mode = WAL")
        driver.execute(f"PRAGMA synchronous = {synchronous}")
        driver.execute("PRAGMA foreign_keys = ON")
        driver.execute("PRAGMA trusted_schema = OFF")
        driver.execute(f"PRAGMA cache_size = -{_CACHE_OF_OTHERS}")
        driver.execute("PRAGMA temp_store = MEMORY")

    sa.event.listen(engine, "connect", prepare)
    return engine
