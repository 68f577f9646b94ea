"""Enumeration protection: responses do not reveal whether an address has an account."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bridgework.settings import Settings
from tests import cast, make, world
from tests.world import Person, Response, World

KNOWN, UNKNOWN = "ann@example.com", "bob@example.com"
UNKNOWN_ADDRESSES = [f"bo{character}@example.com" for character in "cdefghijklmnopq"]
"""One for each sequence, all of the same length, so that the responses are, too."""
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
OWN_HEADERS = {"x-request-id"}

REGISTER, LOGIN, ADMIN = "/auth/register", "/auth/login", "/auth/admin/login"
VERIFY, RESEND = "/auth/verify-email", "/auth/resend-otp"
FORGOT, RESET = "/auth/forgot-password", "/auth/reset-password"
BODIES: Mapping[str, Mapping[str, str]] = {
    REGISTER: {"password": "a password 4 tests", "jobsRole": "recruiter"},
    LOGIN: {"password": "wrong horse"},
    ADMIN: {"masterPassword": "wrong horse"},
    VERIFY: {"otp": "000000"},
    RESEND: {},
    FORGOT: {},
    RESET: {"otp": "000000", "newPassword": "a password 4 tests"},
}
MINUTE = "a minute passes"

SEQUENCES: list[list[str]] = [
    [REGISTER],
    [REGISTER, REGISTER],
    [LOGIN] * 11,
    [ADMIN] * 11,
    [VERIFY] * 6,
    [RESET] * 6,
    [FORGOT] * 6,
    [RESEND, RESEND],
    [*[RESEND, MINUTE] * 6],
    [REGISTER, *[RESEND, MINUTE] * 5],
    [*[RESEND, MINUTE] * 5, REGISTER, RESEND],
    [REGISTER, VERIFY, RESET, FORGOT, LOGIN, REGISTER, MINUTE, RESEND],
]


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return world.settings(tmp_path, database_url=database_url, prevent_account_enumeration=True)


@pytest.fixture(autouse=True)
def _no_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not pad responses: `test_response_times.py` tests the times."""
    monkeypatch.setattr("bridgework.kit.http.responses.response_timing.PERIOD", 0.001)


def unverified(world: World) -> None:
    cast.register(world, KNOWN)
    world.clock.advance(days=1)  # the code was sent long ago


def verified(world: World) -> None:
    cast.sign_up(world, KNOWN)
    world.clock.advance(days=1)


def disabled(world: World) -> None:
    ann = cast.sign_up(world, KNOWN)
    make.change_account(world, ann.id, disabled_at=world.clock.now())
    world.clock.advance(days=1)


def administrator(world: World) -> None:
    cast.root(world, KNOWN)
    world.clock.advance(days=1)


def to_be_erased(world: World) -> None:
    ann = cast.sign_up(world, KNOWN)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ann).must(202)
    world.clock.advance(days=1)


ANN = [unverified, verified, disabled, administrator, to_be_erased]


@dataclass(frozen=True, slots=True)
class Client:
    """A client with its own network address that sends requests about one e-mail address."""

    about: str
    caller: Person

    def send(self, world: World, path: str) -> tuple[Any, ...]:
        body = {"email": self.about, **BODIES[path]}
        return self.comparable(world.post(path, body, as_=self.caller))

    def comparable(self, response: Response) -> tuple[Any, ...]:
        """The response without the e-mail address and without values that differ each time."""
        text = ID.sub("an id", response.body.decode().replace(self.about, "the address"))
        headers = {n: v for n, v in response.headers.items() if n not in OWN_HEADERS}
        return response.status, json.loads(text), headers


@pytest.mark.parametrize("ann", ANN, ids=lambda ann: str(ann.__name__))
def test_responses_for_known_and_unknown_addresses_are_equal(
    world: World, ann: Callable[[World], None]
) -> None:
    ann(world)
    about_ann = Client(KNOWN, Person(KNOWN, address="203.0.113.1"))
    for sequence, address in zip(SEQUENCES, UNKNOWN_ADDRESSES, strict=False):
        about_bob = Client(address, Person(address, address="203.0.113.2"))
        for step in sequence:
            if step == MINUTE:
                world.clock.advance(minutes=1)
            else:
                known_and_unknown = about_ann.send(world, step), about_bob.send(world, step)
                assert known_and_unknown[0] == known_and_unknown[1], (sequence, step)
        world.clock.advance(days=1)  # all limits are reset


def test_registering_a_taken_address_looks_successful(world: World) -> None:
    verified(world)
    sent = {"email": KNOWN.upper(), "password": "a password 4 tests", "role": "client"}
    user = world.post(REGISTER, {**sent, "vendorsRole": "vendor"}).must(201).data["user"]
    assert (user["email"], user["role"], user["vendorsRole"]) == (KNOWN.upper(), "client", "vendor")
    assert (user["isEmailVerified"], user["createdAt"]) == (False, "2026-11-22T12:00:00.000Z")
    me = cast.sign_in(world, KNOWN)
    assert user["id"] != me.id
    mine = world.get("/users/me", as_=me).data
    assert (mine["role"], mine["vendorsRole"], mine["email"]) == ("expert", None, KNOWN)
    world.post(LOGIN, {"email": KNOWN, "password": "a password 4 tests"}).must(401)


def test_registering_and_signing_in_work_as_usual(world: World) -> None:
    ann = cast.sign_up(world, KNOWN)
    world.get("/users/me", as_=ann).must(200)
    cast.sign_in(world, KNOWN)
    world.post(FORGOT, {"email": KNOWN}).must(202)
    sent = {"email": KNOWN, "otp": world.code(KNOWN), "newPassword": "another one"}
    world.post(RESET, sent).must(200)
    cast.sign_in(world, KNOWN, "another one")


def test_requests_for_codes_do_not_block_a_registration(world: World) -> None:
    for _ in range(6):
        world.post(RESEND, {"email": KNOWN})
        world.clock.advance(minutes=1)
    cast.sign_up(world, KNOWN)


SUBJECT = "You already have an account on Bridgework"


def subjects(world: World) -> list[str]:
    return [message["Subject"] for message in world.mail(KNOWN)]


@pytest.mark.parametrize("ann", [verified, to_be_erased])
def test_the_owner_is_notified_at_most_three_times_a_day(
    world: World, ann: Callable[[World], None]
) -> None:
    ann(world)
    body = {"email": KNOWN, "password": "a password 4 tests"}
    before = len(subjects(world))
    for _ in range(5):
        world.post(REGISTER, body).must(201)
    assert subjects(world)[before:] == [SUBJECT] * 3
    world.clock.advance(days=1)
    world.post(REGISTER, body).must(201)
    assert subjects(world)[before:] == [SUBJECT] * 4


def test_an_address_that_is_not_verified_gets_codes_and_beyond_their_limit_notices(
    world: World,
) -> None:
    unverified(world)
    before = len(subjects(world))
    for _ in range(6):
        world.post(REGISTER, {"email": KNOWN, "password": "a password 4 tests"}).must(201)
    assert subjects(world)[before:] == [*["Confirm your e-mail address"] * 5, SUBJECT]


def test_the_notices_to_each_owner_are_counted_separately(world: World) -> None:
    owners = [cast.sign_up(world, email) for email in (KNOWN, UNKNOWN)]
    for owner in owners:
        for _ in range(4):
            world.post(REGISTER, {"email": owner.email, **BODIES[REGISTER]}).must(201)
    for owner in owners:
        subjects = [message["Subject"] for message in world.mail(owner.email)]
        assert subjects.count(SUBJECT) == 3


def test_a_disabled_account_is_sent_no_email(world: World) -> None:
    disabled(world)
    before = len(subjects(world))
    world.post(REGISTER, {"email": KNOWN, "password": "a password 4 tests"}).must(201)
    world.post(FORGOT, {"email": KNOWN}).must(202)
    assert len(subjects(world)) == before


def test_a_verified_address_is_sent_no_verification_code(world: World) -> None:
    verified(world)
    before = len(subjects(world))
    world.post(RESEND, {"email": KNOWN}).must(202)
    assert len(subjects(world)) == before


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_registrations_look_equal_and_create_one_account(
    world: World,
) -> None:
    body = {"email": KNOWN, "password": cast.PASSWORD}
    responses = world.together([lambda: world.sending("POST", REGISTER, body)] * 20)
    assert {response.status for response in responses} == {201}
    assert len({response.data["user"]["id"] for response in responses}) == 20
    world.clock.advance(days=1)
    world.post(RESEND, {"email": KNOWN}).must(202)
    world.post(VERIFY, {"email": KNOWN, "otp": world.code(KNOWN)}).must(200)
    cast.sign_in(world, KNOWN)


CHANGE, CONFIRM = "/users/me/email", "/users/me/email/confirm"


def test_changing_to_a_taken_address_does_not_reveal_its_account(world: World) -> None:
    verified(world)
    eve = replace(cast.sign_up(world, "eve@example.com"), address="203.0.113.1")
    adam = replace(cast.sign_up(world, "eva@example.com"), address="203.0.113.2")
    clients = {eve: Client(KNOWN, eve), adam: Client(UNKNOWN, adam)}
    for _ in range(6):
        results = [
            client.comparable(
                world.post(CHANGE, {"newEmail": client.about, "password": cast.PASSWORD}, as_=who)
            )
            for who, client in clients.items()
        ]
        assert results[0] == results[1]
    attempts = [
        [client.comparable(world.post(CONFIRM, {"otp": "000000"}, as_=who)) for _ in range(6)]
        for who, client in clients.items()
    ]
    assert attempts[0] == attempts[1]
    assert subjects(world)[-1] == "Someone tried to use your e-mail address"
    assert world.get("/users/me", as_=eve).data["email"] == eve.email


def test_requesting_a_taken_address_invalidates_the_previous_code(world: World) -> None:
    verified(world)
    eve = cast.sign_up(world, "eve@example.com")
    world.post(CHANGE, {"newEmail": UNKNOWN, "password": cast.PASSWORD}, as_=eve).must(202)
    code = world.code(UNKNOWN)
    world.post(CHANGE, {"newEmail": KNOWN, "password": cast.PASSWORD}, as_=eve).must(202)
    assert world.post(CONFIRM, {"otp": code}, as_=eve).must(400).error == "code_invalid"


def test_requesting_the_own_address_is_a_conflict(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com")
    own = {"newEmail": "eve@example.com", "password": cast.PASSWORD}
    assert world.post(CHANGE, own, as_=eve).must(409).error == "email_taken"
