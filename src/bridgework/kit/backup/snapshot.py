"""The database as it was at one moment."""

from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from bridgework.kit.backup.errors import BackupRefused
from bridgework.kit.db.borrowed_transaction import tx_on
from bridgework.kit.db.transaction import Tx

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
    """How many bytes the database has when it is unpacked."""

    @property
    def tx(self) -> Tx:
        """A transaction that reads the snapshot."""
        return tx_on(self.connection)

    def tables(self) -> dict[str, int]:
        """The number of rows of each table."""
        return row_counts(self.connection)

    def schema(self) -> str:
        """The version of its schema. Raises BackupRefused if the database is empty."""
        version = schema_version(self.connection)
        if version is None:
            raise BackupRefused("the database is empty: there is nothing to back up")
        return version


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
