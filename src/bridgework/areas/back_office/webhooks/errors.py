"""The errors of webhooks."""

from bridgework.kit.core import Conflict, FieldError, NotFound, ValidationFailed


class WebhookNotFound(NotFound):
    """There is no such webhook."""


class DeliveryNotFound(NotFound):
    """There is no such delivery, or it was deleted after its retention."""


class WebhookLimitReached(Conflict):
    """There are 250 webhooks already. Delete one first."""


class WebhookDisabled(Conflict):
    """The webhook is disabled. Enable it first."""


class DeliveryPending(Conflict):
    """The delivery is pending already, so it will be sent."""


def url_refused(code: str, message: str) -> ValidationFailed:
    """Return the error for a URL to which nothing is sent."""
    return ValidationFailed(FieldError("url", code, message))
