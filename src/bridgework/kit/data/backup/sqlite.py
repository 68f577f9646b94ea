"""Backup of SQLite: the database file, copied by `VACUUM INTO` while the server writes to it.

The copy is a snapshot without free pages, so it contains no deleted data.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import sqlalchemy as sa

from bridgework.kit.core.files import rename
from bridgework.kit.data.backup.archive import BackupRefused, Damaged, Manifest, Progress
from bridgework.kit.data.backup.database import Snapshot, connect, must_have_rows, must_have_version
from bridgework.kit.data.db import Tx, describe_error, open_database, tx_on
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.data.migrations import Schema

_TRIGGERS_AND_VIEWS = "SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1"
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@contextmanager
def sqlite_snapshot(live: Path, folder: Path, progress: Progress) -> Iterator[Snapshot]:
    """Copy the database file `live` to `folder`, and yield the snapshot."""
    if not live.exists():
        raise BackupRefused(f"there is no database to back up: {live} does not exist")
    copy = folder / "bridgework.db"
    with (
        progress("copying the database", live.stat().st_size),
        connect(f"sqlite:///{live}") as connection,
    ):
        try:
            connection.exec_driver_sql("VACUUM INTO ?", (str(copy),))
        except sa.exc.DatabaseError as error:
            described = describe_error(live, error)
            reason = described or f"the database cannot be copied: {error.orig}"
            raise BackupRefused(reason) from None
    with connect(f"sqlite:///{copy}") as connection:
        yield Snapshot(connection, copy, copy.stat().st_size)


class SqliteTarget:
    """Restores a database file, which replaces the existing one by a rename."""

    def __init__(self, live: Path, migrations: Path, stack: ExitStack) -> None:
        self._live, self._migrations = live, migrations
        self._live.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.existing: Tx | None = None
        """A transaction on the database to replace; None if it is empty."""
        if self._live.exists():
            connection = stack.enter_context(connect(f"sqlite:///{self._live}"))
            if not self._locked_and_empty(connection):
                self.existing = tx_on(connection)

    @contextmanager
    def restored(self, dump: Path, manifest: Manifest) -> Iterator[Tx]:
        """Restore a dump, migrate it to the newest schema, and yield a transaction on the result.

        Raises Damaged if the dump is invalid.
        """
        if dump.stat().st_size != manifest.database_size:
            raise Damaged(f"the size of {dump.name} does not match the manifest")
        with connect(f"sqlite:///{dump}") as connection:
            try:
                _must_be_valid(connection)
                must_have_version(connection, manifest)
                must_have_rows(connection, manifest)
            except sa.exc.DatabaseError:
                raise Damaged("its dump is not an SQLite database") from None
        database = open_database(f"sqlite:///{dump}", synchronous="full", threads=1)
        with closing(database):
            Schema(database.engine, self._migrations).migrate()
            with database.writing() as tx:
                yield tx
        self._dump = dump

    def replace(self) -> None:
        """Replace the database with the restored one."""
        # The dump may be on another disk, and a rename works only within one.
        beside = self._live.with_name(f".{self._live.name}.restored")
        shutil.move(self._dump, beside)
        for suffix in ("-wal", "-shm", "-journal"):
            # SQLite would use the files of an unreadable database for the new one.
            self._live.with_name(self._live.name + suffix).unlink(missing_ok=True)
        rename(beside, self._live)

    def _locked_and_empty(self, connection: sa.Connection) -> bool:
        """Lock the database. Returns whether it has no tables. Raises BackupRefused if in use."""
        try:
            connection.exec_driver_sql("PRAGMA busy_timeout = 0")
            # Only the last user of a WAL may leave WAL mode, which deletes the -wal file.
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            return not sa.inspect(connection).get_table_names()
        except sa.exc.DatabaseError as error:
            if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in _BUSY:
                raise BackupRefused(
                    f"{self._live} is in use: stop the server and the workers first"
                ) from None
            return False  # it cannot be read


def _must_be_valid(connection: sa.Connection) -> None:
    # Code in the schema must not run.
    connection.exec_driver_sql("PRAGMA trusted_schema = OFF")
    if connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() != "ok":
        raise Damaged("its database fails the integrity check")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise Damaged("its database violates foreign keys")
    if connection.exec_driver_sql(_TRIGGERS_AND_VIEWS).first() is not None:
        raise Damaged("its database contains triggers or views")
