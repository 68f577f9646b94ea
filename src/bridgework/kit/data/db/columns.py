"""Column types and indexes that behave the same on SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.dialects import postgresql

IdColumn = sa.CHAR(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")
"""An id: canonical text in Python and on SQLite, a UUID on PostgreSQL."""

Json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
"""A JSON value; JSONB on PostgreSQL."""

Bytes = sa.LargeBinary

Key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Normalized text that is compared byte by byte, so that both databases sort it equally."""

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number assigned by the database; on SQLite this requires `INTEGER PRIMARY KEY`."""


def json_text(value: object) -> str:
    """Return the JSON text of a value."""
    return to_json(value).decode()


def other_than(column: sa.ColumnElement[Any], value: Any) -> sa.ColumnElement[bool]:
    """Whether a column without nulls differs from the value. Unlike `<>` it can use an index."""
    return sa.or_(column < value, column > value)


def partial_index(name: str, *columns: str, where: sa.TextClause, unique: bool = False) -> sa.Index:
    """Return an index of the rows that meet a condition."""
    return sa.Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


class UtcDateTimeColumn(sa.types.TypeDecorator[datetime]):
    """A point in time in UTC.

    SQLite has no time zones, and the type of SQLAlchemy drops the offset. This type stores text of
    fixed length, which sorts in the order of time.
    """

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
        if dialect.name == "sqlite":
            return dialect.type_descriptor(sa.CHAR(27))
        return dialect.type_descriptor(sa.DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> Any:
        if value is None:
            return None
        return to_text(value) if dialect.name == "sqlite" else _to_utc(value)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> datetime | None:
        del dialect
        if isinstance(value, str):
            return datetime.fromisoformat(value)
        return _to_utc(value) if isinstance(value, datetime) else None


def to_text(time: datetime) -> str:
    """Return the text that SQLite stores for a time: UTC, with microseconds and `Z`."""
    # isoformat ends in +00:00; strftime takes four times as long.
    return _to_utc(time).isoformat(timespec="microseconds")[:26] + "Z"


def _to_utc(time: datetime) -> datetime:
    if time.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored")
    return time.astimezone(UTC)
