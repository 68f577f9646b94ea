"""SQLite: one file, many readers, one writer at a time.

On the event loop nobody waits for the write lock: a lock of our own stands in front of SQLite's,
and a call that finds either taken is run again in a thread, where it may wait. Nor does anybody
there wait for the disk: once the log is long, whoever commits in a thread carries it over into the
file.
"""

import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from pydantic_core import from_json

from bridgework.kit.db.columns import json_text
from bridgework.kit.db.group_commit import Group
from bridgework.kit.db.source import Lease, Source
from bridgework.kit.db.transaction import LockTaken, Transaction
from bridgework.kit.db.wal_index import WalIndex, wal_index
from bridgework.kit.problems import DatabaseBusy, DatabaseReadOnly, NoRoomLeft

Durability = Literal["full", "normal"]

_WAIT_SECONDS = 5.0
_LONG_LOG, _LONGEST_LOG = 1_000, 2_000
"""Pages. Whoever commits in a thread sees to a long log; on the loop only to one that is twice as
long, as where its length is not known."""
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
        # An fsync may take as long as the disk likes; with one a commit, writes leave the loop.
        self.writes_on_loop = durability == "normal"
        gate = threading.Lock()
        here = _OwnConnection(self.engine)
        self._readers: dict[bool, Source] = {
            True: _Source(here, "BEGIN", None, wait=False),
            False: _Source(_Pooled(self.engine), "BEGIN", None, wait=True),
        }
        self._writers: dict[bool, Source] = {
            True: _Source(here, "BEGIN IMMEDIATE", gate, wait=False, must_wait=self._log_is_long),
            False: _Source(_Pooled(self.engine), "BEGIN IMMEDIATE", gate, wait=True),
        }
        self._here = here
        self._path = path
        self._seen: dict[tuple[str, str], tuple[bytes | None, Any]] = {}

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """A transaction that sees one snapshot and writes nothing."""
        return Transaction(self._readers[on_loop])

    def writing(self, *, on_loop: bool = False) -> Transaction:
        """A transaction that holds the write lock from its first statement on."""
        return Transaction(self._writers[on_loop])

    def group(self, *, on_loop: bool = False) -> Group:
        """Transactions that are committed as one."""
        return Group(self._writers[on_loop])

    def glance(self, sql: str, value: str) -> Any:
        """What the statement finds in the newest snapshot; None if nothing, or not at once."""
        index = self._wal_index
        mark = None if index is None else index.mark()
        seen = self._seen.get((sql, value))
        if mark is not None and seen is not None and mark == seen[0]:
            return seen[1]
        try:
            found = self._here.take().driver.execute(sql, (value,)).fetchone()
        except sqlite3.OperationalError:
            return None
        told = None if found is None else found[0]
        # What was found is as new as the mark from before it, or newer.
        self._seen[sql, value] = (mark, told)
        return told

    def _log_is_long(self) -> bool:
        index = self._wal_index
        return index is not None and index.frames() >= _LONG_LOG

    @cached_property
    def _wal_index(self) -> WalIndex | None:
        self._here.take()  # which brings the file into WAL mode, if it is a new one
        return wal_index(self._path)

    def close(self) -> None:
        """Give everything back; the last connection to go also empties the WAL."""
        index = self.__dict__.pop("_wal_index", None)
        if index is not None:
            index.close()
        self._here.close()
        self.engine.dispose()


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

    def take(self) -> Lease:
        if self._lease is None:
            self._lease = _leased(self._engine.connect())
            self._lease.driver.execute("PRAGMA busy_timeout = 0")
            self._lease.driver.execute(f"PRAGMA cache_size = -{_CACHE_OF_LOOP}")
            self._lease.driver.execute(f"PRAGMA wal_autocheckpoint = {_LONGEST_LOG}")
        return self._lease

    def put(self, lease: Lease, *, broken: bool) -> None:
        if broken:
            self._lease = None
            lease.connection.invalidate()
            lease.connection.close()

    def close(self) -> None:
        if self._lease is not None:
            self.put(self._lease, broken=True)


class _Source:
    """How a transaction begins and ends: by which word, behind which gate, waiting or not."""

    dialect = "sqlite"

    def __init__(
        self,
        connections: _Pooled | _OwnConnection,
        begin_word: str,
        gate: "threading.Lock | None",  # a function until Python 3.13
        *,
        wait: bool,
        must_wait: Callable[[], bool] = lambda: False,
    ) -> None:
        """`must_wait` says whether nobody may begin who does not wait."""
        self._connections = connections
        self._begin_word = begin_word
        self._gate = gate
        self._wait = wait
        self._must_wait = must_wait
        self.on_loop = not wait
        self.lease: Callable[[], Lease] = connections.take
        self._busy: type[Exception] = DatabaseBusy if wait else LockTaken

    def begin(self, lease: Lease) -> None:
        if self._must_wait():
            raise self._busy
        gate = self._gate
        if gate is not None and not (
            gate.acquire(timeout=_WAIT_SECONDS) if self._wait else gate.acquire(blocking=False)
        ):
            raise self._busy
        try:
            lease.driver.execute(self._begin_word)
        except sqlite3.Error as error:
            if gate is not None:
                gate.release()
            busy = self.refusal(error)
            raise (busy if isinstance(busy, self._busy) else error) from None

    def end(self, lease: Lease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        ended = False
        try:
            if word == "COMMIT" or lease.driver.in_transaction:
                lease.driver.execute(word)
            ended = True
        finally:
            # A failed COMMIT is still to be rolled back, so the gate stays shut until then.
            if self._gate is not None and (ended or word == "ROLLBACK"):
                self._gate.release()

    def follow(self, acts: Sequence[Callable[[], None]]) -> None:
        for act in acts:
            act()

    def give_back(self, lease: Lease, *, broken: bool) -> None:
        self._connections.put(lease, broken=broken)

    def refusal(self, error: BaseException) -> Exception | None:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        refusal = _REFUSALS.get(_code(cause))
        if refusal is DatabaseBusy:
            return self._busy()
        return None if refusal is None else refusal()

    def lost(self, error: BaseException) -> bool:
        # A file has no server that could go away, but a disk may, or have a fault.
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        return _code(cause) in _DISK_FAULTS


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
        driver.execute(f"PRAGMA wal_autocheckpoint = {_LONG_LOG}")
        driver.execute(f"PRAGMA synchronous = {synchronous}")
        driver.execute("PRAGMA foreign_keys = ON")
        driver.execute("PRAGMA trusted_schema = OFF")
        driver.execute(f"PRAGMA cache_size = -{_CACHE_OF_OTHERS}")
        driver.execute("PRAGMA temp_store = MEMORY")

    sa.event.listen(engine, "connect", prepare)
    return engine
