"""The sample library as a server, without a database."""

from collections.abc import Iterator

import pytest

from bridgework.kit.security.rate_limit import Rule
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Iterator[World]:
    """One server for all tests of a module, with a very high rate limit."""
    folder = tmp_path_factory.mktemp("library")
    settings = worlds.settings(folder, rate_limit=Rule("default", 1_000_000, 60))
    world = stage.world(settings, sample.router.operations, loop)
    yield world
    world.close()
