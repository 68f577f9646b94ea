"""Create, change and delete webhooks, rotate their secrets, and list and repeat deliveries."""

from datetime import datetime, timedelta

from pydantic import MISSING

from bridgework.areas.back_office.webhooks import errors, policies, queries, schemas, writes
from bridgework.areas.back_office.webhooks.delivery import payloads, signatures
from bridgework.areas.back_office.webhooks.records import StoredWebhook
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import OffsetPage, offset
from bridgework.kit.security import Keyring

_DELETED_AT_ONCE = 500

count_waiting, count_failed = queries.count_waiting, queries.count_failed
"""For higher areas: the deliveries that wait, and those that were given up."""


def create(context: Context, body: schemas.AdminCreateWebhookRequest) -> schemas.WebhookWithSecret:
    """Create a webhook for changes from now on. Raises WebhookLimitReached, ValidationFailed."""
    _must_be_a_receiver(context, body.url)
    queries.lock_position(context.tx)  # so that two requests do not exceed the limit together
    if queries.count(context.tx) >= policies.MAX_WEBHOOKS:
        raise errors.WebhookLimitReached
    webhook_id, secret = new_id(), signatures.generate_secret()
    webhook = StoredWebhook(
        id=webhook_id,
        url=body.url,
        types=sorted(set(body.types)),
        description="" if body.description is MISSING else body.description,
        secret=signatures.encrypt(context.app.keyring, secret),
        previous_secret=None,
        previous_secret_expires_at=None,
        enabled=True,
        disabled_reason=None,
        disabled_at=None,
        created_at=context.now,
        updated_at=context.now,
        deleted_at=None,
    )
    queries.add(context.tx, webhook)
    audit.note(context, "webhook.create", target=webhook_id)
    return _with_secret(context, webhook_id, secret)


def update(
    context: Context, webhook_id: Id, body: schemas.AdminUpdateWebhookRequest
) -> schemas.Webhook:
    """Change a webhook. Raises WebhookNotFound, ValidationFailed."""
    if body.url is not MISSING:
        _must_be_a_receiver(context, body.url)
    before = _lock(context, webhook_id)
    values = body.provided()
    if body.types is not MISSING:
        values["types"] = sorted(set(body.types))
    changes = audit.changed(before._asdict(), values)
    if changes:
        if body.enabled is not MISSING and body.enabled != before.enabled:
            disabled = ("administrator", context.now)
            reason, at = (None, None) if body.enabled else disabled
            values |= {"disabled_reason": reason, "disabled_at": at}
        queries.update(context.tx, webhook_id, {**values, "updated_at": context.now})
        audit.note(context, "webhook.change", target=webhook_id, changes=changes)
    return schemas.Webhook.from_row(_lock(context, webhook_id))


def delete(context: Context, webhook_id: Id) -> None:
    """Delete a webhook; nothing is sent to it any more. Raises WebhookNotFound."""
    _lock(context, webhook_id)
    values = {"deleted_at": context.now, "enabled": False}
    queries.update(context.tx, webhook_id, values)
    audit.note(context, "webhook.delete", target=webhook_id)


def rotate_secret(context: Context, webhook_id: Id) -> schemas.WebhookWithSecret:
    """Give a webhook a new secret. The one before also signs for 24 hours."""
    before, secret = _lock(context, webhook_id), signatures.generate_secret()
    values = {
        "secret": signatures.encrypt(context.app.keyring, secret),
        "previous_secret": before.secret,
        "previous_secret_expires_at": context.now + policies.PREVIOUS_SECRET_VALID,
        "updated_at": context.now,
    }
    queries.update(context.tx, webhook_id, values)
    audit.note(context, "webhook.rotate_secret", target=webhook_id)
    return _with_secret(context, webhook_id, secret)


def test(context: Context, webhook_id: Id) -> schemas.Delivery:
    """Send a delivery of the type `webhook.test`. Raises WebhookNotFound, WebhookDisabled."""
    if not _lock(context, webhook_id).enabled:
        raise errors.WebhookDisabled
    delivery = payloads.test_delivery(webhook_id, context.now)
    writes.add(context.tx, [delivery])
    writes.release_next(context.tx, [(webhook_id, webhook_id)], context.now)
    audit.note(context, "webhook.test", target=webhook_id)
    return _delivery(context, delivery.id)


def list_deliveries(
    context: Context, webhook_id: Id, query: schemas.AdminListDeliveriesQuery
) -> OffsetPage[schemas.Delivery]:
    """Return a page of the deliveries of a webhook, newest first. Raises WebhookNotFound."""
    if queries.find(context.tx, webhook_id) is None:
        raise errors.WebhookNotFound
    items, total = queries.list_deliveries(context.tx, webhook_id, query)
    return offset.to_page(query, OffsetPage[schemas.Delivery], items, total)


def redeliver(context: Context, delivery_id: Id) -> schemas.Delivery:
    """Send a finished delivery again, with the same id.

    Raises DeliveryNotFound, DeliveryPending or WebhookDisabled.
    """
    found = queries.find_delivery(context.tx, delivery_id)
    if found is None:
        raise errors.DeliveryNotFound
    if not _lock(context, found.webhook_id).enabled:
        raise errors.WebhookDisabled
    if not writes.mark_pending(context.tx, delivery_id):
        raise errors.DeliveryPending
    writes.release_next(context.tx, [(found.webhook_id, found.subject_id)], context.now)
    audit.note(context, "webhook.redeliver", target=delivery_id)
    return _delivery(context, delivery_id)


def delete_old_deliveries(retention: timedelta, tx: Tx, now: datetime) -> int:
    """Delete a batch of old deliveries, and of those of deleted webhooks. A periodic task."""
    deleted = writes.delete_of_deleted(tx, _DELETED_AT_ONCE)
    return deleted + writes.delete_finished(tx, now - retention, _DELETED_AT_ONCE)


def reencrypt_secrets(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Encrypt all secrets with the newest key, and delete those that do not sign any more.

    A periodic task: a server does this after its start, when it knows the new key. Returns 0, since
    one call does everything.
    """
    for each in queries.list_with_secrets(tx):
        previous = each.previous_secret
        if previous is not None and queries.has_expired(each, now):
            queries.update_secret(tx, each.id, "previous_secret", previous, None)
        for name, before in (("secret", each.secret), ("previous_secret", previous)):
            encrypted = None if before is None else signatures.reencrypt(keyring, before)
            if before is not None and encrypted is not None:
                queries.update_secret(tx, each.id, name, before, encrypted)
    return 0


def _must_be_a_receiver(context: Context, url: str) -> None:
    settings = context.app.settings
    policies.must_be_a_receiver(
        url,
        https_only=settings.env != "development",
        allow_private=settings.effective_webhook_private_networks,
    )


def _lock(context: Context, webhook_id: Id) -> StoredWebhook:
    webhook = queries.lock(context.tx, webhook_id)
    if webhook is None:
        raise errors.WebhookNotFound
    return webhook


def _with_secret(context: Context, webhook_id: Id, secret: str) -> schemas.WebhookWithSecret:
    return schemas.WebhookWithSecret.from_row(_lock(context, webhook_id), secret=secret)


def _delivery(context: Context, delivery_id: Id) -> schemas.Delivery:
    delivery = queries.find_delivery(context.tx, delivery_id)
    if delivery is None:
        raise errors.DeliveryNotFound
    return queries.to_delivery(delivery)
