"""What the backups of SQLite and PostgreSQL have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bridgework.kit.backup.archive import Damaged, Manifest
from bridgework.kit.db.transaction import Tx

VERSIONS = "alembic_version"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A transaction that reads the database as it was at one moment, and a dump of that moment."""

    connection: sa.Connection
    dump: Path
    size: int
    """How many bytes the restored database takes."""


def connect(url: str | sa.URL, **options: Any) -> sa.Connection:
    """A connection that begins no transaction itself; closing it undoes what was not committed."""
    engine = sa.create_engine(
        url,
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        pool_reset_on_return=None,
        connect_args=options,
    )
    return engine.connect()


def row_counts(connection: sa.Connection) -> dict[str, int]:
    """The number of rows of each table."""
    names = set(sa.inspect(connection).get_table_names()) - {VERSIONS}
    count = sa.select(sa.func.count())
    return {name: connection.scalar(count.select_from(sa.table(name))) or 0 for name in names}


def must_have_rows(connection: sa.Connection, manifest: Manifest) -> None:
    """Raise Damaged unless each table has as many rows as the manifest says."""
    if row_counts(connection) != manifest.tables:
        raise Damaged("its tables have other rows than its manifest says")


def refusal(tx: Tx, ask: Callable[[Tx], None]) -> str:
    """Why these statements fail on a database of an unknown schema; empty if they do not."""
    try:
        with tx.savepoint():
            ask(tx)
    except sa.exc.DBAPIError as error:
        return str(error.orig).strip().splitlines()[0]
    return ""
