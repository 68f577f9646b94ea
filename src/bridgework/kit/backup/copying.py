"""What there is in a database of PostgreSQL, and its rows as the lines of COPY."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg import sql

from bridgework.kit.backup.checksums import Checksum, Piece, TableSum
from bridgework.kit.backup.manifest import DATABASE
from bridgework.kit.backup.telling import Told

NAME = "bridgework backup"
"""What our sessions are called in the server's list."""
VERSIONS = "alembic_version"
_VERSION = "SELECT version_num FROM alembic_version"
_COLUMNS = """
    SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = (
          SELECT oid FROM pg_namespace WHERE nspname = current_schema()
      )
      AND c.relkind IN ('r', 'p')
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname COLLATE "C", a.attnum
"""
_REFERENCES = """
    SELECT t.relname, o.relname FROM pg_constraint k
    JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class o ON o.oid = k.confrelid
    WHERE k.contype = 'f' AND t.relnamespace = (
          SELECT oid FROM pg_namespace WHERE nspname = current_schema()
      )
      AND k.conrelid <> k.confrelid
"""
_SEQUENCES = """
    SELECT t.relname, a.attname, s.relname FROM pg_class s
    JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass
      AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
    JOIN pg_class t ON t.oid = d.refobjid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE s.relkind = 'S' AND t.relnamespace = (
        SELECT oid FROM pg_namespace WHERE nspname = current_schema()
      )
"""
_SIZE = """
    SELECT coalesce(sum(pg_table_size(oid)), 0) FROM pg_class
    WHERE relnamespace = (
        SELECT oid FROM pg_namespace WHERE nspname = current_schema()
      )
"""
_ONE_SPELLING = (
    "SET LOCAL client_encoding = 'UTF8'",
    "SET LOCAL datestyle = 'ISO, YMD'",
    "SET LOCAL intervalstyle = 'postgres'",
    "SET LOCAL timezone = 'UTC'",
    "SET LOCAL bytea_output = 'hex'",
    "SET LOCAL extra_float_digits = 3",
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)


def engine(url: str) -> sa.Engine:
    """One connection at a time, closed when it is given back."""
    return sa.create_engine(
        sa.make_url(url).set(drivername="postgresql+psycopg"),
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        pool_reset_on_return=None,
        connect_args={"connect_timeout": 5, "application_name": NAME},
    )


def driver(connection: sa.Connection) -> psycopg.Connection[Any]:
    """What is beneath a connection."""
    beneath: psycopg.Connection[Any] = connection.connection.dbapi_connection  # type: ignore[assignment]
    return beneath


def begin(connection: sa.Connection, word: str) -> None:
    """Begin a transaction in which every value has one spelling, and that may take its time."""
    for statement in (word, *_ONE_SPELLING):
        connection.exec_driver_sql(statement)


def version(connection: sa.Connection) -> str:
    """The version of the schema that is there."""
    return str(connection.exec_driver_sql(_VERSION).scalar_one())


def columns(connection: sa.Connection) -> dict[str, list[str]]:
    """Every table and its columns, in the order of the tables' names."""
    found: dict[str, list[str]] = {}
    for table, name in connection.exec_driver_sql(_COLUMNS):
        found.setdefault(table, []).append(name)
    return found


def references(connection: sa.Connection) -> Sequence[Any]:
    """Which table refers to which other."""
    return connection.exec_driver_sql(_REFERENCES).all()


def size(connection: sa.Connection) -> int:
    """How many bytes the tables take up."""
    return int(connection.exec_driver_sql(_SIZE).scalar_one())


def sequences(connection: sa.Connection) -> dict[str, str]:
    """The sequence that gives each numbered `table.column` its numbers."""
    found = connection.exec_driver_sql(_SEQUENCES)
    return {f"{table}.{column}": name for table, column, name in found}


def sequence_states(connection: sa.Connection) -> dict[str, tuple[int, bool]]:
    """Where each of them stands, and whether that number was given."""
    states = {}
    for place, name in sequences(connection).items():
        asked = sql.SQL("SELECT last_value, is_called FROM {}").format(sql.Identifier(name))
        state = driver(connection).execute(asked).fetchone()
        if state is not None:
            states[place] = (int(state[0]), bool(state[1]))
    return states


def copied_out(
    connection: sa.Connection,
    table: str,
    names: Sequence[str],
    write: Callable[[Piece], object],
    told: Told,
) -> TableSum:
    """Write a table's lines, and add them up."""
    statement = sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(table), listed(names))
    checksum = Checksum()
    with driver(connection).cursor() as cursor, cursor.copy(statement) as copy:
        for line in copy:
            checksum.add(line)
            write(line)
            told.more(len(line))
    return checksum.done()


def summed(
    connection: sa.Connection, tables: Mapping[str, list[str]], told: Told
) -> dict[str, TableSum]:
    """What each table comes to."""
    told.begin("adding up the tables", size(connection))
    sums = {
        table: copied_out(connection, table, names, len, told) for table, names in tables.items()
    }
    told.end()
    return sums


def listed(names: Sequence[str]) -> sql.Composed:
    """Names as a statement lists them."""
    return sql.SQL(", ").join(map(sql.Identifier, names))


def member(table: str) -> str:
    """What a table is called in an archive."""
    return f"{DATABASE}{table}.copy.gz"
