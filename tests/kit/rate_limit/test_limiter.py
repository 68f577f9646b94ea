import asyncio
from collections import defaultdict
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.security.rate_limit import RateLimiter, Rule

DEFAULT = Rule("default", 60, 60)
PAIR = Rule("pair", 2, 60)


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


async def served(limiter: RateLimiter, key: str, tries: int) -> int:
    return sum([(await limiter.hit(key)).allowed for _ in range(tries)])


def test_each_key_has_its_own_quota() -> None:
    async def scenario() -> None:
        limiter = RateLimiter(DEFAULT, Clock())
        assert await served(limiter, "a", 100) == 60
        assert await served(limiter, "b", 30) == 30
        assert (await limiter.test("b")).remaining == 30
        assert not (await limiter.test("a")).allowed

    asyncio.run(scenario())


def test_test_stores_nothing() -> None:
    async def scenario() -> None:
        limiter = RateLimiter(DEFAULT, Clock())
        result = await limiter.test("a")
        assert (result.allowed, result.remaining, result.reset) == (True, 60, 60)
        assert len(limiter) == 0

    asyncio.run(scenario())


def test_expired_windows_are_dropped_gradually() -> None:
    async def scenario() -> None:
        clock = Clock()
        limiter = RateLimiter(DEFAULT, clock)
        for number in range(2000):
            await limiter.hit(f"guest {number}")
        assert len(limiter) == 2000
        clock.now = 60.0
        while len(limiter) > 1:
            clock.now += 0.01
            before = len(limiter)
            await limiter.hit("regular")
            assert before - 64 <= len(limiter) < before + 1
            assert clock.now < 62

    asyncio.run(scenario())


def test_a_window_with_counted_hits_is_never_dropped() -> None:
    async def scenario() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=100)
        assert await served(limiter, "a", 3) == 2
        for number in range(5000):
            clock.now += 0.01
            await limiter.hit(f"flood {number}")
        assert not (await limiter.hit("a")).allowed
        clock.now = 60.0
        assert (await limiter.hit("a")).allowed

    asyncio.run(scenario())


def test_a_full_limiter_stays_small_and_still_limits() -> None:
    async def scenario() -> None:
        limiter = RateLimiter(PAIR, Clock(), capacity=100)
        passed = 0
        for number in range(10_000):
            passed += await served(limiter, f"flood {number}", 3)
        assert len(limiter) <= 100 + 1024
        assert passed <= PAIR.quota * len(limiter)
        assert await served(limiter, "flood 1", 3) == 0

    asyncio.run(scenario())


def test_a_full_limiter_spreads_new_keys_over_many_windows() -> None:
    async def scenario() -> None:
        limiter = RateLimiter(PAIR, Clock(), capacity=1)
        for number in range(101):
            await limiter.hit(f"guest {number}")
        assert len(limiter) > 50

    asyncio.run(scenario())


def test_a_full_limiter_drops_expired_windows_before_sharing() -> None:
    async def scenario() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=10)
        for number in range(10):
            await limiter.hit(f"guest {number}")
        clock.now = 59.995
        await limiter.hit("guest 0")  # this check finds no expired window
        assert len(limiter) == 10
        clock.now = 60.0
        await limiter.hit("newcomer")  # drops the expired windows first
        assert len(limiter) == 1 + 1

    asyncio.run(scenario())


def test_a_key_gets_its_own_window_when_capacity_is_free() -> None:
    async def scenario() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=3000)
        for number in range(3000):
            await limiter.hit(f"guest {number}")
        clock.now = 30.0
        sharing = [await served(limiter, f"newcomer {number}", 2) for number in range(3000)]
        assert sum(sharing) < 2 * 3000
        clock.now = 90.0
        alone = [await served(limiter, f"newcomer {number}", 3) for number in range(3000)]
        assert alone == [2] * 3000

    asyncio.run(scenario())


def test_a_new_window_includes_the_hits_of_the_shared_one() -> None:
    async def scenario() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=1)
        await limiter.hit("first")
        clock.now = 30.0
        assert await served(limiter, "second", 3) == 2
        assert (await limiter.test("second")).remaining == 0
        clock.now = 61.0  # the first has expired: the second gets a window with its earlier hits
        refused = await limiter.hit("second")
        assert (refused.allowed, refused.reset) == (False, 29)
        clock.now = 90.0
        assert await served(limiter, "second", 3) == 2

    asyncio.run(scenario())


@given(
    st.integers(1, 4),
    st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 40_000)), max_size=200),
)
@settings(deadline=None)
def test_no_key_exceeds_its_quota_at_any_capacity(
    capacity: int, steps: list[tuple[str, int]]
) -> None:
    async def scenario() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=capacity)
        times: defaultdict[str, list[float]] = defaultdict(list)
        for key, fraction in steps:
            clock.now += fraction / 1024
            if (await limiter.hit(key)).allowed:
                times[key].append(clock.now)
        for of_one in times.values():
            for first, one_too_many in zip(of_one, of_one[PAIR.quota :], strict=False):
                assert one_too_many - first >= PAIR.window

    asyncio.run(scenario())


def test_a_closed_limiter_is_empty() -> None:
    async def scenario() -> None:
        limiter = RateLimiter(PAIR, Clock(), capacity=1)
        await limiter.hit("a")
        await limiter.hit("b")
        await limiter.close()
        assert len(limiter) == 0

    asyncio.run(scenario())
