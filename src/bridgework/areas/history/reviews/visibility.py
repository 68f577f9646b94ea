"""Which changes wait for a review, as expressions in the statements of other areas."""

import sqlalchemy as sa

from bridgework.areas.history.reviews.tables import changes


def waits(kind: str) -> sa.ColumnElement[bool]:
    """Return the condition of changes of a kind that are in the queue."""
    is_of_kind = changes.c.kind == sa.literal_column(f"'{kind}'")
    return sa.and_(is_of_kind, changes.c.is_hidden.is_(sa.false()))


def since(record_id: sa.ColumnElement[str]) -> sa.ScalarSelect[object]:
    """Return the expression since when a change of a record waits; null if none does."""
    return sa.select(changes.c.since).where(changes.c.id == record_id).scalar_subquery()
