"""The request that wrote a row, for logging and tracing later work on the row."""

import contextvars
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import sqlalchemy as sa

from bridgework.kit.core.observability import log

traceparent: contextvars.ContextVar[str] = contextvars.ContextVar("traceparent", default="")
"""The current trace in the format of W3C's `traceparent` header; empty without a trace."""


@dataclass(frozen=True, slots=True)
class RequestOrigin:
    """The request that wrote a row. Members are None without a request or without a trace."""

    request_id: str | None
    traceparent: str | None

    def columns(self) -> Mapping[str, str | None]:
        """The values of `columns` for another row with this origin."""
        return {"request_id": self.request_id, "traceparent": self.traceparent}

    @contextmanager
    def resume(self) -> Iterator[None]:
        """Log and trace the block as part of that request."""
        id_token = log.request_id.set(self.request_id or "")
        trace_token = traceparent.set(self.traceparent or "")
        try:
            yield
        finally:
            traceparent.reset(trace_token)
            log.request_id.reset(id_token)


def columns() -> tuple[sa.Column[str], sa.Column[str]]:
    """The columns in which a table stores the origin of its rows."""
    return sa.Column("request_id", sa.Text), sa.Column("traceparent", sa.Text)


def current_values() -> Mapping[str, str | None]:
    """The values of these columns for the current request."""
    return RequestOrigin(log.request_id.get() or None, traceparent.get() or None).columns()


class Originated(Protocol):
    """A record with the columns of an origin."""

    @property
    def request_id(self) -> str | None: ...
    @property
    def traceparent(self) -> str | None: ...


def from_row(row: Originated) -> RequestOrigin:
    """The origin of a record with these columns."""
    return RequestOrigin(row.request_id, row.traceparent)
