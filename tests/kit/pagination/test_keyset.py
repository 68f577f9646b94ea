"""A remaining row is returned exactly once; an added or deleted one at most once."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, open_database
from bridgework.kit.data.pagination import PageRequest
from tests.kit.pagination import ladder
from tests.servers.pgbouncer import IS_POOLED

SHORT = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

minutes = st.lists(st.integers(0, 2), max_size=40)
"""Three sort keys for forty rungs, so that most are shared."""


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    created = open_database(database_url, synchronous="normal", threads=4, pooled=IS_POOLED)
    ladder.rungs.create(created.engine)
    yield created
    created.close()


def turns(database: Database, name: str, way: str, limit: int) -> Iterator[list[Id]]:
    """Return the ids of each page."""
    page_request = PageRequest(None, limit)
    while True:
        with database.reading() as tx:
            found = ladder.read(tx, page_request, name, way)
        yield [rung.id for rung in found.items]
        if found.last is None:
            return
        page_request = PageRequest(found.last, limit)


@SHORT
@given(minutes=minutes, limit=st.integers(1, 45), way=st.sampled_from(["down", "up", "loose"]))
def test_pages_contain_every_row_once_in_order(
    database: Database, minutes: list[int], limit: int, way: str
) -> None:
    name = f"ladder {ladder.next_number()}"
    created = [
        (minute, ladder.nail(database, ladder.next_number(), minute, name)) for minute in minutes
    ]
    keys = [((way == "loose" and ladder.is_loose(at)), at, rung) for at, rung in created]
    expected = [rung for _, _, rung in sorted(keys, reverse=way != "up")]
    pages = list(turns(database, name, way, limit))
    assert [rung for page in pages for rung in page] == expected
    assert all(len(page) == limit for page in pages[:-1])


@SHORT
@given(
    minutes=st.lists(st.integers(0, 2), min_size=6, max_size=25),
    acts=st.lists(st.tuples(st.booleans(), st.integers(0, 2)), max_size=20),
)
def test_a_remaining_row_is_returned_once_while_others_change(
    database: Database, minutes: list[int], acts: list[tuple[bool, int]]
) -> None:
    name = f"ladder {ladder.next_number()}"
    there = [ladder.nail(database, ladder.next_number(), minute, name) for minute in minutes]
    stays = set(there)
    returned: list[Id] = []
    pending = iter(acts)
    for page in turns(database, name, "down", 3):
        returned += page
        comes, minute = next(pending, (True, 1))
        if comes:
            ladder.nail(database, ladder.next_number(), minute, name)
        elif there:
            deleted = there.pop()
            stays.discard(deleted)
            ladder.pull(database, deleted)
    assert len(returned) == len(set(returned))
    assert stays <= set(returned)
