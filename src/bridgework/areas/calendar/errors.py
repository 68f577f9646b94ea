"""The errors of the calendar; the docstring of a class is its message."""

from bridgework.kit.errors import Conflict, NotFound, Unauthorized


class EventNotFound(NotFound):
    """There is no such event, or you are not invited to it."""


class EventFull(Conflict):
    """This event has no free places."""


class ReplyLinkInvalid(NotFound):
    """This link is not valid. Use the complete link from the e-mail."""


class EventRequestNotFound(NotFound):
    """There is no such event request."""


class FeedTokenInvalid(Unauthorized):
    """This calendar feed URL is no longer valid. Create a new one."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'
