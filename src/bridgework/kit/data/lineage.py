"""Which migrations a database was made by: those of this program, or those of another lineage.

The numbers of migrations were used twice before the first release: development versions had their
own 0002 to 0013. A program would take such a database for one of its own.
"""

from collections.abc import Mapping

import sqlalchemy as sa

LINEAGE = "2026-11"
"""The lineage of the migrations since they were joined into one first schema."""
_FIRST_RECORDED = "0014"
"""The first version whose databases have a record of their lineage."""
_TABLE = "schema_compatibility"
_RECORDED = sa.text("SELECT lineage FROM schema_compatibility")


class OtherLineage(Exception):
    """A database was made by migrations of another lineage. The text names its version."""


def must_be_ours(connection: sa.Connection, revision: str | None) -> None:
    """Raise OtherLineage unless this program's migrations lead to the version of a database."""
    if revision is None:
        return
    inspector = sa.inspect(connection)
    if not inspector.has_table(_TABLE):
        raise OtherLineage(revision)
    if not any(column["name"] == "lineage" for column in inspector.get_columns(_TABLE)):
        if revision >= _FIRST_RECORDED:
            raise OtherLineage(revision)
        return
    recorded = connection.execute(_RECORDED).scalars().all()
    if any(each != LINEAGE for each in recorded):
        raise OtherLineage(revision)


def must_contain(
    actual: Mapping[str, frozenset[str]], expected: Mapping[str, frozenset[str]], revision: str
) -> None:
    """Raise OtherLineage unless the tables have the columns that belong to the version."""
    if any(not columns <= actual.get(table, frozenset()) for table, columns in expected.items()):
        raise OtherLineage(revision)
