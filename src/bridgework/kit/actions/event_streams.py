"""The open streams of Server-Sent Events of this process, and the latest events.

One background thread reads events and publishes them here, for all streams together. An event has a
number, so a stream that knows its position needs no queue: it takes the events after it from the
latest ones, or reads older ones from the database. An event with an audience is for its streams
only; each such stream reads the database once it is open, since events are published only for
audiences that have streams.

Only `is_in_use`, `audiences`, `publish` and `end_revoked` may be called in other threads than the
event loop's.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool

from bridgework.kit.core import ApiError, EventStreamsInUse, Id, TooManyEventStreams
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.security import Caller, Claims, KeyClaims

Credentials = Claims | KeyClaims

LATEST = 1000
"""The number of events that are kept in memory."""
_START = "retry: 2000\nid: {}\n\n"
"""Sent at once, so that clients know that the stream is open: the milliseconds after which they
connect again, and the number of the last event before the stream."""
_COMMENT = b": no events\n\n"
_COMMENT_SECONDS = 15.0


class OpenStream:
    """A stream of one client."""

    def __init__(
        self, credentials: Credentials, is_allowed: Callable[[Tx], bool], start: "EventStream"
    ) -> None:
        """`is_allowed` looks up whether the credentials still permit the stream."""
        self.credentials = credentials
        self.is_allowed = is_allowed
        self.audience = start.audience
        self.position = start.after
        """The number up to which the stream has its events."""
        self.must_read = start.audience is not None
        """Whether events after the position are to be read from the database."""
        self.is_ended = False
        self._news = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        """Wait until events are published or the stream ends; False if neither happens in time."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def wake(self) -> None:
        self._news.set()

    def end(self) -> None:
        self.is_ended = True
        self._news.set()


@dataclass(frozen=True, slots=True)
class Event:
    """An event as the client gets it."""

    number: int
    text: bytes
    audience: Id | None = None
    """Whose streams get it; None for all."""


@dataclass(frozen=True, slots=True)
class Events:
    """Events in the order of their numbers."""

    events: Sequence[Event]
    position: int
    """The number up to which there are no others."""
    has_more: bool = False
    """Whether there are events after the position."""


@dataclass(frozen=True, slots=True)
class EventStream:
    """The result of a handler that responds with Server-Sent Events."""

    streams: "EventStreams"
    """The streams that this one becomes one of."""
    after: int
    """The number of the event after which the stream starts."""
    read_older: Callable[[int], Events]
    """Reads events after a number that are no longer in memory. Called in a thread. An ApiError
    ends the stream; the client connects again and gets the error."""
    audience: Id | None = None
    """Who gets the stream; None if all events are for it."""
    greeting: bytes = b""
    """Events without a number with which the stream begins."""


class EventStreams:
    """The open streams, their limits, and the latest events."""

    def __init__(self, limit: int, limit_per_caller: int) -> None:
        self._limit = limit
        self._limit_per_caller = limit_per_caller
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: set[OpenStream] = set()
        self._by_caller: Counter[Id | None] = Counter()
        self._is_closed = False
        self._reading = asyncio.Semaphore(1)
        self._latest: deque[Event] = deque(maxlen=LATEST)
        self._start: int | None = None
        """The number before the first of the latest events; None before the first publication."""
        self._end = 0
        """The number up to which events were published."""

    @property
    def is_in_use(self) -> bool:
        return bool(self._open)

    @property
    def audiences(self) -> frozenset[Id]:
        """Return whose streams are open. Call it after the events to publish were read."""
        streams = tuple(self._open)
        return frozenset(each.audience for each in streams if each.audience is not None)

    @contextmanager
    def opened(
        self,
        caller: Caller,
        credentials: Credentials,
        is_allowed: Callable[[Tx], bool],
        start: EventStream,
    ) -> Iterator[OpenStream]:
        """Open a stream until the block ends.

        Raises TooManyEventStreams if the caller has too many, EventStreamsInUse if the process has.
        """
        key = caller.api_key_id or caller.account_id
        if self._is_closed or len(self._open) >= self._limit:
            raise EventStreamsInUse
        if self._by_caller[key] >= self._limit_per_caller:
            raise TooManyEventStreams(retry_after="60")
        stream = OpenStream(credentials, is_allowed, start)
        self._loop = asyncio.get_running_loop()
        self._open.add(stream)
        self._by_caller[key] += 1
        try:
            yield stream
        finally:
            self._open.discard(stream)
            self._by_caller[key] -= 1
            if not self._by_caller[key]:
                del self._by_caller[key]

    def latest_after(self, position: int, audience: Id | None) -> Sequence[Event] | None:
        """Return the published events after a number; None if some of them may be older."""
        if self._start is None or position < self._start:
            return None
        newer = []
        for event in reversed(self._latest):
            if event.number <= position:
                break
            if event.audience == audience:
                newer.append(event)
        return newer[::-1]

    async def follow(self, stream: OpenStream, result: EventStream) -> AsyncGenerator[bytes, None]:
        """Yield the events of a stream, and comments while there are none, until it is ended."""
        # With the ID, a client that connects again before the first event misses none.
        yield _START.format(stream.position).encode()
        if result.greeting:
            yield result.greeting
        while not stream.is_ended:
            position = stream.position
            events = None if stream.must_read else self.latest_after(position, stream.audience)
            if events is None:
                try:
                    older = await self._read(partial(result.read_older, position))
                except ApiError:
                    return
                events, stream.position = older.events, older.position
                stream.must_read = older.has_more
            elif position < self._end:
                stream.position = self._end
            if events:
                yield b"".join(event.text for event in events)
            elif not stream.must_read and not await stream.wait(_COMMENT_SECONDS):
                yield _COMMENT

    async def _read(self, read: Callable[[], Events]) -> Events:
        """Call `read` in a thread, one at a time for all streams. Waits for it even if cancelled.

        Otherwise a read could outlive the database, which closes after the streams.
        """
        async with self._reading:
            return await run_in_threadpool(read)

    def publish(self, after: int, events: Events) -> None:
        """Publish all events after the number `after` and up to their position."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._publish, after, events)

    def end_revoked(self, database: Database) -> None:
        """End the streams whose session or API key is no longer valid. One query for each."""
        streams = tuple(self._open)
        with database.reading() as tx:
            allowed = {stream.credentials: stream.is_allowed for stream in streams}
            ended = {each for each, is_allowed in allowed.items() if not is_allowed(tx)}
        for stream in streams:
            if stream.credentials in ended and self._loop is not None:
                self._loop.call_soon_threadsafe(stream.end)

    def close(self) -> None:
        """End all streams, and refuse new ones."""
        self._is_closed = True
        for stream in self._open:
            stream.end()

    def _publish(self, after: int, published: Events) -> None:
        if self._start is None or self._end != after:
            self._latest.clear()
            self._start = after
        self._end = published.position
        self._latest.extend(published.events)
        if len(self._latest) == LATEST:
            # Other events with its number may be gone: they are read from the database.
            self._start = self._latest[0].number
        audiences = {event.audience for event in published.events}
        for stream in self._open:
            if stream.audience in audiences or stream.position < after:
                stream.wake()
            elif not stream.must_read:
                # Otherwise it falls behind the latest events, and would read the database.
                stream.position = max(stream.position, published.position)
