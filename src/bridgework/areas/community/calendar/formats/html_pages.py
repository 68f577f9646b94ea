"""The HTML pages of the calendar: an event, and the reply to an invitation."""

from pathlib import Path
from typing import Any

from bridgework.areas.community.calendar.formats import serializers
from bridgework.areas.community.calendar.records import Guest, StoredEvent
from bridgework.areas.community.calendar.schemas import EventReply
from bridgework.kit.html_pages import HtmlPage, PageRenderer
from bridgework.kit.storage import Storage
from bridgework.kit.text import markdown, urls
from bridgework.settings import Settings

_SCHEMA = "https://schema.org"
_SUMMARY_LENGTH = 200
"""The length limit of the description for link previews."""
_renderer = PageRenderer(Path(__file__).parent / "html")


def event(settings: Settings, storage: Storage, row: StoredEvent) -> HtmlPage:
    """Render the page of an event: complete if it is public, otherwise a request to sign in.

    Images that are not in `storage` are links: their hosts would learn who opens the page.
    """
    if row.visibility != "public":
        return _renderer.render("sign_in", settings.installation)
    origins = tuple(storage.origins())
    return _event_page(
        "event",
        settings,
        row,
        image_origins=origins,
        description=markdown.to_markup(row.description or "", origins),
        has_own_cover=row.cover_url is not None and urls.is_of_origin(row.cover_url, origins),
        page_url=serializers.event_page_url(settings.effective_site_url, row.id),
        summary=summary(row),
        linked_data=linked_data(settings.effective_site_url, row),
    )


def reply_form(
    settings: Settings, guest: Guest, row: StoredEvent, *, is_full: bool, is_over: bool
) -> HtmlPage:
    """Render the page that asks a guest for a reply, or says that the event is over.

    Opening it changes nothing.
    """
    if is_over:
        return _event_page("over", settings, row)
    is_full = is_full and guest.status != "going"
    return _event_page("reply", settings, row, status=guest.status, is_full=is_full)


def reply_confirmation(settings: Settings, row: StoredEvent, reply: EventReply) -> HtmlPage:
    """Render the page that confirms a reply."""
    return _event_page("replied", settings, row, status=reply)


def _event_page(template: str, settings: Settings, row: StoredEvent, **values: Any) -> HtmlPage:
    name = template if row.cancelled_at is None else "cancelled"
    when = serializers.local_time(row)
    return _renderer.render(name, settings.installation, event=row, when=when, **values)


def summary(row: StoredEvent) -> str:
    """Return the description of an event in one short line, or else its time and place."""
    text = " ".join(markdown.to_text(row.description or "").split())
    if not text:
        return ", ".join(filter(None, (serializers.local_time(row), row.location)))
    if len(text) <= _SUMMARY_LENGTH:
        return text
    return text[:_SUMMARY_LENGTH].rpartition(" ")[0] + " …"


def linked_data(site_url: str, row: StoredEvent) -> dict[str, object]:
    """Return the event as schema.org data for search engines, without the meeting URL."""
    page_url = serializers.event_page_url(site_url, row.id)
    data: dict[str, object] = {
        "@context": _SCHEMA,
        "@type": "Event",
        "name": row.name,
        "startDate": row.start_at.isoformat(),
        "eventStatus": f"{_SCHEMA}/EventScheduled",
        "url": page_url,
    }
    if row.end_at is not None:
        data["endDate"] = row.end_at.isoformat()
    if row.description:
        data["description"] = markdown.to_text(row.description)
    if row.cover_url:
        data["image"] = [row.cover_url]
    if row.location:
        data["location"] = {"@type": "Place", "name": row.location, "address": row.location}
        data["eventAttendanceMode"] = f"{_SCHEMA}/OfflineEventAttendanceMode"
    elif row.meeting_url:
        data["location"] = {"@type": "VirtualLocation", "url": page_url}
        data["eventAttendanceMode"] = f"{_SCHEMA}/OnlineEventAttendanceMode"
    return data
