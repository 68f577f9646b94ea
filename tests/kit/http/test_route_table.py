"""Routing: 404, 405 with Allow, HEAD, OPTIONS and unusual spellings of paths."""

import pytest

from bridgework.kit.http.operations import RouteTable
from tests.kit.http import library as sample
from tests.kit.http import wire
from tests.world import Response, World

BOOK = "00000000-0000-7000-8000-00000000000a"


def request(library: World, method: str, target: bytes) -> Response:
    response = wire.send_raw(library, method, target)
    assert response is not None
    return response


@pytest.mark.parametrize(
    "path",
    [
        "/", "", "*", "/nothing", "/books/", "//books", "/Books", "/names", "/names/", "/names/a/",
        "/names/a/books", "/names//books/" + BOOK, "/heartbeat/", "/bo%6Fks", "/books;a=1",
        "/../books", "/names/%2e%2e/..", "http://other.example/books",
    ],
)  # fmt: skip
def test_an_unknown_path_is_a_404_without_a_redirect(library: World, path: str) -> None:
    result = request(library, "GET", path.encode())
    assert result.status == 404, path
    assert "location" not in result.headers


def test_the_404_of_an_unknown_path_names_the_api_description(library: World) -> None:
    result = library.get("/nothing").must(404)
    assert result.error == "no_such_operation"
    assert "/openapi.json" in result.json["message"]


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/books", "GET, HEAD, OPTIONS, POST"),
        ("PUT", f"/books/{BOOK}", "GET, HEAD, OPTIONS, PATCH"),
        ("GET", "/full", "OPTIONS, POST"),
        ("HEAD", "/full", "OPTIONS, POST"),
        ("POST", "/heartbeat", "GET, HEAD, OPTIONS"),
        ("BREW", "/books", "GET, HEAD, OPTIONS, POST"),
        ("get", "/books", "GET, HEAD, OPTIONS, POST"),
        ("TRACE", "/books", "GET, HEAD, OPTIONS, POST"),
    ],
)
def test_an_unsupported_method_is_a_405_with_allow(
    library: World, method: str, path: str, allow: str
) -> None:
    result = library.send(method, path).must(405)
    assert result.headers["allow"] == allow
    if method != "HEAD":
        assert result.error == "method_not_allowed"


@pytest.mark.parametrize(
    ("path", "allow"),
    [("/books", "GET, HEAD, OPTIONS, POST"), ("/full", "OPTIONS, POST"),
     ("/loans/front", "DELETE, OPTIONS")],
)  # fmt: skip
def test_options_lists_the_methods(library: World, path: str, allow: str) -> None:
    result = library.send("OPTIONS", path).must(200)
    assert result.headers["allow"] == allow
    assert result.data == {"ok": True}


def test_options_of_an_unknown_path_is_a_404(library: World) -> None:
    library.send("OPTIONS", "/nothing").must(404)


@pytest.mark.parametrize("path", ["/books?page=2", "/editions/first", "/heartbeat", "/nothing"])
def test_head_is_get_without_its_body(library: World, path: str) -> None:
    read, head = library.get(path), library.send("HEAD", path)
    assert head.body == b""
    assert head.status == read.status
    assert head.headers["content-length"] == str(len(read.body))
    its_own = {"x-request-id", "ratelimit"}
    assert {k: v for k, v in head.headers.items() if k not in its_own} == {
        k: v for k, v in read.headers.items() if k not in its_own
    }


@pytest.mark.parametrize(
    "spelling",
    [
        BOOK.replace("-", ""), f"urn:uuid:{BOOK}", f"{{{BOOK}}}", f"{BOOK}%20",
        f"%20{BOOK}", f"{BOOK}%0A", BOOK[:-1], f"{BOOK}0", BOOK.replace("a", "g"), "1", "%00",
        BOOK.replace("0", "%EF%BC%90"), "..", "me", BOOK.replace("-", "_"),
    ],
)  # fmt: skip
def test_an_id_has_no_other_spelling(library: World, spelling: str) -> None:
    refused = request(library, "GET", f"/books/{spelling}".encode())
    assert refused.must(404).json == {
        "error": "volume_unknown",
        "message": "There is no such book in the library.",
    }
    library.get(f"/books/{BOOK}").must(200)


def test_an_id_is_found_in_upper_case_and_returned_in_lower_case(library: World) -> None:
    found = library.get(f"/books/{BOOK.upper()}").must(200)
    assert found.data == library.get(f"/books/{BOOK}").must(200).data
    assert BOOK.upper() not in found.body.decode()


@pytest.mark.parametrize(
    ("segment", "name"),
    [
        ("a%2Fb", "a/b"),
        ("a%2fb", "a/b"),
        ("..%2F..%2Fetc", "../../etc"),
        ("a%20b", "a b"),
        ("a+b", "a+b"),
        ("%C3%A9", "é"),
        ("100%", "100%"),
        ("%zz", "%zz"),
        ("%252F", "%2F"),
        ("%ff", "\ufffd"),
        ("%ed%a0%80", "\ufffd\ufffd\ufffd"),
    ],
)
def test_a_name_is_percent_decoded_once(library: World, segment: str, name: str) -> None:
    assert library.get(f"/names/{segment}").must(200).data["name"] == name
    result = library.get(f"/names/{segment}/books/{BOOK}").must(200)
    assert result.data["name"] == f"{name} {BOOK}"


def test_a_name_with_a_nul_is_a_404(library: World) -> None:
    library.get("/names/a%00b").must(404)


def test_raw_bytes_in_a_path_are_accepted(library: World) -> None:
    assert request(library, "GET", b"/names/\xff\xc3\xa9").status == 200
    assert request(library, "GET", b"/\xff").status == 404


def test_the_path_is_used_without_a_raw_path(library: World) -> None:
    assert request(library, "GET", b"/heartbeat").status == 200


def test_two_operations_with_one_path_and_method_are_refused() -> None:
    with pytest.raises(ValueError, match="two operations at GET /whoami"):
        RouteTable([*sample.router.operations, *sample.router.operations[-2:-1]])
