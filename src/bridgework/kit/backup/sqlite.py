"""SQLite: the database as the file it is, copied by `VACUUM INTO` while the server writes to it.

The copy is one moment's, and holds nothing but what was there: no free pages with what was
deleted. Whoever has `tar` and `sqlite3` can open it without us.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from bridgework.kit.backup.archive import Writer, sync, working_folder
from bridgework.kit.backup.checksums import Checksum, TableSum, as_bytes
from bridgework.kit.backup.databases import Dump
from bridgework.kit.backup.manifest import SQLITE_FILE
from bridgework.kit.backup.reading import Archive
from bridgework.kit.backup.refusals import BackupRefused, Damaged
from bridgework.kit.backup.telling import Told
from bridgework.kit.db.borrowed_transaction import tx_on
from bridgework.kit.db.database import open_database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.migration import Schema

_STEPS = 200_000
"""Of SQLite's machine, between two looks at how far it is."""
_TABLES = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    " ORDER BY name"
)
_FOREIGN = "SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1"
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class SqliteSnapshot:
    """A copy of a database file, in a folder that is there for it."""

    def __init__(self, live: Path, folder: Path, told: Told) -> None:
        self._live = live
        self._copy = folder / "bridgework.db"
        self._told = told
        self._ending = ExitStack()

    def __enter__(self) -> "SqliteSnapshot":
        if not self._live.exists():
            raise BackupRefused(f"there is no database to back up: {self._live} is not there")
        size = self._live.stat().st_size
        self._told.begin("copying the database", size)
        with _opened(self._live) as connection:
            connection.set_progress_handler(_following(self._copy, self._told), _STEPS)
            try:
                connection.execute("VACUUM INTO ?", (str(self._copy),))
            except sqlite3.Error as error:
                raise BackupRefused(f"the database can't be copied: {error}") from None
        self._told.end()
        self._connection = self._ending.enter_context(_connected(self._copy))
        return self

    def __exit__(self, *ending: object) -> None:
        self._ending.close()

    @property
    def tx(self) -> Tx:
        return tx_on(self._connection)

    def version(self) -> str:
        if not sa.inspect(self._connection).has_table("alembic_version"):
            raise BackupRefused("the database is empty: there is nothing to back up")
        asked = self._connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        return str(asked.scalar_one())

    def write(self, writer: Writer, told: Told) -> Dump:
        sums = _sums(self._copy, told)
        told.begin("writing the database", self._copy.stat().st_size)
        with writer.member(SQLITE_FILE, packed=True) as sink, self._copy.open("rb") as file:
            sink.pour(file, told)
        told.end()
        return Dump(sums)


class SqliteTarget:
    """A database file, and the one beside it that is to take its place."""

    def __init__(self, live: Path, migrations: Path) -> None:
        self._live = live
        self._migrations = migrations
        self._ending = ExitStack()
        self._held: sa.Connection | None = None
        self._is_placed = False
        self.unreadable = ""

    def __enter__(self) -> "SqliteTarget":
        self._live.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with ExitStack() as so_far:
            folder = so_far.enter_context(working_folder(self._live.parent, "restore"))
            self._staged = folder / "bridgework.db"
            if self._live.exists():
                self._hold(so_far)
            self._ending = so_far.pop_all()
        return self

    def __exit__(self, *ending: object) -> None:
        self._ending.close()

    @property
    def holds_data(self) -> bool:
        if self.unreadable:
            return True
        return self._held is not None and bool(sa.inspect(self._held).get_table_names())

    def there(self) -> Tx | None:
        return None if self._held is None or not self.holds_data else tx_on(self._held)

    def fill(self, archive: Archive, told: Told) -> None:
        member = archive.table(SQLITE_FILE)
        told.begin("unpacking the database", member.size)
        with self._staged.open("xb") as file:
            for part in member.plain():
                file.write(part)
                told.more(len(part))
        told.end()
        told.begin("looking into the database", member.size)
        with _opened(self._staged) as connection:
            try:
                _must_be_sound(connection)
            except sqlite3.Error:
                raise Damaged("what it holds is no SQLite database") from None
        told.end()

    def sums(self, told: Told) -> Mapping[str, TableSum]:
        return _sums(self._staged, told)

    def settle(self, act: Callable[[Tx], None]) -> None:
        database = open_database(f"sqlite:///{self._staged}", durability="full", threads=1)
        try:
            Schema(database.engine, self._migrations).migrate()
            with database.writing() as tx:
                act(tx)
        finally:
            database.close()

    def put_in_place(self) -> None:
        sync(self._staged)
        for beside in ("-wal", "-shm", "-journal"):
            # What an unreadable database left would be taken for the new one's.
            self._live.with_name(self._live.name + beside).unlink(missing_ok=True)
        self._staged.rename(self._live)
        sync(self._live.parent)
        self._is_placed = True

    def _hold(self, ending: ExitStack) -> None:
        """Keep everybody else out of what is there; who has it open already is found by it."""
        connection = ending.enter_context(_connected(self._live))
        try:
            connection.exec_driver_sql("PRAGMA busy_timeout = 0")
            # Only the last one who has a WAL open may end it, and with it goes the -wal file.
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema")
        except sa.exc.DatabaseError as error:
            cause = error.orig
            if isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & 0xFF in _BUSY:
                raise BackupRefused(
                    f"something is using {self._live}: stop the server and the workers first"
                ) from None
            self.unreadable = str(cause)
            return
        self._held = connection
        ending.callback(self._let_go, connection)

    def _let_go(self, connection: sa.Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        if not self._is_placed:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")


def _must_be_sound(connection: sqlite3.Connection) -> None:
    """Raise Damaged for a database that is not sound, or would do more than hold rows."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise Damaged("its database is not sound")
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise Damaged("its database has rows that refer to nothing")
    if connection.execute(_FOREIGN).fetchone() is not None:
        raise Damaged("its database holds triggers or views, which ours have not")


def _sums(file: Path, told: Told) -> dict[str, TableSum]:
    """What each table of a file comes to, those behind the full-text index included."""
    told.begin("adding up the tables", file.stat().st_size)
    sums = {}
    with _opened(file) as connection:
        for (name,) in connection.execute(_TABLES).fetchall():
            checksum = Checksum()
            quoted = name.replace('"', '""')
            for row in connection.execute(f'SELECT * FROM "{quoted}"'):  # noqa: S608 - its own name
                encoded = as_bytes(row)
                checksum.add(encoded)
                told.more(len(encoded))
            sums[name] = checksum.done()
    told.end()
    return sums


def _following(copy: Path, told: Told) -> Callable[[], int]:
    """Tells how a file grows, each time it is asked."""
    seen = 0

    def look() -> int:
        nonlocal seen
        with suppress(FileNotFoundError):
            size = copy.stat().st_size
            told.more(size - seen)
            seen = size
        return 0

    return look


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A file that is there, with nothing in its schema believed."""
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=5)
    connection.isolation_level = None
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        yield connection
    finally:
        connection.close()


@contextmanager
def _connected(file: Path) -> Iterator[sa.Connection]:
    """The same, as the areas know a connection."""
    engine = sa.create_engine(
        f"sqlite:///{file}",
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        pool_reset_on_return=None,
        connect_args={"isolation_level": None},
    )
    with engine.connect() as connection:
        yield connection
