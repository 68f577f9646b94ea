"""The requests and responses of e-mail preferences and queued e-mails."""

from typing import Literal

from pydantic import MISSING

from bridgework.kit.fields import Filter, UtcDatetime, Uuid
from bridgework.kit.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.schemas import RequestBody, ResponseModel

Kind = Literal[
    "application_received",
    "application_decided",
    "posting_decided",
    "event_invitation",
    "consultation_decided",
]
"""The kinds of letters that a member may refuse; all others are sent to whoever they concern."""

EmailState = Literal["queued", "retrying", "sent", "dead"]


class UpdateNotificationsRequest(RequestBody):
    application_received: bool | MISSING = MISSING
    application_decided: bool | MISSING = MISSING
    posting_decided: bool | MISSING = MISSING
    event_invitation: bool | MISSING = MISSING
    consultation_decided: bool | MISSING = MISSING


class NotificationChoices(ResponseModel):
    """Which letters come, one member an optional kind."""

    application_received: bool
    application_decided: bool
    posting_decided: bool
    event_invitation: bool
    consultation_decided: bool


class AdminListEmailsQuery(OffsetQuery):
    state: EmailState | None = None
    kind: Filter | None = None


class Email(ResponseModel):
    """A letter on its way, from outside: never what stands in it."""

    id: Uuid
    kind: str
    to: str
    state: EmailState
    attempts: int
    created_at: UtcDatetime
    sent_at: UtcDatetime | None
    next_attempt_at: UtcDatetime | None
    fault: str | None


class EmailPage(OffsetPage[Email]):
    """Letters, the newest first."""
