"""The interface of a mail transport, and the errors that it raises."""

from datetime import timedelta
from typing import Protocol


class TemporaryFailure(Exception):
    """The e-mail was not accepted and may be accepted later; the text gives the reason."""


class PermanentFailure(Exception):
    """The e-mail will never be accepted; the text gives the reason."""


class TransportUnavailable(Exception):
    """No e-mail can be sent at present; the text gives the reason."""


class Transport(Protocol):
    """A folder or a mail server."""

    longest: timedelta = timedelta(0)
    """The maximum duration of one `deliver`."""

    def open(self) -> None:
        """Connect if not connected, without a time limit. Raises TransportUnavailable."""
        return

    def must_accept_sender(self) -> None:
        """Raise TransportUnavailable if the sender is refused; called after `open`."""
        return

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Send one e-mail; called after `open`.

        Raises TransportUnavailable, PermanentFailure, or anything else for a retry.
        """
        ...

    def close(self) -> None:
        """Close the connection. Called when the outbox is empty; never raises."""
        return
