"""The access token: one for all, fetched by one, good for an hour.

Zoho keeps thirty of them alive and counts how often one is fetched, so whoever needs one while it
is being fetched waits for that, and whoever comes right after a failure is told of that failure.
"""

import json
import logging
import threading
from collections.abc import Callable, Mapping

import httpx2

from bridgework.areas.recruiting.zoho.faults import ZohoBusy, ZohoShut, told
from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.zoho")

_PATH = "/oauth/v2/token"
_MARGIN = 300.0
"""Seconds before its end at which a token is used no more."""
_SHORTEST_USE = 30.0
_HOUR = 3600.0
_AFTER_A_STUMBLE = 5
_AFTER_A_REFUSAL = 60
_LARGEST_ANSWER = 64 * 1024

Fault = ZohoBusy | ZohoShut


class Tokens:
    """Gives out the access token; safe for many threads."""

    def __init__(
        self,
        client: httpx2.Client,
        accounts_url: str,
        grant: Mapping[str, str],
        monotonic: Callable[[], float],
        steps: Steps = NO_STEPS,
    ) -> None:
        """`grant` is what the refreshing form holds."""
        self._client = client
        self._address = accounts_url.rstrip("/") + _PATH
        self._form = {**grant, "grant_type": "refresh_token"}
        self._monotonic = monotonic
        self._steps = steps
        self._lock = threading.Lock()
        self._token = ""
        self._good_until = 0.0
        self._fault: Fault | None = None
        self._fault_until = 0.0

    def token(self) -> str:
        """A token that is good. Raises ZohoBusy or ZohoShut."""
        with self._lock:
            now = self._monotonic()
            if self._token and now < self._good_until:
                return self._token
            if self._fault is not None and now < self._fault_until:
                raise self._fault.with_traceback(None)
            try:
                self._token, life = self._fetched()
            except (ZohoBusy, ZohoShut) as fault:
                wait = fault.wait if isinstance(fault, ZohoBusy) else _AFTER_A_REFUSAL
                self._fault, self._fault_until = fault, now + wait
                raise
            self._fault = None
            self._good_until = now + max(life - _MARGIN, _SHORTEST_USE)
            return self._token

    def spoil(self, token: str) -> None:
        """Use this token no more; one that was fetched since stays."""
        with self._lock:
            if token == self._token:
                self._token = ""

    def _fetched(self) -> tuple[str, float]:
        """A fresh token, and for how many seconds it is good. One stumble is forgiven."""
        try:
            status, answer = self._sent()
        except httpx2.HTTPError:
            try:
                status, answer = self._sent()
            except httpx2.HTTPError as error:
                raise ZohoBusy(type(error).__name__, _AFTER_A_STUMBLE) from None
        token = answer.get("access_token")
        # A refusal comes with status 200 too: what counts is whether there is a token.
        if isinstance(token, str) and token and status == 200:
            life = answer.get("expires_in")
            return token, float(life) if isinstance(life, int | float) else _HOUR
        raise _refusal(status, answer)

    def _sent(self) -> tuple[int, Mapping[str, object]]:
        body = b""
        with (
            self._steps.step("ask Zoho for a token", outward=True) as step,
            self._client.stream("POST", self._address, data=self._form) as response,
        ):
            step.note("http.response.status_code", response.status_code)
            for part in response.iter_raw():
                body += part
                if len(body) > _LARGEST_ANSWER:
                    break
        try:
            answer = json.loads(body)
        except ValueError:
            answer = {}
        return response.status_code, answer if isinstance(answer, dict) else {}


def _refusal(status: int, answer: Mapping[str, object]) -> Fault:
    error = answer.get("error")
    # "Access Denied" is what a client hears that has asked for tokens too often.
    is_throttled = status == 429 or (isinstance(error, str) and "denied" in error.lower())
    if is_throttled:
        return ZohoBusy("asked for tokens too often", _AFTER_A_REFUSAL)
    if status >= 500 or error is None:
        return ZohoBusy(f"no token, status {status}", _AFTER_A_STUMBLE)
    _log.error(
        "Zoho gives us no access token (%s): see BRIDGEWORK_ZOHO_CLIENT_ID, _CLIENT_SECRET and"
        " _REFRESH_TOKEN, and that BRIDGEWORK_ZOHO_ACCOUNTS_URL is of the same data centre",
        told(error),
    )
    return ZohoShut(told(error))
