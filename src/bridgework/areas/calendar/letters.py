"""The letters of the calendar, one function each; the template has its name.

What their enclosures say stands in the facts too (`ics.py`).
"""

from typing import Any

from bridgework.areas.calendar import rules
from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Email, Subscription

_LONGEST_DESCRIPTION = 1000
"""Of what a letter tells; the rest stands on the event's page."""


def event_invitation(
    event: Any, guest_id: Id, email: str, email_key: str, subscription: Subscription
) -> Email:
    """An invitation, with a link to answer it that needs no signing in."""
    bound = {"guest_id": guest_id, "email_key": email_key}
    facts = {**_facts(event), **bound}
    return Email(
        name="calendar/event_invitation",
        to=email,
        about=event.id,
        facts=facts,
        subscription=subscription,
    )


def event_cancelled(event: Any, email: str) -> Email:
    """A word to a guest that an event will not be."""
    return Email(name="calendar/event_cancelled", to=email, about=event.id, facts=_facts(event))


def event_request_decided(request: Any, email: str, reason: str, event_id: str) -> Email:
    """A word to whoever proposed an event; without an `event_id` it was not taken, for a reason."""
    facts = {"name": request.name, "reason": reason, "event_id": event_id}
    return Email(name="calendar/event_request_decided", to=email, about=request.id, facts=facts)


def _facts(event: Any) -> dict[str, str | int]:
    description = event.description or ""
    if len(description) > _LONGEST_DESCRIPTION:
        description = description[:_LONGEST_DESCRIPTION].rsplit(" ", 1)[0] + " …"
    return {
        "event_id": event.id,
        "sequence": event.version - 1,
        "stamp": event.updated_at.isoformat(),
        "starts": event.start_at.isoformat(),
        "ends": event.end_at.isoformat() if event.end_at else "",
        "when": rules.when(event.start_at, event.end_at, event.timezone),
        "name": event.name,
        "location": event.location or "",
        "meeting_url": event.meeting_url or "",
        "description": description,
    }
