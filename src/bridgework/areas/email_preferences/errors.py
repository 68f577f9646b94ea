"""The errors of e-mail preferences and queued e-mails."""

from bridgework.kit.errors import Conflict, NotFound


class EmailNotFound(NotFound):
    """There is no such e-mail."""


class EmailExpired(Conflict):
    """The code or link in this e-mail has expired. Request a new e-mail instead."""


class UnsubscribeLinkInvalid(NotFound):
    """The unsubscribe link is invalid. Use the complete link from the e-mail."""
