"""A receiver of deliveries, and the administrator who creates webhooks."""

from collections.abc import Iterator

import pytest

from tests import cast
from tests.areas.webhooks import hooks
from tests.servers import receiver as receivers
from tests.servers.receiver import Receiver
from tests.world import Person, World


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receivers.running() as running:
        yield running


@pytest.fixture
def root(world: World) -> Person:
    person = cast.root(world)
    hooks.skip_changes(world)
    return person
