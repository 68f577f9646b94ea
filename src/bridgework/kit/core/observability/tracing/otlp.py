"""Export of traces with OpenTelemetry, to a collector that accepts OTLP over HTTP.

Imported only if an endpoint is set, since the library takes 0.2 seconds and some megabytes. Its
environment variables (`OTEL_…`) for sampling, headers and resources apply.
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
from bridgework.kit.core.observability.tracing import request_origin

_PATH = "/v1/traces"
_SEND_TIMEOUT = 5.0
"""The timeout for sending a batch, including retries."""
_SERVER_ERROR = 500
_HEADER = "traceparent"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER_METHOD = "_OTHER"
"""The value for unknown methods in OpenTelemetry's semantic conventions."""


class OtlpTracer:
    """Exports a span for each request, and for each e-mail and external call within it."""

    def __init__(self, endpoint: str) -> None:
        """`endpoint` is the URL of the collector, without the path `/v1/traces`."""
        self._endpoint = endpoint.rstrip("/") + _PATH
        attributes = {"service.name": "bridgework", "service.version": __version__}
        self._provider = TracerProvider(
            resource=Resource.create(attributes), shutdown_on_exit=False
        )
        self._tracer = self._provider.get_tracer("bridgework", __version__)
        self._header = TraceContextTextMapPropagator()

    def start(self) -> None:
        """Start the thread that sends spans."""
        exporter = OTLPSpanExporter(
            endpoint=self._endpoint, timeout=_SEND_TIMEOUT, compression=Compression.Gzip
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))

    def close(self) -> None:
        """Send the remaining spans, and end the thread."""
        self._provider.shutdown()

    def start_request(self, headers: Mapping[bytes, bytes]) -> "OtlpRequestSpan":
        """Start a span, in the caller's trace if its `traceparent` header is valid."""
        parent = self._parent_context(headers.get(_HEADER.encode(), b"").decode("latin-1"))
        span = self._tracer.start_span("-", context=parent, kind=SpanKind.SERVER)
        # Never detached: the context belongs to the task of the request and ends with it.
        contexts.attach(trace.set_span_in_context(span, Context()))
        request_origin.traceparent.set(_to_traceparent(span))
        return OtlpRequestSpan(span)

    @contextmanager
    def span(self, name: str, *, outbound: bool = False) -> Iterator["OtlpSpan"]:
        """A child of the current span, or of the resumed request's span."""
        has_current = trace.get_current_span().get_span_context().is_valid
        parent = None if has_current else self._parent_context(request_origin.traceparent.get())
        kind = SpanKind.CLIENT if outbound else SpanKind.INTERNAL
        span = self._tracer.start_span(name, context=parent, kind=kind)
        token = contexts.attach(trace.set_span_in_context(span))
        child = OtlpSpan(span)
        try:
            yield child
        except BaseException as error:
            child.set_error(type(error).__qualname__)  # the message may contain personal data
            raise
        finally:
            contexts.detach(token)
            span.end()

    def _parent_context(self, traceparent: str) -> Context:
        return self._header.extract({_HEADER: traceparent}, context=Context())


class OtlpRequestSpan:
    """The span of a request."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def finish(self, operation: str, method: str, status: int, request_id: str) -> None:
        """End the span and name it after the operation, which is known only now."""
        span = self._span
        span.update_name(operation)
        span.set_attribute("http.request.method", method if method in _METHODS else _OTHER_METHOD)
        span.set_attribute("http.response.status_code", status)
        span.set_attribute("bridgework.request_id", request_id)
        if status >= _SERVER_ERROR:
            span.set_status(StatusCode.ERROR)
        span.end()


class OtlpSpan:
    """A span within a request, or within its background work."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def set_attribute(self, name: str, value: str | int) -> None:
        self._span.set_attribute(name, value)

    def set_error(self, kind: str) -> None:
        self._span.set_attribute("error.type", kind)
        self._span.set_status(StatusCode.ERROR)


def _to_traceparent(span: Span) -> str:
    """The `traceparent` header that names the span as the parent."""
    ids = span.get_span_context()
    return f"00-{ids.trace_id:032x}-{ids.span_id:016x}-{ids.trace_flags:02x}"
