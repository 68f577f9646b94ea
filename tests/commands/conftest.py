"""Installations that backups are restored into, and a backup."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.uploads import upload_client
from tests.commands import backups, ordinary_user
from tests.commands.ordinary_user import Place
from tests.loop import Loop
from tests.world import World


@pytest.fixture
def private() -> Iterator[Place]:
    """An empty installation of a user who is not root."""
    with ordinary_user.private_place() as created:
        yield created


@pytest.fixture
def place(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """An empty installation of the same kind."""
    with backups.empty_place(settings, tmp_path_factory.mktemp("elsewhere")) as empty:
        yield empty


@pytest.fixture
def other_place(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Another empty installation."""
    with backups.empty_place(settings, tmp_path_factory.mktemp("elsewhere")) as empty:
        yield empty


@pytest.fixture
def archive(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a member with a file."""
    upload_client.upload(world, cast.ada(world))
    world.mail()
    created = tmp_path_factory.mktemp("backups") / "one.tar"
    backups.done(world.application.app_state.settings, "create", created)
    return created


@pytest.fixture
def full(place: Settings, world: World, archive: Path, loop: Loop) -> Settings:
    """An installation with other accounts and files, without a running server."""
    backups.take_secret(place, world.application.app_state.settings)
    backups.done(place, "restore", archive)
    with backups.served(place, world, loop) as there:
        upload_client.upload(there, cast.ben(there))
        there.mail()
    return place
