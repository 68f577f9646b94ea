"""The shelf, as a server on each database, and somebody who is signed in to it."""

from collections.abc import Iterator

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.kit.idempotency import shelf
from tests.loop import Loop
from tests.world import Person, World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return shelf.settings(settings)


@pytest.fixture
def world(settings: Settings, loop: Loop) -> Iterator[World]:
    shelf.troubles.clear()
    made = shelf.world(settings, loop)
    yield made
    shelf.gate.set()
    made.close()


@pytest.fixture
def ben(world: World) -> Person:
    return cast.ben(world)
