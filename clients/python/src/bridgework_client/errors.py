"""The errors that a failed request raises."""

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

import httpx2

from bridgework_client.generated.error_codes import ErrorCode


class ApiError(Exception):
    """The server refused a request.

    Compare `code` with the codes in `error_codes`, for example `LoginErrorCode`. A newer server may
    have codes that this version does not list: handle these by `status`.
    """

    def __init__(self, response: httpx2.Response) -> None:
        """`response` has been read."""
        self.status = response.status_code
        self.body = _json_object(response)
        code = self.body.get("error") or self.body.get("code")
        is_text = isinstance(code, str) and code != ""
        self.code = cast("ErrorCode", code if is_text else f"http_{self.status}")
        """The code of the error; `http_502` if a response of status 502 has none."""
        self.message = str(self.body.get("message") or f"HTTP {self.status}")
        self.details: list[dict[str, Any]] = self.body.get("details") or []
        """The errors of a 422: `path`, `code` and `message` of each."""
        self.retry_after = seconds_to_wait(response.headers)
        self.request_id = response.headers.get("X-Request-Id")
        super().__init__(f"{self.status} {self.code}: {self.message}")


class NoResponse(ApiError):
    """There is no response: no connection, a timeout, or a broken connection.

    Its `code` is `no_response`, its `status` 0; `__cause__` is httpx2's error.
    """

    def __init__(self, error: httpx2.TransportError) -> None:
        self.status = 0
        self.body = {}
        self.code = cast("ErrorCode", "no_response")
        self.message = f"No response: {error}"
        self.details = []
        self.retry_after = None
        self.request_id = None
        Exception.__init__(self, self.message)
        self.__cause__ = error


@contextlib.contextmanager
def without_response() -> Iterator[None]:
    """Raise `NoResponse` in place of httpx2's errors of the connection."""
    try:
        yield
    except httpx2.TransportError as error:
        raise NoResponse(error) from error


def seconds_to_wait(headers: Mapping[str, str]) -> int | None:
    """The seconds in `Retry-After`; None without the header."""
    value = headers.get("Retry-After", "")
    return int(value) if value.isascii() and value.isdigit() else None


def _json_object(response: httpx2.Response) -> dict[str, Any]:
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
