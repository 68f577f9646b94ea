"""A ready answer is that of the long way: the same head and body, counted and logged alike."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from bridgework import app, routes
from bridgework.kit.core import DatabaseUnavailable
from bridgework.kit.http import OperationRunner
from bridgework.kit.http.middleware import ErrorMiddleware
from bridgework.kit.http.response_cache import ready_answers
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.architecture.sources import PACKAGE, sources
from tests.kit.http import wire
from tests.kit.response_cache.public_reads import LIST, fill
from tests.loop import Loop
from tests.world import Person, Response, World

OPERATOR = Person("operator", address="127.0.0.1")
MANY = Rule("default", 1_000_000, 60)
GZIP = {"accept-encoding": "gzip, deflate, br"}
OURS = {"origin": "http://localhost:3000"}
VARIANTS: Mapping[str, Mapping[str, str]] = {
    "plain": {},
    "gzip": GZIP,
    "a 304": {"if-none-match": "<etag>"},
    "a 304 of gzip": {**GZIP, "if-none-match": "<etag>"},
    "a 304 by the tag of gzip": {"if-none-match": "<gzip etag>"},
    "a 304 of gzip by the tag of gzip": {**GZIP, "if-none-match": "<gzip etag>"},
    "a 304 by a list of weak tags": {"if-none-match": 'W/"other", W/<gzip etag>'},
    "gzip refused": {"accept-encoding": "gzip;q=0, identity"},
    "any coding": {"accept-encoding": "*"},
    "any version": {"if-none-match": "*"},
    "another version": {"if-none-match": '"other", W/"another"'},
    "an allowed origin": OURS,
    "another origin": {"origin": "https://elsewhere.example"},
    "an empty origin": {"origin": ""},
    "everything": {**GZIP, **OURS, "if-none-match": "<etag>"},
}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(
        update={"rate_limit": MANY, "address_limit_factor": 1000, "site": True}
    )


@pytest.fixture
def uncached(world: World, settings: Settings, loop: Loop) -> Iterator[World]:
    """A node on the same database whose requests all take the long way."""
    without = settings.model_copy(update={"response_cache_bytes": 0})
    node = World(app.create_app(without, world.clock), world.clock, loop)
    yield node
    node.close()


@contextmanager
def without_the_long_way() -> Iterator[None]:
    async def fail(*_: object) -> None:
        raise AssertionError("the request took the long way")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ErrorMiddleware, "__call__", fail)
        yield


def ready(world: World, path: str = LIST, method: str = "GET", **how: Any) -> Response:
    """Return the ready answer: the response to the third request."""
    how.setdefault("checked", False)
    for _ in range(2):
        world.send(method, path, **how)
    with without_the_long_way():
        return world.send(method, path, **how)


def alike(response: Response) -> tuple[int, list[Any], bytes]:
    """Return what must be the same: status, headers in their order, and body."""
    ignored = {"x-request-id", "ratelimit"}
    headers = [each for each in response.headers.items() if each[0] not in ignored]
    return response.status, headers, response.body


@pytest.mark.slow("every public read in every way")
@pytest.mark.postgresql("the version is read in another way")
def test_every_public_read_has_the_same_response_by_both_ways(
    world: World, uncached: World
) -> None:
    paths = fill(world)
    reads = {
        each.operation_id: each
        for each in routes.operations()
        if each.etag and each.who.credentials == "none"
    }
    assert paths.keys() == reads.keys()
    for operation_id, of_operation in paths.items():
        is_cached = reads[operation_id].cache_topic is not None
        for path in of_operation:
            for method in ("GET", "HEAD"):
                must_be_alike(world, uncached, method, path, is_cached=is_cached)


def must_be_alike(
    world: World, uncached: World, method: str, path: str, *, is_cached: bool
) -> None:
    how: dict[str, Any] = {"checked": False}
    etag = uncached.get(path, **how).must(200).headers["etag"]
    for name, headers in VARIANTS.items():
        where = f"{method} {path}, {name}"
        how["headers"] = {
            key: text.replace("<etag>", etag).replace("<gzip etag>", f'{etag[:-1]}-gzip"')
            for key, text in headers.items()
        }
        cold = uncached.send(method, path, **how)
        first, second = (world.send(method, path, **how) for _ in range(2))
        third = ready(world, path, method, **how) if is_cached else second
        for earlier in (cold, first, second):
            assert alike(third) == alike(earlier), where
        if is_cached:
            is_known = "304" in name or name in {"any version", "everything"}
            assert third.status == (304 if is_known else 200), where
        assert third.headers["x-request-id"] != first.headers["x-request-id"]


def test_a_304_for_the_compressed_response(world: World) -> None:
    fill(world)
    zipped = ready(world, headers=GZIP)
    assert zipped.headers["content-encoding"] == "gzip"
    known = {**GZIP, "if-none-match": zipped.headers["etag"]}
    response = ready(world, headers=known)
    assert (response.status, response.body) == (304, b"")
    assert response.headers["etag"] == zipped.headers["etag"]


def test_a_small_response_is_compressed_for_a_client_that_refuses_it_as_it_is(
    world: World, uncached: World
) -> None:
    make.expert(world)
    how: dict[str, Any] = {"headers": {"accept-encoding": "gzip, identity;q=0"}, "checked": False}
    expected = uncached.get("/experts?limit=1", **how).must(200)
    assert expected.headers["content-encoding"] == "gzip"
    assert len(world.get("/experts?limit=1", checked=False).body) < 1024
    for _ in range(4):
        assert alike(world.get("/experts?limit=1", **how)) == alike(expected)


@pytest.mark.parametrize(
    "headers",
    [{"prefer": "respond-async"}, {"x-api-key": "bwk_nonsense"}, {"authorization": "Bearer x"}],
)
def test_an_unusual_request_takes_the_long_way(world: World, headers: dict[str, str]) -> None:
    expected = ready(world)
    for _ in range(4):
        assert alike(world.get(LIST, headers=headers, checked=False)) == alike(expected)
    with without_the_long_way(), pytest.raises(AssertionError):
        world.get(LIST, headers=headers)


def test_a_strict_request_is_refused(world: World) -> None:
    ready(world, f"{LIST}&colour=red")
    strict = {"prefer": "handling=strict"}
    world.get(f"{LIST}&colour=red", headers=strict).must(422)


def test_a_member_is_counted_by_account(world: World) -> None:
    ada = cast.ada(world)
    before = ready(world).headers["ratelimit"]
    assert before != '"default";r=999999;t=60'
    for left in (999_999, 999_998, 999_997):
        response = world.get(LIST, as_=ada, checked=False)
        assert response.headers["ratelimit"] == f'"default";r={left};t=60'


def test_a_request_id_that_was_sent_is_used(world: World) -> None:
    for _ in range(3):
        response = world.get(LIST, headers={"x-request-id": "trace-1"})
        assert response.headers["x-request-id"] == "trace-1"
    ready(world)
    with without_the_long_way():
        response = world.get(LIST, headers={"x-request-id": "trace-2"})
        assert response.headers["x-request-id"] == "trace-2"


def test_a_request_behind_a_proxy_is_counted_for_its_client(
    settings: Settings, world: World, loop: Loop
) -> None:
    trusting = Settings(
        _env_file=None, **{**settings.model_dump(), "trusted_proxies": "198.51.100.1"}
    )
    node = World(app.create_app(trusting, world.clock), world.clock, loop)
    clients = [{"x-forwarded-for": f"203.0.113.{number}"} for number in (1, 2)]
    for left in (999_999, 999_998, 999_997, 999_996):
        for headers in clients:
            response = node.get(LIST, headers=headers)
            assert response.headers["ratelimit"] == f'"default";r={left};t=60'
    node.close()


def test_every_request_is_counted_and_the_61st_refused(
    settings: Settings, world: World, loop: Loop
) -> None:
    limited = settings.model_copy(
        update={"rate_limit": Rule("default", 60, 60), "metrics_token": "t" * 40}
    )
    node = World(app.create_app(limited, world.clock), world.clock, loop)
    for left in reversed(range(60)):
        response = node.get(LIST).must(200)
        assert response.headers["ratelimit"] == f'"default";r={left};t=60'
    refused = [node.get(LIST, headers=headers).must(429) for headers in ({}, OURS)]
    for each in refused:
        assert each.error == "rate_limited"
        assert each.headers["ratelimit"] == '"default";r=0;t=60'
        assert each.headers["retry-after"] == "60"
        assert each.headers["cache-control"] == "no-store"
    assert refused[1].headers["access-control-allow-origin"] == OURS["origin"]
    samples = node.get("/metrics", as_=OPERATOR, headers={"authorization": f"Bearer {'t' * 40}"})
    lines = samples.must(200).body.decode().splitlines()
    assert 'bridgework_http_requests_total{operation="listExperts",status="200"} 60.0' in lines
    assert 'bridgework_http_requests_total{operation="listExperts",status="429"} 2.0' in lines
    assert "bridgework_response_cache_hits_total 59.0" in lines
    assert 'bridgework_rate_limited_total{limit="rate_limited"} 2.0' in lines
    node.clock.advance(seconds=60)
    assert node.get(LIST).must(200).headers["ratelimit"] == '"default";r=59;t=60'
    node.close()


def test_the_access_log_has_the_same_fields(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bridgework.access")
    for method in ("GET", "HEAD"):
        caplog.clear()
        for _ in range(3):
            world.send(method, f"{LIST}&search=toothache")
        first, *_, last = (vars(record)["access"] for record in caplog.records)
        assert last._replace(time=0, seconds=0, request_id="") == first._replace(
            time=0, seconds=0, request_id=""
        )
        assert (last.operation, last.method, last.path, last.status) == (
            *("listExperts", method, "/experts", 200),
        )
        assert last.request_id != first.request_id


def test_a_draining_process_closes_the_connection(world: World) -> None:
    assert "connection" not in ready(world).headers

    async def drain() -> None:
        world.application.api.drain()

    world.loop.run(drain())
    assert ready(world).headers["connection"] == "close"


def test_a_body_that_is_not_read_closes_the_connection(world: World) -> None:
    ready(world)
    headers = [(b"content-length", b"5")]
    with without_the_long_way():
        response = wire.send_raw(world, "GET", LIST.encode(), headers=headers)
    assert response is not None
    assert response.headers["connection"] == "close"


@pytest.mark.parametrize(
    ("failure", "status", "error"),
    [
        (DatabaseUnavailable, 503, "database_unavailable"),
        (RuntimeError, 500, "internal_error"),
    ],
)
def test_a_failure_is_the_response_and_counted_once(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    failure: Callable[[], Exception],
    status: int,
    error: str,
) -> None:
    left = int(re.findall(r"r=(\d+)", ready(world).headers["ratelimit"])[0])

    async def fail(*_: object) -> None:
        raise failure()

    with monkeypatch.context() as patch:
        patch.setattr(OperationRunner, "data_version", fail)
        response = world.get(LIST).must(status)
    assert response.error == error
    assert response.headers["ratelimit"] == f'"default";r={left - 1};t=60'
    with without_the_long_way():
        world.get(LIST, checked=False).must(200)


def test_a_cached_response_has_a_few_ready_answers_at_most(world: World) -> None:
    for number in range(50):
        for _ in range(2):
            world.get(LIST, headers={"origin": f"https://{number}.example"})
    store = world.application.api.response_cache._store
    assert len(store._ready._answers) == ready_answers._MOST
    (cached,) = store._cached.values()
    assert cached.size == store._bytes
    ready(world, headers={"origin": "https://1.example"})


def test_memory_is_bounded_for_any_queries_and_spellings(
    settings: Settings, world: World, loop: Loop
) -> None:
    make.expert(world)
    small = settings.model_copy(update={"response_cache_bytes": 300_000})
    node = World(app.create_app(small, world.clock), world.clock, loop)
    store = node.application.api.response_cache._store
    answers, seen = store._ready._answers, 0
    for number in range(150):
        query = f"/experts?search=lovell{number}"
        for spelling in (query, query, f"{query}&x={number}", query.replace("=l", "=%6c")):
            node.get(spelling, headers=GZIP, checked=False).must(200)
        seen = max(seen, len(answers))
        assert store._bytes <= 300_000
    assert seen > len(store._cached) > 1
    assert store._bytes == sum(cached.size for cached in store._cached.values())
    assert {answer.cached.key for answer in answers.values()} <= store._cached.keys()
    assert sum(map(len, store._ready._keys.values())) == len(answers)
    node.close()


def test_a_long_header_has_no_ready_answer(world: World) -> None:
    long = {"if-none-match": f'"{"x" * 10_000}"'}
    for _ in range(3):
        world.get(LIST, headers=long).must(200)
    assert not world.application.api.response_cache._store._ready._answers


def test_ready_answers_are_removed_with_their_response(world: World) -> None:
    ada = make.expert(world)
    for path in (LIST, "/experts", f"/experts/{ada}"):
        for headers in VARIANTS.values():
            ready(world, path, headers=headers)
    store = world.application.api.response_cache._store
    bare = {key: cached.size for key, cached in store._cached.items()}
    assert store._bytes == sum(bare.values())
    make.change_account(world, ada, first_name="Bea")
    world.get(LIST, checked=False)
    world.get(f"/experts/{ada}", checked=False)
    assert not store._ready._answers
    assert not store._ready._keys


KEY = {"accept-encoding", "if-none-match", "origin"}
ANEW = {
    *("host", "x-request-id", "x-forwarded-for", "traceparent"),
    *("content-length", "transfer-encoding"),
}
"""Read for each request, before a ready answer is sent."""
OF_OTHER_REQUESTS = {
    *("accept", "access-control-request-method", "content-encoding", "content-type"),
    *("idempotency-key", "if-match", "if-modified-since", "if-range", "if-unmodified-since"),
    *("last-event-id", "range", "user-agent", "x-device-token"),
}
"""Without effect on the response of a cached read."""


def test_each_header_that_is_read_is_known_to_ready_answers() -> None:
    """A header that changes a cached response must be in the key, or prevent a ready answer."""
    read = {
        found
        for source in sources(PACKAGE / "kit" / "http")
        for found in re.findall(r'(?:header\(|headers\.get\(|headers\[)b"([a-z-]+)"', source.text)
        + re.findall(r'b"([a-z-]+)" (?:not )?in ', source.text)
    }
    unusual = {name.decode() for name in ready_answers._UNUSUAL}
    assert read - KEY - ANEW - OF_OTHER_REQUESTS == unusual
    assert read >= KEY | {"x-request-id", "content-length"}
