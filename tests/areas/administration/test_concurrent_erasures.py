"""Concurrent requests to erase an account, or to keep it: one wins, and nothing is half erased."""

import threading
from collections.abc import Iterator, Sequence
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests import cast
from tests.areas.accounts.test_stored_secrets import all_values
from tests.world import Person, Response, World

REASON = {"reason": "You asked for it by telephone."}
NOW = {**REASON, "now": True}
PASSWORD = {"password": cast.PASSWORD}
ROUNDS = 2


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


@pytest.fixture
def second(world: World) -> Person:
    return cast.root(world, "second@example.com")


def members(world: World) -> Iterator[Person]:
    """Yield a new member for each round."""
    for number in range(ROUNDS):
        yield cast.sign_up(world, f"member{number}@example.com")


def erase(person: Person) -> str:
    return f"/admin/users/{person.id}/erase"


def at_once(
    world: World, administrators: Sequence[Person], person: Person, body: object
) -> list[Response]:
    """Let each of the administrators erase a person with the same request, concurrently."""
    path = erase(person)
    return world.together(
        [partial(world.sending, "POST", path, body, as_=each) for each in administrators]
    )


def outcomes(responses: list[Response]) -> list[tuple[int, str | None]]:
    """Return the statuses with the error codes, sorted."""
    found = [(each.status, each.error if each.status >= 400 else None) for each in responses]
    return sorted(found, key=lambda pair: pair[0])


def emails(world: World, person: Person, name: str) -> int:
    """Return how many e-mails of a kind were queued for a person."""
    table = outbox_emails.c
    is_it = sa.and_(table.recipient == person.email, table.name == f"accounts/{name}")
    with world.application.app_state.database.reading() as tx:
        return int(tx.value(sa.select(sa.func.count()).where(is_it)))


def targets(world: World, root: Person, action: str) -> list[object]:
    """Return the accounts that an audited action was about."""
    log = world.get(f"/admin/logs?action={action}&limit=100", as_=root).must(200).data["items"]
    return [entry["target"] for entry in log]


def is_erased(world: World, root: Person, person: Person) -> bool:
    """Return whether an account is erased; fail if a part of it is."""
    user = world.get(f"/admin/users/{person.id}", as_=root).must(200).data
    stored = [
        place
        for place, value in all_values(world)
        if person.email in value and not place.startswith("bridgework.db")
    ]
    if user["email"] != "erased":
        assert user["email"] == person.email
        assert "accounts.email_key" in stored
        return False
    assert stored == []
    assert user["erasesAt"] is None
    assert targets(world, root, "account.erase_now").count(person.id) <= 1
    return True


@pytest.mark.postgresql("concurrent transactions")
def test_one_of_two_administrators_schedules_the_erasure(
    world: World, root: Person, second: Person
) -> None:
    for person in members(world):
        responses = at_once(world, (root, second), person, REASON)
        assert outcomes(responses) == [(202, None), (409, "invalid_transition")]
        assert emails(world, person, "to_be_erased") == 1
        assert targets(world, root, "account.schedule_erasure").count(person.id) == 1
        assert not is_erased(world, root, person)


@pytest.mark.postgresql("concurrent transactions")
def test_one_of_two_administrators_erases_at_once(
    world: World, root: Person, second: Person
) -> None:
    for person in members(world):
        responses = at_once(world, (root, second), person, NOW)
        assert outcomes(responses) == [(202, None), (404, "user_not_found")]
        assert is_erased(world, root, person)


@pytest.mark.postgresql("concurrent transactions")
def test_an_erasure_at_once_wins_against_a_scheduled_one(
    world: World, root: Person, second: Person
) -> None:
    for person in members(world):
        now, later = world.together(
            [
                partial(world.sending, "POST", erase(person), NOW, as_=root),
                partial(world.sending, "POST", erase(person), REASON, as_=second),
            ]
        )
        assert now.status == 202
        assert outcomes([later]) in ([(202, None)], [(404, "user_not_found")])
        assert is_erased(world, root, person)
        assert emails(world, person, "to_be_erased") == 0  # deleted with the account


@pytest.mark.postgresql("concurrent transactions")
def test_an_account_is_erased_at_once_or_kept_first(
    world: World, root: Person, second: Person
) -> None:
    for person in members(world):
        world.post(erase(person), REASON, as_=root).must(202)
        now, kept = world.together(
            [
                partial(world.sending, "POST", erase(person), NOW, as_=root),
                partial(world.sending, "DELETE", erase(person), as_=second),
            ]
        )
        assert now.status == 202
        assert outcomes([kept]) in ([(200, None)], [(404, "user_not_found")])
        assert is_erased(world, root, person)


@pytest.mark.postgresql("concurrent transactions")
def test_one_of_two_administrators_cancels_the_erasure(
    world: World, root: Person, second: Person
) -> None:
    for person in members(world):
        world.post(erase(person), REASON, as_=root).must(202)
        responses = world.together(
            [
                partial(world.sending, "DELETE", erase(person), as_=root),
                partial(world.sending, "DELETE", erase(person), as_=second),
            ]
        )
        assert outcomes(responses) == [(200, None), (409, "erasure_not_scheduled")]
        assert emails(world, person, "erasure_cancelled") == 1
        assert targets(world, root, "account.cancel_erasure").count(person.id) == 1
        assert not is_erased(world, root, person)


@pytest.mark.postgresql("concurrent transactions")
def test_one_erasure_is_scheduled_by_the_member_or_by_an_administrator(
    world: World, root: Person
) -> None:
    for person in members(world):
        own, by_root = world.together(
            [
                partial(world.sending, "POST", "/users/me/erase", PASSWORD, as_=person),
                partial(world.sending, "POST", erase(person), REASON, as_=root),
            ]
        )
        # The session of the member may have ended before the request.
        assert own.status in {202, 401, 409}
        assert by_root.status == (409 if own.status == 202 else 202)
        if own.status == 409:
            assert own.error == "erasure_scheduled"
        if by_root.status == 409:
            assert by_root.error == "invalid_transition"
        assert emails(world, person, "to_be_erased") == 1
        assert not is_erased(world, root, person)


@pytest.mark.postgresql("concurrent transactions")
def test_an_erasure_at_once_wins_against_the_member(world: World, root: Person) -> None:
    for person in members(world):
        own, by_root = world.together(
            [
                partial(world.sending, "POST", "/users/me/erase", PASSWORD, as_=person),
                partial(world.sending, "POST", erase(person), NOW, as_=root),
            ]
        )
        assert by_root.status == 202
        assert own.status in {202, 401, 409}
        assert is_erased(world, root, person)


@pytest.mark.postgresql("concurrent transactions")
def test_an_erasure_that_is_due_is_carried_out_or_cancelled(world: World) -> None:
    cast.root(world)
    for person in members(world):
        world.post(erase(person), REASON, as_=cast.root_again(world)).must(202)
        world.clock.advance(days=14)
        again = cast.root_again(world)
        task = threading.Thread(target=world.run_periodic_tasks)
        task.start()
        (kept,) = world.together([partial(world.sending, "DELETE", erase(person), as_=again)])
        task.join()
        assert outcomes([kept]) in ([(200, None)], [(404, "user_not_found")])
        assert is_erased(world, again, person) == (kept.status == 404)
