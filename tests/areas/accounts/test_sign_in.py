"""Signing in and out: the roles it adds, the accounts it refuses, the end of a session."""

from dataclasses import dataclass

from tests import cast, make
from tests.world import World

EVE = "eve@example.com"


@dataclass(frozen=True, slots=True)
class RoleChange:
    """The roles of a registration, of a later sign-in, and of the account afterwards."""

    registered: dict[str, str]
    signing_in: dict[str, str]
    then: tuple[str | None, str | None]


ROLE_CHANGES = [
    RoleChange({}, {}, (None, None)),
    RoleChange({}, {"jobsRole": "candidate"}, ("candidate", None)),
    RoleChange({}, {"vendorsRole": "vendor"}, (None, "vendor")),
    RoleChange({}, {"jobsRole": "recruiter", "vendorsRole": "vendor"}, ("recruiter", "vendor")),
    RoleChange({"jobsRole": "candidate"}, {"jobsRole": "clinic_owner"}, ("candidate", None)),
    RoleChange(
        {"jobsRole": "candidate"}, {"vendorsRole": "ambassador"}, ("candidate", "ambassador")
    ),
    RoleChange({"vendorsRole": "vendor"}, {"vendorsRole": "ambassador"}, (None, "vendor")),
]


def test_a_sign_in_adds_missing_roles_and_changes_none(world: World) -> None:
    for number, change in enumerate(ROLE_CHANGES):
        known = {"email": f"eve{number}@example.com", "password": cast.PASSWORD}
        cast.sign_up(world, known["email"], **change.registered)
        user = world.post("/auth/login", {**known, **change.signing_in}).must(200).data["user"]
        assert (user["jobsRole"], user["vendorsRole"]) == change.then, change
        assert user["jobsVerificationTier"] == user["vendorsVerificationTier"] == "not-verified"
        later = world.post("/auth/login", known).must(200)
        assert later.data["user"] == user, change


def test_a_failed_sign_in_adds_no_role(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    body = {"email": EVE, "password": "wrong horse", "jobsRole": "candidate"}
    world.post("/auth/login", body).must(401)
    assert world.get("/users/me", as_=eve).must(200).data["jobsRole"] is None


def test_signing_in_unverified_sends_a_new_code(world: World) -> None:
    cast.register(world, EVE)
    former = world.code(EVE)
    world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(403)
    fresh = world.code(EVE)
    assert len(world.mail(EVE)) == 2
    if former != fresh:
        world.post("/auth/verify-email", {"email": EVE, "otp": former}).must(400)
    world.post("/auth/verify-email", {"email": EVE, "otp": fresh}).must(200)


def test_a_wrong_password_for_an_unverified_address_sends_no_code(world: World) -> None:
    cast.register(world, EVE)
    world.post("/auth/login", {"email": EVE, "password": "wrong horse"}).must(401)
    assert len(world.mail(EVE)) == 1


def test_disabling_an_account_ends_all_its_sessions(world: World) -> None:
    first = cast.sign_up(world, EVE)
    second = cast.sign_in(world, EVE)
    for session in (first, second):
        world.get("/users/me", as_=session).must(200)
    make.change_account(world, first.id, disabled_at=world.clock.now())
    for session in (first, second):
        assert world.get("/users/me", as_=session).must(401).error == "token_invalid"
        world.patch("/users/me", {"firstName": "Eve"}, as_=session).must(401)
        world.post("/auth/logout", as_=session).must(401)
    refused = world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(403)
    assert refused.error == "account_disabled"


def test_a_code_of_a_disabled_account_is_refused(world: World) -> None:
    eve = cast.register(world, EVE)
    code = world.code(EVE)
    make.change_account(world, eve.id, disabled_at=world.clock.now())
    refused = world.post("/auth/verify-email", {"email": EVE, "otp": code}).must(400)
    assert refused.error == "code_invalid"


def test_signing_out_ends_only_that_session(world: World) -> None:
    here = cast.sign_up(world, EVE)
    there = cast.sign_in(world, EVE)
    world.post("/auth/logout", as_=here).must(200)
    world.get("/users/me", as_=here).must(401)
    world.get("/users/me", as_=there).must(200)


def test_each_sign_in_has_its_own_tokens(world: World) -> None:
    cast.sign_up(world, EVE)
    body = {"email": EVE, "password": cast.PASSWORD}
    responses = [world.post("/auth/login", body).must(200).data for _ in range(2)]
    assert responses[0]["token"] != responses[1]["token"]
    assert responses[0]["refreshToken"] != responses[1]["refreshToken"]
