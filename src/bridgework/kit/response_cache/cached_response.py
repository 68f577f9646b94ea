"""One cached response: its size, its compressed form, and the conditional requests to it."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from bridgework.kit.clock import Clock
from bridgework.kit.db.cache_versions import DataVersion
from bridgework.kit.http import answer as answers
from bridgework.kit.http.request import Request
from bridgework.kit.http.responses import Answer
from bridgework.kit.ids import Id

VARY = "Accept-Encoding"
_OVERHEAD = 1024
"""Bytes of the Python objects that hold one cached response, besides its contents."""
_PAIR_OVERHEAD = 160
"""Bytes of the Python objects that hold one header or parameter, besides its text."""
_SMALLEST_COMPRESSED = 1024
_GZIP = (b"content-encoding", b"gzip")
_GZIP_FILE = 16 + zlib.MAX_WBITS


@dataclass(slots=True)
class CachedResponse:
    """A response, the data version it was rendered from, and when it expires."""

    operation_id: str
    """For the access log."""
    read: DataVersion
    subject: Id | None
    """The one member of the topic that the response is about; None for a list."""
    expires_at: datetime | None
    """When it changes without a write, as when a scheduled post appears."""
    response: Answer
    _compressed: bytes = field(default=b"", init=False, repr=False)
    _was_requested: bool = field(default=False, init=False)
    size: int = field(init=False)
    """Bytes of memory; more once it is compressed."""
    counted: int = field(default=0, init=False)
    """The part of `size` that the store has counted."""

    def __post_init__(self) -> None:
        headers = [*self.response.headers, *(self.response.fixed or ())]
        self.size = len(self.response.body) + _OVERHEAD + size_of_pairs(headers)

    def is_current(self, now: DataVersion, clock: Clock) -> bool:
        """Whether neither the data nor the time has outdated it."""
        if self.expires_at is not None and clock.now() >= self.expires_at:
            return False
        if now.reconnects != self.read.reconnects:
            return False
        return now.version.allows(self.read.version, self.subject)

    def response_to(self, request: Request) -> Answer:
        """The response to this request: compressed if the client accepts it, or a 304."""
        response, sent = self.response, request.header(b"if-none-match")
        if self._is_compressed_for(request):
            response = replace(
                response,
                body=self._compressed,
                headers=[*response.headers, _GZIP],
                etag=_compressed_etag(response.etag),
                fixed=None,
            )
        if sent and any(answers.matches(sent, tag) for tag in _etags(self.response)):
            headers = [one for one in response.headers if one != _GZIP]
            return replace(response, status=304, body=b"", headers=headers, fixed=None)
        return response

    def _is_compressed_for(self, request: Request) -> bool:
        """Whether the client accepts gzip; compression starts with the second request."""
        if len(self.response.body) < _SMALLEST_COMPRESSED or not _accepts_gzip(request):
            return False
        if not self._compressed and self._was_requested:
            compressor = zlib.compressobj(wbits=_GZIP_FILE)
            self._compressed = compressor.compress(self.response.body) + compressor.flush()
            self.size += len(self._compressed)
        self._was_requested = True
        return bool(self._compressed)


def size_of_pairs(pairs: Iterable[tuple[str | bytes, str | bytes]]) -> int:
    """The bytes of memory of headers or parameters."""
    return sum(_PAIR_OVERHEAD + len(name) + len(value) for name, value in pairs)


def _accepts_gzip(request: Request) -> bool:
    """Whether Accept-Encoding names gzip with a weight above 0 (RFC 9110 section 12.5.3)."""
    for coding in request.header(b"accept-encoding").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name in {"gzip", "x-gzip"}:
            return weight.strip("0.") != "" or not weight
    return False


def _etags(response: Answer) -> tuple[str, str]:
    return response.etag, _compressed_etag(response.etag)


def _compressed_etag(etag: str) -> str:
    """A strong validator is different for different bytes."""
    return f'{etag[:-1]}-gzip"'
