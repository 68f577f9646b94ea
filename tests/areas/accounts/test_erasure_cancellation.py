"""A sign-in of any kind cancels the scheduled erasure of the account."""

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest

from bridgework.areas.identity.accounts.tables import accounts
from tests import cast, make
from tests.world import Person, Response, World

GRACE = timedelta(days=14)


def by_password(world: World, person: Person) -> Response:
    return world.post("/auth/login", {"email": person.email, "password": cast.PASSWORD})


def by_master_password(world: World, person: Person) -> Response:
    body = {"email": person.email, "masterPassword": cast.MASTER_PASSWORD}
    return world.post("/auth/admin/login", body)


def by_code(world: World, person: Person) -> Response:
    make.change_account(world, person.id, is_email_verified=False)
    world.post("/auth/resend-otp", {"email": person.email}).must(202)
    body = {"email": person.email, "otp": world.code(person.email)}
    return world.post("/auth/verify-email", body)


def by_a_new_password(world: World, person: Person) -> Response:
    world.post("/auth/forgot-password", {"email": person.email}).must(202)
    body = {"email": person.email, "otp": world.code(person.email), "newPassword": "another one"}
    world.post("/auth/reset-password", body).must(200)
    return world.post("/auth/login", {"email": person.email, "password": "another one"})


WAYS: Mapping[str, Callable[[World, Person], Response]] = {
    "login": by_password,
    "adminLogin": by_master_password,
    "verifyEmail": by_code,
    "resetPassword, then login": by_a_new_password,
}


def leaving_administrator(world: World) -> Person:
    """An administrator, not the last one, who has requested the erasure."""
    cast.root(world)
    second = cast.root(world, "second@example.com")
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=second).must(202)
    world.clock.advance(days=1)
    return second


def audited_targets(world: World, root: Person) -> list[object]:
    log = world.get("/admin/logs?action=account.keep", as_=root).must(200).data["items"]
    return [entry["target"] for entry in log]


@pytest.mark.parametrize("way", WAYS)
def test_every_sign_in_cancels_the_erasure(world: World, way: str) -> None:
    person = leaving_administrator(world)
    data = WAYS[way](world, person).must(200).data
    me = Person(person.email, token=data["token"])
    assert data["user"] == world.get("/users/me", as_=me).must(200).data
    world.clock.advance(days=GRACE.days)
    world.run_periodic_tasks()
    again = world.post("/auth/admin/login", _masters(person.email)).must(200).data
    assert again["user"]["id"] == person.id
    root = Person(person.email, token=again["token"])
    assert audited_targets(world, root) == [person.id]


def test_a_password_reset_alone_does_not_cancel_the_erasure(world: World) -> None:
    """A password reset opens no session."""
    person = leaving_administrator(world)
    world.post("/auth/forgot-password", {"email": person.email}).must(202)
    body = {"email": person.email, "otp": world.code(person.email), "newPassword": "another one"}
    world.post("/auth/reset-password", body).must(200)
    world.clock.advance(days=GRACE.days)
    world.run_periodic_tasks()
    world.post("/auth/login", {"email": person.email, "password": "another one"}).must(404)


def test_a_failed_sign_in_does_not_cancel_the_erasure(world: World) -> None:
    person = leaving_administrator(world)
    world.post("/auth/login", {"email": person.email, "password": "wrong horse"}).must(401)
    with world.application.app_state.database.reading() as tx:
        erases_at = accounts.c.erases_at
        assert tx.value(
            accounts.select().with_only_columns(erases_at).where(erases_at.is_not(None))
        )


def test_a_cancelled_erasure_restores_the_directory_entry(world: World) -> None:
    ada = cast.ada(world)
    expert = f"/experts/{make.into_expert(world, ada)}"
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.get(expert).must(404)
    by_code(world, ada).must(200)
    world.get(expert).must(200)


def _masters(email: str) -> dict[str, str]:
    return {"email": email, "masterPassword": cast.MASTER_PASSWORD}
