"""A server whose services hang on demand, and a ledger of writes to it.

The server is a process. It reaches each service through another process, which is stopped: that one
accepts connections and never responds.
"""

import contextlib
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2

from bridgework.areas.back_office.recruiting.zoho import create_candidates
from bridgework.kit.http.idempotency import execution as idempotency
from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.served import program
from tests.served.program import Program
from tests.servers import collector, luma, receiver, relay, s3, smtp, zoho
from tests.servers.frozen import frozen
from tests.servers.relay import Relay

DEADLINE = 3.0
"""Of a request, by the settings, in seconds."""
PROMPT = 2.0
"""The longest that a response may take that needs no hanging service."""
RECOVERED_WITHIN = 30.0
KEY_RELEASED_WITHIN = idempotency.LEASE.total_seconds() + RECOVERED_WITHIN
"""A slow request that fails while the database hangs keeps its key until the lease ends."""
CANDIDATE_RELEASED_WITHIN = create_candidates.LEASE.total_seconds() + RECOVERED_WITHIN
"""A candidate whose request fails while the database hangs is refused until its lease ends."""
CANDIDATES = "/admin/recruiting/candidates"
SIGN_IN = {"email": "ada@example.com", "password": cast.PASSWORD}
_BUCKET = "frozen-services"


@dataclass
class Installation:
    """A server, its services, and the processes through which it reaches them."""

    server: Program
    pids: Mapping[str, int]
    mail: smtp.MailServer
    hooks: receiver.Receiver
    luma: luma.StandIn
    zoho: zoho.StandIn
    collector: collector.StandIn
    ada: str = ""
    root: str = ""
    """The tokens of Ada and of an administrator."""

    @contextlib.contextmanager
    def frozen(self, name: str) -> Iterator[None]:
        """Freeze a service for the block."""
        with frozen(self.pids[name]):
            yield

    def send(
        self, method: str, path: str, body: object = None, token: str = "", key: str = ""
    ) -> tuple[int, Any]:
        """Send a request; return the status and the JSON of the response."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        headers |= {"idempotency-key": key} if key else {}
        status, _, text = self.server.request(method, path, body, headers)
        return status, json.loads(text)

    def must(self, status: int, method: str, path: str, body: object = None, **how: str) -> Any:
        """Send a request that must have this status; return its data."""
        found, content = self.send(method, path, body, **how)
        assert found == status, content
        return content["data"]

    def must_sign_in(self) -> str:
        """Sign in promptly; return the token."""
        with within(PROMPT):
            return str(self.must(200, "POST", "/auth/login", SIGN_IN)["token"])


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < seconds


@contextlib.contextmanager
def running(
    folder: Path, people: Mapping[str, str], valkey_url: str, s3_url: str
) -> Iterator[Installation]:
    """Run a server and its services. `people` are its settings, with accounts in the database."""
    s3.create_bucket(s3_url, _BUCKET)
    with contextlib.ExitStack() as ending:
        mail = ending.enter_context(smtp.running_smtp())
        hooks = ending.enter_context(receiver.running())
        on_luma = ending.enter_context(luma.running())
        in_zoho = ending.enter_context(zoho.running())
        spans = ending.enter_context(collector.running())
        urls = {
            "valkey": valkey_url,
            "mail": mail.url,
            "storage": s3_url,
            "luma": on_luma.url,
            "zoho": in_zoho.url,
            "receiver": hooks.url(),
            "collector": spans.url,
        }
        if people["DATABASE_URL"].startswith("postgresql"):
            urls["database"] = people["DATABASE_URL"]
        relays = {name: ending.enter_context(relay.running_relay(urls[name])) for name in urls}
        settings = {**people, **_settings(relays)}
        server = ending.enter_context(program.run_server(folder, **settings))
        pids = {name: each.pid for name, each in relays.items()}
        started = Installation(server, pids, mail, hooks, on_luma, in_zoho, spans)
        started.ada = started.must_sign_in()
        master = {"email": "root@example.com", "masterPassword": cast.MASTER_PASSWORD}
        started.root = started.must(200, "POST", "/auth/admin/login", master)["token"]
        hook = {"url": relays["receiver"].url, "types": ["account.registered"]}
        started.must(201, "POST", "/admin/webhooks", hook, token=started.root)
        yield started


def _settings(relays: Mapping[str, Relay]) -> Mapping[str, str]:
    """Return the settings of a server that reaches its services through these processes."""
    storage = relays["storage"].url.removeprefix("http://")
    settings = {
        "REDIS_URL": relays["valkey"].url,
        "SMTP_URL": relays["mail"].url,
        "STORAGE_URL": f"s3://{s3.KEY}:{quote(s3.SECRET, safe='')}@{storage}/{_BUCKET}?tls=off",
        "LUMA_API_KEY": luma.KEY,
        "LUMA_URL": relays["luma"].url,
        "ZOHO_CLIENT_ID": zoho.CLIENT,
        "ZOHO_CLIENT_SECRET": zoho.SECRET,
        "ZOHO_REFRESH_TOKEN": zoho.REFRESH,
        "ZOHO_ACCOUNTS_URL": relays["zoho"].url,
        "ZOHO_API_URL": relays["zoho"].url,
        "ZOHO_REFERENCE_FIELD": zoho.REFERENCE,
        "OTLP_ENDPOINT": relays["collector"].url,
    }
    if "database" in relays:
        settings["DATABASE_URL"] = relays["database"].url
    return settings


@dataclass
class Ledger:
    """Writes of each kind, each repeated until it is acknowledged."""

    at: Installation
    done: dict[str, list[str]] = field(default_factory=dict)
    """E-mail addresses of accounts, names of events and candidates, URLs of files."""
    refused: int = 0
    faults: list[Exception] = field(default_factory=list)
    _stopping: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """Write in a thread for each kind during the block."""
        kinds = (self.register, self.create_event, self.create_candidate, self.upload)
        threads = [threading.Thread(target=self._write, args=(kind,)) for kind in kinds]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            for thread in threads:
                thread.join()
        assert self.faults == []

    def must_go_on(self) -> None:
        """Wait until two more writes of each kind are acknowledged, so one began after this."""
        before = {kind: len(names) for kind, names in self.done.items()}
        wait_for(
            lambda: all(len(self.done[kind]) > before[kind] + 1 for kind in before) or self.faults,
            seconds=KEY_RELEASED_WITHIN,
        )
        assert self.faults == []

    def _write(self, kind: Callable[[str], str]) -> None:
        done = self.done[kind.__name__] = []
        try:
            for number in itertools.count():
                done.append(kind(f"{kind.__name__}-{number}"))
                if self._stopping.wait(0.3):
                    return
        except Exception as error:  # noqa: BLE001 - the test reports it
            self.faults.append(error)

    def _repeat(
        self,
        path: str,
        body: object,
        token: str = "",
        key: str = "",
        done: str | None = None,
        recovered_within: float = RECOVERED_WITHIN,
    ) -> Any:
        """Send a request until it is acknowledged, or refused with the code `done`."""
        begun = time.monotonic()
        while True:
            status, content = self.at.send("POST", path, body, token=token, key=key)
            if status in {200, 201}:
                return content["data"]
            if done and content.get("code") == done:
                return None
            error = content.get("error")
            assert status == 503 or error == "idempotency_in_progress", (path, status, content)
            self.refused += 1
            longest = recovered_within if status == 503 else KEY_RELEASED_WITHIN
            seconds = time.monotonic() - begun
            assert seconds < longest, (path, seconds, content)
            time.sleep(0.2)

    def register(self, name: str) -> str:
        email = f"{name}@example.com"
        body = {"email": email, "password": cast.PASSWORD}
        # Without a caller there is no idempotency key: a repeated request has this error.
        self._repeat("/auth/register", body, done="ACCOUNT_EXISTS")
        return email

    def create_event(self, name: str) -> str:
        body = {"name": name, "startAt": "2030-01-10T10:00:00Z", "timezone": "UTC"}
        self._repeat("/calendar/events", body, self.at.root, name)
        return name

    def create_candidate(self, name: str) -> str:
        body = {"firstName": "Nova", "lastName": name, "email": f"{name}@example.com"}
        self._repeat(
            CANDIDATES, body, self.at.root, name, recovered_within=CANDIDATE_RELEASED_WITHIN
        )
        return name

    def upload(self, name: str) -> str:
        request = upload_client.ticket_request(fileName=f"{name}.png")
        ticket = self._repeat("/assets/upload-url", request, self.at.ada)
        sent = httpx2.put(
            ticket["uploadUrl"], content=samples.PNG, headers=ticket["headers"], timeout=20
        )
        assert sent.is_success, sent.text
        path = {"objectPath": ticket["objectPath"]}
        return str(self._repeat("/assets/complete", path, self.at.ada)["fileUrl"])


def wait_for(condition: Callable[[], object], seconds: float = RECOVERED_WITHIN) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.1)
