"""Tracing of requests, including their background work.

`request_origin.py` stores in a row the request that wrote it, so that later work on the row is
logged and traced as part of that request. `tracer.py` is the interface of tracing, which is off by
default; `otlp.py` exports traces with OpenTelemetry.
"""

from bridgework.kit.core.observability.tracing.request_origin import RequestOrigin
from bridgework.kit.core.observability.tracing.tracer import NO_SPANS, Span, SpanFactory, Tracer
