"""The errors of the calendar; the docstring of a class is its message."""

from bridgework.kit.errors import Conflict, NotFound, Unauthorized


class EventNotFound(NotFound):
    """There is no such event, or you are not invited to it."""


class EventFull(Conflict):
    """Every place at this event is taken."""


class ReplyLinkInvalid(NotFound):
    """This is not a link of ours: use the one in the letter, whole."""


class EventRequestNotFound(NotFound):
    """There is no such proposal."""


class FeedTokenInvalid(Unauthorized):
    """This address of a calendar feed is good no more: make a fresh one."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'
