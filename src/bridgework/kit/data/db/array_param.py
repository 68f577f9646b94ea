"""Lists as single parameters, so that a statement has the same text for a list of any length."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql


def values(name: str, kind: sa.types.TypeEngine[Any], dialect: str) -> sa.ColumnElement[Any]:
    """Return the column of a table with the values of the list that is bound as `name`."""
    if dialect == "sqlite":
        elements = sa.func.json_each(sa.bindparam(name, type_=sa.JSON))
        return elements.table_valued(sa.column("value", kind)).c.value
    array = sa.bindparam(name, type_=postgresql.ARRAY(kind))
    column = sa.func.unnest(array).table_valued(sa.column("value", kind)).render_derived().c.value
    # Keys are compared byte by byte; by default a parameter has the collation of the server.
    return sa.collate(column, "C") if isinstance(kind, sa.Text) else column
