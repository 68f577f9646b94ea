"""A stand-in for the makers of bot checks: their own wire format, over a real socket.

Each vendor's stand-in knows one secret and the tokens that it was told to issue. It refuses as
its original does, and misbehaves where it is asked to.
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
    """One vendor: what it knows, what it was asked, and how it is to behave."""

    vendor: str
    url: str = ""
    hostname: str | None = "api.example.com"
    score: float | None = None
    asked: list[Form] = field(default_factory=list)
    """The forms that came, oldest first."""
    misbehaving: deque[Misbehaviour] = field(default_factory=deque)
    """What it does instead of answering, one a request; then it behaves again."""
    ending: threading.Event = field(default_factory=threading.Event)
    _tokens: dict[str, str | None] = field(default_factory=dict)
    """The tokens it has issued, and under which idempotency key one was spent."""

    def token(self) -> str:
        """A fresh token, as a browser gets it for a puzzle it has solved."""
        token = f"{self.vendor}-token-{len(self._tokens)}"
        self._tokens[token] = None
        return token

    def verdict(self, form: Form) -> Mapping[str, object]:
        """What the vendor says; a good token is spent by it."""
        codes = [*self._faults(form)]
        if codes:
            return {"success": False, "error-codes": codes}
        self._tokens[form["response"]] = form.get("idempotency_key", "spent")
        told: dict[str, object] = {
            "success": True,
            "challenge_ts": "2026-11-21T12:00:00.000Z",
            "error-codes": [],
        }
        if self.hostname is not None:
            told["hostname"] = self.hostname
        if self.vendor == "turnstile":
            told |= {"action": "", "cdata": "", "metadata": {"interactive": False}}
        if self.score is not None:
            told |= {"score": self.score, "action": "sign_in"}
        return told

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
    """The stand-in for `vendor`, listening until the block ends."""
    stand_in = StandIn(vendor)

    class Asking(Asked):
        at = stand_in

    with standing_in.listening(Asking, stand_in.ending, "siteverify") as address:
        stand_in.url = f"{address}/siteverify"
        yield stand_in


class Asked(standing_in.Handler):
    """One question, and its answer."""

    at: StandIn
    form: Form

    def asked(self) -> None:
        """Answer as the vendor does, or as it is told to misbehave."""
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
        self.tell(status, json.dumps(verdict).encode())

    def tell(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing: a test tells what went wrong."""


def breaks(asked: Asked) -> None:
    """A 500, before anything was looked at."""
    asked.tell(500, b"Internal Server Error")


def breaks_late(asked: Asked) -> None:
    """A 502 once the token is spent, as of a proxy that lost the answer."""
    asked.at.verdict(asked.form)
    asked.tell(502, b"<html>Bad Gateway</html>")


def stumbles(asked: Asked) -> None:
    """A verdict that is none, which Turnstile says is worth another try."""
    asked.answer({"success": False, "error-codes": ["internal-error"]})


def hangs(asked: Asked) -> None:
    """No answer until the test is over."""
    asked.at.ending.wait(30)
    asked.close_connection = True


def hangs_up(asked: Asked) -> None:
    """No answer, and the line is dead."""
    asked.close_connection = True


def drips(asked: Asked) -> None:
    """A good answer, a byte every hundredth of a second."""
    body = json.dumps(asked.at.verdict(asked.form)).encode()
    asked.send_response(200)
    asked.send_header("content-length", str(len(body)))
    asked.end_headers()
    for byte in body:
        asked.wfile.write(bytes([byte]))
        time.sleep(0.01)


def talks_nonsense(asked: Asked) -> None:
    """Something that is not JSON."""
    asked.tell(200, b"<html>All is well</html>")


def nests(asked: Asked) -> None:
    """JSON that no parser likes to descend into."""
    asked.tell(200, b"[" * 60_000)


def redirects(asked: Asked) -> None:
    """To where everybody passes."""
    asked.tell(307, b"", location=f"{asked.at.url}?token=good")


def says_yes_by_a_404(asked: Asked) -> None:
    """A success that is none by its status."""
    asked.answer({"success": True}, status=404)


def says_almost_yes(asked: Asked) -> None:
    """A success that is no JSON boolean."""
    asked.answer({"success": "true"})


def never_ends(asked: Asked) -> None:
    """A good answer within a megabyte of blanks."""
    asked.tell(200, b" " * 1_000_000 + json.dumps(asked.at.verdict(asked.form)).encode())
