"""CORS: the origins that may send requests, and the headers that they may read."""

from collections.abc import Iterator

import pytest

from bridgework.kit.http.openapi import responses
from bridgework.kit.security.rate_limit import Rule
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage, wire
from tests.loop import Loop
from tests.world import World

OURS = "https://app.example.com"
EXPOSED = {
    "RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "Link", "Location", "X-Total-Count",
    "X-Request-Id", "Deprecation", "Sunset", "Idempotency-Replayed", "WWW-Authenticate", "Allow",
    "Accept-Ranges", "Content-Range", "Content-Disposition",
}  # fmt: skip
SAFELISTED = {"Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires",
              "Last-Modified", "Pragma"}  # fmt: skip
"""The headers that the Fetch standard always exposes."""
FOR_BROWSERS = {"Vary", "Server", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options",
                "Strict-Transport-Security", "Content-Security-Policy",
                "Permissions-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy",
                "Access-Control-Allow-Origin", "Access-Control-Expose-Headers"}  # fmt: skip
"""Headers that are for the browser and not for scripts."""
ANSWERS = [
    ("GET", "/books", 200), ("GET", "/editions/a", 200), ("GET", "/nothing", 404),
    ("DELETE", "/books", 405), ("GET", "/books?page=0", 422), ("GET", "/broken", 500),
    ("GET", "/pages", 200), ("DELETE", "/loans/a", 401), ("OPTIONS", "/books", 200),
]  # fmt: skip


def opened(
    origins: tuple[str, ...],
    tmp: pytest.TempPathFactory,
    loop: Loop,
    env: str = "development",
) -> World:
    folder = tmp.mktemp("cors")
    rule = Rule("default", 60, 60)
    settings = worlds.settings(folder, cors_origins=origins, rate_limit=rule, env=env)
    return stage.world(settings, sample.router.operations, loop)


@pytest.fixture
def open_to_ours(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Iterator[World]:
    world = opened((OURS, "http://localhost:3000"), tmp_path_factory, loop)
    yield world
    world.close()


@pytest.fixture
def open_to_all(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Iterator[World]:
    world = opened(("*",), tmp_path_factory, loop)
    yield world
    world.close()


@pytest.fixture
def in_production(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Iterator[World]:
    world = opened((OURS,), tmp_path_factory, loop, env="production")
    yield world
    world.close()


def preflight(origin: str, method: str = "POST") -> dict[str, str]:
    return {
        "origin": origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type",
    }


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_an_allowed_origin_may_read_every_response(
    open_to_ours: World, method: str, path: str, status: int
) -> None:
    response = open_to_ours.send(method, path, headers={"origin": OURS}).must(status)
    assert response.headers["access-control-allow-origin"] == OURS
    assert set(response.headers["access-control-expose-headers"].split(", ")) == EXPOSED
    assert "Origin" in response.headers["vary"]
    assert "access-control-allow-credentials" not in response.headers
    known = {name.lower() for name in EXPOSED | SAFELISTED | FOR_BROWSERS}
    assert set(response.headers) - known == set()


def test_every_documented_header_is_exposed() -> None:
    assert responses.HEADERS.keys() <= EXPOSED | SAFELISTED


def test_a_304_and_a_429_have_cors_headers(open_to_ours: World) -> None:
    known = {"origin": OURS, "if-none-match": "*"}
    response = open_to_ours.get("/editions/a", headers=known).must(304)
    assert response.headers["access-control-allow-origin"] == OURS
    assert response.headers["vary"] == "Origin"
    for _ in range(59):
        open_to_ours.get("/books").must(200)
    response = open_to_ours.get("/books", headers={"origin": OURS}).must(429)
    assert response.headers["access-control-allow-origin"] == OURS


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "", "https://app.example.com.evil.example",
     "https://app.example.com:443", "http://app.example.com", "HTTPS://APP.EXAMPLE.COM"],
)  # fmt: skip
def test_other_origins_are_not_allowed(open_to_ours: World, origin: str) -> None:
    for method, headers in (("GET", {"origin": origin}), ("OPTIONS", preflight(origin))):
        response = open_to_ours.send(method, "/books", headers=headers).must(200)
        assert "access-control-allow-origin" not in response.headers
        assert response.headers["vary"] == "Origin"


def test_a_response_without_an_origin_varies_by_origin(open_to_ours: World) -> None:
    response = open_to_ours.get("/books").must(200)
    assert response.headers["vary"] == "Origin"
    assert "access-control-expose-headers" not in response.headers


def test_a_wildcard_allows_every_origin(open_to_all: World) -> None:
    response = open_to_all.get("/books", headers={"origin": "https://any.example"}).must(200)
    assert response.headers["access-control-allow-origin"] == "*"
    assert "vary" not in response.headers


def test_without_the_setting_no_origin_is_allowed(library: World) -> None:
    response = library.get("/books", headers={"origin": OURS}).must(200)
    assert not [name for name in response.headers if name.startswith("access-control")]


LOCAL = [
    *("http://localhost:5173", "http://localhost:65535", "http://localhost"),
    *("http://127.0.0.1:3000", "http://127.0.0.1"),
]
NOT_LOCAL = [
    *("https://localhost:5173", "http://localhost:", "http://localhost:*", "http://localhost:1/x"),
    *("http://localhost.evil.example", "http://localhost:80.evil.example", "http://127.0.0.2:80"),
    *("http://evil.example:3000", "http://127x0x0x1:80", "http://[::1]:3000", "null"),
]


@pytest.mark.parametrize("origin", LOCAL)
def test_local_origins_are_allowed_in_development_only(
    library: World, in_production: World, origin: str
) -> None:
    for method, headers in (("GET", {"origin": origin}), ("OPTIONS", preflight(origin))):
        response = library.send(method, "/books", headers=headers).must(200)
        assert response.headers["access-control-allow-origin"] == origin
        assert "Origin" in response.headers["vary"]
        refused = in_production.send(method, "/books", headers=headers).must(200)
        assert "access-control-allow-origin" not in refused.headers


@pytest.mark.parametrize("origin", NOT_LOCAL)
def test_other_origins_are_not_allowed_in_development(library: World, origin: str) -> None:
    for method, headers in (("GET", {"origin": origin}), ("OPTIONS", preflight(origin))):
        response = library.send(method, "/books", headers=headers).must(200)
        assert "access-control-allow-origin" not in response.headers
        assert response.headers["vary"] == "Origin"


def test_a_preflight_lists_methods_and_headers(open_to_ours: World) -> None:
    response = open_to_ours.send("OPTIONS", "/books", headers=preflight(OURS)).must(200)
    assert response.headers["access-control-allow-origin"] == OURS
    assert response.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS, POST"
    accepted = {
        name.lower() for name in response.headers["access-control-allow-headers"].split(", ")
    }
    assert {"authorization", "content-type", "idempotency-key", "if-match", "if-none-match",
            "prefer", "x-api-key", "x-request-id"} <= accepted  # fmt: skip
    assert int(response.headers["access-control-max-age"]) > 0


def test_preflights_do_not_count_and_are_never_refused(open_to_ours: World) -> None:
    for _ in range(70):
        response = open_to_ours.send("OPTIONS", "/books", headers=preflight(OURS)).must(200)
        assert response.headers["ratelimit"] == '"default";r=60;t=60'
    for _ in range(60):
        open_to_ours.get("/books").must(200)
    open_to_ours.get("/books").must(429)
    open_to_ours.send("OPTIONS", "/books", headers=preflight(OURS)).must(200)


def test_an_incomplete_preflight_counts(open_to_ours: World) -> None:
    for headers in ({}, {"origin": OURS}, {"access-control-request-method": "GET"}):
        open_to_ours.send("OPTIONS", "/books", headers=headers).must(200)
    assert open_to_ours.get("/books").headers["ratelimit"] == '"default";r=56;t=60'


def test_a_repeated_origin_is_not_allowed(open_to_ours: World) -> None:
    twice = [(b"origin", OURS.encode()), (b"origin", b"https://evil.example")]
    reply = wire.send_raw(open_to_ours, "GET", b"/books", headers=twice)
    assert reply is not None
    assert "access-control-allow-origin" not in reply.must(200).headers
