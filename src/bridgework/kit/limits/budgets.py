"""Budgets: further limits, on what costs more than a request or could be guessed at.

They are counted in the database, in the transaction of the call, so they hold over restarts and
on every node, and concurrent calls can't slip past them together. What they are counted by (an
address, an account) is kept as a keyed digest only.
"""

from datetime import datetime

import sqlalchemy as sa

from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.own import nobodys
from bridgework.kit.db.prepared import prepared
from bridgework.kit.db.tables import metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import TooMany
from bridgework.kit.limits.window import Rule, Verdict, Window

budgets = sa.Table(
    "budgets",
    metadata,
    sa.Column("rule", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("spent", sa.Text, nullable=False),
    sa.Column("idle_after", UtcDateTimeColumn, nullable=False, index=True),
    info=nobodys("keyed digests, which expire by themselves"),
)


class BudgetSpent(TooMany, family=True):
    """A budget is spent; the answer names it in RateLimit-Policy and tells when there is more."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(retry_after=str(verdict.reset))
        self.verdict = verdict


_SWEPT_AT_ONCE = 500

_this_row = sa.and_(
    budgets.c.rule == sa.bindparam("this_rule"), budgets.c.key == sa.bindparam("this_key")
)
_spent = sa.select(budgets.c.spent).where(_this_row)
_read = prepared(_spent)
_lock = prepared(_spent.with_for_update())
_write = prepared(budgets.update().where(_this_row), columns=("spent", "idle_after"))
_drop = budgets.delete().where(_this_row)
_forget = prepared(_drop)


def spend(tx: Tx, rule: Rule, key: str, now: datetime) -> Verdict:
    """Count one against `key` if the rule allows it. Of concurrent callers, each sees the last."""
    window = _locked(tx, rule, key, now)
    verdict = window.spend(rule, now.timestamp())
    if verdict.allowed:
        values = {"spent": window.dump(), "idle_after": _idle_after(rule, now)}
        tx.write(_write, {**values, **_row(rule.name, key)})
    return verdict


def peek(tx: Tx, rule: Rule, key: str, now: datetime) -> Verdict:
    """What `spend` would find; nothing is counted."""
    spent = tx.value(_read, _row(rule.name, key))
    window = Window.load(spent) if spent else Window()
    return window.peek(rule, now.timestamp())


def forget(tx: Tx, rule: Rule, key: str) -> None:
    """Start afresh: what was counted led to a success."""
    tx.write(_forget, _row(rule.name, key))


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of what counts no more. Returns how many; call again until there are none."""
    idle = sa.select(budgets.c.rule, budgets.c.key).where(budgets.c.idle_after < now)
    some = tx.rows(idle.order_by(budgets.c.idle_after).limit(_SWEPT_AT_ONCE))
    if some:
        tx.execute(_drop, [_row(row.rule, row.key) for row in some])
    return len(some)


def _locked(tx: Tx, rule: Rule, key: str, now: datetime) -> Window:
    spent = tx.value(_lock, _row(rule.name, key))
    if spent is None:
        fresh = Window().dump()
        try:
            with tx.savepoint():
                idle_after = _idle_after(rule, now)
                tx.execute(
                    budgets.insert().values(
                        rule=rule.name, key=key, spent=fresh, idle_after=idle_after
                    )
                )
        except sa.exc.IntegrityError:
            fresh = tx.value(_lock, _row(rule.name, key)) or fresh
        spent = fresh
    return Window.load(spent)


def _idle_after(rule: Rule, now: datetime) -> datetime:
    return datetime.fromtimestamp(now.timestamp() + rule.window, now.tzinfo)


def _row(rule: str, key: str) -> dict[str, str]:
    return {"this_rule": rule, "this_key": key}
