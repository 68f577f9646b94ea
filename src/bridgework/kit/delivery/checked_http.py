"""An HTTP client for addresses that administrators choose: webhooks.

A host is resolved once for a request, every address is checked, and the connection goes to exactly
the address that was checked; a name that resolves differently a moment later changes nothing. The
`Host` header and the name in the TLS certificate stay those of the URL. Redirects are not followed,
proxies of the environment are not used, and a connection serves one request.
"""

import asyncio
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bridgework.kit.core.net import AddressRefused

if TYPE_CHECKING:
    from bridgework.kit.delivery.checked_connections import CheckedConnections

Resolve = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host, as text. Blocks; raises OSError."""

MAX_EXCERPT = 1024
"""Bytes of a response body that are read."""
_RESOLVER_THREADS = 256
"""One for each receiver, so that a lookup that hangs delays no other. They start when needed."""


class HttpFailure(Exception):
    """There was no complete response; the text says why."""


class HttpTimeout(HttpFailure):
    """There was no complete response in time."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The status of a response, and the first bytes of its body."""

    status: int
    excerpt: bytes


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host by the resolver of the operating system."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class CheckedClient:
    """Sends requests concurrently, from an event loop in a thread of its own."""

    def __init__(self, *, allow_private: bool, seconds: float, resolve: Resolve = resolve) -> None:
        """`seconds` is the timeout of a whole request, from the resolution of the host on."""
        self._seconds = seconds
        self._resolver = ThreadPoolExecutor(_RESOLVER_THREADS, thread_name_prefix="resolver")
        self._allow_private = allow_private
        self._resolve = resolve
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> "Future[HttpResponse]":
        """Begin a POST request. The result is a response of any status, or raises HttpFailure."""
        return asyncio.run_coroutine_threadsafe(self._post(url, headers, body), self._running())

    def close(self) -> None:
        """Cancel the requests that are not finished, and end the threads."""
        if self._loop is not None and self._thread is not None:
            asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = None
        self._resolver.shutdown(wait=False, cancel_futures=True)

    async def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpResponse:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._connections.post(url, headers, body)
        except TimeoutError:
            raise HttpTimeout(
                f"There was no complete response within {self._seconds:g} seconds."
            ) from None
        except AddressRefused as error:
            raise HttpFailure(str(error)) from None

    def _running(self) -> asyncio.AbstractEventLoop:
        """The event loop. It starts with the first request."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="http", daemon=True)
            self._thread.start()
        return self._loop

    @cached_property
    def _connections(self) -> "CheckedConnections":
        # httpcore2 takes 20 ms to import, and a process without webhooks sends nothing.
        from bridgework.kit.delivery.checked_connections import CheckedConnections

        return CheckedConnections(self._resolve, self._resolver, allow_private=self._allow_private)


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, HttpFailure):
            await task
