"""Connections to checked addresses, imported with the first request of a `CheckedClient`."""

import asyncio
import logging
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import Any

import httpcore2

from bridgework.kit.core.net import must_be_allowed, parse_resolved
from bridgework.kit.delivery.checked_http import MAX_EXCERPT, HttpFailure, HttpResponse, Resolve

for _name in ("httpcore2", "httpcore2.connection", "httpcore2.http11"):
    logging.getLogger(_name).setLevel(logging.WARNING)  # they log every step as DEBUG

_MAX_ADDRESSES = 4
"""Addresses of one host that are tried in turn."""


class CheckedConnections:
    """Sends requests, each over a connection of its own."""

    def __init__(
        self, resolve: Resolve, threads: ThreadPoolExecutor, *, allow_private: bool
    ) -> None:
        """`resolve` runs in `threads`."""
        self._backend = _CheckedBackend(resolve, threads, allow_private=allow_private)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpResponse:
        """Send a POST request. Raises AddressRefused or HttpFailure."""
        sent = [(name.encode(), value.encode()) for name, value in headers.items()]
        excerpt = b""
        try:
            async with (
                httpcore2.AsyncConnectionPool(
                    ssl_context=self._tls,
                    max_keepalive_connections=0,
                    network_backend=self._backend,
                ) as pool,
                pool.stream("POST", url, headers=sent, content=body) as response,
            ):
                async for part in response.aiter_stream():
                    excerpt += part
                    if len(excerpt) >= MAX_EXCERPT:
                        break
                return HttpResponse(response.status, excerpt[:MAX_EXCERPT])
        except TimeoutError:
            raise
        except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
            raise HttpFailure(f"The connection failed: {_describe(error)}") from None

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """The trusted certificates, which are read once."""
        return httpcore2.default_ssl_context()


class _CheckedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to checked addresses only."""

    def __init__(
        self, resolve: Resolve, threads: ThreadPoolExecutor, *, allow_private: bool
    ) -> None:
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


def _describe(error: BaseException) -> str:
    return str(error) or type(error).__name__
