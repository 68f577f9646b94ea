"""Reading the change feed: pages, types, scopes, expiry."""

import pytest

from tests import cast
from tests.areas.calendar.calendar_client import create_api_key
from tests.areas.changes import following
from tests.areas.jobs import board
from tests.world import ANONYMOUS, World


def test_pages_continue_where_the_last_one_ended(world: World) -> None:
    root = cast.root(world)
    for number in range(7):
        cast.register(world, f"member{number}@example.com")
    everything = following.since(world, root, 0)
    assert [change["sequence"] for change in everything] == list(range(1, len(everything) + 1))
    after, seen = 0, []
    while True:
        found = following.page(world, root, f"after={after}&limit=3")
        seen += found["items"]
        after = found["nextAfter"]
        if not found["hasMore"]:
            break
    assert seen == everything
    again = following.page(world, root, f"after={after}")
    assert again == {"items": [], "nextAfter": after, "hasMore": False}


def test_a_change_names_its_subject_and_nothing_personal(world: World) -> None:
    root = cast.root(world)
    ada = cast.register(world, "ada@example.com")
    [change] = following.since(world, root, following.last(world, root) - 1)
    assert change["type"] == "account.registered"
    assert change["subject"] == {"kind": "account", "id": ada.id}
    assert change["data"] == {}
    assert "ada@example.com" not in str(change)


def test_types_filter_and_the_number_advances_past_other_types(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    found = following.page(world, people.root, "after=0&types=job.pending,job.approved")
    assert [change["type"] for change in found["items"]] == ["job.pending", "job.approved"]
    assert {change["subject"]["id"] for change in found["items"]} == {job}
    assert found["nextAfter"] == following.last(world, people.root)
    world.get("/changes?types=job.unknown", as_=people.root).must(422)


def test_only_administrators_and_keys_with_the_scope_read_changes(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    world.get("/changes", as_=ANONYMOUS).must(401)
    world.get("/changes", as_=ada).must(403)
    key = create_api_key(world, root, "changes:read")
    assert world.get("/changes", headers={"x-api-key": key}).must(200).data["items"]
    other = create_api_key(world, root, "jobs:read")
    world.get("/changes", headers={"x-api-key": other}).must(403)


def test_expired_changes_are_deleted_and_the_oldest_kept_is_named(world: World) -> None:
    root = cast.root(world)
    first = following.last(world, root)
    world.clock.advance(days=31)
    root = cast.root_again(world)
    cast.register(world, "new@example.com")
    following.last(world, root)
    world.run_periodic_tasks()
    refused = world.get("/changes?after=0", as_=root).must(410)
    assert refused.error == "changes_expired"
    oldest = refused.json["oldest"]
    assert oldest == first + 1
    kept = following.page(world, root)
    assert kept["items"][0]["sequence"] == oldest
    assert following.page(world, root, f"after={oldest - 1}") == kept


@pytest.mark.parametrize("after", ["-1", "1.0", "x", "1000000000000000"])
def test_an_invalid_number_is_refused(world: World, after: str) -> None:
    assert set(world.get(f"/changes?after={after}", as_=cast.root(world)).must(422).faults) == {
        "after"
    }


def test_a_number_that_no_change_has_is_refused(world: World) -> None:
    root = cast.root(world)
    beyond = following.last(world, root) + 1
    assert set(world.get(f"/changes?after={beyond}", as_=root).must(422).faults) == {"after"}
