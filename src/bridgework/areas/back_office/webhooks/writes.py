"""The statements that write and take deliveries."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.webhooks.records import Pair, StoredDelivery
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries as deliveries
from bridgework.areas.back_office.webhooks.tables import webhook_position as position
from bridgework.areas.back_office.webhooks.tables import webhooks
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, UtcDateTimeColumn, to_values
from bridgework.kit.delivery import NOW, LeaseQueue

_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_pending = sa.and_(
    deliveries.c.status == sa.literal_column("'pending'"),
    deliveries.c.webhook_id == sa.bindparam("of_webhook"),
    deliveries.c.subject_id == sa.bindparam("of_subject"),
)
_other = deliveries.alias()
_has_due = sa.exists().where(
    _other.c.status == sa.literal_column("'pending'"),
    _other.c.webhook_id == sa.bindparam("of_webhook"),
    _other.c.subject_id == sa.bindparam("of_subject"),
    _other.c.due_at.is_not(None),
)
_next = (
    sa.select(deliveries.c.id)
    .where(_pending)
    .order_by(deliveries.c.sequence, deliveries.c.id)
    .limit(1)
)
_release_next = (
    deliveries.update()
    .where(deliveries.c.id == _next.scalar_subquery(), sa.not_(_has_due))
    .values(due_at=_now)
)
_succeed = (
    deliveries.update()
    .where(deliveries.c.id == sa.bindparam("of_id"), deliveries.c.status == "pending")
    .values(
        status="succeeded",
        due_at=None,
        finished_at=_now,
        error=None,
        response_status=sa.bindparam("response_status"),
        response_body=sa.bindparam("response_body"),
    )
)
_with_due = (
    sa.select(webhooks.c.id)
    .where(
        webhooks.c.enabled,
        webhooks.c.deleted_at.is_(None),
        sa.exists().where(deliveries.c.webhook_id == webhooks.c.id, deliveries.c.due_at <= _now),
    )
    .order_by(webhooks.c.id)
)
queue = LeaseQueue(
    deliveries,
    StoredDelivery,
    waiting=deliveries.c.due_at.is_not(None),
    until=deliveries.c.due_at,
    part=deliveries.c.webhook_id == sa.bindparam("of_webhook"),
    set_by_take={"attempts": deliveries.c.attempts + 1, "last_attempt_at": NOW},
)
"""The first pending delivery of each webhook and subject. The others have no time at which they
are due, until they are the first."""


def update_position(tx: Tx, sequence: int) -> None:
    """Set the number of the last change for which deliveries were written."""
    tx.execute(position.update().values(sequence=sequence))


def add(tx: Tx, new: Sequence[StoredDelivery]) -> None:
    """Add deliveries."""
    if new:
        tx.execute(deliveries.insert(), [to_values(delivery) for delivery in new])


def list_pending_subjects(tx: Tx, subject_ids: Collection[Id]) -> Collection[Pair]:
    """Return the pairs of webhook and subject, among these subjects, with pending deliveries."""
    statement = (
        sa.select(deliveries.c.webhook_id, deliveries.c.subject_id)
        .where(
            deliveries.c.status == sa.literal_column("'pending'"),
            deliveries.c.subject_id.in_(list(subject_ids)),
        )
        .distinct()
    )
    return tx.records(Pair, statement)


def list_with_due(tx: Tx, now: datetime) -> Sequence[Id]:
    """Return the enabled webhooks that have due deliveries."""
    return [Id(webhook_id) for webhook_id in tx.values(_with_due, {"now": now})]


def mark_succeeded(
    tx: Tx, outcomes: Sequence[tuple[StoredDelivery, Mapping[str, object]]], now: datetime
) -> None:
    """Record that deliveries were accepted, with further values, and make the next ones due.

    It is recorded also if another worker has taken a delivery since.
    """
    if outcomes:
        rows = [{"of_id": each.id, "now": now, **values} for each, values in outcomes]
        tx.execute(_succeed, rows)
        release_next(tx, {(each.webhook_id, each.subject_id) for each, _ in outcomes}, now)


def release_next(tx: Tx, pairs: Collection[tuple[Id, Id]], now: datetime) -> None:
    """Make the next delivery of each webhook about a subject due, unless one is.

    The caller has locked the webhooks, so that no delivery is added at the same time.
    """
    rows = [{"of_webhook": one, "of_subject": other, "now": now} for one, other in sorted(pairs)]
    tx.execute(_release_next, rows)


def mark_pending(tx: Tx, delivery_id: Id) -> bool:
    """Make a finished delivery pending, as if it were new; False if it is pending."""
    values = {"status": "pending", "attempts": 0, "due_at": None, "finished_at": None}
    is_finished = sa.and_(deliveries.c.id == delivery_id, deliveries.c.status != "pending")
    return tx.execute(deliveries.update().where(is_finished).values(**values)).rowcount == 1


def delete_finished(tx: Tx, before: datetime, limit: int) -> int:
    """Delete some deliveries that were finished before a time. Returns how many."""
    old = sa.select(deliveries.c.id).where(deliveries.c.finished_at < before).limit(limit)
    return _delete(tx, old)


def delete_of_deleted(tx: Tx, limit: int) -> int:
    """Delete some deliveries of a deleted webhook, and at last its row. Returns how many rows."""
    deleted = sa.select(webhooks.c.id).where(webhooks.c.deleted_at.is_not(None)).limit(1)
    webhook_id = tx.value(deleted.with_for_update())  # locked before its deliveries, as everywhere
    if webhook_id is None:
        return 0
    of_webhook = sa.select(deliveries.c.id).where(deliveries.c.webhook_id == webhook_id)
    count = _delete(tx, of_webhook.limit(limit))
    if count < limit:
        count += tx.execute(webhooks.delete().where(webhooks.c.id == webhook_id)).rowcount
    return count


def _delete(tx: Tx, chosen: sa.Select[Any]) -> int:
    statement = deliveries.delete().where(deliveries.c.id.in_(chosen.scalar_subquery()))
    return tx.execute(statement).rowcount
