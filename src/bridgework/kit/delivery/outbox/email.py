"""An e-mail before it is rendered: recipient, template and the values for the template."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from bridgework.kit.core import Id

REPLY_TO = "reply_to"
"""The fact with the address for replies; empty for that of the installation. Replies to an e-mail
without this fact go to its sender."""
PATH = "path"
"""The fact with the path of the page that shows what the e-mail is about, such as `/app/jobs/0194…`
or `/console/#/credentials`. An e-mail without it has no link to a page."""

EmailState = Literal["queued", "retrying", "sent", "dead"]

Fact = str | int | Sequence[Mapping[str, str | int | None]]
"""A value for a template, or a list of records."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A recipient's subscription to one kind of optional e-mail.

    The recipient is an account, or an address without an account, known by its digests.
    """

    account_id: Id | None
    kind: str
    """For example `event_invitation`; the area `email_preferences` lists all kinds."""
    digests: tuple[str, ...] = ()
    """The address's digests, newest key first (`subscriptions.address_digests`)."""


@dataclass(frozen=True, slots=True)
class CalendarPart:
    """An iTIP message (RFC 5546) that is attached to an e-mail."""

    method: Literal["REQUEST", "CANCEL"]
    content: bytes
    """iCalendar (RFC 5545)."""


MakeCalendarPart = Callable[["Email"], CalendarPart]


@dataclass(frozen=True, slots=True)
class Email:
    """One e-mail to one recipient.

    `name` is the name of the template, for example `accounts/verification_code`. `secrets` (a code,
    a link) are encrypted in the outbox. Facts and secrets are deleted when the e-mail was sent or
    has expired; the text of a sent one is stored without its secrets. An e-mail without a
    `subscription`, such as a code or a security notice, cannot be unsubscribed from.
    """

    name: str
    to: str
    recipient_id: Id | None
    """The recipient's account; None for an address without an account."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    expires: datetime | None = None
    subscription: Subscription | None = None
    names: Collection[Id] = ()
    """Other accounts that the facts tell of. If one is erased, the e-mail is deleted, or its text
    if it was sent."""


class EmailSummary(NamedTuple):
    """What administrators may read of an e-mail, without its facts and secrets."""

    id: Id
    name: str
    recipient: str
    state: EmailState
    attempts: int
    created_at: datetime
    sent_at: datetime | None
    due_at: datetime
    expires_at: datetime | None
    fault: str | None
