"""The headers of every response, and the request id that is also in the log."""

import re
from collections.abc import Iterator

import pytest

from bridgework.kit.security.rate_limit import Rule
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage, wire
from tests.loop import Loop
from tests.world import Response, World

JSON = {"content-type": "application/json"}
BIG = {"content-type": "application/json", "content-length": "2097152"}

KINDS = {
    "a read": ("GET", "/books", {}, 200),
    "a creation": ("POST", "/books", JSON, 201),
    "HEAD": ("HEAD", "/books", {}, 200),
    "OPTIONS": ("OPTIONS", "/books", {}, 200),
    "outside the envelope": ("GET", "/heartbeat", {}, 200),
    "nothing new": ("GET", "/editions/a", {"if-none-match": "*"}, 304),
    "a broken query": ("GET", "/books?a=%ff", {}, 400),
    "nobody": ("DELETE", "/loans/a", {}, 401),
    "a bad token": ("DELETE", "/loans/a", {"authorization": "Bearer x"}, 401),
    "no such path": ("GET", "/nothing", {}, 404),
    "no such thing": ("GET", "/books/1", {}, 404),
    "no such method": ("DELETE", "/books", {}, 405),
    "a refusal": ("POST", "/full", {}, 409),
    "too large": ("POST", "/books", BIG, 413),
    "another type": ("POST", "/books", {"content-type": "text/plain"}, 415),
    "a misfit": ("GET", "/books?page=0", {}, 422),
    "a defect": ("GET", "/broken", {}, 500),
    "a defect in a thread": ("GET", "/broken/slowly", {}, 500),
}


@pytest.fixture(scope="module")
def spent(tmp_path_factory: pytest.TempPathFactory, loop: Loop) -> Iterator[World]:
    """A library whose rate limit is exhausted."""
    folder = tmp_path_factory.mktemp("spent")
    settings = worlds.settings(folder, rate_limit=Rule("default", 1, 60))
    world = stage.world(settings, sample.router.operations, loop)
    world.get("/books").must(200)
    yield world
    world.close()


def must_carry_all(response: Response, policy: str) -> None:
    headers = response.headers
    assert headers["server"] == "bridgework"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert headers["content-security-policy"].startswith("default-src 'none'; frame-ancestors")
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["permissions-policy"].startswith("camera=(), ")
    assert headers["cache-control"]
    assert re.fullmatch(r"[a-z0-9-]{5,64}", headers["x-request-id"])
    assert headers["ratelimit-policy"] == policy
    assert re.fullmatch(r'"default";r=[0-9]+;t=60', headers["ratelimit"])


@pytest.mark.parametrize("kind", KINDS)
def test_every_response_has_the_common_headers(library: World, kind: str) -> None:
    method, path, headers, status = KINDS[kind]
    body = {"title": "Moby", "pages": 1} if method == "POST" else None
    response = library.send(method, path, body, headers=headers).must(status)
    must_carry_all(response, '"default";q=1000000;w=60')
    if status >= 400:
        assert response.headers["content-type"] == "application/json"
        assert set(response.json) in ({"error", "message"}, {"error", "message", "details"})


@pytest.mark.parametrize("kind", ["a read", "a creation", "nobody", "no such path", "OPTIONS",
                                  "no such method", "too large", "a defect"])  # fmt: skip
def test_a_429_has_the_common_headers(spent: World, kind: str) -> None:
    method, path, headers, _ = KINDS[kind]
    refused = spent.send(method, path, headers=headers).must(429)
    must_carry_all(refused, '"default";q=1;w=60')
    assert refused.error == "rate_limited"
    assert refused.headers["retry-after"] == "60"


def test_a_setting_extends_hsts_to_subdomains(
    tmp_path_factory: pytest.TempPathFactory, loop: Loop
) -> None:
    settings = worlds.settings(tmp_path_factory.mktemp("subdomains"), hsts_subdomains=True)
    world = stage.world(settings, sample.router.operations, loop)
    headers = world.get("/books").must(200).headers
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    world.close()


def test_without_https_there_is_no_hsts(
    tmp_path_factory: pytest.TempPathFactory, loop: Loop
) -> None:
    folder = tmp_path_factory.mktemp("plain")
    plain = worlds.settings(folder, public_url="http://127.0.0.1:8000")
    world = stage.world(plain, sample.router.operations, loop)
    assert "strict-transport-security" not in world.get("/books").must(200).headers
    world.close()


@pytest.mark.parametrize("sent", ["a", "Trace_1.2-3", "x" * 64])
def test_a_valid_request_id_is_used(library: World, sent: str) -> None:
    assert library.get("/books", headers={"x-request-id": sent}).headers["x-request-id"] == sent


@pytest.mark.parametrize(
    "sent",
    [b"", b" ", b"x" * 65, b"a b", b'a"b', b"a\nb", b"a\r\nset-cookie: x", b"\xff", b"{}", b"\x00"],
)
def test_an_invalid_request_id_is_replaced(library: World, sent: bytes) -> None:
    response = wire.send_raw(library, "GET", b"/books", headers=[(b"x-request-id", sent)])
    assert response is not None
    generated = response.headers["x-request-id"]
    assert re.fullmatch(r"[0-9a-f]+-[0-9a-f]+", generated)
    assert generated != sent.decode("latin-1")


def test_a_repeated_request_id_is_replaced(library: World) -> None:
    twice = [(b"x-request-id", b"one"), (b"x-request-id", b"two")]
    response = wire.send_raw(library, "GET", b"/books", headers=twice)
    assert response is not None
    assert response.headers["x-request-id"] not in {"one", "two"}


def test_each_request_has_its_own_id(library: World) -> None:
    ids = {library.get("/books").headers["x-request-id"] for _ in range(20)}
    assert len(ids) == 20
