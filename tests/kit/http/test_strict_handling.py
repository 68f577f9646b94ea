"""`Prefer: handling=strict` (RFC 7240) refuses unknown members."""

from typing import Any

import pytest

from tests.kit.http import wire
from tests.world import World

BOOK: dict[str, Any] = {"title": "Moby", "pages": 1}
ODD: dict[str, Any] = {
    **BOOK,
    "colour": "white",
    "place": {"label": "top", "dust": 1},
    "shelves": [{"label": "a"}, {"label": "b", "dust": 2, "moths": None}],
}
STRANGE_PATHS = ["colour", "place.dust", "shelves[1].dust", "shelves[1].moths", "shade"]
STRICT = ["handling=strict", "Handling=Strict", "respond-async, handling=strict",
          "handling=strict , wait=10"]  # fmt: skip
NOT_STRICT = ["", "handling=lenient", "strict", "handling=stricter"]


@pytest.mark.parametrize("prefer", STRICT)
def test_strict_handling_reports_each_unknown_member(library: World, prefer: str) -> None:
    response = library.post("/books?page=1&shade=x", ODD, headers={"prefer": prefer}).must(422)
    assert response.faults == dict.fromkeys(STRANGE_PATHS, "unknown_member")


@pytest.mark.parametrize("prefer", NOT_STRICT)
def test_unknown_members_are_ignored_by_default(library: World, prefer: str) -> None:
    response = library.post("/books?page=1&shade=x", ODD, headers={"prefer": prefer}).must(201)
    assert response.data["query"] == {"page": 1}
    assert response.data["body"]["place"] == {"label": "top"}


def test_python_names_are_unknown_members(library: World) -> None:
    strictly = {"prefer": "handling=strict"}
    response = library.post("/books?sort_by=name", {**BOOK, "printed_at": "x"}, headers=strictly)
    assert response.must(422).faults == {
        "printed_at": "unknown_member",
        "sort_by": "unknown_member",
    }


def test_an_operation_without_parameters_refuses_all_in_strict_handling(library: World) -> None:
    strictly = {"prefer": "handling=strict"}
    assert library.get("/whoami?a=1", headers=strictly).must(422).faults == {"a": "unknown_member"}
    library.get("/whoami?a=1").must(200)


def test_prefer_may_have_several_header_lines(library: World) -> None:
    headers = [(b"prefer", b"handling=strict"), (b"prefer", b"wait=10")]
    response = wire.send_raw(library, "GET", b"/whoami?a=1", headers=headers)
    assert response is not None
    response.must(422)
