"""A server with the sample area on each database, and a signed-in member."""

from collections.abc import Iterator

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.kit.idempotency import sample_area
from tests.loop import Loop
from tests.world import Person, World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return sample_area.settings(settings)


@pytest.fixture
def world(settings: Settings, loop: Loop) -> Iterator[World]:
    sample_area.failures.clear()
    created = sample_area.world(settings, loop)
    yield created
    sample_area.gate.set()
    created.close()


@pytest.fixture
def ben(world: World) -> Person:
    return cast.ben(world)
