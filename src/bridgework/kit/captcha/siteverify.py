"""Verifying a token at a provider: one form, one JSON response, the same for all three.

The token and our secret are sent in the body and appear nowhere else, logs included.
"""

import logging
import time
import uuid
from collections.abc import Mapping

import httpx2
from pydantic import MISSING, BaseModel, ConfigDict, Field, ValidationError

from bridgework.kit.captcha.providers import Provider
from bridgework.kit.captcha.verifier import BotCheckFailed
from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.captcha")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # else a line for every request it sends

SECONDS = 5.0
"""How long one request to the provider may take."""
LARGEST_BODY = 64 * 1024
_PAUSE_SECONDS = 0.2
_OUR_FAULT = frozenset(
    {
        "missing-input-secret",
        "invalid-input-secret",
        "sitekey-secret-mismatch",
        "not-using-dummy-passcode",
    }
)
"""Error codes that point to our settings and not to the token."""


class SiteVerify:
    """Verifies tokens at one provider. Everything but a clear success counts as a failure."""

    def __init__(
        self,
        provider: Provider,
        secret: str,
        *,
        address: str = "",
        hosts: frozenset[str] | None = None,
        seconds: float = SECONDS,
        steps: Steps = NO_STEPS,
    ) -> None:
        """Send requests to `address`, the provider's own if that is empty.

        `hosts` are those of our pages, None if a captcha may be solved on any page.
        """
        self._provider = provider
        self._secret = secret
        self._address = address or provider.address
        # With a dummy secret the provider returns a dummy host.
        self._hosts = None if secret in provider.dummy_secrets else hosts
        self._seconds = seconds
        self._steps = steps
        # Uncompressed, so the limit of the size holds for the whole body.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._client = httpx2.Client(timeout=seconds, follow_redirects=False, headers=headers)

    def must_pass(self, token: str | MISSING, address: str) -> None:
        """Raise BotCheckFailed unless the provider confirms the token."""
        if token is MISSING or not token:
            raise BotCheckFailed
        try:
            verdict = self._verdict(self._form(token, address))
        except _NoVerdict as reason:
            _log.warning(
                "the bot check gives no verdict (%s), so whoever signs in or registers is refused:"
                " see that this machine reaches %s, or set BRIDGEWORK_CAPTCHA=off for a while",
                reason,
                self._address,
            )
            raise BotCheckFailed from None
        if not self._is_good(verdict):
            raise BotCheckFailed

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _form(self, token: str, address: str) -> Mapping[str, str]:
        form = {"secret": self._secret, "response": token}
        if address:
            form["remoteip"] = address
        if self._provider.takes_idempotency_key:
            form["idempotency_key"] = str(uuid.uuid4())
        return form

    def _verdict(self, form: Mapping[str, str]) -> "_Verdict":
        """Verify, with one retry after a temporary failure. Raises _NoVerdict."""
        try:
            return self._send(form)
        except _TemporaryFailure:
            time.sleep(_PAUSE_SECONDS)
            return self._send(form)

    def _send(self, form: Mapping[str, str]) -> "_Verdict":
        until = time.monotonic() + self._seconds
        with self._steps.step("ask the bot check", outward=True) as step:
            try:
                with self._client.stream("POST", self._address, data=form) as response:
                    status, body = response.status_code, _bounded(response, until)
            except httpx2.TransportError as error:
                raise _TemporaryFailure(type(error).__name__) from error
            step.note("http.response.status_code", status)
        if status >= 500:
            raise _TemporaryFailure(f"status {status}")
        try:
            verdict = _Verdict.model_validate_json(body)
        except ValidationError:
            raise _NoVerdict(f"status {status}, and not the JSON of a verdict") from None
        if "internal-error" in verdict.errors:
            raise _TemporaryFailure("internal-error")
        if verdict.success and status != 200:
            raise _NoVerdict(f"status {status}")
        return verdict

    def _is_good(self, verdict: "_Verdict") -> bool:
        if not verdict.success:
            if not _OUR_FAULT.isdisjoint(verdict.errors):
                _log.warning(
                    "the bot check refuses our secret, so whoever signs in or registers is refused:"
                    " BRIDGEWORK_CAPTCHA_SECRET must belong to the site key of your pages"
                )
            return False
        if not self._is_our_host(verdict.hostname):
            _log.warning(
                "a bot check was solved on a page of another host, and is refused: if the page is"
                " yours, name its origin in BRIDGEWORK_CORS_ORIGINS"
            )
            return False
        return verdict.score is None or verdict.score >= self._provider.least_score

    def _is_our_host(self, hostname: str | None) -> bool:
        if self._hosts is None or not hostname or hostname in self._provider.no_hostname:
            return True
        return hostname.lower().rstrip(".") in self._hosts


class _Verdict(BaseModel):
    """The members we use; hCaptcha's score, which rises with the risk, has no bound."""

    model_config = ConfigDict(strict=True)

    success: bool
    errors: list[str] = Field(default=[], alias="error-codes")
    hostname: str | None = None
    score: float | None = None


class _NoVerdict(Exception):
    """The provider did not answer the question; the message says what it sent."""


class _TemporaryFailure(_NoVerdict):
    """The same, for a reason that a retry may overcome."""


def _bounded(response: httpx2.Response, until: float) -> bytes:
    """Return the body. Raises _NoVerdict past the limit, _TemporaryFailure past the time."""
    body = b""
    for part in response.iter_raw():
        body += part
        if len(body) > LARGEST_BODY:
            raise _NoVerdict("more than a verdict's worth of bytes")
        if time.monotonic() > until:
            raise _TemporaryFailure("it took too long")
    return body
