"""The total number of matching users is cached, and never out of date."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import cast, make
from tests.world import Person, World

EVE = "eve@example.com"
QUERIES = ("", "role=expert", "search=eve", "verification=pro", "platform=vendors")


def totals(world: World, root: Person) -> dict[str, int]:
    def total(query: str) -> int:
        return int(world.get(f"/admin/users?limit=1&{query}", as_=root).must(200).data["total"])

    first = {query: total(query) for query in QUERIES}
    assert first == {query: total(query) for query in QUERIES}
    return first


def register(world: World, _root: Person, _ben: Person) -> None:
    cast.register(world, EVE)


def rename(world: World, _root: Person, ben: Person) -> None:
    world.patch("/users/me", {"firstName": "Eve"}, as_=ben).must(200)


def promote(world: World, root: Person, ben: Person) -> None:
    sent = {"role": "expert", "verificationTier": "pro"}
    world.patch(f"/admin/users/{ben.id}", sent, as_=root).must(200)


def become_vendor(world: World, _root: Person, ben: Person) -> None:
    sent = {"email": ben.email, "password": cast.PASSWORD, "vendorsRole": "vendor"}
    world.post("/auth/login", sent).must(200)


CHANGES: list[tuple[Callable[[World, Person, Person], None], dict[str, int]]] = [
    (register, {"": 1, "role=expert": 1, "search=eve": 1}),
    (rename, {"search=eve": 1}),
    (promote, {"role=expert": 1, "verification=pro": 1}),
    (become_vendor, {"platform=vendors": 1}),
]


@pytest.mark.parametrize(
    ("change", "more"), CHANGES, ids=[function.__name__ for function, _ in CHANGES]
)
def test_a_change_is_counted_in_the_next_response(
    world: World, change: Callable[[World, Person, Person], None], more: dict[str, int]
) -> None:
    root, ben = cast.root(world), cast.ben(world)
    before = totals(world, root)
    change(world, root, ben)
    expected = {name: count + more.get(name, 0) for name, count in before.items()}
    assert totals(world, root) == expected


def test_an_erased_user_is_not_found(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    rename(world, root, ben)
    assert totals(world, root)["search=eve"] == 1
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    assert totals(world, cast.root_again(world))["search=eve"] == 0


def test_a_refused_registration_is_not_counted(world: World) -> None:
    root = cast.root(world)
    cast.register(world, EVE)
    before = totals(world, root)
    world.post("/auth/register", {"email": EVE, "password": cast.PASSWORD}).must(409)
    assert totals(world, root) == before


def test_pages_are_the_same_when_they_are_read_again(world: World) -> None:
    root = cast.root(world)
    account_ids = [make.account(world, f"Ada Number{number}") for number in range(520)]

    def page(number: int) -> Any:
        path = f"/admin/users?search=number&limit=100&page={number}"
        return world.get(path, as_=root).must(200).data

    for _ in range(2):
        pages = [page(number) for number in range(1, 8)]
        assert {one_page["total"] for one_page in pages} == {520}
        assert [item["id"] for one_page in pages for item in one_page["items"]] == sorted(
            account_ids, reverse=True
        )
