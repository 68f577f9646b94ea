"""Backup of PostgreSQL: the rows of all tables at one snapshot, by `pg_dump`.

For a restore, the migrations create the tables at the schema version of the archive. Then the rows
that `pg_restore` writes are copied; no statement of the archive is executed. `pg_restore` itself
does not connect to the database: its rows would be committed apart from the migrations, the check
of the manifest and the erasure of accounts, which share one transaction.
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

from bridgework.kit.data.backup.archive import BackupRefused, Damaged, Manifest, Progress, chunks
from bridgework.kit.data.backup.database import (
    VERSION_TABLE,
    Snapshot,
    connect,
    must_have_rows,
    row_counts,
)
from bridgework.kit.data.db import Tx, metadata, tx_on
from bridgework.kit.data.migrations import MIGRATION_LOCK, Schema, schema_version

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
    "install the PostgreSQL client programs of the server's version or a newer one (on Debian: "
    "postgresql-client)"
)
_DISCONNECT_SECONDS = 5.0
"""The time within which closed connections disappear from the list of the server."""


@contextmanager
def postgres_snapshot(url: str, folder: Path, progress: Progress) -> Iterator[Snapshot]:
    """Open a read transaction and dump its snapshot to `folder`."""
    dump = folder / "bridgework.dump"
    with _connect(url) as connection:
        connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        snapshot, schema, size = connection.exec_driver_sql(_SNAPSHOT).one()
        arguments = ["--format=custom", "--data-only", f"--snapshot={snapshot}"]
        arguments += [f'--schema="{schema}"', f'--exclude-table="{schema}".{VERSION_TABLE}']
        with (
            progress("dumping the database", size) as advance,
            _output("pg_dump", *arguments, url=url) as output,
            dump.open("wb") as file,
        ):
            file.writelines(chunks(output, advance))
        yield Snapshot(connection, dump, size)


class PostgresTarget:
    """Restores a database in one transaction.

    `scratch` is the name of a schema that is created and rolled back in the transaction, to check
    an archive on a database in use.
    """

    def __init__(self, url: str, migrations: Path, scratch: str, stack: ExitStack) -> None:
        self._connection = stack.enter_context(_connect(url))
        self._schema = Schema(self._connection.engine, migrations)
        self._driver = cast("psycopg.Connection[Any]", self._connection.connection.dbapi_connection)
        self._connection.exec_driver_sql("BEGIN")
        if scratch:
            name = sql.Identifier(scratch)
            self._driver.execute(sql.SQL("CREATE SCHEMA {}").format(name))
            self._driver.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
        else:
            _must_be_only_session(self._connection)
            self._connection.exec_driver_sql(MIGRATION_LOCK)
        self._existing_tables = sa.inspect(self._connection).get_table_names()
        self.existing = tx_on(self._connection) if self._existing_tables else None
        """A transaction on the database to replace; None if it is empty."""

    @contextmanager
    def restored(self, dump: Path, manifest: Manifest) -> Iterator[Tx]:
        """Restore a dump, migrate it to the newest schema, and yield a transaction on the result.

        Raises Damaged if the rows do not match the manifest.
        """
        known = manifest.tables.keys() | metadata.tables.keys() | {VERSION_TABLE}
        others = sorted({*self._existing_tables} - known)
        if others and (schema_version(self._connection) or "") <= self._schema.newest():
            raise BackupRefused(
                f"the database has tables that are not in the archive ({', '.join(others[:5])}): "
                "drop them, or restore into an empty database"
            )
        if self._existing_tables:
            self._driver.execute(_on_tables("DROP TABLE {}", self._existing_tables))
        self._schema.upgrade(self._connection, manifest.schema_)
        # The migrations insert rows into some tables.
        self._driver.execute(_on_tables("TRUNCATE {}", row_counts(self._connection)))
        try:
            with _output("pg_restore", "--file=-", str(dump)) as script:
                self._copy(script, manifest)
        except (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError) as error:
            raise Damaged(f"its rows cannot be restored ({error.sqlstate})") from None
        must_have_rows(self._connection, manifest)
        self._schema.upgrade(self._connection, "head")
        self._schema.record_compatibility(self._connection)
        yield tx_on(self._connection)

    def replace(self) -> None:
        """Commit the restored database."""
        self._connection.exec_driver_sql("COMMIT")

    def _copy(self, script: IO[bytes], manifest: Manifest) -> None:
        """Copy the rows and set the sequences of a script of `pg_restore`.

        Raises Damaged for rows of a table that the manifest does not name, such as the version of
        the schema.
        """
        for line in script:
            if rows := _COPY.fullmatch(line):
                if rows[1].decode() not in manifest.tables:
                    raise Damaged("its dump has rows of a table that its manifest does not name")
                with self._driver.cursor().copy(b"COPY %b %b FROM STDIN" % rows.groups()) as copy:
                    for row in takewhile(_END_OF_ROWS.__ne__, script):
                        copy.write(row)
            elif state := _SEQUENCE.fullmatch(line):
                values = (state[1].decode(), int(state[2]), state[3] == b"true")
                self._driver.execute("SELECT setval(%s::regclass, %s, %s)", values)


@contextmanager
def _output(program: str, *arguments: str, url: str = "") -> Iterator[IO[bytes]]:
    """Yield the output of a PostgreSQL program. Raises BackupRefused if it is missing or fails."""
    environment, options = dict(os.environ), [*arguments]
    if url:
        address = sa.make_url(url)
        # The password is not an argument, since arguments are visible in the process list.
        if address.password is not None:
            environment["PGPASSWORD"] = address.password
        options.append(f"--dbname={address._replace(drivername='postgresql', password=None)}")
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(  # noqa: S603 - no shell, and fixed names
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
    """Return a connection without timeouts for transactions."""
    return connect(
        sa.make_url(url).set(drivername="postgresql+psycopg"),
        connect_timeout=5,
        application_name="bridgework backup",
        client_encoding="UTF8",
        options="-c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
    )


def _on_tables(statement: str, names: Iterable[str]) -> sql.Composed:
    """Return a statement with a list of tables."""
    return sql.SQL(statement).format(sql.SQL(", ").join(map(sql.Identifier, names)))


def _must_be_only_session(connection: sa.Connection) -> None:
    """Raise BackupRefused if other sessions use the database."""
    until = time.monotonic() + _DISCONNECT_SECONDS
    while others := connection.exec_driver_sql(_OTHERS).scalars().all():
        if time.monotonic() > until:
            raise BackupRefused(
                f"other sessions use the database ({', '.join(others)}): stop the servers, the "
                "workers and all other clients first"
            )
        time.sleep(0.05)
        # Without this, a transaction sees the first result again.
        connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
