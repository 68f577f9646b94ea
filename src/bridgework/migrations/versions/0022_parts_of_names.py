"""An index of parts of names and addresses, by which administrators look for somebody.

Only PostgreSQL has such a thing, and only where its extension pg_trgm is installed and may be
created: it is trusted, so the owner of the database may. Elsewhere the index of 0019 is read from
end to end, which finds the same.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_IS_THERE = "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'"
_MAY_CREATE = (
    "SELECT has_database_privilege(current_database(), 'CREATE')"
    " OR EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm')"
)
_SCHEMA = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm'"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    if connection.scalar(sa.text(_IS_THERE)) and connection.scalar(sa.text(_MAY_CREATE)):
        op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        # Named with its schema: a backup is tried out in one from which that is not seen.
        schema = connection.scalar(sa.text(_SCHEMA))
        op.execute(
            "CREATE INDEX ix_accounts_search_key ON accounts"
            f" USING gin (search_key {schema}.gin_trgm_ops)"
        )
