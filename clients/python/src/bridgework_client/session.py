"""The tokens of a session, and the rules when to refresh them and when to retry."""

from collections.abc import Callable
from dataclasses import dataclass

import httpx2

from bridgework_client.errors import seconds_to_wait
from bridgework_client.generated.models import SignedIn, SignedInOnDevice

DEVICE_PATHS = frozenset(
    {
        *("/auth/login", "/auth/verify-email", "/auth/admin/login", "/auth/admin/second-factor"),
        *("/auth/change-password", "/users/me/email/confirm", "/admin/me/master-password"),
    }
)
"""The operations that take the token of a known device."""

_SAFE = {"GET", "HEAD"}
_EXPIRED = 'error="invalid_token"'


@dataclass(frozen=True, slots=True)
class Tokens:
    """The two tokens of a session. Store them to continue it later."""

    access: str
    refresh: str

    @classmethod
    def of(cls, signed_in: SignedIn | SignedInOnDevice) -> "Tokens":
        """The tokens in the response of a sign-in."""
        return cls(signed_in["token"], signed_in["refreshToken"])


OnTokens = Callable[[Tokens | None], None]
"""Is called with each new pair of tokens, and with None when the session has ended."""


@dataclass(frozen=True, slots=True)
class RetryRules:
    """When a refused request is sent again: the server names a time in `Retry-After`."""

    retries: int
    """How many times a request is sent again."""
    max_wait: int
    """In seconds. A longer `Retry-After` raises the error at once."""

    def delay(self, request: httpx2.Request, response: httpx2.Response, done: int) -> int | None:
        """The seconds to wait before the request is sent again; None if it must not be."""
        wait = seconds_to_wait(response.headers)
        is_repeatable = request.method in _SAFE or "Idempotency-Key" in request.headers
        if wait is None or response.status_code < 400 or not is_repeatable:
            return None
        return wait if done < self.retries and wait <= self.max_wait else None


def has_expired(request: httpx2.Request, response: httpx2.Response) -> bool:
    """Whether the server no longer accepts the access token of a request."""
    challenge = response.headers.get("WWW-Authenticate", "")
    return "Authorization" in request.headers and _EXPIRED in challenge


def is_session_ended(response: httpx2.Response) -> bool:
    """Whether the response to a refresh says that the session has ended."""
    return response.status_code == 401
