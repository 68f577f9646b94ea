"""The access log: a line for each request, which a thread of its own formats and writes.

A request only appends a tuple to a queue. Waking a thread for each line would take the interpreter
from the event loop each time, so the thread writes a batch ten times a second. A line of the other
loggers writes the queue first (`log.configure`), so all lines are in the order of their events.
"""

import atexit
import json
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

_log = logging.getLogger("bridgework.log")
_access_log = logging.getLogger("bridgework.access")
_BATCH_SECONDS = 0.1
_MAX_BATCH = 1_000
_MAX_LINES = 100_000
"""The lines that wait while standard error is not read; some 30 MB."""
_SERVER_ERROR = 500


class AccessLine(NamedTuple):
    """A finished request. Only the path of an unknown operation is text of the client."""

    time: float
    operation: str
    method: str
    path: str
    status: int
    seconds: float
    request_id: str
    error: str = ""
    """The code of the error, if the response is one."""


class AccessLog:
    """The queue of the process. Without its thread, lines go to the handlers of the log at once."""

    def __init__(self) -> None:
        self._lines: deque[AccessLine] = deque()
        self._format: Callable[[AccessLine], str] | None = None
        self._stream = sys.stderr
        self._writing = threading.RLock()
        self._is_writable = True
        self._dropped = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_registered = False

    def register(self) -> None:
        """Write the queue at exit, and forget it in a forked process."""
        if not self._is_registered:
            self._is_registered = True
            atexit.register(self.flush)
            os.register_at_fork(after_in_child=self.forget)

    def start(self, form: Callable[[AccessLine], str]) -> None:
        """Start the thread, which writes to standard error."""
        self._stream, self._format = sys.stderr, form
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="access-log", daemon=True)
        self._thread.start()
        self.register()

    def stop(self) -> None:
        """End the thread and write what is queued."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        self.flush()
        self._report_dropped()
        self.forget()

    def forget(self) -> None:
        """Forget thread and queue, as after a fork: the lines are those of the parent process."""
        self._lines, self._format, self._thread = deque(), None, None
        self._dropped, self._is_writable = 0, True
        self._writing = threading.RLock()

    def add(self, line: AccessLine) -> None:
        """Queue a line, if the access log is on.

        While too many wait, a line is dropped and counted, unless it is that of a server error.
        """
        if not _access_log.isEnabledFor(logging.INFO):
            return
        if self._format is None:
            _access_log.handle(_record(line))
        elif len(self._lines) < _MAX_LINES:
            self._lines.append(line)
        elif line.status >= _SERVER_ERROR:
            self.flush()
            self._lines.append(line)
        else:
            self._dropped += 1

    @contextmanager
    def flushed(self) -> Iterator[None]:
        """Write what is queued before the line that the caller writes.

        The lock is the outermost one of all that write, since a destructor may log at any time.
        """
        with self._writing:
            self.flush()
            yield

    def flush(self) -> None:
        """Write what is queued now."""
        form = self._format
        if form is None or not self._lines:
            return
        with self._writing:
            left = len(self._lines)
            while left > 0:
                batch = self._next(min(left, _MAX_BATCH))
                left -= len(batch) or left
                try:
                    self._stream.write("".join([f"{form(line)}\n" for line in batch]))
                    self._stream.flush()
                    self._is_writable = True
                except (OSError, ValueError):  # a full disk, or standard error is closed
                    self._dropped += len(batch)
                    self._is_writable = False

    def _next(self, most: int) -> list[AccessLine]:
        """Take the next lines. A destructor that logs at the same time may have taken them."""
        lines: list[AccessLine] = []
        with suppress(IndexError):
            while len(lines) < most:
                lines.append(self._lines.popleft())
        return lines

    def _run(self) -> None:
        while not self._stopping.wait(_BATCH_SECONDS):
            self.flush()
            self._report_dropped()

    def _report_dropped(self) -> None:
        if self._dropped and self._is_writable:
            dropped, self._dropped = self._dropped, 0
            _log.warning("standard error failed or was not read; lost access lines: %d", dropped)


access_log = AccessLog()


def to_json(line: AccessLine) -> str:
    """The line as a JSON object."""
    error = f', "error": "{line.error}"' if line.error else ""
    return (
        f'{{"at": "{to_utc(line.time)}", "level": "info", "logger": "{_access_log.name}", '
        f'"message": "request", "operation": "{line.operation}", "method": "{line.method}", '
        f'"path": {_quoted(line.path)}, "status": {line.status}, '
        f'"ms": {line.seconds * 1000:.1f}, "requestId": "{line.request_id}"{error}}}'
    )


def to_text(line: AccessLine) -> str:
    """The line as text, in columns."""
    return (
        f"{to_utc(line.time)} {line.method:6} {line.status} {line.seconds * 1000:8.1f} ms  "
        f"{line.operation}  {_quoted(line.path)[1:-1]}  {line.request_id}"
        f"{line.error and '  '}{line.error}"
    )


def to_utc(time: float) -> str:
    """A time in UTC, in the format of the API."""
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


_quoted = lru_cache(maxsize=1024)(json.dumps)
"""Nearly all paths are templates of operations."""


def _record(line: AccessLine) -> logging.LogRecord:
    record = logging.LogRecord(_access_log.name, logging.INFO, "", 0, "request", None, None)
    record.access = line
    return record
