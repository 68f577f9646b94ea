"""The five operations that require a CAPTCHA: refused before any change, otherwise unchanged."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.administrators import appointment
from bridgework.kit.data.db import metadata
from bridgework.settings import Settings
from tests import cast
from tests.servers import siteverify
from tests.servers.siteverify import Asked, StandIn
from tests.world import Person, World

BEN = "ben@example.com"
ROOT = "root@example.com"
ASK = Callable[[World, StandIn], dict[str, Any]]


@pytest.fixture
def vendor(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with siteverify.running("turnstile") as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, vendor: StandIn) -> Settings:
    """Settings with CAPTCHA enabled."""
    changes = {"captcha": "turnstile", "captcha_secret": siteverify.SECRET}
    return settings.model_copy(update={**changes, "captcha_url": vendor.url})


def a_newcomer(world: World, vendor: StandIn) -> dict[str, Any]:
    return {"email": "new@example.com", "password": cast.PASSWORD}


def ben(world: World, vendor: StandIn) -> dict[str, Any]:
    cast.sign_up(world, BEN, botCheckToken=vendor.token())
    return {"email": BEN, "password": cast.PASSWORD}


def root(world: World, vendor: StandIn) -> dict[str, Any]:
    with world.application.app_state.database.writing() as tx:
        hashed = world.application.app_state.passwords.hash(cast.MASTER_PASSWORD)
        now = world.clock.now()
        appointment.appoint(tx, ROOT, password_hash="none", master_hash=hashed, now=now)
    return {"email": ROOT, "masterPassword": cast.MASTER_PASSWORD}


def forgetful_ben(world: World, vendor: StandIn) -> dict[str, Any]:
    ben(world, vendor)
    return {"email": BEN}


def ben_with_a_code(world: World, vendor: StandIn) -> dict[str, Any]:
    asked = {**forgetful_ben(world, vendor), "botCheckToken": vendor.token()}
    world.post("/auth/forgot-password", asked).must(202)
    return {"email": BEN, "otp": world.code(BEN), "newPassword": "quite another one"}


behind_the_check = pytest.mark.parametrize(
    ("path", "ask", "status"),
    [
        ("/auth/register", a_newcomer, 201),
        ("/auth/login", ben, 200),
        ("/auth/admin/login", root, 200),
        ("/auth/forgot-password", forgetful_ben, 202),
        ("/auth/reset-password", ben_with_a_code, 200),
    ],
)


def stored(world: World) -> Mapping[str, list[str]]:
    """All rows of the database, by table."""
    with world.application.app_state.database.reading() as tx:
        return {
            table.name: sorted(str(row) for row in tx.rows(sa.select(table)))
            for table in metadata.sorted_tables
        }


@behind_the_check
def test_a_valid_token_is_required_and_nothing_changes_without_one(
    world: World, vendor: StandIn, path: str, ask: ASK, status: int
) -> None:
    body = ask(world, vendor)
    before, times = stored(world), len(vendor.asked)
    for without in (body, {**body, "botCheckToken": ""}):
        assert world.post(path, without).must(403).error == "bot_check_failed"
    assert len(vendor.asked) == times
    bad = {**body, "botCheckToken": "made up"}
    assert world.post(path, bad).must(403).error == "bot_check_failed"
    assert stored(world) == before
    good = {**body, "botCheckToken": vendor.token()}
    world.post(path, good).must(status)
    assert stored(world) != before
    assert world.post(path, good).must(403).error == "bot_check_failed"


def test_an_unavailable_provider_refuses_all_tokens(world: World, vendor: StandIn) -> None:
    body = {**ben(world, vendor), "botCheckToken": vendor.token()}
    before = stored(world)
    vendor.misbehaving.extend([siteverify.breaks, siteverify.breaks])
    assert world.post("/auth/login", body).must(403).error == "bot_check_failed"
    assert stored(world) == before
    world.post("/auth/login", body).must(200)


@pytest.mark.parametrize("path", ["/auth/login", "/auth/admin/login"])
def test_a_failed_login_counts_only_after_the_captcha(
    world: World, vendor: StandIn, path: str
) -> None:
    ben(world, vendor)
    wrong = {"email": BEN, "password": "wrong", "masterPassword": "wrong"}
    for _ in range(11):
        world.post(path, {**wrong, "botCheckToken": "made up"}).must(403)
    world.post(path, {**wrong, "botCheckToken": vendor.token()}).must(401)


def test_the_provider_gets_the_address_of_the_caller(world: World, vendor: StandIn) -> None:
    body = {**a_newcomer(world, vendor), "botCheckToken": vendor.token()}
    world.post("/auth/register", body, as_=Person("new@example.com", address="203.0.113.9"))
    assert [form["remoteip"] for form in vendor.asked] == ["203.0.113.9"]


def test_an_invalid_body_is_refused_without_a_request_to_the_provider(
    world: World, vendor: StandIn
) -> None:
    body = {"email": "nobody", "password": "", "botCheckToken": "x" * 2049}
    faults = world.post("/auth/register", body).must(422).faults
    assert set(faults) == {"email", "password", "botCheckToken"}
    assert vendor.asked == []


def test_the_request_to_the_provider_blocks_no_writes(world: World, vendor: StandIn) -> None:
    member = cast.sign_up(world, BEN, botCheckToken=vendor.token())
    asks, said = threading.Event(), threading.Event()

    def thinks(asked: Asked) -> None:
        asks.set()
        said.wait(10)
        asked.answer(asked.at.verdict(asked.form))

    vendor.misbehaving.append(thinks)
    body = {"email": BEN, "botCheckToken": vendor.token()}

    async def both() -> tuple[int, int]:
        asking = asyncio.create_task(world.sending("POST", "/auth/forgot-password", body))
        await asyncio.to_thread(asks.wait, 10)
        written = await world.sending("PATCH", "/users/me", {"firstName": "Ben"}, as_=member)
        said.set()
        return written.status, (await asking).status

    assert world.loop.run(both()) == (200, 202)
