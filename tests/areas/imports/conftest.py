"""An administrator, who imports files."""

import pytest

from tests import cast
from tests.world import Person, World


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)
