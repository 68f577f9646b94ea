"""The headers of a paged list."""

import re

import pytest

from tests.world import PUBLIC_URL, World


def links(library: World, query: str) -> dict[str, str]:
    header = library.get(f"/pages?{query}").must(200).headers["link"]
    return {relation: url for url, relation in re.findall(r'<([^>]*)>; rel="(\w+)"', header)}


@pytest.mark.parametrize(
    ("page", "numbers"),
    [
        (1, {"first": 1, "next": 2, "last": 6}),
        (3, {"first": 1, "prev": 2, "next": 4, "last": 6}),
        (6, {"first": 1, "prev": 5, "last": 6}),
        (7, {"first": 1, "prev": 6, "last": 6}),
        (9, {"first": 1, "last": 6}),
    ],
)
def test_the_ways_from_one_page_to_others(
    library: World, page: int, numbers: dict[str, int]
) -> None:
    expected = {name: f"{PUBLIC_URL}/pages?page={number}" for name, number in numbers.items()}
    assert links(library, f"page={page}") == expected


def test_they_keep_the_other_parameters(library: World) -> None:
    kept = "search=a+b%26c&tags=x&tags=y%C3%A9"
    assert links(library, f"{kept}&page=2")["next"] == f"{PUBLIC_URL}/pages?{kept}&page=3"


def test_parameters_that_the_operation_does_not_have_are_left_out(library: World) -> None:
    expected = f"{PUBLIC_URL}/pages?search=a&page=3"
    assert links(library, "x=1&search=a&utm_source=y&page=2&tags=")["next"] == expected


def test_what_a_caller_sends_can_t_leave_its_place_in_the_header(library: World) -> None:
    found = links(library, "search=%3E%3B%20rel%3D%22evil%22%2C%20%3Cx")
    assert set(found) == {"first", "next", "last"}


def test_the_total_is_told(library: World) -> None:
    assert library.get("/pages").headers["x-total-count"] == "101"
