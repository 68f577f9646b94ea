"""The search and the lists of roles."""

import pytest

from tests import cast
from tests.areas.feed import feed_requests
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
def test_a_query_finds_matching_roles(world: World, query: str, is_found: bool) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    roles = world.get(f"/roles?{query}", as_=people.ada).must(200).data["items"]
    assert [item["id"] for item in roles] == ([role] if is_found else [])


def test_a_changed_role_is_found_by_its_current_words(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    world.patch(f"/roles/{role}", {"roleNeeded": "Periodontist"}, as_=people.ben).must(200)
    assert world.get("/roles?search=periodontist", as_=people.ada).data["items"]
    assert not world.get("/roles?search=orthodontist", as_=people.ada).data["items"]


def test_a_cursor_continues_the_list(world: World) -> None:
    people = desk.sign_up_all(world)
    roles_created = [desk.post_active(world, people) for _ in range(5)]
    for path, person in (("/roles", people.ada), ("/roles/mine", people.ben)):
        ids, cursor = [], ""
        while True:
            page = world.get(f"{path}?limit=2&cursor={cursor}", as_=person).must(200).data
            ids += [item["id"] for item in page["items"]]
            if not page["hasMore"]:
                break
            cursor = page["nextCursor"]
        assert ids == roles_created[::-1]
    assert world.get("/roles?cursor=none", as_=people.ada).must(422).faults


def test_own_roles_are_filtered_by_status(world: World) -> None:
    people = desk.sign_up_all(world)
    pending, active = desk.post(world, people.ben), desk.post_active(world, people)
    desk.post(world, people.carl)
    for query, expected in (("", [active, pending]), ("?status=active", [active])):
        listed = world.get(f"/roles/mine{query}", as_=people.ben).must(200).data["items"]
        assert [item["id"] for item in listed] == expected
    world.get("/roles/mine?status=lost", as_=people.ben).must(422)


def test_administrators_list_all_roles(world: World) -> None:
    people = desk.sign_up_all(world)
    pending = desk.post(world, people.ben, roleNeeded="Hygienist")
    active = desk.post_active(world, people)
    for query, expected in (
        ("", [active, pending]),
        ("?status=pending", [pending]),
        ("?search=hygien", [pending]),
        ("?limit=1&page=2", [pending]),
    ):
        page = world.get(f"/admin/roles{query}", as_=people.root).must(200).data
        assert [item["id"] for item in page["items"]] == expected
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        world.get("/admin/roles", as_=person).must(status)
    world.get("/admin/roles?page=0", as_=people.root).must(422)


def test_roles_of_an_erased_account_are_not_found(world: World) -> None:
    people = desk.sign_up_all(world)
    desk.post_active(world, people)
    other_role = desk.post(world, people.carl)
    feed_requests.erase(world, people.ben)
    page = world.get("/admin/roles", as_=cast.root_again(world)).must(200).data
    assert ([item["id"] for item in page["items"]], page["total"]) == ([other_role], 1)
