"""The e-mails of the calendar, one function each, and the iCalendar parts attached to them.

What an attachment says is in the facts of its e-mail too.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Literal

from bridgework.areas.community.calendar.formats import serializers
from bridgework.areas.community.calendar.records import Guest, Invitee, StoredEvent, Submission
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import (
    CalendarPart,
    Email,
    MakeCalendarPart,
    Subscription,
    subscriptions,
)
from bridgework.kit.security import Keyring
from bridgework.settings import Settings

_DESCRIPTION_LENGTH = 1000
"""The length limit of a description in an e-mail; the page of the event has all of it."""


def subscription_of(invitee: Invitee | Guest, keyring: Keyring) -> Subscription:
    """Return the subscription to invitations of an invitee or a guest with contact."""
    digests = subscriptions.address_digests(keyring, invitee.email_key)
    return Subscription(invitee.account_id, "event_invitation", digests)


def event_invitation(
    event: StoredEvent, guest_id: Id, invitee: Invitee | Guest, keyring: Keyring
) -> Email:
    """An invitation, with a reply link that needs no sign-in."""
    return Email(
        name="calendar/event_invitation",
        to=invitee.email,
        recipient_id=invitee.account_id,
        facts={**_facts(event), "guest_id": guest_id, "email_key": invitee.email_key},
        subscription=subscription_of(invitee, keyring),
    )


def event_changed(event: StoredEvent, guest: Guest, keyring: Keyring) -> Email:
    """Notifies a guest that the event moved in time or place. The reply of the guest stays."""
    reply = {"reply": guest.status, "guest_id": guest.id, "email_key": guest.email_key}
    return Email(
        name="calendar/event_changed",
        to=guest.email,
        recipient_id=guest.account_id,
        facts={**_facts(event), **reply},
        subscription=subscription_of(guest, keyring),
    )


def event_cancelled(event: StoredEvent, guest: Guest) -> Email:
    """Notifies a guest that the event is cancelled."""
    return Email(
        name="calendar/event_cancelled",
        to=guest.email,
        recipient_id=guest.account_id,
        facts={**_facts(event), "reply": guest.status},
    )


def event_request_decided(submission: Submission, event_id: str, reason: str) -> Email:
    """Notifies a submitter that the request was approved, or, without `event_id`, rejected."""
    return Email(
        name="calendar/event_request_decided",
        to=submission.submitter.email,
        recipient_id=submission.request.submitter_id,
        facts={"name": submission.request.name, "reason": reason, "event_id": event_id},
    )


def calendar_parts(settings: Settings) -> Mapping[str, MakeCalendarPart]:
    """Return the functions that create the attachments, by the names of the e-mails."""
    return {
        "calendar/event_invitation": partial(_calendar_part, settings, "REQUEST"),
        "calendar/event_changed": partial(_calendar_part, settings, "REQUEST"),
        "calendar/event_cancelled": partial(_calendar_part, settings, "CANCEL"),
    }


def _calendar_part(
    settings: Settings, method: Literal["REQUEST", "CANCEL"], email: Email
) -> CalendarPart:
    # Imported here: icalendar takes 0.1 s to import, and only feeds and invitations use it.
    from bridgework.areas.community.calendar.formats import ics

    facts = {name: str(value) for name, value in email.facts.items()}
    appointment = ics.Appointment(
        uid=f"{facts['event_id']}@{settings.public_host}",
        sequence=int(facts["sequence"]),
        stamp=datetime.fromisoformat(facts["stamp"]),
        starts=datetime.fromisoformat(facts["starts"]),
        ends=datetime.fromisoformat(facts["ends"]) if facts["ends"] else None,
        name=facts["name"],
        place=facts["location"] or facts["meeting_url"],
        description=ics.describe(facts["description"], facts["meeting_url"]),
        url=serializers.event_page_url(settings.effective_site_url, Id(facts["event_id"])),
        is_cancelled=method == "CANCEL",
    )
    guest = ics.Attendee(email.to, facts.get("reply", "invited"))
    return CalendarPart(method, ics.invitation(settings, method, appointment, guest))


def _facts(event: StoredEvent) -> dict[str, str | int]:
    return {
        "event_id": event.id,
        "sequence": event.version - 1,
        "stamp": event.updated_at.isoformat(),
        "starts": event.start_at.isoformat(),
        "ends": event.end_at.isoformat() if event.end_at else "",
        "when": serializers.local_time(event),
        "name": event.name,
        "location": event.location or "",
        "meeting_url": event.meeting_url or "",
        "description": _beginning(event.description or ""),
    }


def _beginning(description: str) -> str:
    """Shorten a description, between two paragraphs if possible, so that Markdown stays valid."""
    if len(description) <= _DESCRIPTION_LENGTH:
        return description
    beginning = description[:_DESCRIPTION_LENGTH]
    paragraphs = beginning.rpartition("\n\n")[0]
    if len(paragraphs) > _DESCRIPTION_LENGTH // 2:
        return f"{paragraphs}\n\n…"
    return beginning.rsplit(" ", 1)[0] + " …"
