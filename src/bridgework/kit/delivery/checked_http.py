"""An HTTP client for addresses that administrators choose: webhooks.

A host is resolved once for a request, every address is checked, and the connection goes to exactly
the address that was checked; a name that resolves differently a moment later changes nothing. The
`Host` header and the name in the TLS certificate stay those of the URL. Redirects are not followed,
proxies of the environment are not used, and a connection serves one request.
"""

import asyncio
import logging
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import httpcore2

from bridgework.kit.core.net import AddressRefused, must_be_allowed, parse_resolved

for _name in ("httpcore2", "httpcore2.connection", "httpcore2.http11"):
    logging.getLogger(_name).setLevel(logging.WARNING)  # they log every step as DEBUG

Resolve = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host, as text. Blocks; raises OSError."""

MAX_EXCERPT = 1024
"""Bytes of a response body that are read."""
_RESOLVER_THREADS = 256
"""One for each receiver, so that a lookup that hangs delays no other. They start when needed."""
_MAX_ADDRESSES = 4
"""Addresses of one host that are tried in turn."""


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
        self._backend = _CheckedBackend(allow_private, resolve, self._resolver)
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
                return await self._exchange(url, headers, body)
        except TimeoutError:
            raise HttpTimeout(
                f"There was no complete response within {self._seconds:g} seconds."
            ) from None
        except AddressRefused as error:
            raise HttpFailure(str(error)) from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
            raise HttpFailure(f"The connection failed: {_describe(error)}") from None

    async def _exchange(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpResponse:
        excerpt = b""
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        async with (
            httpcore2.AsyncConnectionPool(
                ssl_context=self._tls, max_keepalive_connections=0, network_backend=self._backend
            ) as pool,
            pool.stream("POST", url, headers=sent, content=body) as response,
        ):
            async for part in response.aiter_stream():
                excerpt += part
                if len(excerpt) >= MAX_EXCERPT:
                    break
            return HttpResponse(response.status, excerpt[:MAX_EXCERPT])

    def _running(self) -> asyncio.AbstractEventLoop:
        """The event loop. It starts with the first request."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="http", daemon=True)
            self._thread.start()
        return self._loop

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """The trusted certificates, which are read once."""
        return httpcore2.default_ssl_context()


class _CheckedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to checked addresses only."""

    def __init__(self, allow_private: bool, resolve: Resolve, threads: ThreadPoolExecutor) -> None:
        self._allow_private = allow_private
        self._resolve = resolve
        self._threads = threads
        self._connect = httpcore2.AnyIOBackend().connect_tcp

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface of httpcore2
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to the first address that accepts. Raises AddressRefused if any is refused."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._threads, partial(self._resolve, host, port))
        except (OSError, UnicodeError):
            raise httpcore2.ConnectError("the host was not found") from None
        addresses = [parse_resolved(text) for text in found]
        for address in addresses:
            must_be_allowed(address, allow_private=self._allow_private)
        failure: Exception = httpcore2.ConnectError("the host has no address")
        for address in addresses[:_MAX_ADDRESSES]:
            try:
                return await self._connect(
                    str(address), port, timeout, local_address, socket_options
                )
            except httpcore2.ConnectError as error:
                failure = error
        raise failure


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, HttpFailure):
            await task


def _describe(error: BaseException) -> str:
    return str(error) or type(error).__name__
