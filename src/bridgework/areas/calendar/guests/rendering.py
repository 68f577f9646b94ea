"""The pages that somebody sees who answers an invitation by its link."""

from typing import Any

from bridgework.areas.calendar import pages, rules
from bridgework.areas.calendar.guests.shapes import Reply
from bridgework.kit.http.results import Plain


def question(guest: Any, event: Any, *, is_full: bool) -> Plain:
    """The page that asks whether a guest comes, if there is a place. Only its buttons act."""
    return _page("reply", event, guest.status, is_full=is_full and guest.status != "going")


def confirmation(event: Any, reply: Reply) -> Plain:
    """The page that says what was answered."""
    return _page("replied", event, reply)


def _page(name: str, event: Any, status: str, **facts: object) -> Plain:
    if event.cancelled_at is not None:
        return pages.page("cancelled", name=event.name)
    when = rules.when(event.start_at, event.end_at, event.timezone)
    return pages.page(name, event=event, when=when, status=status, **facts)
