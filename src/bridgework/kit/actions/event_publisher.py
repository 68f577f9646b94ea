"""The background thread that reads new events, once for all streams of the process."""

import logging
import threading
from collections.abc import Callable

from bridgework.kit.actions.event_streams import Events, EventStreams
from bridgework.kit.core import Clock, outages
from bridgework.kit.data.db import Database

_log = logging.getLogger("bridgework.streams")

_POLL_SECONDS = 0.5
_CHECK_SECONDS = 5.0
_RETRY_SECONDS = 15.0


class EventPublisher:
    """Reads new events and publishes them to the open streams.

    It also ends the streams of sessions and API keys that have ended.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        streams: EventStreams,
        *,
        get_last: Callable[[], int],
        read: Callable[[int], Events],
    ) -> None:
        """`get_last` returns the last number, `read` the events after a number."""
        self._database = database
        self._clock = clock
        self._streams = streams
        self._get_last = get_last
        self._read = read
        self._published: int | None = None
        """The number of the last published event; None while no stream is open."""

    def run(self, stop: threading.Event) -> None:
        """Publish events until `stop` is set. Exceptions are logged."""
        checked, pause = self._clock.monotonic(), _POLL_SECONDS
        while not stop.wait(pause):
            pause = _POLL_SECONDS
            try:
                self.publish()
                if self._clock.monotonic() - checked >= _CHECK_SECONDS:
                    checked = self._clock.monotonic()
                    self.end_revoked()
            except Exception as error:  # noqa: BLE001 - logged and retried
                outages.report(_log, error, "events were not published; it will be retried")
                self._published, pause = None, _RETRY_SECONDS

    def publish(self) -> None:
        """Publish the events since the last call."""
        if not self._streams.is_in_use:
            self._published = None
            return
        if self._published is None:
            self._published = self._get_last()
            self._streams.publish(self._published, Events((), self._published))
            return
        has_more = True
        while has_more:
            page = self._read(self._published)
            if page.position > self._published:
                self._streams.publish(self._published, page)
            self._published, has_more = page.position, page.has_more

    def end_revoked(self) -> None:
        """End the streams whose session or API key has ended."""
        if self._streams.is_in_use:
            self._streams.end_revoked(self._database)
