"""The database as it was at one moment."""

from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

VERSIONS = "alembic_version"
_versions = sa.table(VERSIONS)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A transaction that reads the database of one moment, and a dump of that moment."""

    connection: sa.Connection
    name: str
    """The name of the dump in an archive."""
    dump: Path
    size: int
    """How many bytes the restored database takes."""


def schema_version(connection: sa.Connection) -> str | None:
    """The version of the database's schema, None if it has none."""
    if not sa.inspect(connection).has_table(VERSIONS):
        return None
    return str(connection.scalar(sa.select(sa.column("version_num")).select_from(_versions)))


def row_counts(connection: sa.Connection) -> dict[str, int]:
    """The number of rows of each table."""
    names = sa.inspect(connection).get_table_names()
    count = sa.select(sa.func.count())
    return {
        name: connection.scalar(count.select_from(sa.table(name))) or 0
        for name in names
        if name != VERSIONS
    }
