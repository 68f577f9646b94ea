"""Verification of a token with a provider, by the siteverify API that all three share.

The token and the secret are sent only in the request body, and are never logged.
"""

import logging
import time
import uuid
from collections.abc import Mapping

import httpx2
from pydantic import MISSING, BaseModel, ConfigDict, Field, ValidationError

from bridgework.kit.core import outages
from bridgework.kit.core.net import bounded_responses
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory
from bridgework.kit.security.captcha.providers import Provider
from bridgework.kit.security.captcha.verifier import BotCheckFailed

_log = logging.getLogger("bridgework.captcha")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # otherwise it logs every request

TIMEOUT = 5.0
"""The timeout of one request to the provider, in seconds."""
MAX_BODY_BYTES = 64 * 1024
_PAUSE_SECONDS = 0.2
_UNSOLVED = "bridgework-config-check"
"""Sent in place of a token; no provider issues it."""
_CONFIGURATION_ERRORS = frozenset(
    {
        "missing-input-secret",
        "invalid-input-secret",
        "sitekey-secret-mismatch",
        "not-using-dummy-passcode",
    }
)
"""Error codes that are caused by our settings and not by the token."""


class SiteVerify:
    """Verifies tokens with a provider. Anything but a clear success counts as a failure."""

    def __init__(
        self,
        provider: Provider,
        secret: str,
        *,
        url: str = "",
        hosts: frozenset[str] | None = None,
        timeout: float = TIMEOUT,
        spans: SpanFactory = NO_SPANS,
    ) -> None:
        """Send requests to `url`; if it is empty, to the provider's URL.

        `hosts` are the hosts on whose pages a CAPTCHA may be solved, None for all.
        """
        self._provider = provider
        self._secret = secret
        self._url = url or provider.url
        # With a dummy secret the provider returns a dummy host.
        self._hosts = None if secret in provider.dummy_secrets else hosts
        self._timeout = timeout
        self._spans = spans
        # Uncompressed, so that the size limit applies to the whole body.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._client = httpx2.Client(timeout=timeout, follow_redirects=False, headers=headers)

    def must_pass(self, token: str | MISSING, address: str) -> None:
        """Raise BotCheckFailed unless the provider confirms the token."""
        if token is MISSING or not token:
            raise BotCheckFailed
        try:
            verdict = self._verdict(self._form(token, address))
        except NoVerdict as reason:
            outages.warn(
                _log,
                "CAPTCHA provider",
                "CAPTCHA tokens cannot be verified (%s), so logins and registrations are refused:"
                " check that this machine reaches %s, or temporarily set BRIDGEWORK_CAPTCHA=off",
                reason,
                self._url,
            )
            raise BotCheckFailed from None
        if not self._is_accepted(verdict):
            raise BotCheckFailed

    def accepts_secret(self) -> bool:
        """Whether the provider accepts the secret. Raises NoVerdict if it does not respond."""
        verdict = self._verdict(self._form(_UNSOLVED, ""))
        return _CONFIGURATION_ERRORS.isdisjoint(verdict.errors)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _form(self, token: str, address: str) -> Mapping[str, str]:
        form = {"secret": self._secret, "response": token}
        if address:
            form["remoteip"] = address
        if self._provider.supports_idempotency_key:
            form["idempotency_key"] = str(uuid.uuid4())
        return form

    def _verdict(self, form: Mapping[str, str]) -> "_Verdict":
        """Verify, with one retry after a temporary failure. Raises NoVerdict."""
        try:
            return self._send(form)
        except _TemporaryFailure:
            time.sleep(_PAUSE_SECONDS)
            return self._send(form)

    def _send(self, form: Mapping[str, str]) -> "_Verdict":
        until = time.monotonic() + self._timeout
        with self._spans.span("verify captcha", outbound=True) as span:
            try:
                with self._client.stream("POST", self._url, data=form) as response:
                    status, body = response.status_code, _bounded(response, until)
            except httpx2.TransportError as error:
                raise _TemporaryFailure(type(error).__name__) from error
            span.set_attribute("http.response.status_code", status)
        if status >= 500:
            raise _TemporaryFailure(f"status {status}")
        try:
            verdict = _Verdict.model_validate_json(body)
        except ValidationError:
            raise NoVerdict(f"status {status} without a JSON verdict") from None
        if "internal-error" in verdict.errors:
            raise _TemporaryFailure("internal-error")
        if verdict.success and status != 200:
            raise NoVerdict(f"status {status}")
        return verdict

    def _is_accepted(self, verdict: "_Verdict") -> bool:
        if not verdict.success:
            if not _CONFIGURATION_ERRORS.isdisjoint(verdict.errors):
                outages.warn(
                    _log,
                    "CAPTCHA secret",
                    "the CAPTCHA provider refuses the secret, so logins and registrations are"
                    " refused: BRIDGEWORK_CAPTCHA_SECRET must belong to the site key of your pages",
                )
            return False
        if not self._is_allowed_host(verdict.hostname):
            _log.warning(
                "a CAPTCHA solved on a page of another host is refused: if the page is yours, add"
                " its origin to BRIDGEWORK_CORS_ORIGINS"
            )
            return False
        return verdict.score is None or verdict.score >= self._provider.min_score

    def _is_allowed_host(self, hostname: str | None) -> bool:
        if self._hosts is None or not hostname or hostname in self._provider.no_hostname:
            return True
        return hostname.lower().rstrip(".") in self._hosts


class _Verdict(BaseModel):
    """The members that are used. hCaptcha's score, which rises with the risk, is not limited."""

    model_config = ConfigDict(strict=True)

    success: bool
    errors: list[str] = Field(default=[], alias="error-codes")
    hostname: str | None = None
    score: float | None = None


class NoVerdict(Exception):
    """The provider returned no verdict; the message describes its response."""


class _TemporaryFailure(NoVerdict):
    """No verdict, for a reason that may not occur on a retry."""


def _bounded(response: httpx2.Response, until: float) -> bytes:
    """Return the body. Raises NoVerdict past the limit, _TemporaryFailure past the time."""
    try:
        return bounded_responses.read(response.iter_raw(), max_bytes=MAX_BODY_BYTES, until=until)
    except bounded_responses.ResponseTooLarge as error:
        raise NoVerdict(str(error)) from None
    except bounded_responses.ResponseTooSlow as error:
        raise _TemporaryFailure(str(error)) from None
