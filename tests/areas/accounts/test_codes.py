"""One-time codes: how long they are good, for whom, and that each opens once."""

import threading
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from bridgework.areas.accounts import codes, queries
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from tests import cast
from tests.world import ANONYMOUS, Person, Response, World

EVE = "eve@example.com"


def prove(world: World, code: str, email: str = EVE, **body: str) -> Response:
    return world.post("/auth/verify-email", {"email": email, "otp": code, **body})


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_a_code_opens_and_tells_who_came_in(world: World) -> None:
    eve = cast.register(world, EVE, jobsRole="candidate")
    told = prove(world, world.code(EVE), source="jobs").must(200).data
    assert set(told) == {"token", "expiresAt", "refreshToken", "user"}
    assert (told["user"]["id"], told["user"]["isEmailVerified"]) == (eve.id, True)
    me = Person(EVE, token=told["token"])
    assert world.get("/users/me", as_=me).must(200).data == told["user"]


@pytest.mark.parametrize(
    ("seconds", "status"), [(0, 200), (9 * 60 + 59, 200), (10 * 60, 400), (10 * 60 + 1, 400)]
)
def test_a_code_is_good_for_ten_minutes(world: World, seconds: int, status: int) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    world.clock.advance(seconds=seconds)
    prove(world, code).must(status)


def test_a_code_opens_once(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    prove(world, code).must(200)
    assert prove(world, code).must(400).error == "code_invalid"


def test_a_code_opens_once_for_twenty_who_try_it_at_the_same_moment(world: World) -> None:
    cast.register(world, EVE)
    body = {"email": EVE, "otp": world.code(EVE)}
    answers = world.together([lambda: world.sending("POST", "/auth/verify-email", body)] * 20)
    statuses = Counter(answer.status for answer in answers)
    assert statuses.pop(200) == 1
    assert set(statuses) <= {400, 429}


def test_a_code_is_used_up_by_one_of_eight_threads(world: World) -> None:
    """Below the operation, whose account would be proved by then and refuse the rest anyhow."""
    eve = Id(str(cast.register(world, EVE).id))
    code = world.code(EVE)
    start = threading.Barrier(8)

    def use(_: int) -> bool:
        context = Context(
            world.application.app_state, world.clock.now(), "-", ANONYMOUS.address, "-"
        )
        with context.read_transaction() as tx:
            tx.value(sa.select(1))
            start.wait(10)  # now each has a connection, and none has to be made any more
        start.wait(10)
        with context.write_transaction():
            return codes.use(context, eve, "verify-email", code)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1


def test_a_wrong_code_does_not_use_up_the_right_one(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    prove(world, wrong(code)).must(400)
    prove(world, code).must(200)


def test_a_fresh_code_ends_the_former(world: World) -> None:
    cast.register(world, EVE)
    former = world.code(EVE)
    world.post("/auth/resend-otp", {"email": EVE}).must(202)
    fresh = world.code(EVE)
    if former != fresh:  # once in a million runs they are the same
        prove(world, former).must(400)
    prove(world, fresh).must(200)


def test_anothers_code_does_not_open(world: World) -> None:
    cast.register(world, EVE)
    cast.register(world, "adam@example.com")
    eves, adams = world.code(EVE), world.code("adam@example.com")
    if eves != adams:
        prove(world, adams).must(400)
        prove(world, eves, email="adam@example.com").must(400)
    prove(world, eves).must(200)


@pytest.mark.parametrize("part", ["purpose", "account", "email", "password", "new", "code"])
def test_a_code_is_bound_to_each_part_of_its_digest(world: World, part: str) -> None:
    eve = cast.register(world, EVE)
    adam = cast.register(world, "adam@example.com")
    assert eve.id is not None
    eve_id, app_state, now = Id(eve.id), world.application.app_state, world.clock.now()
    with app_state.database.reading() as tx:
        stored = queries.password_hash(tx, eve_id)
    bound = {"purpose": "verify-email", "account": eve.id, "email": EVE, "password": stored}
    bound |= {"new": "", "code": "123456"}
    other = {"purpose": "reset-password", "account": str(adam.id), "email": adam.email}
    other |= {"password": f"{stored}x", "new": EVE, "code": "654321"}

    def put(parts: Mapping[str, str]) -> None:
        with app_state.database.writing() as tx:
            digest = app_state.keyring.digest("one-time-code", *parts.values())
            queries.put_code(tx, eve_id, "verify-email", digest, now, now.replace(hour=13))

    put({**bound, part: other[part]})
    prove(world, "123456").must(400)
    put(bound)
    prove(world, "123456").must(200)


def test_nobody_learns_from_a_code_whether_an_address_is_known(world: World) -> None:
    cast.register(world, EVE)
    cast.ada(world)
    code = world.code(EVE)
    unknown, known, proved = (
        prove(world, wrong(code), email).must(400)
        for email in ("nobody@example.com", EVE, "ada@example.com")
    )
    assert unknown.json == known.json == proved.json
    assert set(unknown.json) == {"error", "message"}


def test_the_jobs_site_has_its_own_wording(world: World) -> None:
    cast.register(world, EVE, jobsRole="candidate")
    plain = prove(world, "000000", "nobody@example.com").must(400)
    on_jobs = prove(world, "000000", "nobody@example.com", source="jobs").must(400)
    assert plain.error == on_jobs.error == "code_invalid"
    assert "jobs" in on_jobs.json["message"]
    assert "jobs" not in plain.json["message"]
    body = world.mail(EVE)[0].get_body(("plain",))
    assert body is not None
    assert "Bridgework Jobs" in body.get_content()
