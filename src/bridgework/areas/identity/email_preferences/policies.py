"""The optional kinds of e-mail, and the status changes that administrators can make."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from bridgework.areas.identity.email_preferences import schemas

KINDS: Final[Sequence[schemas.Kind]] = get_args(schemas.Kind)

ABOUT: Mapping[str, str] = {
    "application_received": "applications to your postings",
    "application_decided": "decisions on your applications",
    "posting_decided": "decisions on your postings",
    "event_invitation": "event invitations",
    "consultation_decided": "decisions on your consultation requests",
    "saved_search_alert": "new results of your saved searches",
}
"""What the e-mails of a kind are about, as in "e-mails about …"."""

MOVES: Mapping[str, Sequence[schemas.EmailState]] = {"dead": ("queued",)}
"""The status changes that administrators can make."""
