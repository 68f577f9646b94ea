"""The cache of public responses by data version.

A response is cached with the version that its topic had before its rows were read. It is served
only while that version is current, which is checked for each request: in this process on SQLite, in
the database on PostgreSQL. A write bumps the version in its transaction, so once it is acknowledged
no node serves an older response.
"""

from collections import OrderedDict
from typing import Protocol

from starlette.responses import Response

from bridgework.kit.core import Clock, Id, MalformedQuery
from bridgework.kit.data.db import DataVersion
from bridgework.kit.http.operations import Operation, RouteMatch
from bridgework.kit.http.requests import Request
from bridgework.kit.http.response_cache.cached_response import (
    CachedResponse,
    CacheKey,
    size_of_pairs,
)
from bridgework.kit.http.response_cache.ready_answers import ReadyAnswer, ReadyAnswers, ready_key
from bridgework.kit.http.responses import ResponseHeaders, negotiate

_MAX_QUERY_LENGTH = 1024
"""Bytes of a query string whose response is cached."""


class VersionSource(Protocol):
    """Reads the current version of a topic, and of one of its members."""

    async def data_version(self, topic: str, subject: Id | None) -> DataVersion | None:
        """The version after the last commit; None if it cannot be read without waiting."""
        ...


class ResponseCache:
    """Cached responses; used on the event loop only."""

    def __init__(
        self, max_bytes: int, source: VersionSource, clock: Clock, headers: ResponseHeaders
    ) -> None:
        """With a `max_bytes` of 0 nothing is cached."""
        self._store = ResponseStore(max_bytes)
        self._source = source
        self._clock = clock
        self._headers = headers

    async def find(self, request: Request, operation: Operation) -> CachedResponse | None:
        """The cached response to this request, if it is current."""
        key = cache_key(request, operation)
        cached = None if key is None else self._store.find(key)
        return cached if cached is not None and await self.is_current(cached) else None

    async def is_current(self, cached: CachedResponse) -> bool:
        """Whether a cached response is current. Otherwise it is removed."""
        now = await self._source.data_version(cached.read.topic, cached.subject)
        if now is not None:
            self._store.remove_outdated(now)
            if cached.is_current(now, self._clock):
                return True
        self._store.remove(cached.key)
        return False

    def ready_answer(self, request: Request) -> ReadyAnswer | None:
        """The ready answer to this request, current or not."""
        return self._store.find_ready(request)

    def add_ready_answer(
        self, request: Request, route: RouteMatch, cached: CachedResponse, response: Response
    ) -> None:
        """Answer the next such request with this response."""
        headers, is_compressed_when_sent = negotiate(response, request)
        if is_compressed_when_sent or ready_key(request) is None:
            return
        head = self._headers.of_response(request, headers)
        body = b"" if request.method == "HEAD" else bytes(response.body)
        self._store.add_ready(request, ReadyAnswer(route, cached, response.status_code, head, body))

    def add(self, request: Request, operation: Operation, cached: CachedResponse) -> None:
        """Cache the response to this request."""
        key = cache_key(request, operation)
        if key is not None:
            self._store.add(key, cached)


class ResponseStore:
    """Cached responses up to a number of bytes; the least recently used are evicted first."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._cached: OrderedDict[CacheKey, CachedResponse] = OrderedDict()
        self._bytes = 0
        self._versions: dict[str, int] = {}
        self._ready = ReadyAnswers()
        self._lists: dict[str, set[CacheKey]] = {}
        """By topic, the keys of the responses that any change of the topic outdates."""

    def find(self, key: CacheKey) -> CachedResponse | None:
        """The response with this key, current or not."""
        cached = self._cached.get(key)
        if cached is not None:
            self._cached.move_to_end(key)
            if cached.counted != cached.size:
                self._count(cached)
        return cached

    def find_ready(self, request: Request) -> ReadyAnswer | None:
        """The ready answer to this request, current or not."""
        answer = self._ready.find(request)
        if answer is not None:
            self._cached.move_to_end(answer.cached.key)
        return answer

    def add_ready(self, request: Request, answer: ReadyAnswer) -> None:
        """Keep a ready answer, if its response is still cached."""
        if self._cached.get(answer.cached.key) is answer.cached:
            self._ready.add(request, answer)
            self._count(answer.cached)

    def add(self, key: CacheKey, cached: CachedResponse) -> None:
        """Cache a response, unless it is larger than a tenth of the limit."""
        self.remove(key)
        read = cached.read
        if read.version.version > self._versions.get(read.topic, 0):
            self.remove_outdated(read)
        cached.key = path, parameters = key
        cached.size += len(path) + size_of_pairs(parameters)
        if cached.size > self._max_bytes // 10:
            return
        self._cached[key] = cached
        if cached.subject is None:
            self._lists.setdefault(read.topic, set()).add(key)
        self._count(cached)

    def remove(self, key: CacheKey) -> None:
        """Remove a response, if it is cached."""
        cached = self._cached.pop(key, None)
        if cached is not None:
            self._forget(key, cached)

    def remove_outdated(self, now: DataVersion) -> None:
        """Remove the responses of lists that were read at other versions of the topic."""
        version = now.version.version
        if self._versions.get(now.topic) == version:
            return
        self._versions[now.topic] = version
        for key in list(self._lists.get(now.topic, ())):
            if self._cached[key].read.version.version != version:
                self.remove(key)

    def _forget(self, key: CacheKey, cached: CachedResponse) -> None:
        self._bytes -= cached.counted
        self._ready.remove(key)
        self._lists.get(cached.read.topic, set()).discard(key)

    def _count(self, cached: CachedResponse) -> None:
        """Count the current size of a response, and evict others while the cache is too large."""
        self._bytes += cached.size - cached.counted
        cached.counted = cached.size
        while self._bytes > self._max_bytes:
            self._forget(*self._cached.popitem(last=False))


def cache_key(request: Request, operation: Operation) -> CacheKey | None:
    """The key of the response to this request; None if it is not cached.

    Unknown parameters are ignored, so they are not part of the key; with `Prefer` they may be
    refused.
    """
    if operation.cache_topic is None or b"prefer" in request.raw_headers:
        return None
    if not request.query_string:
        return request.path, ()
    if len(request.query_string) > _MAX_QUERY_LENGTH:
        return None
    try:
        return request.path, tuple(operation.known(request.parameters))
    except MalformedQuery:
        return None
