"""An administrator claims an item, and the others see who looks at it."""

from functools import partial
from typing import Any

import pytest

from tests import cast, make
from tests.areas.changes import following
from tests.areas.queue import waiting
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, Response, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def claim(world: World, person: Person, item_id: str, kind: str = "role") -> Response:
    return world.post(f"/admin/queue/{kind}/{item_id}/claim", as_=person)


def release(world: World, person: Person, item_id: str, kind: str = "role") -> Response:
    return world.delete(f"/admin/queue/{kind}/{item_id}/claim", as_=person)


def claimed_by(world: World, person: Person) -> Any:
    """Return the claim of the only item in the queue."""
    [item] = waiting.read(world, person)["items"]
    return item["claimedBy"]


def second_administrator(world: World) -> Person:
    other = cast.root(world, "rita@example.com")
    names = {"first_name": "Rita", "last_name": "Okafor"}
    make.change_account(world, other.id, verification_tier="verified", **names)
    return other


def test_only_administrators_claim(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        claim(world, person, role).must(status)
        release(world, person, role).must(status)


def test_other_administrators_see_who_has_claimed_an_item_for_ten_minutes(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    role = desk.post(world, people.ben)
    assert claimed_by(world, people.root) is None
    made = claim(world, rita, role).must(200).data
    assert made == {"id": rita.id, "name": "Rita Okafor", "until": made["until"]}
    assert claimed_by(world, people.root) == made
    refused = claim(world, people.root, role).must(409)
    assert (refused.error, refused.json["claimedBy"]) == ("queue_item_claimed", made)
    world.clock.advance(minutes=9, seconds=59)
    claim(world, people.root, role).must(409)
    world.clock.advance(seconds=1)
    assert claimed_by(world, people.root) is None
    assert claim(world, people.root, role).must(200).data["id"] == people.root.id


def test_a_claim_is_renewed_by_repeating_it(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    role = desk.post(world, people.ben)
    first = claim(world, rita, role).must(200).data
    world.clock.advance(minutes=6)
    second = claim(world, rita, role).must(200).data
    assert second["until"] > first["until"]
    world.clock.advance(minutes=6)
    claim(world, people.root, role).must(409)


def test_a_released_item_can_be_claimed_by_another(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    role = desk.post(world, people.ben)
    claim(world, rita, role).must(200)
    assert release(world, people.root, role).must(409).json["claimedBy"]["id"] == rita.id
    release(world, rita, role).must(200)
    release(world, rita, role).must(200)
    claim(world, people.root, role).must(200)


@pytest.mark.parametrize("kind", waiting.CREATE)
def test_an_item_of_each_kind_can_be_claimed(world: World, kind: str) -> None:
    people = waiting.people(world)
    item_id = waiting.CREATE[kind](world, people)
    claim(world, people.root, item_id, kind).must(200)
    assert claimed_by(world, people.root)["id"] == people.root.id


def test_only_what_waits_can_be_claimed(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    for kind, item_id in (("job", role), ("role", UNKNOWN_ID), ("user", role), ("role", "x")):
        claim(world, people.root, item_id, kind).must(404)
    world.post(f"/admin/roles/{role}/approve", {}, as_=people.root).must(200)
    assert claim(world, people.root, role).must(404).error == "queue_item_not_found"


def test_what_is_no_item_of_the_queue_cannot_be_released(world: World) -> None:
    people = waiting.people(world)
    for path in ("role/x", f"user/{UNKNOWN_ID}"):
        response = world.delete(f"/admin/queue/{path}/claim", as_=people.root)
        assert response.must(404).error == "queue_item_not_found"


def test_a_claim_belongs_to_one_kind_of_an_account(world: World) -> None:
    people = waiting.people(world)
    account = make.account(world, jobs_role="candidate", vendors_role="vendor")
    claim(world, people.root, account, "vendor").must(200)
    items = waiting.read(world, people.root)["items"]
    assert [item["claimedBy"] is not None for item in items] == [False, True]


def test_claims_are_announced_once_with_ids_only(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    for _ in range(2):
        claim(world, people.root, role).must(200)
    for _ in range(2):
        release(world, people.root, role).must(200)
    changes = following.since(world, people.root, 0)
    about = [one for one in changes if one["type"].startswith("queue.")]
    assert [one["type"] for one in about] == ["queue.claimed", "queue.released"]
    for change in about:
        assert change["subject"] == {"kind": "role", "id": role}
        assert change["data"] == {"accountId": people.root.id}


@pytest.mark.postgresql("concurrent claims")
@pytest.mark.parametrize("has_ended", [False, True])
def test_of_concurrent_claims_one_succeeds(
    world: World, neighbour: World, *, has_ended: bool
) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    role = desk.post(world, people.ben)
    if has_ended:  # a row of an ended claim is there already
        claim(world, rita, role).must(200)
        world.clock.advance(minutes=10)
    path = f"/admin/queue/role/{role}/claim"
    sent = [
        partial(node.sending, "POST", path, as_=person)
        for _ in range(4)
        for node, person in ((world, people.root), (neighbour, rita))
    ]
    responses = world.together(sent)
    winners = {one.data["id"] for one in responses if one.status == 200}
    holders = {one.json["claimedBy"]["id"] for one in responses if one.status == 409}
    assert len(winners) == 1
    assert holders == winners
    assert sorted(one.status for one in responses) == [200] * 4 + [409] * 4


def test_ended_claims_are_deleted(world: World) -> None:
    people = waiting.people(world)
    roles = [desk.post(world, people.ben) for _ in range(2)]
    claim(world, people.root, roles[0]).must(200)
    world.clock.advance(minutes=10)
    claim(world, people.root, roles[1]).must(200)
    world.run_periodic_tasks()
    exported = world.get("/users/me/export", as_=people.root).must(200).data["tables"]
    assert [row["item_id"] for row in exported["queue_claims"]] == [roles[1]]
