"""The queue with 100,000 items: each is listed once, and a late page takes as long as the first."""

import statistics
import time
from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.areas.queue import many, waiting
from tests.world import World

pytestmark = [pytest.mark.long("a hundred thousand records"), pytest.mark.timeout(900)]

LIMIT = 100
LONGER = 2
"""How many times as long a page at the end may take as one at the beginning."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    generous = Rule("default", 1_000_000, 60)
    return worlds.settings(tmp_path, database_url=database_url, rate_limit=generous)


def test_each_item_is_listed_once_and_late_pages_take_no_longer(world: World) -> None:
    people = waiting.people(world)
    assert people.ben.id is not None
    many.fill(world.application.app_state.database, people.ben.id, world.clock.now())
    found: list[tuple[str, str, str]] = []
    seconds: list[float] = []
    cursor: str | None = ""
    while cursor is not None:
        started = time.perf_counter()
        path = f"/admin/queue?limit={LIMIT}&cursor={cursor}"
        page = world.get(path, as_=people.root, checked=False).must(200).data
        seconds.append(time.perf_counter() - started)
        found += [(item["since"], item["kind"], item["id"]) for item in page["items"]]
        cursor = page["nextCursor"]
        assert {count["count"] for count in page["counts"].values()} == {0, many.EACH}
    assert len(found) == len(set(found)) == 4 * many.EACH
    assert [since for since, *_ in found] == sorted(since for since, *_ in found)
    tenth = len(seconds) // 10
    assert statistics.median(seconds[-tenth:]) < LONGER * statistics.median(seconds[:tenth])
