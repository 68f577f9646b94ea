"""From a proposal's row to what is told of it."""

from typing import Any

from bridgework.areas.calendar import rules
from bridgework.areas.calendar.submissions.shapes import EventRequest, EventSubmitter

_ELSEWHERE = {"submitter", "luma_event_id", "luma_event_url"}
_PLAIN = [name for name in EventRequest.model_fields if name not in _ELSEWHERE]


def request(public_url: str, row: Any) -> EventRequest:
    """A proposal; once it is approved, with the event that came of it, by Luma's name or ours."""
    page = None if row.event_id is None else rules.page_of(public_url, row.event_id)
    name = " ".join(part for part in (row.first_name, row.last_name) if part) or None
    return EventRequest(
        **{each: getattr(row, each) for each in _PLAIN},
        luma_event_id=row.luma_event_id or row.event_id,
        luma_event_url=row.luma_url or page,
        submitter=EventSubmitter(id=row.submitter_id, email=row.email, name=name),
    )
