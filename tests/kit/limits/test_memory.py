import asyncio
from collections import defaultdict
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.limits.memory import MemoryCounter
from bridgework.kit.limits.window import Rule

DEFAULT = Rule("default", 60, 60)
PAIR = Rule("pair", 2, 60)


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


async def served(counter: MemoryCounter, key: str, tries: int) -> int:
    return sum([(await counter.spend(key)).allowed for _ in range(tries)])


def test_each_key_has_its_own_quota() -> None:
    async def scene() -> None:
        counter = MemoryCounter(DEFAULT, Clock())
        assert await served(counter, "a", 100) == 60
        assert await served(counter, "b", 30) == 30
        assert (await counter.peek("b")).remaining == 30
        assert not (await counter.peek("a")).allowed

    asyncio.run(scene())


def test_a_look_keeps_nothing() -> None:
    async def scene() -> None:
        counter = MemoryCounter(DEFAULT, Clock())
        verdict = await counter.peek("a")
        assert (verdict.allowed, verdict.remaining, verdict.reset) == (True, 60, 60)
        assert len(counter) == 0

    asyncio.run(scene())


def test_idle_windows_go_a_few_at_a_time() -> None:
    async def scene() -> None:
        clock = Clock()
        counter = MemoryCounter(DEFAULT, clock)
        for number in range(2000):
            await counter.spend(f"guest {number}")
        assert len(counter) == 2000
        clock.now = 60.0
        while len(counter) > 1:
            clock.now += 0.01
            before = len(counter)
            await counter.spend("regular")
            assert before - 64 <= len(counter) < before + 1
            assert clock.now < 62

    asyncio.run(scene())


def test_what_still_counts_is_never_thrown_out() -> None:
    async def scene() -> None:
        clock = Clock()
        counter = MemoryCounter(PAIR, clock, capacity=100)
        assert await served(counter, "a", 3) == 2
        for number in range(5000):
            clock.now += 0.01
            await counter.spend(f"flood {number}")
        assert not (await counter.spend("a")).allowed
        clock.now = 60.0
        assert (await counter.spend("a")).allowed

    asyncio.run(scene())


def test_past_its_capacity_it_stays_small_and_lets_nobody_free() -> None:
    async def scene() -> None:
        counter = MemoryCounter(PAIR, Clock(), capacity=100)
        passed = 0
        for number in range(10_000):
            passed += await served(counter, f"flood {number}", 3)
        assert len(counter) <= 100 + 1024
        assert passed <= PAIR.quota * len(counter)
        assert await served(counter, "flood 1", 3) == 0

    asyncio.run(scene())


def test_a_full_counter_makes_room_before_it_lets_a_newcomer_share() -> None:
    async def scene() -> None:
        clock = Clock()
        counter = MemoryCounter(PAIR, clock, capacity=10)
        for number in range(10):
            await counter.spend(f"guest {number}")
        clock.now = 59.995
        await counter.spend("guest 0")  # this sweeps and finds nobody idle
        assert len(counter) == 10
        clock.now = 60.0
        await counter.spend("newcomer")  # the next sweep is not due yet
        assert len(counter) == 1 + 1

    asyncio.run(scene())


def test_who_has_shared_is_on_its_own_again_once_there_is_room() -> None:
    async def scene() -> None:
        clock = Clock()
        counter = MemoryCounter(PAIR, clock, capacity=3000)
        for number in range(3000):
            await counter.spend(f"guest {number}")
        clock.now = 30.0
        sharing = [await served(counter, f"newcomer {number}", 2) for number in range(3000)]
        assert sum(sharing) < 2 * 3000
        clock.now = 90.0
        alone = [await served(counter, f"newcomer {number}", 3) for number in range(3000)]
        assert alone == [2] * 3000

    asyncio.run(scene())


def test_a_newcomer_brings_along_what_it_spent_while_it_shared() -> None:
    async def scene() -> None:
        clock = Clock()
        counter = MemoryCounter(PAIR, clock, capacity=1)
        await counter.spend("first")
        clock.now = 30.0
        assert await served(counter, "second", 3) == 2
        assert (await counter.peek("second")).remaining == 0
        clock.now = 61.0  # the first is idle: the second gets its room, and its own past
        refused = await counter.spend("second")
        assert (refused.allowed, refused.reset) == (False, 29)
        clock.now = 90.0
        assert await served(counter, "second", 3) == 2

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
        counter = MemoryCounter(PAIR, clock, capacity=capacity)
        times: defaultdict[str, list[float]] = defaultdict(list)
        for key, fraction in steps:
            clock.now += fraction / 1024
            if (await counter.spend(key)).allowed:
                times[key].append(clock.now)
        for of_one in times.values():
            for first, one_too_many in zip(of_one, of_one[PAIR.quota :], strict=False):
                assert one_too_many - first >= PAIR.window

    asyncio.run(scene())


def test_a_closed_counter_holds_nothing() -> None:
    async def scene() -> None:
        counter = MemoryCounter(PAIR, Clock(), capacity=1)
        await counter.spend("a")
        await counter.spend("b")
        await counter.close()
        assert len(counter) == 0

    asyncio.run(scene())
