"""Text is compressed for clients that accept it, except beside a secret (decision 0021)."""

import gzip

import pytest

from tests.world import Response, World

LONG = "moby-dick-" * 200
"""A name that makes a response of two kilobytes."""
GZIP = {"accept-encoding": "gzip, deflate, br"}
PRESENT_BESIDE_A_BODY = {"content-type", "content-length", "content-encoding"}


def must_be_compressed(library: World, path: str, status: int = 200, **how: object) -> Response:
    """Return the compressed response, which has the content and the headers of the plain one."""
    headers = how.pop("headers", {})
    assert isinstance(headers, dict)
    plain = library.get(path, headers=headers, **how).must(status)
    packed = library.get(path, headers={**headers, **GZIP}, **how).must(status)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(plain.body)
    assert packed.content == plain.body
    for response in (plain, packed):
        assert response.headers["content-length"] == str(len(response.body))
        assert "Accept-Encoding" in response.headers["vary"].split(", ")
    changing = {"content-encoding", "content-length", "etag", "x-request-id", "ratelimit"}
    assert {name: text for name, text in plain.headers.items() if name not in changing} == {
        name: text for name, text in packed.headers.items() if name not in changing
    }
    return packed


def must_be_plain(response: Response) -> None:
    assert "content-encoding" not in response.headers
    assert "Accept-Encoding" not in response.headers.get("vary", "")
    assert response.headers["content-length"] == str(len(response.body))


def test_a_response_of_a_kilobyte_is_compressed(library: World) -> None:
    packed = must_be_compressed(library, f"/names/{LONG}")
    assert packed.headers["cache-control"] == "no-store"
    assert "etag" not in packed.headers
    overhead = len(library.get("/names/a").body) - 1
    assert b"moby" in must_be_compressed(library, f"/names/{LONG[: 1024 - overhead]}").content
    must_be_plain(library.get(f"/names/{LONG[: 1023 - overhead]}", headers=GZIP).must(200))


def test_a_client_that_refuses_plain_bodies_gets_small_ones_compressed(library: World) -> None:
    headers = {"accept-encoding": "gzip, identity;q=0"}
    packed = library.get("/names/moby", headers=headers).must(200)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.data == {"name": "moby"}
    without_body = library.get("/editions/moby", headers={**headers, "if-none-match": "*"})
    assert without_body.must(304).body == b""


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "*", "gzip;q=0.5, identity"])
def test_other_clients_get_plain_bodies(library: World, accepted: str) -> None:
    plain = library.get(f"/names/{LONG}", headers={"accept-encoding": accepted}).must(200)
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == "Accept-Encoding, Origin"
    assert plain.data == {"name": LONG}


def test_a_long_body_is_compressed_in_a_thread(library: World) -> None:
    name = "call me ishmael " * 20_000
    packed = library.get(f"/names/{name.replace(' ', '-')}", headers=GZIP).must(200)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.data == {"name": name.replace(" ", "-")}
    assert len(packed.body) < 10_000


def test_errors_and_pages_are_compressed(library: World) -> None:
    members = {f"member{number}": 1 for number in range(60)}
    refused = library.post("/books", members, headers={**GZIP, "prefer": "handling=strict"})
    assert refused.must(422).headers["content-encoding"] == "gzip"
    assert len(refused.details) > 50
    page = must_be_compressed(library, "/nothing", 404, headers={"accept": "text/html"})
    assert page.headers["vary"].startswith("Accept, Accept-Encoding")


def test_pictures_are_not_compressed(library: World) -> None:
    must_be_plain(library.get(f"/pictures/{LONG}", headers=GZIP).must(200))


def test_head_has_the_headers_of_get(library: World) -> None:
    got, asked = (
        library.send(method, f"/editions/{LONG}", headers=GZIP).must(200)
        for method in ("GET", "HEAD")
    )
    assert asked.body == b""
    for name in ("content-encoding", "content-length", "etag", "vary", "content-type"):
        assert asked.headers[name] == got.headers[name]


def test_each_coding_has_an_etag_and_both_are_current(library: World) -> None:
    path = f"/editions/{LONG}"
    packed = must_be_compressed(library, path)
    plain = library.get(path).must(200)
    tags = {packed.headers["etag"], plain.headers["etag"]}
    assert len(tags) == 2
    for tag in tags:
        for headers, of in (({}, plain), (GZIP, packed)):
            known = library.get(path, headers={**headers, "if-none-match": tag}).must(304)
            # A cache updates the response with this tag (RFC 9111 section 4.3.4).
            assert known.headers["etag"] == of.headers["etag"]
            assert known.headers["vary"] == of.headers["vary"]
            assert known.body == b""
            assert PRESENT_BESIDE_A_BODY.isdisjoint(known.headers)
    stale = library.get(path, headers={**GZIP, "if-none-match": '"other-gzip"'})
    assert gzip.decompress(stale.must(200).body) == plain.body


def test_equal_bodies_have_equal_bytes(library: World) -> None:
    first, second = (library.get(f"/editions/{LONG}", headers=GZIP).body for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("name", "status"), [(LONG, 200), ("full", 409)])
def test_a_response_beside_a_secret_is_never_compressed(
    library: World, name: str, status: int
) -> None:
    for accepted in ("gzip", "gzip, identity;q=0", "identity;q=0"):
        response = library.get(f"/secrets/{name}", headers={"accept-encoding": accepted})
        assert len(response.must(status).body) > 1024
        must_be_plain(response)
        assert not response.headers.get("etag", "").endswith('-gzip"')
