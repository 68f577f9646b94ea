"""Which accounts may not reach each other, for the statements of other areas."""

from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.contacts.tables import blocks


def are_apart(one: sa.ColumnElement[Any], other: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that one of two accounts has blocked the other."""
    return sa.or_(_has_blocked(one, other), _has_blocked(other, one))


def _has_blocked(one: sa.ColumnElement[Any], other: sa.ColumnElement[Any]) -> sa.Exists:
    block = blocks.alias()
    return sa.exists().where(block.c.blocker_id == one, block.c.blocked_id == other)
