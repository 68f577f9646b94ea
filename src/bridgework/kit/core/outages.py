"""The log lines of an outage: at most one per minute and component.

While a component is out of service, each request and each periodic task would log the same error.
"""

import logging
import threading
import time
from dataclasses import dataclass

from bridgework.kit.core.errors import NoRoomLeft, Unavailable

_SECONDS = 60.0


@dataclass(slots=True)
class _Component:
    logged_at: float
    suppressed: int = 0


_components: dict[str, _Component] = {}
_lock = threading.Lock()


def forget() -> None:
    """Log the next warning about each component."""
    with _lock:
        _components.clear()


def warn(log: logging.Logger, component: str, message: str, *arguments: object) -> None:
    """Log a warning unless one about the component was logged in the last minute.

    The next line about the component says how many warnings were not logged.
    """
    now = time.monotonic()
    with _lock:
        known = _components.get(component)
        if known is not None and now - known.logged_at < _SECONDS:
            known.suppressed += 1
            return
        suppressed = 0 if known is None else known.suppressed
        _components[component] = _Component(now)
    if suppressed:
        message += " (%d more warnings about the %s were not logged)"
        arguments = (*arguments, suppressed, component)
    log.warning(message, *arguments)


def report(log: logging.Logger, error: Exception, message: str) -> None:
    """Log the error that ended a background task: with its traceback, or as an outage."""
    if isinstance(error, Unavailable):
        component = "disk" if isinstance(error, NoRoomLeft) else error.code.partition("_")[0]
        warn(log, component, f"{message}: %s", error.code)
    else:
        log.error(message, exc_info=error)
