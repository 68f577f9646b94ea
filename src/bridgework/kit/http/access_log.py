"""One line a request, gathered and written together: a write a line would cost more than it."""

import asyncio
import logging
import sys
import time
from datetime import UTC, datetime

from bridgework.kit.log import Format

_log = logging.getLogger("bridgework.access")

_MOST_HELD = 500
_LONGEST_HELD_SECONDS = 0.25
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Those that are written out: what else a caller makes up is no text for a log."""


class AccessLog:
    """Operation, method, status, milliseconds and request id; nothing that names a person.

    A line waits a quarter of a second for others to be written with it.
    """

    def __init__(self, form: Format) -> None:
        self._line = _json if form == "json" else _text
        self._held: list[str] = []
        self._second = 0
        self._date = ""

    def write(self, name: str, method: str, status: int, request_id: bytes, started: float) -> None:
        """Note one request, from within the event loop; `started` by `time.perf_counter`."""
        if not _log.isEnabledFor(logging.INFO):
            return
        method = method if method in _METHODS else "-"
        took = (time.perf_counter() - started) * 1000
        at = self._now()
        self._held.append(self._line(at, name, method, status, took, request_id.decode()))
        if len(self._held) >= _MOST_HELD:
            self.flush()
        elif len(self._held) == 1:
            asyncio.get_running_loop().call_later(_LONGEST_HELD_SECONDS, self.flush)

    def _now(self) -> str:
        """The time in UTC, with milliseconds; what is before them is written once a second."""
        now = time.time()
        second = int(now)
        if second != self._second:
            self._second = second
            self._date = datetime.fromtimestamp(second, UTC).isoformat()[:19]
        return f"{self._date}.{int((now - second) * 1000):03}"

    def flush(self) -> None:
        """Write what is held."""
        if self._held:
            sys.stderr.write("".join(self._held))
            sys.stderr.flush()
            self._held.clear()


def _json(at: str, name: str, method: str, status: int, took: float, request_id: str) -> str:
    return (
        f'{{"at":"{at}+00:00","level":"info","logger":"bridgework.access","message":"request",'
        f'"operation":"{name}","method":"{method}","status":{status},"ms":{took:.1f},'
        f'"requestId":"{request_id}"}}\n'
    )


def _text(at: str, name: str, method: str, status: int, took: float, request_id: str) -> str:
    return f"{at:.19} {method:6} {status} {took:8.1f} ms  {name}  {request_id}\n"
