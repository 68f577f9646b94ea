"""Public answers that are kept: who asks the same again is given the same bytes.

An answer is kept under the version that its topic had before its rows were read, and given out
while the database says that version still, which is asked once a request (kit/db/topics). A
transaction that changes what the public sees raises the version, so nobody who was told of a
write, by whichever process, is shown what was before it. What tells of one member alone outlives
changes of others. What changes by the clock is kept until the next moment at which it does.
"""

import zlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from bridgework.kit.clock import Clock
from bridgework.kit.db.topics import News
from bridgework.kit.http import answer as answers
from bridgework.kit.http.answer import Answer
from bridgework.kit.http.changes import Changes
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.request import Request
from bridgework.kit.ids import Id
from bridgework.kit.problems import MalformedQuery

CacheKey = tuple[str, tuple[tuple[str, str], ...]]
"""The path as it was sent, and the parameters that the operation has."""

VARY = "Accept-Encoding"
_OVERHEAD = 1024
"""Bytes of the Python objects that hold one cached response, besides its contents."""
_PAIR_OVERHEAD = 160
"""Bytes of the Python objects that hold one header or parameter, besides its text."""
_LONGEST_QUERY = 1024
"""Bytes of a query string whose response is cached."""
_WORTH_ZIPPING = 1024
_GZIPPED = (b"content-encoding", b"gzip")
_GZIP_FILE = 16 + zlib.MAX_WBITS


@dataclass(slots=True)
class Kept:
    """One answer: whose it is, what it stands on, and what is told."""

    name: str
    """The operation's id, for the log."""
    topic: str
    version: int
    until: datetime | None
    """When it is no longer true, as far as that is known beforehand."""
    answer: Answer
    told_of: Id | None = None
    """The one member of the topic that it tells of, and of nothing else; where it is."""
    losses: int = 0
    """How often connections to the database had been lost before it was read."""
    _zipped: bytes = field(default=b"", init=False, repr=False)
    _was_asked: bool = field(default=False, init=False)
    size: int = field(init=False)
    """The bytes of memory that it takes, which are more once it is compressed."""
    counted: int = field(default=0, init=False)
    """The bytes that the cache has counted for it."""

    def __post_init__(self) -> None:
        headers = [*self.answer.headers, *(self.answer.fixed or ())]
        self.size = len(self.answer.body) + _OVERHEAD + _size_of_pairs(headers)

    def is_over(self, clock: Clock) -> bool:
        """Whether the clock alone has made it untrue."""
        return self.until is not None and clock.now() >= self.until

    def answer_to(self, request: Request) -> Answer:
        """What this request is told: the bytes, zipped if it takes that, or that it has them."""
        told, seen = self.answer, request.header(b"if-none-match")
        if self._is_zipped_for(request):
            told = self._as_zipped()
        if seen and any(answers.matches(seen, tag) for tag in _tags(self.answer)):
            headers = [one for one in told.headers if one != _GZIPPED]
            return replace(told, status=304, body=b"", headers=headers, fixed=None)
        return told

    def _as_zipped(self) -> Answer:
        headers = [*self.answer.headers, _GZIPPED]
        etag = _of_zipped(self.answer.etag)
        return replace(self.answer, body=self._zipped, headers=headers, etag=etag, fixed=None)

    def _is_zipped_for(self, request: Request) -> bool:
        """Whether the request takes it zipped, and it is asked for often enough to be so."""
        if len(self.answer.body) < _WORTH_ZIPPING or b"accept-encoding" not in request.headers:
            return False
        if not takes_gzip(request):
            return False
        if not self._zipped and self._was_asked:
            zipper = zlib.compressobj(wbits=_GZIP_FILE)
            self._zipped = zipper.compress(self.answer.body) + zipper.flush()
            self.size += len(self._zipped)
        self._was_asked = True
        return bool(self._zipped)


class Shelf:
    """Cached responses up to a number of bytes; the least recently used are evicted first."""

    def __init__(self, most_bytes: int) -> None:
        """Nothing is cached where `most_bytes` is 0."""
        self._most = most_bytes
        self._cached: OrderedDict[CacheKey, Kept] = OrderedDict()
        self._bytes = 0
        self._versions: dict[str, int] = {}
        self._of_topic: dict[str, set[CacheKey]] = {}
        """The keys of responses that every change of their topic makes outdated."""

    def find(self, key: CacheKey) -> Kept | None:
        """The response cached under this key, whether or not it is outdated."""
        cached = self._cached.get(key)
        if cached is not None:
            self._cached.move_to_end(key)
            if cached.counted != cached.size:
                self._count(cached)
        return cached

    def keep(self, key: CacheKey, cached: Kept) -> None:
        """Cache a response, unless it alone would take a tenth of the budget."""
        self.drop(key)
        if cached.version > self._versions.get(cached.topic, 0):
            self.forget_others(cached.topic, cached.version)
        cached.size += _size_of_key(key)
        if cached.size > self._most // 10:
            return
        self._cached[key] = cached
        if cached.told_of is None:
            self._of_topic.setdefault(cached.topic, set()).add(key)
        self._count(cached)

    def drop(self, key: CacheKey) -> None:
        """Remove a response."""
        cached = self._cached.pop(key, None)
        if cached is not None:
            self._forget(key, cached)

    def forget_others(self, topic: str, version: int) -> None:
        """Remove the responses of other versions than the topic's present one."""
        if self._versions.get(topic) == version:
            return
        self._versions[topic] = version
        for key in list(self._of_topic.get(topic, ())):
            if self._cached[key].version != version:
                self.drop(key)

    def _forget(self, key: CacheKey, cached: Kept) -> None:
        self._bytes -= cached.counted
        self._of_topic.get(cached.topic, set()).discard(key)

    def _count(self, cached: Kept) -> None:
        """Count the bytes that a response takes now, and evict others to make room for it."""
        self._bytes += cached.size - cached.counted
        cached.counted = cached.size
        while self._bytes > self._most:
            self._forget(*self._cached.popitem(last=False))


class Source(Protocol):
    """Who knows what became of topics."""

    @property
    def losses(self) -> int:
        """How often connections to the database were lost: versions are comparable in between."""
        ...

    async def topic_version(self, topic: str) -> int | None:
        """As the last commit left it; None if that can't be told at once."""
        ...

    async def topic_news(self, topic: str, after: int) -> News:
        """What became of it after a version that it had."""
        ...


class Keeper:
    """Keeps answers, and tells them again. Belongs to the event loop, as the edge does."""

    def __init__(self, most_bytes: int, source: Source, clock: Clock) -> None:
        """Nothing is kept where `most_bytes` is 0."""
        self._shelf = Shelf(most_bytes)
        self._source = source
        self._clock = clock
        self._changes: dict[str, Changes] = {}
        self._losses = 0

    async def find(self, request: Request, operation: Operation) -> Kept | None:
        """The cached response to this request, if it is still up to date."""
        asked = cache_key(request, operation)
        kept = None if asked is None else self._shelf.find(asked)
        if asked is None or kept is None:
            return None
        now = await self._source.topic_version(kept.topic)
        if now is not None:
            self._shelf.forget_others(kept.topic, now)
        if now is not None and not kept.is_over(self._clock) and await self._holds(kept, now):
            return kept
        self._shelf.drop(asked)
        return None

    async def _holds(self, kept: Kept, now: int) -> bool:
        """Whether it is true still at the version `now`."""
        losses = self._source.losses
        if self._losses != losses:
            self._losses, self._changes = losses, {}
        if kept.losses != losses:
            return False
        return kept.version == now or await self._is_spared(kept, now)

    async def _is_spared(self, kept: Kept, now: int) -> bool:
        """Whether all that changed since it was kept was of others."""
        if kept.told_of is None:
            return False
        changes = self._changes.setdefault(kept.topic, Changes(kept.version))
        if changes.version != now:
            changes.hear(await self._source.topic_news(kept.topic, changes.version))
        if changes.version < now or not changes.spare(kept.told_of, kept.version):
            return False
        kept.version = now
        return True

    def keep(self, request: Request, operation: Operation, kept: Kept) -> None:
        """Cache the response to this request for equal requests."""
        asked = cache_key(request, operation)
        if asked is not None:
            self._shelf.keep(asked, kept)


def cache_key(request: Request, operation: Operation) -> CacheKey | None:
    """The key of the response to this request; None where it is not cached.

    Parameters that the operation does not have are ignored, so they are not part of the key.
    `Prefer` may ask to refuse them.
    """
    if operation.topic is None or b"prefer" in request.headers:
        return None
    if not request.query_string:
        return request.path, ()
    if len(request.query_string) > _LONGEST_QUERY:
        return None
    try:
        return request.path, tuple(operation.known(request.pairs()))
    except MalformedQuery:
        return None


def _size_of_key(key: CacheKey) -> int:
    """The bytes of memory that a key takes."""
    path, parameters = key
    return len(path) + _size_of_pairs(parameters)


def _size_of_pairs(pairs: Iterable[tuple[str | bytes, str | bytes]]) -> int:
    return sum(_PAIR_OVERHEAD + len(name) + len(value) for name, value in pairs)


def takes_gzip(request: Request) -> bool:
    """Whether the client reads gzip (RFC 9110 section 12.5.3), as far as it says so by name."""
    for coding in request.header(b"accept-encoding").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name in {"gzip", "x-gzip"}:
            return weight.strip("0.") != "" or not weight
    return False


def _tags(answer: Answer) -> tuple[str, str]:
    """What either form of an answer is known by."""
    return answer.etag, _of_zipped(answer.etag)


def _of_zipped(etag: str) -> str:
    """Other bytes, another strong validator."""
    return f'{etag[:-1]}-gzip"'
