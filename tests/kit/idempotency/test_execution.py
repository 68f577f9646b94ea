"""A request that is repeated with its key runs once, and gets the same response."""

import pytest

from bridgework.kit.core import is_id
from bridgework.settings import Settings
from tests import cast
from tests.kit.idempotency import sample_area
from tests.kit.idempotency.sample_area import count, request_of, stored_keys
from tests.loop import Loop
from tests.world import PUBLIC_URL, Person, Response, World

WAYS = pytest.mark.parametrize("path", ["/shelves/top", "/shelves/top/slowly"])


def is_replayed(response: Response) -> bool:
    return response.headers.get("idempotency-replayed") == "true"


@WAYS
def test_a_repeated_request_gets_the_first_response(world: World, ben: Person, path: str) -> None:
    first = world.post(path, **request_of("k1"), as_=ben).must(201)
    second = world.post(path, **request_of('"k1"'), as_=ben).must(201)
    assert second.body == first.body
    assert (is_replayed(first), is_replayed(second)) == (False, True)
    assert count(world) == 1


def test_without_a_key_the_request_runs_again(world: World, ben: Person) -> None:
    for key in (None, None, "k1", "k2"):
        assert not is_replayed(world.post("/shelves/top", **request_of(key), as_=ben).must(201))
    assert count(world) == 4


@pytest.mark.parametrize("path", ["/shelves/top/located", "/shelves/top/located/slowly"])
def test_the_location_is_replayed(world: World, ben: Person, path: str) -> None:
    headers = {"idempotency-key": "k1"}
    first, second = (world.post(path, as_=ben, headers=headers).must(201) for _ in range(2))
    assert is_replayed(second)
    assert second.headers["location"] == first.headers["location"]
    assert first.headers["location"] == f"{PUBLIC_URL}/books/{first.data['id']}"


@WAYS
def test_a_key_is_valid_for_one_request(world: World, ben: Person, path: str) -> None:
    world.post(path, **request_of("k1"), as_=ben).must(201)
    for other, title in [
        (path, "Incisors"),
        (path.replace("top", "low"), "Molars"),
        (f"{path}?strange=yes", "Molars"),
        ("/shelves/top/located", "Molars"),
    ]:
        refused = world.post(other, **request_of("k1", title), as_=ben).must(422)
        assert refused.error == "idempotency_key_reused"
    assert count(world) == 1


def test_each_caller_has_its_own_keys(world: World, ben: Person) -> None:
    ada = cast.ada(world)
    for person in (ben, ada):
        assert not is_replayed(world.post("/shelves/top", **request_of("k1"), as_=person).must(201))
    assert count(world) == 2
    again = cast.sign_in(world, ben.email)
    assert is_replayed(world.post("/shelves/top", **request_of("k1"), as_=again).must(201))


def test_a_malformed_key_is_refused(world: World, ben: Person) -> None:
    for key in ("two words", '"', ""):
        refused = world.post("/shelves/top", **request_of(key), as_=ben).must(400)
        assert refused.error == "idempotency_key_malformed"
    assert count(world) == 0


def test_the_key_is_ignored_for_other_methods_and_anonymous_callers(
    world: World, ben: Person
) -> None:
    for key in ("k1", "k1", "not a key"):
        world.post("/shelves/top/sorted", **request_of(key), as_=ben).must(200)
        world.post("/shelves/top/public", **request_of(key), as_=ben).must(201)
    assert count(world) == 6
    assert stored_keys(world) == []


def test_a_replay_requires_the_same_rights(world: World, ben: Person) -> None:
    world.post("/shelves/top", **request_of("k1"), as_=ben).must(201)
    world.post("/auth/logout", as_=ben).must(200)
    world.post("/shelves/top", **request_of("k1"), as_=ben).must(401)
    world.post("/shelves/top", **request_of("k1")).must(401)


@WAYS
def test_a_key_is_stored_for_24_hours(world: World, ben: Person, path: str) -> None:
    world.post(path, **request_of("k1"), as_=ben).must(201)
    world.clock.advance(hours=23, minutes=59, seconds=59)
    ben = cast.sign_in(world, ben.email)
    assert is_replayed(world.post(path, **request_of("k1"), as_=ben).must(201))
    world.run_periodic_tasks()
    assert len(stored_keys(world)) == 1
    world.clock.advance(seconds=1)
    assert not is_replayed(world.post(path, **request_of("k1", "Incisors"), as_=ben).must(201))
    assert [row["status"] for row in stored_keys(world)] == [201]
    world.clock.advance(hours=24)
    world.run_periodic_tasks()
    assert stored_keys(world) == []


def test_another_node_replays_the_response(
    world: World, ben: Person, settings: Settings, loop: Loop
) -> None:
    """The same holds for a restart: only the database has state."""
    first = world.post("/shelves/top", **request_of("k1"), as_=ben).must(201)
    another = sample_area.world(settings, loop, world.clock)
    second = another.post("/shelves/top", **request_of("k1"), as_=ben).must(201)
    another.close()
    assert (second.body, is_replayed(second)) == (first.body, True)
    assert count(world) == 1


def test_a_new_secret_invalidates_no_key(
    world: World, ben: Person, settings: Settings, loop: Loop
) -> None:
    world.post("/shelves/top", **request_of("k1"), as_=ben).must(201)
    rotated = settings.model_copy(update={"secret_keys": ("n" * 32, *settings.secret_keys)})
    another = sample_area.world(rotated, loop, world.clock)
    assert is_replayed(another.post("/shelves/top", **request_of("k1"), as_=ben).must(201))
    other = another.post("/shelves/top", **request_of("k1", "Incisors"), as_=ben).must(422)
    another.close()
    assert other.error == "idempotency_key_reused"


def test_a_response_with_a_secret_is_not_stored(world: World, ben: Person) -> None:
    headers = {"idempotency-key": "k1"}
    first = world.post("/shelves/top/secret", as_=ben, headers=headers).must(201)
    assert first.data["secret"] == sample_area.SECRET
    refused = world.post("/shelves/top/secret", as_=ben, headers=headers).must(409)
    assert refused.error == "already_done"
    assert refused.json["id"] == first.data["book"]["id"]
    assert count(world) == 1
    assert sample_area.SECRET not in str(stored_keys(world))


def test_a_large_response_is_not_stored(world: World, ben: Person) -> None:
    headers = {"idempotency-key": "k1"}
    first = world.post("/shelves/top/long", as_=ben, headers=headers).must(201)
    refused = world.post("/shelves/top/long", as_=ben, headers=headers).must(409)
    assert (refused.error, refused.json["id"]) == ("already_done", first.data["id"])
    assert count(world) == 1
    assert len(str(stored_keys(world))) < 1000


def test_a_stored_key_contains_only_digests(world: World, ben: Person) -> None:
    world.post("/shelves/top/located?and=more", as_=ben, headers={"idempotency-key": "k1-k1"})
    (row,) = stored_keys(world)
    stored = str({**row, "body": None, "location": None})
    for result in ("k1-k1", ben.id, ben.email, "makeLocatedBook", "top", "more"):
        assert str(result) not in stored
    assert is_id(world.post("/shelves/top", **request_of("k2"), as_=ben).must(201).data["id"])
