"""The errors of e-mail preferences and queued e-mails."""

from bridgework.kit.core import Conflict, NotFound


class EmailNotFound(NotFound):
    """There is no such e-mail."""


class EmailExpired(Conflict):
    """The code or link in this e-mail has expired. Request a new e-mail instead."""


class UnsubscribeLinkInvalid(NotFound):
    """This unsubscribe link is not valid. Use the complete link from the e-mail."""

    page = (
        "This link doesn’t work",
        (
            "The unsubscribe link is incomplete or no longer valid. Open the complete link from a "
            "recent e-mail, or sign in and turn the e-mails off in your notification settings."
        ),
    )
