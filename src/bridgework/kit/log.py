"""The log: one JSON object (or one line for people) an event, and never anybody's data.

What goes in is what an operator needs to act: no address of a person or a machine, no query
string, no path that could hold a token, no body.
"""

import contextvars
import json
import logging
import re
import sys
import threading
import time
import traceback
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from typing import Any, Literal

from bridgework.kit import log_redaction

Format = Literal["json", "text"]

_log = logging.getLogger("bridgework")
_BATCH_SECONDS = 0.1
_MAX_BATCH = 1_000
_ACCESS_LINE = "{at} {method:6} {status} {ms:8.1f} ms  {operation}  {request_id}"
_OBJECTS = re.compile(r"[\n(<]")

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The request under way, so that a line written deep inside can be joined to it."""


def configure(form: Format, *, frank: bool = False) -> None:
    """Send every logger of the process to standard error in one form.

    `frank` writes out what exceptions say, whatever they hold: for a laptop, never for production.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(form, frank=frank))
    # No line shows them: https://docs.python.org/3/howto/logging.html#optimization
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries note their every step below that, addresses with query strings among them.
    root.setLevel(logging.WARNING)
    logging.getLogger("bridgework").setLevel(logging.INFO)
    threading.excepthook = _note_broken_thread


class _LineQueueHandler(QueueHandler):
    """Queues the formatted line of a record."""

    def prepare(self, record: logging.LogRecord) -> str:
        """Format the record in the thread of its request, which knows the request id."""
        return f"{self.format(record)}\n"


class _LineListener(QueueListener):
    """Writes queued lines to standard error, in batches.

    A thread that woke for each line would keep the interpreter from the event loop each time.
    """

    def __init__(self, queue: "SimpleQueue[str]") -> None:
        super().__init__(queue)
        self._queue = queue
        self._stream = sys.stderr
        self._lines: list[str] = []

    def dequeue(self, block: bool) -> Any:
        """The next line. Writes those before it when no other is queued."""
        if self._queue.empty():
            self._write()
            time.sleep(_BATCH_SECONDS)
        elif len(self._lines) >= _MAX_BATCH:
            self._write()
        return self._queue.get(block)

    def handle(self, record: Any) -> None:
        """Add a line to the batch."""
        self._lines.append(record)

    def stop(self) -> None:
        """End the thread and write what is queued."""
        super().stop()
        self._write()

    def _write(self) -> None:
        self._stream.write("".join(self._lines))
        self._stream.flush()
        self._lines.clear()


def queue_access_log(form: Format) -> QueueListener:
    """Write the access log in a thread of its own. Stop the listener to write what is queued."""
    queue: SimpleQueue[str] = SimpleQueue()
    handler = _LineQueueHandler(queue)
    handler.setFormatter(_formatter(form, frank=False))
    listener = _LineListener(queue)
    access_log = logging.getLogger("bridgework.access")
    access_log.handlers[:] = [handler]
    access_log.propagate = False
    listener.start()
    return listener


def _formatter(form: Format, *, frank: bool) -> logging.Formatter:
    return _Json(frank=frank) if form == "json" else _Text(frank=frank)


def _note_broken_thread(broken: threading.ExceptHookArgs) -> None:
    name = broken.thread.name if broken.thread else "?"
    _log.critical("the thread %s broke and is no more", name, exc_info=broken.exc_value)


class _Formatter(logging.Formatter):
    """Keeps what is somebody's out of messages and traces, unless it is to be frank."""

    def __init__(self, *, frank: bool) -> None:
        super().__init__(datefmt="%H:%M:%S")
        self._frank = frank

    def message(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        if self._frank:
            return message
        if record.name == "asyncio":  # goes on with what its objects look like
            message = _OBJECTS.split(message)[0].strip()
        return log_redaction.redact(message)

    def trace(self, record: logging.LogRecord) -> str:
        """The trace of what the record tells of, empty if it is no error."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return ""
        return (
            "".join(traceback.format_exception(error))
            if self._frank
            else log_redaction.format_trace(error)
        )


class _Json(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if hasattr(record, "access"):
            return _access_line(record)
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
        }
        if request_id.get():
            line["requestId"] = request_id.get()
        if trace := self.trace(record):
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False)


def _access_line(record: Any) -> str:
    """The JSON of a request. No value needs escaping: none is the client's own text."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    access = record.access
    return (
        f'{{"at": "{at}", "level": "info", "logger": "{record.name}", "message": "request", '
        f'"operation": "{access["operation"]}", "method": "{access["method"]}", '
        f'"status": {access["status"]}, "ms": {access["ms"]}, "requestId": "{request_id.get()}"}}'
    )


class _Text(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if hasattr(record, "access"):
            return _ACCESS_LINE.format_map(
                {
                    "at": datetime.fromtimestamp(record.created, UTC).isoformat()[:19],
                    "request_id": request_id.get(),
                    **record.access,
                }
            )
        at = self.formatTime(record, self.datefmt)
        line = f"{at} {record.levelname:<7} {self.message(record)}"
        trace = self.trace(record)
        return f"{line}\n{trace}" if trace else line
