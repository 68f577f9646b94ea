"""Quotas for operations that are expensive or check secrets.

They are counted in the database, in the transaction of the request: they survive restarts, apply to
all nodes, and are exact for concurrent requests. Keys are stored as keyed digests only.
"""

from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.kit.core import TooMany
from bridgework.kit.data.db import Tx, UtcDateTimeColumn, insert, metadata, no_personal_data
from bridgework.kit.security.rate_limit.sliding_window import RateLimitResult, Rule, SlidingWindow

quotas = sa.Table(
    "quotas",
    metadata,
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("hits", sa.Text, nullable=False),
    sa.Column("idle_after", UtcDateTimeColumn, nullable=False, index=True),
    info=no_personal_data("keyed digests, which expire by themselves"),
)


class QuotaExceeded(TooMany, family=True):
    """A quota is exhausted: see RateLimit-Policy, and try again after Retry-After seconds."""

    def __init__(self, result: RateLimitResult) -> None:
        super().__init__(retry_after=str(result.reset))
        self.result = result


_DELETE_BATCH = 500


def hit(tx: Tx, rule: Rule, key: str, now: datetime) -> RateLimitResult:
    """Count one hit of `key` if the rule allows it. Concurrent calls wait for each other."""
    change = {"idle_after": now + timedelta(seconds=rule.window)}
    locked = (
        insert(tx.dialect, quotas)
        .values(rule=rule.name, key=key, hits="[]", **change)
        .on_conflict_do_update(index_elements=[quotas.c.rule, quotas.c.key], set_=change)
        .returning(quotas.c.hits)
    )
    window = SlidingWindow.load(tx.value(locked))
    result = window.hit(rule, now.timestamp())
    if result.allowed:
        tx.execute(quotas.update().where(*_is(rule, key)).values(hits=window.dump()))
    return result


def test(tx: Tx, rule: Rule, key: str, now: datetime) -> RateLimitResult:
    """Return whether a hit would be allowed, without counting one."""
    stored = tx.value(sa.select(quotas.c.hits).where(*_is(rule, key))) or "[]"
    return SlidingWindow.load(stored).test(rule, now.timestamp())


def reset(tx: Tx, rule: Rule, key: str) -> None:
    """Delete the hits of `key`."""
    tx.execute(quotas.delete().where(*_is(rule, key)))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of expired rows. Returns how many; call it until it returns 0."""
    is_expired = quotas.c.idle_after < now
    batch = sa.select(quotas.c.rule, quotas.c.key).where(is_expired).limit(_DELETE_BATCH)
    row_key = sa.tuple_(quotas.c.rule, quotas.c.key)
    # The condition is repeated: on PostgreSQL a concurrent request may have used a row since.
    delete = quotas.delete().where(row_key.in_(batch.scalar_subquery()), is_expired)
    return tx.execute(delete).rowcount


def _is(rule: Rule, key: str) -> tuple[sa.ColumnElement[bool], ...]:
    return quotas.c.rule == rule.name, quotas.c.key == key
