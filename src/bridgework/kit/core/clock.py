"""The time, as an interface that tests can replace."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A source of the time."""

    def now(self) -> datetime:
        """The date and time, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds of a monotonic clock, for measuring durations."""
        ...


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()
