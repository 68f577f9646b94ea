"""What the worker expects of a mail transport, and the errors by which one reports failure."""

from datetime import timedelta
from typing import Protocol


class TemporaryFailure(Exception):
    """This e-mail was not accepted now and may be later; the text says why."""


class PermanentFailure(Exception):
    """This e-mail will never be accepted; the text says why."""


class TransportUnavailable(Exception):
    """No e-mail can be sent at present, for a reason that the text names."""


class Transport(Protocol):
    """A folder or a mail server."""

    longest: timedelta = timedelta(0)
    """The upper limit of the duration of one `deliver`."""

    def open(self) -> None:
        """Connect if not connected, without a time limit. Raises TransportUnavailable."""
        return

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Send one e-mail; called after `open`.

        Raises TransportUnavailable, PermanentFailure, or anything else for a retry.
        """
        ...

    def close(self) -> None:
        """Release what `open` holds; called when the outbox is empty. Never raises."""
        return
