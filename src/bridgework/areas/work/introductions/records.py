"""What the statements on introductions return."""

from datetime import datetime
from typing import Literal, NamedTuple

from bridgework.areas.work.introductions.schemas import (
    IntroductionBox,
    IntroductionSubject,
)
from bridgework.kit.core import Id

SenderState = Literal["pending", "accepted", "withdrawn"]
ReceivedState = Literal["pending", "accepted", "declined"]


class StoredIntroduction(NamedTuple):
    """An introduction as its sender knows it (table `introductions`)."""

    id: Id
    sender_id: Id
    recipient_id: Id
    about_kind: IntroductionSubject
    about_id: Id
    is_invitation: bool
    title: str | None
    company: str | None
    note: str
    state: SenderState
    created_at: datetime
    lapses_at: datetime
    accepted_at: datetime | None


class StoredReceived(NamedTuple):
    """A delivered introduction (table `received_introductions`)."""

    introduction_id: Id
    recipient_id: Id
    sender_id: Id
    note: str
    is_note_held: bool
    state: ReceivedState
    received_at: datetime
    answered_at: datetime | None
    email_at: datetime | None


class Seen(NamedTuple):
    """An introduction as one of the two members sees it."""

    id: Id
    box: IntroductionBox
    is_invitation: bool
    about_kind: IntroductionSubject
    about_id: Id
    title: str | None
    company: str | None
    note: str
    note_held: bool
    state: Literal["pending", "accepted", "withdrawn", "declined"]
    created_at: datetime
    lapses_at: datetime
    answered_at: datetime | None
    other_id: Id
    other_first_name: str | None
    other_last_name: str | None
    other_is_verified: bool
    contact_person: str | None
    contact_email: str | None


class Sender(NamedTuple):
    """What the limits depend on."""

    created_at: datetime
    is_verified: bool
    first_name: str | None
    last_name: str | None


class ToEmail(NamedTuple):
    """A delivered introduction about which an e-mail is due."""

    introduction_id: Id
    recipient_id: Id
    sender_id: Id
    recipient_email: str
    first_name: str | None
    last_name: str | None
    note: str
    is_note_held: bool
    is_invitation: bool
    about_kind: IntroductionSubject
    about_id: Id
    title: str | None
    company: str | None
    is_waiting: bool
    """Whether the e-mail still has to be sent."""
