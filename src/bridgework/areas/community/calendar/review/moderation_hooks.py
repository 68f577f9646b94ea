"""Events as moderated content; `event_handlers.py` registers them."""

from bridgework.areas.community.calendar import queries
from bridgework.areas.community.calendar.formats.luma import queries as luma
from bridgework.areas.community.calendar.records import StoredEvent
from bridgework.areas.community.calendar.tables import events
from bridgework.kit.actions import ContentType

EVENT = ContentType(
    table=events,
    record=StoredEvent,
    owner="owner_id",
    may_see=lambda tx, caller, event_id: (
        queries.find_visible_event(tx, caller, event_id) is not None
    ),
    title=lambda event: event.name,
    text=lambda event: "\n\n".join(filter(None, (event.location, event.description))),
    image_url=lambda event: event.cover_url,
    exists=events.c.cancelled_at.is_(None),
    changes=lambda now: {"version": events.c.version + 1, "updated_at": now},
    after_change=lambda tx, event_id, now, _: luma.mark_changed(tx, event_id, now),
)
"""Hidden events are private on Luma."""
