"""Failures of requests with a key: they leave no key, so that the request may be repeated."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from bridgework.context import Context
from bridgework.kit.core import DatabaseBusy, Id
from bridgework.kit.http.idempotency import Fingerprint, execution, fingerprint, queries
from bridgework.kit.http.idempotency.errors import IdempotencyInProgress
from bridgework.kit.http.idempotency.queries import Claim
from bridgework.kit.http.responses import ApiResponse
from bridgework.kit.security import Caller
from tests.kit.idempotency import sample_area
from tests.kit.idempotency.sample_area import count, request_of, stored_keys
from tests.world import Person, World

WAYS = pytest.mark.parametrize("path", ["/shelves/top", "/shelves/top/slowly"])


def must_work_now(world: World, ben: Person, path: str, *, books: int) -> None:
    """The repeated request succeeds, and runs once."""
    assert stored_keys(world) == []
    first = world.post(path, **request_of("k1"), as_=ben).must(201)
    assert "idempotency-replayed" not in first.headers
    assert world.post(path, **request_of("k1"), as_=ben).must(201).body == first.body
    assert count(world) == books


@WAYS
def test_an_error_leaves_no_key(world: World, ben: Person, path: str) -> None:
    sample_area.failures.append(sample_area.BookRefused())
    world.post(path, **request_of("k1"), as_=ben, checked=False).must(409)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_committing_error_leaves_no_key(world: World, ben: Person, path: str) -> None:
    sample_area.failures.append(sample_area.BookNoted())
    world.post(path, **request_of("k1"), as_=ben, checked=False).must(409)
    assert count(world) == 1
    must_work_now(world, ben, path, books=2)


@WAYS
def test_an_exception_leaves_no_key(world: World, ben: Person, path: str) -> None:
    sample_area.failures.append(RuntimeError("a defect"))
    world.post(path, **request_of("k1"), as_=ben).must(500)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_killed_process_leaves_no_key(world: World, ben: Person, path: str) -> None:
    sample_area.failures.append(sample_area.ProcessKilled())
    with pytest.raises(sample_area.ProcessKilled):
        world.post(path, **request_of("k1"), as_=ben)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_a_busy_database_leaves_no_key(world: World, ben: Person, path: str) -> None:
    sample_area.failures.append(DatabaseBusy())
    world.post(path, **request_of("k1"), as_=ben).must(503)
    must_work_now(world, ben, path, books=1)


@WAYS
def test_an_invalid_body_leaves_no_key(world: World, ben: Person, path: str) -> None:
    faulty = {"body": {"title": 5}, "headers": {"idempotency-key": "k1"}}
    assert world.post(path, **faulty, as_=ben).must(422).error == "validation_failed"
    must_work_now(world, ben, path, books=1)


@pytest.fixture
def mark(world: World, ben: Person) -> Fingerprint:
    """The fingerprint of the request of these tests."""
    assert ben.id is not None
    caller = Caller(account_id=Id(ben.id))
    asked = ("makeBookSlowly", "top", "")
    body = b'{"title": "Molars"}'
    keyring = world.application.app_state.keyring
    return fingerprint.fingerprint_of(keyring, caller, "k1", *asked, body=body, secret=False)


def a_call(world: World) -> Context:
    now = world.clock.now()
    return Context(app=world.application.app_state, now=now, request_id="")


def left_behind(world: World, mark: Fingerprint) -> Claim:
    """The key of a process that was killed during a slow request."""
    claim = Claim(mark.key_digests[0], world.clock.now() + execution.LEASE)
    with world.application.app_state.database.writing() as tx:
        assert queries.add(tx, claim, mark.request_digests[0])
    return claim


def test_after_a_crash_a_slow_request_is_blocked_for_two_minutes(
    world: World, ben: Person, mark: Fingerprint
) -> None:
    left_behind(world, mark)
    path = "/shelves/top/slowly"
    world.clock.advance(seconds=119)
    refused = world.post(path, **request_of("k1"), as_=ben).must(409)
    assert refused.error == "idempotency_in_progress"
    assert refused.headers["retry-after"] == "1"
    world.post(path, **request_of("k1", "Incisors"), as_=ben).must(422)
    world.clock.advance(seconds=1)
    world.post(path, **request_of("k1"), as_=ben).must(201)
    assert count(world) == 1


def test_a_request_that_outlives_its_lease_does_not_affect_its_successor(
    world: World, ben: Person, mark: Fingerprint
) -> None:
    claim = left_behind(world, mark)
    world.clock.advance(minutes=2)
    heirs = world.post("/shelves/top/slowly", **request_of("k1"), as_=ben).must(201)
    with world.application.app_state.database.writing() as tx:
        queries.finish(tx, claim, status=201, body=b"late")
        queries.release(tx, claim)
    again = world.post("/shelves/top/slowly", **request_of("k1"), as_=ben).must(201)
    assert again.body == heirs.body


def test_a_slow_request_succeeds_even_if_its_response_is_not_stored(
    world: World,
    mark: Fingerprint,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def busy(*_arguments: object, **_outcome: object) -> None:
        raise DatabaseBusy

    monkeypatch.setattr(queries, "finish", busy)
    response = ApiResponse(b'{"data":{}}', 201)
    assert execution.run_with_lease(a_call(world), mark, lambda: response) is response
    assert "is not replayed" in caplog.text
    with pytest.raises(IdempotencyInProgress):
        execution.run_with_lease(a_call(world), mark, lambda: response)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_waiting_for_a_concurrent_request_times_out(world: World, mark: Fingerprint) -> None:
    """On PostgreSQL, where a transaction waits for the key; SQLite has a single writer."""
    database = world.application.app_state.database
    waiting = a_call(world)
    with database.writing() as first:
        queries.add(
            first, Claim(mark.key_digests[0], world.clock.now() + timedelta(minutes=2)), "what"
        )
        with waiting.within(database.writing()) as second:
            second.execute(sa.text("SET LOCAL lock_timeout = '100ms'"))
            with pytest.raises(IdempotencyInProgress):
                execution.run_in_transaction(
                    waiting, mark, lambda: pytest.fail("the key was another's")
                )
