"""PostgreSQL: the rows of all tables by `pg_dump`, of one snapshot.

The tables themselves are made by the migrations, up to the version of the archive. A restore copies
the rows that `pg_restore` writes and runs no statement out of the archive.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Set
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from pathlib import Path
from typing import IO, Any, cast

import psycopg
import sqlalchemy as sa
from psycopg import sql

from bridgework.kit.backup.archive import Archive
from bridgework.kit.backup.errors import BackupRefused, Damaged
from bridgework.kit.backup.progress import Progress
from bridgework.kit.backup.snapshot import VERSIONS, Snapshot, row_counts, schema_version
from bridgework.kit.db.borrowed_transaction import tx_on
from bridgework.kit.db.tables import metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.migration import LOCK_FOR_MIGRATION, Schema

DUMP = "database/bridgework.dump"
_CHUNK = 256 * 1024
_SIZE = "SELECT pg_database_size(current_database())"
_OTHERS = """
    SELECT DISTINCT coalesce(nullif(application_name, ''), 'unnamed') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
"""
_COPY = re.compile(rb'COPY \w+\."?(\w+)"? (\([\w", ]+\)) FROM stdin;\n')
_SEQUENCE = re.compile(rb"SELECT pg_catalog\.setval\('\w+\.(\w+)', (\d+), (true|false)\);\n")
_INSTALL = (
    "install PostgreSQL's client programs, of the server's version or a newer one (on Debian: "
    "postgresql-client)"
)
_END_OF_ROWS = b"\\.\n"
_PATIENCE = 5.0
"""Seconds for connections that were closed just now to leave the server's list."""


@contextmanager
def postgres_snapshot(url: str, folder: Path, progress: Progress) -> Iterator[Snapshot]:
    """One transaction, and in `folder` what `pg_dump` writes of its snapshot."""
    with _engine(url).connect() as connection:
        _begin(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        size = connection.exec_driver_sql(_SIZE).scalar_one()
        exported = connection.exec_driver_sql("SELECT pg_export_snapshot(), current_schema()")
        snapshot, schema = exported.one()
        dump = folder / "bridgework.dump"
        arguments = ["--format=custom", "--data-only", f"--snapshot={snapshot}"]
        arguments += [f'--schema="{schema}"', f'--exclude-table="{schema}".{VERSIONS}']
        progress.begin("dumping the database", size)
        with (
            _output("pg_dump", *arguments, url=url) as output,
            dump.open("wb") as file,
        ):
            while chunk := output.read(_CHUNK):
                file.write(chunk)
                progress.more(len(chunk))
        progress.end()
        yield Snapshot(connection, DUMP, dump, size)


class PostgresTarget:
    """A database in one transaction: everything is there after the COMMIT, or nothing.

    `scratch` names a schema that is made in the transaction and goes with it: it tries an archive
    out in a database that is in use.
    """

    unreadable = ""

    def __init__(self, url: str, migrations: Path, closing: ExitStack, scratch: str = "") -> None:
        engine = _engine(url)
        self._schema = Schema(engine, migrations)
        self._connection = closing.enter_context(engine.connect())
        self._driver = cast("psycopg.Connection[Any]", self._connection.connection.dbapi_connection)
        _begin(self._connection, "BEGIN")
        if scratch:
            name = sql.Identifier(scratch)
            self._driver.execute(sql.SQL("CREATE SCHEMA {}").format(name))
            self._driver.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
        else:
            _must_be_alone(self._connection)
            self._connection.exec_driver_sql(LOCK_FOR_MIGRATION)
        self._found = sa.inspect(self._connection).get_table_names()
        self.existing = tx_on(self._connection) if self._found else None
        """A transaction on the database that is replaced; None if there is none."""

    def fill(self, archive: Archive, folder: Path) -> None:
        """Restore the rows of an archive. Raises Damaged if they are not what it says."""
        manifest, dump = archive.manifest, folder / "bridgework.dump"
        self._drop_tables(manifest.tables.keys() | metadata.tables.keys() | {VERSIONS})
        self._schema.bring(self._connection, manifest.schema_)
        # Some tables have rows from the migrations.
        names = sql.SQL(", ").join(map(sql.Identifier, row_counts(self._connection)))
        self._driver.execute(sql.SQL("TRUNCATE {}").format(names))
        archive.progress.begin("restoring the database", archive.size(DUMP))
        archive.extract(DUMP, dump)
        try:
            with _output("pg_restore", "--file=-", str(dump)) as script:
                self._restore(script)
        except (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError) as error:
            raise Damaged(f"its rows can't be restored ({error.sqlstate})") from None
        if row_counts(self._connection) != manifest.tables:
            raise Damaged("its tables have other rows than its manifest says")
        dump.unlink()
        archive.progress.end()

    def settle(self, act: Callable[[Tx], None]) -> None:
        """Migrate what was restored to the newest schema, then run `act` in it."""
        self._schema.bring(self._connection, "head")
        act(tx_on(self._connection))

    def replace(self) -> None:
        """Commit what was restored."""
        self._connection.exec_driver_sql("COMMIT")

    def _drop_tables(self, ours: Set[str]) -> None:
        """Drop all tables. Raises BackupRefused if some of them may belong to other software."""
        others = sorted({*self._found} - ours)
        if others and (schema_version(self._connection) or "") <= self._schema.newest():
            raise BackupRefused(
                f"the database has tables that the archive has not ({', '.join(others[:5])}): drop "
                "them, or restore into an empty database"
            )
        if self._found:
            names = sql.SQL(", ").join(map(sql.Identifier, self._found))
            self._driver.execute(sql.SQL("DROP TABLE {}").format(names))

    def _restore(self, script: IO[bytes]) -> None:
        """Copy the rows, and set the sequences, of a script that `pg_restore` wrote."""
        for line in script:
            if rows := _COPY.fullmatch(line):
                with self._driver.cursor().copy(b"COPY %b %b FROM STDIN" % rows.groups()) as copy:
                    for row in takewhile(_END_OF_ROWS.__ne__, script):
                        copy.write(row)
            elif state := _SEQUENCE.fullmatch(line):
                values = (state[1].decode(), int(state[2]), state[3] == b"true")
                self._driver.execute("SELECT setval(%s::regclass, %s, %s)", values)


@contextmanager
def _output(program: str, *arguments: str, url: str = "") -> Iterator[IO[bytes]]:
    """What one of PostgreSQL's programs writes. Raises BackupRefused if it is missing or fails."""
    environment, options = dict(os.environ), [*arguments]
    if url:
        address = sa.make_url(url)
        # The list of processes shows arguments, so the password is not among them.
        if address.password is not None:
            environment["PGPASSWORD"] = address.password
        options.append(f"--dbname={address._replace(drivername='postgresql', password=None)}")
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(  # noqa: S603 - no shell, and names of ours
                [program, *options],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        except FileNotFoundError:
            raise BackupRefused(f"{program} is not installed: {_INSTALL}") from None
        with process:
            yield cast("IO[bytes]", process.stdout)
        if process.returncode != 0:
            errors.seek(0)
            said = "; ".join(errors.read().decode("utf-8", "replace").split("\n")).strip("; ")
            hint = f": {_INSTALL}" if "version" in said else ""
            raise BackupRefused(f"{program} failed ({said}){hint}")


def _engine(url: str) -> sa.Engine:
    """One connection at a time, closed after use: what was not committed is undone then."""
    return sa.create_engine(
        sa.make_url(url).set(drivername="postgresql+psycopg"),
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        pool_reset_on_return=None,
        connect_args={"connect_timeout": 5, "application_name": "bridgework backup"},
    )


def _begin(connection: sa.Connection, begin: str) -> None:
    """Begin a transaction that may take long."""
    connection.exec_driver_sql(begin)
    connection.exec_driver_sql("SET LOCAL client_encoding = 'UTF8'")
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def _must_be_alone(connection: sa.Connection) -> None:
    """Raise BackupRefused while other sessions use the database."""
    until = time.monotonic() + _PATIENCE
    while True:
        # A transaction would see the first answer again.
        connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
        others = connection.exec_driver_sql(_OTHERS).scalars().all()
        if not others:
            return
        if time.monotonic() > until:
            raise BackupRefused(
                f"other sessions use the database ({', '.join(others)}): stop the servers, the "
                "workers and whatever else is connected first"
            )
        time.sleep(0.05)
