"""A cached response: its size, its compressed form and its conditional requests."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from starlette.responses import Response

from bridgework.kit.core import Clock, Id
from bridgework.kit.data.db import DataVersion
from bridgework.kit.http.requests import Request, etags
from bridgework.kit.http.responses import accepts_gzip, gzipped, not_modified

CacheKey = tuple[str, tuple[tuple[str, str], ...]]
"""The path as it was sent, and the parameters of the operation."""

VARY = "Accept-Encoding"
OVERHEAD = 1024
"""Bytes of the Python objects of a cached response, besides its contents."""
_PAIR_OVERHEAD = 160
"""Bytes of the Python objects of a header or parameter, besides its text."""
_MIN_COMPRESSED = 1024


@dataclass(slots=True)
class CachedResponse:
    """A response, the data version it was rendered from, and when it expires."""

    read: DataVersion
    subject: Id | None
    """The member of the topic that the response is about; None for a list."""
    expires_at: datetime | None
    """When the response changes without a write, such as when a scheduled post is published."""
    response: Response
    key: CacheKey = field(default=("", ()), init=False)
    """Set when it is cached."""
    _compressed: Response | None = field(default=None, init=False, repr=False)
    size: int = field(init=False)
    """Bytes of memory; more once it is compressed, and with each ready answer."""
    counted: int = field(default=0, init=False)
    """The part of `size` that the store has counted."""

    def __post_init__(self) -> None:
        self.size = OVERHEAD + _size_of(self.response)

    def is_current(self, now: DataVersion, clock: Clock) -> bool:
        """Whether the response reflects the current data and has not expired."""
        if self.expires_at is not None and clock.now() >= self.expires_at:
            return False
        return now.version.allows(self.read.version, self.subject)

    def response_to(self, request: Request) -> Response:
        """The response to this request: compressed if the client accepts it, or a 304."""
        condition = request.header(b"if-none-match")
        if condition and etags.matches(condition, self.response.headers["etag"]):
            return not_modified(self.response, request)
        return self._compressed_for(request) or self.response

    def _compressed_for(self, request: Request) -> Response | None:
        """The compressed response, if the client accepts gzip; created once."""
        if len(self.response.body) < _MIN_COMPRESSED or not accepts_gzip(
            request.header(b"accept-encoding")
        ):
            return None
        if self._compressed is None:
            self._compressed = gzipped(self.response)
            self.size += _size_of(self._compressed)
        return self._compressed


def _size_of(response: Response) -> int:
    return len(response.body) + size_of_pairs(response.raw_headers)


def size_of_pairs(pairs: Iterable[tuple[str | bytes, str | bytes]]) -> int:
    """The bytes of memory of headers or parameters."""
    return sum(_PAIR_OVERHEAD + len(name) + len(value) for name, value in pairs)
