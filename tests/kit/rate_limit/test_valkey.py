import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Iterator

import pytest
import redis.asyncio

from bridgework.kit.security.rate_limit import RateLimiter, RateLimitResult, Rule
from bridgework.kit.security.rate_limit import valkey as limiters
from bridgework.kit.security.rate_limit.valkey import ValkeyLimiter
from tests.servers import slow_line, valkey
from tests.servers.ports import free_port

pytestmark = pytest.mark.slow("starts a Valkey server")

DEFAULT = Rule("default", 60, 60)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with valkey.running_valkey() as url:
        yield url


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the timeout: on a busy machine 250 ms may pass, and requests be counted in memory."""
    monkeypatch.setattr(limiters, "_TIMEOUT", 5.0)


@contextlib.asynccontextmanager
async def counting(
    url: str, rule: Rule, prefix: str = "bridgework"
) -> AsyncIterator[ValkeyLimiter]:
    limiter = ValkeyLimiter(rule, url, time.monotonic, prefix)
    try:
        yield limiter
    finally:
        await limiter.close()


@contextlib.asynccontextmanager
async def plain(url: str) -> AsyncIterator[redis.asyncio.Redis]:
    async with redis.asyncio.Redis.from_url(url) as client:
        yield client


async def hit(limiter: ValkeyLimiter, key: str, times: int) -> list[RateLimitResult]:
    return [await limiter.hit(key) for _ in range(times)]


async def store_log(url: str, name: str, ahead: int, count: int) -> None:
    """Write the entries of a server whose clock was once `ahead` seconds ahead."""
    script = (
        "local clock = redis.call('TIME') "
        "local at = (clock[1] + ARGV[1]) * 1000000 + clock[2] "
        "redis.call('SET', KEYS[1], cmsgpack.pack({at, tonumber(ARGV[2])}))"
    )
    async with plain(url) as client:
        await client.eval(script, 1, name, str(ahead), str(count))


async def duration(asking: Awaitable[RateLimitResult]) -> float:
    began = time.monotonic()
    await asking
    return time.monotonic() - began


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [
        (record.levelname, record.getMessage())
        for record in caplog.records
        if record.name == "bridgework.rate_limit"
    ]


@pytest.mark.usefixtures("patient")
def test_the_results_match_those_of_the_limiter_in_memory(server: str) -> None:
    async def scenario() -> None:
        memory = RateLimiter(DEFAULT, lambda: 0.0)
        async with counting(server, DEFAULT) as limiter:
            assert await limiter.test("same") == await memory.test("same")
            first = await limiter.hit("same")
            assert first == await memory.hit("same") == RateLimitResult(DEFAULT, True, 59, 60)
            for _ in range(65):
                shared, own = await limiter.hit("same"), await memory.hit("same")
                assert (shared.allowed, shared.remaining) == (own.allowed, own.remaining)
                assert 50 < shared.reset <= 60
            looked = await limiter.test("same")
            assert (looked.allowed, looked.remaining) == (False, 0)

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_a_key_can_have_several_times_the_quota(server: str) -> None:
    async def scenario() -> None:
        memory = RateLimiter(DEFAULT, lambda: 0.0)
        async with counting(server, DEFAULT) as limiter:
            for _ in range(240):
                shared, own = await limiter.hit("site", 4), await memory.hit("site", 4)
                assert (shared.allowed, shared.remaining) == (own.allowed, own.remaining)
            assert not (await limiter.hit("site", 4)).allowed
            keys = [("network", 1), ("site", 4)]
            assert not (await limiter.hit_all(keys)).allowed
            assert (await limiter.hit_all(keys[:1])).allowed

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_two_nodes_share_one_quota(server: str, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        rule = Rule("shared", 77, 60)
        async with counting(server, rule) as one, counting(server, rule) as other:
            responses = await asyncio.gather(
                *(hit(node, "guest", 6) for node in (one, other) for _ in range(10))
            )
        allowed = [
            result.remaining for response in responses for result in response if result.allowed
        ]
        assert sorted(allowed) == list(range(77))

    asyncio.run(scenario())
    assert lines(caplog) == []


@pytest.mark.usefixtures("patient")
def test_rules_keys_and_prefixes_are_counted_separately(server: str) -> None:
    async def scenario() -> None:
        one, other = Rule("one", 1, 60), Rule("other", 1, 60)
        async with (
            counting(server, one) as first,
            counting(server, other) as second,
            counting(server, one, prefix="neighbour") as third,
        ):
            for limiter in (first, second, third):
                assert [outcome.allowed for outcome in await hit(limiter, "a", 2)] == [True, False]
            assert (await first.hit("b")).allowed

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_the_quota_is_restored_after_reset_and_the_key_expires(server: str) -> None:
    async def scenario() -> None:
        rule = Rule("short", 2, 1)
        async with counting(server, rule) as limiter, plain(server) as client:
            allowed = [result.allowed for result in await hit(limiter, "guest", 3)]
            assert allowed == [True, True, False]
            refused = await limiter.test("guest")
            assert (refused.allowed, refused.reset) == (False, 1)
            name = "bridgework:limit:short:guest"
            assert 900 < await client.pttl(name) <= 1001
            await asyncio.sleep(refused.reset)
            assert (await limiter.hit("guest")).allowed
            await asyncio.sleep(1.1)
            assert not await client.exists(name)
            assert (await limiter.test("guest")).remaining == 2

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_the_window_slides(server: str) -> None:
    async def scenario() -> None:
        async with counting(server, Rule("sliding", 2, 2)) as limiter:
            await limiter.hit("guest")
            await asyncio.sleep(1.2)
            await limiter.hit("guest")
            assert (await limiter.hit("guest")).reset == 1
            await asyncio.sleep(0.9)  # the first has expired, the second has not
            allowed = [outcome.allowed for outcome in await hit(limiter, "guest", 2)]
            assert allowed == [True, False]

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_a_large_quota_needs_little_memory(server: str) -> None:
    async def scenario() -> None:
        rule = Rule("large", 1_000_000, 3600)  # a tick is 3.6 seconds
        async with counting(server, rule) as limiter, plain(server) as client:
            responses = await asyncio.gather(*(hit(limiter, "guest", 50) for _ in range(20)))
            assert (
                min(outcome.remaining for response in responses for outcome in response) == 999_000
            )
            assert await client.strlen("bridgework:limit:large:guest") < 100

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_a_small_clock_step_back_delays_expiry(server: str) -> None:
    async def scenario() -> None:
        await store_log(server, "bridgework:limit:default:early", 20, 59)
        async with counting(server, DEFAULT) as limiter:
            assert await limiter.hit("early") == RateLimitResult(DEFAULT, True, 0, 60)
            refused = await limiter.hit("early")
            assert (refused.allowed, refused.reset) == (False, 60)
            async with plain(server) as client:
                assert 79_000 < await client.pttl("bridgework:limit:default:early") <= 80_001

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_a_large_clock_step_back_delays_at_most_one_window(server: str) -> None:
    async def scenario() -> None:
        rule = Rule("brief", 3, 1)
        await store_log(server, "bridgework:limit:brief:early", 86_400, 3)
        async with counting(server, rule) as limiter:
            assert await limiter.hit("early") == RateLimitResult(rule, False, 0, 1)
            await asyncio.sleep(1)
            assert (await limiter.hit("early")).remaining == 2

    asyncio.run(scenario())


def test_without_the_server_requests_are_counted_in_memory(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bridgework.rate_limit")
    port = free_port()

    async def scenario(servers: contextlib.ExitStack) -> None:
        url = servers.enter_context(valkey.running_valkey(port))
        async with counting(url, DEFAULT) as limiter:
            assert (await limiter.hit("guest")).remaining == 59
            servers.close()
            began = time.monotonic()
            responses = await asyncio.gather(*(hit(limiter, "guest", 40) for _ in range(5)))
            assert time.monotonic() - began < 0.9
            assert sum(outcome.allowed for response in responses for outcome in response) == 60
            assert not (await limiter.test("guest")).allowed
            assert [level for level, _ in lines(caplog)] == ["WARNING"]

            await asyncio.sleep(1.05)
            assert not (await limiter.hit("guest")).allowed  # tried again, still down
            servers.enter_context(valkey.running_valkey(port))
            await asyncio.sleep(1.05)
            assert (await limiter.hit("guest")).remaining == 59
            assert (await limiter.test("guest")).remaining == 59

    with contextlib.ExitStack() as servers:
        asyncio.run(scenario(servers))
    (warned, warning), (info_level, news) = lines(caplog)
    assert (warned, info_level) == ("WARNING", "INFO")
    assert f"127.0.0.1:{port}" in warning
    assert "BRIDGEWORK_REDIS_URL" in warning
    assert "is available again" in news


def test_a_silent_server_delays_one_request_by_250_ms(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario(port: int) -> None:
        url = f"redis://user:secret@127.0.0.1:{port}/0"
        async with counting(url, DEFAULT) as limiter:
            first, *others = [await duration(limiter.hit("guest")) for _ in range(60)]
            assert max(others) < first
            assert 0.2 < first < 1.0
            assert not (await limiter.hit("guest")).allowed  # each of them was counted

            await asyncio.sleep(1.05)
            waits = await asyncio.gather(*(duration(limiter.hit("guest")) for _ in range(20)))
            assert sum(wait > 0.2 for wait in waits) == 1  # only one request retries

    with socket.create_server(("127.0.0.1", 0)) as silent:
        asyncio.run(scenario(silent.getsockname()[1]))
    ((level, text),) = lines(caplog)
    assert level == "WARNING"
    assert "secret" not in text


def test_the_timeout_covers_the_whole_command(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        # Each of several replies takes 220 ms.
        async with slow_line.slow_line(server, 0.11) as url, counting(url, DEFAULT) as limiter:
            waited = await duration(limiter.hit("patient"))
            assert 0.2 < waited < 0.9
            assert (await limiter.test("patient")).remaining == 59

    asyncio.run(scenario())
    ((_, text),) = lines(caplog)
    assert "no response within 250 ms" in text


def test_a_late_reply_is_not_used_for_another_request(server: str) -> None:
    async def scenario() -> None:
        rule = Rule("late", 5, 60)
        async with counting(server, rule) as limiter, plain(server) as client:
            await hit(limiter, "spent", 5)
            await client.client_pause(400)
            late = await asyncio.gather(*(limiter.hit("spent") for _ in range(10)))
            assert sum(outcome.allowed for outcome in late) == 5  # of the quota in memory
            await asyncio.sleep(1.05)
            fresh = [await limiter.hit(f"guest {number}") for number in range(20)]
            assert [outcome.remaining for outcome in fresh] == [4] * 20

    asyncio.run(scenario())


@pytest.mark.usefixtures("patient")
def test_a_cancelled_request_does_not_affect_others(server: str) -> None:
    async def scenario() -> None:
        rule = Rule("given-up", 5, 60)
        async with counting(server, rule) as limiter:
            await hit(limiter, "spent", 6)
            for turn in range(60):
                asking = asyncio.create_task(limiter.hit("spent"))
                await asyncio.sleep(turn / 100_000)
                asking.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await asking
                assert (await limiter.hit(f"guest {turn}")).remaining == 4

    asyncio.run(scenario())


def test_a_url_of_another_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match="redis://"):
        ValkeyLimiter(DEFAULT, "http://127.0.0.1", time.monotonic)
