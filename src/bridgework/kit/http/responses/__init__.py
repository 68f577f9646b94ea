"""Responses: in memory, from files, streamed."""

from bridgework.kit.http.responses.accept import accepts_gzip, prefers_html
from bridgework.kit.http.responses.compression import is_text, negotiate
from bridgework.kit.http.responses.event_stream_response import EventStreamResponse
from bridgework.kit.http.responses.response_headers import EMBEDDABLE, ResponseHeaders
from bridgework.kit.http.responses.response_timing import pad_response_time
from bridgework.kit.http.responses.responses import (
    ApiResponse,
    EmptyResponse,
    error_page_response,
    error_response,
    gzipped,
    not_modified,
)
from bridgework.kit.http.responses.streamed_response import StreamedResponse
