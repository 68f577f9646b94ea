"""The notifications as streams of Server-Sent Events, each of one member."""

import json
from collections.abc import Collection, Mapping
from functools import partial

from bridgework.areas.history.notifications import errors, queries, schemas, serializers
from bridgework.areas.history.notifications.records import Numbered
from bridgework.context import AppState, Context
from bridgework.kit.actions import Event, EventPublisher, Events, EventStream
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.validation import ResponseModel

_SCANNED_AT_ONCE = 1000


def create_publisher(app_state: AppState) -> EventPublisher:
    """Create the publisher of the notifications."""
    return EventPublisher(
        app_state.database,
        app_state.clock,
        app_state.notification_streams,
        get_last=partial(queries.number_pending, app_state.database),
        read=partial(_read_new, app_state),
    )


def open_stream(context: Context, last_event_id: str) -> EventStream:
    """Return the caller's stream after the event with this ID; from now on if the ID is empty.

    Raises ValidationFailed for an ID that no notification has.
    """
    app_state, owner = context.app, context.caller.account()
    last = queries.number_pending(app_state.database)
    position = last if not last_event_id else _number_of(last_event_id, last)
    read = partial(_read_older, app_state, owner)
    with app_state.database.reading() as tx:
        greeting = _counts(tx, (owner,))[owner]
    return EventStream(app_state.notification_streams, position, read, owner, greeting)


def _number_of(last_event_id: str, last: int) -> int:
    is_number = last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 16
    if not is_number or int(last_event_id) > last:
        raise errors.event_id_invalid()
    return int(last_event_id)


def _read_new(app_state: AppState, after: int) -> Events:
    """Read the new notifications of the members who have streams here."""
    queries.number_pending(app_state.database)
    with app_state.database.reading() as tx:
        last = queries.get_last_number(tx)
        upto = min(last, after + _SCANNED_AT_ONCE)
        found = queries.list_between(tx, after, upto, _SCANNED_AT_ONCE, None)
        # Not before: a stream that opens after this reads these notifications from the database.
        audiences = app_state.notification_streams.audiences
        notified = [each for each in found if each.notification.account_id in audiences]
        newest = {each.notification.account_id: each.number for each in notified}
        counts = _counts(tx, newest.keys())
    events = [_to_event(each) for each in notified]
    events += [Event(number, counts[owner], owner) for owner, number in newest.items()]
    events.sort(key=lambda event: event.number)
    return Events(events, upto, upto < last)


def _read_older(app_state: AppState, owner: Id, after: int) -> Events:
    """Read the notifications of a member after a number, and the counts if there are any."""
    with app_state.database.reading() as tx:
        last = queries.get_last_number(tx)
        found = queries.list_between(tx, after, last, _SCANNED_AT_ONCE, owner)
        counts = _counts(tx, (owner,) if found else ())
    has_more = len(found) == _SCANNED_AT_ONCE
    position = found[-1].number if has_more else last
    events = [_to_event(each) for each in found]
    events += [Event(position, text, owner) for text in counts.values()]
    return Events(events, position, has_more)


def _counts(tx: Tx, owners: Collection[Id]) -> Mapping[Id, bytes]:
    """Return the event `counts` of each of some members."""
    if not owners:
        return {}
    return {
        owner: b"event: counts\n" + _data(schemas.NotificationCounts(unread=unread))
        for owner, unread in queries.count_unread_of(tx, owners).items()
    }


def _to_event(numbered: Numbered) -> Event:
    notification, number = numbered
    data = _data(serializers.to_schema(notification))
    text = f"id: {number}\nevent: notification\n".encode() + data
    return Event(number, text, notification.account_id)


def _data(record: ResponseModel) -> bytes:
    text = json.dumps(record.model_dump(mode="json", by_alias=True), ensure_ascii=False)
    return f"data: {text}\n\n".encode()
