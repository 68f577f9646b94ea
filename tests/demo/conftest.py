"""The demo world, loaded."""

import pytest

from tests.demo.filling import fill
from tests.world import World


@pytest.fixture
def loaded(world: World) -> World:
    """A world with few experts, so that some who speak are missing."""
    return fill(world, 20)
