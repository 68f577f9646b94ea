"""Fake CAPTCHA vendors: their own API over a real socket.

Each fake accepts one secret and the tokens that it issued. It refuses requests as the original
does, and misbehaves on demand.
"""

import contextlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from tests.servers import standing_in

SECRET = "the secret of a site key"
SPENT = {
    "turnstile": "timeout-or-duplicate",
    "hcaptcha": "already-seen-response",
    "recaptcha": "timeout-or-duplicate",
}
Form = Mapping[str, str]
Misbehaviour = Callable[["Asked"], None]


@dataclass
class StandIn:
    """A vendor: its tokens, the received requests, and how to misbehave."""

    vendor: str
    url: str = ""
    hostname: str | None = "api.example.com"
    score: float | None = None
    asked: list[Form] = field(default_factory=list)
    """The received forms, oldest first."""
    misbehaving: deque[Misbehaviour] = field(default_factory=deque)
    """What to do instead of responding, one entry per request."""
    ending: threading.Event = field(default_factory=threading.Event)
    _tokens: dict[str, str | None] = field(default_factory=dict)
    """The issued tokens, with the idempotency key under which each was used."""

    def token(self) -> str:
        """Issue a token, as a browser gets for a solved puzzle."""
        token = f"{self.vendor}-token-{len(self._tokens)}"
        self._tokens[token] = None
        return token

    def verdict(self, form: Form) -> Mapping[str, object]:
        """Return the vendor's verdict; a valid token is used up."""
        codes = [*self._faults(form)]
        if codes:
            return {"success": False, "error-codes": codes}
        self._tokens[form["response"]] = form.get("idempotency_key", "spent")
        content: dict[str, object] = {
            "success": True,
            "challenge_ts": "2026-11-21T12:00:00.000Z",
            "error-codes": [],
        }
        if self.hostname is not None:
            content["hostname"] = self.hostname
        if self.vendor == "turnstile":
            content |= {"action": "", "cdata": "", "metadata": {"interactive": False}}
        if self.score is not None:
            content |= {"score": self.score, "action": "sign_in"}
        return content

    def _faults(self, form: Form) -> Iterator[str]:
        token, key = form.get("response"), form.get("idempotency_key")
        if not form.get("secret"):
            yield "missing-input-secret"
        elif form["secret"] != SECRET:
            yield "invalid-input-secret"
        elif not token:
            yield "missing-input-response"
        elif token not in self._tokens:
            yield "invalid-input-response"
        elif self._tokens[token] is not None and (key is None or self._tokens[token] != key):
            yield SPENT[self.vendor]


@contextlib.contextmanager
def running(vendor: str) -> Iterator[StandIn]:
    """Run the fake server of `vendor` until the end of the block."""
    stand_in = StandIn(vendor)

    class Asking(Asked):
        at = stand_in

    with standing_in.listening(Asking, stand_in.ending, "siteverify") as address:
        stand_in.url = f"{address}/siteverify"
        yield stand_in


class Asked(standing_in.Handler):
    """One request and its response."""

    at: StandIn
    form: Form

    def asked(self) -> None:
        """Respond as the vendor does, or misbehave as set."""
        is_form = self.headers["content-type"] == "application/x-www-form-urlencoded"
        if self.path != "/siteverify" or not is_form:
            self.answer({"success": False, "error-codes": ["bad-request"]})
            return
        self.form = {name: values[0] for name, values in parse_qs(self.raw.decode()).items()}
        self.at.asked.append(self.form)
        if self.at.misbehaving:
            self.at.misbehaving.popleft()(self)
        else:
            self.answer(self.at.verdict(self.form))

    def answer(self, verdict: Mapping[str, object], status: int = 200) -> None:
        self.respond(status, json.dumps(verdict).encode())

    def respond(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - name of the base class
        """Log nothing: tests report what went wrong."""


def breaks(asked: Asked) -> None:
    """Send a 500 before doing anything."""
    asked.respond(500, b"Internal Server Error")


def breaks_late(asked: Asked) -> None:
    """Send a 502 after the token was used, as a proxy that lost the response."""
    asked.at.verdict(asked.form)
    asked.respond(502, b"<html>Bad Gateway</html>")


def stumbles(asked: Asked) -> None:
    """Send an internal error, for which Turnstile recommends a retry."""
    asked.answer({"success": False, "error-codes": ["internal-error"]})


def hangs(asked: Asked) -> None:
    """Send no response until the test ends."""
    asked.at.ending.wait(30)
    asked.close_connection = True


def hangs_up(asked: Asked) -> None:
    """Close the connection without a response."""
    asked.close_connection = True


def drips(asked: Asked) -> None:
    """Send a valid response, a byte every hundredth of a second."""
    body = json.dumps(asked.at.verdict(asked.form)).encode()
    asked.send_response(200)
    asked.send_header("content-length", str(len(body)))
    asked.end_headers()
    for byte in body:
        asked.wfile.write(bytes([byte]))
        time.sleep(0.01)


def talks_nonsense(asked: Asked) -> None:
    """Send a body that is not JSON."""
    asked.respond(200, b"<html>All is well</html>")


def nests(asked: Asked) -> None:
    """Send deeply nested JSON, which parsers refuse."""
    asked.respond(200, b"[" * 60_000)


def redirects(asked: Asked) -> None:
    """Redirect to a host that accepts every token."""
    asked.respond(307, b"", location=f"{asked.at.url}?token=good")


def says_yes_by_a_404(asked: Asked) -> None:
    """Send a success with the status 404."""
    asked.answer({"success": True}, status=404)


def says_almost_yes(asked: Asked) -> None:
    """Send a success that is not a JSON boolean."""
    asked.answer({"success": "true"})


def never_ends(asked: Asked) -> None:
    """Send a valid response within a megabyte of blanks."""
    asked.respond(200, b" " * 1_000_000 + json.dumps(asked.at.verdict(asked.form)).encode())
