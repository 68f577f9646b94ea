"""The optional kinds of e-mail, and the status changes that administrators can make."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, get_args

from bridgework.areas.identity.email_preferences import errors, schemas
from bridgework.kit.actions import ActionRule, Refusal, refuse_move
from bridgework.kit.security import Caller, admin

KINDS: Final[Sequence[schemas.Kind]] = get_args(schemas.Kind)

ABOUT: Mapping[str, str] = {
    "application_received": "applications to your postings",
    "application_decided": "decisions on your applications",
    "posting_decided": "decisions on your postings",
    "event_invitation": "event invitations",
    "consultation_decided": "consultations that you request or that name you",
    "introduction": "introductions",
    "saved_search_alert": "new results of your saved searches",
}
"""What the e-mails of a kind are about, as in "e-mails about …"."""

MOVES: Mapping[str, Sequence[schemas.EmailState]] = {"dead": ("queued",)}
"""The status changes that administrators can make."""


class EmailFacts(NamedTuple):
    """What the rule of an e-mail reads of it."""

    state: schemas.EmailState
    is_expired: bool


def _may_retry(_: Caller, email: EmailFacts) -> Refusal | None:
    refusal = refuse_move(email.state, MOVES.get(email.state, ()), "queued")
    return errors.EmailExpired if refusal is None and email.is_expired else refusal


READ = ActionRule[EmailFacts]("adminGetEmail", admin)
RETRY = ActionRule[EmailFacts]("adminRetryEmail", admin, when=_may_retry)
RULES: Sequence[ActionRule[EmailFacts]] = (READ, RETRY)
"""The rules of the operations on an e-mail."""
