"""A clock that tests set manually."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


class ManualClock:
    """A clock that stands at noon until it is advanced."""

    def __init__(self) -> None:
        self._passed = timedelta(0)

    def now(self) -> datetime:
        return NOON + self._passed

    def monotonic(self) -> float:
        return self._passed.total_seconds()

    def advance(self, **span: float) -> None:
        """Let time pass: `advance(minutes=10)`."""
        self._passed += timedelta(**span)
