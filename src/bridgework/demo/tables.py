"""How far the demo world has been loaded, so that a load that was cut off goes on from there."""

import sqlalchemy as sa

from bridgework.kit.db.data_ownership import no_personal_data
from bridgework.kit.db.tables import metadata

progress = sa.Table(
    "demo_progress",
    metadata,
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("done", sa.Integer, nullable=False),
    info=no_personal_data("counts of made-up people"),
)
"""A database without rows here holds real people, or nobody."""
