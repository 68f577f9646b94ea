"""Limits over moving time: the limiter, and its face at the front door, do as a simple list says.

Time moves by whole seconds, so that what comes within one tick of the window comes at once.
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

from bridgework.kit.rate_limit.limiter import RateLimiter
from bridgework.kit.rate_limit.sliding_window import RateLimitResult, Rule
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.machines.effort import AT_LENGTH, AT_THE_DOOR, IN_MEMORY, run
from tests.world import Person, Response, World, next_number

LIMIT = Rule("default", 4, 60)
PAUSES = st.one_of(st.integers(1, 5), st.integers(50, 70), st.sampled_from([59, 60, 61, 600]))
KEYS = st.sampled_from("abcdef")


def said(counting: Coroutine[Any, Any, RateLimitResult]) -> RateLimitResult:
    """What a limiter in this process says, which waits for nothing and needs no loop."""
    with pytest.raises(StopIteration) as end:
        counting.send(None)
    result: RateLimitResult = end.value.value
    return result


@dataclass
class Spent:
    """When one caller was served: all that a limit has to know."""

    times: list[int] = field(default_factory=list)

    def fresh(self, now: int) -> list[int]:
        return [at for at in self.times if at + LIMIT.window > now]

    def result(self, now: int) -> RateLimitResult:
        """What is said before this request is counted."""
        fresh = self.fresh(now)
        left = LIMIT.quota - len(fresh)
        reset = fresh[0] + LIMIT.window - now if fresh else LIMIT.window
        return RateLimitResult(LIMIT, left > 0, max(0, left), reset)

    def hit(self, now: int) -> RateLimitResult:
        """Count this request, if it may pass."""
        allowed = self.result(now).allowed
        self.times += [now] if allowed else []
        after = self.result(now)
        return RateLimitResult(LIMIT, allowed, after.remaining, after.reset)


class Counting(RuleBasedStateMachine):
    """A limiter that has room for all who come."""

    capacity = 100

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.limiter = RateLimiter(LIMIT, lambda: float(self.now), self.capacity)
        self.model: defaultdict[str, Spent] = defaultdict(Spent)

    @rule(seconds=PAUSES)
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(key=KEYS, times=st.integers(1, 6))
    def hit(self, key: str, times: int) -> None:
        for _ in range(times):
            expected = self.model[key].hit(self.now)
            assert said(self.limiter.hit(key)) == expected

    @rule(key=KEYS)
    def look(self, key: str) -> None:
        assert said(self.limiter.test(key)) == self.model[key].result(self.now)

    @rule(key=KEYS)
    def wait_as_told(self, key: str) -> None:
        """Whoever waits until there is more is served."""
        self.now += said(self.limiter.test(key)).reset
        self.hit(key, 1)
        assert self.now in self.model[key].times

    @invariant()
    def holds_no_more_than_there_are(self) -> None:
        assert len(self.limiter) <= len(self.model)


class Crowded(RuleBasedStateMachine):
    """A limiter with room for two: some share, and nobody gets more than alone."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.limiter = RateLimiter(LIMIT, lambda: float(self.now), 2)
        self.served: defaultdict[str, Spent] = defaultdict(Spent)

    @rule(seconds=PAUSES)
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(key=KEYS, times=st.integers(1, 6))
    def hit(self, key: str, times: int) -> None:
        for _ in range(times):
            looked = said(self.limiter.test(key))
            result = said(self.limiter.hit(key))
            assert looked.allowed or not result.allowed
            if result.allowed:
                self.served[key].times.append(self.now)
            assert len(self.served[key].fresh(self.now)) <= LIMIT.quota

    @rule(key=KEYS)
    def come_back_when_all_is_quiet(self, key: str) -> None:
        self.now += LIMIT.window
        assert said(self.limiter.hit(key)).allowed
        self.served[key].times.append(self.now)


@pytest.mark.timeout(AT_LENGTH)
@pytest.mark.parametrize("machine", [Counting, Crowded])
@pytest.mark.parametrize("effort", IN_MEMORY)
def test_the_limiter_agrees_with_a_list_of_times(
    machine: type[RuleBasedStateMachine], effort: hypothesis.settings
) -> None:
    run(machine, effort)


class AtTheDoor(RuleBasedStateMachine):
    """Strangers from three addresses, in front of a server with a small limit."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.network = next_number()
        self.model: defaultdict[int, Spent] = defaultdict(Spent)

    @property
    def now(self) -> int:
        return round(self.world.clock.monotonic())

    def person(self, number: int) -> Person:
        """Somebody whom no other story has met; an address counts by its first 64 bits."""
        return Person("", address=f"2001:db8:{self.network & 0xFFFF:x}:{number}::1")

    def told(self, answer: Response, result: RateLimitResult) -> None:
        headers = answer.headers
        assert headers["ratelimit-policy"] == '"default";q=4;w=60'
        assert headers["ratelimit"] == f'"default";r={result.remaining};t={result.reset}'
        wait = str(result.reset) if answer.status == 429 else None
        assert headers.get("retry-after") == wait

    @rule(seconds=PAUSES)
    def wait(self, seconds: int) -> None:
        self.world.clock.advance(seconds=seconds)

    @rule(number=st.integers(1, 3), path=st.sampled_from(["/books", "/nowhere", "/books?page=0"]))
    def ask(self, number: int, path: str) -> None:
        """Whatever is asked for counts: what is there, what is not, what does not fit."""
        result = self.model[number].hit(self.now)
        answer = self.world.get(path, as_=self.person(number), checked=False)
        assert (answer.status == 429) == (not result.allowed)
        self.told(answer, result)

    @rule(number=st.integers(1, 3), count=st.integers(2, 8))
    def ask_all_at_once(self, number: int, count: int) -> None:
        left = self.model[number].result(self.now).remaining
        ask = functools.partial(
            self.world.sending, "GET", "/books", as_=self.person(number), checked=False
        )
        answers = self.world.together([ask] * count)
        for _ in range(count):
            self.model[number].hit(self.now)
        passed = [answer for answer in answers if answer.status != 429]
        assert len(passed) == min(left, count)

    @rule(number=st.integers(1, 3))
    def wait_as_told_and_ask(self, number: int) -> None:
        answer = self.world.get("/books", as_=self.person(number), checked=False)
        self.model[number].hit(self.now)
        if answer.status == 429:
            self.world.clock.advance(seconds=int(answer.headers["retry-after"]))
            self.ask(number, "/books")
            assert self.now in self.model[number].times


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Path:
    return tmp_path_factory.mktemp("door")


@pytest.mark.timeout(AT_LENGTH)
@pytest.mark.parametrize("effort", AT_THE_DOOR)
def test_the_middleware_agrees_with_a_list_of_times(
    door: Path, loop: Loop, effort: hypothesis.settings
) -> None:
    world = stage.world(worlds.settings(door, rate_limit=LIMIT), made_up.router.operations, loop)
    run(lambda: AtTheDoor(world), effort)
    world.close()


def test_the_model_waits_for_the_oldest_request() -> None:
    spent = Spent()
    assert [spent.hit(at).remaining for at in (0, 1, 1, 2)] == [3, 2, 1, 0]
    assert spent.result(59) == RateLimitResult(LIMIT, False, 0, 1)
    assert spent.result(60).remaining == 1
