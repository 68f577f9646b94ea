"""PostgreSQL: the rows of all tables by `pg_dump`, of one snapshot.

The tables themselves are made by the migrations, up to the version of the archive. A restore copies
the rows that `pg_restore` writes and runs no statement out of the archive.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from pathlib import Path
from typing import IO, Any, cast

import psycopg
import sqlalchemy as sa
from psycopg import sql

from bridgework.kit.backup.archive import BackupRefused, Damaged, Manifest, Progress, chunks
from bridgework.kit.backup.database import VERSIONS, Snapshot, connect, must_have_rows, row_counts
from bridgework.kit.db.tables import metadata
from bridgework.kit.db.transaction import Tx, tx_on
from bridgework.kit.migration import MIGRATION_LOCK, Schema, schema_version
from bridgework.settings import Settings

_SNAPSHOT = """
    SELECT pg_export_snapshot(), current_schema(), pg_database_size(current_database())
"""
_OTHERS = """
    SELECT DISTINCT coalesce(nullif(application_name, ''), 'unnamed') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
"""
_COPY = re.compile(rb'COPY \w+\."?(\w+)"? (\([\w", ]+\)) FROM stdin;\n')
_SEQUENCE = re.compile(rb"SELECT pg_catalog\.setval\('\w+\.(\w+)', (\d+), (true|false)\);\n")
_END_OF_ROWS = b"\\.\n"
_INSTALL = (
    "install PostgreSQL's client programs, of the server's version or a newer one (on Debian: "
    "postgresql-client)"
)
_PATIENCE = 5.0
"""Seconds for connections that were closed just now to leave the server's list."""


@contextmanager
def postgres_snapshot(settings: Settings, folder: Path, progress: Progress) -> Iterator[Snapshot]:
    """One transaction, and in `folder` what `pg_dump` writes of its snapshot."""
    url, dump = settings.database_address, folder / "bridgework.dump"
    with _connect(url) as connection:
        connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        snapshot, schema, size = connection.exec_driver_sql(_SNAPSHOT).one()
        arguments = ["--format=custom", "--data-only", f"--snapshot={snapshot}"]
        arguments += [f'--schema="{schema}"', f'--exclude-table="{schema}".{VERSIONS}']
        with (
            progress("dumping the database", size) as advance,
            _output("pg_dump", *arguments, url=url) as output,
            dump.open("wb") as file,
        ):
            file.writelines(chunks(output, advance))
        yield Snapshot(connection, dump, size)


class PostgresTarget:
    """A database in one transaction: everything is there after the COMMIT, or nothing.

    `scratch` names a schema that is made in the transaction and goes with it: it tries an archive
    out in a database that is in use.
    """

    def __init__(
        self, settings: Settings, migrations: Path, scratch: str, stack: ExitStack
    ) -> None:
        self._connection = stack.enter_context(_connect(settings.database_address))
        self._schema = Schema(self._connection.engine, migrations)
        self._driver = cast("psycopg.Connection[Any]", self._connection.connection.dbapi_connection)
        self._connection.exec_driver_sql("BEGIN")
        if scratch:
            name = sql.Identifier(scratch)
            self._driver.execute(sql.SQL("CREATE SCHEMA {}").format(name))
            self._driver.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
        else:
            _must_be_alone(self._connection)
            self._connection.exec_driver_sql(MIGRATION_LOCK)
        self._found = sa.inspect(self._connection).get_table_names()
        self.existing = tx_on(self._connection) if self._found else None
        """A transaction on the database that is replaced; None if there is no data in it."""

    @contextmanager
    def restored(self, dump: Path, manifest: Manifest) -> Iterator[Tx]:
        """Restore a dump and migrate it to the newest schema; a transaction on the outcome.

        Raises Damaged if the rows are not what the manifest says.
        """
        ours = manifest.tables.keys() | metadata.tables.keys() | {VERSIONS}
        others = sorted({*self._found} - ours)
        if others and (schema_version(self._connection) or "") <= self._schema.newest():
            raise BackupRefused(
                f"the database has tables that the archive has not ({', '.join(others[:5])}): drop "
                "them, or restore into an empty database"
            )
        if self._found:
            self._driver.execute(_on_tables("DROP TABLE {}", self._found))
        self._schema.upgrade(self._connection, manifest.schema_)
        # Some tables have rows from the migrations.
        self._driver.execute(_on_tables("TRUNCATE {}", row_counts(self._connection)))
        try:
            with _output("pg_restore", "--file=-", str(dump)) as script:
                self._copy(script)
        except (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError) as error:
            raise Damaged(f"its rows can't be restored ({error.sqlstate})") from None
        must_have_rows(self._connection, manifest)
        self._schema.upgrade(self._connection, "head")
        yield tx_on(self._connection)

    def replace(self) -> None:
        """Commit what was restored."""
        self._connection.exec_driver_sql("COMMIT")

    def _copy(self, script: IO[bytes]) -> None:
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
                [program, *options], env=environment, stdout=subprocess.PIPE, stderr=errors
            )
        except FileNotFoundError:
            raise BackupRefused(f"{program} is not installed: {_INSTALL}") from None
        with process:
            yield cast("IO[bytes]", process.stdout)
        if process.returncode != 0:
            errors.seek(0)
            reason = "; ".join(errors.read().decode("utf-8", "replace").splitlines())
            hint = f": {_INSTALL}" if "version" in reason else ""
            raise BackupRefused(f"{program} failed ({reason}){hint}")


def _connect(url: str) -> sa.Connection:
    """A connection whose transactions may take long."""
    return connect(
        sa.make_url(url).set(drivername="postgresql+psycopg"),
        connect_timeout=5,
        application_name="bridgework backup",
        client_encoding="UTF8",
        options="-c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
    )


def _on_tables(statement: str, names: Iterable[str]) -> sql.Composed:
    """A statement with a list of tables in it."""
    return sql.SQL(statement).format(sql.SQL(", ").join(map(sql.Identifier, names)))


def _must_be_alone(connection: sa.Connection) -> None:
    """Raise BackupRefused while other sessions use the database."""
    until = time.monotonic() + _PATIENCE
    while others := connection.exec_driver_sql(_OTHERS).scalars().all():
        if time.monotonic() > until:
            raise BackupRefused(
                f"other sessions use the database ({', '.join(others)}): stop the servers, the "
                "workers and whatever else is connected first"
            )
        time.sleep(0.05)
        # A transaction would see the first answer again.
        connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
