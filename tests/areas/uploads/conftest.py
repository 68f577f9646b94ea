"""Fixtures of the uploads: an object store, and a malware scanner."""

from collections.abc import Iterator

import pytest

from bridgework.kit.storage import ClamdAddress
from tests.areas.uploads import buckets
from tests.servers import clamd


@pytest.fixture
def bucket(s3_url: str) -> Iterator[buckets.Bucket]:
    """An empty bucket of the S3 server."""
    with buckets.opened(s3_url) as opened:
        yield opened


@pytest.fixture
def scanner() -> Iterator[tuple[ClamdAddress, clamd.StandIn]]:
    """A scanner, with its address."""
    with clamd.running() as running:
        yield running


@pytest.fixture
def stand_in(scanner: tuple[ClamdAddress, clamd.StandIn]) -> clamd.StandIn:
    """The scanner."""
    return scanner[1]
