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
import traceback
from datetime import UTC, datetime
from typing import Literal

from bridgework.kit import log_redaction

Format = Literal["json", "text"]

_log = logging.getLogger("bridgework")
_OBJECTS = re.compile(r"[\n(<]")

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The request under way, so that a line written deep inside can be joined to it."""


def configure(form: Format, *, frank: bool = False) -> None:
    """Send every logger of the process to standard error in one form.

    `frank` writes out what exceptions say, whatever they hold: for a laptop, never for production.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json(frank=frank) if form == "json" else _Text(frank=frank))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries note their every step below that, addresses with query strings among them.
    root.setLevel(logging.WARNING)
    logging.getLogger("bridgework").setLevel(logging.INFO)
    threading.excepthook = _note_broken_thread


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


class _Text(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = self.formatTime(record, self.datefmt)
        line = f"{at} {record.levelname:<7} {self.message(record)}"
        trace = self.trace(record)
        return f"{line}\n{trace}" if trace else line
