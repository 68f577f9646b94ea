"""Further limits, on operations that are expensive or whose secrets could be guessed.

They are counted in the database, within the transaction of the call: they survive restarts, hold on
all nodes, and are exact under concurrent calls. Keys are stored as keyed digests only.
"""

from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.data_ownership import no_personal_data
from bridgework.kit.db.tables import insert, metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import TooMany
from bridgework.kit.rate_limit.sliding_window import RateLimitResult, Rule, SlidingWindow

quotas = sa.Table(
    "budgets",
    metadata,
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("spent", sa.Text, nullable=False),
    sa.Column("idle_after", UtcDateTimeColumn, nullable=False, index=True),
    info=no_personal_data("keyed digests, which expire by themselves"),
)


class QuotaExceeded(TooMany, family=True):
    """A quota is used up: RateLimit-Policy names it, Retry-After says when there is more."""

    def __init__(self, result: RateLimitResult) -> None:
        super().__init__(retry_after=str(result.reset))
        self.result = result


_DELETED_AT_ONCE = 500

_row = sa.and_(quotas.c.rule == sa.bindparam("name"), quotas.c.key == sa.bindparam("digest"))
_read = sa.select(quotas.c.spent).where(_row)
_lock = _read.with_for_update()
_delete = quotas.delete().where(_row)


def hit(tx: Tx, rule: Rule, key: str, now: datetime) -> RateLimitResult:
    """Count one against `key` if the rule allows it. Concurrent calls wait for each other."""
    row = {"name": rule.name, "digest": key}
    idle_after = now + timedelta(seconds=rule.window)
    stored = tx.value(_lock, row)
    if stored is None:
        new = {"rule": rule.name, "key": key, "spent": "[]", "idle_after": idle_after}
        tx.execute(insert(tx.dialect, quotas).on_conflict_do_nothing(), new)
        stored = tx.value(_lock, row)
    window = SlidingWindow.load(stored)
    result = window.hit(rule, now.timestamp())
    if result.allowed:
        values = {"spent": window.dump(), "idle_after": idle_after}
        tx.execute(quotas.update().where(_row).values(values), row)
    return result


def test(tx: Tx, rule: Rule, key: str, now: datetime) -> RateLimitResult:
    """Return whether a hit would be allowed, without counting one."""
    stored = tx.value(_read, {"name": rule.name, "digest": key})
    return SlidingWindow.load(stored or "[]").test(rule, now.timestamp())


def reset(tx: Tx, rule: Rule, key: str) -> None:
    """Delete what was counted against `key`."""
    tx.execute(_delete, {"name": rule.name, "digest": key})


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete some rows that no longer count. Returns how many; call again until there are none."""
    expired = sa.select(quotas.c.rule.label("name"), quotas.c.key.label("digest"))
    expired = expired.where(quotas.c.idle_after < now).order_by(quotas.c.idle_after)
    rows = tx.rows(expired.limit(_DELETED_AT_ONCE))
    if rows:
        tx.execute(_delete, [{"name": row.name, "digest": row.digest} for row in rows])
    return len(rows)
