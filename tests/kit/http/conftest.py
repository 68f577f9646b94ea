"""The library, as a server: made-up operations that ask no database."""

from collections.abc import Iterator

import pytest

from bridgework.kit.rate_limit.sliding_window import Rule
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Iterator[World]:
    """One server for all tests of a file; its limit is out of the way."""
    folder = tmp_path_factory.mktemp("library")
    settings = worlds.settings(folder, rate_limit=Rule("default", 1_000_000, 60))
    world = stage.world(settings, made_up.router.operations, loop)
    yield world
    world.close()
