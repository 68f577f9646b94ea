"""The error that a refused request raises."""

import json
from collections.abc import Mapping
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
        self.code = cast("ErrorCode", self.body.get("error") or self.body.get("code") or "")
        self.message = str(self.body.get("message") or f"HTTP {self.status}")
        self.details: list[dict[str, Any]] = self.body.get("details") or []
        """The errors of a 422: `path`, `code` and `message` of each."""
        self.retry_after = seconds_to_wait(response.headers)
        self.request_id = response.headers.get("X-Request-Id")
        super().__init__(f"{self.status} {self.code}: {self.message}")


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
