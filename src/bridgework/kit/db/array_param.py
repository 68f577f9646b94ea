"""A list as one parameter, so that a statement has the same text for lists of any length."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql


def values(name: str, kind: sa.types.TypeEngine[Any], dialect: str) -> sa.ColumnElement[Any]:
    """The only column of a table that holds the values of the list bound as `name`."""
    if dialect == "sqlite":
        each = sa.func.json_each(sa.bindparam(name, type_=sa.JSON))
        return each.table_valued(sa.column("value", kind)).c.value
    array = sa.bindparam(name, type_=postgresql.ARRAY(kind))
    column = sa.func.unnest(array).table_valued(sa.column("value", kind)).render_derived().c.value
    # Keys are compared byte by byte; a parameter would be compared by the server's locale.
    return sa.collate(column, "C") if isinstance(kind, sa.Text) else column
