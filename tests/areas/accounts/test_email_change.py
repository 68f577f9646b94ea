"""Changing the e-mail address: requested with the password, verified with a code."""

from collections import Counter
from functools import partial

import pytest

from tests import cast
from tests.world import Person, World

OLD, NEW = "ben@example.com", "Benjamin@Example.com"


def _request_change(world: World, ben: Person, new: str = NEW) -> str:
    sent = {"newEmail": new, "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=ben).must(202)
    return world.code(new)


def test_a_verified_new_address_replaces_the_old_one(world: World) -> None:
    ben = cast.ben(world)
    code = _request_change(world, ben)
    assert world.get("/users/me", as_=ben).data["email"] == OLD
    response = world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(200)
    assert response.data["email"] == NEW
    cast.sign_in(world, NEW.lower())
    missing = world.post("/auth/login", {"email": OLD, "password": cast.PASSWORD}).must(404)
    assert missing.json["code"] == "ACCOUNT_NOT_FOUND"
    body = world.mail(OLD)[-1].get_body(("plain",))
    assert body is not None
    assert NEW in body.get_content()
    world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(400)


def test_a_change_requires_the_password_and_a_free_address(world: World) -> None:
    ben = cast.ben(world)
    cast.ada(world)
    wrong = {"newEmail": NEW, "password": "not this one"}
    assert world.post("/users/me/email", wrong, as_=ben).must(403).error == "password_wrong"
    taken = {"newEmail": "ADA@example.com", "password": cast.PASSWORD}
    assert world.post("/users/me/email", taken, as_=ben).must(409).error == "email_taken"
    world.post("/users/me/email", {"newEmail": NEW, "password": cast.PASSWORD}).must(401)


def test_the_own_address_in_other_capitals_is_a_change(world: World) -> None:
    ben = cast.ben(world)
    capitals = OLD.upper().replace("EXAMPLE.COM", "Example.COM")
    code = _request_change(world, ben, capitals)
    changed = world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(200).data
    assert changed["email"] == capitals
    cast.sign_in(world, OLD)


def test_the_present_address_is_refused_with_this_reason(world: World) -> None:
    ben = cast.ben(world)
    sent = {"newEmail": OLD, "password": cast.PASSWORD}
    refused = world.post("/users/me/email", sent, as_=ben).must(409)
    assert refused.error == "email_taken"
    assert refused.json["message"] == "This already is the e-mail address of your account."


def test_an_address_registered_in_the_meantime_is_a_conflict(world: World) -> None:
    ben = cast.ben(world)
    code = _request_change(world, ben)
    cast.register(world, NEW)
    refused = world.post("/users/me/email/confirm", {"otp": code}, as_=ben).must(409)
    assert refused.error == "email_taken"
    assert world.get("/users/me", as_=ben).data["email"] == OLD


def test_a_refused_request_does_not_replace_the_previous_one(world: World) -> None:
    """Otherwise the code that was sent to one address would verify another."""
    ben = cast.ben(world)
    codes = [_request_change(world, ben, f"new{number}@example.com") for number in range(5)]
    sent = {"newEmail": "anothers@example.com", "password": cast.PASSWORD}
    assert world.post("/users/me/email", sent, as_=ben).must(429).error == "too_many_codes"
    response = world.post("/users/me/email/confirm", {"otp": codes[-1]}, as_=ben).must(200)
    assert response.data["email"] == "new4@example.com"


@pytest.mark.postgresql("concurrent requests")
def test_one_of_twenty_concurrent_confirmations_succeeds(world: World) -> None:
    ben = cast.ben(world)
    sent = {"otp": _request_change(world, ben)}
    responses = world.together(
        [lambda: world.sending("POST", "/users/me/email/confirm", sent, as_=ben)] * 20
    )
    statuses = Counter(response.status for response in responses)
    assert statuses.pop(200) == 1
    assert set(statuses) <= {400, 429}
    subjects = [message["Subject"] for message in world.mail(OLD)]
    assert subjects.count("Your Bridgework e-mail address was changed") == 1


@pytest.mark.postgresql("concurrent requests")
def test_one_code_of_concurrent_requests_is_valid_for_its_own_address(world: World) -> None:
    ben = cast.ben(world)
    bodies = [
        {"newEmail": f"new{number}@example.com", "password": cast.PASSWORD} for number in range(5)
    ]
    responses = world.together(
        [partial(world.sending, "POST", "/users/me/email", body, as_=ben) for body in bodies]
    )
    assert {response.status for response in responses} == {202}
    confirmed = []
    for body in bodies:
        sent = {"otp": world.code(body["newEmail"])}
        response = world.post("/users/me/email/confirm", sent, as_=ben)
        confirmed += [body["newEmail"]] if response.status == 200 else []
    assert confirmed == [world.get("/users/me", as_=ben).data["email"]]


def test_a_code_verifies_only_the_address_that_received_it(world: World) -> None:
    ben = cast.ben(world)
    first = _request_change(world, ben, "first@example.com")
    second = _request_change(world, ben, "second@example.com")
    if first != second:
        world.post("/users/me/email/confirm", {"otp": first}, as_=ben).must(400)
    response = world.post("/users/me/email/confirm", {"otp": second}, as_=ben).must(200)
    assert response.data["email"] == "second@example.com"


def test_confirming_without_a_request_is_refused(world: World) -> None:
    ben = cast.ben(world)
    world.post("/users/me/email/confirm", {"otp": "123456"}, as_=ben).must(400)
