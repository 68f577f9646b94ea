"""A page past the end of a numbered list is empty, whatever its number."""

import pytest

from tests import cast, make
from tests.world import World

LAST = 2**53


@pytest.mark.parametrize(
    "path",
    ["/experts?", "/experts?search=ada&", "/experts?sortBy=name&tags=teaching&", "/blogs?"],
)
def test_a_page_past_the_end_of_a_public_list_is_empty(world: World, path: str) -> None:
    make.expert(world)
    for number in (2, 1_000_000, 2**31, LAST - 1, LAST):
        found = world.get(f"{path}page={number}&limit=100").must(200)
        assert found.data == []
        assert 'rel="first"' in found.headers["link"]


@pytest.mark.parametrize(
    "path", ["/admin/users", "/admin/logs", "/admin/jobs", "/admin/emails", "/admin/imports"]
)
def test_a_page_past_the_end_of_an_administrators_list_is_empty(world: World, path: str) -> None:
    root = cast.root(world)
    for number in (1_000, 2**31, LAST):
        page = world.get(f"{path}?page={number}&limit=100", as_=root).must(200).data
        assert (page["items"], page["page"]) == ([], number)
