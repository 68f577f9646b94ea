"""Request bodies that are streamed to a file, and limits on bodies received at once."""

import asyncio
import contextlib
import os
import secrets
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from hashlib import blake2b
from typing import TypeVar

from bridgework.kit.core import (
    BodyTooLarge,
    BodyTooShort,
    OtherContentType,
    RequestTimedOut,
    ThreadPool,
    TooManyBodies,
)
from bridgework.kit.core.files import disk_errors
from bridgework.kit.http.requests.request import Request
from bridgework.kit.storage import OCTET_STREAM, BodyConstraints, ReceivedBody

Result = TypeVar("Result")

_THREADS = 4
_CHUNK = 256 * 1024
_WINDOW_SECONDS = 30.0
_MIN_RATE = 16 * 1024
"""Bytes per second, over any 30 seconds."""
_MAX_CONCURRENT = 64
_PER_UPLOAD = 1
_PER_ACCOUNT = 4
_PER_ADDRESS = 16


class BodySlots:
    """Limits the bodies received at once, in total and per client. Used on the event loop only."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._in_use: Counter[str] = Counter()

    @contextlib.contextmanager
    def held(self, *quotas: tuple[str, int]) -> Iterator[None]:
        """Hold one slot for the block. Each quota is a key and the number of slots it may hold.

        Raises TooManyBodies.
        """
        limits = {"all": self._limit, **dict(quotas)}
        if any(self._in_use[key] >= limit for key, limit in limits.items()):
            raise TooManyBodies
        self._in_use.update(limits.keys())
        try:
            yield
        finally:
            self._in_use.subtract(limits.keys())
            for key in limits:
                if not self._in_use[key]:
                    del self._in_use[key]


class BodySpool:
    """Streams bodies to files, which a few threads write."""

    def __init__(self) -> None:
        self._threads = ThreadPool("bodies", _THREADS)
        self._slots = BodySlots(_MAX_CONCURRENT)

    def start(self) -> None:
        """Create the threads."""
        self._threads.start()

    @contextlib.asynccontextmanager
    async def received(
        self, request: Request, constraints: BodyConstraints, client: str
    ) -> AsyncIterator[ReceivedBody]:
        """Receive the body into a temporary file, which is deleted after the block unless moved.

        `client` is the key that counts uploads from one IP address.

        Raises OtherContentType, UnsupportedEncoding, BodyTooLarge, BodyTooShort,
        RequestTimedOut, MalformedBody, TooManyBodies or NoRoomLeft.
        """
        _check_headers(request, constraints)
        file = _SpoolFile(constraints)
        with self._slots.held(
            (f"upload:{constraints.upload_id}", _PER_UPLOAD),
            (f"account:{constraints.account_id}", _PER_ACCOUNT),
            (client, _PER_ADDRESS),
        ):
            try:
                yield await self._stream(request, constraints, file)
            finally:
                await asyncio.shield(self._run(file.discard))

    async def _stream(
        self, request: Request, constraints: BodyConstraints, file: "_SpoolFile"
    ) -> ReceivedBody:
        loop = asyncio.get_running_loop()
        rate = _TransferRate(loop.time())
        await self._run(file.open)
        async for part in request.stream():
            if file.append(part) > constraints.max_size:
                raise BodyTooLarge
            if file.buffer_is_full:
                await self._run(file.write)
            if rate.is_too_slow(loop.time(), file.size):
                raise RequestTimedOut
        if file.size < constraints.min_size:
            raise BodyTooShort
        return await self._run(lambda: file.finish(request.media_type()))

    async def _run(self, task: Callable[[], Result]) -> Result:
        with disk_errors.translate_disk_full():
            return await asyncio.wrap_future(self._threads.submit(task))

    def close(self) -> None:
        """Wait for running writes."""
        self._threads.close()


class _TransferRate:
    """The size of a body at each second of the last thirty."""

    def __init__(self, now: float) -> None:
        self._sizes: deque[tuple[float, int]] = deque([(now, 0)])

    def is_too_slow(self, now: float, size: int) -> bool:
        """Whether less than the minimum was received during the last thirty seconds."""
        if now - self._sizes[-1][0] >= 1.0:
            self._sizes.append((now, size))
        # Keep the newest size that is at least thirty seconds old, to compare with.
        while len(self._sizes) > 1 and now - self._sizes[1][0] >= _WINDOW_SECONDS:
            self._sizes.popleft()
        start, start_size = self._sizes[0]
        return now - start >= _WINDOW_SECONDS and size - start_size < _MIN_RATE * (now - start)


class _SpoolFile:
    """A temporary file that a body is appended to, with a buffer of about one chunk."""

    def __init__(self, constraints: BodyConstraints) -> None:
        self._path = constraints.folder / f"{secrets.token_hex(16)}.part"
        self._descriptor = -1
        # The thread of a cancelled request goes on writing.
        self._lock = threading.Lock()
        self._digest = blake2b(digest_size=16)
        self._buffer = bytearray()
        self.size = 0

    def open(self) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)

    def append(self, part: bytes) -> int:
        """Buffer a part. Returns the size of the body so far."""
        self._buffer += part
        self.size += len(part)
        return self.size

    @property
    def buffer_is_full(self) -> bool:
        return len(self._buffer) >= _CHUNK

    def write(self) -> None:
        with self._lock:
            self._digest.update(self._buffer)
            with memoryview(self._buffer) as left:
                written = 0
                while written < len(left):
                    written += os.write(self._descriptor, left[written:])
            self._buffer.clear()

    def finish(self, media_type: str) -> ReceivedBody:
        self.write()
        self._close()
        return ReceivedBody(self._path, self.size, self._digest.hexdigest(), media_type)

    def discard(self) -> None:
        """Delete the file unless it was moved."""
        with self._lock:
            self._close()
            self._path.unlink(missing_ok=True)

    def _close(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


def _check_headers(request: Request, constraints: BodyConstraints) -> None:
    """Refuse a body by its headers, before it is read."""
    if request.media_type() not in constraints.media_types:
        named = " or ".join(name for name in constraints.media_types if name != OCTET_STREAM)
        raise OtherContentType(f"The body must be sent as {named}.")
    request.must_not_be_encoded()
    declared = request.declared_size()
    if declared is not None and declared > constraints.max_size:
        raise BodyTooLarge
    if declared is not None and declared < constraints.min_size:
        raise BodyTooShort
