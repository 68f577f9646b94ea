"""A client of a stream, in the test process."""

import asyncio
import concurrent.futures
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

from starlette.types import Message

from tests.world import Person, World

PATIENCE = 20.0


class Event(NamedTuple):
    """An event with data."""

    name: str
    number: str | None
    data: dict[str, Any]


class Listener:
    """One open stream. It publishes events itself, since a test has no background threads."""

    def __init__(self, world: World, path: str, headers: Mapping[str, str], address: str) -> None:
        self._world = world
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._is_requested = False
        self.status = 0
        self.first_body = b""
        self.headers: Mapping[bytes, bytes] = {}
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
            "client": (address, 40000),
        }
        api = world.application.api
        self._response = world.loop.start(api(scope, self._receive, self._messages.put))

    async def _receive(self) -> Message:
        if not self._is_requested:
            self._is_requested = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def start(self) -> Self:
        """Wait for the headers and the first bytes."""
        message = self._next()
        self.status, self.headers = message["status"], dict(message["headers"])
        self.first_body = self.next_body()
        return self

    def events(self, count: int) -> list[dict[str, Any]]:
        """Return the data of the next events, in order; at least `count`."""
        events: list[dict[str, Any]] = []
        deadline = time.monotonic() + PATIENCE
        while len(events) < count:
            assert time.monotonic() < deadline, f"{len(events)} of {count} events"
            self._world.application.publisher.publish()
            self._world.application.notification_publisher.publish()
            events += self.received(0.1)
        return events

    def received(self, seconds: float) -> list[dict[str, Any]]:
        """Return the data of the events that arrive within some time."""
        return [data for _, _, data in self.received_events(seconds)]

    def received_events(self, seconds: float) -> list[Event]:
        """Return the events that arrive within some time."""
        try:
            message = self._world.loop.run(self._within(seconds))
        except TimeoutError:
            return []
        return list(_events(message.get("body", b"")))

    def is_ended(self, seconds: float = 0.2) -> bool:
        """Whether the stream ends within some time."""
        try:
            self._response.result(seconds)
        except concurrent.futures.TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Disconnect, and wait until the server has noticed it."""
        self._world.loop.run(_set(self._gone))
        self._response.result(PATIENCE)

    def next_body(self) -> bytes:
        """Return the next bytes."""
        return bytes(self._next()["body"])

    def _next(self) -> Message:
        return self._world.loop.run(self._within(PATIENCE))

    async def _within(self, seconds: float) -> Message:
        async with asyncio.timeout(seconds):
            return await self._messages.get()


@contextmanager
def listening(
    world: World,
    person: Person,
    headers: Mapping[str, str] | None = None,
    path: str = "/changes/stream",
) -> Iterator[Listener]:
    """Open a stream until the block ends."""
    sent = {"authorization": f"Bearer {person.token}"} if person.token else {}
    listener = Listener(world, path, {**sent, **(headers or {})}, person.address).start()
    try:
        yield listener
    finally:
        listener.close()


async def _set(event: asyncio.Event) -> None:
    event.set()


def _events(body: bytes) -> Iterator[Event]:
    for block in body.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "data" in fields:
            data: dict[str, Any] = json.loads(fields["data"])
            if "sequence" in data:
                assert (fields["id"], fields["event"]) == (str(data["sequence"]), data["type"])
            yield Event(fields["event"], fields.get("id"), data)
