"""A client of Zoho Recruit's API v2: requests, retries, and error codes.

A session sends all requests to Zoho for one request to this API. It has a deadline that limits each
request, and retries temporary errors until then.
"""

import logging
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

import httpx2

from bridgework.areas.back_office.recruiting.errors import (
    CandidateRefused,
    OutcomeUnknown,
    RecruitingNotConnected,
    RecruitingUnavailable,
)
from bridgework.areas.back_office.recruiting.zoho import exchange
from bridgework.areas.back_office.recruiting.zoho.exchange import to_code
from bridgework.areas.back_office.recruiting.zoho.tokens import Tokens
from bridgework.kit.core import outages
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory

_log = logging.getLogger("bridgework.zoho")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # it logs every request as INFO

SECONDS = 10.0
"""The timeout of one request."""
SESSION_SECONDS = 40.0
"""The timeout of all requests of a session: well under the lease of an attempt."""
PAUSES = (0.25, 1.0)
"""The waits before the second and the third try, unless Zoho asks for a longer one."""
_LONGEST_PAUSE = 3.0
"""A longer wait is passed on to the caller."""
_MAX_BYTES = 8 * 1024 * 1024
_PREFIX = "/recruit/v2/"
_DEFAULT_WAIT = 60
_LONGEST_WAIT = 900
_SHORT_WAIT = 2

ZohoResponse = Mapping[str, Any]
ERRORS = (RecruitingUnavailable, RecruitingNotConnected, OutcomeUnknown, CandidateRefused)
"""The errors of a request, in this order: it failed temporarily; it failed until an operator acts;
its outcome is unknown; it is refused permanently."""
_BUSY_CODES = frozenset({"TOO_MANY_REQUESTS", "LIMIT_EXCEEDED", "API_LIMIT_EXCEEDED"})
_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class Zoho:
    """One account of Zoho Recruit."""

    def __init__(
        self,
        grant: Mapping[str, str],
        *,
        accounts_url: str,
        api_url: str,
        monotonic: Callable[[], float] = time.monotonic,
        spans: SpanFactory = NO_SPANS,
    ) -> None:
        """`grant` holds `client_id`, `client_secret` and `refresh_token`."""
        # Uncompressed, so that decompression can't exceed the size limit of a response.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self.client = httpx2.Client(timeout=SECONDS, follow_redirects=False, headers=headers)
        self.api_url = api_url.rstrip("/") + _PREFIX
        self.tokens = Tokens(self.client, accounts_url, grant, monotonic, spans)
        self.spans = spans

    def session(self) -> "Session":
        """Start a session."""
        return Session(self, time.monotonic() + SESSION_SECONDS)

    def close(self) -> None:
        """Close the connections."""
        self.client.close()


class Session:
    """Sends the requests to Zoho for one request to this API."""

    def __init__(self, zoho: Zoho, until: float) -> None:
        self._zoho = zoho
        self._until = until
        self.may_have_repeated = False
        """Whether a write whose outcome is unknown may have been sent again."""

    def pause(self, seconds: float) -> bool:
        """Wait; return False at once if the deadline is earlier."""
        if self._until - time.monotonic() <= seconds:
            return False
        time.sleep(seconds)
        return True

    def get(self, path: str, *, missing: Collection[str] = (), **query: str | int) -> ZohoResponse:
        """Send a GET request; return {} if it is refused with one of the codes in `missing`.

        Raises RecruitingUnavailable or RecruitingNotConnected.
        """
        try:
            return self._retry("GET", path, is_repeatable=True, params=query)
        except CandidateRefused as error:
            if error.reason in missing:
                return {}
            raise unavailable(error) from None
        except OutcomeUnknown as error:
            raise unavailable(error) from None

    def write(self, method: str, path: str, body: object, *, is_repeatable: bool) -> ZohoResponse:
        """Send a request that changes data. Raises one of ERRORS."""
        return self._retry(method, path, is_repeatable=is_repeatable, json=body)

    def _retry(
        self, method: str, path: str, *, is_repeatable: bool, **options: Any
    ) -> ZohoResponse:
        outcome_unknown = False
        for pause in (*PAUSES, None):
            try:
                return self._send_with_token(method, path, **options)
            except ERRORS as error:
                is_unknown = isinstance(error, OutcomeUnknown)
                outcome_unknown = outcome_unknown or is_unknown
                self.may_have_repeated |= is_unknown and method != "GET"
                wait = error.wait if isinstance(error, RecruitingUnavailable) else 0
                is_temporary = isinstance(error, RecruitingUnavailable) or is_unknown
                if is_temporary:
                    message = "Zoho: %s %s failed (%s)"
                    outages.warn(_log, "Zoho", message, method, path, error.reason)
                may_retry = is_temporary and wait <= _LONGEST_PAUSE
                if is_unknown and not is_repeatable:
                    may_retry = False
                if pause is None or not may_retry or not self.pause(max(pause, wait)):
                    # An earlier try with an unknown outcome may have succeeded.
                    raise OutcomeUnknown(error.reason) if outcome_unknown else error from None
        raise LookupError("the last try either returns or raises")

    def _send_with_token(self, method: str, path: str, **options: Any) -> ZohoResponse:
        """Try once; replace a rejected token once."""
        token = self._zoho.tokens.token()
        response = self._send(token, method, path, **options)
        if _is_token_rejected(response):
            self._zoho.tokens.discard(token)
            response = self._send(self._zoho.tokens.token(), method, path, **options)
        return _must_be_success(response)

    def _send(self, token: str, method: str, path: str, **options: Any) -> exchange.Response:
        try:
            return exchange.send(
                self._zoho.client,
                self._zoho.spans,
                "call Zoho",
                (method, self._zoho.api_url + path),
                max_bytes=_MAX_BYTES,
                seconds=min(SECONDS, max(self._until - time.monotonic(), 0.1)),
                headers={"authorization": f"Zoho-oauthtoken {token}"},
                **options,
            )
        except _NEVER_SENT as error:
            raise RecruitingUnavailable(_SHORT_WAIT, type(error).__name__) from None
        except httpx2.HTTPError as error:
            raise OutcomeUnknown(type(error).__name__) from None


def unavailable(error: OutcomeUnknown | CandidateRefused) -> Exception:
    """Return the error for a request that can be repeated safely."""
    if isinstance(error, OutcomeUnknown):
        return RecruitingUnavailable(_SHORT_WAIT, error.reason)
    _log.error(
        "Zoho refuses a request (%s): check the names in the settings BRIDGEWORK_ZOHO_…",
        error.reason,
    )
    return RecruitingNotConnected(error.reason)


def _must_be_success(response: exchange.Response) -> ZohoResponse:
    """Return the body of a success. Raises one of ERRORS for any other status."""
    status, body, headers = response
    if body is None and status >= 400:
        body = {}
    if not isinstance(body, dict):
        raise OutcomeUnknown("the response is not a JSON object")
    code = to_code(body.get("code"))
    if status == 429 or code in _BUSY_CODES:
        raise RecruitingUnavailable(_retry_after(headers), f"too many requests ({code})")
    if status in {401, 403} or 300 <= status < 400:
        _log.error(
            "Zoho denies access (status %d, %s): check the scopes of the refresh token, and that"
            " BRIDGEWORK_ZOHO_API_URL belongs to its data center",
            status,
            code,
        )
        raise RecruitingNotConnected(f"status {status}, {code}")
    if status >= 500 or status == 408:
        raise OutcomeUnknown(f"status {status}")
    if status >= 400 and not isinstance(body.get("data"), list):
        raise CandidateRefused(code if "code" in body else f"STATUS_{status}", _field(body))
    return body


def _is_token_rejected(response: exchange.Response) -> bool:
    status, body, _ = response
    code = body.get("code") if isinstance(body, dict) else None
    return code == "INVALID_TOKEN" or (status == 401 and code != "OAUTH_SCOPE_MISMATCH")


def _field(body: ZohoResponse) -> str | None:
    details = body.get("details")
    field = details.get("api_name") if isinstance(details, dict) else None
    return to_code(field) if field and isinstance(field, str) else None


def _retry_after(headers: httpx2.Headers) -> int:
    text = headers.get("retry-after", "")
    if not (text.isascii() and text.isdigit()):
        return _DEFAULT_WAIT
    return max(1, min(int(text[:6]), _LONGEST_WAIT))
