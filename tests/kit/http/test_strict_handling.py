"""`Prefer: handling=strict` (RFC 7240): members that nobody knows are refused, each by its path."""

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
def test_who_asks_for_it_is_told_each_member_that_is_unknown(library: World, prefer: str) -> None:
    told = library.post("/books?page=1&shade=x", ODD, headers={"prefer": prefer}).must(422)
    assert told.faults == dict.fromkeys(STRANGE_PATHS, "unknown_member")


@pytest.mark.parametrize("prefer", NOT_STRICT)
def test_who_does_not_ask_has_them_ignored(library: World, prefer: str) -> None:
    told = library.post("/books?page=1&shade=x", ODD, headers={"prefer": prefer}).must(201)
    assert told.data["query"] == {"page": 1}
    assert told.data["body"]["place"] == {"label": "top"}


def test_python_s_own_names_are_unknown_too(library: World) -> None:
    strictly = {"prefer": "handling=strict"}
    told = library.post("/books?sort_by=name", {**BOOK, "printed_at": "x"}, headers=strictly)
    assert told.must(422).faults == {"printed_at": "unknown_member", "sort_by": "unknown_member"}


def test_an_operation_without_parameters_knows_none(library: World) -> None:
    strictly = {"prefer": "handling=strict"}
    assert library.get("/whoami?a=1", headers=strictly).must(422).faults == {"a": "unknown_member"}
    library.get("/whoami?a=1").must(200)


def test_it_may_be_asked_for_on_a_line_of_its_own(library: World) -> None:
    headers = [(b"prefer", b"handling=strict"), (b"prefer", b"wait=10")]
    told = wire.knock(library, "GET", b"/whoami?a=1", headers=headers)
    assert told is not None
    told.must(422)
