"""The strict parsing of query strings."""

import pytest

from tests.kit.http import wire
from tests.world import World


def parsed_query(library: World, query: str) -> object:
    return library.get(f"/books?{query}").must(200).data["query"]


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("page=5", {"page": 5}),
        ("page=007", {"page": 7}),
        ("page=", {}),
        ("search=", {}),
        ("page=1&page=2", {"page": 2}),  # of a repeated parameter the last counts
        ("search=a+b%20c", {"search": "a b c"}),
        ("search=%C3%A9", {"search": "é"}),
        ("search=100%", {"search": "100%"}),
        ("search=%zz", {"search": "%zz"}),
        ("search=a=b", {"search": "a=b"}),
        ("sortBy=name", {"sortBy": "name"}),
        ("sort_by=name", {}),
        ("tags=a&tags=b,c", {"tags": ["a", "b", "c"]}),
        ("tags=a,,%20,b", {"tags": ["a", "b"]}),
        ("tags=", {"tags": []}),
        ("unknown=1", {}),
        ("&&page=2&", {"page": 2}),
    ],
)
def test_a_query_string_is_parsed(library: World, query: str, what: object) -> None:
    assert parsed_query(library, query) == what


@pytest.mark.parametrize(
    "number",
    ["%2B5", "+5", "5.0", "5e0", "1_0", "%205", "5%20", "--1", "0x5", "five", "true", "٥", "５",
     "%D9%A5", "%C2%B2", "12345678901234567", "9" * 5000],
)  # fmt: skip
def test_an_integer_consists_of_ascii_digits(library: World, number: str) -> None:
    number = "".join(char if char.isascii() else _escaped(char) for char in number)
    assert library.get(f"/books?page={number}").must(422).faults == {"page": "wrong_type"}


def _escaped(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode())


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ("page=0", {"page": "too_small"}),
        ("page=-1", {"page": "too_small"}),
        (f"page={2**53 + 1}", {"page": "too_large"}),
        ("sortBy=oldest", {"sortBy": "not_one_of"}),
        ("search=a%00b", {"search": "control_character"}),
        ("search=a%0Ab", {"search": "control_character"}),
        (f"search={'a' * 201}", {"search": "too_long"}),
        ("tags=a,b,c,d", {"tags": "too_many"}),
        ("tags=a,b%00", {"tags[1]": "control_character"}),
        ("page=x&sortBy=x&tags=a%00", {"page": "wrong_type", "sortBy": "not_one_of",
                                       "tags[0]": "control_character"}),
    ],
)  # fmt: skip
def test_an_invalid_parameter_is_reported(library: World, query: str, faults: object) -> None:
    assert library.get(f"/books?{query}").must(422).faults == faults


def test_an_error_lists_the_allowed_values(library: World) -> None:
    response = library.get("/books?sortBy=oldest").must(422).json["details"]
    assert response == [
        {"path": "sortBy", "code": "not_one_of", "message": "Must be one of 'newest' or 'name'."}
    ]


@pytest.mark.parametrize(
    "query",
    [
        b"search=%ff",
        b"search=%ed%a0%80",  # a surrogate
        b"search=%c0%80",  # an overlong NUL
        b"%ff=1",
        b"search=\xc3\xa9",  # raw, not percent-encoded
        b"search=\xff",
        b"&".join([b"a=1"] * 201),
    ],
)
def test_a_malformed_query_string_is_a_400(library: World, query: bytes) -> None:
    for path in (b"/books?", b"/whoami?"):
        refused = wire.send_raw(library, "GET", path + query)
        assert refused is not None
        assert refused.must(400).error == "malformed_query"
