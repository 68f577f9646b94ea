"""A fake trace collector: OTLP over HTTP, parsed with OpenTelemetry's own classes."""

import contextlib
import gzip
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.servers import standing_in

_PATH = "/v1/traces"


@dataclass
class StandIn:
    """A collector and the spans it received; `raw` is the decompressed content of all requests."""

    url: str = ""
    spans: list[Span] = field(default_factory=list)
    resource: dict[str, str | int] = field(default_factory=dict)
    raw: bytes = b""
    ending: threading.Event = field(default_factory=threading.Event)

    def take(self, message: bytes) -> None:
        """Store one message."""
        request = ExportTraceServiceRequest.FromString(message)
        self.raw += message
        for of_resource in request.resource_spans:
            self.resource |= _written(of_resource.resource.attributes)
            for of_scope in of_resource.scope_spans:
                self.spans += of_scope.spans

    def named(self, name: str) -> list[Span]:
        """Return the spans with this name in order of arrival."""
        return [span for span in self.spans if span.name == name]


def facts(span: Span) -> Mapping[str, str | int]:
    """Return the attributes of a span."""
    return _written(span.attributes)


def _written(attributes: Iterator[KeyValue]) -> dict[str, str | int]:
    return {
        attribute.key: attribute.value.int_value
        if attribute.value.HasField("int_value")
        else attribute.value.string_value
        for attribute in attributes
    }


@contextlib.contextmanager
def running() -> Iterator[StandIn]:
    """Run a collector until the end of the block."""
    stand_in = StandIn()

    class TraceHandler(standing_in.Handler):
        def asked(self) -> None:
            is_ours = self.command == "POST" and self.path == _PATH
            is_protobuf = self.headers["content-type"] == "application/x-protobuf"
            if is_ours and is_protobuf:
                is_packed = self.headers.get("content-encoding") == "gzip"
                stand_in.take(gzip.decompress(self.raw) if is_packed else self.raw)
            response = ExportTraceServiceResponse().SerializeToString()
            self.send_response(200 if is_ours and is_protobuf else 404)
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", str(len(response)))
            self.end_headers()
            self.wfile.write(response)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - name of the base class
            """Log nothing."""

    with standing_in.listening(TraceHandler, stand_in.ending, "collector") as address:
        stand_in.url = address
        yield stand_in
