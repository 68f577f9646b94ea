"""A request as the edge sees it: head first, body when asked for."""

import asyncio
import ipaddress
import math
from collections.abc import AsyncIterator, Sequence
from urllib.parse import parse_qsl

from starlette.types import Message, Receive, Scope

from bridgework.kit.errors import (
    BodyTooLarge,
    ContentTypeNotSupported,
    MalformedBody,
    MalformedQuery,
    RequestTimedOut,
)
from bridgework.kit.http.request_body import LARGEST_BODY

_STALL_SECONDS = 10.0
_DRAIN_SECONDS = 5.0
_BODY_SECONDS = 30.0
"""How long a whole JSON body may take: contract section 1, "Faults"."""
_MOST_PARAMETERS = 200
_FORWARDING = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via")
"""By these a proxy tells that somebody else asks."""


class ClientGone(Exception):
    """The client stopped reading the response; no further response can be sent."""


class BodyTimeouts:
    """The timeouts of the JSON bodies that are being received. Belongs to the event loop."""

    def __init__(self) -> None:
        self._active: set[asyncio.Timeout] = set()
        self._latest = math.inf

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
        self._latest = asyncio.get_running_loop().time() + _DRAIN_SECONDS
        for timeout in self._active:
            timeout.reschedule(min(timeout.when() or math.inf, self._latest))


class Request:
    """The head of a request, read without copying more than is asked for."""

    __slots__ = (
        "_pairs",
        "_receive",
        "_timeouts",
        "headers",
        "method",
        "path",
        "peer",
        "query_string",
    )

    def __init__(
        self, scope: Scope, receive: Receive, *, prefix: str, timeouts: BodyTimeouts | None = None
    ) -> None:
        self._timeouts = timeouts
        self.method: str = scope["method"]
        # As it came, percent-encoded; a proxy may or may not have taken the prefix off.
        raw_path = scope.get("raw_path") or scope["path"].encode()
        path = raw_path.decode("ascii", "replace").partition("?")[0]
        self.path = path[len(prefix) :] if prefix and path.startswith(prefix + "/") else path
        self.query_string: bytes = scope["query_string"]
        self.headers = _headers(scope["headers"])
        self.peer: str = scope["client"][0] if scope.get("client") else ""
        self._receive = receive
        self._pairs: Sequence[tuple[str, str]] | None = None

    def header(self, name: bytes) -> str:
        """A header's text, empty if it was not sent; `name` in lower case."""
        value = self.headers.get(name)
        return value.decode("latin-1") if value else ""

    def is_from_this_machine(self) -> bool:
        """Whether nobody else can have sent it: a peer of this machine, and no proxy's word."""
        return _is_loopback(self.peer) and not any(name in self.headers for name in _FORWARDING)

    def text(self, name: bytes) -> str | None:
        """A header's text, None if it was not sent: for one that says something by being empty."""
        value = self.headers.get(name)
        return None if value is None else value.decode("latin-1")

    def pairs(self) -> Sequence[tuple[str, str]]:
        """The query string's pairs. Raises MalformedQuery."""
        if self._pairs is None:
            self._pairs = self._parsed() if self.query_string else ()
        return self._pairs

    def _parsed(self) -> Sequence[tuple[str, str]]:
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
        """Whether unknown members are to be refused (RFC 7240, `Prefer: handling=strict`)."""
        if b"prefer" not in self.headers:
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
        timeouts = self._timeouts or BodyTimeouts()
        deadline = asyncio.get_running_loop().time() + _BODY_SECONDS
        while more:
            part, more = await self._part(timeouts, deadline)
            size += len(part)
            if size > LARGEST_BODY:
                raise BodyTooLarge
            parts.append(part)
        body = b"".join(parts)
        if body and not self._is_json():
            raise ContentTypeNotSupported
        return body

    def declared_size(self) -> int | None:
        """The bytes of the body by its head, None if they are not told."""
        declared = self.headers.get(b"content-length", b"")
        if not declared and b"transfer-encoding" not in self.headers:
            return 0
        return int(declared) if declared.isdigit() else None

    async def parts(self) -> AsyncIterator[bytes]:
        """The body as it comes in. Raises RequestTimedOut or MalformedBody."""
        more = True
        timeouts = BodyTimeouts()  # an upload may take as long as a process that ends can wait
        while more:
            part, more = await self._part(timeouts)
            yield part

    def media(self) -> str:
        """The type of the body, in lower case and without parameters; empty if not told."""
        return self.header(b"content-type").partition(";")[0].strip().lower()

    async def _part(self, timeouts: BodyTimeouts, deadline: float = math.inf) -> tuple[bytes, bool]:
        """The next part and whether more follow; `deadline` is in the loop's time."""
        stalled = asyncio.get_running_loop().time() + _STALL_SECONDS
        try:
            message = await timeouts.receive(self._receive, min(stalled, deadline))
        except TimeoutError:
            raise RequestTimedOut from None
        if message["type"] == "http.disconnect":
            # The server reports invalid chunked framing in the same way as a closed connection, so
            # the client may still be waiting. If it is gone, the response is dropped.
            raise MalformedBody
        return message.get("body", b""), message.get("more_body", False)

    def _is_json(self) -> bool:
        """Whether the body is declared as JSON in UTF-8; a missing Content-Type counts as that."""
        if self.headers.get(b"content-type") == b"application/json":
            return True
        if b"content-type" not in self.headers:
            return True
        media, _, parameters = self.header(b"content-type").lower().partition(";")
        charset = parameters.strip().partition("charset=")[2].strip('" ')
        return media.strip() == "application/json" and charset in {"", "utf-8"}


def _is_loopback(peer: str) -> bool:
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False


def _headers(lines: Sequence[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """The headers by name; several lines of one name are one list (RFC 9110 section 5.3)."""
    headers = dict(lines)
    if len(headers) < len(lines):
        several: dict[bytes, list[bytes]] = {}
        for name, value in lines:
            several.setdefault(name, []).append(value)
        headers = {name: b", ".join(values) for name, values in several.items()}
    return headers
