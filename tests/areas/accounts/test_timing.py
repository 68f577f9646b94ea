"""How long it takes to be answered does not tell whether somebody has an address."""

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests import cast, timing, world
from tests.timing import TimedRequest
from tests.world import Person, World

pytestmark = pytest.mark.usefixtures("real_passwords")

KNOWN, UNPROVED = "known@example.com", "unproved@example.com"
PAIRS = 10
A_DAY = 86_400

Question = Callable[[str, Person], TimedRequest]
"""What is asked about an address, and by whom where that takes a member."""


def by_stranger(path: str, **body: object) -> Question:
    return lambda email, _: TimedRequest(path, {"email": email, **body})


QUESTIONS: Mapping[str, Question] = {
    "register": by_stranger("/auth/register", password=cast.PASSWORD),
    "login": by_stranger("/auth/login", password="wrong horse"),
    "adminLogin": by_stranger("/auth/admin/login", masterPassword="wrong horse"),
    "verifyEmail": by_stranger("/auth/verify-email", otp="000000"),
    "resendOtp": by_stranger("/auth/resend-otp"),
    "forgotPassword": by_stranger("/auth/forgot-password"),
    "resetPassword": by_stranger("/auth/reset-password", otp="000000", newPassword=cast.PASSWORD),
    "requestEmailChange": lambda email, member: TimedRequest(
        "/users/me/email", {"newEmail": email, "password": cast.PASSWORD}, member
    ),
}


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """The members' tokens last for as long as the clock is moved on."""
    return world.settings(
        tmp_path,
        database_url=database_url,
        prevent_account_enumeration=True,
        access_token_ttl=A_DAY,
    )


@pytest.mark.parametrize(
    ("database_url", "operation"),
    [
        *(("sqlite", operation) for operation in QUESTIONS),
        # Each takes nine seconds: on the other database those that differ most.
        *(("postgresql", operation) for operation in ("register", "login", "resetPassword")),
    ],
    indirect=["database_url"],
)
def test_an_address_that_somebody_has_takes_as_long_as_one_that_nobody_has(
    world: World, operation: str
) -> None:
    cast.root(world, KNOWN)
    cast.register(world, UNPROVED)
    members = [cast.sign_up(world, f"member{number}@example.com") for number in range(2)]
    known = UNPROVED if operation in {"verifyEmail", "resendOtp"} else KNOWN
    question = QUESTIONS[operation]

    def asks(number: int) -> tuple[TimedRequest, TimedRequest]:
        return question(known, members[0]), question(f"no{number}@example.com", members[1])

    timing.must_be_indistinguishable(*timing.measure(world, PAIRS, asks, hours=1))


def test_every_operation_that_a_stranger_sends_an_address_to_is_among_these() -> None:
    operations = routes.operations()
    sent_one = {
        each.operation_id
        for each in operations
        if each.who.credentials == "none" and each.body and "email" in each.body.model_fields
    }
    levelled = {each.operation_id for each in operations if each.constant_time}
    assert sent_one | {"requestEmailChange"} == levelled == set(QUESTIONS)


@pytest.mark.parametrize("operation", ["login", "adminLogin"])
def test_a_password_is_checked_for_nobody_as_long_as_for_somebody(
    world: World, operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nothing were levelled: what takes longest is done for both."""
    monkeypatch.setattr("bridgework.kit.http.response_timing.PERIOD", 0.0001)
    cast.root(world, KNOWN)
    question = QUESTIONS[operation]

    def asks(number: int) -> tuple[TimedRequest, TimedRequest]:
        return question(KNOWN, Person(KNOWN)), question(f"no{number}@example.com", Person(KNOWN))

    one, other = timing.measure(world, PAIRS, asks, hours=1)
    assert 0.5 < median(one) / median(other) < 2, timing.summary(one, other)
