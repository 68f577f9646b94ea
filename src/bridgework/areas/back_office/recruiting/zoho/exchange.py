"""One HTTP request to Zoho, with limits on the size and time of its response."""

import json
import re
import time
from typing import Any

import httpx2

from bridgework.areas.back_office.recruiting.errors import OutcomeUnknown
from bridgework.kit.core.net import bounded_responses
from bridgework.kit.core.observability.tracing import SpanFactory

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")

Response = tuple[int, object, httpx2.Headers]
"""Status, JSON, headers. The JSON is None for an invalid body and `{}` for an empty one."""


def send(
    client: httpx2.Client,
    spans: SpanFactory,
    span_name: str,
    request: tuple[str, str],
    *,
    max_bytes: int,
    seconds: float,
    **options: Any,
) -> Response:
    """Send a request, a pair of method and URL. Raises HTTPError or OutcomeUnknown."""
    until = time.monotonic() + seconds
    with spans.span(span_name, outbound=True) as span:
        span.set_attribute("http.request.method", request[0])
        with client.stream(*request, timeout=seconds, **options) as response:
            span.set_attribute("http.response.status_code", response.status_code)
            try:
                parts = response.iter_raw()
                body = bounded_responses.read(parts, max_bytes=max_bytes, until=until)
            except bounded_responses.ResponseRefused as error:
                raise OutcomeUnknown(str(error)) from None
    try:
        parsed = json.loads(body) if body else {}
    except ValueError:
        parsed = None
    return response.status_code, parsed, response.headers


def to_code(value: object) -> str:
    """Return a code or field name of Zoho's; `UNKNOWN` if it has another form.

    Other parts of an error are never passed on, because they may contain personal data.
    """
    return value if isinstance(value, str) and _CODE.fullmatch(value) else "UNKNOWN"
