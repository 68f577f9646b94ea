"""A server as its callers see it, in this process: every request goes through the front door.

world.post("/auth/login", {"email": …, "password": …}).must(200)
world.get("/users/me", as_=ada).data["firstName"]
world.together([lambda: …] * 20)        # really at once
"""

import asyncio
import itertools
import json
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Self

from starlette.types import Message

from bridgework.app import Application
from bridgework.kit.outbox.tables import letters as outbox
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests.clock import HandClock
from tests.contract import conformity, response_coverage
from tests.loop import Loop

_numbers = itertools.count(1)
PUBLIC_URL = "https://api.example.com"


def next_number() -> int:
    """A number this process has not used yet."""
    return next(_numbers)


def settings(data_dir: Path, **changes: Any) -> Settings:
    """Settings for a test: nothing is read from the environment's own `.env`.

    A test that raises the rate limit raises that of administrators with it.
    """
    values: dict[str, Any] = {
        "env": "development",
        "data_dir": data_dir,
        "public_url": PUBLIC_URL,
        "rate_limit": Rule("default", 60, 60),
        "support_email": "help@example.com",
    }
    values |= changes
    limit = values["rate_limit"]
    if isinstance(limit, Rule) and limit.quota > 600:
        values.setdefault("admin_rate_limit", Rule("admin", limit.quota, limit.window))
    return Settings(_env_file=None, **values)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in front of the server: who they say they are, and with what token."""

    email: str
    token: str | None = None
    id: str | None = None
    address: str = "198.51.100.1"


STRANGER = Person("stranger@example.com")


@dataclass(frozen=True, slots=True)
class Response:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    request: str

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)

    @property
    def data(self) -> Any:
        """What the envelope holds."""
        return self.json["data"]

    @property
    def error(self) -> str:
        """The error's code."""
        return str(self.json["error"])

    @property
    def details(self) -> list[dict[str, str]]:
        """The faults of a 422 as they are listed."""
        details: list[dict[str, str]] = self.json["details"]
        return details

    @property
    def faults(self) -> dict[str, str]:
        """The faults of a 422 by path."""
        return {detail["path"]: detail["code"] for detail in self.details}

    def must(self, status: int) -> Self:
        """This response, if it has that status; a failed test that shows it otherwise."""
        assert self.status == status, f"{self.request}: {self.status} {self.body.decode()[:2000]}"
        return self


class World:
    """One server, one clock, and the requests that are sent to it."""

    def __init__(self, house: Application, clock: HandClock, loop: Loop) -> None:
        self.house = house
        self.clock = clock
        self.loop = loop
        self._conforms = conformity.checker(house.app_state.api_docs)

    def close(self) -> None:
        """End the server's pools and connections; its worker was never started."""
        self.loop.run(self.house.close())

    def get(self, path: str, **how: Any) -> Response:
        return self.send("GET", path, **how)

    def post(self, path: str, body: object = None, **how: Any) -> Response:
        return self.send("POST", path, body, **how)

    def put(self, path: str, body: object = None, **how: Any) -> Response:
        return self.send("PUT", path, body, **how)

    def patch(self, path: str, body: object = None, **how: Any) -> Response:
        return self.send("PATCH", path, body, **how)

    def delete(self, path: str, **how: Any) -> Response:
        return self.send("DELETE", path, **how)

    def send(self, method: str, path: str, body: object = None, **how: Any) -> Response:
        """Send one request; `body` is JSON, or bytes as they are."""
        return self.loop.run(self.sending(method, path, body, **how))

    def together(self, requests: Sequence[Callable[[], Awaitable[Response]]]) -> list[Response]:
        """Send requests at once; each is a function that returns `world.sending(…)`."""

        async def all_of_them() -> list[Response]:
            return list(await asyncio.gather(*(request() for request in requests)))

        return self.loop.run(all_of_them())

    async def sending(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        as_: Person = STRANGER,
        headers: Mapping[str, str] | None = None,
        checked: bool = True,
    ) -> Response:
        """One request through the ASGI application; `checked` holds it against the document."""
        raw = body if isinstance(body, bytes) else b"" if body is None else _json(body)
        sent = {**({"content-type": "application/json"} if raw else {}), **(headers or {})}
        if as_.token:
            sent.setdefault("authorization", f"Bearer {as_.token}")
        if raw:
            sent.setdefault("content-length", str(len(raw)))
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), text.encode()) for name, text in sent.items()],
            "client": (as_.address, 40000),
        }
        response = await self._answered(scope, raw, f"{method} {path}")
        response_coverage.note(method, path, response)
        if checked:
            self._conforms(method, path, response)
        return response

    async def _answered(self, scope: dict[str, Any], raw: bytes, request: str) -> Response:
        messages: list[Message] = []

        bodies = [raw]

        async def receive() -> Message:
            if not bodies:  # the client stays connected
                await asyncio.Event().wait()
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Message) -> None:
            messages.append(message)

        await self.house.api(scope, receive, send)
        start, *parts = messages
        headers: dict[str, str] = {}
        for name, value in start["headers"]:
            text, given = name.decode(), value.decode("latin-1")
            headers[text] = f"{headers[text]}, {given}" if text in headers else given
        body = b"".join(part.get("body", b"") for part in parts)
        return Response(start["status"], headers, body, request)

    def do_chores(self) -> None:
        """Have everything done that is done in the background now and then."""
        scheduler = self.house.scheduler
        for task in scheduler.tasks:
            scheduler.run_task(task, threading.Event())

    def mail(self, to: str | None = None) -> list[EmailMessage]:
        """Have the worker send what waits; then every letter there is, oldest first."""
        while self.house.worker.work_once():
            continue
        files = sorted(self.house.app_state.settings.mail_dir.glob("*.eml"))
        letters = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
        return [letter for letter in letters if to is None or letter["To"] == to]

    def code(self, email: str) -> str:
        """The newest six-digit code that was mailed to this address."""
        text = self.mail(email)[-1].get_body(("plain",))
        assert text is not None
        found = re.search(r"^([0-9]{6})$", text.get_content(), re.MULTILINE)
        assert found is not None, text.get_content()
        return found[1]

    def queued_code(self, email: str) -> str:
        """The code in the newest e-mail to this address, which need not be sent for it."""
        newest = (
            outbox.select()
            .where(outbox.c.recipient == email)
            .order_by(outbox.c.created_at.desc(), outbox.c.id.desc())
            .limit(1)
        )
        with self.house.app_state.database.reading() as tx:
            row = tx.one(newest)
        code: str = json.loads(self.house.app_state.keyring.decrypt("outbox", row.sealed))["code"]
        return code


def _json(body: object) -> bytes:
    return json.dumps(body).encode()
