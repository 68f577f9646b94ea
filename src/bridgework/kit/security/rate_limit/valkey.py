"""The limiter that all nodes share, on a Redis or Valkey server."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable

import redis.asyncio
import redis.asyncio.retry
import redis.backoff
import redis.exceptions
from redis import maint_notifications

from bridgework.kit.security.rate_limit.limiter import RateLimiter
from bridgework.kit.security.rate_limit.sliding_window import RateLimitResult, Rule

_log = logging.getLogger("bridgework.rate_limit")

_TIMEOUT = 0.25  # seconds a request waits for the server, connecting included
_RETRY = 1.0  # seconds after a failure before one request tries the server again
_CONNECTIONS = 32
_CONNECTION_ERRORS = (redis.exceptions.RedisError, OSError, TimeoutError)


class ValkeyLimiter(RateLimiter):
    """Counts each key once for all nodes, by the clock of the server.

    If the server does not respond within 250 ms, requests are counted in this process until it
    responds again; one request per second tries it. The logger `bridgework.rate_limit` records the
    start and the end of an outage. The counts are independent: around an outage a caller may use
    the quota of both, and during it the quota of each process.
    """

    def __init__(
        self, rule: Rule, url: str, monotonic: Callable[[], float], prefix: str = "bridgework"
    ) -> None:
        """`url` is redis://, rediss:// or unix://; ValueError if it is not."""
        super().__init__(rule, monotonic)
        self._prefix = f"{prefix}:limit:{rule.name}:"
        self._pool = redis.asyncio.BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=_TIMEOUT,
            socket_timeout=_TIMEOUT,
            socket_connect_timeout=_TIMEOUT,
            retry=redis.asyncio.retry.Retry(redis.backoff.NoBackoff(), 0),
            maint_notifications_config=maint_notifications.MaintNotificationsConfig(enabled=False),
        )
        client = redis.asyncio.Redis.from_pool(self._pool)
        self._script: Callable[..., Awaitable[list[int]]] = client.register_script(_SCRIPT)
        self._retry_at: float | None = None  # set while the server is down

    @property
    def is_shared(self) -> bool:
        return self._retry_at is None

    async def hit(self, key: str, scale: int = 1) -> RateLimitResult:
        return await self._run_script(key, scale, cost=1) or await super().hit(key, scale)

    async def test(self, key: str, scale: int = 1) -> RateLimitResult:
        return await self._run_script(key, scale, cost=0) or await super().test(key, scale)

    async def close(self) -> None:
        await self._pool.aclose()
        await super().close()

    async def _run_script(self, key: str, scale: int, *, cost: int) -> RateLimitResult | None:
        """Return the server's result, or None where it is down, slow or faulty."""
        rule = self._rule.scaled(scale)
        retries = self._retry_at is not None
        if self._retry_at is not None:
            now = time.monotonic()
            if now < self._retry_at:
                return None
            self._retry_at = now + _RETRY  # other requests use the fallback meanwhile
        try:
            async with asyncio.timeout(_TIMEOUT):
                allowed, remaining, milliseconds = await self._script(
                    keys=[self._prefix + key], args=[rule.quota, rule.window, cost]
                )
        except _CONNECTION_ERRORS as error:
            if self._retry_at is None:
                _log.warning(
                    "The server of the rate limit %r, %s, is unavailable (%s: %s). Each process "
                    "counts separately and retries every second until then. Check that the "
                    "server runs and is reachable, and BRIDGEWORK_REDIS_URL.",
                    self._rule.name,
                    self._address(),
                    type(error).__name__,
                    str(error) or f"no response within {_TIMEOUT * 1000:.0f} ms",
                )
            self._retry_at = time.monotonic() + _RETRY
            return None
        if retries and self._retry_at is not None:
            name, address = self._rule.name, self._address()
            _log.info("The server of the rate limit %r, %s, is available again.", name, address)
            self._retry_at = None
        reset = math.ceil(milliseconds / 1000)
        return RateLimitResult(rule, allowed == 1, remaining, reset)

    def _address(self) -> str:
        """Return the server's address without the password that the URL may hold."""
        where = self._pool.connection_kwargs
        return str(where.get("path") or f"{where.get('host')}:{where.get('port', 6379)}")


# SlidingWindow in whole microseconds of the server's clock: {time, count, time, count, ...}. All
# nodes use this one clock, so the time of the last entry serves as the latest time.
_SCRIPT = """
local quota, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000, tonumber(ARGV[3])
local clock = redis.call('TIME')
local server = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local stored = redis.call('GET', KEYS[1])
local entries = stored and cmsgpack.unpack(stored) or {}
local latest = entries[#entries - 1] or server
local stepped_back_far = latest - server > window
local now = stepped_back_far and server or math.max(server, latest)

local log, total = {}, 0
for i = 1, #entries, 2 do
    local at = stepped_back_far and now or entries[i]
    if at + window > now then
        log[#log + 1], log[#log + 2] = at, entries[i + 1]
        total = total + entries[i + 1]
    end
end

local allowed = total < quota
if allowed and cost > 0 then
    local tick, last = window / 1000, log[#log - 1]
    if last and math.floor(last / tick) == math.floor(now / tick) then
        log[#log - 1], log[#log] = now, log[#log] + 1
    else
        log[#log + 1], log[#log + 2] = now, 1
    end
    total = total + 1
end
if stepped_back_far or allowed and cost > 0 then
    local expiry = math.ceil((log[#log - 1] + window - server) / 1000) + 1
    redis.call('SET', KEYS[1], cmsgpack.pack(log), 'PX', string.format('%d', expiry))
end

local reset = window
if #log > 0 then
    local excess, first = total - quota, 1
    while excess >= log[first + 1] do
        excess, first = excess - log[first + 1], first + 2
    end
    reset = log[first] + window - now
end
return {allowed and 1 or 0, math.max(0, quota - total), math.ceil(reset / 1000)}
"""
