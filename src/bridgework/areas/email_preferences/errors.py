"""The errors of mail."""

from bridgework.kit.errors import Conflict, NotFound


class EmailNotFound(NotFound):
    """There is no such e-mail."""


class EmailExpired(Conflict):
    """What this e-mail says has expired, and its secret is wiped: have a fresh one sent instead."""


class UnsubscribeLinkInvalid(NotFound):
    """This is not a link of ours: use the one in the letter, whole."""
