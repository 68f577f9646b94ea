"""The e-mails of webhooks."""

from bridgework.areas.back_office.webhooks.fields import DisabledReason
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email


def webhook_disabled(
    email: str, account_id: Id, host: str, description: str, reason: DisabledReason
) -> Email:
    """Tell an administrator that a webhook was disabled because of its receiver.

    `host` is that of its URL, whose path may contain a secret.
    """
    return Email(
        name="webhooks/webhook_disabled",
        to=email,
        recipient_id=account_id,
        facts={"host": host, "description": description, "reason": reason},
    )
