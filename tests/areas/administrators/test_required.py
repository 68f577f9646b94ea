"""An installation that requires a second factor of administrators."""

from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.administrators.second_factor import SoftwarePasskey, add_app, add_passkey, sign_in
from tests.world import Person, World


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, admin_second_factor="required")


def test_a_session_without_one_can_add_one(world: World) -> None:
    root = cast.root(world)
    for path in ("/admin/users", "/users/me", "/auth/sessions"):
        assert world.get(path, as_=root).must(403).error == "second_factor_required"
    add_app(world, root)
    world.get("/admin/users", as_=root).must(200)


def test_a_session_without_one_can_add_a_passkey(world: World) -> None:
    root = cast.root(world)
    assert world.get("/admin/me/passkeys", as_=root).must(200).data == []
    add_passkey(world, root, SoftwarePasskey())
    world.get("/admin/users", as_=root).must(200)


def test_a_session_without_one_can_change_the_master_password_and_end(world: World) -> None:
    root = cast.root(world)
    sent = {
        "currentMasterPassword": cast.MASTER_PASSWORD,
        "newMasterPassword": "an even longer master password",
    }
    world.post("/admin/me/master-password", sent, as_=root).must(200)
    world.post("/auth/logout", as_=root).must(200)


def test_other_sessions_need_none(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    world.get("/users/me", as_=ada).must(200)
    world.get("/users/me", as_=cast.sign_in(world, root.email)).must(200)
    world.get("/experts", as_=root).must(200)


def test_a_removal_requires_a_new_one(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    token = sign_in(world, root, code=app.code(world)).must(200).data["token"]
    person = Person(root.email, token=token)
    world.clock.advance(seconds=60)
    sent = {"masterPassword": cast.MASTER_PASSWORD, "code": app.code(world)}
    world.post("/admin/me/second-factor/remove", sent, as_=person).must(200)
    assert world.get("/admin/users", as_=person).must(403).error == "second_factor_required"
