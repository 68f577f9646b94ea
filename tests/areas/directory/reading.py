"""Requests to the directory."""

from urllib.parse import urlencode

from tests import paging
from tests.world import Response, World


def list_experts(world: World, query: str = "", **parameters: object) -> Response:
    """Return a page of the directory, by a query string or by parameters."""
    query = query or urlencode(parameters, doseq=True)
    return world.get(f"/experts?{query}" if query else "/experts").must(200)


def names(response: Response) -> list[str]:
    """Return the last names of a page, in order."""
    return [card["lastName"] for card in response.data]


def find_names(world: World, query: str) -> set[str]:
    """Return the last names of all experts that a query finds."""
    page = list_experts(world, f"limit=100&{query}")
    assert paging.total(page) == len(page.data) == len(set(names(page)))
    return set(names(page))
