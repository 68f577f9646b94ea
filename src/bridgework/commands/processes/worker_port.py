"""The port of a worker: its metrics at `/metrics`, and `/livez`.

One thread runs an event loop that reads requests and sends responses; the metrics are collected in
two more threads. So `/livez` responds whatever the database does.
"""

import asyncio
import http.client
import io
import json
import logging
import socket
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from starlette.types import Message

from bridgework.areas.back_office.system import actions
from bridgework.context import AppState, Context
from bridgework.kit.core import ApiError, InternalError, NoSuchOperation, RequestTookTooLong
from bridgework.kit.core.observability import CONTENT_TYPE
from bridgework.kit.http.operations import JSON
from bridgework.kit.http.requests import Request, must_be_internal

_log = logging.getLogger("bridgework.worker")
_MOST_CONNECTIONS = 32
_SECONDS = 15.0
"""The longest time of a connection."""
_MOST_HEAD_BYTES = 16 * 1024
_ALIVE = b'{"status":"alive"}'
_INVALID = (asyncio.IncompleteReadError, asyncio.LimitOverrunError, http.client.HTTPException)


class WorkerPort:
    """Responds at a listening socket until it is closed."""

    def __init__(self, app_state: AppState, listener: socket.socket) -> None:
        """Start the thread."""
        self._app_state = app_state
        self._listener = listener
        self._connections = 0
        self._collectors = ThreadPoolExecutor(2, thread_name_prefix="worker-metrics")
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="worker-port", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, and end the thread. Connections are closed."""
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()
        self._collectors.shutdown(cancel_futures=True)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._listen())

    async def _listen(self) -> None:
        server = await asyncio.start_server(
            self._connected, sock=self._listener, limit=_MOST_HEAD_BYTES
        )
        await self._closing.wait()
        server.close()  # the runner ends the connections

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Respond to one request, and close the connection."""
        self._connections += 1
        try:
            if self._connections <= _MOST_CONNECTIONS:
                async with asyncio.timeout(_SECONDS):
                    writer.write(await self._response(reader, writer))
                    await writer.drain()
        except (OSError, TimeoutError, *_INVALID) as error:
            _log.debug("a connection to the metrics was closed: %s", type(error).__name__)
        finally:
            self._connections -= 1
            writer.close()

    async def _response(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        line, _, rest = head.partition(b"\r\n")
        method, _, target = line.decode("latin-1").partition(" ")
        target = target.partition(" ")[0]
        headers = http.client.parse_headers(io.BytesIO(rest))
        scope = {
            "type": "http",
            "method": method,
            "path": target,
            "query_string": b"",
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1"))
                for name, value in headers.items()
            ],
            "client": writer.get_extra_info("peername"),
        }
        try:
            content_type, body = await self._content(Request(scope, _no_body))
        except ApiError as error:
            return _encode_error(error)
        except Exception:  # noqa: BLE001 - logged; the port must go on
            _log.exception("the metrics of the worker cannot be collected")
            return _encode_error(
                InternalError("The metrics cannot be collected. The log says why.")
            )
        return _encode(200, content_type, body)

    async def _content(self, request: Request) -> tuple[str, bytes]:
        """Return the media type and the content of a response. Raises ApiError."""
        if request.method != "GET" or request.path not in {"/livez", "/metrics"}:
            raise NoSuchOperation
        if request.path == "/livez":
            return JSON, _ALIVE
        options = self._app_state.http_options
        must_be_internal(
            request.header(b"authorization"),
            options.internal_token,
            is_local=options.trust_local_requests and request.is_local(),
        )
        context = Context(self._app_state, self._app_state.clock.now(), request_id="")
        collected = self._loop.run_in_executor(self._collectors, actions.render_metrics, context)
        try:
            async with asyncio.timeout(options.request_timeout_seconds):
                return CONTENT_TYPE, await collected
        except TimeoutError:
            raise RequestTookTooLong from None


async def _no_body() -> Message:
    return {"type": "http.disconnect"}


def _encode_error(error: ApiError) -> bytes:
    return _encode(error.status, JSON, json.dumps(error.body()).encode(), error.headers)


def _encode(
    status: int, content_type: str, body: bytes, headers: Mapping[str, str] | None = None
) -> bytes:
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
        *(f"{name.replace('_', '-').title()}: {value}" for name, value in (headers or {}).items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body
