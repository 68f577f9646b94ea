"""What holds for letters: who may refuse which, and what an administrator may do with them."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from bridgework.areas.mail.shapes import EmailState, Kind
from bridgework.kit.errors import Conflict, NotFound

KINDS: Final[Sequence[Kind]] = get_args(Kind)

ABOUT: Mapping[str, str] = {
    "application_received": "applications to your postings",
    "application_decided": "decisions on your applications",
    "posting_decided": "decisions on your postings",
    "event_invitation": "event invitations",
    "consultation_decided": "decisions on your consultation requests",
}
"""What the e-mails of a kind are about, as in "e-mails about …"."""

MOVES: Mapping[str, Sequence[EmailState]] = {"dead": ("queued",)}
"""The moves that are open to an administrator: contract section 4, "e-mail message"."""


class EmailNotFound(NotFound):
    """There is no such e-mail."""


class EmailExpired(Conflict):
    """What this e-mail says has expired, and its secret is wiped: have a fresh one sent instead."""


class UnsubscribeLinkInvalid(NotFound):
    """This unsubscribe link is not valid. Use the complete link from the e-mail."""

    page = (
        "This link doesn’t work",
        (
            "The unsubscribe link is incomplete or no longer valid. Open the complete link from a "
            "recent e-mail, or sign in and turn the e-mails off in your notification settings."
        ),
    )
