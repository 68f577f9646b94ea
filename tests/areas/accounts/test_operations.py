"""The operations of accounts: the response for each kind of caller.

`test_validation.py` has invalid bodies, `test_…_limits.py` the rate limits.
"""

import pytest

from tests import cast
from tests.areas.accounts.callers import CALLERS, DORA, NORA
from tests.scenario import PRESENT, Scenario
from tests.world import World

ADA = {"email": "ada@example.com", "password": cast.PASSWORD}
NORAS = {"email": NORA, "password": cast.PASSWORD}
FIRST_ACCOUNT = {
    "data.user.id": PRESENT,
    "data.user.email": "eve@example.com",
    "data.user.firstName": None,
    "data.user.lastName": None,
    "data.user.avatarUrl": None,
    "data.user.role": "expert",
    "data.user.jobsRole": None,
    "data.user.vendorsRole": None,
    "data.user.verificationTier": "not-verified",
    "data.user.jobsVerificationTier": "not-verified",
    "data.user.vendorsVerificationTier": "not-verified",
    "data.user.isEmailVerified": False,
    "data.user.onboardingStep": None,
    "data.user.jobsOnboardingStep": None,
    "data.user.vendorsOnboardingStep": None,
    "data.user.consultationRequestCap": 5,
    "data.user.createdAt": "2026-11-21T12:00:00.000Z",
    "data.user.updatedAt": "2026-11-21T12:00:00.000Z",
}
EXISTS = {"message": PRESENT, "code": "ACCOUNT_EXISTS", "redirectTo": "/login"}
NOT_FOUND = {"message": PRESENT, "code": "ACCOUNT_NOT_FOUND", "redirectTo": "/register"}
NOT_VERIFIED = {"message": PRESENT, "code": "EMAIL_NOT_VERIFIED", "isEmailVerified": False}
SIGNED_IN = {
    "data.token": PRESENT,
    "data.refreshToken": PRESENT,
    "data.expiresAt": "2026-11-21T13:00:00.000Z",
}


def refused(code: str) -> dict[str, object]:
    return {"error": code, "message": PRESENT}


def eve(**body: str) -> dict[str, str]:
    return {"email": "eve@example.com", "password": cast.PASSWORD, **body}


REGISTER = "POST /auth/register"
LOGIN = "POST /auth/login"
VERIFY = "POST /auth/verify-email"
RESEND = "POST /auth/resend-otp"
LOGOUT = "POST /auth/logout"
GET_ME = "GET /users/me"
UPDATE_ME = "PATCH /users/me"

ROWS = [
    Scenario("register", "an anonymous caller", REGISTER, eve(), 201, FIRST_ACCOUNT),
    Scenario("register while signed in", "a member", REGISTER, eve(), 201, FIRST_ACCOUNT),
    Scenario(
        "register with an invalid token",
        *("a caller with an invalid token", REGISTER, eve(), 201, FIRST_ACCOUNT),
    ),
    Scenario(
        "register as a client",
        *("an anonymous caller", REGISTER, eve(role="client"), 201, {"data.user.role": "client"}),
    ),
    Scenario(
        "register as an rpo",
        *("an anonymous caller", REGISTER, eve(role="rpo"), 201, {"data.user.role": "rpo"}),
    ),
    Scenario(
        "register for two more platforms",
        *(
            "an anonymous caller",
            REGISTER,
            eve(jobsRole="clinic_owner", vendorsRole="ambassador"),
            201,
        ),
        {"data.user.jobsRole": "clinic_owner", "data.user.vendorsRole": "ambassador"},
    ),
    Scenario("register a taken address", "a member", REGISTER, ADA, 409, EXISTS),
    Scenario(
        "register a taken address in other case",
        *("a member", REGISTER, {**ADA, "email": "ADA@Example.COM"}, 409, EXISTS),
    ),
    Scenario(
        "register an unverified address", "an unverified member", REGISTER, NORAS, 409, EXISTS
    ),
    Scenario("sign in", "a member", LOGIN, ADA, 200, {**SIGNED_IN, "data.user.role": "expert"}),
    Scenario(
        "sign in in other case",
        *("a member", LOGIN, {**ADA, "email": "Ada@EXAMPLE.com"}, 200),
        {"data.user.email": "ada@example.com"},
    ),
    Scenario(
        "sign in with a wrong password",
        *("a member", LOGIN, {**ADA, "password": "wrong horse"}, 401),
        refused("invalid_credentials"),
    ),
    Scenario("sign in without an account", "an anonymous caller", LOGIN, ADA, 404, NOT_FOUND),
    Scenario("sign in unverified", "an unverified member", LOGIN, NORAS, 403, NOT_VERIFIED),
    Scenario(
        "sign in unverified with a wrong password",
        *("an unverified member", LOGIN, {**NORAS, "password": "wrong horse"}, 401),
        refused("invalid_credentials"),
    ),
    Scenario(
        "sign in disabled",
        *("a disabled member", LOGIN, {**ADA, "email": DORA}, 403, refused("account_disabled")),
    ),
    Scenario(
        "sign in disabled with a wrong password",
        *("a disabled member", LOGIN, {"email": DORA, "password": "wrong horse"}, 401),
        refused("invalid_credentials"),
    ),
    Scenario(
        "verify an unknown address",
        *(
            "an anonymous caller",
            VERIFY,
            {"email": NORA, "otp": "123456"},
            400,
            refused("code_invalid"),
        ),
    ),
    Scenario(
        "verify a verified address",
        *("a member", VERIFY, {"email": "ada@example.com", "otp": "123456"}, 400),
        refused("code_invalid"),
    ),
    Scenario(
        "request a code",
        "an unverified member",
        RESEND,
        {"email": NORA},
        202,
        {"data": {"ok": True}},
    ),
    Scenario(
        "request a code in other case",
        *(
            "an unverified member",
            RESEND,
            {"email": "NORA@example.com"},
            202,
            {"data": {"ok": True}},
        ),
    ),
    Scenario(
        "request a code without an account",
        "an anonymous caller",
        RESEND,
        {"email": NORA},
        404,
        NOT_FOUND,
    ),
    Scenario(
        "request a code when verified",
        *("a member", RESEND, {"email": "ada@example.com"}, 409, refused("already_verified")),
    ),
    Scenario("sign out", "a member", LOGOUT, None, 200, {"data": {"ok": True}}),
    Scenario(
        "read the own account", "a client", GET_ME, None, 200, {"data.email": "ben@example.com"}
    ),
    Scenario(
        "change names and picture",
        *("a member", UPDATE_ME),
        {"firstName": "Åsa", "lastName": "O'Neill-Çelik", "avatarUrl": "https://example.com/a.png"},
        expected={
            "data.firstName": "Åsa",
            "data.lastName": "O'Neill-Çelik",
            "data.avatarUrl": "https://example.com/a.png",
        },
    ),
    *(
        Scenario(f"read the own account, {who}", who, GET_ME, None, 401, refused(error))
        for who, error in [
            ("an anonymous caller", "sign_in_needed"),
            ("an unverified member", "sign_in_needed"),
            ("a caller with an invalid token", "token_invalid"),
            ("a signed-out member", "token_invalid"),
            ("a disabled member", "token_invalid"),
            ("a member with an expired token", "token_invalid"),
            ("a member with a forged token", "token_invalid"),
        ]
    ),
    *(
        Scenario(f"{says}, {who}", who, ask, None, 401, refused(error))
        for says, ask in [("sign out", LOGOUT), ("change the own account", UPDATE_ME)]
        for who, error in [
            ("an anonymous caller", "sign_in_needed"),
            ("a signed-out member", "token_invalid"),
        ]
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_operation(world: World, row: Scenario) -> None:
    response = row.play(world, CALLERS[row.who](world))
    if row.status == 401:
        challenge = 'Bearer realm="bridgework"'
        if row.expected["error"] == "token_invalid":
            challenge += ', error="invalid_token"'
        assert response.headers["www-authenticate"] == challenge
    if row.ask != GET_ME or row.status != 200:
        assert response.headers["cache-control"] == "no-store"
