"""The log of a user's first days, with failing mail, contains no personal data."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bridgework.kit.core import Id
from bridgework.kit.delivery import PeriodicTask, Scheduler
from bridgework.kit.delivery.outbox import Subscription, queries
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests import world as worlds
from tests.architecture import log_capture
from tests.architecture.log_capture import CODE, EMAIL, MARK, lines, lines_with
from tests.kit.outbox import posting
from tests.servers.smtp import MailServer, running_smtp
from tests.world import Person, World

NEW_EMAIL = f"{MARK}.moved@example.com"
PASSWORD = f"{MARK} horse battery"
MASTER = cast.MASTER_PASSWORD


@pytest.fixture
def server() -> Iterator[MailServer]:
    with running_smtp(auth=True) as running:
        running.user, running.password = MARK, f"{MARK}pw"
        yield running


@pytest.fixture
def settings(tmp_path: Path, database_url: str, server: MailServer) -> Settings:
    return worlds.settings(
        tmp_path,
        database_url=database_url,
        rate_limit=Rule("default", 1_000_000, 60),
        smtp_url=f"smtp://{MARK}:{MARK}pw@127.0.0.1:{server.port}?starttls=off",
        mail_from="The Office <office@example.org>",
    )


def send(world: World) -> None:
    """Have the worker try due e-mails, and repeatedly those that were postponed."""
    for _ in range(5):
        while world.worker.work_once():
            continue
        world.clock.advance(minutes=1)
    world.worker.transport.close()


def code(world: World, server: MailServer, email: str) -> str:
    """Return the code of the newest e-mail to this address."""
    send(world)
    (*_, last) = [one.message for one in server.received if one.recipients == [email]]
    return next(word for word in posting.text(last).split() if word.isdigit() and len(word) == 6)


def test_no_scenario_logs_personal_data(
    world: World, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = f"550 5.1.1 <{EMAIL}>: nobody of this name, {MARK}"
    server.faults = {
        "RCPT": [refusing.replace("550", "451"), f"530 5.7.0 <{EMAIL}> wants {EMAIL} signed in"],
        "MESSAGE": [refusing.replace("550", "452")],
    }
    with log_capture.capture_log(monkeypatch) as written:
        secrets = {
            *member_journey(world, server),
            *administrator_journey(world),
            *unsubscribe_journey(world, server),
        }
        world.run_periodic_tasks()
    assert len(secrets) >= 15
    assert {"login", "register", "unsubscribe", "refreshToken"} <= {
        line.get("operation") for line in lines(written)
    }
    assert any("no e-mail can be sent" in line["message"] for line in lines(written))
    assert any("was not sent" in line["message"] for line in lines(written))
    assert lines_with(written, *secrets) == []


def member_journey(world: World, server: MailServer) -> Iterator[str]:
    """Register, verify, sign in, refresh, forget, reset, change address; yield every secret."""

    def done(path: str, body: dict[str, Any], person: Person = worlds.ANONYMOUS) -> Any:
        return world.post(path, body, as_=person).must(200).data

    world.post("/auth/register", {"email": EMAIL, "password": PASSWORD}).must(201)
    world.post("/auth/login", {"email": EMAIL, "password": f"{PASSWORD}!"}).must(401)
    world.post("/auth/verify-email", {"email": EMAIL, "otp": CODE}).must(400)
    yield (otp := code(world, server, EMAIL))
    secrets = done("/auth/verify-email", {"email": EMAIL, "otp": otp})
    yield from (secrets["token"], secrets["refreshToken"])
    secrets = done("/auth/refresh", {"refreshToken": secrets["refreshToken"]})
    yield from (secrets["token"], secrets["refreshToken"])
    world.post("/auth/forgot-password", {"email": EMAIL}).must(202)
    yield (otp := code(world, server, EMAIL))
    done("/auth/reset-password", {"email": EMAIL, "otp": otp, "newPassword": f"{PASSWORD} 2"})
    secrets = done("/auth/login", {"email": EMAIL, "password": f"{PASSWORD} 2"})
    yield from (secrets["token"], secrets["refreshToken"])
    ada = Person(EMAIL, token=secrets["token"])
    asked = {"newEmail": NEW_EMAIL, "password": f"{PASSWORD} 2"}
    world.post("/users/me/email", asked, as_=ada).must(202)
    yield (otp := code(world, server, NEW_EMAIL))
    done("/users/me/email/confirm", {"otp": otp}, ada)


def administrator_journey(world: World) -> Iterator[str]:
    """Sign in as an administrator and use an API key."""
    root = world_root(world)
    yield from (root.email, str(root.token), MASTER)
    wanted = {"name": f"{MARK} board", "scopes": ["jobs:read"]}
    key = world.post("/admin/api-keys", wanted, as_=root).must(201).data["key"]
    yield from (key, key.rpartition("_")[2])
    world.get("/users/me", headers={"x-api-key": key}).must(403)
    world.get("/users/me", headers={"x-api-key": f"{key}0"}).must(401)


def world_root(world: World) -> Person:
    """Return an administrator created by command, since e-mails reach no folder here."""
    master = world.application.app_state.passwords.hash(MASTER)
    email = "the.root@example.com"
    columns = {"role": "admin", "master_password_hash": master, "email_key": email}
    make.account(world, email=email, **columns)
    data = world.post("/auth/admin/login", {"email": email, "masterPassword": MASTER})
    return Person(email, token=data.must(200).data["token"])


def unsubscribe_journey(world: World, server: MailServer) -> Iterator[str]:
    """Follow and refuse the link of an optional e-mail, and try an invalid one."""
    secrets = world.post("/auth/login", {"email": NEW_EMAIL, "password": f"{PASSWORD} 2"}).must(200)
    subscription = Subscription(Id(secrets.data["user"]["id"]), "event_invitation")
    posting.post(
        world, name="accounts/password_changed", to=NEW_EMAIL, secrets={}, subscription=subscription
    )
    send(world)
    link = str(server.received[-1].message["List-Unsubscribe"]).strip("<>")
    path = link.removeprefix(worlds.PUBLIC_URL)
    yield path.rpartition(".")[2]
    for token in (path, f"{path}0"):
        status = 200 if token is path else 404
        world.get(token).must(status)
        world.post(token).must(status)


def test_background_errors_are_logged_without_personal_data(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()

    def breaks(*_: object, **__: object) -> int:
        stop.set()
        raise ValueError(f"{EMAIL} has {CODE}")

    posting.post(world, to=EMAIL)
    task = PeriodicTask("cleanup", breaks)
    with log_capture.capture_log(monkeypatch) as written:
        monkeypatch.setattr(queries, "take", breaks)
        world.worker.run(stop)
        Scheduler(
            world.application.app_state.database, world.clock, [replace(task, run_at_shutdown=True)]
        ).run(stop)
        thread = threading.Thread(target=breaks, name="beside")
        thread.start()
        thread.join()
        world.loop.run(unawaited_task())
    messages = [line["message"] for line in lines(written)]
    assert messages == [
        "the outbox worker failed; it will try again in a few seconds",
        "cleanup failed; it will be retried in a minute",
        "the thread beside ended with an exception",
        "Exception in callback broken_callback",
    ]
    assert all("ValueError" in line["trace"] for line in lines(written))
    assert lines_with(written) == []


def broken_callback(email: str) -> None:
    raise ValueError(email)


async def unawaited_task() -> None:
    asyncio.get_running_loop().call_soon(broken_callback, EMAIL)
    await asyncio.sleep(0)


def test_debug_messages_of_libraries_are_not_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with log_capture.capture_log(monkeypatch) as written:
        logging.getLogger("httpx2").info("HTTP Request: GET https://api.example/?email=%s", EMAIL)
        logging.getLogger("urllib3").warning("Retrying: '/bucket?X-Amz-Signature=%s'", MARK)
        logging.getLogger("bridgework.calendar").info("told")
    assert [line["message"] for line in lines(written)] == ["Retrying: '/bucket?…'", "told"]
