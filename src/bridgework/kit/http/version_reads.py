"""Reads of data versions on PostgreSQL, which concurrent requests share.

A cached response may be sent if the version of its topic was read after its request arrived. So one
read serves every request that waits for its start. A read for each request kept eight sessions of
PostgreSQL busy, and on a machine without an idle core some of them got no processor for a second.
"""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from bridgework.kit.core import Id, deadline
from bridgework.kit.data.db import CacheVersion, TopicVersions, Transaction, cache_versions

_CONCURRENT = 2
"""Reads at the same time, so that one slow read does not delay all requests."""

Read = Callable[[Callable[[Transaction], TopicVersions]], Coroutine[Any, Any, TopicVersions]]


class VersionReads:
    """Shared reads; used on the event loop only."""

    def __init__(self, read: Read) -> None:
        """`read` calls a function with a transaction, in a thread."""
        self._read = read
        self._next: dict[str, _SharedRead] = {}
        """By topic, the read that has not begun."""
        self._places = asyncio.Semaphore(_CONCURRENT)

    async def version(self, topic: str, subject: Id | None) -> CacheVersion:
        """Return the version of a topic, and of one of its members, by a read that begins now."""
        shared = self._next.get(topic)
        if shared is None:
            # Neither the deadline nor the request id of one request applies to the others.
            reading = asyncio.create_task(self._begin(topic), context=contextvars.Context())
            shared = self._next[topic] = _SharedRead(reading)
        if subject is not None:
            shared.subjects.add(subject)
        versions = await deadline.wait_for(asyncio.shield(shared.reading))
        return versions.of(subject)

    async def _begin(self, topic: str) -> TopicVersions:
        """Wait for a place, then read what was requested until then."""
        async with self._places:
            subjects = sorted(self._next.pop(topic).subjects)

            def read(transaction: Transaction) -> TopicVersions:
                with transaction as tx:
                    return cache_versions.versions(tx, topic, subjects)

            return await self._read(read)


@dataclass(slots=True)
class _SharedRead:
    reading: "asyncio.Task[TopicVersions]"
    subjects: set[Id] = field(default_factory=set)
