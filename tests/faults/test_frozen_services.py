"""Services hang: sign-ins are prompt meanwhile, and no acknowledged write is lost or doubled.

The server is a process. It reaches each service through another process, which is stopped: that one
accepts connections and never responds.
"""

import contextlib
import itertools
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from bridgework import app
from bridgework.settings import Settings
from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.clock import ManualClock
from tests.loop import Loop
from tests.served import program
from tests.served.program import Program
from tests.servers import collector, luma, receiver, relay, s3, siteverify, smtp, zoho
from tests.servers.frozen import frozen
from tests.world import World

PROMPT = 2.0
"""The longest that a response may take that needs no hanging service."""
DEADLINE = 3.0
"""Of a request, by the settings."""
REFUSED_WITHIN = DEADLINE + 1.0
FROZEN_SECONDS = DEADLINE + 1.0
"""Requests that need the service are refused, and repeated while it still hangs."""
RECOVERED_WITHIN = 30.0
BUCKET = "frozen-services"
CANDIDATES = "/admin/recruiting/candidates"
SIGN_IN = {"email": "ada@example.com", "password": cast.PASSWORD}
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@dataclass(frozen=True, slots=True)
class Installation:
    """A server, its services, and the processes through which it reaches them."""

    server: Program
    pids: Mapping[str, int]
    mail: smtp.MailServer
    hooks: receiver.Receiver
    luma: luma.StandIn
    zoho: zoho.StandIn
    collector: collector.StandIn
    ada: str
    root: str

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


@pytest.fixture
def people(settings: Settings, loop: Loop) -> Mapping[str, str]:
    """Ada and an administrator have accounts, in a database that no process uses yet.

    These are the settings of the server.
    """
    clock = ManualClock()
    world = World(app.create_app(settings, clock), clock, loop)
    cast.ada(world)
    cast.root(world)
    world.close()
    return {
        "DATABASE_URL": settings.database_address,
        "REQUEST_TIMEOUT_SECONDS": f"{DEADLINE:g}",
    }


@pytest.fixture
def at(
    people: Mapping[str, str], tmp_path: Path, valkey_url: str, s3_url: str
) -> Iterator[Installation]:
    s3.create_bucket(s3_url, BUCKET)
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
        storage = relays["storage"].url.removeprefix("http://")
        connected = {
            "REDIS_URL": relays["valkey"].url,
            "SMTP_URL": relays["mail"].url,
            "STORAGE_URL": f"s3://{s3.KEY}:{quote(s3.SECRET, safe='')}@{storage}/{BUCKET}?tls=off",
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
            connected["DATABASE_URL"] = relays["database"].url
        server = ending.enter_context(program.run_server(tmp_path, **{**people, **connected}))
        pids = {name: each.pid for name, each in relays.items()}
        started = Installation(server, pids, mail, hooks, on_luma, in_zoho, spans, "", "")
        ada = started.must_sign_in()
        master = {"email": "root@example.com", "masterPassword": cast.MASTER_PASSWORD}
        root = started.must(200, "POST", "/auth/admin/login", master)["token"]
        hook = {"url": relays["receiver"].url, "types": ["account.registered"]}
        started.must(201, "POST", "/admin/webhooks", hook, token=root)
        yield Installation(server, pids, mail, hooks, on_luma, in_zoho, spans, ada, root)


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
            lambda: all(len(self.done[kind]) > before[kind] + 1 for kind in before) or self.faults
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
        self, path: str, body: object, token: str = "", key: str = "", done: str | None = None
    ) -> Any:
        """Send a request until it is acknowledged, or refused with the code `done`."""
        until = time.monotonic() + RECOVERED_WITHIN
        while True:
            status, content = self.at.send("POST", path, body, token=token, key=key)
            if status in {200, 201}:
                return content["data"]
            if done and content.get("code") == done:
                return None
            error = content.get("error")
            assert status == 503 or error == "idempotency_in_progress", (path, status, content)
            self.refused += 1
            assert time.monotonic() < until, content
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
        self._repeat(CANDIDATES, body, self.at.root, name)
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


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + RECOVERED_WITHIN
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.1)


@on_sqlite
def test_people_sign_in_within_limits_of_the_process_while_valkey_hangs(at: Installation) -> None:
    assert at.send("GET", "/readyz")[1]["limits"] == "shared"
    with at.frozen("valkey"):
        for _ in range(10):
            at.must_sign_in()
        with within(PROMPT):
            assert at.send("GET", "/readyz")[1]["limits"] == "each process"
    wait_for(lambda: at.send("GET", "/readyz")[1]["limits"] == "shared")


@on_sqlite
def test_an_account_is_registered_while_mail_server_and_webhook_hang_and_they_get_it_later(
    at: Installation,
) -> None:
    person = {"email": "nova@example.com", "password": cast.PASSWORD}
    with at.frozen("mail"), at.frozen("receiver"):
        with within(PROMPT):
            at.must(201, "POST", "/auth/register", person)
        time.sleep(FROZEN_SECONDS)
        assert at.mail.received == []
        assert at.hooks.received == []
    wait_for(lambda: at.mail.received and at.hooks.received)
    assert at.mail.received[0].recipients == [person["email"]]


@on_sqlite
def test_an_event_is_created_while_luma_hangs_and_luma_gets_it_later(at: Installation) -> None:
    event = {"name": "Study club", "startAt": "2030-01-10T10:00:00Z", "timezone": "UTC"}
    with at.frozen("luma"):
        with within(PROMPT):
            at.must(201, "POST", "/calendar/events", event, token=at.root)
        time.sleep(FROZEN_SECONDS)
        assert at.luma.events == {}
    wait_for(lambda: at.luma.events)
    assert at.luma.only_event()["name"] == "Study club"


@on_sqlite
def test_a_request_that_needs_zoho_is_refused_at_its_deadline_while_zoho_hangs(
    at: Installation,
) -> None:
    with at.frozen("zoho"), within(REFUSED_WITHIN):
        status, content = at.send("GET", CANDIDATES, token=at.root)
    assert status == 503
    assert content["error"] in {"recruiting_unavailable", "request_took_too_long"}
    wait_for(lambda: at.send("GET", CANDIDATES, token=at.root)[0] == 200)


@on_sqlite
def test_traces_arrive_again_after_the_collector_hung(at: Installation) -> None:
    with at.frozen("collector"):
        for _ in range(10):
            at.must_sign_in()
    before = len(at.collector.spans)
    at.must_sign_in()
    wait_for(lambda: len(at.collector.spans) > before)


@on_sqlite
def test_a_sign_in_is_refused_at_its_deadline_while_the_captcha_provider_hangs(
    people: Mapping[str, str], tmp_path: Path
) -> None:
    with (
        siteverify.running("turnstile") as provider,
        relay.running_relay(provider.url) as line,
        program.run_server(
            tmp_path,
            **people,
            CAPTCHA="turnstile",
            CAPTCHA_SECRET=siteverify.SECRET,
            CAPTCHA_URL=line.url,
        ) as server,
    ):
        provider.hostname = "127.0.0.1"

        def sign_in() -> int:
            body = {**SIGN_IN, "botCheckToken": provider.token()}
            return server.request("POST", "/auth/login", body)[0]

        assert sign_in() == 200
        with frozen(line.pid):
            with within(REFUSED_WITHIN):
                assert sign_in() in {403, 503}
            with within(PROMPT):
                assert server.request("GET", "/blogs")[0] == 200
        wait_for(lambda: sign_in() == 200)


def test_no_acknowledged_write_is_lost_or_doubled_although_each_service_hangs_in_turn(
    at: Installation,
) -> None:
    ledger = Ledger(at)
    with ledger.at_work():
        for name in at.pids:
            with at.frozen(name):
                must_respond_meanwhile(at, name)
            ledger.must_go_on()
    assert ledger.refused
    must_be_complete(ledger)


def must_respond_meanwhile(at: Installation, name: str) -> None:
    until = time.monotonic() + FROZEN_SECONDS
    while time.monotonic() < until:
        with within(PROMPT):
            assert at.send("GET", "/livez")[0] == 200
        if name != "database":
            at.must_sign_in()
        time.sleep(0.1)


def must_be_complete(ledger: Ledger) -> None:
    """Compare what was acknowledged with the server, the files and the services."""
    at, done = ledger.at, ledger.done

    def sent() -> Counter[str]:
        """The e-mails by recipient. An e-mail that is sent again has the same Message-ID."""
        by_id = {each.message["message-id"]: each.recipients[0] for each in at.mail.received}
        return Counter(by_id.values())

    def told() -> Counter[str]:
        """The accounts that the webhook was told about. A delivery that is repeated has its ID."""
        by_id = {each.id: each.json["data"]["subject"]["id"] for each in at.hooks.received}
        return Counter(by_id.values())

    def on_luma() -> Counter[str]:
        return Counter(event["name"] for event in at.luma.events.values())

    wait_for(lambda: sent() == Counter(done["register"]))
    wait_for(lambda: sorted(told().values()) == [1] * len(done["register"]))
    wait_for(lambda: on_luma() == Counter(done["create_event"]))
    assert Counter(event["name"] for event in all_events(at)) == Counter(done["create_event"])
    candidates = Counter(each["Last_Name"] for each in at.zoho.candidates.values())
    assert candidates == Counter(done["create_candidate"])
    for url in done["upload"]:
        assert httpx2.get(url, follow_redirects=True, timeout=20).content


def all_events(at: Installation) -> list[Any]:
    found: list[Any] = []
    path: str | None = "/calendar/events?limit=100"
    while path:
        page = at.must(200, "GET", path, token=at.root)
        found += page["items"]
        path = page["hasMore"] and f"/calendar/events?limit=100&cursor={page['nextCursor']}"
    return found
