"""Items of the queue are assigned to administrators."""

from typing import Any

import pytest

from tests import make
from tests.areas.changes import following
from tests.areas.queue import waiting
from tests.areas.queue.test_claims import UNKNOWN_ID, second_administrator
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, Response, World

RITA = "Rita Okafor"


def assign(
    world: World, person: Person, item_id: str, account_id: Any, kind: str = "role"
) -> Response:
    path = f"/admin/queue/{kind}/{item_id}/assignee"
    return world.put(path, {"userId": account_id}, as_=person)


def assigned(world: World, person: Person, account_id: Any, **query: Any) -> list[str]:
    """Return the IDs of the items that are assigned to an account."""
    parts = "".join(f"&{name}={value}" for name, value in query.items())
    path = f"/admin/queue?assignedTo={account_id}{parts}"
    return [item["id"] for item in world.get(path, as_=person).must(200).data["items"]]


def test_only_administrators_assign(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        assign(world, person, role, people.root.id).must(status)


@pytest.mark.parametrize("kind", list(waiting.CREATE))
def test_an_item_of_each_kind_is_assigned_filtered_and_given_back(world: World, kind: str) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    item = waiting.CREATE[kind](world, people)
    assert [one["assignedTo"] for one in waiting.read(world, people.root)["items"]] == [None]
    assert assigned(world, people.root, rita.id) == []
    assign(world, people.root, item, rita.id, kind).must(200)
    [found] = waiting.read(world, people.root)["items"]
    assert found["assignedTo"] == {"id": rita.id, "name": RITA}
    assert assigned(world, people.root, rita.id) == [item]
    assert assigned(world, people.root, people.root.id) == []
    assign(world, rita, item, people.root.id, kind).must(200)
    assert assigned(world, rita, people.root.id) == [item]
    assign(world, rita, item, None, kind).must(200)
    assign(world, rita, item, None, kind).must(200)
    assert assigned(world, rita, people.root.id) == []


def test_pages_of_what_is_assigned_list_each_item_once(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    roles = [desk.post(world, people.ben) for _ in range(5)]
    for role in roles[::2]:
        assign(world, people.root, role, rita.id).must(200)
    path = f"/admin/queue?limit=1&assignedTo={rita.id}"
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = world.get(f"{path}&cursor={cursor}", as_=rita).must(200).data
        found += [item["id"] for item in page["items"]]
        cursor = page["nextCursor"]
        assert page["counts"]["role"]["count"] == len(roles)
    assert found == roles[::2]


def test_only_an_active_administrator_is_assigned(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    role = desk.post(world, people.ben)
    for account_id in (people.ben.id, UNKNOWN_ID):
        assert (
            assign(world, people.root, role, account_id).must(409).error
            == "assignee_not_administrator"
        )
    assign(world, people.root, role, rita.id).must(200)
    make.change_account(world, rita.id, role="expert")
    [found] = waiting.read(world, people.root)["items"]
    assert found["assignedTo"] is None
    assert assign(world, people.root, role, rita.id).must(409).error == "assignee_not_administrator"


def test_what_does_not_wait_is_not_assigned(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    world.post(f"/admin/roles/{role}/approve", as_=people.root).must(200)
    for item in (role, UNKNOWN_ID):
        refused = assign(world, people.root, item, people.root.id).must(404)
        assert refused.error == "queue_item_not_found"
    for wrong in ("x", 1, ""):
        assign(world, people.root, role, wrong).must(422)


def test_the_changes_tell_who_was_assigned(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    role = desk.post(world, people.ben)
    last = following.last(world, people.root)
    assign(world, people.root, role, rita.id).must(200)
    assign(world, people.root, role, None).must(200)
    changes = following.since(world, people.root, last)
    assert [one["type"] for one in changes] == ["queue.assigned"] * 2
    assert [one["data"] for one in changes] == [{"accountId": rita.id}, {}]
    assert {(one["subject"]["kind"], one["subject"]["id"]) for one in changes} == {("role", role)}


def test_the_assignment_ends_with_the_decision(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    decided, waits = desk.post(world, people.ben), desk.post(world, people.ben)
    for role in (decided, waits):
        assign(world, people.root, role, rita.id).must(200)
    world.post(f"/admin/roles/{decided}/approve", as_=people.root).must(200)
    assert assigned(world, rita, rita.id) == [waits]
    world.run_periodic_tasks()
    exported = world.get("/users/me/export", as_=rita).must(200).data["tables"]
    assert [row["item_id"] for row in exported["queue_assignments"]] == [waits]
