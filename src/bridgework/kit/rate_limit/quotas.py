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


def hit(tx: Tx, rule: Rule, key: str, now: datetime) -> RateLimitResult:
    """Count one against `key` if the rule allows it. Concurrent calls wait for each other."""
    change = {"idle_after": now + timedelta(seconds=rule.window)}
    locked = (
        insert(tx.dialect, quotas)
        .values(rule=rule.name, key=key, spent="[]", **change)
        .on_conflict_do_update(index_elements=[quotas.c.rule, quotas.c.key], set_=change)
        .returning(quotas.c.spent)
    )
    window = SlidingWindow.load(tx.value(locked))
    result = window.hit(rule, now.timestamp())
    if result.allowed:
        tx.execute(quotas.update().where(*_is(rule, key)).values(spent=window.dump()))
    return result


def test(tx: Tx, rule: Rule, key: str, now: datetime) -> RateLimitResult:
    """Return whether a hit would be allowed, without counting one."""
    stored = tx.value(sa.select(quotas.c.spent).where(*_is(rule, key))) or "[]"
    return SlidingWindow.load(stored).test(rule, now.timestamp())


def reset(tx: Tx, rule: Rule, key: str) -> None:
    """Delete what was counted against `key`."""
    tx.execute(quotas.delete().where(*_is(rule, key)))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete some rows that no longer count. Returns how many; call again until there are none."""
    is_expired = quotas.c.idle_after < now
    some = sa.select(quotas.c.rule, quotas.c.key).where(is_expired).limit(_DELETED_AT_ONCE)
    this = sa.tuple_(quotas.c.rule, quotas.c.key)
    # Asked again of each row: on PostgreSQL a concurrent call may have used one since.
    delete = quotas.delete().where(this.in_(some.scalar_subquery()), is_expired)
    return tx.execute(delete).rowcount


def _is(rule: Rule, key: str) -> tuple[sa.ColumnElement[bool], ...]:
    return quotas.c.rule == rule.name, quotas.c.key == key
