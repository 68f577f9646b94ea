"""A client that sends just what it is told: raw bytes, doubled headers, bodies in parts."""

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import Message

from tests.world import Response, World

Headers = Sequence[tuple[bytes, bytes]]

HANGS_UP = None
"""In place of a part: the client is gone."""
STALLS = b"..."
"""In place of a part: nothing more comes, and nobody hangs up."""


@dataclass(frozen=True, slots=True)
class Pause:
    """In place of a part: nothing comes for a while."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """In place of a part: nothing comes before the event is set."""

    event: threading.Event


Part = bytes | Pause | Until | None


def knock(
    world: World,
    method: str,
    target: bytes,
    *,
    headers: Headers = (),
    parts: Sequence[Part] = (b"",),
    peer: str = "198.51.100.1",
) -> Response | None:
    """One request through the ASGI application; None if it was not answered."""
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
    answered = world.loop.run(_answered(world, scope, parts))
    if not answered:
        return None
    start, *rest = answered
    told: dict[str, str] = {}
    for name, value in start["headers"]:
        known = told.get(name.decode())
        told[name.decode()] = f"{known}, {value.decode()}" if known else value.decode()
    body = b"".join(part["body"] for part in rest)
    return Response(start["status"], told, body, f"{method} {target!r}")


async def _answered(world: World, scope: dict[str, Any], parts: Sequence[Part]) -> list[Message]:
    left = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        if not left:  # the caller neither sends more nor hangs up
            await asyncio.Event().wait()
        part = left.pop(0)
        while isinstance(part, Pause | Until):
            await _waited_for(part)
            part = left.pop(0)
        if part is HANGS_UP:
            return {"type": "http.disconnect"}
        if part is STALLS:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    await world.application.api(scope, receive, send)
    return sent


async def _waited_for(part: Pause | Until) -> None:
    if isinstance(part, Pause):
        await asyncio.sleep(part.seconds)
        return
    # Waiting in a thread for each would take all threads of the default executor.
    while not part.event.is_set():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
