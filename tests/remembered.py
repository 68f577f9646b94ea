"""Remembers what a step of the preparation of a test does to the database.

Most tests begin with the same people, and signing them up takes most of the time of such a test. A
function with `@remembered` runs once for each state of the database in which it is called; the next
call in the same state inserts the rows that the first one left, and returns its result. Only the
rows are kept, so it runs again after any other request, which may have left more in the process.
"""

import functools
import hashlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, TypeVar, cast

import psycopg
import sqlalchemy as sa
from psycopg import sql

from bridgework.kit.data.db import tables
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.security import passwords
from tests.world import World

Step = TypeVar("Step", bound=Callable[..., object])
Rows = Mapping[str, Sequence[Any]]
"""The rows of the tables that are not empty, by table."""

TABLES = sorted(tables.metadata.tables)
_FILLED = " UNION ALL ".join(
    f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in TABLES
)
_SEQUENCES = "sequences"
_USED_SEQUENCES = """
    SELECT sequencename, last_value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename
"""
_LIMIT = 500
"""The number of states that one test process keeps."""
_memory: dict[Hashable, tuple[Rows, object]] = {}


def remembered(step: Step) -> Step:
    """Decorate a function that changes only the database of the world.

    Its other arguments are hashable or JSON, and its result is immutable.
    """

    @functools.wraps(step)
    def run(world: World, *args: object, **kwargs: object) -> object:
        if world.has_own_requests:
            return step(world, *args, **kwargs)
        database = _rows(world)
        before = database.read()
        call = (step.__module__, step.__qualname__, repr(args), repr(sorted(kwargs.items())))
        key = (*call, _surroundings(world), _digest(before))
        if key in _memory:
            after, result = _memory[key]
            database.write(before, after)
            return result
        with world.preparing():
            result = step(world, *args, **kwargs)
        if len(_memory) < _LIMIT:
            _memory[key] = database.read(), result
        return result

    return cast("Step", run)


def _surroundings(world: World) -> Hashable:
    """Return what the rows depend on besides the present ones and the arguments."""
    app_state = world.application.app_state
    settings = app_state.settings.model_dump(exclude={"data_dir", "database_url"})
    keys = app_state.keyring.keys("sessions")
    return app_state.database.dialect, world.clock.now(), repr(settings), keys, passwords.COST


def _digest(rows: Rows) -> bytes:
    return hashlib.sha256(repr(sorted(rows.items())).encode()).digest()


class _SqliteRows:
    """The rows of an SQLite file."""

    def __init__(self, world: World) -> None:
        database = world.application.app_state.database
        assert database.dialect == "sqlite"
        self._database = database

    def read(self) -> Rows:
        """Return all rows."""
        with closing(sqlite3.connect(self._database.path)) as connection:
            rows = {
                name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in TABLES
            }
        return {name: found for name, found in rows.items() if found}

    def write(self, before: Rows, after: Rows) -> None:
        """Replace the present rows, `before`, by those of `after`."""
        with closing(sqlite3.connect(self._database.path)) as connection, connection:
            for name in before.keys() - after.keys():
                connection.execute(f'DELETE FROM "{name}"')
            for name, rows in after.items():
                if rows != before.get(name):
                    connection.execute(f'DELETE FROM "{name}"')
                    places = ", ".join("?" * len(rows[0]))
                    connection.executemany(f'INSERT INTO "{name}" VALUES ({places})', rows)
        with self._database.writing() as tx:
            tx.value(sa.select(1))  # a commit in this process makes it forget what it has read


class _PostgresRows:
    """The rows of a PostgreSQL database, as the lines of COPY."""

    def __init__(self, world: World) -> None:
        database = world.application.app_state.database
        assert database.dialect == "postgresql"
        self._engine = database.engine

    def read(self) -> Rows:
        """Return all rows, and the sequences that were used."""
        with self._connection() as connection:
            rows = {
                name: self._lines(connection, name)
                for (name,) in connection.execute(_FILLED).fetchall()
            }
            used = connection.execute(_USED_SEQUENCES).fetchall()
        return {**rows, **({_SEQUENCES: used} if used else {})}

    def write(self, before: Rows, after: Rows) -> None:
        """Replace the present rows, `before`, by those of `after`."""
        with self._connection() as connection:
            # Foreign keys are not checked: their rows are inserted in any order.
            connection.execute("SET LOCAL session_replication_role = replica")
            for name in before.keys() | after.keys():
                if name == _SEQUENCES or before.get(name) == after.get(name):
                    continue
                table = sql.Identifier(name)
                if name in before:
                    connection.execute(sql.SQL("DELETE FROM {}").format(table))
                copying = sql.SQL("COPY {} FROM STDIN").format(table)
                with connection.cursor().copy(copying) as copy:
                    copy.write(b"".join(after.get(name, [])))
            for sequence, value in after.get(_SEQUENCES, []):
                connection.execute("SELECT setval(%s::regclass, %s)", [sequence, value])

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        with self._engine.connect() as leased:
            connection = leased.connection.driver_connection
            assert connection is not None
            with connection.transaction():
                yield connection

    def _lines(self, connection: psycopg.Connection, name: str) -> Sequence[bytes]:
        copying = sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(name))
        with connection.cursor().copy(copying) as copy:
            return sorted(bytes(line) for line in copy)


def _rows(world: World) -> _SqliteRows | _PostgresRows:
    on_sqlite = world.application.app_state.database.dialect == "sqlite"
    return _SqliteRows(world) if on_sqlite else _PostgresRows(world)
