"""The edition of search documents, and search keys without invisible characters."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
additive = False

_DOCUMENTS = ("job_documents", "role_documents", "vendors_entries")
_WITH_KEY = ("accounts", "blog_posts", "calendar_events", "recruiting_candidates")
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def upgrade() -> None:
    # Documents of an earlier edition are indexed again by periodic tasks.
    for table in _DOCUMENTS:
        op.add_column(table, sa.Column("edition", sa.Text, nullable=False, server_default=""))
        op.create_index(f"ix_{table}_edition", table, ["edition"])
    clean_search_keys()


def clean_search_keys() -> None:
    """Remove what the searches of this program ignore."""
    for name in _WITH_KEY:
        table = sa.table(name, sa.column("search_key", sa.Text))
        key: sa.ColumnElement[str] = table.c.search_key
        contains = sa.or_(*(key.contains(character) for character in _INVISIBLE))
        for character in _INVISIBLE:
            key = sa.func.replace(key, character, "")
        for _ in range(3):  # characters that stood alone leave up to eight spaces
            key = sa.func.replace(key, "  ", " ")
        op.execute(table.update().values(search_key=sa.func.trim(key)).where(contains))
