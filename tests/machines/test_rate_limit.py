"""The limiter and its middleware agree with a simple list of request times.

Time moves in whole seconds, so that all requests within one tick of the window have one time.
"""

import functools
from collections import defaultdict
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bridgework.kit.security.rate_limit import RateLimiter, RateLimitResult, Rule
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.machines.effort import IN_MEMORY, LONG_TIMEOUT, WITHOUT_DATABASE, run
from tests.world import Person, Response, World, next_number

LIMIT = Rule("default", 4, 60)
PAUSES = st.one_of(st.integers(1, 5), st.integers(50, 70), st.sampled_from([59, 60, 61, 600]))
KEYS = st.sampled_from("abcdef")


def result_of(counting: Coroutine[Any, Any, RateLimitResult]) -> RateLimitResult:
    """Return the result of the in-process limiter, which never waits and needs no event loop."""
    with pytest.raises(StopIteration) as end:
        counting.send(None)
    result: RateLimitResult = end.value.value
    return result


@dataclass
class Model:
    """The model: the times at which a caller's requests were allowed."""

    times: list[int] = field(default_factory=list)

    def recent(self, now: int) -> list[int]:
        return [at for at in self.times if at + LIMIT.window > now]

    def result(self, now: int) -> RateLimitResult:
        """Return the result before this request is counted."""
        recent = self.recent(now)
        left = LIMIT.quota - len(recent)
        reset = recent[0] + LIMIT.window - now if recent else LIMIT.window
        return RateLimitResult(LIMIT, left > 0, max(0, left), reset)

    def hit(self, now: int) -> RateLimitResult:
        """Count this request if it is allowed."""
        allowed = self.result(now).allowed
        self.times += [now] if allowed else []
        after = self.result(now)
        return RateLimitResult(LIMIT, allowed, after.remaining, after.reset)


class Limiter(RuleBasedStateMachine):
    """A limiter with capacity for all callers."""

    capacity = 100

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.limiter = RateLimiter(LIMIT, lambda: float(self.now), self.capacity)
        self.model: defaultdict[str, Model] = defaultdict(Model)

    @rule(seconds=PAUSES)
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(key=KEYS, times=st.integers(1, 6))
    def hit(self, key: str, times: int) -> None:
        for _ in range(times):
            expected = self.model[key].hit(self.now)
            assert result_of(self.limiter.hit(key)) == expected

    @rule(key=KEYS)
    def test(self, key: str) -> None:
        assert result_of(self.limiter.test(key)) == self.model[key].result(self.now)

    @rule(key=KEYS)
    def wait_as_indicated(self, key: str) -> None:
        """A caller who waits as long as indicated is allowed."""
        self.now += result_of(self.limiter.test(key)).reset
        self.hit(key, 1)
        assert self.now in self.model[key].times

    @invariant()
    def size_is_bounded(self) -> None:
        assert len(self.limiter) <= len(self.model)


class FullLimiter(RuleBasedStateMachine):
    """A limiter with capacity for two: some callers share a counter and get no more than alone."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.limiter = RateLimiter(LIMIT, lambda: float(self.now), 2)
        self.served: defaultdict[str, Model] = defaultdict(Model)

    @rule(seconds=PAUSES)
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(key=KEYS, times=st.integers(1, 6))
    def hit(self, key: str, times: int) -> None:
        for _ in range(times):
            looked = result_of(self.limiter.test(key))
            result = result_of(self.limiter.hit(key))
            assert looked.allowed or not result.allowed
            if result.allowed:
                self.served[key].times.append(self.now)
            assert len(self.served[key].recent(self.now)) <= LIMIT.quota

    @rule(key=KEYS)
    def return_after_the_window(self, key: str) -> None:
        self.now += LIMIT.window
        assert result_of(self.limiter.hit(key)).allowed
        self.served[key].times.append(self.now)


@pytest.mark.timeout(LONG_TIMEOUT)
@pytest.mark.parametrize("machine", [Limiter, FullLimiter])
@pytest.mark.parametrize("effort", IN_MEMORY)
def test_the_limiter_agrees_with_a_list_of_times(
    machine: type[RuleBasedStateMachine], effort: hypothesis.settings
) -> None:
    run(machine, effort)


class Middleware(RuleBasedStateMachine):
    """Anonymous callers from three addresses, and a server with a low limit."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.network = next_number()
        self.model: defaultdict[int, Model] = defaultdict(Model)

    @property
    def now(self) -> int:
        return round(self.world.clock.monotonic())

    def person(self, number: int) -> Person:
        """Return a caller that no other example uses; an address counts by its first 64 bits."""
        return Person("", address=f"2001:db8:{self.network & 0xFFFF:x}:{number}::1")

    def check_headers(self, response: Response, result: RateLimitResult) -> None:
        headers = response.headers
        assert headers["ratelimit-policy"] == '"default";q=4;w=60'
        assert headers["ratelimit"] == f'"default";r={result.remaining};t={result.reset}'
        wait = str(result.reset) if response.status == 429 else None
        assert headers.get("retry-after") == wait

    @rule(seconds=PAUSES)
    def wait(self, seconds: int) -> None:
        self.world.clock.advance(seconds=seconds)

    @rule(number=st.integers(1, 3), path=st.sampled_from(["/books", "/nowhere", "/books?page=0"]))
    def request(self, number: int, path: str) -> None:
        """Every request counts, whether the path exists, does not exist or is invalid."""
        result = self.model[number].hit(self.now)
        response = self.world.get(path, as_=self.person(number), checked=False)
        assert (response.status == 429) == (not result.allowed)
        self.check_headers(response, result)

    @rule(number=st.integers(1, 3), count=st.integers(2, 8))
    def request_concurrently(self, number: int, count: int) -> None:
        left = self.model[number].result(self.now).remaining
        request = functools.partial(
            self.world.sending, "GET", "/books", as_=self.person(number), checked=False
        )
        responses = self.world.together([request] * count)
        for _ in range(count):
            self.model[number].hit(self.now)
        passed = [response for response in responses if response.status != 429]
        assert len(passed) == min(left, count)

    @rule(number=st.integers(1, 3))
    def wait_as_indicated_and_request(self, number: int) -> None:
        response = self.world.get("/books", as_=self.person(number), checked=False)
        self.model[number].hit(self.now)
        if response.status == 429:
            self.world.clock.advance(seconds=int(response.headers["retry-after"]))
            self.request(number, "/books")
            assert self.now in self.model[number].times


@pytest.fixture(scope="module")
def migrated_database(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Path:
    return tmp_path_factory.mktemp("database")


@pytest.mark.timeout(LONG_TIMEOUT)
@pytest.mark.parametrize("effort", WITHOUT_DATABASE)
def test_the_middleware_agrees_with_a_list_of_times(
    migrated_database: Path, loop: Loop, effort: hypothesis.settings
) -> None:
    world = stage.world(
        worlds.settings(migrated_database, rate_limit=LIMIT), made_up.router.operations, loop
    )
    run(lambda: Middleware(world), effort)
    world.close()


def test_the_model_waits_for_the_oldest_request() -> None:
    spent = Model()
    assert [spent.hit(at).remaining for at in (0, 1, 1, 2)] == [3, 2, 1, 0]
    assert spent.result(59) == RateLimitResult(LIMIT, False, 0, 1)
    assert spent.result(60).remaining == 1
