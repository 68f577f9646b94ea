"""Public responses are cached by data version: no response is older than an acknowledged write."""

import asyncio
import gzip
import os
import tracemalloc
from datetime import timedelta
from typing import Any

import pytest
from starlette.types import Message

from bridgework import app
from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.areas.people.directory.tables import experts, records
from bridgework.kit.core import Id
from bridgework.kit.data.db import CacheVersion, DataVersion, cache_versions
from bridgework.kit.http.requests import Request
from bridgework.kit.http.response_cache import CachedResponse
from bridgework.kit.http.response_cache.cache import ResponseStore
from bridgework.kit.http.response_cache.cached_response import CacheKey
from bridgework.kit.http.responses import ApiResponse
from bridgework.settings import Settings
from tests import cast, make
from tests.loop import Loop
from tests.world import Person, World, next_number

LIST = "/experts"
EVE = b'{"firstName":"Eve"}'


def repeated(world: World, path: str, **how: Any) -> Any:
    """Return the data of the first response; the next ones, from the cache, must be the same."""
    how["as_"] = Person("reader", address=f"203.0.113.{next_number() % 250}")
    first, *others = (world.get(path, checked=False, **how).must(200).data for _ in range(3))
    assert others == [first, first]
    return first


def listed(world: World, query: str = "", **how: Any) -> list[str]:
    return [card["firstName"] for card in repeated(world, f"{LIST}{query}", **how)]


def behind_its_back(world: World, *, returning: bool = False, of: Id | None = None) -> None:
    """Rename all experts to Eve, without bumping the version unless asked to."""
    with world.application.app_state.database.writing() as tx:
        tx.execute(experts.update().values(card=EVE))
        tx.execute(records.update().values(record=EVE))
        if of is not None:
            cache_versions.bump_member(tx, EXPERTS, of)
        elif returning:
            cache_versions.bump(tx, EXPERTS)


def test_a_repeated_request_is_served_from_the_cache(world: World) -> None:
    make.expert(world, "Ada Lovell")
    first = world.get(LIST).must(200)
    behind_its_back(world)
    again = world.get(LIST).must(200)
    assert again.body == first.body
    for name in ("etag", "x-total-count", "cache-control", "content-type", "link", "vary"):
        assert again.headers.get(name) == first.headers.get(name)
    assert again.headers["x-request-id"] != first.headers["x-request-id"]
    assert again.headers["ratelimit"] != first.headers["ratelimit"]
    head = world.send("HEAD", LIST).must(200)
    assert (head.body, head.headers["content-length"]) == (b"", first.headers["content-length"])


def test_different_requests_have_different_responses(world: World) -> None:
    make.expert(world, "Ada Lovell")
    assert listed(world) == ["Ada"]
    behind_its_back(world)
    assert listed(world, "?limit=20") == ["Eve"]
    assert listed(world, headers={"prefer": "handling=strict"}) == ["Eve"]
    assert listed(world) == ["Ada"]
    world.get(f"{LIST}?colour=red", checked=False).must(200)
    world.get(f"{LIST}?colour=red", headers={"prefer": "handling=strict"}).must(422)


def test_a_change_of_the_topic_is_visible_on_every_node_immediately(
    world: World, neighbour: World
) -> None:
    make.expert(world, "Ada Lovell")
    assert listed(world) == listed(neighbour) == ["Ada"]
    behind_its_back(world, returning=True)
    assert listed(world) == listed(neighbour) == ["Eve"]


def records_of(node: World, *ids: Id) -> list[str]:
    return [repeated(node, f"{LIST}/{one}")["firstName"] for one in ids]


def test_a_response_about_one_member_survives_changes_of_others(
    world: World, neighbour: World
) -> None:
    ada, bo = make.expert(world, "Ada Lovell"), make.expert(world, "Bo Bell")
    nodes = (world, neighbour)
    for node in nodes:
        assert records_of(node, ada, bo) == ["Ada", "Bo"]
    # The number of changes of all members is known from the first version that was read.
    make.change_account(world, bo, last_name="Ball")
    for node in nodes:
        assert records_of(node, ada, bo) == ["Ada", "Bo"]
    behind_its_back(world, of=bo)
    for node in nodes:
        for _ in range(2):
            assert records_of(node, ada, bo) == ["Ada", "Eve"]
        assert listed(node) == ["Eve", "Eve"]
    with world.application.app_state.database.writing() as tx:
        cache_versions.bump_at_commit(tx, EXPERTS, lists_only=True)
    for node in nodes:
        assert records_of(node, ada, bo) == ["Ada", "Eve"]
    behind_its_back(world, returning=True)
    for node in nodes:
        assert records_of(node, ada, bo) == ["Eve", "Eve"]


def test_a_deleted_member_is_not_served_from_the_cache(world: World, neighbour: World) -> None:
    ada, bo = make.expert(world, "Ada Lovell"), make.expert(world, "Bo Bell")
    for _ in range(2):
        for node in (world, neighbour):
            assert records_of(node, ada, bo) == ["Ada", "Bo"]
        make.change_account(world, ada, disabled_at=world.clock.now())
        for node in (world, neighbour):
            node.get(f"{LIST}/{ada}").must(404)
            assert records_of(node, bo) == ["Bo"]
        make.change_account(world, ada, disabled_at=None)


def test_responses_of_uncacheable_operations_are_not_cached(
    settings: Settings, loop: Loop, world: World
) -> None:
    without = settings.model_copy(update={"response_cache_bytes": 0})
    fresh = World(app.create_app(without, world.clock), world.clock, loop)
    make.expert(world, "Ada Lovell")
    assert listed(fresh) == ["Ada"]
    behind_its_back(world)
    assert listed(fresh) == ["Eve"]
    fresh.close()


def test_a_scheduled_post_expires_cached_responses(world: World) -> None:
    author = make.expert(world)
    make.post(world, author, "out")
    make.post(world, author, "to-come", at=timedelta(minutes=5))

    def slugs() -> list[str]:
        return [card["slug"] for card in repeated(world, "/blogs")]

    assert slugs() == ["out"]
    world.clock.advance(seconds=299)
    assert slugs() == ["out"]
    assert b"to-come" not in world.get("/blogs/feed.xml").must(200).body
    world.clock.advance(seconds=1)
    assert slugs() == ["to-come", "out"]
    assert b"to-come" in world.get("/blogs/feed.xml").must(200).body


def test_a_404_is_not_cached(world: World) -> None:
    author = make.expert(world)
    world.get("/blogs/no-shows").must(404)
    make.post(world, author, "no-shows")
    world.get("/blogs/no-shows").must(200)


def test_cached_responses_count_against_the_rate_limit(world: World) -> None:
    for _ in range(60):
        world.get(LIST).must(200)
    world.get(LIST).must(429)


@pytest.mark.parametrize(
    ("accepted", "is_zipped"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("x-gzip", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0", False),
        ("br", False),
        ("*", False),
        ("", False),
    ],
)
def test_a_cached_response_is_compressed_for_clients_that_accept_gzip(
    world: World, accepted: str, *, is_zipped: bool
) -> None:
    for _ in range(5):
        make.expert(world, "Ada Lovell", tags=["aligners"])
    headers = {"accept-encoding": accepted}
    uncached = {**headers, "prefer": "handling=strict"}
    asked = (headers, headers, headers, uncached)
    result, *others = (world.get(LIST, headers=each).must(200) for each in asked)
    for other in others:
        assert (other.headers["etag"], other.body) == (result.headers["etag"], result.body)
    plain = world.get(LIST).must(200)
    assert result.headers["vary"] == "Accept-Encoding, Origin"
    assert ("content-encoding" in result.headers) is is_zipped
    assert (gzip.decompress(result.body) if is_zipped else result.body) == plain.body
    assert (result.headers["etag"] != plain.headers["etag"]) is is_zipped
    assert result.headers["content-length"] == str(len(result.body))
    for tag in (result.headers["etag"], plain.headers["etag"]):
        known = world.get(LIST, headers={**headers, "if-none-match": tag}).must(304)
        assert known.body == b""
        assert "content-encoding" not in known.headers


def test_concurrent_readers_never_get_stale_responses(world: World, neighbour: World) -> None:
    """A read after an acknowledged write, on any node, returns that write or a later one."""
    people = [cast.sign_up(world, f"writer{number}@example.com") for number in range(2)]
    for person in people:
        make.into_expert(world, person, title="Title 0")
    acknowledged = dict.fromkeys((person.id for person in people), 0)
    writing = len(people)

    async def write(person: Person) -> None:
        nonlocal writing
        for number in range(1, 26):
            profile = {"profile": {"title": f"Title {number}"}}
            at = (world, neighbour)[number % 2]
            (await at.sending("PATCH", "/users/me/profile", profile, as_=person)).must(200)
            acknowledged[person.id] = number
        writing -= 1

    async def read(node: World, reader: int) -> int:
        count = 0
        while writing:
            floor = dict(acknowledged)
            asked_by = Person("reader", address=f"203.0.113.{reader * 50 + count // 50}")
            one = people[count // 2 % len(people)].id
            path = LIST if count % 2 else f"{LIST}/{one}"
            result = (await node.sending("GET", path, as_=asked_by, checked=False)).must(200).data
            for card in result if count % 2 else [result]:
                assert int(card["title"].removeprefix("Title ")) >= floor[card["id"]]
            count += 1
            # A busy loop keeps the interpreter from other threads for seconds.
            await asyncio.sleep(0.001)
        return count

    async def all_at_once() -> list[int]:
        writers = [write(person) for person in people]
        readers = [read(node, number) for number, node in enumerate((world, neighbour))]
        *_, one, other = await asyncio.gather(*writers, *readers)
        return [count for count in (one, other) if count is not None]

    assert min(world.loop.run(all_at_once())) > 10


def cached_keys(world: World) -> list[CacheKey]:
    return list(world.application.api.response_cache._store._cached)


def test_unknown_parameters_are_not_part_of_the_key(world: World) -> None:
    make.expert(world, "Ada Lovell")
    first = world.get(f"{LIST}?limit=1").must(200)
    again = world.get(f"{LIST}?limit=1&x={'y' * 900}&page=").must(200)
    assert again.headers["etag"] == first.headers["etag"]
    assert "y" * 900 not in again.headers["link"]
    assert cached_keys(world) == [(LIST, (("limit", "1"),))]


def test_long_queries_are_not_cached(world: World) -> None:
    world.get(f"{LIST}?search={'a' * 100}&x={'y' * 1024}").must(200)
    assert cached_keys(world) == []


def test_a_change_of_the_topic_frees_what_was_cached_before(world: World) -> None:
    make.expert(world, "Ada Lovell")
    for page in range(1, 20):
        world.get(f"{LIST}?page={page}").must(200)
    world.get("/blogs").must(200)
    assert len(cached_keys(world)) == 20
    behind_its_back(world, returning=True)
    world.get(f"{LIST}?page=1", checked=False).must(200)
    assert sorted(path for path, _ in cached_keys(world)) == ["/blogs", LIST]


async def no_body() -> Message:
    raise AssertionError("nobody reads the body of a GET")


class TestResponseStore:
    """The bytes are bounded, and the least recently used responses are evicted first."""

    @staticmethod
    def cached(response: ApiResponse, version: int = 1) -> CachedResponse:
        read = DataVersion("experts", CacheVersion(version, 0, 0, 0))
        return CachedResponse(read, None, None, response)

    def of_size(self, size: int, version: int = 1) -> CachedResponse:
        return self.cached(ApiResponse(b"x" * size), version)

    def test_the_least_recently_used_are_evicted(self) -> None:
        store = ResponseStore(100_000)
        for number in range(20):
            store.add((f"/{number:02}", ()), self.of_size(1000))
            assert store.find(("/00", ())) is not None
        for number in range(20, 60):
            store.add((f"/{number}", ()), self.of_size(1000))
            assert store.find(("/00", ())) is not None
        assert store.find(("/01", ())) is None
        assert store.find(("/59", ())) is not None
        left = sum(store.find((f"/{n:02}", ())) is not None for n in range(60))
        assert left == 100_000 // (self.of_size(1000).size + 3)

    def test_large_responses_are_not_cached(self) -> None:
        store = ResponseStore(100_000)
        largest = 10_000 - 1 - (self.of_size(1000).size - 1000)
        store.add(("/", ()), self.of_size(largest))
        assert store.find(("/", ())) is not None
        store.add(("/", ()), self.of_size(largest + 1))
        assert store.find(("/", ())) is None

    def test_key_and_headers_are_counted(self) -> None:
        """The counted size is at least what Python allocates."""
        store = ResponseStore(4_000_000)
        tracemalloc.start()
        try:
            for number in range(10_000):
                response = ApiResponse(str(number).encode() * 10)
                response.raw_headers += [
                    (b"link", b"x%d" % number * 100),
                    *((b"name%d" % number, b"value%d" % number) for _ in range(12)),
                ]
                cached = self.cached(response)
                store.add(("/experts", (("search", f"{number}" * 50),)), cached)
            taken, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert 1_000_000 < taken < 4_500_000

    def test_a_response_of_a_new_version_removes_older_ones_of_its_topic(self) -> None:
        store = ResponseStore(100_000)
        store.add(("/a", ()), self.of_size(10, version=1))
        store.add(("/b", ()), self.of_size(10, version=2))
        assert store.find(("/a", ())) is None
        store.add(("/c", ()), self.of_size(10, version=1))  # read before, added later
        assert store.find(("/b", ())) is not None

    def test_the_compressed_body_is_counted_once_it_exists(self) -> None:
        store = ResponseStore(100_000)
        incompressible = ApiResponse(os.urandom(6_500), headers={"etag": '"a"'})
        for number in range(10, 22):
            store.add((f"/{number}", ()), self.cached(incompressible))
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/21",
            "query_string": b"",
            "headers": [(b"accept-encoding", b"gzip")],
        }
        cached = store.find(("/21", ()))
        assert cached is not None
        for _ in range(2):
            cached.response_to(Request(scope, no_body, prefix=""))
        assert all(store.find((f"/{number}", ())) for number in range(10, 22))
        assert store.find(("/21", ())) is cached
        assert store.find(("/10", ())) is None
