"""The setting that refuses common passwords."""

from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import cast, make, world
from tests.world import World

NEW = "a quite different one"
COMMON = ["123456", "password", "PassWord", "iLoveYou", "Contrasen\u0303a", "contraseña"]
"""One has a letter with two Unicode representations."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return world.settings(tmp_path, database_url=database_url, refuse_common_passwords=True)


@pytest.mark.parametrize("common", COMMON)
def test_registering_with_a_common_password_is_refused(world: World, common: str) -> None:
    body = {"email": "eve@example.com", "password": common}
    refused = world.post("/auth/register", body).must(422)
    assert (refused.error, refused.faults) == ("validation_failed", {"password": "too_common"})
    world.post("/auth/register", {**body, "password": f"{common} and more"}).must(201)


def test_a_common_password_is_refused_without_using_a_try(world: World) -> None:
    ben = cast.ben(world)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    sent = {"email": ben.email, "otp": world.code(ben.email), "newPassword": "qwerty123"}
    for _ in range(6):
        refused = world.post("/auth/reset-password", sent).must(422)
        assert refused.faults == {"newPassword": "too_common"}
    change = {"currentPassword": cast.PASSWORD, "newPassword": "dragon"}
    refused = world.post("/auth/change-password", change, as_=ben).must(422)
    assert refused.faults == {"newPassword": "too_common"}
    world.post("/auth/reset-password", {**sent, "newPassword": cast.PASSWORD}).must(200)
    ben = cast.sign_in(world, ben.email)
    world.post("/auth/change-password", {**change, "newPassword": NEW}, as_=ben).must(200)


def test_a_common_master_password_is_refused(world: World) -> None:
    root = cast.root(world)
    body = {"currentMasterPassword": cast.MASTER_PASSWORD, "newMasterPassword": "Qwertyuiop123"}
    refused = world.post("/admin/me/master-password", body, as_=root).must(422)
    assert refused.faults == {"newMasterPassword": "too_common"}


def test_an_existing_common_password_still_works(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com")
    make.change_account(
        world, eve.id, password_hash=world.application.app_state.passwords.hash("123456")
    )
    cast.sign_in(world, eve.email, "123456")
