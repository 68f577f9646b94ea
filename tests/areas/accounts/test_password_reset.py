"""Resetting and changing a password, and the sessions that end."""

import pytest

from tests import cast, make
from tests.world import World

NEW = "a quite different one"


def _forgot(world: World, email: str) -> str:
    world.post("/auth/forgot-password", {"email": email}).must(202)
    return world.code(email)


def test_a_reset_sets_the_password_and_ends_every_session(world: World) -> None:
    ben = cast.ben(world)
    other = cast.sign_in(world, ben.email)
    sent = {"email": ben.email, "otp": _forgot(world, ben.email), "newPassword": NEW}
    world.post("/auth/reset-password", sent).must(200)
    for person in (ben, other):
        world.get("/users/me", as_=person).must(401)
    old = {"email": ben.email, "password": cast.PASSWORD}
    world.post("/auth/login", old).must(401)
    cast.sign_in(world, ben.email, NEW)
    assert [message["Subject"] for message in world.mail(ben.email)].count(
        "Your Bridgework password was changed"
    ) == 1


def test_a_reset_also_verifies_the_address(world: World) -> None:
    new = cast.register(world, "new@example.com")
    sent = {"email": new.email, "otp": _forgot(world, new.email), "newPassword": NEW}
    world.post("/auth/reset-password", sent).must(200)
    cast.sign_in(world, new.email, NEW)


def test_a_reset_restores_the_directory_entry(world: World) -> None:
    ada = cast.ada(world)
    expert = f"/experts/{make.into_expert(world, ada)}"
    make.change_account(world, ada.id, is_email_verified=False)
    world.get(expert).must(404)
    sent = {"email": ada.email, "otp": _forgot(world, ada.email), "newPassword": NEW}
    world.post("/auth/reset-password", sent).must(200)
    world.get(expert).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_twenty_concurrent_resets_succeeds(world: World) -> None:
    ben = cast.ben(world)
    code = _forgot(world, ben.email)
    responses = world.together(
        [
            lambda number=number: world.sending(  # type: ignore[misc]
                "POST",
                "/auth/reset-password",
                {"email": ben.email, "otp": code, "newPassword": f"{NEW} {number}"},
            )
            for number in range(20)
        ]
    )
    statuses = [response.status for response in responses]
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 400, 429}


def test_a_code_is_valid_for_its_own_purpose_only(world: World) -> None:
    new = cast.register(world, "new@example.com")
    verifying = world.code(new.email)
    sent = {"email": new.email, "otp": verifying, "newPassword": NEW}
    world.post("/auth/reset-password", sent).must(400)
    resetting = _forgot(world, new.email)
    if resetting != verifying:
        proof = {"email": new.email, "otp": resetting}
        world.post("/auth/verify-email", proof).must(400)


def test_the_right_reset_code_is_refused_after_five_wrong_tries(world: World) -> None:
    ben = cast.ben(world)
    code = _forgot(world, ben.email)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    for _ in range(5):
        sent = {"email": ben.email, "otp": wrong, "newPassword": NEW}
        assert world.post("/auth/reset-password", sent).must(400).error == "code_invalid"
    sent = {"email": ben.email, "otp": code, "newPassword": NEW}
    refused = world.post("/auth/reset-password", sent).must(429)
    assert refused.error == "too_many_tries"
    world.clock.advance(seconds=int(refused.headers["retry-after"]))


def test_a_success_resets_the_tries(world: World) -> None:
    ben = cast.ben(world)
    for _ in range(2):
        code = _forgot(world, ben.email)
        sent = {"email": ben.email, "otp": "000000", "newPassword": NEW}
        assert [world.post("/auth/reset-password", sent).status for _ in range(4)] == [400] * 4
        world.post("/auth/reset-password", {**sent, "otp": code}).must(200)


def test_a_success_resets_the_tries_of_its_own_account_and_purpose(world: World) -> None:
    ben, eve = cast.ben(world), cast.register(world, "eve@example.com")
    wrong = {"email": eve.email, "otp": "000000"}
    assert [world.post("/auth/verify-email", wrong).status for _ in range(5)] == [400] * 5
    for email in (ben.email, eve.email):
        sent = {"email": email, "otp": _forgot(world, email), "newPassword": NEW}
        world.post("/auth/reset-password", sent).must(200)
    world.post("/auth/verify-email", wrong).must(429)


def test_unknown_and_disabled_accounts_get_no_reset_code(world: World) -> None:
    missing = world.post("/auth/forgot-password", {"email": "nobody@example.com"}).must(404)
    assert missing.json["code"] == "ACCOUNT_NOT_FOUND"
    root, ben = cast.root(world), cast.ben(world)
    world.post(f"/admin/users/{ben.id}/disable", {"reason": "spam"}, as_=root).must(200)
    before = len(world.mail(ben.email))
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    assert len(world.mail(ben.email)) == before


def test_a_change_requires_the_current_password_and_ends_other_sessions(world: World) -> None:
    ben = cast.ben(world)
    other = cast.sign_in(world, ben.email)
    wrong = {"currentPassword": "not this one", "newPassword": NEW}
    assert world.post("/auth/change-password", wrong, as_=ben).must(403).error == "password_wrong"
    sent = {"currentPassword": cast.PASSWORD, "newPassword": NEW}
    world.post("/auth/change-password", sent).must(401)
    world.post("/auth/change-password", sent, as_=ben).must(200)
    world.get("/users/me", as_=ben).must(200)
    world.get("/users/me", as_=other).must(401)
    cast.sign_in(world, ben.email, NEW)


def test_ten_wrong_passwords_block_a_password_change(world: World) -> None:
    ben = cast.ben(world)
    wrong = {"currentPassword": "not this one", "newPassword": NEW}
    for _ in range(10):
        world.post("/auth/change-password", wrong, as_=ben).must(403)
    right = {"currentPassword": cast.PASSWORD, "newPassword": NEW}
    assert world.post("/auth/change-password", right, as_=ben).must(429).error == (
        "too_many_passwords"
    )
    world.clock.advance(minutes=5)
    world.post("/auth/change-password", right, as_=ben).must(200)
