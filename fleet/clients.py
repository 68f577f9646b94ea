"""Clients of the fleet, each with an IP address of its own.

Linux answers on every address of 127.0.0.0/8, so the fleet sees the clients as separate callers by
the source address of their connections.
"""

import ipaddress
import itertools
import re
import time
from collections.abc import Callable
from typing import Any

import httpx2

from fleet.errors import CheckFailed
from fleet.startup import Fleet, RunningMachine
from tests.servers.smtp import Received

PASSWORD = "correct horse battery"

_FIRST = ipaddress.ip_address("127.1.0.1")
_addresses = itertools.count()
_CODE = re.compile(r"^([0-9]{6})\r?$", re.MULTILINE)
_TIMEOUT = 30.0


class Client:
    """A caller with its own IP address; signed in once it has a token."""

    def __init__(self, fleet: Fleet, email: str = "") -> None:
        self.email = email
        self.address = str(_FIRST + next(_addresses))
        self.id = ""
        self.token = ""
        self._fleet = fleet

    def request(
        self, method: str, path: str, body: object = None, *, at: RunningMachine | None = None
    ) -> httpx2.Response:
        """Send a request through the proxy, or directly to the node `at`."""
        url = at.url if at else self._fleet.proxy.url
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        transport = httpx2.HTTPTransport(local_address=self.address, verify=False)
        with httpx2.Client(transport=transport, timeout=_TIMEOUT) as http:
            return http.request(method, f"{url}{path}", json=body, headers=headers)

    def must(
        self, method: str, path: str, body: object = None, *, at: RunningMachine | None = None
    ) -> Any:
        """Send a request and return its `data`. Raises CheckFailed on an error response."""
        response = self.request(method, path, body, at=at)
        if not response.is_success:
            where = at.machine.name if at else "nginx"
            raise CheckFailed(
                f"{method} {path} at {where}: {response.status_code} {response.text[:300]}"
            )
        content = response.json()
        return content["data"] if isinstance(content, dict) and "data" in content else content

    def register(self) -> None:
        """Register with the e-mail address, which sends an e-mail with a code."""
        body = {"email": self.email, "password": PASSWORD}
        self.id = self.must("POST", "/auth/register", body)["user"]["id"]

    def sign_in(self, path: str = "/auth/login", **members: str) -> None:
        """Start a new session."""
        body = {"email": self.email, **(members or {"password": PASSWORD})}
        session = self.must("POST", path, body)
        self.id, self.token = session["user"]["id"], session["token"]


def member(fleet: Fleet, email: str) -> Client:
    """Return a member who has registered, verified the e-mail address and signed in."""
    client = Client(fleet, email)
    client.register()
    client.sign_in("/auth/verify-email", otp=_code(fleet, email))
    return client


def administrator(fleet: Fleet) -> Client:
    """Return the fleet's administrator in a new session from a new IP address."""
    client = Client(fleet, fleet.root.email)
    client.sign_in("/auth/admin/login", masterPassword=fleet.root.master_password)
    return client


def emails_to(fleet: Fleet, *emails: str) -> list[Received]:
    """Return the e-mails to any of these addresses, in order of arrival."""
    recipients = {email.lower() for email in emails}
    emails_received = list(fleet.mail.received)
    return [
        email
        for email in emails_received
        if recipients.intersection(to.lower() for to in email.recipients)
    ]


def wait_until(condition: Callable[[], bool], what: str, seconds: float = _TIMEOUT) -> None:
    """Wait until the condition is true. Raises CheckFailed with `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise CheckFailed(f"not within {seconds:.0f} seconds: {what}")
        time.sleep(0.02)


def _code(fleet: Fleet, email: str) -> str:
    """Return the code of the e-mail that verifies this address."""
    wait_until(lambda: bool(emails_to(fleet, email)), f"an e-mail arrived for {email}")
    text = emails_to(fleet, email)[-1].message.get_body(("plain",))
    match = _CODE.search(text.get_content() if text else "")
    if match is None:
        raise CheckFailed(f"the e-mail to {email} has no code")
    return match[1]
