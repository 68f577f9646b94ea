"""A client that sends raw requests: any bytes, repeated headers, bodies in parts."""

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import Message

from tests.world import Response, World

Headers = Sequence[tuple[bytes, bytes]]

DISCONNECT = None
"""In place of a part: the client disconnects."""
STALL = b"..."
"""In place of a part: the client sends nothing more and does not disconnect."""


@dataclass(frozen=True, slots=True)
class Pause:
    """In place of a part: the client waits for this time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """In place of a part: the client waits for the event."""

    event: threading.Event


Part = bytes | Pause | Until | None


def send_raw(
    world: World,
    method: str,
    target: bytes,
    *,
    headers: Headers = (),
    parts: Sequence[Part] = (b"",),
    peer: str = "198.51.100.1",
) -> Response | None:
    """Send a request to the ASGI application. Returns None if there was no response."""
    path, _, query = target.partition(b"?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": query,
        "headers": list(headers),
        "client": (peer, 40000) if peer else None,
    }
    messages = world.loop.run(_received(world, scope, parts))
    if not messages:
        return None
    start, *rest = messages
    headers_by_name: dict[str, str] = {}
    for name, value in start["headers"]:
        known = headers_by_name.get(name.decode())
        headers_by_name[name.decode()] = f"{known}, {value.decode()}" if known else value.decode()
    body = b"".join(part["body"] for part in rest)
    return Response(start["status"], headers_by_name, body, f"{method} {target!r}")


async def _received(world: World, scope: dict[str, Any], parts: Sequence[Part]) -> list[Message]:
    left = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        if not left:  # the client neither sends more nor disconnects
            await asyncio.Event().wait()
        part = left.pop(0)
        while isinstance(part, Pause | Until):
            await _wait_for(part)
            part = left.pop(0)
        if part is DISCONNECT:
            return {"type": "http.disconnect"}
        if part is STALL:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    await world.application.api(scope, receive, send)
    return sent


async def _wait_for(part: Pause | Until) -> None:
    if isinstance(part, Pause):
        await asyncio.sleep(part.seconds)
        return
    # Waiting in a thread for each would take all threads of the default executor.
    while not part.event.is_set():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
