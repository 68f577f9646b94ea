"""The HTML pages of the calendar: an event, and the reply to an invitation. All text is escaped."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2

from bridgework.areas.calendar import serializers
from bridgework.areas.calendar.schemas import Reply
from bridgework.kit.http.results import RawResponse

_CONTENT_TYPE = "text/html; charset=utf-8"
_SCHEMA = "https://schema.org"
_STYLE = (
    "body{margin:12vh auto;max-width:40rem;padding:0 1.5rem;"
    "font:1.1rem/1.5 system-ui,sans-serif;color:#16323a;background:#fff}"
    "img{max-width:100%;border-radius:.4rem}.text{white-space:pre-line}"
    "form{display:inline-block;margin-right:1rem}"
    "button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;"
    "color:#fff;background:#0b5f6d;cursor:pointer}"
)
_CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'",
        "img-src https: http:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Images come from anywhere, as covers do."""

_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "html"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals["style"] = _STYLE


def event(public_url: str, row: Any) -> RawResponse:
    """The page of an event: complete if it is public, otherwise a request to sign in.

    Redirects to Luma if the event is shown there.
    """
    if row.visibility != "public":
        return _render("sign_in")
    if row.cancelled_at is None and row.luma_url is not None:
        return RawResponse(_CONTENT_TYPE, b"", status=302, headers={"location": row.luma_url})
    return _render_event("event", row, linked_data=_linked_data(public_url, row))


def reply_form(guest: Any, row: Any, *, is_full: bool) -> RawResponse:
    """The page that asks a guest for a reply. Only its buttons change anything."""
    is_full = is_full and guest.status != "going"
    return _render_event("reply", row, status=guest.status, is_full=is_full)


def reply_confirmation(row: Any, reply: Reply) -> RawResponse:
    """The page that confirms a reply."""
    return _render_event("replied", row, status=reply)


def _render_event(template: str, row: Any, **values: object) -> RawResponse:
    if row.cancelled_at is not None:
        return _render("cancelled", name=row.name)
    return _render(template, event=row, when=serializers.local_time(row), **values)


def _render(template: str, **values: object) -> RawResponse:
    body = _templates.get_template(f"{template}.html.jinja").render(values).encode()
    return RawResponse(_CONTENT_TYPE, body, content_security_policy=_CONTENT_SECURITY_POLICY)


def _linked_data(public_url: str, row: Any) -> dict[str, object]:
    """The event as search engines read it (schema.org), without the members' meeting URL."""
    page_url = serializers.event_page_url(public_url, row.id)
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
        data["description"] = row.description
    if row.cover_url:
        data["image"] = [row.cover_url]
    if row.location:
        data["location"] = {"@type": "Place", "name": row.location, "address": row.location}
        data["eventAttendanceMode"] = f"{_SCHEMA}/OfflineEventAttendanceMode"
    elif row.meeting_url:
        data["location"] = {"@type": "VirtualLocation", "url": page_url}
        data["eventAttendanceMode"] = f"{_SCHEMA}/OnlineEventAttendanceMode"
    return data
