"""In which order the directory stands; those that are alike stand in one order too."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from tests import cast, make, paging
from tests.areas.directory import reading
from tests.world import World


@dataclass(frozen=True, slots=True)
class Case:
    """A query, and the last names in the order in which they must stand."""

    query: str
    order: list[str]


@dataclass(frozen=True, slots=True)
class Someone:
    """An expert: when they came, when they were last seen, how long they have practised."""

    name: str
    came: int
    seen: int | None = None
    years: float | None = None


PEOPLE = [
    Someone("Zoë Abel", came=1, seen=100, years=5),
    Someone("Ann Ábel", came=2, seen=100 + 20, years=5.5),
    Someone("Bob Cole", came=3, seen=24 * 60 + 1, years=0),
    Someone("Eve Öhm", came=3, years=40),
    Someone("Ida Zorn", came=4, years=None),
    Someone("Abe de Boer", came=4, seen=100 + 40, years=5),
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
    """Everybody of the table, each having come so many minutes after noon."""
    noon = world.clock.now()
    for one in PEOPLE:
        came = noon + timedelta(minutes=one.came)
        seen = None if one.seen is None else noon + timedelta(minutes=one.seen)
        columns = {"created_at": came, "last_seen_at": seen}
        profile = {"years_experience": one.years, "bio": "lovely", "tags": ["sought"]}
        make.expert(world, one.name, columns=columns, **profile)


@pytest.mark.usefixtures("people")
def test_every_order(world: World) -> None:
    stood = {case.query: reading.names(reading.experts(world, case.query)) for case in CASES}
    assert stood == {case.query: case.order for case in CASES}


@pytest.mark.usefixtures("people")
def test_every_order_holds_over_pages_of_one(world: World) -> None:
    for case in CASES:
        query = f"{case.query}&" if case.query else ""
        whole = [card["id"] for card in reading.experts(world, case.query).data]
        pages = paging.walk_pages(world, f"/experts?{query}limit=1")
        assert [one for page in pages for one in page] == whole, case.query


@pytest.mark.parametrize("order", ["newest", "name", "experience", "recently_active"])
def test_those_who_are_alike_stand_in_one_order(world: World, order: str) -> None:
    made = [make.expert(world, "Ada Lovell", years_experience=3) for _ in range(7)]
    pages = paging.walk_pages(world, f"/experts?sortBy={order}&limit=2")
    met = [one for page in pages for one in page]
    assert met == (made if order == "name" else made[::-1])


def test_whoever_comes_back_stands_first_and_is_not_rewritten_for_it(world: World) -> None:
    ada = cast.ada(world)
    first, second = make.into_expert(world, ada, bio="lovely"), make.expert(world, "Ben Okafor")
    query = "sortBy=recently_active"
    assert [card["id"] for card in reading.experts(world, query).data] == [second, first]
    whole = world.get(f"/experts/{first}").must(200).data
    world.clock.advance(days=1)
    back = cast.sign_in(world, ada.email)
    world.get("/users/me", as_=back).must(200)
    assert [card["id"] for card in reading.experts(world, query).data] == [second, first]
    world.run_periodic_tasks()
    assert [card["id"] for card in reading.experts(world, query).data] == [first, second]
    assert world.get(f"/experts/{first}").must(200).data == whole
