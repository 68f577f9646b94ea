"""A server in the test process; requests go through the complete ASGI application.

world.post("/auth/login", {"email": …, "password": …}).must(200)
world.get("/users/me", as_=ada).data["firstName"]
world.together([lambda: …] * 20)        # concurrently
"""

import asyncio
import gzip
import itertools
import json
import re
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Self

from starlette.types import Message

from bridgework.app import Application
from bridgework.kit.delivery.outbox import PRIORITIES, Worker
from bridgework.kit.delivery.outbox.tables import outbox_emails as outbox
from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.text import email_addresses
from bridgework.settings import Settings
from tests.clock import ManualClock
from tests.contract import conformity, response_coverage
from tests.loop import Loop

EVENT_STREAM = b"text/event-stream"
_numbers = itertools.count(1)
PUBLIC_URL = "https://api.example.com"


def next_number() -> int:
    """Return a number that was not used before in this process."""
    return next(_numbers)


def mail_worker(application: Application) -> Worker:
    """Return a worker that sends all e-mails, in the place of the two of the application."""
    return replace(application.mail_workers["bulk"], priorities=PRIORITIES)


def settings(data_dir: Path, **changes: Any) -> Settings:
    """Return settings for a test, without reading a `.env`.

    A higher rate limit also applies to administrators, and raises the limits per client address.
    """
    values: dict[str, Any] = {
        "env": "development",
        "data_dir": data_dir,
        "public_url": PUBLIC_URL,
        "rate_limit": Rule("default", 60, 60),
        "support_email": "help@example.com",
        "security_contact": "security@example.com",
        "request_timeout_seconds": 120,  # a busy machine is not what these tests examine
    }
    values |= changes
    limit = values["rate_limit"]
    if isinstance(limit, Rule) and limit.quota > 600:
        values.setdefault("admin_rate_limit", Rule("admin", limit.quota, limit.window))
        values.setdefault("address_limit_factor", limit.quota // 60)
    return Settings(_env_file=None, **values)


@dataclass(frozen=True, slots=True)
class Person:
    """A caller: e-mail address, access token, and client address."""

    email: str
    token: str | None = None
    id: str | None = None
    address: str = "198.51.100.1"


ANONYMOUS = Person("anonymous@example.com")


@dataclass(frozen=True, slots=True)
class Response:
    """The response to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    request: str

    @property
    def content(self) -> bytes:
        """The body without its content coding."""
        is_coded = self.body and self.headers.get("content-encoding") == "gzip"
        return gzip.decompress(self.body) if is_coded else self.body

    @property
    def json(self) -> Any:
        """The parsed body."""
        return json.loads(self.content)

    @property
    def data(self) -> Any:
        """The `data` of the body."""
        return self.json["data"]

    @property
    def error(self) -> str:
        """The error code."""
        return str(self.json["error"])

    @property
    def details(self) -> list[dict[str, str]]:
        """The field errors of a 422, in order."""
        details: list[dict[str, str]] = self.json["details"]
        return details

    @property
    def faults(self) -> dict[str, str]:
        """The codes of the field errors of a 422 by path."""
        return {detail["path"]: detail["code"] for detail in self.details}

    def must(self, status: int) -> Self:
        """Return this response if it has the status; otherwise fail and show the response."""
        assert self.status == status, (
            f"{self.request}: {self.status} {self.content.decode()[:2000]}"
        )
        return self


class World:
    """A server with its own clock."""

    def __init__(self, application: Application, clock: ManualClock, loop: Loop) -> None:
        self.application = application
        self.worker = mail_worker(application)
        self.clock = clock
        self.loop = loop
        self.has_own_requests = False
        """Whether a request was sent, or an e-mail, other than by `preparing`."""
        self._is_preparing = False
        self._must_conform = conformity.checker(application.app_state.api_docs)

    def close(self) -> None:
        """Close the server's pools and connections; its workers were never started."""
        self.loop.run(self.application.close())

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """Do not count the requests of the block as requests of the test. See `remembered.py`."""
        outer, self._is_preparing = self._is_preparing, True
        try:
            yield
        finally:
            self._is_preparing = outer

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
        """Send a request; `body` is sent as JSON, or unchanged if it is bytes."""
        return self.loop.run(self.sending(method, path, body, **how))

    def together(self, requests: Sequence[Callable[[], Awaitable[Response]]]) -> list[Response]:
        """Send requests concurrently; each is a function that returns `world.sending(…)`."""

        async def gather() -> list[Response]:
            return list(await asyncio.gather(*(request() for request in requests)))

        return self.loop.run(gather())

    async def sending(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        as_: Person = ANONYMOUS,
        headers: Mapping[str, str] | None = None,
        checked: bool = True,
    ) -> Response:
        """Send a request through the ASGI application; `checked` validates the response."""
        self.has_own_requests |= not self._is_preparing
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
        response = await self._request(scope, raw, f"{method} {path}")
        response_coverage.note(method, path, response)
        if checked:
            self._must_conform(method, path, response)
        return response

    async def _request(self, scope: dict[str, Any], raw: bytes, request: str) -> Response:
        messages: list[Message] = []

        bodies = [raw]
        is_streaming = asyncio.Event()

        async def receive() -> Message:
            if not bodies:  # the client stays connected, except to a stream that never ends
                await is_streaming.wait()
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Message) -> None:
            messages.append(message)
            if message.get("body") and EVENT_STREAM in dict(messages[0]["headers"]).values():
                is_streaming.set()

        await self.application.api(scope, receive, send)
        start, *parts = messages
        headers: dict[str, str] = {}
        for name, value in start["headers"]:
            text, content = name.decode(), value.decode("latin-1")
            headers[text] = f"{headers[text]}, {content}" if text in headers else content
        body = b"".join(part.get("body", b"") for part in parts)
        return Response(start["status"], headers, body, request)

    def run_periodic_tasks(self) -> None:
        """Run every periodic task once."""
        self.has_own_requests = True
        scheduler = self.application.scheduler
        for task in scheduler.tasks:
            scheduler.run_task(task, threading.Event())

    def mail(self, to: str | None = None) -> list[EmailMessage]:
        """Have the worker send due e-mails; return all e-mails, oldest first."""
        self.has_own_requests = True
        while self.worker.work_once():
            continue
        files = sorted(self.application.app_state.settings.mail_dir.glob("*.eml"))
        emails = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
        return [
            email for email in emails if to is None or email["To"] == email_addresses.to_wire(to)
        ]

    def code(self, email: str) -> str:
        """Return the code of the newest e-mail to this address."""
        text = self.mail(email)[-1].get_body(("plain",))
        assert text is not None
        match = re.search(r"^([0-9]{6})$", text.get_content(), re.MULTILINE)
        assert match is not None, text.get_content()
        return match[1]

    def queued_code(self, email: str) -> str:
        """Return the code of the newest e-mail to this address, without sending it.

        A server that runs beside this world may have sent the e-mail already: then the
        row holds no content any more, and the code comes from the e-mail.
        """
        newest = (
            outbox.select()
            .where(outbox.c.recipient == email)
            .order_by(outbox.c.created_at.desc(), outbox.c.id.desc())
            .limit(1)
        )
        with self.application.app_state.database.reading() as tx:
            row = tx.one(newest)
        if row.sealed is None:
            return self.code(email)
        content = self.application.app_state.keyring.decrypt("outbox", row.sealed)
        code: str = json.loads(content)["code"]
        return code


def _json(body: object) -> bytes:
    return json.dumps(body).encode()
