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
        self._template = _JSON if form == "json" else _TEXT
        self._held: list[str] = []

    def write(self, name: str, method: str, status: int, request_id: bytes, started: float) -> None:
        """Note one request, from within the event loop; `started` by `time.perf_counter`."""
        if not _log.isEnabledFor(logging.INFO):
            return
        method = method if method in _METHODS else "-"
        took = (time.perf_counter() - started) * 1000
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._held.append(
            self._template.format(
                at=at, name=name, method=method, status=status, ms=took, id=request_id.decode()
            )
        )
        if len(self._held) >= _MOST_HELD:
            self.flush()
        elif len(self._held) == 1:
            asyncio.get_running_loop().call_later(_LONGEST_HELD_SECONDS, self.flush)

    def flush(self) -> None:
        """Write what is held."""
        if self._held:
            sys.stderr.write("".join(self._held))
            sys.stderr.flush()
            self._held.clear()


_JSON = (
    '{{"at":"{at}","level":"info","logger":"bridgework.access","message":"request",'
    '"operation":"{name}","method":"{method}","status":{status},"ms":{ms:.1f},'
    '"requestId":"{id}"}}\n'
)
_TEXT = "{at:.19} {method:6} {status} {ms:8.1f} ms  {name}  {id}\n"
