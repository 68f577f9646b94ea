"""Column types and indexes that mean the same on SQLite and on PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.dialects import postgresql

IdColumn = sa.CHAR(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")
"""An id: canonical text in Python, native on PostgreSQL, readable on SQLite."""

Json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
"""A value of JSON's types, stored parsed where the database can."""

Bytes = sa.LargeBinary

Key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Normalized text that is compared byte by byte, so that both databases sort it alike."""

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number that the database assigns; SQLite does so for `INTEGER PRIMARY KEY` only."""


def json_text(value: object) -> str:
    """The JSON text that a value of `Json` is stored as."""
    return to_json(value).decode()


def other_than(column: sa.ColumnElement[Any], value: Any) -> sa.ColumnElement[bool]:
    """Whether a column that is never null differs from the value; unlike `<>` it uses an index."""
    return sa.or_(column < value, column > value)


def partial_index(name: str, *columns: str, where: sa.TextClause, unique: bool = False) -> sa.Index:
    """An index of the rows that meet a condition."""
    return sa.Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


class UtcDateTimeColumn(sa.types.TypeDecorator[datetime]):
    """A point in time in UTC.

    SQLite has no time zones, and SQLAlchemy's own type drops the offset there. This one stores text
    of one length, which sorts like the time.
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


def to_text(moment: datetime) -> str:
    """A point in time as the text that SQLite stores: UTC, microseconds, `Z`."""
    # Ends in +00:00; strftime takes four times as long.
    return _to_utc(moment).isoformat(timespec="microseconds")[:26] + "Z"


def _to_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("a time without a zone can't be stored: it names no point in time")
    return moment.astimezone(UTC)
