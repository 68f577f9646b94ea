import asyncio
from collections import defaultdict
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.rate_limit.limiter import RateLimiter
from bridgework.kit.rate_limit.sliding_window import Rule

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
    async def scene() -> None:
        limiter = RateLimiter(DEFAULT, Clock())
        assert await served(limiter, "a", 100) == 60
        assert await served(limiter, "b", 30) == 30
        assert (await limiter.test("b")).remaining == 30
        assert not (await limiter.test("a")).allowed

    asyncio.run(scene())


def test_a_look_keeps_nothing() -> None:
    async def scene() -> None:
        limiter = RateLimiter(DEFAULT, Clock())
        result = await limiter.test("a")
        assert (result.allowed, result.remaining, result.reset) == (True, 60, 60)
        assert len(limiter) == 0

    asyncio.run(scene())


def test_idle_windows_go_a_few_at_a_time() -> None:
    async def scene() -> None:
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

    asyncio.run(scene())


def test_what_still_counts_is_never_thrown_out() -> None:
    async def scene() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=100)
        assert await served(limiter, "a", 3) == 2
        for number in range(5000):
            clock.now += 0.01
            await limiter.hit(f"flood {number}")
        assert not (await limiter.hit("a")).allowed
        clock.now = 60.0
        assert (await limiter.hit("a")).allowed

    asyncio.run(scene())


def test_past_its_capacity_it_stays_small_and_lets_nobody_free() -> None:
    async def scene() -> None:
        limiter = RateLimiter(PAIR, Clock(), capacity=100)
        passed = 0
        for number in range(10_000):
            passed += await served(limiter, f"flood {number}", 3)
        assert len(limiter) <= 100 + 1024
        assert passed <= PAIR.quota * len(limiter)
        assert await served(limiter, "flood 1", 3) == 0

    asyncio.run(scene())


def test_a_full_counter_makes_room_before_it_lets_a_newcomer_share() -> None:
    async def scene() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=10)
        for number in range(10):
            await limiter.hit(f"guest {number}")
        clock.now = 59.995
        await limiter.hit("guest 0")  # this sweeps and finds nobody idle
        assert len(limiter) == 10
        clock.now = 60.0
        await limiter.hit("newcomer")  # the next sweep is not due yet
        assert len(limiter) == 1 + 1

    asyncio.run(scene())


def test_who_has_shared_is_on_its_own_again_once_there_is_room() -> None:
    async def scene() -> None:
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

    asyncio.run(scene())


def test_a_newcomer_brings_along_what_it_spent_while_it_shared() -> None:
    async def scene() -> None:
        clock = Clock()
        limiter = RateLimiter(PAIR, clock, capacity=1)
        await limiter.hit("first")
        clock.now = 30.0
        assert await served(limiter, "second", 3) == 2
        assert (await limiter.test("second")).remaining == 0
        clock.now = 61.0  # the first is idle: the second gets its room, and its own past
        refused = await limiter.hit("second")
        assert (refused.allowed, refused.reset) == (False, 29)
        clock.now = 90.0
        assert await served(limiter, "second", 3) == 2

    asyncio.run(scene())


@given(
    st.integers(1, 4),
    st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 40_000)), max_size=200),
)
@settings(deadline=None)
def test_no_key_passes_more_than_its_quota_however_full(
    capacity: int, steps: list[tuple[str, int]]
) -> None:
    async def scene() -> None:
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

    asyncio.run(scene())


def test_a_closed_counter_holds_nothing() -> None:
    async def scene() -> None:
        limiter = RateLimiter(PAIR, Clock(), capacity=1)
        await limiter.hit("a")
        await limiter.hit("b")
        await limiter.close()
        assert len(limiter) == 0

    asyncio.run(scene())
