"""Asking a provider for its verdict: one form, one JSON answer, the same with all three.

The token and our secret go out in the body and nowhere else, the log included.
"""

import logging
import time
import uuid
from collections.abc import Mapping

import httpx2
from pydantic import MISSING, BaseModel, ConfigDict, Field, ValidationError

from bridgework.kit.botcheck.check import BotCheckFailed
from bridgework.kit.botcheck.providers import Provider
from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.botcheck")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # else a line for every request it sends

SECONDS = 5.0
"""How long one asking may take."""
LARGEST_ANSWER = 64 * 1024
_PAUSE_SECONDS = 0.2
_OUR_FAULT = frozenset(
    {
        "missing-input-secret",
        "invalid-input-secret",
        "sitekey-secret-mismatch",
        "not-using-dummy-passcode",
    }
)
"""What a provider says where not the caller is wrong but our settings are."""


class SiteVerify:
    """The check by one provider. Whatever is not a clear yes counts as a no."""

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
        """Ask at `address`, the provider's own if that is empty.

        `hosts` are those of our pages, None if a puzzle may be solved anywhere.
        """
        self._provider = provider
        self._secret = secret
        self._address = address or provider.address
        # A dummy secret brings a dummy host, the same for all the world.
        self._hosts = None if secret in provider.dummy_secrets else hosts
        self._seconds = seconds
        self._steps = steps
        # Uncompressed, so that an answer can't grow beyond its bound while it is unpacked.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._client = httpx2.Client(timeout=seconds, follow_redirects=False, headers=headers)

    def must_pass(self, token: str | MISSING, address: str) -> None:
        """Raise BotCheckFailed unless the provider says that a person solved its puzzle."""
        if token is MISSING or not token:
            raise BotCheckFailed
        try:
            verdict = self._verdict(self._form(token, address))
        except _NoVerdict as reason:
            _log.warning(
                "the bot check gives no verdict (%s), so whoever signs in or registers is refused:"
                " see that this machine reaches %s, or set BRIDGEWORK_BOT_CHECK=off for a while",
                reason,
                self._address,
            )
            raise BotCheckFailed from None
        if not self._is_good(verdict):
            raise BotCheckFailed

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._client.close()

    def _form(self, token: str, address: str) -> Mapping[str, str]:
        form = {"secret": self._secret, "response": token}
        if address:
            form["remoteip"] = address
        if self._provider.takes_idempotency_key:
            form["idempotency_key"] = str(uuid.uuid4())
        return form

    def _verdict(self, form: Mapping[str, str]) -> "_Verdict":
        """What the provider says. One that stumbles is asked once more. Raises _NoVerdict."""
        try:
            return self._told(form)
        except _Stumbled:
            time.sleep(_PAUSE_SECONDS)
            return self._told(form)

    def _told(self, form: Mapping[str, str]) -> "_Verdict":
        until = time.monotonic() + self._seconds
        with self._steps.step("ask the bot check", outward=True) as step:
            try:
                with self._client.stream("POST", self._address, data=form) as response:
                    status, body = response.status_code, _bounded(response, until)
            except httpx2.TransportError as error:
                raise _Stumbled(type(error).__name__) from error
            step.note("http.response.status_code", status)
        if status >= 500:
            raise _Stumbled(f"status {status}")
        try:
            verdict = _Verdict.model_validate_json(body)
        except ValidationError:
            raise _NoVerdict(f"status {status}, and not the JSON of a verdict") from None
        if "internal-error" in verdict.errors:
            raise _Stumbled("internal-error")
        if verdict.success and status != 200:
            raise _NoVerdict(f"status {status}")
        return verdict

    def _is_good(self, verdict: "_Verdict") -> bool:
        if not verdict.success:
            if not _OUR_FAULT.isdisjoint(verdict.errors):
                _log.warning(
                    "the bot check refuses our secret, so whoever signs in or registers is refused:"
                    " BRIDGEWORK_BOT_CHECK_SECRET must belong to the site key of your pages"
                )
            return False
        if not self._is_of_ours(verdict.hostname):
            _log.warning(
                "a bot check was solved on a page of another host, and is refused: if the page is"
                " yours, name its origin in BRIDGEWORK_CORS_ORIGINS"
            )
            return False
        return verdict.score is None or verdict.score >= self._provider.least_score

    def _is_of_ours(self, hostname: str | None) -> bool:
        if self._hosts is None or not hostname or hostname in self._provider.no_hostname:
            return True
        return hostname.lower().rstrip(".") in self._hosts


class _Verdict(BaseModel):
    """The members that matter; hCaptcha's score, which rises with the risk, has no bound."""

    model_config = ConfigDict(strict=True)

    success: bool
    errors: list[str] = Field(default=[], alias="error-codes")
    hostname: str | None = None
    score: float | None = None


class _NoVerdict(Exception):
    """The provider did not say yes or no; the message says what came instead."""


class _Stumbled(_NoVerdict):
    """The same, for a reason that may have passed in a moment."""


def _bounded(response: httpx2.Response, until: float) -> bytes:
    """The body. Raises _NoVerdict past its bound, _Stumbled past the time."""
    body = b""
    for part in response.iter_raw():
        body += part
        if len(body) > LARGEST_ANSWER:
            raise _NoVerdict("more than a verdict's worth of bytes")
        if time.monotonic() > until:
            raise _Stumbled("it took too long")
    return body
