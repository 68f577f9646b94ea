"""Roles are found by words, places and tags, and listed page after page."""

import pytest

from tests import cast
from tests.areas.feed import circle
from tests.areas.roles import desk
from tests.world import ANONYMOUS, World

SEARCHES = {
    "search=orthodontist": True,
    "search=clinical+advis": True,
    "search=LARKSPUR+aligner": True,
    "search=endodontist": False,
    "search=%21%21": False,
    "location=austin": True,
    "location=tx": True,
    "location=dallas": False,
    "location=%2C": False,
    "tags=cbct": True,
    "tags=cbct,clear+ALIGNERS": True,
    "tags=cbct,braces": False,
    "healthcareVertical=dental": True,
    "healthcareVertical=medical": False,
    "search=&location=": True,
}


@pytest.mark.parametrize(("query", "is_found"), SEARCHES.items())
def test_roles_are_found(world: World, query: str, is_found: bool) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    found = world.get(f"/roles?{query}", as_=people.ada).must(200).data["items"]
    assert [one["id"] for one in found] == ([role] if is_found else [])


def test_a_change_is_found_and_what_was_before_is_not(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    world.patch(f"/roles/{role}", {"roleNeeded": "Periodontist"}, as_=people.ben).must(200)
    assert world.get("/roles?search=periodontist", as_=people.ada).data["items"]
    assert not world.get("/roles?search=orthodontist", as_=people.ada).data["items"]


def test_lists_go_on_by_cursor(world: World) -> None:
    people = desk.cast_of(world)
    made = [desk.open_role(world, people) for _ in range(5)]
    for path, person in (("/roles", people.ada), ("/roles/mine", people.ben)):
        seen, cursor = [], ""
        while True:
            page = world.get(f"{path}?limit=2&cursor={cursor}", as_=person).must(200).data
            seen += [one["id"] for one in page["items"]]
            if not page["hasMore"]:
                break
            cursor = page["nextCursor"]
        assert seen == made[::-1]
    assert world.get("/roles?cursor=none", as_=people.ada).must(422).faults


def test_ones_own_roles_by_state(world: World) -> None:
    people = desk.cast_of(world)
    waiting, opened = desk.post(world, people.ben), desk.open_role(world, people)
    desk.post(world, people.carl)
    for query, expected in (("", [opened, waiting]), ("?status=active", [opened])):
        listed = world.get(f"/roles/mine{query}", as_=people.ben).must(200).data["items"]
        assert [one["id"] for one in listed] == expected
    world.get("/roles/mine?status=lost", as_=people.ben).must(422)


def test_administrators_list_all(world: World) -> None:
    people = desk.cast_of(world)
    waiting = desk.post(world, people.ben, roleNeeded="Hygienist")
    opened = desk.open_role(world, people)
    for query, expected in (
        ("", [opened, waiting]),
        ("?status=pending", [waiting]),
        ("?search=hygien", [waiting]),
        ("?limit=1&page=2", [waiting]),
    ):
        page = world.get(f"/admin/roles{query}", as_=people.root).must(200).data
        assert [one["id"] for one in page["items"]] == expected
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        world.get("/admin/roles", as_=person).must(status)
    world.get("/admin/roles?page=0", as_=people.root).must(422)


def test_the_roles_of_an_erased_account_are_found_no_more(world: World) -> None:
    people = desk.cast_of(world)
    desk.open_role(world, people)
    stays = desk.post(world, people.carl)
    circle.erase(world, people.ben)
    page = world.get("/admin/roles", as_=cast.root_again(world)).must(200).data
    assert ([one["id"] for one in page["items"]], page["total"]) == ([stays], 1)
