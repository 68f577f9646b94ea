"""Who asks the fleet: people, each at an address of their own, as the network has it.

Linux answers to every address of 127.0.0.0/8. So a caller is told from another by where the
connection comes from, and by no word of their own.
"""

import ipaddress
import itertools
import re
import time
from collections.abc import Callable
from typing import Any

import httpx2

from fleet.faults import DoesNotHold
from fleet.standing import Fleet, Running
from tests.servers.smtp import Received

PASSWORD = "correct horse battery"

_FIRST = ipaddress.ip_address("127.1.0.1")
_addresses = itertools.count()
_CODE = re.compile(r"^([0-9]{6})\r?$", re.MULTILINE)
_PATIENCE = 30.0


class Person:
    """Somebody at an address; signed in once they have a token."""

    def __init__(self, fleet: Fleet, email: str = "") -> None:
        self.email = email
        self.address = str(_FIRST + next(_addresses))
        self.id = ""
        self.token = ""
        self._fleet = fleet

    def ask(
        self, method: str, path: str, body: object = None, *, at: Running | None = None
    ) -> httpx2.Response:
        """What is answered through the proxy, or by one node past it."""
        url = at.url if at else self._fleet.proxy.url
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        way = httpx2.HTTPTransport(local_address=self.address, verify=False)
        with httpx2.Client(transport=way, timeout=_PATIENCE) as wire:
            return wire.request(method, f"{url}{path}", json=body, headers=headers)

    def must(
        self, method: str, path: str, body: object = None, *, at: Running | None = None
    ) -> Any:
        """The `data` of an answer that is a success. Raises DoesNotHold."""
        answer = self.ask(method, path, body, at=at)
        if not answer.is_success:
            where = at.machine.name if at else "nginx"
            raise DoesNotHold(
                f"{where} answered {method} {path} with {answer.status_code}: {answer.text[:300]}"
            )
        told = answer.json()
        return told["data"] if isinstance(told, dict) and "data" in told else told

    def register(self) -> None:
        """Register by the e-mail alone, which brings a letter with a code."""
        body = {"email": self.email, "password": PASSWORD}
        self.id = self.must("POST", "/auth/register", body)["user"]["id"]

    def sign_in(self, path: str = "/auth/login", **members: str) -> None:
        """Begin a new session."""
        body = {"email": self.email, **(members or {"password": PASSWORD})}
        told = self.must("POST", path, body)
        self.id, self.token = told["user"]["id"], told["token"]


def member(fleet: Fleet, email: str) -> Person:
    """Somebody who has registered, proved the address and is signed in."""
    person = Person(fleet, email)
    person.register()
    person.sign_in("/auth/verify-email", otp=_code(fleet, email))
    return person


def administrator(fleet: Fleet) -> Person:
    """The fleet's administrator, in a new session and at a new address."""
    person = Person(fleet, fleet.root.email)
    person.sign_in("/auth/admin/login", masterPassword=fleet.root.master_password)
    return person


def letters_to(fleet: Fleet, *emails: str) -> list[Received]:
    """What the mail server has taken for any of these, in order."""
    wanted = {email.lower() for email in emails}
    taken = list(fleet.mail.received)
    return [each for each in taken if wanted.intersection(to.lower() for to in each.recipients)]


def wait_until(is_so: Callable[[], bool], what: str, seconds: float = _PATIENCE) -> None:
    """Return once it is so. Raises DoesNotHold, with `what` should have come, if it never is."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise DoesNotHold(f"in {seconds:.0f} seconds it did not come that {what}")
        time.sleep(0.02)


def _code(fleet: Fleet, email: str) -> str:
    """The code of the letter that proves this address."""
    wait_until(lambda: bool(letters_to(fleet, email)), f"a letter came for {email}")
    text = letters_to(fleet, email)[-1].message.get_body(("plain",))
    found = _CODE.search(text.get_content() if text else "")
    if found is None:
        raise DoesNotHold(f"the letter to {email} has no code")
    return found[1]
