"""A quota over a sliding window of time, and the hits that count against it."""

import json
import math
import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from typing import Annotated, NamedTuple, Self

from pydantic import AfterValidator, FiniteFloat, TypeAdapter

_TICKS = 1000
_MAX_NUMBER = 10**9  # requests or seconds: exact in every clock and header that carries them
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_QUOTA_AND_WINDOW = re.compile(r"([0-9]{1,15})/([0-9]{1,15})")


def _check_order(numbers: list[float]) -> list[float]:
    times, counts = numbers[1::2], numbers[2::2]
    clock = [*times, *numbers[:1]]
    if len(times) != len(counts) or clock != sorted(clock):
        raise ValueError("a count is missing, or the times are not in order")
    if not all(count.is_integer() and 1 <= count <= _MAX_NUMBER for count in counts):
        raise ValueError("a count is not a whole number from 1 to 1000000000")
    return numbers


_NUMBERS = TypeAdapter(Annotated[list[FiniteFloat], AfterValidator(_check_order)])


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `quota` requests in any `window` seconds; both from 1 to 10**9, else ValueError.

    The name appears in response headers and in keys: letters, digits, `_`, `.` and `-`.
    """

    name: str
    quota: int
    window: int

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(
                f"{self.name!r} is not a valid name of a limit: it must start with a letter and "
                "contain only letters, digits, '_', '.' and '-', at most 64 characters."
            )
        if not (1 <= self.quota <= _MAX_NUMBER and 1 <= self.window <= _MAX_NUMBER):
            raise ValueError(
                f"The limit {self.name!r} is {self.quota}/{self.window}: "
                "the requests and the seconds must both be at least 1 and at most 1000000000."
            )

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """Read a rule written as requests/seconds, such as 60/60; ValueError says what is wrong."""
        numbers = _QUOTA_AND_WINDOW.fullmatch(text.strip())
        if numbers is None:
            raise ValueError(
                f"The limit {name!r} is {text!r}: "
                "write it as requests/seconds in whole numbers, for example 60/60."
            )
        return cls(name, int(numbers[1]), int(numbers[2]))

    def scaled(self, factor: int) -> "Rule":
        """Return a rule with a multiple of the quota, at most 10**9, and otherwise the same."""
        return self if factor == 1 else _scaled(self, factor)


@lru_cache(maxsize=256)
def _scaled(rule: Rule, factor: int) -> Rule:
    return Rule(rule.name, min(rule.quota * factor, _MAX_NUMBER), rule.window)


class RateLimitResult(NamedTuple):
    """The result of a rule for one request.

    `remaining` is the quota left after the request, never below 0. `reset` is the time until more
    quota is available, in whole seconds, rounded up, from 1 to the rule's window; it is the whole
    window if nothing is counted. A refused request that is repeated after `reset` is allowed.
    """

    rule: Rule
    allowed: bool
    remaining: int
    reset: int


class SlidingWindow:
    """The hits of one key under one rule, in a few kilobytes however large the quota is.

    Hits within the same tick, a thousandth of the window, share an entry and expire with the last
    of them. No hit expires early, so the limit is exact.

    `now` is in seconds of any clock. If the clock steps back by at most one window, the latest time
    is used until the clock reaches it again. If it steps back further, the latest time was wrong:
    all hits are moved to `now`, and expire one window later. Neither allows more requests.
    """

    __slots__ = ("_counts", "_latest", "_times", "_total")

    def __init__(self) -> None:
        self._times = array("d")  # of the entries, oldest first
        self._counts = array("q")  # of hits in each entry
        self._total = 0
        self._latest = -math.inf  # the latest `now` of any call

    def hit(self, rule: Rule, now: float) -> RateLimitResult:
        """Count one request if the rule allows it; a refused request is not counted."""
        now = self._advance(rule, now)
        allowed = self._total < rule.quota
        if allowed:
            times = self._times
            if times and now * _TICKS // rule.window == times[-1] * _TICKS // rule.window:
                times[-1] = now
                self._counts[-1] += 1
            else:
                times.append(now)
                self._counts.append(1)
            self._total += 1
        return self._result(rule, now, allowed=allowed)

    def test(self, rule: Rule, now: float) -> RateLimitResult:
        """Return whether a hit would be allowed, without counting one."""
        now = self._advance(rule, now)
        return self._result(rule, now, allowed=self._total < rule.quota)

    def is_expired(self, rule: Rule, now: float) -> bool:
        """Whether no hit counts any more, so that a new window would give the same results."""
        return not self._times or self._times[-1] + rule.window <= now

    def dump(self) -> str:
        """Write the window as compact JSON text that `load` reads."""
        if self._latest == -math.inf:
            return "[]"
        entries = chain.from_iterable(zip(self._times, self._counts, strict=True))
        return json.dumps([self._latest, *entries], separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote; ValueError if the text is something else."""
        try:
            numbers = _NUMBERS.validate_json(text, strict=True)
        except ValueError:
            raise ValueError(
                f"The stored limit {text[:80]!r} is not a sliding window: "
                "delete the row to reset its count."
            ) from None
        window = cls()
        if numbers:
            window._latest = numbers[0]
            window._times.extend(numbers[1::2])
            window._counts.extend(map(int, numbers[2::2]))
            window._total = sum(window._counts)
        return window

    def _advance(self, rule: Rule, now: float) -> float:
        """Drop expired hits. Returns the time to use: `now`, unless the clock stepped back."""
        if now < self._latest - rule.window:
            self._times = array("d", [now] * len(self._times))
        elif now < self._latest:
            now = self._latest
        self._latest = now
        times = self._times
        if times and times[0] + rule.window <= now:
            expired = bisect_right(times, now, key=lambda time: time + rule.window)
            self._total -= sum(self._counts[:expired])
            del times[:expired], self._counts[:expired]
        return now

    def _result(self, rule: Rule, now: float, *, allowed: bool) -> RateLimitResult:
        remaining, reset = rule.quota - self._total, rule.window
        if self._times:
            until = self._times[0] + rule.window
            if remaining < 0:  # the quota was lowered: several hits have to expire
                totals = zip(self._times, accumulate(self._counts), strict=True)
                until = rule.window + next(time for time, total in totals if total > -remaining)
            reset = min(math.ceil(until - now), rule.window)
            if now + reset < until:  # the difference was rounded down
                reset += 1
        return RateLimitResult(rule, allowed, max(0, remaining), reset)
