"""Services hang: sign-ins are prompt meanwhile, and no acknowledged write is lost or doubled."""

import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests import cast
from tests.faults.frozen_installation import (
    CANDIDATES,
    DEADLINE,
    PROMPT,
    SIGN_IN,
    Installation,
    Ledger,
    wait_for,
    within,
)
from tests.served import program
from tests.servers import relay, siteverify
from tests.servers.frozen import frozen

REFUSED_WITHIN = DEADLINE + 1.0
FROZEN_SECONDS = DEADLINE + 1.0
"""Requests that need the service are refused, and repeated while it still hangs."""
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


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


@pytest.mark.timeout(400)  # a key and a candidate may be held until their leases end
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

    def notified() -> Counter[str]:
        """The accounts in the deliveries of the webhook. A delivery that is repeated has its ID."""
        by_id = {each.id: each.json["data"]["subject"]["id"] for each in at.hooks.received}
        return Counter(by_id.values())

    def on_luma() -> Counter[str]:
        return Counter(event["name"] for event in at.luma.events.values())

    wait_for(lambda: sent() == Counter(done["register"]))
    wait_for(lambda: sorted(notified().values()) == [1] * len(done["register"]))
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
