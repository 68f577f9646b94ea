"""The access token, valid for an hour and shared by all requests.

Zoho accepts the thirty latest tokens and limits how often one is fetched. Therefore one thread
fetches the token while the others wait, and a failure is cached for some seconds.
"""

import logging
import threading
from collections.abc import Callable, Mapping

import httpx2

from bridgework.areas.back_office.recruiting.errors import (
    OutcomeUnknown,
    RecruitingNotConnected,
    RecruitingUnavailable,
)
from bridgework.areas.back_office.recruiting.zoho import exchange
from bridgework.areas.back_office.recruiting.zoho.exchange import to_code
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory

_log = logging.getLogger("bridgework.zoho")

_PATH = "/oauth/v2/token"
_SECONDS = 10.0
_MARGIN = 300.0
"""A token is not used in the last seconds of its lifetime."""
_SHORTEST_USE = 30.0
_DEFAULT_TTL = 3600.0
_RETRY_AFTER_FAILURE = 5
_RETRY_AFTER_REFUSAL = 60
_MAX_BYTES = 64 * 1024

TokenError = RecruitingUnavailable | RecruitingNotConnected


class Tokens:
    """Fetches and caches the access token. Thread-safe."""

    def __init__(
        self,
        client: httpx2.Client,
        accounts_url: str,
        grant: Mapping[str, str],
        monotonic: Callable[[], float],
        spans: SpanFactory = NO_SPANS,
    ) -> None:
        """`grant` holds `client_id`, `client_secret` and `refresh_token`."""
        self._client = client
        self._url = accounts_url.rstrip("/") + _PATH
        self._form = {**grant, "grant_type": "refresh_token"}
        self._monotonic = monotonic
        self._spans = spans
        self._lock = threading.Lock()
        self._token = ""
        self._valid_until = 0.0
        self._error: TokenError | None = None
        self._error_until = 0.0

    def token(self) -> str:
        """Return a valid token. Raises RecruitingUnavailable or RecruitingNotConnected."""
        with self._lock:
            now = self._monotonic()
            if self._token and now < self._valid_until:
                return self._token
            if self._error is not None and now < self._error_until:
                raise self._error.with_traceback(None)
            try:
                self._token, ttl = self._fetch()
            except (RecruitingUnavailable, RecruitingNotConnected) as error:
                wait = _RETRY_AFTER_REFUSAL
                if isinstance(error, RecruitingUnavailable):
                    wait = error.wait
                self._error, self._error_until = error, now + wait
                raise
            self._error = None
            self._valid_until = now + max(ttl - _MARGIN, _SHORTEST_USE)
            return self._token

    def discard(self, token: str) -> None:
        """Stop using this token, unless it was already replaced."""
        with self._lock:
            if token == self._token:
                self._token = ""

    def _fetch(self) -> tuple[str, float]:
        """Fetch a token and its lifetime in seconds. A lost connection is retried once."""
        try:
            try:
                status, body = self._send()
            except httpx2.HTTPError:
                status, body = self._send()
        except httpx2.HTTPError as error:
            raise RecruitingUnavailable(_RETRY_AFTER_FAILURE, type(error).__name__) from None
        except OutcomeUnknown as error:
            raise RecruitingUnavailable(_RETRY_AFTER_FAILURE, error.reason) from None
        token, ttl = body.get("access_token"), body.get("expires_in")
        # A refusal can have status 200; it then has no token.
        if isinstance(token, str) and token and status == 200:
            return token, float(ttl) if isinstance(ttl, int | float) else _DEFAULT_TTL
        raise _refusal(status, body.get("error"))

    def _send(self) -> tuple[int, Mapping[str, object]]:
        status, body, _ = exchange.send(
            self._client,
            self._spans,
            "fetch a token from Zoho",
            ("POST", self._url),
            max_bytes=_MAX_BYTES,
            seconds=_SECONDS,
            data=self._form,
        )
        return status, body if isinstance(body, dict) else {}


def _refusal(status: int, error: object) -> TokenError:
    # Zoho returns "Access Denied" to a client that fetched tokens too often.
    is_denied = isinstance(error, str) and "denied" in error.lower()
    if status == 429 or is_denied:
        return RecruitingUnavailable(_RETRY_AFTER_REFUSAL, "too many token requests")
    if status >= 500 or error is None:
        return RecruitingUnavailable(_RETRY_AFTER_FAILURE, f"no token, status {status}")
    _log.error(
        "Zoho refuses an access token (%s): check BRIDGEWORK_ZOHO_CLIENT_ID, _CLIENT_SECRET and"
        " _REFRESH_TOKEN, and that BRIDGEWORK_ZOHO_ACCOUNTS_URL belongs to the same data center",
        to_code(error),
    )
    return RecruitingNotConnected(to_code(error))
