"""The benchmark refuses to measure a stack that answers or stores something else."""

import contextlib
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import click
import pytest

from bench import checks
from bench.client import Request
from bench.dataset import Dataset, Row
from bench.peers.accounts import SignedInPeer
from bench.works import WORKS
from bridgework.kit.data.db.engines.sqlite_library import sqlite3

ACCOUNTS: list[Row] = [
    {
        "id": "a",
        "email": "ada@example.com",
        "firstName": "Ada",
        "avatarUrl": None,
        "createdAt": "1",
    },
    {
        "id": "b",
        "email": "ben@example.com",
        "firstName": "Ben",
        "avatarUrl": None,
        "createdAt": "1",
    },
]
DATASET = Dataset(
    cards=[],
    records=[],
    accounts=ACCOUNTS,
    applications=[{name: one[name] for name in ("firstName", "email")} for one in ACCOUNTS],
    jobs=[{"id": "job"}],
    clinic={"email": "clinic@example.com"},
    list_body=b"",
    one_body=b"",
)
TABLES = ("posts", "applications", "emails")
BY_ID = ("by id", "reads of others")


class Stack(HTTPServer):
    """A stack with one fault. Each of its tables has one column."""

    def __init__(self, peer: SignedInPeer, fault: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.peer, self.fault = peer, fault
        self.applied: set[str] = set()

    def store(self, table: str) -> None:
        with contextlib.closing(sqlite3.connect(self.peer.folder / "copy/experts.db")) as database:
            database.execute(f"INSERT INTO {table} VALUES (1)")
            database.commit()


class Handler(BaseHTTPRequestHandler):
    server: Stack

    def do_GET(self) -> None:
        number, fault = self._caller(), self.server.fault
        if number is None:
            self._answer(401, {})
            return
        account = ACCOUNTS[0 if fault == "one account for all" else number]
        if self.path.startswith("/members/") and not self.path.endswith(account["id"]):
            if fault != "reads of others":
                self._answer(404, {})
                return
            account = next(one for one in ACCOUNTS if self.path.endswith(one["id"]))
        # As PocketBase, which has no null and a format of its own for times.
        shown = {**account, "avatarUrl": "", "createdAt": "one"}
        if fault == "a wrong member":
            shown["firstName"] = "Eve"
        self._answer(200, shown)

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        sent = json.loads(self.rfile.read(length))
        number, fault = self._caller(), self.server.fault
        if number is None:
            if fault == "stores what it refuses":
                self.server.store("posts")
            self._answer(401, {})
        elif "content" in sent:
            self.server.store("posts")
            self._answer(201, {"content": "else" if fault == "another text" else sent["content"]})
        elif sent["email"] in self.server.applied and fault != "takes it twice":
            self._answer(409, {})
        else:
            self.server.applied.add(sent["email"])
            self.server.store("applications")
            if fault != "no e-mail":
                self.server.store("emails")
            self._answer(201, {"data": sent})

    def _caller(self) -> int | None:
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if not token and self.server.fault == "no sign-in":
            return 0
        tokens = self.server.peer.tokens
        return tokens.index(token) if token in tokens else None

    def _answer(self, status: int, body: Row) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


class ByIdPeer(SignedInPeer):
    """A peer whose members are read by their ids, as PocketBase's."""

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        requests = super().requests(kind, count)
        if kind != "account":
            return requests
        return [
            Request(f"/members/{account['id']}", authorization=request.authorization)
            for account, request in zip(ACCOUNTS, requests, strict=True)
        ]


@contextlib.contextmanager
def running(folder: Path, fault: str) -> Iterator[Stack]:
    peer = ByIdPeer(folder, DATASET) if fault in BY_ID else SignedInPeer(folder, DATASET)
    peer.stored = {
        "post": ["SELECT count(*) FROM posts"],
        "application": ["SELECT count(*) FROM applications", "SELECT count(*) FROM emails"],
    }
    (folder / "data").mkdir()
    with contextlib.closing(sqlite3.connect(folder / "data" / "experts.db")) as database:
        for table in TABLES:
            database.execute(f"CREATE TABLE {table} (one)")
    peer.renew()
    with Stack(peer, fault) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def check(folder: Path, work_name: str, fault: str = "") -> int:
    work = next(work for work in WORKS if work.name == work_name)
    with running(folder, fault) as server:
        return checks.check(server.peer, server.server_port, work)


@pytest.mark.parametrize("work", ["account", "post", "application"])
def test_a_stack_without_faults_is_measured(tmp_path: Path, work: str) -> None:
    assert check(tmp_path, work) > 0


def test_a_stack_whose_accounts_are_read_by_id_is_measured(tmp_path: Path) -> None:
    assert check(tmp_path, "account", "by id") > 0


@pytest.mark.parametrize(
    ("work", "fault", "reason"),
    [
        ("account", "a wrong member", "has wrong firstName"),
        ("account", "no sign-in", "got 200, and should be refused"),
        ("account", "reads of others", "returned the account of another caller"),
        ("account", "one account for all", "has wrong email, firstName, id"),
        ("post", "another text", "returned a wrong content"),
        ("post", "no sign-in", "got 201, and should be refused"),
        ("post", "stores what it refuses", "without a token was stored"),
        ("application", "no sign-in", "got 201, and should be refused"),
        ("application", "no e-mail", "did not store one row of each kind"),
        ("application", "takes it twice", "got 201, and should be refused"),
    ],
)
def test_a_stack_with_a_fault_is_not_measured(
    tmp_path: Path, work: str, fault: str, reason: str
) -> None:
    with pytest.raises(click.ClickException) as refusal:
        check(tmp_path, work, fault)
    assert reason in refusal.value.message
