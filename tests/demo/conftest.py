"""A world with the demo data."""

import pytest

from tests.demo.filling import fill
from tests.world import World


@pytest.fixture
def loaded(world: World) -> World:
    """A world with few experts, so some of the authors are missing."""
    return fill(world, 20)
