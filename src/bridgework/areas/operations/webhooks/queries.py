"""The statements on webhooks and the lists of deliveries."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.operations.webhooks import schemas
from bridgework.areas.operations.webhooks.tables import webhook_deliveries as deliveries
from bridgework.areas.operations.webhooks.tables import webhook_position as position
from bridgework.areas.operations.webhooks.tables import webhooks
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import offset

Row = sa.Row[Any]

_exists = webhooks.c.deleted_at.is_(None)
_by_id = sa.select(webhooks).where(webhooks.c.id == sa.bindparam("webhook_id"), _exists)
_all = sa.select(webhooks).where(_exists).order_by(webhooks.c.id.desc())
_count = sa.select(sa.func.count()).select_from(webhooks).where(_exists)
_administrators = sa.select(accounts.c.id, accounts.c.email).where(
    accounts.c.role == "admin",
    accounts.c.disabled_at.is_(None),
    accounts.c.erases_at.is_(None),
    accounts.c.is_email_verified,
)


_waiting = sa.select(
    sa.func.count().label("total"),
    sa.func.min(deliveries.c.created_at, type_=deliveries.c.created_at.type).label("oldest"),
).where(deliveries.c.status == sa.literal_column("'pending'"))
_failed = (
    sa.select(sa.func.count())
    .select_from(deliveries)
    .where(deliveries.c.status == "failed", deliveries.c.finished_at >= sa.bindparam("since"))
)


def lock_position(tx: Tx) -> int:
    """Return the number of the last dispatched change, locked until the transaction ends."""
    return int(tx.value(sa.select(position.c.sequence).with_for_update()))


def get_position(tx: Tx) -> int:
    """Return the number of the last change for which deliveries were written."""
    return int(tx.value(sa.select(position.c.sequence)))


def count(tx: Tx) -> int:
    """Return the number of webhooks."""
    return int(tx.value(_count))


def count_waiting(tx: Tx) -> tuple[int, datetime | None]:
    """Return the number of deliveries that wait, and the time of the oldest."""
    row = tx.one(_waiting)
    return row.total, row.oldest


def count_failed(tx: Tx, since: datetime) -> int:
    """Return the number of deliveries that were given up since a time."""
    return int(tx.value(_failed, {"since": since}))


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a webhook."""
    tx.execute(webhooks.insert(), values)


def find(tx: Tx, webhook_id: Id) -> Row | None:
    """Return a webhook with its encrypted secrets; None if it does not exist."""
    return tx.row(_by_id, {"webhook_id": webhook_id})


def lock(tx: Tx, webhook_id: Id) -> Row | None:
    """Return a webhook, locked until the transaction ends; None if it does not exist."""
    return tx.row(_by_id.with_for_update(), {"webhook_id": webhook_id})


def lock_all(tx: Tx, webhook_ids: Collection[Id]) -> None:
    """Lock webhooks, also deleted ones, until the transaction ends."""
    chosen = sa.select(webhooks.c.id).where(webhooks.c.id.in_(list(webhook_ids)))
    tx.rows(chosen.order_by(webhooks.c.id).with_for_update())


def list_all(tx: Tx) -> list[schemas.Webhook]:
    """Return all webhooks, newest first."""
    return [to_schema(row) for row in tx.rows(_all)]


def list_by_id(tx: Tx, webhook_ids: Collection[Id]) -> Mapping[Id, Row]:
    """Return webhooks by id, also deleted ones."""
    rows = tx.rows(sa.select(webhooks).where(webhooks.c.id.in_(list(webhook_ids))))
    return {Id(row.id): row for row in rows}


def lock_enabled(tx: Tx) -> Sequence[Row]:
    """Return the enabled webhooks, locked until the transaction ends."""
    enabled = sa.select(webhooks).where(webhooks.c.enabled, _exists).order_by(webhooks.c.id)
    return tx.rows(enabled.with_for_update())


def update(tx: Tx, webhook_id: Id, values: Mapping[str, object]) -> None:
    """Change a webhook."""
    tx.execute(webhooks.update().where(webhooks.c.id == webhook_id).values(**values))


def list_deliveries(
    tx: Tx, webhook_id: Id, query: schemas.AdminListDeliveriesQuery
) -> tuple[list[schemas.Delivery], int]:
    """Return a page of the deliveries of a webhook, newest first, and their number."""
    tx.move_to_thread()  # the number of deliveries is counted
    listed = sa.select(deliveries).where(deliveries.c.webhook_id == webhook_id)
    if query.status is not None:
        listed = listed.where(deliveries.c.status == query.status)
    rows, total = offset.read(tx, query, listed, [deliveries.c.id.desc()])
    return [to_delivery(row) for row in rows], total


def find_delivery(tx: Tx, delivery_id: Id) -> Row | None:
    """Return a delivery of a webhook that exists; None if there is none."""
    statement = (
        sa.select(deliveries)
        .join(webhooks, webhooks.c.id == deliveries.c.webhook_id)
        .where(deliveries.c.id == delivery_id, _exists)
    )
    return tx.row(statement)


def list_administrators(tx: Tx) -> Sequence[tuple[Id, str]]:
    """Return the ids and addresses of the active administrators."""
    return [(row.id, row.email) for row in tx.rows(_administrators)]


def list_secrets(tx: Tx) -> Sequence[Row]:
    """Return the encrypted secrets of all webhooks."""
    return tx.rows(
        sa.select(
            webhooks.c.id,
            webhooks.c.secret,
            webhooks.c.previous_secret,
            webhooks.c.previous_secret_expires_at,
        ).where(_exists)
    )


def update_secret(tx: Tx, webhook_id: Id, column: str, before: str, after: str | None) -> None:
    """Replace an encrypted secret unless it has changed since it was read."""
    is_unchanged = sa.and_(webhooks.c.id == webhook_id, webhooks.c[column] == before)
    tx.execute(webhooks.update().where(is_unchanged).values({column: after}))


def to_schema(row: Row) -> schemas.Webhook:
    """Return a webhook without its secrets."""
    return schemas.Webhook.from_row(row)


def to_delivery(row: Row) -> schemas.Delivery:
    """Return a delivery."""
    subject = schemas.DeliverySubject(kind=row.subject_kind, id=row.subject_id)
    return schemas.Delivery.from_row(row, subject=subject, next_attempt_at=row.due_at)


def has_expired(row: Row, now: datetime) -> bool:
    """Whether the secret before the last rotation has expired."""
    expires_at: datetime | None = row.previous_secret_expires_at
    return expires_at is not None and expires_at <= now
