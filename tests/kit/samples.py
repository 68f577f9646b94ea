"""The table of the sample areas: one row for each of their records."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn
from bridgework.settings import Settings
from tests.kit.db import another

_metadata = sa.MetaData()

samples = sa.Table(
    "samples",
    _metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject_id", IdColumn, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("at", UtcDateTimeColumn, nullable=False),
)


def create(settings: Settings) -> None:
    """Add the table to the database, unless it is there."""
    with another.connection(settings.database_address) as connection:
        _metadata.create_all(connection)
