"""A condition that an index answers, where `<>` reads the whole table."""

from typing import Any

import sqlalchemy as sa


def other_than(column: sa.ColumnElement[Any], value: Any) -> sa.ColumnElement[bool]:
    """Whether a column that is never null differs from the value."""
    return sa.or_(column < value, column > value)
