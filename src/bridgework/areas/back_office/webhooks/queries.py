"""The statements on webhooks and the lists of deliveries."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.back_office.webhooks import schemas
from bridgework.areas.back_office.webhooks.records import (
    Administrator,
    StoredDelivery,
    StoredWebhook,
    Waiting,
)
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries as deliveries
from bridgework.areas.back_office.webhooks.tables import webhook_position as position
from bridgework.areas.back_office.webhooks.tables import webhooks
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, to_values
from bridgework.kit.data.pagination import offset

_exists = webhooks.c.deleted_at.is_(None)
_by_id = sa.select(webhooks).where(webhooks.c.id == sa.bindparam("webhook_id"), _exists)
_any = sa.select(webhooks).where(_exists)
_all = _any.order_by(webhooks.c.id.desc())
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


def count_waiting(tx: Tx) -> Waiting:
    """Return the number of deliveries that wait, and the time of the oldest."""
    [waiting] = tx.records(Waiting, _waiting)
    return waiting


def count_failed(tx: Tx, since: datetime) -> int:
    """Return the number of deliveries that were given up since a time."""
    return int(tx.value(_failed, {"since": since}))


def add(tx: Tx, webhook: StoredWebhook) -> None:
    """Add a webhook."""
    tx.execute(webhooks.insert(), to_values(webhook))


def find(tx: Tx, webhook_id: Id) -> StoredWebhook | None:
    """Return a webhook; None if it does not exist."""
    return tx.record(StoredWebhook, _by_id, {"webhook_id": webhook_id})


def lock(tx: Tx, webhook_id: Id) -> StoredWebhook | None:
    """Return a webhook, locked until the transaction ends; None if it does not exist."""
    return tx.record(StoredWebhook, _by_id.with_for_update(), {"webhook_id": webhook_id})


def lock_all(tx: Tx, webhook_ids: Collection[Id]) -> None:
    """Lock webhooks, also deleted ones, until the transaction ends."""
    chosen = sa.select(webhooks.c.id).where(webhooks.c.id.in_(list(webhook_ids)))
    tx.execute(chosen.order_by(webhooks.c.id).with_for_update())


def list_all(tx: Tx) -> Sequence[StoredWebhook]:
    """Return all webhooks, newest first."""
    return tx.records(StoredWebhook, _all)


def list_with_secrets(tx: Tx) -> Sequence[StoredWebhook]:
    """Return all webhooks in any order, which needs no index."""
    return tx.records(StoredWebhook, _any)


def list_by_id(tx: Tx, webhook_ids: Collection[Id]) -> Mapping[Id, StoredWebhook]:
    """Return webhooks by id, also deleted ones."""
    chosen = sa.select(webhooks).where(webhooks.c.id.in_(list(webhook_ids)))
    return {webhook.id: webhook for webhook in tx.records(StoredWebhook, chosen)}


def lock_enabled(tx: Tx) -> Sequence[StoredWebhook]:
    """Return the enabled webhooks, locked until the transaction ends."""
    enabled = sa.select(webhooks).where(webhooks.c.enabled, _exists).order_by(webhooks.c.id)
    return tx.records(StoredWebhook, enabled.with_for_update())


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
    found, total = offset.read(tx, query, StoredDelivery, listed, [deliveries.c.id.desc()])
    return [to_delivery(each) for each in found], total


def find_delivery(tx: Tx, delivery_id: Id) -> StoredDelivery | None:
    """Return a delivery of a webhook that exists; None if there is none."""
    statement = (
        sa.select(deliveries)
        .join(webhooks, webhooks.c.id == deliveries.c.webhook_id)
        .where(deliveries.c.id == delivery_id, _exists)
    )
    return tx.record(StoredDelivery, statement)


def list_administrators(tx: Tx) -> Sequence[Administrator]:
    """Return the active administrators."""
    return tx.records(Administrator, _administrators)


def update_secret(tx: Tx, webhook_id: Id, column: str, before: str, after: str | None) -> None:
    """Replace an encrypted secret unless it has changed since it was read."""
    is_unchanged = sa.and_(webhooks.c.id == webhook_id, webhooks.c[column] == before)
    tx.execute(webhooks.update().where(is_unchanged).values({column: after}))


def to_delivery(stored: StoredDelivery) -> schemas.Delivery:
    """Return a delivery."""
    subject = schemas.DeliverySubject(kind=stored.subject_kind, id=stored.subject_id)
    return schemas.Delivery.from_row(stored, subject=subject, next_attempt_at=stored.due_at)


def has_expired(webhook: StoredWebhook, now: datetime) -> bool:
    """Whether the secret before the last rotation has expired."""
    expires_at = webhook.previous_secret_expires_at
    return expires_at is not None and expires_at <= now
