"""The errors of the calendar."""

from bridgework.kit.core import Conflict, NotFound, Unauthorized


class EventNotFound(NotFound):
    """There is no such event, or you are not invited to it."""

    page = (
        "Event not found",
        (
            "This event does not exist or has been removed. Check that the link is complete, or "
            "sign in to see the events in your calendar."
        ),
    )


class EventFull(Conflict):
    """This event is full."""

    page = (
        "This event is full",
        (
            "The last place was taken before your reply arrived. Open the link in your invitation "
            "again later: if a place becomes available, you can accept there."
        ),
    )


class EventOver(Conflict):
    """This event is over. It takes no invitations and no replies."""

    page = (
        "This event is over",
        "This event has ended, so replies are no longer recorded. There is nothing you need to do.",
    )


class ReplyLinkInvalid(NotFound):
    """This reply link is not valid. Use the complete link from the invitation."""

    page = (
        "This link doesn’t work",
        (
            "The link to reply to the invitation is incomplete or no longer valid. Open the "
            "complete link from your most recent invitation, or sign in to reply in the calendar."
        ),
    )


class EventRequestNotFound(NotFound):
    """There is no such event request."""


class FeedTokenInvalid(Unauthorized):
    """This calendar feed URL is no longer valid. Create a new one."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'
