"""A server whose services hang on demand, with two accounts."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bridgework import app
from bridgework.settings import Settings
from tests import cast
from tests.clock import ManualClock
from tests.faults import frozen_installation
from tests.faults.frozen_installation import DEADLINE, Installation
from tests.loop import Loop
from tests.world import World


@pytest.fixture
def people(settings: Settings, loop: Loop) -> Mapping[str, str]:
    """Ada and an administrator have accounts, in a database that no process uses yet.

    These are the settings of the server.
    """
    clock = ManualClock()
    world = World(app.create_app(settings, clock), clock, loop)
    cast.ada(world)
    cast.root(world)
    world.mail()  # codes that have expired by the clock of the server would be dead
    world.close()
    return {
        "DATABASE_URL": settings.database_address,
        "REQUEST_TIMEOUT_SECONDS": f"{DEADLINE:g}",
    }


@pytest.fixture
def at(
    people: Mapping[str, str], tmp_path: Path, valkey_url: str, s3_url: str
) -> Iterator[Installation]:
    with frozen_installation.running(tmp_path, people, valkey_url, s3_url) as running:
        yield running
