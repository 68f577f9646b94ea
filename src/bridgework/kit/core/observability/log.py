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
import traceback
from typing import Literal, TextIO

from bridgework.kit.core.observability import log_redaction
from bridgework.kit.core.observability.access_log import (
    AccessLine,
    AccessLog,
    access_log,
    to_json,
    to_text,
    to_utc,
)

Format = Literal["json", "text"]

_log = logging.getLogger("bridgework")
_OBJECTS = re.compile(r"[\n(<]")

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The ID of the current request, which is added to each of its log lines."""


def configure(form: Format, *, unredacted: bool = False) -> None:
    """Configure all loggers of the process to write to standard error.

    `unredacted` logs the messages of exceptions, which may contain personal data: for development
    only.
    """
    access_log.register()
    handler = _Handler(sys.stderr)
    handler.setFormatter(_formatter(form, unredacted=unredacted))
    # Not part of any format: https://docs.python.org/3/howto/logging.html#optimization
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Below this level, libraries log each step, including URLs with query strings.
    root.setLevel(logging.WARNING)
    logging.getLogger("bridgework").setLevel(logging.INFO)
    threading.excepthook = _log_thread_exception


def queue_access_log(form: Format) -> AccessLog:
    """Write the access log in its own thread. Stopping it writes the queued lines."""
    access_log.start(to_json if form == "json" else to_text)
    return access_log


class _Handler(logging.StreamHandler[TextIO]):
    """Writes the access log first, so that all lines are in the order of their events."""

    def handle(self, record: logging.LogRecord) -> bool:
        """Handle a record. The lock of the handler is not held yet."""
        with access_log.flushed():
            return super().handle(record)


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
        if isinstance(access := getattr(record, "access", None), AccessLine):
            return to_json(access)
        line: dict[str, object] = {
            "at": to_utc(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
        }
        if request_id.get():
            line["requestId"] = request_id.get()
        if trace := self.trace(record):
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False)


class _Text(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if isinstance(access := getattr(record, "access", None), AccessLine):
            return to_text(access)
        line = f"{to_utc(record.created)} {record.levelname:<7} {self.message(record)}"
        trace = self.trace(record)
        return f"{line}\n{trace}" if trace else line
