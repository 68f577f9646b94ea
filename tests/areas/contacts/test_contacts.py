"""Contact settings and blocks."""

from typing import Any

import pytest

from bridgework.areas.identity.contacts import policies
from tests import cast, make
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World

PATH, BLOCKS = "/users/me/contact", "/users/me/blocks"
DEFAULTS = {"introductions": "everybody", "emailAfterMinutes": 15}
UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def names(world: World, person: Person) -> list[Any]:
    return [one["name"] for one in world.get(BLOCKS, as_=person).must(200).data["items"]]


def test_settings_have_defaults_and_keep_what_a_change_omits(world: World) -> None:
    ada = cast.ada(world)
    assert world.get(PATH, as_=ada).must(200).data == DEFAULTS
    changed = world.patch(PATH, {"introductions": "verified"}, as_=ada).must(200).data
    assert changed == {**DEFAULTS, "introductions": "verified"}
    changed = world.patch(PATH, {"emailAfterMinutes": 0}, as_=ada).must(200).data
    assert changed == {"introductions": "verified", "emailAfterMinutes": 0}
    assert world.patch(PATH, {}, as_=ada).must(200).data == changed
    assert world.get(PATH, as_=ada).must(200).data == changed
    assert world.get(PATH, as_=cast.ben(world)).must(200).data == DEFAULTS


@pytest.mark.parametrize("minutes", [0, 120])
def test_the_limits_of_the_minutes(world: World, minutes: int) -> None:
    ada = cast.ada(world)
    changed = world.patch(PATH, {"emailAfterMinutes": minutes}, as_=ada).must(200).data
    assert changed["emailAfterMinutes"] == minutes


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"emailAfterMinutes": -1}, "emailAfterMinutes"),
        ({"emailAfterMinutes": 121}, "emailAfterMinutes"),
        ({"emailAfterMinutes": None}, "emailAfterMinutes"),
        ({"introductions": "friends"}, "introductions"),
    ],
)
def test_an_invalid_change_is_refused(world: World, body: dict[str, Any], fault: str) -> None:
    ada = cast.ada(world)
    assert set(world.patch(PATH, body, as_=ada).must(422).faults) == {fault}
    assert world.get(PATH, as_=ada).must(200).data == DEFAULTS


def test_members_are_blocked_and_unblocked(world: World) -> None:
    people = desk.sign_up_all(world)
    for other in (people.eve, people.ada, people.eve):
        world.put(f"{BLOCKS}/{other.id}", as_=people.ben).must(200)
        world.clock.advance(seconds=1)
    assert names(world, people.ben) == ["Ada Lovell", "Eve Marsh"]
    assert names(world, people.ada) == []
    for _ in range(2):
        world.delete(f"{BLOCKS}/{people.ada.id}", as_=people.ben).must(200)
    assert names(world, people.ben) == ["Eve Marsh"]
    make.change_account(world, people.eve.id, disabled_at=world.clock.now())
    assert names(world, people.ben) == [None]


def test_a_page_of_blocks_has_a_cursor(world: World) -> None:
    people = desk.sign_up_all(world)
    for other in (people.eve, people.ada):
        world.put(f"{BLOCKS}/{other.id}", as_=people.ben).must(200)
        world.clock.advance(seconds=1)
    first = world.get(f"{BLOCKS}?limit=1", as_=people.ben).must(200).data
    path = f"{BLOCKS}?limit=1&cursor={first['nextCursor']}"
    second = world.get(path, as_=people.ben).must(200).data
    assert [one["name"] for one in first["items"] + second["items"]] == ["Ada Lovell", "Eve Marsh"]


def test_who_cannot_be_blocked(world: World) -> None:
    people = desk.sign_up_all(world)
    assert world.put(f"{BLOCKS}/{people.ben.id}", as_=people.ben).must(409).error == "own_block"
    unknown = world.put(f"{BLOCKS}/{UNKNOWN_ID}", as_=people.ben).must(404)
    assert unknown.error == "member_not_found"
    world.put(f"{BLOCKS}/{people.ada.id}", as_=ANONYMOUS).must(401)


def test_the_number_of_blocks_is_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert policies.MAX_BLOCKS == 1000
    monkeypatch.setattr(policies, "MAX_BLOCKS", 1)
    people = desk.sign_up_all(world)
    world.put(f"{BLOCKS}/{people.ada.id}", as_=people.ben).must(200)
    refused = world.put(f"{BLOCKS}/{people.eve.id}", as_=people.ben).must(409)
    assert refused.error == "block_limit_reached"
    world.put(f"{BLOCKS}/{people.ada.id}", as_=people.ben).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_the_same_block_at_once_is_one(world: World) -> None:
    people = desk.sign_up_all(world)
    path = f"{BLOCKS}/{people.ada.id}"
    responses = world.together([lambda: world.sending("PUT", path, as_=people.ben)] * 6)
    assert {one.status for one in responses} == {200}
    assert names(world, people.ben) == ["Ada Lovell"]


def test_a_block_is_exported_to_its_owner_only_and_erased_with_either(world: World) -> None:
    people = desk.sign_up_all(world)
    world.put(f"{BLOCKS}/{people.ada.id}", as_=people.ben).must(200)
    for person, number in ((people.ben, 1), (people.ada, 0)):
        tables = world.get("/users/me/export", as_=person).must(200).data["tables"]
        assert len(tables["blocks"]) == number
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=people.ada).must(202)
    world.clock.advance(days=14, seconds=1)
    world.run_periodic_tasks()
    ben = cast.sign_in(world, people.ben.email)
    assert names(world, ben) == []
