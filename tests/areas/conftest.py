"""What tests of several areas stand on."""

from collections.abc import Iterator

import pytest

from tests.servers import collector
from tests.servers.collector import StandIn


@pytest.fixture
def spans() -> Iterator[StandIn]:
    """A collector of traces, which hears of those whose settings name its address."""
    with collector.running() as stand_in:
        yield stand_in
