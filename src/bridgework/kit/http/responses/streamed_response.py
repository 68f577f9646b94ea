"""Responses that are generated while they are sent."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from functools import partial

from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bridgework.kit.core import ApiError, deadline
from bridgework.kit.http.operations import Download
from bridgework.kit.http.responses.stalled_clients import limit_stalls

RunInThread = Callable[[Callable[[], bytes | None]], Awaitable[bytes | None]]


class StreamInterrupted(Exception):
    """The rest of a response cannot be generated.

    The server closes the connection without the end of the body, so no client takes the part that
    it received for the whole.
    """


class StreamedResponse(StreamingResponse):
    """Starlette's StreamingResponse for chunks that are computed in threads.

    The first chunk is computed before the response starts, so that its errors are sent as usual. A
    client that disconnects, or reads nothing for a minute, ends the computation. The deadline of
    the request applies to the first chunk, and again to each further one.
    """

    def __init__(
        self, download: Download, run_in_thread: RunInThread, chunk_seconds: float
    ) -> None:
        self._chunks = download.chunks
        self._run_in_thread = run_in_thread
        self._chunk_seconds = chunk_seconds
        self._is_complete = False
        headers = {
            # As a header, since Starlette adds a charset to text media types.
            "content-type": download.content_type,
            "content-disposition": f'attachment; filename="{download.file_name}"',
        }
        super().__init__((), headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, without its body for HEAD.

        Raises the ApiError of the first chunk, StreamInterrupted for one of a later chunk, and
        ClientDisconnect.
        """
        if scope["method"] == "HEAD":
            headers = self.raw_headers
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return

        self.body_iterator = self._computed(await self._next())
        await super().__call__(scope, receive, limit_stalls(send))
        if not self._is_complete:
            raise ClientDisconnect

    async def _computed(self, chunk: bytes | None) -> AsyncGenerator[bytes, None]:
        while chunk is not None:
            yield chunk
            deadline.start(self._chunk_seconds)
            try:
                chunk = await self._next()
            except ApiError as error:
                raise StreamInterrupted from error
        self._is_complete = True

    async def _next(self) -> bytes | None:
        return await self._run_in_thread(partial(_next_chunk, self._chunks))


def _next_chunk(chunks: Iterator[bytes]) -> bytes | None:
    return next(chunks, None)
