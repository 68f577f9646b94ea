"""The interface of tracing: spans of requests, and spans within them.

Spans contain no personal data. Names of operations, templates and external services, methods,
statuses and request IDs are allowed; addresses, paths and query strings are not.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


class Span(Protocol):
    """A unit of work with a duration; it ends with its `with` block."""

    def set_attribute(self, name: str, value: str | int) -> None:
        """Set an attribute of the span."""
        ...

    def set_error(self, kind: str) -> None:
        """Mark the span as failed. `kind` is the class of the error, not its message."""
        ...


class SpanFactory(Protocol):
    """Creates spans."""

    def span(self, name: str, *, outbound: bool = False) -> AbstractContextManager[Span]:
        """Create a child of the current span, or of the resumed request's span.

        `outbound` marks a call to another server. An exception marks the span as failed.
        """
        ...


class RequestSpan(Protocol):
    """The span of a request."""

    def finish(self, operation: str, method: str, status: int, request_id: str) -> None:
        """End the span when the response was sent."""
        ...


class Tracer(SpanFactory, Protocol):
    """Creates spans of requests as well, and exports all spans."""

    def start_request(self, headers: Mapping[bytes, bytes]) -> RequestSpan:
        """Start the span of a request, continuing its `traceparent`, and make it current."""
        ...

    def start(self) -> None:
        """Start to export spans."""
        ...

    def close(self) -> None:
        """Export the remaining spans, within seconds, and stop."""
        ...


class NoSpans:
    """The factory while tracing is off."""

    @contextmanager
    def span(self, name: str, *, outbound: bool = False) -> Iterator[Span]:
        """A span that is not recorded."""
        del name, outbound
        yield _NO_SPAN


class _NoSpan:
    def set_attribute(self, name: str, value: str | int) -> None:
        del name, value

    def set_error(self, kind: str) -> None:
        del kind


_NO_SPAN = _NoSpan()
NO_SPANS = NoSpans()
