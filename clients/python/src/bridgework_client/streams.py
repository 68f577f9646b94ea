"""How a stream of events continues after its connection has ended."""

import httpx2

from bridgework_client.errors import ApiError, NoResponse

CHANGES = "/changes/stream"
NOTIFICATIONS = "/notifications/stream"
READ_TIMEOUT = 45.0
"""In seconds. The server sends a comment every 15 seconds."""

_DELAY = 2.0
_MAX_DELAY = 30.0


class StreamPosition:
    """The number of the last event of a stream, and the failed attempts to continue after it."""

    def __init__(self, after: int | None) -> None:
        self._last_event_id = None if after is None else str(after)
        self._was_open = False
        self._failures = 0

    @property
    def headers(self) -> dict[str, str | None]:
        """The headers of the request that opens the stream."""
        return {"Accept": "text/event-stream", "Last-Event-ID": self._last_event_id}

    def open(self) -> None:
        """Note that the server has accepted the request."""
        self._was_open = True
        self._failures = 0

    def take(self, event: httpx2.ServerSentEvent) -> bool:
        """Note the number of an event; return whether it has data. The first event has none."""
        self._last_event_id = event.id or self._last_event_id
        return bool(event.data)

    def delay(self, error: ApiError | httpx2.SSEError | None) -> float:
        """The seconds until the next attempt, after an error or the end of the stream.

        Raises the error if the stream was never open, or if the server refuses to continue it.
        """
        if error is None:
            return _DELAY
        if not self._was_open or isinstance(error, httpx2.SSEError) or _is_refusal(error):
            raise error
        self._failures += 1
        backoff = min(_DELAY * 2.0 ** min(self._failures - 1, 8), _MAX_DELAY)
        return max(float(error.retry_after or 0), backoff)


def _is_refusal(error: ApiError) -> bool:
    """Whether the server would refuse the stream again."""
    is_lost = isinstance(error, NoResponse)
    return not is_lost and error.status != 429 and error.status < 500
