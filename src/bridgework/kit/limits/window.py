"""A quota over a sliding window of time, and what has been spent of it."""

import array
import itertools
import json
import math
import re
import typing
from dataclasses import dataclass, field

_TICKS = 1000
_LARGEST = 10**9  # of requests, and of seconds: exact in every clock and header that carries them
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_QUOTA_AND_WINDOW = re.compile(r"([0-9]{1,15})/([0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `quota` requests in any `window` seconds; both from 1 to 10**9, else ValueError.

    The name stands in response headers and in keys: letters, digits, `_`, `.` and `-`.
    """

    name: str
    quota: int
    window: int
    policy: str = field(init=False, repr=False, compare=False)
    """The rule as an item of the `RateLimit-Policy` field: `"default";q=60;w=60`."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(
                f"{self.name!r} is no name for a limit: begin with a letter, go on with "
                "letters, digits, '_', '.' or '-', 64 characters at most."
            )
        if not (1 <= self.quota <= _LARGEST and 1 <= self.window <= _LARGEST):
            raise ValueError(
                f"The limit {self.name!r} is {self.quota}/{self.window}: "
                "the requests and the seconds must both be at least 1 and at most 1000000000."
            )
        # Told with every answer, so written once.
        object.__setattr__(self, "policy", f'"{self.name}";q={self.quota};w={self.window}')

    @classmethod
    def parse(cls, name: str, text: str) -> typing.Self:
        """The rule written as requests/seconds, such as 60/60; ValueError says what is wrong."""
        numbers = _QUOTA_AND_WINDOW.fullmatch(text.strip())
        if numbers is None:
            raise ValueError(
                f"The limit {name!r} is {text!r}: "
                "write it as requests/seconds in whole numbers, for example 60/60."
            )
        return cls(name, int(numbers[1]), int(numbers[2]))


class Verdict(typing.NamedTuple):
    """What a rule says to one request.

    `remaining` is what is left after it, never below 0. `reset` is in whole seconds, rounded up,
    from 1 to the rule's window: the time until more quota appears, the whole window when nothing
    is spent. For a refused request it is the Retry-After: whoever waits that long and meets no
    other spender is served.
    """

    rule: Rule
    allowed: bool
    remaining: int
    reset: int


class Window:
    """The log of what one caller has spent, for one rule; a few kilobytes however large the quota.

    Requests of the same tick, a thousandth of the window, stand in the log as one pair (time of
    the last of them, how many), each as if it had come with the last. So no request is forgotten
    early, the promise of the rule is exact, and about a thousand pairs are enough for any quota.

    `now` is in seconds from any fixed point. Should that clock step back by a window or less, the
    log's own time stands still until the clock is there again. Should it step back further, the
    earlier time was a mistake: all that is still counted is counted as spent just now, so that
    nobody waits longer than a window for a clock that once ran ahead. Neither lets more pass.
    """

    __slots__ = ("_latest", "_log", "_spent")

    def __init__(self) -> None:
        self._log = array.array("d")  # time, count, time, count, ...: oldest first, 16 bytes a pair
        self._spent = 0  # the sum of the counts
        self._latest = -math.inf  # the latest `now` that was ever given

    def spend(self, rule: Rule, now: float) -> Verdict:
        """Count one request if the rule allows it; a refused one is not counted."""
        now = self._advance(rule, now)
        if self._spent >= rule.quota:
            return Verdict(rule, False, 0, self._wait(rule, now))
        log = self._log
        if log and now * _TICKS // rule.window == log[-2] * _TICKS // rule.window:
            log[-2] = now
            log[-1] += 1
        else:
            log.extend((now, 1))
        self._spent += 1
        return Verdict(rule, True, rule.quota - self._spent, self._wait(rule, now))

    def peek(self, rule: Rule, now: float) -> Verdict:
        """Say what `spend` would find, and count nothing."""
        now = self._advance(rule, now)
        remaining = max(0, rule.quota - self._spent)
        return Verdict(rule, remaining > 0, remaining, self._wait(rule, now))

    def is_idle(self, rule: Rule, now: float) -> bool:
        """Whether nothing is counted any more, so that a fresh window would say the same."""
        return not self._log or self._log[-2] + rule.window <= now

    def copy(self) -> "Window":
        """A second window that has spent the same and goes its own way from here."""
        twin = Window()
        twin._log, twin._spent, twin._latest = self._log[:], self._spent, self._latest
        return twin

    def dump(self) -> str:
        """The window as compact JSON text, for a column of a database; `load` reads it.

        Store it after a refused request too: what the clock said then is part of it.
        """
        if self._latest == -math.inf:
            return "[]"
        numbers = [self._latest, *self._log]
        numbers[2::2] = map(int, numbers[2::2])
        return json.dumps(numbers, separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> "Window":
        """The window that `dump` wrote; ValueError if it is not one."""
        window = cls()
        numbers = _numbers(text)
        if numbers:
            window._latest = numbers[0]
            window._log.extend(numbers[1:])
            window._spent = int(sum(numbers[2::2]))
        return window

    def _advance(self, rule: Rule, now: float) -> float:
        """Forget what has left the window; the time to go by, which is `now` on a sound clock."""
        log = self._log
        if now >= self._latest:
            self._latest = now
        elif now >= self._latest - rule.window:
            now = self._latest
        else:
            self._latest = now
            if log:
                self._log = log = array.array("d", (now, self._spent))
        if log and log[0] + rule.window <= now:
            gone = 0
            while gone < len(log) and log[gone] + rule.window <= now:
                self._spent -= int(log[gone + 1])
                gone += 2
            del log[:gone]
        return now

    def _wait(self, rule: Rule, now: float) -> int:
        """Whole seconds until the count falls, and below the quota if it stands above."""
        log = self._log
        if not log:
            return rule.window
        excess = self._spent - rule.quota  # above 0 only after the quota was lowered
        last = 0
        while excess >= log[last + 1]:
            excess -= int(log[last + 1])
            last += 2
        until = log[last] + rule.window
        seconds = min(math.ceil(until - now), rule.window)
        # A difference of floats may be the smallest step too short, and the wait must suffice.
        return seconds if now + seconds >= until else seconds + 1


def _numbers(text: str) -> list[float]:
    """What stands in a dumped window: nothing, or the latest time and then the pairs in order."""
    try:
        numbers = json.loads(text, parse_int=float)
    except ValueError:
        numbers = None
    if not isinstance(numbers, list) or not all(type(one) is float for one in numbers):
        raise ValueError(_unreadable(text))
    times, counts = numbers[1::2], numbers[2::2]
    if (
        (numbers and len(times) != len(counts))
        or not all(math.isfinite(one) for one in numbers)
        or any(later < sooner for sooner, later in itertools.pairwise(times))
        or any(time > numbers[0] for time in times)
        or any(count < 1 or count % 1 for count in counts)
    ):
        raise ValueError(_unreadable(text))
    return numbers


def _unreadable(text: str) -> str:
    return (
        f"A stored limit reads {text[:80]!r}, which is no log of spent requests: "
        "delete the row that holds it, and its count starts afresh."
    )
