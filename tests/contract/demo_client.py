"""Sends the examples of the document to a server with the demo data, in a stated order."""

import copy
import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pyotp

from bridgework import app, routes
from bridgework.commands.demo_data import load_world
from bridgework.demo import people
from bridgework.kit.data.db import Database
from bridgework.kit.http.openapi.examples import parameters_of
from bridgework.kit.http.operations import Operation
from bridgework.settings import Settings
from tests import process
from tests.contract import example_values
from tests.servers.ports import free_port
from tests.world import PUBLIC_URL, Response

OPERATIONS = {operation.operation_id: operation for operation in routes.operations()}
EXAMPLES = routes.examples()
if _missing := OPERATIONS.keys() - EXAMPLES.keys():
    raise LookupError(
        f"no example of {', '.join(sorted(_missing))}: write the caller, the parameters and the "
        "request into the examples.json of the area"
    )
EXPERTS = 60
"""Enough for all authors of the demo."""
UNLIMITED = "1000000/60"
_MAIL_SECONDS = 20.0
_BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

AFTER_READS = Path(__file__).with_name("example_order.txt").read_text("utf-8").split()
"""The operations that change the data or read such changes, in their order.

Reads of a record that an example creates follow its creation; all others come before them, in the
order of the document.
"""


def creator_of(name: str) -> str | None:
    """The operation whose example creates the record with the ID in the example of `name`."""
    return _CREATORS.get(EXAMPLES[name].get("parameters", {}).get("id"))


def _created_id(operation: Operation) -> str | None:
    response: Any = EXAMPLES[operation.operation_id].get("response")
    if operation.status != 201 or not isinstance(response, dict):
        return None
    return response.get("id")


_CREATORS = {_created_id(each): each.operation_id for each in OPERATIONS.values()}
_CREATORS.pop(None, None)


def in_order() -> list[Operation]:
    """All operations in the order in which their examples are sent."""
    reads = [name for name in OPERATIONS if name not in AFTER_READS]
    ordered = [name for name in reads if creator_of(name) is None]
    for name in AFTER_READS:
        ordered += [name, *(read for read in reads if creator_of(read) == name)]
    return [OPERATIONS[name] for name in ordered]


class DemoClient:
    """A client of a server with the demo data."""

    def __init__(
        self, http: httpx2.Client, public_url: str, mail_dir: Path, database: Database
    ) -> None:
        self.public_url = public_url
        self.database = database
        self.received: dict[str, Any] = {}
        """The parsed JSON bodies by operationId, without the envelope."""
        self.replaced: dict[str, str] = {}
        """The values of this server, with the example values that they replace."""
        self._http = http
        self._mail_dir = mail_dir
        self._tokens: dict[tuple[str, bool], str] = {}

    def send_example(self, operation: Operation, cursor: str | None = None) -> Response:
        """Send the example of an operation, with the IDs and secrets of this server.

        Without a `cursor`, it is the request for the first page.
        """
        name = operation.operation_id
        example = copy.deepcopy(EXAMPLES[name])
        parameters = {**parameters_of(operation, example)}
        parameters.pop("cursor", None)
        request: Any = example.get("request")
        for member, value in self._values(name).items():
            part = parameters if member in parameters else request
            self.replaced[str(value)] = str(part[member])
            part[member] = value
        if cursor:
            parameters["cursor"] = cursor
        response = self._send(operation, example.get("caller"), parameters, request)
        if cursor is None and "json" in response.headers.get("content-type", ""):
            self.received[name] = response.json.get("data", response.json)
        return response

    def _values(self, name: str) -> example_values.Values:
        creator = creator_of(name)
        created = {} if creator is None else {"id": self.received[creator]["id"]}
        return {**created, **example_values.find(self, name)}

    def post(self, path: str, caller: str, body: object = None) -> None:
        """Send a request that prepares an example."""
        headers = self._credentials(caller, as_admin=True)
        self._http.post(path, json=body, headers=headers).raise_for_status()

    def login_of_admin(self, email: str, master_password: str) -> Any:
        """The parsed response to an administrator login, with or without a second factor."""
        sent = {"email": email, "masterPassword": master_password}
        return self._http.post("/auth/admin/login", json=sent).json()

    def add_app(self, token: str, master_password: str) -> None:
        """Add an authenticator app to the administrator with this token."""
        headers, proof = {"authorization": f"Bearer {token}"}, {"masterPassword": master_password}
        begun = self._http.post("/admin/me/totp", json=proof, headers=headers).json()
        code = pyotp.TOTP(begun["data"]["secret"]).now()
        confirmed = self._http.post("/admin/me/totp/confirm", json={"code": code}, headers=headers)
        confirmed.raise_for_status()

    def find_in_console(self, pattern: str) -> str:
        """The first group of `pattern` in the page of the console."""
        found = re.search(pattern, self._http.get("/console/").text)
        assert found is not None, f"the page of the console does not contain {pattern}"
        return found[1]

    def find_on_site(self, pattern: str) -> str:
        """The first group of `pattern` in the first page of the member site."""
        found = re.search(pattern, self._http.get("/app/").text)
        assert found is not None, f"the first page of the site does not contain {pattern}"
        return found[1]

    def find_in_mail(self, to: str, pattern: str) -> str:
        """The first group of `pattern` in an e-mail to this address; waits until it is sent."""
        deadline = time.monotonic() + _MAIL_SECONDS
        while time.monotonic() < deadline:
            for file in sorted(self._mail_dir.glob("*.eml"), key=os.path.getmtime, reverse=True):
                email = message_from_bytes(file.read_bytes(), policy=policy.default)
                text = email.get_body(("plain",))
                if email["To"] == to and text is not None:
                    found = re.search(pattern, text.get_content(), re.MULTILINE)
                    if found:
                        return found[1]
            time.sleep(0.05)
        raise AssertionError(f"no e-mail to {to} contains {pattern}")

    def _send(
        self, operation: Operation, caller: str | None, parameters: Mapping[str, Any], request: Any
    ) -> Response:
        in_path = {parameter.name for parameter in operation.parameters}
        path = operation.path
        for name in in_path:
            path = path.replace(f"{{{name}}}", quote(str(parameters[name]), safe="/"))
        query = {name: value for name, value in parameters.items() if name not in in_path}
        headers = self._credentials(caller, as_admin=operation.who.needs_admin_login)
        if operation.streams and isinstance(request, str):
            content, headers["content-type"] = request.encode(), operation.body_media_types[0]
        elif operation.streams:
            content, media_type = example_values.uploaded_file()
            headers["content-type"] = media_type
        else:
            content = b"" if request is None else json.dumps(request).encode()
            headers |= {} if request is None else {"content-type": "application/json"}
        sending = self._http.stream(
            operation.method, path, params=query, content=content, headers=headers
        )
        with sending as answer:
            # A stream of events never ends.
            body = next(answer.iter_raw()) if operation.is_event_stream else answer.read()
        sent = f"{operation.operation_id}: {operation.method} {answer.url}"
        received = dict(answer.headers)
        received.pop("content-encoding", None)  # the client has decoded the body
        return Response(answer.status_code, received, body, sent)

    def _credentials(self, caller: str | None, *, as_admin: bool) -> dict[str, str]:
        if caller is None:
            return {}
        if caller == "partner":
            return {"x-api-key": self.received["adminCreateApiKey"]["key"]}
        as_admin = as_admin or caller == people.ROOT
        if (caller, as_admin) not in self._tokens:
            secret = (
                {"masterPassword": people.MASTER_PASSWORD}
                if as_admin
                else {"password": people.PASSWORD}
            )
            path = "/auth/admin/login" if as_admin else "/auth/login"
            answer = self._http.post(path, json={"email": caller, **secret}).raise_for_status()
            self._tokens[caller, as_admin] = answer.json()["data"]["token"]
        return {"authorization": f"Bearer {self._tokens[caller, as_admin]}"}


@contextmanager
def run_demo(settings: Settings) -> Iterator[DemoClient]:
    """Load the demo data and serve it without rate limits."""
    load_world(settings, EXPERTS)
    database = app.database(settings)
    port = free_port()
    public_url = f"http://localhost:{port}"  # passkeys require a host name
    try:
        with (
            process.run_server(
                settings.data_dir,
                port=port,
                public_url=public_url,
                database_url=settings.database_address,
                rate_limit=UNLIMITED,
                admin_rate_limit=UNLIMITED,
                site="on",
                security_contact="security@example.com",
            ) as server,
            httpx2.Client(
                base_url=server.url, timeout=30, headers={"user-agent": _BROWSER}
            ) as http,
        ):
            demo = DemoClient(http, public_url, settings.mail_dir, database)
            demo.replaced[public_url] = PUBLIC_URL
            yield demo
    finally:
        database.close()
