"""Public reads: a strong ETag, If-None-Match and 304 (RFC 9110 section 13), Cache-Control."""

import pytest

from tests.kit.http import wire
from tests.world import World

MOBY = "/editions/moby"
REVALIDATE = "public, max-age=0, must-revalidate"


def etag(library: World, path: str = MOBY) -> str:
    return library.get(path).must(200).headers["etag"]


def test_equal_bodies_have_equal_etags(library: World) -> None:
    tag = etag(library)
    assert tag[0] == tag[-1] == '"'
    assert len(tag) > 20
    assert etag(library) == tag
    assert etag(library, "/editions/emma") != tag
    assert library.get(MOBY).headers["cache-control"] == REVALIDATE


@pytest.mark.parametrize(
    "form", ["{}", "W/{}", '"other", {}', '{} , "other"', 'W/"other",W/{}', "*", " * "]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_matching_if_none_match_gets_a_304(library: World, method: str, form: str) -> None:
    tag = etag(library)
    known = library.send(method, MOBY, headers={"if-none-match": form.format(tag)}).must(304)
    assert known.body == b""
    assert known.headers["etag"] == tag
    assert known.headers["cache-control"] == REVALIDATE
    assert "content-type" not in known.headers
    assert "content-length" not in known.headers


@pytest.mark.parametrize("form", ["", '"other"', 'W/"other"', "{unquoted}", '"*"', "W/"])
def test_a_different_if_none_match_gets_the_body(library: World, form: str) -> None:
    sent = form.replace("{unquoted}", etag(library).strip('"'))
    assert library.get(MOBY, headers={"if-none-match": sent}).must(200).body


def test_if_none_match_may_have_several_header_lines(library: World) -> None:
    tag = etag(library).encode()
    headers = [(b"if-none-match", tag), (b"if-none-match", b'"other"')]
    known = wire.send_raw(library, "GET", MOBY.encode(), headers=headers)
    assert known is not None
    known.must(304)


def test_a_304_has_the_pagination_headers(library: World) -> None:
    first = library.get("/pages").must(200)
    known = library.get("/pages", headers={"if-none-match": first.headers["etag"]}).must(304)
    for name in ("link", "x-total-count", "ratelimit", "ratelimit-policy"):
        assert name in known.headers
    assert known.headers["link"] == first.headers["link"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/books", 200), ("GET", "/editions/a%00", 404), ("POST", "/full", 409),
     ("GET", "/pages?page=0", 422), ("GET", "/broken", 500)],
)  # fmt: skip
def test_other_responses_are_not_stored(
    library: World, method: str, path: str, status: int
) -> None:
    response = library.send(method, path, headers={"if-none-match": "*"}).must(status)
    assert response.headers["cache-control"] == "no-store"
    assert "etag" not in response.headers
