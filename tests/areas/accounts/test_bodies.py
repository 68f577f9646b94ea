"""Bodies that do not fit: which member is told, by which code, and all of them at once."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests import cast, world
from tests.world import ANONYMOUS, World

# What does not fit is refused before any database is asked.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """Whole tables are sent from one address."""
    limit = Rule("default", 10_000, 60)
    return world.settings(tmp_path, database_url=database_url, rate_limit=limit)


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is sent beside what fits, and the fault of each path."""

    sent: dict[str, object]
    faults: dict[str, str]


REGISTER = {"email": "eve@example.com", "password": cast.PASSWORD}

EMAILS = [
    Misfit({"email": "eve"}, {"email": "email"}),
    Misfit({"email": "eve@"}, {"email": "email"}),
    Misfit({"email": "@example.com"}, {"email": "email"}),
    Misfit({"email": "eve@example..com"}, {"email": "email"}),
    Misfit({"email": ".eve@example.com"}, {"email": "email"}),
    Misfit({"email": "eve..adam@example.com"}, {"email": "email"}),
    Misfit({"email": "Eve <eve@example.com>"}, {"email": "email"}),
    Misfit({"email": " eve@example.com"}, {"email": "email"}),
    Misfit({"email": "eve@example.com\n"}, {"email": "email"}),
    Misfit({"email": "e\u0000ve@example.com"}, {"email": "email"}),
    Misfit({"email": "eve@example.com, adam@example.com"}, {"email": "email"}),
    Misfit({"email": f"{'e' * 65}@example.com"}, {"email": "email"}),
    Misfit({"email": f"eve@{'d' * 64}.com"}, {"email": "email"}),
    Misfit({"email": f"{'e' * 60}@{'.'.join(['d' * 61] * 4)}"}, {"email": "too_long"}),
    Misfit({"email": None}, {"email": "wrong_type"}),
    Misfit({"email": ["eve@example.com"]}, {"email": "wrong_type"}),
]
PLATFORMS = [
    Misfit({"jobsRole": "clinic"}, {"jobsRole": "not_one_of"}),
    Misfit({"jobsRole": None}, {"jobsRole": "not_one_of"}),
    Misfit({"vendorsRole": "Vendor"}, {"vendorsRole": "not_one_of"}),
    Misfit({"vendorsRole": ""}, {"vendorsRole": "not_one_of"}),
    Misfit({"botCheckToken": "t" * 2049}, {"botCheckToken": "too_long"}),
    Misfit({"botCheckToken": None}, {"botCheckToken": "wrong_type"}),
]
TABLES: dict[str, tuple[dict[str, object], list[Misfit]]] = {
    "POST /auth/register": (
        {**REGISTER},
        [
            *EMAILS,
            *PLATFORMS,
            Misfit({"password": "12345"}, {"password": "too_short"}),
            Misfit({"password": "p" * 129}, {"password": "too_long"}),
            Misfit({"password": "tab\there"}, {"password": "control_character"}),
            Misfit({"password": 123456}, {"password": "wrong_type"}),
            Misfit({"password": None}, {"password": "wrong_type"}),
            Misfit({"role": "admin"}, {"role": "not_one_of"}),
            Misfit({"role": "Expert"}, {"role": "not_one_of"}),
            Misfit({"role": None}, {"role": "not_one_of"}),
            Misfit(
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
            Misfit({"password": ""}, {"password": "too_short"}),
            Misfit({"password": "p" * 129}, {"password": "too_long"}),
        ],
    ),
    "POST /auth/verify-email": (
        {"email": "eve@example.com", "otp": "123456"},
        [
            *EMAILS,
            Misfit({"otp": "12345"}, {"otp": "not_six_digits"}),
            Misfit({"otp": "1234567"}, {"otp": "not_six_digits"}),
            Misfit({"otp": "12345a"}, {"otp": "not_six_digits"}),
            Misfit({"otp": "123456\n"}, {"otp": "not_six_digits"}),
            Misfit({"otp": "١٢٣٤٥٦"}, {"otp": "not_six_digits"}),
            Misfit({"otp": 123456}, {"otp": "wrong_type"}),
            Misfit({"source": "vendors"}, {"source": "not_one_of"}),
            Misfit({"source": None}, {"source": "not_one_of"}),
        ],
    ),
    "POST /auth/resend-otp": ({"email": "eve@example.com"}, EMAILS),
    "PATCH /users/me": (
        {},
        [
            Misfit({"firstName": ""}, {"firstName": "too_short"}),
            Misfit({"firstName": "a" * 101}, {"firstName": "too_long"}),
            Misfit({"firstName": "1234"}, {"firstName": "needs_letter"}),
            Misfit({"lastName": "\u200b"}, {"lastName": "needs_letter"}),
            Misfit({"lastName": "Love\nlace"}, {"lastName": "control_character"}),
            Misfit({"lastName": None}, {"lastName": "wrong_type"}),
            Misfit({"avatarUrl": None}, {"avatarUrl": "wrong_type"}),
            Misfit({"avatarUrl": "a.png"}, {"avatarUrl": "url"}),
            Misfit({"avatarUrl": "//example.com/a.png"}, {"avatarUrl": "url"}),
            Misfit({"avatarUrl": "javascript:alert(1)"}, {"avatarUrl": "url"}),
            Misfit({"avatarUrl": "https://eve:pw@example.com/"}, {"avatarUrl": "url"}),
            Misfit({"avatarUrl": "https://"}, {"avatarUrl": "url"}),
            Misfit({"avatarUrl": " https://example.com"}, {"avatarUrl": "url"}),
        ],
    ),
}


@pytest.mark.parametrize("ask", TABLES)
def test_each_misfit_is_told_by_its_path(world: World, ask: str) -> None:
    fitting, misfits = TABLES[ask]
    method, path = ask.split(" ")
    person = cast.ada(world) if method == "PATCH" else ANONYMOUS
    told = [
        world.send(method, path, {**fitting, **misfit.sent}, as_=person).must(422)
        for misfit in misfits
    ]
    assert [one.faults for one in told] == [misfit.faults for misfit in misfits]
    for one in told:
        assert one.error == "validation_failed"
        assert all(fault["message"] for fault in one.json["details"])


@pytest.mark.parametrize("ask", [ask for ask in TABLES if ask.startswith("POST")])
def test_what_is_required_is_told_when_nothing_is_sent(world: World, ask: str) -> None:
    required = {name: "required" for name in TABLES[ask][0] if name != "otp" or "verify" in ask}
    for body in (b"{}", None):
        assert world.post(ask.split(" ")[1], body).must(422).faults == required


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
def test_what_is_no_object_is_refused(world: World, body: bytes, status: int) -> None:
    refused = world.post("/auth/register", body).must(status)
    assert refused.error == ("malformed_json" if status == 400 else "validation_failed")


def test_unknown_members_are_ignored_unless_strictness_is_asked_for(world: World) -> None:
    body = {**REGISTER, "isEmailVerified": True, "verificationTier": "pro"}
    strict = world.post("/auth/register", body, headers={"prefer": "handling=strict"}).must(422)
    assert strict.faults == {
        "isEmailVerified": "unknown_member",
        "verificationTier": "unknown_member",
    }
    made = world.post("/auth/register", body).must(201).data["user"]
    assert (made["isEmailVerified"], made["verificationTier"]) == (False, "not-verified")
