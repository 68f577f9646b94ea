"""PostgreSQL: each table as the lines of its own COPY, all of one snapshot.

No client programs are needed, of whatever version. The tables themselves are not in it: they are
made by the migrations, which never change, up to the version that the archive was made at.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg import sql

from bridgework.kit.backup import copying
from bridgework.kit.backup.archive import Writer
from bridgework.kit.backup.checksums import TableSum
from bridgework.kit.backup.databases import Dump
from bridgework.kit.backup.reading import Archive
from bridgework.kit.backup.refusals import BackupRefused, Damaged
from bridgework.kit.backup.telling import Told
from bridgework.kit.db.borrowed_transaction import tx_on
from bridgework.kit.db.transaction import Tx
from bridgework.kit.migration import LOCK_FOR_MIGRATION, Schema

_OTHERS = """
    SELECT coalesce(nullif(application_name, ''), 'unnamed') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
"""
_PATIENCE = 3.0
"""Seconds for connections that were closed a moment ago to be gone from the server's list."""
_MORE_PATIENCE = 20.0
"""The same for another restore's that was killed: the server has to undo it first."""


class PostgresSnapshot:
    """What one transaction sees, from its beginning to its end."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._ending = ExitStack()

    def __enter__(self) -> "PostgresSnapshot":
        self._connection = self._ending.enter_context(copying.engine(self._url).connect())
        copying.begin(self._connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return self

    def __exit__(self, *ending: object) -> None:
        self._ending.close()

    @property
    def tx(self) -> Tx:
        return tx_on(self._connection)

    def version(self) -> str:
        if copying.VERSIONS not in copying.columns(self._connection):
            raise BackupRefused("the database is empty: there is nothing to back up")
        return copying.version(self._connection)

    def write(self, writer: Writer, told: Told) -> Dump:
        columns = copying.columns(self._connection)
        del columns[copying.VERSIONS]
        told.begin("writing the database", copying.size(self._connection))
        sums = {}
        for table, names in columns.items():
            with writer.member(copying.member(table), packed=True) as sink:
                sums[table] = copying.copied_out(self._connection, table, names, sink.write, told)
        told.end()
        return Dump(sums, columns, copying.sequence_states(self._connection))


class PostgresTarget:
    """A database within one transaction: all of it stands with the COMMIT, or nothing.

    `scratch` names a schema that is made for it and goes with the transaction, to try one out
    beside a database that is in use.
    """

    def __init__(self, url: str, migrations: Path, *, scratch: str | None = None) -> None:
        self._engine = copying.engine(url)
        self._schema = Schema(self._engine, migrations)
        self._scratch = scratch
        self._ending = ExitStack()
        self.unreadable = ""

    def __enter__(self) -> "PostgresTarget":
        with ExitStack() as so_far:
            connection = so_far.enter_context(self._engine.connect())
            self._connection = connection
            copying.begin(connection, "BEGIN")
            so_far.callback(self._roll_back)
            if self._scratch:
                name = sql.Identifier(self._scratch)
                self._driver.execute(sql.SQL("CREATE SCHEMA {}").format(name))
                self._driver.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
            else:
                _must_be_alone(connection)
                connection.exec_driver_sql(LOCK_FOR_MIGRATION)
            self._found = copying.columns(connection)
            self._ending = so_far.pop_all()
        return self

    def __exit__(self, *ending: object) -> None:
        self._ending.close()

    @property
    def holds_data(self) -> bool:
        return bool(self._found)

    def there(self) -> Tx | None:
        return tx_on(self._connection) if self._found else None

    def fill(self, archive: Archive, told: Told) -> None:
        manifest = archive.manifest
        self._clear(manifest.tables)
        self._schema.bring(self._connection, manifest.schema_)
        columns = copying.columns(self._connection)
        del columns[copying.VERSIONS]
        _must_agree(columns, manifest.columns, manifest.tables)
        names = copying.listed([*columns])
        self._driver.execute(sql.SQL("TRUNCATE {}").format(names))
        members = {table: archive.table(copying.member(table)) for table in columns}
        told.begin("restoring the database", sum(member.size for member in members.values()))
        for table in self._in_order(columns):
            self._copy_in(table, manifest.columns[table], members[table].plain(), told)
        self._put_sequences(manifest.sequences)
        told.end()

    def sums(self, told: Told) -> Mapping[str, TableSum]:
        columns = copying.columns(self._connection)
        columns.pop(copying.VERSIONS, None)
        return copying.summed(self._connection, columns, told)

    def settle(self, act: Callable[[Tx], None]) -> None:
        self._schema.bring(self._connection, "head")
        act(tx_on(self._connection))

    def put_in_place(self) -> None:
        if self._scratch:
            raise ValueError("what is only tried out is never put in place")
        self._connection.exec_driver_sql("COMMIT")

    @property
    def _driver(self) -> psycopg.Connection[Any]:
        return copying.driver(self._connection)

    def _roll_back(self) -> None:
        # After a COMMIT there is nothing to undo; PostgreSQL says so in a notice.
        self._connection.exec_driver_sql("ROLLBACK")

    def _clear(self, ours: Mapping[str, object]) -> None:
        """Drop every table there is. Raises BackupRefused if one of them may be somebody else's."""
        if not self._found:
            return
        others = self._found.keys() - ours.keys() - {copying.VERSIONS}
        if others and not self._is_newer():
            named = ", ".join(sorted(others)[:5])
            raise BackupRefused(
                f"the database has tables that the archive has not ({named}): drop them, or "
                "restore into an empty database"
            )
        names = copying.listed([*self._found])
        self._driver.execute(sql.SQL("DROP TABLE {}").format(names))

    def _is_newer(self) -> bool:
        """Whether what is there was made by a newer program, whose tables we can't know."""
        if copying.VERSIONS not in self._found:
            return False
        return copying.version(self._connection) > self._schema.newest()

    def _in_order(self, columns: Mapping[str, object]) -> Sequence[str]:
        """Tables after those that they refer to."""
        order: TopologicalSorter[str] = TopologicalSorter({table: set() for table in columns})
        for table, other in copying.references(self._connection):
            order.add(table, other)
        return [*order.static_order()]

    def _copy_in(self, table: str, names: Sequence[str], parts: Any, told: Told) -> None:
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), copying.listed(names)
        )
        try:
            with self._driver.cursor() as cursor, cursor.copy(statement) as copy:
                for part in parts:
                    copy.write(part)
                    told.more(len(part))
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise Damaged(f"{table} can't be restored ({error.sqlstate})") from None

    def _put_sequences(self, states: Mapping[str, tuple[int, bool]]) -> None:
        found = copying.sequences(self._connection)
        if found.keys() != states.keys():
            raise Damaged("it has other sequences than its schema")
        for place, name in found.items():
            statement = sql.SQL("SELECT setval({}::regclass, {}, {})").format(
                sql.Literal(sql.Identifier(name).as_string()), *map(sql.Literal, states[place])
            )
            self._driver.execute(statement)


def _must_be_alone(connection: sa.Connection) -> None:
    """Raise BackupRefused while others are connected."""
    began = time.monotonic()
    while others := _others(connection):
        patience = _MORE_PATIENCE if set(others) == {copying.NAME} else _PATIENCE
        if time.monotonic() > began + patience:
            named = ", ".join(sorted(set(others)))
            raise BackupRefused(
                f"{len(others)} other sessions use the database ({named}): stop the servers, the "
                "workers and whatever else is connected first"
            )
        time.sleep(0.05)


def _others(connection: sa.Connection) -> Sequence[str]:
    """What else is connected now; a transaction would see for ever what it saw first."""
    connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
    return connection.exec_driver_sql(_OTHERS).scalars().all()


def _must_agree(
    here: Mapping[str, list[str]], told: Mapping[str, list[str]], sums: Mapping[str, object]
) -> None:
    same_tables = here.keys() == told.keys() == sums.keys()
    if not same_tables or any(sorted(here[name]) != sorted(told[name]) for name in here):
        raise Damaged("its tables are not those of its schema")
