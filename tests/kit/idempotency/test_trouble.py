"""What goes wrong under a key: it leaves no key, so that the request may be tried again."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from bridgework.kit.auth import Caller
from bridgework.kit.errors import DatabaseBusy
from bridgework.kit.http.context import Context
from bridgework.kit.http.responses import ApiResponse
from bridgework.kit.idempotency import execution, fingerprint, store
from bridgework.kit.idempotency.errors import IdempotencyInProgress
from bridgework.kit.idempotency.fingerprint import Fingerprint
from bridgework.kit.idempotency.store import Claim
from bridgework.kit.ids import Id
from tests.kit.idempotency import shelf
from tests.kit.idempotency.shelf import count, kept, sent
from tests.world import Person, World

WAYS = pytest.mark.parametrize("path", ["/shelves/top", "/shelves/top/slowly"])


def must_work_now(world: World, ben: Person, path: str, *, books: int) -> None:
    """The same request works when it is tried again, and is done once from then on."""
    assert kept(world) == []
    first = world.post(path, **sent("k1"), as_=ben).must(201)
    assert "idempotency-replayed" not in first.headers
    assert world.post(path, **sent("k1"), as_=ben).must(201).body == first.body
    assert count(world) == books


@WAYS
def test_a_refusal(world: World, ben: Person, path: str) -> None:
    shelf.troubles.append(shelf.BookRefused())
    world.post(path, **sent("k1"), as_=ben, checked=False).must(409)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_refusal_that_keeps_what_was_written(world: World, ben: Person, path: str) -> None:
    shelf.troubles.append(shelf.BookNoted())
    world.post(path, **sent("k1"), as_=ben, checked=False).must(409)
    assert count(world) == 1
    must_work_now(world, ben, path, books=2)


@WAYS
def test_a_defect(world: World, ben: Person, path: str) -> None:
    shelf.troubles.append(RuntimeError("a defect"))
    world.post(path, **sent("k1"), as_=ben).must(500)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_power_cut(world: World, ben: Person, path: str) -> None:
    shelf.troubles.append(shelf.PowerCut())
    with pytest.raises(shelf.PowerCut):
        world.post(path, **sent("k1"), as_=ben)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_busy_database(world: World, ben: Person, path: str) -> None:
    shelf.troubles.append(DatabaseBusy())
    world.post(path, **sent("k1"), as_=ben).must(503)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_body_that_does_not_fit(world: World, ben: Person, path: str) -> None:
    faulty = {"body": {"title": 5}, "headers": {"idempotency-key": "k1"}}
    assert world.post(path, **faulty, as_=ben).must(422).error == "validation_failed"
    must_work_now(world, ben, path, books=1)


@pytest.fixture
def mark(world: World, ben: Person) -> Fingerprint:
    """What the request of these tests is known by."""
    assert ben.id is not None
    caller = Caller(account_id=Id(ben.id))
    asked = ("makeBookSlowly", "top", "")
    body = b'{"title": "Molars"}'
    keyring = world.house.app_state.keyring
    return fingerprint.fingerprint_of(keyring, caller, "k1", *asked, body=body, secret=False)


def a_call(world: World) -> Context:
    now = world.clock.now()
    return Context(app=world.house.app_state, now=now, request_id="", address="", user_agent="")


def left_behind(world: World, mark: Fingerprint) -> Claim:
    """A key as a process leaves it that was killed in the middle of a slow call."""
    claim = Claim(mark.key_digests[0], world.clock.now() + execution.LEASE)
    with world.house.app_state.database.writing() as tx:
        assert store.add(tx, claim, mark.request_digests[0])
    return claim


def test_a_killed_process_holds_a_slow_call_up_for_two_minutes(
    world: World, ben: Person, mark: Fingerprint
) -> None:
    left_behind(world, mark)
    path = "/shelves/top/slowly"
    world.clock.advance(seconds=119)
    refused = world.post(path, **sent("k1"), as_=ben).must(409)
    assert refused.error == "idempotency_in_progress"
    assert refused.headers["retry-after"] == "1"
    world.post(path, **sent("k1", "Incisors"), as_=ben).must(422)
    world.clock.advance(seconds=1)
    world.post(path, **sent("k1"), as_=ben).must(201)
    assert count(world) == 1


def test_whoever_comes_back_after_its_lease_takes_nothing_from_its_heir(
    world: World, ben: Person, mark: Fingerprint
) -> None:
    claim = left_behind(world, mark)
    world.clock.advance(minutes=2)
    heirs = world.post("/shelves/top/slowly", **sent("k1"), as_=ben).must(201)
    with world.house.app_state.database.writing() as tx:
        store.finish(tx, claim, status=201, body=b"late")
        store.release(tx, claim)
    again = world.post("/shelves/top/slowly", **sent("k1"), as_=ben).must(201)
    assert again.body == heirs.body


def test_a_slow_call_that_is_done_says_so_though_its_answer_is_not_kept(
    world: World,
    mark: Fingerprint,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def busy(*_arguments: object, **_told: object) -> None:
        raise DatabaseBusy

    monkeypatch.setattr(store, "finish", busy)
    answer = ApiResponse(b'{"data":{}}', 201)
    assert execution.run_with_lease(a_call(world), mark, lambda: answer) is answer
    assert "can't be replayed under its key" in caplog.text
    with pytest.raises(IdempotencyInProgress):
        execution.run_with_lease(a_call(world), mark, lambda: answer)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_waiting_for_another_call_has_an_end(world: World, mark: Fingerprint) -> None:
    """On PostgreSQL, where the key itself is waited for; SQLite has one writer anyway."""
    database = world.house.app_state.database
    waiting = a_call(world)
    with database.writing() as first:
        store.add(
            first, Claim(mark.key_digests[0], world.clock.now() + timedelta(minutes=2)), "what"
        )
        with waiting.within(database.writing()) as second:
            second.execute(sa.text("SET LOCAL lock_timeout = '100ms'"))
            with pytest.raises(IdempotencyInProgress):
                execution.run_in_transaction(
                    waiting, mark, lambda: pytest.fail("the key was another's")
                )
