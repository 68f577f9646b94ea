"""Ready answers: cached responses by the request as it was sent, with their complete head.

A repeated public read needs no routing, no validation and no assembly of headers. Only what differs
for each request is done: it is logged, measured, traced and counted against the rate limit, and the
version of the data is compared. Every other request takes the long way, which gives the same
answers.
"""

from dataclasses import dataclass

from bridgework.kit.http.operations import RouteMatch
from bridgework.kit.http.requests import Request
from bridgework.kit.http.response_cache.cached_response import OVERHEAD, CachedResponse, CacheKey

ReadyKey = tuple[str, str, bytes, bytes | None, bytes | None, bytes | None]
"""Method, path and query as they were sent, and the headers that choose what is sent of a cached
response: gzip, a 304, the origin of a browser."""

_UNUSUAL = frozenset({b"authorization", b"x-api-key", b"prefer"})
"""A request with one of these headers is counted for an account, or may be refused."""
_MOST = 16
"""Ready answers of one cached response: clients differ in their headers and unknown parameters."""
_MAX_SIZE = 4096
"""Bytes of a key with its overhead."""


@dataclass(slots=True)
class ReadyAnswer:
    """A response without the headers that differ for each request."""

    route: RouteMatch
    cached: CachedResponse
    status: int
    head: list[tuple[bytes, bytes]]
    body: bytes


class ReadyAnswers:
    """The ready answers of the responses in the cache."""

    def __init__(self) -> None:
        self._answers: dict[ReadyKey, ReadyAnswer] = {}
        self._keys: dict[CacheKey, list[ReadyKey]] = {}
        """By cached response, the keys of its ready answers, oldest first."""

    def find(self, request: Request) -> ReadyAnswer | None:
        """The ready answer to this request, current or not."""
        key = ready_key(request)
        return None if key is None else self._answers.get(key)

    def add(self, request: Request, answer: ReadyAnswer) -> None:
        """Keep the answer to this request. If the response has too many, drop the oldest."""
        key = ready_key(request)
        if key is None or key in self._answers or _size_of(key) > _MAX_SIZE:
            return
        keys = self._keys.setdefault(answer.cached.key, [])
        if len(keys) == _MOST:
            answer.cached.size -= _size_of(keys[0])
            del self._answers[keys.pop(0)]
        keys.append(key)
        self._answers[key] = answer
        answer.cached.size += _size_of(key)

    def remove(self, key: CacheKey) -> None:
        """Remove the answers of a cached response."""
        for each in self._keys.pop(key, ()):
            del self._answers[each]


def ready_key(request: Request) -> ReadyKey | None:
    """The key of the ready answer to a request; None if it never has one."""
    headers = request.raw_headers
    if not _UNUSUAL.isdisjoint(headers):
        return None
    return (
        request.method,
        request.path,
        request.query_string,
        headers.get(b"accept-encoding"),
        headers.get(b"if-none-match"),
        headers.get(b"origin"),
    )


def _size_of(key: ReadyKey) -> int:
    return OVERHEAD + sum(len(part) for part in key if part)
