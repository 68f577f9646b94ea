"""A new password or address invalidates earlier codes and other sessions."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import one_time_codes
from tests import cast
from tests.world import Person, World

OLD, NEW = "ben@example.com", "benjamin@example.com"
NEW_PASSWORD = "a quite different one"


def reset_code(world: World, email: str = OLD) -> str:
    world.post("/auth/forgot-password", {"email": email}).must(202)
    return world.code(email)


def try_reset(world: World, email: str, code: str) -> None:
    """Fail the test if the code still resets the password."""
    body = {"email": email, "otp": code, "newPassword": "set by another person"}
    assert world.post("/auth/reset-password", body).must(400).error == "code_invalid"


def change_code(world: World, person: Person, password: str = cast.PASSWORD) -> str:
    body = {"newEmail": NEW, "password": password}
    world.post("/users/me/email", body, as_=person).must(202)
    return world.code(NEW)


def confirm(world: World, person: Person, code: str, status: int = 200) -> None:
    world.post("/users/me/email/confirm", {"otp": code}, as_=person).must(status)


def change_address(world: World, ben: Person) -> None:
    confirm(world, ben, change_code(world, ben))


def change_password(world: World, ben: Person) -> None:
    body = {"currentPassword": cast.PASSWORD, "newPassword": NEW_PASSWORD}
    world.post("/auth/change-password", body, as_=ben).must(200)


def test_an_address_change_invalidates_a_reset_code(world: World) -> None:
    ben = cast.ben(world)
    code = reset_code(world)
    change_address(world, ben)
    for email in (NEW, OLD):
        try_reset(world, email, code)
    assert world.get("/users/me", as_=ben).must(200).data["email"] == NEW
    cast.sign_in(world, NEW)


def test_a_password_change_invalidates_a_reset_code(world: World) -> None:
    ben = cast.ben(world)
    code = reset_code(world)
    change_password(world, ben)
    try_reset(world, OLD, code)
    cast.sign_in(world, OLD, NEW_PASSWORD)


def test_a_password_change_invalidates_a_change_code(world: World) -> None:
    ben = cast.ben(world)
    code = change_code(world, ben)
    change_password(world, ben)
    confirm(world, ben, code, 400)
    assert world.get("/users/me", as_=ben).data["email"] == OLD


def test_a_password_reset_invalidates_a_change_code(world: World) -> None:
    ben = cast.ben(world)
    code = change_code(world, ben)
    body = {"email": OLD, "otp": reset_code(world), "newPassword": NEW_PASSWORD}
    world.post("/auth/reset-password", body).must(200)
    ben = cast.sign_in(world, OLD, NEW_PASSWORD)
    confirm(world, ben, code, 400)


@pytest.mark.parametrize(
    ("change", "email"), [(change_address, NEW), (change_password, OLD)], ids=["email", "password"]
)
def test_a_leftover_code_row_is_refused(
    world: World, change: Callable[[World, Person], None], email: str
) -> None:
    """A concurrent request for a code can leave such a row."""
    ben = cast.ben(world)
    code = reset_code(world)
    this = one_time_codes.c.purpose == "reset-password"
    with world.application.app_state.database.reading() as tx:
        (row,) = tx.rows(sa.select(one_time_codes).where(this))
    change(world, ben)
    with world.application.app_state.database.writing() as tx:
        assert tx.rows(sa.select(one_time_codes).where(this)) == []
        tx.execute(one_time_codes.insert().values(**row._asdict()))
    try_reset(world, email, code)


def test_a_code_requested_after_the_change_works(world: World) -> None:
    ben = cast.ben(world)
    change_address(world, ben)
    body = {"email": NEW, "otp": reset_code(world, NEW), "newPassword": NEW_PASSWORD}
    world.post("/auth/reset-password", body).must(200)
    cast.sign_in(world, NEW, NEW_PASSWORD)


def test_an_address_change_ends_the_other_sessions(world: World) -> None:
    ben = cast.ben(world)
    body = {"email": OLD, "password": cast.PASSWORD}
    other = world.post("/auth/login", body).must(200).data
    change_address(world, ben)
    world.get("/users/me", as_=ben).must(200)
    world.get("/users/me", as_=replace(ben, token=other["token"])).must(401)
    refused = world.post("/auth/refresh", {"refreshToken": other["refreshToken"]}).must(401)
    assert refused.error == "refresh_invalid"
    assert len(world.get("/auth/sessions", as_=ben).must(200).data) == 1
