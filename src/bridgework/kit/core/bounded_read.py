"""A read of a service that may hang, with a bounded wait."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from bridgework.kit.core.errors import Unavailable

Result = TypeVar("Result")


class BoundedRead(Generic[Result]):
    """Runs `read` in a thread of its own, in one at a time, so that no caller waits long."""

    def __init__(self, read: Callable[[], Result], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._lock = threading.Lock()
        self._running: _Run[Result] | None = None

    def result(self) -> Result | None:
        """Return the result, or None if the service is unavailable or does not respond in time.

        While an earlier read hangs, no further one begins. Raises other errors of `read`.
        """
        with self._lock:
            if self._running is not None and not self._running.has_ended(0):
                return None
            self._running = _Run(self._read)
            if not self._running.has_ended(self._seconds):
                return None
            run, self._running = self._running, None
        return run.result()


class _Run(Generic[Result]):
    def __init__(self, read: Callable[[], Result]) -> None:
        self._read = read
        self._results: list[Result] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="bounded-read", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._results.append(self._read())
        except Exception as error:  # noqa: BLE001 - raised in the thread of the caller
            self._error = error

    def has_ended(self, seconds: float) -> bool:
        """Wait at most `seconds` for the end."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def result(self) -> Result | None:
        if isinstance(self._error, Unavailable):
            return None
        if self._error is not None:
            raise self._error
        return self._results[0]
