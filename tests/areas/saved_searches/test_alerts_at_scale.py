"""Finding the results of one new job among 100,000 searches with alerts."""

import itertools
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.work.saved_searches import alert_queries
from bridgework.areas.work.saved_searches.kinds import KINDS
from bridgework.areas.work.saved_searches.tables import alert_finds, saved_searches, search_alerts
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import from_values
from tests import make
from tests.areas.jobs import board
from tests.areas.saved_searches.alerting import find
from tests.world import World

pytestmark = pytest.mark.long("a hundred thousand searches")

SEARCHES = 100_000
READERS = 2_000
MOST_SECONDS = 1.0
MOST_SECONDS_IF_ALL_MATCH = 20.0
"""100,000 rows are written in one transaction."""

PLACES = ("Austin, Texas", "Reno, Nevada", "Boise", "Tampa", "Chicago", "Denver", "Seattle")
WORDS = ("associate", "endodontist", "hygienist", "implants", "pediatric", "owner", "sedation")
SPECIALTIES = ("endodontics", "orthodontics", "periodontics", "prosthodontics")


def mixed_queries() -> Iterator[Mapping[str, Any]]:
    """Yield 20,000 different queries as members save them; most name a place or a word."""
    for number in itertools.count():
        word, place = WORDS[number % 7], PLACES[number // 7 % 7]
        query: dict[str, Any] = {"search": f"{word} town{number % 500}", "location": place}
        if number % 10 == 0:
            query = {"specialty": SPECIALTIES[number % 4], "minComp": number}
        elif number % 10 == 1:
            query = {"search": word, "location": place, "minComp": 1000 + number}
        elif number % 10 == 2:
            query = {"location": place, "specialty": SPECIALTIES[number % 4], "minComp": number}
        yield query


def fill(world: World, queries: list[Mapping[str, Any]]) -> None:
    """Save searches with alerts, each query equally often."""
    now = world.clock.now()
    first = make.FIRST_VALUES
    readers = [new_id() for _ in range(READERS)]
    database = world.application.app_state.database
    with database.writing() as tx:
        for reader in readers:
            email = f"{reader}@example.com"
            values = {**first, "id": reader, "email": email, "email_key": email}
            names = {"first_name": "A", "last_name": "B", "created_at": now, "updated_at": now}
            assert accounts.add_account(tx, from_values(StoredAccount, {**values, **names}))
    digests = [f"digest {number}" for number in range(len(queries))]
    for start in range(0, len(queries), 1000):
        with database.writing() as tx:
            for digest, query in zip(digests[start : start + 1000], queries[start:], strict=False):
                alert_queries.add_query(tx, digest, "jobs", query, KINDS["jobs"].edition)
                keys = KINDS["jobs"].keys_of(tx, query)
                alert_queries.put_keys(tx, digest, "jobs", keys, KINDS["jobs"].edition)
    for start in range(0, SEARCHES, 10_000):
        saved, watched = [], []
        for number in range(start, start + 10_000):
            search_id, reader = new_id(), readers[number % READERS]
            at = number % len(queries)
            times = {"created_at": now, "updated_at": now}
            members = {"name": "Mine", "kind": "jobs", "frequency": "daily", **times}
            saved.append({"id": search_id, "user_id": reader, "query": queries[at], **members})
            state = {"digest": digests[at], "has_finds": False, "next_at": now}
            watched.append({"search_id": search_id, "user_id": reader, **state})
        with database.writing() as tx:
            tx.execute(saved_searches.insert(), saved)
            tx.execute(search_alerts.insert(), watched)
    if tx.dialect == "postgresql":
        with database.writing() as tx:
            tx.execute(sa.text("ANALYZE"))


def measure(world: World) -> tuple[float, int]:
    """Return the seconds in which the finds of the new changes are stored, and their number."""
    database = world.application.app_state.database
    started = time.perf_counter()
    find(world)
    seconds = time.perf_counter() - started
    with database.reading() as tx:
        finds = int(tx.value(sa.select(sa.func.count()).select_from(alert_finds)))
        has_finds = sa.select(sa.func.count()).where(search_alerts.c.has_finds)
        assert tx.value(has_finds) == finds
    return seconds, finds


def approve_one(world: World, people: board.Cast) -> Id:
    world.clock.advance(seconds=1)
    return Id(board.post_approved(world, people))


def run(world: World, queries: list[Mapping[str, Any]]) -> tuple[float, int]:
    people = board.sign_up_all(world)
    for _ in range(20):  # what the keys are chosen by
        board.post_approved(world, people)
        board.post_approved(world, people, specialty="orthodontics", location="Reno, Nevada")
    measure(world)
    fill(world, queries)
    approve_one(world, people)
    seconds, finds = measure(world)
    print(f"\n{SEARCHES} searches, {len(queries)} queries: {seconds:.3f} s, {finds} finds")  # noqa: T201
    return seconds, finds


def test_a_new_job_among_mixed_searches(world: World) -> None:
    seconds, finds = run(world, list(itertools.islice(mixed_queries(), 20_000)))
    assert finds > 0
    assert seconds < MOST_SECONDS


def test_a_new_job_that_all_searches_find(world: World) -> None:
    seconds, finds = run(world, [{"specialty": "endodontics"}])
    assert finds == SEARCHES
    assert seconds < MOST_SECONDS_IF_ALL_MATCH


def test_a_new_job_that_5000_different_searches_find(world: World) -> None:
    seconds, finds = run(world, [{"minComp": number} for number in range(5_000)])
    assert finds == SEARCHES
    assert seconds < MOST_SECONDS_IF_ALL_MATCH
