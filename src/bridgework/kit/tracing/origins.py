"""Which request wrote a row: what is done about it later is logged and traced as that request's."""

import contextvars
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bridgework.kit import log

traceparent: contextvars.ContextVar[str] = contextvars.ContextVar("traceparent", default="")
"""The trace that is under way, as W3C's header of that name has it; empty while none is kept."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The request that wrote a row, None where it was none, or none that was traced."""

    request_id: str | None
    traceparent: str | None

    def columns(self) -> Mapping[str, str | None]:
        """What a row holds that comes from it too."""
        return {"request_id": self.request_id, "traceparent": self.traceparent}

    @contextmanager
    def resumed(self) -> Iterator[None]:
        """Have whatever is logged and traced in the block be that request's."""
        was_id = log.request_id.set(self.request_id or "")
        was_traced = traceparent.set(self.traceparent or "")
        try:
            yield
        finally:
            traceparent.reset(was_traced)
            log.request_id.reset(was_id)


def columns() -> tuple[sa.Column[str], sa.Column[str]]:
    """The columns of a table whose rows remember it."""
    return sa.Column("request_id", sa.Text), sa.Column("traceparent", sa.Text)


def here() -> Mapping[str, str | None]:
    """What those columns hold in a row that is written now."""
    return Origin(log.request_id.get() or None, traceparent.get() or None).columns()


def of(row: Any) -> Origin:
    """Where a row with those columns came from."""
    return Origin(row.request_id, row.traceparent)
