"""Reading the directory: who is found, in which order."""

from urllib.parse import urlencode

from tests import paging
from tests.world import Response, World


def experts(world: World, query: str = "", **parameters: object) -> Response:
    """A page of the directory, by a query string as it is or by parameters."""
    query = query or urlencode(parameters, doseq=True)
    return world.get(f"/experts?{query}" if query else "/experts").must(200)


def names(response: Response) -> list[str]:
    """The last names of a page, in its order."""
    return [card["lastName"] for card in response.data]


def found(world: World, query: str) -> set[str]:
    """The last names of everybody that a query finds."""
    page = experts(world, f"limit=100&{query}")
    assert paging.total(page) == len(page.data) == len(set(names(page)))
    return set(names(page))
