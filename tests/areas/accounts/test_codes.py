"""One-time codes: their lifetime, their account, and that each works once."""

import threading
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts import queries
from bridgework.areas.identity.accounts.sign_in import codes
from bridgework.context import Context
from bridgework.kit.actions import Client
from bridgework.kit.core import Id
from tests import cast, make
from tests.world import ANONYMOUS, Person, Response, World

EVE = "eve@example.com"


def verify(world: World, code: str, email: str = EVE, **body: str) -> Response:
    return world.post("/auth/verify-email", {"email": email, "otp": code, **body})


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_a_code_signs_in_and_returns_the_user(world: World) -> None:
    eve = cast.register(world, EVE, jobsRole="candidate")
    data = verify(world, world.code(EVE), source="jobs").must(200).data
    assert set(data) == {"token", "expiresAt", "refreshToken", "user", "deviceToken"}
    assert (data["user"]["id"], data["user"]["isEmailVerified"]) == (eve.id, True)
    me = Person(EVE, token=data["token"])
    assert world.get("/users/me", as_=me).must(200).data == data["user"]


@pytest.mark.parametrize(
    ("seconds", "status"), [(0, 200), (9 * 60 + 59, 200), (10 * 60, 400), (10 * 60 + 1, 400)]
)
def test_a_code_is_valid_for_ten_minutes(world: World, seconds: int, status: int) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    world.clock.advance(seconds=seconds)
    verify(world, code).must(status)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/auth/resend-otp", {"email": EVE}),
        ("/auth/forgot-password", {"email": EVE}),
        ("/users/me/email", {"newEmail": "eva@example.com", "password": cast.PASSWORD}),
    ],
)
def test_a_code_that_has_expired_is_not_e_mailed(
    world: World, path: str, body: dict[str, str]
) -> None:
    eve = cast.sign_up(world, EVE)
    if path == "/auth/resend-otp":
        make.change_account(world, eve.id, is_email_verified=False)
    world.clock.advance(minutes=1)
    before = len(world.mail())
    world.post(path, body, as_=eve).must(202)
    world.clock.advance(minutes=10)
    assert len(world.mail()) == before
    world.clock.advance(minutes=1)
    world.post(path, body, as_=eve).must(202)
    assert len(world.mail()) == before + 1


def test_a_code_works_once(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    verify(world, code).must(200)
    assert verify(world, code).must(400).error == "code_invalid"


@pytest.mark.postgresql("concurrent requests")
def test_a_code_works_once_for_twenty_concurrent_requests(world: World) -> None:
    cast.register(world, EVE)
    body = {"email": EVE, "otp": world.code(EVE)}
    responses = world.together([lambda: world.sending("POST", "/auth/verify-email", body)] * 20)
    statuses = Counter(response.status for response in responses)
    assert statuses.pop(200) == 1
    assert set(statuses) <= {400, 429}


@pytest.mark.postgresql("concurrent requests")
def test_one_of_eight_threads_uses_a_code(world: World) -> None:
    """Calls `codes.use` directly: the operation refuses an account that is already verified."""
    eve = Id(str(cast.register(world, EVE).id))
    code = world.code(EVE)
    start = threading.Barrier(8)

    def use(_: int) -> bool:
        context = Context(
            world.application.app_state, world.clock.now(), "-", Client(ANONYMOUS.address, "-")
        )
        with context.read_transaction() as tx:
            tx.value(sa.select(1))
            start.wait(10)  # each thread has opened its connection
        start.wait(10)
        with context.write_transaction():
            return codes.use(context, eve, "verify-email", code)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1


def test_a_wrong_code_does_not_invalidate_the_right_one(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    verify(world, wrong(code)).must(400)
    verify(world, code).must(200)


def test_a_new_code_replaces_the_previous_one(world: World) -> None:
    cast.register(world, EVE)
    former = world.code(EVE)
    world.post("/auth/resend-otp", {"email": EVE}).must(202)
    fresh = world.code(EVE)
    if former != fresh:  # they are equal once in a million runs
        verify(world, former).must(400)
    verify(world, fresh).must(200)


def test_a_code_of_another_account_is_refused(world: World) -> None:
    cast.register(world, EVE)
    cast.register(world, "adam@example.com")
    eves, adams = world.code(EVE), world.code("adam@example.com")
    if eves != adams:
        verify(world, adams).must(400)
        verify(world, eves, email="adam@example.com").must(400)
    verify(world, eves).must(200)


@pytest.mark.parametrize("part", ["purpose", "account", "email", "password", "new", "code"])
def test_a_code_is_bound_to_each_part_of_its_digest(world: World, part: str) -> None:
    eve = cast.register(world, EVE)
    adam = cast.register(world, "adam@example.com")
    assert eve.id is not None
    eve_id, app_state, now = Id(eve.id), world.application.app_state, world.clock.now()
    with app_state.database.reading() as tx:
        stored = queries.get_password_hash(tx, eve_id)
    bound = {"purpose": "verify-email", "account": eve.id, "email": EVE, "password": stored}
    bound |= {"new": "", "code": "123456"}
    other = {"purpose": "reset-password", "account": str(adam.id), "email": adam.email}
    other |= {"password": f"{stored}x", "new": EVE, "code": "654321"}

    def put(parts: Mapping[str, str]) -> None:
        with app_state.database.writing() as tx:
            digest = app_state.keyring.digest("one-time-code", *parts.values())
            queries.put_code(tx, eve_id, "verify-email", digest, now, now.replace(hour=13))

    put({**bound, part: other[part]})
    verify(world, "123456").must(400)
    put(bound)
    verify(world, "123456").must(200)


def test_a_wrong_code_does_not_reveal_whether_the_address_has_an_account(world: World) -> None:
    cast.register(world, EVE)
    cast.ada(world)
    code = world.code(EVE)
    unknown, known, verified = (
        verify(world, wrong(code), email).must(400)
        for email in ("nobody@example.com", EVE, "ada@example.com")
    )
    assert unknown.json == known.json == verified.json
    assert set(unknown.json) == {"error", "message"}


def test_the_jobs_site_has_its_own_texts(world: World) -> None:
    cast.register(world, EVE, jobsRole="candidate")
    plain = verify(world, "000000", "nobody@example.com").must(400)
    on_jobs = verify(world, "000000", "nobody@example.com", source="jobs").must(400)
    assert plain.error == on_jobs.error == "code_invalid"
    assert "jobs" in on_jobs.json["message"]
    assert "jobs" not in plain.json["message"]
    body = world.mail(EVE)[0].get_body(("plain",))
    assert body is not None
    assert "Bridgework Jobs" in body.get_content()
