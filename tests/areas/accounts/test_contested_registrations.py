"""A stranger registers the address of another person: whose account it becomes."""

from pathlib import Path
from typing import Any

import pytest

from bridgework.settings import Settings
from tests import cast, make, world
from tests.areas.administrators.test_invitations import accept, token_of
from tests.world import Person, Response, World

OWNER = "owner@example.com"
OWNS, STRANGERS = "the password of the owner", "the password of the stranger"
OWNER_ROLES = {"role": "client", "jobsRole": "clinic_owner"}
STRANGER_ROLES = {"role": "expert", "vendorsRole": "vendor"}
REGISTRATION = {"password": OWNS, **OWNER_ROLES}
NO_ROLES = ("expert", None, None)
CHOOSE = "Choose a password for your Bridgework account"


@pytest.fixture(params=[False, True], ids=["revealed", "not revealed"])
def settings(tmp_path: Path, database_url: str, request: pytest.FixtureRequest) -> Settings:
    return world.settings(
        tmp_path, database_url=database_url, prevent_account_enumeration=request.param
    )


@pytest.fixture(autouse=True)
def _no_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not pad responses: `test_response_times.py` tests the times."""
    monkeypatch.setattr("bridgework.kit.http.responses.response_timing.PERIOD", 0.001)


def stranger_registers(world: World) -> None:
    body = {"email": OWNER, "password": STRANGERS, **STRANGER_ROLES}
    assert world.post("/auth/register", body).status in {201, 409}


def owner_registers(world: World) -> None:
    body = {"email": OWNER, **REGISTRATION}
    assert world.post("/auth/register", body).status in {201, 409}


def log_in(world: World, password: str) -> Response:
    return world.post("/auth/login", {"email": OWNER, "password": password})


def new_code(world: World) -> str:
    """The code of the newest e-mail, after another one was requested."""
    world.clock.advance(minutes=2)
    world.post("/auth/resend-otp", {"email": OWNER}).must(202)
    return world.code(OWNER)


def verify(world: World, code: str, **members: Any) -> Response:
    return world.post("/auth/verify-email", {"email": OWNER, "otp": code, **members})


def reset(world: World, password: str = OWNS) -> None:
    world.post("/auth/forgot-password", {"email": OWNER}).must(202)
    body = {"email": OWNER, "otp": world.code(OWNER), "newPassword": password}
    world.post("/auth/reset-password", body).must(200)


def roles(account: Any) -> tuple[str, str | None, str | None]:
    return account["role"], account["jobsRole"], account["vendorsRole"]


def own_roles(world: World) -> tuple[str, str | None, str | None]:
    signed_in = log_in(world, OWNS).must(200).data
    me = Person(OWNER, token=signed_in["token"])
    return roles(world.get("/users/me", as_=me).must(200).data)


def count(world: World, subject: str) -> int:
    return [message["Subject"] for message in world.mail(OWNER)].count(subject)


def must_be_the_owners(world: World) -> None:
    assert own_roles(world) == ("client", "clinic_owner", None)
    log_in(world, STRANGERS).must(401)


ORDERS = {
    "stranger before": [stranger_registers, owner_registers],
    "stranger between": [owner_registers, stranger_registers],
    "stranger alone": [stranger_registers],
    "stranger before and between": [stranger_registers, owner_registers, stranger_registers],
}
each_order = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)


@each_order
def test_the_registration_that_is_sent_with_the_code_wins(world: World, order: Any) -> None:
    for register in order:
        register(world)
    data = verify(world, new_code(world), registration=REGISTRATION).must(200).data
    assert roles(data["user"]) == ("client", "clinic_owner", None)
    must_be_the_owners(world)
    stranger_registers(world)
    must_be_the_owners(world)
    assert count(world, CHOOSE) == 0


@pytest.mark.parametrize("name", ["stranger before", "stranger between"])
def test_a_code_without_a_registration_voids_what_is_contested(world: World, name: str) -> None:
    for register in ORDERS[name]:
        register(world)
    data = verify(world, new_code(world)).must(200).data
    assert roles(data["user"]) == NO_ROLES
    me = Person(OWNER, token=data["token"])
    world.get("/users/me", as_=me).must(200)
    for password in (OWNS, STRANGERS, ""):
        assert log_in(world, password).status in {401, 422}
    assert count(world, CHOOSE) == 1
    reset(world)
    log_in(world, STRANGERS).must(401)
    assert own_roles(world) == NO_ROLES
    world.post("/auth/login", {"email": OWNER, "password": OWNS, "jobsRole": "clinic_owner"})
    assert own_roles(world) == ("expert", "clinic_owner", None)


@pytest.mark.parametrize("name", ["stranger before", "stranger between"])
def test_a_reset_sets_the_password_and_voids_contested_roles(world: World, name: str) -> None:
    for register in ORDERS[name]:
        register(world)
    reset(world)
    assert own_roles(world) == NO_ROLES
    log_in(world, STRANGERS).must(401)
    assert count(world, CHOOSE) == 0


def test_the_code_that_a_sign_in_of_the_stranger_sends_gives_the_owner_the_account(
    world: World,
) -> None:
    stranger_registers(world)
    owner_registers(world)
    world.clock.advance(minutes=2)
    assert log_in(world, STRANGERS).must(403).json["code"] == "EMAIL_NOT_VERIFIED"
    log_in(world, OWNS).must(401)
    verify(world, world.code(OWNER), registration=REGISTRATION).must(200)
    must_be_the_owners(world)


def test_an_old_code_of_a_stranger_is_refused_after_the_verification(world: World) -> None:
    stranger_registers(world)
    code = world.code(OWNER)
    verify(world, code, registration=REGISTRATION).must(200)
    stranger = {"password": STRANGERS, **STRANGER_ROLES}
    verify(world, code, registration=stranger).must(400)
    must_be_the_owners(world)


def test_a_caller_who_knows_the_specification_alone_registers_verifies_and_signs_in(
    world: World,
) -> None:
    owner_registers(world)
    assert roles(verify(world, world.code(OWNER)).must(200).data["user"]) == (
        "client",
        "clinic_owner",
        None,
    )
    must_be_the_owners(world)
    assert count(world, CHOOSE) == 0


def test_the_same_password_again_contests_nothing(world: World) -> None:
    owner_registers(world)
    owner_registers(world)
    verify(world, new_code(world)).must(200)
    must_be_the_owners(world)
    assert count(world, CHOOSE) == 0


def test_roles_that_both_registrations_name_stay(world: World) -> None:
    owner_registers(world)
    world.post("/auth/register", {"email": OWNER, "password": STRANGERS, **OWNER_ROLES})
    verify(world, new_code(world)).must(200)
    log_in(world, OWNS).must(401)
    reset(world)
    assert own_roles(world) == ("client", "clinic_owner", None)


def test_an_administrator_who_verifies_the_address_voids_a_contested_password(
    world: World,
) -> None:
    root = cast.root(world)
    stranger_registers(world)
    owner_registers(world)
    (user,) = world.get("/admin/users?search=owner", as_=root).must(200).data["items"]
    changed = world.patch(f"/admin/users/{user['id']}", {"isEmailVerified": True}, as_=root)
    assert roles(changed.must(200).data) == NO_ROLES
    for password in (OWNS, STRANGERS):
        log_in(world, password).must(401)
    assert count(world, CHOOSE) == 1


def test_an_accepted_invitation_voids_a_contested_password(world: World) -> None:
    root = cast.root(world)
    stranger_registers(world)
    owner_registers(world)
    (user,) = world.get("/admin/users?search=owner", as_=root).must(200).data["items"]
    world.patch(f"/admin/users/{user['id']}", {"role": "admin"}, as_=root).must(200)
    token = token_of(world, Person(OWNER))
    accept(world, token, STRANGERS, masterPassword=cast.MASTER_PASSWORD).must(200)
    log_in(world, STRANGERS).must(401)
    assert count(world, CHOOSE) == 1
    cast.root_again(world, OWNER)


def test_sessions_from_before_the_verification_end(world: World) -> None:
    me = cast.sign_up(world, OWNER)
    make.change_account(world, me.id, is_email_verified=False)
    world.get("/users/me", as_=me).must(401)
    verify(world, new_code(world), registration={"password": OWNS}).must(200)
    world.get("/users/me", as_=me).must(401)
    log_in(world, cast.PASSWORD).must(401)
    log_in(world, OWNS).must(200)


def test_an_account_that_was_in_use_keeps_its_roles_and_is_not_contested(world: World) -> None:
    me = cast.sign_up(world, OWNER, jobsRole="candidate")
    make.change_account(world, me.id, is_email_verified=False)
    stranger_registers(world)
    verify(world, new_code(world)).must(200)
    cast.sign_in(world, OWNER)
    make.change_account(world, me.id, is_email_verified=False)
    world.clock.advance(days=1)
    data = verify(world, new_code(world), registration=REGISTRATION).must(200).data
    assert roles(data["user"]) == ("expert", "candidate", None)


def test_a_role_that_changes_loses_its_tier(world: World) -> None:
    stranger_registers(world)
    (user,) = [
        item
        for item in world.get("/admin/users?search=owner", as_=cast.root(world)).data["items"]
        if item["email"] == OWNER
    ]
    make.change_account(
        world, user["id"], vendors_verification_tier="verified", verification_tier="verified"
    )
    data = verify(world, new_code(world), registration=REGISTRATION).must(200).data
    assert data["user"]["verificationTier"] == "not-verified"
    assert data["user"]["vendorsVerificationTier"] == "not-verified"
    assert data["user"]["jobsVerificationTier"] == "not-verified"


def test_a_wrong_code_with_a_registration_changes_nothing(world: World) -> None:
    owner_registers(world)
    code = world.code(OWNER)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    stranger = {"password": STRANGERS, **STRANGER_ROLES}
    assert verify(world, wrong, registration=stranger).must(400).error == "code_invalid"
    verify(world, code).must(200)
    must_be_the_owners(world)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_ten_concurrent_verifications_sets_the_password(world: World) -> None:
    stranger_registers(world)
    code = world.code(OWNER)
    passwords = [f"{OWNS} {number}" for number in range(10)]
    responses = world.together(
        [
            lambda password=password: world.sending(  # type: ignore[misc]
                "POST",
                "/auth/verify-email",
                {"email": OWNER, "otp": code, "registration": {"password": password}},
            )
            for password in passwords
        ]
    )
    statuses = [response.status for response in responses]
    assert statuses.count(200) == 1
    winner = passwords[statuses.index(200)]
    world.clock.advance(minutes=20)
    assert [password for password in passwords if log_in(world, password).status == 200] in (
        [winner],
    )
    log_in(world, STRANGERS).must(401)


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("is_sent", [True, False], ids=["with registration", "without"])
def test_registrations_beside_the_verification_never_give_a_stranger_the_account(
    world: World, *, is_sent: bool
) -> None:
    owner_registers(world)
    code = world.code(OWNER)
    members = {"registration": REGISTRATION} if is_sent else {}
    proof = {"email": OWNER, "otp": code, **members}
    stranger = {"email": OWNER, "password": STRANGERS, **STRANGER_ROLES}
    sent = [("/auth/register", stranger)] * 4 + [("/auth/verify-email", proof)]
    sent += [("/auth/register", stranger)] * 4
    responses = world.together(
        [
            lambda path=path, body=body: world.sending("POST", path, body)  # type: ignore[misc]
            for path, body in sent
        ]
    )
    verified = responses[4].status
    if verified != 200:  # where accounts are not revealed, a new code has replaced it
        assert (verified, world.application.app_state.settings.prevent_account_enumeration) == (
            400,
            True,
        )
        world.clock.advance(hours=1)
        verify(world, new_code(world), **members).must(200)
    log_in(world, STRANGERS).must(401)
    if log_in(world, OWNS).status != 200:
        assert not is_sent
        assert count(world, CHOOSE) == 1
        reset(world)
    log_in(world, OWNS).must(200)
