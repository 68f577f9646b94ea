"""Response times do not reveal whether an address has an account."""

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests import cast, timing, world
from tests.conftest import DATABASES
from tests.timing import TimedRequest
from tests.world import Person, World

pytestmark = [
    pytest.mark.usefixtures("real_passwords"),
    pytest.mark.slow("measures times with the real cost of passwords"),
]

KNOWN, UNVERIFIED = "known@example.com", "unverified@example.com"
PAIRS = 10
A_DAY = 86_400

Question = Callable[[str, Person], TimedRequest]
"""Builds the request about an address; some requests need a signed-in member."""


def without_sign_in(path: str, **body: object) -> Question:
    return lambda email, _: TimedRequest(path, {"email": email, **body})


QUESTIONS: Mapping[str, Question] = {
    "register": without_sign_in("/auth/register", password=cast.PASSWORD),
    "login": without_sign_in("/auth/login", password="wrong horse"),
    "adminLogin": without_sign_in("/auth/admin/login", masterPassword="wrong horse"),
    "verifyEmail": without_sign_in("/auth/verify-email", otp="000000"),
    "resendOtp": without_sign_in("/auth/resend-otp"),
    "forgotPassword": without_sign_in("/auth/forgot-password"),
    "resetPassword": without_sign_in(
        "/auth/reset-password", otp="000000", newPassword=cast.PASSWORD
    ),
    "requestEmailChange": lambda email, member: TimedRequest(
        "/users/me/email", {"newEmail": email, "password": cast.PASSWORD}, member
    ),
}

ALWAYS = {("sqlite", "register"), ("sqlite", "resetPassword"), ("postgresql", "login")}


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """The access tokens stay valid while the clock advances."""
    return world.settings(
        tmp_path,
        database_url=database_url,
        prevent_account_enumeration=True,
        access_token_ttl=A_DAY,
    )


@pytest.mark.parametrize(
    ("database_url", "operation"),
    [
        # Each takes nine seconds, so a short run has only those with the largest differences.
        pytest.param(
            url,
            name,
            marks=()
            if (url, name) in ALWAYS
            else pytest.mark.long("measures times on an idle machine"),
        )
        for url in DATABASES
        for name in QUESTIONS
    ],
    indirect=["database_url"],
)
def test_response_times_for_known_and_unknown_addresses_are_equal(
    world: World, operation: str
) -> None:
    cast.root(world, KNOWN)
    cast.register(world, UNVERIFIED)
    members = [cast.sign_up(world, f"member{number}@example.com") for number in range(2)]
    known = UNVERIFIED if operation in {"verifyEmail", "resendOtp"} else KNOWN
    question = QUESTIONS[operation]

    def requests(number: int) -> tuple[TimedRequest, TimedRequest]:
        return question(known, members[0]), question(f"no{number}@example.com", members[1])

    timing.must_be_indistinguishable(*timing.measure(world, PAIRS, requests, hours=1))


def test_every_public_operation_with_an_address_is_tested() -> None:
    operations = routes.operations()
    sent_one = {
        operation.operation_id
        for operation in operations
        if operation.who.credentials == "none"
        and operation.body
        and "email" in operation.body.model_fields
    }
    padded = {operation.operation_id for operation in operations if operation.constant_time}
    assert sent_one | {"requestEmailChange"} == padded == set(QUESTIONS)


@pytest.mark.parametrize("operation", ["login", "adminLogin"])
def test_checking_a_password_takes_equally_long_without_an_account(
    world: World, operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without padding too: the slow hash is computed in both cases."""
    monkeypatch.setattr("bridgework.kit.http.responses.response_timing.PERIOD", 0.0001)
    cast.root(world, KNOWN)
    question = QUESTIONS[operation]

    def requests(number: int) -> tuple[TimedRequest, TimedRequest]:
        return question(KNOWN, Person(KNOWN)), question(f"no{number}@example.com", Person(KNOWN))

    first, other = timing.measure(world, PAIRS, requests, hours=1)
    assert 0.5 < median(first) / median(other) < 2, timing.summary(first, other)
