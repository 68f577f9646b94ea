"""Measures whether the response times of two kinds of requests can be distinguished."""

import asyncio
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework.kit.http.responses import response_timing
from tests.world import ANONYMOUS, Person, World

CERTAIN = 4.0
"""Standard errors by which two medians differ by chance only once in many thousand times."""
NEARLY_ALL = 0.8
"""Eight of ten pairs; by chance once in a hundred times, assuming no ties."""
FINEST = 0.002
"""Seconds; the resolution of tests on a busy machine."""


@dataclass(frozen=True, slots=True)
class TimedRequest:
    """A request whose time is measured."""

    path: str
    body: object
    as_: Person = ANONYMOUS


async def _seconds(world: World, ask: TimedRequest) -> float:
    started = time.perf_counter()
    # Validating the response would take longer than the measured difference.
    await world.sending("POST", ask.path, ask.body, as_=ask.as_, checked=False)
    return time.perf_counter() - started


def measure(
    world: World,
    times: int,
    asks: Callable[[int], tuple[TimedRequest, TimedRequest]],
    **between: float,
) -> tuple[list[float], list[float]]:
    """Return the seconds of both kinds, sent as concurrent pairs with alternating order.

    So other load on the machine affects both. The clock advances between pairs.
    """

    async def pair(number: int) -> tuple[float, float]:
        one, other = asks(number)
        if number % 2:
            later, sooner = await asyncio.gather(_seconds(world, other), _seconds(world, one))
            return sooner, later
        sooner, later = await asyncio.gather(_seconds(world, one), _seconds(world, other))
        return sooner, later

    pairs = []
    for number in range(times):
        pairs.append(world.loop.run(pair(number)))
        world.clock.advance(**between)
    return [one for one, _ in pairs], [other for _, other in pairs]


def offsets_in_period(seconds: Sequence[float]) -> list[float]:
    """Return the time of each response since the last period boundary: all that is observable."""
    return [second % response_timing.PERIOD for second in seconds]


def periods_taken(seconds: Sequence[float]) -> list[int]:
    """Return the number of periods of each response; more than one on a busy machine."""
    return [int(second // response_timing.PERIOD) for second in seconds]


def is_one_always_later(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether the same kind took more periods in nearly all pairs."""
    later = Counter(
        (a > b) - (a < b) for a, b in zip(periods_taken(one), periods_taken(other), strict=True)
    )
    most, least = max(later[1], later[-1]), min(later[1], later[-1])
    return least == 0 and most >= NEARLY_ALL * len(one)


def must_be_indistinguishable(one: Sequence[float], other: Sequence[float]) -> None:
    """Fail unless both kinds end on a period boundary and cannot be distinguished."""
    offsets = offsets_in_period(one), offsets_in_period(other)
    assert max(map(statistics.median, offsets)) < response_timing.PERIOD / 4, summary(one, other)
    assert min(*periods_taken(one), *periods_taken(other)) >= 1, summary(one, other)
    assert not are_apart(*offsets), summary(one, other)
    assert not is_one_always_later(one, other), summary(one, other)


def are_apart(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether the medians differ by more than the spread of the times explains."""
    error = math.hypot(_error_of_median(one), _error_of_median(other))
    difference = abs(statistics.median(one) - statistics.median(other))
    return difference > CERTAIN * error + FINEST


def summary(one: Sequence[float], other: Sequence[float]) -> dict[str, Any]:
    """Return the times in milliseconds for a failure message."""
    return {
        "medians": [round(statistics.median(kind) * 1000, 2) for kind in (one, other)],
        "each": [[round(each * 1000, 1) for each in kind] for kind in (one, other)],
    }


def _error_of_median(seconds: Sequence[float]) -> float:
    """Return the standard error by the median absolute deviation, which ignores outliers."""
    median = statistics.median(seconds)
    deviation = 1.4826 * statistics.median(abs(each - median) for each in seconds)
    return 1.2533 * deviation / math.sqrt(len(seconds))
