"""SQLite: one file, many readers, one writer at a time.

Short reads run on the event loop, on a connection of its own. Writes run in threads only: a lock in
this process stands in front of SQLite's, so that its threads wait for each other without polling.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from pydantic_core import from_json

from bridgework.kit.db.columns import json_text
from bridgework.kit.db.group_commit import Group
from bridgework.kit.db.source import Lease, Source
from bridgework.kit.db.transaction import NotOnLoop, Transaction
from bridgework.kit.problems import DatabaseBusy, DatabaseReadOnly, NoRoomLeft

Durability = Literal["full", "normal"]

_WAIT_SECONDS = 5.0
_OTHER_PROCESSES_SECONDS = 0.1
"""How often a commit of another process is looked for."""
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
    """One file, opened: for the loop one connection of its own, for threads a pool."""

    dialect = "sqlite"
    losses = 0
    reads_on_loop = True
    gathers_writes = True

    def __init__(self, path: Path, *, durability: Durability, threads: int) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.engine = _engine(path, durability, threads)
        self._here = _OwnConnection(self.engine)
        self._commits = _Commits()
        pooled = _Pooled(self.engine)
        self._readers: dict[bool, Source] = {
            True: _Reader(self._here, on_loop=True),
            False: _Reader(pooled, on_loop=False),
        }
        self._writer = _Writer(pooled, self._commits)
        self._looked_at = 0.0
        self._seen: dict[tuple[str, str], tuple[int, Any]] = {}

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """A transaction that sees one snapshot and writes nothing."""
        return Transaction(self._readers[on_loop])

    def writing(self) -> Transaction:
        """A transaction that holds the write lock from its first statement on."""
        return Transaction(self._writer)

    def group(self) -> Group:
        """Transactions that are committed as one."""
        return Group(self._writer)

    def glance(self, sql: str, value: str) -> Any:
        """The value in the newest snapshot; None if there is none, or not at once.

        Commits of this process are seen at once, those of other processes within 100 ms.
        """
        try:
            self._look_for_other_processes()
            commits = self._commits.count
            seen = self._seen.get((sql, value))
            if seen is not None and seen[0] == commits:
                return seen[1]
            found = self._here.take().driver.execute(sql, (value,)).fetchone()
        except sqlite3.OperationalError:
            return None
        told = None if found is None else found[0]
        # The count was read before the value, so the value is as new as the count, or newer.
        self._seen[sql, value] = (commits, told)
        return told

    def _look_for_other_processes(self) -> None:
        """Forget what was read if another connection has committed (`PRAGMA data_version`)."""
        now = time.monotonic()
        if now - self._looked_at < _OTHER_PROCESSES_SECONDS:
            return
        self._looked_at = now
        if self._here.has_other_data():
            self._seen.clear()

    def close(self) -> None:
        """Give everything back; the last connection to go also empties the WAL."""
        self._here.close()
        self.engine.dispose()


class _Commits:
    """Counts the commits of this process."""

    def __init__(self) -> None:
        self.count = 0


class _Pooled:
    """Connections for threads: each waits for the lock as long as SQLite lets it."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def take(self) -> Lease:
        return _leased(self._engine.connect())

    def put(self, lease: Lease, *, broken: bool) -> None:
        if broken:
            lease.connection.invalidate()
        lease.connection.close()


class _OwnConnection:
    """The loop's one connection, kept open: it never waits, and serves one call at a time."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._lease: Lease | None = None
        self._data_version = -1

    def take(self) -> Lease:
        if self._lease is None:
            self._lease = _leased(self._engine.connect())
            self._lease.driver.execute("PRAGMA busy_timeout = 0")
            self._lease.driver.execute(f"PRAGMA cache_size = -{_CACHE_OF_LOOP}")
            self._data_version = -1
        return self._lease

    def has_other_data(self) -> bool:
        """Whether any other connection has committed since this was asked last."""
        [version] = self.take().driver.execute("PRAGMA data_version").fetchone()
        has_changed: bool = version != self._data_version
        self._data_version = version
        return has_changed

    def put(self, lease: Lease, *, broken: bool) -> None:
        if broken:
            self._lease = None
            lease.connection.invalidate()
            lease.connection.close()

    def close(self) -> None:
        if self._lease is not None:
            self.put(self._lease, broken=True)


class _Source:
    """What readers and writers have in common."""

    dialect = "sqlite"
    on_loop = False

    def __init__(self, connections: _Pooled | _OwnConnection) -> None:
        self._connections = connections
        self.lease: Callable[[], Lease] = connections.take

    def follow(self, acts: Sequence[Callable[[], None]]) -> None:
        for act in acts:
            act()

    def give_back(self, lease: Lease, *, broken: bool) -> None:
        self._connections.put(lease, broken=broken)

    def refusal(self, error: BaseException) -> Exception | None:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        refusal = _REFUSALS.get(_code(cause))
        return None if refusal is None else refusal()

    def lost(self, error: BaseException) -> bool:
        # A file has no server that could go away, but a disk may, or have a fault.
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        return _code(cause) in _DISK_FAULTS


class _Reader(_Source):
    """Transactions that see one snapshot."""

    def __init__(self, connections: _Pooled | _OwnConnection, *, on_loop: bool) -> None:
        super().__init__(connections)
        self.on_loop = on_loop

    def begin(self, lease: Lease) -> None:
        lease.driver.execute("BEGIN")

    def end(self, lease: Lease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        if word == "COMMIT" or lease.driver.in_transaction:
            lease.driver.execute(word)

    def refusal(self, error: BaseException) -> Exception | None:
        # Another process may hold the whole file for a moment, as when it recovers the log after a
        # crash. The loop's connection does not wait for it; a thread's does.
        refusal = super().refusal(error)
        return NotOnLoop() if self.on_loop and isinstance(refusal, DatabaseBusy) else refusal


class _Writer(_Source):
    """Transactions that hold the write lock: one at a time in this process."""

    def __init__(self, connections: _Pooled, commits: _Commits) -> None:
        super().__init__(connections)
        self._commits = commits
        self._lock = threading.Lock()

    def begin(self, lease: Lease) -> None:
        if not self._lock.acquire(timeout=_WAIT_SECONDS):
            raise DatabaseBusy
        try:
            lease.driver.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._lock.release()
            busy = self.refusal(error)
            raise (busy if isinstance(busy, DatabaseBusy) else error) from None

    def end(self, lease: Lease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        ended = False
        try:
            if word == "COMMIT" or lease.driver.in_transaction:
                lease.driver.execute(word)
            if word == "COMMIT":
                # Before the lock is released and anything is answered.
                self._commits.count += 1
            ended = True
        finally:
            # A failed COMMIT is still to be rolled back, so the lock is held until then.
            if ended or word == "ROLLBACK":
                self._lock.release()


def _code(error: BaseException | None) -> int | None:
    """What SQLite says is the matter, without the details; None where it is not SQLite's."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _leased(connection: sa.Connection) -> Lease:
    return Lease(connection, connection.connection.dbapi_connection)


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
