"""The log: one JSON object (or one line for people) an event, and never anybody's data.

What goes in is what an operator needs to act: no address of a person or a machine, no query
string, no path that could hold a token, no body.
"""

import contextvars
import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

Format = Literal["json", "text"]

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The request under way, so that a line written deep inside can be joined to it."""


def configure(form: Format, level: int = logging.INFO) -> None:
    """Send every logger of the process to standard error in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            line["requestId"] = request_id.get()
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class _Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S")
