"""Responses with a body in memory."""

import json
from collections.abc import Mapping

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bridgework.kit.core import ApiError
from bridgework.kit.html_pages import CONTENT_TYPE, HtmlPage
from bridgework.kit.http.operations import JSON
from bridgework.kit.http.requests import Request
from bridgework.kit.http.responses import compression

_CONTENT_HEADERS = frozenset({b"content-type", b"content-length", b"content-encoding"})


class ApiResponse(Response):
    """A response that can be cached: sending it does not change it.

    Text is compressed for clients that accept it.
    """

    media_type: str | None = JSON

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, without its body for HEAD."""
        del receive
        # Middleware adds headers to this list.
        headers, is_compressed = compression.negotiate(self, scope["request"])
        body = bytes(self.body)
        if is_compressed:
            body = await compression.gzip_beside(body)
            headers.append((b"content-length", b"%d" % len(body)))
        start = {"type": "http.response.start", "status": self.status_code, "headers": headers}
        await send(start)
        sent = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": sent})


class EmptyResponse(ApiResponse):
    """A response without a body."""

    media_type = None

    def __init__(self, status: int, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(b"", status, headers)


def error_response(error: ApiError) -> ApiResponse:
    """Return the JSON response of an error with its headers."""
    body = json.dumps(error.body(), ensure_ascii=False).encode()
    return ApiResponse(body, error.status, _headers(error))


def error_page_response(error: ApiError, page: HtmlPage) -> ApiResponse:
    """Return the HTML page of an error with its headers."""
    headers = {
        **_headers(error),
        "content-type": CONTENT_TYPE,
        "content-security-policy": page.content_security_policy,
        "vary": "Accept",
    }
    return ApiResponse(page.html, error.status, headers)


def _headers(error: ApiError) -> dict[str, str]:
    return {
        name.replace("_", "-"): value.encode("latin-1", "replace").decode("latin-1")
        for name, value in error.headers.items()
    }


def gzipped(response: Response) -> ApiResponse:
    """Return the response with its body compressed, for clients that accept it."""
    body = compression.gzip(bytes(response.body))
    compressed = ApiResponse(body, response.status_code)
    compressed.raw_headers = compression.coded(response.raw_headers)
    compressed.raw_headers.append((b"content-length", b"%d" % len(body)))
    return compressed


def not_modified(response: Response, request: Request) -> EmptyResponse:
    """Return the 304 for a client that already has this response (RFC 9110 section 15.4.5).

    Its headers are those that the request would get with the body.
    """
    headers, _ = compression.negotiate(response, request)
    empty = EmptyResponse(304)
    empty.raw_headers = [pair for pair in headers if pair[0] not in _CONTENT_HEADERS]
    return empty
