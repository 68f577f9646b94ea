"""SQLite: one file, many readers, one writer at a time.

Short reads run on the event loop, with a separate connection. Writes run in threads only. They wait
for a lock of this process first, since waiting for the lock of SQLite means polling.
"""

import threading
import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import sqlalchemy as sa
from pydantic_core import from_json

from bridgework.kit.core import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseReadOnly,
    DatabaseUnavailable,
    NoRoomLeft,
    Unavailable,
)
from bridgework.kit.data.db.columns import json_text
from bridgework.kit.data.db.engines import checkpoints, sqlite_library
from bridgework.kit.data.db.engines.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.data.db.transaction import RetryInThread, Transaction, Tx

Synchronous = Literal["full", "normal"]
Result = TypeVar("Result")

_WAIT_SECONDS = 5.0
_OTHER_PROCESSES_SECONDS = 0.1
"""The interval of the checks for commits of other processes."""
_MAX_CACHED_READS = 10_000
_LOOP_CACHE_KILOBYTES, _CACHE_KILOBYTES = 16_000, 2_000
"""The sizes of the page caches. Most reads use the connection of the event loop."""
_ANY_WRITE = sa.text("PRAGMA user_version = 0")
"""Changes nothing, but the first commit after a checkpoint truncates the WAL."""
_ERRORS: Mapping[int, type[Unavailable]] = {
    sqlite3.SQLITE_BUSY: DatabaseBusy,
    sqlite3.SQLITE_READONLY: DatabaseReadOnly,
    sqlite3.SQLITE_FULL: NoRoomLeft,
    sqlite3.SQLITE_IOERR: DatabaseUnavailable,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnavailable,
    sqlite3.SQLITE_CORRUPT: DatabaseDamaged,
    sqlite3.SQLITE_NOTADB: DatabaseDamaged,
}


class SqliteDatabase:
    """An SQLite file: a connection for the event loop, and a pool for threads."""

    dialect: Literal["sqlite"] = "sqlite"
    reads_on_loop = True
    """Whether short reads run on the event loop."""

    def __init__(self, path: Path, *, synchronous: Synchronous, threads: int) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self._has_fault = sqlite_library.has_wal_reset_fault()
        pragmas = checkpoints.PRAGMAS if self._has_fault else {}
        self.engine = _engine(path, synchronous, threads, pragmas)
        """For migrations and bulk loads only."""
        self.is_damaged = threading.Event()
        """Set by the first statement, or the first integrity check, that finds damage."""
        self._reader = _Reader(self.engine, self.is_damaged)
        self._loop_reader = _LoopReader(self.engine, self.is_damaged)
        after_commit = partial(checkpoints.checkpoint_if_large, path) if self._has_fault else None
        self.batch_source = self._writer = _Writer(self.engine, self.is_damaged, after_commit)
        """The source of the transactions of a WriteBatcher."""
        self._checked_at = 0.0
        self._cached: dict[Hashable, Any] = {}
        self._cached_at = 0
        """The number of commits at the time of the cached reads."""

    def has_damage(self) -> bool:
        """Whether the file is known to be damaged."""
        return self.is_damaged.is_set()

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """Return a read-only transaction on one snapshot."""
        return Transaction(self._loop_reader if on_loop else self._reader)

    def writing(self, *, long: bool = False) -> Transaction:
        """Return a transaction that holds the write lock from its first statement."""
        del long  # statements of SQLite run in this process and wait for no server
        return Transaction(self._writer)

    def cached_read(self, key: Hashable, read: Callable[[Tx], Result]) -> Result | None:
        """Return the result of `read` on the event loop, cached until the next commit.

        Commits of other processes are visible within 100 ms. Returns None if the database cannot be
        read now.
        """
        try:
            self._drop_outdated()
            if key not in self._cached:
                with self.reading(on_loop=True) as tx:
                    self._cached[key] = read(tx)
        except (RetryInThread, Unavailable, sqlite3.OperationalError):
            return None
        result: Result = self._cached[key]
        return result

    def _drop_outdated(self) -> None:
        now = time.monotonic()
        has_new_data = False
        if now - self._checked_at >= _OTHER_PROCESSES_SECONDS:
            self._checked_at = now
            has_new_data = self._loop_reader.has_new_data()
        # The count is read before the rows, so they are at least as new.
        commits = self._writer.commits
        if has_new_data or commits != self._cached_at or len(self._cached) >= _MAX_CACHED_READS:
            self._cached.clear()
            self._cached_at = commits

    def empty_wal(self) -> None:
        """Move the WAL into the file and empty it, as it contains rows that were deleted since.

        Does nothing while a transaction is open, so it delays no one.
        """
        if self._has_fault:
            if checkpoints.checkpoint(self.path):
                with self.writing() as tx:
                    tx.execute(_ANY_WRITE)
            return
        with closing(sqlite3.connect(self.path, timeout=0)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close all connections. Closing the last connection also empties the WAL."""
        self._loop_reader.close()
        self.engine.dispose()


class _Reader(ConnectionSource):
    """Read transactions on one snapshot."""

    def __init__(self, engine: sa.Engine, is_damaged: threading.Event) -> None:
        super().__init__(engine)
        self._is_damaged = is_damaged

    def begin(self, lease: ConnectionLease) -> None:
        lease.driver.execute("BEGIN")

    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        if word == "COMMIT" or lease.driver.in_transaction:
            lease.driver.execute(word)

    def translate_error(self, error: BaseException) -> Exception | None:
        cause = getattr(error, "orig", error)
        # The lowest byte is the primary result code.
        error_type = _ERRORS.get(getattr(cause, "sqlite_errorcode", -1) & 0xFF)
        if error_type is DatabaseDamaged:
            self._is_damaged.set()
        return None if error_type is None else error_type()


class _LoopReader(_Reader):
    """Read transactions on the event loop: one open connection that never waits for a lock."""

    on_loop = True

    def __init__(self, engine: sa.Engine, is_damaged: threading.Event) -> None:
        super().__init__(engine, is_damaged)
        self._lease: ConnectionLease | None = None
        self._data_version = -1

    def lease(self) -> ConnectionLease:
        if self._lease is None:
            self._lease = super().lease()
            self._lease.driver.execute("PRAGMA busy_timeout = 0")
            self._lease.driver.execute(f"PRAGMA cache_size = -{_LOOP_CACHE_KILOBYTES}")
            self._data_version = -1
        return self._lease

    def has_new_data(self) -> bool:
        """Whether any other connection has committed since the last call."""
        [version] = self.lease().driver.execute("PRAGMA data_version").fetchone()
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
        # Another process may lock the whole file briefly, for example to recover the WAL after a
        # crash. A thread can wait for it.
        translated = super().translate_error(error)
        return RetryInThread() if isinstance(translated, DatabaseBusy) else translated


class _Writer(_Reader):
    """Transactions that hold the write lock, one at a time."""

    def __init__(
        self,
        engine: sa.Engine,
        is_damaged: threading.Event,
        after_commit: Callable[[], None] | None,
    ) -> None:
        super().__init__(engine, is_damaged)
        self._after_commit = after_commit
        self._lock = threading.Lock()
        self.commits = 0
        """The number of commits of this process."""

    def begin(self, lease: ConnectionLease) -> None:
        if self._is_damaged.is_set():
            raise DatabaseDamaged  # each further write may destroy more
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
            super().end(lease, word)
            if word == "COMMIT":
                # Before the lock is released and the write is acknowledged.
                self.commits += 1
                if self._after_commit is not None:
                    self._after_commit()
            ended = True
        finally:
            # After a failed COMMIT the lock is held until the rollback.
            if ended or word == "ROLLBACK":
                self._lock.release()


def _engine(
    path: Path, synchronous: Synchronous, threads: int, more_pragmas: Mapping[str, int]
) -> sa.Engine:
    engine = sa.create_engine(
        f"sqlite:///{path}",
        module=sqlite3,
        isolation_level="AUTOCOMMIT",
        json_serializer=json_text,
        json_deserializer=from_json,
        hide_parameters=True,  # no personal data in error messages
        pool_use_lifo=True,
        pool_size=2 * threads + 4,  # a thread may read and write at once, plus a reserve
        max_overflow=0,
        pool_timeout=_WAIT_SECONDS,
        pool_reset_on_return=None,  # transactions are ended in transaction.py
        connect_args={"isolation_level": None, "check_same_thread": False},
    )
    pragmas = {
        "busy_timeout": int(_WAIT_SECONDS * 1000),
        "journal_mode": "WAL",
        "synchronous": synchronous,
        "foreign_keys": "ON",
        "trusted_schema": "OFF",
        "secure_delete": "ON",  # deleted rows are overwritten; only some builds do so by default
        "cache_size": -_CACHE_KILOBYTES,
        "temp_store": "MEMORY",
        **more_pragmas,
    }

    def prepare(driver: Any, _record: object) -> None:
        for name, value in pragmas.items():
            driver.execute(f"PRAGMA {name} = {value}")

    sa.event.listen(engine, "connect", prepare)
    return engine
