"""Zoho Recruit's API v2: how it is spoken to, and what its statuses mean.

Whoever works for one call of ours does so on an errand, which has a time: each request waits no
longer than what is left of it, and what may pass is tried again within it.
"""

import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx2

from bridgework.areas.recruiting.zoho.faults import (
    ZohoBusy,
    ZohoRefused,
    ZohoShut,
    ZohoSilent,
    told,
)
from bridgework.areas.recruiting.zoho.tokens import Tokens
from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.zoho")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # else a line for every request it sends

SECONDS = 10.0
"""How long one request may take."""
ERRAND_SECONDS = 40.0
"""How long all requests of one call may take: well under the lease of what it began."""
PAUSES = (0.25, 1.0)
"""Before the second and the third try, if Zoho does not say."""
_LONGEST_PAUSE = 3.0
"""Whoever has to wait for longer than that is told so instead."""
_LARGEST_ANSWER = 8 * 1024 * 1024
_PREFIX = "/recruit/v2/"
_A_MINUTE = 60
_LONGEST_WAIT = 900
_SOON = 2

Answer = Mapping[str, Any]
_NOTHING: Answer = {}
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
        steps: Steps = NO_STEPS,
    ) -> None:
        """`grant` is the client's id and secret and the refresh token, as the form names them."""
        # Uncompressed, so that an answer can't grow beyond its bound while it is unpacked.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self.client = httpx2.Client(timeout=SECONDS, follow_redirects=False, headers=headers)
        self.api_url = api_url.rstrip("/") + _PREFIX
        self.tokens = Tokens(self.client, accounts_url, grant, monotonic, steps)
        self.steps = steps

    def errand(self, seconds: float = ERRAND_SECONDS) -> "Errand":
        """An errand that begins now."""
        return Errand(self, time.monotonic() + seconds)

    def close(self) -> None:
        """Close the connections that are kept open."""
        self.client.close()


class Errand:
    """What is asked of Zoho for one call of ours. Every request raises one of the four faults."""

    def __init__(self, zoho: Zoho, until: float) -> None:
        self._zoho = zoho
        self._until = until
        self.in_doubt = False
        """Whether some write was sent of which nobody knows if it was done, and perhaps again."""

    def left(self) -> float:
        """How many seconds are left."""
        return self._until - time.monotonic()

    def pause(self, seconds: float) -> bool:
        """Wait; False, at once, where there is no time for that."""
        if self.left() <= seconds:
            return False
        time.sleep(seconds)
        return True

    def asked(self, path: str, **query: str | int) -> Answer:
        """What a read tells; nothing where there is nothing. Never raises ZohoSilent."""
        try:
            return self._persistently("GET", path, again=True, params=query)
        except ZohoSilent as fault:
            raise ZohoBusy(str(fault), fault.wait) from None

    def told(self, method: str, path: str, body: object, *, again: bool) -> Answer:
        """What comes of a write; `again` where it may be sent twice and is done once."""
        return self._persistently(method, path, again=again, json=body)

    def _persistently(self, method: str, path: str, *, again: bool, **how: Any) -> Answer:
        doubt = False
        for pause in (*PAUSES, None):
            try:
                return self._admitted(method, path, **how)
            except (ZohoBusy, ZohoSilent) as fault:
                is_silent = isinstance(fault, ZohoSilent)
                doubt = doubt or is_silent
                self.in_doubt = self.in_doubt or (is_silent and method != "GET")
                _log.warning("Zoho: %s %s came to nothing (%s)", method, path, fault)
                waits = fault.wait if isinstance(fault, ZohoBusy) else 0
                may_pass = (
                    pause is not None and waits <= _LONGEST_PAUSE and (again or not is_silent)
                )
                if not may_pass or not self.pause(max(pause or 0.0, waits)):
                    raise _verdict(fault, doubt=doubt) from None
            except (ZohoShut, ZohoRefused) as fault:
                raise _verdict(fault, doubt=doubt) from None
        raise LookupError("the last try either answers or raises")

    def _admitted(self, method: str, path: str, **how: Any) -> Answer:
        """One try; a token that Zoho takes no more is changed for a fresh one, once."""
        token = self._zoho.tokens.token()
        status, answer, headers = self._sent(token, method, path, **how)
        if _is_worn_out(status, answer):
            self._zoho.tokens.spoil(token)
            token = self._zoho.tokens.token()
            status, answer, headers = self._sent(token, method, path, **how)
        return _judged(status, answer, headers)

    def _sent(
        self, token: str, method: str, path: str, **how: Any
    ) -> tuple[int, object, httpx2.Headers]:
        seconds = min(SECONDS, max(self.left(), 0.1))
        sent = {"headers": {"authorization": f"Zoho-oauthtoken {token}"}, "timeout": seconds, **how}
        address = self._zoho.api_url + path
        with self._zoho.steps.step("ask Zoho", outward=True) as step:
            step.note("http.request.method", method)
            try:
                with self._zoho.client.stream(method, address, **sent) as response:
                    step.note("http.response.status_code", response.status_code)
                    body = _bounded(response, time.monotonic() + seconds)
            except _NEVER_SENT as error:
                raise ZohoBusy(type(error).__name__, _SOON) from None
            except httpx2.HTTPError as error:
                raise ZohoSilent(type(error).__name__) from None
        return response.status_code, _parsed(response.status_code, body), response.headers


def _verdict(fault: Exception, *, doubt: bool) -> Exception:
    """What is known once the last try has failed: in doubt an earlier one may have been done."""
    return ZohoSilent(str(fault)) if doubt else fault


def _bounded(response: httpx2.Response, until: float) -> bytes:
    body = bytearray()
    for part in response.iter_raw():
        body += part
        if len(body) > _LARGEST_ANSWER:
            raise ZohoSilent("more than an answer's worth of bytes")
        if time.monotonic() > until:
            raise ZohoSilent("it took too long")
    return bytes(body)


def _parsed(status: int, body: bytes) -> object:
    if not body:
        return _NOTHING
    try:
        return json.loads(body)
    except ValueError:
        if status < 400:
            raise ZohoSilent("an answer that is not JSON") from None
        return _NOTHING


def _judged(status: int, answer: object, headers: httpx2.Headers) -> Answer:
    """The answer of a success. Raises what any other status means."""
    if not isinstance(answer, dict):
        raise ZohoSilent("an answer that is no object")
    code = told(answer.get("code"))
    if status == 429 or code in _BUSY_CODES:
        raise ZohoBusy(f"asked too often ({code})", _retry_after(headers))
    if status in {401, 403} or 300 <= status < 400:
        _log.error(
            "Zoho does not let us in (status %d, %s): see the refresh token's scopes, and that"
            " BRIDGEWORK_ZOHO_API_URL is of its data centre",
            status,
            code,
        )
        raise ZohoShut(f"status {status}, {code}")
    if status >= 500 or status == 408:
        raise ZohoSilent(f"status {status}")
    if status >= 400 and not isinstance(answer.get("data"), list):
        raise ZohoRefused(code if "code" in answer else f"STATUS_{status}", _field(answer))
    return answer


def _is_worn_out(status: int, answer: object) -> bool:
    code = answer.get("code") if isinstance(answer, dict) else None
    return code == "INVALID_TOKEN" or (status == 401 and code != "OAUTH_SCOPE_MISMATCH")


def _field(answer: Answer) -> str | None:
    details = answer.get("details")
    field = details.get("api_name") if isinstance(details, dict) else None
    return field if isinstance(field, str) else None


def _retry_after(headers: httpx2.Headers) -> int:
    text = headers.get("retry-after", "")
    if not (text.isascii() and text.isdigit()):
        return _A_MINUTE
    return max(1, min(int(text[:6]), _LONGEST_WAIT))
