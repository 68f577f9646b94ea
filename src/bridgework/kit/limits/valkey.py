"""Counting on a Redis or Valkey server that all nodes share."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable
from typing import Protocol, cast

import redis.asyncio
import redis.asyncio.retry
import redis.backoff
import redis.exceptions
from redis import maint_notifications

from bridgework.kit.limits.counter import Counter
from bridgework.kit.limits.window import Rule, Verdict

_log = logging.getLogger("bridgework.limits")

_PATIENCE = 0.25  # seconds a request waits for the server, connecting included
_RETRY = 1.0  # seconds without the server before one request tries it again
_CONNECTIONS = 32
_FAULTS = (redis.exceptions.RedisError, OSError, TimeoutError)


class ValkeyCounter:
    """Counts each key once for all nodes, on a server of Redis or Valkey, by the server's clock.

    A request that the server does not answer within 250 ms is counted by the fallback; so are all
    others until the server answers again, which one request a second finds out. Outage and return
    each cost one line in the log `bridgework.limits`. The two counts do not know of each other:
    around an outage a caller may spend the quota on both, and during it once on each process.
    """

    def __init__(self, rule: Rule, url: str, fallback: Counter, prefix: str = "bridgework") -> None:
        """`url` is redis://, rediss:// or unix://; ValueError if it is not."""
        self._rule = rule
        self._fallback = fallback
        self._prefix = f"{prefix}:limit:{rule.name}:"
        self._pool = redis.asyncio.BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=_PATIENCE,
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            retry=redis.asyncio.retry.Retry(redis.backoff.NoBackoff(), 0),
            maint_notifications_config=maint_notifications.MaintNotificationsConfig(enabled=False),
        )
        client = redis.asyncio.Redis.from_pool(self._pool)
        self._script = cast("_Script", client.register_script(_SCRIPT))
        self._retry_at: float | None = None  # set while the server is taken to be down

    @property
    def is_shared(self) -> bool:
        """Whether the server answered when it was last asked."""
        return self._retry_at is None

    async def spend(self, key: str) -> Verdict:
        """Count one request of this key if the rule allows it; a refused one is not counted."""
        return await self._ask(key, 1) or await self._fallback.spend(key)

    async def peek(self, key: str) -> Verdict:
        """Say what `spend` would find, and count nothing."""
        return await self._ask(key, 0) or await self._fallback.peek(key)

    async def close(self) -> None:
        """Close the connections and the fallback."""
        await self._pool.aclose()
        await self._fallback.close()

    async def _ask(self, key: str, count: int) -> Verdict | None:
        """The server's verdict, or None where it is down, slow or faulty."""
        probing = self._retry_at is not None
        if self._retry_at is not None:
            now = time.monotonic()
            if now < self._retry_at:
                return None
            self._retry_at = now + _RETRY  # the others go by meanwhile
        try:
            async with asyncio.timeout(_PATIENCE):
                allowed, remaining, milliseconds = await self._script(
                    keys=(self._prefix + key,), args=(self._rule.quota, self._rule.window, count)
                )
        except _FAULTS as fault:
            self._turn_away(fault)
            return None
        if probing:
            self._turn_back()
        return Verdict(self._rule, allowed == 1, remaining, math.ceil(milliseconds / 1000))

    def _turn_away(self, fault: Exception) -> None:
        if self._retry_at is None:
            _log.warning(
                "The server that counts requests, %s, does not serve (%s: %s). Until it does, "
                "each process counts for itself, and the limit %r holds for each process alone. "
                "See that the server runs, that this machine reaches it, and that its address "
                "and password in BRIDGEWORK_REDIS_URL are right; it is tried again every second.",
                self._address(),
                type(fault).__name__,
                str(fault) or f"no answer within {_PATIENCE * 1000:.0f} ms",
                self._rule.name,
            )
        self._retry_at = time.monotonic() + _RETRY

    def _turn_back(self) -> None:
        if self._retry_at is not None:
            _log.info(
                "The server that counts requests, %s, is back: the limit %r is shared again.",
                self._address(),
                self._rule.name,
            )
        self._retry_at = None

    def _address(self) -> str:
        """Where the server is, without the password that the URL may hold."""
        where = self._pool.connection_kwargs
        return str(where.get("path") or f"{where.get('host')}:{where.get('port', 6379)}")


class _Script(Protocol):
    """The part of the driver's script object that is used here; the driver leaves it untyped."""

    def __call__(
        self, keys: tuple[str], args: tuple[int, int, int]
    ) -> Awaitable[tuple[int, int, int]]: ...


# The same log as Window's, in whole microseconds of the server's clock: {time, count, ...}. One
# clock serves all, so that the time of the last pair is latest enough. The log is written when it
# grows or when the clock fell back, and the key expires when the last pair leaves the window.
_SCRIPT = """
local quota, span, count = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000, tonumber(ARGV[3])
local clock = redis.call('TIME')
local server = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local now, changed = server, false

local stored = redis.call('GET', KEYS[1])
local old = stored and cmsgpack.unpack(stored) or {}
local latest = old[#old - 1]
if latest and now < latest then
    if latest - now <= span then
        now = latest
    else
        local all = 0
        for i = 2, #old, 2 do all = all + old[i] end
        old, changed = {now, all}, true
    end
end

local log, spent = {}, 0
for i = 1, #old, 2 do
    if old[i] + span > now then
        log[#log + 1] = old[i]
        log[#log + 1] = old[i + 1]
        spent = spent + old[i + 1]
    end
end

local allowed = spent < quota
if allowed and count > 0 then
    local tick = span / 1000
    if #log > 0 and math.floor(log[#log - 1] / tick) == math.floor(now / tick) then
        log[#log - 1] = now
        log[#log] = log[#log] + 1
    else
        log[#log + 1] = now
        log[#log + 1] = 1
    end
    spent, changed = spent + 1, true
end
if changed then
    local keep = math.ceil((log[#log - 1] + span - server) / 1000) + 1
    redis.call('SET', KEYS[1], cmsgpack.pack(log), 'PX', string.format('%d', keep))
end

local wait = span
if #log > 0 then
    local excess, last = spent - quota, 1
    while excess >= log[last + 1] do
        excess = excess - log[last + 1]
        last = last + 2
    end
    wait = log[last] + span - now
end
return {allowed and 1 or 0, math.max(0, quota - spent), math.ceil(wait / 1000)}
"""
