"""How many users fit is remembered, and never told a moment longer than it is true."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import cast, make
from tests.world import Person, World

EVE = "eve@example.com"
QUESTIONS = ("", "role=expert", "search=eve", "verification=pro", "platform=vendors")


def totals(world: World, root: Person) -> dict[str, int]:
    def total(question: str) -> int:
        return int(world.get(f"/admin/users?limit=1&{question}", as_=root).must(200).data["total"])

    once = {question: total(question) for question in QUESTIONS}
    assert once == {question: total(question) for question in QUESTIONS}
    return once


def register(world: World, _root: Person, _ben: Person) -> None:
    cast.register(world, EVE)


def rename(world: World, _root: Person, ben: Person) -> None:
    world.patch("/users/me", {"firstName": "Eve"}, as_=ben).must(200)


def promote(world: World, root: Person, ben: Person) -> None:
    sent = {"role": "expert", "verificationTier": "pro"}
    world.patch(f"/admin/users/{ben.id}", sent, as_=root).must(200)


def sell(world: World, _root: Person, ben: Person) -> None:
    known = {"email": ben.email, "password": cast.PASSWORD, "vendorsRole": "vendor"}
    world.post("/auth/login", known).must(200)


CHANGES: list[tuple[Callable[[World, Person, Person], None], dict[str, int]]] = [
    (register, {"": 1, "role=expert": 1, "search=eve": 1}),
    (rename, {"search=eve": 1}),
    (promote, {"role=expert": 1, "verification=pro": 1}),
    (sell, {"platform=vendors": 1}),
]


@pytest.mark.parametrize(("change", "more"), CHANGES, ids=[one.__name__ for one, _ in CHANGES])
def test_a_change_is_counted_in_the_next_answer(
    world: World, change: Callable[[World, Person, Person], None], more: dict[str, int]
) -> None:
    root, ben = cast.root(world), cast.ben(world)
    before = totals(world, root)
    change(world, root, ben)
    due = {name: count + more.get(name, 0) for name, count in before.items()}
    assert totals(world, root) == due


def test_who_is_erased_is_found_no_more(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    rename(world, root, ben)
    assert totals(world, root)["search=eve"] == 1
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    assert totals(world, cast.root_again(world))["search=eve"] == 0


def test_a_change_that_is_undone_is_not_counted(world: World) -> None:
    root = cast.root(world)
    cast.register(world, EVE)
    before = totals(world, root)
    world.post("/auth/register", {"email": EVE, "password": cast.PASSWORD}).must(409)
    assert totals(world, root) == before


def test_every_page_of_many_is_the_same_when_it_is_asked_for_again(world: World) -> None:
    root = cast.root(world)
    made = [make.account(world, f"Ada Number{number}") for number in range(520)]

    def page(number: int) -> Any:
        path = f"/admin/users?search=number&limit=100&page={number}"
        return world.get(path, as_=root).must(200).data

    for _ in range(2):
        pages = [page(number) for number in range(1, 8)]
        assert {one["total"] for one in pages} == {520}
        assert [item["id"] for one in pages for item in one["items"]] == sorted(made, reverse=True)
