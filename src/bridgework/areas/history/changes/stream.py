"""The change feed as a stream of Server-Sent Events."""

import json
import logging
import threading
from collections.abc import Sequence
from functools import partial

from bridgework.areas.history.changes import actions, errors
from bridgework.areas.history.changes.schemas import Change
from bridgework.context import AppState, Context
from bridgework.kit.actions import Events, EventStream, EventStreams
from bridgework.kit.core import Clock, outages
from bridgework.kit.data.db import Database

_log = logging.getLogger("bridgework.changes")

_POLL_SECONDS = 0.5
_CHECK_SECONDS = 5.0
_RETRY_SECONDS = 15.0


class ChangePublisher:
    """Reads new changes, once for all streams of the process, and publishes them.

    It also ends the streams of sessions and API keys that have ended.
    """

    def __init__(self, database: Database, clock: Clock, streams: EventStreams) -> None:
        self._database = database
        self._clock = clock
        self._streams = streams
        self._published: int | None = None
        """The number of the last published change; None while no stream is open."""

    def run(self, stop: threading.Event) -> None:
        """Publish changes until `stop` is set. Exceptions are logged."""
        checked, pause = self._clock.monotonic(), _POLL_SECONDS
        while not stop.wait(pause):
            pause = _POLL_SECONDS
            try:
                self.publish()
                if self._clock.monotonic() - checked >= _CHECK_SECONDS:
                    checked = self._clock.monotonic()
                    self.end_revoked()
            except Exception as error:  # noqa: BLE001 - logged and retried
                outages.report(_log, error, "changes were not published; it will be retried")
                self._published, pause = None, _RETRY_SECONDS

    def publish(self) -> None:
        """Publish the changes since the last call."""
        if not self._streams.is_in_use:
            self._published = None
            return
        now = self._clock.now()
        if self._published is None:
            self._published = actions.number_pending(self._database, now)
            self._streams.publish(self._published, [])
            return
        has_more = True
        while has_more:
            page = actions.read(self._database, now, after=self._published)
            if page.items:
                self._streams.publish(self._published, _to_events(page.items))
            self._published, has_more = page.next_after, page.has_more

    def end_revoked(self) -> None:
        """End the streams whose session or API key has ended."""
        if self._streams.is_in_use:
            self._streams.end_revoked(self._database)


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
    return EventStream(position, partial(_read, app_state))


def _read(app_state: AppState, after: int) -> Events:
    page = actions.read(app_state.database, app_state.clock.now(), after=after)
    return Events(_to_events(page.items), page.next_after)


def _sequence_of(last_event_id: str) -> int:
    if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 16):
        raise errors.event_id_invalid()
    return int(last_event_id)


def _to_events(changes: Sequence[Change]) -> Sequence[tuple[int, bytes]]:
    return [(change.sequence, _to_event(change)) for change in changes]


def _to_event(change: Change) -> bytes:
    data = json.dumps(change.model_dump(mode="json", by_alias=True), ensure_ascii=False)
    return f"id: {change.sequence}\nevent: {change.type}\ndata: {data}\n\n".encode()
