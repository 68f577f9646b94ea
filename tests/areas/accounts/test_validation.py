"""Invalid bodies: all faults are reported, each with its member and its code."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, world
from tests.world import ANONYMOUS, World

# An invalid body is refused before any access to the database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """Raises the rate limit: all requests have one client address."""
    limit = Rule("default", 10_000, 60)
    return world.settings(tmp_path, database_url=database_url, rate_limit=limit)


@dataclass(frozen=True, slots=True)
class InvalidMember:
    """Members that replace valid ones, and the expected fault by path."""

    sent: dict[str, object]
    faults: dict[str, str]


REGISTER = {"email": "eve@example.com", "password": cast.PASSWORD}

EMAILS = [
    InvalidMember({"email": "eve"}, {"email": "email"}),
    InvalidMember({"email": "eve@"}, {"email": "email"}),
    InvalidMember({"email": "@example.com"}, {"email": "email"}),
    InvalidMember({"email": "eve@example..com"}, {"email": "email"}),
    InvalidMember({"email": ".eve@example.com"}, {"email": "email"}),
    InvalidMember({"email": "eve..adam@example.com"}, {"email": "email"}),
    InvalidMember({"email": "Eve <eve@example.com>"}, {"email": "email"}),
    InvalidMember({"email": " eve@example.com"}, {"email": "email"}),
    InvalidMember({"email": "eve@example.com\n"}, {"email": "email"}),
    InvalidMember({"email": "e\u0000ve@example.com"}, {"email": "email"}),
    InvalidMember({"email": "eve@example.com, adam@example.com"}, {"email": "email"}),
    InvalidMember({"email": f"{'e' * 65}@example.com"}, {"email": "email"}),
    InvalidMember({"email": f"eve@{'d' * 64}.com"}, {"email": "email"}),
    InvalidMember({"email": f"{'e' * 60}@{'.'.join(['d' * 61] * 4)}"}, {"email": "too_long"}),
    InvalidMember({"email": None}, {"email": "wrong_type"}),
    InvalidMember({"email": ["eve@example.com"]}, {"email": "wrong_type"}),
]
PLATFORMS = [
    InvalidMember({"jobsRole": "clinic"}, {"jobsRole": "not_one_of"}),
    InvalidMember({"jobsRole": None}, {"jobsRole": "not_one_of"}),
    InvalidMember({"vendorsRole": "Vendor"}, {"vendorsRole": "not_one_of"}),
    InvalidMember({"vendorsRole": ""}, {"vendorsRole": "not_one_of"}),
    InvalidMember({"botCheckToken": "t" * 2049}, {"botCheckToken": "too_long"}),
    InvalidMember({"botCheckToken": None}, {"botCheckToken": "wrong_type"}),
]
OPERATIONS: dict[str, tuple[dict[str, object], list[InvalidMember]]] = {
    "POST /auth/register": (
        {**REGISTER},
        [
            *EMAILS,
            *PLATFORMS,
            InvalidMember({"password": "12345"}, {"password": "too_short"}),
            InvalidMember({"password": "p" * 129}, {"password": "too_long"}),
            InvalidMember({"password": "tab\there"}, {"password": "control_character"}),
            InvalidMember({"password": 123456}, {"password": "wrong_type"}),
            InvalidMember({"password": None}, {"password": "wrong_type"}),
            InvalidMember({"role": "admin"}, {"role": "not_one_of"}),
            InvalidMember({"role": "Expert"}, {"role": "not_one_of"}),
            InvalidMember({"role": None}, {"role": "not_one_of"}),
            InvalidMember(
                {"email": "eve", "password": "1", "role": "admin", "jobsRole": 1},
                {
                    "email": "email",
                    "password": "too_short",
                    "role": "not_one_of",
                    "jobsRole": "not_one_of",
                },
            ),
        ],
    ),
    "POST /auth/login": (
        {**REGISTER},
        [
            *EMAILS,
            *PLATFORMS,
            InvalidMember({"password": ""}, {"password": "too_short"}),
            InvalidMember({"password": "p" * 129}, {"password": "too_long"}),
        ],
    ),
    "POST /auth/verify-email": (
        {"email": "eve@example.com", "otp": "123456"},
        [
            *EMAILS,
            InvalidMember({"otp": "12345"}, {"otp": "not_six_digits"}),
            InvalidMember({"otp": "1234567"}, {"otp": "not_six_digits"}),
            InvalidMember({"otp": "12345a"}, {"otp": "not_six_digits"}),
            InvalidMember({"otp": "123456\n"}, {"otp": "not_six_digits"}),
            InvalidMember({"otp": "١٢٣٤٥٦"}, {"otp": "not_six_digits"}),
            InvalidMember({"otp": 123456}, {"otp": "wrong_type"}),
            InvalidMember({"source": "vendors"}, {"source": "not_one_of"}),
            InvalidMember({"source": None}, {"source": "not_one_of"}),
        ],
    ),
    "POST /auth/resend-otp": ({"email": "eve@example.com"}, EMAILS),
    "PATCH /users/me": (
        {},
        [
            InvalidMember({"firstName": ""}, {"firstName": "too_short"}),
            InvalidMember({"firstName": "a" * 101}, {"firstName": "too_long"}),
            InvalidMember({"firstName": "1234"}, {"firstName": "needs_letter"}),
            InvalidMember({"lastName": "\u200b"}, {"lastName": "needs_letter"}),
            InvalidMember({"lastName": "Love\nlace"}, {"lastName": "control_character"}),
            InvalidMember({"lastName": None}, {"lastName": "wrong_type"}),
            InvalidMember({"avatarUrl": None}, {"avatarUrl": "wrong_type"}),
            InvalidMember({"avatarUrl": "a.png"}, {"avatarUrl": "url"}),
            InvalidMember({"avatarUrl": "//example.com/a.png"}, {"avatarUrl": "url"}),
            InvalidMember({"avatarUrl": "javascript:alert(1)"}, {"avatarUrl": "url"}),
            InvalidMember({"avatarUrl": "https://eve:pw@example.com/"}, {"avatarUrl": "url"}),
            InvalidMember({"avatarUrl": "https://"}, {"avatarUrl": "url"}),
            InvalidMember({"avatarUrl": " https://example.com"}, {"avatarUrl": "url"}),
        ],
    ),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_invalid_member_is_reported_by_its_path(world: World, operation: str) -> None:
    valid, invalid_members = OPERATIONS[operation]
    method, path = operation.split(" ")
    person = cast.ada(world) if method == "PATCH" else ANONYMOUS
    responses = [
        world.send(method, path, {**valid, **invalid.sent}, as_=person).must(422)
        for invalid in invalid_members
    ]
    assert [response.faults for response in responses] == [
        invalid.faults for invalid in invalid_members
    ]
    for response in responses:
        assert response.error == "validation_failed"
        assert all(fault["message"] for fault in response.json["details"])


@pytest.mark.parametrize(
    "operation", [operation for operation in OPERATIONS if operation.startswith("POST")]
)
def test_an_empty_body_reports_each_required_member(world: World, operation: str) -> None:
    required = {
        name: "required"
        for name in OPERATIONS[operation][0]
        if name != "otp" or "verify" in operation
    }
    for body in (b"{}", None):
        assert world.post(operation.split(" ")[1], body).must(422).faults == required


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"email": "eve@example.com"', 400),
        (b"{} {}", 400),
        (b'{"email": NaN}', 400),
        (b'{"email": "\xff@example.com"}', 400),
        (b'{"email": "\\ud800@example.com"}', 400),
        (b"[]", 422),
        (b'"eve@example.com"', 422),
        (b"null", 422),
    ],
)
def test_a_body_that_is_not_an_object_is_refused(world: World, body: bytes, status: int) -> None:
    refused = world.post("/auth/register", body).must(status)
    assert refused.error == ("malformed_json" if status == 400 else "validation_failed")


def test_unknown_members_are_refused_only_with_strict_handling(world: World) -> None:
    body = {**REGISTER, "isEmailVerified": True, "verificationTier": "pro"}
    strict = world.post("/auth/register", body, headers={"prefer": "handling=strict"}).must(422)
    assert strict.faults == {
        "isEmailVerified": "unknown_member",
        "verificationTier": "unknown_member",
    }
    created = world.post("/auth/register", body).must(201).data["user"]
    assert (created["isEmailVerified"], created["verificationTier"]) == (False, "not-verified")
