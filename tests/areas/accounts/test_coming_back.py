"""Who has asked to be erased and signs in again stays, whichever way they come in."""

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest

from bridgework.areas.accounts.tables import accounts
from tests import cast, make
from tests.world import Person, Response, World

GRACE = timedelta(days=14)


def by_password(world: World, them: Person) -> Response:
    return world.post("/auth/login", {"email": them.email, "password": cast.PASSWORD})


def by_master_password(world: World, them: Person) -> Response:
    body = {"email": them.email, "masterPassword": cast.MASTER_PASSWORD}
    return world.post("/auth/admin/login", body)


def by_code(world: World, them: Person) -> Response:
    make.change_account(world, them.id, is_email_verified=False)
    world.post("/auth/resend-otp", {"email": them.email}).must(202)
    body = {"email": them.email, "otp": world.code(them.email)}
    return world.post("/auth/verify-email", body)


def by_a_new_password(world: World, them: Person) -> Response:
    world.post("/auth/forgot-password", {"email": them.email}).must(202)
    body = {"email": them.email, "otp": world.code(them.email), "newPassword": "another one"}
    world.post("/auth/reset-password", body).must(200)
    return world.post("/auth/login", {"email": them.email, "password": "another one"})


WAYS: Mapping[str, Callable[[World, Person], Response]] = {
    "login": by_password,
    "adminLogin": by_master_password,
    "verifyEmail": by_code,
    "resetPassword, then login": by_a_new_password,
}


def leaving(world: World) -> Person:
    """An administrator, not the last one, who has asked to be erased."""
    cast.root(world)
    second = cast.root(world, "second@example.com")
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=second).must(202)
    world.clock.advance(days=1)
    return second


def kept(world: World, root: Person) -> list[object]:
    log = world.get("/admin/logs?action=account.keep", as_=root).must(200).data["items"]
    return [entry["target"] for entry in log]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_calls_the_erasure_off(world: World, way: str) -> None:
    them = leaving(world)
    data = WAYS[way](world, them).must(200).data
    me = Person(them.email, token=data["token"])
    assert data["user"] == world.get("/users/me", as_=me).must(200).data
    world.clock.advance(days=GRACE.days)
    world.run_periodic_tasks()
    again = world.post("/auth/admin/login", _masters(them.email)).must(200).data
    assert again["user"]["id"] == them.id
    root = Person(them.email, token=again["token"])
    assert kept(world, root) == [them.id]


def test_who_only_resets_their_password_has_not_come_back(world: World) -> None:
    """That opens no session: it is for signing in to say that somebody wants to stay."""
    them = leaving(world)
    world.post("/auth/forgot-password", {"email": them.email}).must(202)
    body = {"email": them.email, "otp": world.code(them.email), "newPassword": "another one"}
    world.post("/auth/reset-password", body).must(200)
    world.clock.advance(days=GRACE.days)
    world.run_periodic_tasks()
    world.post("/auth/login", {"email": them.email, "password": "another one"}).must(404)


def test_who_fails_to_sign_in_has_not_come_back(world: World) -> None:
    them = leaving(world)
    world.post("/auth/login", {"email": them.email, "password": "wrong horse"}).must(401)
    with world.application.app_state.database.reading() as tx:
        erases_at = accounts.c.erases_at
        assert tx.value(
            accounts.select().with_only_columns(erases_at).where(erases_at.is_not(None))
        )


def test_who_comes_back_is_in_the_directory_again(world: World) -> None:
    ada = cast.ada(world)
    expert = f"/experts/{make.into_expert(world, ada)}"
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.get(expert).must(404)
    by_code(world, ada).must(200)
    world.get(expert).must(200)


def _masters(email: str) -> dict[str, str]:
    return {"email": email, "masterPassword": cast.MASTER_PASSWORD}
