"""SQLite: the database file itself, copied by `VACUUM INTO` while the server writes to it.

The copy is of one moment and has no free pages, so nothing that was deleted is in it.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import sqlalchemy as sa

from bridgework.kit.backup.archive import Archive
from bridgework.kit.backup.errors import BackupRefused, Damaged
from bridgework.kit.backup.progress import Progress
from bridgework.kit.backup.snapshot import Snapshot, row_counts
from bridgework.kit.backup.working_folder import sync, working_folder
from bridgework.kit.db.borrowed_transaction import tx_on
from bridgework.kit.db.database import open_database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.migration import Schema

DUMP = "database/bridgework.db"
_FOREIGN = "SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1"
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@contextmanager
def sqlite_snapshot(live: Path, folder: Path, progress: Progress) -> Iterator[Snapshot]:
    """A copy of the database file in `folder`."""
    if not live.exists():
        raise BackupRefused(f"there is no database to back up: {live} is not there")
    copy = folder / "bridgework.db"
    progress.begin("copying the database", live.stat().st_size)
    with _connected(live) as connection:
        try:
            connection.exec_driver_sql("VACUUM INTO ?", (str(copy),))
        except sa.exc.DatabaseError as error:
            raise BackupRefused(f"the database can't be copied: {error.orig}") from None
    progress.end()
    with _connected(copy) as connection:
        yield Snapshot(connection, DUMP, copy, copy.stat().st_size)


class SqliteTarget:
    """The database file, and the restored one that replaces it in one rename."""

    def __init__(self, live: Path, migrations: Path, closing: ExitStack) -> None:
        live.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = closing.enter_context(working_folder(live.parent, "restore"))
        self._live, self._restored = live, folder / "bridgework.db"
        self._migrations = migrations
        self.existing: Tx | None = None
        """A transaction on the database that is replaced; None if none can be read."""
        self.unreadable = ""
        """Why the database that is replaced can't be read; empty if it can, or there is none."""
        if live.exists():
            self._lock(closing.enter_context(_connected(live)))

    def fill(self, archive: Archive, folder: Path) -> None:
        """Restore the database of an archive. Raises Damaged if it is not a sound one."""
        del folder  # the restored file is beside the one that it replaces
        size = archive.size(DUMP)
        if size != archive.manifest.database_size:
            raise Damaged(f"{DUMP} holds more or less than the manifest says")
        archive.progress.begin("restoring the database", size)
        archive.extract(DUMP, self._restored)
        archive.progress.end()
        with _connected(self._restored) as connection:
            try:
                _must_be_sound(connection)
                counts = row_counts(connection)
            except sa.exc.DatabaseError:
                raise Damaged("what it holds is no SQLite database") from None
        if counts != archive.manifest.tables:
            raise Damaged("its tables have other rows than its manifest says")

    def settle(self, act: Callable[[Tx], None]) -> None:
        """Migrate the restored database to the newest schema, then run `act` in it."""
        database = open_database(f"sqlite:///{self._restored}", durability="full", threads=1)
        try:
            Schema(database.engine, self._migrations).migrate()
            with database.writing() as tx:
                act(tx)
        finally:
            database.close()

    def replace(self) -> None:
        """Replace the database by the restored one."""
        sync(self._restored)
        for suffix in ("-wal", "-shm", "-journal"):
            # SQLite would take what an unreadable database left for parts of the new one.
            self._live.with_name(self._live.name + suffix).unlink(missing_ok=True)
        self._restored.rename(self._live)
        sync(self._live.parent)

    def _lock(self, connection: sa.Connection) -> None:
        """Lock the database against everybody else. Raises BackupRefused if it is in use."""
        try:
            connection.exec_driver_sql("PRAGMA busy_timeout = 0")
            # Only the last user of a WAL may end it, and with it goes the -wal file.
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            if sa.inspect(connection).get_table_names():
                self.existing = tx_on(connection)
        except sa.exc.DatabaseError as error:
            cause = error.orig
            if isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & 0xFF in _BUSY:
                raise BackupRefused(
                    f"something is using {self._live}: stop the server and the workers first"
                ) from None
            self.unreadable = str(cause)


def _must_be_sound(connection: sa.Connection) -> None:
    # Nothing that its schema contains may run.
    connection.exec_driver_sql("PRAGMA trusted_schema = OFF")
    if connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() != "ok":
        raise Damaged("its database is not sound")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise Damaged("its database has rows that refer to nothing")
    if connection.exec_driver_sql(_FOREIGN).first() is not None:
        raise Damaged("its database holds triggers or views, which ours have not")


@contextmanager
def _connected(file: Path) -> Iterator[sa.Connection]:
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
