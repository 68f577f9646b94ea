"""Saved searches: creation, changes, deletion and results."""

from collections.abc import Mapping
from typing import Any

import pytest

from bridgework.areas.work.saved_searches.tables import saved_searches
from tests import cast, make
from tests.areas.jobs import board
from tests.world import ANONYMOUS, Person, World

SEARCH: Mapping[str, Any] = {
    "name": "Endodontists",
    "kind": "experts",
    "query": {"search": "endo", "skills": ["microsurgery"], "sortBy": "newest"},
    "frequency": "off",
}
UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
LIMIT = 50


def create(world: World, person: Person, **members: Any) -> dict[str, Any]:
    """Create a saved search and return it."""
    created: dict[str, Any] = (
        world.post("/searches", {**SEARCH, **members}, as_=person).must(201).data
    )
    return created


def results(world: World, person: Person, search_id: str, query: str = "") -> Any:
    return world.get(f"/searches/{search_id}/results?{query}", as_=person).must(200).data


def test_a_search_is_created_and_listed(world: World) -> None:
    ben = cast.ben(world)
    first = create(world, ben)
    assert {name: first[name] for name in SEARCH} == SEARCH
    assert first["createdAt"] == first["updatedAt"]
    world.clock.advance(minutes=1)
    second = create(world, ben, kind="jobs", query={"minComp": 150_000, "openToMentoring": True})
    assert second["query"] == {"minComp": 150_000, "openToMentoring": True}
    page = world.get("/searches?limit=1", as_=ben).must(200).data
    assert (page["items"], page["hasMore"]) == ([second], True)
    page = world.get(f"/searches?limit=1&cursor={page['nextCursor']}", as_=ben).must(200).data
    assert (page["items"], page["hasMore"], page["nextCursor"]) == ([first], False, None)


def test_a_search_is_read_by_its_id(world: World) -> None:
    ben = cast.ben(world)
    created = create(world, ben, kind="jobs", query={"minComp": 150_000}, frequency="daily")
    create(world, ben)
    path = f"/searches/{created['id']}"
    assert world.get(path, as_=ben).must(200).data == created
    assert world.get(path.replace(created["id"], created["id"].upper()), as_=ben).data == created
    renamed = world.patch(path, {"name": "Nearby"}, as_=ben).must(200).data
    assert world.get(path, as_=ben).must(200).data == renamed
    world.delete(path, as_=ben).must(200)
    assert world.get(path, as_=ben).must(404).error == "saved_search_not_found"


def test_a_search_belongs_to_its_owner(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    path = f"/searches/{create(world, ben)['id']}"
    for person, status in ((ANONYMOUS, 401), (ada, 404)):
        world.patch(path, {"name": "Mine"}, as_=person).must(status)
        world.get(path, as_=person).must(status)
        world.get(f"{path}/results", as_=person).must(status)
        world.delete(path, as_=person).must(status)
    assert world.get("/searches", as_=ada).must(200).data["items"] == []
    assert world.delete(path, as_=ben).must(200).data == {"ok": True}
    world.delete(path, as_=ben).must(404)
    refused = world.get(f"/searches/{UNKNOWN_ID}/results", as_=ben).must(404)
    assert refused.error == "saved_search_not_found"


def test_an_update_changes_only_the_members_in_the_request(world: World) -> None:
    ben = cast.ben(world)
    before = create(world, ben)
    path = f"/searches/{before['id']}"
    world.clock.advance(minutes=1)
    renamed = world.patch(path, {"name": "Nearby", "kind": "jobs"}, as_=ben).must(200).data
    assert renamed == {**before, "name": "Nearby", "updatedAt": renamed["updatedAt"]}
    assert renamed["updatedAt"] > before["updatedAt"]
    body = {"query": {"location": "Austin"}, "frequency": "off"}
    changed = world.patch(path, body, as_=ben).must(200).data
    assert (changed["query"], changed["name"]) == ({"location": "Austin"}, "Nearby")
    faults = world.patch(path, {"query": {"sortBy": "price"}}, as_=ben).must(422).faults
    assert faults == {"query.sortBy": "not_one_of"}


INVALID = [
    ({"name": ""}, {"name": "too_short"}),
    ({"name": "a" * 101}, {"name": "too_long"}),
    ({"kind": "roles"}, {"kind": "not_one_of"}),
    ({"frequency": "monthly"}, {"frequency": "not_one_of"}),
    ({"query": None}, {"query": "wrong_type"}),
    ({"query": "search=endo"}, {"query": "wrong_type"}),
    (
        {"query": {"page": 1, "limit": 5, "cursor": "abc"}},
        dict.fromkeys(("query.page", "query.limit", "query.cursor"), "unknown_member"),
    ),
    (
        {"query": {"search": 5, "sortBy": "price"}},
        {"query.search": "wrong_type", "query.sortBy": "not_one_of"},
    ),
    ({"query": {"search": "a" * 201}}, {"query.search": "too_long"}),
    ({"query": {"skills": ["a"] * 21}}, {"query.skills": "too_many"}),
    ({"query": {"skills": ["a", 5]}}, {"query.skills[1]": "wrong_type"}),
    ({"kind": "jobs", "query": {"minComp": "much"}}, {"query.minComp": "wrong_type"}),
    ({"kind": "jobs", "query": {"minComp": 10_000_001}}, {"query.minComp": "too_large"}),
    ({"kind": "jobs", "query": {"openToMentoring": 1}}, {"query.openToMentoring": "wrong_type"}),
    ({"kind": "jobs", "query": {"specialty": "teeth"}}, {"query.specialty": "not_one_of"}),
]


@pytest.mark.parametrize(("members", "faults"), INVALID, ids=lambda value: str(value)[:60])
def test_an_invalid_search_is_refused(
    world: World, members: Mapping[str, Any], faults: Mapping[str, str]
) -> None:
    refused = world.post("/searches", {**SEARCH, **members}, as_=cast.ben(world)).must(422)
    assert refused.faults == faults


VALID = [
    {"name": "a" * 100},
    {"query": {}},
    {"query": {"search": "a" * 200, "skills": ["a"] * 20}},
    {"query": {"skills": "implants, bone grafts", "tags": ["mentor"]}},
    {"kind": "jobs", "query": {"minComp": 10_000_000, "openToMentoring": False}},
    {"kind": "jobs", "query": {"minComp": "150000.5", "openToMentoring": "true"}},
]


@pytest.mark.parametrize("members", VALID, ids=lambda value: str(value)[:60])
def test_a_valid_search_is_saved_as_it_was_sent(world: World, members: Mapping[str, Any]) -> None:
    ben = cast.ben(world)
    created = create(world, ben, **members)
    assert {name: created[name] for name in members} == members
    results(world, ben, created["id"])


def test_unknown_and_empty_parameters_are_not_saved(world: World) -> None:
    body = {"search": "", "location": None, "colour": "white", "specialty": "endodontics"}
    assert create(world, cast.ben(world), query=body)["query"] == {}


class TestTheLimit:
    @pytest.fixture
    def ben(self, world: World) -> Person:
        ben = cast.ben(world)
        world.together([_saving(world, ben)] * (LIMIT - 1))
        return ben

    def test_the_fiftieth_is_saved_and_the_next_refused(self, world: World, ben: Person) -> None:
        assert len(world.get("/searches?limit=100", as_=ben).data["items"]) == LIMIT - 1
        last = create(world, ben)
        refused = world.post("/searches", dict(SEARCH), as_=ben).must(409)
        assert refused.error == "saved_search_limit_reached"
        world.delete(f"/searches/{last['id']}", as_=ben).must(200)
        create(world, ben)

    def test_it_holds_for_several_at_once(self, world: World, ben: Person) -> None:
        answers = world.together([_saving(world, ben)] * 5)
        assert sorted(answer.status for answer in answers) == [201, 409, 409, 409, 409]


def _saving(world: World, person: Person) -> Any:
    return lambda: world.sending("POST", "/searches", dict(SEARCH), as_=person)


def test_results_of_experts_have_pages(world: World) -> None:
    ben = cast.ben(world)
    experts: list[str] = []
    for name in ("Ada Lovell", "Bea Moss", "Cai Nunn"):
        experts.insert(0, str(make.expert(world, name, tags=["mentor"])))
        world.clock.advance(minutes=1)
    make.expert(world, "Dee Orr")
    search = create(world, ben, query={"tags": "mentor", "sortBy": "newest"})
    page = world.get("/experts?tags=mentor&sortBy=newest").must(200).data
    all_results = results(world, ben, search["id"])
    assert all_results["items"] == [{**card, "isNew": False} for card in page]
    assert (all_results["hasMore"], all_results["nextCursor"]) == (False, None)
    first = results(world, ben, search["id"], "limit=2")
    assert (first["hasMore"], len(first["items"])) == (True, 2)
    following = results(world, ben, search["id"], f"limit=2&cursor={first['nextCursor']}")
    assert (following["hasMore"], following["nextCursor"]) == (False, None)
    ids = [item["id"] for item in first["items"] + following["items"]]
    assert ids == experts


def test_results_of_jobs_have_pages(world: World) -> None:
    people = board.sign_up_all(world)
    jobs = [board.post_approved(world, people) for _ in range(3)]
    board.post_approved(world, people, specialty="orthodontics")
    board.post(world, people.carla)
    query = {"specialty": "endodontics", "minComp": 150_000, "search": "molars"}
    search = create(world, people.cyrus, kind="jobs", query=query)
    page = world.get("/jobs?specialty=endodontics&minComp=150000&search=molars", as_=people.cyrus)
    all_results = results(world, people.cyrus, search["id"])
    assert all_results["items"] == [{**job, "isNew": False} for job in page.must(200).data["items"]]
    first = results(world, people.cyrus, search["id"], "limit=2")
    following = results(world, people.cyrus, search["id"], f"limit=2&cursor={first['nextCursor']}")
    assert (first["hasMore"], following["hasMore"]) == (True, False)
    assert {item["id"] for item in first["items"] + following["items"]} == {*jobs}


def test_a_cursor_is_valid_for_its_search_and_limit(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    for name in ("Bea Moss", "Cai Nunn"):
        make.expert(world, name)
    search, other = create(world, ben, query={}), create(world, ben, query={})
    cursor = results(world, ben, search["id"], "limit=1")["nextCursor"]
    adas = create(world, ada, query={})
    for person, path in (
        (ben, f"/searches/{search['id']}/results?limit=2&cursor={cursor}"),
        (ben, f"/searches/{other['id']}/results?limit=1&cursor={cursor}"),
        (ada, f"/searches/{adas['id']}/results?limit=1&cursor={cursor}"),
        (ben, f"/searches/{search['id']}/results?limit=0"),
        (ben, f"/searches?cursor={cursor}"),
    ):
        world.get(path, as_=person).must(422)


def test_experts_who_joined_after_the_update_are_new(world: World) -> None:
    ben = cast.ben(world)
    old = str(make.expert(world, "Ada Lovell"))
    world.clock.advance(minutes=1)
    search = create(world, ben, query={})
    world.clock.advance(minutes=1)
    new = str(make.expert(world, "Bea Moss"))
    assert _is_new_by_id(world, ben, search) == {old: False, new: True}
    world.clock.advance(minutes=1)
    world.patch(f"/searches/{search['id']}", {}, as_=ben).must(200)
    assert _is_new_by_id(world, ben, search) == {old: False, new: False}


def test_jobs_that_were_approved_after_the_update_are_new(world: World) -> None:
    people = board.sign_up_all(world)
    old, pending = board.post_approved(world, people), board.post(world, people.carla)
    world.clock.advance(minutes=1)
    search = create(world, people.cyrus, kind="jobs", query={})
    world.clock.advance(minutes=1)
    assert _is_new_by_id(world, people.cyrus, search) == {old: False}
    world.post(f"/admin/jobs/{pending}/approve", as_=people.root).must(200)
    assert _is_new_by_id(world, people.cyrus, search) == {old: False, pending: True}


def _is_new_by_id(world: World, person: Person, search: Mapping[str, Any]) -> dict[str, bool]:
    return {item["id"]: item["isNew"] for item in results(world, person, search["id"])["items"]}


def test_an_unlisted_expert_is_not_in_the_results(world: World) -> None:
    ben = cast.ben(world)
    expert = make.expert(world, "Ada Lovell")
    search = create(world, ben, query={})
    make.change_account(world, expert, disabled_at=world.clock.now())
    assert _is_new_by_id(world, ben, search) == {}


def test_searches_are_exported_and_erased_with_their_owner(world: World) -> None:
    ben = cast.ben(world)
    search = create(world, ben)
    (exported,) = world.get("/users/me/export", as_=ben).must(200).data["tables"]["saved_searches"]
    assert (exported["id"], exported["name"]) == (search["id"], SEARCH["name"])
    assert exported["query"] == SEARCH["query"]
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        assert tx.rows(saved_searches.select()) == []
