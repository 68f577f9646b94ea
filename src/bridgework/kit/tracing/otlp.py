"""Traces by OpenTelemetry: to a collector that speaks OTLP over HTTP.

Imported where an endpoint is set, and only there: the library takes a fifth of a second and some
megabytes. What its own variables (`OTEL_…`) say of sampling, headers and resources holds.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import context as contexts
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from bridgework import __version__
from bridgework.kit.tracing import origins

_PATH = "/v1/traces"
_SENDING_SECONDS = 5.0
"""How long a collector may take for a batch, all tries together."""
_BROKEN = 500
_HEADER = "traceparent"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER_METHOD = "_OTHER"
"""In place of what a caller made up, by OpenTelemetry's conventions."""


class OtlpTracer:
    """Tells a collector of every request, and of every letter and call to the outside in it."""

    def __init__(self, endpoint: str) -> None:
        """`endpoint` is the collector's address, without the path that OTLP has for traces."""
        self._endpoint = endpoint.rstrip("/") + _PATH
        told = {"service.name": "bridgework", "service.version": __version__}
        self._provider = TracerProvider(resource=Resource.create(told), shutdown_on_exit=False)
        self._tracer = self._provider.get_tracer("bridgework", __version__)
        self._header = TraceContextTextMapPropagator()

    def start(self) -> None:
        """Begin to send, from a thread of the library's own."""
        exporter = OTLPSpanExporter(
            endpoint=self._endpoint, timeout=_SENDING_SECONDS, compression=Compression.Gzip
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))

    def close(self) -> None:
        """Send what is left, and end the thread."""
        self._provider.shutdown()

    def arrived(self, headers: Mapping[bytes, bytes]) -> "OtlpArrival":
        """Begin a span, in the trace that the caller names if the header is a good one."""
        parent = self._of(headers.get(_HEADER.encode(), b"").decode("latin-1"))
        span = self._tracer.start_span("-", context=parent, kind=SpanKind.SERVER)
        # Never detached: the context is that of the request's own task, and ends with it.
        contexts.attach(trace.set_span_in_context(span, Context()))
        origins.traceparent.set(_written(span))
        return OtlpArrival(span)

    @contextmanager
    def step(self, name: str, *, outward: bool = False) -> Iterator["OtlpStep"]:
        """A span below the one under way, or else below the one that `origins` tell of."""
        under_way = trace.get_current_span().get_span_context().is_valid
        parent = None if under_way else self._of(origins.traceparent.get())
        kind = SpanKind.CLIENT if outward else SpanKind.INTERNAL
        span = self._tracer.start_span(name, context=parent, kind=kind)
        token = contexts.attach(trace.set_span_in_context(span))
        step = OtlpStep(span)
        try:
            yield step
        except BaseException as error:
            step.failed(type(error).__qualname__)  # its words may be somebody's
            raise
        finally:
            contexts.detach(token)
            span.end()

    def _of(self, traceparent: str) -> Context:
        return self._header.extract({_HEADER: traceparent}, context=Context())


class OtlpArrival:
    """A span that is a request."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def left(self, operation: str, method: str, status: int, request_id: bytes) -> None:
        """End the span, named by the operation: what was asked for is known only now."""
        span = self._span
        span.update_name(operation)
        span.set_attribute("http.request.method", method if method in _METHODS else _OTHER_METHOD)
        span.set_attribute("http.response.status_code", status)
        span.set_attribute("bridgework.request_id", request_id.decode())
        if status >= _BROKEN:
            span.set_status(StatusCode.ERROR)
        span.end()


class OtlpStep:
    """A span within a request, or one that follows from it."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def note(self, name: str, value: str | int) -> None:
        self._span.set_attribute(name, value)

    def failed(self, kind: str) -> None:
        self._span.set_attribute("error.type", kind)
        self._span.set_status(StatusCode.ERROR)


def _written(span: Span) -> str:
    """A span as the header of whoever carries on from it."""
    known = span.get_span_context()
    return f"00-{known.trace_id:032x}-{known.span_id:016x}-{known.trace_flags:02x}"
