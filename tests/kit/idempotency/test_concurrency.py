"""Concurrent requests with one key: one of them runs."""

import asyncio
from collections import Counter

import pytest

from bridgework.settings import Settings
from tests.kit.idempotency import sample_area
from tests.kit.idempotency.sample_area import count, request_of, send_concurrently, stored_keys
from tests.world import Person, Response, World

MANY = 20

pytestmark = pytest.mark.parametrize(
    (("database_url", "synchronous")),
    [("sqlite", "normal"), ("sqlite", "full"), ("postgresql", "full")],
    indirect=["database_url"],
)
"""With SQLite, writes run in threads with `full`, and on the event loop with `normal`."""


@pytest.fixture
def settings(settings: Settings, synchronous: str) -> Settings:
    return settings.model_copy(update={"sqlite_synchronous": synchronous})


def outcomes(responses: list[Response]) -> Counter[str]:
    return Counter(
        response.error
        if response.status != 201
        else response.headers.get("idempotency-replayed", "made")
        for response in responses
    )


def test_one_of_twenty_concurrent_requests_runs_and_all_get_its_response(
    world: World, ben: Person
) -> None:
    responses = send_concurrently(world, MANY, "/shelves/top", "k1", ben)
    assert outcomes(responses) == {"made": 1, "true": MANY - 1}
    assert len({response.body for response in responses}) == 1
    assert count(world) == len(stored_keys(world)) == 1


def test_one_of_twenty_slow_requests_runs_and_the_others_may_retry(
    world: World, ben: Person
) -> None:
    responses = send_concurrently(world, MANY, "/shelves/top/slowly", "k1", ben)
    found = outcomes(responses)
    assert found["made"] == 1
    assert set(found) <= {"made", "true", "idempotency_in_progress"}
    assert count(world) == 1
    again = send_concurrently(world, MANY, "/shelves/top/slowly", "k1", ben)
    assert outcomes(again) == {"true": MANY}


def test_if_the_first_request_fails_another_one_runs(world: World, ben: Person) -> None:
    sample_area.failures.append(sample_area.BookRefused())
    responses = send_concurrently(world, MANY, "/shelves/top", "k1", ben)
    assert outcomes(responses) == {"book_refused": 1, "made": 1, "true": MANY - 2}
    assert count(world) == 1


def test_a_slow_request_does_not_run_twice_concurrently(world: World, ben: Person) -> None:
    sample_area.gate.clear()

    async def meanwhile() -> list[Response]:
        path = "/shelves/top/slowly"
        first = asyncio.create_task(world.sending("POST", path, as_=ben, **request_of("k1")))
        while not await asyncio.to_thread(stored_keys, world):  # noqa: ASYNC110 - it waits for a row
            await asyncio.sleep(0.01)
        twin = await world.sending("POST", path, as_=ben, **request_of("k1"))
        sample_area.gate.set()
        return [await first, twin, await world.sending("POST", path, as_=ben, **request_of("k1"))]

    first, twin, later = world.loop.run(meanwhile())
    assert outcomes([first, twin, later]) == {"made": 1, "idempotency_in_progress": 1, "true": 1}
    assert twin.error == "idempotency_in_progress"
    assert later.body == first.body
    assert count(world) == 1
