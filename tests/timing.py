"""How long two kinds of answer take, and whether somebody curious could tell them apart by that."""

import asyncio
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework.kit.http import response_timing
from tests.world import STRANGER, Person, World

CERTAIN = 4.0
"""Standard errors that two medians are apart by chance once in many thousand times."""
NEARLY_ALL = 0.8
"""Of ten pairs, eight: chance alone has that once in a hundred times, were there no ties at all."""
FINEST = 0.002
"""Seconds; no test on a busy machine sees less."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request whose time is taken."""

    path: str
    body: object
    as_: Person = STRANGER


async def _seconds(world: World, ask: Ask) -> float:
    began = time.perf_counter()
    # Holding the answer against the document would take longer than what is looked for.
    await world.sending("POST", ask.path, ask.body, as_=ask.as_, checked=False)
    return time.perf_counter() - began


def measured(
    world: World, times: int, asks: Callable[[int], tuple[Ask, Ask]], **between: float
) -> tuple[list[float], list[float]]:
    """The seconds of each of two kinds, asked in pairs at once, each first in every second pair.

    So whatever else the machine does, it does to both. Between pairs the clock moves on.
    """

    async def pair(number: int) -> tuple[float, float]:
        one, other = asks(number)
        if number % 2:
            later, sooner = await asyncio.gather(_seconds(world, other), _seconds(world, one))
            return sooner, later
        sooner, later = await asyncio.gather(_seconds(world, one), _seconds(world, other))
        return sooner, later

    taken = []
    for number in range(times):
        taken.append(world.loop.run(pair(number)))
        world.clock.advance(**between)
    return [one for one, _ in taken], [other for _, other in taken]


def after_the_beat(seconds: Sequence[float]) -> list[float]:
    """How long after a beat each answer came: all that is left of how long it took."""
    return [each % response_timing.PERIOD for each in seconds]


def beats(seconds: Sequence[float]) -> list[int]:
    """How many beats each answer took; a busy machine takes more than one."""
    return [int(each // response_timing.PERIOD) for each in seconds]


def one_is_always_later(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether of nearly all pairs the same kind took more beats; chance has it either way."""
    later = Counter((a > b) - (a < b) for a, b in zip(beats(one), beats(other), strict=True))
    most, least = max(later[1], later[-1]), min(later[1], later[-1])
    return least == 0 and most >= NEARLY_ALL * len(one)


def must_be_on_the_beat(one: Sequence[float], other: Sequence[float]) -> None:
    """Fail unless two kinds come on the beat, and nothing of their times tells them apart."""
    told = after_the_beat(one), after_the_beat(other)
    assert max(map(statistics.median, told)) < response_timing.PERIOD / 4, shown(one, other)
    assert min(*beats(one), *beats(other)) >= 1, shown(one, other)
    assert not are_apart(*told), shown(one, other)
    assert not one_is_always_later(one, other), shown(one, other)


def are_apart(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the medians differ by more than the spread of the times makes of itself."""
    error = math.hypot(_error_of_median(one), _error_of_median(other))
    difference = abs(statistics.median(one) - statistics.median(other))
    return difference > CERTAIN * error + FINEST


def shown(one: Sequence[float], other: Sequence[float]) -> dict[str, Any]:
    """What a failed test tells: milliseconds."""
    return {
        "medians": [round(statistics.median(kind) * 1000, 2) for kind in (one, other)],
        "each": [[round(each * 1000, 1) for each in kind] for kind in (one, other)],
    }


def _error_of_median(seconds: Sequence[float]) -> float:
    """Its standard error, by the median deviation, which stragglers don't move."""
    median = statistics.median(seconds)
    deviation = 1.4826 * statistics.median(abs(each - median) for each in seconds)
    return 1.2533 * deviation / math.sqrt(len(seconds))
