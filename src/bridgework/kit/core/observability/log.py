"""The log: one JSON object or one line of text per event, without personal data.

It contains what an operator needs to act, but no e-mail or IP addresses, no query strings, no paths
that could contain a token, and no bodies.
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

from bridgework.kit.core.observability import log_redaction

Format = Literal["json", "text"]

_log = logging.getLogger("bridgework")
_BATCH_SECONDS = 0.1
_MAX_BATCH = 1_000
_ACCESS_LINE = "{at} {method:6} {status} {ms:8.1f} ms  {operation}  {path}  {request_id}"
_OBJECTS = re.compile(r"[\n(<]")

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The ID of the current request, which is added to each of its log lines."""


def configure(form: Format, *, unredacted: bool = False) -> None:
    """Configure all loggers of the process to write to standard error.

    `unredacted` logs the messages of exceptions, which may contain personal data: for development
    only.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(form, unredacted=unredacted))
    # Not part of any format: https://docs.python.org/3/howto/logging.html#optimization
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Below this level, libraries log each step, including URLs with query strings.
    root.setLevel(logging.WARNING)
    logging.getLogger("bridgework").setLevel(logging.INFO)
    threading.excepthook = _log_thread_exception


class _LineQueueHandler(QueueHandler):
    """Queues the formatted line of a record."""

    def prepare(self, record: logging.LogRecord) -> str:
        """Format the record in the thread of its request, where the request ID is set."""
        return f"{self.format(record)}\n"


class _LineListener(QueueListener):
    """Writes queued lines to standard error, in batches.

    Waking a thread for each line would take the interpreter from the event loop each time.
    """

    def __init__(self, queue: "SimpleQueue[str]") -> None:
        super().__init__(queue)
        self._queue = queue
        self._stream = sys.stderr
        self._lines: list[str] = []

    def dequeue(self, block: bool) -> Any:
        """Return the next line. Writes the batch first if the queue is empty."""
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
    """Write the access log in its own thread. Stopping the listener writes the queued lines."""
    queue: SimpleQueue[str] = SimpleQueue()
    handler = _LineQueueHandler(queue)
    handler.setFormatter(_formatter(form, unredacted=False))
    listener = _LineListener(queue)
    access_log = logging.getLogger("bridgework.access")
    access_log.handlers[:] = [handler]
    access_log.propagate = False
    listener.start()
    return listener


def _formatter(form: Format, *, unredacted: bool) -> logging.Formatter:
    return _Json(unredacted=unredacted) if form == "json" else _Text(unredacted=unredacted)


def _log_thread_exception(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread else "?"
    _log.critical("the thread %s ended with an exception", name, exc_info=args.exc_value)


class _Formatter(logging.Formatter):
    """Redacts personal data in messages and tracebacks, unless `unredacted` is set."""

    def __init__(self, *, unredacted: bool) -> None:
        super().__init__()
        self._unredacted = unredacted

    def message(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        if self._unredacted:
            return message
        if record.name == "asyncio":  # continues with the repr of objects
            message = _OBJECTS.split(message)[0].strip()
        return log_redaction.redact(message)

    def trace(self, record: logging.LogRecord) -> str:
        """The traceback of the record's exception; empty without one."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return ""
        return (
            "".join(traceback.format_exception(error))
            if self._unredacted
            else log_redaction.format_trace(error)
        )


class _Json(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if hasattr(record, "access"):
            return _access_line(record)
        line: dict[str, object] = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
        }
        if request_id.get():
            line["requestId"] = request_id.get()
        if trace := self.trace(record):
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    """The time of a record in UTC, in the format of the API."""
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    return time.replace("+00:00", "Z")


def _access_line(record: Any) -> str:
    """The JSON of a request. Only the path of an unknown operation is text of the client."""
    access = record.access
    return (
        f'{{"at": "{_time(record)}", "level": "info", "logger": "{record.name}", '
        f'"message": "request", '
        f'"operation": "{access["operation"]}", "method": "{access["method"]}", '
        f'"path": {json.dumps(access["path"])}, "status": {access["status"]}, '
        f'"ms": {access["ms"]}, "requestId": "{request_id.get()}"}}'
    )


class _Text(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if hasattr(record, "access"):
            return _ACCESS_LINE.format_map(
                {
                    **record.access,
                    "at": _time(record),
                    "path": json.dumps(record.access["path"]).strip('"'),
                    "request_id": request_id.get(),
                }
            )
        line = f"{_time(record)} {record.levelname:<7} {self.message(record)}"
        trace = self.trace(record)
        return f"{line}\n{trace}" if trace else line
