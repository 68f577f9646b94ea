"""HTTP requests to a server on this machine."""

import dataclasses
import http.client
import json
import pathlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

GOOD = (200, 201)
FAILURES = (click.ClickException, OSError, http.client.HTTPException, LookupError, ValueError)
"""Errors of a stack that cannot be built or started, or whose responses are not understood."""


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request; `authorization` is the whole header."""

    path: str
    method: str = "GET"
    body: str = ""
    authorization: str = ""
    content_type: str = "application/json"

    @classmethod
    def of_json(cls, method: str, path: str, body: object, authorization: str = "") -> "Request":
        return cls(path, method, json.dumps(body), authorization)

    @property
    def label(self) -> str:
        return f"{self.method} {self.path}"

    def headers(self) -> dict[str, str]:
        headers = {"Authorization": self.authorization} if self.authorization else {}
        return {**headers, "Content-Type": self.content_type} if self.body else headers

    def to_bytes(self, port: int) -> bytes:
        """Return the request as sent over a persistent connection."""
        body = self.body.encode()
        headers = {"Host": f"127.0.0.1:{port}", **self.headers()}
        if body:
            headers["Content-Length"] = str(len(body))
        lines = [f"{self.method} {self.path} HTTP/1.1"]
        lines += [f"{name}: {text}" for name, text in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body


@dataclasses.dataclass(frozen=True, slots=True)
class Response:
    """An HTTP response; header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def send(port: int, request: Request) -> Response:
    """Send one request.

    Raises OSError if the port is closed, http.client.HTTPException if the response is broken.
    """
    return next(send_all(port, [request]))


def send_all(port: int, requests: Iterable[Request]) -> Iterator[Response]:
    """Send requests in sequence over one connection. Raises like `send`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        for request in requests:
            content = request.body.encode() or None
            connection.request(request.method, request.path, content, request.headers())
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            yield Response(response.status, headers, response.read())
    finally:
        connection.close()


def must_succeed(port: int, request: Request) -> Response:
    """Send one request. Raises ClickException unless the response is 200 or 201."""
    return next(all_must_succeed(port, [request]))


def all_must_succeed(port: int, requests: Sequence[Request]) -> Iterator[Response]:
    """Send requests over one connection. Raises ClickException at the first error status."""
    for request, response in zip(requests, send_all(port, requests), strict=True):
        if response.status not in GOOD:
            text = response.body[:300].decode(errors="replace")
            raise click.ClickException(f"{request.label} got {response.status}: {text}")
        yield response


def write_requests(file: pathlib.Path, requests: Sequence[Request], port: int) -> None:
    """Write a file for load.lua: each request is preceded by a line with its length."""
    with file.open("wb") as out:
        for request in requests:
            content = request.to_bytes(port)
            out.write(b"%d\n%b" % (len(content), content))
