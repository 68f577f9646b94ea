"""The pagination headers."""

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
def test_link_has_the_adjacent_pages(library: World, page: int, numbers: dict[str, int]) -> None:
    expected = {name: f"{PUBLIC_URL}/pages?page={number}" for name, number in numbers.items()}
    assert links(library, f"page={page}") == expected


def test_links_preserve_the_other_parameters(library: World) -> None:
    others = "search=a+b%26c&tags=x&tags=y%C3%A9"
    assert links(library, f"{others}&page=2")["next"] == f"{PUBLIC_URL}/pages?{others}&page=3"


def test_links_omit_unknown_parameters(library: World) -> None:
    expected = f"{PUBLIC_URL}/pages?search=a&page=3"
    assert links(library, "x=1&search=a&utm_source=y&page=2&tags=")["next"] == expected


def test_parameters_cannot_inject_links(library: World) -> None:
    found = links(library, "search=%3E%3B%20rel%3D%22evil%22%2C%20%3Cx")
    assert set(found) == {"first", "next", "last"}


def test_x_total_count_is_the_total(library: World) -> None:
    assert library.get("/pages").headers["x-total-count"] == "101"
