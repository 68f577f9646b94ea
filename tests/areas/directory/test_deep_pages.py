"""Deep pages are read in a worker thread."""

import pytest

from bridgework.areas.people.directory import queries
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.kit.data.db import RetryInThread
from tests import make
from tests.areas.directory import reading
from tests.world import World

DEEP = ["page=102&limit=100", "page=10002&limit=1&sortBy=name"]
SHALLOW = ["page=101&limit=100", "page=10001&limit=1&sortBy=name", "search=ada"]


def query(text: str) -> ListExpertsQuery:
    return ListExpertsQuery.model_validate(dict(pair.split("=") for pair in text.split("&")))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_pages_past_ten_thousand_rows_are_read_in_a_thread(world: World) -> None:
    make.expert(world)
    database = world.application.app_state.database
    for text in DEEP:
        with pytest.raises(RetryInThread), database.reading(on_loop=True) as tx:
            queries.list_cards(tx, query(text))
        with database.reading() as tx:
            assert queries.list_cards(tx, query(text)) == ([], 1)
    for text in SHALLOW:
        with database.reading(on_loop=True) as tx:
            assert queries.list_cards(tx, query(text))[1] == 1


def test_pages_past_ten_thousand_rows_are_accepted(world: World) -> None:
    make.expert(world)
    for text in DEEP + SHALLOW[:2]:
        assert reading.list_experts(world, text).data == []
