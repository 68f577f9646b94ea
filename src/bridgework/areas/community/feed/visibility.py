"""The condition of statements that depends on the author of content."""

from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts


def is_disabled(account_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that an account is disabled."""
    other = accounts.alias()
    return sa.exists().where(other.c.id == account_id, other.c.disabled_at.is_not(None))
