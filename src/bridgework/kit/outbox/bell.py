"""How a commit tells the worker of its own process that there is mail."""

import threading


class Bell:
    """Rung after a commit; the worker waits for it, or for the time to look anyway."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def ring(self) -> None:
        """Wake whoever waits."""
        self._event.set()

    def wait(self, seconds: float) -> None:
        """Wait for a ring, at most so long."""
        self._event.wait(seconds)
        self._event.clear()
