"""Each kind of database, opened as the application opens it."""

from collections.abc import Iterator

import pytest

from bridgework.kit.data.db import Database, open_database
from tests.servers.pgbouncer import IS_POOLED


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    created = open_database(database_url, synchronous="normal", threads=4, pooled=IS_POOLED)
    yield created
    created.close()
