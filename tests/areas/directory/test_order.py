"""The orders of the directory, which are unique also for equal experts."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from tests import cast, make, paging
from tests.areas.directory import reading
from tests.world import World


@dataclass(frozen=True, slots=True)
class Case:
    """A query, and the last names in the expected order."""

    query: str
    order: list[str]


@dataclass(frozen=True, slots=True)
class ExpertCase:
    """An expert: the minutes of creation and of the last request, and the years of experience."""

    name: str
    created: int
    last_seen: int | None = None
    years: float | None = None


PEOPLE = [
    ExpertCase("Zoë Abel", created=1, last_seen=100, years=5),
    ExpertCase("Ann Ábel", created=2, last_seen=100 + 20, years=5.5),
    ExpertCase("Bob Cole", created=3, last_seen=24 * 60 + 1, years=0),
    ExpertCase("Eve Öhm", created=3, years=40),
    ExpertCase("Ida Zorn", created=4, years=None),
    ExpertCase("Abe de Boer", created=4, last_seen=100 + 40, years=5),
]
NEWEST = ["de Boer", "Zorn", "Öhm", "Cole", "Ábel", "Abel"]

CASES = [
    Case("", NEWEST),
    Case("sortBy=", NEWEST),
    Case("sortBy=newest", NEWEST),
    Case("sortBy=relevance", NEWEST),
    Case("sortBy=name", ["Ábel", "Abel", "Cole", "de Boer", "Öhm", "Zorn"]),
    Case("sortBy=experience", ["Öhm", "Ábel", "de Boer", "Abel", "Cole", "Zorn"]),
    Case("sortBy=recently_active", ["Cole", "de Boer", "Zorn", "Öhm", "Ábel", "Abel"]),
    Case("sortBy=name&search=lovely", ["Ábel", "Abel", "Cole", "de Boer", "Öhm", "Zorn"]),
    Case("sortBy=experience&tags=sought", ["Öhm", "Ábel", "de Boer", "Abel", "Cole", "Zorn"]),
    Case("sortBy=newest&search=lovely", NEWEST),
]


@pytest.fixture
def people(world: World) -> None:
    """The experts of the table, created at their minutes after noon."""
    noon = world.clock.now()
    for person in PEOPLE:
        created = noon + timedelta(minutes=person.created)
        last_seen = None if person.last_seen is None else noon + timedelta(minutes=person.last_seen)
        columns = {"created_at": created, "last_seen_at": last_seen}
        profile = {"years_experience": person.years, "bio": "lovely", "tags": ["sought"]}
        make.expert(world, person.name, columns=columns, **profile)


@pytest.mark.usefixtures("people")
def test_each_order_lists_experts_by_its_key(world: World) -> None:
    orders = {case.query: reading.names(reading.list_experts(world, case.query)) for case in CASES}
    assert orders == {case.query: case.order for case in CASES}


@pytest.mark.usefixtures("people")
def test_each_order_is_the_same_with_pages_of_one(world: World) -> None:
    for case in CASES:
        query = f"{case.query}&" if case.query else ""
        before = [card["id"] for card in reading.list_experts(world, case.query).data]
        pages = paging.walk_pages(world, f"/experts?{query}limit=1")
        assert [person for page in pages for person in page] == before, case.query


@pytest.mark.parametrize("order", ["newest", "name", "experience", "recently_active"])
def test_equal_experts_have_a_fixed_order(world: World, order: str) -> None:
    experts = [make.expert(world, "Ada Lovell", years_experience=3) for _ in range(7)]
    pages = paging.walk_pages(world, f"/experts?sortBy={order}&limit=2")
    listed = [person for page in pages for person in page]
    assert listed == (experts if order == "name" else experts[::-1])


def test_a_sign_in_changes_the_order_but_not_the_record(world: World) -> None:
    ada = cast.ada(world)
    first, second = make.into_expert(world, ada, bio="lovely"), make.expert(world, "Ben Okafor")
    query = "sortBy=recently_active"
    assert [card["id"] for card in reading.list_experts(world, query).data] == [second, first]
    before = world.get(f"/experts/{first}").must(200).data
    world.clock.advance(days=1)
    session = cast.sign_in(world, ada.email)
    world.get("/users/me", as_=session).must(200)
    assert [card["id"] for card in reading.list_experts(world, query).data] == [second, first]
    world.run_periodic_tasks()
    assert [card["id"] for card in reading.list_experts(world, query).data] == [first, second]
    assert world.get(f"/experts/{first}").must(200).data == before
