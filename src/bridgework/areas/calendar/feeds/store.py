"""Every statement on feeds and their tokens."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.calendar import store
from bridgework.areas.calendar.feeds import rules
from bridgework.areas.calendar.store import Row
from bridgework.areas.calendar.tables import events, feed_tokens
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_reader = (
    sa.select(accounts.c.id)
    .join_from(feed_tokens, accounts)
    .where(
        feed_tokens.c.digest.in_(sa.bindparam("digests", expanding=True)),
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
        accounts.c.is_email_verified,
    )
)
_drop = feed_tokens.delete().where(feed_tokens.c.account_id == sa.bindparam("whose"))
_lock = sa.select(accounts.c.id).where(accounts.c.id == sa.bindparam("whose")).with_for_update()
_add = feed_tokens.insert()


def reader(tx: Tx, digests: Sequence[str]) -> Id | None:
    """The member whose feed a token opens; None if it opens none, or they may not sign in."""
    found: Id | None = tx.value(_reader, {"digests": digests})
    return found


def put(tx: Tx, account_id: Id, digest: str, now: datetime) -> None:
    """Let this token open a member's feed, and no other."""
    tx.execute(_lock, {"whose": account_id})
    drop(tx, account_id)
    tx.execute(_add, {"account_id": account_id, "digest": digest, "created_at": now})


def drop(tx: Tx, account_id: Id) -> bool:
    """Let nothing open a member's feed; False if nothing did."""
    return tx.execute(_drop, {"whose": account_id}).rowcount == 1


def told(tx: Tx, caller: Caller, now: datetime) -> Sequence[Row]:
    """What stands in the feed of a member: what they may see, and what was cancelled of it."""
    span = {"since": now - rules.PAST, "cancelled_since": now - rules.CANCELLED}
    parameters: Mapping[str, Any] = {**span, **store.reading_as(caller)}
    return [row for statement in _told() for row in tx.rows(statement, parameters)]


@lru_cache(maxsize=1)
def _told() -> tuple[sa.Select[Any], sa.Select[Any]]:
    """Two statements, since each has an index of its own."""
    open_ones = sa.select(events).where(store.open_to("member"))
    shown = open_ones.where(
        store.is_shown, events.c.start_at > sa.bindparam("since", type_=UtcDateTimeColumn)
    )
    cancelled = open_ones.where(
        events.c.hidden_at.is_(None),
        events.c.cancelled_at > sa.bindparam("cancelled_since", type_=UtcDateTimeColumn),
    )
    return (
        shown.order_by(events.c.start_at, events.c.id).limit(rules.LONGEST),
        cancelled.order_by(events.c.cancelled_at, events.c.id).limit(rules.LONGEST),
    )
