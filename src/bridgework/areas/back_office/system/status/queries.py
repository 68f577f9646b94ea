"""The statements on the database itself."""

from collections.abc import Mapping
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.kit.data.db import Tx

_STATUS: Mapping[str, sa.TextClause] = {
    "sqlite": sa.text(
        "SELECT sqlite_version() AS version, page_count * page_size AS size_bytes"
        " FROM pragma_page_count(), pragma_page_size()"
    ),
    "postgresql": sa.text(
        "SELECT current_setting('server_version') AS version,"
        " pg_database_size(current_database()) AS size_bytes"
    ),
}
_SCHEMA_VERSION = sa.text("SELECT version_num FROM alembic_version")


class Status(NamedTuple):
    """The version of the database system, and the size of the database in bytes."""

    version: str
    size_bytes: int


def get_version_and_size(tx: Tx) -> Status:
    """Return the version of the database system, and the size of the database in bytes."""
    [status] = tx.records(Status, _STATUS[tx.dialect])
    return status


def get_schema_version(tx: Tx) -> str:
    """Return the number of the last migration."""
    version: str = tx.value(_SCHEMA_VERSION)
    return version
