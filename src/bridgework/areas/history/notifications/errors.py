"""The errors of notifications."""

from bridgework.kit.core import FieldError, NotFound, ValidationFailed


class NotificationNotFound(NotFound):
    """There is no such notification, or it is not yours."""


def event_id_invalid() -> ValidationFailed:
    """Return the error for a `Last-Event-ID` that is no number of a notification."""
    return ValidationFailed(
        FieldError("Last-Event-ID", "wrong_type", "Must be an ID that the stream sent.")
    )
