"""Responses with Server-Sent Events (https://html.spec.whatwg.org/)."""

from collections.abc import Callable
from contextlib import aclosing

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from bridgework.kit.actions import Credentials, EventStream
from bridgework.kit.data.db import Tx
from bridgework.kit.http.operations import EVENT_STREAM
from bridgework.kit.http.responses.responses import EmptyResponse
from bridgework.kit.http.responses.stalled_clients import limit_stalls
from bridgework.kit.security import Caller

_HEADERS = {"content-type": EVENT_STREAM, "x-accel-buffering": "no"}
"""The second one makes nginx forward each event at once."""


class EventStreamResponse(Response):
    """Sends events until the stream ends or the client disconnects."""

    def __init__(
        self,
        result: EventStream,
        caller: Caller,
        credentials: Credentials,
        is_allowed: Callable[[Tx], bool],
    ) -> None:
        super().__init__(headers=_HEADERS)
        self._result = result
        self._caller = caller
        self._credentials = credentials
        self._is_allowed = is_allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, or only the headers for HEAD.

        Raises TooManyEventStreams or EventStreamsInUse, and ClientDisconnect if the client reads
        nothing for a minute.
        """
        if scope["method"] == "HEAD":
            await EmptyResponse(200, _HEADERS)(scope, receive, send)
            return

        streams, start = self._result.streams, self._result
        with streams.opened(self._caller, self._credentials, self._is_allowed, start) as stream:
            async with aclosing(streams.follow(stream, start)) as events:
                response = StreamingResponse(events, headers=_HEADERS)
                await response(scope, receive, limit_stalls(send))
