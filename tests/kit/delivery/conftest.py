"""A world with one piece of work for a user of the lease queue."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.delivery.users import USERS, Servers, User
from tests.servers import luma
from tests.servers import receiver as receivers
from tests.servers.smtp import running_smtp
from tests.world import World


@pytest.fixture
def servers() -> Iterator[Servers]:
    with running_smtp() as smtp, receivers.running() as receiver, luma.running() as stand_in:
        yield Servers(smtp, receiver, stand_in)


@pytest.fixture(params=USERS)
def user(request: pytest.FixtureRequest, servers: Servers) -> User:
    return USERS[request.param](servers)


@pytest.fixture
def settings(tmp_path: Path, database_url: str, user: User) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, **user.settings)


@pytest.fixture
def work(world: World, user: User) -> Iterator[User]:
    """The user, with a piece of work in the world."""
    user.add(world)
    yield user
    if world.application.luma_sync is not None:
        world.application.luma_sync.luma.close()
    world.worker.transport.close()
