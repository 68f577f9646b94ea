"""Functions that the backups of SQLite and PostgreSQL share."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bridgework.kit.data.backup.archive import Damaged, Manifest
from bridgework.kit.data.db import Tx
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.data.migrations import SchemaMismatch, schema_version

VERSION_TABLE = "alembic_version"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A read transaction on one snapshot of the database, and a dump of the same snapshot."""

    connection: sa.Connection
    dump: Path
    size: int
    """The size of the restored database in bytes."""


def connect(url: str | sa.URL, **options: Any) -> sa.Connection:
    """Return a connection in autocommit. Closing it rolls back an open transaction."""
    address = sa.make_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    driver: dict[str, Any] = {"module": sqlite3} if is_sqlite else {}
    engine = sa.create_engine(
        address,
        **driver,
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        pool_reset_on_return=None,
        connect_args=options,
    )
    return engine.connect()


def row_counts(connection: sa.Connection) -> dict[str, int]:
    """Return the number of rows of each table."""
    names = set(sa.inspect(connection).get_table_names()) - {VERSION_TABLE}
    count = sa.select(sa.func.count())
    return {name: connection.scalar(count.select_from(sa.table(name))) or 0 for name in names}


def must_have_rows(connection: sa.Connection, manifest: Manifest) -> None:
    """Raise Damaged unless each table has as many rows as the manifest says."""
    if row_counts(connection) != manifest.tables:
        raise Damaged("the numbers of its rows do not match its manifest")


def must_have_version(connection: sa.Connection, manifest: Manifest) -> None:
    """Raise Damaged unless the schema has the version that the manifest names."""
    try:
        version = schema_version(connection)
    except SchemaMismatch:
        version = None
    if version != manifest.schema_:
        raise Damaged("the version of its schema does not match its manifest")


def error_of(tx: Tx, run: Callable[[Tx], None]) -> str:
    """Return the error of statements on a database of an unknown schema; empty if they succeed."""
    try:
        with tx.savepoint():
            run(tx)
    except sa.exc.DBAPIError as error:
        return str(error.orig).strip().splitlines()[0]
    return ""
