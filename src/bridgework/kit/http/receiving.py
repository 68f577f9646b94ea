"""Bodies that go to a file as they come in: bounded before, cut off past it, gone if not whole."""

import asyncio
import contextlib
import os
import secrets
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import TypeVar

from bridgework.kit import disk_errors
from bridgework.kit.errors import (
    BodyTooLarge,
    BodyTooShort,
    OtherContentType,
    RequestTimedOut,
)
from bridgework.kit.http.request import Request
from bridgework.kit.http.slots import Slots
from bridgework.kit.storage.bodies import Received, Room

Done = TypeVar("Done")

_CHUNK = 256 * 1024
_WINDOW_SECONDS = 30.0
_SLOWEST = 16 * 1024
"""Bytes a second, over any 30 seconds: contract section 1, "Faults"."""
_MOST_AT_ONCE = 64
_PER_TICKET = 1
_PER_ACCOUNT = 4
_PER_ADDRESS = 16


class Receiver:
    """Streams bodies to files, a few threads writing them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(4, "bodies")
        self._slots = Slots(_MOST_AT_ONCE)

    @contextlib.asynccontextmanager
    async def received(self, request: Request, room: Room, client: str) -> AsyncIterator[Received]:
        """The whole body in a file of its own, which is gone after the block unless moved.

        `client` is the key by which uploads from one address are counted.

        Raises OtherContentType, BodyTooLarge, BodyTooShort, RequestTimedOut, MalformedBody,
        TooManyBodies or NoRoomLeft.
        """
        _must_fit(request, room)
        spool = _Spool(room)
        with self._slots.held(
            (f"ticket:{room.ticket}", _PER_TICKET),
            (f"account:{room.account}", _PER_ACCOUNT),
            (client, _PER_ADDRESS),
        ):
            try:
                yield await self._streamed(request, room, spool)
            finally:
                await asyncio.shield(self._run(spool.discard))

    async def _streamed(self, request: Request, room: Room, spool: "_Spool") -> Received:
        loop = asyncio.get_running_loop()
        pace = _Pace(loop.time())
        await self._run(spool.begin)
        async for part in request.parts():
            if spool.hold(part) > room.most:
                raise BodyTooLarge
            if spool.is_full:
                await self._run(spool.write)
            if pace.is_too_slow(loop.time(), spool.size):
                raise RequestTimedOut
        if spool.size < room.least:
            raise BodyTooShort
        return await self._run(spool.end)

    async def _run(self, act: Callable[[], Done]) -> Done:
        with disk_errors.translate_disk_full():
            return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    def close(self) -> None:
        """Let what runs end."""
        self._threads.shutdown(wait=True)


class _Pace:
    """The size that a body had at each second of the last thirty."""

    def __init__(self, now: float) -> None:
        self._sizes: deque[tuple[float, int]] = deque([(now, 0)])

    def is_too_slow(self, now: float, size: int) -> bool:
        """Whether fewer bytes than the minimum came in during the last thirty seconds."""
        if now - self._sizes[-1][0] >= 1.0:
            self._sizes.append((now, size))
        # The last size that is thirty seconds old or older stays, to compare with.
        while len(self._sizes) > 1 and now - self._sizes[1][0] >= _WINDOW_SECONDS:
            self._sizes.popleft()
        began, size_then = self._sizes[0]
        return now - began >= _WINDOW_SECONDS and size - size_then < _SLOWEST * (now - began)


class _Spool:
    """A file that grows by what came in; about a chunk of that is held in memory."""

    def __init__(self, room: Room) -> None:
        self._file = room.folder / f"{secrets.token_hex(16)}.part"
        self._handle = -1
        # A call that is broken off leaves its thread writing.
        self._lock = threading.Lock()
        self._digest = blake2b(digest_size=16)
        self._held: list[bytes] = []
        self._held_size = 0
        self.size = 0

    def begin(self) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)

    def hold(self, part: bytes) -> int:
        """Keep what came in until it is written. Returns the size of all that came in."""
        self._held.append(part)
        self._held_size += len(part)
        self.size += len(part)
        return self.size

    @property
    def is_full(self) -> bool:
        return self._held_size >= _CHUNK

    def write(self) -> None:
        with self._lock:
            for part in self._held:
                self._digest.update(part)
                left = memoryview(part)
                while left:
                    left = left[os.write(self._handle, left) :]
            self._held.clear()
            self._held_size = 0

    def end(self) -> Received:
        self.write()
        self._close()
        return Received(self._file, self.size, self._digest.hexdigest())

    def discard(self) -> None:
        """Delete what is still there under its own name."""
        with self._lock:
            self._close()
            self._file.unlink(missing_ok=True)

    def _close(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)


def _must_fit(request: Request, room: Room) -> None:
    """Refuse by the head alone what can't fit, before any of the body is asked for."""
    if request.media() != room.media:
        raise OtherContentType(f"The body must be sent as {room.media}.")
    declared = request.declared_size()
    if declared is not None and declared > room.most:
        raise BodyTooLarge
    if declared is not None and declared < room.least:
        raise BodyTooShort
