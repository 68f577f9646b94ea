"""The change feed as a stream of Server-Sent Events."""

import json
from functools import partial

from bridgework.areas.history.changes import actions, errors
from bridgework.areas.history.changes.schemas import Change, ChangePage
from bridgework.context import AppState, Context
from bridgework.kit.actions import Event, EventPublisher, Events, EventStream


def create_publisher(app_state: AppState) -> EventPublisher:
    """Create the publisher of the changes."""
    database, clock = app_state.database, app_state.clock
    return EventPublisher(
        database,
        clock,
        app_state.event_streams,
        get_last=lambda: actions.number_pending(database, clock.now()),
        read=partial(_read, app_state),
    )


def open_stream(context: Context, last_event_id: str) -> EventStream:
    """Return the stream after the event with this ID; from now on if the ID is empty.

    Raises ChangesExpired, or ValidationFailed for an ID that no change has.
    """
    app_state = context.app
    if not last_event_id:
        position = actions.number_pending(app_state.database, context.now)
    else:
        position = _sequence_of(last_event_id)
        actions.read(app_state.database, context.now, after=position, limit=1)
    return EventStream(app_state.event_streams, position, partial(_read, app_state))


def _read(app_state: AppState, after: int) -> Events:
    page = actions.read(app_state.database, app_state.clock.now(), after=after)
    return _to_events(page)


def _sequence_of(last_event_id: str) -> int:
    if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 16):
        raise errors.event_id_invalid()
    return int(last_event_id)


def _to_events(page: ChangePage) -> Events:
    events = [Event(change.sequence, _to_text(change)) for change in page.items]
    return Events(events, page.next_after, page.has_more)


def _to_text(change: Change) -> bytes:
    data = json.dumps(change.model_dump(mode="json", by_alias=True), ensure_ascii=False)
    return f"id: {change.sequence}\nevent: {change.type}\ndata: {data}\n\n".encode()
