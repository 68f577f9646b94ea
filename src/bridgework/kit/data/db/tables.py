"""The metadata of all tables."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def insert(dialect: str, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """Return an INSERT with the methods `on_conflict_…`."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
