"""The queue with 100,000 items: each is listed once, and a late page takes as long as the first."""

import statistics
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.community.moderation.tables import reports
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import new_id
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import make
from tests import world as worlds
from tests.areas.jobs import board
from tests.areas.queue import waiting
from tests.world import Person, World

pytestmark = [pytest.mark.long("a hundred thousand records"), pytest.mark.timeout(900)]

EACH = 25_000
LIMIT = 100
BATCH = 5_000
LONGER = 2
"""How many times as long a page at the end may take as one at the beginning."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    generous = Rule("default", 1_000_000, 60)
    return worlds.settings(tmp_path, database_url=database_url, rate_limit=generous)


def times(now: datetime) -> Iterator[datetime]:
    """Times in no order, a thousand of each."""
    return (now - timedelta(hours=number * 37 % 100) for number in range(EACH))


def posting(person: Person, at: datetime) -> Mapping[str, Any]:
    fields = {"role_needed": "Endodontist", "company_name": "Orchard Gate", **board.REQUIRED}
    row = {"id": new_id(), "user_id": person.id, "fields": fields, "status": "pending"}
    return {**row, "version": 1, "created_at": at, "updated_at": at}


def account(at: datetime) -> Mapping[str, Any]:
    account_id = new_id()
    email = f"{account_id}@example.com"
    row = {**make.FIRST_VALUES, "id": account_id, "email": email, "email_key": email}
    return {**row, "verification_tier": "not-verified", "created_at": at, "updated_at": at}


def report(at: datetime) -> Mapping[str, Any]:
    row = {"id": new_id(), "kind": "post", "target_id": new_id(), "reason": "Spam."}
    return {**row, "status": "open", "created_at": at}


def fill(world: World, person: Person) -> None:
    """Add items of four kinds."""
    now = world.clock.now()
    tables: Mapping[sa.Table, list[Mapping[str, Any]]] = {
        accounts: [account(at) for at in times(now)],
        roles: [posting(person, at) for at in times(now)],
        jobs: [posting(person, at) for at in times(now)],
        reports: [report(at) for at in times(now)],
    }
    for table, rows in tables.items():
        for start in range(0, EACH, BATCH):
            with world.application.app_state.database.writing() as tx:
                tx.execute(table.insert(), rows[start : start + BATCH])


def test_each_item_is_listed_once_and_late_pages_take_no_longer(world: World) -> None:
    people = waiting.people(world)
    fill(world, people.ben)
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
        assert {count["count"] for count in page["counts"].values()} == {0, EACH}
    assert len(found) == len(set(found)) == 4 * EACH
    assert [since for since, *_ in found] == sorted(since for since, *_ in found)
    tenth = len(seconds) // 10
    assert statistics.median(seconds[-tenth:]) < LONGER * statistics.median(seconds[:tenth])
