"""The requests and responses of e-mail preferences and queued e-mails."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    Filter,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    Uuid,
    UuidText,
)

Kind = Literal[
    "application_received",
    "application_decided",
    "posting_decided",
    "event_invitation",
    "consultation_decided",
    "introduction",
    "saved_search_alert",
]
"""The optional kinds of e-mail. A member can't opt out of any other kind."""

EmailState = TypeAliasType("EmailState", Literal["queued", "retrying", "sent", "dead"])


class UpdateNotificationsRequest(RequestBody):
    """Which optional e-mails the caller receives. Omitted members are unchanged."""

    application_received: bool | MISSING = MISSING
    application_decided: bool | MISSING = MISSING
    posting_decided: bool | MISSING = MISSING
    event_invitation: bool | MISSING = MISSING
    consultation_decided: bool | MISSING = MISSING
    introduction: bool | MISSING = MISSING
    saved_search_alert: bool | MISSING = MISSING


class NotificationChoices(ResponseModel):
    """Whether the caller receives e-mails of each optional kind."""

    application_received: bool
    application_decided: bool
    posting_decided: bool
    event_invitation: bool
    consultation_decided: bool
    introduction: bool
    saved_search_alert: bool


class AdminListEmailsQuery(OffsetQuery):
    state: EmailState | None = None
    kind: Filter | None = None
    """Only e-mails of this kind, as in `accounts/verification_code`."""
    recipient: Filter | None = None
    """Only e-mails to this address. Upper and lower case are the same."""
    account_id: UuidText | None = None
    """Only e-mails to this account, also to its former addresses."""


class Email(ResponseModel):
    """An e-mail and its delivery state, without its contents."""

    id: Uuid
    kind: str
    """The area and the template, as in `accounts/verification_code`."""
    to: str
    state: EmailState
    """`retrying`: an attempt failed. `dead`: the last attempt failed."""
    version: int
    """Changes with each attempt. `adminRetryEmail` takes it as `If-Match: "3-0000000000000000"`,
    with the version in place of 3."""
    allowed_actions: list[str]
    attempts: int
    created_at: UtcDatetime
    sent_at: UtcDatetime | None
    next_attempt_at: UtcDatetime | None
    fault: str | None


class EmailWithText(Email):
    """An e-mail with its subject and its text."""

    subject: str | None
    """Null if the e-mail expired unsent, or tells of an account that was erased since."""
    text: str | None
    """The text, without codes and links that give access: each is `••••••`. Null like `subject`; at
    most the first 20,000 characters of an e-mail that was sent."""
