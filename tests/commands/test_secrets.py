"""`bridgework secrets rotate`, run as a program, adds a secret and an audit entry."""

from subprocess import CompletedProcess

import pytest

from bridgework import app
from bridgework.kit.security import Keyring
from tests import cast
from tests.areas.audit import log
from tests.served import program
from tests.world import World


def rotate(world: World, **settings: str) -> CompletedProcess[str]:
    folder = world.application.app_state.settings.data_dir
    address = {"DATABASE_URL": world.application.app_state.settings.database_url}
    return program.run(folder, "secrets", "rotate", **{**address, **settings})


def secrets(world: World) -> list[str]:
    return world.application.app_state.settings.secret_file.read_text().split()


def test_a_new_secret_comes_first_and_is_audited(world: World) -> None:
    root = cast.root(world)
    before = secrets(world)
    completed = rotate(world)
    assert (completed.returncode, completed.stderr) == (0, "")
    assert "now has 2 secrets" in completed.stdout
    newest, *kept = secrets(world)
    assert kept == before
    assert newest not in completed.stdout
    (entry,) = world.get("/admin/logs?action=secret.rotate", as_=root).must(200).data["items"]
    assert (entry["actor"], entry["target"], entry["outcome"]) == (None, None, "ok")
    assert entry["userAgent"] == "bridgework command line"


def test_the_audit_log_is_intact_before_and_after_the_restart(world: World) -> None:
    assert rotate(world).returncode == 0
    log.sealed(world, 1)  # by a server that has only the older secret
    verified = log.verify(world)
    assert verified.exit_code == 0, verified.output
    assert "2 sealed entries; the chain is intact" in verified.stdout
    keyring = app.keyring(world.application.app_state.settings)
    assert keyring.keys("any") != world.application.app_state.keyring.keys("any")
    assert isinstance(keyring, Keyring)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://127.0.0.1:1/nothing", "cannot connect to the database"),
        ("sqlite:///nothing-yet.db", "bridgework migrate"),
    ],
)
def test_an_unreachable_database_does_not_prevent_the_rotation(
    world: World, address: str, why: str
) -> None:
    completed = rotate(world, DATABASE_URL=address)
    assert completed.returncode == 0
    assert len(secrets(world)) == 2
    assert "the rotation was not recorded in the audit log: " in completed.stderr
    assert why in completed.stderr
    assert len(completed.stderr.splitlines()) == 1


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_secrets_of_the_settings_are_not_changed(world: World) -> None:
    root = cast.root(world)
    before = secrets(world)
    completed = rotate(world, SECRET_KEYS="s" * 32)
    assert completed.returncode == 0
    assert len(completed.stdout.splitlines()[-1]) >= 32
    assert secrets(world) == before
    assert world.get("/admin/logs?action=secret.rotate", as_=root).must(200).data["total"] == 0
