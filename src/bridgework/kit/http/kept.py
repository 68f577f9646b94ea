"""Public answers that are kept: who asks the same again is given the same bytes.

An answer is kept under the version that its topic had before its rows were read, and given out
while the database says that version still, which is asked once a request (kit/db/topics). A
transaction that changes what the public sees raises the version, so nobody who was told of a
write, by whichever process, is shown what was before it. What tells of one member alone outlives
changes of others. What changes by the clock is kept until the next moment at which it does.
"""

import zlib
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from bridgework.kit.clock import Clock
from bridgework.kit.db.topics import News
from bridgework.kit.http import answer as answers
from bridgework.kit.http.answer import Answer
from bridgework.kit.http.changes import Changes
from bridgework.kit.http.request import Request
from bridgework.kit.ids import Id

Asked = tuple[str, bytes]
"""By what an answer is kept: path and query string as they came."""

VARY = "Accept-Encoding"
_OVERHEAD = 2048
"""Bytes that one answer takes beside its bodies, roughly: its headers, and what holds them."""
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
    """The bytes it takes, which are more once it is zipped."""
    counted: int = field(default=0, init=False)
    """Those of them that its shelf has counted."""

    def __post_init__(self) -> None:
        self.size = len(self.answer.body) + _OVERHEAD

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
    """The answers that are kept, up to so many bytes; those not asked for longest go first."""

    def __init__(self, most_bytes: int) -> None:
        """Nothing is kept where `most_bytes` is 0."""
        self._most = most_bytes
        self._kept: OrderedDict[Asked, Kept] = OrderedDict()
        self._bytes = 0

    def find(self, asked: Asked) -> Kept | None:
        """What is kept for this, true or no longer."""
        kept = self._kept.get(asked)
        if kept is not None:
            self._kept.move_to_end(asked)
            if kept.counted != kept.size:
                self._count(kept)
        return kept

    def keep(self, asked: Asked, kept: Kept) -> None:
        """Keep an answer, unless it alone would take a tenth of all there is."""
        self.drop(asked)
        if kept.size > self._most // 10:
            return
        self._kept[asked] = kept
        self._count(kept)

    def drop(self, asked: Asked) -> None:
        """Forget an answer."""
        gone = self._kept.pop(asked, None)
        if gone is not None:
            self._bytes -= gone.counted

    def _count(self, kept: Kept) -> None:
        """Count what an answer takes now, and let others go for it."""
        self._bytes += kept.size - kept.counted
        kept.counted = kept.size
        while self._bytes > self._most:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.counted


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

    async def find(self, request: Request) -> Kept | None:
        """What somebody else was told to the same, if it is true still."""
        asked = asked_by(request)
        kept = None if asked is None else self._shelf.find(asked)
        if asked is None or kept is None:
            return None
        now = await self._source.topic_version(kept.topic)
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

    def keep(self, request: Request, kept: Kept) -> None:
        """Keep what this request was told for whoever asks the same."""
        asked = asked_by(request)
        if asked is not None:
            self._shelf.keep(asked, kept)


def asked_by(request: Request) -> Asked | None:
    """By what this request's answer is kept; None where it is answered by itself alone.

    `Prefer` may ask for a refusal of what is otherwise ignored.
    """
    if request.method not in {"GET", "HEAD"} or b"prefer" in request.headers:
        return None
    return request.path, request.query_string


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
