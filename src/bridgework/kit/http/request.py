"""Starlette's request, with a bounded body and a strict query string."""

import asyncio
import ipaddress
import math
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import cached_property
from urllib.parse import parse_qsl

from starlette import requests
from starlette.types import Message, Receive, Scope

from bridgework.kit.errors import (
    BodyTooLarge,
    ContentTypeNotSupported,
    MalformedBody,
    MalformedQuery,
    RequestTimedOut,
)
from bridgework.kit.http.credentials import NO_CREDENTIALS, PresentedCredentials
from bridgework.kit.http.request_body import LARGEST_BODY
from bridgework.kit.http.route_table import RouteMatch
from bridgework.kit.rate_limit.sliding_window import RateLimitResult

_STALL_SECONDS = 10.0
_DRAIN_SECONDS = 5.0
_BODY_SECONDS = 30.0
"""The time within which a JSON body must be complete."""
_MOST_PARAMETERS = 200
_FORWARDING = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via")
"""Headers by which a proxy shows that it forwards the request of another client."""


class BodyTimeouts:
    """The timeouts of the JSON bodies that are being received. Belongs to the event loop."""

    def __init__(self) -> None:
        self._active: set[asyncio.Timeout] = set()
        self._latest = math.inf
        self.is_draining = False

    async def receive(self, receive: Receive, deadline: float) -> Message:
        """The next message. Raises TimeoutError at `deadline`, which is in the loop's time."""
        async with asyncio.timeout_at(min(deadline, self._latest)) as timeout:
            self._active.add(timeout)
            try:
                return await receive()
            finally:
                self._active.discard(timeout)

    def drain(self) -> None:
        """From now on a body has a few seconds: the process is about to end."""
        self.is_draining = True
        self._latest = asyncio.get_running_loop().time() + _DRAIN_SECONDS
        for timeout in self._active:
            if not timeout.expired():  # such a one can't be changed, and its body is given up
                timeout.reschedule(min(timeout.when() or math.inf, self._latest))


class Request(requests.Request):
    """One request on its way through the middleware, which adds what it finds."""

    request_id = b""
    client_ip = ""
    """The client's address, as far as trusted proxies report it."""
    credentials: PresentedCredentials = NO_CREDENTIALS
    route: RouteMatch | None = None
    """None for a path or a method that has no operation."""
    status = 0
    """The status of the response, 0 before it starts."""
    operation_id = "-"
    """For the access log and the metrics."""

    def __init__(
        self,
        scope: Scope,
        receive: Receive,
        *,
        prefix: str = "",
        body_timeouts: BodyTimeouts | None = None,
    ) -> None:
        super().__init__(scope, receive)
        self._body_timeouts = body_timeouts or BodyTimeouts()
        # As it was sent, percent-encoded. A proxy may have removed the prefix.
        raw_path = scope.get("raw_path") or scope["path"].encode()
        path = raw_path.decode("ascii", "replace").partition("?")[0]
        self.path = path[len(prefix) :] if prefix and path.startswith(prefix + "/") else path
        self.query_string: bytes = scope["query_string"]
        self.peer: str = scope["client"][0] if scope.get("client") else ""
        self.raw_headers: Mapping[bytes, bytes] = _joined(scope["headers"])
        self._has_whole_body = False
        self.rate_limits: list[RateLimitResult] = []
        """The results of the limits that this request counted against."""

    def header(self, name: bytes) -> str:
        """A header's text, empty if it was not sent; `name` in lower case."""
        value = self.raw_headers.get(name)
        return value.decode("latin-1") if value else ""

    def drop_header(self, name: bytes) -> None:
        """Have the response ignore a header of the request."""
        self.scope["headers"] = [pair for pair in self.scope["headers"] if pair[0] != name]

    def is_local(self) -> bool:
        """Whether a client on this machine sent it, not through a proxy."""
        try:
            is_loopback = ipaddress.ip_address(self.peer).is_loopback
        except ValueError:
            return False
        return is_loopback and not any(name in self.raw_headers for name in _FORWARDING)

    def is_preflight(self) -> bool:
        """Whether a browser asks which requests of another origin's page are allowed."""
        return (
            b"access-control-request-method" in self.raw_headers
            and b"origin" in self.raw_headers
            and self.method == "OPTIONS"
        )

    @cached_property
    def parameters(self) -> Sequence[tuple[str, str]]:
        """The query string's names and values. Raises MalformedQuery."""
        try:
            return parse_qsl(
                self.query_string.decode("ascii"),
                keep_blank_values=True,
                errors="strict",
                max_num_fields=_MOST_PARAMETERS,
            )
        except ValueError as error:
            raise MalformedQuery from error

    def is_strict(self) -> bool:
        """Whether unknown members are refused (RFC 7240, `Prefer: handling=strict`)."""
        if b"prefer" not in self.raw_headers:
            return False
        preferences = self.header(b"prefer").lower().replace(" ", "")
        return "handling=strict" in preferences.split(",")

    async def body(self) -> bytes:
        """The whole JSON body.

        Raises BodyTooLarge past a mebibyte, ContentTypeNotSupported for a body of another type,
        RequestTimedOut when the client stalls or is not done in time, MalformedBody when the body
        ends too early.
        """
        declared = self.declared_size()
        if declared is not None and declared > LARGEST_BODY:
            raise BodyTooLarge
        if declared == 0:
            return b""
        parts: list[bytes] = []
        size = 0
        more = True
        deadline = asyncio.get_running_loop().time() + _BODY_SECONDS
        while more:
            part, more = await self._part(self._body_timeouts, deadline)
            size += len(part)
            if size > LARGEST_BODY:
                raise BodyTooLarge
            parts.append(part)
        body = b"".join(parts)
        if body and not self._is_json():
            raise ContentTypeNotSupported
        return body

    def declared_size(self) -> int | None:
        """The size of the body in bytes by its headers, None if they do not show it."""
        declared = self.raw_headers.get(b"content-length", b"")
        if not declared and b"transfer-encoding" not in self.raw_headers:
            return 0
        return int(declared) if declared.isdigit() else None

    def has_unread_body(self) -> bool:
        """Whether the client may still be sending, so that the connection can't be used again."""
        return not self._has_whole_body and self.declared_size() != 0

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body as it arrives. Raises RequestTimedOut or MalformedBody."""
        more = True
        timeouts = BodyTimeouts()  # a draining process does not shorten uploads
        while more:
            part, more = await self._part(timeouts)
            yield part

    def media_type(self) -> str:
        """The type of the body, in lower case and without parameters; empty if not sent."""
        return self.header(b"content-type").partition(";")[0].strip().lower()

    async def _part(self, timeouts: BodyTimeouts, deadline: float = math.inf) -> tuple[bytes, bool]:
        """The next part and whether more follow; `deadline` is in the loop's time."""
        stalled = asyncio.get_running_loop().time() + _STALL_SECONDS
        try:
            message = await timeouts.receive(self.receive, min(stalled, deadline))
        except TimeoutError:
            raise RequestTimedOut from None
        if message["type"] == "http.disconnect":
            # The server reports invalid chunked framing in the same way as a closed connection, so
            # the client may still be waiting. If it is gone, the response is dropped.
            raise MalformedBody
        more: bool = message.get("more_body", False)
        self._has_whole_body = not more
        return message.get("body", b""), more

    def _is_json(self) -> bool:
        """Whether the body is declared as JSON in UTF-8; a missing Content-Type counts as that."""
        if self.raw_headers.get(b"content-type", b"application/json") == b"application/json":
            return True
        _, _, parameters = self.header(b"content-type").lower().partition(";")
        charset = parameters.strip().partition("charset=")[2].strip('" ')
        return self.media_type() == "application/json" and charset in {"", "utf-8"}


def _joined(lines: Sequence[tuple[bytes, bytes]]) -> Mapping[bytes, bytes]:
    """The headers by name; several lines of one name are one list (RFC 9110 section 5.3)."""
    headers = dict(lines)
    if len(headers) < len(lines):
        several: dict[bytes, list[bytes]] = {}
        for name, value in lines:
            several.setdefault(name, []).append(value)
        headers = {name: b", ".join(values) for name, values in several.items()}
    return headers
