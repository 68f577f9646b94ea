"""The same request many times at once: one does it."""

import asyncio
from collections import Counter

import pytest

from bridgework.settings import Settings
from tests.kit.idempotency import shelf
from tests.kit.idempotency.shelf import count, kept, sent, together
from tests.world import Person, Response, World

MANY = 20

pytestmark = pytest.mark.parametrize(
    (("database_url", "synchronous")),
    [("sqlite", "normal"), ("sqlite", "full"), ("postgresql", "full")],
    indirect=["database_url"],
)
"""On SQLite `full` has writes run in threads, `normal` on the loop."""


@pytest.fixture
def settings(settings: Settings, synchronous: str) -> Settings:
    return settings.model_copy(update={"sqlite_synchronous": synchronous})


def told(answers: list[Response]) -> Counter[str]:
    return Counter(
        answer.error if answer.status != 201 else answer.headers.get("idempotency-replayed", "made")
        for answer in answers
    )


def test_of_twenty_one_makes_it_and_all_are_told(world: World, ben: Person) -> None:
    answers = together(world, MANY, "/shelves/top", "k1", ben)
    assert told(answers) == {"made": 1, "true": MANY - 1}
    assert len({answer.body for answer in answers}) == 1
    assert count(world) == len(kept(world)) == 1


def test_of_twenty_slow_ones_one_makes_it_and_the_rest_may_ask_again(
    world: World, ben: Person
) -> None:
    answers = together(world, MANY, "/shelves/top/slowly", "k1", ben)
    found = told(answers)
    assert found["made"] == 1
    assert set(found) <= {"made", "true", "idempotency_in_progress"}
    assert count(world) == 1
    again = together(world, MANY, "/shelves/top/slowly", "k1", ben)
    assert told(again) == {"true": MANY}


def test_if_the_first_fails_another_takes_its_place(world: World, ben: Person) -> None:
    shelf.troubles.append(shelf.BookRefused())
    answers = together(world, MANY, "/shelves/top", "k1", ben)
    assert told(answers) == {"book_refused": 1, "made": 1, "true": MANY - 2}
    assert count(world) == 1


def test_a_slow_one_is_not_done_twice_while_it_is_under_way(world: World, ben: Person) -> None:
    shelf.gate.clear()

    async def meanwhile() -> list[Response]:
        path = "/shelves/top/slowly"
        first = asyncio.create_task(world.sending("POST", path, as_=ben, **sent("k1")))
        while not await asyncio.to_thread(kept, world):  # noqa: ASYNC110 - it waits for a row
            await asyncio.sleep(0.01)
        twin = await world.sending("POST", path, as_=ben, **sent("k1"))
        shelf.gate.set()
        return [await first, twin, await world.sending("POST", path, as_=ben, **sent("k1"))]

    first, twin, later = world.loop.run(meanwhile())
    assert told([first, twin, later]) == {"made": 1, "idempotency_in_progress": 1, "true": 1}
    assert twin.error == "idempotency_in_progress"
    assert later.body == first.body
    assert count(world) == 1
