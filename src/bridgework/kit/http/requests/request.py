"""A request, with a bounded body and strict parsing of the query string."""

import asyncio
import ipaddress
import math
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import cached_property
from urllib.parse import parse_qsl

from starlette.types import Receive, Scope

from bridgework.kit.core import (
    BodyTooLarge,
    ContentTypeNotSupported,
    MalformedBody,
    MalformedQuery,
    RequestTimedOut,
    UnsupportedEncoding,
)
from bridgework.kit.http.operations import RouteMatch
from bridgework.kit.http.requests.credentials import NO_CREDENTIALS, PresentedCredentials
from bridgework.kit.security.rate_limit import RateLimitResult
from bridgework.kit.validation import MAX_BODY_SIZE

_STALL_SECONDS = 10.0
_DRAIN_SECONDS = 5.0
_BODY_SECONDS = 30.0
"""The time within which a JSON body must be complete."""
_MAX_PARAMETERS = 200
_HOST = re.compile(rb"[A-Za-z0-9._~%\[\]:-]+")
_FORWARDING = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via")
"""Headers that show that a proxy forwarded the request."""


class Draining:
    """Whether the process is about to stop. Used on the event loop only."""

    def __init__(self) -> None:
        self.has_begun = False
        self.body_deadline = math.inf
        """The time of the event loop by which JSON bodies must be complete."""

    def begin(self) -> None:
        """Give JSON bodies a few seconds more; a client that sends nothing, its time to stall."""
        self.has_begun = True
        self.body_deadline = asyncio.get_running_loop().time() + _DRAIN_SECONDS


class Request:
    """A request. The middleware sets its attributes."""

    request_id = ""
    client_ip = ""
    """The address of the client, as reported by trusted proxies."""
    credentials: PresentedCredentials = NO_CREDENTIALS
    route: RouteMatch | None = None
    """None if the path and method have no operation."""
    status = 0
    """The status of the response, 0 before it starts."""
    error_code: str = ""
    """The code of the error with which the request was answered."""
    failure: Exception | None = None
    """The error that prevented a ready answer."""

    def __init__(
        self,
        scope: Scope,
        receive: Receive,
        *,
        prefix: str = "",
        draining: Draining | None = None,
    ) -> None:
        self.scope = scope
        self.receive = receive
        self.method: str = scope["method"]
        self._draining = draining or Draining()
        # The percent-encoded path as it was sent. A proxy may have removed the prefix.
        raw_path = scope.get("raw_path") or scope["path"].encode()
        path = raw_path.decode("ascii", "replace").partition("?")[0]
        self.path = path[len(prefix) :] if prefix and path.startswith(prefix + "/") else path
        self.query_string: bytes = scope["query_string"]
        self.peer: str = scope["client"][0] if scope.get("client") else ""
        self.raw_headers: Mapping[bytes, bytes] = _joined(scope["headers"])
        # A missing header is empty, and several ones are joined with a comma. Servers and proxies
        # differ in which of several they use. HTTP/1.0 needs none.
        host = self.raw_headers.get(b"host")
        self.has_valid_host = host is None or (
            _HOST.fullmatch(host) is not None if host else scope.get("http_version") != "1.1"
        )
        self._has_whole_body = False
        self.rate_limits: list[RateLimitResult] = []
        """The results of the rate limits of this request."""

    @property
    def operation_id(self) -> str:
        """The operation in the access log and the metrics."""
        return "-" if self.route is None else self.route.operation.operation_id

    def header(self, name: bytes) -> str:
        """Return the text of a header, empty if it was not sent. `name` is in lower case."""
        value = self.raw_headers.get(name)
        return value.decode("latin-1") if value else ""

    def drop_header(self, name: bytes) -> None:
        """Remove a header of the request, so that the response ignores it."""
        self.scope["headers"] = [pair for pair in self.scope["headers"] if pair[0] != name]

    def is_local(self) -> bool:
        """Whether the client is on this machine and no proxy forwarded the request."""
        try:
            is_loopback = ipaddress.ip_address(self.peer).is_loopback
        except ValueError:
            return False
        return is_loopback and not any(name in self.raw_headers for name in _FORWARDING)

    def is_preflight(self) -> bool:
        """Whether this is a CORS preflight request of a browser."""
        return (
            b"access-control-request-method" in self.raw_headers
            and b"origin" in self.raw_headers
            and self.method == "OPTIONS"
        )

    @cached_property
    def parameters(self) -> Sequence[tuple[str, str]]:
        """The names and values of the query string. Raises MalformedQuery."""
        try:
            return parse_qsl(
                self.query_string.decode("ascii"),
                keep_blank_values=True,
                errors="strict",
                max_num_fields=_MAX_PARAMETERS,
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
        """Return the complete JSON body.

        Raises BodyTooLarge above one mebibyte, ContentTypeNotSupported for another media type,
        UnsupportedEncoding for a compressed body, RequestTimedOut if the client stalls or takes too
        long, and MalformedBody for an incomplete body.
        """
        declared = self.declared_size()
        if declared is not None and declared > MAX_BODY_SIZE:
            raise BodyTooLarge
        if declared == 0:
            return b""
        self.must_not_be_encoded()
        parts: list[bytes] = []
        size = 0
        more = True
        deadline = asyncio.get_running_loop().time() + _BODY_SECONDS
        while more:
            part, more = await self._part(min(deadline, self._draining.body_deadline))
            size += len(part)
            if size > MAX_BODY_SIZE:
                raise BodyTooLarge
            parts.append(part)
        body = b"".join(parts)
        if body and not self._is_json():
            raise ContentTypeNotSupported
        return body

    def must_not_be_encoded(self) -> None:
        """Raise UnsupportedEncoding if the body has a content coding, such as gzip."""
        codings = self.header(b"content-encoding").lower().split(",")
        if any(coding.strip() not in {"", "identity"} for coding in codings):
            raise UnsupportedEncoding

    def declared_size(self) -> int | None:
        """Return the declared size of the body in bytes; None if it is not declared."""
        declared = self.raw_headers.get(b"content-length", b"")
        if not declared and b"transfer-encoding" not in self.raw_headers:
            return 0
        return int(declared) if declared.isdigit() else None

    def must_close_connection(self) -> bool:
        """Whether the connection cannot be reused: the client may still send a body.

        Nor can it be if the host is invalid: what follows may be for another host.
        """
        has_unread_body = not self._has_whole_body and self.declared_size() != 0
        return has_unread_body or not self.has_valid_host

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body as it arrives. Raises RequestTimedOut or MalformedBody."""
        more = True
        while more:
            part, more = await self._part()
            yield part

    def media_type(self) -> str:
        """Return the media type of the body in lower case without parameters; empty if not sent."""
        return self.header(b"content-type").partition(";")[0].strip().lower()

    async def _part(self, deadline: float = math.inf) -> tuple[bytes, bool]:
        """Return the next part, and whether more parts follow."""
        stalled = asyncio.get_running_loop().time() + _STALL_SECONDS
        try:
            async with asyncio.timeout_at(min(stalled, deadline)):
                message = await self.receive()
        except TimeoutError:
            raise RequestTimedOut from None
        if message["type"] == "http.disconnect":
            # The server also reports invalid chunked framing as a disconnect, so the client may
            # still wait for a response. If it has disconnected, the response is dropped.
            raise MalformedBody
        more: bool = message.get("more_body", False)
        self._has_whole_body = not more
        return message.get("body", b""), more

    def _is_json(self) -> bool:
        """Whether the body is declared as JSON in UTF-8, or without a Content-Type."""
        if self.raw_headers.get(b"content-type", b"application/json") == b"application/json":
            return True
        _, _, parameters = self.header(b"content-type").lower().partition(";")
        charset = parameters.strip().partition("charset=")[2].strip('" ')
        return self.media_type() == "application/json" and charset in {"", "utf-8"}


def _joined(lines: Sequence[tuple[bytes, bytes]]) -> Mapping[bytes, bytes]:
    """Return the headers by name. Lines of the same name are joined (RFC 9110 section 5.3)."""
    headers = dict(lines)
    if len(headers) < len(lines):
        values_by_name: dict[bytes, list[bytes]] = {}
        for name, value in lines:
            values_by_name.setdefault(name, []).append(value)
        headers = {name: b", ".join(values) for name, values in values_by_name.items()}
    return headers
